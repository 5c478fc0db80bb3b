//! Weakfish for JavaScript: the module of rules, which a page needs first. `engine.d.ts` describes the calls and their
//! types; a test of the workspace writes it from these.
//!
//! Every call names a definition and, if needed, a position. An [`Engine`] caches the last ones: a second call about
//! them is cheap. A panic is thrown to JavaScript as an error; the engine must not be used after it.

mod answers;
mod arguments;
mod cache;
mod definitions;
mod editing;
mod features;
mod kinds;
mod perft;
mod positions;
mod records;
mod sheet;
mod values;
mod view;

use std::rc::Rc;

use js_sys::Object;
use wasm_bindgen::prelude::*;
use weakfish::engine::Position;
use weakfish::rulebook::diff::{Diff, diff};
use weakfish::{builtin, json, notation, picture};

use answers::{
    Arranged, BuiltIns, Checked, Completions, Drawings, Edit, Edits, Hover, Import, OutlineItem, Perft, Place,
    Replayed, TestResult, Token, View,
};
use arguments::{Base, Board, Definition, DrawnLeap, Ended, RecordFormat};
use definitions::{Compiled, Definitions, Read, source_of};
use positions::{Played, Positions};
use weakfish_js_values::{Arg, Js, PositionRef, Question, Refusal, Remark, from_js, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("engine.d.ts");

/// Answers calls about definitions and games. A call that has no result throws `{ refused: string }`.
#[wasm_bindgen(skip_typescript)]
#[derive(Default)]
pub struct Engine {
    definitions: Definitions,
    positions: Positions,
}

/// A sentence about a position, with the names of its game's sides.
fn named(position: &Position, text: String) -> String {
    notation::name_sides(position.game().variant(), text)
}

/// Throws panics as errors of JavaScript.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

impl Engine {
    fn checked(&mut self, definition: &Arg<Definition>) -> Result<Rc<Read>, Refusal> {
        self.definitions.checked(&from_js(definition)?)
    }

    fn compiled(&mut self, definition: &Arg<Definition>) -> Result<Rc<Compiled>, Refusal> {
        self.definitions.game(&from_js(definition)?)
    }

    fn played(&mut self, definition: &Arg<Definition>, position: &Arg<PositionRef>) -> Result<Rc<Played>, Refusal> {
        let game = self.compiled(definition)?;
        self.positions.find(game, &from_js(position)?)
    }
}

/// The names of parameters and the texts of comments are those of `engine.d.ts`.
#[wasm_bindgen]
impl Engine {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lists the built-in games.
    pub fn games(&self) -> Result<Js<BuiltIns>, Refusal> {
        to_js(&sheet::built_in())
    }

    /// Returns the diagnostics of a definition, and its game if it has one.
    pub fn check(&mut self, definition: Arg<Definition>) -> Result<Js<Checked>, Refusal> {
        to_js(&sheet::checked(&*self.checked(&definition)?))
    }

    /// Returns the rules of a game in words and pictures, as elements of HTML that need the CSS of `style`. `characters` is
    /// whether men are drawn as their characters, where they have some.
    pub fn sheet(
        &mut self,
        definition: Arg<Definition>,
        remarks: Arg<Option<Vec<Remark>>>,
        characters: Option<bool>,
    ) -> Result<String, Refusal> {
        let remarks = from_js::<Option<Vec<Remark>>>(&remarks)?.unwrap_or_default();
        sheet::fragment(&*self.checked(&definition)?, remarks, characters.unwrap_or_default())
            .ok_or_else(|| Refusal::new("the definition has mistakes"))
    }

    /// Returns the CSS of `sheet` and of pictures.
    pub fn style(&self) -> String {
        picture::STYLE.to_owned()
    }

    /// Returns the drawings of a game's men.
    pub fn symbols(&mut self, definition: Arg<Definition>) -> Result<Js<Drawings>, Refusal> {
        to_js(&sheet::drawings(&*self.compiled(&definition)?))
    }

    /// Returns the edits that give a definition the canonical layout.
    pub fn format(&self, definition: Arg<Definition>) -> Result<Js<Edits>, Refusal> {
        to_js(&editing::format(&from_js(&definition)?)?)
    }

    /// Returns the completions at a place, in the order of the language.
    pub fn complete(&mut self, definition: Arg<Definition>, offset: usize) -> Result<Js<Completions>, Refusal> {
        to_js(&editing::complete(&*self.checked(&definition)?, offset))
    }

    /// Returns the hover of the word at a place. `characters` is whether its picture has them.
    pub fn hover(
        &mut self,
        definition: Arg<Definition>,
        offset: usize,
        characters: Option<bool>,
    ) -> Result<Js<Option<Hover>>, Refusal> {
        to_js(&editing::hover(&*self.checked(&definition)?, offset, characters.unwrap_or_default()))
    }

    /// Returns the place where a name is defined, if that is in the text itself.
    #[wasm_bindgen(js_name = definitionOf)]
    pub fn definition_of(&mut self, definition: Arg<Definition>, offset: usize) -> Result<Js<Option<Place>>, Refusal> {
        to_js(&editing::definition_of(&*self.checked(&definition)?, offset))
    }

    /// Returns the places of a name in the text, its definition among them.
    pub fn uses(&mut self, definition: Arg<Definition>, offset: usize) -> Result<Js<Vec<Place>>, Refusal> {
        to_js(&editing::uses(&*self.checked(&definition)?, offset))
    }

    /// Returns the edits that give the name at a place another name everywhere.
    pub fn rename(&mut self, definition: Arg<Definition>, offset: usize, name: &str) -> Result<Js<Edits>, Refusal> {
        to_js(&editing::rename(&*self.checked(&definition)?, offset, name)?)
    }

    /// Returns the sections of a definition with their lines.
    pub fn outline(&mut self, definition: Arg<Definition>) -> Result<Js<Vec<OutlineItem>>, Refusal> {
        to_js(&editing::outline(&*self.checked(&definition)?))
    }

    /// Returns the words of a definition with their kinds, for highlighting.
    pub fn tokens(&self, definition: Arg<Definition>) -> Result<Js<Vec<Token>>, Refusal> {
        to_js(&editing::tokens(&from_js(&definition)?)?)
    }

    /// Explains the code of a diagnostic, in Markdown.
    pub fn explain(&self, code: &str) -> Result<String, Refusal> {
        editing::explain(code)
    }

    /// Returns what two games differ in, in sentences.
    pub fn diff(&mut self, first: Arg<Definition>, second: Arg<Definition>) -> Result<Js<Diff>, Refusal> {
        to_js(&diff(&self.compiled(&first)?.game, &self.compiled(&second)?.game))
    }

    /// Returns the notation of a movement that is drawn leap by leap; empty if there are none.
    pub fn spell(&self, leaps: Arg<Vec<DrawnLeap>>) -> Result<String, Refusal> {
        Ok(editing::spell(&from_js::<Vec<DrawnLeap>>(&leaps)?))
    }

    /// Writes a new definition: one that changes a built-in game, one made from a FEN, or one with a man that turns.
    pub fn create(&self, title: &str, base: Arg<Option<Base>>) -> Result<String, Refusal> {
        records::create(title, &from_js::<Option<Base>>(&base)?.unwrap_or_default())
    }

    /// Makes definitions of the games of a `variants.ini`.
    pub fn import(&self, ini: &str) -> Result<Js<Import>, Refusal> {
        to_js(&records::import(ini))
    }

    /// Returns a position with its legal moves.
    pub fn view(&mut self, definition: Arg<Definition>, position: Arg<PositionRef>) -> Result<Js<View>, Refusal> {
        to_js(&view::position_view(&*self.played(&definition, &position)?))
    }

    /// Explains why a move, in any notation, is illegal; empty if it is legal.
    pub fn why(
        &mut self,
        definition: Arg<Definition>,
        position: Arg<PositionRef>,
        mv: &str,
    ) -> Result<String, Refusal> {
        let played = self.played(&definition, &position)?;
        Ok(named(&played.position, view::why(&played.position, mv)))
    }

    /// Explains why a man can't move from a square to another; empty if it can.
    pub fn attempt(
        &mut self,
        definition: Arg<Definition>,
        position: Arg<PositionRef>,
        from: &str,
        to: &str,
    ) -> Result<String, Refusal> {
        let played = self.played(&definition, &position)?;
        Ok(named(&played.position, view::attempt(&played.position, from, to)?))
    }

    /// Explains why the man on a square has no move; empty if it has one, or reaches no square at all.
    pub fn stuck(
        &mut self,
        definition: Arg<Definition>,
        position: Arg<PositionRef>,
        square: &str,
    ) -> Result<String, Refusal> {
        let played = self.played(&definition, &position)?;
        Ok(named(&played.position, view::stuck(&played.position, square)))
    }

    /// Reads a move in any notation; returns it in machine notation. Refused if no legal move, or several, are meant.
    pub fn read(
        &mut self,
        definition: Arg<Definition>,
        position: Arg<PositionRef>,
        text: &str,
    ) -> Result<String, Refusal> {
        view::read(&self.played(&definition, &position)?.position, text)
    }

    /// Returns the FEN of a board arranged by hand, and why it is no position.
    pub fn arrange(&mut self, definition: Arg<Definition>, board: Arg<Board>) -> Result<Js<Arranged>, Refusal> {
        to_js(&view::arranged(&*self.compiled(&definition)?, &from_js(&board)?))
    }

    /// Draws a position as an SVG file. `characters` is whether men are drawn as their characters, where they have some.
    pub fn draw(
        &mut self,
        definition: Arg<Definition>,
        position: Arg<PositionRef>,
        characters: Option<bool>,
    ) -> Result<String, Refusal> {
        let Played { position, moves, .. } = &*self.played(&definition, &position)?;
        let (last, characters) = (moves.last().copied(), characters.unwrap_or_default());
        Ok(picture::position(position, &picture::Annotations { last, from: None, characters }))
    }

    /// Replays a game text or PGN: the last game in it.
    pub fn replay(&mut self, definition: Arg<Definition>, text: &str) -> Result<Js<Replayed>, Refusal> {
        to_js(&records::replay(&self.compiled(&definition)?.game, text))
    }

    /// Returns the edit that adds a test to a definition: that the moves can be played, and which moves are legal then.
    #[wasm_bindgen(js_name = asTest)]
    pub fn as_test(
        &mut self,
        definition: Arg<Definition>,
        position: Arg<PositionRef>,
        name: &str,
    ) -> Result<Js<Edit>, Refusal> {
        let text = source_of(&from_js(&definition)?)?.text;
        to_js(&records::as_test(&text, &*self.played(&definition, &position)?, name))
    }

    /// Writes a game down. `tags` are names and values at its head; a game text has only `game`, `White` and `Black`.
    /// `ended` is its end if the rules have not ended it.
    pub fn record(
        &mut self,
        definition: Arg<Definition>,
        position: Arg<PositionRef>,
        tags: Option<Object>,
        format: Arg<Option<RecordFormat>>,
        ended: Arg<Option<Ended>>,
    ) -> Result<String, Refusal> {
        // As a list, tags keep their order.
        let tags: Vec<(String, String)> = match tags {
            Some(tags) => from_js(&Object::entries(&tags))?,
            None => Vec::new(),
        };
        let format = from_js::<Option<RecordFormat>>(&format)?.unwrap_or_default();
        records::record(&*self.played(&definition, &position)?, &tags, format, from_js(&ended)?)
    }

    /// Counts the sequences of `depth` moves.
    pub fn perft(
        &mut self,
        definition: Arg<Definition>,
        position: Arg<PositionRef>,
        depth: u32,
    ) -> Result<Js<Perft>, Refusal> {
        to_js(&perft::perft(&self.played(&definition, &position)?.position, depth))
    }

    /// Runs the tests of a definition.
    pub fn test(&mut self, definition: Arg<Definition>) -> Result<Js<Vec<TestResult>>, Refusal> {
        to_js(&records::tests(&*self.checked(&definition)?)?)
    }

    /// Returns a game with one of its positions as data, for a `Player`.
    pub fn question(
        &mut self,
        definition: Arg<Definition>,
        position: Arg<PositionRef>,
    ) -> Result<Js<Question>, Refusal> {
        let game = self.compiled(&definition)?;
        let mut position: PositionRef = from_js(&position)?;
        position.moves = Some(self.positions.find(Rc::clone(&game), &position)?.move_names());
        let Compiled { game, built_in, .. } = &*game;
        let weighted = built_in
            .as_deref()
            .map(|name| builtin::resolve_alias(name).unwrap_or(name))
            .filter(|name| builtin::has_weights(name))
            .map(str::to_owned);
        let name = built_in.clone().unwrap_or(source_of(&from_js(&definition)?)?.name);
        to_js(&Question { name, rules: json::write(game.variant()), weighted, weights: None, position })
    }
}
