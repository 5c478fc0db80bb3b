//! Player that runs an engine by UCI, as Fairy-Stockfish extends it to other games.

use std::time::Duration;

use weakfish::engine::Move;
use weakfish::geometry::Side;
use weakfish::notation::{Dialect, fen};

use crate::engine::CHESS;
use crate::matches::players::program::{
    EngineInfo, EngineMove, EngineProcess, Forfeit, MatchGame, MoveLimits, OVERHEAD_OPTIONS, Player, Record,
};
use crate::matches::settings::EngineSettings;

/// First words of the lines that are read.
const WANTED: &[&str] = &["id", "option", "uciok", "readyok", "bestmove"];

/// The option that chooses the game.
const VARIANT: &str = "UCI_Variant";

/// The option of Weakfish that chooses the setup.
const SETUP: &str = "Setup";

/// The option by which castlings are written as the king's capture of its partner.
const CHESS960: &str = "UCI_Chess960";

/// Engine process that speaks UCI, kept from game to game.
pub(super) struct UciEngine {
    program: EngineProcess,
    /// Whether it reads positions as Weakfish writes them.
    is_weakfish: bool,
    /// Whether castlings are sent as the king's capture of its partner: to other programs, from a shuffled setup.
    takes_partner: bool,
}

/// Reply of a program to `uci`.
#[derive(Debug, Default)]
struct UciReply {
    name: Option<String>,
    /// Its options, with their values if nothing is set.
    options: Vec<(String, String)>,
    /// The games that it offers.
    games: Vec<String>,
}

impl UciEngine {
    pub(super) fn new(settings: &EngineSettings, played: &MatchGame) -> Self {
        Self { program: EngineProcess::new(settings, played), is_weakfish: false, takes_partner: false }
    }

    /// The program's name of the game; `None` if it plays only one, and that is it.
    fn variant_name(&self, reply: &UciReply) -> Result<Option<String>, Forfeit> {
        let chosen = self.program.variant_name(&reply.games, CHESS);
        if reply.has(VARIANT) {
            // A name from the settings may come from a file that the program loads only now.
            let settings = &self.program.settings;
            let names_file = |(name, _): &(String, String)| {
                ["path", "file"].iter().any(|word| name.to_ascii_lowercase().contains(word))
            };
            let loads = settings.variant.is_some() && settings.options.iter().any(names_file);
            if loads || reply.games.contains(&chosen) {
                return Ok(Some(chosen));
            }
        } else if chosen == CHESS {
            return Ok(None);
        }
        Err(Forfeit::unknown_game(chosen, &reply.games))
    }

    /// Sends `isready` and waits for `readyok`.
    fn await_ready(&mut self) -> Result<(), Forfeit> {
        self.program.send("isready");
        self.program.await_line("readyok").map(drop)
    }

    /// Command `position startpos|fen … moves …` for the game so far.
    fn position_command(&self, record: &Record) -> String {
        let mut line = "position ".to_owned();
        let is_foreign = !self.is_weakfish && self.program.letters.0.is_empty();
        let own = fen::write(&record.start);
        let foreign = if is_foreign { fen::write_as(&record.start, Dialect::FairyStockfish).ok() } else { None };
        let fen = foreign.unwrap_or(own);
        // The start that another program knows may be another one: its King and Queen may stand the other way round. But
        // it can't read of states and of counters that only Weakfish writes.
        let is_plain = !fen.contains('{') && fen.split(' ').count() == 6;
        if record.from_start && (self.is_weakfish || !is_plain) {
            line += "startpos";
        } else {
            line += "fen ";
            line += &self.program.letters.engine_placement(&fen);
        }
        let texts = if is_foreign { &record.fairy_texts } else { &record.texts };
        for (index, (text, mv)) in texts.iter().zip(&record.moves).enumerate() {
            line += if index == 0 { " moves " } else { " " };
            match mv.man().and_then(|man| Some((man.from, man.kind.castling()?.0))) {
                Some((king, partner)) if self.takes_partner => {
                    let board = record.start.game().variant().board;
                    line += &(board.name(king) + &board.name(partner));
                }
                _ => line += &self.program.letters.engine_move(text, *mv),
            }
        }
        line
    }
}

impl Player for UciEngine {
    fn handshake(&mut self) -> Result<EngineInfo, Forfeit> {
        self.program.start(WANTED)?;
        self.program.send("uci");
        let mut reply = UciReply::default();
        self.program.await_line("uciok")?.iter().for_each(|line| reply.parse_line(line));
        self.is_weakfish = reply.has(SETUP);
        let game = self.variant_name(&reply)?;
        let EngineProcess { settings, played, .. } = &self.program;
        let setup = &played.game.variant().setups[played.setup.0 as usize];
        self.takes_partner = setup.shuffle.is_some() && !self.is_weakfish && reply.has(CHESS960);
        let castling = self.takes_partner.then(|| (CHESS960.to_owned(), "true".to_owned()));
        let setup = self.is_weakfish.then(|| (SETUP.to_owned(), setup.name.clone()));
        let options = settings.options.iter().cloned();
        for (name, value) in options.chain(game.map(|game| (VARIANT.to_owned(), game))).chain(setup).chain(castling) {
            self.program.send(format!("setoption name {name} value {value}"));
        }
        let overhead_options = reply.overhead_options(settings);
        let name = reply.name.unwrap_or_else(|| settings.text.clone());
        self.await_ready()?;
        Ok(EngineInfo { name, overhead_options })
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), Forfeit> {
        if !self.program.is_running() {
            self.handshake()?;
        }
        self.program.send("ucinewgame");
        self.await_ready()
    }

    fn go(&mut self, record: &Record, budget: &MoveLimits) -> Result<EngineMove, Forfeit> {
        let lines = vec![self.position_command(record), go_command(record.position.turn(), budget)];
        let choice = self.program.request_move(lines, budget.timeout, |line| {
            let mut words = line.split_whitespace();
            words.next().filter(|&word| word == "bestmove")?;
            Some(match words.next().unwrap_or_default() {
                "0000" if record.position.check_move(Move::Pass).is_ok() => Ok("pass".to_owned()),
                "" | "(none)" | "0000" | "NULL" => Err(Forfeit::no_move()),
                text => Ok(text.to_owned()),
            })
        })?;
        Ok(EngineMove { text: self.program.letters.weakfish_move(&choice.text), ..choice })
    }

    fn restart(&mut self) {
        self.program.stop();
    }
}

impl UciReply {
    /// Parses an `id name` or `option name` line.
    fn parse_line(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        } else if let Some(option) = line.strip_prefix("option name ") {
            let (name, kind) = option.split_once(" type ").unwrap_or((option, ""));
            if name == VARIANT {
                self.games = kind.split(" var ").skip(1).map(|game| game.trim().to_owned()).collect();
            }
            let value = kind.split_once(" default ").and_then(|(_, rest)| rest.split_whitespace().next());
            self.options.push((name.to_owned(), value.unwrap_or_default().to_owned()));
        }
    }

    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|(name, _)| name == option)
    }

    /// Move overhead options of the program, with their default or set values.
    fn overhead_options(&self, settings: &EngineSettings) -> Vec<(&'static str, &'static str, Duration)> {
        let reserve = |(option, effect): (&'static str, &'static str)| {
            let is_named = |(name, _): &&(String, String)| name.eq_ignore_ascii_case(option);
            let (_, announced) = self.options.iter().find(is_named)?;
            let set = settings.options.iter().rev().find(is_named).map(|(_, value)| value);
            Some((option, effect, Duration::from_millis(set.unwrap_or(announced).parse().ok()?)))
        };
        OVERHEAD_OPTIONS.into_iter().filter_map(reserve).collect()
    }
}

/// Command `go` with clocks and limits.
fn go_command(mover: Side, budget: &MoveLimits) -> String {
    let milliseconds = |time: Duration| time.as_millis().to_string();
    let mut words = vec!["go".to_owned()];
    let mut add = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if let Some(own) = budget.clock(mover) {
        // An opponent without a clock must have something to show.
        let [white, black] = Side::ALL.map(|side| budget.clock(side).unwrap_or(own));
        for (name, time) in [("wtime", white.0), ("btime", black.0), ("winc", white.1), ("binc", black.1)] {
            add(name, milliseconds(time));
        }
    }
    let bounds = budget.limits;
    for (name, value) in [
        ("movetime", bounds.move_time.map(milliseconds)),
        ("nodes", bounds.nodes.map(|nodes| nodes.to_string())),
        ("depth", bounds.depth.map(|depth| depth.to_string())),
    ] {
        if let Some(value) = value {
            add(name, value);
        }
    }
    words.join(" ")
}
