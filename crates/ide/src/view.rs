//! A checked definition with its tokens and drawn boards.

use weakfish::check::{Checked, FileId, Symbol, SymbolKind};
use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::{KindId, PlacedMan, SetupId, Variant};
use weakfish::source::{Source, Span};
use weakfish::syntax::{Token, TokenKind, tokens};

/// A checked definition with its tokens.
#[derive(Debug)]
pub struct View<'a> {
    checked: &'a Checked,
    game: Option<&'a Game>,
    tokens: Vec<Token>,
}

impl<'a> View<'a> {
    /// Makes a view of a checked definition.
    pub fn new(checked: &'a Checked) -> Self {
        Self { checked, game: checked.game.as_ref(), tokens: tokens(&checked.report.source().text) }
    }

    /// Falls back to the game of an earlier text while the present one has errors.
    #[must_use]
    pub fn or_earlier(mut self, game: Option<&'a Game>) -> Self {
        self.game = self.game.or(game);
        self
    }

    /// Result of the check.
    pub fn checked(&self) -> &'a Checked {
        self.checked
    }

    /// The definition.
    pub fn source(&self) -> &'a Source {
        self.checked.report.source()
    }

    /// Its text.
    pub fn text(&self) -> &'a str {
        &self.source().text
    }

    /// The tokens of the text.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The game, or an earlier one.
    pub(super) fn game(&self) -> Option<&'a Game> {
        self.game
    }

    /// Its model.
    pub(super) fn variant(&self) -> Option<&'a Variant> {
        self.game.map(Game::variant)
    }

    /// File id of the text itself, among those that the game is made from.
    pub fn own_file(&self) -> FileId {
        self.checked.own_file()
    }

    /// Text of a token.
    pub(super) fn token_text(&self, token: &Token) -> &'a str {
        self.text().get(token.span.range()).unwrap_or_default()
    }

    /// Span of the name in a token: of a quoted text without its quotation marks.
    pub(super) fn name_span(token: &Token) -> Span {
        let Span { start, end } = token.span;
        if token.kind == TokenKind::Text { Span::new(start + 1, end.saturating_sub(1)) } else { token.span }
    }

    /// Index of the token at a byte offset; between two tokens the second one.
    pub(super) fn token_at(&self, byte: usize) -> Option<usize> {
        let after = self.tokens.partition_point(|token| token.span.start <= byte);
        let last = after.checked_sub(1)?;
        (byte <= self.tokens[last].span.end).then_some(last)
    }

    /// Line of a byte offset, without line ending.
    pub(super) fn line(&self, byte: usize) -> Span {
        let text = self.text();
        let byte = byte.min(text.len());
        let ends = |c: &u8| matches!(c, b'\n' | b'\r');
        let start = text.as_bytes()[..byte].iter().rposition(ends).map_or(0, |at| at + 1);
        let end = text.as_bytes()[byte..].iter().position(ends).map_or(text.len(), |at| byte + at);
        Span::new(start, end)
    }

    /// Token indices of a line.
    pub(super) fn tokens_in(&self, line: Span) -> std::ops::Range<usize> {
        let first = self.tokens.partition_point(|token| token.span.start < line.start);
        let end = self.tokens.partition_point(|token| token.span.start < line.end);
        first..end.max(first)
    }

    /// Symbols at a span: several, where a letter means another man for each side.
    pub(super) fn symbols_at(&self, span: Span) -> impl Iterator<Item = &'a Symbol> {
        let own = self.own_file();
        self.checked.symbols.iter().filter(move |symbol| {
            let is_there = |place: &weakfish::check::Place| place.file == own && place.span == span;
            !matches!(symbol.kind, SymbolKind::Property(_))
                && (is_there(&symbol.definition) || symbol.uses.iter().any(is_there))
        })
    }

    /// Kinds with a letter, by side.
    pub(super) fn kinds(&self, letter: &str) -> PerSide<Option<KindId>> {
        let capital = letter.to_ascii_uppercase();
        PerSide::from_fn(|side| self.variant()?.kind_of_symbol(side, &capital))
    }

    /// Kind that a token is about: by its letter, or by the first letter of the line where it is named.
    pub(super) fn kind_at(&self, at: usize) -> Option<KindId> {
        let token = self.tokens.get(at)?;
        let line = self.tokens.get(self.tokens_in(self.line(token.span.start)))?;
        let is_man = |word: &&Token| word.kind == TokenKind::Man;
        let letter = if is_man(&token) { token } else { line.iter().find(is_man)? };
        let kinds = self.kinds(self.token_text(letter));
        let named_side = line.iter().find(|word| word.kind == TokenKind::Side).map(|word| self.token_text(word));
        let is_for = |side: Side| named_side.is_none_or(|named_side| (named_side == "white") == (side == Side::White));
        let kind_of = |side: Side| kinds[side].filter(|_| is_for(side));
        kind_of(Side::White).or_else(|| kind_of(Side::Black))
    }
}

/// The setup that contains a token: index and name.
pub(super) fn setup_at<'a>(view: &View<'a>, at: usize) -> Option<(usize, &'a str)> {
    let before = view.tokens().get(..at)?;
    let heading = before.iter().rposition(|token| token.kind == TokenKind::Heading)?;
    let name = view.tokens().get(heading + 1).filter(|name| name.kind == TokenKind::Setup)?;
    Some((heading + 1, view.token_text(name)))
}

/// Square of the board cell that a token is, with the setup that the board belongs to; `None` outside of
/// boards.
pub(super) fn square_at(view: &View<'_>, at: usize) -> Option<(SetupId, Square)> {
    let variant = view.variant()?;
    let (name, setup) = setup_at(view, at)?;
    let own_line = view.line(view.tokens().get(at)?.span.start);
    let is_cell = |kind: TokenKind| matches!(kind, TokenKind::Man | TokenKind::Empty);
    let mut rows = 0;
    let mut line = view.line(view.tokens().get(name)?.span.start);
    for word in view.tokens().get(name + 1..at)? {
        let word_line = view.line(word.span.start);
        if word_line != line {
            line = word_line;
            rows += usize::from(is_cell(word.kind));
        }
        if line == own_line && !is_cell(word.kind) && word.kind != TokenKind::State {
            return None;
        }
    }
    let row = if line == own_line { rows.checked_sub(1)? } else { rows };
    let first = view.tokens_in(own_line).start;
    let column = view.tokens().get(first..at)?.iter().filter(|word| is_cell(word.kind)).count();
    let rank = i32::from(variant.board.ranks()) - 1 - row as i32;
    Some((variant.setup_named(setup)?, variant.board.square(column as i32, rank)?))
}

/// Man on the board cell of a token.
pub(super) fn man_at<'a>(view: &View<'a>, at: usize) -> Option<&'a PlacedMan> {
    let (setup, square) = square_at(view, at)?;
    let setup = view.variant()?.setups.get(setup.index())?;
    setup.men.iter().find(|man| man.square == square)
}
