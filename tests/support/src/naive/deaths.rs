//! Men that die by a move that doesn't capture them.

use weakfish::geometry::Square;
use weakfish::model::{Change, Event};

use super::actions::Action;
use super::effect_range::ManAt;
use super::{Man, Position};

impl Position {
    /// Removes the men that die by an action from the position after it, and notes them.
    pub(super) fn remove_dead(&mut self, before: &Self, action: &Action) {
        self.fallen.clear();
        let (from, to, victim) = match *action.of_man().base() {
            Action::Go { from, to, victim, .. } => (from, to, victim),
            Action::Finish { from, to } => (from, to, before.man(to).map(|_| to)),
            _ => return,
        };
        let Some(mover) = before.man(from) else { return };
        let man_at = |square: Square| if square == from || Some(square) == victim { None } else { before.man(square) };
        let destroyed = before.destroyed(mover, (from, to), victim.is_some(), &man_at);
        for square in self.game.variant.board.squares() {
            let Some(man) = self.man(square) else { continue };
            let itself = square == to && before.kills_itself(mover, to, victim.is_some());
            if itself || destroyed.contains(&square) {
                self.fallen.push((square, man));
            }
        }
        if before.becomes_wall(mover, to, victim.is_some()) {
            self.walls.push(to);
            self.walls.sort_unstable();
        }
        for (square, man) in self.fallen.clone() {
            self.board[square.index()] = None;
            self.put_in_hand(man);
            self.crossed.retain(|&(_, stepper)| stepper != square);
        }
    }

    /// Whether a move kills royal men so that it is illegal, or legal whatever is attacked; `None` if neither. The man that
    /// moves counts as what it was before.
    pub(super) fn verdict_on_royal_deaths(&self, action: &Action, next: &Self) -> Option<bool> {
        let mover = action.squares().and_then(|(from, to)| Some((to, self.man(from)?)));
        let before = |&(square, man): &(Square, Man)| mover.filter(|(to, _)| *to == square).map_or(man, |(_, man)| man);
        let of_side = |side| next.fallen.iter().map(before).filter(move |man| man.side == side);
        let fallen = |side| of_side(side).filter(|man| self.is_royal(*man)).count();
        if fallen(self.turn) > 0 {
            return Some(false);
        }
        let all = self.men(!self.turn).filter(|(_, man)| self.is_royal(*man)).count();
        (all > 0 && fallen(!self.turn) == all).then_some(true)
    }

    /// Whether a man that captured on a square would kill a royal man of its side by that.
    pub(super) fn would_kill_own_royal(&self, from: Square, attacker: Man, square: Square) -> bool {
        let itself = self.is_royal(attacker) && self.kills_itself(attacker, square, true);
        let man_at = |at: Square| if at == from { None } else { self.man(at) };
        let destroyed = self.destroyed(attacker, (from, square), true, &man_at);
        itself || self.men(attacker.side).any(|(at, man)| self.is_royal(man) && destroyed.contains(&at))
    }

    fn kills_itself(&self, mover: Man, to: Square, captures: bool) -> bool {
        self.has_effect(mover, to, captures, &|change| matches!(change, Change::Dies | Change::BecomesWall))
    }

    fn becomes_wall(&self, mover: Man, to: Square, captures: bool) -> bool {
        self.has_effect(mover, to, captures, &|change| matches!(change, Change::BecomesWall))
    }

    /// The men that a move destroys, on a board with these men.
    fn destroyed(&self, mover: Man, (from, to): (Square, Square), captures: bool, man_at: &ManAt<'_>) -> Vec<Square> {
        let mut all = Vec::new();
        for change in self.changes(mover, to, captures) {
            if let Change::Destroys(affected) = change {
                all.extend(self.affected(affected, mover.side, (Some(from), to), man_at));
            }
        }
        all
    }

    fn has_effect(&self, mover: Man, to: Square, captures: bool, is_it: &dyn Fn(&Change) -> bool) -> bool {
        self.changes(mover, to, captures).any(is_it)
    }

    /// The changes that the effects of a move make.
    fn changes(&self, mover: Man, to: Square, captures: bool) -> impl Iterator<Item = &Change> {
        let effects = self.game.variant.kind(mover.kind).effects.iter();
        let happens = move |event: &Event| match event {
            Event::Moving => true,
            Event::Capturing => captures,
            Event::NotCapturing => !captures,
            Event::Arriving(squares) => squares[mover.side].contains(to),
            _ => false,
        };
        effects.filter(move |effect| happens(&effect.event)).map(|effect| &effect.change)
    }

    pub(super) fn is_next_to(&self, one: Square, other: Square) -> bool {
        let board = self.game.variant.board;
        let apart = (board.file(one) - board.file(other)).abs().max((board.rank(one) - board.rank(other)).abs());
        apart == 1
    }
}
