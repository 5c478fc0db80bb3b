//! All games of a configuration, with those built into Fairy-Stockfish, which it may change.

use std::collections::BTreeMap;

use super::game::{Game, TextId, all_keys};
use super::ini::{self, Section};
use weakfish::diagnostic::{Code, Diagnostic, Report, nearest};
use weakfish::source::{Source, Span};

/// The rules of the games that are built into that engine: which key has which value.
const BUILT_IN: &str = include_str!("builtin.ini");

/// Maximum size of a configuration, in bytes.
pub(super) const MAX_BYTES: usize = 1 << 20;
/// Maximum length of a line, in bytes.
const MAX_LINE: usize = 1 << 13;
/// Maximum number of games of a configuration.
const MAX_SECTIONS: usize = 1000;

/// The games of a configuration of Fairy-Stockfish.
///
/// ```
/// use weakfish::Source;
/// use weakfish_fairy_stockfish::Collection;
///
/// let text = "[rifles:chess]\nmustCapture = true\n";
/// let collection = Collection::read(&Source::new("variants.ini", text));
/// assert!(collection.report().is_empty());
/// assert_eq!(collection.names().collect::<Vec<_>>(), ["rifles"]);
/// ```
#[derive(Clone, Debug)]
pub struct Collection {
    source: Source,
    /// The sections of the text, in order.
    names: Vec<String>,
    games: BTreeMap<String, Game>,
    /// Diagnostics of the text that belong to no game.
    problems: Vec<Diagnostic>,
}

impl Collection {
    /// Reads a configuration. What is wrong with it is in [`Collection::report`].
    pub fn read(source: &Source) -> Self {
        let mut collection = Self::built_in();
        collection.source = source.clone();
        collection.names.clear();
        if let Some(problem) = too_large(&source.text) {
            collection.problems.push(problem);
            return collection;
        }
        let (sections, problems) = ini::read(&source.text);
        collection.problems = problems;
        collection.add(&sections, TextId::Own);
        collection
    }

    /// The games that are built into that engine.
    pub fn built_in() -> Self {
        let source = Source::new("games built into Fairy-Stockfish", BUILT_IN);
        let (sections, problems) = ini::read(BUILT_IN);
        let mut collection = Self { source, names: Vec::new(), games: BTreeMap::new(), problems };
        collection.add(&sections, TextId::BuiltIn);
        collection
    }

    fn add(&mut self, sections: &[Section], text: TextId) {
        let known = all_keys();
        for section in sections {
            let name = &section.name;
            if let Some(before) = self.games.get_mut(&name.value) {
                let twice = format!("there is a game `{}` already", name.value);
                let twice = Diagnostic::error(Code::FairySectionTwice, name.span, twice);
                let twice = twice.label("Fairy-Stockfish skips this section").help("give it another name");
                match before.heading {
                    (TextId::Own, span) => before.problems.push(twice.also(span, "this one")),
                    (TextId::BuiltIn, _) => self.problems.push(twice),
                }
                continue;
            }
            let parent = section.parent.as_ref();
            let changed = parent.and_then(|parent| self.games.get(&parent.value));
            let mut game = Game {
                heading: (text, name.span),
                problems: section.problems.clone(),
                parent: parent.filter(|_| changed.is_some()).map(|parent| parent.value.clone()),
                ..changed.cloned().unwrap_or_default()
            };
            match parent {
                // With an unknown parent the entries can't be judged.
                Some(parent) if changed.is_none() => {
                    let unknown = format!("there is no game `{}` before this one", parent.value);
                    let unknown = Diagnostic::error(Code::FairyUnknownParent, parent.span, unknown);
                    let help = match nearest(&parent.value, self.all_names()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "a game can change those before it in the text, and those built into Fairy-Stockfish"
                            .to_owned(),
                    };
                    game.problems.push(unknown.label("Fairy-Stockfish skips this section").help(help));
                }
                _ => game.read(section, text, &known),
            }
            self.names.push(name.value.clone());
            self.games.insert(name.value.clone(), game);
        }
    }

    /// The names of the games of the text, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Everything that is wrong with the text.
    pub fn report(&self) -> Report {
        let own = self.names.iter().filter_map(|name| self.games.get(name)).flat_map(|game| &game.problems);
        Report::new(&self.source, self.problems.iter().chain(own).cloned().collect())
    }

    /// The text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// A game of the text, or one that is built into the engine.
    pub(super) fn game(&self, name: &str) -> Option<&Game> {
        self.games.get(name)
    }

    /// The names of all games, those built into the engine as well.
    pub(super) fn all_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.games.keys().map(String::as_str)
    }

    /// Diagnostics of the text as a whole, of the section of a game, and of its parents.
    pub(super) fn problems(&self, name: &str) -> Vec<Diagnostic> {
        let above = |game: &&Game| self.games.get(game.parent.as_deref()?);
        let own = std::iter::successors(self.game(name), above).flat_map(|game| &game.problems);
        self.problems.iter().chain(own).cloned().collect()
    }

    /// The text that a place is in.
    pub(super) fn text(&self, text: TextId) -> Source {
        match text {
            TextId::Own => self.source.clone(),
            TextId::BuiltIn => Source::new("games built into Fairy-Stockfish", BUILT_IN),
        }
    }
}

/// Diagnostic of a text that exceeds the limits.
fn too_large(text: &str) -> Option<Diagnostic> {
    let problem = |start, message: String| {
        let problem = Diagnostic::error(Code::FairyTooLarge, Span::at(start), message);
        Some(problem.label("nothing is read of this text").help("split the text into several"))
    };
    if text.len() > MAX_BYTES {
        return problem(0, format!("a configuration of more than {MAX_BYTES} bytes is not read"));
    }
    let (mut sections, mut start) = (0, 0);
    for line in text.split('\n') {
        sections += usize::from(line.starts_with('['));
        if line.len() > MAX_LINE {
            return problem(start, format!("a line of more than {MAX_LINE} bytes is not read"));
        }
        if sections > MAX_SECTIONS {
            return problem(start, format!("a configuration of more than {MAX_SECTIONS} games is not read"));
        }
        start += line.len() + 1;
    }
    None
}
