//! Positions by the number of plies that decides them.

/// The numbers of positions for each number of plies. A position may occur at several; the first counts.
pub(crate) struct Levels<N>(Vec<Vec<N>>);

impl<N> Default for Levels<N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<N> Levels<N> {
    /// Adds a position that is decided after these plies, if not sooner.
    pub(crate) fn add(&mut self, plies: u16, number: N) {
        let plies = usize::from(plies);
        if self.0.len() <= plies {
            self.0.resize_with(plies + 1, Vec::new);
        }
        if let Some(level) = self.0.get_mut(plies) {
            level.push(number);
        }
    }

    /// Takes out the positions of a number of plies.
    pub(crate) fn take(&mut self, plies: u16) -> Vec<N> {
        self.0.get_mut(usize::from(plies)).map(std::mem::take).unwrap_or_default()
    }

    /// One more than the greatest number of plies so far.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
