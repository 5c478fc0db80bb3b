//! Turns matched effects, `when EVENT [may] EFFECT`, into the tree.

use super::ast::{Angles, Effect, EffectChange, Event, MenList, Whose};
use super::lines::Node;
use super::places::{men_list, place};
use crate::model::EffectRange;
use weakfish_grammar::variant::Rule;

/// Lowers an effect: the moves that have it, and what it changes.
pub(super) fn effect(node: &Node<'_>) -> Option<Effect> {
    let Some(effect) = node.child_of(&[Rule::effect, Rule::certain_effect, Rule::stays_behind, Rule::dropped_effect])
    else {
        // `may turn 45 after moving`
        let change = EffectChange::Turns(angles(node)?);
        return Some(Effect { event: Event::Moving, by: None, optional: true, change });
    };
    let by = node.child(Rule::by_part).and_then(|by| by.word_of(Rule::name));
    Some(Effect { event: event(node)?, by, optional: effect.has(Rule::may), change: change(&effect)? })
}

/// Lowers the moves that have an effect.
fn event(node: &Node<'_>) -> Option<Event> {
    Some(if let Some(arriving) = node.child(Rule::arriving_on) {
        Event::Arriving(place(&arriving)?)
    } else if node.has(Rule::not) {
        Event::NotCapturing
    } else if node.has(Rule::capturing) {
        Event::Capturing
    } else if node.has(Rule::next_to_own) {
        Event::DroppedNextToOwn
    } else if node.has(Rule::dropped) {
        Event::Dropped
    } else {
        Event::Moving
    })
}

/// Lowers the change that an effect makes.
fn change(effect: &Node<'_>) -> Option<EffectChange> {
    let affected_men = || -> Option<MenList> { effect.has(Rule::men_list).then(|| men_list(effect)) };
    Some(if effect.rule() == Rule::stays_behind {
        EffectChange::StaysBehind
    } else if effect.has(Rule::dies) {
        EffectChange::Dies
    } else if effect.has(Rule::wall) {
        EffectChange::BecomesWall
    } else if effect.has(Rule::destroys) {
        EffectChange::Destroys { whose: whose(effect), men: affected_men(), range: range(effect) }
    } else if effect.has(Rule::converts) {
        EffectChange::Converts { men: affected_men(), range: range(effect) }
    } else if effect.has(Rule::angles) {
        EffectChange::Turns(angles(effect)?)
    } else if effect.has(Rule::its_victim) {
        EffectChange::BecomesVictim
    } else if effect.has(Rule::men_list) {
        EffectChange::Becomes(men_list(effect))
    } else {
        EffectChange::Flips
    })
}

/// Lowers where the men stand that an effect reaches.
fn range(effect: &Node<'_>) -> EffectRange {
    if let Some(along) = effect.child(Rule::along_move) {
        let in_line = along.has(Rule::line_);
        return if along.has(Rule::passes) {
            EffectRange::Passed
        } else if along.has(Rule::approaches) {
            EffectRange::Approached { in_line }
        } else {
            EffectRange::WithdrawnFrom { in_line }
        };
    }
    match effect.child(Rule::next_to_it) {
        Some(next) => EffectRange::NextTo { orthogonally: next.has(Rule::orthogonally) },
        None => EffectRange::Enclosed { orthogonally: effect.has(Rule::orthogonally) },
    }
}

/// Lowers `own` or `enemy` before men.
pub(super) fn whose(node: &Node<'_>) -> Option<Whose> {
    let word = node.child_of(&[Rule::own, Rule::enemy])?;
    Some(if word.rule() == Rule::own { Whose::Own } else { Whose::Enemy })
}

/// Lowers the angles of turns.
pub(super) fn angles(node: &Node<'_>) -> Option<Angles> {
    let angles = node.child(Rule::angles)?;
    Some(match angles.span_of(Rule::any) {
        Some(place) => Angles::Any(place),
        None => Angles::Degrees(angles.numbers().collect()),
    })
}
