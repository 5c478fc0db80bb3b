//! Trial reading of single statements, for suggestions.

use super::ast::Section;
use super::errors;
use super::expected::all_expected;
use super::hints;
use super::joined;
use super::lines::{self, Failure, TextSlice};
use super::reader;
use super::readings;
use super::section::{ItemFailure, heading_words, is_row};
use crate::diagnostic::{Code, Diagnostic};
use weakfish_grammar::variant::Rule;

pub(crate) use super::errors::excerpt;
pub(crate) use super::headings::is_heading_word;
pub(crate) use super::hints::match_words;
pub(crate) use super::lines::line_end_len;
pub(crate) use super::vocabulary::language_words;

/// A heading, an item or a row, with its place in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'t> {
    pub(crate) text: &'t str,
    pub(crate) start: usize,
    /// The section before it; `None` under a heading that is not known.
    pub(crate) section: Option<Section>,
    /// Whether it can't be read, or stands under a heading that is not known.
    pub(crate) is_refused: bool,
}

/// Splits a text into statements and lists the refused ones, up to the one that ends the reading; with the end of its
/// title, if that extends nothing.
pub(crate) fn statements(text: &str) -> (Vec<Statement<'_>>, Option<usize>) {
    if text.len() > super::MAX_BYTES {
        return (Vec::new(), None);
    }
    let (_, statements) = lines::split(text);
    let read = reader::read(&statements);
    let cut = read.diagnostics.iter().find(|diagnostic| diagnostic.code == Code::ReportCutShort);
    let end = cut.map_or(text.len(), |diagnostic| diagnostic.span().start);
    let before = [Some(Section::Facts)].into_iter().chain(read.kinds.iter().map(|(_, section)| *section));
    let judged = statements.iter().zip(&read.kinds).zip(before).map(|((statement, (kind, _)), section)| Statement {
        text: statement.whole.text,
        start: statement.whole.start,
        section,
        is_refused: *kind == lines::LineKind::Damaged,
    });
    let judged = judged.take_while(|statement| statement.start < end).collect();
    let title = read.ast.title.filter(|title| title.extends.is_none());
    (judged, title.map(|title| title.span.end))
}

/// Whether a text can be read where a section is open.
pub(crate) fn is_readable(section: Option<Section>, text: &str) -> bool {
    let (_, statements) = lines::split(text);
    let mut section = section;
    statements.iter().all(|statement| match statement.item {
        None => {
            let word = statement.whole.first_word();
            let heading = is_heading_word(word) && statement.whole.is(Rule::heading_line);
            if heading {
                section = Section::by_heading_word(word);
            }
            heading || section == Some(Section::Setup) && is_row(statement.whole)
        }
        Some(item) if item.key.first_word() == "setup" && item.key.text != "setup" => {
            item.key.is(Rule::changed_setup_key) && item.value.is(Rule::changed_setup_value)
        }
        Some(item) => section.is_some_and(|section| section.read(item).is_ok()),
    })
}

/// Whether a text of a section has a specific help, better than any guess: it has two readings, or would have if its
/// words were spelt right, or there is help for the line, for a phrase of it or for what it joins.
pub(crate) fn has_specific_help(section: Option<Section>, text: &str) -> bool {
    let Some(section) = section else { return false };
    let has_hint = |(key, value): (&str, &str)| {
        let rule = match key.split(' ').next() {
            Some("drop") => Rule::drop_of,
            Some("wall") => Rule::wall,
            Some("castling") => Rule::castling,
            Some("promotion") => Rule::promotion_of,
            Some("long") => Rule::long_step_of,
            _ => Rule::EOI,
        };
        let is_list = rule != Rule::EOI || matches!(section, Section::Men | Section::Regions | Section::Endings);
        let mut phrases = value.split(',').filter(|_| is_list);
        hints::line_hint(section, key, value).is_some()
            || phrases.any(|phrase| hints::phrase_hint(rule, section, phrase).is_some())
    };
    let is_joined = || {
        let (_, statements) = lines::split(text);
        let item = statements.first().and_then(|statement| statement.item);
        item.is_some_and(|item| {
            hints::no_ending_hint(section, item.key.text).is_some() || joined::joined_error(section, item).is_some()
        })
    };
    readings::may_have_two_readings(section, text) || text.split_once(':').is_some_and(has_hint) || is_joined()
}

/// The byte where reading of an item of a section fails, and the words expected there.
pub(crate) fn failure_place(section: Option<Section>, text: &str) -> Option<(usize, Vec<String>)> {
    let (_, statements) = lines::split(text);
    let [statement] = statements[..] else { return None };
    match section?.read(statement.item?) {
        Ok(_) => None,
        Err(ItemFailure::Key(failure) | ItemFailure::Value(_, failure)) => Some((failure.at, all_expected(&failure))),
        Err(ItemFailure::Readings) => Some((statement.whole.start, Vec::new())),
    }
}

/// The diagnostic of a text that can't be read where a section is open.
pub(crate) fn diagnose(section: Option<Section>, text: &str) -> Option<Diagnostic> {
    let (_, statements) = lines::split(text);
    let [statement] = statements[..] else { return None };
    if let Some(item) = statement.item {
        return Some(errors::item_error(section?, item, section?.read(item).err()?));
    }
    let heading = heading_words(statement.whole.first_word()).example;
    let failure: Failure = statement.whole.read(Rule::heading_line).err()?;
    Some(errors::unexpected_error(statement.whole, &failure, heading))
}

/// The section that an item belongs to which can't be read where another section is open.
pub(crate) fn home_of(section: Section, text: &str) -> Option<Section> {
    let (_, statements) = lines::split(text);
    let [statement] = statements[..] else { return None };
    let item = statement.item?;
    let ItemFailure::Key(failure) = section.read(item).err()? else { return None };
    section.section_of_misplaced(item, &failure, false)
}

/// Whether there is help of its own for words before a colon.
pub(crate) fn has_hint(section: Section, key: &str) -> bool {
    hints::key_hint(section, key).is_some()
}

/// Whether a word shows that a property of a man is wanted that the language hasn't.
pub(crate) fn is_wished_property(word: &str) -> bool {
    hints::hint("property", word).is_some()
}

/// Whether a text is a row of a board.
pub(crate) fn is_board_row(text: &str) -> bool {
    is_row(TextSlice::new(text, 0))
}

/// Whether a text is a movement.
pub(crate) fn is_movement(text: &str) -> bool {
    TextSlice::new(text, 0).is(Rule::betza)
}

/// The section that a word heads, if it is spelt right or nearly so.
pub(crate) fn nearest_heading(word: &str) -> Option<Section> {
    crate::diagnostic::nearest(word, Section::ALL.map(Section::heading)).and_then(Section::by_heading_word)
}
