//! The rules of a variant as keys.

use super::Maker;
use crate::betza;
use crate::counting::{Table, tables};
use crate::men::{COUNTED, Man, MenSet};
use crate::values::{Counting, File, Material, Rank, Whom};
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{
    Castling, CheckRule, Condition, Count, CountedMen, KindId, KingTravel, PartnerLanding, Passing, Promotion,
    PromotionChoice, Repetition,
};

/// How a castling king goes.
#[derive(Clone, Copy)]
enum Travel {
    /// By this many squares toward its partner.
    Squares(i32),
    /// To these files: with a partner toward the last file, and toward the first.
    Files([i32; 2]),
}

impl Maker<'_> {
    /// Takes every rule, or says that the engine has none such.
    pub(super) fn rules(&mut self) {
        let rules = &self.variant.rules;
        self.promotions(&rules.promotions);
        self.long_steps();
        let castling = self.castlings(&rules.castling);
        let checks = self.checks();
        let marks = self.marked_first_moves(&castling);
        self.start(&marks.unwrap_or(castling), &checks);
        for (lost, what) in [
            (rules.series.white.is_some() || rules.series.black.is_some(), "series of moves"),
            (rules.must_move.is_some(), "a limit of turns on the spot"),
            (rules.repetition != Repetition::Allowed, "repetition as an illegal move"),
            (rules.immobility_illegal != PerSide::both(false), "men that may not go where they could never move again"),
            (rules.own_check_in_series != PerSide::both(false), "own check within a series"),
            (rules.grid.is_some(), "blocks of squares that every move leaves"),
            (rules.finishing_move.is_some(), "moves of any man that finish the game"),
            (
                rules.may_pass() && !self.ends(&Condition::BothPass),
                "passing, which ends the game there when both sides have passed",
            ),
        ] {
            if lost {
                self.lose(what);
            }
        }
        self.rules.must_capture = self.alike(rules.compulsory_capture, "captures that one side must make");
        match (rules.check.white, rules.check.black) {
            (CheckRule::Allowed, CheckRule::Allowed) => {}
            (CheckRule::Forbidden, CheckRule::Forbidden) => self.rules.checking = false,
            _ => self.lose("checks that only some moves may give"),
        }
        self.rules.makpong_rule = self.alike(rules.no_flight, "flight from check forbidden to one side");
        for pair in &rules.opposition {
            let goes = |betza: &str| weakfish::betza::movement(betza).0.as_ref() == Some(&pair.movement);
            let kings = [pair.watcher, pair.watched].iter().all(|kind| self.man(*kind) == Some(Man::KING));
            if !kings || !(goes("R") || goes("fR") && self.is_ahead(pair.watched)) {
                self.lose("men that may not face each other, other than kings on an open line");
            } else if pair.to_be_broken && !self.ends(&Condition::OppositionAccepted) {
                self.lose("a pass between kings on an open line that does not end the game");
            } else if pair.to_be_broken {
                self.rules.bikjang_rule = true;
            } else {
                self.rules.flying_general = true;
            }
        }
        self.progress();
        self.counts();
        self.rules.pass = PerSide::from_fn(|side| rules.passing[side] == Passing::Always);
        self.rules.pass_on_stalemate = PerSide::from_fn(|side| rules.passing[side] == Passing::WhenStuck);
        if let Some(points) = &rules.points {
            let known = self.variant.kinds().all(|(id, _)| {
                let given = points.men.iter().find(|(kind, _)| *kind == id).map_or(0, |(_, half)| *half);
                let there = COUNTED.iter().find(|(man, _)| self.man(id) == Some(*man)).map_or(0, |(_, points)| *points);
                given == 2 * u16::from(there)
            });
            if known && points.side == PerSide::new(0, 3) {
                self.rules.material_counting = Material::Janggi;
            } else {
                self.lose("points of men other than those it knows: Janggi's");
            }
        }
    }

    /// Whether a rule holds for both sides; `what` names the loss if it holds for one.
    fn alike(&mut self, rule: PerSide<bool>, what: &str) -> bool {
        if rule.white != rule.black {
            self.lose(what);
        }
        rule.white && rule.black
    }

    /// Whether the game has such an ending.
    fn ends(&self, condition: &Condition) -> bool {
        self.variant.endings.iter().any(|ending| ending.condition == *condition)
    }

    /// Whether a kind is bound to squares of which Black's are all ahead of White's.
    fn is_ahead(&self, kind: KindId) -> bool {
        let region = self.variant.kind(kind).stays_in.and_then(|id| self.variant.regions.get(id.index()));
        region.is_some_and(|region| {
            let ranks = |side: Side| region.squares[side].iter().map(|square| self.variant.board.rank(square));
            ranks(Side::White).max() < ranks(Side::Black).min()
        })
    }

    /// A count is one of those that the engine knows.
    fn counts(&mut self) {
        let rules = &self.variant.rules;
        if !rules.counts_moves() {
            return;
        }
        let men: Vec<Man> = self.letters.men().collect();
        let made = |counts: &PerSide<Option<Count>>| match counts.white.as_ref() {
            _ if counts.white != counts.black => None,
            None => Some(None),
            Some(count) => self.count_table(count).map(Some),
        };
        let made = [made(&rules.counting_when_bared), made(&rules.counting)];
        let known = [Counting::Makruk, Counting::Cambodian, Counting::Asean]
            .into_iter()
            .find(|rule| made == tables(*rule, |man| men.contains(&man)).map(Some));
        match known {
            Some(rule) => self.rules.counting_rule = rule,
            None => self.lose("a count of moves other than those it knows: Makruk's, Cambodian and ASEAN chess's"),
        }
    }

    /// A count as a table, if its men are those that such a table can have.
    fn count_table(&self, count: &Count) -> Option<Table> {
        let mut limits = Vec::new();
        for limit in &count.limits {
            let against = match &limit.against {
                None => None,
                Some(CountedMen { least, kinds }) => {
                    let man = self.man(*kinds.first()?)?;
                    Some((*least, kinds.iter().all(|kind| self.man(*kind) == Some(man)).then_some(man)?))
                }
            };
            limits.push((limit.moves, against));
        }
        let pawns = count.without.iter().all(|kind| self.man(*kind) == Some(Man::PAWN));
        pawns.then_some(Table {
            limits,
            without_pawns: !count.without.is_empty(),
            most_men: count.most_men,
            from_men: count.from_men,
        })
    }

    /// There every promotion is progress, and so are one-way moves of certain men.
    fn progress(&mut self) {
        let rules = &self.variant.rules;
        let progress = &rules.progress;
        let listed: Vec<KindId> = progress.moves_of.iter().chain(&progress.one_way_moves_of).copied().collect();
        let returns = |kind: &KindId| {
            let man = self.man(*kind)?;
            betza::read(self.letters.betza(man)).ok().map(|reading| reading.takes_back().0)
        };
        if progress.moves_of.iter().any(|kind| returns(kind) == Some(true)) {
            self.lose("progress by moves that a man can take back");
        }
        let promotes =
            rules.promotions.iter().flat_map(|(_, promotions)| promotions.iter().map(|promotion| promotion.kind));
        if !progress.promotions && promotes.into_iter().any(|kind| !progress.moves_of.contains(&kind)) {
            self.lose("promotions that are no progress");
        }
        self.rules.n_move_rule_types = PerSide::both(self.men_set(&listed));
    }

    fn men_set(&self, kinds: &[KindId]) -> MenSet {
        MenSet::of(&kinds.iter().filter_map(|kind| self.man(*kind)).collect::<Vec<_>>())
    }

    fn promotions(&mut self, promotions: &PerSide<Vec<Promotion>>) {
        // Its pawns promote whatever the keys say, so without a promotion they have no zone.
        self.rules.promotion_region = PerSide::default();
        self.rules.promotion_pawn_types = PerSide::default();
        for side in Side::ALL {
            let Some(first) = promotions[side].first() else { continue };
            let alike = promotions[side]
                .iter()
                .all(|other| (other.zone, &other.to, other.optional) == (first.zone, &first.to, first.optional));
            if !alike {
                self.lose("promotions of several men that differ");
            }
            let to = match &first.to {
                PromotionChoice::Kinds(kinds) => self.men_set(kinds),
                PromotionChoice::Nothing => MenSet::NONE,
                PromotionChoice::AnyStartingBut(_) => {
                    self.lose("promotion to whatever stands in the setup");
                    continue;
                }
            };
            let kinds: Vec<KindId> = promotions[side].iter().map(|promotion| promotion.kind).collect();
            self.rules.promotion_region[side] = self.squares(first.zone);
            self.rules.promotion_piece_types[side] = to;
            self.rules.promotion_pawn_types[side] = self.men_set(&kinds);
            self.rules.mandatory_pawn_promotion = !first.optional;
        }
        let [white, black] = Side::ALL.map(|side| promotions[side].first().map(|promotion| promotion.optional));
        if white.is_some() && black.is_some() && white != black {
            self.lose("a promotion that one side must make and the other need not");
        }
        let types = self.rules.promotion_pawn_types;
        let strays = |side: Side, kind: KindId| {
            self.count(side, kind) > 0 && !types[side].contains(Man::PAWN) && !types[side].is_empty()
        };
        let stray = self
            .variant
            .kinds()
            .any(|(kind, _)| self.man(kind) == Some(Man::PAWN) && Side::ALL.into_iter().any(|side| strays(side, kind)));
        if stray {
            self.lose("pawns that do not promote beside men that do");
        }
    }

    /// Takes castling; gives the field of a FEN for the rights.
    fn castlings(&mut self, castlings: &PerSide<Option<Castling>>) -> String {
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
                    self.lose("castling other than to fixed squares, with the partner beside the king");
                    continue;
                }
            };
            let [partner_kind] = castling.partners.as_slice() else {
                self.lose("castling with partners of several kinds");
                continue;
            };
            if !castling.colourbound.is_empty() || castling.other_wing {
                self.lose("castling that depends on the colour of a square or on the opponent's castling");
            }
            let (Some(king), Some(partner)) = (self.man(castling.king), self.man(*partner_kind)) else { continue };
            field += &self.castling(side, (king, castling.king), (partner, *partner_kind), travel, &mut files);
        }
        if field.is_empty() { "-".to_owned() } else { field }
    }

    fn castling(
        &mut self,
        side: Side,
        (king, king_kind): (Man, KindId),
        (partner, partner_kind): (Man, KindId),
        travel: Travel,
        files: &mut [Option<u8>; 2],
    ) -> String {
        let board = self.variant.board;
        let men = self.variant.setups.first().map_or(&[][..], |setup| &setup.men);
        let own = |kind: KindId| men.iter().filter(move |man| man.side == side && man.kind == kind);
        let Some(stands) = own(king_kind).next().map(|man| man.square) else { return String::new() };
        let (file, rank) = (board.file(stands), board.rank(stands));
        let mut field = String::new();
        for (wing, letter) in [(0, 'K'), (1, 'Q')] {
            let toward = if wing == 0 { 1 } else { -1 };
            let beside = own(partner_kind).filter(|man| board.rank(man.square) == rank);
            let mut there: Vec<i32> =
                beside.map(|man| board.file(man.square)).filter(|other| (other - file) * toward > 0).collect();
            there.sort_by_key(|other| (other - file).abs());
            let Some(nearest) = there.first() else { continue };
            if there.len() > 1 {
                self.lose("castling toward the nearer of several men");
            }
            let target = match travel {
                Travel::Squares(distance) => file + toward * distance,
                Travel::Files(files) => files[wing],
            } as u8;
            // Castling of a king that hardly moves is written with the partner's square.
            self.rules.chess960 |= (i32::from(target) - file) * toward < 2;
            if files[wing].is_some_and(|other| other != target) {
                self.lose("castling to other files for the other side");
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
        let own_rank = Rank(board.own_rank(side, stands) as u8 + 1);
        if self.rules.castling && self.rules.castling_rank != own_rank {
            self.lose("castling on another rank for the other side");
        }
        self.rules.castling = true;
        self.rules.castling_rank = own_rank;
        self.rules.castling_king_file = File(file as u8 + 1);
        self.rules.castling_king_piece[side] = Whom::Man(king);
        self.rules.castling_rook_pieces[side] = MenSet::of(&[partner]);
        field
    }
}
