//! Completions: the words that a definition can continue with at a place.
//!
//! Only the text before the place counts. The grammar itself gives the continuations: it reads the line up to the
//! place, and fails there.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::ast::CHANGED_SETUP;
use super::ast::Section;
use super::construct::{Construct, EDITION_WORD, Site};
use super::expected::expected_in;
use super::lines::{self, Failure, Statement, TextSlice};
use super::reader;
use super::vocabulary::{EDITION, all};
use crate::reference::Entry;
use crate::source::Span;
use weakfish_grammar::variant::Rule;

/// A character that no line contains.
const CURSOR: char = '\u{1}';

/// A completion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Expected {
    /// Its kind.
    pub kind: ExpectedKind,
    /// The construct that it is or begins.
    construct: Option<&'static Construct>,
}

/// A kind of things that can be written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExpectedKind {
    /// A heading: `men`, `setup`.
    Heading(&'static str),
    /// The words before a colon, with an example for variable parts: `castling`, `long step of P`.
    Line(&'static str),
    /// Words of the language.
    Words(String),
    /// A man's letter.
    Man,
    /// A man's letter on a board, small for Black.
    BoardMan,
    /// The name of a part of the man that the line is about.
    Part,
    /// The name of a figure.
    Figure,
    /// The name of a region.
    Region,
    /// The name of a setup.
    Setup,
    /// A game that can be extended.
    Game,
    /// A square.
    Square,
    /// A direction or a wind.
    Direction,
    /// A movement.
    Movement,
}

impl Expected {
    /// The reference's entry about it.
    pub fn entry(&self) -> Option<&'static Entry> {
        self.construct.and_then(Construct::entry)
    }

    /// An example, if it begins a phrase or a line.
    pub fn example(&self) -> Option<&'static str> {
        self.construct.map(|construct| construct.example)
    }
}

/// Returns the completions at a byte of a text, and the place of the word that has been begun there.
///
/// ```
/// use weakfish::syntax::{ExpectedKind, expected_at};
///
/// let text = "game \"Some\" extends fide\nrules\n  castling: K 2 tow";
/// let (begun, expected) = expected_at(text, text.len());
/// assert_eq!(&text[begun.range()], "tow");
/// let words = ["or", "to", "toward"].map(|words| ExpectedKind::Words(words.to_owned()));
/// assert!(expected.iter().all(|expected| words.contains(&expected.kind)));
/// ```
pub fn expected_at(text: &str, byte: usize) -> (Span, Vec<Expected>) {
    let byte = (0..=byte.min(text.len())).rev().find(|&index| text.is_char_boundary(index)).unwrap_or(0);
    let before = &text[..byte];
    let begun = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '\'')).len();
    let begun = Span::new(begun, byte);
    if text.len() > super::MAX_BYTES {
        return (begun, Vec::new());
    }
    let before: String = text[..begun.start].chars().chain([CURSOR]).collect();
    let (lines, statements) = lines::split(&before);
    let is_in_words =
        lines.last().is_some_and(|line| line.comment.is_empty() && line.value.matches('"').count() % 2 == 0);
    let Some((statement, earlier)) = statements.split_last().filter(|_| is_in_words) else {
        return (begun, Vec::new());
    };
    let section = reader::read(earlier).kinds.last().map_or(Some(Section::Facts), |(_, section)| *section);
    let mut completions =
        Completions { section: section.unwrap_or(Section::Facts), line: None, phrase: String::new(), all: Vec::new() };
    let has_edition = earlier.first().is_some_and(|first| first.whole.first_word() == EDITION_WORD);
    let title = match earlier.len() - usize::from(has_edition) {
        0 if has_edition => Title::NextAfterEdition,
        0 => Title::Next,
        _ => Title::Before,
    };
    completions.add_for_statement(*statement, title);
    // They are many, so they come last.
    completions.all.sort_by_key(|expected| expected.kind == ExpectedKind::Square);
    (begun, completions.all)
}

/// The position of the title, the start of a definition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Title {
    /// Here, or the edition of the language before it.
    Next,
    /// Here.
    NextAfterEdition,
    /// In an earlier line.
    Before,
}

/// The completions that have been found.
struct Completions {
    section: Section,
    line: Option<&'static Construct>,
    /// The words before the cursor, from the last comma on.
    phrase: String,
    all: Vec<Expected>,
}

impl Completions {
    /// Adds the possible continuations of a statement.
    fn add_for_statement(&mut self, statement: Statement<'_>, title: Title) {
        let whole = statement.whole;
        match statement.item {
            Some(item) if item.key.first_word() == "setup" && item.key.text != "setup" => {
                self.section = Section::Setup;
                self.line = Some(&CHANGED_SETUP);
                self.add_expected(item.value, Rule::changed_setup_value);
            }
            Some(item) => {
                let Ok(key) = item.key.read(self.section.words().key) else { return };
                let Some((construct, value)) = self.section.line_of(&key) else { return };
                self.line = Some(construct);
                self.add_expected(item.value, value.rule);
            }
            None if whole.text.starts_with(CURSOR) => self.add_for_line_start(title),
            None => {
                self.add_expected(whole, Rule::heading_line);
                self.add_expected(whole, self.section.words().key);
                if self.section == Section::Setup {
                    self.add_expected(whole, Rule::row);
                }
            }
        }
    }

    /// Adds the possible starts of a line: a heading or a line of the section. Before the title nothing else is
    /// offered, since lines before it are refused.
    fn add_for_line_start(&mut self, title: Title) {
        if title != Title::Before {
            self.add_heading(Section::Facts);
            if title == Title::Next {
                self.add(ExpectedKind::Heading(EDITION.words), Some(&EDITION));
            }
            return;
        }
        let section = self.section;
        for construct in section.words().lines() {
            match construct.rule {
                Rule::symbol => self.add(ExpectedKind::Man, None),
                Rule::name | Rule::changed_setup_key => {}
                _ => self.add(ExpectedKind::Line(construct.words), Some(construct)),
            }
        }
        if section == Section::Setup {
            self.add(ExpectedKind::BoardMan, None);
        }
        Section::ALL
            .into_iter()
            .filter(|heading| *heading != Section::Facts)
            .for_each(|heading| self.add_heading(heading));
    }

    /// Adds the heading of a section.
    fn add_heading(&mut self, section: Section) {
        self.add(ExpectedKind::Heading(section.heading()), Some(&section.words().heading));
    }

    /// Adds the texts that the grammar expects at the end of a slice, read by this rule.
    fn add_expected(&mut self, slice: TextSlice<'_>, rule: Rule) {
        let Err(Failure { at, expected: rules, .. }) = slice.read(rule) else { return };
        if !slice.text[at - slice.start..].starts_with(CURSOR) {
            return;
        }
        let before = slice.text.trim_end_matches(CURSOR).trim_ascii_end();
        let begins_phrase = before.ends_with(',');
        before.rsplit(',').next().unwrap_or_default().trim_ascii_start().clone_into(&mut self.phrase);
        for rule in rules {
            if matches!(rule, Rule::result | Rule::ending_value) {
                self.add_all(|construct| construct.site == Site::Result);
                continue;
            }
            let construct = all().find(|construct| construct.rule == rule);
            for words in expected_in(self.line, rule) {
                let before = self.all.len();
                if let Some(word) = words.strip_prefix('`').filter(|_| begins_phrase) {
                    let word = word.trim_end_matches('`');
                    let begins = |other: &str| other.split(' ').next() == Some(word);
                    let (section, in_key) = (self.section, self.line.is_none());
                    self.add_all(|construct| is_phrase(construct, section, in_key) && begins(construct.words));
                }
                if self.all.len() == before {
                    self.add_described(&words, construct);
                }
            }
        }
    }

    /// Adds an expectation that is described as diagnostics describe it: words of the language in backquotes, other
    /// things in words.
    fn add_described(&mut self, words: &str, construct: Option<&'static Construct>) {
        let section = self.section;
        if let Some(words) = words.strip_prefix('`').and_then(|words| words.strip_suffix('`')) {
            if words.starts_with(|c: char| c.is_ascii_alphanumeric()) {
                let construct = construct.or(self.construct_of(words));
                let names_squares = construct.is_some_and(|construct| construct.site == Site::Area);
                let of_phrase = self.construct_of_phrase(words).filter(|_| !names_squares);
                let construct = of_phrase.or(construct);
                self.add(ExpectedKind::Words(words.to_owned()), construct);
            }
            return;
        }
        let kinds: &[ExpectedKind] = match words {
            "a man such as `K` or `k`" | "a change such as `C for Q`" => &[ExpectedKind::BoardMan],
            "a region's name" => &[ExpectedKind::Region],
            "the name of a part" => &[ExpectedKind::Part],
            "the name of a figure" => &[ExpectedKind::Figure],
            "a name in small letters" => match section {
                Section::Facts => &[ExpectedKind::Game],
                Section::Men if self.line.is_some() => &[ExpectedKind::Region],
                Section::Setup | Section::Test => &[ExpectedKind::Setup],
                Section::Men | Section::Regions | Section::Rules | Section::Endings => &[],
            },
            "a property such as `flips m/c`" => {
                self.add_all(|construct| construct.site == Site::Property);
                &[]
            }
            _ if words.starts_with("a man such") || words.starts_with("men such") => &[ExpectedKind::Man],
            _ if words.starts_with("a figure such") => &[ExpectedKind::Man],
            _ if words.starts_with("a square such") || words.starts_with("squares such") => &[ExpectedKind::Square],
            _ if words.starts_with("a direction such") => &[ExpectedKind::Direction],
            _ if words.starts_with("a movement such") => &[ExpectedKind::Movement],
            _ if words.starts_with("a condition such") => {
                let begins_line = self.line.is_none();
                // In a test a condition is the value of the line.
                let kind = |words: &'static str| {
                    if begins_line { ExpectedKind::Line(words) } else { ExpectedKind::Words(words.to_owned()) }
                };
                let conditions = Section::Endings.words().lines();
                let conditions = conditions.filter(|construct| begins_line || construct.rule != Rule::the_rest);
                conditions.for_each(|construct| self.add(kind(construct.words), Some(construct)));
                &[]
            }
            _ => &[],
        };
        for kind in kinds {
            self.add(kind.clone(), None);
        }
    }

    /// Finds the construct whose phrase the words before the cursor and these begin, the one with most words.
    fn construct_of_phrase(&self, words: &str) -> Option<&'static Construct> {
        let phrase = format!("{} {words} ", self.phrase);
        let phrases = all().filter(|construct| is_phrase(construct, self.section, self.line.is_none()));
        let begun =
            phrases.filter(|construct| !self.phrase.is_empty() && phrase.starts_with(&format!("{} ", construct.words)));
        begun.max_by_key(|construct| construct.words.len())
    }

    /// Finds the construct that begins with some words in this section, or else that of the line.
    fn construct_of(&self, words: &str) -> Option<&'static Construct> {
        let is_possible = |construct: &&Construct| match construct.site {
            Site::Property | Site::Turn => is_phrase(construct, self.section, self.line.is_none()),
            Site::Result => self.section == Section::Endings && self.line.is_some(),
            Site::Area => true,
            Site::Change => self.section == Section::Setup,
            Site::Line(_) | Site::Heading => false,
        };
        let begins_with_words = |construct: &&Construct| {
            construct.words == words || construct.words.strip_prefix(words).is_some_and(|rest| rest.starts_with(' '))
        };
        all().filter(is_possible).find(begins_with_words).or(self.line)
    }

    /// Adds the words of all constructs that pass a test.
    fn add_all(&mut self, wanted: impl Fn(&Construct) -> bool) {
        let wanted: Vec<&'static Construct> = all().filter(|construct| wanted(construct)).collect();
        for construct in wanted {
            self.add(ExpectedKind::Words(construct.words.to_owned()), Some(construct));
        }
    }

    /// Adds a completion, unless one of its kind is there already.
    fn add(&mut self, kind: ExpectedKind, construct: Option<&'static Construct>) {
        if self.all.iter().all(|other| other.kind != kind) {
            self.all.push(Expected { kind, construct });
        }
    }
}

/// Whether phrases of this sort stand between commas in a section, before the colon or after it.
fn is_phrase(construct: &Construct, section: Section, in_key: bool) -> bool {
    match construct.site {
        Site::Property => section == Section::Men,
        Site::Turn => section == Section::Endings && in_key,
        Site::Heading | Site::Line(_) | Site::Area | Site::Change | Site::Result => false,
    }
}
