//! The men of one side and kind, and the quickest way to move all of them.

use super::{PieceTable, SetShifts, group};
use crate::engine::PieceInfo;
use crate::geometry::Side;
use crate::model::{KindId, Stances, Variant};

/// The men of one side and kind.
#[derive(Debug)]
pub(crate) struct KindGroup<const W: usize> {
    pub(crate) kind: u8,
    /// Where their set is kept.
    pub(crate) group: usize,
    /// The number of the first of their pieces, which follow each other.
    pub(crate) first: u16,
    /// Whether that is the only one.
    pub(crate) single: bool,
    pub(crate) move_class: MoveClass<W>,
    pub(crate) stationary: StationaryMoves,
    pub(crate) royal: bool,
    /// Its men may not face some others.
    pub(crate) opposed: bool,
}

/// How those men of a troop move that no rule but the movement of their kind concerns.
#[derive(Debug)]
pub(crate) enum MoveClass<const W: usize> {
    /// All at once, by shifts.
    SetShifts(SetShifts<W>),
    /// By leaps, the same ones to move and to capture, and nothing happens at their ends.
    Leaps,
    /// By leaps, some to move and others to capture, and nothing happens at their ends.
    DivergentLeaps,
    /// By slides, the same ones to move and to capture, and nothing happens at their ends.
    Slides,
    /// In any other way.
    Mixed,
}

/// How many stationary moves each man of a troop has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StationaryMoves {
    /// None, or this many, whatever its state.
    Always(u8),
    /// That depends on the state.
    ByState,
}

impl<const W: usize> KindGroup<W> {
    fn new(
        variant: &Variant,
        infos: &[PieceInfo],
        stances: &Stances<'_>,
        pieces: &[PieceTable<W>],
        side: Side,
        id: KindId,
    ) -> Option<Self> {
        let visit_kind_group = |&number: &usize| infos[number].side == side && infos[number].kind == id;
        let numbers: Vec<usize> = (1..infos.len()).filter(visit_kind_group).collect();
        let tables = || numbers.iter().map(|&number| &pieces[number]);
        let &first = numbers.first()?;
        let stationary = pieces[first].stationary.len();
        let alike = tables().all(|piece| piece.stationary.len() == stationary);
        // Men that may not stand face to face are looked at apart.
        let opposed = tables().any(|piece| piece.opposed);
        let set_shifts = (numbers.len() == 1 && !opposed)
            .then(|| SetShifts::new(variant, stances, variant.kind(id), side))
            .flatten();
        Some(Self {
            kind: id.0,
            group: group(side, id.0),
            first: first as u16,
            single: numbers.len() == 1,
            move_class: set_shifts.map_or_else(|| move_class(&tables), MoveClass::SetShifts),
            royal: variant.kind(id).royal,
            opposed,
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
        MoveClass::Slides
    } else {
        MoveClass::Mixed
    }
}

/// The troops of a side; a kind that the side doesn't have is none.
pub(crate) fn compile<const W: usize>(
    variant: &Variant,
    infos: &[PieceInfo],
    stances: &[Stances<'_>],
    pieces: &[PieceTable<W>],
    side: Side,
) -> Vec<KindGroup<W>> {
    let kind_group = |(id, _): (KindId, _)| KindGroup::new(variant, infos, &stances[id.index()], pieces, side, id);
    variant.kinds().filter_map(kind_group).collect()
}
