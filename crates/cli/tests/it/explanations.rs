//! The explanations of codes: each example is run, and the pages under `docs/diagnostics` are made from them.

use std::fmt::Write;
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

/// What the groups of codes are about: the name of the page, its title, and its first sentence.
const GROUPS: &[(&str, &str, &str)] = &[
    ("betza", "Betza notation", "Mistakes in the movement of a man."),
    ("check", "Definitions that make no game", "Mistakes in what a definition says, each line of which can be read."),
    ("command", "Commands", "Mistakes in what is typed on the command line."),
    ("fairy", "Configurations of Fairy-Stockfish", "Mistakes in a text that games are imported from."),
    ("fen", "Positions", "Mistakes in a FEN, and positions that can't stand."),
    ("game-text", "Game texts", "Mistakes in a game text around its moves."),
    ("move", "Moves", "Moves that can't be read, or can't be played."),
    ("report", "Reports", "What is said of a report as a whole."),
    ("test", "Tests of definitions", "Tests whose expectations are not met."),
    ("variant", "The language of definitions", "Mistakes in the lines of a definition."),
    ("weights", "Weights", "Mistakes in a file of weights, and weights of other games."),
];

/// A page as text in Markdown.
fn page(group: &str, title: &str, about: &str) -> String {
    let mut page = format!("# {title}\n\n{about} [All codes](../diagnostics.md)\n");
    for code in Code::ALL.iter().filter(|code| code.group() == group) {
        let explanation = code.explanation();
        write!(page, "\n## {code}\n\n**{}.** {}\n", capital(code.meaning()), explanation.text).unwrap();
        for (title, example) in [("Wrong", &explanation.wrong), ("Right", &explanation.right)] {
            write!(page, "\n{title}:\n\n```text\n").unwrap();
            for file in &example.files {
                writeln!(page, "{}:", file.heading()).unwrap();
                for line in file.text.lines() {
                    writeln!(page, "{}", format!("    {line}").trim_end()).unwrap();
                }
            }
            write!(page, "$ {}\n```\n", example.command).unwrap();
        }
    }
    page
}

/// The page that lists all codes.
fn index() -> String {
    let mut page = "# Diagnostics\n\n".to_owned();
    page += "Whatever Weakfish refuses or warns of has a code. `weakfish explain CODE` prints what a code means, why it is a\n\
             mistake, an example, and the example mended; `weakfish explain --list` prints all codes, a line each: the code, a\n\
             tab, and what it means. These pages are made from the same table, `src/diagnostic/code.rs`, and the explanations\n\
             beside it.\n";
    for (group, title, about) in GROUPS {
        write!(page, "\n## [{title}](diagnostics/{group}.md)\n\n{about}\n\n| code | meaning |\n|---|---|\n").unwrap();
        for code in Code::ALL.iter().filter(|code| code.group() == *group) {
            let anchor = code.as_str().replace("::", "");
            writeln!(page, "| [`{code}`](diagnostics/{group}.md#{anchor}) | {} |", code.meaning()).unwrap();
        }
    }
    page
}

/// The text with a capital at its start, unless it starts with a mark.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().to_string() + characters.as_str())
}

#[test]
fn the_pages_are_made_from_the_table() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut pages = vec![(docs.join("diagnostics.md"), index())];
    for (group, title, about) in GROUPS {
        pages.push((docs.join(format!("diagnostics/{group}.md")), page(group, title, about)));
    }
    assert!(Code::ALL.iter().all(|code| GROUPS.iter().any(|(group, ..)| *group == code.group())));
    // As for snapshots.
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::create_dir_all(docs.join("diagnostics")).unwrap();
        for (path, page) in &pages {
            fs::write(path, page).unwrap();
        }
    }
    for (path, page) in &pages {
        let stored = fs::read_to_string(path).unwrap_or_default();
        assert!(
            stored == *page,
            "{} is not what the table says; `INSTA_UPDATE=always cargo test the_pages_are_made` writes it",
            path.display()
        );
    }
    let stored = fs::read_dir(docs.join("diagnostics")).unwrap().count();
    assert_eq!(stored, GROUPS.len(), "a page without a group");
}
