//! `weakfish betza`.

use weakfish::betza;
use weakfish::diagnostic::Report;
use weakfish::source::Source;

use crate::support::console::{self, Failure};

/// Explains a Betza string.
pub(crate) fn run(string: &str, json: bool) -> Result<(), Failure> {
    let source = Source::new("Betza string", string);
    let (read, diagnostics) = betza::movement(string);
    let Some(read) = read else { return Err(Failure::new(&source, diagnostics)) };
    if !diagnostics.is_empty() {
        console::report(&Report::new(&source, diagnostics));
    }
    if json {
        return console::json(&betza::targets(&read));
    }
    if let (Some(form), _) = betza::form(string) {
        console::line(form)?;
    }
    console::line("")?;
    console::drawn(&betza::diagram(&read))?;
    console::line("")?;
    for phrase in betza::describe(&read) {
        console::line(format_args!("* {phrase}"))?;
    }
    Ok(())
}
