//! What an edit leads to: an edit that writes what is warned of is carried on, and a guess that is refused is not offered.

use std::collections::HashSet;

use crate::check::{Checker, Resolver};
use crate::diagnostic::{Code, Diagnostic, Edit, Proposal, Report, Severity, apply_edits, line_diff};
use crate::source::{Source, Span};

use super::fix::whole_lines;
use super::moves;

/// The edits of this many errors are followed; each costs a check or two.
const MAX_FOLLOWED: usize = 16;

/// Bytes of texts that are checked to follow the edits of one text.
const MAX_BYTES: usize = 100_000;

/// The most edits that one after another become one.
const MAX_STEPS: usize = 3;

/// Follows the edits of the errors of a text, with the report on it as it is written.
pub(super) fn follow(
    checker: &mut Checker,
    (source, plain): (&Source, &Report),
    resolver: &dyn Resolver,
    diagnostics: &mut [Diagnostic],
) {
    let key = |told: &Diagnostic| (told.code, told.message.clone());
    let known: HashSet<(Code, String)> = plain.diagnostics().map(key).collect();
    let mut bytes = MAX_BYTES;
    // A guess may be refused, and a statement or a `none` may be needless; a word in the place of another one is neither.
    let is_followed = |told: &&mut Diagnostic| {
        let writes = |edit: &Edit| edit.text.contains(' ') || edit.text.ends_with("none");
        told.is_error() && (told.edits.iter().any(writes) || told.edits.is_empty() && told.proposal.is_some())
    };
    for told in diagnostics.iter_mut().filter(is_followed).take(MAX_FOLLOWED) {
        let mut text = source.text.clone();
        let mut next = told.clone();
        let mut followed: Option<Diagnostic> = None;
        let mut is_certain = true;
        for step in 0..=MAX_STEPS {
            let edits = next.offered_edits().to_vec();
            let Some(mended) = apply_edits(&text, &edits).filter(|mended| mended.len() <= bytes) else { break };
            bytes -= mended.len();
            text = mended;
            is_certain &= !next.edits.is_empty();
            if step > 0 {
                followed = Some(next);
            }
            let lines = changed_lines(&text, &edits);
            let is_there =
                |new: &Diagnostic| lines.iter().any(|lines| (lines.start..=lines.end).contains(&new.span().start));
            let checked = checker.check_lines(&Source::new(source.name.clone(), text.as_str()), resolver);
            let mut found: Vec<Diagnostic> = checked.report.diagnostics().cloned().collect();
            found.retain(|new| new.severity > Severity::Note && is_there(new));
            moves::add_moves(&text, &mut found);
            let is_new = |new: &Diagnostic| !known.contains(&key(new)) || key(new) == key(told);
            found.retain(is_new);
            // A warning says what is needless, or what to add to the line; an error of another kind is for a person.
            let leads_on = |new: &Diagnostic| {
                let is_certain = !new.edits.is_empty();
                let adds = !new.offered_edits().is_empty()
                    && new.offered_edits().iter().all(|edit| edit.span.start == edit.span.end);
                let is_mended = if new.is_error() {
                    is_certain && new.code == Code::VariantWrongSection
                } else {
                    is_certain || adds
                };
                is_mended && key(new) != key(told)
            };
            if let Some(first) = found.iter().position(leads_on) {
                next = found.swap_remove(first);
                continue;
            }
            // A guess, or a line that is moved to where another one stands.
            let is_guess = !is_certain || told.code == Code::VariantWrongSection;
            if step == 0 && is_guess && found.iter().any(Diagnostic::is_error) {
                (told.edits, told.proposal) = (Vec::new(), None);
            }
            break;
        }
        let Some(last) = followed else { continue };
        let edits = line_diff(&source.text, &text);
        let is_move = last.is_error();
        match &*edits {
            [Edit { text, .. }] if text.is_empty() => told.help = last.help,
            [Edit { text, .. }] if text.lines().count() == 1 => {
                let line = text.trim();
                told.help =
                    Some(if is_certain { format!("write `{line}`") } else { format!("did you mean `{line}`?") });
            }
            _ if is_move => {}
            _ => told.help = last.help,
        }
        (told.edits, told.proposal) =
            if is_certain { (edits, None) } else { (Vec::new(), Some(Box::new(Proposal { edits }))) };
    }
}

/// The lines of a text in which edits have changed something.
fn changed_lines(text: &str, edits: &[Edit]) -> Vec<Span> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let (mut grown, mut shrunk) = (0, 0);
    let place = |edit: &Edit| {
        let start = edit.span.start + grown - shrunk;
        grown += edit.text.len();
        shrunk += edit.span.end - edit.span.start;
        whole_lines(text, Span::new(start, start + edit.text.len()))
    };
    sorted.into_iter().map(place).collect()
}
