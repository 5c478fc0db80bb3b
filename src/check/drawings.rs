//! Drawings with a cell, a row or a man too many or too few: the edits that draw them as their counterparts are drawn.

use crate::diagnostic::Edit;
use crate::source::Span;
use crate::syntax::ast::{Cell, Row};

use super::names::as_drawn;

/// The text of a cell with the man of the other side; `None` for a man with a facing.
fn turned(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Empty => Some(".".to_owned()),
        Cell::Hole => Some("*".to_owned()),
        Cell::Man(man) if man.state.is_none() => Some(as_drawn(!man.side, &man.symbol.value)),
        Cell::Man(_) => None,
    }
}

/// The cell as it is written, without a facing.
fn drawn(cell: &Cell) -> String {
    match cell {
        Cell::Empty => ".".to_owned(),
        Cell::Hole => "*".to_owned(),
        Cell::Man(man) => as_drawn(man.side, &man.symbol.value),
    }
}

fn is_empty(row: &Row) -> bool {
    row.cells.iter().all(|cell| cell.value == Cell::Empty)
}

/// Whether cells are those of a longer row, with some left out.
fn is_part(cells: &[String], of: &[String]) -> bool {
    let mut rest = of.iter();
    cells.iter().all(|cell| rest.any(|other| other == cell))
}

/// The symbol of the man that the other side has on the square across the board.
pub(super) fn cell_across(rows: &[Row], index: usize, column: usize) -> Option<String> {
    let across =
        rows.get(rows.len().checked_sub(index + 1)?).filter(|row| row.cells.len() == rows[index].cells.len())?;
    let Cell::Man(man) = &across.cells.get(column)?.value else { return None };
    let Cell::Man(own) = &rows[index].cells.get(column)?.value else { return None };
    (man.side != own.side).then(|| man.symbol.value.clone())
}

/// The edit that gives a row as many cells as the board has files: those of the row across the board if this one has the
/// same with some missing or too many, else with empty squares at the end.
pub(super) fn with_files(rows: &[Row], index: usize, files: usize) -> Option<Edit> {
    let row = &rows[index];
    let cells: Vec<String> = row.cells.iter().map(|cell| drawn(&cell.value)).collect();
    let across = rows.get(rows.len() - 1 - index).filter(|across| across.cells.len() == files && !is_empty(across));
    let across =
        across.and_then(|across| across.cells.iter().map(|cell| turned(&cell.value)).collect::<Option<Vec<_>>>());
    if let Some(across) = across.filter(|across| is_part(&cells, across) || is_part(across, &cells)) {
        return Some(Edit::new(row.span, across.join(" ")));
    }
    let last = row.cells.last()?.span.end;
    if cells.len() < files {
        return Some(Edit::new(Span::at(last), " .".repeat(files - cells.len())));
    }
    let is_needless = row.cells[files..].iter().all(|cell| cell.value == Cell::Empty);
    is_needless.then(|| Edit::new(Span::new(row.cells[files - 1].span.end, last), ""))
}

/// The edit that adds empty rows to those of a drawing, or takes some of them out.
pub(super) fn with_ranks(rows: &[Row], files: usize, ranks: usize) -> Option<Edit> {
    let first = rows.iter().position(is_empty)?;
    let last = rows.iter().rposition(is_empty)?;
    let is_one_run = rows[first..=last].iter().all(is_empty) && rows.iter().all(|row| row.cells.len() == files);
    if !is_one_run {
        return None;
    }
    if rows.len() < ranks {
        let row = format!("\n  {}", vec!["."; files].join(" "));
        return Some(Edit::new(Span::at(rows[last].span.end), row.repeat(ranks - rows.len())));
    }
    let surplus = rows.len() - ranks;
    let is_enough = surplus <= last - first;
    is_enough.then(|| Edit::new(Span::new(rows[last - surplus].span.end, rows[last].span.end), ""))
}
