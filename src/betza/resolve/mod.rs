//! From a tree to patterns: every letter gets its meaning, or a diagnostic.

mod bracket;
mod chain;
mod directions;
mod letters;
mod marks;
mod resolver;
mod terms;

pub(super) use terms::resolve;
