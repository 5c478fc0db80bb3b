//! Networks in files of weights.
//!
//! ```text
//! network of 3b5f0c2a91d4e867
//!   12 -3 0 …
//! ```
//!
//! The number is the hash of the game's model. A line for each row of the first layer follows, then one for each bias, then one for
//! each second layer, with the weights of both views and the bias.

use std::fmt::Write as _;
use std::sync::Arc;

use weakfish::engine::Game;
use weakfish::json;

use super::inputs::Inputs;
use super::{NEURONS, Network, Output, PHASES, Row};

/// Numbers in the line of a second layer.
const OUTPUT_NUMBERS: usize = 2 * NEURONS + 1;

/// Hash of a game's model as text: FNV-1a of its JSON.
pub(in crate::evaluation) fn model_hash(game: &Game) -> String {
    let json = json::write(game.variant());
    let hash = json
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    format!("{hash:016x}")
}

impl Network {
    /// Writes the network of a game.
    pub(in crate::evaluation) fn write(&self, game: &Game, text: &mut String) {
        let _ = writeln!(text, "\nnetwork of {}", model_hash(game));
        let mut line = |numbers: &mut dyn Iterator<Item = i32>| {
            text.push(' ');
            for number in numbers {
                let _ = write!(text, " {number}");
            }
            text.push('\n');
        };
        for row in self.rows.iter().chain(&self.biases) {
            line(&mut row.iter().map(|&weight| weight.into()));
        }
        for Output { weights, bias } in &self.outputs {
            line(&mut weights.iter().flatten().map(|&weight| weight.into()).chain([*bias]));
        }
    }

    /// The network of a game with these numbers, in the order of the text.
    ///
    /// # Errors
    ///
    /// The number of numbers that the network of this game has, if these are more or fewer.
    pub(in crate::evaluation) fn of_numbers(game: &Game, numbers: &[i32]) -> Result<Arc<Self>, usize> {
        let inputs = Inputs::new(game);
        let first = (inputs.rows() + inputs.views()) * NEURONS;
        let expected = first + inputs.views() * PHASES * OUTPUT_NUMBERS;
        if numbers.len() != expected {
            return Err(expected);
        }
        let row = |numbers: &[i32]| -> Row {
            std::array::from_fn(|neuron| numbers.get(neuron).copied().unwrap_or_default() as i16)
        };
        let (rows, outputs) = numbers.split_at(first);
        let mut rows: Vec<Row> = rows.chunks(NEURONS).map(row).collect();
        let biases = rows.split_off(inputs.rows());
        let outputs = outputs.chunks(OUTPUT_NUMBERS).map(|numbers| {
            let (weights, bias) = numbers.split_at(2 * NEURONS);
            let (own, other) = weights.split_at(NEURONS);
            Output { weights: [row(own), row(other)], bias: bias.first().copied().unwrap_or_default() }
        });
        Ok(Arc::new(Self { rows, biases, outputs: outputs.collect() }))
    }
}
