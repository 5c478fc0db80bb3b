//! From weights to tables, and from tables to numbers.

use super::features::FeatureTable;
use super::mobility::Mobility;
use super::{Accumulator, Tapered, Weights};
use crate::engine::{Game, Piece, Position};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{Ending, GameResult, Variant};

/// No evaluation is further from 0 than this: what is further is known to be won or lost.
const MOST: i32 = 20_000;

/// The evaluation of the positions of one game.
#[derive(Debug)]
pub struct Evaluator {
    squares: usize,
    /// By piece and square.
    men: Vec<Man>,
    /// By piece: what an exchange of it is about.
    exchange: Vec<i32>,
    /// By piece: what its aims are worth.
    aims: Vec<Aims>,
    /// By square and side: the squares at and around a royal man of that side.
    near: Vec<PerSide<SquareSet>>,
    /// By piece and square: what could be expected of its aims.
    expected: Vec<i32>,
    tempo: Tapered,
    /// What all men that are not royal are worth in the first setup.
    material_at_start: i32,
    /// The plies without progress that make a draw.
    quiet_limit: Option<u32>,
    unit: i32,
}

/// What a man on a square adds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Man {
    /// To the balance; what is Black's is negative.
    pub(super) worth: Tapered,
    /// To the material of both sides.
    pub(super) material: i32,
}

/// What the aims of a man are worth.
#[derive(Clone, Copy, Debug, Default)]
struct Aims {
    /// Whether they count at all.
    count: bool,
    /// 1 for White's men, -1 for Black's.
    sign: i32,
    side: Option<Side>,
    /// Each square.
    freedom: Tapered,
    /// Each square near the enemy's royal man.
    attack: Tapered,
}

impl Evaluator {
    /// What an exchange of a royal man counts, more than that of any other.
    pub(crate) const ROYAL: i32 = MOST / 2;

    /// An evaluator of a game. Weights that are missing are 0.
    pub fn new(game: &Game, weights: &Weights) -> Self {
        let variant = game.variant();
        let (board, features) = (variant.board, FeatureTable::new(game));
        let mut men = vec![Man::default(); board.len()];
        let mut exchange = vec![0];
        for piece in game.pieces() {
            let kind = game.piece_info(piece).kind;
            let value = weights.kinds.get(kind.index()).map_or(0, |kind| kind.value.opening);
            let royal = variant.kind(kind).royal && value == 0;
            exchange.push(if royal { Self::ROYAL } else { value.max(1) });
            men.extend(
                board
                    .rectangle()
                    .map(|square| Man { worth: features.of(piece, square).worth(weights), material: value }),
            );
        }
        let mobility = Mobility::new(game);
        let (mut aims, mut expected) = (vec![Aims::default()], vec![0; board.len()]);
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            let sign = if info.side == Side::White { 1 } else { -1 };
            let kind = weights.kinds.get(info.kind.index());
            let (freedom, attack) = kind.map_or_else(Default::default, |kind| (kind.freedom, kind.attack));
            let count = freedom != Tapered::ZERO || attack != Tapered::ZERO;
            aims.push(Aims { count, sign, side: Some(info.side), freedom, attack });
            let free = |square| if board.contains(square) { mobility.of_aims(piece, square) } else { 0.0 };
            expected.extend(board.rectangle().map(|square| (free(square) * 16.0).round() as i32));
        }
        let unit = unit(variant, weights);
        let mut evaluator = Self {
            squares: board.len(),
            men,
            exchange,
            aims,
            near: near(game),
            expected,
            tempo: weights.tempo,
            material_at_start: 1,
            quiet_limit: quiet_limit(variant),
            unit,
        };
        evaluator.material_at_start = evaluator.accumulate(&game.start()).material.max(1);
        evaluator
    }

    #[inline]
    pub(super) fn man(&self, piece: Piece, square: Square) -> Man {
        self.men.get(usize::from(piece.number()) * self.squares + square.index()).copied().unwrap_or_default()
    }

    /// What an exchange that loses this man loses.
    #[inline]
    pub(crate) fn exchange_value(&self, piece: Piece) -> i32 {
        self.exchange.get(usize::from(piece.number())).copied().unwrap_or_default()
    }

    /// What a pawn is to a game of orthodox men: a measure for the margins of a search, and for what decides a game. In
    /// hundredths of a pawn; less than 100 in games of weak men.
    pub fn unit(&self) -> i32 {
        self.unit
    }

    /// What White's men are worth more than Black's by what they aim at.
    fn balance_of_aims(&self, position: &Position) -> Tapered {
        let near = PerSide::from_fn(|side| {
            let royal = position.royal_men(side).iter().next();
            royal.and_then(|square| self.near.get(square.index())).map_or(SquareSet::EMPTY, |near| near[side])
        });
        let own = PerSide::from_fn(|side| position.men_of(side));
        let mut balance = Tapered::ZERO;
        let aims = |piece: Piece| self.aims.get(usize::from(piece.number())).copied().unwrap_or_default();
        position.visit_aims(
            |piece| aims(piece).count,
            |piece, square, squares| {
                let Aims { sign, side: Some(side), freedom, attack, .. } = aims(piece) else { return };
                let place = usize::from(piece.number()) * self.squares + square.index();
                let expected = self.expected.get(place).copied().unwrap_or_default();
                let free = squares.without(own[side]).len() as i32;
                let attacked = squares.intersection(near[!side]).len() as i32;
                balance += freedom * (sign * (free * 16 - expected));
                balance += attack * (sign * 16 * attacked);
            },
        );
        Tapered::new(balance.opening / 16, balance.ending / 16)
    }

    /// What the position is worth to the side to move.
    #[inline]
    pub fn evaluate(&self, position: &Position, sum: Accumulator) -> i32 {
        let balance = (sum.balance + self.balance_of_aims(position)).at(sum.material, self.material_at_start);
        let tempo = self.tempo.at(sum.material, self.material_at_start);
        let worth = match position.turn() {
            Side::White => balance + tempo,
            Side::Black => tempo - balance,
        };
        let worth = match self.quiet_limit {
            // The nearer the draw, the less an advantage says that is not made use of.
            Some(limit) => {
                let quiet = position.halfmove().min(limit) as i32;
                worth - worth * quiet / (2 * limit.max(1) as i32)
            }
            None => worth,
        };
        worth.clamp(-MOST, MOST)
    }
}

/// By square: what is at and around a royal man there, as far as it could go by itself.
fn near(game: &Game) -> Vec<PerSide<SquareSet>> {
    let board = game.variant().board;
    let around = |square: Square, side: Side| {
        let royal = |piece: &Piece| {
            let info = game.piece_info(*piece);
            info.side == side && game.variant().kind(info.kind).royal
        };
        let mut near = SquareSet::EMPTY;
        if board.contains(square) {
            near.insert(square);
            for piece in game.pieces().filter(royal).take(8) {
                game.reach(piece, square, SquareSet::EMPTY).captures.iter().for_each(|square| near.insert(square));
            }
        }
        near
    };
    board.rectangle().map(|square| PerSide::from_fn(|side| around(square, side))).collect()
}

/// The plies without progress after which the game is drawn, if it is.
fn quiet_limit(variant: &Variant) -> Option<u32> {
    let is_draw = |ending: &&Ending| matches!(ending.result, GameResult::Draw | GameResult::DrawOnClaim);
    variant.endings.iter().filter(is_draw).filter_map(|ending| ending.condition.quiet_plies()).min()
}

/// A pawn's worth among orthodox men: an average man that is not royal is worth two and a half.
fn unit(variant: &Variant, weights: &Weights) -> i32 {
    let Some(setup) = variant.setups.first() else { return 100 };
    let men = setup.men.iter().filter_map(|man| weights.kinds.get(man.kind.index()));
    let values: Vec<i32> = men.map(|kind| kind.value.opening).filter(|&value| value > 0).collect();
    if values.is_empty() {
        return 100;
    }
    (values.iter().sum::<i32>() * 2 / (5 * values.len() as i32)).clamp(10, 200)
}
