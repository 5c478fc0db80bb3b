//! Many games of one kind that are played side by side.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4};
use pyo3::prelude::*;
use weakfish::engine::{self, Move, MoveSets, Outcome, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::random::SplitMix64;

use super::actions::{Actions, MAX_ACTIONS};
use super::observe::Observer;
use crate::diagnostics::Refusal;
use crate::game::Game;
use crate::interrupt;

/// The game has not ended.
const ONGOING: u8 = 0;
/// It has ended by its rules.
const ENDED: u8 = 1;
/// It was cut after the maximum number of plies.
const CUT: u8 = 2;

/// The most games at once: more than the memory of most machines holds.
const MAX_GAMES: usize = 1 << 18;

/// The refusal of a game whose actions would take too much memory.
pub fn too_many_actions() -> PyErr {
    Refusal::new_err(format!("the game has more than {MAX_ACTIONS} actions"))
}

/// Where the games begin, and when they are cut.
struct Conditions {
    game: engine::Game,
    setup: SetupId,
    /// Number of arrays of the setup, if it is shuffled.
    arrays: Option<u64>,
    start: Position,
    /// Whether draws and wins that can be claimed are claimed at once.
    claims: bool,
    /// Maximum number of plies; 0 for none.
    max_plies: u32,
}

/// One of the games.
struct Lane {
    position: Position,
    random: SplitMix64,
    plies: u32,
    moves: MoveSets,
    /// Numbers of the moves.
    actions: Vec<u32>,
    /// Numbers of the moves that are set in the mask.
    shown: Vec<u32>,
}

/// A game's part of the arrays.
struct Row<'a> {
    planes: &'a mut [u8],
    scalars: &'a mut [f32],
    mask: &'a mut [bool],
    rewards: &'a mut [f32],
    end: &'a mut u8,
    turn: &'a mut u8,
}

/// Many games at once; `weakfish.rl` has the arrays.
#[pyclass(module = "weakfish.rl")]
pub struct Lanes {
    conditions: Conditions,
    actions: Arc<Actions>,
    observer: Observer,
    lanes: Vec<Lane>,
    threads: usize,
}

type Arrays<'py> = (
    PyReadwriteArray4<'py, u8>,
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray2<'py, bool>,
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, u8>,
);

impl Conditions {
    fn start(&self, random: &mut SplitMix64) -> Position {
        match self.arrays {
            None => self.start.clone(),
            Some(count) => {
                let number = random.next() % count.max(1);
                self.game.start_of_array(self.setup, number).unwrap_or_else(|| self.start.clone())
            }
        }
    }
}

/// How the game has ended in a position that is known to be stuck or not.
pub fn outcome(position: &Position, stuck: bool, claims: bool) -> Option<Outcome> {
    let verdict = if stuck { position.verdict() } else { position.verdict_if_mobile() };
    if verdict.is_some() {
        return position.outcome();
    }
    if claims && position.best_claim().is_some() {
        return position.claims().first().map(engine::Claim::outcome);
    }
    // Without moves and without an ending nothing more happens.
    stuck.then(|| Outcome::new(None, "no-moves"))
}

impl Lane {
    fn new(conditions: &Conditions) -> Self {
        let (position, random) = (conditions.start.clone(), SplitMix64::new(0));
        Self { position, random, plies: 0, moves: MoveSets::new(), actions: Vec::new(), shown: Vec::new() }
    }

    fn begin(&mut self, conditions: &Conditions) {
        self.position = conditions.start(&mut self.random);
        self.plies = 0;
    }

    fn list(&mut self) {
        self.position.legal_moves().sets_into(&mut self.moves);
    }

    /// Makes a move.
    fn make(&mut self, mv: Move) {
        self.position.advance(mv);
        self.plies += 1;
    }

    /// How the game has ended in a position that is known to be stuck or not: by an outcome, or without one if it was cut.
    #[inline]
    #[allow(clippy::option_option, reason = "the end of a game, and its outcome")]
    fn end(&self, conditions: &Conditions, stuck: bool) -> Option<Option<Outcome>> {
        match outcome(&self.position, stuck, conditions.claims) {
            Some(outcome) => Some(Some(outcome)),
            None if conditions.max_plies > 0 && self.plies >= conditions.max_plies => Some(None),
            None => None,
        }
    }

    /// Makes a move, and begins another game if this one has ended.
    #[allow(clippy::option_option, reason = "the end of a game, and its outcome")]
    fn play(&mut self, conditions: &Conditions, mv: Move) -> Option<Option<Outcome>> {
        self.make(mv);
        self.list();
        let ended = self.end(conditions, self.moves.is_empty());
        if ended.is_some() {
            self.begin(conditions);
            self.list();
        }
        ended
    }

    /// Chooses a legal move without listing all.
    fn choose(&mut self) -> Option<Move> {
        self.position.legal_moves().choose(&mut self.random, &mut self.moves)
    }

    fn random_move(&mut self) -> Option<Move> {
        let index = self.random.below(self.moves.len());
        self.moves.get(index)
    }

    /// Numbers the moves.
    fn number(&mut self, actions: &Actions) -> Result<(), Move> {
        self.actions.clear();
        actions.number_all(&self.position, &self.moves, &mut self.actions)
    }

    fn write(&mut self, observer: &Observer, row: &mut Row<'_>) {
        if !row.planes.is_empty() {
            observer.write(&self.position, row.planes, row.scalars);
        }
        if !row.mask.is_empty() {
            for &action in &self.shown {
                row.mask[action as usize] = false;
            }
            for &action in &self.actions {
                row.mask[action as usize] = true;
            }
            self.shown.clone_from(&self.actions);
        }
        *row.turn = self.position.turn().index() as u8;
    }

    /// Writes the rewards and the end of a game: `None` while it goes on, `Some(None)` if it was cut off.
    fn write_end(row: &mut Row<'_>, ended: Option<&Option<Outcome>>) {
        row.rewards.fill(0.0);
        *row.end = match ended {
            None => ONGOING,
            Some(None) => CUT,
            Some(Some(outcome)) => {
                for (reward, side) in row.rewards.iter_mut().zip(Side::ALL) {
                    *reward = f32::from(outcome.score(side)) / 50.0 - 1.0;
                }
                ENDED
            }
        };
    }
}

impl Lanes {
    /// Calls `act` for each game with its rows of the arrays, in several threads.
    fn each_row(
        &mut self,
        py: Python<'_>,
        arrays: Arrays<'_>,
        act: impl Fn(&Conditions, &Actions, &Observer, usize, &mut Lane, &mut Row<'_>) -> Result<(), Move> + Sync,
    ) -> PyResult<()> {
        let (mut planes, mut scalars, mut masks, mut rewards, mut ends, mut turns) = arrays;
        let contiguous = |_| Refusal::new_err("an array is not contiguous");
        let planes = planes.as_slice_mut().map_err(contiguous)?;
        let scalars = scalars.as_slice_mut().map_err(contiguous)?;
        let masks = masks.as_slice_mut().map_err(contiguous)?;
        let rewards = rewards.as_slice_mut().map_err(contiguous)?;
        let ends = ends.as_slice_mut().map_err(contiguous)?;
        let turns = turns.as_slice_mut().map_err(contiguous)?;
        let count = self.lanes.len();
        let width = |len: usize| len / count.max(1);
        let (size, wide, actions) = (width(planes.len()), width(scalars.len()), width(masks.len()));
        let fits = (size == 0 || size == self.observer.size() && wide == self.observer.scalars().len())
            && (actions == 0 || actions == self.actions.len())
            && rewards.len() == 2 * count
            && ends.len() == count
            && turns.len() == count;
        if !fits {
            return Err(Refusal::new_err("the arrays have other shapes than the games"));
        }
        let mut rows = Vec::with_capacity(count);
        let (mut planes, mut scalars, mut masks) = (planes, scalars, masks);
        for ((rewards, end), turn) in rewards.chunks_mut(2).zip(ends).zip(turns) {
            let (own, rest) = planes.split_at_mut(size);
            planes = rest;
            let (numbers, rest) = scalars.split_at_mut(wide);
            scalars = rest;
            let (mask, rest) = masks.split_at_mut(actions);
            masks = rest;
            rows.push(Row { planes: own, scalars: numbers, mask, rewards, end, turn });
        }
        let (conditions, numbers, observer) = (&self.conditions, &*self.actions, &self.observer);
        let share = count.div_ceil(self.threads).max(1);
        let lanes = &mut self.lanes;
        let failed = py.detach(|| {
            let run = |first: usize, lanes: &mut [Lane], rows: &mut [Row<'_>]| {
                for ((index, lane), row) in (first..).zip(lanes).zip(rows) {
                    act(conditions, numbers, observer, index, lane, row).map_err(|mv| (index, mv))?;
                }
                Ok(())
            };
            thread::scope(|scope| {
                let run = &run;
                let shares = lanes.chunks_mut(share).zip(rows.chunks_mut(share)).zip((0..).step_by(share));
                let mut shares = shares.map(|((lanes, rows), first)| (first, lanes, rows));
                let own = shares.next();
                let others: Vec<_> =
                    shares.map(|(first, lanes, rows)| scope.spawn(move || run(first, lanes, rows))).collect();
                let mut result = own.map_or(Ok(()), |(first, lanes, rows)| run(first, lanes, rows));
                for other in others {
                    result = result.and(other.join().unwrap_or(Ok(())));
                }
                result
            })
        });
        failed.map_err(|(index, mv): (usize, Move)| {
            Refusal::new_err(format!("game {index} has a legal move without a number: {mv:?}"))
        })
    }
}

#[pymethods]
impl Lanes {
    #[new]
    fn new(
        game: &Bound<'_, Game>,
        count: usize,
        setup: Option<&str>,
        max_plies: u32,
        claims: bool,
        threads: usize,
    ) -> PyResult<Self> {
        if count > MAX_GAMES {
            return Err(Refusal::new_err(format!("at most {MAX_GAMES} games are played at once, not {count}")));
        }
        let start = game.get().begin(setup, None)?;
        let game = game.get().game.clone();
        let id = start.setup();
        let numbered = setup.is_some_and(|name| game.find_start(name).is_ok_and(|(_, number)| number.is_some()));
        let arrays = game.arrays(id).filter(|_| !numbered).map(weakfish::model::Arrays::count);
        let actions = Arc::new(Actions::new(&game).ok_or_else(too_many_actions)?);
        let observer = Observer::new(&game);
        let conditions = Conditions { game, setup: id, arrays, start, claims, max_plies };
        let lanes = (0..count).map(|_| Lane::new(&conditions)).collect();
        let most = thread::available_parallelism().map_or(1, usize::from);
        Ok(Self { conditions, actions, observer, lanes, threads: threads.clamp(1, most) })
    }

    #[getter]
    fn actions(&self) -> usize {
        self.actions.len()
    }

    #[getter]
    fn planes(&self) -> Vec<String> {
        self.observer.planes().to_vec()
    }

    #[getter]
    fn scalars(&self) -> Vec<String> {
        self.observer.scalars()
    }

    fn action_text(&self, action: usize) -> PyResult<String> {
        self.actions.text(action).ok_or_else(|| Refusal::new_err(format!("there is no action {action}")))
    }

    /// The FEN of a game.
    fn fen(&self, index: usize) -> PyResult<String> {
        let lane = self.lanes.get(index).ok_or_else(|| Refusal::new_err(format!("there is no game {index}")))?;
        Ok(weakfish::notation::fen::write(&lane.position))
    }

    /// The legal moves of a game in machine notation, with the numbers of their actions.
    fn legal(&mut self, index: usize) -> PyResult<Vec<(String, u32)>> {
        let actions = Arc::clone(&self.actions);
        let lane = self.lanes.get_mut(index).ok_or_else(|| Refusal::new_err(format!("there is no game {index}")))?;
        lane.number(&actions).map_err(|mv| Refusal::new_err(format!("a legal move has no number: {mv:?}")))?;
        let named = weakfish::notation::uci::legal_moves(&lane.position).into_iter();
        let number = |(text, mv): (String, Move)| {
            let at = lane.moves.iter().position(|other| other == mv)?;
            Some((text, *lane.actions.get(at)?))
        };
        Ok(named.filter_map(number).collect())
    }

    /// Restarts all games.
    fn reset(&mut self, py: Python<'_>, seeds: PyReadonlyArray1<'_, u64>, arrays: Arrays<'_>) -> PyResult<()> {
        let seeds = seeds.as_slice().map_err(|_| Refusal::new_err("an array is not contiguous"))?.to_vec();
        if seeds.len() != self.lanes.len() {
            return Err(Refusal::new_err(format!("{} games need as many seeds", self.lanes.len())));
        }
        self.each_row(py, arrays, |conditions, actions, observer, index, lane, row| {
            lane.random = SplitMix64::new(seeds[index]);
            lane.begin(conditions);
            lane.list();
            lane.number(actions)?;
            lane.write(observer, row);
            Lane::write_end(row, None);
            Ok(())
        })
    }

    /// Makes a move in each game, by its number.
    fn step(&mut self, py: Python<'_>, chosen: PyReadonlyArray1<'_, i64>, arrays: Arrays<'_>) -> PyResult<()> {
        let chosen = chosen.as_slice().map_err(|_| Refusal::new_err("an array is not contiguous"))?;
        if chosen.len() != self.lanes.len() {
            return Err(Refusal::new_err(format!("{} games need as many actions", self.lanes.len())));
        }
        // All are tested before any is made.
        let mut moves = Vec::with_capacity(chosen.len());
        for ((index, lane), &action) in self.lanes.iter_mut().enumerate().zip(chosen) {
            let at = lane.actions.iter().position(|&other| i64::from(other) == action);
            moves.push(at.and_then(|at| lane.moves.get(at)).ok_or_else(|| {
                let text = usize::try_from(action).ok().and_then(|action| self.actions.text(action));
                let fen = weakfish::notation::fen::write(&lane.position);
                Refusal::new_err(match text {
                    Some(text) => format!("action {action}, {text}, is illegal in game {index}: {fen}"),
                    None => format!("there is no action {action}; game {index} was to make it"),
                })
            })?);
        }
        self.each_row(py, arrays, |conditions, actions, observer, index, lane, row| {
            let ended = lane.play(conditions, moves[index]);
            lane.number(actions)?;
            lane.write(observer, row);
            Lane::write_end(row, ended.as_ref());
            Ok(())
        })
    }

    /// Makes a random move in each game.
    fn random_step(&mut self, py: Python<'_>, arrays: Arrays<'_>) -> PyResult<()> {
        self.each_row(py, arrays, |conditions, actions, observer, _, lane, row| {
            let ended = lane.random_move().and_then(|mv| lane.play(conditions, mv));
            lane.number(actions)?;
            lane.write(observer, row);
            Lane::write_end(row, ended.as_ref());
            Ok(())
        })
    }

    /// Writes the number of a random legal action of each game.
    fn random_actions(&mut self, mut chosen: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let chosen = chosen.as_slice_mut().map_err(|_| Refusal::new_err("an array is not contiguous"))?;
        for (lane, action) in self.lanes.iter_mut().zip(chosen) {
            let index = lane.random.below(lane.actions.len());
            *action = lane.actions.get(index).map_or(-1, |&action| i64::from(action));
        }
        Ok(())
    }

    /// Plays random moves in all games, `plies` in each, without observations. Returns how many games White
    /// has won, how many Black, how many were drawn, and how many were cut.
    fn play_random(&mut self, py: Python<'_>, plies: u64, arrays: Arrays<'_>) -> PyResult<[u64; 4]> {
        let counts = [const { AtomicU64::new(0) }; 4];
        let (conditions, lanes, threads) = (&self.conditions, &mut self.lanes, self.threads);
        let share = lanes.len().div_ceil(threads).max(1);
        interrupt::run(py, |stop| {
            thread::scope(|scope| {
                for lanes in lanes.chunks_mut(share) {
                    let counts = &counts;
                    scope.spawn(move || {
                        for lane in lanes {
                            lane.play_random(conditions, plies, counts, stop);
                        }
                    });
                }
            });
        })?;
        self.each_row(py, arrays, |_, actions, observer, _, lane, row| {
            lane.list();
            lane.number(actions)?;
            lane.write(observer, row);
            Lane::write_end(row, None);
            Ok(())
        })?;
        Ok(counts.map(AtomicU64::into_inner))
    }
}

impl Lane {
    fn play_random(&mut self, conditions: &Conditions, plies: u64, counts: &[AtomicU64; 4], stop: &AtomicBool) {
        let mut next = self.choose();
        for ply in 0..plies {
            if ply % 4096 == 0 && stop.load(Ordering::Relaxed) {
                return;
            }
            let Some(mv) = next else { return };
            self.make(mv);
            next = self.choose();
            if let Some(ended) = self.end(conditions, next.is_none()) {
                self.begin(conditions);
                next = self.choose();
                let which = match ended.map(|outcome| outcome.winner) {
                    Some(Some(Side::White)) => 0,
                    Some(Some(Side::Black)) => 1,
                    Some(None) => 2,
                    None => 3,
                };
                counts[which].fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}
