//! The positions before the present one, with the moves that were made in them.

use super::Status;
use super::displaced::Displaced;
use crate::engine::Move;

/// An earlier position, without its men, and the move that was made in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PastPosition<const W: usize> {
    pub(super) status: Status<W>,
    pub(super) mv: Move,
    pub(super) displaced: Displaced,
}

/// A stack of earlier positions. It keeps its memory when positions are popped, and a push writes in place.
///
/// A search makes and takes back many moves of one position. Its status is written to the stack with the first of them
/// and stays in its slot for the others, as [`Status::saved`] says. Written anew for each move, it would be read back
/// while the processor is still writing it, which takes longer than the rest of the move.
#[derive(Debug)]
pub(super) struct History<const W: usize> {
    /// The positions, and after them slots for more.
    slots: Vec<PastPosition<W>>,
    len: usize,
}

impl<const W: usize> History<W> {
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new(), len: 0 }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Writes the status of the present position to the slot behind the history.
    pub(super) fn save(&mut self, status: &mut Status<W>) {
        status.saved = true;
        match self.slots.get_mut(self.len) {
            Some(slot) => slot.status = *status,
            None => self.slots.push(PastPosition { status: *status, mv: Move::Pass, displaced: Displaced::NOTHING }),
        }
    }

    /// Adds the present position, whose status is saved, and the move to be made in it.
    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move, displaced: Displaced) {
        if let Some(slot) = self.slots.get_mut(self.len) {
            slot.mv = mv;
            slot.displaced = displaced;
            self.len += 1;
        }
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<&PastPosition<W>> {
        let last = self.slots.get(self.len.wrapping_sub(1))?;
        self.len -= 1;
        Some(last)
    }

    /// The position before the present one.
    pub(super) fn last(&self) -> Option<&PastPosition<W>> {
        self.as_slice().last()
    }

    pub(super) fn as_slice(&self) -> &[PastPosition<W>] {
        self.slots.get(..self.len).unwrap_or_default()
    }

    /// Forgets all but the last `kept` positions.
    pub(super) fn keep_last(&mut self, kept: usize) {
        let forgotten = self.len - kept.min(self.len);
        self.slots.drain(..forgotten);
        self.len -= forgotten;
    }
}

impl<const W: usize> Clone for History<W> {
    fn clone(&self) -> Self {
        // With the slot behind the history, which may hold the status of the present position.
        let slots = self.slots.iter().take(self.len + 1).copied().collect();
        Self { slots, len: self.len }
    }
}
