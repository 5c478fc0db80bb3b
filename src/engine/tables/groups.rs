//! The numbers of groups and pieces.

use crate::engine::PieceInfo;
use crate::geometry::Side;
use crate::model::ManState;

/// The number of the piece of this side and kind in this state.
pub(crate) fn find_piece(infos: &[PieceInfo], side: Side, kind: u8, state: &ManState) -> Option<u16> {
    // After the entry for no piece, pieces are sorted by side, kind, mode (the starting one first) and facings.
    let place = |info: &PieceInfo| (info.side, info.kind.0);
    let start = 1 + infos.get(1..)?.partition_point(|info| place(info) < (side, kind));
    let of_kind = &infos[start..];
    let of_kind = &of_kind[..of_kind.partition_point(|info| place(info) == (side, kind))];
    let mode = of_kind.first()?.state.mode;
    let (unflipped, flipped) = of_kind.split_at(of_kind.partition_point(|info| info.state.mode == mode));
    let (before, of_mode) = if state.mode == mode { (0, unflipped) } else { (unflipped.len(), flipped) };
    let at = of_mode.binary_search_by(|info| info.state.facings.cmp(&state.facings)).ok()?;
    (of_mode[at].state.mode == state.mode).then_some((start + before + at) as u16)
}

/// The number of the group of a side and kind.
pub(crate) const fn group(side: Side, kind: u8) -> usize {
    2 * kind as usize + side.index()
}

pub(crate) const fn side_of_group(group: usize) -> Side {
    if group.is_multiple_of(2) { Side::White } else { Side::Black }
}
