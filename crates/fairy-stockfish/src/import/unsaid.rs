//! Keys whose rules no definition can say yet, wherever they are in force.

use std::collections::BTreeSet;

use super::draft::Draft;
use crate::betza::{Manner, Reading, Way};
use crate::men::{Man, MenSet};
use crate::squares::Squares;
use crate::values::{Enclosing, Walling, Whom};
use weakfish::geometry::{Leap, PerSide, Side, Square};

impl Draft<'_> {
    /// Notes every key in force that no other part of the draft says.
    pub(super) fn unsaid(&mut self) {
        self.hands();
        self.captures();
        self.walls_and_chains();
        let rules = &self.game.rules;
        let exchanges = self.kinds.keys().any(|man| rules.promoted_piece_type.of(*man).is_some());
        let unsaid = [
            ("sittuyinPromotion", rules.sittuyin_promotion && self.kinds.contains_key(&Man::PAWN)),
            ("pieceDemotion", rules.piece_demotion && exchanges),
            ("shatarMateRule", rules.shatar_mate_rule),
            ("bikjangRule", self.has_bikjang() && rules.pass_on_stalemate != PerSide::both(false)),
            ("castlingWins", !rules.castling_wins.0.is_empty()),
            ("adjudicateFullBoard", rules.adjudicate_full_board),
            ("immobilityIllegal", rules.immobility_illegal && self.only_captures()),
        ];
        self.lose_where(&unsaid);
    }

    /// Records the loss of each key whose condition holds.
    fn lose_where(&mut self, keys: &[(&str, bool)]) {
        for (key, _) in keys.iter().filter(|(_, lost)| *lost) {
            self.lose(key);
        }
    }

    /// Men in hand, and the rules that depend on them.
    fn hands(&mut self) {
        let rules = &self.game.rules;
        let drops = rules.piece_drops || rules.free_drops;
        let hands = [
            ("twoBoards", rules.two_boards),
            ("pieceDrops", drops),
            ("capturesToHand", rules.captures_to_hand),
            ("dropLoop", rules.drop_loop && rules.captures_to_hand),
            ("mustDrop", rules.must_drop),
            ("mustDropType", rules.must_drop && rules.must_drop_type != Whom::All),
            ("dropChecks", drops && !rules.drop_checks),
            ("firstRankPawnDrops", drops && rules.first_rank_pawn_drops),
            ("promotionZonePawnDrops", drops && rules.promotion_zone_pawn_drops),
            ("enclosingDrop", drops && rules.enclosing_drop != Enclosing::None),
            ("enclosingDropStart", drops && !rules.enclosing_drop_start.is_empty()),
            ("sittuyinRookDrop", drops && rules.sittuyin_rook_drop),
            ("dropOppositeColoredBishop", drops && rules.drop_opposite_colored_bishop),
            ("dropPromoted", drops && rules.drop_promoted),
            ("dropNoDoubled", drops && rules.drop_no_doubled != Whom::None),
            ("dropNoDoubledCount", drops && rules.drop_no_doubled != Whom::None && rules.drop_no_doubled_count != 1),
            ("shogiPawnDropMateIllegal", drops && rules.shogi_pawn_drop_mate_illegal),
            ("castlingDroppedPiece", drops && rules.castling_dropped_piece),
            ("dropRegion", drops && rules.drop_region != PerSide::both(Squares::ALL)),
            ("freeDrops", rules.free_drops),
            ("gating", rules.gating && rules.seirawan_gating),
            ("seirawanGating", rules.gating && rules.seirawan_gating),
        ];
        self.lose_where(&hands);
    }

    /// Captures that do more than take one man.
    fn captures(&mut self) {
        let rules = &self.game.rules;
        let any = |men: MenSet| !Side::ALL.into_iter().all(|side| self.men_of(side, men).is_empty());
        let petrify = any(rules.petrify_on_capture_types);
        // There such men give check to one another, and a pawn takes a pawn en passant.
        let immune = rules.mutually_immune_types;
        let immune = any(immune)
            && (rules.extinction_pseudo_royal
                || self.kinds.values().any(|kind| {
                    (immune.has_all() || immune.contains(kind.man)) && (kind.royal || kind.man == Man::PAWN)
                }));
        let captures = [
            ("blastOnCapture", rules.blast_on_capture),
            ("blastImmuneTypes", rules.blast_on_capture && any(rules.blast_immune_types)),
            ("mutuallyImmuneTypes", immune),
            ("petrifyOnCaptureTypes", petrify),
            ("petrifyBlastPieces", petrify && rules.blast_on_capture && rules.petrify_blast_pieces),
            ("flipEnclosedPieces", rules.flip_enclosed_pieces != Enclosing::None),
        ];
        self.lose_where(&captures);
    }

    /// Squares that are no part of the board, at the start or later, and chains of men.
    fn walls_and_chains(&mut self) {
        let rules = &self.game.rules;
        // In the engine a hole is an obstacle: it is hopped over, and blocks lame leapers.
        let needs_way = |ways: &BTreeSet<Way>| {
            ways.iter().any(|(_, manner)| matches!(manner, Manner::Hop | Manner::Grasshopper | Manner::Lame))
        };
        let ways = |reading: &Reading| needs_way(&reading.quiet) || needs_way(&reading.captures);
        if !self.start.walls.is_empty() && self.kinds.values().any(|kind| ways(&kind.reading)) {
            self.lose_as("startFen", "squares that are no part of the board can be hopped over");
        }
        let walls = rules.walling_rule != Walling::None;
        let chain = Side::ALL
            .into_iter()
            .any(|side| !rules.connect_region_1[side].is_empty() && !rules.connect_region_2[side].is_empty());
        self.lose_where(&[
            ("wallingRule", walls),
            ("wallingRegion", walls && rules.walling_region != PerSide::both(Squares::ALL)),
            ("wallOrMove", walls && rules.wall_or_move),
            ("connectNxN", rules.connect_nxn > 0),
            ("connectRegion1", chain),
        ]);
    }

    /// Whether some man has squares from which it could only capture: for that engine it could never move there.
    fn only_captures(&self) -> bool {
        self.kinds.values().any(|kind| {
            Side::ALL.into_iter().filter(|&side| kind.sides[side]).any(|side| {
                self.board.squares().any(|square| {
                    let goes = |ways: &BTreeSet<Way>| ways.iter().any(|(leap, _)| self.leads(side, square, *leap));
                    !goes(&kind.reading.quiet) && goes(&kind.reading.captures)
                })
            })
        })
    }

    /// Whether a leap of a side's man ends on the board.
    fn leads(&self, side: Side, square: Square, leap: Leap) -> bool {
        let forward = if side == Side::White { 1 } else { -1 };
        let (file, rank) = (self.board.file(square), self.board.rank(square));
        self.board.square(file + i32::from(leap.dx) * forward, rank + i32::from(leap.dy) * forward).is_some()
    }

    /// Whether some man has squares from which it could never move, and could stay what it is there.
    pub(super) fn can_be_stuck(&self) -> bool {
        let rules = &self.game.rules;
        self.kinds.values().any(|kind| {
            Side::ALL.into_iter().filter(|&side| kind.sides[side]).any(|side| {
                let mut stuck = self
                    .board
                    .squares()
                    .filter(|&square| kind.reading.quiet.iter().all(|(leap, _)| !self.leads(side, square, *leap)));
                let promotes = kind.man == Man::PAWN || rules.promotion_pawn_types[side].contains(kind.man);
                let certain = promotes
                    && rules.mandatory_pawn_promotion
                    && !self.men_of(side, rules.promotion_piece_types[side]).is_empty();
                let zone = rules.promotion_region[side];
                stuck.any(|square| {
                    !(certain && zone.contains(self.board.file(square) as u8, self.board.rank(square) as u8))
                })
            })
        })
    }
}
