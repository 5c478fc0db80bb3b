//! Transposition table, shared by all threads without a lock.
//!
//! A slot is two words, written one after the other: the key combined with the data by exclusive or, and the data. If two
//! threads write at once, the key no longer fits and the slot counts as empty (Robert Hyatt's *lockless* table).
//!
//! The system provides zeroed memory, page by page on first use: a large table costs no time before it is filled.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::try_zeroed_slice_box;

use super::score::{Value, is_certain};
use weakfish::engine::{Move, MoveKind, MoveShape};

/// Bound type of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The node failed low: its value is at most the stored one.
    Upper,
    /// The node failed high: its value is at least the stored one.
    Lower,
    Exact,
}

/// Entry of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: Value,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// Hash of the best move, see [`move_hash`]; 0 if none is known.
    pub(super) best_move: u16,
    /// Static evaluation; `None` in check, or if it was not needed.
    pub(super) static_eval: Option<Value>,
}

impl Entry {
    /// Whether the value cuts off a node with this window.
    pub(super) const fn causes_cutoff(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// Static evaluation, refined by the stored value where its bound allows that.
    pub(super) const fn refine_eval(&self, static_eval: Value) -> Value {
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value > static_eval,
            Bound::Upper => self.value < static_eval,
        };
        if fits && !is_certain(self.value) { self.value } else { static_eval }
    }
}

/// Packed form of a missing static evaluation.
const NO_EVAL: i16 = i16::MIN;

/// Entries of a bucket.
const BUCKET_SLOTS: usize = 4;

/// Words of a bucket, which fill a cache line.
const BUCKET_WORDS: usize = 2 * BUCKET_SLOTS;

/// Slot of the table: one packed entry.
struct Slot<'t> {
    check: &'t AtomicU64,
    data: &'t AtomicU64,
}

/// Transposition table of one game. Its entries age with each search.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// First word that is aligned to a cache line.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
    /// Whether anything may have been stored since the table was cleared.
    used: bool,
}

impl TranspositionTable {
    /// Allocates a table of about this many bytes, at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let mut buckets = (bytes / size_of::<[u64; BUCKET_WORDS]>()).max(1);
        // If the allocation fails, a smaller table is tried.
        let words: Box<[AtomicU64]> = loop {
            match try_zeroed_slice_box(buckets * BUCKET_WORDS + BUCKET_WORDS - 1) {
                Ok(words) => break words,
                Err(()) if buckets > 1 => buckets /= 2,
                Err(()) => break (0..2 * BUCKET_WORDS - 1).map(|_| AtomicU64::new(0)).collect(),
            }
        };
        let first = words.as_ptr().align_offset(size_of::<[u64; BUCKET_WORDS]>()).min(BUCKET_WORDS - 1);
        Self { words, first, buckets, generation: AtomicU8::new(0), used: false }
    }

    /// Clears the table. The pages of an unused table stay untouched: they cost neither time nor memory.
    pub(super) fn clear(&mut self) {
        if !self.used {
            return;
        }
        self.used = false;
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        *self.generation.get_mut() = 0;
    }

    /// Begins a new generation: entries of earlier searches are replaced first.
    pub(super) fn age(&mut self) {
        self.used = true;
        let generation = self.generation.get_mut();
        *generation = generation.wrapping_add(1) & 63;
    }

    /// The slots of the bucket that a key belongs to.
    #[inline]
    fn bucket(&self, key: u64) -> impl Iterator<Item = Slot<'_>> {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        slots(&self.words[self.first + index * BUCKET_WORDS..][..BUCKET_WORDS])
    }

    /// Prefetches the bucket of a position, since a cache miss takes as long as a hundred instructions.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(slot) = self.bucket(key).next() {
            std::hint::black_box(slot.check.load(Relaxed));
        }
    }

    /// Looks up the entry of a position.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry in place of that of the same position, or else of the shallowest and oldest one of the bucket.
    #[inline]
    pub(super) fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut entry = entry;
        let mut target = None;
        let mut lowest_priority = i32::MAX;
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && data != 0 {
                let stored = unpack(data);
                if entry.best_move == 0 {
                    entry.best_move = stored.best_move;
                }
                // A deeper entry of the same search is not replaced by a shallow bound.
                let is_current = generation_of(data) == generation;
                if is_current && entry.bound != Bound::Exact && entry.depth + 3 < stored.depth {
                    return;
                }
                target = Some(slot);
                break;
            }
            let age = i32::from(generation.wrapping_sub(generation_of(data)) & 63);
            let priority = if data == 0 { i32::MIN } else { unpack(data).depth - 4 * age };
            if priority < lowest_priority {
                (target, lowest_priority) = (Some(slot), priority);
            }
        }
        if let Some(slot) = target {
            let data = pack(entry, generation);
            slot.data.store(data, Relaxed);
            slot.check.store(key ^ data, Relaxed);
        }
    }

    /// Share of entries of this search, in permille (`hashfull`), from a sample.
    pub(super) fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.buckets.min(250) * BUCKET_WORDS;
        let (mut filled, mut sampled) = (0, 0);
        for slot in slots(&self.words[self.first..][..sample]) {
            let data = slot.data.load(Relaxed);
            filled += u32::from(data != 0 && generation_of(data) == generation);
            sampled += 1;
        }
        filled * 1000 / sampled.max(1)
    }
}

fn slots(words: &[AtomicU64]) -> impl Iterator<Item = Slot<'_>> {
    let (pairs, _) = words.as_chunks();
    pairs.iter().map(|[check, data]| Slot { check, data })
}

const fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// Packs an entry: from the lowest bit value, static evaluation and best move of 16 bits each, depth of 8, bound of 2,
/// generation of 6.
fn pack(entry: Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let word = |number: i32| u64::from(number as i16 as u16);
    let static_eval = entry.static_eval.map_or(u64::from(NO_EVAL as u16), word);
    word(entry.value)
        | static_eval << 16
        | u64::from(entry.best_move) << 32
        | u64::from((entry.depth.clamp(-1, 254) + 1) as u8) << 48
        | bound << 56
        | u64::from(generation) << 58
}

/// Unpacks the result of [`pack`].
fn unpack(data: u64) -> Entry {
    let word = |shift: u32| i32::from((data >> shift) as u16 as i16);
    let static_eval = word(16);
    Entry {
        value: word(0),
        static_eval: (static_eval != i32::from(NO_EVAL)).then_some(static_eval),
        best_move: (data >> 32) as u16,
        depth: i32::from((data >> 48) as u8) - 1,
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

/// 16-bit hash that identifies a move among those of a position; never 0.
#[inline]
pub(super) fn move_hash(mv: Move) -> u16 {
    let word = match mv {
        Move::Man(man) => {
            let kind = match man.kind.shape() {
                MoveShape::InPlace => 1,
                MoveShape::Castling { partner_from, .. } => 2 + partner_from.index() as u64,
                MoveShape::EnPassant { .. } => 300,
                MoveShape::ToSquare => 0,
            };
            let wall = man.wall().map_or(0, |wall| wall.index() as u64 + 1);
            let left = match (man.left_behind(), man.kind) {
                (None, _) => 0,
                (Some((kind, _)), MoveKind::PartnerLeaving { .. }) => (512 + u64::from(kind.0)) << 52,
                (Some((kind, _)), _) => (256 + u64::from(kind.0)) << 52,
            };
            left | wall << 54
                | (man.from.index() as u64) << 40
                | (man.to.index() as u64) << 32
                | kind << 16
                | u64::from(man.piece.number())
        }
        Move::Drop(drop) => {
            1 << 53 | u64::from(drop.kind.0) << 40 | (drop.to.index() as u64) << 32 | u64::from(drop.piece.number())
        }
        Move::Wall(square) => 1 << 63 | square.index() as u64,
        Move::Pass => 1 << 50,
        Move::EndSeries => 2 << 50,
        Move::ClaimStalemate => 3 << 50,
    };
    let mixed = (word + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed >> 48) as u16).max(1)
}

#[cfg(test)]
mod tests {
    use super::{Bound, Entry, TranspositionTable, pack, unpack};

    #[test]
    fn stored_entries_are_found() {
        let mut table = TranspositionTable::new(1 << 16);
        table.age();
        for (index, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().cycle().take(300).enumerate() {
            let number = index as i32;
            let static_eval = (index % 2 == 0).then_some(-number);
            let entry =
                Entry { value: number * 100 - 15_000, depth: number % 200 - 1, bound, best_move: 7, static_eval };
            assert_eq!(unpack(pack(entry, 63)), entry);
            let key = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
            assert_eq!(table.probe(!key), None);
        }
        table.clear();
        assert_eq!((table.probe(0x9E37_79B9_7F4A_7C15), table.hashfull()), (None, 0));
    }
}
