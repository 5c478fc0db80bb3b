//! What is answered about texts: the library's answers in the words of the protocol.

pub(super) mod commands;
pub(super) mod names;
pub(super) mod structure;
pub(super) mod words;
