//! Changes of a move, computed once before it is made. Making, opposition, walls, castling rights, counters, evaluation
//! and move ordering read them. [`Core::each_change`] lists them man by man; a log of that list takes the move back.

use super::Core;
use crate::engine::bits::Bits;
use crate::engine::tables::{Occupant, PieceTable, side_of_group};
use crate::engine::{ChangeCause, DropMove, IllegalMove, ManChange, ManMove, Move, MoveKind, MoveShape, Piece};
use crate::geometry::Square;
use crate::model::{CaptorFate, Captured, HomeChoice, KindId};

/// The effects of a move on men that it neither moves nor captures, and on the one that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effects<const W: usize> {
    /// The squares of men that die, as they are after the move.
    pub(super) dead: Bits<W>,
    /// The square where the man that moves becomes a wall.
    pub(super) new_wall: Bits<W>,
    /// The squares of men that change sides.
    pub(super) converted: Bits<W>,
}

impl<const W: usize> Effects<W> {
    const NONE: Self = Self { dead: Bits::EMPTY, new_wall: Bits::EMPTY, converted: Bits::EMPTY };
}

/// Changes of a move on the board and in the hands. Without a mover no man changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes<const W: usize> {
    /// The man that moves, as it is before, or the one that is dropped.
    pub(super) mover: Occupant,
    /// The man that is captured, and its square.
    pub(super) captured: Occupant,
    pub(super) captured_on: Square,
    /// Captor's square and piece after a capture, where its fate is not to stand as it has arrived.
    pub(super) captor: Option<(Square, Occupant)>,
    /// The man from the hand that is left behind.
    pub(super) left: Option<Piece>,
    pub(super) effects: Effects<W>,
    /// The home square of the captured man, and its piece there.
    home: Option<(Square, Piece)>,
}

impl<const W: usize> Changes<W> {
    /// A move of one man, which may capture where it arrives, and does nothing else.
    pub(super) fn of_plain_move(man: Option<ManMove>, mover: Occupant, captured: Occupant) -> Self {
        let captured_on = man.map_or(Square::new(0), |man| man.to);
        let effects = Effects::NONE;
        Self { mover, captured, captured_on, captor: None, left: None, effects, home: None }
    }

    /// The square of the man that is captured.
    pub(super) fn captured_square(&self) -> Option<Square> {
        self.captured.is_some().then_some(self.captured_on)
    }

    /// The man's move, if the move can be made, takes one man to a square, and captures only there. Other effects may
    /// follow.
    #[inline]
    pub(super) fn of_one_man(&self, mv: Move) -> Option<ManMove> {
        mv.man().filter(|man| match man.kind.shape() {
            MoveShape::ToSquare | MoveShape::InPlace => self.mover.is_some() && self.captor.is_none(),
            MoveShape::EnPassant { .. } | MoveShape::Castling { .. } => false,
        })
    }

    /// The square where the move puts a wall, if it can be made.
    pub(super) fn wall_put_by(&self, mv: Move) -> Option<Square> {
        mv.wall().filter(|_| self.mover.is_some() || mv.man().is_none())
    }

    /// The square where the man stands after its move, unless it dies.
    pub(super) const fn stands(&self, man: ManMove) -> Square {
        if let Some((square, _)) = self.captor { square } else { man.to }
    }

    /// Whether the captor's square after the move is the one that it came from.
    pub(super) fn is_back(&self, man: ManMove) -> bool {
        self.captor.is_some_and(|(square, _)| square == man.from)
    }
}

impl<const W: usize> Core<W> {
    /// Computes the changes of a move. Without a mover the move cannot be made on this board, legal or not, or moves no
    /// man.
    #[inline]
    pub(super) fn changes(&self, mv: Move) -> Changes<W> {
        let mut changes = self.changes_without_effects(mv);
        let features = &self.tables.features;
        if features.deaths || features.aftermath {
            self.add_effects(mv, &mut changes);
        }
        changes
    }

    /// The square of the man that a move captures.
    pub(crate) fn captured_square(&self, mv: Move) -> Option<Square> {
        self.changes_without_effects(mv).captured_square()
    }

    /// [`Self::changes`] without the effects on men that the move does not take from their squares.
    ///
    /// Its tests suffice to keep every man on the board, on a square of its own.
    #[inline(always)]
    pub(super) fn changes_without_effects(&self, mv: Move) -> Changes<W> {
        let none = Changes::of_plain_move(mv.man(), Occupant::NONE, Occupant::NONE);
        let man = match mv {
            Move::Man(man) => man,
            Move::Drop(drop) => return Changes { mover: self.dropped(drop), ..none },
            Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => return none,
        };
        let mover = self.men.occupant(man.from);
        let known = self.tables.occupant(man.piece.number()).is_some();
        if !mover.is_some() || !known || !self.tables.board.contains(man.to) {
            return none;
        }
        let (captured_on, captured) = match man.kind.shape() {
            MoveShape::EnPassant { victim } => {
                let captured = self.men.occupant(victim);
                if victim == man.from || self.men.occupant(man.to).is_some() || !captured.is_some() {
                    return none;
                }
                (victim, captured)
            }
            MoveShape::Castling { partner_from, partner_to } => {
                let is_free = |to| !self.men.occupant(to).is_some() || to == man.from || to == partner_from;
                let two = self.men.occupant(partner_from).is_some() && partner_from != man.from;
                let apart = self.tables.board.contains(partner_to) && partner_to != man.to;
                if !(two && apart && is_free(man.to) && is_free(partner_to)) {
                    return none;
                }
                (man.to, Occupant::NONE)
            }
            MoveShape::ToSquare | MoveShape::InPlace if man.leaves() => (man.to, self.men.occupant(man.to)),
            MoveShape::ToSquare | MoveShape::InPlace => (man.to, Occupant::NONE),
        };
        let mut captor = None;
        // After a finishing move nothing more happens.
        if self.tables.features.aftermath && captured.is_some() && man.kind != MoveKind::Finishing {
            let piece = &self.tables.pieces[usize::from(mover.piece())];
            let Ok(after) =
                self.captor_after(piece, man.piece.number(), (man.from, man.to), captured_on, self.occupied())
            else {
                return none;
            };
            captor = after;
        }
        let mut left = None;
        if man.left_behind().is_some() {
            left = self.left_piece(man, captor.is_some_and(|(square, _)| square == man.from));
            if left.is_none() {
                return none;
            }
        }
        Changes { mover, captured, captured_on, captor, left, ..none }
    }

    /// Adds the effects on other men to the changes of a move.
    #[inline(never)]
    fn add_effects(&self, mv: Move, changes: &mut Changes<W>) {
        if changes.mover.is_some() {
            changes.effects = match mv {
                Move::Man(man) => match man.kind.shape() {
                    MoveShape::Castling { .. } | MoveShape::InPlace => Effects::NONE,
                    MoveShape::EnPassant { victim } => self.effects(man.from, man.to, Bits::of(victim)),
                    MoveShape::ToSquare => self.effects(man.from, man.to, Bits::EMPTY),
                },
                Move::Drop(drop) => Effects { converted: self.converted_by_drop(drop.piece, drop.to), ..Effects::NONE },
                Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => Effects::NONE,
            };
        }
        if self.tables.features.aftermath && changes.captured.is_some() {
            changes.home = self.home_of(changes.captured, changes.captured_on, || {
                let men = self.men_after(mv, changes);
                men | self.walls_after(changes.effects.new_wall, None, men)
            });
        }
    }

    /// Effects of a man's move between two squares on men that it does not capture. `victims` are the men captured
    /// elsewhere than on the target square.
    pub(super) fn effects(&self, from: Square, to: Square, victims: Bits<W>) -> Effects<W> {
        let piece = self.piece_table(from);
        let captures = !victims.is_empty() || self.men.occupant(to).is_some();
        let mut effects = Effects::NONE;
        if let Some(deaths) = &piece.deaths {
            let gone = Bits::of(from) | victims;
            for destroyed in deaths.destroyed(to, captures) {
                effects.dead |= self.affected(destroyed, piece.side, (Some(from), to), gone);
            }
            if deaths.dies(to, captures) {
                effects.dead.insert(to);
            }
            if deaths.becomes_wall(to, captures) {
                effects.new_wall.insert(to);
            }
        }
        if !piece.converts.is_empty() {
            let gone = Bits::of(from) | if victims.is_empty() { Bits::of(to) } else { victims } | effects.dead;
            let mut converted = Bits::EMPTY;
            for table in piece.converts.iter().filter(|table| table.happens(to, captures)) {
                converted |= self.affected(table, piece.side, (Some(from), to), gone);
            }
            effects.converted = self.those_that_can_convert(converted);
        }
        effects
    }

    /// The enemy men that change sides by a drop of a piece.
    pub(super) fn converted_by_drop(&self, piece: Piece, to: Square) -> Bits<W> {
        let mut converted = Bits::EMPTY;
        let next_to_own = self.tables.adjacent[to].intersects(self.men.of_side(self.status.turn));
        let tables = self.tables.pieces[usize::from(piece.number())].converts.iter();
        for table in tables.filter(|table| table.happens_when_dropped(next_to_own)) {
            converted |= self.affected(table, self.status.turn, (None, to), Bits::EMPTY);
        }
        self.those_that_can_convert(converted)
    }

    /// Enemy men of a set that can be converted: the other side has their kind, and may have it where they stand.
    fn those_that_can_convert(&self, men: Bits<W>) -> Bits<W> {
        let changes =
            |&square: &Square| self.tables.converted_on[usize::from(self.men.piece_index(square))].contains(square);
        men.iter().filter(changes).collect()
    }

    /// Captor's square and piece after a capture, where it would arrive as the piece `after`; `None` if it stands so.
    /// The error is the reason why the capture is illegal. `occupied` are the squares of men and walls before.
    pub(super) fn captor_after(
        &self,
        piece: &PieceTable<W>,
        after: u16,
        (from, to): (Square, Square),
        captured_on: Square,
        occupied: Bits<W>,
    ) -> Result<Option<(Square, Occupant)>, IllegalMove> {
        let arriving = self.tables.occupant(after);
        let after = match piece.captor {
            None => None,
            Some(CaptorFate::StaysBehind) => Some((from, arriving)),
            Some(CaptorFate::GoesHome(choice)) => {
                let (home, piece) = self.home(arriving, choice, captured_on).ok_or(IllegalMove::NoHome(None))?;
                if (occupied & !Bits::of(from) & !Bits::of(captured_on)).contains(home) {
                    return Err(IllegalMove::NoHome(Some(home)));
                }
                Some((home, self.tables.occupant(piece.number())))
            }
            Some(CaptorFate::ChangesSides) => {
                let converts = !piece.royal && self.tables.converted_on[usize::from(after)].contains(to);
                converts.then(|| (to, self.tables.occupant(self.tables.converted[usize::from(after)])))
            }
        };
        Ok(after.filter(|after| *after != (to, arriving)))
    }

    /// Whether the captor's fate allows a capture on a square, promoting or not. `occupied` are the squares of men and walls before.
    pub(super) fn may_capture_from(&self, from: Square, square: Square, occupied: Bits<W>) -> bool {
        let piece = self.piece_table(from);
        if piece.captor.is_none() {
            return true;
        }
        let may_be = |&after: &u16| self.captor_after(piece, after, (from, square), square, occupied).is_ok();
        let promotion = piece.promotion.as_ref();
        let promotion = promotion.filter(|table| table.zone.contains(square) || table.from.contains(from));
        let choices = promotion.map_or(&[][..], |table| self.promotion_choices(piece, table, square));
        let must_promote = promotion.is_some_and(|table| !table.optional.contains(square)) && !choices.is_empty();
        choices.iter().any(may_be) || !must_promote && may_be(&piece.number)
    }

    /// The square that a man captured on a square returns to, if it is not occupied then, with the piece that it is there.
    fn home_of(&self, captured: Occupant, on: Square, occupied: impl Fn() -> Bits<W>) -> Option<(Square, Piece)> {
        let kind = KindId(self.tables.pieces[usize::from(captured.piece())].kind);
        let Captured::Home(choice) = self.tables.variant.kind(kind).captured else { return None };
        let home = self.home(captured, choice, on)?;
        if occupied().contains(home.0) { None } else { Some(home) }
    }

    /// Home square of such a man in the setup, chosen by the square of a capture, with its piece there.
    fn home(&self, man: Occupant, choice: HomeChoice, on: Square) -> Option<(Square, Piece)> {
        let homes = self.start.homes.get(man.group())?;
        let board = self.tables.variant.board;
        let fits = |home: Square| match choice {
            HomeChoice::Only => true,
            HomeChoice::OnItsFile => board.file(home) == board.file(on),
            HomeChoice::OnItsColour => self.tables.dark.contains(home) == self.tables.dark.contains(on),
        };
        let &(home, piece) = homes.iter().find(|&&(home, _)| fits(home))?;
        Some((home, Piece::new(piece)?))
    }

    /// Calls `visit` with each man that a move takes off a square or out of a hand, or puts there. A square is left before another
    /// man comes to it.
    #[inline]
    pub(super) fn each_change(&self, mv: Move, changes: &Changes<W>, visit: &mut impl FnMut(ManChange)) {
        self.each_moved_man(mv, changes, visit);
        if self.has_more_changes(changes) {
            self.each_other_change(mv, changes, visit);
        }
    }

    /// Whether a move changes more than the men that it moves and captures, and the hand that a man is dropped from.
    #[inline]
    pub(super) fn has_more_changes(&self, changes: &Changes<W>) -> bool {
        let Changes { mover: _, captured, captured_on: _, captor: _, left, effects, home } = changes;
        let Effects { dead, new_wall: _, converted } = *effects;
        let loses = !(dead | converted).is_empty();
        loses || home.is_some() || left.is_some() || self.tables.features.hands && captured.is_some()
    }

    /// [`Self::each_change`] of the men that the move takes from their squares, and those that it captures.
    #[inline]
    fn each_moved_man(&self, mv: Move, changes: &Changes<W>, visit: &mut impl FnMut(ManChange)) {
        let (mover, captured) = (changes.mover, changes.captured);
        if !mover.is_some() {
            return;
        }
        let mut each = |change: Option<ManChange>| change.into_iter().for_each(&mut *visit);
        match mv {
            Move::Man(man) => {
                each(leaves(mover, man.from, ChangeCause::Moves));
                each(leaves(captured, changes.captured_on, ChangeCause::Captured));
                if let Some((partner_from, partner_to)) = man.kind.castling() {
                    let partner = self.men.occupant(partner_from);
                    each(leaves(partner, partner_from, ChangeCause::Moves));
                    each(arrives(partner, partner_to, ChangeCause::Moves));
                }
                let arriving = (man.to, self.tables.occupant(man.piece.number()));
                let (square, stands) = changes.captor.unwrap_or(arriving);
                each(arrives(stands, square, ChangeCause::Moves));
            }
            Move::Drop(DropMove { kind, to, piece }) => {
                if !self.drops_any_number(mover.side(), kind) {
                    each(Some(ManChange::InHand { side: mover.side(), kind, arrives: false }));
                }
                each(Some(ManChange::OnBoard { piece, square: to, arrives: true, cause: ChangeCause::FromHand }));
            }
            Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => {}
        }
    }

    /// [`Self::each_change`] of the others, after these.
    pub(super) fn each_other_change(&self, mv: Move, changes: &Changes<W>, visit: &mut impl FnMut(ManChange)) {
        let mut each = |change: Option<ManChange>| change.into_iter().for_each(&mut *visit);
        each(self.to_hand(changes.captured));
        if let Some(man) = mv.man() {
            if let Some(((kind, square), piece)) = man.left_behind().zip(changes.left) {
                each(Some(ManChange::InHand { side: changes.mover.side(), kind, arrives: false }));
                each(Some(ManChange::OnBoard { piece, square, arrives: true, cause: ChangeCause::FromHand }));
            }
            for square in changes.effects.dead.iter() {
                let dies = if square != man.to {
                    self.men.occupant(square)
                } else if changes.captor.is_some() {
                    Occupant::NONE
                } else {
                    self.tables.occupant(man.piece.number())
                };
                each(leaves(dies, square, ChangeCause::Dies));
                each(self.to_hand(dies));
            }
        }
        for square in changes.effects.converted.iter() {
            let before = self.men.occupant(square);
            let after = self.tables.occupant(self.tables.converted[usize::from(before.piece())]);
            each(leaves(before, square, ChangeCause::Converts));
            each(arrives(after, square, ChangeCause::Converts));
        }
        if let Some((square, piece)) = changes.home {
            each(Some(ManChange::OnBoard { piece, square, arrives: true, cause: ChangeCause::Returns }));
        }
    }

    /// Calls `visit` with each change of a move, see [`Self::each_change`].
    pub(crate) fn visit_changes(&self, mv: Move, visit: &mut impl FnMut(ManChange)) {
        self.each_change(mv, &self.changes(mv), visit);
    }

    /// A lost man's coming into the hand that it goes to, if it goes to one.
    fn to_hand(&self, lost: Occupant) -> Option<ManChange> {
        let group = self.tables.captured_group(lost).filter(|_| self.tables.features.hands && lost.is_some())?;
        Some(ManChange::InHand { side: side_of_group(group), kind: KindId((group / 2) as u8), arrives: true })
    }

    /// The squares where men stand after a move.
    #[inline]
    pub(super) fn men_after(&self, mv: Move, changes: &Changes<W>) -> Bits<W> {
        let one_man = changes.of_one_man(mv);
        let mut men = one_man.map_or(self.men.all(), |man| self.men.all() & !Bits::of(man.from) | Bits::of(man.to));
        let mut toggle = |change| {
            if let ManChange::OnBoard { square, .. } = change {
                men ^= Bits::of(square);
            }
        };
        if one_man.is_none() {
            self.each_moved_man(mv, changes, &mut toggle);
        }
        if self.has_more_changes(changes) {
            self.each_other_change(mv, changes, &mut toggle);
        }
        men
    }

    /// The walls that stand after a move, given the men that stand then, the man that becomes a wall by it, and the wall that it puts.
    #[inline]
    pub(super) fn walls_after(&self, new_wall: Bits<W>, put: Option<Square>, men: Bits<W>) -> Bits<W> {
        new_wall.first().into_iter().chain(put).fold(self.status.walls, |walls, square| {
            if (men | walls).contains(square) { walls } else { self.with_wall(walls, square) }
        })
    }
}

/// A man's leaving a square; nothing for no man.
#[inline]
fn leaves(man: Occupant, square: Square, cause: ChangeCause) -> Option<ManChange> {
    Some(ManChange::OnBoard { piece: Piece::new(man.piece())?, square, arrives: false, cause })
}

/// A man's arrival on a square; nothing for no man.
#[inline]
fn arrives(man: Occupant, square: Square, cause: ChangeCause) -> Option<ManChange> {
    Some(ManChange::OnBoard { piece: Piece::new(man.piece())?, square, arrives: true, cause })
}
