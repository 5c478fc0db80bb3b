//! Sorted files of records of one length, and sorting of more records than memory holds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes that are read or written at a time.
const BUFFER: usize = 1 << 16;

/// Reader of a file of records.
pub(crate) struct RecordReader {
    reader: BufReader<File>,
    record: Vec<u8>,
    is_at_end: bool,
}

impl RecordReader {
    /// Opens a file and reads its first record.
    pub(crate) fn open(path: &Path, length: usize) -> io::Result<Self> {
        let reader = BufReader::with_capacity(BUFFER, File::open(path)?);
        let mut records = Self { reader, record: vec![0; length], is_at_end: false };
        records.advance()?;
        Ok(records)
    }

    /// The present record; `None` at the end.
    pub(crate) fn current(&self) -> Option<&[u8]> {
        (!self.is_at_end).then_some(&self.record)
    }

    /// Reads the next record. A part of a record at the end of the file is an error.
    pub(crate) fn advance(&mut self) -> io::Result<()> {
        match self.reader.read_exact(&mut self.record[..1]) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => self.is_at_end = true,
            read => {
                read?;
                self.reader.read_exact(&mut self.record[1..])?;
            }
        }
        Ok(())
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

/// Collects records, and writes them sorted and without duplicates to a file whenever memory is full.
pub(crate) struct Sorter {
    length: usize,
    max_bytes: usize,
    records: Vec<u8>,
}

/// Memory of a record beside its bytes: its place in the order.
const ORDER_BYTES: usize = size_of::<u32>();

impl Sorter {
    /// An empty sorter of records of this length that takes about so much memory.
    pub(crate) fn new(length: usize, max_bytes: usize) -> Self {
        Self { length, max_bytes, records: Vec::new() }
    }

    pub(crate) fn push(&mut self, records: &[u8]) {
        self.records.extend_from_slice(records);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Whether the memory is full: time for [`Sorter::write_run`].
    pub(crate) fn is_full(&self) -> bool {
        // A growing vector takes up to twice its bytes.
        2 * self.records.len() + self.records.len() / self.length * ORDER_BYTES >= self.max_bytes
    }

    /// Writes the records to a file, sorted and each once, and forgets them.
    pub(crate) fn write_run(&mut self, path: &Path) -> io::Result<()> {
        let of = |index: u32| &self.records[index as usize * self.length..][..self.length];
        let mut order: Vec<u32> = (0..(self.records.len() / self.length) as u32).collect();
        order.sort_unstable_by(|&one, &other| of(one).cmp(of(other)));
        order.dedup_by(|one, other| of(*one) == of(*other));
        let mut writer = RecordWriter::create(path)?;
        for index in order {
            writer.write(of(index))?;
        }
        self.records.clear();
        writer.finish()
    }
}

/// Sorted files merged into one sequence, in which each record comes once.
pub(crate) struct Merged {
    runs: Vec<RecordReader>,
    /// The present record of each run that has one, with the number of the run.
    heads: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
    current: Option<Vec<u8>>,
}

impl Merged {
    pub(crate) fn open(paths: &[PathBuf], length: usize) -> io::Result<Self> {
        let runs = paths.iter().map(|path| RecordReader::open(path, length)).collect::<io::Result<Vec<_>>>()?;
        let first =
            runs.iter().enumerate().filter_map(|(run, reader)| Some(Reverse((reader.current()?.to_vec(), run))));
        let heads = first.collect();
        let mut merged = Self { runs, heads, current: None };
        merged.advance()?;
        Ok(merged)
    }

    /// The present record; `None` at the end.
    pub(crate) fn current(&self) -> Option<&[u8]> {
        self.current.as_deref()
    }

    /// Goes on to the next record that differs from the present one.
    pub(crate) fn advance(&mut self) -> io::Result<()> {
        let before = self.current.take();
        while let Some(Reverse((mut record, run))) = self.heads.pop() {
            let is_new = before.as_ref() != Some(&record);
            let head = record.clone();
            let reader = &mut self.runs[run];
            reader.advance()?;
            if let Some(next) = reader.current() {
                record.clear();
                record.extend_from_slice(next);
                self.heads.push(Reverse((record, run)));
            }
            if is_new {
                self.current = Some(head);
                return Ok(());
            }
        }
        Ok(())
    }
}
