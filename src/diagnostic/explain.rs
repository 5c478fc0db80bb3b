//! Explanations of codes: why each is a mistake, an example, and the corrected example.
//!
//! They stand in `explanations/`, a file for each group of codes, in the order of the codes:
//!
//! ```text
//! # check::off-board
//! Sentences, on one or several lines.
//!
//! wrong: weakfish check hill.variant
//!   hill.variant:
//!     game "Hill" extends fide
//!     …
//!
//! right: weakfish check hill.variant
//!   hill.variant:
//!     …
//! ```
//!
//! After `wrong:` and `right:` stands a command, and under it any number of files that it reads: the name indented by
//! two blanks, the lines of the file by four. A file may be `in Latin-1`, and `its last line 300 times`.

use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

use super::Code;

/// The explanations of each group of codes.
const GROUPS: &[(&str, &str)] = &[
    ("betza", include_str!("explanations/betza.txt")),
    ("check", include_str!("explanations/check.txt")),
    ("command", include_str!("explanations/command.txt")),
    ("diagram", include_str!("explanations/diagram.txt")),
    ("fairy", include_str!("explanations/fairy.txt")),
    ("fen", include_str!("explanations/fen.txt")),
    ("game-text", include_str!("explanations/game-text.txt")),
    ("move", include_str!("explanations/move.txt")),
    ("problem", include_str!("explanations/problem.txt")),
    ("report", include_str!("explanations/report.txt")),
    ("test", include_str!("explanations/test.txt")),
    ("variant", include_str!("explanations/variant.txt")),
    ("unit", include_str!("explanations/unit.txt")),
    ("weights", include_str!("explanations/weights.txt")),
];

/// The explanation of a code: why it is a mistake, with an example.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// The rule of the game or of the notation behind it, in a few sentences.
    pub text: String,
    /// An example that has exactly this mistake.
    pub wrong: Example,
    /// The corrected example.
    pub right: Example,
}

/// A command that can be run, and the files that it reads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Example {
    /// The command line, in the spelling of a POSIX shell: `weakfish betza '[W-F]'`.
    pub command: String,
    /// The files beside it.
    pub files: Vec<ExampleFile>,
}

/// A file of an example.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ExampleFile {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub text: String,
    /// Whether it is stored in Latin-1 and not in UTF-8.
    pub(crate) latin_1: bool,
    /// The number of times that its last line is repeated.
    pub(crate) repeated: usize,
}

impl Code {
    /// Why it is a mistake, an example, and the corrected example.
    ///
    /// ```
    /// use weakfish::diagnostic::Code;
    ///
    /// let explanation = Code::BetzaBlank.explanation();
    /// assert!(explanation.text.starts_with("A movement is one word."));
    /// assert_eq!(explanation.wrong.command, "weakfish betza 'W fD'");
    /// assert_eq!(explanation.right.command, "weakfish betza WfD");
    /// ```
    pub fn explanation(self) -> Explanation {
        // A test holds that every code has one, which is read whole.
        let group = GROUPS.iter().find(|(group, _)| *group == self.group()).map_or("", |(_, text)| text);
        let entries = group.split("\n# ").filter_map(|entry| entry.trim_start_matches("# ").split_once('\n'));
        entries
            .into_iter()
            .find(|(name, _)| *name == self.as_str())
            .map(|(_, body)| parse_explanation(body))
            .unwrap_or_default()
    }
}

/// Parses the entry of a code.
fn parse_explanation(body: &str) -> Explanation {
    let (text, examples) = body.split_once("\nwrong: ").unwrap_or((body, ""));
    let (wrong, right) = examples.split_once("\nright: ").unwrap_or((examples, ""));
    Explanation { text: text.trim_end().to_owned(), wrong: parse_example(wrong), right: parse_example(right) }
}

/// Parses an example: its command, and its files below.
fn parse_example(written: &str) -> Example {
    let mut lines = written.lines();
    let mut example = Example { command: lines.next().unwrap_or_default().to_owned(), files: Vec::new() };
    for line in lines {
        if let Some(heading) = line.strip_prefix("  ").filter(|heading| !heading.starts_with(' ')) {
            example.files.push(parse_file_heading(heading.trim_end_matches(':')));
        } else if let Some(file) = example.files.last_mut() {
            file.text += line.strip_prefix("    ").unwrap_or(line);
            file.text.push('\n');
        }
    }
    for file in &mut example.files {
        file.text.truncate(file.text.trim_end_matches('\n').len());
        file.text.push('\n');
    }
    example
}

/// Parses the heading of a file: `game.txt`, `game.txt, in Latin-1`, `long.variant, its last line 300 times`.
fn parse_file_heading(heading: &str) -> ExampleFile {
    let (name, note) = heading.split_once(", ").unwrap_or((heading, ""));
    let times = note.strip_prefix("its last line ").and_then(|note| note.strip_suffix(" times")?.parse().ok());
    let (name, latin_1, repeated) = (name.to_owned(), note == "in Latin-1", times.unwrap_or(1));
    ExampleFile { name, latin_1, repeated, text: String::new() }
}

impl ExampleFile {
    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let last = self.text.lines().next_back().unwrap_or_default();
        let again = format!("{last}\n").repeat(self.repeated.saturating_sub(1));
        let all = self.text.clone() + &again;
        // The first 256 characters are those of Latin-1.
        if self.latin_1 { all.chars().map(|character| character as u8).collect() } else { all.into_bytes() }
    }

    /// Its name, with its encoding or repeated line if it has one.
    pub fn heading(&self) -> Cow<'_, str> {
        match (self.latin_1, self.repeated) {
            (true, _) => Cow::Owned(format!("{}, in Latin-1", self.name)),
            (false, 0 | 1) => Cow::Borrowed(&self.name),
            (false, times) => Cow::Owned(format!("{}, its last line {times} times", self.name)),
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, wrong, right } = self;
        write!(f, "{text}\n\nWrong:\n\n{wrong}\nRight:\n\n{right}")
    }
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for file in &self.files {
            writeln!(f, "  {}:", file.heading())?;
            for line in file.text.lines() {
                let indent = if line.is_empty() { "" } else { "    " };
                writeln!(f, "{indent}{line}")?;
            }
        }
        writeln!(f, "  $ {}", self.command)
    }
}
