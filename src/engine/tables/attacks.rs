//! Looking back from a square: who could attack it, and from where.

use super::{Bits, BySquare, MoveTable, PieceTable, Ray, Slides, group};
use crate::engine::PieceInfo;
use crate::geometry::{Side, Square};
use crate::model::Variant;

/// A way in which men of some kinds of one side attack a square.
#[derive(Debug)]
pub(crate) enum Source<const W: usize> {
    /// By leaps that nothing stops.
    Leaps {
        /// By attacked square: from where.
        from: BySquare<Bits<W>, W>,
        group: usize,
        /// Every man of the kind on such a square attacks; otherwise its state decides.
        exact: bool,
    },
    /// By slides; these are the rays back from the attacked square.
    Slides { back: usize, groups: Vec<usize>, exact: bool },
    /// By paths with conditions.
    Paths {
        /// By attacked square: from where, if the conditions are met.
        from: BySquare<Bits<W>, W>,
        group: usize,
    },
}

/// All ways in which men of `side` attack.
pub(crate) fn compile<const W: usize>(
    variant: &Variant,
    infos: &[PieceInfo],
    pieces: &[PieceTable<W>],
    slides: &mut Vec<Slides<W>>,
    side: Side,
) -> Vec<Source<W>> {
    let mut sources = Vec::new();
    for (id, kind) in variant.kinds() {
        let group = group(side, id.0);
        let of_kind = || (1..infos.len()).filter(|&n| infos[n].side == side && infos[n].kind == id).map(|n| &pieces[n]);
        let single = of_kind().count() == 1;
        let back = |ends: &dyn Fn(&MoveTable<W>, Square) -> Bits<W>| -> Option<BySquare<Bits<W>, W>> {
            let mut from = BySquare::all(Bits::EMPTY);
            let mut any = false;
            for piece in of_kind() {
                for square in variant.board.squares() {
                    for to in ends(piece.captures(), square).iter() {
                        from[to].insert(square);
                        any = true;
                    }
                }
            }
            any.then_some(from)
        };
        if let Some(from) = back(&|table, square| table.leaps(square)) {
            sources.push(Source::Leaps { from, group, exact: single });
        }
        if let Some(from) = back(&|table, square| table.paths(square).iter().map(|end| end.to).collect()) {
            sources.push(Source::Paths { from, group });
        }
        // The states of a kind may share rays: each set of rays once for the kind.
        let mut rays: Vec<usize> = of_kind().flat_map(|piece| piece.captures().slides.iter().copied()).collect();
        rays.sort_unstable();
        rays.dedup();
        let exact = single && variant.rules.grid.is_none() && kind.stays_in.is_none();
        for ray in rays {
            let backward = slides[ray].rays.iter().map(|&Ray { leap, most }| Ray { leap: -leap, most }).collect();
            let back = Slides::intern(slides, variant.board, backward);
            let shared = sources.iter_mut().find_map(|source| match source {
                Source::Slides { back: other, groups, exact: alike } if *other == back && *alike == exact => {
                    Some(groups)
                }
                _ => None,
            });
            match shared {
                Some(groups) => groups.push(group),
                None => sources.push(Source::Slides { back, groups: vec![group], exact }),
            }
        }
    }
    sources
}
