//! Drawings of the board in game texts: a position to begin from, or one to compare with.

use super::fen;
use super::letters::Letters;
use super::man::{man_name, read_state, state_text};
use super::scene::Scene;
use super::text::{Cell, Diagram};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Game, Position};
use crate::geometry::Square;
use crate::model::{KindId, PlacedMan, SetupId, Variant};
use crate::source::{Span, Spanned};

/// How many squares a mismatch names at most.
const NAMED_SQUARES: usize = 8;

/// The position that a diagram shows, with `tail` for the fields of a FEN after the placement.
///
/// # Errors
/// Every man that the game doesn't know, and every reason why the position can't stand.
pub fn position(
    game: &Game,
    setup: SetupId,
    diagram: &Diagram,
    tail: &Spanned<String>,
    letters: &Letters,
) -> Result<Position, Vec<Diagnostic>> {
    let variant = game.variant();
    let mut men = Vec::new();
    let mut problems = Vec::new();
    for (square, cell) in squares(variant, diagram) {
        let Cell::Man { side, state, .. } = &cell.value else { continue };
        let man = kind(variant, cell, letters).and_then(|kind| {
            let state = match state {
                None => variant.start_state(setup, *side, kind, square),
                Some(text) => read_state(variant, *side, kind, &text.value, text.span, Code::GameTextState)?,
            };
            Ok(PlacedMan { square, side: *side, kind, state })
        });
        match man {
            Ok(man) => men.push((man, cell.span)),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { fen::read_around(game, setup, men, diagram.span, tail) } else { Err(problems) }
}

/// Compares a diagram with the board: men without braces in their kind only, others in their state too.
///
/// # Errors
/// One diagnostic that names the squares, or one for each man that the game doesn't know.
pub fn compare(position: &Position, diagram: &Diagram, letters: &Letters) -> Result<(), Vec<Diagnostic>> {
    let scene = Scene::new(position);
    let variant = scene.variant();
    let mut problems = Vec::new();
    let mut different: Vec<(Square, Span, String)> = Vec::new();
    for (square, cell) in squares(variant, diagram) {
        let board = scene.man_at(square);
        let drawn = match &cell.value {
            Cell::Empty => None,
            Cell::Man { side, state, .. } => match kind(variant, cell, letters) {
                Ok(kind) => Some((*side, kind, state)),
                Err(problem) => {
                    problems.push(problem);
                    continue;
                }
            },
        };
        let same = match (board, &drawn) {
            (None, None) => true,
            (Some(man), Some((side, kind, state))) => {
                let same_state = state.as_ref().is_none_or(|state| state.value == state_text(&man.state));
                man.side == *side && man.kind == *kind && same_state
            }
            _ => false,
        };
        if !same {
            let on_board = board.map_or_else(
                || "nothing".to_owned(),
                |man| format!("{}'s {} `{}`", man.side, scene.kind_name(man.kind), state_text(&man.state)),
            );
            let on_board = on_board.replace(" ``", "");
            let drawn = drawn.map_or_else(
                || "nothing".to_owned(),
                |(side, kind, _)| format!("{side}'s {}", man_name(variant, kind)),
            );
            different.push((square, cell.span, format!("on {} stands {on_board}, here {drawn}", scene.name(square))));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let Some((_, span, label)) = different.first() else { return Ok(()) };
    let names: Vec<_> = different.iter().take(NAMED_SQUARES).map(|(square, ..)| scene.name(*square)).collect();
    let more = different.len().saturating_sub(NAMED_SQUARES);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let message = format!("the diagram differs from the board on {}{more}", names.join(", "));
    let mut problem = Diagnostic::error(Code::GameTextDiagramDiffers, *span, message).label(label.clone());
    for (_, span, label) in different.iter().skip(1).take(NAMED_SQUARES - 1) {
        problem = problem.also(*span, label.clone());
    }
    Err(vec![problem.help(format!("the board is {}", fen::write(position)))])
}

/// The squares of a board with the cells of its drawing.
fn squares<'a>(variant: &Variant, diagram: &'a Diagram) -> impl Iterator<Item = (Square, &'a Spanned<Cell>)> {
    let board = variant.board;
    let ranks = (0..i32::from(board.ranks())).rev().zip(&diagram.rows);
    ranks.flat_map(move |(rank, row)| {
        (0..i32::from(board.files())).zip(row).filter_map(move |(file, cell)| Some((board.square(file, rank)?, cell)))
    })
}

/// The kind of a drawn man.
fn kind(variant: &Variant, cell: &Spanned<Cell>, letters: &Letters) -> Result<KindId, Diagnostic> {
    let (side, symbol) = match &cell.value {
        Cell::Man { side, symbol, .. } => (*side, symbol.as_str()),
        Cell::Empty => (variant.first, "."),
    };
    let meaning = letters.meaning(side, symbol);
    variant.kind_of_symbol(side, meaning).ok_or_else(|| {
        let kinds = variant.kinds.iter().filter(|kind| kind.sides[side]);
        let known: Vec<_> = kinds.map(|kind| format!("`{}`", kind.symbol)).collect();
        Diagnostic::error(Code::GameTextUnknownMan, cell.span, format!("{side} has no man `{meaning}` in this game"))
            .label("no such man")
            .help(format!(
                "{side} has {}; a line like `letters: R = S` says what a text's own letters mean",
                known.join(", ")
            ))
    })
}
