//! The explanations of codes: each example is run, the wrong one and the mended one, and a page for each group of codes
//! has what is said of the wrong ones.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use weakfish::diagnostic::{Code, Example};

use weakfish_testing::pages::assert_page;
use weakfish_testing::shell::words;

/// A diagnostic as the program prints it.
#[derive(Debug, Default)]
struct Printed {
    code: String,
    message: String,
    /// The file, the line and the column.
    place: String,
    labels: Vec<String>,
    help: String,
}

/// Reads the diagnostics of a rendered report.
///
/// What is wrong with a file that the one on the command line extends does not count.
fn read(rendered: &str, example: &Example, words: &[String]) -> Vec<Printed> {
    let extended = |line: &str| {
        let file = example.files.iter().find(|file| line.contains(&format!(" {}: ", file.name)));
        file.is_some_and(|file| !words.iter().any(|word| word.ends_with(&file.name)))
    };
    let mut counts = true;
    let mut all: Vec<Printed> = Vec::new();
    let mut in_help = false;
    for line in rendered.lines() {
        // A report begins with the name of its text.
        if ["  × ", "  ⚠ ", "  ☞ "].iter().any(|mark| line.starts_with(mark)) {
            counts &= !extended(line);
            counts |= words.iter().any(|word| line.contains(&format!(" {word}: ")));
        }
        if !counts {
            continue;
        }
        if let Some(code) = ["Error: ", "Warning: ", "Advice: "].iter().find_map(|severity| line.strip_prefix(severity))
        {
            all.push(Printed { code: code.to_owned(), ..Printed::default() });
            in_help = false;
            continue;
        }
        let Some(last) = all.last_mut() else { continue };
        let text = line.trim();
        if let Some(text) = ["  × ", "  ⚠ ", "  ☞ ", "  │ "].iter().find_map(|mark| line.strip_prefix(mark)) {
            if last.place.is_empty() {
                last.message += text;
                last.message.push(' ');
            }
        } else if let Some((_, place)) = text.split_once("╭─[") {
            if last.place.is_empty() {
                place.trim_end_matches(']').clone_into(&mut last.place);
            }
        } else if let Some(text) = line.strip_prefix("  help: ") {
            text.clone_into(&mut last.help);
            in_help = true;
        } else if in_help {
            in_help = !text.is_empty();
            if in_help {
                last.help.push(' ');
                last.help += text;
            }
        } else if text.starts_with('·') && text.contains(['╰', '┤']) {
            let label = text.rsplit(['─', '┤']).next().unwrap_or_default().trim();
            last.labels.extend(Some(label.to_owned()).filter(|label| !label.is_empty()));
        }
    }
    all
}

/// Runs an example in a folder of its own; whether it was done, and its diagnostics.
fn run(example: &Example, folder: &Path) -> (bool, Vec<Printed>) {
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
    let rendered = String::from_utf8(output.stderr).expect("UTF-8");
    // The page does not change with the sources.
    let rendered = rendered.replace(&weakfish_units::version(), env!("CARGO_PKG_VERSION"));
    (output.status.success(), read(&rendered, example, &words))
}

/// What is wrong with the examples of a code, and what is said of the wrong one.
fn try_code(code: Code, folder: &Path) -> (Vec<String>, String) {
    let explanation = code.explanation();
    let mut problems = Vec::new();
    let (_, mut found) = run(&explanation.wrong, &folder.join("wrong"));
    if code == Code::ReportCutShort {
        // What it is about is that there are very many others.
        found.retain(|found| found.code == code.as_str());
    }
    if found.is_empty() || found.iter().any(|found| found.code != code.as_str()) {
        problems.push(format!("{code}: the wrong example gives {found:?}"));
    }
    if found.iter().any(|found| found.message.is_empty() || found.place.is_empty() || found.help.is_empty()) {
        problems.push(format!("{code}: something is not said: {found:?}"));
    }
    let (done, others) = run(&explanation.right, &folder.join("right"));
    if !done || !others.is_empty() {
        problems.push(format!("{code}: the right example gives {others:?}"));
    }
    let mut page = format!("{code}\n");
    for Printed { message, place, labels, help, .. } in &found {
        writeln!(page, "  {place}: {}", message.trim_end()).unwrap();
        for label in labels {
            writeln!(page, "  - {label}").unwrap();
        }
        // How much memory is free depends on the machine.
        let help =
            if code == Code::CommandNoMemory { help.replace(|c: char| c.is_ascii_digit(), "") } else { help.clone() };
        writeln!(page, "  help: {help}").unwrap();
    }
    (problems, page)
}

#[test]
fn every_example_has_its_mistake_and_no_other_and_can_be_mended() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("explanations");
    let _ = fs::remove_dir_all(&folder);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut all = Vec::new();
        while let Some(&code) = Code::ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
            all.push((code, try_code(code, &folder.join(code.as_str().replace("::", "-")))));
        }
        all
    };
    let mut all: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker that does not panic")).collect()
    });
    all.sort_by_key(|(code, _)| code.as_str());
    let problems: Vec<String> = all.iter().flat_map(|(_, (problems, _))| problems.clone()).collect();
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
    let mut pages: BTreeMap<&str, String> = BTreeMap::new();
    for (code, (_, page)) in &all {
        pages.entry(code.group()).or_default().push_str(page);
    }
    for (group, page) in pages {
        assert_page("explanations", group, &page);
    }
}
