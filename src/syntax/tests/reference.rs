//! The language reference has every construct of the language, and every construct is read as it is written there.

use super::super::parse;
use super::super::vocabulary::{self, Place};
use crate::syntax::Section;

const REFERENCE: &str = include_str!("../../../docs/language.md");

/// A row of the reference for each form of each construct.
fn rows() -> Vec<String> {
    let forms = vocabulary::all().flat_map(|construct| construct.forms);
    let row = |examples: &[&str], meaning: &str| format!("| `{}` | {meaning} |", examples.join("`, `"));
    forms.map(|form| row(form.examples, form.meaning)).collect()
}

#[test]
fn the_reference_has_a_row_for_every_form() {
    let missing: Vec<String> = rows().into_iter().filter(|row| !REFERENCE.lines().any(|line| line == row)).collect();
    assert!(missing.is_empty(), "docs/language.md lacks\n{}", missing.join("\n"));
}

#[test]
fn the_reference_has_no_row_of_its_own() {
    // What a movement may consist of is no matter of the vocabulary, nor are the rules of inheritance.
    let elsewhere = ["Betza notation", "Inheritance"];
    let sections = REFERENCE.split("\n## ").filter(|section| !elsewhere.iter().any(|title| section.starts_with(title)));
    let lines = sections.flat_map(str::lines).filter(|line| line.starts_with("| `"));
    let rows = rows();
    let unknown: Vec<&str> = lines.filter(|line| !rows.iter().any(|row| row == line)).collect();
    assert!(unknown.is_empty(), "the vocabulary lacks\n{}", unknown.join("\n"));
}

/// A definition in which an example stands where constructs of its kind do.
fn definition(place: Place, example: &str) -> String {
    let game = "game \"Example\" extends base\n";
    match place {
        Place::Heading if example.starts_with("weakfish") => format!("{example}\n{game}"),
        Place::Heading if example.starts_with("game") => format!("{example}\n"),
        Place::Heading | Place::Line(Section::Facts) => format!("{game}{example}\n"),
        Place::Line(Section::Men) => format!("{game}men\n  {example}\n"),
        Place::Line(Section::Regions) => format!("{game}regions\n  {example}\n"),
        Place::Line(Section::Setup) if example.starts_with("setup") => format!("{game}{example}\n"),
        Place::Line(Section::Setup) => format!("{game}setup standard\n  K k\n  {example}\n"),
        Place::Line(Section::Rules) => format!("{game}rules\n  {example}\n"),
        Place::Line(Section::Endings) => format!("{game}endings\n  {example}\n"),
        Place::Line(Section::Test) => format!("{game}test \"example\"\n  {example}\n"),
        Place::Property => format!("{game}men\n  K king: short W + leap N, turns 90, {example}\n"),
        Place::Area => format!("{game}regions\n  region: {example}\n"),
        Place::Change => format!("{game}setup b: a with {example}\n"),
        Place::Result => format!("{game}endings\n  checkmate: {example}\n"),
        Place::Turn => format!("{game}endings\n  K on e8, {example}: wins\n"),
    }
}

#[test]
fn every_example_is_read() {
    for construct in vocabulary::all() {
        for example in construct.forms.iter().flat_map(|form| form.examples) {
            let text = definition(construct.place, &example.replace("NAME", "base"));
            let problems: Vec<_> = parse(&text).diagnostics.into_iter().map(|problem| problem.message).collect();
            assert!(problems.is_empty(), "`{example}` in\n{text}\n{problems:?}");
        }
    }
}
