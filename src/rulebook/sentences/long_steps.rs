//! Long steps, and who answers them.

use super::{a, any_kind_of, joined, squares};
use crate::betza;
use crate::geometry::{Leap, Side};
use crate::model::{EnPassant, Leg, LongStep, Movement, Path, Variant};
use crate::prose::{any_of, capitalized, counted_in_words, number};

/// The long steps of a side, with the rule of who of the opponent answers them.
pub(super) fn steps(variant: &Variant, side: Side, steps: &[LongStep], rule: Option<&EnPassant>) -> Option<String> {
    let step = |step: &LongStep| {
        let mut text = makes(variant, side, step);
        if step.en_passant {
            text = format!("{text} {}", answered(variant, side, rule));
        }
        text
    };
    joined(steps, step)
}

fn makes(variant: &Variant, side: Side, step: &LongStep) -> String {
    let man = capitalized(&a(variant, step.kind));
    let how_far = |noun: &str| match (step.least, step.most) {
        (least, most) if least == most => counted_in_words(most, noun),
        (2, most) => format!("up to {}", counted_in_words(most, noun)),
        (least, most) => format!("{} to {}", number(least), counted_in_words(most, noun)),
    };
    let facing = if variant.kind(step.kind).turns() { ", while it faces as at the start" } else { "" };
    let from = squares::squares(variant.board, side, step.from);
    if step.is_straight() {
        let how_far = how_far("square");
        return format!(
            "{man} on {from} may go {how_far} straight forward at once, over empty squares to an empty one{facing}."
        );
    }
    let leaps = any_of(betza::describe(&movement(&step.leaps)));
    let times = how_far("time");
    format!(
        "{man} on {from} may make one leap {times} in a row in the same direction, each time to an empty square{facing}: {leaps}."
    )
}

/// A movement by these leaps.
fn movement(leaps: &[Leap]) -> Movement {
    Movement::new(leaps.iter().map(|&leap| Path::new(vec![Leg::leap(leap)])).collect())
}

fn answered(variant: &Variant, side: Side, rule: Option<&EnPassant>) -> String {
    let in_series = variant.rules.series[!side].is_some();
    let when = if in_series { "the first move of the series that follows" } else { "the very next move" };
    let by = rule.and_then(|rule| rule.by.as_ref()).map(|by| capitalized(&any_kind_of(variant, by)));
    let on = rule.and_then(|rule| rule.on);
    let place = on.map_or_else(String::new, |on| format!(", on {},", squares::squares(variant.board, !side, on)));
    let who = match by {
        Some(by) => format!("{by} of the enemy that could capture on a square just crossed{place} may"),
        None if place.is_empty() => {
            "An enemy man that has such a step too, and could capture on a square just crossed, may".to_owned()
        }
        None => format!("An enemy man that has such a step too, and could capture on a square just crossed{place} may"),
    };
    let mut text =
        format!("{who} capture it there as if it had stopped on that square, but only with {when} (en passant).");
    if in_series {
        text += " The crossed square must still be empty, and the man must not have moved again.";
    }
    text
}
