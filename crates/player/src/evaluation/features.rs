//! Features of a single man on a square: expected mobility, nearness to promotion and to goals.

use std::collections::HashMap;

use super::goals::goal_squares;
use super::{Tapered, Term, Weights};
use weakfish::engine::{Game, Piece, Reach};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{KindId, PromotionChoice, Variant};

/// Features of a man on a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    /// Index of its kind.
    pub(super) kind: usize,
    /// Index of its square from the owner's side.
    pub(super) own_square: usize,
    /// 1 for White's men, -1 for Black's.
    pub(super) sign: f64,
    /// Material for the game phase: the mean mobility of its kind, in sixteenths of a square. 0 for royal men, which are
    /// always on the board.
    pub(super) material: i32,
    /// Expected mobility above the mean of its kind, in squares.
    pub(super) mobility: f64,
    /// Nearness to promotion, from 0 (far) to 1 (one move away).
    pub(super) promotion: f64,
    /// Nearness to a goal square.
    pub(super) goal: f64,
}

/// Features of each piece on each square.
#[derive(Debug)]
pub(super) struct FeatureTable {
    squares: usize,
    /// By piece and square.
    table: Vec<Features>,
}

impl FeatureTable {
    /// Computes the features of each piece on each square.
    pub(super) fn new(game: &Game, mobility: &Mobility) -> Self {
        let variant = game.variant();
        let board = variant.board;
        // No piece has the number 0.
        let mut table = vec![Features::default(); (game.pieces().count() + 1) * board.len()];
        for ((kind, data), side) in variant.kinds().flat_map(|kind| Side::ALL.map(|side| (kind, side))) {
            let pieces = pieces_of_kind(game, side, kind);
            let promotion = ShortestPaths::new(game, &pieces, promotion_zone(variant, side, kind));
            let goal = ShortestPaths::new(game, &pieces, goal_squares(variant, kind)[side]);
            let average = mobility.of_kind(game, kind).0;
            for (&piece, square) in pieces.iter().flat_map(|piece| board.squares().map(move |square| (piece, square))) {
                table[usize::from(piece.number()) * board.len() + square.index()] = Features {
                    kind: kind.index(),
                    own_square: variant.black.square(board, side, square).index(),
                    sign: if side == Side::White { 1.0 } else { -1.0 },
                    material: if data.royal { 0 } else { (16.0 * average) as i32 },
                    mobility: mobility.of(piece, square) - average,
                    promotion: nearness(promotion.distance(piece, square)),
                    goal: nearness(goal.distance(piece, square)),
                };
            }
        }
        Self { squares: board.len(), table }
    }

    /// The features of a piece on a square.
    pub(super) fn of(&self, piece: Piece, square: Square) -> Features {
        self.table.get(usize::from(piece.number()) * self.squares + square.index()).copied().unwrap_or_default()
    }
}

impl Features {
    /// Piece-square value for White; negative for Black's men.
    pub(super) fn value(&self, weights: &Weights) -> Tapered {
        let Some(kind) = weights.kinds.get(self.kind) else { return Tapered::ZERO };
        let mut value = kind.squares.get(self.own_square).copied().unwrap_or_default();
        self.visit_terms(|term, times| value += kind[term].scaled(times));
        value.scaled(self.sign)
    }

    /// Calls `visit` with each term of a single man and its count, the factor of the term's weight.
    pub(super) fn visit_terms(&self, mut visit: impl FnMut(Term, f64)) {
        visit(Term::Value, 1.0);
        visit(Term::Mobility, self.mobility);
        visit(Term::Promotion, self.promotion);
        visit(Term::Goal, self.goal);
    }
}

/// Nearness of a square at this distance in moves: 1 for one move, smaller by a factor for each further move.
pub(super) fn nearness(moves: Option<u8>) -> f64 {
    moves.map_or(0.0, |moves| Weights::DISTANCE_FACTOR.powi(i32::from(moves.max(1)) - 1))
}

/// The pieces of a side and kind: its states.
pub(super) fn pieces_of_kind(game: &Game, side: Side, kind: KindId) -> Vec<Piece> {
    let alike = |piece: &Piece| {
        let info = game.piece_info(*piece);
        (info.side, info.kind) == (side, kind)
    };
    game.pieces().filter(alike).collect()
}

/// Squares where men of a kind promote.
pub(super) fn promotion_zone(variant: &Variant, side: Side, kind: KindId) -> SquareSet {
    let promotions = variant.rules.promotions[side].iter();
    let promotions = promotions.filter(|promotion| promotion.kind == kind && promotion.to != PromotionChoice::Nothing);
    promotions.flat_map(|promotion| promotion.zone.iter()).collect()
}

// Expected mobility of men on boards with other men.
//
// Ralph Betza's *crowded board mobility*: the mean number of squares that a man reaches where each other square is empty
// with a probability of about two thirds. It is computed as the mean over random boards, which works for lame and bent men
// and hoppers as well.

/// Number of random boards.
const BOARDS: u64 = 24;

/// Number of pieces times squares above which fewer boards are used.
const MANY_BOARDS_LIMIT: usize = 20_000;

/// Percentages that a target counts which a man only moves to, or only captures on.
const ONLY_MOVES: f64 = 35.0;
const ONLY_CAPTURES: f64 = 65.0;
/// Percentage for both. Whole numbers: sums do not depend on their order.
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
    /// Measures each piece on each square of random boards, and adds the squares reached after a turn.
    pub(super) fn new(game: &Game) -> Self {
        let board = game.variant().board;
        let pieces: Vec<Piece> = game.pieces().collect();
        let boards = if pieces.len() * board.len() > MANY_BOARDS_LIMIT { 4 } else { BOARDS };
        let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
        let crowds: Vec<SquareSet> = (0..boards).map(|_| random.random_occupancy(board.squares())).collect();
        // Both sides get the same boards, each from its own side: their men have equal values.
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
            let own_row = usize::from(piece.number()) * board.len();
            for turned in game.turns(piece) {
                let turned_row = usize::from(turned.number()) * board.len();
                for square in 0..board.len() {
                    by_piece[own_row + square] += AFTER_TURNING * direct[turned_row + square];
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
    fn random_occupancy(&mut self, squares: impl Iterator<Item = Square>) -> SquareSet {
        squares.filter(|_| self.next().is_multiple_of(3)).collect()
    }
}

// Shortest paths of men over an empty board, counted in moves; turns and flips are moves.

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
                    visit_moves(game, piece, from, targets, |state| {
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
    pub(super) fn union_along_paths(
        &self,
        squares_of: impl Fn(Piece, Square) -> SquareSet,
    ) -> HashMap<State, SquareSet> {
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

/// Calls `visit` with each state that a man can be in after one move on an empty board; of captures only
/// those on targets count.
fn visit_moves(game: &Game, piece: Piece, from: Square, targets: SquareSet, mut visit: impl FnMut(State)) {
    let reach = game.reach(piece, from, SquareSet::EMPTY);
    for to in reach.moves.iter() {
        let arrivals = game.arrivals(piece, from, to, false, SquareSet::EMPTY);
        for arrived in arrivals {
            visit((arrived, to));
        }
    }
    // Targets that can be reached by a capture only count as well.
    if reach.moves.intersection(targets).is_empty() {
        reach.captures.intersection(targets).iter().for_each(|to| visit((piece, to)));
    }
    game.turns(piece).for_each(|turned| visit((turned, from)));
}
