//! What tells at a glance that an ending can't hold, so that most positions need no closer look.

use super::{Bits, CompiledEnding, Test, group};
use crate::geometry::Side;
use crate::model::{Condition, Variant};

/// What stands as long as an ending may hold.
#[derive(Debug)]
pub(crate) enum Sign<const W: usize> {
    /// A man of this set on one of these squares.
    ManOn(usize, Bits<W>),
    /// No man in any of these sets.
    NobodyIn(Vec<usize>),
    /// A side that has royal men at most.
    Bare,
    /// So many plies since progress.
    Plies(u32),
    /// Anything.
    Always,
}

/// The signs of an ending: it holds only if one of them shows.
pub(crate) fn signs<const W: usize>(variant: &Variant, ending: &CompiledEnding<W>) -> Vec<Sign<W>> {
    let sides = Side::ALL.into_iter().filter(|&side| ending.side.is_none_or(|only| only == side));
    match &ending.test {
        Test::ManOn { kinds, squares } => {
            let of_side = |side| kinds.iter().map(move |&kind| Sign::ManOn(group(side, kind), squares[side]));
            sides.flat_map(of_side).collect()
        }
        Test::Plies(count) => vec![Sign::Plies(*count)],
        Test::Plain(Condition::Without(kinds)) => {
            let of_side = |side| Sign::NobodyIn(kinds.iter().map(|kind| group(side, kind.0)).collect());
            sides.map(of_side).collect()
        }
        // Who is bare has no men but royal ones; that says little in a game that has none of these.
        Test::Plain(Condition::Bared | Condition::OpponentBared) => {
            if variant.kinds.iter().any(|kind| kind.royal) { vec![Sign::Bare] } else { vec![Sign::Always] }
        }
        Test::Series(_) | Test::Plain(_) => vec![Sign::Always],
    }
}
