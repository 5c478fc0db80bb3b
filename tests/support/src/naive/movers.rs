//! Men that must, or may not, move again in a series.

use weakfish::geometry::Square;
use weakfish::model::SeriesMovers;

use super::actions::Action;
use super::position::Position;

impl Position {
    /// Which men may move in the turn of the player to move.
    fn movers(&self) -> SeriesMovers {
        self.game.variant.rules.series[self.turn].map_or(SeriesMovers::Any, |series| series.movers)
    }

    /// Whether a man on a square, or one in hand, may not move on in the series.
    pub(super) fn rests(&self, from: Option<Square>) -> bool {
        let has_moved = from.is_some_and(|from| self.moved.contains(&from));
        match self.movers() {
            SeriesMovers::Any => false,
            SeriesMovers::Same => self.series > 0 && !has_moved,
            SeriesMovers::Different => has_moved,
        }
    }

    /// Whether an action moves a man that may not move on in the series.
    pub(super) fn moves_resting(&self, action: &Action) -> bool {
        match *action.of_man().base() {
            Action::Go { from, .. } | Action::Finish { from, .. } | Action::Turn { square: from, .. } => {
                self.rests(Some(from))
            }
            Action::Castle { king, partner } => self.rests(Some(king.0)) || self.rests(Some(partner.0)),
            Action::Drop { .. } => self.rests(None),
            _ => false,
        }
    }

    /// Whether a player without other actions ends the series.
    pub(super) fn ends_when_stuck(&self) -> bool {
        self.movers() != SeriesMovers::Any && self.series > 0
    }

    /// Notes which men have moved in the series, after an action of this position. Returns whether the series is over because
    /// nobody may go on.
    pub(super) fn note_moved(&mut self, before: &Self, action: &Action) -> bool {
        self.moved.clear();
        if before.movers() == SeriesMovers::Any {
            return false;
        }
        let arrived = match *action.of_man().base() {
            Action::Go { from, to, .. } => {
                vec![(Some(from), before.displaced(action).map_or(to, |(square, _)| square))]
            }
            Action::Finish { from, to } => vec![(Some(from), to)],
            Action::Turn { square, .. } => vec![(Some(square), square)],
            Action::Castle { king, partner } => vec![(Some(king.0), king.1), (Some(partner.0), partner.1)],
            Action::Drop { to, .. } => vec![(None, to)],
            _ => Vec::new(),
        };
        if before.movers() == SeriesMovers::Different {
            let gone = |square: &Square| arrived.iter().any(|&(from, _)| from == Some(*square));
            self.moved.extend(before.moved.iter().copied().filter(|square| !gone(square)));
        }
        self.moved.extend(arrived.into_iter().map(|(_, to)| to));
        let board = &self.board;
        self.moved.retain(|square| board[square.index()].is_some_and(|man| man.side == before.turn));
        self.moved.sort_unstable();
        before.movers() == SeriesMovers::Same && self.moved.is_empty()
    }
}
