//! Suggestions for lines that can't be read: probable meanings, and certain fixes.
//!
//! A definition with errors is read again with the likely fix of every refused line: none of them hides another
//! mistake. Every place is mapped back to the text as written. A definition without errors never comes here.

use crate::check::{Checked, Checker, Resolver};
use crate::diagnostic::{Code, Diagnostic, Edit, Report};
use crate::source::{Source, Span};
use crate::syntax;
use crate::syntax::Section;
use crate::syntax::trial::{self, Statement};
use crate::syntax::unread::UnreadMen;
use fix::{Fix, Line, Patch};
use search::TrialBudget;

mod equal;
mod fix;
mod follow;
mod moves;
mod search;
mod signs;
mod words;

pub mod mend;

pub use equal::join_equal;

/// Fixed lines can show refused ones that were hidden, as under a heading that can't be read. No more rounds are made.
const MAX_ROUNDS: usize = 6;

/// Checks a definition as [`Checker::check`] does, and suggests the probable meaning of lines that can't be read.
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
    let plain = checked.report.clone();
    for report in checked.base_reports.iter_mut().filter(|report| report.errors() > 0) {
        if let Some(suggested) = check_with_fixes(checker, report.source(), resolver) {
            *report = suggested.report;
        }
    }
    let mut checked = match check_with_fixes(checker, source, resolver) {
        Some(suggested) => Checked { base_reports: checked.base_reports, ..suggested },
        None => checked,
    };
    let mut diagnostics: Vec<Diagnostic> = checked.report.diagnostics().cloned().collect();
    moves::add_moves(&source.text, &mut diagnostics);
    follow::follow(checker, (source, &plain), resolver, &mut diagnostics);
    checked.report = Report::new(source, diagnostics);
    checked
}

/// Checks a definition with the likely fixes of its refused lines, and maps the report back to the original text. It
/// makes no game; `None` if there are no fixes.
fn check_with_fixes(checker: &mut Checker, source: &Source, resolver: &dyn Resolver) -> Option<Checked> {
    if let Some(other) = other_program_error(&source.text) {
        let nothing = checker.check_lines(&Source::new(source.name.clone(), ""), resolver);
        return Some(Checked { report: Report::new(source, vec![other]), ..nothing });
    }
    let (patch, fixes) = find_fixes(&source.text);
    let text = patch.apply(&source.text).filter(|_| !fixes.is_empty())?;
    let corrected = men_of_corrected_lines(&source.text, &fixes);
    let mut checked = checker.check_corrected(&Source::new(source.name.clone(), text), resolver, &corrected);
    // Findings in a line that was read with an uncertain fix are no more certain than the fix.
    let edits = fixes.iter().filter(|fix| !fix.is_certain()).flat_map(|fix| &fix.edits);
    let uncertain: Vec<Span> = edits.map(|edit| fix::whole_lines(&source.text, edit.span)).collect();
    let is_uncertain = |edit: &Edit| uncertain.iter().any(|lines| (lines.start..=lines.end).contains(&edit.span.start));
    let others = checked.report.diagnostics().map(|diagnostic| {
        let before = patch.original_diagnostic(diagnostic.clone());
        if before.edits.iter().any(is_uncertain) { fix::as_proposal(before) } else { before }
    });
    let diagnostics = fixes.into_iter().map(Fix::into_diagnostic).chain(others).collect();
    checked.map_own_spans(|span| patch.original_span(span));
    Some(Checked { game: None, report: Report::new(source, diagnostics), ..checked })
}

/// The men in whose lines a fix changes something.
fn men_of_corrected_lines(text: &str, fixes: &[Fix]) -> UnreadMen {
    let mut men = UnreadMen::default();
    let edits: Vec<&Edit> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    for Statement { text, start, section, .. } in trial::statements(text).0 {
        let is_changed = edits.iter().any(|edit| (start..=start + text.len()).contains(&edit.span.start));
        // The heading `men` may be misspelt.
        if is_changed && matches!(section, Some(Section::Men) | None) {
            men.add_line(text);
        }
    }
    men
}

/// Finds the likely fixes of all refused lines of a text, with their places in it.
fn find_fixes(text: &str) -> (Patch, Vec<Fix>) {
    let (mut patch, mut fixes): (Patch, Vec<Fix>) = (Patch::default(), Vec::new());
    let trials = TrialBudget::default();
    for round in 0..MAX_ROUNDS {
        let Some(fixed) = patch.apply(text) else { break };
        let blocks = if round == 0 { signs::fix_comment_blocks(&fixed) } else { Vec::new() };
        let found = if blocks.is_empty() { find_fixes_of_statements(&fixed, &trials) } else { blocks };
        let known = fixes.len();
        for mut fix in found {
            fix.edits.iter_mut().for_each(|edit| fix::take_whole_line(&fixed, edit));
            // The text of a fix of an earlier round is not changed again.
            fixes.extend(patch.original_fix(fix));
        }
        if fixes.len() == known {
            break;
        }
        patch.extend(fixes[known..].iter().flat_map(|fix| &fix.edits));
    }
    (patch, fixes)
}

/// Finds the likely fixes of the refused statements of a text.
fn find_fixes_of_statements(text: &str, trials: &TrialBudget) -> Vec<Fix> {
    let (statements, title_end) = trial::statements(text);
    let mut fixes: Vec<Fix> = Vec::new();
    let mut last_fixed = None;
    for (index, &Statement { text, start, section, is_refused }) in statements.iter().enumerate() {
        let line = Line { text, section };
        let follows = last_fixed.is_some_and(|last| last + 1 == index);
        let base = words::base_name(line).zip(title_end);
        let found = match (is_refused, base) {
            (true, Some((base, end))) => vec![words::fix_base(line, base, start, end)],
            (true, None) => search::find_fixes(line, trials).into_iter().map(|fix| fix.shifted(start)).collect(),
            (false, _) if follows => signs::fix_file_letters(line).into_iter().map(|fix| fix.shifted(start)).collect(),
            (false, _) => Vec::new(),
        };
        for fix in found {
            last_fixed = Some(index);
            // A fix of one line after another is reported once.
            match fixes.last_mut().filter(|last| follows && last.is_same_as(&fix)) {
                Some(last) => last.join(fix),
                None => fixes.push(fix),
            }
        }
    }
    fixes
}

/// Help for a text without a title.
const BEGIN: &str = "a definition begins with its title: `game \"My Own Chess\"`";

/// The diagnostic that a text is one of another program, if it looks so and has no heading of a definition.
pub(super) fn other_program_error(text: &str) -> Option<Diagnostic> {
    let lines = syntax::lines(text);
    let written = lines.iter().filter(|line| !line.is_blank() && !line.is_comment());
    let words: Vec<(usize, String)> =
        written.map(|line| (line.start + line.indent.len(), [line.key, line.colon, line.value].concat())).collect();
    let is_heading = |words: &str| {
        let word = words.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        trial::is_heading_word(word) && !words[word.len()..].trim_start().starts_with('=')
    };
    if words.iter().any(|(_, words)| is_heading(words)) {
        return None;
    }
    let (start, first) = words.iter().find(|(_, words)| !words.starts_with(['#', ';']))?;
    let is_setting = |words: &str| words.contains(" = ") || words.starts_with('[');
    let has_settings = words.iter().filter(|(_, words)| is_setting(words)).nth(1).is_some();
    let (language, help) = match first.as_bytes().first()? {
        b'[' if first.ends_with(']') && has_settings => (
            "a configuration of Fairy-Stockfish",
            "`weakfish import fairy-stockfish FILE` makes definitions of its games",
        ),
        _ if has_settings && first.contains(" = ") => ("settings of another program", BEGIN),
        b'(' => ("a game of Ludii or Zillions of Games", BEGIN),
        b'{' => ("JSON", BEGIN),
        b'<' => ("XML", BEGIN),
        _ => return None,
    };
    let message = format!("this is {language}, and no definition");
    let span = Span::new(*start, start + first.len());
    Some(Diagnostic::error(Code::VariantOtherProgram, span, message).label("it begins like this").help(help))
}
