//! Features of a single man on a square, which the weights of its kind are multiplied by.

use super::mobility::Mobility;
use super::paths::ShortestPaths;
use super::{Tapered, Term, Weights};
use weakfish::engine::{Game, Piece};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{Condition, GameResult, KindId, PromotionChoice, Variant};

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
    pub(super) fn new(game: &Game, mobility: &Mobility) -> Self {
        let variant = game.variant();
        let board = variant.board;
        let average: Vec<f64> = variant.kinds().map(|(kind, _)| mobility.of_kind(game, kind).0).collect();
        // No piece has the number 0.
        let mut table = vec![Features::default(); board.len()];
        let mut targets = TargetPaths::new(game);
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            let sign = if info.side == Side::White { 1.0 } else { -1.0 };
            for square in board.rectangle() {
                if !board.contains(square) {
                    table.push(Features::default());
                    continue;
                }
                targets.select(piece);
                table.push(Features {
                    kind: info.kind.index(),
                    own_square: variant.black.square(board, info.side, square).index(),
                    sign,
                    material: if variant.kind(info.kind).royal {
                        0
                    } else {
                        (16.0 * average[info.kind.index()]) as i32
                    },
                    mobility: mobility.of(piece, square) - average[info.kind.index()],
                    promotion: nearness(targets.promotion.distance(piece, square)),
                    goal: nearness(targets.goal.distance(piece, square)),
                });
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
        self.each_term(|term, times| value += kind[term].scaled(times));
        value.scaled(self.sign)
    }

    /// Calls `visit` with each term of a single man and its count.
    pub(super) fn each_term(&self, mut visit: impl FnMut(Term, f64)) {
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

/// Shortest paths of one side and kind to promotion and to goals, computed once for all its states.
struct TargetPaths<'g> {
    game: &'g Game,
    side_and_kind: Option<(Side, KindId)>,
    promotion: ShortestPaths,
    goal: ShortestPaths,
}

impl<'g> TargetPaths<'g> {
    fn new(game: &'g Game) -> Self {
        Self { game, side_and_kind: None, promotion: ShortestPaths::default(), goal: ShortestPaths::default() }
    }

    /// Computes the paths of pieces of this side and kind.
    fn select(&mut self, piece: Piece) {
        let (game, info) = (self.game, self.game.piece_info(piece));
        if self.side_and_kind == Some((info.side, info.kind)) {
            return;
        }
        self.side_and_kind = Some((info.side, info.kind));
        let pieces = states(game, info.side, info.kind);
        let goals = goals(game.variant(), info.kind);
        self.promotion = ShortestPaths::new(game, &pieces, promotion_zone(game.variant(), info.side, info.kind));
        self.goal = ShortestPaths::new(game, &pieces, goals[info.side]);
    }
}

/// The pieces of a side and kind: its states.
pub(super) fn states(game: &Game, side: Side, kind: KindId) -> Vec<Piece> {
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

/// Squares where men of a kind win the game, by side.
fn goals(variant: &Variant, kind: KindId) -> PerSide<SquareSet> {
    PerSide::from_fn(|side| {
        let of_side = |only: Option<Side>| only.is_none_or(|only| only == side);
        let endings = variant.endings.iter();
        let won = endings.filter(|ending| of_side(ending.side) && ending.result == GameResult::Wins);
        let squares = won.filter_map(|ending| match &ending.condition {
            Condition::ManOn { kinds, squares, .. } if kinds.contains(&kind) => Some(squares[side]),
            _ => None,
        });
        squares.flat_map(SquareSet::iter).collect()
    })
}
