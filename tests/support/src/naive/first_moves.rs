//! First moves, and moves once a game: who has one, where it leads, and how it is lost.

use weakfish::geometry::Square;
use weakfish::model::{Lasting, Mode};

use super::actions::Action;
use super::facing::for_side;
use super::shuffles::may_start;
use super::walk::Walk;
use super::{Man, Position};

impl Position {
    /// Where a man's first move, or its move once a game, leads: to empty squares only.
    fn first_move_ends(&self, from: Square, man: Man) -> Vec<Square> {
        let Some(first) = &self.game.variant.kind(man.kind).first_move else { return Vec::new() };
        let barred = first.unless_in_check && self.in_check(man.side);
        let has_it = if first.lasts == Lasting::UntilItIsUsed { &self.once } else { &self.unmoved };
        if !has_it.contains(&from) || man.mode == Some(Mode::Capturing) || barred {
            return Vec::new();
        }
        let empty = |square: Square| self.is_passable(square, from, man);
        let hurdle = |square: Square| !empty(square) && self.is_hurdle(square, man);
        let mut ends = Vec::new();
        let setup = &self.game.variant.setups[self.game.setup.index()];
        let at_start = may_start(setup, man, from);
        let paths = for_side(&first.movement.paths, man.side, self.game.variant.black);
        for path in paths.iter().filter(|path| at_start || !path.first_move_only) {
            let (board, lines) = (self.game.variant.board, self.game.variant.lines.as_slice());
            let walk = Walk { board, lines, path, empty: &empty, hurdle: &hurdle };
            for end in walk.ends(from) {
                let free = end.stops.moves && self.is_empty(end.square) && self.game.may_enter_quietly(man, end.square);
                if free && self.game.region_allows(man, from, end.square) && !ends.contains(&end.square) {
                    ends.push(end.square);
                }
            }
        }
        ends
    }

    /// The first moves of a man, or its moves once a game, to squares where it can't go anyway, or capture en passant.
    pub(super) fn first_moves(&self, from: Square, man: Man, actions: &mut Vec<Action>) {
        for to in self.first_move_ends(from, man) {
            let otherwise = self.targets(from, man).into_iter().any(|target| {
                target.to == to && (target.stops.moves || self.victim_en_passant(man, &target).is_some())
            });
            let relayed = self.relayed_targets(from, man, &[]);
            if !otherwise && !relayed.iter().any(|target| target.to == to && target.stops.moves) {
                self.arrivals(from, to, man, None, None, &[], actions);
            }
        }
    }

    /// Adds those of these actions, moves and castlings, with a man from the hand left behind. A capture en passant leaves
    /// none.
    pub(super) fn push_leaving(&self, actions: &mut Vec<Action>) {
        let mut leaving = Vec::new();
        for action in actions.iter() {
            let squares = match *action {
                Action::Go { from, to, victim, .. }
                    if victim.is_none_or(|victim| victim == to)
                        && self.displaced(action).is_none_or(|(square, _)| square != from) =>
                {
                    vec![(from, to)]
                }
                Action::Castle { king, partner } => [king, partner]
                    .into_iter()
                    .filter(|(from, _)| *from != king.1 && *from != partner.1 && king.0 != king.1)
                    .collect(),
                _ => Vec::new(),
            };
            for (on, _) in squares.into_iter().filter(|(from, _)| self.unmoved.contains(from)) {
                let leaver = self.man(on).unwrap();
                for &kind in &self.game.variant.kind(leaver.kind).may_leave {
                    let man = self.game.start_man(self.turn, kind, on);
                    let held = self.game.variant.kind(kind).sides[self.turn] && self.hands[self.turn][kind.index()] > 0;
                    if held && self.game.may_stand(man, on) && !self.could_never_move(man, on) {
                        leaving.push(Action::Leave { of: Box::new(action.clone()), kind, on, man });
                    }
                }
            }
        }
        actions.extend(leaving);
    }

    /// Takes first moves away after an action: from men that moved, turned or were captured, and from those at which a
    /// man that moved now aims.
    pub(super) fn remove_first_moves(&mut self, before: &Self, action: &Action) {
        if self.unmoved.is_empty() {
            return;
        }
        let (gone, arrived) = match *action.of_man().base() {
            Action::Go { from, to, victim, .. } => {
                (vec![Some(from), victim], vec![before.displaced(action).map_or(to, |(square, _)| square)])
            }
            Action::Finish { from, to } => (vec![Some(from), Some(to)], vec![to]),
            Action::Castle { king, partner } => (vec![Some(king.0), Some(partner.0)], vec![king.1, partner.1]),
            Action::Drop { to, .. } => (Vec::new(), vec![to]),
            Action::Turn { square, .. } => (vec![Some(square)], vec![square]),
            _ => return,
        };
        let dead: Vec<Square> = self.fallen.iter().map(|&(square, _)| square).collect();
        self.unmoved.retain(|square| !gone.contains(&Some(*square)) && !dead.contains(square));
        let still = std::mem::take(&mut self.unmoved);
        self.unmoved = still
            .into_iter()
            .filter(|&square| before.man(square).is_some_and(|man| !self.is_aimed_at(square, man, &arrived)))
            .collect();
    }

    /// Whether a man on one of these squares takes the first move of a man away, or its move once a game, by aiming at it.
    fn is_aimed_at(&self, square: Square, man: Man, arrived: &[Square]) -> bool {
        let Some(first) = &self.game.variant.kind(man.kind).first_move else { return false };
        let mut alone = self.clone();
        alone.walls.clear();
        arrived.iter().any(|&from| {
            let Some(aimer) = self.man(from) else { return false };
            alone.board.fill(None);
            alone.board[from.index()] = Some(aimer);
            alone.board[square.index()] = Some(man);
            aimer.side != man.side
                && first.until_aimed_at_by.contains(&aimer.kind)
                && self.game.may_capture(aimer.kind, man.kind)
                && alone.targets(from, aimer).iter().any(|target| target.to == square && target.stops.captures)
        })
    }

    /// Where the men stand after an action that still have their move once a game: each goes with its man, unless this has
    /// just used it, has been captured or killed, or is another man now.
    pub(super) fn follow_moves_once(&mut self, before: &Self, action: &Action) {
        let base = action.of_man().base();
        let mut kept = Vec::new();
        for &square in &before.once {
            let Some(man) = before.man(square) else { continue };
            let (now, arrived) = match *base {
                Action::Go { victim: Some(victim), .. } if victim == square => continue,
                Action::Go { from, to, .. } => {
                    if from == square && before.is_move_once(from, to, man) {
                        continue;
                    }
                    let stands = before.displaced(action).map_or(to, |(square, _)| square);
                    (if from == square { stands } else { square }, vec![stands])
                }
                Action::Finish { to, .. } if to == square => continue,
                Action::Finish { from, to } => (if from == square { to } else { square }, vec![to]),
                Action::Castle { king, partner } => {
                    let pairs = [king, partner];
                    let now = pairs.into_iter().find(|pair| pair.0 == square).map_or(square, |pair| pair.1);
                    (now, vec![king.1, partner.1])
                }
                Action::Turn { square: turned, .. } => (square, vec![turned]),
                Action::Drop { to, .. } => (square, vec![to]),
                _ => (square, Vec::new()),
            };
            let died = self.fallen.iter().any(|&(fell, _)| fell == now);
            let same = self.man(now).filter(|other| (other.side, other.kind) == (man.side, man.kind));
            if let Some(man) = same.filter(|_| !died)
                && !self.is_aimed_at(now, man, &arrived)
            {
                kept.push(now);
            }
        }
        self.once = kept;
    }

    /// Whether a man goes to a square by its move once a game.
    fn is_move_once(&self, from: Square, to: Square, man: Man) -> bool {
        let mut actions = Vec::new();
        self.first_moves(from, man, &mut actions);
        actions.iter().any(|action| matches!(*action, Action::Go { to: there, .. } if there == to))
    }
}
