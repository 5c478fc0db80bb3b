//! `weakfish train`: trains a network for any game by self-play, and tests whether it plays better than the weights before, with their
//! network if they have one.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use weakfish::engine::{Game, Position};
use weakfish::json;
use weakfish_player::evaluation::Weights;
use weakfish_player::playtest::{Sprt, SprtResult};
use weakfish_units::tasks::TuneTask;

use crate::support::clock::parse_time;
use crate::support::console::{self, Failure};
use crate::support::files::{self, fnv1a_64};
use crate::support::learning::{self, NetworkSettings, WeightsTest};
use crate::support::load::{self, Loader};
use crate::support::self_play::StoredGames;
use crate::support::{interrupt, weights};

/// Arguments of `weakfish train`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A built-in game, or the path of a .variant file
    game: String,
    /// The output file; by default beside the definition, with the ending .weights, or here for a built-in game
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How long it takes in all: three quarters for the games, the rest for training and test
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1h")]
    time: Duration,
    /// How many games are played at most
    #[arg(long, value_name = "N")]
    games: Option<NonZero<u32>>,
    /// Positions searched for a move
    #[arg(long, value_name = "N", default_value = "1000")]
    nodes: NonZero<u32>,
    /// Random plies at the beginning of each game
    #[arg(long, value_name = "N", default_value = "8")]
    random_plies: u32,
    /// Seed: equal seeds make equal games and networks
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value = "20")]
    epochs: NonZero<u32>,
    /// The weights that the network corrects, instead of the tuned ones of the game or those that follow from the definition. If they
    /// have a network, the new one replaces it
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// The most games of the test
    #[arg(long, value_name = "N", default_value = "4000")]
    test_games: NonZero<u32>,
    /// Positions searched for a move in the test
    #[arg(long, value_name = "N", default_value = "2000")]
    test_nodes: NonZero<u64>,
    /// How many games are played at once; by default as many as the machine has processors
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZero<u16>>,
}

/// Share of the time that the games get.
const SELF_PLAY_SHARE: f64 = 0.75;

/// Games that are planned at once where their number is not limited.
const PIECE: u32 = 1 << 16;

/// Hypotheses of the test, in Elo: the network changes nothing, or makes the player stronger by so much.
const TEST: Sprt = Sprt { elo0: 0.0, elo1: 20.0 };

/// Seed of the openings of the test.
const TEST_SEED: u64 = 0x7E57;

/// Plays the games, trains the network and tests it. The weights with the network are written if they are stronger.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let began = Instant::now();
    let trainer = Trainer::open(loader, arguments)?;
    interrupt::install_handler();
    let stored = trainer.play_games(began)?;
    let settings =
        NetworkSettings { epochs: arguments.epochs.get(), seed: arguments.seed, concurrency: arguments.concurrency };
    let network = learning::train_network(&trainer.start, &trainer.present, stored.games.values(), &settings);
    interrupt::fail_if_interrupted(|| "no network has been trained".to_owned())?;
    let Some(network) = network else {
        return console::print_message(
            "No network predicts these games better than the weights alone: they are too few, or they have too few quiet positions, or \
             chance decides them. More games may help: the same command with a longer `--time` goes on.",
        );
    };
    let stronger = learning::with_network(&trainer.present, network);
    let test = WeightsTest {
        hypotheses: TEST,
        nodes: arguments.test_nodes,
        max_games: arguments.test_games,
        seed: TEST_SEED,
        concurrency: arguments.concurrency,
    };
    // A training that took long still gets a test.
    let end = began.elapsed().max(arguments.time) + arguments.time.mul_f64((1.0 - SELF_PLAY_SHARE) / 2.0);
    let both = [stronger.clone(), trainer.present.clone()];
    let (score, decision) = test.play(&trainer.game, both, Some(arguments.time), || began.elapsed() < end)?;
    interrupt::fail_if_interrupted(|| "the test was not ended, and the network is not used".to_owned())?;
    let names = match trainer.present.network {
        Some(_) => ["the new network", "the present one"],
        None => ["with the network", "without it"],
    };
    test.print(&trainer.game, names, &score)?;
    match decision {
        SprtResult::AcceptH1 => {
            files::write_atomically(&trainer.output, &stronger.to_text(&trainer.game))?;
            // The next network learns from games of this one.
            stored.retire()?;
            console::print_message(format_args!("The network is used: {}", trainer.output.display()))
        }
        SprtResult::AcceptH0 => console::print_message(
            "The network is not used, since it makes nothing stronger. More games may help: the same command with a longer \
             `--time` goes on.",
        ),
        SprtResult::Continue => console::print_message(
            "The network is not used, since the test has not been decided. The same command with a longer `--time`, or with more \
             `--test-games`, goes on.",
        ),
    }
}

/// A game for which a network is trained.
struct Trainer<'a> {
    arguments: &'a Arguments,
    game: Game,
    start: Position,
    /// Weights that play the games, and that the network must beat; if they have one already, the new one replaces it.
    present: Weights,
    output: PathBuf,
}

impl<'a> Trainer<'a> {
    fn open(loader: Loader<'_>, arguments: &'a Arguments) -> Result<Self, Failure> {
        let game = loader.game_with_note(&arguments.game)?;
        let present = match &arguments.from {
            Some(path) => Weights::read(&game, &load::read_file_or_stdin(path)?)?,
            None => weights::load_for_game(&game, &arguments.game)?,
        };
        let beside_definition = || Path::new(&arguments.game).with_extension(weights::EXTENSION);
        let output = arguments.output.clone().unwrap_or_else(beside_definition);
        Ok(Self { arguments, start: game.start(), game, present, output })
    }

    /// The settings that the games depend on.
    fn settings_line(&self) -> String {
        let Arguments { seed, nodes, random_plies, .. } = self.arguments;
        let definition = fnv1a_64(json::write(self.game.variant()));
        let weights = fnv1a_64(self.present.to_text(&self.game));
        format!(
            "definition {definition:016x}, weights {weights:016x}, seed {seed}, nodes {nodes}, random plies {random_plies}"
        )
    }

    /// Plays games until their number or their time is reached.
    fn play_games(&self, began: Instant) -> Result<StoredGames, Failure> {
        let Arguments { seed, nodes, random_plies, games, concurrency, time, .. } = self.arguments;
        let all = games.map_or(u32::MAX, NonZero::get);
        let mut stored = StoredGames::open(&self.output, ("train", &self.settings_line()), &self.start)?;
        if !stored.games.is_empty() {
            console::eprint(format_args!(
                "{} games of {} have been played already",
                stored.games.len(),
                stored.path.display()
            ));
        }
        let mut task = TuneTask::new(0, all, "");
        (task.nodes, task.random_plies, task.seed) = (nodes.get().into(), *random_plies, *seed);
        // An unlimited number is planned in pieces.
        let mut end = stored.games.len() as u32;
        loop {
            end = all.min(end.saturating_add(PIECE));
            let missing = stored.missing(0..end);
            let limit = (began, Some(time.mul_f64(SELF_PLAY_SHARE)));
            let has_time = missing.is_empty()
                || stored.play((&task, &self.start, &self.present), &missing, all, *concurrency, limit)?;
            interrupt::fail_if_interrupted(|| {
                let next = interrupt::command_line("train", None);
                format!(
                    "{} games are kept in `{}`; the same command goes on: {next}",
                    stored.games.len(),
                    stored.path.display()
                )
            })?;
            if !has_time || end == all {
                return Ok(stored);
            }
        }
    }
}
