//! Diagnostics for the FEN of an impossible position: the place to blame, and a help.

use super::places::Places;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Arrangement, PositionError};
use crate::geometry::Side;
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
    let message = explain_position_error(variant, arrangement, error);
    match error {
        // Only a program's own setup or arrangement leads to these, no text.
        PositionError::UnknownSetup | PositionError::OffBoard(_) | PositionError::TwoMen(_) => {
            Diagnostic::error(Code::FenUnexpected, places.placement, message)
                .label("not a position of this game")
                .help("read it for one of the game's setups, with each man on a square of its own")
        }
        PositionError::UnknownMan(at) => Diagnostic::error(Code::FenUnknownMan, places.man(*at), message)
            .label("not a man of this side")
            .help("some men are for one side only"),
        PositionError::UnknownState(at, _) => Diagnostic::error(Code::FenState, places.man(*at), message)
            .label("no state of this man")
            .help("without braces a man stands as it would at the start"),
        PositionError::RoyalMen { side, expected, .. } => {
            royal_men(variant, arrangement, places, (*side, *expected), message)
        }
        PositionError::RoyalAttacked(at) => Diagnostic::error(Code::FenRoyalAttacked, places.man(*at), message)
            .label(format!("attacked, and it is {}'s move", arrangement.turn))
            .help(format!(
                "if {} is to move, the second field is `{}`",
                !arrangement.turn,
                (!arrangement.turn).letter()
            )),
        PositionError::Castling { side, last_file } => castling(variant, places, *side, *last_file, message),
        PositionError::EnPassant(at) => Diagnostic::error(Code::FenEnPassant, places.en_passant(*at), message)
            .label("not a crossed square")
            .help("the square behind a man that has just made a long step stands here, or `-`"),
        PositionError::Unmoved(at) => Diagnostic::error(Code::FenUnmoved, places.unmoved(*at), message)
            .label("no first move here")
            .help("`unmoved=` names the squares of men with a first move that stand as in the setup"),
        PositionError::Fullmove => {
            Diagnostic::error(Code::FenFullmove, places.fullmove.unwrap_or(places.placement), message)
                .label("too small")
                .help("the first move has the number 1")
        }
        PositionError::StationaryRun(_) => stationary_run(variant, places, message),
        PositionError::Passes => Diagnostic::error(Code::FenPassed, places.passed.unwrap_or(places.placement), message)
            .label("no such count")
            .help("`passed=1` after one pass, where two in a row end the game; leave it out in other games"),
        PositionError::Count => Diagnostic::error(Code::FenCount, places.count.unwrap_or(places.placement), message)
            .label("no such count")
            .help("`count=17/128`: 17 plies of 128 have been counted; leave it out in games that count none"),
        PositionError::Series => series(variant, places, arrangement.turn, message),
        PositionError::Opposition(by, of) => Diagnostic::error(Code::FenOpposition, places.man(*by), message)
            .label(format!("{}'s last move can't have left them like this", !arrangement.turn))
            .also(places.man(*of), "the other one")
            .help("move one of them, or let the other side be to move"),
        PositionError::OutsideRegion(at) => Diagnostic::error(Code::FenRegion, places.man(*at), message)
            .label("outside its region")
            .help("put it on a square of its region; the game's page says which those are"),
    }
}

fn royal_men(
    variant: &Variant,
    arrangement: &Arrangement,
    places: &Places,
    (side, expected): (Side, usize),
    message: String,
) -> Diagnostic {
    // With too many of them the surplus is to blame.
    let royal = arrangement.men.iter().filter(|man| man.side == side && variant.kind(man.kind).royal);
    let surplus = royal.skip(expected).map(|man| places.man(man.square)).next();
    Diagnostic::error(Code::FenRoyalMen, surplus.unwrap_or(places.placement), message)
        .label(if surplus.is_some() { "one too many" } else { "none stands here" })
        .help(format!("{side} has {expected} {} in this game", royal_names(variant, side)))
}

fn castling(variant: &Variant, places: &Places, side: Side, last_file: bool, message: String) -> Diagnostic {
    let error = Diagnostic::error(Code::FenCastlingRight, places.castling(side, last_file), message);
    let Some(rule) = &variant.rules.castling[side] else {
        return error.label("no such right").help("a game without castling has `-` here");
    };
    let king = man_name(variant, rule.king);
    let partner = any_of(rule.partners.iter().map(|&kind| man_name(variant, kind)).collect::<Vec<_>>());
    error
        .label(format!("the {king} and the {partner} do not both stand where they started"))
        .help("remove this letter, or put `-` where none is left")
}

fn stationary_run(variant: &Variant, places: &Places, message: String) -> Diagnostic {
    let error = Diagnostic::error(Code::FenStill, places.still.unwrap_or(places.placement), message);
    match variant.rules.must_move {
        None => error.label("no such count").help("leave `still=` out"),
        Some(of) => error
            .label(format!("at most {}", of.saturating_sub(1)))
            .help(format!("of {of} moves of a player at least one leaves its square")),
    }
}

fn series(variant: &Variant, places: &Places, side: Side, message: String) -> Diagnostic {
    let error = Diagnostic::error(Code::FenSeries, places.series.unwrap_or(places.placement), message);
    if variant.rules.series[side].is_none() {
        return error.label("this game has no series").help("leave `series=` out");
    }
    error
        .label("no such series")
        .help("`series=N/K`: the last series had N moves, and K moves of the present one have been played")
}
