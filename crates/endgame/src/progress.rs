//! Wins within a limit of plies without progress, of one table: a second retrograde analysis, over the positions that are won.
//!
//! Each position has the greatest count of plies without progress with which it is still won. The count falls by one
//! with each move back. It rises to the limit before a move of progress into a position that is won with a count of zero.
//! The distance to a zeroing move (DTZ) of R. de Man's Syzygy tables is the same, for the limits of chess alone.
//! Positions are taken by that count, the greatest first, as by Dijkstra's algorithm.
//!
//! Moves of progress within the table, such as those of a pawn, lead to positions whose own count must be computed
//! first. So there are rounds: in each a move of progress counts if the round before has found that its position is
//! won. The first round has no such position, and the last one finds nothing new; its result is the least fixed point,
//! and exact.
//!
//! A winner who plays by the first round in which his position is won always reaches the end of the game: each move of
//! progress within the table leads to a position that an earlier round has found. [`Reserves`] keeps the reserves of
//! all rounds for that.

use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use weakfish::engine::{Move, Position, TurnState};
use weakfish::geometry::{PerSide, Side, SquareSet};

use crate::error::MakeError;
use crate::expansion::{Observer, Passing, has_en_passant, search};
use crate::families::{FamilyMen, sorted};
use crate::layout::{Layout, Placed};
use crate::table::Table;
use crate::tables::Tables;
use crate::value::Cell;
use crate::{Men, Value};

/// Positions between two reports of progress.
const REPORTED: u64 = 1 << 16;

/// The counts of plies with which a position is won, and the plies to the next move of progress or the end of the game.
/// Greater is better for the winner: more counts, then fewer plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reserve(u32);

impl Reserve {
    /// Not won even with nothing counted.
    pub(crate) const NONE: Self = Self(0);
    /// Better than all others.
    const BEST: Self = Self(u32::MAX);

    /// Won with the first `counts` counts, from 0 on; at least one.
    pub(crate) const fn new(counts: u16, plies: u16) -> Self {
        Self((counts as u32) << 16 | (u16::MAX - plies) as u32)
    }

    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The number of counts with which the position is won, from 0 on.
    pub(crate) const fn counts(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The plies to the next move of progress, or to the end of the game.
    pub(crate) const fn plies(self) -> u16 {
        u16::MAX - self.0 as u16
    }

    /// Whether the win holds with this many plies counted; a reserve of `all` means any number.
    pub(crate) const fn admits(self, count: u32, all: u16) -> bool {
        self.counts() == all || count < self.counts() as u32
    }

    /// A number that is greater the better the reserve is for the winner.
    pub(crate) const fn rank(self) -> u32 {
        self.0
    }

    /// The reserve before a move without progress. All counts remain all.
    fn before_quiet_move(self, all: u16) -> Self {
        let counts = if self.counts() == all { all } else { self.counts().saturating_sub(1) };
        if counts == 0 { Self::NONE } else { Self::new(counts, self.plies().saturating_add(1)) }
    }

    /// The reserve where the game is over with more counts.
    fn capped(self, most: u16) -> Self {
        if self.counts() <= most { self } else { Self::new(most, self.plies()) }
    }
}

/// Ending that draws after a number of plies without progress.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    /// Its place among the endings.
    pub(crate) ending: usize,
    pub(crate) plies: u16,
    /// Whether the player to move must claim the draw.
    pub(crate) claimed: bool,
    /// Whether it holds with White, with Black to move.
    pub(crate) to_move: PerSide<bool>,
}

/// Limits that hold together.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) limits: Vec<Limit>,
    /// Mark of all counts: one more than the distinct counts.
    pub(crate) all: u16,
}

impl Limits {
    /// The counts with which the game is not over, where no other ending holds. The winner claims no draw.
    fn open(&self, turn: Side, wins: bool) -> u16 {
        let own = self.limits.iter().filter(|limit| limit.to_move[turn] && !(limit.claimed && wins));
        own.map(|limit| limit.plies).min().unwrap_or(self.all)
    }

    /// The reserve where the game is over by an ending.
    fn over(&self, ending: usize, turn: Side) -> Reserve {
        let before = |limit: &&Limit| limit.to_move[turn] && !limit.claimed && limit.ending < ending;
        let counts = self.limits.iter().filter(before).map(|limit| limit.plies).min().unwrap_or(self.all);
        Reserve::new(counts, 0)
    }

    /// The reserve of a move of progress into a position that is won with nothing counted.
    fn progress(&self) -> Reserve {
        Reserve::new(self.all, 1)
    }
}

/// Wins of tables under limits.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) limits: Limits,
    pub(crate) tables: HashMap<FamilyMen, Wins>,
    /// Whether the reserves of all rounds are kept.
    pub(crate) keeps_rounds: bool,
}

/// Wins of a table.
#[derive(Clone, Debug)]
pub(crate) enum Wins {
    /// All of them fit with nothing counted, since none takes so long.
    All,
    /// The reserve of each position.
    Each(Arc<Reserves>),
}

/// Reserves of a table's positions, by number.
#[derive(Debug, Default)]
pub(crate) struct Reserves {
    /// Reserves of the last round.
    last: Vec<Reserve>,
    /// The number of rounds, which are counted from 1.
    rounds: u32,
    /// Reserves that later rounds have replaced, each with its position and the last round that had it, in the order of
    /// these; none if rounds are not kept.
    replaced: Vec<(u32, u32, Reserve)>,
}

impl Reserves {
    /// The reserve of a position after the last round; `None` without such a number.
    pub(crate) fn get(&self, number: u64) -> Option<Reserve> {
        self.last.get(usize::try_from(number).ok()?).copied()
    }

    /// The reserve of a position after a round.
    fn after_round(&self, number: u64, round: u32) -> Option<Reserve> {
        let last = self.get(number)?;
        let from = self.replaced.partition_point(|&(node, until, _)| (u64::from(node), until) < (number, round));
        let replaced = self.replaced.get(from).filter(|&&(node, ..)| u64::from(node) == number);
        Some(replaced.map_or(last, |&(.., reserve)| reserve))
    }

    /// The number of rounds.
    pub(crate) fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Memory in bytes.
    fn bytes(&self) -> u64 {
        (size_of_val(self.last.as_slice()) + size_of_val(self.replaced.as_slice())) as u64
    }
}

/// The round after which the reserves of a table are looked up. Those of other tables are of their last rounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    pub(crate) men: FamilyMen,
    pub(crate) number: u32,
}

impl Round {
    /// The round that decides whether a position after a move of progress counts as won.
    fn before(self) -> Self {
        Self { number: self.number.saturating_sub(1), ..self }
    }
}

impl Known {
    /// Whether all wins of a position's men fit.
    pub(crate) fn all_fit(&self, tables: &Tables, position: &Position) -> bool {
        let key = tables.families().of_men(&Men::of(position));
        matches!(self.tables.get(&key), Some(Wins::All))
    }

    /// Memory that the reserves take, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let of_table = |wins: &Wins| if let Wins::Each(reserves) = wins { reserves.bytes() } else { 0 };
        self.tables.values().map(of_table).sum()
    }
}

/// Reason why a table has no reserves yet.
pub(crate) enum Stop {
    /// The reserves of other men are needed.
    Needs(FamilyMen),
    Error(MakeError),
}

/// Won positions and the moves between them.
#[derive(Default)]
struct Graph {
    /// By position: the best move of the winner out of the table, or the loser's worst one for the winner; of a position
    /// in which the game is over, its own.
    outside: Vec<Reserve>,
    roles: Vec<Role>,
    /// The loser's moves within the table without progress.
    degrees: Vec<u16>,
    /// Moves without progress, by the position that they lead to, with that in which they are made.
    quiet: Vec<(u32, u32)>,
    /// Moves of progress, in the same form.
    progress: Vec<(u32, u32)>,
}

/// The part of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// No side wins.
    None,
    Over,
    Winner(Side),
    Loser(Side),
}

/// Finds the reserves of all positions of a table.
pub(crate) fn reserves(
    tables: &Tables,
    known: &Known,
    table: &Table,
    observer: Observer<'_>,
) -> Result<Reserves, Stop> {
    let numbered = table.layout.len().filter(|&total| total < u64::from(u32::MAX));
    let numbered = numbered.ok_or(Stop::Error(MakeError::TooManyPositions))?;
    let mut builder = Builder {
        tables,
        known,
        table,
        position: tables.game().start_of(tables.setup()),
        graph: Graph::default(),
        passing: Vec::new(),
        numbers: HashMap::new(),
    };
    let mut placed = Vec::new();
    let layout = &table.layout;
    let arrangements = layout.arrangements.max(1);
    for number in 0..numbered {
        if number.is_multiple_of(REPORTED) && !observer(number) {
            return Err(Stop::Error(MakeError::Interrupted));
        }
        let value = table.cells.get(number).and_then(Cell::value);
        let state = layout.state((number / arrangements) as u32);
        let decided = value.filter(|value| *value != Value::Draw);
        let stand = decided.is_some() && layout.men_at(&layout.places_of(number % arrangements), &mut placed).is_some();
        builder.add(number as u32, decided.filter(|_| stand), &placed, state)?;
    }
    let mut done = 0;
    while let Some(&(passing, value)) = builder.passing.get(done) {
        let (state, arrangement) = (u64::from(passing.number) / arrangements, u64::from(passing.number) % arrangements);
        let state = TurnState { en_passant: passing.squares, ..layout.state(state as u32) };
        let stand = layout.men_at(&layout.places_of(arrangement), &mut placed).is_some();
        builder.add((numbered + done as u64) as u32, Some(value).filter(|_| stand), &placed, state)?;
        done += 1;
    }
    let mut graph = builder.graph;
    graph.quiet.sort_unstable();
    let mut reserves = vec![Reserve::NONE; graph.roles.len()];
    for (slot, (role, outside)) in reserves.iter_mut().zip(graph.roles.iter().zip(&graph.outside)) {
        *slot = if *role == Role::Over { *outside } else { Reserve::NONE };
    }
    let mut won = reserves.iter().filter(|reserve| !reserve.is_none()).count();
    let (mut rounds, mut replaced) = (0, Vec::new());
    loop {
        if !observer(numbered) {
            return Err(Stop::Error(MakeError::Interrupted));
        }
        let before = std::mem::take(&mut reserves);
        reserves = graph.round(&known.limits, &before);
        if known.keeps_rounds && rounds > 0 {
            let changes = before.iter().zip(&reserves).take(numbered as usize).enumerate();
            let changes = changes.filter(|(_, (before, after))| before != after);
            replaced.extend(changes.map(|(node, (&before, _))| (node as u32, rounds, before)));
        }
        rounds += 1;
        let found = reserves.iter().filter(|reserve| !reserve.is_none()).count();
        if found == won || graph.progress.is_empty() {
            break;
        }
        won = found;
    }
    reserves.truncate(numbered as usize);
    reserves.shrink_to_fit();
    replaced.sort_unstable_by_key(|&(node, round, _)| (node, round));
    replaced.shrink_to_fit();
    Ok(Reserves { last: reserves, rounds, replaced })
}

impl Graph {
    /// The reserves where moves of progress may lead to positions that are known to be won.
    fn round(&self, limits: &Limits, known: &[Reserve]) -> Vec<Reserve> {
        let mut reserves = vec![Reserve::NONE; self.roles.len()];
        let mut best = self.outside.clone();
        let mut open = self.degrees.clone();
        for &(child, parent) in &self.progress {
            let fits = known.get(child as usize).is_some_and(|reserve| !reserve.is_none());
            let after = if fits { limits.progress() } else { Reserve::NONE };
            self.improve(limits, &mut best, parent, after);
        }
        // By reserve, then position.
        let mut heap: BinaryHeap<(Reserve, u32)> = BinaryHeap::new();
        for (node, role) in self.roles.iter().enumerate() {
            let reserve = best.get(node).copied().unwrap_or_default();
            let ready = !matches!(role, Role::Loser(_)) || open.get(node) == Some(&0);
            if ready && *role != Role::None && !reserve.is_none() {
                heap.push((reserve, node as u32));
            }
        }
        while let Some((reserve, node)) = heap.pop() {
            match reserves.get_mut(node as usize) {
                Some(slot) if slot.is_none() => *slot = reserve,
                _ => continue,
            }
            let before = reserve.before_quiet_move(limits.all);
            let from = self.quiet.partition_point(|&(child, _)| child < node);
            let moves = self.quiet.get(from..).unwrap_or_default().iter().take_while(|&&(child, _)| child == node);
            for &(_, parent) in moves {
                let better = self.improve(limits, &mut best, parent, before);
                let ready = match self.roles.get(parent as usize) {
                    Some(Role::Winner(_)) => better,
                    Some(Role::Loser(_)) => open.get_mut(parent as usize).is_some_and(|open| {
                        *open = open.saturating_sub(1);
                        *open == 0
                    }),
                    _ => false,
                };
                let reserve = best.get(parent as usize).copied().unwrap_or_default();
                let new = reserves.get(parent as usize).is_some_and(|reserve| reserve.is_none());
                if ready && new && !reserve.is_none() {
                    heap.push((reserve, parent));
                }
            }
        }
        reserves
    }

    /// Takes a move with this reserve into account; whether the reserve of its position changes.
    fn improve(&self, limits: &Limits, best: &mut [Reserve], node: u32, after: Reserve) -> bool {
        let (Some(&role), Some(slot)) = (self.roles.get(node as usize), best.get_mut(node as usize)) else {
            return false;
        };
        let new = role.choose(limits, *slot, after);
        let changed = new != *slot;
        *slot = new;
        changed
    }
}

impl Role {
    /// The reserve that counts after one more move, given that of the moves before.
    pub(crate) fn choose(self, limits: &Limits, best: Reserve, after: Reserve) -> Reserve {
        match self {
            Self::Winner(turn) => best.max(after.capped(limits.open(turn, true))),
            Self::Loser(turn) => best.min(after.capped(limits.open(turn, false))),
            Self::None | Self::Over => best,
        }
    }

    /// The reserve before the first move.
    pub(crate) fn first(self) -> Reserve {
        if matches!(self, Self::Loser(_)) { Reserve::BEST } else { Reserve::NONE }
    }
}

/// Collects the moves of a table.
struct Builder<'a> {
    tables: &'a Tables,
    known: &'a Known,
    table: &'a Table,
    position: Position,
    graph: Graph,
    /// Positions with a capture en passant, behind those that are numbered, with their values.
    passing: Vec<(Passing, Value)>,
    numbers: HashMap<Passing, u32>,
}

impl Builder<'_> {
    /// Adds a position with its value, `None` if no side wins it.
    fn add(&mut self, node: u32, value: Option<Value>, placed: &[Placed], state: TurnState) -> Result<(), Stop> {
        let (mut role, mut outside, mut degree) = (Role::None, Reserve::NONE, 0_u16);
        if let Some(value) = value.filter(|_| self.position.rearrange(placed, state)) {
            let winner = value.winner(state.turn);
            if let Some(verdict) = self.position.verdict() {
                (role, outside) = (Role::Over, self.known.limits.over(verdict.ending, state.turn));
            } else {
                role = if winner == Some(state.turn) { Role::Winner(state.turn) } else { Role::Loser(state.turn) };
                outside = role.first();
                for mv in self.position.legal_moves().to_vec() {
                    let undo = self.position.make(mv);
                    let after = self.after(mv, winner);
                    let progress = self.position.halfmove() == 0;
                    self.position.unmake(undo);
                    match after? {
                        After::Inside(child) if progress => self.graph.progress.push((child, node)),
                        After::Inside(child) => {
                            self.graph.quiet.push((child, node));
                            degree = degree.checked_add(1).ok_or(Stop::Error(MakeError::TooManyMoves))?;
                        }
                        After::Outside(reserve) => outside = role.choose(&self.known.limits, outside, reserve),
                    }
                }
            }
        }
        self.graph.roles.push(role);
        self.graph.outside.push(outside);
        self.graph.degrees.push(degree);
        Ok(())
    }

    /// The target of a move that has been made, if `winner` still wins after it.
    fn after(&mut self, mv: Move, winner: Option<Side>) -> Result<After, Stop> {
        let layout = &self.table.layout;
        if mv != Move::ClaimStalemate {
            let placed: Vec<Placed> = self.position.men().collect();
            if let Some(places) = layout.places(placed.iter().copied()) {
                let mut state = self.position.turn_state();
                let passing = has_en_passant(&self.position);
                if !passing {
                    state.en_passant = SquareSet::EMPTY;
                }
                let arrangement = layout.arrangement(&places);
                let (of_state, turn) = (layout.state_number(&state), state.turn);
                let value = if passing {
                    search(&mut self.position, self.tables.families(), self.tables.finished())
                } else {
                    self.table.cell(of_state, arrangement).value()
                };
                let Some(value) = value.filter(|value| winner.is_some() && value.winner(turn) == winner) else {
                    return Ok(After::Outside(Reserve::NONE));
                };
                let number = (u64::from(of_state) * layout.arrangements + arrangement) as u32;
                if !passing {
                    return Ok(After::Inside(number));
                }
                let passing = Passing { number, squares: layout.canonical_squares(&places, state.en_passant) };
                return Ok(After::Inside(self.node_of(passing, value)));
            }
        }
        let reserve = after_move((self.tables, self.known), &mut self.position, (mv, winner), None, MAX_PASSING)?;
        Ok(After::Outside(reserve))
    }

    /// The number of a position with a capture en passant.
    fn node_of(&mut self, passing: Passing, value: Value) -> u32 {
        let first = self.table.layout.len().unwrap_or(0);
        *self.numbers.entry(passing).or_insert_with(|| {
            self.passing.push((passing, value));
            (first + self.passing.len() as u64 - 1) as u32
        })
    }
}

/// Position that a move leads to.
enum After {
    /// A position of the table.
    Inside(u32),
    /// Out of it; the reserve before the move.
    Outside(Reserve),
}

/// The most captures en passant in a row that are looked through.
pub(crate) const MAX_PASSING: u32 = 16;

/// The reserve before a move, which has been made, if `winner` still wins after it; by the tables that are known, one of
/// them after a round.
pub(crate) fn after_move(
    (tables, known): (&Tables, &Known),
    position: &mut Position,
    (mv, winner): (Move, Option<Side>),
    round: Option<Round>,
    limit: u32,
) -> Result<Reserve, Stop> {
    let limits = &known.limits;
    let progress = position.halfmove() == 0;
    let before = |after: Reserve| match progress {
        true if after.is_none() => Reserve::NONE,
        true => limits.progress(),
        false => after.before_quiet_move(limits.all),
    };
    if mv == Move::ClaimStalemate {
        let verdict = position.verdict().filter(|verdict| winner.is_some() && verdict.winner == winner);
        return Ok(verdict.map_or(Reserve::NONE, |verdict| before(limits.over(verdict.ending, position.turn()))));
    }
    let value = search(position, tables.families(), tables.finished());
    if value.is_none_or(|value| winner.is_none() || value.winner(position.turn()) != winner) {
        return Ok(Reserve::NONE);
    }
    let round = if progress { round.map(Round::before) } else { round };
    match reserve_of((tables, known), position, round, limit) {
        Ok(after) => Ok(before(after)),
        // After progress it is enough that the win fits.
        Err(Stop::Needs(_)) if progress && known.all_fit(tables, position) => Ok(limits.progress()),
        Err(stop) => Err(stop),
    }
}

/// The reserve of a position that a side wins, by the tables that are known, one of them after a round.
pub(crate) fn reserve_of(
    (tables, known): (&Tables, &Known),
    position: &mut Position,
    round: Option<Round>,
    limit: u32,
) -> Result<Reserve, Stop> {
    let turn = position.turn();
    let placed: Vec<Placed> = position.men().collect();
    let key = sorted(placed.iter().map(|&(_, piece)| tables.families().of_piece(piece.number())));
    let round = round.filter(|round| round.men == key);
    if !has_en_passant(position) {
        let table = tables.finished().get(&key).ok_or(Stop::Needs(key))?;
        let Some(Wins::Each(reserves)) = known.tables.get(&key) else { return Err(Stop::Needs(key)) };
        if round.is_some_and(|round| round.number == 0) {
            return Ok(reserve_if_over(known, position));
        }
        let number = number_of(&table.layout, &placed, position.turn_state());
        let reserve = number.and_then(|number| match round {
            Some(round) => reserves.after_round(number, round.number),
            None => reserves.get(number),
        });
        return Ok(reserve.unwrap_or(Reserve::NONE));
    }
    if position.verdict().is_some() || round.is_some_and(|round| round.number == 0) {
        return Ok(reserve_if_over(known, position));
    }
    let limit = limit.checked_sub(1).ok_or(Stop::Error(MakeError::TooManyPositions))?;
    let value = search(position, tables.families(), tables.finished()).unwrap_or(Value::Draw);
    let winner = value.winner(turn);
    let role = match winner {
        None => return Ok(Reserve::NONE),
        Some(winner) if winner == turn => Role::Winner(turn),
        Some(_) => Role::Loser(turn),
    };
    let mut best = role.first();
    for mv in position.legal_moves().to_vec() {
        let undo = position.make(mv);
        let after = after_move((tables, known), position, (mv, winner), round, limit);
        position.unmake(undo);
        best = role.choose(&known.limits, best, after?);
    }
    Ok(best)
}

/// The reserve of a position in which the game is over; none if it is not, or drawn.
fn reserve_if_over(known: &Known, position: &Position) -> Reserve {
    let won = position.verdict().filter(|verdict| verdict.winner.is_some());
    won.map_or(Reserve::NONE, |verdict| known.limits.over(verdict.ending, position.turn()))
}

/// The number of a position without a capture en passant.
pub(crate) fn number_of(layout: &Layout, placed: &[Placed], state: TurnState) -> Option<u64> {
    let places = layout.places(placed.iter().copied())?;
    let state = TurnState { en_passant: SquareSet::EMPTY, ..state };
    Some(u64::from(layout.state_number(&state)) * layout.arrangements + layout.arrangement(&places))
}
