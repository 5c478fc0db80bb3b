//! Parsers that pest makes of the grammars in this folder. Only the `weakfish` library uses them; a package of their own is
//! compiled once, beside the library and not again with each of its changes.

#![allow(missing_docs, reason = "what the derive generates has no docs of its own")]

/// Definitions of chess variants, line by line.
pub mod variant {
    /// Parser of `variant.pest`.
    #[derive(Debug, pest_derive::Parser)]
    #[grammar = "variant.pest"]
    pub struct Grammar;
}

/// Betza notation.
pub mod betza {
    /// Parser of `betza.pest`.
    #[derive(Debug, pest_derive::Parser)]
    #[grammar = "betza.pest"]
    pub struct Grammar;
}
