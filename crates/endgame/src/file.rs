//! Tables in a file: compressed in blocks that are checked when they are read.
//!
//! All numbers are little-endian.
//!
//! | part | content |
//! |---|---|
//! | [`MAGIC`] | 16 bytes, the version among them |
//! | model | a block: the game's model as JSON |
//! | setup | 1 byte |
//! | tables | their number in 4 bytes, then each, those that captures and promotions lead into before the others |
//! | check | the CRC-32 of all that stands before it, in 4 bytes |
//!
//! A table is
//!
//! | part | content |
//! |---|---|
//! | men | their number in 1 byte, then the family of each in 2 |
//! | symmetries | 1 byte: a bit for each map of the board that is used |
//! | cells | their number in 8 bytes |
//! | figures | for White and then Black to move, in 8 bytes each: numbers of positions that are won, drawn and lost |
//! | blocks | the cells, 2 bytes each, in blocks of [`BLOCK`] cells |
//!
//! A block is the length of its compressed content and the CRC-32 of the content that was compressed, in 4 bytes each,
//! and the compressed content (Deflate).

use std::fmt;
use std::sync::Arc;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use weakfish::engine::Game;
use weakfish::json;
use weakfish::model::{SetupId, Variant};

use crate::cells::Cells;
use crate::families::{FamilyMen, NO_MAN, sorted};
use crate::layout::Layout;
use crate::symmetry;
use crate::table::Table;
use crate::tables::Tables;
use crate::value::Cell;
use crate::{Men, Value};

/// The first bytes of a file; the number is the version.
const MAGIC: &[u8; 16] = b"weakfish table 1";

/// Cells of a block.
const BLOCK: usize = 1 << 15;

/// The level of compression, of 10.
const LEVEL: u8 = 6;

/// The most bytes of a model.
const MAX_MODEL: usize = 1 << 26;

/// Reason why a file has no valid tables.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// The file is no file of tables, or one of another version.
    Format,
    /// The file ends too soon.
    CutShort,
    /// A damaged block; the first one has the number 1.
    Block {
        /// The men of its table; `None` for the model.
        men: Option<Men>,
        /// The number of the block.
        block: u64,
    },
    /// Damage outside the blocks.
    Damaged,
    /// The tables are of another game, of this title.
    OtherGame(String),
    /// The figures of a table are not those of its positions.
    Figures(Men),
    /// The value of a position is not that which follows from its moves.
    Inconsistent {
        /// The position as FEN.
        fen: String,
        /// The value in the table.
        stored: Value,
        /// The value that follows.
        follows: Value,
    },
    /// The tables take more memory than this, in bytes.
    Memory(u64),
    /// The game has no exact tables.
    Unsupported,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format => f.write_str("it is no file of tables that this version can read"),
            Self::CutShort => f.write_str("it ends too soon"),
            Self::Block { men: None, .. } => f.write_str("the model of its game is damaged"),
            Self::Block { block, .. } => write!(f, "block {block} of a table is damaged"),
            Self::Damaged => f.write_str("it is damaged"),
            Self::OtherGame(title) => write!(f, "its tables are of another game, {title}"),
            Self::Figures(_) => f.write_str("the figures of a table are not those of its positions"),
            Self::Inconsistent { fen, stored, follows } => {
                write!(f, "{fen} has the value {stored:?}, and {follows:?} follows from its moves")
            }
            Self::Memory(most) => write!(f, "its tables take more than {} MiB of memory", most >> 20),
            Self::Unsupported => f.write_str("its game has no exact tables"),
        }
    }
}

impl std::error::Error for FileError {}

/// Reads parts of a file.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn bytes(&mut self, count: usize) -> Result<&'b [u8], FileError> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(FileError::CutShort)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn number(&mut self, bytes: usize) -> Result<u64, FileError> {
        Ok(self.bytes(bytes)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// The content of a block, if its checksum holds.
    fn block(&mut self, limit: usize) -> Result<Option<Vec<u8>>, FileError> {
        let (length, check) = (self.number(4)? as usize, self.number(4)? as u32);
        let content = decompress_to_vec_with_limit(self.bytes(length)?, limit).ok();
        Ok(content.filter(|content| crc32fast::hash(content) == check))
    }
}

/// Adds a block.
fn write_block(bytes: &mut Vec<u8>, content: &[u8]) {
    let compressed = compress_to_vec(content, LEVEL);
    bytes.extend((compressed.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(content).to_le_bytes());
    bytes.extend(compressed);
}

/// Counts of wins, draws and losses: first with White to move, whose positions have the lower half of the numbers, then with Black.
/// Positions that a symmetry maps to each other have one number, and count once.
fn count_results(layout: &Layout, cells: &Cells) -> [[u64; 3]; 2] {
    let mut counts = [[0; 3]; 2];
    let half = cells.len() / 2;
    for (number, cell) in cells.iter().enumerate() {
        let Some(value) = cell.value() else { continue };
        let column = match value {
            Value::Win(_) => 0,
            Value::Draw => 1,
            Value::Loss(_) => 2,
        };
        let side = usize::from(number >= half && layout.states() > 1);
        if let Some(count) = counts.get_mut(side).and_then(|row| row.get_mut(column)) {
            *count += 1;
        }
    }
    counts
}

/// The model of a file, without the fields that don't matter for play.
fn model(variant: &Variant) -> Variant {
    let mut model = variant.clone();
    (model.inventor, model.year, model.source, model.about) = (None, None, None, None);
    model
}

impl Tables {
    /// The content of a file with the table of these men, and those that it leads into; `None` if there is no such
    /// table.
    pub fn to_bytes(&self, men: &Men) -> Option<Vec<u8>> {
        let key = self.families().of_men(men);
        let mut bytes = MAGIC.to_vec();
        write_block(&mut bytes, json::write(&model(self.game().variant())).as_bytes());
        bytes.push(self.setup().index() as u8);
        let keys = self.all_below(&key);
        bytes.extend((keys.len() as u32).to_le_bytes());
        for key in keys {
            let table = self.finished().get(&key)?;
            let families: Vec<u16> = key.iter().copied().filter(|&family| family != NO_MAN).collect();
            bytes.push(families.len() as u8);
            bytes.extend(families.iter().flat_map(|family| family.to_le_bytes()));
            bytes.push(symmetry::bits(self.game().variant().board, &table.layout.used_maps()));
            bytes.extend((table.cells.len() as u64).to_le_bytes());
            for count in count_results(&table.layout, &table.cells).as_flattened() {
                bytes.extend(count.to_le_bytes());
            }
            let mut cells = table.cells.iter();
            for start in (0..table.cells.len()).step_by(BLOCK) {
                let block = cells.by_ref().take(BLOCK.min(table.cells.len() - start));
                let content: Vec<u8> = block.flat_map(|cell| cell.bits().to_le_bytes()).collect();
                write_block(&mut bytes, &content);
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Some(bytes)
    }

    /// A name for the file of the table of these men, of letters, digits and hyphens. It depends on the game, and on the version of
    /// the code that makes tables.
    pub fn file_name(&self, men: &Men) -> String {
        let model = json::write(&model(self.game().variant()));
        let mut hash = crc32fast::Hasher::new();
        for part in [crate::SOURCES, weakfish_engine::SOURCES, model.as_str()] {
            hash.update(part.as_bytes());
        }
        let families: Vec<String> =
            self.families().of_men(men).iter().filter(|&&family| family != NO_MAN).map(u16::to_string).collect();
        format!(
            "{:08x}-{:08x}-{}-{}",
            hash.finalize(),
            crc32fast::hash(model.as_bytes()),
            self.setup().index(),
            families.join("-")
        )
    }

    /// The game of a file, and the setup it begins from.
    ///
    /// # Errors
    ///
    /// If the file is not one of tables, or is damaged.
    pub fn game_of(bytes: &[u8]) -> Result<(Game, SetupId), FileError> {
        let (variant, setup, _) = read_head(bytes)?;
        Ok((Game::compile(variant).map_err(|_| FileError::Damaged)?, setup))
    }

    /// Adds the tables of a file; returns the men of the last one, which the file was made for. Every block is checked,
    /// and the figures of each table. All tables together take at most `max_memory` bytes, since a small file may hold
    /// large ones.
    ///
    /// # Errors
    ///
    /// If it is of another game, damaged or too large. The tables before the one that is are added.
    pub fn add_bytes(&mut self, bytes: &[u8], max_memory: u64) -> Result<Men, FileError> {
        let (variant, setup, mut reader) = read_head(bytes)?;
        if !variant.plays_alike(self.game().variant()) || setup != self.setup() {
            return Err(FileError::OtherGame(variant.title));
        }
        let mut last = None;
        for _ in 0..reader.number(4)? {
            let (key, table) = self.read_table(&mut reader, max_memory)?;
            last = Some(self.families().men(&key));
            self.add(key, Arc::new(table));
        }
        let whole = bytes.len().checked_sub(4).and_then(|end| bytes.get(..end)).map(crc32fast::hash);
        let check = reader.number(4)? as u32;
        last.filter(|_| reader.0.is_empty() && whole == Some(check)).ok_or(FileError::Damaged)
    }

    fn read_table(&self, reader: &mut Reader<'_>, max_memory: u64) -> Result<(FamilyMen, Table), FileError> {
        let count = reader.number(1)? as usize;
        if count > Men::MAX {
            return Err(FileError::Damaged);
        }
        let mut families = Vec::new();
        for _ in 0..count {
            families.push(reader.number(2)? as u16);
        }
        let key = sorted(families);
        let men = self.families().men(&key);
        let maps = reader.number(1)? as u8;
        let layout = self.layout_with(&key, maps).ok_or(FileError::Damaged)?;
        let cells = reader.number(8)?;
        if layout.len() != Some(cells) {
            return Err(FileError::Damaged);
        }
        let mut written = [[0; 3]; 2];
        for count in written.as_flattened_mut() {
            *count = reader.number(8)?;
        }
        let mut read = Cells::with_capacity(0);
        let mut block = 0;
        while (read.len() as u64) < cells {
            block += 1;
            let expected = BLOCK.min(cells as usize - read.len());
            let content = reader.block(2 * expected)?.filter(|content| content.len() == 2 * expected);
            let content = content.ok_or_else(|| FileError::Block { men: Some(men.clone()), block })?;
            let pairs = content.chunks_exact(2);
            pairs.for_each(|pair| read.push(Cell::from_bits(u16::from_le_bytes([pair[0], pair[1]]))));
            if self.bytes() + read.bytes() > max_memory {
                return Err(FileError::Memory(max_memory));
            }
        }
        if count_results(&layout, &read) != written {
            return Err(FileError::Figures(men));
        }
        Ok((key, Table::new(layout, read)))
    }

    /// Compares the values of some positions of these men, chosen at random, with those that follow from their moves:
    /// `samples` of them for each side to move. Returns how many were compared.
    ///
    /// # Errors
    ///
    /// The first position whose value does not follow.
    pub fn verify(&self, men: &Men, samples: u64, seed: u64) -> Result<u64, FileError> {
        let mut random = weakfish::random::SplitMix64::new(seed);
        let mut compared = 0;
        let Some(table) = self.finished().get(&self.families().of_men(men)) else { return Ok(0) };
        let layout = &table.layout;
        let mut position = self.game().start_of(self.setup());
        let mut placed = Vec::new();
        for _ in 0..2 * samples {
            let arrangement = random.next() % layout.arrangements.max(1);
            let state = layout.state(random.below(layout.states() as usize) as u32);
            let places = layout.places_of(arrangement);
            let stand = layout.men_at(&places, &mut placed).is_some();
            let legal = stand && position.rearrange(&placed, state);
            let stored = table.cell(layout.state_number(&state), arrangement).value();
            if !legal {
                if stored.is_some() {
                    return Err(FileError::Damaged);
                }
                continue;
            }
            let stored = stored.ok_or(FileError::Damaged)?;
            let follows = if let Some(verdict) = position.verdict() {
                Value::of_winner(verdict.winner, state.turn, 0)
            } else {
                let moves = self.moves(&position).map_err(|_| FileError::Damaged)?;
                let best = moves.first().map_or(Value::Draw, |&(_, value)| value);
                if position.best_claim().is_some() && best.rank() < 0 { Value::Draw } else { best }
            };
            compared += 1;
            if stored != follows {
                let fen = weakfish::notation::fen::write(&position);
                return Err(FileError::Inconsistent { fen, stored, follows });
            }
        }
        Ok(compared)
    }
}

/// Reads the header before the tables.
fn read_head(bytes: &[u8]) -> Result<(Variant, SetupId, Reader<'_>), FileError> {
    let mut reader = Reader(bytes);
    if reader.bytes(MAGIC.len()).ok() != Some(MAGIC) {
        return Err(FileError::Format);
    }
    let text = reader.block(MAX_MODEL)?.ok_or(FileError::Block { men: None, block: 1 })?;
    let text = str::from_utf8(&text).map_err(|_| FileError::Format)?;
    let variant = json::read(text).map_err(|_| FileError::Format)?;
    let setup = SetupId(reader.number(1)? as u8);
    Ok((variant, setup, reader))
}
