//! `weakfish check`.

use super::console::{Console, Failure};
use super::load;

/// Tells what is wrong with each of some definitions.
pub(super) fn run(console: &mut Console, paths: &[String]) -> Result<(), Failure> {
    let mut refused = false;
    for path in paths {
        match load::variant(path) {
            Ok(_) => console.line(format_args!("{path}: clean"))?,
            Err(Failure::Report(report)) => {
                refused = true;
                console.flush()?;
                console.report(&report);
            }
            Err(failure) => return Err(failure),
        }
    }
    if refused { Err(Failure::Told) } else { Ok(()) }
}
