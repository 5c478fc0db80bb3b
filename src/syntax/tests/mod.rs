//! The grammar and the language reference against the code.

mod derivations;
mod reference;
