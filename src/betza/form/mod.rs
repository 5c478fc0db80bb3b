//! The form of a string: what it says, whichever spelling it uses; and the canonical spelling of that.

mod courses;
mod directions;
mod pattern;
mod spell;

pub use pattern::Form;

pub(crate) use courses::{Course, axis, courses, outward, relative_axis};
pub(crate) use directions::{Axis, Problem, Unit, Winds, is_ambiguous, is_crossed};
pub(crate) use pattern::{Manner, Pattern, PatternLeg, Stride};
