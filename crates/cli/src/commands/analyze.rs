//! `weakfish analyze`: the best lines of a position, or a judgement of each move of a game.

use std::num::NonZero;
use std::time::Duration;

use clap::Args;
use serde::{Serialize, Serializer};
use weakfish::diagnostic::Report;
use weakfish::engine::{Game, Move, Position};
use weakfish::geometry::Side;
use weakfish::notation::{NotedMove, fen, replay, uci, write_game, write_move, write_moves};
use weakfish::prose::counted;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Limits, Line, Score, Searcher};

use crate::commands::moves::{self, State};
use crate::engine::write_pv;
use crate::support::console::{self, Failure, Progress};
use crate::support::interrupt::{self, Stopwatch};
use crate::support::load::{self, Loader};
use crate::support::start::{self, Start};
use crate::support::tablebase::TableOptions;
use crate::support::{clock, scores, weights, workers};

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
    let mut analyzer = Analyzer::new(position.game(), &weights, arguments, DEFAULT_TIME)?;
    let mut progress = Progress::new();
    let analysis = analyzer.analyze(&position, &mut |depth| progress.show(format_args!("depth {depth}")));
    progress.clear();
    if arguments.json {
        let Analysis { ref lines, depth, nodes, .. } = analysis;
        let lines = lines.iter().map(|line| LineData::of(&position, line, analyzer.pawn_value())).collect();
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
    let mut analyzer = Analyzer::new(&game, &weights, arguments, default_time(positions))?;
    let mut progress = Progress::new();
    let mut annotated = Vec::new();
    for line in &replay.lines {
        annotated.push(annotate_line(&mut analyzer, line, &mut progress));
        if interrupt::was_interrupted() {
            break;
        }
    }
    if arguments.json {
        let lines = annotated.iter().map(AnnotatedLineData::of).collect();
        console::print_json(&GameData { complete: replay.is_complete(), lines })?;
    } else if arguments.text {
        for (index, annotated) in annotated.iter().enumerate() {
            let text = annotated_text(annotated, &arguments.start.game, &source.text, index == 0);
            console::print_text(&text)?;
        }
    } else {
        for (index, line) in annotated.iter().enumerate() {
            if annotated.len() > 1 {
                let gap = if index > 0 { "\n" } else { "" };
                console::print(format_args!("{gap}position: {}", fen::write(&line.line.start)))?;
            }
            print_game(line)?;
        }
    }
    let complete = replay.is_complete();
    if !replay.diagnostics.is_empty() {
        console::print_report(&Report::new(&source, replay.diagnostics));
    }
    interrupt::fail_if_interrupted(|| {
        let judged_plies: usize = annotated.iter().map(|line| line.plies.len()).sum();
        let all_plies: usize = replay.lines.iter().map(|line| line.plies.len()).sum();
        format!("{judged_plies} of {all_plies} moves are judged; a game is analysed from its last move to its first")
    })?;
    if complete { Ok(()) } else { Err(Failure::Reported) }
}

/// Game text of an annotated line. The names of the players are those of the first game.
fn annotated_text(judged: &AnnotatedLine, name: &str, text: &str, first: bool) -> String {
    let start = &judged.line.start;
    let at_start = fen::write(start) == fen::write(&start.game().start());
    let mut headers = Vec::new();
    if first {
        headers.push(("game", name));
        headers.extend(["White", "Black"].into_iter().filter_map(|side| Some((side, player_name(text, side)?))));
    } else if at_start {
        headers.push(("position", "startpos"));
    }
    let text = write_game(&headers, start, &judged.annotated_moves(), judged.line.outcome.as_ref());
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

/// Searcher with the limits that each position gets.
struct Analyzer {
    searcher: Searcher,
    limits: Limits,
    /// Whether the arguments say the time for a position, that of its tables included.
    is_timed: bool,
}

/// Analysis of a position.
#[derive(Clone, Debug)]
struct Analysis {
    /// Score for the side to move.
    score: Score,
    /// The best lines; none if the game is over.
    lines: Vec<Line>,
    /// Search depth, and positions searched.
    depth: u32,
    nodes: u64,
}

impl Analyzer {
    /// Makes a searcher with the limits of the arguments; if they have none, with `default_time` for each
    /// position.
    fn new(game: &Game, weights: &Weights, arguments: &Arguments, default_time: Duration) -> Result<Self, Failure> {
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
        Ok(Self { searcher, limits, is_timed: arguments.time.is_some() })
    }

    /// Value of a pawn in this game; see `Evaluator::pawn_value`.
    fn pawn_value(&self) -> i32 {
        self.searcher.evaluator().pawn_value()
    }

    /// Analyses a position; calls `report` after each depth.
    fn analyze(&mut self, position: &Position, report: &mut dyn FnMut(u32)) -> Analysis {
        // Without `--time`, the time for a position is that of its search alone.
        if let Some(tablebase) = self.searcher.tablebase().filter(|_| !self.is_timed) {
            tablebase.prepare(position, &mut |_| !interrupt::was_interrupted());
        }
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
    let outcome = position.outcome();
    outcome.map_or(Score::Centipawns(0), |outcome| Score::of_end(outcome.worth, outcome.winner, position.turn()))
}

/// A line of play with a judgement of each move.
struct AnnotatedLine {
    /// The line from the first move that has been judged.
    line: replay::Line,
    /// Score of its first position.
    score: Score,
    plies: Vec<AnnotatedPly>,
}

/// A move with its judgement.
#[derive(Serialize)]
struct AnnotatedPly {
    number: u32,
    side: Side,
    #[serde(skip)]
    mv: Move,
    #[serde(rename = "move")]
    written: String,
    /// The move in algebraic notation.
    text: String,
    /// Scores before and after the move, for the player.
    before: Score,
    after: Score,
    #[serde(flatten)]
    judgement: Judgement,
    /// What it misses or allows, and the better line.
    remark: Option<String>,
    /// The best alternatives, the best first.
    best: Vec<LineData>,
}

/// Statistics of a player's moves: mean loss, inaccuracies, mistakes, blunders.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Summary {
    moves: usize,
    /// The winning chances that a move has lost, on average.
    #[serde(serialize_with = "serialize_rounded")]
    mean_loss: f64,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// Default time for each position.
fn default_time(positions: usize) -> Duration {
    const GAME_TIME: Duration = Duration::from_secs(40);
    let share = GAME_TIME / u32::try_from(positions).unwrap_or(u32::MAX).max(1);
    share.clamp(Duration::from_millis(10), Duration::from_secs(1))
}

/// Annotates every move of a line of play by searching backwards, from the last position to the first; moves before an
/// interrupt are left out.
fn annotate_line(analyzer: &mut Analyzer, line: &replay::Line, progress: &mut Progress) -> AnnotatedLine {
    /// Moves shown of a better line.
    const MAX_SHOWN_MOVES: usize = 6;
    let mut position = line.start.clone();
    let undos: Vec<_> = line.plies.iter().map(|ply| position.make(ply.mv)).collect();
    let mut next_analysis = analyzer.analyze(&position, &mut |_| ());
    let mut next_turn = position.turn();
    let mut plies = Vec::new();
    for (ply, undo) in line.plies.iter().zip(undos).rev() {
        progress.show(format_args!("{} of {} moves", plies.len(), line.plies.len()));
        position.unmake(undo);
        let analysis = analyzer.analyze(&position, &mut |_| ());
        if interrupt::was_interrupted() {
            position.make(ply.mv);
            break;
        }
        let best = analysis.lines.first();
        let is_best = best.is_none_or(|line| line.moves.first() == Some(&ply.mv));
        let (before, pawn_value) = (analysis.score, analyzer.pawn_value());
        let after_ply = if next_turn == ply.side { next_analysis.score } else { next_analysis.score.negated() };
        let judgement = Judgement::of(before, after_ply, is_best, pawn_value);
        let shown = best.map(|line| &line.moves[..line.moves.len().min(MAX_SHOWN_MOVES)]).unwrap_or_default();
        let score = scores::format_score(position.game(), before, ply.side);
        let better = format!("better {} ({score})", write_moves(&position, shown));
        plies.push(AnnotatedPly {
            number: position.fullmove(),
            side: ply.side,
            mv: ply.mv,
            written: ply.text.clone(),
            text: write_move(&position, ply.mv),
            before,
            after: after_ply,
            remark: judgement.remark(position.game(), better),
            best: analysis.lines.iter().map(|line| LineData::of(&position, line, pawn_value)).collect(),
            judgement,
        });
        (next_analysis, next_turn) = (analysis, position.turn());
    }
    progress.clear();
    plies.reverse();
    let mut line = line.clone();
    line.plies.drain(..line.plies.len() - plies.len());
    line.start = position;
    AnnotatedLine { line, score: next_analysis.score, plies }
}

impl AnnotatedLine {
    /// Statistics of a player's moves.
    fn summary(&self, side: Side) -> Summary {
        let mut summary = Summary::default();
        for ply in self.plies.iter().filter(|ply| ply.side == side) {
            summary.moves += 1;
            summary.mean_loss += ply.judgement.loss;
            match ply.judgement.fault {
                None => {}
                Some(MoveClass::Inaccuracy) => summary.inaccuracies += 1,
                Some(MoveClass::Mistake) => summary.mistakes += 1,
                Some(MoveClass::Blunder) => summary.blunders += 1,
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a game has few moves")]
        let moves = summary.moves.max(1) as f64;
        summary.mean_loss /= moves;
        summary
    }

    /// The moves with annotation symbols and comments.
    fn annotated_moves(&self) -> Vec<NotedMove> {
        let game = self.line.start.game();
        let note = |ply: &AnnotatedPly| {
            let sign = ply.judgement.fault.map_or("", MoveClass::suffix);
            let scores = [ply.before, ply.after].map(|score| scores::format_score(game, score, ply.side));
            let comment = ply.remark.as_ref().map(|remark| format!("{} to {}; {remark}", scores[0], scores[1]));
            NotedMove::new(ply.mv, sign, comment.unwrap_or_default())
        };
        self.plies.iter().map(note).collect()
    }
}

/// Class of a bad move (inaccuracy, mistake, blunder) by the winning chances that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum MoveClass {
    /// At least a tenth.
    Inaccuracy,
    /// At least two tenths.
    Mistake,
    /// At least three tenths.
    Blunder,
}

impl MoveClass {
    /// Class of a loss of winning chances.
    fn of(loss: f64) -> Option<Self> {
        let worst_first = [(0.3, Self::Blunder), (0.2, Self::Mistake), (0.1, Self::Inaccuracy)];
        worst_first.into_iter().find(|(least, _)| loss >= *least).map(|(_, fault)| fault)
    }

    /// Move suffix annotation: `?!`, `?` or `??` (NAG 6, 2, 4).
    const fn suffix(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// Judgement of a move, from the view of its player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Judgement {
    /// The winning chances that it loses, from 0 to 1.
    #[serde(serialize_with = "serialize_rounded")]
    loss: f64,
    fault: Option<MoveClass>,
    /// A win that is missed, with the plies that it takes.
    missed_win: Option<u16>,
    /// A loss by force that was none before, with the plies that it takes.
    #[serde(skip)]
    allowed_loss: Option<u16>,
}

impl Judgement {
    /// Judges a move by the best score before it and the score after it, in a game of this pawn value; the best move loses
    /// nothing.
    fn of(before: Score, after: Score, is_best: bool, pawn_value: i32) -> Self {
        let none = Self { loss: 0.0, fault: None, missed_win: None, allowed_loss: None };
        if is_best {
            return none;
        }
        let loss = (before.winning_chance(pawn_value) - after.winning_chance(pawn_value)).max(0.0);
        let missed_win = match (before, after) {
            (Score::Win(plies), Score::Centipawns(_) | Score::Loss(_)) => Some(plies),
            _ => None,
        };
        let allowed_loss = match (before, after) {
            (Score::Centipawns(_) | Score::Win(_), Score::Loss(plies)) => Some(plies),
            _ => None,
        };
        Self { loss, fault: MoveClass::of(loss), missed_win, allowed_loss }
    }

    /// Comment on a move: what it misses or allows, and the better line.
    fn remark(&self, game: &Game, better: String) -> Option<String> {
        if self.fault.is_none() && self.missed_win.is_none() {
            return None;
        }
        let missed = self.missed_win.map(|plies| format!("misses a win in {}", scores::mate_distance(game, plies)));
        let allowed = self.allowed_loss.map(|plies| match plies {
            0 => "loses at once".to_owned(),
            _ => format!("loses in {}", scores::mate_distance(game, plies)),
        });
        Some([missed, allowed, Some(better)].into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

/// Prints the best lines of a position.
fn print_position(position: &Position, analysis: &Analysis) -> Result<(), Failure> {
    let game = position.game();
    if let Some(outcome) = position.outcome() {
        return console::print(format_args!("the game is over: {outcome}"));
    }
    let positions = counted(analysis.nodes, "position");
    console::print(format_args!("{} to move; depth {}, {positions}", position.turn(), analysis.depth))?;
    for claim in position.claims() {
        console::print(format_args!("{} can claim {claim}", position.turn()))?;
    }
    let scores_text: Vec<_> =
        analysis.lines.iter().map(|line| scores::format_score(game, line.score, position.turn())).collect();
    let width = scores_text.iter().map(String::len).max().unwrap_or_default();
    for (line, score) in analysis.lines.iter().zip(&scores_text) {
        console::print(format_args!("{score:>width$}  {}", write_moves(position, &line.moves)))?;
    }
    Ok(())
}

/// Prints each move of a game with its score, suffix and remark, and a summary of each player.
fn print_game(judged: &AnnotatedLine) -> Result<(), Failure> {
    let start = &judged.line.start;
    let (game, variant) = (start.game(), start.game().variant());
    let name = |index: usize| {
        let ply = &judged.plies[index];
        let dots = if ply.side == variant.first { "." } else { "..." };
        let sign = ply.judgement.fault.map_or("", MoveClass::suffix);
        (format!("{}{dots}", ply.number), format!("{}{sign}", ply.text))
    };
    let names: Vec<_> = (0..judged.plies.len()).map(name).collect();
    let number_width = names.iter().map(|(number, _)| number.len()).max().unwrap_or_default();
    let width = names.iter().map(|(_, text)| text.chars().count()).max().unwrap_or_default();
    let scores_text = judged.plies.iter().map(|ply| scores::format_score(game, ply.after, ply.side));
    let scores_text: Vec<_> =
        std::iter::once(scores::format_score(game, judged.score, start.turn())).chain(scores_text).collect();
    let score_width = scores_text.iter().map(String::len).max().unwrap_or_default();
    console::print(format_args!("{:number_width$} {:width$}  {:>score_width$}", "", "", scores_text[0]))?;
    for ((ply, (number, text)), score) in judged.plies.iter().zip(&names).zip(&scores_text[1..]) {
        let remark = ply.remark.as_ref().map_or_else(String::new, |remark| format!("  {remark}"));
        console::print(format_args!("{number:<number_width$} {text:<width$}  {score:>score_width$}{remark}"))?;
    }
    if !judged.plies.is_empty() {
        console::print("")?;
        for side in Side::ALL {
            console::print(format_args!("{side}: {}", judged.summary(side).text()))?;
        }
    }
    let outcome = judged.line.outcome.as_ref();
    let reason = outcome.map_or_else(String::new, |outcome| format!(" by {}", outcome.reason));
    console::print(format_args!("{}{reason}", moves::status(outcome)))
}

impl Summary {
    /// The statistics in words: moves, mean loss, and numbers of bad moves.
    fn text(&self) -> String {
        let mut parts = vec![counted(self.moves as u64, "move")];
        if self.moves > 0 {
            let mean = 100.0 * self.mean_loss;
            parts.push(format!("which lose {mean:.1} % of the winning chances on average"));
        }
        for (count, name) in [(self.blunders, "blunder"), (self.mistakes, "mistake"), (self.inaccuracies, "inaccuracy")]
        {
            parts.extend((count > 0).then(|| counted(count as u64, name)));
        }
        parts.join(", ")
    }
}

/// An analysed position as JSON.
#[derive(Serialize)]
struct PositionData {
    #[serde(flatten)]
    state: State,
    claims: Vec<String>,
    depth: u32,
    nodes: u64,
    lines: Vec<LineData>,
}

/// A line of play from a position.
#[derive(Serialize)]
struct LineData {
    /// For the side to move.
    score: Score,
    /// The chance that it wins, a draw being half a win.
    chance: f64,
    moves: Vec<String>,
    /// The moves in algebraic notation.
    text: String,
}

impl LineData {
    fn of(position: &Position, line: &Line, pawn_value: i32) -> Self {
        let moves = write_pv(position, &line.moves, uci::write);
        let chance = rounded(line.score.winning_chance(pawn_value));
        Self { score: line.score, chance, moves, text: write_moves(position, &line.moves) }
    }
}

/// A game text.
#[derive(Serialize)]
struct GameData<'a> {
    /// Whether the whole text could be played.
    complete: bool,
    lines: Vec<AnnotatedLineData<'a>>,
}

#[derive(Serialize)]
struct AnnotatedLineData<'a> {
    start: String,
    plies: &'a [AnnotatedPly],
    status: &'static str,
    reason: Option<String>,
    white: Summary,
    black: Summary,
}

impl<'a> AnnotatedLineData<'a> {
    fn of(judged: &'a AnnotatedLine) -> Self {
        let outcome = judged.line.outcome.as_ref();
        let [white, black] = Side::ALL.map(|side| judged.summary(side));
        let reason = outcome.map(|outcome| outcome.reason.to_string());
        let (start, plies) = (fen::write(&judged.line.start), judged.plies.as_slice());
        Self { start, plies, status: moves::status(outcome), reason, white, black }
    }
}

/// Rounds to four digits.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// Serializes a number with four digits.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn serialize_rounded<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(rounded(*number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_has_no_fault() {
        let judgement = Judgement::of(Score::Centipawns(300), Score::Centipawns(-900), true, 100);
        assert_eq!((judgement.fault, judgement.loss as u8), (None, 0));
    }

    #[test]
    fn what_a_man_is_worth_decides_how_bad_its_loss_is() {
        let fault =
            |before, after| Judgement::of(Score::Centipawns(before), Score::Centipawns(after), false, 100).fault;
        assert_eq!(fault(30, 0), None);
        assert_eq!(fault(0, -100), Some(MoveClass::Inaccuracy));
        assert_eq!(fault(0, -200), Some(MoveClass::Mistake));
        assert_eq!(fault(0, -500), Some(MoveClass::Blunder));
        // A won position that stays won.
        assert_eq!(fault(1800, 1300), None);
        assert_eq!(fault(0, 100), None);
    }

    #[test]
    fn wins_that_are_missed_and_losses_that_are_allowed_are_told() {
        let missed = Judgement::of(Score::Win(5), Score::Centipawns(0), false, 100);
        assert_eq!((missed.fault, missed.missed_win, missed.allowed_loss), (Some(MoveClass::Blunder), Some(5), None));
        let longer = Judgement::of(Score::Win(5), Score::Win(9), false, 100);
        assert_eq!((longer.fault, longer.missed_win), (None, None));
        let lost = Judgement::of(Score::Centipawns(0), Score::Loss(4), false, 100);
        assert_eq!((lost.fault, lost.allowed_loss), (Some(MoveClass::Blunder), Some(4)));
        assert_eq!(Judgement::of(Score::Loss(9), Score::Loss(2), false, 100).fault, None);
    }
}
