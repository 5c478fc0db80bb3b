//! Census of mating men: `weakfish table --census`.

use std::num::NonZero;

use weakfish::diagnostic::Code;
use weakfish::engine::Game;
use weakfish::source::Source;
use weakfish_units::tasks::{Census, CensusTask, census_definition};

use crate::support::console::{self, Failure, Progress};
use crate::support::interrupt;
use crate::support::load::Loader;

/// The boards of a census that names none, as text.
pub(crate) const DEFAULT_SIDES: &str = "6-12";

/// Reads the sides of boards: `8`, or `6-12`.
pub(crate) fn parse_sides(text: &str) -> Result<[u8; 2], String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let [smallest, largest] = CensusTask::BOARDS;
    let side = |text: &str| text.parse().ok().filter(|side| (smallest..=largest).contains(side));
    let sides = side(first).zip(side(last)).filter(|(first, last)| first <= last);
    sides.map(|(first, last)| [first, last]).ok_or_else(|| {
        format!(
            "write one side, `8`, or the smallest and the largest, `{DEFAULT_SIDES}`; sides are {smallest} to {largest}"
        )
    })
}

/// A failure by a game beside a census, which has games of its own.
pub(crate) fn game_refused(name: &str) -> Failure {
    let message = "a census has its own men and boards, and takes no game".to_owned();
    let help = "leave it out; `weakfish table GAME --survey` tests the men of a game";
    Failure::argument("GAME", name, Code::CommandMen, message, "this game", help)
}

/// The game that stands for a census in a unit: its items make theirs from it by another board and another man.
pub(crate) fn base_game(loader: Loader<'_>) -> Result<Game, Failure> {
    let text = census_definition(CensusTask::DEFAULT_BOARDS[0], "W");
    Ok(loader.check(&Source::new("--census", text)).into_game()?)
}

/// Makes the table of each man on each board, and prints a line for each as soon as it is known.
pub(crate) fn run(task: &CensusTask, threads: NonZero<u16>, json: bool) -> Result<(), Failure> {
    interrupt::install_handler();
    if !json {
        console::print_page(Census::heading())?;
    }
    let census = Census::new(task);
    let items = census.items();
    let count = items.len();
    for (number, (side, man)) in (1..).zip(items) {
        let mut progress = Progress::new();
        let row = census.row((side, man), threads.into(), &mut |_| {
            progress.show(format_args!("table {number} of {count}, {} on {side}x{side}", man.movement));
            !interrupt::was_interrupted()
        });
        progress.clear();
        let Some(row) = row.filter(|_| !interrupt::was_interrupted()) else { break };
        if json {
            console::print_json(&row)?;
        } else {
            console::print_page(&Census::text(&row))?;
        }
    }
    interrupt::fail_if_interrupted(|| "these are the men that were finished".to_owned())
}
