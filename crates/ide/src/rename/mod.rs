//! Rename: changes a name at its definition, on boards, in lists, in positions and in moves.
//!
//! Edits follow the symbols of the checked text and, in the positions and moves of tests, the letters themselves. The new
//! text is checked: it must define the same game but for the name, with the same test results. Otherwise the rename is
//! refused with the reason.

mod letters;
mod same;

use super::navigation::symbols;
use super::view::View;
use weakfish::check::{Place, Resolver, Symbol, SymbolKind};
use weakfish::diagnostic::{Edit, edited};
use weakfish::source::{Source, Span};
use weakfish::syntax::TokenKind;

/// A name that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamable {
    /// Its place.
    pub span: Span,
    /// The name.
    pub name: String,
}

/// The name at a byte, if it can be changed.
///
/// # Errors
///
/// The reason why it can't: it is no name, or it is defined in another text.
pub fn renamable(view: &View<'_>, byte: usize) -> Result<Renamable, String> {
    let (symbol, span, in_words) = target(view, byte)?;
    let written = view.text().get(span.range());
    let name = if in_words { symbol.title.as_deref() } else { written };
    Ok(Renamable { span, name: name.unwrap_or_default().to_owned() })
}

/// The symbol at a byte offset, the span of its name, and whether that is a man's name in words.
fn target<'a>(view: &View<'a>, byte: usize) -> Result<(&'a Symbol, Span, bool), String> {
    let no_name = || "this is no name that the definition gives".to_owned();
    let token = &view.tokens()[view.at(byte).ok_or_else(no_name)?];
    let found = symbols(view, byte);
    let symbol = *found.first().ok_or_else(no_name)?;
    if found.iter().any(|other| other.definition != symbol.definition) {
        let name = &symbol.name;
        return Err(format!("`{name}` means another man for each side here: change it where one of them is defined"));
    }
    if symbol.definition.file != view.own() {
        let other = &view.checked().report_on(symbol.definition.file).source().name;
        return Err(format!("`{}` is defined in `{}`: a name is changed there", symbol.name, shown(other)));
    }
    if token.kind == TokenKind::State {
        return Err(no_name());
    }
    Ok((symbol, View::name_span(token), token.kind == TokenKind::ManName))
}

/// The last part of the name of a text.
fn shown(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// The changes that give another name to what the word at a byte names.
///
/// # Errors
///
/// The reason why it can't have this name: no such thing can be called that, something else is, or the game would be
/// another one.
///
/// ```
/// use weakfish::diagnostic::edited;
/// use weakfish_ide::{View, rename};
/// use weakfish::{BuiltIns, Source, check};
///
/// let text = "game \"Guard\" extends fide\nmen\n  G guard: F, instead of Q\ntest \"a guard\"\n  play: 1. e4 e5 2. Ge2\n";
/// let checked = check(&Source::new("guard.variant", text), &BuiltIns);
/// let edits = rename(&View::new(&checked), text.find("G guard").unwrap(), "F", &BuiltIns).unwrap();
/// assert!(edited(text, &edits).unwrap().ends_with("2. Fe2\n"));
/// ```
pub fn rename(view: &View<'_>, byte: usize, name: &str, resolver: &dyn Resolver) -> Result<Vec<Edit>, String> {
    let (symbol, span, in_words) = target(view, byte)?;
    let name = name.trim();
    let everywhere = |name: &str| places(view, symbol).map(|span| Edit::new(span, name)).collect();
    let edits = match symbol.kind {
        _ if in_words => vec![Edit::new(span, checked_name(name, true)?)],
        SymbolKind::Man(_) => man(view, symbol, name)?,
        SymbolKind::Test(_) if name.contains(['"', '\n', '\r']) => {
            return Err("the name of a test stands in quotes, on one line".to_owned());
        }
        SymbolKind::Test(_) => everywhere(name),
        _ => everywhere(&checked_name(name, false)?),
    };
    let text = edited(view.text(), &edits).ok_or("the changes overlap")?;
    let source = Source::new(view.source().name.clone(), text);
    same::judge(view.checked(), &weakfish::check(&source, resolver), symbol.kind, name)?;
    Ok(edits)
}

/// The places of a symbol in the text itself.
fn places<'a>(view: &View<'a>, symbol: &'a Symbol) -> impl Iterator<Item = Span> + use<'a> {
    let own = view.own();
    let all = std::iter::once(&symbol.definition).chain(&symbol.uses);
    let mut places: Vec<Span> = all.filter(|place| place.file == own).map(|place| place.span).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter()
}

/// A name as the language has it: small words, one of them or for a man several.
fn checked_name(name: &str, words: bool) -> Result<String, String> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let valid = if words { name.split(' ').all(is_word) } else { is_word(name) };
    if valid {
        return Ok(name.to_owned());
    }
    Err(format!("`{name}` is no name: names are small letters, digits and hyphens, and begin with a letter"))
}

/// The changes that give a man another letter.
fn man(view: &View<'_>, symbol: &Symbol, name: &str) -> Result<Vec<Edit>, String> {
    let letter = name.to_ascii_uppercase();
    if !letters::is_symbol(&letter) {
        return Err(format!("`{name}` is no man's letter: it is a letter, or one with `+` before it or `'` after it"));
    }
    let overlaps =
        |other: &Symbol| (other.sides.white && symbol.sides.white) || (other.sides.black && symbol.sides.black);
    let taken = view.checked().symbols.iter().find(|other| {
        matches!(other.kind, SymbolKind::Man(_)) && other.kind != symbol.kind && other.name == letter && overlaps(other)
    });
    if let Some(other) = taken {
        return Err(format!("`{letter}` is already the letter of the {}", other.title.as_deref().unwrap_or("man")));
    }
    let own = view.own();
    // A man that stands in for another has that one's letter there.
    let source = |place: &Place| view.checked().report_on(place.file).source();
    let is_its_letter = |place: &Place| {
        let written = source(place).text.get(place.span.range());
        written.is_some_and(|written| written.eq_ignore_ascii_case(&symbol.name))
    };
    if let Some(elsewhere) = symbol.uses.iter().find(|place| place.file != own && is_its_letter(place)) {
        let other = shown(&source(elsewhere).name);
        return Err(format!(
            "`{other}` uses `{0}`, too; a man with another letter takes its place with `instead of {0}`",
            symbol.name
        ));
    }
    let small = |text: &str| text.contains(|c: char| c.is_ascii_lowercase());
    let mut edits: Vec<Edit> = places(view, symbol)
        .map(|span| {
            let written = view.text().get(span.range()).unwrap_or_default();
            Edit::new(span, if small(written) { letter.to_ascii_lowercase() } else { letter.clone() })
        })
        .collect();
    for token in view.tokens() {
        let change = letters::Change { from: &symbol.name, to: &letter, sides: symbol.sides };
        let found = match token.kind {
            TokenKind::Position => change.in_position(view.word(token)),
            TokenKind::Play | TokenKind::Move => change.in_moves(view.word(token)),
            _ => continue,
        };
        edits.extend(found.into_iter().map(|edit| Edit::new(edit.span.shifted(token.span.start), edit.text)));
    }
    Ok(edits)
}
