//! The first step: a text into lines. It can't fail.

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::node::Piece;
use crate::source::Span;

/// A line, together with those that carry it on; without comments before or behind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line<'t> {
    /// A heading, a row of a board, or a line that lacks its colon.
    Plain(Piece<'t>),
    /// `what: how`; either may be empty.
    Item(Item<'t>),
}

/// `what: how`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'t> {
    /// All of it.
    pub(super) whole: Piece<'t>,
    /// The words before the colon.
    pub(super) key: Piece<'t>,
    /// The words after it.
    pub(super) value: Piece<'t>,
}

impl Line<'_> {
    /// From its first word to its last.
    pub(super) fn span(self) -> Span {
        match self {
            Self::Plain(piece) => piece.span(),
            Self::Item(item) => item.span(),
        }
    }
}

impl Item<'_> {
    /// From its first word to its last.
    pub(super) fn span(self) -> Span {
        self.whole.span()
    }

    /// Where its colon stands: right before the value, blanks apart.
    pub(super) fn colon(self) -> usize {
        let before = self.value.start.saturating_sub(self.whole.start);
        self.whole.start + self.whole.text.get(..before).and_then(|text| text.rfind(':')).unwrap_or(0)
    }
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    // The rule matches every text; should it ever not, the text is one line, and is refused as such.
    let Ok(pairs) = Grammar::parse(Rule::sheet, text) else { return vec![Line::Plain(Piece::new(text, 0))] };
    let lines = pairs.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::line);
    lines.flat_map(Pair::into_inner).map(line).collect()
}

fn line(pair: Pair<'_, Rule>) -> Line<'_> {
    let start = pair.as_span().start();
    if pair.as_rule() != Rule::item {
        return Line::Plain(Piece::new(pair.as_str(), start));
    }
    let whole = Piece::new(pair.as_str(), start);
    let (mut key, mut value) = (Piece { text: "", start }, Piece { text: "", start });
    for part in pair.into_inner() {
        let found = Piece::new(part.as_str(), part.as_span().start());
        match part.as_rule() {
            Rule::key => key = found,
            Rule::colon => value.start = found.start + 1,
            Rule::value if !found.text.is_empty() => value = found,
            _ => {}
        }
    }
    Line::Item(Item { whole, key, value })
}

/// The same text with its comments blanked out, byte for byte.
///
/// Texts of moves are kept as they are written; where such a line is carried on, comments may stand inside.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive(['\n', '\r']) {
        let end = comment_start(line).unwrap_or(line.len());
        out.push_str(&line[..end]);
        let rest = &line[end..];
        let words = rest.trim_end_matches(['\n', '\r']);
        out.extend(std::iter::repeat_n(' ', words.len()));
        out.push_str(&rest[words.len()..]);
    }
    out
}

/// Where the comment of a line begins; not inside of a text in quotes.
fn comment_start(line: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = line[at..].find(['"', '/']).map(|found| at + found) {
        let rest = &line[found..];
        if rest.starts_with("//") {
            return Some(found);
        }
        let closing = rest.strip_prefix('"').and_then(|inside| inside.find('"'));
        at = found + closing.map_or(1, |closing| closing + 2);
    }
    None
}
