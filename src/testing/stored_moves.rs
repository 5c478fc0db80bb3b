//! Stored move lists: legal moves of positions and squares that men reach, as a page to store beside a definition and compare
//! later. The page also has the rules in sentences, to tell which of them have changed since.

use std::collections::{BTreeMap, BTreeSet};

use super::expectation;
use crate::engine::{Game, Position};
use crate::geometry::{Board, Side, Square};
use crate::model::{BoardLines, KindId, Landing, Lasting, Mode, Modes, PlacedMan, SetupId, Variant};
use crate::notation::{fen, symbol, uci};
use crate::prose::counted;

/// The heading of the rules in sentences.
const RULES: &str = "rules";

/// The beginning of the line with the ending of a finished position.
const OVER: &str = "over, ";

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
    /// The rules of a game, one on a line after its name, as [`rule_lines`](crate::rulebook::diff::rule_lines) has them.
    /// They are not compared: other rules with the same moves are no difference.
    pub fn of_rules(lines: Vec<String>) -> Self {
        Self { heading: RULES.to_owned(), lines, men: Vec::new() }
    }

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
    let over = position.outcome().map(|outcome| OVER.to_owned() + &expectation(Some(&outcome)));
    std::iter::once(fen::write(position)).chain(over).chain(men.into_values()).collect()
}

/// The squares that a man reaches on the empty board, from the square nearest to the middle, as lines to store: one for each of
/// its states, with lines of their own for squares to which it only moves or captures, for its first move, and for each region
/// where it moves otherwise. The man is White's, if White has such men.
pub fn reach(variant: &Variant, kind: KindId) -> Vec<String> {
    let (board, man) = (variant.board, variant.kind(kind));
    let side = if man.sides[Side::White] { Side::White } else { Side::Black };
    let letter = symbol(variant, side, kind);
    let board_lines = BoardLines::new(&variant.lines);
    let mut left: Vec<Square> = board.squares().collect();
    let mut elsewhere = Vec::new();
    for there in &man.elsewhere {
        let region = variant.regions.get(there.region.index()).map(|region| region.squares[side]).unwrap_or_default();
        let (inside, outside) = left.into_iter().partition(|&square| region.contains(square));
        left = outside;
        elsewhere.push((most_central(board, inside), ", elsewhere", Some(&there.movement)));
    }
    let middle = most_central(board, left);
    // Where it begins, the words for it, and the movement, if that is another than the usual one.
    let mut starts = vec![(middle, "", None)];
    starts.extend(elsewhere);
    if let Some(first) = &man.first_move {
        let words = if first.lasts == Lasting::UntilItIsUsed { ", once" } else { ", at first" };
        starts.push((middle, words, Some(&first.movement)));
    }
    let mut lines = Vec::new();
    for state in man.states(side, variant.black) {
        let modes = match state.mode {
            None => Modes::BOTH,
            Some(Mode::Moving) => Modes::MOVES,
            Some(Mode::Capturing) => Modes::CAPTURES,
        };
        for (start, place, other) in &starts {
            let Some(start) = *start else { continue };
            let movement = match other {
                None => man.movement(side, variant.black, &state),
                Some(movement) => variant.black.movement(side, movement).restricted(modes),
            };
            let mut squares: BTreeMap<_, [bool; 2]> = BTreeMap::new();
            movement.landings(board, &board_lines, start, &mut |landing: &Landing<'_>| {
                let stops = squares.entry(landing.at).or_default();
                stops[0] |= landing.stops.moves;
                stops[1] |= landing.stops.captures;
            });
            let from = format!("{letter}{} {}{place}", state.in_braces(), board.name(start));
            for (ends, words) in [([true, true], ""), ([true, false], ", moving"), ([false, true], ", capturing")] {
                let reached =
                    squares.iter().filter(|(_, stops)| **stops == ends).map(|(square, _)| board.name(*square));
                let reached: Vec<String> = reached.collect();
                if !reached.is_empty() || words.is_empty() && place.is_empty() {
                    lines.push(format!("{from}{words}: {}", reached.join(" ")).trim_end().to_owned());
                }
            }
        }
    }
    lines
}

/// The square nearest to the middle of the board.
fn most_central(board: Board, squares: Vec<Square>) -> Option<Square> {
    let off = |at: i32, size: u8| (at - i32::from(size) / 2).pow(2);
    squares
        .into_iter()
        .min_by_key(|&square| off(board.file(square), board.files()) + off(board.rank(square), board.ranks()))
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
    let headings: BTreeSet<_> = stored.keys().chain(now.keys()).copied().filter(|heading| *heading != RULES).collect();
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

/// The rules that have changed since the page was stored: after `-` as they were, after `+` as they are. None if the page
/// has no rules.
///
/// ```
/// use weakfish::testing::stored_moves::changed_rules;
///
/// let stored = "rules\n  B: Bishop. Slides.\n  R: Rook. Slides.\n";
/// let now = "rules\n  B: Bishop. Slides.\n  R: Rook. Leaps.\n";
/// assert_eq!(changed_rules(stored, now), ["- R: Rook. Slides.", "+ R: Rook. Leaps."]);
/// ```
pub fn changed_rules(stored: &str, now: &str) -> Vec<String> {
    let (stored, now) = (sections(stored), sections(now));
    let (Some(old), Some(new)) = (stored.get(RULES), now.get(RULES)) else { return Vec::new() };
    let names: Vec<&str> = old.iter().chain(new).map(|line| rule_name(line)).collect();
    let mut seen = BTreeSet::new();
    let names = names.into_iter().filter(|name| seen.insert(*name));
    let changed = |name: &str| {
        [('-', old, new), ('+', new, old)].map(|(sign, list, other)| {
            let only = list.iter().filter(|line| rule_name(line) == name && !other.contains(line));
            only.map(|line| format!("{sign} {line}")).collect::<Vec<_>>()
        })
    };
    names.flat_map(changed).flatten().collect()
}

fn rule_name(line: &str) -> &str {
    line.split_once(": ").map_or(line, |(name, _)| name)
}

/// The differences of two pages in groups that change alike, to be decided together. Lists of moves are alike if one rule
/// has changed, or else if the moves of the same men have. New lists, lists that nothing asks for and lists of another
/// position are alike only if they are equal.
pub fn differences_by_cause(stored: &str, now: &str) -> Vec<Vec<Difference>> {
    let changed = changed_rules(stored, now);
    let rules: BTreeSet<&str> = changed.iter().map(|line| rule_name(&line[2..])).collect();
    let (old, new) = (sections(stored), sections(now));
    let mut groups: Vec<(Vec<String>, Vec<Difference>)> = Vec::new();
    for difference in differences(stored, now) {
        let heading = difference.heading.as_str();
        let cause = match (old.get(heading), new.get(heading)) {
            (Some(before), Some(after)) if board(before) != board(after) => difference.lines.clone(),
            (Some(_), Some(_)) if rules.len() == 1 => Vec::new(),
            (Some(_), Some(_)) => changed_men(&difference.lines),
            (Some(list), None) | (None, Some(list)) => list.iter().map(ToString::to_string).collect(),
            (None, None) => continue,
        };
        match groups.iter_mut().find(|(other, _)| *other == cause) {
            Some((_, group)) => group.push(difference),
            None => groups.push((cause, vec![difference])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The board of a list's position without the states of men, which rules may change; empty if it lists a man's reach.
fn board(list: &[&str]) -> String {
    let position = list.first().filter(|line| !line.contains(':')).and_then(|line| line.split(' ').next());
    let parts = position.unwrap_or_default().split('{').enumerate();
    parts
        .map(|(index, part)| if index == 0 { part } else { part.split_once('}').map_or(part, |(_, rest)| rest) })
        .collect()
}

/// The symbols of the men in the lines of a difference, as White's, and the endings in them; each once, sorted.
fn changed_men(lines: &[String]) -> Vec<String> {
    let of_line = |line: &String| {
        let line = &line[2..];
        let man = line.split([' ', '{']).next().unwrap_or_default().to_uppercase();
        if line.starts_with(OVER) { Some(line.to_owned()) } else { line.contains(':').then_some(man) }
    };
    let men: BTreeSet<String> = lines.iter().filter_map(of_line).collect();
    men.into_iter().collect()
}

/// The stored page with some of its lists as they are now: those of these headings. The rules become those of now with
/// the last difference.
///
/// A list without a test is removed, a new one is added at its place.
pub fn accepted(stored: &str, now: &str, headings: &BTreeSet<String>) -> String {
    let (old, new) = (sections(stored), sections(now));
    let complete = differences(stored, now).iter().all(|difference| headings.contains(&difference.heading));
    let order = now.lines().chain(stored.lines()).map(str::trim_end).filter(|line| is_heading(line));
    let mut seen = BTreeSet::new();
    let mut page = String::new();
    for heading in order.filter(|heading| seen.insert(*heading)) {
        let is_accepted = if heading == RULES { complete } else { headings.contains(heading) };
        let from = if is_accepted { &new } else { &old };
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
        let positions = list.iter().filter(|line| man_and_moves(line).is_none() && !other.contains(line));
        lines.extend(positions.map(|position| format!("{sign} {position}")));
    }
    let men: BTreeSet<_> = old_moves.keys().chain(new_moves.keys()).copied().collect();
    for man in men {
        let sides = [('-', &old_moves, &new_moves), ('+', &new_moves, &old_moves)];
        for (count, (sign, own, other)) in counts.iter_mut().zip(sides) {
            let Some(moves) = own.get(man) else { continue };
            let only: Vec<&str> = match other.get(man) {
                Some(others) => moves.difference(others).copied().collect(),
                None => moves.iter().copied().collect(),
            };
            *count += only.len() as u64;
            if !only.is_empty() || !other.contains_key(man) {
                lines.push(format!("{sign} {man}: {}", only.join(" ")).trim_end().to_owned());
            }
        }
    }
    let summary = match counts {
        _ if lines.is_empty() => return None,
        [0, 0] => match &lines[0][2..] {
            line if line.starts_with(OVER) => "another ending".to_owned(),
            line if line.contains(':') => "other states".to_owned(),
            _ => "another position".to_owned(),
        },
        [gone, 0] => format!("{} gone", counted(gone, "move")),
        [0, new] => format!("{} new", counted(new, "move")),
        [gone, new] => format!("{} gone, {new} new", counted(gone, "move")),
    };
    Some(Difference { heading: heading.to_owned(), summary, lines })
}

/// The moves of each man in the lines of a list.
fn moves_by_man<'p>(lines: &[&'p str]) -> BTreeMap<&'p str, BTreeSet<&'p str>> {
    let men = lines.iter().filter_map(|line| man_and_moves(line));
    men.map(|(man, moves)| (man, moves.split_whitespace().collect())).collect()
}

/// The man of a line, and its moves; `None` if the line is a position or an ending.
fn man_and_moves(line: &str) -> Option<(&str, &str)> {
    line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, "")))
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
