//! The parser that pest makes of `grammar/betza.pest`. Nothing outside the parent module sees it.

// What the derive generates is as public as its `Parser` trait wants it, and has no docs of its own.
#![allow(missing_docs, unreachable_pub)]

/// The generated parser.
#[derive(pest_derive::Parser)]
#[grammar = "grammar/betza.pest"]
pub(super) struct Grammar;
