//! Arguments of `weakfish play`; the game that is being played, and Weakfish as a player and as an adviser.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::{Args, ValueEnum};
use weakfish::engine::{Claim, Game, Move, Outcome, Position, Undo};
use weakfish::geometry::Side;
use weakfish::notation::replay;
use weakfish::notation::{NotedMove, write_game, write_moves};
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Level, Limits, Line, Searcher};

use crate::support::clock;
use crate::support::console::{Failure, Progress};
use crate::support::interrupt::Stopwatch;
use crate::support::seed::random_seed;
use crate::support::start::Start;
use crate::support::tablebase::{TableMaker, TableOptions};

/// A game in a terminal.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Sides of the players at the keyboard; Weakfish plays the others
    #[arg(long, value_enum, default_value_t = HumanSides::White)]
    pub(crate) side: HumanSides,
    /// Show men of chess as figurines, ♞ instead of N
    #[arg(long)]
    pub(crate) figurines: bool,
    /// How strong Weakfish plays, from 0, a beginner, to 20, the best it can
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u8).range(0..=i64::from(Level::MAX)))]
    pub(crate) level: u8,
    /// How long Weakfish thinks about a move at most, such as `5`, in seconds, `500ms` or `1m`; if nothing else bounds its best play, 2s
    #[arg(long, value_name = "TIME", value_parser = clock::parse_time)]
    pub(crate) time: Option<Duration>,
    /// Positions that Weakfish looks at for a move at most
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<NonZero<u64>>,
    #[command(flatten)]
    pub(crate) tables: TableOptions,
    /// Seed of the choice at levels below 20: equal seeds make equal games [default: unpredictable]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HumanSides {
    /// A person against Weakfish
    White,
    /// A person with Black against Weakfish
    Black,
    /// Two people at one keyboard
    Both,
    /// Weakfish against itself
    None,
}

/// A game with its moves, for undo and redo.
pub(super) struct Record {
    pub(super) start: Position,
    pub(super) position: Position,
    pub(super) moves: Vec<PlayedMove>,
    /// Redo stack: moves taken back, the last move of the game first.
    redo_stack: Vec<Move>,
    /// Outcome outside of the rules: resignation, agreement, claim.
    declared_outcome: Option<Outcome>,
}

/// A move that has been made.
pub(super) struct PlayedMove {
    mv: Move,
    side: Side,
    undo: Undo,
}

impl Record {
    pub(super) fn new(start: Position) -> Self {
        Self { position: start.clone(), start, moves: Vec::new(), redo_stack: Vec::new(), declared_outcome: None }
    }

    /// Makes the record of a replayed line.
    pub(super) fn of(line: &replay::Line) -> Self {
        let mut record = Self::new(line.start.clone());
        for ply in &line.plies {
            record.make(ply.mv);
        }
        record.declared_outcome = line.outcome.clone().filter(|_| record.position.outcome().is_none());
        record
    }

    /// Outcome of the game, declared or by the rules.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.declared_outcome.clone().or_else(|| self.position.outcome())
    }

    /// Ends the game by resignation or agreement.
    pub(super) fn end_by(&mut self, winner: Option<Side>, reason: &str) {
        self.declared_outcome = Some(Outcome::new(winner, reason));
    }

    /// Ends the game by a claim of the player to move.
    pub(super) fn end_by_claim(&mut self, claim: &Claim) {
        self.declared_outcome = Some(claim.outcome());
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, mv: Move) {
        // Moves taken back stay available as long as they are replayed.
        if self.redo_stack.last() == Some(&mv) {
            self.redo_stack.pop();
        } else {
            self.redo_stack.clear();
        }
        self.make(mv);
    }

    /// Makes a move without touching the redo stack.
    fn make(&mut self, mv: Move) {
        let side = self.position.turn();
        self.moves.push(PlayedMove { mv, side, undo: self.position.make(mv) });
    }

    /// Takes back the last move, or the declared end of the game; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        if self.declared_outcome.take().is_some() {
            return true;
        }
        let Some(made) = self.moves.pop() else { return false };
        self.position.unmake(made.undo);
        self.redo_stack.push(made.mv);
        true
    }

    /// Makes the move again that was taken back last; whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let Some(mv) = self.redo_stack.pop() else { return false };
        self.make(mv);
        true
    }

    /// The last turn, or what has been made of the present one: the side, its moves as people write them, and these
    /// moves.
    pub(super) fn last_turn(&self) -> Option<(Side, String, Vec<Move>)> {
        let last = self.moves.last()?;
        let count = self.moves.iter().rev().take_while(|made| made.side == last.side).count();
        let from = self.moves.len() - count;
        let mut before = self.start.clone();
        for made in &self.moves[..from] {
            before.make(made.mv);
        }
        let moves: Vec<Move> = self.moves[from..].iter().map(|made| made.mv).collect();
        Some((last.side, write_moves(&before, &moves), moves))
    }

    /// Game text with the start, the moves and the outcome; `None` before the first move.
    pub(super) fn game_text(&self) -> Option<String> {
        let moves: Vec<NotedMove> = self.moves.iter().map(|made| made.mv.into()).collect();
        (!moves.is_empty()).then(|| write_game(&[], &self.start, &moves, self.outcome().as_ref()))
    }
}

/// The time for a move or an advice, where nothing else bounds it.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(2);

/// Searcher that plays and gives advice.
pub(super) struct Engine {
    searcher: Searcher,
    /// Makes tables of endings while it plays.
    table_maker: Option<TableMaker>,
    pub(super) level: Level,
    /// Skill level from 0 to 20, as given.
    pub(super) level_number: u8,
    seed: u64,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// Set by Ctrl-C.
    interrupted: Arc<AtomicBool>,
}

impl Engine {
    pub(super) fn new(
        game: &Game,
        weights: &Weights,
        arguments: &Arguments,
        interrupted: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let nodes = arguments.nodes.map(NonZero::get);
        let (number, seed) = (arguments.level, arguments.seed.unwrap_or_else(random_seed));
        let (mut searcher, level) = (Searcher::with_weights(game, weights), Level::new(number));
        let tablebase = arguments.tables.open_and_report(game)?;
        let table_maker = tablebase.as_ref().map(TableMaker::start);
        searcher.set_tablebase(tablebase);
        Ok(Self { searcher, table_maker, level, level_number: number, seed, nodes, time: arguments.time, interrupted })
    }

    pub(super) fn set_level(&mut self, number: u8) {
        (self.level_number, self.level) = (number, Level::new(number));
    }

    /// Value of a pawn in this game; see `Evaluator::pawn_value`.
    pub(super) fn pawn_value(&self) -> i32 {
        self.searcher.evaluator().pawn_value()
    }

    /// Returns whether Ctrl-C was pressed and clears the flag; also called for that effect alone.
    pub(super) fn take_interrupt(&self) -> bool {
        self.interrupted.swap(false, Relaxed)
    }

    /// The best line at full strength. Ctrl-C only ends the search.
    pub(super) fn analyze(&mut self, position: &Position) -> Option<Line> {
        let line = self.search(Level::FULL, position);
        self.take_interrupt();
        line
    }

    /// The line that Weakfish plays at a level; `None` if the game is over.
    pub(super) fn search(&mut self, level: Level, position: &Position) -> Option<Line> {
        let mut limits = Limits::default();
        (limits.nodes, limits.hard_time) = (self.nodes, self.time);
        if level == Level::FULL && limits == Limits::default() {
            limits.hard_time = Some(DEFAULT_MOVE_TIME);
        }
        self.interrupted.store(false, Relaxed);
        if let Some(maker) = self.table_maker.as_ref().filter(|_| level == Level::FULL) {
            if limits.hard_time.is_some() { maker.follow(position) } else { maker.pause() }
        }
        let watch = Stopwatch::stopped_by(Arc::clone(&self.interrupted));
        let mut progress = Progress::new();
        let lines = self.searcher.search_at_level(level, self.seed, position, &limits, &watch, &mut |found| {
            progress.show(format_args!("thinking, {} plies ahead; Ctrl-C stops it", found.depth));
        });
        progress.clear();
        lines.into_iter().next()
    }
}
