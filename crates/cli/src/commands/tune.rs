//! `weakfish tune`: plays a game against itself and fits the weights of its evaluation to the results.
//!
//! Games are played in rounds. Those of a round are played with the weights fitted to all earlier rounds, and depend on
//! the seed and their number alone: so the result does not depend on the number of threads or on interruptions.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use weakfish::diagnostic::Code;
use weakfish::engine::{Game, Move, Position};
use weakfish::geometry::{PerSide, Side};
use weakfish::model::Worth;
use weakfish::notation::uci;
use weakfish_player::evaluation::{Evaluator, Fit, TrainingGame, Weights};
use weakfish_player::search::{SelfPlay, SelfPlayGame};

use crate::support::clock::parse_duration;
use crate::support::console::{self, Failure, Progress};
use crate::support::files::{self, file_failure, fnv1a_64};
use crate::support::load::{self, Loader};
use crate::support::weights;
use crate::support::workers;

/// One in this many games is held back for validation.
const VALIDATION_SHARE: usize = 10;

/// Plays the games, and writes the weights after each round.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let game = loader.game_with_note(&arguments.game)?;
    let initial_weights = match &arguments.from {
        Some(path) => Weights::read(&game, &load::read_file_or_stdin(path)?)?,
        None => Weights::from_definition(&game),
    };
    let beside_definition = || Path::new(&arguments.game).with_extension(weights::EXTENSION);
    let output = arguments.output.clone().unwrap_or_else(beside_definition);
    let mut file = output.clone().into_os_string();
    file.push(".games");
    let file = PathBuf::from(file);
    let start = game.start();
    let mut stored = load_or_create_games(&file, &arguments.settings_line(&game, &initial_weights), &start)?;
    if !stored.is_empty() {
        console::eprint(format_args!("{} games of {} have been played already", stored.len(), file.display()));
    }
    let trainer = Trainer { game: &game, start: &start, file: &file, arguments, began: Instant::now() };
    let mut weights = initial_weights.clone();
    let (all, round) = (arguments.games.get(), arguments.round.get());
    for first_number in (0..all).step_by(round as usize) {
        let numbers: Vec<u32> = (first_number..all.min(first_number.saturating_add(round))).collect();
        let missing: Vec<u32> = numbers.iter().copied().filter(|number| !stored.contains_key(number)).collect();
        let has_time = trainer.play_games(&weights, &missing, &mut stored)?;
        let training: Vec<&StoredGame> =
            stored.range(..=numbers.last().copied().unwrap_or(0)).map(|(_, game)| game).collect();
        if training.len() < 2 * VALIDATION_SHARE {
            console::eprint("too few games to fit weights to");
            break;
        }
        weights = trainer.fit_weights(&initial_weights, &training);
        files::write_atomically(&output, &weights.to_text(&game))?;
        if !has_time {
            break;
        }
    }
    console::print(output.display())
}

/// Settings of the self-play and the fit.
struct Trainer<'a> {
    game: &'a Game,
    start: &'a Position,
    file: &'a Path,
    arguments: &'a Arguments,
    began: Instant,
}

impl Trainer<'_> {
    /// Plays games by their numbers and stores them; returns whether there was time for all.
    fn play_games(
        &self,
        weights: &Weights,
        numbers: &[u32],
        stored: &mut BTreeMap<u32, StoredGame>,
    ) -> Result<bool, Failure> {
        let arguments = self.arguments;
        let mut progress = Progress::new();
        let played = workers::self_play(
            (self.game, weights),
            arguments.concurrency,
            numbers,
            |searcher, number| StoredGame::from(arguments.self_play_settings(number).play(searcher, self.start)),
            &mut |number, game: StoredGame| {
                files::append(self.file, &game.to_line(number, self.start))?;
                stored.insert(number, game);
                progress.show(progress_line(stored, arguments.games.get()));
                Ok(arguments.time.is_none_or(|time| self.began.elapsed() < time))
            },
        );
        progress.clear();
        played
    }

    /// Fits weights to games, and prints the validation loss.
    fn fit_weights(&self, initial: &Weights, stored: &[&StoredGame]) -> Weights {
        let evaluator = Evaluator::new(self.game, initial);
        let (mut training, mut validation) = (Vec::new(), Vec::new());
        for (index, game) in stored.iter().enumerate() {
            let score = f64::from(game.score) / 100.0;
            let training_game = TrainingGame::new(self.start, &game.moves, &game.quiet, score, &evaluator);
            if index % VALIDATION_SHARE == 0 { &mut validation } else { &mut training }.push(training_game);
        }
        let mut fit = Fit::new(self.game, initial);
        fit.fit_scale(&training);
        let before = fit.loss(&validation);
        fit.train(&training, &validation);
        let [before, after] = [before, fit.loss(&validation)].map(f64::sqrt);
        console::eprint(format_args!("{} games: validation loss {after:.4} (initial {before:.4})", stored.len()));
        fit.weights()
    }
}

/// Progress of the self-play.
fn progress_line(stored: &BTreeMap<u32, StoredGame>, all: u32) -> String {
    let ended = |order: Ordering| stored.values().filter(|game| game.score.cmp(&Worth::DRAW) == order).count();
    let [white, draws, black] = [Ordering::Greater, Ordering::Equal, Ordering::Less].map(ended);
    format!("{} of {all} games: +{white} ={draws} -{black} for White", stored.len())
}

impl Arguments {
    /// Settings that the games depend on, as one line at the start of their file: games of other settings are
    /// not continued.
    fn settings_line(&self, game: &Game, begin: &Weights) -> String {
        let definition = serde_json::to_string(game.variant()).unwrap_or_default();
        let settings = [
            ("definition", format!("{:016x}", fnv1a_64(&definition))),
            ("weights", format!("{:016x}", fnv1a_64(begin.to_text(game)))),
            ("seed", self.seed.to_string()),
            ("nodes", self.nodes.to_string()),
            ("random plies", self.random_plies.to_string()),
            ("round", self.round.to_string()),
        ];
        settings.map(|(name, value)| format!("{name} {value}")).join(", ")
    }

    /// Settings of the self-play game of a number.
    fn self_play_settings(&self, number: u32) -> SelfPlay {
        let mut game = SelfPlay::default();
        game.seed = self.seed.wrapping_mul(1 << 32).wrapping_add(number.into());
        game.nodes = PerSide::both(self.nodes.get().into());
        game.random_plies = self.random_plies;
        game
    }
}

/// Arguments of `weakfish tune`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A built-in game, or the path of a .variant file
    pub(crate) game: String,
    /// The output file; by default beside the definition, with the ending .weights, or here for a built-in game
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// How many games are played in all
    #[arg(long, value_name = "N", default_value = "8000")]
    pub(crate) games: NonZero<u32>,
    /// After how many games new weights are made, with which the next games are played
    #[arg(long, value_name = "N", default_value = "2000")]
    pub(crate) round: NonZero<u32>,
    /// End after so long, such as `30m` or `90s`, with the weights of the games that have been played
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Positions searched for a move
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(crate) nodes: NonZero<u32>,
    /// Random plies at the beginning of each game
    #[arg(long, value_name = "N", default_value = "8")]
    pub(crate) random_plies: u32,
    /// Seed: equal seeds make equal games and weights
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// How many games are played at once; by default as many as the machine has processors
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<NonZero<u16>>,
    /// Begin with weights that are there already, instead of those that follow from the definition
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<String>,
}

/// Names of the winner of a game, by the score of White in hundredths of a point. Other scores are written as numbers.
const WINNERS: [(&str, u8); 3] = [("white", 100), ("black", 0), ("nobody", Worth::DRAW)];

/// Marks a move made in a quiet position.
const QUIET_MARK: char = '*';

/// A training game: its moves, which of them were made in quiet positions, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StoredGame {
    moves: Vec<Move>,
    quiet: Vec<bool>,
    /// The score of White, in hundredths of a point.
    score: u8,
}

impl From<SelfPlayGame> for StoredGame {
    fn from(played: SelfPlayGame) -> Self {
        let score = played.outcome.map_or(Worth::DRAW, |outcome| outcome.score(Side::White));
        Self { moves: played.moves, quiet: played.quiet, score }
    }
}

impl StoredGame {
    /// Writes the game as a line.
    fn to_line(&self, number: u32, start: &Position) -> String {
        let named = WINNERS.iter().find(|(_, score)| *score == self.score);
        let result = named.map_or_else(|| self.score.to_string(), |(name, _)| (*name).to_owned());
        let mut line = format!("{number} {result}");
        let mut position = start.clone();
        for (&mv, &quiet) in self.moves.iter().zip(&self.quiet) {
            line.push(' ');
            line += &uci::write(&position, mv);
            if quiet {
                line.push(QUIET_MARK);
            }
            position.make(mv);
        }
        line.push('\n');
        line
    }

    /// Parses a line; `None` if it is not a game from this position.
    fn parse(line: &str, start: &Position) -> Option<(u32, Self)> {
        let mut words = line.split(' ');
        let number = words.next()?.parse().ok()?;
        let name = words.next()?;
        let named = WINNERS.into_iter().find(|(known, _)| *known == name).map(|(_, score)| score);
        let score = named.or_else(|| name.parse().ok().filter(|score| *score <= 100))?;
        let mut game = Self { moves: Vec::new(), quiet: Vec::new(), score };
        let mut position = start.clone();
        for word in words {
            let mv = uci::find(&position, word.trim_end_matches(QUIET_MARK))?;
            game.moves.push(mv);
            game.quiet.push(word.ends_with(QUIET_MARK));
            position.play(mv).ok()?;
        }
        Some((number, game))
    }
}

/// Loads the stored games of an earlier run by number, or creates the file with its settings as the first line.
fn load_or_create_games(path: &Path, settings: &str, start: &Position) -> Result<BTreeMap<u32, StoredGame>, Failure> {
    let heading = format!("// games of weakfish tune: {settings}\n");
    if !path.exists() {
        files::write_atomically(path, &heading)?;
        return Ok(BTreeMap::new());
    }
    let text = files::read_log(path)?;
    let Some(games) = text.strip_prefix(&heading) else {
        let help = "remove it to begin anew, name another output with `-o FILE`, or repeat the command with which it was begun";
        return Err(file_failure(
            Code::CommandOtherGames,
            path,
            "holds games that were played with other settings",
            help,
        ));
    };
    let mut stored = BTreeMap::new();
    let mut intact = heading.len();
    for line in games.split_inclusive('\n') {
        // The last line may have been cut.
        let Some((number, game)) = line.strip_suffix('\n').and_then(|line| StoredGame::parse(line, start)) else {
            break;
        };
        intact += line.len();
        stored.insert(number, game);
    }
    if intact < text.len() {
        files::write_atomically(path, &text[..intact])?;
    }
    Ok(stored)
}
