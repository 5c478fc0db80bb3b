//! `weakfish solve --enumerate` and `--probe`: all positions of a small game with their values.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use serde::Serialize;
use weakfish::diagnostic::Code;
use weakfish::engine::{Move, Position};
use weakfish::geometry::PerSide;
use weakfish::notation::{fen, uci, write_moves};
use weakfish::prose::{capitalized, counted};
use weakfish::{json, model::Condition};
use weakfish_endgame::{SideStatistics, Value};
use weakfish_solve::{Enumeration, SolveError};

use super::Solver;
use super::store::{Fault, RatedMove, Store};
use crate::support::console::{self, Failure};
use crate::support::{files, interrupt};

/// The figures of an enumeration, as JSON.
#[derive(Serialize)]
struct EnumerationData<'a> {
    game: &'a str,
    fen: String,
    positions: u64,
    symmetries: usize,
    #[serde(flatten)]
    value: Value,
    to_move: PerSide<SideData>,
}

/// The positions with one side to move, as JSON. Numbers of won and lost ones are listed by plies.
#[derive(Serialize)]
struct SideData {
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    won_in: Vec<u64>,
    lost_in: Vec<u64>,
}

impl SideData {
    fn of(side: &SideStatistics) -> Self {
        let SideStatistics { positions, wins, draws, losses, won_in, lost_in, .. } = side.clone();
        Self { positions, wins, draws, losses, won_in, lost_in }
    }
}

/// The value of a position, as JSON.
#[derive(Serialize)]
struct PositionData {
    fen: String,
    #[serde(flatten)]
    value: Value,
    line: Vec<String>,
    moves: Vec<RatedMove>,
}

/// What an enumeration counts once, and what it leaves out.
#[derive(Clone, Copy)]
struct EnumerationOptions {
    /// Whether images under a symmetry of the game count once.
    symmetric: bool,
    skips_missed_wins: bool,
}

impl Solver<'_> {
    /// Enumerates the positions into a folder, or continues, and prints the figures.
    pub(super) fn enumerate(&self, folder: &Path) -> Result<(), Failure> {
        let options = EnumerationOptions {
            symmetric: !self.arguments.no_symmetry,
            skips_missed_wins: self.arguments.skip_missed_wins,
        };
        let mut store = self.store(folder, self.position, options)?;
        fs::create_dir_all(folder).map_err(|error| write_failure(folder, &error))?;
        let (path, head) = (folder.join("enumeration"), head(&store.enumeration));
        match fs::read_to_string(&path) {
            Ok(text) if text == head => {}
            Ok(_) => {
                let message = format!("`{}` holds the positions of another game or position", folder.display());
                return Err(Failure::file(folder, Code::CommandOtherProof, message, "name another folder"));
            }
            Err(_) => files::write_atomically(&path, &head)?,
        }
        let made = store.make();
        store.progress.clear();
        match made {
            Err(Fault::Interrupted) => interrupt::fail_if_interrupted(|| {
                let next = interrupt::command_line("solve", None);
                format!("`{}` keeps all complete files; the same command continues: {next}", folder.display())
            })?,
            made => made.map_err(|fault| self.fault(folder, fault))?,
        }
        let statistics = store.statistics().map_err(|fault| self.fault(folder, fault))?;
        let value = store.value(self.position).map_err(|fault| self.fault(folder, fault))?.unwrap_or(Value::Draw);
        let positions = statistics.to_move.iter().map(|(_, side)| side.positions).sum();
        let fen = fen::write(self.position);
        let symmetries = store.enumeration.symmetries().len();
        if self.arguments.json {
            let to_move = PerSide::from_fn(|side| SideData::of(&statistics.to_move[side]));
            return console::print_json(&EnumerationData {
                game: self.game,
                fen,
                positions,
                symmetries,
                value,
                to_move,
            });
        }
        let to_move = capitalized(&self.position.turn().to_string());
        let mut page = format!(
            "{}, {fen}: {to_move} to move {value}\n{} can be reached{}{}\n\n{}{}",
            self.title(),
            counted(positions, "position"),
            if store.enumeration.skips_missed_wins() { " if no player misses a win with the next move" } else { "" },
            match symmetries {
                0 => String::new(),
                1 => ", images under a symmetry counted once".to_owned(),
                more => format!(", images under {more} symmetries counted once"),
            },
            statistics.figures(),
            statistics.histogram()
        );
        page += &self.omissions();
        console::print_page(&page)
    }

    /// Prints the value of a position of an enumeration.
    pub(super) fn probe(&self, folder: &Path) -> Result<(), Failure> {
        let text = fs::read_to_string(folder.join("enumeration")).map_err(|error| {
            let message = format!("`{}` has no enumeration: {error}", folder.display());
            let help = "`weakfish solve GAME --enumerate DIR` makes one";
            Failure::file(folder, Code::CommandUnreadableFile, message, help)
        })?;
        let root = root_of(&text).and_then(|fen| fen::read(self.position.game(), self.position.setup(), fen).ok());
        let has = |wanted: &str| text.lines().any(|line| line == wanted);
        let options =
            EnumerationOptions { symmetric: !has(NO_SYMMETRIES), skips_missed_wins: has(WITHOUT_MISSED_WINS) };
        let store = root.and_then(|root| self.store(folder, &root, options).ok());
        let Some(store) = store.filter(|store| head(&store.enumeration) == text) else {
            let message = format!("`{}` holds the positions of another game or setup", folder.display());
            let help = "name the game and the setup that it was made of";
            return Err(Failure::file(folder, Code::CommandOtherProof, message, help));
        };
        let fault = |fault| self.fault(folder, fault);
        let Some(value) = store.value(self.position).map_err(fault)? else {
            let fen = fen::write(self.position);
            let message = format!("this position can't be reached from {}", fen::write(store.enumeration.root()));
            let help = "an enumeration has the positions that its first position leads to";
            return Err(Failure::argument("--fen", &fen, Code::CommandNoTable, message, "this position", help));
        };
        let moves = store.rated(self.position).map_err(fault)?;
        let line = store.best_line(self.position, value).map_err(fault)?;
        if self.arguments.json {
            let mut along = self.position.clone();
            let write = |&mv: &Move| {
                let text = uci::write(&along, mv);
                along.make(mv);
                text
            };
            let line = line.iter().map(write).collect();
            let moves = moves.into_iter().map(|(_, rated)| rated).collect();
            return console::print_json(&PositionData { fen: fen::write(self.position), value, line, moves });
        }
        if let Some(outcome) = self.position.outcome() {
            return console::print_message(format_args!("the game is over: {outcome}"));
        }
        let mut page = format!("{} to move {value}\n", capitalized(&self.position.turn().to_string()));
        if !line.is_empty() {
            let _ = writeln!(page, "{}", write_moves(self.position, &line));
        }
        let width = moves.iter().map(|(_, rated)| rated.text.chars().count()).max().unwrap_or(0);
        for (_, RatedMove { text, value, .. }) in &moves {
            let _ = writeln!(page, "  {text:width$}  {value}");
        }
        if store.enumeration.skips_missed_wins() && moves.len() < self.position.legal_moves().to_vec().len() {
            page += "the other moves miss a win, and what follows is left out\n";
        }
        console::print_page(&page)
    }

    fn store<'a>(&self, folder: &'a Path, root: &Position, options: EnumerationOptions) -> Result<Store<'a>, Failure> {
        let EnumerationOptions { symmetric, skips_missed_wins } = options;
        let plain = Enumeration::new(root);
        let enumeration = if symmetric { plain.and_then(Enumeration::with_symmetries) } else { plain };
        let enumeration = enumeration.map_err(|error| self.failure(&error))?;
        let enumeration = if skips_missed_wins { enumeration.without_missed_wins() } else { enumeration };
        let (threads, memory) = (self.arguments.threads.get().into(), (self.arguments.memory.get() as usize) << 20);
        Ok(Store::new(folder, enumeration, threads, memory))
    }

    fn fault(&self, folder: &Path, fault: Fault) -> Failure {
        match fault {
            Fault::Solve(SolveError::NoPosition) => self.fault(folder, Fault::Damaged("a key is of no position")),
            Fault::Solve(error @ SolveError::Asymmetric { .. }) => {
                let message = format!("{} has no such symmetry: {error}", self.title());
                let help = "`--no-symmetry` enumerates the positions without symmetries, in another folder";
                Failure::argument("GAME", self.game, Code::CommandNoSolution, message, "this game", help)
            }
            Fault::Solve(error) => self.failure(&error),
            Fault::Io(error) if error.kind() == ErrorKind::NotFound => {
                self.fault(folder, Fault::Damaged("a file is missing"))
            }
            Fault::Io(error) => write_failure(folder, &error),
            Fault::Interrupted => Failure::Interrupted,
            Fault::Memory(mebibytes) => {
                let message = format!("the values take {mebibytes} MiB of memory");
                let text = self.arguments.memory.to_string();
                let help = format!("the same command with `--memory {mebibytes}` continues");
                Failure::argument("--memory", &text, Code::CommandNoMemory, message, "MiB", help)
            }
            Fault::Damaged(reason) => {
                let message = format!("`{}` is damaged or not complete: {reason}", folder.display());
                let help = "remove the folder, and enumerate the game anew";
                Failure::file(folder, Code::CommandUnreadableFile, message, help)
            }
        }
    }

    /// The endings that the values ignore.
    fn omissions(&self) -> String {
        let endings = &self.position.game().variant().endings;
        let ignored = endings.iter().filter(|ending| ending.condition.basis().is_past());
        let lines: Vec<String> = ignored
            .map(|ending| {
                let repeats = matches!(ending.condition, Condition::Position { .. });
                let note = if repeats { ": what is not decided is drawn" } else { "" };
                format!("  {}{note}\n", ending.label)
            })
            .collect();
        if lines.is_empty() { String::new() } else { format!("\nnot part of the values:\n{}", lines.concat()) }
    }
}

/// The text of the file `enumeration`.
fn head(enumeration: &Enumeration) -> String {
    let root = enumeration.root();
    let model = json::write(root.game().variant());
    let (setup, bytes) = (root.setup().index(), enumeration.key_bytes());
    let symmetries = enumeration.symmetries();
    let symmetries =
        if symmetries.is_empty() { NO_SYMMETRIES.to_owned() } else { format!("symmetries {}", symmetries.join("; ")) };
    let fen = fen::write(root);
    let missed = if enumeration.skips_missed_wins() { format!("{WITHOUT_MISSED_WINS}\n") } else { String::new() };
    format!("weakfish enumeration 2\nposition {fen}\nsetup {setup}\nkey {bytes}\n{symmetries}\n{missed}game {model}\n")
}

/// The line of a file `enumeration` that has no positions after missed wins.
const WITHOUT_MISSED_WINS: &str = "without missed wins";

/// The line of a file `enumeration` without symmetries.
const NO_SYMMETRIES: &str = "no symmetries";

/// The first position in the text of the file `enumeration`.
fn root_of(text: &str) -> Option<&str> {
    text.lines().nth(1)?.strip_prefix("position ")
}

fn write_failure(folder: &Path, error: &io::Error) -> Failure {
    let help = if error.kind() == ErrorKind::StorageFull {
        "make room on this disk, and repeat the command: it continues"
    } else {
        "check the path, and that you may write there"
    };
    let message = format!("can't keep positions in `{}`: {error}", folder.display());
    Failure::file(folder, Code::CommandUnwritableFile, message, help)
}
