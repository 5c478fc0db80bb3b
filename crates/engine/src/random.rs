//! Pseudorandom numbers that depend on a seed alone, the same ones on every machine.

/// Pseudorandom number generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
///
/// It is fast and not for secrets.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

/// The increment of the sequence before mixing (the golden ratio, as `SplitMix64` has it).
const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

impl SplitMix64 {
    /// A generator whose numbers follow from the seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number of 64 bits.
    pub const fn next(&mut self) -> u64 {
        let word = mix(self.0);
        self.0 = self.0.wrapping_add(GOLDEN_GAMMA);
        word
    }

    /// A number below `end`; 0 if that is 0.
    pub const fn below(&mut self, end: usize) -> usize {
        let word = self.next();
        if end == 0 { 0 } else { (word % end as u64) as usize }
    }
}

/// Hash of a word: a number that any change of `word` changes in about half of its bits; no two words share one.
pub const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(GOLDEN_GAMMA);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
