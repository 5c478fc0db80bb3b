//! Captors that stay behind, men that change sides, captured men that go home, men that hold others or relay their moves.

use super::DefinitionMaker;
use crate::dice::Dice;

/// What of this has to occur in games that are accepted.
pub(super) const SURVEYED: &[&str] = &[
    "converts",
    "drop converts",
    "stays behind",
    "captor goes home",
    "captor changes sides",
    "goes home",
    "holds",
    "holds by attack",
    "relays",
];

impl DefinitionMaker<'_> {
    /// Adds properties to the men of a definition that is complete. What is drawn here changes nothing else in it.
    pub(super) fn aftermath(&mut self) {
        let mut dice = self.dice.clone();
        dice.below(1000);
        if !dice.percent(25) {
            return;
        }
        let men: Vec<char> = self.kinds.iter().copied().filter(|kind| !self.royals.contains(kind)).collect();
        let kills = self.lines.iter().any(|line| line.contains("all men") && line.contains("when capturing d"));
        for symbol in self.kinds.clone() {
            let start = format!("{symbol} man {}: ", symbol.to_lowercase());
            let Some(line) = self.lines.iter_mut().find(|line| line.contains(&start)) else { continue };
            if dice.percent(15) && !men.is_empty() {
                self.parts.insert("converts");
                let event = dice.pick(&["moving", "moving", "capturing", "not capturing", "arriving on hill"]);
                let others =
                    ["men".to_owned(), "all men".to_owned(), "enemy men".to_owned(), dice.pick(&men).to_string()];
                let converted = &others[dice.below(others.len())];
                let coordinated = format!("coordinated with {}", dice.pick(&self.kinds));
                let which = dice.pick(&[
                    "next to it",
                    "next to it",
                    "enclosed in line",
                    "enclosed orthogonally in line",
                    "it passes",
                    "it approaches in line",
                    "it withdraws from",
                    coordinated.as_str(),
                ]);
                *line += &format!(", when {event} converts {converted} {which}");
            }
            if dice.percent(15) && !men.is_empty() {
                self.parts.insert("drop converts");
                let which = dice.pick(&["next to it", "enclosed in line"]);
                let where_dropped = dice.pick(&["", "", " next to own men"]);
                *line += &format!(", when dropped{where_dropped} converts men {which}");
            }
            if dice.percent(25)
                && !kills
                && ["dies", "converts", "destroys"].iter().all(|effect| !line.contains(effect))
            {
                self.parts.insert("stays behind");
                *line += ", when capturing stays behind";
            } else if dice.percent(25) && !kills && !line.contains("when ") && !line.contains("turn") {
                self.parts.insert("captor goes home");
                *line += dice.pick(&[
                    ", when capturing goes home",
                    ", when capturing goes home on its file",
                    ", when capturing goes home on its colour",
                ]);
            } else if dice.percent(25)
                && !kills
                && ["dies", "converts", "destroys", "stays"].iter().all(|effect| !line.contains(effect))
            {
                self.parts.insert("captor changes sides");
                *line += ", when capturing changes sides";
            }
            if dice.percent(30) && men.contains(&symbol) && !line.contains("when captured") {
                self.parts.insert("goes home");
                *line += dice.pick(&[
                    ", when captured goes home",
                    ", when captured goes home on its file",
                    ", when captured goes home on its colour if empty",
                ]);
            }
        }
    }

    /// Adds men that hold others, and men that relay their moves, to a definition that is complete.
    pub(super) fn holds_and_relays(&mut self) {
        self.add_to_men("holds", (997, 15), |dice, kinds| format!("holds {} next to it", held_men(dice, kinds)));
        self.add_to_men("holds by attack", (983, 12), |dice, kinds| {
            format!("holds {} it attacks", held_men(dice, kinds))
        });
        self.add_to_men("relays", (991, 12), |dice, kinds| {
            let others = ["men".to_owned(), "own men".to_owned(), format!("all men but {}", dice.pick(kinds))];
            format!("relays to {}", others[dice.below(others.len())])
        });
    }

    /// Adds a property to some men of so many definitions in a hundred. What is drawn here changes nothing else in them; the
    /// first number tells one property's dice from another's.
    fn add_to_men(
        &mut self,
        part: &'static str,
        (own, chance): (usize, usize),
        property: impl Fn(&mut Dice, &[char]) -> String,
    ) {
        let mut dice = self.dice.clone();
        dice.below(own);
        if !dice.percent(chance) {
            return;
        }
        let kinds = self.kinds.clone();
        for symbol in &kinds {
            let start = format!("{symbol} man {}: ", symbol.to_lowercase());
            let Some(line) = self.lines.iter_mut().find(|line| line.contains(&start)) else { continue };
            if dice.percent(35) {
                self.parts.insert(part);
                *line += &format!(", {}", property(&mut dice, &kinds));
            }
        }
    }
}

/// Men that a man holds.
fn held_men(dice: &mut Dice, kinds: &[char]) -> String {
    let others = [
        "men".to_owned(),
        "enemy men".to_owned(),
        "enemy men".to_owned(),
        "own men".to_owned(),
        format!("enemy all men but {}", dice.pick(kinds)),
        dice.pick(kinds).to_string(),
    ];
    others[dice.below(others.len())].clone()
}
