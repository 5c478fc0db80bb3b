//! `weakfish tune --quick`: weights and a network for any game within minutes, kept only if the player becomes stronger.
//!
//! All parts share the time that is given: a round of self-play and a fit of the weights, a match that tells whether they are better, a
//! second round with the better ones, the training of a network, and a test against the weights that the game was played with before.
//! Nodes a move follow from the speed of the game.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use weakfish::engine::Position;
use weakfish::prose::counted;
use weakfish_player::evaluation::{TrainingOptions, Weights};
use weakfish_player::matches::MatchScore;
use weakfish_player::playtest::{Sprt, SprtResult};
use weakfish_units::tasks::{FittedWeights, StoredGame, TuneTask};

use crate::support::console::{self, Failure, Progress};
use crate::support::files;
use crate::support::learning::{self, NetworkSettings, WeightsTest};
use crate::support::load::{self, Loader};
use crate::support::{interrupt, weights, workers};

use super::Arguments;

/// Time of a quick tuning.
const DEFAULT_TIME: Duration = Duration::from_secs(600);

/// Shares of the time at which the parts end: a sample of games that tells their speed, the first round, the match of the weights fitted
/// to it, the second round, the match of weights with and without the network. The test against the earlier weights has the rest.
const SAMPLE_END: f64 = 0.02;
const FIRST_ROUND_END: f64 = 0.18;
const FIT_MATCH_END: f64 = 0.26;
const SECOND_ROUND_END: f64 = 0.63;
const NETWORK_MATCH_END: f64 = 0.83;

/// Nodes a move of the sample, and the least and most of the other games.
const SAMPLE_NODES: u32 = 400;
const MIN_NODES: u64 = 300;
const MAX_NODES: u64 = 1000;

/// Number of games above which longer searches are worth more than more games.
const ENOUGH_GAMES: f64 = 8000.0;

/// Most games, for which there is memory on any machine.
const MAX_GAMES: u32 = 16_000;

/// Least share of the time that a test gets.
const MIN_TEST_SHARE: f64 = 0.05;

/// Hypotheses of a test, in Elo: it changes nothing, or makes the player stronger by so much.
const TEST: Sprt = Sprt { elo0: 0.0, elo1: 40.0 };

/// Seeds of the openings of the tests.
const FIT_SEED: u64 = 0xF17;
const NETWORK_SEED: u64 = 0xC401;
const TEST_SEED: u64 = 0x7E57;

/// Most games of a test. The time ends it before.
const MAX_TEST_GAMES: NonZero<u32> = NonZero::new(4000).unwrap();

/// Message about weights that are not kept.
const NOT_STRONGER: &str =
    "The new weights are not stronger, and nothing has been written. A longer `--time` may help.";

/// Learns weights and a network, tests them, and writes them if they are stronger.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let mut quick = Quick::open(loader, arguments)?;
    interrupt::install_handler();
    quick.play_games(SAMPLE_END)?;
    quick.choose_nodes();
    quick.play_games(FIRST_ROUND_END)?;
    let first_round = quick.games.len();
    let Some(fitted) = quick.fit() else {
        return console::print_message(format_args!(
            "{} in this time are too few to learn from, and nothing has been written. Give it a longer `--time`.",
            counted(quick.games.len() as u64, "game")
        ));
    };
    // In some games weights that predict the results of quick games hardly play better. The weights before then have the advantage that
    // the games of both rounds teach their network.
    let (score, _) = quick.play_test(&quick.test(FIT_SEED), [&fitted, &quick.initial], FIT_MATCH_END)?;
    console::eprint(format_args!("fitted weights against those before: {}", score.wdl_text()));
    if score.pentanomial.log_likelihood_ratio(TEST.elo0, TEST.elo1) > 0.0 {
        quick.base = fitted;
    }
    quick.play_games(SECOND_ROUND_END)?;
    // A network learns scores, so only searches with its own base can teach it: fitted weights alone predict results better than
    // searches with the weights before.
    let of_base = if quick.base == quick.initial { 0 } else { first_round };
    let best = quick.with_network(&quick.games[of_base..])?;
    if best == quick.present {
        return console::print_message(NOT_STRONGER);
    }
    let test = quick.test(TEST_SEED);
    let (score, decision) = quick.play_test(&test, [&best, &quick.present], 1.0)?;
    test.print(quick.start.game(), ["tuned", "before"], &score)?;
    quick.finish(&best, &score, decision)
}

/// A game that is tuned quickly.
struct Quick<'a> {
    arguments: &'a Arguments,
    start: Position,
    /// Weights that the game is played with so far.
    present: Weights,
    /// Weights that every fit begins with: the same without a network.
    initial: Weights,
    /// Weights that the next games are played with, and that a network corrects.
    base: Weights,
    output: PathBuf,
    began: Instant,
    time: Duration,
    nodes: u64,
    games: Vec<StoredGame>,
}

impl<'a> Quick<'a> {
    /// Reads the game and its weights.
    fn open(loader: Loader<'_>, arguments: &'a Arguments) -> Result<Self, Failure> {
        let settings = &arguments.settings;
        let game = loader.game_with_note(&settings.game)?;
        let present = match &settings.from {
            Some(path) => Weights::read(&game, &load::read_file_or_stdin(path)?)?,
            None => weights::load_for_game(&game, &settings.game)?,
        };
        let initial = present.clone().without_network();
        Ok(Self {
            arguments,
            start: game.start(),
            present,
            base: initial.clone(),
            initial,
            output: settings.output_path(),
            began: Instant::now(),
            time: arguments.time.unwrap_or(DEFAULT_TIME),
            nodes: SAMPLE_NODES.into(),
            games: Vec::new(),
        })
    }

    /// Share of the time that has passed.
    fn elapsed(&self) -> f64 {
        self.began.elapsed().as_secs_f64() / self.time.as_secs_f64().max(0.001)
    }

    /// Plays games with the present base, until a share of the time has passed.
    fn play_games(&mut self, end: f64) -> Result<(), Failure> {
        let mut task = TuneTask::new(0, u32::MAX, "");
        (task.nodes, task.random_plies, task.seed) =
            (self.nodes, self.arguments.settings.random_plies, self.arguments.settings.seed);
        let (began, time, first) = (self.began, self.time, self.games.len() as u32);
        let mut progress = Progress::new().limited(Some(time));
        let numbers: Vec<u32> = (first..MAX_GAMES).collect();
        let start = self.start.clone();
        let mut played = Vec::new();
        workers::self_play(
            (start.game(), &self.base),
            self.arguments.concurrency,
            &numbers,
            |searcher, number| StoredGame::from(task.self_play(number).play(searcher, &start)),
            &mut |number, game: StoredGame| {
                played.push((number, game));
                let games = counted(u64::from(first) + played.len() as u64, "game");
                let elapsed = began.elapsed().min(time);
                progress.show_share(games, elapsed.as_millis() as u64, time.as_millis() as u64);
                Ok(elapsed < time.mul_f64(end) && !interrupt::was_interrupted())
            },
        )?;
        progress.clear();
        // Games end in any order.
        played.sort_by_key(|(number, _)| *number);
        self.games.extend(played.into_iter().map(|(_, game)| game));
        fail_if_interrupted()
    }

    /// Chooses nodes a move from the speed of the games so far: longer searches once there are enough games.
    fn choose_nodes(&mut self) {
        let games = f64::from(self.games.len() as u32) * SECOND_ROUND_END / self.elapsed().max(0.001);
        self.nodes = ((f64::from(SAMPLE_NODES) * games / ENOUGH_GAMES) as u64).clamp(MIN_NODES, MAX_NODES);
    }

    /// Weights fitted to all games so far, if they are enough.
    fn fit(&self) -> Option<Weights> {
        let fitted = FittedWeights::fit(&self.start, &self.initial, self.games.iter())?;
        let FittedWeights { weights, initial_loss, loss, .. } = fitted;
        let games = counted(self.games.len() as u64, "game");
        let nodes = self.nodes;
        console::eprint(format_args!(
            "{games}, {nodes} nodes a move: validation loss {loss:.4} (initial {initial_loss:.4})"
        ));
        Some(weights)
    }

    /// Trains a network that corrects the base; returns the base with it if it plays better so.
    fn with_network(&self, games: &[StoredGame]) -> Result<Weights, Failure> {
        let Arguments { settings, concurrency, .. } = self.arguments;
        let TrainingOptions { epochs, .. } = TrainingOptions::default();
        let network = NetworkSettings { epochs, seed: settings.seed, concurrency: *concurrency };
        let network = learning::train_network(&self.start, &self.base, games.iter(), &network);
        fail_if_interrupted()?;
        let Some(network) = network else { return Ok(self.base.clone()) };
        let corrected = learning::with_network(&self.base, network);
        let (score, _) = self.play_test(&self.test(NETWORK_SEED), [&corrected, &self.base], NETWORK_MATCH_END)?;
        console::eprint(format_args!("with the network against without it: {}", score.wdl_text()));
        let is_better = score.pentanomial.elo().is_none_or(|elo| elo.value > 0.0);
        Ok(if is_better { corrected } else { self.base.clone() })
    }

    /// A test with openings of a seed.
    fn test(&self, seed: u64) -> WeightsTest {
        let concurrency = self.arguments.concurrency;
        let nodes = NonZero::new(self.nodes).unwrap_or(NonZero::<u64>::MIN);
        WeightsTest { hypotheses: TEST, nodes, max_games: MAX_TEST_GAMES, seed, concurrency }
    }

    /// Plays a test until it is decided, or a share of the time has passed.
    fn play_test(
        &self,
        test: &WeightsTest,
        weights: [&Weights; 2],
        end: f64,
    ) -> Result<(MatchScore, SprtResult), Failure> {
        // A fit or a training that took long still gets a test.
        let end = end.max(self.elapsed() + MIN_TEST_SHARE);
        let bound = self.time.mul_f64(end).saturating_sub(self.began.elapsed());
        let result = test.play(self.start.game(), weights.map(Weights::clone), Some(bound), || self.elapsed() < end)?;
        fail_if_interrupted()?;
        Ok(result)
    }

    /// Writes weights that are stronger, and says what has become of them.
    fn finish(&self, best: &Weights, score: &MatchScore, decision: SprtResult) -> Result<(), Failure> {
        let path = self.output.display();
        let games = counted(score.games() as u64, "game");
        match decision {
            SprtResult::AcceptH1 => {
                files::write_atomically(&self.output, &best.to_text(self.start.game()))?;
                console::print_message(format_args!("The game is played better with the new weights: {path}"))
            }
            SprtResult::AcceptH0 => console::print_message(NOT_STRONGER),
            SprtResult::Continue => console::print_message(format_args!(
                "{games} have not shown that the new weights are stronger, and nothing has been written. A longer `--time` may help."
            )),
        }
    }
}

/// Fails if the command was interrupted.
fn fail_if_interrupted() -> Result<(), Failure> {
    interrupt::fail_if_interrupted(|| "nothing has been written".to_owned())
}
