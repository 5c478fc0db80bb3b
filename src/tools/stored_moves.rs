//! Stored moves: the legal moves at the start of each setup, as a page to keep beside a definition and compare later.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::Game;
use crate::model::SetupId;
use crate::notation::{fen, uci};

/// Writes the page: for each setup its name, its position, and its legal moves, sorted.
pub fn write(game: &Game) -> String {
    let mut lines = Vec::new();
    for (index, setup) in (0..).zip(&game.variant().setups) {
        let position = game.start_of(SetupId(index));
        lines.push(format!("setup {}", setup.name));
        lines.push(format!("  {}", fen::write(&position)));
        lines.extend(uci::legal_moves(&position).into_iter().map(|(text, _)| format!("  {text}")));
    }
    lines.join("\n") + "\n"
}

/// The differences of the page `now` from `stored`, one per line below its setup: after `-` what only `stored` has, after
/// `+` what only `now` has. Empty if setups, positions and moves are the same.
pub fn differences(stored: &str, now: &str) -> Vec<String> {
    let (stored, now) = (sections(stored), sections(now));
    let headings: BTreeSet<_> = stored.keys().chain(now.keys()).copied().collect();
    let none = BTreeSet::new();
    let mut differing = Vec::new();
    for heading in headings {
        let (old, new) = (stored.get(heading).unwrap_or(&none), now.get(heading).unwrap_or(&none));
        if old != new {
            differing.push((*heading).to_owned());
            differing.extend(old.difference(new).map(|line| format!("- {line}")));
            differing.extend(new.difference(old).map(|line| format!("+ {line}")));
        }
    }
    differing
}

/// The lines under each heading; a heading is a line that is not indented.
fn sections(page: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut sections: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut heading = "";
    for line in page.lines().filter(|line| !line.trim().is_empty()) {
        if line.starts_with(char::is_whitespace) {
            sections.entry(heading).or_default().insert(line.trim());
        } else {
            heading = line.trim_end();
            sections.entry(heading).or_default();
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn pages_differ_by_setup_and_move() {
        let page = "setup a\n  fen\n  a2a3\n  b2b3\nsetup b\n  a2a3\n";
        assert!(differences(page, &page.replace('\n', "\r\n")).is_empty());
        assert_eq!(
            differences(page, "setup a\n  fen\n  a2a4\n  b2b3\n"),
            ["setup a", "- a2a3", "+ a2a4", "setup b", "- a2a3"]
        );
    }
}
