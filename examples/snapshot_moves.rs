//! Compares the moves of a position with a snapshot, by `insta`. `cargo insta review` shows what has changed and stores it.
//!
//! ```sh
//! cargo test --example snapshot_moves
//! ```

use std::error::Error;

use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::testing::stored_moves;
use weakfish::{BuiltIns, Source, load};

const DEFINITION: &str = r#"
game "Turning Rooks" extends fide

men
  R rook: fR, turns 90

rules
  castling:       none
  promotion of P: on last rank, to Q, facing any way
"#;

/// Returns the legal moves of a position as a page, a man on each line.
fn moves(position: &str) -> Result<String, Box<dyn Error>> {
    let game = load(&Source::new("turning-rooks.variant", DEFINITION), &BuiltIns)?;
    let position = fen::read(&game, SetupId::default(), position)?;
    Ok(stored_moves::legal_moves(&position).join("\n"))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", moves("4k3/8/8/8/8/8/8/R{n}3K3 w - - 0 1")?);
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_rook_goes_where_it_faces_or_turns() {
        let moves = super::moves("4k3/8/8/8/8/8/8/R{n}3K3 w - - 0 1").unwrap();
        insta::assert_snapshot!(moves, @r"
        4k3/8/8/8/8/8/8/R{n}3K3 w - - 0 1
        R{n} a1: a1@e a1@w a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8
        K e1: e1d1 e1d2 e1e2 e1f1 e1f2
        ");
    }
}
