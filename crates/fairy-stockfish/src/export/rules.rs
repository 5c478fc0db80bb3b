//! The rules of a variant as keys.

use std::collections::BTreeSet;

use super::SectionBuilder;
use crate::betza::{self, EngineMovement, MoveType, TypedLeap};
use crate::export::men::engine_betza;
use crate::men::{JANGGI_POINTS, MenSet, PieceType};
use crate::rules::{CountingTable, counting_tables};
use crate::squares::{Bitboard, step_squares};
use crate::values::{Counting, File, Material, PieceSelector, Rank};
use weakfish::geometry::{Leap, PerSide, Side, Square, SquareSet};
use weakfish::model::facts::{self, Facts};
use weakfish::model::{
    Castling, CheckRule, Count, CountedMen, Kind, KindId, KingTravel, LongStep, Modes, PartnerLanding, Passing,
    PlacedMan, Promotion, PromotionChoice, Symmetry,
};

/// Path of a castling king.
#[derive(Clone, Copy)]
enum Travel {
    /// By this many squares toward its partner.
    Squares(i32),
    /// To these files: with a partner toward the last file, and toward the first.
    Files([i32; 2]),
}

impl SectionBuilder<'_> {
    /// Maps every rule to a key, or records that the engine lacks it.
    pub(super) fn map_rules(&mut self) {
        let rules = &self.variant.rules;
        self.map_promotions(&rules.promotions);
        self.map_long_steps();
        let castling = self.map_castlings(&rules.castling);
        let checks = self.check_counts_field();
        let first_move_marks = self.map_marked_first_moves(&castling).or_else(|| self.map_gating(&castling));
        self.write_start_fen(&first_move_marks.unwrap_or(castling), &checks);
        self.record_lost_facts();
        let immobility = self.same_for_both(rules.immobility_illegal, "squares where men of one side could never move");
        self.record_loss_if(
            immobility && self.has_captures_only(),
            "men that may not go where they could never move again, but can go where they could only capture",
        );
        // The engine does not test whether a promoted man could move.
        self.record_loss_if(
            immobility && self.promotes_to_stuck_men(),
            "men that may not go where they could never move again, and could promote to such",
        );
        // In the engine a wall blocks for good.
        self.record_loss_if(
            immobility && self.facts.walls.any(),
            "men that may not go where they could never move again, beside walls",
        );
        self.rules.immobility_illegal = immobility;
        self.rules.must_capture = self.same_for_both(rules.compulsory_capture, "captures that one side must make");
        self.record_loss_if(self.facts.compulsion.order, "moves that come before others, beside captures");
        match (rules.check.white, rules.check.black) {
            (CheckRule::Allowed, CheckRule::Allowed) => {}
            (CheckRule::Forbidden, CheckRule::Forbidden) => self.rules.checking = false,
            _ => self.record_loss("checks that only some moves may give"),
        }
        self.rules.makpong_rule = self.same_for_both(rules.no_flight, "flight from check forbidden to one side");
        for pair in &rules.opposition {
            let watches_as = |betza: &str| weakfish::betza::movement(betza).0.as_ref() == Some(&pair.movement);
            let kings = [pair.watcher, pair.watched].iter().all(|kind| self.piece_type(*kind) == Some(PieceType::KING));
            if !kings || !(watches_as("R") || watches_as("fR") && self.is_ahead(pair.watched)) {
                self.record_loss("men that may not face each other, other than kings on an open line");
            } else if pair.to_be_broken && !self.facts.opposition.accepted {
                self.record_loss("a pass between kings on an open line that does not end the game");
            } else if pair.to_be_broken {
                self.rules.bikjang_rule = true;
            } else {
                self.rules.flying_general = true;
            }
        }
        self.map_progress();
        self.map_counting_rule();
        self.rules.pass = PerSide::from_fn(|side| rules.passing[side] == Passing::Always);
        self.rules.pass_on_stalemate = PerSide::from_fn(|side| rules.passing[side] == Passing::WhenStuck);
        if let Some(points) = &rules.points {
            let is_janggi = self.variant.kinds().all(|(id, _)| {
                let given = points.men.iter().find(|(kind, _)| *kind == id).map_or(0, |(_, half)| *half);
                let engine_points = JANGGI_POINTS
                    .iter()
                    .find(|(man, _)| self.piece_type(id) == Some(*man))
                    .map_or(0, |(_, points)| *points);
                given == 2 * u16::from(engine_points)
            });
            if is_janggi && points.side == PerSide::new(0, 3) {
                self.rules.material_counting = Material::Janggi;
            } else {
                self.record_loss("points of men other than those it knows: Janggi's");
            }
        }
    }

    /// Records the rules that the engine always lacks. All others are mapped, or lost where they are mapped.
    fn record_lost_facts(&mut self) {
        let Facts {
            series: facts::Series { any: series, varying: _, limit_movers: _ },
            turns: facts::Turns { passing, finishing_moves, stationary_limit },
            drops: facts::Drops { hands: _, unlimited: _, by_men_around: _, left_behind },
            compulsion: _,
            walls: facts::Walls { staying: _, one_at_a_time: _, filling: _, instead_of_moves: _, of_men: _ },
            effects: facts::Effects { deaths: _, conversions: _, returns: _, captors: _, in_place: _ },
            men: facts::Men { turn: _, flip: _, hold: _, relay: _, see_kinds: _, first_moves: _, once_a_game: _ },
            royals: facts::Royals { any: _, vary: _, gained: _, killed: _, killed_along_lines: _ },
            checks: facts::Checks { limited: _, no_flight: _, own_in_series },
            castling: facts::Castlings { by_side: _, dropped: _, noted: _ },
            opposition: facts::Oppositions { any: _, to_be_broken: _, accepted: _ },
            repetition: facts::Repetitions { illegal: repetition_illegal, ends: _, draws: _, decides: _ },
            quiet: facts::Quiet { plies: _, series: _, other_progress: _ },
            counts: facts::Counts { moves: _, moves_end: _, checks: _, passes },
            results: facts::Results { claims: _, claims_lapse: _, partial: _, points: _ },
            en_passant: _,
            grid,
            immobility_illegal: _,
            several_setups: _,
            shuffled: _,
        } = self.facts;
        let first_moves = self.variant.kinds.iter().any(|kind| kind.first_move.is_some() && !kind.moves_once_a_game());
        for (is_lost, loss) in [
            (series, "series of moves"),
            (stationary_limit.is_some(), "a limit of turns on the spot"),
            (repetition_illegal, "repetition as an illegal move"),
            (own_in_series, "own check within a series"),
            (grid, "blocks of squares that every move leaves"),
            (finishing_moves, "moves of any man that finish the game"),
            (passing && !passes, "passing, which ends the game there when both sides have passed"),
            // Both are marked by the same field of its FENs.
            (left_behind && first_moves, "men left behind beside first moves"),
        ] {
            self.record_loss_if(is_lost, loss);
        }
    }

    /// Whether a rule holds for both sides; `description` names the loss if it holds for one.
    fn same_for_both(&mut self, rule: PerSide<bool>, description: &str) -> bool {
        self.record_loss_if(rule.white != rule.black, description);
        rule.white && rule.black
    }

    /// Whether there is a square on which a man could capture but not move otherwise.
    fn has_captures_only(&self) -> bool {
        let board = self.variant.board;
        self.variant.kinds().any(|(id, _)| {
            let moves = self.piece_type(id).and_then(|man| betza::parse(self.letters.betza(man)).ok());
            moves.is_some_and(|moves| {
                board.squares().any(|square| {
                    let goes =
                        |leaps: &BTreeSet<TypedLeap>| leaps.iter().any(|(leap, _)| board.leap(square, *leap).is_some());
                    goes(&moves.captures) && !goes(&moves.quiet)
                })
            })
        })
    }

    /// Whether a promotion can make a man that could never move from the square where it is made.
    fn promotes_to_stuck_men(&self) -> bool {
        let (variant, board) = (self.variant, self.variant.board);
        let stuck = |side: Side, kind: KindId, square: Square| {
            let moves = self.piece_type(kind).and_then(|man| betza::parse(self.letters.betza(man)).ok());
            let turned = |leap: Leap| match (side, variant.black) {
                (Side::White, _) => leap,
                (Side::Black, Symmetry::RotatesWhite) => Leap::new(-leap.dx, -leap.dy),
                (Side::Black, _) => Leap::new(leap.dx, -leap.dy),
            };
            moves.is_some_and(|moves| !moves.quiet.iter().any(|(leap, _)| board.leap(square, turned(*leap)).is_some()))
        };
        variant.rules.promotions.iter().any(|(side, promotions)| {
            promotions.iter().any(|promotion| {
                let kinds = promotion.to.kinds(&variant.setups);
                kinds.into_iter().any(|kind| promotion.zone.iter().any(|square| stuck(side, kind, square)))
            })
        })
    }

    /// Whether a kind is bound to squares, and Black's are all ahead of White's.
    fn is_ahead(&self, kind: KindId) -> bool {
        let region = self.variant.kind(kind).stays_in.and_then(|id| self.variant.regions.get(id.index()));
        region.is_some_and(|region| {
            let ranks = |side: Side| region.squares[side].iter().map(|square| self.variant.board.rank(square));
            ranks(Side::White).max() < ranks(Side::Black).min()
        })
    }

    /// Maps a counting rule to Makruk's, Cambodian or ASEAN counting.
    fn map_counting_rule(&mut self) {
        let rules = &self.variant.rules;
        if !self.facts.counts.moves {
            return;
        }
        let all = [&rules.counting_when_bared, &rules.counting];
        let mut counts =
            all.into_iter().flat_map(|counts| Side::ALL.into_iter().filter_map(|side| counts[side].as_ref()));
        if self.facts.drops.hands && counts.any(|count| !count.on_board) {
            return self.record_loss("men in hand that matter where moves are counted");
        }
        let men: Vec<PieceType> = self.letters.men().collect();
        let tables = |counts: &PerSide<Option<Count>>| match counts.white.as_ref() {
            _ if counts.white != counts.black => None,
            None => Some(None),
            Some(count) => self.counting_table(count).map(Some),
        };
        let tables = [tables(&rules.counting_when_bared), tables(&rules.counting)];
        let is_same = |rule: &Counting| tables == counting_tables(*rule, |man| men.contains(&man)).map(Some);
        match [Counting::Makruk, Counting::Cambodian, Counting::Asean].into_iter().find(is_same) {
            Some(rule) => self.rules.counting_rule = rule,
            None => {
                self.record_loss("a count of moves other than those it knows: Makruk's, Cambodian and ASEAN chess's");
            }
        }
    }

    /// Converts a counting rule to the table that is compared with those of Makruk, Cambodian and ASEAN chess; `None` if it
    /// names men that such a table can't have.
    fn counting_table(&self, count: &Count) -> Option<CountingTable> {
        let mut limits = Vec::new();
        for limit in &count.limits {
            let against = match &limit.against {
                None => None,
                Some(CountedMen { least, kinds }) => {
                    let man = self.piece_type(*kinds.first()?)?;
                    Some((*least, kinds.iter().all(|kind| self.piece_type(*kind) == Some(man)).then_some(man)?))
                }
            };
            limits.push((limit.moves, against));
        }
        let pawns = count.without.iter().all(|kind| self.piece_type(*kind) == Some(PieceType::PAWN));
        pawns.then_some(CountingTable {
            limits,
            without_pawns: !count.without.is_empty(),
            most_men: count.most_men,
            from_men: count.from_men,
        })
    }

    /// Maps the kinds whose moves are progress to `nMoveRuleTypes`. There every promotion is progress, and so
    /// are one-way moves of certain men.
    fn map_progress(&mut self) {
        let rules = &self.variant.rules;
        let progress = &rules.progress;
        let listed: Vec<KindId> = progress.moves_of.iter().chain(&progress.one_way_moves_of).copied().collect();
        let returns = |kind: &KindId| {
            let man = self.piece_type(*kind)?;
            betza::parse(self.letters.betza(man)).ok().map(|moves| moves.reversibility().0)
        };
        if progress.moves_of.iter().any(|kind| returns(kind) == Some(true)) {
            self.record_loss("progress by moves that a man can take back");
        }
        let promotes =
            rules.promotions.iter().flat_map(|(_, promotions)| promotions.iter().map(|promotion| promotion.kind));
        let counts = self.facts.quiet.plies.is_some() || self.facts.quiet.series.is_some();
        if counts && !progress.promotions && promotes.into_iter().any(|kind| !progress.moves_of.contains(&kind)) {
            self.record_loss("promotions that are no progress");
        }
        self.rules.n_move_rule_types = PerSide::both(self.men_set(&listed));
    }

    /// The piece types of kinds, as a set.
    fn men_set(&self, kinds: &[KindId]) -> MenSet {
        MenSet::of(&kinds.iter().filter_map(|kind| self.piece_type(*kind)).collect::<Vec<_>>())
    }

    /// Maps the promotions of both sides to the keys of pawn promotion; records differences between men or sides.
    fn map_promotions(&mut self, promotions: &PerSide<Vec<Promotion>>) {
        // Its pawns promote regardless of keys, so without a promotion they have no zone.
        self.rules.promotion_region = PerSide::default();
        self.rules.promotion_pawn_types = PerSide::default();
        let of_each_man = |all: &[Promotion]| -> Vec<Promotion> {
            let mut men = BTreeSet::new();
            all.iter().filter(|promotion| men.insert(promotion.kind)).cloned().collect()
        };
        let firsts = PerSide::from_fn(|side| of_each_man(&promotions[side]));
        self.record_loss_if(firsts != *promotions, "several promotions of one man");
        let promotions = firsts;
        let exchanges = PerSide::from_fn(|side| -> Vec<(&Promotion, KindId)> {
            let of_side = promotions[side].iter();
            of_side.filter_map(|promotion| Some((promotion, self.exchange(promotion)?))).collect()
        });
        let promotions = PerSide::from_fn(|side| -> Vec<&Promotion> {
            promotions[side].iter().filter(|promotion| self.exchange(promotion).is_none()).collect()
        });
        for side in Side::ALL {
            let Some(first) = promotions[side].first() else { continue };
            let special = promotions[side].iter().any(|promotion| is_special(promotion, SquareSet::EMPTY));
            self.record_loss_if(special, "promotions of only some moves or to only some men");
            self.map_promotion_limits(&promotions[side]);
            let terms = |promotion: &Promotion| (promotion.zone, promotion.to.clone(), promotion.optional);
            let differ = promotions[side].iter().any(|other| terms(other) != terms(first));
            self.record_loss_if(differ, "promotions of several men that differ");
            let to = match &first.to {
                PromotionChoice::Kinds(kinds) => self.men_set(kinds),
                PromotionChoice::Nothing => MenSet::NONE,
                PromotionChoice::AnyStartingBut(_) => {
                    self.record_loss("promotion to whatever stands in the setup");
                    continue;
                }
            };
            let kinds: Vec<KindId> = promotions[side].iter().map(|promotion| promotion.kind).collect();
            self.rules.promotion_region[side] = self.to_bitboard(first.zone);
            self.rules.promotion_piece_types[side] = to;
            self.rules.promotion_pawn_types[side] = self.men_set(&kinds);
            self.rules.mandatory_pawn_promotion = !first.optional;
        }
        for side in Side::ALL {
            for (promotion, to) in &exchanges[side] {
                self.map_exchange(side, promotion, *to);
            }
        }
        self.rules.promoted_piece_type.0.sort_unstable();
        let [white, black] = Side::ALL.map(|side| promotions[side].first().map(|promotion| promotion.optional));
        if white.is_some() && black.is_some() && white != black {
            self.record_loss("a promotion that one side must make and the other need not");
        }
        let types = self.rules.promotion_pawn_types;
        let mut pawns = self.variant.kinds().filter(|(kind, _)| self.piece_type(*kind) == Some(PieceType::PAWN));
        let others = |side: Side| !types[side].contains(PieceType::PAWN) && !types[side].is_empty();
        let has_stray = pawns
            .any(|(kind, _)| Side::ALL.into_iter().any(|side| others(side) && self.count_at_start(side, kind) > 0));
        self.record_loss_if(has_stray, "pawns that do not promote beside men that do");
    }

    /// Maps the limits of promotions to `promotionLimit`, which has one for each kind.
    fn map_promotion_limits(&mut self, promotions: &[&Promotion]) {
        for promotion in promotions {
            for limit in &promotion.limits {
                let Some(man) = self.piece_type(limit.kind) else { continue };
                let most = u32::from(limit.most);
                let known = self.rules.promotion_limit.of(man);
                let alike = promotions.iter().all(|other| other.limits == promotion.limits);
                self.record_loss_if(
                    !limit.on_board && self.facts.drops.hands,
                    "limits of promotion that count men in hand",
                );
                self.record_loss_if(
                    most == 0 || known.is_some_and(|known| known != most) || !alike,
                    "limits of promotion that differ",
                );
                if known.is_none() {
                    self.rules.promotion_limit.0.push((man, most));
                }
            }
        }
        self.rules.promotion_limit.0.sort_unstable();
    }

    /// Maps castling of both sides; returns the castling field of a FEN.
    fn map_castlings(&mut self, castlings: &PerSide<Option<Castling>>) -> String {
        let mut field = String::new();
        let mut files = [None, None];
        for side in Side::ALL {
            let Some(castling) = &castlings[side] else { continue };
            let board = self.variant.board;
            let travel = match (castling.travel, castling.landing) {
                (KingTravel::Exactly(distance), PartnerLanding::LastCrossed) => Travel::Squares(distance.into()),
                (KingTravel::To { first_file, last_file }, PartnerLanding::OtherSide) => {
                    Travel::Files([board.file(last_file), board.file(first_file)])
                }
                _ => {
                    self.record_loss("castling other than to fixed squares, with the partner beside the king");
                    continue;
                }
            };
            let [partner_kind] = castling.partners.as_slice() else {
                self.record_loss("castling with partners of several kinds");
                continue;
            };
            self.record_loss_if(castling.dropped.is_some(), "castling of men that were dropped");
            if !castling.colourbound.is_empty() || castling.other_wing {
                self.record_loss("castling that depends on the colour of a square or on the opponent's castling");
            }
            let (Some(king), Some(partner)) = (self.piece_type(castling.king), self.piece_type(*partner_kind)) else {
                continue;
            };
            field +=
                &self.map_castling_of_side(side, (king, castling.king), (partner, *partner_kind), travel, &mut files);
        }
        if field.is_empty() { "-".to_owned() } else { field }
    }

    /// Maps castling of a side with the nearest partner on each wing; returns its letters of the castling
    /// field. `files` has the king's target files by wing, which must be the same for both sides.
    fn map_castling_of_side(
        &mut self,
        side: Side,
        (king, king_kind): (PieceType, KindId),
        (partner, partner_kind): (PieceType, KindId),
        travel: Travel,
        files: &mut [Option<u8>; 2],
    ) -> String {
        let board = self.variant.board;
        let men = self.variant.setups.first().map_or(&[][..], |setup| &setup.men);
        let on = self.variant.rules.castling[side].as_ref().and_then(|castling| castling.partners_on);
        let own_men = |kind: KindId| men.iter().filter(move |man| man.side == side && man.kind == kind);
        let Some(king_square) = own_men(king_kind).next().map(|man| man.square) else { return String::new() };
        let (file, rank) = (board.file(king_square), board.rank(king_square));
        let mut field = String::new();
        for (wing, letter) in [(0, 'K'), (1, 'Q')] {
            let toward = if wing == 0 { 1 } else { -1 };
            let own_rank_partners = own_men(partner_kind).filter(|man| board.rank(man.square) == rank);
            let own_rank_partners =
                own_rank_partners.filter(|man| on.is_none_or(|squares| squares.contains(man.square)));
            let mut partner_files: Vec<i32> = own_rank_partners
                .map(|man| board.file(man.square))
                .filter(|other| (other - file) * toward > 0)
                .collect();
            partner_files.sort_by_key(|other| (other - file).abs());
            let Some(nearest) = partner_files.first() else { continue };
            self.record_loss_if(partner_files.len() > 1, "castling toward the nearer of several men");
            let target = match travel {
                Travel::Squares(distance) => file + toward * distance,
                Travel::Files(files) => files[wing],
            } as u8;
            // Castling of a king that hardly moves is written with the partner's square.
            self.rules.chess960 |= (i32::from(target) - file) * toward < 2;
            if files[wing].is_some_and(|other| other != target) {
                self.record_loss("castling to other files for the other side");
            }
            files[wing] = Some(target);
            let start = File(*nearest as u8 + 1);
            if wing == 0 {
                self.rules.castling_kingside_file = File(target + 1);
                self.rules.castling_rook_kingside_file = start;
            } else {
                self.rules.castling_queenside_file = File(target + 1);
                self.rules.castling_rook_queenside_file = start;
            }
            field.push(if side == Side::White { letter } else { letter.to_ascii_lowercase() });
        }
        if field.is_empty() {
            return field;
        }
        let own_rank = Rank(board.own_rank(side, king_square) as u8 + 1);
        if self.rules.castling && self.rules.castling_rank != own_rank {
            self.record_loss("castling on another rank for the other side");
        }
        self.rules.castling = true;
        self.rules.castling_rank = own_rank;
        self.rules.castling_king_file = File(file as u8 + 1);
        self.rules.castling_king_piece[side] = PieceSelector::Man(king);
        self.rules.castling_rook_pieces[side] = MenSet::of(&[partner]);
        field
    }
}

/// Whether a promotion has something that the engine has for no man, or is from squares other than these.
pub(super) fn is_special(promotion: &Promotion, from_squares: SquareSet) -> bool {
    let Promotion {
        kind: _,
        zone: _,
        from,
        to: _,
        optional: _,
        compulsory_on,
        by_capture,
        not_by_en_passant,
        captured_men_only,
        limits: _,
        // Only for men that turn.
        facing: _,
    } = promotion;
    *by_capture || *not_by_en_passant || *captured_men_only || *from != from_squares || !compulsory_on.is_empty()
}

const FORWARD: Leap = Leap::forward(Side::White);

impl SectionBuilder<'_> {
    /// Maps long steps: the double steps of pawns, the first moves of other men, and who answers them en
    /// passant.
    pub(super) fn map_long_steps(&mut self) {
        self.rules.double_step_region = PerSide::default();
        for side in Side::ALL {
            self.map_double_step_region(side);
        }
        for (id, _) in self.variant.kinds() {
            if let Some(man) = self.piece_type(id).filter(|man| *man != PieceType::PAWN) {
                self.map_first_moves(id, man);
            }
        }
        for side in Side::ALL {
            self.map_en_passant(side);
        }
    }

    /// The long steps of a side, each with the piece type that makes it.
    fn long_steps_of(&self, side: Side) -> impl Iterator<Item = (PieceType, &LongStep)> {
        let steps = self.variant.rules.long_steps[side].iter();
        steps.filter_map(|step| Some((self.piece_type(step.kind)?, step)))
    }

    /// Maps the squares where a side's long steps start. The engine has one region for the double steps of pawns and
    /// the first moves of all other men.
    fn map_double_step_region(&mut self, side: Side) {
        let (mut double, mut triple) = (Bitboard::NONE, Bitboard::NONE);
        let mut other_regions: Vec<Bitboard> = Vec::new();
        let mut lost = Vec::new();
        for (man, step) in self.long_steps_of(side) {
            let from = self.to_bitboard(step.from);
            if man != PieceType::PAWN {
                other_regions.push(from);
                continue;
            }
            let lengths = (step.least, step.most);
            if !step.is_straight() || step.most > 3 {
                lost.push(format!("long steps of {} to {} squares of a pawn", step.least, step.most));
            }
            if step.least == 2 {
                double = double.or(from);
            }
            if lengths != (2, 2) {
                triple = triple.or(from);
            }
        }
        let any = !double.is_empty() || !triple.is_empty() || !other_regions.is_empty();
        let pawns =
            self.variant.kinds().any(|(id, kind)| kind.sides[side] && self.piece_type(id) == Some(PieceType::PAWN));
        let region = if pawns || other_regions.is_empty() { double } else { other_regions[0] };
        if other_regions.iter().any(|other| *other != region) {
            lost.push("long steps of several men from different squares".to_owned());
        }
        self.rules.double_step |= any;
        self.rules.double_step_region[side] = region;
        self.rules.triple_step_region[side] = triple;
        for loss in lost {
            self.record_loss(loss);
        }
    }

    /// Writes the long steps of a man that is no pawn into its movement, as first moves (`i`).
    fn map_first_moves(&mut self, kind: KindId, man: PieceType) {
        let steps_by_side = |side: Side| -> Vec<(Vec<Leap>, u8, u8)> {
            let steps = self.variant.rules.long_steps[side].iter().filter(|step| step.kind == kind);
            let leaps = |step: &LongStep| if step.leaps.is_empty() { vec![FORWARD] } else { step.leaps.clone() };
            steps.map(|step| (leaps(step), step.least, step.most)).collect()
        };
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| self.variant.kind(kind).sides[side]).collect();
        let Some(steps) = sides.first().map(|&side| steps_by_side(side)) else { return };
        // For a side whose region is empty a first move means nothing.
        let other = sides.get(1).map_or_else(Vec::new, |&side| steps_by_side(side));
        let alike = sides.len() < 2 || steps == other || steps.is_empty() || other.is_empty();
        let steps = if steps.is_empty() { other } else { steps };
        if steps.is_empty() {
            return;
        }
        let no_extra_moves =
            sides.iter().all(|&side| !steps_by_side(side).is_empty() || self.rules.double_step_region[side].is_empty());
        let text = self.letters.betza(man).to_owned();
        let Some(initial) = self.initial_betza(&text, &steps).filter(|_| man.is_custom() && alike && no_extra_moves)
        else {
            return self.record_loss(format!("a long step of the {}", self.name(kind)));
        };
        self.letters.set_betza(man, Some(format!("{text}{initial}")));
    }

    /// First moves in the engine's notation, beside a movement in the same; `None` if it has no such first moves.
    fn initial_betza(&self, text: &str, steps: &[(Vec<Leap>, u8, u8)]) -> Option<String> {
        let mut movement = betza::parse(text).ok()?;
        engine_betza(&movement)?;
        let (mut initial, mut notation) = (BTreeSet::new(), String::new());
        for (leaps, least, most) in steps {
            let mut moves = BTreeSet::new();
            for &leap in leaps {
                let single = (leap, MoveType::Leap);
                moves.insert(match (least, most) {
                    (2, 2) => (Leap::new(leap.dx.checked_mul(2)?, leap.dy.checked_mul(2)?), MoveType::Lame),
                    (2, most) if movement.quiet.contains(&single) => (leap, MoveType::Slide(*most)),
                    _ => return None,
                });
            }
            let spelt = EngineMovement { quiet: moves.clone(), ..EngineMovement::default() }.to_engine_betza();
            let forward = moves.iter().eq([(Leap::new(0, 2), MoveType::Lame)].iter());
            notation += if forward { "ifmnD".to_owned() } else { format!("i{spelt}") }.as_str();
            initial.extend(moves);
        }
        let mirrors = self.variant.black == Symmetry::MirrorsWhite;
        movement.initial = initial;
        let symmetric = !mirrors || movement.is_symmetric();
        (betza::parse(&format!("{text}{notation}")).as_ref() == Ok(&movement) && symmetric).then_some(notation)
    }

    /// Maps who of a side captures en passant, and where.
    fn map_en_passant(&mut self, side: Side) {
        let variant = self.variant;
        let rule = variant.rules.en_passant[side].as_ref();
        let with_steps = || self.long_steps_of(side).map(|(man, _)| man).collect::<Vec<_>>();
        let capturers: Vec<PieceType> = match rule.and_then(|rule| rule.by.as_ref()) {
            Some(by) => by.iter().filter_map(|&kind| self.piece_type(kind)).collect(),
            None => with_steps(),
        };
        self.rules.en_passant_types[side] = MenSet::of(&capturers);
        let region = rule.and_then(|rule| rule.on);
        let steps = &variant.rules.long_steps[!side];
        if !steps.iter().any(|step| step.en_passant) {
            if !steps.is_empty() {
                self.rules.en_passant_region[side] = Bitboard::NONE;
            }
            return;
        }
        // Its pawns capture en passant in any case.
        let pawn = variant.kinds().any(|(id, kind)| kind.sides[side] && self.piece_type(id) == Some(PieceType::PAWN));
        self.record_loss_if(pawn && !capturers.contains(&PieceType::PAWN), "pawns that may not capture en passant");
        // Other men do so there only where they can't go without capturing.
        let overlaps = capturers.iter().filter(|man| **man != PieceType::PAWN).any(|man| {
            let moves = betza::parse(self.letters.betza(*man)).unwrap_or_default();
            moves.captures.iter().any(|(leap, _)| moves.has_quiet_leap(*leap))
        });
        self.record_loss_if(overlaps, "captures en passant where the man may also go without capturing");
        self.map_en_passant_region(side, steps, region);
    }

    /// Maps the squares where a side captures en passant.
    fn map_en_passant_region(&mut self, side: Side, steps: &[LongStep], on: Option<SquareSet>) {
        let variant = self.variant;
        let (mut answered, mut unanswered, mut ends) = (Bitboard::NONE, Bitboard::NONE, Bitboard::NONE);
        for step in steps {
            let (crossed, last) =
                step_squares(variant.board, step.from, step.leaps_of(!side, variant.black), (step.least, step.most));
            let crossed = self.to_bitboard(crossed);
            let captured_on = if step.en_passant {
                on.map_or(crossed, |on| crossed.and(self.to_bitboard(on)))
            } else {
                Bitboard::NONE
            };
            (answered, unanswered) = (answered.or(captured_on), unanswered.or(crossed.without(captured_on)));
            // The engine finds the man by its square, or as the next one straight ahead.
            if step.en_passant && self.piece_type(step.kind) != Some(PieceType::PAWN) {
                ends = ends.or(self.to_bitboard(last));
            }
        }
        if !answered.and(unanswered).is_empty() || !ends.and(unanswered).is_empty() {
            return self.record_loss("long steps of which some are answered en passant and others are not");
        }
        if !unanswered.is_empty() {
            self.rules.en_passant_region[side] =
                on.map_or(Bitboard::of_board(variant.board).without(unanswered), |on| self.to_bitboard(on).or(ends));
        }
    }

    /// Maps the first moves. Returns the castling field of the FEN; the engine marks the men with a first move there by
    /// their files.
    fn map_marked_first_moves(&mut self, castling: &str) -> Option<String> {
        let variant = self.variant;
        let (once, kinds): (Vec<(KindId, &Kind)>, Vec<_>) = variant
            .kinds()
            .filter(|(_, kind)| kind.first_move.is_some())
            .partition(|(_, kind)| kind.moves_once_a_game());
        for (_, kind) in once {
            self.record_loss(format!("a movement once a game, as the {} has it", kind.name));
        }
        if kinds.is_empty() {
            return None;
        }
        self.record_loss_if(castling != "-", "first moves of men besides castling");
        for &(id, kind) in &kinds {
            if !self.is_supported_first_move(id, kind) {
                self.record_loss(format!("a first move other than two that it knows, as the {} has it", kind.name));
            }
        }
        let own_rank = |man: &PlacedMan| variant.board.own_rank(man.side, man.square);
        let men = variant.setups.first()?.men.iter();
        let has_first = |man: &&PlacedMan| kinds.iter().any(|(id, _)| *id == man.kind);
        let marked: Vec<&PlacedMan> = men.filter(has_first).collect();
        let rank = own_rank(marked.first()?);
        self.record_loss_if(marked.iter().any(|man| own_rank(man) != rank), "first moves of men on several ranks");
        self.rules.castling_rank = Rank(rank as u8 + 1);
        self.rules.gating = true;
        self.rules.cambodian_moves = true;
        let letters = Side::ALL.into_iter().flat_map(|side| {
            let files = marked.iter().filter(move |man| man.side == side).map(|man| variant.board.file(man.square));
            files.map(move |file| {
                let letter = char::from(b'a' + file as u8);
                if side == Side::White { letter.to_ascii_uppercase() } else { letter }
            })
        });
        Some(letters.collect())
    }

    /// Whether a first move is one of those that the engine has.
    fn is_supported_first_move(&self, id: KindId, kind: &Kind) -> bool {
        let Some(first) = &kind.first_move else { return true };
        let moves_as = |betza: &str| {
            let movement = weakfish::betza::movement(betza).0;
            movement.is_some_and(|movement| movement.restricted(Modes::MOVES) == first.movement)
        };
        match self.piece_type(id) {
            Some(PieceType::KING) => {
                let all = self.variant.kinds().map(|(id, _)| id);
                let rooks: Vec<KindId> = all.filter(|&id| self.piece_type(id) == Some(PieceType::ROOK)).collect();
                let can_become_rook = |to: &PromotionChoice| matches!(to, PromotionChoice::Kinds(kinds) if kinds.iter().any(|kind| rooks.contains(kind)));
                let mut promotions = self.variant.rules.promotions.iter().flat_map(|(_, all)| all);
                let ends_when_attacked =
                    first.until_aimed_at_by == rooks && !promotions.any(|promotion| can_become_rook(&promotion.to));
                moves_as("fsN") && first.unless_in_check && ends_when_attacked && self.variant.board.holes().is_empty()
            }
            Some(PieceType::FERS) => moves_as("fD") && !first.unless_in_check && first.until_aimed_at_by.is_empty(),
            _ => false,
        }
    }
}
