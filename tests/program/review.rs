//! Stored move lists: `weakfish test --accept` and `--review`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GAME: &str = "game \"Reviewed\" extends fide\nmen\n  R rook: fR, turns 90\nrules\n  castling: none\n  \
    promotion of P: on last rank, to Q\ntest \"a rook\"\n  position: 4k3/8/8/8/8/8/8/R{n}3K3 w - - 0 1\n  moves: stored\n  \
    reach of R: stored\n";

/// A folder with the definition, and no stored lists.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("review").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("rook.variant"), GAME).unwrap();
    path
}

/// Tests the definition with these arguments and this input: whether it passed, and what was printed.
fn tested(folder: &Path, arguments: &[&str], input: &str) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(["test", "rook.variant", "--filter", "stored"]).args(arguments).current_dir(folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that asks nothing may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn lists_that_tests_ask_for_must_be_stored() {
    let folder = folder("missing");
    let (passed, printed) = tested(&folder, &[], "");
    assert!(!passed && printed.contains("test \"a rook\": not stored"), "{printed}");
    assert!(printed.starts_with("rook.moves: nothing is stored yet; `--accept` stores these lists"), "{printed}");
    assert!(!printed.contains("other moves"), "{printed}");
    let (passed, printed) = tested(&folder, &["--review"], "q\n");
    assert!(!passed && printed.contains("nothing is stored yet"), "{printed}");
    assert!(!folder.join("rook.moves").exists(), "a run without `--accept` writes nothing");
    assert!(tested(&folder, &["--accept"], "").0);
    assert!(tested(&folder, &[], "").0);
    // One list more: the others are stored.
    fs::write(folder.join("rook.variant"), GAME.to_owned() + "test \"start\"\n  moves: stored\n").unwrap();
    let (passed, printed) = tested(&folder, &[], "");
    let told = "rook.moves: other lists than stored; `--review` goes through them\n  test \"start\": not stored\n";
    assert!(!passed && printed == told, "{printed}");
}

#[test]
fn each_change_is_accepted_or_skipped() {
    let folder = folder("changed");
    assert!(tested(&folder, &["--accept"], "").0);
    let stored = fs::read_to_string(folder.join("rook.moves")).unwrap();
    // Now a Rook moves two squares at most; one test is gone, and another is new.
    let changed = GAME.replace("fR,", "fR2,").replace("reach of R: stored\n", "reach of Q: stored\n");
    fs::write(folder.join("rook.variant"), changed).unwrap();
    let (passed, printed) = tested(&folder, &["--review"], "what?\na\nr\ns\ns\n");
    assert!(!passed, "{printed}");
    for part in [
        "1 of 3: test \"a rook\": 5 moves gone\n8  . ",
        "- R{n} a1: a1a4 a1a5 a1a6 a1a7 a1a8\n",
        "2 of 3: test \"a rook\", reach of Q: not stored\n+ Q e5: ",
        "3 of 3: test \"a rook\", reach of R: stored, but nothing asks for it\n",
    ] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
    assert_eq!(printed.matches("(a, s, all, q)?").count(), 5, "{printed}");
    let reviewed = fs::read_to_string(folder.join("rook.moves")).unwrap();
    assert!(reviewed != stored && reviewed.contains("R{n} a1: a1@e a1@w a1a2 a1a3\n"), "{reviewed}");
    assert!(reviewed.contains("reach of R") && !reviewed.contains("reach of Q"), "{reviewed}");
    // The input ends before the last one.
    assert!(!tested(&folder, &["--review"], "accept\n").0);
    assert!(tested(&folder, &["--review"], "a\n").0);
    assert!(tested(&folder, &[], "").0);
}

/// The definition with more lists that the Rook's movement changes, and one that it doesn't.
fn more_lists() -> String {
    let test = |name: &str, lines: &str| format!("test \"{name}\"\n{lines}  moves: stored\n");
    let beside = "  position: 4k3/8/8/8/8/8/8/R{n}B2K3 w - - 0 1\n";
    let open = "  position: r{s}3k3/8/8/8/8/8/8/4K2R{n} b - - 0 1\n";
    [GAME.to_owned(), test("start", ""), test("beside", beside), test("open", open)].concat()
}

#[test]
fn a_change_of_one_rule_is_one_question() {
    let folder = folder("one_rule");
    fs::write(folder.join("rook.variant"), more_lists()).unwrap();
    assert!(tested(&folder, &["--accept"], "").0);
    let stored = fs::read_to_string(folder.join("rook.moves")).unwrap();
    fs::write(folder.join("rook.variant"), more_lists().replace("fR,", "fR2,")).unwrap();
    let (passed, printed) = tested(&folder, &[], "");
    let rules = "\n  changed rules\n    - R: Rook. Any number of squares forward. At";
    assert!(
        !passed && printed.contains(rules) && printed.contains("\n    + R: Rook. Up to 2 squares forward. "),
        "{printed}"
    );
    assert!(printed.find("changed rules") < printed.find("5 moves gone"), "{printed}");
    let (passed, printed) = tested(&folder, &["--review"], "a\n");
    assert!(passed && printed.starts_with("changed rules\n- R: Rook. "), "{printed}");
    assert!(printed.contains("\n1 of 1: 4 lists change alike\ntest \"a rook\": 5 moves gone\n8 "), "{printed}");
    assert_eq!(printed.matches(")?").count(), 1, "{printed}");
    assert!(tested(&folder, &[], "").0);
    // Each list of the question alone, once it is asked so.
    fs::write(folder.join("rook.moves"), &stored).unwrap();
    let (passed, printed) = tested(&folder, &["--review"], "each\ns\na\nq\n");
    assert!(!passed && printed.contains("1 of 4: test \"a rook\": 5 moves gone\n8 "), "{printed}");
    assert!(printed.contains("2 of 4: test \"a rook\", reach of R: ") && printed.contains("3 of 4: "), "{printed}");
    let partly = fs::read_to_string(folder.join("rook.moves")).unwrap();
    // The rules are stored with the last list.
    assert!(partly != stored && partly.contains("  R: Rook. Any number of squares forward"), "{partly}");
    assert!(tested(&folder, &["--review"], "all\n").0);
    let whole = fs::read_to_string(folder.join("rook.moves")).unwrap();
    assert!(whole.contains("  R: Rook. Up to 2 squares forward"), "{whole}");
}

#[test]
fn all_accepts_the_rest_and_quit_leaves_it() {
    let folder = folder("all");
    fs::write(folder.join("rook.variant"), more_lists()).unwrap();
    // The setup and its double are one question.
    let (passed, printed) = tested(&folder, &["--review"], "a\nquit\n");
    assert!(!passed && printed.contains("1 of 5: 2 lists change alike\nsetup standard: not stored\n"), "{printed}");
    assert!(printed.contains("test \"start\": as setup standard\naccept, "), "{printed}");
    let some = fs::read_to_string(folder.join("rook.moves")).unwrap();
    assert!(some.starts_with("setup standard\n") && some.matches("test ").count() == 1, "{some}");
    assert!(tested(&folder, &["--review"], "all\n").0);
    assert!(tested(&folder, &[], "").0);
}

#[test]
fn lists_without_rules_are_compared_too() {
    let folder = folder("without_rules");
    assert!(tested(&folder, &["--accept"], "").0);
    let stored = fs::read_to_string(folder.join("rook.moves")).unwrap();
    let (rules, lists) = stored.split_at(stored.find("setup standard").unwrap());
    assert!(rules.starts_with("rules\n  board: 8x8\n"), "{rules}");
    fs::write(folder.join("rook.moves"), lists).unwrap();
    assert!(tested(&folder, &[], "").0);
    fs::write(folder.join("rook.variant"), GAME.replace("fR,", "fR2,")).unwrap();
    let (passed, printed) = tested(&folder, &[], "");
    assert!(!passed && printed.contains("5 moves gone") && !printed.contains("changed rules"), "{printed}");
    // Both lists are the Rook's.
    assert!(tested(&folder, &["--review"], "a\n").0);
    assert!(fs::read_to_string(folder.join("rook.moves")).unwrap().starts_with("rules\n  board: 8x8\n"));
}
