//! Tests written in definitions, and laws that need no writing.

mod definition_tests;
mod laws;
mod stored_moves;
