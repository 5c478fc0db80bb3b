//! The folder of an enumeration.
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
//! 2. The moves. `edges-N` has pairs of the number of a position and a link to one that leads to it, sorted, of the positions before
//!    number N. `nodes` has the number of successors of each position.
//! 3. Merged, the pairs give `predecessors` and, for each position, their number in `degrees`.
//! 4. Retrograde analysis in memory gives the values.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde::Serialize;
use weakfish::engine::{Move, Position};
use weakfish::geometry::{PerSide, Side};
use weakfish::notation::{uci, write_move};
use weakfish::prose::counted;
use weakfish_endgame::{SideStatistics, Statistics, Value};
use weakfish_solve::{Enumeration, ExactValue, Key, Link, Node, Retrograde, SolveError};

use crate::support::clock::time_in_words;
use crate::support::console::Progress;
use crate::support::interrupt;
use crate::support::records::{Merged, RecordReader, RecordWriter, Sorter};

/// Positions that a thread takes at a time.
const PART: usize = 1 << 8;

/// Positions that each thread expands before the successors are sorted.
const BATCH: usize = 1 << 13;

/// Bytes of the number of a position in a file.
const NUMBER_BYTES: usize = size_of::<u32>();

/// Bytes of a value in a file.
const VALUE_BYTES: usize = size_of::<u16>();

/// Positions between two sums of degrees.
const DEGREES_PER_SUM: usize = 64;

/// Bytes of the file of predecessors that are read at a time: the lists that are read may be far apart.
const LIST_BUFFER: usize = 1 << 12;

/// Bytes of memory that the last step takes for each position: its value, and its number of predecessors.
const MEMORY_PER_POSITION: usize = Retrograde::BYTES_PER_POSITION + NUMBER_BYTES + 1;

/// Reason why a step failed.
pub(super) enum Fault {
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

/// Expanded positions.
#[derive(Default)]
struct Expanded {
    nodes: Vec<Node>,
    /// The keys of the successors in one piece.
    keys: Vec<u8>,
    /// For each successor: whether the sides are exchanged.
    exchanged: Vec<bool>,
}

/// A move with its value for the player who makes it.
#[derive(Serialize)]
pub(super) struct RatedMove {
    #[serde(rename = "move")]
    pub(super) mv: String,
    #[serde(flatten)]
    pub(super) value: Value,
    #[serde(skip)]
    pub(super) text: String,
}

/// The folder of an enumeration.
pub(super) struct Store<'a> {
    folder: &'a Path,
    pub(super) enumeration: Enumeration,
    threads: usize,
    /// In bytes.
    memory: usize,
    began: Instant,
    pub(super) progress: Progress,
}

/// A value for a player.
fn for_player(value: ExactValue, player: Side) -> Value {
    match value {
        ExactValue::Draw => Value::Draw,
        ExactValue::Won(winner, plies) if winner == player => Value::Win(plies),
        ExactValue::Won(_, plies) => Value::Loss(plies),
    }
}

impl<'a> Store<'a> {
    pub(super) fn new(folder: &'a Path, enumeration: Enumeration, threads: usize, memory: usize) -> Self {
        Self { folder, enumeration, threads, memory, began: Instant::now(), progress: Progress::new() }
    }

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
    pub(super) fn make(&mut self) -> Result<(), Fault> {
        if self.has("values") {
            return Ok(());
        }
        if !self.has("positions") {
            self.reach()?;
        }
        if self.count("positions", self.enumeration.key_bytes())? > Link::MAX_POSITIONS.into() {
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
            let root = self.enumeration.key(self.enumeration.root())?.bytes;
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
            for expanded in self.expand(&batch)? {
                expanded.keys.chunks_exact(bytes).for_each(|key| sorter.push(key));
            }
            if sorter.is_full() {
                runs.push(self.path(format!("run-{}", runs.len())));
                sorter.write_run(&runs[runs.len() - 1], self.threads)?;
            }
            self.show(&format!("after {}", counted(level, "ply")), known)?;
        }
        if !sorter.is_empty() {
            runs.push(self.path(format!("run-{}", runs.len())));
            sorter.write_run(&runs[runs.len() - 1], self.threads)?;
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

    /// Expands keys with all threads, in parts.
    fn expand(&self, batch: &[u8]) -> Result<Vec<Expanded>, SolveError> {
        let bytes = self.enumeration.key_bytes();
        let parts: Vec<&[u8]> = batch.chunks(PART * bytes).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut expander = self.enumeration.expander();
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(keys) = parts.get(number) else { return Ok(done) };
                let mut expanded = Expanded::default();
                for key in keys.chunks_exact(bytes) {
                    expanded.nodes.push(expander.expand(key)?);
                    for successor in expander.successors() {
                        expanded.keys.extend_from_slice(successor.key);
                        expanded.exchanged.push(successor.exchanged);
                    }
                }
                done.push((number, expanded));
            }
        };
        let mut done = if self.threads == 1 {
            work()?
        } else {
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
                let joined = threads.into_iter().map(|thread| thread.join().unwrap_or(Err(SolveError::Interrupted)));
                joined.collect::<Result<Vec<_>, _>>().map(|parts| parts.into_iter().flatten().collect::<Vec<_>>())
            })?
        };
        done.sort_unstable_by_key(|&(number, _)| number);
        Ok(done.into_iter().map(|(_, expanded)| expanded).collect())
    }

    /// Writes the pairs of a successor and of a link to its predecessor to sorted files.
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
        let (mut batch, mut edge) = (Vec::new(), Vec::new());
        while self.take_batch(&mut keys, &mut batch)? {
            for expanded in self.expand(&batch)? {
                let mut successors = expanded.keys.chunks_exact(bytes).zip(expanded.exchanged);
                for node in expanded.nodes {
                    let (count, claim) = match node {
                        Node::Open { successors, claim } => (successors, claim),
                        Node::Over(_) => (0, false),
                    };
                    io::Write::write_all(&mut nodes, &(count << 1 | u32::from(claim)).to_le_bytes())?;
                    for (successor, exchanged) in successors.by_ref().take(count as usize) {
                        edge.clear();
                        edge.extend_from_slice(successor);
                        edge.extend(Link::new(number as u32, exchanged).to_bits().to_be_bytes());
                        sorter.push(&edge);
                    }
                    number += 1;
                }
            }
            self.show(&format!("moves of {}", counted(total, "position")), number)?;
            if sorter.is_full() || number == total {
                io::Write::flush(&mut nodes)?;
                nodes.get_ref().sync_data()?;
                self.write_edges(&mut sorter, number)?;
            }
        }
        Ok(())
    }

    /// Writes the pairs of the positions before a number that no file has, with numbers instead of keys.
    fn write_edges(&self, sorter: &mut Sorter, number: u64) -> Result<(), Fault> {
        let bytes = self.enumeration.key_bytes();
        let mut keys = RecordReader::open(&self.path("positions"), bytes)?;
        let mut writer = RecordWriter::create(&self.path(format!("edges-{number}")))?;
        let (mut successor, mut is_missing) = (0_u32, false);
        sorter.drain(self.threads, |edge| {
            let (key, link) = edge.split_at(bytes);
            while keys.current().is_some_and(|known| known < key) {
                keys.advance()?;
                successor += 1;
            }
            is_missing |= keys.current() != Some(key);
            writer.write(&successor.to_be_bytes())?;
            writer.write(link)
        })?;
        if is_missing {
            return Err(Fault::Damaged("a move leads to a position that is not there"));
        }
        Ok(writer.finish()?)
    }

    /// Merges the pairs.
    fn join_edges(&mut self) -> Result<(), Fault> {
        let total = self.count("positions", self.enumeration.key_bytes())?;
        let runs: Vec<PathBuf> = self.numbered("edges")?.into_iter().map(|(_, path)| path).collect();
        let mut edges = Merged::open(&runs, 2 * NUMBER_BYTES)?;
        let mut predecessors = RecordWriter::create(&self.path("predecessors"))?;
        let mut degrees = RecordWriter::create(&self.path("degrees"))?;
        for number in 0..total {
            let successor = (number as u32).to_be_bytes();
            let mut degree = 0_u32;
            while let Some((_, link)) =
                edges.current().map(|edge| edge.split_at(NUMBER_BYTES)).filter(|edge| edge.0 == successor)
            {
                predecessors.write(link)?;
                degree += 1;
                edges.advance()?;
            }
            degrees.write(&degree.to_le_bytes())?;
            if number % BATCH as u64 == 0 {
                self.show("predecessors", number)?;
            }
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
    pub(super) fn statistics(&self) -> Result<Statistics, Fault> {
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
    pub(super) fn value(&self, position: &Position) -> Result<Option<Value>, Fault> {
        Ok(self.exact_value(position)?.map(|value| for_player(value, position.turn())))
    }

    fn exact_value(&self, position: &Position) -> Result<Option<ExactValue>, Fault> {
        let Key { bytes: wanted, exchanged } = self.enumeration.key(position)?;
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
                    return Ok(Some(ExactValue::of_number(u16::from_le_bytes(value)).exchanged(exchanged)));
                }
            }
        }
        Ok(None)
    }

    /// The moves of a position with their values, the best first. Where missed wins are left out, moves that miss one may lack.
    pub(super) fn rated(&self, position: &Position) -> Result<Vec<(Move, RatedMove)>, Fault> {
        let player = position.turn();
        if position.outcome().is_some() {
            return Ok(Vec::new());
        }
        let mut rated = Vec::new();
        for mv in position.legal_moves().to_vec() {
            let mut after = position.clone();
            after.make(mv);
            let value = match self.exact_value(&after)? {
                Some(value) => value,
                None if self.enumeration.skips_missed_wins() => continue,
                None => return Err(Fault::Damaged("a position is missing")),
            };
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
    pub(super) fn best_line(&self, position: &Position, value: Value) -> Result<Vec<Move>, Fault> {
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
        let reader = BufReader::with_capacity(LIST_BUFFER, File::open(path)?);
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
    fn read(&mut self, number: usize, predecessors: &mut Vec<Link>) -> io::Result<()> {
        let block = number / DEGREES_PER_SUM;
        let before = self.degrees[block * DEGREES_PER_SUM..number].iter().map(|&degree| u64::from(degree));
        let begin = self.sums[block] + before.sum::<u64>();
        self.reader.seek_relative((begin as i64 - self.at as i64) * NUMBER_BYTES as i64)?;
        self.at = begin;
        for _ in 0..self.degrees[number] {
            let mut bytes = [0; NUMBER_BYTES];
            self.reader.read_exact(&mut bytes)?;
            predecessors.push(Link::of_bits(u32::from_be_bytes(bytes)));
            self.at += 1;
        }
        Ok(())
    }
}
