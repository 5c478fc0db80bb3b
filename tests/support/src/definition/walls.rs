//! Walls placed in play.

use super::DefinitionMaker;

/// What of this has to occur in games that are accepted.
pub(super) const SURVEYED: &[&str] = &[
    "wall anywhere",
    "wall on a place",
    "wall beside others",
    "wall where it came from",
    "wall where it could go",
    "one wall at a time",
    "wall instead of a move",
    "wall of a side",
    "no wall where men die",
];

impl DefinitionMaker<'_> {
    /// Adds walls to a definition that is complete, in place of men in hand and finishing moves. What is drawn here
    /// changes nothing else in it.
    pub(super) fn walls(&mut self) {
        let mut dice = self.dice.clone();
        let apart = |line: &String| {
            line.contains(" hand") || line.trim_start().starts_with("drop ") || line.contains("finishing move")
        };
        let mortal = self.lines.iter().any(|line| line.contains("destroys"));
        if !dice.percent(if mortal { 80 } else { 45 }) || self.lines.iter().any(apart) {
            return;
        }
        let mut has = |part: &'static str, chance: usize| {
            let has = dice.percent(chance);
            if has {
                self.parts.insert(part);
            }
            has
        };
        let mut options: Vec<&str> = Vec::new();
        let instead = has("wall instead of a move", 25);
        if instead {
            options.push("instead of a move");
        } else if has("wall where it came from", 30) {
            options.push("where the man came from");
        } else if has("wall where it could go", 35) {
            options.push("where the man could go");
        }
        if has("wall on a place", 45) {
            options.push("on own rank 1 to 3 or hill");
            if has("wall beside others", 50) {
                options.push("or beside a wall");
            }
        }
        let stone = self.lines.iter().any(|line| line.contains("becomes a wall"));
        if !stone && has("one wall at a time", 35) {
            options.push("one at a time");
        }
        if mortal && !instead && has("no wall where men die", 80) {
            options.push("not where a man dies");
        }
        if options.is_empty() {
            self.parts.insert("wall anywhere");
            options.push("anywhere");
        }
        let side = if dice.percent(35) { "white " } else { "" };
        if !side.is_empty() {
            self.parts.insert("wall of a side");
        }
        let line = format!("  {side}wall: {}", options.join(", "));
        if let Some(endings) = self.lines.iter().position(|line| line == "endings") {
            self.lines.insert(endings, line);
        }
    }
}
