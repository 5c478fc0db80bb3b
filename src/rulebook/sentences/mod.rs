//! The rules of a variant in sentences: men, rules and endings, for players who learn the game.
//!
//! Every sentence is made from the model, none from a name. A rule that is the same for both sides is written once,
//! with ranks as each player counts them.

use std::collections::{BTreeSet, HashSet};

use crate::check::{Replaced, ReplacedLine};
use crate::geometry::{Board, Side, SquareSet};
use crate::model::{KindId, Movement, Variant, coming_men};
use crate::notation::man_name;
use crate::prose::{all_of, any_of, counted_in_words, number, plural};
use crate::{betza, prose};

pub(crate) use crate::rulebook::sentences::endings::endings;
pub(crate) use crate::rulebook::sentences::hands::hands_sentence;
pub use crate::rulebook::sentences::men::man;
pub(crate) use crate::rulebook::sentences::men::{basics, squares_of_sides};
pub(crate) use crate::rulebook::sentences::rules::rules;
pub(crate) use crate::rulebook::sentences::setups::shuffle_sentences;

mod endings;
mod hands;
mod men;
mod rules;
mod setups;
mod walls;

/// The name of royal men of several kinds.
const ROYAL_MAN: &str = "royal man";

/// A rule or an ending with its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paragraph {
    /// The heading.
    pub(crate) title: String,
    /// The sentences.
    pub(crate) text: String,
}

impl Paragraph {
    fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { title: title.into(), text: text.into() }
    }

    /// Adds the sentence about inherited lines that are replaced.
    fn in_place_of(&mut self, lines: &[&ReplacedLine]) {
        if let Some(sentence) = in_place_of(lines) {
            self.text = format!("{} {sentence}", self.text);
        }
    }
}

/// The sentence about inherited lines that something replaces, if there are any.
pub(crate) fn in_place_of(lines: &[&ReplacedLine]) -> Option<String> {
    let named = lines.iter().map(|line| {
        let part = if line.in_part { "a part of " } else { "" };
        format!("{part}`{}`", line.text)
    });
    (!lines.is_empty()).then(|| format!("In place of {}.", all_of(named)))
}

/// The sentence about inherited setups that the setups of a game replace.
pub(crate) fn setups_replaced(replaced: &Replaced) -> Option<String> {
    let names: Vec<&String> = replaced.setups.iter().collect();
    let noun = if names.len() == 1 { "setup" } else { "setups" };
    (!names.is_empty()).then(|| format!("In place of the inherited {noun} {}.", all_of(names)))
}

/// A movement by its Betza string, followed by its description.
fn moving_as(betza: &str, movement: &Movement) -> String {
    format!("{betza} ({})", betza::describe(movement).join("; "))
}

/// `a Rook`, `an Archbishop`.
fn a_man(variant: &Variant, kind: KindId) -> String {
    prose::with_article(&man_name(variant, kind))
}

/// `Queen, Rook or Bishop`.
fn kind_names(variant: &Variant, kinds: &[KindId]) -> String {
    any_of(kinds.iter().map(|&kind| man_name(variant, kind)))
}

/// `a Queen, a Rook or a Bishop`, or `no man` of an empty list.
fn any_kind_of(variant: &Variant, kinds: &[KindId]) -> String {
    if kinds.is_empty() {
        return "no man".to_owned();
    }
    let mut names: Vec<String> = kinds.iter().map(|&kind| a_man(variant, kind)).collect();
    // The sides may have kinds of their own that are called alike.
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    any_of(names)
}

/// The phrases whose conditions hold: `gives check or captures`.
fn any_that_holds<const N: usize>(phrases: [(bool, &str); N]) -> Option<String> {
    let mut holding = phrases.into_iter().filter(|(holds, _)| *holds).map(|(_, phrase)| phrase).peekable();
    holding.peek().is_some().then(|| any_of(holding))
}

/// The kinds that a side has in some setup, can have in hand or can promote to, in order of definition.
fn kinds_of(variant: &Variant, side: Side) -> impl Iterator<Item = KindId> {
    let in_hand = variant.droppable_kinds(side);
    let mut come = coming_men(&variant.setups);
    come.extend(coming_men(&variant.rules));
    let ids = variant.kinds().map(|(id, _)| id);
    ids.filter(move |id| in_hand.contains(id) || come.contains(&(Some(side), *id)))
}

/// The royal kinds of some sides, in order of definition.
fn royal_kinds(variant: &Variant, sides: &[Side]) -> BTreeSet<KindId> {
    sides.iter().flat_map(|&side| kinds_of(variant, side)).filter(|&kind| variant.kind(kind).royal).collect()
}

/// The men that may not be left attacked: `King`, or `royal man` of several kinds.
fn royal_name(variant: &Variant) -> Option<String> {
    let kinds = royal_kinds(variant, &Side::ALL);
    let name = kinds.first().map(|&kind| man_name(variant, kind));
    if kinds.len() > 1 { Some(ROYAL_MAN.to_owned()) } else { name }
}

/// A number of men of these kinds, or of any: `three Pawns`.
fn counted_men(variant: &Variant, count: u16, kinds: Option<&Vec<KindId>>) -> String {
    let Some(kinds) = kinds else { return counted_in_words(count, "man") };
    let names = kinds.iter().map(|&kind| man_name(variant, kind));
    let names = names.map(|name| if count == 1 { name } else { plural(&name) });
    format!("{} {}", number(count), any_of(names))
}

/// The men that a bared side still has: `the King`.
fn bared_men(variant: &Variant) -> String {
    let king = royal_name(variant).filter(|name| name != ROYAL_MAN);
    king.map_or_else(|| "royal men".to_owned(), |king| format!("the {king}"))
}

/// A sentence about each side, written once if it is the same for both sides.
fn for_each_side(sentence: impl Fn(Side) -> Option<String>) -> Option<String> {
    match (sentence(Side::White), sentence(Side::Black)) {
        (Some(white), Some(black)) if white == black => Some(white),
        (Some(white), Some(black)) => Some(format!("White: {white} Black: {black}")),
        (Some(white), None) => Some(format!("Only White: {white}")),
        (None, Some(black)) => Some(format!("Only Black: {black}")),
        (None, None) => None,
    }
}

/// The sentences of a list of rules, or nothing of an empty list.
fn join_sentences<T>(rules: &[T], sentence: impl Fn(&T) -> String) -> Option<String> {
    (!rules.is_empty()).then(|| rules.iter().map(sentence).collect::<Vec<_>>().join(" "))
}

/// Names squares as a side sees them: `the last rank`, `its third rank`, `file e`, `d4 to e5`, `a1, c3 or e5`.
pub(super) fn squares_of(board: Board, side: Side, set: SquareSet) -> String {
    if set.is_empty() {
        return "no square".to_owned();
    }
    if set.len() == board.len() {
        return "any square".to_owned();
    }
    let ranks: BTreeSet<i32> = set.iter().map(|square| board.own_rank(side, square)).collect();
    let files: BTreeSet<i32> = set.iter().map(|square| board.file(square)).collect();
    let is_box = set.len() == ranks.len() * files.len();
    if is_box && files.len() == usize::from(board.files()) {
        return own_ranks_phrase(board, &ranks);
    }
    let (Some(low), Some(high)) = (set.iter().next(), set.iter().last()) else { return String::new() };
    let file = |index: &i32| ((b'a' + *index as u8) as char).to_string();
    if is_box && ranks.len() == usize::from(board.ranks()) {
        let names = all_of(files.iter().map(file));
        return format!("{} {names}", if files.len() == 1 { "file" } else { "files" });
    }
    let contiguous = |indices: &BTreeSet<i32>| {
        indices.last().zip(indices.first()).is_some_and(|(last, first)| last - first + 1 == indices.len() as i32)
    };
    if is_box && set.len() > 2 && contiguous(&ranks) && contiguous(&files) {
        return format!("{} to {}", board.name(low), board.name(high));
    }
    any_of(set.iter().map(|square| board.name(square)))
}

/// Names squares for both sides, with numbered ranks: `rank 8`, `ranks 4 and 5`.
pub(super) fn squares_of_both(board: Board, set: SquareSet) -> String {
    let ranks: BTreeSet<i32> = set.iter().map(|square| board.rank(square)).collect();
    if set.len() < board.len() && set.len() == ranks.len() * usize::from(board.files()) {
        let names = all_of(ranks.iter().map(|rank| (rank + 1).to_string()));
        return format!("{} {names}", if ranks.len() == 1 { "rank" } else { "ranks" });
    }
    squares_of(board, Side::White, set)
}

/// Ranks as each player counts them: `the last rank`, `its third or fourth rank`.
fn own_ranks_phrase(board: Board, ranks: &BTreeSet<i32>) -> String {
    let last = i32::from(board.ranks()) - 1;
    let names =
        ranks.iter().map(|&rank| if rank == last { "last".to_owned() } else { prose::ordinal(rank as u32 + 1) });
    let names = any_of(names);
    if names == "last" || names == "first" { format!("the {names} rank") } else { format!("its {names} rank") }
}
