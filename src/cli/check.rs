//! `weakfish check`.

use super::console::{Console, Failure};
use super::load::{self, Loader};
use super::paths;

/// Prints what is wrong with each of some definitions.
pub(super) fn run(console: &mut Console, loader: Loader<'_>, paths: &[String]) -> Result<(), Failure> {
    let mut refused = false;
    for path in paths::definitions(paths)? {
        let checked = match load::source(&path) {
            Ok(source) => loader.check(&source),
            Err(Failure::Reports(reports)) => {
                refused = true;
                console.flush()?;
                for report in &reports {
                    console.report(report);
                }
                continue;
            }
            Err(failure) => return Err(failure),
        };
        refused |= checked.game.is_none();
        if load::reports(&checked).next().is_none() {
            console.line(format_args!("{path}: clean"))?;
            continue;
        }
        console.flush()?;
        load::reports(&checked).for_each(|report| console.report(report));
    }
    if refused { Err(Failure::Told) } else { Ok(()) }
}
