//! `weakfish analyze`: the same each time, right about what is certain, and texts that are played again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use weakfish::model::SetupId;
use weakfish::notation::read_move;
use weakfish::notation::replay::replay;

use weakfish_testing::games::game;

fn analyze(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.arg("analyze").args(arguments).current_dir(weakfish_testing::root()).stdin(Stdio::null());
    command.output().unwrap()
}

/// What is printed by a command that succeeds and has nothing to complain of.
fn stdout(arguments: &[&str]) -> String {
    let output = analyze(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[arguments, &["--json"]].concat())).unwrap()
}

/// A file of a test.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyze");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), text).unwrap();
    folder.join(name)
}

#[test]
fn lines_are_told_as_people_write_them_and_are_the_same_each_time() {
    for (name, play) in [("fide", "e2e4"), ("feeble", "1. Ae3 e6"), ("marseillais", "1. e4")] {
        let arguments = [name, "--play", play, "--nodes", "2000", "--lines", "3"];
        let page = stdout(&arguments);
        assert_eq!(page, stdout(&arguments), "{name}");
        let data = json_of(&arguments);
        let lines = data["lines"].as_array().unwrap();
        assert_eq!((lines.len(), page.lines().count()), (3, 4), "{name}: {page}");
        let position = replay(&game(name), SetupId::default(), play).lines.remove(0).position;
        for (line, told) in lines.iter().zip(page.lines().skip(1)) {
            let text = line["text"].as_str().unwrap();
            assert!(told.ends_with(text), "{name}: {told}");
            let first = line["moves"][0].as_str().unwrap();
            let words: Vec<&str> = text.split([' ', ',']).collect();
            let ends = (2..=words.len()).find(|&end| read_move(&position, &words[1..end].join(" ")).is_ok());
            let mv = read_move(&position, &words[1..ends.expect(text)].join(" ")).unwrap();
            assert!(Ok(mv) == read_move(&position, first) || words.len() > 2, "{name}: {text} and {first}");
        }
        let chances: Vec<f64> = lines.iter().map(|line| line["chance"].as_f64().unwrap()).collect();
        assert!(chances.is_sorted_by(|one, other| one >= other), "{name}: {chances:?}");
    }
}

#[test]
fn forced_wins_are_told_as_such() {
    let won = ["fide", "--fen", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "--depth", "4"];
    assert!(stdout(&won).ends_with("\n1-0 in 1  1. Rh8#\n"));
    assert_eq!(json_of(&won)["lines"][0]["score"]["win"], 1);
    let lost = ["fide", "--fen", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "--depth", "4"];
    assert!(stdout(&lost).ends_with("\n1-0 in 1  1... Kb8 2. Rh8#\n"));
    let over = ["fide", "--fen", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "--play", "f7f8"];
    assert_eq!(stdout(&over), "the game is over: White has won by checkmate\n");
    assert_eq!(json_of(&over)["lines"], Value::Array(vec![]));
}

/// The fault, the missed win and the remark of a ply.
fn judgement_of(ply: &Value) -> (Option<&str>, Option<u64>, &str) {
    (ply["fault"].as_str(), ply["missed_win"].as_u64(), ply["remark"].as_str().unwrap_or_default())
}

#[test]
fn blunders_and_missed_wins_are_marked() {
    let path = file("fool.txt", "1. f3 e5 2. g4 a6 3. h3 Qh4#");
    let path = path.to_str().unwrap();
    let data = json_of(&["fide", path, "--depth", "4"]);
    let plies = data["lines"][0]["plies"].as_array().unwrap();
    let (fault, _, remark) = judgement_of(&plies[2]);
    assert!(fault == Some("blunder") && remark.starts_with("loses in 1; better 2. "), "{remark}");
    let (fault, missed, remark) = judgement_of(&plies[3]);
    assert!(fault.is_some() && missed == Some(1), "{remark}");
    assert!(remark.starts_with("misses a win in 1; better 2... Qh4# (0-1 in 1)"), "{remark}");
    // The last move wins, and the best move is never a fault.
    assert_eq!(judgement_of(&plies[5]), (None, None, ""));
    assert!(data["lines"][0]["white"]["blunders"].as_u64() >= Some(1));
    let page = stdout(&["fide", path, "--depth", "4"]);
    assert!(page.contains("2... a6?") && page.ends_with("\nblack wins by checkmate\n"), "{page}");
}

#[test]
fn a_game_with_its_comments_is_a_game_text() {
    for (name, path) in [
        ("feeble", "tests/games/feeble-shortest-mate.txt"),
        ("not-quite-weakest", "tests/games/nqw-shortest-mate.txt"),
        ("gearshift-demichess", "tests/games/gearshift-demichess.txt"),
        ("demichess", "tests/games/demichess-8-and-9.txt"),
    ] {
        let game = game(name);
        let text = fs::read_to_string(weakfish_testing::root().join(path)).unwrap();
        let mut original = replay(&game, SetupId::default(), &text).lines;
        if original.iter().any(|line| !line.plies.is_empty()) {
            original.retain(|line| !line.plies.is_empty());
        }
        let noted = stdout(&[name, path, "--nodes", "50", "--text"]);
        let again = replay(&game, SetupId::default(), &noted);
        assert!(again.diagnostics.is_empty(), "{name}: {noted}: {:?}", again.diagnostics);
        let plies = |lines: &[weakfish::notation::replay::Line]| {
            let moves = lines.iter().map(|line| line.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>());
            moves.collect::<Vec<_>>()
        };
        assert_eq!(plies(&again.lines), plies(&original), "{name}: {noted}");
        let outcomes = |lines: &[weakfish::notation::replay::Line]| {
            lines.iter().map(|line| line.outcome.as_ref().map(|outcome| outcome.winner)).collect::<Vec<_>>()
        };
        assert_eq!(outcomes(&again.lines), outcomes(&original), "{name}: {noted}");
    }
}

#[test]
fn the_players_keep_their_names() {
    for text in ["White: A B\nBlack: C\n1. e4 e5", "[White \"A B\"]\n[Black \"C\"]\n\n1. e4 e5"] {
        let path = file("names.txt", text);
        let noted = stdout(&["fide", path.to_str().unwrap(), "--depth", "1", "--text"]);
        assert!(noted.starts_with("game: fide\nWhite: A B\nBlack: C\n\n1. "), "{noted}");
    }
}

/// What can be played is analysed, and what can't is told.
#[test]
fn a_text_with_a_mistake_is_analysed_up_to_it() {
    let path = file("wrong.txt", "1. e4 e5 2. Ke3");
    let output = analyze(&["fide", path.to_str().unwrap(), "--depth", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let [page, told] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(page.contains("1... e5") && page.ends_with("ongoing\n"), "{page}");
    assert!(told.contains("the King on e1 can't go to e3"), "{told}");
}
