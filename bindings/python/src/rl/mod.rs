//! Many games at once, for programs that learn: numbered actions, observations as planes, random play.

pub mod actions;
pub mod encoder;
mod observe;
pub mod vector;
