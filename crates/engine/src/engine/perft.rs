//! Perft: counting sequences of legal moves, with several threads and a table if wanted.
//!
//! Perft (performance test) is the usual way to test and time move generators; see
//! <https://www.chessprogramming.org/Perft>.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{Builder, scope};

use super::core::{Core, Workspace};
use super::perft_bucket::{Bucket, Key};
use super::tables::Tables;
use super::width::each_width;
use super::{Game, Hashed, Move, MoveList, Position, StatePart, StateValue};
use crate::geometry::PerSide;
use crate::model::{Ending, SeriesLength};

// Options of a count.

/// A count of the sequences of legal moves from a position.
///
/// A sequence ends where an ending decides the game. Draws, which depend on counters, repetition or material, do not
/// end it. Neither threads nor a table change a count.
///
/// ```
/// use weakfish::engine::{Perft, PerftTable};
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let start = game.start();
/// assert_eq!(Perft::new(3).count(&start), 26_790);
///
/// let table = PerftTable::new(&game, 16).unwrap();
/// let perft = Perft::new(4).threads(2).table(&table);
/// assert_eq!(perft.count(&start), start.perft(4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perft<'a> {
    pub(super) depth: u32,
    pub(super) threads: usize,
    pub(super) table: Option<&'a PerftTable>,
    pub(super) bulk: bool,
    pub(super) stop: Option<&'a AtomicBool>,
}

impl<'a> Perft<'a> {
    /// A count of the sequences of `depth` plies, with one thread and without a table.
    pub const fn new(depth: u32) -> Self {
        Self { depth, threads: 1, table: None, bulk: true, stop: None }
    }

    /// Sets the number of threads that share the work, including the caller's; 0 means 1.
    ///
    /// If the system refuses a thread, the others do its work.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets a table in which all threads store counts of positions, for use when a position comes up again.
    ///
    /// Later counts can use the same table. A table of another game is not used. No table is used where a rule or a
    /// decisive ending depends on earlier positions (`repetition: forbidden`): there the count of a position depends on
    /// the moves that led to it.
    #[must_use]
    pub const fn table(self, table: &'a PerftTable) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Sets whether the moves of the last ply are counted without being played, which is the default.
    ///
    /// The count is the same either way. Without bulk counting every leaf is made and unmade, as in a search.
    #[must_use]
    pub const fn bulk(self, bulk: bool) -> Self {
        Self { bulk, ..self }
    }

    /// Sets a flag that ends the count soon after it becomes true. The count must then be discarded.
    #[must_use]
    pub const fn stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }
}

// Counting from a position.

impl Perft<'_> {
    /// The number of sequences. It saturates at [`u64::MAX`].
    pub fn count(&self, position: &Position) -> u64 {
        if self.depth == 0 || self.threads <= 1 {
            let perft = self.without_foreign_table(position);
            return each_width!(position.core(), core => PerftCounter::new(core, perft).count(self.depth));
        }
        self.divide(position).into_iter().fold(0, |sum, (_, nodes)| sum.saturating_add(nodes))
    }

    /// The number of sequences after each legal move; none at depth 0.
    ///
    /// ```
    /// use weakfish::engine::Perft;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let counts = Perft::new(2).divide(&game.start());
    /// assert!(counts.len() == 20 && counts.iter().all(|&(_, nodes)| nodes == 20));
    /// ```
    pub fn divide(&self, position: &Position) -> Vec<(Move, u64)> {
        let perft = self.without_foreign_table(position);
        each_width!(position.core(), core => divide(core, perft))
    }

    /// The count without a table that was made for another game.
    fn without_foreign_table(&self, position: &Position) -> Self {
        Self { table: self.table.filter(|table| table.game.is_same(position.game())), ..*self }
    }
}

impl Position {
    /// The number of sequences of `depth` plies from here. [`Perft`] has options for counting.
    pub fn perft(&self, depth: u32) -> u64 {
        Perft::new(depth).count(self)
    }

    /// The number of sequences after each legal move; none at depth 0.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        Perft::new(depth).divide(self)
    }
}

// Counting in one thread, with or without a table.

/// The smallest depth in plies with table look-ups: below it counting is faster.
const MIN_TABLE_DEPTH: u32 = 3;

/// The largest depth in plies counted by recursion, a small part of any thread's stack. Deeper counts keep a stack of
/// their own.
const MAX_RECURSION: u32 = 100;

/// The perft counter of one thread: a position to count from, its buffers, and the table to use if there is one.
#[derive(Debug)]
pub(super) struct PerftCounter<'a, const W: usize> {
    core: Core<W>,
    workspace: Workspace<'a, W>,
    /// Move lists of all plies, one behind the other: no position allocates a list of its own.
    moves: MoveList,
    /// A hash table of counts, with the state that its keys depend on.
    table: Option<(&'a PerftTable, Dependence)>,
}

impl<'a, const W: usize> PerftCounter<'a, W> {
    pub(super) fn new(core: &Core<W>, perft: Perft<'a>) -> Self {
        let table = perft.table.zip(Dependence::of(&core.tables));
        let core = core.for_counting(table.is_some());
        Self { workspace: Workspace::new(perft.bulk, perft.stop), moves: MoveList::new(), table, core }
    }

    /// The number of sequences of `depth` plies.
    pub(super) fn count(&mut self, depth: u32) -> u64 {
        if depth > MAX_RECURSION {
            return self.count_deep(depth, MAX_RECURSION);
        }
        let Some((table, dependence)) = self.table.filter(|_| depth >= MIN_TABLE_DEPTH) else {
            return self.core.perft(depth, &mut self.workspace);
        };
        if self.core.is_decided() || self.workspace.is_stopped() {
            return 0;
        }
        let key = dependence.key(&self.core, depth);
        if let Some(nodes) = table.bucket(key).get(key) {
            return nodes;
        }
        let start = self.moves.len();
        self.core.list_moves(&mut self.moves);
        let mut nodes = 0_u64;
        for index in start..self.moves.len() {
            self.core.make(self.moves[index]);
            nodes = nodes.saturating_add(self.count(depth - 1));
            self.core.unmake();
            if nodes == u64::MAX {
                break;
            }
        }
        self.moves.truncate(start);
        if !self.workspace.is_stopped() {
            table.bucket(key).put(key, nodes);
        }
        nodes
    }

    /// Calls `act` after some moves, and takes them back.
    fn after_moves<T>(&mut self, moves: &[Move], act: impl FnOnce(&mut Self) -> T) -> T {
        for &mv in moves {
            self.core.make(mv);
        }
        let result = act(self);
        for _ in moves {
            self.core.unmake();
        }
        result
    }

    /// The number of sequences of `depth` plies, with an explicit stack down to the last `shallow` plies.
    fn count_deep(&mut self, depth: u32, shallow: u32) -> u64 {
        let mut nodes = 0_u64;
        // By ply: the moves that remain to be made.
        let mut levels = vec![self.core.legal_moves()];
        while let Some(level) = levels.last_mut() {
            if self.workspace.is_stopped() {
                level.clear();
            }
            let Some(mv) = level.pop() else {
                levels.pop();
                if !levels.is_empty() {
                    self.core.unmake();
                }
                continue;
            };
            self.core.make(mv);
            let left = depth - levels.len() as u32;
            if left <= shallow {
                nodes = nodes.saturating_add(self.count(left));
                self.core.unmake();
            } else {
                levels.push(self.core.legal_moves());
            }
        }
        nodes
    }
}

// Sharing a count among threads.

/// Least number of jobs for each thread. With many small jobs no thread is idle for long at the end.
const JOBS_PER_THREAD: usize = 32;

/// Enough jobs for any number of threads.
const MAX_JOBS: usize = 1 << 16;

/// The maximal number of plies by which jobs are cut. If few moves are legal for longer than this, cutting further
/// would not help.
const MAX_PLIES: u32 = 8;

/// A job: everything that follows certain moves, and the index of their first one among the legal moves of the position.
type Job = (usize, Vec<Move>);

/// The number of sequences of `depth` plies after each legal move; none at depth 0.
pub(super) fn divide<const W: usize>(core: &Core<W>, perft: Perft) -> Vec<(Move, u64)> {
    let Perft { depth, threads, .. } = perft;
    if depth == 0 {
        return Vec::new();
    }
    let mut counter = PerftCounter::new(core, perft);
    let firsts = counter.core.legal_moves();
    let jobs = (0..).zip(&firsts).map(|(first, &mv)| (first, vec![mv])).collect();
    let jobs = split_jobs(&mut counter, jobs, depth, threads);
    let totals: Vec<AtomicU64> = firsts.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = |counter: &mut PerftCounter<W>| {
        while let Some((first, moves)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = counter.after_moves(moves, |counter| counter.count(depth.saturating_sub(moves.len() as u32)));
            let _ = totals[*first]
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |total| Some(total.saturating_add(nodes)));
        }
    };
    scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            let other = Builder::new().spawn_scoped(scope, || work(&mut PerftCounter::new(core, perft)));
            // If the system refuses a thread, the others do its work.
            if other.is_err() {
                break;
            }
        }
        work(&mut counter);
    });
    firsts.into_iter().zip(totals).map(|(mv, total)| (mv, total.into_inner())).collect()
}

/// Cuts jobs into smaller ones, ply by ply, until there are enough for all threads.
fn split_jobs<const W: usize>(
    counter: &mut PerftCounter<W>,
    mut jobs: Vec<Job>,
    depth: u32,
    threads: usize,
) -> Vec<Job> {
    let enough = if threads > 1 { threads.saturating_mul(JOBS_PER_THREAD).min(MAX_JOBS) } else { 0 };
    // The last two plies are counted together.
    for _ in 1..MAX_PLIES.min(depth.saturating_sub(2)) {
        if jobs.len() >= enough {
            break;
        }
        let split = |(first, moves): Job| {
            let extended = |mv| (first, [&moves[..], &[mv]].concat());
            counter
                .after_moves(&moves, |counter| counter.core.legal_moves())
                .into_iter()
                .map(extended)
                .collect::<Vec<_>>()
        };
        jobs = jobs.into_iter().flat_map(split).collect();
    }
    jobs
}

// The key of a table of counts: everything that the number of sequences from a position depends on.

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
    fn add_word(&mut self, word: u64) {
        self.first = mix(self.first ^ word, FACTORS[0]);
        self.second = mix(self.second ^ word, FACTORS[1]);
    }
}

/// Parts of the rules that can make counts of positions with equal men and equal engine hash differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependence {
    /// Counts that decide the game, by part of the state; only parts that the repetition key leaves out.
    limits: [Option<u32>; StatePart::ALL.len()],
    /// Whether the first turn of the game is shorter or longer than others.
    first_turn: bool,
    /// Whether the sides move in turn, one move each.
    alternates: bool,
}

impl Dependence {
    /// The dependence of a game's counts. `None` if a rule or a decisive ending depends on earlier positions: a count
    /// then depends on the order of moves and can't be stored.
    pub(super) fn of<const W: usize>(tables: &Tables<W>) -> Option<Self> {
        let (rules, features) = (&tables.variant.rules, &tables.features);
        if features.repetition_decides || features.repetition_illegal {
            return None;
        }
        // A win that is not claimed lapses, which may make a later one a draw.
        let matters = |ending: &Ending| ending.decides() || ending.on_claim;
        let first_differs = |length| matches!(length, SeriesLength::Fixed { moves, first } if moves != first);
        Some(Self {
            limits: std::array::from_fn(|index| StatePart::ALL[index].limit(&tables.variant, &matters)),
            first_turn: rules.series.iter().any(|(_, rule)| rule.is_some_and(|rule| first_differs(rule.length))),
            alternates: !features.irregular_turns,
        })
    }

    /// The key of a count of `depth` plies, at least one, from a position where the game is not decided.
    ///
    /// State that cannot matter within these plies is left out: more positions share a count. A claim decides the game:
    /// no count is looked up after one. Earlier positions change no count where a table is used.
    pub(super) fn key<const W: usize>(&self, core: &Core<W>, depth: u32) -> Key {
        let mut key = Key { first: core.keys().all, second: u64::from(depth) };
        for men in core.men.by_square().chunks(4) {
            let men = men.iter().fold(0, |word, &man| word << 16 | u64::from(man.piece()));
            key.second = mix(key.second ^ men, FACTORS[3]);
        }
        for &count in core.hands.counts() {
            key.second = mix(key.second ^ u64::from(count) << 16, FACTORS[2]);
        }
        key.second = mix(key.second ^ core.status.turn.index() as u64, FACTORS[2]);
        key.add_word(
            (core.setup as u64) << 40
                | u64::from(self.first_turn && core.status.fullmove == 1) << 32
                | u64::from(depth),
        );

        let quiet_series = u32::from(core.status.quiet_series);
        let series_matter = reaches(quiet_series, depth, self.limits[StatePart::Quiet as usize]);
        for &part in StatePart::ALL {
            match part.declaration().hashed {
                Hashed::ByMove | Hashed::ByTurn(_) => {
                    // Crossed squares matter only where a capture is legal.
                    let effective = || StateValue::Squares(core.effective_en_passant().to_set());
                    let value = if part == StatePart::EnPassant { effective() } else { core.part(part) };
                    value.visit_words(|word| key.second = mix(key.second ^ word, FACTORS[3]));
                }
                Hashed::BesideRepetition(_) | Hashed::Never(_) => {
                    // Whether there was progress in the present series, the plies since then say.
                    let whole = part == StatePart::Halfmove && series_matter;
                    let value = if whole { core.part(part) } else { self.mattering(part, core, depth) };
                    value.visit_words(|word| key.add_word(word));
                }
            }
        }
        key
    }

    /// The value of a part of the state, with 0 instead of counts that cannot reach their limits within a number of plies.
    fn mattering<const W: usize>(&self, part: StatePart, core: &Core<W>, depth: u32) -> StateValue {
        let limit = self.limits[part as usize];
        let near = |count, plies, limit| if reaches(count, plies, limit) { count } else { 0 };
        let turn = core.status.turn;
        let own_plies = |side| match side == turn {
            _ if !self.alternates => depth,
            true => depth.div_ceil(2),
            false => depth / 2,
        };
        match core.part(part) {
            StateValue::Number(count) => StateValue::Number(near(count, depth, limit)),
            StateValue::Counts(counts) => {
                StateValue::Counts(PerSide::from_fn(|side| near(counts[side], own_plies(side), limit)))
            }
            StateValue::Pair([count, of]) => StateValue::Pair(if limit.is_some() { [count, of] } else { [0, 0] }),
            whole @ (StateValue::Squares(_) | StateValue::Sides(_) | StateValue::Wings(_)) => whole,
        }
    }
}

/// Whether a count can reach its limit before the last of some plies, after which no ending is tested. Each brings the limit nearer by
/// one at most.
const fn reaches(count: u32, plies: u32, limit: Option<u32>) -> bool {
    match limit {
        Some(limit) => count.saturating_add(plies) > limit,
        None => false,
    }
}

// A hash table of counts that threads share without locks.

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

impl PerftTable {
    /// An empty table for counts in one game, of `mebibytes` × 2<sup>20</sup> bytes, with room for one bucket at least.
    ///
    /// # Errors
    ///
    /// If the system has no memory for it. Some systems grant more than they have, and end the program later.
    pub fn new(game: &Game, mebibytes: usize) -> Result<Self, TableTooBig> {
        let bytes = mebibytes.saturating_mul(1 << 20);
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| TableTooBig { mebibytes })?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { game: game.clone(), buckets: buckets.into() })
    }

    /// The bucket of a key.
    fn bucket(&self, key: Key) -> &Bucket {
        // The high word of the product is evenly spread below the number of buckets. This avoids a division: Lemire,
        // "Fast Random Integer Generation in an Interval" (2019).
        let index = (u128::from(key.first) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}
