//! `weakfish tune`: plays a game against itself and fits the weights of its evaluation to the results.
//!
//! Games are played in rounds. Those of a round are played with the weights fitted to all earlier rounds, and depend on
//! the seed and their number alone: so the result does not depend on the number of threads or on interruptions.

pub(crate) mod quick;

use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use weakfish::engine::{Game, Position};
use weakfish::json;
use weakfish_player::evaluation::Weights;
use weakfish_units::Content;
use weakfish_units::tasks::{FittedWeights, StoredGame, TuneTask};

use crate::support::clock::parse_time;
use crate::support::console::{self, Failure};
use crate::support::files::{self, fnv1a_64};
use crate::support::load::{self, Loader};
use crate::support::self_play::StoredGames;
use crate::support::{interrupt, weights};

/// Plays the games, and writes the weights after each round.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let settings = &arguments.settings;
    let mut trainer = Trainer::open(loader, settings)?;
    let StoredGames { path, games } = &trainer.stored;
    if !games.is_empty() {
        console::eprint(format_args!("{} games of {} have been played already", games.len(), path.display()));
    }
    interrupt::install_handler();
    let began = Instant::now();
    let mut fitted = 0;
    for numbers in settings.rounds() {
        let has_time = trainer.play_games(numbers.clone(), arguments, began)?;
        interrupt::fail_if_interrupted(|| trainer.resume_advice(fitted))?;
        if !trainer.fit_round(&numbers) {
            console::eprint("too few games to fit weights to");
            break;
        }
        files::write_atomically(&trainer.output, &trainer.weights.to_text(&trainer.game))?;
        fitted = trainer.stored.games.range(..numbers.end).count();
        if !has_time {
            break;
        }
    }
    console::print(trainer.output.display())
}

/// The games of the first round that is not complete, for work units, with the text of the weights that they are played
/// with; `None` if all have been played.
pub(crate) fn unit_task(loader: Loader<'_>, settings: &Settings) -> Result<Option<(Game, TuneTask, Content)>, Failure> {
    let mut trainer = Trainer::open(loader, settings)?;
    for numbers in settings.rounds() {
        if !trainer.stored.missing(numbers.clone()).is_empty() {
            let weights = Content::new(trainer.weights.to_text(&trainer.game));
            let mut task = settings.task(weights.hash.clone());
            (task.first, task.games) = (numbers.start, numbers.end - numbers.start);
            console::eprint(format_args!("append what `weakfish merge` prints to {}", trainer.stored.path.display()));
            return Ok(Some((trainer.game, task, weights)));
        }
        trainer.fit_round(&numbers);
    }
    console::eprint("all games have been played; `weakfish tune` with the same arguments writes the weights");
    Ok(None)
}

/// Weights that are fitted to games, round by round.
struct Trainer {
    game: Game,
    start: Position,
    /// Weights that every fit begins with.
    initial: Weights,
    /// Weights of the last round.
    weights: Weights,
    /// The file of the weights.
    output: PathBuf,
    stored: StoredGames,
    task: TuneTask,
    all: u32,
}

impl Trainer {
    /// Reads the game, its weights and the games that have been played.
    fn open(loader: Loader<'_>, settings: &Settings) -> Result<Self, Failure> {
        let game = loader.game_with_note(&settings.game)?;
        let initial = match &settings.from {
            Some(path) => Weights::read(&game, &load::read_file_or_stdin(path)?)?,
            None => Weights::from_definition(&game),
        };
        let output = settings.output_path();
        let written = || Weights::read(&game, &load::read_file(&output.to_string_lossy()).ok()?).ok();
        let with_network = match &settings.from {
            Some(path) if initial.network.is_some() => Some(path.clone()),
            _ => written().filter(|weights| weights.network.is_some()).map(|_| output.display().to_string()),
        };
        if let Some(path) = with_network {
            console::eprint(format_args!(
                "the network of `{path}` is left out, since it corrects other weights; `weakfish train` makes one for the new weights"
            ));
        }
        // A network corrects the weights that it was trained with, and no others.
        let initial = initial.without_network();
        let start = game.start();
        let stored = StoredGames::open(&output, ("tune", &settings.settings_line(&game, &initial)), &start)?;
        let (weights, task, all) = (initial.clone(), settings.task(String::new()), settings.games.get());
        Ok(Self { game, start, initial, weights, output, stored, task, all })
    }

    /// Fits weights to the games of a round and all before it, and prints the validation loss; returns whether they are enough.
    fn fit_round(&mut self, numbers: &Range<u32>) -> bool {
        let games: Vec<&StoredGame> = self.stored.games.range(..numbers.end).map(|(_, game)| game).collect();
        let fitted = FittedWeights::fit(&self.start, &self.initial, games.iter().copied());
        let Some(FittedWeights { weights, initial_loss, loss, .. }) = fitted else { return false };
        console::eprint(format_args!("{} games: validation loss {loss:.4} (initial {initial_loss:.4})", games.len()));
        self.weights = weights;
        true
    }

    /// Plays the games of a round that have not been played; returns whether there was time for all.
    fn play_games(&mut self, numbers: Range<u32>, arguments: &Arguments, began: Instant) -> Result<bool, Failure> {
        let missing = self.stored.missing(numbers);
        let of = (&self.task, &self.start, &self.weights);
        self.stored.play(of, &missing, self.all, arguments.concurrency, (began, arguments.time))
    }

    /// Says after an interrupt what is kept of the games and the weights, and how to continue.
    fn resume_advice(&self, fitted: usize) -> String {
        let (played, games, weights) = (self.stored.games.len(), self.stored.path.display(), self.output.display());
        let weights = match fitted {
            0 => "no weights have been fitted yet".to_owned(),
            fitted => format!("`{weights}` has the weights of the first {fitted}"),
        };
        let next = interrupt::command_line("tune", None);
        format!(
            "{played} of {} games were played and are kept in `{games}`; {weights}; the same command goes on: {next}",
            self.all
        )
    }
}

impl Settings {
    /// The output file.
    fn output_path(&self) -> PathBuf {
        let beside_definition = || Path::new(&self.game).with_extension(weights::EXTENSION);
        self.output.clone().unwrap_or_else(beside_definition)
    }

    /// The rounds, each with the numbers of its games.
    fn rounds(&self) -> impl Iterator<Item = Range<u32>> + use<> {
        self.task(String::new()).rounds(self.round)
    }

    /// The task of all games, for weights of a hash.
    fn task(&self, weights: String) -> TuneTask {
        let mut task = TuneTask::new(0, self.games.get(), weights);
        (task.nodes, task.random_plies, task.seed) = (self.nodes.get().into(), self.random_plies, self.seed);
        task
    }

    /// Settings that the games depend on, as one line at the start of their file: games of other settings are
    /// not continued.
    fn settings_line(&self, game: &Game, begin: &Weights) -> String {
        let definition = json::write(game.variant());
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
}

/// Arguments of `weakfish tune`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// Tune within ten minutes, or `--time`: the weights and a network are kept if they play better than those that the game has
    #[arg(long, conflicts_with_all = ["games", "round", "nodes"])]
    pub(crate) quick: bool,
    /// End after so long, such as `90`, in seconds, `30m` or `1h`, with the weights of the games that have been played
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// How many games are played at once; by default as many as the machine has processors
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<NonZero<u16>>,
}

/// What the games and the weights depend on.
#[derive(Args, Debug)]
pub(crate) struct Settings {
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
    /// Positions searched for a move
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(crate) nodes: NonZero<u32>,
    /// Random plies at the beginning of each game
    #[arg(long, value_name = "N", default_value = "8")]
    pub(crate) random_plies: u32,
    /// Seed: equal seeds make equal games and weights
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// Begin with weights that are there already, instead of those that follow from the definition
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<String>,
}
