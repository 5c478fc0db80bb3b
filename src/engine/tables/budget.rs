//! The limit on the work and the memory that the tables of one game may take.

/// Remaining budget while movements are compiled.
///
/// A short definition can describe movements with more paths than any machine can list. Compiling counts its steps and
/// bytes and stops at a limit, so that every model is compiled or refused in bounded time and memory.
#[derive(Debug)]
pub(crate) struct Budget {
    steps: usize,
    bytes: usize,
}

/// A limit has been reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exhausted;

impl Default for Budget {
    fn default() -> Self {
        Self { steps: Self::MAX_STEPS, bytes: Self::MAX_BYTES }
    }
}

impl Budget {
    /// The most steps: squares visited along paths and conditions compared, each a few nanoseconds.
    const MAX_STEPS: usize = 100_000_000;

    /// The most bytes that the conditions of paths, the leaps and the slides may take.
    const MAX_BYTES: usize = 128 << 20;

    /// Counts steps that are about to be made.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Exhausted> {
        self.steps = self.steps.checked_sub(steps).ok_or(Exhausted)?;
        Ok(())
    }

    /// Counts bytes that are kept in a table.
    pub(crate) fn keep(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(Exhausted)?;
        Ok(())
    }

    /// The share of the limit that is spent, in millionths: of the steps or of the bytes, whichever is greater.
    pub(crate) fn spent(&self) -> u64 {
        let share = |left: usize, max: usize| (max - left) as u64 * 1_000_000 / max as u64;
        share(self.steps, Self::MAX_STEPS).max(share(self.bytes, Self::MAX_BYTES))
    }
}
