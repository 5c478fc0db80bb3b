//! Game texts, tests of definitions, and definitions made from elsewhere.

use weakfish::diagnostic::{self, Report};
use weakfish::engine::{Game, Outcome};
use weakfish::model::SetupId;
use weakfish::notation::replay::{self, Line};
use weakfish::notation::{self, NotedMove, fen, pgn};
use weakfish::source::{Source, Utf16};
use weakfish::starter::{self, Title};
use weakfish::testing::{record_test, runner};
use weakfish::{BuiltIns, builtin};
use weakfish_fairy_stockfish::Collection;

use crate::answers::{Diagnostic, Edit, Import, ImportedDefinition, Place, Problem, Replayed, TestResult};
use crate::arguments::{Base, Ended, RecordFormat};
use crate::definitions::Read;
use crate::positions::Played;
use crate::values::sentence;
use crate::view;
use weakfish_js_values::{Refusal, first_error};

/// Replays a game text.
pub fn replay(game: &Game, text: &str) -> Replayed {
    let replay = replay::replay(game, SetupId::default(), text);
    let first = replay.diagnostics.iter().find(|problem| problem.is_error());
    let place = |error: &diagnostic::Diagnostic| Place::new(&Utf16::new(text), error.span());
    let problem = first.map(|error| Problem { place: place(error), message: error.message.clone() });
    let Some(Line { start, plies, outcome, .. }) = replay.last() else {
        return Replayed { problem, ..Replayed::default() };
    };
    let setup = start.setup();
    Replayed {
        setup: game.variant().setups.get(setup.index()).map(|setup| setup.name.clone()),
        fen: Some(fen::write(start)).filter(|text| *text != fen::write(&game.start_of(setup))),
        moves: plies.iter().map(|ply| ply.text.clone()).collect(),
        outcome: outcome.as_ref().map(view::outcome),
        problem,
    }
}

/// Writes a game down.
pub fn record(
    played: &Played,
    tags: &[(String, String)],
    format: RecordFormat,
    ended: Option<Ended>,
) -> Result<String, Refusal> {
    let declared = ended.map(|Ended { winner, reason }| Outcome::new(winner, reason));
    let outcome = played.position.outcome().or(declared);
    let tags: Vec<(&str, &str)> = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    match format {
        RecordFormat::Game => {
            let moves: Vec<NotedMove> = played.moves.iter().map(|&mv| mv.into()).collect();
            Ok(notation::write_game(&tags, &played.start, &moves, outcome.as_ref()))
        }
        RecordFormat::Pgn => pgn::write(&tags, &played.start, &played.moves, outcome.as_ref())
            .map_err(|reasons| Refusal::new(format!("PGN can't say this game: {}", reasons.join(", ")))),
    }
}

/// Runs the tests of a definition.
pub fn tests(read: &Read) -> Result<Vec<TestResult>, Refusal> {
    if read.checked.game.is_none() {
        return Err(Refusal::new("the definition has mistakes"));
    }
    let source = read.checked.report.source();
    let result = |result: runner::TestResult| {
        let errors = result.diagnostics.iter().filter(|problem| problem.is_error());
        let messages: Vec<&str> = errors.map(|problem| problem.message.as_str()).collect();
        let own = |problem| Diagnostic::new(source, &read.places, problem, false);
        TestResult {
            place: Place::new(&read.places, result.span),
            passed: result.passed(),
            message: (!result.passed()).then(|| messages.join("; ")),
            diagnostics: result.diagnostics.iter().map(own).collect(),
            name: result.name,
        }
    };
    Ok(runner::run(&read.checked).into_iter().map(result).collect())
}

/// Returns the edit that adds a test to a definition.
pub fn as_test(text: &str, played: &Played, name: &str) -> Edit {
    let edit = record_test::append_test(text, name, &played.start, &played.moves);
    Edit { place: Place::new(&Utf16::new(text), edit.span), text: edit.text }
}

/// Makes definitions of the games of a configuration.
pub fn import(ini: &str) -> Import {
    let collection = Collection::read(&Source::new("variants.ini", ini));
    let mut problems: Vec<Diagnostic> = Vec::new();
    let mut add = |report: &Report| {
        let source = report.source();
        let places = Utf16::new(&source.text);
        // Errors may also be in the games that are built into Fairy-Stockfish.
        let elsewhere = source.name != collection.source().name;
        for error in report.diagnostics().filter(|problem| problem.is_error()) {
            let value = Diagnostic::new(source, &places, error, elsewhere);
            // Several games may inherit the same error.
            if !problems.contains(&value) {
                problems.push(value);
            }
        }
    };
    add(&collection.report());
    let mut definitions = Vec::new();
    for name in collection.names() {
        match collection.import(name) {
            Ok(import) => {
                let warnings =
                    import.warnings.iter().flat_map(Report::diagnostics).map(|warning| warning.message.clone());
                let notes: Vec<String> = import.losses.into_iter().map(|loss| loss.lost).chain(warnings).collect();
                definitions.push(ImportedDefinition { name: import.name, text: import.definition, notes });
            }
            Err(report) => add(&report),
        }
    }
    Import { definitions, problems }
}

/// Writes a new definition: one that changes a built-in game, one made from a position, or one with a man that turns.
pub fn create(title: &str, Base { game, fen }: &Base) -> Result<String, Refusal> {
    let title = Title::new(title).map_err(|mistake| Refusal::new(mistake.message))?;
    // Without a file name the text mentions no commands, which a page does not have.
    match (game, fen) {
        (Some(name), _) => {
            let none = || Refusal::new(format!("there is no built-in game `{name}`"));
            let base = builtin::source(name).ok_or_else(none)?;
            Ok(starter::from_game(&title, None, name, &base, &BuiltIns)?)
        }
        (None, Some(fen)) => starter::from_position(&title, None, fen)
            .map_err(|refused| Refusal::new(sentence(&first_error(&refused.reports)))),
        (None, None) => Ok(starter::plain(&title, None)),
    }
}
