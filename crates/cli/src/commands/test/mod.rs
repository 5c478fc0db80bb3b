//! `weakfish test`.

mod cases;
mod junit;

use std::path::Path;

use cases::{Case, Tested, Verdict};

use weakfish::builtin;
use weakfish::diagnostic::Report;
use weakfish::engine::Game;
use weakfish::source::Source;
use weakfish::testing::laws::{self, Counterexample, Law, Laws, Tally, Trials};
use weakfish::testing::{runner, stored_moves};

use crate::arguments::TestFormat;
use crate::support::console::{self, Failure};
use crate::support::load::{self, Loader, STANDARD_INPUT};
use crate::support::progress::Progress;
use crate::support::{paths, write};

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
    let paths = paths::definitions(paths)?;
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
        TestFormat::Junit => console::page(&junit::page(&results))?,
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
            write::replace(&name, &stored_moves::write(game))?;
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
