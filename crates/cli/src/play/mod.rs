//! `weakfish play`: a game against Weakfish, or between two people, in a terminal.
//!
//! The dialogue is line by line, so that a script can play as well as a person. In a terminal lines are edited, moves
//! completed, and the board has colours.

mod board;
mod clocks;
mod command;
mod engine;
mod input;
mod record;
mod session;
mod wording;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::{Args, ValueEnum};
use clocks::Setting;
use engine::Engine;
use input::Input;
use record::Record;
use session::Session;

use crate::support::console::Failure;
use crate::support::load::{Loader, STANDARD_INPUT};
use crate::support::start::{self, Start};
use crate::support::{scores, weights};

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

/// A game in a terminal.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Continue the last game of this text
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "play"])]
    pub(crate) load: Option<String>,
    /// Sides of the players at the keyboard; Weakfish plays the others
    #[arg(long, value_enum, default_value_t = People::White)]
    pub(crate) side: People,
    /// How strong Weakfish plays, from 0, a beginner, to 20, the best it can
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u8).range(0..=20))]
    pub(crate) level: u8,
    /// Minutes for each player, and seconds for each move: `5`, `5+3` or `0:30+1`
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<Setting>,
    /// Seconds that Weakfish thinks about a move at most; if nothing else bounds its best play, 2
    #[arg(long, value_name = "SECONDS", value_parser = scores::seconds)]
    pub(crate) time: Option<Duration>,
    /// Positions that Weakfish looks at for a move at most
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<NonZero<u64>>,
    /// Seed of the choice at levels below 20: equal seeds make equal games [default: unpredictable]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum People {
    /// A person against Weakfish
    White,
    /// A person with Black against Weakfish
    Black,
    /// Two people at one keyboard
    Both,
    /// Weakfish against itself
    None,
}
