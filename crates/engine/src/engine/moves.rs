//! Pieces, moves, and lists of moves.

use std::num::{NonZeroU8, NonZeroU16};
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::bits::Bits;
use crate::geometry::{Side, Square};
use crate::model::{KindId, ManState};

/// A piece: a man of one side and kind in one state, as an index into the tables of a [`Game`](super::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piece(NonZeroU16);

/// Side, kind and state of a [`Piece`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PieceInfo {
    /// The side it belongs to.
    pub side: Side,
    /// Its kind.
    pub kind: KindId,
    /// Its facings and its mode.
    pub state: ManState,
}

impl Piece {
    /// The piece with this number; 0 means none.
    pub(crate) fn new(number: u16) -> Option<Self> {
        NonZeroU16::new(number).map(Self)
    }

    /// Its index in the tables of the game.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0.get()
    }
}

/// A complete move: the man, its target, and its state afterwards.
///
/// Two moves are equal exactly if they have the same effect. `notation::uci::write` of the `weakfish` package gives any
/// two legal moves of a position different texts.
///
/// Squares and pieces are numbers that depend on the compiled game, also in a serialized move. To store moves, use
/// their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// A man moves.
    Man(ManMove),
    /// A man in hand is put on an empty square.
    Drop(DropMove),
    /// A wall is put on an empty square, and no man moves.
    Wall(Square),
    /// Pass: no man moves, and the turn passes to the opponent.
    Pass,
    /// The player ends a series by choice.
    EndSeries,
    /// The player claims a stalemate inside a series that could also be ended.
    ClaimStalemate,
}

/// A move of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ManMove {
    /// The square where the man stands before the move.
    pub from: Square,
    /// The square where it stands afterwards.
    pub to: Square,
    /// The man as it arrives, perhaps promoted, turned or flipped.
    pub piece: Piece,
    /// Special effects of the move.
    pub kind: MoveKind,
    /// The wall that is put after it, or the man that is left behind; see [`ManMove::wall`] and [`ManMove::left_behind`].
    #[serde(default, skip_serializing_if = "MoveMark::is_none")]
    pub mark: MoveMark,
}

/// Addition of a man's move to the board, in one byte; a move takes one word. It is a wall, by its square relative to
/// the target square, where no wall can stand; or a man from the hand that the move leaves behind, by its kind. No game
/// has both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MoveMark(Option<NonZeroU8>);

impl MoveMark {
    /// Nothing.
    pub const NONE: Self = Self(None);

    /// Returns whether it adds nothing.
    pub const fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

/// A move that brings a man in hand onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DropMove {
    /// The kind of the man in hand.
    pub kind: KindId,
    /// The square where it is put.
    pub to: Square,
    /// The man as it arrives.
    pub piece: Piece,
}

/// One man's part in the changes of a move: it leaves a place, or comes to one; see
/// [`Position::visit_changes`](super::Position::visit_changes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManChange {
    /// A man leaves a square, or arrives on it.
    OnBoard {
        /// The man, as it is there.
        piece: Piece,
        /// The square.
        square: Square,
        /// Whether it arrives.
        arrives: bool,
        /// Why.
        cause: ChangeCause,
    },
    /// A man leaves a hand, or comes into it.
    InHand {
        /// The side whose hand it is.
        side: Side,
        /// The kind of the man.
        kind: KindId,
        /// Whether it comes into the hand.
        arrives: bool,
    },
}

/// Cause of a man's departure or arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeCause {
    /// It makes the move, or castles.
    Moves,
    /// It is captured.
    Captured,
    /// It comes from a hand.
    FromHand,
    /// It dies without being captured; see [`Change::Dies`](crate::model::Change::Dies) and
    /// [`Change::Destroys`](crate::model::Change::Destroys).
    Dies,
    /// It changes sides; see [`Change::Converts`](crate::model::Change::Converts).
    Converts,
    /// It returns home, after it was captured; see [`Captured::Home`](crate::model::Captured::Home).
    Returns,
}

/// Special effects of the move of a man, if it does more than go to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// None: the man goes to an empty square or captures on it.
    Ordinary,
    /// A long step, which may allow a capture en passant.
    LongStep,
    /// The move that a man makes once a game, to an empty square that it does not reach otherwise.
    OnceAGame,
    /// A turn or a flip: the man stays on its square.
    Stationary,
    /// A move to any square, legal because it ends the game.
    Finishing,
    /// Captures a man on another square.
    EnPassant {
        /// The square of the captured man.
        victim: Square,
    },
    /// Castling, written as the king's move.
    Castling {
        /// The square the partner leaves.
        partner_from: Square,
        /// The square where the partner lands.
        partner_to: Square,
    },
    /// The man's first move, with a man from the hand left on the square where it stood.
    Leaving,
    /// Castling with a man from the hand left on the king's square.
    KingLeaving {
        /// The square the partner leaves.
        partner_from: Square,
        /// The square where the partner lands.
        partner_to: Square,
    },
    /// Castling with a man from the hand left on the partner's square.
    PartnerLeaving {
        /// The square the partner leaves.
        partner_from: Square,
        /// The square where the partner lands.
        partner_to: Square,
    },
}

/// Shape of a man's move: which men it takes from where to where. Several [`MoveKind`]s share a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveShape {
    /// Replacement: the man goes to its target square and captures a man that stands there.
    ToSquare,
    /// The man stays on its square.
    InPlace,
    /// The man goes to its target square and captures one on another square.
    EnPassant {
        /// The square of the captured man.
        victim: Square,
    },
    /// The man goes to its target square, and its partner to another one.
    Castling {
        /// The square the partner leaves.
        partner_from: Square,
        /// The square where the partner lands.
        partner_to: Square,
    },
}

impl MoveKind {
    /// Shape of the move: which men it takes from where to where.
    #[inline(always)]
    pub const fn shape(self) -> MoveShape {
        match self {
            Self::Ordinary | Self::LongStep | Self::OnceAGame | Self::Finishing | Self::Leaving => MoveShape::ToSquare,
            Self::Stationary => MoveShape::InPlace,
            Self::EnPassant { victim } => MoveShape::EnPassant { victim },
            Self::Castling { partner_from, partner_to }
            | Self::KingLeaving { partner_from, partner_to }
            | Self::PartnerLeaving { partner_from, partner_to } => MoveShape::Castling { partner_from, partner_to },
        }
    }

    /// The square that the partner of a castling king leaves, and the one where it lands; `None` if it is no castling.
    #[inline]
    pub const fn castling(self) -> Option<(Square, Square)> {
        if let MoveShape::Castling { partner_from, partner_to } = self.shape() {
            Some((partner_from, partner_to))
        } else {
            None
        }
    }

    /// Whether such a move takes one man to a square, and captures only there.
    #[inline]
    pub(crate) const fn takes_one_man(self) -> bool {
        matches!(self, Self::Ordinary | Self::LongStep | Self::Finishing | Self::OnceAGame)
    }

    /// The same move without a man that is left behind.
    #[must_use]
    pub const fn without_left_man(self) -> Self {
        match self {
            Self::Leaving => Self::Ordinary,
            Self::KingLeaving { partner_from, partner_to } | Self::PartnerLeaving { partner_from, partner_to } => {
                Self::Castling { partner_from, partner_to }
            }
            Self::Ordinary
            | Self::LongStep
            | Self::OnceAGame
            | Self::Stationary
            | Self::Finishing
            | Self::EnPassant { .. }
            | Self::Castling { .. } => self,
        }
    }
}

impl Move {
    /// The move of a man on the board; `None` for the others.
    pub const fn man(self) -> Option<ManMove> {
        if let Self::Man(man) = self { Some(man) } else { None }
    }

    /// The square that a man moves from.
    pub fn from(self) -> Option<Square> {
        self.man().map(|man| man.from)
    }

    /// The square where a man arrives: one that moves, or one that is dropped.
    pub fn to(self) -> Option<Square> {
        self.drop_move().map_or_else(|| self.man().map(|man| man.to), |drop| Some(drop.to))
    }

    /// The man as it stands after the move.
    pub fn piece(self) -> Option<Piece> {
        self.drop_move().map_or_else(|| self.man().map(|man| man.piece), |drop| Some(drop.piece))
    }

    /// The drop of a man in hand; `None` for other moves.
    pub const fn drop_move(self) -> Option<DropMove> {
        if let Self::Drop(drop) = self { Some(drop) } else { None }
    }

    /// The square where the move puts a wall: after the move of a man, or instead of one.
    pub const fn wall(self) -> Option<Square> {
        match self {
            Self::Man(man) => man.wall(),
            Self::Wall(square) => Some(square),
            Self::Drop(_) | Self::Pass | Self::EndSeries | Self::ClaimStalemate => None,
        }
    }

    /// Whether it changes the board; the other moves only pass the turn.
    pub(super) const fn changes_board(self) -> bool {
        matches!(self, Self::Man(_) | Self::Drop(_) | Self::Wall(_))
    }

    /// Special effects of the move of a man; `None` for a move that no man makes.
    pub fn kind(self) -> Option<MoveKind> {
        self.man().map(|man| man.kind)
    }
}

impl From<DropMove> for Move {
    fn from(drop: DropMove) -> Self {
        Self::Drop(drop)
    }
}

impl From<ManMove> for Move {
    fn from(man: ManMove) -> Self {
        Self::Man(man)
    }
}

impl ManMove {
    /// The move of a man that puts no wall.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, piece: Piece, kind: MoveKind) -> Self {
        Self { from, to, piece, kind, mark: MoveMark::NONE }
    }

    /// The square where a wall is put after the move.
    #[inline]
    pub const fn wall(self) -> Option<Square> {
        match (self.mark.0, self.kind) {
            (None, _) | (_, MoveKind::Leaving | MoveKind::KingLeaving { .. } | MoveKind::PartnerLeaving { .. }) => None,
            (Some(mark), _) => Some(Square::new(self.to.index() as u8 ^ mark.get())),
        }
    }

    /// The same move with a wall on another square than the one where the man arrives; without one for that square.
    #[inline]
    #[must_use]
    pub const fn with_wall(self, wall: Square) -> Self {
        Self { mark: MoveMark(NonZeroU8::new(self.to.index() as u8 ^ wall.index() as u8)), ..self }
    }

    /// The same move without a wall.
    #[inline]
    #[must_use]
    pub const fn without_wall(self) -> Self {
        if self.wall().is_none() { self } else { Self { mark: MoveMark::NONE, ..self } }
    }

    /// Whether a man leaves its square: this one, or the partner of a castling king that stays where it is.
    #[inline]
    pub(super) fn leaves(self) -> bool {
        self.from != self.to || self.kind.castling().is_some()
    }

    /// The kind of the man that is left behind, and its square; `None` for most moves.
    pub const fn left_behind(self) -> Option<(KindId, Square)> {
        let on = match self.kind {
            MoveKind::Leaving | MoveKind::KingLeaving { .. } => self.from,
            MoveKind::PartnerLeaving { partner_from, .. } => partner_from,
            MoveKind::Ordinary
            | MoveKind::LongStep
            | MoveKind::OnceAGame
            | MoveKind::Stationary
            | MoveKind::Finishing
            | MoveKind::EnPassant { .. }
            | MoveKind::Castling { .. } => return None,
        };
        match self.mark.0 {
            Some(mark) => Some((KindId(mark.get() - 1), on)),
            None => None,
        }
    }

    /// The same move with a man of a kind left behind, in one of the three ways to leave one.
    pub(crate) const fn leaving(self, by: MoveKind, kind: KindId) -> Self {
        Self { kind: by, mark: MoveMark(NonZeroU8::new(kind.0.saturating_add(1))), ..self }
    }

    /// The same move without a man that is left behind.
    #[must_use]
    pub const fn without_left_man(self) -> Self {
        if self.left_behind().is_none() {
            return self;
        }
        Self { kind: self.kind.without_left_man(), mark: MoveMark::NONE, ..self }
    }
}

/// A list of moves that keeps its memory: filled again and again, it allocates only when it must grow.
///
/// Dereferences to a slice.
#[derive(Clone, Default)]
pub struct MoveList {
    /// The moves, and after them slots for more.
    slots: Vec<Move>,
    len: usize,
}

impl MoveList {
    /// An empty list.
    pub const fn new() -> Self {
        Self { slots: Vec::new(), len: 0 }
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes all moves after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Swaps two moves of the list; does nothing if an index is out of range.
    #[inline]
    pub fn swap(&mut self, one: usize, other: usize) {
        if one.max(other) < self.len {
            self.slots.swap(one, other);
        }
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        if self.len == self.slots.len() {
            self.grow(1);
        }
        if let Some(slot) = self.slots.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    /// Adds a move for each square.
    #[inline(always)]
    pub(super) fn push_each<const W: usize>(&mut self, squares: Bits<W>, mv: impl Fn(Square) -> Move) {
        let max = 64 * W;
        if self.slots.len() < self.len + max {
            self.grow(max);
        }
        let Some(room) = self.slots.get_mut(self.len..self.len + max) else { return };
        let mut added = 0;
        for square in squares.iter() {
            if let Some(slot) = room.get_mut(added) {
                *slot = mv(square);
            }
            added += 1;
        }
        self.len += added;
    }

    /// The move with this index.
    #[inline]
    pub(super) fn at(&self, index: usize) -> Option<Move> {
        self.slots.get(index).copied()
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize) {
        let len = (self.len + more).next_power_of_two().max(256);
        self.slots.resize(len, Move::Pass);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.slots.get(..self.len).unwrap_or_default()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::vec::IntoIter<Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.slots.into_iter().take(self.len)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
