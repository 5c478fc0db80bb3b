//! The pages of games: their rules in words, so that a player could learn them. A few games have their whole page; of the
//! others, one page has the sentences that no page before says, and a hash of each page.

use std::collections::BTreeSet;
use std::fmt::Write;

use weakfish::check::{Checked, Texts};
use weakfish::geometry::Side;
use weakfish::rulebook::page;
use weakfish::rulebook::sheet::sheet;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::pages::assert_page;

/// The built-in games with a page of their own, and what a reviewer looks at.
const WHOLE: [(&str, &str); 6] = [
    ("fide", "the game that most others extend"),
    ("feeble", "men that turn and flip, alone and in parts"),
    ("not-quite-weakest", "lame men; setups that differ from the first on a few squares"),
    ("gearshift-demichess", "series, and lines in place of inherited ones"),
    ("janggi", "men with a region, hoppers, points, a board that is no square"),
    ("tori-shogi", "hands and drops; men with a left and a right side"),
];

/// Definitions of parts that no built-in game uses.
const BESIDE: [(&str, &str); 4] = [
    ("palace", include_str!("../../data/palace.variant")),
    ("long-steps", include_str!("../../cases/check/long-steps.variant")),
    ("men-of-a-series", include_str!("../../data/men-of-a-series.variant")),
    ("two-royal-kinds", TWO_ROYAL_KINDS),
];

/// Two royal kinds, a man that stays on the board, and a limit of moves that no move starts again.
const TWO_ROYAL_KINDS: &str = "game \"Two Royal Kinds\" extends fide\nmen\n  N knight: N, royal\n  B bishop: B, stays in rank 1 to 8\nrules\n  progress: none\n  promotion of P: on last rank, to Q\nendings\n  only: none\n  the rest: inherited\n";

/// The paragraphs of a page from the first setup on, without headings, boards and diagrams.
fn paragraphs(page: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let (_, page) = page.split_once("\nSetup ").expect("a setup");
    // A board ends with the letters of files, a diagram with its key.
    for block in page.split("\n\n").filter(|block| block.trim_end().ends_with('.')) {
        let mut paragraph = String::new();
        for line in block.lines() {
            let is_man = line.split_once("  ").is_some_and(|(symbol, _)| !symbol.is_empty());
            if is_man || line.starts_with("---") {
                paragraph.clear();
                continue;
            }
            if paragraph.ends_with(". ") && !line.starts_with(' ') {
                paragraphs.push(std::mem::take(&mut paragraph));
            }
            paragraph += line.trim();
            paragraph.push(' ');
        }
        paragraphs.push(paragraph);
    }
    paragraphs
}

/// FNV-1a hash of 32 bits: it is the same in every build.
fn fnv1a_32(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The sentences of a paragraph. Neither an initial nor the number of an ending ends one.
fn sentences(paragraph: &str) -> impl Iterator<Item = &str> {
    let paragraph = paragraph.trim_start_matches(|c: char| c.is_ascii_digit() || ". ".contains(c)).trim_end();
    let is_end = |&(at, _): &(usize, &str)| {
        !paragraph[..at].ends_with(|c: char| c.is_ascii_digit() || c.is_uppercase())
            && paragraph[at + 2..].starts_with(|c: char| c.is_uppercase() || c == '`')
    };
    let mut begin = 0;
    let ends: Vec<usize> = paragraph.match_indices(". ").filter(is_end).map(|(at, _)| at + 1).collect();
    ends.into_iter().chain([paragraph.len()]).map(move |end| {
        let sentence = &paragraph[begin..end];
        begin = end;
        sentence.trim()
    })
}

#[test]
fn every_sentence_about_a_game_is_on_a_page() {
    let built_in = |name: &'static str| (name, builtin::source(name).expect("a built-in"));
    let page_of = |source: &Source| page::of(&check(source, &BuiltIns)).expect("a sound definition");
    let mut said = BTreeSet::new();
    for (name, source) in WHOLE.map(|(name, _)| built_in(name)) {
        let page = page_of(&source);
        said.extend(paragraphs(&page).iter().flat_map(|paragraph| sentences(paragraph)).map(str::to_owned));
        assert_page("show", name, &page);
    }
    let mut rest = String::new();
    let others = builtin::names().filter(|name| WHOLE.iter().all(|(whole, _)| whole != name)).map(built_in);
    for (name, source) in others.chain(BESIDE.map(|(name, text)| (name, Source::new(name, text)))) {
        let page = page_of(&source);
        let mut lines = String::new();
        let mut count = 0;
        for paragraph in paragraphs(&page) {
            let new: Vec<&str> = sentences(&paragraph)
                .inspect(|_| count += 1)
                .filter(|sentence| said.insert((*sentence).to_owned()))
                .collect();
            if !new.is_empty() {
                writeln!(lines, "  {}", new.join(" ")).unwrap();
            }
        }
        // A sentence that an earlier page says, too, is only here in its number and in the hash.
        writeln!(rest, "{name}: {count} sentences, {:08x}\n{lines}", fnv1a_32(&page)).unwrap();
    }
    assert_page("show", "the-rest", &rest);
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
