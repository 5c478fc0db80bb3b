//! The reference has every word of the language's grammars, and every form is read as it is written there.

use std::collections::BTreeSet;

use pest_meta::ast::Expr;
use pest_meta::parser::{Rule as MetaRule, consume_rules, parse as parse_grammar};

use weakfish::reference::{self, Section as Chapter};
use weakfish::syntax::{Document, ExpectedKind, expected_at};
use weakfish_grammar::variant::{self as grammar, Rule};

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
    // The first spelling of a word is that of the language.
    let words = Rule::all_rules().iter().filter_map(|&rule| grammar::spellings(rule).first());
    let words: BTreeSet<&str> = words.flat_map(|words| words.split(' ')).collect();
    assert!(words.len() > 150, "{words:?}");
    let lost: Vec<_> =
        words.into_iter().filter(|word| !LITTLE.contains(word) && reference::find(word).is_empty()).collect();
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

/// A definition in which an example stands where forms of its chapter do; `None` for chapters that are not about lines.
fn definition(chapter: Chapter, example: &str) -> Option<String> {
    let game = "game \"Example\" extends base\n";
    let text = match chapter {
        _ if example.starts_with("weakfish ") => format!("{example}\n{game}"),
        _ if example.starts_with("game ") => format!("{example}\n"),
        _ if ["men", "regions", "rules", "endings"].contains(&example) => format!("{game}{example}\n"),
        _ if example.starts_with("setup ") || example.starts_with("test ") => format!("{game}{example}\n"),
        Chapter::Facts => format!("{game}{example}\n"),
        Chapter::Men => format!("{game}men\n  {example}\n"),
        Chapter::Regions if example.contains(": ") => format!("{game}regions\n  {example}\n"),
        Chapter::Regions => format!("{game}regions\n  region: {example}\n"),
        Chapter::Setups if example.contains(": ") => format!("{game}setup standard\n  K k\n  {example}\n"),
        Chapter::Setups => format!("{game}setup b: a with {example}\n"),
        Chapter::Rules => format!("{game}rules\n  {example}\n"),
        Chapter::Endings => format!("{game}endings\n  {example}\n"),
        Chapter::Tests if ["to move", "facing", "hand"].iter().any(|word| example.starts_with(word)) => {
            format!("{game}test \"example\"\n  position:\n  K k\n  {example}\n")
        }
        Chapter::Tests => format!("{game}test \"example\"\n  {example}\n"),
        Chapter::Properties => format!("{game}men\n  K king: short W + leap N, turns 90, {example}\n"),
        Chapter::Results => format!("{game}endings\n  checkmated: {example}\n"),
        Chapter::Turn => format!("{game}endings\n  K on e8, {example}: wins\n"),
        _ => return None,
    };
    Some(text)
}

#[test]
fn every_form_is_read_as_it_is_written() {
    let mut read = 0;
    for entry in reference::entries() {
        for example in entry.forms.iter().flat_map(|form| &form.examples) {
            let Some(text) = definition(entry.section, &example.replace("NAME", "base")) else { continue };
            let problems: Vec<_> = Document::read(&text).diagnostics.into_iter().map(|told| told.message).collect();
            assert!(problems.is_empty(), "{}: `{example}` in\n{text}\n{problems:?}", entry.page);
            read += 1;
        }
    }
    assert!(read > 150, "{read}");
}

#[test]
fn every_construct_that_is_offered_has_an_entry() {
    let game = "game \"Example\" extends base\n";
    let lines = ["", "men\n  ", "regions\n  ", "setup a\n  ", "rules\n  ", "endings\n  ", "test \"a\"\n  "];
    let phrases = ["men\n  K king: K, ", "regions\n  hill: ", "endings\n  checkmate: ", "endings\n  K on e8, "];
    let texts = lines.iter().chain(&phrases).map(|text| format!("{game}{text}")).chain([String::new()]);
    let offered = texts.flat_map(|text| expected_at(&text, text.len()).1).filter(|offered| offered.example().is_some());
    let (has_entry, lost): (Vec<_>, Vec<_>) = offered.partition(|offered| offered.entry().is_some());
    assert!(lost.is_empty(), "no entry has {lost:?} among its forms");
    let examples: BTreeSet<_> = has_entry.iter().filter_map(weakfish::syntax::Expected::example).collect();
    assert!(examples.len() > 60, "{examples:?}");
}

/// What is offered within a phrase leads to the entry of that phrase, though other phrases begin with the same word.
#[test]
fn words_within_a_phrase_lead_to_its_entry() {
    for (begun, word, entry) in [
        ("men\n  N knight: N, when capturing ", "becomes", "when"),
        ("men\n  N knight: N, when capturing ", "may", "when"),
        ("men\n  N knight: N, when captured goes ", "to", "when captured"),
        ("men\n  N knight: N, ", "becomes", "becomes"),
        ("men\n  N knight: N, also ", "on", "on"),
        ("men\n  N knight: N, stays in ", "own rank", "ranks"),
    ] {
        let text = format!("game \"Example\" extends fide\n{begun}");
        let offered = expected_at(&text, text.len()).1;
        let found = offered.iter().find(|offered| offered.kind == ExpectedKind::Words(word.to_owned()));
        let name = found.and_then(weakfish::syntax::Expected::entry).map(|entry| entry.name);
        assert_eq!(name, Some(entry), "{begun}{word}: {offered:?}");
    }
}

/// Words that are offered behind each word of the examples are read there.
#[test]
fn words_that_are_offered_are_read() {
    // What is said of a line whose words the grammar has read.
    const MORE: [&str; 8] = [
        " is missing",
        "has no colon",
        "is understood here",
        // Of the squares that a board lacks.
        "`anywhere` can't stand here",
        "isn't a matter of",
        "can't be said of",
        "stands twice",
        "is read as",
    ];
    let mut offered = BTreeSet::new();
    let mut wrong = Vec::new();
    for entry in reference::entries() {
        for example in entry.forms.iter().flat_map(|form| &form.examples) {
            let Some(text) = definition(entry.section, &example.replace("NAME", "base")) else { continue };
            let line = text[..text.len() - 1].rfind('\n').map_or(0, |end| end + 1);
            for (at, _) in text.match_indices(' ').filter(|(at, _)| *at > line) {
                let (begun, all) = expected_at(&text, at + 1);
                for expected in all {
                    let ExpectedKind::Words(words) = expected.kind else { continue };
                    let longer = format!("{}{words}", &text[..begun.start]);
                    let told = Document::read(&longer).diagnostics.into_iter().map(|told| told.message);
                    let told: Vec<String> =
                        told.filter(|message| !MORE.iter().any(|more| message.contains(more))).collect();
                    if !told.is_empty() {
                        wrong.push((longer.lines().last().unwrap_or_default().to_owned(), told));
                    }
                    offered.insert(words);
                }
            }
        }
    }
    println!("{} words offered", offered.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(offered.len() > 200, "{offered:?}");
}

#[test]
fn every_synonym_of_a_word_is_read_with_a_note() {
    for (line, canonical) in [
        ("regions\n  home: own ranks 1 to 3", "own rank 1 to 3"),
        ("regions\n  home: ranks 4 to 5", "rank 4 to 5"),
        ("regions\n  home: files a to b", "file a to b"),
        ("regions\n  home: the last rank", ": last rank"),
        ("regions\n  home: own squares d1 to f3", "own d1 to f3"),
        ("regions\n  home: the last two ranks", ": last 2 ranks"),
        ("men\n  R rook: fR, may turn 90", "fR, turns 90"),
        ("men\n  R rook: fR, may flip", "fR, flips"),
        ("men\n  R rook: fR, may become N", "fR, becomes N"),
        ("rules\n  wall: anywhere, after each move", "wall: anywhere\n"),
        ("rules\n  drop of P: anywhere", "drop of P: on anywhere"),
        ("pieces\n  Q queen: Q", "men\n"),
        ("rules\n  capture: must", "compulsory"),
        ("rules\n  check: not allowed", "forbidden"),
        ("rules\n  passing: always", "allowed"),
        ("rules\n  promotion of P: on last rank, to Q, optionally except on e8", "optional but on e8"),
        ("rules\n  promotion of P: on last rank, to Q, if wished", ", optional"),
        ("rules\n  promotion of P: on last rank, to Q, mandatory", "on last rank, to Q\n"),
        ("rules\n  castling black: none", "black castling: none"),
        ("rules\n  castling: K 2 or 3 toward R, R to the last square K crossed", "K 2 to 3 toward R"),
        ("endings\n  2 checks: draw\n  the rest: inherited", "2 checks given: draw"),
        ("endings\n  1 man v 2 or more: loses\n  the rest: inherited", "1 man or fewer v 2 or more: loses"),
        ("endings\n  both pass: more points wins\n  the rest: inherited", "more points win"),
        ("men\n  Q queen: Q instead of B", "Q, instead of B"),
        ("men\n  Q queen: fQ, turns 90 when moving", "fQ, when moving turns 90"),
        ("men\n  Q queen: fQ, may turn 90 after moving", "fQ, when moving may turn 90"),
        ("setup\n  K . k\n  facing: K on a1 or b1 e", "facing: K on a1 and b1 e"),
    ] {
        let text = format!("game \"Example\" extends fide\n{line}\n");
        let told = Document::read(&text).diagnostics;
        assert!(!told.is_empty() && told.iter().all(|told| told.code == "variant::synonym"), "{line}: {told:?}");
        let formatted = weakfish::format::format(&text);
        assert!(formatted.contains(canonical), "{line}: {formatted}");
        assert!(Document::read(&formatted).diagnostics.is_empty(), "{formatted}");
    }
}

#[test]
fn what_is_only_nearly_a_synonym_is_refused() {
    for line in [
        "rules\n  castling: K 2 or 4 toward R, R to the last square K crossed",
        "rules\n  promotion of P: on last rank, to Q, optional, mandatory",
        "rules\n  long step: 2 squares from own rank 2",
        "men\n  R rook: R, replacesB",
        "men\n  R rook: R, not royal",
        "endings\n  only K N: draw",
        "endings\n  only K: draw",
        "endings\n  only K, P: draw",
        "endings\n  only K and N v K: draw",
        "endings\n  only K v K and N: draw",
        "rules\n  promotion of P: on last ranks, to Q",
        "rules\n  passing: optional",
        "endings\n  fewer than 0 P: loses",
        "endings\n  3 P and N in a row: wins",
        "rules\n  counting when bared: 16 moves against R and B",
    ] {
        let text = format!("game \"Example\" extends fide\n{line}\n");
        let told = Document::read(&text).diagnostics;
        assert!(told.iter().any(|told| told.code != "variant::synonym"), "{line}: {told:?}");
    }
}

#[test]
fn comments_within_synonyms_are_kept() {
    for text in [
        "rules\n  promotion of P: on last rank, to Q,  // soon\n    mandatory",
        "setup\n  K . k\n  facing: K on a1,  // here\n    or b1 e",
    ] {
        let text = format!("game \"Example\" extends fide\n{text}\n");
        assert!(weakfish::format::format(&text).contains("//"), "{text}");
    }
}
