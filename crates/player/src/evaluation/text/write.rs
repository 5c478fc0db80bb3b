//! Writer of weights.

use std::fmt::Write as _;

use super::{SQUARES, reach};
use crate::evaluation::mobility::Mobility;
use crate::evaluation::{KindWeights, Tapered, Term, Weights};
use weakfish::engine::Game;

impl Weights {
    /// Writes the weights of a game as text, which [`Weights::read`] reads.
    pub fn to_text(&self, game: &Game) -> String {
        let variant = game.variant();
        let mobility = Mobility::new(game);
        let mut text = format!("weights of \"{}\"\nboard {}\n", variant.title, variant.board);
        for (name, worth) in Self::OF_GAME.into_iter().zip(self.of_game()) {
            if worth != Tapered::ZERO {
                let _ = writeln!(text, "{name} {}", pair(worth));
            }
        }
        for ((id, kind), weights) in variant.kinds().zip(&self.kinds) {
            let _ = writeln!(text, "\n{} {} reaches {}", kind.symbol, kind.name, reach(game, &mobility, id));
            for term in Term::ALL.into_iter().filter(|&term| weights[term] != Tapered::ZERO) {
                let _ = writeln!(text, "  {} {}", term.name(), pair(weights[term]));
            }
            write_squares(&mut text, weights, variant.board.files().into());
        }
        text
    }
}

/// Writes piece-square tables from the owner's side, the farthest rank first.
fn write_squares(text: &mut String, weights: &KindWeights, files: usize) {
    let numbers: [fn(&Tapered) -> i32; 2] = [|worth| worth.opening, |worth| worth.ending];
    for (heading, number) in SQUARES.into_iter().zip(numbers) {
        if weights.squares.iter().all(|worth| number(worth) == 0) {
            continue;
        }
        let _ = writeln!(text, "  {heading}");
        for rank in weights.squares.chunks(files).rev() {
            let numbers = rank.iter().map(|worth| format!(" {:>5}", decimal(number(worth))));
            let _ = writeln!(text, "   {}", numbers.collect::<String>());
        }
    }
}

/// Writes a pair, as one number if both are equal.
fn pair(worth: Tapered) -> String {
    let opening = decimal(worth.opening);
    if worth.opening == worth.ending { opening } else { format!("{opening} {}", decimal(worth.ending)) }
}

/// Writes tenths as a decimal number.
fn decimal(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}
