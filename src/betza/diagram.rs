//! Diagrams of movements: the man in the middle, marks on the squares it reaches, and a legend.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::field::{Field, Offset};
use crate::geometry::Board;
use crate::model::{Access, Landing, Leg, Modes, Movement, Path};

/// A line without end is drawn for at least this many squares.
const LINE: i32 = 3;

/// The mark of the man.
const MAN: &str = "O";

/// The conditions under which a man can go to a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Condition {
    access: Access,
    first_move_only: bool,
    en_passant: bool,
}

/// How a man can end its move on a square, by condition.
type Ends = BTreeMap<Condition, Modes>;

/// Draws a movement with a mark for each square and a legend.
///
/// The diagram has as many squares as the movement needs, at most 15x15, and ends with a line break.
///
/// ```
/// use weakfish::betza;
///
/// let ferz = betza::movement("F").0.unwrap();
/// let diagram = "\
/// . . . . .
/// . * . * .
/// . . O . .
/// . * . * .
/// . . . . .
/// *  moves or captures
/// ";
/// assert_eq!(betza::diagram(&ferz), diagram);
/// ```
pub fn diagram(movement: &Movement) -> String {
    draw(movement, Field::LARGEST)
}

/// Like [`diagram()`], but no larger than moves on a board of this size can be.
pub(crate) fn diagram_on(movement: &Movement, board: Board) -> String {
    draw(movement, Field::new(i32::from(board.files().max(board.ranks())) - 1))
}

fn draw(movement: &Movement, largest: Field) -> String {
    let wraps = movement.paths.iter().any(|path| path.wraps);
    let flat = Movement::new(movement.paths.iter().map(|path| Path { wraps: false, ..path.clone() }).collect());
    let field = Field::new(reach(&flat).min(largest.reach()));
    let mut squares: BTreeMap<Offset, Ends> = BTreeMap::new();
    let mut goes_on: BTreeSet<Offset> = BTreeSet::new();
    field.landings(&flat, &mut |landing: &Landing<'_>| {
        let at = field.offset(landing.at);
        let ends = squares.entry(at).or_default();
        let condition =
            Condition { access: landing.access, first_move_only: landing.path.first_move_only, en_passant: false };
        let modes = ends.entry(condition).or_insert(Modes::NONE);
        modes.moves |= landing.stops.moves;
        modes.captures |= landing.stops.captures;
        if landing.en_passant {
            ends.insert(Condition { en_passant: true, ..condition }, Modes::CAPTURES);
        }
        if landing.goes_on {
            goes_on.insert(at);
        }
    });
    let mut legend = Legend { wraps, ..Legend::default() };
    let marks: BTreeMap<Offset, String> = squares
        .into_iter()
        .map(|(at, ends)| {
            let mark = legend.mark(&plainest(&ends), goes_on.contains(&at));
            (at, mark)
        })
        .collect();
    page(&marks, field.reach(), &legend)
}

/// The distance from the man to the edge of its diagram.
fn reach(movement: &Movement) -> i32 {
    let mut reach = 2;
    let mut endless = false;
    Field::LARGEST.landings(movement, &mut |landing: &Landing<'_>| {
        let unlimited = landing.path.legs.iter().any(|leg| leg.most.is_none());
        endless |= unlimited;
        if !unlimited {
            let (x, y) = Field::LARGEST.offset(landing.at);
            reach = reach.max(x.abs()).max(y.abs());
        }
    });
    if endless {
        // Every leg without end has room for at least two leaps.
        let legs = movement.paths.iter().filter(|path| path.legs.iter().any(|leg| leg.most.is_none()));
        let length = legs.map(|path| {
            let longest = |leg: &Leg| i32::from(leg.leap.dx.unsigned_abs().max(leg.leap.dy.unsigned_abs()));
            let times = |leg: &Leg| if leg.most.is_none() { 2.max(leg.least.into()) } else { 1 };
            path.legs.iter().map(|leg| longest(leg) * times(leg)).sum::<i32>()
        });
        reach = reach.max(LINE).max(length.max().unwrap_or(0));
    }
    reach
}

/// The ends without those that are possible under weaker conditions too.
fn plainest(ends: &Ends) -> Ends {
    let implies = |weak: &Condition, strong: &Condition| {
        weak != strong
            && (weak.access == Access::Free || weak.access == strong.access)
            && (!weak.first_move_only || strong.first_move_only)
            && !weak.en_passant
            && !strong.en_passant
    };
    let kept = ends.iter().map(|(condition, modes)| {
        let weaker = ends.iter().filter(|(weak, _)| implies(weak, condition));
        let had = weaker.fold(Modes::NONE, |had, (_, modes)| Modes {
            moves: had.moves || modes.moves,
            captures: had.captures || modes.captures,
        });
        (*condition, Modes { moves: modes.moves && !had.moves, captures: modes.captures && !had.captures })
    });
    kept.filter(|(_, modes)| modes.any()).collect()
}

/// The marks of a diagram with their meanings.
#[derive(Default)]
struct Legend {
    entries: Vec<(String, Ends)>,
    goes_on: bool,
    wraps: bool,
}

impl Legend {
    /// The mark for these ends: a sign for moving or capturing, a letter for the condition, and `+` for a line that
    /// goes on.
    fn mark(&mut self, ends: &Ends, goes_on: bool) -> String {
        let known = self.entries.iter().find(|(_, known)| known == ends).map(|(mark, _)| mark.clone());
        let mark = known.unwrap_or_else(|| {
            let mark = self.new_mark(ends);
            self.entries.push((mark.clone(), ends.clone()));
            mark
        });
        self.goes_on |= goes_on;
        if goes_on { format!("{mark}+") } else { mark }
    }

    fn new_mark(&self, ends: &Ends) -> String {
        let moves = ends.values().any(|modes| modes.moves);
        let captures = ends.values().any(|modes| modes.captures);
        let end = match (moves, captures) {
            (true, true) => '*',
            (true, false) => '-',
            _ => 'x',
        };
        let hardest = ends.keys().next_back().copied().unwrap_or_default();
        let letters = [
            (hardest.access == Access::Hop, 'p'),
            (hardest.access == Access::Lame, 'n'),
            (hardest.first_move_only, 'i'),
            (hardest.en_passant, 'e'),
        ];
        let letter = letters.iter().find(|(holds, _)| *holds).map(|(_, letter)| *letter);
        let candidates = [letter].into_iter().chain(('a'..='z').map(Some));
        let spell = |letter: Option<char>| letter.map_or_else(|| end.to_string(), |letter| format!("{end}{letter}"));
        let mut free = candidates.map(spell).filter(|mark| self.entries.iter().all(|(known, _)| known != mark));
        free.next().unwrap_or_default()
    }
}

/// The meaning of a mark: `moves; captures over a man`.
fn meaning(ends: &Ends) -> String {
    let phrases = ends.iter().map(|(condition, modes)| {
        let mut text = match (modes.moves, modes.captures) {
            (true, true) => "moves or captures",
            (true, false) => "moves",
            _ => "captures",
        }
        .to_owned();
        if condition.en_passant {
            let also = ends.contains_key(&Condition { en_passant: false, ..*condition });
            text = if also { "also en passant".to_owned() } else { "captures en passant".to_owned() };
        }
        let parts = [
            (condition.access == Access::Hop, " over a man"),
            (condition.access == Access::Lame, " if the way there is empty"),
            (condition.first_move_only, " from where it starts"),
        ];
        text.extend(parts.iter().filter(|(holds, _)| *holds).map(|(_, words)| *words));
        text
    });
    phrases.collect::<Vec<_>>().join("; ")
}

fn page(marks: &BTreeMap<Offset, String>, reach: i32, legend: &Legend) -> String {
    let width = marks.values().map(String::len).max().unwrap_or(1);
    let mut page = String::new();
    for y in (-reach..=reach).rev() {
        let cells = (-reach..=reach).map(|x| match ((x, y), marks.get(&(x, y))) {
            ((0, 0), _) => format!("{MAN:<width$}"),
            (_, Some(mark)) => format!("{mark:<width$}"),
            _ => format!("{:<width$}", "."),
        });
        // Writing to a string can't fail.
        let _ = writeln!(page, "{}", cells.collect::<Vec<_>>().join(" ").trim_end());
    }
    let mark_width = legend.entries.iter().map(|(mark, _)| mark.len()).max().unwrap_or(1);
    for (mark, ends) in &legend.entries {
        let _ = writeln!(page, "{mark:<mark_width$}  {}", meaning(ends));
    }
    if legend.goes_on {
        let _ = writeln!(page, "{:<mark_width$}  and so on", "+");
    }
    if legend.wraps {
        page.push_str("The first and the last file are neighbours.\n");
    }
    page
}
