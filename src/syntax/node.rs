//! Wraps pest's pairs: places count from the start of the whole text, and look-ups return options.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use crate::source::{Span, Spanned};
use weakfish_grammar::variant::{Grammar, Rule};

/// A part of the text without blanks at its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'t> {
    /// The words.
    pub(super) text: &'t str,
    /// The byte at which they begin.
    pub(super) start: usize,
}

/// A matched rule.
#[derive(Clone, Debug)]
pub(super) struct Node<'t> {
    pair: Pair<'t, Rule>,
    start: usize,
}

/// The place where a text can't be read on, and what could have stood there.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The byte, in the whole text.
    pub(super) at: usize,
    /// The rules that were expected there.
    pub(super) expected: Vec<Rule>,
}

impl<'t> Piece<'t> {
    /// A part of the text, trimmed.
    pub(super) fn new(text: &'t str, start: usize) -> Self {
        let blank = |c: char| c.is_ascii_whitespace();
        let trimmed = text.trim_start_matches(blank);
        Self { start: start + text.len() - trimmed.len(), text: trimmed.trim_end_matches(blank) }
    }

    /// Its place.
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// Its first word: up to a blank, or a mark that is no part of any word.
    pub(super) fn first_word(self) -> &'t str {
        let end = self.text.find(|c: char| c.is_ascii_whitespace() || "\",:".contains(c));
        &self.text[..end.unwrap_or(self.text.len())]
    }

    /// The text after this many bytes.
    pub(super) fn after(self, bytes: usize) -> Self {
        Self::new(self.text.get(bytes..).unwrap_or_default(), self.start + bytes)
    }

    /// Its words.
    pub(super) fn words(self) -> impl Iterator<Item = Self> {
        self.text.split_ascii_whitespace().map(move |word| {
            // `word` is a part of `self.text`, so the distance of their addresses is its place in it.
            let at = word.as_ptr() as usize - self.text.as_ptr() as usize;
            Self { text: word, start: self.start + at }
        })
    }

    /// Parses all words with one rule of the grammar.
    pub(super) fn read(self, rule: Rule) -> Result<Node<'t>, Failure> {
        let error = match Grammar::parse(rule, self.text) {
            Ok(mut pairs) => match pairs.next() {
                Some(pair) => return Ok(Node { pair, start: self.start }),
                None => return Err(Failure::at(self)),
            },
            Err(error) => error,
        };
        let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
        let expected = match error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        Err(Failure { at: self.start + at.min(self.text.len()), expected })
    }

    /// Whether a rule of the grammar matches all words.
    pub(super) fn is(self, rule: Rule) -> bool {
        self.read(rule).is_ok()
    }
}

impl Failure {
    /// A failure at the beginning of a piece, for a reason that does not come from the grammar.
    pub(super) fn at(piece: Piece<'_>) -> Self {
        Self { at: piece.start, expected: Vec::new() }
    }
}

impl<'t> Node<'t> {
    pub(super) fn rule(&self) -> Rule {
        self.pair.as_rule()
    }

    pub(super) fn text(&self) -> &'t str {
        self.pair.as_str()
    }

    /// The place in the whole text, without the blanks that an absent tail leaves behind.
    pub(super) fn span(&self) -> Span {
        let own = self.pair.as_span();
        let end = self.children().filter(|child| child.rule() != Rule::EOI).last();
        let end = end.map_or(self.start + own.end(), |last| last.span().end);
        Span::new(self.start + own.start(), end)
    }

    pub(super) fn children(&self) -> impl Iterator<Item = Self> + use<'t> {
        let start = self.start;
        self.pair.clone().into_inner().map(move |pair| Self { pair, start })
    }

    /// The first child of this rule.
    pub(super) fn child(&self, rule: Rule) -> Option<Self> {
        self.children().find(|child| child.rule() == rule)
    }

    /// The first child that is one of these.
    pub(super) fn child_of(&self, rules: &[Rule]) -> Option<Self> {
        self.children().find(|child| rules.contains(&child.rule()))
    }

    /// The place of the first child of this rule.
    pub(super) fn place_of(&self, rule: Rule) -> Option<Span> {
        self.child(rule).map(|child| child.span())
    }

    pub(super) fn has(&self, rule: Rule) -> bool {
        self.child(rule).is_some()
    }

    /// The text as written.
    pub(super) fn word(&self) -> Spanned<String> {
        Spanned::new(self.text().to_owned(), self.span())
    }

    /// A value at this place.
    pub(super) fn at<T>(&self, value: T) -> Spanned<T> {
        Spanned::new(value, self.span())
    }

    /// The first child of this rule, as written.
    pub(super) fn word_of(&self, rule: Rule) -> Option<Spanned<String>> {
        self.child(rule).map(|child| child.word())
    }

    /// All children of this rule, as written.
    pub(super) fn words_of(&self, rule: Rule) -> Vec<Spanned<String>> {
        self.children().filter(|child| child.rule() == rule).map(|child| child.word()).collect()
    }

    /// The children that are numbers. Those too large for the type become its greatest value.
    pub(super) fn numbers(&self) -> impl Iterator<Item = Spanned<u32>> + use<'t> {
        let numbers = self.children().filter(|child| child.rule() == Rule::number);
        numbers.map(|child| child.at(child.text().parse().unwrap_or(u32::MAX)))
    }

    /// The first child that is a number.
    pub(super) fn number(&self) -> Option<Spanned<u32>> {
        self.numbers().next()
    }

    /// A text without its quotation marks.
    pub(super) fn unquoted(&self) -> Spanned<String> {
        let span = self.span();
        let inside = self.text().trim_matches('"');
        Spanned::new(inside.to_owned(), Span::new(span.start + 1, span.start + 1 + inside.len()))
    }

    /// Every token below this node.
    pub(super) fn tokens(&self) -> impl Iterator<Item = Self> + use<'t> {
        let start = self.start;
        self.pair.clone().into_inner().flatten().map(move |pair| Self { pair, start })
    }
}
