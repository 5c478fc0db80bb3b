//! Check that a renamed text still defines the same game.

use weakfish::check::{Checked, SymbolKind};
use weakfish::diagnostic::Diagnostic;
use weakfish::model::Variant;
use weakfish::testing::runner;

/// Requires that a text after a change of a name is the same game as before but for that name.
pub(super) fn judge(before: &Checked, after: &Checked, kind: SymbolKind, name: &str) -> Result<(), String> {
    let number = |checked: &Checked, errors: bool| {
        checked.report.diagnostics().filter(|diagnostic| diagnostic.is_error() || !errors).count()
    };
    for errors in [true, false] {
        if number(after, errors) > number(before, errors) {
            return Err(new_mistake(before, after));
        }
    }
    let (Some(old), Some(new)) = (before.variant(), after.variant()) else {
        return if before.game.is_some() { Err(new_mistake(before, after)) } else { Ok(()) };
    };
    if renamed_back(new.clone(), old, kind) != *old {
        return Err(format!("with the name `{name}` it would be another game"));
    }
    let results = |checked: &Checked| -> Vec<usize> {
        runner::run(checked).iter().map(|result| result.diagnostics.len()).collect()
    };
    if results(after) != results(before) {
        return Err(format!("with the name `{name}` the tests of the game would have other results"));
    }
    Ok(())
}

/// Message of the first diagnostic that only the new text has.
fn new_mistake(before: &Checked, after: &Checked) -> String {
    let is_old = |new: &&Diagnostic| before.report.diagnostics().any(|old| old.message == new.message);
    let new = after.report.diagnostics().filter(|new| !is_old(new)).min_by_key(|new| !new.is_error());
    new.map_or_else(|| "the text would have new mistakes".to_owned(), |new| new.message.clone())
}

/// The new model with the old name.
fn renamed_back(mut new: Variant, old: &Variant, kind: SymbolKind) -> Variant {
    match kind {
        SymbolKind::Man(id) => {
            if let (Some(new), Some(old)) = (new.kinds.get_mut(id.index()), old.kinds.get(id.index())) {
                (new.symbol, new.name) = (old.symbol.clone(), old.name.clone());
            }
        }
        SymbolKind::Part(id, part) => {
            let old = old.kinds.get(id.index()).and_then(|kind| kind.components.get(part));
            let new = new.kinds.get_mut(id.index()).and_then(|kind| kind.components.get_mut(part));
            if let (Some(new), Some(old)) = (new, old) {
                new.name.clone_from(&old.name);
            }
        }
        SymbolKind::Region(id) => {
            if let (Some(new), Some(old)) = (new.regions.get_mut(id.index()), old.regions.get(id.index())) {
                new.name.clone_from(&old.name);
            }
        }
        SymbolKind::Setup(Some(id)) => {
            if let (Some(new), Some(old)) = (new.setups.get_mut(id.index()), old.setups.get(id.index())) {
                new.name.clone_from(&old.name);
            }
        }
        SymbolKind::Setup(None) | SymbolKind::Test(_) | SymbolKind::Property(_) => {}
    }
    new
}
