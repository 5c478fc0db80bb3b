//! The men of one side and kind, and the fastest way to generate moves for all of them.

use super::{PieceTable, SetShifts, group};
use crate::engine::PieceInfo;
use crate::geometry::Side;
use crate::model::{KindId, StateSpace, Variant};

/// The men of one side and kind: the unit in which moves are generated.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(crate) struct KindGroup<const W: usize> {
    /// The number of their set, see [`group`].
    pub(crate) group: usize,
    /// The lowest of their piece numbers, which are consecutive.
    pub(crate) first: u16,
    /// Whether there is only one piece number, that is, the kind has one state.
    pub(crate) single: bool,
    pub(crate) move_class: MoveClass<W>,
    pub(crate) stationary: StationaryMoves,
    pub(crate) royal: bool,
    /// Some opposition concerns the kind.
    pub(crate) opposed: bool,
    /// The promotion choices of its men depend on the men that their side has.
    pub(crate) limited: bool,
}

/// How a kind's unrestricted men (not pinned, no special rule) are moved. The first class that fits is taken.
#[derive(Debug)]
// A tag of its own is found faster than one hidden in a field.
#[repr(u8)]
pub(crate) enum MoveClass<const W: usize> {
    /// All at once, by shifting the set of them.
    SetShifts(SetShifts<W>),
    /// By leaps that serve to move and to capture. Nothing else happens on arrival.
    Leaps,
    /// By leaps, some to move and others to capture. Nothing else happens on arrival.
    DivergentLeaps,
    /// By slides that serve to move and to capture. Nothing else happens on arrival.
    Slides,
    /// By slides, for a kind with one state: its rays are those of this index.
    SameSlides(usize),
    /// In any other way.
    Mixed,
}

/// How many stationary moves each man of a kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StationaryMoves {
    /// Equal in every state.
    Always(u8),
    /// A number that depends on the state.
    ByState,
}

impl<const W: usize> KindGroup<W> {
    fn new(
        variant: &Variant,
        infos: &[PieceInfo],
        states: &StateSpace<'_>,
        pieces: &[PieceTable<W>],
        side: Side,
        id: KindId,
    ) -> Option<Self> {
        let is_of_group = |&number: &usize| infos[number].side == side && infos[number].kind == id;
        let numbers: Vec<usize> = (1..infos.len()).filter(is_of_group).collect();
        let tables = || numbers.iter().map(|&number| &pieces[number]);
        let &first = numbers.first()?;
        let stationary = pieces[first].stationary.len();
        let alike = tables().all(|piece| piece.stationary.len() == stationary);
        // Opposition limits the squares that each man can go to, so that they are not shifted as a set.
        let opposed = tables().any(|piece| piece.opposed);
        // Whether a man promotes by leaving its square is asked man by man.
        let promotes_from = tables().any(|piece| piece.promotion.as_ref().is_some_and(|table| !table.from.is_empty()));
        let set_shifts = (numbers.len() == 1 && !opposed && !promotes_from)
            .then(|| SetShifts::new(variant, states, variant.kind(id), &pieces[first]))
            .flatten();
        Some(Self {
            group: group(side, id.0),
            first: first as u16,
            single: numbers.len() == 1,
            move_class: set_shifts.map_or_else(|| move_class(&tables), MoveClass::SetShifts),
            royal: variant.kind(id).royal,
            opposed,
            limited: tables().any(|piece| piece.promotion.as_ref().is_some_and(|table| table.limited)),
            stationary: if alike { StationaryMoves::Always(stationary as u8) } else { StationaryMoves::ByState },
        })
    }
}

fn move_class<'a, const W: usize, I: Iterator<Item = &'a PieceTable<W>>>(pieces: &impl Fn() -> I) -> MoveClass<W> {
    let every = |test: &dyn Fn(&PieceTable<W>) -> bool| pieces().all(test);
    if !every(&PieceTable::is_plain) {
        MoveClass::Mixed
    } else if every(&|piece| piece.captures.is_none() && piece.moves.only_leaps()) {
        MoveClass::Leaps
    } else if every(&|piece| piece.moves.only_leaps() && piece.captures().only_leaps()) {
        MoveClass::DivergentLeaps
    } else if every(&|piece| piece.captures.is_none() && piece.moves.only_slides()) {
        let mut rays = pieces().map(|piece| piece.moves.all_slides);
        match (rays.next(), rays.next()) {
            (Some(Some(rays)), None) => MoveClass::SameSlides(rays),
            _ => MoveClass::Slides,
        }
    } else {
        MoveClass::Mixed
    }
}

/// The kind groups of a side, in the order of kinds. Kinds that the side does not have are left out.
pub(crate) fn compile<const W: usize>(
    variant: &Variant,
    infos: &[PieceInfo],
    states: &[StateSpace<'_>],
    pieces: &[PieceTable<W>],
    side: Side,
) -> Vec<KindGroup<W>> {
    let kind_group = |(id, _): (KindId, _)| KindGroup::new(variant, infos, &states[id.index()], pieces, side, id);
    variant.kinds().filter_map(kind_group).collect()
}
