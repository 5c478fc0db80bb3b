//! A variant in plain words: its men, its rules and its endings, so that a player could learn the game.
//!
//! Every sentence is made from the model, none from a name. A rule that is the same for both sides is written once,
//! with ranks as each player counts them.

mod castling;
mod counting;
mod endings;
mod long_steps;
mod men;
mod rules;
mod squares;

pub(crate) use endings::endings;
pub(crate) use men::basics;
pub use men::man;
pub(crate) use rules::rules;

use std::collections::HashSet;

use crate::geometry::Side;
use crate::model::{KindId, Movement, PromotionChoice, Variant};
use crate::notation::man_name;
use crate::prose::{any_of, counted_in_words, number, plural};
use crate::{betza, prose};

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
}

/// A movement by its Betza string, with what that means.
fn moving_as(betza: &str, movement: &Movement) -> String {
    format!("{betza} ({})", betza::describe(movement).join("; "))
}

/// `a Rook`, `an Archbishop`.
fn a(variant: &Variant, kind: KindId) -> String {
    prose::with_article(&man_name(variant, kind))
}

/// `a Queen, a Rook or a Bishop`, or `no man` of an empty list.
fn any_kind_of(variant: &Variant, kinds: &[KindId]) -> String {
    if kinds.is_empty() {
        return "no man".to_owned();
    }
    let mut names: Vec<String> = kinds.iter().map(|&kind| a(variant, kind)).collect();
    // The sides may have kinds of their own that are called alike.
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    any_of(names)
}

/// The kinds that a side has in some setup or can promote to, in order of definition.
fn kinds_of(variant: &Variant, side: Side) -> impl Iterator<Item = KindId> {
    variant.kinds().map(|(id, _)| id).filter(move |&id| {
        let stands = variant.setups.iter().flat_map(|setup| &setup.men).any(|man| man.side == side && man.kind == id);
        let promoted = variant.rules.promotions[side].iter().any(|promotion| match &promotion.to {
            PromotionChoice::Kinds(kinds) => kinds.contains(&id),
            PromotionChoice::AnyStartingBut(_) | PromotionChoice::Nothing => false,
        });
        stands || promoted
    })
}

/// The royal kinds of a side.
fn royal_kinds(variant: &Variant, side: Side) -> Vec<KindId> {
    kinds_of(variant, side).filter(|&kind| variant.kind(kind).royal).collect()
}

/// The men that may not be left attacked: `King`, `royal man`.
fn royal_name(variant: &Variant) -> Option<String> {
    let mut kinds: Vec<KindId> = Side::ALL.into_iter().flat_map(|side| royal_kinds(variant, side)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    match kinds.as_slice() {
        [] => None,
        [kind] => Some(man_name(variant, *kind)),
        _ => Some("royal man".to_owned()),
    }
}

/// So many men of these kinds, or of any: `three Pawns`.
fn several(variant: &Variant, count: u16, kinds: Option<&Vec<KindId>>) -> String {
    let Some(kinds) = kinds else { return counted_in_words(count, "man").replace(" mans", " men") };
    let names = kinds.iter().map(|&kind| man_name(variant, kind));
    let names = names.map(|name| if count == 1 { name } else { plural(&name) });
    format!("{} {}", number(count), any_of(names))
}

/// The men that a bared side still has: `the King`.
fn bare(variant: &Variant) -> String {
    let mut kinds: Vec<KindId> = Side::ALL.into_iter().flat_map(|side| royal_kinds(variant, side)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    match kinds.as_slice() {
        [kind] => format!("the {}", man_name(variant, *kind)),
        _ => "royal men".to_owned(),
    }
}

/// A sentence about each side, written once if it is the same for both.
fn sided(sentence: impl Fn(Side) -> Option<String>) -> Option<String> {
    match (sentence(Side::White), sentence(Side::Black)) {
        (Some(white), Some(black)) if white == black => Some(white),
        (Some(white), Some(black)) => Some(format!("White: {white} Black: {black}")),
        (Some(white), None) => Some(format!("Only White: {white}")),
        (None, Some(black)) => Some(format!("Only Black: {black}")),
        (None, None) => None,
    }
}
