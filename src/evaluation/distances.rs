//! How many of its own moves a man needs to a set of squares, on an empty board.

use std::collections::HashMap;

use crate::engine::{Game, Piece};
use crate::geometry::{Square, SquareSet};

/// No longer ways are looked for.
const LONGEST: u8 = 12;

/// More pieces and squares than this are not looked at.
const MANY: usize = 60_000;

/// The distances of some pieces to a set of squares.
#[derive(Debug, Default)]
pub(super) struct Distances(HashMap<(Piece, Square), u8>);

impl Distances {
    /// The distances of these pieces to these squares, turns and flips counted as moves.
    pub(super) fn new(game: &Game, pieces: &[Piece], goal: SquareSet) -> Self {
        let board = game.variant().board;
        if pieces.len() * board.len() > MANY || goal.is_empty() {
            return Self::default();
        }
        // From where each place can be reached by one move.
        let mut before: HashMap<(Piece, Square), Vec<(Piece, Square)>> = HashMap::new();
        let mut last = Vec::new();
        let mut found = HashMap::new();
        for &piece in pieces {
            for from in board.squares() {
                if goal.contains(from) {
                    found.insert((piece, from), 0);
                    last.push((piece, from));
                    continue;
                }
                let reach = game.reach(piece, from, SquareSet::EMPTY);
                for to in reach.moves.iter() {
                    for arrived in game.arrivals(piece) {
                        before.entry((arrived, to)).or_default().push((piece, from));
                    }
                }
                // Where it captures at the end of its way, it need not move.
                for to in reach.captures.iter().filter(|&to| goal.contains(to)) {
                    before.entry((piece, to)).or_default().push((piece, from));
                }
                for turned in game.turns(piece) {
                    before.entry((turned, from)).or_default().push((piece, from));
                }
            }
        }
        for moves in 1..=LONGEST {
            let mut new = Vec::new();
            for place in last {
                for &earlier in before.get(&place).into_iter().flatten() {
                    if let std::collections::hash_map::Entry::Vacant(entry) = found.entry(earlier) {
                        entry.insert(moves);
                        new.push(earlier);
                    }
                }
            }
            last = new;
        }
        Self(found)
    }

    /// The distance of a piece on a square; `None` if it is far, or never gets there.
    pub(super) fn of(&self, piece: Piece, square: Square) -> Option<u8> {
        self.0.get(&(piece, square)).copied()
    }
}
