//! Seeds of choices that differ from run to run.

use std::hash::{BuildHasher, Hasher, RandomState};

/// An unpredictable seed.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
