//! Positions as a program shows them, and moves that are tried.

use weakfish::diagnostic::Diagnostic;
use weakfish::engine::{Move, MoveKind as Kind, Position};
use weakfish::geometry::{Side, Square, SquareSet};
use weakfish::model::KindId;
use weakfish::notation::{fen, man_name, read_move, uci, write_move};
use weakfish::picture::{self, Shown};

use crate::convert::{self, Looks};
use crate::positions::Played;
use crate::refusal::Refusal;
use crate::types::{Claim, Counter, Last, MoveKind, MoveView, Outcome, SeriesView, View};

/// A position with all that can be done in it.
pub fn view(played: &Played) -> View {
    let position = &played.position;
    let looks = &played.compiled.looks;
    let variant = position.game().variant();
    let turn = position.turn();
    let moves = uci::legal_moves(position).into_iter().map(|(name, mv)| shown(looks, position, name, mv)).collect();
    View {
        fen: fen::write(position),
        side: turn.into(),
        ply: played.moves.len(),
        board: position.men().filter_map(|(square, _)| looks.placed(position, square)).collect(),
        moves,
        checks: convert::squares(variant, checked(position)),
        outcome: position.outcome().map(|outcome| told(&outcome)),
        claims: claims(position),
        series: position.series_bounds().filter(|(_, most)| *most > 1).map(|(least, most)| SeriesView {
            made: position.series(),
            of: most,
            least,
        }),
        counters: position
            .counters()
            .into_iter()
            .map(|counter| Counter { name: counter.name, value: counter.value, limit: counter.limit })
            .collect(),
        last: last(played),
        history: played.told.iter().map(|(text, _)| text.clone()).collect(),
        sides: played.told.iter().map(|(_, side)| (*side).into()).collect(),
    }
}

/// The royal men of the side to move that are attacked.
fn checked(position: &Position) -> SquareSet {
    if !position.in_check() {
        return SquareSet::EMPTY;
    }
    let turn = position.turn();
    position.royal_men(turn).iter().filter(|&square| !position.attackers(square, !turn).is_empty()).collect()
}

/// How a game has ended.
pub fn told(outcome: &weakfish::Outcome) -> Outcome {
    Outcome {
        winner: outcome.winner.map(Into::into),
        reason: sentence(&outcome.to_string()),
        ending: outcome.reason.to_string(),
    }
}

fn claims(position: &Position) -> Vec<Claim> {
    let turn = position.turn();
    let claim = |claim: weakfish::engine::Claim| {
        let text = format!("{turn} can claim a draw by {}.", claim.reason);
        Claim { name: claim.reason.to_string(), text }
    };
    position.claims().into_iter().map(claim).collect()
}

fn last(played: &Played) -> Option<Last> {
    let (&mv, before) = (played.moves.last()?, played.before.as_ref()?);
    let board = before.game().variant().board;
    let name = |square: Square| board.name(square);
    Some(Last {
        from: mv.from().map(name),
        to: mv.to().map(name),
        captures: before.captured_square(mv).map(name).into_iter().collect(),
    })
}

fn shown(looks: &Looks, position: &Position, name: String, mv: Move) -> MoveView {
    let game = position.game();
    let variant = game.variant();
    let square = |square: Square| variant.board.name(square);
    let mut view = MoveView {
        name,
        text: write_move(position, mv),
        kind: match mv {
            Move::Pass => MoveKind::Pass,
            Move::EndSeries => MoveKind::EndSeries,
            Move::ClaimStalemate => MoveKind::Claim,
            _ => MoveKind::Move,
        },
        from: mv.from().map(square),
        to: mv.to().map(square),
        captures: position.captured_square(mv).map(square).into_iter().collect(),
        promotes: None,
        becomes: None,
        partner: None,
        partner_to: None,
    };
    let Some(man) = mv.man() else { return view };
    let (before, after) = (position.piece_at(man.from).map(|piece| game.piece_info(piece)), game.piece_info(man.piece));
    let Some(before) = before else { return view };
    view.kind = match man.kind {
        Kind::Stationary if before.state.mode == after.state.mode => MoveKind::Turn,
        Kind::Stationary => MoveKind::Flip,
        Kind::Finishing => MoveKind::Finish,
        Kind::Castling { partner_from, partner_to } => {
            (view.partner, view.partner_to) = (Some(square(partner_from)), Some(square(partner_to)));
            MoveKind::Castle
        }
        _ => MoveKind::Move,
    };
    view.promotes = (before.kind != after.kind).then(|| man_name(variant, after.kind));
    view.becomes = (before != after).then(|| looks.man(game, man.to, after));
    view
}

/// Why a move is not legal.
pub fn why(position: &Position, text: &str) -> String {
    read_move(position, text.trim()).err().map_or_else(String::new, |mistake| reason(&mistake))
}

/// Why a man can't be moved from a square to another.
pub fn attempt(position: &Position, from: &str, to: &str) -> Result<String, Refusal> {
    let board = position.game().variant().board;
    let square = |name: &str| {
        board.parse(name).ok_or_else(|| Refusal::new(format!("`{name}` is no square; the board is {board}")))
    };
    let (start, end) = (square(from)?, square(to)?);
    let over = position.outcome();
    let legal = position.legal_moves().to_vec();
    if over.is_none() && legal.iter().any(|mv| mv.from() == Some(start) && mv.to() == Some(end)) {
        return Ok(String::new());
    }
    let refused = read_move(position, &format!("{from}{to}"));
    Ok(refused.err().map_or_else(String::new, |mistake| reason(&mistake)))
}

/// A move in any notation, in that of programs.
pub fn read(position: &Position, text: &str) -> Result<String, Refusal> {
    match read_move(position, text.trim()) {
        Ok(mv) => Ok(uci::write(position, mv)),
        Err(mistake) => Err(Refusal::new(reason(&mistake))),
    }
}

/// What a diagnostic about a move says, as a sentence.
fn reason(mistake: &Diagnostic) -> String {
    sentence(&mistake.message)
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).chain(['.']).collect()
}

/// A position as a picture.
pub fn draw(played: &Played) -> String {
    picture::position(&played.position, &Shown { last: played.moves.last().copied(), from: None })
}

/// The kind that a name means.
pub fn kind_named(position: &weakfish::Game, side: Side, name: &str) -> Option<KindId> {
    let variant = position.variant();
    let mut kinds = variant.kinds().filter(|(_, kind)| kind.sides[side]);
    kinds.find(|(id, _)| man_name(variant, *id) == name).map(|(id, _)| id)
}
