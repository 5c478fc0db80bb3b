//! Weights of the evaluation, tapered between opening and endgame.

use std::ops::{Add, AddAssign, Index, IndexMut, Mul};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Network;

/// Evaluation weights of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Weights {
    /// Weights of each kind of men, by [`KindId`](weakfish::model::KindId).
    pub kinds: Vec<KindWeights>,
    /// Bonus for the side to move.
    pub tempo: Tapered,
    /// Penalty for being one man away from losing by too few men; half of it for two men, a third for three.
    pub scarcity: Tapered,
    /// Penalty for having no move left where stalemate loses; half of it with one move, a third with two.
    pub standstill: Tapered,
    /// Network that corrects the evaluation.
    #[serde(skip)]
    pub network: Option<Arc<Network>>,
}

/// Weights of one kind of men: by [`Term`], and by square.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KindWeights {
    /// By term, in the order of [`Term::ALL`].
    terms: [Tapered; Term::ALL.len()],
    /// Piece-square table, seen from the owner's side (White's squares for White); empty if all values are 0.
    pub squares: Vec<Tapered>,
}

/// Declares the evaluation terms with their names in files of weights.
macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident $name:literal)*) => {
        /// Evaluation term of a man.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Term {
            $($(#[$doc])* $term,)*
        }

        impl Term {
            /// All terms.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$term),*];

            /// The name of the term in files of weights.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$term => $name,)*
                }
            }
        }
    };
}

terms! {
    /// Material value. 0 for royal men, which are never captured.
    Value "value"
    /// Expected (static) mobility: each square that the man is expected to reach from its square and facing, above the
    /// average of its kind.
    Mobility "mobility"
    /// Actual mobility: each square attacked in the position, above the number expected on its square; without squares
    /// of own men and squares guarded by enemy pawns.
    Freedom "freedom"
    /// King attack: each attacked square of the enemy's royal zone, half for a single attacker, once for two, and so on.
    Attack "attack"
    /// Safe checks: each unguarded square from which the man could give check by its next move.
    Check "check"
    /// King shelter: standing in the own royal zone.
    Shelter "shelter"
    /// Escape squares of royal men: each adjacent square to flee to.
    Escape "escape"
    /// Royal men: each square of their zone that is attacked, and guarded only by the royal man itself.
    Exposed "exposed"
    /// Being attacked by an enemy pawn, for men that are no pawns.
    Threatened "threatened"
    /// Being attacked by a man that reaches much less.
    Chased "chased"
    /// Being attacked, and not defended.
    Hanging "hanging"
    /// Two men bound to different parts of the board (the bishop pair).
    Paired "paired"
    /// Distance to promotion: full bonus one move away, multiplied by [`Weights::DISTANCE_FACTOR`] for each further move.
    Promotion "promotion"
    /// Passed pawn: no enemy pawn can stop it. Scaled by distance in the same way.
    Passed "passed"
    /// Pawn defended by another pawn of its kind.
    Supported "supported"
    /// Pawn that no other pawn of its kind can ever defend, here or on its way to promotion.
    Isolated "isolated"
    /// Distance to a square where the man wins the game, scaled in the same way.
    Goal "goal"
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
    /// Factor by which a bonus for a distant square shrinks with each move of distance.
    pub const DISTANCE_FACTOR: f64 = 0.6;

    /// Returns weights with the material values alone.
    #[must_use]
    pub fn material(&self) -> Self {
        let kinds = self.kinds.iter().map(|kind| {
            let mut material = KindWeights::default();
            material[Term::Value] = kind[Term::Value];
            material
        });
        Self { kinds: kinds.collect(), ..Self::default() }
    }

    /// Returns the weights without their network.
    #[must_use]
    pub fn without_network(self) -> Self {
        Self { network: None, ..self }
    }

    /// Names of the weights that belong to no kind, in files of weights.
    pub(super) const GLOBAL_NAMES: [&str; 3] = ["tempo", "scarcity", "standstill"];

    /// Weights that belong to no kind, in the order of [`Self::GLOBAL_NAMES`].
    pub(super) const fn global_weights(&self) -> [Tapered; Self::GLOBAL_NAMES.len()] {
        [self.tempo, self.scarcity, self.standstill]
    }

    pub(super) const fn global_weights_mut(&mut self) -> [&mut Tapered; Self::GLOBAL_NAMES.len()] {
        [&mut self.tempo, &mut self.scarcity, &mut self.standstill]
    }

    /// Returns the weight of a term for a kind; 0 for unknown kinds.
    pub fn of(&self, kind: usize, term: Term) -> Tapered {
        self.kinds.get(kind).map_or(Tapered::ZERO, |kind| kind[term])
    }
}

/// Pair of values for the opening and the endgame, interpolated by the material left (*tapered evaluation*).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tapered {
    /// Value with all men on the board.
    pub opening: i32,
    /// Value without material.
    pub ending: i32,
}

impl Tapered {
    /// Zero.
    pub const ZERO: Self = Self::new(0, 0);

    /// A pair of values.
    pub const fn new(opening: i32, ending: i32) -> Self {
        Self { opening, ending }
    }

    /// The same value in all phases.
    pub const fn both(number: i32) -> Self {
        Self::new(number, number)
    }

    /// Interpolates where `left` of `all` material is left.
    pub(super) fn interpolated(self, left: i32, all: i32) -> i32 {
        let all = all.max(1);
        let left = left.clamp(0, all);
        (self.opening * left + self.ending * (all - left)) / all
    }

    /// Multiplies and rounds both values.
    pub(super) fn scaled(self, factor: f64) -> Self {
        let times = |number: i32| (f64::from(number) * factor).round() as i32;
        Self::new(times(self.opening), times(self.ending))
    }
}

impl Add for Tapered {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.opening + other.opening, self.ending + other.ending)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    fn mul(self, factor: i32) -> Self {
        Self::new(self.opening * factor, self.ending * factor)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
