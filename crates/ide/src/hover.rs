//! Hover texts.

use serde::Serialize;

use super::board;
use super::facts::facts;
use super::markdown;
use super::navigation::definitions;
use super::view::View;
use weakfish::betza;
use weakfish::check::Resolver;
use weakfish::diagnostic::Code;
use weakfish::model::{KindId, SetupId};
use weakfish::notation::board_diagram;
use weakfish::prose::counted;
use weakfish::reference::{self, Entry, Section};
use weakfish::source::{Source, Span};
use weakfish::syntax::{Token, TokenKind};

/// Hover text of a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// Text in Markdown.
    pub markdown: String,
    /// The man of the game that the word is about, by its letter, its name or its movement.
    #[serde(skip)]
    pub man: Option<KindId>,
}

/// Returns the hover text at a byte offset: the meaning of the word in this game, its entry in the reference, and the
/// explanation of a diagnostic there.
///
/// `resolver` finds the game that is extended.
pub fn hover(view: &View<'_>, byte: usize, resolver: &dyn Resolver) -> Option<Hover> {
    let (mut span, mut man) = (None, None);
    let mut parts = Vec::new();
    if let Some(at) = view.at(byte) {
        let token = &view.tokens()[at];
        parts.extend(meaning(view, at, byte, resolver).or_else(|| defined(view, at, byte)));
        let entry = token.entry().filter(|_| shows_only_entry(token.kind) || parts.is_empty());
        parts.extend(entry.map(|entry| markdown::entry_about(entry, view.word(token))));
        span = Some(token.span);
        let is_man = matches!(token.kind, TokenKind::Man | TokenKind::ManName | TokenKind::Movement);
        man = if is_man { view.man_of(at) } else { None };
    }
    for diagnostic in view.checked().report.diagnostics() {
        let place = diagnostic.span();
        if place.start <= byte && byte <= place.end {
            parts.push(markdown::code(diagnostic.code));
            span = span.or(Some(place));
        }
    }
    let markdown = parts.join("\n\n---\n\n");
    span.filter(|_| !markdown.is_empty()).map(|span| Hover { span, markdown, man })
}

/// The line that defines a name, where there is no game that could say more.
fn defined(view: &View<'_>, at: usize, byte: usize) -> Option<String> {
    let found = definitions(view, byte);
    let definition = found.first().filter(|_| view.tokens()[at].kind != TokenKind::Game)?;
    let text = &definition.source.text;
    let start = text.get(..definition.span.start)?.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    Some(markdown::block(line.trim()))
}

/// Whether the hover text of such a word is only the entry of its line or phrase.
fn shows_only_entry(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Heading | TokenKind::Key | TokenKind::Keyword | TokenKind::Direction | TokenKind::Side)
}

/// Meaning of a word in this game.
fn meaning(view: &View<'_>, at: usize, byte: usize, resolver: &dyn Resolver) -> Option<String> {
    let token = &view.tokens()[at];
    let word = view.word(token);
    let variant = view.variant();
    match token.kind {
        TokenKind::Man | TokenKind::State => {
            let cell = if token.kind == TokenKind::State { at.checked_sub(1)? } else { at };
            let variant = variant?;
            match board::man_on(view, cell) {
                Some(man) => {
                    let place = markdown::placed_man(variant, man);
                    Some(format!("{place}\n\n---\n\n{}", markdown::man_in_words(variant, man.kind)))
                }
                None => Some(markdown::man(variant, view.man_of(cell)?)),
            }
        }
        TokenKind::ManName => Some(markdown::man(variant?, view.man_of(at)?)),
        TokenKind::Movement => Some(movement(view, token, byte)),
        TokenKind::Region => {
            let region = variant?.regions.iter().find(|region| region.name == word)?;
            Some(format!("**{word}**\n\n{}", markdown::squares(variant?, |side| region.squares[side])))
        }
        TokenKind::Setup => setup(view, word),
        TokenKind::Game => game(view, word, resolver),
        TokenKind::Comment => {
            let rest = word.trim_start_matches('/').trim_start().strip_prefix("allow ")?;
            let code: Code = rest.split(": ").next()?.trim_end_matches(':').trim().parse().ok()?;
            Some(markdown::code(code))
        }
        _ => None,
    }
}

/// A movement: the whole, the term at a byte offset, and the letter there.
fn movement(view: &View<'_>, token: &Token, byte: usize) -> String {
    let word = view.word(token);
    let board = view.variant().map(|variant| variant.board);
    let at = byte.saturating_sub(token.span.start).min(word.len().saturating_sub(1));
    let terms = betza::terms(word);
    let term = terms.iter().find(|term| term.range().contains(&at)).filter(|_| terms.len() > 1);
    let mut parts: Vec<String> = Vec::new();
    parts.extend(markdown::movement(word, board));
    parts.extend(term.and_then(|term| markdown::movement(word.get(term.range())?, board)));
    parts.extend(word.get(at..).and_then(|rest| rest.chars().next()).and_then(letter).map(markdown::entry));
    parts.join("\n\n---\n\n")
}

/// Entry of the reference for a letter of a movement.
fn letter(letter: char) -> Option<&'static Entry> {
    let name = letter.to_string();
    match letter {
        'A'..='Z' => reference::named(Section::Atoms, &name),
        'a'..='z' => reference::named(Section::Modifiers, &name),
        '0'..='9' => reference::named(Section::Ranges, "W3"),
        '(' | ')' | ',' => reference::named(Section::Atoms, "(4,1)"),
        '[' | ']' | '-' => reference::named(Section::Paths, "[F-R]"),
        '?' => reference::named(Section::Paths, "[F?R]"),
        '&' => reference::named(Section::Paths, "[W-F&F-W]"),
        _ => None,
    }
}

/// A setup: its board, and how many moves the first side has.
fn setup(view: &View<'_>, name: &str) -> Option<String> {
    let game = view.game()?;
    let id: SetupId = game.variant().setup_named(name)?;
    let setup = game.variant().setups.get(id.index())?;
    let board = markdown::block(&board_diagram::draw(game.variant(), &setup.men));
    let start = game.start_of(id);
    let moves = counted(start.legal_moves().count() as u64, "legal move");
    Some(format!("**{name}**: {} has {moves}\n\n{board}", start.turn()))
}

/// The base game: its title and facts.
fn game(view: &View<'_>, word: &str, resolver: &dyn Resolver) -> Option<String> {
    let source = match word.strip_prefix('"') {
        Some(path) => resolver.beside(view.source(), path.trim_end_matches('"')).ok()?,
        None => resolver.built_in(word)?,
    };
    Some(about(&source))
}

/// Title and facts of a game.
pub(super) fn about(source: &Source) -> String {
    let facts = facts(&source.text);
    let of = |name: &str| facts.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
    let mut lines = vec![format!("**{}**", of("game").unwrap_or_default())];
    for fact in ["about", "inventor", "year", "source"] {
        lines.extend(of(fact).map(|value| format!("{fact}: {value}")));
    }
    lines.join("\n\n")
}
