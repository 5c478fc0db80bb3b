//! Numbers that look random and depend on nothing but where they begin (`SplitMix64`, Steele, Lea and Flood, "Fast
//! Splittable Pseudorandom Number Generators", 2014).

/// A sequence of such numbers.
#[derive(Clone, Debug)]
pub struct Dice(u64);

/// How far two neighbours of a sequence are apart before they are mixed.
const GAP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Dice {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number of 64 bits.
    pub const fn next(&mut self) -> u64 {
        let word = mix(self.0);
        self.0 = self.0.wrapping_add(GAP);
        word
    }

    /// A number below `end`; 0 if that is 0.
    pub const fn below(&mut self, end: usize) -> usize {
        let word = self.next();
        if end == 0 { 0 } else { (word % end as u64) as usize }
    }
}

/// A number that any change of `word` changes in about half of its bits; no two words share one.
pub const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(GAP);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut dice = Dice::new(1_234_567);
        let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([dice.next(), dice.next(), dice.next()], first);
    }
}
