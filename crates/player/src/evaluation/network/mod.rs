//! A small neural network, trained by self-play, that corrects the evaluation of one game.
//!
//! The network is efficiently updatable (*NNUE*, Yu Nasu 2018, <https://www.chessprogramming.org/NNUE>). Its first layer is a sum
//! over the men, as each side sees them, which moves update incrementally. Its second layer joins both views into one number, by
//! the phase of the game. All arithmetic is in integers, so results are the same on every machine.
//!
//! The number is added to the evaluation by [`Weights`](super::Weights): a network that has learned little changes little.

mod inputs;
mod text;
mod training;

use std::sync::Arc;

use weakfish::engine::{Game, Piece};
use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::KindId;

use inputs::Inputs;
pub(super) use text::model_hash;
pub use training::{NetworkTraining, TrainingOptions};

/// Neurons of a view.
pub(super) const NEURONS: usize = 32;

/// Phases of the game, by the share of the material that is left. Each has a second layer of its own.
const PHASES: usize = 4;

/// Activation of a saturated neuron.
const SATURATION: i32 = 255;

/// Second-layer weight that stands for 1.
const OUTPUT_UNIT: i32 = 64;

/// Largest weight and largest bias of the second layer, in either direction: all its sums then fit into 32 bits.
const MAX_OUTPUT_WEIGHT: i32 = 127;
const MAX_OUTPUT_BIAS: i32 = 1 << 17;

/// Centipawns of an output of 1, for a pawn of 100.
const OUTPUT_CENTIPAWNS: i32 = 400;

/// Weights of the first layer for one input.
type Row = [i16; NEURONS];

/// Second layer of one phase.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Output {
    /// Weights of the neurons of the side to move, then those of its opponent.
    weights: [Row; 2],
    bias: i32,
}

/// Parameters of a trained network. They belong to one game.
///
/// A man switches on the sum of up to three rows: kind and square, state and square, kind and state. So a man that has turned
/// shares what its kind has learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// First layer: a row for each input.
    rows: Vec<Row>,
    /// First layer: the bias, by view if the views differ.
    biases: Vec<Row>,
    /// Second layer: by the side to move if the views differ, and by phase.
    outputs: Vec<Output>,
}

/// First-layer sums of both views. A search updates them with each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neurons(PerSide<Row>);

impl Default for Neurons {
    fn default() -> Self {
        Self(PerSide::both([0; NEURONS]))
    }
}

/// A network that is ready to evaluate positions of its game.
#[derive(Debug)]
pub(super) struct CompiledNetwork {
    network: Arc<Network>,
    squares: usize,
    /// By view: the sum of the rows of each piece on each square.
    men: PerSide<Vec<Row>>,
    /// By view: the row of a man in hand, by kind and owner.
    hands: PerSide<Vec<PerSide<Row>>>,
    /// Centipawns of an output of 1.
    centipawns: i32,
}

impl CompiledNetwork {
    /// Compiles a network for its game, whose pawn is worth so many centipawns.
    pub(super) fn new(game: &Game, network: &Arc<Network>, pawn_value: i32) -> Self {
        let inputs = Inputs::new(game);
        let variant = game.variant();
        let sum =
            |rows: &[u32]| rows.iter().filter_map(|&row| network.rows.get(row as usize)).fold([0; NEURONS], added);
        let men = PerSide::from_fn(|view| inputs.men(view).map(sum).collect());
        let hands = PerSide::from_fn(|view| {
            let row = |kind, side| sum(&inputs.in_hand(view, side, kind).into_iter().collect::<Vec<_>>());
            variant.kinds().map(|(kind, _)| PerSide::from_fn(|side| row(kind, side))).collect()
        });
        let centipawns = OUTPUT_CENTIPAWNS * pawn_value / 100;
        Self { network: Arc::clone(network), squares: variant.board.len(), men, hands, centipawns }
    }

    /// Sums of an empty board.
    pub(super) fn empty(&self) -> Neurons {
        let bias = |view: Side| self.network.biases.get(view as usize).or(self.network.biases.first());
        Neurons(PerSide::from_fn(|view| bias(view).copied().unwrap_or([0; NEURONS])))
    }

    /// A man comes to a square, or leaves it.
    #[inline]
    pub(super) fn update(&self, neurons: &mut Neurons, piece: Piece, square: Square, arrives: bool) {
        let index = usize::from(piece.number()) * self.squares + square.index();
        for view in Side::ALL {
            if let Some(row) = self.men[view].get(index) {
                let own = &mut neurons.0[view];
                *own = if arrives { added(*own, row) } else { subtracted(*own, row) };
            }
        }
    }

    /// Men come into a hand, or leave it where the number is negative.
    pub(super) fn update_hand(&self, neurons: &mut Neurons, side: Side, kind: KindId, number: i32) {
        for view in Side::ALL {
            let Some(row) = self.hands[view].get(kind.index()).map(|sides| sides[side]) else { continue };
            for (neuron, weight) in neurons.0[view].iter_mut().zip(row) {
                *neuron = neuron.wrapping_add(weight.wrapping_mul(number as i16));
            }
        }
    }

    /// Output for the side to move, in centipawns, where `left` of `all` material is left.
    #[inline]
    pub(super) fn evaluate(&self, neurons: &Neurons, turn: Side, (left, all): (i32, i32)) -> i32 {
        let set = if self.network.biases.len() > 1 { turn as usize } else { 0 };
        let Some(output) = self.network.outputs.get(set * PHASES + phase(left, all)) else { return 0 };
        let [own, other] = &output.weights;
        let sum = weighted_sum(&neurons.0[turn], own) + weighted_sum(&neurons.0[!turn], other);
        (sum / SATURATION + output.bias) * self.centipawns / (SATURATION * OUTPUT_UNIT)
    }
}

/// Phase of the game where `left` of `all` material is left.
fn phase(left: i32, all: i32) -> usize {
    (left.max(0) * PHASES as i32 / all.max(1)).min(PHASES as i32 - 1) as usize
}

#[inline]
fn added(sum: Row, row: &Row) -> Row {
    std::array::from_fn(|neuron| sum[neuron].wrapping_add(row[neuron]))
}

#[inline]
fn subtracted(sum: Row, row: &Row) -> Row {
    std::array::from_fn(|neuron| sum[neuron].wrapping_sub(row[neuron]))
}

/// Sum of the activations, which are squares of clipped sums (`SCReLU`), times weights.
#[inline]
fn weighted_sum(sums: &Row, weights: &Row) -> i32 {
    sums.iter()
        .zip(weights)
        .map(|(&sum, &weight)| {
            let clipped = i32::from(sum).clamp(0, SATURATION);
            clipped * clipped * i32::from(weight)
        })
        .sum()
}
