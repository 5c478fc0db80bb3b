//! Suggestions: what was probably meant by lines that can't be read, and the fixes of which that is certain.
//!
//! A definition with errors is read again with the likely fix of every refused line, so that none of them hides another
//! mistake; every place is led back to the text as it was written. A definition without errors never comes here.

mod comments;
mod fix;
mod gaps;
mod men;
mod misspelt;
mod other_program;
mod patch;
mod rewrites;
mod rows;
mod search;
mod signs;
mod slips;
mod wordings;

pub mod mend;

use crate::check::{Checked, Checker, Resolver};
use crate::diagnostic::Report;
use crate::source::Source;
use crate::syntax::trial::{self, Statement};
use fix::{Fix, Line};
use patch::Patch;
use slips::Trials;

/// Fixed lines can show refused ones that were hidden, as under a heading that can't be read. No more rounds are made.
const MAX_ROUNDS: usize = 6;

/// Checks a definition as [`Checker::check`] does, and says of the lines that can't be read what was probably meant.
///
/// ```
/// use weakfish::check::Checker;
/// use weakfish::{BuiltIns, Source, suggest};
///
/// let source = Source::new("slow.variant", "game \"Slow\" extends fide\nmen\n  Q queen: W # slow\n");
/// let checked = suggest::check(&mut Checker::new(), &source, &BuiltIns);
/// let error = checked.report.diagnostics().next().unwrap();
/// assert_eq!(error.message, "`#` begins no comment");
/// assert_eq!(error.edits[0].text, "//");
/// ```
pub fn check(checker: &mut Checker, source: &Source, resolver: &dyn Resolver) -> Checked {
    let mut checked = checker.check(source, resolver);
    if checked.game.is_some() {
        return checked;
    }
    for report in checked.base_reports.iter_mut().filter(|report| report.errors() > 0) {
        if let Some(suggested) = suggested(checker, report.source(), resolver) {
            *report = suggested.report;
        }
    }
    match suggested(checker, source, resolver) {
        Some(suggested) => Checked { base_reports: checked.base_reports, ..suggested },
        None => checked,
    }
}

/// Checks a definition with fixes for its refused lines, if there are any. It makes no game.
fn suggested(checker: &mut Checker, source: &Source, resolver: &dyn Resolver) -> Option<Checked> {
    if let Some(other) = other_program::diagnostic(&source.text) {
        let nothing = checker.check_lines(&Source::new(source.name.clone(), ""), resolver);
        return Some(Checked { report: Report::new(source, vec![other]), ..nothing });
    }
    let (patch, fixes) = fixes_of(&source.text);
    let text = patch.apply(&source.text).filter(|_| !fixes.is_empty())?;
    let mut checked = checker.check_lines(&Source::new(source.name.clone(), text), resolver);
    let others = checked.report.diagnostics().map(|diagnostic| patch.before(diagnostic.clone()));
    let diagnostics = fixes.into_iter().map(Fix::into_diagnostic).chain(others).collect();
    checked.move_places(|span| patch.place(span));
    Some(Checked { game: None, report: Report::new(source, diagnostics), ..checked })
}

/// Finds the likely fixes of all refused lines of a text, with their places in it.
fn fixes_of(text: &str) -> (Patch, Vec<Fix>) {
    let (mut patch, mut fixes): (Patch, Vec<Fix>) = (Patch::default(), Vec::new());
    let trials = Trials::default();
    for round in 0..MAX_ROUNDS {
        let Some(fixed) = patch.apply(text) else { break };
        let blocks = if round == 0 { comments::blocks(&fixed) } else { Vec::new() };
        let found = if blocks.is_empty() { fixes_of_statements(&fixed, &trials) } else { blocks };
        let known = fixes.len();
        for mut fix in found {
            fix.edits.iter_mut().for_each(|edit| patch::take_whole_line(&fixed, edit));
            // The text of a fix of an earlier round is not changed again.
            fixes.extend(patch.fix(fix));
        }
        if fixes.len() == known {
            break;
        }
        patch.extend(fixes[known..].iter().flat_map(|fix| &fix.edits));
    }
    (patch, fixes)
}

/// Finds the likely fixes of the refused statements of a text.
fn fixes_of_statements(text: &str, trials: &Trials) -> Vec<Fix> {
    let (statements, title_end) = trial::statements(text);
    let mut fixes: Vec<Fix> = Vec::new();
    let mut last_fixed = None;
    for (at, &Statement { text, start, section, is_refused }) in statements.iter().enumerate() {
        let line = Line { text, section };
        let follows = last_fixed.is_some_and(|last| last + 1 == at);
        let base = rewrites::base(line).zip(title_end);
        let found = match (is_refused, base) {
            (true, Some((base, end))) => vec![rewrites::base_in_title(line, base, start, end)],
            (true, None) => search::fixes(line, trials).into_iter().map(|fix| fix.shifted(start)).collect(),
            (false, _) if follows => rows::file_letters(line).into_iter().map(|fix| fix.shifted(start)).collect(),
            (false, _) => Vec::new(),
        };
        for fix in found {
            last_fixed = Some(at);
            // A fix of one line after another is reported once.
            match fixes.last_mut().filter(|last| follows && last.is_same_as(&fix)) {
                Some(last) => last.join(fix),
                None => fixes.push(fix),
            }
        }
    }
    fixes
}
