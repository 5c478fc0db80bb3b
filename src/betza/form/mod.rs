//! The form of a string, which is the same for all spellings of a movement, and its canonical spelling.

mod courses;
mod directions;
mod pattern;
mod spell;

pub use pattern::Form;

pub use courses::aim_letters;
pub(crate) use courses::{Course, axis, courses, outward, relative_axis};
pub(crate) use directions::{Axis, Problem, Unit, Winds, is_ambiguous, is_crossed};
pub(crate) use pattern::{Manner, Pattern, PatternLeg, Stride};
