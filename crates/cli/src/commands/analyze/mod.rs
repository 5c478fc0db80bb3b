//! `weakfish analyze`: the best lines of a position, or a judgement of each move of a game.

#![allow(clippy::cast_precision_loss, reason = "means of few numbers")]

mod data;
mod judge;
mod page;

use std::num::NonZero;
use std::time::Duration;

use clap::Args;
use data::{GameData, PositionData};
use judge::JudgedLine;
use weakfish::diagnostic::Report;
use weakfish::engine::{Game, Position};
use weakfish_player::evaluation::Weights;
use weakfish::notation::{fen, write_game};
use weakfish_player::search::{Limits, Line, Score, Searcher};
use weakfish::tools::replay;

use crate::support::console::{self, Failure};
use crate::support::interrupt::Stopwatch;
use crate::support::load::{self, Loader};
use crate::support::progress::Progress;
use crate::support::scores;
use crate::support::start::Start;
use crate::support::{interrupt, start, weights};

/// Default time for a position.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// Analyses a position or a game.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.file {
        None => position(loader, arguments),
        Some(file) => whole_game(loader, arguments, file),
    }
}

fn position(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let position = arguments.start.position(loader)?;
    let weights = weights::of_game(position.game(), &arguments.start.game)?;
    interrupt::watch();
    let mut analyzer = Analyzer::new(position.game(), &weights, arguments, DEFAULT_TIME);
    let mut progress = Progress::new();
    let analysis = analyzer.analyze(&position, &mut |depth| progress.show(format_args!("depth {depth}")));
    progress.clear();
    if arguments.json {
        console::json(&PositionData::of(&position, &analysis, analyzer.unit()))?;
    } else {
        page::position(&position, &analysis)?;
    }
    interrupt::end(|| format!("these are the lines of depth {}", analysis.depth))
}

fn whole_game(loader: Loader<'_>, arguments: &Arguments, file: &str) -> Result<(), Failure> {
    let game = loader.game_with_note(&arguments.start.game)?;
    let setup = start::setup(&game, arguments.start.setup.as_deref())?;
    let source = load::file_or_input(file)?;
    let mut replay = replay::replay(&game, setup, &source.text);
    // A position that nothing is played from has no moves to judge.
    if replay.lines.iter().any(|line| !line.plies.is_empty()) {
        replay.lines.retain(|line| !line.plies.is_empty());
    }
    let positions = replay.lines.iter().map(|line| line.plies.len() + 1).sum();
    let weights = weights::of_game(&game, &arguments.start.game)?;
    interrupt::watch();
    let mut analyzer = Analyzer::new(&game, &weights, arguments, judge::default_time(positions));
    let mut progress = Progress::new();
    let mut judged = Vec::new();
    for line in &replay.lines {
        judged.push(judge::judge(&mut analyzer, line, &mut progress));
        if interrupt::came() {
            break;
        }
    }
    if arguments.json {
        console::json(&GameData::of(&replay, &judged))?;
    } else if arguments.text {
        for (index, judged) in judged.iter().enumerate() {
            let text = text_of(judged, &arguments.start.game, &source.text, index == 0);
            console::content(&text)?;
        }
    } else {
        for (index, line) in judged.iter().enumerate() {
            if judged.len() > 1 {
                page::begins(line, index == 0)?;
            }
            page::game(line)?;
        }
    }
    let complete = replay.is_complete();
    if !replay.diagnostics.is_empty() {
        console::report(&Report::new(&source, replay.diagnostics));
    }
    interrupt::end(|| {
        let done: usize = judged.iter().map(|line| line.plies.len()).sum();
        let all: usize = replay.lines.iter().map(|line| line.plies.len()).sum();
        format!("{done} of {all} moves are judged; a game is analysed from its last move to its first")
    })?;
    if complete { Ok(()) } else { Err(Failure::Reported) }
}

/// A game with signs and comments, as a text. The names of the players are those of the first game.
fn text_of(judged: &JudgedLine, name: &str, text: &str, first: bool) -> String {
    let start = &judged.line.start;
    let at_start = fen::write(start) == fen::write(&start.game().start());
    let mut headers = Vec::new();
    if first {
        headers.push(("game", name));
        headers.extend(["White", "Black"].into_iter().filter_map(|side| Some((side, player(text, side)?))));
    } else if at_start {
        headers.push(("position", "startpos"));
    }
    let text = write_game(&headers, start, &judged.noted(), judged.line.outcome.as_ref());
    if first { text } else { format!("\n{text}") }
}

/// The name of a player in a game text: `White: NAME`, or the tag of PGN.
fn player<'t>(text: &'t str, side: &str) -> Option<&'t str> {
    text.lines().find_map(|line| {
        let tag = || line.strip_prefix('[')?.strip_prefix(side)?.trim().strip_prefix('"')?.strip_suffix("\"]");
        line.strip_prefix(side).and_then(|rest| rest.strip_prefix(':')).map(str::trim).or_else(tag)
    })
}

/// The analysis of a position or a game.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) start: Start,
    /// The text of a game, every move of which is judged; without it, a position is analysed
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "play"])]
    pub(crate) file: Option<String>,
    /// Number of best lines; of a game, for each position, with `--json`
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) lines: NonZero<u16>,
    /// Plies looked ahead, in each position
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<NonZero<u32>>,
    /// Positions searched, for each position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<NonZero<u64>>,
    /// Seconds for each position; if nothing bounds the search, 3, and 40 for a whole game
    #[arg(long, value_name = "SECONDS", value_parser = scores::seconds)]
    pub(crate) time: Option<Duration>,
    /// How many threads search
    #[arg(long, value_name = "T", default_value = "1")]
    pub(crate) threads: NonZero<u16>,
    /// How many MiB the search may take to remember positions
    #[arg(long, value_name = "MB", default_value = "64")]
    pub(crate) hash: NonZero<usize>,
    /// Print the game as a text again, with signs and comments
    #[arg(long, requires = "file", conflicts_with = "json")]
    pub(crate) text: bool,
    /// Lines, scores and judgements as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A search with the same bounds for each position.
pub(crate) struct Analyzer {
    searcher: Searcher,
    limits: Limits,
}

/// Analysis of a position.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// Score for the side to move.
    pub(crate) score: Score,
    /// The best lines; none if the game is over.
    pub(crate) lines: Vec<Line>,
    /// Search depth, and positions searched.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl Analyzer {
    /// A search with the limits of the arguments, or `otherwise` as its time.
    pub(crate) fn new(game: &Game, weights: &Weights, arguments: &Arguments, otherwise: Duration) -> Self {
        let mut searcher = Searcher::with_weights(game, weights);
        searcher.set_memory(arguments.hash.get().saturating_mul(1 << 20));
        searcher.set_threads(arguments.threads.get().into());
        let mut limits = Limits::default();
        limits.depth = arguments.depth.map(NonZero::get);
        limits.nodes = arguments.nodes.map(NonZero::get);
        limits.hard_time = arguments.time;
        if limits == Limits::default() {
            limits.hard_time = Some(otherwise);
        }
        limits.lines = arguments.lines.get().into();
        Self { searcher, limits }
    }

    /// Value of a pawn relative to orthodox chess, in centipawns.
    pub(crate) fn unit(&self) -> i32 {
        self.searcher.evaluator().unit()
    }

    /// Analyses a position; calls `report` after each depth.
    pub(crate) fn analyze(&mut self, position: &Position, report: &mut dyn FnMut(u32)) -> Analysis {
        let (mut depth, mut nodes) = (0, 0);
        let lines = self.searcher.search(position, &self.limits, &Stopwatch::new(), &mut |analysis| {
            (depth, nodes) = (analysis.depth, analysis.nodes);
            report(depth);
        });
        let score = lines.first().map_or_else(|| final_score(position), |line| line.score);
        Analysis { score, lines, depth, nodes }
    }
}

/// Score of a finished game for the side to move.
fn final_score(position: &Position) -> Score {
    match position.outcome().and_then(|outcome| outcome.winner) {
        None => Score::Worth(0),
        Some(winner) if winner == position.turn() => Score::Win(0),
        Some(_) => Score::Loss(0),
    }
}
