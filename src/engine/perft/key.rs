//! The key of a table of counts: everything that the number of sequences from a position depends on.

use crate::engine::core::{Core, Status};
use crate::engine::tables::{Tables, Test};
use crate::model::{Condition, SeriesLength};

/// Two words, hashed independently. Positions share a key by accident only if both words agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The engine's hash, and the state that the engine leaves out of it.
    pub(super) first: u64,
    /// The men and the status, hashed in another way.
    pub(super) second: u64,
}

/// The mixing step of Wang Yi's wyhash: the exclusive or of the halves of a product. Every bit of the result depends on
/// all bits of `word`.
#[inline]
fn mix(word: u64, factor: u64) -> u64 {
    let product = u128::from(word) * u128::from(factor);
    product as u64 ^ (product >> 64) as u64
}

/// Odd factors without a pattern, from the digits of pi. Each use has one of its own.
const FACTORS: [u64; 4] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7345, 0xA409_3822_299F_31D1, 0x082E_FA98_EC4E_6C89];

impl Key {
    /// Adds a word. The order of words matters.
    #[inline]
    fn add(&mut self, word: u64) {
        self.first = mix(self.first ^ word, FACTORS[0]);
        self.second = mix(self.second ^ word, FACTORS[1]);
    }
}

/// Parts of the rules by which counts of positions with equal men and equal engine hash can differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependence {
    /// Plies without progress that decide the game.
    plies: Option<u32>,
    /// Series without progress that decide the game.
    series: Option<u16>,
    /// Whether the first turn of the game is shorter or longer than others.
    first_turn: bool,
    must_move: Option<u8>,
    /// Whether a count of moves decides the game.
    count: bool,
    /// Whether the sides move in turn, one move each.
    alternates: bool,
}

impl Dependence {
    /// The dependence of a game's counts; `None` if a rule or a decisive ending looks at earlier positions, so that a
    /// count depends on the order of moves that led to a position and can't be stored.
    pub(super) fn of<const W: usize>(tables: &Tables<W>) -> Option<Self> {
        let (rules, features) = (&tables.variant.rules, &tables.features);
        if features.repetition_decides || features.repetition_illegal {
            return None;
        }
        let decisive = || tables.decisive.iter().map(|&index| &tables.endings[index]);
        let plies =
            decisive().filter_map(|ending| if let Test::Plies(count) = ending.test { Some(count) } else { None });
        let series =
            decisive().filter_map(|ending| if let Test::Series(count) = ending.test { Some(count) } else { None });
        let starts_otherwise = |length| matches!(length, SeriesLength::Fixed { moves, first } if moves != first);
        Some(Self {
            plies: plies.min(),
            series: series.min(),
            first_turn: rules.series.iter().any(|(_, rule)| rule.is_some_and(|rule| starts_otherwise(rule.length))),
            must_move: rules.must_move,
            count: decisive().any(|ending| matches!(ending.test, Test::Plain(Condition::CountedOut))),
            alternates: !features.irregular_turns,
        })
    }

    /// The key of a count of `depth` plies, at least one, from a position where the game is not decided.
    ///
    /// State that cannot matter within these plies is left out, so that more positions share a count.
    pub(super) fn key<const W: usize>(&self, core: &Core<W>, depth: u32) -> Key {
        let status = &core.status;
        // Every field is named, so that a new one cannot be forgotten. The men's keys are part of `key`. A claim
        // decides the game, so that no count is looked up after one. `reversible` only bounds the search for
        // repetitions, which change no count where a table is used.
        let &Status {
            keys: _,
            unhashed: _,
            saved: _,
            en_passant: _,
            reversible: _,
            claimed: _,
            turn,
            rights,
            unmoved,
            halfmove,
            fullmove,
            stationary_run,
            last_series,
            series,
            quiet_series,
            checks,
            passes,
            counted,
            count_limit,
        } = status;
        let mut key = Key { first: core.keys().all, second: u64::from(depth) };

        for men in core.men.by_square().chunks(4) {
            let men = men.iter().fold(0, |word, &man| word << 16 | u64::from(man.piece()));
            key.second = mix(key.second ^ men, FACTORS[3]);
        }
        for square in core.effective_en_passant().iter() {
            key.second = mix(key.second ^ !(square.index() as u64), FACTORS[3]);
        }
        for square in unmoved.iter() {
            key.second = mix(key.second ^ (square.index() as u64) << 32, FACTORS[3]);
        }
        let sides = u64::from(passes) << 9 | (turn.index() as u64) << 8 | u64::from(rights);
        let lengths = u64::from(last_series) << 16 | u64::from(series);
        let checks = u64::from(checks.white) << 8 | u64::from(checks.black);
        key.second = mix(key.second ^ (sides << 48 | lengths << 16 | checks), FACTORS[2]);

        // Each ply brings a limit nearer by one at most, and endings are not tested after the last ply.
        let played = depth - 1;
        let series_matter = self.series.is_some_and(|limit| u32::from(quiet_series) + played >= u32::from(limit));
        let plies_matter = series_matter || self.plies.is_some_and(|limit| halfmove.saturating_add(played) >= limit);
        let halfmove = if plies_matter { halfmove } else { 0 };
        let quiet_series = if series_matter { quiet_series } else { 0 };
        key.add(u64::from(depth) << 32 | u64::from(halfmove));

        let stationary_run = |side| {
            let own = if !self.alternates {
                depth
            } else if side == turn {
                depth.div_ceil(2)
            } else {
                depth / 2
            };
            let run = stationary_run[side];
            self.must_move.filter(|&limit| u32::from(run).saturating_add(own) >= u32::from(limit)).map_or(0, |_| run)
        };
        let first_turn = u64::from(self.first_turn && fullmove == 1);
        let counters =
            u64::from(quiet_series) << 16 | u64::from(stationary_run(turn)) << 8 | u64::from(stationary_run(!turn));
        key.add((core.setup as u64) << 40 | first_turn << 32 | counters);
        if self.count {
            key.add(u64::from(counted) << 16 | u64::from(count_limit));
        }
        key
    }
}
