//! Positions as a program shows them, and why a move is illegal.

use weakfish::diagnostic::Code;
use weakfish::engine::{self, Move, MoveShape, Position};
use weakfish::geometry::{PerSide, Side, SquareSet};
use weakfish::model::{KindId, PlacedMan};
use weakfish::notation::{explain_no_move, fen, man_name, name_sides, read_move, symbol, uci, write_move};

use crate::answers::{Arranged, Hands, Last, MoveKind, MoveView, Outcome, SeriesView, View};
use crate::arguments::{Board, BoardMan, HeldMan};
use crate::definitions::Compiled;
use crate::positions::Played;
use crate::sheet::{held, man, squares};
use crate::values::sentence;
use weakfish_js_values::{Claim, Refusal};

/// Returns a position with its legal moves.
pub fn position_view(played: &Played) -> View {
    let position = &played.position;
    let compiled = &*played.compiled;
    let (game, turn) = (&compiled.game, position.turn());
    let board = game.variant().board;
    let moves = uci::legal_moves(position).into_iter().map(|(name, mv)| move_view(compiled, position, name, mv));
    let claim = |claim: engine::Claim| {
        let text = format!("{} can claim {claim}.", game.variant().side_name(turn));
        Claim { name: claim.reason.to_string(), winner: claim.winner, text }
    };
    let series = position.series_bounds().filter(|(_, most)| *most > 1);
    let (history, sides) = played.history.iter().cloned().unzip();
    View {
        fen: fen::write(position),
        side: turn,
        ply: played.moves.len(),
        board: position.men().map(|(square, piece)| man(compiled, square, game.piece_info(piece))).collect(),
        hands: hands(compiled, position),
        walls: squares(board, position.walls()),
        moves: moves.collect(),
        checks: squares(board, royals_in_check(position)),
        outcome: position.outcome().map(|ended| {
            let ended = outcome(&ended);
            Outcome { reason: name_sides(game.variant(), ended.reason), ..ended }
        }),
        claims: position.claims().into_iter().map(claim).collect(),
        series: series.map(|(least, of)| SeriesView {
            made: position.series(),
            of,
            least,
            moved: squares(board, position.moved()),
        }),
        counters: position.counters(),
        last: last(played),
        history,
        sides,
    }
}

/// Returns the kinds of men that each side can drop, with their numbers in hand; `None` in games without drops.
fn hands(compiled: &Compiled, position: &Position) -> Option<Hands> {
    let variant = compiled.game.variant();
    let of_side = |side: Side| {
        let hand = position.hand(side);
        let number = |kind: KindId| hand.iter().find(|(other, _)| *other == kind).map_or(0, |&(_, number)| number);
        variant.droppable_kinds(side).into_iter().map(|kind| held(compiled, side, kind, number(kind))).collect()
    };
    compiled.game.facts().drops.any().then(|| PerSide::from_fn(of_side))
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
pub fn outcome(outcome: &engine::Outcome) -> Outcome {
    Outcome {
        winner: outcome.winner,
        score: PerSide::from_fn(|side| f64::from(outcome.score(side)) / 100.0),
        reason: sentence(&outcome.to_string()),
        ending: outcome.reason.to_string(),
    }
}

fn last(played: &Played) -> Option<Last> {
    let (&mv, before) = (played.moves.last()?, played.before.as_ref()?);
    Some(squares_of_move(before, mv))
}

fn squares_of_move(position: &Position, mv: Move) -> Last {
    let board = position.game().variant().board;
    let [from, to, captured, wall] =
        [mv.from(), mv.to(), position.captured_square(mv), mv.wall()].map(|at| at.map(|at| board.name(at)));
    Last { from, to, captures: captured.into_iter().collect(), wall }
}

fn move_view(compiled: &Compiled, position: &Position, name: String, mv: Move) -> MoveView {
    let game = &compiled.game;
    let variant = game.variant();
    let mut view = MoveView {
        mv: name,
        text: write_move(position, mv),
        squares: squares_of_move(position, mv),
        ..MoveView::default()
    };
    let before = mv.from().and_then(|from| position.piece_at(from)).map(|piece| game.piece_info(piece));
    view.kind = match (mv, before) {
        (Move::Pass, _) => MoveKind::Pass,
        (Move::EndSeries, _) => MoveKind::EndSeries,
        (Move::ClaimStalemate, _) => MoveKind::Claim,
        (Move::Wall(_), _) => MoveKind::Wall,
        (Move::Drop(drop), _) => {
            view.drops = Some(symbol(variant, position.turn(), drop.kind));
            view.becomes = Some(man(compiled, drop.to, game.piece_info(drop.piece)));
            MoveKind::Drop
        }
        (Move::Man(mv), Some(before)) => {
            let after = game.piece_info(mv.piece);
            view.promotes = (before.kind != after.kind).then(|| man_name(variant, after.kind));
            view.becomes = (before != after).then(|| man(compiled, mv.to, after));
            (view.leaves, view.leaves_on) = mv
                .left_behind()
                .map(|(left, on)| (symbol(variant, position.turn(), left), variant.board.name(on)))
                .unzip();
            match mv.kind.shape() {
                MoveShape::InPlace if before.state.mode == after.state.mode => MoveKind::Turn,
                MoveShape::InPlace => MoveKind::Flip,
                MoveShape::ToSquare if mv.kind == engine::MoveKind::Finishing => MoveKind::Finish,
                MoveShape::Castling { partner_from, partner_to } => {
                    view.partner = Some(variant.board.name(partner_from));
                    view.partner_to = Some(variant.board.name(partner_to));
                    MoveKind::Castle
                }
                MoveShape::ToSquare | MoveShape::EnPassant { .. } => MoveKind::Move,
            }
        }
        (Move::Man(_), None) => MoveKind::Move,
    };
    view
}

/// Explains why a move is illegal; empty if it is legal.
pub fn why(position: &Position, text: &str) -> String {
    let Err(mistake) = read_move(position, text.trim()) else { return String::new() };
    // The label has the reason: where the man faces.
    let reason =
        mistake.labels.first().map(|label| label.text.as_str()).filter(|_| mistake.code == Code::MoveUnreachable);
    match reason.filter(|reason| reason.starts_with("it faces ")) {
        Some(reason) => sentence(&format!("{}: {reason}", mistake.message)),
        None => sentence(&mistake.message),
    }
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
pub fn arranged(compiled: &Compiled, board: &Board) -> Arranged {
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
    Arranged { fen, problems }
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
