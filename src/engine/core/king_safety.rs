//! What the safety of royal men asks of a move.
//!
//! With one royal man, most moves are judged by sets: the checkers, the men that are pinned to a line, the squares
//! that meet a check. Attacks by paths with conditions (lame and bent men, hoppers) know no lines; there the guard
//! names the squares whose leaving or entering could matter, and only such moves are tried out.

use super::Core;
use super::attack::Afterwards;
use crate::engine::bits::Bits;
use crate::engine::tables::SlideSource;
use crate::geometry::{Side, Square};

/// The safety of the royal men of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingSafety<const W: usize> {
    royals: Bits<W>,
    /// Whether a royal man is attacked now.
    pub(crate) in_check: bool,
    /// Every move is tried out.
    try_all: bool,
    /// Where a man that is not royal must go to meet the check; everywhere, if there is none.
    check_mask: Bits<W>,
    /// Men that alone stand between a rider and a royal man.
    pinned: Bits<W>,
    /// Men whose leaving may uncover an attack in another way, so that their moves are tried out.
    try_from: Bits<W>,
    /// Squares on which a man may become a hurdle, so that moves to them are tried out.
    try_to: Bits<W>,
}

impl<const W: usize> KingSafety<W> {
    /// A guard of nobody.
    pub(crate) const fn none() -> Self {
        Self {
            royals: Bits::EMPTY,
            in_check: false,
            try_all: false,
            check_mask: Bits::ALL,
            pinned: Bits::EMPTY,
            try_from: Bits::EMPTY,
            try_to: Bits::EMPTY,
        }
    }

    /// The guard of the side to move.
    #[inline(always)]
    pub(crate) fn new(core: &Core<W>) -> Self {
        let us = core.status.turn;
        let royals = core.royals(us);
        let mut safety = Self { royals, ..Self::none() };
        if royals.several() {
            safety.try_all = true;
            safety.in_check = core.is_in_check(us);
        } else if let Some(royal) = royals.first() {
            safety.scan(core, royal, us);
        }
        safety
    }

    #[inline(always)]
    fn scan(&mut self, core: &Core<W>, royal: Square, us: Side) {
        let (tables, men) = (&*core.tables, &core.men);
        let attacks = &tables.attacks[!us];
        let mut checkers = Bits::EMPTY;
        for source in &attacks.leaps {
            checkers |= source.from[royal] & men.of_group(source.group);
        }
        for source in &attacks.conditional_leaps {
            let near = source.from[royal] & men.of_group(source.group);
            if !near.is_empty() {
                let victim_kind = core.piece_table(royal).kind;
                checkers |= near.iter().filter(|&leaper| core.attacks_by_leap(leaper, royal, victim_kind)).collect();
            }
        }
        let mut lines = Bits::EMPTY;
        for source in &attacks.slides {
            let riders = men.of_groups(&source.groups) & tables.slides[source.back].span(royal);
            if !riders.is_empty() {
                core.each_line_to(royal, us, source, &mut |between, blockers, rider| {
                    if blockers.is_empty() {
                        self.add_checker(&mut checkers, rider);
                        lines |= between;
                    } else {
                        self.pinned |= blockers;
                    }
                });
            }
        }
        for source in &attacks.paths {
            let near = source.from[royal] & men.of_group(source.group);
            if !near.is_empty() {
                self.scan_paths(core, royal, us, near, &mut checkers);
            }
        }
        self.in_check = !checkers.is_empty();
        if self.in_check {
            self.check_mask = if checkers.several() { Bits::EMPTY } else { checkers | lines };
        }
    }

    fn scan_paths(&mut self, core: &Core<W>, royal: Square, us: Side, riders: Bits<W>, checkers: &mut Bits<W>) {
        let (occupied, enemies) = (core.men.all(), core.men.of_side(!us));
        let victim_kind = core.piece_table(royal).kind;
        for rider in riders.iter() {
            let piece = core.piece_table(rider);
            if !piece.may_capture(victim_kind) {
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

    /// A man that checks in two ways is not met by blocking one of them.
    fn add_checker(&mut self, checkers: &mut Bits<W>, checker: Square) {
        self.try_all |= checkers.contains(checker);
        checkers.insert(checker);
    }

    /// Whether men that are not hampered are safe to go wherever a check is met.
    #[inline]
    pub(crate) fn sets_suffice(&self) -> bool {
        !self.try_all && self.try_to.is_empty()
    }

    /// The men whose moves are judged one by one.
    #[inline]
    pub(crate) fn restricted(&self) -> Bits<W> {
        self.pinned | self.try_from | self.royals
    }

    /// The men that are pinned, in one way or another.
    #[inline]
    pub(crate) fn pinned(&self) -> Bits<W> {
        self.pinned | self.try_from
    }

    /// Where a man that is not royal must go.
    #[inline]
    pub(crate) const fn check_mask(&self) -> Bits<W> {
        self.check_mask
    }

    /// Those of the targets of the man on `from` that leave no royal man attacked.
    #[inline]
    pub(crate) fn safe_targets(&self, core: &Core<W>, from: Square, targets: Bits<W>) -> Bits<W> {
        if self.royals.is_empty() || targets.is_empty() {
            return targets;
        }
        if self.royals == Bits::of(from) {
            return core.safe_for_royal(from, targets);
        }
        if self.try_all || self.royals.contains(from) {
            return core.safe_by_trial(from, targets);
        }
        let mut targets = targets & self.check_mask;
        if self.try_from.contains(from) {
            return core.safe_by_trial(from, targets);
        }
        if self.pinned.contains(from) {
            targets &= core.pin_mask(from, self.royals);
        }
        let doubtful = targets & self.try_to;
        if doubtful.is_empty() { targets } else { targets & !doubtful | core.safe_by_trial(from, doubtful) }
    }
}

impl<const W: usize> Core<W> {
    /// Shows the lines of enemy riders to a royal man of `us` on which at most one man stands between, and that is one
    /// of ours: the squares between, the man, and the rider.
    #[inline]
    fn each_line_to(
        &self,
        royal: Square,
        us: Side,
        source: &SlideSource,
        visit: &mut impl FnMut(Bits<W>, Bits<W>, Square),
    ) {
        let (tables, men) = (&*self.tables, &self.men);
        let (occupied, enemies) = (men.all(), men.of_side(!us));
        let victim_kind = self.piece_table(royal).kind;
        tables.slides[source.back].each_line(royal, men.of_groups(&source.groups), &mut |between, rider| {
            let blockers = between & occupied;
            if blockers.several() || blockers.intersects(enemies) {
                return;
            }
            if source.unconditional || self.attacks_by_slide(rider, royal, victim_kind, Bits::of(royal)) {
                visit(between, blockers, rider);
            }
        });
    }

    /// Where a pinned man may go without uncovering the royal man: along all lines on which it is pinned.
    fn pin_mask(&self, man: Square, royals: Bits<W>) -> Bits<W> {
        let us = self.status.turn;
        let mut stays = !Bits::EMPTY;
        for royal in royals.iter() {
            for source in &self.tables.attacks[!us].slides {
                self.each_line_to(royal, us, source, &mut |between, blockers, rider| {
                    if blockers.contains(man) {
                        stays &= between | Bits::of(rider);
                    }
                });
            }
        }
        stays
    }

    /// Those of the targets of the man on `from` after which no royal man of its side is attacked.
    fn safe_by_trial(&self, from: Square, targets: Bits<W>) -> Bits<W> {
        targets.iter().filter(|&to| self.leaves_royals_safe(from, to, Bits::EMPTY)).collect()
    }

    /// Those of the targets of the only royal man of the side to move on which it is not attacked.
    #[inline]
    fn safe_for_royal(&self, royal: Square, targets: Bits<W>) -> Bits<W> {
        let us = self.status.turn;
        let (others, enemies) = (self.men.all() & !Bits::of(royal), self.men.of_side(!us));
        let victim_kind = self.piece_table(royal).kind;
        let mut safe = targets;
        for to in targets.iter() {
            let here = Bits::of(to);
            let then = Afterwards { occupied: others | here, attackers: enemies & !here };
            if self.is_attacked(to, !us, victim_kind, then) {
                safe &= !here;
            }
        }
        safe
    }

    /// Whether no royal man of the side to move is attacked after its man on `from` goes to `to` and the men on
    /// `to` and on `victims` disappear.
    pub(crate) fn leaves_royals_safe(&self, from: Square, to: Square, victims: Bits<W>) -> bool {
        self.royal_left_attacked(from, to, victims).is_none()
    }

    /// The square of a royal man that such a move leaves attacked.
    #[inline]
    pub(crate) fn royal_left_attacked(&self, from: Square, to: Square, victims: Bits<W>) -> Option<Square> {
        let us = self.status.turn;
        let (leaving, arriving) = (Bits::of(from), Bits::of(to));
        let then = Afterwards {
            occupied: self.men.all() & !leaving & !victims | arriving,
            attackers: self.men.of_side(!us) & !arriving & !victims,
        };
        self.royals(us).iter().find_map(|royal| {
            let victim_kind = self.piece_table(royal).kind;
            let square = if royal == from { to } else { royal };
            self.is_attacked(square, !us, victim_kind, then).then_some(square)
        })
    }
}
