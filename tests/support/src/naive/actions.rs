//! Actions of a player: generation and legality.

use weakfish::geometry::{PerSide, Side, Square};
use weakfish::model::{
    Castling, CheckRule, CompulsoryMove, Condition, KindId, KindLimit, KingTravel, PartnerLanding, Passing,
    PromotedFacing, Promotion, PromotionChoice, Repetition,
};

use super::position::Target;
use super::{Game, Man, Position};

/// Action: a move, castling, turn, pass, end of a series or claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A man goes somewhere, is something there, and may have captured.
    Go {
        from: Square,
        to: Square,
        man: Man,
        victim: Option<Square>,
        crossed: Vec<Square>,
    },
    /// King and partner go from one square to another.
    Castle {
        king: (Square, Square),
        partner: (Square, Square),
    },
    /// A man goes somewhere, or castles, and leaves a man from the hand on a square that becomes empty.
    Leave {
        of: Box<Action>,
        kind: KindId,
        on: Square,
        man: Man,
    },
    /// A man in hand is put on a square, and is something there.
    Drop {
        kind: KindId,
        to: Square,
        man: Man,
    },
    /// A man turns or flips.
    Turn {
        square: Square,
        man: Man,
    },
    /// A man goes anywhere, because that ends the game.
    Finish {
        from: Square,
        to: Square,
    },
    /// A man's action, after which a wall is put.
    Walled {
        action: Box<Action>,
        wall: Square,
    },
    /// A wall is put instead of a move.
    Wall(Square),
    Pass,
    End,
    ClaimStalemate,
}

impl Action {
    pub(super) fn squares(&self) -> Option<(Square, Square)> {
        match *self.of_man() {
            Self::Go { from, to, .. } | Self::Finish { from, to } => Some((from, to)),
            Self::Castle { king, .. } => Some(king),
            _ => None,
        }
    }

    /// The action without a man that is left behind.
    pub(super) fn base(&self) -> &Self {
        match self {
            Self::Leave { of, .. } => of,
            other => other,
        }
    }

    fn captures(&self) -> bool {
        matches!(self.of_man().base(), Self::Go { victim: Some(_), .. })
    }
}

impl Position {
    /// Legal actions of the player to move, endings not considered.
    pub(super) fn legal_actions(&self) -> Vec<Action> {
        let mut actions = self.legal_of_men();
        if actions.iter().any(|action| self.is_compulsory_drop(action)) {
            actions.retain(|action| self.is_compulsory_drop(action));
            return actions;
        }
        let stuck = actions.is_empty();
        let rules = &self.game.variant.rules;
        let order = &rules.compulsory[self.turn];
        if let Some(class) = order.iter().find(|class| actions.iter().any(|action| self.is_of_class(action, class))) {
            actions.retain(|action| self.is_of_class(action, class));
        } else if rules.compulsory_capture[self.turn] && actions.iter().any(Action::captures) {
            actions.retain(Action::captures);
        } else {
            let (least, most) = self.series_range();
            let stuck_in_series = stuck && self.ends_when_stuck();
            let may_end = stuck_in_series || self.series > 0 && (least..most).contains(&self.series);
            let passing = match rules.passing[self.turn] {
                Passing::Never => false,
                Passing::WhenStuck => stuck && !may_end,
                Passing::Always => true,
            };
            let allowed = if self.accepts_opposition() {
                // It ends the game, so that check does not matter.
                self.may_stay() && !self.repeats_illegally(&self.after_action(&Action::Pass))
            } else {
                self.is_legal(&Action::Pass)
            };
            if passing && allowed {
                actions.push(Action::Pass);
            }
            if may_end {
                let claims = rules.series[self.turn].is_some_and(|series| series.stuck_may_claim_stalemate);
                let checked = rules.own_check_in_series[self.turn] && self.in_check(self.turn);
                if claims && stuck && !checked {
                    actions.push(Action::ClaimStalemate);
                }
                let ended = self.after_action(&Action::End);
                if !self.repeats_illegally(&ended) && !self.leaves_check(&Action::End, &ended) {
                    actions.push(Action::End);
                }
            }
        }
        if !stuck {
            actions.extend(self.finishing_moves(&actions));
        }
        actions
    }

    fn legal_of_men(&self) -> Vec<Action> {
        self.pseudo_legal().into_iter().filter(|action| self.is_legal(action)).collect()
    }

    /// Whether a pseudo-legal action is legal.
    fn is_legal(&self, action: &Action) -> bool {
        let stationary = matches!(action.of_man(), Action::Turn { .. } | Action::Pass | Action::Wall(_));
        if self.moves_resting(action)
            || stationary && !self.may_stay()
            || matches!(action, Action::Leave { of, .. } if !self.is_legal(of))
        {
            return false;
        }
        let next = self.after_action(action);
        !self.leaves_check(action, &next)
            && self.may_give_check(action, &next)
            && self.may_drop_with_check(action, &next)
            && !self.flees(action)
            && !self.leaves_opposition(action, &next)
            && !self.repeats_illegally(&next)
    }

    /// Whether a man need not leave its square.
    fn may_stay(&self) -> bool {
        let most = self.game.variant.rules.must_move;
        most.is_none_or(|moves| self.still[self.turn] + 1 < u32::from(moves))
    }

    /// Whether an action brings men face to face that may never stand so, or leaves men so who stood so before.
    fn leaves_opposition(&self, action: &Action, next: &Self) -> bool {
        let stays = matches!(action, Action::Pass | Action::End | Action::ClaimStalemate);
        let rules = self.game.variant.rules.opposition.iter().enumerate();
        rules.into_iter().any(|(number, rule)| {
            let forbidden = if rule.to_be_broken { !stays && self.are_opposed_by(number) } else { true };
            forbidden && next.are_opposed_by(number)
        })
    }

    /// Whether passing would end the game, since men face each other who have to be parted.
    pub(super) fn accepts_opposition(&self) -> bool {
        let variant = &self.game.variant;
        variant.rules.passing != PerSide::both(Passing::Never)
            && variant.endings.iter().any(|ending| ending.condition == Condition::OppositionAccepted)
            && self.are_opposed()
    }

    /// Whether an action leaves the player in check, where that is illegal.
    fn leaves_check(&self, action: &Action, next: &Self) -> bool {
        if let Some(legal) = self.verdict_on_royal_deaths(action, next) {
            return !legal;
        }
        let goes_on = next.turn == self.turn && self.game.variant.rules.own_check_in_series[self.turn];
        !goes_on && (next.in_check(self.turn) || self.leaves_former_royal(action, next))
    }

    /// Whether an action is of a class of moves that come before others.
    fn is_of_class(&self, action: &Action, class: &[CompulsoryMove]) -> bool {
        let (mover, after) = match *action.of_man().base() {
            Action::Go { from, man, .. } => (self.man(from), Some(man)),
            Action::Castle { king: (from, _), .. } | Action::Turn { square: from, .. } => (self.man(from), None),
            _ => (None, None),
        };
        class.iter().any(|sort| match sort {
            CompulsoryMove::Check => self.after_action(action).in_check(!self.turn),
            CompulsoryMove::Capture => action.captures(),
            CompulsoryMove::Promotion => after.is_some_and(|after| mover.is_some_and(|man| man.kind != after.kind)),
            CompulsoryMove::Drop => matches!(action, Action::Drop { .. }),
            CompulsoryMove::MoveOf(kinds) => mover.is_some_and(|man| kinds.contains(&man.kind)),
        })
    }

    fn may_give_check(&self, action: &Action, next: &Self) -> bool {
        let by_no_man = matches!(action, Action::Pass | Action::End | Action::ClaimStalemate);
        if by_no_man || !next.in_check(!self.turn) {
            return true;
        }
        match self.game.variant.rules.check[self.turn] {
            CheckRule::Allowed => true,
            CheckRule::Forbidden => false,
            CheckRule::OnlyLastOfSeries => self.series + 1 >= self.series_range().1,
            CheckRule::OnlyToCheckmate => self.is_checkmate(next),
        }
    }

    /// Whether the opponent, who is in check in the next position, is to move there and can't.
    pub(super) fn is_checkmate(&self, next: &Self) -> bool {
        // The replies may give check, whatever the rules say.
        let mut free = next.clone();
        let mut game = Game::new(&free.game.variant, free.game.setup);
        let rules = &mut std::rc::Rc::get_mut(&mut game).unwrap().variant.rules;
        rules.check = PerSide::both(CheckRule::Allowed);
        free.game = game;
        next.turn != self.turn && free.legal_actions().is_empty()
    }

    /// Whether a royal man flees from check where it may only capture the one man that gives it.
    fn flees(&self, action: &Action) -> bool {
        let (from, victim) = match *action.of_man().base() {
            Action::Go { from, victim, .. } => (from, victim),
            Action::Finish { from, to } => (from, self.man(to).map(|_| to)),
            Action::Castle { king: (from, _), .. } => (from, None),
            _ => return false,
        };
        let royal = self.man(from).is_some_and(|man| self.game.variant.kind(man.kind).royal);
        let checkers = self.checkers(self.turn);
        let captures_it = checkers.len() == 1 && victim == Some(checkers[0]);
        self.game.variant.rules.no_flight[self.turn] && royal && !checkers.is_empty() && !captures_it
    }

    /// Whether a man ever takes another: men that are royal now are never captured.
    fn may_take(&self, attacker: Man, victim: Man) -> bool {
        !self.is_royal(victim) && self.game.may_capture(attacker.kind, victim.kind)
    }

    fn repeats_illegally(&self, next: &Self) -> bool {
        self.game.variant.rules.repetition == Repetition::Illegal
            && (next.earlier_occurrences() > 0 || next.key() == self.key())
    }

    fn pseudo_legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.men(self.turn).for_each(|(square, man)| actions.extend(self.pseudo_legal_of(square, man)));
        let mut castlings = Vec::new();
        self.push_castlings(&mut castlings);
        self.push_leaving(&mut castlings);
        actions.extend(castlings);
        self.push_drops(&mut actions);
        let mut actions: Vec<Action> = actions.into_iter().flat_map(|action| self.with_walls(action)).collect();
        self.push_walls(&mut actions);
        actions
    }

    /// Pseudo-legal actions of one man.
    fn pseudo_legal_of(&self, square: Square, man: Man) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.is_held(square) {
            return actions;
        }
        self.push_moves(square, man, &mut actions);
        self.first_moves(square, man, &mut actions);
        self.push_leaving(&mut actions);
        self.long_steps(square, man, &mut actions);
        let allow = |limits: &[KindLimit], kind| self.is_below(limits, man.side, kind);
        actions.extend(self.game.stationary(man, &allow).into_iter().map(|man| Action::Turn { square, man }));
        actions
    }

    /// Whether a man on the board or in hand can do anything legal, asked of one man after another.
    fn can_move(&self) -> bool {
        let any_allowed = |actions: Vec<Action>| actions.iter().any(|action| self.is_legal(action));
        let mut others = Vec::new();
        self.men(self.turn).any(|(square, man)| any_allowed(self.pseudo_legal_of(square, man))) || {
            self.push_castlings(&mut others);
            self.push_drops(&mut others);
            any_allowed(others)
        }
    }

    fn push_moves(&self, from: Square, man: Man, actions: &mut Vec<Action>) {
        if self.is_held(from) {
            return;
        }
        let ends = self.targets(from, man);
        let en_passant = |target: &Target| {
            let victim = self.victim_en_passant(man, target);
            victim.filter(|_| self.is_empty(target.to)).map(|victim| (target.to, victim, target.part))
        };
        let taking: Vec<(Square, Square, Option<u8>)> = ends.iter().filter_map(en_passant).collect();
        for &(to, victim, part) in &taking {
            self.arrivals(from, to, man, part, Some(victim), &[], actions);
        }
        let relayed = self.relayed_targets(from, man, &ends);
        for Target { to, stops, part, .. } in ends.into_iter().chain(relayed) {
            match self.man(to) {
                None if !self.is_empty(to) => {}
                None => {
                    // Whoever can capture en passant on a square can't go there and not capture.
                    if stops.moves && taking.iter().all(|&(other, ..)| other != to) {
                        self.arrivals(from, to, man, part, None, &[], actions);
                    }
                }
                Some(other) if other.side != man.side => {
                    if stops.captures && self.may_take(man, other) {
                        self.arrivals(from, to, man, part, Some(to), &[], actions);
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// Square of the man captured en passant by a man that could capture on (or goes by an en passant path to) a square.
    pub(super) fn victim_en_passant(&self, man: Man, target: &Target) -> Option<Square> {
        if self.series > 0 || !(target.en_passant || target.stops.captures && self.game.answers(man)) {
            return None;
        }
        let to = target.to;
        let (_, victim) = *self.crossed.iter().find(|(crossed, _)| *crossed == to)?;
        let victim_man = self.man(victim)?;
        (victim_man.side != man.side && self.may_take(man, victim_man)).then_some(victim)
    }

    /// Crossed squares on which a capture en passant is possible that leaves no royal man attacked.
    pub(super) fn capturable_en_passant(&self) -> Vec<Square> {
        if self.crossed.is_empty() || self.series > 0 {
            return Vec::new();
        }
        let mut actions = Vec::new();
        self.men(self.turn).for_each(|(square, man)| self.push_moves(square, man, &mut actions));
        let on = |action: &Action| match *action {
            Action::Go { to, victim: Some(victim), .. } if victim != to => {
                let safe = |action: &Action| !self.leaves_check(action, &self.after_action(action));
                self.with_walls(action.clone()).iter().any(safe).then_some(to)
            }
            _ => None,
        };
        actions.iter().filter_map(on).collect()
    }

    /// The promotion that a move leads to.
    fn promotion(&self, man: Man, from: Square, to: Square, victim: Option<Square>) -> Option<&Promotion> {
        if victim.is_some() && self.game.shoots(man) {
            return None;
        }
        let en_passant = victim.is_some_and(|victim| victim != to);
        self.game.variant.rules.promotions[man.side].iter().find(|promotion| {
            promotion.kind == man.kind
                && (promotion.zone.contains(to) || promotion.from.contains(from))
                && (!promotion.by_capture || victim.is_some())
                && !(promotion.not_by_en_passant && en_passant)
        })
    }

    /// The kinds that a man promotes to.
    pub(super) fn promotion_kinds(&self, man: Man, promotion: &Promotion) -> Vec<KindId> {
        match &promotion.to {
            PromotionChoice::Kinds(kinds) => kinds.clone(),
            PromotionChoice::Nothing => Vec::new(),
            PromotionChoice::AnyStartingBut(excluded) => {
                let setup = &self.game.variant.setups[self.game.setup.index()];
                let standing = setup.men.iter().map(|man| man.kind);
                let own = |kind: &KindId| self.game.variant.kind(*kind).sides[man.side];
                standing.filter(|kind| !excluded.contains(kind) && own(kind)).collect()
            }
        }
    }

    /// Whether the man of a move must promote.
    pub(super) fn must_promote(&self, man: Man, from: Square, to: Square, victim: Option<Square>) -> bool {
        self.promotion(man, from, to, victim).is_some_and(|promotion| {
            let stays = promotion.optional && !promotion.compulsory_on.contains(to);
            !stays && !self.promotion_kinds(man, promotion).is_empty()
        })
    }

    /// Adds a move to a square by a part of a man, if any, for each man that it can promote or turn to.
    #[expect(clippy::too_many_arguments, reason = "a move has so many properties")]
    pub(super) fn arrivals(
        &self,
        from: Square,
        to: Square,
        man: Man,
        part: Option<u8>,
        victim: Option<Square>,
        crossed: &[Square],
        actions: &mut Vec<Action>,
    ) {
        let mut men = Vec::new();
        let promotion = self.promotion(man, from, to, victim);
        // Where it would become nothing it may not go.
        if promotion.is_some_and(|promotion| promotion.to == PromotionChoice::Nothing) {
            return;
        }
        let kinds = promotion.map_or_else(Vec::new, |promotion| self.promotion_kinds(man, promotion));
        if !self.must_promote(man, from, to, victim) {
            let captured = victim.and_then(|square| self.man(square)).map(|man| man.kind);
            let allow = |limits: &[KindLimit], kind| self.is_below(limits, man.side, kind);
            men.extend(self.game.after_move(man, to, captured, part, &allow));
        }
        let kinds =
            kinds.into_iter().filter(|&kind| promotion.is_some_and(|rule| self.may_become(rule, man.side, kind)));
        if let Some(promotion) = promotion {
            for kind in kinds {
                match promotion.facing {
                    PromotedFacing::AsAtStart => {
                        men.push(self.game.promoted(self.game.start_man(man.side, kind, to)));
                    }
                    PromotedFacing::Any => {
                        let all = self.game.all_facings(man.side, kind);
                        men.extend(all.into_iter().map(|man| self.game.promoted(man)));
                    }
                }
            }
        }
        men.retain(|&man| {
            self.captor((from, to), man, victim).is_some_and(|(square, man)| !self.could_never_move(man, square))
        });
        for man in men {
            let action = Action::Go { from, to, man, victim, crossed: crossed.to_vec() };
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
    }

    /// Whether limits allow a side another man of this kind. A man in hand is one that it has, unless a limit is of men on the
    /// board.
    pub(super) fn is_below(&self, limits: &[KindLimit], side: Side, kind: KindId) -> bool {
        let on_board = self.men(side).filter(|(_, man)| man.kind == kind).count();
        let in_hand = self.hands[side][kind.index()] as usize;
        let has = |limit: &KindLimit| on_board + if limit.on_board { 0 } else { in_hand };
        limits.iter().all(|limit| limit.kind != kind || has(limit) < usize::from(limit.most))
    }

    /// Whether a promotion allows a man of this kind.
    fn may_become(&self, promotion: &Promotion, side: Side, kind: KindId) -> bool {
        let in_hand = self.hands[side][kind.index()] as usize;
        let now = self.men(side).filter(|(_, man)| man.kind == kind).count() + in_hand;
        let setup = &self.game.variant.setups[self.game.setup.index()];
        let held_at_first = self.game.starting_hands()[side][kind.index()] as usize;
        let at_first = setup.men.iter().filter(|man| man.side == side && man.kind == kind).count() + held_at_first;
        self.is_below(&promotion.limits, side, kind) && (!promotion.captured_men_only || now < at_first)
    }

    /// Whether a man on a square could never move again, and that is illegal: nothing on the board that is left empty,
    /// or filled with men to hop over and to capture, gives it a move.
    pub(super) fn could_never_move(&self, man: Man, square: Square) -> bool {
        if !self.game.variant.rules.immobility_illegal[man.side] {
            return false;
        }
        self.game.stationary(man, &|_, _| true).is_empty()
            && !self.game.has_long_step(square, man)
            && self.game.possible_targets(man, square).is_empty()
    }

    fn push_castlings(&self, actions: &mut Vec<Action>) {
        let Some(rule) = &self.game.variant.rules.castling[self.turn] else { return };
        let Some((king, partners)) = self.castling_squares(self.turn) else { return };
        for (wing, partner) in partners.into_iter().enumerate() {
            let Some(partner) = partner.filter(|_| self.castling[self.turn][wing]) else { continue };
            for (king_to, partner_to) in self.castling_ends(rule, king, partner) {
                if self.may_castle(rule, (king, king_to), (partner, partner_to)) {
                    actions.push(Action::Castle { king: (king, king_to), partner: (partner, partner_to) });
                }
            }
        }
    }

    /// Where king and partner may land, whoever stands in their way.
    fn castling_ends(&self, rule: &Castling, king: Square, partner: Square) -> Vec<(Square, Square)> {
        let board = self.game.variant.board;
        let (file, rank) = (board.file(king), board.rank(king));
        let toward = (board.file(partner) - file).signum();
        let far = (board.file(partner) - file).abs();
        let travels: Vec<i32> = match rule.travel {
            KingTravel::Exactly(squares) => vec![squares.into()],
            KingTravel::AtLeast(squares) => (squares.into()..=far).collect(),
            KingTravel::Between { least, most } => (least.into()..=most.into()).collect(),
            KingTravel::To { first_file, last_file } => {
                let to = if toward > 0 { last_file } else { first_file };
                if board.rank(to) == rank { vec![(board.file(to) - file) * toward] } else { Vec::new() }
            }
        };
        let to_a_square = matches!(rule.travel, KingTravel::To { .. });
        let ends = |travel: i32| -> Vec<(i32, i32)> {
            match rule.landing {
                PartnerLanding::LastCrossed | PartnerLanding::OtherSide => vec![(travel, travel - 1)],
                PartnerLanding::AnyLeftOrCrossed => (0..travel).map(|landing| (travel, landing)).collect(),
            }
        };
        let mut all: Vec<(i32, i32)> = travels.into_iter().flat_map(ends).collect();
        let setup = &self.game.variant.setups[self.game.setup.index()];
        let partner_kind = setup.men.iter().find(|man| man.square == partner).unwrap().kind;
        if rule.colourbound.contains(&partner_kind) {
            let alike = |landing: i32| (far - landing) % 2 == 0;
            let fixed = matches!(rule.travel, KingTravel::Exactly(_)) || to_a_square;
            all = match all.as_slice() {
                &[(travel, landing)] if fixed && !alike(landing) => vec![(travel + 1, landing + 1)],
                _ => all.into_iter().filter(|&(_, landing)| alike(landing)).collect(),
            };
            assert!(
                !(matches!(rule.landing, PartnerLanding::AnyLeftOrCrossed) && fixed && all.is_empty()),
                "the naive generator has not been taught which way this king goes farther"
            );
        }
        all.retain(|&(travel, _)| to_a_square || travel <= far);
        let at = |steps: i32| board.square(file + toward * steps, rank);
        all.into_iter().filter_map(|(travel, landing)| Some((at(travel)?, at(landing)?))).collect()
    }

    /// Whether the way is free and the king safe on it; its goal is looked at after the castling.
    fn may_castle(&self, rule: &Castling, king: (Square, Square), partner: (Square, Square)) -> bool {
        if self.is_held(king.0) || self.is_held(partner.0) {
            return false;
        }
        let board = self.game.variant.board;
        let span = |one: Square, other: Square| -> Vec<Square> {
            let (least, most) = (one.min(other), one.max(other));
            board.squares().filter(|square| (least..=most).contains(square)).collect()
        };
        let mut ways = vec![span(king.0, partner.0)];
        if matches!(rule.travel, KingTravel::To { .. }) {
            ways = vec![span(king.0, king.1), span(partner.0, partner.1)];
        }
        let castles = |square: Square| square == king.0 || square == partner.0;
        let (Some(king_man), Some(partner_man)) = (self.man(king.0), self.man(partner.0)) else { return false };
        // The partner may pass men where it goes alone.
        let alone = |square: Square| !span(king.0, king.1).contains(&square) && square != partner.1;
        let free = |square: Square| {
            castles(square)
                || self.is_empty(square)
                || alone(square) && self.is_passable(square, partner.0, partner_man)
        };
        if !ways.into_iter().flatten().all(free) {
            return false;
        }
        let enters = |man: Man, (from, to): (Square, Square)| from == to || self.game.may_enter_quietly(man, to);
        let goes =
            self.game.region_allows(king_man, king.0, king.1) && enters(king_man, king) && enters(partner_man, partner);
        let crossed = span(king.0, king.1).into_iter().filter(|&square| square != king.1 || square == king.0);
        let safe = |square: Square| {
            let mut there = self.clone();
            there.board[king.0.index()] = None;
            there.board[square.index()] = Some(king_man);
            !there.in_check(self.turn) && !there.is_watched(square)
        };
        goes && self.game.may_stand(partner_man, partner.1) && crossed.into_iter().all(safe)
    }

    /// The moves of any man to anywhere that end the game, besides the others.
    fn finishing_moves(&self, others: &[Action]) -> Vec<Action> {
        let Some(rule) = self.game.variant.rules.finishing_move else { return Vec::new() };
        let taken: Vec<_> = others.iter().filter_map(Action::squares).collect();
        let everywhere = || self.game.variant.board.squares();
        let mut found = Vec::new();
        for (from, man) in self.men(self.turn).filter(|&(from, _)| !self.is_held(from) && !self.rests(Some(from))) {
            let open = |&to: &Square| {
                let goes = self.man(to).is_some() || self.game.may_enter_quietly(man, to);
                !taken.contains(&(from, to))
                    && goes
                    && self.game.region_allows(man, from, to)
                    && !self.walls.contains(&to)
            };
            for to in everywhere().filter(open) {
                if self.man(to).is_some_and(|man| man.side == self.turn || self.is_royal(man)) {
                    continue;
                }
                let action = Action::Finish { from, to };
                let next = self.after_action(&action);
                let legal =
                    !self.leaves_check(&action, &next) && self.may_give_check(&action, &next) && !self.flees(&action);
                if !legal || self.leaves_opposition(&action, &next) || next.turn == self.turn {
                    continue;
                }
                let ends = if next.in_check(next.turn) { rule.to_checkmate } else { rule.to_stalemate };
                if ends && !next.can_move() {
                    found.push(action);
                }
            }
        }
        found
    }
}
