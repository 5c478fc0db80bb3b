//! `weakfish fmt`.

use similar::TextDiff;
use weakfish::format;
use weakfish::source::Source;
use weakfish::syntax::{Document, LineKind};

use crate::support::console::{self, Failure};
use crate::support::load::{self, STANDARD_INPUT};
use crate::support::paths;
use crate::support::write;

/// Handling of a definition that is not in the canonical layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    /// Name it and exit with 1.
    pub(crate) check: bool,
    /// The difference is printed.
    pub(crate) diff: bool,
}

/// Lays definitions out in the canonical way.
pub(crate) fn run(paths: &[String], mode: Mode) -> Result<(), Failure> {
    let mut wrong = false;
    for path in paths::definitions(paths)? {
        match load::file_or_input(&path) {
            Ok(source) => wrong |= !one(&path, &source, mode)?,
            Err(Failure::Reports(reports)) => {
                wrong = true;
                for report in &reports {
                    console::report(report);
                }
            }
            Err(failure) => return Err(failure),
        }
    }
    if wrong { Err(Failure::Reported) } else { Ok(()) }
}

/// Formats one definition; returns false if `--check` found another layout.
fn one(path: &str, source: &Source, mode: Mode) -> Result<bool, Failure> {
    let document = Document::read(&source.text);
    let formatted = format::format_document(&document);
    let is_canonical = formatted == source.text;
    let writes = !mode.check && !mode.diff;
    if mode.diff && !is_canonical {
        let difference = TextDiff::from_lines(source.text.as_str(), &formatted);
        let formatted = format!("{}\tformatted", source.name);
        console::changes(&difference.unified_diff().header(&source.name, &formatted).to_string())?;
    }
    if mode.check && !is_canonical {
        console::line(format_args!("{}: not in the canonical layout", source.name))?;
    }
    if writes && path == STANDARD_INPUT {
        console::content(&formatted)?;
    } else if writes && !is_canonical {
        write::replace(path, &formatted)?;
        console::line(format_args!("{path}: formatted"))?;
    }
    let damaged = document.lines.iter().filter(|line| line.kind == LineKind::Damaged).count();
    if damaged > 0 {
        let lines =
            if damaged == 1 { "1 line stays as it is, since it" } else { "some lines stay as they are, since they" };
        console::note(format_args!("{}: {lines} can't be read; `weakfish check` reports why", source.name));
    }
    Ok(is_canonical || !mode.check)
}
