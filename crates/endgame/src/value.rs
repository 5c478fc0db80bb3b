//! Value of a position, and its form in memory.

use std::fmt;

use serde::Serialize;
use weakfish::geometry::Side;
use weakfish::prose::counted;

/// The value of a position with best play, for the player to move. Serialized, it is a [`ValueReport`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "ValueReport")]
pub enum Value {
    /// The player to move wins, at the latest after this number of plies; 0 if the game is over.
    Win(u16),
    /// Neither player can win.
    Draw,
    /// The player to move loses, at the earliest after this number of plies; 0 if the game is over.
    Loss(u16),
}

impl fmt::Display for Value {
    /// Writes `wins in 31 plies`, of the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Win(plies) => write!(f, "wins in {}", counted(plies.into(), "ply")),
            Self::Draw => f.write_str("draws"),
            Self::Loss(plies) => write!(f, "loses in {}", counted(plies.into(), "ply")),
        }
    }
}

/// Value of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ValueReport {
    /// The winner.
    pub value: ValueWord,
    /// Plies to the end of the game.
    pub plies: Option<u16>,
}

/// Whether the player to move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueWord {
    /// It wins.
    Win,
    /// Neither player can win.
    Draw,
    /// It loses.
    Loss,
}

impl From<Value> for ValueReport {
    fn from(value: Value) -> Self {
        Self { value: value.word(), plies: value.plies() }
    }
}

impl ValueWord {
    /// The word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

impl Value {
    /// Whether the player to move wins.
    pub const fn word(self) -> ValueWord {
        match self {
            Self::Win(_) => ValueWord::Win,
            Self::Draw => ValueWord::Draw,
            Self::Loss(_) => ValueWord::Loss,
        }
    }

    /// The side that wins, if one does.
    pub fn winner(self, turn: Side) -> Option<Side> {
        match self {
            Self::Win(_) => Some(turn),
            Self::Draw => None,
            Self::Loss(_) => Some(!turn),
        }
    }

    /// The plies to the end of the game; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The value of a position with `turn` to move, where `winner` wins after `plies`.
    pub fn of_winner(winner: Option<Side>, turn: Side, plies: u16) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == turn => Self::Win(plies),
            Some(_) => Self::Loss(plies),
        }
    }

    /// A number that is greater the better the value is for the player to move: a sooner win, a later loss.
    pub fn rank(self) -> i32 {
        match self {
            Self::Win(plies) => i32::from(u16::MAX) + 1 - i32::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i32::from(plies) - i32::from(u16::MAX) - 1,
        }
    }

    /// The value of a move for the player who makes it, given the value of the position after it and whether the
    /// opponent is to move there.
    #[must_use]
    pub fn before_move(self, turn_passes: bool) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(plies) if turn_passes => Self::Loss(plies.saturating_add(1)),
            Self::Loss(plies) if turn_passes => Self::Win(plies.saturating_add(1)),
            Self::Win(plies) => Self::Win(plies.saturating_add(1)),
            Self::Loss(plies) => Self::Loss(plies.saturating_add(1)),
        }
    }
}

/// The value of a position in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u16);

impl Cell {
    /// Neither a win nor a loss has been found.
    pub(crate) const OPEN: Self = Self(0);
    /// A draw, regardless of the moves.
    pub(crate) const DRAWN: Self = Self(u16::MAX - 1);
    /// No legal position has this number.
    pub(crate) const ILLEGAL: Self = Self(u16::MAX);
    /// The most plies of a win or loss.
    pub(crate) const MAX_PLIES: u16 = 32_000;
    /// The byte for no value: wins and losses of up to 125 plies have smaller ones.
    pub(crate) const LONG: u8 = 253;

    #[inline]
    pub(crate) const fn win(plies: u16) -> Self {
        Self(2 + 2 * plies)
    }

    #[inline]
    pub(crate) const fn loss(plies: u16) -> Self {
        Self(1 + 2 * plies)
    }

    /// The two bytes as a number.
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The value in one byte, if it fits: the two values that are no number of plies come last there, too.
    #[inline]
    pub(crate) const fn byte(self) -> Option<u8> {
        match self.0 {
            bits @ (0..253 | 65_534..) => Some(bits as u8),
            _ => None,
        }
    }

    #[inline]
    pub(crate) const fn from_byte(byte: u8) -> Self {
        Self(match byte {
            254.. => 0xFF00 | byte as u16,
            _ => byte as u16,
        })
    }

    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self == Self::OPEN
    }

    #[inline]
    pub(crate) fn is_legal(self) -> bool {
        self != Self::ILLEGAL
    }

    /// The win or loss, if one is known.
    #[inline]
    pub(crate) fn value_if_decided(self) -> Option<Value> {
        self.wins().and_then(|_| self.value())
    }

    /// Whether the player to move wins; `None` if neither player is known to win.
    #[inline]
    pub(crate) const fn wins(self) -> Option<bool> {
        match self.0 {
            0 | 65_534 | 65_535 => None,
            number => Some(number % 2 == 0),
        }
    }

    /// The value, once all are known; `None` where there is no legal position.
    #[inline]
    pub(crate) const fn value(self) -> Option<Value> {
        match self.0 {
            0 | 65_534 => Some(Value::Draw),
            65_535 => None,
            number if number % 2 == 0 => Some(Value::Win((number - 2) / 2)),
            number => Some(Value::Loss((number - 1) / 2)),
        }
    }
}
