//! Slips: misspelt words, and what people write who know other languages: a comment after `#`, curly quotes, `=` for the
//! colon, a row without blanks.
//!
//! A statement that can't be read is tried again after small changes, each of which mends one kind of slip. If one of
//! them, or several together, make it readable, the slip is reported, with the change as an edit if nothing else can have
//! been meant, and the text is read on as if it had been made, so that no other mistake is hidden. An [`Origin`] leads from
//! places in the mended text back to those in the text as it was written.

mod change;
mod comments;
mod men;
mod misspelt;
mod movement;
mod nearby;
mod order;
mod origin;
mod reading;
mod rows;
mod signs;
mod words;

pub(super) use change::{Mend, Slip};
pub(super) use comments::blocks;
pub(crate) use origin::Origin;

use change::{Change, halves};
use reading::{failure, reads};

use super::lines;
use super::node::Piece;
use crate::diagnostic::{Edit, edited};
use crate::source::Span;

/// A longer statement is no slip of the pen.
const MAX_BYTES: usize = 400;

/// So many changes are tried together, two by two; each pair costs a reading.
const MAX_IN_PAIRS: usize = 12;

/// More mistakes in one statement are no slips of the pen.
const MAX_CHANGES: usize = 3;

/// The letters of the files below a drawing whose rows were mended, which are read as a row themselves.
pub(super) fn file_letters(slip: Slip<'_>) -> Option<Mend> {
    rows::files(slip).map(Change::into_mend)
}

/// The slips in a statement that can't be read, if mending them makes it readable; else none.
pub(super) fn slips(slip: Slip<'_>) -> Vec<Mend> {
    let text = slip.piece.text;
    if text.len() > MAX_BYTES || text.contains(['\n', '\r']) || reads(slip, text) {
        return Vec::new();
    }
    if let Some(change) = order::extends_line(slip) {
        return vec![change.into_mend()];
    }
    let Some(changes) = mends(slip, MAX_CHANGES) else { return Vec::new() };
    let (certain, others): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(|change| change.certain);
    let written = changed(slip, &certain.iter().chain(&others).collect::<Vec<_>>());
    let of_words = others.len() > 1 && others.iter().all(Change::is_wording);
    let others = match written.filter(|written| of_words && !written.contains('\n')) {
        Some(written) => vec![Change::reworded(&others, &written)],
        None => others,
    };
    certain.into_iter().chain(others).map(Change::into_mend).collect()
}

/// The changes that make a statement readable: those that are certainly needed, and of the others one, two, or as many as
/// it takes, each time the one after which most can be read.
fn mends(slip: Slip<'_>, most: usize) -> Option<Vec<Change>> {
    let text = slip.piece.text;
    // What is right but for capitals may be any word of the user's own.
    let reads_with = |change: &Change| changed(slip, &[change]).is_some_and(|text| reads(slip, &text));
    let words = if words::capitals(slip).iter().any(reads_with) { Vec::new() } else { misspelt::changes(slip) };
    let readable: Vec<_> = words.iter().filter(|word| reads_with(&word.change)).collect();
    if let Some(least) = readable.iter().map(|word| word.distance).min() {
        // `moves` and `move` mean the same where either can be read. Of other words that fit equally well none is certain.
        let longer = |(at, short): (usize, &str), (other, long): (usize, &str)| {
            at == other && long.len() > short.len() && long.starts_with(short)
        };
        let nearest: Vec<_> = readable.iter().filter(|word| word.distance == least).collect();
        let mut nearest = nearest.iter().filter(|word| !nearest.iter().any(|other| longer(word.word, other.word)));
        let only = nearest.next().filter(|word| nearest.next().is_none() && !word.exchanged);
        return only.map(|word| vec![word.change.clone()]);
    }
    let mut changes: Vec<Change> =
        words.into_iter().filter(|word| word.only && !word.exchanged).map(|word| word.change).collect();
    changes.extend(rows::changes(slip));
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
    let with = |others: &[&Change]| changed(slip, &certain.iter().chain(others.iter().copied()).collect::<Vec<_>>());
    let mended = |others: &[&Change]| with(others).is_some_and(|text| reads(slip, &text));
    let owned = |others: &[&Change]| certain.iter().chain(others.iter().copied()).cloned().collect();
    if !certain.is_empty() && mended(&[]) {
        return Some(owned(&[]));
    }
    if let Some(one) = others.iter().find(|change| mended(&[change])) {
        return Some(owned(&[one]));
    }
    let few = &others[..others.len().min(MAX_IN_PAIRS)];
    let mut pairs = few.iter().enumerate().flat_map(|(at, second)| few[..at].iter().map(move |first| [first, second]));
    if let Some(pair) = pairs.find(|pair| mended(pair)) {
        return Some(owned(&pair));
    }
    let rest = unread(slip, text);
    let less = others.iter().filter_map(|change| Some((unread(slip, &with(&[change])?), change)));
    let (_, best) = less.min_by_key(|(unread, _)| *unread).filter(|(unread, _)| *unread < rest && most > 1)?;
    // Without a colon a line may be anything: a row, a heading, the rest of another line.
    let item = |text: &str| halves(text).is_some();
    if !item(text) && !with(&[best]).is_some_and(|text| item(&text)) {
        return None;
    }
    // What could be changed besides depends on the text that is left.
    let taken: Vec<Change> = owned(&[best]);
    let text = changed(slip, &taken.iter().collect::<Vec<_>>())?;
    let piece = Piece { text: &text, start: slip.piece.start };
    let more = mends(Slip { piece, ..slip }, most - 1)?;
    let mut origin = Origin::default();
    origin.changed(taken.iter().flat_map(|change| &change.edits));
    let mut all = taken;
    all.extend(more.into_iter().map(|change| change.moved(&origin)));
    // Changes of what has been changed already can't be told as changes of the text.
    changed(slip, &all.iter().collect::<Vec<_>>()).is_some_and(|text| reads(slip, &text)).then_some(all)
}

/// The statement after some changes, unless they overlap.
fn changed(slip: Slip<'_>, changes: &[&Change]) -> Option<String> {
    let edits: Vec<Edit> =
        changes.iter().flat_map(|change| &change.edits).map(|edit| inside(slip.piece, edit)).collect();
    edited(slip.piece.text, &edits)
}

/// How many bytes of a changed statement can't be read.
fn unread(slip: Slip<'_>, text: &str) -> usize {
    if reads(slip, text) {
        return 0;
    }
    failure(slip, text).map_or(text.len() + 1, |failure| text.len() + slip.piece.start + 1 - failure.at)
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
pub(super) fn add(found: &mut Vec<Mend>, slip: Mend, goes_on: bool) {
    let (code, message) = (slip.diagnostic.code, &slip.diagnostic.message);
    let same = |last: &&mut Mend| last.diagnostic.code == code && last.diagnostic.message == *message;
    if let Some(last) = found.last_mut().filter(|_| goes_on).filter(same) {
        let place = &mut last.diagnostic.labels[0].span;
        place.end = place.end.max(slip.diagnostic.span().end);
        last.edits.extend(slip.edits);
        last.presumed |= slip.presumed;
    } else {
        found.push(slip);
    }
}
