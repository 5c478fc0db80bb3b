//! Who attacks a square.

use super::Core;
use crate::engine::bits::Bits;
use crate::engine::tables::Source;
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
        for source in &self.tables.sources[by] {
            let (candidates, sure) = self.candidates(source, square, then);
            if candidates.is_empty() {
                continue;
            }
            let hits = |man| sure || self.confirms(source, man, square, then.occupied);
            if sure && !self.tables.limited_captures
                || candidates.iter().any(|man| hits(man) && self.piece_table(man).may_capture(prey))
            {
                return true;
            }
        }
        false
    }

    /// The men that may attack a square in this way, and whether all of them do.
    #[inline]
    fn candidates(&self, source: &Source<W>, square: Square, then: Afterwards<W>) -> (Bits<W>, bool) {
        let men = &self.men;
        match source {
            Source::Leaps { from, group, exact } => {
                (from[square] & men.of_group(*group) & then.attackers, *exact)
            }
            Source::Paths { from, group } => (from[square] & men.of_group(*group) & then.attackers, false),
            Source::Slides { back, groups, exact } => {
                let back = &self.tables.slides[*back];
                let riders = men.of_groups(groups) & then.attackers & back.span(square);
                let near = if riders.is_empty() { riders } else { back.targets(square, then.occupied) & riders };
                (near, *exact)
            }
        }
    }

    /// Whether the man on `from` attacks a square in this way.
    fn confirms(&self, source: &Source<W>, from: Square, square: Square, occupied: Bits<W>) -> bool {
        let table = self.piece_table(from).captures();
        match source {
            Source::Leaps { .. } => table.leaps(from).contains(square),
            Source::Slides { .. } => table.slid(&self.tables.slides, from, occupied).contains(square),
            Source::Paths { .. } => table.paths(from).iter().any(|end| end.to == square && end.is_reached(occupied)),
        }
    }

    /// The board as it stands, for attacks by `by`.
    #[inline]
    pub(crate) fn now(&self, by: Side) -> Afterwards<W> {
        Afterwards { occupied: self.men.all(), attackers: self.men.of_side(by) }
    }

    /// The royal men of a side.
    #[inline]
    pub(crate) fn royals(&self, side: Side) -> Bits<W> {
        self.men.of_groups(&self.tables.royal_groups[side])
    }

    /// Whether a royal man of `side` is attacked.
    pub(crate) fn is_in_check(&self, side: Side) -> bool {
        self.attacked_royal(side).is_some()
    }

    /// A royal man of `side` that is attacked.
    pub(crate) fn attacked_royal(&self, side: Side) -> Option<Square> {
        self.royals(side).iter().find(|&square| {
            let prey = self.piece_table(square).kind;
            self.is_attacked(square, !side, prey, self.now(!side))
        })
    }
}
