//! Values of positions by number, in one byte each, with a list of the few that take more.
//!
//! The tests of the package compile this file too, since its types are private.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

use super::value::Cell;

/// Stands for a value that is in the list of long ones.
const LONG: u8 = Cell::LONG;

/// Positions that share a list of long values.
const SHARE: u64 = 1 << 16;

/// Bytes of a long value, about.
const LONG_BYTES: u64 = 16;

/// Values by number of the position.
#[derive(Clone, Debug)]
pub(crate) enum Cells {
    /// One byte for each position, and the long values by number, in ascending order.
    Narrow(Vec<u8>, Vec<(u64, Cell)>),
    /// Two bytes each.
    Wide(Vec<u16>),
}

impl Cells {
    pub(crate) fn with_capacity(len: usize) -> Self {
        Self::Narrow(Vec::with_capacity(len), Vec::new())
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Narrow(bytes, _) => bytes.len(),
            Self::Wide(cells) => cells.len(),
        }
    }

    /// Memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(bytes, long) => (size_of_val(bytes.as_slice()) + size_of_val(long.as_slice())) as u64,
            Self::Wide(cells) => size_of_val(cells.as_slice()) as u64,
        }
    }

    #[inline]
    pub(crate) fn get(&self, number: u64) -> Option<Cell> {
        match self {
            Self::Narrow(bytes, long) => match *bytes.get(number as usize)? {
                LONG => long_value(long, number),
                byte => Some(Cell::from_byte(byte)),
            },
            Self::Wide(cells) => cells.get(number as usize).map(|&bits| Cell::from_bits(bits)),
        }
    }

    /// Adds a value. Once many are long, all of them take two bytes.
    pub(crate) fn push(&mut self, cell: Cell) {
        match (&mut *self, cell.byte()) {
            (Self::Narrow(bytes, _), Some(byte)) => bytes.push(byte),
            (Self::Narrow(bytes, long), None) => {
                long.push((bytes.len() as u64, cell));
                bytes.push(LONG);
                if long.len() as u64 * LONG_BYTES > SHARE.max(bytes.len() as u64) {
                    let capacity = bytes.capacity();
                    let mut wide = Vec::with_capacity(capacity);
                    wide.extend(self.iter().map(Cell::bits));
                    *self = Self::Wide(wide);
                }
            }
            (Self::Wide(cells), _) => cells.push(cell.bits()),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Cell> {
        (0..self.len() as u64).filter_map(|number| self.get(number))
    }
}

/// Finds a long value.
#[cold]
fn long_value(long: &[(u64, Cell)], number: u64) -> Option<Cell> {
    let at = long.binary_search_by_key(&number, |&(number, _)| number).ok()?;
    long.get(at).map(|&(_, cell)| cell)
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let cells = cells.into_iter();
        let mut all = Self::with_capacity(cells.size_hint().0);
        cells.for_each(|cell| all.push(cell));
        all
    }
}

/// Values that several threads change, and counts of moves of the positions that have none yet.
#[derive(Debug)]
pub(crate) enum SharedCells {
    /// One byte for each position, and the long values.
    Narrow(Vec<AtomicU8>, LongCells),
    /// Two bytes each.
    Wide(Vec<AtomicU16>),
}

/// Greatest count of moves in a shared cell; larger numbers are counted in steps of it.
const MAX_COUNT: u16 = 30;

/// Mark of an open position that is not lost, regardless of its moves to other open positions.
const NOT_LOST: u16 = MAX_COUNT + 1;

/// A shared cell: counts of moves come before all values.
#[inline]
const fn to_shared(cell: Cell) -> u16 {
    match cell.bits() {
        bits @ (0 | 65_534..) => bits,
        bits => bits + NOT_LOST,
    }
}

#[inline]
const fn of_shared(bits: u16) -> Cell {
    Cell::from_bits(match bits {
        0..=NOT_LOST => 0,
        65_534.. => bits,
        _ => bits - NOT_LOST,
    })
}

/// A shared cell in one byte, if it fits.
#[inline]
const fn to_shared_byte(bits: u16) -> Option<u8> {
    Cell::from_bits(bits).byte()
}

#[inline]
const fn of_shared_byte(byte: u8) -> u16 {
    Cell::from_byte(byte).bits()
}

/// Long values, by share of the positions and number within it. Some may have become shorter since.
#[derive(Debug)]
pub(crate) struct LongCells {
    shares: Vec<Mutex<HashMap<u16, Cell>>>,
    count: AtomicU64,
}

impl LongCells {
    fn get(&self, number: u64) -> Option<Cell> {
        let share = self.shares.get((number / SHARE) as usize)?.lock().ok()?;
        share.get(&((number % SHARE) as u16)).copied()
    }

    fn set(&self, number: u64, cell: Cell) {
        let share = self.shares.get((number / SHARE) as usize).and_then(|share| share.lock().ok());
        if share.is_some_and(|mut share| share.insert((number % SHARE) as u16, cell).is_none()) {
            self.count.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl SharedCells {
    /// Open positions.
    pub(crate) fn new(len: u64) -> Self {
        let shares = (0..len.div_ceil(SHARE)).map(|_| Mutex::default()).collect();
        Self::Narrow((0..len).map(|_| AtomicU8::new(0)).collect(), LongCells { shares, count: AtomicU64::new(0) })
    }

    /// Memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(bytes, long) => bytes.len() as u64 + LONG_BYTES * long.count.load(Ordering::Relaxed),
            Self::Wide(cells) => size_of_val(cells.as_slice()) as u64,
        }
    }

    /// Whether two bytes for each value would take less.
    pub(crate) fn is_better_wide(&self) -> bool {
        match self {
            Self::Narrow(bytes, _) => self.bytes() > 2 * bytes.len() as u64,
            Self::Wide(_) => false,
        }
    }

    #[inline]
    fn shared(&self, number: u64) -> u16 {
        let bits = match self {
            Self::Narrow(bytes, long) => match bytes.get(number as usize).map(|byte| byte.load(Ordering::Relaxed)) {
                Some(LONG) => long.get(number).map(to_shared),
                byte => byte.map(of_shared_byte),
            },
            Self::Wide(cells) => cells.get(number as usize).map(|cell| cell.load(Ordering::Relaxed)),
        };
        bits.unwrap_or_else(|| Cell::ILLEGAL.bits())
    }

    #[inline]
    pub(crate) fn get(&self, number: u64) -> Cell {
        of_shared(self.shared(number))
    }

    /// Calls `visit` with each number of a range that has this value.
    #[inline]
    pub(crate) fn each_of(&self, range: Range<u64>, cell: Cell, mut visit: impl FnMut(u64)) {
        let slots = range.start as usize..range.end as usize;
        match self {
            Self::Narrow(bytes, long) => {
                let sought = to_shared_byte(to_shared(cell));
                let byte = sought.unwrap_or(LONG);
                for (number, slot) in range.zip(bytes.get(slots).into_iter().flatten()) {
                    let is_like = slot.load(Ordering::Relaxed) == byte;
                    if is_like && (sought.is_some() || long.get(number) == Some(cell)) {
                        visit(number);
                    }
                }
            }
            Self::Wide(cells) => {
                for (number, slot) in range.zip(cells.get(slots).into_iter().flatten()) {
                    if slot.load(Ordering::Relaxed) == to_shared(cell) {
                        visit(number);
                    }
                }
            }
        }
    }

    #[inline]
    fn set_shared(&self, number: u64, bits: u16) {
        match self {
            Self::Narrow(bytes, long) => {
                let byte = to_shared_byte(bits).unwrap_or_else(|| {
                    long.set(number, of_shared(bits));
                    LONG
                });
                if let Some(slot) = bytes.get(number as usize) {
                    slot.store(byte, Ordering::Relaxed);
                }
            }
            Self::Wide(cells) => {
                if let Some(slot) = cells.get(number as usize) {
                    slot.store(bits, Ordering::Relaxed);
                }
            }
        }
    }

    pub(crate) fn set(&self, number: u64, cell: Cell) {
        self.set_shared(number, to_shared(cell));
    }

    /// Stores the number of moves of an open position that are not known to lose; `None` if it can't be lost.
    pub(crate) fn set_open_moves(&self, number: u64, moves: Option<usize>) {
        self.set_shared(number, moves.map_or(NOT_LOST, |moves| moves.min(usize::from(MAX_COUNT)) as u16));
    }

    /// Counts one move less of an open position, and returns whether none of the counted ones is left. No other thread
    /// may set values meanwhile.
    #[inline]
    pub(crate) fn count_down(&self, number: u64) -> bool {
        let fewer = |moves: u16| (1..=MAX_COUNT).contains(&moves).then(|| moves - 1);
        let before = match self {
            Self::Narrow(bytes, _) => {
                let fewer = |byte| fewer(u16::from(byte)).map(|moves| moves as u8);
                bytes.get(number as usize).map(|byte| {
                    byte.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer).map_or_else(u16::from, u16::from)
                })
            }
            Self::Wide(cells) => cells
                .get(number as usize)
                .map(|cell| cell.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer).unwrap_or_else(|same| same)),
        };
        before.is_some_and(|moves| moves <= 1)
    }

    /// The same values in two bytes each.
    #[must_use]
    pub(crate) fn widened(&self) -> Self {
        let len = match self {
            Self::Narrow(bytes, _) => bytes.len(),
            Self::Wide(cells) => cells.len(),
        };
        Self::Wide((0..len as u64).map(|number| AtomicU16::new(self.shared(number))).collect())
    }

    pub(crate) fn into_cells(self) -> Cells {
        match self {
            Self::Narrow(bytes, long) => {
                // Values are lower by the counts, so short values stay short. The memory is kept.
                let lower = |byte: AtomicU8| match byte.into_inner() {
                    LONG => LONG,
                    byte => of_shared(of_shared_byte(byte)).byte().unwrap_or(LONG),
                };
                let mut bytes: Vec<u8> = bytes.into_iter().map(lower).collect();
                let mut listed = Vec::new();
                for (share, start) in long.shares.into_iter().zip((0..).step_by(SHARE as usize)) {
                    let of_share = share.into_inner().unwrap_or_default().into_iter();
                    let numbered = of_share.map(|(number, cell)| (start + u64::from(number), cell));
                    let mut left: Vec<(u64, Cell)> =
                        numbered.filter(|&(number, _)| bytes.get(number as usize) == Some(&LONG)).collect();
                    left.sort_unstable_by_key(|&(number, _)| number);
                    left.retain(|&(number, cell)| match (cell.byte(), bytes.get_mut(number as usize)) {
                        (Some(byte), Some(slot)) => {
                            *slot = byte;
                            false
                        }
                        _ => true,
                    });
                    listed.append(&mut left);
                }
                Cells::Narrow(bytes, listed)
            }
            Self::Wide(cells) => {
                Cells::Wide(cells.into_iter().map(|cell| of_shared(cell.into_inner()).bits()).collect())
            }
        }
    }
}
