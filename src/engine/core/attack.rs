//! Who attacks a square.

use super::{Core, Men};
use crate::engine::bits::Bits;
use crate::engine::tables::{Source, Tables};
use crate::geometry::{Side, Square};

/// The board as it will stand after a move, without the move being made.
///
/// Attackers are looked up among `attackers`, who stand as they do in `men`; `occupied` is the board after the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Afterwards<const W: usize> {
    pub(crate) occupied: Bits<W>,
    pub(crate) attackers: Bits<W>,
}

impl<const W: usize> Core<W> {
    /// Whether any man of `by` attacks a man of `prey` kind on `square`.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Side, prey: u8, then: Afterwards<W>) -> bool {
        let (tables, men) = (&*self.tables, &self.men);
        tables.sources[by].iter().any(|source| {
            let candidates = tables.candidates(men, source, square, then);
            !candidates.is_empty() && !tables.confirmed(men, source, candidates, square, prey, then.occupied).is_empty()
        })
    }

    /// The board as it stands, for attacks by `by`.
    #[inline]
    pub(crate) fn now(&self, by: Side) -> Afterwards<W> {
        Afterwards { occupied: self.men.all(), attackers: self.men.of_side(by) }
    }

    /// The royal men of a side.
    #[inline]
    pub(crate) fn royals(&self, side: Side) -> Bits<W> {
        self.men.of_kinds(&self.tables.royal_kinds) & self.men.of_side(side)
    }

    /// Whether a royal man of `side` is attacked.
    pub(crate) fn is_in_check(&self, side: Side) -> bool {
        self.attacked_royal(side).is_some()
    }

    /// A royal man of `side` that is attacked.
    pub(crate) fn attacked_royal(&self, side: Side) -> Option<Square> {
        self.royals(side).iter().find(|&square| {
            let prey = self.tables.pieces[usize::from(self.men.at(square))].kind;
            self.is_attacked(square, !side, prey, self.now(!side))
        })
    }
}

impl<const W: usize> Tables<W> {
    /// The men that may attack a square in this way.
    #[inline]
    fn candidates(&self, men: &Men<W>, source: &Source<W>, square: Square, then: Afterwards<W>) -> Bits<W> {
        match source {
            Source::Leaps { from, kind, .. } | Source::Paths { from, kind } => {
                from[square.index()] & men.of_kind(*kind) & then.attackers
            }
            Source::Slides { back, kinds, .. } => {
                let riders = men.of_kinds(kinds) & then.attackers;
                if riders.is_empty() { riders } else { self.slides[*back].targets(square, then.occupied) & riders }
            }
        }
    }

    /// Those of the candidates that do attack.
    #[inline]
    fn confirmed(
        &self,
        men: &Men<W>,
        source: &Source<W>,
        candidates: Bits<W>,
        square: Square,
        prey: u8,
        occupied: Bits<W>,
    ) -> Bits<W> {
        let exact = match source {
            Source::Leaps { exact, .. } | Source::Slides { exact, .. } => *exact,
            Source::Paths { .. } => false,
        };
        if candidates.is_empty() || exact && !self.limited_captures {
            return candidates;
        }
        let mut confirmed = candidates;
        for from in candidates.iter() {
            let piece = &self.pieces[usize::from(men.at(from))];
            let table = piece.captures();
            let hits = match source {
                Source::Leaps { exact, .. } => *exact || table.leaps(from).contains(square),
                Source::Slides { exact, .. } => *exact || table.slid(&self.slides, from, occupied).contains(square),
                Source::Paths { .. } => {
                    table.paths(from).iter().any(|end| end.to == square && end.is_reached(occupied))
                }
            };
            if !hits || !piece.may_capture(prey) {
                confirmed.remove(from);
            }
        }
        confirmed
    }
}
