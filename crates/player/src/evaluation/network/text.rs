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
use super::{MAX_OUTPUT_BIAS, MAX_OUTPUT_WEIGHT, NEURONS, Network, Output, PHASES, Row};

/// Numbers in the line of a second layer.
const OUTPUT_NUMBERS: usize = 2 * NEURONS + 1;

/// Hash of a game's model as text: FNV-1a of its JSON, without what no rule depends on.
pub(in crate::evaluation) fn model_hash(game: &Game) -> String {
    let mut model = game.variant().clone();
    (model.inventor, model.year, model.source, model.about) = (None, None, None, None);
    let json = json::write(&model);
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
    /// What is wrong with them, in words: their number, or one that is too large.
    pub(in crate::evaluation) fn of_numbers(game: &Game, numbers: &[i32]) -> Result<Arc<Self>, String> {
        let inputs = Inputs::new(game);
        let first = (inputs.rows() + inputs.views()) * NEURONS;
        let expected = first + inputs.views() * PHASES * OUTPUT_NUMBERS;
        if numbers.len() != expected {
            return Err(format!("the network of this game has {expected} numbers, and here are {}", numbers.len()));
        }
        let within = |number: i32, most: i32| {
            let is_within = (-most..=most).contains(&number);
            if is_within {
                Ok(number)
            } else {
                Err(format!("{number} is too large for a network, where at most {most} may stand here"))
            }
        };
        let row = |numbers: &[i32], most: i32| -> Result<Row, String> {
            let mut row = [0; NEURONS];
            for (weight, &number) in row.iter_mut().zip(numbers) {
                *weight = within(number, most)? as i16;
            }
            Ok(row)
        };
        let (rows, outputs) = numbers.split_at(first);
        let mut rows =
            rows.chunks(NEURONS).map(|numbers| row(numbers, i16::MAX.into())).collect::<Result<Vec<_>, _>>()?;
        let biases = rows.split_off(inputs.rows());
        let outputs = outputs.chunks(OUTPUT_NUMBERS).map(|numbers| {
            let (weights, bias) = numbers.split_at(2 * NEURONS);
            let (own, other) = weights.split_at(NEURONS);
            let bias = within(bias.first().copied().unwrap_or_default(), MAX_OUTPUT_BIAS)?;
            Ok(Output { weights: [row(own, MAX_OUTPUT_WEIGHT)?, row(other, MAX_OUTPUT_WEIGHT)?], bias })
        });
        let outputs = outputs.collect::<Result<Vec<_>, String>>()?;
        Ok(Arc::new(Self { rows, biases, outputs }))
    }
}
