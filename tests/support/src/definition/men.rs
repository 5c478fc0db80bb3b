//! Men.

use super::DefinitionMaker;

/// How men move.
const MOVEMENTS: [&str; 48] = [
    "K",
    "W",
    "F",
    "fWbF",
    "fF",
    "N",
    "ffN",
    "A",
    "D",
    "WD",
    "FA",
    "H",
    "C",
    "Z",
    "G",
    "(4,1)",
    "R",
    "B",
    "Q",
    "R3",
    "B2",
    "fR",
    "rfR",
    "fW",
    "NN",
    "nA",
    "nD",
    "nN",
    "[W-F&F-W]",
    "f[W-F]",
    "[F?R]",
    "[F-R]",
    "t[WB]",
    "mRcpR",
    "gQ",
    "pB",
    "jA",
    "qN",
    "zB",
    "qW",
    "WifD",
    "imfR3",
    "oW",
    "oR",
    "ofF",
    "cKmN",
    "mBcW",
    "fsW",
];

/// How men move that turn.
const DIRECTED: [&str; 14] =
    ["fF", "fW", "ffN", "fR", "rfR", "f[W-F]", "ofF", "mfWcfF", "fsW", "WfF", "FfD", "fRbF", "frN", "f[W?F]"];

/// How men move that use one direction at a time, with how they may turn.
const RADIAL: [(&str, &str); 7] =
    [("K", "45"), ("Q", "45 or 90"), ("W", "90"), ("R", "any"), ("WD", "90"), ("NN", "45"), ("cKmR", "90")];

/// How Pawns move.
const PAWNS: [&str; 6] = ["mfWcfF", "mfWcefF", "mfFcfW", "fWfF", "mfWcfFimfnD", "mfWfDcfF"];

/// How men move as long as they have never moved, or once a game.
const FIRST_MOVES: [&str; 12] = ["fD", "fsN", "fmR", "K", "nAfB2", "A", "ifD", "pR", "[F-R]", "oR", "NfZ", "bRsW"];

/// Movements of two parts.
const PARTS: [&str; 6] = [
    "step fW + leap rfN",
    "slide fR + step bF",
    "one W + two ffN",
    "short nfA + long bsR",
    "step fWfF + ride fRfB",
    "hop nD + leap cWD",
];

/// What of this has to occur in games that are accepted.
pub(super) const SURVEYED: &[&str] = &[
    "men of one side",
    "royal",
    "several royals",
    "no royal",
    "all men",
    "all men but",
    "turns",
    "turns any",
    "within",
    "one direction",
    "parts",
    "part turns",
    "each part turns",
    "turns after",
    "effect by a part",
    "flips by effect",
    "dies",
    "becomes a wall",
    "destroys",
    "destroys elsewhere",
    "coordinates",
    "becomes",
    "becomes its victim",
    "becomes up to a limit",
    "becomes in place",
    "becomes royal",
    "flips",
    "stays",
    "on",
    "captured by",
    "captured by others",
    "captured by none",
    "captures",
    "captures no",
    "no movement",
    "hops",
    "hops over a side",
    "passes own men",
    "passes own",
    "along lines",
    "first move",
    "first move aimed at",
    "once a game",
];

impl DefinitionMaker<'_> {
    pub(super) fn men(&mut self) {
        self.line("men");
        let royal = !self.has("no royal", 20);
        if royal {
            self.parts.insert("royal");
            self.royals.push('K');
        }
        if self.has("all men", 10) {
            let property = self.dice.pick(&[
                "when moving may turn 45",
                "flips m/c",
                "flips c/m, when capturing flips",
                "when capturing becomes its victim",
                "when capturing dies, when capturing destroys all men next to it",
                "when capturing destroys enemy men next to it",
                "when capturing becomes a wall",
                "turns any",
                "flips m/c, when moving may flip",
            ]);
            self.turning |= property.contains("turn");
            if property.contains("destroys") {
                self.parts.insert("destroys");
            }
            let but = if self.has("all men but", 30) { format!(" but {}", self.random_kind()) } else { String::new() };
            self.line(format!("  all men{but}: {property}"));
        }
        for symbol in self.kinds.clone() {
            let man = self.man(symbol, royal);
            let mut line = format!("{symbol} man {}: {man}", symbol.to_lowercase());
            if symbol != 'K' && self.has("men of one side", 4) {
                let white = self.dice.percent(50);
                self.of_one_side.push((symbol, white));
                line = format!("{} {line}", if white { "white" } else { "black" });
            }
            self.line(format!("  {line}"));
        }
    }

    /// The event of an effect of a man, by one of its parts if it has any.
    fn random_event(&mut self, man: &str) -> String {
        let event = self.dice.pick(&[
            "when moving",
            "when moving",
            "when capturing",
            "when not capturing",
            "when arriving on last rank",
            "when arriving on own rank 2 to 3",
            "when arriving on hill",
        ]);
        let first = man.split(' ').next().unwrap_or_default();
        let second = man.split(" + ").nth(1).and_then(|part| part.split(' ').next());
        match second {
            Some(second) if self.has("effect by a part", 60) => {
                format!("{event} by {}", self.dice.pick(&[first, second]))
            }
            _ => event.to_owned(),
        }
    }

    /// Modes and effects of a man's moves.
    fn effects(&mut self, symbol: char, man: &str) -> String {
        let mut effects = String::new();
        if man.contains("turns") && self.has("turns after", if man.contains(" + ") { 50 } else { 20 }) {
            let event = self.random_event(man);
            let turns = self.dice.pick(&["may turn 45", "may turn 90", "may turn 45 or 180", "turns 45", "turns 90"]);
            effects += &format!(", {event} {turns}");
        }
        if self.has("flips", 12) {
            effects += self.dice.pick(&[", flips m/c", ", flips c/m"]);
            if self.has("flips by effect", 40) {
                let event = self.random_event(man);
                effects += &format!(", {event} {}", self.dice.pick(&["flips", "may flip"]));
            }
        }
        // Only men that are not royal become others here, since few men are royal alike.
        let to_royal = self.dice.clone().percent(25);
        let fits = |other: &char| to_royal || !self.royals.contains(other);
        let others: Vec<char> = self.kinds.iter().copied().filter(fits).collect();
        let plain = !self.royals.contains(&symbol) && !man.contains("royal") && !others.is_empty();
        if plain && self.has("becomes", if man.contains(" + ") { 30 } else { 12 }) {
            let event = self.random_event(man);
            let becomes = self.dice.pick(&["becomes", "may become"]);
            let into: Vec<Option<char>> = others.iter().flat_map(|&other| [Some(other), None]).collect();
            if let Some(other) = self.dice.pick(&into) {
                effects += &format!(", {event} {becomes} {}", self.limited(symbol, other, &others));
            } else {
                self.parts.insert("becomes its victim");
                effects += &format!(", {event} {becomes} its victim");
                let other = self.dice.clone().pick(&others);
                let limit = self.limited(symbol, other, &[]);
                effects += limit.find(", at most").map_or("", |at| &limit[at..]);
            }
        }
        for (part, words) in [("dies", "dies"), ("destroys", "destroys"), ("becomes a wall", "becomes a wall")] {
            let twice = part == "becomes a wall" && effects.contains(" dies");
            if !twice && self.has(part, 3) {
                let event = self.random_event("");
                let men = match words {
                    "dies" | "becomes a wall" => String::new(),
                    _ => self.destroyed_men(symbol),
                };
                effects += &format!(", {event} {words}{men}");
            }
        }
        if plain && self.has("becomes in place", 6) {
            let other = self.dice.pick(&others);
            effects += &format!(", becomes {}", self.limited(symbol, other, &others));
        }
        if self.royals.iter().any(|royal| effects.contains(&format!(" becomes {royal}"))) {
            self.parts.insert("becomes royal");
        }
        effects
    }

    /// What a man becomes, with a limit and a choice in some definitions: `Q`, `Q or R, at most 2 Q on the board`.
    fn limited(&mut self, symbol: char, other: char, others: &[char]) -> String {
        // What is drawn from here on changes nothing else in the definition.
        let mut dice = self.dice.clone();
        if other == symbol || !dice.percent(40) {
            return other.to_string();
        }
        self.parts.insert("becomes up to a limit");
        let mut limit = format!(", at most {} {other}", dice.between(1, 4));
        let mut into = other.to_string();
        let more: Vec<char> = others.iter().copied().filter(|&more| more != other && more != symbol).collect();
        if !more.is_empty() && dice.percent(50) {
            let more = dice.pick(&more);
            into += &format!(" or {more}");
            if dice.percent(50) {
                limit += &format!(" or {} {more}", dice.between(1, 3));
            }
        }
        into + &limit + dice.pick(&["", "", " on the board"])
    }

    /// The men that a man destroys: ` all men but P next to it`.
    fn destroyed_men(&mut self, symbol: char) -> String {
        let other = self.random_kind();
        let whose = self.dice.pick(&["", "", " own", " enemy"]);
        let (but, listed) = (format!("all men but {other}"), format!("{other} or {symbol}"));
        let choices = if other == symbol { ["all men", "men", &but] } else { ["all men", &but, &listed] };
        let men = self.dice.pick(&choices);
        // What is drawn from here on changes nothing else in the definition.
        let mut dice = self.dice.clone();
        let along =
            ["it passes", "it approaches", "it approaches in line", "it withdraws from", "it withdraws from in line"];
        let coordinated;
        let reach = match dice.below(10) {
            0..5 => "next to it",
            5 => "orthogonally next to it",
            6 if whose != " own" && dice.flip() => {
                coordinated = format!("coordinated with {}", dice.pick(&self.kinds));
                self.parts.insert("coordinates");
                &coordinated
            }
            6 if whose != " own" => dice.pick(&["enclosed in line", "enclosed orthogonally in line"]),
            _ => dice.pick(&along),
        };
        if reach != "next to it" {
            self.parts.insert("destroys elsewhere");
        }
        format!("{whose} {men} {reach}")
    }

    /// The men that a man hops over: `, hops over only enemy P or N`.
    fn hurdles(&mut self, symbol: char) -> String {
        let which = self.dice.pick(&["hops over only", "hops over no"]);
        let whose = match self.dice.clone().below(4) {
            0 if which == "hops over only" => " own",
            1 if which == "hops over only" => " enemy",
            _ => "",
        };
        if !whose.is_empty() {
            self.parts.insert("hops over a side");
        }
        format!(", {which}{whose} {} or {symbol}", self.random_kind())
    }

    /// A movement and properties.
    fn man(&mut self, symbol: char, royal: bool) -> String {
        let mut man = self.dice.pick(&MOVEMENTS).to_owned();
        let pawn = symbol == 'P' && self.dice.percent(70);
        if pawn {
            man = self.dice.pick(&PAWNS).to_owned();
            self.steppers.push(symbol);
        } else if symbol == 'K' && self.dice.percent(40) {
            man = self.dice.pick(&["K", "fWbFsW", "WfF"]).to_owned();
        }
        let parts = self.has("parts", 10);
        if parts {
            man = self.dice.pick(&PARTS).to_owned();
            if self.has("part turns", 60) {
                let each = self.has("each part turns", 30);
                let name = if each { "each part" } else { man.split(' ').next().unwrap_or_default() }.to_owned();
                man += &format!(", {name} turns {}", self.dice.pick(&["45", "90", "any"]));
                self.turning = true;
            }
        } else if self.has("one direction", 6) {
            let (movement, turns) = self.dice.pick(&RADIAL);
            let from = self.dice.pick(&["f", "f", "r"]);
            man = format!("{movement}, one direction at a time from {from}, turns {turns}");
            self.turning = true;
        } else if self.has("turns", 20) {
            let directed = !pawn && self.dice.percent(90);
            if directed {
                man = self.dice.pick(&DIRECTED).to_owned();
            }
            let angle = self.dice.pick(&["45", "45", "90", "45 or 90", "any", "135 or 180"]);
            if angle == "any" {
                self.parts.insert("turns any");
            }
            man += &format!(", turns {angle}");
            if self.has("within", 20) {
                man += self.dice.pick(&[" within 90 of forward", " within 45 of f", " within 135 of f"]);
            } else if directed && !["rf", "fr", "ffN"].iter().any(|aslant| man.contains(aslant)) {
                self.turners.push(symbol);
            }
            self.turning = true;
        }
        if symbol != 'K' && !pawn && !parts && !man.contains(',') && self.has("no movement", 4) {
            man = "no movement".to_owned();
        }
        let chance = if symbol == 'R' { 15 } else { 4 };
        if royal && (symbol == 'K' || self.dice.percent(chance)) {
            man += self.royalty(symbol);
        }
        man += &self.effects(symbol, &man);
        if self.has("stays", 4) {
            man +=
                self.dice.pick(&[", stays in home", ", stays in court", ", stays in home or own rank 1 to 3 or hill"]);
        }
        if self.has("enters", 6) {
            man += self.dice.pick(&[
                ", enters home only by capturing",
                ", enters own rank 3 to 5 only by capturing",
                ", enters hill or file b only by capturing",
            ]);
        }
        if !parts && self.has("on", 8) {
            let place = self.dice.pick(&[
                "home",
                "beyond",
                "hill",
                "last rank or hill",
                "own rank 1 to 2",
                "a1 or b2 or rank 3",
            ]);
            let there = if self.dice.percent(10) { "no movement" } else { self.dice.pick(&MOVEMENTS) };
            man += &format!(", on {place} {there}");
        }
        let hopper = ["p", "g", "j"].iter().any(|letter| man.contains(letter)) && man.contains(['R', 'Q', 'B', 'A']);
        if (hopper && self.has("hops", 40)) || self.has("hops", 1) {
            man += &self.hurdles(symbol);
        }
        if self.has("passes own men", 4) {
            man += ", passes own men";
        } else if self.has("passes own", 6) {
            man += &format!(", passes own {} or {symbol}", self.random_kind());
        }
        if !parts && self.lined && self.has("along lines", 40) {
            let ways = ["F", "fF", "B", "pB", "gB", "K", "Q", "nA", "mB", "cF", "N", "W", "[F?W]", "mRcpR", "zB", "R2"];
            man += &format!(", along lines {}", self.dice.pick(&ways));
        }
        man += &self.first_move();
        man += &self.captures(symbol, man.contains("royal"));
        man
    }

    /// When a man is royal.
    fn royalty(&mut self, symbol: char) -> &'static str {
        if symbol != 'K' {
            self.parts.insert("several royals");
            self.royals.push(symbol);
        }
        if symbol != 'K' || !self.has("royal by number", 8) {
            return ", royal";
        }
        // Several of them may stand anywhere.
        self.royals.retain(|&royal| royal != 'K');
        self.dice.pick(&[
            ", royal when last",
            ", royal when 2 or fewer",
            ", royal when last before moving",
            ", royal when 2 or fewer before moving",
            ", royal together",
        ])
    }

    /// Limits of what captures a man and what it captures, or nothing.
    fn captures(&mut self, symbol: char, royal: bool) -> String {
        let mut limits = String::new();
        if self.has("captured by", 6) {
            limits += &if self.has("captured by others", 30) {
                format!(", captured only by all men but {}", self.random_kind())
            } else {
                format!(", captured only by {} or {symbol}", self.random_kind())
            };
        } else if !royal && self.has("captured by none", 4) {
            limits += ", captured by none";
        }
        if self.has("captures", 6) {
            limits += &format!(", captures only {}", self.random_kind());
        } else if self.has("captures no", 6) {
            limits += &format!(", captures no {} or {symbol}", self.random_kind());
        }
        limits
    }

    /// What a man can do besides until it first moves, or once a game, or nothing.
    fn first_move(&mut self) -> String {
        let once = self.has("once a game", 6);
        if !once && !self.has("first move", 10) {
            return String::new();
        }
        let unless = self.dice.pick(&["", "", " not when in check"]);
        let until = if self.has("first move aimed at", 30) {
            let more = if self.dice.percent(30) { format!(" or {}", self.random_kind()) } else { String::new() };
            format!(" not once {}{more} aims at it", self.random_kind())
        } else {
            String::new()
        };
        let when = if once { "once a game" } else { "at first" };
        format!(", also {when} {}{unless}{until}", self.dice.pick(&FIRST_MOVES))
    }
}
