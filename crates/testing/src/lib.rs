//! What several tests share.

pub(crate) mod cases;
pub(crate) mod counts;
pub(crate) mod definition;
pub(crate) mod dice;
pub(crate) mod games;
pub(crate) mod mirror;
pub(crate) mod pages;
pub(crate) mod random;
pub(crate) mod shell;
