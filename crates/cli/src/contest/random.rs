//! Numbers that look random and depend on a seed alone.

/// A sequence of numbers (`SplitMix64`, Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The sequence of a seed, and of a number that tells it from others of the same seed.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        let mut random = Self(seed);
        random.0 = random.next() ^ stream.wrapping_mul(0xd134_2543_de82_ef95);
        random.next();
        random
    }

    /// The next number, any of 64 bits.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`, which is not 0; each as likely as the others, as far as anybody can see.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
