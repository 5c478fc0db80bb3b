//! Walls placed in play: their possible squares, and their effects.

use std::ops::ControlFlow;

use super::move_set::{Flow, Visit};
use super::{Core, MoveGenerator};
use crate::engine::bits::Bits;
use crate::engine::tables::PathMen;
use crate::engine::{IllegalMove, ManMove, Move};
use crate::geometry::{Leap, Square};
use crate::model::{WallPlace, WallRule};

impl<const W: usize> Core<W> {
    /// The wall rule of the side to move.
    #[inline]
    fn wall_rule(&self) -> Option<&WallRule> {
        self.tables.variant.rules.walls[self.status.turn].as_ref()
    }

    /// The wall rule of the side to move, if a wall follows each of its moves.
    #[inline]
    pub(super) fn wall_rule_after_moves(&self) -> Option<&WallRule> {
        self.wall_rule().filter(|rule| !rule.instead_of_move)
    }

    /// Whether every wall of the game can go away again.
    pub(crate) fn moves_walls(&self) -> bool {
        let walls = &self.tables.facts.walls;
        walls.one_at_a_time && !walls.staying
    }

    /// Whether no wall of the game ever goes away.
    pub(super) fn keeps_walls(&self) -> bool {
        !self.tables.facts.walls.one_at_a_time
    }

    /// The walls after the side to move has put one on a square, if that is on the board.
    pub(super) fn with_wall(&self, walls: Bits<W>, square: Square) -> Bits<W> {
        if !self.tables.board.contains(square) {
            return walls;
        }
        let one = self.wall_rule().is_some_and(|rule| rule.one_at_a_time);
        if one { Bits::of(square) } else { walls | Bits::of(square) }
    }

    /// Removes the en passant squares where a wall stands, after a move of the side to move.
    pub(super) fn cover_en_passant_squares(&mut self) {
        let us = self.status.turn;
        let crossed = self.status.en_passant & !self.status.walls;
        if crossed == self.status.en_passant {
            return;
        }
        self.status.en_passant = if self.tables.en_passant_steps[us].straight {
            crossed
        } else {
            let steppers = crossed & self.men.of_side(us);
            self.remaining_en_passant(us, crossed & !steppers, steppers)
        };
    }

    /// The squares where the rule lets a wall stand, on a board with these walls and occupied squares, without
    /// the limits that depend on the moving man.
    fn open_to_walls(&self, rule: &WallRule, walls: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        let mut open = Bits::from_set(rule.on);
        if rule.or_beside_wall {
            open |= self.beside(walls);
        }
        open & self.tables.board & !occupied
    }

    /// The squares one step along a rank or file from these walls.
    fn beside(&self, walls: Bits<W>) -> Bits<W> {
        let board = self.tables.variant.board;
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| Leap { dx, dy });
        let beside = |wall: Square| steps.into_iter().filter_map(move |step| board.leap(wall, step));
        walls.iter().flat_map(beside).collect()
    }

    /// The squares where a wall may follow a man's move.
    pub(super) fn squares_for_wall_after(&self, man: ManMove) -> Bits<W> {
        let Some(rule) = self.wall_rule_after_moves() else { return Bits::EMPTY };
        let mv = man.without_wall().into();
        let changes = self.changes(mv);
        let (dead, new, stands) = (changes.effects.dead, changes.effects.new_wall, changes.stands(man));
        let occupied = self.men_after(mv, &changes) | self.status.walls | new;
        let mut open = self.open_to_walls(rule, self.status.walls | new, occupied) & !Bits::of(man.to);
        if rule.not_where_men_die {
            open &= !dead;
        }
        match rule.place {
            WallPlace::Anywhere => open,
            WallPlace::WhereItCameFrom => open & Bits::of(man.from),
            // A man that has died goes nowhere.
            WallPlace::WhereItCouldGo if !occupied.contains(stands) || !new.is_empty() => Bits::EMPTY,
            WallPlace::WhereItCouldGo => {
                let piece = &self.tables.pieces[usize::from(man.piece.number())];
                if self.tables.features.paths_depend_on_kinds {
                    // Which men it passes or hops over depends on the move's effects on them.
                    let mut then = self.copy_without_keys();
                    then.make(mv);
                    return open & then.targets(piece, &piece.moves, stands);
                }
                open & piece.moves.targets(&self.tables.slides, stands, occupied, || PathMen::all(occupied))
            }
        }
    }

    /// Whether a move of a man that meets `wanted` exists: the move itself, or with one of the walls that may follow it.
    pub(super) fn can_complete(&self, man: ManMove, wanted: &dyn Fn(ManMove) -> bool) -> bool {
        if self.wall_rule_after_moves().is_none() {
            return wanted(man);
        }
        self.squares_for_wall_after(man).iter().any(|wall| wanted(man.with_wall(wall)))
    }

    /// The reason why a wall instead of a move is illegal.
    pub(super) fn wall_illegality(&self, square: Square) -> IllegalMove {
        let Some(rule) = self.wall_rule().filter(|rule| rule.instead_of_move) else { return IllegalMove::WallSquare };
        if !self.open_to_walls(rule, self.status.walls, self.occupied()).contains(square) {
            return IllegalMove::WallSquare;
        }
        if !MoveGenerator::new(self).stationary_allowed {
            return IllegalMove::MustMove;
        }
        self.result_fault(Move::Wall(square)).unwrap_or(IllegalMove::Unexplained)
    }

    /// The reason why a man's move is illegal because of the wall that follows it, or does not.
    pub(super) fn wall_fault(&self, man: ManMove) -> Option<IllegalMove> {
        let open = self.squares_for_wall_after(man);
        match (self.wall_rule_after_moves(), man.wall()) {
            (None, Some(_)) => Some(IllegalMove::WallSquare),
            (None, None) => None,
            (Some(_), None) if open.is_empty() => Some(IllegalMove::NoWall),
            (Some(_), None) => Some(IllegalMove::WallMissing),
            (Some(_), Some(wall)) => (!open.contains(wall)).then_some(IllegalMove::WallSquare),
        }
    }
}

impl<const W: usize> MoveGenerator<'_, W> {
    /// Whether a move is one of a man that a wall must follow, without the wall.
    #[inline]
    pub(super) fn wall_is_missing(&self, mv: Move) -> bool {
        self.core.tables.features.walls && self.lacks_wall(mv)
    }

    #[inline(never)]
    fn lacks_wall(&self, mv: Move) -> bool {
        mv.man().is_some_and(|man| man.wall().is_none()) && self.core.wall_rule_after_moves().is_some()
    }

    /// Calls `visit` for a man's move with each wall that may follow it and leaves it legal; with none where no wall
    /// follows moves.
    #[inline(never)]
    pub(super) fn each_wall_after(&self, man: ManMove, visit: Visit) -> Flow {
        if self.core.wall_rule_after_moves().is_none() {
            return visit(man);
        }
        self.core.squares_for_wall_after(man).iter().try_for_each(|wall| {
            let walled = man.with_wall(wall);
            if self.is_legal_in_result(walled.into()) { visit(walled) } else { Flow::Continue(()) }
        })
    }

    /// Calls `visit` for each legal wall instead of a move until it breaks.
    pub(super) fn each_wall(&self, visit: Visit<Move>) -> Flow {
        if !self.core.tables.features.walls || !self.stationary_allowed || self.captures_only() {
            return Flow::Continue(());
        }
        let Some(rule) = self.core.wall_rule().filter(|rule| rule.instead_of_move) else {
            return Flow::Continue(());
        };
        self.core.open_to_walls(rule, self.core.status.walls, self.core.occupied()).iter().try_for_each(|square| {
            let mv = Move::Wall(square);
            if self.is_legal_in_result(mv) { visit(mv) } else { Flow::Continue(()) }
        })
    }

    /// The number of legal walls instead of moves.
    pub(super) fn count_walls(&self) -> u64 {
        let mut count = 0;
        let _ = self.each_wall(&mut |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Whether a wall can be put instead of a move.
    pub(super) fn has_wall(&self) -> bool {
        self.each_wall(&mut |_| ControlFlow::Break(())).is_break()
    }
}
