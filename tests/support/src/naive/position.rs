//! Position of the naive generator, and making actions.

use std::rc::Rc;

use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::{Condition, Lasting, Mode, Modes, Passing, Royalty, SeriesLength};

use super::hands::Hands;
use super::shuffles::may_start;
use super::walk::Walk;
use super::{Action, Game, Man};

/// A position with its whole history.
#[derive(Clone)]
pub struct Position {
    pub game: Rc<Game>,
    pub board: Vec<Option<Man>>,
    pub hands: Hands,
    /// Where walls stand, in order.
    pub walls: Vec<Square>,
    pub turn: Side,
    /// Rights toward the last file and toward the first.
    pub castling: PerSide<[bool; 2]>,
    /// Where men stand that have never moved and have a first move left.
    pub unmoved: Vec<Square>,
    /// Where men stand that still have their move once a game.
    pub once: Vec<Square>,
    /// The squares that long steps crossed, each with the square where the man that crossed it stands.
    pub crossed: Vec<(Square, Square)>,
    pub halfmove: u32,
    pub fullmove: u32,
    pub still: PerSide<u32>,
    pub last_series: u32,
    pub series: u32,
    /// The squares of the men that have moved in the series, where the same man must, or may not, move again; in order.
    pub moved: Vec<Square>,
    pub quiet_series: u32,
    pub checks: PerSide<u32>,
    /// The sides that have made a move where they could have claimed a win.
    pub passed_up: PerSide<bool>,
    /// The wings on which each side has castled, toward the last and toward the first file, where an ending asks for it.
    pub castled: PerSide<[bool; 2]>,
    /// Passes in a row, where two end the game.
    pub passed: u32,
    /// The plies counted while few men are left, and how many may be.
    pub counted: Option<(u32, u32)>,
    /// A player out of moves has claimed a stalemate.
    pub claimed_by: Option<Side>,
    /// The men that died by the last move without being captured, with their squares.
    pub fallen: Vec<(Square, Man)>,
    /// The positions before this one.
    pub history: Option<Rc<HistoryEntry>>,
}

/// Repetition key.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key {
    board: Vec<Option<Man>>,
    hands: Hands,
    walls: Vec<Square>,
    turn: Side,
    castling: PerSide<[bool; 2]>,
    unmoved: Vec<Square>,
    once: Vec<Square>,
    en_passant: Vec<Square>,
    series: (u32, u32),
    moved: Vec<Square>,
    checks: PerSide<u32>,
    passed_up: PerSide<bool>,
    castled: PerSide<[bool; 2]>,
    passed: u32,
}

/// Earlier position, with those before it.
pub struct HistoryEntry {
    key: Key,
    /// Whether a turn began here, and the player to move was in check.
    begins: bool,
    checked: bool,
    before: Option<Rc<HistoryEntry>>,
}

/// Where a man could end.
pub(super) struct Target {
    pub(super) to: Square,
    pub(super) stops: Modes,
    /// Whether it captures en passant there by a path of its own.
    pub(super) en_passant: bool,
    /// The part that goes there; none in a region that replaces the movement.
    pub(super) part: Option<u8>,
}

impl Position {
    /// The start of the game's setup.
    pub fn start(game: &Rc<Game>) -> Self {
        let variant = &game.variant;
        let mut position = Self {
            game: game.clone(),
            board: vec![None; variant.board.len()],
            hands: game.starting_hands(),
            walls: Vec::new(),
            turn: variant.first,
            castling: PerSide::both([true; 2]),
            unmoved: Vec::new(),
            once: Vec::new(),
            crossed: Vec::new(),
            halfmove: 0,
            fullmove: 1,
            still: PerSide::both(0),
            last_series: 0,
            series: 0,
            moved: Vec::new(),
            quiet_series: 0,
            checks: PerSide::both(0),
            passed_up: PerSide::both(false),
            castled: PerSide::both([false; 2]),
            passed: 0,
            counted: None,
            claimed_by: None,
            fallen: Vec::new(),
            history: None,
        };
        for man in &variant.setups[game.setup.index()].men {
            position.board[man.square.index()] = Some(game.man_in_state(man.side, man.kind, &man.state).unwrap());
            let kind = variant.kind(man.kind);
            match &kind.first_move {
                Some(first) if first.lasts == Lasting::UntilItIsUsed => position.once.push(man.square),
                None if kind.may_leave.is_empty() => {}
                _ => position.unmoved.push(man.square),
            }
        }
        position.remove_lost_rights();
        position
    }

    pub(super) fn man(&self, square: Square) -> Option<Man> {
        self.board[square.index()]
    }

    pub(super) fn men(&self, side: Side) -> impl Iterator<Item = (Square, Man)> + '_ {
        let squares = (0..self.board.len()).map(|index| Square::new(index as u8));
        squares.filter_map(move |square| Some((square, self.man(square).filter(|man| man.side == side)?)))
    }

    /// Where a man on a square could end, by moving, capturing or en passant, whatever stands there.
    pub(super) fn targets(&self, from: Square, man: Man) -> Vec<Target> {
        self.targets_on(from, man, &|_| true)
    }

    /// The same, as far as they are on such squares.
    fn targets_on(&self, from: Square, man: Man, wanted: &dyn Fn(Square) -> bool) -> Vec<Target> {
        let of_the_mode = match man.mode {
            None => Modes::BOTH,
            Some(Mode::Moving) => Modes::MOVES,
            Some(Mode::Capturing) => Modes::CAPTURES,
        };
        let empty = |square: Square| self.is_passable(square, from, man);
        let setup = &self.game.variant.setups[self.game.setup.index()];
        let unmoved = || may_start(setup, man, from);
        let hurdle = |square: Square| !empty(square) && self.is_hurdle(square, man);
        let mut ends = Vec::new();
        for (path, part) in self.game.paths(man, from) {
            if path.first_move_only && !unmoved() {
                continue;
            }
            let (board, lines) = (self.game.variant.board, &self.game.variant.lines);
            let walk = Walk { board, lines, path, empty: &empty, hurdle: &hurdle };
            walk.each_end(from, &mut |end| {
                if wanted(end.square) && end.square != from && self.game.region_allows(man, from, end.square) {
                    let stops = Modes {
                        moves: end.stops.moves && of_the_mode.moves && self.game.may_enter_quietly(man, end.square),
                        captures: end.stops.captures && of_the_mode.captures,
                    };
                    let en_passant = end.en_passant && of_the_mode.captures;
                    ends.push(Target { to: end.square, stops, en_passant, part });
                }
            });
        }
        ends
    }

    /// Whether a square on the way of a man is as if empty to it: it has left it, nobody stands there, or a man that it
    /// passes.
    pub(super) fn is_passable(&self, square: Square, from: Square, man: Man) -> bool {
        let passes = &self.game.variant.kind(man.kind).passes_own;
        let passed = |other: Man| other.side == man.side && passes.contains(&other.kind);
        square == from || !self.walls.contains(&square) && self.man(square).is_none_or(passed)
    }

    /// Whether a side is in check: a man of it that is royal now can be captured, or all that are royal together can.
    pub(super) fn in_check(&self, side: Side) -> bool {
        let attacked = |square: Square| self.checkers_of(side, square).next().is_some();
        let together: Vec<Square> = self.royal_together(side);
        self.men(side).any(|(square, man)| self.is_royal(man) && attacked(square))
            || !together.is_empty() && together.iter().all(|&square| attacked(square))
    }

    /// Whether a man of the player to move that is royal now, and counts before the move, is attacked after an action.
    pub(super) fn leaves_former_royal(&self, action: &Action, next: &Self) -> bool {
        let counts = |man: Man| {
            let kind = self.game.variant.kind(man.kind);
            matches!(kind.royalty, Royalty::WhenLeftBeforeMoving(_)) && self.is_royal(man)
        };
        let after = |square: Square| match *action.base() {
            Action::Go { from, to, .. } if from == square => self.displaced(action).map_or(to, |(square, _)| square),
            Action::Castle { king: (from, to), .. } if from == square => to,
            Action::Castle { partner: (from, to), .. } if from == square => to,
            _ => square,
        };
        let former = self.men(self.turn).filter(|(_, man)| counts(*man)).map(|(square, _)| after(square));
        let mut former = former.filter(|&square| next.man(square).is_some_and(|man| man.side == self.turn));
        former.any(|square| next.attackers(self.turn, square).next().is_some())
    }

    /// The enemies that can capture a side's man on a square.
    fn attackers(&self, side: Side, square: Square) -> impl Iterator<Item = Square> {
        let victim = self.man(square);
        let attacks = move |&(from, attacker): &(Square, Man)| {
            let Some(victim) = victim else { return false };
            self.game.may_capture(attacker.kind, victim.kind)
                && self.game.possible_targets(attacker, from).contains(square)
                && self.targets_on(from, attacker, &|to| to == square).iter().any(|target| target.stops.captures)
                && !self.is_held(from)
                && self.may_capture_on(from, attacker, square)
                || self.attacks_by_relay(from, attacker, square)
        };
        self.men(!side).filter(attacks).map(|(from, _)| from)
    }

    /// The enemies that attack a royal man of a side on a square: not those that would kill their own by capturing it.
    fn checkers_of(&self, side: Side, square: Square) -> impl Iterator<Item = Square> {
        self.attackers(side, square).filter(move |&from| {
            self.man(from).is_some_and(|attacker| !self.would_kill_own_royal(from, attacker, square))
        })
    }

    /// The enemies that give check to a side.
    pub(super) fn checkers(&self, side: Side) -> Vec<Square> {
        let together = self.royal_together(side);
        let mut royal: Vec<Square> =
            self.men(side).filter(|(_, man)| self.is_royal(*man)).map(|(square, _)| square).collect();
        if together.iter().all(|&square| self.checkers_of(side, square).next().is_some()) {
            royal.extend(together);
        }
        let mut checkers: Vec<Square> = royal.iter().flat_map(|&square| self.checkers_of(side, square)).collect();
        checkers.sort_unstable();
        checkers.dedup();
        checkers
    }

    /// Whether a man may not be captured now, alone.
    pub(super) fn is_royal(&self, man: Man) -> bool {
        let kind = self.game.variant.kind(man.kind);
        let left = || self.men(man.side).filter(|(_, other)| other.kind == man.kind).count();
        kind.royal
            && match kind.royalty {
                Royalty::Always => true,
                Royalty::WhenLeft(number) | Royalty::WhenLeftBeforeMoving(number) => left() <= usize::from(number),
                Royalty::Together => self.royal_together(man.side).len() == 1,
            }
    }

    /// The men of a side that are royal together.
    fn royal_together(&self, side: Side) -> Vec<Square> {
        let together = |man: Man| {
            let kind = self.game.variant.kind(man.kind);
            kind.royal && kind.royalty == Royalty::Together
        };
        self.men(side).filter(|(_, man)| together(*man)).map(|(square, _)| square).collect()
    }

    /// Whether two men stand opposed by the rule of this number.
    pub(super) fn are_opposed_by(&self, number: usize) -> bool {
        self.watches(&|rule, _| rule == number)
    }

    /// Whether two men stand opposed who have to be parted.
    pub(super) fn are_opposed(&self) -> bool {
        self.watches(&|rule, _| self.game.variant.rules.opposition[rule].to_be_broken)
    }

    /// Whether an enemy watches the man on a square.
    pub(super) fn is_watched(&self, square: Square) -> bool {
        self.watches(&|rule, seen| seen == square && !self.game.variant.rules.opposition[rule].to_be_broken)
    }

    /// Whether a man watches an enemy that it may not face, by such a rule and on such a square.
    fn watches(&self, on: &dyn Fn(usize, Square) -> bool) -> bool {
        let board = self.game.variant.board;
        let sees = |number: usize, watched, from: Square, man: Man| {
            let empty = |square: Square| square == from || self.is_empty(square);
            let seen = |to: Square| self.man(to).is_some_and(|other| other.side != man.side && other.kind == watched);
            let paths = &self.game.watching[man.side][number];
            paths.iter().any(|path| {
                let ends = Walk {
                    board,
                    lines: &self.game.variant.lines,
                    path,
                    empty: &empty,
                    hurdle: &|square| !empty(square),
                }
                .ends(from);
                ends.iter().any(|end| end.stops.any() && on(number, end.square) && seen(end.square))
            })
        };
        self.game.variant.rules.opposition.iter().enumerate().any(|(number, rule)| {
            let watchers = Side::ALL.into_iter().flat_map(|side| self.men(side));
            watchers.into_iter().any(|(from, man)| man.kind == rule.watcher && sees(number, rule.watched, from, man))
        })
    }

    /// The square of a side's castling king in the setup, and those of its partners toward the last file and the first.
    pub(super) fn castling_squares(&self, side: Side) -> Option<(Square, [Option<Square>; 2])> {
        let rule = self.game.variant.rules.castling[side].as_ref()?;
        if let Some(dropped) = &rule.dropped {
            let board = self.game.variant.board;
            let king = dropped.king_on;
            let mut partners = [None; 2];
            for square in dropped.partners_on.iter().filter(|&square| board.rank(square) == board.rank(king)) {
                let nearest = &mut partners[usize::from(square < king)];
                let distance = |square: Square| (board.file(square) - board.file(king)).abs();
                if nearest.is_none_or(|other| distance(square) < distance(other)) {
                    *nearest = Some(square);
                }
            }
            return Some((king, partners));
        }
        let men = &self.game.variant.setups[self.game.setup.index()].men;
        let own = || men.iter().filter(|man| man.side == side);
        let king = own().find(|man| man.kind == rule.king)?.square;
        let board = self.game.variant.board;
        let partners = own().filter(|man| rule.partners.contains(&man.kind)).map(|man| man.square);
        let partners = partners.filter(|&square| rule.partners_on.is_none_or(|squares| squares.contains(square)));
        let on_rank = partners.filter(|&square| board.rank(square) == board.rank(king));
        let (after, before): (Vec<Square>, Vec<Square>) = on_rank.partition(|&square| square > king);
        Some((king, [after.into_iter().min(), before.into_iter().max()]))
    }

    /// The file of a castling partner in a shuffled setup, as a capital letter, if another man that could be the partner
    /// stands farther from the king now.
    pub(super) fn inner_partner(&self, side: Side, wing: usize) -> Option<char> {
        let variant = &self.game.variant;
        variant.setups[self.game.setup.index()].shuffle.as_ref()?;
        let rule = variant.rules.castling[side].as_ref()?;
        let partner = self.castling_squares(side)?.1[wing]?;
        let farther = self.men(side).any(|(square, man)| {
            let can = rule.partners.contains(&man.kind) && rule.partners_on.is_none_or(|on| on.contains(square));
            let away = variant.board.file(square) - variant.board.file(partner);
            can && variant.board.rank(square) == variant.board.rank(partner)
                && if wing == 0 { away > 0 } else { away < 0 }
        });
        let letter = (b'A' + variant.board.file(partner) as u8) as char;
        farther.then_some(letter)
    }

    /// Adds the castling rights of a man that was dropped where castling begins, beside the other one.
    fn add_dropped_rights(&mut self, side: Side, action: &Action) {
        let Action::Drop { to, .. } = *action else { return };
        let Some(dropped) = self.game.variant.rules.castling[side].as_ref().and_then(|rule| rule.dropped.clone())
        else {
            return;
        };
        let Some((king, partners)) = self.castling_squares(side) else { return };
        for (wing, partner) in partners.into_iter().enumerate() {
            let Some(partner) = partner.filter(|&partner| to == king || to == partner) else { continue };
            let before = self.castling;
            self.castling[side][wing] = true;
            if dropped.king_on != king || !self.stand_to_castle(side, king, partner) {
                self.castling = before;
            }
        }
    }

    /// Removes the castling rights of a man that has left a square, on which another one stands now.
    fn lose_rights_of(&mut self, side: Side, square: Square) {
        let Some((king, partners)) = self.castling_squares(side) else { return };
        for (wing, partner) in partners.into_iter().enumerate() {
            self.castling[side][wing] &= king != square && partner != Some(square);
        }
    }

    /// Whether the men that castle by the rule about drops stand on these squares.
    fn stand_to_castle(&self, side: Side, king: Square, partner: Square) -> bool {
        let rule = self.game.variant.rules.castling[side].as_ref();
        rule.and_then(|rule| Some((rule.king, rule.dropped.as_ref()?.partner))).is_some_and(|(first, second)| {
            [(king, first), (partner, second)]
                .into_iter()
                .all(|(square, kind)| self.man(square).is_some_and(|man| (man.side, man.kind) == (side, kind)))
        })
    }

    /// Removes castling rights whose king or partner doesn't stand in its place.
    pub(super) fn remove_lost_rights(&mut self) {
        for side in Side::ALL {
            let rule = self.game.variant.rules.castling[side].clone();
            if self.castling[side] == [false; 2] {
                continue;
            }
            let squares = self.castling_squares(side);
            for wing in 0..2 {
                let setup = &self.game.variant.setups[self.game.setup.index()].men;
                let dropped = rule.as_ref().and_then(|rule| rule.dropped.as_ref());
                let at_home = |square: Square| {
                    if let (Some(rule), Some(dropped)) = (&rule, dropped) {
                        let kind = if square == dropped.king_on { rule.king } else { dropped.partner };
                        return self.man(square).is_some_and(|man| (man.side, man.kind) == (side, kind));
                    }
                    let home = setup.iter().find(|man| man.square == square);
                    self.man(square)
                        .is_some_and(|man| home.is_some_and(|home| (home.side, home.kind) == (side, man.kind)))
                        && self.man(square).is_some_and(|man| man.side == side)
                };
                let stand = rule.is_some()
                    && squares.is_some_and(|(king, partners)| at_home(king) && partners[wing].is_some_and(at_home));
                self.castling[side][wing] &= stand;
            }
        }
    }

    /// The fewest and the most moves the present series can have.
    pub(super) fn series_range(&self) -> (u32, u32) {
        let last = self.last_series;
        match self.game.variant.rules.series[self.turn].map(|series| series.length) {
            None => (1, 1),
            Some(SeriesLength::Fixed { moves, first }) => {
                let first_turn = self.fullmove == 1 && self.turn == self.game.variant.first;
                let moves = u32::from(if first_turn { first } else { moves });
                (moves, moves)
            }
            Some(SeriesLength::LongerEachTurn(more) | SeriesLength::LongerThanLast(more)) => {
                (last + u32::from(more), last + u32::from(more))
            }
            Some(SeriesLength::Answering { longer, shorter, least }) => {
                let at_least = |length: u32| length.max(u32::from(least));
                (at_least(last.saturating_sub(shorter.into())), at_least(last + u32::from(longer)))
            }
        }
    }

    /// Whether the length of anybody's series depends on that of the last one.
    fn series_depends_on_last(&self) -> bool {
        let fixed = |length| matches!(length, SeriesLength::Fixed { .. });
        self.game.variant.rules.series.iter().any(|(_, series)| series.is_some_and(|series| !fixed(series.length)))
    }

    /// Whether anybody moves in series here.
    pub(super) fn has_series(&self) -> bool {
        self.game.variant.rules.series.iter().any(|(_, series)| series.is_some())
    }

    /// The position after an action, without asking whether it is legal; it has only the history that this one had.
    #[expect(clippy::too_many_lines, reason = "one arm for each sort of action")]
    pub(super) fn after_action(&self, action: &Action) -> Self {
        let side = self.turn;
        let mut next = self.clone();
        if matches!(action, Action::End | Action::ClaimStalemate) {
            if *action == Action::ClaimStalemate {
                next.claimed_by = Some(side);
            }
            next.fallen.clear();
            next.end_turn();
            next.halfmove += 1;
            next.count_from(self, &[]);
            return next;
        }
        if self.series == 0 {
            next.crossed.clear();
        }
        let (mut leaves, mut captures, mut advance) = (true, false, None);
        match *action.of_man().base() {
            Action::Go { from, to, man, victim, ref crossed } => {
                captures = victim.is_some();
                advance = self.man(from);
                if let Some(victim) = victim {
                    self.man(victim).into_iter().for_each(|man| next.put_in_hand(man));
                    next.board[victim.index()] = None;
                }
                let (square, stands) = self.displaced(action).unwrap_or((to, man));
                next.board[from.index()] = None;
                if stands.side != man.side {
                    next.board[to.index()] = Some(man);
                    next.remove_lost_rights();
                }
                next.board[square.index()] = Some(stands);
                leaves = square != from;
                if leaves {
                    next.crossed.retain(|&(_, stepper)| stepper != from);
                }
                // What a long step has made of a man by promotion isn't captured en passant.
                if advance.is_some_and(|before| before.kind == man.kind) {
                    next.crossed.extend(crossed.iter().map(|&square| (square, to)));
                }
                if leaves {
                    next.assign_crossed(side, &[square]);
                }
            }
            Action::Castle { king: (king_from, king_to), partner: (partner_from, partner_to) } => {
                let (king, partner) = (self.man(king_from), self.man(partner_from));
                advance = king;
                next.board[king_from.index()] = None;
                next.board[partner_from.index()] = None;
                next.crossed.retain(|&(_, stepper)| stepper != king_from && stepper != partner_from);
                next.board[king_to.index()] = king;
                next.board[partner_to.index()] = partner;
                next.assign_crossed(side, &[king_to, partner_to]);
                next.castling[side] = [false; 2];
                let mut endings = self.game.variant.endings.iter();
                if endings.any(|ending| matches!(ending.condition, Condition::Castled(_))) {
                    next.castled[side][usize::from(partner_from < king_from)] = true;
                }
                let theirs = &self.game.variant.rules.castling[!side];
                if theirs.as_ref().is_some_and(|rule| rule.other_wing) {
                    next.castling[!side][usize::from(partner_from < king_from)] = false;
                }
            }
            Action::Drop { kind, to, man } => {
                if !self.game.variant.drop_of(side, kind).unlimited {
                    next.hands[side][kind.index()] -= 1;
                }
                next.board[to.index()] = Some(man);
                next.assign_crossed(side, &[to]);
                next.change_others_by_drop(man, to);
            }
            Action::Turn { square, man } => {
                leaves = false;
                next.board[square.index()] = Some(man);
            }
            Action::Finish { from, to } => {
                captures = self.man(to).is_some();
                self.man(to).into_iter().for_each(|man| next.put_in_hand(man));
                advance = self.man(from);
                next.board[to.index()] = next.board[from.index()].take();
                next.crossed.retain(|&(_, stepper)| stepper != from);
                next.assign_crossed(side, &[to]);
            }
            _ => leaves = false,
        }
        if let Action::Leave { kind, on, man, .. } = *action {
            next.hands[side][kind.index()] -= 1;
            next.board[on.index()] = Some(man);
            next.lose_rights_of(side, on);
        }
        next.remove_dead(self, action);
        next.change_others(self, action);
        next.put_wall(side, action);
        next.remove_lost_rights();
        next.add_dropped_rights(side, action);
        next.remove_first_moves(self, action);
        next.follow_moves_once(self, action);
        let progress = &self.game.variant.rules.progress;
        let advances = advance.is_some_and(|man| progress.moves_of.contains(&man.kind));
        let dropped = progress.drops && matches!(action, Action::Drop { .. });
        let kills = captures || !next.fallen.is_empty();
        let resets = kills && progress.captures || advances || dropped || self.is_other_progress(action, &next);
        next.halfmove = if resets { 0 } else { self.halfmove + 1 };
        let variant = &self.game.variant;
        let may_pass = variant.rules.passing != PerSide::both(Passing::Never);
        let both = variant.endings.iter().any(|ending| ending.condition == Condition::BothPass);
        let parted = variant.rules.opposition.iter().any(|rule| rule.to_be_broken);
        let accepted = variant.endings.iter().any(|ending| ending.condition == Condition::OppositionAccepted);
        if may_pass && (both || parted && accepted) {
            // The second one counts only if it is the other player's.
            let other = self.passed > 0 && self.series == 0;
            next.passed = if *action == Action::Pass { 1 + u32::from(other) } else { 0 };
        }
        if self.game.variant.rules.must_move.is_some() {
            next.still[side] = if leaves || captures { 0 } else { self.still[side] + 1 };
        }
        let counted = |ending: &weakfish::model::Ending| matches!(ending.condition, Condition::ChecksGiven(_));
        if self.game.variant.endings.iter().any(counted) && next.in_check(!side) {
            next.checks[side] += 1;
        }
        next.series += 1;
        let cut = self.game.variant.rules.series[side]
            .is_some_and(|series| series.ends_by_capture && captures || series.ends_by_check && next.in_check(!side));
        let cut = next.note_moved(self, action) || cut;
        if cut || next.series >= self.series_range().1 {
            next.end_turn();
        }
        let lost = self.lost_by(action, &next);
        next.count_from(self, &lost);
        next
    }

    /// The men that an action takes off the board.
    fn lost_by(&self, action: &Action, next: &Self) -> Vec<Man> {
        let victim = match *action.of_man().base() {
            Action::Go { victim: Some(square), .. } | Action::Finish { to: square, .. } => self.man(square),
            _ => None,
        };
        victim.into_iter().chain(next.fallen.iter().map(|&(_, man)| man)).collect()
    }

    /// Whether an action is a promotion that counts as progress, or a move that the man can't take back.
    fn is_other_progress(&self, action: &Action, next: &Self) -> bool {
        let progress = &self.game.variant.rules.progress;
        let (Action::Go { from, to, .. } | Action::Finish { from, to } | Action::Castle { king: (from, to), .. }) =
            *action.of_man().base()
        else {
            return false;
        };
        if self.displaced(action).is_some() {
            return false;
        }
        let (Some(before), Some(after)) = (self.man(from), next.man(to)) else { return false };
        if before.kind != after.kind && progress.promotions {
            return true;
        }
        let mut alone = next.clone();
        alone.walls.clear();
        alone.board.fill(None);
        alone.board[to.index()] = Some(after);
        let back = || {
            alone.targets(to, after).into_iter().any(|target| target.to == from && target.stops.moves)
                || alone.long_step_ends(to, after).iter().any(|(end, _)| *end == from)
        };
        progress.one_way_moves_of.contains(&before.kind) && (before.kind != after.kind || !back())
    }

    fn end_turn(&mut self) {
        if self.has_series() {
            self.quiet_series = if self.halfmove < self.series { 0 } else { self.quiet_series + 1 };
            self.last_series = match self.game.variant.rules.series[self.turn].map(|rule| rule.length) {
                Some(SeriesLength::LongerEachTurn(_)) => self.series_range().1,
                _ => self.series,
            };
        }
        self.series = 0;
        self.moved.clear();
        // A square crossed and then occupied can't be captured on any more.
        let (board, walls) = (&self.board, &self.walls);
        self.crossed.retain(|(square, _)| board[square.index()].is_none() && !walls.contains(square));
        self.fullmove += u32::from(self.turn == Side::Black);
        self.turn = !self.turn;
    }

    pub(super) fn key(&self) -> Key {
        // Inside a series nobody can capture yet, and what the series has crossed can be captured on after it.
        let mut en_passant: Vec<Square> = if self.series > 0 {
            self.en_passant_squares()
        } else {
            let squares = self.capturable_en_passant();
            let men = self.crossed.iter().filter(|(square, _)| squares.contains(square)).map(|&(_, stepper)| stepper);
            let men: Vec<Square> = men.filter(|_| !self.game.steps_ahead(!self.turn)).collect();
            squares.into_iter().chain(men).collect()
        };
        en_passant.sort_unstable();
        en_passant.dedup();
        Key {
            board: self.board.clone(),
            hands: self.hands.clone(),
            walls: self.walls.clone(),
            turn: self.turn,
            castling: self.castling,
            unmoved: {
                let mut unmoved = self.unmoved.clone();
                unmoved.sort_unstable();
                unmoved
            },
            once: {
                let mut once = self.once.clone();
                once.sort_unstable();
                once
            },
            en_passant,
            series: (if self.series_depends_on_last() { self.last_series } else { 0 }, self.series),
            moved: self.moved.clone(),
            checks: self.checks,
            passed_up: self.passed_up,
            castled: self.castled,
            passed: self.passed,
        }
    }

    /// The position after one of its actions, with all its history.
    pub fn play(&self, action: &Action) -> Self {
        let mut next = self.after_action(action);
        if self.game.variant.endings.iter().any(|ending| ending.on_claim) && self.could_claim() {
            next.passed_up[self.turn] = true;
        }
        let (begins, checked) = (self.series == 0, self.in_check(self.turn));
        next.history = Some(Rc::new(HistoryEntry { key: self.key(), begins, checked, before: self.history.clone() }));
        next
    }

    /// Since the position stood for the first of so many times, however often was passed: for each side, the turns at
    /// whose end the opponent was in check, and all of its turns. `None` if it has not stood so often.
    pub(super) fn checks_while_repeated(&self, times: u32) -> Option<PerSide<(u32, u32)>> {
        let own = Key { passed: 0, ..self.key() };
        let mut counts = PerSide::both((0, 0));
        let mut count = |turn: Side, begins: bool, checked: bool| {
            counts[!turn].0 += u32::from(begins && checked);
            counts[!turn].1 += u32::from(begins);
        };
        count(self.turn, self.series == 0, self.in_check(self.turn));
        let mut seen = 1;
        let mut past = &self.history;
        while seen < times {
            let position = past.as_ref()?;
            let same = Key { passed: 0, ..position.key.clone() } == own;
            seen += u32::from(same);
            if seen < times {
                count(position.key.turn, position.begins, position.checked);
            }
            past = &position.before;
        }
        Some(counts)
    }

    /// Number of earlier occurrences of this position.
    pub(super) fn earlier_occurrences(&self) -> u32 {
        let key = self.key();
        let mut times = 0;
        let mut past = &self.history;
        while let Some(position) = past {
            times += u32::from(position.key == key);
            past = &position.before;
        }
        times
    }
}
