//! Random numbers for property tests, and shrinking of failing cases.
//!
//! Numbers depend on nothing but a seed, so a failure can be repeated. `WEAKFISH_SEED` (0) gives other ones,
//! `WEAKFISH_TIMES` (1) multiplies the number of cases, and `WEAKFISH_CASE` runs one case alone. From 10 times on, tests assert too
//! that their cases meet what they should.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::str::FromStr;
use std::sync::Once;
use std::time::{Duration, Instant};

/// Random number generator (`SplitMix64`), seeded.
#[derive(Clone)]
pub struct Dice {
    state: u64,
    /// What has been thrown, in order.
    thrown: Vec<usize>,
    /// What is thrown instead of random numbers, and zeros after that.
    given: Option<Vec<usize>>,
}

impl Dice {
    /// The dice of a case; `WEAKFISH_SEED` changes all of them.
    pub fn new(case: u64) -> Self {
        let seed = case.wrapping_add(number::<u64>("WEAKFISH_SEED", 0) << 32);
        Self { state: seed.wrapping_mul(0xD134_2543_DE82_EF95), thrown: Vec::new(), given: None }
    }

    /// Dice that replay these numbers.
    fn replay(thrown: &[usize]) -> Self {
        Self { state: 0, thrown: Vec::new(), given: Some(thrown.to_vec()) }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        let number = match &self.given {
            None => (self.next() % end as u64) as usize,
            Some(given) => given.get(self.thrown.len()).map_or(0, |&number| number.min(end - 1)),
        };
        self.thrown.push(number);
        number
    }

    /// A number of a range with both its ends.
    pub fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// True `chance` times in a hundred.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// True as often as false.
    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A list of `least` to `most` items.
    pub fn list<T>(&mut self, least: usize, most: usize, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let length = self.between(least, most);
        (0..length).map(|_| item(self)).collect()
    }

    /// Any text of up to `most` characters: mostly ASCII, but everything there is.
    pub fn text(&mut self, most: usize) -> String {
        let character = |dice: &mut Self| match dice.below(8) {
            0 => dice.pick(&['\n', '\r', '\t', ' ', '"', '\0', '\u{7F}', '\u{FEFF}']),
            1 => char::from(dice.below(256) as u8),
            2 => char::from_u32(dice.below(0x0011_0000) as u32).unwrap_or('\u{FFFD}'),
            3 => dice.pick(&['é', 'ß', '\u{301}', '“', '—', '中', '♞', '🂡', '\u{2028}', '\u{200D}']),
            _ => char::from(dice.between(32, 126) as u8),
        };
        self.list(0, most, character).into_iter().collect()
    }
}

/// What a variable of the environment says, or the usual number.
fn number<T: FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

/// The numbers of the cases of a test that usually has `usual`.
pub fn cases(usual: u64) -> std::ops::Range<u64> {
    match std::env::var("WEAKFISH_CASE") {
        Ok(_) => {
            let case = number("WEAKFISH_CASE", 0);
            case..case + 1
        }
        Err(_) => 0..usual * times(),
    }
}

/// The factor by which tests try more than usual.
pub fn times() -> u64 {
    number("WEAKFISH_TIMES", 1)
}

/// The least factor of the long form of the tests, which also asserts how much was met on the way.
const LONG_TIMES: u64 = 10;

/// Whether all cases of the long form are tried.
pub fn is_long() -> bool {
    times() >= LONG_TIMES && std::env::var_os("WEAKFISH_CASE").is_none()
}

/// The greatest number of smaller cases that are tried for one that fails.
const MAX_TRIES: usize = 400;

/// The time after which a failing case is not made smaller any more: a law of seconds would take an hour.
const MAX_SHRINKING: Duration = Duration::from_secs(60);

thread_local! {
    /// Whether panics of this thread are expected, and not worth a message.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Property test: checks a law with the dice of each of `usual` cases. A case that fails is made smaller as long as it fails,
/// by throwing less and lower numbers; the smallest one is what fails the test.
pub fn check_law(usual: u64, law: impl Fn(&mut Dice)) {
    for case in cases(usual) {
        let mut dice = Dice::new(case);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| law(&mut dice))) {
            let smallest = shrink(dice.thrown, &law);
            eprintln!("that was case {case} (WEAKFISH_CASE={case} runs it alone); a smaller one that fails:");
            law(&mut Dice::replay(&smallest));
            resume_unwind(panic);
        }
    }
}

/// Shrinks the numbers of a failing case.
fn shrink(mut thrown: Vec<usize>, law: &impl Fn(&mut Dice)) -> Vec<usize> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    let start = Instant::now();
    let mut tries = 0;
    let mut breaks = |thrown: &[usize]| {
        tries += 1;
        tries <= MAX_TRIES
            && start.elapsed() < MAX_SHRINKING
            && catch_unwind(AssertUnwindSafe(|| law(&mut Dice::replay(thrown)))).is_err()
    };
    let mut length = thrown.len();
    while length > 0 {
        let mut at = 0;
        while at < thrown.len() {
            let end = (at + length).min(thrown.len());
            let without = [&thrown[..at], &thrown[end..]].concat();
            let lower =
                [&thrown[..at], &thrown[at..end].iter().map(|number| number / 2).collect::<Vec<_>>(), &thrown[end..]]
                    .concat();
            if breaks(&without) {
                thrown = without;
            } else if lower != thrown && breaks(&lower) {
                thrown = lower;
            } else {
                at = end;
            }
        }
        length /= 2;
    }
    QUIET.set(false);
    thrown
}

#[test]
fn a_law_that_does_not_hold_is_broken_by_a_small_case() {
    let holds = |dice: &mut Dice| {
        let numbers = dice.list(0, 60, |dice| dice.below(1000));
        assert!(numbers.iter().all(|&number| number < 500), "{numbers:?}");
    };
    let broken = (0..).map(Dice::new).find_map(|mut dice| {
        let sound = dice.list(0, 60, |dice| dice.below(1000)).iter().all(|&number| number < 500);
        (!sound).then_some(dice.thrown)
    });
    let mut dice = Dice::replay(&shrink(broken.unwrap(), &holds));
    let numbers = dice.list(0, 60, |dice| dice.below(1000));
    assert!(numbers.len() < 6 && numbers.iter().any(|&number| (500..1000).contains(&number)), "{numbers:?}");
}

#[test]
fn dice_repeat_themselves_and_cases_differ() {
    let throw = |case| Dice::new(case).list(20, 20, |dice| dice.below(100));
    assert_eq!(throw(3), throw(3));
    assert_ne!(throw(3), throw(4));
}
