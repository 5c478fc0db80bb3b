//! Wins that fit into the limits of moves without progress, and those that don't.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use weakfish::engine::{Move, Position};
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{Ending, GameResult, Judged};

use crate::error::MakeError;
use crate::families::FamilyMen;
use crate::layout::Placed;
use crate::omissions::limit_of;
use crate::progress::{
    Known, Limit, Limits, MAX_PASSING, Reserve, Role, Round, Stop, Wins, after_move, number_of, reserve_of, reserves,
};
use crate::table::Table;
use crate::tables::Tables;
use crate::{Estimate, Men, Options, Progress, Selection, Value};

/// Bytes that a number of a table takes while its wins are compared with a limit, and of a move.
const BYTES_PER_POSITION: u64 = 36;
const BYTES_PER_MOVE: u64 = 8;

/// Bytes that a number of a table takes once its wins are compared, with those of earlier rounds.
const BYTES_KEPT: u64 = 12;

/// Wins of tables compared with draws after a number of plies without progress: which ones fit against any defence.
///
/// Made by [`Tables::fits`]. A win fits if the winner can force a move of progress within the limit after which the
/// rest of the win fits again, or the end of the game. Repetition and counts of moves are left out, as in the values.
#[derive(Clone, Debug)]
pub struct Fits(Known);

/// Whether a win fits into the limits, in a position with nothing counted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// In time, since no win of these men takes so long.
    Short,
    /// In time.
    Within {
        /// The most plies without progress that may have been counted; `None` is any number.
        most: Option<u16>,
        /// The plies to the next move of progress, or to the end of the game. The winner secures the greatest count as
        /// soon as possible, the loser the least as late as possible.
        plies: u16,
    },
    /// Too late.
    Late,
}

/// The outcome of a move under limits, of a position that a side wins by its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveFit {
    /// The winner wins in time.
    InTime {
        /// Less is better for the player who moves: the winner comes nearer, the loser has more plies counted.
        rank: u32,
    },
    /// The winner does not win after it: the game is drawn, or lost for him.
    Late,
    /// Not known: the wins that it leads to have not been compared.
    Unknown,
}

/// Numbers of wins that fit into limits, and that don't.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FitCounts {
    /// Positions that a side wins, with either side to move.
    pub won: u64,
    /// Positions whose win does not fit with nothing counted.
    pub late: u64,
    /// The most plies to a move of progress or the end of the game in a win that fits; `None` where no win takes as long
    /// as the limits.
    pub longest: Option<u16>,
}

impl Tables {
    /// Finds the wins of these men that fit into the limits of some endings, given by their places among the endings of
    /// the game. These are draws, claimed or not, after a number of plies without progress. They are considered
    /// together, without the other endings. The table of these men must have been made. If no win takes so long, the
    /// call costs nothing.
    ///
    /// # Errors
    ///
    /// If there is no table, an ending is not such a one, it takes too much memory, or the observer did not go on.
    pub fn fits(
        &self,
        men: &Men,
        endings: &[usize],
        options: &Options,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Fits, MakeError> {
        let mut fits = Fits::new(self, endings)?;
        fits.0.keeps_rounds = false;
        fits.compare(self, men, 0, options, observer)?;
        Ok(fits)
    }
}

impl Fits {
    /// No wins compared yet, under the limits of some endings as in [`Tables::fits`].
    ///
    /// # Errors
    ///
    /// If an ending is no draw after a number of plies without progress.
    pub fn new(tables: &Tables, endings: &[usize]) -> Result<Self, MakeError> {
        let variant = tables.game().variant();
        let mut limits = Vec::new();
        for &index in endings {
            let ending = variant.endings.get(index).ok_or(MakeError::NoLimit)?;
            let plies = limit_of(ending).ok_or(MakeError::NoLimit)?;
            // No win takes as long as others.
            if ending.is_of_setup(tables.setup())
                && let Ok(plies) = u16::try_from(plies)
                && plies < u16::MAX
            {
                let claimed = ending.result == GameResult::DrawOnClaim;
                let to_move = PerSide::from_fn(|turn| holds_with(ending, turn));
                limits.push(Limit { ending: index, plies, claimed, to_move });
            }
        }
        let all = limits.iter().map(|limit| limit.plies).max().unwrap_or(0) + 1;
        Ok(Self(Known { limits: Limits { limits, all }, tables: HashMap::new(), keeps_rounds: true }))
    }

    /// The fewest plies of a limit; `None` if there is none.
    pub fn least_limit(&self) -> Option<u16> {
        self.0.limits.limits.iter().map(|limit| limit.plies).min()
    }

    /// Whether a limit may draw some win of these men, from a position with `counted` plies. Their table must have been made.
    pub fn may_matter(&self, tables: &Tables, men: &Men, counted: u32) -> bool {
        let keys = tables.all_below(&tables.families().of_men(men));
        let mut finished = keys.iter().rev().filter_map(|key| tables.finished().get(key)).enumerate();
        finished.any(|(place, table)| self.is_long(table, if place == 0 { counted } else { 0 }))
    }

    /// Whether [`Fits::compare`] compares the wins of these men's own table, from a position with `counted` plies.
    pub fn is_own_table_compared(&self, tables: &Tables, men: &Men, counted: u32) -> bool {
        let table = tables.finished().get(&tables.families().of_men(men));
        table.is_some_and(|table| self.is_long(table, counted))
    }

    /// Whether the longest win of a table may exceed a limit, from a position with `counted` plies.
    fn is_long(&self, table: &Table, counted: u32) -> bool {
        self.least_limit().is_some_and(|least| u32::from(table.longest) + counted >= least.into())
    }

    /// Whether [`Fits::compare`] has compared the wins of these men, from positions with up to `counted` plies.
    pub fn has(&self, tables: &Tables, men: &Men, counted: u32) -> bool {
        let key = tables.families().of_men(men);
        let Some(table) = tables.finished().get(&key) else { return false };
        match self.0.tables.get(&key) {
            Some(Wins::Each(_)) => true,
            Some(Wins::All) => !self.is_long(table, counted),
            None => false,
        }
    }

    /// Estimates time and memory of [`Fits::compare`], with the memory that is kept after it. It does not depend on
    /// earlier comparisons.
    pub fn estimate(&self, tables: &Tables, men: &Men, counted: u32) -> (Estimate, u64) {
        let own = tables.families().of_men(men);
        let (mut estimate, mut kept) = (Estimate::default(), 0);
        for key in tables.all_below(&own) {
            let Some(table) = tables.finished().get(&key) else { continue };
            if !self.is_long(table, if key == own { counted } else { 0 }) {
                continue;
            }
            let positions = table.layout.len().unwrap_or(u64::MAX);
            let (moves, _) = tables.memory_with_moves(&table.layout);
            let memory = memory_to_compare(positions, moves).saturating_add(kept);
            estimate.tables += 1;
            estimate.positions = estimate.positions.saturating_add(positions);
            estimate.moves = estimate.moves.saturating_add(moves);
            estimate.memory = estimate.memory.max(memory);
            kept = positions.saturating_mul(BYTES_KEPT).saturating_add(kept);
        }
        (estimate, kept)
    }

    /// Compares the wins of these men with the limits, from positions with up to `counted` plies. Their table must have
    /// been made. If no win takes so long, the call costs nothing.
    ///
    /// # Errors
    ///
    /// If there is no table, it takes too much memory, or the observer stopped it. Results so far are kept.
    pub fn compare(
        &mut self,
        tables: &Tables,
        men: &Men,
        counted: u32,
        options: &Options,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), MakeError> {
        let own = tables.families().of_men(men);
        let mut order = tables.all_below(&own);
        if order.is_empty() {
            return Err(MakeError::NoTable);
        }
        let count = order.len();
        order.reverse();
        let mut needed: Vec<FamilyMen> = Vec::new();
        while let Some(key) = order.pop() {
            let Some(table) = tables.finished().get(&key) else { continue };
            if matches!(self.0.tables.get(&key), Some(Wins::Each(_))) {
                continue;
            }
            if !self.is_long(table, if key == own { counted } else { 0 }) && !needed.contains(&key) {
                self.0.tables.insert(key, Wins::All);
                continue;
            }
            let (moves, _) = tables.memory_with_moves(&table.layout);
            let total = table.layout.len().unwrap_or(u64::MAX);
            let memory = memory_to_compare(total, moves).saturating_add(tables.bytes()).saturating_add(self.bytes());
            if memory > options.max_memory {
                return Err(MakeError::Memory(memory));
            }
            let tables_done = count.saturating_sub(order.len() + 1);
            let mut observe = |done: u64| observer(Progress { tables_done, tables: count, done, total });
            match reserves(tables, &self.0, table, &mut observe) {
                Ok(reserves) => {
                    self.0.tables.insert(key, Wins::Each(Arc::new(reserves)));
                }
                Err(Stop::Needs(other)) if other != key && !needed.contains(&other) => {
                    needed.push(other);
                    order.extend([key, other]);
                }
                Err(Stop::Needs(other)) => return Err(MakeError::Missing(vec![tables.families().men(&other)])),
                Err(Stop::Error(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Memory that they take, in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// The wins of the men of some tables, without the others. They are shared, not copied.
    #[must_use]
    pub fn only(&self, tables: &Tables) -> Self {
        let mut only = self.clone();
        only.0.tables.retain(|key, _| tables.finished().contains_key(key));
        only
    }

    /// Whether the side that wins a position by its table does so under the limits, with the plies that the position has
    /// counted; `None` if this is not known. No move is generated. The game must not be over, and a side must win.
    #[inline]
    pub fn probe(&self, tables: &Tables, position: &Position) -> Option<bool> {
        if !position.en_passant().is_empty() {
            return None;
        }
        let key = tables.families().of_men(&Men::of(position));
        let Wins::Each(reserves) = self.0.tables.get(&key)? else { return None };
        let placed: Vec<Placed> = position.men().collect();
        let layout = &tables.finished().get(&key)?.layout;
        let reserve = reserves.get(number_of(layout, &placed, position.turn_state())?)?;
        Some(reserve.admits(position.halfmove(), self.0.limits.all))
    }

    /// The legal moves of a position that a side wins by its table, with the plies that the position has counted: whether
    /// that side still wins under the limits. Empty for a draw, or without a table.
    ///
    /// A winner who makes a move of the least rank whenever it is his turn wins in the end: each move of progress brings
    /// him nearer, even where progress can be undone, and between two of them no position occurs twice.
    pub fn moves(&self, tables: &Tables, position: &Position) -> Vec<(Move, MoveFit)> {
        let known = (tables, &self.0);
        let placed: Vec<Placed> = position.men().collect();
        let mut fresh = tables.game().start_of(tables.setup());
        let (Ok(value), true) = (tables.value(position), fresh.rearrange(&placed, position.turn_state())) else {
            return Vec::new();
        };
        let (turn, count) = (fresh.turn(), position.halfmove());
        let Some(winner) = value.winner(turn) else { return Vec::new() };
        let all = self.0.limits.all;
        let (role, round) = if winner == turn {
            (Role::Winner(turn), self.first_round(tables, &mut fresh, count))
        } else {
            (Role::Loser(turn), None)
        };
        let mut moves = Vec::new();
        for mv in fresh.legal_moves().to_vec() {
            let undo = fresh.make(mv);
            let before = after_move(known, &mut fresh, (mv, Some(winner)), None, MAX_PASSING);
            let in_round = after_move(known, &mut fresh, (mv, Some(winner)), round, MAX_PASSING);
            fresh.unmake(undo);
            let rated = match (before, in_round) {
                (Ok(before), _) if !before.admits(count, all) => MoveFit::Late,
                (Ok(before), Ok(in_round)) => {
                    let admitted = |reserve: Reserve| Some(reserve).filter(|reserve| reserve.admits(count, all));
                    let reserve =
                        role.choose(&self.0.limits, role.first(), admitted(in_round).unwrap_or(Reserve::NONE));
                    let rank = if winner == turn { u32::MAX - reserve.rank() } else { before.rank() };
                    MoveFit::InTime { rank }
                }
                _ => MoveFit::Unknown,
            };
            moves.push((mv, rated));
        }
        moves
    }

    /// The first round in which a position with this count is won; `None` if no round has found a win.
    fn first_round(&self, tables: &Tables, position: &mut Position, count: u32) -> Option<Round> {
        let men = tables.families().of_men(&Men::of(position));
        let Wins::Each(reserves) = self.0.tables.get(&men)? else { return None };
        (1..=reserves.rounds()).map(|number| Round { men, number }).find(|&round| {
            let reserve = reserve_of((tables, &self.0), position, Some(round), MAX_PASSING);
            reserve.is_ok_and(|reserve| reserve.admits(count, self.0.limits.all))
        })
    }
}

/// Peak memory of a comparison of a table's wins, in bytes, by its numbers of positions and moves.
const fn memory_to_compare(positions: u64, moves: u64) -> u64 {
    positions.saturating_mul(BYTES_PER_POSITION).saturating_add(moves.saturating_mul(BYTES_PER_MOVE))
}

impl Fits {
    /// Whether the win of a position fits, with nothing counted; `None` if no side wins, or if the wins of its men were
    /// not compared.
    pub fn fit(&self, tables: &Tables, position: &Position) -> Option<Fit> {
        let value = tables.value(position).ok()?;
        value.plies()?;
        let placed: Vec<Placed> = position.men().collect();
        let mut fresh = tables.game().start_of(tables.setup());
        if !fresh.rearrange(&placed, position.turn_state()) {
            return None;
        }
        match reserve_of((tables, &self.0), &mut fresh, None, u32::from(u8::MAX)) {
            Ok(reserve) if reserve.is_none() => Some(Fit::Late),
            Ok(reserve) => {
                let most = (reserve.counts() < self.0.limits.all).then(|| reserve.counts() - 1);
                Some(Fit::Within { most, plies: reserve.plies() })
            }
            Err(_) => self.0.all_fit(tables, &fresh).then_some(Fit::Short),
        }
    }

    /// Counts the selected wins, those that fit and those that don't; `None` if the wins of their men were not compared.
    pub fn counts(&self, tables: &Tables, selection: &Selection) -> Option<FitCounts> {
        let key = tables.families().of_men(selection.men());
        let (table, wins) = (tables.finished().get(&key)?, self.0.tables.get(&key)?);
        let layout = &table.layout;
        let mut counts = FitCounts::default();
        for arrangement in 0..layout.arrangements {
            let images = selection.share(tables.game(), layout, arrangement).images;
            for state in (0..layout.states()).filter(|_| images > 0) {
                if !matches!(table.cell(state, arrangement).value(), Some(Value::Win(_) | Value::Loss(_))) {
                    continue;
                }
                counts.won += images;
                let Wins::Each(reserves) = wins else { continue };
                let number = u64::from(state) * layout.arrangements + arrangement;
                match reserves.get(number).filter(|reserve| !reserve.is_none()) {
                    Some(reserve) => counts.longest = counts.longest.max(Some(reserve.plies())),
                    None => counts.late += images,
                }
            }
        }
        Some(counts)
    }
}

/// Whether an ending by plies without progress holds with a side to move.
fn holds_with(ending: &Ending, turn: Side) -> bool {
    let concerns = |side: Side| ending.both || ending.side.is_none_or(|only| only == side);
    match ending.judged {
        Judged::Always | Judged::ToMove => concerns(turn),
        Judged::NotToMove | Judged::Unanswered => !ending.both && concerns(!turn),
        Judged::WhiteToMove => turn == Side::White,
        Judged::BlackToMove => turn == Side::Black,
    }
}
