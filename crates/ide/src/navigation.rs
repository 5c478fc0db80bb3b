//! Go to definition, and references.

use super::view::View;
use weakfish::check::{Place, Symbol};
use weakfish::source::{Source, Span};
use weakfish::syntax::TokenKind;

/// Location: a span in one of the texts that a game is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    /// The text.
    pub source: &'a Source,
    /// The span in it.
    pub span: Span,
}

/// Returns the definitions of the name at a byte offset: several if the name differs in meaning by side. The definition of
/// a game is the start of its text.
///
/// ```
/// use weakfish_ide::{View, definitions};
/// use weakfish::{BuiltIns, Source, check};
///
/// let text = "game \"Hill\" extends fide\nregions\n  hill: d4 to e5\nendings\n  K on hill: wins\n";
/// let checked = check(&Source::new("hill.variant", text), &BuiltIns);
/// let found = definitions(&View::new(&checked), text.rfind("hill").unwrap());
/// assert_eq!(found[0].span.start, text.find("hill").unwrap());
/// ```
pub fn definitions<'a>(view: &View<'a>, byte: usize) -> Vec<Location<'a>> {
    let is_game = |at: usize| view.tokens()[at].kind == TokenKind::Game;
    if view.token_at(byte).is_some_and(is_game) {
        let base = view.checked().base_reports.last();
        return base.map(|report| Location { source: report.source(), span: Span::at(0) }).into_iter().collect();
    }
    let mut found: Vec<_> = symbols(view, byte).iter().map(|symbol| location(view, symbol.definition)).collect();
    found.dedup();
    found
}

/// Returns the references to the name at a byte offset, in all texts of the game, with `definitions` including the
/// definitions.
pub fn references<'a>(view: &View<'a>, byte: usize, definitions: bool) -> Vec<Location<'a>> {
    let mut places: Vec<Place> = Vec::new();
    for symbol in symbols(view, byte) {
        places.extend(definitions.then_some(symbol.definition));
        places.extend(&symbol.uses);
    }
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(|place| location(view, place)).collect()
}

/// Symbols that the word at a byte offset refers to. A man's name refers to the man.
pub(super) fn symbols<'a>(view: &View<'a>, byte: usize) -> Vec<&'a Symbol> {
    let Some(at) = view.token_at(byte) else { return Vec::new() };
    let token = &view.tokens()[at];
    let names_man = matches!(token.kind, TokenKind::ManName | TokenKind::State);
    let word = at.checked_sub(1).filter(|_| names_man).map_or(token, |letter| &view.tokens()[letter]);
    view.symbols_at(View::name_span(word)).collect()
}

/// Location of a place in the texts of the game.
fn location<'a>(view: &View<'a>, place: Place) -> Location<'a> {
    Location { source: view.checked().report_on(place.file).source(), span: place.span }
}
