//! Positions: playing, notations, questions about moves.

use std::collections::BTreeMap;
use std::thread;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use weakfish::engine::{self, MoveList, Perft, PerftTable, Undo};
use weakfish::geometry::{Side, Square, SquareSet};
use weakfish::notation::{
    self, NotedMove, board_diagram, explain_illegal_move, explain_no_move, fen, pgn, read_move, read_uci_move, symbol,
    uci, write_move,
};
use weakfish::picture;
use weakfish::source::Span;
use weakfish_units::tasks::PerftTask;

use crate::diagnostics::{Refusal, move_error};
use crate::game::Game;
use crate::interrupt;
use crate::moves::{LegalMoves, Move};
use crate::values::{Claim, Counter, Outcome, Placed, sentence, side, side_name};

/// A position of a game, with the moves that led to it.
#[pyclass(module = "weakfish")]
pub struct Position {
    #[pyo3(get)]
    game: Py<Game>,
    start: engine::Position,
    position: engine::Position,
    stack: Vec<(Py<Move>, Undo)>,
    /// The legal moves, once they have been computed.
    legal: Option<Py<LegalMoves>>,
    buffer: MoveList,
}

impl Position {
    /// Begins a game.
    pub fn of(game: Py<Game>, position: engine::Position) -> Self {
        let start = position.clone();
        Self { game, start, position, stack: Vec::new(), legal: None, buffer: MoveList::new() }
    }

    /// The position for the engine.
    pub fn inner(&self) -> &engine::Position {
        &self.position
    }

    /// Whether it is of a game, or of an equal one.
    pub fn is_of(&self, game: &Py<Game>) -> bool {
        self.position.game() == &game.get().game
    }

    /// The game.
    pub fn game_object(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Makes a legal move.
    pub fn make(&mut self, py: Python<'_>, mv: engine::Move) -> PyResult<()> {
        let made = Py::new(py, Move::new(self.game.clone_ref(py), &self.position, mv))?;
        self.make_object(made, mv);
        Ok(())
    }

    fn make_object(&mut self, made: Py<Move>, mv: engine::Move) {
        let undo = self.position.make(mv);
        self.stack.push((made, undo));
        self.legal = None;
    }

    fn require_legal(&self, mv: &Move) -> PyResult<()> {
        mv.require_game(&self.position)?;
        if self.legal.as_ref().is_some_and(|legal| legal.get().has(mv.raw)) {
            return Ok(());
        }
        self.position.check_move(mv.raw).map_err(|reason| {
            let text = mv.uci();
            let problem = explain_illegal_move(&self.position, mv.raw, &reason, Span::new(0, text.len()));
            move_error(&text, &problem)
        })
    }

    fn square(&self, name: &str) -> PyResult<Square> {
        let board = self.position.game().variant().board;
        board.parse(name).ok_or_else(|| Refusal::new_err(format!("`{name}` is no square; the board is {board}")))
    }

    fn names(&self, squares: SquareSet) -> Vec<String> {
        let board = self.position.game().variant().board;
        squares.iter().map(|square| board.name(square)).collect()
    }

    fn read(&self, text: &str) -> PyResult<engine::Move> {
        read_move(&self.position, text.trim()).map_err(|error| move_error(text, &error))
    }

    fn read_uci(&self, text: &str) -> PyResult<engine::Move> {
        read_uci_move(&self.position, text).map_err(|error| move_error(text, &error))
    }

    /// The moves made, each written in its position.
    fn written(&self, write: fn(&engine::Position, engine::Move) -> String) -> Vec<String> {
        let mut position = self.start.clone();
        let write = |(made, _): &(Py<Move>, Undo)| {
            let text = write(&position, made.get().raw);
            position.make(made.get().raw);
            text
        };
        self.stack.iter().map(write).collect()
    }

    fn placed(&self, square: Square) -> Option<Placed> {
        let game = self.position.game();
        let piece = self.position.piece_at(square)?;
        Some(Placed::new(game.variant(), square, game.piece_info(piece)))
    }

    fn counted(&self, py: Python<'_>, depth: u32, threads: usize, table: usize) -> PyResult<Vec<(engine::Move, u64)>> {
        if depth > PerftTask::MAX_DEPTH {
            return Err(Refusal::new_err(format!("a count has at most {} plies", PerftTask::MAX_DEPTH)));
        }
        let position = self.position.clone();
        let table = (table > 0).then(|| PerftTable::new(position.game(), table)).transpose();
        let table = table.map_err(|error| Refusal::new_err(error.to_string()))?;
        let most = thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.clamp(1, most);
        interrupt::run(py, |stop| {
            let perft = Perft::new(depth).threads(threads).stop(stop);
            table.as_ref().map_or(perft, |table| perft.table(table)).divide(&position)
        })
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, fen=None, setup=None))]
    fn py_new(game: Bound<'_, Game>, fen: Option<&str>, setup: Option<&str>) -> PyResult<Self> {
        let position = game.get().begin(setup, fen)?;
        Ok(Self::of(game.unbind(), position))
    }

    // Playing.

    /// The legal moves; none once the game is over.
    #[getter]
    fn legal_moves(&mut self, py: Python<'_>) -> PyResult<Py<LegalMoves>> {
        if let Some(legal) = &self.legal {
            return Ok(legal.clone_ref(py));
        }
        let legal = Py::new(py, LegalMoves::new(self.game.clone_ref(py), &self.position, &mut self.buffer))?;
        self.legal = Some(legal.clone_ref(py));
        Ok(legal)
    }

    /// Makes a move.
    fn push(&mut self, mv: Bound<'_, Move>) -> PyResult<()> {
        let made = mv.get();
        self.require_legal(made)?;
        let raw = made.raw;
        self.make_object(mv.unbind(), raw);
        Ok(())
    }

    /// Makes the move of a text in any notation.
    fn push_san(&mut self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        let mv = self.read(text)?;
        self.make(py, mv)?;
        self.peek(py)
    }

    /// Makes the move of a text in machine notation.
    fn push_uci(&mut self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        let mv = self.read_uci(text)?;
        self.make(py, mv)?;
        self.peek(py)
    }

    /// Takes back the last move.
    fn pop(&mut self) -> PyResult<Py<Move>> {
        let (made, undo) = self.stack.pop().ok_or_else(|| PyIndexError::new_err("no move has been made"))?;
        self.position.unmake(undo);
        self.legal = None;
        Ok(made)
    }

    /// Returns the last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let last = self.stack.last().ok_or_else(|| PyIndexError::new_err("no move has been made"))?;
        Ok(last.0.clone_ref(py))
    }

    /// The moves made, in order.
    #[getter]
    fn move_stack(&self, py: Python<'_>) -> Vec<Py<Move>> {
        self.stack.iter().map(|(made, _)| made.clone_ref(py)).collect()
    }

    /// Copies the position, with the moves that can be taken back unless `stack` is false.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, py: Python<'_>, stack: bool) -> Self {
        let legal = self.legal.as_ref().map(|legal| legal.clone_ref(py));
        let moves = |(made, undo): &(Py<Move>, Undo)| (made.clone_ref(py), undo.clone());
        Self {
            game: self.game.clone_ref(py),
            start: if stack { self.start.clone() } else { self.position.clone() },
            position: self.position.clone(),
            stack: if stack { self.stack.iter().map(moves).collect() } else { Vec::new() },
            legal,
            buffer: MoveList::new(),
        }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py, true)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py, true)
    }

    /// Content of a pickle: the start, and the moves made.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Vec<String>)> {
        let setup = &self.position.game().variant().setups[self.start.setup().index()].name;
        let start = (self.game.bind(py), fen::write(&self.start), setup).into_pyobject(py)?;
        Ok((py.get_type::<Self>().into_any(), start.into_any(), self.written(uci::write)))
    }

    fn __setstate__(&mut self, py: Python<'_>, moves: Vec<String>) -> PyResult<()> {
        moves.iter().try_for_each(|text| self.push_uci(py, text).map(drop))
    }

    // Notations.

    /// Returns the text of a legal move in the notation of people.
    fn san(&self, mv: &Bound<'_, Move>) -> PyResult<String> {
        self.require_legal(mv.get())?;
        Ok(write_move(&self.position, mv.get().raw))
    }

    /// Returns the text of a legal move in machine notation.
    fn uci(&self, mv: &Bound<'_, Move>) -> PyResult<String> {
        self.require_legal(mv.get())?;
        Ok(uci::write(&self.position, mv.get().raw))
    }

    /// Reads a legal move in any notation.
    fn parse_san(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        Ok(Move::new(self.game.clone_ref(py), &self.position, self.read(text)?))
    }

    /// Reads a legal move in machine notation.
    fn parse_uci(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        Ok(Move::new(self.game.clone_ref(py), &self.position, self.read_uci(text)?))
    }

    /// Returns the FEN.
    fn fen(&self) -> String {
        fen::write(&self.position)
    }

    /// Sets up the position of a FEN and clears the moves made.
    #[pyo3(signature = (fen, setup=None))]
    fn set_fen(&mut self, py: Python<'_>, fen: &str, setup: Option<&str>) -> PyResult<()> {
        let position = self.game.get().begin(setup, Some(fen))?;
        *self = Self::of(self.game.clone_ref(py), position);
        Ok(())
    }

    /// The moves made, in the notation of people.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.written(write_move)
    }

    /// Writes the game down, as a text that `Game.replay` reads or as PGN.
    #[pyo3(signature = (tags=None, format="game"))]
    fn record(&self, tags: Option<BTreeMap<String, String>>, format: &str) -> PyResult<String> {
        let tags = tags.unwrap_or_default();
        let tags: Vec<(&str, &str)> = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let moves: Vec<engine::Move> = self.stack.iter().map(|(made, _)| made.get().raw).collect();
        let outcome = self.position.outcome();
        match format {
            "game" => {
                let noted: Vec<NotedMove> = moves.into_iter().map(Into::into).collect();
                Ok(notation::write_game(&tags, &self.start, &noted, outcome.as_ref()))
            }
            "pgn" => pgn::write(&tags, &self.start, &moves, outcome.as_ref())
                .map_err(|reasons| Refusal::new_err(format!("PGN can't say this game: {}", reasons.join(", ")))),
            other => Err(Refusal::new_err(format!("`{other}` is no format: `game` or `pgn`"))),
        }
    }

    // State of the position.

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        side_name(self.position.turn())
    }

    /// The number of moves made from the start.
    fn ply(&self) -> usize {
        self.stack.len()
    }

    /// The number of the move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmove()
    }

    /// Plies since progress was made.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmove()
    }

    /// The man on a square.
    fn piece_at(&self, square: &str) -> PyResult<Option<Placed>> {
        Ok(self.placed(self.square(square)?))
    }

    /// The men on the board, in the order of squares.
    #[getter]
    fn board(&self) -> Vec<Placed> {
        self.position.occupied().iter().filter_map(|square| self.placed(square)).collect()
    }

    /// The men in hand of each side: their letters, and how many there are.
    #[getter]
    fn hands(&self) -> BTreeMap<&'static str, BTreeMap<String, u16>> {
        let variant = self.position.game().variant();
        let hand = |side| {
            let men = self.position.hand(side).into_iter();
            (side_name(side), men.map(|(kind, number)| (symbol(variant, side, kind), number)).collect())
        };
        Side::ALL.into_iter().map(hand).collect()
    }

    /// Squares where walls stand that were put in play.
    #[getter]
    fn walls(&self) -> Vec<String> {
        self.names(self.position.walls())
    }

    /// Squares of the men that attack a royal man of the side to move.
    fn checkers(&self) -> Vec<String> {
        self.names(self.position.checkers())
    }

    /// Squares of a side's men that attack a square.
    fn attackers(&self, by: &str, square: &str) -> PyResult<Vec<String>> {
        Ok(self.names(self.position.attackers(self.square(square)?, side(by)?)))
    }

    /// The counts that matter to rules and endings.
    #[getter]
    fn counters(&self) -> Vec<Counter> {
        self.position.counters().into_iter().map(Into::into).collect()
    }

    /// The number of moves made in an unfinished series, the fewest and the most that it can have.
    #[getter]
    fn series(&self) -> Option<(u16, u16, u16)> {
        let (least, most) = self.position.series_bounds().filter(|(_, most)| *most > 1)?;
        Some((self.position.series(), least, most))
    }

    /// The key for a table of positions.
    #[getter]
    fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// The repetition key: positions with equal keys repeat each other.
    #[getter]
    fn repetition_key(&self) -> u64 {
        self.position.repetition_key()
    }

    // Status of the game.

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().as_ref().map(Into::into)
    }

    /// Whether the game has ended.
    fn is_game_over(&self) -> bool {
        match &self.legal {
            Some(legal) if !legal.get().is_empty() => false,
            _ => self.position.verdict().is_some(),
        }
    }

    /// Result in the notation of PGN; `*` for an unfinished game.
    fn result(&self) -> &'static str {
        match self.position.verdict() {
            None => "*",
            Some(verdict) => match verdict.winner {
                Some(Side::White) => "1-0",
                Some(Side::Black) => "0-1",
                None => "1/2-1/2",
            },
        }
    }

    /// The draws and wins that the player to move can claim.
    fn claims(&self) -> Vec<Claim> {
        let turn = self.position.turn();
        self.position.claims().iter().map(|claim| Claim::new(turn, claim)).collect()
    }

    /// Whether a royal man of the side to move is attacked.
    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    /// Whether a legal move captures.
    fn is_capture(&self, mv: &Bound<'_, Move>) -> PyResult<bool> {
        self.require_legal(mv.get())?;
        Ok(self.position.is_capture(mv.get().raw))
    }

    /// Whether a legal move attacks a royal man of the opponent.
    fn gives_check(&self, mv: &Bound<'_, Move>) -> PyResult<bool> {
        self.require_legal(mv.get())?;
        Ok(self.position.gives_check(mv.get().raw))
    }

    /// Whether a move is legal; a move of another game is not.
    fn is_legal(&self, mv: &Bound<'_, Move>) -> bool {
        mv.get().is_of(self.position.game()) && self.position.check_move(mv.get().raw).is_ok()
    }

    /// Explains why a move, in any notation, is illegal; empty if it is legal.
    fn why(&self, text: &str) -> String {
        read_move(&self.position, text.trim()).err().map_or_else(String::new, |mistake| sentence(&mistake.message))
    }

    /// Explains why a man can't move from a square to another; empty if it can.
    fn attempt(&self, from_square: &str, to_square: &str) -> PyResult<String> {
        let (from, to) = (Some(self.square(from_square)?), Some(self.square(to_square)?));
        let goes = |mv: engine::Move| mv.from() == from && mv.to() == to;
        if self.position.verdict().is_none() && self.position.legal_moves().into_iter().any(goes) {
            return Ok(String::new());
        }
        Ok(self.why(&format!("{from_square}{to_square}")))
    }

    /// Reason why the man on a square has no move; empty if unknown.
    fn stuck(&self, square: &str) -> PyResult<String> {
        let reason = explain_no_move(&self.position, self.square(square)?);
        Ok(reason.map_or_else(String::new, |reason| sentence(&reason.message)))
    }

    // Counting.

    /// Counts the sequences of `depth` moves, with threads and a table of `table` mebibytes if wanted.
    #[pyo3(signature = (depth, *, threads=1, table=0))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize, table: usize) -> PyResult<u64> {
        let counted = self.counted(py, depth, threads, table)?;
        let nodes = counted.iter().fold(0_u64, |sum, (_, nodes)| sum.saturating_add(*nodes));
        Ok(if depth == 0 { 1 } else { nodes })
    }

    /// Counts the sequences of `depth` moves for each first move.
    #[pyo3(signature = (depth, *, threads=1, table=0))]
    fn divide(&self, py: Python<'_>, depth: u32, threads: usize, table: usize) -> PyResult<BTreeMap<String, u64>> {
        let counted = self.counted(py, depth, threads, table)?;
        Ok(counted.into_iter().map(|(mv, nodes)| (uci::write(&self.position, mv), nodes)).collect())
    }

    // Pictures.

    /// Draws the position as an SVG file.
    fn draw(&self) -> String {
        let last = self.stack.last().map(|(made, _)| made.get().raw);
        picture::position(&self.position, &picture::Annotations { last, ..picture::Annotations::default() })
    }

    fn _repr_svg_(&self) -> String {
        self.draw()
    }

    fn __str__(&self) -> String {
        board_diagram::draw_position(&self.position)
    }

    fn __repr__(&self) -> String {
        format!("<Position of {:?}: {}>", self.position.game().variant().title, self.fen())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.borrow();
        other.is_of(&self.game) && self.fen() == other.fen()
    }
}
