//! A table: the values of all positions of certain men, by number.

use crate::cells::Cells;
use crate::layout::Layout;
use crate::value::Cell;

/// The values of all positions of certain men.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) layout: Layout,
    /// By side to move with its counts, and arrangement.
    pub(crate) cells: Cells,
    /// The longest win or loss, in plies.
    pub(crate) longest: u16,
}

impl Table {
    pub(crate) fn new(layout: Layout, cells: Cells) -> Self {
        let longest = cells.iter().filter_map(|cell| cell.value()?.plies()).max().unwrap_or(0);
        Self { layout, cells, longest }
    }

    /// Memory of the values, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.cells.bytes()
    }

    /// The cell of a position.
    #[inline]
    pub(crate) fn cell(&self, state: u32, arrangement: u64) -> Cell {
        let number = u64::from(state) * self.layout.arrangements + arrangement;
        self.cells.get(number).unwrap_or(Cell::ILLEGAL)
    }
}
