//! Captors that stay on their squares, men that change sides, and captured men that return home.

use weakfish::geometry::{Side, Square};
use weakfish::model::{Captured, Change, Event, HomeChoice, KindId};

use super::actions::Action;
use super::{Game, Man, Position};

impl Game {
    /// Whether a man captures without leaving its square.
    pub(super) fn shoots(&self, man: Man) -> bool {
        self.variant.kind(man.kind).effects.iter().any(|effect| matches!(effect.change, Change::StaysBehind))
    }

    /// A man of the other side: as it stands if such men can, or else as they are written.
    fn on_other_side(&self, man: Man) -> Option<Man> {
        let side = !man.side;
        if !self.variant.kind(man.kind).sides[side] {
            return None;
        }
        let state = weakfish::model::ManState { facings: self.winds(man), mode: man.mode, promoted: man.promoted };
        let kept = self.man_in_state(side, man.kind, &state);
        let kept = kept.filter(|kept| self.all_facings(side, man.kind).iter().any(|other| other.turned == kept.turned));
        Some(kept.unwrap_or_else(|| self.start_men(side, man.kind)[0]))
    }
}

impl Position {
    /// The square on which an action's man has captured without going there, if it has.
    pub(super) fn shot_at(&self, action: &Action) -> Option<Square> {
        match *action.of_man().base() {
            Action::Go { from, victim: Some(victim), .. }
                if self.man(from).is_some_and(|man| self.game.shoots(man)) =>
            {
                Some(victim)
            }
            _ => None,
        }
    }

    /// Makes men change sides by an action, and a captured man return home. Men that died are gone already.
    pub(super) fn change_others(&mut self, before: &Self, action: &Action) {
        let (from, to, victim) = match *action.of_man().base() {
            Action::Go { from, to, victim, .. } => (from, to, victim),
            Action::Finish { from, to } => (from, to, before.man(to).map(|_| to)),
            _ => return,
        };
        let Some(mover) = before.man(from) else { return };
        self.remove_lost_rights();
        for square in self.game.variant.board.squares() {
            let Some(man) = self.man(square).filter(|man| man.side != mover.side) else { continue };
            if before.is_next_to(square, to)
                && before.converts(mover, to, victim.is_some(), man.kind)
                && let Some(other) = self.game.on_other_side(man)
            {
                self.board[square.index()] = Some(other);
                self.unmoved.retain(|&unmoved| unmoved != square);
            }
        }
        if let Some((square, man)) = victim.and_then(|square| Some((square, before.man(square)?)))
            && let Some(home) = self.home(man.side, man.kind, square)
            && self.man(home).is_none()
            && !self.walls.contains(&home)
        {
            self.board[home.index()] = Some(self.game.start_man(man.side, man.kind, home));
        }
    }

    fn converts(&self, mover: Man, to: Square, captures: bool, kind: KindId) -> bool {
        self.game.variant.kind(mover.kind).effects.iter().any(|effect| {
            let happens = match &effect.event {
                Event::Moving => true,
                Event::Capturing => captures,
                Event::NotCapturing => !captures,
                Event::Arriving(squares) => squares[mover.side].contains(to),
                _ => false,
            };
            happens && matches!(&effect.change, Change::Converts(kinds) if kinds.contains(&kind))
        })
    }

    /// The square in the setup that a man captured on a square returns to.
    fn home(&self, side: Side, kind: KindId, captured_on: Square) -> Option<Square> {
        let Captured::Home(choice) = self.game.variant.kind(kind).captured else { return None };
        let board = self.game.variant.board;
        let colour = |square: Square| (board.file(square) + board.rank(square)) % 2;
        let mut homes: Vec<Square> = self.game.variant.setups[self.game.setup.index()]
            .men
            .iter()
            .filter(|man| man.side == side && man.kind == kind)
            .map(|man| man.square)
            .collect();
        homes.sort_unstable();
        homes.into_iter().find(|&home| match choice {
            HomeChoice::OnItsFile => board.file(home) == board.file(captured_on),
            HomeChoice::OnItsColour => colour(home) == colour(captured_on),
            _ => true,
        })
    }
}
