//! Definitions to start from: of a game of one's own, of another game, or of a position.
//!
//! ```
//! use weakfish::tools::starter::{self, Title};
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

use std::fmt::Write;

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Game;
use crate::notation::uci;
use crate::source::Span;

pub use game::from_game;
pub use position::from_position;

/// The text of a game with a man that turns.
const PLAIN: &str = include_str!("plain.template");

/// A title has at most this many characters.
pub const MAX_TITLE: usize = 100;

/// The name of a file has at most this many characters before its extension.
const MAX_STEM: usize = 60;

/// The title of a new game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Title(String);

impl Title {
    /// Makes a title of what somebody calls the game. Quotation marks, which a definition can't have within a text, become
    /// curly ones; blanks around it and between words become one.
    ///
    /// # Errors
    ///
    /// If there is no word in it, if it has control characters, or more than [`MAX_TITLE`] characters.
    pub fn new(name: &str) -> Result<Self, Diagnostic> {
        let refused = |span: Span, message: String, label: &str| {
            let help = "a title is a few words on one line, such as `My Chess`";
            Err(Diagnostic::error(Code::CommandTitle, span, message).label(label).help(help))
        };
        if let Some((at, control)) = name.char_indices().find(|(_, char)| char.is_control()) {
            let message = "a title has no line breaks or other control characters".to_owned();
            return refused(Span::new(at, at + control.len_utf8()), message, "one of these");
        }
        let text = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return refused(Span::new(0, name.len()), "a game needs a title".to_owned(), "no word");
        }
        if text.chars().count() > MAX_TITLE {
            let message = format!("this title has more than {MAX_TITLE} characters");
            return refused(Span::new(0, name.len()), message, "too long");
        }
        let mut opens = true;
        let quoted = text.chars().map(|char| match char {
            '"' => {
                opens = !opens;
                if opens { '”' } else { '“' }
            }
            other => other,
        });
        Ok(Self(quoted.collect()))
    }

    /// The title as it stands in a definition.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The name of a file for the game: small letters and digits with hyphens between the words, and `.variant`.
    ///
    /// ```
    /// use weakfish::tools::starter::Title;
    ///
    /// assert_eq!(Title::new("Betza's \"Weak\" Échecs").unwrap().file_name(), "betzas-weak-échecs.variant");
    /// assert_eq!(Title::new("♞♞").unwrap().file_name(), "new-game.variant");
    /// // Some systems have devices of this name.
    /// assert_eq!(Title::new("Con").unwrap().file_name(), "con-game.variant");
    /// ```
    pub fn file_name(&self) -> String {
        format!("{}.variant", file_stem(&self.0))
    }
}

/// Small letters and digits with hyphens between the words.
fn file_stem(title: &str) -> String {
    let mut stem = String::new();
    let mut gap = false;
    // Marks that stand over a letter of their own, and apostrophes, part no words.
    let within = |char: char| matches!(char, '\'' | '’' | '\u{300}'..='\u{36f}');
    for char in title.chars().filter(|char| !within(*char)).flat_map(char::to_lowercase) {
        if !char.is_alphanumeric() {
            gap = !stem.is_empty();
        } else if stem.chars().count() + usize::from(gap) < MAX_STEM {
            if gap {
                stem.push('-');
            }
            gap = false;
            stem.push(char);
        } else {
            break;
        }
    }
    let device = |stem: &str| {
        let numbered = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
        matches!(stem, "con" | "prn" | "aux" | "nul")
            || numbered.is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    match stem.as_str() {
        "" => "new-game".to_owned(),
        reserved if device(reserved) => format!("{reserved}-game"),
        _ => stem,
    }
}

/// A game with a man that turns, to be changed line by line. `file` is what the commands in its comments name; without one the
/// comments are for whoever has no commands, but an editor in which to point at words.
pub fn plain(title: &Title, file: Option<&str>) -> String {
    filled(PLAIN, title, file)
}

/// A template with its title and the name of its file. Lines that begin with `{shell}` are for whoever can give commands,
/// those that begin with `{page}` for others.
fn filled(template: &str, title: &Title, file: Option<&str>) -> String {
    let (marked, other) = if file.is_some() { ("{shell}", "{page}") } else { ("{page}", "{shell}") };
    let lines = template.split_inclusive('\n').filter(|line| !line.starts_with(other));
    let template: String = lines.map(|line| line.strip_prefix(marked).unwrap_or(line)).collect();
    // A title may contain `{file}`.
    let parts: Vec<String> = template.split("{file}").map(|part| part.replace("{title}", title.text())).collect();
    parts.join(&file.map(argument).unwrap_or_default())
}

/// A file as it is written on one line of a shell.
fn argument(file: &str) -> String {
    let file = file.replace(['\n', '\r'], " ");
    let plain = |char: char| char.is_alphanumeric() || "-_./\\:+,@%".contains(char);
    if !file.is_empty() && file.chars().all(plain) { file } else { format!("'{}'", file.replace('\'', r"'\''")) }
}

/// The tests of a new game: some first moves. A count would be another one after almost any change.
fn tests(game: &Game, file: Option<&str>) -> String {
    /// As many first moves are named.
    const NAMED: usize = 4;

    let moves = uci::legal_moves(&game.start());
    let runs = if file.is_some() { " `weakfish test` runs them." } else { "" };
    let mut text = format!("// Tests say what must stay true while you change the game.{runs}\n");
    if let Some((first, _)) = moves.first() {
        let step = moves.len().div_ceil(NAMED);
        let named: Vec<&str> = moves.iter().step_by(step).map(|(text, _)| text.as_str()).collect();
        // Writing to a string can't fail.
        let _ = write!(text, "test \"the first moves\"\n  legal: {}\n  play:  {first}\n", named.join(" "));
    }
    text
}
