//! Table of all keys of rules: name, type, default, and a description of the loss where a definition can't express the
//! value.

use crate::men::{MenSet, PieceChars, PieceType};
use crate::squares::Bitboard;
use crate::values::{
    Chasing, Counting, Enclosing, File, Material, PieceMap, PieceSelector, Rank, Rights, Value, ValueError, Verdict,
    Walling,
};
use weakfish::geometry::{PerSide, Side};

/// A key of rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// The name, without the side.
    pub(super) name: &'static str,
    /// The type of its values, in words.
    pub(super) kind: &'static str,
    /// Whether there is one for each side, and whether the name without a side is a key as well.
    pub(super) sides: Sides,
    /// Description of the loss where a definition can't express the value.
    pub(super) lost: &'static str,
}

/// Sides of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    /// The whole game.
    Game,
    /// One side, by `White` or `Black` at the end of the name.
    Each,
    /// One side in the same way, or both without such an end.
    EachOrBoth,
}

/// Declares the struct of all values, and the table of keys.
macro_rules! rules {
    (
        game { $($field:ident $name:literal: $kind:ty = $default:expr, $lost:literal;)* }
        sides { $($sided:ident $sided_name:literal $sides:ident: $sided_kind:ty = $sided_default:expr, $sided_lost:literal;)* }
    ) => {
        /// The rules of a game as the keys give them.
        #[derive(Clone, Debug, PartialEq)]
        pub(super) struct Rules {
            $(pub(super) $field: $kind,)*
            $(pub(super) $sided: PerSide<$sided_kind>,)*
        }

        impl Default for Rules {
            fn default() -> Self {
                Self { $($field: $default,)* $($sided: $sided_default,)* }
            }
        }

        /// All keys of rules, in the order in which they are read.
        pub(super) const KEYS: &[Key] = &[
            $(Key { name: $name, kind: <$kind>::KIND, sides: Sides::Game, lost: $lost },)*
            $(Key { name: $sided_name, kind: <$sided_kind>::KIND, sides: Sides::$sides, lost: $sided_lost },)*
        ];

        impl Rules {
            /// Reads the value of a key, for one side or for all that it can be for.
            pub(super) fn read(
                &mut self, name: &str, side: Option<Side>, text: &str, letters: &PieceChars,
            ) -> Result<(), ValueError> {
                match name {
                    $($name => self.$field = Value::read(text, letters)?,)*
                    $($sided_name => {
                        let value: $sided_kind = Value::read(text, letters)?;
                        match side {
                            Some(side) => self.$sided[side] = value,
                            None => self.$sided = PerSide::both(value),
                        }
                    })*
                    _ => {}
                }
                Ok(())
            }

            /// The values of all keys that differ from another game's, by the name of the key with the side at its end.
            pub(super) fn differences(&self, other: &Self, letters: &PieceChars) -> Vec<(String, String)> {
                let mut all = Vec::new();
                $(if self.$field != other.$field {
                    all.push(($name.to_owned(), self.$field.write(letters)));
                })*
                $(if self.$sided != other.$sided {
                    if self.$sided.white == self.$sided.black && Sides::$sides == Sides::EachOrBoth {
                        all.push(($sided_name.to_owned(), self.$sided.white.write(letters)));
                    } else {
                        for side in Side::ALL {
                            if self.$sided[side] != other.$sided[side] {
                                all.push((format!(concat!($sided_name, "{}"), side), self.$sided[side].write(letters)));
                            }
                        }
                    }
                })*
                all
            }

            /// The values of all keys, by the name of the key with the side at its end.
            pub(super) fn values(&self, letters: &PieceChars) -> Vec<(String, String)> {
                let mut all = vec![$(($name.to_owned(), self.$field.write(letters)),)*];
                $(for side in Side::ALL {
                    all.push((format!(concat!($sided_name, "{}"), side), self.$sided[side].write(letters)));
                })*
                all
            }

            /// The value of a key as it is written.
            pub(super) fn value_text(&self, name: &str, letters: &PieceChars) -> String {
                match name {
                    $($name => self.$field.write(letters),)*
                    $($sided_name => {
                        let [white, black] = Side::ALL.map(|side| self.$sided[side].write(letters));
                        if white == black { white } else { format!("{white} for White, {black} for Black") }
                    })*
                    _ => String::new(),
                }
            }
        }
    };
}

/// The usual start.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn pawns() -> PerSide<MenSet> {
    PerSide::both(MenSet::of(&[PieceType::PAWN]))
}

fn ranks(white: u8, black: u8) -> PerSide<Bitboard> {
    PerSide::new(Bitboard::rank(white - 1), Bitboard::rank(black - 1))
}

rules! {
    game {
        max_rank "maxRank": Rank = Rank(8), "the number of ranks";
        max_file "maxFile": File = File(8), "the number of files";
        chess960 "chess960": bool = false, "castling from starting positions other than the given one";
        two_boards "twoBoards": bool = false, "a game of partners on two boards: men in hand are those that the partner captures";
        start_fen "startFen": String = START.to_owned(), "the starting position";
        sittuyin_promotion "sittuyinPromotion": bool = false, "a pawn promotes on its square, or by a step of its new kind";
        promotion_limit "promotionLimit": PieceMap<u32> = PieceMap(Vec::new()), "a limit on how many men of a kind a side may have by promotion";
        promoted_piece_type "promotedPieceType": PieceMap<Option<PieceType>> = PieceMap(Vec::new()),
            "men other than pawns promote when they move into, within or out of the zone";
        piece_promotion_on_capture "piecePromotionOnCapture": bool = false, "men other than pawns promote only by capturing";
        mandatory_pawn_promotion "mandatoryPawnPromotion": bool = true, "a pawn in the zone may decline to promote";
        mandatory_piece_promotion "mandatoryPiecePromotion": bool = false, "men other than pawns must promote if they can";
        piece_demotion "pieceDemotion": bool = false, "promoted men turn back into their original kind";
        blast_on_capture "blastOnCapture": bool = false, "a capture removes all men around it, except pawns";
        blast_immune_types "blastImmuneTypes": MenSet = MenSet::NONE, "blasts spare these men";
        mutually_immune_types "mutuallyImmuneTypes": MenSet = MenSet::NONE, "these men can't capture men of their own kind";
        petrify_on_capture_types "petrifyOnCaptureTypes": MenSet = MenSet::NONE, "these men turn into walls when they capture";
        petrify_blast_pieces "petrifyBlastPieces": bool = false, "men removed by a blast turn into walls";
        double_step "doubleStep": bool = true, "pawns have a double step from certain squares";
        castling "castling": bool = true, "castling by the rules of this game";
        castling_dropped_piece "castlingDroppedPiece": bool = false, "dropped men may castle";
        castling_kingside_file "castlingKingsideFile": File = File(7), "the target file of the castling man toward the last file";
        castling_queenside_file "castlingQueensideFile": File = File(3), "the target file of the castling man toward the first file";
        castling_rank "castlingRank": Rank = Rank(1), "the rank on which men castle";
        castling_king_file "castlingKingFile": File = File(5), "the starting file of the castling man";
        castling_rook_kingside_file "castlingRookKingsideFile": File = File(12), "the starting file of the partner toward the last file";
        castling_rook_queenside_file "castlingRookQueensideFile": File = File(1), "the starting file of the partner toward the first file";
        opposite_castling "oppositeCastling": bool = false, "the second player to castle may not castle to the same wing";
        checking "checking": bool = true, "no move may give check";
        drop_checks "dropChecks": bool = true, "no drop may give check";
        must_capture "mustCapture": bool = false, "a player who can capture must capture";
        must_drop "mustDrop": bool = false, "a player with men in hand must drop one";
        must_drop_type "mustDropType": PieceSelector = PieceSelector::All, "the kind of man that must be dropped";
        piece_drops "pieceDrops": bool = false, "men in hand may be dropped on empty squares";
        drop_loop "dropLoop": bool = false, "captured promoted men stay promoted";
        captures_to_hand "capturesToHand": bool = false, "captured men go to the captor's hand";
        first_rank_pawn_drops "firstRankPawnDrops": bool = false, "pawns may be dropped on the first rank";
        promotion_zone_pawn_drops "promotionZonePawnDrops": bool = false, "pawns may be dropped in the promotion zone";
        enclosing_drop "enclosingDrop": Enclosing = Enclosing::None, "a drop must enclose men, or stand next to some";
        enclosing_drop_start "enclosingDropStart": Bitboard = Bitboard::NONE, "squares on which the first drops are unrestricted";
        sittuyin_rook_drop "sittuyinRookDrop": bool = false, "rooks are dropped on the first rank only";
        drop_opposite_colored_bishop "dropOppositeColoredBishop": bool = false, "bishops are dropped on different colours";
        drop_promoted "dropPromoted": bool = false, "men may be dropped in their promoted form";
        drop_no_doubled "dropNoDoubled": PieceSelector = PieceSelector::None, "a limit on how many of these men a drop may bring to a file";
        drop_no_doubled_count "dropNoDoubledCount": u32 = 1, "the limit of these men on a file";
        immobility_illegal "immobilityIllegal": bool = false, "no man may go to a square from which it can never move again";
        gating "gating": bool = false, "unmoved men are marked";
        walling_rule "wallingRule": Walling = Walling::None, "moves put walls on the board";
        wall_or_move "wallOrMove": bool = false, "a player either moves or places a wall";
        seirawan_gating "seirawanGating": bool = false, "a man in hand enters on the square that another man leaves with its first move";
        cambodian_moves "cambodianMoves": bool = false, "some men have a longer first move";
        diagonal_lines "diagonalLines": Bitboard = Bitboard::NONE, "men move diagonally along lines drawn on the board";
        makpong_rule "makpongRule": bool = false, "a king in check may not move away";
        flying_general "flyingGeneral": bool = false, "kings may not face each other";
        soldier_promotion_rank "soldierPromotionRank": Rank = Rank(1), "soldiers move sideways only from this rank on";
        flip_enclosed_pieces "flipEnclosedPieces": Enclosing = Enclosing::None, "a move converts enemy men";
        free_drops "freeDrops": bool = false, "drops need no man in hand";
        n_move_rule "nMoveRule": u32 = 50, "a draw after a number of moves without progress";
        n_fold_rule "nFoldRule": u32 = 3, "the game may end when a position has occurred a number of times";
        n_fold_value "nFoldValue": Verdict = Verdict::Draw, "the player who repeats a position wins or loses";
        n_fold_value_absolute "nFoldValueAbsolute": bool = false, "repetition is a win for a fixed side";
        perpetual_check_illegal "perpetualCheckIllegal": bool = false, "perpetual check loses";
        move_repetition_illegal "moveRepetitionIllegal": bool = false, "moving a man back and forth loses";
        chasing_rule "chasingRule": Chasing = Chasing::None, "perpetual chase loses";
        stalemate_value "stalemateValue": Verdict = Verdict::Draw, "the result for a player without a legal move";
        stalemate_piece_count "stalematePieceCount": bool = false, "the number of men decides a stalemate";
        checkmate_value "checkmateValue": Verdict = Verdict::Loss, "the result for a checkmated player";
        shogi_pawn_drop_mate_illegal "shogiPawnDropMateIllegal": bool = false, "no pawn drop may give checkmate";
        shatar_mate_rule "shatarMateRule": bool = false, "only some men may give checkmate, and only after certain checks";
        bikjang_rule "bikjangRule": bool = false, "the game ends when the kings face each other";
        extinction_value "extinctionValue": Verdict = Verdict::None, "the result for a side with too few men of a kind";
        extinction_claim "extinctionClaim": bool = false, "a side that has lost its men has one reply";
        extinction_pseudo_royal "extinctionPseudoRoyal": bool = false, "men of a kind are royal only while few of them are left";
        duple_check "dupleCheck": bool = false, "a player may not leave all royal men attacked at once";
        extinction_piece_types "extinctionPieceTypes": MenSet = MenSet::NONE, "the kinds of men that are counted";
        extinction_piece_count "extinctionPieceCount": u32 = 0, "the game ends before all men of the kind are lost";
        extinction_opponent_piece_count "extinctionOpponentPieceCount": u32 = 0, "the least number of men that the opponent must have";
        flag_piece_count "flagPieceCount": u32 = 1, "the number of men that must be in the region";
        flag_piece_blocked_win "flagPieceBlockedWin": bool = false, "a fully occupied region also counts";
        flag_move "flagMove": bool = false, "the opponent has one reply after the goal is reached";
        flag_piece_safe "flagPieceSafe": bool = false, "an attacked man has not reached the goal";
        check_counting "checkCounting": bool = false, "a number of checks wins";
        connect_n "connectN": u32 = 0, "a number of men in a row ends the game";
        connect_piece_types "connectPieceTypes": MenSet = MenSet::ALL, "the men that count in a row";
        connect_horizontal "connectHorizontal": bool = true, "rows along ranks count";
        connect_vertical "connectVertical": bool = true, "rows along files count";
        connect_diagonal "connectDiagonal": bool = true, "rows along diagonals count";
        connect_nxn "connectNxN": u32 = 0, "a square block of men ends the game";
        collinear_n "collinearN": u32 = 0, "a number of men on one line ends the game";
        connect_value "connectValue": Verdict = Verdict::Win, "the result of a row";
        material_counting "materialCounting": Material = Material::None, "a draw becomes a win for the side with more material, or for a fixed side";
        adjudicate_full_board "adjudicateFullBoard": bool = false, "a full board ends the game";
        counting_rule "countingRule": Counting = Counting::None, "a draw by counted moves, as in Makruk: their number depends on the men left";
        castling_wins "castlingWins": Rights = Rights::default(), "castling wins, and losing the right loses";
    }
    sides {
        promotion_region "promotionRegion" Each: Bitboard = ranks(8, 1), "squares where pawns promote";
        promotion_pawn_types "promotionPawnTypes" EachOrBoth: MenSet = pawns(), "men that promote as pawns do";
        promotion_piece_types "promotionPieceTypes" EachOrBoth: MenSet =
            PerSide::both(MenSet::of(&[PieceType::QUEEN, PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT])), "men that pawns promote to";
        double_step_region "doubleStepRegion" Each: Bitboard = ranks(2, 7), "squares where pawns have a double step";
        triple_step_region "tripleStepRegion" Each: Bitboard = PerSide::default(), "squares where pawns have a triple step";
        en_passant_region "enPassantRegion" EachOrBoth: Bitboard = PerSide::both(Bitboard::ALL), "squares where pawns capture en passant";
        en_passant_types "enPassantTypes" EachOrBoth: MenSet = pawns(), "men that capture en passant";
        castling_king_piece "castlingKingPiece" EachOrBoth: PieceSelector = PerSide::both(PieceSelector::Man(PieceType::KING)), "the man that castles";
        castling_rook_pieces "castlingRookPieces" EachOrBoth: MenSet = PerSide::both(MenSet::of(&[PieceType::ROOK])), "the partners of the man that castles";
        drop_region "dropRegion" Each: Bitboard = PerSide::both(Bitboard::ALL), "squares where men may be dropped";
        walling_region "wallingRegion" EachOrBoth: Bitboard = PerSide::both(Bitboard::ALL), "squares where walls are placed";
        pass "pass" EachOrBoth: bool = PerSide::both(false), "a player may pass";
        pass_on_stalemate "passOnStalemate" EachOrBoth: bool = PerSide::both(false), "a player without a legal move passes";
        n_move_rule_types "nMoveRuleTypes" EachOrBoth: MenSet = pawns(), "men whose irreversible moves are progress";
        flag_piece "flagPiece" EachOrBoth: PieceSelector = PerSide::both(PieceSelector::All), "the man that reaches a goal";
        flag_region "flagRegion" EachOrBoth: Bitboard = PerSide::default(), "the goal";
        connect_region_1 "connectRegion1" Each: Bitboard = PerSide::default(), "a chain of men between two regions ends the game";
        connect_region_2 "connectRegion2" Each: Bitboard = PerSide::default(), "a chain of men between two regions ends the game";
    }
}

impl Rules {
    /// Piece that a piece promotes to by `promotedPieceType`, as in Shogi.
    pub(super) fn piece_promotion(&self, man: PieceType) -> Option<PieceType> {
        let to = self.promoted_piece_type.of(man).flatten().filter(|_| !man.is_promoted())?;
        Some(if self.distinguishes_promoted() { to.promoted_from(man) } else { to })
    }

    /// Whether the former kind of a promoted man matters.
    pub(super) const fn distinguishes_promoted(&self) -> bool {
        self.piece_demotion || self.piece_drops && self.captures_to_hand && !self.drop_loop
    }

    /// Whether a side's man promotes as pawns do.
    pub(super) fn promotes_as_pawn(&self, side: Side, man: PieceType) -> bool {
        !man.is_promoted() && (man == PieceType::PAWN || self.promotion_pawn_types[side].contains(man))
    }
}

/// A count: its limits, each with the men of the opponent that it needs, and when it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CountingTable {
    pub(super) limits: Vec<(u16, Option<(u16, PieceType)>)>,
    /// Whether the count requires that there are no pawns.
    pub(super) without_pawns: bool,
    pub(super) most_men: Option<u16>,
    /// Whether it begins with the number of men.
    pub(super) from_men: bool,
}

/// The counts of a counting rule, for a bared player and for others, in a game with such men; `None` for a
/// count that never begins.
pub(super) fn counting_tables(rule: Counting, has: impl Fn(PieceType) -> bool) -> [Option<CountingTable>; 2] {
    let of_men = |limits: [u16; 6]| {
        let men = [
            (2, PieceType::ROOK),
            (1, PieceType::ROOK),
            (2, PieceType::SILVER),
            (2, PieceType::KNIGHT),
            (1, PieceType::SILVER),
        ];
        limits.into_iter().zip(men.into_iter().map(Some).chain([None])).collect()
    };
    let plain = CountingTable { limits: Vec::new(), without_pawns: true, most_men: None, from_men: true };
    let (bared, others) = match rule {
        Counting::None => return [None, None],
        Counting::Makruk => (
            CountingTable { limits: of_men([8, 16, 22, 32, 44, 64]), ..plain.clone() },
            Some(CountingTable { limits: vec![(64, None)], from_men: false, ..plain }),
        ),
        Counting::Cambodian => (
            CountingTable { limits: of_men([7, 15, 21, 31, 43, 63]), ..plain.clone() },
            Some(CountingTable { limits: vec![(63, None)], without_pawns: false, most_men: Some(3), from_men: false }),
        ),
        Counting::Asean => {
            let limits = [(16, PieceType::ROOK), (44, PieceType::SILVER), (64, PieceType::KNIGHT)];
            let limits = limits.into_iter().map(|(moves, man)| (moves, Some((1, man)))).collect();
            (CountingTable { limits, from_men: false, ..plain }, None)
        }
    };
    [Some(bared), others].map(|table| {
        let mut table = table?;
        table.limits.retain(|(_, against)| against.is_none_or(|(_, man)| has(man)));
        table.without_pawns &= has(PieceType::PAWN);
        (!table.limits.is_empty()).then_some(table)
    })
}
