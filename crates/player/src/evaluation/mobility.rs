//! Expected mobility of men on boards with other men.
//!
//! Ralph Betza's *crowded board mobility*: the mean number of squares that a man reaches where each other square is empty
//! with a probability of about two thirds. It is computed as the mean over random boards, which works for lame and bent men
//! and hoppers as well.

use weakfish::engine::{Game, Piece, Reach};
use weakfish::geometry::{PerSide, Square, SquareSet};
use weakfish::model::KindId;

/// Number of random boards.
const BOARDS: u64 = 24;

/// Number of pieces times squares above which fewer boards are used.
const MANY_BOARDS_LIMIT: usize = 20_000;

/// Percentages that a target counts which a man only moves to, or only captures on.
const ONLY_MOVES: f64 = 35.0;
const ONLY_CAPTURES: f64 = 65.0;
/// Percentage for both. Whole numbers, so that sums do not depend on their order.
const BOTH: f64 = 100.0;

/// Probability of no own man on a square: a third of the squares is occupied, half of them by own men.
const NO_OWN_MAN: f64 = 5.0 / 6.0;

/// Weight of squares reached after a turn.
const AFTER_TURNING: f64 = 0.5;

/// Expected mobility of each piece on each square.
#[derive(Debug)]
pub(super) struct Mobility {
    squares: usize,
    boards: f64,
    /// By piece and square, summed over the boards.
    by_piece: Vec<f64>,
    /// Number of attacked squares without own men, by piece and square, summed over the boards.
    attacks: Vec<f64>,
}

impl Mobility {
    pub(super) fn new(game: &Game) -> Self {
        let board = game.variant().board;
        let pieces: Vec<Piece> = game.pieces().collect();
        let boards = if pieces.len() * board.len() > MANY_BOARDS_LIMIT { 4 } else { BOARDS };
        let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
        let crowds: Vec<SquareSet> = (0..boards).map(|_| random.crowd(board.squares())).collect();
        // Both sides get the same boards, each from its own side, so that their men have equal values.
        let seen_by = |side, crowd: &SquareSet| -> SquareSet {
            crowd.iter().map(|square| game.variant().black.square(board, side, square)).collect()
        };
        let crowds = PerSide::from_fn(|side| crowds.iter().map(|crowd| seen_by(side, crowd)).collect::<Vec<_>>());
        let table = |measure: &dyn Fn(&Reach) -> f64| {
            let mut table = vec![0.0; (pieces.len() + 1) * board.len()];
            for &piece in &pieces {
                for from in board.squares() {
                    let boards = crowds[game.piece_info(piece).side].iter();
                    let sum = boards.map(|&crowd| measure(&game.reach(piece, from, crowd))).sum::<f64>();
                    table[usize::from(piece.number()) * board.len() + from.index()] = sum;
                }
            }
            table
        };
        let direct = table(&|reach| {
            let (moves, captures) = (reach.moves.len() as f64, reach.captures.len() as f64);
            let both = reach.moves.intersection(reach.captures).len() as f64;
            both * BOTH + ONLY_MOVES * (moves - both) + ONLY_CAPTURES * (captures - both)
        });
        let attacks = table(&|reach| reach.captures.len() as f64 * NO_OWN_MAN);
        let mut by_piece = direct.clone();
        for &piece in &pieces {
            // A man that turns reaches other squares one move later.
            let own = usize::from(piece.number()) * board.len();
            for turned in game.turns(piece) {
                let others = usize::from(turned.number()) * board.len();
                for square in 0..board.len() {
                    by_piece[own + square] += AFTER_TURNING * direct[others + square];
                }
            }
        }
        Self { squares: board.len(), boards: boards as f64, by_piece, attacks }
    }

    /// Expected mobility of a piece on a square.
    pub(super) fn of(&self, piece: Piece, square: Square) -> f64 {
        let reached = self.by_piece.get(usize::from(piece.number()) * self.squares + square.index());
        reached.map_or(0.0, |reached| reached / (BOTH * self.boards))
    }

    /// Expected number of attacked squares without own men.
    pub(super) fn of_attacks(&self, piece: Piece, square: Square) -> f64 {
        let sum = self.attacks.get(usize::from(piece.number()) * self.squares + square.index());
        sum.map_or(0.0, |sum| sum / self.boards)
    }

    /// Mean mobility over all squares and states, and that of the best square.
    pub(super) fn of_kind(&self, game: &Game, kind: KindId) -> (f64, f64) {
        let pieces: Vec<Piece> = game.pieces().filter(|&piece| game.piece_info(piece).kind == kind).collect();
        let states = pieces.len().max(1) as f64;
        let board = game.variant().board;
        let by_square = board.squares().map(|square| pieces.iter().map(|&piece| self.of(piece, square)).sum::<f64>());
        let (mut sum, mut best, mut count) = (0.0, 0.0, 0.0);
        for mobility in by_square.map(|sum| sum / states) {
            (sum, best, count) = (sum + mobility, mobility.max(best), count + 1.0);
        }
        (sum / f64::max(count, 1.0), best)
    }
}

/// Marsaglia's xorshift with a fixed seed: files of weights depend on the mobilities, so the boards never change.
struct Xorshift(u64);

impl Xorshift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A random board with a man on every third square.
    fn crowd(&mut self, squares: impl Iterator<Item = Square>) -> SquareSet {
        squares.filter(|_| self.next().is_multiple_of(3)).collect()
    }
}
