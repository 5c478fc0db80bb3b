//! `weakfish match`: two engines play any game against each other. Weakfish is the arbiter, and may be either of them.
//!
//! `settings` parses the arguments, `players` are engines, `arbiter` plays the games, and `record` stores them.

mod arbiter;
mod players;
pub(crate) mod record;
mod settings;

use std::collections::HashSet;
use std::num::NonZero;
use std::thread;
use std::time::Duration;

use weakfish::diagnostic::Code;
use weakfish::engine::Game;
use weakfish::json;
use weakfish::notation::pgn;
use weakfish::source::Source;
use weakfish_player::evaluation::Weights;
use weakfish_player::matches::{
    MatchReport, MatchScore, OpeningError, Summary, Termination, choose_openings, is_shuffled,
};
use weakfish_player::playtest::SprtResult;
use weakfish_units::Content;
use weakfish_units::settings::{NO_PROGRAM, SettingProblem};
use weakfish_units::tasks::{MatchEngine, MatchPlayer, MatchTask};

use crate::commands::replay;
use crate::matches::arbiter::Tournament;
use crate::matches::players::{EngineInfo, Forfeit, MatchGame};
use crate::matches::record::{MatchHeader, Store};
use crate::matches::settings::{EngineLimits, EngineSettings};
use crate::support::clock::TimeControl;
use crate::support::console::{self, Failure, Progress};
use crate::support::files::fnv1a_64;
use crate::support::load::{self, Loader};
use crate::support::{interrupt, scores, start, weights};

pub(crate) use settings::{Arguments, Settings};

/// Default time control.
const DEFAULT_TIME_CONTROL: TimeControl =
    TimeControl { time: Duration::from_secs(1), increment: Duration::from_millis(10) };

/// Plays a match and prints the report.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let game = loader.game_with_note(&arguments.game)?;
    let start = start::find_start(&game, arguments.settings.setup.as_deref())?;
    let setup = start.setup();
    let shuffled = is_shuffled(&game, arguments.settings.setup.as_deref());
    if arguments.pgn.is_some() {
        let reasons = pgn::unsupported_features(game.variant());
        if !reasons.is_empty() {
            return Err(replay::pgn_error(&arguments.game, reasons));
        }
    }
    let mut engines = arguments.settings.engine_settings()?;
    for engine in engines.iter_mut().filter(|engine| !engine.is_built_in()) {
        engine.variant = engine.variant.take().or_else(|| arguments.uci_variant.clone());
    }
    let limits = engines.each_ref().map(|engine| arguments.limits_of(engine));
    #[cfg(feature = "xboard")]
    for (engine, limits) in engines.iter().zip(limits) {
        if engine.protocol == settings::Protocol::Xboard {
            check_words_of_xboard(engine, &game, limits.nodes.is_some())?;
        }
    }
    for engine in engines.iter_mut().filter(|engine| engine.is_built_in()) {
        engine.weights = Some(weights::load_chosen(&engine.built_in.weights, &game, &arguments.game)?);
    }
    let Openings { text, plies } = arguments.settings.openings()?;
    let games = arguments.settings.even_games() as usize;
    let openings = choose_openings((&start, shuffled), text.as_ref(), plies, arguments.settings.seed, games / 2)
        .map_err(|error| opening_failure(error, text.as_ref(), plies))?;
    let timeout = arguments.patience;
    let played = MatchGame::new(&game, &arguments.game, setup, timeout);
    interrupt::install_handler();
    let start = |engine: &EngineSettings| {
        // After an interrupt that is the cause.
        let failure = |fault| {
            if interrupt::was_interrupted() { Failure::Interrupted } else { start_error(engine, fault, &played) }
        };
        players::start(engine, &played).map_err(failure)
    };
    let [(first, first_info), (second, second_info)] = [start(&engines[0])?, start(&engines[1])?];
    let (players, infos) = ([first, second], [first_info, second_info]);
    for ((engine, limits), infos) in engines.iter().zip(limits).zip(&infos) {
        for note in move_overhead_notes(engine, limits, infos) {
            console::eprint(note);
        }
    }
    let names =
        MatchTask::names_of(engines.each_ref().map(|engine| engine.text.as_str()), infos.map(|infos| infos.name));

    let fingerprint = text.as_ref().map_or(0, |text| fnv1a_64(&text.text));
    let header = arguments.match_header(&game, [fingerprint, plies.into()], &engines);
    let about = (&game, arguments.game.as_str(), setup);
    let (store, played_games) =
        Store::open(arguments.save.as_deref(), arguments.pgn.as_deref(), &names, &header, about)?;
    let mut score = MatchScore::default();
    let mut played_numbers = HashSet::new();
    for summary in played_games.iter().filter(|summary| (1..=games).contains(&summary.game)) {
        if played_numbers.insert(summary.game) {
            score.add(summary);
        }
    }
    let tournament = Tournament {
        played,
        engines,
        limits,
        openings,
        margin: arguments.margin,
        max_plies: arguments.settings.max_plies.get() as usize,
        seed: arguments.settings.seed,
        concurrency: arguments.concurrency.get().into(),
    };
    let sprt = arguments.settings.sprt;
    let needs_more_games =
        |score: &MatchScore| sprt.is_none_or(|sprt| sprt.result(&score.pentanomial) == SprtResult::Continue);
    let remaining: Vec<u32> = (1..=games as u32).filter(|&game| !played_numbers.contains(&(game as usize))).collect();
    if !played_numbers.is_empty() {
        console::eprint(format_args!("{} games have been played already: {}", played_numbers.len(), score.wdl_text()));
    }
    let mut progress = Progress::new();
    if needs_more_games(&score) {
        tournament.play_games(&remaining, players, &mut |summary, record| {
            progress.clear();
            // A game that was begun before the test was decided does not count.
            if !needs_more_games(&score) {
                return Ok(false);
            }
            store.add(summary, record)?;
            score.add(summary);
            console::eprint(format_args!("{}; {}", game_line(summary, &names), score.wdl_text()));
            progress.show_share(progress_line(&score, games), score.games() as u64, games as u64);
            Ok(needs_more_games(&score))
        })?;
    }
    progress.clear();
    let limits = MatchTask::limits_of(limits.map(|limits| limits.to_string()));
    let game_line = MatchReport { title: &game.variant().title, names: &names, limits, test: sprt };
    if arguments.json {
        console::print_json(&game_line.report(&score))?;
    } else {
        console::print_page(&game_line.text(&score))?;
    }
    interrupt::fail_if_interrupted(|| arguments.resume_advice(score.games(), games))
}

/// Settings of a match of weights: nodes a move, number of games, seed of the openings, and how many games are played at once,
/// by default as many as there are processors.
pub(crate) type WeightsMatch = (NonZero<u64>, NonZero<u32>, u64, Option<NonZero<u16>>);

/// Plays Weakfish with two sets of weights against itself; stops early once `report` returns false or fails.
pub(crate) fn play_weights(
    game: &Game,
    weights: [Weights; 2],
    (nodes, games, seed, concurrency): WeightsMatch,
    report: &mut dyn FnMut(&Summary) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let start = game.start();
    let games = MatchTask::even_games(games);
    let plies = MatchTask::random_plies_of(None, false);
    let openings = choose_openings((&start, is_shuffled(game, None)), None, plies, seed, games as usize / 2)
        .map_err(|error| opening_failure(error, None, plies))?;
    let played = MatchGame::new(game, &game.variant().title, start.setup(), Duration::MAX);
    let engines = weights.map(|weights| EngineSettings { weights: Some(weights), ..EngineSettings::default() });
    let players = engines.each_ref().map(|engine| players::restart(engine, &played));
    let limits = EngineLimits { nodes: Some(nodes.get()), ..EngineLimits::default() };
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    let tournament = Tournament {
        played,
        engines,
        limits: [limits; 2],
        openings,
        margin: Duration::ZERO,
        max_plies: MatchTask::DEFAULT_MAX_PLIES as usize,
        seed,
        concurrency: concurrency.map_or_else(processors, |threads| threads.get().into()),
    };
    let numbers: Vec<u32> = (1..=games).collect();
    tournament.play_games(&numbers, players, &mut |summary, _| report(summary))
}

/// Refuses what XBoard's protocol has no words for.
#[cfg(feature = "xboard")]
fn check_words_of_xboard(engine: &EngineSettings, game: &Game, limits_nodes: bool) -> Result<(), Failure> {
    let (problem, help) = if game.facts().series.any {
        ("no words for several moves in a turn", "a program that speaks UCI is asked for each of them")
    } else if limits_nodes {
        ("no limit of nodes", "give this engine another limit, such as `depth=6` or `movetime=0.1`")
    } else {
        return Ok(());
    };
    Err(engine_error(engine, format!("XBoard's protocol has {problem}"), help))
}

/// The text of openings, and the random plies behind them.
pub(crate) struct Openings {
    pub(crate) text: Option<Source>,
    pub(crate) plies: u32,
}

impl Settings {
    /// The two engines.
    fn engine_settings(&self) -> Result<[EngineSettings; 2], Failure> {
        MatchTask::both_of(&self.engines).map_err(|third| {
            let problem = "a match has two engines, and this is one more".to_owned();
            engine_error(third, problem, "leave it out; several matches compare several engines")
        })
    }

    /// The number of games, which is even.
    pub(crate) fn even_games(&self) -> u32 {
        MatchTask::even_games(self.games)
    }

    /// Reads the openings.
    pub(crate) fn openings(&self) -> Result<Openings, Failure> {
        let text = self.openings.as_deref().map(load::read_file_or_stdin).transpose()?;
        let plies = MatchTask::random_plies_of(self.random_plies, text.is_some());
        Ok(Openings { text, plies })
    }
}

/// Failure to choose openings.
fn opening_failure(error: OpeningError, text: Option<&Source>, plies: u32) -> Failure {
    let code = Code::CommandNoOpening;
    match (error, text) {
        (OpeningError::Text(report), _) => report.into(),
        (OpeningError::NoneLeft, Some(text)) => {
            let message = "no game can be continued from this file";
            let help = "write a position or a list of moves on each line";
            Failure::argument("--openings", &text.name, code, message, "this file", help)
        }
        (error, _) => {
            let help = "take fewer, or none with `--random-plies 0`";
            Failure::argument("--random-plies", &plies.to_string(), code, error.to_string(), "in plies", help)
        }
    }
}

impl Arguments {
    /// Settings that the games depend on.
    fn match_header(&self, game: &Game, openings: [u64; 2], engines: &[EngineSettings; 2]) -> MatchHeader {
        let definition = json::write(game.variant());
        let [text, plies] = openings;
        let mut settings = vec![
            ("game".to_owned(), self.game.clone()),
            ("definition".to_owned(), format!("{:016x}", fnv1a_64(&definition))),
            ("setup".to_owned(), self.settings.setup.clone().unwrap_or_default()),
            ("margin".to_owned(), format!("{} ms", self.margin.as_millis())),
            ("openings".to_owned(), format!("{text:016x}")),
            ("random plies".to_owned(), plies.to_string()),
            ("seed".to_owned(), self.settings.seed.to_string()),
            ("limit of plies".to_owned(), self.settings.max_plies.to_string()),
        ];
        for (which, engine) in ["first", "second"].into_iter().zip(engines) {
            let variant = engine.variant.as_ref().map_or_else(String::new, |name| format!("variant={name} "));
            let weights = engine.weights.as_ref().map(|weights| fnv1a_64(weights.to_text(game)));
            settings.extend([
                (format!("{which} engine"), format!("{variant}{}", engine.text)),
                (format!("limits of the {which}"), self.limits_of(engine).to_string()),
                (format!("weights of the {which}"), weights.map_or_else(String::new, |sum| format!("{sum:016x}"))),
            ]);
        }
        MatchHeader { settings: settings.into_iter().collect() }
    }

    /// Advice on how to continue after an interrupt.
    fn resume_advice(&self, played: usize, games: usize) -> String {
        let next = if self.save.is_some() {
            format!("the same command plays the others: {}", interrupt::command_line("match", None))
        } else {
            let next = interrupt::command_line("match", Some(self.settings.seed.wrapping_add(1)));
            format!("without `--save` they are not stored; other games are those of the next seed: {next}")
        };
        format!("{played} of {games} games were played; {next}")
    }

    /// Limits of an engine: its own, else those of both.
    fn limits_of(&self, engine: &EngineSettings) -> EngineLimits {
        let shared = EngineLimits {
            time_control: self.tc,
            move_time: self.movetime,
            nodes: self.settings.nodes.map(NonZero::get),
            depth: self.settings.depth.map(NonZero::get),
        };
        let default = EngineLimits { time_control: Some(DEFAULT_TIME_CONTROL), ..EngineLimits::default() };
        [engine.limits, shared].into_iter().find(|limits| *limits != EngineLimits::default()).unwrap_or(default)
    }
}

/// The task of a match for work units, with its texts, in which Weakfish plays against itself.
pub(crate) fn unit_task(game: &Game, name: &str, settings: &Settings) -> Result<(MatchTask, Vec<Content>), Failure> {
    start::find_start(game, settings.setup.as_deref())?;
    start::refuse_drawn(game, settings.setup.as_deref())?;
    let engine = |engine: EngineSettings| {
        let refused = |(problem, help): SettingProblem| engine_error(&engine, problem.to_owned(), help);
        if !engine.is_built_in() {
            return Err(refused(NO_PROGRAM));
        }
        let player = MatchPlayer::of_settings(&engine.built_in, settings.nodes, settings.depth).map_err(refused)?;
        let weights = weights::load_chosen(&engine.built_in.weights, game, name)?.to_text(game);
        Ok(MatchEngine { text: engine.text, name: engine.name, player, weights })
    };
    let [first, second] = settings.engine_settings()?;
    let engines = [engine(first)?, engine(second)?];
    let Openings { text, plies } = settings.openings()?;
    let (mut task, texts) =
        MatchTask::of_engines(settings.games, engines, text.map(|text| text.text.clone()), Some(plies));
    task.setup.clone_from(&settings.setup);
    task.seed = settings.seed;
    task.max_plies = settings.max_plies.get();
    task.sprt.clone_from(&settings.sprt.map(|sprt| format!("{},{}", sprt.elo0, sprt.elo1)));
    Ok((task, texts))
}

/// Warnings about engines whose move overhead exceeds the increment.
fn move_overhead_notes(engine: &EngineSettings, limits: EngineLimits, infos: &EngineInfo) -> Vec<String> {
    let Some(TimeControl { increment, .. }) = limits.time_control else { return Vec::new() };
    let exceeding = infos.overhead_options.iter().filter(|(.., reserve)| *reserve > increment);
    let note = |(option, effect, time): &(&str, &str, Duration)| {
        let name = &infos.name;
        let [time, increment] = [time.as_millis(), increment.as_millis()];
        format!(
            "note: {name} has `{option}` {time} ms for each move, and the clock adds {increment} ms: {effect}; write \
             `'option.{option}=0'` before `{}`",
            engine.command.join(" ")
        )
    };
    exceeding.map(note).collect()
}

/// Error for an engine that does not start or does not know the variant.
fn start_error(engine: &EngineSettings, fault: Forfeit, played: &MatchGame) -> Failure {
    let Some((wanted_game, known_games)) = fault.unknown else {
        let help = if cfg!(feature = "xboard") {
            "write the command of a program that speaks UCI, or XBoard's protocol with `protocol=xboard`"
        } else {
            "write the command of a program that speaks UCI"
        };
        return engine_error(engine, format!("this engine {}", fault.detail), help);
    };
    let known_games = if known_games.is_empty() {
        "it knows one game only".to_owned()
    } else {
        format!("it knows {}", known_games.join(", "))
    };
    let help = format!("say what it calls {} with `variant=NAME`; {known_games}", played.game.variant().title);
    engine_error(engine, format!("this engine knows no game `{wanted_game}`"), &help)
}

/// Error at an `--engine` argument.
fn engine_error(engine: &EngineSettings, problem: String, help: &str) -> Failure {
    Failure::argument("--engine", &engine.text, Code::CommandEngine, problem, "this engine", help)
}

/// Line about a finished game.
fn game_line(summary: &Summary, names: &[String; 2]) -> String {
    let first = usize::from(summary.white.saturating_sub(1));
    let [white, black] = [&names[first], &names[1 - first]];
    let result = scores::result_text(summary.winner);
    let worth = summary.worth;
    let scored = if worth.is_full() { String::new() } else { format!(" (the winner scores {worth})") };
    let detail = summary.detail.as_ref().map_or_else(String::new, |detail| format!(" ({detail})"));
    let by = if summary.termination == Termination::Adjudication { "adjudicated: " } else { "" };
    let Summary { game, reason, plies, .. } = summary;
    format!("game {game}: {white} - {black} {result}, {by}{reason}{scored}{detail}, {plies} plies")
}

/// Progress line of the match.
fn progress_line(score: &MatchScore, games: usize) -> String {
    let elo = score.pentanomial.elo().filter(|elo| elo.margin().is_finite());
    let elo = elo.map_or_else(String::new, |elo| format!(", Elo {:+.1} ± {:.1}", elo.value, elo.margin()));
    format!("{} pairs of {} played: {}{elo}", score.pentanomial.count(), games / 2, score.wdl_text())
}
