//! Aftermath of a move: captors that stay on their squares, men that change sides, captured men that return home.

use super::Core;
use crate::engine::bits::Bits;
use crate::engine::tables::Occupant;
use crate::engine::{DropMove, ManMove, MoveKind, MoveShape, Piece};
use crate::geometry::Square;
use crate::model::{Captured, HomeChoice, KindId};

impl<const W: usize> Core<W> {
    /// Whether a move is a rifle capture: the man stays on its square. Finishing moves always leave it.
    pub(super) fn is_rifle_capture_by(&self, man: ManMove, mover: Occupant, captured: Occupant) -> bool {
        self.tables.features.aftermath
            && captured.is_some()
            && man.kind != MoveKind::Finishing
            && self.tables.pieces[usize::from(mover.piece())].stays_behind
    }

    /// [`Self::is_rifle_capture_by`] for a move that has not been made.
    pub(crate) fn is_rifle_capture(&self, man: ManMove) -> bool {
        self.tables.features.aftermath
            && self.is_rifle_capture_by(man, self.men.occupant(man.from), self.displaced(man.into()).captured())
    }

    /// The squares occupied after a rifle capture, before a wall is put.
    pub(super) fn occupied_after_rifle_capture(&self, man: ManMove) -> Bits<W> {
        let returned: Bits<W> = self.aftermath(man).into_iter().map(|(square, _)| square).collect();
        self.occupied() & !Bits::of(captured_square(man)) | returned
    }

    /// Removes the captured man and changes the captor on its square.
    pub(super) fn make_rifle_capture(&mut self, man: ManMove) {
        self.remove(captured_square(man));
        self.remove(man.from);
        self.put(man.from, man.piece.number());
    }

    /// Removes the castling rights that a rifle capture takes from either side, but not from the keys. The captor keeps its
    /// own unless it becomes another man. Returns whether there were any.
    pub(super) fn lose_castling_rights_by_rifle_capture(&mut self, man: ManMove, becomes_other: bool) -> bool {
        let on = captured_square(man);
        self.retain_castling_rights(self.kept_castling_rights(on, if becomes_other { man.from } else { on }))
    }

    /// Takes back [`Self::make_rifle_capture`]. The keys are restored with the status.
    pub(super) fn unmake_rifle_capture(&mut self, man: ManMove, mover: Occupant, captured: Occupant) {
        self.men.remove(man.from);
        self.men.put(man.from, mover);
        self.men.put(captured_square(man), captured);
    }

    /// The enemy men that change sides by a move, which has not been made; men that die by it are not among them.
    pub(super) fn converted_by(&self, man: ManMove, dying: Bits<W>) -> Bits<W> {
        let on = match man.kind.shape() {
            MoveShape::Castling { .. } | MoveShape::InPlace => return Bits::EMPTY,
            MoveShape::EnPassant { victim } => victim,
            MoveShape::ToSquare => man.to,
        };
        let captures = self.men.occupant(on).is_some();
        let gone = Bits::of(man.from) | Bits::of(on) | dying;
        let mut converted = Bits::EMPTY;
        for table in self.piece_table(man.from).converts.iter().filter(|table| table.happens(man.to, captures)) {
            converted |= self.affected(table, self.status.turn, (Some(man.from), man.to), gone);
        }
        self.those_that_can_convert(converted)
    }

    /// The enemy men that change sides by a drop of a piece, which has not been made.
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

    /// Makes men change sides and a captured man return home, after the move and the deaths that it causes.
    pub(super) fn apply_aftermath(&mut self, man: ManMove, captured: Occupant, converted: Bits<W>) {
        let mut changes = self.convert(converted);
        if let Some((home, piece)) = self.home_of(captured, captured_square(man), self.occupied()) {
            self.put(home, piece);
            self.changed.push(home, Occupant::NONE);
            changes += 1;
        }
        self.changed.end_move(changes);
    }

    /// Makes men change sides, and returns how many.
    fn convert(&mut self, men: Bits<W>) -> u16 {
        for square in men.iter() {
            let before = self.remove(square);
            self.put(square, self.tables.converted[usize::from(before.piece())]);
            self.changed.push(square, before);
        }
        men.len() as u16
    }

    /// Makes men change sides after a drop.
    pub(super) fn apply_aftermath_of_drop(&mut self, converted: Bits<W>) {
        let changes = self.convert(converted);
        self.changed.end_move(changes);
    }

    /// The men that a drop changes, which has not been made, as they are after it.
    pub(crate) fn aftermath_of_drop(&self, drop: DropMove) -> Vec<(Square, u16)> {
        let after = |square: Square| (square, self.tables.converted[usize::from(self.men.piece_index(square))]);
        self.converted_by_drop(drop.piece, drop.to).iter().map(after).collect()
    }

    /// The men of other squares that a move changes, which has not been made, as they are after it.
    pub(crate) fn aftermath(&self, man: ManMove) -> Vec<(Square, u16)> {
        let captured = self.displaced(man.into()).captured();
        let dying = if self.tables.features.deaths { self.dying_by(man) } else { Bits::EMPTY };
        let converted = self.converted_by(man, dying);
        let after = |square: Square| (square, self.tables.converted[usize::from(self.men.piece_index(square))]);
        let mut vacated = dying | Bits::of(captured_square(man));
        let mut arrived = Bits::EMPTY;
        if !self.is_rifle_capture(man) {
            vacated.insert(man.from);
            arrived = Bits::of(man.to) & !dying | man.left_behind().map_or(Bits::EMPTY, |(_, on)| Bits::of(on));
        }
        let occupied = self.occupied() & !vacated | arrived;
        converted.iter().map(after).chain(self.home_of(captured, captured_square(man), occupied)).collect()
    }

    /// Takes back [`Self::apply_aftermath`]. The keys are restored with the status.
    pub(super) fn take_back_aftermath(&mut self) {
        for (square, before) in self.changed.pop_move() {
            self.men.remove(square);
            if before.is_some() {
                self.men.put(square, before);
            }
        }
    }

    /// The square that a man captured on a square returns to, if it is not occupied, with the piece that it is there.
    fn home_of(&self, captured: Occupant, on: Square, occupied: Bits<W>) -> Option<(Square, u16)> {
        if !captured.is_some() {
            return None;
        }
        let homes = self.start.homes.get(captured.group())?;
        let board = self.tables.variant.board;
        let kind = KindId(self.tables.pieces[usize::from(captured.piece())].kind);
        let Captured::Home(choice) = self.tables.variant.kind(kind).captured else { return None };
        let fits = |home: Square| match choice {
            HomeChoice::Only => true,
            HomeChoice::OnItsFile => board.file(home) == board.file(on),
            HomeChoice::OnItsColour => self.tables.dark.contains(home) == self.tables.dark.contains(on),
        };
        let &(home, piece) = homes.iter().find(|&&(home, _)| fits(home))?;
        (!occupied.contains(home)).then_some((home, piece))
    }
}

/// The square of the man that a move captures, if it captures one.
fn captured_square(man: ManMove) -> Square {
    if let MoveKind::EnPassant { victim } = man.kind { victim } else { man.to }
}
