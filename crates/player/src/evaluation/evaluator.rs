//! The evaluator: tables made of weights, and the evaluation of positions.

use super::drive::Drive;
use super::features::{FeatureTable, Mobility};
use super::network::{CompiledNetwork, Neurons};
use super::relations::AnyRelations;
use super::shortages::{Scarcity, Standstill};
use super::{KindWeights, Tapered, Term, Weights};
use weakfish::engine::{Game, ManChange, Move, Piece, Position};
use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::{Ending, GameResult, KindId, SetupId, Variant};

/// Largest evaluation, in centipawns; larger scores are forced wins.
const MAX_EVALUATION: i32 = 18_000;

/// Divisor of the bonus for a man in hand, which can go to any square: it is worth one part in this many more.
pub(super) const HAND_PREMIUM: i32 = 8;

/// Static evaluation of the positions of one game.
#[derive(Debug)]
pub struct Evaluator {
    squares: usize,
    /// By piece and square.
    piece_squares: Vec<PieceSquare>,
    /// By side and kind: a man in hand.
    in_hand: Vec<PerSide<PieceSquare>>,
    has_effects: bool,
    /// By piece: its value in static exchanges, in centipawns.
    exchange_values: Vec<i32>,
    /// By the width of the board.
    relations: AnyRelations,
    /// By piece and term: weight, negative for Black.
    terms: Vec<[Tapered; Term::ALL.len()]>,
    tempo: Tapered,
    scarcity: Option<(Scarcity, Tapered)>,
    standstill: Option<(Standstill, Tapered)>,
    /// `None` also where royal men have no weights.
    drive: Option<Drive>,
    /// Material of all men in the first setup.
    initial_material: i32,
    /// Plies without progress that make a draw.
    quiet_ply_limit: Option<u32>,
    pawn_value: i32,
    network: Option<CompiledNetwork>,
}

/// Entry of the piece-square table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PieceSquare {
    /// Value for White; negative for Black's men.
    pub(super) value: Tapered,
    /// Material for the game phase.
    pub(super) material: i32,
}

impl Evaluator {
    /// Exchange value of royal men, larger than that of any other man.
    pub(crate) const ROYAL_EXCHANGE_VALUE: i32 = 10_000;

    /// Makes an evaluator of a game. Missing weights are 0.
    pub fn new(game: &Game, weights: &Weights) -> Self {
        let variant = game.variant();
        let (board, mobility) = (variant.board, Mobility::new(game));
        let features = FeatureTable::new(game, &mobility);
        let mut piece_squares = vec![PieceSquare::default(); board.len()];
        let mut exchange_values = vec![0];
        for piece in game.pieces() {
            let kind = game.piece_info(piece).kind;
            let value = centipawns(weights.of(kind.index(), Term::Value).opening);
            let royal = variant.kind(kind).royal && value == 0;
            exchange_values.push(if royal { Self::ROYAL_EXCHANGE_VALUE } else { value.max(1) });
            piece_squares.extend(board.rectangle().map(|square| {
                let features = features.of(piece, square);
                PieceSquare { value: features.value(weights), material: features.material }
            }));
        }
        let in_hand = variant.kinds().map(|(kind, _)| {
            PerSide::from_fn(|side| {
                let Tapered { opening, ending } = weights.of(kind.index(), Term::Value);
                let sign = if side == Side::White { 1 } else { -1 };
                let value = Tapered::new(opening + opening / HAND_PREMIUM, ending + ending / HAND_PREMIUM) * sign;
                let square = board.squares().next().unwrap_or(Square::new(0));
                let state = variant.start_state(SetupId::default(), side, kind, square);
                let piece = game.piece(side, kind, &state);
                let material = piece.map_or(0, |piece| features.of(piece, square).material);
                PieceSquare { value, material }
            })
        });
        let mut terms = vec![[Tapered::ZERO; Term::ALL.len()]];
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            let sign = if info.side == Side::White { 1 } else { -1 };
            terms.push(Term::ALL.map(|term| weights.of(info.kind.index(), term) * sign));
        }
        let pawn_value = pawn_value(variant, weights);
        let mut evaluator = Self {
            squares: board.len(),
            piece_squares,
            in_hand: in_hand.collect(),
            has_effects: game.facts().effects.deaths() || game.facts().effects.aftermath(),
            exchange_values,
            relations: AnyRelations::new(game, &mobility),
            terms,
            tempo: weights.tempo,
            scarcity: Some(Scarcity::new(variant))
                .filter(Scarcity::has_endings)
                .map(|scarcity| (scarcity, weights.scarcity)),
            standstill: Standstill::new(variant).map(|standstill| (standstill, weights.standstill)),
            drive: weighs_royal_men(game, weights).then(|| Drive::new(game)).flatten(),
            initial_material: 1,
            quiet_ply_limit: quiet_ply_limit(variant),
            pawn_value,
            network: weights.network.as_ref().map(|network| CompiledNetwork::new(game, network, pawn_value)),
        };
        evaluator.initial_material = evaluator.accumulate(&game.start()).material.max(1);
        evaluator
    }

    /// Entry of the piece-square table: value and material of a piece on a square.
    #[inline]
    pub(super) fn piece_square(&self, piece: Piece, square: Square) -> PieceSquare {
        self.piece_squares.get(usize::from(piece.number()) * self.squares + square.index()).copied().unwrap_or_default()
    }

    /// Value of a piece in static exchanges, in centipawns.
    #[inline]
    pub(crate) fn exchange_value(&self, piece: Piece) -> i32 {
        self.exchange_values.get(usize::from(piece.number())).copied().unwrap_or_default()
    }

    /// Returns whether moves have effects on other men than those that they capture, or captors may stay on their squares.
    pub(crate) const fn has_effects(&self) -> bool {
        self.has_effects
    }

    /// Material of all men in the first setup.
    pub(super) const fn initial_material(&self) -> i32 {
        self.initial_material
    }

    /// Value of a pawn in this game, in centipawns. It normalizes search margins and winning chances; 100 for orthodox
    /// men, less in games of weak men.
    pub fn pawn_value(&self) -> i32 {
        self.pawn_value
    }

    /// Calls `visit` with each term that depends on several men: the piece, the term and its count in sixteenths.
    pub(super) fn visit_relations(&self, position: &Position, visit: impl FnMut(Piece, Term, i32)) {
        self.relations.visit(position, visit);
    }

    /// Counts of the weights `scarcity` and `standstill` for White.
    pub(super) fn shortage_counts(&self, position: &Position) -> [f64; 2] {
        let material = self.accumulate(position).material;
        let men = self.scarcity.as_ref().map_or(0, |(scarcity, _)| scarcity.balance(position));
        let moves = self.standstill.map_or(0, |(standstill, _)| standstill.balance(position, material));
        [f64::from(men) / f64::from(Scarcity::UNIT), f64::from(moves) / f64::from(Standstill::UNIT)]
    }

    /// Balance of the terms that depend on several men.
    #[inline]
    fn relations_balance(&self, position: &Position, material: i32) -> Tapered {
        let mut balance = Tapered::ZERO;
        self.relations.visit(position, |piece, term, times| {
            if let Some(terms) = self.terms.get(usize::from(piece.number())) {
                balance += terms[term as usize] * times;
            }
        });
        let mut balance = Tapered::new(balance.opening / 16, balance.ending / 16);
        let mut add = |weight: Tapered, times: i32, divisor: i32| {
            balance += Tapered::new(weight.opening * times / divisor, weight.ending * times / divisor);
        };
        // Terms whose weight is 0 are not computed.
        let counts = |weight: Tapered| weight != Tapered::ZERO;
        if let Some((scarcity, weight)) = self.scarcity.as_ref().filter(|(_, weight)| counts(*weight)) {
            add(*weight, scarcity.balance(position), Scarcity::UNIT);
        }
        if let Some((standstill, weight)) = self.standstill.filter(|(_, weight)| counts(*weight)) {
            add(weight, standstill.balance(position, material), Standstill::UNIT);
        }
        balance
    }

    /// Evaluates a position for the side to move, in centipawns.
    #[inline]
    pub fn evaluate(&self, position: &Position, sum: Accumulator) -> i32 {
        let balance = (sum.balance + self.relations_balance(position, sum.material))
            .interpolated(sum.material, self.initial_material);
        let tempo = self.tempo.interpolated(sum.material, self.initial_material);
        let turn = position.turn();
        let mut evaluation = centipawns(match turn {
            Side::White => balance + tempo,
            Side::Black => tempo - balance,
        });
        if let Some(network) = &self.network {
            evaluation += network.evaluate(&sum.neurons, turn, (sum.material, self.initial_material));
        }
        if let Some(drive) = &self.drive {
            let percent = drive.balance(position);
            evaluation += self.pawn_value * if turn == Side::White { percent } else { -percent } / 100;
        }
        let evaluation = match self.quiet_ply_limit {
            // An advantage shrinks as the draw by quiet plies comes nearer.
            Some(limit) => {
                let quiet = position.halfmove().min(limit) as i32;
                evaluation - evaluation * quiet / (2 * limit.max(1) as i32)
            }
            None => evaluation,
        };
        evaluation.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// Converts weights, in tenths of a centipawn, to centipawns.
const fn centipawns(tenths: i32) -> i32 {
    tenths / 10
}

/// Whether royal men have any weight. Weights of the material alone have none.
fn weighs_royal_men(game: &Game, weights: &Weights) -> bool {
    let royal = game.variant().kinds().filter(|(_, data)| data.royal);
    let mut weights = royal.filter_map(|(kind, _)| weights.kinds.get(kind.index()));
    weights.any(|weights| *weights != KindWeights::default())
}

/// Plies without progress after which the game is drawn, if there is such a rule.
fn quiet_ply_limit(variant: &Variant) -> Option<u32> {
    let is_draw = |ending: &&Ending| matches!(ending.result, GameResult::Draw | GameResult::DrawOnClaim);
    variant.endings.iter().filter(is_draw).filter_map(|ending| ending.condition.quiet_plies()).min()
}

/// Value of a pawn by the men of the first setup: the mean man that is not royal is worth two and a half pawns.
fn pawn_value(variant: &Variant, weights: &Weights) -> i32 {
    let Some(setup) = variant.setups.first() else { return 100 };
    let values = setup.men.iter().map(|man| centipawns(weights.of(man.kind.index(), Term::Value).opening));
    let values: Vec<i32> = values.filter(|&value| value > 0).collect();
    if values.is_empty() {
        return 100;
    }
    (values.iter().sum::<i32>() * 2 / (5 * values.len() as i32)).clamp(10, 200)
}

impl Evaluator {
    /// Computes the accumulator of a position: the sum over its men.
    pub fn accumulate(&self, position: &Position) -> Accumulator {
        let mut sum = Accumulator::default();
        if let Some(network) = &self.network {
            sum.neurons = network.empty();
        }
        for (square, piece) in position.men() {
            self.add_piece(&mut sum, piece, square, 1);
        }
        for side in Side::ALL {
            for (kind, number) in position.hand(side) {
                self.add_in_hand(&mut sum, side, kind, number.into());
            }
        }
        sum
    }

    /// Updates the accumulator by a legal move that is not yet made in this position.
    #[inline]
    pub fn accumulate_move(&self, before: Accumulator, position: &Position, mv: Move) -> Accumulator {
        let mut sum = before;
        let sign = |arrives| if arrives { 1 } else { -1 };
        position.visit_changes(mv, |change| match change {
            ManChange::OnBoard { piece, square, arrives, .. } => self.add_piece(&mut sum, piece, square, sign(arrives)),
            ManChange::InHand { side, kind, arrives } => self.add_in_hand(&mut sum, side, kind, sign(arrives)),
        });
        sum
    }

    /// Adds men to a hand.
    fn add_in_hand(&self, sum: &mut Accumulator, side: Side, kind: KindId, number: i32) {
        let entry = self.in_hand.get(kind.index()).map(|sides| sides[side]).unwrap_or_default();
        sum.balance += entry.value * number;
        sum.material += entry.material * number;
        if let Some(network) = &self.network {
            network.update_hand(&mut sum.neurons, side, kind, number);
        }
    }

    /// Adds (sign 1) or removes (sign -1) a piece in the incrementally updated sum.
    #[inline]
    fn add_piece(&self, sum: &mut Accumulator, piece: Piece, square: Square, sign: i32) {
        let entry = self.piece_square(piece, square);
        sum.balance += entry.value * sign;
        sum.material += entry.material * sign;
        if let Some(network) = &self.network {
            network.update(&mut sum.neurons, piece, square, sign > 0);
        }
    }
}

// The part of an evaluation that is a sum over single men, updated incrementally by moves.

/// Sum over all men, each on its square. A search updates it incrementally with each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    /// Piece-square values of White's men minus those of Black's.
    pub(super) balance: Tapered,
    /// Material of all men, which determines the game phase.
    pub(super) material: i32,
    /// First layer of the network; unused without one.
    pub(super) neurons: Neurons,
}
