//! What tells at a glance that no ending can hold, so that most positions need no closer look.

use super::{Bits, CompiledEnding, Test, group};
use crate::geometry::Side;
use crate::model::{Condition, Variant};

/// What must be seen of a position before one of the decisive endings may hold.
#[derive(Debug)]
pub(crate) struct EndingPrefilter<const W: usize> {
    /// A man of this set on one of these squares.
    pub(crate) men_on: Vec<(usize, Bits<W>)>,
    /// So many plies since progress.
    pub(crate) plies: u32,
    /// No man in any of these sets.
    pub(crate) extinct_groups: Vec<Vec<usize>>,
    /// A side that has royal men at most.
    pub(crate) bared: bool,
    /// There are endings that give no sign.
    pub(crate) unfiltered: bool,
}

impl<const W: usize> EndingPrefilter<W> {
    /// The signs of these endings.
    pub(crate) fn new<'a>(variant: &Variant, decisive: impl Iterator<Item = &'a CompiledEnding<W>>) -> Self {
        let mut prefilter =
            Self { men_on: Vec::new(), plies: u32::MAX, extinct_groups: Vec::new(), bared: false, unfiltered: false };
        // Who has no men but royal ones is all of a side in a game that has none of these.
        let royal = variant.kinds.iter().any(|kind| kind.royal);
        for ending in decisive {
            let sides = Side::ALL.into_iter().filter(|&side| ending.side.is_none_or(|only| only == side));
            match &ending.test {
                Test::ManOn { kinds, squares } => {
                    let of_side = |side| kinds.iter().map(move |&kind| (group(side, kind), squares[side]));
                    prefilter.men_on.extend(sides.flat_map(of_side));
                }
                Test::Plies(count) => prefilter.plies = prefilter.plies.min(*count),
                Test::Plain(Condition::Without(kinds)) => {
                    let of_side = |side| kinds.iter().map(|kind| group(side, kind.0)).collect();
                    prefilter.extinct_groups.extend(sides.map(of_side));
                }
                Test::Plain(Condition::Bared | Condition::OpponentBared) if royal => prefilter.bared = true,
                Test::Series(_) | Test::Plain(_) => prefilter.unfiltered = true,
            }
        }
        prefilter
    }
}
