//! The model of a variant: plain data with ids, without names to look up or places in a text.
//!
//! A man's moves are a [`Movement`]: a union of [`Path`]s made of [`Leg`]s. A man that turns or flips has
//! [`ManState`]s, which [`Kind`] enumerates. Rules, endings and setups refer to kinds and regions by id.

mod alike;
mod counting;
mod deserialize;
mod ending;
mod facing;
mod kind;
mod lines;
mod movement;
mod placement;
mod rules;
mod setup;
mod symmetry;
mod validate;
mod variant;
mod walk;

pub use counting::{Count, CountLimit, CountedMen};
pub use ending::{Condition, Ending, GameResult, Judged, Lines, MaterialSide, QuietUnit};
pub(crate) use facing::StateSpace;
pub use facing::{Facing, ManState};
pub use kind::{
    Component, Eighths, Elsewhere, FirstMove, Kind, KindId, Mode, Orientation, Region, RegionId, Royalty, Within,
};
pub(crate) use lines::Joined;
pub use movement::{Clearance, Curve, Leg, Modes, Movement, Path, Through};
pub(crate) use placement::placement;
pub use rules::{
    Castling, CheckRule, EnPassant, FinishingMove, Grid, KingTravel, LongStep, Opposition, PartnerLanding, Passing,
    Points, Progress, PromotedFacing, Promotion, PromotionChoice, PromotionLimit, Repetition, Rules, Series,
    SeriesLength,
};
pub use setup::{PlacedMan, Setup, SetupId};
pub use symmetry::Symmetry;
pub(crate) use validate::unknown_state;
pub use validate::{InvalidModel, ModelError};
pub use variant::{MODEL_VERSION, Variant};

pub(crate) use walk::{Access, Landing};
