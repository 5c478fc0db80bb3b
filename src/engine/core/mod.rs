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
mod past;
mod perft;
mod play;
mod refusal;
mod repetition;
mod replies;
mod visitor;

use std::sync::Arc;

pub(crate) use generate::{Moves, Selection};
use past::{Past, PastPosition};
pub(crate) use perft::Workspace;

use super::Piece;
use super::bits::Bits;
use super::tables::{Occupant, SetupTable, Tables, Zobrist, group, side_of_group};
use crate::geometry::{PerSide, Side, Square};

/// A position of a game, with its history as far as repetition looks back.
#[derive(Clone, Debug)]
pub(crate) struct Core<const W: usize> {
    pub(crate) tables: Arc<Tables<W>>,
    pub(crate) setup: usize,
    /// Moves that touch one of these squares may do more than move men: those of castling rights, those that are not on
    /// the board, and all where a turn may have several moves.
    special_squares: Bits<W>,
    pub(crate) men: Men<W>,
    pub(crate) status: Status<W>,
    /// The positions before this one, the last one last.
    past: Past<W>,
    /// Whether anybody may ask for the keys.
    hashing: bool,
}

/// What stands where.
#[derive(Clone, Debug)]
pub(crate) struct Men<const W: usize> {
    /// By square, in rows of 64.
    at: [[Occupant; 64]; W],
    sides: [Bits<W>; 2],
    /// By side and kind, see [`group`].
    groups: Box<[Bits<W>]>,
}

/// Everything but the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status<const W: usize> {
    /// The hashes; of the position before the last move, if `unhashed`.
    pub(super) keys: Keys,
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
    /// The last move is not in the keys yet: most positions are left before anybody asks for them.
    pub(super) unhashed: bool,
}

/// Hashes of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    /// All of it: men, side to move, castling rights, squares where a capture en passant is legal, and the state of
    /// series and checks.
    pub(crate) all: u64,
    /// The part of the squares where a capture en passant is legal.
    en_passant: u64,
    /// The men of each side alone.
    men: PerSide<u64>,
}

impl<const W: usize> Status<W> {
    /// The beginning of a game in which White moves first and nobody may castle.
    pub(crate) fn new() -> Self {
        Self {
            keys: Keys::default(),
            turn: Side::White,
            rights: 0,
            en_passant: Bits::EMPTY,
            halfmove: 0,
            fullmove: 1,
            stationary_run: PerSide::new(0, 0),
            last_series: 0,
            series: 0,
            quiet_series: 0,
            checks: PerSide::new(0, 0),
            reversible: 0,
            claimed: false,
            unhashed: false,
        }
    }
}

impl<const W: usize> Men<W> {
    fn new(kinds: usize) -> Self {
        Self { at: [[Occupant::NONE; 64]; W], sides: [Bits::EMPTY; 2], groups: vec![Bits::EMPTY; 2 * kinds].into() }
    }

    /// What stands on a square.
    #[inline(always)]
    pub(crate) fn occupant(&self, square: Square) -> Occupant {
        self.at[square.index() / 64 % W][square.index() % 64]
    }

    /// The number of the piece on a square, or 0.
    #[inline]
    pub(crate) fn at(&self, square: Square) -> u16 {
        self.occupant(square).piece()
    }

    /// The piece on a square.
    #[inline]
    pub(crate) fn piece(&self, square: Square) -> Option<Piece> {
        Piece::new(self.at(square))
    }

    /// What stands on each square, in order of squares.
    #[inline]
    pub(crate) fn by_square(&self) -> &[Occupant] {
        self.at.as_flattened()
    }

    #[inline]
    pub(crate) fn of_side(&self, side: Side) -> Bits<W> {
        self.sides[side.index()]
    }

    /// The men of a group.
    #[inline]
    pub(crate) fn of_group(&self, group: usize) -> Bits<W> {
        self.groups[group]
    }

    /// The men of several groups.
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

    /// The men of these kinds, of both sides.
    pub(crate) fn of_kinds(&self, kinds: &[u8]) -> Bits<W> {
        let both = kinds.iter().flat_map(|&kind| Side::ALL.map(|side| self.of(side, kind)));
        both.fold(Bits::EMPTY, |men, more| men | more)
    }

    /// All men.
    #[inline]
    pub(crate) fn all(&self) -> Bits<W> {
        self.sides[0] | self.sides[1]
    }

    /// Takes what stands on a square off the board.
    fn lift(&mut self, square: Square) -> Occupant {
        let occupant = self.occupant(square);
        if occupant.is_some() {
            self.set(square, Occupant::NONE);
            self.toggle(occupant.group(), Bits::of(square));
        }
        occupant
    }

    /// Puts a man, or nothing, on an empty square.
    fn drop(&mut self, square: Square, occupant: Occupant) {
        if occupant.is_some() {
            self.set(square, occupant);
            self.toggle(occupant.group(), Bits::of(square));
        }
    }

    /// Writes down what stands on a square; the sets stay as they are.
    #[inline(always)]
    fn set(&mut self, square: Square, occupant: Occupant) {
        self.at[square.index() / 64 % W][square.index() % 64] = occupant;
    }

    /// Puts men of a group into their sets, or takes them out of them.
    #[inline(always)]
    fn toggle(&mut self, group: usize, squares: Bits<W>) {
        self.sides[side_of_group(group).index()] ^= squares;
        self.groups[group] ^= squares;
    }
}

impl<const W: usize> Core<W> {
    /// An empty board; what stands on it is put there by [`Core::put`], then [`Core::begin`] makes it a position.
    pub(crate) fn empty(tables: Arc<Tables<W>>, setup: usize, status: Status<W>) -> Self {
        let men = Men::new(tables.variant.kinds.len());
        let rights_squares = tables.setups.get(setup).map_or(Bits::EMPTY, SetupTable::rights_squares);
        let special_squares =
            if tables.features.counts_within_turns { Bits::ALL } else { rights_squares | !tables.board };
        Self { tables, setup, special_squares, men, status, past: Past::new(), hashing: true }
    }

    /// A copy that knows the past only if moves depend on it or `past_needed`, and the keys only then or if
    /// `keys_needed`.
    pub(crate) fn lean_copy(&self, past_needed: bool, keys_needed: bool) -> Self {
        let keeps_past = past_needed || self.tables.features.repetition_illegal;
        let mut copy = Self {
            tables: Arc::clone(&self.tables),
            men: self.men.clone(),
            past: if keeps_past { self.past.clone() } else { Past::new() },
            hashing: keys_needed || keeps_past,
            ..*self
        };
        (copy.status.keys, copy.status.unhashed) = (self.keys(), false);
        copy
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, square: Square, piece: u16) {
        let occupant = self.tables.occupant(piece);
        self.men.drop(square, occupant);
        self.hash_man(occupant, square);
    }

    /// Takes what stands on a square off the board.
    fn take(&mut self, square: Square) -> Occupant {
        let occupant = self.men.lift(square);
        self.hash_man(occupant, square);
        occupant
    }

    /// Hashes a man in or out.
    fn hash_man(&mut self, occupant: Occupant, square: Square) {
        if self.hashing {
            let key = self.tables.zobrist.man(occupant.piece())[square];
            self.status.keys.all ^= key;
            self.status.keys.men[occupant.side()] ^= key;
        }
    }

    /// Hashes what has been put on the board; nothing has stood before.
    pub(crate) fn begin(&mut self) {
        self.past = Past::new();
        self.status.unhashed = false;
        self.status.keys = Keys {
            all: self.key_from_scratch(),
            en_passant: self.en_passant_key_from_scratch(),
            men: PerSide::from_fn(|side| self.men_key_from_scratch(side)),
        };
    }

    /// The hash computed anew from the men and the status.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        Side::ALL.iter().fold(self.status_key(), |key, &side| key ^ self.men_key_from_scratch(side))
    }

    fn men_key_from_scratch(&self, side: Side) -> u64 {
        let men = self.men.of_side(side).iter();
        men.fold(0, |key, square| key ^ self.tables.zobrist.man(self.men.at(square))[square])
    }

    /// The part of the hash that is not the men's.
    fn status_key(&self) -> u64 {
        let status = &self.status;
        let turn = if status.turn == Side::Black { Zobrist::BLACK } else { 0 };
        let series = Zobrist::series(status.last_series, status.series);
        let checks = Zobrist::checks(status.checks.white, status.checks.black);
        turn ^ series ^ checks ^ Zobrist::rights(status.rights) ^ self.en_passant_key_from_scratch()
    }

    /// FIDE Laws of Chess 9.2: positions are the same if the possible moves of all men are, so a crossed square counts
    /// only while a capture there is legal.
    fn en_passant_key_from_scratch(&self) -> u64 {
        self.effective_en_passant().iter().fold(0, |key, square| key ^ Zobrist::en_passant(square))
    }

    /// The crossed squares without those on which nobody can capture now, nor later on.
    pub(crate) fn effective_en_passant(&self) -> Bits<W> {
        let crossed = self.status.en_passant;
        if crossed.is_empty() || self.status.series > 0 { crossed } else { self.legal_en_passant_squares() }
    }

    /// Forgets the positions that can't come back. Then no move can be taken back.
    pub(crate) fn forget(&mut self) {
        self.settle();
        self.past.keep_last(self.repeatable().len());
    }

    /// The positions before this one since something that can't be undone, the last one last.
    fn repeatable(&self) -> &[PastPosition<W>] {
        let past = self.past.as_slice();
        let window = (self.status.reversible as usize).min(past.len());
        past.get(past.len() - window..).unwrap_or_default()
    }

    /// The keys of the positions since something that can't be undone, the present one first.
    pub(crate) fn past_keys(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.keys().all).chain(self.repeatable().iter().rev().map(|past| past.status.keys.all))
    }
}
