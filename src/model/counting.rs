use serde::{Deserialize, Serialize};

use super::KindId;

/// A count of moves that begins when few men are left, toward a limit that depends on the men of the opponent.
///
/// A count begins after a move, for the player who is then to move, if none runs; for a bared player also after each
/// capture and promotion, and that count replaces the one that runs. A bared player is one who has only royal men left,
/// while the opponent has others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Count {
    /// Limits, of which the first holds that fits the men of the opponent. Without one that fits, no count begins.
    pub limits: Vec<CountLimit>,
    /// The kinds of which neither side may have a man.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<KindId>,
    /// The most men that the player may have, royal ones included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_men: Option<u16>,
    /// Whether the count begins with the number of men on the board instead of 0. Then it also begins when a bared player
    /// captures the last man that `without` names; the player's next move is the first that is counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_men: bool,
}

impl Count {
    /// The most limits of a count.
    pub(crate) const MAX_LIMITS: usize = 64;
    /// The most moves that a limit allows.
    pub(crate) const MAX_MOVES: u16 = 10_000;
}

/// A limit of a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountLimit {
    /// How many moves of both sides are counted. The count is over after the ply that follows.
    pub moves: u16,
    /// The men that the opponent must have; `None` is any.
    pub against: Option<CountedMen>,
}

/// A minimal number of men of certain kinds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedMen {
    /// The minimal number of men of these kinds together.
    pub least: u16,
    /// The kinds.
    pub kinds: Vec<KindId>,
}
