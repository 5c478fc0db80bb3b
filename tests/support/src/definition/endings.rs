//! Endings.

use super::{DefinitionMaker, Dice};

/// Features that have to occur in games that are accepted.
pub(super) const SURVEYED: &[&str] = &[
    "checkmate",
    "stalemate",
    "bared",
    "bared, not to move",
    "quiet limit",
    "quiet series",
    "position times",
    "perpetual check",
    "only material",
    "man on",
    "no men",
    "checks given",
    "several men on",
    "any man on",
    "safe",
    "secure",
    "no square empty",
    "unanswered",
    "both",
    "judged",
    "or fewer",
    "or more",
    "men but",
    "in setup",
    "against",
    "has",
    "turn of a limit",
    "in a row",
    "in line",
    "in a square",
    "chain",
    "lines",
    "both pass",
    "opposition accepted",
    "counted out",
    "position of a side",
    "side wins",
    "worth",
    "win on claim",
    "castled",
    "no castling",
    "more men",
    "more points",
];

impl DefinitionMaker<'_> {
    #[expect(clippy::too_many_lines, reason = "one line or two for each sort of ending")]
    pub(super) fn endings(&mut self) {
        self.line("endings");
        let royal = self.parts.contains("royal");
        let (man, other) = (self.random_kind(), self.random_kind());
        let result = |dice: &mut Dice| dice.pick(&["wins", "loses", "draw"]);
        let mut endings = Vec::new();
        if royal && self.has("checkmate", 98) {
            endings.push("checkmated: loses".to_owned());
        }
        if royal && self.parts.contains("destroys") {
            let royals = self.kinds.iter().filter(|&kind| *kind == 'K' || self.royals.contains(kind));
            endings.extend(royals.map(|royal| format!("no {royal}: loses")));
        }
        if self.has("stalemate", 97) {
            endings.push(format!("stalemated: {}", result(self.dice)));
        }
        if royal && self.has("bared", 12) {
            let bared = self.dice.pick(&["bared", "white bared", "bared, to move", "bared, black to move"]);
            endings.push(format!("{bared}: loses"));
        }
        if royal && self.has("bared, not to move", 15) {
            endings.push(format!("bared, not to move: {}", self.dice.pick(&["loses", "draw"])));
        }
        if self.has("quiet limit", 60) {
            let claim = self.dice.pick(&["draw", "draw", "loses", "draw on claim"]);
            let unit = self.dice.pick(&["moves", "plies"]);
            let turn = if self.has("turn of a limit", 20) {
                self.dice.pick(&[", to move", ", not to move", ", white to move"])
            } else if claim == "loses" {
                ", to move"
            } else {
                ""
            };
            endings.push(format!("{} {unit} without progress{turn}: {claim}", self.dice.between(3, 40)));
        }
        if self.parts.iter().any(|part| part.starts_with("series")) && self.has("quiet series", 50) {
            endings.push(format!("{} series without progress: draw", self.dice.between(2, 10)));
        }
        if !self.parts.contains("repetition") && self.has("position times", 50) {
            let times = self.dice.between(2, 4);
            if self.has("position of a side", 40) {
                let ending = self.dice.pick(&[
                    "position N times, not to move: loses",
                    "position N times, to move: loses",
                    "white position N times: wins",
                    "position N times, black to move: draw",
                    "position N times: black wins",
                ]);
                endings.push(ending.replace('N', &times.to_string()));
            } else {
                let claim = self.dice.pick(&["draw", "draw", "draw on claim"]);
                endings.push(format!("position {times} times: {claim}"));
            }
        }
        if royal && !self.parts.contains("repetition") && self.has("perpetual check", 25) {
            let times = self.dice.between(2, 3);
            let result = self.dice.pick(&["loses", "loses", "wins", "draw", "draw on claim"]);
            endings.push(format!("position {times} times by perpetual check: {result}"));
            if self.has("both", 50) {
                endings.push(format!("both position {times} times by perpetual check: {}", self.for_nobody()));
            }
        }
        if royal && self.has("only material", 25) {
            let balance = self.dice.pick(&[
                "K v K",
                "K v K, or K and P of one colour",
                "K and P of two colours",
                "K P v K P of two colours, or K and P of one colour v K",
            ]);
            endings.push(format!("only {balance}: draw"));
        }
        if self.has("man on", 30) {
            endings.push(self.goal(man));
        }
        if self.has("or fewer", 20) {
            endings.push(self.at_most(man, other));
        }
        if self.has("in a row", 15) {
            endings.push(self.in_a_row(man, other));
        }
        if self.parts.iter().any(|part| part.starts_with("passing")) && self.has("both pass", 60) {
            endings.push(format!("both pass: {}", self.for_nobody()));
        }
        let passes = self.parts.iter().any(|part| part.starts_with("passing"));
        if passes && self.parts.contains("to be broken") && self.has("opposition accepted", 80) {
            endings.push(format!("opposition accepted: {}", self.for_nobody()));
        }
        if self.parts.iter().any(|part| part.starts_with("counting")) && self.has("counted out", 97) {
            let result = if self.dice.percent(60) { self.for_nobody() } else { "draw on claim" };
            endings.push(format!("counted out: {result}"));
        }
        if self.has("no men", if royal { 15 } else { 90 }) {
            let what = if self.dice.percent(50) { "men".to_owned() } else { format!("{man} or {other}") };
            endings.push(format!("no {what}: {}", self.dice.pick(&["loses", "loses", "wins"])));
        }
        if royal && self.has("checks given", 15) {
            endings.push(format!("{} checks given: {}", self.dice.between(2, 4), self.dice.pick(&["wins", "loses"])));
        }
        if self.has("side wins", 10) {
            let ending = self.dice.pick(&["no men", "5 plies without progress"]);
            endings.push(format!("{ending}: {}", self.dice.pick(&["white wins", "black wins"])));
        }
        // The worth of results, where they hold and what is claimed changes nothing else in a definition.
        let worths = self.dice.clone();
        let mut claims = self.dice.clone();
        let mut castles = self.dice.clone();
        for (part, result) in [("castled", "wins"), ("no castling", "loses")] {
            if self.parts.contains("castling") && castles.percent(25) {
                self.parts.insert(part);
                let side = castles.pick(&["", "", "white ", "black "]);
                let wing = castles.pick(&["", "", " toward the first file", " toward the last file"]);
                let turn = castles.pick(&["", "", ", to move", ", not to move"]);
                let result = castles.pick(&[result, result, "draw", "black wins"]);
                let has = if part == "no castling" && !side.is_empty() { "has " } else { "" };
                self.line(format!("  {side}{has}{part}{wing}{turn}: {result}"));
            }
        }
        if claims.percent(12) {
            self.parts.insert("win on claim");
            let claim = claim(&mut claims, royal, man, &endings);
            self.line(format!("  {claim}"));
        }
        self.write_endings(endings, worths);
    }

    /// Writes the endings in any order, since it counts, some with a worth.
    fn write_endings(&mut self, mut endings: Vec<String>, mut worths: Dice) {
        while !endings.is_empty() {
            let mut ending = endings.swap_remove(self.dice.below(endings.len()));
            let takes_worth = |result: &str| ending.ends_with(result);
            if takes_worth(" loses") && worths.percent(10) {
                self.parts.insert("worth");
                ending += worths.pick(&[" 0", " 0.25", " 0.4"]);
            } else if [" wins", " win"].into_iter().any(takes_worth) && worths.percent(10) {
                self.parts.insert("worth");
                ending += worths.pick(&[" 0.51", " 0.75", " 1"]);
            }
            if self.parts.contains("other setup")
                && worths.percent(25)
                && let Some((condition, result)) = ending.split_once(':')
            {
                self.parts.insert("in setup");
                let setup = worths.pick(&["first", "second", "second or first"]);
                ending = format!("{condition}, in setup {setup}:{result}");
            }
            self.line(format!("  {ending}"));
        }
    }

    /// A result of a condition that holds for neither side.
    fn for_nobody(&mut self) -> &'static str {
        let mut results = vec![("", "draw"), ("side wins", "white wins"), ("side wins", "black wins")];
        results.extend([("more men", "more men win"), ("more men", "fewer men win")]);
        if self.parts.contains("points") {
            results.push(("more points", "more points win"));
        }
        let (part, result) = self.dice.pick(&results);
        if !part.is_empty() {
            self.parts.insert(part);
        }
        result
    }

    /// A result of a condition that holds for a side.
    fn for_a_side(&mut self) -> &'static str {
        if self.dice.percent(30) { self.for_nobody() } else { self.dice.pick(&["wins", "loses", "draw"]) }
    }

    /// Who is to move where a condition counts, and the result of that.
    fn judged(&mut self) -> String {
        let turn = if self.has("judged", 50) {
            self.dice.pick(&[", to move", ", not to move", ", white to move", ", black to move"])
        } else {
            ""
        };
        format!("{turn}: {}", self.for_a_side())
    }

    fn goal(&mut self, man: char) -> String {
        let place = self.dice.pick(&["hill", "last rank", "beyond"]);
        let several = self.has("several men on", 30);
        let men = if several {
            format!("{} {man}", self.dice.between(2, 3))
        } else if self.has("any man on", 20) {
            "any man".to_owned()
        } else {
            man.to_string()
        };
        let safe = if self.has("safe", 30) { ", safe" } else { "" };
        let secure = if self.has("secure", 30) { ", secure" } else { "" };
        let full = if self.has("no square empty", 15) { ", no square empty" } else { "" };
        let goal = format!("{men} on {place}{safe}{secure}{full}");
        if self.has("both", 20) {
            let both = if several { "both have" } else { "both" };
            return format!("{both} {goal}: {}", self.for_nobody());
        }
        if self.has("unanswered", 30) {
            return format!("{goal}, unanswered: {}", self.for_a_side());
        }
        goal + &self.judged()
    }

    fn men_of(&mut self, man: char, other: char) -> String {
        match self.dice.below(4) {
            0 => "men".to_owned(),
            1 => man.to_string(),
            2 if self.has("men but", 80) => format!("men but {man}"),
            _ => format!("{man} or {other}"),
        }
    }

    fn at_most(&mut self, man: char, other: char) -> String {
        let men = self.men_of(man, other);
        let against =
            if self.has("against", 40) { format!(" v {} or more", self.dice.between(1, 3)) } else { String::new() };
        let white = if self.has("has", 20) { "white has " } else { "" };
        if self.has("or more", 25) {
            return format!("{white}{} {men} or more{}", self.dice.between(2, 4), self.judged());
        }
        let count = self.dice.between(1, 3);
        let men = if count == 1 && men == "men" { "man".to_owned() } else { men };
        format!("{white}{count} {men} or fewer{against}{}", self.judged())
    }

    fn in_a_row(&mut self, man: char, other: char) -> String {
        let men = self.men_of(man, other);
        // Half of the squares are chains. What is drawn for them changes nothing else in a definition.
        let mut chains = self.dice.clone();
        if self.has("in a square", 20) {
            if chains.percent(50) {
                self.parts.insert("chain");
                let ends = chains.pick(&[
                    "file a and file c",
                    "own rank 1 and beyond",
                    "own rank 2 and last rank",
                    "hill and court",
                ]);
                let steps = chains.pick(&[
                    "",
                    "",
                    " by steps n or e",
                    " by steps n, ne, e, s, sw or w",
                    " by steps nw, n or ne",
                ]);
                return format!("chain of {men} between {ends}{steps}{}", self.judged());
            }
            return format!("4 {men} in a square{}", self.judged());
        }
        let how = if self.has("in line", 40) { "in line" } else { "in a row" };
        let on = if self.has("lines", 50) {
            self.dice.pick(&[" on ranks", " on files", " on diagonals", " on ranks or files", " on files or diagonals"])
        } else {
            ""
        };
        format!("{} {men} {how}{on}{}", self.dice.between(3, 5), self.judged())
    }
}

/// An ending by which the player to move may win if it claims that.
fn claim(dice: &mut Dice, royal: bool, man: char, others: &[String]) -> String {
    let mut claims = vec!["any man on hill: wins".to_owned(), "9 plies without progress, to move: wins".to_owned()];
    claims
        .extend([format!("2 {man} or fewer, not to move: loses"), "2 men in line on ranks, to move: wins".to_owned()]);
    claims.extend([format!("no {man}: loses"), "any man on hill, unanswered: loses".to_owned()]);
    if royal {
        claims.push("bared, not to move: loses".to_owned());
    }
    let condition = |ending: &str| ending.split(':').next().map(str::to_owned);
    claims.retain(|claim| !others.iter().any(|other| condition(other) == condition(claim)));
    let claim = claims.swap_remove(dice.below(claims.len()));
    let worths = if claim.ends_with("wins") { ["", " 0.75", " 0.6"] } else { ["", " 0.25", " 0.4"] };
    format!("{claim}{} on claim", dice.pick(&worths))
}
