//! Numbers of plies whose decided positions have yet to be carried back, by chunk of the positions.
//!
//! The tests of the package compile this file too, since its types are private.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::chunks::{CHUNK, chunks};

/// Numbers of plies below this are kept by chunk, longer ones for the whole table.
pub(super) const BY_CHUNK: usize = 512;

/// A set of numbers of plies below [`BY_CHUNK`].
type Plies = [AtomicU64; BY_CHUNK / 64];

/// Pending plies: numbers of plies that may decide positions. Several threads add them.
#[derive(Debug)]
pub(crate) struct Pending {
    chunks: Vec<Plies>,
    long: Mutex<BTreeSet<u16>>,
}

impl Pending {
    /// None, for a table of this many positions.
    pub(crate) fn new(total: u64) -> Self {
        Self { chunks: (0..chunks(total)).map(|_| Plies::default()).collect(), long: Mutex::default() }
    }

    /// The word and the bit of a number of plies in a chunk, by the number of a position of the chunk; `None` if it is
    /// kept for the whole table.
    #[inline]
    fn bit(&self, number: u64, plies: u16) -> Option<(&AtomicU64, u64)> {
        let word = self.chunks.get((number / CHUNK) as usize)?.get(usize::from(plies) / 64)?;
        Some((word, 1 << (plies % 64)))
    }

    /// Adds the plies of a position.
    #[inline]
    pub(crate) fn add(&self, number: u64, plies: u16) {
        match self.bit(number, plies) {
            // Most are there already, and reading is cheaper.
            Some((word, bit)) if word.load(Ordering::Relaxed) & bit == 0 => {
                word.fetch_or(bit, Ordering::Relaxed);
            }
            Some(_) => {}
            None => {
                self.long.lock().map(|mut long| long.insert(plies)).ok();
            }
        }
    }

    /// Removes plies from the chunk that begins with this number, and returns whether positions of it may be decided after
    /// as many.
    pub(crate) fn take(&self, start: u64, plies: u16) -> bool {
        self.bit(start, plies).is_none_or(|(word, bit)| word.fetch_and(!bit, Ordering::Relaxed) & bit != 0)
    }

    /// Removes plies from all chunks once each has been taken.
    pub(crate) fn remove(&self, plies: u16) {
        self.long.lock().map(|mut long| long.remove(&plies)).ok();
    }

    /// Whether positions may be decided after this number of plies.
    pub(crate) fn has(&self, plies: u16) -> bool {
        let is_set = |chunk: &Plies| {
            let word = chunk.get(usize::from(plies) / 64);
            word.is_some_and(|word| word.load(Ordering::Relaxed) >> (plies % 64) & 1 == 1)
        };
        self.chunks.iter().any(is_set) || self.long.lock().is_ok_and(|long| long.contains(&plies))
    }

    /// The least number of plies.
    pub(crate) fn least(&self) -> Option<u16> {
        let least_of = |chunk: &Plies| {
            let words = chunk.iter().zip((0..).step_by(64));
            let mut least = words.map(|(word, first)| (word.load(Ordering::Relaxed), first));
            least.find(|&(bits, _)| bits != 0).map(|(bits, first)| first + bits.trailing_zeros() as u16)
        };
        let long = || self.long.lock().ok().and_then(|long| long.first().copied());
        self.chunks.iter().filter_map(least_of).min().or_else(long)
    }
}
