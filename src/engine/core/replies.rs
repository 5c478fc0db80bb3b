//! Counting the replies to every move of a position at once.
//!
//! One move changes two squares, and most of the opponent's men have as many moves afterwards as they had before. So
//! the opponent's men are counted once, as if it were his turn, and with them which squares each count depends on;
//! after a move only those men are counted again whose squares it touched, who are pinned, or who are royal.

use super::generate::Moves;
use super::sink::Count;
use super::{Core, Undo};
use crate::engine::bits::Bits;
use crate::engine::by_square::BySquare;
use crate::engine::tables::{Gait, PieceTable, Troop};
use crate::engine::{Move, MoveKind};
use crate::geometry::Square;

/// More units than this are not kept apart.
const MOST_UNITS: usize = 64;

/// The moves that the opponent of the side to move could make.
#[derive(Clone, Debug)]
pub(super) struct Replies<const W: usize> {
    units: Vec<Unit<W>>,
    /// The moves of all units together.
    total: u64,
    /// By square: the units that stand there or whose number of moves depends on what does, as bits.
    concerned: BySquare<u64, W>,
}

/// Men that are counted together: a man, or a swarm.
#[derive(Clone, Copy, Debug)]
struct Unit<const W: usize> {
    men: Bits<W>,
    /// Its index among those of its side.
    troop: usize,
    moves: u64,
}

impl<const W: usize> Replies<W> {
    /// No replies yet.
    pub(super) fn new() -> Self {
        Self { units: Vec::new(), total: 0, concerned: BySquare::all(0) }
    }

    /// Counts what the opponent of the side to move could do now. `false` if there is too much to be kept apart.
    pub(super) fn prepare(&mut self, core: &mut Core<W>) -> bool {
        self.units.clear();
        self.total = 0;
        self.concerned = BySquare::all(0);
        core.status.turn = !core.status.turn;
        let fits = core.tables.replies_are_alike && !core.royals(core.status.turn).several() && self.gather(core);
        core.status.turn = !core.status.turn;
        fits
    }

    fn gather(&mut self, core: &Core<W>) -> bool {
        let moves = Moves::unguarded(core);
        let view = moves.view(Bits::EMPTY);
        let them = core.status.turn;
        for (index, troop) in core.tables.troops[them].iter().enumerate().filter(|(_, troop)| !troop.always_counted) {
            let men = core.men.of_group(troop.group);
            let together = matches!(troop.gait, Gait::Swarm(_));
            let units = if together { usize::from(!men.is_empty()) } else { men.len() as usize };
            if self.units.len() + units > MOST_UNITS {
                return false;
            }
            let mut add = |men: Bits<W>, concern: Bits<W>| {
                let mut count = Count::default();
                let _ = moves.of_troop(troop, men, view, &mut count);
                let bit = 1 << self.units.len();
                for square in (men | concern).iter() {
                    self.concerned[square] |= bit;
                }
                self.total += count.0;
                self.units.push(Unit { men, troop: index, moves: count.0 });
            };
            if together && !men.is_empty() {
                add(men, core.concern_of_swarm(troop, men));
            } else {
                for man in men.iter() {
                    add(Bits::of(man), core.concern_of_man(troop, man));
                }
            }
        }
        true
    }
}

impl<const W: usize> Core<W> {
    /// The number of legal moves after a move was made in the position that the replies were prepared for.
    #[inline]
    pub(super) fn count_replies(&self, replies: &Replies<W>, mv: Move, undo: &Undo<W>) -> u64 {
        let moves = Moves::new(self);
        // A royal man of ours makes a difference wherever it goes, since it is never captured.
        let after = mv.piece.map_or(0, crate::engine::Piece::number);
        let alike = matches!(mv.kind, MoveKind::Ordinary | MoveKind::LongStep | MoveKind::Stationary)
            && !self.tables.mark(undo.mover).royal
            && !self.tables.mark(after).royal;
        if !alike || moves.must_count_all() || !self.en_passant_captors().is_empty() {
            return moves.count();
        }
        let us = self.status.turn;
        let view = moves.view(Bits::EMPTY);
        let touched = replies.concerned[mv.from] | replies.concerned[mv.to];
        let mut again = moves.guard.pinned().iter().fold(touched, |again, man| again | replies.concerned[man]);
        let troops = &self.tables.troops[us];
        let mut kept = replies.total;
        let mut count = Count::default();
        while again != 0 {
            let unit = &replies.units[again.trailing_zeros() as usize];
            again &= again - 1;
            let troop = &troops[unit.troop];
            let men = unit.men & self.men.of_group(troop.group);
            kept -= unit.moves;
            let _ = moves.of_troop(troop, men, view, &mut count);
        }
        for &troop in &self.tables.always_counted[us] {
            let troop = &troops[troop];
            let _ = moves.of_troop(troop, self.men.of_group(troop.group), view, &mut count);
        }
        let _ = moves.castlings(&mut count);
        let total = kept + count.0;
        total + moves.count_others(total > 0)
    }

    /// The squares that a man's number of moves depends on, as long as royal men stay where they are.
    fn concern_of_man(&self, troop: &Troop<W>, man: Square) -> Bits<W> {
        let piece = self.piece_table(man);
        match troop.gait {
            // Where it may go changes only where the men of its own side that stand in the way are captured.
            Gait::Leaps => piece.moves.leaps(man) & self.men.of_side(piece.side),
            Gait::Slides => piece.moves.seen(&self.tables.slides, man, self.men.all()),
            _ => self.concern_of_any(piece, man),
        }
    }

    fn concern_of_any(&self, piece: &PieceTable<W>, man: Square) -> Bits<W> {
        let mut concern = Bits::EMPTY;
        for table in [&piece.moves, piece.captures()] {
            concern |= table.leaps(man) | table.seen(&self.tables.slides, man, self.men.all());
            for end in table.paths(man) {
                concern = end.needs.iter().fold(concern | Bits::of(end.to), |all, need| all | need.empty | need.occupied);
            }
        }
        if let Some(step) = &piece.long_step {
            concern |= self.ahead(piece.side, man, step.most);
        }
        concern
    }

    fn concern_of_swarm(&self, troop: &Troop<W>, men: Bits<W>) -> Bits<W> {
        let Gait::Swarm(swarm) = &troop.gait else { return Bits::EMPTY };
        let strides = swarm.moves.iter().chain(&swarm.captures);
        let mut concern = strides.fold(Bits::EMPTY, |all, stride| all | stride.from(men));
        if let Some(step) = &self.tables.pieces[usize::from(troop.first)].long_step {
            let mut at = men & step.from;
            for _ in 0..step.most {
                at = swarm.forward.from(at);
                concern |= at;
            }
        }
        concern
    }
}
