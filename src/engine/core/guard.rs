//! What the safety of royal men asks of a move.
//!
//! With one royal man, most moves are judged by sets: the checkers, the men that are pinned to a line, the squares
//! that meet a check. Attacks by paths with conditions (lame and bent men, hoppers) know no lines; there the guard
//! names the squares whose leaving or entering could matter, and only such moves are tried out.

use super::Core;
use super::attack::Afterwards;
use crate::engine::bits::Bits;
use crate::engine::tables::Source;
use crate::geometry::{Side, Square};

/// More pins than this are tried out instead of noted.
const MOST_PINS: usize = 8;

/// The safety of the royal men of the side to move.
#[derive(Debug)]
pub(crate) struct Guard<const W: usize> {
    royals: Bits<W>,
    /// Whether a royal man is attacked now.
    pub(crate) in_check: bool,
    /// Where a man that is not royal must go to meet the check; everywhere, if there is none.
    meets_check: Bits<W>,
    /// Every move is tried out.
    try_all: bool,
    /// Men whose leaving may uncover an attack, so that their moves are tried out.
    try_from: Bits<W>,
    /// Squares on which a man may become a hurdle, so that moves to them are tried out.
    try_to: Bits<W>,
    pinned: Bits<W>,
    pins: [(Square, Bits<W>); MOST_PINS],
    pin_count: usize,
}

impl<const W: usize> Guard<W> {
    /// The guard of the side to move.
    pub(crate) fn new(core: &Core<W>) -> Self {
        let us = core.status.turn;
        let royals = core.royals(us);
        let mut guard = Self {
            royals,
            in_check: false,
            meets_check: !Bits::EMPTY,
            try_all: false,
            try_from: Bits::EMPTY,
            try_to: Bits::EMPTY,
            pinned: Bits::EMPTY,
            pins: [(Square::new(0), Bits::EMPTY); MOST_PINS],
            pin_count: 0,
        };
        if royals.several() {
            guard.try_all = true;
            guard.in_check = core.is_in_check(us);
        } else if let Some(royal) = royals.first() {
            guard.look_around(core, royal, us);
        }
        guard
    }

    fn look_around(&mut self, core: &Core<W>, royal: Square, us: Side) {
        let (tables, men) = (&*core.tables, &core.men);
        let prey = core.piece_table(royal).kind;
        let occupied = men.all();
        let enemies = men.of_side(!us);
        let mut checkers = Bits::EMPTY;
        let mut lines = Bits::EMPTY;
        for source in &tables.sources[!us] {
            match source {
                Source::Leaps { from, group, exact } => {
                    for checker in (from[royal.index()] & men.of_group(*group)).iter() {
                        let piece = core.piece_table(checker);
                        if (*exact || piece.captures().leaps(checker).contains(royal)) && piece.may_capture(prey) {
                            self.note(&mut checkers, checker);
                        }
                    }
                }
                Source::Slides { back, groups, exact } => {
                    let back = &tables.slides[*back];
                    let riders = men.of_groups(groups) & back.span(royal);
                    if riders.is_empty() {
                        continue;
                    }
                    back.each_line(royal, riders, &mut |between, rider| {
                        let blockers = between & occupied;
                        if blockers.several() || blockers.intersects(enemies) {
                            return;
                        }
                        if !exact || tables.limited_captures {
                            let piece = core.piece_table(rider);
                            let alone = Bits::of(royal);
                            let hits = piece.captures().slid(&tables.slides, rider, alone).contains(royal);
                            if !hits || !piece.may_capture(prey) {
                                return;
                            }
                        }
                        if let Some(blocker) = blockers.first() {
                            self.pin(blocker, between | Bits::of(rider));
                        } else {
                            self.note(&mut checkers, rider);
                            lines |= between;
                        }
                    });
                }
                Source::Paths { from, group } => {
                    for rider in (from[royal.index()] & men.of_group(*group)).iter() {
                        let piece = core.piece_table(rider);
                        if !piece.may_capture(prey) {
                            continue;
                        }
                        let ends = piece.captures().paths(rider).iter().filter(|end| end.to == royal);
                        for need in ends.flat_map(|end| &end.needs) {
                            if need.is_met(occupied) {
                                checkers.insert(rider);
                                self.try_all = true;
                                continue;
                            }
                            // One ply takes a man of ours from one square to another one.
                            let (blockers, missing) = (need.empty & occupied, need.occupied & !occupied);
                            if !blockers.several() && !missing.several() && !blockers.intersects(enemies) {
                                self.try_from |= blockers;
                                self.try_to |= missing;
                            }
                        }
                    }
                }
            }
        }
        self.in_check = !checkers.is_empty();
        if self.in_check {
            self.meets_check = if checkers.several() { Bits::EMPTY } else { checkers | lines };
        }
    }

    /// A man that checks in two ways is not met by blocking one of them.
    fn note(&mut self, checkers: &mut Bits<W>, checker: Square) {
        self.try_all |= checkers.contains(checker);
        checkers.insert(checker);
    }

    fn pin(&mut self, man: Square, line: Bits<W>) {
        if self.pinned.contains(man) || self.pin_count == MOST_PINS {
            self.try_from.insert(man);
            return;
        }
        self.pinned.insert(man);
        self.pins[self.pin_count] = (man, line);
        self.pin_count += 1;
    }

    /// Whether men that are not hampered are safe to go wherever a check is met.
    #[inline]
    pub(crate) fn trusts_sets(&self) -> bool {
        !self.try_all && self.try_to.is_empty()
    }

    /// The men whose moves are judged one by one.
    #[inline]
    pub(crate) fn hampered(&self) -> Bits<W> {
        self.pinned | self.try_from | self.royals
    }

    /// Where a man that is not royal must go.
    #[inline]
    pub(crate) const fn meets_check(&self) -> Bits<W> {
        self.meets_check
    }

    /// Those of the targets of the man on `from` that leave no royal man attacked.
    #[inline]
    pub(crate) fn safe(&self, core: &Core<W>, from: Square, targets: Bits<W>) -> Bits<W> {
        if self.royals.is_empty() || targets.is_empty() {
            return targets;
        }
        if self.try_all || self.royals.contains(from) {
            return core.tried(from, targets);
        }
        let mut targets = targets & self.meets_check;
        if self.try_from.contains(from) {
            return core.tried(from, targets);
        }
        if self.pinned.contains(from)
            && let Some((_, line)) = self.pins[..self.pin_count].iter().find(|(man, _)| *man == from)
        {
            targets &= *line;
        }
        let doubtful = targets & self.try_to;
        if doubtful.is_empty() { targets } else { targets & !doubtful | core.tried(from, doubtful) }
    }
}

impl<const W: usize> Core<W> {
    /// Those of the targets of the man on `from` after which no royal man of its side is attacked.
    fn tried(&self, from: Square, targets: Bits<W>) -> Bits<W> {
        targets.iter().filter(|&to| self.leaves_royals_safe(from, to, Bits::EMPTY)).collect()
    }

    /// Whether no royal man of the side to move is attacked after its man on `from` goes to `to` and the men on
    /// `to` and on `victims` disappear.
    pub(crate) fn leaves_royals_safe(&self, from: Square, to: Square, victims: Bits<W>) -> bool {
        self.royal_left_attacked(from, to, victims).is_none()
    }

    /// The square of a royal man that such a move leaves attacked.
    pub(crate) fn royal_left_attacked(&self, from: Square, to: Square, victims: Bits<W>) -> Option<Square> {
        let us = self.status.turn;
        let (leaving, arriving) = (Bits::of(from), Bits::of(to));
        let then = Afterwards {
            occupied: self.men.all() & !leaving & !victims | arriving,
            attackers: self.men.of_side(!us) & !arriving & !victims,
        };
        self.royals(us).iter().find_map(|royal| {
            let prey = self.piece_table(royal).kind;
            let square = if royal == from { to } else { royal };
            self.is_attacked(square, !us, prey, then).then_some(square)
        })
    }
}
