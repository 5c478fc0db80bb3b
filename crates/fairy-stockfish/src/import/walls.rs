//! Writes the rule of walls.

use super::{DefinitionBuilder, Kind};
use crate::men::PieceType;
use crate::squares::{Bitboard, edge_squares};
use crate::values::Walling;
use weakfish::geometry::{PerSide, Side};

impl DefinitionBuilder<'_> {
    /// Whether a definition can have the walls of the game.
    pub(super) fn expresses_walls(&self) -> bool {
        let rules = &self.game.rules;
        let by_man = matches!(rules.walling_rule, Walling::Arrow | Walling::Past);
        // There an arrow also flies as a pawn's long step, and as a promoted man moved before.
        let pawns = rules.walling_rule == Walling::Arrow && self.kinds.contains_key(&PieceType::PAWN);
        let bound_edge = rules.walling_rule == Walling::Edge && self.is_bound_to_region();
        // There the squares that the board lacks are walls, beside which others are put and which a duck takes away.
        let holes = !self.start.walls.is_empty() && matches!(rules.walling_rule, Walling::Duck | Walling::Edge);
        let passes = rules.pass != PerSide::both(false) || rules.pass_on_stalemate != PerSide::both(false);
        let hands = rules.piece_drops
            && Side::ALL.into_iter().any(|side| self.kinds.keys().any(|&man| self.drop_squares(side, man).is_some()));
        !(by_man && rules.wall_or_move || pawns || bound_edge || holes || passes || hands)
    }

    /// Whether walls are put beside royal kings. In the engine check to a king is judged before the wall is put.
    pub(super) fn may_guard_kings_by_walls(&self) -> bool {
        let is_king = |kind: &Kind| kind.royal && kind.man == PieceType::KING;
        self.game.rules.walling_rule != Walling::None && self.kinds.values().any(is_king)
    }

    /// Whether walls are put on some squares only.
    fn is_bound_to_region(&self) -> bool {
        let board = Bitboard::of_board(self.board);
        self.game.rules.walling_region.iter().any(|(_, squares)| squares.and(board) != board)
    }

    /// Writes where walls are put.
    pub(super) fn write_walls(&mut self) {
        let rules = &self.game.rules;
        let walling = rules.walling_rule;
        if walling == Walling::None || !self.expresses_walls() {
            return;
        }
        let instead = rules.wall_or_move;
        // There the squares around a capture are still taken when a wall is put.
        let explodes = rules.blast_on_capture && !instead;
        let bound = self.is_bound_to_region();
        let board = Bitboard::of_board(self.board);
        let squares = if walling == Walling::Edge {
            PerSide::both(edge_squares(self.board))
        } else {
            PerSide::from_fn(|side| rules.walling_region[side].and(board))
        };
        let rule = PerSide::from_fn(|side| Some(squares[side]));
        self.push_rule_of_sides("wall", &rule, |draft, side, _| {
            let mut options: Vec<String> = Vec::new();
            match walling {
                Walling::Arrow => options.push("where the man could go".to_owned()),
                Walling::Past => options.push("where the man came from".to_owned()),
                Walling::None | Walling::Duck | Walling::Edge | Walling::Static => {}
            }
            if bound || walling == Walling::Edge {
                let name = if walling == Walling::Edge { "edge" } else { "walls" };
                let place = match side {
                    None => draft.area_or_region(squares, name),
                    Some(side) => draft.area_of(side, squares[side], name),
                };
                options.push(format!("on {place}"));
            } else if options.is_empty() {
                options.push("anywhere".to_owned());
            }
            options.extend((walling == Walling::Edge).then(|| "or beside a wall".to_owned()));
            options.extend((walling == Walling::Duck).then(|| "one at a time".to_owned()));
            options.extend(explodes.then(|| "not where a man dies".to_owned()));
            options.extend(instead.then(|| "instead of a move".to_owned()));
            options.join(", ")
        });
    }
}
