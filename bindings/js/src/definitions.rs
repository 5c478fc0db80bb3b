//! Definitions, checked and compiled, and kept for the next question.

use std::rc::Rc;

use weakfish::check::{Checked, Checker, Resolver, Texts};
use weakfish::engine::Game;
use weakfish::source::{Source, Utf16};
use weakfish::{BuiltIns, builtin, suggest};

use crate::convert::Looks;
use crate::refusal::Refusal;
use crate::types::Definition;

/// So many definitions are kept of each sort.
const KEPT: usize = 8;

/// What a text is called that has no name.
const UNNAMED: &str = "untitled.variant";

/// A definition that has been checked, with all that is said about it.
pub struct Read {
    pub checked: Checked,
    pub places: Utf16,
    pub resolver: Texts<BuiltIns>,
    /// The game of this text, or of the last text of its name that had one.
    pub game: Option<Rc<Compiled>>,
    /// What the game is called.
    pub name: String,
}

/// A game with what is needed to show it.
#[derive(Debug)]
pub struct Compiled {
    pub game: Game,
    pub looks: Looks,
    /// The built-in game that it is, whose weights a search may use.
    pub built_in: Option<String>,
    /// A number that no other game of this engine has.
    pub id: u64,
}

/// The definitions that were asked about last.
#[derive(Default)]
pub struct Definitions {
    checker: Checker,
    checked: Vec<(Definition, Read)>,
    games: Vec<(Definition, Rc<Compiled>)>,
    made: u64,
}

/// The text of a definition.
pub fn source_of(definition: &Definition) -> Result<Source, Refusal> {
    match definition {
        Definition::BuiltIn(name) => {
            builtin::source(name).ok_or_else(|| Refusal::new(format!("there is no built-in game `{name}`")))
        }
        Definition::Text { text, name, .. } => Ok(Source::new(name.as_deref().unwrap_or(UNNAMED), text.as_str())),
    }
}

fn resolver_of(definition: &Definition) -> Texts<BuiltIns> {
    let mut texts = Texts::new(BuiltIns);
    if let Definition::Text { files: Some(files), .. } = definition {
        for (path, text) in files {
            texts.insert(path.as_str(), text.as_str());
        }
    }
    texts
}

impl Definitions {
    /// A definition, checked. The name of a game that is not there is taken for an empty text.
    pub fn checked(&mut self, definition: &Definition) -> Result<&Read, Refusal> {
        let known = self.checked.iter().position(|(other, _)| other == definition);
        let at = match known {
            Some(at) => at,
            None => {
                let source = source_of(definition)?;
                let resolver = resolver_of(definition);
                let checked = suggest::check(&mut self.checker, &source, &resolver);
                let game = checked.game.clone().map(|game| self.compiled(definition, game));
                let earlier = || self.checked.iter().rev().find(|(_, read)| read.name == source.name);
                let game = game.or_else(|| earlier().and_then(|(_, read)| read.game.clone()));
                let places = Utf16::new(&source.text);
                let read = Read { checked, places, resolver, game, name: source.name };
                self.checked.push((definition.clone(), read));
                self.checked.len() - 1
            }
        };
        // The last one is the one that was asked about last.
        self.checked[at..].rotate_left(1);
        if self.checked.len() > KEPT {
            self.checked.remove(0);
        }
        match self.checked.last() {
            Some((_, read)) => Ok(read),
            None => Err(Refusal::new("nothing has been checked")),
        }
    }

    /// The game of a definition.
    pub fn game(&mut self, definition: &Definition) -> Result<Rc<Compiled>, Refusal> {
        let known = self.games.iter().position(|(other, _)| other == definition);
        if let Some(at) = known {
            self.games[at..].rotate_left(1);
            return self.games.last().map(|(_, game)| Rc::clone(game)).ok_or_else(|| Refusal::new("there is no game"));
        }
        let (source, resolver) = (source_of(definition)?, resolver_of(definition));
        let game = self.checker.load(&source, &resolver);
        let game = game.or_else(|_| suggest::check(&mut self.checker, &source, &resolver).into_game())?;
        Ok(self.compiled(definition, game))
    }

    /// Keeps a game that has been made.
    fn compiled(&mut self, definition: &Definition, game: Game) -> Rc<Compiled> {
        let built_in = match definition {
            Definition::BuiltIn(name) => Some(name.clone()),
            Definition::Text { text, .. } => same_as_built_in(text),
        };
        self.made += 1;
        let looks = Looks::new(game.variant());
        let compiled = Rc::new(Compiled { game, looks, built_in, id: self.made });
        self.games.retain(|(other, _)| other != definition);
        self.games.push((definition.clone(), Rc::clone(&compiled)));
        if self.games.len() > KEPT {
            self.games.remove(0);
        }
        compiled
    }
}

/// The built-in game that has this text.
fn same_as_built_in(text: &str) -> Option<String> {
    let mut names = BuiltIns.built_in_names().into_iter();
    names.find(|name| builtin::source(name).is_some_and(|source| source.text == text))
}
