//! Endings.

use super::{Dice, Maker};

/// What of this has to occur in games that are accepted.
pub(super) const SURVEYED: &[&str] = &[
    "checkmate",
    "stalemate",
    "bared",
    "opponent bared",
    "quiet limit",
    "quiet series",
    "position times",
    "only material",
    "man on",
    "without",
    "checks given",
];

impl Maker<'_> {
    pub(super) fn endings(&mut self) {
        self.line("endings");
        let royal = self.parts.contains("royal");
        let (man, other) = (self.kind(), self.kind());
        let result = |dice: &mut Dice| dice.of(&["wins", "loses", "draw"]);
        let mut endings = Vec::new();
        if royal && self.has("checkmate", 98) {
            endings.push("checkmate: loses".to_owned());
        }
        if self.has("stalemate", 97) {
            endings.push(format!("stalemate: {}", result(self.dice)));
        }
        if royal && self.has("bared", 12) {
            endings.push("bared: loses".to_owned());
        }
        if royal && self.has("opponent bared", 15) {
            endings.push(format!("opponent bared: {}", self.dice.of(&["wins", "draw"])));
        }
        if self.has("quiet limit", 60) {
            let claim = self.dice.of(&["draw", "draw", "loses", "draw on claim"]);
            let unit = self.dice.of(&["moves", "plies"]);
            endings.push(format!("{} {unit} without progress: {claim}", self.dice.between(3, 40)));
        }
        if self.parts.iter().any(|part| part.starts_with("series")) && self.has("quiet series", 50) {
            endings.push(format!("{} series without progress: draw", self.dice.between(2, 10)));
        }
        if !self.parts.contains("repetition") && self.has("position times", 50) {
            let claim = self.dice.of(&["draw", "draw", "draw on claim"]);
            endings.push(format!("position {} times: {claim}", self.dice.between(2, 4)));
        }
        if royal && self.has("only material", 25) {
            let balance = self.dice.of(&["K v K", "K v K, or K and P of one colour"]);
            endings.push(format!("only {balance}: draw"));
        }
        if self.has("man on", 20) {
            let place = self.dice.of(&["hill", "the last rank", "beyond"]);
            endings.push(format!("{man} on {place}: {}", result(self.dice)));
        }
        if self.has("without", if royal { 15 } else { 90 }) {
            let what = if self.dice.percent(50) { "men".to_owned() } else { format!("{man} or {other}") };
            endings.push(format!("without {what}: {}", self.dice.of(&["loses", "loses", "wins"])));
        }
        if royal && self.has("checks given", 15) {
            endings.push(format!("{} checks given: {}", self.dice.between(2, 4), self.dice.of(&["wins", "loses"])));
        }
        // Their order counts, so it is any.
        while !endings.is_empty() {
            let ending = endings.swap_remove(self.dice.below(endings.len()));
            self.line(format!("  {ending}"));
        }
    }
}
