//! A board with its men as text.

use std::fmt::Write;

use crate::geometry::Square;
use crate::model::{PlacedMan, Variant};
use crate::notation::{state_text, symbol};

/// Draws men on the board of a variant: ranks from the last one down, men with their states as in a FEN.
pub fn board(variant: &Variant, men: &[PlacedMan]) -> String {
    let board = variant.board;
    let mut cells = vec![String::from("."); board.len()];
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
        line(&mut page, &format!("{:>margin$}", rank + 1), row, &widths);
    }
    let names: Vec<String> = (b'a'..).take(files).map(|file| char::from(file).to_string()).collect();
    line(&mut page, &" ".repeat(margin), &names, &widths);
    page
}

fn line(page: &mut String, margin: &str, cells: &[String], widths: &[usize]) {
    let cells: Vec<String> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
    // Writing to a string can't fail.
    let _ = writeln!(page, "{margin}  {}", cells.join(" ").trim_end());
}

/// A man as in a FEN: `R{n}`, `p`.
fn man_text(variant: &Variant, man: &PlacedMan) -> String {
    let state = state_text(&man.state);
    let symbol = symbol(variant, man.side, man.kind);
    if state.is_empty() { symbol } else { format!("{symbol}{{{state}}}") }
}

/// How one placement differs from another: `C{n.nne} on d1`, `b1 empty`.
pub fn differences(variant: &Variant, from: &[PlacedMan], to: &[PlacedMan]) -> Vec<String> {
    let at = |men: &[PlacedMan], square: Square| men.iter().find(|man| man.square == square).cloned();
    variant
        .board
        .squares()
        .filter(|&square| at(from, square) != at(to, square))
        .map(|square| {
            let name = variant.board.name(square);
            at(to, square)
                .map_or_else(|| format!("{name} empty"), |man| format!("{} on {name}", man_text(variant, &man)))
        })
        .collect()
}
