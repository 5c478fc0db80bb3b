//! Numbers of pieces and groups.

use crate::engine::PieceInfo;
use crate::geometry::Side;
use crate::model::ManState;

/// Returns the index of the piece of this side and kind in this state.
pub(crate) fn find_piece(infos: &[PieceInfo], side: Side, kind: u8, state: &ManState) -> Option<u16> {
    // After the entry for no piece, pieces are sorted by side, kind, promotion, mode (the starting one first) and facings.
    let sort_key = |info: &PieceInfo| (info.side, info.kind.0);
    let start = 1 + infos.get(1..)?.partition_point(|info| sort_key(info) < (side, kind));
    let of_kind = &infos[start..];
    let of_kind = &of_kind[..of_kind.partition_point(|info| sort_key(info) == (side, kind))];
    let (plain, promoted) = of_kind.split_at(of_kind.partition_point(|info| !info.state.promoted));
    let (start, of_kind) = if state.promoted { (start + plain.len(), promoted) } else { (start, plain) };
    let mode = of_kind.first()?.state.mode;
    let (unflipped, flipped) = of_kind.split_at(of_kind.partition_point(|info| info.state.mode == mode));
    let (before, of_mode) = if state.mode == mode { (0, unflipped) } else { (unflipped.len(), flipped) };
    let found = of_mode.binary_search_by(|info| info.state.facings.cmp(&state.facings)).ok()?;
    (of_mode[found].state.mode == state.mode).then_some((start + before + found) as u16)
}

/// Returns the index of the bitboard of a side and kind in [`Men`](crate::engine::core::Men).
pub(crate) const fn group_index(side: Side, kind: u8) -> usize {
    2 * kind as usize + side.index()
}

/// The side of the men of a group.
pub(crate) const fn side_of_group(group: usize) -> Side {
    if group.is_multiple_of(2) { Side::White } else { Side::Black }
}
