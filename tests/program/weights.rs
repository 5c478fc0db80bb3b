//! Weights as texts: read as they were written, and refused with a reason if they can't be meant.

use std::fmt::Write as _;
use std::path::Path;

use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, Game, builtin, load};
use weakfish_player::evaluation::{
    Evaluator, Fit, Origin, Sample, Tapered, Term, TrainingGame, Weights, WeightsChoice,
};

use weakfish_testing::dice::Dice;
use weakfish_testing::pages::{assert_page, quoted_report};
use weakfish_testing::random::games;

fn game(name: &str) -> Game {
    load(&builtin::source(name).unwrap(), &BuiltIns).unwrap()
}

#[test]
fn tuning_counts_men_in_hand() {
    let game = game("crazyhouse");
    let weights = Weights::from_definition(&game);
    let (fit, evaluator) = (Fit::new(&game, &weights), Evaluator::new(&game, &weights));
    let loss = |hand: &str, score: f64| {
        let fen = format!("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR[{hand}] w KQkq - 0 1");
        let position = fen::read(&game, SetupId::default(), &fen).unwrap();
        fit.loss(&[TrainingGame { samples: vec![Sample::new(&position, &evaluator)], score }])
    };
    assert!(loss("Q", 1.0) < loss("", 1.0) && loss("q", 0.0) < loss("", 0.0));
    // Equal hands are worth nothing.
    assert!((loss("Qq", 1.0) - loss("Q", 1.0)) > 0.05);
}

fn random_tapered(dice: &mut Dice) -> Tapered {
    let mut number = || dice.below(20_001) as i32 - 10_000;
    Tapered::new(number(), number())
}

#[test]
fn weights_are_read_as_they_were_written() {
    for (number, tested) in games().iter().enumerate() {
        let (game, mut dice) = (&tested.engine, Dice::new(number as u64));
        let mut weights = Weights::from_definition(game);
        for filled in [0, 50, 100] {
            weights.tempo = random_tapered(&mut dice);
            for weight in [&mut weights.scarcity, &mut weights.standstill] {
                *weight = if dice.percent(filled) { random_tapered(&mut dice) } else { Tapered::ZERO };
            }
            for kind in &mut weights.kinds {
                for term in Term::ALL {
                    kind[term] = if dice.percent(filled) { random_tapered(&mut dice) } else { Tapered::ZERO };
                }
                let squares = if dice.percent(filled) { game.variant().board.len() } else { 0 };
                kind.squares = (0..squares).map(|_| random_tapered(&mut dice)).collect();
            }
            let text = weights.to_text(game);
            let read = Weights::read(game, &Source::new("own.weights", text.clone()));
            assert_eq!(read.map_err(|report| report.to_string()), Ok(weights.clone()), "{}: {text}", tested.name);
        }
    }
}

#[test]
fn shipped_weights_belong_to_their_games() {
    for name in builtin::names() {
        assert_eq!(builtin::has_weights(name), builtin::weights(name).is_some());
        let Some(source) = builtin::weights(name) else { continue };
        let game = game(name);
        let weights = Weights::read(&game, &source).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(weights.to_text(&game), source.text, "{name}: as the program writes it");
    }
}

#[test]
fn networks_are_used_unless_they_are_left_out() {
    let page = include_str!("../../docs/tuning.md");
    let line = page.split("\n\n").find(|paragraph| paragraph.contains("built-in networks")).unwrap();
    for name in builtin::names().filter(|name| builtin::has_weights(name)) {
        let game = game(name);
        let load = |choice: &str| {
            let read = |_: &Path| Err(());
            WeightsChoice::from(choice).load(&game, Origin::BuiltIn(name), |_| false, read).unwrap()
        };
        let (all, without) = (load(""), load("no-network"));
        assert!(without.network.is_none(), "{name}");
        assert_eq!(
            all.network.is_some(),
            line.contains(&format!("`{name}`")),
            "{name}: docs/tuning.md lists the networks"
        );
        assert_eq!(all.without_network(), without, "{name}");
    }
}

/// The text of a small game's weights, and what is put in the place of what in it.
const MISTAKES: [(&str, &str, &str); 20] = [
    ("the title", "weights of \"Los Alamos Chess\"", "weights of \"Chess\""),
    ("no title", "weights of \"Los Alamos Chess\"", ""),
    ("half a title", "weights of \"Los Alamos Chess\"", "weights \"Los Alamos Chess\""),
    ("the board", "board 6x6", "board 8x8"),
    ("no board", "board 6x6", ""),
    ("a man that is not there", "N knight", "A archbishop"),
    ("a man twice", "N knight", "R rook"),
    ("a man that goes elsewhere", "N knight reaches 4.", "N knight reaches 5."),
    ("no man", "\nN knight", "\n// N knight"),
    ("a word", "value 82", "values 82"),
    ("another word", "value 82", "worth 82"),
    ("no number", "value 82 94", "value"),
    ("three numbers", "value 82 94", "value 82 94 96"),
    ("a word for a number", "value 82 94", "value 82 lots"),
    ("too much", "value 82 94", "value 82 1e9"),
    ("a thing twice", "  value 82 94\n", "  value 82 94\n  value 82 94\n"),
    ("squares without a word", "squares at the beginning", "squares"),
    ("a square too many", "  1 2 3 4 5 6\n", "  1 2 3 4 5 6 7\n"),
    ("a rank too few", "  1 2 3 4 5 6\n", ""),
    ("a rank too many", "  1 2 3 4 5 6\n", "  1 2 3 4 5 6\n  1 2 3 4 5 6\n"),
];

#[test]
fn what_cannot_be_meant_is_told() {
    let game = game("los-alamos");
    let mut weights = Weights::from_definition(&game);
    let pawn = game.variant().kinds().find(|(_, kind)| kind.symbol == "P").unwrap().0;
    weights.kinds[pawn.index()][Term::Value] = Tapered::new(820, 940);
    let text = weights.to_text(&game);
    let squares =
        "  value 82 94\n  squares at the beginning\n".to_owned() + &"    0 0 0 0 0 0\n".repeat(5) + "    1 2 3 4 5 6\n";
    let text = text.replacen("  value 82 94\n", &squares, 1);
    assert!(Weights::read(&game, &Source::new("own.weights", text.clone())).is_ok());
    let mut page = String::new();
    for (what, place, slip) in MISTAKES {
        assert!(text.contains(place), "{place}");
        let slipped = text.replacen(place, slip, 1);
        let report = Weights::read(&game, &Source::new("own.weights", slipped)).expect_err(what);
        let _ = writeln!(page, "# {what}\n{}", quoted_report(&report));
    }
    assert_page("weights", "slips", &page);
}

/// Texts that were never weights: none may do worse than to be refused.
#[test]
fn damaged_texts_are_refused() {
    let game = game("los-alamos");
    let text = Weights::from_definition(&game).to_text(&game);
    let mut dice = Dice::new(0);
    for _ in 0..500 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..dice.between(1, 8) {
            let place = dice.below(bytes.len());
            bytes[place] = b"0 9.-\n\"/eNaP\xff"[dice.below(13)];
        }
        let damaged = String::from_utf8_lossy(&bytes).into_owned();
        if let Err(report) = Weights::read(&game, &Source::new("own.weights", damaged)) {
            assert!(report.errors() > 0 && report.diagnostics().all(|problem| problem.help.is_some()));
        }
    }
}
