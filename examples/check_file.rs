//! Checks a definition and prints each mistake as plain lines that begin with its place, as editors read them.
//!
//! ```sh
//! cargo run --example check_file -- my-game.variant
//! ```
//!
//! No renderer takes part: the lines are made from the diagnostics as data. The definition may extend built-in games.

use std::process::ExitCode;

use weakfish::{BuiltIns, Source, check};

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: check_file FILE");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let checked = check(&Source::new(&path, text), &BuiltIns);
    for mistake in checked.report.located() {
        // `{mistake}` is the first line alone: file:line:column: error[code]: message.
        println!("{mistake:#}");
    }
    if checked.game.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
