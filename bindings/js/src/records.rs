//! Games as texts, tests, and definitions from elsewhere.

use weakfish::check::SymbolKind;
use weakfish::diagnostic::{Diagnostic, Report};
use weakfish::engine::Game;
use weakfish_fairy_stockfish::Collection;
use weakfish::model::SetupId;
use weakfish::notation::replay::{self, Line};
use weakfish::notation::{self, NotedMove, fen, pgn};
use weakfish::source::{Source, Span, Utf16};
use weakfish::testing::{record_test, runner};

use crate::convert;
use crate::definitions::Read;
use crate::games;
use crate::play;
use crate::positions::Played;
use crate::refusal::Refusal;
use crate::types::{
    self, Edit, Ended, Import, Imported, Problem, RecordFormat, Replayed, Tags, TestResult, TestResults,
};

/// Reads a game that is written down.
pub fn replay(game: &Game, text: &str) -> Replayed {
    let replay = replay::replay(game, SetupId::default(), text);
    let places = Utf16::new(text);
    let first = replay.diagnostics.iter().find(|problem| problem.is_error());
    let problem = first.map(|problem| {
        let range = places.of_span(problem.span());
        Problem { message: problem.message.clone(), start: range.start, end: range.end }
    });
    let mut read = Replayed { setup: None, fen: None, moves: Vec::new(), outcome: None, problem };
    let Some(Line { start, plies, outcome, .. }) = replay.last() else { return read };
    let setup = start.setup();
    read.setup = game.variant().setups.get(setup.index()).map(|setup| setup.name.clone());
    read.fen = Some(fen::write(start)).filter(|text| *text != fen::write(&game.start_of(setup)));
    read.moves = plies.iter().map(|ply| ply.text.clone()).collect();
    read.outcome = outcome.as_ref().map(play::told);
    read
}

/// Writes a game down.
pub fn record(
    played: &Played,
    Tags(tags): &Tags,
    format: RecordFormat,
    ended: Option<Ended>,
) -> Result<String, Refusal> {
    let declared =
        ended.map(|ended| weakfish::Outcome { winner: ended.winner.map(Into::into), reason: ended.reason.into() });
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
pub fn tests(read: &Read) -> Result<TestResults, Refusal> {
    if read.checked.game.is_none() {
        return Err(Refusal::new("the definition has mistakes"));
    }
    let mut names: Vec<(usize, Span)> = Vec::new();
    for symbol in read.checked.symbols.iter() {
        if let SymbolKind::Test(number) = symbol.kind {
            names.push((number, symbol.definition.span));
        }
    }
    names.sort_unstable();
    let results = runner::run(&read.checked).into_iter().zip(names);
    let source = read.checked.report.source();
    let result = |(result, (_, span)): (runner::TestResult, (usize, Span))| {
        let place = convert::place(&read.places, span);
        let passed = result.passed();
        let problems = result.diagnostics.iter().filter(|problem| problem.is_error());
        let messages: Vec<&str> = problems.map(|problem| problem.message.as_str()).collect();
        TestResult {
            name: result.name,
            start: place.start,
            end: place.end,
            passed,
            message: (!passed).then(|| messages.join("; ")),
            diagnostics: games::diagnostics(source, &read.places, &result.diagnostics),
        }
    };
    Ok(TestResults(results.map(result).collect()))
}

/// The change that adds a test to a definition.
pub fn as_test(text: &str, played: &Played, name: &str) -> Edit {
    convert::edit(&Utf16::new(text), &record_test::test(text, name, &played.start, &played.moves))
}

/// Makes definitions of the games of a configuration.
pub fn import(ini: &str) -> Import {
    let collection = Collection::read(&Source::new("variants.ini", ini));
    let mut mistakes = Mistakes { own: collection.source(), found: Vec::new(), told: Vec::new() };
    mistakes.tell(&collection.report());
    let mut definitions = Vec::new();
    for name in collection.names() {
        match collection.import(name) {
            Ok(import) => definitions.push(Imported {
                name: import.name,
                text: import.definition,
                notes: import.losses.into_iter().map(|loss| loss.lost).collect(),
            }),
            Err(report) => mistakes.tell(&report),
        }
    }
    Import { definitions, problems: mistakes.told }
}

/// What is wrong with a configuration, each mistake once, however many games have it.
struct Mistakes<'a> {
    own: &'a Source,
    found: Vec<Diagnostic>,
    told: Vec<types::Diagnostic>,
}

impl Mistakes<'_> {
    /// Adds the errors of a report, which may be about the games that are built into Fairy-Stockfish.
    fn tell(&mut self, report: &Report) {
        let places = Utf16::new(&report.source().text);
        let elsewhere = report.source().name != self.own.name;
        for error in report.diagnostics().filter(|diagnostic| diagnostic.is_error()) {
            if !self.found.contains(error) {
                self.found.push(error.clone());
                self.told.push(games::told(report.source(), &places, error, elsewhere));
            }
        }
    }
}
