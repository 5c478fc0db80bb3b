//! The squares that a movement reaches.

use std::collections::BTreeSet;

use serde::Serialize;

use super::walk::{self, Access, Landing};
use crate::model::Movement;

/// How far the edge is from the centre of the board on which a movement is judged.
const REACH: i32 = 7;

/// The squares a movement reaches from the centre of a 15x15 board, as files to the right and ranks forward,
/// sorted.
///
/// What only a first move can do is in it; hopping and capturing en passant are not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Targets {
    /// Where it can move while it is alone on the board.
    pub moves: Vec<[i32; 2]>,
    /// Where it could capture an enemy man that is alone with it on the board.
    pub captures: Vec<[i32; 2]>,
}

/// Where a movement leads on an empty board, and where it captures a lone man.
pub fn targets(movement: &Movement) -> Targets {
    let mut moves = BTreeSet::new();
    let mut captures = BTreeSet::new();
    walk::landings(movement, REACH, &mut |landing: &Landing<'_>| {
        let (x, y) = landing.at;
        if landing.access == Access::Hop {
            return;
        }
        if landing.stops.moves {
            moves.insert([x, y]);
        }
        if landing.stops.captures && !landing.empty.contains(&landing.at) {
            captures.insert([x, y]);
        }
    });
    Targets { moves: moves.into_iter().collect(), captures: captures.into_iter().collect() }
}
