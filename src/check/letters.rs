//! The letters that other programs have for the men of a game.

use super::lines::LinesInForce;
use super::names::{ManTable, Mention, Referrer, kinds};
use super::report::Reported;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::PerSide;
use crate::model::{ForeignLetter, KindId, Variant};
use crate::syntax::ast::{FactValue, Symbol};

/// Resolves the line `letters`. An inherited pair is left out if its man is gone, or its letter is a man's own by now.
pub(super) fn letters(lines: &LinesInForce, man_table: &ManTable<'_>) -> Result<Vec<ForeignLetter>, Reported> {
    let both = PerSide::both(true);
    let mut letters: Vec<ForeignLetter> = Vec::new();
    let mut whole = Ok(());
    for fact in &lines.facts {
        let FactValue::Letters(pairs) = &fact.line.value else { continue };
        for [written, means] in pairs {
            let own: Vec<KindId> = kinds(man_table.lookup(lines.own(), both, &written.value)).collect();
            let known: Vec<KindId> = kinds(man_table.lookup(fact.file, both, &means.value)).collect();
            let is_lost = known.is_empty() || own.iter().any(|kind| !known.contains(kind));
            if fact.file != lines.own() && is_lost {
                continue;
            }
            let at = Mention { file: fact.file, sides: both, referrer: Referrer::Letters };
            let meant: Result<Vec<KindId>, _> = man_table.resolve(at, means).map(|meant| kinds(meant).collect());
            let taken =
                own.into_iter().chain(letters.iter().filter(|one| one.written == written.value).map(|one| one.kind));
            let read = meant.and_then(|meant| match taken.into_iter().find(|kind| !meant.contains(kind)) {
                Some(other) => {
                    Err(man_table.reporter.error_in(fact.file, taken_letter(written, man_table.symbol(other))))
                }
                None if letters.len() >= Variant::MAX_LETTERS => Err(man_table.reporter.too_many(
                    fact.file,
                    written.span,
                    format!("a game has at most {} letters of other programs", Variant::MAX_LETTERS),
                    "leave the rest out",
                )),
                None => Ok(meant),
            });
            match read {
                Ok(meant) => {
                    let letter = |kind| ForeignLetter { written: written.value.clone(), kind };
                    let new: Vec<_> =
                        meant.into_iter().map(letter).filter(|letter| !letters.contains(letter)).collect();
                    letters.extend(new);
                }
                Err(reported) => whole = Err(reported),
            }
        }
    }
    whole.map(|()| letters)
}

/// The error of a letter that means another man already.
fn taken_letter(written: &Symbol, symbol: &str) -> Diagnostic {
    let message = format!("`{}` means the man `{symbol}` already", written.value);
    Diagnostic::error(Code::CheckForeignLetter, written.span, message).label("has two meanings").help(
        "a position could be read in two ways; leave this letter out, or give the other man another letter under `men`",
    )
}
