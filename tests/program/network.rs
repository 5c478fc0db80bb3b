//! Networks: sums that moves update are those of the position, mirrored positions have one value, texts come back as they were written,
//! and `weakfish train` gives the same network however games are played.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use weakfish::geometry::PerSide;
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, Game, builtin, load};
use weakfish_player::evaluation::{Evaluator, Network, NetworkTraining, TrainingOptions, Weights};
use weakfish_player::search::{Searcher, SelfPlay};
use weakfish_testing::dice::Dice;
use weakfish_testing::pages::quoted_report;

fn game(name: &str) -> Game {
    load(&builtin::source(name).unwrap(), &BuiltIns).unwrap()
}

/// Quick games to learn from.
fn lessons(game: &Game, games: u64) -> NetworkTraining {
    let weights = Weights::from_definition(game);
    let evaluator = Evaluator::new(game, &weights);
    let mut searcher = Searcher::with_weights(game, &weights);
    searcher.set_hash_bytes(1 << 20);
    let mut training = NetworkTraining::new(game, &evaluator);
    for seed in 0..games {
        let mut quick = SelfPlay::default();
        (quick.seed, quick.nodes, quick.max_plies) = (seed, PerSide::both(20), 80);
        let played = quick.play(&mut searcher, &game.start());
        training.add_game(&game.start(), (&played.moves, &played.quiet, &played.scores), 0.5, &evaluator);
    }
    training
}

/// A network that has learned for a moment from quick games, with its losses without and with it.
fn trained(game: &Game, games: u64, epochs: u32) -> (Network, [f32; 2]) {
    let mut training = lessons(game, games);
    let mut options = TrainingOptions::default();
    options.epochs = epochs;
    let network = training.train(&options, None, &mut |_, _| true).expect("quiet positions");
    let losses = training.losses(&network, &options);
    (network, losses)
}

/// Weights from the definition, with a network of random numbers.
fn with_random_network(game: &Game, dice: &mut Dice) -> Weights {
    let mut weights = Weights::from_definition(game);
    weights.network = Some(Arc::new(trained(game, 2, 1).0));
    let text = weights.to_text(game);
    let (before, numbers) = text.split_once("\nnetwork of ").unwrap();
    let (hash, numbers) = numbers.split_once('\n').unwrap();
    let line = |line: &str| {
        let numbers = line.split_whitespace().map(|_| format!(" {}", dice.below(121) as i32 - 60));
        format!(" {}\n", numbers.collect::<String>())
    };
    let text = format!("{before}\nnetwork of {hash}\n{}", numbers.lines().map(line).collect::<String>());
    Weights::read(game, &Source::new("random.weights", text)).unwrap()
}

#[test]
fn moves_update_what_the_position_sums_to() {
    let mut dice = Dice::new(5);
    for name in ["fide", "demichess", "crazyhouse", "spartan", "atomic-chess", "duck-chess"] {
        let game = game(name);
        let evaluator = Evaluator::new(&game, &with_random_network(&game, &mut dice));
        let without = Evaluator::new(&game, &Weights::from_definition(&game));
        let mut different = 0;
        for _ in 0..4 {
            let mut position = game.start();
            let mut sum = evaluator.accumulate(&position);
            for _ in 0..60 {
                let moves = position.legal_moves().to_vec();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[dice.below(moves.len())];
                sum = evaluator.accumulate_move(sum, &position, mv);
                position.play(mv).unwrap();
                assert_eq!(sum, evaluator.accumulate(&position), "{name}: {}", fen::write(&position));
                let plain = without.evaluate(&position, without.accumulate(&position));
                different += usize::from(plain != evaluator.evaluate(&position, sum));
            }
        }
        assert!(different > 50, "{name}: the network counts");
    }
}

#[test]
fn mirrored_positions_have_one_value() {
    let mut dice = Dice::new(6);
    for (name, positions) in [
        (
            "fide",
            [
                "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
                "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 2 3",
            ],
        ),
        ("shatranj", ["4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1", "4k3/8/2n5/8/3R4/8/8/4K3 b - - 0 1"]),
    ] {
        let game = game(name);
        let evaluator = Evaluator::new(&game, &with_random_network(&game, &mut dice));
        let value = |text| {
            let position = fen::read(&game, SetupId::default(), text).unwrap();
            evaluator.evaluate(&position, evaluator.accumulate(&position))
        };
        assert_eq!(value(positions[0]), value(positions[1]), "{name}");
    }
}

#[test]
fn training_lowers_the_loss_and_texts_come_back() {
    let game = game("los-alamos");
    let (network, [before, after]) = trained(&game, 60, 6);
    assert!(after < before, "{after} is no less than {before}");
    let mut weights = Weights::from_definition(&game);
    weights.network = Some(Arc::new(network));
    let text = weights.to_text(&game);
    assert_eq!(Weights::read(&game, &Source::new("own.weights", text.clone())).unwrap(), weights);
    let report = |text: String| quoted_report(&Weights::read(&game, &Source::new("own.weights", text)).unwrap_err());
    let hash = text.split_once("network of ").unwrap().1.split_once('\n').unwrap().0;
    assert!(report(text.replace(hash, "0123456789abcdef")).contains("trained for other rules"));
    assert!(report(text.trim_end().rsplit_once('\n').unwrap().0.to_owned()).contains("numbers, and here are"));
    assert!(report(format!("{text}  1 2.5 3\n")).contains("`2.5` is no whole number"));
    let (before, last) = text.trim_end().rsplit_once(' ').unwrap();
    assert!(last.parse::<i32>().is_ok());
    assert!(report(format!("{before} 999999999")).contains("too large for a network"));
}

#[test]
fn a_training_can_go_on_from_a_network() {
    let mut training = lessons(&game("los-alamos"), 60);
    let mut options = TrainingOptions::default();
    options.epochs = 6;
    let mut train = |initial: Option<&Network>| {
        let mut losses = Vec::new();
        let network = training.train(&options, initial, &mut |_, loss| {
            losses.push(loss);
            true
        });
        let network = network.expect("quiet positions");
        let loss = training.losses(&network, &options)[1];
        (network, losses, loss)
    };
    let (first, losses, loss) = train(None);
    let (_, all, next_loss) = train(Some(&first));
    // The trainings from new weights are the same, and the one that goes on begins where they ended.
    assert_eq!((all.len(), &all[..6]), (12, &losses[..]));
    assert!(next_loss < loss, "{next_loss} is no less than {loss}");
    assert!(all[6] < losses[0], "{} after an epoch, and {} after one from new weights", all[6], losses[0]);
}

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("train").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Trains a network for a small game; the report and what was told meanwhile.
fn train(folder: &Path, more: &[&str]) -> [String; 2] {
    let own = ["train", "los-alamos", "--games=40", "--nodes=30", "--epochs=2", "--test-nodes=30"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    let output = command.args(own).args(["-o", "own.weights"]).args(more).current_dir(folder).stdin(Stdio::null());
    let output = output.output().unwrap();
    let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{}", texts[1]);
    texts
}

#[test]
fn equal_seeds_give_equal_networks_and_tests() {
    let [one, two] = ["one", "two"].map(folder);
    let [report, told] = train(&one, &["--test-games=6", "--concurrency=1"]);
    assert_eq!([report.clone(), told.clone()], train(&two, &["--test-games=6", "--concurrency=3"]));
    assert!(report.contains("los Alamos") || report.contains("Los Alamos"), "{report}");
    assert!(report.contains("with the network against without it") && report.contains("SPRT"), "{report}");
    // Six games decide nothing.
    assert!(report.contains("is not used"), "{report}");
    assert!(!one.join("own.weights").exists());
    // The games are there, and are not played again.
    let games = fs::read(one.join("own.weights.games")).unwrap();
    let [again, told] = train(&one, &["--test-games=6"]);
    assert_eq!((again, fs::read(one.join("own.weights.games")).unwrap()), (report, games));
    assert!(told.contains("40 games of own.weights.games have been played already"), "{told}");
}

#[test]
fn a_network_is_replaced_by_one_that_beats_it() {
    let folder = folder("next");
    let game = game("los-alamos");
    let random = with_random_network(&game, &mut Dice::new(3));
    fs::write(folder.join("random.weights"), random.to_text(&game)).unwrap();
    let [report, told] = train(&folder, &["--from=random.weights", "--test-games=1000"]);
    assert!(report.contains("the new network against the present one"), "{report}");
    assert!(told.contains("the present network has a loss of"), "{told}");
    assert!(report.contains("The network is used: own.weights"), "{report}\n{told}");
    let weights =
        Weights::read(&game, &Source::new("own.weights", fs::read_to_string(folder.join("own.weights")).unwrap()));
    assert!(
        weights.is_ok_and(|weights| weights.network.is_some_and(|network| Some(&network) != random.network.as_ref()))
    );
    // The games of the network that was replaced are out of the way of those of the next one.
    assert!(folder.join("own.weights.games.used").exists() && !folder.join("own.weights.games").exists());
}
