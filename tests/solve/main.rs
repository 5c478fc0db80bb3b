//! Tests of problems, shortest games and proofs.

mod games;
