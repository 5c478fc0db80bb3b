//! Attackers of a square, and which moves leave the royal men of the side to move safe.

use super::Core;
use crate::engine::Move;
use crate::engine::bits::Bits;
use crate::engine::tables::{AttackSource, MoveTable, PathMen, PieceTable, SlideSource};
use crate::geometry::{Side, Square};

/// The occupancy and the attackers that an attack test assumes: those of the present board, or of the board after a
/// move that has not been made.
///
/// Attackers are looked up among `attackers`, whose squares and states are those in `men`. `occupied` is the board
/// after the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackView<const W: usize> {
    pub(crate) occupied: Bits<W>,
    pub(crate) attackers: Bits<W>,
}

impl<const W: usize> Core<W> {
    /// Whether any man of `by` attacks a man of `victim_kind` on `square`.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Side, victim_kind: u8, view: AttackView<W>) -> bool {
        let (tables, men) = (&*self.tables, &self.men);
        let view = if tables.features.limits_attackers { self.with_free_attackers(square, by, view) } else { view };
        let attacks = &tables.attacks[by];
        let mut leapers = Bits::EMPTY;
        for source in &attacks.leaps {
            leapers |= source.from[square] & men.of_group(source.group);
        }
        leapers.intersects(view.attackers)
            || self.is_attacked_by_slide(square, by, victim_kind, view)
            || !attacks.are_simple() && self.is_attacked_conditionally(square, by, victim_kind, view)
    }

    /// Whether any man of `by` attacks a man of `victim_kind` on `square` by a slide.
    #[inline]
    pub(super) fn is_attacked_by_slide(&self, square: Square, by: Side, victim_kind: u8, view: AttackView<W>) -> bool {
        let (tables, men) = (&*self.tables, &self.men);
        tables.attacks[by].slides.iter().any(|source| {
            let back = &tables.slides[source.rays];
            let riders = men.of_groups(&source.groups) & view.attackers & back.empty_board_attacks(square);
            if riders.is_empty() {
                return false;
            }
            let near = back.targets(square, view.occupied) & riders;
            !near.is_empty()
                && (source.unconditional
                    || near.iter().any(|rider| self.attacks_by_slide(rider, square, victim_kind, view.occupied)))
        })
    }

    /// Whether any man of `by` attacks a man of `victim_kind` on `square` by other moves than slides: leaps and paths
    /// that must be tested man by man, and relayed moves.
    fn is_attacked_conditionally(&self, square: Square, by: Side, victim_kind: u8, view: AttackView<W>) -> bool {
        let (attacks, men) = (&self.tables.attacks[by], &self.men);
        let near = |source: &AttackSource<W>| source.from[square] & men.of_group(source.group) & view.attackers;
        attacks
            .conditional_leaps
            .iter()
            .any(|source| near(source).iter().any(|man| self.attacks_by_leap(man, square, victim_kind)))
            || attacks.paths.iter().any(|source| {
                near(source).iter().any(|man| self.attacks_by_path(man, square, victim_kind, view.occupied))
            })
            || attacks.relayed && !self.relayed_attackers(square, by, Some(victim_kind), view).is_empty()
    }

    /// Whether the man on `from` attacks a man of `victim_kind` by a leap.
    pub(super) fn attacks_by_leap(&self, from: Square, square: Square, victim_kind: u8) -> bool {
        let piece = self.piece_table(from);
        piece.captures().leaps(from).contains(square) && piece.may_capture(victim_kind)
    }

    /// Whether it attacks by a slide on a board with these squares occupied.
    pub(super) fn attacks_by_slide(&self, from: Square, square: Square, victim_kind: u8, occupied: Bits<W>) -> bool {
        let piece = self.piece_table(from);
        piece.captures().slide_targets(&self.tables.slides, from, occupied).contains(square)
            && piece.may_capture(victim_kind)
    }

    /// Whether it attacks by a path with conditions, on a board with these squares occupied.
    fn attacks_by_path(&self, from: Square, square: Square, victim_kind: u8, occupied: Bits<W>) -> bool {
        let piece = self.piece_table(from);
        let mut ends = piece.captures().paths(from).iter();
        piece.may_capture(victim_kind)
            && ends.any(|end| end.to == square && end.is_reached(self.path_men(piece, occupied)))
    }

    /// The men among `occupied` that block the paths of a man, and those that it can hop over. If not all men do,
    /// attacks are computed only in positions on the board, never ahead of a move.
    #[inline]
    pub(crate) fn path_men(&self, piece: &PieceTable<W>, occupied: Bits<W>) -> PathMen<W> {
        if piece.never_hops.is_empty() && piece.passes.is_empty() {
            return PathMen::all(occupied);
        }
        let blockers = occupied & !self.men.of_groups(&piece.passes);
        // A man that hops only over some men hops over no wall.
        let walls = if piece.never_hops.is_empty() { Bits::EMPTY } else { self.status.walls };
        PathMen { blockers, hurdles: blockers & !walls & !self.men.of_groups(&piece.never_hops) }
    }

    /// All squares that a man's movement, compiled as `table`, reaches from a square, whether they are empty or not.
    pub(crate) fn targets(&self, piece: &PieceTable<W>, table: &MoveTable<W>, from: Square) -> Bits<W> {
        let occupied = self.occupied();
        table.targets(&self.tables.slides, from, occupied, || self.path_men(piece, occupied))
    }

    /// The men of `by` that attack a man of `victim_kind` on a square; without a kind, a man that any kind may capture.
    pub(crate) fn attackers(&self, square: Square, by: Side, victim_kind: Option<u8>) -> Bits<W> {
        self.attackers_among(square, by, victim_kind, self.occupied())
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
        let near = |source: &AttackSource<W>| source.from[square] & men.of_group(source.group) & occupied;
        let mut certain = Bits::EMPTY;
        let mut possible = Bits::EMPTY;
        for source in &attacks.leaps {
            certain |= near(source);
        }
        for source in attacks.conditional_leaps.iter().chain(&attacks.paths) {
            possible |= near(source);
        }
        for source in &attacks.slides {
            let riders =
                tables.slides[source.rays].targets(square, occupied) & men.of_groups(&source.groups) & occupied;
            *(if source.unconditional { &mut certain } else { &mut possible }) |= riders;
        }
        let doubtful = possible & !certain;
        let attacks_square = |&man: &Square| {
            let piece = self.piece_table(man);
            piece.attacks(&tables.slides, man, square, victim_kind, occupied, self.path_men(piece, occupied))
        };
        let mut attackers: Bits<W> = certain | doubtful.iter().filter(attacks_square).collect();
        if tables.features.relays {
            let view = AttackView { occupied, attackers: men.of_side(by) & occupied };
            attackers |= self.relayed_attackers(square, by, victim_kind, view);
        }
        if tables.features.aftermath {
            attackers = attackers.iter().filter(|&man| self.may_capture_from(man, square, occupied)).collect();
        }
        if tables.features.holds { attackers & !self.held_among(by, occupied) } else { attackers }
    }

    /// The men that attack a royal man of the side to move.
    pub(crate) fn checkers(&self) -> Bits<W> {
        let us = self.status.turn;
        let royals = (self.royals(us) | self.attacked_joint_royals(us)).iter();
        royals.fold(Bits::EMPTY, |checkers, royal| {
            let mut attackers = self.attackers(royal, !us, Some(self.piece_table(royal).kind));
            if self.tables.features.deaths {
                attackers &= self.without_suicidal(royal, !us, self.present_view(!us)).attackers;
            }
            checkers | attackers
        })
    }

    /// Whether a royal man of the opponent is attacked after a move.
    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let us = self.status.turn;
        let features = &self.tables.features;
        let by_trial = features.royalty_varies
            || features.paths_depend_on_kinds
            || features.deaths
            || features.aftermath
            || features.holds
            || features.relays
            || features.walls;
        let man = match mv {
            Move::Man(man) if man.kind.castling().is_none() && man.left_behind().is_none() && !by_trial => man,
            Move::Drop(drop) if !features.relays => return self.drop_gives_check(drop),
            Move::Man(_) | Move::Wall(_) | Move::Drop(_) => {
                let mut then = self.lean_copy(false, false);
                then.make(mv);
                return then.is_in_check(!us);
            }
            Move::Pass | Move::EndSeries | Move::ClaimStalemate => return false,
        };
        let victim = self.captured_square(mv).map_or(Bits::EMPTY, Bits::of);
        let (leaving, arriving) = (Bits::of(man.from), Bits::of(man.to));
        let occupied = self.occupied() & !leaving & !victim | arriving;
        let others = AttackView { occupied, attackers: self.men.of_side(us) & !leaving };
        let arrived = &self.tables.pieces[usize::from(man.piece.number())];
        self.royals(!us).iter().any(|royal| {
            let victim_kind = self.piece_table(royal).kind;
            arrived.attacks(&self.tables.slides, man.to, royal, Some(victim_kind), occupied, PathMen::all(occupied))
                || self.is_attacked(royal, us, victim_kind, others)
        })
    }

    /// Returns the present board, for attacks by `by`.
    #[inline]
    pub(crate) fn present_view(&self, by: Side) -> AttackView<W> {
        AttackView { occupied: self.occupied(), attackers: self.men.of_side(by) }
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

    /// Whether a royal man of `side` is attacked.
    pub(crate) fn is_in_check(&self, side: Side) -> bool {
        self.find_attacked_royal(side).is_some()
    }

    /// The square of an attacked royal man of `side`; if its men that are royal together are all attacked, one of
    /// these.
    pub(crate) fn find_attacked_royal(&self, side: Side) -> Option<Square> {
        let attacked = self.royals(side).iter().find(|&square| self.is_attacked_now(square, side));
        attacked.or_else(|| self.attacked_joint_royals(side).first())
    }

    /// Whether the man of `side` on a square is attacked.
    #[inline]
    pub(super) fn is_attacked_now(&self, square: Square, side: Side) -> bool {
        let victim_kind = self.piece_table(square).kind;
        self.is_attacked(square, !side, victim_kind, self.present_view(!side))
    }
}

// Which moves leave the royal men of the side to move safe.
//
// With one royal man most moves are judged by sets: checkers, pinned men and the check mask. Attacks by paths with
// conditions (lame men, bent men, hoppers) do not run along lines, and no check mask meets them. For these
// [`CheckAndPins`] names the squares that matter, and only moves that leave or enter them are tried.

/// The checks and pins of the side to move: check mask, pinned men, and the squares where moves need a legality test.
/// Not an evaluation of king safety.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckAndPins<const W: usize> {
    royals: Bits<W>,
    /// Whether a royal man is attacked now.
    pub(crate) in_check: bool,
    /// Whether every move must be tried.
    test_all: bool,
    /// Whether every capture must be tried, since men die by it.
    test_captures: bool,
    /// The check mask: the squares where a man that is not royal meets the check, by capturing the checker or by
    /// standing between. All squares if there is no check.
    check_mask: Bits<W>,
    /// Men that stand alone between a rider and a royal man.
    pinned: Bits<W>,
    /// Sole blockers of a path with conditions: their departure may open an attack. Their moves are tried.
    path_pinned: Bits<W>,
    /// Squares where an arriving man may become the hurdle of an attack. Moves to them are tried.
    hurdle_squares: Bits<W>,
}

impl<const W: usize> CheckAndPins<W> {
    /// No requirement.
    pub(crate) const fn unrestricted() -> Self {
        Self {
            royals: Bits::EMPTY,
            in_check: false,
            test_all: false,
            test_captures: false,
            check_mask: Bits::ALL,
            pinned: Bits::EMPTY,
            path_pinned: Bits::EMPTY,
            hurdle_squares: Bits::EMPTY,
        }
    }

    /// Finds the checks and pins of the side to move.
    #[inline(always)]
    pub(crate) fn new(core: &Core<W>) -> Self {
        let us = core.status.turn;
        if core.tables.features.own_check_by_trial {
            return Self { in_check: core.is_in_check(us), ..Self::unrestricted() };
        }
        let royals = core.royals(us);
        match royals.first() {
            None => Self::unrestricted(),
            Some(royal) if !royals.more_than_one() && !core.tables.features.deaths => {
                Self::of_single_royal(core, royal, us)
            }
            Some(royal) if !royals.more_than_one() && core.deaths_concern_only_captures(royal, us) => {
                Self { test_captures: true, ..Self::of_single_royal(core, royal, us) }
            }
            Some(_) => Self { royals, in_check: core.is_in_check(us), test_all: true, ..Self::unrestricted() },
        }
    }

    /// The requirements of a single royal man.
    ///
    /// They are gathered one by one and put together at the end: built in memory piece by piece, they would be read back
    /// before the processor has them.
    #[inline(always)]
    fn of_single_royal(core: &Core<W>, royal: Square, us: Side) -> Self {
        let (tables, men) = (&*core.tables, &core.men);
        let attacks = &tables.attacks[!us];
        let mut checkers = Bits::EMPTY;
        for source in &attacks.leaps {
            checkers |= source.from[royal] & men.of_group(source.group);
        }
        for source in &attacks.conditional_leaps {
            let near = source.from[royal] & men.of_group(source.group);
            if !near.is_empty() {
                checkers |= core.checking_leapers(royal, near);
            }
        }
        let (mut test_all, mut between, mut pinned) = (false, Bits::EMPTY, Bits::EMPTY);
        for source in &attacks.slides {
            let riders = men.of_groups(&source.groups) & tables.slides[source.rays].empty_board_attacks(royal);
            if !riders.is_empty() {
                let lines = core.slider_threats(royal, us, source);
                // Blocking one line does not meet a man that checks along two. These are of different sources, since the
                // leaps of one source differ in direction.
                test_all |= lines.checkers.intersects(checkers);
                checkers |= lines.checkers;
                between |= lines.between;
                pinned |= lines.pinned;
            }
        }
        let (mut path_pinned, mut hurdle_squares) = (Bits::EMPTY, Bits::EMPTY);
        for source in &attacks.paths {
            let near = source.from[royal] & men.of_group(source.group);
            if !near.is_empty() {
                let paths = core.path_threats(royal, us, near);
                test_all |= !paths.checkers.is_empty();
                checkers |= paths.checkers;
                path_pinned |= paths.path_pinned;
                hurdle_squares |= paths.hurdle_squares;
            }
        }
        let in_check = !checkers.is_empty();
        let check_mask = if !in_check {
            Bits::ALL
        } else if checkers.more_than_one() {
            core.common_check_mask(royal, us, checkers)
        } else {
            checkers | between
        };
        Self {
            royals: Bits::of(royal),
            in_check,
            test_all,
            test_captures: false,
            check_mask,
            pinned,
            path_pinned,
            hurdle_squares,
        }
    }

    /// Whether every move of an unrestricted man to the check mask is safe.
    #[inline]
    pub(crate) fn masks_suffice(&self) -> bool {
        !self.test_all && self.hurdle_squares.is_empty()
    }

    /// The squares where a man that comes from no square of the board may meet the checks: all of them where moves are tried.
    #[inline]
    pub(crate) fn arrival_mask(&self) -> Bits<W> {
        if self.test_all { Bits::ALL } else { self.check_mask }
    }

    /// The squares where a man that comes from no square of the board may expose a royal man: all of them where moves are
    /// tried, else those of hurdles.
    #[inline]
    pub(crate) fn doubtful_arrivals(&self, to: Bits<W>) -> Bits<W> {
        if self.test_all { to } else { to & self.hurdle_squares }
    }

    /// The men whose moves are judged one by one.
    #[inline]
    pub(crate) fn restricted(&self) -> Bits<W> {
        self.pinned | self.path_pinned | self.royals
    }

    /// Whether captures must be tried although masks suffice for other moves.
    #[inline]
    pub(crate) const fn tests_captures(&self) -> bool {
        self.test_captures
    }

    /// The men whose departure may open an attack.
    #[inline]
    pub(crate) fn pinned(&self) -> Bits<W> {
        self.pinned | self.path_pinned
    }

    #[inline]
    pub(crate) const fn check_mask(&self) -> Bits<W> {
        self.check_mask
    }

    /// The targets of the man on `from` that leave no royal man attacked.
    #[inline]
    pub(crate) fn safe_targets(&self, core: &Core<W>, from: Square, targets: Bits<W>) -> Bits<W> {
        if self.royals.is_empty() || targets.is_empty() {
            return targets;
        }
        if self.royals == Bits::of(from) && !core.tables.features.deaths {
            return core.safe_royal_targets(from, targets);
        }
        if self.test_all || self.royals.contains(from) && !self.test_captures {
            return core.safe_targets_by_trial(from, targets);
        }
        if self.test_captures {
            return self.safe_targets_where_captures_kill(core, from, targets);
        }
        self.safe_targets_by_masks(core, from, targets)
    }

    /// [`Self::safe_targets`] of captures one by one, and of other moves by sets, which must suffice for these.
    #[inline(never)]
    fn safe_targets_where_captures_kill(&self, core: &Core<W>, from: Square, targets: Bits<W>) -> Bits<W> {
        let captures = targets & core.men.all();
        let quiet = targets & !captures;
        let quiet = if self.royals.contains(from) {
            core.safe_royal_targets(from, quiet)
        } else {
            self.safe_targets_by_masks(core, from, quiet)
        };
        quiet | core.safe_targets_by_trial(from, captures)
    }

    /// [`Self::safe_targets`] of a man that is not royal, where no check comes along a path with conditions: no check mask meets
    /// such a check.
    #[inline]
    fn safe_targets_by_masks(&self, core: &Core<W>, from: Square, targets: Bits<W>) -> Bits<W> {
        let mut targets = targets & self.check_mask;
        if self.path_pinned.contains(from) {
            return core.safe_targets_by_trial(from, targets);
        }
        if self.pinned.contains(from) {
            targets &= core.pin_mask(from, self.royals);
        }
        let doubtful = targets & self.hurdle_squares;
        if doubtful.is_empty() { targets } else { targets & !doubtful | core.safe_targets_by_trial(from, doubtful) }
    }
}

/// Checks and pins by the enemy riders of one source.
#[derive(Clone, Copy, Debug)]
struct RiderThreats<const W: usize> {
    checkers: Bits<W>,
    /// The squares between them and the royal man.
    between: Bits<W>,
    /// The men that stand alone between a rider and the royal man.
    pinned: Bits<W>,
}

/// Checks and pins by enemy men that attack by paths with conditions.
#[derive(Clone, Copy, Debug)]
struct PathThreats<const W: usize> {
    checkers: Bits<W>,
    path_pinned: Bits<W>,
    hurdle_squares: Bits<W>,
}

impl<const W: usize> Core<W> {
    /// The men near a royal man that attack it by a leap.
    #[inline(never)]
    fn checking_leapers(&self, royal: Square, near: Bits<W>) -> Bits<W> {
        let victim_kind = self.piece_table(royal).kind;
        near.iter().filter(|&leaper| self.attacks_by_leap(leaper, royal, victim_kind)).collect()
    }

    /// Finds the checks and pins on a royal man of `us` by enemy riders (sliders) of one source.
    #[inline(never)]
    fn slider_threats(&self, royal: Square, us: Side, source: &SlideSource) -> RiderThreats<W> {
        let none = Bits::EMPTY;
        let mut lines = RiderThreats { checkers: none, between: none, pinned: none };
        self.each_line_to(royal, us, source, &mut |between, blockers, rider| {
            if blockers.is_empty() {
                lines.checkers.insert(rider);
                lines.between |= between;
            } else {
                lines.pinned |= blockers;
            }
        });
        lines
    }

    /// The squares on the lines of several checkers at once: lines of riders with leaps of different lengths can have squares in
    /// common, such as a rook's and a dabbaba-rider's along a rank. A leaper has no line.
    #[inline(never)]
    fn common_check_mask(&self, royal: Square, us: Side, checkers: Bits<W>) -> Bits<W> {
        let (mut common, mut riders) = (Bits::ALL, Bits::EMPTY);
        for source in &self.tables.attacks[!us].slides {
            self.each_line_to(royal, us, source, &mut |between, blockers, rider| {
                if blockers.is_empty() {
                    common &= between | Bits::of(rider);
                    riders.insert(rider);
                }
            });
        }
        if riders == checkers { common } else { Bits::EMPTY }
    }

    /// Finds the checks and pins on a royal man of `us` by enemy lame men, bent riders and hoppers.
    #[inline(never)]
    fn path_threats(&self, royal: Square, us: Side, near: Bits<W>) -> PathThreats<W> {
        let (occupied, enemies) = (self.occupied(), self.men.of_side(!us));
        let victim_kind = self.piece_table(royal).kind;
        let mut paths = PathThreats { checkers: Bits::EMPTY, path_pinned: Bits::EMPTY, hurdle_squares: Bits::EMPTY };
        for attacker in near.iter() {
            let piece = self.piece_table(attacker);
            if !piece.may_capture(victim_kind) {
                continue;
            }
            let ends = piece.captures().paths(attacker).iter().filter(|end| end.to == royal);
            for need in ends.flat_map(|end| &end.conditions) {
                if need.is_met(PathMen::all(occupied)) {
                    paths.checkers.insert(attacker);
                    continue;
                }
                // A ply vacates one square and fills one: more than one blocker or missing hurdle keeps the attack
                // closed. The test saves trials, and decides nothing: without it more moves are tried.
                let (blockers, missing) = (need.empty & occupied, need.occupied & !occupied);
                if !blockers.more_than_one() && !missing.more_than_one() && !blockers.intersects(enemies) {
                    paths.path_pinned |= blockers;
                    paths.hurdle_squares |= missing;
                }
            }
        }
        paths
    }

    /// Calls `visit` for each line of an enemy rider to a royal man of `us` where no man, or a single one of `us`,
    /// stands between: with the squares between, that man, and the rider.
    #[inline]
    fn each_line_to(
        &self,
        royal: Square,
        us: Side,
        source: &SlideSource,
        visit: &mut impl FnMut(Bits<W>, Bits<W>, Square),
    ) {
        let (tables, men) = (&*self.tables, &self.men);
        let (occupied, enemies) = (self.occupied(), men.of_side(!us));
        let victim_kind = self.piece_table(royal).kind;
        tables.slides[source.rays].each_line(royal, men.of_groups(&source.groups), &mut |between, rider| {
            let blockers = between & occupied;
            if blockers.more_than_one() || blockers.intersects(enemies) {
                return;
            }
            if source.unconditional || self.attacks_by_slide(rider, royal, victim_kind, Bits::of(royal)) {
                visit(between, blockers, rider);
            }
        });
    }

    /// The targets of a pinned man that expose no royal man: the squares common to all lines on which it is pinned.
    fn pin_mask(&self, man: Square, royals: Bits<W>) -> Bits<W> {
        let us = self.status.turn;
        let mut common = !Bits::EMPTY;
        for royal in royals.iter() {
            for source in &self.tables.attacks[!us].slides {
                self.each_line_to(royal, us, source, &mut |between, blockers, rider| {
                    if blockers.contains(man) {
                        common &= between | Bits::of(rider);
                    }
                });
            }
        }
        common
    }

    /// The targets of the man on `from` that leave no royal man of its side attacked, tried one by one.
    pub(super) fn safe_targets_by_trial(&self, from: Square, targets: Bits<W>) -> Bits<W> {
        targets.iter().filter(|&to| self.leaves_royals_safe(from, to, Bits::EMPTY)).collect()
    }

    /// The targets of the only royal man of the side to move where it is not attacked.
    #[inline]
    fn safe_royal_targets(&self, royal: Square, targets: Bits<W>) -> Bits<W> {
        let us = self.status.turn;
        let (others, enemies) = (self.occupied() & !Bits::of(royal), self.men.of_side(!us));
        let victim_kind = self.piece_table(royal).kind;
        let mut safe = targets;
        for to in targets.iter() {
            let target = Bits::of(to);
            let then = AttackView { occupied: others | target, attackers: enemies & !target };
            if self.is_attacked(to, !us, victim_kind, then) {
                safe &= !target;
            }
        }
        safe
    }

    /// Whether no royal man of the side to move is attacked after its man on `from` has gone to `to`, and the men on
    /// `to` and on `victims` have disappeared.
    pub(crate) fn leaves_royals_safe(&self, from: Square, to: Square, victims: Bits<W>) -> bool {
        self.find_royal_left_attacked(from, to, victims).is_none()
    }

    /// The square of a royal man that such a move leaves attacked.
    #[inline]
    pub(crate) fn find_royal_left_attacked(&self, from: Square, to: Square, victims: Bits<W>) -> Option<Square> {
        if self.tables.features.deaths {
            return self.find_royal_lost(from, to, victims);
        }
        let us = self.status.turn;
        let (leaving, arriving) = (Bits::of(from), Bits::of(to));
        let then = AttackView {
            occupied: self.occupied() & !leaving & !victims | arriving,
            attackers: self.men.of_side(!us) & !arriving & !victims,
        };
        self.royals(us).iter().find_map(|royal| {
            let victim_kind = self.piece_table(royal).kind;
            let square = if royal == from { to } else { royal };
            self.is_attacked(square, !us, victim_kind, then).then_some(square)
        })
    }
}
