//! Targets of a rename.

use crate::navigation::symbols;
use crate::view::View;
use weakfish::check::Symbol;
use weakfish::source::Span;
use weakfish::syntax::TokenKind;

/// Target of a rename.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target<'a> {
    /// A symbol.
    Symbol(&'a Symbol),
    /// A man, by its name in words, which stands here.
    ManName(&'a Symbol, Span),
}

/// Target at a byte offset, and the span of its name.
pub(super) fn target<'a>(view: &View<'a>, byte: usize) -> Result<(Target<'a>, Span), String> {
    let no_name = || "this is no name that the definition gives".to_owned();
    let token = &view.tokens()[view.at(byte).ok_or_else(no_name)?];
    let found = symbols(view, byte);
    let Some(&symbol) = found.first() else { return Err(no_name()) };
    if found.iter().any(|other| other.definition != symbol.definition) {
        let name = &symbol.name;
        return Err(format!("`{name}` means another man for each side here: change it where one of them is defined"));
    }
    if symbol.definition.file != view.own() {
        let other = &view.checked().report_on(symbol.definition.file).source().name;
        return Err(format!("`{}` is defined in `{}`: a name is changed there", symbol.name, shown(other)));
    }
    let span = View::name_span(token);
    match token.kind {
        TokenKind::ManName => Ok((Target::ManName(symbol, span), span)),
        TokenKind::State => Err(no_name()),
        _ => Ok((Target::Symbol(symbol), span)),
    }
}

/// The last part of the name of a text.
pub(super) fn shown(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}
