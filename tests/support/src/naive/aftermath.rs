//! Captors that stay on their squares, men that change sides, and captured men that return home.

use weakfish::geometry::{Side, Square};
use weakfish::model::{CaptorFate, Captured, Change, Event, HomeChoice, KindId};

use super::actions::Action;
use super::{Game, Man, Position};

impl Game {
    /// Whether a man captures without leaving its square.
    pub(super) fn shoots(&self, man: Man) -> bool {
        self.variant
            .kind(man.kind)
            .effects
            .iter()
            .any(|effect| matches!(effect.change, Change::Captor(CaptorFate::StaysBehind)))
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
        let left = match action.of_man() {
            Action::Leave { on, .. } => Some(*on),
            _ => None,
        };
        let happens = |event: &Event| match event {
            Event::Moving => true,
            Event::Capturing => victim.is_some(),
            Event::NotCapturing => victim.is_none(),
            Event::Arriving(squares) => squares[mover.side].contains(to),
            _ => false,
        };
        self.convert(mover, (Some(from), to), left, &happens);
        if let Some((square, man)) = victim.and_then(|square| Some((square, before.man(square)?)))
            && let Some(home) = self.home(man.side, man.kind, square)
            && self.man(home).is_none()
            && !self.walls.contains(&home)
        {
            self.board[home.index()] = Some(self.game.start_man(man.side, man.kind, home));
        }
    }

    /// Makes men change sides by a man that has come to a square; `absent` is a square whose man does not count.
    fn convert(
        &mut self,
        mover: Man,
        (from, to): (Option<Square>, Square),
        absent: Option<Square>,
        happens: &dyn Fn(&Event) -> bool,
    ) {
        let effects = self.game.variant.kind(mover.kind).effects.clone();
        let mut converted: Vec<Square> = Vec::new();
        for effect in effects.iter().filter(|effect| happens(&effect.event)) {
            if let Change::Converts(affected) = &effect.change {
                let man_at = |square: Square| if Some(square) == absent { None } else { self.man(square) };
                converted.extend(self.affected(affected, mover.side, (from, to), &man_at));
            }
        }
        for square in converted {
            let Some(man) = self.man(square).filter(|man| man.side != mover.side) else { continue };
            if let Some(other) = self.game.on_other_side(man).filter(|other| self.game.may_stand(*other, square)) {
                self.board[square.index()] = Some(other);
                self.unmoved.retain(|&unmoved| unmoved != square);
            }
        }
    }

    /// Makes men change sides by a drop.
    pub(super) fn change_others_by_drop(&mut self, man: Man, to: Square) {
        let board = self.game.variant.board;
        let beside_own = board
            .squares()
            .any(|square| self.is_next_to(square, to) && self.man(square).is_some_and(|other| other.side == man.side));
        self.convert(man, (None, to), None, &|event| {
            *event == Event::Dropped || beside_own && *event == Event::DroppedNextToOwn
        });
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
            HomeChoice::Only => true,
        })
    }
}
