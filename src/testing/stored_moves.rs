//! Stored moves: the legal moves at the start of each setup, as a page to store beside a definition and compare later.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::Game;
use crate::model::SetupId;
use crate::notation::{fen, uci};
use crate::prose::counted;

/// Writes the page: for each setup its name, its position, and its legal moves, sorted.
pub fn write(game: &Game) -> String {
    let mut lines = Vec::new();
    for (index, setup) in game.variant().setups.iter().enumerate() {
        let position = game.start_of(SetupId(index as u8));
        lines.push(format!("setup {}", setup.name));
        lines.push(format!("  {}", fen::write(&position)));
        lines.extend(uci::legal_moves(&position).into_iter().map(|(text, _)| format!("  {text}")));
    }
    lines.join("\n") + "\n"
}

/// The maximum length of a line of differences in characters, unless a single move is longer.
const MAX_LINE: usize = 96;

/// The differences of the page `now` from `stored`, as lines to read: each setup that differs with how many moves are gone
/// and new, and below it, after `-`, what only `stored` has and, after `+`, what only `now` has. Moves from one square
/// are on one line. Empty if setups, positions and moves are the same.
///
/// ```
/// use weakfish::testing::stored_moves::differences;
///
/// let stored = "setup a\n  8/8 w\n  a1@e\n  a1@w\n  b2b3\n";
/// let now = "setup a\n  8/8 w\n  a1a2\n  b2b3\n";
/// assert_eq!(differences(stored, now), ["setup a: 2 moves gone, 1 new", "  - a1@e a1@w", "  + a1a2"]);
/// ```
pub fn differences(stored: &str, now: &str) -> Vec<String> {
    let (stored, now) = (setup_lines(stored), setup_lines(now));
    let headings: BTreeSet<_> = stored.keys().chain(now.keys()).copied().collect();
    let mut lines = Vec::new();
    for heading in headings {
        match (stored.get(heading), now.get(heading)) {
            (Some(old), Some(new)) => lines.extend(setup_differences(heading, old, new)),
            (Some(_), None) => lines.push(format!("{heading}: gone")),
            (None, _) => lines.push(format!("{heading}: new")),
        }
    }
    lines
}

/// The lines that say how the position and the moves of one setup differ; empty if they don't.
fn setup_differences(heading: &str, old: &BTreeSet<&str>, new: &BTreeSet<&str>) -> Vec<String> {
    let (mut positions, mut moves, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for (sign, lines) in [('-', old.difference(new)), ('+', new.difference(old))] {
        // A position has blanks in it, a move has none.
        let (position, lines): (Vec<&str>, Vec<&str>) = lines.copied().partition(|line| line.contains(' '));
        positions.extend(position.iter().map(|position| format!("  {sign} position {position}")));
        moves.extend(group_by_origin(sign, &lines));
        counts.push(lines.len() as u64);
    }
    let summary = match counts[..] {
        _ if positions.is_empty() && moves.is_empty() => return Vec::new(),
        [gone, 0] if gone > 0 => format!("{} gone", counted(gone, "move")),
        [0, new] if new > 0 => format!("{} new", counted(new, "move")),
        [gone, new] if gone > 0 => format!("{} gone, {new} new", counted(gone, "move")),
        _ => "another position".to_owned(),
    };
    [vec![format!("{heading}: {summary}")], positions, moves].concat()
}

/// Writes moves in lines, those from one square together, as far as a line is long.
fn group_by_origin(sign: char, moves: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut group = "";
    for mv in moves {
        match lines.last_mut().filter(|line| origin_square(mv) == group && line.len() + 1 + mv.len() <= MAX_LINE) {
            Some(line) => line.extend([" ", mv]),
            None => lines.push(format!("  {sign} {mv}")),
        }
        group = origin_square(mv);
    }
    lines
}

/// The square that a move begins with.
fn origin_square(mv: &str) -> &str {
    let file = mv.chars().next().map_or(0, char::len_utf8);
    let rank = mv[file..].bytes().take_while(u8::is_ascii_digit).count();
    &mv[..file + rank]
}

/// The lines of a page by setup: under each heading, which is a line without indentation, the lines that follow it.
fn setup_lines(page: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut sections: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut heading = "";
    for line in page.lines().filter(|line| !line.trim().is_empty()) {
        if line.starts_with(char::is_whitespace) {
            sections.entry(heading).or_default().insert(line.trim());
        } else {
            heading = line.trim_end();
            sections.entry(heading).or_default();
        }
    }
    sections
}
