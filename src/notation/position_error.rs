//! Explains in the game's terms why a position is impossible.

use super::man::man_name;
use crate::engine::{Arrangement, PositionError};
use crate::geometry::{Side, Square};
use crate::model::Variant;

/// Explains in a sentence why an arrangement is not a legal position, as in `White's Pawn never stands on a1`.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::explain_position_error};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let mut arrangement = game.start().arrangement();
/// arrangement.fullmove = 0;
/// let errors = game.position(&arrangement).unwrap_err();
/// assert_eq!(explain_position_error(game.variant(), &arrangement, &errors[0]), "moves are counted from 1");
/// ```
pub fn explain_position_error(variant: &Variant, arrangement: &Arrangement, error: &PositionError) -> String {
    let square = |square: Square| variant.board.name(square);
    let man = |at: Square| man_on(variant, arrangement, at);
    match error {
        PositionError::UnknownSetup => "this game has no such setup".to_owned(),
        PositionError::OffBoard(_) => "this square is not on the board".to_owned(),
        PositionError::TwoMen(at) => format!("two men stand on {}", square(*at)),
        PositionError::UnknownMan(at) => format!("no such man can stand on {}", square(*at)),
        PositionError::UnknownState(at, state) => {
            format!("{} on {} can't be in the state `{}`", man(*at), square(*at), state)
        }
        PositionError::RoyalMen { side, found: 0, .. } => format!("{side} has no {}", royal_names(variant, *side)),
        PositionError::RoyalMen { side, found, expected } => {
            let men = if *found == 1 { "man" } else { "men" };
            format!("{side} has {found} royal {men}, and must have {expected}")
        }
        PositionError::RoyalAttacked(at) => format!("{} on {} could be captured at once", man(*at), square(*at)),
        PositionError::Castling { side, .. } if variant.rules.castling[*side].is_none() => {
            format!("{side} never castles in this game")
        }
        PositionError::Castling { side, last_file } => {
            format!("{side} can't castle toward the {} file", if *last_file { "last" } else { "first" })
        }
        PositionError::EnPassant(at) => {
            format!("no man can just have crossed {} with a long step", square(*at))
        }
        PositionError::Unmoved(at) => {
            format!("on {} there is no man that has never moved and has a first move", square(*at))
        }
        PositionError::Fullmove => "moves are counted from 1".to_owned(),
        PositionError::StationaryRun(_) if variant.rules.must_move.is_none() => {
            "this game counts no stationary moves".to_owned()
        }
        PositionError::StationaryRun(side) => {
            format!("{side} can't have made {} stationary moves in a row", arrangement.stationary_run[*side])
        }
        PositionError::Passes => format!("{} passes in a row can't have been made", arrangement.passes),
        PositionError::Count if arrangement.count_limit == 0 => "a count of moves has a limit".to_owned(),
        PositionError::Count => "this game has no count of moves while few men are left".to_owned(),
        PositionError::Series => "a series can't have this length".to_owned(),
        PositionError::Opposition(by, of) => {
            format!("{} on {} and {} on {} face each other", man(*by), square(*by), man(*of), square(*of))
        }
        PositionError::OutsideRegion(at) => format!("{} never stands on {}", man(*at), square(*at)),
    }
}

/// `White's Pawn`, for the man that an arrangement has on a square.
fn man_on(variant: &Variant, arrangement: &Arrangement, at: Square) -> String {
    let man = arrangement.men.iter().find(|man| man.square == at);
    man.map_or_else(|| "man".to_owned(), |man| format!("{}'s {}", man.side, man_name(variant, man.kind)))
}

/// The royal men that a side can have: `King`, `King or Prince`.
pub(super) fn royal_names(variant: &Variant, side: Side) -> String {
    let royal = variant.kinds().filter(|(_, kind)| kind.royal && kind.sides[side]);
    let names: Vec<_> = royal.map(|(id, _)| man_name(variant, id)).collect();
    if names.is_empty() { "royal man".to_owned() } else { names.join(" or ") }
}
