//! Where a man gets by its own moves on an empty board, turns and flips counted as moves.

use std::collections::HashMap;

use weakfish::engine::{Game, Piece};
use weakfish::geometry::{Square, SquareSet};

/// No longer ways are looked for.
const LONGEST: u8 = 12;

/// More pieces and squares than this are not looked at.
const MANY: usize = 60_000;

/// A piece on a square.
type Place = (Piece, Square);

/// The shortest ways of some pieces to a set of squares.
#[derive(Debug, Default)]
pub(super) struct Ways {
    distances: HashMap<Place, u8>,
    /// Where each place leads to by a move that brings it nearer.
    nearer: HashMap<Place, Vec<Place>>,
}

impl Ways {
    /// The ways of these pieces to these squares.
    pub(super) fn new(game: &Game, pieces: &[Piece], goal: SquareSet) -> Self {
        let board = game.variant().board;
        if pieces.len() * board.len() > MANY || goal.is_empty() {
            return Self::default();
        }
        // From where each place can be reached by one move.
        let mut before: HashMap<Place, Vec<Place>> = HashMap::new();
        let mut ways = Self::default();
        let mut last = Vec::new();
        for &piece in pieces {
            for from in board.squares() {
                if goal.contains(from) {
                    ways.distances.insert((piece, from), 0);
                    last.push((piece, from));
                } else {
                    each_step(game, piece, from, goal, |place| before.entry(place).or_default().push((piece, from)));
                }
            }
        }
        for moves in 1..=LONGEST {
            let mut new = Vec::new();
            for place in last {
                for &earlier in before.get(&place).into_iter().flatten() {
                    let distance = *ways.distances.entry(earlier).or_insert_with(|| {
                        new.push(earlier);
                        moves
                    });
                    if distance == moves {
                        ways.nearer.entry(earlier).or_default().push(place);
                    }
                }
            }
            last = new;
        }
        ways
    }

    /// The moves that a piece on a square needs; `None` if it is far, or never gets there.
    pub(super) fn distance(&self, piece: Piece, square: Square) -> Option<u8> {
        self.distances.get(&(piece, square)).copied()
    }

    /// Adds up for each place that is on its way what `of` says of the places to which its shortest ways lead.
    pub(super) fn along(&self, of: impl Fn(Piece, Square) -> SquareSet) -> HashMap<Place, SquareSet> {
        let mut places: Vec<(Place, u8)> = self.distances.iter().map(|(&place, &distance)| (place, distance)).collect();
        places.sort_by_key(|&(_, distance)| distance);
        let mut sums: HashMap<Place, SquareSet> = HashMap::new();
        for (place, _) in places {
            let mut sum = SquareSet::EMPTY;
            for &(piece, square) in self.nearer.get(&place).into_iter().flatten() {
                let further = sums.get(&(piece, square)).copied().unwrap_or_default();
                sum = sum.union(of(piece, square)).union(further);
            }
            sums.insert(place, sum);
        }
        sums
    }
}

/// Calls `visit` for each place where a piece gets by one move.
fn each_step(game: &Game, piece: Piece, from: Square, goal: SquareSet, mut visit: impl FnMut(Place)) {
    let reach = game.reach(piece, from, SquareSet::EMPTY);
    for to in reach.moves.iter() {
        game.arrivals(piece).for_each(|arrived| visit((arrived, to)));
    }
    // Where it can only capture at the end of its way, that will do.
    if reach.moves.intersection(goal).is_empty() {
        reach.captures.intersection(goal).iter().for_each(|to| visit((piece, to)));
    }
    game.turns(piece).for_each(|turned| visit((turned, from)));
}
