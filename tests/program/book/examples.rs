//! Definitions and Betza strings that stand on pages.

use std::collections::BTreeMap;
use std::fmt::Write;

use weakfish::check::BaseError;
use weakfish::source::Source;
use weakfish::testing::runner;
use weakfish::{BuiltIns, Resolver, betza, check};

use super::pages::{self, Block};

/// Built-in games, and the definitions that stand earlier on the page under a name.
struct EarlierDefinitions<'a>(&'a BTreeMap<&'a str, &'a str>);

impl Resolver for EarlierDefinitions<'_> {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        BuiltIns.built_in_names()
    }

    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError> {
        self.0.get(path).map_or_else(|| BuiltIns.beside(from, path), |text| Ok(Source::new(path, *text)))
    }
}

/// What is wrong with a definition: it, or a test in it, has other mistakes than its fence says.
fn problem(block: &Block<'_>, earlier: &BTreeMap<&str, &str>) -> Option<String> {
    let mut expected: Vec<&str> = block.marks().filter(|mark| mark.contains("::")).collect();
    expected.sort_unstable();
    let checked = check(&Source::new("example.variant", block.text), &EarlierDefinitions(earlier));
    let tests: Vec<_> = runner::run(&checked).into_iter().filter(|test| !test.diagnostics.is_empty()).collect();
    let of_tests = tests.iter().flat_map(|test| &test.diagnostics);
    let mut found: Vec<&str> = checked.report.diagnostics().chain(of_tests).map(|each| each.code.as_str()).collect();
    found.sort_unstable();
    (found != expected).then(|| format!("expected {expected:?}, found\n{:#}{tests:?}", checked.report))
}

#[test]
fn definitions_are_sound_or_have_the_mistakes_that_are_named() {
    let mut problems = Vec::new();
    let mut number = 0;
    for page in pages::all() {
        let mut earlier = BTreeMap::new();
        for block in page.blocks().iter().filter(|block| block.kind() == "variant") {
            number += 1;
            problems.extend(problem(block, &earlier).map(|text| format!("docs/{}:{}: {text}", page.path, block.line)));
            let name = block.marks().find(|mark| mark.ends_with(".variant"));
            earlier.extend(name.map(|name| (name, block.text)));
        }
    }
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
    assert!(number > 50, "only {number} definitions are found");
}

/// Whether a text is a line of some section, or a property or a movement of a man.
fn is_line(text: &str) -> bool {
    let board = "  k . . . . . . .\n".to_owned() + &"  . . . . . . . .\n".repeat(6) + "  . . . . . . . K\n";
    let lines = [
        format!("men\n  {text}\n"),
        format!("men\n  X man: W, {text}\n"),
        format!("men\n  X man: {text}\n"),
        format!("rules\n  {text}\n"),
        format!("endings\n  {text}\n"),
        format!("setup standard\n{board}  {text}\n"),
    ];
    lines.iter().any(|line| {
        let source = Source::new("line.variant", format!("game \"Line\" extends fide\n{line}"));
        !check(&source, &BuiltIns).report.diagnostics().any(|each| each.code.as_str().starts_with("variant::"))
    })
}

#[test]
fn what_known_games_do_is_said_by_lines_of_the_language() {
    let pages = pages::all();
    let page = pages.iter().find(|page| page.path == "known-rules.md").unwrap();
    let rows = page.text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").nth(2));
    let texts: Vec<&str> = rows.flat_map(|lines| lines.split('`').skip(1).step_by(2)).collect();
    let wrong: Vec<_> = texts.iter().filter(|text| !text.contains('…') && !is_line(text)).collect();
    assert!(wrong.is_empty() && texts.len() > 30, "{wrong:#?} of {}", texts.len());
    assert!(!is_line("when capturing explodes") && !is_line("drop of P: anywhere"));
}

/// A block of Betza strings as it is now: in each line a string, two blanks or more, and what it means. Behind the fence
/// stand the codes of what is said about each of them; then its line has the help.
fn annotated_strings(block: &Block<'_>) -> Result<String, String> {
    let expected: Vec<&str> = block.marks().collect();
    let strings = block.text.lines().map(|line| line.split("  ").next().unwrap_or_default());
    let strings: Vec<&str> = strings.filter(|string| !string.is_empty()).collect();
    let width = strings.iter().map(|string| string.len()).max().unwrap_or_default();
    let mut now = String::new();
    for string in strings {
        let (movement, diagnostics) = betza::movement(string);
        let found: Vec<&str> = diagnostics.iter().map(|each| each.code.as_str()).collect();
        if found != expected {
            return Err(format!("`{string}`: {found:?}"));
        }
        let helps = diagnostics.into_iter().filter_map(|each| each.help);
        let means = match movement {
            Some(movement) if expected.is_empty() => betza::describe(&movement),
            _ => helps.collect(),
        };
        writeln!(now, "{string:width$}  {}", means.join("; ")).unwrap();
    }
    Ok(now)
}

#[test]
fn betza_strings_mean_what_stands_beside_them() {
    let mut problems = Vec::new();
    let mut number = 0;
    for page in pages::all() {
        let mut now = String::new();
        let mut copied = 0;
        for block in page.blocks().iter().filter(|block| block.kind() == "betza") {
            number += block.text.lines().count();
            match annotated_strings(block) {
                Ok(lines) => {
                    now += &page.text[copied..block.start];
                    now += &lines;
                    copied = block.start + block.text.len();
                }
                Err(why) => problems.push(format!("docs/{}:{}: {why}", page.path, block.line)),
            }
        }
        now += &page.text[copied..];
        problems.extend(page.compare(&now, "a string means something else"));
    }
    let how = "`INSTA_UPDATE=always cargo test --test it book` writes the pages";
    assert!(problems.is_empty(), "\n{}\n{how}\n", problems.join("\n"));
    assert!(number > 50, "only {number} strings are found");
}
