//! `workspace/executeCommand`: tests of a definition, and perft.

use lsp_server::ErrorCode;
use lsp_types::{ExecuteCommandParams, MessageType, ShowMessageParams};
use serde_json::{Value, json};
use weakfish::check::Checked;
use weakfish::diagnostic::Report;
use weakfish::engine::Game;
use weakfish::testing::runner::{self, TestResult};

use super::documents::Documents;
use super::refusal::{Refusal, read_owned};

/// Runs one test of a text: its URI, and the name of the test.
pub(super) const TEST: &str = "weakfish.runTest";

/// Runs all tests of a text: its URI.
pub(super) const TESTS: &str = "weakfish.runTests";

/// Counts the sequences of moves from a setup: the URI, and the name of the setup.
pub(super) const PERFT: &str = "weakfish.perft";

/// Sequences counted at most, ply by ply: an instant.
const MAX_SEQUENCES: u64 = 100_000;

/// Counting ends at this ply.
const MAX_DEPTH: u32 = 6;

/// Result of a command: a message for the user, and the same as data.
type Done = (ShowMessageParams, Value);

/// Runs a command.
pub(super) fn run(documents: &mut Documents<'_>, params: Value) -> Result<Done, Refusal> {
    let ExecuteCommandParams { command, arguments, .. } = read_owned(params)?;
    let command = command.as_str();
    let missing = |what: &str| Refusal::new(ErrorCode::InvalidParams, format!("`{command}` needs {what}"));
    if ![TEST, TESTS, PERFT].contains(&command) {
        return Err(Refusal::new(ErrorCode::InvalidParams, format!("there is no command `{command}`")));
    }
    let text = |at: usize| arguments.get(at).and_then(Value::as_str);
    let uri = text(0).and_then(|uri| uri.parse().ok()).ok_or_else(|| missing("the URI of an open definition"))?;
    let (_, checked) = documents.checked(&uri).ok_or_else(|| missing("the URI of an open definition"))?;
    let game = checked.game.as_ref();
    let game = game.ok_or_else(|| Refusal::new(ErrorCode::RequestFailed, "the definition has mistakes"))?;
    match command {
        TESTS => Ok(tests(checked, &runner::run(checked))),
        TEST => {
            let name = text(1).ok_or_else(|| missing("the name of a test"))?;
            Ok(tests(checked, &runner::run_some(checked, |other| other == name)))
        }
        _ => perft(game, text(1).ok_or_else(|| missing("the name of a setup"))?),
    }
}

fn tests(checked: &Checked, results: &[TestResult]) -> Done {
    let passed = results.iter().filter(|result| result.passed()).count();
    let mut lines = vec![match (results, results.len() - passed) {
        ([], _) => "there is no such test".to_owned(),
        ([only], 0) => format!("\"{}\" passed", only.name),
        (_, 0) => format!("all {passed} tests passed"),
        (_, failed) => format!("{failed} of {} failed", results.len()),
    }];
    let source = checked.report.source();
    for result in results.iter().filter(|result| !result.passed()) {
        lines.push(format!("\"{}\":", result.name));
        let report = Report::new(source, result.diagnostics.clone());
        for located in report.located() {
            let line = source.line_column(located.diagnostic.span().start).0;
            lines.push(format!("line {line}: {}", located.diagnostic.message));
        }
    }
    let all_passed = passed == results.len() && passed > 0;
    let data = results.iter().map(|result| json!({ "name": result.name, "passed": result.passed() }));
    let typ = if all_passed { MessageType::INFO } else { MessageType::WARNING };
    (ShowMessageParams { typ, message: lines.join("\n") }, data.collect())
}

fn perft(game: &Game, setup: &str) -> Result<Done, Refusal> {
    let id = game.variant().setup_named(setup);
    let id = id.ok_or_else(|| Refusal::new(ErrorCode::RequestFailed, format!("there is no setup `{setup}`")))?;
    let start = game.start_of(id);
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=MAX_DEPTH {
        counts.push(start.perft(depth));
        if counts.last().is_none_or(|&count| count == 0 || count > MAX_SEQUENCES) {
            break;
        }
    }
    let shown: Vec<_> = counts.iter().enumerate().map(|(at, count)| format!("perft {}: {count}", at + 1)).collect();
    let message = format!("{setup}: {}", shown.join(", "));
    Ok((ShowMessageParams { typ: MessageType::INFO, message }, json!(counts)))
}
