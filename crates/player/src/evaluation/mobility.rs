//! How many squares a man can be expected to reach on a board as it stands in a game.
//!
//! Ralph Betza's *crowded board mobility*: the average number of squares that a man reaches where each other square is
//! empty with a probability of about two thirds. It is taken here as the average over some random boards, which does
//! for lame and bent men and hoppers what a formula does for riders.

use weakfish::engine::{Game, Piece, Reach};
use weakfish::geometry::{PerSide, Square, SquareSet};
use weakfish::model::KindId;

/// The boards over which the average is taken.
const BOARDS: u64 = 24;

/// Fewer boards are looked at where there are more pieces and squares than this together.
const MANY: usize = 20_000;

/// A target to which a man moves but does not capture, and the other way round, counts this much.
const ONLY_MOVES: f64 = 35.0;
const ONLY_CAPTURES: f64 = 65.0;
/// One to which it does both. These are whole numbers, so that it makes no difference in which order they are added.
const BOTH: f64 = 100.0;

/// A third of the squares is occupied, half of them by own men.
const NO_OWN_MAN: f64 = 5.0 / 6.0;

/// What becomes reachable by turning first counts half.
const AFTER_TURNING: f64 = 0.5;

/// The expected mobility of each piece on each square.
#[derive(Debug)]
pub(super) struct Mobility {
    squares: usize,
    boards: f64,
    /// By piece and square, for all boards together.
    by_piece: Vec<f64>,
    /// The squares alone where it captures, as it faces now.
    aims: Vec<f64>,
}

impl Mobility {
    pub(super) fn new(game: &Game) -> Self {
        let board = game.variant().board;
        let pieces: Vec<Piece> = game.pieces().collect();
        let boards = if pieces.len() * board.len() > MANY { 4 } else { BOARDS };
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
        let crowds: Vec<SquareSet> = (0..boards).map(|_| dice.crowd(board.squares())).collect();
        // Both sides see the same boards, each from its own end, so that their men are worth the same.
        let seen_by = |side, crowd: &SquareSet| -> SquareSet {
            crowd.iter().map(|square| game.variant().black.square(board, side, square)).collect()
        };
        let crowds = PerSide::from_fn(|side| crowds.iter().map(|crowd| seen_by(side, crowd)).collect::<Vec<_>>());
        // By piece and square, for all boards together.
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
        let alone = table(&|reach| {
            let (moves, captures) = (reach.moves.len() as f64, reach.captures.len() as f64);
            let both = reach.moves.intersection(reach.captures).len() as f64;
            both * BOTH + ONLY_MOVES * (moves - both) + ONLY_CAPTURES * (captures - both)
        });
        let aims = table(&|reach| reach.captures.len() as f64 * NO_OWN_MAN);
        let mut by_piece = alone.clone();
        for &piece in &pieces {
            // A man that turns reaches at once what it faces, and one move later what it would face then.
            let own = usize::from(piece.number()) * board.len();
            for turned in game.turns(piece) {
                let others = usize::from(turned.number()) * board.len();
                for square in 0..board.len() {
                    by_piece[own + square] += AFTER_TURNING * alone[others + square];
                }
            }
        }
        Self { squares: board.len(), boards: boards as f64, by_piece, aims }
    }

    /// What a piece can be expected to reach from a square.
    pub(super) fn of(&self, piece: Piece, square: Square) -> f64 {
        let reached = self.by_piece.get(usize::from(piece.number()) * self.squares + square.index());
        reached.map_or(0.0, |reached| reached / (BOTH * self.boards))
    }

    /// At how many squares without an own man a piece on a square can be expected to aim, as it faces.
    pub(super) fn of_aims(&self, piece: Piece, square: Square) -> f64 {
        let sum = self.aims.get(usize::from(piece.number()) * self.squares + square.index());
        sum.map_or(0.0, |sum| sum / self.boards)
    }

    /// The average over all squares and states, and that of the best square.
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

/// Random numbers that are always the same (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A board with a man on every third square.
    fn crowd(&mut self, squares: impl Iterator<Item = Square>) -> SquareSet {
        squares.filter(|_| self.next().is_multiple_of(3)).collect()
    }
}
