//! Tests written in definitions, and laws that need no writing.

mod definition_tests;
mod laws;
