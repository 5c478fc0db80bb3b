//! Arbiter of a match: plays games between two engines, with clocks, and adjudicates them.
//!
//! Every move is played on a position of our own, whoever made it. So the rules are those of the definition, and a player
//! that breaks them loses.

use std::sync::Mutex;
use std::time::Duration;

use weakfish::diagnostic::Diagnostic;
use weakfish::engine::{Move, Outcome};
use weakfish::geometry::Side;
use weakfish::notation::{Dialect, fen, read_moves, uci, write_fairy_move};
use weakfish_player::matches::{Opening, Summary, Termination, game_end, game_seed};

use crate::matches::players::{self, EngineMove, Forfeit, MatchGame, MoveLimits, NO_ANSWER, Player, Record};
use crate::matches::settings::{EngineLimits, EngineSettings};
use crate::support::clock::TimeControl;
use crate::support::console::Failure;
use crate::support::{interrupt, workers};

/// Result of a game: outcome, termination, and details of a forfeit.
type GameEnd = (Outcome, Termination, Option<String>);

/// The clock of a player.
#[derive(Clone, Copy, Debug)]
struct Clock {
    left: Duration,
    /// Time that was used beyond what was left; increments pay it back first.
    overdrawn: Duration,
    increment: Duration,
}

impl Clock {
    fn new(control: TimeControl) -> Self {
        Self { left: control.time, overdrawn: Duration::ZERO, increment: control.increment }
    }

    /// Subtracts the time of a move, and adds the increment.
    fn spend(&mut self, elapsed: Duration) {
        let owed = self.overdrawn + elapsed.saturating_sub(self.left);
        let left = self.left.saturating_sub(elapsed) + self.increment;
        (self.left, self.overdrawn) = (left.saturating_sub(owed), owed.saturating_sub(left));
    }

    /// The longest time for a move by which the clock is overdrawn no further than the margin.
    fn timeout(self, margin: Duration) -> Duration {
        (self.left + margin).saturating_sub(self.overdrawn)
    }

    /// The time left and the increment for the engines: at least 1 ms, since some take 0 for no clock.
    fn remaining(self) -> (Duration, Duration) {
        (self.left.max(Duration::from_millis(1)), self.increment)
    }
}

/// Reason of a forfeit on time.
const LOSS_ON_TIME: &str = "loss on time";

/// Forfeit on time, with the time used and any overdraft.
fn time_forfeit(elapsed: Duration, clock: Option<Clock>) -> Forfeit {
    let overdrawn = clock.map(|clock| clock.overdrawn.as_millis()).filter(|&overdrawn| overdrawn > 0);
    let before = overdrawn.map_or_else(String::new, |overdrawn| format!(", on a clock overdrawn by {overdrawn} ms"));
    Forfeit::new(LOSS_ON_TIME, format!("{} ms for a move{before}", elapsed.as_millis()))
}

/// Starts the record of a game with its opening.
fn start_record(opening: &Opening) -> Record {
    let game = opening.start.game();
    let from_start = fen::write(&opening.start) == fen::write(&game.start());
    let start = opening.start.clone();
    let position = start.clone();
    let (moves, texts, fairy_texts) = Default::default();
    let mut record = Record { start, from_start, moves, texts, fairy_texts, position };
    opening.moves.iter().for_each(|&mv| record.play(mv));
    record
}

impl Record {
    /// Adds a legal move.
    fn play(&mut self, mv: Move) {
        self.texts.push(uci::write(&self.position, mv));
        self.fairy_texts.push(write_fairy_move(&self.position, mv));
        self.position.make(mv);
        self.moves.push(mv);
    }
}

/// Parses the move that an engine answered; an illegal one is a forfeit.
fn parse_move(record: &Record, answer: &EngineMove) -> Result<Move, Forfeit> {
    /// Characters shown of an answer.
    const MAX_SHOWN_CHARS: usize = 40;
    let read = read_moves(&record.position, &[&answer.text], Some(Dialect::FairyStockfish));
    let unread = |(_, problem): (usize, Diagnostic)| {
        let text = answer.text.chars().filter(|char| !char.is_control()).take(MAX_SHOWN_CHARS).collect::<String>();
        Forfeit::new("illegal move", format!("`{text}`: {}", problem.message))
    };
    read.map_err(unread)?.moves.pop().ok_or_else(Forfeit::no_move)
}

/// Game end by forfeit of a side.
fn forfeit_end(side: Side, forfeit: Forfeit) -> GameEnd {
    (Outcome::new(Some(!side), forfeit.reason), Termination::Forfeit, Some(forfeit.detail))
}

/// The two players of a thread.
pub(super) type Engines = [Box<dyn Player>; 2];

/// A match.
pub(super) struct Tournament {
    pub(super) played: MatchGame,
    pub(super) engines: [EngineSettings; 2],
    pub(super) limits: [EngineLimits; 2],
    /// One for each pair of games.
    pub(super) openings: Vec<Opening>,
    /// Tolerance of clocks and of times for a move.
    pub(super) margin: Duration,
    /// Plies after which a game is adjudicated a draw.
    pub(super) max_plies: usize,
    /// Seed of engines that play by chance.
    pub(super) seed: u64,
    /// How many games are played at once.
    pub(super) concurrency: usize,
}

impl Tournament {
    /// Plays the games of these numbers and passes each to `report`; stops early once `report` returns false or fails.
    ///
    /// After an interrupt the running games are abandoned.
    pub(super) fn play_games(
        &self,
        games: &[u32],
        first: Engines,
        report: &mut dyn FnMut(&Summary, &Record) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let first = Mutex::new(Some(first));
        let engines = || {
            let first = first.lock().ok().and_then(|mut engines| engines.take());
            first.unwrap_or_else(|| self.engines.each_ref().map(|engine| players::restart(engine, &self.played)))
        };
        let play = |engines: &mut Engines, game| self.play_numbered_game(game as usize, engines);
        let report = &mut |_, (summary, record): (Summary, Record)| report(&summary, &record);
        workers::run_jobs(self.concurrency, games, engines, play, report).map(drop)
    }

    /// Plays a game; `None` if it was interrupted. Players and limits are White's and Black's. Players that play by chance do
    /// so by the seed.
    fn play_game(
        &self,
        opening: &Opening,
        players: &mut [&mut dyn Player; 2],
        limits: [EngineLimits; 2],
        seed: u64,
    ) -> Option<(GameEnd, Record)> {
        let mut record = start_record(opening);
        let mut clocks = limits.map(|limits| limits.time_control.map(Clock::new));
        for side in Side::ALL {
            if let Err(fault) = players[side.index()].new_game(seed) {
                players[side.index()].restart();
                return (!interrupt::was_interrupted()).then(|| (forfeit_end(side, fault), record));
            }
        }
        loop {
            let position = &record.position;
            let end = game_end(position, record.moves.len(), self.max_plies);
            if let Some((outcome, termination)) = end {
                return Some(((outcome, termination, None), record));
            }
            let side = position.turn();
            let (limits, clock) = (limits[side.index()], clocks[side.index()]);
            let timeouts =
                [clock.map(|clock| clock.timeout(self.margin)), limits.move_time.map(|time| time + self.margin)];
            let limit = timeouts.into_iter().flatten().min();
            let timeout = limit.unwrap_or(self.played.timeout);
            let remaining = clocks.map(|clock| clock.map(Clock::remaining));
            let answer = players[side.index()].go(&record, &MoveLimits { limits, clocks: remaining, timeout });
            // An answer after an interrupt may be cut short, and is no fault of the player.
            if interrupt::was_interrupted() {
                return None;
            }
            let played = answer.and_then(|answer| {
                if answer.elapsed > timeout {
                    return Err(time_forfeit(answer.elapsed, clock));
                }
                let mv = parse_move(&record, &answer)?;
                record.play(mv);
                Ok(answer.elapsed)
            });
            match (played, &mut clocks[side.index()]) {
                (Err(mut fault), _) => {
                    if limit.is_some() && fault.reason == NO_ANSWER {
                        fault.reason = LOSS_ON_TIME;
                    }
                    players[side.index()].restart();
                    return Some((forfeit_end(side, fault), record));
                }
                (Ok(elapsed), Some(clock)) => clock.spend(elapsed),
                (Ok(_), None) => {}
            }
        }
    }

    /// Plays the game of a number, with the opening and the colours that belong to it; `None` if it was
    /// interrupted.
    fn play_numbered_game(&self, game: usize, engines: &mut Engines) -> Option<(Summary, Record)> {
        let (opening, first_is_white) = (&self.openings[(game - 1) / 2], game % 2 == 1);
        let [first, second] = engines;
        let (mut players, mut limits): ([&mut dyn Player; 2], _) = ([first.as_mut(), second.as_mut()], self.limits);
        if !first_is_white {
            players.reverse();
            limits.reverse();
        }
        let seed = game_seed(self.seed, game);
        let ((outcome, termination, detail), record) = self.play_game(opening, &mut players, limits, seed)?;
        let Outcome { winner, worth, reason } = outcome;
        let reason = reason.to_string();
        let white = if first_is_white { 1 } else { 2 };
        Some((Summary { game, white, winner, worth, termination, reason, detail, plies: record.moves.len() }, record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overdraft_is_paid_from_the_next_increments() {
        let milliseconds = Duration::from_millis;
        let mut clock = Clock::new(TimeControl { time: milliseconds(15), increment: milliseconds(10) });
        let margin = milliseconds(50);
        let mut timeout = vec![clock.timeout(margin).as_millis()];
        for _ in 0..6 {
            clock.spend(milliseconds(20));
            timeout.push(clock.timeout(margin).as_millis());
        }
        assert_eq!(timeout, [65, 55, 45, 35, 25, 15, 5]);
        assert_eq!(clock.remaining().0, milliseconds(1));
        clock.spend(milliseconds(1));
        assert_eq!(clock.overdrawn, milliseconds(36));
        // A player that moves at once pays its overdraft, and has time again.
        (0..4).for_each(|_| clock.spend(Duration::ZERO));
        assert_eq!((clock.left, clock.overdrawn), (milliseconds(4), Duration::ZERO));
    }
}
