//! The reference has every construct of the language and every word of its grammars, and every construct is read as it
//! is written there.

use std::collections::BTreeSet;

use pest_meta::ast::Expr;
use pest_meta::parser::{Rule as MetaRule, consume_rules, parse as parse_grammar};

use super::super::parse;
use super::super::vocabulary::{self, Place};
use crate::reference::{self, Section as Chapter};
use crate::syntax::Section;

#[test]
fn the_reference_has_every_form_of_every_construct_and_no_other() {
    let mut missing = Vec::new();
    let mut known = BTreeSet::new();
    for construct in vocabulary::all() {
        let Some(entry) = construct.entry() else {
            missing.push(format!("no entry has `{}`", construct.example()));
            continue;
        };
        known.insert((entry.section, entry.name));
        for form in construct.forms {
            if !entry.forms.iter().any(|written| written.examples == form.examples) {
                missing.push(format!("{}: {} lacks `{}`", entry.page, entry.name, form.examples.join("`, `")));
            }
        }
    }
    assert!(missing.is_empty(), "the reference lacks forms:\n{}", missing.join("\n"));
    let constructs: BTreeSet<&[&str]> =
        vocabulary::all().flat_map(|each| each.forms).map(|form| form.examples).collect();
    for entry in reference::entries().iter().filter(|entry| known.contains(&(entry.section, entry.name))) {
        for form in &entry.forms {
            assert!(constructs.contains(&*form.examples), "the vocabulary lacks {:?} of {}", form.examples, entry.page);
        }
    }
}

/// The rules of a grammar: their names, and the texts that stand in them.
fn literals(grammar: &str) -> Vec<(String, Vec<String>)> {
    fn collect(expr: &Expr, found: &mut Vec<String>) {
        if let Expr::Str(text) = expr {
            found.push(text.clone());
        }
    }
    let rules = consume_rules(parse_grammar(MetaRule::grammar_rules, grammar).unwrap()).unwrap();
    let literals = rules.into_iter().map(|rule| {
        let mut found = Vec::new();
        for expr in rule.expr.iter_top_down() {
            collect(&expr, &mut found);
        }
        (rule.name, found)
    });
    literals.collect()
}

#[test]
fn every_word_of_the_language_leads_to_an_entry() {
    // Words that stand everywhere, and say nothing by themselves.
    const LITTLE: [&str; 12] = ["a", "and", "as", "at", "be", "but", "by", "of", "or", "the", "to", "its"];
    let rules = literals(include_str!("../../../grammar/variant.pest"));
    // All but the rules between the words of the user's own and the words of the language consist of other rules.
    let start = rules.iter().position(|(name, _)| name == "a").unwrap();
    let words: BTreeSet<&String> = rules[start..].iter().flat_map(|(_, words)| words).collect();
    assert!(words.len() > 150, "{words:?}");
    let lost: Vec<_> = words
        .into_iter()
        .filter(|word| !word.contains('’') && !LITTLE.contains(&word.as_str()) && reference::find(word).is_empty())
        .collect();
    assert!(lost.is_empty(), "no entry has {lost:?}");
}

#[test]
fn every_letter_of_betza_notation_has_an_entry() {
    let rules = literals(include_str!("../../../grammar/betza.pest"));
    let kinds = [(Chapter::Atoms, "wazir", "bishop"), (Chapter::Modifiers, "forward", "toggling")];
    for (chapter, first, last) in kinds {
        let at = |sought: &str| rules.iter().position(|(name, _)| name == sought).unwrap();
        let letters: Vec<_> = rules[at(first)..=at(last)].iter().filter(|(name, _)| name != "tuple").collect();
        assert!(letters.len() > 12);
        for letter in
            letters.iter().flat_map(|(_, letters)| letters).filter(|letter| letter.len() == 1 && *letter != "[")
        {
            assert!(reference::named(chapter, letter).is_some(), "`{letter}` has no entry");
        }
    }
    assert!(reference::named(Chapter::Modifiers, "a").is_some());
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
