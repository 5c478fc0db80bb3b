//! Rows of boards that are drawn otherwise.

use super::fix::{Fix, Line};
use crate::diagnostic::Code;
use crate::geometry::Board;
use crate::syntax::Section;
use crate::syntax::trial;

const MAX_FILES: usize = Board::MAX_SIZE as usize;

/// Finds fixes of a row without blanks, with other signs for empty squares or the number of its rank, and of a FEN.
pub(super) fn fixes(line: Line<'_>) -> Vec<Fix> {
    row(line).into_iter().chain(fen(line)).collect()
}

fn form(message: &str) -> Fix {
    let help = "each square has a cell, with blanks between; an empty square is `.`";
    Fix::new(Code::VariantRowForm, message, help)
}

/// A row in another form.
fn row(line: Line<'_>) -> Option<Fix> {
    let text = line.text;
    let words: Vec<&str> = text.split(|c: char| "|[] \t".contains(c)).filter(|word| !word.is_empty()).collect();
    let is_rank = |word: Option<&&str>| word.is_some_and(|word| word.len() <= 2 && word.parse::<u8>().is_ok());
    let mut cells = &words[..];
    if cells.len() > 1 && is_rank(cells.first()) {
        cells = &cells[1..];
    }
    if cells.len() > 1 && is_rank(cells.last()) {
        cells = &cells[..cells.len() - 1];
    }
    let numbered = cells.len() < words.len();
    let is_empty = |cell: &&str| matches!(*cell, "-" | "_" | "0" | "+");
    let (row, message) = match cells {
        _ if line.section != Some(Section::Setup) => return None,
        [word] if trial::nearly_heading(word).is_some() => return None,
        [word] if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            (spaced(word)?, "a number is no square of a drawing")
        }
        [word] => (spaced(word)?, "the cells of this row have no blanks between them"),
        _ => {
            let cells: Vec<&str> = cells.iter().map(|cell| if is_empty(cell) { "." } else { cell }).collect();
            let message = match (numbered, text.contains('|')) {
                (true, _) => "ranks have no numbers in a drawing",
                (_, true) => "cells have no lines between them",
                _ => "an empty square is drawn otherwise",
            };
            (cells.join(" "), message)
        }
    };
    // A single other sign may be a slip for a man.
    let is_slip =
        cells.len() > 1 && !numbered && !text.contains('|') && cells.iter().filter(|c| is_empty(c)).count() == 1;
    let is_other = trial::is_board_row(&row) && row != text;
    is_other.then(|| form(message).edit(0, text.len(), row).unless_certain(!is_slip))
}

/// A row or a rank of a FEN with blanks between its cells.
fn spaced(cells: &str) -> Option<String> {
    let mut row: Vec<String> = Vec::new();
    let mut signs = cells.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '-' | '_' => row.push(".".to_owned()),
            '+' => row.push(format!("+{}", signs.next()?)),
            '0'..='9' => {
                let mut number = sign.to_digit(10)? as usize;
                while let Some(digit) = signs.peek().and_then(|next| next.to_digit(10)) {
                    number = (10 * number + digit as usize).min(MAX_FILES + 1);
                    signs.next();
                }
                row.extend(std::iter::repeat_n(".".to_owned(), number));
            }
            '\'' => row.last_mut()?.push(sign),
            _ if sign.is_ascii_alphabetic() || matches!(sign, '.' | '*') => row.push(sign.to_string()),
            _ => return None,
        }
        if row.len() > MAX_FILES {
            return None;
        }
    }
    (!row.is_empty()).then(|| row.join(" "))
}

/// A row of the letters of the files, below a drawing whose rows were fixed.
pub(super) fn file_letters(line: Line<'_>) -> Option<Fix> {
    let mut letters = line.text.split_ascii_whitespace().zip('a'..);
    let all = letters.clone().count() > 1 && letters.all(|(word, file)| word.eq_ignore_ascii_case(&file.to_string()));
    let fix = form("files have no letters in a drawing");
    (all && line.section == Some(Section::Setup)).then(|| fix.edit(0, line.text.len(), ""))
}

/// `setup NAME: FEN`, or `fen: FEN` and the like under a setup.
fn fen(line: Line<'_>) -> Option<Fix> {
    let (key, value, from) = line.halves()?;
    let in_setup = line.section == Some(Section::Setup) && matches!(key, "fen" | "FEN" | "position" | "board");
    let placement = value.split_ascii_whitespace().next().filter(|placement| placement.matches('/').count() > 1)?;
    let rows: Option<Vec<String>> = placement.trim_matches('"').split('/').map(spaced).collect();
    let rows = rows?.join("\n  ");
    let (start, drawing) = if in_setup { (0, rows) } else { (key.len(), format!("\n  {rows}")) };
    let help = "draw the board under the heading: a row for each rank, the far one first";
    let fix = Fix::new(Code::VariantRowForm, "a FEN stands for a drawing here", help).label("no drawing");
    let fix = fix.at(from, value.len()).edit(start, line.text.len() - start, drawing);
    (in_setup || key.starts_with("setup ")).then_some(fix)
}
