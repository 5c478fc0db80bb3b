//! Defines a game in a string, sees what its men can do, plays the first moves of a game, and counts.
//!
//! ```sh
//! cargo run --example own_game
//! ```

use std::error::Error;

use weakfish::notation::{read_move, uci};
use weakfish::{BuiltIns, Source, load};

/// Chess on a small board, where the Rook sees only the file before it, and turns.
const DEFINITION: &str = r#"
game "Lighthouses"
board: 5x5
first: white
black: mirrors white

men
  K king:       K, royal
  L lighthouse: fR, turns 90
  P pawn:       fmWfcF

rules
  promotion of P: on last rank, to L, facing any way

endings
  checkmated: loses
  stalemated: draw

setup standard
  . l{s} k l{s} .
  p p    p p    p
  . .    . .    .
  P P    P P    P
  . L{n} K L{n} .
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let game = load(&Source::new("lighthouses.variant", DEFINITION), &BuiltIns)?;
    let mut position = game.start();
    println!("{position:?}\n");
    for text in ["c2c3", "b4xc3"] {
        let mv = read_move(&position, text)?;
        position.play(mv)?;
        println!("{text}: {} legal replies", position.legal_moves().count());
    }
    let captures = position.legal_moves().captures().into_iter();
    let captures: Vec<String> = captures.map(|mv| uci::write(&position, mv)).collect();
    println!("captures: {}", captures.join(" "));
    println!("sequences of 4 plies: {}", position.perft(4));
    Ok(())
}
