use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::Tapered;

/// What counts how much in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Weights {
    /// The weights of each kind of men, by [`KindId`](weakfish::model::KindId).
    pub kinds: Vec<KindWeights>,
    /// What the right to move is worth.
    pub tempo: Tapered,
    /// Where a side loses that has too few men of some sort: what it is worth not to be one man away from that. Two men
    /// away it is half as bad, and so on.
    pub scarcity: Tapered,
    /// Where stalemate loses: what it is worth to have moves left. With one left, half of this is lost, with two a third,
    /// and so on.
    pub standstill: Tapered,
}

/// What men of one kind are worth: by [`Term`], and by square.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KindWeights {
    /// By term, in the order of [`Term::ALL`].
    terms: [Tapered; Term::ALL.len()],
    /// By square as its owner sees the board, White's squares for White: what else standing there is worth. Empty if
    /// nothing.
    pub squares: Vec<Tapered>,
}

/// Something about a man that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Term {
    /// The man itself, wherever it stands. 0 for royal men, which are never captured.
    Value,
    /// Each square that it can be expected to reach from where it stands, as it faces, beyond the average of its kind.
    Mobility,
    /// Each square that it aims at as the men stand, beyond what could be expected from where it stands; not those of own
    /// men, nor those that the enemy's pawns guard.
    Freedom,
    /// Each square at or around the enemy's royal man that it aims at: half if it does so alone, once if two men do so, and
    /// so on.
    Attack,
    /// Each square from which it could give check by its next move, where no enemy guards.
    Check,
    /// To stand next to the own royal man.
    Shelter,
    /// Of a royal man: each square next to it that is not taken by its own side, and that no enemy aims at.
    Escape,
    /// Of a royal man: each square at or next to it that an enemy aims at, and only the royal man itself guards.
    Exposed,
    /// To be attacked by one of the enemy's pawns, if it is none itself.
    Threatened,
    /// To be attacked by another man that reaches much less.
    Chased,
    /// To be attacked by any man, and guarded by none.
    Hanging,
    /// The second of two men of which none can ever go where the other stands: a pair of bishops.
    Paired,
    /// One move before its promotion. Each further move that it needs leaves a part of this, [`Weights::NEARER`].
    Promotion,
    /// The same for a man that no enemy of its kind can hinder any more on its way: a passed pawn.
    Passed,
    /// To be guarded by a man of its kind.
    Supported,
    /// To have no man of its kind that could ever guard it, here or on its way to its promotion.
    Isolated,
    /// One move before a goal by which it decides the game, and likewise further away.
    Goal,
}

impl Term {
    /// All terms.
    pub const ALL: [Self; 17] = [
        Self::Value,
        Self::Mobility,
        Self::Freedom,
        Self::Attack,
        Self::Check,
        Self::Shelter,
        Self::Escape,
        Self::Exposed,
        Self::Threatened,
        Self::Chased,
        Self::Hanging,
        Self::Paired,
        Self::Promotion,
        Self::Passed,
        Self::Supported,
        Self::Isolated,
        Self::Goal,
    ];

    /// The name by which files of weights call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Mobility => "mobility",
            Self::Freedom => "freedom",
            Self::Attack => "attack",
            Self::Check => "check",
            Self::Shelter => "shelter",
            Self::Escape => "escape",
            Self::Exposed => "exposed",
            Self::Threatened => "threatened",
            Self::Chased => "chased",
            Self::Hanging => "hanging",
            Self::Paired => "paired",
            Self::Promotion => "promotion",
            Self::Passed => "passed",
            Self::Supported => "supported",
            Self::Isolated => "isolated",
            Self::Goal => "goal",
        }
    }
}

impl Index<Term> for KindWeights {
    type Output = Tapered;

    fn index(&self, term: Term) -> &Tapered {
        &self.terms[term as usize]
    }
}

impl IndexMut<Term> for KindWeights {
    fn index_mut(&mut self, term: Term) -> &mut Tapered {
        &mut self.terms[term as usize]
    }
}

impl Weights {
    /// The part of what is promised one move ahead that is left two moves ahead, and so on.
    pub const NEARER: f64 = 0.6;

    /// Of these weights only what men are worth, wherever they stand.
    #[must_use]
    pub fn material(&self) -> Self {
        let kinds = self.kinds.iter().map(|kind| {
            let mut material = KindWeights::default();
            material[Term::Value] = kind[Term::Value];
            material
        });
        Self { kinds: kinds.collect(), ..Self::default() }
    }

    /// What belongs to no man, as files of weights call it.
    pub(super) const OF_GAME: [&str; 3] = ["tempo", "scarcity", "standstill"];

    /// What belongs to no man, in the order of [`Self::OF_GAME`].
    pub(super) const fn of_game(&self) -> [Tapered; Self::OF_GAME.len()] {
        [self.tempo, self.scarcity, self.standstill]
    }

    /// The same, to be changed.
    pub(super) const fn of_game_mut(&mut self) -> [&mut Tapered; Self::OF_GAME.len()] {
        [&mut self.tempo, &mut self.scarcity, &mut self.standstill]
    }

    /// A weight of a kind; 0 if nothing is known of it.
    pub fn of(&self, kind: usize, term: Term) -> Tapered {
        self.kinds.get(kind).map_or(Tapered::ZERO, |kind| kind[term])
    }
}
