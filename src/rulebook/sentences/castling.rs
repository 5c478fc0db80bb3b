//! Castling in words.

use super::{a, any_kind_of, names};
use crate::model::{Castling, KingTravel, PartnerLanding, Variant};
use crate::notation::man_name;
use crate::prose::{counted_in_words, number};

/// The castling of a side.
pub(super) fn castles(variant: &Variant, castling: &Castling) -> String {
    let king = man_name(variant, castling.king);
    let (partner, other) = match castling.partners.as_slice() {
        [only] => (a(variant, *only), man_name(variant, *only)),
        several => (any_kind_of(variant, several), "other man".to_owned()),
    };
    let travel = match castling.travel {
        KingTravel::Exactly(squares) => counted_in_words(squares, "square") + &toward(&other),
        KingTravel::AtLeast(squares) => {
            let least = counted_in_words(squares, "square");
            format!("{least} or more, as far as the {other}'s own square,{}", toward(&other))
        }
        KingTravel::Between { least, most } => {
            format!("{} to {}{}", number(least), counted_in_words(most, "square"), toward(&other))
        }
        KingTravel::To { first_file, last_file } => {
            let name = |square| variant.board.name(square);
            format!("to {}, or to {} if the {other} comes from that side", name(first_file), name(last_file))
        }
    };
    let landing = match castling.landing {
        PartnerLanding::LastCrossed => format!("on the last square the {king} crossed"),
        PartnerLanding::AnyLeftOrCrossed => format!("on any square the {king} left or crossed, as the player chooses"),
        PartnerLanding::OtherSide => format!("beside the {king}, on its other side"),
    };
    let to_square = matches!(castling.travel, KingTravel::To { .. });
    let empty = if to_square {
        "if they stand on one rank, and no other man on a square that either of them crosses or reaches"
    } else {
        "if they stand on one rank with nothing between them"
    };
    let mut text = format!(
        "The {king} and {partner} that have not moved yet may castle in one move, {empty}: the {king} goes {travel}, and the \
         {other} lands {landing}."
    );
    if !castling.colourbound.is_empty() {
        let goes_farther = to_square || matches!(castling.travel, KingTravel::Exactly(_));
        let farther = format!("; the {king} goes one square farther if need be");
        let farther = if goes_farther { farther } else { String::new() };
        let names = names(variant, &castling.colourbound);
        text = format!("{text} A {names} lands on a square of the colour it leaves{farther}.");
    }
    if variant.kind(castling.king).royal {
        text = format!("{text} The {king} may not be in check, nor cross or reach a square on which it would be.");
    }
    if castling.other_wing {
        text += " When one side has castled, the other can no longer castle on that wing.";
    }
    let mut kinds = castling.partners.iter().chain([&castling.king]);
    if kinds.any(|&id| variant.kind(id).turns() || variant.kind(id).flips.is_some()) {
        text += " Both keep their facing.";
    }
    text
}

fn toward(other: &str) -> String {
    format!(" toward the {other}")
}
