//! `weakfish analyze`: the best lines of a position, or a judgement of each move of a game.

use std::collections::VecDeque;
use std::num::NonZero;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use weakfish::diagnostic::Report;
use weakfish::engine::{Game, Outcome, Position};
use weakfish::geometry::Side;
use weakfish::notation::{fen, replay, write_game, write_moves};
use weakfish::prose::counted;
use weakfish_player::evaluation::Weights;
use weakfish_player::review::{Analysis, AnalyzedLine, Analyzer, JudgedMove, MoveSummary, Review};
use weakfish_player::search::Limits;

use crate::commands::moves::{self, State};
use crate::support::console::{self, Failure, Progress};
use crate::support::interrupt::{self, Stopwatch};
use crate::support::load::{self, Loader};
use crate::support::start::{self, Start};
use crate::support::tablebase::TableOptions;
use crate::support::{clock, weights, workers};

/// Default time for a position.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// Analyses a position or a game.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.file {
        None => analyze_position(loader, arguments),
        Some(file) => analyze_game(loader, arguments, file),
    }
}

/// Analyses a position and prints its best lines.
fn analyze_position(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let position = arguments.start.position(loader)?;
    let weights = weights::load_for_game(position.game(), &arguments.start.game)?;
    interrupt::install_handler();
    let mut analyzer = make_analyzer(position.game(), &weights, arguments, DEFAULT_TIME)?;
    let mut progress = Progress::new();
    let analysis = analyzer.analyze(&position, &mut |depth| progress.show(format_args!("depth {depth}")));
    progress.clear();
    if arguments.json {
        let Analysis { ref lines, depth, nodes, .. } = analysis;
        let lines = lines.iter().map(|line| AnalyzedLine::new(&position, line, analyzer.pawn_value())).collect();
        let (state, claims) = (State::of(&position), moves::claims(&position));
        console::print_json(&PositionData { state, claims, depth, nodes, lines })?;
    } else {
        print_position(&position, &analysis)?;
    }
    interrupt::fail_if_interrupted(|| format!("these are the lines of depth {}", analysis.depth))
}

/// Analyses every move of a game text, and prints the judgements as a table, as JSON or as an annotated text.
fn analyze_game(loader: Loader<'_>, arguments: &Arguments, file: &str) -> Result<(), Failure> {
    let game = loader.game_with_note(&arguments.start.game)?;
    let start = start::find_start(&game, arguments.start.from.setup.as_deref())?;
    let source = load::read_game_text(file)?;
    let mut replay = replay::replay_from(start.clone(), start.setup(), &source.text);
    // A position that nothing is played from has no moves to judge.
    if replay.lines.iter().any(|line| !line.plies.is_empty()) {
        replay.lines.retain(|line| !line.plies.is_empty());
    }
    let positions = replay.lines.iter().map(|line| line.plies.len() + 1).sum();
    let weights = weights::load_for_game(&game, &arguments.start.game)?;
    interrupt::install_handler();
    let mut analyzer = make_analyzer(&game, &weights, arguments, default_time(positions))?;
    let mut progress = Progress::new();
    let mut judged = Vec::new();
    for line in &replay.lines {
        judged.push(judge_line(&mut analyzer, line, &mut progress));
        if interrupt::was_interrupted() {
            break;
        }
    }
    if arguments.json {
        let lines = judged.iter().map(JudgedLineData::of).collect();
        console::print_json(&GameData { complete: replay.is_complete(), lines })?;
    } else if arguments.text {
        for (index, line) in judged.iter().enumerate() {
            let text = annotated_text(line, &arguments.start.game, &source.text, index == 0);
            console::print_text(&text)?;
        }
    } else {
        for (index, line) in judged.iter().enumerate() {
            if judged.len() > 1 {
                let gap = if index > 0 { "\n" } else { "" };
                console::print_message(format_args!("{gap}position: {}", fen::write(line.review.position())))?;
            }
            print_game(line)?;
        }
    }
    let complete = replay.is_complete();
    if !replay.diagnostics.is_empty() {
        console::print_report(&Report::new(&source, replay.diagnostics));
    }
    interrupt::fail_if_interrupted(|| {
        let judged_plies: usize = judged.iter().map(|line| line.review.judged().len()).sum();
        let all_plies: usize = replay.lines.iter().map(|line| line.plies.len()).sum();
        format!("{judged_plies} of {all_plies} moves are judged; a game is analysed from its last move to its first")
    })?;
    if complete { Ok(()) } else { Err(Failure::Reported) }
}

/// Game text of an annotated line. The names of the players are those of the first game.
fn annotated_text(judged: &JudgedLine, name: &str, text: &str, first: bool) -> String {
    let start = judged.review.position();
    let at_start = fen::write(start) == fen::write(&start.game().start());
    let mut headers = Vec::new();
    if first {
        headers.push(("game", name));
        headers.extend(["White", "Black"].into_iter().filter_map(|side| Some((side, player_name(text, side)?))));
    } else if at_start {
        headers.push(("position", "startpos"));
    }
    let text = write_game(&headers, start, &judged.review.annotated_moves(), judged.outcome.as_ref());
    if first { text } else { format!("\n{text}") }
}

/// The name of a player in a game text: `White: NAME`, or the tag of PGN.
fn player_name<'t>(text: &'t str, side: &str) -> Option<&'t str> {
    text.lines().find_map(|line| {
        let tag = || line.strip_prefix('[')?.strip_prefix(side)?.trim().strip_prefix('"')?.strip_suffix("\"]");
        line.strip_prefix(side).and_then(|rest| rest.strip_prefix(':')).map(str::trim).or_else(tag)
    })
}

/// Arguments of `weakfish analyze`.
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
    /// Time for each position, such as `5`, in seconds, `500ms` or `1m`; if nothing bounds the search, 3s, and 40s for a whole game
    #[arg(long, value_name = "TIME", value_parser = clock::parse_time)]
    pub(crate) time: Option<Duration>,
    /// How many threads search
    #[arg(long, value_name = "T", default_value = "1")]
    pub(crate) threads: NonZero<u16>,
    /// How many MiB the search may take to remember positions
    #[arg(long, value_name = "MB", default_value = "64")]
    pub(crate) hash: NonZero<usize>,
    #[command(flatten)]
    pub(crate) tables: TableOptions,
    /// Print the game as a text again, with signs and comments
    #[arg(long, requires = "file", conflicts_with = "json")]
    pub(crate) text: bool,
    /// Lines, scores and judgements as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Makes an analyzer with the limits of the arguments; if they have none, with `default_time` for each position.
fn make_analyzer(
    game: &Game,
    weights: &Weights,
    arguments: &Arguments,
    default_time: Duration,
) -> Result<Analyzer, Failure> {
    let bytes = arguments.hash.get().saturating_mul(1 << 20);
    let mut searcher = workers::make_searcher(game, weights, bytes, arguments.threads.get().into());
    searcher.set_tablebase(arguments.tables.open_and_report(game)?);
    let mut limits = Limits::default();
    limits.depth = arguments.depth.map(NonZero::get);
    limits.nodes = arguments.nodes.map(NonZero::get);
    limits.hard_time = arguments.time;
    if limits == Limits::default() {
        limits.hard_time = Some(default_time);
    }
    limits.lines = arguments.lines.get().into();
    // Without `--time`, the time for a position is that of its search alone.
    let tables_in_time = arguments.time.is_some();
    Ok(Analyzer::new(searcher, limits, tables_in_time, || Box::new(Stopwatch::new())))
}

/// A line of play with a judgement of each move.
struct JudgedLine {
    review: Review,
    outcome: Option<Outcome>,
}

/// Default time for each position.
fn default_time(positions: usize) -> Duration {
    const GAME_TIME: Duration = Duration::from_secs(40);
    let share = GAME_TIME / u32::try_from(positions).unwrap_or(u32::MAX).max(1);
    share.clamp(Duration::from_millis(10), Duration::from_secs(1))
}

/// Judges every move of a line of play, from the last to the first; moves before an interrupt are left out.
fn judge_line(analyzer: &mut Analyzer, line: &replay::Line, progress: &mut Progress) -> JudgedLine {
    let mut review = Review::new(&line.start, line.plies.iter().map(|ply| ply.mv), analyzer);
    loop {
        let (judged, all) = (review.judged().len(), line.plies.len());
        progress.show_share(format_args!("{judged} of {all} moves"), judged as u64, all as u64);
        if review.judge_next(analyzer).is_none() {
            break;
        }
    }
    progress.restart();
    JudgedLine { review, outcome: line.outcome.clone() }
}

/// Prints the best lines of a position.
fn print_position(position: &Position, analysis: &Analysis) -> Result<(), Failure> {
    let game = position.game();
    if let Some(outcome) = position.outcome() {
        return console::print_message(format_args!("the game is over: {outcome}"));
    }
    let positions = counted(analysis.nodes, "position");
    console::print_message(format_args!("{} to move; depth {}, {positions}", position.turn(), analysis.depth))?;
    for claim in position.claims() {
        console::print_message(format_args!("{} can claim {claim}", position.turn()))?;
    }
    let scores_text: Vec<_> = analysis.lines.iter().map(|line| line.score.white_text(game, position.turn())).collect();
    let width = scores_text.iter().map(String::len).max().unwrap_or_default();
    for (line, score) in analysis.lines.iter().zip(&scores_text) {
        console::print_message(format_args!("{score:>width$}  {}", write_moves(position, &line.moves)))?;
    }
    Ok(())
}

/// Prints each move of a game with its score, suffix and remark, and a summary of each player.
fn print_game(judged: &JudgedLine) -> Result<(), Failure> {
    let JudgedLine { review, outcome } = judged;
    let (start, moves) = (review.position(), review.judged());
    let (game, variant) = (start.game(), start.game().variant());
    let name = |mv: &JudgedMove| {
        let dots = if mv.side == variant.first { "." } else { "..." };
        (format!("{}{dots}", mv.number), format!("{}{}", mv.text, mv.judgement.suffix()))
    };
    let names: Vec<_> = moves.iter().map(name).collect();
    let number_width = names.iter().map(|(number, _)| number.len()).max().unwrap_or_default();
    let width = names.iter().map(|(_, text)| text.chars().count()).max().unwrap_or_default();
    let scores_text = moves.iter().map(|mv| mv.after.white_text(game, mv.side));
    let scores_text: Vec<_> =
        std::iter::once(review.score().white_text(game, start.turn())).chain(scores_text).collect();
    let score_width = scores_text.iter().map(String::len).max().unwrap_or_default();
    console::print(format_args!("{:number_width$} {:width$}  {:>score_width$}", "", "", scores_text[0]))?;
    for ((mv, (number, text)), score) in moves.iter().zip(&names).zip(&scores_text[1..]) {
        let remark = mv.remark.as_ref().map_or_else(String::new, |remark| format!("  {remark}"));
        console::print_message(format_args!("{number:<number_width$} {text:<width$}  {score:>score_width$}{remark}"))?;
    }
    if !moves.is_empty() {
        console::print("")?;
        for side in Side::ALL {
            console::print_message(format_args!("{side}: {}", review.summary(side).text()))?;
        }
    }
    let outcome = outcome.as_ref();
    let reason = outcome.map_or_else(String::new, |outcome| format!(" by {}", outcome.reason));
    console::print_message(format_args!("{}{reason}", moves::status(outcome)))
}

/// An analysed position as JSON.
#[derive(Serialize)]
struct PositionData {
    #[serde(flatten)]
    state: State,
    claims: Vec<String>,
    depth: u32,
    nodes: u64,
    lines: Vec<AnalyzedLine>,
}

/// A game text.
#[derive(Serialize)]
struct GameData<'a> {
    /// Whether the whole text could be played.
    complete: bool,
    lines: Vec<JudgedLineData<'a>>,
}

#[derive(Serialize)]
struct JudgedLineData<'a> {
    start: String,
    plies: &'a VecDeque<JudgedMove>,
    status: &'static str,
    reason: Option<String>,
    white: MoveSummary,
    black: MoveSummary,
}

impl<'a> JudgedLineData<'a> {
    fn of(JudgedLine { review, outcome }: &'a JudgedLine) -> Self {
        let outcome = outcome.as_ref();
        let [white, black] = Side::ALL.map(|side| review.summary(side));
        let reason = outcome.map(|outcome| outcome.reason.to_string());
        let (start, plies) = (fen::write(review.position()), review.judged());
        Self { start, plies, status: moves::status(outcome), reason, white, black }
    }
}
