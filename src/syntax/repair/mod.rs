//! Slips of people who know other languages: a comment after `#`, curly quotes, `=` for the colon, a row without blanks.
//!
//! A statement that can't be read is tried again after small changes, each of which mends one kind of slip. If one of
//! them, or several together, make it readable, that is what was meant: the slip is reported with the change as an edit,
//! and the text is read on as if it had been made, so that no other mistake is hidden. An [`Origin`] leads from places
//! in the mended text back to those in the text as it was written.

mod change;
mod comments;
mod men;
mod movement;
mod nearby;
mod order;
mod origin;
mod reading;
mod rows;
mod signs;
mod words;

pub(super) use change::Slip;
pub(super) use comments::blocks;
pub(crate) use origin::Origin;

use change::Change;
use reading::{failure, reads};

use super::lines;
use super::node::Piece;
use crate::diagnostic::{Diagnostic, Edit, edited};
use crate::source::Span;

/// A longer statement is no slip of the pen.
const MAX_BYTES: usize = 400;

/// So many changes are tried together, two by two; each pair costs a reading.
const MAX_IN_PAIRS: usize = 12;

/// More mistakes in one statement are no slips of the pen.
const MAX_CHANGES: usize = 5;

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
    if let Some(change) = order::extends_line(slip) {
        return vec![change.into_diagnostic()];
    }
    let mut changes = rows::changes(slip);
    changes.extend(signs::changes(slip));
    changes.extend(movement::movement(slip));
    changes.extend(men::changes(slip));
    changes.extend(words::changes(slip));
    changes.extend(order::changes(slip));
    changes.extend(comments::changes(slip));
    // What can stand nowhere is certainly wrong, whatever else is.
    let (certain, mut others): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(|change| change.certain);
    if certain.is_empty() {
        others.extend(failure(slip, text).map(|failure| nearby::changes(slip, &failure)).unwrap_or_default());
    }
    let changed = |others: &[&Change]| {
        let all = certain.iter().chain(others.iter().copied()).flat_map(|change| &change.edits);
        let edits: Vec<Edit> = all.map(|edit| inside(slip.piece, edit)).collect();
        edited(text, &edits)
    };
    let mends = |others: &[&Change]| changed(others).is_some_and(|text| reads(slip, &text));
    let alone = (!certain.is_empty() && mends(&[])).then(Vec::new);
    let one = || others.iter().find(|change| mends(&[change])).map(|change| vec![change]);
    let two = || {
        let few = &others[..others.len().min(MAX_IN_PAIRS)];
        let pairs = few.iter().enumerate().flat_map(|(at, second)| few[..at].iter().map(move |first| [first, second]));
        pairs.into_iter().find(|pair| mends(pair)).map(Vec::from)
    };
    // More changes are taken one by one, each time the one after which most can be read.
    let more = || {
        let mut taken: Vec<&Change> = Vec::new();
        let unread = |taken: &[&Change]| {
            let text = changed(taken)?;
            Some(failure(slip, &text).map_or(0, |failure| text.len() + slip.piece.start - failure.at + 1))
        };
        let mut rest = unread(&[])?;
        while rest > 0 && taken.len() < MAX_CHANGES {
            let with = |change| taken.iter().copied().chain([change]).collect::<Vec<_>>();
            let all = others.iter().filter_map(|change| Some((unread(&with(change))?, change)));
            let (less, change) = all.min_by_key(|(unread, _)| *unread).filter(|(less, _)| *less < rest)?;
            taken.push(change);
            rest = less;
        }
        (rest == 0 && mends(&taken)).then_some(taken)
    };
    let Some(others) = alone.or_else(one).or_else(two).or_else(more) else { return Vec::new() };
    let words = others.len() > 1 && others.iter().all(|change| change.is_wording());
    if words && let Some(written) = changed(&others).filter(|written| !written.contains('\n')) {
        let told = Change::reworded(others.iter().copied(), &written).into_diagnostic();
        return certain.iter().map(|change| change.clone().into_diagnostic()).chain([told]).collect();
    }
    certain.iter().chain(others).map(|change| change.clone().into_diagnostic()).collect()
}

/// An edit with its place counted from the beginning of the statement.
fn inside(piece: Piece<'_>, edit: &Edit) -> Edit {
    let Span { start, end } = edit.span;
    Edit::new(Span::new(start.saturating_sub(piece.start), end.saturating_sub(piece.start)), edit.text.clone())
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
