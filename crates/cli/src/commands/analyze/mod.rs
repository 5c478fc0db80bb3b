//! `weakfish analyze`: the best lines of a position, or a judgement of each move of a game.

#![allow(clippy::cast_precision_loss, reason = "means of few numbers")]

mod arguments;
mod data;
mod judge;
mod page;
mod search;

use std::time::Duration;

pub(crate) use arguments::Arguments;
use data::{GameData, PositionData};
use judge::JudgedLine;
use search::Analyzer;
use weakfish::diagnostic::Report;
use weakfish::notation::replay;
use weakfish::notation::{fen, write_game};

use crate::support::console::{self, Failure};
use crate::support::load::{self, Loader};
use crate::support::progress::Progress;
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
