//! Problems as texts: input of Popeye, entries of YACPDB, lists of men.

mod entry;
mod reader;
mod words;

use weakfish::diagnostic::Diagnostic;
use weakfish::engine::{Game, Position};
use weakfish::geometry::Side;
use weakfish::source::Span;

pub use self::reader::ProblemText;
use self::reader::Reader;
use self::words::KEYWORDS;
use crate::problem::Problem;

/// Reads the problems of a text one by one: Popeye's input in English, German or French, or entries of YACPDB in JSON or
/// YAML. Ends at the first error of `visit`.
///
/// # Errors
///
/// The error of `visit`.
pub fn read_problems<E>(game: &Game, text: &str, visit: &mut dyn FnMut(ProblemText) -> Result<(), E>) -> Result<(), E> {
    let mut reader = Reader::new(game, text);
    let begins = |language: &usize| {
        let found = reader.peek().map(|word| words::find(KEYWORDS, *language, word.value));
        found.is_some_and(|found| matches!(found.as_slice(), [("BeginProblem", _)]))
    };
    let Some(language) = (0..3).find(begins) else { return entry::read(reader, visit) };
    reader.language = language;
    while reader.peek().is_some() {
        reader.read_problem();
        visit(std::mem::take(&mut reader.found))?;
    }
    Ok(())
}

/// Reads the position of a list of men such as `white Kc1 Qd4 black Ke5`. The side that begins the problem is to move, or
/// White.
///
/// # Errors
///
/// Every mistake of the list; or every reason why the position is impossible in this game.
pub fn read_men(game: &Game, text: &str, problem: Option<Problem>) -> Result<Position, Vec<Diagnostic>> {
    let mut reader = Reader::new(game, text);
    reader.read_men();
    reader.refuse_rest();
    let all = Span::new(0, text.len());
    let position = reader.draft.position(game, problem.map_or(Side::White, Problem::usual_turn), all);
    if reader.found.diagnostics.is_empty() { position } else { Err(reader.found.diagnostics) }
}
