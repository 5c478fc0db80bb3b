//! Moves the states of men out of the rows of boards into the facing line below them: the columns of a board stay as
//! wide as its men.

use crate::builtin;
use crate::diagnostic::Edit;
use crate::prose;
use crate::source::Span;
use crate::syntax::{Document, Line, LineKind, Section};

/// A new facing line is broken before it has more characters than this.
const MAX_WIDTH: usize = 100;

/// The most definitions that are followed to the board which a game inherits.
const MAX_BASES: usize = 16;

/// The ranks of the board of a game that has no `board:` and inherits none.
const USUAL_RANKS: usize = 8;

/// A board that is drawn in a definition, and the facing line that stands with it.
#[derive(Default)]
struct Board<'d, 't> {
    rows: Vec<&'d Line<'t>>,
    /// The lines of the statement `facing: …`.
    facing: Vec<&'d Line<'t>>,
    /// Whether a line of it can't be read.
    is_damaged: bool,
}

/// Men of one letter in one state, with the names of their squares.
struct Faced<'t> {
    man: &'t str,
    state: &'t str,
    squares: Vec<String>,
}

/// The edits that move the states of all boards.
pub(super) fn edits(lines: &[Line<'_>]) -> Vec<Edit> {
    let Some(ranks) = ranks(lines, MAX_BASES) else { return Vec::new() };
    let mut edits = Vec::new();
    let mut board = Board::default();
    let mut in_facing = false;
    for line in lines {
        match line.kind {
            LineKind::Blank | LineKind::Comment => continue,
            LineKind::Damaged => board.is_damaged = true,
            LineKind::Row => board.rows.push(line),
            LineKind::Item if line.key == "facing" => board.facing.push(line),
            LineKind::Carried if in_facing => board.facing.push(line),
            // A line for the side to move may stand between the board of a test and its facing line.
            LineKind::Item if line.section == Some(Section::Test) && line.key == "to move" => {}
            LineKind::Heading | LineKind::Item | LineKind::Carried => {
                edits.extend(board.edits(ranks));
                board = Board::default();
            }
        }
        in_facing = board.facing.last().is_some_and(|facing| facing.start == line.start);
    }
    edits.extend(board.edits(ranks));
    edits
}

/// The number of ranks of a game's board, its own or that of the built-in game it extends; `None` if the text does not
/// determine it, and squares can't be counted.
fn ranks(lines: &[Line<'_>], bases: usize) -> Option<usize> {
    let facts = || lines.iter().filter(|line| line.section == Some(Section::Facts));
    if let Some(board) = facts().find(|line| line.key == "board") {
        let size = board.value.split([' ', '\t', ',']).next()?;
        return size.split_once('x')?.1.parse().ok();
    }
    // A line that can't be read may be the board.
    if facts().any(|line| line.kind == LineKind::Damaged) {
        return None;
    }
    let headings = lines.iter().filter(|line| line.kind == LineKind::Heading);
    let title =
        headings.map(|line| [line.key, line.colon, line.value].concat()).find(|words| words.starts_with("game"))?;
    let behind = title.split('"').skip(2).collect::<Vec<_>>().join("\"");
    let Some(base) = behind.trim().strip_prefix("extends") else {
        return behind.trim().is_empty().then_some(USUAL_RANKS);
    };
    let base = builtin::source(base.trim())?;
    ranks(&Document::read(&base.text).lines, bases.checked_sub(1)?)
}

impl<'t> Board<'_, 't> {
    /// The edits that move the states of this board, which has `ranks` ranks; none if its rows have no states, or if
    /// their squares are uncertain.
    fn edits(&self, ranks: usize) -> Vec<Edit> {
        let Some(last) = self.rows.last() else { return Vec::new() };
        let rows: Vec<Vec<&'t str>> = self.rows.iter().map(|row| row_cells(row.value)).collect();
        if self.is_damaged || rows.len() != ranks || rows.iter().any(|row| row.len() != rows[0].len() || row.len() > 26)
        {
            return Vec::new();
        }
        let mut edits = Vec::new();
        let mut faced: Vec<Faced<'t>> = Vec::new();
        for (index, (line, row)) in self.rows.iter().zip(&rows).enumerate() {
            for (file, cell) in row.iter().enumerate() {
                let Some((man, rest)) = cell.split_once('{') else { continue };
                let Some(state) = rest.strip_suffix('}').filter(|state| is_state(state)) else { return Vec::new() };
                let square = format!("{}{}", char::from(b'a' + file as u8), rows.len() - index);
                if self.facing.iter().any(|facing| is_word_of(&square, facing.value)) {
                    return Vec::new();
                }
                match faced.iter_mut().find(|faced| faced.man == man && faced.state == state) {
                    Some(faced) => faced.squares.push(square),
                    None => faced.push(Faced { man, state, squares: vec![square] }),
                }
                // The cell is a part of the line's value, so the distance of their addresses is its place in it.
                let value = line.span().start + line.indent.len();
                let start = value + (cell.as_ptr() as usize - line.value.as_ptr() as usize) + man.len();
                edits.push(Edit::new(Span::new(start, start + rest.len() + 1), ""));
            }
        }
        if faced.is_empty() {
            return edits;
        }
        let end = if last.end.is_empty() { "\n" } else { last.end };
        let separator = format!(",{end}");
        let men: Vec<String> = faced.iter().map(Faced::in_words).collect();
        let facing = self.facing.last().map(|facing| facing.start + facing.pieces()[..4].concat().len());
        edits.push(if let Some(place) = facing {
            Edit::new(Span::at(place), format!(", {}", broken(men, &separator)))
        } else {
            let place = last.start + last.pieces().concat().len() - last.end.len();
            Edit::new(Span::at(place), format!("{end}facing: {}", broken(men, &separator)))
        });
        edits
    }
}

impl Faced<'_> {
    /// `N on b1 and g1 e`.
    fn in_words(&self) -> String {
        let state: Vec<&str> = self.state.split_ascii_whitespace().collect();
        format!("{} on {} {}", self.man, prose::all_of(&self.squares), state.join(" "))
    }
}

/// Joins phrases by commas, and by `separator` where a line would be too long.
fn broken(phrases: Vec<String>, separator: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for phrase in phrases {
        if width > 0 {
            let fits = width + phrase.len() + 2 <= MAX_WIDTH;
            out.push_str(if fits { ", " } else { separator });
            width = if fits { width } else { 0 };
        }
        width += phrase.len() + 2;
        out.push_str(&phrase);
    }
    out
}

/// Whether a word stands in a text.
fn is_word_of(word: &str, text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|other| other == word)
}

/// Whether the inside of braces can stand in a facing line.
fn is_state(state: &str) -> bool {
    let words: Vec<&str> = state.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    let is_mode = |word: &str| matches!(word, "x" | "-");
    let is_facing = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'.');
    match words[..] {
        [word] => is_mode(word) || is_facing(word) || word.strip_suffix('-').is_some_and(is_facing),
        [facing, mode] => is_facing(facing) && is_mode(mode),
        _ => false,
    }
}

/// Splits a row into its cells at blanks outside of braces.
pub(super) fn row_cells(row: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let (mut start, mut in_braces) = (None, false);
    for (index, c) in row.char_indices() {
        match c {
            ' ' | '\t' if !in_braces => cells.extend(start.take().map(|start| &row[start..index])),
            _ => {
                start = start.or(Some(index));
                in_braces = c == '{' || in_braces && c != '}';
            }
        }
    }
    cells.extend(start.map(|start| &row[start..]));
    cells
}
