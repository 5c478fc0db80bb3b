//! Moves that bring back a position, looked up from the positions that could come back.

use super::Core;
use crate::engine::tables::Zobrist;
use crate::engine::{ManMove, Move, MoveKind};

/// What a move must change to bring back a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recurrence {
    /// The differences, as hashes of the man that changes, before and after.
    differences: [u64; 2],
    /// How many of them there are; more than there is room for if every move must be looked at closely.
    count: u8,
}

impl Recurrence {
    /// No position can come back by the next move.
    const NONE: Self = Self { differences: [0; 2], count: 0 };
    /// Every move must be looked at closely.
    const ANY: Self = Self { differences: [0; 2], count: u8::MAX };

    /// Whether some move might bring back a position.
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
    /// What the next move might bring back, where that is illegal.
    ///
    /// With one move a turn it takes each side a move there and a move back; and since a move that captures nothing
    /// leaves the opponent's men as they are, those must now stand as they stood when the position came up.
    #[inline(always)]
    pub(super) fn recurrence(&self) -> Recurrence {
        let features = &self.tables.features;
        if !features.repetition_illegal || self.status.reversible == 0 {
            Recurrence::NONE
        } else if features.irregular_turns {
            Recurrence::ANY
        } else {
            self.recurrence_by_turns()
        }
    }

    /// Whether a position might come back two plies from now, or somebody might ask how often one has stood.
    pub(super) fn may_recur_after_next(&self) -> bool {
        let features = &self.tables.features;
        features.repetition_decides || features.irregular_turns || self.status.reversible >= 2
    }

    #[inline]
    fn recurrence_by_turns(&self) -> Recurrence {
        let them = self.keys().men[!self.status.turn];
        let mut recurrence = Recurrence::NONE;
        // In pairs from the end: that of the side to move now, and that of the opponent before.
        let mut stood = self.repeatable();
        while let [before @ .., theirs, _, _] = stood {
            if theirs.status.keys.men[!self.status.turn] == them {
                self.add_recurrence(&mut recurrence, theirs.status.keys.all);
            }
            stood = &stood[..before.len() + 2];
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

    /// Whether a move would bring back a position that has stood before.
    #[inline]
    pub(super) fn repeats(&self, mv: Move, recurrence: &Recurrence) -> bool {
        let differences = recurrence.differences.get(..usize::from(recurrence.count));
        let listed = differences.zip(changes_one_man(mv));
        listed.is_none_or(|(differences, man)| differences.contains(&self.difference(man))) && self.brings_back(mv)
    }

    fn brings_back(&self, mv: Move) -> bool {
        if let Some(man) = mv.man() {
            let captures = self.men.at(man.to) != 0 || matches!(man.kind, MoveKind::EnPassant { .. });
            if man.leaves() && (captures || self.piece_table(man.from).irreversible) {
                return false;
            }
        }
        let key = self.key_after(mv);
        self.past_keys().any(|stood| stood == key)
    }

    /// The key that the position will have in the history after a move that captures nothing.
    fn key_after(&self, mv: Move) -> u64 {
        if let Some(man) = changes_one_man(mv).filter(|_| self.changes_men_alone()) {
            return self.key_without_man() ^ self.difference(man);
        }
        let mut then = self.lean_copy(false, true);
        then.make(mv);
        then.keys().all
    }

    /// Whether moves change nothing that is hashed but men, squares crossed, and the side to move.
    fn changes_men_alone(&self) -> bool {
        self.status.rights == 0 && self.series_rule().is_none() && !self.tables.features.counts_checks
    }

    /// The key after a move that crosses nothing, but for the man that it changes.
    fn key_without_man(&self) -> u64 {
        let keys = self.keys();
        keys.all ^ keys.en_passant ^ Zobrist::BLACK
    }

    /// The hashes of the man that a move changes, before and after.
    #[inline]
    fn difference(&self, man: ManMove) -> u64 {
        let zobrist = &self.tables.zobrist;
        zobrist.man(self.men.at(man.from))[man.from] ^ zobrist.man(man.piece.number())[man.to]
    }
}

/// The move, if it changes no more than the man that moves and what stands where it arrives.
fn changes_one_man(mv: Move) -> Option<ManMove> {
    mv.man().filter(|man| matches!(man.kind, MoveKind::Ordinary | MoveKind::Stationary))
}
