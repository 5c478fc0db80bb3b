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
    let problem = |from: usize, message: &str, label: &str, help: &str| {
        Diagnostic::error(Code::FairyLine, at(from, line.len()), message).label(label).help(help)
    };
    let skipped = "Fairy-Stockfish skips this";
    if line.trim().is_empty() || line.starts_with(['#', ';']) {
        return Ok(());
    }
    if let Some(rest) = line.strip_prefix('[') {
        let open = || {
            let help = "write `[name]`, or `[name:parent]` for a game that changes another";
            problem(0, "the heading of this section is not closed", "`]` is missing", help)
        };
        let (heading, after) = rest.split_once(']').ok_or_else(open)?;
        let (name, parent) = heading.split_once(':').unwrap_or((heading, ""));
        let offset = 1 + name.len() + 1;
        sections.push(Section {
            name: Spanned::new(name.to_owned(), at(1, 1 + name.len())),
            parent: (!parent.is_empty()).then(|| Spanned::new(parent.to_owned(), at(offset, offset + parent.len()))),
            entries: Vec::new(),
            problems: Vec::new(),
        });
        if !after.trim().is_empty() {
            let message = "something stands behind the heading of a section";
            return Err(problem(line.len() - after.len(), message, skipped, "write it on a line of its own"));
        }
        return Ok(());
    }
    let (key, value) = line.split_once('=').ok_or_else(|| {
        let help = if line.contains(':') {
            "write `=` between a key and its value, not `:`"
        } else {
            "a comment begins with `#` or `;`"
        };
        problem(0, "this line is no heading, no comment and no `key = value`", skipped, help)
    })?;
    let section = sections.last_mut().ok_or_else(|| {
        let help = "write it under the heading of a section: `[name]`";
        problem(0, "this line stands before the first section", skipped, help)
    })?;
    let (name, value) = (key.trim_end(), value.trim_start());
    section.entries.push(Entry {
        key: Spanned::new(name.to_owned(), at(0, name.len())),
        value: Spanned::new(value.to_owned(), at(line.len() - value.len(), line.len())),
    });
    Ok(())
}
