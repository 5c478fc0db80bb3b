//! Men in hand and drops.

use super::{DefinitionMaker, Dice, square};

/// What of this has to occur in games that are accepted.
pub(super) const SURVEYED: &[&str] = &[
    "captor's hand",
    "owner's hand",
    "in hand as another",
    "in hand as before promotion",
    "hand of the setup",
    "drop",
    "drop on a place",
    "drop as others",
    "drop limit",
    "drop on a last square",
    "drop slid in",
    "drop not to checkmate",
    "drop not to check",
    "compulsory drop",
    "drop next to men",
    "drop only to convert",
    "drop first on squares",
    "unlimited drop",
    "full board",
    "drop of a side",
    "progress by drop",
    "first move leaves a man",
    "castling of dropped men",
    "counting on the board",
    "promotion limit on the board",
];

impl DefinitionMaker<'_> {
    /// Adds men in hand to a definition that is complete. What is drawn here changes nothing else in it.
    pub(super) fn hands(&mut self) {
        let mut dice = self.dice.clone();
        if !dice.percent(30) {
            return;
        }
        let men: Vec<char> = self.kinds.iter().copied().filter(|kind| !self.royals.contains(kind)).collect();
        if men.is_empty() {
            return;
        }
        self.captured_men(&mut dice, &men);
        if dice.percent(40) {
            self.men_in_hand(&mut dice, &men);
        }
        self.drops(&mut dice, &men);
        self.dropped_castling(&mut dice);
        if let Some(endings) = self.lines.iter().position(|line| line == "endings").filter(|_| dice.percent(15)) {
            self.parts.insert("full board");
            self.lines.insert(
                endings + 1,
                format!(
                    "  full board: {}",
                    dice.pick(&[
                        "more men win",
                        "more men on the board win",
                        "fewer men on the board win",
                        "more men win, draw on claim",
                        "draw",
                        "white wins"
                    ])
                ),
            );
        }
        if dice.percent(30) {
            self.leavers(&mut dice, &men);
        }
        if dice.percent(60) {
            for line in self.lines.iter_mut().filter(|line| line.contains("counting") && line.contains(" moves")) {
                self.parts.insert("counting on the board");
                *line += ", on the board";
            }
        }
        if dice.percent(60) {
            for line in self.lines.iter_mut().filter(|line| line.contains("promotion of")) {
                if let Some(at) = line.find(", at most ") {
                    self.parts.insert("promotion limit on the board");
                    let end = line[at + 1..].find(',').map_or(line.len(), |comma| at + 1 + comma);
                    line.insert_str(end, " on the board");
                }
            }
        }
    }

    /// Castling of men that were dropped, where men castle.
    fn dropped_castling(&mut self, dice: &mut Dice) {
        let files = self.files;
        let castles = |line: &&mut String| line.contains("castling: K");
        if !dice.percent(60) || files < 4 {
            return;
        }
        if let Some(line) = self.lines.iter_mut().find(castles) {
            self.parts.insert("castling of dropped men");
            let king = square(dice.between(2, files - 1), 1);
            let (first, last) = (square(1, 1), square(files, 1));
            *line += &format!(", also dropped K on own {king} with R on own {first} or own {last}");
        }
    }

    /// Men that leave others from the hand behind by their first move.
    fn leavers(&mut self, dice: &mut Dice, men: &[char]) {
        for symbol in self.kinds.clone() {
            if dice.percent(40) {
                continue;
            }
            let (one, other) = (dice.pick(men), dice.pick(men));
            let left = if one == other { one.to_string() } else { format!("{one} or {other}") };
            let start = format!("{symbol} man {}: ", symbol.to_lowercase());
            let line = self.lines.iter_mut().find(|line| line.contains(&start) && !line.contains("once a game"));
            if let Some(line) = line {
                self.parts.insert("first move leaves a man");
                *line += &format!(", when first moving may leave {left}");
            }
        }
    }

    /// The fate of captured men, written behind their other properties.
    fn captured_men(&mut self, dice: &mut Dice, men: &[char]) {
        let (to_captor, before) = (dice.percent(75), dice.percent(40));
        for &symbol in men {
            if dice.percent(20) {
                continue;
            }
            let (part, hand) = if to_captor || dice.percent(10) {
                ("captor's hand", "the captor's hand")
            } else {
                ("owner's hand", "its owner's hand")
            };
            self.parts.insert(part);
            let mut property = format!(", when captured goes to {hand}");
            if before {
                self.parts.insert("in hand as before promotion");
                property += " as before promotion";
            } else if dice.percent(25) {
                self.parts.insert("in hand as another");
                property += &format!(" as {}", dice.pick(men));
            }
            let start = format!("{symbol} man {}: ", symbol.to_lowercase());
            if let Some(line) = self.lines.iter_mut().find(|line| line.contains(&start)) {
                *line += &property;
            }
        }
    }

    /// The line of men in hand, in the first setup.
    fn men_in_hand(&mut self, dice: &mut Dice, men: &[char]) {
        let mut hand = String::new();
        for white in [true, false] {
            for &symbol in men {
                let foreign = self.of_one_side.iter().any(|&(other, side)| other == symbol && side != white);
                if foreign || dice.percent(50) {
                    continue;
                }
                let number = dice.between(1, 3);
                let number = if number > 1 { format!("{number} ") } else { String::new() };
                hand += &format!(" {number}{}", if white { symbol } else { symbol.to_ascii_lowercase() });
            }
        }
        let heading = self.lines.iter().position(|line| line == "setup first");
        if let Some(heading) = heading.filter(|_| !hand.is_empty()) {
            self.parts.insert("hand of the setup");
            self.lines.insert(heading + 1 + self.ranks, format!("  hand:{hand}"));
        }
    }

    /// The rules of drops, at the end of the rules, and drops as progress.
    fn drops(&mut self, dice: &mut Dice, men: &[char]) {
        let progress = self.lines.iter_mut().find(|line| line.starts_with("  progress: "));
        if let Some(progress) = progress.filter(|_| dice.percent(50)) {
            self.parts.insert("progress by drop");
            *progress += " or drop";
        }
        for &symbol in men {
            if dice.percent(50) {
                continue;
            }
            self.parts.insert("drop");
            let mut options = Vec::new();
            let mut has = |part: &'static str, chance: usize, dice: &mut Dice| {
                let has = dice.percent(chance);
                if has {
                    self.parts.insert(part);
                }
                has
            };
            if has("drop on a place", 40, dice) {
                let place = ["home", "beyond or home", "own rank 2 to 3", "hill or own rank 1", "court", "last rank"];
                options.push(format!("on {}", dice.pick(&place)));
            }
            if has("drop as others", 25, dice) {
                let (one, other) = (dice.pick(men), dice.pick(men));
                let men = if one == other { one.to_string() } else { format!("{one} or {other}") };
                options.push(format!("as {men}"));
            }
            if has("drop limit", 35, dice) {
                let (line, number) = (dice.pick(&["file", "file", "rank", "colour"]), dice.between(1, 2));
                options.push(format!("not on a {line} with {number} {} or more", dice.pick(men)));
            }
            if has("drop on a last square", 15, dice) {
                let line = dice.pick(&["file", "rank", "colour"]);
                options.push(format!("not on the last square of a {line} without {}", dice.pick(men)));
            }
            if has("drop slid in", 15, dice) {
                options.push(format!("slid in from {}", dice.pick(&["n", "s", "n or s", "n, e, s or w", "e or n"])));
            }
            if has("drop not to checkmate", 25, dice) {
                options.push("not to checkmate".to_owned());
            } else if has("drop not to check", 15, dice) {
                options.push("not to check".to_owned());
            }
            if has("compulsory drop", 10, dice) {
                options.push("compulsory".to_owned());
            }
            if has("drop next to men", 20, dice) {
                let not = dice.pick(&["", "", "not ", "orthogonally ", "not orthogonally "]);
                let whose = dice.pick(&["own ", "enemy ", ""]);
                let others = ["men".to_owned(), "men".to_owned(), dice.pick(men).to_string()];
                options.push(format!("{not}next to {whose}{}", others[dice.below(others.len())]));
            }
            if has("drop only to convert", 10, dice) {
                options.push("only to convert".to_owned());
            }
            if has("drop first on squares", 15, dice) {
                options.push(format!("first on {}", dice.pick(&["home", "hill", "own rank 2 to 3", "court"])));
            }
            if has("unlimited drop", 15, dice) {
                options.push("unlimited".to_owned());
            }
            let side = if has("drop of a side", 15, dice) { dice.pick(&["white ", "black "]) } else { "" };
            if options.is_empty() {
                options.push(dice.pick(&["forbidden", "on anywhere"]).to_owned());
            }
            let line = format!("  {side}drop of {symbol}: {}", options.join(", "));
            if let Some(endings) = self.lines.iter().position(|line| line == "endings") {
                self.lines.insert(endings, line);
            }
        }
    }
}
