//! Methods of games for Python: parts, start positions, pickles.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use pyo3::prelude::*;
use weakfish::geometry::Side;
use weakfish::model::{Arrays, KindId, SetupId};
use weakfish::notation::{fen, man_name, replay, symbol};
use weakfish::source::Source;
use weakfish::{json, picture, rulebook};

use crate::definitions;
use crate::diagnostics::{Refusal, definition_error, move_error};
use crate::game::{Game, Man, Region, Setup};
use crate::position::Position;

#[pymethods]
impl Game {
    /// The title.
    #[getter]
    fn title(&self) -> &str {
        &self.game.variant().title
    }

    /// The number of files.
    #[getter]
    fn files(&self) -> u8 {
        self.game.variant().board.files()
    }

    /// The number of ranks.
    #[getter]
    fn ranks(&self) -> u8 {
        self.game.variant().board.ranks()
    }

    /// Squares of the rectangle that are no part of the board.
    #[getter]
    fn holes(&self) -> Vec<String> {
        self.squares(self.game.variant().board.holes())
    }

    /// The men.
    #[getter]
    fn men(&self) -> Vec<Man> {
        let variant = self.game.variant();
        let man = |(id, kind): (KindId, &weakfish::model::Kind)| {
            let letter = |side| if kind.sides[side] { symbol(variant, side, id) } else { String::new() };
            let betza = match kind.components.as_slice() {
                [only] if !only.betza.is_empty() => Some(only.betza.clone()),
                _ => None,
            };
            Man {
                game: self.game.clone(),
                kind: id,
                white: letter(Side::White),
                black: letter(Side::Black),
                name: man_name(variant, id),
                betza,
                royal: kind.royal,
                pawnlike: Side::ALL
                    .iter()
                    .any(|&side| variant.rules.promotions[side].iter().any(|rule| rule.kind == id)),
            }
        };
        variant.kinds().map(man).collect()
    }

    /// The setups.
    #[getter]
    fn setups(&self) -> Vec<Setup> {
        let setups = (0..).map(SetupId).zip(&self.game.variant().setups);
        let setup = |(id, setup): (SetupId, &weakfish::model::Setup)| Setup {
            game: self.game.clone(),
            setup: id,
            name: setup.name.clone(),
            fen: fen::write(&self.game.start_of(id)),
            arrays: self.game.arrays(id).map(Arrays::count),
        };
        setups.map(setup).collect()
    }

    /// The named regions.
    #[getter]
    fn regions(&self) -> Vec<Region> {
        let named = self.game.variant().regions.iter().filter_map(|region| Some((region.name.clone()?, region)));
        let region = |(name, region): (String, &weakfish::model::Region)| Region {
            name,
            white: self.squares(region.squares.white),
            black: self.squares(region.squares.black),
        };
        named.map(region).collect()
    }

    /// The rules in words, as a page of text.
    fn rules(&self) -> String {
        rulebook::page::game(self.game.variant())
    }

    /// The model as JSON.
    fn model(&self) -> String {
        json::write(self.game.variant())
    }

    /// The rules in words and pictures, as elements of HTML that need the CSS of `style()`.
    fn sheet(&self) -> PyResult<String> {
        if let Some(sheet) = &self.sheet {
            return Ok(sheet.clone());
        }
        let source = Source::new(self.name.as_str(), self.text.as_str());
        let checked = weakfish::check(&source, &weakfish::BuiltIns);
        match rulebook::sheet::fragment(&checked) {
            Some(sheet) => Ok(sheet),
            None => Err(checked.into_game().map_or_else(
                |refused| definition_error(&refused),
                |_| Refusal::new_err("the definition has mistakes"),
            )),
        }
    }

    /// Returns the start position of a setup: its name, or its name and the number of an array.
    #[pyo3(signature = (setup=None))]
    fn start(this: Bound<'_, Self>, setup: Option<&str>) -> PyResult<Position> {
        let position = this.get().begin(setup, None)?;
        Ok(Position::of(this.unbind(), position))
    }

    /// Returns the position of a FEN.
    #[pyo3(signature = (fen, setup=None))]
    fn position(this: Bound<'_, Self>, fen: &str, setup: Option<&str>) -> PyResult<Position> {
        let position = this.get().begin(setup, Some(fen))?;
        Ok(Position::of(this.unbind(), position))
    }

    /// Replays a game text or PGN: the last game in it.
    fn replay(this: Bound<'_, Self>, text: &str) -> PyResult<Position> {
        let replay = replay::replay(&this.get().game, SetupId::default(), text);
        let errors: Vec<_> = replay.diagnostics.iter().filter(|problem| problem.is_error()).cloned().collect();
        let Some(line) = replay.last().filter(|_| errors.is_empty()) else {
            let first = errors.into_iter().next();
            return Err(match first {
                Some(error) => move_error(text, &error),
                None => Refusal::new_err("there is no game in the text"),
            });
        };
        let mut position = Position::of(this.clone().unbind(), line.start.clone());
        for ply in &line.plies {
            position.make(this.py(), ply.mv)?;
        }
        Ok(position)
    }

    /// Makes the game of a pickle: of a definition, and those that it extends, the oldest first, by their names and texts.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        name: &str,
        text: &str,
        bases: Vec<(String, String)>,
        path: Option<PathBuf>,
    ) -> PyResult<Self> {
        let bases = bases.into_iter().map(|(name, text)| Source::new(name, text)).collect();
        Ok(Self { path, ..definitions::parse_chain(py, Source::new(name, text), bases)? })
    }

    /// Content of a pickle: a function that makes the game, and its arguments.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        if self.built_in.as_ref() == Some(&self.name) {
            let load = py.import("weakfish._native")?.getattr("builtin")?;
            return Ok((load, (&self.name,).into_pyobject(py)?.into_any()));
        }
        let is_file = |base: &&Source| weakfish::builtin::source(&base.name).is_none_or(|own| own.text != base.text);
        let bases: Vec<_> = self.bases.iter().filter(is_file).map(|base| (&base.name, &base.text)).collect();
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (&self.name, &self.text, bases, &self.path).into_pyobject(py)?.into_any()))
    }

    /// Games of equal definitions are equal: their moves and positions can be exchanged.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.game == other.get().game)
    }

    fn __hash__(&self) -> u64 {
        let variant = self.game.variant();
        let mut hasher = DefaultHasher::new();
        (&variant.title, variant.board.files(), variant.board.ranks()).hash(&mut hasher);
        (variant.kinds.len(), variant.setups.len(), variant.endings.len()).hash(&mut hasher);
        hasher.finish()
    }

    fn _repr_html_(&self) -> PyResult<String> {
        Ok(format!("<style>{}</style>{}", picture::STYLE, self.sheet()?))
    }

    fn __repr__(&self) -> String {
        let board = self.game.variant().board;
        format!("<Game {:?}: {}x{}>", self.game.variant().title, board.files(), board.ranks())
    }
}
