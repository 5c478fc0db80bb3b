//! Lines drawn on the board, along which some men move.

use super::draft::Draft;
use crate::game::TextId;
use crate::men::{ALONG, Man};
use crate::squares::Squares;
use weakfish::geometry::{Leap, Square, SquareSet};

impl Draft<'_> {
    /// Draws the lines and lets men move along them.
    pub(super) fn lines(&mut self) {
        let drawn = self.game.rules.diagonal_lines.and(Squares::of_board(self.board)).without(self.start.walls);
        let along: Vec<_> = ALONG.into_iter().filter(|(man, ..)| self.goes_along_lines(*man)).collect();
        if drawn.is_empty() || along.is_empty() {
            return;
        }
        // There a rider comes from any of these squares to any other, also over squares between that are none of them.
        let apart = along.iter().any(|(.., rides)| *rides) && drawn.has_gaps_on_diagonals(self.board);
        let soldiers = along.iter().any(|(man, ..)| *man == Man::SOLDIER);
        if apart || soldiers && self.game.rules.soldier_promotion_rank.0 > 1 {
            return self.lose("diagonalLines");
        }
        self.lines = self.diagonals(drawn.on(self.board));
        if self.lines.is_empty() {
            return;
        }
        for (man, movement, _) in along {
            if let Some(kind) = self.kinds.get_mut(&man) {
                kind.properties.push(format!("along lines {movement}"));
            }
        }
    }

    /// Whether a man moves along lines. Of royal men only those do that move as a wazir by a rule of their game, not by
    /// a movement of their own.
    fn goes_along_lines(&self, man: Man) -> bool {
        let wazir = || {
            let given = self.game.origins.get(&man.key()).is_none_or(|(text, _)| *text == TextId::BuiltIn);
            given && self.game.letters.betza(man) == "W"
        };
        self.kinds.contains_key(&man) && (man != Man::KING || wazir())
    }

    /// Diagonal steps from square to square that can't go on, in words.
    fn diagonals(&self, drawn: SquareSet) -> Vec<String> {
        let mut chains = Vec::new();
        for start in drawn.iter() {
            for leap in [Leap::new(1, 1), Leap::new(-1, 1)] {
                let next = |at: Square, leap| self.board.leap(at, leap).filter(|&at| drawn.contains(at));
                let chain = std::iter::successors(Some(start), |&at| next(at, leap));
                let chain: Vec<String> = chain.map(|square| self.board.name(square)).collect();
                if next(start, -leap).is_none() && chain.len() > 1 {
                    chains.push(chain.join(" "));
                }
            }
        }
        chains
    }
}
