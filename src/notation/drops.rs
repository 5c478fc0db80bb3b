//! Drops in words: why the engine refuses one, and what can be dropped instead.

use super::illegal_move::{MoveContext, forbidden_check_in_words, game_over_error, legal_moves_in_words, list_some};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{DropMove, IllegalMove};
use crate::model::{DropLine, KindId};
use crate::prose::counted;
use crate::source::Span;

/// Explains why the engine refuses a drop.
pub(super) fn explain_drop(context: MoveContext<'_>, drop: DropMove, reason: &IllegalMove, span: Span) -> Diagnostic {
    let (turn, to) = (context.turn(), context.square_name(drop.to));
    let man = context.kind_name(drop.kind);
    let (message, label) = match reason {
        IllegalMove::GameOver(outcome) => return game_over_error(outcome, span),
        IllegalMove::NotInHand(_) => (format!("{turn} has no {man} in hand"), "nothing to drop"),
        IllegalMove::DropOnMan => {
            (format!("{} stands there already", context.the_man(drop.to)), "men are dropped on empty squares")
        }
        IllegalMove::DropLimit => (limits_in_words(context, drop), "too many of them"),
        IllegalMove::DropGivesCheck => (format!("a drop of the {man} may not give check"), "this gives check"),
        IllegalMove::DropGivesCheckmate => {
            (format!("a drop of the {man} may not give checkmate"), "this gives checkmate")
        }
        IllegalMove::DropCompulsory => {
            (format!("{turn} has a man in hand that must be dropped first"), "another drop is compulsory")
        }
        IllegalMove::RoyalAttacked(square) => {
            (format!("after this drop {} could be captured", context.the_man(*square)), "no help against the attack")
        }
        IllegalMove::GivesCheck => (forbidden_check_in_words(context), "such a check is forbidden"),
        IllegalMove::CaptureCompulsory => (format!("{turn} can capture, and must do so"), "this captures nothing"),
        IllegalMove::Repetition => ("this brings back an earlier position".to_owned(), "illegal in this game"),
        _ => (format!("the {man} can't be dropped on {to}"), "not allowed there"),
    };
    let help = drops_in_words(context, drop.kind);
    Diagnostic::error(Code::MoveDrop, span, message).label(label).help(help)
}

/// The limits of a drop that men on the board have reached: `2 Pawns on file e`.
fn limits_in_words(context: MoveContext<'_>, drop: DropMove) -> String {
    let rule = context.variant().drop_of(context.turn(), drop.kind);
    let limits = rule.limits.iter().map(|limit| {
        let line = match limit.along {
            DropLine::File => "file",
            DropLine::Rank => "rank",
            DropLine::Colour => "colour",
        };
        let kinds: Vec<_> = limit.kinds.iter().map(|&kind| context.kind_name(kind)).collect();
        format!("{} on the same {line}", counted(limit.least.into(), &kinds.join(" or ")))
    });
    let limits: Vec<String> = limits.collect();
    format!("the {} may not be dropped beside {}", context.kind_name(drop.kind), limits.join(" or "))
}

/// The squares where men of a kind in hand can be dropped, or else the legal moves.
fn drops_in_words(context: MoveContext<'_>, kind: KindId) -> String {
    let names = context.move_names(|mv| mv.drop_move().is_some_and(|drop| drop.kind == kind));
    if names.is_empty() {
        return legal_moves_in_words(context);
    }
    format!("{} can play {}", context.turn(), list_some(&names))
}
