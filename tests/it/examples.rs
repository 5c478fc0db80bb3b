//! Each of `examples/` runs and prints what it promises.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs an example, which `cargo test` has built beside this binary.
fn run(name: &str, arguments: &[&str]) -> Output {
    let mut path: PathBuf = std::env::current_exe().expect("the path of this test");
    path.pop();
    path.pop();
    path.extend(["examples", name]);
    path.set_extension(std::env::consts::EXE_EXTENSION);
    let run = Command::new(&path).args(arguments).current_dir(weakfish_testing::root()).output();
    run.unwrap_or_else(|error| panic!("{}: {error}; `cargo build --examples` builds it", path.display()))
}

/// What an example prints when all is well.
fn printed(name: &str, arguments: &[&str]) -> String {
    let output = run(name, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{name} {arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn perft_counts_by_the_public_api() {
    for (game, depth, nodes) in
        [("fide", "3", 8902), ("demichess", "3", 23206), ("defs/goals/antichess.variant", "2", 400)]
    {
        let text = printed("perft", &[game, depth]);
        let last = text.lines().last().expect("a line");
        let found = last.strip_prefix("nodes ").and_then(|rest| rest.split_once(" seconds "));
        let (found, seconds) = found.unwrap_or_else(|| panic!("{last}"));
        assert_eq!(found.parse(), Ok(nodes), "{game}");
        assert!(seconds.parse::<f64>().is_ok(), "{last}");
    }
    assert!(!run("perft", &["no-such-game", "1"]).status.success());
}

#[test]
fn the_random_player_plays_the_same_game_again() {
    let text = printed("random_player", &["feeble", "7"]);
    assert_eq!(printed("random_player", &["feeble", "7"]), text);
    assert_ne!(printed("random_player", &["feeble", "8"]), text);
    assert!(text.contains("\n8  ") && text.contains("\n1  "), "{text}");
    let ends = ["has won by", "a draw by", "the game goes on"];
    assert!(ends.iter().any(|end| text.trim_end().lines().last().is_some_and(|last| last.contains(end))), "{text}");
    assert_eq!(run("random_player", &["no-such-game", "7"]).status.code(), Some(2));
}

#[test]
fn the_checker_prints_plain_lines() {
    let output = run("check_file", &["tests/cases/errors/several-at-once.variant"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    let first = text.lines().next().unwrap_or_default();
    assert!(first.starts_with("tests/cases/errors/several-at-once.variant:"), "{text}");
    assert!(first.contains(": error[") && text.contains("\n  help: "), "{text}");
    assert_eq!(printed("check_file", &["defs/feeble.variant"]), "");
}

#[test]
fn a_man_is_drawn_and_described() {
    let text = printed("draw_man", &["fmWfcF"]);
    assert!(text.contains("one square forward, without capturing"), "{text}");
    let refused = run("draw_man", &["fmWx"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("error[betza::"), "{refused:?}");
}

#[test]
fn a_game_of_ones_own_is_played() {
    let text = printed("own_game", &[]);
    assert!(text.lines().last().is_some_and(|last| last.starts_with("sequences of 4 plies: ")), "{text}");
}
