//! Men in hand, and drops.

use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::{Captured, DropBeside, DropCheck, DropLine, DropRule, HandOf, InHand, KindId};

use super::actions::Action;
use super::{Game, Man, Position};

/// The number of men of each kind that each side has in hand.
pub type Hands = PerSide<Vec<u32>>;

impl Game {
    /// Empty hands.
    pub(super) fn no_hands(&self) -> Hands {
        PerSide::both(vec![0; self.variant.kinds.len()])
    }

    /// The hands at the start of the setup.
    pub(super) fn starting_hands(&self) -> Hands {
        let mut hands = self.no_hands();
        for side in Side::ALL {
            for &(kind, count) in &self.variant.setups[self.setup.index()].hands[side] {
                hands[side][kind.index()] += u32::from(count);
            }
        }
        hands
    }

    /// Whether men can be in hand in this game: FEN has the hands then, even if they are empty.
    pub(super) fn has_hands(&self) -> bool {
        let from_start =
            self.variant.setups.iter().any(|setup| Side::ALL.iter().any(|&side| !setup.hands[side].is_empty()));
        from_start || self.variant.kinds.iter().any(|kind| matches!(kind.captured, Captured::ToHand { .. }))
    }

    /// The hand that a captured man goes to, and its kind there; `None` if it leaves the game, as it does where that side
    /// has no such men.
    fn captured(&self, victim: Man) -> Option<(Side, KindId)> {
        let data = self.variant.kind(victim.kind);
        let Captured::ToHand { of, becomes } = data.captured else { return None };
        let always_royal = data.royal && data.royalty == weakfish::model::Royalty::Always;
        if always_royal || data.captured_by.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        let side = match of {
            HandOf::Captor => !victim.side,
            HandOf::Owner => victim.side,
        };
        let kind = match becomes {
            InHand::Kind(kind) => kind,
            InHand::BeforePromotion if victim.promoted => data.was.unwrap_or(victim.kind),
            InHand::Same | InHand::BeforePromotion => victim.kind,
        };
        self.variant.kind(kind).sides[side].then_some((side, kind))
    }

    /// A man that a promotion has made, told from others of its kind where positions do that.
    pub(super) fn promoted(&self, man: Man) -> Man {
        Man { promoted: self.variant.kind(man.kind).was.is_some(), ..man }
    }

    /// The squares that a limit looks at together.
    fn are_in_line(&self, along: DropLine, one: Square, other: Square) -> bool {
        let board = self.variant.board;
        match along {
            DropLine::File => board.file(one) == board.file(other),
            DropLine::Rank => board.rank(one) == board.rank(other),
            DropLine::Colour => (board.file(one) + board.rank(one) + board.file(other) + board.rank(other)) % 2 == 0,
        }
    }
}

impl Position {
    /// Puts a captured man into the hand that it goes to.
    pub(super) fn put_in_hand(&mut self, victim: Man) {
        if let Some((side, kind)) = self.game.captured(victim) {
            self.hands[side][kind.index()] += 1;
        }
    }

    /// The kinds of all men of a side, on the board and in hand, sorted.
    pub(super) fn all_kinds(&self, side: Side) -> Vec<KindId> {
        let in_hand = self.game.variant.kinds().flat_map(|(kind, _)| {
            let count = self.hands[side][kind.index()];
            (0..count).map(move |_| kind)
        });
        let mut kinds: Vec<KindId> = self.men(side).map(|(_, man)| man.kind).chain(in_hand).collect();
        kinds.sort_unstable();
        kinds
    }

    /// The drops of the player to move, whatever they do to royal men.
    pub(super) fn push_drops(&self, actions: &mut Vec<Action>) {
        let side = self.turn;
        for (kind, _) in self.game.variant.kinds() {
            let rule = self.game.variant.drop_of(side, kind);
            if self.hands[side][kind.index()] == 0 && !rule.unlimited {
                continue;
            }
            let filling = rule.first_on.iter().any(|square| self.is_empty(square));
            for to in self.game.variant.board.squares() {
                if !self.is_empty(to) || !rule.on.contains(to) || self.is_full(&rule, to) || !self.slides_to(&rule, to)
                {
                    continue;
                }
                let near = |beside: &DropBeside| {
                    let counts = |man: Man| {
                        let kinds = if man.side == side { &beside.own } else { &beside.enemy };
                        kinds.contains(&man.kind)
                    };
                    let squares = self.game.variant.board.squares();
                    let board = self.game.variant.board;
                    let straight =
                        |square: Square| board.file(square) == board.file(to) || board.rank(square) == board.rank(to);
                    let counted = |square: Square| !beside.orthogonally || straight(square);
                    let mut near = squares.filter(|&square| self.is_next_to(square, to) && counted(square));
                    near.any(|square| self.man(square).is_some_and(counts)) != beside.none
                };
                let admitted = if filling { rule.first_on.contains(to) } else { rule.beside.iter().all(near) };
                if !admitted {
                    continue;
                }
                for &other in &rule.to {
                    let man = self.game.start_man(side, other, to);
                    let own = self.game.variant.kind(other).sides[side];
                    let action = Action::Drop { kind, to, man };
                    // Dropped on a copy, so that somebody changes sides.
                    let converts = || {
                        let mut then = self.clone();
                        then.board[to.index()] = Some(man);
                        then.change_others_by_drop(man, to);
                        then.men(!side).count() < self.men(!side).count()
                    };
                    if own
                        && (filling || !rule.converting || converts())
                        && self.game.may_stand(man, to)
                        && !self.could_never_move(man, to)
                        && !actions.contains(&action)
                    {
                        actions.push(action);
                    }
                }
            }
        }
    }

    /// Whether a man that slides in from a side of the board, if it does, stops on a square.
    fn slides_to(&self, rule: &DropRule, to: Square) -> bool {
        let board = self.game.variant.board;
        let is_free = |file: i32, rank: i32| board.square(file, rank).is_some_and(|square| self.is_empty(square));
        rule.slid_from.is_empty()
            || rule.slid_from.iter().any(|side| {
                let (file_step, rank_step) = match side.name() {
                    "n" => (0, 1),
                    "e" => (1, 0),
                    "s" => (0, -1),
                    _ => (-1, 0),
                };
                let at = |steps: i32| (board.file(to) + steps * file_step, board.rank(to) + steps * rank_step);
                let (file, rank) = at(-1);
                let stops = !is_free(file, rank);
                // Up to the first square that is none of the board.
                let outside = (1..=64).map(at).find(|&(file, rank)| board.square(file, rank).is_none());
                let way = (1..=64).map(at).take_while(|place| Some(*place) != outside);
                stops && way.into_iter().all(|(file, rank)| is_free(file, rank))
            })
    }

    /// Whether a limit of drops holds for a square: too many such men stand along one of its lines.
    fn is_full(&self, rule: &DropRule, to: Square) -> bool {
        rule.limits.iter().any(|limit| {
            let counts = |(square, man): &(Square, Man)| {
                limit.kinds.contains(&man.kind) && self.game.are_in_line(limit.along, *square, to)
            };
            let full = self.men(self.turn).filter(counts).count() >= usize::from(limit.least);
            let open = || {
                let squares = self.game.variant.board.squares();
                squares
                    .filter(|&square| rule.on.contains(square) && self.is_empty(square))
                    .filter(|&square| self.game.are_in_line(limit.along, square, to))
                    .count()
            };
            if limit.last { !full && open() == 1 } else { full }
        })
    }

    /// Whether the check that a drop gives, if it does, is one that it may give.
    pub(super) fn may_drop_with_check(&self, action: &Action, next: &Self) -> bool {
        let Action::Drop { kind, .. } = *action else { return true };
        if !next.in_check(!self.turn) {
            return true;
        }
        match self.game.variant.drop_of(self.turn, kind).check {
            DropCheck::Allowed => true,
            DropCheck::Forbidden => false,
            DropCheck::NotCheckmate => !self.is_checkmate(next),
        }
    }

    /// Whether an action is a drop of a man that has to be dropped.
    pub(super) fn is_compulsory_drop(&self, action: &Action) -> bool {
        matches!(*action, Action::Drop { kind, .. } if self.game.variant.drop_of(self.turn, kind).compulsory)
    }
}
