//! Tests of problems, shortest games and proofs.

mod closed_sets;
mod enumeration;
mod games;
mod memory;
mod naive;
mod problems;
mod proofs;
mod refusals;
mod texts;
