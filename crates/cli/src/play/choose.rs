//! The question which game is played, if the command line names none.

use clap::error::ErrorKind;
use weakfish::builtin;

use crate::play::terminal::{Input, InputEvent};
use crate::support::console::{self, Failure};
use crate::support::load::Loader;

/// The argument GAME if none is given.
const NO_GAME: &str = "";

/// The word that lists all games.
const LIST: &str = "list";

/// Words that end the program.
const QUIT: [&str; 2] = ["quit", "exit"];

/// The game of the command line, or the one that a person at a terminal names; `None` if they name none. Elsewhere a missing game is
/// a mistake.
pub(super) fn choose_game(loader: Loader<'_>, named: &str) -> Result<Option<String>, Failure> {
    if named != NO_GAME {
        return Ok(Some(named.to_owned()));
    }
    let mut input = Input::new(builtin::names().chain([LIST, QUIT[0]]).collect());
    let first = builtin::ORTHODOX;
    if !input.is_terminal() {
        let message = format!(
            "the game is missing: write `weakfish play {first}`; `weakfish games` lists all\n\n\
             For more information, try '--help'.\n"
        );
        clap::Error::raw(ErrorKind::MissingRequiredArgument, message).exit()
    }
    console::print_page(&recommended())?;
    loop {
        match input.read_line("game> ", None)? {
            InputEvent::Interrupted | InputEvent::End => return Ok(None),
            InputEvent::Line(line) => match line.trim() {
                "" => return Ok(Some(first.to_owned())),
                LIST => console::print_page(&all())?,
                word if QUIT.contains(&word) => return Ok(None),
                name => match loader.game(name) {
                    Ok(_) => return Ok(Some(name.to_owned())),
                    Err(failure) => {
                        console::print_failure(failure);
                    }
                },
            },
        }
    }
}

/// The first game of each family, as a start.
fn recommended() -> String {
    let rows = builtin::families().filter_map(|(family, mut names)| Some((family, names.next()?)));
    let width = rows.clone().map(|(_, name)| name.len()).max().unwrap_or_default();
    let rows: Vec<String> = rows.map(|(family, name)| format!("  {name:width$}  {family}\n")).collect();
    format!(
        "Which game? One of each family:\n\n{}\n`{LIST}` shows all {}, a path names a definition of your own. Tab completes, \
         Enter alone takes `{}`.\n",
        rows.concat(),
        builtin::names().count(),
        builtin::ORTHODOX
    )
}

/// All games by family.
fn all() -> String {
    let rows =
        builtin::families().map(|(family, names)| format!("{family}: {}\n", names.collect::<Vec<_>>().join(", ")));
    rows.collect()
}
