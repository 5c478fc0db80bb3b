//! Reads single moves.

use super::letters::Letters;
use super::san::{self, SanForm, SanMove};
use super::uci;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Move, Position};
use crate::source::Span;

/// Reads a move, as programs or as people write it, and returns the legal move that it means.
///
/// # Errors
///
/// If the text means no legal move, a diagnostic explains why in the game's terms. If it means several, the diagnostic
/// lists them.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let position = game.start();
/// let knight = notation::read_move(&position, "Nf3").unwrap();
/// assert_eq!(notation::uci::write(&position, knight), "g1f3");
/// assert_eq!(notation::read_move(&position, "g1f3"), Ok(knight));
/// ```
pub fn read_move(position: &Position, text: &str) -> Result<Move, Diagnostic> {
    if let Some(mv) = uci::find(position, text) {
        return Ok(mv);
    }
    let written = match text {
        uci::END | uci::STALEMATE | uci::PASS => {
            SanMove { span: Span::new(0, text.len()), form: SanForm::Word(text.to_owned()), mate: None }
        }
        _ => match san::read(position.game().variant().board, text, 0)
            .map_err(|mistake| in_small_letters(position, text, mistake))?
        {
            (written, end) if end == text.len() => written,
            (_, end) => {
                let rest = Span::new(end, text.len());
                let message = format!("`{}` is not part of the move", &text[rest.range()]);
                return Err(Diagnostic::error(Code::MoveUnreadable, rest, message)
                    .label("not understood")
                    .help("one move was expected here"));
            }
        },
    };
    san::resolve(position, text, &written, &Letters::default()).map(|(mv, _)| mv)
}

/// Reads a move in machine notation, and returns the legal move.
///
/// # Errors
///
/// If no legal move has this text, a diagnostic explains why in the game's terms. A legal move that is written as
/// people write it is refused too, with a help that gives its text in machine notation.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let mut position = game.start();
/// let turn = notation::read_uci_move(&position, "c1@nw").unwrap();
/// position.play(turn).unwrap();
///
/// let problem = notation::read_uci_move(&position, "c8a6").unwrap_err();
/// assert_eq!(problem.message, "the Alfil on c8 faces se; it can't reach a6 before it turns");
/// ```
pub fn read_uci_move(position: &Position, text: &str) -> Result<Move, Diagnostic> {
    if let Some(mv) = uci::find(position, text) {
        return Ok(mv);
    }
    let mv = read_move(position, text)?;
    let span = Span::new(0, text.len());
    Err(Diagnostic::error(Code::MoveUnreadable, span, "this is how people write a move, not programs")
        .label("machine notation was expected")
        .help(format!("write `{}`", uci::write(position, mv))))
}

/// The mistake of a text that means no move, with another help if it is a move in machine notation but for its capitals.
pub(crate) fn in_small_letters(position: &Position, text: &str, mistake: Diagnostic) -> Diagnostic {
    if mistake.code != Code::MoveUnreadable || !text.contains(|char: char| char.is_ascii_uppercase()) {
        return mistake;
    }
    match uci::find(position, &text.to_ascii_lowercase()) {
        Some(mv) => mistake.help(format!("squares are written in small letters: `{}`", uci::write(position, mv))),
        None => mistake,
    }
}
