//! Trait of players, and engine processes: their pipes, their letters of men and their names of games.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::{Duration, Instant};
use std::{fmt, thread};

use weakfish::builtin::ORTHODOX;
use weakfish::engine::{Game, Move, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish_player::search::{Tablebase, TablebaseBudget};

use crate::matches::settings::{EngineLimits, EngineSettings};
use crate::support::{interrupt, load};

/// One of the two engines of a match. It plays one game after another.
pub(crate) trait Player: Send {
    /// Starts the engine if it is a program, and asks what it is called and whether it knows the game.
    fn handshake(&mut self) -> Result<EngineInfo, Forfeit>;

    /// Starts a new game (`ucinewgame`, `new`); an engine that plays by chance uses this seed.
    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit>;

    /// Chooses a move in the last position of a record.
    fn go(&mut self, record: &Record, budget: &MoveLimits) -> Result<EngineMove, Forfeit>;

    /// Restarts the engine before the next game, after a loss by a fault.
    fn restart(&mut self) {}
}

/// Move answered by an engine, as text, with the time it took.
#[derive(Clone, Debug)]
pub(crate) struct EngineMove {
    /// In machine notation, if it is one.
    pub(crate) text: String,
    pub(crate) elapsed: Duration,
}

/// Record of a game: start, moves and present position.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The position that it began from.
    pub(crate) start: Position,
    /// Whether that is the start of the first setup, which programs know.
    pub(crate) from_start: bool,
    pub(crate) moves: Vec<Move>,
    /// The moves in machine notation.
    pub(crate) texts: Vec<String>,
    /// The moves as Fairy-Stockfish writes them.
    pub(crate) fairy_texts: Vec<String>,
    pub(crate) position: Position,
}

/// Search limits and clocks for one move of an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveLimits {
    pub(crate) limits: EngineLimits,
    /// The time left and the increment of each side, by [`Side::index`], if it has a clock.
    pub(crate) clocks: [Option<(Duration, Duration)>; 2],
    /// Without an answer after this time, it has lost.
    pub(crate) timeout: Duration,
}

impl MoveLimits {
    /// The time left and the increment of a side.
    pub(crate) fn clock(&self, side: Side) -> Option<(Duration, Duration)> {
        self.clocks[side.index()]
    }
}

/// Reason of a loss by silence where time is not limited.
pub(crate) const NO_ANSWER: &str = "no answer";

/// Forfeit: reason why an engine loses a game outside of the rules (crash, no answer, illegal move, time).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Forfeit {
    pub(crate) reason: &'static str,
    /// What the engine did.
    pub(crate) detail: String,
    /// The name of the game that it does not know, and those that it knows.
    pub(crate) unknown: Option<(String, Vec<String>)>,
}

impl Forfeit {
    pub(crate) fn new(reason: &'static str, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into(), unknown: None }
    }

    pub(crate) fn not_started(reason: impl fmt::Display) -> Self {
        Self::new("failure to start", format!("did not start: {reason}"))
    }

    pub(crate) fn not_ready() -> Self {
        Self::new(NO_ANSWER, "did not say that it is ready")
    }

    pub(crate) fn disconnected() -> Self {
        Self::new("disconnection", "closed its output")
    }

    pub(crate) fn no_move() -> Self {
        Self::new("no move", "answered no move")
    }

    pub(super) fn unknown_game(wanted: String, known: &[String]) -> Self {
        let fault = Self::not_started(format_args!("it no longer knows `{wanted}`"));
        Self { unknown: Some((wanted, known.to_vec())), ..fault }
    }
}

/// The game of a match.
#[derive(Clone, Debug)]
pub(crate) struct MatchGame {
    pub(crate) game: Game,
    /// Its name on the command line.
    pub(crate) name: String,
    pub(crate) setup: SetupId,
    /// How long an engine may take for all but moves.
    pub(crate) timeout: Duration,
    /// Exact tables of endings, which all players that are Weakfish itself share; `None` if the game has none.
    pub(crate) tablebase: Option<Arc<Tablebase>>,
}

impl MatchGame {
    /// A game under its name. Matches have many endings, so each gets a small budget for tables.
    pub(crate) fn new(game: &Game, name: &str, setup: SetupId, timeout: Duration) -> Self {
        let tablebase = Tablebase::new(game, TablebaseBudget::SMALL).ok().map(Arc::new);
        Self { game: game.clone(), name: name.to_owned(), setup, timeout, tablebase }
    }
}

/// Name and options of a started engine.
#[derive(Clone, Debug)]
pub(crate) struct EngineInfo {
    pub(crate) name: String,
    /// Its options of [`OVERHEAD_OPTIONS`], with the effect of too large a value.
    pub(crate) overhead_options: Vec<(&'static str, &'static str, Duration)>,
}

/// Options of UCI programs with a time for every move, and the effect if the increment is less.
pub(crate) const OVERHEAD_OPTIONS: [(&str, &str); 2] =
    [("Minimum Thinking Time", "it overdraws its clock"), ("Move Overhead", "it hardly thinks")];

/// No line is longer; the rest of one that is counts as another line.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Lines buffered; beyond that the program waits.
const MAX_BUFFERED_LINES: usize = 256;

/// An interrupt is noticed after this time at the latest.
const INTERRUPT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time for a program to end after `quit`.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Engine that runs as a child process, kept from game to game.
pub(super) struct EngineProcess {
    pub(super) settings: EngineSettings,
    pub(super) played: MatchGame,
    pub(super) letters: LetterMap,
    process: Option<Process>,
}

impl EngineProcess {
    pub(super) fn new(settings: &EngineSettings, played: &MatchGame) -> Self {
        let letters = LetterMap(settings.letters.clone());
        Self { settings: settings.clone(), played: played.clone(), letters, process: None }
    }

    /// Starts the program. Only lines whose first word is in `wanted` are received.
    pub(super) fn start(&mut self, wanted: &'static [&'static str]) -> Result<(), Forfeit> {
        self.process = Some(Process::start(&self.settings.command, wanted).map_err(Forfeit::not_started)?);
        Ok(())
    }

    /// Name of the variant in the engine, where orthodox chess is called `orthodox`. A name from the settings is taken unchanged.
    pub(super) fn variant_name(&self, known: &[String], orthodox: &str) -> String {
        let own_name = self.played.name.as_str();
        match &self.settings.variant {
            Some(name) => name.clone(),
            None if own_name == ORTHODOX && !known.iter().any(|name| name == own_name) => orthodox.to_owned(),
            None => own_name.to_owned(),
        }
    }

    pub(super) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Ends the program.
    pub(super) fn stop(&mut self) {
        self.process = None;
    }

    /// Sends a line. That it does not arrive is seen when an answer does not come.
    pub(super) fn send(&self, line: impl Into<String>) {
        if let Some(process) = &self.process {
            process.send(line);
        }
    }

    /// The next line and when it came; `None` if there is none in time.
    pub(super) fn next_line(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Forfeit> {
        let Some(process) = &self.process else { return Err(Forfeit::disconnected()) };
        process.next_line(deadline).map_err(|_| {
            let status = self.process.take().and_then(|mut process| process.wait_for_exit(EXIT_TIMEOUT));
            status.map_or_else(Forfeit::disconnected, |status| Forfeit::new("crash", format!("ended: {status}")))
        })
    }

    /// Reads lines until `read` makes something of one; returns it and when it came. A program that is late is ended, since
    /// its answer could be taken for the next one.
    pub(super) fn read_until<T>(
        &mut self,
        deadline: Instant,
        late: Forfeit,
        mut read: impl FnMut(String) -> Option<T>,
    ) -> Result<(Instant, T), Forfeit> {
        while let Some((came, line)) = self.next_line(deadline)? {
            if let Some(found) = read(line) {
                return Ok((came, found));
            }
        }
        self.stop();
        Err(late)
    }

    /// Waits for this line; the lines that came before it.
    pub(super) fn await_line(&mut self, wanted: &str) -> Result<Vec<String>, Forfeit> {
        let mut others = Vec::new();
        self.read_until(Instant::now() + self.played.timeout, Forfeit::not_ready(), |line| {
            let found = line == wanted;
            others.push(line);
            found.then_some(())
        })?;
        Ok(others)
    }

    /// Sends lines, the last of which asks for a move, and reads the answer.
    pub(super) fn request_move(
        &mut self,
        lines: Vec<String>,
        timeout: Duration,
        read: impl FnMut(String) -> Option<Result<String, Forfeit>>,
    ) -> Result<EngineMove, Forfeit> {
        let Some(process) = &self.process else { return Err(Forfeit::disconnected()) };
        // A program that answers twice must not have its second answer taken for that to the next question.
        while process.output.try_recv().is_ok() {}
        let mut asked = Instant::now();
        for line in lines {
            asked = Instant::now();
            process.send(line);
        }
        let late = Forfeit::new(NO_ANSWER, "did not answer in time");
        let (came, text) = self.read_until(asked + timeout, late, read)?;
        Ok(EngineMove { text: text?, elapsed: came.saturating_duration_since(asked) })
    }
}

/// Running child process, killed on drop.
struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<(Instant, String)>,
}

impl Process {
    /// Starts a program in a process group of its own, with a thread that writes its input and one that reads
    /// its output.
    fn start(command: &[String], wanted: &'static [&'static str]) -> io::Result<Self> {
        let Some((program, arguments)) = command.split_first() else { return Err(io::ErrorKind::NotFound.into()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C at the terminal is for the match, which ends its programs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (input, lines) = mpsc::channel();
        let (sender, output) = mpsc::sync_channel(MAX_BUFFERED_LINES);
        // Neither thread is waited for: a child of the program may hold its pipes open longer than it lives itself. A
        // program that does not read must not stop this one, so that there is a thread for writing, too.
        thread::Builder::new().spawn(move || write_lines(stdin, &lines))?;
        thread::Builder::new().spawn(move || read_lines(stdout, &sender, wanted))?;
        Ok(Self { child, input, output })
    }

    fn send(&self, line: impl Into<String>) {
        let _ = self.input.send(line.into());
    }

    /// The next line and when it came, `None` if there is none in time, or an error at the end of output. Nothing is waited
    /// for after an interrupt.
    fn next_line(&self, deadline: Instant) -> Result<Option<(Instant, String)>, RecvTimeoutError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // A program that writes without end would never be late.
            if left.is_zero() || interrupt::was_interrupted() {
                return Ok(self.output.try_recv().ok().filter(|(came, _)| *came <= deadline));
            }
            match self.output.recv_timeout(left.min(INTERRUPT_POLL_INTERVAL)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(ended) => return Err(ended),
            }
        }
    }

    /// Waits for the exit status of the program, at most this time.
    fn wait_for_exit(&mut self, timeout: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        if self.wait_for_exit(EXIT_TIMEOUT).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Thread: writes lines to the input of a program.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Thread: reads the output of a program, and sends the lines whose first word is wanted, with the time when
/// they came.
fn read_lines(stdout: ChildStdout, sender: &SyncSender<(Instant, String)>, wanted: &[&str]) {
    let mut reader = BufReader::new(stdout);
    while let Some(line) = load::next_line(&mut reader, MAX_LINE_BYTES) {
        let came = Instant::now();
        let line = line.trim().to_owned();
        let first = line.split_whitespace().next().unwrap_or_default();
        if wanted.contains(&first) && sender.send((came, line)).is_err() {
            break;
        }
    }
}

/// Map from our piece letters to those of an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct LetterMap(pub(super) Vec<(char, char)>);

impl LetterMap {
    /// Placement field of a FEN in the letters of the engine.
    pub(super) fn engine_placement(&self, fen: &str) -> String {
        let (placement, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let mut in_state = false;
        let letter = |char: char| {
            in_state = (in_state || char == '{') && char != '}';
            if in_state { char } else { self.engine_letter(char) }
        };
        format!("{} {rest}", placement.chars().map(letter).collect::<String>())
    }

    /// Converts a move to the letters of the engine: only promotions name men.
    pub(super) fn engine_move(&self, text: &str, mv: Move) -> String {
        match split_promotion(text) {
            Some((squares, letter)) if mv.man().is_some() => format!("{squares}{}", self.engine_letter(letter)),
            _ => text.to_owned(),
        }
    }

    /// Converts a move of the engine to our letters.
    pub(super) fn weakfish_move(&self, text: &str) -> String {
        let turned = self.0.iter().map(|&(ours, theirs)| (theirs, ours));
        match split_promotion(text) {
            Some((squares, letter)) => format!("{squares}{}", map_letter(letter, turned)),
            None => text.to_owned(),
        }
    }

    pub(super) fn engine_letter(&self, letter: char) -> char {
        map_letter(letter, self.0.iter().copied())
    }
}

/// Splits a promotion into squares and letter, `e7e8` and `q`.
fn split_promotion(text: &str) -> Option<(&str, char)> {
    let letter = text.chars().last().filter(char::is_ascii_alphabetic)?;
    let squares = &text[..text.len() - 1];
    let mut is_digit = squares.bytes().map(|byte| byte.is_ascii_digit()).collect::<Vec<_>>();
    is_digit.dedup();
    let is_alphanumeric = squares.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_alphanumeric && is_digit == [false, true, false, true]).then_some((squares, letter))
}

/// The mapped letter, in the same case.
fn map_letter(letter: char, letters: impl IntoIterator<Item = (char, char)>) -> char {
    let found = letters.into_iter().find(|(from, _)| from.eq_ignore_ascii_case(&letter));
    match found {
        Some((_, to)) if letter.is_ascii_lowercase() => to.to_ascii_lowercase(),
        Some((_, to)) => to,
        None => letter,
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn only_promotions_end_with_a_letter() {
        assert_eq!(split_promotion("e7e8q"), Some(("e7e8", 'q')));
        assert_eq!(split_promotion("p10p11c"), Some(("p10p11", 'c')));
        for text in ["e2e4", "g5@nw", "end", "pass", "e8b8,a8c8", "stalemate", "", "q", "é", "e7e8@n"] {
            assert_eq!(split_promotion(text), None, "{text}");
        }
    }

    #[test]
    fn letters_are_exchanged_both_ways() {
        let letters = LetterMap(vec![('F', 'Q'), ('A', 'B')]);
        assert_eq!(letters.engine_placement("rnafk{a}N w - - 0 1"), "rnbqk{a}N w - - 0 1");
        assert_eq!(letters.weakfish_move("e7e8q"), "e7e8f");
    }
}
