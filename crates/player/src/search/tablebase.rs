//! Exact tables of endings for the search (tablebase): which are made before a search, within a budget, and how far their
//! values hold under the rules that they leave out.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use weakfish::engine::{Game, Position};
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{Condition, Count, Ending, GameResult, KindId, Repetition, SetupId, Variant};
use weakfish_endgame::{Estimate, FileError, Fits, MakeError, Men, Options, Progress, Tables, Unsupported, Value};

/// Memory and time that the tables of a [`Tablebase`] may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseBudget {
    /// Memory of all tables together, and of each one while it is made, in bytes.
    pub memory: u64,
    /// Estimated time on one core that the tables for a position may take. A search with a time limit waits for them at most
    /// half of its limit.
    pub time: Duration,
}

impl TablebaseBudget {
    /// The default budget in MiB: tables of three men are made, and those of four in most games on boards of 8x8.
    pub const DEFAULT_MEBIBYTES: u32 = 512;

    /// The default time.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(60);

    /// Budget of a memory in MiB, and of the default time.
    pub const fn of_mebibytes(mebibytes: u32) -> Self {
        Self { memory: (mebibytes as u64) << 20, time: Self::DEFAULT_TIME }
    }

    /// A small budget for games that are played by the thousand: tables of three men are made, those of four where men move
    /// little.
    pub const SMALL: Self = Self { memory: 64 << 20, time: Duration::from_secs(8) };
}

impl Default for TablebaseBudget {
    fn default() -> Self {
        Self::of_mebibytes(Self::DEFAULT_MEBIBYTES)
    }
}

/// Greatest number of men for which tables are made. With one man more, tables are made for the men after a capture.
const MAX_MADE_MEN: usize = 4;

/// Number of men of tables that are made for any position near them.
const SMALL_MEN: usize = 3;

/// Captures before a table read from a file for the search to probe it.
const FILE_MARGIN: usize = 2;

/// Place where tables that took long are kept from one run of a program to the next.
pub trait TableCache: Send + Sync {
    /// The bytes that were stored under a name; `None` if there are none.
    fn load(&self, name: &str) -> Option<Vec<u8>>;

    /// Stores bytes under a name, if there is room for them.
    fn store(&self, name: &str, bytes: &[u8]);
}

/// Estimated time of a table that is kept in a cache. Others are made faster than they are read.
const MIN_CACHED_TIME: Duration = Duration::from_millis(250);

/// Exact tables of a game that searchers share. They are made when a search needs them, or read from files.
///
/// A search chooses the tables that it probes by its position, the budget and the files, and under a time limit also by
/// the tables that exist. So searches limited only by nodes are reproducible.
///
/// ```
/// use std::sync::Arc;
/// use weakfish_player::search::{Limits, NoTimer, Score, Searcher, Tablebase, TablebaseBudget};
/// use weakfish::{BuiltIns, builtin, load, notation::fen};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let mut searcher = Searcher::new(&game);
/// searcher.set_tablebase(Some(Arc::new(Tablebase::new(&game, TablebaseBudget::default()).unwrap())));
/// let position = fen::read(&game, Default::default(), "8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap();
/// let lines = searcher.search(&position, &Limits::default(), &NoTimer, &mut |_| ());
/// assert_eq!((lines[0].score, lines[0].moves.len()), (Score::Win(11), 11));
/// ```
pub struct Tablebase {
    game: Game,
    budget: TablebaseBudget,
    scope: ValueScope,
    /// By setup, on which promotions may depend. Held for moments only.
    setups: Mutex<Vec<SetupTables>>,
    /// Held by the thread that makes tables, or reads files.
    making: Mutex<()>,
    cache: Option<Box<dyn TableCache>>,
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebase({:?}, {:?})", self.game, self.budget)
    }
}

/// The tables of a setup. Values are shared by copies.
#[derive(Clone)]
struct SetupTables {
    /// All tables.
    tables: Tables,
    /// Tables read from files.
    files: Tables,
    /// Men of the files.
    file_men: Vec<Men>,
    /// Costs of the tables of men, every smaller table included, or why they are not made.
    costs: HashMap<Men, Result<Cost, TableRefusal>>,
    /// Men for which no table could be made.
    failed: HashSet<Men>,
    /// Wins that come within the limits of moves without progress; `None` if the game has no such limits, or others.
    fits: Option<Fits>,
    /// Costs of comparing the wins of men with the limits, by whether those of their own table are compared.
    fit_costs: HashMap<(Men, bool), FitCost>,
    /// Men whose wins could not be compared.
    unfit: HashSet<Men>,
}

/// Reason why a table is not made for searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableRefusal {
    /// It takes this memory in bytes, which is more than the budget has.
    Memory(u64),
    /// It takes this time by its estimate, which is more than the budget has.
    Time(Duration),
    /// It can't be made, or has too many positions.
    Impossible,
}

impl fmt::Display for TableRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(bytes) => write!(f, "takes {} MiB of memory", bytes.div_ceil(1 << 20)),
            Self::Time(time) => write!(f, "takes about {} s", time.as_secs()),
            Self::Impossible => f.write_str("can't be made"),
        }
    }
}

/// Cost of the table of some men and of the tables that it leads into.
#[derive(Clone, Copy, Debug)]
struct Cost {
    time: Duration,
    /// Memory of the finished tables in bytes.
    kept: u64,
}

/// Cost of comparing the wins of some men with limits.
#[derive(Clone, Copy, Debug)]
struct FitCost {
    time: Duration,
    /// Peak memory and kept memory, in bytes.
    memory: u64,
    kept: u64,
}

/// Factor of the time to compare wins with limits over the time to make their tables; measured.
const FIT_TIME_FACTOR: u32 = 3;

impl Tablebase {
    /// No tables yet.
    ///
    /// # Errors
    ///
    /// If the rules of the game don't admit exact tables.
    pub fn new(game: &Game, budget: TablebaseBudget) -> Result<Self, Unsupported> {
        let first = SetupTables::new(game, SetupId::default())?;
        let scope = ValueScope::new(game.variant());
        Ok(Self {
            game: game.clone(),
            budget,
            scope,
            setups: Mutex::new(vec![first]),
            making: Mutex::default(),
            cache: None,
        })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Keeps tables in a cache. Those that are there and intact are not made again.
    #[must_use]
    pub fn with_cache(self, cache: Box<dyn TableCache>) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// Adds the tables of a file that `weakfish table -o` has written, and returns their number of men. They take at most
    /// `max_memory` bytes.
    ///
    /// # Errors
    ///
    /// If the file is damaged, of another game or larger. The tablebase is unchanged then.
    pub fn add_file(&self, bytes: &[u8], max_memory: u64) -> Result<usize, FileError> {
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, setup) = Tables::game_of(bytes)?;
        let mut read = Tables::new(&self.game, setup).map_err(|_| FileError::Unsupported)?;
        let men = read.add_bytes(bytes, max_memory)?;
        let mut setups = self.lock();
        let own = find_setup(&mut setups, &self.game, setup).ok_or(FileError::Unsupported)?;
        own.files.share(&read);
        own.tables.share(&read);
        own.file_men.push(men.clone());
        // Tables of the file need not be made.
        own.costs.clear();
        own.failed.clear();
        own.fit_costs.clear();
        own.unfit.clear();
        Ok(men.len())
    }

    /// Makes the tables for searches of a position, as far as the budget allows; `observer` sees the progress, and ends
    /// the work by returning `false`. A search begins with this, within its time. Another thread may search meanwhile: it probes the
    /// tables that are finished.
    pub fn prepare(&self, position: &Position, observer: &mut dyn FnMut(Progress) -> bool) {
        let _ = self.within_reach(position, Duration::MAX, NonZero::<usize>::MIN, observer);
    }

    /// Reason why there is no table of the men of a position for which a search has looked for one; `None` if there is one, or
    /// there are too many men for any table.
    pub fn refusal(&self, position: &Position) -> Option<TableRefusal> {
        let men = Men::of(position);
        let mut setups = self.lock();
        let own = find_setup(&mut setups, &self.game, position.setup())?;
        if own.tables.has(&men) || men.len() > MAX_MADE_MEN {
            return None;
        }
        let failed = own.failed.contains(&men).then_some(TableRefusal::Impossible);
        own.costs.get(&men)?.err().or(failed)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<SetupTables>> {
        self.setups.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables that a search of a position may probe, those among them that are made by now in at most `time` of
    /// estimated work; `None` if the position is far from all tables. While another thread makes tables, a search with a time limit
    /// makes none, and one without waits.
    pub(super) fn within_reach(
        &self,
        position: &Position,
        time: Duration,
        threads: NonZero<usize>,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Option<Reach> {
        let count = position.occupied().len();
        let may_make = count <= MAX_MADE_MEN + 1 && self.budget.memory > 0;
        let near_files = {
            let mut setups = self.lock();
            let own = find_setup(&mut setups, &self.game, position.setup())?;
            count <= own.files.most_men() + FILE_MARGIN && !own.file_men.is_empty()
        };
        if !may_make && !near_files {
            return None;
        }
        let making = if time == Duration::MAX {
            Some(self.making.lock().unwrap_or_else(PoisonError::into_inner))
        } else {
            match self.making.try_lock() {
                Ok(guard) => Some(guard),
                Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            }
        };
        if making.is_some() {
            self.make_tables(position, may_make, (time.min(self.budget.time), threads), observer);
        }
        drop(making);
        self.reach(position, (may_make, near_files))
    }

    /// Makes the missing tables for a position. Other threads see each when it is finished.
    fn make_tables(
        &self,
        position: &Position,
        may_make: bool,
        (mut left, threads): (Duration, NonZero<usize>),
        observer: &mut dyn FnMut(Progress) -> bool,
    ) {
        let setup = position.setup();
        let Some(mut own) = find_setup(&mut self.lock(), &self.game, setup).cloned() else { return };
        let mut men = own.file_men.clone();
        let mut spare = self.budget;
        if may_make {
            let mut go_on = || observer(Progress::START);
            let chosen = own.choose(self.game.variant(), &Men::of(position), &self.budget, Some((left, &mut go_on)));
            let options = Options { threads, max_memory: self.budget.memory, keep_moves: true };
            for (_, cost) in &chosen {
                spare.time = spare.time.saturating_sub(cost.time);
                spare.memory = spare.memory.saturating_sub(cost.kept);
            }
            for (one, cost) in chosen {
                if own.failed.contains(&one) {
                    continue;
                }
                if !own.tables.has(&one) {
                    if cost.time > left {
                        continue;
                    }
                    left = left.saturating_sub(cost.time);
                    match self.read_or_make(&mut own.tables, (&one, cost), &options, observer) {
                        Ok(()) => self.publish(&own),
                        Err(MakeError::Interrupted) => break,
                        Err(_) => {
                            own.failed.insert(one);
                            continue;
                        }
                    }
                }
                men.push(one);
            }
        }
        own.compare_with_limits(position, &men, (spare, left), observer);
        if own.made_bytes() > self.budget.memory {
            // Tables of other endings are made again when they are needed.
            own.tables = own.tables.only(&men);
            own.tables.share(&own.files);
            own.fits = own.fits.as_ref().map(|fits| fits.only(&own.tables.only(&men)));
        }
        self.publish(&own);
        // All setups together stay within the budget: those of other setups are made again, too.
        let mut setups = self.lock();
        let made: u64 = setups.iter().map(SetupTables::made_bytes).sum();
        if made > self.budget.memory {
            for other in setups.iter_mut().filter(|other| other.tables.setup_id() != setup) {
                other.tables = other.files.only(&other.file_men);
                other.fits = other.fits.as_ref().map(|fits| fits.only(&other.files.only(&[])));
            }
        }
    }

    /// Takes the table of some men from the cache, or makes it and keeps it there.
    fn read_or_make(
        &self,
        tables: &mut Tables,
        (men, cost): (&Men, Cost),
        options: &Options,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), MakeError> {
        let Some(cache) = self.cache.as_ref().filter(|_| cost.time >= MIN_CACHED_TIME) else {
            return tables.make(men, options, observer);
        };
        let name = tables.file_name(men);
        let mut read = tables.only(&[]);
        let kept = cache.load(&name).and_then(|bytes| read.add_bytes(&bytes, self.budget.memory).ok());
        if kept.as_ref() == Some(men) {
            tables.share(&read);
            return Ok(());
        }
        tables.make(men, options, observer)?;
        if let Some(bytes) = tables.to_bytes(men) {
            cache.store(&name, &bytes);
        }
        Ok(())
    }

    /// Replaces the tables of a setup.
    fn publish(&self, tables: &SetupTables) {
        let setup = tables.tables.setup_id();
        if let Some(own) = find_setup(&mut self.lock(), &self.game, setup) {
            own.clone_from(tables);
        }
    }

    /// The finished tables that a search of a position probes: those of files nearby, and those chosen for it.
    fn reach(&self, position: &Position, (may_make, near_files): (bool, bool)) -> Option<Reach> {
        let mut setups = self.lock();
        let own = find_setup(&mut setups, &self.game, position.setup())?;
        let mut men = if near_files { own.file_men.clone() } else { Vec::new() };
        if may_make {
            let chosen = own.choose(self.game.variant(), &Men::of(position), &self.budget, None);
            men.extend(chosen.into_iter().map(|(one, _)| one).filter(|one| own.tables.has(one)));
        }
        let tables = own.tables.only(&men);
        let fits = own.fits.as_ref().filter(|fits| fits.bytes() > 0).map(|fits| fits.only(&tables));
        let most_men = tables.most_men();
        (most_men > 0).then(|| Reach {
            most_men: most_men as u32,
            counter_margin: self.scope.counter_margin(tables.longest()),
            tables,
            scope: self.scope,
            fits: fits.filter(|fits| fits.bytes() > 0),
        })
    }
}

/// The tables of a setup, made on first use.
fn find_setup<'s>(setups: &'s mut Vec<SetupTables>, game: &Game, setup: SetupId) -> Option<&'s mut SetupTables> {
    if !setups.iter().any(|own| own.tables.setup_id() == setup) {
        setups.push(SetupTables::new(game, setup).ok()?);
    }
    setups.iter_mut().find(|own| own.tables.setup_id() == setup)
}

impl SetupTables {
    fn new(game: &Game, setup: SetupId) -> Result<Self, Unsupported> {
        let tables = Tables::new(game, setup)?;
        let limits = limits_of_plies(game, setup);
        Ok(Self {
            fits: limits.and_then(|limits| Fits::new(&tables, &limits).ok()),
            fit_costs: HashMap::new(),
            unfit: HashSet::new(),
            tables,
            files: Tables::new(game, setup)?,
            file_men: Vec::new(),
            costs: HashMap::new(),
            failed: HashSet::new(),
        })
    }

    /// Memory that the tables take which are not those of files, and the wins that are compared with limits, in bytes.
    fn made_bytes(&self) -> u64 {
        self.tables.bytes().saturating_sub(self.files.bytes()) + self.fits.as_ref().map_or(0, Fits::bytes)
    }

    /// Compares the wins of these men's tables with the limits of moves without progress, where these may matter. The
    /// comparison gets the memory and time that the tables leave, and at most `left` of estimated work now. The choice
    /// does not depend on existing tables.
    fn compare_with_limits(
        &mut self,
        position: &Position,
        men: &[Men],
        (mut spare, mut left): (TablebaseBudget, Duration),
        observer: &mut dyn FnMut(Progress) -> bool,
    ) {
        let Some(mut fits) = self.fits.take() else { return };
        let longest = u32::from(self.tables.longest()) + position.halfmove();
        if fits.least_limit().is_none_or(|least| longest < least.into()) {
            self.fits = Some(fits);
            return;
        }
        let own = Men::of(position);
        // A table made for another position is not used if this one does not need it.
        let own = Some(own).filter(|own| men.contains(own) || self.files.has(own));
        // The plies that a position has counted matter for its own men; captures mostly begin a new count.
        let own = own.iter().map(|own| (own, position.halfmove()));
        for (one, counted) in own.chain(men.iter().map(|one| (one, 0))) {
            if self.unfit.contains(one) || !self.tables.has(one) || !fits.may_matter(&self.tables, one, counted) {
                continue;
            }
            let key = (one.clone(), fits.is_own_table_compared(&self.tables, one, counted));
            let cost = *self.fit_costs.entry(key).or_insert_with(|| {
                let (estimate, kept) = fits.estimate(&self.tables, one, counted);
                FitCost { time: estimate.time() * FIT_TIME_FACTOR, memory: estimate.memory, kept }
            });
            if cost.time > spare.time || cost.memory > spare.memory {
                continue;
            }
            spare.time = spare.time.saturating_sub(cost.time);
            spare.memory = spare.memory.saturating_sub(cost.kept);
            if fits.has(&self.tables, one, counted) || cost.time > left {
                continue;
            }
            left = left.saturating_sub(cost.time);
            // The memory has been judged.
            let options = Options { max_memory: u64::MAX, ..Options::default() };
            match fits.compare(&self.tables, one, counted, &options, observer) {
                Ok(()) => {}
                Err(MakeError::Interrupted) => break,
                Err(_) => {
                    self.unfit.insert(one.clone());
                }
            }
        }
        self.fits = Some(fits);
    }

    /// The men whose tables a search from these men needs, as far as the budget admits: those of three men first, then
    /// those of four. The choice does not depend on existing tables. Costs that are unknown are estimated, but only of tables that
    /// could be made in the time that is given, and as long as the caller goes on.
    fn choose(
        &mut self,
        variant: &Variant,
        men: &Men,
        budget: &TablebaseBudget,
        mut estimates: Option<(Duration, &mut dyn FnMut() -> bool)>,
    ) -> Vec<(Men, Cost)> {
        let mut candidates = Vec::new();
        for size in [SMALL_MEN, MAX_MADE_MEN] {
            // A table of the position's own men has all others that captures lead to.
            let sets = if men.len() <= size { vec![men.clone()] } else { after_captures(variant, men, size) };
            candidates.extend(sets.into_iter().filter(|set| set.len() > 1));
        }
        let (mut left, mut memory) = (budget.time, budget.memory);
        let mut chosen: Vec<(Men, Cost)> = Vec::new();
        for set in candidates {
            if chosen.iter().any(|(other, _)| *other == set) {
                continue;
            }
            let Some(Ok(cost)) = self.cost(&set, budget, &mut estimates) else { continue };
            if cost.time <= left && cost.kept <= memory {
                (left, memory) = (left.saturating_sub(cost.time), memory - cost.kept);
                chosen.push((set, cost));
            }
        }
        chosen
    }

    /// Cost of the table of these men, or the reason why it is not made; `None` if it is unknown.
    fn cost(
        &mut self,
        men: &Men,
        budget: &TablebaseBudget,
        estimates: &mut Option<(Duration, &mut dyn FnMut() -> bool)>,
    ) -> Option<Result<Cost, TableRefusal>> {
        if let Some(&cost) = self.costs.get(men) {
            return Some(cost);
        }
        let (most, go_on) = estimates.as_mut()?;
        let excess = |estimate: &Estimate| match estimate.time() {
            _ if estimate.memory > budget.memory => Some(TableRefusal::Memory(estimate.memory)),
            time if time > budget.time => Some(TableRefusal::Time(time)),
            _ => None,
        };
        let least = self.files.estimate_at_least(men);
        let cost = match least.as_ref().map(|least| (excess(least), least.time())) {
            None => Err(TableRefusal::Impossible),
            Some((Some(refusal), _)) => Err(refusal),
            Some((None, time)) if time > *most => return None,
            Some((None, _)) if !go_on() => {
                *estimates = None;
                return None;
            }
            Some((None, _)) => match self.files.estimate(men, budget.memory) {
                Ok(estimate) => {
                    let cost = Cost { time: estimate.time(), kept: 2 * estimate.positions };
                    excess(&estimate).map_or(Ok(cost), Err)
                }
                Err(MakeError::Memory(bytes)) => Err(TableRefusal::Memory(bytes)),
                Err(_) => Err(TableRefusal::Impossible),
            },
        };
        self.costs.insert(men.clone(), cost);
        Some(cost)
    }
}

/// The endings of a setup that draw after a number of plies without progress; `None` if there are none, or if other counts
/// may end the game.
fn limits_of_plies(game: &Game, setup: SetupId) -> Option<Vec<usize>> {
    if game.facts().counts.moves {
        return None;
    }
    let mut limits = Vec::new();
    for (index, ending) in game.variant().endings.iter().enumerate().filter(|(_, ending)| ending.is_of_setup(setup)) {
        if matches!(ending.condition, Condition::Quiet { .. }) {
            let draws = matches!(ending.result, GameResult::Draw | GameResult::DrawOnClaim);
            ending.condition.quiet_plies().filter(|_| draws)?;
            limits.push(index);
        }
    }
    (!limits.is_empty()).then_some(limits)
}

/// The sets of `size` men that captures may leave of these.
fn after_captures(variant: &Variant, men: &Men, size: usize) -> Vec<Men> {
    let mut sets = vec![men.clone()];
    while sets.first().is_some_and(|set| set.len() > size) {
        let mut fewer = Vec::new();
        for set in &sets {
            for side in Side::ALL {
                let kinds = set.of_side(side);
                for (at, &kind) in kinds.iter().enumerate() {
                    let last = kinds.get(at + 1) != Some(&kind);
                    if last && variant.kind(kind).can_be_captured() {
                        let left = |own: Side| -> Vec<KindId> {
                            let all = set.of_side(own).iter().copied().enumerate();
                            all.filter(|&(other, _)| own != side || other != at).map(|(_, kind)| kind).collect()
                        };
                        let left = Men::new(PerSide::from_fn(left));
                        if !fewer.contains(&left) {
                            fewer.push(left);
                        }
                    }
                }
            }
        }
        sets = fewer;
    }
    sets
}

/// Validity of a table's values under rules that depend on earlier positions and on long counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueScope {
    /// Plies without progress that end the game or let a player claim a draw.
    quiet_plies: Option<u32>,
    /// Series without progress that end the game.
    quiet_series: Option<u32>,
    /// Fewest plies that a count of moves leaves when it begins; `None` if moves are not counted.
    least_count: Option<u32>,
    /// Whether a game without a decision is drawn: repetition is legal, and all endings that tables leave out draw.
    draws_hold: bool,
}

impl ValueScope {
    fn new(variant: &Variant) -> Self {
        let left_out = variant.endings.iter().filter(|ending| ending.condition.basis().is_past());
        let draws = [GameResult::Draw, GameResult::DrawOnClaim];
        let all_draw = left_out.into_iter().all(|ending| draws.contains(&ending.result));
        let counts = Side::ALL.into_iter().flat_map(|side| {
            [&variant.rules.counting[side], &variant.rules.counting_when_bared[side]].into_iter().flatten()
        });
        let least = |count: &Count| {
            let men = if count.from_men { 2 * Men::MAX as u32 } else { 0 };
            let moves = count.limits.iter().map(|limit| u32::from(limit.moves)).min().unwrap_or(u32::MAX / 4);
            (2 * moves).saturating_sub(men)
        };
        let quiet = |ending: &Ending| ending.condition.quiet_plies();
        Self {
            quiet_plies: variant.endings.iter().filter_map(quiet).min(),
            quiet_series: variant
                .endings
                .iter()
                .filter_map(|ending| ending.condition.quiet_series())
                .min()
                .map(u32::from),
            least_count: counts.map(least).min(),
            draws_hold: all_draw && variant.rules.repetition != Repetition::Illegal,
        }
    }

    /// Whether the game is decided before a count can end it, in a position that is won or lost after `plies`.
    pub(super) fn is_in_time(&self, position: &Position, plies: u16) -> bool {
        let plies = u32::from(plies);
        let fits = |counted: u32, limit: Option<u32>| limit.is_none_or(|limit| counted + plies < limit);
        fits(position.halfmove(), self.quiet_plies)
            && fits(u32::from(position.quiet_series()), self.quiet_series)
            && fits(0, self.least_count)
            && (self.least_count.is_none()
                || position.move_count().is_none_or(|(counted, limit)| fits(counted.into(), Some(limit.into()))))
    }

    /// Whether drawn positions of a table are drawn in the game.
    pub(super) const fn draws_hold(&self) -> bool {
        self.draws_hold
    }

    /// Distance from a limit within which its count belongs to the transposition key, if wins take up to `longest` plies.
    fn counter_margin(&self, longest: u16) -> u32 {
        let doubled = if self.quiet_series.is_some() { 2 } else { 1 };
        (u32::from(longest) + 1) * doubled
    }
}

/// The tables that a search probes.
#[derive(Debug)]
pub(super) struct Reach {
    pub(super) tables: Tables,
    /// Most men of a position that may be in a table.
    pub(super) most_men: u32,
    /// See [`ValueScope::counter_margin`].
    pub(super) counter_margin: u32,
    pub(super) scope: ValueScope,
    /// The wins that come within limits of moves without progress, where those may matter.
    pub(super) fits: Option<Fits>,
}

/// Result of a table lookup under the rules of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probed {
    Exact(Value),
    /// A side wins, but not as soon as its table says.
    Winner(Side),
}

impl Reach {
    /// The value of a position where the game is not over, unless a rule that the tables leave out may change it.
    #[inline]
    pub(super) fn probe(&self, position: &Position) -> Option<Probed> {
        if position.occupied().len() as u32 > self.most_men {
            return None;
        }
        let value = self.tables.probe(position)?;
        match value.plies() {
            Some(plies) if self.scope.is_in_time(position, plies) => Some(Probed::Exact(value)),
            Some(_) => self.probe_limits(position, value),
            None => self.scope.draws_hold().then_some(Probed::Exact(value)),
        }
    }

    /// The value of a position that a side wins by its table, perhaps too late.
    #[cold]
    fn probe_limits(&self, position: &Position, value: Value) -> Option<Probed> {
        if self.fits.as_ref()?.probe(&self.tables, position)? {
            value.winner(position.turn()).map(Probed::Winner)
        } else {
            self.scope.draws_hold().then_some(Probed::Exact(Value::Draw))
        }
    }
}
