//! The table of pairs: which were drawn, and in how many positions both parts acted.

use std::collections::BTreeMap;

use super::parts::Part;
use weakfish_testing::dice::Dice;

/// Parts that a definition is asked to have.
const PARTS_OF_EACH: usize = 9;

/// Positions in which both parts of a pair act, that the full form of the test asks for.
pub(super) const ENOUGH: usize = 100;

/// Positions in which a part acts, or else it is idle.
const LEAST_OF_PART: usize = 20;

/// A pair of parts that is refused so often, in different wordings, goes together in no definition.
const MAX_REFUSALS: usize = 12;

/// Pairs of parts that never act together by their meaning: a part, others, and why.
const NEVER: [(&str, &[&str], &str); 2] = [
    (
        "royals: None",
        &["check", "own_check_in_series", "no_flight", "counting_when_bared", "finishing_move"],
        "without royal men there is neither check nor mate, and nobody is left with them alone",
    ),
    ("walls", &["drops", "may_leave", "finishing_move"], "men in hand and finishing moves put no walls"),
];

/// Pairs that act together in the usual run, of a hundred.
const LEAST_SHARE: usize = 97;

/// Where at least so many positions are asked, ...
const MANY: usize = 10;

/// ... pairs that have as many as are asked, of a hundred.
const LEAST_SHARE_OF_MANY: usize = 99;

/// Parts with which positions have so many moves that they are drawn only where they are asked for.
const SLOW: [&str; 1] = ["finishing_move"];

/// Counts of the pairs that were drawn and of those that acted together.
pub(super) struct Table {
    pub(super) parts: Vec<Part>,
    /// A pair that has acted together in so many positions is no longer looked for.
    asked: usize,
    /// Positions in which both parts of a pair have acted; on the diagonal, those in which a part has.
    met: Vec<Vec<usize>>,
    /// Definitions with both parts of a pair.
    drawn: Vec<Vec<usize>>,
    /// Pairs that the checker refuses, with its reason.
    refused: BTreeMap<(usize, usize), String>,
    /// How often in a row the checker has refused a pair.
    refusals: BTreeMap<(usize, usize), usize>,
    /// Positions in which a part was looked for and in which it acted.
    chances: Vec<(usize, usize)>,
    positions: usize,
}

impl Table {
    pub(super) fn new(parts: Vec<Part>, asked: usize) -> Self {
        let number = parts.len();
        let nothing = vec![vec![0; number]; number];
        Self {
            met: nothing.clone(),
            drawn: nothing,
            refused: BTreeMap::new(),
            refusals: BTreeMap::new(),
            chances: vec![(0, 0); number],
            positions: 0,
            parts,
            asked,
        }
    }

    /// Whether a pair can be drawn: no two numbers of royal men, and nothing that never acts or that the checker refuses.
    fn is_open(&self, pair: (usize, usize)) -> bool {
        let excludes = self.parts[pair.0].excludes(&self.parts[pair.1]);
        !excludes && self.why_never(pair).is_none() && !self.refused.contains_key(&pair)
    }

    /// Why the parts of a pair never act together by their meaning, if they don't.
    fn why_never(&self, (one, other): (usize, usize)) -> Option<&'static str> {
        let is = |part: usize, name: &str| self.parts[part].name() == name;
        let are =
            |first: &str, second: &str| is(one, first) && is(other, second) || is(other, first) && is(one, second);
        let found = NEVER.iter().find(|(first, others, _)| others.iter().any(|second| are(first, second)));
        found.map(|&(.., why)| why)
    }

    /// The pairs of the table of those that never act together.
    pub(super) fn never(&self) -> Vec<(usize, usize)> {
        let number = self.parts.len();
        let all = (0..number).flat_map(|one| (one + 1..number).map(move |other| (one, other)));
        all.filter(|&pair| self.why_never(pair).is_some()).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let number = self.parts.len();
        let all = (0..number).flat_map(move |one| (one + 1..number).map(move |other| (one, other)));
        all.filter(|&pair| self.is_open(pair))
    }

    pub(super) fn is_lacking(&self, one: usize, other: usize) -> bool {
        one != other && self.met[one][other] < self.asked
    }

    /// How often, of a thousand times, a part acts where it is looked for.
    pub(super) fn chance(&self, part: usize) -> usize {
        let (tried, acted) = self.chances[part];
        acted * 1000 / tried.max(1)
    }

    pub(super) fn tried(&mut self, part: usize, acts: bool) {
        self.chances[part].0 += 1;
        self.chances[part].1 += usize::from(acts);
    }

    /// Whether a position in which these parts act adds something.
    pub(super) fn is_new(&self, acting: &[usize]) -> bool {
        acting.iter().any(|&one| acting.iter().any(|&other| self.is_lacking(one, other) || self.met[one][one] == 0))
    }

    /// How much more positions with these parts are asked: the fewer a pair has, the more.
    pub(super) fn worth(&self, acting: &[usize]) -> usize {
        let pairs = acting.iter().flat_map(|&one| acting.iter().map(move |&other| (one, other)));
        let lacking = pairs.filter(|&(one, other)| self.is_lacking(one, other));
        lacking.map(|(one, other)| 10_000 / (1 + self.met[one][other])).sum()
    }

    /// Counts a position in which these parts act.
    pub(super) fn add(&mut self, acting: &[usize]) {
        self.positions += 1;
        for &one in acting {
            for &other in acting {
                self.met[one][other] += 1;
            }
        }
    }

    /// Counts a definition with these parts.
    pub(super) fn draw(&mut self, parts: &[usize]) {
        for &one in parts {
            for &other in parts {
                self.drawn[one][other] += 1;
            }
        }
    }

    /// Notes that the checker allows a pair.
    pub(super) fn allow(&mut self, pair: (usize, usize)) {
        self.refusals.remove(&pair);
    }

    /// Notes that the checker refuses a pair.
    pub(super) fn refuse(&mut self, pair: (usize, usize), code: String) {
        let refusals = self.refusals.entry(pair).or_default();
        *refusals += 1;
        if *refusals == MAX_REFUSALS {
            self.refused.insert(pair, code);
        }
    }

    /// The parts of the next definition: the pair that fewest have had, and others of which most pairs lack positions.
    pub(super) fn choose_parts(&self, dice: &mut Dice) -> Option<Vec<usize>> {
        let number = self.parts.len();
        let lacking = self.pairs().filter(|&(one, other)| self.is_lacking(one, other));
        let (one, other) = lacking.min_by_key(|&(one, other)| (self.drawn[one][other], dice.below(1 << 20)))?;
        let mut chosen = vec![one, other];
        while chosen.len() < PARTS_OF_EACH {
            let fits = |&part: &usize| {
                let name = self.parts[part].name();
                !SLOW.contains(&name.as_str())
                    && chosen.iter().all(|&with| part != with && self.is_open((part.min(with), part.max(with))))
            };
            let worth = |with: usize, part: usize| {
                if self.is_lacking(with, part) { 1000 / (1 + self.drawn[with][part]) } else { 0 }
            };
            let worth = |part: usize| chosen.iter().map(|&with| worth(with, part)).sum::<usize>();
            let next = (0..number).filter(fits).max_by_key(|&part| (worth(part), dice.below(1 << 20)));
            let Some(next) = next else { break };
            chosen.push(next);
        }
        Some(chosen)
    }

    /// Prints a row for each part: with how many positions it has acted beside each of those before it.
    pub(super) fn print(&self) {
        for (one, part) in self.parts.iter().enumerate() {
            let cell = |other: usize| {
                let pair = (other, one);
                let drawn = self.met[one][other].to_string();
                if part.excludes(&self.parts[other]) || self.why_never(pair).is_some() {
                    "-".to_owned()
                } else {
                    self.refused.get(&pair).map_or(drawn, |code| code.trim_start_matches("check::").to_owned())
                }
            };
            let cells: Vec<String> =
                (0..one).map(|other| format!("{} {}", self.parts[other].name(), cell(other))).collect();
            println!("{} ({}): {}", part.name(), self.met[one][one], cells.join(", "));
        }
    }

    /// The names of a pair.
    fn names(&self, (one, other): (usize, usize)) -> String {
        format!("{} + {}", self.parts[one].name(), self.parts[other].name())
    }

    /// Asserts that the table has each pair that the checker refuses as one that never acts, and that none of these has acted.
    pub(super) fn assert_pairs_that_never_act(&self) {
        for (&pair, code) in &self.refused {
            assert!(
                self.why_never(pair).is_some(),
                "the checker refuses {}: {code}. Is it a pair that never acts?",
                self.names(pair)
            );
        }
        for pair in self.never() {
            let (met, why) = (self.met[pair.0][pair.1], self.why_never(pair).unwrap_or_default());
            assert_eq!(met, 0, "{} act together, although {why}: take them from the table", self.names(pair));
        }
    }

    /// Prints and asserts what has been reached.
    pub(super) fn assert_coverage(&self) {
        let open: Vec<(usize, usize)> = self.pairs().collect();
        let met = open.iter().filter(|&&(one, other)| self.met[one][other] > 0).count();
        let mut lacking = open.clone();
        lacking.retain(|&(one, other)| self.is_lacking(one, other));
        lacking.sort_by_key(|&(one, other)| self.met[one][other]);
        let enough = open.len() - lacking.len();
        println!(
            "{} positions; of {} pairs {met} acted together, {enough} in {} positions",
            self.positions,
            open.len(),
            self.asked
        );
        for &(one, other) in &lacking {
            println!("lacks positions: {} {}", self.names((one, other)), self.met[one][other]);
        }
        let idle = (0..self.parts.len()).filter(|&part| self.met[part][part] < LEAST_OF_PART);
        let idle: Vec<String> = idle.map(|part| self.parts[part].name()).collect();
        assert!(idle.is_empty(), "{idle:?} acted in fewer than {LEAST_OF_PART} positions");
        assert!(met * 100 >= open.len() * LEAST_SHARE, "only {met} of {} pairs acted together", open.len());
        if self.asked >= MANY {
            let least = open.len() * LEAST_SHARE_OF_MANY;
            assert!(enough * 100 >= least, "{} pairs acted in fewer than {} positions", lacking.len(), self.asked);
        }
    }
}
