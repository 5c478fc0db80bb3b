//! From weights to tables, and from tables to numbers.

use super::features::FeatureTable;
use super::mobility::Mobility;
use super::relations::Relations;
use super::scarcity::Scarcity;
use super::standstill::Standstill;
use super::{Accumulator, Tapered, Term, Weights};
use weakfish::engine::width::{Width, each_width};
use weakfish::engine::{Game, Piece, Position};
use weakfish::geometry::{Side, Square};
use weakfish::model::{Ending, GameResult, Variant};

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
    /// As wide as the board.
    relations: Width<Relations<1>, Relations<2>, Relations<4>>,
    /// By piece and term: what relations add to the balance; what is Black's is negative.
    terms: Vec<[Tapered; Term::ALL.len()]>,
    tempo: Tapered,
    scarcity: Option<(Scarcity, Tapered)>,
    standstill: Option<(Standstill, Tapered)>,
    /// The material of all men in the first setup.
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
    /// To what tells how full the board is.
    pub(super) material: i32,
}

impl Evaluator {
    /// What an exchange of a royal man counts, more than that of any other.
    pub(crate) const ROYAL: i32 = MOST / 2;

    /// An evaluator of a game. Weights that are missing are 0.
    pub fn new(game: &Game, weights: &Weights) -> Self {
        let variant = game.variant();
        let (board, mobility) = (variant.board, Mobility::new(game));
        let features = FeatureTable::new(game, &mobility);
        let mut men = vec![Man::default(); board.len()];
        let mut exchange = vec![0];
        for piece in game.pieces() {
            let kind = game.piece_info(piece).kind;
            let value = whole(weights.of(kind.index(), Term::Value).opening);
            let royal = variant.kind(kind).royal && value == 0;
            exchange.push(if royal { Self::ROYAL } else { value.max(1) });
            men.extend(board.rectangle().map(|square| {
                let features = features.of(piece, square);
                Man { worth: features.worth(weights), material: features.material }
            }));
        }
        let mut terms = vec![[Tapered::ZERO; Term::ALL.len()]];
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            let sign = if info.side == Side::White { 1 } else { -1 };
            terms.push(Term::ALL.map(|term| weights.of(info.kind.index(), term) * sign));
        }
        let unit = unit(variant, weights);
        let mut evaluator = Self {
            squares: board.len(),
            men,
            exchange,
            relations: match board.len() {
                ..=64 => Width::One(Relations::new(game, &mobility)),
                65..=128 => Width::Two(Relations::new(game, &mobility)),
                _ => Width::Four(Relations::new(game, &mobility)),
            },
            terms,
            tempo: weights.tempo,
            scarcity: Some(Scarcity::new(variant))
                .filter(Scarcity::matters)
                .map(|scarcity| (scarcity, weights.scarcity)),
            standstill: Standstill::new(variant).map(|standstill| (standstill, weights.standstill)),
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

    /// Calls `visit` for what counts about men as they stand to each other: the man's piece, what counts, and how often,
    /// in sixteenths.
    pub(super) fn relations(&self, position: &Position, visit: impl FnMut(Piece, Term, i32)) {
        each_width!(&self.relations, relations => relations.visit(position, visit));
    }

    /// How much nearer Black is to losing by too few men, and by too few moves.
    pub(super) fn shortages(&self, position: &Position) -> [f64; 2] {
        let material = self.accumulate(position).material;
        let men = self.scarcity.as_ref().map_or(0, |(scarcity, _)| scarcity.balance(position));
        let moves = self.standstill.map_or(0, |(standstill, _)| standstill.balance(position, material));
        [f64::from(men) / f64::from(Scarcity::WHOLE), f64::from(moves) / f64::from(Standstill::WHOLE)]
    }

    /// What White's men are worth more than Black's by how they stand to each other, and by how few they are.
    #[inline]
    fn balance_of_relations(&self, position: &Position, material: i32) -> Tapered {
        let mut balance = Tapered::ZERO;
        each_width!(&self.relations, relations => relations.visit(position, |piece, term, times| {
            if let Some(terms) = self.terms.get(usize::from(piece.number())) {
                balance += terms[term as usize] * times;
            }
        }));
        let mut balance = Tapered::new(balance.opening / 16, balance.ending / 16);
        let mut add = |worth: Tapered, times: i32, whole: i32| {
            balance += Tapered::new(worth.opening * times / whole, worth.ending * times / whole);
        };
        // Weights may be older than what they could speak of: what counts nothing is not looked at.
        let counts = |worth: Tapered| worth != Tapered::ZERO;
        if let Some((scarcity, worth)) = self.scarcity.as_ref().filter(|(_, worth)| counts(*worth)) {
            add(*worth, scarcity.balance(position), Scarcity::WHOLE);
        }
        if let Some((standstill, worth)) = self.standstill.filter(|(_, worth)| counts(*worth)) {
            add(worth, standstill.balance(position, material), Standstill::WHOLE);
        }
        balance
    }

    /// What the position is worth to the side to move.
    #[inline]
    pub fn evaluate(&self, position: &Position, sum: Accumulator) -> i32 {
        let balance =
            (sum.balance + self.balance_of_relations(position, sum.material)).at(sum.material, self.material_at_start);
        let tempo = self.tempo.at(sum.material, self.material_at_start);
        let worth = whole(match position.turn() {
            Side::White => balance + tempo,
            Side::Black => tempo - balance,
        });
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

/// A worth in hundredths of a pawn from one in tenths of these, as weights are.
const fn whole(tenths: i32) -> i32 {
    tenths / 10
}

/// The plies without progress after which the game is drawn, if it is.
fn quiet_limit(variant: &Variant) -> Option<u32> {
    let is_draw = |ending: &&Ending| matches!(ending.result, GameResult::Draw | GameResult::DrawOnClaim);
    variant.endings.iter().filter(is_draw).filter_map(|ending| ending.condition.quiet_plies()).min()
}

/// A pawn's worth among orthodox men: an average man that is not royal is worth two and a half.
fn unit(variant: &Variant, weights: &Weights) -> i32 {
    let Some(setup) = variant.setups.first() else { return 100 };
    let values = setup.men.iter().map(|man| whole(weights.of(man.kind.index(), Term::Value).opening));
    let values: Vec<i32> = values.filter(|&value| value > 0).collect();
    if values.is_empty() {
        return 100;
    }
    (values.iter().sum::<i32>() * 2 / (5 * values.len() as i32)).clamp(10, 200)
}
