//! Shortest paths of men over an empty board, counted in moves; turns and flips are moves.

use std::collections::HashMap;

use weakfish::engine::{Game, Piece};
use weakfish::geometry::{Square, SquareSet};

/// Maximum length of a path, in moves.
const MAX_MOVES: u8 = 12;

/// Maximum number of pieces times squares for which paths are computed.
const MAX_STATES: usize = 60_000;

/// A piece on a square.
type State = (Piece, Square);

/// Shortest paths of some pieces to a set of target squares.
#[derive(Debug, Default)]
pub(super) struct ShortestPaths {
    distances: HashMap<State, u8>,
    /// Next states on shortest paths.
    next: HashMap<State, Vec<State>>,
}

impl ShortestPaths {
    /// Breadth-first search backwards from the target squares.
    pub(super) fn new(game: &Game, pieces: &[Piece], targets: SquareSet) -> Self {
        let board = game.variant().board;
        if pieces.len() * board.len() > MAX_STATES || targets.is_empty() {
            return Self::default();
        }
        let mut predecessors: HashMap<State, Vec<State>> = HashMap::new();
        let mut paths = Self::default();
        let mut frontier = Vec::new();
        for &piece in pieces {
            for from in board.squares() {
                if targets.contains(from) {
                    paths.distances.insert((piece, from), 0);
                    frontier.push((piece, from));
                } else {
                    each_move(game, piece, from, targets, |state| {
                        predecessors.entry(state).or_default().push((piece, from));
                    });
                }
            }
        }
        for moves in 1..=MAX_MOVES {
            let mut reached = Vec::new();
            for state in frontier {
                for &earlier in predecessors.get(&state).into_iter().flatten() {
                    let distance = *paths.distances.entry(earlier).or_insert_with(|| {
                        reached.push(earlier);
                        moves
                    });
                    if distance == moves {
                        paths.next.entry(earlier).or_default().push(state);
                    }
                }
            }
            frontier = reached;
        }
        paths
    }

    /// Distance to a target square, in moves; `None` if it is out of reach.
    pub(super) fn distance(&self, piece: Piece, square: Square) -> Option<u8> {
        self.distances.get(&(piece, square)).copied()
    }

    /// For each state the union of `squares_of` over all later states on its shortest paths.
    pub(super) fn along(&self, squares_of: impl Fn(Piece, Square) -> SquareSet) -> HashMap<State, SquareSet> {
        let mut states: Vec<(State, u8)> = self.distances.iter().map(|(&state, &distance)| (state, distance)).collect();
        states.sort_by_key(|&(_, distance)| distance);
        let mut unions: HashMap<State, SquareSet> = HashMap::new();
        for (state, _) in states {
            let mut union = SquareSet::EMPTY;
            for &(piece, square) in self.next.get(&state).into_iter().flatten() {
                let further = unions.get(&(piece, square)).copied().unwrap_or_default();
                union = union.union(squares_of(piece, square)).union(further);
            }
            unions.insert(state, union);
        }
        unions
    }
}

/// Calls `visit` for each state after one move.
fn each_move(game: &Game, piece: Piece, from: Square, targets: SquareSet, mut visit: impl FnMut(State)) {
    let reach = game.reach(piece, from, SquareSet::EMPTY);
    for to in reach.moves.iter() {
        game.arrivals(piece).for_each(|arrived| visit((arrived, to)));
    }
    // Targets that can be reached by a capture only count as well.
    if reach.moves.intersection(targets).is_empty() {
        reach.captures.intersection(targets).iter().for_each(|to| visit((piece, to)));
    }
    game.turns(piece).for_each(|turned| visit((turned, from)));
}
