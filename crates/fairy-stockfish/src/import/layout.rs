//! The text of a definition, in the layout of those that are built in.

use std::fmt::Write;

use super::Loss;
use super::draft::Draft;
use crate::betza::Reading;
use weakfish::geometry::Side;
use weakfish::prose::capitalized;

impl Draft<'_> {
    /// The whole text.
    pub(super) fn text(&self, name: &str, losses: &[Loss]) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = writeln!(text, "// The game `{name}` of Fairy-Stockfish.");
        for loss in losses {
            let _ = writeln!(text, "// Lost: {} = {}: {}.", loss.key, loss.value, loss.lost);
        }
        let _ = writeln!(text, "game \"{}\"", title(name));
        let symmetric = self.kinds.values().all(|kind| Reading::is_symmetric(&kind.reading));
        let facts = [
            ("source", format!("\"Fairy-Stockfish: {}\"", name.replace('"', "'"))),
            ("board", format!("{}x{}{}", self.board.files(), self.board.ranks(), self.holes())),
            ("lines", self.lines.join(", ")),
            ("first", self.start.first.to_string().to_lowercase()),
            ("black", if symmetric { "mirrors white" } else { "rotates white" }.to_owned()),
        ];
        let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
        push(&mut text, facts.map(|(key, value)| (key.to_owned(), value)), "");
        let men = self.kinds.values().map(|kind| {
            let properties =
                kind.royal.then_some("royal").into_iter().chain(kind.properties.iter().map(String::as_str));
            let line: Vec<&str> = std::iter::once(kind.movement.as_str()).chain(properties).collect();
            (format!("{} {}", kind.letter, kind.name), line.join(", "))
        });
        section(&mut text, "men", men);
        section(&mut text, "regions", self.region_lines().into_iter());
        text.push_str("\nsetup standard\n");
        for rank in (0..self.board.ranks()).rev() {
            let cell = |file| {
                let on = self.start.men.iter().find(|placed| (placed.file, placed.rank) == (file, rank));
                let letter = on.and_then(|placed| Some((placed.side, self.letter(placed.man)?)));
                match letter {
                    Some((Side::White, letter)) => letter,
                    Some((Side::Black, letter)) => letter.to_ascii_lowercase(),
                    None if self.start.walls.contains(file, rank) => '*',
                    None => '.',
                }
            };
            let row: Vec<String> = (0..self.board.files()).map(|file| cell(file).to_string()).collect();
            let _ = writeln!(text, "  {}", row.join(" "));
        }
        section(&mut text, "rules", self.rules.iter().cloned());
        section(&mut text, "endings", self.endings.iter().cloned());
        text
    }
}

fn title(name: &str) -> String {
    name.split('-').map(|word| capitalized(&word.replace('"', "'"))).collect::<Vec<_>>().join(" ")
}

fn section(text: &mut String, heading: &str, lines: impl Iterator<Item = (String, String)>) {
    let lines: Vec<_> = lines.collect();
    if !lines.is_empty() {
        let _ = writeln!(text, "\n{heading}");
        push(text, lines.into_iter(), "  ");
    }
}

/// Lines `what: how` with their values in one column.
fn push(text: &mut String, lines: impl Iterator<Item = (String, String)>, indent: &str) {
    let lines: Vec<_> = lines.collect();
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) + 1;
    for (name, value) in lines {
        let _ = writeln!(text, "{indent}{:width$} {value}", format!("{name}:"));
    }
}
