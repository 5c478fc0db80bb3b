//! The page of every game: its rules in words, so that a player could learn it. What several games have is on the page of the
//! first.

use std::collections::BTreeMap;
use std::fmt::Write;

use weakfish::check::{Checked, Texts};
use weakfish::geometry::Side;
use weakfish::rulebook::page;
use weakfish::rulebook::sheet::sheet;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::pages::assert_page;

/// The parts of a page: what begins at the left after an empty or an indented line, such as a man or an ending.
fn parts(page: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut begins = true;
    for line in page.lines() {
        let is_indented = line.is_empty() || line.starts_with(' ');
        if !is_indented && begins {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            *part += line;
            part.push('\n');
        }
        begins = is_indented;
    }
    parts
}

/// What a part is about: its first line, up to the end of a sentence.
fn title(part: &str) -> &str {
    let line = part.lines().next().unwrap_or_default();
    let end = line.match_indices(". ").find(|&(at, _)| line[..at].ends_with(char::is_alphabetic));
    end.map_or(line, |(at, _)| &line[..at])
}

/// The page of a game, in which a part that an earlier page has too is one line.
fn shown(name: &'static str, source: &Source, earlier: &mut BTreeMap<String, &'static str>) {
    let checked = check(source, &BuiltIns);
    let whole = page::of(&checked).expect("a sound definition");
    let mut page = String::new();
    for part in parts(&whole) {
        // Endings are numbered.
        let text = part.trim_start_matches(|c: char| c.is_ascii_digit()).trim_end();
        match earlier.get(text) {
            Some(first) if text.contains('\n') => writeln!(page, "{} (as {first})", title(&part)).unwrap(),
            _ => {
                page += &part;
                earlier.insert(text.to_owned(), name);
            }
        }
    }
    assert_page("show", name, &page);
}

/// The last three are of the parts that no built-in game uses.
#[test]
fn every_game_has_a_page() {
    let mut earlier = BTreeMap::new();
    for name in builtin::names() {
        shown(name, &builtin::source(name).expect("a built-in"), &mut earlier);
    }
    let text = include_str!("../../data/palace.variant");
    shown("palace", &Source::new("palace.variant", text), &mut earlier);
    let text = include_str!("../../cases/check/long-steps.variant");
    shown("long-steps", &Source::new("long-steps.variant", text), &mut earlier);
    let text = include_str!("../../data/men-of-a-series.variant");
    shown("men-of-a-series", &Source::new("men-of-a-series.variant", text), &mut earlier);
}

#[test]
fn a_man_is_shown_in_all_the_ways_it_can_come_to_face() {
    let variant = check(&builtin::source("feeble").expect("a built-in"), &BuiltIns)
        .variant()
        .expect("a sound definition")
        .clone();
    // The Alfil and the Rook turn by 90 degrees only; the two parts of the Chancellor turn alone.
    for (symbol, facings) in [("K", 8), ("A", 4), ("R", 4), ("N", 8), ("P", 1), ("C", 16)] {
        let id = variant.kind_of_symbol(Side::White, symbol).expect("a kind");
        let page = page::man(&variant, id);
        assert_eq!(page.matches(" O ").count(), facings, "{page}");
    }
}

/// The game of a text that may extend `base.variant`, and its page on one line.
fn page_beside(base: &str, text: &str) -> (Checked, String) {
    let mut texts = Texts::new(BuiltIns);
    texts.insert("base.variant", base);
    let checked = check(&Source::new("mine.variant", text), &texts);
    let page = page::of(&checked).expect("a sound definition");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    (checked, page)
}

#[test]
fn a_line_says_which_inherited_lines_it_stands_in_place_of() {
    let base = "game \"Base\" extends fide\nrules\n  passing: allowed\n";
    let text = r#"game "Mine" extends "base.variant"
men
  N knight: N  // unchanged
  W wazir:  W, instead of B
setup small
  k . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  K . . W . N Q R
rules
  white passing: when no other move
  promotion of P: on last rank,  // carried on
    to Q or R
endings
  checkmated:                loses
  white stalemated:          loses
  60 moves without progress: draw on claim
  K on d4:                   wins
  the rest:                  inherited
"#;
    let (checked, page) = page_beside(base, text);
    let replaced: Vec<&str> =
        page.split("In place of ").skip(1).filter_map(|rest| Some(rest.split_once(". ")?.0)).collect();
    assert_eq!(
        replaced,
        [
            "the inherited setup standard",
            "`B bishop: B`",
            "`promotion of P: on last rank, to Q, R, B or N`",
            "a part of `passing: allowed`",
            "a part of `stalemated: draw`",
            "`75 moves without progress: draw (75-moves)` and `50 moves without progress: draw on claim (50-moves)`",
        ]
    );
    // The part that one side keeps is inherited all the same.
    assert_eq!(page.matches("has no legal move and is not in check").count(), 2);
    let sheet = sheet(&checked).expect("a sound definition");
    assert_eq!(sheet.matches("In place of").count(), replaced.len());
}

#[test]
fn a_line_of_which_something_stays_is_replaced_in_part() {
    let base = "game \"Base\" extends fide\nmen\n  S spy: F\nrules\n  promotion of P or S: on last rank, to Q\n";
    let text = r#"game "Mine" extends "base.variant"
men
  white S spy: W
rules
  promotion of P: on last rank, to R
  white castling: K 3 toward R, R to the last square K crossed
  black castling: none
"#;
    let (_, page) = page_beside(base, text);
    for sentence in [
        "In place of a part of `S spy: F`.",
        "In place of a part of `promotion of P or S: on last rank, to Q`.",
        "In place of `castling: K 2 toward R, R to the last square K crossed`.",
    ] {
        assert!(page.contains(sentence), "{sentence}\n{page}");
    }
}
