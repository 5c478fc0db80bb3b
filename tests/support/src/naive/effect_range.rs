//! Men that effects of a move reach.

use weakfish::geometry::{Side, Square};
use weakfish::model::{AffectedMen, EffectRange};

use super::{Man, Position};

/// The man on a square of some board.
pub(super) type ManAt<'a> = dyn Fn(Square) -> Option<Man> + 'a;

impl Position {
    /// The men that an effect reaches, on a board with these men, by a move between two squares or by a drop.
    pub(super) fn affected(
        &self,
        affected: &AffectedMen,
        side: Side,
        (from, to): (Option<Square>, Square),
        man_at: &ManAt<'_>,
    ) -> Vec<Square> {
        let board = self.game.variant.board;
        let fits =
            |square: &Square| man_at(*square).is_some_and(|man| affected.men.of(man.side, side).contains(&man.kind));
        let at = |square: Square| (board.file(square), board.rank(square));
        // Files and ranks from one square to another, if they are in line, as a step and the number of steps.
        let in_line = |one: Square, other: Square| {
            let (files, ranks) = (at(other).0 - at(one).0, at(other).1 - at(one).1);
            let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            straight.then(|| ((files.signum(), ranks.signum()), files.abs().max(ranks.abs())))
        };
        let further = |square: Square, (files, ranks): (i32, i32), steps: i32| {
            board.square(at(square).0 + steps * files, at(square).1 + steps * ranks)
        };
        let between = |one: Square, other: Square| -> Vec<Square> {
            let Some((step, length)) = in_line(one, other) else { return Vec::new() };
            (1..length).filter_map(|steps| further(one, step, steps)).collect()
        };
        let way = from.and_then(|from| Some((from, in_line(from, to)?.0)));
        let row = |start: Square, step: (i32, i32), in_line: bool| -> Vec<Square> {
            let most = if in_line { 16 } else { 1 };
            let squares = (1..=most).map(|steps| further(start, step, steps));
            squares.take_while(|square| square.as_ref().is_some_and(fits)).flatten().collect()
        };
        match affected.range {
            EffectRange::NextTo { orthogonally } => {
                let near = |square: &Square| {
                    let apart = (at(*square).0 - at(to).0).abs() + (at(*square).1 - at(to).1).abs();
                    self.is_next_to(*square, to) && (!orthogonally || apart == 1)
                };
                board.squares().filter(near).filter(fits).collect()
            }
            EffectRange::Enclosed { orthogonally } => {
                // For each own man, the squares between it and the one that has come.
                let encloses = |end: &Square| {
                    let aslant = at(*end).0 != at(to).0 && at(*end).1 != at(to).1;
                    *end != to && man_at(*end).is_some_and(|man| man.side == side) && !(orthogonally && aslant)
                };
                let ends = board.squares().filter(encloses).filter(|&end| in_line(to, end).is_some());
                let full = |end: &Square| {
                    let length = in_line(to, *end).map_or(0, |(_, length)| length - 1);
                    let between = between(to, *end);
                    between.len() == length as usize && between.iter().all(fits)
                };
                ends.filter(full).flat_map(|end| between(to, end)).collect()
            }
            EffectRange::Coordinated => {
                let is_partner = |square: &Square| {
                    let partners = |man: Man| man.side == side && affected.partners.contains(&man.kind);
                    *square != to && man_at(*square).is_some_and(partners)
                };
                let corners = |partner: Square| {
                    let (one, other) = (at(to), at(partner));
                    [board.square(one.0, other.1), board.square(other.0, one.1)]
                };
                let corners = board.squares().filter(is_partner).flat_map(corners).flatten();
                corners.filter(|&square| square != to).filter(fits).collect()
            }
            EffectRange::Passed => {
                way.map_or_else(Vec::new, |(from, _)| between(from, to).into_iter().filter(fits).collect())
            }
            EffectRange::Approached { in_line } => way.map_or_else(Vec::new, |(_, step)| row(to, step, in_line)),
            EffectRange::WithdrawnFrom { in_line } => {
                way.map_or_else(Vec::new, |(from, (files, ranks))| row(from, (-files, -ranks), in_line))
            }
        }
    }
}
