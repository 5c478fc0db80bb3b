//! A position on a board of one width: the men, the status, and the positions before.

mod attack;
mod castling;
mod en_passant;
mod endings;
mod finishing;
mod finishing_candidates;
mod generate;
mod history;
mod king_safety;
mod opposition;
mod perft;
mod play;
mod refusal;
mod repetition;
mod replies;
mod visitor;

use std::sync::Arc;

pub(crate) use generate::{Moves, Selection};
use history::{History, PastPosition};
pub(crate) use perft::Workspace;

use super::Piece;
use super::bits::Bits;
use super::tables::{Occupant, SetupTable, Tables, Zobrist, group, side_of_group};
use crate::geometry::{PerSide, Side, Square};

/// A position of a game, with its history.
#[derive(Clone, Debug)]
pub(crate) struct Core<const W: usize> {
    pub(crate) tables: Arc<Tables<W>>,
    pub(crate) setup: usize,
    /// Squares that keep a move off the fast path if it touches one of them: those that are not on the board, and all
    /// squares in games where a turn may have several moves.
    special_squares: Bits<W>,
    /// Squares on which castling rights depend.
    rights_squares: Bits<W>,
    pub(crate) men: Men<W>,
    pub(crate) status: Status<W>,
    /// The positions before this one, the latest last.
    history: History<W>,
    /// Whether keys are needed, so that the positions before must be remembered.
    hashing: bool,
}

/// The men on the board: a mailbox and sets of squares.
#[derive(Clone, Debug)]
pub(crate) struct Men<const W: usize> {
    /// By square, in rows of 64, so that an index is never out of bounds.
    at: [[Occupant; 64]; W],
    sides: [Bits<W>; 2],
    /// By side and kind, see [`group`].
    groups: Box<[Bits<W>]>,
}

/// Everything in a position other than the men. It is small, and copied to undo moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status<const W: usize> {
    /// The hash keys; those of the position before the last move if `unhashed`.
    pub(super) keys: Keys,
    pub(crate) turn: Side,
    /// Castling rights as bits, see [`right`](super::tables::right).
    pub(crate) rights: u8,
    /// The squares crossed by long steps: the opponent's at the start of a turn, one's own inside a series.
    pub(crate) en_passant: Bits<W>,
    /// Plies since progress was made.
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    /// The number of stationary moves that each side has made in a row.
    pub(crate) stationary_run: PerSide<u8>,
    /// The length of the opponent's last series. Where series grow each turn, the full length it could have had.
    pub(crate) last_series: u16,
    /// Moves made in the present series.
    pub(crate) series: u16,
    pub(crate) quiet_series: u16,
    pub(crate) checks: PerSide<u8>,
    /// Plies since the last irreversible move. Only positions since then can recur.
    pub(crate) reversible: u32,
    /// The opponent of the side to move has claimed a stalemate, which decides the game.
    pub(crate) claimed: bool,
    /// Whether the keys do not include the last move yet. They are updated on demand, since most positions of a search
    /// are left before their keys are read.
    pub(super) unhashed: bool,
    /// Whether the slot behind the history already holds this status, since a move was taken back. Whoever changes the
    /// status without making a move must clear it.
    pub(super) saved: bool,
}

/// Hashes of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    /// The key of the whole position: men, side to move, castling rights, squares where a capture en passant is legal,
    /// series and checks. Positions are repetitions of each other if it is equal.
    pub(crate) all: u64,
    /// The part of `all` that stands for squares where a capture en passant is legal.
    en_passant: u64,
    /// The keys of each side's men.
    men: PerSide<u64>,
}

impl<const W: usize> Status<W> {
    /// The status at the start of a game where White moves first and nobody can castle.
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
            saved: false,
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

    /// Removes what stands on a square.
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

    /// Changes the mailbox and leaves the sets as they are.
    #[inline(always)]
    fn set(&mut self, square: Square, occupant: Occupant) {
        self.at[square.index() / 64 % W][square.index() % 64] = occupant;
    }

    /// Adds squares to the sets of a group, or removes them. The mailbox stays as it is.
    #[inline(always)]
    fn toggle(&mut self, group: usize, squares: Bits<W>) {
        self.sides[side_of_group(group).index()] ^= squares;
        self.groups[group] ^= squares;
    }
}

impl<const W: usize> Core<W> {
    /// An empty board. [`Core::put`] adds men, and [`Core::begin`] then makes it a position.
    pub(crate) fn empty(tables: Arc<Tables<W>>, setup: usize, status: Status<W>) -> Self {
        let men = Men::new(tables.variant.kinds.len());
        let rights_squares = tables.setups.get(setup).map_or(Bits::EMPTY, SetupTable::rights_squares);
        let special_squares = if tables.features.counts_within_turns { Bits::ALL } else { !tables.board };
        Self { tables, setup, special_squares, rights_squares, men, status, history: History::new(), hashing: true }
    }

    /// A copy for counting or trial. It has earlier positions only if legality depends on them or `history_needed`, and
    /// keys only in these cases or if `keys_needed`.
    pub(crate) fn lean_copy(&self, history_needed: bool, keys_needed: bool) -> Self {
        let keeps_history = history_needed || self.tables.features.repetition_illegal;
        let mut copy = Self {
            tables: Arc::clone(&self.tables),
            men: self.men.clone(),
            history: if keeps_history { self.history.clone() } else { History::new() },
            hashing: keys_needed || keeps_history,
            ..*self
        };
        (copy.status.keys, copy.status.unhashed, copy.status.saved) = (self.keys(), false, false);
        copy
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, square: Square, piece: u16) {
        let occupant = self.tables.occupant(piece);
        self.men.drop(square, occupant);
        self.hash_man(occupant, square);
    }

    /// Removes what stands on a square.
    fn take(&mut self, square: Square) -> Occupant {
        let occupant = self.men.lift(square);
        self.hash_man(occupant, square);
        occupant
    }

    /// Adds a man to the hash keys, or removes it.
    fn hash_man(&mut self, occupant: Occupant, square: Square) {
        if self.hashing {
            let key = self.tables.zobrist.man(occupant.piece())[square];
            self.status.keys.all ^= key;
            self.status.keys.men[occupant.side()] ^= key;
        }
    }

    /// Computes the hash keys of what has been put on the board, and clears the history.
    pub(crate) fn begin(&mut self) {
        self.history = History::new();
        (self.status.unhashed, self.status.saved) = (false, false);
        self.status.keys = Keys {
            all: self.key_from_scratch(),
            en_passant: self.en_passant_key_from_scratch(),
            men: PerSide::from_fn(|side| self.men_key_from_scratch(side)),
        };
    }

    /// The hash, computed from the men and the status. The incremental one must equal it.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        Side::ALL.iter().fold(self.status_key(), |key, &side| key ^ self.men_key_from_scratch(side))
    }

    fn men_key_from_scratch(&self, side: Side) -> u64 {
        let men = self.men.of_side(side).iter();
        men.fold(0, |key, square| key ^ self.tables.zobrist.man(self.men.at(square))[square])
    }

    /// The part of the hash that does not come from the men.
    fn status_key(&self) -> u64 {
        let status = &self.status;
        let turn = if status.turn == Side::Black { Zobrist::BLACK } else { 0 };
        let series = Zobrist::series(status.last_series, status.series);
        let checks = Zobrist::checks(status.checks.white, status.checks.black);
        turn ^ series ^ checks ^ Zobrist::rights(status.rights) ^ self.en_passant_key_from_scratch()
    }

    /// A crossed square counts only while a capture there is legal: by the FIDE Laws of Chess, article 9.2, positions
    /// are the same only if the possible moves are.
    fn en_passant_key_from_scratch(&self) -> u64 {
        self.effective_en_passant().iter().fold(0, |key, square| key ^ Zobrist::en_passant(square))
    }

    /// The crossed squares on which a capture is possible now or, inside a series, may become possible.
    pub(crate) fn effective_en_passant(&self) -> Bits<W> {
        let crossed = self.status.en_passant;
        if crossed.is_empty() || self.status.series > 0 { crossed } else { self.legal_en_passant_squares() }
    }

    /// Forgets earlier positions that cannot recur. No move made before can then be taken back.
    pub(crate) fn forget(&mut self) {
        self.update_keys();
        self.history.keep_last(self.repeatable().len());
    }

    /// Sets the number of plies since the last irreversible move, and returns what it was.
    pub(crate) fn replace_reversible(&mut self, plies: u32) -> u32 {
        self.status.saved = false;
        std::mem::replace(&mut self.status.reversible, plies)
    }

    /// The positions since the last irreversible move, without the present one, the latest last.
    fn repeatable(&self) -> &[PastPosition<W>] {
        let past = self.history.as_slice();
        let window = (self.status.reversible as usize).min(past.len());
        past.get(past.len() - window..).unwrap_or_default()
    }

    /// The keys of the positions since the last irreversible move, the present one first.
    pub(crate) fn past_keys(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.keys().all).chain(self.repeatable().iter().rev().map(|past| past.status.keys.all))
    }
}
