//! Wording of messages about moves and scores.

use weakfish::diagnostic::{Code, Diagnostic};
use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::notation::{uci, write_move};
use weakfish::prose::capitalized;
use weakfish_player::search::Score;

use super::command;
use crate::support::console::{self, Failure};

/// Tells why a move can't be played, and what can.
pub(super) fn refuse(position: &Position, line: &str, mistake: &Diagnostic) -> Result<(), Failure> {
    let word = line.split_whitespace().next().unwrap_or(line);
    console::line(format_args!("{}.", capitalized(&mistake.message)))?;
    if mistake.code == Code::MoveUnreadable
        && let Some(meant) = command::meant(word)
    {
        return console::line(format_args!("Did you mean the command `{meant}`?"));
    }
    match &mistake.help {
        Some(help) => console::line(format_args!("{}.", capitalized(&as_people_write(position, help)))),
        None => Ok(()),
    }
}

/// A sentence with moves in the notation of people instead of programs.
fn as_people_write(position: &Position, text: &str) -> String {
    let pieces = text.split('`').enumerate().map(|(index, piece)| {
        let mv = if index % 2 == 1 { uci::find(position, piece) } else { None };
        mv.map_or_else(|| piece.to_owned(), |mv| write_move(position, mv))
    });
    pieces.collect::<Vec<_>>().join("`")
}

/// Tells a text in lines that fit a terminal.
pub(super) fn paragraph(text: &str) -> Result<(), Failure> {
    const WIDTH: usize = 79;
    for line in textwrap::wrap(text, textwrap::Options::new(WIDTH).break_words(false)) {
        console::line(line)?;
    }
    Ok(())
}

/// Assessment in words; `unit` is the value of a pawn in this game.
pub(super) fn standing(score: Score, turn: Side, unit: i32) -> String {
    let (better, worth) = match score {
        Score::Worth(worth) if worth < 0 => (!turn, -worth),
        Score::Worth(worth) => (turn, worth),
        Score::Win(_) => return format!("{turn} wins"),
        Score::Loss(_) => return format!("{} wins", !turn),
    };
    match 100 * worth / unit.max(1) {
        0..50 => "The game is about level".to_owned(),
        50..150 => format!("{better} stands slightly better"),
        150..400 => format!("{better} stands better"),
        _ => format!("{better} should win"),
    }
}

/// Tells what is wrong with a text or a file; other failures end the program.
pub(super) fn tell(failure: Failure) -> Result<(), Failure> {
    let Failure::Reports(reports) = failure else { return Err(failure) };
    for report in reports {
        console::report(&report);
    }
    Ok(())
}
