//! Presentation of the kinds of men of a game.

use weakfish::geometry::{PerSide, Side};
use weakfish::model::{Kind, ManState, Variant};
use weakfish::picture::{self, Drawing};

use crate::answers::Facing;

/// Presentation of a kind, computed once per game.
#[derive(Debug)]
pub struct KindView {
    pub drawing: Drawing,
    /// States of each side's men, the one at the start first.
    pub states: PerSide<Vec<ManState>>,
    /// Names of the parts that have several facings.
    turning_parts: Vec<Option<String>>,
}

impl KindView {
    /// Returns the presentations of all kinds of a game.
    pub fn all(variant: &Variant) -> Vec<Self> {
        let of = |(drawing, kind): (Drawing, &Kind)| {
            let states = |side: Side| {
                let mut states = kind.states(side, variant.black);
                let start = kind.start_state(side, variant.black, false);
                if let Some(at) = states.iter().position(|state| Some(state) == start.as_ref()) {
                    states[..=at].rotate_right(1);
                }
                states
            };
            let turns = |part: &usize| kind.facings(Side::White, variant.black, *part).len() > 1;
            let turning = (0..kind.components.len()).filter(turns);
            let turning_parts = turning.map(|part| kind.components[part].name.clone()).collect();
            Self { drawing, states: PerSide::new(states(Side::White), states(Side::Black)), turning_parts }
        };
        picture::drawings(variant).into_iter().zip(&variant.kinds).map(of).collect()
    }

    /// Returns the facings of the parts that turn, in a state.
    pub fn facings(&self, state: &ManState) -> Vec<Facing> {
        let facings = self.turning_parts.iter().zip(&state.facings);
        facings.map(|(part, &wind)| Facing { part: part.clone(), wind }).collect()
    }
}
