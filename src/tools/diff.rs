//! What two games differ in: facts, men, setups, rules and endings in words, and the first moves.
//!
//! ```
//! use weakfish::{BuiltIns, builtin, load, tools::diff::{diff, Part}};
//!
//! let [one, other] = ["fide", "berolina"].map(|name| load(&builtin::source(name).unwrap(), &BuiltIns).unwrap());
//! assert!(diff(&one, &one).plays_alike());
//! let diff = diff(&one, &other);
//! assert!(!diff.plays_alike());
//! assert!(diff.differences.iter().any(|difference| difference.part == Part::Men && difference.what == "P"));
//! assert_eq!(diff.moves[0].only_second[0], "a2b3");
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::page::Page;
use super::words::{self, Paragraph};
use crate::betza;
use crate::engine::Game;
use crate::model::{KindId, Movement, Setup, SetupId, Symmetry, Variant};
use crate::notation::{board_diagram, man_name, symbol, uci};
use crate::prose::capitalized;

/// Setups that differ on more squares than this are drawn.
const MAX_SQUARES: usize = 8;

/// What two games differ in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Diff {
    /// The titles of the games.
    pub titles: [String; 2],
    /// The differences in words, by part.
    pub differences: Vec<Difference>,
    /// The first moves that only one of the games has, of each setup that both have, where there are any.
    pub moves: Vec<MoveDifference>,
}

/// A difference in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// Where the games differ.
    pub part: Part,
    /// In what: the word before a fact, the symbol of a man, the name of a setup, the title of a rule or an ending.
    pub what: String,
    /// What the first game says; `None` if it has nothing of this name.
    pub first: Option<String>,
    /// What the second game says.
    pub second: Option<String>,
}

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// Title, inventor and the like, which mean nothing to the play.
    About,
    /// Board, lines, and which side moves first.
    Facts,
    /// The men and their moves.
    Men,
    /// Where they stand at the start.
    Setups,
    /// The rules.
    Rules,
    /// How the game ends.
    Endings,
}

/// The first moves of a setup that only one of two games has, in machine notation, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MoveDifference {
    /// The name of the setup, as in the first game.
    pub setup: String,
    /// The moves that only the first game has.
    pub only_first: Vec<String>,
    /// The moves that only the second game has.
    pub only_second: Vec<String>,
}

impl Diff {
    /// Whether the games differ in nothing but what is told about them.
    pub fn plays_alike(&self) -> bool {
        self.moves.is_empty() && self.differences.iter().all(|difference| difference.part == Part::About)
    }
}

/// Compares two games. Setups are compared with those of the same name, and the first with the first.
pub fn diff(first: &Game, second: &Game) -> Diff {
    let variants = [first.variant(), second.variant()];
    let mut differences = Vec::new();
    let mut part = |part, lists: [Vec<(String, String)>; 2]| differences.extend(paired(part, lists));
    part(Part::About, variants.map(about));
    part(Part::Facts, variants.map(facts));
    part(Part::Men, variants.map(men));
    let pairs = setups(variants);
    part(Part::Setups, placements(variants, &pairs));
    part(Part::Rules, variants.map(|variant| numbered(words::rules(variant))));
    differences.extend(endings(variants));
    if differences.iter().all(|difference| difference.part == Part::About) && !are_alike(variants) {
        let text = "the models differ in something that these words don't tell".to_owned();
        let what = "other".to_owned();
        differences.push(Difference { part: Part::Rules, what, first: None, second: Some(text) });
    }
    let moves = |game: &Game, setup: SetupId| -> BTreeSet<String> {
        uci::legal_moves(&game.start_of(setup)).into_iter().map(|(text, _)| text).collect()
    };
    let moves = pairs.iter().filter_map(|&[one, other]| {
        let (own, others) = (moves(first, one), moves(second, other));
        let setup = variants[0].setups.get(one.index())?.name.clone();
        let (only_first, only_second) = (own.difference(&others), others.difference(&own));
        (own != others).then(|| MoveDifference {
            setup,
            only_first: only_first.cloned().collect(),
            only_second: only_second.cloned().collect(),
        })
    });
    let moves = moves.collect();
    Diff { titles: variants.map(|variant| variant.title.clone()), differences, moves }
}

/// What two lists say of the same thing otherwise, and what only one of them has; in the order of the first.
fn paired(part: Part, [first, second]: [Vec<(String, String)>; 2]) -> Vec<Difference> {
    let others: BTreeMap<&str, &str> = second.iter().map(|(what, text)| (what.as_str(), text.as_str())).collect();
    let own: BTreeSet<&str> = first.iter().map(|(what, _)| what.as_str()).collect();
    let difference = |what: &str, first: Option<&str>, second: Option<&str>| Difference {
        part,
        what: what.to_owned(),
        first: first.map(str::to_owned),
        second: second.map(str::to_owned),
    };
    let mut differences: Vec<Difference> = first
        .iter()
        .filter(|(what, text)| others.get(what.as_str()) != Some(&text.as_str()))
        .map(|(what, text)| difference(what, Some(text), others.get(what.as_str()).copied()))
        .collect();
    let new = second.iter().filter(|(what, _)| !own.contains(what.as_str()));
    differences.extend(new.map(|(what, text)| difference(what, None, Some(text))));
    differences
}

fn about(variant: &Variant) -> Vec<(String, String)> {
    let facts = [
        ("title", Some(variant.title.clone())),
        ("inventor", variant.inventor.clone()),
        ("year", variant.year.map(|year| year.to_string())),
        ("source", variant.source.clone()),
        ("about", variant.about.clone()),
    ];
    facts.into_iter().filter_map(|(what, text)| Some((what.to_owned(), text?))).collect()
}

fn facts(variant: &Variant) -> Vec<(String, String)> {
    let board = variant.board;
    let holes: Vec<String> = board.holes().iter().map(|square| board.name(square)).collect();
    let without = if holes.is_empty() { String::new() } else { format!(" without {}", holes.join(", ")) };
    let mut facts = vec![("board".to_owned(), format!("{}x{}{without}", board.files(), board.ranks()))];
    if !variant.lines.is_empty() {
        let line = |line: &Vec<_>| line.iter().map(|&square| board.name(square)).collect::<Vec<_>>().join(" ");
        facts.push(("lines".to_owned(), variant.lines.iter().map(line).collect::<Vec<_>>().join(", ")));
    }
    facts.push(("first".to_owned(), variant.first.to_string()));
    let black = match variant.black {
        Symmetry::MirrorsWhite => "mirrors White",
        Symmetry::RotatesWhite => "rotates White",
    };
    facts.push(("black".to_owned(), black.to_owned()));
    facts
}

/// Every man by its symbol, with all that is to be said of it.
fn men(variant: &Variant) -> Vec<(String, String)> {
    let mut men: Vec<(String, String)> = Vec::new();
    for (id, kind) in variant.kinds() {
        let what = match (kind.sides.white, kind.sides.black) {
            (true, false) => format!("white {}", kind.symbol),
            (false, true) => format!("black {}", kind.symbol),
            _ => kind.symbol.clone(),
        };
        men.push((what, man(variant, id)));
    }
    men
}

fn man(variant: &Variant, id: KindId) -> String {
    let kind = variant.kind(id);
    let mut sentences = vec![format!("{}.", man_name(variant, id))];
    for part in &kind.components {
        let name = part.name.as_ref().map(|name| format!("the {name} part: ")).unwrap_or_default();
        sentences.push(moves(&name, &part.movement));
    }
    sentences.extend(kind.first_move.as_ref().map(|first| moves("as its first move also: ", &first.movement)));
    for elsewhere in &kind.elsewhere {
        if let Some(region) = variant.regions.get(elsewhere.region.index()) {
            sentences.push(moves(&format!("in its {}: ", region.name), &elsewhere.movement));
        }
    }
    sentences.extend(words::man(variant, id));
    sentences.join(" ")
}

/// A movement in a sentence.
fn moves(when: &str, movement: &Movement) -> String {
    let mut along = movement.along_lines(true);
    if along.paths.is_empty() {
        let how = betza::describe(movement).join("; ");
        let how = if movement.paths.is_empty() { "no move".to_owned() } else { how };
        return format!("{}.", capitalized(&format!("{when}{how}")));
    }
    along.paths.iter_mut().for_each(|path| path.along_lines = false);
    let lines = betza::describe(&Movement::new(along.paths)).join("; ");
    format!("{} Along lines: {lines}.", moves(when, &movement.along_lines(false)))
}

/// The setups to compare: the first ones, and those of one name.
fn setups(variants: [&Variant; 2]) -> Vec<[SetupId; 2]> {
    let mut pairs = vec![[SetupId::default(); 2]];
    for (index, setup) in variants[0].setups.iter().enumerate().skip(1) {
        let other = variants[1].setup_named(&setup.name);
        pairs.extend(other.filter(|other| other.index() > 0).map(|other| [SetupId(index as u8), other]));
    }
    pairs
}

/// The squares on which paired setups differ, and the setups that only one game has.
fn placements(variants: [&Variant; 2], pairs: &[[SetupId; 2]]) -> [Vec<(String, String)>; 2] {
    let mut lists = [Vec::new(), Vec::new()];
    for (side, variant) in variants.into_iter().enumerate() {
        for (index, setup) in variant.setups.iter().enumerate() {
            let pair = pairs.iter().find(|pair| pair[side].index() == index);
            let other = pair.and_then(|pair| variants[1 - side].setups.get(pair[1 - side].index()));
            // Paired setups go by the name in the first game.
            let name = pair.and_then(|pair| variants[0].setups.get(pair[0].index())).unwrap_or(setup).name.clone();
            let men = squares(variant, setup);
            let comparable = |other: &&Setup| {
                let size = |variant: &Variant| (variant.board.files(), variant.board.ranks());
                !other.men.is_empty() && size(variant) == size(variants[1 - side])
            };
            let differing = other.filter(comparable).map(|other| {
                let others = squares(variants[1 - side], other);
                let names = variant.board.rectangle().map(|square| variant.board.name(square));
                let here = |square: String| {
                    let own = men.get(&square);
                    let text = own.map_or_else(|| format!("{square} empty"), |man| format!("{man} on {square}"));
                    (own != others.get(&square)).then_some(text)
                };
                names.filter_map(here).collect::<Vec<String>>()
            });
            let text = match differing {
                Some(squares) if squares.len() <= MAX_SQUARES => squares.join(", "),
                _ => board_diagram::draw(variant, &setup.men),
            };
            lists[side].push((name, text));
        }
    }
    lists
}

/// The man on each square, with its state, by the name of the square.
fn squares(variant: &Variant, setup: &Setup) -> BTreeMap<String, String> {
    let men = setup.men.iter().map(|man| {
        let state = man.state.to_string();
        let braces = if state.is_empty() { state } else { format!("{{{state}}}") };
        (variant.board.name(man.square), symbol(variant, man.side, man.kind) + &braces)
    });
    men.collect()
}

/// Paragraphs by their titles; a title that stands there before has a number.
fn numbered(paragraphs: Vec<Paragraph>) -> Vec<(String, String)> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let paragraph = |Paragraph { title, text }| {
        let number = numbers.entry(title.clone()).or_default();
        *number += 1;
        (if *number > 1 { format!("{title} {number}") } else { title }, text)
    };
    paragraphs.into_iter().map(paragraph).collect()
}

/// The endings that only one game has, in its words, and whether the others stand in another order.
fn endings(variants: [&Variant; 2]) -> Vec<Difference> {
    let lists = variants.map(|variant| numbered(words::endings(variant)));
    let mut differences = paired(Part::Endings, lists.clone());
    let [own, others] = &lists;
    let common = |list: &[(String, String)], other: &[(String, String)]| -> Vec<String> {
        list.iter()
            .map(|(title, _)| title)
            .filter(|title| other.iter().any(|(other, _)| other == *title))
            .cloned()
            .collect()
    };
    let orders = [common(own, others), common(others, own)];
    if orders[0] != orders[1] {
        let [first, second] = orders.map(|order| Some(order.join(", ")));
        differences.push(Difference { part: Part::Endings, what: "order".to_owned(), first, second });
    }
    differences
}

/// Whether two games have the same model, but for what is told about them, the names of setups, and how movements are
/// spelt. Of games that number their men or regions otherwise the models say nothing.
fn are_alike(variants: [&Variant; 2]) -> bool {
    let numbering = |variant: &Variant| -> Vec<String> {
        let kinds = variant.kinds.iter().map(|kind| kind.symbol.clone());
        kinds.chain(variant.regions.iter().map(|region| region.name.clone())).collect()
    };
    if numbering(variants[0]) != numbering(variants[1]) {
        return true;
    }
    let [first, second] = variants.map(|variant| {
        let mut variant = variant.clone();
        variant.title.clear();
        (variant.about, variant.inventor, variant.source, variant.year) = (None, None, None, None);
        variant.setups.iter_mut().for_each(|setup| setup.name.clear());
        for kind in &mut variant.kinds {
            for part in &mut kind.components {
                part.betza.clear();
                part.along_lines.clear();
                in_order(&mut part.movement);
            }
            for elsewhere in &mut kind.elsewhere {
                elsewhere.betza.clear();
                in_order(&mut elsewhere.movement);
            }
            if let Some(first) = &mut kind.first_move {
                first.betza.clear();
                in_order(&mut first.movement);
            }
        }
        variant
    });
    first == second
}

/// Puts the paths of a movement into an order that does not depend on its spelling.
fn in_order(movement: &mut Movement) {
    movement.paths.sort_by_cached_key(|path| format!("{path:?}"));
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut page = Page::default();
        let mut heading = None;
        for difference in &self.differences {
            if heading != Some(difference.part) {
                heading = Some(difference.part);
                page.gap();
                page.line(match difference.part {
                    Part::About => "About",
                    Part::Facts => "Facts",
                    Part::Men => "Men",
                    Part::Setups => "Setups",
                    Part::Rules => "Rules",
                    Part::Endings => "Endings",
                });
            }
            for (sign, text) in [("-", &difference.first), ("+", &difference.second)] {
                let Some(text) = text else { continue };
                if difference.part == Part::Setups && text.contains('\n') {
                    page.line(&format!("  {sign} {}:", difference.what));
                    page.indented("      ", text);
                } else {
                    page.wrapped_from(&format!("  {sign} "), "      ", &format!("{}: {text}", difference.what));
                }
            }
        }
        for moves in &self.moves {
            page.gap();
            page.line(&format!("First moves of the setup {}", moves.setup));
            for (sign, moves) in [("-", &moves.only_first), ("+", &moves.only_second)] {
                if !moves.is_empty() {
                    page.wrapped_from(&format!("  {sign} "), "    ", &moves.join(" "));
                }
            }
        }
        f.write_str(page.text())
    }
}
