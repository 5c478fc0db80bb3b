//! Weakfish for JavaScript: everything that a page or a program asks about definitions and games.
//!
//! Every call names a definition and, where it is about one, a position; an [`Engine`] keeps what it made of the last ones,
//! so that asking again is cheap. What can't be answered is refused with a reason. A panic is thrown to JavaScript as an
//! error; the engine must not be used after it.

#![forbid(unsafe_code)]
#![warn(clippy::pedantic)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    clippy::needless_pass_by_value,
    clippy::single_match_else,
    clippy::struct_excessive_bools,
    reason = "wasm-bindgen hands values over, some of them flags; counts are small and positive"
)]

mod analysis;
mod arrange;
mod convert;
mod definitions;
mod editing;
mod games;
mod play;
mod positions;
mod records;
mod refusal;
mod starters;
mod types;
mod watch;

use std::rc::Rc;

use js_sys::Function;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use analysis::Searching;
use definitions::{Compiled, Definitions, Read};
use positions::{Played, Positions};
use refusal::Refusal;
use types::{
    Arranged, Board, BuiltIns, Checked, Completions, Definition, Drawings, Edit, Edits, Ended, Found, Hover, Import,
    Limits, Outline, Perft, Place, Places, PositionRef, RecordFormat, Replayed, Tags, TestResults, Tokens, View,
};

/// Answers questions about definitions and games.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    definitions: Definitions,
    positions: Positions,
    searching: Searching,
}

/// Tells JavaScript of panics.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// What can be asked, and what was meant by it.
impl Engine {
    fn read_definition(&mut self, definition: &Ts<Definition>) -> Result<&Read, Refusal> {
        self.definitions.checked(&definition.to_rust()?)
    }

    fn game(&mut self, definition: &Ts<Definition>) -> Result<Rc<Compiled>, Refusal> {
        self.definitions.game(&definition.to_rust()?)
    }

    fn played(&mut self, definition: &Ts<Definition>, position: &Ts<PositionRef>) -> Result<&Played, Refusal> {
        let game = self.game(definition)?;
        self.positions.find(game, &position.to_rust()?)
    }
}

/// An answer as JavaScript sees it.
fn told<T: Tsify + Serialize>(answer: &T) -> Result<Ts<T>, Refusal> {
    Ok(answer.into_ts()?)
}

#[wasm_bindgen]
impl Engine {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The games that come with Weakfish.
    pub fn games(&self) -> Result<Ts<BuiltIns>, Refusal> {
        told(&games::all())
    }

    /// What is wrong with a definition, and its game.
    pub fn check(&mut self, definition: Ts<Definition>) -> Result<Ts<Checked>, Refusal> {
        told(&games::checked(self.read_definition(&definition)?))
    }

    /// The rules of a game in words and pictures, as elements of HTML.
    pub fn sheet(&mut self, definition: Ts<Definition>) -> Result<String, Refusal> {
        games::sheet(self.read_definition(&definition)?)
    }

    /// The style of `sheet` and of pictures, as CSS.
    pub fn style(&self) -> String {
        games::style()
    }

    /// The drawings of a game's men by their names, as elements of SVG in a square of 100x100.
    pub fn symbols(&mut self, definition: Ts<Definition>) -> Result<Ts<Drawings>, Refusal> {
        let game = self.game(&definition)?;
        told(&games::drawings(&game))
    }

    /// The changes that lay a definition out in the canonical way; none if it is laid out so.
    pub fn format(&self, definition: Ts<Definition>) -> Result<Ts<Edits>, Refusal> {
        told(&editing::format(&definition.to_rust()?)?)
    }

    /// What can be written at a place.
    pub fn complete(&mut self, definition: Ts<Definition>, offset: usize) -> Result<Ts<Completions>, Refusal> {
        told(&editing::complete(self.read_definition(&definition)?, offset))
    }

    /// What a word means here, what the reference says about it, and why it is a mistake, if it is one.
    pub fn hover(&mut self, definition: Ts<Definition>, offset: usize) -> Result<Option<Ts<Hover>>, Refusal> {
        editing::hover(self.read_definition(&definition)?, offset).as_ref().map(told).transpose()
    }

    /// Where a name is defined, if that is in the text itself.
    #[wasm_bindgen(js_name = definitionOf)]
    pub fn definition_of(&mut self, definition: Ts<Definition>, offset: usize) -> Result<Option<Ts<Place>>, Refusal> {
        editing::definition_of(self.read_definition(&definition)?, offset).as_ref().map(told).transpose()
    }

    /// Where a name stands in the text, its definition among them.
    pub fn uses(&mut self, definition: Ts<Definition>, offset: usize) -> Result<Ts<Places>, Refusal> {
        told(&editing::uses(self.read_definition(&definition)?, offset))
    }

    /// The changes that give the name at a place another name everywhere.
    pub fn rename(&mut self, definition: Ts<Definition>, offset: usize, name: &str) -> Result<Ts<Edits>, Refusal> {
        told(&editing::rename(self.read_definition(&definition)?, offset, name)?)
    }

    /// The sections of a definition with their lines.
    pub fn outline(&mut self, definition: Ts<Definition>) -> Result<Ts<Outline>, Refusal> {
        told(&editing::outline(self.read_definition(&definition)?))
    }

    /// The words of a definition, for highlighting.
    pub fn tokens(&self, definition: Ts<Definition>) -> Result<Ts<Tokens>, Refusal> {
        told(&editing::tokens(&definition.to_rust()?)?)
    }

    /// What the code of a diagnostic means, in Markdown.
    pub fn explain(&self, code: &str) -> Result<String, Refusal> {
        editing::explain(code)
    }

    /// The text of a new game: one that changes the built-in game of a name, one made from a FEN, or one with a man that turns.
    pub fn create(&self, title: &str, game: Option<String>, fen: Option<String>) -> Result<String, Refusal> {
        starters::create(title, game.as_deref(), fen.as_deref())
    }

    /// A position, with all that can be done in it.
    pub fn view(&mut self, definition: Ts<Definition>, position: Ts<PositionRef>) -> Result<Ts<View>, Refusal> {
        told(&play::view(self.played(&definition, &position)?))
    }

    /// Why a move is not legal, in the notation of programs or of people; empty if it is.
    pub fn why(&mut self, definition: Ts<Definition>, position: Ts<PositionRef>, mv: &str) -> Result<String, Refusal> {
        Ok(play::why(&self.played(&definition, &position)?.position, mv))
    }

    /// Why a man can't be moved from a square to another; empty if it can.
    pub fn attempt(
        &mut self,
        definition: Ts<Definition>,
        position: Ts<PositionRef>,
        from: &str,
        to: &str,
    ) -> Result<String, Refusal> {
        play::attempt(&self.played(&definition, &position)?.position, from, to)
    }

    /// A move in any notation, in that of programs.
    pub fn read(
        &mut self,
        definition: Ts<Definition>,
        position: Ts<PositionRef>,
        text: &str,
    ) -> Result<String, Refusal> {
        play::read(&self.played(&definition, &position)?.position, text)
    }

    /// The position of a board arranged by hand, and why it is none.
    pub fn arrange(&mut self, definition: Ts<Definition>, board: Ts<Board>) -> Result<Ts<Arranged>, Refusal> {
        let game = self.game(&definition)?;
        told(&arrange::arranged(&game, &board.to_rust()?))
    }

    /// A position as an SVG file.
    pub fn draw(&mut self, definition: Ts<Definition>, position: Ts<PositionRef>) -> Result<String, Refusal> {
        Ok(play::draw(self.played(&definition, &position)?))
    }

    /// The number of sequences of so many moves.
    pub fn perft(
        &mut self,
        definition: Ts<Definition>,
        position: Ts<PositionRef>,
        depth: u32,
    ) -> Result<Ts<Perft>, Refusal> {
        told(&analysis::perft(&self.played(&definition, &position)?.position, depth))
    }

    /// The best move, and the best lines. `progress` is called with what has been found so far; the search ends when `stop`
    /// returns true, which is called every few hundred positions.
    pub fn search(
        &mut self,
        definition: Ts<Definition>,
        position: Ts<PositionRef>,
        limits: Ts<Limits>,
        #[wasm_bindgen(unchecked_param_type = "(progress: Progress) => void")] progress: &Function,
        #[wasm_bindgen(unchecked_param_type = "() => boolean")] stop: &Function,
    ) -> Result<Ts<Found>, Refusal> {
        let game = self.game(&definition)?;
        let start = &self.positions.find(Rc::clone(&game), &position.to_rust()?)?.position;
        told(&self.searching.search(&game, start, &limits.to_rust()?, progress, stop)?)
    }

    /// Reads a game that is written down, in a game text or in PGN: the last one, if there are several.
    pub fn replay(&mut self, definition: Ts<Definition>, text: &str) -> Result<Ts<Replayed>, Refusal> {
        told(&records::replay(&self.game(&definition)?.game, text))
    }

    /// Writes a game down. `tags` are names and values at its head; `ended` is its end, if the rules have not ended it.
    pub fn record(
        &mut self,
        definition: Ts<Definition>,
        position: Ts<PositionRef>,
        tags: Option<Ts<Tags>>,
        format: Option<Ts<RecordFormat>>,
        ended: Option<Ts<Ended>>,
    ) -> Result<String, Refusal> {
        let tags = tags.map(|tags| tags.to_rust()).transpose()?.unwrap_or_default();
        let format = format.map(|format| format.to_rust()).transpose()?.unwrap_or_default();
        let ended = ended.map(|ended| ended.to_rust()).transpose()?;
        records::record(self.played(&definition, &position)?, &tags, format, ended)
    }

    /// Runs the tests that are written in a definition.
    pub fn test(&mut self, definition: Ts<Definition>) -> Result<Ts<TestResults>, Refusal> {
        told(&records::tests(self.read_definition(&definition)?)?)
    }

    /// The change that adds a test to a definition: that a position comes about and has its moves.
    #[wasm_bindgen(js_name = asTest)]
    pub fn as_test(
        &mut self,
        definition: Ts<Definition>,
        position: Ts<PositionRef>,
        name: &str,
    ) -> Result<Ts<Edit>, Refusal> {
        let text = definitions::source_of(&definition.to_rust()?)?.text;
        told(&records::as_test(&text, self.played(&definition, &position)?, name))
    }

    /// Makes definitions of the games of a `variants.ini`.
    pub fn import(&self, ini: &str) -> Result<Ts<Import>, Refusal> {
        told(&records::import(ini))
    }
}
