//! The parser that pest makes of `grammar/betza.pest`. Nothing outside the parent module sees it.

// The derived code is as public as its `Parser` trait requires, and has no docs.
#![allow(missing_docs, unreachable_pub)]

/// The generated parser.
#[derive(pest_derive::Parser)]
#[grammar = "grammar/betza.pest"]
pub(super) struct Grammar;
