//! Draws how a man moves, from its Betza string, and says it in words.
//!
//! ```sh
//! cargo run --example draw_man -- fmWfcF
//! ```

use std::process::ExitCode;

use weakfish::betza;

fn main() -> ExitCode {
    let Some(text) = std::env::args().nth(1) else {
        eprintln!("usage: draw_man BETZA");
        return ExitCode::from(2);
    };
    let (movement, mistakes) = betza::movement(&text);
    for mistake in &mistakes {
        eprintln!("{mistake:#}");
    }
    let Some(movement) = movement else { return ExitCode::FAILURE };
    print!("{}", betza::diagram(&movement));
    for phrase in betza::describe(&movement) {
        println!("* {phrase}");
    }
    ExitCode::SUCCESS
}
