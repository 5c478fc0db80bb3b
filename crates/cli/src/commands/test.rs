//! `weakfish test`.

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::{fmt, io};

use clap::Args;
use weakfish::builtin;
use weakfish::diagnostic::Report;
use weakfish::engine::Game;
use weakfish::notation::board_diagram;
use weakfish::rulebook::diff;
use weakfish::source::Source;
use weakfish::testing::laws::{self, Counterexample, Law, Laws, Tally, Trials};
use weakfish::testing::runner;
use weakfish::testing::stored_moves::{self, Difference, StoredList};

use crate::support::console::{self, Failure, Progress};
use crate::support::files;
use crate::support::load::{self, Loader, STANDARD_INPUT};

/// Case name of the comparison with stored moves.
const STORED_MOVES: &str = "the stored moves";

/// Moves shown of the line to a counterexample.
const MAX_MOVES: usize = 20;

/// Arguments of `weakfish test`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Definitions, folders of them, or names of built-in games; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Only what has this in its name, in large or small letters
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Stores the move lists as they are now
    #[arg(long)]
    pub(crate) accept: bool,
    /// Goes through the move lists that have changed, and asks whether they are to be stored
    #[arg(long, conflicts_with = "accept")]
    pub(crate) review: bool,
}

impl Arguments {
    /// Whether the filter keeps a case of this name.
    fn wants(&self, name: &str) -> bool {
        self.filter.as_ref().is_none_or(|filter| name.to_lowercase().contains(&filter.to_lowercase()))
    }
}

/// Tests all definitions and prints the results; fails if a case failed, or if the filter leaves none.
pub(crate) fn run(loader: Loader<'_>, args: &Arguments) -> Result<(), Failure> {
    let paths = load::expand_paths(&args.paths)?;
    let mut progress = Progress::new();
    let (mut tested, mut failed) = (0, 0);
    for (number, path) in (1..).zip(&paths) {
        let prefix = format!("{number} of {}: {path}", paths.len());
        progress.show(&prefix);
        let only = paths.len() == 1;
        let mut tester = Tester { loader, path, args, progress: &mut progress, prefix, only, tested: 0, failed: 0 };
        match tester.run_cases() {
            Err(Failure::Reports(reports)) => {
                tester.print_reports(&reports);
                tester.count(false);
            }
            outcome => outcome?,
        }
        (tested, failed) = (tested + tester.tested, failed + tester.failed);
    }
    progress.clear();
    if tested == 0 {
        let filter = args.filter.as_deref().unwrap_or_default();
        console::eprint(format_args!("nothing tested: no test has `{filter}` in its name"));
        return Err(Failure::Reported);
    }
    if failed > 0 { Err(Failure::Reported) } else { Ok(()) }
}

/// Tests one definition.
struct Tester<'t> {
    loader: Loader<'t>,
    path: &'t str,
    args: &'t Arguments,
    progress: &'t mut Progress,
    /// Progress of the whole run.
    prefix: String,
    /// Whether this is the only definition.
    only: bool,
    /// The number of cases: its tests, laws, and stored move lists.
    tested: usize,
    failed: usize,
}

impl Tester<'_> {
    /// Runs the tests of the definition, checks the laws and compares the stored moves; counts a case for
    /// each.
    fn run_cases(&mut self) -> Result<(), Failure> {
        let source = load::read_definition(self.path)?;
        let checked = self.loader.check(&source);
        let (path, args) = (self.path, self.args);
        // Those that are not wanted have lists to store, too.
        let all = runner::run(&checked);
        let game = checked.into_game()?;
        let results: Vec<_> = all.iter().filter(|result| args.wants(&result.name)).collect();
        if results.is_empty() && args.filter.is_none() {
            self.print_note(format_args!("{path}: no tests are written in it"));
        }
        let mut diagnostics = Vec::new();
        for result in results {
            let passed = result.passed();
            self.print_line(format_args!("{path}: {}: {}", result.name, if passed { "passed" } else { "failed" }))?;
            self.count(passed);
            diagnostics.extend(result.diagnostics.iter().cloned());
        }
        if !diagnostics.is_empty() {
            self.print_reports(&[Report::new(&source, diagnostics)]);
        }
        self.check_laws(&game)?;
        let of_tests = all.iter().flat_map(|result| result.lists.iter().cloned());
        let lists: Vec<_> = stored_moves::of_setups(&game).into_iter().chain(of_tests).collect();
        self.compare_stored_moves(&source, &game, &lists)
    }

    /// Counts a case.
    fn count(&mut self, passed: bool) {
        self.tested += 1;
        self.failed += usize::from(!passed);
    }

    /// Prints how a case has failed, and counts it.
    fn fail(&mut self, heading: fmt::Arguments<'_>, details: &[String]) -> Result<(), Failure> {
        self.print_line(heading)?;
        details.iter().try_for_each(|detail| self.print_line(format_args!("  {detail}")))?;
        self.count(false);
        Ok(())
    }

    /// Prints a note on standard error.
    fn print_note(&mut self, text: fmt::Arguments<'_>) {
        self.progress.clear();
        console::eprint(text);
    }

    /// Prints a line on standard output.
    fn print_line(&mut self, text: fmt::Arguments<'_>) -> Result<(), Failure> {
        self.progress.clear();
        console::print(text)
    }

    /// Prints reports.
    fn print_reports(&mut self, reports: &[Report]) {
        self.progress.clear();
        reports.iter().for_each(console::print_report);
    }

    /// Checks the laws (property-based tests) on random games.
    fn check_laws(&mut self, game: &Game) -> Result<(), Failure> {
        let (path, args) = (self.path, self.args);
        if !Law::ALL.into_iter().any(|law| args.wants(law.name())) {
            return Ok(());
        }
        let trials = Trials::default();
        let mut laws = Laws::new(game, trials);
        while laws.play_one() {
            self.progress.show(format_args!("{}: random game {} of {}", self.prefix, laws.tally().games, trials.games));
        }
        let mut held = 0;
        for result in laws.results().into_iter().filter(|result| args.wants(result.law.name())) {
            let name = result.law.name();
            match result.verdict {
                laws::Verdict::Broken(example) => {
                    self.fail(format_args!("{path}: {name}: failed"), &counterexample_lines(&example))?;
                }
                laws::Verdict::LeftOut(_) => self.count(true),
                laws::Verdict::Holds => {
                    held += 1;
                    self.count(true);
                }
            }
        }
        let laws_hold = if held == 1 { "1 law holds".to_owned() } else { format!("{held} laws hold") };
        self.print_line(format_args!("{path}: {laws_hold} in {}", tally_text(laws.tally())))
    }

    /// Compares the move lists of setups and tests with the stored ones (golden file `.moves`), or stores them with
    /// `--accept`, or with `--review` those that are accepted.
    fn compare_stored_moves(&mut self, source: &Source, game: &Game, lists: &[StoredList]) -> Result<(), Failure> {
        let args = self.args;
        // A built-in game or standard input has no file beside it.
        let has_place = builtin::source(self.path).is_none() && self.path != STANDARD_INPUT;
        if !has_place || !args.accept && !args.wants(STORED_MOVES) {
            return Ok(());
        }
        let path = Path::new(&source.name).with_extension("moves");
        let name = path.to_string_lossy();
        let rules = StoredList::of_rules(diff::rule_lines(game));
        let now = stored_moves::write(&[rules]) + &stored_moves::write(lists);
        if args.accept {
            files::write_atomically(&path, &now)?;
            self.print_line(format_args!("{name}: stored"))?;
            self.count(true);
            return Ok(());
        }
        let asked = lists.len() > game.variant().setups.len();
        if !path.exists() && !asked && !args.review {
            if self.only && args.filter.is_none() {
                self.print_note(format_args!("{name}: no move lists are stored; `--accept` stores them"));
            }
            self.count(true);
            return Ok(());
        }
        let stored = if path.exists() { load::read_file(&name)?.text } else { String::new() };
        let nothing_stored = stored.trim().is_empty();
        let mut differences = stored_moves::differences(&stored, &now);
        let other_moves = differences.iter().any(|difference| !difference.lines.is_empty());
        let rules = if other_moves { stored_moves::changed_rules(&stored, &now) } else { Vec::new() };
        if args.review && !differences.is_empty() {
            if !rules.is_empty() {
                self.print_line(format_args!("changed rules"))?;
                rules.iter().try_for_each(|line| console::print_diff(&format!("{line}\n")))?;
            }
            let accepted = self.review(game, lists, stored_moves::differences_by_cause(&stored, &now))?;
            if !accepted.is_empty() {
                files::write_atomically(&path, &stored_moves::accepted(&stored, &now, &accepted))?;
                differences.retain(|difference| !accepted.contains(&difference.heading));
            }
        }
        if !differences.is_empty() {
            let other_moves = differences.iter().any(|difference| !difference.lines.is_empty());
            let found = if nothing_stored && differences.len() == lists.len() {
                "nothing is stored yet; `--accept` stores these lists, `--review` asks for each"
            } else if other_moves {
                "other moves than stored (-), namely (+); `--review` goes through them"
            } else {
                "other lists than stored; `--review` goes through them"
            };
            let indented = |lines: &[String]| lines.iter().map(|line| format!("  {line}")).collect::<Vec<_>>();
            let mut details = Vec::new();
            if !rules.is_empty() && other_moves {
                details.push("changed rules".to_owned());
                details.extend(indented(&rules));
            }
            for Difference { heading, summary, lines, .. } in &differences {
                details.push(format!("{heading}: {summary}"));
                details.extend(indented(lines));
            }
            return self.fail(format_args!("{name}: {found}"), &details);
        }
        self.print_line(format_args!("{name}: the same moves"))?;
        self.count(true);
        Ok(())
    }

    /// Shows the lists that differ, with their boards, and asks once for all of a group. Returns the headings of those that are
    /// accepted; at the end of the input the rest is skipped.
    fn review(
        &mut self,
        game: &Game,
        lists: &[StoredList],
        groups: Vec<Vec<Difference>>,
    ) -> Result<BTreeSet<String>, Failure> {
        let mut accepted = BTreeSet::new();
        let mut input = io::stdin().lines();
        let mut groups = VecDeque::from(groups);
        let mut number = 0;
        while let Some(group) = groups.pop_front() {
            number += 1;
            let several = group.len() > 1;
            self.show_group(game, lists, &group, &format!("{number} of {}", number + groups.len()))?;
            let headings = group.iter().map(|difference| difference.heading.clone());
            loop {
                console::print_text(if several {
                    "accept, skip, ask of each, accept all or quit (a, s, each, all, q)? "
                } else {
                    "accept, skip, accept all or quit (a, s, all, q)? "
                })?;
                console::flush()?;
                let Some(answer) = input.next().transpose()? else {
                    console::print("")?;
                    return Ok(accepted);
                };
                match answer.trim() {
                    "a" | "accept" => accepted.extend(headings),
                    "s" | "skip" => {}
                    "each" if several => {
                        number -= 1;
                        group.into_iter().rev().for_each(|difference| groups.push_front(vec![difference]));
                    }
                    "all" => {
                        let rest = groups.iter().flatten().map(|difference| difference.heading.clone());
                        accepted.extend(headings.chain(rest));
                        return Ok(accepted);
                    }
                    "q" | "quit" => return Ok(accepted),
                    _ => continue,
                }
                break;
            }
        }
        Ok(accepted)
    }
    /// Shows lists that change alike, each with its board, under their number.
    fn show_group(
        &mut self,
        game: &Game,
        lists: &[StoredList],
        group: &[Difference],
        number: &str,
    ) -> Result<(), Failure> {
        let mut before = format!("{number}: ");
        if group.len() > 1 {
            self.print_line(format_args!("{before}{} lists change alike", group.len()))?;
            before.clear();
        }
        let mut shown: Vec<(&Difference, Option<&StoredList>)> = Vec::new();
        for difference in group {
            let Difference { heading, summary, lines, .. } = difference;
            let list = lists.iter().find(|list| list.heading == *heading);
            let of_same_list = |(other, of): &&(&Difference, Option<&StoredList>)| {
                other.lines == *lines && of.map(|list| &list.lines) == list.map(|list| &list.lines)
            };
            if let Some((other, _)) = shown.iter().find(of_same_list) {
                self.print_line(format_args!("{heading}: as {}", other.heading))?;
                continue;
            }
            self.print_line(format_args!("{before}{heading}: {summary}"))?;
            if let Some(list) = list.filter(|list| !list.men.is_empty()) {
                console::print_drawing(&board_diagram::draw(game.variant(), &list.men))?;
            }
            // Of a list that is not stored yet, all lines are new.
            let new = list.filter(|_| lines.is_empty()).map_or(&[][..], |list| &list.lines);
            lines.iter().try_for_each(|line| console::print_diff(&format!("{line}\n")))?;
            new.iter().try_for_each(|line| console::print_diff(&format!("+ {line}\n")))?;
            shown.push((difference, list));
        }
        Ok(())
    }
}

/// Details of a broken law.
fn counterexample_lines(example: &Counterexample) -> Vec<String> {
    let left_out = example.moves.len().saturating_sub(MAX_MOVES);
    let moves = example.moves[left_out..].join(" ");
    let played = match (example.moves.len(), left_out) {
        (0, _) => String::new(),
        (_, 0) => format!(" after {moves}"),
        (all, _) => format!(" after {all} plies, the last of them {moves}"),
    };
    vec![example.what.clone(), format!("from setup {}{played}", example.setup), format!("position {}", example.fen)]
}

/// Statistics of the random games, as text.
fn tally_text(tally: Tally) -> String {
    let results = [
        (tally.white, "won by White"),
        (tally.black, "won by Black"),
        (tally.draws, "drawn"),
        (tally.claims, "a draw on claim"),
        (tally.unfinished, "not over"),
    ];
    let results: Vec<String> =
        results.into_iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}")).collect();
    format!("{} random games, {} plies: {}", tally.games, tally.plies, results.join(", "))
}
