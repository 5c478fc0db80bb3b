//! The tables of a game: making them, those they lead into first, and looking positions up.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use weakfish::engine::{Game, Move, Piece, Position, StatePart};
use weakfish::geometry::{BoardMap, Side};
use weakfish::model::{Ending, GameResult, Judged, SetupId, Variant};

use crate::cells::Cells;
use crate::error::{MakeError, NotInTable, Unsupported};
use crate::expansion::{Finished, search};
use crate::families::{Families, FamilyMen};
use crate::layout::{Layout, Placed};
use crate::omissions;
use crate::options::{Options, Progress};
use crate::symmetry;
use crate::table::Table;
use crate::value::Cell;
use crate::{Men, Omission, Selection, Statistics, Value};
use crate::{frontier, retrograde};

/// The estimated cost of a table, with those that it leads into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimate {
    /// Numbered positions, legal or not, up to symmetry.
    pub positions: u64,
    /// The number of tables.
    pub tables: usize,
    /// The most memory at a time, in bytes.
    pub memory: u64,
    /// Moves that are generated.
    pub moves: u64,
}

impl Estimate {
    /// About how many seconds it takes on one core.
    pub fn seconds(&self) -> u64 {
        self.time().as_secs()
    }

    /// About how long it takes on one core.
    pub fn time(&self) -> Duration {
        let positions = self.positions.saturating_mul(NANOSECONDS_PER_POSITION);
        Duration::from_nanos(positions.saturating_add(self.moves.saturating_mul(NANOSECONDS_PER_MOVE)))
    }
}

const NANOSECONDS_PER_POSITION: u64 = 150;
const NANOSECONDS_PER_MOVE: u64 = 60;

/// Bytes that a number of a table takes while it is made, and of a move within the table.
const BYTES_PER_POSITION: u64 = 10;
const BYTES_PER_MOVE: u64 = 8;

/// Number of times that the moves of a position are generated if they are not kept; measured.
const REPETITIONS: u64 = 4;

/// Bytes that a table takes that is made without a list of moves, if no win is long.
const fn memory_without_moves(positions: u64) -> u64 {
    frontier::memory(positions)
}

/// The most symmetries of a board, the identity among them.
const MAX_SYMMETRIES: u64 = 8;

/// Moves that are generated to find out whether a finishing move ends the game.
const MOVES_PER_TRIAL: u64 = 20;

/// The most positions tried for an estimate.
const SAMPLES: u64 = 2000;

/// One in this many positions of a small table is tried, since making the table tries each.
const POSITIONS_PER_SAMPLE: u64 = 16;

/// The tables of a game. Copies share the values.
#[derive(Clone)]
pub struct Tables {
    game: Game,
    setup: SetupId,
    families: Arc<Families>,
    finished: Finished,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables({:?}, {} tables)", self.game, self.finished.len())
    }
}

impl Tables {
    /// An empty set of tables for a game from a setup. Promotions may depend on the setup.
    ///
    /// # Errors
    ///
    /// If the rules of the game don't admit exact tables.
    pub fn new(game: &Game, setup: SetupId) -> Result<Self, Unsupported> {
        if let Some(reason) = Unsupported::find(game.facts()) {
            return Err(reason);
        }
        Ok(Self { game: game.clone(), setup, families: Arc::new(Families::new(game)), finished: HashMap::new() })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The rules and endings of the game that the values ignore.
    pub fn omissions(&self) -> Vec<Omission> {
        omissions::find(&self.game)
    }

    /// An empty collection of the game and the setup.
    pub(crate) fn without_tables(&self) -> Self {
        let families = Arc::clone(&self.families);
        Self { game: self.game.clone(), setup: self.setup, families, finished: HashMap::new() }
    }

    fn variant(&self) -> &Variant {
        self.game.variant()
    }

    pub(crate) fn setup(&self) -> SetupId {
        self.setup
    }

    pub(crate) fn families(&self) -> &Families {
        &self.families
    }

    pub(crate) fn finished(&self) -> &Finished {
        &self.finished
    }

    /// Adds a table that has been made before.
    pub(crate) fn add(&mut self, men: FamilyMen, table: Arc<Table>) {
        self.finished.insert(men, table);
    }

    /// The layout of these men with the symmetries of these bits.
    pub(crate) fn layout_with(&self, men: &FamilyMen, bits: u8) -> Option<Layout> {
        let mut layout = Layout::new(&self.game, &self.families, men)?;
        let symmetries = symmetry::of_bits(&self.game, &layout, bits)?;
        layout.admitted = symmetries.iter().map(|(map, _)| map.clone()).collect();
        layout.use_symmetries(&symmetries);
        Some(layout)
    }

    /// The men of the finished tables that a table leads into, itself last, each after those that it leads into.
    pub(crate) fn all_below(&self, men: &FamilyMen) -> Vec<FamilyMen> {
        self.in_order(men, &|men| !self.finished.contains_key(men))
    }

    /// The tables that the table of these men needs and that are not there yet, itself last, each after those that it
    /// leads into.
    fn needed(&self, men: &FamilyMen) -> Vec<FamilyMen> {
        self.in_order(men, &|men| self.finished.contains_key(men))
    }

    /// The men that some lead to, themselves last, each after those that they lead to, without excluded ones.
    fn in_order(&self, men: &FamilyMen, left_out: &dyn Fn(&FamilyMen) -> bool) -> Vec<FamilyMen> {
        let mut order = Vec::new();
        let mut open = vec![(*men, false)];
        while let Some((men, expanded)) = open.pop() {
            if left_out(&men) || order.contains(&men) {
                continue;
            }
            if expanded {
                order.push(men);
                continue;
            }
            open.push((men, true));
            let next = self.families.after_one_move(self.variant(), &men);
            open.extend(next.into_iter().map(|next| (next, false)));
        }
        order
    }

    /// The layout of the positions of these men, with the symmetries that were found; `None` if they are too many.
    fn layout(&self, men: &FamilyMen) -> Option<Layout> {
        let mut layout = Layout::new(&self.game, &self.families, men)?;
        // Properties of the positions of this table must hold of those that it leads into.
        let next = self.families.after_one_move(self.variant(), men);
        let below: Vec<Vec<BoardMap>> =
            next.iter().filter_map(|men| self.finished.get(men)).map(|table| table.layout.admitted.clone()).collect();
        let admitted = below.into_iter().reduce(|mut one, other| {
            one.retain(|map| other.contains(map));
            one
        });
        let symmetries = symmetry::find((&self.game, self.setup), &layout, admitted.as_deref());
        layout.admitted = symmetries.iter().map(|(map, _)| map.clone()).collect();
        layout.use_symmetries(&symmetries);
        Some(layout)
    }

    /// Estimates memory and time of the table of these men. The table takes longer if a list of all moves would exceed
    /// `max_memory` bytes.
    ///
    /// # Errors
    ///
    /// If they have more positions than can be numbered, or that fit into `max_memory` bytes.
    pub fn estimate(&self, men: &Men, max_memory: u64) -> Result<Estimate, MakeError> {
        let key = self.families.of_men(men);
        // The smaller tables are considered only if it can be made at all.
        let whole = Layout::new(&self.game, &self.families, &key).and_then(|layout| layout.len());
        let least = memory_without_moves(whole.ok_or(MakeError::TooManyPositions)? / MAX_SYMMETRIES);
        if least > max_memory {
            return Err(MakeError::Memory(least));
        }
        let mut estimate = Estimate::default();
        let mut kept = 0;
        for men in self.needed(&key) {
            let layout = self.layout(&men).ok_or(MakeError::TooManyPositions)?;
            let positions = layout.len().ok_or(MakeError::TooManyPositions)?;
            let (moves, memory) = self.memory_with_moves(&layout);
            let moves = moves.saturating_add(positions.saturating_mul(self.tried_moves(layout.men)));
            let repeats = memory > max_memory;
            let memory = if repeats { memory_without_moves(positions) } else { memory };
            estimate.tables += 1;
            estimate.positions = estimate.positions.saturating_add(positions);
            estimate.moves = estimate.moves.saturating_add(if repeats { REPETITIONS * moves } else { moves });
            estimate.memory = estimate.memory.max(memory.saturating_add(kept));
            kept += positions;
        }
        Ok(estimate)
    }

    /// Lower bound of the cost of the table of these men, with those that it leads into: without legal moves, and as if the
    /// game had all symmetries. `None` if they have more positions than can be numbered.
    pub fn estimate_at_least(&self, men: &Men) -> Option<Estimate> {
        let mut least = Estimate::default();
        for men in self.needed(&self.families.of_men(men)) {
            let layout = Layout::new(&self.game, &self.families, &men)?;
            let positions = layout.len()? / MAX_SYMMETRIES;
            least.moves = least.moves.saturating_add(positions.saturating_mul(self.tried_moves(layout.men)));
            least.tables += 1;
            least.positions = least.positions.saturating_add(positions);
            least.memory = least.memory.max(memory_without_moves(positions));
        }
        Some(least)
    }

    /// Moves that are generated in each position of `men` men to find its legal ones: a finishing move is tried by each man
    /// to each square, and each trial generates the replies.
    fn tried_moves(&self, men: usize) -> u64 {
        let squares = self.variant().board.squares().count();
        if self.variant().rules.finishing_move.is_some() { men as u64 * squares as u64 * MOVES_PER_TRIAL } else { 0 }
    }

    /// About how many moves the positions of a layout have, and the bytes that a table takes that is made with a list
    /// of them.
    pub(crate) fn memory_with_moves(&self, layout: &Layout) -> (u64, u64) {
        let positions = layout.len().unwrap_or(u64::MAX);
        let (moves, tried) = self.sampled_moves(layout);
        let moves = (u128::from(positions) * u128::from(moves) / u128::from(tried.max(1))) as u64;
        let memory = positions.saturating_mul(BYTES_PER_POSITION).saturating_add(moves.saturating_mul(BYTES_PER_MOVE));
        (moves, memory)
    }

    /// Counts the legal moves in some of the positions: their number, and that of the positions tried, legal or not.
    fn sampled_moves(&self, layout: &Layout) -> (u64, u64) {
        let mut random = weakfish::random::SplitMix64::new(1);
        let mut position = self.game.start_of(self.setup);
        let mut men = Vec::new();
        let mut moves = 0;
        let samples = SAMPLES.min(1 + layout.len().unwrap_or(u64::MAX) / POSITIONS_PER_SAMPLE);
        for _ in 0..samples {
            let places = layout.places_of(random.next() % layout.arrangements.max(1));
            let state = layout.state(random.below(layout.states() as usize) as u32);
            if layout.men_at(&places, &mut men).is_some() && position.rearrange(&men, state) {
                moves += position.legal_moves().count() as u64;
            }
        }
        (moves, samples)
    }

    /// Makes the table of these men, after those that captures and promotions lead into. `observer` gets the progress
    /// of each; if it returns `false`, the work ends.
    ///
    /// # Errors
    ///
    /// If the table is too large, or the observer did not go on. Smaller tables that were made are kept.
    pub fn make(
        &mut self,
        men: &Men,
        options: &Options,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), MakeError> {
        let key = self.families.of_men(men);
        let mut needed = self.needed(&key);
        needed.reverse();
        let tables = needed.len().max(1);
        while let Some(men) = needed.pop() {
            if self.finished.contains_key(&men) {
                continue;
            }
            let layout = self.layout(&men).ok_or(MakeError::TooManyPositions)?;
            let threads = options.threads.get();
            let total = layout.len().unwrap_or(0);
            let (tables_done, tables) = (tables - needed.len().min(tables - 1) - 1, tables);
            let mut observe = |done: u64| observer(Progress { tables_done, tables, done, total });
            if let Some(table) = self.of_exchanged_sides(&men, &layout) {
                self.finished.insert(men, Arc::new(table));
                continue;
            }
            let of = (&self.game, self.setup);
            let made = if options.keep_moves && self.memory_with_moves(&layout).1 <= options.max_memory {
                retrograde::make(of, &self.families, layout, &self.finished, threads, &mut observe)
            } else {
                frontier::make(of, &self.families, layout, &self.finished, options, &mut observe)
            };
            match made {
                Ok(table) => {
                    self.finished.insert(men, Arc::new(table));
                }
                // Moves that make more of a man than one step was thought to.
                Err(MakeError::Missing(others)) => {
                    let more = others.iter().flat_map(|other| self.needed(&self.families.of_men(other)));
                    let more: Vec<FamilyMen> = more.collect();
                    // They may have been made, and not have the position.
                    if more.is_empty() {
                        return Err(MakeError::Missing(others));
                    }
                    needed.push(men);
                    needed.extend(more.into_iter().rev());
                }
                Err(error) => return Err(error),
            }
        }
        let legal = self.finished.get(&key).is_some_and(|table| table.cells.iter().any(Cell::is_legal));
        if legal { Ok(()) } else { Err(MakeError::NoPosition) }
    }

    /// The table of these men from the finished one with the sides exchanged, where the game treats both sides alike.
    fn of_exchanged_sides(&self, men: &FamilyMen, layout: &Layout) -> Option<Table> {
        let exchanged = self.families.exchanged(self.variant(), men)?;
        let finished = self.finished.get(&exchanged)?;
        if self.variant().endings.iter().any(|ending| names_side(ending) && ending.is_of_setup(self.setup)) {
            return None;
        }
        let below = self.families.after_one_move(self.variant(), men);
        let below = below.iter().flat_map(|men| self.all_below(men)).collect::<BTreeSet<_>>();
        let below: Vec<&Layout> = below.iter().filter_map(|men| Some(&self.finished.get(men)?.layout)).collect();
        let (map, pieces) = symmetry::find_exchange((&self.game, self.setup), layout, &below)?;
        let by_number: Vec<Piece> = self.game.pieces().collect();
        let image = |&(square, piece): &Placed| {
            let number = usize::from(*pieces.get(usize::from(piece.number()))?);
            Some((map.apply(square)?, *by_number.get(number.checked_sub(1)?)?))
        };
        let mut cells = Cells::with_capacity(layout.len()? as usize);
        let (mut placed, mut images) = (Vec::new(), Vec::new());
        for number in 0..layout.states() {
            let state = finished.layout.state_number(&symmetry::exchanged(layout.state(number)));
            for arrangement in 0..layout.arrangements {
                images.clear();
                if layout.men_at(&layout.places_of(arrangement), &mut placed).is_none() {
                    cells.push(Cell::ILLEGAL);
                    continue;
                }
                for man in &placed {
                    images.push(image(man)?);
                }
                let places = finished.layout.places(images.iter().copied())?;
                cells.push(finished.cell(state, finished.layout.arrangement(&places)));
            }
        }
        Some(Table::new(layout.clone(), cells))
    }

    /// Whether the table of these men with the sides exchanged is finished, and has the same values.
    pub(crate) fn is_exchanged(&self, men: &Men) -> bool {
        let key = self.families.of_men(men);
        let exchanged = self.families.exchanged(self.variant(), &key);
        exchanged.is_some_and(|exchanged| exchanged != key && self.finished.contains_key(&exchanged))
            && self.layout(&key).is_some_and(|layout| self.of_exchanged_sides(&key, &layout).is_some())
    }

    /// The men of all tables that the table of these men leads into, themselves last.
    pub fn men_below(&self, men: &Men) -> Vec<Men> {
        let keys = self.all_below(&self.families.of_men(men));
        keys.iter().map(|key| self.families.men(key)).collect()
    }

    /// Statistics of the positions of these men; `None` if there is no table.
    pub fn statistics(&self, men: &Men) -> Option<Statistics> {
        self.statistics_of(&men.clone().into())
    }

    /// Statistics of selected positions; `None` if there is no table.
    pub fn statistics_of(&self, selection: &Selection) -> Option<Statistics> {
        let table = self.finished.get(&self.families.of_men(selection.men()))?;
        Some(table.statistics(|arrangement| selection.share(&self.game, &table.layout, arrangement)))
    }

    /// The names of the symmetries that were found of these men's positions.
    pub fn symmetries(&self, men: &Men) -> Vec<&'static str> {
        let table = self.finished.get(&self.families.of_men(men));
        table.map_or_else(Vec::new, |table| table.layout.maps.iter().skip(1).map(|map| map.board.name()).collect())
    }

    /// The number of combinations of the counts that rules limit, such as moves made in a series: 1 if there are none.
    pub fn counts(&self, men: &Men) -> u32 {
        self.finished.get(&self.families.of_men(men)).map_or(1, |table| table.layout.states() / 2)
    }

    /// A selected position with the longest win for the side to move; `None` if none is won.
    pub fn longest_win(&self, selection: &Selection, turn: Side) -> Option<Position> {
        let longest = self.statistics_of(selection)?.to_move[turn].longest_win?;
        let mut found = None;
        self.visit(selection, turn, Value::Win(longest), &mut |position| {
            found = Some(position.clone());
            false
        });
        found
    }

    /// Calls `visit` with each selected position that has this side to move and this value, until it returns `false`.
    /// Of equivalent positions it visits one.
    pub fn visit(&self, selection: &Selection, turn: Side, value: Value, visit: &mut dyn FnMut(&Position) -> bool) {
        let Some(table) = self.finished.get(&self.families.of_men(selection.men())) else { return };
        let layout = &table.layout;
        let mut position = self.game.start_of(self.setup);
        let mut placed: Vec<Placed> = Vec::new();
        for number in (0..layout.states()).filter(|&number| layout.state(number).turn == turn) {
            for arrangement in 0..layout.arrangements {
                if table.cell(number, arrangement).value() != Some(value) {
                    continue;
                }
                let Some(map) = selection.share(&self.game, layout, arrangement).first else { continue };
                let places = layout.mapped(map, &layout.places_of(arrangement));
                let stand = layout.men_at(&places, &mut placed).is_some();
                if stand && position.rearrange(&placed, layout.state(number)) && !visit(&position) {
                    return;
                }
            }
        }
    }

    /// The value of a position, without regard to its history and its counts of plies.
    ///
    /// # Errors
    ///
    /// If no table has it.
    pub fn value(&self, position: &Position) -> Result<Value, NotInTable> {
        require_no_rights(position)?;
        let men = Men::of(position);
        let table = Some(self.families.of_men(&men)).filter(|_| men.len() <= Men::MAX);
        let Some(table) = table.and_then(|key| self.finished.get(&key)) else { return Err(NotInTable::Men(men)) };
        let placed: Vec<Placed> = position.men().collect();
        if table.layout.places(placed.iter().copied()).is_none() {
            return Err(NotInTable::Place);
        }
        let mut fresh = self.game.start_of(self.setup);
        if !fresh.rearrange(&placed, position.turn_state()) {
            return Err(NotInTable::Place);
        }
        search(&mut fresh, &self.families, &self.finished).ok_or(NotInTable::Place)
    }

    /// The legal moves of a position, each with its value for the player to move, the best first; none if the game is
    /// over.
    ///
    /// # Errors
    ///
    /// If no table has the position.
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, Value)>, NotInTable> {
        self.value(position)?;
        let mut fresh = self.game.start_of(self.setup);
        let placed: Vec<Placed> = position.men().collect();
        fresh.rearrange(&placed, position.turn_state());
        if fresh.verdict().is_some() {
            return Ok(Vec::new());
        }
        let turn = fresh.turn();
        let mut moves = Vec::new();
        for mv in fresh.legal_moves().to_vec() {
            let undo = fresh.make(mv);
            let value = search(&mut fresh, &self.families, &self.finished);
            let value = value.map(|value| value.before_move(fresh.turn() != turn));
            fresh.unmake(undo);
            moves.push((mv, value.ok_or(NotInTable::Place)?));
        }
        moves.sort_by_key(|&(mv, value)| (-value.rank(), mv));
        Ok(moves)
    }

    /// One line of best play from a position that is won or lost, to the end of the game; empty for a draw. It ends sooner
    /// where a rule about earlier positions forbids the best move, or ends the game.
    ///
    /// # Errors
    ///
    /// If no table has the position.
    pub fn best_line(&self, position: &Position) -> Result<Vec<Move>, NotInTable> {
        let mut line = Vec::new();
        let mut position = position.clone();
        if self.value(&position)? == Value::Draw {
            return Ok(line);
        }
        while let Some(&(mv, _)) = self.moves(&position)?.first() {
            if position.check_move(mv).is_err() {
                break;
            }
            line.push(mv);
            position.make(mv);
        }
        Ok(line)
    }
}

/// Refuses a position that no table can have: a side can still castle, or a man has its first move.
///
/// # Errors
///
/// Then.
pub fn require_no_rights(position: &Position) -> Result<(), NotInTable> {
    if has_rights(position) { Err(NotInTable::Rights) } else { Ok(()) }
}

/// Whether a part of a position's state is a right or the trace of one; no table has such positions. The others are
/// part of the numbers of positions, change no table, or belong to games without tables.
const fn is_right(part: StatePart) -> bool {
    match part {
        StatePart::Castling | StatePart::Castled | StatePart::Unmoved | StatePart::Once => true,
        StatePart::EnPassant
        | StatePart::Halfmove
        | StatePart::Fullmove
        | StatePart::Still
        | StatePart::Series
        | StatePart::Moved
        | StatePart::Quiet
        | StatePart::Checks
        | StatePart::Lapsed
        | StatePart::Passed
        | StatePart::Count
        | StatePart::Walls => false,
    }
}

/// Whether a side may still castle or it is noted that it has, or a man has a first move or one once a game.
pub(crate) fn has_rights(position: &Position) -> bool {
    StatePart::ALL.iter().any(|&part| is_right(part) && !position.part(part).is_none())
}

/// Whether an ending treats one side unlike the other; the positions that would show it may be rare.
fn names_side(ending: &Ending) -> bool {
    ending.side.is_some()
        || matches!(ending.judged, Judged::WhiteToMove | Judged::BlackToMove)
        || matches!(ending.result, GameResult::WhiteWins | GameResult::BlackWins)
}
