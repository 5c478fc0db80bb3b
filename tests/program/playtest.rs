//! `weakfish playtest` and the study behind it: figures that follow from the games, and the same ones each time.

#![allow(clippy::cast_precision_loss, reason = "numbers of games and moves are small")]

use std::process::{Command, Output, Stdio};

use serde_json::Value;
use weakfish::{BuiltIns, Game, Source, builtin, load};
use weakfish_player::playtest::{Findings, Plan, Players, PlaytestGame, Study};
use weakfish_player::search::Searcher;

fn game(name: &str) -> Game {
    load(&builtin::source(name).unwrap(), &BuiltIns).unwrap()
}

/// So many quick games of a game.
fn trials(game: &Game, games: u64) -> Vec<PlaytestGame> {
    let mut searcher = Searcher::new(game);
    searcher.set_hash_bytes(1 << 16);
    let mut plan = Plan::default();
    (plan.nodes, plan.max_plies) = (30, 120);
    (0..games).map(|number| plan.play(&mut searcher, game, number)).collect()
}

fn findings(game: &Game, trials: &[PlaytestGame]) -> Findings {
    let mut study = Study::new(game);
    for trial in trials {
        study.add(trial);
    }
    study.findings()
}

#[test]
fn figures_follow_from_the_games() {
    for name in ["los-alamos", "weakest", "marseillais", "king-of-the-hill", "demichess"] {
        let game = game(name);
        let trials = trials(&game, 24);
        let findings = findings(&game, &trials);
        let count = |kind: &dyn Fn(&PlaytestGame) -> bool| trials.iter().filter(|trial| kind(trial)).count() as u64;
        let by_chance = |trial: &PlaytestGame| trial.players == Players::Chance;
        let equals = |trial: &PlaytestGame| trial.players == Players::Equals;
        let games = findings.games;
        assert_eq!((games.chance, games.equals, games.total()), (count(&by_chance), count(&equals), 24), "{name}");
        // Every game by players has ended in one of the ways, or was broken off.
        let players = games.equals + games.unequal;
        let ended: f64 = findings.endings.iter().map(|ending| ending.players.share * players as f64).sum();
        let broken = count(&|trial| !by_chance(trial) && trial.played.outcome.is_none());
        assert_eq!(ended.round() as u64 + broken, players, "{name}");
        // Men have made all moves that were made.
        let moves: usize = trials.iter().filter(|trial| !by_chance(trial)).map(|trial| trial.played.moves.len()).sum();
        let told: f64 =
            findings.men.iter().map(|kind| kind.moves.mean + kind.turns.map_or(0.0, |turns| turns.mean)).sum();
        assert!((told * players as f64 - moves as f64).abs() < 1e-6 * moves as f64, "{name}");
        assert!((findings.length.plies.mean * players as f64 - moves as f64).abs() < 1e-6 * moves as f64, "{name}");
        for setup in &findings.fairness {
            let sum = setup.white.share + setup.draws.share + setup.black.share;
            assert!(setup.score.games == 0 || (sum - 1.0).abs() < 1e-9, "{name}");
        }
        assert!(findings.sections().iter().all(|section| !section.answer.contains("NaN")), "{name}");
    }
}

#[test]
fn games_depend_on_their_number_and_the_seed_alone() {
    let game = game("weakest");
    let mut searcher = Searcher::new(&game);
    let mut plan = Plan::default();
    (plan.nodes, plan.max_plies) = (30, 60);
    let one = plan.play(&mut searcher, &game, 5);
    plan.play(&mut searcher, &game, 6);
    assert_eq!(plan.play(&mut searcher, &game, 5), one);
    plan.seed = 2;
    assert_ne!(plan.play(&mut searcher, &game, 5), one);
}

#[test]
fn what_is_never_used_is_named() {
    // A man that stands nowhere and to which nothing promotes.
    let text = format!(
        "game \"Draft\" extends {}\nmen\n  D wall: W\nendings\n  K on e5: wins\n  the rest: inherited\n",
        builtin::ORTHODOX
    );
    let Ok(game) = load(&Source::new("draft", text), &BuiltIns) else { panic!("a draft that is a game") };
    let findings = findings(&game, &trials(&game, 16));
    let wall = findings.men.iter().find(|kind| kind.symbol == "D").unwrap();
    assert_eq!((wall.moves.mean, wall.captures.mean, wall.idle.share, wall.value), (0.0, 0.0, 1.0, None));
    let words: String = findings.sections().into_iter().map(|section| section.answer + "\n").collect();
    assert!(words.contains("never move: wall"), "{words}");
}

fn weakfish(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR")).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn the_command_tells_the_same_however_games_are_played() {
    let run = |more: &[&str]| {
        let quick = ["playtest", "los-alamos", "--games=24", "--nodes=30", "--max-plies=120"];
        let output = weakfish(&[&quick, more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let page = run(&["--concurrency=1"]);
    assert_eq!(page, run(&["--concurrency=3"]));
    for question in ["Is it fair?", "Is it drawish?", "Does skill matter?", "How does it end?", "And if chance plays?"]
    {
        assert!(page.contains(question), "{page}");
    }
    let json: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!(json["games"]["chance"], 6);
    assert_eq!(json["title"], "Los Alamos Chess");
    run(&["--html=playtest.html"]);
    let html = std::fs::read_to_string(concat!(env!("CARGO_TARGET_TMPDIR"), "/playtest.html")).unwrap();
    assert!(html.contains("<h2>Is it fair?</h2>") && html.ends_with("</html>\n"));
}
