//! The squares that a movement reaches.

use std::collections::BTreeSet;

use serde::Serialize;

use super::field::Field;
use crate::model::{Access, Landing, Movement};

/// The squares that a movement reaches from the centre of a 15x15 board, sorted.
///
/// A square is its distance from the man: files to the right, ranks forward. Moves and captures that only a first move
/// can make are included. Hops over a man and captures en passant are not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Targets {
    /// The squares to which it can move while it is alone on the board.
    pub moves: Vec<[i32; 2]>,
    /// The squares where it could capture an enemy man that is alone with it on the board.
    pub captures: Vec<[i32; 2]>,
}

/// The squares that a movement reaches: on an empty board, and by capturing a lone man.
///
/// ```
/// use weakfish::betza;
///
/// let pawn = betza::movement("fmWfcF").0.unwrap();
/// let targets = betza::targets(&pawn);
/// assert_eq!(targets.moves, [[0, 1]]);
/// assert_eq!(targets.captures, [[-1, 1], [1, 1]]);
/// ```
pub fn targets(movement: &Movement) -> Targets {
    let mut moves = BTreeSet::new();
    let mut captures = BTreeSet::new();
    let field = Field::LARGEST;
    field.landings(movement, &mut |landing: &Landing<'_>| {
        let (x, y) = field.offset(landing.at);
        if landing.access == Access::Hop {
            return;
        }
        if landing.stops.moves {
            moves.insert([x, y]);
        }
        if landing.stops.captures && !landing.empty.contains(landing.at) {
            captures.insert([x, y]);
        }
    });
    Targets { moves: moves.into_iter().collect(), captures: captures.into_iter().collect() }
}
