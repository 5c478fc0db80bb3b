//! Every example of the language reference is read by the parser.

use weakfish::parse;
use weakfish::source::Source;

/// The examples in the first column of the tables of a section.
fn examples(section: &str) -> Vec<String> {
    let reference = include_str!("../../docs/language.md");
    let from = reference.split(&format!("\n## {section}\n")).nth(1).expect("the section");
    let section = from.split("\n## ").next().unwrap_or_default();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let spans =
        cells.flat_map(|cell| cell.split('`').step_by(2).map(|span| span.replace("\\|", "|")).collect::<Vec<_>>());
    spans.filter(|span| !span.trim().is_empty()).collect()
}

/// Reads a text around each example of a section; there are at least `least` of them.
fn read(section: &str, least: usize, around: impl Fn(&str) -> String) {
    let examples = examples(section);
    assert!(examples.len() >= least, "{section}: {examples:?}");
    for example in examples {
        let text = around(&example);
        let (_, report) = parse(&Source::new("example", text.as_str()));
        let problems: Vec<_> = report.diagnostics().map(|problem| problem.message.clone()).collect();
        assert!(problems.is_empty(), "{section}: `{example}` in\n{text}\n{problems:?}");
    }
}

#[test]
fn the_examples_of_the_language_reference_are_read() {
    let game = "game \"Example\" extends fide\n";
    read(
        "Title and facts",
        7,
        |line| {
            if line.starts_with("game") { format!("{line}\n") } else { format!("{game}{line}\n") }
        },
    );
    read("Men", 12, |property| format!("{game}men\n  K king: short W + leap N, turns 90, {property}\n"));
    read("Setups", 4, |line| {
        if line.starts_with("setup") {
            return format!("{game}{line}\n");
        }
        format!("{game}board: 2x1\nsetup standard\n  K k\n  {line}\n")
    });
    read("Rules", 18, |line| format!("{game}rules\n  {line}\n"));
    read("Endings", 12, |condition| format!("{game}endings\n  {condition}: draw\n"));
    read("Tests", 9, |line| format!("{game}test \"example\"\n  {line}\n"));
}
