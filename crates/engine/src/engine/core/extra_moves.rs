//! Extra moves: drops, walls instead of moves, and those that depend on which other moves are legal, such as passing or ending a series.

use super::MoveGenerator;
use super::generator::Compulsion;
use super::move_set::{Flow, Selection, Visit};
use crate::engine::Move;
use crate::model::Passing;

impl<const W: usize> MoveGenerator<'_, W> {
    /// Calls `visit` for each legal extra move until it breaks: drops, walls instead of moves, passing, ending a
    /// series, claiming stalemate, finishing moves. No man on the board makes them, or they depend on which other moves
    /// are legal.
    #[inline(always)]
    pub(super) fn each_extra_move(&self, men_can_move: bool, visit: Visit<Move>) -> Flow {
        if self.core.tables.features.extra_moves {
            self.generate_extra_moves(men_can_move, visit)
        } else {
            Flow::Continue(())
        }
    }

    /// [`Self::each_extra_move`] for a game that has extra moves.
    #[inline(never)]
    fn generate_extra_moves(&self, men_can_move: bool, visit: Visit<Move>) -> Flow {
        let mut any = men_can_move;
        self.each_drop(&mut |mv| {
            any = true;
            visit(mv)
        })?;
        self.each_wall(&mut |mv| {
            any = true;
            visit(mv)
        })?;
        self.each_other_extra_move(any, visit)
    }

    /// The extra moves that are no drops: men that leave others behind, ends of series, passes, finishing moves.
    fn each_other_extra_move(&self, men_can_move: bool, visit: Visit<Move>) -> Flow {
        let core = self.core;
        let rules = &core.tables.variant.rules;
        if core.tables.features.leaves_men {
            self.each_leaving_move(visit)?;
        }
        let stuck = !men_can_move && core.series_ends_when_stuck() && !self.check_must_be_met();
        let may_end = stuck || core.series_may_end();
        // A compulsory move may not be avoided by ending the series.
        let free = self.compulsion == Compulsion::None;
        if may_end && free {
            if self.is_legal_in_result(Move::EndSeries) {
                visit(Move::EndSeries)?;
            }
            let stalemated = !men_can_move && (!self.in_check() || !core.may_leave_own_check());
            if stalemated && core.series_rule().is_some_and(|series| series.stuck_may_claim_stalemate) {
                visit(Move::ClaimStalemate)?;
            }
        }
        let passes = match rules.passing[core.status.turn] {
            Passing::Never => false,
            Passing::WhenStuck => !men_can_move && !may_end,
            Passing::Always => true,
        };
        let may_pass = passes && self.stationary_allowed && free;
        if may_pass
            && (self.may_accept_opposition() || !self.check_must_be_met() && self.is_legal_in_result(Move::Pass))
        {
            visit(Move::Pass)?;
        }
        if men_can_move && !self.drops_only() && rules.finishing_move.is_some() {
            self.each_finishing_move(visit)?;
        }
        Flow::Continue(())
    }

    /// The number of extra moves, see [`Self::each_extra_move`].
    #[inline(always)]
    pub(super) fn count_extra_moves(&self, men_can_move: bool) -> u64 {
        if self.core.tables.features.extra_moves { self.count_drops_and_others(men_can_move) } else { 0 }
    }

    /// [`Self::count_extra_moves`] in a game that has extra moves.
    #[inline(never)]
    fn count_drops_and_others(&self, men_can_move: bool) -> u64 {
        let mut count = self.count_drops() + self.count_walls();
        let _ = self.each_other_extra_move(men_can_move || count > 0, &mut |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Calls `visit` for each extra move in a selection until it breaks, see [`Self::each_extra_move`].
    pub(super) fn each_selected_extra_move(&self, selection: Selection, visit: Visit<Move>) -> Flow {
        if !self.core.tables.features.extra_moves {
            return Flow::Continue(());
        }
        let captures = selection == Selection::Captures;
        let visit: Visit<Move> = &mut |mv| {
            if self.core.captured_square(mv).is_some() == captures { visit(mv) } else { Flow::Continue(()) }
        };
        // No drop is a capture, and no wall.
        if captures {
            self.each_other_extra_move(self.has_man_move(), visit)
        } else {
            self.each_extra_move(self.has_man_move(), visit)
        }
    }
}
