//! `weakfish betza`.

use super::console::{Console, Failure};

/// Tells what a Betza string means.
pub(super) fn run(_console: &mut Console, _string: &str, _json: bool) -> Result<(), Failure> {
    Err(Failure::Told)
}
