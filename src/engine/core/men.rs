//! The men on the board.

use crate::engine::bits::Bits;
use crate::engine::tables::{Occupant, group, side_of_group};
use crate::engine::{ManMove, Piece};
use crate::geometry::{Side, Square};

/// The men on the board: a mailbox and sets of squares.
#[derive(Clone, Debug)]
pub(crate) struct Men<const W: usize> {
    /// By square, in rows of 64, so that an index is never out of bounds.
    at: [[Occupant; 64]; W],
    sides: [Bits<W>; 2],
    /// By side and kind, see [`group`].
    groups: Box<[Bits<W>]>,
}

impl<const W: usize> Men<W> {
    pub(super) fn new(kinds: usize) -> Self {
        Self { at: [[Occupant::NONE; 64]; W], sides: [Bits::EMPTY; 2], groups: vec![Bits::EMPTY; 2 * kinds].into() }
    }

    /// The occupant of a square.
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

    /// The occupants of all squares, in order of squares.
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

    /// Removes the man on a square.
    #[inline]
    pub(super) fn lift(&mut self, square: Square) -> Occupant {
        let occupant = self.occupant(square);
        if occupant.is_some() {
            self.set(square, Occupant::NONE);
            self.toggle(occupant.group(), Bits::of(square));
        }
        occupant
    }

    /// Puts a man, or nothing, on an empty square.
    #[inline]
    pub(super) fn drop(&mut self, square: Square, occupant: Occupant) {
        if occupant.is_some() {
            self.set(square, occupant);
            self.toggle(occupant.group(), Bits::of(square));
        }
    }

    /// Changes the mailbox and leaves the sets as they are.
    #[inline(always)]
    pub(super) fn set(&mut self, square: Square, occupant: Occupant) {
        self.at[square.index() / 64 % W][square.index() % 64] = occupant;
    }

    /// Changes the sets as the move of a man does, or as taking it back does. The mailbox stays as it is.
    #[inline(always)]
    pub(super) fn toggle_move(&mut self, man: ManMove, mover: Occupant, arriving: Occupant, captured: Occupant) {
        let (here, there) = (Bits::of(man.from), Bits::of(man.to));
        if mover.group() == arriving.group() {
            self.toggle(mover.group(), here ^ there);
        } else {
            self.toggle(mover.group(), here);
            self.toggle(arriving.group(), there);
        }
        if captured.is_some() {
            self.toggle(captured.group(), there);
        }
    }

    /// Adds squares to the sets of a group, or removes them. The mailbox stays as it is.
    #[inline(always)]
    pub(super) fn toggle(&mut self, group: usize, squares: Bits<W>) {
        self.sides[side_of_group(group).index()] ^= squares;
        // Indexing would bring in a call for groups out of bounds, which are none.
        if let Some(men) = self.groups.get_mut(group) {
            *men ^= squares;
        }
    }
}
