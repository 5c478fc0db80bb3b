//! The rule of walls as keys.

use super::SectionBuilder;
use crate::squares::{Bitboard, edge_squares};
use crate::values::Walling;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{WallPlace, WallRule};

impl SectionBuilder<'_> {
    /// Maps walls to keys, or records that the engine lacks them.
    pub(super) fn map_walls(&mut self) {
        let rules = &self.variant.rules;
        if !self.facts.walls.placed() {
            return;
        }
        let (Some(white), Some(black)) = (&rules.walls.white, &rules.walls.black) else {
            return self.record_loss("walls that only one side puts");
        };
        let alike = |rule: &WallRule| {
            (rule.place, rule.or_beside_wall, rule.one_at_a_time, rule.not_where_men_die, rule.instead_of_move)
        };
        if alike(white) != alike(black) {
            return self.record_loss("walls that the sides put in different ways");
        }
        let board = Bitboard::of_board(self.variant.board);
        let on = PerSide::from_fn(|side| self.to_bitboard(if side == Side::White { white.on } else { black.on }));
        let edge = PerSide::both(edge_squares(self.variant.board));
        let by_man = white.place != WallPlace::Anywhere;
        let changes = rules.promotions.iter().any(|(_, promotions)| !promotions.is_empty())
            || rules.long_steps.iter().any(|(_, steps)| !steps.is_empty());
        for (is_lost, loss) in [
            (
                white.or_beside_wall && (by_man || white.one_at_a_time || on != edge),
                "walls beside others, not from the edge",
            ),
            (by_man && white.one_at_a_time, "a single wall that depends on the man that moves"),
            // The engine judges check without that wall, and repetition without its place.
            (white.one_at_a_time && white.instead_of_move, "a single wall that is put instead of a move"),
            (white.place == WallPlace::WhereItCouldGo && changes, "walls by men that promote or take long steps"),
            (self.facts.turns.passing, "passing without a wall"),
        ] {
            self.record_loss_if(is_lost, loss);
        }
        self.rules.walling_rule = match white.place {
            WallPlace::WhereItCameFrom => Walling::Past,
            WallPlace::WhereItCouldGo => Walling::Arrow,
            WallPlace::Anywhere if white.or_beside_wall => Walling::Edge,
            WallPlace::Anywhere if white.one_at_a_time => Walling::Duck,
            WallPlace::Anywhere => Walling::Static,
        };
        self.rules.wall_or_move = white.instead_of_move;
        if self.rules.walling_rule != Walling::Edge && on != PerSide::both(board) {
            self.rules.walling_region = on;
        }
    }
}
