//! Drops of men in hand, and the captures that add to a hand.

use std::ops::ControlFlow;

use super::attack::AttackView;
use super::deaths::RoyalDeaths;
use super::move_set::{Flow, Visit};
use super::{Core, MoveGenerator};
use crate::engine::bits::Bits;
use crate::engine::tables::{CastlingWing, DropTable, LimitTable, Occupant, Zobrist, castling_right, group_index};
use crate::engine::{DropMove, IllegalMove, ManMove, Move, MoveKind, Piece};
use crate::geometry::{Leap, Side, Square};
use crate::model::{DropCheck, KindId};

impl<const W: usize> Core<W> {
    /// The number of a side's men of these kinds, or of all, on the board and in hand.
    #[inline]
    pub(super) fn count_men(&self, side: Side, kinds: Option<&[KindId]>) -> u32 {
        self.men_of(side, kinds).len() + self.hands.count(side, kinds)
    }

    /// Whether a side drops men of a kind without having them in hand.
    #[inline]
    pub(super) fn drops_any_number(&self, side: Side, kind: KindId) -> bool {
        self.tables.features.unlimited_drops
            && self.start.drops[side].iter().any(|table| table.rule.kind == kind && table.rule.unlimited)
    }

    /// Whether a man that a drop table is about is in hand, or need not be.
    #[inline]
    fn has_man_to_drop(&self, table: &DropTable<W>) -> bool {
        table.rule.unlimited || self.hands.of_group(table.group) > 0
    }

    /// The squares next to some of these men.
    pub(super) fn next_to(&self, men: Bits<W>, orthogonally: bool) -> Bits<W> {
        if !orthogonally {
            return men.iter().fold(Bits::EMPTY, |all, square| all | self.tables.adjacent[square]);
        }
        let board = self.tables.variant.board;
        let steps = (0..4).map(|quarters| Leap::new(0, 1).turned(2 * quarters));
        steps.flat_map(|step| men.iter().filter_map(move |square| board.leap(square, step))).collect()
    }

    /// The squares among these where a drop table admits drops, by the men next to them; and whether a drop there must
    /// convert men.
    fn drop_squares_by_neighbours(&self, table: &DropTable<W>, open: Bits<W>) -> (Bits<W>, bool) {
        if !(table.first_on & !self.occupied()).is_empty() {
            return (open & table.first_on, false);
        }
        let mut open = open;
        for beside in &table.beside {
            let near = self.next_to(self.men.of_groups(&beside.groups), beside.orthogonally);
            open &= if beside.none { !near } else { near };
        }
        (open, table.rule.converting)
    }

    /// The man that a drop puts on the board; none if it can't be made, legal or not.
    pub(super) fn dropped(&self, drop: DropMove) -> Occupant {
        let group = group_index(self.status.turn, drop.kind.0);
        let possible = (self.hands.of_group(group) > 0 || self.drops_any_number(self.status.turn, drop.kind))
            && self.tables.board.contains(drop.to)
            && !self.men.occupant(drop.to).is_some();
        let dropped = self.tables.occupant(drop.piece.number());
        if possible && dropped.is_some() && dropped.side() == self.status.turn { dropped } else { Occupant::NONE }
    }

    /// Adds the castling rights that a side gains by a drop on a square where castling begins.
    #[inline(never)]
    pub(super) fn gain_castling_rights(&mut self, side: Side, to: Square) {
        let before = self.status.rights;
        for (number, wing) in self.start.wings[side].iter().enumerate() {
            let stands = |square: Square, kind: u8| self.men.of_kind(side, kind).contains(square);
            let gained = |wing: &CastlingWing<W>| {
                [wing.king, wing.partner].contains(&to)
                    && stands(wing.king, wing.king_kind)
                    && stands(wing.partner, wing.partner_kind)
            };
            let drops = self.tables.variant.rules.castling[side].as_ref().is_some_and(|rule| rule.dropped.is_some());
            if drops && wing.as_ref().is_some_and(gained) {
                self.status.rights |= castling_right(side, number);
            }
        }
        if self.hashing {
            self.status.keys.all ^= Zobrist::rights(before) ^ Zobrist::rights(self.status.rights);
        }
    }

    /// The piece that a move leaves behind on a square that is empty after it; `None` if it can't be made, legal or not. `stays`: the mover
    /// stands on the square that it came from.
    pub(super) fn left_piece(&self, mv: ManMove, stays: bool) -> Option<Piece> {
        let (kind, on) = mv.left_behind()?;
        let vacated = !stays && on != mv.to && mv.kind.castling().is_none_or(|(_, partner_to)| partner_to != on);
        let tables = &self.start.left[self.status.turn];
        let table = tables.iter().find(|table| table.kind == kind && self.hands.of_group(table.group) > 0)?;
        table.piece_on(on).filter(|_| vacated && mv.from != mv.to).and_then(Piece::new)
    }

    /// The piece that a move leaves behind, if it can be made.
    pub(crate) fn left_man(&self, mv: ManMove) -> Option<Piece> {
        self.changes_without_effects(mv.into()).left
    }

    /// The kinds in a side's hand, with their number, in order of id.
    pub(crate) fn hand(&self, side: Side) -> Vec<(KindId, u16)> {
        let drops = self.start.drops[side].iter();
        let held = drops.map(|drop| (drop.rule.kind, self.hands.of_group(drop.group)));
        held.filter(|&(_, count)| count > 0).collect()
    }

    /// Whether no royal man of the side to move is attacked after a move, where it may not be left so.
    fn leaves_royals_safe_after(&self, mv: Move) -> bool {
        if self.tables.features.own_check_by_trial {
            return true;
        }
        let us = self.status.turn;
        let kills_royals = |man: ManMove| self.royal_deaths_by(man) == RoyalDeaths::AllEnemies;
        if self.tables.features.deaths && mv.man().is_some_and(kills_royals) {
            return true;
        }
        let mut then = self.copy_without_keys();
        then.make(mv);
        !then.is_in_check(us)
    }

    /// Whether a drop would attack a royal man of the opponent.
    pub(super) fn drop_gives_check(&self, drop: DropMove) -> bool {
        let mut then = self.copy_without_keys();
        then.make(drop.into());
        then.is_in_check(!self.status.turn)
    }
}

/// Sets of drops: men of one kind in hand that arrive as one piece on any of these squares.
type VisitDrops<'a, const W: usize> = &'a mut dyn FnMut(&DropTable<W>, Piece, Bits<W>) -> Flow;

impl<const W: usize> MoveGenerator<'_, W> {
    /// Calls `visit` for each set of drops that are legal unless a trial of each is needed.
    fn each_drop_set(&self, visit: VisitDrops<'_, W>) -> Flow {
        let core = self.core;
        if self.captures_only() || core.drops_rest() {
            return Flow::Continue(());
        }
        let us = core.status.turn;
        let occupied = core.occupied();
        let open = core.tables.board & !occupied & self.safety.arrival_mask();
        for drop in &core.start.drops[us] {
            if !core.has_man_to_drop(drop) || self.drops_only() && !drop.rule.compulsory {
                continue;
            }
            let full = |closed: Bits<W>, limit: &LimitTable<W>| {
                closed | limit.closed(occupied, |groups| core.men.of_groups(groups))
            };
            let open = drop.landings(open & !drop.limits.iter().fold(Bits::EMPTY, full), occupied);
            let (open, converting) = core.drop_squares_by_neighbours(drop, open);
            for &(piece, on) in &drop.arrivals {
                let to = self.safe_drops(on & open);
                let table = &core.tables.pieces[usize::from(piece)];
                // Where men change sides, opposition is judged after it.
                let opposed = table.opposed && !core.tables.features.aftermath;
                let to = if opposed { to & !core.opposition_mask(table.kind) } else { to };
                let Some(piece) = Piece::new(piece) else { continue };
                let to = if converting {
                    to.iter().filter(|&to| !core.converted_by_drop(piece, to).is_empty()).collect()
                } else {
                    to
                };
                if !to.is_empty() {
                    visit(drop, piece, to)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The squares where a man that is dropped leaves no royal man of its side attacked.
    fn safe_drops(&self, to: Bits<W>) -> Bits<W> {
        if self.safety.masks_suffice() {
            return to;
        }
        let core = self.core;
        let doubtful = self.safety.doubtful_arrivals(to);
        let safe = doubtful.iter().filter(|&to| core.drop_leaves_royals_safe(to));
        to & !doubtful | safe.collect()
    }

    /// Calls `visit` for each legal drop until it breaks.
    #[inline(always)]
    pub(super) fn each_drop(&self, visit: Visit<Move>) -> Flow {
        if self.core.tables.features.hands { self.each_drop_of_hand(visit) } else { Flow::Continue(()) }
    }

    /// [`Self::each_drop`] in a game with hands.
    #[inline(never)]
    fn each_drop_of_hand(&self, visit: Visit<Move>) -> Flow {
        self.each_drop_set(&mut |table, piece, to| {
            let by_trial = self.drops_need_trial(table);
            to.iter().try_for_each(|to| {
                let drop = DropMove { kind: table.rule.kind, to, piece };
                if by_trial && !self.is_legal_drop(table, drop) {
                    return Flow::Continue(());
                }
                visit(drop.into())
            })
        })
    }

    /// The number of legal drops.
    #[inline(always)]
    pub(super) fn count_drops(&self) -> u64 {
        if self.core.tables.features.hands { self.count_drops_of_hand() } else { 0 }
    }

    /// [`Self::count_drops`] in a game with hands.
    #[inline(never)]
    fn count_drops_of_hand(&self) -> u64 {
        let mut count = 0;
        let _ = self.each_drop_set(&mut |table, piece, to| {
            if self.drops_need_trial(table) {
                let legal = |&to: &Square| self.is_legal_drop(table, DropMove { kind: table.rule.kind, to, piece });
                count += to.iter().filter(legal).count() as u64;
            } else {
                count += u64::from(to.len());
            }
            Flow::Continue(())
        });
        count
    }

    /// Calls `visit` for each legal move that leaves a man from the hand behind, until it breaks. Each is a legal move
    /// with a man put on the square that becomes empty.
    #[inline(never)]
    pub(super) fn each_leaving_move(&self, visit: Visit<Move>) -> Flow {
        let core = self.core;
        let (us, variant) = (core.status.turn, &core.tables.variant);
        let unmoved = core.status.unmoved & core.men.of_side(us);
        let left = &core.start.left[us];
        if unmoved.is_empty() || left.iter().all(|table| core.hands.of_group(table.group) == 0) {
            return Flow::Continue(());
        }
        self.each_move_to_leave_by(&mut |mv| {
            for table in left.iter().filter(|table| core.hands.of_group(table.group) > 0) {
                let kind = table.kind;
                let moves = if mv.kind == MoveKind::Ordinary {
                    [Some((mv.from, MoveKind::Leaving)), None]
                } else if let MoveKind::Castling { partner_from, partner_to } = mv.kind {
                    [
                        Some((mv.from, MoveKind::KingLeaving { partner_from, partner_to })),
                        Some((partner_from, MoveKind::PartnerLeaving { partner_from, partner_to })),
                    ]
                } else {
                    [None, None]
                };
                for (on, kind_of_move) in moves.into_iter().flatten() {
                    let leaves = unmoved.contains(on)
                        && variant.kind(KindId(core.piece_table(on).kind)).may_leave.contains(&kind);
                    let with_left = mv.leaving(kind_of_move, kind);
                    if leaves && core.left_man(with_left).is_some() && self.is_safe_leaving(with_left.into()) {
                        visit(with_left.into())?;
                    }
                }
            }
            Flow::Continue(())
        })
    }

    /// Whether a move that is legal otherwise is legal with a man that it leaves behind. Where only lines count, another
    /// man of the own side takes no safety away; where men die, it may be the hurdle of an attack that they have blocked.
    fn is_safe_leaving(&self, mv: Move) -> bool {
        let features = &self.core.tables.features;
        if self.safety.masks_suffice() && !self.needs_legality_test() && !features.opposition && !features.deaths {
            return true;
        }
        self.is_legal_in_result(mv) && self.core.leaves_royals_safe_after(mv)
    }

    /// Whether there is a legal drop.
    pub(super) fn has_drop(&self) -> bool {
        self.each_drop(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether each drop of a kind must be tried.
    fn drops_need_trial(&self, table: &DropTable<W>) -> bool {
        self.needs_legality_test() || self.core.tables.features.opposition || table.rule.check != DropCheck::Allowed
    }

    /// Whether a drop that leaves royal men safe is legal by the position that it makes.
    fn is_legal_drop(&self, table: &DropTable<W>, drop: DropMove) -> bool {
        self.is_legal_in_result(drop.into()) && self.core.drop_check_fault(table, drop).is_none()
    }
}

impl<const W: usize> Core<W> {
    /// Whether no royal man of the side to move is attacked after a man has been dropped on a square.
    fn drop_leaves_royals_safe(&self, to: Square) -> bool {
        let us = self.status.turn;
        let then = AttackView { occupied: self.occupied() | Bits::of(to), attackers: self.men.of_side(!us) };
        self.royals(us).iter().all(|royal| !self.is_attacked(royal, !us, self.piece_table(royal).kind, then))
    }

    /// The rule about drops that give check that a drop breaks.
    fn drop_check_fault(&self, table: &DropTable<W>, drop: DropMove) -> Option<IllegalMove> {
        if table.rule.check == DropCheck::Allowed {
            return None;
        }
        let mut then = self.lean_copy(false, false);
        then.make(drop.into());
        let them = !self.status.turn;
        if !then.is_in_check(them) {
            return None;
        }
        match table.rule.check {
            DropCheck::Allowed => None,
            DropCheck::Forbidden => Some(IllegalMove::DropGivesCheck),
            DropCheck::NotCheckmate => {
                // The search for an answer to a check ignores limits on the checks that the answer gives.
                then.checks_are_free = true;
                let mate = then.status.turn == them && !MoveGenerator::new(&then).has_move();
                mate.then_some(IllegalMove::DropGivesCheckmate)
            }
        }
    }

    /// The reason why a drop is illegal.
    pub(super) fn drop_illegality(&self, drop: DropMove) -> IllegalMove {
        let us = self.status.turn;
        let table = self.start.drops[us].iter().find(|table| table.rule.kind == drop.kind);
        let Some(table) = table.filter(|table| self.has_man_to_drop(table)) else {
            return IllegalMove::NotInHand(drop.kind);
        };
        if self.drops_rest() {
            return IllegalMove::DropInSeries;
        }
        if !self.tables.board.contains(drop.to) || self.occupied().contains(drop.to) {
            return IllegalMove::DropOnMan;
        }
        let arrives = |&(piece, on): &(u16, Bits<W>)| piece == drop.piece.number() && on.contains(drop.to);
        if !table.arrivals.iter().any(arrives) {
            return IllegalMove::DropSquare;
        }
        if table.landings(Bits::of(drop.to), self.occupied()).is_empty() {
            return IllegalMove::DropSlide;
        }
        let closed = |limit: &LimitTable<W>| limit.closed(self.occupied(), |groups| self.men.of_groups(groups));
        if table.limits.iter().any(|limit| closed(limit).contains(drop.to)) {
            return IllegalMove::DropLimit;
        }
        let (open, converting) = self.drop_squares_by_neighbours(table, Bits::of(drop.to));
        if open.is_empty() {
            return IllegalMove::DropNeighbours;
        }
        if converting && self.converted_by_drop(drop.piece, drop.to).is_empty() {
            return IllegalMove::DropConvertsNothing;
        }
        let by_trial = self.tables.features.own_check_by_trial;
        if !by_trial && !self.drop_leaves_royals_safe(drop.to) {
            let royal = self.royals(us).first();
            return royal.map_or(IllegalMove::DropSquare, IllegalMove::RoyalAttacked);
        }
        let fault = self.drop_check_fault(table, drop).or_else(|| self.result_fault(drop.into()));
        fault.unwrap_or(IllegalMove::Unexplained)
    }
}
