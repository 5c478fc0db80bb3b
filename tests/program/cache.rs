//! The user's cache folder: tables of endings are kept there, unless the user doesn't want that.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Analyses an ending with this folder for caches; the answer.
fn analyze(folder: &Path, more: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(["analyze", "los-alamos", "--fen", "4k1/6/3n2/6/6/K4R w - - 0 1", "--nodes", "100"]).args(more);
    // Each system has its own variable.
    for variable in ["XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"] {
        command.env(variable, folder);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn files_below(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| if entry.path().is_dir() { files_below(&entry.path()) } else { 1 }).sum()
}

#[test]
fn tables_are_kept_for_the_next_run_unless_the_user_says_no() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let made = analyze(&folder, &["--no-cache"]);
    assert_eq!(files_below(&folder), 0);
    assert_eq!(analyze(&folder, &[]), made);
    assert_eq!(files_below(&folder), 1);
    assert_eq!(analyze(&folder, &[]), made);
    assert_eq!(files_below(&folder), 1);
}
