//! Positions as a program shows them, and why a move is illegal.

use serde_json::{Value, json};
use weakfish::engine::{Move, MoveKind, MoveShape, Outcome, Position};
use weakfish::geometry::{Side, SquareSet};
use weakfish::model::{KindId, PlacedMan};
use weakfish::notation::{explain_no_move, fen, man_name, read_move, symbol, uci, write_move};

use crate::arguments::{Board, BoardMan, HeldMan};
use crate::definitions::Compiled;
use crate::positions::Played;
use crate::sheet::{held, man, squares};
use crate::values::{Refusal, sentence, without_nulls};

/// Returns a position with its legal moves.
pub fn view(played: &Played) -> Value {
    let position = &played.position;
    let compiled = &*played.compiled;
    let game = &compiled.game;
    let turn = position.turn();
    let board = position.men().map(|(square, piece)| man(compiled, square, game.piece_info(piece)));
    let moves = uci::legal_moves(position).into_iter().map(|(name, mv)| move_view(compiled, position, &name, mv));
    let claims = position.claims().into_iter().map(|claim| {
        let text = format!("{turn} can claim {claim}.");
        json!({ "name": claim.reason, "winner": claim.winner, "text": text })
    });
    let series = position.series_bounds().filter(|(_, most)| *most > 1);
    json!({
        "fen": fen::write(position),
        "side": turn,
        "ply": played.moves.len(),
        "board": board.collect::<Value>(),
        "hands": hands(compiled, position),
        "walls": squares(game.variant().board, position.walls()),
        "moves": moves.collect::<Value>(),
        "checks": squares(game.variant().board, royals_in_check(position)),
        "outcome": position.outcome().as_ref().map(outcome),
        "claims": claims.collect::<Value>(),
        "series": series.map(|(least, most)| {
            let men = squares(game.variant().board, position.moved());
            json!({ "made": position.series(), "of": most, "least": least, "moved": men })
        }),
        "counters": position.counters(),
        "last": last(played),
        "history": played.history.iter().map(|(text, _)| text).collect::<Vec<_>>(),
        "sides": played.history.iter().map(|(_, side)| side).collect::<Vec<_>>(),
    })
}

/// Returns the kinds of men that each side can drop, with their numbers in hand; `None` in games without drops.
fn hands(compiled: &Compiled, position: &Position) -> Option<Value> {
    let variant = compiled.game.variant();
    let of_side = |side: Side| {
        let hand = position.hand(side);
        let number = |kind: KindId| hand.iter().find(|(other, _)| *other == kind).map_or(0, |&(_, number)| number);
        variant
            .droppable_kinds(side)
            .into_iter()
            .map(|kind| held(compiled, side, kind, number(kind)))
            .collect::<Value>()
    };
    compiled.game.facts().drops.any().then(|| json!({ "white": of_side(Side::White), "black": of_side(Side::Black) }))
}

/// Returns the squares of the royal men of the side to move that are attacked.
fn royals_in_check(position: &Position) -> SquareSet {
    if !position.in_check() {
        return SquareSet::EMPTY;
    }
    let turn = position.turn();
    position.royal_men(turn).iter().filter(|&square| !position.attackers(square, !turn).is_empty()).collect()
}

/// Returns how a game has ended.
pub fn outcome(outcome: &Outcome) -> Value {
    let [white, black] = Side::ALL.map(|side| f64::from(outcome.score(side)) / 100.0);
    json!({
        "winner": outcome.winner,
        "score": { "white": white, "black": black },
        "reason": sentence(&outcome.to_string()),
        "ending": outcome.reason,
    })
}

fn last(played: &Played) -> Option<Value> {
    let (&mv, before) = (played.moves.last()?, played.before.as_ref()?);
    Some(without_nulls(squares_of_move(before, mv)))
}

fn squares_of_move(position: &Position, mv: Move) -> Value {
    let board = position.game().variant().board;
    let [from, to, captured, wall] =
        [mv.from(), mv.to(), position.captured_square(mv), mv.wall()].map(|at| at.map(|at| board.name(at)));
    json!({ "from": from, "to": to, "captures": captured.into_iter().collect::<Vec<_>>(), "wall": wall })
}

fn move_view(compiled: &Compiled, position: &Position, name: &str, mv: Move) -> Value {
    let game = &compiled.game;
    let variant = game.variant();
    let mut view = squares_of_move(position, mv);
    (view["move"], view["text"]) = (name.into(), write_move(position, mv).into());
    let before = mv.from().and_then(|from| position.piece_at(from)).map(|piece| game.piece_info(piece));
    let kind = match (mv, before) {
        (Move::Pass, _) => "pass",
        (Move::EndSeries, _) => "end-series",
        (Move::ClaimStalemate, _) => "claim",
        (Move::Wall(_), _) => "wall",
        (Move::Drop(drop), _) => {
            view["drops"] = symbol(variant, position.turn(), drop.kind).into();
            view["becomes"] = man(compiled, drop.to, game.piece_info(drop.piece));
            "drop"
        }
        (Move::Man(mv), Some(before)) => {
            let after = game.piece_info(mv.piece);
            if before.kind != after.kind {
                view["promotes"] = man_name(variant, after.kind).into();
            }
            if before != after {
                view["becomes"] = man(compiled, mv.to, after);
            }
            if let Some((left, on)) = mv.left_behind() {
                view["leaves"] = symbol(variant, position.turn(), left).into();
                view["leavesOn"] = variant.board.name(on).into();
            }
            match mv.kind.shape() {
                MoveShape::InPlace if before.state.mode == after.state.mode => "turn",
                MoveShape::InPlace => "flip",
                MoveShape::ToSquare if mv.kind == MoveKind::Finishing => "finish",
                MoveShape::Castling { partner_from, partner_to } => {
                    view["partner"] = variant.board.name(partner_from).into();
                    view["partnerTo"] = variant.board.name(partner_to).into();
                    "castle"
                }
                MoveShape::ToSquare | MoveShape::EnPassant { .. } => "move",
            }
        }
        (Move::Man(_), None) => "move",
    };
    view["kind"] = kind.into();
    without_nulls(view)
}

/// Explains why a move is illegal; empty if it is legal.
pub fn why(position: &Position, text: &str) -> String {
    read_move(position, text.trim()).err().map_or_else(String::new, |mistake| sentence(&mistake.message))
}

/// Explains why a man can't move from a square to another; empty if it can.
pub fn attempt(position: &Position, from: &str, to: &str) -> Result<String, Refusal> {
    let board = position.game().variant().board;
    let square = |name: &str| {
        board.parse(name).ok_or_else(|| Refusal::new(format!("`{name}` is no square; the board is {board}")))
    };
    let (start, end) = (square(from)?, square(to)?);
    let legal = position.legal_moves().to_vec();
    if position.outcome().is_none() && legal.iter().any(|mv| mv.from() == Some(start) && mv.to() == Some(end)) {
        return Ok(String::new());
    }
    Ok(why(position, &format!("{from}{to}")))
}

/// Explains why the man on a square has no move; empty if nothing can be said.
pub fn stuck(position: &Position, square: &str) -> String {
    let square = position.game().variant().board.parse(square);
    let reason = square.and_then(|square| explain_no_move(position, square));
    reason.map_or_else(String::new, |reason| sentence(&reason.message))
}

/// Reads a move in any notation; returns it in machine notation.
pub fn read(position: &Position, text: &str) -> Result<String, Refusal> {
    match read_move(position, text.trim()) {
        Ok(mv) => Ok(uci::write(position, mv)),
        Err(mistake) => Err(Refusal::new(sentence(&mistake.message))),
    }
}

/// Returns the FEN of a board arranged by hand, and why it is no position of the game.
pub fn arranged(compiled: &Compiled, board: &Board) -> Value {
    let game = &compiled.game;
    let mut arrangement = game.start().arrangement();
    let mut problems = Vec::new();
    let named = board.setup.as_ref().map(|name| (name, game.find_start(name).ok()));
    if let Some((name, None)) = named {
        problems.push(format!("there is no setup `{name}`"));
    }
    let setup = named.and_then(|(_, start)| start).map(|(setup, _)| setup).unwrap_or_default();
    arrangement.men.clear();
    arrangement.turn = board.side;
    for man in &board.placed {
        match placed(compiled, man) {
            Ok(man) => arrangement.men.push(man),
            Err(problem) => problems.push(problem),
        }
    }
    for side in Side::ALL {
        let hand = board.hands.iter().flat_map(|hands| &hands[side]);
        let men = hand.filter_map(|HeldMan { man, count }| match kind_named(compiled, side, man) {
            Ok(kind) => Some((kind, *count)),
            Err(problem) => {
                problems.push(problem);
                None
            }
        });
        arrangement.hands[side] = men.collect();
    }
    let whole = fen::write_arrangement(game.variant(), &arrangement);
    // The men, those in hand among them, and the side to move; the other fields of the arrangement are those of the start.
    let men: Vec<&str> = whole.split(' ').take(2).collect();
    let rest = board.rest.as_deref().map(str::trim).filter(|rest| !rest.is_empty());
    let fen = format!("{} {}", men.join(" "), rest.unwrap_or("- - 0 1"));
    if let Err(error) = fen::read(game, setup, &fen) {
        problems.extend(error.diagnostics().iter().map(|problem| problem.message.clone()));
    }
    json!({ "fen": fen, "problems": problems })
}

fn placed(compiled: &Compiled, BoardMan { square, side, man, state }: &BoardMan) -> Result<PlacedMan, String> {
    let variant = compiled.game.variant();
    let side: Side = *side;
    let square = variant.board.parse(square).ok_or_else(|| format!("`{square}` is no square"))?;
    let kind = kind_named(compiled, side, man)?;
    let found = compiled.kinds[kind.index()].states[side].get(*state).cloned();
    let state = found.ok_or_else(|| format!("the {man} has no state {state}"))?;
    Ok(PlacedMan { square, side, kind, state })
}

/// Returns the kind of a side's men that has a name.
fn kind_named(compiled: &Compiled, side: Side, name: &str) -> Result<KindId, String> {
    let variant = compiled.game.variant();
    let kind = variant.kinds().find(|(id, kind)| kind.sides[side] && man_name(variant, *id) == name);
    kind.map(|(kind, _)| kind).ok_or_else(|| format!("{side} has no man `{name}`"))
}
