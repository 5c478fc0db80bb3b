//! Illegal repetition: which moves bring back an earlier position.
//!
//! Instead of making each move and comparing keys, the engine compares the earlier positions with the present one
//! first. In most positions none of them can recur by the next move.

use super::Core;
use crate::engine::tables::Zobrist;
use crate::engine::{ManMove, Move, MoveKind};

/// Differences between the present position and earlier ones that the next move could undo.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recurrence {
    /// The changes, each as the hash of the moving man before and after the move.
    differences: [u64; 2],
    /// Their number. A number greater than there is room for means that every move must be tried.
    count: u8,
}

impl Recurrence {
    /// No earlier position can recur by the next move.
    const NONE: Self = Self { differences: [0; 2], count: 0 };
    /// Every move must be tried.
    const ANY: Self = Self { differences: [0; 2], count: u8::MAX };

    /// Whether some move may bring back an earlier position.
    #[inline]
    pub(super) const fn is_possible(&self) -> bool {
        self.count != 0
    }

    fn add(&mut self, difference: u64) {
        match self.differences.get_mut(usize::from(self.count)) {
            Some(free) => *free = difference,
            None => return *self = Self::ANY,
        }
        self.count += 1;
    }
}

impl<const W: usize> Core<W> {
    /// The changes by which the next move would repeat an earlier position, where that is illegal.
    ///
    /// With one move a turn a repetition takes at least two moves of each side, there and back. A move that captures
    /// nothing leaves the opponent's men alone, so that they must already stand as in the earlier position.
    #[inline(always)]
    pub(super) fn recurrence(&self) -> Recurrence {
        let features = &self.tables.features;
        if !features.repetition_illegal || self.status.reversible == 0 {
            Recurrence::NONE
        } else if features.irregular_turns {
            Recurrence::ANY
        } else {
            self.recurrence_where_sides_alternate()
        }
    }

    /// Whether the next move might bring back an earlier position, where that is illegal.
    pub(crate) fn past_may_bar_moves(&self) -> bool {
        self.recurrence().is_possible()
    }

    /// Whether an earlier position may recur two plies from now, or a decisive ending depends on repetition. If not,
    /// the last two plies of a count need no keys.
    pub(super) fn may_recur_after_next(&self) -> bool {
        let features = &self.tables.features;
        // A finishing move is judged by the replies to it, one ply later.
        let plies = if self.tables.variant.rules.finishing_move.is_some() { 1 } else { 2 };
        features.repetition_decides || features.irregular_turns || self.status.reversible >= plies
    }

    #[inline]
    fn recurrence_where_sides_alternate(&self) -> Recurrence {
        let mut recurrence = Recurrence::NONE;
        // The opponent was to move in every second earlier position, as after the next move. The latest of these cannot
        // recur, since any move changes a man of the side to move.
        let mut stood = self.repeatable();
        if stood.len() < 3 {
            return recurrence;
        }
        let them = self.keys().men[!self.status.turn];
        while let [before @ .., theirs, _, _] = stood {
            if theirs.status.keys.men[!self.status.turn] == them {
                self.add_recurrence(&mut recurrence, theirs.status.keys.all);
            }
            stood = &stood[..=before.len()];
        }
        recurrence
    }

    #[cold]
    fn add_recurrence(&self, recurrence: &mut Recurrence, key: u64) {
        if self.changes_men_alone() {
            recurrence.add(key ^ self.key_without_man());
        } else {
            *recurrence = Recurrence::ANY;
        }
    }

    /// Whether a move brings back an earlier position.
    #[inline]
    pub(super) fn repeats(&self, mv: Move, recurrence: &Recurrence) -> bool {
        let differences = recurrence.differences.get(..usize::from(recurrence.count));
        let listed = differences.zip(changes_one_man(mv));
        listed.is_none_or(|(differences, man)| differences.contains(&self.difference(man))) && self.brings_back(mv)
    }

    fn brings_back(&self, mv: Move) -> bool {
        if let Some(man) = mv.man() {
            // After a capture the keys differ anyway: this saves making the move.
            let captures = self.men.at(man.to) != 0 || matches!(man.kind, MoveKind::EnPassant { .. });
            if man.leaves() && (captures || self.piece_table(man.from).irreversible) {
                return false;
            }
        }
        let key = self.key_after(mv);
        self.past_keys().any(|stood| stood == key)
    }

    /// The key after a move that captures nothing.
    fn key_after(&self, mv: Move) -> u64 {
        if let Some(man) = changes_one_man(mv).filter(|_| self.changes_men_alone()) {
            return self.key_without_man() ^ self.difference(man);
        }
        let mut then = self.lean_copy(false, true);
        then.make(mv);
        then.keys().all
    }

    /// Whether moves change nothing in the hash but men, en passant squares and the side to move.
    fn changes_men_alone(&self) -> bool {
        self.status.rights == 0 && self.status.unmoved.is_empty() && !self.tables.features.counts_within_turns
    }

    /// The key after a move that leaves no en passant square, without the change of its man.
    fn key_without_man(&self) -> u64 {
        let keys = self.keys();
        keys.all ^ keys.en_passant ^ Zobrist::BLACK
    }

    /// The hashes of the moving man before and after a move, combined.
    #[inline]
    fn difference(&self, man: ManMove) -> u64 {
        let zobrist = &self.tables.zobrist;
        zobrist.man(self.men.at(man.from))[man.from] ^ zobrist.man(man.piece.number())[man.to]
    }
}

/// The move, if it changes only its man and the square where it arrives.
fn changes_one_man(mv: Move) -> Option<ManMove> {
    mv.man().filter(|man| matches!(man.kind, MoveKind::Ordinary | MoveKind::Stationary))
}
