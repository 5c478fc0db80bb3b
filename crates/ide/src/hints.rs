//! Inlay hints and code lenses.

use super::view::View;
use weakfish::geometry::{Board, Side};
use weakfish::model::{Symmetry, Variant};
use weakfish::prose::counted;
use weakfish::source::Span;
use weakfish::syntax::TokenKind;

/// An inlay hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Byte offset.
    pub at: usize,
    /// Label.
    pub text: String,
    /// Tooltip in Markdown.
    pub about: String,
}

/// A code lens: a command offered above a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The heading.
    pub span: Span,
    /// The command.
    pub kind: LensKind,
}

/// Command of a code lens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LensKind {
    /// The test of this name.
    Test(String),
    /// All tests of the definition.
    Tests,
    /// The numbers of sequences of moves from the setup of this name.
    Perft(String),
}

/// Returns the inlay hints of a text without errors: number of moves from each setup, and the squares on the board where
/// they are named as their side sees them.
pub fn hints(view: &View<'_>) -> Vec<Hint> {
    let Some(game) = &view.checked().game else { return Vec::new() };
    let variant = game.variant();
    let mut hints = Vec::new();
    let mut phrases: Vec<Span> = Vec::new();
    for (index, token) in view.tokens().iter().enumerate() {
        if let Some(setup) = setup_defined_at(view, index).and_then(|name| variant.setup_named(name)) {
            let start = game.start_of(setup);
            let moves = counted(start.legal_moves().count() as u64, "move");
            let about = format!("{} has {moves} in this setup.", start.turn());
            hints.push(Hint { at: token.span.end, text: moves, about });
        }
        let is_from_own_side = token.entry().is_some_and(|entry| matches!(entry.name, "ranks" | "squares"))
            && matches!(view.token_text(token), "own" | "last" | "the");
        if is_from_own_side && !phrases.contains(&token.phrase) && token.phrase.range().contains(&token.span.start) {
            phrases.push(token.phrase);
            hints.extend(own_squares_hint(view, variant, token.phrase));
        }
    }
    hints.sort_by_key(|hint| hint.at);
    hints
}

/// Name of the setup that is defined at a token.
fn setup_defined_at<'a>(view: &View<'a>, at: usize) -> Option<&'a str> {
    let token = view.tokens().get(at).filter(|token| token.kind == TokenKind::Setup)?;
    let before = view.tokens().get(at.checked_sub(1)?)?;
    (before.kind == TokenKind::Heading).then(|| view.token_text(token))
}

/// Hint for squares named from a side's own end: their names on the board.
fn own_squares_hint(view: &View<'_>, variant: &Variant, phrase: Span) -> Option<Hint> {
    let words = view.tokens().get(view.tokens_in(phrase))?;
    let line = view.tokens().get(view.tokens_in(view.line(phrase.start)))?;
    let named_side =
        line.iter().take_while(|word| word.span.start < phrase.start).find(|word| word.kind == TokenKind::Side);
    let named_side = named_side.map(|word| view.token_text(word) == "white");
    let of_kind = |kind| words.iter().filter(move |word| word.kind == kind).map(|word| view.token_text(word));
    let numbers: Vec<i32> = of_kind(TokenKind::Number).filter_map(|word| word.parse().ok()).collect();
    let squares: Vec<&str> = of_kind(TokenKind::Square).collect();
    let squares_of = |side: Side| squares_on_board(variant.board, variant.black, side, &numbers, &squares);
    let text = match named_side {
        Some(true) => squares_of(Side::White)?,
        Some(false) => squares_of(Side::Black)?,
        None => format!("White {}, Black {}", squares_of(Side::White)?, squares_of(Side::Black)?),
    };
    let about = "The squares as the board numbers them.".to_owned();
    Some(Hint { at: phrase.end, text, about })
}

/// Names on the board for ranks or squares counted from a side's end; without either for the last rank.
fn squares_on_board(board: Board, black: Symmetry, side: Side, ranks: &[i32], squares: &[&str]) -> Option<String> {
    let height = i32::from(board.ranks());
    if squares.is_empty() {
        let last = [height];
        let ranks = if ranks.is_empty() { &last[..] } else { ranks };
        let on_board = |&rank: &i32| if side == Side::White { rank } else { height + 1 - rank };
        let (first, last) = (ranks.iter().map(on_board).min()?, ranks.iter().map(on_board).max()?);
        return Some(if ranks.len() == 2 && first != last {
            format!("ranks {first} to {last}")
        } else {
            format!("rank {first}")
        });
    }
    let on_board = |name: &&str| {
        let square = board.parse(name)?;
        Some(board.name(match (side, black) {
            (Side::White, _) => square,
            (Side::Black, Symmetry::MirrorsWhite) => board.mirrored_in_ranks(square),
            (Side::Black, Symmetry::RotatesWhite) => board.rotated(square),
        }))
    };
    Some(squares.iter().map(on_board).collect::<Option<Vec<String>>>()?.join(" to "))
}

/// Returns the code lenses of a text without errors: its tests, and a perft of each setup.
pub fn lenses(view: &View<'_>) -> Vec<Lens> {
    if view.checked().game.is_none() {
        return Vec::new();
    }
    let mut lenses = Vec::new();
    let mut tests = 0;
    for (index, token) in view.tokens().iter().enumerate() {
        let line = view.line(token.span.start);
        let span = Span::new(token.span.start, line.end);
        if let Some(name) = setup_defined_at(view, index) {
            lenses.push(Lens { span: line, kind: LensKind::Perft(name.to_owned()) });
        } else if token.kind == TokenKind::Heading && view.token_text(token) == "test" {
            let Some(name) = view.tokens().get(index + 1) else { continue };
            tests += 1;
            let name = view.token_text(name).trim_matches('"').to_owned();
            lenses.push(Lens { span, kind: LensKind::Test(name) });
            if tests == 1 {
                lenses.push(Lens { span, kind: LensKind::Tests });
            }
        }
    }
    lenses
}
