//! Captors that stay on their squares, men that change sides, and captured men that return home.

use weakfish::geometry::{Side, Square};
use weakfish::model::{CaptorFate, Captured, Change, Event, HomeChoice, KindId};

use super::actions::Action;
use super::{Game, Man, Position};

impl Game {
    /// Whether a man captures without leaving its square.
    pub(super) fn shoots(&self, man: Man) -> bool {
        self.fate(man) == Some(CaptorFate::StaysBehind)
    }

    /// What becomes of a man that has captured.
    fn fate(&self, man: Man) -> Option<CaptorFate> {
        let effects = &self.variant.kind(man.kind).effects;
        effects.iter().find_map(|effect| if let Change::Captor(fate) = effect.change { Some(fate) } else { None })
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
    /// The square where a man that captures stands then, and the man that it is there; none if it may not capture. `arrives` is the man
    /// as it arrives on `to`.
    pub(super) fn captor(
        &self,
        (from, to): (Square, Square),
        arrives: Man,
        victim: Option<Square>,
    ) -> Option<(Square, Man)> {
        let (Some(victim), Some(mover)) = (victim, self.man(from)) else { return Some((to, arrives)) };
        match self.game.fate(mover) {
            None => Some((to, arrives)),
            Some(CaptorFate::StaysBehind) => Some((from, arrives)),
            Some(CaptorFate::GoesHome(choice)) => {
                let home = self.home_by(choice, arrives.side, arrives.kind, victim)?;
                let is_free = [from, victim].contains(&home) || self.man(home).is_none();
                (is_free && !self.walls.contains(&home))
                    .then(|| (home, self.game.start_man(arrives.side, arrives.kind, home)))
            }
            Some(CaptorFate::ChangesSides) => {
                let royal = self.game.variant.kind(mover.kind).royal;
                let other = self.game.on_other_side(arrives).filter(|other| !royal && self.game.may_stand(*other, to));
                Some((to, other.unwrap_or(arrives)))
            }
        }
    }

    /// Where the man of an action stands after it, and what it is there, if it has captured and does not stand as it arrived.
    pub(super) fn displaced(&self, action: &Action) -> Option<(Square, Man)> {
        let Action::Go { from, to, man, victim, .. } = *action.of_man().base() else { return None };
        self.captor((from, to), man, victim).filter(|stands| *stands != (to, man))
    }

    /// Whether a man may capture on a square, in one of the ways that it arrives there.
    pub(super) fn may_capture_on(&self, from: Square, man: Man, square: Square) -> bool {
        let promotions = &self.game.variant.rules.promotions[man.side];
        let promotion = promotions
            .iter()
            .find(|rule| rule.kind == man.kind && (rule.zone.contains(square) || rule.from.contains(from)));
        let kinds = promotion.map_or_else(Vec::new, |promotion| self.promotion_kinds(man, promotion));
        let stays = promotion.is_none_or(|rule| rule.optional && !rule.compulsory_on.contains(square));
        let own = (stays || kinds.is_empty()).then_some(man.kind);
        kinds.into_iter().chain(own).any(|kind| {
            let mut arrives = man;
            arrives.kind = kind;
            self.captor((from, square), arrives, Some(square)).is_some()
        })
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
        self.home_by(choice, side, kind, captured_on)
    }

    /// The square of such a man in the setup, by the square of a capture.
    fn home_by(&self, choice: HomeChoice, side: Side, kind: KindId, captured_on: Square) -> Option<Square> {
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
