//! State of a position other than the men.

use crate::engine::bits::Bits;
use crate::geometry::{PerSide, Side};

/// Everything in a position other than the men. It is small, and copied to undo moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status<const W: usize> {
    /// The hash keys; those of the position before the last move if `unhashed`.
    pub(crate) keys: Keys,
    pub(crate) turn: Side,
    /// Castling rights as bits, see [`right`](crate::engine::tables::right).
    pub(crate) rights: u8,
    /// The squares of men that still have their first move.
    pub(crate) unmoved: Bits<W>,
    /// The squares crossed by long steps: the opponent's at the start of a turn, one's own inside a series.
    pub(crate) en_passant: Bits<W>,
    /// Plies since progress was made.
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    /// The number of stationary moves that each side has made in a row.
    pub(crate) stationary_run: PerSide<u8>,
    /// The length of the opponent's last series. Where series grow each turn, the full length it could have had.
    pub(crate) last_series: u16,
    /// Moves made in the present series.
    pub(crate) series: u16,
    pub(crate) quiet_series: u16,
    pub(crate) checks: PerSide<u8>,
    /// Passes in a row, by both sides, at most 2; 0 in games that do not count them.
    pub(crate) passes: u8,
    /// Plies counted by the count of moves that runs, and its limit; 0 while none runs.
    pub(crate) counted: u16,
    pub(crate) count_limit: u16,
    /// Plies since the last irreversible move. Only positions since then can recur.
    pub(crate) reversible: u32,
    /// The opponent of the side to move has claimed a stalemate, which decides the game.
    pub(crate) claimed: bool,
    /// Whether the keys do not include the last move yet. They are updated on demand, since most positions of a search
    /// are left before their keys are read.
    pub(crate) unhashed: bool,
    /// Whether the slot behind the history already holds this status, since a move was taken back. Whoever changes the
    /// status without making a move must clear it.
    pub(crate) saved: bool,
}

/// Hashes of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    /// The key of the whole position: men, side to move, castling rights, men with their first move, squares where a
    /// capture en passant is legal, series, checks and passes in a row. Positions are repetitions of each other if it is
    /// equal; endings by repetition leave out the passes.
    pub(crate) all: u64,
    /// The part of `all` for squares where a capture en passant is legal.
    pub(super) en_passant: u64,
    /// The keys of each side's men.
    pub(super) men: PerSide<u64>,
}

impl<const W: usize> Status<W> {
    /// The status at the start of a game where White moves first and nobody can castle.
    pub(crate) fn new() -> Self {
        Self {
            keys: Keys::default(),
            turn: Side::White,
            rights: 0,
            unmoved: Bits::EMPTY,
            en_passant: Bits::EMPTY,
            halfmove: 0,
            fullmove: 1,
            stationary_run: PerSide::new(0, 0),
            last_series: 0,
            series: 0,
            quiet_series: 0,
            checks: PerSide::new(0, 0),
            passes: 0,
            counted: 0,
            count_limit: 0,
            reversible: 0,
            claimed: false,
            unhashed: false,
            saved: false,
        }
    }
}
