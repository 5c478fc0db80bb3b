//! Moves as programs exchange them: `c1e3`, `e7e8q`, `g5@nw`, `f2f3@ne`, `e8b8,a8c8`, `end`.
//!
//! In one position every legal move has a text of its own, and the same one each time.

use super::letters::Letters;
use super::man::{state_text, symbol};
use super::phrase::{self, Phrase, Said};
use super::resolve::resolve;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Move, MoveKind, PieceInfo, Position};
use crate::geometry::Side;
use crate::model::{PartnerLanding, PromotedFacing};
use crate::source::Span;

/// The text of a move that ends a series by choice.
pub const END: &str = "end";
/// The text of a move that claims stalemate where the series may also end.
pub const STALEMATE: &str = "stalemate";
/// The text of a move of no man.
pub const PASS: &str = "pass";

/// A move of a position in machine notation.
pub fn write(position: &Position, mv: Move) -> String {
    let board = position.game().variant().board;
    let squares = || board.name(mv.from) + &board.name(mv.to);
    match mv.kind {
        MoveKind::Pass => PASS.to_owned(),
        MoveKind::EndSeries => END.to_owned(),
        MoveKind::ClaimStalemate => STALEMATE.to_owned(),
        MoveKind::Stationary => {
            let after = mv.piece.map(|piece| state_text(&position.game().piece_info(piece).state));
            format!("{}@{}", board.name(mv.from), after.unwrap_or_default())
        }
        MoveKind::Castling { partner_from, partner_to } => {
            if lands_by_choice(position) || is_shared(position, mv) {
                format!("{},{}{}", squares(), board.name(partner_from), board.name(partner_to))
            } else {
                squares()
            }
        }
        MoveKind::EnPassant { .. } if is_shared(position, mv) => squares() + "ep",
        _ => squares() + &change(position, mv),
    }
}

/// All legal moves in machine notation, sorted by their bytes.
pub fn legal_moves(position: &Position) -> Vec<(String, Move)> {
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(|mv| (write(position, mv), mv)).collect();
    moves.sort();
    moves
}

/// The legal move of this text. The case of a promotion's letter does not matter: programs differ in it.
pub fn find(position: &Position, text: &str) -> Option<Move> {
    let moves = legal_moves(position);
    let exact = moves.iter().find(|(name, _)| name == text);
    // A capital first would be a man's letter.
    let named = text.starts_with(|first: char| first.is_ascii_uppercase());
    let alike = || moves.iter().find(|(name, _)| !named && name.eq_ignore_ascii_case(text));
    exact.or_else(alike).map(|&(_, mv)| mv)
}

fn lands_by_choice(position: &Position) -> bool {
    let rule = position.game().variant().rules.castling[position.turn()];
    rule.is_some_and(|rule| rule.landing == PartnerLanding::AnyLeftOrCrossed)
}

/// Whether another legal move goes from and to the same squares without changing the man.
fn is_shared(position: &Position, mv: Move) -> bool {
    let others = position.legal_moves().into_iter().filter(|other| other.kind != mv.kind);
    others.filter(|other| other.kind != MoveKind::Stationary).any(|other| (other.from, other.to) == (mv.from, mv.to))
}

/// What has become of the man, besides where it stands: a promotion, a turn.
fn change(position: &Position, mv: Move) -> String {
    let game = position.game();
    let info = |piece| game.piece_info(piece);
    let (Some(before), Some(after)) = (position.piece_at(mv.from).map(info), mv.piece.map(info)) else {
        return String::new();
    };
    let turned = || format!("@{}", state_text(&after.state));
    if before.kind == after.kind {
        return if before.state == after.state { String::new() } else { turned() };
    }
    let letter = symbol(game.variant(), Side::Black, after.kind);
    if facing_by_choice(position, before, after) { letter + &turned() } else { letter }
}

/// Whether the player says how a promoted man faces, and there is something to say.
fn facing_by_choice(position: &Position, before: &PieceInfo, after: &PieceInfo) -> bool {
    let rules = &position.game().variant().rules;
    let rule = rules.promotions[before.side].iter().find(|rule| rule.kind == before.kind);
    !after.state.facings.is_empty() && rule.is_some_and(|rule| rule.facing == PromotedFacing::Any)
}

/// The legal move of this text.
///
/// # Errors
/// Why no legal move has it, in the game's terms. A move written as people write it is refused with the text
/// that it has here.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::machine};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let mut position = game.start(Default::default());
/// let turn = machine::read(&position, "c1@nw").unwrap();
/// position.play(turn).unwrap();
///
/// let problem = machine::read(&position, "c8a6").unwrap_err();
/// assert_eq!(problem.message, "the Alfil on c8 faces se; it can't reach a6 before it turns");
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, Diagnostic> {
    if let Some(mv) = find(position, text) {
        return Ok(mv);
    }
    let span = Span::new(0, text.len());
    let phrase = match text {
        END | STALEMATE | PASS => Phrase { span, said: Said::Bare(text.to_owned()), mate: None },
        _ => match phrase::read(position.game().variant().board, text, 0)? {
            (phrase, end) if end == text.len() => phrase,
            (_, end) => {
                let rest = Span::new(end, text.len());
                let message = format!("`{}` is more than one move has", &text[rest.range()]);
                return Err(Diagnostic::error(Code::MoveUnreadable, rest, message)
                    .label("not understood")
                    .help("one move was expected here"));
            }
        },
    };
    let (mv, _) = resolve(position, text, &phrase, &Letters::default())?;
    Err(Diagnostic::error(Code::MoveNotation, span, "this is how people write a move, not programs")
        .label("machine notation was expected")
        .help(format!("write `{}`", write(position, mv))))
}
