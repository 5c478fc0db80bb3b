//! Explanations of codes: why each is a mistake, an example, and the example mended.
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
    ("fairy", include_str!("explanations/fairy.txt")),
    ("fen", include_str!("explanations/fen.txt")),
    ("game-text", include_str!("explanations/game-text.txt")),
    ("move", include_str!("explanations/move.txt")),
    ("report", include_str!("explanations/report.txt")),
    ("test", include_str!("explanations/test.txt")),
    ("variant", include_str!("explanations/variant.txt")),
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
    /// The example mended.
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
    /// Why it is a mistake, an example, and the example mended.
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
        // A test holds that every code has one.
        let group = GROUPS.iter().find(|(group, _)| *group == self.group()).map_or("", |(_, text)| text);
        let entry = entries(group).find(|(name, _)| *name == self.as_str());
        entry.and_then(|(_, body)| read(body).ok()).unwrap_or_default()
    }
}

/// The entries of a group: the name of a code, and what is written under it.
fn entries(group: &str) -> impl Iterator<Item = (&str, &str)> {
    group
        .split("\n# ")
        .map(|entry| entry.strip_prefix("# ").unwrap_or(entry))
        .filter_map(|entry| entry.split_once('\n'))
}

/// Reads the entry of a code.
///
/// # Errors
///
/// The first line that can't be read.
fn read(body: &str) -> Result<Explanation, &str> {
    let mut lines = body.lines().peekable();
    let mut text = String::new();
    let mut examples = [Example::default(), Example::default()];
    while let Some(line) = lines.next_if(|line| !line.starts_with("wrong: ")) {
        text += line;
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    // 0 for the wrong example, 1 for the right one.
    let mut at = 0;
    for line in lines {
        let begins = ["wrong: ", "right: "].iter().position(|word| line.starts_with(word));
        at = begins.unwrap_or(at);
        let Example { command, files } = &mut examples[at];
        if begins.is_some() {
            if !command.is_empty() {
                return Err(line);
            }
            line[7..].clone_into(command);
        } else if let Some(content) = line.strip_prefix("    ") {
            let file = files.last_mut().ok_or(line)?;
            file.text += content;
            file.text.push('\n');
        } else if let Some(name) = line.strip_prefix("  ").and_then(|name| name.strip_suffix(':')) {
            files.push(file(name).ok_or(line)?);
        } else if line.is_empty() {
            // An empty line within a file belongs to it; one at its end is removed below.
            if let Some(file) = files.last_mut() {
                file.text.push('\n');
            }
        } else {
            return Err(line);
        }
    }
    for file in examples.iter_mut().flat_map(|example| &mut example.files) {
        file.text.truncate(file.text.trim_end_matches('\n').len());
        file.text.push('\n');
    }
    let [wrong, right] = examples;
    Ok(Explanation { text, wrong, right })
}

/// `game.txt`, `game.txt, in Latin-1`, `long.variant, its last line 300 times`.
fn file(heading: &str) -> Option<ExampleFile> {
    let (name, note) = heading.split_once(", ").unwrap_or((heading, ""));
    let mut file = ExampleFile { name: name.to_owned(), repeated: 1, ..ExampleFile::default() };
    match note {
        "" => {}
        "in Latin-1" => file.latin_1 = true,
        _ => file.repeated = note.strip_prefix("its last line ")?.strip_suffix(" times")?.parse().ok()?,
    }
    Some(file)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_entry_and_nothing_else_has() {
        let groups: Vec<&str> = GROUPS.iter().map(|(group, _)| *group).collect();
        let mut of_codes: Vec<&str> = Code::ALL.iter().map(|code| code.group()).collect();
        of_codes.dedup();
        assert_eq!(groups, of_codes);
        for (group, text) in GROUPS {
            let explained: Vec<&str> = entries(text).map(|(name, _)| name).collect();
            let codes = Code::ALL.iter().filter(|code| code.group() == *group).map(|code| code.as_str());
            let codes: Vec<&str> = codes.collect();
            assert_eq!(explained, codes, "explanations/{group}.txt has other codes, or another order, than code.rs");
        }
    }

    #[test]
    fn every_entry_can_be_read_whole() {
        for (name, body) in GROUPS.iter().flat_map(|(_, text)| entries(text)) {
            let Explanation { text, wrong, right } = read(body).unwrap_or_else(|line| panic!("{name}: {line}"));
            assert!(text.ends_with(['.', '`']) && text.len() > 60, "{name}: {text}");
            for example in [&wrong, &right] {
                assert!(example.command.starts_with("weakfish "), "{name}: {}", example.command);
                assert!(example.files.iter().all(|file| file.text.len() > 1), "{name}");
            }
            assert_ne!(wrong, right, "{name}");
            // Written explanations are read back unchanged.
            let files = |example: &Example| {
                let lines = |file: &ExampleFile| {
                    let lines = file
                        .text
                        .lines()
                        .map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") });
                    format!("  {}:\n{}", file.heading(), lines.collect::<String>())
                };
                example.files.iter().map(lines).collect::<String>()
            };
            let again = format!(
                "{text}\n\nwrong: {}\n{}\nright: {}\n{}",
                wrong.command,
                files(&wrong),
                right.command,
                files(&right)
            );
            assert_eq!(again.trim_end(), body.trim_end(), "{name}");
        }
    }

    #[test]
    fn what_can_not_be_read_is_found() {
        for (body, line) in [
            ("Why.\n\nwrong: weakfish a\nand more\n", "and more"),
            ("Why.\n\nwrong: weakfish a\n    no file\n", "    no file"),
            ("Why.\n\nwrong: weakfish a\n  x, twice:\n    text\n", "  x, twice:"),
            ("Why.\n\nwrong: weakfish a\nwrong: weakfish b\n", "wrong: weakfish b"),
        ] {
            assert_eq!(read(body), Err(line));
        }
    }

    #[test]
    fn files_are_what_their_headings_say() {
        let file = |heading: &str, text: &str| ExampleFile { text: text.into(), ..file(heading).unwrap() };
        assert_eq!(file("x", "a\nb\n").bytes(), b"a\nb\n");
        assert_eq!(file("x, in Latin-1", "é\n").bytes(), b"\xE9\n");
        assert_eq!(file("x, its last line 3 times", "a\nb\n").bytes(), b"a\nb\nb\nb\n");
    }
}
