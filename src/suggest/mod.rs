//! Suggestions: the mistakes of a definition for which it is certain what was meant, mended.

pub mod mend;
