//! Drawings of boards, and how a position prints.

use std::fmt::{self, Write};

use super::{fen, symbol};
use crate::engine::Position;
use crate::geometry::{Side, Square};
use crate::model::{PlacedMan, Variant};

/// Draws men on the board of a variant: ranks from the last one down, men with their states as in a FEN.
pub fn draw(variant: &Variant, men: &[PlacedMan]) -> String {
    draw_with_walls(variant, men, &[])
}

/// [`draw()`] with walls that were put in play, which look like holes of the board.
fn draw_with_walls(variant: &Variant, men: &[PlacedMan], walls: &[Square]) -> String {
    let board = variant.board;
    let cell = |square| if board.holes().contains(square) || walls.contains(&square) { "*" } else { "." };
    let mut cells: Vec<String> = board.rectangle().map(|square| cell(square).to_owned()).collect();
    for man in men {
        if let Some(cell) = cells.get_mut(man.square.index()) {
            *cell = man_text(variant, man);
        }
    }
    let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
    let width = |file: usize| cells.iter().skip(file).step_by(files).map(String::len).max().unwrap_or(1);
    let widths: Vec<usize> = (0..files).map(width).collect();
    let margin = ranks.to_string().len();
    let mut page = String::new();
    for (rank, row) in cells.chunks(files).enumerate().rev() {
        push_line(&mut page, &format!("{:>margin$}", rank + 1), row, &widths);
    }
    let names: Vec<String> = (b'a'..).take(files).map(|file| char::from(file).to_string()).collect();
    push_line(&mut page, &" ".repeat(margin), &names, &widths);
    page
}

/// Draws a position: its board, and below it the men in hand in a game that has hands.
pub fn draw_position(position: &Position) -> String {
    let (variant, arrangement) = (position.game().variant(), position.arrangement());
    let board = draw_with_walls(variant, &arrangement.men, &arrangement.walls);
    if !position.game().facts().drops.hands {
        return board;
    }
    let hands = Side::ALL.iter().rev().map(|&side| {
        let men = arrangement.hands[side].iter().map(|&(kind, number)| {
            let letter = symbol(variant, side, kind);
            if number == 1 { letter } else { format!("{number} {letter}") }
        });
        let men: Vec<String> = men.collect();
        format!("{side} in hand: {}\n", if men.is_empty() { "nothing".to_owned() } else { men.join(", ") })
    });
    board + &hands.collect::<String>()
}

/// Appends a line of cells, padded to these widths.
fn push_line(page: &mut String, margin: &str, cells: &[String], widths: &[usize]) {
    let cells: Vec<String> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
    // Writing to a string can't fail.
    let _ = writeln!(page, "{margin}  {}", cells.join(" ").trim_end());
}

/// A man as in a FEN: `R{n}`, `p`.
pub fn man_text(variant: &Variant, man: &PlacedMan) -> String {
    let promoted = if man.state.promoted { "~" } else { "" };
    symbol(variant, man.side, man.kind) + promoted + &man.state.in_braces()
}

/// The FEN, as [`fen::write`] has it.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load};
///
/// let start = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap().start();
/// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fen::write(self))
    }
}

/// The board as it is drawn, and the FEN below.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{self}", draw_position(self))
    }
}
