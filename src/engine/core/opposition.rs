//! Opposition: two kinds that may not face each other, such as two kings on an open file.

use super::Core;
use super::attack::Afterwards;
use crate::engine::bits::Bits;
use crate::engine::tables::OppositionTable;
use crate::engine::{Move, MoveKind};
use crate::geometry::{Side, Square};

impl<const W: usize> Core<W> {
    /// Whether an enemy watcher reaches a man of `us` and `kind` on `square`.
    pub(super) fn is_watched(&self, us: Side, kind: u8, square: Square, then: Afterwards<W>) -> bool {
        let forbids = |rule: &&OppositionTable<W>| rule.watched == kind && !rule.to_be_broken;
        self.tables.oppositions[!us].iter().filter(forbids).any(|rule| {
            let watchers = self.men.of(!us, rule.watcher) & then.attackers;
            watchers.iter().any(|watcher| {
                rule.reach.targets(&self.tables.slides, watcher, then.occupied, || then.occupied).contains(square)
            })
        })
    }

    /// The squares where a man of this kind of the side to move would face an enemy against the rules, as far as this
    /// depends on leaps alone. Slides depend on the men between, and their moves are tried.
    pub(super) fn opposition_mask(&self, kind: u8) -> Bits<W> {
        let us = self.status.turn;
        let forbidding = |side: Side| {
            let rules = self.tables.oppositions[side].iter().enumerate();
            rules.filter(|&(number, _)| self.forbids_opposition(number)).map(|(_, rule)| rule)
        };
        let theirs = forbidding(!us).filter(|rule| rule.watched == kind);
        let watched =
            theirs.flat_map(|rule| self.men.of(!us, rule.watcher).iter().map(|watcher| rule.reach.leaps(watcher)));
        let ours = forbidding(us).filter(|rule| rule.watcher == kind);
        let watching = ours.flat_map(|rule| self.men.of(!us, rule.watched).iter().map(|man| rule.back[man.index()]));
        watched.chain(watching).fold(Bits::EMPTY, |all, squares| all | squares)
    }

    /// A watcher and the man it would face after a move, if opposition forbids the move.
    pub(super) fn opposition_after(&self, mv: Move) -> Option<(Square, Square)> {
        let Move::Man(mv) = mv else { return self.opposition() };
        let (mut leaving, mut arriving) = (Bits::of(mv.from) | Bits::of(mv.to), Bits::of(mv.to));
        match mv.kind {
            MoveKind::EnPassant { victim } => leaving.insert(victim),
            MoveKind::Castling { partner_from, partner_to } => {
                leaving |= Bits::of(partner_from) | Bits::of(partner_to);
                arriving.insert(partner_to);
            }
            _ => {}
        }
        let lands = |square: Square, side: Side, kind: u8| {
            let number = match mv.kind {
                MoveKind::Castling { partner_from, partner_to } if square == partner_to => self.men.at(partner_from),
                _ => mv.piece.number(),
            };
            let piece = &self.tables.pieces[usize::from(number)];
            piece.side == side && piece.kind == kind
        };
        let men = |side: Side, kind: u8| {
            let staying = self.men.of(side, kind) & !leaving;
            staying | arriving.iter().filter(|&square| lands(square, side, kind)).collect()
        };
        self.faced(&|number| self.forbids_opposition(number), &men, self.men.all() & !leaving | arriving)
    }

    /// A watcher and the man it faces, under an opposition that may never come about.
    pub(crate) fn opposition(&self) -> Option<(Square, Square)> {
        self.faced_now(&|number| !self.is_to_be_broken(number))
    }

    /// Whether men face each other and the player to move must break that.
    #[inline(never)]
    pub(crate) fn must_break_opposition(&self) -> bool {
        self.faced_now(&|number| self.is_to_be_broken(number)).is_some()
    }

    /// Whether an opposition is illegal after the next move: one that may never come about, or one that the next move
    /// must break.
    fn forbids_opposition(&self, number: usize) -> bool {
        !self.is_to_be_broken(number) || self.faced_now(&|other| other == number).is_some()
    }

    fn is_to_be_broken(&self, number: usize) -> bool {
        self.tables.oppositions[self.status.turn].get(number).is_some_and(|rule| rule.to_be_broken)
    }

    fn faced_now(&self, rules: &dyn Fn(usize) -> bool) -> Option<(Square, Square)> {
        self.faced(rules, &|side, kind| self.men.of(side, kind), self.men.all())
    }

    /// A watcher and the man it faces by one of these rules.
    fn faced(
        &self,
        rules: &dyn Fn(usize) -> bool,
        men: &dyn Fn(Side, u8) -> Bits<W>,
        occupied: Bits<W>,
    ) -> Option<(Square, Square)> {
        Side::ALL.into_iter().find_map(|side| {
            let of_side = self.tables.oppositions[side].iter().enumerate();
            of_side.filter(|&(number, _)| rules(number)).find_map(|(_, rule)| {
                let watched = men(!side, rule.watched);
                men(side, rule.watcher).iter().find_map(|watcher| {
                    let faced = rule.reach.targets(&self.tables.slides, watcher, occupied, || occupied) & watched;
                    faced.first().map(|square| (watcher, square))
                })
            })
        })
    }
}
