//! Colours boards, diagrams and diffs, and shows facings as arrows, on terminals.
//!
//! The library writes plain text, and what is piped stays as it is. Here the text is read again: the rows of a board
//! stand above the letters of its files, and a diagram consists of nothing but marks.

use std::borrow::Cow;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};

/// Settings of a page for a terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    /// Whether to print colours.
    pub(crate) colours: bool,
    /// Whether facings become arrows.
    pub(crate) arrows: bool,
}

const WHITE: Style = Style::new().bold();
const BLACK: Style = AnsiColor::Cyan.on_default();
const EMPTY: Style = Style::new().dimmed();
const MOVES: Style = AnsiColor::Green.on_default();
const CAPTURES: Style = AnsiColor::Red.on_default();
const BOTH: Style = AnsiColor::Yellow.on_default();

/// Eight winds and their arrows; a wind between two of these has both.
const ARROWS: [(&str, &str); 8] =
    [("n", "↑"), ("ne", "↗"), ("e", "→"), ("se", "↘"), ("s", "↓"), ("sw", "↙"), ("w", "←"), ("nw", "↖")];

impl Paint {
    /// Colours the boards and diagrams of a page.
    pub(crate) fn paint_drawings(self, text: &str) -> Cow<'_, str> {
        if !self.colours && !self.arrows {
            return Cow::Borrowed(text);
        }
        let lines: Vec<&str> = text.lines().collect();
        let mut page = String::with_capacity(2 * text.len());
        let mut index = 0;
        while let Some(line) = lines.get(index) {
            let rows = lines[index..].iter().map_while(|line| Row::parse(line)).collect::<Vec<_>>();
            let files = rows.first().map_or(0, |row| row.cells.len());
            let is_rectangular = rows.iter().all(|row| row.cells.len() == files);
            if is_rectangular && lines.get(index + rows.len()).is_some_and(|line| is_letters_of_files(line, files)) {
                self.paint_board(&mut page, &rows);
                index += rows.len() + 1;
                continue;
            }
            match diagram_marks(line) {
                Some(marks) => self.paint_marks(&mut page, line, &marks),
                None => page.push_str(line),
            }
            page.push('\n');
            index += 1;
        }
        Cow::Owned(page)
    }

    /// Colours a diff: what is gone in red, what is new in green.
    pub(crate) fn paint_diff(self, text: &str) -> Cow<'_, str> {
        if !self.colours {
            return Cow::Borrowed(text);
        }
        let mut page = String::with_capacity(2 * text.len());
        for line in text.lines() {
            let style = match line.trim_start().as_bytes().first() {
                Some(b'+') => MOVES,
                Some(b'-') => CAPTURES,
                _ => Style::new(),
            };
            self.push_styled(&mut page, style, line);
            page.push('\n');
        }
        Cow::Owned(page)
    }

    /// Appends a text in a style, if there are colours.
    pub(crate) fn push_styled(self, page: &mut String, style: Style, text: &str) {
        let style = if self.colours { style } else { Style::new() };
        // Writing to a string can't fail.
        let _ = write!(page, "{style}{text}{style:#}");
    }

    /// Appends the rows of a board with colours and arrows, aligned anew, and the letters of the files.
    fn paint_board(self, page: &mut String, rows: &[Row<'_>]) {
        let cells: Vec<Vec<String>> =
            rows.iter().map(|row| row.cells.iter().map(|cell| self.with_arrows(cell)).collect()).collect();
        let files = cells.first().map_or(0, Vec::len);
        let longest_in_file = |file: usize| cells.iter().map(|row| row[file].chars().count()).max().unwrap_or(1);
        let widths: Vec<usize> = (0..files).map(longest_in_file).collect();
        for (row, painted) in rows.iter().zip(&cells) {
            page.push_str(row.margin);
            for (file, (cell, width)) in painted.iter().zip(&widths).enumerate() {
                let style = match row.cells[file].trim_start_matches('+').chars().next() {
                    Some(letter) if letter.is_ascii_uppercase() => WHITE,
                    Some(letter) if letter.is_ascii_lowercase() => BLACK,
                    _ => EMPTY,
                };
                self.push_styled(page, style, cell);
                if file + 1 < files {
                    page.push_str(&" ".repeat(width + 1 - cell.chars().count()));
                }
            }
            page.push('\n');
        }
        let indent = rows.first().map_or(0, |row| row.margin.chars().count());
        page.push_str(&" ".repeat(indent));
        let letters = (b'a'..).zip(&widths).map(|(file, width)| format!("{:<width$}", char::from(file)));
        let letters = letters.collect::<Vec<_>>().join(" ");
        self.push_styled(page, EMPTY, letters.trim_end());
        page.push('\n');
    }

    /// Replaces the winds in the braces of a cell by arrows.
    pub(crate) fn with_arrows(self, cell: &str) -> String {
        let braces = cell.split_once('{').and_then(|(man, state)| Some((man, state.strip_suffix('}')?)));
        let Some((man, state)) = braces.filter(|_| self.arrows) else { return cell.to_owned() };
        let facings = state.trim_end_matches(['-', 'x']);
        let mode = if state[facings.len()..].starts_with('x') { "×" } else { &state[facings.len()..] };
        let single_arrow = |wind: &str| ARROWS.iter().find(|(name, _)| *name == wind).map(|(_, arrow)| *arrow);
        let double_arrow = |wind: &str| {
            let (first, second) = wind.split_at_checked(1).filter(|_| wind.len() == 3)?;
            Some(single_arrow(first)?.to_owned() + single_arrow(second)?)
        };
        let arrow = |wind: &str| single_arrow(wind).map(str::to_owned).or_else(|| double_arrow(wind));
        let arrows: Option<Vec<String>> = facings.split('.').filter(|wind| !wind.is_empty()).map(arrow).collect();
        arrows.map_or_else(|| cell.to_owned(), |arrows| format!("{man}{}{mode}", arrows.join("·")))
    }

    /// Colours a row of a diagram: moves, captures, and the man.
    fn paint_marks(self, page: &mut String, line: &str, marks: &[&str]) {
        let mut rest = line;
        for mark in marks {
            let offset = rest.find(mark).unwrap_or_default();
            page.push_str(&rest[..offset]);
            let style = match mark.as_bytes().first() {
                Some(b'O') => WHITE,
                Some(b'*') => BOTH,
                Some(b'-') => MOVES,
                Some(b'x') => CAPTURES,
                _ => EMPTY,
            };
            self.push_styled(page, style, mark);
            rest = &rest[offset + mark.len()..];
        }
    }
}

/// A row of a board.
#[derive(Debug)]
struct Row<'t> {
    /// Rank number and blanks before the cells.
    margin: &'t str,
    cells: Vec<&'t str>,
}

impl<'t> Row<'t> {
    /// Parses a row of a board: rank number, two blanks, cells; `None` for any other line.
    fn parse(line: &'t str) -> Option<Self> {
        let rank = line.trim_start();
        let digits = rank.bytes().take_while(u8::is_ascii_digit).count();
        let cells = rank.get(digits..).filter(|_| digits > 0)?.strip_prefix("  ")?;
        let is_cell = |cell: &str| {
            let man = cell.trim_start_matches('+');
            matches!(cell, "." | "*") || man.starts_with(|c: char| c.is_ascii_alphabetic())
        };
        let margin = &line[..line.len() - cells.len()];
        let cells: Vec<&str> = cells.split_ascii_whitespace().collect();
        (!cells.is_empty() && cells.iter().all(|cell| is_cell(cell))).then_some(Self { margin, cells })
    }
}

/// Whether a line consists of the first `files` file letters.
fn is_letters_of_files(line: &str, files: usize) -> bool {
    let names = (b'a'..).take(files).map(char::from);
    files > 0 && line.split_ascii_whitespace().map(str::to_owned).eq(names.map(String::from))
}

/// The marks of a row of a movement diagram, such as `.`, `O` and `*n`; `None` for any other line.
fn diagram_marks(line: &str) -> Option<Vec<&str>> {
    let is_mark = |mark: &&str| {
        let mark = mark.trim_end_matches('+');
        let (sign, letter) = mark.split_at_checked(1).unwrap_or_default();
        matches!(mark, "." | "O")
            || matches!(sign, "*" | "-" | "x") && letter.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let marks: Vec<&str> = line.split_ascii_whitespace().collect();
    (marks.len() > 2 && marks.iter().all(is_mark)).then_some(marks)
}
