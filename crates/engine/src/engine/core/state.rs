//! State of a position: the men on the board and in hand, the status, and the positions before with the moves made in them.

use crate::engine::bits::Bits;
use crate::engine::tables::{Occupant, Zobrist, castling_right, group_index, side_of_group};
use crate::engine::{CastlingRights, ChangeCause, ManChange, ManMove, Move, Piece};
use crate::geometry::{PerSide, Side, Square};
use crate::model::KindId;

/// The men on the board: a mailbox and sets of squares.
#[derive(Clone, Debug)]
pub(crate) struct Men<const W: usize> {
    /// By square, in rows of 64: an index is never out of bounds.
    mailbox: [[Occupant; 64]; W],
    sides: [Bits<W>; 2],
    /// By side and kind, see [`group_index`].
    groups: Box<[Bits<W>]>,
}

impl<const W: usize> Men<W> {
    pub(super) fn new(kinds: usize) -> Self {
        Self {
            mailbox: [[Occupant::NONE; 64]; W],
            sides: [Bits::EMPTY; 2],
            groups: vec![Bits::EMPTY; 2 * kinds].into(),
        }
    }

    /// The occupant of a square.
    #[inline(always)]
    pub(crate) fn occupant(&self, square: Square) -> Occupant {
        self.mailbox[square.index() / 64 % W][square.index() % 64]
    }

    /// Returns the index of the piece on a square, as in [`Tables::pieces`](crate::engine::tables::Tables::pieces); 0 for none.
    #[inline]
    pub(crate) fn piece_index(&self, square: Square) -> u16 {
        self.occupant(square).piece()
    }

    /// The piece on a square.
    #[inline]
    pub(crate) fn piece(&self, square: Square) -> Option<Piece> {
        Piece::new(self.piece_index(square))
    }

    /// The occupants of all squares, in order of squares.
    #[inline]
    pub(crate) fn by_square(&self) -> &[Occupant] {
        self.mailbox.as_flattened()
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
    #[inline(always)]
    pub(crate) fn of_groups(&self, groups: &[usize]) -> Bits<W> {
        match *groups {
            [only] => self.of_group(only),
            [one, other] => self.of_group(one) | self.of_group(other),
            _ => self.of_many_groups(groups),
        }
    }

    #[inline(never)]
    fn of_many_groups(&self, groups: &[usize]) -> Bits<W> {
        groups.iter().fold(Bits::EMPTY, |men, &group| men | self.of_group(group))
    }

    /// The men of a side and kind.
    #[inline]
    pub(crate) fn of_kind(&self, side: Side, kind: u8) -> Bits<W> {
        self.of_group(group_index(side, kind))
    }

    /// The men of these kinds, of both sides.
    pub(crate) fn of_kinds(&self, kinds: &[u8]) -> Bits<W> {
        let both = kinds.iter().flat_map(|&kind| Side::ALL.map(|side| self.of_kind(side, kind)));
        both.fold(Bits::EMPTY, |men, more| men | more)
    }

    /// All men.
    #[inline]
    pub(crate) fn all(&self) -> Bits<W> {
        self.sides[0] | self.sides[1]
    }

    /// Removes all men.
    pub(super) fn clear(&mut self) {
        // Few men leave most groups empty.
        for square in self.all().iter() {
            self.groups[self.occupant(square).group()] = Bits::EMPTY;
            self.set(square, Occupant::NONE);
        }
        self.sides = [Bits::EMPTY; 2];
    }

    /// Removes the man on a square.
    #[inline]
    pub(super) fn remove(&mut self, square: Square) -> Occupant {
        let occupant = self.occupant(square);
        if occupant.is_some() {
            self.set(square, Occupant::NONE);
            self.toggle_squares(occupant.group(), Bits::of(square));
        }
        occupant
    }

    /// Puts a man, or nothing, on an empty square.
    #[inline]
    pub(super) fn put(&mut self, square: Square, occupant: Occupant) {
        if occupant.is_some() {
            self.set(square, occupant);
            self.toggle_squares(occupant.group(), Bits::of(square));
        }
    }

    /// Changes the mailbox and leaves the sets as they are.
    #[inline(always)]
    pub(super) fn set(&mut self, square: Square, occupant: Occupant) {
        self.mailbox[square.index() / 64 % W][square.index() % 64] = occupant;
    }

    /// Changes the sets as the move of a man does, or as taking it back does. The mailbox stays as it is.
    #[inline(always)]
    pub(super) fn toggle_move(&mut self, man: ManMove, mover: Occupant, arriving: Occupant, captured: Occupant) {
        let (here, there) = (Bits::of(man.from), Bits::of(man.to));
        if mover.group() == arriving.group() {
            self.toggle_squares(mover.group(), here ^ there);
        } else {
            self.toggle_squares(mover.group(), here);
            self.toggle_squares(arriving.group(), there);
        }
        if captured.is_some() {
            self.toggle_squares(captured.group(), there);
        }
    }

    /// Adds squares to the sets of a group, or removes them. The mailbox stays as it is.
    #[inline(always)]
    pub(super) fn toggle_squares(&mut self, group: usize, squares: Bits<W>) {
        self.sides[side_of_group(group).index()] ^= squares;
        // Indexing would bring in a call for groups out of bounds, which are none.
        if let Some(men) = self.groups.get_mut(group) {
            *men ^= squares;
        }
    }
}

// Men in hand.

/// The number of men in hand by side and kind; see [`group_index`]. Games without hands have no counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hands(Box<[u16]>);

impl Hands {
    /// Empty hands.
    pub(super) fn new(groups: usize) -> Self {
        Self(vec![0; groups].into())
    }

    /// The number of men of a group in hand.
    #[inline(always)]
    pub(crate) fn of_group(&self, group: usize) -> u16 {
        self.0.get(group).copied().unwrap_or(0)
    }

    /// The number of men in hand of a side: of these kinds, or of all.
    pub(crate) fn count(&self, side: Side, kinds: Option<&[KindId]>) -> u32 {
        match kinds {
            _ if self.0.is_empty() => 0,
            Some(kinds) => kinds.iter().map(|kind| u32::from(self.of_group(group_index(side, kind.0)))).sum(),
            None => (0..self.0.len() / 2).map(|kind| u32::from(self.of_group(group_index(side, kind as u8)))).sum(),
        }
    }

    /// Sets the number of men of a group.
    pub(crate) fn set(&mut self, group: usize, number: u16) {
        if let Some(count) = self.0.get_mut(group) {
            *count = number;
        }
    }

    /// Empties both hands.
    pub(super) fn clear(&mut self) {
        // Filling nothing takes time, too.
        if !self.0.is_empty() {
            self.0.fill(0);
        }
    }

    /// The key of all men in hand.
    pub(super) fn key(&self) -> u64 {
        self.0.iter().enumerate().fold(0, |key, (group, &count)| key ^ Zobrist::hand(group, count))
    }

    /// The counters.
    pub(crate) fn counts(&self) -> &[u16] {
        &self.0
    }
}

// State of a position other than the men.

/// The state of a position other than the men, copied to undo moves (Stockfish's `StateInfo`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Status<const W: usize> {
    /// The hash keys; those of the position before the last move if `unhashed`.
    pub(crate) keys: Keys,
    pub(crate) turn: Side,
    /// Castling rights as bits, see [`castling_right`].
    pub(crate) rights: u8,
    /// The squares of men that still have their first move.
    pub(crate) unmoved: Bits<W>,
    /// The squares where walls stand, which are occupied by no man.
    pub(crate) walls: Bits<W>,
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
    /// The squares where men stand that have moved in the present series, where that limits who moves next.
    pub(crate) moved: Bits<W>,
    pub(crate) quiet_series: u16,
    pub(crate) checks: PerSide<u8>,
    /// Whether each side has passed up a win that it could claim.
    pub(crate) lapsed: PerSide<bool>,
    /// Wings on which each side has castled; none in games without an ending `castled`.
    pub(crate) castled: WingBits,
    /// Passes in a row, by both sides, at most 2; 0 in games that do not count them.
    pub(crate) passes: u8,
    /// Plies counted by the count of moves that runs, and its limit; 0 while none runs.
    pub(crate) counted: u16,
    pub(crate) count_limit: u16,
    /// Plies since the last irreversible move. Only positions since then can recur.
    pub(crate) plies_since_irreversible: u32,
    /// The opponent of the side to move has claimed a stalemate, which decides the game.
    pub(crate) claimed: bool,
    /// Whether the keys do not include the last move yet. They are updated on demand, since most positions of a search
    /// are left before their keys are read.
    pub(crate) unhashed: bool,
    /// Whether the slot behind the history already holds this status, since a move was taken back. Code that changes
    /// the status without making a move must clear it.
    pub(crate) saved: bool,
}

/// Wings of each side as bits, see [`castling_right`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WingBits(pub(crate) u8);

impl WingBits {
    /// The bits of wings.
    pub(crate) fn of(wings: PerSide<CastlingRights>) -> Self {
        let bits = wings.iter().flat_map(|(side, wings)| {
            let CastlingRights { last_file, first_file } = *wings;
            [(0, first_file), (1, last_file)].map(|(wing, has)| if has { castling_right(side, wing) } else { 0 })
        });
        Self(bits.fold(0, |all, bit| all | bit))
    }

    /// The wings of each side.
    pub(crate) fn wings(self) -> PerSide<CastlingRights> {
        let has = |side, wing| self.0 & castling_right(side, wing) != 0;
        PerSide::from_fn(|side| CastlingRights { last_file: has(side, 1), first_file: has(side, 0) })
    }
}

/// Hashes of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    /// Zobrist key of the whole position. It includes men, walls, side to move, castling rights, men with their first
    /// move, squares of legal captures en passant, series and the men that have moved in it, checks, lapsed claims,
    /// noted castling and passes in a row. Positions with equal keys repeat each other; endings by repetition leave out
    /// the passes.
    pub(crate) all: u64,
    /// The part of `all` for squares where a capture en passant is legal.
    pub(super) en_passant: u64,
    /// The keys of each side's men.
    pub(super) men: PerSide<u64>,
}

impl<const W: usize> Status<W> {
    /// The status at the start of a game where White moves first and no side can castle.
    pub(crate) fn new() -> Self {
        Self { fullmove: 1, ..Self::default() }
    }
}

// Undo information of a move: the men that it displaces.

/// Undo information of a move: the man that moves and the man that is captured, as they were before.
///
/// One word, since the history reads it back right after it was written, and processors forward a store to a load only
/// if both have the same width.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveUndo(u64);

impl MoveUndo {
    /// Marks a move on the general path that takes one man to a square, which this word takes back.
    const ONE_MAN: u64 = Occupant::UNUSED as u64;
    /// Marks a move that has changes in the log.
    const LOGGED: u64 = (Occupant::UNUSED as u64) << 32;
    pub(super) const NOTHING: Self = Self::general(Occupant::NONE, Occupant::NONE, true, false);

    pub(super) const fn new(mover: Occupant, captured: Occupant) -> Self {
        Self(mover.bits() as u64 | (captured.bits() as u64) << 32)
    }

    /// The information of a move on the general path. Without a mover it changes no man.
    pub(super) const fn general(mover: Occupant, captured: Occupant, of_one_man: bool, logged: bool) -> Self {
        let one_man = if of_one_man || !logged { Self::ONE_MAN } else { 0 };
        Self(Self::new(mover, captured).0 | one_man | if logged { Self::LOGGED } else { 0 })
    }

    /// The man that moves, if one does.
    #[inline]
    pub(super) const fn mover(self) -> Occupant {
        Occupant::from_bits(self.0 as u32 & !Occupant::UNUSED)
    }

    /// The man that is captured, if one is.
    #[inline]
    pub(super) const fn captured(self) -> Occupant {
        Occupant::from_bits((self.0 >> 32) as u32 & !Occupant::UNUSED)
    }

    /// Whether the move was made on the general path.
    #[inline(always)]
    pub(super) const fn is_general(self) -> bool {
        self.0 & (Self::ONE_MAN | Self::LOGGED) != 0
    }

    pub(super) const fn is_of_one_man(self) -> bool {
        self.0 & Self::ONE_MAN != 0 && self.0 as u32 != Occupant::UNUSED
    }

    pub(super) const fn is_logged(self) -> bool {
        self.0 & Self::LOGGED != 0
    }
}

/// Log of the changes that moves on the general path have made, for taking these moves back.
#[derive(Clone, Debug, Default)]
pub(super) struct UndoLog {
    changes: Vec<ManChange>,
    /// For each move, the number of changes before it.
    starts: Vec<usize>,
}

impl UndoLog {
    /// Begins a move, which may have no changes.
    pub(super) fn begin_move(&mut self) {
        self.starts.push(self.changes.len());
    }

    /// Adds a change of the last move.
    #[inline]
    pub(super) fn push(&mut self, change: ManChange) {
        self.changes.push(change);
    }

    /// The changes of the last move.
    pub(super) fn last_move(&self) -> &[ManChange] {
        let start = self.starts.last().copied().unwrap_or_default();
        self.changes.get(start..).unwrap_or_default()
    }

    /// The men that died by the last move, with their squares.
    pub(super) fn last_dead(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.last_move().iter().filter_map(|&change| match change {
            ManChange::OnBoard { piece, square, cause: ChangeCause::Dies, .. } => Some((square, piece)),
            ManChange::OnBoard { .. } | ManChange::InHand { .. } => None,
        })
    }

    /// Removes the last change of the last move, or the move itself if no change is left.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<ManChange> {
        if self.starts.last().is_some_and(|&start| start < self.changes.len()) {
            return self.changes.pop();
        }
        self.starts.pop();
        None
    }

    /// Forgets all moves.
    pub(super) fn clear(&mut self) {
        self.changes.clear();
        self.starts.clear();
    }
}

// The positions before the present one, with the moves that were made in them.

/// An earlier position, without its men, and the move that was made in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PastPosition<const W: usize> {
    pub(super) status: Status<W>,
    pub(super) mv: Move,
    pub(super) displaced: MoveUndo,
}

/// A stack of earlier positions. It keeps its memory when positions are popped, and a push writes in place.
///
/// A search makes and takes back many moves of one position. Its status is written to the stack with the first of them
/// and stays in its slot for the others, as [`Status::saved`] says. If each move wrote it again, it would be read back
/// while the processor is still writing it, which takes longer than the rest of the move.
#[derive(Debug)]
pub(super) struct History<const W: usize> {
    /// The positions, and after them slots for more.
    slots: Vec<PastPosition<W>>,
    len: usize,
}

impl<const W: usize> History<W> {
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new(), len: 0 }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Writes the status of the present position to the slot behind the history.
    pub(super) fn save(&mut self, status: &mut Status<W>) {
        status.saved = true;
        match self.slots.get_mut(self.len) {
            Some(slot) => slot.status = *status,
            None => self.slots.push(PastPosition { status: *status, mv: Move::Pass, displaced: MoveUndo::NOTHING }),
        }
    }

    /// Adds the present position, whose status is saved, and the move to be made in it.
    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move, displaced: MoveUndo) {
        if let Some(slot) = self.slots.get_mut(self.len) {
            slot.mv = mv;
            slot.displaced = displaced;
            self.len += 1;
        }
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<&PastPosition<W>> {
        let last = self.slots.get(self.len.wrapping_sub(1))?;
        self.len -= 1;
        Some(last)
    }

    /// The position before the present one.
    pub(super) fn last(&self) -> Option<&PastPosition<W>> {
        self.as_slice().last()
    }

    pub(super) fn as_slice(&self) -> &[PastPosition<W>] {
        self.slots.get(..self.len).unwrap_or_default()
    }

    /// Forgets all positions. Their slots remain.
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Forgets all but the last `kept` positions.
    pub(super) fn keep_last(&mut self, kept: usize) {
        let forgotten = self.len - kept.min(self.len);
        self.slots.drain(..forgotten);
        self.len -= forgotten;
    }
}

impl<const W: usize> Clone for History<W> {
    fn clone(&self) -> Self {
        // With the slot behind the history, which may hold the status of the present position.
        let slots = self.slots.iter().take(self.len + 1).copied().collect();
        Self { slots, len: self.len }
    }
}
