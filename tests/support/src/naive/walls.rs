//! Walls placed in play.

use weakfish::geometry::{Side, Square};
use weakfish::model::{WallPlace, WallRule, Whose};

use super::actions::Action;
use super::{Man, Position};

impl Action {
    /// The action of the man, before a wall is put; other actions as they are.
    pub(super) fn of_man(&self) -> &Self {
        match self {
            Self::Walled { action, .. } => action,
            other => other,
        }
    }
}

impl Position {
    /// Whether neither a man nor a wall stands on a square.
    pub(super) fn is_empty(&self, square: Square) -> bool {
        self.man(square).is_none() && !self.walls.contains(&square)
    }

    /// Whether something stands on a square that a man can hop over, where it may hop over these kinds or over anything.
    pub(super) fn is_hurdle(&self, square: Square, hopper: Man) -> bool {
        let kind = self.game.variant.kind(hopper.kind);
        let Some(kinds) = &kind.hops_over else { return !self.is_empty(square) };
        self.man(square).is_some_and(|man| {
            let whose = if man.side == hopper.side { Whose::Own } else { Whose::Enemy };
            kinds.contains(&man.kind) && kind.hops_over_whose.is_none_or(|only| only == whose)
        })
    }

    /// An action with each wall that may follow it; the action itself if none does.
    pub(super) fn with_walls(&self, action: Action) -> Vec<Action> {
        let rule = self.game.variant.rules.walls[self.turn].as_ref().filter(|rule| !rule.instead_of_move);
        let ends = match action {
            Action::Go { from, to, .. } | Action::Castle { king: (from, to), .. } => Some((from, to)),
            Action::Turn { square, .. } => Some((square, square)),
            _ => None,
        };
        let (Some(rule), Some((from, to))) = (rule, ends) else { return vec![action] };
        let then = self.after_action(&action);
        let stands = self.displaced(&action).map_or(to, |(square, _)| square);
        let targets = then.man(stands).map_or_else(Vec::new, |man| then.targets(stands, man));
        let allowed = |&wall: &Square| match rule.place {
            WallPlace::Anywhere => true,
            WallPlace::WhereItCameFrom => wall == from,
            WallPlace::WhereItCouldGo => targets.iter().any(|target| target.to == wall && target.stops.moves),
        };
        let died = |square: &Square| rule.not_where_men_die && then.fallen.iter().any(|(at, _)| at == square);
        let walls = then.open_squares(rule).into_iter().filter(|&square| square != to).filter(allowed);
        let walls = walls.filter(|square| !died(square));
        walls.map(|wall| Action::Walled { action: Box::new(action.clone()), wall }).collect()
    }

    /// The empty squares where a wall may be put, whatever the man.
    fn open_squares(&self, rule: &WallRule) -> Vec<Square> {
        let board = self.game.variant.board;
        let beside = |square: Square| {
            let steps = |wall: &Square| {
                (board.file(square) - board.file(*wall)).abs() + (board.rank(square) - board.rank(*wall)).abs()
            };
            rule.or_beside_wall && self.walls.iter().any(|wall| steps(wall) == 1)
        };
        let open = |&square: &Square| self.is_empty(square) && (rule.on.contains(square) || beside(square));
        board.squares().filter(open).collect()
    }

    /// Adds the walls that may be put instead of a move.
    pub(super) fn push_walls(&self, actions: &mut Vec<Action>) {
        let rule = self.game.variant.rules.walls[self.turn].as_ref().filter(|rule| rule.instead_of_move);
        actions.extend(rule.into_iter().flat_map(|rule| self.open_squares(rule)).map(Action::Wall));
    }

    /// Puts the wall of an action of a side.
    pub(super) fn put_wall(&mut self, side: Side, action: &Action) {
        let (Action::Walled { wall, .. } | Action::Wall(wall)) = *action else { return };
        if self.game.variant.rules.walls[side].as_ref().is_some_and(|rule| rule.one_at_a_time) {
            self.walls.clear();
        }
        self.walls.push(wall);
        self.walls.sort_unstable();
        self.crossed.retain(|(square, _)| *square != wall);
    }

    /// The text of a wall behind that of the man's move.
    pub(super) fn wall_text(&self, action: &Action, wall: Square) -> String {
        let to = match *action {
            Action::Turn { square, .. } => square,
            _ => action.squares().unwrap().1,
        };
        format!(",{}{}", self.square_text(to), self.square_text(wall))
    }
}
