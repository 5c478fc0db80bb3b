//! A cheap test that rules out every decisive ending in most positions, so that the endings need not be evaluated.

use super::{Bits, CompiledEnding, Test, group};
use crate::geometry::Side;
use crate::model::{Condition, KindId, Variant};

/// Signs of which at least one is present in every position where a decisive ending holds.
#[derive(Debug)]
pub(crate) struct EndingPrefilter<const W: usize> {
    /// A man of this group is on one of these squares.
    pub(crate) men_on: Vec<(usize, Bits<W>)>,
    /// At least this many plies have been played since progress.
    pub(crate) plies: u32,
    /// The groups in one of these lists have fewer men than the number beside it.
    pub(crate) few: Vec<(Vec<usize>, u32)>,
    /// A side has no men but royal ones.
    pub(crate) bared: bool,
    /// Some ending has no such sign, so that the endings are always evaluated.
    pub(crate) unfiltered: bool,
}

impl<const W: usize> EndingPrefilter<W> {
    pub(crate) fn new<'a>(variant: &Variant, decisive: impl Iterator<Item = &'a CompiledEnding<W>>) -> Self {
        let mut prefilter =
            Self { men_on: Vec::new(), plies: u32::MAX, few: Vec::new(), bared: false, unfiltered: false };
        // Without royal men "bare" means "no men at all". Such an ending is not prefiltered.
        let royal = variant.kinds.iter().any(|kind| kind.royal);
        for ending in decisive {
            let sides = Side::ALL.into_iter().filter(|&side| ending.side.is_none_or(|only| only == side));
            match &ending.test {
                Test::ManOn { kinds, squares, .. } => {
                    let of_side = |side| kinds.iter().map(move |&kind| (group(side, kind), squares[side]));
                    prefilter.men_on.extend(sides.flat_map(of_side));
                }
                Test::Plies(count) => prefilter.plies = prefilter.plies.min(*count),
                Test::Plain(Condition::Without(kinds)) => {
                    let of_side = |side| (kinds.iter().map(|kind| group(side, kind.0)).collect(), 1);
                    prefilter.few.extend(sides.map(of_side));
                }
                Test::Plain(Condition::FewerThan { count, kinds, .. }) => {
                    let counts = |id: KindId| kinds.as_ref().is_none_or(|kinds| kinds.contains(&id));
                    let of_side = |side| {
                        let kinds = variant.kinds().map(|(id, _)| id).filter(|&id| counts(id));
                        (kinds.map(|id| group(side, id.0)).collect(), u32::from(*count))
                    };
                    prefilter.few.extend(sides.map(of_side));
                }
                Test::Plain(Condition::Bared | Condition::OpponentBared) if royal => prefilter.bared = true,
                Test::Series(_) | Test::Plain(_) => prefilter.unfiltered = true,
            }
        }
        prefilter
    }
}
