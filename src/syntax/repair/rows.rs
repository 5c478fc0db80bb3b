//! Rows of boards that are drawn otherwise.

use super::change::{Change, Slip};
use crate::diagnostic::{Code, nearest};
use crate::geometry::Board;
use crate::source::Span;
use crate::syntax::ast::Section;
use crate::syntax::node::Piece;
use crate::syntax::section::is_row;

/// No board has more files.
const MAX_FILES: usize = Board::MAX_SIZE as usize;

/// A row without blanks, with other signs for empty squares, or with the number of its rank; a FEN for a drawing.
pub(super) fn changes(slip: Slip<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    if slip.section == Some(Section::Setup) {
        changes.extend(row(slip));
    }
    changes.extend(fen(slip));
    changes
}

fn form(message: &str) -> Change {
    Change::new(
        Code::VariantRowForm,
        message,
        "another form",
        "each square has a cell, with blanks between; an empty square is `.`",
    )
}

/// A row in another form.
fn row(slip: Slip<'_>) -> Option<Change> {
    let Piece { text, start } = slip.piece;
    let span = Span::new(start, start + text.len());
    let bare = text.trim_matches(|c: char| "|[]".contains(c) || c == ' ');
    let words: Vec<&str> =
        bare.split(|c: char| c == '|' || c.is_ascii_whitespace()).filter(|word| !word.is_empty()).collect();
    let is_rank = |word: &&&str| word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let cells =
        if words.len() > 1 && words.first().is_some_and(|word| is_rank(&word)) { &words[1..] } else { &words[..] };
    let numbered = cells.len() < words.len() || cells.len() > 1 && cells.last().is_some_and(|word| is_rank(&word));
    let cells = if cells.len() > 1 && cells.last().is_some_and(|word| is_rank(&word)) {
        &cells[..cells.len() - 1]
    } else {
        cells
    };
    let mut presumed = false;
    let (row, message) = match cells {
        [word] if nearest(word, Section::ALL.map(Section::heading)).is_some() => return None,
        [cells] if cells.bytes().all(|byte| byte.is_ascii_digit()) => {
            (spaced(cells)?, "a number is no square of a drawing")
        }
        [cells] => (spaced(cells)?, "the cells of this row have no blanks between them"),
        _ => {
            let empty = |cell: &str| matches!(cell, "-" | "_" | "0" | "+");
            // A single one of them may be a slip for a man.
            presumed = !numbered && !text.contains('|') && cells.iter().filter(|cell| empty(cell)).count() == 1;
            let cells: Vec<&str> = cells.iter().map(|cell| if empty(cell) { "." } else { cell }).collect();
            let message = match (numbered, text.contains('|')) {
                (true, _) => "ranks have no numbers in a drawing",
                (_, true) => "cells have no lines between them",
                _ => "an empty square is drawn otherwise",
            };
            (cells.join(" "), message)
        }
    };
    (is_row(Piece::new(&row, 0)) && row != text).then(|| form(message).edit(span, row).presumed(presumed))
}

/// A row or a rank of a FEN with blanks between its cells.
fn spaced(cells: &str) -> Option<String> {
    let mut row: Vec<String> = Vec::new();
    let mut signs = cells.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '.' | '*' => row.push(sign.to_string()),
            '-' | '_' => row.push(".".to_owned()),
            '+' => row.push(format!("+{}", signs.next()?)),
            '0'..='9' => {
                let mut number = sign.to_digit(10)? as usize;
                while let Some(digit) = signs.peek().and_then(|next| next.to_digit(10)) {
                    number = (10 * number + digit as usize).min(MAX_FILES + 1);
                    signs.next();
                }
                if number > MAX_FILES {
                    return None;
                }
                row.extend(std::iter::repeat_n(".".to_owned(), number));
            }
            _ if sign.is_ascii_alphabetic() => row.push(sign.to_string()),
            '\'' => row.last_mut()?.push(sign),
            _ => return None,
        }
    }
    (!row.is_empty() && row.len() <= MAX_FILES).then(|| row.join(" "))
}

/// A row of the letters of the files.
pub(super) fn files(slip: Slip<'_>) -> Option<Change> {
    let Piece { text, start } = slip.piece;
    let mut letters = text.split_ascii_whitespace();
    let all = letters.clone().count() >= 2
        && letters.clone().zip('a'..).all(|(word, file)| word.eq_ignore_ascii_case(&file.to_string()));
    (all && letters.next().is_some())
        .then(|| form("files have no letters in a drawing").edit(Span::new(start, start + text.len()), ""))
}

/// `setup NAME: FEN`, or `fen: FEN` and the like under a setup.
fn fen(slip: Slip<'_>) -> Option<Change> {
    let Piece { text, start } = slip.piece;
    let (key, value) = text.split_once(':')?;
    let in_setup = slip.section == Some(Section::Setup) && matches!(key.trim(), "fen" | "FEN" | "position" | "board");
    if !key.starts_with("setup ") && !in_setup {
        return None;
    }
    let placement = value.split_ascii_whitespace().next().filter(|placement| placement.matches('/').count() >= 2)?;
    let rows: Option<Vec<String>> = placement.trim_matches('"').split('/').map(spaced).collect();
    let drawing = format!("\n  {}", rows?.join("\n  "));
    let from = if in_setup { 0 } else { key.len() };
    let message = "a FEN stands for a drawing here";
    let help = "draw the board under the heading: a row for each rank, the far one first";
    let drawing = if in_setup { drawing.trim_start().to_owned() } else { drawing };
    Some(
        Change::new(Code::VariantRowForm, message, "no drawing", help)
            .at(Span::new(start + key.len() + 1, start + text.len()))
            .edit(Span::new(start + from, start + text.len()), drawing),
    )
}
