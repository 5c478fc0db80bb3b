//! `weakfish test`.

use std::path::Path;

use weakfish::builtin;
use weakfish::diagnostic::Report;
use weakfish::engine::Game;
use weakfish::source::Source;
use weakfish::testing::laws::{self, Counterexample, Law, Laws, Tally, Trials};
use weakfish::testing::{runner, stored_moves};

use crate::arguments::TestFormat;
use crate::support::console::{self, Failure, Progress};
use crate::support::files;
use crate::support::load::{self, Loader, STANDARD_INPUT};

/// The name under which the comparison with stored moves is listed.
const STORED_MOVES: &str = "the stored moves";

/// The name under which the definition itself is listed, if it has errors.
const DEFINITION: &str = "the definition";

/// Moves shown of the way to a counterexample.
const MAX_MOVES: usize = 20;

/// Settings of a test run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// Only what has this in its name.
    pub(crate) filter: Option<&'a str>,
    /// Stores the moves as they are now.
    pub(crate) accept: bool,
    pub(crate) format: TestFormat,
}

impl Wanted<'_> {
    fn wants(self, name: &str) -> bool {
        self.filter.is_none_or(|filter| name.to_lowercase().contains(&filter.to_lowercase()))
    }
}

/// Tests definitions.
pub(crate) fn run(loader: Loader<'_>, paths: &[String], wanted: Wanted<'_>) -> Result<(), Failure> {
    let paths = load::definitions(paths)?;
    let mut results = Vec::new();
    let mut progress = Progress::new();
    for (number, path) in (1..).zip(&paths) {
        let at = format!("{number} of {}: {path}", paths.len());
        let alone = paths.len() == 1;
        let mut tester = Tester { loader, path, wanted, progress: &mut progress, at, alone };
        results.push(tester.one()?);
    }
    progress.clear();
    match wanted.format {
        TestFormat::Human => {}
        TestFormat::Junit => console::page(&junit(&results))?,
    }
    if results.iter().all(|tested| tested.cases.is_empty()) {
        console::note(format_args!("nothing tested: no test has `{}` in its name", wanted.filter.unwrap_or_default()));
        return Err(Failure::Reported);
    }
    if results.iter().any(Tested::failed) { Err(Failure::Reported) } else { Ok(()) }
}

/// Tests one definition.
struct Tester<'t> {
    loader: Loader<'t>,
    path: &'t str,
    wanted: Wanted<'t>,
    progress: &'t mut Progress,
    /// Progress of the whole run.
    at: String,
    /// Whether no other definition is tested.
    alone: bool,
}

impl Tester<'_> {
    fn one(&mut self) -> Result<Tested, Failure> {
        self.progress.show(&self.at);
        let mut cases = Vec::new();
        match self.all(&mut cases) {
            Err(Failure::Reports(reports)) => {
                self.reports(&reports);
                cases.push(Case::new(DEFINITION, Verdict::Failed(reports.iter().flat_map(located).collect())));
            }
            done => done?,
        }
        Ok(Tested { path: self.path.to_owned(), cases })
    }

    fn all(&mut self, cases: &mut Vec<Case>) -> Result<(), Failure> {
        let source = load::source(self.path)?;
        let checked = self.loader.check(&source);
        let wanted = self.wanted;
        let results = runner::run_some(&checked, |name| wanted.wants(name));
        let game = checked.into_game()?;
        if results.is_empty() && wanted.filter.is_none() && self.is_human() {
            self.note(&format!("{}: no tests are written in it", self.path));
        }
        let mut diagnostics = Vec::new();
        for result in results {
            let report = Report::new(&source, result.diagnostics.clone());
            let verdict = if result.passed() { Verdict::Passed } else { Verdict::Failed(located(&report)) };
            self.case(cases, Case::new(&result.name, verdict))?;
            diagnostics.extend(result.diagnostics);
        }
        if !diagnostics.is_empty() {
            self.reports(&[Report::new(&source, diagnostics)]);
        }
        self.laws(cases, &game)?;
        self.stored_moves(cases, &source, &game)
    }

    fn is_human(&self) -> bool {
        self.wanted.format == TestFormat::Human
    }

    fn note(&mut self, text: &str) {
        self.progress.clear();
        console::note(text);
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        if self.is_human() {
            self.progress.clear();
            console::line(text)?;
        }
        Ok(())
    }

    fn reports(&mut self, reports: &[Report]) {
        if self.is_human() {
            self.progress.clear();
            reports.iter().for_each(console::report);
        }
    }

    /// Tells what came of a case, and keeps it.
    fn case(&mut self, cases: &mut Vec<Case>, case: Case) -> Result<(), Failure> {
        let verdict = if case.failed() { "failed" } else { "passed" };
        self.line(&format!("{}: {}: {verdict}", self.path, case.name))?;
        cases.push(case);
        Ok(())
    }

    /// Holds the laws that need no test to be written.
    fn laws(&mut self, cases: &mut Vec<Case>, game: &Game) -> Result<(), Failure> {
        let wanted = self.wanted;
        if !Law::ALL.into_iter().any(|law| wanted.wants(law.name())) {
            return Ok(());
        }
        let trials = Trials::default();
        let mut laws = Laws::new(game, trials);
        while laws.play_one() {
            self.progress.show(format_args!("{}: random game {} of {}", self.at, laws.tally().games, trials.games));
        }
        let mut held = 0;
        for result in laws.results().into_iter().filter(|result| wanted.wants(result.law.name())) {
            let name = result.law.name();
            match result.verdict {
                laws::Verdict::Broken(example) => {
                    let heading = format!("{}: {name}: failed", self.path);
                    self.failed(cases, name, &heading, broken(&example))?;
                }
                laws::Verdict::LeftOut(reason) => cases.push(Case::new(name, Verdict::LeftOut(reason))),
                _ => {
                    held += 1;
                    cases.push(Case::new(name, Verdict::Passed));
                }
            }
        }
        let laws_hold = if held == 1 { "1 law holds".to_owned() } else { format!("{held} laws hold") };
        self.line(&format!("{}: {laws_hold} in {}", self.path, games(laws.tally())))
    }

    /// Compares the moves from the start of each setup with those stored beside the definition, or stores them.
    fn stored_moves(&mut self, cases: &mut Vec<Case>, source: &Source, game: &Game) -> Result<(), Failure> {
        // A built-in game or standard input has no file beside it.
        let has_place = builtin::source(self.path).is_none() && self.path != STANDARD_INPUT;
        if !has_place || !self.wanted.accept && !self.wanted.wants(STORED_MOVES) {
            return Ok(());
        }
        let path = Path::new(&source.name).with_extension("moves");
        let name = path.to_string_lossy().into_owned();
        if self.wanted.accept {
            files::replace(&name, &stored_moves::write(game))?;
            self.line(&format!("{name}: stored"))?;
            cases.push(Case::new(STORED_MOVES, Verdict::Passed));
            return Ok(());
        }
        if !path.exists() {
            if self.is_human() && self.alone && self.wanted.filter.is_none() {
                self.note(&format!("{name}: no move lists are stored; `--accept` stores them"));
            }
            cases.push(Case::new(STORED_MOVES, Verdict::LeftOut("none are stored".to_owned())));
            return Ok(());
        }
        let differences = stored_moves::differences(&load::text_file(&name)?.text, &stored_moves::write(game));
        if differences.is_empty() {
            self.line(&format!("{name}: the same moves"))?;
            cases.push(Case::new(STORED_MOVES, Verdict::Passed));
        } else {
            let heading = format!("{name}: other moves than stored (-), namely (+)");
            self.failed(cases, STORED_MOVES, &heading, differences)?;
        }
        Ok(())
    }

    /// Tells how a case has failed, and keeps it.
    fn failed(
        &mut self,
        cases: &mut Vec<Case>,
        name: &str,
        heading: &str,
        details: Vec<String>,
    ) -> Result<(), Failure> {
        self.line(heading)?;
        details.iter().try_for_each(|detail| self.line(&format!("  {detail}")))?;
        cases.push(Case::new(name, Verdict::Failed(details)));
        Ok(())
    }
}

/// The diagnostics of a report, a line each.
fn located(report: &Report) -> Vec<String> {
    report.located().map(|located| located.to_string()).collect()
}

/// Details of a broken law.
fn broken(example: &Counterexample) -> Vec<String> {
    let left_out = example.moves.len().saturating_sub(MAX_MOVES);
    let moves = example.moves[left_out..].join(" ");
    let played = match (example.moves.len(), left_out) {
        (0, _) => String::new(),
        (_, 0) => format!(" after {moves}"),
        (all, _) => format!(" after {all} plies, the last of them {moves}"),
    };
    vec![example.what.clone(), format!("from setup {}{played}", example.setup), format!("position {}", example.fen)]
}

/// How the random games ended.
fn games(tally: Tally) -> String {
    let ends = [
        (tally.white, "won by White"),
        (tally.black, "won by Black"),
        (tally.draws, "drawn"),
        (tally.claims, "a draw on claim"),
        (tally.unfinished, "not over"),
    ];
    let ends: Vec<String> =
        ends.into_iter().filter(|(count, _)| *count > 0).map(|(count, how)| format!("{count} {how}")).collect();
    format!("{} random games, {} plies: {}", tally.games, tally.plies, ends.join(", "))
}

/// A definition with its test results.
#[derive(Debug)]
pub(crate) struct Tested {
    /// The name of the definition.
    pub(crate) path: String,
    pub(crate) cases: Vec<Case>,
}

/// One thing that was tested.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) verdict: Verdict,
}

/// Verdict of a test case.
#[derive(Debug)]
pub(crate) enum Verdict {
    Passed,
    /// Failed, with details, a line each.
    Failed(Vec<String>),
    /// Skipped, with the reason.
    LeftOut(String),
}

impl Case {
    pub(crate) fn new(name: &str, verdict: Verdict) -> Self {
        Self { name: name.to_owned(), verdict }
    }

    pub(crate) fn failed(&self) -> bool {
        matches!(self.verdict, Verdict::Failed(_))
    }
}

impl Tested {
    pub(crate) fn failed(&self) -> bool {
        self.cases.iter().any(Case::failed)
    }
}

/// The page of some results.
fn junit(results: &[Tested]) -> String {
    let suites: String = results.iter().map(suite).collect();
    let counts = counts(results.iter().flat_map(|tested| &tested.cases));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"weakfish\"{counts}>\n{suites}</testsuites>\n"
    )
}

fn suite(tested: &Tested) -> String {
    let path = escaped(&tested.path);
    let cases: String = tested.cases.iter().map(|case| test_case(&path, case)).collect();
    format!("  <testsuite name=\"{path}\"{}>\n{cases}  </testsuite>\n", counts(&tested.cases))
}

fn test_case(path: &str, case: &Case) -> String {
    let head = format!("    <testcase classname=\"{path}\" name=\"{}\"", escaped(&case.name));
    match &case.verdict {
        Verdict::Passed => format!("{head}/>\n"),
        Verdict::LeftOut(reason) => {
            format!("{head}>\n      <skipped message=\"{}\"/>\n    </testcase>\n", escaped(reason))
        }
        Verdict::Failed(details) => format!(
            "{head}>\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
            escaped(details.first().map_or("", String::as_str)),
            escaped(&details.join("\n"))
        ),
    }
}

fn counts<'a>(cases: impl IntoIterator<Item = &'a Case>) -> String {
    let (mut tests, mut failures, mut skipped) = (0, 0, 0);
    for case in cases {
        tests += 1;
        match case.verdict {
            Verdict::Passed => {}
            Verdict::Failed(_) => failures += 1,
            Verdict::LeftOut(_) => skipped += 1,
        }
    }
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"")
}

/// A text as XML has it. Control characters have no place in XML 1.0 at all.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if c < ' ' || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
