//! The parser that pest makes of `grammar/variant.pest`. Nothing of it is seen outside of the parent module.

// What the derive generates is as public as its `Parser` trait wants it, and has no docs of its own.
#![allow(missing_docs, unreachable_pub)]

/// The generated parser.
#[derive(pest_derive::Parser)]
#[grammar = "grammar/variant.pest"]
pub(super) struct Grammar;
