//! Reasons why the position of a FEN is impossible, as diagnostics and sentences.

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Arrangement, PositionError, StatePart};
use crate::geometry::{Side, Square};
use crate::model::Variant;
use crate::notation::man::man_name;
use crate::prose::any_of;
use crate::source::Span;

/// A part of a FEN that can be to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Man(Square),
    /// The side, and whether the right is toward the last file.
    Castling(Side, bool),
    /// The men in hand.
    Hand,
    /// A field or key.
    State(StatePart),
    /// A square that one names.
    Square(StatePart, Square),
}

/// The spans of the men, rights and counters in a FEN.
#[derive(Debug, Default)]
pub(super) struct FenSpans {
    pub(super) placement: Span,
    pub(super) parts: Vec<(Part, Span)>,
}

impl FenSpans {
    /// The last place of a part, or else that of the whole placement.
    pub(super) fn span_of(&self, part: Part) -> Span {
        self.parts.iter().rfind(|(other, _)| *other == part).map_or(self.placement, |&(_, span)| span)
    }
}

/// Makes a diagnostic of the reason why the position of a FEN is impossible.
pub(super) fn diagnose_position_error(
    variant: &Variant,
    arrangement: &Arrangement,
    spans: &FenSpans,
    error: &PositionError,
) -> Diagnostic {
    let error_at = |code, place| Diagnostic::error(code, place, explain_position_error(variant, arrangement, error));
    let error_in = |code, part, label: &str| error_at(code, spans.span_of(part)).label(label);
    let turn = arrangement.turn;
    match *error {
        // Only a program's own setup or arrangement leads to these, no text.
        PositionError::UnknownSetup | PositionError::OffBoard(_) | PositionError::TwoMen(_) | PositionError::Fullmove => {
            error_at(Code::FenUnexpected, spans.placement)
                .label("not a position of this game")
                .help("read it for one of the game's setups, with each man on a square of its own")
        }
        PositionError::UnknownMan(at) => error_in(Code::FenUnknownMan, Part::Man(at), "not a man of this side")
            .help("some men are for one side only"),
        PositionError::UnknownState(at, _) => error_in(Code::FenState, Part::Man(at), "no state of this man")
            .help("without braces a man stands as it would at the start"),
        PositionError::RoyalMen { side, expected, .. } => {
            // With too many of them the surplus is to blame.
            let mut royal = arrangement.men.iter().filter(|man| man.side == side && variant.kind(man.kind).royal);
            let surplus = royal.nth(expected).map(|man| spans.span_of(Part::Man(man.square)));
            error_at(Code::FenRoyalMen, surplus.unwrap_or(spans.placement))
                .label(if surplus.is_some() { "one too many" } else { "none stands here" })
                .help(format!("{side} has {expected} {} in this game", royal_names(variant, side)))
        }
        PositionError::RoyalAttacked(at) => {
            error_in(Code::FenRoyalAttacked, Part::Man(at), &format!("attacked, and it is {turn}'s move"))
                .help(format!("if {} is to move, the second field is `{}`", !turn, (!turn).letter()))
        }
        PositionError::Castling { side, last_file } => {
            let (code, part) = (Code::FenCastlingRight, Part::Castling(side, last_file));
            let Some(rule) = &variant.rules.castling[side] else {
                return error_in(code, part, "no such right").help("a game without castling has `-` here");
            };
            let king = man_name(variant, rule.king);
            let partner = any_of(rule.partners.iter().map(|&kind| man_name(variant, kind)));
            error_in(code, part, &format!("the {king} and the {partner} do not both stand where they started"))
                .help("remove this letter, or put `-` where none is left")
        }
        PositionError::EnPassant(at) => error_in(Code::FenEnPassant, Part::Square(StatePart::EnPassant, at), "not a crossed square")
            .help("the square behind a man that has just made a long step stands here, or `-`"),
        PositionError::Unmoved(at) => error_in(Code::FenUnmoved, Part::Square(StatePart::Unmoved, at), "no first move here")
            .help("`unmoved=` names the squares of men with a first move that stand as in the setup"),
        PositionError::OnceAGame(at) => error_in(Code::FenOnce, Part::Square(StatePart::Once, at), "no such man here")
            .help("`once=` names the squares of men that have not yet used the movement that they may use once a game"),
        PositionError::Moved(at) => error_in(Code::FenMoved, Part::Square(StatePart::Moved, at), "no man that has moved")
            .help("`moved=` names the squares of the player's men that have moved in the series, where that matters for the next move"),
        PositionError::MoverMissing => error_in(Code::FenMoved, Part::State(StatePart::Series), "by which man?")
            .help("`moved=e4`: the man on e4 has moved in this series, and must move again"),
        PositionError::Count(wrong) => {
            let (code, [_, label, help]) = wrong.texts();
            error_in(code.parse().unwrap_or(Code::FenNumber), Part::State(wrong.part), &label).help(help)
        }
        PositionError::Opposition(by, of) => {
            let label = format!("{}'s last move can't have left them like this", !turn);
            error_in(Code::FenOpposition, Part::Man(by), &label)
                .also(spans.span_of(Part::Man(of)), "the other one")
                .help("move one of them, or let the other side be to move")
        }
        PositionError::OutsideRegion(at) => error_in(Code::FenRegion, Part::Man(at), "outside its region")
            .help("put it on a square of its region; the game's page says which those are"),
        PositionError::Wall(at) => error_in(Code::FenWall, Part::Man(at), "no wall here")
            .help("walls stand on empty squares; where there is one at a time, only one `*` that is no hole"),
        PositionError::Hand { .. } => error_in(Code::FenHand, Part::Hand, "not in this hand")
            .help("only men that captures bring into a hand, or that the setup has there, can be in hand"),
    }
}

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
    let man = |at: Square| {
        let man = arrangement.men.iter().find(|man| man.square == at);
        man.map_or_else(|| "man".to_owned(), |man| format!("{}'s {}", man.side, man_name(variant, man.kind)))
    };
    let man_on = |at: Square| format!("{} on {}", man(at), square(at));
    let turn = arrangement.turn;
    match *error {
        PositionError::UnknownSetup => "this game has no such setup".to_owned(),
        PositionError::OffBoard(_) => "this square is not on the board".to_owned(),
        PositionError::TwoMen(at) => format!("two men stand on {}", square(at)),
        PositionError::UnknownMan(at) => format!("no such man can stand on {}", square(at)),
        PositionError::UnknownState(at, ref state) => format!("{} can't be in the state `{state}`", man_on(at)),
        PositionError::RoyalMen { side, found: 0, .. } => format!("{side} has no {}", royal_names(variant, side)),
        PositionError::RoyalMen { side, found, expected } => {
            let men = if found == 1 { "man" } else { "men" };
            format!("{side} has {found} royal {men}, and must have {expected}")
        }
        PositionError::RoyalAttacked(at) => format!("{} could be captured at once", man_on(at)),
        PositionError::Castling { side, .. } if variant.rules.castling[side].is_none() => {
            format!("{side} never castles in this game")
        }
        PositionError::Castling { side, last_file } => {
            format!("{side} can't castle toward the {} file", if last_file { "last" } else { "first" })
        }
        PositionError::EnPassant(at) => format!("no man can just have crossed {} with a long step", square(at)),
        PositionError::Unmoved(at) => {
            format!("on {} there is no man that has never moved and has a first move", square(at))
        }
        PositionError::OnceAGame(at) => {
            format!("on {} there is no man with a movement that it may use once a game", square(at))
        }
        PositionError::Moved(at) => format!("{turn} can't have moved a man to {} in this series", square(at)),
        PositionError::MoverMissing => format!("one of {turn}'s men must move again, and it is not named"),
        PositionError::Fullmove => "moves are counted from 1".to_owned(),
        PositionError::Count(wrong) => {
            let (_, [sentence, ..]) = wrong.texts();
            sentence
        }
        PositionError::Opposition(by, of) => format!("{} and {} face each other", man_on(by), man_on(of)),
        PositionError::OutsideRegion(at) => format!("{} never stands on {}", man(at), square(at)),
        PositionError::Wall(at) => format!("a wall can't stand on {}", square(at)),
        PositionError::Hand { side, kind } => format!("{side} never has a {} in hand", man_name(variant, kind)),
    }
}

/// The royal men that a side can have: `King`, `King or Prince`.
fn royal_names(variant: &Variant, side: Side) -> String {
    let royal = variant.kinds().filter(|(_, kind)| kind.royal && kind.sides[side]);
    let names: Vec<_> = royal.map(|(id, _)| man_name(variant, id)).collect();
    if names.is_empty() { "royal man".to_owned() } else { names.join(" or ") }
}
