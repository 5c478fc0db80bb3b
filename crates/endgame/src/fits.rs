//! Wins that fit into the limits of moves without progress, and those that don't.

use std::collections::HashMap;

use serde::Serialize;
use weakfish::engine::Position;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{Ending, GameResult, Judged};

use crate::error::MakeError;
use crate::layout::Placed;
use crate::omissions::limit_of;
use crate::progress::{Known, Limit, Limits, Stop, Wins, reserve_of, reserves};
use crate::tables::Tables;
use crate::{Men, Options, Progress, Selection, Value};

/// Bytes that a number of a table takes while its wins are compared with a limit, and of a move.
const BYTES_PER_POSITION: u64 = 36;
const BYTES_PER_MOVE: u64 = 8;

/// Wins of tables compared with draws after a number of plies without progress: which fit, whatever the loser does.
///
/// Made by [`Tables::fits`]. A win fits if the winner can force a move of progress within the limit, or the end of the game,
/// so that the win that is left fits again. Repetition and counts of moves are left out as they are of the values.
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
        /// The plies to the next move of progress, or to the end of the game, if the winner makes sure of the greatest
        /// such count as soon as possible, and the loser of the least as late as possible.
        plies: u16,
    },
    /// Too late.
    Late,
}

/// Numbers of wins that fit into limits, and that don't.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FitCounts {
    /// Positions that a side wins, whoever is to move.
    pub won: u64,
    /// Positions whose win does not fit with nothing counted.
    pub late: u64,
    /// The most plies to a move of progress or the end of the game in a win that fits; `None` where no win takes as long
    /// as the limits.
    pub longest: Option<u16>,
}

impl Tables {
    /// Finds out which wins of these men fit into the limits of some endings, by their places among the endings of the
    /// game: draws, claimed or not, after a number of plies without progress. They are taken together, and the others of
    /// the game left out. The table of these men must have been made. Where no win takes so long, it costs nothing.
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
        let variant = self.game().variant();
        let mut limits = Vec::new();
        for &index in endings {
            let ending = variant.endings.get(index).ok_or(MakeError::NoLimit)?;
            let plies = limit_of(ending).ok_or(MakeError::NoLimit)?;
            // No win takes as long as others.
            if ending.is_of_setup(self.setup())
                && let Ok(plies) = u16::try_from(plies)
                && plies < u16::MAX
            {
                let claimed = ending.result == GameResult::DrawOnClaim;
                let to_move = PerSide::from_fn(|turn| holds_with(ending, turn));
                limits.push(Limit { ending: index, plies, claimed, to_move });
            }
        }
        let least = limits.iter().map(|limit| limit.plies).min();
        let all = limits.iter().map(|limit| limit.plies).max().unwrap_or(0) + 1;
        let mut known = Known { limits: Limits { limits, all }, tables: HashMap::new() };
        let mut order = self.all_below(&self.families().of_men(men));
        if order.is_empty() {
            return Err(MakeError::NoTable);
        }
        let tables = order.len();
        order.reverse();
        let mut needed = Vec::new();
        while let Some(key) = order.pop() {
            let Some(table) = self.finished().get(&key) else { continue };
            if matches!(known.tables.get(&key), Some(Wins::Each(_))) {
                continue;
            }
            if least.is_none_or(|least| table.longest < least) && !needed.contains(&key) {
                known.tables.insert(key, Wins::All);
                continue;
            }
            let (moves, _) = self.memory_with_moves(&table.layout);
            let total = table.layout.len().unwrap_or(u64::MAX);
            let memory = total.saturating_mul(BYTES_PER_POSITION).saturating_add(moves.saturating_mul(BYTES_PER_MOVE));
            let memory = memory.saturating_add(self.bytes()).saturating_add(known.bytes());
            if memory > options.max_memory {
                return Err(MakeError::Memory(memory));
            }
            let tables_done = tables.saturating_sub(order.len() + 1);
            let mut observe = |done: u64| observer(Progress { tables_done, tables, done, total });
            match reserves(self, &known, table, &mut observe) {
                Ok(reserves) => {
                    known.tables.insert(key, Wins::Each(reserves));
                }
                Err(Stop::Needs(other)) if other != key && !needed.contains(&other) => {
                    needed.push(other);
                    order.extend([key, other]);
                }
                Err(Stop::Needs(other)) => return Err(MakeError::Missing(vec![self.families().men(&other)])),
                Err(Stop::Error(error)) => return Err(error),
            }
        }
        Ok(Fits(known))
    }
}

impl Fits {
    /// Whether the win of a position fits, with nothing counted; `None` if nobody wins, or its men are not among those
    /// that the wins were compared for.
    pub fn fit(&self, tables: &Tables, position: &Position) -> Option<Fit> {
        let value = tables.value(position).ok()?;
        value.plies()?;
        let placed: Vec<Placed> = position.men().collect();
        let mut fresh = tables.game().start_of(tables.setup());
        if !fresh.rearrange(&placed, position.turn_state()) {
            return None;
        }
        match reserve_of(tables, &self.0, &mut fresh, u32::from(u8::MAX)) {
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
                match reserves.get(number as usize).filter(|reserve| !reserve.is_none()) {
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
        _ => false,
    }
}
