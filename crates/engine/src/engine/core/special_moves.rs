//! Moves that are not plain: arrivals with an effect or a promotion, castling, long steps, captures en passant, first moves.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::attack::AttackView;
use super::move_set::{Flow, Visit};
use super::move_set::{MoveSet, MoveVisitor};
use super::{Core, MoveGenerator};
use crate::engine::bits::Bits;
use crate::engine::tables::{
    CastlingLanding, CastlingWing, LongStepTable, Occupant, PartTable, PathMen, PieceTable, PromotionTable,
    castling_right,
};
use crate::engine::{ManMove, MoveKind, MoveShape, Piece};
use crate::geometry::{Leap, Side, Square};
use crate::model::{Effect, Event, KindId, KindLimit, Victim};

impl<const W: usize> Core<W> {
    /// The number of moves that take men of this piece to these squares. The square they come from must be given for
    /// men that promote by leaving some squares.
    #[inline(always)]
    pub(super) fn count_arrivals(
        &self,
        piece: &PieceTable<W>,
        from: Option<Square>,
        to: Bits<W>,
        kind: MoveKind,
    ) -> u64 {
        if to.intersects(piece.changes_in) {
            self.count_changing_arrivals(piece, from, to, kind)
        } else {
            u64::from(to.len())
        }
    }

    /// [`Self::count_arrivals`] where some of the men may turn or promote.
    #[cold]
    fn count_changing_arrivals(&self, piece: &PieceTable<W>, from: Option<Square>, to: Bits<W>, kind: MoveKind) -> u64 {
        if piece.arrives_by_rules {
            return self.count_arrivals_by_rules(piece, from, to, kind);
        }
        let Some(promotion) = piece.promotion.as_ref().filter(|promotion| to.intersects(promotion.zone)) else {
            return self.count_effects(piece, from, to, kind);
        };
        let promoting = (to & promotion.zone).iter().map(|to| {
            let choices = self.promotion_choices(piece, promotion, to).len() as u64;
            choices + u64::from(promotion.optional.contains(to) || choices == 0)
        });
        promoting.sum::<u64>() + u64::from((to & !promotion.zone).len())
    }

    /// The number of moves of men that never promote, with a move for each result of their effects.
    fn count_effects(&self, piece: &PieceTable<W>, from: Option<Square>, to: Bits<W>, kind: MoveKind) -> u64 {
        if !piece.parts.is_empty() || piece.effects_depend_on_victim || piece.limited {
            let after = |to| self.after_move(piece, from, to, kind).map_or(1, |after| after.len() as u64);
            return to.iter().map(after).sum();
        }
        let captures = if matches!(kind, MoveKind::EnPassant { .. }) { to } else { to & self.men.all() };
        let (mut left, mut count) = (to, 0);
        for table in &piece.effects {
            let (capturing, moving) = ((captures & table.on).len(), (to & !captures & table.on).len());
            count += u64::from(capturing) * table.capturing.len() as u64;
            count += u64::from(moving) * table.moving.len() as u64;
            left &= !table.on;
        }
        count + u64::from(left.len())
    }

    /// The number of moves where men may turn or promote, if that depends on more than the zone: on where a move begins, on
    /// captures, or on the men that the side has.
    #[inline(never)]
    fn count_arrivals_by_rules(&self, piece: &PieceTable<W>, from: Option<Square>, to: Bits<W>, kind: MoveKind) -> u64 {
        let arriving = to.iter().map(|to| {
            let promotion = self.promotion_by_rules(piece, from, to, kind);
            let choices = promotion.map_or(&[][..], |table| self.promotion_choices(piece, table, to));
            let changed = self.after_move(piece, from, to, kind);
            let from = from.unwrap_or(to);
            let may_arrive = |after: u16| self.may_arrive(piece, after, from, to, kind);
            let may_promote = |&after: &u16| self.promotion_allows(piece, to, after) && may_arrive(after);
            let free = || choices.iter().copied().filter(may_promote);
            let stays = promotion.is_none_or(|table| table.optional.contains(to) || choices.is_empty());
            let stays = stays && !self.is_barred(piece, to, kind);
            let unpromoted = match changed.filter(|_| stays) {
                Some(after) => {
                    after.iter().filter(|&&after| may_arrive(after) && free().all(|free| free != after)).count()
                }
                None => usize::from(stays && may_arrive(piece.number)),
            };
            (free().count() + unpromoted) as u64
        });
        arriving.sum()
    }

    /// Whether a move to a square captures, there or en passant. Asked before the move is made; not for castling and turns.
    #[inline]
    fn is_capture_to(&self, to: Square, kind: MoveKind) -> bool {
        self.men.piece_index(to) != 0 || matches!(kind, MoveKind::EnPassant { .. })
    }

    /// The pieces that a man may become by the effects of a move without promotion; `None` if it doesn't change. The
    /// square it comes from must be given for men whose parts have effects of their own.
    #[inline]
    pub(crate) fn after_move<'a>(
        &self,
        piece: &'a PieceTable<W>,
        from: Option<Square>,
        to: Square,
        kind: MoveKind,
    ) -> Option<Cow<'a, [u16]>> {
        let on = if let MoveKind::EnPassant { victim } = kind { victim } else { to };
        let victim = match self.men.piece_index(on) {
            0 => Victim::Nobody,
            piece => Victim::Of(KindId(self.tables.pieces[usize::from(piece)].kind)),
        };
        let leads = |part: &PartTable<W>| {
            let table = if kind == MoveKind::Ordinary {
                Some(part.table(victim != Victim::Nobody))
            } else if matches!(kind, MoveKind::EnPassant { .. }) {
                part.en_passant()
            } else {
                None
            };
            from.zip(table).is_some_and(|(from, table)| self.targets(piece, table, from).contains(to))
        };
        if piece.limited && piece.has_effects {
            return Some(Cow::Owned(self.after_limited_move(piece, to, victim, leads)));
        }
        piece.after_move(to, victim, leads)
    }

    /// [`Self::after_move`] under limits: without the kinds whose limit its side has reached.
    #[inline(never)]
    fn after_limited_move(
        &self,
        piece: &PieceTable<W>,
        to: Square,
        victim: Victim,
        leads: impl Fn(&PartTable<W>) -> bool,
    ) -> Vec<u16> {
        let kind_of = |made: u16| KindId(self.tables.pieces[usize::from(made)].kind);
        let kind = KindId(piece.kind);
        let effects = &self.tables.variant.kind(kind).effects;
        let leading = piece.parts.iter().zip(0..).filter(|(part, _)| leads(part)).map(Some);
        // Each part has effects of its own, and so has a move that no part makes.
        let mut parts: Vec<Option<(&PartTable<W>, u8)>> = leading.collect();
        if parts.is_empty() {
            parts.push(None);
        }
        let mut found = Vec::new();
        for part in parts {
            let is_part = |other: &PartTable<W>| part.is_some_and(|(part, _)| std::ptr::eq(part, other));
            let after =
                piece.after_move(to, victim, is_part).unwrap_or(Cow::Borrowed(std::slice::from_ref(&piece.number)));
            let number = part.map(|(_, number)| number);
            let captures = victim != Victim::Nobody;
            let happens = |effect: &&Effect| effect.happens(piece.side, to, captures, number);
            let effect = effects.iter().filter(|effect| !effect.limits.is_empty()).find(happens);
            let others =
                || after.iter().filter(|&&made| kind_of(made) != kind && self.effect_allows(piece, effect, made));
            let stays = others().next().is_none() || effect.is_none_or(|effect| !effect.must_become_other(kind));
            for &made in after.iter().filter(|&&made| stays && kind_of(made) == kind).chain(others()) {
                if !found.contains(&made) {
                    found.push(made);
                }
            }
        }
        found
    }

    /// Whether the limits of an effect allow its man to become this piece.
    fn effect_allows(&self, piece: &PieceTable<W>, effect: Option<&Effect>, made: u16) -> bool {
        let kind = self.tables.pieces[usize::from(made)].kind;
        kind == piece.kind
            || effect.is_none_or(|effect| self.is_within_limits(piece.side, &effect.limits, KindId(kind)))
    }

    /// The pieces that stationary moves make of the man on a square now.
    pub(super) fn made_in_place(&self, square: Square) -> impl Iterator<Item = Piece> {
        let piece = self.piece_table(square);
        let effects = &self.tables.variant.kind(KindId(piece.kind)).effects;
        let effect = effects.iter().find(|effect| piece.limited && effect.event == Event::InPlace);
        piece
            .stationary
            .iter()
            .copied()
            .filter(move |&made| self.effect_allows(piece, effect, made))
            .filter_map(Piece::new)
    }

    /// Whether an arrival as the piece `after` is allowed: by the captor's fate, and by immobility on the square where the man stands
    /// then.
    fn may_arrive(&self, piece: &PieceTable<W>, after: u16, from: Square, to: Square, kind: MoveKind) -> bool {
        let mut stands = Ok(None);
        if piece.captor.is_some() && self.is_capture_to(to, kind) {
            let captured_on = if let MoveKind::EnPassant { victim } = kind { victim } else { to };
            stands = self.captor_after(piece, after, (from, to), captured_on, self.occupied());
        }
        let Ok(stands) = stands else { return false };
        let (square, piece) = stands.map_or((to, after), |(square, man)| (square, man.piece()));
        !self.tables.pieces[usize::from(piece)].immobile_on.contains(square)
    }

    /// Whether a man would arrive where such men may not go.
    fn is_barred(&self, piece: &PieceTable<W>, to: Square, kind: MoveKind) -> bool {
        piece.barred_on.contains(to) && !(piece.stays_behind() && self.is_capture_to(to, kind))
    }

    /// Calls `visit` for each move of the man on `from` to `to`: plain, with an effect, or with a promotion.
    #[inline]
    pub(super) fn each_arrival(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        to: Square,
        kind: MoveKind,
        visit: &mut impl FnMut(ManMove) -> Flow,
    ) -> Flow {
        if piece.arrives_by_rules {
            return self.each_arrival_by_rules(piece, from, to, kind, visit);
        }
        if let Some(promotion) = piece.promotion.as_ref().filter(|promotion| promotion.zone.contains(to)) {
            let choices = self.promotion_choices(piece, promotion, to);
            for piece in choices.iter().copied().filter_map(Piece::new) {
                visit(ManMove::new(from, to, piece, kind))?;
            }
            if !promotion.optional.contains(to) && !choices.is_empty() {
                return Flow::Continue(());
            }
        }
        self.each_unpromoted_arrival(piece, from, to, kind, visit)
    }

    /// [`Self::each_arrival`] where promotion depends on more than the zone.
    #[inline(never)]
    fn each_arrival_by_rules(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        to: Square,
        kind: MoveKind,
        visit: Visit,
    ) -> Flow {
        let promotion = self.promotion_by_rules(piece, Some(from), to, kind);
        let choices = promotion.map_or(&[][..], |table| self.promotion_choices(piece, table, to));
        let may_promote =
            |&after: &u16| self.promotion_allows(piece, to, after) && self.may_arrive(piece, after, from, to, kind);
        let free = || choices.iter().copied().filter(may_promote);
        for piece in free().filter_map(Piece::new) {
            visit(ManMove::new(from, to, piece, kind))?;
        }
        if self.must_promote(piece, from, to, kind) || self.is_barred(piece, to, kind) {
            return Flow::Continue(());
        }
        self.each_unpromoted_arrival(piece, from, to, kind, &mut |mv| {
            let after = mv.piece.number();
            let counts = self.may_arrive(piece, after, from, to, kind) && free().all(|free| free != after);
            if counts { visit(mv) } else { Flow::Continue(()) }
        })
    }

    /// Calls `visit` for each move on which the man does not promote: unchanged, or changed by its effects.
    #[inline(always)]
    fn each_unpromoted_arrival(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        to: Square,
        kind: MoveKind,
        visit: &mut impl FnMut(ManMove) -> Flow,
    ) -> Flow {
        if piece.has_effects
            && let Some(after) = self.after_move(piece, Some(from), to, kind)
        {
            let mut after = after.iter().copied().filter_map(Piece::new);
            return after.try_for_each(|piece| visit(ManMove::new(from, to, piece, kind)));
        }
        self.men.piece(from).map_or(Flow::Continue(()), |piece| visit(ManMove::new(from, to, piece, kind)))
    }

    /// The pieces that a man can promote to on `to`.
    #[inline]
    pub(super) fn promotion_choices(&self, piece: &PieceTable<W>, promotion: &PromotionTable<W>, to: Square) -> &[u16] {
        let variant = &self.tables.variant;
        let half = usize::from(variant.black.is_right_half(variant.board, piece.side, to));
        &self.start.promotions[piece.side][promotion.rule_on(to)][half]
    }

    /// The promotion that a move leads to, by where it begins and ends and by whether it captures.
    fn promotion_by_rules<'a>(
        &self,
        piece: &'a PieceTable<W>,
        from: Option<Square>,
        to: Square,
        kind: MoveKind,
    ) -> Option<&'a PromotionTable<W>> {
        // A man that captures from its square goes nowhere to promote.
        if piece.stays_behind() && self.is_capture_to(to, kind) {
            return None;
        }
        let promotion = piece.promotion.as_ref()?;
        let applies = promotion.zone.contains(to) || from.is_some_and(|from| promotion.from.contains(from));
        let en_passant = matches!(kind, MoveKind::EnPassant { .. });
        let barred = promotion.by_capture.contains(to) && !self.is_capture_to(to, kind)
            || promotion.not_by_en_passant.contains(to) && en_passant;
        (applies && !barred).then_some(promotion)
    }

    /// Whether a man must promote on a move.
    pub(crate) fn must_promote(&self, piece: &PieceTable<W>, from: Square, to: Square, kind: MoveKind) -> bool {
        let promotion = self.promotion_by_rules(piece, Some(from), to, kind);
        promotion
            .is_some_and(|table| !table.optional.contains(to) && !self.promotion_choices(piece, table, to).is_empty())
    }

    /// Whether the limits of a man's promotion on a square allow another man like this.
    fn promotion_allows(&self, piece: &PieceTable<W>, to: Square, choice: u16) -> bool {
        if !piece.limited {
            return true;
        }
        let (variant, side) = (&self.tables.variant, piece.side);
        let rule = piece.promotion.as_ref().and_then(|table| variant.rules.promotions[side].get(table.rule_on(to)));
        let Some(rule) = rule else { return true };
        let at_start = |kind: KindId| {
            let Some(setup) = variant.setups.get(self.setup) else { return 0 };
            let on_board = setup.men.iter().filter(|man| man.side == side && man.kind == kind).count() as u32;
            let held = setup.hands[side].iter().filter(|(held, _)| *held == kind);
            on_board + held.map(|&(_, number)| u32::from(number)).sum::<u32>()
        };
        let kind = KindId(self.tables.pieces[usize::from(choice)].kind);
        self.is_within_limits(side, &rule.limits, kind)
            && (!rule.captured_men_only || self.count_men(side, Some(&[kind])) < at_start(kind))
    }

    /// Whether limits allow a side another man of a kind.
    fn is_within_limits(&self, side: Side, limits: &[KindLimit], kind: KindId) -> bool {
        limits.iter().filter(|limit| limit.kind == kind).all(|limit| {
            let men = if limit.on_board {
                self.men_of(side, Some(&[kind])).len()
            } else {
                self.count_men(side, Some(&[kind]))
            };
            men < u32::from(limit.most)
        })
    }
}

// Castling: which castlings are legal.

impl<const W: usize> MoveGenerator<'_, W> {
    /// The castlings of the side to move, which is known to have a right.
    pub(super) fn visit_castlings_of_side(&self, visitor: &mut impl MoveVisitor<W>) -> Flow {
        let core = self.core;
        let us = core.status.turn;
        if self.safety.in_check {
            return Flow::Continue(());
        }
        for (number, wing) in core.start.wings[us].iter().enumerate() {
            let Some(wing) = wing else { continue };
            if core.status.rights & castling_right(us, number) == 0 || core.is_castling_held(wing) {
                continue;
            }
            let occupied = wing.between & core.occupied();
            let may_pass = occupied.is_empty()
                || core.tables.features.paths_depend_on_kinds && core.partner_passes(wing, occupied);
            if !may_pass {
                continue;
            }
            let piece = core.piece_table(wing.king);
            for landing in &wing.landings {
                if occupied.intersects(landing.path | Bits::of(landing.partner_to)) {
                    continue;
                }
                // A king that stays enters no square.
                let to = piece.masked(wing.king, Bits::of(landing.king_to), Bits::of(wing.king));
                if !to.is_empty() && core.is_castling_safe(wing, landing) {
                    let kind = MoveKind::Castling { partner_from: wing.partner, partner_to: landing.partner_to };
                    if let Some(piece) = core.men.piece(wing.king) {
                        visitor
                            .visit(self, MoveSet::Castling(ManMove::new(wing.king, landing.king_to, piece, kind)))?;
                    }
                }
            }
        }
        Flow::Continue(())
    }
}

impl<const W: usize> Core<W> {
    /// Whether king or partner are held, or may not move on in the series.
    #[inline]
    fn is_castling_held(&self, wing: &CastlingWing<W>) -> bool {
        let features = &self.tables.features;
        (features.holds || features.series_movers)
            && (self.held(self.status.turn) | self.resting()).intersects(Bits::of(wing.king) | Bits::of(wing.partner))
    }

    /// Whether the partner of a castling king passes all men on these squares.
    #[inline(never)]
    fn partner_passes(&self, wing: &CastlingWing<W>, occupied: Bits<W>) -> bool {
        (occupied & !self.men.of_groups(&self.piece_table(wing.partner).passes)).is_empty()
    }

    /// Whether castling is safe for a king that is not in check. The king is attacked neither on its path nor on its
    /// target, meets no opposition there, and leaves no other royal man attacked.
    fn is_castling_safe(&self, wing: &CastlingWing<W>, landing: &CastlingLanding<W>) -> bool {
        if self.tables.features.own_check_by_trial {
            return self.is_castling_safe_by_trial(wing, landing);
        }
        let us = self.status.turn;
        let royals = self.royals(us);
        let by_sets = !self.tables.features.deaths;
        if by_sets
            && !royals.is_empty()
            && landing.leapers.iter().any(|(from, group)| self.men.of_group(*group).intersects(*from))
        {
            return false;
        }
        if by_sets
            && royals == Bits::of(wing.king)
            && !self.tables.features.opposition
            && self.tables.attacks[!us].are_simple()
        {
            return self.is_castling_safe_from_slides(wing, landing);
        }
        let piece = self.piece_table(wing.king);
        let enemies = self.men.of_side(!us);
        let others = self.occupied() & !Bits::of(wing.king);
        // The king's landing square is tested after the castling, since its partner may then block an attacker.
        let crossed = landing.path & !Bits::of(landing.king_to);
        let crosses_safely = crossed.iter().all(|square| {
            let then = AttackView { occupied: others | Bits::of(square), attackers: enemies };
            let attacked = piece.royal && self.is_attacked(square, !us, piece.kind, then);
            !attacked && !self.is_watched(us, piece.kind, square, then)
        });
        let landed = AttackView { occupied: landing.occupied_after(others, wing), attackers: enemies };
        crosses_safely
            && royals.iter().all(|square| {
                let after = match square {
                    _ if square == wing.king => landing.king_to,
                    _ if square == wing.partner => landing.partner_to,
                    _ => square,
                };
                !self.is_attacked(after, !us, self.piece_table(square).kind, landed)
            })
    }

    /// Whether slides spare the king's path, if the king is the only royal man; leaps were tested before. An enemy
    /// slider matters only if it is in line with the path or is uncovered by the partner's departure.
    fn is_castling_safe_from_slides(&self, wing: &CastlingWing<W>, landing: &CastlingLanding<W>) -> bool {
        let us = self.status.turn;
        let attacks = &self.tables.attacks[!us];
        let sources = attacks.slides.iter().zip(&landing.riders);
        let near = sources.fold(Bits::EMPTY, |all, (source, from)| all | self.men.of_groups(&source.groups) & *from);
        if near.is_empty() {
            return true;
        }
        let victim_kind = self.piece_table(wing.king).kind;
        let others = self.occupied() & !Bits::of(wing.king);
        let attacked = |square, occupied| {
            self.is_attacked_by_slide(square, !us, victim_kind, AttackView { occupied, attackers: near })
        };
        let crossed = landing.path & !Bits::of(wing.king);
        crossed.iter().all(|square| !attacked(square, others | Bits::of(square)))
            && (!near.intersects(landing.uncovered) || !attacked(landing.king_to, landing.occupied_after(others, wing)))
    }
}

// Long steps, the squares they cross, and captures en passant there.

impl<const W: usize> MoveGenerator<'_, W> {
    /// The long steps of a man. A step to one of its usual targets is left out, because it is generated as an ordinary
    /// move.
    pub(super) fn visit_long_steps(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        usual: Bits<W>,
        visitor: &mut impl MoveVisitor<W>,
    ) -> Flow {
        let core = self.core;
        let (mut generated, occupied) = (usual, core.occupied());
        for step in piece.long_steps.iter().filter(|step| step.from.contains(from)) {
            let mut at = Bits::of(from);
            for count in 1..=step.max {
                at = step.shift.shifted(at) & !occupied;
                if at.is_empty() {
                    break;
                }
                let to = piece.masked(from, at, Bits::EMPTY) & !generated;
                if count >= step.min && !self.safety.safe_targets(core, from, to).is_empty() {
                    generated |= at;
                    visitor.visit(self, MoveSet::Arrivals { piece, from, to: at, kind: MoveKind::LongStep })?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The captures en passant of these men.
    pub(super) fn visit_en_passant(&self, captors: Bits<W>, visitor: &mut impl MoveVisitor<W>) -> Flow {
        let core = self.core;
        for from in captors.iter() {
            let piece = core.piece_table(from);
            for to in core.en_passant_targets(piece, from).iter() {
                let Some(victim) = core.en_passant_victim(to) else { continue };
                let by_trial = core.tables.features.own_check_by_trial;
                if by_trial || core.leaves_royals_safe(from, to, Bits::of(victim)) {
                    visitor.visit(
                        self,
                        MoveSet::Arrivals { piece, from, to: Bits::of(to), kind: MoveKind::EnPassant { victim } },
                    )?;
                }
            }
        }
        Flow::Continue(())
    }
}

impl<const W: usize> Core<W> {
    /// The men of the side to move that have a capture en passant now, whether or not it leaves a royal man attacked.
    #[inline(always)]
    pub(super) fn en_passant_captors(&self) -> Bits<W> {
        if self.status.en_passant.is_empty() || self.status.series > 0 { Bits::EMPTY } else { self.list_captors() }
    }

    /// The men that can capture en passant on one of the crossed squares.
    fn list_captors(&self) -> Bits<W> {
        let us = self.status.turn;
        let from = &self.tables.en_passant_from[us];
        let near = self.status.en_passant.iter().fold(Bits::EMPTY, |near, crossed| near | from[crossed.index()]);
        let candidates = near & self.men.of_groups(&self.tables.en_passant_groups[us]) & !self.held(us);
        let captures = |&from: &Square| !self.en_passant_targets(self.piece_table(from), from).is_empty();
        candidates.iter().filter(captures).collect()
    }

    /// The squares where the man on `from` has a capture en passant now, whether or not it leaves a royal man attacked.
    pub(super) fn en_passant_targets(&self, piece: &PieceTable<W>, from: Square) -> Bits<W> {
        let crossed = self.status.en_passant & !self.occupied();
        let Some(table) = piece.en_passant.table(piece.captures()) else { return Bits::EMPTY };
        let reached = self.targets(piece, table, from) & crossed;
        let may_capture_victim = |&to: &Square| {
            let victim = self.en_passant_victim(to);
            let is_free = |victim: &Square| !self.royals(!self.status.turn).contains(*victim);
            let victim = victim.filter(is_free).map(|victim| self.piece_table(victim));
            victim.is_some_and(|man| piece.may_capture(man.kind))
        };
        reached.iter().filter(may_capture_victim).collect()
    }

    /// The man whose long step crossed a square: where long steps go straight forward, the nearest man ahead of the
    /// square, from its owner's view.
    pub(super) fn en_passant_victim(&self, crossed: Square) -> Option<Square> {
        let them = !self.status.turn;
        if !self.tables.en_passant_steps[them].straight {
            return self.find_long_stepper(them, crossed);
        }
        let board = self.tables.variant.board;
        let victim = board.ray(crossed, Leap::forward(them)).find(|&square| self.men.piece_index(square) != 0)?;
        let piece = self.piece_table(victim);
        let steps = self.tables.en_passant_steps[them].of_kind(piece.kind).next().is_some();
        (piece.side == them && steps).then_some(victim)
    }

    /// The man of a side that a crossed square belongs to, where the squares of these men are among the en passant
    /// squares.
    fn find_long_stepper(&self, side: Side, crossed: Square) -> Option<Square> {
        let steppers = self.status.en_passant & self.men.of_side(side);
        self.nearest_long_stepper(side, crossed, steppers.iter().map(|at| (at, self.piece_table(at).kind)))
    }

    /// The victim of a capture en passant on a square, among these men with their kinds. It is the nearest man whose
    /// long step could have crossed the square. In a series several can have crossed it: of equally near ones the man
    /// on the lowest square counts.
    fn nearest_long_stepper(
        &self,
        side: Side,
        crossed: Square,
        men: impl Iterator<Item = (Square, u8)>,
    ) -> Option<Square> {
        let board = self.tables.variant.board;
        let mut nearest: Option<(usize, Square)> = None;
        for (at, kind) in men {
            for step in self.tables.en_passant_steps[side].of_kind(kind) {
                let crosses = step.crossing(board, crossed).any(|(_, to)| to == at);
                let distance =
                    board.ray(crossed, step.leap).take(step.max.into()).position(|on| on == at).filter(|_| crosses);
                let found = distance.map(|distance| (distance, at));
                nearest = nearest.into_iter().chain(found).min();
            }
        }
        nearest.map(|(_, at)| at)
    }

    /// The `crossed` squares whose stepper is still there, and the squares of these steppers.
    pub(super) fn remaining_en_passant(&self, side: Side, crossed: Bits<W>, steppers: Bits<W>) -> Bits<W> {
        let men = || steppers.iter().map(|at| (at, self.piece_table(at).kind));
        let mut remaining = Bits::EMPTY;
        for square in crossed.iter() {
            if let Some(stepper) = self.nearest_long_stepper(side, square, men()) {
                remaining = remaining | Bits::of(square) | Bits::of(stepper);
            }
        }
        remaining
    }

    /// The crossed squares where some capture en passant leaves no royal man attacked.
    pub(super) fn legal_en_passant_squares(&self) -> Bits<W> {
        let mut legal = Bits::EMPTY;
        for from in self.en_passant_captors().iter() {
            let piece = self.piece_table(from);
            for to in self.en_passant_targets(piece, from).iter() {
                let Some(victim) = self.en_passant_victim(to) else { continue };
                let kind = MoveKind::EnPassant { victim };
                let arrives = || self.each_arrival(piece, from, to, kind, &mut |_| Flow::Break(())).is_break();
                // A man that must promote may have nothing left to become.
                if self.captures_en_passant_safely(from, to, victim) && (!piece.arrives_by_rules || arrives()) {
                    legal.insert(to);
                    if !self.tables.en_passant_steps[!self.status.turn].straight {
                        legal.insert(victim);
                    }
                }
            }
        }
        legal
    }

    /// Whether a capture en passant leaves no royal man attacked that may not be.
    fn captures_en_passant_safely(&self, from: Square, to: Square, victim: Square) -> bool {
        if !self.tables.features.own_check_by_trial {
            return self.leaves_royals_safe(from, to, Bits::of(victim));
        }
        let piece = self.men.piece(from);
        let mv = piece.map(|piece| ManMove::new(from, to, piece, MoveKind::EnPassant { victim }));
        mv.is_some_and(|mv| self.can_complete(mv, &|mv| self.own_check_fault(mv.into()).is_none()))
    }

    /// The en passant squares after a long step, which has been made: those that it crossed, as far as the opponent can
    /// capture there, and where steps go other ways than straight forward, the square of the man.
    #[inline(always)]
    pub(super) fn en_passant_of_step(&self, side: Side, mover: Occupant, from: Square, to: Square) -> Bits<W> {
        if self.tables.en_passant_steps[side].simple {
            return self.tables.ahead[side][from] & !self.tables.ahead[side][to] & !Bits::of(to);
        }
        self.en_passant_of_any_step(side, mover, from, to)
    }

    /// The en passant squares after a move, for long steps of any kind.
    #[inline(never)]
    fn en_passant_of_any_step(&self, side: Side, mover: Occupant, from: Square, to: Square) -> Bits<W> {
        let answered = &self.tables.en_passant_steps[side];
        let piece = &self.tables.pieces[usize::from(mover.piece())];
        let crossed = match &*piece.long_steps {
            [step] if step.is_straight(side) => {
                self.tables.ahead[side][from] & !self.tables.ahead[side][to] & !Bits::of(to)
            }
            steps => self.squares_crossed_by(steps, from, to),
        };
        let crossed = crossed & answered.on;
        if answered.straight || crossed.is_empty() { crossed } else { crossed | Bits::of(to) }
    }

    /// The squares crossed by those of a man's long steps that lead from one square to another.
    fn squares_crossed_by(&self, steps: &[LongStepTable<W>], from: Square, to: Square) -> Bits<W> {
        let board = self.tables.variant.board;
        let mut all = Bits::EMPTY;
        for step in steps.iter().filter(|step| step.en_passant && step.ends(board, from).contains(to)) {
            let crossed: Bits<W> = step.squares(board, from).take_while(|&at| at != to).collect();
            if !crossed.intersects(self.occupied()) {
                all |= crossed;
            }
        }
        all
    }

    /// The en passant squares that remain within a series after a move, whose man, if any, has been moved.
    pub(super) fn en_passant_within_series(&self, man: Option<ManMove>, mover: Occupant) -> Bits<W> {
        let (us, before) = (self.status.turn, self.status.en_passant);
        let Some(man) = man.filter(|man| man.leaves()) else { return before };
        if self.tables.en_passant_steps[us].straight {
            // Asked of the kind: a man that has turned after its step can make none as it stands.
            let kind = self.tables.pieces[usize::from(mover.piece())].kind;
            let steps = self.tables.en_passant_steps[us].of_kind(kind).next().is_some();
            return if steps { before & !self.en_passant_behind(us, man.from) } else { before };
        }
        // Squares crossed by the man that left are cleared, and the square where a man arrived.
        let mut arrived = Bits::of(man.to);
        if let Some((_, partner_to)) = man.kind.castling() {
            arrived.insert(partner_to);
        }
        let steppers = before & self.men.of_side(us) & !arrived;
        let mut crossed = before & !steppers & !Bits::of(man.from);
        if before.contains(man.from) {
            let kind = self.tables.pieces[usize::from(mover.piece())].kind;
            let men = || steppers.iter().map(|at| (at, self.piece_table(at).kind)).chain([(man.from, kind)]);
            crossed = crossed.iter().filter(|&at| self.nearest_long_stepper(us, at, men()) != Some(man.from)).collect();
        }
        self.remaining_en_passant(us, crossed & !arrived, steppers)
    }

    /// The en passant squares within a series without those of the long steppers that died by the last move.
    #[inline(never)]
    pub(super) fn en_passant_without_dead(&self) -> Bits<W> {
        let us = self.status.turn;
        let mut left = self.status.en_passant;
        for (square, piece) in self.log.last_dead() {
            let PieceTable { side, kind, .. } = self.tables.pieces[usize::from(piece.number())];
            if side != us {
                continue;
            }
            if self.tables.en_passant_steps[us].straight {
                if self.tables.en_passant_steps[us].of_kind(kind).next().is_some() {
                    left &= !self.en_passant_behind(us, square);
                }
            } else if left.contains(square) {
                let steppers = left & self.men.of_side(us);
                let men = || steppers.iter().map(|at| (at, self.piece_table(at).kind)).chain([(square, kind)]);
                let crossed = left & !steppers & !Bits::of(square);
                let stays = |&at: &Square| self.nearest_long_stepper(us, at, men()) != Some(square);
                left = self.remaining_en_passant(us, crossed.iter().filter(stays).collect(), steppers);
            }
        }
        left
    }

    /// The en passant squares within a series after another long step in it.
    pub(super) fn add_crossed_squares(&self, before: Bits<W>, crossed: Bits<W>) -> Bits<W> {
        let (us, all) = (self.status.turn, before | crossed);
        if self.tables.en_passant_steps[us].straight || before.is_empty() {
            return all;
        }
        let steppers = all & self.men.of_side(us);
        self.remaining_en_passant(us, all & !steppers, steppers)
    }

    /// The crossed squares directly behind a man that has made a long step to `square`.
    fn en_passant_behind(&self, side: Side, square: Square) -> Bits<W> {
        let behind = self.tables.variant.board.ray(square, -Leap::forward(side));
        behind.take_while(|&at| self.status.en_passant.contains(at)).collect()
    }

    /// The given en passant squares that no long step of `side` can have left: a crossed square lies between the start
    /// and the end of one. It is empty, unless the side's series has gone on since; if the step was the only move of
    /// its turn, the square where it started is empty too.
    pub(crate) fn impossible_en_passant(
        &self,
        side: Side,
        inside_series: bool,
        only_move: bool,
    ) -> impl Iterator<Item = Square> {
        let board = self.tables.variant.board;
        let answered = &self.tables.en_passant_steps[side];
        let all = self.status.en_passant;
        let own = self.men.of_side(side);
        let steppers = if answered.straight { Bits::EMPTY } else { all & own };
        let can_have_crossed = move |square: Square| {
            let stepped = |kind: u8, (from, to): (Square, Square)| {
                own.contains(to)
                    && self.piece_table(to).kind == kind
                    && (answered.straight || steppers.contains(to))
                    && (!only_move || self.men.piece_index(from) == 0)
            };
            let free = self.men.piece_index(square) == 0 || answered.straight && inside_series;
            let mut steps = answered.steps.iter();
            free && answered.on.contains(square)
                && steps.any(|(kind, step)| step.crossing(board, square).any(|ends| stepped(*kind, ends)))
        };
        let belongs = move |stepper: Square| {
            (!only_move || steppers.len() == 1)
                && (all & !steppers).iter().any(|square| self.find_long_stepper(side, square) == Some(stepper))
        };
        all.iter().filter(move |&at| if steppers.contains(at) { !belongs(at) } else { !can_have_crossed(at) })
    }
}

// First moves and moves once a game: movements that men have until they move for the first time, or have used them, and how
// they lose them.

impl<const W: usize> MoveGenerator<'_, W> {
    /// The first moves of a man, or those once a game, that go to other squares than its `usual` targets. Returns the squares
    /// they go to, by the movement alone.
    pub(super) fn visit_first_moves(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        usual: Bits<W>,
        visitor: &mut impl MoveVisitor<W>,
    ) -> ControlFlow<(), Bits<W>> {
        let targets = self.core.first_move_targets(piece, from, self.safety.in_check) & !usual;
        if targets.is_empty() {
            return ControlFlow::Continue(targets);
        }
        let safe = self.safety.safe_targets(self.core, from, self.unopposed(piece, targets));
        if !safe.is_empty() {
            let kind = if piece.moves_once_a_game() { MoveKind::OnceAGame } else { MoveKind::Ordinary };
            visitor.visit(self, MoveSet::Arrivals { piece, from, to: safe, kind })?;
        }
        ControlFlow::Continue(targets)
    }
}

impl<const W: usize> Core<W> {
    /// Targets of a man's first move, or of its move once a game, if it still has one. As with its other moves, squares where it
    /// can capture en passant are excluded.
    pub(super) fn first_move_targets(&self, piece: &PieceTable<W>, from: Square, in_check: bool) -> Bits<W> {
        let first = piece.first_move.as_ref().filter(|first| !in_check || !first.unless_in_check);
        let Some(first) = first.filter(|_| self.status.unmoved.contains(from)) else { return Bits::EMPTY };
        let targets = self.targets(piece, &first.moves, from) & !self.occupied();
        if self.status.en_passant.is_empty() || self.status.series > 0 {
            return targets;
        }
        targets & !self.en_passant_targets(piece, from)
    }

    /// Whether a man could go to a square by its first move if it still had it, or were not in check.
    pub(super) fn could_reach_by_first_move(&self, piece: &PieceTable<W>, from: Square, to: Square) -> bool {
        let first = piece.first_move.as_ref().filter(|_| self.men.piece_index(to) == 0);
        first.is_some_and(|first| self.targets(piece, &first.moves, from).contains(to))
    }

    /// The men that still have their move once a game.
    pub(crate) fn men_moving_once_a_game(&self) -> Bits<W> {
        self.status.unmoved.iter().filter(|&square| self.piece_table(square).moves_once_a_game()).collect()
    }

    /// The men with a castling right that have a first move, or a move once a game, until they move.
    pub(crate) fn unmoved_castling_men(&self) -> Bits<W> {
        let mut men = Bits::EMPTY;
        for (side, wings) in self.start.wings.iter() {
            // Men that were dropped have a right, and no first move.
            if self.tables.variant.rules.castling[side].as_ref().is_none_or(|rule| rule.dropped.is_some()) {
                continue;
            }
            for (number, wing) in wings.iter().enumerate() {
                let wing = wing.as_ref().filter(|_| self.status.rights & castling_right(side, number) != 0);
                for (square, kind) in
                    wing.into_iter().flat_map(|wing| [(wing.king, wing.king_kind), (wing.partner, wing.partner_kind)])
                {
                    let kind = self.tables.variant.kind(KindId(kind));
                    if kind.has_first_move() || kind.moves_once_a_game() {
                        men.insert(square);
                    }
                }
            }
        }
        men
    }

    /// Cancels the first moves of the men that a move takes from their squares, turns or captures, and of those at
    /// which it aims. A man keeps its move once a game when it moves, unless this move is the one. Returns whether some
    /// man has lost such a move. The men have been moved; `mover` is the moving man as it was before, `stands` its
    /// square now.
    #[inline(never)]
    pub(super) fn lose_first_moves(&mut self, man: ManMove, mover: Occupant, stands: Square) -> bool {
        let before = self.status.unmoved;
        let mut left = before & !(Bits::of(man.from) | Bits::of(man.to));
        let mut arrived = [Some(stands), None];
        let is_kept = |at: Square| self.men.occupant(at).is_some() && self.piece_table(at).moves_once_a_game();
        let becomes_other = self.men.occupant(stands).group() != mover.group();
        if before.contains(man.from) && man.kind != MoveKind::OnceAGame && !becomes_other && is_kept(stands) {
            left.insert(stands);
        }
        match man.kind.shape() {
            MoveShape::EnPassant { victim } => left &= !Bits::of(victim),
            MoveShape::Castling { partner_from, partner_to } => {
                // The king may have arrived where the partner stood.
                left &= !Bits::of(partner_from) | Bits::of(man.to);
                if before.contains(partner_from) && is_kept(partner_to) {
                    left.insert(partner_to);
                }
                arrived[1] = Some(partner_to);
            }
            MoveShape::ToSquare | MoveShape::InPlace => {}
        }
        for square in arrived.into_iter().flatten() {
            left &= !self.men_losing_first_move(square, left);
        }
        self.status.unmoved = left;
        left.len() != before.len()
    }

    /// Cancels the first moves of the men at which the man dropped on a square aims. Returns whether there were any.
    pub(super) fn lose_first_moves_by_aim(&mut self, square: Square) -> bool {
        let lost = self.men_losing_first_move(square, self.status.unmoved);
        self.status.unmoved &= !lost;
        !lost.is_empty()
    }

    /// The men among these that lose their first move because the man on a square aims at them.
    fn men_losing_first_move(&self, from: Square, men: Bits<W>) -> Bits<W> {
        if !self.men.occupant(from).is_some() {
            return Bits::EMPTY;
        }
        let aimer = self.piece_table(from);
        let loses = |&square: &Square| {
            let man = self.piece_table(square);
            let kinds = man.first_move.as_ref().map(|first| &first.until_aimed_at_by);
            let men = PathMen { blockers: Bits::of(square), hurdles: Bits::EMPTY };
            man.side != aimer.side
                && kinds.is_some_and(|kinds| kinds.contains(&aimer.kind))
                && aimer.attacks(&self.tables.slides, from, square, Some(man.kind), Bits::of(square), men)
        };
        men.iter().filter(loses).collect()
    }
}
