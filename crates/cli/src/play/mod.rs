//! `weakfish play`: a game against Weakfish, or between two people, in a terminal.
//!
//! The dialogue is line by line, so that a script can play as well as a person. In a terminal lines are edited, moves
//! completed, and the board has colours.

mod arguments;
mod board;
mod clocks;
mod command;
mod engine;
mod input;
mod record;
mod session;
mod wording;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

pub(crate) use arguments::Arguments;
use engine::Engine;
use input::Input;
use record::Record;
use session::Session;

use crate::support::console::Failure;
use crate::support::load::{Loader, STANDARD_INPUT};
use crate::support::{start, weights};

/// Plays until the player has had enough.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let record = match &arguments.load {
        None => begun(loader, arguments)?,
        Some(file) => {
            let game = loader.game_with_note(&arguments.start.game)?;
            let setup = start::setup(&game, arguments.start.setup.as_deref())?;
            record::read_game(&game, setup, file)?
        }
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    let input = Input::new();
    if input.is_terminal() {
        let word = Arc::clone(&interrupted);
        // Without it, Ctrl-C ends the program.
        let _ = ctrlc::set_handler(move || word.store(true, Relaxed));
    }
    let weights = weights::of_game(record.position.game(), &arguments.start.game)?;
    let engine = Engine::new(record.position.game(), &weights, arguments, interrupted);
    Session::new(arguments, record, input, engine).run()
}

/// The game from the position of the arguments, with the moves of `--play`.
fn begun(loader: Loader<'_>, arguments: &Arguments) -> Result<Record, Failure> {
    let first = arguments.start.before_play(loader)?;
    let Some(text) = &arguments.start.play else { return Ok(Record::new(first)) };
    start::replayed(&first, text).map(|line| Record::of(&line))
}

impl Arguments {
    /// The texts that it reads. Standard input is for moves.
    pub(crate) fn texts(&self) -> Vec<&str> {
        [Some(&self.start.game), self.load.as_ref()]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .chain([STANDARD_INPUT])
            .collect()
    }
}
