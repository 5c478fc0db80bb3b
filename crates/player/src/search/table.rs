//! The transposition table: what was found out about positions, shared by all threads without a lock.
//!
//! A slot is two words, written one after the other: the key combined with the data by exclusive or, and the data. If two
//! threads write at once, the key no longer fits and the slot counts as empty (Robert Hyatt's *lockless* table).
//!
//! The memory comes from the system with zeros in it, page by page when it is first used, so that a large table costs no
//! time before it is filled.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::try_zeroed_slice_box;

use super::score::{Number, is_sure};
use weakfish::engine::{Move, MoveKind};

/// What a score says about the worth of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is this or less.
    Upper,
    /// It is this or more.
    Lower,
    Exact,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) score: Number,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// A few bits of the best move; see [`bits_of`].
    pub(super) best: u16,
    /// What the position looked worth without searching; `None` if that was not asked, or in check.
    pub(super) worth: Option<Number>,
}

impl Known {
    /// Whether the score settles a node with this window.
    pub(super) const fn settles(&self, alpha: Number, beta: Number) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// What the position is worth, where it looks worth so much: a score of the right kind says more than looks.
    pub(super) const fn corrected(&self, looks: Number) -> Number {
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > looks,
            Bound::Upper => self.score < looks,
        };
        if fits && !is_sure(self.score) { self.score } else { looks }
    }
}

/// Stands for no static worth.
const NONE: i16 = i16::MIN;

const SLOTS: usize = 4;

/// The words of a bucket, which are one line of a cache.
const BUCKET: usize = 2 * SLOTS;

/// A slot of the table.
struct Slot<'t> {
    check: &'t AtomicU64,
    data: &'t AtomicU64,
}

/// A table for one game. Its entries age with each search.
#[derive(Debug)]
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a line of a cache.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
    /// Whether anything may have been kept since it was empty.
    used: bool,
}

impl Table {
    /// A table of about so many bytes, at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let mut buckets = (bytes / size_of::<[u64; BUCKET]>()).max(1);
        // Where there is not so much memory, a smaller table does.
        let words: Box<[AtomicU64]> = loop {
            match try_zeroed_slice_box(buckets * BUCKET + BUCKET - 1) {
                Ok(words) => break words,
                Err(()) if buckets > 1 => buckets /= 2,
                Err(()) => break (0..2 * BUCKET - 1).map(|_| AtomicU64::new(0)).collect(),
            }
        };
        let first = words.as_ptr().align_offset(size_of::<[u64; BUCKET]>()).min(BUCKET - 1);
        Self { words, first, buckets, generation: AtomicU8::new(0), used: false }
    }

    /// Forgets everything. An unused table keeps its pages untouched, so that they cost neither time nor memory.
    pub(super) fn clear(&mut self) {
        if !self.used {
            return;
        }
        self.used = false;
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        *self.generation.get_mut() = 0;
    }

    /// A new search begins, which may keep results: what is known from earlier ones may be replaced first.
    pub(super) fn age(&mut self) {
        self.used = true;
        let generation = self.generation.get_mut();
        *generation = generation.wrapping_add(1) & 63;
    }

    #[inline]
    fn bucket(&self, key: u64) -> impl Iterator<Item = Slot<'_>> {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        slots(&self.words[self.first + index * BUCKET..][..BUCKET])
    }

    /// Has the memory bring what is known about a position, which takes as long as a hundred instructions: whoever asks
    /// for it after some other work need not wait.
    #[inline]
    pub(super) fn expect(&self, key: u64) {
        if let Some(slot) = self.bucket(key).next() {
            std::hint::black_box(slot.check.load(Relaxed));
        }
    }

    /// What is known about a position with this key.
    #[inline]
    pub(super) fn look_up(&self, key: u64) -> Option<Known> {
        self.bucket(key).find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| unpacked(data))
        })
    }

    /// Keeps what is known about a position, in the place of what is worth least.
    #[inline]
    pub(super) fn keep(&self, key: u64, known: Known) {
        let generation = self.generation.load(Relaxed);
        let mut known = known;
        let mut place = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && data != 0 {
                let before = unpacked(data);
                if known.best == 0 {
                    known.best = before.best;
                }
                // A deeper result of the same search is worth more than a shallow bound.
                let fresh = age_of(data) == generation;
                if fresh && known.bound != Bound::Exact && known.depth + 3 < before.depth {
                    return;
                }
                place = Some(slot);
                break;
            }
            let age = i32::from(generation.wrapping_sub(age_of(data)) & 63);
            let worth = if data == 0 { i32::MIN } else { unpacked(data).depth - 4 * age };
            if worth < least {
                (place, least) = (Some(slot), worth);
            }
        }
        if let Some(slot) = place {
            let data = packed(known, generation);
            slot.data.store(data, Relaxed);
            slot.check.store(key ^ data, Relaxed);
        }
    }

    /// How full the table is with results of this search, in thousandths.
    pub(super) fn full(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.buckets.min(250) * BUCKET;
        let (mut used, mut all) = (0, 0);
        for slot in slots(&self.words[self.first..][..sample]) {
            let data = slot.data.load(Relaxed);
            used += u32::from(data != 0 && age_of(data) == generation);
            all += 1;
        }
        used * 1000 / all.max(1)
    }
}

fn slots(words: &[AtomicU64]) -> impl Iterator<Item = Slot<'_>> {
    let (pairs, _) = words.as_chunks();
    pairs.iter().map(|[check, data]| Slot { check, data })
}

const fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// From the lowest: score, static worth and best move of 16 bits each, depth of 8, bound of 2, age of 6.
fn packed(known: Known, generation: u8) -> u64 {
    let bound = match known.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let word = |number: i32| u64::from(number as i16 as u16);
    let worth = known.worth.map_or(u64::from(NONE as u16), word);
    word(known.score)
        | worth << 16
        | u64::from(known.best) << 32
        | u64::from((known.depth.clamp(-1, 254) + 1) as u8) << 48
        | bound << 56
        | u64::from(generation) << 58
}

fn unpacked(data: u64) -> Known {
    let word = |shift: u32| i32::from((data >> shift) as u16 as i16);
    let worth = word(16);
    Known {
        score: word(0),
        worth: (worth != i32::from(NONE)).then_some(worth),
        best: (data >> 32) as u16,
        depth: i32::from((data >> 48) as u8) - 1,
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

/// Sixteen bits by which a move can be told from most others of its position; never 0.
#[inline]
pub(super) fn bits_of(mv: Move) -> u16 {
    let word = match mv {
        Move::Man(man) => {
            let kind = match man.kind {
                MoveKind::Stationary => 1,
                MoveKind::Castling { partner_from, .. } => 2 + partner_from.index() as u64,
                MoveKind::EnPassant { .. } => 300,
                _ => 0,
            };
            (man.from.index() as u64) << 40 | (man.to.index() as u64) << 32 | kind << 16 | u64::from(man.piece.number())
        }
        Move::Pass => 1 << 50,
        Move::EndSeries => 2 << 50,
        Move::ClaimStalemate => 3 << 50,
    };
    let mixed = (word + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed >> 48) as u16).max(1)
}

#[cfg(test)]
mod tests {
    use super::{Bound, Known, Table, packed, unpacked};

    #[test]
    fn what_is_kept_is_found() {
        let mut table = Table::new(1 << 16);
        table.age();
        for (index, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().cycle().take(300).enumerate() {
            let number = index as i32;
            let worth = (index % 2 == 0).then_some(-number);
            let known = Known { score: number * 100 - 15_000, depth: number % 200 - 1, bound, best: 7, worth };
            assert_eq!(unpacked(packed(known, 63)), known);
            let key = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            table.keep(key, known);
            assert_eq!(table.look_up(key), Some(known));
            assert_eq!(table.look_up(!key), None);
        }
        table.clear();
        assert_eq!((table.look_up(0x9E37_79B9_7F4A_7C15), table.full()), (None, 0));
    }
}
