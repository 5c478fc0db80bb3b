//! Lists of moves, in machine notation or as other programs write them.

use super::dialect::Dialect;
use super::foreign_moves::{can_count_from_zero, find};
use super::{read_uci_move, uci};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Move, Position};
use crate::source::Span;

/// Moves that were read, and the notation if it is another program's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignMoves {
    /// The moves.
    pub moves: Vec<Move>,
    /// The name of the first notation that is not this library's.
    pub notation: Option<&'static str>,
    /// Whether ranks are numbered from 0.
    pub ranks_from_zero: bool,
    /// Whether the moves are legal with ranks from 0 as well; they are read with ranks from 1.
    pub is_ambiguous: bool,
}

/// Reads moves that are played from a position, each in machine notation or as other programs write it. All of them number
/// ranks from 0, or none.
///
/// # Errors
/// The number of the first word that is no legal move, and the reason.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::{read_moves, uci}};
///
/// let game = load(&builtin::source("xiangqi").unwrap(), &BuiltIns).unwrap();
/// let read = read_moves(&game.start(), &["h2e2", "h9g7"], None).unwrap();
/// assert_eq!(read.notation, Some("coordinates with ranks from 0"));
/// assert_eq!(uci::write(&game.start(), read.moves[0]), "h3e3");
/// ```
pub fn read_moves(
    start: &Position,
    words: &[&str],
    chosen: Option<Dialect>,
) -> Result<ForeignMoves, (usize, Diagnostic)> {
    let read = |ranks_from_zero: bool| {
        let mut position = start.clone();
        let mut read = ForeignMoves { ranks_from_zero, ..ForeignMoves::default() };
        for (index, word) in words.iter().enumerate() {
            let own = if ranks_from_zero { None } else { uci::find(&position, word) };
            let foreign = || find(&position, word, chosen, ranks_from_zero).map(|(mv, name)| (mv, Some(name)));
            let Some((mv, notation)) = own.map(|mv| (mv, None)).or_else(foreign) else {
                return Err((index, no_such_move(&position, word)));
            };
            read.notation = read.notation.or(notation);
            read.moves.push(mv);
            position.make(mv);
        }
        Ok(read)
    };
    if !can_count_from_zero(start, chosen) || words.is_empty() {
        return read(false);
    }
    if chosen.is_some() {
        return read(true);
    }
    match (read(false), read(true)) {
        (Ok(from_one), Ok(from_zero)) => {
            Ok(ForeignMoves { is_ambiguous: from_one.moves != from_zero.moves, ..from_one })
        }
        (Err(_), Ok(from_zero)) => Ok(from_zero),
        // The mistake is one of the reading that fits the most moves.
        (Err(one), Err(zero)) => Err(if zero.0 > one.0 { zero } else { one }),
        (from_one, Err(_)) => from_one,
    }
}

/// The error of a word that is no legal move, or only in a dialect that is not allowed.
fn no_such_move(position: &Position, word: &str) -> Diagnostic {
    read_uci_move(position, word).map_or_else(
        |reason| reason,
        |mv| {
            let span = Span::new(0, word.len());
            Diagnostic::error(Code::MoveUnreadable, span, format!("`{word}` is a move in another dialect"))
                .label("not in the dialect that was chosen")
                .help(format!("write `{}`", uci::write(position, mv)))
        },
    )
}
