//! Notes on options of inherited rules that a line of the game's own leaves out: a line replaces another one as a whole.

use super::report::{FileId, Reporter};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::DropCheck;
use crate::prose::{all_of, quoted};
use crate::source::Span;
use crate::syntax::ast::{Drop, LongStep, MenList, Rule, RuleLine, RuleSetting, Wall};

/// Options of an inherited line that its replacement leaves out.
#[derive(Clone, Debug)]
pub(super) struct LostOptions {
    /// The whole line that replaces it.
    by: Span,
    /// The words of the inherited line before its colon, and the options.
    of: (String, Vec<String>),
    /// The replacing line for these men, with the options.
    kept: String,
    /// Whether the options can stand at the end of the replacing line.
    at_end: bool,
}

/// Finds the options that a line of the game's own leaves out and doesn't contradict.
pub(super) fn lost_options(
    (file, old): (FileId, &RuleLine),
    new: &RuleLine,
    own: FileId,
    reporter: &Reporter,
) -> Option<LostOptions> {
    let (RuleSetting::Rule(of_old), RuleSetting::Rule(of_new)) = (&old.value, &new.value) else { return None };
    let written = |span: Span| reporter.written(file, span);
    let value = reporter.written(own, of_new.span);
    let options = match (&of_old.value, &of_new.value) {
        (Rule::Drop(old), Rule::Drop(new)) => of_drop(old, new, &value, &written),
        (Rule::Wall(old), Rule::Wall(new)) => of_wall(old, new),
        (Rule::LongStep(old), Rule::LongStep(new)) => of_long_step(old, new, &written),
        _ => Vec::new(),
    };
    if options.is_empty() {
        return None;
    }
    let side = new.side.as_ref().map_or_else(String::new, |side| format!("{} ", side.value).to_lowercase());
    let words = old.words();
    let kept = format!("{side}{words}: {value}, {}", options.join(", "));
    let at_end = new.man.is_some() == old.man.is_some() && !options.iter().any(|option| option.starts_with("as "));
    Some(LostOptions { by: new.span, of: (words, options), kept, at_end })
}

/// Reports the options that lines of the game's own leave out, one note for each line.
pub(super) fn note_lost_options(lost: &[LostOptions], reporter: &Reporter) {
    let mut told: Vec<Span> = Vec::new();
    for first in lost {
        if told.contains(&first.by) {
            continue;
        }
        told.push(first.by);
        let (words, options) = &first.of;
        let hold = if options.len() == 1 { "holds" } else { "hold" };
        let message =
            format!("this line replaces the inherited `{words}`, so that {} no longer {hold}", all_of(quoted(options)));
        let note = Diagnostic::note(Code::CheckLostOptions, first.by, message).label("replaces a whole line");
        // A line for several men has the same end for all of them.
        let of_one = lost.iter().filter(|other| other.by == first.by).all(|other| other.of == first.of);
        reporter.note(if first.at_end && of_one {
            note.help(format!("write `{}`: then both hold", first.kept))
                .edit(Span::at(first.by.end), format!(", {}", options.join(", ")))
        } else {
            note.help(format!("for example `{}`", first.kept))
        });
    }
}

/// Men as they are written.
fn men_text(men: &MenList, written: &dyn Fn(Span) -> String) -> Option<String> {
    let (first, last) = (men.symbols.first()?, men.symbols.last()?);
    let symbols = written(Span::new(first.span.start, last.span.end));
    Some(if men.all_but { format!("all men but {symbols}") } else { symbols })
}

fn of_drop(old: &Drop, new: &Drop, value: &str, written: &dyn Fn(Span) -> String) -> Vec<String> {
    let mut lost = Vec::new();
    if new.forbidden {
        return lost;
    }
    // `anywhere` alone names no place.
    let names_squares = new.on.is_some() || new.first_on.is_some() || value.contains("where");
    if !names_squares {
        lost.extend(old.on.as_ref().map(|on| format!("on {}", written(on.span))));
        lost.extend(old.first_on.as_ref().map(|on| format!("first on {}", written(on.span))));
    }
    if new.to.is_empty() {
        lost.extend(men_text(&old.to, written).map(|men| format!("as {men}")));
    }
    if let (Some(first), Some(last), []) = (old.slid_from.first(), old.slid_from.last(), new.slid_from.as_slice()) {
        lost.push(format!("slid in from {}", written(Span::new(first.span.start, last.span.end))));
    }
    let has_limit = |along| new.limits.iter().any(|limit| limit.along == along);
    lost.extend(old.limits.iter().filter(|limit| !has_limit(limit.along)).map(|limit| written(limit.span)));
    if new.beside.is_empty() {
        lost.extend(old.beside.iter().map(|beside| written(beside.span)));
    }
    let check = match old.plain.check {
        DropCheck::Allowed => None,
        DropCheck::NotCheckmate => Some("not to checkmate"),
        DropCheck::Forbidden => Some("not to check"),
    };
    let words = [
        (new.plain.check == DropCheck::Allowed, check),
        (!new.plain.converting, old.plain.converting.then_some("only to convert")),
        (!new.plain.unlimited, old.plain.unlimited.then_some("unlimited")),
        (!new.plain.compulsory, old.plain.compulsory.then_some("compulsory")),
    ];
    lost.extend(words.into_iter().filter(|(lacks, _)| *lacks).filter_map(|(_, word)| word.map(str::to_owned)));
    lost
}

fn of_wall(old: &Wall, new: &Wall) -> Vec<String> {
    let words = [
        (old.or_beside && !new.or_beside && new.on.is_some(), "or beside a wall"),
        (old.one_at_a_time && !new.one_at_a_time, "one at a time"),
        (old.not_where_men_die.is_some() && new.not_where_men_die.is_none(), "not where a man dies"),
        // A wall that depends on the man that moves stands in the place of no move.
        (old.instead_of_move.is_some() && new.instead_of_move.is_none() && new.place.is_none(), "instead of a move"),
    ];
    words.into_iter().filter(|(lost, _)| *lost).map(|(_, words)| words.to_owned()).collect()
}

/// A long step without `en passant` is as often meant.
fn of_long_step(old: &[LongStep], new: &[LongStep], written: &dyn Fn(Span) -> String) -> Vec<String> {
    let mut lost = Vec::new();
    if new.iter().all(|step| step.betza.is_none()) {
        let leaps = old.iter().find_map(|step| step.betza.as_ref());
        lost.extend(leaps.map(|betza| format!("as {}", written(betza.span))));
    }
    lost
}
