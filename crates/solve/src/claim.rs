//! Claims about the value of a position.

use std::fmt;

use weakfish::geometry::Side;

/// Statement about a position that is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// The side wins against every defence.
    Wins(Side),
    /// The side wins or draws against every attack.
    DoesNotLose(Side),
}

impl Claim {
    /// The side that it is about.
    pub const fn side(self) -> Side {
        match self {
            Self::Wins(side) | Self::DoesNotLose(side) => side,
        }
    }

    /// Whether the end of a game fulfils it.
    pub(crate) fn is_fulfilled(self, winner: Option<Side>) -> bool {
        match self {
            Self::Wins(side) => winner == Some(side),
            Self::DoesNotLose(side) => winner != Some(!side),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins(side) => write!(f, "{side} wins"),
            Self::DoesNotLose(side) => write!(f, "{side} does not lose"),
        }
    }
}
