//! `weakfish solve --enumerate` and `--probe`: all positions of a small game with their values, in a folder.
//!
//! | file | content |
//! |---|---|
//! | `enumeration` | the game and the position, as text |
//! | `positions` | the keys of all positions, sorted |
//! | `values` | for each position a number of two bytes, the lower one first |
//!
//! Each step ends with a file that gets its name once it is complete, so that an interrupted command continues:
//!
//! 1. Breadth-first search by levels. `level-N` has the new positions after N plies, `known-N` all so far. The successors of a level
//!    are sorted in files, and merged with the known positions.
//! 2. The moves. `edges-N` has pairs of a position and the number of one that leads to it, sorted, of the positions before number N.
//!    `nodes` has the number of successors of each position.
//! 3. Merged, the pairs give `predecessors` and, for each position, their number in `degrees`.
//! 4. Retrograde analysis in memory gives the values.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use weakfish::diagnostic::Code;
use weakfish::engine::{Move, Position};
use weakfish::geometry::{PerSide, Side};
use weakfish::notation::{fen, uci, write_move, write_moves};
use weakfish::prose::{capitalized, counted};
use weakfish::{json, model::Condition};
use weakfish_endgame::{SideStatistics, Statistics, Value};
use weakfish_solve::{Enumeration, ExactValue, Node, Retrograde, SolveError};

use super::Solver;
use crate::support::clock::time_in_words;
use crate::support::console::{self, Failure, Progress};
use crate::support::records::{Merged, RecordReader, RecordWriter, Sorter};
use crate::support::{files, interrupt};

/// Positions that each thread takes at a time.
const BATCH: usize = 1 << 12;

/// Bytes of the number of a position in a file.
const NUMBER_BYTES: usize = size_of::<u32>();

/// Bytes of a value in a file.
const VALUE_BYTES: usize = size_of::<u16>();

/// Positions between two sums of degrees.
const DEGREES_PER_SUM: usize = 64;

/// Bytes of memory that the last step takes for each position: its value, and its number of predecessors.
const MEMORY_PER_POSITION: usize = Retrograde::BYTES_PER_POSITION + NUMBER_BYTES + 1;

/// Reason why a step failed.
enum Fault {
    Io(io::Error),
    Solve(SolveError),
    /// More memory is needed, in MiB.
    Memory(usize),
    Damaged(&'static str),
    Interrupted,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<SolveError> for Fault {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

/// The nodes of some keys, and the keys of their successors in one piece.
type Expanded = (Vec<Node>, Vec<u8>);

/// The folder of an enumeration.
struct Store<'a> {
    folder: &'a Path,
    enumeration: Enumeration,
    threads: usize,
    /// In bytes.
    memory: usize,
    began: Instant,
    progress: Progress,
}

/// The figures of an enumeration, as JSON.
#[derive(Serialize)]
struct EnumerationData<'a> {
    game: &'a str,
    fen: String,
    positions: u64,
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

/// A move with its value for the player who makes it.
#[derive(Serialize)]
struct RatedMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: Value,
    #[serde(skip)]
    text: String,
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

impl Solver<'_> {
    /// Enumerates the positions into a folder, or continues, and prints the figures.
    pub(super) fn enumerate(&self, folder: &Path) -> Result<(), Failure> {
        let mut store = self.store(folder, self.position)?;
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
        if self.arguments.json {
            let to_move = PerSide::from_fn(|side| SideData::of(&statistics.to_move[side]));
            return console::print_json(&EnumerationData { game: self.game, fen, positions, value, to_move });
        }
        let to_move = capitalized(&self.position.turn().to_string());
        let mut page = format!(
            "{}, {fen}: {to_move} to move {value}\n{} can be reached\n\n{}{}",
            self.title(),
            counted(positions, "position"),
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
        let Some(root) = root.filter(|root| Enumeration::new(root).is_ok_and(|made| head(&made) == text)) else {
            let message = format!("`{}` holds the positions of another game or setup", folder.display());
            let help = "name the game and the setup that it was made of";
            return Err(Failure::file(folder, Code::CommandOtherProof, message, help));
        };
        let store = self.store(folder, &root)?;
        let fault = |fault| self.fault(folder, fault);
        let Some(value) = store.value(self.position).map_err(fault)? else {
            let fen = fen::write(self.position);
            let message = format!("this position can't be reached from {}", fen::write(&root));
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
        console::print_page(&page)
    }

    fn store<'a>(&self, folder: &'a Path, root: &Position) -> Result<Store<'a>, Failure> {
        let enumeration = Enumeration::new(root).map_err(|error| self.failure(error))?;
        let (threads, memory) = (self.arguments.threads.get().into(), (self.arguments.memory.get() as usize) << 20);
        Ok(Store { folder, enumeration, threads, memory, began: Instant::now(), progress: Progress::new() })
    }

    fn fault(&self, folder: &Path, fault: Fault) -> Failure {
        match fault {
            Fault::Solve(SolveError::NoPosition) => self.fault(folder, Fault::Damaged("a key is of no position")),
            Fault::Solve(error) => self.failure(error),
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
    format!("weakfish enumeration 1\nposition {}\nsetup {setup}\nkey {bytes}\ngame {model}\n", fen::write(root))
}

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

/// A value for a player.
fn for_player(value: ExactValue, player: Side) -> Value {
    match value {
        ExactValue::Draw => Value::Draw,
        ExactValue::Won(winner, plies) if winner == player => Value::Win(plies),
        ExactValue::Won(_, plies) => Value::Loss(plies),
    }
}

impl Store<'_> {
    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.join(name)
    }

    fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The number of records of a file.
    fn count(&self, name: &str, length: usize) -> io::Result<u64> {
        Ok(fs::metadata(self.path(name))?.len() / length as u64)
    }

    fn remove(&self, name: impl AsRef<Path>) -> io::Result<()> {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The files whose name is a word, `-` and a number, by their numbers.
    fn numbered(&self, word: &str) -> io::Result<Vec<(u64, PathBuf)>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(self.folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(word));
            if let Some(number) = name.and_then(|name| name.strip_prefix('-')?.parse().ok()) {
                found.push((number, path));
            }
        }
        found.sort();
        Ok(found)
    }

    fn show(&mut self, text: &str, positions: u64) -> Result<(), Fault> {
        let time = time_in_words(self.began.elapsed());
        self.progress.show(format_args!("{text}: {} in {time}", counted(positions, "position")));
        if interrupt::was_interrupted() { Err(Fault::Interrupted) } else { Ok(()) }
    }

    /// Takes the steps that are left.
    fn make(&mut self) -> Result<(), Fault> {
        if self.has("values") {
            return Ok(());
        }
        if !self.has("positions") {
            self.reach()?;
        }
        if u32::try_from(self.count("positions", self.enumeration.key_bytes())?).is_err() {
            return Err(SolveError::TooMany.into());
        }
        if !self.has("degrees") {
            self.find_edges()?;
            self.join_edges()?;
        }
        self.evaluate()
    }

    /// Finds all positions, level by level.
    fn reach(&mut self) -> Result<(), Fault> {
        let bytes = self.enumeration.key_bytes();
        let mut level = 0;
        if let Some(&(last, _)) = self.numbered("level")?.last() {
            level = last;
        } else {
            let root = self.enumeration.key(self.enumeration.root())?;
            for name in ["known-0", "level-0"] {
                let mut writer = RecordWriter::create(&self.path(name))?;
                writer.write(&root)?;
                writer.finish()?;
            }
        }
        loop {
            for (_, run) in self.numbered("run")? {
                fs::remove_file(run)?;
            }
            let known_before = format!("known-{level}");
            let known_count = self.count(&known_before, bytes)?;
            let runs = self.expand_level(level, known_count)?;
            let mut successors = Merged::open(&runs, bytes)?;
            let mut known = RecordReader::open(&self.path(&known_before), bytes)?;
            let [known_name, level_name] = ["known", "level"].map(|word| format!("{word}-{}", level + 1));
            let mut all = RecordWriter::create(&self.path(&known_name))?;
            let mut new = RecordWriter::create(&self.path(&level_name))?;
            let mut found = 0_u64;
            loop {
                match (known.current(), successors.current()) {
                    (None, None) => break,
                    (Some(old), next) if next.is_none_or(|next| old <= next) => {
                        all.write(old)?;
                        if next == Some(old) {
                            successors.advance()?;
                        }
                        known.advance()?;
                    }
                    (_, Some(next)) => {
                        all.write(next)?;
                        new.write(next)?;
                        found += 1;
                        successors.advance()?;
                    }
                    (Some(_), None) => {}
                }
            }
            all.finish()?;
            new.finish()?;
            for name in [&known_before, &format!("level-{level}")] {
                self.remove(name)?;
            }
            if found == 0 {
                break;
            }
            level += 1;
        }
        fs::rename(self.path(format!("known-{}", level + 1)), self.path("positions"))?;
        for (_, run) in self.numbered("run")? {
            fs::remove_file(run)?;
        }
        Ok(self.remove(format!("level-{}", level + 1))?)
    }

    /// Writes the successors of a level to sorted files.
    fn expand_level(&mut self, level: u64, known: u64) -> Result<Vec<PathBuf>, Fault> {
        let bytes = self.enumeration.key_bytes();
        let mut sorter = Sorter::new(bytes, self.memory);
        let mut runs = Vec::new();
        let mut keys = RecordReader::open(&self.path(format!("level-{level}")), bytes)?;
        let mut batch = Vec::new();
        while self.take_batch(&mut keys, &mut batch)? {
            for (_, successors) in self.expand(&batch)? {
                sorter.push(&successors);
            }
            if sorter.is_full() {
                runs.push(self.path(format!("run-{}", runs.len())));
                sorter.write_run(&runs[runs.len() - 1])?;
            }
            self.show(&format!("after {}", counted(level, "ply")), known)?;
        }
        if !sorter.is_empty() {
            runs.push(self.path(format!("run-{}", runs.len())));
            sorter.write_run(&runs[runs.len() - 1])?;
        }
        Ok(runs)
    }

    /// Reads as many keys as all threads take at a time; returns whether there was one.
    fn take_batch(&self, keys: &mut RecordReader, batch: &mut Vec<u8>) -> io::Result<bool> {
        batch.clear();
        for _ in 0..BATCH * self.threads {
            let Some(key) = keys.current() else { break };
            batch.extend_from_slice(key);
            keys.advance()?;
        }
        Ok(!batch.is_empty())
    }

    /// Expands keys with all threads.
    fn expand(&self, batch: &[u8]) -> Result<Vec<Expanded>, SolveError> {
        let bytes = self.enumeration.key_bytes();
        let expand = |keys: &[u8]| {
            let mut successors = Vec::new();
            let nodes = keys.chunks_exact(bytes).map(|key| self.enumeration.expand(key, &mut successors));
            Ok((nodes.collect::<Result<Vec<_>, SolveError>>()?, successors))
        };
        if self.threads == 1 {
            return Ok(vec![expand(batch)?]);
        }
        std::thread::scope(|scope| {
            let share = (batch.len() / bytes).div_ceil(self.threads) * bytes;
            let threads: Vec<_> = batch.chunks(share).map(|keys| scope.spawn(move || expand(keys))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or(Err(SolveError::Interrupted))).collect()
        })
    }

    /// Writes the pairs of a successor and the number of its predecessor to sorted files.
    fn find_edges(&mut self) -> Result<(), Fault> {
        let bytes = self.enumeration.key_bytes();
        let total = self.count("positions", bytes)?;
        // The pairs of the positions before this number are in files.
        let mut number = self.numbered("edges")?.last().map_or(0, |&(number, _)| number);
        if number == total {
            return Ok(());
        }
        let mut nodes = OpenOptions::new().create(true).truncate(false).write(true).open(self.path("nodes"))?;
        nodes.set_len(number * NUMBER_BYTES as u64)?;
        nodes.seek(SeekFrom::End(0))?;
        let mut nodes = io::BufWriter::new(nodes);
        let mut keys = RecordReader::open(&self.path("positions"), bytes)?;
        for _ in 0..number {
            keys.advance()?;
        }
        let mut sorter = Sorter::new(bytes + NUMBER_BYTES, self.memory);
        let mut batch = Vec::new();
        while self.take_batch(&mut keys, &mut batch)? {
            for (found, successors) in self.expand(&batch)? {
                let mut successors = successors.chunks_exact(bytes);
                for node in found {
                    let (count, claim) = match node {
                        Node::Open { successors, claim } => (successors, claim),
                        Node::Over(_) => (0, false),
                    };
                    io::Write::write_all(&mut nodes, &(count << 1 | u32::from(claim)).to_le_bytes())?;
                    for successor in successors.by_ref().take(count as usize) {
                        sorter.push(successor);
                        sorter.push(&(number as u32).to_be_bytes());
                    }
                    number += 1;
                }
            }
            if sorter.is_full() || number == total {
                io::Write::flush(&mut nodes)?;
                nodes.get_ref().sync_data()?;
                sorter.write_run(&self.path(format!("edges-{number}")))?;
            }
            self.show(&format!("moves of {}", counted(total, "position")), number)?;
        }
        Ok(())
    }

    /// Merges the pairs with the positions.
    fn join_edges(&mut self) -> Result<(), Fault> {
        let bytes = self.enumeration.key_bytes();
        let runs: Vec<PathBuf> = self.numbered("edges")?.into_iter().map(|(_, path)| path).collect();
        let mut edges = Merged::open(&runs, bytes + NUMBER_BYTES)?;
        let mut keys = RecordReader::open(&self.path("positions"), bytes)?;
        let mut predecessors = RecordWriter::create(&self.path("predecessors"))?;
        let mut degrees = RecordWriter::create(&self.path("degrees"))?;
        let mut number = 0;
        while let Some(key) = keys.current() {
            let mut degree = 0_u32;
            while let Some((_, predecessor)) =
                edges.current().map(|edge| edge.split_at(bytes)).filter(|edge| edge.0 == key)
            {
                predecessors.write(predecessor)?;
                degree += 1;
                edges.advance()?;
            }
            degrees.write(&degree.to_le_bytes())?;
            keys.advance()?;
            number += 1;
            if number % BATCH as u64 == 0 {
                self.show("predecessors", number)?;
            }
        }
        if edges.current().is_some() {
            return Err(Fault::Damaged("a move leads to a position that is not there"));
        }
        predecessors.finish()?;
        degrees.finish()?;
        runs.iter().try_for_each(fs::remove_file)?;
        Ok(())
    }

    /// Finds the values.
    fn evaluate(&mut self) -> Result<(), Fault> {
        let bytes = self.enumeration.key_bytes();
        let total = self.count("positions", bytes)? as usize;
        let needed = total * MEMORY_PER_POSITION;
        if needed > self.memory {
            return Err(Fault::Memory(needed.div_ceil(1 << 20)));
        }
        self.show("values", total as u64)?;
        let mut keys = RecordReader::open(&self.path("positions"), bytes)?;
        let mut nodes = RecordReader::open(&self.path("nodes"), NUMBER_BYTES)?;
        let mut degrees = RecordReader::open(&self.path("degrees"), NUMBER_BYTES)?;
        let mut retrograde = Retrograde::new();
        let mut lists = Lists::open(&self.path("predecessors"))?;
        while let Some(key) = keys.current() {
            let number = |reader: &RecordReader| {
                let record = reader.current().and_then(|record| record.try_into().ok());
                record.map(u32::from_le_bytes).ok_or(Fault::Damaged("a file is too short"))
            };
            let (node, degree) = (number(&nodes)?, number(&degrees)?);
            lists.push(degree);
            retrograde.push(key, self.enumeration.node(key, node >> 1, node & 1 == 1))?;
            for reader in [&mut keys, &mut nodes, &mut degrees] {
                reader.advance()?;
            }
        }
        retrograde.run(|number, predecessors| {
            if interrupt::was_interrupted() {
                return Err(Fault::Interrupted);
            }
            Ok(lists.read(number as usize, predecessors)?)
        })?;
        let mut values = RecordWriter::create(&self.path("values"))?;
        for number in 0..total {
            values.write(&retrograde.value(number).number().to_le_bytes())?;
        }
        values.finish()?;
        for name in ["nodes", "predecessors", "degrees"] {
            self.remove(name)?;
        }
        // An interrupt may have left some of these.
        for word in ["level", "known", "run", "edges"] {
            for (_, path) in self.numbered(word)? {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    /// Counts the positions by their values.
    fn statistics(&self) -> Result<Statistics, Fault> {
        let mut keys = RecordReader::open(&self.path("positions"), self.enumeration.key_bytes())?;
        let mut values = RecordReader::open(&self.path("values"), VALUE_BYTES)?;
        let mut to_move = PerSide::<SideStatistics>::default();
        while let Some(key) = keys.current() {
            let value = values.current().and_then(|value| value.try_into().ok()).map(u16::from_le_bytes);
            let value = ExactValue::of_number(value.ok_or(Fault::Damaged("a value is missing"))?);
            let turn = Enumeration::turn(key);
            to_move[turn].count(for_player(value, turn), 1);
            keys.advance()?;
            values.advance()?;
        }
        let mut statistics = Statistics::default();
        statistics.to_move = to_move;
        Ok(statistics)
    }

    /// The value of a position for the player to move; `None` if it is not there.
    fn value(&self, position: &Position) -> Result<Option<Value>, Fault> {
        Ok(self.exact_value(position)?.map(|value| for_player(value, position.turn())))
    }

    fn exact_value(&self, position: &Position) -> Result<Option<ExactValue>, Fault> {
        let wanted = self.enumeration.key(position)?;
        let mut keys = File::open(self.path("positions"))?;
        let mut key = vec![0; wanted.len()];
        let (mut low, mut high) = (0, self.count("positions", wanted.len())?);
        while low < high {
            let middle = low + (high - low) / 2;
            keys.seek(SeekFrom::Start(middle * wanted.len() as u64))?;
            keys.read_exact(&mut key)?;
            match key.cmp(&wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    let mut values = File::open(self.path("values"))?;
                    values.seek(SeekFrom::Start(middle * VALUE_BYTES as u64))?;
                    let mut value = [0; VALUE_BYTES];
                    values.read_exact(&mut value)?;
                    return Ok(Some(ExactValue::of_number(u16::from_le_bytes(value))));
                }
            }
        }
        Ok(None)
    }

    /// The moves of a position with their values, the best first.
    fn rated(&self, position: &Position) -> Result<Vec<(Move, RatedMove)>, Fault> {
        let player = position.turn();
        if position.outcome().is_some() {
            return Ok(Vec::new());
        }
        let mut rated = Vec::new();
        for mv in position.legal_moves().to_vec() {
            let mut after = position.clone();
            after.make(mv);
            let value = self.exact_value(&after)?.ok_or(Fault::Damaged("a position is missing"))?;
            let value = match value {
                ExactValue::Draw => value,
                ExactValue::Won(winner, plies) => ExactValue::Won(winner, plies + 1),
            };
            let value_of_move = for_player(value, player);
            let (text, machine) = (write_move(position, mv), uci::write(position, mv));
            rated.push((value.rank(player), mv, RatedMove { mv: machine, value: value_of_move, text }));
        }
        rated.sort_by_key(|&(rank, mv, _)| (-rank, mv));
        Ok(rated.into_iter().map(|(_, mv, rated)| (mv, rated)).collect())
    }

    /// A line of best play of a position that is won or lost.
    fn best_line(&self, position: &Position, value: Value) -> Result<Vec<Move>, Fault> {
        let (mut line, mut position) = (Vec::new(), position.clone());
        if value == Value::Draw {
            return Ok(line);
        }
        while let Some((mv, _)) = self.rated(&position)?.into_iter().next() {
            line.push(mv);
            position.make(mv);
        }
        Ok(line)
    }
}

/// The predecessors of positions in a file.
struct Lists {
    degrees: Vec<u32>,
    /// The number of predecessors before every 64th position.
    sums: Vec<u64>,
    total: u64,
    reader: BufReader<File>,
    /// The place of the reader, in predecessors.
    at: u64,
}

impl Lists {
    fn open(path: &Path) -> io::Result<Self> {
        let reader = BufReader::with_capacity(1 << 16, File::open(path)?);
        Ok(Self { degrees: Vec::new(), sums: Vec::new(), total: 0, reader, at: 0 })
    }

    /// Adds the number of predecessors of the next position.
    fn push(&mut self, degree: u32) {
        if self.degrees.len().is_multiple_of(DEGREES_PER_SUM) {
            self.sums.push(self.total);
        }
        self.total += u64::from(degree);
        self.degrees.push(degree);
    }

    /// Appends the predecessors of a position. Positions in the order of their numbers are read fastest.
    fn read(&mut self, number: usize, predecessors: &mut Vec<u32>) -> io::Result<()> {
        let block = number / DEGREES_PER_SUM;
        let before = self.degrees[block * DEGREES_PER_SUM..number].iter().map(|&degree| u64::from(degree));
        let begin = self.sums[block] + before.sum::<u64>();
        self.reader.seek_relative((begin as i64 - self.at as i64) * NUMBER_BYTES as i64)?;
        self.at = begin;
        for _ in 0..self.degrees[number] {
            let mut bytes = [0; NUMBER_BYTES];
            self.reader.read_exact(&mut bytes)?;
            predecessors.push(u32::from_be_bytes(bytes));
            self.at += 1;
        }
        Ok(())
    }
}
