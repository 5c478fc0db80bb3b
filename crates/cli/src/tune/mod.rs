//! `weakfish tune`: plays a game against itself and fits the weights of its evaluation to what came of the games.
//!
//! Games are played in rounds. Those of a round are played with the weights that all earlier rounds gave, and depend on
//! the seed and their number alone: so it makes no difference how many are played at once, or whether a run was
//! interrupted.

mod arguments;
mod games;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use weakfish::engine::{Game, Position};
use weakfish_player::evaluation::{Evaluator, Fit, Lesson, Weights};
use weakfish::geometry::{PerSide, Side};
use weakfish_player::search::QuickGame;

use super::console::{Console, Failure};
use super::crew::Crew;
use super::kept::fingerprint;
use super::load::{self, Loader};
use super::progress::Progress;
use super::{weights, write};
pub(super) use arguments::Arguments;
use games::Kept;

/// One in this many games is held back for validation.
const HELD_BACK: usize = 10;

/// Plays the games, and writes the weights after each round.
pub(super) fn run(console: &mut Console, loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let game = loader.game_with_note(console, &arguments.game)?;
    let begin = match &arguments.from {
        Some(path) => weights::read(&game, &load::file_or_input(path)?)?,
        None => Weights::from_definition(&game),
    };
    let output = arguments.output.clone().unwrap_or_else(|| default_output(&arguments.game));
    let file = beside(&output);
    let start = game.start();
    let mut kept = games::open(&file, &arguments.settings(&game, &begin), &start)?;
    if !kept.is_empty() {
        console.note(format_args!("{} games of {} have been played already", kept.len(), file.display()));
    }
    let workshop = Workshop { game: &game, start: &start, file: &file, arguments, began: Instant::now() };
    let mut weights = begin.clone();
    let (all, round) = (arguments.games.get(), arguments.round.get());
    for first in (0..all).step_by(round as usize) {
        let numbers: Vec<u32> = (first..all.min(first.saturating_add(round))).collect();
        let left: Vec<u32> = numbers.iter().copied().filter(|number| !kept.contains_key(number)).collect();
        let in_time = workshop.play(&weights, &left, &mut kept)?;
        let up_to: Vec<&Kept> = kept.range(..=numbers.last().copied().unwrap_or(0)).map(|(_, game)| game).collect();
        if up_to.len() < 2 * HELD_BACK {
            console.note("too few games to learn from");
            break;
        }
        let learned = workshop.learn(&begin, &up_to);
        console.note(learned.told(up_to.len()));
        weights = learned.weights;
        write::replace(&output, &weights.to_text(&game))?;
        if !in_time {
            break;
        }
    }
    console.line(output.display())
}

/// Settings of the self-play and the fit.
struct Workshop<'a> {
    game: &'a Game,
    start: &'a Position,
    file: &'a Path,
    arguments: &'a Arguments,
    began: Instant,
}

impl Workshop<'_> {
    /// Plays games by their numbers, and keeps them; whether there was time for all.
    fn play(&self, weights: &Weights, numbers: &[u32], kept: &mut BTreeMap<u32, Kept>) -> Result<bool, Failure> {
        let arguments = self.arguments;
        let mut progress = Progress::new();
        let crew = Crew { game: self.game, weights, at_once: arguments.concurrency };
        let played = crew.play(
            numbers,
            |searcher, number| Kept::from(arguments.quick_game(number).play(searcher, self.start)),
            &mut |number, game: Kept| {
                write::append(self.file, &game.line(number, self.start))?;
                kept.insert(number, game);
                progress.show(standing(kept, arguments.games.get()));
                Ok(arguments.time.is_none_or(|time| self.began.elapsed() < time))
            },
        );
        progress.clear();
        played
    }

    /// Weights from games.
    fn learn(&self, begin: &Weights, kept: &[&Kept]) -> Learned {
        let evaluator = Evaluator::new(self.game, begin);
        let (mut lessons, mut unseen) = (Vec::new(), Vec::new());
        for (index, game) in kept.iter().enumerate() {
            let lesson = Lesson::new(self.start, &game.moves, &game.quiet, game.winner, &evaluator);
            if index % HELD_BACK == 0 { &mut unseen } else { &mut lessons }.push(lesson);
        }
        let mut fit = Fit::new(self.game, begin);
        fit.set_scale(&lessons);
        let before = fit.error(&unseen);
        fit.improve(&lessons, &unseen);
        Learned { before, after: fit.error(&unseen), weights: fit.weights() }
    }
}

/// Result of a fit.
struct Learned {
    /// Validation loss with the initial weights, then with the fitted ones.
    before: f64,
    after: f64,
    weights: Weights,
}

impl Learned {
    fn told(&self, games: usize) -> String {
        let [before, after] = [self.before, self.after].map(f64::sqrt);
        format!(
            "{games} games: chances are off by {after:.4} in games not learned from, {before:.4} with the first weights"
        )
    }
}

/// Progress of the self-play.
fn standing(kept: &BTreeMap<u32, Kept>, all: u32) -> String {
    let won = |side: Option<Side>| kept.values().filter(|game| game.winner == side).count();
    let [white, draws, black] = [Some(Side::White), None, Some(Side::Black)].map(won);
    format!("{} of {all} games: +{white} ={draws} -{black} for White", kept.len())
}

impl Arguments {
    /// Settings that the games depend on, on one line.
    fn settings(&self, game: &Game, begin: &Weights) -> String {
        let definition = serde_json::to_string(game.variant()).unwrap_or_default();
        let settings = [
            ("definition", format!("{:016x}", fingerprint(&definition))),
            ("weights", format!("{:016x}", fingerprint(&begin.to_text(game)))),
            ("seed", self.seed.to_string()),
            ("nodes", self.nodes.to_string()),
            ("random plies", self.random_plies.to_string()),
            ("round", self.round.to_string()),
        ];
        settings.map(|(name, value)| format!("{name} {value}")).join(", ")
    }

    fn quick_game(&self, number: u32) -> QuickGame {
        let mut game = QuickGame::default();
        game.seed = self.seed.wrapping_mul(1 << 32).wrapping_add(number.into());
        game.nodes = PerSide::both(self.nodes.get().into());
        game.random_plies = self.random_plies;
        game
    }
}

/// Default output file: beside the definition.
fn default_output(game: &str) -> PathBuf {
    Path::new(game).with_extension(weights::ENDING)
}

/// The file of the games from which weights are made.
fn beside(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".games");
    name.into()
}
