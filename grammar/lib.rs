//! Parsers that pest makes of the grammars in this folder. Only the `weakfish` library uses them; a package of their own is
//! compiled once, beside the library and not again with each of its changes.

#![allow(missing_docs, reason = "what the derive generates has no docs of its own")]

/// Definitions of chess variants, line by line.
pub mod variant {
    /// Parser of `variant.pest`.
    #[derive(Debug, pest_derive::Parser)]
    #[grammar = "variant.pest"]
    pub struct Grammar;

    /// Words that are read in synonyms alone, in alphabetical order.
    pub const SYNONYMS: &[&str] = include!(concat!(env!("OUT_DIR"), "/synonyms.rs"));

    /// A beginning of what a rule reads.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Begin {
        /// Words of the language, as far as they are certain.
        Words(&'static str),
        /// What this rule reads, which are not certain words.
        Rule(Rule),
    }

    /// Returns the spellings of a word of the language, its own first; none for other rules.
    #[allow(clippy::too_many_lines, clippy::match_same_arms, reason = "a table with a line for each rule")]
    pub fn spellings(rule: Rule) -> &'static [&'static str] {
        include!(concat!(env!("OUT_DIR"), "/spellings.rs"))
    }

    /// Returns the beginnings of what a rule reads, without synonyms, in the order of the grammar; none for words.
    #[allow(clippy::too_many_lines, clippy::match_same_arms, reason = "a table with a line for each rule")]
    pub fn begins(rule: Rule) -> &'static [Begin] {
        include!(concat!(env!("OUT_DIR"), "/begins.rs"))
    }

    /// Whether a rule reads an option that a line has at most once: an alternative of a rule whose name ends in `_option`.
    pub fn is_option(rule: Rule) -> bool {
        include!(concat!(env!("OUT_DIR"), "/options.rs"))
    }
}

/// Betza notation.
pub mod betza {
    /// Parser of `betza.pest`.
    #[derive(Debug, pest_derive::Parser)]
    #[grammar = "betza.pest"]
    pub struct Grammar;
}
