//! Reads a configuration as sections and keys with their places.
//!
//! Whatever Fairy-Stockfish would skip without a word is a mistake here.

use weakfish::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS};
use weakfish::source::{Span, Spanned};

/// A section: the rules of one game.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// The name of the game.
    pub(super) name: Spanned<String>,
    /// The game that it changes.
    pub(super) parent: Option<Spanned<String>>,
    /// Its lines `key = value`, in order.
    pub(super) entries: Vec<Entry>,
    /// Diagnostics of its other lines.
    pub(super) problems: Vec<Diagnostic>,
}

/// A line `key = value`.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: Spanned<String>,
    /// The value with the blanks at its end, which mean something to that engine.
    pub(super) value: Spanned<String>,
}

/// The sections of a text, and what is wrong with the lines before them.
pub(super) fn read(text: &str) -> (Vec<Section>, Vec<Diagnostic>) {
    let mut sections: Vec<Section> = Vec::new();
    let mut problems = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let content = line.strip_suffix('\r').unwrap_or(line);
        if let Err(problem) = read_line(content, start, &mut sections) {
            let of = sections.last_mut().map_or(&mut problems, |section| &mut section.problems);
            if of.len() < MAX_DIAGNOSTICS {
                of.push(problem);
            }
        }
        start += line.len() + 1;
    }
    (sections, problems)
}

fn read_line(line: &str, start: usize, sections: &mut Vec<Section>) -> Result<(), Diagnostic> {
    let at = |from: usize, to: usize| Span::new(start + from, start + to);
    if line.trim().is_empty() || line.starts_with(['#', ';']) {
        return Ok(());
    }
    if let Some(rest) = line.strip_prefix('[') {
        let Some((heading, after)) = rest.split_once(']') else {
            let open =
                Diagnostic::error(Code::FairyLine, at(0, line.len()), "the heading of this section is not closed");
            return Err(open
                .label("`]` is missing")
                .help("write `[name]`, or `[name:parent]` for a game that changes another"));
        };
        let (name, parent) = heading.split_once(':').map_or((heading, None), |(name, parent)| (name, Some(parent)));
        let offset = 1 + name.len() + 1;
        sections.push(Section {
            name: Spanned::new(name.to_owned(), at(1, 1 + name.len())),
            parent: parent
                .filter(|parent| !parent.is_empty())
                .map(|parent| Spanned::new(parent.to_owned(), at(offset, offset + parent.len()))),
            entries: Vec::new(),
            problems: Vec::new(),
        });
        if !after.trim().is_empty() {
            let from = line.len() - after.len();
            let more = Diagnostic::error(
                Code::FairyLine,
                at(from, line.len()),
                "something stands behind the heading of a section",
            );
            return Err(more.label("Fairy-Stockfish skips this").help("write it on a line of its own"));
        }
        return Ok(());
    }
    let Some((key, value)) = line.split_once('=') else {
        let wrong = Diagnostic::error(
            Code::FairyLine,
            at(0, line.len()),
            "this line is no heading, no comment and no `key = value`",
        );
        let help = if line.contains(':') {
            "write `=` between a key and its value, not `:`"
        } else {
            "a comment begins with `#` or `;`"
        };
        return Err(wrong.label("Fairy-Stockfish skips this").help(help));
    };
    let name = key.trim_end();
    let skipped = value.len() - value.trim_start().len();
    let from = key.len() + 1 + skipped;
    let Some(section) = sections.last_mut() else {
        let lost = Diagnostic::error(Code::FairyLine, at(0, line.len()), "this line stands before the first section");
        return Err(lost.label("Fairy-Stockfish skips this").help("write it under the heading of a section: `[name]`"));
    };
    section.entries.push(Entry {
        key: Spanned::new(name.to_owned(), at(0, name.len())),
        value: Spanned::new(value[skipped..].to_owned(), at(from, line.len())),
    });
    Ok(())
}
