//! Which men win against a bare king, alone and in pairs: `weakfish table --survey`.

use std::num::NonZero;

use weakfish::diagnostic::Report;
use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::model::KindId;
use weakfish::source::Source;
use weakfish::{betza, builtin};
use weakfish_endgame::Tables;
use weakfish_units::tasks::Survey;

use crate::support::console::{self, Failure, Progress};
use crate::support::interrupt;
use crate::support::load::{self, Loader};

/// The game in which a man of a Betza string is surveyed.
const BETZA_GAME: &str = builtin::ORTHODOX;

/// The argument GAME of a survey without one.
pub(crate) const NO_GAME: &str = "";

/// The symbol of a man of a Betza string.
const BETZA_SYMBOL: &str = "X";

/// A survey that is printed as it is made.
pub(crate) struct PrintedSurvey<'a> {
    pub(crate) survey: &'a Survey,
    pub(crate) threads: NonZero<u16>,
    pub(crate) json: bool,
}

/// The game whose endings are surveyed, and the man that all of them have. `name` is the argument GAME, and `string` the value of
/// `--survey`: a Betza string, or in place of GAME a game.
pub(crate) fn surveyed_game(
    loader: Loader<'_>,
    name: &str,
    string: Option<&str>,
) -> Result<(Game, Option<KindId>), Failure> {
    let whole = |name: &str| Ok((loader.game_with_note(name)?, None));
    match string.filter(|string| !string.is_empty()) {
        None if name == NO_GAME => whole(BETZA_GAME),
        None => whole(name),
        Some(string) if name == NO_GAME && load::names_game(string) => whole(string),
        Some(string) => game_of_betza(loader, string),
    }
}

/// Chess with a man that moves as a Betza string says, and that man.
///
/// # Errors
///
/// The diagnostics of the string.
fn game_of_betza(loader: Loader<'_>, string: &str) -> Result<(Game, Option<KindId>), Failure> {
    let source = Source::new("--survey", string);
    let (read, diagnostics) = betza::movement(string);
    if read.is_none() {
        let help = |game: &str| format!("write `weakfish table --survey {game}`, or a movement such as `NW`");
        let game = load::game_for_movement("--survey", string, help);
        return Err(game.unwrap_or_else(|| Failure::new(&source, diagnostics)));
    }
    if !diagnostics.is_empty() {
        console::print_report(&Report::new(&source, diagnostics));
    }
    let text = format!(
        "game \"Chess with {BETZA_SYMBOL}, which moves {string}\" extends {BETZA_GAME}\n\nmen\n  {BETZA_SYMBOL} man: {string}\n"
    );
    let game = loader.check(&Source::new("--survey", text)).into_game()?;
    let kind = game.variant().kind_of_symbol(Side::White, BETZA_SYMBOL);
    Ok((game, kind))
}

impl PrintedSurvey<'_> {
    /// Makes the tables of all endings, and prints a line for each as soon as it is known.
    pub(crate) fn run(&self, mut tables: Tables) -> Result<(), Failure> {
        interrupt::install_handler();
        if !self.json {
            console::print_page(&self.survey.heading())?;
        }
        let variant = tables.game().variant().clone();
        let endings = self.survey.endings();
        let count = endings.len();
        for (number, men) in (1..).zip(endings) {
            let mut progress = Progress::new();
            let text = men.text(&variant);
            let row = self.survey.row(&mut tables, men, self.threads.into(), &mut |step| {
                progress.show(format_args!(
                    "ending {number} of {count}, {text}: table {} of {}",
                    step.tables_done + 1,
                    step.tables
                ));
                !interrupt::was_interrupted()
            });
            progress.clear();
            let Some(row) = row.filter(|_| !interrupt::was_interrupted()) else { break };
            if self.json {
                console::print_json(&row)?;
            } else {
                console::print_page(&self.survey.text(&row))?;
            }
        }
        interrupt::fail_if_interrupted(|| "these are the endings that were finished".to_owned())
    }
}
