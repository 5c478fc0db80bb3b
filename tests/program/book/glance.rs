//! The language on one page, `docs/language.md`, which is made of the reference.

use std::fmt::Write;

use weakfish::reference::{self, Entry, Section};

use super::pages;

/// What stands above the tables: what the page is, and the forms.
const START: &str = "\
# The language at a glance

First the forms, of which every line is made; then every construct, each with an example; its name leads to the page that says
everything about it. `weakfish explain WORD` prints the same in a terminal. This page is made of the others by a test.
";

/// How the grammar on the pages is to be read.
const NOTATION: &str = "\
On the pages, blocks like `board: FILESxRANKS [without SQUARES, …]` say how something is written: small words are written as
they are, capitals stand for what varies, brackets around what may be absent, `|` between things of which one is written, and
`…` for more of the same. A line with `=` says what a word in capitals stands for; those of the forms above mean the same on all
pages. In Betza notation brackets are brackets.
";

/// The text of the page of forms, without what only the reference needs.
fn forms() -> String {
    let forms = reference::entries().iter().find(|entry| entry.page == "reference/forms.md").expect("the forms");
    let (before, grammar) = forms.text.split_once("```grammar\n").expect("the grammar of the forms");
    let after = grammar.split_once("```\n").map_or("", |(_, after)| after);
    let after = after.replace("](", "](reference/");
    format!("\n## The forms\n\n{}\n\n{}\n\n{NOTATION}", before.trim(), after.trim())
}

/// Its place, as seen from `docs`.
fn place(entry: &Entry) -> String {
    if entry.anchor.is_empty() { entry.page.to_owned() } else { format!("{}#{}", entry.page, entry.anchor) }
}

/// What shows best how it is written: its first example, or else the first line of its grammar.
fn example(entry: &Entry) -> String {
    let example = entry.forms.first().map(|form| form.examples[0]).or_else(|| entry.grammar.lines().next());
    example.map_or_else(String::new, |example| format!("`{example}`").replace('|', "\\|"))
}

fn page() -> String {
    let mut page = START.to_owned() + &forms();
    for section in Section::ALL {
        let title = section.title();
        let capital = title[..1].to_uppercase() + &title[1..];
        write!(page, "\n## {capital}\n\n| name | example | what it is |\n|---|---|---|\n").unwrap();
        for entry in reference::entries().iter().filter(|entry| entry.section == section) {
            let name = entry.name.replace('[', "\\[").replace(']', "\\]").replace('|', "\\|");
            writeln!(page, "| [{name}]({}) | {} | {} |", place(entry), example(entry), entry.summary).unwrap();
        }
    }
    page
}

#[test]
fn the_language_on_one_page_is_made_of_the_reference() {
    let stored = pages::all().into_iter().find(|page| page.path == "language.md").expect("docs/language.md");
    let old = stored.compare(&page(), "the reference says something else");
    assert!(old.is_none(), "{}\n`INSTA_UPDATE=always cargo test --test it book` writes it", old.unwrap());
}
