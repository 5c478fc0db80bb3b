//! The model of a variant: plain data with ids, without names to look up or places in a text.
//!
//! A man's moves are a [`Movement`]: a union of [`Path`]s made of [`Leg`]s. A man that turns or flips has
//! [`ManState`]s, which [`Kind`] enumerates. Rules, endings and setups refer to kinds and regions by id.

mod any_array;
mod board_style;
mod effect;
mod ending;
mod facing;
pub mod facts;
mod figures;
mod hand;
mod ids;
mod kind;
mod limits;
mod movement;
mod parts;
mod rules;
mod setup;
mod shuffle;
mod validate;
mod variant;
pub(crate) mod walk;
mod wall;

pub use board_style::{BoardPattern, BoardStyle, Palace};
pub use effect::{Victim, after_effects};
pub use ending::{Basis, Condition, Ending, GameResult, Judged, Lines, MaterialSide, QuietUnit, Worth};
pub use facing::StateSpace;
pub use facing::{Facing, ManState};
pub use facts::Facts;
pub use figures::{Figure, Figures, ManFigure, Tile};
pub use hand::kinds_in_hand;
pub use ids::{KindId, RegionId, Wing};
pub use kind::{
    AffectedMen, CaptorFate, Captured, Change, Component, Effect, EffectRange, Eighths, Elsewhere, Event, FirstMove,
    HandOf, HomeChoice, InHand, Kind, KindLimit, KindsByOwner, Lasting, Mode, Orientation, Region, Royalty, Symmetry,
    Whose, Within,
};
pub use movement::{Access, BoardLines, Landing};
pub use movement::{Clearance, Curve, Leg, Modes, Movement, Path, Through};
pub(crate) use parts::parts;
pub(crate) use rules::is_default;
pub use rules::*;
pub use setup::{Between, PlacedMan, Setup, SetupId, Shuffle};
pub use shuffle::Arrays;
pub use shuffle::NoArrays;
pub(crate) use validate::unknown_state;
pub use validate::{InvalidModel, ModelError};
pub use variant::{ForeignLetter, MODEL_VERSION, Variant};
pub use walk::{At, In, Named, Parts, Walker, coming_men, walked};
pub use wall::{WallPlace, WallRule};
