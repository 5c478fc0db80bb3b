//! Perft in units: an item is a sequence of the first plies, its result the number of sequences that begin with it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use weakfish::engine::{Game, Move, Perft, Position};
use weakfish::notation::{fen, uci};

use super::{Page, Prepared, ReportError, Runner, read_item, setting_fault};
use crate::fault::Fault;
use crate::number::ExactCount;

/// Perft from a position: a count of the sequences of a number of plies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PerftTask {
    /// The plies.
    pub depth: u32,
    /// Whether the report has counts for every first move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub divide: bool,
    /// The first plies, whose sequences are the items.
    pub split: u32,
    /// The setup by its name or number, or the number of an array; the first setup if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// The position, if it is not that of the setup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Moves to play from there, in machine notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Items for each unit: with several, large and small ones average out.
const ITEMS_PER_UNIT: u64 = 4;

/// The most items of a count.
const MAX_ITEMS: usize = 1 << 24;

/// The most moves of all items together, which are kept in memory.
const MAX_ITEM_MOVES: usize = 1 << 26;

impl PerftTask {
    /// The most plies of a count. Each ply takes memory until the count ends, and none that ends has nearly as many.
    pub const MAX_DEPTH: u32 = 10_000;

    /// A count from the start of the game, cut after the first ply.
    pub const fn new(depth: u32) -> Self {
        let split = if depth > 0 { 1 } else { 0 };
        Self { depth, divide: false, split, setup: None, fen: None, moves: Vec::new() }
    }

    /// Sets the plies after which the count is cut: as few as make some items for each of `units` units.
    pub fn split_for(&mut self, position: &Position, units: u32) {
        let wanted = u64::from(units) * ITEMS_PER_UNIT;
        self.split = (0..self.depth.min(Self::MAX_DEPTH))
            .find(|&plies| Perft::new(plies).count(position) >= wanted)
            .unwrap_or(self.depth);
    }

    /// The position that is counted from.
    fn position(&self, game: &Game) -> Result<Position, Fault> {
        let setup = self.setup.as_deref();
        let start = setup.map_or_else(|| Ok(game.start()), |name| game.start_named(name));
        let start = start.map_err(|error| setting_fault(setup.unwrap_or_default(), error.to_string()))?;
        let mut position = match &self.fen {
            None => start,
            Some(text) => fen::read(game, start.setup(), text).map_err(|error| {
                let reasons: Vec<String> =
                    error.into_diagnostics().into_iter().map(|problem| problem.message).collect();
                setting_fault(text, format!("this is no position of the game: {}", reasons.join("; ")))
            })?,
        };
        for word in &self.moves {
            let mv = uci::find(&position, word).filter(|&mv| position.play(mv).is_ok());
            mv.ok_or_else(|| setting_fault(word, format!("`{word}` is no legal move")))?;
        }
        Ok(position)
    }

    pub(super) fn prepare(&self, game: &Game, stop: &AtomicBool) -> Result<PreparedPerft, Fault> {
        if self.depth > Self::MAX_DEPTH {
            let message = format!("a count has at most {} plies", Self::MAX_DEPTH);
            return Err(setting_fault(self.depth.to_string(), message));
        }
        if self.split > self.depth {
            let message = format!("a count of {} plies is not cut after {}", self.depth, self.split);
            return Err(setting_fault(self.split.to_string(), message));
        }
        let start = self.position(game)?;
        let mut sequences = vec![Vec::new()];
        for plies in 1..=self.split {
            let most = MAX_ITEMS.min(MAX_ITEM_MOVES / plies as usize);
            if Perft::new(plies).count(&start) > most as u64 {
                let message = format!("the count is cut into more than {most} items of {plies} plies");
                return Err(setting_fault(self.split.to_string(), message));
            }
            let mut longer = Vec::new();
            for sequence in &sequences {
                if stop.load(Ordering::Relaxed) {
                    return Err(setting_fault(self.split.to_string(), "the count was stopped before it was cut"));
                }
                for mv in moves_after(&start, sequence) {
                    longer.push([sequence.as_slice(), &[mv]].concat());
                }
            }
            sequences = longer;
        }
        Ok(PreparedPerft { task: self.clone(), start, sequences })
    }
}

/// The position after some moves.
fn position_after(start: &Position, moves: &[Move]) -> Position {
    let mut position = start.clone();
    for &mv in moves {
        position.make(mv);
    }
    position
}

/// The moves that follow a sequence in a count, in the order of their texts.
fn moves_after(start: &Position, sequence: &[Move]) -> Vec<Move> {
    let position = position_after(start, sequence);
    let moves = Perft::new(1).divide(&position).into_iter();
    let mut moves: Vec<(String, Move)> = moves.map(|(mv, _)| (uci::write(&position, mv), mv)).collect();
    moves.sort_by(|one, other| one.0.cmp(&other.0));
    moves.into_iter().map(|(_, mv)| mv).collect()
}

/// A count with its items.
pub(super) struct PreparedPerft {
    task: PerftTask,
    start: Position,
    /// The items: sequences of the first plies.
    sequences: Vec<Vec<Move>>,
}

impl Prepared for PreparedPerft {
    fn items(&self) -> u64 {
        self.sequences.len() as u64
    }

    fn runner(&self) -> Runner<'_> {
        let perft = Perft::new(self.task.depth - self.task.split);
        Box::new(move |number, stop| {
            let sequence = self.sequences.get(number as usize).map_or(&[][..], Vec::as_slice);
            let nodes = perft.stop(stop).count(&position_after(&self.start, sequence));
            let counted = !stop.load(Ordering::Relaxed);
            Ok(counted.then(|| serde_json::to_string(&ExactCount(nodes)).unwrap_or_default()))
        })
    }

    fn report(&self, items: &BTreeMap<u64, &str>) -> Result<Page, ReportError> {
        let mut total = 0_u64;
        let mut divided: BTreeMap<String, u64> = BTreeMap::new();
        if self.task.divide && self.task.depth > 0 {
            // First moves that nothing follows are counted, too.
            for mv in moves_after(&self.start, &[]) {
                divided.insert(uci::write(&self.start, mv), 0);
            }
        }
        for (&number, text) in items {
            let ExactCount(nodes) = read_item(number, text)?;
            total = total.saturating_add(nodes);
            let first = self.sequences.get(number as usize).and_then(|sequence| sequence.first());
            if let Some(&first) = first.filter(|_| self.task.divide) {
                let sum = divided.entry(uci::write(&self.start, first)).or_default();
                *sum = sum.saturating_add(nodes);
            }
        }
        let entries = divided.into_iter().map(|(mv, nodes)| DivideEntry { mv, nodes }).collect();
        let divide = (self.task.divide && self.task.depth > 0).then_some(entries);
        let count = PerftCount { depth: self.task.depth, nodes: total, divide };
        if count.is_saturated() {
            return Err((None, "more sequences than can be counted".to_owned()));
        }
        Ok(Page { text: count.to_text(), json: serde_json::to_string(&count).ok(), html: None })
    }
}

/// The result of a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PerftCount {
    /// The plies.
    pub depth: u32,
    /// The number of sequences. It saturates.
    pub nodes: u64,
    /// Counts for each first move, in the order of their texts, if they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<DivideEntry>>,
}

/// A first move and the number of sequences that begin with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DivideEntry {
    /// The move in machine notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The sequences.
    pub nodes: u64,
}

impl PerftCount {
    /// Counts the sequences from a position, for every first move alone if `divide`.
    pub fn of(position: &Position, depth: u32, perft: &Perft<'_>, divide: bool) -> Self {
        if !divide || depth == 0 {
            return Self { depth, nodes: perft.count(position), divide: None };
        }
        let counts = perft.divide(position).into_iter();
        let mut entries: Vec<DivideEntry> =
            counts.map(|(mv, nodes)| DivideEntry { mv: uci::write(position, mv), nodes }).collect();
        entries.sort_by(|one, other| one.mv.cmp(&other.mv));
        let nodes = entries.iter().fold(0, |sum: u64, first| sum.saturating_add(first.nodes));
        Self { depth, nodes, divide: Some(entries) }
    }

    /// Whether there may be more sequences than were counted.
    pub const fn is_saturated(&self) -> bool {
        self.nodes == u64::MAX
    }

    /// The report for a terminal.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for DivideEntry { mv, nodes } in self.divide.iter().flatten() {
            let _ = writeln!(text, "{mv}: {nodes}");
        }
        let _ = writeln!(text, "Nodes searched: {}", self.nodes);
        text
    }
}
