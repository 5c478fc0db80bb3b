//! Counting the replies to every move of a position at once.
//!
//! One move changes two squares, and most of the opponent's men have as many moves afterwards as they had before. So
//! the opponent's men are counted once, as if it were his turn, and with them which squares each count depends on;
//! after a move only those men are counted again whose squares it touched, or whose royal man's safety it may change.

use super::Core;
use super::generate::Moves;
use super::guard::Guard;
use super::play::Taken;
use super::sink::Count;
use crate::engine::bits::Bits;
use crate::engine::by_square::BySquare;
use crate::engine::tables::{Gait, PieceTable, Troop, right};
use crate::engine::{Move, MoveKind, Piece};
use crate::geometry::Square;

/// More units than this are not kept apart.
const MOST_UNITS: usize = 63;

/// The bit of the royal man, with all that depends on whether he is safe.
const ROYAL: u64 = 1 << MOST_UNITS;

/// The moves that the opponent of the side to move could make.
#[derive(Clone, Debug)]
pub(super) struct Replies<const W: usize> {
    units: Vec<Unit<W>>,
    /// The safety of his royal man.
    guard: Guard<W>,
    /// The troops that are counted after every move.
    always: Vec<usize>,
    /// The moves of that man, castling included.
    royal: u64,
    /// The moves of all units and of the royal man together.
    total: u64,
    /// The units that leap, as bits: where they may go depends on royal enemies who leave or arrive.
    leapers: u64,
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
        Self {
            units: Vec::new(),
            guard: Guard::none(),
            always: Vec::new(),
            royal: 0,
            total: 0,
            leapers: 0,
            concerned: BySquare::all(0),
        }
    }

    /// Counts what the opponent of the side to move could do now. `false` if that tells nothing about his replies, or
    /// is too much to be kept apart.
    pub(super) fn prepare(&mut self, core: &mut Core<W>) -> bool {
        if !core.tables.parts.replies_are_alike {
            return false;
        }
        self.units.clear();
        self.always.clear();
        self.leapers = 0;
        self.concerned.fill(0);
        core.status.turn = !core.status.turn;
        let fits = self.gather(core);
        core.status.turn = !core.status.turn;
        fits
    }

    fn gather(&mut self, core: &Core<W>) -> bool {
        self.guard = Guard::new(core);
        let moves = Moves::guarded(core, self.guard);
        if self.guard.in_check || !self.guard.trusts_sets() {
            return false;
        }
        let view = moves.view(Bits::EMPTY);
        let them = core.status.turn;
        self.royal = moves.count_royal();
        self.total = self.royal;
        for square in core.concern_of_royal().iter() {
            self.concerned[square] |= ROYAL;
        }
        for (index, troop) in core.tables.troops[them].iter().enumerate().filter(|(_, troop)| !troop.royal) {
            let men = core.men.of_group(troop.group);
            if troop.opposed || core.tables.parts.opposition && core.may_change(troop, men) {
                self.always.push(index);
                continue;
            }
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
                if matches!(troop.gait, Gait::Leaps) {
                    self.leapers |= bit;
                }
                self.total += count.0;
                self.units.push(Unit { men, troop: index, moves: count.0 });
            };
            if !together {
                for man in men.iter() {
                    add(Bits::of(man), core.concern_of_man(troop, man));
                }
            } else if !men.is_empty() {
                add(men, core.concern_of_swarm(troop, men));
            }
        }
        true
    }
}

impl<const W: usize> Core<W> {
    /// The number of legal moves after a move was made in the position that the replies were prepared for.
    #[inline]
    pub(super) fn count_replies(&self, replies: &Replies<W>, mv: Move, taken: Taken) -> u64 {
        if !self.en_passant_captors().is_empty() {
            return Moves::new(self).count();
        }
        let mut again = replies.concerned[mv.from] | replies.concerned[mv.to];
        match mv.kind {
            MoveKind::EnPassant { victim } => again |= replies.concerned[victim],
            MoveKind::Castling { partner_from, partner_to } => {
                again |= replies.concerned[partner_from] | replies.concerned[partner_to];
            }
            _ => {}
        }
        let after = mv.piece.map_or(0, Piece::number);
        if taken.mark.royal || self.tables.mark(after).royal {
            again |= replies.leapers | ROYAL;
        }
        let royal = again & ROYAL != 0;
        let guard = if royal { Guard::new(self) } else { replies.guard };
        let moves = Moves::guarded(self, guard);
        if moves.must_count_all() {
            return moves.count();
        }
        let mut kept = replies.total;
        let mut count = Count::default();
        if royal {
            again &= !ROYAL;
            kept -= replies.royal;
            count.0 = moves.count_royal();
            for man in (guard.pinned() | replies.guard.pinned()).iter() {
                again |= replies.concerned[man] & !ROYAL;
            }
        }
        let us = self.status.turn;
        let troops = &self.tables.troops[us];
        let view = moves.view(Bits::EMPTY);
        while again != 0 {
            let unit = &replies.units[again.trailing_zeros() as usize];
            again &= again - 1;
            let troop = &troops[unit.troop];
            kept -= unit.moves;
            let _ = moves.of_troop(troop, unit.men & self.men.of_group(troop.group), view, &mut count);
        }
        for &troop in &replies.always {
            let troop = &troops[troop];
            let _ = moves.of_troop(troop, self.men.of_group(troop.group), view, &mut count);
        }
        let total = kept + count.0;
        total + moves.count_others(total > 0)
    }

    /// The squares that a man's number of moves depends on, as long as royal men stay where they are and are safe.
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
                concern =
                    end.needs.iter().fold(concern | Bits::of(end.to), |all, need| all | need.empty | need.occupied);
            }
        }
        if piece.long_step.is_some() {
            concern |= self.tables.ahead[piece.side][man];
        }
        concern
    }

    /// Whether one of these men could now become another as it arrives.
    fn may_change(&self, troop: &Troop<W>, men: Bits<W>) -> bool {
        let changes_in = self.tables.pieces[usize::from(troop.first)].changes_in;
        !changes_in.is_empty()
            && match troop.gait {
                Gait::Swarm(_) => self.concern_of_swarm(troop, men).intersects(changes_in),
                _ => true,
            }
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

    /// The squares that the royal man's moves, his safety and castling depend on. Whoever castles need not be royal.
    fn concern_of_royal(&self) -> Bits<W> {
        let us = self.status.turn;
        // Where he, or who castles, may not be faced from depends on enemies who needn't attack anybody.
        if self.tables.parts.opposition {
            return Bits::ALL;
        }
        let (mut concern, mut safe) = (Bits::EMPTY, Bits::EMPTY);
        if let Some(royal) = self.royals(us).first() {
            let piece = self.piece_table(royal);
            if !piece.moves.only_leaps() || piece.captures.is_some() || !piece.is_plain() {
                return Bits::ALL;
            }
            let targets = piece.moves.targets(&self.tables.slides, royal, self.men.all());
            concern = targets & self.men.of_side(us);
            safe = Bits::of(royal) | targets & !self.men.of_side(us);
        }
        for (number, wing) in self.tables.setups[self.setup].wings[us].iter().enumerate() {
            if let Some(wing) = wing.as_ref().filter(|_| self.status.rights & right(us, number) != 0) {
                concern |= wing.between | Bits::of(wing.king) | Bits::of(wing.partner);
                if !wing.between.intersects(self.men.all()) {
                    safe = wing.ways.iter().fold(safe, |safe, way| safe | way.path);
                }
            }
        }
        let star = &self.tables.attacks[!us].star;
        safe.iter().fold(concern, |concern, square| concern | star[square])
    }
}

impl<const W: usize> Moves<'_, W> {
    /// The number of moves of royal men, castling included.
    #[inline]
    fn count_royal(&self) -> u64 {
        let core = self.core;
        let us = core.status.turn;
        let view = self.view(Bits::EMPTY);
        let mut count = Count::default();
        for &troop in &core.tables.royal_troops[us] {
            let troop = &core.tables.troops[us][troop];
            let _ = self.of_troop(troop, core.men.of_group(troop.group), view, &mut count);
        }
        let _ = self.castlings(&mut count);
        count.0
    }
}
