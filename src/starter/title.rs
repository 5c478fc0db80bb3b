//! The title of a new game, and the name of its file.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

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
