//! Weakfish for JavaScript. `engine.d.ts` describes the calls and their types.
//!
//! Every call names a definition and, where it is about one, a position; an [`Engine`] caches the last ones, so that a
//! second call about them is cheap. A panic is thrown to JavaScript as an error; the engine must not be used after it.

#![forbid(unsafe_code)]
#![warn(clippy::pedantic, clippy::wildcard_enum_match_arm)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    clippy::needless_pass_by_value,
    clippy::single_match_else,
    reason = "wasm-bindgen passes values; counts are small and positive"
)]

mod analysis;
mod arguments;
mod cache;
mod definitions;
mod editing;
mod kinds;
mod positions;
mod records;
mod sheet;
mod stopwatch;
mod values;
mod view;

use std::rc::Rc;

use js_sys::{Function, Object};
use wasm_bindgen::prelude::*;
use weakfish::picture;

use analysis::Searching;
use definitions::{Compiled, Definitions, Read, source_of};
use positions::{Played, Positions};
use values::{Refusal, from_js, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("engine.d.ts");

/// Answers calls about definitions and games.
#[wasm_bindgen(skip_typescript)]
#[derive(Default)]
pub struct Engine {
    definitions: Definitions,
    positions: Positions,
    searching: Searching,
}

/// Throws panics as errors of JavaScript.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

type Answer = Result<JsValue, Refusal>;

impl Engine {
    fn checked(&mut self, definition: &JsValue) -> Result<Rc<Read>, Refusal> {
        self.definitions.checked(&from_js(definition)?)
    }

    fn compiled(&mut self, definition: &JsValue) -> Result<Rc<Compiled>, Refusal> {
        self.definitions.game(&from_js(definition)?)
    }

    fn played(&mut self, definition: &JsValue, position: &JsValue) -> Result<Rc<Played>, Refusal> {
        let game = self.compiled(definition)?;
        self.positions.find(game, &from_js(position)?)
    }
}

#[wasm_bindgen]
impl Engine {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    pub fn games(&self) -> Answer {
        to_js(&sheet::built_in())
    }

    pub fn check(&mut self, definition: JsValue) -> Answer {
        to_js(&sheet::checked(&*self.checked(&definition)?))
    }

    pub fn sheet(&mut self, definition: JsValue, remarks: JsValue) -> Result<String, Refusal> {
        let remarks = from_js::<Option<_>>(&remarks)?.unwrap_or_default();
        sheet::fragment(&*self.checked(&definition)?, remarks)
            .ok_or_else(|| Refusal::new("the definition has mistakes"))
    }

    pub fn remarks(&mut self, definition: JsValue) -> Answer {
        to_js(&sheet::remarks(&*self.compiled(&definition)?))
    }

    pub fn style(&self) -> String {
        picture::STYLE.to_owned()
    }

    pub fn symbols(&mut self, definition: JsValue) -> Answer {
        to_js(&sheet::drawings(&*self.compiled(&definition)?))
    }

    pub fn format(&self, definition: JsValue) -> Answer {
        to_js(&editing::format(&from_js(&definition)?)?)
    }

    pub fn complete(&mut self, definition: JsValue, offset: usize) -> Answer {
        to_js(&editing::complete(&*self.checked(&definition)?, offset))
    }

    pub fn hover(&mut self, definition: JsValue, offset: usize) -> Answer {
        to_js(&editing::hover(&*self.checked(&definition)?, offset))
    }

    #[wasm_bindgen(js_name = definitionOf)]
    pub fn definition_of(&mut self, definition: JsValue, offset: usize) -> Answer {
        to_js(&editing::definition_of(&*self.checked(&definition)?, offset))
    }

    pub fn uses(&mut self, definition: JsValue, offset: usize) -> Answer {
        to_js(&editing::uses(&*self.checked(&definition)?, offset))
    }

    pub fn rename(&mut self, definition: JsValue, offset: usize, name: &str) -> Answer {
        to_js(&editing::rename(&*self.checked(&definition)?, offset, name)?)
    }

    pub fn outline(&mut self, definition: JsValue) -> Answer {
        to_js(&editing::outline(&*self.checked(&definition)?))
    }

    pub fn tokens(&self, definition: JsValue) -> Answer {
        to_js(&editing::tokens(&from_js(&definition)?)?)
    }

    pub fn explain(&self, code: &str) -> Result<String, Refusal> {
        editing::explain(code)
    }

    pub fn create(&self, title: &str, base: JsValue) -> Result<String, Refusal> {
        records::create(title, &from_js::<Option<_>>(&base)?.unwrap_or_default())
    }

    pub fn view(&mut self, definition: JsValue, position: JsValue) -> Answer {
        to_js(&view::view(&*self.played(&definition, &position)?))
    }

    pub fn why(&mut self, definition: JsValue, position: JsValue, mv: &str) -> Result<String, Refusal> {
        Ok(view::why(&self.played(&definition, &position)?.position, mv))
    }

    pub fn attempt(&mut self, definition: JsValue, position: JsValue, from: &str, to: &str) -> Result<String, Refusal> {
        view::attempt(&self.played(&definition, &position)?.position, from, to)
    }

    pub fn stuck(&mut self, definition: JsValue, position: JsValue, square: &str) -> Result<String, Refusal> {
        Ok(view::stuck(&self.played(&definition, &position)?.position, square))
    }

    pub fn read(&mut self, definition: JsValue, position: JsValue, text: &str) -> Result<String, Refusal> {
        view::read(&self.played(&definition, &position)?.position, text)
    }

    pub fn arrange(&mut self, definition: JsValue, board: JsValue) -> Answer {
        to_js(&view::arranged(&*self.compiled(&definition)?, &from_js(&board)?))
    }

    pub fn draw(&mut self, definition: JsValue, position: JsValue) -> Result<String, Refusal> {
        let Played { position, moves, .. } = &*self.played(&definition, &position)?;
        Ok(picture::position(position, &picture::Annotations { last: moves.last().copied(), from: None }))
    }

    pub fn perft(&mut self, definition: JsValue, position: JsValue, depth: u32) -> Answer {
        to_js(&analysis::perft(&self.played(&definition, &position)?.position, depth))
    }

    pub fn search(
        &mut self,
        definition: JsValue,
        position: JsValue,
        limits: JsValue,
        progress: &Function,
        stop: &Function,
    ) -> Answer {
        let game = self.compiled(&definition)?;
        let start = self.positions.find(Rc::clone(&game), &from_js(&position)?)?;
        to_js(&self.searching.search(&game, &start.position, &from_js(&limits)?, progress, stop)?)
    }

    pub fn replay(&mut self, definition: JsValue, text: &str) -> Answer {
        to_js(&records::replay(&self.compiled(&definition)?.game, text))
    }

    pub fn record(
        &mut self,
        definition: JsValue,
        position: JsValue,
        tags: Option<Object>,
        format: JsValue,
        ended: JsValue,
    ) -> Result<String, Refusal> {
        // As a list, tags keep their order.
        let tags: Vec<(String, String)> = match tags {
            Some(tags) => from_js(&Object::entries(&tags))?,
            None => Vec::new(),
        };
        let format = from_js::<Option<_>>(&format)?.unwrap_or_default();
        records::record(&*self.played(&definition, &position)?, &tags, format, from_js(&ended)?)
    }

    pub fn test(&mut self, definition: JsValue) -> Answer {
        to_js(&records::tests(&*self.checked(&definition)?)?)
    }

    #[wasm_bindgen(js_name = asTest)]
    pub fn as_test(&mut self, definition: JsValue, position: JsValue, name: &str) -> Answer {
        let text = source_of(&from_js(&definition)?)?.text;
        to_js(&records::as_test(&text, &*self.played(&definition, &position)?, name))
    }

    pub fn import(&self, ini: &str) -> Answer {
        to_js(&records::import(ini))
    }
}
