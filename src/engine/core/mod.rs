//! A position on a board of one width: what stands where, and everything that moves read and change.

mod attack;
mod castling;
mod en_passant;
mod endings;
mod finishing;
mod finishing_candidates;
mod generate;
mod king_safety;
mod opposition;
mod perft;
mod play;
mod refusal;
mod repetition;
mod replies;
mod visitor;

use std::sync::Arc;

pub(crate) use generate::Moves;
pub(crate) use perft::Workspace;
pub(crate) use play::Undo;

use super::bits::Bits;
use super::tables::{PieceFlags, SetupTable, Tables, Zobrist, group, side_of_group};
use crate::geometry::{PerSide, Side, Square};

/// A position of a game, with its history as far as repetition looks back.
#[derive(Clone, Debug)]
pub(crate) struct Core<const W: usize> {
    pub(crate) tables: Arc<Tables<W>>,
    pub(crate) setup: usize,
    /// The squares on which castling rights depend.
    rights_squares: Bits<W>,
    pub(crate) men: Men<W>,
    pub(crate) status: Status<W>,
    /// All positions so far, this one last.
    pub(crate) history: Vec<PastPosition>,
    /// Whether keys are kept up as moves are made.
    hashing: bool,
    /// Whether every position is kept in the history.
    keeps_history: bool,
}

/// A position that has stood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PastPosition {
    /// Its hash, as repetition compares it.
    pub(crate) key: u64,
    /// The hash of the men of the side that was to move.
    mover_men: u64,
}

/// What stands where.
#[derive(Clone, Debug)]
pub(crate) struct Men<const W: usize> {
    /// By square, in rows of 64: the number of the piece, or 0.
    at: [[u16; 64]; W],
    sides: [Bits<W>; 2],
    /// By side and kind, see [`group`].
    groups: Box<[Bits<W>]>,
}

/// Everything but the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status<const W: usize> {
    /// The hash of men, side to move, rights, squares crossed, and the state of series and checks.
    pub(crate) key: u64,
    /// The hash of each side's men alone.
    pub(crate) men_keys: PerSide<u64>,
    pub(crate) turn: Side,
    /// Castling rights, see [`super::tables`].
    pub(crate) rights: u8,
    /// At the start of a turn the squares that the opponent's long steps crossed; inside a series those that
    /// one's own did.
    pub(crate) en_passant: Bits<W>,
    /// Plies since progress.
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    /// Stationary moves in a row.
    pub(crate) stationary_run: PerSide<u8>,
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
    fn new(kinds: usize) -> Self {
        Self { at: [[0; 64]; W], sides: [Bits::EMPTY; 2], groups: vec![Bits::EMPTY; 2 * kinds].into() }
    }

    /// The piece on a square; 0 is none.
    #[inline]
    pub(crate) fn at(&self, square: Square) -> u16 {
        self.at[square.index() / 64 % W][square.index() % 64]
    }

    /// The pieces on all squares in their order; 0 is none.
    #[inline]
    pub(crate) fn by_square(&self) -> &[u16] {
        self.at.as_flattened()
    }

    #[inline]
    pub(crate) fn of_side(&self, side: Side) -> Bits<W> {
        self.sides[side.index()]
    }

    /// The men of one side and kind, by the number of their set.
    #[inline]
    pub(crate) fn of_group(&self, group: usize) -> Bits<W> {
        self.groups[group]
    }

    /// The men of any of these sets.
    #[inline]
    pub(crate) fn of_groups(&self, groups: &[usize]) -> Bits<W> {
        match *groups {
            [only] => self.of_group(only),
            [one, other] => self.of_group(one) | self.of_group(other),
            _ => groups.iter().fold(Bits::EMPTY, |men, &group| men | self.of_group(group)),
        }
    }

    /// The men of a side and kind.
    #[inline]
    pub(crate) fn of(&self, side: Side, kind: u8) -> Bits<W> {
        self.of_group(group(side, kind))
    }

    /// The men of any of these kinds, whatever their side.
    pub(crate) fn of_kinds(&self, kinds: &[u8]) -> Bits<W> {
        let both = kinds.iter().flat_map(|&kind| Side::ALL.map(|side| self.of(side, kind)));
        both.fold(Bits::EMPTY, |men, more| men | more)
    }

    /// All men.
    #[inline]
    pub(crate) fn all(&self) -> Bits<W> {
        self.sides[0] | self.sides[1]
    }

    /// Takes what stands on a square off the board and gives its number; 0 if there was nothing.
    #[inline]
    fn lift(&mut self, square: Square, tables: &Tables<W>) -> u16 {
        let piece = self.exchange(square, 0);
        if piece != 0 {
            self.toggle(square, tables.group_of(piece));
        }
        piece
    }

    /// Puts a piece, or nothing, on an empty square.
    #[inline]
    fn drop(&mut self, square: Square, piece: u16, tables: &Tables<W>) {
        self.exchange(square, piece);
        if piece != 0 {
            self.toggle(square, tables.group_of(piece));
        }
    }

    #[inline]
    fn exchange(&mut self, square: Square, piece: u16) -> u16 {
        std::mem::replace(&mut self.at[square.index() / 64 % W][square.index() % 64], piece)
    }

    /// Takes a man of one mark out of its set, and puts it as one of another mark of its side into that one's.
    #[inline(always)]
    fn move_in_sets(&mut self, before: (Square, PieceFlags), after: (Square, PieceFlags)) {
        let (here, there) = (Bits::of(before.0), Bits::of(after.0));
        let (old, new) = (before.1.group(), after.1.group());
        if old == new {
            self.groups[old] ^= here ^ there;
        } else {
            self.groups[old] ^= here;
            self.groups[new] ^= there;
        }
        self.sides[side_of_group(old).index()] ^= here ^ there;
    }

    #[inline]
    fn toggle(&mut self, square: Square, group: usize) {
        let bit = Bits::of(square);
        self.sides[side_of_group(group).index()] ^= bit;
        self.groups[group] ^= bit;
    }
}

impl<const W: usize> Core<W> {
    /// An empty board; what stands on it is put there by [`Core::put`], then [`Core::begin`] makes it a position.
    pub(crate) fn empty(tables: Arc<Tables<W>>, setup: usize, status: Status<W>) -> Self {
        let men = Men::new(tables.variant.kinds.len());
        let rights_squares = tables.setups.get(setup).map_or(Bits::EMPTY, SetupTable::rights_squares);
        Self { tables, setup, rights_squares, men, status, history: Vec::new(), hashing: true, keeps_history: true }
    }

    /// Keeps no more history and no more keys than moves ask for, or does if something else asks for them.
    pub(crate) fn limit_upkeep(&mut self, history_needed: bool, keys_needed: bool) {
        self.keeps_history = history_needed || self.tables.features.repetition_illegal;
        self.hashing = keys_needed || self.keeps_history;
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: u16) {
        self.men.drop(square, piece, &self.tables);
        self.hash_man(piece, square);
    }

    /// Takes the piece off a square and gives its number; 0 if there was none.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) -> u16 {
        let piece = self.men.lift(square, &self.tables);
        if piece != 0 {
            self.hash_man(piece, square);
        }
        piece
    }

    /// Hashes a man in or out.
    #[inline]
    fn hash_man(&mut self, piece: u16, square: Square) {
        if self.hashing {
            let key = self.tables.zobrist.man(piece, square);
            self.status.key ^= key;
            self.status.men_keys[side_of_group(self.tables.group_of(piece))] ^= key;
        }
    }

    /// Hashes what has been put on the board and starts the history here.
    pub(crate) fn begin(&mut self) {
        self.status.men_keys = PerSide::from_fn(|side| self.men_key_from_scratch(side));
        self.status.key = self.key_from_scratch();
        self.history.clear();
        self.push_history();
    }

    /// Adds the position to the history.
    #[inline(never)]
    fn push_history(&mut self) {
        self.history
            .push(PastPosition { key: self.repetition_key(), mover_men: self.status.men_keys[self.status.turn] });
    }

    /// The hash computed anew from the men and the status.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        Side::ALL.iter().fold(self.status_key(), |key, &side| key ^ self.men_key_from_scratch(side))
    }

    fn men_key_from_scratch(&self, side: Side) -> u64 {
        let men = self.men.of_side(side).iter();
        men.fold(0, |key, square| key ^ self.tables.zobrist.man(self.men.at(square), square))
    }

    /// The part of the hash that is not the men's.
    fn status_key(&self) -> u64 {
        let status = &self.status;
        let turn = if status.turn == Side::Black { Zobrist::BLACK } else { 0 };
        let crossed = status.en_passant.iter().fold(0, |key, square| key ^ Zobrist::en_passant(square));
        let series = Zobrist::series(status.last_series, status.series);
        let checks = Zobrist::checks(status.checks.white, status.checks.black);
        turn ^ crossed ^ series ^ checks ^ Zobrist::rights(status.rights)
    }

    /// The hash as repetition compares it: a crossed square counts only while a capture there is legal.
    ///
    /// FIDE Laws of Chess 9.2: positions are the same if the possible moves of all men are.
    #[inline]
    pub(crate) fn repetition_key(&self) -> u64 {
        if self.status.en_passant.is_empty() {
            return self.status.key;
        }
        let idle = self.status.en_passant & !self.effective_en_passant();
        idle.iter().fold(self.status.key, |key, square| key ^ Zobrist::en_passant(square))
    }

    /// The crossed squares without those on which nobody can capture now, nor later on.
    pub(crate) fn effective_en_passant(&self) -> Bits<W> {
        let crossed = self.status.en_passant;
        if crossed.is_empty() || self.status.series > 0 { crossed } else { self.legal_en_passant_squares() }
    }

    /// The keys of the positions since something that can't be undone, the present one first.
    pub(crate) fn past_keys(&self) -> impl Iterator<Item = u64> {
        let count = (self.status.reversible as usize).saturating_add(1);
        self.history.iter().rev().take(count).map(|stood| stood.key)
    }
}
