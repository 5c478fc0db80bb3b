//! Boards that are drawn in a definition.

use super::view::View;
use weakfish::geometry::Square;
use weakfish::model::{PlacedMan, SetupId};
use weakfish::syntax::TokenKind;

/// The setup whose heading stands before a word, by its name.
pub(super) fn setup_above<'a>(view: &View<'a>, at: usize) -> Option<(usize, &'a str)> {
    let before = view.tokens().get(..at)?;
    let heading = before.iter().rposition(|token| token.kind == TokenKind::Heading)?;
    let name = view.tokens().get(heading + 1).filter(|name| name.kind == TokenKind::Setup)?;
    Some((heading + 1, view.word(name)))
}

/// The square of a cell of a drawn board, and the setup that it belongs to.
pub(super) fn square_of(view: &View<'_>, at: usize) -> Option<(SetupId, Square)> {
    let variant = view.variant()?;
    let (name, setup) = setup_above(view, at)?;
    let own = view.line(view.tokens().get(at)?.span.start);
    let is_cell = |kind: TokenKind| matches!(kind, TokenKind::Man | TokenKind::Empty);
    let mut rows = 0;
    let mut line = view.line(view.tokens().get(name)?.span.start);
    for word in view.tokens().get(name + 1..at)? {
        let of_word = view.line(word.span.start);
        if of_word != line {
            line = of_word;
            rows += usize::from(is_cell(word.kind));
        }
        if line == own && !is_cell(word.kind) && word.kind != TokenKind::State {
            return None;
        }
    }
    let row = if line == own { rows.checked_sub(1)? } else { rows };
    let first = view.words_of(own).start;
    let column = view.tokens().get(first..at)?.iter().filter(|word| is_cell(word.kind)).count();
    let rank = i32::from(variant.board.ranks()) - 1 - row as i32;
    Some((variant.setup_named(setup)?, variant.board.square(column as i32, rank)?))
}

/// The man on the square of a cell.
pub(super) fn man_on<'a>(view: &View<'a>, at: usize) -> Option<&'a PlacedMan> {
    let (setup, square) = square_of(view, at)?;
    let setup = view.variant()?.setups.get(setup.index())?;
    setup.men.iter().find(|man| man.square == square)
}
