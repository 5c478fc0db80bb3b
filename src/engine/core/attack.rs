//! Whether a square is attacked.

use super::Core;
use crate::engine::bits::Bits;
use crate::engine::tables::{PieceTable, Source};
use crate::engine::{Move, MoveKind};
use crate::geometry::{Side, Square};

/// The board as it will stand after a move that has not been made.
///
/// Attackers are looked up among `attackers`, whose squares and states are those in `men`. `occupied` is the board
/// after the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Afterwards<const W: usize> {
    pub(crate) occupied: Bits<W>,
    pub(crate) attackers: Bits<W>,
}

impl<const W: usize> Core<W> {
    /// Whether any man of `by` attacks a man of `victim_kind` on `square`.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Side, victim_kind: u8, then: Afterwards<W>) -> bool {
        let (tables, men) = (&*self.tables, &self.men);
        let attacks = &tables.attacks[by];
        let mut leapers = Bits::EMPTY;
        for source in &attacks.leaps {
            leapers |= source.from[square] & men.of_group(source.group);
        }
        leapers.intersects(then.attackers)
            || self.is_attacked_by_slide(square, by, victim_kind, then)
            || !attacks.are_simple() && self.is_attacked_conditionally(square, by, victim_kind, then)
    }

    /// Whether any man of `by` attacks a man of `victim_kind` on `square` by a slide.
    #[inline]
    pub(super) fn is_attacked_by_slide(&self, square: Square, by: Side, victim_kind: u8, then: Afterwards<W>) -> bool {
        let (tables, men) = (&*self.tables, &self.men);
        tables.attacks[by].slides.iter().any(|source| {
            let back = &tables.slides[source.back];
            let riders = men.of_groups(&source.groups) & then.attackers & back.empty_board_attacks(square);
            if riders.is_empty() {
                return false;
            }
            let near = back.targets(square, then.occupied) & riders;
            !near.is_empty()
                && (source.unconditional
                    || near.iter().any(|rider| self.attacks_by_slide(rider, square, victim_kind, then.occupied)))
        })
    }

    /// Whether any man of `by` attacks a man of `victim_kind` on `square` by a leap or a path that must be tested man
    /// by man.
    fn is_attacked_conditionally(&self, square: Square, by: Side, victim_kind: u8, then: Afterwards<W>) -> bool {
        let (attacks, men) = (&self.tables.attacks[by], &self.men);
        let near = |source: &Source<W>| source.from[square] & men.of_group(source.group) & then.attackers;
        attacks
            .conditional_leaps
            .iter()
            .any(|source| near(source).iter().any(|man| self.attacks_by_leap(man, square, victim_kind)))
            || attacks.paths.iter().any(|source| {
                near(source).iter().any(|man| self.attacks_by_path(man, square, victim_kind, then.occupied))
            })
    }

    /// Whether the man on `from` attacks a man of `victim_kind` by a leap.
    pub(super) fn attacks_by_leap(&self, from: Square, square: Square, victim_kind: u8) -> bool {
        let piece = self.piece_table(from);
        piece.captures().leaps(from).contains(square) && piece.may_capture(victim_kind)
    }

    /// Whether it attacks by a slide on a board with these squares occupied.
    pub(super) fn attacks_by_slide(&self, from: Square, square: Square, victim_kind: u8, occupied: Bits<W>) -> bool {
        let piece = self.piece_table(from);
        piece.captures().slid(&self.tables.slides, from, occupied).contains(square) && piece.may_capture(victim_kind)
    }

    /// Whether it attacks by a path with conditions, on a board with these squares occupied.
    fn attacks_by_path(&self, from: Square, square: Square, victim_kind: u8, occupied: Bits<W>) -> bool {
        let piece = self.piece_table(from);
        let mut ends = piece.captures().paths(from).iter();
        piece.may_capture(victim_kind)
            && ends.any(|end| end.to == square && end.is_reached(occupied, self.hurdles(piece, occupied)))
    }

    /// The men among `occupied` that a man can hop over. If only some men can be hopped over, attacks are computed only
    /// in positions that have come about, never ahead of a move.
    #[inline]
    pub(crate) fn hurdles(&self, piece: &PieceTable<W>, occupied: Bits<W>) -> Bits<W> {
        if piece.never_hops.is_empty() { occupied } else { occupied & !self.men.of_groups(&piece.never_hops) }
    }

    /// The men of `by` that attack a man of `victim_kind` on a square; without a kind, a man that any kind may capture.
    pub(crate) fn attackers(&self, square: Square, by: Side, victim_kind: Option<u8>) -> Bits<W> {
        self.attackers_among(square, by, victim_kind, self.men.all())
    }

    /// The attackers of a square if only these men were on the board.
    pub(crate) fn attackers_among(
        &self,
        square: Square,
        by: Side,
        victim_kind: Option<u8>,
        occupied: Bits<W>,
    ) -> Bits<W> {
        let (tables, men) = (&*self.tables, &self.men);
        let attacks = &tables.attacks[by];
        let near = |source: &Source<W>| source.from[square] & men.of_group(source.group) & occupied;
        let mut certain = Bits::EMPTY;
        let mut possible = Bits::EMPTY;
        for source in &attacks.leaps {
            certain |= near(source);
        }
        for source in attacks.conditional_leaps.iter().chain(&attacks.paths) {
            possible |= near(source);
        }
        for source in &attacks.slides {
            let slid = tables.slides[source.back].targets(square, occupied) & men.of_groups(&source.groups) & occupied;
            *(if source.unconditional { &mut certain } else { &mut possible }) |= slid;
        }
        let doubtful = possible & !certain;
        let attacks_it = |&man: &Square| {
            let piece = self.piece_table(man);
            piece.attacks(&tables.slides, man, square, victim_kind, occupied, self.hurdles(piece, occupied))
        };
        certain | doubtful.iter().filter(attacks_it).collect()
    }

    /// The men that attack a royal man of the side to move.
    pub(crate) fn checkers(&self) -> Bits<W> {
        let us = self.status.turn;
        let royals = (self.royals(us) | self.royals_together_attacked(us)).iter();
        royals.fold(Bits::EMPTY, |checkers, royal| {
            checkers | self.attackers(royal, !us, Some(self.piece_table(royal).kind))
        })
    }

    /// Whether a royal man of the opponent is attacked after a move.
    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let us = self.status.turn;
        let by_trial = self.tables.features.royalty_varies || self.tables.features.chosen_hurdles;
        let man = match mv {
            Move::Man(man) if !matches!(man.kind, MoveKind::Castling { .. }) && !by_trial => man,
            Move::Man(_) => {
                let mut then = self.lean_copy(false, false);
                then.make(mv);
                return then.is_in_check(!us);
            }
            _ => return false,
        };
        let victim = self.captured(mv).map_or(Bits::EMPTY, Bits::of);
        let (leaving, arriving) = (Bits::of(man.from), Bits::of(man.to));
        let occupied = self.men.all() & !leaving & !victim | arriving;
        let others = Afterwards { occupied, attackers: self.men.of_side(us) & !leaving };
        let arrived = &self.tables.pieces[usize::from(man.piece.number())];
        self.royals(!us).iter().any(|royal| {
            let victim_kind = self.piece_table(royal).kind;
            arrived.attacks(&self.tables.slides, man.to, royal, Some(victim_kind), occupied, occupied)
                || self.is_attacked(royal, us, victim_kind, others)
        })
    }

    /// The board as it stands, for attacks by `by`.
    #[inline]
    pub(crate) fn now(&self, by: Side) -> Afterwards<W> {
        Afterwards { occupied: self.men.all(), attackers: self.men.of_side(by) }
    }

    /// The men of a side that may not be left attacked. Those that are royal together are among them only if one is
    /// left.
    #[inline(always)]
    pub(crate) fn royals(&self, side: Side) -> Bits<W> {
        if self.tables.features.royalty_varies { self.royals_by_number(side) } else { self.men_of_royal_kinds(side) }
    }

    /// The men of a side whose kinds are royal, at least at times.
    #[inline(always)]
    pub(crate) fn men_of_royal_kinds(&self, side: Side) -> Bits<W> {
        self.men.of_groups(&self.tables.royal_groups[side])
    }

    pub(crate) fn is_in_check(&self, side: Side) -> bool {
        self.attacked_royal(side).is_some()
    }

    /// The square of an attacked royal man of `side`; if its men that are royal together are all attacked, one of
    /// these.
    pub(crate) fn attacked_royal(&self, side: Side) -> Option<Square> {
        let attacked = self.royals(side).iter().find(|&square| self.is_attacked_now(square, side));
        attacked.or_else(|| self.royals_together_attacked(side).first())
    }

    /// Whether the man of `side` on a square is attacked.
    #[inline]
    pub(super) fn is_attacked_now(&self, square: Square, side: Side) -> bool {
        let victim_kind = self.piece_table(square).kind;
        self.is_attacked(square, !side, victim_kind, self.now(!side))
    }
}
