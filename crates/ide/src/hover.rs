//! Hover texts and their parts: descriptions of men, squares and constructs in Markdown, facts of a definition.

use std::fmt::Write;

use serde::Serialize;
use weakfish::betza;
use weakfish::check::Resolver;
use weakfish::diagnostic::Code;
use weakfish::geometry::{Board, Side};
use weakfish::model::{KindId, ManState, Mode, PlacedMan, SetupId, Variant};
use weakfish::notation::{board_diagram, man_name};
use weakfish::picture::{Facings, views};
use weakfish::prose::{self, counted};
use weakfish::reference::{self, Entry, Form, Section};
use weakfish::rulebook::sentences;
use weakfish::source::{Source, Span};
use weakfish::syntax::{Token, TokenKind, tokens};

use crate::navigation::definitions;
use crate::view::{self, View};

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
    if let Some(at) = view.token_at(byte) {
        let token = &view.tokens()[at];
        parts.extend(hover_token(view, at, byte, resolver).or_else(|| definition_line(view, at, byte)));
        let entry = token.entry().filter(|_| shows_only_entry(token.kind) || parts.is_empty());
        parts.extend(entry.map(|entry| entry_about(entry, view.token_text(token))));
        span = Some(token.span);
        let is_man = matches!(token.kind, TokenKind::Man | TokenKind::ManName | TokenKind::Movement);
        man = if is_man { view.kind_at(at) } else { None };
    }
    for diagnostic in view.checked().report.diagnostics() {
        let range = diagnostic.span();
        if range.start <= byte && byte <= range.end {
            parts.push(code_page(diagnostic.code));
            span = span.or(Some(range));
        }
    }
    let markdown = parts.join("\n\n---\n\n");
    span.filter(|_| !markdown.is_empty()).map(|span| Hover { span, markdown, man })
}

/// The line that defines a name, as a code block, for definitions without a valid game.
fn definition_line(view: &View<'_>, at: usize, byte: usize) -> Option<String> {
    let found = definitions(view, byte);
    let definition = found.first().filter(|_| view.tokens()[at].kind != TokenKind::Game)?;
    let text = &definition.source.text;
    let start = text.get(..definition.span.start)?.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    Some(code_block(line.trim()))
}

/// Whether the hover text of such a word is only the entry of its line or phrase.
fn shows_only_entry(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Heading | TokenKind::Key | TokenKind::Keyword | TokenKind::Direction | TokenKind::Side)
}

/// Meaning of a word in this game.
fn hover_token(view: &View<'_>, at: usize, byte: usize, resolver: &dyn Resolver) -> Option<String> {
    let token = &view.tokens()[at];
    let word = view.token_text(token);
    let variant = view.variant();
    match token.kind {
        TokenKind::Man | TokenKind::State => {
            let cell = if token.kind == TokenKind::State { at.checked_sub(1)? } else { at };
            let variant = variant?;
            match view::man_at(view, cell) {
                Some(man) => {
                    let place = placed_man(variant, man);
                    Some(format!("{place}\n\n---\n\n{}", man_summary(variant, man.kind)))
                }
                None => Some(man_page(variant, view.kind_at(cell)?)),
            }
        }
        TokenKind::ManName => Some(man_page(variant?, view.kind_at(at)?)),
        TokenKind::Movement => Some(hover_movement(view, token, byte)),
        TokenKind::Region => {
            let region = variant?.regions.iter().find(|region| region.name.as_deref() == Some(word))?;
            Some(format!("**{word}**\n\n{}", squares_text(variant?, |side| region.squares[side])))
        }
        TokenKind::Setup => hover_setup(view, word),
        TokenKind::Game => hover_base_game(view, word, resolver),
        TokenKind::Comment => {
            let rest = word.trim_start_matches('/').trim_start().strip_prefix("allow ")?;
            let code: Code = rest.split(": ").next()?.trim_end_matches(':').trim().parse().ok()?;
            Some(code_page(code))
        }
        TokenKind::Heading
        | TokenKind::Key
        | TokenKind::Keyword
        | TokenKind::Side
        | TokenKind::Text
        | TokenKind::Part
        | TokenKind::Number
        | TokenKind::Square
        | TokenKind::Direction
        | TokenKind::Empty
        | TokenKind::Reason
        | TokenKind::Position
        | TokenKind::Play
        | TokenKind::Move => None,
    }
}

/// Hover text of a movement: the whole, the term at a byte offset, and the letter there.
fn hover_movement(view: &View<'_>, token: &Token, byte: usize) -> String {
    let word = view.token_text(token);
    let board = view.variant().map(|variant| variant.board);
    let offset = byte.saturating_sub(token.span.start).min(word.len().saturating_sub(1));
    let terms = betza::terms(word);
    let term = terms.iter().find(|term| term.range().contains(&offset)).filter(|_| terms.len() > 1);
    let mut parts: Vec<String> = Vec::new();
    parts.extend(movement_page(word, board));
    parts.extend(term.and_then(|term| movement_page(word.get(term.range())?, board)));
    parts.extend(word.get(offset..).and_then(|rest| rest.chars().next()).and_then(betza_letter_entry).map(entry_page));
    parts.join("\n\n---\n\n")
}

/// Entry of the reference for a letter or sign of Betza notation.
fn betza_letter_entry(letter: char) -> Option<&'static Entry> {
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

/// Hover text of a setup: its board, and the number of moves of the first side.
fn hover_setup(view: &View<'_>, name: &str) -> Option<String> {
    let game = view.game()?;
    let id: SetupId = game.variant().setup_named(name)?;
    let setup = game.variant().setups.get(id.index())?;
    let board = code_block(&board_diagram::draw(game.variant(), &setup.men));
    let start = game.start_of(id);
    let moves = counted(start.legal_moves().count() as u64, "legal move");
    Some(format!("**{name}**: {} has {moves}\n\n{board}", start.turn()))
}

/// Hover text of the base game: its title and facts.
fn hover_base_game(view: &View<'_>, word: &str, resolver: &dyn Resolver) -> Option<String> {
    let source = match word.strip_prefix('"') {
        Some(path) => resolver.beside(view.source(), path.trim_end_matches('"')).ok()?,
        None => resolver.built_in(word)?,
    };
    Some(game_summary(&source))
}

/// Title and facts of a game.
pub(super) fn game_summary(source: &Source) -> String {
    let facts = facts(&source.text);
    let value_of = |name: &str| facts.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
    let mut lines = vec![format!("**{}**", value_of("game").unwrap_or_default())];
    for fact in ["about", "inventor", "year", "source"] {
        lines.extend(value_of(fact).map(|value| format!("{fact}: {value}")));
    }
    lines.join("\n\n")
}

/// Maximum number of forms of a construct in a description.
const MAX_FORMS: usize = 8;

/// Preformatted block.
pub(super) fn code_block(text: &str) -> String {
    format!("```text\n{}\n```", text.trim_end())
}

/// Entry of the reference: summary, grammar and forms.
pub(super) fn entry_page(entry: &Entry) -> String {
    entry_about(entry, "")
}

/// Entry of the reference, reduced to the forms that contain a word if there are any.
pub(super) fn entry_about(entry: &Entry, word: &str) -> String {
    let has_word = |form: &&Form| {
        let words = |example: &str| example.split([' ', ',', ':']).any(|other| other == word);
        form.examples.iter().any(|example| words(example))
    };
    let with_word = entry.forms.iter().filter(has_word).count();
    let forms = entry.forms.iter().filter(|form| with_word == 0 || has_word(form));
    let mut text = format!("**{}** ({})\n\n{}", entry.name, entry.section, entry.summary);
    if !entry.grammar.is_empty() {
        let _ = write!(text, "\n\n{}", code_block(entry.grammar));
    }
    for (at, form) in forms.take(MAX_FORMS).enumerate() {
        let examples: Vec<_> = form.examples.iter().map(|example| format!("`{example}`")).collect();
        let _ = write!(text, "{}\n* {}: {}", if at == 0 { "\n" } else { "" }, examples.join(", "), form.meaning);
    }
    text
}

/// Explanation of a diagnostic code.
pub(super) fn code_page(code: Code) -> String {
    format!("**{code}**: {}\n\n{}", code.meaning(), code.explanation().text)
}

/// Page about a man: movement, properties, and a diagram of each of its movements at the start.
pub(super) fn man_page(variant: &Variant, id: KindId) -> String {
    let mut text = man_summary(variant, id);
    for view in views(variant, id, Facings::AtStart) {
        let _ = write!(text, "\n\n{}", view.in_words());
        if !view.movement.paths.is_empty() {
            let _ = write!(text, "\n\n{}", code_block(&betza::diagram_on(&view.movement, variant.board)));
        }
    }
    text
}

/// Returns the head of a man's hover: its symbol, name, Betza notation and properties; `man_page` adds its movements.
pub(super) fn man_summary(variant: &Variant, id: KindId) -> String {
    let kind = variant.kind(id);
    let parts = kind.components.iter().map(|part| match &part.name {
        Some(name) => format!("{name} `{}`", part.written()),
        None => format!("`{}`", part.written()),
    });
    let parts: Vec<_> = parts.filter(|part| part != "``").collect();
    let moves = if parts.is_empty() { "no movement".to_owned() } else { parts.join(" + ") };
    let mut text = format!("**{} {}**: {moves}", kind.symbol, man_name(variant, id));
    let sentences = sentences::man(variant, id);
    if !sentences.is_empty() {
        let _ = write!(text, "\n\n{}", sentences.join(" "));
    }
    text
}

/// Description of a man on a board: side, square and facings, with a diagram of the moves of each component.
pub(super) fn placed_man(variant: &Variant, man: &PlacedMan) -> String {
    let (name, square) = (man_name(variant, man.kind), variant.board.name(man.square));
    let mut text = format!("**{}'s {name}** on {square}{}", man.side, state_text(&man.state));
    let kind = variant.kind(man.kind);
    let mut facing_index = 0;
    for index in 0..kind.components.len() {
        let facings = kind.facings(man.side, variant.black, index);
        let wind = (facings.len() > 1).then(|| man.state.facings.get(facing_index).copied()).flatten();
        facing_index += usize::from(facings.len() > 1);
        let facing = facings.iter().find(|facing| wind.is_none_or(|wind| facing.wind == wind));
        if let Some(facing) = facing.filter(|facing| !facing.movement.paths.is_empty()) {
            let _ = write!(text, "\n\n{}", code_block(&betza::diagram_on(&facing.movement, variant.board)));
        }
    }
    text
}

/// State of a man in words, to be appended: `, facing n and e, moving`.
fn state_text(state: &ManState) -> String {
    let winds: Vec<_> = state.facings.iter().map(ToString::to_string).collect();
    let facing = if winds.is_empty() { String::new() } else { format!(", facing {}", winds.join(" and ")) };
    let mode = match state.mode {
        Some(Mode::Moving) => ", moving",
        Some(Mode::Capturing) => ", capturing",
        None => "",
    };
    facing + mode
}

/// Page about a movement, or a part of one: in words and as a diagram.
pub(super) fn movement_page(text: &str, board: Option<Board>) -> Option<String> {
    let movement = betza::movement(text).0?;
    let words = prose::capitalized(&format!("{}.", betza::describe(&movement).join("; ")));
    let diagram = board.map_or_else(|| betza::diagram(&movement), |board| betza::diagram_on(&movement, board));
    Some(format!("`{text}`: {words}\n\n{}", code_block(&diagram)))
}

/// Text of the squares of each side: once if both have the same.
pub(super) fn squares_text(variant: &Variant, of: impl Fn(Side) -> weakfish::geometry::SquareSet) -> String {
    let names = |side: Side| -> String {
        let set = of(side);
        let names: Vec<_> = set.iter().map(|square| variant.board.name(square)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    };
    let (white, black) = (names(Side::White), names(Side::Black));
    if white == black { white } else { format!("White: {white}\n\nBlack: {black}") }
}

/// Returns the title of a game, under the name `game`, and the facts of its own text, without quotation marks. Costs a
/// fraction of checking the text.
///
/// ```
/// use weakfish_ide::facts;
///
/// let text = "game \"Hill\" extends fide\nabout: \"A race to the middle.\"\nyear: 2020\n";
/// let facts = facts(text);
/// assert_eq!(facts[0], ("game".to_owned(), "Hill".to_owned()));
/// assert_eq!(facts[1], ("about".to_owned(), "A race to the middle.".to_owned()));
/// ```
pub fn facts(text: &str) -> Vec<(String, String)> {
    let words = tokens(text);
    let word = |index: usize| {
        let token = words.get(index)?;
        Some(text.get(token.span.range())?.trim_matches('"').to_owned())
    };
    let mut facts = Vec::new();
    for (index, token) in words.iter().enumerate() {
        // The first text is the title; no heading comes before it.
        if token.kind == TokenKind::Text && facts.is_empty() {
            facts.extend(word(index).map(|title| ("game".to_owned(), title)));
        } else if token.kind == TokenKind::Key {
            let key = word(index).unwrap_or_default();
            if !facts.iter().any(|(known, _)| *known == key) {
                facts.extend(word(index + 1).map(|value| (key, value)));
            }
        }
    }
    facts
}
