//! Moves that bring back a position, looked up from the positions that could come back.

use super::{Core, PastPosition};
use crate::engine::tables::Zobrist;
use crate::engine::{Move, MoveKind};

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
        let them = self.status.men_keys[!self.status.turn];
        let mut recurrence = Recurrence::NONE;
        // In pairs from the end: that of the side to move now, and that of the opponent before.
        let mut stood = self.repeatable_positions();
        while let [before @ .., theirs, _, _, _] = stood {
            if theirs.mover_men == them {
                self.add_recurrence(&mut recurrence, theirs.key);
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

    /// The positions that stood since something happened that can't be undone, the present one last.
    fn repeatable_positions(&self) -> &[PastPosition] {
        let window = (self.status.reversible as usize).saturating_add(1).min(self.history.len());
        &self.history[self.history.len() - window..]
    }

    /// Whether a move would bring back a position that has stood before.
    #[inline]
    pub(super) fn repeats(&self, mv: Move, recurrence: &Recurrence) -> bool {
        let differences = recurrence.differences.get(..usize::from(recurrence.count));
        let listed = differences.filter(|_| matches!(mv.kind, MoveKind::Ordinary | MoveKind::Stationary));
        listed.is_none_or(|differences| differences.contains(&self.difference(mv))) && self.brings_back(mv)
    }

    fn brings_back(&self, mv: Move) -> bool {
        let captures = self.men.at(mv.to) != 0 && mv.from != mv.to || matches!(mv.kind, MoveKind::EnPassant { .. });
        if captures || self.piece_table(mv.from).irreversible && mv.from != mv.to {
            return false;
        }
        let key = self.key_after(mv);
        self.repeatable_positions().iter().any(|stood| stood.key == key)
    }

    /// The key that the position will have in the history after a move that captures nothing.
    fn key_after(&self, mv: Move) -> u64 {
        let plain = matches!(mv.kind, MoveKind::Ordinary | MoveKind::Stationary) && self.changes_men_alone();
        if plain && mv.piece.is_some() {
            return self.key_without_man() ^ self.difference(mv);
        }
        let mut then = self.clone();
        then.keeps_history = false;
        then.make(mv);
        then.repetition_key()
    }

    /// Whether moves change nothing that is hashed but men, squares crossed, and the side to move.
    fn changes_men_alone(&self) -> bool {
        self.status.rights == 0 && self.series_rule().is_none() && !self.tables.features.counts_checks
    }

    /// The key after a move that crosses nothing, but for the man that it changes.
    fn key_without_man(&self) -> u64 {
        let crossed = self.status.en_passant.iter().fold(0, |key, square| key ^ Zobrist::en_passant(square));
        self.status.key ^ crossed ^ Zobrist::BLACK
    }

    /// The hashes of the man that a move changes, before and after.
    #[inline]
    fn difference(&self, mv: Move) -> u64 {
        let after = mv.piece.map_or(0, crate::engine::Piece::number);
        let zobrist = &self.tables.zobrist;
        zobrist.man(self.men.at(mv.from), mv.from) ^ zobrist.man(after, mv.to)
    }
}
