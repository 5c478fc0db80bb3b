//! A value for every square. An index is never out of bounds, so that look-ups need no check.

use std::ops::{Index, IndexMut};

use crate::geometry::Square;

/// A value for each of the squares that `W` words hold.
#[derive(Clone, Debug)]
pub(crate) struct BySquare<T, const W: usize>(Box<[[T; 64]; W]>);

impl<T: Copy, const W: usize> BySquare<T, W> {
    pub(crate) fn all(value: T) -> Self {
        Self(Box::new([[value; 64]; W]))
    }

    /// Sets all values.
    pub(crate) fn fill(&mut self, value: T) {
        self.0.as_flattened_mut().fill(value);
    }

    /// These values for the first squares, and `rest` for the others.
    pub(crate) fn new(values: impl IntoIterator<Item = T>, rest: T) -> Self {
        let mut all = Self::all(rest);
        for (number, value) in values.into_iter().enumerate().take(64 * W) {
            all[Square::new(number as u8)] = value;
        }
        all
    }
}

impl<T, const W: usize> Index<Square> for BySquare<T, W> {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[square.index() / 64 % W][square.index() % 64]
    }
}

impl<T, const W: usize> IndexMut<Square> for BySquare<T, W> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index() / 64 % W][square.index() % 64]
    }
}
