//! Destinations of captured men, and men in hand: the hands of a setup, and how men are dropped.

use super::{a_man, any_kind_of, squares_of};
use crate::geometry::{Side, SquareSet};
use crate::model::{
    Captured, DropBeside, DropCheck, DropLimit, DropLine, DropRule, HandOf, HomeChoice, InHand, Kind, KindId, Setup,
    Variant,
};
use crate::notation::man_name;
use crate::prose::{all_of, any_of, capitalized, counted_in_words, number, plural};

/// The sentence on the hand that a captured man goes to.
pub(super) fn fate_sentence(variant: &Variant, kind: &Kind) -> Option<String> {
    let (of, becomes) = match kind.captured {
        Captured::Removed => return None,
        Captured::ToHand { of, becomes } => (of, becomes),
        Captured::Home(choice) => {
            return Some(format!(
                "When it is captured, it returns to its first square{}, as at the start, or leaves the game if that is occupied.",
                home_in_words(choice)
            ));
        }
    };
    let whose = match of {
        HandOf::Captor => "the hand of the player who captures it",
        HandOf::Owner => "the hand of its own side",
    };
    let becomes = match (becomes, kind.was) {
        (InHand::Same, _) | (InHand::BeforePromotion, None) => String::new(),
        (InHand::Kind(other), _) => format!(", as {}", a_man(variant, other)),
        (InHand::BeforePromotion, Some(before)) => {
            let before = a_man(variant, before);
            format!(", and if it was {before} before it promoted, as {before}")
        }
    };
    Some(format!("When it is captured, it goes to {whose}{becomes}."))
}

/// Which of its first squares a man returns to, in words.
pub(super) const fn home_in_words(choice: HomeChoice) -> &'static str {
    match choice {
        HomeChoice::Only => "",
        HomeChoice::OnItsFile => " on the same file",
        HomeChoice::OnItsColour => " of the same colour",
    }
}

/// The men in hand of a setup, as a sentence: `White has two Pawns in hand.`
pub(crate) fn hands_sentence(variant: &Variant, setup: &Setup) -> Option<String> {
    let men = |side: Side| {
        let counted = |&(kind, count): &(KindId, u8)| {
            let name = man_name(variant, kind);
            if count == 1 { a_man(variant, kind) } else { format!("{} {}", number(count), plural(&name)) }
        };
        let hand = &setup.hands[side];
        (!hand.is_empty()).then(|| all_of(hand.iter().map(counted)))
    };
    match (men(Side::White), men(Side::Black)) {
        (None, None) => None,
        (Some(white), Some(black)) if white == black => Some(format!("Each side has {white} in hand.")),
        (Some(white), None) => Some(format!("White has {white} in hand.")),
        (None, Some(black)) => Some(format!("Black has {black} in hand.")),
        (Some(white), Some(black)) => Some(format!("White has {white} in hand, Black {black}.")),
    }
}

/// The sentences about the drops of a side; nothing of a side that never has men in hand.
pub(super) fn drop_sentences(variant: &Variant, side: Side) -> Option<String> {
    let kinds = variant.droppable_kinds(side);
    let from = if variant.kinds_in_hand(side).is_empty() { "a new one" } else { "one from the hand" };
    let mut sentences =
        vec![format!("Instead of moving a man on the board, a player may put {from} on an empty square.")];
    let mut rules: Vec<(Vec<KindId>, DropRule)> = Vec::new();
    for rule in kinds.iter().map(|&kind| variant.drop_of(side, kind)) {
        // Rules that differ in the man alone share a sentence.
        let alike = |(kinds, other): &&mut (Vec<KindId>, DropRule)| {
            let as_it_is = rule.to == [rule.kind] && other.to == [kinds[0]];
            (as_it_is || rule.to == other.to)
                && DropRule { kind: other.kind, to: other.to.clone(), ..rule.clone() } == *other
        };
        match rules.iter_mut().find(alike) {
            Some((kinds, _)) => kinds.push(rule.kind),
            None => rules.push((vec![rule.kind], rule)),
        }
    }
    sentences.extend(rules.iter().filter_map(|(kinds, rule)| drop_sentence(variant, side, kinds, rule)));
    (!kinds.is_empty()).then(|| sentences.join(" "))
}

/// Sentence about the drops of some kinds; `None` for a rule that limits nothing.
fn drop_sentence(variant: &Variant, side: Side, kinds: &[KindId], rule: &DropRule) -> Option<String> {
    let man = capitalized(&any_kind_of(variant, kinds));
    if rule.on.is_empty() {
        return Some(format!("{man} is never dropped."));
    }
    let board: SquareSet = variant.board.squares().collect();
    let barred = board.without(rule.on);
    let mut sentences = Vec::new();
    if rule.to != [rule.kind] {
        let choice = if rule.to.len() > 1 { ", as the player chooses" } else { "" };
        sentences.push(format!("{man} is dropped as {}{choice}.", any_kind_of(variant, &rule.to)));
    }
    if !barred.is_empty() {
        let squares = |set| squares_of(variant.board, side, set);
        sentences.push(if barred.len() < rule.on.len() {
            format!("{man} is not dropped on {}.", squares(barred))
        } else {
            format!("{man} is dropped only on {}.", squares(rule.on))
        });
    }
    if !rule.slid_from.is_empty() {
        let sides = any_of(rule.slid_from.iter().map(|wind| wind.in_words()));
        let until = "slides in from there along a line until a man or the other end stops it";
        sentences.push(format!("{man} comes in at the {sides} side of the board, and {until}."));
    }
    sentences.extend(rule.limits.iter().map(|limit| format!("{man} {}.", limit_phrase(variant, limit))));
    sentences.extend(match rule.check {
        DropCheck::Allowed => None,
        DropCheck::NotCheckmate => {
            Some(format!("{man} is not dropped where that gives a check after which the opponent has no legal move."))
        }
        DropCheck::Forbidden => Some(format!("{man} is not dropped where that gives check.")),
    });
    sentences.extend(rule.beside.iter().map(|beside| format!("{man} {}.", beside_phrase(variant, beside))));
    if rule.converting {
        sentences.push(format!("{man} is dropped only where that makes some man change sides."));
    }
    if !rule.first_on.is_empty() {
        let squares = squares_of(variant.board, side, rule.first_on);
        let freely = if rule.converting || !rule.beside.is_empty() { ", whatever men there are" } else { "" };
        sentences.push(format!("As long as one of {squares} is empty, {man} is dropped only there{freely}."));
    }
    if rule.unlimited {
        sentences
            .push(format!("There is no limit to the number of times that {} is dropped.", any_kind_of(variant, kinds)));
    }
    if rule.compulsory {
        let which = if kinds.len() > 1 { "such a man".to_owned() } else { a_man(variant, rule.kind) };
        sentences.push(format!("A player who can drop {which} must drop it, or another man that must be dropped."));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The phrase for the men that must be next to the square of a drop, or must not.
fn beside_phrase(variant: &Variant, beside: &DropBeside) -> String {
    let men = |kinds: &[KindId], whose: &str| {
        let all = variant.kinds().all(|(id, _)| kinds.contains(&id));
        let men = if all { "a man".to_owned() } else { any_kind_of(variant, kinds) };
        (!kinds.is_empty()).then(|| format!("{men}{whose}"))
    };
    let men = if beside.own == beside.enemy {
        men(&beside.own, "").into_iter().collect()
    } else {
        let of_both = [men(&beside.own, " of its own side"), men(&beside.enemy, " of the opponent")];
        of_both.into_iter().flatten().collect::<Vec<_>>()
    };
    let next_to = if beside.orthogonally { "beside, on a rank or a file," } else { "next to" };
    format!("is {} {next_to} {}", if beside.none { "not dropped" } else { "dropped only" }, any_of(men))
}

/// The phrase for a line on which a man is not dropped.
fn limit_phrase(variant: &Variant, limit: &DropLimit) -> String {
    let along = match limit.along {
        DropLine::File => "a file",
        DropLine::Rank => "a rank",
        DropLine::Colour => "a colour of squares",
    };
    let of_any = variant.kinds().all(|(id, _)| limit.kinds.contains(&id));
    let men = match (limit.least, of_any) {
        (1, true) => "any man".to_owned(),
        (least, true) => format!("{} or more", counted_in_words(least, "man")),
        (1, false) => any_kind_of(variant, &limit.kinds),
        (least, false) => {
            let names = limit.kinds.iter().map(|&kind| plural(&man_name(variant, kind)));
            format!("{} {} or more", number(least), any_of(names))
        }
    };
    if limit.last {
        let along = along.trim_start_matches("a ");
        return format!(
            "is not dropped on the last empty square of a {along} where its side does not have {men}, among the squares where it may \
             be dropped"
        );
    }
    format!("is not dropped on {along} where its side has {men}")
}
