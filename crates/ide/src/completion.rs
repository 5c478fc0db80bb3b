//! Completion.

use serde::Serialize;
use weakfish::check::{Resolver, Symbol, SymbolKind};
use weakfish::geometry::{Side, Wind};
use weakfish::picture;
use weakfish::reference::{self, Section};
use weakfish::source::Span;
use weakfish::syntax::{Expected, ExpectedKind, expected_at};

use crate::hover::{self, game_summary};
use crate::view::View;

/// A completion item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Completion {
    /// Label; editors filter the list by it.
    pub label: String,
    /// Kind of item.
    pub kind: CompletionKind,
    /// An example, a name, a title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Documentation in Markdown.
    #[serde(rename = "doc", skip_serializing_if = "Option::is_none")]
    pub documentation: Option<String>,
    /// Span to be replaced.
    #[serde(skip)]
    pub span: Span,
    /// Replacement text.
    #[serde(rename = "insert")]
    pub text: String,
}

/// Kind of a completion item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CompletionKind {
    /// A heading.
    Heading,
    /// A line, by its words before the colon.
    Line,
    /// Words of the language.
    Keyword,
    /// A man's letter.
    Man,
    /// The name of a part, a region or a setup.
    Name,
    /// A game.
    Game,
    /// A square, a direction, or an empty square of a board.
    Square,
    /// An atom of Betza notation.
    Atom,
}

/// Returns the completions at a byte offset.
///
/// `resolver` has the games that can be extended.
pub fn completions(view: &View<'_>, byte: usize, resolver: &dyn Resolver) -> Vec<Completion> {
    let (span, expected) = expected_at(view.text(), byte);
    let rest = view.text().get(span.end..view.line(span.end).end).unwrap_or_default();
    let has_colon = rest.split("//").next().is_some_and(|rest| rest.contains(':'));
    let mut list = CompletionList { span, all: Vec::new() };
    for expected in &expected {
        list.add_expected(view, expected, has_colon, resolver);
    }
    list.all
}

/// Fills in the documentation and the example of an item, from the reference.
fn describe(item: &mut Completion, expected: &Expected) {
    item.documentation = expected.entry().map(hover::entry_page);
    item.detail = expected.example().map(str::to_owned);
}

struct CompletionList {
    span: Span,
    all: Vec<Completion>,
}

impl CompletionList {
    /// Adds an item whose text is its label, and returns it for further details.
    fn add(&mut self, kind: CompletionKind, label: &str) -> &mut Completion {
        let text = label.to_owned();
        let label = text.clone();
        self.all.push(Completion { label, kind, detail: None, documentation: None, span: self.span, text });
        let last = self.all.len() - 1;
        &mut self.all[last]
    }

    /// Adds the items for something that may stand at the offset; of a line with a colon behind it only the
    /// words before that.
    fn add_expected(&mut self, view: &View<'_>, expected: &Expected, has_colon: bool, resolver: &dyn Resolver) {
        match &expected.kind {
            ExpectedKind::Heading(words) => describe(self.add(CompletionKind::Heading, words), expected),
            ExpectedKind::Line(words) => {
                let line = self.add(CompletionKind::Line, words);
                line.text.push_str(if has_colon { "" } else { ": " });
                describe(line, expected);
            }
            ExpectedKind::Words(words) => describe(self.add(CompletionKind::Keyword, words), expected),
            ExpectedKind::Man => self.add_men(view, &[Side::White]),
            ExpectedKind::BoardMan => {
                self.add_men(view, &Side::ALL);
                self.add(CompletionKind::Square, ".").detail = Some("an empty square".to_owned());
            }
            ExpectedKind::Part => self.add_names(view, |symbol| matches!(symbol.kind, SymbolKind::Part(..))),
            ExpectedKind::Figure => {
                for name in picture::figure_names() {
                    self.add(CompletionKind::Name, name);
                }
            }
            ExpectedKind::Region => self.add_names(view, |symbol| matches!(symbol.kind, SymbolKind::Region(_))),
            ExpectedKind::Setup => self.add_names(view, |symbol| matches!(symbol.kind, SymbolKind::Setup(_))),
            ExpectedKind::Game => {
                for name in resolver.built_in_names() {
                    let about = resolver.built_in(&name).map(|source| game_summary(&source));
                    self.add(CompletionKind::Game, &name).documentation = about;
                }
            }
            ExpectedKind::Square => {
                let board = view.variant().map(|variant| variant.board);
                for name in board.iter().flat_map(|board| board.squares().map(|square| board.name(square))) {
                    self.add(CompletionKind::Square, &name);
                }
            }
            ExpectedKind::Direction => {
                let words = ["forward", "backward", "left", "right"].into_iter();
                for name in words.chain(Wind::all().map(Wind::name)) {
                    self.add(CompletionKind::Square, name);
                }
            }
            ExpectedKind::Movement => {
                // An atom is a letter or a pair of numbers; the other entries are about them.
                let is_atom = |name: &str| name.len() == 1 || name.starts_with('(');
                let atoms = reference::entries().iter().filter(|entry| entry.section == Section::Atoms);
                for entry in atoms.filter(|entry| is_atom(entry.name)) {
                    let atom = self.add(CompletionKind::Atom, entry.name);
                    atom.detail = Some(entry.summary.to_owned());
                    atom.documentation = Some(hover::entry_page(entry));
                }
            }
        }
    }

    /// Adds the letters of the men; on boards those of each side, Black's small.
    fn add_men(&mut self, view: &View<'_>, sides: &[Side]) {
        let mut added: Vec<String> = Vec::new();
        let men = view.checked().symbols.iter().filter(|symbol| matches!(symbol.kind, SymbolKind::Man(_)));
        for symbol in men {
            for &side in sides.iter().filter(|&&side| symbol.sides[side] || sides.len() == 1) {
                let letter = if side == Side::White { symbol.name.clone() } else { symbol.name.to_ascii_lowercase() };
                if added.contains(&letter) {
                    continue;
                }
                let kinds = view.kinds(&symbol.name);
                let kind = kinds[side].or(kinds[!side]);
                let about = kind.and_then(|kind| Some(hover::man_page(view.variant()?, kind)));
                let man = self.add(CompletionKind::Man, &letter);
                (man.detail, man.documentation) = (symbol.title.clone(), about);
                added.push(letter);
            }
        }
    }

    /// Adds the names of the symbols that a predicate holds for, each once.
    fn add_names(&mut self, view: &View<'_>, wanted: impl Fn(&Symbol) -> bool) {
        let mut added: Vec<&str> = Vec::new();
        for symbol in view.checked().symbols.iter().filter(|symbol| wanted(symbol)) {
            if !added.contains(&symbol.name.as_str()) {
                self.add(CompletionKind::Name, &symbol.name);
                added.push(&symbol.name);
            }
        }
    }
}
