//! Keys whose rules no definition can say yet, wherever they are in force.

use std::collections::BTreeSet;

use super::draft::{Draft, Kind, seen_by};
use crate::betza::Way;
use crate::men::{Man, MenSet};
use crate::squares::Squares;
use crate::values::{Enclosing, Walling, Whom};
use weakfish::geometry::{PerSide, Side, Square};

impl Draft<'_> {
    /// Notes every key in force that no other part of the draft says.
    pub(super) fn unsaid(&mut self) {
        let rules = &self.game.rules;
        let drops = rules.piece_drops || rules.free_drops;
        let exchanges = self.kinds.keys().any(|man| rules.exchange(*man).is_some());
        let any = |men: MenSet| !Side::ALL.into_iter().all(|side| self.men_of(side, men).is_empty());
        let (blast, petrify) = (rules.blast_on_capture, any(rules.petrify_on_capture_types));
        // There such men give check to one another, and a pawn takes a pawn en passant.
        let immune = rules.mutually_immune_types;
        let royal = |kind: &Kind| immune.has(kind.man) && (kind.royal || kind.man == Man::PAWN);
        let immune = any(immune) && (rules.extinction_pseudo_royal || self.kinds.values().any(royal));
        let walls = rules.walling_rule != Walling::None;
        let chain = |side: Side| !rules.connect_region_1[side].is_empty() && !rules.connect_region_2[side].is_empty();
        let unsaid = [
            ("sittuyinPromotion", rules.sittuyin_promotion && self.kinds.contains_key(&Man::PAWN)),
            ("pieceDemotion", rules.piece_demotion && exchanges),
            ("shatarMateRule", rules.shatar_mate_rule),
            ("bikjangRule", self.has_bikjang() && rules.pass_on_stalemate != PerSide::both(false)),
            ("castlingWins", !rules.castling_wins.0.is_empty()),
            ("adjudicateFullBoard", rules.adjudicate_full_board),
            ("immobilityIllegal", rules.immobility_illegal && self.only_captures()),
            // Men in hand, and the rules that depend on them.
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
            // Captures that do more than take one man.
            ("blastOnCapture", blast),
            ("blastImmuneTypes", blast && any(rules.blast_immune_types)),
            ("mutuallyImmuneTypes", immune),
            ("petrifyOnCaptureTypes", petrify),
            ("petrifyBlastPieces", petrify && blast && rules.petrify_blast_pieces),
            ("flipEnclosedPieces", rules.flip_enclosed_pieces != Enclosing::None),
            // Squares that become walls, and chains of men.
            ("wallingRule", walls),
            ("wallingRegion", walls && rules.walling_region != PerSide::both(Squares::ALL)),
            ("wallOrMove", walls && rules.wall_or_move),
            ("connectNxN", rules.connect_nxn > 0),
            ("connectRegion1", Side::ALL.into_iter().any(chain)),
        ];
        // In the engine a hole is an obstacle: it is hopped over, and blocks lame leapers.
        if !self.start.walls.is_empty() && self.kinds.values().any(|kind| kind.reading.needs_way()) {
            self.lose_as("startFen", "squares that are no part of the board can be hopped over");
        }
        for (key, _) in unsaid.iter().filter(|(_, lost)| *lost) {
            self.lose(key);
        }
    }

    /// Whether some man has squares from which it could only capture: for that engine it could never move there.
    fn only_captures(&self) -> bool {
        self.somewhere(|kind, side, square| {
            !self.leads(&kind.reading.quiet, side, square) && self.leads(&kind.reading.captures, side, square)
        })
    }

    /// Whether some man has squares from which it could never move, and could stay what it is there.
    pub(super) fn can_be_stuck(&self) -> bool {
        let rules = &self.game.rules;
        self.somewhere(|kind, side, square| {
            let certain = rules.promotes_as_pawn(side, kind.man)
                && rules.mandatory_pawn_promotion
                && !self.men_of(side, rules.promotion_piece_types[side]).is_empty()
                && rules.promotion_region[side].on(self.board).contains(square);
            !self.leads(&kind.reading.quiet, side, square) && !certain
        })
    }

    /// Whether a condition holds for a man of a side on a square.
    fn somewhere(&self, holds: impl Fn(&Kind, Side, Square) -> bool) -> bool {
        self.kinds.values().any(|kind| {
            let mut sides = Side::ALL.into_iter().filter(|&side| kind.sides[side]);
            sides.any(|side| self.board.squares().any(|square| holds(kind, side, square)))
        })
    }

    /// Whether one of the ways of a side's man ends on the board.
    pub(super) fn leads(&self, ways: &BTreeSet<Way>, side: Side, square: Square) -> bool {
        ways.iter().any(|(leap, _)| self.board.leap(square, seen_by(side, *leap)).is_some())
    }
}
