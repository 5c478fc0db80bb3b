//! Diagrams of the board: draws and reads them, sets up the position of one, and compares one with a position; how a
//! position prints.

use super::fen;
use super::man::{Letters, TextError, known_men, man_name, read_state, take_symbol};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Game, Position};
use crate::geometry::{PerSide, Side, Square};
use crate::model::{KindId, ManState, PlacedMan, SetupId, Variant};
use crate::source::{Span, Spanned, Word, words};
use weakfish_engine::text::board::man_text;
pub use weakfish_engine::text::board::{draw, draw_position};

/// A mismatch names no more squares than this.
const MAX_NAMED_SQUARES: usize = 8;

/// A drawing of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardDiagram {
    /// Its place in the text.
    pub(crate) span: Span,
    /// The rows from the far rank down.
    pub(crate) rows: Vec<Vec<Spanned<Cell>>>,
}

/// A square of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// `.`
    Empty,
    /// `*`: a hole of the board, or a wall
    Blocked,
    /// A man by its symbol, and the text in its braces.
    Man {
        /// Its side, by the case of the symbol.
        side: Side,
        /// The symbol in capitals, in the text's own letters.
        symbol: String,
        /// Whether `~` marks it as promoted.
        promoted: bool,
        /// The text between its braces.
        state: Option<Spanned<String>>,
    },
}

/// The differences from one placement to another: `C{n.nne} on d1`, `b1 empty`.
pub(crate) fn differences(variant: &Variant, from: &[PlacedMan], to: &[PlacedMan]) -> Vec<String> {
    let at = |men: &[PlacedMan], square: Square| men.iter().find(|man| man.square == square).cloned();
    let differing = variant.board.squares().filter(|&square| at(from, square) != at(to, square));
    let difference = |square| match (at(to, square), variant.board.name(square)) {
        (None, name) => format!("{name} empty"),
        (Some(man), name) => format!("{} on {name}", man_text(variant, &man)),
    };
    differing.map(difference).collect()
}

/// A row of a diagram, if a line is one: cells separated by blanks.
pub(super) fn read_row(line: Word<'_>) -> Option<Vec<Spanned<Cell>>> {
    let cells: Vec<_> = words(line.value)
        .map(|word| parse_cell(word.value, word.span.shifted(line.span.start)))
        .collect::<Option<_>>()?;
    // A single letter is no row, but a single dot is one on a board of one file.
    (cells.len() > 1 || matches!(cells.as_slice(), [only] if only.value == Cell::Empty || only.value == Cell::Blocked))
        .then_some(cells)
}

/// Reads a cell of a diagram.
fn parse_cell(word: &str, span: Span) -> Option<Spanned<Cell>> {
    if let Some(cell) = [(".", Cell::Empty), ("*", Cell::Blocked)].into_iter().find(|(text, _)| *text == word) {
        return Some(Spanned::new(cell.1, span));
    }
    let symbol = take_symbol(word)?;
    let rest = &word[symbol.text.len()..];
    let (promoted, rest) = rest.strip_prefix('~').map_or((false, rest), |rest| (true, rest));
    let state = match rest.strip_prefix('{') {
        None if rest.is_empty() => None,
        None => return None,
        Some(rest) => {
            let inside = rest.strip_suffix('}')?;
            let start = span.end - rest.len();
            Some(Spanned::new(inside.to_owned(), Span::new(start, start + inside.len())))
        }
    };
    Some(Spanned::new(Cell::Man { side: symbol.side, symbol: symbol.capital, promoted, state }, span))
}

/// The position that a diagram shows, with `tail` for the fields of a FEN after the placement.
///
/// # Errors
/// If the diagram has men that the game doesn't have, each of them; otherwise the mistakes of the tail, or the reasons
/// why the position is impossible.
pub(crate) fn position(
    game: &Game,
    setup: SetupId,
    diagram: &BoardDiagram,
    tail: Word<'_>,
    letters: &Letters,
) -> Result<Position, TextError> {
    let variant = game.variant();
    let (mut men, mut walls) = (Vec::new(), Vec::new());
    let mut mistakes = Vec::new();
    for (square, cell) in squares_with_cells(variant, diagram) {
        if cell.value == Cell::Blocked && game.facts().walls.any() {
            walls.push(square);
        }
        let Cell::Man { side, promoted, state, .. } = &cell.value else { continue };
        let man = kind_of_cell(variant, cell, letters).and_then(|kind| {
            let state = match state {
                None => variant.start_state(setup, *side, kind, square),
                Some(text) => read_state(variant, *side, kind, &text.value, text.span, Code::GameTextState)?,
            };
            let promoted = *promoted && variant.kind(kind).was.is_some();
            Ok(PlacedMan { square, side: *side, kind, state: ManState { promoted, ..state } })
        });
        match man {
            Ok(man) => men.push((man, cell.span)),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if mistakes.is_empty() {
        fen::read_with_men(game, setup, men, walls, PerSide::default(), diagram.span, tail)
    } else {
        Err(TextError::new(mistakes))
    }
}

/// Compares a diagram with the board: men without braces in their kind only, others in their state too.
///
/// # Errors
/// One diagnostic that names the squares, or one for each man that the game doesn't have.
pub(crate) fn compare(position: &Position, diagram: &BoardDiagram, letters: &Letters) -> Result<(), TextError> {
    let variant = position.game().variant();
    let mut mistakes = Vec::new();
    let mut different: Vec<(Square, Span, String)> = Vec::new();
    for (square, cell) in squares_with_cells(variant, diagram) {
        let on_board = position.piece_at(square).map(|piece| position.game().piece_info(piece));
        let drawn = match &cell.value {
            Cell::Empty | Cell::Blocked => None,
            Cell::Man { side, state, .. } => match kind_of_cell(variant, cell, letters) {
                Ok(kind) => Some((*side, kind, state.as_ref().map(|state| state.value.as_str()))),
                Err(mistake) => {
                    mistakes.push(mistake);
                    continue;
                }
            },
        };
        let same = match (on_board, &drawn) {
            (None, None) => true,
            (Some(man), Some((side, kind, state))) => {
                let same_state = state.is_none_or(|state| state == man.state.to_string());
                man.side == *side && man.kind == *kind && same_state
            }
            _ => false,
        };
        if !same {
            let name = |side: Side, kind, state: &str| {
                let name = format!("{side}'s {}", man_name(variant, kind));
                if state.is_empty() { name } else { format!("{name} `{state}`") }
            };
            let on_board = on_board.map(|man| name(man.side, man.kind, &man.state.to_string()));
            let drawn = drawn.map(|(side, kind, state)| name(side, kind, state.unwrap_or_default()));
            let nothing = || "nothing".to_owned();
            let label = format!(
                "on {} stands {}, here {}",
                variant.board.name(square),
                on_board.unwrap_or_else(nothing),
                drawn.unwrap_or_else(nothing)
            );
            different.push((square, cell.span, label));
        }
    }
    if !mistakes.is_empty() {
        return Err(TextError::new(mistakes));
    }
    let Some((_, span, label)) = different.first() else { return Ok(()) };
    let names: Vec<_> =
        different.iter().take(MAX_NAMED_SQUARES).map(|(square, ..)| variant.board.name(*square)).collect();
    let more = different.len().saturating_sub(MAX_NAMED_SQUARES);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let message = format!("the diagram differs from the board on {}{more}", names.join(", "));
    let mut difference = Diagnostic::error(Code::GameTextDiagramDiffers, *span, message).label(label.clone());
    for (_, span, label) in different.iter().skip(1).take(MAX_NAMED_SQUARES - 1) {
        difference = difference.also(*span, label.clone());
    }
    Err(difference.help(format!("the board is {}", fen::write(position))).into())
}

/// Pairs the squares of a board with the cells of its drawing.
fn squares_with_cells<'a>(
    variant: &Variant,
    diagram: &'a BoardDiagram,
) -> impl Iterator<Item = (Square, &'a Spanned<Cell>)> {
    let board = variant.board;
    let ranks = (0..i32::from(board.ranks())).rev().zip(&diagram.rows);
    ranks.flat_map(move |(rank, row)| {
        (0..i32::from(board.files())).zip(row).filter_map(move |(file, cell)| Some((board.square(file, rank)?, cell)))
    })
}

/// The kind of a drawn man, or the error of one that the game does not have.
fn kind_of_cell(variant: &Variant, cell: &Spanned<Cell>, letters: &Letters) -> Result<KindId, Diagnostic> {
    let (side, symbol) = match &cell.value {
        Cell::Man { side, symbol, .. } => (*side, symbol.as_str()),
        Cell::Empty | Cell::Blocked => (variant.first, "."),
    };
    let meaning = letters.meaning(side, symbol);
    variant.kind_of_symbol(side, meaning).ok_or_else(|| {
        Diagnostic::error(Code::GameTextUnknownMan, cell.span, format!("{side} has no man `{meaning}` in this game"))
            .label("no such man")
            .help(format!(
                "{}; a line like `letters: R = S` says what a text's own letters mean",
                known_men(variant, side)
            ))
    })
}
