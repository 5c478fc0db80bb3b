//! Tests of problems, shortest games and proofs.

mod games;
mod naive;
mod problems;
mod proofs;
mod refusals;
mod table;
