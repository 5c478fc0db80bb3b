//! Why a position that can be read can't stand, at its place in the FEN.

use super::places::Places;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Arrangement, PositionError};
use crate::geometry::{Side, Square};
use crate::model::Variant;
use crate::notation::man::{man_name, state_text};

pub(super) fn refusal(
    variant: &Variant,
    arrangement: &Arrangement,
    places: &Places,
    error: &PositionError,
) -> Diagnostic {
    let square = |square: Square| variant.board.name(square);
    let man = |at: Square| {
        let man = arrangement.men.iter().find(|man| man.square == at);
        man.map_or_else(|| "man".to_owned(), |man| format!("{}'s {}", man.side, man_name(variant, man.kind)))
    };
    match error {
        PositionError::UnknownSetup => {
            let names: Vec<_> = variant.setups.iter().map(|setup| format!("`{}`", setup.name)).collect();
            Diagnostic::error(Code::FenSetup, places.placement, "this game has no such setup")
                .label("no setup to begin from")
                .help(format!("its setups are {}", names.join(", ")))
        }
        PositionError::OffBoard(at) => {
            let span = places.en_passant.iter().find(|(other, _)| other == at).map_or(places.man(*at), |place| place.1);
            Diagnostic::error(Code::FenOffBoard, span, "this square is not on the board")
                .label("off the board")
                .help(format!("the board is {}", variant.board))
        }
        PositionError::TwoMen(at) => {
            Diagnostic::error(Code::FenTwoMen, places.man(*at), format!("two men stand on {}", square(*at)))
                .label("one of them")
                .help("leave one out")
        }
        PositionError::UnknownMan(at) => {
            Diagnostic::error(Code::FenUnknownMan, places.man(*at), format!("no such man can stand on {}", square(*at)))
                .label("not a man of this side")
                .help("some men are for one side only")
        }
        PositionError::UnknownState(at, state) => Diagnostic::error(
            Code::FenState,
            places.man(*at),
            format!("{} on {} can't be in the state `{}`", man(*at), square(*at), state_text(state)),
        )
        .label("no state of this man")
        .help("without braces a man stands as it would at the start"),
        PositionError::RoyalMen { side, found, expected } => {
            royal_men(variant, arrangement, places, *side, *found, *expected)
        }
        PositionError::RoyalAttacked(at) => Diagnostic::error(
            Code::FenRoyalAttacked,
            places.man(*at),
            format!("{} on {} could be captured at once", man(*at), square(*at)),
        )
        .label(format!("attacked, and it is {}'s move", arrangement.turn))
        .help(format!(
            "if {} is to move, the second field is `{}`",
            !arrangement.turn,
            (!arrangement.turn).letter()
        )),
        PositionError::Castling { side, last_file } => castling(variant, places, *side, *last_file),
        PositionError::EnPassant(at) => Diagnostic::error(
            Code::FenEnPassant,
            places.en_passant(*at),
            format!("no man can just have crossed {} with a long step", square(*at)),
        )
        .label("not a crossed square")
        .help("the square behind a man that has just made a long step stands here, or `-`"),
        PositionError::Fullmove => Diagnostic::error(
            Code::FenFullmove,
            places.fullmove.unwrap_or(places.placement),
            "moves are counted from 1",
        )
        .label("too small")
        .help("the first move has the number 1"),
        PositionError::StationaryRun(side) => still(variant, places, *side),
        PositionError::Series => series(variant, places, arrangement.turn),
        PositionError::Opposition(by, of) => {
            let message =
                format!("{} on {} and {} on {} face each other", man(*by), square(*by), man(*of), square(*of));
            Diagnostic::error(Code::FenOpposition, places.man(*by), message)
                .label(format!("{}'s last move can't have left them so", !arrangement.turn))
                .also(places.man(*of), "the other one")
                .help("move one of them, or let the other side be to move")
        }
        PositionError::OutsideRegion(at) => {
            Diagnostic::error(Code::FenRegion, places.man(*at), format!("{} never stands on {}", man(*at), square(*at)))
                .label("outside its region")
                .help("put it on a square of its region; the game's page says which those are")
        }
    }
}

fn royal_men(
    variant: &Variant,
    arrangement: &Arrangement,
    places: &Places,
    side: Side,
    found: usize,
    expected: usize,
) -> Diagnostic {
    let names: Vec<_> = variant
        .kinds()
        .filter(|(_, kind)| kind.royal && kind.sides[side])
        .map(|(id, _)| man_name(variant, id))
        .collect();
    let name = if names.is_empty() { "royal man".to_owned() } else { names.join(" or ") };
    let message = match found {
        0 => format!("{side} has no {name}"),
        _ => format!("{side} has {found} royal men, and can have {expected}"),
    };
    // With too many of them the surplus is to blame.
    let royal = arrangement.men.iter().filter(|man| man.side == side && variant.kind(man.kind).royal);
    let surplus = royal.skip(expected).map(|man| places.man(man.square)).next();
    let diagnostic = Diagnostic::error(Code::FenRoyalMen, surplus.unwrap_or(places.placement), message);
    let of_these = if names.is_empty() { "royal men".to_owned() } else { names.join(" or ") };
    diagnostic
        .label(if surplus.is_some() { "one too many" } else { "none stands here" })
        .help(format!("{side} has {expected} {of_these} in this game"))
}

fn castling(variant: &Variant, places: &Places, side: Side, last_file: bool) -> Diagnostic {
    let span = places.castling(side, last_file);
    let direction = if last_file { "last" } else { "first" };
    let Some(rule) = variant.rules.castling[side] else {
        return Diagnostic::error(Code::FenCastlingRight, span, format!("{side} never castles in this game"))
            .label("no such right")
            .help("a game without castling has `-` here");
    };
    let (king, partner) = (man_name(variant, rule.king), man_name(variant, rule.partner));
    Diagnostic::error(Code::FenCastlingRight, span, format!("{side} can't castle toward the {direction} file"))
        .label(format!("the {king} and the {partner} do not both stand where they started"))
        .help("take this letter out, or put `-` where none is left")
}

fn still(variant: &Variant, places: &Places, side: Side) -> Diagnostic {
    let span = places.still.unwrap_or(places.placement);
    let diagnostic = |message: String| Diagnostic::error(Code::FenStill, span, message);
    match variant.rules.must_move {
        None => diagnostic("this game counts no stationary moves".to_owned())
            .label("no such count")
            .help("leave `still=` out"),
        Some(of) => diagnostic(format!("{side} can't have made so many stationary moves in a row"))
            .label(format!("at most {}", of.saturating_sub(1)))
            .help(format!("of {of} moves of a player at least one leaves its square")),
    }
}

fn series(variant: &Variant, places: &Places, side: Side) -> Diagnostic {
    let span = places.series.unwrap_or(places.placement);
    let diagnostic = Diagnostic::error(Code::FenSeries, span, "a series can't have this length");
    if variant.rules.series[side].is_none() {
        return diagnostic.label("this game has no series").help("leave `series=` out");
    }
    diagnostic
        .label("no such series")
        .help("`series=N/K`: the last series had N moves, and K moves of the present one have been played")
}
