//! Effects of a piece's moves on other men: deaths, conversions; and where they happen.

use super::Bits;
use super::numbers::{find_piece, group_index};
use crate::engine::PieceInfo;
use crate::geometry::{PerSide, Side, Square};
use crate::model::{AffectedMen, Change, Effect, EffectRange, Event, Kind, KindId, KindsByOwner, ManState, Variant};

/// Deaths that a piece's moves cause, beside those of captured men.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DeathTable<const W: usize> {
    /// The squares where it dies: after a move without a capture, and after a capture.
    dies_on: [Bits<W>; 2],
    /// The squares where it becomes a wall, as in `dies_on`.
    becomes_wall_on: [Bits<W>; 2],
    /// The men that die with it.
    destroyed: Vec<AffectedTable<W>>,
}

/// The squares where a move of a side's man has an effect: after a move without a capture, and after a capture.
fn squares_of_effect<const W: usize>(variant: &Variant, side: Side, effect: &Effect) -> [Bits<W>; 2] {
    [false, true]
        .map(|captures| variant.board.squares().filter(|&to| effect.happens(side, to, captures, None)).collect())
}

/// Men that a piece's moves or drops have an effect on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct AffectedTable<const W: usize> {
    /// The squares where the effect happens: after a move without a capture, and after a capture.
    on: [Bits<W>; 2],
    /// Whether drops have it; only next to an own man, if so.
    when_dropped: Option<bool>,
    /// The squares of the men.
    pub(crate) range: EffectRange,
    /// The groups of the men, or those that are spared if these are fewer.
    pub(crate) groups: Box<[usize]>,
    pub(crate) spares: bool,
    /// The groups of the men of the mover's side that coordinate with it.
    pub(crate) partners: Box<[usize]>,
}

impl<const W: usize> AffectedTable<W> {
    fn new(variant: &Variant, side: Side, effect: &Effect, affected: &AffectedMen) -> Self {
        let of_side = |owner: Side| affected.men.of(owner, side).iter().map(move |kind| group_index(owner, kind.0));
        let groups: Vec<usize> = Side::ALL.into_iter().flat_map(of_side).collect();
        let all = 0..2 * variant.kinds.len();
        let spares = 2 * groups.len() > all.len();
        Self {
            on: squares_of_effect(variant, side, effect),
            when_dropped: effect.event.is_drop().then_some(effect.event == Event::DroppedNextToOwn),
            range: affected.range,
            groups: if spares { all.filter(|group| !groups.contains(group)).collect() } else { groups.into() },
            spares,
            partners: affected.partners.iter().map(|kind| group_index(side, kind.0)).collect(),
        }
    }

    /// Whether a move to a square has the effect.
    #[inline]
    pub(crate) fn happens(&self, to: Square, captures: bool) -> bool {
        self.on[usize::from(captures)].contains(to)
    }

    /// Whether a drop has the effect.
    pub(crate) fn happens_when_dropped(&self, next_to_own: bool) -> bool {
        self.when_dropped.is_some_and(|must_be| next_to_own || !must_be)
    }
}

/// Compiles the conversions of the opponent's men by a side's men of a kind.
pub(super) fn compile_conversions<const W: usize>(
    variant: &Variant,
    side: Side,
    id: KindId,
) -> Box<[AffectedTable<W>]> {
    let conversion = |effect: &Effect| {
        let Change::Converts(affected) = &effect.change else { return None };
        Some(AffectedTable::new(variant, side, effect, affected))
    };
    variant.kind(id).effects.iter().filter_map(conversion).collect()
}

impl<const W: usize> DeathTable<W> {
    /// Compiles the effects of a side's men of a kind; `None` if none kills.
    pub(super) fn new(variant: &Variant, side: Side, id: KindId) -> Option<Box<Self>> {
        let kind = variant.kind(id);
        if !kind.kills() {
            return None;
        }
        let mut table = Self { dies_on: [Bits::EMPTY; 2], becomes_wall_on: [Bits::EMPTY; 2], destroyed: Vec::new() };
        let add = |all: &mut [Bits<W>; 2], on: [Bits<W>; 2]| {
            for (all, on) in all.iter_mut().zip(on) {
                *all |= on;
            }
        };
        for effect in &kind.effects {
            let on = squares_of_effect(variant, side, effect);
            match &effect.change {
                Change::Dies => add(&mut table.dies_on, on),
                Change::BecomesWall => {
                    add(&mut table.dies_on, on);
                    add(&mut table.becomes_wall_on, on);
                }
                Change::Destroys(affected) => table.destroyed.push(AffectedTable::new(variant, side, effect, affected)),
                Change::Turns(_)
                | Change::Flips
                | Change::Becomes(_)
                | Change::BecomesVictim(_)
                | Change::Converts(_)
                | Change::Captor(_) => {}
            }
        }
        Some(Box::new(table))
    }

    /// Whether the man dies by a move to a square.
    #[inline]
    pub(crate) fn dies(&self, to: Square, captures: bool) -> bool {
        self.dies_on[usize::from(captures)].contains(to)
    }

    /// Whether the man becomes a wall by a move to a square.
    #[inline]
    pub(crate) fn becomes_wall(&self, to: Square, captures: bool) -> bool {
        self.becomes_wall_on[usize::from(captures)].contains(to)
    }

    /// The men that die by a move to a square.
    #[inline]
    pub(crate) fn destroyed(&self, to: Square, captures: bool) -> impl Iterator<Item = &AffectedTable<W>> {
        self.destroyed.iter().filter(move |table| table.happens(to, captures))
    }
}

/// By piece: the piece of the other side after it changes sides, with the same facing if such men can have it; 0 if
/// that side has no such man.
pub(super) fn converted_pieces(variant: &Variant, infos: &[PieceInfo]) -> Box<[u16]> {
    let converted = |info: &PieceInfo| {
        let (kind, side) = (variant.kind(info.kind), !info.side);
        let start = || kind.start_state(side, variant.black, false).unwrap_or_default();
        let piece = |state: &ManState| find_piece(infos, side, info.kind.0, state);
        if kind.sides[side] { piece(&info.state).or_else(|| piece(&start())) } else { None }
    };
    infos.iter().enumerate().map(|(number, info)| if number == 0 { 0 } else { converted(info).unwrap_or(0) }).collect()
}

/// By piece: the squares where it can change sides: those that the man of the other side may stand on.
pub(super) fn squares_of_conversion<const W: usize>(variant: &Variant, infos: &[PieceInfo]) -> Box<[Bits<W>]> {
    let converted = converted_pieces(variant, infos);
    let squares = |(info, &other): (&PieceInfo, &u16)| {
        let region = variant.kind(info.kind).stays_in.and_then(|id| variant.regions.get(id.index()));
        match region {
            _ if other == 0 => Bits::EMPTY,
            Some(region) => Bits::from_set(region.squares[!info.side]),
            None => variant.board.squares().collect(),
        }
    };
    infos.iter().zip(&converted).map(squares).collect()
}

/// Men that hold others: their group, and the groups that they hold.
#[derive(Debug)]
pub(crate) struct HolderTable {
    pub(crate) group: usize,
    /// Whether they hold men that they attack, not men next to them.
    pub(crate) attacked: bool,
    /// By side of the men that are held.
    pub(crate) held: PerSide<Box<[usize]>>,
}

/// Men that relay their moves: their side and group, and the groups that receive the moves.
#[derive(Debug)]
pub(crate) struct RelayTable {
    pub(crate) side: Side,
    pub(crate) group: usize,
    pub(crate) to: Box<[usize]>,
}

/// Compiles the men that relay their moves.
pub(super) fn compile_relays(variant: &Variant) -> Box<[RelayTable]> {
    let relays = variant.kinds().filter(|(_, kind)| !kind.relays_to.is_empty());
    let of_sides = |(id, kind): (KindId, &Kind)| {
        let table = |side: Side| RelayTable {
            side,
            group: group_index(side, id.0),
            to: kind.relays_to.iter().map(|to| group_index(side, to.0)).collect(),
        };
        Side::ALL.into_iter().filter(|&side| kind.sides[side]).map(table).collect::<Vec<_>>()
    };
    relays.flat_map(of_sides).collect()
}

/// Compiles the men that hold others.
pub(super) fn compile_holders(variant: &Variant) -> Box<[HolderTable]> {
    let of_kind = |(id, kind): (KindId, &Kind)| {
        let table = |side: Side, attacked: bool, holds: &KindsByOwner| HolderTable {
            group: group_index(side, id.0),
            attacked,
            held: PerSide::from_fn(|of| holds.of(of, side).iter().map(|held| group_index(of, held.0)).collect()),
        };
        let holds = [(false, &kind.holds), (true, &kind.holds_attacked)].into_iter().filter(|(_, men)| !men.is_empty());
        let tables = holds.flat_map(|(attacked, men)| {
            Side::ALL.into_iter().filter(|&side| kind.sides[side]).map(move |side| table(side, attacked, men))
        });
        tables.collect::<Vec<_>>()
    };
    variant.kinds().flat_map(of_kind).collect()
}
