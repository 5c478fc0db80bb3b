//! Position keys, after Zobrist, "A New Hashing Method with Application for Game Playing" (1970).

use std::array::from_fn;
use std::ops::Index;

use crate::engine::bits::Bits;
use crate::geometry::Square;
use crate::random::mix;

/// Pseudorandom keys (Zobrist numbers) for all parts of a position, the same in every run.
#[derive(Debug)]
pub(crate) struct Zobrist<const W: usize = 1> {
    men: Box<[KeysBySquare<W>]>,
}

/// The keys of a piece on each square.
#[derive(Debug)]
pub(crate) struct KeysBySquare<const W: usize>([[u64; 64]; W]);

impl<const W: usize> Index<Square> for KeysBySquare<W> {
    type Output = u64;

    #[inline]
    fn index(&self, square: Square) -> &u64 {
        &self.0[square.index() / 64 % W][square.index() % 64]
    }
}

/// Returns the pseudorandom key (Zobrist number) of an index.
const fn key(number: u64) -> u64 {
    mix(number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

impl<const W: usize> Zobrist<W> {
    pub(crate) fn new(pieces: usize, squares: usize) -> Self {
        let key = |piece: usize, square: usize| {
            if piece > 0 && square < squares { key((piece * squares + square) as u64) } else { 0 }
        };
        let keys = |piece| from_fn(|word| from_fn(|square| key(piece, word * 64 + square)));
        Self { men: (0..pieces).map(|piece| KeysBySquare(keys(piece))).collect() }
    }

    /// The keys of a piece, by square; for no piece every key is 0.
    #[inline]
    pub(crate) fn man(&self, piece: u16) -> &KeysBySquare<W> {
        &self.men[usize::from(piece)]
    }
}

impl Zobrist {
    /// The key of Black's being to move.
    pub(crate) const BLACK: u64 = key(1 << 40);

    /// The key of a value of a part of the state, which has this tag. Keys of other things have tags, too: 1 to 3 and 8 to 10.
    #[inline]
    pub(crate) const fn part(tag: u8, value: u64) -> u64 {
        key(((tag as u64) << 40) + value)
    }

    /// The key of a set of castling rights.
    #[inline]
    pub(crate) const fn rights(rights: u8) -> u64 {
        key((2 << 40) + rights as u64)
    }

    /// The key of the squares of men that have their first move; 0 for none.
    #[inline]
    pub(crate) fn unmoved<const W: usize>(squares: Bits<W>) -> u64 {
        squares.iter().fold(0, |sum, square| sum ^ key((8 << 40) + square.index() as u64))
    }

    /// The key of the squares where walls stand; 0 for none.
    #[inline]
    pub(crate) fn walls<const W: usize>(squares: Bits<W>) -> u64 {
        squares.iter().fold(0, |sum, square| sum ^ key((10 << 40) + square.index() as u64))
    }

    /// The key of an en passant square.
    #[inline]
    pub(crate) const fn en_passant(square: Square) -> u64 {
        key((3 << 40) + square.index() as u64)
    }

    /// The key of the number of men of a group in hand; 0 for none.
    #[inline]
    pub(crate) const fn hand(group: usize, count: u16) -> u64 {
        if count == 0 { 0 } else { key((9 << 40) + ((group as u64) << 16) + count as u64) }
    }
}
