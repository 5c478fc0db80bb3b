//! `weakfish betza`.

use weakfish::check::movement;
use weakfish::diagnostic::Report;
use weakfish::source::Source;
use weakfish::tools::{diagram, meaning};

use super::console::{Console, Failure};

/// Tells what a Betza string means.
pub(super) fn run(console: &mut Console, string: &str, json: bool) -> Result<(), Failure> {
    let source = Source::new("Betza string", string);
    let (read, diagnostics) = movement::read(string);
    let Some(read) = read else { return Err(Failure::new(&source, diagnostics)) };
    if !diagnostics.is_empty() {
        console.report(&Report::new(&source, diagnostics));
    }
    if json {
        let text = serde_json::to_string(&meaning::targets(&read)).map_err(std::io::Error::from)?;
        return console.line(text);
    }
    if let (Some(form), _) = movement::form(string) {
        console.line(form)?;
    }
    console.line("")?;
    console.page(&diagram::draw(&read))?;
    console.line("")?;
    for phrase in meaning::describe(&read) {
        console.line(format_args!("* {phrase}"))?;
    }
    Ok(())
}
