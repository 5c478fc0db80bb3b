//! `weakfish check`.

use super::console::{Console, Failure};
use super::load;

/// Tells what is wrong with each of some definitions.
pub(super) fn run(console: &mut Console, paths: &[String]) -> Result<(), Failure> {
    let mut refused = false;
    for path in paths {
        let reports = match load::check(path) {
            Ok(checked) => {
                refused |= checked.variant.is_none();
                checked.base_report.map(|report| *report).into_iter().chain([checked.report]).collect()
            }
            Err(Failure::Reports(reports)) => {
                refused = true;
                reports
            }
            Err(failure) => return Err(failure),
        };
        if reports.iter().all(weakfish::diagnostic::Report::is_empty) {
            console.line(format_args!("{path}: clean"))?;
            continue;
        }
        console.flush()?;
        for report in &reports {
            console.report(report);
        }
    }
    if refused { Err(Failure::Told) } else { Ok(()) }
}
