//! Reads a statement again after a change.

use super::change::Slip;
use crate::syntax::ast::Section;
use crate::syntax::grammar::Rule;
use crate::syntax::headings;
use crate::syntax::lines;
use crate::syntax::node::Failure;
use crate::syntax::section::{ItemFailure, is_row};

/// Where a changed statement can't be read on, if it is one item.
pub(super) fn failure(slip: Slip<'_>, text: &str) -> Option<Failure> {
    let (_, statements) = lines::split(text);
    let [statement] = statements[..] else { return None };
    let mut failure = match slip.section?.read(statement.item?) {
        Ok(_) => return None,
        Err(ItemFailure::Key(failure) | ItemFailure::Value(_, failure)) => failure,
    };
    failure.at += slip.piece.start;
    Some(failure)
}

/// Whether a changed statement can be read where the slip stands.
pub(super) fn reads(slip: Slip<'_>, text: &str) -> bool {
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
