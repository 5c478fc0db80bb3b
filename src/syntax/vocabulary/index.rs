//! All constructs together, and what stands where a rule of the grammar is expected.

use super::super::ast::Section;
use super::sections::EDITION;
use super::{Construct, phrases};
use weakfish_grammar::variant::Rule;

/// Every construct: headings, then the lines of each section, then what stands within lines.
pub(crate) fn all() -> impl Iterator<Item = &'static Construct> {
    let headings = std::iter::once(&EDITION).chain(Section::ALL.map(|section| &section.words().heading));
    let lines = Section::ALL.into_iter().flat_map(|section| section.words().lines());
    headings.chain(lines).chain(phrases::all())
}

/// Describes a rule of the grammar that was expected, if it reads a construct.
pub(in crate::syntax) fn expected(rule: Rule) -> Option<Vec<String>> {
    if let Some(construct) = all().find(|construct| construct.rule == rule) {
        return Some(vec![format!("`{}`", construct.words)]);
    }
    let (construct, value) = all().find_map(|construct| {
        let value = construct.value.filter(|value| value.rule == rule && !value.begins.is_empty())?;
        Some((construct, value))
    })?;
    let none = construct.may_be_none().then_some("`none`");
    Some(value.begins.iter().copied().chain(none).map(str::to_owned).collect())
}
