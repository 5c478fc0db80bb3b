//! Slips of people who know other languages: a comment after `#`, curly quotes, `=` for the colon, a row without blanks.
//!
//! A statement that can't be read is tried again after small changes, each of which mends one kind of slip. If one of
//! them, or two together, make it readable, that is what was meant: the slip is reported with the change as an edit,
//! and the text is read on as if it had been made, so that no other mistake is hidden. An [`Origin`] leads from places
//! in the mended text back to those in the text as it was written.

mod change;
mod comments;
mod origin;
mod rows;
mod signs;
mod words;

pub(super) use change::Slip;
pub(super) use comments::blocks;
pub(crate) use origin::Origin;

use change::Change;

use super::ast::Section;
use super::grammar::Rule;
use super::headings;
use super::lines;
use super::node::Piece;
use super::section::is_row;
use crate::diagnostic::{Diagnostic, Edit, edited};
use crate::source::Span;

/// A longer statement is no slip of the pen.
const MAX_BYTES: usize = 400;

/// The letters of the files below a drawing whose rows were mended, which are read as a row themselves.
pub(super) fn file_letters(slip: Slip<'_>) -> Option<Diagnostic> {
    rows::files(slip).map(Change::into_diagnostic)
}

/// The slips in a statement that can't be read, if mending them makes it readable; else none.
pub(super) fn slips(slip: Slip<'_>) -> Vec<Diagnostic> {
    let text = slip.piece.text;
    if text.len() > MAX_BYTES || text.contains(['\n', '\r']) || reads(slip, text) {
        return Vec::new();
    }
    if let Some(change) = words::extends_line(slip) {
        return vec![change.into_diagnostic()];
    }
    let mut changes = rows::changes(slip);
    changes.extend(signs::changes(slip));
    changes.extend(words::changes(slip));
    changes.extend(comments::changes(slip));
    // What can stand nowhere is certainly wrong, whatever else is.
    let (certain, others): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(|change| change.certain);
    let mends = |others: &[&Change]| {
        let all = certain.iter().chain(others.iter().copied()).flat_map(|change| &change.edits);
        let edits: Vec<Edit> = all.map(|edit| inside(slip.piece, edit)).collect();
        edited(text, &edits).is_some_and(|text| reads(slip, &text))
    };
    let alone = (!certain.is_empty() && mends(&[])).then(Vec::new);
    let one = || others.iter().find(|change| mends(&[change])).map(|change| vec![change]);
    let two = || {
        let pairs =
            others.iter().enumerate().flat_map(|(at, second)| others[..at].iter().map(move |first| [first, second]));
        pairs.into_iter().find(|pair| mends(pair)).map(Vec::from)
    };
    let Some(others) = alone.or_else(one).or_else(two) else { return Vec::new() };
    certain.iter().chain(others).map(|change| change.clone().into_diagnostic()).collect()
}

/// An edit with its place counted from the beginning of the statement.
fn inside(piece: Piece<'_>, edit: &Edit) -> Edit {
    let Span { start, end } = edit.span;
    Edit::new(Span::new(start.saturating_sub(piece.start), end.saturating_sub(piece.start)), edit.text.clone())
}

/// Whether a changed statement can be read where the slip stands.
fn reads(slip: Slip<'_>, text: &str) -> bool {
    let (_, statements) = lines::split(text);
    let mut section = slip.section;
    statements.iter().all(|statement| match statement.item {
        None => {
            let word = statement.whole.first_word();
            let heading = headings::is_heading_word(word) && statement.whole.is(Rule::heading_line);
            if heading {
                section = Section::headed(word);
            }
            heading || section == Some(Section::Setup) && is_row(statement.whole)
        }
        Some(item) if item.key.first_word() == "setup" && item.key.text != "setup" => {
            item.key.is(Rule::changed_setup_key) && item.value.is(Rule::changed_setup_value)
        }
        Some(item) => section.is_some_and(|section| section.read(item).is_ok()),
    })
}

/// Lets an edit that leaves nothing on a line take the line itself, too.
pub(super) fn take_whole_line(text: &str, edit: &mut Edit) {
    let Span { start, end } = edit.span;
    let (Some(before), Some(after)) = (text.get(..start), text.get(end..)) else { return };
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let rest = after.find(['\n', '\r']).map_or(after.len(), |end| end + lines::line_end(&after[end..]));
    if edit.text.is_empty() && before[line..].trim().is_empty() && after[..rest].trim().is_empty() && start < end {
        edit.span = Span::new(line, end + rest);
    }
}

/// Adds a slip to those found before. A slip that goes on from one line to the next is reported once.
pub(super) fn add(found: &mut Vec<Diagnostic>, slip: Diagnostic, goes_on: bool) {
    if let Some(last) =
        found.last_mut().filter(|last| goes_on && last.code == slip.code && last.message == slip.message)
    {
        let end = slip.span().end;
        last.labels[0].span.end = last.labels[0].span.end.max(end);
        last.edits.extend(slip.edits);
    } else {
        found.push(slip);
    }
}
