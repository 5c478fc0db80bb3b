//! A program that speaks the Universal Chess Interface, as Fairy-Stockfish extends it to other games.

use std::time::{Duration, Instant};

use weakfish::engine::Move;
use weakfish::geometry::Side;
use weakfish::notation::fen;

use super::notation::{Letters, foreign_name};
use super::player::{Budget, Choice, EngineInfo, Fault, MatchGame, Player, Record, Refusal, Reserve};
use super::process::{Process, await_line, fault};
use crate::engine::CHESS;
use crate::matches::settings::EngineSettings;

/// First words of the lines that are read.
const WANTED: &[&str] = &["id", "option", "uciok", "readyok", "bestmove"];

/// The option that chooses the game.
const VARIANT: &str = "UCI_Variant";

/// The option of Weakfish that chooses the setup.
const SETUP: &str = "Setup";

/// A program that plays, and lives from one game to the next.
pub(super) struct Uci {
    settings: EngineSettings,
    played: MatchGame,
    letters: Letters,
    process: Option<Process>,
    /// Whether it reads positions as Weakfish writes them.
    is_weakfish: bool,
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

impl Uci {
    pub(super) fn new(settings: &EngineSettings, played: &MatchGame) -> Self {
        Self {
            settings: settings.clone(),
            played: played.clone(),
            letters: Letters::new(settings),
            process: None,
            is_weakfish: false,
        }
    }

    /// Starts the program and sets its options.
    pub(super) fn introduce(&mut self) -> Result<EngineInfo, Refusal> {
        let started = Process::start(&self.settings.command, WANTED);
        let process = started.map_err(|error| Fault::NotStarted(error.to_string()))?;
        let process = self.process.insert(process);
        process.send("uci");
        let deadline = Instant::now() + self.played.timeout;
        let mut reply = UciReply::default();
        loop {
            match process.next(deadline) {
                Ok((_, line)) if line == "uciok" => break,
                Ok((_, line)) => reply.note(&line),
                Err(silence) => return Err(fault(&mut self.process, silence, Fault::NotReady).into()),
            }
        }
        self.is_weakfish = reply.has(SETUP);
        let game = self.foreign_game(&reply)?;
        let setup = &self.played.game.variant().setups[self.played.setup.0 as usize];
        let setup = self.is_weakfish.then(|| (SETUP.to_owned(), setup.name.clone()));
        let options = self.settings.options.iter().cloned();
        let options = options.chain(game.map(|game| (VARIANT.to_owned(), game))).chain(setup);
        if let Some(process) = &self.process {
            for (name, value) in options {
                process.send(format!("setoption name {name} value {value}"));
            }
        }
        self.await_ready()?;
        let reserves = reply.reserves(&self.settings);
        Ok(EngineInfo { name: reply.name.unwrap_or_else(|| self.settings.text.clone()), reserves })
    }

    /// The program's name of the game; `None` if it plays only one, and that is it.
    fn foreign_game(&self, reply: &UciReply) -> Result<Option<String>, Refusal> {
        let chosen = foreign_name(&self.settings, &self.played, &reply.games, CHESS);
        if reply.has(VARIANT) {
            // A name from the settings may come from a file that the program loads only now.
            if self.settings.variant.is_some() || reply.games.contains(&chosen) {
                return Ok(Some(chosen));
            }
        } else if chosen == CHESS {
            return Ok(None);
        }
        Err(Refusal::Game { wanted: chosen, known: reply.games.clone() })
    }

    /// Waits until all that was sent has been done.
    fn await_ready(&mut self) -> Result<(), Fault> {
        let Some(process) = &self.process else { return Err(Fault::NotReady) };
        process.send("isready");
        await_line(&mut self.process, "readyok", self.played.timeout).map(drop)
    }

    fn position(&self, record: &Record) -> String {
        let mut line = "position ".to_owned();
        let fen = fen::write(&record.start);
        // The start that another program knows may be another one: its King and Queen may stand the other way round. But
        // it can't read of states and of counters that only Weakfish writes.
        let is_plain = !fen.contains('{') && fen.split(' ').count() == 6;
        if record.from_start && (self.is_weakfish || !is_plain) {
            line += "startpos";
        } else {
            line += "fen ";
            line += &self.letters.foreign_fen(&fen);
        }
        for (index, (text, mv)) in record.texts.iter().zip(&record.moves).enumerate() {
            line += if index == 0 { " moves " } else { " " };
            line += &self.letters.foreign_move(text, *mv);
        }
        line
    }
}

impl Player for Uci {
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        if self.process.is_none() {
            self.introduce().map_err(|refusal| match refusal {
                Refusal::Fault(fault) => fault,
                Refusal::Game { wanted, .. } => Fault::NotStarted(format!("it no longer knows `{wanted}`")),
            })?;
        }
        if let Some(process) = &self.process {
            process.send("ucinewgame");
        }
        self.await_ready()
    }

    fn choose(&mut self, record: &Record, budget: &Budget) -> Result<Choice, Fault> {
        let question = [self.position(record), go(record.position.turn(), budget)];
        let Some(process) = &self.process else { return Err(Fault::Disconnected) };
        // A program that answers twice must not have its second answer taken for that to the next question.
        process.drain();
        let [position, go] = question;
        process.send(position);
        let asked = Instant::now();
        process.send(go);
        loop {
            match process.next(asked + budget.timeout) {
                Ok((came, line)) => {
                    let mut words = line.split_whitespace();
                    if words.next() == Some("bestmove") {
                        let text = words.next().unwrap_or_default();
                        let may_pass = || record.position.check_move(Move::Pass).is_ok();
                        if text == "0000" && may_pass() {
                            return Ok(Choice {
                                text: "pass".to_owned(),
                                elapsed: came.saturating_duration_since(asked),
                            });
                        }
                        if matches!(text, "" | "(none)" | "0000" | "NULL") {
                            return Err(Fault::NoMove);
                        }
                        let elapsed = came.saturating_duration_since(asked);
                        return Ok(Choice { text: self.letters.own_move(text), elapsed });
                    }
                }
                Err(silence) => return Err(fault(&mut self.process, silence, Fault::Silent)),
            }
        }
    }

    fn restart(&mut self) {
        self.process = None;
    }
}

impl UciReply {
    fn note(&mut self, line: &str) {
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

    /// The reserves of time that the program has, as it is or as its settings change them.
    fn reserves(&self, settings: &EngineSettings) -> Vec<(Reserve, Duration)> {
        let named = |reserve: Reserve| move |(name, _): &&(String, String)| name.eq_ignore_ascii_case(reserve.option());
        let reserve = |reserve: Reserve| {
            let (_, announced) = self.options.iter().find(named(reserve))?;
            let set = settings.options.iter().rev().find(named(reserve)).map(|(_, value)| value);
            Some((reserve, Duration::from_millis(set.unwrap_or(announced).parse().ok()?)))
        };
        Reserve::ALL.into_iter().filter_map(reserve).collect()
    }
}

/// The command that asks for a move.
fn go(mover: Side, budget: &Budget) -> String {
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
    let bounds = budget.bounds;
    for (name, value) in [
        ("movetime", bounds.time.map(milliseconds)),
        ("nodes", bounds.nodes.map(|nodes| nodes.to_string())),
        ("depth", bounds.depth.map(|depth| depth.to_string())),
    ] {
        if let Some(value) = value {
            add(name, value);
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_introduction_names_the_games() {
        let mut reply = UciReply::default();
        for line in
            ["id name Fish 1", "id author A", "option name UCI_Variant type combo default chess var chess var 3check"]
        {
            reply.note(line);
        }
        reply.note("option name Minimum Thinking Time type spin default 20 min 0 max 5000");
        let reserves = |settings: &str| reply.reserves(&settings.parse().unwrap());
        assert_eq!(reserves("fish"), [(Reserve::MinimumTime, Duration::from_millis(20))]);
        assert_eq!(reserves("'Minimum Thinking Time=7' fish"), [(Reserve::MinimumTime, Duration::from_millis(7))]);
        assert_eq!(reply.name.as_deref(), Some("Fish 1"));
        assert_eq!(reply.games, ["chess", "3check"]);
        assert!(reply.has("UCI_Variant") && !reply.has("Setup"));
    }
}
