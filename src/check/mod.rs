//! From trees to the model: names, types, ranges, contradictions; every mistake of a text in one run.

pub mod movement;
