//! `weakfish check`.

use weakfish::builtin;
use weakfish::check::Checked;
use weakfish::diagnostic::Report;
use weakfish::prose::counted;
use weakfish::source::Source;
use weakfish::suggest::mend;

use crate::arguments::Format;
use crate::support::console::{self, Failure};
use crate::support::load::{self, Loader, STANDARD_INPUT};
use crate::support::paths;
use crate::support::write;

/// Reports the mistakes of each definition, with `--fix` after mending the certain ones.
pub(crate) fn run(loader: Loader<'_>, paths: &[String], format: Format, fix: bool) -> Result<(), Failure> {
    let mut refused = false;
    for path in paths::definitions(paths)? {
        match load::source(&path) {
            Ok(source) => refused |= !one(loader, &path, &source, format, fix)?,
            Err(Failure::Reports(reports)) => {
                refused = true;
                reports.iter().try_for_each(|report| tell(report, format))?;
            }
            Err(failure) => return Err(failure),
        }
    }
    if refused { Err(Failure::Reported) } else { Ok(()) }
}

/// Checks one definition; returns whether it is a game.
fn one(loader: Loader<'_>, path: &str, source: &Source, format: Format, fix: bool) -> Result<bool, Failure> {
    let checked = if fix { mend(loader, path, source)? } else { loader.check(source) };
    if load::reports(&checked).next().is_none() && format == Format::Human {
        // With `--fix` the text itself is printed.
        if fix && path == STANDARD_INPUT {
            console::note(format_args!("{path}: clean"));
        } else {
            console::line(format_args!("{path}: clean"))?;
        }
    }
    load::reports(&checked).try_for_each(|report| tell(report, format))?;
    Ok(checked.game.is_some())
}

/// Mends a definition where it is certain how, and checks what comes out.
fn mend(loader: Loader<'_>, path: &str, source: &Source) -> Result<Checked, Failure> {
    if builtin::source(path).is_some() {
        return Ok(loader.check(source));
    }
    let mended = mend::mend(source, &loader);
    if path == STANDARD_INPUT {
        console::content(&mended.text)?;
    } else if mended.mistakes > 0 {
        write::replace(path, &mended.text)?;
    }
    if mended.mistakes > 0 {
        console::note(format_args!("{path}: {} mended", counted(mended.mistakes as u64, "mistake")));
    }
    Ok(mended.checked)
}

/// Tells the diagnostics of a text.
fn tell(report: &Report, format: Format) -> Result<(), Failure> {
    match format {
        Format::Human => {
            console::report(report);
            Ok(())
        }
        Format::Short => report.located().try_for_each(console::line),
        Format::Json => report.located().try_for_each(|located| console::json(&located)),
    }
}
