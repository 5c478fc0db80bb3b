//! `weakfish test`.

use std::path::Path;

use weakfish::builtin;
use weakfish::diagnostic::Report;
use weakfish::engine::Game;
use weakfish::tools::{stored_moves, test_runner};

use super::console::{Console, Failure};
use super::load::{self, Loader};

/// Runs the tests of definitions, and compares their move lists with the stored ones.
pub(super) fn run(console: &mut Console, loader: Loader<'_>, paths: &[String], accept: bool) -> Result<(), Failure> {
    let mut failed = false;
    for path in paths {
        failed |= match one(console, loader, path, accept) {
            Err(Failure::Reports(reports)) => {
                console.flush()?;
                for report in &reports {
                    console.report(report);
                }
                true
            }
            done => !done?,
        };
    }
    if failed { Err(Failure::Told) } else { Ok(()) }
}

/// Tests one definition; returns whether all is well.
fn one(console: &mut Console, loader: Loader<'_>, path: &str, accept: bool) -> Result<bool, Failure> {
    let source = load::source(path)?;
    let checked = loader.check(&source);
    let results = test_runner::run(&checked);
    let game = checked.into_game().map_err(|refused| Failure::Reports(refused.reports))?;
    for result in &results {
        console.line(format_args!("{path}: {}: {}", result.name, if result.passed() { "passed" } else { "failed" }))?;
    }
    if results.is_empty() {
        console.flush()?;
        console.note(format_args!("{path}: no tests are written in it"));
    }
    let passed = results.iter().all(test_runner::TestResult::passed);
    let diagnostics: Vec<_> = results.into_iter().flat_map(|result| result.diagnostics).collect();
    if !diagnostics.is_empty() {
        console.flush()?;
        console.report(&Report::new(&source, diagnostics));
    }
    // A built-in's text has no place beside which anything could be stored.
    let stored_well = builtin::source(path).is_some() || compare_stored_moves(console, Path::new(path), &game, accept)?;
    Ok(passed && stored_well)
}

/// Compares the moves from the start of each setup with those stored beside the definition, or stores them.
fn compare_stored_moves(console: &mut Console, definition: &Path, game: &Game, accept: bool) -> Result<bool, Failure> {
    let path = definition.with_extension("moves");
    let name = path.display();
    let now = stored_moves::write(game);
    if accept {
        return match std::fs::write(&path, &now) {
            Ok(()) => console.line(format_args!("{name}: stored")).map(|()| true),
            Err(error) => {
                console.note(format_args!("{name}: can't be written: {error}"));
                Ok(false)
            }
        };
    }
    if !path.exists() {
        console.note(format_args!("{name}: no move lists are stored; `--accept` stores them"));
        return Ok(true);
    }
    let stored = load::text_file(&path.to_string_lossy())?.text;
    let differences = stored_moves::differences(&stored, &now);
    if differences.is_empty() {
        console.line(format_args!("{name}: the same moves"))?;
        return Ok(true);
    }
    console.line(format_args!("{name}: other moves than stored (-), namely (+)"))?;
    for line in &differences {
        console.line(format_args!("  {line}"))?;
    }
    Ok(false)
}
