//! Buckets of a table of counts, which threads share without locks.
//!
//! The tests of the library compile this file too, since its types are private.

use std::sync::atomic::{AtomicU64, Ordering};

/// Two words, hashed independently. Positions share a key by accident only if both words agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The engine's hash, and the state that the engine leaves out of it.
    pub(super) first: u64,
    /// The men and the status, hashed in another way.
    pub(super) second: u64,
}

/// The number of entries in a bucket: as many as fit into two cache lines, which processors fetch together.
const ENTRIES_PER_BUCKET: usize = 5;

/// The entries where a key can be stored.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Bucket([Entry; ENTRIES_PER_BUCKET]);

/// A count and its key.
///
/// The words of the key are stored as exclusive or with the count. If two threads write different parts of an entry at
/// once, it matches neither key: Hyatt and Mann, "A Lock-less Transposition Table Implementation for Parallel Search"
/// (2002).
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) first: AtomicU64,
    pub(super) second: AtomicU64,
    pub(super) count: AtomicU64,
}

impl Entry {
    pub(super) fn get(&self, key: Key) -> Option<u64> {
        let count = self.count.load(Ordering::Relaxed);
        let found = self.first.load(Ordering::Relaxed) ^ count == key.first
            && self.second.load(Ordering::Relaxed) ^ count == key.second;
        found.then_some(count)
    }

    pub(super) fn put(&self, key: Key, count: u64) {
        self.first.store(key.first ^ count, Ordering::Relaxed);
        self.second.store(key.second ^ count, Ordering::Relaxed);
        self.count.store(count, Ordering::Relaxed);
    }
}

impl Bucket {
    pub(super) fn get(&self, key: Key) -> Option<u64> {
        self.0.iter().find_map(|entry| entry.get(key))
    }

    /// Replaces the smallest count, which is the cheapest to compute again. If that is larger than the new one, it
    /// replaces the last entry: a new count always finds room.
    pub(super) fn put(&self, key: Key, count: u64) {
        let [kept @ .., last] = &self.0;
        let stored = |entry: &&Entry| entry.count.load(Ordering::Relaxed);
        let smallest = kept.iter().min_by_key(stored).filter(|entry| stored(entry) <= count);
        smallest.unwrap_or(last).put(key, count);
    }
}
