//! What a man on a square has that weights speak of.

use super::mobility::Mobility;
use super::ways::Ways;
use super::{Tapered, Term, Weights};
use weakfish::engine::{Game, Piece};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{Condition, GameResult, KindId, PromotionChoice, Variant};

/// What counts about a man on a square, by the numbers with which its kind's weights are multiplied.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    /// Its kind, as an index.
    pub(super) kind: usize,
    /// Its square as its owner sees the board.
    pub(super) own_square: usize,
    /// 1 for White's men, -1 for Black's.
    pub(super) sign: f64,
    /// How much it says of how full the board is: what its kind reaches on average, in sixteenths of a square. 0 for a
    /// royal man, which is always there.
    pub(super) material: i32,
    /// How many squares more than usual it can be expected to reach.
    pub(super) mobility: f64,
    /// How near it is to its promotion, from 0 (far) to 1 (a move away).
    pub(super) promotion: f64,
    /// How near it is to a goal.
    pub(super) goal: f64,
}

/// The features of each piece on each square.
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
        // There is no piece with the number 0.
        let mut table = vec![Features::default(); board.len()];
        let mut aspirations = Aspirations::new(game);
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            let sign = if info.side == Side::White { 1.0 } else { -1.0 };
            for square in board.rectangle() {
                if !board.contains(square) {
                    table.push(Features::default());
                    continue;
                }
                aspirations.look(piece);
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
                    promotion: nearness(aspirations.promotion.distance(piece, square)),
                    goal: nearness(aspirations.goal.distance(piece, square)),
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
    /// What a man with these features adds to White's balance.
    pub(super) fn worth(&self, weights: &Weights) -> Tapered {
        let Some(kind) = weights.kinds.get(self.kind) else { return Tapered::ZERO };
        let mut worth = kind.squares.get(self.own_square).copied().unwrap_or_default();
        self.each_term(|term, times| worth += kind[term].scaled(times));
        worth.scaled(self.sign)
    }

    /// Calls `visit` with what counts about the man alone, and how often.
    pub(super) fn each_term(&self, mut visit: impl FnMut(Term, f64)) {
        visit(Term::Value, 1.0);
        visit(Term::Mobility, self.mobility);
        visit(Term::Promotion, self.promotion);
        visit(Term::Goal, self.goal);
    }
}

/// How near a man is that needs so many moves: a part of 1 that gets smaller with each further move.
fn nearness(moves: Option<u8>) -> f64 {
    moves.map_or(0.0, |moves| Weights::NEARER.powi(i32::from(moves.max(1)) - 1))
}

/// The ways of the pieces of one side and kind, looked for once.
struct Aspirations<'g> {
    game: &'g Game,
    of: Option<(Side, KindId)>,
    promotion: Ways,
    goal: Ways,
}

impl<'g> Aspirations<'g> {
    fn new(game: &'g Game) -> Self {
        Self { game, of: None, promotion: Ways::default(), goal: Ways::default() }
    }

    /// Looks for the ways of pieces of this kind.
    fn look(&mut self, piece: Piece) {
        let (game, info) = (self.game, self.game.piece_info(piece));
        if self.of == Some((info.side, info.kind)) {
            return;
        }
        self.of = Some((info.side, info.kind));
        let pieces = states(game, info.side, info.kind);
        let goals = goals(game.variant(), info.kind);
        self.promotion = Ways::new(game, &pieces, promotion_zone(game.variant(), info.side, info.kind));
        self.goal = Ways::new(game, &pieces, goals[info.side]);
    }
}

/// The pieces that a man of a kind and side can be.
pub(super) fn states(game: &Game, side: Side, kind: KindId) -> Vec<Piece> {
    let alike = |piece: &Piece| {
        let info = game.piece_info(*piece);
        (info.side, info.kind) == (side, kind)
    };
    game.pieces().filter(alike).collect()
}

/// Where men of a kind promote.
pub(super) fn promotion_zone(variant: &Variant, side: Side, kind: KindId) -> SquareSet {
    let promotions = variant.rules.promotions[side].iter();
    let promotions = promotions.filter(|promotion| promotion.kind == kind && promotion.to != PromotionChoice::Nothing);
    promotions.flat_map(|promotion| promotion.zone.iter()).collect()
}

/// Where men of a kind decide the game for their side.
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
