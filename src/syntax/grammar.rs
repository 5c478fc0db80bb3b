//! The parser that pest generates from `grammar/variant.pest`, private to the parent module.

// The generated items are as public as the `Parser` trait wants them, and have no docs.
#![allow(missing_docs, unreachable_pub)]

/// The generated parser.
#[derive(pest_derive::Parser)]
#[grammar = "grammar/variant.pest"]
pub(super) struct Grammar;
