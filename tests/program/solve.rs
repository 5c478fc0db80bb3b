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
    let text = fs::read_to_string(folder.join("kept.proof")).unwrap();
    let last = text.lines().last().unwrap();
    fs::write(folder.join("kept.proof"), text.replace(last, "")).unwrap();
    let refused = solve(&folder, &["--check", "kept.proof"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("command::other-proof"));
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
