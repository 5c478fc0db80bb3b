//! The commands of each page, run one after another in a folder of its own, with the definitions that stand on the page
//! above them, and the texts whose fences name a file, `text moves.txt`.
//!
//! A block of a console is commands behind `$ ` and what they print, as in pages of the command line. A line `...`
//! stands for any lines. The exit code is 0, or what the fence says: `console exit=1`. A picture that a command writes
//! is stored in `docs/pictures`, under its name. Blocks marked `console slow` are run only if the environment variable
//! `WEAKFISH_SLOW` is set; otherwise the program is asked whether it knows their commands and options.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::pages::{self, Block, Page, updating};
use weakfish_testing::shell::words;

/// Runs a command: all that it prints, in the order in which it does, and whether it exits with this code.
fn run(command: &str, folder: &Path, expected: i32) -> Result<String, String> {
    let (command, input) = match command.split_once(" < ") {
        Some((command, file)) => {
            (command, File::open(folder.join(file)).map_err(|why| format!("{file}: {why}"))?.into())
        }
        None => (command, Stdio::null()),
    };
    let words = words(command);
    let [program, arguments @ ..] = &*words else { return Err("no command".into()) };
    if program != "weakfish" {
        return Err(format!("`{program}` is not run here"));
    }
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    child.args(arguments).current_dir(folder).stdin(input);
    child.stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut running = child.spawn().unwrap();
    // The command holds the writing ends too, which would keep the pipe open.
    drop(child);
    let mut printed = String::new();
    reader.read_to_string(&mut printed).unwrap();
    let code = running.wait().unwrap().code();
    match code {
        Some(code) if code == expected => Ok(printed),
        _ => Err(format!("it exits with {code:?}:\n{printed}")),
    }
}

/// Whether a text is as written, where a line `...` stands for any lines.
fn matches(written: &[&str], printed: &[&str]) -> bool {
    match written.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|at| matches(rest, &printed[at..])),
        Some((line, rest)) => printed.split_first().is_some_and(|(first, after)| first == line && matches(rest, after)),
    }
}

/// The lines of a text without blanks at their ends, and without empty lines at its end.
fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

/// The commands of a block, each with what it prints by the page. A command begins a line; `$ ` within one is none.
fn commands<'a>(block: &Block<'a>) -> Result<Vec<(&'a str, &'a str)>, String> {
    let Some(text) = block.text.strip_prefix("$ ") else {
        return Err("a block of commands begins with `$ `".into());
    };
    Ok(text.split("\n$ ").map(|part| part.split_once('\n').unwrap_or((part, ""))).collect())
}

/// Tests that the program knows the commands and options of a block that is not run.
fn parse_block(block: &Block<'_>, folder: &Path) -> Result<(), String> {
    for (command, _) in commands(block)? {
        // An option that is unknown is an error before help is printed.
        run(&format!("{command} -h"), folder, 0).map_err(|why| format!("{command}: {why}"))?;
    }
    Ok(())
}

/// The lines of a block as they are now.
fn run_block(block: &Block<'_>, folder: &Path) -> Result<String, String> {
    let exit = block.marks().find_map(|mark| mark.strip_prefix("exit=")).map_or(0, |code| code.parse().unwrap());
    let mut now = String::new();
    for (command, written) in commands(block)? {
        let printed = run(command, folder, exit).map_err(|why| format!("{command}: {why}"))?;
        let (written, printed) = (lines(written), lines(&printed));
        writeln!(now, "$ {command}").unwrap();
        for line in if matches(&written, &printed) { written } else { printed } {
            writeln!(now, "{line}").unwrap();
        }
        now.push('\n');
    }
    now.truncate(now.trim_end().len());
    now.push('\n');
    Ok(now)
}

/// The page with what its commands print now, and the pictures that they write.
fn run_page(page: &Page, folder: &Path) -> Result<String, String> {
    let mut now = String::new();
    let mut copied = 0;
    for block in page.blocks() {
        let ending = match block.kind() {
            "variant" => ".variant",
            _ => ".txt",
        };
        if let Some(name) = block.marks().find(|mark| mark.ends_with(ending)) {
            fs::write(folder.join(name), block.text).unwrap();
        }
        if block.kind() != "console" {
            continue;
        }
        let failed = |why| format!("docs/{}:{}: {why}", page.path, block.line);
        if block.marks().any(|mark| mark == "slow") && std::env::var_os("WEAKFISH_SLOW").is_none() {
            parse_block(&block, folder).map_err(failed)?;
        } else {
            now += &page.text[copied..block.start];
            now += &run_block(&block, folder).map_err(failed)?;
            copied = block.start + block.text.len();
        }
    }
    Ok(now + &page.text[copied..])
}

/// The pictures in a folder that differ from those of the book.
fn other_pictures(folder: &Path, page: &str) -> Vec<String> {
    let mut others = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|extension| extension == "svg") {
            let stored = pages::docs().join("pictures").join(path.file_name().unwrap());
            let drawn = fs::read_to_string(&path).unwrap();
            if fs::read_to_string(&stored).ok().as_ref() == Some(&drawn) {
                continue;
            }
            if updating() {
                fs::write(stored, drawn).unwrap();
            } else {
                others.push(format!("docs/{page}: its commands draw another {}", stored.display()));
            }
        }
    }
    others
}

#[test]
fn commands_print_what_the_pages_say() {
    let all = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("book");
    let _ = fs::remove_dir_all(&all);
    let mut problems = Vec::new();
    let mut number = 0;
    for page in pages::all() {
        number += page.blocks().iter().filter(|block| block.kind() == "console").count();
        let folder = all.join(page.path.replace('/', "-"));
        fs::create_dir_all(&folder).unwrap();
        match run_page(&page, &folder) {
            Ok(now) => problems.extend(page.compare(&now, "a command prints something else")),
            Err(why) => problems.push(why),
        }
        problems.extend(other_pictures(&folder, &page.path));
    }
    let how = "`INSTA_UPDATE=always cargo test --test it book` writes the pages";
    assert!(problems.is_empty(), "\n{}\n{how}\n", problems.join("\n"));
    assert!(number > 10, "only {number} blocks of commands are found");
}

#[test]
fn commands_of_slow_blocks_are_parsed() {
    let page =
        |command: &str| Page { path: "page.md".into(), text: format!("```console slow\n$ {command}\nlines\n```\n") };
    let parsed = |command: &str| run_page(&page(command), Path::new("."));
    if std::env::var_os("WEAKFISH_SLOW").is_none() {
        assert!(parsed("weakfish solve feeble --shortest checkmate --plies 90").is_ok());
        assert!(parsed("weakfish solve feeble --shortest checkmate --plis 90").is_err());
        assert!(parsed("weakfish resolve feeble").is_err());
        assert!(parsed("otherfish solve feeble").is_err());
    }
}

#[test]
fn dots_stand_for_any_lines() {
    assert!(matches(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(matches(&["...", "d"], &["d"]));
    assert!(!matches(&["a", "..."], &["b", "a"]));
    assert!(!matches(&["a"], &["a", "b"]));
}
