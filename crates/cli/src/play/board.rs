//! The board as a player sees it: from the own side, with squares in colours where a terminal has them.

use std::fmt::Write;

use anstyle::{Ansi256Color, Color, Style};
use weakfish::engine::{Move, Position};
use weakfish::geometry::{Side, Square};
use weakfish::model::PlacedMan;
use weakfish::notation::symbol;

use crate::support::paint::Paint;

/// White's men are bright on any square, Black's are orange.
const MEN: [u8; 2] = [231, 215];
/// Light and dark squares.
const SQUARES: [u8; 2] = [240, 236];
/// The squares of the last turn.
const LAST_MOVE: u8 = 22;
/// A royal man that is attacked.
const CHECK: u8 = 88;
const COORDINATES: Style = Style::new().dimmed();

/// Highlighted squares.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) last: Vec<Square>,
    pub(super) check: Vec<Square>,
}

impl Marks {
    /// Squares of the last moves, and royal pieces in check.
    pub(super) fn of(position: &Position, moves: &[Move]) -> Self {
        let last = moves.iter().flat_map(|mv| [mv.from(), mv.to()]).flatten().collect();
        let turn = position.turn();
        let royal = position.royal_men(turn).iter();
        let attacked = |square: &Square| !position.attackers(*square, !turn).is_empty();
        let check = if position.in_check() { royal.filter(attacked).collect() } else { Vec::new() };
        Self { last, check }
    }
}

/// Draws the board with the rank of `side` below.
pub(super) fn draw(position: &Position, side: Side, marks: &Marks, paint: Paint) -> String {
    let variant = position.game().variant();
    let board = variant.board;
    let men = position.arrangement().men;
    let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
    // From the upper left corner.
    let ordered = |count: i32, rising: bool| -> Vec<i32> {
        if rising { (0..count).collect() } else { (0..count).rev().collect() }
    };
    let files = ordered(files, side == Side::White);
    let ranks = ordered(ranks, side == Side::Black);
    let cell = |file: i32, rank: i32| match board.square(file, rank) {
        None => "*".to_owned(),
        Some(square) => match men.iter().find(|man| man.square == square) {
            Some(man) => man_text(position, man, paint),
            None if paint.colours => String::new(),
            None => ".".to_owned(),
        },
    };
    let cells: Vec<Vec<String>> =
        ranks.iter().map(|&rank| files.iter().map(|&file| cell(file, rank)).collect()).collect();
    let longest = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(1);
    let columns: Vec<usize> = (0..files.len()).map(longest).collect();
    let widest = columns.iter().copied().max().unwrap_or(1);
    let margin = ranks.len().to_string().len();
    let mut page = String::new();
    for (row, &rank) in cells.iter().zip(&ranks) {
        paint.styled(&mut page, COORDINATES, &format!("{:>margin$}", rank + 1));
        page.push_str(if paint.colours { " " } else { "  " });
        let mut line = String::new();
        for (column, (text, &file)) in row.iter().zip(&files).enumerate() {
            if paint.colours {
                let style = style(board.square(file, rank), (file + rank) % 2 == 0, text, marks);
                paint.styled(&mut line, style, &format!(" {text:<widest$} "));
            } else {
                let _ = write!(line, "{text:<width$} ", width = columns[column]);
            }
        }
        page.push_str(line.trim_end_matches(|char| char == ' ' && !paint.colours));
        page.push('\n');
    }
    let names = files.iter().zip(&columns).map(|(&file, &width)| {
        let name = char::from(b'a' + file as u8);
        if paint.colours { format!(" {name:<widest$} ") } else { format!("{name:<width$} ") }
    });
    let names: String = names.collect();
    page.push_str(&" ".repeat(if paint.colours { margin + 1 } else { margin + 2 }));
    paint.styled(&mut page, COORDINATES, names.trim_end());
    page.push('\n');
    page
}

/// A man as in a FEN, or with arrows.
fn man_text(position: &Position, man: &PlacedMan, paint: Paint) -> String {
    let state = man.state.to_string();
    let letter = symbol(position.game().variant(), man.side, man.kind);
    let text = if state.is_empty() { letter } else { format!("{letter}{{{state}}}") };
    paint.man(&text)
}

/// Colours of a square and its man.
fn style(square: Option<Square>, dark: bool, text: &str, marks: &Marks) -> Style {
    let colour = |number| Some(Color::Ansi256(Ansi256Color(number)));
    let Some(square) = square else { return Style::new() };
    let shade = usize::from(dark);
    let ground = if marks.check.contains(&square) {
        CHECK
    } else if marks.last.contains(&square) {
        LAST_MOVE
    } else {
        SQUARES[shade]
    };
    let black = text.trim_start_matches('+').starts_with(|letter: char| letter.is_ascii_lowercase());
    Style::new().bg_color(colour(ground)).fg_color(colour(MEN[usize::from(black)])).bold()
}
