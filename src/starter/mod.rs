//! Definitions to start from: of a game with a man that turns, of another game, or of a position.
//!
//! ```
//! use weakfish::starter::{self, Title};
//! use weakfish::{BuiltIns, Source, check};
//!
//! let title = Title::new("My Chess").unwrap();
//! assert_eq!(title.file_name(), "my-chess.variant");
//! let text = starter::plain(&title, Some(&title.file_name()));
//! let checked = check(&Source::new(title.file_name(), text), &BuiltIns);
//! assert!(checked.game.is_some() && checked.report.is_empty());
//! ```

mod game;
mod position;
mod title;

pub use game::from_game;
pub use position::from_position;
pub use title::{MAX_TITLE, Title};

use std::fmt::Write;

use crate::engine::Game;
use crate::notation::uci;

/// A game with a man that turns.
const GUARD: &str = include_str!("guard.variant");

/// The number of first moves that a test names.
const NAMED_MOVES: usize = 4;

/// A game with a man that turns, to be changed line by line. The comments name commands on the file `file`; without one
/// they are for a reader who has an editor but no command line.
pub fn plain(title: &Title, file: Option<&str>) -> String {
    let what = "It is Chess in which a Guard, a man that turns, has the Queen's place.";
    let (first, sections) = GUARD.split_once("\n\n").unwrap_or_default();
    // Behind the title in quotes.
    let extends = first.rsplit('"').next().unwrap_or_default();
    intro(title, file, what, None) + &heading(title, extends) + "\n" + sections
}

/// The comments at the top of a new definition. `base` is the game that `weakfish diff` compares it with.
fn intro(title: &Title, file: Option<&str>, what: &str, base: Option<&str>) -> String {
    let mut text = format!("// {}, a game to change. {what}\n", title.text());
    let Some(file) = file.map(shell_word) else {
        return text
            + "// Two slashes begin a comment. Point at a word, a letter or a movement to read what it means.\n";
    };
    let diff = base.map(|base| (format!("diff {} {file}", shell_word(base)), "shows what you have changed"));
    let commands = [
        (format!("check {file}"), "reports every mistake, with its place and a remedy"),
        (format!("show {file}"), "prints the men and the rules in sentences"),
        (format!("moves {file}"), "lists the legal moves"),
        (format!("test {file}"), "runs the tests at the end of this text"),
    ];
    let commands: Vec<_> = commands.into_iter().chain(diff).collect();
    let width = commands.iter().map(|(command, _)| command.chars().count()).max().unwrap_or_default();
    text += "//\n";
    for (command, what) in commands {
        // Writing to a string can't fail.
        let _ = writeln!(text, "//   weakfish {command:width$}   {what}");
    }
    text + "//\n// Two slashes begin a comment. `weakfish explain promotion` explains a word of the language, `--words` lists all.\n"
}

/// The heading of a new definition, with facts for its author to fill in.
fn heading(title: &Title, extends: &str) -> String {
    format!(
        "game \"{}\"{extends}\n// about:    \"What the game is, in a few words\"\n// inventor: \"Your name\"\n// year:     2026\n",
        title.text()
    )
}

/// A word of a command line.
fn shell_word(file: &str) -> String {
    let file = file.replace(['\n', '\r'], " ");
    let plain = |char: char| char.is_alphanumeric() || "-_./\\:+,@%".contains(char);
    if !file.is_empty() && file.chars().all(plain) { file } else { format!("'{}'", file.replace('\'', r"'\''")) }
}

/// The tests of a new game: some first moves. A count would be another one after almost any change.
fn tests(game: &Game, file: Option<&str>) -> String {
    let runs = if file.is_some() { " `weakfish test` runs them." } else { "" };
    let text = format!("// Tests say what must stay true while you change the game.{runs}\n");
    let moves = uci::legal_moves(&game.start());
    let Some((first, _)) = moves.first() else { return text };
    let step = moves.len().div_ceil(NAMED_MOVES);
    let named: Vec<&str> = moves.iter().step_by(step).map(|(text, _)| text.as_str()).collect();
    text + &format!("test \"the first moves\"\n  legal: {}\n  play:  {first}\n", named.join(" "))
}
