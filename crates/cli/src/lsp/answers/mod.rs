//! Responses about documents: the library's answers as types of the protocol.

pub(super) mod commands;
pub(super) mod names;
pub(super) mod structure;
pub(super) mod words;
