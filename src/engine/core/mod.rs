//! A position on a board of one width: what stands where, and everything that moves read and change.

mod attack;
mod endings;
mod finish;
mod generate;
mod guard;
mod perft;
mod play;
mod refusal;
mod sieve;
mod special;

use std::sync::Arc;

pub(crate) use generate::Moves;
pub(crate) use play::Undo;

use super::bits::Bits;
use super::tables::{Tables, Zobrist};
use crate::geometry::{PerSide, Side, Square};

/// A position of a game, with its history as far as repetition looks back.
#[derive(Clone, Debug)]
pub(crate) struct Core<const W: usize> {
    pub(crate) tables: Arc<Tables<W>>,
    pub(crate) setup: usize,
    pub(crate) men: Men<W>,
    pub(crate) status: Status<W>,
    /// The keys of all positions so far, this one last, each as repetition compares it.
    pub(crate) history: Vec<u64>,
    /// Whether the history is kept even where no rule of the game looks at it while moves are made.
    pub(crate) recording: bool,
}

/// What stands where.
#[derive(Clone, Debug)]
pub(crate) struct Men<const W: usize> {
    /// By square: the number of the piece, or 0.
    at: Box<[u16]>,
    sides: [Bits<W>; 2],
    kinds: Box<[Bits<W>]>,
}

/// Everything but the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status<const W: usize> {
    /// The hash of men, side to move, rights, squares crossed, and the state of series and checks.
    pub(crate) key: u64,
    pub(crate) turn: Side,
    /// Castling rights, see [`super::tables`].
    pub(crate) rights: u8,
    /// At the start of a turn the squares that the opponent's long steps crossed; inside a series those that
    /// one's own did.
    pub(crate) crossed: Bits<W>,
    /// Plies since progress.
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    /// Stationary moves in a row.
    pub(crate) still: PerSide<u8>,
    /// The last series of the opponent, or its full length, where that is what counts.
    pub(crate) last_series: u16,
    /// Moves of the present series.
    pub(crate) series: u16,
    pub(crate) quiet_series: u16,
    pub(crate) checks: PerSide<u8>,
    /// Plies since something that can't be undone.
    pub(crate) reversible: u32,
    /// The player to move has claimed a stalemate.
    pub(crate) claimed: bool,
}

impl<const W: usize> Men<W> {
    pub(crate) fn new(squares: usize, kinds: usize) -> Self {
        Self { at: vec![0; squares].into(), sides: [Bits::EMPTY; 2], kinds: vec![Bits::EMPTY; kinds].into() }
    }

    /// The piece on a square; 0 is none.
    #[inline]
    pub(crate) fn at(&self, square: Square) -> u16 {
        self.at[square.index()]
    }

    /// The pieces on all squares in their order; 0 is none.
    #[inline]
    pub(crate) fn by_square(&self) -> &[u16] {
        &self.at
    }

    #[inline]
    pub(crate) fn of_side(&self, side: Side) -> Bits<W> {
        self.sides[side.index()]
    }

    #[inline]
    pub(crate) fn of_kind(&self, kind: u8) -> Bits<W> {
        self.kinds[usize::from(kind)]
    }

    /// The men of any of these kinds.
    #[inline]
    pub(crate) fn of_kinds(&self, kinds: &[u8]) -> Bits<W> {
        kinds.iter().fold(Bits::EMPTY, |men, &kind| men | self.of_kind(kind))
    }

    /// All men.
    #[inline]
    pub(crate) fn all(&self) -> Bits<W> {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    fn toggle(&mut self, square: Square, side: Side, kind: u8) {
        let bit = Bits::of(square);
        self.sides[side.index()] ^= bit;
        self.kinds[usize::from(kind)] ^= bit;
    }
}

impl<const W: usize> Core<W> {
    /// An empty board; what stands on it is put there by [`Core::put`], then [`Core::begin`] makes it a position.
    pub(crate) fn empty(tables: Arc<Tables<W>>, setup: usize, status: Status<W>) -> Self {
        let men = Men::new(tables.variant.board.len(), tables.variant.kinds.len());
        Self { tables, setup, men, status, history: Vec::new(), recording: true }
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: u16) {
        let table = &self.tables.pieces[usize::from(piece)];
        self.men.at[square.index()] = piece;
        self.men.toggle(square, table.side, table.kind);
        self.status.key ^= self.tables.zobrist.man(piece, square);
    }

    /// Takes the piece off a square and gives its number; 0 if there was none.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) -> u16 {
        let piece = self.men.at(square);
        if piece != 0 {
            let table = &self.tables.pieces[usize::from(piece)];
            self.men.at[square.index()] = 0;
            self.men.toggle(square, table.side, table.kind);
            self.status.key ^= self.tables.zobrist.man(piece, square);
        }
        piece
    }

    /// Hashes what has been put on the board and starts the history here.
    pub(crate) fn begin(&mut self) {
        self.status.key = self.key_from_scratch();
        self.history.clear();
        self.history.push(self.repetition_key());
    }

    /// The hash computed anew from the men and the status.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let men = self.men.all().iter();
        let men = men.fold(0, |key, square| key ^ self.tables.zobrist.man(self.men.at(square), square));
        men ^ self.status_key()
    }

    /// The part of the hash that is not the men's.
    fn status_key(&self) -> u64 {
        let status = &self.status;
        let turn = if status.turn == Side::Black { Zobrist::BLACK } else { 0 };
        let crossed = status.crossed.iter().fold(0, |key, square| key ^ Zobrist::en_passant(square));
        let series = Zobrist::series(status.last_series, status.series);
        let checks = Zobrist::checks(status.checks.white, status.checks.black);
        turn ^ crossed ^ series ^ checks ^ Zobrist::rights(status.rights)
    }

    /// The hash as repetition compares it: a crossed square counts only while a capture there is legal.
    ///
    /// FIDE Laws of Chess 9.2: positions are the same if the possible moves of all men are.
    pub(crate) fn repetition_key(&self) -> u64 {
        let idle = self.status.crossed & !self.crossed_in_effect();
        idle.iter().fold(self.status.key, |key, square| key ^ Zobrist::en_passant(square))
    }

    /// The crossed squares without those on which nobody can capture now, nor later on.
    pub(crate) fn crossed_in_effect(&self) -> Bits<W> {
        let crossed = self.status.crossed;
        if crossed.is_empty() || self.status.series > 0 { crossed } else { self.legal_en_passant_squares() }
    }

    /// The keys of the positions since something that can't be undone, the present one first.
    pub(crate) fn behind(&self) -> impl Iterator<Item = u64> {
        let count = (self.status.reversible as usize).saturating_add(1);
        self.history.iter().rev().take(count).copied()
    }
}
