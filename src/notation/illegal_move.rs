//! Explains in the game's terms why the engine refuses a move.

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{DropMove, IllegalMove, ManMove, Move, MoveKind, Outcome, PieceInfo, Position};
use crate::geometry::{Board, Side, Square};
use crate::model::{
    BoardLines, CheckRule, CompulsoryMove, DropLine, Kind, KindId, ManState, Mode, Movement, Path, Variant,
};
use crate::notation::man::man_name;
use crate::notation::uci;
use crate::prose::{any_of, counted, quoted, with_article};
use crate::source::Span;

/// Explains why the engine refuses a move, with a help that lists legal moves. `span` is the place of the move in its
/// text.
pub fn explain_illegal_move(position: &Position, mv: Move, reason: &IllegalMove, span: Span) -> Diagnostic {
    let legal = position.legal_moves().to_vec();
    let context = MoveContext::new(position, &legal);
    match (mv, reason) {
        (Move::Man(mv), _) => explain_man_move(context, mv, reason, span),
        (Move::Drop(drop), _) => explain_drop(context, drop, reason, span),
        (Move::Wall(square), _) => explain_wall(context, square, reason, span),
        (Move::Pass | Move::EndSeries | Move::ClaimStalemate, IllegalMove::GameOver(outcome)) => {
            game_over_error(outcome, span)
        }
        (Move::Pass, _) => {
            let pass = Diagnostic::error(Code::MovePass, span, format!("{} may not pass", position.turn()));
            pass.label("not possible now").help(legal_moves_in_words(context))
        }
        (Move::EndSeries | Move::ClaimStalemate, _) => explain_series_length(context, span),
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
        let mv = ManMove::new(from, to, piece, MoveKind::Ordinary);
        let reason = position.check_move(mv.into()).err()?;
        (reason != IllegalMove::Unreachable).then_some((mv, reason))
    });
    let (mv, reason) = refused.min_by_key(|(mv, reason)| (*reason == IllegalMove::OwnMan, distance(mv.to)))?;
    Some(explain_man_move(MoveContext::new(position, &legal), mv, &reason, Span::default()))
}

/// Whether the legal moves of all men help more than those of the man that moves.
const fn concerns_all_men(reason: &IllegalMove) -> bool {
    matches!(
        reason,
        IllegalMove::Flight
            | IllegalMove::Held(..)
            | IllegalMove::Resting(_)
            | IllegalMove::MustMove
            | IllegalMove::CaptureCompulsory
            | IllegalMove::Compulsory(_)
            | IllegalMove::DropCompulsory
    )
}

/// [`explain_illegal_move`] for the move of a man in a position whose legal moves are known.
#[expect(clippy::too_many_lines, reason = "one arm for each reason")]
pub(super) fn explain_man_move(context: MoveContext<'_>, mv: ManMove, reason: &IllegalMove, span: Span) -> Diagnostic {
    let turn = context.turn();
    let the_man = context.the_man(mv.from);
    let to = context.square_name(mv.to);
    let man = context.man_at(mv.from);
    let facing = || man.map(|man| facing_text(&man.state)).unwrap_or_default();
    let in_capture_mode = man.is_some_and(|man| man.state.mode == Some(Mode::Capturing));
    let mode = if in_capture_mode { "capture" } else { "move" };
    let refused = |code, label: &str, message: String| {
        let help =
            if concerns_all_men(reason) { legal_moves_in_words(context) } else { context.man_moves_in_words(mv.from) };
        Diagnostic::error(code, span, message).label(label).help(help)
    };
    match reason {
        IllegalMove::GameOver(outcome) => game_over_error(outcome, span),
        IllegalMove::NoMan(square) => explain_no_man(context, *square, span),
        IllegalMove::RoyalAttacked(square) => explain_royal_attacked(context, mv, *square, span),
        IllegalMove::RoyalDies(square) => {
            let message =
                format!("{} would die by this move, and a side may not kill its own", context.the_man(*square));
            refused(Code::MoveCheck, "kills a royal man", message)
        }
        IllegalMove::Castling => explain_castling(context, mv, span),
        IllegalMove::SeriesLength => explain_series_length(context, span),
        IllegalMove::Unreachable if mv.from == mv.to => {
            refused(Code::MoveState, "", format!("{the_man} can't do that where it stands"))
        }
        IllegalMove::Unreachable => explain_unreachable(context, mv, span),
        IllegalMove::WrongMode => {
            let (verb, label) = if in_capture_mode { ("move", "an empty square") } else { ("capture", "a capture") };
            let message = format!("{the_man} is in {mode} mode; it can't {verb} before it flips");
            refused(Code::MoveMode, label, message)
        }
        IllegalMove::WrongFacing => {
            let message = format!("{the_man} faces {}; it can't reach {to} before it turns", facing());
            refused(Code::MoveFacing, "out of its reach", message)
        }
        IllegalMove::WrongFacingAndMode => {
            let state = format!("{the_man} faces {} and is in {mode} mode", facing());
            let message = format!("{state}; it must turn and flip before it reaches {to}");
            refused(Code::MoveFacingAndMode, "out of its reach", message)
        }
        IllegalMove::WrongPromotionOrTurn => {
            let message = format!("{the_man} can go to {to}, but can't become this there");
            refused(Code::MovePromotion, "another man or state", message)
        }
        IllegalMove::FirstMove => {
            let (position, variant) = (context.position, context.position.game().variant());
            let has_it = (position.unmoved().union(position.once_a_game())).contains(mv.from);
            let kind = position.piece_at(mv.from).map(|piece| variant.kind(position.game().piece_info(piece).kind));
            let (lost, how) = if kind.is_some_and(Kind::moves_once_a_game) {
                ("a move once a game that it has used or lost", "once a game")
            } else {
                ("a first move that it has lost", "by its first move")
            };
            let (label, when) = if has_it { ("not in check", "while in check") } else { (lost, "any more") };
            let message = format!("{the_man} goes to {to} only {how}, and not {when}");
            refused(Code::MoveFirstMove, label, message)
        }
        IllegalMove::Blocked => refused(Code::MoveBlocked, "blocked", blockers_in_words(context, mv)),
        IllegalMove::Held(held, holder) => {
            let [held, holder] = [held, holder].map(|&square| context.the_man(square));
            refused(Code::MoveHeld, "held by a man next to it", format!("{holder} holds {held}, which makes no move"))
        }
        IllegalMove::Resting(square) => {
            let man = context.the_man(*square);
            let (label, message) = if context.position.moved().contains(*square) {
                (
                    "a man that has moved",
                    format!("{man} has moved in this series; each of its moves is by a different man"),
                )
            } else {
                ("another man", format!("{man} can't move now: all moves of this series are by the same man"))
            };
            refused(Code::MoveInSeries, label, message)
        }
        IllegalMove::OwnMan => {
            let own = context.man_at(mv.to).map_or_else(|| "man".to_owned(), |man| context.kind_name(man.kind));
            let message = format!("{the_man} can't go to {to}: {turn}'s own {own} stands there");
            refused(Code::MoveOwnMan, "taken by a man of the same side", message)
        }
        IllegalMove::Uncapturable => {
            let message = format!("{the_man} may not capture {}", context.the_man(mv.to));
            refused(Code::MoveUncapturable, "no such capture", message)
        }
        IllegalMove::GivesCheck => {
            refused(Code::MoveGivesCheck, "such a check is forbidden", forbidden_check_in_words(context))
        }
        IllegalMove::Flight => {
            let only = "may only leave its square to capture the only man that gives check";
            refused(Code::MoveFlight, "a flight from check", format!("{turn} is in check, and {the_man} {only}"))
        }
        IllegalMove::Repetition => {
            refused(Code::MoveRepetition, "illegal in this game", "this brings back an earlier position".to_owned())
        }
        IllegalMove::MustMove => {
            let still = context.position.arrangement().stationary_run[turn];
            let message = format!("{turn} has made {still} stationary moves in a row; this one must leave its square");
            refused(Code::MoveMustMove, "a man stays on its square here", message)
        }
        IllegalMove::Opposition(by, of) => {
            let [by, of] = [by, of].map(|&square| name_man_after_move(context, mv, square));
            let message = format!("after this {by} and {of} would face each other");
            refused(Code::MoveOpposition, "forbidden by the opposition", message)
        }
        IllegalMove::CaptureCompulsory => {
            refused(Code::MoveCompulsoryCapture, "this captures nothing", format!("{turn} can capture, and must do so"))
        }
        IllegalMove::Compulsory(class) => {
            refused(Code::MoveCompulsory, "another move comes before it", compulsory_in_words(context, *class))
        }
        IllegalMove::Immobile => {
            refused(Code::MoveImmobile, "illegal in this game", format!("{the_man} could never move again from {to}"))
        }
        IllegalMove::NoPromotionChoice => {
            let message = format!("{the_man} must promote on {to}, and there is nothing left that it could become");
            refused(Code::MovePromotion, "no man to promote to", message)
        }
        IllegalMove::NotFinishing => {
            let message = format!("{the_man} can't go to {to}: this would be legal only if it ended the game");
            refused(Code::MoveNotFinishing, "the game would go on", message)
        }
        IllegalMove::WallMissing => {
            let message = format!("a wall must follow the move of {the_man} to {to}, and the text names none");
            let missing = Diagnostic::error(Code::MoveWall, span, message).label("where is the wall put?");
            missing.help(context.walls_in_words(mv))
        }
        IllegalMove::NoWall => {
            let message = format!("a wall must follow the move of {the_man} to {to}, and there is no square for one");
            refused(Code::MoveWall, "no square for a wall", message)
        }
        IllegalMove::WallSquare => explain_wall_square(context, mv, mv.wall().unwrap_or(mv.to), span),
        IllegalMove::CannotLeave => {
            let left = mv.left_behind().map_or_else(String::new, |(kind, _)| context.kind_name(kind));
            let message = format!("this move can't leave a {left} behind");
            refused(Code::MoveDrop, "not its first move, or no such man in hand", message)
        }
        IllegalMove::DropCompulsory => {
            refused(Code::MoveDrop, "a drop is compulsory", format!("{turn} has a man in hand that it must drop first"))
        }
        IllegalMove::Unexplained
        | IllegalMove::DropInSeries
        | IllegalMove::NotInHand(_)
        | IllegalMove::DropOnMan
        | IllegalMove::DropSquare
        | IllegalMove::DropSlide
        | IllegalMove::DropNeighbours
        | IllegalMove::DropConvertsNothing
        | IllegalMove::DropLimit
        | IllegalMove::DropGivesCheck
        | IllegalMove::DropGivesCheckmate => unexplained(context, &format!("{the_man} can't go to {to}"), reason, span),
    }
}

/// The diagnostic for a move that is refused for a reason that such a move can't have, or for none that is known.
fn unexplained(context: MoveContext<'_>, refused: &str, reason: &IllegalMove, span: Span) -> Diagnostic {
    let message = format!("{refused}: {reason}");
    Diagnostic::error(Code::MoveUnreachable, span, message).label("refused").help(legal_moves_in_words(context))
}

/// Explains why no wall may follow the move of a man on a square.
pub(super) fn explain_wall_square(context: MoveContext<'_>, mv: ManMove, wall: Square, span: Span) -> Diagnostic {
    let (the_man, to, on) = (context.the_man(mv.from), context.square_name(mv.to), context.square_name(wall));
    let stands = context.position.arrangement().walls.contains(&wall);
    let why = if wall == mv.to {
        ": it stands there".to_owned()
    } else if stands {
        ": one stands there, and it may not stay".to_owned()
    } else if wall != mv.from && context.man_at(wall).is_some() {
        format!(": {} is there", context.the_man(wall))
    } else {
        String::new()
    };
    let message = format!("after {the_man} has gone to {to}, no wall can be put on {on}{why}");
    Diagnostic::error(Code::MoveWall, span, message).label("no wall there").help(context.walls_in_words(mv))
}

/// Explains why the engine refuses a wall instead of a move.
pub(super) fn explain_wall(context: MoveContext<'_>, square: Square, reason: &IllegalMove, span: Span) -> Diagnostic {
    let (turn, on) = (context.turn(), context.square_name(square));
    let (message, label) = match reason {
        IllegalMove::GameOver(outcome) => return game_over_error(outcome, span),
        IllegalMove::RoyalAttacked(at) => {
            (format!("after this wall {} could be captured", context.the_man(*at)), "no help against the attack")
        }
        IllegalMove::GivesCheck => (forbidden_check_in_words(context), "such a check is forbidden"),
        IllegalMove::CaptureCompulsory => (format!("{turn} can capture, and must do so"), "this captures nothing"),
        IllegalMove::Compulsory(class) => (compulsory_in_words(context, *class), "another move comes before it"),
        IllegalMove::DropCompulsory => {
            (format!("{turn} has a man in hand that it must drop first"), "a drop is compulsory")
        }
        IllegalMove::Opposition(by, of) => {
            let [by, of] = [by, of].map(|&at| context.the_man(at));
            (format!("after this {by} and {of} would face each other"), "forbidden by the opposition")
        }
        IllegalMove::Repetition => ("this brings back an earlier position".to_owned(), "illegal in this game"),
        IllegalMove::MustMove => (format!("{turn} must move a man now"), "no man moves"),
        IllegalMove::WallSquare if context.man_at(square).is_some() => {
            (format!("{} stands on {on}", context.the_man(square)), "not empty")
        }
        IllegalMove::WallSquare => (format!("{turn} can't put a wall on {on}"), "no wall there"),
        IllegalMove::NoMan(_)
        | IllegalMove::Held(..)
        | IllegalMove::Resting(_)
        | IllegalMove::DropInSeries
        | IllegalMove::Unreachable
        | IllegalMove::WrongMode
        | IllegalMove::WrongFacing
        | IllegalMove::WrongFacingAndMode
        | IllegalMove::WrongPromotionOrTurn
        | IllegalMove::Blocked
        | IllegalMove::FirstMove
        | IllegalMove::OwnMan
        | IllegalMove::Uncapturable
        | IllegalMove::RoyalDies(_)
        | IllegalMove::Flight
        | IllegalMove::Immobile
        | IllegalMove::NoPromotionChoice
        | IllegalMove::Castling
        | IllegalMove::SeriesLength
        | IllegalMove::NotFinishing
        | IllegalMove::NotInHand(_)
        | IllegalMove::DropOnMan
        | IllegalMove::DropSquare
        | IllegalMove::DropSlide
        | IllegalMove::DropNeighbours
        | IllegalMove::DropConvertsNothing
        | IllegalMove::DropLimit
        | IllegalMove::DropGivesCheck
        | IllegalMove::DropGivesCheckmate
        | IllegalMove::WallMissing
        | IllegalMove::NoWall
        | IllegalMove::CannotLeave
        | IllegalMove::Unexplained => {
            return unexplained(context, &format!("{turn} can't put a wall on {on}"), reason, span);
        }
    };
    Diagnostic::error(Code::MoveWall, span, message).label(label).help(legal_moves_in_words(context))
}

/// Explains why the engine refuses a drop.
pub(super) fn explain_drop(context: MoveContext<'_>, drop: DropMove, reason: &IllegalMove, span: Span) -> Diagnostic {
    let (turn, to) = (context.turn(), context.square_name(drop.to));
    let man = context.kind_name(drop.kind);
    let (message, label) = match reason {
        IllegalMove::GameOver(outcome) => return game_over_error(outcome, span),
        IllegalMove::DropInSeries => {
            ("all moves of this series are by the same man, which stands on the board".to_owned(), "no drop now")
        }
        IllegalMove::NotInHand(_) => (format!("{turn} has no {man} in hand"), "nothing to drop"),
        IllegalMove::DropOnMan if context.man_at(drop.to).is_none() => {
            (format!("a wall stands on {to}"), "men are dropped on empty squares")
        }
        IllegalMove::DropOnMan => {
            (format!("{} stands there already", context.the_man(drop.to)), "men are dropped on empty squares")
        }
        IllegalMove::DropLimit => (limits_in_words(context, drop), "too many of them"),
        IllegalMove::DropSlide => (format!("the {man} slides in and does not stop on {to}"), "not the end of its way"),
        IllegalMove::DropNeighbours => {
            (format!("as the men stand, the {man} may not be dropped on {to}"), "not among these men")
        }
        IllegalMove::DropConvertsNothing => {
            (format!("a drop of the {man} must make another man change sides"), "this converts nobody")
        }
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
        IllegalMove::Compulsory(class) => (compulsory_in_words(context, *class), "another move comes before it"),
        IllegalMove::Opposition(by, of) => {
            let name = |&at: &Square| {
                if at == drop.to { format!("the {man} on {to}") } else { context.the_man(at) }
            };
            (format!("after this {} and {} would face each other", name(by), name(of)), "forbidden by the opposition")
        }
        IllegalMove::Repetition => ("this brings back an earlier position".to_owned(), "illegal in this game"),
        IllegalMove::DropSquare => (format!("the {man} can't be dropped on {to}"), "not allowed there"),
        IllegalMove::NoMan(_)
        | IllegalMove::Held(..)
        | IllegalMove::Resting(_)
        | IllegalMove::Unreachable
        | IllegalMove::WrongMode
        | IllegalMove::WrongFacing
        | IllegalMove::WrongFacingAndMode
        | IllegalMove::WrongPromotionOrTurn
        | IllegalMove::Blocked
        | IllegalMove::FirstMove
        | IllegalMove::OwnMan
        | IllegalMove::Uncapturable
        | IllegalMove::RoyalDies(_)
        | IllegalMove::Flight
        | IllegalMove::MustMove
        | IllegalMove::Immobile
        | IllegalMove::NoPromotionChoice
        | IllegalMove::Castling
        | IllegalMove::SeriesLength
        | IllegalMove::NotFinishing
        | IllegalMove::WallSquare
        | IllegalMove::WallMissing
        | IllegalMove::NoWall
        | IllegalMove::CannotLeave
        | IllegalMove::Unexplained => {
            return unexplained(context, &format!("the {man} can't be dropped on {to}"), reason, span);
        }
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
        let kinds = kinds.join(" or ");
        if limit.last {
            return format!("on the last square of a {line} without {kinds}");
        }
        format!("beside {} on the same {line}", counted(limit.least.into(), &kinds))
    });
    let limits: Vec<String> = limits.collect();
    format!("the {} may not be dropped {}", context.kind_name(drop.kind), limits.join(" or "))
}

/// The squares where men of a kind in hand can be dropped, or else the legal moves.
fn drops_in_words(context: MoveContext<'_>, kind: KindId) -> String {
    let names = context.move_names(|mv| mv.drop_move().is_some_and(|drop| drop.kind == kind));
    if names.is_empty() {
        return legal_moves_in_words(context);
    }
    format!("{} can play {}", context.turn(), list_some(&names))
}

/// Says that a move of a class that comes before others is possible.
fn compulsory_in_words(context: MoveContext<'_>, class: u8) -> String {
    let variant = context.variant();
    let class = variant.rules.compulsory[context.turn()].get(usize::from(class));
    let can = any_of(class.into_iter().flatten().map(|sort| match sort {
        CompulsoryMove::Check => "give check".to_owned(),
        CompulsoryMove::Capture => "capture".to_owned(),
        CompulsoryMove::Promotion => "promote a man".to_owned(),
        CompulsoryMove::Drop => "drop a man".to_owned(),
        CompulsoryMove::MoveOf(kinds) => {
            format!("move {}", any_of(kinds.iter().map(|&kind| with_article(&context.kind_name(kind)))))
        }
    }));
    format!("{} can {can}, and must do so", context.turn())
}

/// Says why a move may not give check.
fn forbidden_check_in_words(context: MoveContext<'_>) -> String {
    let turn = context.turn();
    match context.variant().rules.check[turn] {
        CheckRule::OnlyToCheckmate => "this gives check, and is not checkmate".to_owned(),
        CheckRule::OnlyLastOfSeries => format!("this gives check, and {turn} has more moves in the series"),
        CheckRule::Allowed | CheckRule::Forbidden => format!("this gives check, and {turn} may not do so"),
    }
}

/// Explains that a series can't end here.
fn explain_series_length(context: MoveContext<'_>, span: Span) -> Diagnostic {
    let error = Diagnostic::error(Code::MoveSeries, span, "the series can't end here");
    error.label("too short, or there is no series to end").help(legal_moves_in_words(context))
}

/// The legal moves of the side to move, in words.
fn legal_moves_in_words(context: MoveContext<'_>) -> String {
    context.side_moves_in_words().unwrap_or_else(|| format!("{} has no legal move", context.turn()))
}

/// The diagnostic for a move after the end of the game.
pub(crate) fn game_over_error(outcome: &Outcome, span: Span) -> Diagnostic {
    Diagnostic::error(Code::MoveGameOver, span, format!("the game is over: {outcome}"))
        .label("nothing can be played any more")
        .help("end the text before this, or begin another line with `position:`")
}

/// The facings of a state, as a part of a sentence.
pub(super) fn facing_text(state: &ManState) -> String {
    let facing = ManState { facings: state.facings.clone(), ..ManState::default() }.to_string();
    if facing.is_empty() { "no way in particular".to_owned() } else { facing }
}

/// Explains that a square has no man of the player to move.
pub(super) fn explain_no_man(context: MoveContext<'_>, square: Square, span: Span) -> Diagnostic {
    let name = context.square_name(square);
    let (message, label) = match context.man_at(square) {
        Some(man) => {
            let message = format!("the {} on {name} is {}'s", context.kind_name(man.kind), man.side);
            (message, format!("it is {}'s move", context.turn()))
        }
        None => (format!("no man stands on {name}"), "empty".to_owned()),
    };
    Diagnostic::error(Code::MoveNoMan, span, message).label(label).help(legal_moves_in_words(context))
}

/// Explains that a man does not reach the square where it would go.
fn explain_unreachable(context: MoveContext<'_>, mv: ManMove, span: Span) -> Diagnostic {
    let the_man = context.the_man(mv.from);
    let to = context.square_name(mv.to);
    let goes = if context.man_at(mv.to).is_some() { "capture on" } else { "go to" };
    let error = Diagnostic::error(Code::MoveUnreachable, span, format!("{the_man} can't {goes} {to}"));
    let facings = context.man_at(mv.from).filter(|man| !man.state.facings.is_empty());
    let label =
        facings.map_or_else(|| "no such move".to_owned(), |man| format!("it faces {}", facing_text(&man.state)));
    error.label(label).help(context.man_moves_in_words(mv.from))
}

/// Which men are in the way of a move.
fn blockers_in_words(context: MoveContext<'_>, mv: ManMove) -> String {
    let (the_man, to) = (context.the_man(mv.from), context.square_name(mv.to));
    let blockers: Vec<_> = context.blockers(mv).into_iter().map(|square| context.the_man(square)).collect();
    match blockers.as_slice() {
        _ if context.position.walls().contains(mv.to) => format!("{the_man} can't go to {to}: a wall is there"),
        [] => format!("{the_man} can't reach {to}: its way is blocked"),
        [one] => format!("{the_man} can't reach {to}: {one} is in its way"),
        many => format!("{the_man} can't reach {to}: {} are in its way", many.join(" and ")),
    }
}

/// Explains that a move leaves the royal man on a square attacked.
fn explain_royal_attacked(context: MoveContext<'_>, mv: ManMove, square: Square, span: Span) -> Diagnostic {
    let man = context.man_at(if square == mv.to { mv.from } else { square });
    let royal = man.map_or_else(|| "royal man".to_owned(), |man| context.kind_name(man.kind));
    let (turn, at) = (context.turn(), context.square_name(square));
    let in_check = context.position.in_check();
    let (message, label) = if square == mv.to && mv.from != mv.to {
        (format!("{turn}'s {royal} would be attacked on {at}"), "into check")
    } else if in_check {
        (format!("{turn}'s {royal} on {at} is in check, and this does not end it"), "the check stays")
    } else {
        (format!("this would leave {turn}'s {royal} on {at} attacked"), "opens a check")
    };
    // In check, all legal moves are worth listing; otherwise those of this man.
    let help =
        context.side_moves_in_words().filter(|_| in_check).unwrap_or_else(|| context.man_moves_in_words(mv.from));
    Diagnostic::error(Code::MoveCheck, span, message).label(label).help(help)
}

/// Names the man that stands on a square after the move.
fn name_man_after_move(context: MoveContext<'_>, mv: ManMove, square: Square) -> String {
    match context.man_at(mv.from) {
        Some(man) if square == mv.to => {
            format!("the {} on {}", context.kind_name(man.kind), context.square_name(square))
        }
        _ => context.the_man(square),
    }
}

/// Explains which condition of castling is not met.
fn explain_castling(context: MoveContext<'_>, mv: ManMove, span: Span) -> Diagnostic {
    let turn = context.turn();
    let error = |message: String, label: String| {
        Diagnostic::error(Code::MoveCastling, span, message).help(context.man_moves_in_words(mv.from)).label(label)
    };
    let Some(rule) = &context.variant().rules.castling[turn] else {
        return error(format!("{turn} never castles in this game"), "no castling".to_owned());
    };
    let king = context.kind_name(rule.king);
    let (toward, between) = match mv.kind.without_left_man() {
        MoveKind::Castling { partner_from, .. } => (partner_from, context.men_between(mv.from, partner_from)),
        _ => (mv.to, Vec::new()),
    };
    let rights = context.position.arrangement().castling[turn];
    let last_file = context.board().file(toward) > context.board().file(mv.from);
    let has_right = if last_file { rights.last_file } else { rights.first_file };
    let label = if !has_right {
        let partner = any_of(rule.partners.iter().map(|&kind| context.kind_name(kind)));
        let or = if rule.other_wing { ", or the opponent has castled there" } else { "" };
        format!("the {king} or the {partner} has moved{or}")
    } else if context.position.in_check() {
        format!("the {king} is in check")
    } else if let Some(&square) = between.first() {
        format!("{} stands between", context.the_man(square))
    } else {
        format!("the {king} would cross or reach an attacked square")
    };
    error(format!("{turn} can't castle on this side"), label)
}

/// A help names no more moves than this.
const MAX_NAMED_MOVES: usize = 8;

/// A position and its legal moves, for sentences about a move.
#[derive(Clone, Copy)]
pub(super) struct MoveContext<'a> {
    pub(super) position: &'a Position,
    /// All legal moves of the position.
    pub(super) legal: &'a [Move],
}

impl<'a> MoveContext<'a> {
    pub(super) const fn new(position: &'a Position, legal: &'a [Move]) -> Self {
        Self { position, legal }
    }

    /// The legal move that is this one, but for a wall that may follow it.
    pub(super) fn find_but_for_wall(self, mv: ManMove) -> Option<Move> {
        let is_it = |legal: &&Move| legal.man().is_some_and(|man| man.without_wall() == mv.without_wall());
        self.legal.iter().find(is_it).copied()
    }

    /// The legal moves of men.
    pub(super) fn man_moves(self) -> impl Iterator<Item = ManMove> {
        self.legal.iter().filter_map(|mv| mv.man())
    }

    pub(super) fn variant(self) -> &'a Variant {
        self.position.game().variant()
    }

    pub(super) fn board(self) -> Board {
        self.variant().board
    }

    pub(super) fn turn(self) -> Side {
        self.position.turn()
    }

    pub(super) fn square_name(self, square: Square) -> String {
        self.board().name(square)
    }

    pub(super) fn man_at(self, square: Square) -> Option<&'a PieceInfo> {
        self.position.piece_at(square).map(|piece| self.position.game().piece_info(piece))
    }

    /// The squares of a side's men, with the men.
    pub(super) fn men(self, side: Side) -> impl Iterator<Item = (Square, &'a PieceInfo)> {
        let men = self.board().squares().filter_map(move |square| Some((square, self.man_at(square)?)));
        men.filter(move |(_, man)| man.side == side)
    }

    /// The name of a kind: `Alfil`.
    pub(super) fn kind_name(self, kind: KindId) -> String {
        man_name(self.variant(), kind)
    }

    /// Names the man on a square: `the Alfil on e3`, `nothing on e3`.
    pub(super) fn the_man(self, square: Square) -> String {
        match self.man_at(square) {
            Some(man) => format!("the {} on {}", self.kind_name(man.kind), self.square_name(square)),
            None => format!("nothing on {}", self.square_name(square)),
        }
    }

    /// The name of a kind with its article: `an Alfil`.
    pub(super) fn kind_with_article(self, kind: KindId) -> String {
        with_article(&self.kind_name(kind))
    }

    /// The man's movement in a state.
    pub(super) fn movement(self, man: &PieceInfo, state: &ManState) -> Movement {
        self.variant().kind(man.kind).movement(man.side, self.variant().black, state)
    }

    /// The squares that the man's first leaps reach from a square in a state.
    pub(super) fn first_leap_targets(self, square: Square, man: &PieceInfo, state: &ManState) -> Vec<Square> {
        let movement = self.movement(man, state);
        let lines = BoardLines::new(&self.variant().lines);
        let aim = |path: &Path| {
            let at = self.board().leap(square, path.legs.first()?.leap)?;
            lines.allow(path, square, at).then_some(at)
        };
        let mut squares: Vec<_> = movement.paths.iter().filter_map(aim).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// The moves of a man: "the Alfil on e3 can play `e3g5` or `e3@nw`".
    pub(super) fn man_moves_in_words(self, square: Square) -> String {
        let names = self.move_names(|mv| mv.from() == Some(square));
        let the_man = self.the_man(square);
        if names.is_empty() {
            let others = self.side_moves_in_words().map_or_else(String::new, |moves| format!("; {moves}"));
            format!("{the_man} has no legal move{others}")
        } else {
            format!("{the_man} can play {}", list_some(&names))
        }
    }

    /// The walls that may follow the move of a man: "the Pawn on e2 can play `e2e4,e4d5`"; its other moves if none may.
    fn walls_in_words(self, mv: ManMove) -> String {
        let is_it = |legal: &Move| legal.man().is_some_and(|man| man.without_wall() == mv.without_wall());
        let names = self.move_names(is_it);
        if names.is_empty() {
            return self.man_moves_in_words(mv.from);
        }
        format!("{} can play {}", self.the_man(mv.from), list_some(&names))
    }

    /// The moves of the side to move: all if they are few, otherwise examples.
    pub(super) fn side_moves_in_words(self) -> Option<String> {
        let names = self.move_names(|_| true);
        let turn = self.turn();
        match names.len() {
            0 => None,
            1..=MAX_NAMED_MOVES => Some(format!("{turn} can play {}", list_some(&names))),
            count => Some(format!("{turn} has {count} legal moves, such as {}", list_some(&names[..3]))),
        }
    }

    /// The legal moves that satisfy a condition, in machine notation, sorted.
    pub(super) fn move_names(self, keep: impl Fn(&Move) -> bool) -> Vec<String> {
        let kept = self.legal.iter().filter(|mv| keep(mv));
        let mut names: Vec<_> = kept.map(|&mv| uci::write_among(self.position, self.legal, mv)).collect();
        names.sort();
        names
    }

    /// The turns that the man on a square can legally make: "it can turn to ene (toward g6)".
    pub(super) fn turns_in_words(self, square: Square) -> Option<String> {
        let man = self.man_at(square)?;
        let game = self.position.game();
        let mut turns: Vec<String> = Vec::new();
        let mut stationary: Vec<_> =
            self.man_moves().filter(|mv| mv.from == square && mv.kind == MoveKind::Stationary).collect();
        stationary.sort_by_cached_key(|&mv| uci::write_among(self.position, self.legal, mv.into()));
        for mv in stationary {
            let after = game.piece_info(mv.piece);
            if after.state.facings == man.state.facings {
                continue;
            }
            let facing = ManState { facings: after.state.facings.clone(), ..ManState::default() }.to_string();
            let toward: Vec<_> =
                self.first_leap_targets(square, man, &after.state).into_iter().map(|at| self.square_name(at)).collect();
            let toward = if toward.is_empty() { String::new() } else { format!(" (toward {})", toward.join(" and ")) };
            turns.push(facing + &toward);
        }
        let some = any_of(&turns[..turns.len().min(MAX_NAMED_MOVES)]);
        (!turns.is_empty()).then(|| format!("it can turn to {some}"))
    }

    /// The occupied squares that keep a man from a square it would otherwise reach, on the path with the fewest of
    /// them.
    pub(super) fn blockers(self, mv: ManMove) -> Vec<Square> {
        let Some(man) = self.man_at(mv.from) else { return Vec::new() };
        let movement = self.movement(man, &man.state);
        let mut fewest: Option<Vec<Square>> = None;
        movement.landings(self.board(), &BoardLines::new(&self.variant().lines), mv.from, &mut |landing| {
            if landing.at != mv.to {
                return;
            }
            let blockers: Vec<_> =
                landing.empty.iter().filter(|&at| at != mv.from && self.position.piece_at(at).is_some()).collect();
            if fewest.as_ref().is_none_or(|fewest| blockers.len() < fewest.len()) {
                fewest = Some(blockers);
            }
        });
        fewest.unwrap_or_else(|| self.men_between(mv.from, mv.to))
    }

    /// The occupied squares straight between two squares.
    pub(super) fn men_between(self, from: Square, to: Square) -> Vec<Square> {
        let board = self.board();
        let (dx, dy) = (board.file(to) - board.file(from), board.rank(to) - board.rank(from));
        if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            return Vec::new();
        }
        let at = |step| board.square(board.file(from) + step * dx.signum(), board.rank(from) + step * dy.signum());
        let squares = (1..dx.abs().max(dy.abs())).filter_map(at);
        squares.filter(|&square| self.position.piece_at(square).is_some()).collect()
    }
}

/// A list of moves, cut off if it is long: "`a`, `b` or `c`".
pub(super) fn list_some(names: &[String]) -> String {
    let more = names.len().saturating_sub(MAX_NAMED_MOVES);
    let quoted = quoted(&names[..names.len() - more]);
    if more == 0 { any_of(quoted) } else { format!("{} and {more} more", quoted.collect::<Vec<_>>().join(", ")) }
}
