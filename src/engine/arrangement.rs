use crate::geometry::{PerSide, Side, Square};
use crate::model::{ManState, PlacedMan, SetupId};

/// What a FEN says, before anyone has asked whether it can stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The setup the game began from: it says which kinds stood at the start and where castling partners stand.
    pub setup: SetupId,
    /// The men, in any order.
    pub men: Vec<PlacedMan>,
    /// The side to move.
    pub turn: Side,
    /// Castling rights that remain: for each side, toward the last file (`K`) and toward the first (`Q`).
    pub castling: PerSide<CastlingRights>,
    /// Crossed squares on which a capture en passant may be possible.
    pub en_passant: Vec<Square>,
    /// Plies since progress was made.
    pub halfmove: u32,
    /// The number of the move, from 1.
    pub fullmove: u32,
    /// Stationary moves in a row that each side has just made.
    pub stationary_run: PerSide<u8>,
    /// Moves in the opponent's last series (or the full length of the last one, where that is what counts).
    pub last_series: u16,
    /// Moves played in the present series.
    pub series: u16,
    /// Completed series in a row without progress.
    pub quiet_series: u16,
    /// Checks each side has given, where they are counted.
    pub checks: PerSide<u8>,
}

/// Where a side may still castle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastlingRights {
    /// Toward the last file: `K`.
    pub last_file: bool,
    /// Toward the first file: `Q`.
    pub first_file: bool,
}

/// A reason why an [`Arrangement`] can't stand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// The variant has no such setup.
    UnknownSetup,
    /// A square is not on the board.
    OffBoard(Square),
    /// Two men stand on one square.
    TwoMen(Square),
    /// A kind that the side can't have.
    UnknownMan(Square),
    /// A state the man can't be in.
    UnknownState(Square, ManState),
    /// A side has fewer royal men than it needs, or more than it can have.
    RoyalMen {
        /// Whose.
        side: Side,
        /// How many stand on the board.
        found: usize,
        /// How many stand in the setup.
        expected: usize,
    },
    /// The side that has just moved has left a royal man attacked here.
    RoyalAttacked(Square),
    /// A castling right without the king and the partner on their squares, or in a game without castling.
    Castling {
        /// Whose right.
        side: Side,
        /// Whether it is the one toward the last file.
        last_file: bool,
    },
    /// No long step can just have crossed this square.
    EnPassant(Square),
    /// The move counter is not at least 1.
    Fullmove,
    /// More stationary moves in a row than the rules allow.
    StationaryRun(Side),
    /// A series that can't have this length, or a game without series.
    Series,
    /// Two kinds face each other, and the side that has just moved is to blame.
    Opposition(Square, Square),
    /// A man stands outside the region it never leaves.
    OutsideRegion(Square),
}
