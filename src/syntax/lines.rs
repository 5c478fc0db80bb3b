//! The first step: splits a text into lines. It can't fail, and it loses nothing.
//!
//! A [`Line`] is a line of the text in pieces, comments and blanks included; put together, the pieces of all lines are
//! the text, byte for byte. The second step reads *statements*: headings, items `what: how`, and rows of boards. A
//! statement is one line, or several if a comma at the end of a line carries it on.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use super::construct::{Construct, EDITION_WORD, Section};
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::{Grammar, Rule};

/// A line of a definition, in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<'t> {
    /// The kind of line.
    pub kind: LineKind,
    /// The section that it stands in; `None` before the first heading, and under a heading that can't be read.
    pub section: Option<Section>,
    /// Its first byte in the text.
    pub start: usize,
    /// Blanks before its first word, and on the first line a byte order mark.
    pub indent: &'t str,
    /// The words before the colon; empty on a line without a colon.
    pub key: &'t str,
    /// The colon with the blanks around it.
    pub colon: &'t str,
    /// The words after the colon; on a line without a colon all words.
    pub value: &'t str,
    /// Blanks behind the last word.
    pub gap: &'t str,
    /// The comment, from its `//` on.
    pub comment: &'t str,
    /// `\n`, `\r\n` or `\r`; empty at the end of a text that ends without one.
    pub end: &'t str,
}

/// A kind of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// An empty line.
    Blank,
    /// A line with only a comment.
    Comment,
    /// The line that names the edition, or one that opens a section: `men`, `setup b: a with C for Q`.
    Heading,
    /// `what: how`.
    Item,
    /// A row of a board.
    Row,
    /// A line that continues the statement of a line before it, which ends with a comma.
    Carried,
    /// A line of a statement that can't be read, contradicts another one or stands under an unknown heading. A
    /// diagnostic gives the reason.
    Damaged,
}

impl<'t> Line<'t> {
    /// Its pieces, in the order of the text.
    ///
    /// ```
    /// use weakfish::syntax::Document;
    ///
    /// let text = "rules // of play\n  passing : always,  // or never\r\n";
    /// let document = Document::read(text);
    /// assert_eq!(document.lines[1].pieces(), ["  ", "passing", " : ", "always,", "  ", "// or never", "\r\n"]);
    /// let again: String = document.lines.iter().flat_map(|line| line.pieces()).collect();
    /// assert_eq!(again, text);
    /// ```
    pub fn pieces(&self) -> [&'t str; 7] {
        [self.indent, self.key, self.colon, self.value, self.gap, self.comment, self.end]
    }

    /// Its place, the line end included.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.pieces().iter().map(|slice| slice.len()).sum::<usize>())
    }

    /// Whether it has only a comment.
    pub(crate) fn is_comment(&self) -> bool {
        self.has_no_words() && !self.comment.is_empty()
    }

    /// Whether it has nothing at all.
    pub(crate) fn is_blank(&self) -> bool {
        self.has_no_words() && self.comment.is_empty()
    }

    fn has_no_words(&self) -> bool {
        self.key.is_empty() && self.colon.is_empty() && self.value.is_empty()
    }

    /// The byte at which its comment begins.
    pub(crate) fn comment_start(&self) -> usize {
        self.start + self.pieces()[..5].iter().map(|slice| slice.len()).sum::<usize>()
    }

    /// A single line for a text that isn't split.
    pub(super) fn unsplit(text: &'t str) -> Self {
        let empty = &text[..0];
        Self {
            kind: LineKind::Damaged,
            section: None,
            start: 0,
            indent: empty,
            key: empty,
            colon: empty,
            value: text,
            gap: empty,
            comment: empty,
            end: empty,
        }
    }
}

/// A heading, an item or a row, without the comments before and behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement<'t> {
    /// The whole statement.
    pub(super) whole: TextSlice<'t>,
    /// Its parts, if it has a colon.
    pub(super) item: Option<Item<'t>>,
    /// The number of its first line.
    pub(super) line: usize,
}

/// `what: how`; either may be empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'t> {
    /// The whole statement.
    pub(super) whole: TextSlice<'t>,
    /// The words before the colon.
    pub(super) key: TextSlice<'t>,
    /// The place of the colon.
    pub(super) colon: usize,
    /// The words after it.
    pub(super) value: TextSlice<'t>,
}

impl<'t> Item<'t> {
    /// The parts of a statement that has a colon at this byte of the text.
    pub(super) fn new(whole: TextSlice<'t>, colon: usize) -> Self {
        let colon_offset = colon - whole.start;
        let key = TextSlice::new(&whole.text[..colon_offset], whole.start);
        let value = TextSlice::new(&whole.text[colon_offset + 1..], colon + 1);
        Self { whole, key, colon, value }
    }
}

/// A mark between the parts of a line, outside of texts in quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Colon,
    Comma,
    Comment,
    End,
}

/// Finds the marks between the parts of a line, from a byte up to the end of its line.
fn marks(text: &str, from: usize) -> impl Iterator<Item = (usize, Mark)> {
    let bytes = text.as_bytes();
    let mut next = Some(from);
    std::iter::from_fn(move || {
        let mut byte = next?;
        loop {
            let mark = match bytes.get(byte) {
                None | Some(b'\n' | b'\r') => Mark::End,
                Some(b'/') if bytes.get(byte + 1) == Some(&b'/') => Mark::Comment,
                Some(b':') => Mark::Colon,
                Some(b',') => Mark::Comma,
                Some(b'"') => {
                    // A text in quotes ends on its line. A quotation mark without a second one is an ordinary
                    // character.
                    let inside = &bytes[byte + 1..];
                    let close = inside.iter().position(|byte| matches!(byte, b'"' | b'\n' | b'\r'));
                    byte += close.filter(|&close| inside[close] == b'"').map_or(1, |close| close + 2);
                    continue;
                }
                Some(_) => {
                    byte += 1;
                    continue;
                }
            };
            next = (!matches!(mark, Mark::Comment | Mark::End)).then_some(byte + 1);
            return Some((byte, mark));
        }
    })
}

/// The length of the blanks that a text begins with.
fn blanks_len(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// The length of the line end that a text begins with.
pub(crate) fn line_end_len(text: &str) -> usize {
    match text.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

/// The length of a text up to its first line end.
fn line_len(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// Splits a text into its lines, and gathers the statements.
pub(super) fn split(text: &str) -> (Vec<Line<'_>>, Vec<Statement<'_>>) {
    let mut splitter = Splitter { text, lines: Vec::new(), statements: Vec::new(), open: None };
    let mut line_start = 0;
    while line_start < text.len() {
        line_start = splitter.split_line(line_start);
    }
    (splitter.lines, splitter.statements)
}

/// The splitting of a text: the lines and statements found so far.
struct Splitter<'t> {
    text: &'t str,
    lines: Vec<Line<'t>>,
    statements: Vec<Statement<'t>>,
    /// The statement that the next line with words continues.
    open: Option<OpenStatement>,
}

/// A statement with lines that have not been read yet.
#[derive(Clone, Copy, Debug)]
struct OpenStatement {
    start: usize,
    line: usize,
    colon: Option<usize>,
}

impl Splitter<'_> {
    /// Splits off the line that starts at a byte, and closes or continues its statement. Returns the byte after it.
    fn split_line(&mut self, start: usize) -> usize {
        let text = self.text;
        let bom_len = if start == 0 && text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        let words = start + bom_len + blanks_len(&text[start + bom_len..]);
        let carried = self.open.is_some();
        let mut statement =
            self.open.take().unwrap_or(OpenStatement { start: words, line: self.lines.len(), colon: None });
        let has_colon = statement.colon.is_some();
        let mut comment = None;
        let mut is_carried_on = false;
        for (byte, mark) in marks(text, words) {
            match mark {
                Mark::Colon if statement.colon.is_none() => statement.colon = Some(byte),
                Mark::Comma if !is_carried_on => {
                    is_carried_on = is_line_continuation(text, byte, statement.colon.is_some());
                }
                Mark::Comment => comment = Some(byte),
                Mark::Colon | Mark::Comma | Mark::End => {}
            }
        }
        let words_end = comment.unwrap_or_else(|| words + line_len(&text[words..]));
        let last = words + text[words..words_end].trim_end_matches([' ', '\t']).len();
        let end = comment.map_or(words_end, |comment| comment + line_len(&text[comment..]));
        let next = end + line_end_len(&text[end..]);
        let empty = &text[words..words];
        let mut line = Line {
            kind: LineKind::Item,
            section: None,
            start,
            indent: &text[start..words],
            key: empty,
            colon: empty,
            value: &text[words..last],
            gap: &text[last..words_end],
            comment: &text[words_end..end],
            end: &text[end..next],
        };
        if words == last {
            // A statement continues after empty lines and comments.
            self.open = Some(statement).filter(|_| carried);
            line.kind = if line.comment.is_empty() { LineKind::Blank } else { LineKind::Comment };
        } else {
            if let Some(colon) = statement.colon.filter(|_| !has_colon) {
                line.key = text[words..colon].trim_end_matches([' ', '\t']);
                let value = colon + 1 + blanks_len(&text[colon + 1..last]);
                line.colon = &text[words + line.key.len()..value];
                line.value = &text[value..last];
            }
            if carried {
                line.kind = LineKind::Carried;
            }
            if is_carried_on {
                self.open = Some(statement);
            } else {
                let whole = TextSlice::new(&text[statement.start..last], statement.start);
                let item = statement.colon.map(|colon| Item::new(whole, colon));
                self.statements.push(Statement { whole, item, line: statement.line });
            }
        }
        self.lines.push(line);
        next
    }
}

/// Whether a comma ends its line and carries the statement on.
///
/// A heading never continues a statement, nor does an item if the statement already has its colon. Then the comma is a
/// slip, and the statement ends with it.
fn is_line_continuation(text: &str, comma: usize, has_colon: bool) -> bool {
    let mut rest = &text[comma + 1..];
    let mut lines = 0;
    loop {
        rest = &rest[blanks_len(rest)..];
        if rest.starts_with("//") {
            rest = &rest[line_len(rest)..];
        }
        let end = line_end_len(rest);
        if end == 0 {
            break;
        }
        rest = &rest[end..];
        lines += 1;
    }
    let goes_on = lines > 0 && !rest.is_empty();
    goes_on && !begins_with_heading(rest) && !(has_colon && begins_with_item(rest))
}

/// Whether a text begins with a line that is a heading.
fn begins_with_heading(text: &str) -> bool {
    let word = &text[..text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len())];
    let rest = &text[word.len()..];
    let line_ends = || {
        let rest = &rest[blanks_len(rest)..];
        rest.is_empty() || rest.starts_with("//") || line_end_len(rest) > 0
    };
    let has_more = rest.starts_with([' ', '\t', '"']);
    match Section::by_heading_word(word) {
        Some(section) if section.words().heading_form == section.heading() => line_ends(),
        Some(_) => has_more,
        None => word == EDITION_WORD && has_more,
    }
}

/// Whether a text begins with a line that has a colon, and a blank behind it.
fn begins_with_item(text: &str) -> bool {
    let colon = marks(text, 0).find(|(_, mark)| *mark != Mark::Comma);
    colon.is_some_and(|(byte, mark)| {
        let rest = &text[(byte + 1).min(text.len())..];
        mark == Mark::Colon && byte > 0 && (rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']))
    })
}

/// Blanks out the comments of a text, byte for byte: places stay. Texts of moves are kept as written, and one that
/// continues over several lines may contain comments.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut line_start = 0;
    while line_start < text.len() {
        let end = line_start + line_len(&text[line_start..]);
        let comment =
            marks(text, line_start).find(|(_, mark)| *mark == Mark::Comment).map_or(end, |(comment, _)| comment);
        let next = end + line_end_len(&text[end..]);
        out.push_str(&text[line_start..comment]);
        out.extend(std::iter::repeat_n(' ', end - comment));
        out.push_str(&text[end..next]);
        line_start = next;
    }
    out
}

/// A slice of the text without blanks at its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextSlice<'t> {
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

/// The place where reading of a text failed, and the expected rules.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The byte, in the whole text.
    pub(super) at: usize,
    /// The rules that were expected there.
    pub(super) expected: Vec<Rule>,
    /// The line whose value it is.
    pub(super) line: Option<&'static Construct>,
}

impl<'t> TextSlice<'t> {
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
        Err(Failure { at: self.start + at.min(self.text.len()), expected, line: None })
    }

    /// Whether a rule of the grammar matches all words.
    pub(super) fn is(self, rule: Rule) -> bool {
        self.read(rule).is_ok()
    }
}

impl Failure {
    /// A failure at the beginning of a slice, for a reason that does not come from the grammar.
    pub(super) fn at(slice: TextSlice<'_>) -> Self {
        Self { at: slice.start, expected: Vec::new(), line: None }
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
        let start = self.start + own.start();
        let end = self.children().filter(|child| child.rule() != Rule::EOI).last();
        let end = end.map_or(self.start + own.end(), |last| last.span().end);
        // Words without a rule of their own may follow the last child.
        let tail = own.as_str().get(end - start..).unwrap_or_default().trim_ascii();
        let has_words = tail.starts_with(|c: char| c.is_ascii_alphabetic());
        Span::new(start, if has_words { start + own.as_str().trim_ascii_end().len() } else { end })
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
    pub(super) fn span_of(&self, rule: Rule) -> Option<Span> {
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
