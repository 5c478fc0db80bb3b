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
    assert!(!folder.join("rook.moves").exists(), "a run without `--accept` writes nothing");
    assert!(tested(&folder, &["--accept"], "").0);
    assert!(tested(&folder, &[], "").0);
}

#[test]
fn each_change_is_accepted_rejected_or_skipped() {
    let folder = folder("changed");
    assert!(tested(&folder, &["--accept"], "").0);
    let stored = fs::read_to_string(folder.join("rook.moves")).unwrap();
    // Now a Rook moves two squares at most; one test is gone, and another is new.
    let changed = GAME.replace("fR,", "fR2,").replace("reach of R: stored\n", "reach of Q: stored\n");
    fs::write(folder.join("rook.variant"), changed).unwrap();
    let (passed, printed) = tested(&folder, &["--review"], "what?\na\nr\ns\n");
    assert!(!passed, "{printed}");
    for part in [
        "1 of 3: test \"a rook\": 5 moves gone\n8  . ",
        "- R{n} a1: a1a4 a1a5 a1a6 a1a7 a1a8\n",
        "2 of 3: test \"a rook\", reach of Q: not stored\n+ Q e5: ",
        "3 of 3: test \"a rook\", reach of R: stored, but nothing asks for it\n",
    ] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
    assert_eq!(printed.matches("(a, r, s)?").count(), 4, "{printed}");
    let reviewed = fs::read_to_string(folder.join("rook.moves")).unwrap();
    assert!(reviewed != stored && reviewed.contains("R{n} a1: a1@e a1@w a1a2 a1a3\n"), "{reviewed}");
    assert!(reviewed.contains("reach of R") && !reviewed.contains("reach of Q"), "{reviewed}");
    // The input ends before the last one.
    assert!(!tested(&folder, &["--review"], "accept\n").0);
    assert!(tested(&folder, &["--review"], "a\n").0);
    assert!(tested(&folder, &[], "").0);
}
