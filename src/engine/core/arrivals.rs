//! Outcomes of a move for the man that makes it: unchanged, turned, or promoted.
//!
//! Most men promote on the squares of a zone and nowhere else, and may always go on. The others, which
//! [`PieceTable::arrives_by_rules`] marks, take a slower path.

use super::Core;
use super::visitor::{Flow, Visit};
use crate::engine::bits::Bits;
use crate::engine::tables::{PieceTable, PromotionTable};
use crate::engine::{ManMove, MoveKind, Piece};
use crate::geometry::Square;

impl<const W: usize> Core<W> {
    /// The number of moves that take men of this piece to these squares. The square they come from must be given for
    /// men that promote by leaving some squares.
    #[inline(always)]
    pub(super) fn count_arrivals(
        &self,
        piece: &PieceTable<W>,
        from: Option<Square>,
        to: Bits<W>,
        kind: MoveKind,
    ) -> u64 {
        if to.intersects(piece.changes_in) { self.count_changes(piece, from, to, kind) } else { u64::from(to.len()) }
    }

    /// The number of moves where men may turn or promote.
    #[cold]
    fn count_changes(&self, piece: &PieceTable<W>, from: Option<Square>, to: Bits<W>, kind: MoveKind) -> u64 {
        if piece.arrives_by_rules {
            return self.count_changes_by_rules(piece, from, to, kind);
        }
        let stays = 1 + piece.after_moving.len() as u64;
        let Some(promotion) = piece.promotion.as_ref().filter(|promotion| to.intersects(promotion.zone)) else {
            return u64::from(to.len()) * stays;
        };
        let promoting = (to & promotion.zone).iter().map(|to| {
            let choices = self.promotions(piece, to).len() as u64;
            choices + if promotion.optional.contains(to) || choices == 0 { stays } else { 0 }
        });
        promoting.sum::<u64>() + u64::from((to & !promotion.zone).len()) * stays
    }

    #[inline(never)]
    fn count_changes_by_rules(&self, piece: &PieceTable<W>, from: Option<Square>, to: Bits<W>, kind: MoveKind) -> u64 {
        let arriving = to.iter().map(|to| {
            let stays = if piece.stuck.contains(to) { 0 } else { 1 + piece.after_moving.len() as u64 };
            let Some(promotion) = self.promotion_by_rules(piece, from, to, kind) else { return stays };
            let choices = self.promotions(piece, to);
            let free = choices.iter().filter(|&&choice| self.is_within_limits(piece, choice)).count() as u64;
            free + if promotion.optional.contains(to) || choices.is_empty() { stays } else { 0 }
        });
        arriving.sum()
    }

    /// Calls `visit` for each move of the man on `from` to `to`: plain, with a turn, or with a promotion.
    #[inline]
    pub(super) fn each_arrival(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        to: Square,
        kind: MoveKind,
        visit: &mut impl FnMut(ManMove) -> Flow,
    ) -> Flow {
        if piece.arrives_by_rules {
            return self.each_arrival_by_rules(piece, from, to, kind, visit);
        }
        if let Some(promotion) = piece.promotion.as_ref().filter(|promotion| promotion.zone.contains(to)) {
            let choices = self.promotions(piece, to);
            for piece in choices.iter().copied().filter_map(Piece::new) {
                visit(ManMove { from, to, piece, kind })?;
            }
            if !promotion.optional.contains(to) && !choices.is_empty() {
                return Flow::Continue(());
            }
        }
        self.each_turned(piece, from, to, kind, visit)
    }

    #[inline(never)]
    fn each_arrival_by_rules(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        to: Square,
        kind: MoveKind,
        visit: Visit,
    ) -> Flow {
        if let Some(promotion) = self.promotion_by_rules(piece, Some(from), to, kind) {
            let choices = self.promotions(piece, to);
            let free = choices.iter().copied().filter(|&choice| self.is_within_limits(piece, choice));
            for piece in free.filter_map(Piece::new) {
                visit(ManMove { from, to, piece, kind })?;
            }
            if !promotion.optional.contains(to) && !choices.is_empty() {
                return Flow::Continue(());
            }
        }
        if piece.stuck.contains(to) {
            return Flow::Continue(());
        }
        self.each_turned(piece, from, to, kind, &mut |mv| visit(mv))
    }

    /// Calls `visit` for each move on which the man does not promote: plain, or with a turn.
    #[inline(always)]
    fn each_turned(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        to: Square,
        kind: MoveKind,
        visit: &mut impl FnMut(ManMove) -> Flow,
    ) -> Flow {
        if let Some(piece) = self.men.piece(from) {
            visit(ManMove { from, to, piece, kind })?;
        }
        let mut turned = piece.after_moving.iter().copied().filter_map(Piece::new);
        turned.try_for_each(|piece| visit(ManMove { from, to, piece, kind }))
    }

    /// Whether a man may arrive on a square as anything at all.
    pub(super) fn may_arrive(&self, piece: &PieceTable<W>, from: Square, to: Square, kind: MoveKind) -> bool {
        self.each_arrival(piece, from, to, kind, &mut |_| Flow::Break(())).is_break()
    }

    /// The pieces that a man can promote to on `to`.
    #[inline]
    pub(super) fn promotions(&self, piece: &PieceTable<W>, to: Square) -> &[u16] {
        let variant = &self.tables.variant;
        let half = usize::from(variant.black.is_right_half(variant.board, piece.side, to));
        &self.tables.setups[self.setup].promotions[piece.side][usize::from(piece.kind)][half]
    }

    /// The promotion that a move leads to, by where it begins and ends and by whether it captures.
    fn promotion_by_rules<'a>(
        &self,
        piece: &'a PieceTable<W>,
        from: Option<Square>,
        to: Square,
        kind: MoveKind,
    ) -> Option<&'a PromotionTable<W>> {
        let promotion = piece.promotion.as_ref()?;
        let applies = promotion.zone.contains(to) || from.is_some_and(|from| promotion.from.contains(from));
        let captures = || self.men.at(to) != 0 || matches!(kind, MoveKind::EnPassant { .. });
        (applies && (!promotion.by_capture || captures())).then_some(promotion)
    }

    /// Whether the limits of a promotion allow another man like this.
    fn is_within_limits(&self, piece: &PieceTable<W>, choice: u16) -> bool {
        piece.promotion.as_ref().is_none_or(|table| !table.limited) || self.has_room_for(piece, choice)
    }

    fn has_room_for(&self, piece: &PieceTable<W>, choice: u16) -> bool {
        let variant = &self.tables.variant;
        let kind = self.tables.pieces[usize::from(choice)].kind;
        let now = self.men.of(piece.side, kind).len();
        let rules = &variant.rules.promotions[piece.side];
        let Some(rule) = rules.iter().find(|rule| rule.kind.0 == piece.kind) else { return true };
        let few = rule.limits.iter().all(|limit| limit.kind.0 != kind || now < u32::from(limit.most));
        let stood = || {
            let men = variant.setups.get(self.setup).into_iter().flat_map(|setup| &setup.men);
            men.filter(|man| man.side == piece.side && man.kind.0 == kind).count() as u32
        };
        few && (!rule.captured_men_only || now < stood())
    }
}
