//! Values of positions by number, in one byte each, with a list of the few that take more.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

use crate::value::Cell;

/// Stands for a value that is in the list of long ones.
const LONG: u8 = Cell::LONG;

/// Positions that share a list of long values.
const SHARE: u64 = 1 << 16;

/// Bytes of a long value, about.
const LONG_BYTES: u64 = 16;

/// Values by number of the position.
#[derive(Clone, Debug)]
pub(crate) enum Cells {
    /// One byte each, and the long ones by number, in ascending order.
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

/// Values that several threads change.
#[derive(Debug)]
pub(crate) enum SharedCells {
    /// One byte each, and the long ones.
    Narrow(Vec<AtomicU8>, LongCells),
    /// Two bytes each.
    Wide(Vec<AtomicU16>),
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
    pub(crate) fn get(&self, number: u64) -> Cell {
        let cell = match self {
            Self::Narrow(bytes, long) => match bytes.get(number as usize).map(|byte| byte.load(Ordering::Relaxed)) {
                Some(LONG) => long.get(number),
                byte => byte.map(Cell::from_byte),
            },
            Self::Wide(cells) => cells.get(number as usize).map(|cell| Cell::from_bits(cell.load(Ordering::Relaxed))),
        };
        cell.unwrap_or(Cell::ILLEGAL)
    }

    pub(crate) fn set(&self, number: u64, cell: Cell) {
        match self {
            Self::Narrow(bytes, long) => {
                let byte = cell.byte().unwrap_or_else(|| {
                    long.set(number, cell);
                    LONG
                });
                if let Some(slot) = bytes.get(number as usize) {
                    slot.store(byte, Ordering::Relaxed);
                }
            }
            Self::Wide(cells) => {
                if let Some(slot) = cells.get(number as usize) {
                    slot.store(cell.bits(), Ordering::Relaxed);
                }
            }
        }
    }

    /// The same values in two bytes each.
    #[must_use]
    pub(crate) fn widened(&self) -> Self {
        let len = match self {
            Self::Narrow(bytes, _) => bytes.len(),
            Self::Wide(cells) => cells.len(),
        };
        Self::Wide((0..len as u64).map(|number| AtomicU16::new(self.get(number).bits())).collect())
    }

    pub(crate) fn into_cells(self) -> Cells {
        match self {
            Self::Narrow(bytes, long) => {
                let bytes: Vec<u8> = bytes.into_iter().map(AtomicU8::into_inner).collect();
                let mut listed = Vec::new();
                for (share, start) in long.shares.into_iter().zip((0..).step_by(SHARE as usize)) {
                    let of_share = share.into_inner().unwrap_or_default().into_iter();
                    let numbered = of_share.map(|(number, cell)| (start + u64::from(number), cell));
                    let mut left: Vec<(u64, Cell)> =
                        numbered.filter(|&(number, _)| bytes.get(number as usize) == Some(&LONG)).collect();
                    left.sort_unstable_by_key(|&(number, _)| number);
                    listed.append(&mut left);
                }
                Cells::Narrow(bytes, listed)
            }
            Self::Wide(cells) => Cells::Wide(cells.into_iter().map(AtomicU16::into_inner).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, SharedCells};
    use crate::value::Cell;

    /// All values up to a number of plies.
    fn all(longest: u16) -> Vec<Cell> {
        let ended = [Cell::OPEN, Cell::DRAWN, Cell::ILLEGAL];
        (0..=longest).flat_map(|plies| [Cell::win(plies), Cell::loss(plies)]).chain(ended).collect()
    }

    #[test]
    fn values_are_kept_one_by_one() {
        for (longest, many) in [(125, false), (300, false), (Cell::MAX_PLIES, true)] {
            let cells: Cells = all(longest).into_iter().collect();
            assert_eq!(matches!(cells, Cells::Wide(_)), many);
            assert_eq!(cells.iter().collect::<Vec<_>>(), all(longest));
        }
    }

    #[test]
    fn shared_values_change() {
        let values = all(300);
        let shared = SharedCells::new(values.len() as u64);
        for (number, &cell) in (0..).zip(&values) {
            // Long ones become short, and the other way round.
            shared.set(number, if number % 2 == 0 { Cell::win(1000) } else { Cell::loss(1) });
            shared.set(number, cell);
        }
        assert!(shared.is_better_wide());
        assert_eq!(shared.widened().into_cells().iter().collect::<Vec<_>>(), values);
        assert_eq!(shared.into_cells().iter().collect::<Vec<_>>(), values);
    }
}
