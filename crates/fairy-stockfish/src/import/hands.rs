//! Writes men in hand: the fate of captured men, the drops, and men that turn back.

use super::{DefinitionBuilder, Kind};
use crate::drops;
use crate::men::{MenSet, PieceType};
use crate::squares::Bitboard;
use crate::start::Placed;
use crate::values::{Enclosing, PieceSelector, Rank, Verdict};
use weakfish::geometry::{PerSide, Side};
use weakfish::prose::any_of;

/// Drops of a kind: never, or whether they are bound to squares and the other options of the rule.
type Drops = Option<(bool, Vec<String>)>;

impl DefinitionBuilder<'_> {
    /// The men in hand at the start, in words.
    pub(super) fn hands_text(&self) -> String {
        let mut words = Vec::new();
        for side in Side::ALL.into_iter().filter(|_| self.has_limited_hands()) {
            for (man, number) in &self.start.hands[side] {
                words.extend((*number > 1).then(|| number.to_string()));
                words.extend(self.letter(*man).map(|letter| letter.of_side(side).to_string()));
            }
        }
        words.join(" ")
    }

    /// Writes the rules of captured men, of drops, and of men that change by moving.
    pub(super) fn write_hands(&mut self) {
        self.write_demotions();
        self.write_conversions();
        self.write_gating();
        if !self.has_hands() {
            return;
        }
        if self.game.rules.captures_to_hand {
            self.write_captured();
        }
        self.drop_unsupported_hand_keys();
        let men: Vec<PieceType> = self.kinds.keys().copied().collect();
        for man in men {
            let squares = PerSide::from_fn(|side| self.drop_squares(side, man).unwrap_or(Bitboard::NONE));
            let filled_first = !self.first_drops().is_empty();
            let drops = PerSide::from_fn(|side| {
                self.drop_squares(side, man).map(|squares| self.drops(side, man, squares)).filter(|drops| {
                    drops.as_ref().is_none_or(|(bound, options)| *bound || filled_first || !options.is_empty())
                })
            });
            let Some(letter) = self.letter(man) else { continue };
            let first = self.first_drops();
            let first = (!first.is_empty()).then(|| self.area_or_region(PerSide::both(first), "first"));
            if !self.game.rules.piece_drops {
                if Side::ALL.into_iter().any(|side| self.is_in_hand(side, man)) {
                    self.push_rule(format!("drop of {letter}"), "forbidden");
                }
                continue;
            }
            self.push_rule_of_sides(&format!("drop of {letter}"), &drops, |draft, side, drops| {
                let Some((bound, options)) = drops else { return "forbidden".to_owned() };
                let place = bound.then(|| match side {
                    None => draft.area_or_region(squares, "drops"),
                    Some(side) => draft.area_of(side, squares[side], "drops"),
                });
                let place = place.map(|place| format!("on {place}"));
                let first = first.as_ref().map(|first| format!("first on {first}"));
                let words = place.into_iter().chain(first).chain(options.iter().cloned());
                words.collect::<Vec<_>>().join(", ")
            });
        }
    }

    /// Whether men can be in hand: to be dropped, or to be left behind by others (`seirawanGating`).
    pub(super) fn has_hands(&self) -> bool {
        let rules = &self.game.rules;
        rules.piece_drops || rules.gating && rules.seirawan_gating
    }

    /// Whether men are in hand that are used up by drops.
    pub(super) fn has_limited_hands(&self) -> bool {
        self.has_hands() && !self.drops_without_end()
    }

    /// Whether a side can have a man in hand.
    fn is_in_hand(&self, side: Side, man: PieceType) -> bool {
        let rules = &self.game.rules;
        let Some(kind) = self.kinds.get(&man).filter(|kind| kind.sides[side] && !man.is_promoted()) else {
            return false;
        };
        let taken = |kind: &Kind| kind.sides[!side] && kind.man.unpromoted().unwrap_or(kind.man) == man;
        let by_capture = rules.captures_to_hand && !is_never_captured(kind) && self.kinds.values().any(taken);
        self.start.hands[side].contains_key(&man) || by_capture
    }

    /// The men that the start marks as unmoved, or `None` if some man of their kinds on the board is not marked.
    fn gating_men(&self) -> Option<Vec<PieceType>> {
        let Rank(rank) = self.game.rules.castling_rank;
        let rank = PerSide::new(rank.saturating_sub(1), self.board.ranks().saturating_sub(rank));
        let rights = |side: Side, letter: char| {
            let letter = if side == Side::White { letter } else { letter.to_ascii_lowercase() };
            self.start.castling.contains(letter)
        };
        let marked = |placed: &Placed| {
            let side = placed.side;
            let file = char::from(b'A' + placed.file);
            let king = placed.man == PieceType::KING && (rights(side, 'K') || rights(side, 'Q'));
            let corner = |letter: char, file: u8| placed.file == file && rights(side, letter);
            let rook = placed.man == PieceType::ROOK && (corner('K', self.board.files() - 1) || corner('Q', 0));
            placed.rank == rank[side] && (king || rook || rights(side, file))
        };
        let men: Vec<PieceType> =
            self.start.men.iter().filter(|placed| marked(placed)).map(|placed| placed.man).collect();
        let other = |placed: &&Placed| men.contains(&placed.man) && !marked(placed);
        let unusual = self.game.rules.castling
            && self.game.rules.castling_king_piece != PerSide::both(PieceSelector::Man(PieceType::KING));
        let mut kinds = men.clone();
        kinds.sort_unstable();
        kinds.dedup();
        (!unusual && !kinds.is_empty() && self.start.men.iter().find(other).is_none()).then_some(kinds)
    }

    /// Whether gating can be said: see [`Self::write_gating`].
    pub(super) fn writes_gating(&self) -> bool {
        let rules = &self.game.rules;
        let Some(men) = self.gating_men() else { return false };
        // There such a move never promotes and is no long step, and a man comes in wherever it may be dropped.
        let other = |man: &PieceType| {
            let pawn = Side::ALL.into_iter().any(|side| rules.promotes_as_pawn(side, *man));
            pawn || rules.piece_promotion(*man).is_some() || *man == PieceType::PAWN
        };
        let bound = |side: Side| {
            let here = Bitboard::of_board(self.board);
            let region = rules.drop_region[side].and(here) != here;
            region || self.kinds.keys().any(|man| self.is_in_hand(side, *man) && self.squares_of(side, *man) != here)
        };
        let royal = self.kinds.values().any(|kind| kind.royal_at_times || kind.royal && kind.man != PieceType::KING);
        let paths = self.kinds.values().any(|kind| kind.moves.depends_on_path());
        let alike = |man: &PieceType| self.is_in_hand(Side::White, *man) == self.is_in_hand(Side::Black, *man);
        !men.iter().any(other)
            && !Side::ALL.into_iter().any(bound)
            && !royal
            && !paths
            && rules.checking
            && !rules.flying_general
            && rules.drop_no_doubled == PieceSelector::None
            && !rules.must_drop
            && rules.drop_checks
            && !rules.immobility_illegal
            && self.kinds.keys().all(alike)
    }

    /// Writes gating (`seirawanGating`): by its first move a man may leave one from the hand behind.
    fn write_gating(&mut self) {
        let rules = &self.game.rules;
        if !(rules.gating && rules.seirawan_gating && self.writes_gating()) {
            return;
        }
        // The first rank is closed to pawns in hand.
        let closed = |man: PieceType| man == PieceType::PAWN && !rules.first_rank_pawn_drops;
        let held = self.kinds.values().filter(|kind| !closed(kind.man));
        let held = held.filter(|kind| Side::ALL.into_iter().any(|side| self.is_in_hand(side, kind.man)));
        let held: Vec<String> = held.map(|kind| kind.letter.to_string()).collect();
        if held.is_empty() {
            return;
        }
        let words = format!("when first moving may leave {}", any_of(held));
        for man in self.gating_men().unwrap_or_default() {
            self.push_property(man, words.clone());
        }
    }

    /// Drops of a side's man on these squares.
    fn drops(&self, side: Side, man: PieceType, squares: Bitboard) -> Drops {
        let rules = &self.game.rules;
        let mut options = Vec::new();
        options.extend(self.slid_in().map(str::to_owned));
        options.extend(self.enclosing_drop().map(str::to_owned));
        if let Some(other) = rules.piece_promotion(man).filter(|_| rules.drop_promoted) {
            options.extend(self.letter(man).zip(self.letter(other)).map(|(man, other)| format!("as {man} or {other}")));
        }
        if rules.drop_no_doubled == PieceSelector::Man(man) {
            let men = any_of(self.symbols(MenSet::of(&[man])));
            match rules.drop_no_doubled_count {
                0 => return None,
                count => options.push(format!("not on a file with {count} {men} or more")),
            }
        }
        if rules.drop_opposite_colored_bishop && man == PieceType::BISHOP {
            options.extend(self.letter(man).map(|letter| format!("not on a colour with 1 {letter} or more")));
        } else if rules.drop_opposite_colored_bishop && self.is_in_hand(side, PieceType::BISHOP) {
            // The squares that bishops need are kept for them.
            let bishop = self.letter(PieceType::BISHOP);
            options.extend(bishop.map(|bishop| format!("not on the last square of a colour without {bishop}")));
        }
        // There only a king is in check by a drop.
        if !rules.drop_checks && self.kinds.contains_key(&PieceType::KING) {
            options.push("not to check".to_owned());
        } else if man == PieceType::SHOGI_PAWN && self.pawn_may_not_mate() {
            options.push("not to checkmate".to_owned());
        }
        options.extend(rules.must_drop.then(|| "compulsory".to_owned()));
        options.extend(self.drops_without_end().then(|| "unlimited".to_owned()));
        (!squares.is_empty()).then(|| (squares != self.squares_of(side, man), options))
    }

    /// Whether no drop of a pawn may checkmate (`shogiPawnDropMateIllegal`), and some man can be in check.
    fn pawn_may_not_mate(&self) -> bool {
        self.game.rules.shogi_pawn_drop_mate_illegal && Side::ALL.into_iter().any(|side| self.has_royal(side))
    }

    /// The words for men that slide in from sides of the board (`enclosingDrop`). The engine tests the squares around a
    /// drop. That is the same rule if every man on the board has slid in and stays on its square.
    pub(super) fn slid_in(&self) -> Option<&'static str> {
        let rules = &self.game.rules;
        let here = Bitboard::of_board(self.board);
        let bound = Side::ALL.into_iter().any(|side| {
            let bound = |man: &PieceType| self.drop_squares(side, *man).is_some_and(|squares| squares != here);
            self.kinds.keys().any(bound)
        });
        let other = !self.start.men.is_empty() || !self.start.walls.is_empty();
        if other || bound || self.has_moves() {
            return None;
        }
        (rules.enclosing_drop == Enclosing::Top).then_some("slid in from n")
    }

    /// The words for drops that depend on the men around the square (`enclosingDrop`); `None` if there are none, or no words.
    pub(super) fn enclosing_drop(&self) -> Option<&'static str> {
        let rules = &self.game.rules;
        let flips = if self.writes_conversions() { rules.flip_enclosed_pieces } else { Enclosing::None };
        drops::words(rules.enclosing_drop, flips)
    }

    /// The squares on which men are dropped first (`enclosingDropStart`).
    pub(super) fn first_drops(&self) -> Bitboard {
        let rules = &self.game.rules;
        let first = rules.enclosing_drop_start.and(Bitboard::of_board(self.board));
        let full = first.squares(self.board).iter().all(|square| {
            let (file, rank) = (self.board.file(square), self.board.rank(square));
            self.start.men.iter().any(|man| i32::from(man.file) == file && i32::from(man.rank) == rank)
        });
        // Where no man leaves its square, those that are full stay so.
        if self.enclosing_drop().is_none() || full && !self.has_moves() { Bitboard::NONE } else { first }
    }

    /// Whether some man moves.
    pub(super) fn has_moves(&self) -> bool {
        self.kinds.values().any(|kind| kind.moves.moves())
    }

    /// Whether the conversions of neighbours can be written (`flipEnclosedPieces`): kings do not change sides.
    pub(super) fn writes_conversions(&self) -> bool {
        // There the square that a man leaves counts as if it still stood there.
        let known = match self.game.rules.flip_enclosed_pieces {
            Enclosing::Ataxx | Enclosing::Quadwrangle => true,
            Enclosing::Reversi => !self.has_moves(),
            Enclosing::None | Enclosing::Snort | Enclosing::Anyside | Enclosing::Top => false,
        };
        known && !self.kinds.values().any(|kind| kind.royal || kind.royal_at_times)
    }

    /// Writes the men that change sides by moves and drops (`flipEnclosedPieces`).
    fn write_conversions(&mut self) {
        if !self.writes_conversions() {
            return;
        }
        let in_line = self.game.rules.flip_enclosed_pieces == Enclosing::Reversi;
        let which = if in_line { "enclosed in line" } else { "next to it" };
        let near = self.game.rules.flip_enclosed_pieces == Enclosing::Quadwrangle;
        let dropped = if near { "dropped next to own men" } else { "dropped" };
        let men: Vec<PieceType> = self.kinds.keys().copied().collect();
        for man in men {
            let kind = self.kinds.get(&man);
            if kind.is_some_and(|kind| kind.moves.moves()) {
                self.push_property(man, format!("when moving converts men {which}"));
            }
            if Side::ALL.into_iter().any(|side| self.drop_squares(side, man).is_some()) {
                self.push_property(man, format!("when {dropped} converts men {which}"));
            }
        }
    }

    /// How many squares are empty at the start.
    pub(super) fn empty_squares(&self) -> usize {
        let squares = Bitboard::of_board(self.board).without(self.start.walls).squares(self.board);
        squares.iter().count().saturating_sub(self.start.men.len())
    }

    /// Whether no hand ever runs out of men and its content need not be written. Men are dropped freely (`freeDrops`),
    /// or there are enough for all squares and no capture empties one.
    pub(super) fn drops_without_end(&self) -> bool {
        let rules = &self.game.rules;
        if !rules.piece_drops || rules.captures_to_hand {
            return false;
        }
        if rules.free_drops {
            return !self.kinds.values().any(|kind| kind.royal || kind.royal_at_times || kind.man.is_promoted());
        }
        let captures = self.kinds.values().any(|kind| !kind.moves.captures.is_empty());
        let empty = self.empty_squares();
        let passes = rules.pass != PerSide::both(false) || rules.pass_on_stalemate != PerSide::both(false);
        let alternate = !passes && !self.has_moves();
        let most = if alternate { empty.div_ceil(2) } else { empty };
        let enough = |side: Side| {
            let hand = &self.start.hands[side];
            let held = |kind: &Kind| hand.get(&kind.man).is_some_and(|&count| count as usize >= most);
            self.kinds.values().filter(|kind| kind.sides[side]).all(held)
        };
        !captures && self.enclosing_drop().is_some() && Side::ALL.into_iter().all(enough)
    }

    /// The squares where a man may stand.
    fn squares_of(&self, side: Side, man: PieceType) -> Bitboard {
        let here = Bitboard::of_board(self.board);
        let own = self.game.mobility[side].get(&man.plain()).filter(|squares| !squares.is_empty());
        own.map_or(here, |squares| squares.and(here))
    }

    /// The squares where a side may drop a man; `None` if it never has one in hand.
    pub(super) fn drop_squares(&self, side: Side, man: PieceType) -> Option<Bitboard> {
        let rules = &self.game.rules;
        let kind = self.kinds.get(&man).filter(|kind| kind.sides[side] && rules.piece_drops && !man.is_promoted())?;
        let at_start = self.start.hands[side].contains_key(&man);
        let taken = |kind: &Kind| kind.sides[!side] && kind.man.unpromoted().unwrap_or(kind.man) == man;
        let by_capture = rules.captures_to_hand && !is_never_captured(kind) && self.kinds.values().any(taken);
        let mut squares = rules.drop_region[side].and(self.squares_of(side, man));
        let first_rank = Bitboard::of_board(self.board).without(Bitboard::zone(side, 2, self.board.ranks()));
        if man == PieceType::PAWN {
            if !rules.promotion_zone_pawn_drops {
                squares = squares.without(rules.promotion_region[side]);
            }
            if !rules.first_rank_pawn_drops {
                squares = squares.without(first_rank);
            }
        }
        if man == PieceType::ROOK && rules.sittuyin_rook_drop {
            squares = squares.and(first_rank);
        }
        (at_start || by_capture || rules.free_drops).then_some(squares)
    }

    /// Writes the kinds of captured men in the captor's hand.
    fn write_captured(&mut self) {
        let men: Vec<PieceType> = self.kinds.keys().copied().collect();
        for man in men {
            if self.kinds.get(&man).is_none_or(is_never_captured) {
                continue;
            }
            let to_hand = "when captured goes to the captor's hand";
            let property = if let Some(before) = man.unpromoted().and_then(|before| self.letter(before)) {
                format!("{to_hand} as {before}")
            } else if self.is_pawn_promotion(man) {
                format!("{to_hand} as before promotion")
            } else {
                to_hand.to_owned()
            };
            self.push_property(man, property);
        }
    }

    /// Whether a pawn can promote to a man, whose captor then gets a pawn; records a loss where another man promotes so.
    fn is_pawn_promotion(&mut self, man: PieceType) -> bool {
        let rules = &self.game.rules;
        if rules.drop_loop {
            return false;
        }
        let pawns = |side: Side| -> Vec<PieceType> {
            let of_side = self.kinds.values().filter(|kind| kind.sides[side] && kind.man != man);
            let promotes = of_side.filter(|kind| rules.promotes_as_pawn(side, kind.man));
            let zone = rules.promotion_region[side].and(Bitboard::of_board(self.board));
            let promotes = promotes.filter(|_| !zone.is_empty() && rules.promotion_piece_types[side].contains(man));
            promotes.map(|kind| kind.man).collect()
        };
        let pawns = PerSide::from_fn(pawns);
        let several = pawns.iter().any(|(side, men)| {
            men.first().is_some_and(|pawn| men.len() > 1 || rules.promotion_pawn_types[side] != MenSet::of(&[*pawn]))
        });
        let differ = !pawns.white.is_empty() && !pawns.black.is_empty() && pawns.white != pawns.black;
        if several || differ {
            self.drop_key_because("promotionPawnTypes", "whatever promoted is in hand the first of these men");
        }
        pawns.iter().any(|(_, men)| !men.is_empty())
    }

    /// Records the keys of hands that no definition can express.
    fn drop_unsupported_hand_keys(&mut self) {
        let rules = &self.game.rules;
        let droppable = |man: PieceType| Side::ALL.into_iter().any(|side| self.drop_squares(side, man).is_some());
        let other_royal =
            self.kinds.values().any(|kind| kind.royal_at_times || kind.royal && kind.man != PieceType::KING);
        let at_times = self.kinds.values().any(|kind| kind.royal_at_times);
        let other_than_must = |man: &PieceType| droppable(*man) && rules.must_drop_type != PieceSelector::Man(*man);
        let must_type = rules.must_drop_type != PieceSelector::All && self.kinds.keys().any(other_than_must);
        // In the engine such a drop loses at once. If it is illegal, a player without another move also loses.
        let pawn_mates = self.pawn_may_not_mate() && droppable(PieceType::SHOGI_PAWN);
        let loses = (rules.checkmate_value, rules.stalemate_value) == (Verdict::Loss, Verdict::Loss);
        let arrives_elsewhere = |man: &PieceType| {
            let other = rules.piece_promotion(*man);
            let differs = |side, other| self.squares_of(side, *man) != self.squares_of(side, other);
            other.is_some_and(|other| Side::ALL.into_iter().any(|side| differs(side, other)))
        };
        // There squares are kept for bishops in hand only.
        let pairs = !rules.captures_to_hand
            && Side::ALL.into_iter().all(|side| {
                self.start.hands[side].get(&PieceType::BISHOP) == Some(&2)
                    && self.start.count(side, PieceType::BISHOP) == 0
            });
        let keys = [
            ("mustDrop", rules.must_drop && rules.must_capture),
            ("mustDropType", rules.must_drop && must_type),
            ("dropChecks", !rules.drop_checks && other_royal && self.kinds.contains_key(&PieceType::KING)),
            ("dropOppositeColoredBishop", rules.drop_opposite_colored_bishop && droppable(PieceType::BISHOP) && !pairs),
            ("dropPromoted", rules.drop_promoted && self.kinds.keys().any(arrives_elsewhere)),
            ("shogiPawnDropMateIllegal", pawn_mates && !loses),
            ("extinctionPseudoRoyal", rules.captures_to_hand && at_times),
        ];
        for (key, lost) in keys {
            self.drop_key_if(lost, key);
        }
        // In the engine a royal man that is blown up comes to a hand, which matters unless its death ends the game.
        let rules = &self.game.rules;
        let alone = rules.extinction_piece_count == 0 && rules.extinction_opponent_piece_count == 0;
        let ends = |kind: &Kind| {
            alone && rules.extinction_value == Verdict::Loss && rules.extinction_piece_types.contains(kind.man)
        };
        let royal = |kind: &Kind| kind.royal || kind.royal_at_times;
        let survives = self.kinds.values().any(|kind| royal(kind) && !ends(kind));
        if rules.blast_on_capture && rules.captures_to_hand && survives {
            self.drop_key_because("blastOnCapture", "a king that is blown up comes to a hand");
        }
        let kings_in_hand = Side::ALL.into_iter().any(|side| self.start.hands[side].contains_key(&PieceType::KING));
        if kings_in_hand && self.game.rules.captures_to_hand {
            self.drop_key_because("startFen", "a king in hand");
        }
    }

    /// Whether a man becomes another one by `promotedPieceType`, or is such a man.
    pub(super) fn is_exchanged(&self, man: PieceType) -> bool {
        man.is_promoted() || self.game.rules.piece_promotion(man).is_some_and(|to| self.kinds.contains_key(&to))
    }

    /// Writes `pieceDemotion` as effects of moves, and records the losses of promoted types: rules that the engine has for the
    /// type alone.
    fn write_demotions(&mut self) {
        let rules = &self.game.rules;
        let promoted: Vec<PieceType> = self.kinds.keys().copied().filter(|man| man.is_promoted()).collect();
        // Types that have rules of their own.
        let mut special = vec![PieceType::PAWN, PieceType::KING, PieceType::SOLDIER, PieceType::HOPPER];
        special.push(PieceType::SHOGI_PAWN);
        if !rules.diagonal_lines.and(Bitboard::of_board(self.board)).is_empty() {
            special.extend([PieceType::ROOK, PieceType::WAZIR]);
        }
        let immune = promoted.iter().any(|man| rules.mutually_immune_types.covers(*man));
        let counted = promoted.iter().any(|man| rules.extinction_piece_types.contains(*man));
        let pseudo_royal = rules.extinction_pseudo_royal && !rules.blast_on_capture;
        let counted = counted && rules.extinction_value != Verdict::None && !pseudo_royal;
        if promoted.iter().any(|man| special.contains(&man.plain()) || rules.piece_promotion(man.plain()).is_some()) {
            self.drop_key_because("promotedPieceType", "a promoted man that promotes again, or has a rule of its own");
        }
        self.drop_key_if(immune, "mutuallyImmuneTypes");
        self.drop_key_if(counted, "extinctionPieceTypes");
        if !self.game.rules.piece_demotion {
            return;
        }
        let rules = &self.game.rules;
        let here = Bitboard::of_board(self.board);
        let men: Vec<PieceType> = self.kinds.keys().copied().filter(|man| self.is_exchanged(*man)).collect();
        let whole = Side::ALL.into_iter().all(|side| here.without(rules.promotion_region[side]).is_empty());
        let as_pawn = |man: &PieceType| Side::ALL.into_iter().any(|side| rules.promotes_as_pawn(side, *man));
        let differs = |man: &PieceType| {
            let limit = rules.promotion_limit.of(*man).is_some_and(|most| most > 0);
            let bound = Side::ALL.into_iter().any(|side| self.squares_of(side, *man) != here);
            limit || bound || as_pawn(man) || [PieceType::PAWN, PieceType::KING].contains(&man.plain())
        };
        if !men.is_empty() && (!whole || men.iter().any(differs)) {
            return self.drop_key("pieceDemotion");
        }
        let event = if rules.piece_promotion_on_capture { "when capturing" } else { "when moving" };
        let becomes = if rules.mandatory_piece_promotion { "becomes" } else { "may become" };
        for man in men {
            let other = man.unpromoted().or_else(|| self.game.rules.piece_promotion(man));
            if let Some(other) = other.and_then(|other| self.letter(other)) {
                self.push_property(man, format!("{event} {becomes} {other}"));
            }
        }
    }
}

/// Whether no man of a kind is ever captured.
fn is_never_captured(kind: &Kind) -> bool {
    kind.royal || kind.man.plain() == PieceType::KING
}
