//! Rules.

use super::{DefinitionMaker, Dice, square};

/// What of this has to occur in games that are accepted.
pub(super) const SURVEYED: &[&str] = &[
    "castling",
    "free castling",
    "castling of one side",
    "castling to squares",
    "castling by range",
    "castling with several",
    "castling with men on a place",
    "castling with a royal man",
    "castling keeps colour",
    "castling on other wings",
    "long step",
    "long step of up to",
    "en passant",
    "long step aslant",
    "several long steps",
    "en passant by",
    "en passant on",
    "en passant of one side",
    "promotion",
    "promotion to any starting man",
    "promotion if wished",
    "promotion facing",
    "promotion from",
    "promotion optional but",
    "promotion limit",
    "promotion options in another order",
    "promotion to captured men",
    "promotion by capture",
    "promotion not by en passant",
    "promotion by a long step",
    "promotion to nothing",
    "promotions of one man",
    "promotion to royal",
    "promotion of royal",
    "immobility",
    "progress",
    "series fixed",
    "series longer each turn",
    "series longer than last",
    "series answering",
    "series ends by check",
    "series ends by capture",
    "series of one side",
    "series by the same man",
    "series by different men",
    "stuck",
    "must move",
    "repetition",
    "grid",
    "shifted grid",
    "opposition",
    "to be broken",
    "finishing move",
    "compulsory capture",
    "compulsory order",
    "passing when stuck",
    "passing always",
    "progress by promotion",
    "one-way moves",
    "points",
    "points of a side",
    "counting",
    "counting when bared",
    "counting against",
    "counting without",
    "counting with few men",
    "counting from the number of men",
    "counting of a side",
];

impl DefinitionMaker<'_> {
    pub(super) fn rules(&mut self) {
        self.line("rules");
        self.special_moves();
        if self.has("progress", 40) {
            let kind = self.random_kind();
            let progress = self.dice.pick(&["capture", "capture or move of ", "move of "]);
            let of = if progress.ends_with(' ') { kind.to_string() } else { String::new() };
            let promotion = if self.has("progress by promotion", 30) { ", promotion" } else { "" };
            let one_way = if self.has("one-way moves", 50) {
                format!(
                    " or one-way move of {}",
                    self.kinds.iter().map(char::to_string).collect::<Vec<_>>().join(" or ")
                )
            } else {
                String::new()
            };
            self.line(format!("  progress: {progress}{of}{promotion}{one_way}"));
        }
        self.series();
        if self.has("must move", 10) {
            let number = self.dice.pick(&[2, 2, 3, 4, 5, 1]);
            self.line(format!("  must move: every {number} turns"));
        }
        if self.has("repetition", 12) {
            self.line("  repetition: forbidden");
        }
        if self.has("grid", 8) {
            let part = |dice: &mut Dice, length: usize| {
                let even: Vec<usize> = (1..=length).filter(|size| length.is_multiple_of(*size)).collect();
                if dice.percent(95) { dice.pick(&even) } else { 2 }
            };
            let (files, ranks) = (part(self.dice, self.files), part(self.dice, self.ranks));
            // What is drawn here changes nothing else in the definition.
            let mut dice = self.dice.clone();
            let shifted = dice.percent(30).then(|| {
                self.parts.insert("shifted grid");
                let file = char::from(b'a' + dice.below(self.files) as u8);
                format!(", with blocks from {file}{}", dice.between(1, self.ranks))
            });
            self.line(format!("  grid: every move leaves its {files}x{ranks} block{}", shifted.unwrap_or_default()));
        }
        if self.has("opposition", 18) {
            let (watcher, prey) = (self.random_kind(), self.dice.pick(&['K', 'P']));
            let betza = self.dice.pick(&["WN", "R", "fR", "F", "pB"]);
            let broken = if self.has("to be broken", 75) { ", to be broken" } else { "" };
            let more = if self.dice.percent(20) { format!(", K and {prey}, as F") } else { String::new() };
            self.line(format!("  opposition: {watcher} and {prey}, as {betza}{broken}{more}"));
        }
        if self.has("finishing move", 8) {
            let ends = self.dice.pick(&["checkmate or stalemate", "checkmate", "stalemate"]);
            self.line(format!("  finishing move: any man to any square, to {ends}"));
        }
        if self.has("compulsory capture", 8) {
            let side = self.dice.pick(&["", "", "black "]);
            self.compulsion(side);
        }
        if self.has("immobility", 10) {
            let side = self.dice.pick(&["", "", "white "]);
            self.line(format!("  {side}immobility: forbidden"));
        }
        if self.has("passing when stuck", 10) {
            let side = self.dice.pick(&["", "", "white "]);
            self.line(format!("  {side}passing: when no other move"));
        } else if self.has("passing always", if self.parts.contains("to be broken") { 60 } else { 12 }) {
            let side = self.dice.pick(&["", "", "black "]);
            self.line(format!("  {side}passing: allowed"));
        }
        if self.has("points", 30) {
            let kind = self.random_kind();
            let half = self.dice.pick(&["", ".5"]);
            let side = if self.has("points of a side", 50) { ", black 1.5" } else { "" };
            let points = self.dice.between(0, 5);
            self.line(format!("  points: {kind} {points}{half}{side}"));
        }
        self.counting();
        self.checks();
    }

    /// Captures that are compulsory, or moves of several sorts, one after the other.
    fn compulsion(&mut self, side: &str) {
        if !self.has("compulsory order", 40) {
            self.line(format!("  {side}capture: compulsory"));
            return;
        }
        let man = format!("move of {}", self.random_kind());
        let sorts = ["capture", "promotion", "drop", "check", man.as_str()];
        let royal = self.parts.contains("royal");
        let class = |dice: &mut Dice| {
            let sort = dice.pick(&sorts);
            if sort == "check" && !royal { "capture" } else { sort }
        };
        let classes: Vec<String> = (0..self.dice.between(1, 3))
            .map(|_| {
                let first = class(self.dice);
                if self.dice.percent(30) { format!("{first} or {}", class(self.dice)) } else { first.to_owned() }
            })
            .collect();
        self.line(format!("  {side}compulsory: {}", classes.join(", else ")));
    }

    fn counting(&mut self) {
        for name in ["counting", "counting when bared"] {
            if !self.has(name, 15) {
                continue;
            }
            let side = if self.has("counting of a side", 20) { self.dice.pick(&["white ", "black "]) } else { "" };
            let mut words = Vec::new();
            if self.has("counting against", 60) {
                for least in [" 2", ""] {
                    let (moves, man) = (self.dice.between(1, 4), self.random_kind());
                    words.push(format!("{moves} moves against{least} {man}"));
                }
            }
            if words.is_empty() || self.dice.percent(60) {
                words.push(format!("{} moves", self.dice.between(1, 8)));
            }
            if self.has("counting without", 40) {
                words.push(format!("without {}", self.random_kind()));
            }
            if self.has("counting with few men", 25) {
                words.push(format!("with {} men or fewer", self.dice.between(1, 8)));
            }
            if self.has("counting from the number of men", 40) {
                words.push("from the number of men".to_owned());
            }
            self.line(format!("  {side}{name}: {}", words.join(", ")));
        }
    }

    fn checks(&mut self) {
        let series = self.parts.iter().any(|part| part.starts_with("series"));
        if !self.parts.contains("royal") {
            return;
        }
        if self.has("check forbidden", 5) {
            self.line("  check: forbidden");
        } else if self.has("check only to checkmate", 4) {
            let side = self.dice.pick(&["", "", "white "]);
            self.line(format!("  {side}check: only to checkmate"));
        } else if series && self.has("check only last", 12) {
            self.line("  check: only by the last move of a series");
        }
        if self.has("no flight", 4) {
            let side = self.dice.pick(&["", "", "black "]);
            self.line(format!("  {side}check evasion: without flight"));
        }
        if series && self.has("own check", 20) {
            self.line("  own check: allowed within a series");
        }
    }

    fn special_moves(&mut self) {
        if self.kinds.contains(&'R') && self.has("castling", if self.royals.contains(&'R') { 80 } else { 35 }) {
            let side = if self.has("castling of one side", 15) { "white " } else { "" };
            let rule = self.castling();
            if self.royals.contains(&'R') {
                self.parts.insert("castling with a royal man");
            }
            self.line(format!("  {side}castling: {rule}"));
        }
        for kind in self.kinds.clone() {
            let chance = if self.steppers.contains(&kind) { 60 } else { 4 };
            if self.has("long step", chance) {
                let mut steps = self.long_step(self.steppers.contains(&kind));
                if self.has("several long steps", 30) {
                    steps += &format!(", or {}", self.long_step(self.steppers.contains(&kind)));
                }
                let side = self.dice.pick(&["", "", "", "", "white "]);
                self.line(format!("  {side}long step of {kind}: {steps}"));
            }
        }
        if self.has("en passant by", 20) {
            let (one, other) = (self.random_kind(), self.random_kind());
            let by = if one == other { one.to_string() } else { format!("{one} or {other}") };
            let on = if self.has("en passant on", 30) { ", on own rank 3 to 4" } else { "" };
            let side = if self.has("en passant of one side", 30) { "black " } else { "" };
            self.line(format!("  {side}en passant: by {by}{on}"));
        } else if self.has("en passant on", 15) {
            let on = self.dice.pick(&["own rank 3", "hill", "own rank 2 to 4", "rank 3"]);
            let side = if self.has("en passant of one side", 20) { "white " } else { "" };
            self.line(format!("  {side}en passant: on {on}"));
        }
        for kind in self.kinds.clone() {
            let chance = if kind == 'P' { 50 } else { 4 };
            if self.has("promotion", chance) {
                let place = if self.ranks > 3
                    && self.steppers.contains(&kind)
                    && self.has("promotion by a long step", 40)
                {
                    format!("own rank 3 to {}", self.ranks.min(5))
                } else {
                    self.dice.pick(&["last rank", "last rank", "beyond", "hill or last rank", "own rank 2"]).to_owned()
                };
                let others: Vec<char> = self.kinds.iter().copied().filter(|other| *other != kind).collect();
                let to_royal = self.royals.len() > 1 && self.has("promotion to royal", 60);
                let royals_only = self.royals.contains(&kind);
                let fits =
                    |other: &char| if self.royals.contains(other) { to_royal || royals_only } else { !royals_only };
                let others: Vec<char> = others.into_iter().filter(fits).collect();
                let mut to: Vec<String> = others.iter().map(char::to_string).collect();
                to.truncate(self.dice.between(1, 3));
                let mut to = to.join(", ");
                if to.is_empty() && self.dice.percent(95) {
                    continue;
                }
                if !to.is_empty() && royals_only {
                    self.parts.insert("promotion of royal");
                } else if to.is_empty() || self.has("promotion to any starting man", 30) {
                    to = format!("any starting man but {kind}");
                    self.royals.iter().filter(|&&royal| royal != kind).for_each(|royal| to += &format!(", {royal}"));
                }
                let wished = if self.has("promotion if wished", 30) { ", optional" } else { "" };
                let facing = if self.has("promotion facing", if self.turning { 95 } else { 5 }) {
                    self.dice.pick(&[", facing any way", ", facing as at the start"])
                } else {
                    ""
                };
                let from = if self.has("promotion from", 25) { " or from" } else { "" };
                let except =
                    if !wished.is_empty() && self.has("promotion optional but", 30) { " but on last rank" } else { "" };
                let limit = if !to.starts_with("any") && self.has("promotion limit", 20) {
                    let most = self.dice.between(1, 3);
                    format!(", at most {most} {}", to.chars().next().unwrap_or('P'))
                } else {
                    String::new()
                };
                // What is drawn here changes nothing else in the definition.
                let mut dice = self.dice.clone();
                if from.is_empty() && place == "last rank" && self.ranks > 3 && dice.percent(60) {
                    self.parts.insert("promotions of one man");
                    let to = if dice.percent(80) { others.get(dice.below(others.len().max(1))) } else { None };
                    let to = to.map_or("nothing".to_owned(), char::to_string);
                    let options =
                        ["", ", optional", ", by capture", ", captured men only, optional", ", facing any way"];
                    let option = if to == "nothing" { "" } else { dice.pick(&options) };
                    self.line(format!("  promotion of {kind}: on own rank {}, to {to}{option}", self.ranks - 1));
                }
                if self.has("promotion to nothing", 8) {
                    self.line(format!("  promotion of {kind}: on {place}, to nothing"));
                    continue;
                }
                let captured = if self.has("promotion to captured men", 15) { ", captured men only" } else { "" };
                let by = if self.has("promotion by capture", 15) { ", by capture" } else { "" };
                let wished = format!("{wished}{except}");
                let passant = if self.has("promotion not by en passant", 20) { ", not by en passant" } else { "" };
                let mut options = [&limit, captured, by, passant, &wished, facing];
                if self.has("promotion options in another order", 40) {
                    options.reverse();
                }
                self.line(format!("  promotion of {kind}: on{from} {place}, to {to}{}", options.concat()));
            }
        }
    }

    fn long_step(&mut self, steps_forward: bool) -> String {
        // The most for which there is usually room.
        let most = self.dice.between(2, self.ranks.saturating_sub(2).clamp(2, 4));
        let up_to = if self.has("long step of up to", 40) { "up to " } else { "" };
        let en_passant = if self.has("en passant", 70) { ", en passant" } else { "" };
        let from = self.dice.pick(&["own rank 2", "own rank 1", "home", "own rank 1 to 2"]);
        let aslant = !steps_forward || self.has("long step aslant", 35);
        let leaps = if aslant && self.dice.percent(95) {
            let long_leaps = if self.ranks > 6 { [" as fN", " as fD"] } else { [" as fF", " as sW"] };
            let leaps = self.dice.pick(&[" as fF", " as fF", " as fFfW", " as W", " as frF", " as sW"]);
            if self.dice.percent(20) { self.dice.pick(&long_leaps) } else { leaps }
        } else {
            ""
        };
        format!("{up_to}{most} squares{leaps} from {from}{en_passant}")
    }

    fn castling(&mut self) -> String {
        let other = self.random_kind();
        let several = !['K', 'R'].contains(&other) && self.has("castling with several", 30);
        let partners = if several { format!("R or {other}") } else { "R".to_owned() };
        let on = match other {
            'A' if !several => " on file a",
            'B' if !several => " on file a to c",
            _ => "",
        };
        if !on.is_empty() {
            self.parts.insert("castling with men on a place");
        }
        let keeps = if self.has("castling keeps colour", 20) { ", one farther to keep R on its colour" } else { "" };
        let wing =
            if self.has("castling on other wings", 15) { ", not on the wing where the opponent castled" } else { "" };
        if self.has("castling to squares", 25) {
            let near = self.dice.between(1, self.files / 2);
            let far = self.dice.between(near + 1, self.files);
            let (near, far) = (square(near, 1), square(far, 1));
            format!("K to own {near} or own {far} with {partners}{on}{keeps}, {partners} to the other side of K{wing}")
        } else if self.has("castling by range", 20) {
            format!("K 1 to 2 toward {partners}{on}{keeps}, {partners} to the last square K crossed{wing}")
        } else if self.has("free castling", 50) {
            let least = self.dice.between(1, 2);
            format!("K {least} or more toward {partners}{on}{keeps}, {partners} to any square K left or crossed{wing}")
        } else {
            let steps = self.dice.pick(&[1, 2, 2, 3]);
            format!("K {steps} toward {partners}{on}{keeps}, {partners} to the last square K crossed{wing}")
        }
    }

    fn series(&mut self) {
        if !self.dice.percent(30) {
            return;
        }
        let (part, length) = match self.dice.below(4) {
            0 => (
                "series fixed",
                self.dice.pick(&["2 moves, the first 1", "2 moves", "3 moves, the first 2", "1 move, the first 2"]),
            ),
            1 => ("series longer each turn", "1 longer each turn"),
            2 => ("series longer than last", "1 longer than the opponent's last"),
            _ => {
                let length = self.dice.pick(&[
                    "as long as the opponent's last, 1 longer or 1 shorter, at least 1",
                    "as long as the opponent's last, 2 longer",
                    "as long as the opponent's last, 1 shorter, at least 2",
                    "as long as the opponent's last, 1 longer or 2 shorter, at least 2",
                ]);
                ("series answering", length)
            }
        };
        self.parts.insert(part);
        let side = if self.has("series of one side", 12) { self.dice.pick(&["white ", "black "]) } else { "" };
        let mut options: Vec<&str> = Vec::new();
        let (check, capture) = (self.has("series ends by check", 50), self.has("series ends by capture", 25));
        match (check, capture) {
            (true, true) => options.push("ends by check or capture"),
            (true, false) => options.push("ends by check"),
            (false, true) => options.push("ends by capture"),
            (false, false) => {}
        }
        let movers = if self.has("series by different men", 30) {
            Some("by different men")
        } else {
            self.has("series by the same man", 30).then_some("by the same man")
        };
        options.extend(movers);
        if (part == "series answering" || movers.is_some()) && self.has("stuck", 60) {
            let place = self.dice.below(options.len() + 1);
            options.insert(place, "stuck may claim stalemate");
        }
        let turn = [&[length], options.as_slice()].concat().join(", ");
        self.line(format!("  {side}turn: {turn}"));
    }
}
