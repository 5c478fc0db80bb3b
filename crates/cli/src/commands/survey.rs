//! Which men win against a bare king, alone and in pairs: `weakfish table --survey`.

use std::num::NonZero;

use serde::Serialize;
use weakfish::diagnostic::Report;
use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{KindId, SetupId};
use weakfish::source::Source;
use weakfish::{betza, builtin};
use weakfish_endgame::{MakeError, Men, Options, Statistics, Tables, in_moves, percent, royal_men};

use crate::support::console::{self, Failure, Progress};
use crate::support::interrupt;
use crate::support::load::Loader;

/// The game in which a man of a Betza string is surveyed.
pub(crate) const BETZA_GAME: &str = builtin::ORTHODOX;

/// The symbol of a man of a Betza string.
const BETZA_SYMBOL: &str = "X";

/// Survey of the endings of a king and one or two men against a king, or of a king and a man against a king and a man.
pub(crate) struct Survey<'a> {
    pub(crate) game: &'a Game,
    pub(crate) setup: SetupId,
    /// Man that every ending must have, if one is named.
    pub(crate) man: Option<KindId>,
    /// Whether each man is surveyed against each man.
    pub(crate) duels: bool,
    pub(crate) threads: NonZero<u16>,
    /// Memory that the tables may take, in MiB.
    pub(crate) mebibytes: u64,
    pub(crate) json: bool,
}

/// An ending as JSON: its figures, or the reason why there are none.
#[derive(Serialize)]
struct Row<'a> {
    men: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    statistics: Option<&'a Statistics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Chess with a man that moves as a Betza string says, and that man.
///
/// # Errors
///
/// The diagnostics of the string.
pub(crate) fn game_of_betza(loader: Loader<'_>, string: &str) -> Result<(Game, Option<KindId>), Failure> {
    let source = Source::new("--survey", string);
    let (read, diagnostics) = betza::movement(string);
    if read.is_none() {
        return Err(Failure::new(&source, diagnostics));
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

impl Survey<'_> {
    /// Makes the tables of all endings, and prints a line for each as soon as it is known.
    pub(crate) fn run(&self, mut tables: Tables) -> Result<(), Failure> {
        interrupt::install_handler();
        let variant = self.game.variant();
        if !self.json {
            console::print(format_args!("{}, on {}x{}", variant.title, variant.board.files(), variant.board.ranks()))?;
            console::print(format_args!(
                "{:16} {:>16} {:>17} {:>14}",
                "", "White to move", "Black to move", "longest win"
            ))?;
        }
        for men in self.endings() {
            let made = self.make(&mut tables, &men);
            if interrupt::was_interrupted() {
                break;
            }
            let statistics = tables.statistics(&men).filter(|_| made.is_ok());
            self.print(&men, statistics.as_ref(), made.err())?;
        }
        interrupt::fail_if_interrupted(|| "these are the endings that were finished".to_owned())
    }

    /// The endings in the order of the definition: single men first, then pairs, or each man against each.
    fn endings(&self) -> Vec<Men> {
        let variant = self.game.variant();
        let royals = PerSide::from_fn(|side| royal_men(variant, self.setup, side));
        let kinds = PerSide::from_fn(|side| {
            let kinds = variant.kinds().filter(|(_, kind)| kind.sides[side] && !kind.royal);
            kinds.map(|(id, _)| id).collect::<Vec<KindId>>()
        });
        let own = &kinds.white;
        let added: Vec<PerSide<Vec<KindId>>> = if self.duels {
            let against = |&one: &KindId| kinds.black.iter().map(move |&other| PerSide::new(vec![one], vec![other]));
            own.iter().flat_map(against).collect()
        } else {
            let singles = own.iter().map(|&kind| vec![kind]);
            let pairs =
                own.iter().enumerate().flat_map(|(at, &one)| own.iter().skip(at).map(move |&other| vec![one, other]));
            singles.chain(pairs).map(|men| PerSide::new(men, Vec::new())).collect()
        };
        let wanted = |men: &PerSide<Vec<KindId>>| {
            self.man.is_none_or(|man| men.white.contains(&man) || men.black.contains(&man))
        };
        let with_kings = |men: PerSide<Vec<KindId>>| {
            Men::new(PerSide::from_fn(|side| [royals[side].as_slice(), men[side].as_slice()].concat()))
        };
        let endings = added.into_iter().filter(wanted).map(with_kings);
        endings.filter(|men| men.len() <= Men::MAX).collect()
    }

    /// Makes the table of an ending, if there is memory for it.
    fn make(&self, tables: &mut Tables, men: &Men) -> Result<(), MakeError> {
        let memory = self.mebibytes << 20;
        let estimate = tables.estimate(men, memory)?;
        if estimate.memory > memory {
            return Err(MakeError::Memory(estimate.memory));
        }
        let options = Options { threads: NonZero::<usize>::from(self.threads), max_memory: memory, keep_moves: true };
        let mut progress = Progress::new();
        let text = men.text(self.game.variant());
        let made = tables.make(men, &options, &mut |step| {
            progress.show(format_args!("{text}: table {} of {}", step.tables_done + 1, step.tables));
            !interrupt::was_interrupted()
        });
        progress.clear();
        made
    }

    fn print(&self, men: &Men, statistics: Option<&Statistics>, error: Option<MakeError>) -> Result<(), Failure> {
        let men = men.text(self.game.variant());
        if self.json {
            return console::print_json(&Row { men, statistics, reason: error.map(|error| error.to_string()) });
        }
        let Some(statistics) = statistics else {
            let reason = error.map_or_else(String::new, |error| error.to_string());
            return console::print(format_args!("{men:16} {reason}"));
        };
        let PerSide { white, black } = &statistics.to_move;
        let longest = white.longest_win.map_or_else(|| "-".to_owned(), |plies| in_moves(self.game.variant(), plies));
        console::print(format_args!(
            "{men:16} {:>16} {:>17} {longest:>14}",
            format!("wins {:>6}", percent(white.wins, white.positions)),
            format!("loses {:>6}", percent(black.losses, black.positions)),
        ))
    }
}
