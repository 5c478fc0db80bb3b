//! The explanations of codes: each example is run, the wrong one and the mended one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use weakfish::diagnostic::{Code, Example};

use weakfish_testing::shell::words;

/// Runs an example in a folder of its own; whether it was done, and the codes of its diagnostics.
///
/// What is wrong with a file that the one on the command line extends does not count.
fn run(example: &Example, folder: &Path) -> (bool, Vec<String>) {
    fs::create_dir_all(folder).expect("a folder for the example");
    for file in &example.files {
        fs::write(folder.join(&file.name), file.bytes()).expect("a file of the example");
    }
    let words = words(&example.command);
    let output = Command::new(env!("CARGO_BIN_EXE_weakfish"))
        .args(&words[1..])
        .current_dir(folder)
        .output()
        .expect("the command line runs");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    let extended = |line: &str| {
        let file = example.files.iter().find(|file| line.contains(&format!(" {}: ", file.name)));
        file.is_some_and(|file| !words.iter().any(|word| word.ends_with(&file.name)))
    };
    let mut counts = true;
    let mut codes = Vec::new();
    for line in told.lines() {
        // A report begins with the name of its text.
        if line.starts_with("  × ") || line.starts_with("  ⚠ ") {
            counts &= !extended(line);
            counts |= words.iter().any(|word| line.contains(&format!(" {word}: ")));
        }
        let code = line.strip_prefix("Error: ").or_else(|| line.strip_prefix("Warning: "));
        codes.extend(code.filter(|_| counts).map(str::to_owned));
    }
    (output.status.success(), codes)
}

/// What is wrong with the examples of a code.
fn problems(code: Code, folder: &Path) -> Vec<String> {
    let explanation = code.explanation();
    let mut problems = Vec::new();
    let (_, mut found) = run(&explanation.wrong, &folder.join("wrong"));
    if code == Code::ReportCutShort {
        // What it is about is that there are very many others.
        found.retain(|found| found == code.as_str());
    }
    if found.is_empty() || found.iter().any(|found| found != code.as_str()) {
        problems.push(format!("{code}: the wrong example gives {found:?}"));
    }
    let (done, found) = run(&explanation.right, &folder.join("right"));
    if !done || !found.is_empty() {
        problems.push(format!("{code}: the right example gives {found:?}"));
    }
    problems
}

#[test]
fn every_example_has_its_mistake_and_no_other_and_can_be_mended() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("explanations");
    let _ = fs::remove_dir_all(&folder);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut all = Vec::new();
        while let Some(&code) = Code::ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
            all.extend(problems(code, &folder.join(code.as_str().replace("::", "-"))));
        }
        all
    };
    let mut all: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker that does not panic")).collect()
    });
    all.sort();
    assert!(all.is_empty(), "\n{}\n", all.join("\n"));
}
