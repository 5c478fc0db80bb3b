//! Explains in the game's terms why the engine refuses a move.

use super::context::MoveContext;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{IllegalMove, ManMove, Move, MoveKind, Outcome, Position};
use crate::geometry::Square;
use crate::model::{CheckRule, ManState, Mode};
use crate::prose::any_of;
use crate::source::Span;

/// Explains why the engine refuses a move, with a help that lists legal moves. `span` is the place of the move in its
/// text.
pub fn explain_illegal_move(position: &Position, mv: Move, reason: &IllegalMove, span: Span) -> Diagnostic {
    let legal = position.legal_moves().to_vec();
    let context = MoveContext::new(position, &legal);
    match (mv, reason) {
        (Move::Man(mv), _) => explain_in(context, mv, reason, span),
        (_, IllegalMove::GameOver(outcome)) => game_over(outcome, span),
        (Move::Pass, _) => {
            let pass = Diagnostic::error(Code::MovePass, span, format!("{} may not pass", position.turn()));
            pass.label("not possible now").help(any_move(context))
        }
        _ => series_length(context, span),
    }
}

/// Explains why a man has no move: by the nearest square that it reaches but may not go to, or else by the nearest man of its
/// own side. Returns `None` if the man can move, or if it reaches no square at all.
///
/// ```
/// use weakfish::notation::{explain_no_move, fen};
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let position = fen::read(&game, Default::default(), "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1").unwrap();
/// let square = |name| game.variant().board.parse(name).unwrap();
/// let pinned = explain_no_move(&position, square("e2")).unwrap();
/// assert_eq!(pinned.message, "this would leave White's King on e1 attacked");
/// assert_eq!(explain_no_move(&position, square("e1")), None);
/// ```
pub fn explain_no_move(position: &Position, from: Square) -> Option<Diagnostic> {
    let piece = position.piece_at(from)?;
    let legal = position.legal_moves().to_vec();
    if position.outcome().is_none() && legal.iter().any(|mv| mv.from() == Some(from)) {
        return None;
    }
    let board = position.game().variant().board;
    let distance = |to: Square| (board.file(to) - board.file(from)).pow(2) + (board.rank(to) - board.rank(from)).pow(2);
    let refused = board.squares().rev().filter(|&to| to != from).filter_map(|to| {
        let mv = ManMove { from, to, piece, kind: MoveKind::Ordinary };
        let reason = position.check_move(mv.into()).err()?;
        (reason != IllegalMove::Unreachable).then_some((mv, reason))
    });
    let (mv, reason) = refused.min_by_key(|(mv, reason)| (*reason == IllegalMove::OwnMan, distance(mv.to)))?;
    Some(explain_in(MoveContext::new(position, &legal), mv, &reason, Span::default()))
}

/// [`explain_illegal_move`] for the move of a man in a position whose legal moves are known.
pub(super) fn explain_in(context: MoveContext<'_>, mv: ManMove, reason: &IllegalMove, span: Span) -> Diagnostic {
    let error = |code, message: String| Diagnostic::error(code, span, message);
    let turn = context.turn();
    let the_man = context.the_man(mv.from);
    let to = context.square_name(mv.to);
    match reason {
        IllegalMove::GameOver(outcome) => game_over(outcome, span),
        IllegalMove::NoMan(square) => no_man(context, *square, span),
        IllegalMove::Unreachable if mv.from == mv.to => {
            error(Code::MoveState, format!("{the_man} can't do that where it stands"))
                .help(context.moves_of_man(mv.from))
        }
        IllegalMove::Unreachable => unreachable(context, mv, span),
        IllegalMove::WrongMode => wrong_mode(context, mv, span),
        IllegalMove::WrongFacing => {
            let facing = context.man_at(mv.from).map(|man| facing_text(&man.state)).unwrap_or_default();
            error(Code::MoveFacing, format!("{the_man} faces {facing}; it can't reach {to} before it turns"))
                .label("out of its reach")
                .help(context.moves_of_man(mv.from))
        }
        IllegalMove::WrongFacingAndMode => {
            let facing = context.man_at(mv.from).map(|man| facing_text(&man.state)).unwrap_or_default();
            let mode = match context.man_at(mv.from).and_then(|man| man.state.mode) {
                Some(Mode::Capturing) => "capture",
                _ => "move",
            };
            let message =
                format!("{the_man} faces {facing} and is in {mode} mode; it must turn and flip before it reaches {to}");
            error(Code::MoveFacingAndMode, message).label("out of its reach").help(context.moves_of_man(mv.from))
        }
        IllegalMove::WrongResult => {
            error(Code::MovePromotion, format!("{the_man} can go to {to}, but can't become this there"))
                .label("another man or state")
                .help(context.moves_of_man(mv.from))
        }
        IllegalMove::FirstMove => first_move(context, mv, span),
        IllegalMove::Blocked => blocked(context, mv, span),
        IllegalMove::OwnMan => error(
            Code::MoveOwnMan,
            format!(
                "{the_man} can't go to {to}: {turn}'s own {} stands there",
                context.man_at(mv.to).map_or_else(|| "man".to_owned(), |man| context.kind_name(man.kind))
            ),
        )
        .label("taken by a man of the same side")
        .help(context.moves_of_man(mv.from)),
        IllegalMove::Uncapturable => {
            error(Code::MoveUncapturable, format!("{the_man} may not capture {}", context.the_man(mv.to)))
                .label("no such capture")
                .help(context.moves_of_man(mv.from))
        }
        IllegalMove::RoyalAttacked(square) => royal_attacked(context, mv, *square, span),
        IllegalMove::GivesCheck => gives_check(context, mv, span),
        IllegalMove::Flight => flight(context, mv, span),
        IllegalMove::Repetition => error(Code::MoveRepetition, "this brings back an earlier position".to_owned())
            .label("illegal in this game")
            .help(context.moves_of_man(mv.from)),
        IllegalMove::MustMove => {
            let still = context.position.arrangement().stationary_run[turn];
            error(
                Code::MoveMustMove,
                format!("{turn} has made {still} stationary moves in a row; this one must leave its square"),
            )
            .label("a man stays on its square here")
            .help(context.moves_of_side().unwrap_or_else(|| format!("{turn} has no legal move")))
        }
        IllegalMove::Opposition(by, of) => error(
            Code::MoveOpposition,
            format!(
                "after this {} and {} would face each other",
                after_move(context, mv, *by),
                after_move(context, mv, *of)
            ),
        )
        .label("forbidden by the opposition")
        .help(context.moves_of_man(mv.from)),
        IllegalMove::CaptureCompulsory => {
            error(Code::MoveCompulsoryCapture, format!("{turn} can capture, and must do so"))
                .label("this captures nothing")
                .help(context.moves_of_side().unwrap_or_default())
        }
        IllegalMove::Immobile => error(Code::MoveImmobile, format!("{the_man} could never move again from {to}"))
            .label("illegal in this game")
            .help(context.moves_of_man(mv.from)),
        IllegalMove::NothingToBecome => error(
            Code::MovePromotion,
            format!("{the_man} must promote on {to}, and there is nothing left that it could become"),
        )
        .label("no man to promote to")
        .help(context.moves_of_man(mv.from)),
        IllegalMove::Castling => castling(context, mv, span),
        IllegalMove::SeriesLength => series_length(context, span),
        IllegalMove::NotFinishing => error(
            Code::MoveNotFinishing,
            format!("{the_man} can't go to {to}: this would be legal only if it ended the game"),
        )
        .label("the game would go on")
        .help(context.moves_of_man(mv.from)),
    }
}

fn first_move(context: MoveContext<'_>, mv: ManMove, span: Span) -> Diagnostic {
    let (the_man, to) = (context.the_man(mv.from), context.square_name(mv.to));
    let (when, label) = if context.position.unmoved().contains(mv.from) {
        ("while in check", "not in check")
    } else {
        ("any more", "a first move that it has lost")
    };
    Diagnostic::error(
        Code::MoveFirstMove,
        span,
        format!("{the_man} goes to {to} only by its first move, and not {when}"),
    )
    .label(label)
    .help(context.moves_of_man(mv.from))
}

fn flight(context: MoveContext<'_>, mv: ManMove, span: Span) -> Diagnostic {
    let (turn, the_man) = (context.turn(), context.the_man(mv.from));
    let message =
        format!("{turn} is in check, and {the_man} may only leave its square to capture the only man that gives check");
    Diagnostic::error(Code::MoveFlight, span, message)
        .label("a flight from check")
        .help(context.moves_of_side().unwrap_or_else(|| format!("{turn} has no legal move")))
}

fn gives_check(context: MoveContext<'_>, mv: ManMove, span: Span) -> Diagnostic {
    let turn = context.turn();
    let message = match context.variant().rules.check[turn] {
        CheckRule::OnlyToCheckmate => "this gives check, and is not checkmate".to_owned(),
        CheckRule::OnlyLastOfSeries => format!("this gives check, and {turn} has more moves in the series"),
        _ => format!("this gives check, and {turn} may not do so"),
    };
    let help = context.moves_of_man(mv.from);
    Diagnostic::error(Code::MoveGivesCheck, span, message).label("such a check is forbidden").help(help)
}

fn series_length(context: MoveContext<'_>, span: Span) -> Diagnostic {
    Diagnostic::error(Code::MoveSeries, span, "the series can't end here".to_owned())
        .label("too short, or there is no series to end")
        .help(any_move(context))
}

/// The legal moves of the side to move, in words.
fn any_move(context: MoveContext<'_>) -> String {
    context.moves_of_side().unwrap_or_else(|| format!("{} has no legal move", context.turn()))
}

/// The diagnostic for a move after the end of the game.
pub(crate) fn game_over(outcome: &Outcome, span: Span) -> Diagnostic {
    Diagnostic::error(Code::MoveGameOver, span, format!("the game is over: {outcome}"))
        .label("nothing can be played any more")
        .help("end the text before this, or begin another line with `position:`")
}

/// The facings of a state, as a part of a sentence.
pub(super) fn facing_text(state: &ManState) -> String {
    let facing = ManState { facings: state.facings.clone(), mode: None }.to_string();
    if facing.is_empty() { "no way in particular".to_owned() } else { facing }
}

pub(super) fn no_man(context: MoveContext<'_>, square: Square, span: Span) -> Diagnostic {
    let name = context.square_name(square);
    let turn = context.turn();
    let error = |message: String| Diagnostic::error(Code::MoveNoMan, span, message);
    match context.man_at(square) {
        Some(man) => error(format!("the {} on {name} is {}'s", context.kind_name(man.kind), man.side))
            .label(format!("it is {turn}'s move"))
            .help(context.moves_of_side().unwrap_or_else(|| format!("{turn} has no legal move"))),
        None => error(format!("no man stands on {name}"))
            .label("empty")
            .help(context.moves_of_side().unwrap_or_else(|| format!("{turn} has no legal move"))),
    }
}

fn unreachable(context: MoveContext<'_>, mv: ManMove, span: Span) -> Diagnostic {
    let the_man = context.the_man(mv.from);
    let to = context.square_name(mv.to);
    let goes = if context.man_at(mv.to).is_some() { "capture on" } else { "go to" };
    let error = Diagnostic::error(Code::MoveUnreachable, span, format!("{the_man} can't {goes} {to}"));
    let facings = context.man_at(mv.from).filter(|man| !man.state.facings.is_empty());
    let label =
        facings.map_or_else(|| "no such move".to_owned(), |man| format!("it faces {}", facing_text(&man.state)));
    error.label(label).help(context.moves_of_man(mv.from))
}

fn wrong_mode(context: MoveContext<'_>, mv: ManMove, span: Span) -> Diagnostic {
    let the_man = context.the_man(mv.from);
    let mode = context.man_at(mv.from).and_then(|man| man.state.mode);
    let (mode, verb, label) = match mode {
        Some(Mode::Capturing) => ("capture", "move", "an empty square"),
        _ => ("move", "capture", "a capture"),
    };
    Diagnostic::error(Code::MoveMode, span, format!("{the_man} is in {mode} mode; it can't {verb} before it flips"))
        .label(label)
        .help(context.moves_of_man(mv.from))
}

fn blocked(context: MoveContext<'_>, mv: ManMove, span: Span) -> Diagnostic {
    let (the_man, to) = (context.the_man(mv.from), context.square_name(mv.to));
    let blockers: Vec<_> = context.blockers(mv).into_iter().map(|square| context.the_man(square)).collect();
    let message = match blockers.as_slice() {
        [] => format!("{the_man} can't reach {to}: its way is blocked"),
        [one] => format!("{the_man} can't reach {to}: {one} is in its way"),
        many => format!("{the_man} can't reach {to}: {} are in its way", many.join(" and ")),
    };
    Diagnostic::error(Code::MoveBlocked, span, message).label("blocked").help(context.moves_of_man(mv.from))
}

fn royal_attacked(context: MoveContext<'_>, mv: ManMove, square: Square, span: Span) -> Diagnostic {
    let man = context.man_at(if square == mv.to { mv.from } else { square });
    let royal = man.map_or_else(|| "royal man".to_owned(), |man| context.kind_name(man.kind));
    let turn = context.turn();
    let error = |message: String| Diagnostic::error(Code::MoveCheck, span, message);
    let diagnostic = if square == mv.to && mv.from != mv.to {
        error(format!("{turn}'s {royal} would be attacked on {}", context.square_name(square))).label("into check")
    } else if context.position.in_check() {
        error(format!("{turn}'s {royal} on {} is in check, and this does not end it", context.square_name(square)))
            .label("the check stays")
    } else {
        error(format!("this would leave {turn}'s {royal} on {} attacked", context.square_name(square)))
            .label("opens a check")
    };
    // In check, all legal moves are worth listing; otherwise those of this man.
    match context.moves_of_side().filter(|_| context.position.in_check()) {
        Some(options) => diagnostic.help(options),
        None => diagnostic.help(context.moves_of_man(mv.from)),
    }
}

/// The man on a square after the move.
fn after_move(context: MoveContext<'_>, mv: ManMove, square: Square) -> String {
    match context.man_at(mv.from) {
        Some(man) if square == mv.to => {
            format!("the {} on {}", context.kind_name(man.kind), context.square_name(square))
        }
        _ => context.the_man(square),
    }
}

fn castling(context: MoveContext<'_>, mv: ManMove, span: Span) -> Diagnostic {
    let turn = context.turn();
    let error =
        |message: String| Diagnostic::error(Code::MoveCastling, span, message).help(context.moves_of_man(mv.from));
    let Some(rule) = &context.variant().rules.castling[turn] else {
        return error(format!("{turn} never castles in this game")).label("no castling");
    };
    let king = context.kind_name(rule.king);
    let partner = any_of(rule.partners.iter().map(|&kind| context.kind_name(kind)).collect::<Vec<_>>());
    let last_file = match mv.kind {
        MoveKind::Castling { partner_from, .. } => context.board().file(partner_from) > context.board().file(mv.from),
        _ => context.board().file(mv.to) > context.board().file(mv.from),
    };
    let rights = context.position.arrangement().castling[turn];
    let held = if last_file { rights.last_file } else { rights.first_file };
    let message = format!("{turn} can't castle on this side");
    if !held {
        let moved = format!("the {king} or the {partner} has moved");
        let label = if rule.other_wing { moved + ", or the opponent has castled there" } else { moved };
        return error(message).label(label);
    }
    if context.position.in_check() {
        return error(message).label(format!("the {king} is in check"));
    }
    let castles = mv.kind;
    let between = match castles {
        MoveKind::Castling { partner_from, .. } => context.between(mv.from, partner_from),
        _ => Vec::new(),
    };
    if let Some(&square) = between.first() {
        return error(message).label(format!("{} stands between", context.the_man(square)));
    }
    error(message).label(format!("the {king} would cross or reach an attacked square"))
}
