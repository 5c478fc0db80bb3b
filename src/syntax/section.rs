//! The sections: reads their lines, and finds the section that a misplaced line belongs to.

use super::construct::{Construct, Section, Value};
use super::lines::{Failure, Item, Node, TextSlice};
use super::readings;
use super::vocabulary::EDITION;
use crate::source::Span;
use weakfish_grammar::variant::Rule;

/// Reason why an item can't be read.
#[derive(Clone, Debug)]
pub(super) enum ItemFailure {
    /// By its words before the colon.
    Key(Failure),
    /// By those after it, which should be as in this line.
    Value(&'static Construct, Failure),
    /// It has two readings.
    Readings,
}

/// An item that the grammar reads.
#[derive(Clone, Debug)]
pub(super) struct ReadItem<'t> {
    /// The construct that it is.
    pub(super) construct: &'static Construct,
    /// The words before the colon.
    pub(super) key: Node<'t>,
    /// The words after it.
    pub(super) value: Node<'t>,
}

impl Section {
    /// The section whose heading begins with this word.
    pub(super) fn by_heading_word(word: &str) -> Option<Self> {
        let word = if word == "pieces" { Self::Men.heading() } else { word };
        Self::ALL.into_iter().find(|section| section.heading() == word)
    }

    /// The word that begins its heading.
    pub(crate) fn heading(self) -> &'static str {
        self.words().heading.words
    }

    /// The name of its lines, with the article.
    pub(super) fn a_line(self) -> String {
        let line = self.words().line;
        format!("{} {line}", if line.starts_with('e') { "an" } else { "a" })
    }

    /// The heading of its lines, as a sentence.
    pub(super) fn where_lines_stand(self) -> String {
        if self == Self::Facts {
            return "facts stand right under the title".to_owned();
        }
        format!("it belongs under the heading `{}`", self.words().heading_form)
    }

    /// Matches a line of this section.
    pub(super) fn read(self, item: Item<'_>) -> Result<ReadItem<'_>, ItemFailure> {
        if readings::two_readings_error(self, item).is_some() {
            return Err(ItemFailure::Readings);
        }
        let key = item.key.read(self.words().key).map_err(ItemFailure::Key)?;
        let Some((construct, value)) = self.line_of(&key) else {
            return Err(ItemFailure::Key(Failure::at(item.key)));
        };
        // A line that takes out long steps or promotions may leave the men out; one that makes them may not.
        let of_men = key.tokens().find(|token| matches!(token.rule(), Rule::long_step_of | Rule::promotion_of));
        if of_men.is_some_and(|words| !words.has(Rule::men_list)) && item.value.text != "none" {
            return Err(ItemFailure::Key(Failure::at(item.key)));
        }
        let value = item.value.read(value.rule).and_then(|value| match misfit(construct, &value) {
            Some(word) => Err(Failure { at: word.start, expected: vec![value.rule()], line: None }),
            None => Ok(value),
        });
        let value =
            value.map_err(|failure| ItemFailure::Value(construct, Failure { line: Some(construct), ..failure }))?;
        Ok(ReadItem { construct, key, value })
    }

    /// The construct that the words before a colon begin, and the text after its colon.
    pub(super) fn line_of(self, key: &Node<'_>) -> Option<(&'static Construct, Value)> {
        // The first token that begins a line decides; only `white` or `black` can precede it.
        let lines = || self.words().lines();
        let line = key.tokens().find_map(|token| lines().find(|line| line.rule == token.rule()))?;
        Some((line, line.value?))
    }

    /// The other section that a line belongs to. It is the first that has its words before the colon and reads the
    /// whole line, or that reads it as a line of any name; else the first that has the words before the colon. A phrase
    /// with a help of its own belongs to no other section that doesn't read the whole line.
    pub(super) fn section_of_misplaced(self, item: Item<'_>, failure: &Failure, is_phrase: bool) -> Option<Self> {
        let others = || Self::ALL.into_iter().filter(|&other| other != self);
        let by_key = |other: Self| other.words().key_identifies_section && item.key.is(other.words().key);
        let reads = |other: &Self| other.read(item).is_ok();
        others()
            .find(|other| other.words().key_identifies_section && reads(other))
            .or_else(|| others().find(|other| item.value.text != "none" && !is_phrase && reads(other)))
            .or_else(|| others().find(|&other| !is_phrase && failure.at == item.key.start && by_key(other)))
    }
}

/// The place of a permission that a rule doesn't give: `check: compulsory`.
fn misfit(construct: &Construct, value: &Node<'_>) -> Option<Span> {
    let begins = construct.value?.begins;
    let given = value.children().next().filter(|_| value.rule() == Rule::permission_value)?;
    (!begins.contains(&given.rule())).then(|| given.span())
}

/// The line of a section that has most words before the colon in common with these, as an example.
pub(super) fn key_example(section: Section, key: &str) -> &'static str {
    let words_in_common = |phrase: &str| {
        key.split_ascii_whitespace().filter(|word| phrase.split(' ').any(|other| other == *word)).count()
    };
    let nearest = section.words().lines.iter().max_by_key(|line| words_in_common(line.words));
    nearest
        .filter(|line| words_in_common(line.words) > 0)
        .map_or(section.words().example, |line| line.example_like(key))
}

/// The rule and the example of a heading that begins with this word.
pub(super) fn heading_words(word: &str) -> &'static Construct {
    Section::by_heading_word(word).map_or(&EDITION, |section| &section.words().heading)
}

/// A row of a board, as an example.
pub(super) const ROW: &str = "R N . Q k . n r";

/// Whether a slice is a row of a board.
pub(super) fn is_row(slice: TextSlice<'_>) -> bool {
    slice.is(Rule::row)
}
