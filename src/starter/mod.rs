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

use std::fmt::Write;

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Game;
use crate::notation::uci;
use crate::source::Span;

mod game;
mod position;

pub use game::from_game;
pub use position::from_position;

/// A game with a man that turns.
const GUARD: &str = include_str!("guard.variant");

/// The number of first moves that a test names.
const NAMED_MOVES: usize = 4;

/// A game with a man that turns, to be changed line by line. The comments name commands on the file `file`; without one
/// they are for a reader who has an editor but no command line.
pub fn plain(title: &Title, file: Option<&str>) -> String {
    let description = "It is Chess in which a Guard, a man that turns, has the Queen's place.";
    let (first, sections) = GUARD.split_once("\n\n").unwrap_or_default();
    // Behind the title in quotes.
    let extends = first.rsplit('"').next().unwrap_or_default();
    intro(title, file, description, None) + &heading(title, extends) + "\n" + sections
}

/// The comments at the top of a new definition. `base` is the game that `weakfish diff` compares it with.
fn intro(title: &Title, file: Option<&str>, description: &str, base: Option<&str>) -> String {
    let mut text = format!("// {}, a game to change. {description}\n", title.text());
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

/// Quotes the name of a file for a command line, if it needs quotes.
fn shell_word(file: &str) -> String {
    let file = file.replace(['\n', '\r'], " ");
    let is_plain = |char: char| char.is_alphanumeric() || "-_./\\:+,@%".contains(char);
    if !file.is_empty() && file.chars().all(is_plain) { file } else { format!("'{}'", file.replace('\'', r"'\''")) }
}

/// Writes a test of some first moves for a new game; not a count of moves, which almost any change would alter.
fn tests(game: &Game, file: Option<&str>) -> String {
    let hint = if file.is_some() { " `weakfish test` runs them." } else { "" };
    let text = format!("// Tests say what must stay true while you change the game.{hint}\n");
    let moves = uci::legal_moves(&game.start());
    let Some((first, _)) = moves.first() else { return text };
    let step = moves.len().div_ceil(NAMED_MOVES);
    let named: Vec<&str> = moves.iter().step_by(step).map(|(text, _)| text.as_str()).collect();
    text + &format!("test \"the first moves\"\n  legal: {}\n  play:  {first}\n", named.join(" "))
}

/// The maximum length of a title in characters.
pub const MAX_TITLE: usize = 100;

/// The maximum length of the name of a file in characters, without its extension.
const MAX_STEM: usize = 60;

/// The title of a new game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Title(String);

impl Title {
    /// Makes a title from the words of a user. Quotation marks, which a definition can't have within a text, become curly
    /// ones; blanks around it are removed and those between words become one.
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
        let mut is_open = true;
        let quoted = text.chars().map(|char| match char {
            '"' => {
                is_open = !is_open;
                if is_open { '”' } else { '“' }
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
    /// use weakfish::starter::Title;
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

/// The name of a file for a title, without its extension: small letters and digits, with hyphens between the words.
fn file_stem(title: &str) -> String {
    let mut stem = String::new();
    let mut word_ended = false;
    // Marks that stand over a letter of their own, and apostrophes, part no words.
    let within = |char: char| matches!(char, '\'' | '’' | '\u{300}'..='\u{36f}');
    for char in title.chars().filter(|char| !within(*char)).flat_map(char::to_lowercase) {
        if !char.is_alphanumeric() {
            word_ended = !stem.is_empty();
        } else if stem.chars().count() + usize::from(word_ended) < MAX_STEM {
            if word_ended {
                stem.push('-');
            }
            word_ended = false;
            stem.push(char);
        } else {
            break;
        }
    }
    let is_device = |stem: &str| {
        let numbered = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
        matches!(stem, "con" | "prn" | "aux" | "nul")
            || numbered.is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    match stem.as_str() {
        "" => "new-game".to_owned(),
        reserved if is_device(reserved) => format!("{reserved}-game"),
        _ => stem,
    }
}
