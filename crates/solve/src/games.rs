//! Games counted by the ply of their end, without playing one that is counted already.
//!
//! The number of games from a position that end after exactly N plies depends only on the position and N. Games that
//! transpose share it: each position is searched once for every N.

use weakfish::engine::{Move, MoveList, Position, Verdict};
use weakfish::geometry::{PerSide, Side};
use weakfish::model::Condition;

use crate::encoding::{Encoding, without_past};
use crate::error::SolveError;
use crate::mates::Mates;
use crate::problem::{Aim, Options};
use crate::rules::{Obstacles, goes_on, mates_only};
use crate::table::Table;
use crate::target::Target;
use crate::tree::{Branch, ordered_moves};

/// Positions between two calls of the observer.
const OBSERVED: u64 = 1 << 12;

/// Plies beyond which no games are counted.
const MAX_PLIES: u16 = 400;

/// The last position of the games that are counted.
#[derive(Clone, Debug)]
pub enum Goal {
    /// The game is over, by any ending: each is counted for itself.
    Endings,
    /// The game is over by one of the endings with these indices.
    AnyOf(Vec<usize>),
    /// The game is over, and this side has won.
    Win(Side),
    /// The men, the side to move and its rights are those of this position; plies are not compared. The game may be over.
    Position(Box<Position>),
}

/// Numbers of games, by ending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(Vec<(u16, u64)>);

impl Counts {
    fn one(ending: usize) -> Self {
        Self(vec![(ending as u16, 1)])
    }

    /// Adds the games of another list.
    fn add(&mut self, other: &Self) -> Result<(), SolveError> {
        for &(ending, count) in &other.0 {
            match self.0.iter_mut().find(|(known, _)| *known == ending) {
                Some((_, sum)) => *sum = sum.checked_add(count).ok_or(SolveError::TooMany)?,
                None => self.0.push((ending, count)),
            }
        }
        Ok(())
    }

    /// The number of games that end by the ending with this index.
    pub fn of(&self, ending: usize) -> u64 {
        self.0.iter().find(|(known, _)| usize::from(*known) == ending).map_or(0, |(_, count)| *count)
    }

    /// The number of all games.
    pub fn total(&self) -> u64 {
        self.0.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }
}

/// A count of games from one position.
pub struct Games {
    root: Position,
    position: Position,
    goal: Goal,
    target: Option<Target>,
    /// In a series, the plies at its end in which the sides move in turn.
    tail: Option<u16>,
    /// Whether the last ply gives check.
    mates_only: bool,
    /// What a problem aims at.
    aim: Aim,
    /// Whether every answer to the last ply, which is not searched, must reach the goal.
    forced: bool,
    /// The mates of the side that makes the last ply, if there are bounds for them.
    mates: Option<Mates>,
    encoding: Encoding,
    table: Table<Counts>,
    /// The number of plies that was counted last, as far as the table has its positions.
    counted: Option<u16>,
    /// Keys and lists of moves for each number of plies.
    lists: Vec<(Vec<u8>, MoveList)>,
    positions: u64,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("goal", &self.goal).field("positions", &self.positions).finish_non_exhaustive()
    }
}

impl Games {
    /// Games that begin with a position, without its history.
    ///
    /// # Errors
    ///
    /// If a win must be claimed in this game.
    pub fn new(position: &Position, goal: &Goal, options: &Options) -> Result<Self, SolveError> {
        let variant = position.game().variant();
        Obstacles::of(position.game()).refuse_claims()?;
        let root = without_past(position);
        let by_check = match goal {
            Goal::Win(side) => mates_only(variant, *side),
            Goal::AnyOf(wanted) => {
                let endings = variant.endings.iter().enumerate().filter(|(index, _)| wanted.contains(index));
                endings.into_iter().all(|(_, ending)| ending.condition == Condition::Checkmate)
            }
            Goal::Endings | Goal::Position(_) => false,
        };
        Ok(Self {
            position: root.clone(),
            target: if let Goal::Position(target) = goal { Some(Target::new(&root, target)) } else { None },
            goal: goal.clone(),
            tail: None,
            mates_only: by_check && !position.game().facts().series.any,
            aim: Aim::Win,
            forced: false,
            mates: None,
            encoding: Encoding::new(&root, Some(0)),
            table: Table::new(options.max_memory),
            counted: None,
            lists: Vec::new(),
            positions: 0,
            root,
        })
    }

    /// Lets the other side pass after each move but the last `tail`, which are made in turn.
    pub(crate) fn in_series(self, tail: u16) -> Result<Self, SolveError> {
        Obstacles::of(self.root.game()).refuse_null_moves()?;
        Ok(Self { tail: Some(tail), ..self })
    }

    /// Games of problems with an aim.
    pub(crate) fn with_aim(self, aim: Aim) -> Self {
        Self { aim, ..self }
    }

    /// Requires that every answer to the last ply reaches the goal.
    pub(crate) fn forced_at_the_end(self) -> Self {
        Self { forced: true, mates_only: false, ..self }
    }

    /// The number of positions searched so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Counts the games that reach the goal with exactly this ply, and go on until then.
    ///
    /// # Errors
    ///
    /// If there are more than can be counted, or the observer does not go on.
    pub fn count(&mut self, plies: u16, observer: &mut dyn FnMut(u64) -> bool) -> Result<Counts, SolveError> {
        let plies = plies.min(MAX_PLIES);
        // In a series every ply is a turn of both sides.
        let horizon = u32::from(plies) * if self.tail.is_some() { 2 } else { 1 };
        let encoding = Encoding::new(&self.root, Some(horizon));
        // Positions of shorter games are known, if they are the same for the rules.
        if self.encoding != encoding {
            self.table.clear();
        }
        (self.encoding, self.counted) = (encoding, Some(plies));
        if self.mates_only {
            let first = self.tail == Some(0) || self.tail.is_none() && plies % 2 == 1;
            let winner = if first { self.root.turn() } else { !self.root.turn() };
            self.mates = Mates::new(&self.root, winner, moves_left(winner, plies, self.tail));
        }
        self.lists.resize_with(usize::from(plies) + 1, <(Vec<u8>, MoveList)>::default);
        self.position.clone_from(&self.root);
        self.count_from(plies, observer)
    }

    /// The games that [`Games::count`] has counted with the same number of plies, as a tree in the order of moves. Also
    /// whether moves beyond `max` were cut off.
    ///
    /// # Errors
    ///
    /// If the observer does not go on.
    pub fn list(
        &mut self,
        plies: u16,
        max: usize,
        observer: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(Vec<Branch>, bool), SolveError> {
        if self.counted != Some(plies) {
            self.count(plies, observer)?;
        }
        let mut room = Some(max);
        let branches = self.list_from(plies.min(MAX_PLIES), &mut room, observer)?;
        Ok((branches.unwrap_or_default(), room.is_none()))
    }

    /// The lines from the present position; `None` if there is no room for one. The room becomes `None` once a move is
    /// left out.
    fn list_from(
        &mut self,
        plies: u16,
        room: &mut Option<usize>,
        observer: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Vec<Branch>>, SolveError> {
        let mut branches = Vec::new();
        if plies == 0 {
            return Ok(Some(branches));
        }
        if self.count_from(plies, observer)?.total() == 0 {
            return Ok(Some(branches));
        }
        let here = self.position.clone();
        for mv in ordered_moves(&here) {
            if self.after(mv, plies, observer)?.total() == 0 {
                continue;
            }
            *room = room.and_then(|room| room.checked_sub(1));
            if room.is_none() {
                return Ok((!branches.is_empty()).then_some(branches));
            }
            let mut branch = Branch::new(&here, mv, plies);
            let undo = self.position.make(mv);
            branch.verdict = self.position.verdict();
            // The null move is taken back with the move before it.
            let goes_on = self.skip_turn(plies - 1);
            let below = if goes_on { self.list_from(plies - 1, room, observer) } else { Ok(None) };
            self.position.unmake(undo);
            let Some(below) = below? else { return Ok((!branches.is_empty()).then_some(branches)) };
            branch.branches = below;
            branches.push(branch);
        }
        Ok(Some(branches))
    }

    /// The games that begin with a move.
    fn after(&mut self, mv: Move, plies: u16, observer: &mut dyn FnMut(u64) -> bool) -> Result<Counts, SolveError> {
        let undo = self.position.make(mv);
        let counts =
            if self.skip_turn(plies - 1) { self.count_from(plies - 1, observer) } else { Ok(Counts::default()) };
        self.position.unmake(undo);
        counts
    }

    /// Lets the other side pass within a series; returns whether the game is not over.
    fn skip_turn(&mut self, left: u16) -> bool {
        if self.tail.is_none_or(|tail| left <= tail) {
            return true;
        }
        let over = self.position.verdict();
        let endings = &self.position.game().variant().endings;
        let stalemate = |ending: usize| endings.get(ending).is_some_and(|by| by.condition == Condition::Stalemate);
        // The other side does not move: it needs no legal move.
        if over.is_some_and(|verdict| !stalemate(verdict.ending) && !self.goes_on(verdict)) {
            return false;
        }
        self.position.make_null().is_some()
    }

    /// Whether the goal is reached, by ending.
    fn reached(&mut self) -> Counts {
        if self.forced {
            return self.reached_by_force();
        }
        self.reached_here()
    }

    /// Whether every answer reaches the goal. Such games are counted as one.
    fn reached_by_force(&mut self) -> Counts {
        let moves = self.position.legal_moves().to_vec();
        let over = self.position.verdict_if_mobile().is_some_and(|verdict| !self.goes_on(verdict));
        let reaches = |mv: Move| {
            let undo = self.position.make(mv);
            let reached = self.reached_here();
            self.position.unmake(undo);
            reached.total() > 0
        };
        if !over && !moves.is_empty() && moves.into_iter().all(reaches) { Counts::one(0) } else { Counts::default() }
    }

    /// Whether the game goes on after a verdict.
    fn goes_on(&self, verdict: Verdict) -> bool {
        goes_on(self.position.game().variant(), self.aim, verdict)
    }

    fn reached_here(&self) -> Counts {
        if let Some(target) = &self.target {
            return if target.is_reached(&self.position) { Counts::one(0) } else { Counts::default() };
        }
        match (self.position.verdict(), &self.goal) {
            (Some(verdict), Goal::Endings) => Counts::one(verdict.ending),
            (Some(verdict), Goal::AnyOf(wanted)) if wanted.contains(&verdict.ending) => Counts::one(verdict.ending),
            (Some(verdict), Goal::Win(side)) if verdict.winner == Some(*side) => Counts::one(verdict.ending),
            _ => Counts::default(),
        }
    }

    /// Counts the games from the present position.
    fn count_from(&mut self, plies: u16, observer: &mut dyn FnMut(u64) -> bool) -> Result<Counts, SolveError> {
        if plies == 0 {
            return Ok(self.reached());
        }
        self.positions += 1;
        if self.positions.is_multiple_of(OBSERVED) && !observer(self.positions) {
            return Err(SolveError::Interrupted);
        }
        let (mut key, mut moves) = std::mem::take(&mut self.lists[usize::from(plies)]);
        let counts = self.count_once(plies, &mut moves, &mut key, observer);
        self.lists[usize::from(plies)] = (key, moves);
        counts
    }

    /// Counts the games from the present position, unless they are known.
    fn count_once(
        &mut self,
        plies: u16,
        moves: &mut MoveList,
        key: &mut Vec<u8>,
        observer: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Counts, SolveError> {
        // A look into the table takes less time than the bounds.
        if self.encoding.merges {
            self.encoding.write(&self.position, key);
            key.extend(plies.to_le_bytes());
            if let Some(counts) = self.table.get(key) {
                return Ok(counts.clone());
            }
        }
        let mut counts = Counts::default();
        if self.is_within_bounds(plies) {
            self.position.legal_moves().list_into(moves);
            let over =
                !moves.is_empty() && self.position.verdict_if_mobile().is_some_and(|verdict| !self.goes_on(verdict));
            for mv in (&*moves).into_iter().filter(|_| !over) {
                if plies > 1 || !self.mates_only || self.position.gives_check(mv) {
                    counts.add(&self.after(mv, plies, observer)?)?;
                }
            }
        }
        if self.encoding.merges {
            self.table.insert(key, counts.clone());
        }
        Ok(counts)
    }

    /// Whether the goal may be reached from the present position, as far as the routes of men tell.
    fn is_within_bounds(&mut self, plies: u16) -> bool {
        self.target.as_mut().is_none_or(|target| target.is_within(&self.position, plies))
            && self.mates.as_mut().is_none_or(|mates| {
                let moves = moves_left(mates.winner(), plies, self.tail);
                mates.may_follow(&self.position, moves)
            })
    }
}

/// The most moves of each side within plies, where the winner makes the last one.
fn moves_left(winner: Side, plies: u16, tail: Option<u16>) -> PerSide<u16> {
    let (own, other) = match tail {
        None => (plies.div_ceil(2), plies / 2),
        Some(0) => (plies, 0),
        Some(tail) => (tail.min(plies), plies.saturating_sub(tail)),
    };
    PerSide::from_fn(|side| if side == winner { own } else { other })
}
