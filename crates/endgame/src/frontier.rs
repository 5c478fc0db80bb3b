//! Retrograde analysis without a list of moves, which would take too much memory. The moves of a position are generated
//! again whenever a position that it may lead to has been decided.
//!
//! A position takes one byte, or more if its win is long, and a mark bit. The moves of all positions are generated once
//! to find those that are decided by moves out of the table; the same pass learns which positions may lead to which.
//! Then come the plies, one after the other: the predecessors of all positions that are decided after this many plies
//! are marked, and the marked ones are examined. A value of more plies than the present ones is a bound: a win may
//! still become shorter.
//!
//! The byte of an open position counts the positions that it may lead to and that are not known to be lost for its player.
//! It is marked when none is left. Predecessors are a superset, so the count is a lower bound; a position that is marked is
//! counted again.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::SetupId;

use crate::cells::SharedCells;
use crate::chunks::{CHUNK, chunks, each_chunk};
use crate::error::MakeError;
use crate::expansion::{Child, Expander, Finished, Observer, Status};
use crate::families::{Families, FamilyMen};
use crate::layout::Layout;
use crate::options::Options;
use crate::pending::Pending;
use crate::relation::{Predecessors, Relation};
use crate::table::Table;
use crate::value::{Cell, Value};

/// Memory in bytes of a table of this many positions while it is made, if no win is long.
pub(crate) const fn memory(positions: u64) -> u64 {
    positions.saturating_add(positions / 8)
}

/// Positions of a table with their values so far.
struct Work<'a> {
    layout: &'a Layout,
    cells: SharedCells,
    /// By number: whether a position must be examined.
    marks: Vec<AtomicU64>,
    /// By winner: the plies of decided positions that have not been carried back.
    pending: PerSide<Pending>,
    /// By chunk: whether positions are marked.
    marked: Vec<AtomicBool>,
}

impl<'a> Work<'a> {
    fn new(layout: &'a Layout, total: u64) -> Self {
        Self {
            layout,
            cells: SharedCells::new(total),
            marks: (0..total.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            pending: PerSide::from_fn(|_| Pending::new(total)),
            marked: (0..chunks(total)).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Memory in bytes.
    fn memory(&self) -> u64 {
        self.cells.bytes() + size_of_val(self.marks.as_slice()) as u64
    }

    /// Refuses more memory than is allowed.
    fn check_memory(&self, options: &Options) -> Result<(), MakeError> {
        if self.memory() > options.max_memory { Err(MakeError::Memory(self.memory())) } else { Ok(()) }
    }

    /// The number of positions with White to move, which come first.
    fn half(&self) -> u64 {
        self.layout.arrangements * u64::from(self.layout.states() / 2)
    }

    fn turn(&self, number: u64) -> Side {
        if number < self.half() { Side::White } else { Side::Black }
    }

    /// The part of a range of numbers in which a side is to move.
    fn numbers_of(&self, turn: Side, range: &Range<u64>) -> Range<u64> {
        match turn {
            Side::White => range.start..range.end.min(self.half()),
            Side::Black => range.start.max(self.half())..range.end,
        }
    }

    /// Sets a win or a loss, or a bound of it.
    fn decide(&self, number: u64, value: Value) {
        let (cell, winner, plies) = match value {
            Value::Draw => return,
            Value::Win(plies) => (Cell::win(plies), self.turn(number), plies),
            Value::Loss(plies) => (Cell::loss(plies), !self.turn(number), plies),
        };
        self.cells.set(number, cell);
        self.pending[winner].add(number, plies);
    }

    fn mark(&self, number: u64) {
        let Some(word) = self.marks.get((number / 64) as usize) else { return };
        let bit = 1 << (number % 64);
        // Most are marked already, and reading is cheaper.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
            if let Some(marked) = self.marked.get((number / CHUNK) as usize) {
                marked.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Marks the predecessors of the positions of a chunk that `winner` wins after these plies. `decided` is a buffer.
    fn mark_predecessors(
        &self,
        chunk: Range<u64>,
        (winner, plies): (Side, u16),
        predecessors: &Predecessors,
        decided: &mut Vec<u64>,
    ) {
        if !self.pending[winner].take(chunk.start, plies) {
            return;
        }
        for turn in Side::ALL {
            let cell = if turn == winner { Cell::win(plies) } else { Cell::loss(plies) };
            decided.clear();
            self.cells.each_of(self.numbers_of(turn, &chunk), cell, |number| decided.push(number));
            predecessors.each(self.layout, decided, &mut |before| {
                // One move that wins is enough; a position is lost with the last move that is not known to lose.
                if self.turn(before) == winner || self.cells.count_down(before) {
                    self.mark(before);
                }
            });
        }
    }

    /// Decides the marked positions of a chunk that follow from others that `winner` wins after these plies.
    fn decide_marked(&self, expander: &mut Expander<'_>, chunk: Range<u64>, winner: Side, plies: u16) {
        let marked = self.marked.get((chunk.start / CHUNK) as usize);
        if !marked.is_some_and(|marked| marked.swap(false, Ordering::Relaxed)) {
            return;
        }
        let mut open = Vec::new();
        for word in chunk.start / 64..chunk.end.div_ceil(64) {
            let Some(marks) = self.marks.get(word as usize) else { continue };
            let mut bits = marks.swap(0, Ordering::Relaxed);
            while bits != 0 {
                let number = word * 64 + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                let cell = self.cells.get(number);
                if self.turn(number) != winner {
                    if cell.is_open() {
                        self.look_for_loss(expander, number, plies, &mut open);
                    }
                    continue;
                }
                let later = |value| matches!(value, Value::Win(bound) if bound > plies + 1);
                let undecided = cell.value_if_decided().map_or(cell.is_open(), later);
                if undecided && self.has_win(expander, number, plies) {
                    self.decide(number, Value::Win(plies + 1));
                }
            }
        }
    }

    /// Whether a move of an undecided position wins after one ply more than these. Sooner wins have been seen.
    fn has_win(&self, expander: &mut Expander<'_>, number: u64, plies: u16) -> bool {
        let mut wins = false;
        self.each_move(expander, number, plies, |_, value| {
            wins |= value == Some(Value::Win(plies + 1));
            if wins { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        wins
    }

    /// Decides a position if all of its moves are known to lose after at most `plies`; otherwise counts those that are not.
    /// `open` is a buffer.
    fn look_for_loss(&self, expander: &mut Expander<'_>, number: u64, plies: u16, open: &mut Vec<u64>) {
        open.clear();
        let (mut latest, mut saved) = (0, false);
        let status = self.each_move(expander, number, plies, |child, value| {
            match (child, value) {
                (_, Some(Value::Loss(after))) => latest = latest.max(after),
                (Some(child), None) => add_new(open, child),
                _ => saved = true,
            }
            if saved { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if saved || !matches!(status, Status::Open { claim: false }) {
            self.cells.set_open_moves(number, None);
        } else if open.is_empty() {
            self.decide(number, Value::Loss(latest));
        } else {
            self.cells.set_open_moves(number, Some(open.len()));
        }
    }

    /// Calls `visit` with each move of a position: its target in the table, and its value for the player who makes it.
    /// The value is given if it follows from positions that are decided after at most `plies`.
    fn each_move(
        &self,
        expander: &mut Expander<'_>,
        number: u64,
        plies: u16,
        mut visit: impl FnMut(Option<u64>, Option<Value>) -> ControlFlow<()>,
    ) -> Status {
        let arrangements = self.layout.arrangements.max(1);
        let places = self.layout.places_of(number % arrangements);
        let state = self.layout.state((number / arrangements) as u32);
        expander.each_child(number % arrangements, &places, state, |_, child| match child {
            Child::Valued(value) => visit(None, Some(value)),
            Child::Numbered(child) => {
                let value = self.cells.get(child).value_if_decided();
                let known = value.filter(|value| value.plies().is_some_and(|after| after <= plies));
                visit(Some(child), known.map(|value| value.before_move(self.turn(child) != state.turn)))
            }
            Child::Beside(_) | Child::Unnumbered(_) | Child::Missing(_) => visit(None, None),
        })
    }

    /// The fewest plies, among those not carried back, after which positions are decided.
    fn next_plies(&self) -> Option<u16> {
        Side::ALL.into_iter().filter_map(|winner| self.pending[winner].least()).min()
    }
}

/// Makes the table of a layout, given those that captures and promotions lead into.
pub(crate) fn make(
    (game, setup): (&Game, SetupId),
    families: &Families,
    layout: Layout,
    finished: &Finished,
    options: &Options,
    observer: Observer<'_>,
) -> Result<Table, MakeError> {
    let total = layout.len().ok_or(MakeError::TooManyPositions)?;
    let expander = || Expander::new(game, setup, &layout, families, finished);
    if memory(total) > options.max_memory {
        return Err(MakeError::Memory(memory(total)));
    }
    let mut work = Work::new(&layout, total);
    let predecessors = examine_all(&work, &expander, families, options, observer)?;
    while let Some(plies) = work.next_plies() {
        if plies >= Cell::MAX_PLIES {
            return Err(MakeError::TooLong);
        }
        work.check_memory(options)?;
        // Both copies are there for a while.
        if work.cells.is_better_wide() && work.memory() + 2 * total <= options.max_memory {
            work.cells = work.cells.widened();
        }
        let work = &work;
        for winner in Side::ALL {
            let mark = || {
                let (mut decided, predecessors) = (Vec::new(), &predecessors);
                move |chunk: Range<u64>| {
                    work.mark_predecessors(chunk, (winner, plies), predecessors, &mut decided);
                    Ok(())
                }
            };
            let examine_chunk = || {
                let mut expander = expander();
                move |chunk: Range<u64>| {
                    work.decide_marked(&mut expander, chunk, winner, plies);
                    Ok(())
                }
            };
            if !work.pending[winner].has(plies) {
                continue;
            }
            let mut observe = |_: u64| observer(total);
            each_chunk(total, options.threads.get(), &mut observe, mark, |_, ()| {})?;
            work.pending[winner].remove(plies);
            if predecessors.moves_several {
                (0..total).filter(|&number| work.cells.get(number).is_open()).for_each(|number| work.mark(number));
            }
            each_chunk(total, options.threads.get(), &mut observe, examine_chunk, |_, ()| {})?;
        }
    }
    let cells = work.cells.into_cells();
    Ok(Table::new(layout, cells))
}

/// Examines all positions for the first time: ends of the game, and values that follow from moves out of the table
/// alone. Returns which positions may lead to which.
fn examine_all<'a>(
    work: &Work<'_>,
    expander: &(impl Fn() -> Expander<'a> + Sync),
    families: &Families,
    options: &Options,
    observer: Observer<'_>,
) -> Result<Predecessors, MakeError> {
    let total = work.layout.len().ok_or(MakeError::TooManyPositions)?;
    let relation = Relation::new(work.layout);
    let examine_chunk = || {
        let (mut expander, relation) = (expander(), &relation);
        move |chunk: Range<u64>| {
            let (mut open, mut missing) = (Vec::new(), Vec::new());
            for number in chunk {
                examine(work, &mut expander, relation, number, (&mut open, &mut missing))?;
            }
            work.check_memory(options)?;
            Ok(missing)
        }
    };
    let mut missing: Vec<FamilyMen> = Vec::new();
    each_chunk(total, options.threads.get(), observer, examine_chunk, |_, more| missing.extend(more))?;
    if missing.is_empty() {
        return Ok(relation.into_predecessors(work.layout));
    }
    missing.sort_unstable();
    missing.dedup();
    Err(MakeError::Missing(missing.iter().map(|men| families.men(men)).collect()))
}

/// Examines a position for the first time, and adds men that its moves lead to and that no table is known of. `open` is a
/// buffer.
fn examine(
    work: &Work<'_>,
    expander: &mut Expander<'_>,
    relation: &Relation,
    number: u64,
    (open, missing): (&mut Vec<u64>, &mut Vec<FamilyMen>),
) -> Result<(), MakeError> {
    let layout = work.layout;
    let arrangements = layout.arrangements.max(1);
    let places = layout.places_of(number % arrangements);
    let state_number = (number / arrangements) as u32;
    let state = layout.state(state_number);
    let (mut win, mut loss, mut draws, mut beside) = (None::<u16>, 0, false, false);
    open.clear();
    let status = expander.each_child(number % arrangements, &places, state, |mv, child| {
        match child {
            Child::Numbered(number) => {
                add_new(open, number);
                relation.learn(layout, mv, &places, state_number, number);
            }
            Child::Beside(_) => beside = true,
            Child::Valued(Value::Win(plies)) => win = Some(win.map_or(plies, |other| other.min(plies))),
            Child::Valued(Value::Draw) => draws = true,
            Child::Valued(Value::Loss(plies)) => loss = loss.max(plies),
            Child::Missing(men) | Child::Unnumbered(men) => {
                if !missing.contains(&men) {
                    missing.push(men);
                }
            }
        }
        ControlFlow::Continue(())
    });
    if beside {
        return Err(MakeError::EnPassant);
    }
    match (status, win) {
        (Status::Decided(cell), _) => match cell.value_if_decided() {
            Some(value) => work.decide(number, value),
            None => work.cells.set(number, cell),
        },
        (Status::Open { .. }, Some(plies)) => work.decide(number, Value::Win(plies)),
        (Status::Open { claim }, None) => match open.len() {
            _ if draws || claim => work.cells.set_open_moves(number, None),
            0 => work.decide(number, Value::Loss(loss)),
            moves => work.cells.set_open_moves(number, Some(moves)),
        },
    }
    Ok(())
}

/// Adds a number to a short list unless it is there. Two moves may lead to positions that are images of each other.
/// Counted twice, they would change no value: the symmetry that maps one move to the other leaves the position before
/// them as it is, and [`Layout::each_image`] visits that position once for each.
fn add_new(numbers: &mut Vec<u64>, number: u64) {
    if !numbers.contains(&number) {
        numbers.push(number);
    }
}
