//! Explains in the game's terms why the engine refuses a move.

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{IllegalMove, ManMove, Move, MoveKind, Outcome, PieceInfo, Position};
use crate::geometry::{Board, Side, Square};
use crate::model::{BoardLines, CheckRule, CompulsoryMove, DropLine, KindId, ManState, Mode, Movement, Path, Variant};
use crate::notation::man::man_name;
use crate::notation::uci;
use crate::prose::{any_of, counted, quoted, with_article};
use crate::source::Span;

/// Explains why the engine refuses a move, with a help that lists legal moves. `span` is the place of the move in its
/// text.
pub fn explain_illegal_move(position: &Position, mv: Move, reason: &IllegalMove, span: Span) -> Diagnostic {
    let legal = position.legal_moves().to_vec();
    explain(MoveContext::new(position, &legal), mv, reason, span)
}

/// [`explain_illegal_move`] in a position whose legal moves are known.
pub(super) fn explain(context: MoveContext<'_>, mv: impl Into<Move>, reason: &IllegalMove, span: Span) -> Diagnostic {
    let mv = mv.into();
    Refusal::new(context, mv, reason).diagnostic(context, mv, span)
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
    Some(explain(MoveContext::new(position, &legal), mv, &reason, Span::default()))
}

/// The missing condition of an illegal move. The help lists legal moves that meet it. If several moves are possible
/// readings, the nearest is explained.
#[derive(Clone, Copy)]
enum Missing {
    /// The man doesn't go there.
    Reach,
    /// The square is occupied, or the way is blocked.
    Room,
    /// It could go there in another state, or to end the game.
    State,
    /// A rule for this man or this square.
    Rule,
    /// A rule for all men: moves of other men help, too.
    SideRule,
    /// A wall on the right square.
    Wall,
    /// A game that is not over.
    Game,
    /// A man of the side.
    Man,
    /// A condition without a known remedy.
    Unknown,
}

/// The explanation of an illegal move: a row of the table of reasons.
pub(super) struct Refusal {
    missing: Missing,
    /// The code of a man's move. Drops and walls instead of moves have one code each.
    code: Code,
    label: String,
    message: String,
}

/// Writes a row of the table: the missing condition, the code, the label, and the sentence as for `format!`.
///
/// `row!(Rule MoveDrop "this gives check" => "a drop of {the_man} may not give check")` is
/// `Refusal { missing: Missing::Rule, code: Code::MoveDrop, label: "this gives check".into(), message: format!("a drop …") }`.
macro_rules! row {
    ($missing:ident $code:ident $label:expr => $($sentence:tt)+) => {
        Refusal { missing: Missing::$missing, code: Code::$code, label: $label.into(), message: format!($($sentence)+) }
    };
}

impl Refusal {
    /// Explains a move that the engine refuses for a reason.
    pub(super) fn new(context: MoveContext<'_>, mv: Move, reason: &IllegalMove) -> Self {
        match (mv, reason) {
            (Move::Man(_) | Move::Drop(_) | Move::Wall(_), _) | (_, IllegalMove::GameOver(_)) => {
                refusal_for(context, mv, reason)
            }
            (Move::Pass, _) => row!(SideRule MovePass "not possible now" => "{} may not pass", context.turn()),
            (Move::EndSeries | Move::ClaimStalemate, _) => refusal_for(context, mv, &IllegalMove::SeriesLength),
        }
    }

    /// The remoteness of moves to squares that the man doesn't reach.
    pub(super) const UNREACHABLE: u8 = 3;

    /// Distance of the move from a legal one. Of several moves the one with the lowest distance is explained.
    pub(super) const fn remoteness(&self) -> u8 {
        match self.missing {
            Missing::Reach | Missing::Man => Self::UNREACHABLE,
            Missing::Room => 2,
            Missing::State => 1,
            Missing::Rule | Missing::SideRule | Missing::Wall | Missing::Game | Missing::Unknown => 0,
        }
    }

    /// The diagnostic, with legal moves as its help.
    pub(super) fn diagnostic(self, context: MoveContext<'_>, mv: Move, span: Span) -> Diagnostic {
        let (code, help) = match (self.missing, mv) {
            (Missing::Game, _) => (self.code, GAME_OVER_HELP.to_owned()),
            (Missing::Man | Missing::Unknown, _) | (_, Move::Pass | Move::EndSeries | Move::ClaimStalemate) => {
                (self.code, legal_moves_in_words(context))
            }
            (_, Move::Drop(drop)) => (Code::MoveDrop, drops_in_words(context, drop.kind)),
            (_, Move::Wall(_)) => (Code::MoveWall, legal_moves_in_words(context)),
            (Missing::SideRule, Move::Man(_)) => (self.code, legal_moves_in_words(context)),
            (Missing::Wall, Move::Man(man)) => (self.code, context.walls_in_words(man)),
            (Missing::Reach | Missing::Room | Missing::State | Missing::Rule, Move::Man(man)) => {
                (self.code, context.man_moves_in_words(man.from))
            }
        };
        Diagnostic::error(code, span, self.message).label(self.label).help(help)
    }
}

/// The table of reasons: the missing condition, with its code, its label and its sentence.
#[expect(clippy::too_many_lines, reason = "one row for each reason")]
fn refusal_for(context: MoveContext<'_>, mv: Move, reason: &IllegalMove) -> Refusal {
    let turn = context.turn();
    let the = |square: &Square| context.the_man(*square);
    let (the_man, attempt) = match mv {
        Move::Man(man) => (the(&man.from), "go to"),
        Move::Drop(drop) => (format!("the {}", context.kind_name(drop.kind)), "be dropped on"),
        Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => (turn.to_string(), "put a wall on"),
    };
    let target = if let Move::Wall(square) = mv { Some(square) } else { mv.to() };
    let target_man = target.and_then(|square| context.man_at(square));
    let to = target.map_or_else(String::new, |square| context.square_name(square));
    let man = mv.from().and_then(|square| context.man_at(square));
    let facing = || man.map(|man| facing_text(&man.state)).unwrap_or_default();
    let in_capture_mode = man.is_some_and(|man| man.state.mode == Some(Mode::Capturing));
    let mode = if in_capture_mode { "capture" } else { "move" };
    let unexplained = || row!(Unknown MoveUnreachable "refused" => "{the_man} can't {attempt} {to}: {reason}");
    match reason {
        IllegalMove::GameOver(outcome) => game_over(outcome),
        IllegalMove::NoMan(square) => no_man(context, *square),
        IllegalMove::Held(held, holder) => row!(SideRule MoveHeld "held by another man" =>
            "{} holds {}, which makes no move", the(holder), the(held)),
        IllegalMove::Resting(square) if context.position.moved().contains(*square) => {
            row!(SideRule MoveInSeries "a man that has moved" =>
                "{} has moved in this series; each of its moves is by a different man", the(square))
        }
        IllegalMove::Resting(square) => row!(SideRule MoveInSeries "another man" =>
            "{} can't move now: all moves of this series are by the same man", the(square)),
        IllegalMove::DropInSeries => row!(SideRule MoveDrop "no drop now" =>
            "all moves of this series are by the same man, which stands on the board"),
        IllegalMove::Unreachable => mv.man().map_or_else(unexplained, |man| unreachable(context, man)),
        IllegalMove::WrongMode if in_capture_mode => row!(State MoveMode "an empty square" =>
            "{the_man} is in {mode} mode; it can't move before it flips"),
        IllegalMove::WrongMode => row!(State MoveMode "a capture" =>
            "{the_man} is in {mode} mode; it can't capture before it flips"),
        IllegalMove::WrongFacing => row!(State MoveFacing "out of its reach" =>
            "{the_man} faces {}; it can't reach {to} before it turns", facing()),
        IllegalMove::WrongFacingAndMode => row!(State MoveFacingAndMode "out of its reach" =>
            "{the_man} faces {} and is in {mode} mode; it must turn and flip before it reaches {to}", facing()),
        IllegalMove::WrongPromotionOrTurn if mv.from() == mv.to() => row!(Rule MovePromotion "another man or state" =>
            "{the_man} can't become this now"),
        IllegalMove::WrongPromotionOrTurn => row!(Rule MovePromotion "another man or state" =>
            "{the_man} can go to {to}, but can't become this there"),
        IllegalMove::Blocked => row!(Room MoveBlocked "blocked" =>
            "{}", mv.man().map_or_else(String::new, |man| blockers_in_words(context, man))),
        IllegalMove::FirstMove => {
            let (position, variant) = (context.position, context.variant());
            let has_it = mv.from().is_some_and(|from| position.unmoved().union(position.once_a_game()).contains(from));
            let (lost, how) = if man.is_some_and(|man| variant.kind(man.kind).moves_once_a_game()) {
                ("a move once a game that it has used or lost", "once a game")
            } else {
                ("a first move that it has lost", "by its first move")
            };
            let (label, when) = if has_it { ("not in check", "while in check") } else { (lost, "any more") };
            row!(Rule MoveFirstMove label => "{the_man} goes to {to} only {how}, and not {when}")
        }
        IllegalMove::OwnMan => row!(Room MoveOwnMan "taken by a man of the same side" =>
            "{the_man} can't go to {to}: {turn}'s own {} stands there",
            target_man.map_or_else(|| "man".to_owned(), |man| context.kind_name(man.kind))),
        IllegalMove::Uncapturable => row!(Rule MoveUncapturable "no such capture" =>
            "{the_man} may not capture {}", target.as_ref().map_or_else(String::new, the)),
        IllegalMove::NoHome(home) => row!(Rule MoveUncapturable "could not go home" =>
            "{the_man} goes home after a capture, and {}",
            home.map_or_else(|| "has no home".to_owned(), |home| format!("{} is not empty", context.square_name(home)))),
        IllegalMove::RoyalAttacked(square) => match mv {
            Move::Man(man) => royal_attacked(context, man, *square),
            Move::Drop(_) => row!(Rule MoveCheck "no help against the attack" =>
                "after this drop {} could be captured", the(square)),
            Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => {
                row!(Rule MoveCheck "no help against the attack" => "after this wall {} could be captured", the(square))
            }
        },
        IllegalMove::RoyalDies(square) => row!(Rule MoveCheck "kills a royal man" =>
            "{} would die by this move, and a side may not kill its own", the(square)),
        IllegalMove::GivesCheck => row!(Rule MoveGivesCheck "such a check is forbidden" =>
            "this gives check, and {}", forbidden_check_in_words(context)),
        IllegalMove::Flight => row!(SideRule MoveFlight "a flight from check" =>
            "{turn} is in check, and {the_man} may only leave its square to capture the only man that gives check"),
        IllegalMove::Repetition => row!(Rule MoveRepetition "illegal in this game" =>
            "this brings back an earlier position"),
        IllegalMove::MustMove if mv.man().is_none() => row!(SideRule MoveMustMove "no man moves" =>
            "{turn} must move a man now"),
        IllegalMove::MustMove => row!(SideRule MoveMustMove "a man stays on its square here" =>
            "{turn} has made {} stationary moves in a row; this one must leave its square",
            context.position.arrangement().stationary_run[turn]),
        IllegalMove::Opposition(by, of) => row!(Rule MoveOpposition "forbidden by the opposition" =>
            "after this {} and {} would face each other",
            name_man_after_move(context, mv, *by), name_man_after_move(context, mv, *of)),
        IllegalMove::CaptureCompulsory => row!(SideRule MoveCompulsoryCapture "this captures nothing" =>
            "{turn} can capture, and must do so"),
        IllegalMove::Compulsory(class) => row!(SideRule MoveCompulsory "another move comes before it" =>
            "{turn} can {}, and must do so", compulsory_in_words(context, *class)),
        IllegalMove::Immobile => row!(Rule MoveImmobile "illegal in this game" =>
            "{the_man} could never move again from {to}"),
        IllegalMove::NoPromotionChoice => row!(Rule MovePromotion "no man to promote to" =>
            "{the_man} must promote on {to}, and there is nothing left that it could become"),
        IllegalMove::Castling => mv.man().map_or_else(unexplained, |man| castling(context, man)),
        IllegalMove::SeriesLength => row!(SideRule MoveSeries "too short, or there is no series to end" =>
            "the series can't end here"),
        IllegalMove::NotFinishing => row!(State MoveNotFinishing "the game would go on" =>
            "{the_man} can't go to {to}: this would be legal only if it ended the game"),
        IllegalMove::NotInHand(kind) => row!(Rule MoveDrop "nothing to drop" =>
            "{turn} has no {} in hand", context.kind_name(*kind)),
        IllegalMove::DropOnMan if target_man.is_none() => row!(Rule MoveDrop "men are dropped on empty squares" =>
            "a wall stands on {to}"),
        IllegalMove::DropOnMan => row!(Rule MoveDrop "men are dropped on empty squares" =>
            "{} stands there already", target.as_ref().map_or_else(String::new, the)),
        IllegalMove::DropSquare => row!(Rule MoveDrop "not allowed there" => "{the_man} can't be dropped on {to}"),
        IllegalMove::DropSlide => row!(Rule MoveDrop "not the end of its way" =>
            "{the_man} slides in and does not stop on {to}"),
        IllegalMove::DropNeighbours => row!(Rule MoveDrop "not among these men" =>
            "as the men stand, {the_man} may not be dropped on {to}"),
        IllegalMove::DropConvertsNothing => row!(Rule MoveDrop "this converts nobody" =>
            "a drop of {the_man} must make another man change sides"),
        IllegalMove::DropLimit => row!(Rule MoveDrop "too many of them" =>
            "{the_man} may not be dropped {}",
            mv.drop_move().map_or_else(String::new, |drop| limits_in_words(context, drop.kind))),
        IllegalMove::DropGivesCheck => row!(Rule MoveDrop "this gives check" =>
            "a drop of {the_man} may not give check"),
        IllegalMove::DropGivesCheckmate => row!(Rule MoveDrop "this gives checkmate" =>
            "a drop of {the_man} may not give checkmate"),
        IllegalMove::DropCompulsory if mv.drop_move().is_some() => {
            row!(SideRule MoveDrop "another drop is compulsory" =>
                "{turn} has a man in hand that must be dropped first")
        }
        IllegalMove::DropCompulsory => row!(SideRule MoveDrop "a drop is compulsory" =>
            "{turn} has a man in hand that it must drop first"),
        IllegalMove::WallSquare => match mv {
            Move::Man(man) => wall_after(context, man),
            Move::Wall(square) if target_man.is_some() => row!(Rule MoveWall "not empty" =>
                "{} stands on {to}", the(&square)),
            Move::Wall(_) => row!(Rule MoveWall "no wall there" => "{turn} can't put a wall on {to}"),
            Move::Drop(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => unexplained(),
        },
        IllegalMove::WallMissing => row!(Wall MoveWall "where is the wall put?" =>
            "a wall must follow the move of {the_man} to {to}, and the text names none"),
        IllegalMove::NoWall => row!(Rule MoveWall "no square for a wall" =>
            "a wall must follow the move of {the_man} to {to}, and there is no square for one"),
        IllegalMove::CannotLeave => row!(Rule MoveDrop "not its first move, or no such man in hand" =>
            "this move can't leave a {} behind",
            mv.man().and_then(ManMove::left_behind).map_or_else(String::new, |(kind, _)| context.kind_name(kind))),
        IllegalMove::Unexplained => unexplained(),
    }
}

/// The limits of a drop that men on the board have reached: `beside 2 Pawns on the same file`.
fn limits_in_words(context: MoveContext<'_>, kind: KindId) -> String {
    let rule = context.variant().drop_of(context.turn(), kind);
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
    limits.collect::<Vec<String>>().join(" or ")
}

/// The squares where men of a kind in hand can be dropped, or else the legal moves.
fn drops_in_words(context: MoveContext<'_>, kind: KindId) -> String {
    let names = context.move_names(|mv| mv.drop_move().is_some_and(|drop| drop.kind == kind));
    if names.is_empty() {
        return legal_moves_in_words(context);
    }
    format!("{} can play {}", context.turn(), list_some(&names))
}

/// The moves of a class of compulsory moves: `give check or move a Pawn`.
fn compulsory_in_words(context: MoveContext<'_>, class: u8) -> String {
    let variant = context.variant();
    let class = variant.rules.compulsory[context.turn()].get(usize::from(class));
    any_of(class.into_iter().flatten().map(|sort| match sort {
        CompulsoryMove::Check => "give check".to_owned(),
        CompulsoryMove::Capture => "capture".to_owned(),
        CompulsoryMove::Promotion => "promote a man".to_owned(),
        CompulsoryMove::Drop => "drop a man".to_owned(),
        CompulsoryMove::MoveOf(kinds) => {
            format!("move {}", any_of(kinds.iter().map(|&kind| with_article(&context.kind_name(kind)))))
        }
    }))
}

/// The reason why a move may not give check.
fn forbidden_check_in_words(context: MoveContext<'_>) -> String {
    let turn = context.turn();
    match context.variant().rules.check[turn] {
        CheckRule::OnlyToCheckmate => "is not checkmate".to_owned(),
        CheckRule::OnlyLastOfSeries => format!("{turn} has more moves in the series"),
        CheckRule::Allowed | CheckRule::Forbidden => format!("{turn} may not do so"),
    }
}

/// The legal moves of the side to move, in words.
fn legal_moves_in_words(context: MoveContext<'_>) -> String {
    context.side_moves_in_words().unwrap_or_else(|| format!("{} has no legal move", context.turn()))
}

/// The diagnostic for a move after the end of the game.
pub(crate) fn game_over_error(outcome: &Outcome, span: Span) -> Diagnostic {
    let Refusal { code, label, message, .. } = game_over(outcome);
    Diagnostic::error(code, span, message).label(label).help(GAME_OVER_HELP)
}

fn game_over(outcome: &Outcome) -> Refusal {
    row!(Game MoveGameOver "nothing can be played any more" => "the game is over: {outcome}")
}

/// The help for a move after the end of the game.
const GAME_OVER_HELP: &str = "end the text before this, or begin another line with `position:`";

/// The facings of a state, as a part of a sentence.
pub(super) fn facing_text(state: &ManState) -> String {
    let facing = ManState { facings: state.facings.clone(), ..ManState::default() }.to_string();
    if facing.is_empty() { "no way in particular".to_owned() } else { facing }
}

/// The diagnostic for a square that has no man of the player to move.
pub(super) fn explain_no_man(context: MoveContext<'_>, square: Square, span: Span) -> Diagnostic {
    no_man(context, square).diagnostic(context, Move::Pass, span)
}

fn no_man(context: MoveContext<'_>, square: Square) -> Refusal {
    let name = context.square_name(square);
    match context.man_at(square) {
        Some(man) => row!(Man MoveNoMan format!("it is {}'s move", context.turn()) =>
            "the {} on {name} is {}'s", context.kind_name(man.kind), man.side),
        None => row!(Man MoveNoMan "empty" => "no man stands on {name}"),
    }
}

/// Explains that a man does not reach the square where it would go.
fn unreachable(context: MoveContext<'_>, mv: ManMove) -> Refusal {
    let the_man = context.the_man(mv.from);
    if mv.from == mv.to {
        return row!(Reach MoveState "" => "{the_man} can't do that where it stands");
    }
    let goes = if context.man_at(mv.to).is_some() { "capture on" } else { "go to" };
    let facings = context.man_at(mv.from).filter(|man| !man.state.facings.is_empty());
    let faces = facings.map(|man| format!("it faces {}", facing_text(&man.state)));
    row!(Reach MoveUnreachable faces.unwrap_or_else(|| "no such move".to_owned()) =>
        "{the_man} can't {goes} {}", context.square_name(mv.to))
}

/// Blockers of a move.
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

/// Explains that a man's move leaves the royal man on a square attacked.
fn royal_attacked(context: MoveContext<'_>, mv: ManMove, square: Square) -> Refusal {
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
    let missing = if in_check && !context.legal.is_empty() { Missing::SideRule } else { Missing::Rule };
    Refusal { missing, code: Code::MoveCheck, label: label.to_owned(), message }
}

/// Explains why no wall may follow the move of a man on the square that it names.
fn wall_after(context: MoveContext<'_>, mv: ManMove) -> Refusal {
    let wall = mv.wall().unwrap_or(mv.to);
    let (the_man, to, on) = (context.the_man(mv.from), context.square_name(mv.to), context.square_name(wall));
    let why = if wall == mv.to {
        ": it stands there".to_owned()
    } else if context.position.walls().contains(wall) {
        ": one stands there, and it may not stay".to_owned()
    } else if wall != mv.from && context.man_at(wall).is_some() {
        format!(": {} is there", context.the_man(wall))
    } else {
        String::new()
    };
    row!(Wall MoveWall "no wall there" => "after {the_man} has gone to {to}, no wall can be put on {on}{why}")
}

/// Names the man that stands on a square after the move.
fn name_man_after_move(context: MoveContext<'_>, mv: Move, square: Square) -> String {
    let arrives = match mv {
        Move::Man(man) => context.man_at(man.from).filter(|_| square == man.to).map(|man| man.kind),
        Move::Drop(drop) => (square == drop.to).then_some(drop.kind),
        Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => None,
    };
    match arrives {
        Some(kind) => format!("the {} on {}", context.kind_name(kind), context.square_name(square)),
        None => context.the_man(square),
    }
}

/// Explains which condition of castling is not met.
fn castling(context: MoveContext<'_>, mv: ManMove) -> Refusal {
    let turn = context.turn();
    let Some(rule) = &context.variant().rules.castling[turn] else {
        return row!(Rule MoveCastling "no castling" => "{turn} never castles in this game");
    };
    let king = context.kind_name(rule.king);
    let partner = mv.kind.castling().map(|(partner_from, _)| partner_from);
    let between = partner.map_or_else(Vec::new, |partner| context.men_between(mv.from, partner));
    let rights = context.position.arrangement().castling[turn];
    let last_file = context.board().file(partner.unwrap_or(mv.to)) > context.board().file(mv.from);
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
    row!(Rule MoveCastling label => "{turn} can't castle on this side")
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

    /// The legal move that equals this one, except for a wall that may follow it.
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
