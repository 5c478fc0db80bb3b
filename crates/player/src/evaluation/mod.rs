//! What a position is worth: an evaluation made from the definition of a game.
//!
//! An [`Evaluator`] is made from a game and its [`Weights`]. Weights that nobody has tuned come from the definition alone
//! ([`Weights::from_definition`]): how far a man reaches on a board as it stands in a game says what it is worth.
//! Nothing here knows a game.
//!
//! Worth is told in hundredths of a pawn, as programs do, weights in tenths of these, where a knight of orthodox chess is worth about three pawns.
//! Games of weak men have smaller numbers.

#![allow(clippy::cast_precision_loss, reason = "what is worth how much is an estimate")]

mod accumulate;
mod accumulator;
mod evaluator;
mod features;
mod fit;
mod mobility;
mod pawns;
mod prior;
mod relations;
mod scarcity;
mod standstill;
mod tapered;
mod text;
mod ways;
mod weights;

pub use accumulator::Accumulator;
pub use evaluator::Evaluator;
pub use fit::{Fit, Lesson, Sample};
pub use tapered::Tapered;
pub use weights::{KindWeights, Term, Weights};
