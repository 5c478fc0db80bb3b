//! Men in hand as keys: the fate of captured men, drops, and promotions that a capture takes back.

use super::SectionBuilder;
use super::rules::is_special;
use crate::drops;
use crate::men::PieceType;
use crate::squares::Bitboard;
use crate::values::{Counting, Enclosing, Material, PieceSelector, Rank};
use weakfish::geometry::{PerSide, Side, SquareSet, Wind};
use weakfish::model::{
    Captured, Condition, DropCheck, DropLine, DropRule, GameResult, HandOf, InHand, Kind, KindId, PlacedMan, Promotion,
    PromotionChoice,
};

impl SectionBuilder<'_> {
    /// Maps men in hand to keys, or records that the engine lacks them.
    pub(super) fn map_hands(&mut self) {
        if !self.facts.drops.any() {
            return;
        }
        let gating = self.rules.seirawan_gating;
        self.rules.piece_drops |= !gating;
        self.map_captured();
        if self.rules.piece_drops {
            self.map_drops();
        }
        let rules = &self.variant.rules;
        for (is_lost, loss) in [
            (
                self.rules.piece_drops && self.rules.n_move_rule > 0 && !rules.progress.drops,
                "drops that are no progress",
            ),
            (self.rules.counting_rule != Counting::None, "men in hand that end a count of moves"),
            (
                [Material::Unweighted, Material::Janggi].contains(&self.rules.material_counting)
                    || self.rules.stalemate_piece_count,
                "men in hand that count where men are counted at the end",
            ),
        ] {
            self.record_loss_if(is_lost, loss);
        }
    }

    /// The kind that a man promotes to as in Shogi: the kind has no other men, and in hand the man is again what it
    /// was.
    pub(super) fn exchange(&self, promotion: &Promotion) -> Option<KindId> {
        let PromotionChoice::Kinds(to) = &promotion.to else { return None };
        let &[to] = to.as_slice() else { return None };
        let kind = self.variant.kind(to);
        let Captured::ToHand { of: HandOf::Captor, becomes } = kind.captured else { return None };
        let was = match becomes {
            InHand::Same => None,
            InHand::Kind(was) => Some(was),
            InHand::BeforePromotion => kind.was,
        };
        let setups = self.variant.setups.iter();
        let mut at_start = setups.flat_map(|setup| {
            let in_hand = setup.hands.iter().flat_map(|(_, hand)| hand.iter().map(|(kind, _)| *kind));
            setup.men.iter().map(|man| man.kind).chain(in_hand)
        });
        let others = self.variant.rules.promotions.iter().flat_map(|(_, promotions)| promotions);
        let mut others = others.filter(|other| other.kind != promotion.kind);
        let leads_to = |other: &Promotion| other.to.kinds(&self.variant.setups).contains(&to);
        (was == Some(promotion.kind) && !at_start.any(|kind| kind == to) && !others.any(leads_to)).then_some(to)
    }

    /// Maps a promotion of a side's man as in Shogi to `promotedPieceType`.
    pub(super) fn map_exchange(&mut self, side: Side, promotion: &Promotion, to: KindId) {
        let (Some(man), Some(other)) = (self.piece_type(promotion.kind), self.piece_type(to)) else { return };
        let zone = self.to_bitboard(promotion.zone);
        let from = if man == PieceType::PAWN { SquareSet::EMPTY } else { promotion.zone };
        let other_zone = self.rules.promotion_region[side] != zone && !self.rules.promotion_region[side].is_empty();
        let special = is_special(promotion, from) || !promotion.limits.is_empty();
        self.record_loss_if(other_zone || special, "promotions of several men that differ");
        self.rules.promotion_region[side] = zone;
        let mandatory = !promotion.optional;
        if man == PieceType::PAWN {
            self.rules.mandatory_pawn_promotion = mandatory;
        } else {
            let known = self.rules.promoted_piece_type.0.iter().any(|(man, _)| *man != PieceType::PAWN);
            self.record_loss_if(
                known && self.rules.mandatory_piece_promotion != mandatory,
                "promotions of several men that differ",
            );
            self.rules.mandatory_piece_promotion = mandatory;
        }
        let pair = (man, Some(other));
        if !self.rules.promoted_piece_type.0.contains(&pair) {
            self.rules.promoted_piece_type.0.push(pair);
        }
    }

    /// Whether another kind promotes to this one as in Shogi.
    fn is_exchanged(&self, id: KindId) -> bool {
        let promotions = self.variant.rules.promotions.iter().flat_map(|(_, promotions)| promotions);
        promotions.into_iter().any(|promotion| self.exchange(promotion) == Some(id))
    }

    /// Maps the fate of captured men.
    fn map_captured(&mut self) {
        let variant = self.variant;
        let capturable: Vec<_> =
            variant.kinds().filter(|(_, kind)| kind.can_be_captured() && !kind.is_always_royal()).collect();
        let to_hand = |captured: Captured| matches!(captured, Captured::ToHand { of: HandOf::Captor, .. });
        if capturable.iter().all(|(_, kind)| kind.captured == Captured::Removed) {
            return;
        }
        if !capturable.iter().all(|(_, kind)| to_hand(kind.captured)) {
            return self.record_loss("captured men of which not all go to the hand of who captures them");
        }
        self.rules.captures_to_hand = true;
        let as_pawn = variant.rules.promotions.iter().flat_map(|(_, promotions)| promotions);
        let as_pawn: Vec<&Promotion> = as_pawn.filter(|promotion| self.exchange(promotion).is_none()).collect();
        let pawns: Vec<KindId> = as_pawn.iter().map(|promotion| promotion.kind).collect();
        let is_new = |id: KindId| as_pawn.iter().any(|promotion| promotion.to.kinds(&variant.setups).contains(&id));
        let (mut loops, mut returns, mut others) = (false, false, false);
        for (id, kind) in capturable {
            let Captured::ToHand { becomes, .. } = kind.captured else { continue };
            match becomes {
                _ if self.is_exchanged(id) => returns = true,
                InHand::BeforePromotion if is_new(id) => {
                    returns = true;
                    others |= pawns.iter().any(|pawn| Some(*pawn) != kind.was.or(pawns.first().copied()));
                }
                InHand::Kind(other) if other != id => others = true,
                InHand::Same | InHand::Kind(_) | InHand::BeforePromotion => loops |= is_new(id),
            }
        }
        self.rules.drop_loop = loops;
        self.record_loss_if(others || loops && returns, "captured men that become others than what they promoted from");
    }

    /// Maps the rules of drops.
    fn map_drops(&mut self) {
        let variant = self.variant;
        let mut rules: Vec<(Side, PieceType, DropRule)> = Vec::new();
        for side in Side::ALL {
            for id in variant.droppable_kinds(side) {
                let Some(man) = self.piece_type(id) else { continue };
                rules.push((side, man, variant.drop_of(side, id)));
            }
        }
        let never: Vec<PieceType> =
            rules.iter().filter(|(.., rule)| rule.on.is_empty()).map(|(_, man, _)| *man).collect();
        let one_never = never.first().copied().filter(|one| never.iter().all(|man| man == one));
        // With `dropNoDoubledCount = 0` one kind is never dropped.
        rules.retain(|(_, man, _)| Some(*man) != one_never);
        self.map_drop_squares(&rules);
        let all = |holds: &dyn Fn(&DropRule) -> bool| rules.iter().all(|(.., rule)| holds(rule));
        let none = |holds: &dyn Fn(&DropRule) -> bool| !rules.iter().any(|(.., rule)| holds(rule));
        // Kinds of the dropped man.
        let promoted = |rule: &DropRule| {
            let man = self.piece_type(rule.kind)?;
            self.rules.promoted_piece_type.of(man).flatten()
        };
        let arrivals = |rule: &DropRule| {
            let mut men: Vec<_> = rule.to.iter().map(|to| self.piece_type(*to)).collect();
            men.sort_unstable();
            men
        };
        let plain = |rule: &DropRule| arrivals(rule) == [self.piece_type(rule.kind)];
        let either = |rule: &DropRule| {
            let mut both = vec![self.piece_type(rule.kind)];
            both.extend(promoted(rule).map(Some));
            both.sort_unstable();
            arrivals(rule) == both
        };
        let drop_promoted = all(&either) && !all(&plain);
        let odd_arrivals = !all(&plain) && !drop_promoted;
        // Limits of men on a line.
        let own = |rule: &DropRule| {
            rule.limits.iter().all(|limit| limit.along == DropLine::File && limit.kinds == [rule.kind] && !limit.last)
                && rule.limits.len() < 2
        };
        let mut limited: Vec<(PieceType, u8)> =
            rules.iter().filter_map(|(_, man, rule)| Some((*man, rule.limits.first()?.least))).collect();
        limited.extend(one_never.map(|man| (man, 0)));
        limited.sort_unstable();
        limited.dedup();
        let every =
            rules.iter().all(|(_, man, rule)| limited.iter().any(|(of, _)| of == man) != rule.limits.is_empty());
        let odd_limits = !all(&own) || limited.len() > 1 || !every;
        // Checks by drops.
        let not_mate = |rule: &DropRule| rule.check == DropCheck::NotCheckmate;
        let no_check = all(&|rule| rule.check == DropCheck::Forbidden);
        let by_type = rules.iter().all(|(_, man, rule)| {
            not_mate(rule) == (*man == PieceType::SHOGI_PAWN) && rule.check != DropCheck::Forbidden
        });
        let pawn_mates = !none(&not_mate) && by_type && self.loses_without_move();
        let odd_checks = !no_check && !pawn_mates && !all(&|rule| rule.check == DropCheck::Allowed);
        let must_drop = all(&|rule| rule.compulsory);
        let odd_must = !must_drop && !none(&|rule| rule.compulsory) || must_drop && self.rules.must_capture;
        self.map_slides(&rules);
        self.rules.drop_promoted = drop_promoted;
        if let Some((man, least)) = limited.first() {
            self.rules.drop_no_doubled = PieceSelector::Man(*man);
            self.rules.drop_no_doubled_count = (*least).into();
        }
        self.rules.drop_checks = !no_check;
        self.rules.shogi_pawn_drop_mate_illegal = pawn_mates;
        self.rules.must_drop = must_drop;
        for (is_lost, loss) in [
            (odd_arrivals, "men in hand that arrive as others than what they promote to"),
            (odd_limits, "limits of drops other than by men of the kind on a file"),
            (odd_checks, "drops of only some men that may not give check or checkmate"),
            (odd_must, "drops of only some men that are compulsory"),
        ] {
            self.record_loss_if(is_lost, loss);
        }
        for (lacks, loss) in drops::LACKING {
            self.record_loss_if(rules.iter().any(|(.., rule)| lacks(rule)), loss);
        }
    }

    /// Maps men that slide in (`enclosingDrop`): there from the far side of the board, as long as no man moves.
    fn map_slides(&mut self, rules: &[(Side, PieceType, DropRule)]) {
        let slides = |(.., rule): &&(Side, PieceType, DropRule)| !rule.slid_from.is_empty();
        if !rules.iter().any(|rule| slides(&rule)) {
            return;
        }
        let from_top = |(.., rule): &(Side, PieceType, DropRule)| rule.slid_from == [Wind::NORTH];
        let moves =
            self.variant.kinds.iter().any(|kind| kind.components.iter().any(|part| !part.movement.paths.is_empty()));
        let stands = self.variant.setups.first().is_some_and(|setup| !setup.men.is_empty());
        if rules.iter().all(from_top) && !moves && !stands && self.variant.board.holes().is_empty() {
            self.rules.enclosing_drop = Enclosing::Top;
        } else {
            self.record_loss("drops of men that slide in, but from the top onto men that never move");
        }
    }

    /// Maps men that others leave behind (`seirawanGating`); returns the castling field of the FEN, which marks men by their
    /// files.
    pub(super) fn map_gating(&mut self, castling: &str) -> Option<String> {
        let variant = self.variant;
        let leavers: Vec<(KindId, &Kind)> = variant.kinds().filter(|(_, kind)| !kind.may_leave.is_empty()).collect();
        let (first, _) = leavers.first()?;
        let men = variant.setups.first().map_or(&[][..], |setup| &setup.men);
        let marked: Vec<&PlacedMan> = men.iter().filter(|man| !variant.kind(man.kind).may_leave.is_empty()).collect();
        let own_rank = |man: &PlacedMan| variant.board.own_rank(man.side, man.square);
        let rank = own_rank(marked.first()?);
        let held = PerSide::from_fn(|side| variant.kinds_in_hand(side));
        let drops = |kind: KindId| Side::ALL.into_iter().any(|side| !variant.drop_of(side, kind).on.is_empty());
        let mut left = variant.kind(*first).may_leave.clone();
        left.sort_unstable();
        let alike = |(_, kind): &(KindId, &Kind)| {
            let mut other = kind.may_leave.clone();
            other.sort_unstable();
            other == left
        };
        let dropped = left.iter().filter(|&&kind| drops(kind)).count();
        // Pawns in hand do not come in on the first rank.
        let others = |kind: &KindId| self.piece_type(*kind) != Some(PieceType::PAWN);
        let all: Vec<KindId> = held.white.iter().copied().filter(others).collect();
        let promotes = variant
            .rules
            .promotions
            .iter()
            .flat_map(|(_, all)| all)
            .any(|promotion| !variant.kind(promotion.kind).may_leave.is_empty());
        let odd = !leavers.iter().all(alike)
            || marked.iter().any(|man| own_rank(man) != rank)
            || held.white != held.black
            || all != left
            || dropped > 0 && dropped < left.len()
            || promotes;
        self.record_loss_if(odd, "men left behind by some first moves, or of some kinds in hand, only");
        self.rules.piece_drops = dropped > 0;
        self.rules.castling_rank = Rank(rank as u8 + 1);
        (self.rules.gating, self.rules.seirawan_gating) = (true, true);
        let mut field = castling.replace('-', "");
        for man in marked {
            let own = |letter: char| if man.side == Side::White { letter } else { letter.to_ascii_lowercase() };
            let file = variant.board.file(man.square);
            let corner = file == 0 && field.contains(own('Q'))
                || file + 1 == i32::from(variant.board.files()) && field.contains(own('K'));
            let king = self.piece_type(man.kind) == Some(PieceType::KING)
                && (field.contains(own('K')) || field.contains(own('Q')));
            if !corner && !king {
                field.push(own(char::from(b'A' + file as u8)));
            }
        }
        Some(field)
    }

    /// Whether a player without a legal move loses, in check or not.
    fn loses_without_move(&self) -> bool {
        let loses = |condition: Condition| {
            let mut endings = self.variant.endings.iter().filter(|ending| ending.condition == condition);
            endings.next().is_some_and(|ending| ending.side.is_none() && ending.result == GameResult::Loses)
        };
        loses(Condition::Checkmate) && loses(Condition::Stalemate)
    }

    /// Maps the squares of drops: one region for all men of a side. Pawns may lack its first rank and the zone of
    /// promotion.
    fn map_drop_squares(&mut self, rules: &[(Side, PieceType, DropRule)]) {
        let here = Bitboard::of_board(self.variant.board);
        let ranks = self.variant.board.ranks();
        let mut regions = PerSide::both(Bitboard::ALL);
        let squares = |man: PieceType, squares: Bitboard, side: Side| {
            let own = self.mobility.iter().find(|(other, _)| *other == man).map(|(_, squares)| squares[side]);
            squares.and(own.unwrap_or(here)).and(here)
        };
        let mut fits = true;
        for side in Side::ALL {
            let others: Vec<_> = rules.iter().filter(|(of, man, _)| *of == side && *man != PieceType::PAWN).collect();
            if let Some((.., rule)) = others.first() {
                regions[side] = self.to_bitboard(rule.on);
            }
            fits &= others.iter().all(|(_, man, rule)| {
                squares(*man, self.to_bitboard(rule.on), side) == squares(*man, regions[side], side)
            });
        }
        let mut pawn_keys = None;
        for (zone, first) in [(true, true), (false, true), (true, false), (false, false)] {
            let is_so = rules.iter().filter(|(_, man, _)| *man == PieceType::PAWN).all(|(side, man, rule)| {
                let mut wanted = regions[*side];
                let first_rank = here.without(Bitboard::zone(*side, 2, ranks));
                if !zone {
                    wanted = wanted.without(self.rules.promotion_region[*side]);
                }
                if !first {
                    wanted = wanted.without(first_rank);
                }
                squares(*man, self.to_bitboard(rule.on), *side) == squares(*man, wanted, *side)
            });
            if is_so {
                pawn_keys = Some((zone, first));
            }
        }
        (self.rules.promotion_zone_pawn_drops, self.rules.first_rank_pawn_drops) = pawn_keys.unwrap_or_default();
        let here_or_all = |squares: Bitboard| if here.without(squares).is_empty() { Bitboard::ALL } else { squares };
        self.rules.drop_region = PerSide::from_fn(|side| here_or_all(regions[side]));
        self.record_loss_if(!fits || pawn_keys.is_none(), "drops of several men on different squares");
    }

    /// The men in hand at the start as a FEN has them, in brackets; nothing in games without hands.
    pub(super) fn hand_field(&self) -> String {
        let Some(setup) = self.variant.setups.first().filter(|_| self.facts.drops.hands) else {
            return String::new();
        };
        let mut text = String::new();
        for side in Side::ALL {
            for (kind, number) in &setup.hands[side] {
                let letter = self.piece_type(*kind).and_then(|man| self.letters.letter(man));
                let letter =
                    letter.map(|letter| if side == Side::White { letter } else { letter.to_ascii_lowercase() });
                text.extend(letter.into_iter().flat_map(|letter| std::iter::repeat_n(letter, usize::from(*number))));
            }
        }
        format!("[{text}]")
    }
}
