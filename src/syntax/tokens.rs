//! The words of a definition with their kinds, for colours and look-ups in editors.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use serde::Serialize;

use super::ast::CHANGED_SETUP;
use super::ast::Section;
use super::construct::{Construct, Site};
use super::lines::{self, LineKind, Node, Statement, TextSlice, line_end_len};
use super::reader;
use super::section::heading_words;
use super::vocabulary::all;
use crate::reference::Entry;
use crate::source::Span;
use weakfish_grammar::variant::Rule;

/// A semantic token: a word of a definition, or several that are one thing, such as a movement, a position, or the
/// moves of a game on one line.
#[derive(Clone, Debug, Serialize)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its place, all on one line.
    pub span: Span,
    /// The place of a construct with an entry in the reference: a whole property, a whole way to name squares, or the
    /// words before a colon.
    #[serde(skip)]
    pub phrase: Span,
    /// The construct of the phrase.
    #[serde(skip)]
    construct: Option<&'static Construct>,
}

impl Token {
    /// The reference's entry about the phrase that it belongs to.
    pub fn entry(&self) -> Option<&'static Entry> {
        self.construct.and_then(Construct::entry)
    }
}

/// A kind of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenKind {
    /// A word of the language in a heading: `game`, `extends`, `men`.
    Heading,
    /// A word of the language before a colon: `castling`.
    Key,
    /// A word of the language after a colon, or as part of a property: `toward`, `turns`.
    Keyword,
    /// `white` or `black`.
    Side,
    /// A text in quotes.
    Text,
    /// The game that this one extends: a name, or a path in quotes.
    Game,
    /// A man's letter; on a board small for Black.
    Man,
    /// A man's state with its braces.
    State,
    /// A man's name.
    ManName,
    /// The name of a part of a movement.
    Part,
    /// The name of a region.
    Region,
    /// The name of a setup.
    Setup,
    /// A movement in Betza notation.
    Movement,
    /// A number, or two as in `8x8`.
    Number,
    /// A square or a file.
    Square,
    /// A direction or a wind.
    Direction,
    /// An empty square of a board, or a hole in it.
    Empty,
    /// The reason of an ending.
    Reason,
    /// A position, as a FEN.
    Position,
    /// Moves of a game.
    Play,
    /// A single move.
    Move,
    /// A comment, with its `//`.
    Comment,
}

/// The words of a text in their order. Statements that can't be read have those that stand where they should.
///
/// ```
/// use weakfish::syntax::{TokenKind, tokens};
///
/// let text = "men\n  R rook: fW, turns 45 // slow\n";
/// let kinds: Vec<(TokenKind, &str)> = tokens(text).iter().map(|token| (token.kind, &text[token.span.range()])).collect();
/// assert_eq!(kinds[1..4], [(TokenKind::Man, "R"), (TokenKind::ManName, "rook"), (TokenKind::Movement, "fW")]);
/// assert_eq!(kinds[4], (TokenKind::Keyword, "turns"));
/// assert_eq!(tokens(text)[4].entry().unwrap().name, "turns");
///
/// let source = "source: \"https://example.org/\" // whence";
/// assert_eq!(source[tokens(source)[1].span.range()], *"\"https://example.org/\"");
/// ```
pub fn tokens(text: &str) -> Vec<Token> {
    if text.len() > super::MAX_BYTES {
        return Vec::new();
    }
    let (lines, statements) = lines::split(text);
    let kinds = reader::read(&statements).kinds;
    let mut tokenizer = Tokenizer { text, tokens: Vec::new() };
    for (statement, (kind, section)) in statements.iter().zip(kinds) {
        tokenizer.add_statement(statement, kind, section);
    }
    let mut tokens = tokenizer.tokens;
    for line in lines.iter().filter(|line| !line.comment.is_empty()) {
        let start = line.comment_start();
        let span = Span::new(start, start + line.comment.len());
        tokens.push(Token { kind: TokenKind::Comment, span, phrase: span, construct: None });
    }
    tokens.sort_by_key(|token| token.span);
    tokens
}

/// The words of a text that have been found so far.
struct Tokenizer<'t> {
    text: &'t str,
    tokens: Vec<Token>,
}

/// Context that determines the kind of a word, besides the rule that reads it.
#[derive(Clone, Copy)]
struct Context {
    section: Section,
    /// The kind of words of the language here.
    word: TokenKind,
    /// The construct of the whole line, and the place of its words before the colon.
    line: Option<(&'static Construct, Span)>,
}

impl Tokenizer<'_> {
    /// Adds the words of a statement.
    fn add_statement(&mut self, statement: &Statement<'_>, kind: LineKind, section: Option<Section>) {
        let section = section.unwrap_or(Section::Facts);
        match statement.item {
            None if kind == LineKind::Row => {
                self.add_matched(statement.whole, Rule::row, Context { section, word: TokenKind::Keyword, line: None });
            }
            None => {
                let construct = heading_words(statement.whole.first_word());
                let line = Some((construct, statement.whole.span()));
                self.add_matched(
                    statement.whole,
                    Rule::heading_line,
                    Context { section, word: TokenKind::Heading, line },
                );
            }
            Some(item) if kind == LineKind::Heading || item.key.first_word() == "setup" && item.key.text != "setup" => {
                let line = Some((&CHANGED_SETUP, item.key.span()));
                let section = Section::Setup;
                self.add_matched(
                    item.key,
                    Rule::changed_setup_key,
                    Context { section, word: TokenKind::Heading, line },
                );
                self.add_matched(
                    item.value,
                    Rule::changed_setup_value,
                    Context { section, word: TokenKind::Keyword, line },
                );
            }
            Some(item) => {
                let Ok(key) = item.key.read(section.words().key) else { return };
                let Some((construct, value)) = section.line_of(&key) else { return };
                let line = Some((construct, item.key.span()));
                self.add_node(&key, &mut Vec::new(), Context { section, word: TokenKind::Key, line });
                self.add_matched(item.value, value.rule, Context { section, word: TokenKind::Keyword, line });
            }
        }
    }

    /// Adds the words of a slice, as a rule of the grammar reads them.
    fn add_matched(&mut self, slice: TextSlice<'_>, rule: Rule, context: Context) {
        if let Ok(node) = slice.read(rule) {
            self.add_node(&node, &mut Vec::new(), context);
        }
    }

    /// Adds the words below a node; `above` are the rules that it stands below.
    fn add_node(&mut self, node: &Node<'_>, above: &mut Vec<(Rule, Span)>, context: Context) {
        above.push((node.rule(), node.span()));
        let mut children = node.children().peekable();
        if children.peek().is_none() {
            let before = &self.text[..node.span().start];
            if let Some(kind) = token_kind(node.text(), before, above, context) {
                self.push_token(kind, node.span(), above, context);
            }
        } else {
            for child in children {
                self.add_node(&child, above, context);
            }
        }
        above.pop();
    }

    /// Adds a word, in pieces if it is carried on over several lines.
    fn push_token(&mut self, kind: TokenKind, span: Span, above: &[(Rule, Span)], context: Context) {
        let innermost = innermost_construct(above, context).or(context.line.map(|(construct, span)| (span, construct)));
        let (phrase, construct) = innermost.map_or((span, None), |(phrase, construct)| (phrase, Some(construct)));
        // Slashes within quotation marks, as in an address, begin no comment.
        let quoted = self.text[span.range()].starts_with('"');
        let mut rest = span;
        while rest.start < rest.end {
            let text = &self.text[rest.range()];
            let end = text.find(['\n', '\r']).unwrap_or(text.len());
            let line = &text[..end];
            // Continued lines may have comments in between.
            let comment = line.find("//").filter(|_| !quoted);
            let words = comment.map_or(line, |comment| &line[..comment]).trim_ascii_end();
            let start = rest.start + (words.len() - words.trim_ascii_start().len());
            let span = Span::new(start, rest.start + words.len());
            if span.start < span.end {
                self.tokens.push(Token { kind, span, phrase, construct });
            }
            rest.start += end + line_end_len(&text[end..]).max(usize::from(end == text.len()));
        }
    }
}

/// The innermost construct within a line that a word belongs to, and its place.
fn innermost_construct(above: &[(Rule, Span)], context: Context) -> Option<(Span, &'static Construct)> {
    let is_possible = |construct: &&Construct| match construct.site {
        Site::Property => context.section == Section::Men,
        Site::Area => context.section != Section::Test,
        Site::Change => context.section == Section::Setup,
        Site::Result | Site::Turn => context.section == Section::Endings,
        Site::Heading | Site::Line(_) => false,
    };
    above.iter().rev().find_map(|&(rule, span)| {
        let construct = all().filter(is_possible).find(|construct| construct.rule == rule)?;
        Some((span, construct))
    })
}

/// The kind of a word, by the rules that read it, from the outermost to its own; none for marks.
fn token_kind(text: &str, before: &str, above: &[(Rule, Span)], context: Context) -> Option<TokenKind> {
    let (&(rule, _), outer) = above.split_last()?;
    let within = |rule: Rule| outer.iter().any(|&(above, _)| above == rule);
    Some(match rule {
        Rule::EOI | Rule::comma | Rule::separator | Rule::plus | Rule::open | Rule::close => {
            return None;
        }
        Rule::text if within(Rule::title) && before.trim_ascii_end().ends_with("extends") => TokenKind::Game,
        Rule::text => TokenKind::Text,
        Rule::symbol | Rule::letter => TokenKind::Man,
        Rule::state | Rule::faced_state => TokenKind::State,
        Rule::void_cell => TokenKind::Empty,
        Rule::man_name | Rule::figure_name => TokenKind::ManName,
        Rule::part_name => TokenKind::Part,
        Rule::name if within(Rule::title) => TokenKind::Game,
        Rule::name if within(Rule::part) => TokenKind::Part,
        Rule::name if matches!(context.section, Section::Setup | Section::Test) => TokenKind::Setup,
        Rule::name => TokenKind::Region,
        Rule::betza | Rule::universal => TokenKind::Movement,
        Rule::number | Rule::ordinal | Rule::size | Rule::decimal | Rule::half_points => TokenKind::Number,
        Rule::square | Rule::file => TokenKind::Square,
        Rule::direction => TokenKind::Direction,
        Rule::reason => TokenKind::Reason,
        Rule::free_text if context.line.is_some_and(|(construct, _)| construct.words == "position") => {
            TokenKind::Position
        }
        Rule::free_text => TokenKind::Play,
        Rule::move_text => TokenKind::Move,
        _ if matches!(text, "white" | "black") && context.section != Section::Facts => TokenKind::Side,
        _ => context.word,
    })
}
