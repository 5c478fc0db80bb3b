//! Static evaluation, made from the definition of a game.
//!
//! An [`Evaluator`] is made from a game and its [`Weights`]. Untuned weights follow from the definition alone
//! ([`Weights::from_definition`]): material values from mobility on boards with other men. No game is special here.
//!
//! Evaluations are in centipawns, weights in tenths of a centipawn, on a scale where a knight of orthodox chess is worth
//! about three pawns; games of weak men have smaller numbers.

#![allow(clippy::cast_precision_loss, reason = "evaluations are estimates")]

mod choice;
mod drive;
mod evaluator;
mod features;
mod fit;
mod goals;
mod network;
mod prior;
mod relations;
mod shortages;
mod text;
mod weights;

pub use choice::{Origin, WEIGHTS_EXTENSION, WeightsChoice, WeightsError};
pub use evaluator::{Accumulator, Evaluator};
pub use fit::{Fit, Sample, TrainingGame};
pub(crate) use goals::deciding_squares;
pub use network::{Network, NetworkTraining, TrainingOptions};
pub use weights::{KindWeights, Tapered, Term, Weights};
