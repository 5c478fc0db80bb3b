//! Plays a game against itself, each move at random, and prints the moves, the last position and the result.
//!
//! ```sh
//! cargo run --example random_player -- demichess 7
//! ```
//!
//! GAME is the name of a built-in game. The same SEED always gives the same game.

use std::process::ExitCode;

use weakfish::notation::uci;
use weakfish::{BuiltIns, Position, builtin, load};

/// The game stops after as many plies, since not every game comes to an end.
const MAX_PLIES: usize = 400;

/// A number below `end`, by the xorshift generator of Marsaglia, "Xorshift RNGs" (2003).
fn random(state: &mut u64, end: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % end as u64) as usize
}

/// Plays moves at random until the game ends, and returns their texts.
fn play(position: &mut Position, mut seed: u64) -> Vec<String> {
    let mut texts = Vec::new();
    while position.outcome().is_none() && texts.len() < MAX_PLIES {
        let moves = position.legal_moves().to_vec();
        let mv = moves[random(&mut seed, moves.len())];
        texts.push(uci::write(position, mv));
        position.make(mv);
    }
    texts
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seed] = &arguments[..] else {
        eprintln!("usage: random_player GAME SEED");
        return ExitCode::from(2);
    };
    let (Some(source), Ok(seed)) = (builtin::source(name), seed.parse::<u64>()) else {
        eprintln!("GAME is one of these: {}; SEED is a number", builtin::names().collect::<Vec<_>>().join(" "));
        return ExitCode::from(2);
    };
    match load(&source, &BuiltIns) {
        Ok(game) => {
            let mut position = game.start();
            // The generator needs a state other than 0.
            let texts = play(&mut position, seed.wrapping_add(0x9E37_79B9_7F4A_7C15).max(1));
            println!("{}\n\n{position:?}", texts.join(" "));
            println!("{}", position.outcome().map_or_else(|| "the game goes on".to_owned(), |end| end.to_string()));
            ExitCode::SUCCESS
        }
        Err(refused) => {
            eprintln!("{refused}");
            ExitCode::FAILURE
        }
    }
}
