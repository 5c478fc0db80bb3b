//! Stored move lists: legal moves of positions and squares that men reach, as a page to store beside a definition and compare
//! later.

use std::collections::{BTreeMap, BTreeSet};

use super::expectation;
use crate::engine::{Game, Position};
use crate::geometry::Side;
use crate::model::{BoardLines, KindId, Landing, PlacedMan, SetupId, Variant};
use crate::notation::{fen, symbol, uci};
use crate::prose::counted;

/// A list to store, under its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredList {
    /// The heading: `setup standard`, `test "a Rook turns"`, `test "a Rook turns", reach of R`.
    pub heading: String,
    /// The position in FEN, and a line for each man; or a line for each state of a man.
    pub lines: Vec<String>,
    /// The men on the board whose legal moves these are; none in lists of a man's reach.
    pub men: Vec<PlacedMan>,
}

/// The lists of the first moves, one for each setup. Tests have their lists in their
/// [results](super::runner::TestResult::lists).
pub fn of_setups(game: &Game) -> Vec<StoredList> {
    let setups = game.variant().setups.iter().enumerate();
    let list = |(index, name): (usize, &str)| {
        StoredList::of_moves(format!("setup {name}"), &game.start_of(SetupId(index as u8)))
    };
    setups.map(|(index, setup)| list((index, &setup.name))).collect()
}

impl StoredList {
    /// The legal moves of a position.
    pub(super) fn of_moves(heading: String, position: &Position) -> Self {
        Self { heading, lines: legal_moves(position), men: position.arrangement().men }
    }
}

/// Writes lists as a page: each heading, and its lines below it, indented.
pub fn write(lists: &[StoredList]) -> String {
    lists.iter().map(|list| section(&list.heading, list.lines.iter().map(String::as_str))).collect()
}

fn section<'l>(heading: &str, lines: impl Iterator<Item = &'l str>) -> String {
    lines.fold(format!("{heading}\n"), |page, line| page + "  " + line + "\n")
}

/// The legal moves of a position as lines to store: the FEN, then each man with its state and its moves in machine
/// notation, then the moves of no man. A finished position has no moves, and a line with the ending.
///
/// ```
/// use weakfish::testing::stored_moves::legal_moves;
/// use weakfish::{BuiltIns, builtin, load};
///
/// let start = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap().start();
/// let lines = legal_moves(&start);
/// assert_eq!(lines[1], "N b1: b1a3 b1c3");
/// assert_eq!(lines.len(), 11);
/// ```
pub fn legal_moves(position: &Position) -> Vec<String> {
    let variant = position.game().variant();
    let placed = position.arrangement().men;
    let man_on = |square| {
        let name = variant.board.name(square);
        let man = placed.iter().find(|man| man.square == square);
        let text = man.map(|man| symbol(variant, man.side, man.kind) + &man.state.in_braces() + " ");
        text.unwrap_or_default() + &name + ":"
    };
    let mut men: BTreeMap<_, String> = BTreeMap::new();
    for (text, mv) in uci::legal_moves(position) {
        let from = mv.man().map(|mv| mv.from);
        // Moves of no man come last.
        let line =
            men.entry((from.is_none(), from)).or_insert_with(|| from.map_or_else(|| "other moves:".to_owned(), man_on));
        line.push(' ');
        line.push_str(&text);
    }
    let over = position.outcome().map(|outcome| format!("over, {}", expectation(Some(&outcome))));
    std::iter::once(fen::write(position)).chain(over).chain(men.into_values()).collect()
}

/// The squares that a White man reaches from the middle of the empty board, as lines to store: one for each of its states, with
/// lines of their own for squares to which it only moves or captures.
pub fn reach(variant: &Variant, kind: KindId) -> Vec<String> {
    let board = variant.board;
    let Some(middle) = board.square(i32::from(board.files()) / 2, i32::from(board.ranks()) / 2) else {
        return Vec::new();
    };
    let (man, letter) = (variant.kind(kind), symbol(variant, Side::White, kind));
    let board_lines = BoardLines::new(&variant.lines);
    let mut lines = Vec::new();
    for state in man.states(Side::White, variant.black) {
        let movement = man.movement(Side::White, variant.black, &state);
        let mut squares: BTreeMap<_, [bool; 2]> = BTreeMap::new();
        movement.landings(board, &board_lines, middle, &mut |landing: &Landing<'_>| {
            let stops = squares.entry(landing.at).or_default();
            stops[0] |= landing.stops.moves;
            stops[1] |= landing.stops.captures;
        });
        let from = format!("{letter}{} {}", state.in_braces(), board.name(middle));
        for (ends, words) in [([true, true], ""), ([true, false], ", moving"), ([false, true], ", capturing")] {
            let reached = squares.iter().filter(|(_, stops)| **stops == ends).map(|(square, _)| board.name(*square));
            let reached: Vec<String> = reached.collect();
            if !reached.is_empty() || words.is_empty() {
                lines.push(format!("{from}{words}: {}", reached.join(" ")).trim_end().to_owned());
            }
        }
    }
    lines
}

/// A list that differs from the stored one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The heading of the list.
    pub heading: String,
    /// The difference in a few words: `2 moves gone, 1 new`.
    pub summary: String,
    /// Lines to read, a man each: after `-` moves that only the stored list has, after `+` moves that only the present
    /// one has.
    pub lines: Vec<String>,
}

/// The differences of the page `now` from the page `stored`, in the order of the headings. Empty if all lists are the same.
///
/// ```
/// use weakfish::testing::stored_moves::differences;
///
/// let stored = "setup a\n  8/8 w\n  R{n} a1: a1@e a1@w\n  P b2: b2b3\n";
/// let now = "setup a\n  8/8 w\n  R{n} a1: a1a2 a1@w\n  P b2: b2b3\n";
/// let found = &differences(stored, now)[0];
/// assert_eq!((found.heading.as_str(), found.summary.as_str()), ("setup a", "1 move gone, 1 new"));
/// assert_eq!(found.lines, ["- R{n} a1: a1@e", "+ R{n} a1: a1a2"]);
/// ```
pub fn differences(stored: &str, now: &str) -> Vec<Difference> {
    let (stored, now) = (sections(stored), sections(now));
    let headings: BTreeSet<_> = stored.keys().chain(now.keys()).copied().collect();
    let alone = |heading: &str, summary: &str| {
        Some(Difference { heading: heading.to_owned(), summary: summary.to_owned(), lines: Vec::new() })
    };
    let difference = |heading: &str| match (stored.get(heading), now.get(heading)) {
        (Some(old), Some(new)) => list_difference(heading, old, new),
        (Some(_), None) => alone(heading, "stored, but nothing asks for it"),
        (None, _) => alone(heading, "not stored"),
    };
    headings.into_iter().filter_map(difference).collect()
}

/// The stored page with some of its lists as they are now: those of these headings.
///
/// A list without a test is removed, a new one is added at its place.
pub fn accepted(stored: &str, now: &str, headings: &BTreeSet<String>) -> String {
    let (old, new) = (sections(stored), sections(now));
    let order = now.lines().chain(stored.lines()).map(str::trim_end).filter(|line| is_heading(line));
    let mut seen = BTreeSet::new();
    let mut page = String::new();
    for heading in order.filter(|heading| seen.insert(*heading)) {
        let from = if headings.contains(heading) { &new } else { &old };
        if let Some(list) = from.get(heading) {
            page += &section(heading, list.iter().copied());
        }
    }
    page
}

/// The difference of two lists of one heading; `None` if they are the same.
fn list_difference(heading: &str, old: &[&str], new: &[&str]) -> Option<Difference> {
    let (old_moves, new_moves) = (moves_by_man(old), moves_by_man(new));
    let mut lines = Vec::new();
    let mut counts = [0, 0];
    for (sign, list, other) in [('-', old, new), ('+', new, old)] {
        let positions = list.iter().filter(|line| !line.contains(": ") && !other.contains(line));
        lines.extend(positions.map(|position| format!("{sign} {position}")));
    }
    let men: BTreeSet<_> = old_moves.keys().chain(new_moves.keys()).copied().collect();
    for man in men {
        let none = BTreeSet::new();
        let [before, after] = [&old_moves, &new_moves].map(|moves| moves.get(man).unwrap_or(&none));
        let sides = [('-', before.difference(after)), ('+', after.difference(before))];
        for (count, (sign, only)) in counts.iter_mut().zip(sides) {
            let only: Vec<&str> = only.copied().collect();
            *count += only.len() as u64;
            if !only.is_empty() {
                lines.push(format!("{sign} {man}: {}", only.join(" ")));
            }
        }
    }
    let summary = match counts {
        _ if lines.is_empty() => return None,
        [0, 0] => "another position".to_owned(),
        [gone, 0] => format!("{} gone", counted(gone, "move")),
        [0, new] => format!("{} new", counted(new, "move")),
        [gone, new] => format!("{} gone, {new} new", counted(gone, "move")),
    };
    Some(Difference { heading: heading.to_owned(), summary, lines })
}

/// The moves of each man in the lines of a list.
fn moves_by_man<'p>(lines: &[&'p str]) -> BTreeMap<&'p str, BTreeSet<&'p str>> {
    let men = lines.iter().filter_map(|line| line.split_once(": "));
    men.map(|(man, moves)| (man, moves.split(' ').collect())).collect()
}

fn is_heading(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with(char::is_whitespace)
}

/// The lines under each heading; a heading is a line that is not indented.
fn sections(page: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut heading = "";
    for line in page.lines().filter(|line| !line.trim().is_empty()) {
        if is_heading(line) {
            heading = line.trim_end();
            sections.entry(heading).or_default();
        } else {
            sections.entry(heading).or_default().push(line.trim());
        }
    }
    sections
}
