//! `weakfish solve`: proofs that are kept in files, and help where a help problem could be meant.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solve").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn solve(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.arg("solve").args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_proof_in_a_file_is_verified() {
    let folder = folder("proof");
    let fen = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";
    let told = stdout(solve(&folder, &["fide", "--fen", fen, "--prove", "-o", "kept.proof"]));
    assert!(told.contains("White wins: proved, in "), "{told}");
    let checked = stdout(solve(&folder, &["--check", "kept.proof"]));
    assert_eq!(checked.lines().last(), told.lines().last());
    assert!(checked.contains("\nthe rules are those of the built-in game `fide`\n"), "{checked}");
    let with_game = stdout(solve(&folder, &["--check", "kept.proof", "fide"]));
    assert_eq!(with_game, checked.replace("the rules are those of the built-in game `fide`\n", ""));
    let text = fs::read_to_string(folder.join("kept.proof")).unwrap();
    let last = text.lines().last().unwrap();
    fs::write(folder.join("kept.proof"), text.replace(last, "")).unwrap();
    let refused = solve(&folder, &["--check", "kept.proof"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("command::other-proof"));
}

/// A proof is one by the rules in its file, whatever they are called.
#[test]
fn a_proof_says_whose_rules_it_has() {
    let folder = folder("origin");
    let fen = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
    let amazon = "men\n  Q queen: QN, instead of Q\n";
    for (file, title, lines) in
        [("other", "Chess", amazon), ("unknown", "Chess of Mine", amazon), ("same", "Chess of Mine", "")]
    {
        fs::write(folder.join(format!("{file}.variant")), format!("game \"{title}\" extends fide\n{lines}")).unwrap();
        let game = format!("{file}.variant");
        stdout(solve(&folder, &[&game, "--fen", fen, "--prove", "-o", &format!("{file}.proof")]));
    }
    let told = stdout(solve(&folder, &["--check", "other.proof"]));
    let says =
        "the file brings its own rules, which are not those of the built-in game `fide`: they differ in the man Q\n";
    assert!(told.starts_with("Chess, ") && told.contains(says) && told.contains("White wins: proved"), "{told}");
    let told = stdout(solve(&folder, &["--check", "unknown.proof"]));
    assert!(told.contains("no built-in game is called Chess of Mine\n"), "{told}");
    // Titles don't matter, rules do.
    let told = stdout(solve(&folder, &["--check", "same.proof", "fide"]));
    assert!(told.starts_with("Chess of Mine, ") && told.contains("White wins: proved"), "{told}");
    stdout(solve(&folder, &["--check", "other.proof", "other.variant"]));
    let refused = solve(&folder, &["--check", "other.proof", "fide"]);
    assert_eq!((refused.status.code(), refused.stdout.as_slice()), (Some(1), &[][..]));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("command::other-proof") && told.contains("differ in the man Q"), "{told}");
}

/// A king against a king and a rook on a small board.
const ROOK: &str = "game \"Rook\"\nboard: 3x4\nfirst: white\nblack: mirrors white\n\nmen\n  K king: K, royal\n  R rook: R\n\n\
                    setup start\n  k . r\n  . . .\n  . . .\n  . K .\n\nendings\n  checkmated: loses\n  stalemated: draw\n  \
                    position 3 times: draw\n";

/// The files are the same however often the memory is full, and the values those of the tables of endings.
#[test]
fn an_enumeration_has_the_values_of_endgame_tables() {
    let folder = folder("enumeration");
    fs::write(folder.join("rook.variant"), ROOK).unwrap();
    let told = stdout(solve(&folder, &["rook.variant", "--enumerate", "kept"]));
    assert!(told.contains("not part of the values:\n  repetition: what is not decided is drawn"), "{told}");
    let read = |name: &str| ["positions", "values"].map(|file| fs::read(folder.join(name).join(file)).unwrap());
    // A second call only reads.
    assert_eq!(stdout(solve(&folder, &["rook.variant", "--enumerate", "kept"])), told);
    stdout(solve(&folder, &["rook.variant", "--enumerate", "again", "--threads", "3", "--memory", "1"]));
    assert_eq!(read("again"), read("kept"));
    let [positions, values] = read("kept");
    let counted = format!("\n{} positions can be reached, images under 7 symmetries counted once\n", values.len() / 2);
    assert!(told.contains(&counted), "{told}");
    assert!(positions.len() > values.len() && values.len() > 500, "{}", values.len());
    // Without symmetries there are more, with the same values.
    let told = stdout(solve(&folder, &["rook.variant", "--enumerate", "plain", "--no-symmetry"]));
    let [_, all] = read("plain");
    assert!(told.contains(&format!("\n{} positions can be reached\n", all.len() / 2)), "{told}");
    assert!(all.len() > values.len());
    // After a missed win there is nothing to look up.
    let told = stdout(solve(&folder, &["rook.variant", "--enumerate", "won", "--skip-missed-wins"]));
    let [_, won] = read("won");
    let counted =
        format!("\n{} positions can be reached if no player misses a win with the next move, ", won.len() / 2);
    assert!(told.contains(&counted) && won.len() < values.len(), "{told}");
    let refused = solve(&folder, &["rook.variant", "--enumerate", "plain"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another game or position"), "{refused:?}");
    let probe = |moves: &str| stdout(solve(&folder, &["rook.variant", "--probe", "kept", "--play", moves]));
    let table = |moves: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
        stdout(command.args(["table", "rook.variant", "--play", moves]).current_dir(&folder).output().unwrap())
    };
    for moves in ["", "b1b2", "b1a2"] {
        assert_eq!(probe(moves), table(moves), "{moves}");
        for other in ["plain", "won"] {
            let told = stdout(solve(&folder, &["rook.variant", "--probe", other, "--play", moves]));
            assert_eq!(told, table(moves), "{moves}, {other}");
        }
    }
}

/// A king that can be taken with the first move.
const TAKEN: &str = "game \"Taken\"\nboard: 2x3\nfirst: white\nblack: mirrors white\n\nmen\n  K king: W\n\nsetup start\n  k .\n  K .\n  . .\n\n\
                     endings\n  no K: loses\n  stalemated: draw\n";

#[test]
fn a_probe_says_that_moves_which_miss_a_win_are_left_out() {
    let folder = folder("taken");
    fs::write(folder.join("taken.variant"), TAKEN).unwrap();
    let told = stdout(solve(&folder, &["taken.variant", "--enumerate", "won", "--skip-missed-wins"]));
    assert!(told.contains("\n2 positions can be reached if no player misses a win with the next move"), "{told}");
    let told = stdout(solve(&folder, &["taken.variant", "--probe", "won"]));
    assert_eq!(
        told,
        "White to move wins in 1 ply\n1. Kxa3\n  Kxa3  wins in 1 ply\n\
         the other moves miss a win, and what follows is left out\n"
    );
    let told = stdout(solve(&folder, &["taken.variant", "--enumerate", "all"]));
    assert!(told.contains("White to move wins in 1 ply"), "{told}");
    let told = stdout(solve(&folder, &["taken.variant", "--probe", "all"]));
    assert!(told.lines().count() > 4 && !told.contains("left out"), "{told}");
}

#[test]
fn an_interrupted_enumeration_continues() {
    let folder = folder("interrupted");
    fs::write(folder.join("rook.variant"), ROOK).unwrap();
    stdout(solve(&folder, &["rook.variant", "--enumerate", "kept"]));
    let head = fs::read(folder.join("kept/enumeration")).unwrap();
    let whole = fs::read(folder.join("kept/values")).unwrap();
    // As if it had ended before the moves, with a part of a file.
    fs::remove_file(folder.join("kept/values")).unwrap();
    fs::write(folder.join("kept/nodes"), [0; 7]).unwrap();
    fs::write(folder.join("kept/edges-20.partial"), [0; 7]).unwrap();
    stdout(solve(&folder, &["rook.variant", "--enumerate", "kept"]));
    assert_eq!(fs::read(folder.join("kept/values")).unwrap(), whole);
    let refused = |arguments: &[&str], reason: &str| {
        let output = solve(&folder, arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && told.contains(reason), "{told}");
    };
    refused(&["rook.variant", "--enumerate", "kept", "--play", "b1b2"], "another game or position");
    refused(&["fide", "--probe", "kept"], "another game or setup");
    refused(&["rook.variant", "--probe", "none"], "has no enumeration");
    refused(&["rook.variant", "--probe", "kept", "--fen", "k1r/3/3/1RK w - - 0 1"], "can't be reached");
    refused(&["italian-progressive", "--enumerate", "other"], "without limit");
    fs::remove_file(folder.join("kept/values")).unwrap();
    fs::write(folder.join("kept/positions"), [0; 5]).unwrap();
    fs::write(folder.join("kept/enumeration"), head).unwrap();
    refused(&["rook.variant", "--enumerate", "kept"], "kept");
}

/// A file that is there stays as it is if nothing is proved.
#[test]
fn nothing_is_written_without_a_proof() {
    let folder = folder("none");
    let question = ["fide", "--prove", "--nodes", "500", "-o", "kept.proof"];
    let told = stdout(solve(&folder, &question));
    assert!(told.contains("no proof of its value"), "{told}");
    assert!(!folder.join("kept.proof").exists());
}

#[test]
fn help_without_a_length_is_the_help_of_the_command() {
    let folder = folder("help");
    for arguments in [&["--help"][..], &["fide", "--help"]] {
        let told = stdout(solve(&folder, arguments));
        assert!(told.starts_with("Solves problems") && told.contains("--series-help <N>"), "{told}");
    }
}

#[test]
fn problems_of_a_file_are_solved_one_by_one() {
    let folder = folder("texts");
    let text = "BeginProblem Pieces White Kf6 Qg5 Black Kh8 Stipulation #1 Condition Circe\n\
                NextProblem Title T\nPieces White Kf6 Qg5 Black Kh8 Stipulation h#1 Option SetPlay EndProblem\n";
    fs::write(folder.join("two.txt"), text).unwrap();
    let output = solve(&folder, &["two.txt", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("problem::refused"));
    let told = String::from_utf8(output.stdout).unwrap();
    let [set_play, actual] = told.lines().collect::<Vec<_>>()[..] else { panic!("{told}") };
    assert!(set_play.contains(r#""heading":["T"],"part":"set play","#), "{set_play}");
    assert!(!actual.contains("part") && actual.contains(r#""count":1,"#), "{actual}");
    assert_eq!(solve(&folder, &["fide", "two.txt", "--json"]).stdout, told.as_bytes());
    for wrong in [&["fide", "two.txt", "--mate", "1"][..], &["two.txt", "--duplex"], &["fide"], &["none.txt"]] {
        assert_eq!(solve(&folder, wrong).status.code(), Some(2), "{wrong:?}");
    }
    // A side in check can't let the other one move.
    let men = ["fide", "--men", "white Kf6 Rh1 black Kh8", "--help", "1", "--set-play"];
    let told = stdout(solve(&folder, &men));
    assert!(told.starts_with("Chess, set play: there is none, since Black's King on h8 could be captured"), "{told}");
}

#[test]
fn the_usual_side_begins_where_a_placement_says_nothing() {
    let folder = folder("turn");
    let begins = |fen: &str, problem: &str| stdout(solve(&folder, &["fide", "--fen", fen, "--stipulation", problem]));
    let placement = "1r6/pk6/8/3N4/4B3/8/8/7K";
    assert!(begins(placement, "h#1").contains("Black begins") && begins(placement, "#2").contains("White begins"));
    assert_eq!(begins(placement, "h#1"), begins(&format!("{placement} b - - 0 1"), "h#1"));
}
