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

mod position;
mod title;

pub use position::from_position;
pub use title::{MAX_TITLE, Title};

use std::fmt::Write;

use crate::check::{Depth, Refused, Resolver, check};
use crate::engine::Game;
use crate::notation::uci;
use crate::source::Source;
use crate::syntax::{Document, LineKind, Section};

/// A game with a man that turns.
const GUARD: &str = include_str!("guard.variant");

/// The facts about a game that are its author's own.
const CREDITS: [&str; 4] = ["about", "inventor", "source", "year"];

/// The number of first moves that a test names.
const NAMED_MOVES: usize = 4;

/// A game with a man that turns, to be changed line by line. The comments name commands on the file `file`; without one
/// they are for a reader who has an editor but no command line.
pub fn plain(title: &Title, file: Option<&str>) -> String {
    let what = "It is Chess in which a Guard, a man that turns, has the Queen's place.";
    intro(title, file, what, None) + &copied(title, GUARD, "")
}

/// A copy of another definition under a new title, to be changed line by line, with its comments and its tests.
///
/// `name` is what the new definition would write behind `extends` to name the other one, with quotation marks if it is a
/// path; what the other one extends by a path is found from there. `file` is the name of the new definition; without one
/// the text names no commands.
///
/// # Errors
///
/// The reports on the other definition, if it has errors.
///
/// ```
/// use weakfish::starter::{self, Title};
/// use weakfish::{BuiltIns, builtin};
///
/// let title = Title::new("My DemiChess").unwrap();
/// let text = starter::from_game(&title, None, "demichess", &builtin::source("demichess").unwrap(), &BuiltIns).unwrap();
/// assert!(text.contains("game \"My DemiChess\" extends fide\n") && text.contains("S snail:   WfD, instead of R\n"));
/// ```
pub fn from_game(
    title: &Title,
    file: Option<&str>,
    name: &str,
    base: &Source,
    resolver: &dyn Resolver,
) -> Result<String, Refused> {
    let checked = check(base, resolver, Depth::Lines);
    let has_tests = !checked.tests.is_empty();
    let game = checked.into_game()?;
    let path = name.trim_matches('"');
    let what = format!("It is a copy of {}.", game.variant().title);
    let folder = path.rfind('/').map_or("", |slash| &path[..=slash]);
    let text = intro(title, file, &what, Some(path)) + copied(title, &base.text, folder).trim_end() + "\n";
    Ok(if has_tests { text } else { text + "\n" + &tests(&game, file) })
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

/// A definition under another title, without the comments before its heading and the credits of its author. A path that
/// it extends is found from `folder`.
fn copied(title: &Title, text: &str, folder: &str) -> String {
    let mut copy = String::new();
    let (mut has_heading, mut is_credit) = (false, false);
    for line in Document::read(text).lines {
        is_credit = match line.kind {
            LineKind::Item => line.section == Some(Section::Facts) && CREDITS.contains(&line.key),
            LineKind::Carried => is_credit,
            _ => false,
        };
        if line.kind == LineKind::Heading && line.value.starts_with("game") {
            // Behind the title in quotes.
            let extends = line.value.splitn(3, '"').nth(2).unwrap_or_default();
            copy += &heading(title, &extends.replacen('"', &format!("\"{folder}"), 1));
            has_heading = true;
        } else if !is_credit && (has_heading || !matches!(line.kind, LineKind::Blank | LineKind::Comment)) {
            copy += &line.pieces().concat();
        }
    }
    copy
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

#[cfg(test)]
mod tests {
    use super::{Title, copied};

    #[test]
    fn a_copy_has_another_heading_and_finds_the_same_base() {
        let title = Title::new("New").unwrap();
        let facts =
            "// about:    \"What the game is, in a few words\"\n// inventor: \"Your name\"\n// year:     2026\n";
        let old = "\u{feff}// Old\n\ngame \"Old extends\" extends \"base.variant\"\nyear: 1999\nsource: \"a\"\nfirst: black\n\n// Its men\nmen\n";
        assert_eq!(
            copied(&title, old, "games/"),
            format!("game \"New\" extends \"games/base.variant\"\n{facts}first: black\n\n// Its men\nmen\n")
        );
        assert_eq!(copied(&title, "game \"Old\"\n", "games/"), format!("game \"New\"\n{facts}"));
        assert_eq!(
            copied(&title, "game \"Old\" extends base // x\n", "games/"),
            format!("game \"New\" extends base\n{facts}")
        );
    }
}
