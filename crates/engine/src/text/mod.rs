//! Positions as text: FEN and drawings of the board. The `weakfish` package reads them and has the errors.

pub mod board;
pub mod fen;

use crate::geometry::Side;
use crate::model::{KindId, Variant};

/// A man's symbol: in capitals for White, small for Black.
pub fn symbol(variant: &Variant, side: Side, kind: KindId) -> String {
    let symbol = &variant.kind(kind).symbol;
    match side {
        Side::White => symbol.clone(),
        Side::Black => symbol.to_lowercase(),
    }
}
