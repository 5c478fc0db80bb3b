//! Moves and lazy lists of moves.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};
use weakfish::engine::{self, MoveKind, MoveList, MoveShape, PieceInfo, Position};
use weakfish::geometry::Square;
use weakfish::model::KindId;
use weakfish::notation::{man_name, symbol, uci};

use crate::diagnostics::{MoveError, Refusal};
use crate::game::Game;
use crate::values::mode_name;

/// More moves than this that need the position to be written are written all at once.
const MANY: usize = 4;

/// A legal move.
#[pyclass(frozen, module = "weakfish")]
pub struct Move {
    game: Py<Game>,
    pub raw: engine::Move,
    /// The man before the move.
    before: Option<engine::Piece>,
    /// Machine notation, if it is more than two squares.
    text: Option<Box<str>>,
}

/// The legal moves of a position at the time of the call.
#[pyclass(frozen, module = "weakfish")]
pub struct LegalMoves {
    game: Py<Game>,
    moves: Vec<(engine::Move, Option<engine::Piece>)>,
    /// Texts of the moves that need the position to be written, by index, in order.
    texts: Vec<(u32, Box<str>)>,
}

/// Iterator over legal moves.
#[pyclass(module = "weakfish")]
pub struct MoveIterator {
    list: Py<LegalMoves>,
    next: usize,
}

fn before(position: &Position, mv: engine::Move) -> Option<engine::Piece> {
    position.piece_at(mv.from()?)
}

/// Tests whether the machine notation of a move is its two squares.
fn is_plain(mv: engine::Move, before: Option<engine::Piece>) -> bool {
    let engine::Move::Man(man) = mv else { return false };
    matches!(man.kind, MoveKind::Ordinary | MoveKind::LongStep | MoveKind::OnceAGame | MoveKind::Finishing)
        && man.wall().is_none()
        && Some(man.piece) == before
}

impl Move {
    /// Describes a move of a position of a game.
    pub fn new(game: Py<Game>, position: &Position, raw: engine::Move) -> Self {
        let before = before(position, raw);
        let text = (!is_plain(raw, before)).then(|| uci::write(position, raw).into());
        Self { game, raw, before, text }
    }

    fn game(&self) -> &engine::Game {
        &self.game.get().game
    }

    /// Whether it is of a game, or of an equal one: the numbers in a move are those of its game.
    pub fn is_of(&self, game: &engine::Game) -> bool {
        self.game() == game
    }

    /// Requires it to be of the game of a position.
    pub fn require_game(&self, position: &Position) -> PyResult<()> {
        if self.is_of(position.game()) {
            return Ok(());
        }
        let [own, other] = [self.game(), position.game()].map(|game| game.variant().title.as_str());
        let text = self.uci();
        Err(MoveError::new_err((format!("`{text}` is a move of another game: of {own}, not of this {other}"),)))
    }

    fn name(&self, square: Option<Square>) -> Option<String> {
        square.map(|square| self.game().variant().board.name(square))
    }

    fn infos(&self) -> Option<(&PieceInfo, &PieceInfo)> {
        let (before, after) = (self.before?, self.raw.man()?.piece);
        Some((self.game().piece_info(before), self.game().piece_info(after)))
    }

    fn after(&self) -> Option<&PieceInfo> {
        self.raw.piece().map(|piece| self.game().piece_info(piece))
    }

    fn letter(&self, kind: KindId) -> Option<String> {
        Some(symbol(self.game().variant(), self.after()?.side, kind))
    }
}

#[pymethods]
impl Move {
    /// The text in machine notation.
    pub fn uci(&self) -> String {
        match (&self.text, self.raw.from(), self.raw.to()) {
            (Some(text), ..) => text.to_string(),
            (None, Some(from), Some(to)) => {
                let board = self.game().variant().board;
                board.name(from) + &board.name(to)
            }
            (None, ..) => String::new(),
        }
    }

    /// Kind of move, as a word.
    #[getter]
    fn kind(&self) -> &'static str {
        match (self.raw, self.infos()) {
            (engine::Move::Pass, _) => "pass",
            (engine::Move::EndSeries, _) => "end-series",
            (engine::Move::ClaimStalemate, _) => "claim",
            (engine::Move::Wall(_), _) => "wall",
            (engine::Move::Drop(_), _) => "drop",
            (engine::Move::Man(man), Some((before, after))) => match man.kind.shape() {
                MoveShape::InPlace if before.state.mode == after.state.mode => "turn",
                MoveShape::InPlace => "flip",
                MoveShape::ToSquare if man.kind == MoveKind::Finishing => "finish",
                MoveShape::Castling { .. } => "castle",
                MoveShape::ToSquare | MoveShape::EnPassant { .. } => "move",
            },
            (engine::Move::Man(_), None) => "move",
        }
    }

    /// The square where the man stands before the move.
    #[getter]
    fn from_square(&self) -> Option<String> {
        self.name(self.raw.from())
    }

    /// The square where the man stands after it.
    #[getter]
    fn to_square(&self) -> Option<String> {
        self.name(self.raw.to())
    }

    /// The name of the man that it promotes to.
    #[getter]
    fn promotion(&self) -> Option<String> {
        let (before, after) = self.infos()?;
        (before.kind != after.kind).then(|| man_name(self.game().variant(), after.kind))
    }

    /// The letter of the man in hand that is dropped.
    #[getter]
    fn drop(&self) -> Option<String> {
        self.letter(self.raw.drop_move()?.kind)
    }

    /// The facings of the man after the move.
    #[getter]
    fn facings(&self) -> Vec<String> {
        self.after().map_or_else(Vec::new, |after| after.state.facings.iter().map(ToString::to_string).collect())
    }

    /// The mode of the man after the move, if it flips.
    #[getter]
    fn mode(&self) -> Option<&'static str> {
        self.after()?.state.mode.map(mode_name)
    }

    /// The square of the man that a king castles with.
    #[getter]
    fn partner(&self) -> Option<String> {
        self.name(self.raw.kind()?.castling().map(|(from, _)| from))
    }

    /// The square where that man lands.
    #[getter]
    fn partner_to(&self) -> Option<String> {
        self.name(self.raw.kind()?.castling().map(|(_, to)| to))
    }

    /// The square of the wall that it puts.
    #[getter]
    fn wall(&self) -> Option<String> {
        self.name(self.raw.wall())
    }

    /// The letter of the man from the hand that it leaves behind.
    #[getter]
    fn leaves(&self) -> Option<String> {
        self.letter(self.raw.man()?.left_behind()?.0)
    }

    /// The square of the man that is left behind.
    #[getter]
    fn leaves_on(&self) -> Option<String> {
        self.name(self.raw.man()?.left_behind().map(|(_, on)| on))
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.uci())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.raw == other.raw && self.text == other.text && other.is_of(self.game())
    }

    /// Makes the move of a pickle.
    #[staticmethod]
    fn _restore(game: Py<Game>, raw: &str, before: Option<u16>, text: Option<String>) -> PyResult<Self> {
        let foreign = || Refusal::new_err("this is the pickle of no move of the game");
        let engine = &game.get().game;
        let raw = serde_json::from_str(raw).ok().filter(|&raw| engine.has_move(raw)).ok_or_else(foreign)?;
        let piece = |number: u16| engine.pieces().find(|piece| piece.number() == number).ok_or_else(foreign);
        let before = before.map(piece).transpose()?;
        Ok(Self { game, raw, before, text: text.map(Into::into) })
    }

    /// Pickle support: the function that makes the move, and its arguments.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let raw = serde_json::to_string(&self.raw).map_err(|error| Refusal::new_err(error.to_string()))?;
        let before = self.before.map(engine::Piece::number);
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let arguments = (self.game.clone_ref(py), raw, before, self.text.as_deref());
        Ok((restore, arguments.into_pyobject(py)?.into_any()))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.raw.hash(&mut hasher);
        hasher.finish()
    }
}

impl LegalMoves {
    /// Lists the legal moves of a position of a game; none once the game is over.
    pub fn new(game: Py<Game>, position: &Position, list: &mut MoveList) -> Self {
        position.legal_moves().list_into(list);
        let verdict = if list.is_empty() { position.verdict() } else { position.verdict_if_mobile() };
        if verdict.is_some() {
            list.clear();
        }
        let moves: Vec<_> = list.iter().map(|&mv| (mv, before(position, mv))).collect();
        let indexes = || moves.iter().zip(0_u32..).filter(|((mv, before), _)| !is_plain(*mv, *before));
        let texts = match indexes().count() {
            0 => Vec::new(),
            count if count <= MANY => {
                indexes().map(|((mv, _), index)| (index, uci::write(position, *mv).into())).collect()
            }
            _ => {
                let named = uci::legal_moves(position);
                let mut named: Vec<(engine::Move, String)> = named.into_iter().map(|(text, mv)| (mv, text)).collect();
                named.sort_unstable_by_key(|(mv, _)| *mv);
                let text = |mv: &engine::Move| {
                    let at = named.binary_search_by_key(mv, |(mv, _)| *mv);
                    at.map_or_else(|_| String::new(), |at| named[at].1.clone())
                };
                indexes().map(|((mv, _), index)| (index, text(mv).into())).collect()
            }
        };
        Self { game, moves, texts }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether a move of the game is one of them.
    pub fn has(&self, mv: engine::Move) -> bool {
        self.moves.iter().any(|(other, _)| *other == mv)
    }

    fn at(&self, py: Python<'_>, index: usize) -> Option<Move> {
        let &(raw, before) = self.moves.get(index)?;
        let text = self.texts.binary_search_by_key(&(index as u32), |(at, _)| *at);
        let text = text.ok().map(|at| self.texts[at].1.clone());
        Some(Move { game: self.game.clone_ref(py), raw, before, text })
    }
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    /// The number of moves.
    fn count(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(self.moves.len() as isize)?;
            let at = |step: usize| (indices.start + step as isize * indices.step) as usize;
            let moves = (0..indices.slicelength).filter_map(|step| self.at(py, at(step)));
            let moves: Vec<Bound<'py, Move>> = moves.map(|mv| Bound::new(py, mv)).collect::<PyResult<_>>()?;
            return Ok(PyList::new(py, moves)?.into_any());
        }
        let index: isize = index.extract()?;
        let index = if index < 0 { index + self.moves.len() as isize } else { index };
        let found = usize::try_from(index).ok().and_then(|index| self.at(py, index));
        let found = found.ok_or_else(|| PyIndexError::new_err("there is no move of this index"))?;
        Ok(Bound::new(py, found)?.into_any())
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        mv.cast::<Move>().is_ok_and(|mv| self.has(mv.get().raw) && mv.get().is_of(&self.game.get().game))
    }

    fn __iter__(this: Bound<'_, Self>) -> MoveIterator {
        MoveIterator { list: this.unbind(), next: 0 }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let texts: Vec<String> = (0..self.moves.len()).filter_map(|index| Some(self.at(py, index)?.uci())).collect();
        format!("<LegalMoves {}>", texts.join(" "))
    }
}

#[pymethods]
impl MoveIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> Option<Move> {
        let found = self.list.get().at(py, self.next);
        self.next += 1;
        found
    }
}
