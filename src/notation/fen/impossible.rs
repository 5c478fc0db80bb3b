//! Diagnostics for the FEN of an impossible position: the place to blame, and a help.

use super::places::{Part, Places};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Arrangement, PositionError};
use crate::model::Variant;
use crate::notation::man::man_name;
use crate::notation::position_error::{explain_position_error, royal_names};
use crate::prose::any_of;

/// The diagnostic for a reason why the position of a FEN is impossible.
pub(super) fn impossible(
    variant: &Variant,
    arrangement: &Arrangement,
    places: &Places,
    error: &PositionError,
) -> Diagnostic {
    let error_at = |code, place| Diagnostic::error(code, place, explain_position_error(variant, arrangement, error));
    let error_in = |code, part| error_at(code, places.of(part));
    let turn = arrangement.turn;
    match *error {
        // Only a program's own setup or arrangement leads to these, no text.
        PositionError::UnknownSetup | PositionError::OffBoard(_) | PositionError::TwoMen(_) => {
            error_at(Code::FenUnexpected, places.placement)
                .label("not a position of this game")
                .help("read it for one of the game's setups, with each man on a square of its own")
        }
        PositionError::UnknownMan(at) => error_in(Code::FenUnknownMan, Part::Man(at))
            .label("not a man of this side")
            .help("some men are for one side only"),
        PositionError::UnknownState(at, _) => error_in(Code::FenState, Part::Man(at))
            .label("no state of this man")
            .help("without braces a man stands as it would at the start"),
        PositionError::RoyalMen { side, expected, .. } => {
            // With too many of them the surplus is to blame.
            let mut royal = arrangement.men.iter().filter(|man| man.side == side && variant.kind(man.kind).royal);
            let surplus = royal.nth(expected).map(|man| places.of(Part::Man(man.square)));
            error_at(Code::FenRoyalMen, surplus.unwrap_or(places.placement))
                .label(if surplus.is_some() { "one too many" } else { "none stands here" })
                .help(format!("{side} has {expected} {} in this game", royal_names(variant, side)))
        }
        PositionError::RoyalAttacked(at) => error_in(Code::FenRoyalAttacked, Part::Man(at))
            .label(format!("attacked, and it is {turn}'s move"))
            .help(format!("if {} is to move, the second field is `{}`", !turn, (!turn).letter())),
        PositionError::Castling { side, last_file } => {
            let error = error_in(Code::FenCastlingRight, Part::Castling(side, last_file));
            let Some(rule) = &variant.rules.castling[side] else {
                return error.label("no such right").help("a game without castling has `-` here");
            };
            let king = man_name(variant, rule.king);
            let partner = any_of(rule.partners.iter().map(|&kind| man_name(variant, kind)));
            error
                .label(format!("the {king} and the {partner} do not both stand where they started"))
                .help("remove this letter, or put `-` where none is left")
        }
        PositionError::EnPassant(at) => error_in(Code::FenEnPassant, Part::EnPassant(at))
            .label("not a crossed square")
            .help("the square behind a man that has just made a long step stands here, or `-`"),
        PositionError::Unmoved(at) => error_in(Code::FenUnmoved, Part::Unmoved(at))
            .label("no first move here")
            .help("`unmoved=` names the squares of men with a first move that stand as in the setup"),
        PositionError::Fullmove => {
            error_in(Code::FenFullmove, Part::Fullmove).label("too small").help("the first move has the number 1")
        }
        PositionError::StationaryRun(_) => {
            let error = error_in(Code::FenStill, Part::StationaryRun);
            match variant.rules.must_move {
                None => error.label("no such count").help("leave `still=` out"),
                Some(of) => error
                    .label(format!("at most {}", of.saturating_sub(1)))
                    .help(format!("of {of} moves of a player at least one leaves its square")),
            }
        }
        PositionError::Passes => error_in(Code::FenPassed, Part::Passes)
            .label("no such count")
            .help("`passed=1` after one pass, where two in a row end the game; leave it out in other games"),
        PositionError::Count => error_in(Code::FenCount, Part::Count)
            .label("no such count")
            .help("`count=17/128`: 17 plies of 128 have been counted; leave it out in games that count none"),
        PositionError::Series if variant.rules.series[turn].is_none() => {
            error_in(Code::FenSeries, Part::Series).label("this game has no series").help("leave `series=` out")
        }
        PositionError::Series => error_in(Code::FenSeries, Part::Series)
            .label("no such series")
            .help("`series=N/K`: the last series had N moves, and K moves of the present one have been played"),
        PositionError::Opposition(by, of) => error_in(Code::FenOpposition, Part::Man(by))
            .label(format!("{}'s last move can't have left them like this", !turn))
            .also(places.of(Part::Man(of)), "the other one")
            .help("move one of them, or let the other side be to move"),
        PositionError::OutsideRegion(at) => error_in(Code::FenRegion, Part::Man(at))
            .label("outside its region")
            .help("put it on a square of its region; the game's page says which those are"),
    }
}
