//! A hash table of counts that threads share without locks.

use std::collections::TryReserveError;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use super::key::Key;
use crate::engine::Game;

/// Counts of sequences already made, for [`Perft::table`](super::Perft::table).
///
/// Its size is fixed. When a bucket is full, the counts that are most expensive to make again are kept. Threads share
/// it by reference.
#[derive(Debug)]
pub struct PerftTable {
    game: Game,
    buckets: Box<[Bucket]>,
}

/// There is no memory for a [`PerftTable`] of this size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTooBig {
    /// The requested size in mebibytes (2<sup>20</sup> bytes).
    pub mebibytes: usize,
}

impl fmt::Display for TableTooBig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for a table of {} MiB", self.mebibytes)
    }
}

impl std::error::Error for TableTooBig {}

/// The number of entries in a bucket: as many as fit into two cache lines, which processors fetch together.
const ENTRIES_PER_BUCKET: usize = 5;

/// The entries where a key can be stored.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Bucket([Entry; ENTRIES_PER_BUCKET]);

/// A count and its key.
///
/// The words of the key are stored as exclusive or with the count. If two threads write different parts of an entry at
/// once, it matches neither key: Hyatt and Mann, "A Lock-less Transposition Table Implementation for Parallel Search"
/// (2002).
#[derive(Debug, Default)]
struct Entry {
    first: AtomicU64,
    second: AtomicU64,
    count: AtomicU64,
}

impl Entry {
    fn get(&self, key: Key) -> Option<u64> {
        let count = self.count.load(Ordering::Relaxed);
        let found = self.first.load(Ordering::Relaxed) ^ count == key.first
            && self.second.load(Ordering::Relaxed) ^ count == key.second;
        found.then_some(count)
    }

    fn put(&self, key: Key, count: u64) {
        self.first.store(key.first ^ count, Ordering::Relaxed);
        self.second.store(key.second ^ count, Ordering::Relaxed);
        self.count.store(count, Ordering::Relaxed);
    }
}

impl Bucket {
    fn get(&self, key: Key) -> Option<u64> {
        self.0.iter().find_map(|entry| entry.get(key))
    }

    /// Replaces the smallest count, which is the cheapest to make again, unless that is larger than the new one. Then it
    /// replaces the last entry, so that a new count always finds room.
    fn put(&self, key: Key, count: u64) {
        let [kept @ .., last] = &self.0;
        let stored = |entry: &&Entry| entry.count.load(Ordering::Relaxed);
        let smallest = kept.iter().min_by_key(stored).filter(|entry| stored(entry) <= count);
        smallest.unwrap_or(last).put(key, count);
    }
}

impl PerftTable {
    /// An empty table for counts in one game, of `mebibytes` × 2<sup>20</sup> bytes, with room for one bucket at least.
    ///
    /// # Errors
    ///
    /// If the system has no memory for it. Some systems grant more than they have, and end the program later.
    pub fn new(game: &Game, mebibytes: usize) -> Result<Self, TableTooBig> {
        let too_big = |_| TableTooBig { mebibytes };
        let bytes = mebibytes.saturating_mul(1 << 20);
        let buckets = allocate((bytes / size_of::<Bucket>()).max(1)).map_err(too_big)?;
        Ok(Self { game: game.clone(), buckets })
    }

    /// Whether it was made for this compiled game.
    pub(super) fn is_for(&self, game: &Game) -> bool {
        self.game.is(game)
    }

    fn bucket(&self, key: Key) -> &Bucket {
        // The high word of the product is evenly spread below the number of buckets. This avoids a division: Lemire,
        // "Fast Random Integer Generation in an Interval" (2019).
        let index = (u128::from(key.first) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// The count stored for a key.
    pub(super) fn get(&self, key: Key) -> Option<u64> {
        self.bucket(key).get(key)
    }

    /// Stores a count for a key that is not in the table.
    pub(super) fn put(&self, key: Key, count: u64) {
        self.bucket(key).put(key, count);
    }
}

fn allocate(buckets: usize) -> Result<Box<[Bucket]>, TryReserveError> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(buckets)?;
    memory.resize_with(buckets, Bucket::default);
    Ok(memory.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINE: Key = Key { first: 1 << 63 | 5, second: 77 };
    const OTHER: Key = Key { first: 1 << 63 | 5, second: 78 };

    #[test]
    fn an_entry_written_in_part_is_nobodys() {
        let written = |key, count| {
            let entry = Entry::default();
            entry.put(key, count);
            entry
        };
        let (mine, other) = (written(MINE, 1000), written(OTHER, 2000));
        assert_eq!((mine.get(MINE), other.get(OTHER)), (Some(1000), Some(2000)));
        // Every mixture of the two entries, other than the entries themselves.
        for parts in 1..7 {
            let part = |number: u32, word: fn(&Entry) -> &AtomicU64| {
                let from = if parts >> number & 1 == 1 { &mine } else { &other };
                AtomicU64::new(word(from).load(Ordering::Relaxed))
            };
            let torn = Entry {
                first: part(0, |entry| &entry.first),
                second: part(1, |entry| &entry.second),
                count: part(2, |entry| &entry.count),
            };
            assert_eq!((torn.get(MINE), torn.get(OTHER)), (None, None), "{parts:b}");
        }
    }

    #[test]
    fn big_counts_are_kept_and_new_ones_find_room() {
        let bucket = Bucket::default();
        let key = |number: u64| Key { first: number, second: !number };
        for number in 0..5 {
            bucket.put(key(number), 1000 + number);
        }
        for number in 5..50 {
            bucket.put(key(number), number);
            assert_eq!(bucket.get(key(number)), Some(number));
        }
        let kept: Vec<_> = (0..5).filter_map(|number| bucket.get(key(number))).collect();
        assert_eq!(kept, [1001, 1002, 1003, 1004]);
        bucket.put(key(50), 5000);
        let kept: Vec<_> = (0..=50).filter_map(|number| bucket.get(key(number))).collect();
        assert_eq!(kept, [1002, 1003, 1004, 49, 5000]);
    }
}
