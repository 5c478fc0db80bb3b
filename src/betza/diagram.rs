//! Diagrams of movements: the man in the middle, marks on the squares it reaches, and a legend.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::survey::{Ends, Offset, Survey, SurveyBoard, ends_in_words};
use crate::geometry::Board;
use crate::model::{Access, Movement};

/// The mark of the man.
const MAN: &str = "O";

/// Draws a movement with a mark for each square and a legend.
///
/// The diagram has as many squares as the movement needs, at most 15x15, and ends with a line break.
///
/// ```
/// use weakfish::betza;
///
/// let ferz = betza::movement("F").0.unwrap();
/// let diagram = "\
/// . . . . .
/// . * . * .
/// . . O . .
/// . * . * .
/// . . . . .
/// *  moves or captures
/// ";
/// assert_eq!(betza::diagram(&ferz), diagram);
/// ```
pub fn diagram(movement: &Movement) -> String {
    draw(movement, SurveyBoard::LARGEST)
}

/// Like [`diagram()`], but no larger than moves on a board of this size can be.
pub fn diagram_on(movement: &Movement, board: Board) -> String {
    draw(movement, SurveyBoard::on(board))
}

/// Draws a diagram that is no larger than `largest`.
fn draw(movement: &Movement, largest: SurveyBoard) -> String {
    let survey = Survey::within(movement, largest);
    let mut legend = Legend { wraps: survey.wraps, ..Legend::default() };
    let squares = survey.squares.iter();
    let marks = squares.map(|(at, reached)| (*at, legend.mark(&reached.ends, reached.goes_on))).collect();
    render(&marks, survey.reach, &legend)
}

/// The marks of a diagram with their meanings.
#[derive(Default)]
struct Legend {
    entries: Vec<(String, Ends)>,
    goes_on: bool,
    wraps: bool,
}

impl Legend {
    /// The mark for these ends: a sign for moving or capturing, a letter for the condition, and `+` for a line that
    /// continues beyond the diagram.
    fn mark(&mut self, ends: &Ends, goes_on: bool) -> String {
        let known = self.entries.iter().find(|(_, known)| known == ends).map(|(mark, _)| mark.clone());
        let mark = known.unwrap_or_else(|| {
            let mark = self.new_mark(ends);
            self.entries.push((mark.clone(), ends.clone()));
            mark
        });
        self.goes_on |= goes_on;
        if goes_on { format!("{mark}+") } else { mark }
    }

    /// Returns a mark for these ends that no other ends have yet.
    fn new_mark(&self, ends: &Ends) -> String {
        let moves = ends.values().any(|modes| modes.moves);
        let captures = ends.values().any(|modes| modes.captures);
        let end = match (moves, captures) {
            (true, true) => '*',
            (true, false) => '-',
            _ => 'x',
        };
        let hardest = ends.keys().next_back().copied().unwrap_or_default();
        let letters = [
            (hardest.access == Access::Hop, 'p'),
            (hardest.access == Access::Lame, 'n'),
            (hardest.first_move_only, 'i'),
            (hardest.en_passant, 'e'),
        ];
        let letter = letters.iter().find(|(holds, _)| *holds).map(|(_, letter)| *letter);
        let candidates = [letter].into_iter().chain(('a'..='z').map(Some));
        let spell = |letter: Option<char>| letter.map_or_else(|| end.to_string(), |letter| format!("{end}{letter}"));
        let mut free = candidates.map(spell).filter(|mark| self.entries.iter().all(|(known, _)| known != mark));
        free.next().unwrap_or_default()
    }
}

/// Writes the marks as rows, and the legend below.
fn render(marks: &BTreeMap<Offset, String>, reach: i32, legend: &Legend) -> String {
    let width = marks.values().map(String::len).max().unwrap_or(1);
    let mut page = String::new();
    for y in (-reach..=reach).rev() {
        let cells = (-reach..=reach).map(|x| match ((x, y), marks.get(&(x, y))) {
            ((0, 0), _) => format!("{MAN:<width$}"),
            (_, Some(mark)) => format!("{mark:<width$}"),
            _ => format!("{:<width$}", "."),
        });
        // Writing to a string can't fail.
        let _ = writeln!(page, "{}", cells.collect::<Vec<_>>().join(" ").trim_end());
    }
    let mark_width = legend.entries.iter().map(|(mark, _)| mark.len()).max().unwrap_or(1);
    for (mark, ends) in &legend.entries {
        let _ = writeln!(page, "{mark:<mark_width$}  {}", ends_in_words(ends));
    }
    if legend.goes_on {
        let _ = writeln!(page, "{:<mark_width$}  and so on", "+");
    }
    if legend.wraps {
        page.push_str("The first and the last file are neighbours.\n");
    }
    page
}
