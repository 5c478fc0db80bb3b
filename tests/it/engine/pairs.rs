//! Pairs of a rule, a property or an effect of men, a class of movement and a number of royal men, in positions in which both act:
//! the engine agrees with the naive generator there.
//!
//! What pairs are made of is read from the model: the fields of its rules and kinds, and the variants of its effects. A new one is a
//! new row of the table, and the test fails until definitions draw it. A part acts in a position if something is different without
//! it: the moves, what they lead to, or the outcome.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use serde_json::{Value, json};
use weakfish::engine::{Arrangement, Game, IllegalMove, ManMove, Move, MoveKind, Piece, Position};
use weakfish::geometry::{PerSide, Square};
use weakfish::model::{
    Change, Clearance, Curve, Kind, Leg, Movement, Path, Repetition, Royalty, Rules, SetupId, Through, Variant,
};
use weakfish::notation::{fen, uci};
use weakfish::source::Source;
use weakfish::{BuiltIns, check};

use super::naive_agreement::agree;
use weakfish_testing::counts;
use weakfish_testing::dice::{Dice, times};
use weakfish_testing::games::loaded;
use weakfish_testing::naive;
use weakfish_testing::random::{self, RandomGame, TestedGame};

/// The number of definitions; `WEAKFISH_TIMES` multiplies it. Each pair is drawn before any is drawn twice, so that more definitions
/// fill the table further.
const DEFINITIONS: usize = 60;

/// Parts that a definition is asked to have.
const PARTS_OF_EACH: usize = 7;

/// A pair that has acted together in so many positions is no longer looked for.
const ENOUGH: usize = 100;

/// Positions in which a part acts, or else it is idle, ...
const LEAST_OF_PART: usize = 5;

/// ... as only so many may be in the few definitions of a usual run.
const MAX_IDLE: usize = 8;

/// Pairs that act together, of a hundred.
const LEAST_SHARE: usize = 45;

/// A pair of parts that is refused so often, in different wordings, goes together in no definition.
const MAX_REFUSALS: usize = 4;

/// Changes of the setup before each game of a definition, at most: castling and first moves need few, checks many.
const MOST_SHUFFLES: [usize; 3] = [3, 12, 40];

/// Plies of each game.
const PLIES_OF_EACH: usize = 10;

/// Ways to squares that are tried in each position for the reason of a refusal.
const REFUSALS_OF_EACH: usize = 20;

/// Moves of a position of which is compared what they lead to.
const MAX_COMPARED: usize = 24;

/// Parts with which positions have so many moves that they are drawn only where they are asked for.
const SLOW: [&str; 2] = ["walls", "finishing_move"];

/// Fields of kinds that are no parts: what every man has, and what goes with another field.
const OF_EVERY_KIND: [&str; 9] =
    ["symbol", "name", "sides", "components", "royal", "royalty", "effects", "was", "hops_over_whose"];

/// A part of a definition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Rule(String),
    Property(String),
    Effect(String),
    Movement(Class),
    Royal(Royals),
}

/// A class of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Leaper,
    Rider,
    LameLeaper,
    Hopper,
    BentRider,
    Divergent,
    Cylindrical,
}

/// How many royal men a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Royals {
    None,
    One,
    Several,
    ByNumber,
}

const CLASSES: [Class; 7] = [
    Class::Leaper,
    Class::Rider,
    Class::LameLeaper,
    Class::Hopper,
    Class::BentRider,
    Class::Divergent,
    Class::Cylindrical,
];

/// The names of a struct's fields.
fn fields(value: &impl Debug) -> Vec<String> {
    let text = format!("{value:#?}");
    let field = |line: &str| {
        let name = line.strip_prefix("    ")?.split_once(':')?.0.to_owned();
        name.starts_with(|first: char| first.is_ascii_lowercase()).then_some(name)
    };
    text.lines().filter_map(field).collect()
}

/// The names of the variants of [`Change`].
fn changes() -> Vec<String> {
    let error = serde_json::from_value::<Change>(json!("?")).unwrap_err().to_string();
    let names = error.split_once("expected one of").unwrap_or_else(|| panic!("{error}")).1;
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// All parts.
fn parts() -> Vec<Part> {
    let variant = weakfish_testing::games::game("fide").variant().clone();
    // A movement says more if its paths do: whoever adds to them looks at the classes here.
    let path = &variant.kinds[0].components[0].movement.paths[0];
    assert_eq!(fields(path), ["legs", "first_move_only", "en_passant", "wraps", "along_lines"]);
    assert_eq!(fields(&path.legs[0]), ["leap", "curve", "least", "most", "clearance", "through", "stops"]);
    let properties = fields(&variant.kinds[0]).into_iter().filter(|name| !OF_EVERY_KIND.contains(&name.as_str()));
    let mut parts: Vec<Part> = fields(&variant.rules).into_iter().map(Part::Rule).collect();
    parts.extend(properties.map(Part::Property));
    parts.extend(changes().into_iter().map(Part::Effect));
    parts.extend(CLASSES.map(Part::Movement));
    parts.extend([Royals::None, Royals::One, Royals::Several, Royals::ByNumber].map(Part::Royal));
    parts
}

impl Part {
    fn name(&self) -> String {
        match self {
            Self::Rule(name) | Self::Property(name) | Self::Effect(name) => name.clone(),
            Self::Movement(class) => format!("{class:?}"),
            Self::Royal(royals) => format!("royals: {royals:?}"),
        }
    }

    /// What says it in a definition, drawn among several wordings.
    #[expect(clippy::too_many_lines, reason = "an arm for each part")]
    fn wording(&self, dice: &mut Dice) -> Vec<Words> {
        use Words::{Ending, Hand, Man, Moves, Rule};
        let rule = |line: &'static str| vec![Rule(line)];
        let man = |words: &'static str| vec![Man(words)];
        match self {
            Self::Rule(name) => match name.as_str() {
                "castling" => rule("castling: K 2 toward R, R to the last square K crossed"),
                "long_steps" => rule("long step of P: 2 squares from own rank 1 to 3, en passant"),
                "en_passant" => vec![
                    Rule("long step of P: 2 squares from own rank 1 to 3, en passant"),
                    Rule("en passant: by A or B or R"),
                ],
                "promotions" => rule(dice.pick(&[
                    "promotion of P: on own rank 4 to 6, to A, B",
                    "promotion of P: on own rank 4 to 6, to B, optional",
                    "promotion of A: on own rank 3 to 6, to B, at most 2 B",
                ])),
                "drops" => vec![
                    Hand,
                    Rule(dice.pick(&["drop of A: on home", "drop of A: not to check", "drop of A: compulsory"])),
                ],
                "walls" => rule(dice.pick(&[
                    "wall: anywhere, one at a time",
                    "wall: where the man came from",
                    "wall: instead of a move",
                ])),
                "progress" => rule("progress: capture or move of P or A"),
                "series" => rule(dice.pick(&[
                    "turn: 2 moves",
                    "turn: 2 moves, ends by check",
                    "turn: 2 moves, by different men",
                ])),
                "must_move" => vec![Rule("must move: every 2 turns"), Moves("fR, turns 45")],
                "repetition" => rule("repetition: forbidden"),
                "grid" => rule("grid: every move leaves its 1x2 block"),
                "opposition" => rule(dice.pick(&[
                    "opposition: A and P, as R",
                    "opposition: A and B, as WN",
                    "opposition: P and P, as F",
                ])),
                "finishing_move" => rule("finishing move: any man to any square, to checkmate or stalemate"),
                "compulsory_capture" => rule("capture: compulsory"),
                "compulsory" => rule(dice.pick(&["compulsory: move of A", "compulsory: capture, else move of P"])),
                "passing" => rule("passing: allowed"),
                "immobility_illegal" => vec![Rule("immobility: forbidden"), Moves(dice.pick(&["fW", "fR", "ffN"]))],
                "points" => vec![Rule("points: A 3, P 1"), Ending("2 plies without progress: more points win")],
                "check" => rule("check: forbidden"),
                "own_check_in_series" => vec![Rule("turn: 2 moves"), Rule("own check: allowed within a series")],
                "no_flight" => rule("check evasion: without flight"),
                "counting_when_bared" => vec![Rule("counting when bared: 3 moves"), Ending("counted out: draw")],
                "counting" => vec![Rule("counting: 3 moves, with 16 men or fewer"), Ending("counted out: draw")],
                other => panic!("no definition draws the rule `{other}`: add a wording"),
            },
            Self::Property(name) => match name.as_str() {
                "orientation" => vec![Moves(dice.pick(&["fR, turns 45", "fF, turns any", "ffN, turns 90"]))],
                "flips" => man("flips m/c"),
                "captured_by" => man("captured only by P or B"),
                "captures" => man("captures only P or R"),
                "hops_over" => vec![Moves(dice.pick(&[
                    "gQ, hops over only P",
                    "mRcpR, hops over no P",
                    "gQ, hops over only enemy P or R",
                ]))],
                "passes_own" => vec![Moves(dice.pick(&["R, passes own P", "Q, passes own men"]))],
                "holds" => man(dice.pick(&["holds enemy men next to it", "holds enemy P or R next to it"])),
                "relays_to" => man("relays to own men"),
                "stays_in" => man("stays in home"),
                "elsewhere" => man(dice.pick(&["on home N", "on beyond pB", "on home nN"])),
                "captured" => {
                    if dice.flip() {
                        vec![Hand]
                    } else {
                        man("when captured goes home if empty")
                    }
                }
                "first_move" => man(dice.pick(&["also at first K", "also at first pR", "also once a game fsN"])),
                "may_leave" => vec![Hand, Man("when first moving may leave A or B")],
                other => panic!("no definition draws the property `{other}`: add a wording"),
            },
            Self::Effect(name) => match name.as_str() {
                "turns" => vec![Moves(
                    dice.pick(&["fR, turns 45, when moving may turn 45", "ffN, turns 90, when capturing turns 90"]),
                )],
                "flips" => man("flips m/c, when moving flips"),
                "becomes" => man(dice.pick(&["when moving becomes B", "when capturing may become P"])),
                "becomes_victim" => man("when capturing becomes its victim"),
                "dies" => man(dice.pick(&["when capturing dies", "when arriving on beyond dies"])),
                "becomes_wall" => man("when capturing becomes a wall"),
                "destroys" => man(dice.pick(&[
                    "when capturing destroys all men but P next to it",
                    "when capturing dies, when capturing destroys all men next to it",
                    "when capturing dies, when capturing destroys all men but P next to it",
                    "when moving destroys enemy men it approaches",
                    "when moving destroys enemy men enclosed in line",
                    "when moving destroys men it passes",
                ])),
                "converts" => {
                    man(dice
                        .pick(&["when moving converts men next to it", "when moving converts men enclosed in line"]))
                }
                "stays_behind" => man("when capturing stays behind"),
                other => panic!("no definition draws the effect `{other}`: add a wording"),
            },
            Self::Movement(class) => vec![Moves(match class {
                Class::Leaper => dice.pick(&["N", "K", "FD"]),
                Class::Rider => dice.pick(&["R", "Q", "NN", "DD"]),
                Class::LameLeaper => dice.pick(&["nN", "nA", "nD", "WnN"]),
                Class::Hopper => dice.pick(&["gQ", "pB", "mRcpR", "pR"]),
                Class::BentRider => dice.pick(&["t[FR]", "[W-F]", "[F-R]", "zB", "qN"]),
                Class::Divergent => dice.pick(&["mRcB", "cKmN", "mBcW"]),
                Class::Cylindrical => dice.pick(&["oR", "oW", "oB"]),
            })],
            Self::Royal(_) => Vec::new(),
        }
    }

    /// The variant without it.
    fn taken_from(&self, variant: &Variant) -> Variant {
        let mut without = variant.clone();
        match self {
            Self::Rule(name) => without.rules = without_field(&variant.rules, name, &json!(Rules::default())),
            Self::Property(name) => {
                let plain = json!({ "orientation": { "whole": { "turns": [], "within": null } }, "elsewhere": [] });
                without.kinds = variant.kinds.iter().map(|kind| without_field(kind, name, &plain)).collect();
                // What a man cannot be, no effect changes.
                let meant = |change: &Change| match name.as_str() {
                    "flips" => *change != Change::Flips,
                    "orientation" => !matches!(change, Change::Turns(_)),
                    _ => true,
                };
                without.kinds.iter_mut().for_each(|kind| kind.effects.retain(|effect| meant(&effect.change)));
            }
            Self::Effect(name) => {
                let is_it = |change: &Change| match json!(change) {
                    Value::String(other) => other == *name,
                    Value::Object(other) => other.contains_key(name),
                    other => panic!("{other}"),
                };
                without.kinds.iter_mut().for_each(|kind| kind.effects.retain(|effect| !is_it(&effect.change)));
            }
            Self::Movement(class) => {
                for kind in &mut without.kinds {
                    for part in &mut kind.components {
                        retain_paths(&mut part.movement, &mut part.betza, *class);
                    }
                    for other in &mut kind.elsewhere {
                        retain_paths(&mut other.movement, &mut other.betza, *class);
                    }
                    if let Some(first) = &mut kind.first_move {
                        retain_paths(&mut first.movement, &mut first.betza, *class);
                    }
                    kind.first_move = kind.first_move.take().filter(|first| !first.movement.paths.is_empty());
                }
            }
            Self::Royal(Royals::ByNumber) => without.kinds.iter_mut().for_each(|kind| kind.royalty = Royalty::Always),
            Self::Royal(_) => without.kinds.iter_mut().for_each(|kind| kind.royal = false),
        }
        without
    }

    /// Whether a variant has it.
    fn is_in(&self, variant: &Variant) -> bool {
        let royals = || variant.kinds.iter().filter(|kind| kind.royal);
        match self {
            Self::Royal(Royals::None) => royals().count() == 0,
            Self::Royal(Royals::One) => royals().count() == 1 && royals().all(|kind| kind.royalty == Royalty::Always),
            Self::Royal(Royals::Several) => royals().count() > 1,
            Self::Royal(Royals::ByNumber) => royals().any(|kind| kind.royalty != Royalty::Always),
            _ => self.taken_from(variant) != *variant,
        }
    }
}

/// Takes the paths of a class from a movement. One that has none is written as no text.
fn retain_paths(movement: &mut Movement, betza: &mut String, class: Class) {
    movement.paths.retain(|path| !class.has(path));
    if movement.paths.is_empty() {
        betza.clear();
    }
}

/// A struct of the model with one of its fields as if it were not written.
fn without_field<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T, name: &str, plain: &Value) -> T {
    let mut value = json!(value);
    let object = value.as_object_mut().unwrap();
    if name == "hops_over" {
        object.remove("hops_over_whose");
    }
    object.remove(name);
    if let Some(plain) = plain.get(name) {
        object.insert(name.to_owned(), plain.clone());
    }
    serde_json::from_value(value).unwrap_or_else(|error| panic!("{name}: {error}"))
}

impl Class {
    /// Whether a path is of the class. It may be of several.
    fn has(self, path: &Path) -> bool {
        let (last, before) = path.legs.split_last().expect("a path has a leg");
        let hurdle = before.iter().any(|leg| leg.through == Through::Occupied);
        let lame = path.legs.iter().any(|leg| leg.clearance != Clearance::Leaps);
        let bent = !hurdle && !before.is_empty() || path.legs.iter().any(|leg| leg.curve != Curve::Straight);
        let repeats = |leg: &Leg| leg.most.is_none_or(|most| most > 1);
        match self {
            Self::Leaper => before.is_empty() && !lame && !bent && !repeats(last),
            Self::Rider => before.is_empty() && !lame && !bent && repeats(last),
            Self::LameLeaper => lame,
            Self::Hopper => hurdle,
            Self::BentRider => bent,
            Self::Divergent => path.legs.iter().any(|leg| leg.stops.moves != leg.stops.captures),
            Self::Cylindrical => path.wraps,
        }
    }
}

/// Words of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    Rule(&'static str),
    Ending(&'static str),
    /// A property of a man.
    Man(&'static str),
    /// The movement of a man, perhaps with properties.
    Moves(&'static str),
    /// Captured men go to a hand, and some are there.
    Hand,
}

/// A definition with these parts.
fn definition(parts: &[&Part], dice: &mut Dice) -> String {
    let royals = parts.iter().find_map(|part| if let Part::Royal(royals) = part { Some(*royals) } else { None });
    let royals = royals.unwrap_or(Royals::One);
    let mut men: BTreeMap<char, (&str, Vec<&str>)> = [('K', "K"), ('P', "mfWcfF"), ('R', "R"), ('A', "N"), ('B', "FD")]
        .map(|(man, moves)| (man, (moves, Vec::new())))
        .into();
    match royals {
        Royals::None => {}
        Royals::One => men.get_mut(&'K').unwrap().1.push("royal"),
        Royals::Several => ['K', 'R'].iter().for_each(|man| men.get_mut(man).unwrap().1.push("royal")),
        Royals::ByNumber => {
            let royal = dice.pick(&["royal when last", "royal when 2 or fewer", "royal together"]);
            men.get_mut(&'K').unwrap().1.push(royal);
        }
    }
    let (mut rules, mut endings, mut hand) = (BTreeSet::new(), BTreeSet::new(), false);
    // Properties and movements meet on the same man as often as on different ones.
    let mut movers = vec!['A', 'B', 'R', 'P'];
    movers.swap(0, dice.below(2));
    let favourite = movers[0];
    let mut left = movers.into_iter();
    for part in parts {
        for words in part.wording(dice) {
            match words {
                Words::Rule(line) => drop(rules.insert(line)),
                Words::Ending(line) => drop(endings.insert(line)),
                Words::Hand => hand = true,
                Words::Moves(moves) => {
                    if let Some(man) = left.next() {
                        men.get_mut(&man).unwrap().0 = moves;
                    }
                }
                Words::Man(words) => {
                    let all: &[char] = &[favourite, favourite, 'A', 'B', 'R', 'P'];
                    let first = dice.pick(all);
                    let mut owners = vec![first];
                    if dice.percent(40) {
                        owners.push(dice.pick(all));
                    }
                    owners.dedup();
                    for man in owners {
                        men.get_mut(&man).unwrap().1.push(words);
                    }
                }
            }
        }
    }
    if hand {
        for man in ['A', 'B', 'P'] {
            men.get_mut(&man).unwrap().1.push("when captured goes to the captor's hand");
        }
    }
    let mut text = "game \"Pair\"\nboard: 7x6\nfirst: white\nblack: mirrors white\nregions\n  home: own rank 1 to 3\n  beyond: own rank 4 to 6\nmen\n".to_owned();
    for (man, (moves, properties)) in &men {
        let properties = properties.iter().fold(String::new(), |all, words| all + ", " + words);
        let _ = writeln!(text, "  {man} man {}: {moves}{properties}", man.to_lowercase());
    }
    let king = if royals == Royals::ByNumber && dice.flip() { 'K' } else { '.' };
    let rank = format!("R . B K {king} . R");
    let (white, black) = (rank.clone(), rank.to_lowercase());
    let _ = writeln!(
        text,
        "setup first\n  {black}\n  p a p . p a p\n  . . . . . . .\n  . . . . . . .\n  P A P . P A P\n  {white}"
    );
    if hand {
        text += "  hand: A P a p\n";
    }
    text += "rules\n";
    for rule in &rules {
        let _ = writeln!(text, "  {rule}");
    }
    text += "endings\n";
    if royals != Royals::None {
        text += "  checkmated: loses\n";
    }
    if text.contains("destroys") || royals == Royals::None {
        text += "  no K: loses\n";
    }
    text += "  stalemated: draw\n";
    for ending in &endings {
        let _ = writeln!(text, "  {ending}");
    }
    text + "  12 moves without progress: draw\n"
}

/// The game of a definition, or the code of the first error.
fn game(text: &str) -> Result<Game, String> {
    let checked = check(&Source::new("pair.variant", text), &BuiltIns);
    let error = checked.report.diagnostics().find(|diagnostic| diagnostic.is_error());
    match error {
        None => Ok(loaded("pair.variant", text)),
        Some(error) => {
            assert!(error.code.as_str().starts_with("check::"), "{error:?}\n{text}");
            Err(error.code.as_str().to_owned())
        }
    }
}

/// A game without a part, if it can be played.
fn game_without(part: &Part, variant: &Variant) -> Option<Game> {
    let mut variant = part.taken_from(variant);
    for setup in &mut variant.setups {
        for man in &mut setup.men {
            let states = variant.kinds[man.kind.index()].states(man.side, variant.black);
            if !states.contains(&man.state) {
                man.state = states[0].clone();
            }
        }
        if *part == Part::Property("captured".to_owned()) {
            setup.hands = PerSide::default();
        }
    }
    Game::compile(variant).ok()
}

/// A position in a game that lacks a part, without the rights and states that nobody has there.
fn in_game(position: &Position, game: &Game) -> Option<Position> {
    let mut arrangement = position.arrangement();
    for man in &mut arrangement.men {
        let states = game.variant().kind(man.kind).states(man.side, game.variant().black);
        if !states.contains(&man.state) {
            man.state = states[0].clone();
        }
    }
    let changes: [fn(&mut Arrangement); 6] = [
        |_| {},
        |lacking| lacking.castling = PerSide::default(),
        |lacking| lacking.en_passant.clear(),
        |lacking| (lacking.unmoved.clear(), lacking.once_a_game.clear()).0,
        |lacking| lacking.hands = PerSide::default(),
        |lacking| (lacking.series, lacking.last_series, lacking.counted, lacking.count_limit) = (0, 0, 0, 0),
    ];
    changes.into_iter().find_map(|change| {
        change(&mut arrangement);
        game.position(&arrangement).ok()
    })
}

/// What a position says, apart from rights: these are there whether or not they matter.
fn words(position: &Position) -> String {
    let fen = fen::write(position).replace("[]", "");
    let is_right = |(at, word): &(usize, &str)| {
        matches!(at, 2 | 3) || ["unmoved=", "once="].iter().any(|name| word.starts_with(name))
    };
    fen.split(' ').enumerate().filter(|word| !is_right(word)).map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

/// Whether the moves of a position, what they lead to, or its outcome are different in a game without a part.
fn is_different(position: &Position, moves: &[(String, Move)], without: &Game) -> bool {
    let Some(other) = in_game(position, without) else { return false };
    let others = uci::legal_moves(&other);
    let texts = moves.iter().map(|(text, _)| text);
    if other.outcome().is_some() != position.outcome().is_some() || !others.iter().map(|(text, _)| text).eq(texts) {
        return true;
    }
    let after = |position: &Position, mv: Move| {
        let mut next = position.clone();
        next.make(mv);
        words(&next)
    };
    let some = moves.iter().zip(&others).step_by(moves.len().div_ceil(MAX_COMPARED).max(1));
    some.into_iter().any(|((_, one), (_, mv))| after(position, *one) != after(&other, *mv))
}

/// Counts of the pairs that were drawn and of those that acted together.
struct Table {
    parts: Vec<Part>,
    /// Positions in which both parts of a pair have acted; on the diagonal, those in which a part has.
    met: Vec<Vec<usize>>,
    /// Definitions with both parts of a pair.
    drawn: Vec<Vec<usize>>,
    /// Pairs that the checker refuses, with its reason.
    refused: BTreeMap<(usize, usize), String>,
    refusals: BTreeMap<(usize, usize), usize>,
    positions: usize,
}

impl Table {
    /// Whether a pair can be drawn: no two numbers of royal men, and nothing that the checker refuses.
    fn is_open(&self, (one, other): (usize, usize)) -> bool {
        !exclude(&self.parts[one], &self.parts[other]) && !self.refused.contains_key(&(one, other))
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let number = self.parts.len();
        let all = (0..number).flat_map(move |one| (one + 1..number).map(move |other| (one, other)));
        all.filter(|&pair| self.is_open(pair))
    }

    fn is_lacking(&self, one: usize, other: usize) -> bool {
        one != other && self.met[one][other] < ENOUGH
    }

    /// Prints a row for each part: with how many positions it has acted beside each of those before it.
    fn print(&self) {
        for (one, part) in self.parts.iter().enumerate() {
            let cell = |other: usize| {
                let pair = (other, one);
                let drawn = self.met[one][other].to_string();
                if exclude(part, &self.parts[other]) {
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

    fn assert_coverage(&self) {
        let open = self.pairs().count();
        let met = self.pairs().filter(|&(one, other)| self.met[one][other] > 0).count();
        let enough = self.pairs().filter(|&(one, other)| !self.is_lacking(one, other)).count();
        println!("{} positions; of {open} pairs {met} acted together, {enough} in {ENOUGH} positions", self.positions);
        let idle = (0..self.parts.len()).filter(|&part| self.met[part][part] < LEAST_OF_PART);
        let idle: Vec<String> = idle.map(|part| self.parts[part].name()).collect();
        println!("in fewer than {LEAST_OF_PART} positions acted {idle:?}");
        assert!(idle.len() <= MAX_IDLE, "{idle:?} acted in fewer than {LEAST_OF_PART} positions");
        assert!(met * 100 >= open * LEAST_SHARE, "only {met} of {open} pairs acted together");
    }

    /// Plays games of a definition from shuffled positions. Where parts act together of which that is still asked, both generators
    /// are held against each other.
    fn play(&mut self, engine: &TestedGame, dice: &mut Dice) {
        let variant = engine.engine.variant().clone();
        let has: Vec<usize> = (0..self.parts.len()).filter(|&part| self.parts[part].is_in(&variant)).collect();
        let without = |&part: &usize| Some((part, game_without(&self.parts[part], &variant)?));
        let games: BTreeMap<usize, Game> = has.iter().filter_map(without).collect();
        let twin_game = naive::Game::new(&variant, SetupId::default());
        let keeps_history = variant.rules.repetition == Repetition::Illegal;
        for most in MOST_SHUFFLES {
            let shuffles = random::shuffles(dice, 0, most);
            let (clocks, choices) = ([0; 4], Vec::new());
            let start = RandomGame { game: 0, setup: 0, shuffles, clocks, shuttles: false, choices };
            let mut position = engine.start(&start);
            let mut twin = naive::Position::from_fen(&twin_game, &fen::write(&position)).unwrap();
            for ply in 0..PLIES_OF_EACH {
                let moves = uci::legal_moves(&position);
                let acting = self.acting(&position, &moves, &has, &games);
                let is_new =
                    |&one: &usize| acting.iter().any(|&other| self.is_lacking(one, other) || self.met[one][one] == 0);
                let compared = acting.iter().any(is_new);
                if compared {
                    self.positions += 1;
                    for &one in &acting {
                        for &other in &acting {
                            self.met[one][other] += 1;
                        }
                    }
                    if ply == 0 && moves.len() < 100 {
                        counts::check_perft_two(&position);
                    }
                    refusals_have_reasons(&position, &moves, dice);
                }
                let both = if compared || keeps_history { agree(&position, &twin, "a pair") } else { Vec::new() };
                let choice = dice.below(1 << 16) as u16;
                let Some((text, mv)) = random::choose(&position, &moves, |(_, mv)| *mv, choice, None) else { break };
                position.play(*mv).unwrap();
                twin = match both.iter().find(|(other, ..)| other == text) {
                    Some((.., action)) if keeps_history => twin.play(action),
                    _ => naive::Position::from_fen(&twin_game, &fen::write(&position)).unwrap(),
                };
            }
        }
    }

    /// Those of a definition's parts that act in a position, as far as that is still asked.
    fn acting(
        &self,
        position: &Position,
        moves: &[(String, Move)],
        has: &[usize],
        games: &BTreeMap<usize, Game>,
    ) -> Vec<usize> {
        let asked = has.iter().copied().filter(|&one| has.iter().any(|&other| self.is_lacking(one, other)));
        let acts = |part: &usize| {
            self.parts[*part] == Part::Royal(Royals::None)
                || games.get(part).is_some_and(|without| is_different(position, moves, without))
        };
        asked.filter(acts).collect()
    }
}

/// Ways of men to squares, drawn at random, are refused for a reason, if they are.
fn refusals_have_reasons(position: &Position, moves: &[(String, Move)], dice: &mut Dice) {
    let squares: Vec<Square> = position.game().variant().board.squares().collect();
    let is_own = |&(_, piece): &(Square, Piece)| position.game().piece_info(piece).side == position.turn();
    let men: Vec<(Square, Piece)> = position.men().filter(is_own).collect();
    for _ in 0..if men.is_empty() { 0 } else { REFUSALS_OF_EACH } {
        let ((from, piece), to) = (dice.pick(&men), dice.pick(&squares));
        if from != to && moves.iter().all(|(_, mv)| (mv.from(), mv.to()) != (Some(from), Some(to))) {
            let refused = position.check_move(ManMove::new(from, to, piece, MoveKind::Ordinary).into());
            assert_ne!(refused, Err(IllegalMove::Unexplained), "{from:?} to {to:?} in {}", fen::write(position));
        }
    }
}

/// Whether two parts exclude each other, so that no definition has both.
fn exclude(one: &Part, other: &Part) -> bool {
    matches!((one, other), (Part::Royal(_), Part::Royal(_)))
}

/// The parts of the next definition: the pair that fewest have had, and others that fewest have had together with these.
fn choose_parts(table: &Table, dice: &mut Dice) -> Option<Vec<usize>> {
    let number = table.parts.len();
    let pairs = (0..number).flat_map(|one| (one + 1..number).map(move |other| (one, other)));
    let open = pairs.filter(|&pair| table.is_open(pair));
    let (one, other) =
        open.min_by_key(|&(one, other)| (table.drawn[one][other], table.met[one][other], dice.below(1 << 20)))?;
    let mut chosen = vec![one, other];
    while chosen.len() < PARTS_OF_EACH {
        let fits = |&part: &usize| {
            let name = table.parts[part].name();
            !SLOW.contains(&name.as_str())
                && chosen.iter().all(|&with| part != with && table.is_open((part.min(with), part.max(with))))
        };
        let drawn = |part: usize| chosen.iter().map(|&with| table.drawn[part][with]).sum::<usize>();
        let next = (0..number).filter(fits).min_by_key(|&part| (drawn(part), dice.below(1 << 20)));
        let Some(next) = next else { break };
        chosen.push(next);
    }
    Some(chosen)
}

#[test]
fn pairs_act_together_and_are_played_alike() {
    let parts = parts();
    let number = parts.len();
    let nothing = vec![vec![0; number]; number];
    let mut table = Table {
        met: nothing.clone(),
        drawn: nothing,
        refused: BTreeMap::new(),
        refusals: BTreeMap::new(),
        positions: 0,
        parts: parts.clone(),
    };
    let definitions = DEFINITIONS * times() as usize;
    for case in 0..definitions {
        let mut dice = Dice::new(case as u64);
        let Some(mut chosen) = choose_parts(&table, &mut dice) else { break };
        let pair = (chosen[0], chosen[1]);
        // The fewer others there are, the likelier it is that all go together.
        let made = loop {
            let parts: Vec<&Part> = chosen.iter().map(|&part| &parts[part]).collect();
            let text = definition(&parts, &mut dice);
            match game(&text) {
                Ok(engine) => break Some((engine, text)),
                Err(code) if chosen.len() == 2 => {
                    let refusals = table.refusals.entry(pair).or_default();
                    *refusals += 1;
                    if *refusals == MAX_REFUSALS {
                        table.refused.insert(pair, code);
                    }
                    break None;
                }
                Err(_) => drop(chosen.pop()),
            }
        };
        let Some((engine, text)) = made else { continue };
        for &one in &chosen {
            for &other in &chosen {
                table.drawn[one][other] += 1;
            }
        }
        let engine = TestedGame { name: text.clone(), engine };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| table.play(&engine, &mut dice))) {
            eprintln!("in the game of definition {case}:\n{text}");
            resume_unwind(panic);
        }
    }
    table.print();
    table.assert_coverage();
}

/// A kind of the model has its parts in this table or in the list of what every kind has.
#[test]
fn effects_of_the_model_are_rows() {
    assert!(changes().iter().any(|change| change == "destroys"));
    let kind: &Kind = &weakfish_testing::games::game("fide").variant().kinds[0].clone();
    for name in OF_EVERY_KIND {
        assert!(fields(kind).iter().any(|field| field == name), "{name}");
    }
}
