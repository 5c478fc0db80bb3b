//! Blocks: lines below each other without an empty line between, in which what belongs together stands in columns.

use super::lines::Laid;
use super::words::{rows, width};
use crate::syntax::LineKind;

/// Words before a colon that take more characters than this are left out of the column: the value follows them.
const MAX_KEY: usize = 40;

/// Lines that are longer than this without their comment are left out of the column of comments.
const MAX_COMMENTED: usize = 60;

/// The indentation of continuation lines relative to their statement, in columns, if no column is given.
const HANGING: usize = 2;

/// The blanks before a comment behind words.
const MARGIN: usize = 2;

/// Aligns values, rows of boards and comments in each block.
pub(super) fn align(mut lines: &mut [Laid<'_>]) {
    while !lines.is_empty() {
        let end = (1..lines.len()).find(|&at| !continues(&lines[..at], &lines[at])).unwrap_or(lines.len());
        let (block, rest) = lines.split_at_mut(end);
        align_values(block);
        align_rows(block);
        align_comments(block);
        lines = rest;
    }
}

/// Whether a line belongs to the block of those above it.
fn continues(above: &[Laid<'_>], line: &Laid<'_>) -> bool {
    if line.carried {
        return true;
    }
    if line.apart {
        return false;
    }
    // A line that can't be read yet parts no block.
    above.iter().rfind(|above| !above.is_comment()).is_none_or(|last| {
        let plain_heading = last.opens() && !last.changed_setup || line.opens() && !line.changed_setup;
        let alike = last.section == line.section && last.changed_setup == line.changed_setup;
        !plain_heading && (alike || line.is_comment())
    })
}

fn align_values(block: &mut [Laid<'_>]) {
    let begins = |line: &&mut Laid<'_>| !line.carried && line.key.is_some();
    let keys = block.iter_mut().filter(begins).filter_map(|line| line.key.as_deref().map(width));
    // A colon and a blank stand before the column.
    let column = keys.filter(|&key| key <= MAX_KEY).max().map(|key| key + 2);
    for line in block.iter_mut().filter(begins) {
        let key = line.key.as_deref().map_or(0, width);
        line.gap = column.and_then(|column| column.checked_sub(key + 1)).filter(|&gap| gap > 0).unwrap_or(1);
    }
    let mut hanging = 0;
    for line in block {
        if line.carried {
            line.indent = hanging;
        } else if !line.is_comment() {
            hanging = line.indent + line.key.as_ref().and(column).unwrap_or(HANGING);
        }
    }
}

fn align_rows(block: &mut [Laid<'_>]) {
    let board: Vec<&str> = block.iter().filter(|line| line.kind == LineKind::Row).map(|line| &*line.value).collect();
    if board.is_empty() {
        return;
    }
    let aligned = rows(&board);
    for (line, row) in block.iter_mut().filter(|line| line.kind == LineKind::Row).zip(aligned) {
        line.value = row;
    }
}

fn align_comments(block: &mut [Laid<'_>]) {
    let commented = |line: &&mut Laid<'_>| !line.is_comment() && !line.comment.is_empty();
    let end = |line: &Laid<'_>| {
        line.indent + line.key.as_deref().map_or(0, |key| width(key) + 1 + line.gap) + width(&line.value)
    };
    // A comment on one row of a board stands beside the board.
    let has_commented_row = block.iter_mut().filter(commented).any(|line| line.kind == LineKind::Row);
    let counts = |line: &&mut Laid<'_>| commented(line) || has_commented_row && line.kind == LineKind::Row;
    let ends = block.iter_mut().filter(counts).map(|line| end(line));
    let column = ends.filter(|&end| end <= MAX_COMMENTED).max().unwrap_or(0);
    for line in block.iter_mut().filter(commented) {
        line.margin = column.saturating_sub(end(line)) + MARGIN;
    }
}
