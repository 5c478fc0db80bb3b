//! Rename: changes a name at its definition, on boards, in lists, in positions and in moves.
//!
//! Edits follow the symbols of the checked text and, in the positions and moves of tests, the letters themselves. The
//! new text is checked: it must define the same game except for the name, with the same test results. Otherwise the
//! rename is refused with the reason.

use weakfish::check::{Checked, Place, Resolver, Symbol, SymbolKind};
use weakfish::diagnostic::{Diagnostic, Edit, apply_edits};
use weakfish::geometry::PerSide;
use weakfish::model::Variant;
use weakfish::notation::take_symbol;
use weakfish::source::{Source, Span, words};
use weakfish::syntax::TokenKind;
use weakfish::testing::runner;

use crate::navigation::symbols;
use crate::view::View;

/// A name that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamable {
    /// Its place.
    pub span: Span,
    /// The name.
    pub name: String,
}

/// Prepare rename: the name at a byte offset and its span, if it can be changed.
///
/// # Errors
///
/// The reason why it can't: it is no name, or it is defined in another text.
pub fn prepare_rename(view: &View<'_>, byte: usize) -> Result<Renamable, String> {
    let (symbol, span, in_words) = symbol_at(view, byte)?;
    let written = view.text().get(span.range());
    let name = if in_words { symbol.title.as_deref() } else { written };
    Ok(Renamable { span, name: name.unwrap_or_default().to_owned() })
}

/// The symbol at a byte offset, the span of its name, and whether that is a man's name in words.
fn symbol_at<'a>(view: &View<'a>, byte: usize) -> Result<(&'a Symbol, Span, bool), String> {
    let no_name = || "this is no name that the definition gives".to_owned();
    let token = &view.tokens()[view.token_at(byte).ok_or_else(no_name)?];
    let candidates = symbols(view, byte);
    let symbol = *candidates.first().ok_or_else(no_name)?;
    if candidates.iter().any(|other| other.definition != symbol.definition) {
        let name = &symbol.name;
        return Err(format!("`{name}` means another man for each side here: change it where one of them is defined"));
    }
    if symbol.definition.file != view.own_file() {
        let other = &view.checked().report_on(symbol.definition.file).source().name;
        return Err(format!("`{}` is defined in `{}`: a name is changed there", symbol.name, file_name(other)));
    }
    if token.kind == TokenKind::State {
        return Err(no_name());
    }
    Ok((symbol, View::name_span(token), token.kind == TokenKind::ManName))
}

/// File name in the name of a text.
fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// Renames the symbol at a byte offset; returns the edits.
///
/// # Errors
///
/// The reason why it can't have this name: no such thing can be called that, something else is, or the game would be
/// another one.
///
/// ```
/// use weakfish::diagnostic::apply_edits;
/// use weakfish_ide::{View, rename};
/// use weakfish::{BuiltIns, Source, check};
///
/// let text = "game \"Guard\" extends fide\nmen\n  G guard: F, instead of Q\ntest \"a guard\"\n  play: 1. e4 e5 2. Ge2\n";
/// let checked = check(&Source::new("guard.variant", text), &BuiltIns);
/// let edits = rename(&View::new(&checked), text.find("G guard").unwrap(), "F", &BuiltIns).unwrap();
/// assert!(apply_edits(text, &edits).unwrap().ends_with("2. Fe2\n"));
/// ```
pub fn rename(view: &View<'_>, byte: usize, name: &str, resolver: &dyn Resolver) -> Result<Vec<Edit>, String> {
    let (symbol, span, is_full_name) = symbol_at(view, byte)?;
    let name = name.trim();
    let replace_all = |name: &str| spans_of(view, symbol).map(|span| Edit::new(span, name)).collect();
    let edits = match symbol.kind {
        _ if is_full_name => vec![Edit::new(span, checked_name(name, true)?)],
        SymbolKind::Man(_) => rename_man(view, symbol, name)?,
        SymbolKind::Test(_) if name.contains(['"', '\n', '\r']) => {
            return Err("the name of a test stands in quotes, on one line".to_owned());
        }
        SymbolKind::Test(_) => replace_all(name),
        SymbolKind::Part(..) | SymbolKind::Property(_) | SymbolKind::Region(_) | SymbolKind::Setup(_) => {
            replace_all(&checked_name(name, false)?)
        }
    };
    let text = apply_edits(view.text(), &edits).ok_or("the changes overlap")?;
    let source = Source::new(view.source().name.clone(), text);
    require_same_game(view.checked(), &weakfish::check(&source, resolver), symbol.kind, name)?;
    Ok(edits)
}

/// Spans of a symbol in the text itself.
fn spans_of<'a>(view: &View<'a>, symbol: &'a Symbol) -> impl Iterator<Item = Span> + use<'a> {
    let own = view.own_file();
    let all = std::iter::once(&symbol.definition).chain(&symbol.uses);
    let mut places: Vec<Span> = all.filter(|place| place.file == own).map(|place| place.span).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter()
}

/// Validates a name: small letters, digits and hyphens; several words only for a man.
fn checked_name(name: &str, allows_spaces: bool) -> Result<String, String> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let valid = if allows_spaces { name.split(' ').all(is_word) } else { is_word(name) };
    if valid {
        return Ok(name.to_owned());
    }
    Err(format!("`{name}` is no name: names are small letters, digits and hyphens, and begin with a letter"))
}

/// Renames the letter of a man; returns the edits.
fn rename_man(view: &View<'_>, symbol: &Symbol, name: &str) -> Result<Vec<Edit>, String> {
    let letter = name.to_ascii_uppercase();
    if !is_symbol(&letter) {
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
    let own = view.own_file();
    // A man that stands in for another has that one's letter there.
    let source = |place: &Place| view.checked().report_on(place.file).source();
    let is_its_letter = |place: &Place| {
        let written = source(place).text.get(place.span.range());
        written.is_some_and(|written| written.eq_ignore_ascii_case(&symbol.name))
    };
    if let Some(elsewhere) = symbol.uses.iter().find(|place| place.file != own && is_its_letter(place)) {
        let other = file_name(&source(elsewhere).name);
        return Err(format!(
            "`{other}` uses `{0}`, too; a man with another letter takes its place with `instead of {0}`",
            symbol.name
        ));
    }
    let is_small = |text: &str| text.contains(|c: char| c.is_ascii_lowercase());
    let mut edits: Vec<Edit> = spans_of(view, symbol)
        .map(|span| {
            let written = view.text().get(span.range()).unwrap_or_default();
            Edit::new(span, if is_small(written) { letter.to_ascii_lowercase() } else { letter.clone() })
        })
        .collect();
    for token in view.tokens() {
        let change = LetterChange { from: &symbol.name, to: &letter, sides: symbol.sides };
        let letter_edits = if token.kind == TokenKind::Position {
            change.edit_fen(view.token_text(token))
        } else if matches!(token.kind, TokenKind::Play | TokenKind::Move) {
            change.edit_moves(view.token_text(token))
        } else {
            continue;
        };
        edits.extend(letter_edits.into_iter().map(|edit| Edit::new(edit.span.shifted(token.span.start), edit.text)));
    }
    Ok(edits)
}

/// Whether a text is a capital letter, as symbols of men are.
pub(super) fn is_symbol(text: &str) -> bool {
    take_symbol(text).is_some_and(|taken| taken.text == text && taken.capital == text)
}

/// Replacement of a man's letter by another.
#[derive(Clone, Copy, Debug)]
pub(super) struct LetterChange<'a> {
    /// Both in capitals.
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    /// The sides that have the man.
    pub(super) sides: PerSide<bool>,
}

impl LetterChange<'_> {
    /// Edits in the placement field of a FEN.
    pub(super) fn edit_fen(self, fen: &str) -> Vec<Edit> {
        let placement = &fen[..fen.find(char::is_whitespace).unwrap_or(fen.len())];
        let mut edits = Vec::new();
        let mut offset = 0;
        while let Some(rest) = placement.get(offset..).filter(|rest| !rest.is_empty()) {
            if rest.starts_with('{') {
                offset += rest.find('}').unwrap_or(rest.len() - 1) + 1;
            } else if let Some(taken) = take_symbol(rest) {
                let is_small = taken.text != taken.capital;
                let is_concerned = if is_small { self.sides.black } else { self.sides.white };
                if taken.capital == self.from && is_concerned {
                    edits.push(self.letter_edit(offset, is_small));
                }
                offset += taken.text.len();
            } else {
                offset += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        edits
    }

    /// Edits in moves, in algebraic and machine notation: the letter of a man that moves or that another
    /// becomes. Comments and tags stay.
    pub(super) fn edit_moves(self, text: &str) -> Vec<Edit> {
        let mut edits = Vec::new();
        let blanked = blank_comments(text);
        for word in words(&blanked) {
            // `12.`, `12...`, and the move itself, which may stand directly behind.
            let number = word.value.trim_start_matches(|c: char| c.is_ascii_digit());
            let has_number = number.len() < word.value.len() && number.starts_with('.');
            let mv = if has_number { number.trim_start_matches('.') } else { word.value };
            let start = word.span.start + (word.value.len() - mv.len());
            let mover = take_symbol(mv).filter(|taken| taken.text == self.from);
            let is_castling = mv.starts_with("O-O");
            // A letter alone names no man of a move.
            if mover.is_some() && mv.len() > self.from.len() && !is_castling {
                edits.push(self.letter_edit(start, false));
            }
            edits.extend(self.find_promotion(mv).map(|(at, small)| self.letter_edit(start + at, small)));
        }
        edits
    }

    /// Offset of this man's letter as the result of a promotion in a move, after `=` or the last rank, and
    /// whether it is small.
    fn find_promotion(self, mv: &str) -> Option<(usize, bool)> {
        let bytes = mv.as_bytes();
        let ends = |at: usize| !bytes.get(at).is_some_and(u8::is_ascii_digit);
        (1..bytes.len()).filter(|&at| bytes[at - 1] == b'=' || bytes[at - 1].is_ascii_digit()).find_map(|at| {
            let taken = take_symbol(mv.get(at..)?).filter(|taken| taken.capital == self.from)?;
            let small = taken.text != taken.capital;
            // A small letter with a rank behind it is the file of a square.
            ends(at + taken.text.len()).then_some((at, small))
        })
    }

    /// Edit that replaces the letter at an offset, in small letters if it is small.
    fn letter_edit(self, offset: usize, is_small: bool) -> Edit {
        let text = if is_small { self.to.to_ascii_lowercase() } else { self.to.to_owned() };
        Edit::new(Span::new(offset, offset + self.from.len()), text)
    }
}

/// Blanks out the comments and tags of a game text byte for byte: offsets stay. A brace right after a man is its state.
fn blank_comments(text: &str) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut closing = None;
    let mut before = ' ';
    for c in text.chars() {
        if closing.is_none() {
            closing = match c {
                '{' if before.is_whitespace() => Some('}'),
                '[' if before.is_whitespace() => Some(']'),
                _ => None,
            };
        }
        if closing.is_some() {
            blanked.extend(std::iter::repeat_n(' ', c.len_utf8()));
            closing = closing.filter(|&close| close != c);
        } else {
            blanked.push(c);
        }
        before = c;
    }
    blanked
}

/// Checks that a text after a rename defines the same game except for that name.
pub(super) fn require_same_game(before: &Checked, after: &Checked, kind: SymbolKind, name: &str) -> Result<(), String> {
    let [new, old] = [after, before].map(|checked| (checked.report.errors(), checked.report.diagnostics().count()));
    if new.0 > old.0 || new.1 > old.1 {
        return Err(new_mistake(before, after));
    }
    let (Some(old), Some(new)) = (before.variant(), after.variant()) else {
        return if before.game.is_some() { Err(new_mistake(before, after)) } else { Ok(()) };
    };
    if renamed_back(new.clone(), old, kind).as_ref() != Some(old) {
        return Err(format!("with the name `{name}` it would be another game"));
    }
    let results = |checked: &Checked| -> Vec<usize> {
        runner::run(checked).iter().map(|result| result.diagnostics.len()).collect()
    };
    if results(after) != results(before) {
        return Err(format!("with the name `{name}` the tests of the game would have other results"));
    }
    Ok(())
}

/// Message of the first diagnostic that only the new text has.
fn new_mistake(before: &Checked, after: &Checked) -> String {
    let is_old = |new: &&Diagnostic| before.report.diagnostics().any(|old| old.message == new.message);
    let new = after.report.diagnostics().filter(|new| !is_old(new)).min_by_key(|new| !new.is_error());
    new.map_or_else(|| "the text would have new mistakes".to_owned(), |new| new.message.clone())
}

/// The new model with the old name, which must equal the old model if the rename changed nothing else.
fn renamed_back(mut new: Variant, old: &Variant, kind: SymbolKind) -> Option<Variant> {
    match kind {
        SymbolKind::Man(id) => {
            let (new, old) = (new.kinds.get_mut(id.index())?, old.kinds.get(id.index())?);
            (new.symbol, new.name) = (old.symbol.clone(), old.name.clone());
        }
        SymbolKind::Part(id, part) => {
            let old = old.kinds.get(id.index())?.components.get(part)?;
            new.kinds.get_mut(id.index())?.components.get_mut(part)?.name.clone_from(&old.name);
        }
        SymbolKind::Region(id) => {
            new.regions.get_mut(id.index())?.name.clone_from(&old.regions.get(id.index())?.name);
        }
        SymbolKind::Setup(Some(id)) => {
            new.setups.get_mut(id.index())?.name.clone_from(&old.setups.get(id.index())?.name);
        }
        SymbolKind::Setup(None) | SymbolKind::Test(_) | SymbolKind::Property(_) => {}
    }
    Some(new)
}
