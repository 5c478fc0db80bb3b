//! `weakfish xboard`: plays for a program that speaks the Chess Engine Communication Protocol, version 2, as XBoard does.
//!
//! XBoard knows few games. It is sent the board, a letter and a picture for each man, and the start of the others, and the
//! target squares of a lifted man. `dialect` translates.

mod dialect;

use std::path::{Path, PathBuf};
use std::time::Duration;

use weakfish::builtin;
use weakfish::engine::{Game, Move, Position};
use weakfish::geometry::{Side, Square};
use weakfish::model::SetupId;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Clock, Level, Limits, Report, Score};

use crate::engine::xboard::dialect::Dialect;
use crate::engine::{self, MAX_THREADS, Protocol, SearchRunner, SearchSettings, max_hash, write_pv};
use crate::support::console::{self, Failure};
use crate::support::load::Loader;
use crate::support::seed::random_seed;
use crate::support::tablebase::{MAX_MEBIBYTES, TableOptions};
use crate::support::{scores, weights};

/// Runs the engine until `quit` or the end of input; `games` are offered besides the built-in ones.
pub(crate) fn run(loader: Loader<'_>, games: &[String], tables: &TableOptions) -> Result<(), Failure> {
    engine::run_session(tables, |searches| Session::new(loader, games, searches))
}

/// The orthodox game as XBoard calls it.
const NORMAL: &str = "normal";

/// Mode of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Force mode: no search.
    Force,
    /// Playing this side.
    Playing(Side),
    Analyzing,
}

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    /// While the opponent thinks, about the position after this move of his.
    Ponder(Move),
    Analysis,
}

/// State of an XBoard session.
struct Session<'a> {
    loader: Loader<'a>,
    /// Paths of more definitions to offer.
    games: Vec<String>,
    runner: SearchRunner,
    /// Name of the game, as sent.
    variant: String,
    /// Name of a game that can't be played, once that has been reported.
    unplayable: Option<String>,
    /// State of the game; `None` until the first command that needs it.
    game: Option<GameState>,
    purpose: Purpose,
    mode: Mode,
    time_control: TimeControl,
    prints_thinking: bool,
    ponders: bool,
    level: Level,
    /// Pings to answer after the move.
    pending_pings: Vec<String>,
    /// The move that the last search expects.
    hint: Option<Move>,
    /// Score of the last search.
    score: Option<Score>,
    last_report: Option<Report>,
    lifted: Option<Lifted>,
    /// Whether pieces are shown as pictures.
    pictures: bool,
}

impl<'a> Session<'a> {
    /// Makes a session that begins with the orthodox game.
    fn new(loader: Loader<'a>, games: &[String], searches: SearchRunner) -> Self {
        Self {
            loader,
            games: games.to_vec(),
            runner: searches,
            variant: NORMAL.to_owned(),
            unplayable: None,
            game: None,
            purpose: Purpose::Move,
            mode: Mode::Playing(Side::Black),
            time_control: TimeControl::default(),
            prints_thinking: false,
            ponders: false,
            level: Level::FULL,
            pending_pings: Vec::new(),
            hint: None,
            score: None,
            last_report: None,
            lifted: None,
            pictures: true,
        }
    }

    /// Changes the variant; the game is loaded when it is needed.
    fn set_variant(&mut self, variant: &str) {
        self.unplayable = None;
        if self.variant != variant {
            variant.clone_into(&mut self.variant);
            self.game = None;
            self.runner.drop_searcher();
        }
    }

    /// Handles `new`: starts a new game with default settings.
    fn new_game(&mut self) -> Result<(), Failure> {
        self.runner.abort();
        self.runner.seed = random_seed();
        (self.hint, self.score, self.last_report, self.lifted) = (None, None, None, None);
        self.mode = Mode::Playing(Side::Black);
        self.time_control.depth = None;
        self.runner.clear_hash();
        if let Some(state) = &mut self.game {
            state.restart();
        }
        self.answer_pings()
    }

    /// Answers the pings that were put off until the move.
    fn answer_pings(&mut self) -> Result<(), Failure> {
        self.pending_pings.drain(..).try_for_each(|ping| console::print(format_args!("pong {ping}")))
    }

    /// Whether a search for our own move is running.
    fn is_thinking(&self) -> bool {
        self.runner.running.is_some() && self.purpose == Purpose::Move
    }

    /// Starts a search if the mode wants one: for a move, to ponder or to analyse.
    fn start_search(&mut self) -> Result<(), Failure> {
        if self.runner.running.is_some() || !self.ensure_loaded()? {
            return Ok(());
        }
        let Some(state) = self.game.as_ref().filter(|state| !state.refused) else { return Ok(()) };
        let side = state.position.turn();
        let mut position = state.position.clone();
        let result = state.result();
        let mut limits = Limits::default();
        self.purpose = match self.mode {
            Mode::Analyzing if result.is_none() => Purpose::Analysis,
            Mode::Playing(own) if own == side => {
                if let Some(result) = result {
                    return console::print(result);
                }
                limits = self.time_control.move_limits(state.moves_made(side));
                Purpose::Move
            }
            Mode::Playing(own) if self.ponders && self.level == Level::FULL && result.is_none() => {
                let Some(expected) = self.hint.filter(|&mv| position.check_move(mv).is_ok()) else { return Ok(()) };
                if position.play(expected).is_err() || position.outcome().is_some() {
                    return Ok(());
                }
                limits = self.time_control.move_limits(state.moves_made(own));
                Purpose::Ponder(expected)
            }
            Mode::Force | Mode::Playing(_) | Mode::Analyzing => return Ok(()),
        };
        let ponders = matches!(self.purpose, Purpose::Ponder(_));
        let level = if self.purpose == Purpose::Analysis { Level::FULL } else { self.level };
        self.runner.prepare(&state.game, "#", || Ok(state.weights.clone()))?;
        self.last_report = None;
        let seed = self.runner.seed;
        self.runner.start_search(&position, SearchSettings { limits, level, seed, ponders, holds_result: ponders });
        Ok(())
    }

    /// Handles `usermove`: plays the opponent's move.
    fn user_move(&mut self, text: &str) -> Result<(), Failure> {
        if self.is_thinking() {
            return console::print(format_args!("Illegal move (it is not your turn): {text}"));
        }
        let Some(state) = self.loaded_game()? else { return Ok(()) };
        if state.refused {
            return console::print(format_args!("Illegal move (the position was refused): {text}"));
        }
        let Some(mv) = state.dialect.parse_move(&state.position, text) else {
            let reason = match state.position.outcome() {
                Some(outcome) => format!("the game is over, {}", outcome.reason),
                None => illegal_reason(&state.position, text),
            };
            return console::print(format_args!("Illegal move ({reason}): {text}"));
        };
        let expected = self.runner.running.is_some() && self.purpose == Purpose::Ponder(mv);
        if !expected {
            self.runner.abort();
        }
        let Some(state) = &mut self.game else { return Ok(()) };
        state.play(mv);
        let result = state.result();
        self.lifted = None;
        if let Some(result) = result {
            self.runner.abort();
            return console::print(result);
        }
        if !expected {
            return self.start_search();
        }
        self.purpose = Purpose::Move;
        self.runner.ponderhit();
        self.send_best_move()
    }

    /// Handles `setboard`: sets up a position.
    fn set_board(&mut self, text: &str) -> Result<(), Failure> {
        self.runner.abort();
        let Some(state) = self.loaded_game()? else { return Ok(()) };
        let in_game = !state.past.is_empty();
        match state.dialect.read_fen(&state.game, SetupId::default(), text) {
            Ok(position) => (state.position, state.refused) = (position, false),
            Err(reason) => {
                state.refused = true;
                return console::print(format_args!("tellusererror Illegal position: {reason}"));
            }
        }
        state.past.clear();
        // During a game it is the position behind a pass, for which XBoard has no move.
        if in_game { self.start_search() } else { self.restart_analysis() }
    }

    /// Starts a search again in analyze mode.
    fn restart_analysis(&mut self) -> Result<(), Failure> {
        if self.mode == Mode::Analyzing { self.start_search() } else { Ok(()) }
    }

    /// Handles `undo` and `remove`: takes back moves.
    fn undo(&mut self, moves: usize) -> Result<(), Failure> {
        self.runner.abort();
        self.hint = None;
        if let Some(state) = &mut self.game {
            for _ in 0..moves {
                if let Some((position, _)) = state.past.pop() {
                    state.position = position;
                }
            }
        }
        self.restart_analysis()
    }

    /// `lift`: highlights the target squares of a man.
    fn handle_lift(&mut self, square: &str) -> Result<(), Failure> {
        let lifted = self.lifted;
        let Some(state) = self.loaded_game()? else { return Ok(()) };
        let Some(square) = state.dialect.parse_square(&state.position, square) else { return Ok(()) };
        let continued = lifted.filter(|lifted| lifted.via == Some(square));
        let lifted = continued.unwrap_or(Lifted { from: square, via: None });
        let colours = highlight_fen(&state.dialect, &state.position, lifted);
        self.lifted = Some(lifted);
        console::print(format_args!("highlight {colours}"))
    }

    /// `put`: lists the promotions of a man.
    fn handle_put(&mut self, square: &str) -> Result<(), Failure> {
        let (Some(state), Some(lifted)) = (&self.game, &mut self.lifted) else { return Ok(()) };
        let position = &state.position;
        let Some(to) = state.dialect.parse_square(position, square) else { return Ok(()) };
        if to == lifted.from && lifted.via.is_none() {
            self.lifted = None;
            return Ok(());
        }
        let moves = lifted_moves_to(position, *lifted, to);
        let changes = moves.iter().any(|&mv| state.dialect.promotion_suffix(position, mv).is_some());
        lifted.via = Some(to);
        if !changes {
            return Ok(());
        }
        // The unpromoted man comes first.
        let (promoted, same): (Vec<Move>, _) =
            moves.into_iter().partition(|&mv| state.dialect.promotion_suffix(position, mv).is_some());
        let choice: Vec<&str> =
            same.into_iter().chain(promoted).filter_map(|mv| state.dialect.result_letter(mv)).collect();
        // XBoard asks itself whether a man takes its promoted form.
        if choice.iter().any(|letter| letter.starts_with('+')) {
            return Ok(());
        }
        console::print(format_args!("choice {}", choice.concat()))
    }

    /// Handles `memory` and `cores`: hash size and threads, from the next search on.
    fn set_resources(&mut self, command: &str, number: usize) {
        let SearchRunner { hash, threads, .. } = &mut self.runner;
        let (setting, maximum) = if command == "memory" { (hash, max_hash()) } else { (threads, MAX_THREADS) };
        *setting = number.clamp(1, maximum);
        if self.runner.running.is_none() {
            self.runner.drop_searcher();
        }
    }

    /// Prints depth, score, time in centiseconds, nodes and line of a report.
    fn print_thinking(&self, report: &Report) -> Result<(), Failure> {
        let (Some(state), Some(line)) = (&self.game, report.lines.first()) else { return Ok(()) };
        let Some(search) = &self.runner.running else { return Ok(()) };
        // Mates are beyond all other scores.
        let score = match line.score {
            Score::Centipawns(worth) => worth,
            Score::Win(plies) => 100_000 + i32::from(plies.div_ceil(2)),
            Score::Loss(plies) => -100_000 - i32::from(plies.div_ceil(2)),
        };
        let moves = write_pv(&search.position, &line.moves, |position, mv| state.dialect.write_move(position, mv));
        let time = report.elapsed.as_millis() / 10;
        console::print(format_args!("{} {score} {time} {} {}", report.depth, report.nodes, moves.join(" ")))
    }
}

/// Short reason why a move is illegal.
fn illegal_reason(position: &Position, text: &str) -> String {
    let problem = weakfish::notation::read_uci_move(position, text);
    let message = problem.err().map_or_else(|| "not legal here".to_owned(), |problem| problem.message);
    message.replace(['(', ')', ':'], ",")
}

impl Protocol for Session<'_> {
    fn handle_line(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(true) };
        let text = line.trim().strip_prefix(command).unwrap_or_default().trim();
        let argument = rest.first().copied().unwrap_or_default();
        // Whether the arguments of a setting were understood.
        let mut understood = Some(());
        match command {
            "quit" => {
                // A move would come too late.
                self.runner.forget();
                return Ok(false);
            }
            // Settings.
            "level" => understood = self.time_control.parse_level(rest),
            "st" => understood = parse_seconds(argument).map(|time| self.time_control.move_time = Some(time)),
            "sd" => understood = argument.parse().ok().map(|plies: u32| self.time_control.depth = Some(plies.max(1))),
            "time" => {
                let centiseconds = argument.parse::<i64>().ok().map(|time| time.clamp(0, 1 << 40) as u64);
                understood = centiseconds.map(|time| self.time_control.left = Duration::from_millis(time * 10));
            }
            "memory" | "cores" => understood = argument.parse().ok().map(|number| self.set_resources(command, number)),
            "option" => understood = self.set_option(text),
            "hard" => self.ponders = true,
            "easy" => {
                self.ponders = false;
                if matches!(self.purpose, Purpose::Ponder(_)) {
                    self.runner.abort();
                }
            }
            "post" | "nopost" => self.prints_thinking = command == "post",
            "rejected" if argument == "highlight" => {
                self.pictures = false;
                self.runner.abort();
                self.game = None;
            }
            // Questions.
            "protover" => self.send_features()?,
            "." => {
                if let (Mode::Analyzing, Some(report)) = (self.mode, &self.last_report) {
                    let time = report.elapsed.as_millis() / 10;
                    console::print(format_args!("stat01: {time} {} {} 0 0", report.nodes, report.depth))?;
                }
            }
            "ping" => self.pending_pings.push(text.to_owned()),
            "draw" if self.score.is_some_and(|score| score <= Score::Centipawns(-10)) => console::print("offer draw")?,
            "hint" => {
                if let Some(state) = &self.game
                    && let Some(mv) = self.hint.filter(|&mv| state.position.check_move(mv).is_ok())
                {
                    console::print(format_args!("Hint: {}", state.dialect.write_move(&state.position, mv)))?;
                }
            }
            "bk" => console::print(" There is no book.\n")?,
            "lift" => self.handle_lift(text)?,
            "put" => self.handle_put(text)?,
            // The game and the mode.
            "new" => {
                self.set_variant(NORMAL);
                self.new_game()?;
            }
            "variant" => {
                self.runner.abort();
                self.set_variant(text);
                if self.ensure_loaded()? {
                    self.send_setup()?;
                }
            }
            "force" | "result" | "exit" => {
                self.runner.abort();
                self.mode = Mode::Force;
            }
            "go" | "playother" => {
                self.runner.abort();
                if let Some(side) = self.loaded_game()?.map(|state| state.position.turn()) {
                    self.mode = Mode::Playing(if command == "go" { side } else { !side });
                }
                self.start_search()?;
            }
            "analyze" => {
                self.runner.abort();
                self.mode = Mode::Analyzing;
                self.start_search()?;
            }
            "usermove" => self.user_move(text)?,
            "?" if self.is_thinking() => self.runner.stop(),
            "setboard" => self.set_board(text)?,
            "undo" => self.undo(1)?,
            "remove" => self.undo(2)?,
            // Without effect here, or now.
            "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics" | "otim"
            | "hover" | "egtpath" | "draw" | "?" => {}
            // Programs that don't know `usermove` send a move alone.
            _ if self
                .loaded_game()?
                .is_some_and(|state| state.dialect.parse_move(&state.position, command).is_some()) =>
            {
                self.user_move(command)?;
            }
            _ => console::print(format_args!("Error (unknown command): {}", line.trim()))?,
        }
        if understood.is_none() {
            console::print(format_args!("Error (can't be understood): {}", line.trim()))?;
        }
        if !self.is_thinking() {
            self.answer_pings()?;
        }
        Ok(true)
    }

    fn handle_report(&mut self, report: Report) -> Result<(), Failure> {
        let is_shown = match self.purpose {
            Purpose::Analysis => true,
            Purpose::Move => self.prints_thinking,
            Purpose::Ponder(_) => false,
        };
        if is_shown {
            self.print_thinking(&report)?;
        }
        self.last_report = Some(report);
        Ok(())
    }

    fn send_best_move(&mut self) -> Result<(), Failure> {
        let Some((_, lines)) = self.runner.take_result() else { return Ok(()) };
        if self.purpose == Purpose::Move
            && let (Some(state), Some(line)) = (&mut self.game, lines.first())
            && let Some(&mv) = line.moves.first()
        {
            self.score = Some(line.score);
            self.hint = line.moves.get(1).copied();
            let claims = state.position.claims();
            if let Some(claim) = claims.first().filter(|claim| line.score <= Score::of_claim(claim)) {
                let result = match claim.winner {
                    None => "1/2-1/2",
                    Some(Side::White) => "1-0",
                    Some(Side::Black) => "0-1",
                };
                console::print(format_args!("{result} {{{}}}", claim.reason))?;
            } else {
                let text = state.dialect.write_move(&state.position, mv);
                state.play(mv);
                console::print(format_args!("move {text}"))?;
                match state.result() {
                    Some(result) => console::print(result)?,
                    None => self.start_search()?,
                }
            }
        }
        self.answer_pings()
    }

    fn runner(&mut self) -> &mut SearchRunner {
        &mut self.runner
    }
}

impl Session<'_> {
    /// Handles `option NAME=VALUE`; `None` if there is no such option, or its value is not understood.
    fn set_option(&mut self, text: &str) -> Option<()> {
        let (name, value) = text.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        if name.eq_ignore_ascii_case("skill level") {
            self.level = Level::new(value.parse().ok()?);
            return Some(());
        }
        let tables = &mut self.runner.tables;
        if name.eq_ignore_ascii_case("tables") {
            tables.mebibytes = value.parse::<u32>().ok()?.min(MAX_MEBIBYTES);
        } else if name.eq_ignore_ascii_case("tablepath") {
            tables.path = Some(value).filter(|path| !path.is_empty()).map(PathBuf::from);
        } else {
            return None;
        }
        if self.runner.running.is_none() {
            self.runner.drop_searcher();
        }
        Some(())
    }

    /// Handles `protover`: sends the `feature` lines.
    fn send_features(&self) -> Result<(), Failure> {
        // XBoard waits for the other features only if this one comes at once.
        console::print("feature done=0")?;
        console::print(format_args!("feature myname=\"Weakfish {}\"", env!("CARGO_PKG_VERSION")))?;
        console::print(
            "feature ping=1 setboard=1 playother=1 usermove=1 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 draw=1",
        )?;
        console::print("feature memory=1 smp=1 nps=0 highlight=1 debug=1")?;
        console::print(format_args!("feature option=\"Skill Level -spin {0} 0 {0}\"", Level::MAX))?;
        let tables = &self.runner.tables;
        console::print(format_args!("feature option=\"Tables -spin {} 0 {MAX_MEBIBYTES}\"", tables.mebibytes))?;
        let path = tables.path.as_deref().unwrap_or(Path::new("")).display();
        console::print(format_args!("feature option=\"TablePath -path {path}\""))?;
        // Definitions with mistakes are offered, so that the mistakes can be shown.
        let is_supported = |game: &str, native: bool| {
            let game = self.loader.game(game);
            game.map_or(true, |game| dialect::unsupported_reason(&game, native, true).is_none())
        };
        let own_names = self.games.iter().filter(|game| is_supported(game, false)).map(|game| definition_name(game));
        let is_native = |game: &str| dialect::native_variant(game).is_some();
        let built_in: Vec<&str> = builtin::names().filter(|game| is_supported(game, is_native(game))).collect();
        let mut names: Vec<&str> = built_in.iter().copied().map(dialect::xboard_name).collect();
        names.sort_by_key(|name| *name != NORMAL);
        // Programs ask for other games by the names that they have for them.
        let aliases = builtin::aliases().filter(|(_, own)| built_in.contains(own) && !is_native(own));
        names.extend(aliases.map(|(alias, _)| alias));
        let names: Vec<String> = own_names.chain(names.into_iter().map(str::to_owned)).collect();
        console::print(format_args!("feature variants=\"{}\"", names.join(",")))?;
        console::print("feature done=1")
    }

    /// Loads the game if needed; returns whether there is one.
    fn ensure_loaded(&mut self) -> Result<bool, Failure> {
        if self.game.is_some() || self.unplayable.as_ref() == Some(&self.variant) {
            return Ok(self.game.is_some());
        }
        self.unplayable = Some(self.variant.clone());
        let file = self.games.iter().find(|game| definition_name(game) == self.variant).cloned();
        let built_in = || dialect::weakfish_name(&self.variant).map(str::to_owned);
        let Some(name) = file.clone().or_else(built_in) else {
            console::print(format_args!("Error (unknown variant): variant {}", self.variant))?;
            return Ok(false);
        };
        let loaded = self.loader.game(&name).and_then(|game| Ok((weights::load_for_game(&game, &name)?, game)));
        let (weights, game) = match loaded {
            Ok(loaded) => loaded,
            Err(Failure::Reports(reports)) => {
                engine::print_diagnostics("#", &reports)?;
                console::print(format_args!("tellusererror {} has mistakes, see `weakfish check`", self.variant))?;
                return Ok(false);
            }
            Err(other) => return Err(other),
        };
        let native = file.is_none().then(|| dialect::native_variant(&name)).flatten();
        if let Some(reason) = dialect::unsupported_reason(&game, native.is_some(), self.pictures) {
            console::print(format_args!("tellusererror {} {reason}", self.variant))?;
            return Ok(false);
        }
        let dialect = Dialect::new(&game, native.as_ref(), self.pictures);
        self.unplayable = None;
        self.game = Some(GameState::new(game, weights, dialect, native.and_then(|native| native.start)));
        Ok(true)
    }

    /// Returns the state of the game, after loading it if needed.
    fn loaded_game(&mut self) -> Result<Option<&mut GameState>, Failure> {
        self.ensure_loaded()?;
        Ok(self.game.as_mut())
    }

    /// Sends the `setup` command of a variant that XBoard does not know, and the `piece` commands of its men.
    fn send_setup(&self) -> Result<(), Failure> {
        let Some(state) = self.game.as_ref().filter(|state| state.dialect.is_described) else { return Ok(()) };
        console::print(format_args!("setup {}", state.dialect.setup(&state.position)))?;
        state.dialect.pieces(&state.game).iter().try_for_each(|piece| console::print(format_args!("piece {piece}")))
    }
}

/// Name of a definition in the list of variants: its file name.
fn definition_name(game: &str) -> String {
    let file = Path::new(game).file_stem();
    file.map_or_else(|| game.to_owned(), |name| name.to_string_lossy().replace([',', '"', ' '], "-"))
}

/// State of a game.
#[derive(Clone, Debug)]
struct GameState {
    game: Game,
    /// Evaluation weights.
    weights: Weights,
    dialect: Dialect,
    /// The positions before each move, with the move; then the present one.
    past: Vec<(Position, Move)>,
    position: Position,
    /// Whether the last `setboard` was refused: what XBoard shows is not the present position.
    refused: bool,
    /// Start position.
    start: Position,
}

impl GameState {
    /// Begins at the start of the game, or at another one.
    fn new(game: Game, weights: Weights, dialect: Dialect, start: Option<&str>) -> Self {
        let other = start.and_then(|start| dialect.read_fen(&game, SetupId::default(), start).ok());
        let start = other.unwrap_or_else(|| game.start());
        Self { game, weights, dialect, past: Vec::new(), position: start.clone(), refused: false, start }
    }

    /// Restarts the game.
    fn restart(&mut self) {
        self.past.clear();
        self.position = self.start.clone();
        self.refused = false;
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Move) {
        let before = self.position.clone();
        if self.position.play(mv).is_ok() {
            self.past.push((before, mv));
        }
    }

    /// Number of moves that a side has made.
    fn moves_made(&self, side: Side) -> u32 {
        self.past.iter().filter(|(position, _)| position.turn() == side).count() as u32
    }

    /// The result with its reason, if the game is over.
    fn result(&self) -> Option<String> {
        let outcome = self.position.outcome()?;
        let result = scores::result_text(outcome.winner);
        Some(format!("{result} {{{}}}", outcome.reason.replace(['{', '}'], "")))
    }
}

/// Time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimeControl {
    /// The moves of a time control; 0 if it is for the whole game.
    moves_per_session: u32,
    increment: Duration,
    /// Our time left.
    left: Duration,
    /// Fixed time per move (`st`), instead of a clock.
    move_time: Option<Duration>,
    depth: Option<u32>,
}

/// Move overhead: time lost between the clock and the engine.
const OVERHEAD: Duration = Duration::from_millis(20);

impl Default for TimeControl {
    /// Five minutes for the game, as XBoard begins with.
    fn default() -> Self {
        let left = Duration::from_secs(300);
        Self { moves_per_session: 0, increment: Duration::ZERO, left, move_time: None, depth: None }
    }
}

impl TimeControl {
    /// `level MOVES BASE INCREMENT`: base in minutes, or minutes and seconds; increment in seconds.
    fn parse_level(&mut self, words: &[&str]) -> Option<()> {
        let &[moves, base, increment] = words else { return None };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let number = |text: &str| text.parse::<u32>().ok();
        let base = u64::from(number(minutes)?) * 60 + u64::from(number(seconds)?);
        let increment = parse_seconds(increment)?;
        (self.moves_per_session, self.left) = (number(moves)?, Duration::from_secs(base));
        (self.increment, self.move_time) = (increment, None);
        Some(())
    }

    /// Limits of a move, after `moves_made` moves of the player.
    fn move_limits(&self, moves_made: u32) -> Limits {
        let mut limits = Limits::default();
        limits.depth = self.depth;
        if let Some(move_time) = self.move_time {
            limits.hard_time = Some(move_time.saturating_sub(OVERHEAD).max(Duration::from_millis(1)));
            return limits;
        }
        let mut clock = Clock::new(self.left, self.increment);
        clock.overhead = OVERHEAD;
        clock.moves_to_go =
            (self.moves_per_session > 0).then(|| self.moves_per_session - moves_made % self.moves_per_session);
        clock.set_time_limits(&mut limits);
        limits
    }
}

/// Parses a number of seconds, which may have decimals.
fn parse_seconds(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// Man picked up by `lift`, with the square of its first `put`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lifted {
    from: Square,
    /// The square of the first `put`: the man will be put back, turned.
    via: Option<Square>,
}

/// The moves of a lifted man that end on a square; where it stands, the one for which it has gone another way.
fn lifted_moves_to(position: &Position, lifted: Lifted, to: Square) -> Vec<Move> {
    if to == lifted.from {
        let turns = Dialect::detours(position, lifted.from).into_iter();
        return turns.filter(|(_, via)| lifted.via == Some(*via)).map(|(turn, _)| Move::Man(turn)).collect();
    }
    let moves = position.legal_moves();
    let fits = |mv: &Move| mv.man().is_some_and(|man| man.from == lifted.from && man.to == to);
    moves.into_iter().filter(fits).collect()
}

/// Board of XBoard's `highlight`: `Y` where a lifted man may move, `R` where it captures, `M` where it may
/// become several things, `B` where it becomes one, `C` on the squares by which it turns.
fn highlight_fen(dialect: &Dialect, position: &Position, lifted: Lifted) -> String {
    let board = position.game().variant().board;
    let mut colours = vec![None; board.len()];
    let colour = |to: Square| {
        let moves = lifted_moves_to(position, lifted, to);
        let changed = moves.iter().filter(|mv| dialect.promotion_suffix(position, **mv).is_some()).count();
        let first = moves.first()?;
        Some(match (moves.len(), changed) {
            (1, 0) if position.is_capture(*first) => 'R',
            (_, 0) => 'Y',
            (1, 1) => 'B',
            _ => 'M',
        })
    };
    if lifted.via.is_some() {
        colours[lifted.from.index()] = colour(lifted.from);
    } else {
        for to in board.squares().filter(|&to| to != lifted.from) {
            colours[to.index()] = colour(to);
        }
        if dialect.shows_states {
            for (_, via) in Dialect::detours(position, lifted.from) {
                colours[via.index()] = Some('C');
            }
        }
    }
    dialect::fen_placement(board, |square| colours[square.index()].map(String::from))
}

impl SearchRunner {
    /// Stops the running search and does not wait for it.
    fn forget(&mut self) {
        self.stop();
        self.running = None;
    }

    /// Stops the running search and discards its result.
    fn abort(&mut self) {
        self.stop();
        if let Some(search) = self.running.take() {
            self.searcher = search.thread.join().ok().flatten();
        }
    }
}
