//! Differences of two games: facts, men, setups, rules and endings in sentences, and the first moves.
//!
//! ```
//! use weakfish::{BuiltIns, builtin, load, rulebook::diff::{diff, Part}};
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
use super::sentences::{self, Paragraph};
use crate::betza;
use crate::check::Replaced;
use crate::engine::Game;
use crate::model::{
    At, BoardStyle, Figures, ForeignLetter, Kind, KindId, Movement, PlacedMan, Setup, SetupId, Symmetry, Variant,
    Walker, walked,
};
use crate::notation::{board_diagram, man_name, symbol, uci};
use crate::prose::capitalized;

/// The maximum number of squares that are listed; setups that differ on more are drawn.
const MAX_SQUARES: usize = 8;

/// The differences of two games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Diff {
    /// The titles of the games.
    pub titles: [String; 2],
    /// The differences in sentences, by part.
    pub differences: Vec<Difference>,
    /// The first moves that only one of the games has, of each setup that both have, where there are any.
    pub moves: Vec<MoveDifference>,
}

/// A difference in sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The part where the games differ.
    pub part: Part,
    /// The word before a fact, the symbol of a man, the name of a setup, the title of a rule or an ending.
    pub what: String,
    /// The sentences of the first game; `None` if it has nothing of this name.
    pub first: Option<String>,
    /// The sentences of the second game.
    pub second: Option<String>,
}

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Title, inventor and the like, which don't affect the play.
    About,
    /// Board, lines, and which side moves first.
    Facts,
    /// The men and their moves.
    Men,
    /// The squares of the men at the start.
    Setups,
    /// The rules.
    Rules,
    /// The endings.
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
    /// Whether the games differ only in title, inventor and the like.
    pub fn plays_alike(&self) -> bool {
        self.moves.is_empty() && self.differences.iter().all(|difference| difference.part == Part::About)
    }
}

/// Texts by the names of the things that they describe.
type Described = Vec<(String, String)>;

/// Compares two games. Setups are compared with those of the same name, and the first with the first.
pub fn diff(first: &Game, second: &Game) -> Diff {
    let variants = [first.variant(), second.variant()];
    let pairs = pair_setups(variants);
    let parts: [(Part, [Described; 2]); 6] = [
        (Part::About, variants.map(metadata)),
        (Part::Facts, variants.map(describe_facts)),
        (Part::Men, variants.map(describe_men)),
        (Part::Setups, differing_placements(variants, &pairs)),
        (Part::Rules, variants.map(|variant| number_titles(sentences::rules(variant, &Replaced::default())))),
        (Part::Endings, variants.map(|variant| number_titles(sentences::endings(variant, &Replaced::default())))),
    ];
    let order = endings_order_difference(&parts[5].1);
    let mut differences: Vec<Difference> =
        parts.into_iter().flat_map(|(part, lists)| pair_differences(part, lists)).collect();
    differences.extend(order);
    if differences.iter().all(|difference| difference.part == Part::About) && !have_same_model(variants) {
        let text = "the models differ in something that no sentence describes".to_owned();
        let what = "other".to_owned();
        differences.push(Difference { part: Part::Rules, what, first: None, second: Some(text) });
    }
    let moves = |game: &Game, setup: SetupId| -> BTreeSet<String> {
        uci::legal_moves(&game.start_of(setup)).into_iter().map(|(text, _)| text).collect()
    };
    let moves = pairs.iter().filter_map(|&[first_setup, second_setup]| {
        let (first_moves, second_moves) = (moves(first, first_setup), moves(second, second_setup));
        let setup = variants[0].setups.get(first_setup.index())?.name.clone();
        let only = |some: &BTreeSet<String>, others| some.difference(others).cloned().collect();
        let (only_first, only_second) = (only(&first_moves, &second_moves), only(&second_moves, &first_moves));
        (first_moves != second_moves).then_some(MoveDifference { setup, only_first, only_second })
    });
    let moves = moves.collect();
    Diff { titles: variants.map(|variant| variant.title.clone()), differences, moves }
}

/// The rules of a game, each in a line after its name: facts, men, rules and endings as [`diff`] compares them, without the
/// setups. [Stored move lists](crate::testing::stored_moves) keep them.
pub fn rule_lines(game: &Game) -> Vec<String> {
    let variant = game.variant();
    let rules = number_titles(sentences::rules(variant, &Replaced::default()));
    let endings = number_titles(sentences::endings(variant, &Replaced::default()));
    let described = [describe_facts(variant), describe_men(variant), rules, endings].concat();
    described.into_iter().map(|(what, text)| format!("{what}: {}", text.replace('\n', " "))).collect()
}

/// The things that two lists describe differently, in the order of the first list, then those that only the second
/// has.
fn pair_differences(part: Part, [first, second]: [Described; 2]) -> Vec<Difference> {
    let find =
        |list: &Described, what: &str| list.iter().find(|(other, _)| other == what).map(|(_, text)| text.clone());
    let new = second.iter().filter(|(what, _)| find(&first, what).is_none());
    let names: Vec<&String> = first.iter().chain(new).map(|(what, _)| what).collect();
    let difference = |what: &String| {
        let (first, second) = (find(&first, what), find(&second, what));
        (first != second).then(|| Difference { part, what: what.clone(), first, second })
    };
    names.into_iter().filter_map(difference).collect()
}

/// Metadata of a game (title, inventor, …) by the keywords of a definition, to be compared.
fn metadata(variant: &Variant) -> Described {
    let style = variant.board_style.in_words(variant.board);
    let facts = [
        ("title", Some(variant.title.clone())),
        ("inventor", variant.inventor.clone()),
        ("year", variant.year.map(|year| year.to_string())),
        ("source", variant.source.clone()),
        ("about", variant.about.clone()),
        ("board style", (variant.board_style != BoardStyle::default()).then(|| style.to_string())),
        ("sides", variant.side_names.as_ref().map(|names| format!("\"{}\", \"{}\"", names.white, names.black))),
        ("letters", (!variant.letters.is_empty()).then(|| foreign_letters(variant).join(", "))),
        ("figures", (!variant.figures.is_empty()).then(|| figures(variant).join(", "))),
    ];
    facts.into_iter().filter_map(|(what, text)| Some((what.to_owned(), text?))).collect()
}

/// The letters of other programs as a definition lists them: `Q = F`.
fn foreign_letters(variant: &Variant) -> Vec<String> {
    let pair = |letter: &ForeignLetter| format!("{} = {}", letter.written, variant.kind(letter.kind).symbol);
    variant.letters.iter().map(pair).collect()
}

/// The figures as a definition lists them: `on discs`, `C = crane`.
fn figures(variant: &Variant) -> Vec<String> {
    let Figures { on, men, wall } = &variant.figures;
    let men = men.iter().map(|man| format!("{} = {}", variant.kind(man.kind).symbol, man.figure));
    let wall = wall.iter().map(|figure| format!("wall = {figure}"));
    on.iter().map(|tile| format!("on {tile}")).chain(men).chain(wall).collect()
}

/// Facts that affect the play by the keywords of a definition, to be compared.
fn describe_facts(variant: &Variant) -> Described {
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

/// The men in words, by their symbols.
fn describe_men(variant: &Variant) -> Described {
    let entry = |(id, kind): (KindId, &Kind)| {
        let side = match (kind.sides.white, kind.sides.black) {
            (true, false) => "white ",
            (false, true) => "black ",
            _ => "",
        };
        (format!("{side}{}", kind.symbol), describe_man(variant, id))
    };
    variant.kinds().map(entry).collect()
}

/// Describes a man: its name, its moves and its properties.
fn describe_man(variant: &Variant, id: KindId) -> String {
    let kind = variant.kind(id);
    let mut sentences = vec![format!("{}.", man_name(variant, id))];
    for part in &kind.components {
        let name = part.name.as_ref().map(|name| format!("the {name} part: ")).unwrap_or_default();
        sentences.push(describe_movement(&name, &part.movement));
    }
    let when = if kind.moves_once_a_game() { "once a game also: " } else { "as its first move also: " };
    sentences.extend(kind.first_move.as_ref().map(|first| describe_movement(when, &first.movement)));
    for elsewhere in &kind.elsewhere {
        if let Some(region) = variant.regions.get(elsewhere.region.index()) {
            let place = match &region.name {
                Some(name) => format!("in its {name}: "),
                None => format!("on {}: ", sentences::squares_of_sides(variant, &region.squares)),
            };
            sentences.push(describe_movement(&place, &elsewhere.movement));
        }
    }
    sentences.extend(sentences::man(variant, id));
    sentences.join(" ")
}

/// Describes a movement in sentences that begin with `when`; moves along lines have a sentence of their own.
fn describe_movement(when: &str, movement: &Movement) -> String {
    let mut along = movement.along_lines(true);
    if along.paths.is_empty() {
        let how = betza::describe(movement).join("; ");
        let how = if movement.paths.is_empty() { "no move".to_owned() } else { how };
        return format!("{}.", capitalized(&format!("{when}{how}")));
    }
    along.paths.iter_mut().for_each(|path| path.along_lines = false);
    let lines = betza::describe(&Movement::new(along.paths)).join("; ");
    format!("{} Along lines: {lines}.", describe_movement(when, &movement.along_lines(false)))
}

/// Pairs the setups to compare: the first ones, and those of one name.
fn pair_setups(variants: [&Variant; 2]) -> Vec<[SetupId; 2]> {
    let mut pairs = vec![[SetupId::default(); 2]];
    for (index, setup) in variants[0].setups.iter().enumerate().skip(1) {
        let other = variants[1].setup_named(&setup.name);
        pairs.extend(other.filter(|other| other.index() > 0).map(|other| [SetupId(index as u8), other]));
    }
    pairs
}

/// The men on the squares where paired setups differ, and the setups that only one game has, drawn.
fn differing_placements(variants: [&Variant; 2], pairs: &[[SetupId; 2]]) -> [Described; 2] {
    let sizes = variants.map(|variant| (variant.board.files(), variant.board.ranks()));
    [0, 1].map(|own| {
        let (variant, other) = (variants[own], variants[1 - own]);
        let placement = |(index, setup): (usize, &Setup)| {
            let pair = pairs.iter().find(|pair| pair[own].index() == index);
            let paired = pair.and_then(|pair| other.setups.get(pair[1 - own].index()));
            // Paired setups go by the name in the first game.
            let name = pair.and_then(|pair| variants[0].setups.get(pair[0].index())).unwrap_or(setup).name.clone();
            let men = men_by_square(variant, setup);
            let comparable = paired.filter(|paired| !paired.men.is_empty() && sizes[0] == sizes[1]);
            let differing = comparable.map(|paired| {
                let others = men_by_square(other, paired);
                let names = variant.board.rectangle().map(|square| variant.board.name(square));
                let differing = names.filter(|square| men.get(square) != others.get(square));
                let man = |square: String| match men.get(&square) {
                    Some(man) => format!("{man} on {square}"),
                    None => format!("{square} empty"),
                };
                differing.map(man).collect::<Vec<String>>()
            });
            let few = differing.filter(|squares| squares.len() <= MAX_SQUARES).map(|squares| squares.join(", "));
            let board = few.unwrap_or_else(|| board_diagram::draw(variant, &setup.men));
            let hands = sentences::hands_sentence(variant, setup);
            let differ = hands != paired.and_then(|paired| sentences::hands_sentence(other, paired));
            let hands = hands.filter(|_| differ);
            let shuffle = sentences::shuffle_sentences(variant, setup);
            let shuffles_differ = shuffle != paired.and_then(|paired| sentences::shuffle_sentences(other, paired));
            let shuffle = shuffle.filter(|_| shuffles_differ);
            let parts = [Some(board).filter(|board| !board.is_empty()), hands, shuffle].into_iter().flatten();
            (name, parts.collect::<Vec<_>>().join("\n"))
        };
        variant.setups.iter().enumerate().map(placement).collect()
    })
}

/// The man on each square, with its state, by the name of the square.
fn men_by_square(variant: &Variant, setup: &Setup) -> BTreeMap<String, String> {
    let text = |man: &PlacedMan| symbol(variant, man.side, man.kind) + &man.state.in_braces();
    setup.men.iter().map(|man| (variant.board.name(man.square), text(man))).collect()
}

/// The texts of paragraphs by their titles; a repeated title is numbered: each names one text.
fn number_titles(paragraphs: Vec<Paragraph>) -> Described {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let paragraph = |Paragraph { title, text }| {
        let number = numbers.entry(title.clone()).or_default();
        *number += 1;
        (if *number > 1 { format!("{title} {number}") } else { title }, text)
    };
    paragraphs.into_iter().map(paragraph).collect()
}

/// The difference in the order of the endings that both games have.
fn endings_order_difference(lists: &[Described; 2]) -> Option<Difference> {
    let common = |index: usize| -> Vec<&str> {
        let titles = lists[index].iter().map(|(title, _)| title.as_str());
        titles.filter(|title| lists[1 - index].iter().any(|(other, _)| other == title)).collect()
    };
    let [first, second] = [common(0), common(1)];
    (first != second).then(|| Difference {
        part: Part::Endings,
        what: "order".to_owned(),
        first: Some(first.join(", ")),
        second: Some(second.join(", ")),
    })
}

/// Whether two games have the same model, except for titles and credits, the names of setups, and the spelling of
/// movements. Models that number their men or regions differently can't be compared, and count as the same.
fn have_same_model(variants: [&Variant; 2]) -> bool {
    let numbering = |variant: &Variant| -> Vec<String> {
        let kinds = variant.kinds.iter().map(|kind| kind.symbol.clone());
        kinds.chain(variant.regions.iter().map(|region| region.name.clone().unwrap_or_default())).collect()
    };
    let [first, second] = variants.map(|variant| {
        let mut variant = walked(variant, &At::Root, &mut WithoutSpelling);
        variant.setups.iter_mut().for_each(|setup| setup.name.clear());
        variant
    });
    numbering(variants[0]) != numbering(variants[1]) || first.plays_alike(&second)
}

/// Keeps the meaning of movements and removes their spelling.
struct WithoutSpelling;

impl Walker for WithoutSpelling {
    fn spelling(&mut self, _: &At<'_>, text: &mut String) {
        text.clear();
    }

    fn movement(&mut self, _: &At<'_>, movement: &mut Movement) {
        *movement = Movement::new(std::mem::take(&mut movement.paths));
    }
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut page = Page::default();
        let mut heading = None;
        for difference in &self.differences {
            if heading != Some(difference.part) {
                heading = Some(difference.part);
                page.gap();
                page.line(&format!("{:?}", difference.part));
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
