//! Cache of checked and compiled definitions.

use std::rc::Rc;

use weakfish::check::{Checked, Checker, Texts};
use weakfish::engine::Game;
use weakfish::source::{Source, Utf16};
use weakfish::{BuiltIns, builtin, suggest};

use crate::arguments::Definition;
use crate::cache::Cache;
use crate::kinds::KindView;
use weakfish_js_values::Refusal;

/// Name of a text without one.
const UNNAMED: &str = "untitled.variant";

/// Checked definition.
pub struct Read {
    pub checked: Checked,
    pub places: Utf16,
    pub resolver: Texts<BuiltIns>,
    /// The game of this text, or of the last text of its name that had one.
    pub game: Option<Rc<Compiled>>,
    /// Name of the text or of the built-in game.
    pub name: String,
}

/// Compiled game with the presentation of its men.
#[derive(Debug)]
pub struct Compiled {
    pub game: Game,
    /// Presentation of the kinds, by index.
    pub kinds: Vec<KindView>,
    /// Name of the built-in game with the same text, whose tuned weights a search uses.
    pub built_in: Option<String>,
    /// Number that is unique within this engine.
    pub id: u64,
}

/// Cache of checked and compiled definitions.
pub struct Definitions {
    checker: Checker,
    checked: Cache<Definition, Read>,
    games: Cache<Definition, Compiled>,
    /// Number of games compiled so far.
    compiled: u64,
}

/// Returns the text of a definition.
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

impl Default for Definitions {
    fn default() -> Self {
        let (checked, games) = (Cache::default(), Cache::default());
        Self { checker: weakfish_endgame::checker(), checked, games, compiled: 0 }
    }
}

impl Definitions {
    /// Returns a definition, checked.
    pub fn checked(&mut self, definition: &Definition) -> Result<Rc<Read>, Refusal> {
        if let Some(read) = self.checked.get(definition) {
            return Ok(read);
        }
        let source = source_of(definition)?;
        let resolver = resolver_of(definition);
        let checked = suggest::check(&mut self.checker, &source, &resolver);
        let game = checked.game.clone().map(|game| self.compile(definition, game));
        let earlier = || self.checked.iter().rev().find(|(_, read)| read.name == source.name);
        let game = game.or_else(|| earlier().and_then(|(_, read)| read.game.clone()));
        let places = Utf16::new(&source.text);
        Ok(self.checked.insert(definition.clone(), Read { checked, places, resolver, game, name: source.name }))
    }

    /// Returns the game of a definition.
    pub fn game(&mut self, definition: &Definition) -> Result<Rc<Compiled>, Refusal> {
        if let Some(game) = self.games.get(definition) {
            return Ok(game);
        }
        let (source, resolver) = (source_of(definition)?, resolver_of(definition));
        let game = self.checker.load(&source, &resolver);
        // A check finds the fixes, too.
        let game = game.or_else(|_| suggest::check(&mut self.checker, &source, &resolver).into_game())?;
        Ok(self.compile(definition, game))
    }

    fn compile(&mut self, definition: &Definition, game: Game) -> Rc<Compiled> {
        let built_in = match definition {
            Definition::BuiltIn(name) => Some(name.clone()),
            Definition::Text { text, .. } => builtin::name_of_text(text).map(str::to_owned),
        };
        self.compiled += 1;
        let kinds = KindView::all(game.variant());
        self.games.insert(definition.clone(), Compiled { game, kinds, built_in, id: self.compiled })
    }
}
