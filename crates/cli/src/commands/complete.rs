//! `weakfish complete`: completions that depend on the words before, for the scripts of `weakfish completions`.
//!
//! The parser of the command line knows commands, options and names of games. The values here depend on a game: its setups and men.
//! Others are too many for a script: the words that `weakfish explain` knows.

use clap::{Arg, Command, CommandFactory as _};
use weakfish::diagnostic::Code;
use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::notation::Dialect;
use weakfish::reference;
use weakfish_player::search::Level;

use crate::arguments::Arguments;
use crate::support::console::{self, Failure};
use crate::support::load::Loader;

/// Ids of the arguments with such values.
pub(crate) const COMPLETED_ARGS: [&str; 7] = ["setup", "level", "word", "man", "men", "dialect", "written_as"];

/// Long names of the options with such values.
pub(crate) fn options() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut commands = vec![Arguments::command()];
    while let Some(command) = commands.pop() {
        let completed = command.get_arguments().filter(|argument| COMPLETED_ARGS.contains(&argument.get_id().as_str()));
        names.extend(completed.filter_map(|argument| argument.get_long().map(str::to_owned)));
        commands.extend(command.get_subcommands().cloned());
    }
    names.sort();
    names.dedup();
    names
}

/// Prints the completions of the last word of a command line, a line each. The words begin behind the program.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    complete(words).iter().try_for_each(console::print)
}

/// Completions of the last word; none of options, files, or if nothing is known.
fn complete(words: &[String]) -> Vec<String> {
    let Some((last, before)) = words.split_last() else { return Vec::new() };
    let mut before = before.to_vec();
    let typed = match last.split_once('=') {
        // `--setup=` as one word, and its `=`, which bash takes for a word.
        Some((option, typed)) if option.is_empty() || option.starts_with("--") => {
            before.push(option.to_owned());
            typed
        }
        _ if last.starts_with('-') => return Vec::new(),
        _ => last,
    };
    before.retain(|word| !word.is_empty());
    let Some(Place { id, game }) = Place::behind(&before) else { return Vec::new() };
    let mut found = values(&id, game.as_deref());
    found.retain(|value| value.starts_with(typed));
    found
}

/// What stands at a place of a command line.
struct Place {
    /// Id of the argument.
    id: String,
    game: Option<String>,
}

impl Place {
    /// The place behind some words.
    fn behind(words: &[String]) -> Option<Self> {
        let mut command = Arguments::command();
        command.build();
        let mut command = &command;
        let (mut positionals, mut game, mut option) = (0, None, None);
        for word in words.iter().filter(|word| *word != "=") {
            if option.take().is_some() {
                continue;
            }
            if let Some(name) = word.strip_prefix('-') {
                option = find_option(command, name).filter(|_| !word.contains('='));
            } else if let Some(below) = command.find_subcommand(word).filter(|_| positionals == 0) {
                command = below;
            } else {
                let argument = positional(command, positionals)?;
                if argument.get_id() == "game" {
                    game = Some(word.clone());
                }
                positionals += 1;
            }
        }
        let argument = match option {
            Some(option) => option,
            None => positional(command, positionals)?,
        };
        Some(Self { id: argument.get_id().to_string(), game })
    }
}

/// Finds an option with a value by its name behind the first `-`.
fn find_option<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    let is_named = |argument: &&Arg| match name.strip_prefix('-') {
        Some(long) => argument.get_long() == Some(long),
        None => argument.get_short().is_some_and(|short| name.chars().eq([short])),
    };
    command.get_arguments().find(is_named).filter(|argument| argument.get_action().takes_values())
}

/// The argument of a word behind so many others; the last one may take several.
fn positional(command: &Command, before: usize) -> Option<&Arg> {
    let mut positionals: Vec<&Arg> = command.get_positionals().collect();
    positionals.sort_by_key(|argument| argument.get_index());
    let takes_several = |last: &&Arg| last.get_num_args().is_some_and(|count| count.max_values() > 1);
    positionals.get(before).copied().or_else(|| positionals.last().copied().filter(takes_several))
}

/// The values of an argument, of which some belong to a game.
fn values(id: &str, game: Option<&str>) -> Vec<String> {
    let of_game = |list: fn(&Game) -> Vec<String>| {
        game.and_then(|name| Loader::new(&[]).game(name).ok()).map_or_else(Vec::new, |game| list(&game))
    };
    match id {
        "setup" => of_game(|game| game.variant().setups.iter().map(|setup| setup.name.clone()).collect()),
        "man" => of_game(|game| {
            let kinds = &game.variant().kinds;
            kinds.iter().flat_map(|kind| [kind.symbol.clone(), kind.name.clone()]).collect()
        }),
        "men" => of_game(|game| {
            let kinds = game.variant().kinds.iter().filter(|kind| kind.sides[Side::White] || kind.sides[Side::Black]);
            kinds.map(|kind| kind.symbol.clone()).chain(["v".to_owned()]).collect()
        }),
        "level" => (0..=Level::MAX).map(|level| level.to_string()).collect(),
        "dialect" | "written_as" => Dialect::names().map(str::to_owned).collect(),
        "word" => {
            let mut words: Vec<String> = reference::words().map(str::to_owned).collect();
            words.extend(Code::ALL.iter().map(|code| code.as_str().to_owned()));
            words.sort();
            words.dedup();
            words
        }
        _ => Vec::new(),
    }
}
