//! Values of positions by number, in one byte each as long as all wins and losses are short enough.

use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

use crate::value::Cell;

/// Values by number of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    /// One byte each.
    Narrow(Vec<u8>),
    /// Two bytes each.
    Wide(Vec<u16>),
}

impl Cells {
    pub(crate) fn with_capacity(len: usize) -> Self {
        Self::Narrow(Vec::with_capacity(len))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Narrow(cells) => cells.len(),
            Self::Wide(cells) => cells.len(),
        }
    }

    /// Memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(cells) => size_of_val(cells.as_slice()) as u64,
            Self::Wide(cells) => size_of_val(cells.as_slice()) as u64,
        }
    }

    #[inline]
    pub(crate) fn get(&self, number: u64) -> Option<Cell> {
        match self {
            Self::Narrow(cells) => cells.get(number as usize).map(|&byte| Cell::from_byte(byte)),
            Self::Wide(cells) => cells.get(number as usize).map(|&bits| Cell::from_bits(bits)),
        }
    }

    /// Adds a value; all of them take two bytes from the first one on that needs them.
    pub(crate) fn push(&mut self, cell: Cell) {
        match (&mut *self, cell.byte()) {
            (Self::Narrow(cells), Some(byte)) => cells.push(byte),
            (Self::Narrow(cells), None) => {
                let mut wide = Vec::with_capacity(cells.capacity());
                wide.extend(cells.iter().map(|&byte| Cell::from_byte(byte).bits()));
                wide.push(cell.bits());
                *self = Self::Wide(wide);
            }
            (Self::Wide(cells), _) => cells.push(cell.bits()),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Cell> {
        (0..self.len() as u64).filter_map(|number| self.get(number))
    }
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
    /// One byte each.
    Narrow(Vec<AtomicU8>),
    /// Two bytes each.
    Wide(Vec<AtomicU16>),
}

impl SharedCells {
    /// Open positions, whose wins and losses take at most `longest` plies.
    pub(crate) fn new(len: u64, longest: u16) -> Self {
        let numbers = 0..len as usize;
        if longest <= Cell::MAX_PLIES_OF_BYTE {
            Self::Narrow(numbers.map(|_| AtomicU8::new(0)).collect())
        } else {
            Self::Wide(numbers.map(|_| AtomicU16::new(0)).collect())
        }
    }

    /// Bytes of a value.
    pub(crate) const fn width(&self) -> u64 {
        match self {
            Self::Narrow(_) => 1,
            Self::Wide(_) => 2,
        }
    }

    #[inline]
    pub(crate) fn get(&self, number: u64) -> Cell {
        match self {
            Self::Narrow(cells) => cells.get(number as usize).map(|cell| Cell::from_byte(cell.load(Ordering::Relaxed))),
            Self::Wide(cells) => cells.get(number as usize).map(|cell| Cell::from_bits(cell.load(Ordering::Relaxed))),
        }
        .unwrap_or(Cell::ILLEGAL)
    }

    /// Sets a value, which must fit: a longer one is left open.
    pub(crate) fn set(&self, number: u64, cell: Cell) {
        match self {
            Self::Narrow(cells) => {
                if let Some(slot) = cells.get(number as usize) {
                    slot.store(cell.byte().unwrap_or(0), Ordering::Relaxed);
                }
            }
            Self::Wide(cells) => {
                if let Some(slot) = cells.get(number as usize) {
                    slot.store(cell.bits(), Ordering::Relaxed);
                }
            }
        }
    }

    /// Makes room for the longest wins.
    #[must_use]
    pub(crate) fn widened(self) -> Self {
        match self {
            Self::Narrow(cells) => {
                let bits = |cell: AtomicU8| AtomicU16::new(Cell::from_byte(cell.into_inner()).bits());
                Self::Wide(cells.into_iter().map(bits).collect())
            }
            Self::Wide(_) => self,
        }
    }

    pub(crate) fn into_cells(self) -> Cells {
        match self {
            Self::Narrow(cells) => Cells::Narrow(cells.into_iter().map(AtomicU8::into_inner).collect()),
            Self::Wide(cells) => Cells::Wide(cells.into_iter().map(AtomicU16::into_inner).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, SharedCells};
    use crate::value::Cell;

    fn all() -> Vec<Cell> {
        let longest = Cell::MAX_PLIES_OF_BYTE;
        let ended = [Cell::OPEN, Cell::DRAWN, Cell::ILLEGAL];
        (0..=longest).flat_map(|plies| [Cell::win(plies), Cell::loss(plies)]).chain(ended).collect()
    }

    #[test]
    fn short_values_take_a_byte() {
        let cells: Cells = all().into_iter().collect();
        assert!(matches!(cells, Cells::Narrow(_)));
        assert_eq!(cells.iter().collect::<Vec<_>>(), all());
    }

    #[test]
    fn one_long_value_makes_all_wide() {
        for long in [Cell::win(Cell::MAX_PLIES_OF_BYTE + 1), Cell::loss(Cell::MAX_PLIES)] {
            let with_long: Vec<Cell> = all().into_iter().chain([long, Cell::DRAWN]).collect();
            let cells: Cells = with_long.iter().copied().collect();
            assert!(matches!(cells, Cells::Wide(_)));
            assert_eq!(cells.iter().collect::<Vec<_>>(), with_long);
        }
    }

    #[test]
    fn widened_values_are_the_same() {
        let shared = SharedCells::new(all().len() as u64, 0);
        for (number, cell) in all().into_iter().enumerate() {
            shared.set(number as u64, cell);
        }
        let shared = shared.widened();
        assert_eq!(shared.width(), 2);
        assert_eq!(shared.into_cells().iter().collect::<Vec<_>>(), all());
    }
}
