//! A position on a board of one width: the men, the status, and the positions before.
//!
//! Read in this order:
//!
//! 1. `state`: men, hands, status; the history, and the log of changes.
//! 2. Move generation: `generator` has the shared data, `generate` makes the legal moves kind by kind, as the sets of
//!    `move_set`; `special_moves` those that are not plain, `extra_moves` those that no man of the board makes, with
//!    `hands` for drops and men left behind. `relays`: men that move like others, too. `holds`: men that others hold
//!    still. `compulsion`: which moves come before others. `choose`: one at random.
//! 3. `attack`: attackers, checkers, pins, the check mask.
//! 4. `changes`: the changes of a move, computed before it is made, by the reach of effects in `effect_range`. They are
//!    the only source for the men that a move takes off, puts down or turns into others.
//! 5. `make`: the fast path, and the general path, which makes the changes and takes them back by the log. `counters`: the counters of a turn,
//!    counts of moves, illegal repetition.
//! 6. Reasons against moves: `deaths` of royal men, `walls` and where they are put, `rules` for opposition, check and
//!    finishing moves. `illegal`: the reasons why a move is illegal.
//! 7. `endings`: outcomes. `perft`: counting sequences, the last two plies together.

mod attack;
mod changes;
mod choose;
mod compulsion;
mod counters;
mod deaths;
mod effect_range;
mod endings;
mod extra_moves;
mod generate;
mod generator;
mod hands;
mod holds;
mod illegal;
mod make;
mod move_set;
mod perft;
mod relays;
mod rules;
mod special_moves;
mod state;
mod walls;

use std::sync::Arc;

use super::bits::Bits;
use super::tables::{Occupant, SetupTable, Tables, Zobrist};
use crate::geometry::{PerSide, Side, Square};
pub(crate) use generator::MoveGenerator;
pub(crate) use move_set::Selection;
pub(crate) use perft::Workspace;
use state::{Hands, History, PastPosition, UndoLog};
pub(crate) use state::{Keys, Men, Status, WingBits};

/// A position of a game, with its history.
#[derive(Clone, Debug)]
pub(crate) struct Core<const W: usize> {
    pub(crate) tables: Arc<Tables<W>>,
    pub(crate) setup: usize,
    /// The tables of the setup, or of the array of a shuffled setup that the game began from.
    pub(crate) start: Arc<SetupTable<W>>,
    /// Squares that keep a move off the fast path: those that are not on the board, and all in games with hands, deaths,
    /// an aftermath of moves, or walls.
    slow_squares: Bits<W>,
    /// Squares on which castling rights depend.
    rights_squares: Bits<W>,
    pub(crate) men: Men<W>,
    pub(crate) hands: Hands,
    pub(crate) status: Status<W>,
    /// The positions before this one, the latest last.
    history: History<W>,
    /// The changes of the moves before on the general path.
    log: UndoLog,
    /// Whether keys are needed, and with them the positions before.
    hashing: bool,
    /// Whether rules that forbid giving check are ignored: in copies that only decide whether a check is mate.
    checks_are_free: bool,
    /// Whether no move lets a claim lapse: in copies that find the answers to an ending, on which claims depend.
    claims_stand: bool,
}

impl<const W: usize> Core<W> {
    /// An empty board. [`Core::put`] adds men, and [`Core::init_keys_and_history`] then makes it a position.
    pub(crate) fn empty(tables: Arc<Tables<W>>, setup: usize, start: Arc<SetupTable<W>>, status: Status<W>) -> Self {
        let kinds = tables.variant.kinds.len();
        let (men, hands) = (Men::new(kinds), Hands::new(if tables.features.hands { 2 * kinds } else { 0 }));
        let rights_squares = start.rights_squares();
        let features = &tables.features;
        let all_slow = features.hands || features.deaths || features.aftermath || features.walls;
        let slow_squares = if all_slow { Bits::ALL } else { !tables.board };
        Self {
            tables,
            setup,
            start,
            slow_squares,
            rights_squares,
            men,
            hands,
            status,
            history: History::new(),
            log: UndoLog::default(),
            hashing: true,
            checks_are_free: false,
            claims_stand: false,
        }
    }

    /// A copy for counting or trial. It has earlier positions only if legality depends on them or `history_needed`, and
    /// keys only in these cases or if `keys_needed`.
    pub(crate) fn lean_copy(&self, history_needed: bool, keys_needed: bool) -> Self {
        let keeps_history = history_needed || self.tables.features.repetition_illegal;
        let history = if keeps_history { self.history.clone() } else { History::new() };
        let mut copy = self.copy_with(history, keys_needed || keeps_history);
        copy.status.keys = self.keys();
        copy
    }

    /// A scratch copy that shows the men after a move. Its keys are wrong, and it has no earlier positions. The keys of
    /// a position depend on which captures en passant leave royal men safe, and therefore on such copies.
    fn copy_without_keys(&self) -> Self {
        self.copy_with(History::new(), false)
    }

    /// A copy with this history, which keeps keys up if `hashing`.
    fn copy_with(&self, history: History<W>, hashing: bool) -> Self {
        let (tables, men, hands) = (Arc::clone(&self.tables), self.men.clone(), self.hands.clone());
        let log = if history.len() == 0 { UndoLog::default() } else { self.log.clone() };
        let start = Arc::clone(&self.start);
        let mut copy = Self { tables, start, men, hands, history, log, hashing, ..*self };
        (copy.status.unhashed, copy.status.saved) = (false, false);
        copy
    }

    /// Empties the board, sets the status and clears the history. Men can then be put on the board.
    pub(crate) fn clear(&mut self, status: Status<W>) {
        self.men.clear();
        self.hands.clear();
        self.status = status;
        self.history.clear();
        self.log.clear();
    }

    /// As [`Core::empty`], in the memory of this position.
    pub(crate) fn restart(&mut self, setup: usize, start: Arc<SetupTable<W>>, status: Status<W>) {
        self.rights_squares = start.rights_squares();
        (self.setup, self.start) = (setup, start);
        (self.hashing, self.checks_are_free, self.claims_stand) = (true, false, false);
        self.clear(status);
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, square: Square, piece: u16) {
        let occupant = self.tables.occupant(piece);
        self.men.put(square, occupant);
        self.hash_man(occupant, square);
    }

    /// The squares where a man or a wall stands.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bits<W> {
        self.men.all() | self.status.walls
    }

    /// Adds a man to the hash keys, or removes it.
    #[inline]
    fn hash_man(&mut self, occupant: Occupant, square: Square) {
        if self.hashing {
            let key = self.tables.zobrist.man(occupant.piece())[square];
            self.status.keys.all ^= key;
            self.status.keys.men[occupant.side()] ^= key;
        }
    }

    /// Computes the hash keys of the men and walls on the board, and clears the history.
    pub(crate) fn init_keys_and_history(&mut self) {
        self.history.clear();
        self.log.clear();
        (self.status.unhashed, self.status.saved) = (false, false);
        let men = PerSide::from_fn(|side| self.men_key_from_scratch(side));
        let all = self.status_key() ^ men.white ^ men.black;
        self.status.keys = Keys { all, en_passant: self.en_passant_key_from_scratch(), men };
    }

    /// The Zobrist key of a side's men, computed from the board.
    fn men_key_from_scratch(&self, side: Side) -> u64 {
        let men = self.men.of_side(side).iter();
        men.fold(0, |key, square| key ^ self.tables.zobrist.man(self.men.piece_index(square))[square])
    }

    /// The part of the hash that does not come from the men.
    fn status_key(&self) -> u64 {
        let status = &self.status;
        let turn = if status.turn == Side::Black { Zobrist::BLACK } else { 0 };
        let rights = Zobrist::rights(status.rights) ^ Zobrist::unmoved(status.unmoved) ^ Zobrist::walls(status.walls);
        turn ^ rights ^ self.hands.key() ^ self.turn_counters_key(status) ^ self.en_passant_key_from_scratch()
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

    /// Drops earlier positions that cannot recur from the history. No move made before can then be taken back.
    pub(crate) fn prune_history(&mut self) {
        self.update_keys();
        self.history.keep_last(self.repeatable_history().len());
        if self.history.len() == 0 {
            self.log.clear();
        }
    }

    /// The positions since the last irreversible move, without the present one, the latest last.
    fn repeatable_history(&self) -> &[PastPosition<W>] {
        let past = self.history.as_slice();
        let window = (self.status.plies_since_irreversible as usize).min(past.len());
        past.get(past.len() - window..).unwrap_or_default()
    }

    /// The keys of the positions since the last irreversible move, the present one first.
    #[inline]
    pub(crate) fn past_keys(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.keys().all).chain(self.repeatable_history().iter().rev().map(|past| past.status.keys.all))
    }
}
