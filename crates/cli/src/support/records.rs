//! Sorted files of records of one length, and sorting of more records than memory holds.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes that are read or written at a time.
const BUFFER: usize = 1 << 18;

/// Reader of a file of records.
pub(crate) struct RecordReader {
    file: File,
    length: usize,
    buffer: Vec<u8>,
    /// The place of the present record in the buffer.
    at: usize,
    /// Bytes in the buffer: whole records.
    filled: usize,
}

impl RecordReader {
    /// Opens a file and reads its first record.
    pub(crate) fn open(path: &Path, length: usize) -> io::Result<Self> {
        let buffer = vec![0; (BUFFER / length).max(1) * length];
        let mut reader = Self { file: File::open(path)?, length, buffer, at: 0, filled: 0 };
        reader.fill()?;
        Ok(reader)
    }

    /// The present record; `None` at the end.
    pub(crate) fn current(&self) -> Option<&[u8]> {
        (self.at < self.filled).then(|| &self.buffer[self.at..self.at + self.length])
    }

    /// Reads the next record. A part of a record at the end of the file is an error.
    pub(crate) fn advance(&mut self) -> io::Result<()> {
        self.at += self.length;
        if self.at < self.filled { Ok(()) } else { self.fill() }
    }

    fn fill(&mut self) -> io::Result<()> {
        (self.at, self.filled) = (0, 0);
        while self.filled < self.buffer.len() {
            match self.file.read(&mut self.buffer[self.filled..]) {
                Ok(0) => break,
                Ok(bytes) => self.filled += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if self.filled.is_multiple_of(self.length) { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

/// Writer of a file that has its name only once it is complete.
pub(crate) struct RecordWriter {
    writer: BufWriter<File>,
    path: PathBuf,
}

impl RecordWriter {
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let file = File::create(partial(path))?;
        Ok(Self { writer: BufWriter::with_capacity(BUFFER, file), path: path.to_owned() })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_ref().sync_data()?;
        fs::rename(partial(&self.path), &self.path)
    }
}

/// The name of a file that is not complete.
fn partial(path: &Path) -> PathBuf {
    path.with_extension("partial")
}

/// Collects records, and returns them sorted and without duplicates whenever memory is full.
pub(crate) struct Sorter {
    length: usize,
    max_bytes: usize,
    records: Records,
}

/// Records in memory.
enum Records {
    /// As numbers whose first bytes are the records.
    Short(Vec<u128>),
    Long(Vec<u8>),
}

/// Bytes of the longest record that is sorted as a number.
const SHORT: usize = size_of::<u128>();

/// Memory of a longer record beside its bytes: its place in the order.
const ORDER_BYTES: usize = size_of::<u32>();

impl Sorter {
    /// An empty sorter of records of this length that takes about so much memory.
    pub(crate) fn new(length: usize, max_bytes: usize) -> Self {
        let records = if length <= SHORT { Records::Short(Vec::new()) } else { Records::Long(Vec::new()) };
        Self { length, max_bytes, records }
    }

    pub(crate) fn push(&mut self, record: &[u8]) {
        match &mut self.records {
            Records::Short(numbers) => {
                if numbers.len() == numbers.capacity() {
                    // Twice as many, but no more than the memory holds.
                    let room = (self.max_bytes / SHORT).saturating_sub(numbers.len());
                    numbers.reserve_exact(room.clamp(BUFFER / SHORT, numbers.len().max(BUFFER / SHORT)));
                }
                let mut bytes = [0; SHORT];
                bytes[..record.len()].copy_from_slice(record);
                numbers.push(u128::from_be_bytes(bytes));
            }
            Records::Long(bytes) => bytes.extend_from_slice(record),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match &self.records {
            Records::Short(numbers) => numbers.is_empty(),
            Records::Long(bytes) => bytes.is_empty(),
        }
    }

    /// Whether the memory is full: time for [`Sorter::drain`].
    pub(crate) fn is_full(&self) -> bool {
        let taken = match &self.records {
            Records::Short(numbers) => numbers.len() * SHORT,
            // A growing vector takes up to twice its bytes.
            Records::Long(bytes) => 2 * bytes.len() + bytes.len() / self.length * ORDER_BYTES,
        };
        taken >= self.max_bytes
    }

    /// Visits the records, sorted and each once, and forgets them.
    pub(crate) fn drain(&mut self, threads: usize, mut visit: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let length = self.length;
        match &mut self.records {
            Records::Short(numbers) => {
                let parts = sort_in_parts(numbers, threads, <[u128]>::sort_unstable);
                merge(parts, |one, other| one < other, |number| visit(&number.to_be_bytes()[..length]))?;
                numbers.clear();
            }
            Records::Long(bytes) => {
                let of = |index: u32| &bytes[index as usize * length..][..length];
                let mut order: Vec<u32> = (0..(bytes.len() / length) as u32).collect();
                let sort = |part: &mut [u32]| part.sort_unstable_by(|&one, &other| of(one).cmp(of(other)));
                let parts = sort_in_parts(&mut order, threads, sort);
                merge(parts, |&one, &other| of(one) < of(other), |&index| visit(of(index)))?;
                bytes.clear();
            }
        }
        Ok(())
    }

    /// Writes the records to a file, sorted and each once, and forgets them.
    pub(crate) fn write_run(&mut self, path: &Path, threads: usize) -> io::Result<()> {
        let mut writer = RecordWriter::create(path)?;
        self.drain(threads, |record| writer.write(record))?;
        writer.finish()
    }
}

/// Sorts as many parts of a slice as there are threads.
fn sort_in_parts<T: Send>(items: &mut [T], threads: usize, sort: impl Fn(&mut [T]) + Sync) -> Vec<&[T]> {
    let share = items.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let sort = &sort;
        for part in items.chunks_mut(share) {
            scope.spawn(move || sort(part));
        }
    });
    items.chunks(share).collect()
}

/// Visits the items of sorted parts in order, equal ones once.
fn merge<T>(
    mut parts: Vec<&[T]>,
    is_less: impl Fn(&T, &T) -> bool,
    mut visit: impl FnMut(&T) -> io::Result<()>,
) -> io::Result<()> {
    let mut last: Option<&T> = None;
    loop {
        let mut least: Option<(&T, usize)> = None;
        for (number, part) in parts.iter().enumerate() {
            if let Some(first) = part.first()
                && least.is_none_or(|(item, _)| is_less(first, item))
            {
                least = Some((first, number));
            }
        }
        let Some((item, number)) = least else { return Ok(()) };
        parts[number] = &parts[number][1..];
        if last.is_none_or(|last| is_less(last, item)) {
            visit(item)?;
            last = Some(item);
        }
    }
}

/// Sorted files merged into one sequence, in which each record comes once.
pub(crate) struct Merged {
    runs: Vec<RecordReader>,
    /// The runs that have a record, by their present ones, the least last.
    order: Vec<usize>,
    record: Vec<u8>,
    is_at_end: bool,
}

impl Merged {
    pub(crate) fn open(paths: &[PathBuf], length: usize) -> io::Result<Self> {
        let runs = paths.iter().map(|path| RecordReader::open(path, length)).collect::<io::Result<Vec<_>>>()?;
        let mut order: Vec<usize> = (0..runs.len()).filter(|&run| runs[run].current().is_some()).collect();
        order.sort_by(|&one, &other| runs[other].current().cmp(&runs[one].current()));
        let mut merged = Self { runs, order, record: vec![0; length], is_at_end: false };
        merged.take_least();
        Ok(merged)
    }

    /// The present record; `None` at the end.
    pub(crate) fn current(&self) -> Option<&[u8]> {
        (!self.is_at_end).then_some(&self.record)
    }

    /// Goes on to the next record that differs from the present one.
    pub(crate) fn advance(&mut self) -> io::Result<()> {
        while let Some(&run) = self.order.last()
            && self.runs[run].current() == Some(&self.record)
        {
            self.order.pop();
            self.runs[run].advance()?;
            if let Some(next) = self.runs[run].current() {
                let at = self.order.partition_point(|&other| self.runs[other].current() > Some(next));
                self.order.insert(at, run);
            }
        }
        self.take_least();
        Ok(())
    }

    fn take_least(&mut self) {
        match self.order.last().and_then(|&run| self.runs[run].current()) {
            Some(record) => self.record.copy_from_slice(record),
            None => self.is_at_end = true,
        }
    }
}
