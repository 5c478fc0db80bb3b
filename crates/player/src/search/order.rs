//! In which order moves are tried.

use super::exchange::gains;
use super::history::Slot;
use super::table::bits_of;
use super::worker::{Ply, Worker};
use weakfish::engine::{Move, MoveKind};

/// Ranks of classes of moves; within a class the histories decide.
const BEST: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const ANSWER: i32 = KILLER - (1 << 20);
const BAD_CAPTURE: i32 = -(1 << 24);

/// What a move is, as far as searching it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// It captures a man, or promotes one to something better.
    pub(super) tactical: bool,
    /// A turn or a flip.
    pub(super) stationary: bool,
}

impl Worker<'_> {
    /// What sort of move it is.
    #[inline]
    pub(super) fn kind_of(&self, mv: Move) -> Kind {
        let Move::Man(man) = mv else { return Kind { tactical: false, stationary: false } };
        let stationary = man.kind == MoveKind::Stationary;
        let captures = match man.kind {
            MoveKind::EnPassant { .. } => true,
            MoveKind::Ordinary => self.position.piece_at(man.to).is_some(),
            _ => false,
        };
        let tactical = captures || !stationary && self.promotion_gain(mv) > 0;
        Kind { tactical, stationary }
    }

    /// What a promotion adds to the worth of the man.
    #[inline]
    fn promotion_gain(&self, mv: Move) -> i32 {
        let Move::Man(man) = mv else { return 0 };
        let evaluator = self.shared.evaluator;
        match self.position.piece_at(man.from) {
            Some(before) if before != man.piece => {
                evaluator.exchange_value(man.piece) - evaluator.exchange_value(before)
            }
            _ => 0,
        }
    }

    /// What is captured, by its worth.
    #[inline]
    fn captured_value(&self, mv: Move) -> i32 {
        let Move::Man(man) = mv else { return 0 };
        let square = match man.kind {
            MoveKind::EnPassant { victim } => victim,
            MoveKind::Stationary | MoveKind::Castling { .. } => return 0,
            _ => man.to,
        };
        self.position.piece_at(square).map_or(0, |piece| self.shared.evaluator.exchange_value(piece))
    }

    /// Ranks the moves of a ply.
    pub(super) fn rank_moves(&mut self, ply: usize, best: u16) {
        let list = std::mem::take(&mut self.plies[ply].list);
        let mut ranks = std::mem::take(&mut self.plies[ply].ranks);
        ranks.clear();
        let before = self.slots_before(ply);
        let (killers, answer) = (self.plies[ply].killers, self.histories.answer(before[0]));
        for mv in &list {
            ranks.push(self.rank(mv, best, killers, answer, before));
        }
        self.plies[ply].list = list;
        self.plies[ply].ranks = ranks;
    }

    #[inline]
    fn rank(&self, mv: Move, best: u16, killers: [u16; 2], answer: u16, before: [Slot; 2]) -> i32 {
        let bits = bits_of(mv);
        if bits == best {
            return BEST;
        }
        let mover = mv.from().and_then(|from| self.position.piece_at(from));
        let slot = Slot::of(mv, mover);
        if self.kind_of(mv).tactical {
            let worth = self.captured_value(mv) + self.promotion_gain(mv);
            let within = worth * 64 + self.histories.of_capture(slot) / 4;
            let good = gains(&self.position, self.shared.evaluator, mv, 0);
            return if good { GOOD_CAPTURE } else { BAD_CAPTURE } + within;
        }
        if bits == killers[0] {
            return KILLER + 1;
        }
        if bits == killers[1] {
            return KILLER;
        }
        if bits == answer {
            return ANSWER;
        }
        self.histories.of_quiet(slot, before)
    }

    /// Ranks captures by what they win and by what captures: *most valuable victim, least valuable attacker*.
    pub(super) fn rank_captures(&mut self, ply: usize, best: u16) {
        let list = std::mem::take(&mut self.plies[ply].list);
        let mut ranks = std::mem::take(&mut self.plies[ply].ranks);
        ranks.clear();
        for mv in &list {
            let mover = mv.from().and_then(|from| self.position.piece_at(from));
            let slot = Slot::of(mv, mover);
            let worth = self.captured_value(mv) + self.promotion_gain(mv);
            let rank = worth * 64 + self.histories.of_capture(slot) / 4;
            ranks.push(if bits_of(mv) == best { BEST } else { rank });
        }
        self.plies[ply].list = list;
        self.plies[ply].ranks = ranks;
    }

    /// Brings the best of the moves that are left, from `index` on, to the front of them and returns it with its rank.
    #[inline]
    pub(super) fn next_move(&mut self, ply: usize, index: usize) -> Option<(Move, i32)> {
        let Ply { list, ranks, .. } = &mut self.plies[ply];
        let (mut best, mut rank) = (index, *ranks.get(index)?);
        for (place, &other) in ranks.iter().enumerate().skip(index + 1) {
            if other > rank {
                (best, rank) = (place, other);
            }
        }
        ranks.swap(index, best);
        list.swap(index, best);
        Some((*list.get(index)?, rank))
    }
}

/// Whether a rank is that of a capture which loses more than it wins.
pub(super) const fn is_losing(rank: i32) -> bool {
    rank < BAD_CAPTURE / 2
}

/// Whether a rank is that of a move which stands out: the best one known, a good capture, or one that refuted others.
pub(super) const fn stands_out(rank: i32) -> bool {
    rank >= ANSWER
}
