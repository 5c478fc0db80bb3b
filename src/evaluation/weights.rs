use serde::{Deserialize, Serialize};

use super::Tapered;

/// What counts how much in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Weights {
    /// The weights of each kind of men, by [`KindId`](crate::model::KindId).
    pub kinds: Vec<KindWeights>,
    /// What the right to move is worth.
    pub tempo: Tapered,
}

/// What men of one kind are worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KindWeights {
    /// A man, wherever it stands. 0 for royal men, which are never captured.
    pub value: Tapered,
    /// Each square that it can be expected to reach from where it stands, as it faces, beyond the average of its kind.
    pub mobility: Tapered,
    /// Each square that it aims at as the men stand, beyond what could be expected from where it stands.
    pub freedom: Tapered,
    /// Each square at or around the enemy's royal man that it aims at.
    pub attack: Tapered,
    /// One move before its promotion. Each further move that it needs leaves a part of this, [`Weights::NEARER`].
    pub promotion: Tapered,
    /// One move before a goal by which it decides the game, and likewise further away.
    pub goal: Tapered,
    /// By square as its owner sees the board, White's squares for White: what else standing there is worth. Empty if
    /// nothing.
    pub squares: Vec<Tapered>,
}

impl Weights {
    /// The part of what is promised one move ahead that is left two moves ahead, and so on.
    pub const NEARER: f64 = 0.6;
}
