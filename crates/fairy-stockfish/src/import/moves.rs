//! Writes the rules of movement besides the men's own: castling, long steps, promotion, compulsion, passing.

use std::collections::{BTreeMap, BTreeSet};

use super::{DefinitionBuilder, Kind, Symbol, leap_for_side, of_side};
use crate::betza::{EngineMovement, MoveType, TypedLeap, class};
use crate::collection::mobility_key;
use crate::men::{MenSet, PieceType};
use crate::squares::{self, Bitboard, square_name};
use crate::start::Placed;
use crate::values::PieceSelector;
use weakfish::geometry::{Leap, PerSide, Side};
use weakfish::prose::any_of;

/// Promotion of a kind: whether it promotes by moves out of the zone as well, and the words after the zone.
type Promotion = (bool, String);

impl DefinitionBuilder<'_> {
    /// Writes the rules of movement.
    pub(super) fn write_movement_rules(&mut self) {
        self.write_castlings();
        self.write_long_steps();
        self.write_promotions();
        self.write_progress();
        let rules = &self.game.rules;
        let (pass, stuck) = (rules.pass, rules.pass_on_stalemate);
        let king = self.letter(PieceType::KING).map(|king| king.to_string()).unwrap_or_default();
        let opposition = format!("{king} and {king}, as R");
        for (holds, name, value) in [
            (rules.flying_general && self.have_kings(), "opposition", opposition.as_str()),
            (self.has_bikjang(), "opposition", &format!("{opposition}, to be broken")),
            (rules.must_capture, "capture", "compulsory"),
            (!rules.checking, "check", "forbidden"),
            (rules.makpong_rule, "check evasion", "without flight"),
            (rules.immobility_illegal && self.can_be_stuck(), "immobility", "forbidden"),
        ] {
            if holds {
                self.push_rule(name, value);
            }
        }
        let rule = |side: Side| (pass[side], stuck[side]);
        match (rule(Side::White), rule(Side::Black)) {
            (white, black) if white != black => {
                self.drop_key(if pass.white == pass.black { "passOnStalemate" } else { "pass" });
            }
            // If both rules hold, the engine applies the narrower one: a pass only without another move.
            ((_, true), _) => self.push_rule("passing", "when no other move"),
            ((true, false), _) => self.push_rule("passing", "allowed"),
            _ => {}
        }
    }

    /// Whether kings that face each other must be parted, or end the game.
    pub(super) fn has_bikjang(&self) -> bool {
        self.game.rules.bikjang_rule && self.have_kings() && !self.game.rules.flying_general
    }

    /// Whether both sides have a king.
    fn have_kings(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.start.count(side, PieceType::KING) > 0)
    }

    /// Writes the castling rules of both sides.
    fn write_castlings(&mut self) {
        if !self.game.rules.castling {
            return;
        }
        let rules = PerSide::from_fn(|side| self.castling_text(side));
        self.push_rule_of_sides("castling", &rules, |_, _, castling| castling.clone());
    }

    /// Castling rule of a side in words, from its rights and the files of king and partners; records losses.
    fn castling_text(&mut self, side: Side) -> Option<String> {
        let rules = &self.game.rules;
        let rank = match side {
            Side::White => rules.castling_rank.0.checked_sub(1)?,
            Side::Black => self.board.ranks().checked_sub(rules.castling_rank.0)?,
        };
        let man_on = |file: u8| {
            let here = |placed: &&Placed| (placed.file, placed.rank, placed.side) == (file, rank, side);
            self.start.men.iter().find(here).map(|placed| placed.man)
        };
        let PieceSelector::Man(king) = rules.castling_king_piece[side] else { return None };
        if rules.piece_drops && rules.castling_dropped_piece {
            return self.dropped_castling_text(side, king, rank);
        }
        let kings: Vec<u8> = (0..self.board.files()).filter(|&file| man_on(file) == Some(king)).collect();
        let king_file = match kings.as_slice() {
            [] => return None,
            [one] => *one,
            _ => Some(rules.castling_king_file.0 - 1).filter(|file| kings.contains(file))?,
        };
        let partner_at = |file: u8| man_on(file).filter(|man| rules.castling_rook_pieces[side].contains(*man));
        let files = self.board.files();
        // The file of the partner that each letter of the rights means, seen from the edge.
        let mut rights: Vec<(u8, PieceType)> = Vec::new();
        let is_own = |letter: &char| letter.is_ascii_uppercase() == (side == Side::White);
        for letter in self.start.castling.chars().filter(is_own) {
            let file = match letter.to_ascii_uppercase() {
                'K' => {
                    (0..files.min(rules.castling_rook_kingside_file.0)).rev().find(|&file| partner_at(file).is_some())
                }
                'Q' => (rules.castling_rook_queenside_file.0 - 1..files).find(|&file| partner_at(file).is_some()),
                letter => (0..files).find(|file| char::from(b'A' + file) == letter),
            };
            let Some((file, man)) = file.and_then(|file| Some((file, partner_at(file)?))) else { continue };
            if !rights.iter().any(|(other, _)| *other == file) {
                rights.push((file, man));
            }
        }
        if rights.is_empty() {
            return None;
        }
        let target = |file: u8| {
            if file > king_file { rules.castling_kingside_file.0 - 1 } else { rules.castling_queenside_file.0 - 1 }
        };
        let mut partners: Vec<PieceType> = rights.iter().map(|(_, man)| *man).collect();
        partners.sort_unstable();
        partners.dedup();
        // The definition gives a right to the nearest of the partners on each wing.
        let is_partner = |file: u8| man_on(file).is_some_and(|man| partners.contains(&man));
        let nearest = |toward_last: bool| {
            let mut files =
                (0..files).filter(|&file| file != king_file && (file > king_file) == toward_last && is_partner(file));
            if toward_last { files.next() } else { files.next_back() }
        };
        let given_rights: BTreeSet<u8> = [true, false].into_iter().filter_map(nearest).collect();
        let wanted_rights = rights.iter().map(|(file, _)| *file).collect();
        if given_rights != wanted_rights || kings.len() != 1 || self.start.count(side, king) != 1 {
            self.drop_key("castling");
            return None;
        }
        // The target is between king and partner, at the same distance on each wing: the usual form can be written.
        let distance = |file: u8| {
            let distance = i32::from(target(file)) - i32::from(king_file);
            if file > king_file { distance } else { -distance }
        };
        let reaches_partner = |file: u8| if file > king_file { target(file) <= file } else { target(file) >= file };
        let first_distance = distance(rights[0].0);
        let is_equal_travel = first_distance >= 2
            && rights.iter().all(|(file, _)| distance(*file) == first_distance && reaches_partner(*file));
        let (to_first, to_last) = (rules.castling_queenside_file.0 - 1, rules.castling_kingside_file.0 - 1);
        let letters = partners.iter().filter_map(|man| self.letter(*man));
        let partners = any_of(letters.map(|letter| letter.to_string()));
        let (king, wings) = (self.letter(king)?, to_first < to_last && to_first + 1 < files);
        let text = if is_equal_travel {
            format!("{king} {first_distance} toward {partners}, {partners} to the last square {king} crossed")
        } else if wings {
            let [first_distance, last] = [to_first, to_last].map(|file| square_name(file, rank));
            format!("{king} to {first_distance} or {last} with {partners}, {partners} to the other side of {king}")
        } else {
            self.drop_key("castling");
            return None;
        };
        let wing = if rules.opposite_castling { ", not on the wing where the opponent castled" } else { "" };
        Some(text + wing)
    }

    /// Castling rule of a side whose dropped men castle from the king's file and the outer ones; records losses.
    fn dropped_castling_text(&mut self, side: Side, king: PieceType, rank: u8) -> Option<String> {
        let rules = &self.game.rules;
        let can_be_dropped = |man: PieceType| self.drop_squares(side, man).is_some();
        let partners: Vec<PieceType> = self.men_of(side, rules.castling_rook_pieces[side]);
        if !self.kinds.contains_key(&king) || partners.is_empty() {
            return None;
        }
        let (king_file, last) = (rules.castling_king_file.0 - 1, self.board.files() - 1);
        let distances = [
            i32::from(king_file) - i32::from(rules.castling_queenside_file.0 - 1),
            i32::from(rules.castling_kingside_file.0 - 1) - i32::from(king_file),
        ];
        let stands = |file: u8, man: PieceType| {
            self.start
                .men
                .iter()
                .any(|placed| (placed.file, placed.rank, placed.side, placed.man) == (file, rank, side, man))
        };
        let right = |letter: char| {
            self.start.castling.contains(if side == Side::White { letter } else { letter.to_ascii_lowercase() })
        };
        let [partner] = partners.as_slice() else { return self.drop_key_and_none_of("castlingDroppedPiece") };
        let as_given = [(0, 'Q'), (last, 'K')]
            .into_iter()
            .all(|(file, letter)| right(letter) == (stands(king_file, king) && stands(file, *partner)));
        let outer = king_file > 0 && king_file < last && distances[0] == distances[1] && distances[0] >= 2;
        let other_letters = self.start.castling.chars().any(|letter| !"KQkq-".contains(letter));
        if !as_given || !outer || other_letters || !(can_be_dropped(king) || can_be_dropped(*partner)) {
            return self.drop_key_and_none_of("castlingDroppedPiece");
        }
        let (king, partner) = (self.letter(king)?, self.letter(*partner)?);
        let own_rank = if side == Side::White { rank } else { self.board.ranks() - 1 - rank };
        let [on, first, last] = [king_file, 0, last].map(|file| square_name(file, own_rank));
        let squares = distances[0];
        let wing = if rules.opposite_castling { ", not on the wing where the opponent castled" } else { "" };
        Some(format!(
            "{king} {squares} toward {partner}, {partner} to the last square {king} crossed{wing}, also dropped {king} on own {on} \
             with {partner} on own {first} or own {last}"
        ))
    }

    /// Writes the promotions of each kind.
    fn write_promotions(&mut self) {
        let here = Bitboard::of_board(self.board);
        let zones = PerSide::from_fn(|side| self.game.rules.promotion_region[side].and(here));
        let men: Vec<(PieceType, Symbol)> = self.kinds.values().map(|kind| (kind.man, kind.letter)).collect();
        for (man, letter) in men {
            if self.game.rules.piece_demotion && self.is_exchanged(man) {
                continue;
            }
            let promotion = PerSide::from_fn(|side| self.promotion(side, man));
            self.push_rule_of_sides(&format!("promotion of {letter}"), &promotion, |draft, side, (from, to)| {
                let place = match side {
                    None => draft.area_or_region(zones, "promotion"),
                    Some(side) => draft.area_of(side, zones[side], "promotion"),
                };
                format!("{} {place}, to {to}", if *from { "on or from" } else { "on" })
            });
        }
    }

    /// Promotion of a side's man, as a pawn or by exchange (`promotedPieceType`); records losses.
    fn promotion(&mut self, side: Side, man: PieceType) -> Option<Promotion> {
        let rules = &self.game.rules;
        let kind = self.kinds.get(&man).filter(|kind| kind.sides[side])?;
        let zone = rules.promotion_region[side].and(Bitboard::of_board(self.board));
        let as_pawn = rules.promotes_as_pawn(side, man);
        let exchange = rules.piece_promotion(man).filter(|to| self.game.letters.letter(*to).is_some());
        if zone.is_empty() || !as_pawn && exchange.is_none() {
            return None;
        }
        let mut to = if as_pawn { self.men_of(side, rules.promotion_piece_types[side]) } else { Vec::new() };
        let mut optional = as_pawn && !rules.mandatory_pawn_promotion;
        let limit = |man: &PieceType| rules.promotion_limit.of(*man).filter(|most| *most > 0).map(|most| (*man, most));
        let (mut from, mut by_capture) = (false, false);
        let (royal, returns) = (kind.royal, kind.moves.reversibility().0);
        if let Some(other) = exchange {
            if as_pawn && man != PieceType::PAWN {
                return self.drop_key_and_none("promotedPieceType", "a man promotes in two ways");
            }
            // A pawn promotes only when it comes to the zone. Any other man also promotes when it moves within the zone
            // or from it.
            if man == PieceType::PAWN {
                self.drop_key_if(rules.piece_promotion_on_capture, "piecePromotionOnCapture");
            } else {
                from = true;
                by_capture = rules.piece_promotion_on_capture;
                optional = !rules.mandatory_piece_promotion;
                // In the engine a man that can't promote because of the limit stays as it is, and the limit counts all
                // men of the type.
                let alike = self.kinds.keys().filter(|man| man.plain() == other.plain()).count();
                self.drop_key_if(limit(&other).is_some() && (!optional || alike > 1), "promotionLimit");
            }
            if other == man {
                return self.drop_key_and_none("promotedPieceType", "a man promotes to its own kind");
            }
            if !to.contains(&other) {
                to.push(other);
            }
        }
        if to.contains(&man) {
            // In the engine such a promotion is a move of its own, and progress. Here the man stays as it is.
            let listed = rules.n_move_rule_types[side];
            let progress = rules.n_move_rule == 0 || listed.covers(man) && !returns;
            if optional || !progress || rules.immobility_illegal || limit(&man).is_some() {
                return self.drop_key_and_none(
                    "promotionPieceTypes",
                    "a promotion to the man's own kind, beside the move that promotes to nothing",
                );
            }
            to.retain(|other| *other != man);
            optional = true;
        }
        let is_royal = |man: &PieceType| self.kinds.get(man).is_some_and(|kind| kind.royal);
        if to.iter().any(|other| is_royal(other) != royal) {
            return self.drop_key_and_none(
                if as_pawn { "promotionPieceTypes" } else { "promotedPieceType" },
                "a man becomes royal, or a royal man does not stay so",
            );
        }
        // A man that promotes as it leaves the zone may arrive anywhere.
        let bounds = |other: &PieceType| {
            self.game.mobility[side].get(&other.plain()).copied().filter(|squares| !squares.is_empty())
        };
        if from && to.iter().any(|other| bounds(other).is_some()) {
            from = !self.promotes_at_the_border(side, man, zone);
        }
        let is_bound_elsewhere =
            |other: &PieceType| bounds(other).is_some_and(|squares| from || zone.and(squares) != zone);
        if let Some(other) = to.iter().copied().find(is_bound_elsewhere) {
            return self.drop_key_and_none(
                &mobility_key(side, other),
                "a man becomes one that may not stand where it arrives",
            );
        }
        if to.is_empty() && (!as_pawn || optional) {
            return None;
        }
        to.sort_unstable();
        // A man that must promote without a choice may not enter the zone.
        let letters = to.iter().rev().filter_map(|man| self.letter(*man));
        let to_men = any_of(letters.map(|letter| letter.to_string()));
        let limits = to.iter().filter_map(limit);
        let limits: Vec<String> =
            limits.filter_map(|(man, most)| Some(format!("{most} {}", self.letter(man)?))).collect();
        // There the men in hand are not counted.
        let place = if self.has_hands() { " on the board" } else { "" };
        let limits = if limits.is_empty() { String::new() } else { format!(", at most {}{place}", any_of(limits)) };
        let capture = if by_capture { ", by capture" } else { "" };
        let passant = self.captors_en_passant_in_zone[side].contains(&man);
        let passant = if passant { ", not by en passant" } else { "" };
        let optional_words = if optional { ", optional" } else { "" };
        Some((from, format!("{to_men}{limits}{capture}{optional_words}{passant}")))
    }

    /// Whether a man never stands in the zone without having promoted: it must promote, and comes there by moves alone.
    fn promotes_at_the_border(&self, side: Side, man: PieceType, zone: Bitboard) -> bool {
        let rules = &self.game.rules;
        let starts =
            |placed: &Placed| placed.man == man && placed.side == side && zone.contains(placed.file, placed.rank);
        let stays = rules.piece_promotion_on_capture || rules.promotion_limit.of(man).is_some();
        rules.mandatory_piece_promotion
            && !stays
            && !rules.piece_demotion
            && !rules.piece_drops
            && self.captors_en_passant_in_zone[side].is_empty()
            && !self.start.men.iter().any(starts)
            && !self.promotes_from_other(side, man)
    }

    /// Whether a side's man of another kind can become this one.
    fn promotes_from_other(&self, side: Side, man: PieceType) -> bool {
        let rules = &self.game.rules;
        let pawns = self.kinds.values().any(|kind| kind.sides[side] && rules.promotes_as_pawn(side, kind.man));
        pawns && rules.promotion_piece_types[side].contains(man)
            || self.kinds.keys().any(|other| rules.piece_promotion(*other) == Some(man))
    }

    /// Writes which moves are progress for the n-move rule: captures, promotions, and moves of men that can't
    /// take them back.
    fn write_progress(&mut self) {
        let rules = &self.game.rules;
        if rules.n_move_rule == 0 {
            return;
        }
        let mut moves_of = MenSet::NONE;
        let mut one_way = false;
        for side in Side::ALL {
            for man in self.men_of(side, rules.n_move_rule_types[side]) {
                let Some(kind) = self.kinds.get(&man) else { continue };
                let (any_reversible, all_reversible) = kind.moves.reversibility();
                if !all_reversible || !any_reversible {
                    moves_of = moves_of.or(MenSet::of(&[man]));
                    one_way |= any_reversible;
                }
            }
        }
        for side in Side::ALL {
            let listed = rules.n_move_rule_types[side];
            let men_of_side = self.kinds.values().filter(|kind| kind.sides[side]);
            if men_of_side.clone().any(|kind| moves_of.contains(kind.man) && !listed.covers(kind.man)) {
                return self.drop_key_because("nMoveRuleTypes", "moves of a man are progress for one side only");
            }
        }
        // Promotions are progress in any case, but not where men turn back.
        let promoting: Vec<PieceType> = self.kinds.keys().copied().filter(|man| self.promotes_in_zone(*man)).collect();
        let promoting: Vec<PieceType> =
            promoting.into_iter().filter(|man| !rules.piece_demotion || !self.is_exchanged(*man)).collect();
        let promotions = one_way && !promoting.is_empty() || promoting.iter().any(|man| !moves_of.contains(*man));
        let symbols = self.symbols(moves_of);
        let moves = if one_way { "one-way move of" } else { "move of" };
        let mut kinds = vec!["capture".to_owned()];
        kinds.extend(promotions.then(|| "promotion".to_owned()));
        kinds.extend(rules.piece_drops.then(|| "drop".to_owned()));
        kinds.extend((!symbols.is_empty()).then(|| format!("{moves} {}", any_of(&symbols))));
        self.push_rule("progress", any_of(kinds));
    }

    /// Whether men of a kind promote.
    fn promotes_in_zone(&self, man: PieceType) -> bool {
        Side::ALL.into_iter().any(|side| {
            let rules = &self.game.rules;
            let zone = rules.promotion_region[side].and(Bitboard::of_board(self.board));
            let pawn = rules.promotes_as_pawn(side, man)
                && self.men_of(side, rules.promotion_piece_types[side]).iter().any(|other| *other != man);
            let exchanged = rules.piece_promotion(man).is_some_and(|to| self.game.letters.letter(to).is_some());
            !zone.is_empty() && self.kinds.get(&man).is_some_and(|kind| kind.sides[side]) && (pawn || exchanged)
        })
    }
}

/// A long step of a kind: the leaps that it may repeat, as White makes them; how often; and where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LongStep {
    leaps: Vec<Leap>,
    least: u8,
    most: u8,
    from: Bitboard,
}

/// Whether a first move leaps, or hops along lines on which the man also rides. In the engine, no such hop is captured en
/// passant.
fn is_initial_jump(kind: &Kind, (leap, move_type): TypedLeap) -> bool {
    match move_type {
        MoveType::Leap => true,
        MoveType::Hop | MoveType::HopWithin(_) | MoveType::Grasshopper => {
            kind.moves.quiet.contains(&(leap, MoveType::Slide(0)))
        }
        MoveType::Slide(_) | MoveType::Lame => false,
    }
}

/// The long steps of a kind, by side.
type Steps = PerSide<Vec<LongStep>>;

/// The men of a side that capture en passant, and the region, where they differ from the default.
type EnPassantRule = (Option<Vec<PieceType>>, Option<Bitboard>);

const FORWARD: Leap = Leap::forward(Side::White);

impl DefinitionBuilder<'_> {
    /// Writes the long steps of all men, and who answers them en passant.
    pub(super) fn write_long_steps(&mut self) {
        let men: Vec<PieceType> = self.kinds.keys().copied().collect();
        let mut steps: Vec<(PieceType, Steps)> = Vec::new();
        for man in men {
            self.write_initial_leaps(man);
            let of_man = PerSide::from_fn(|side| self.long_steps_of(side, man));
            if of_man != Steps::default() {
                steps.push((man, of_man));
            }
        }
        if steps.is_empty() {
            return;
        }
        let Some(answered) = self.write_en_passant(&steps) else { return };
        for (man, steps) in steps {
            let Some(letter) = self.letter(man) else { continue };
            let name = format!("long step of {letter}");
            let shape = |step: &LongStep| (step.leaps.clone(), step.least, step.most);
            let shapes = |side: Side| steps[side].iter().map(shape).collect::<Vec<_>>();
            if shapes(Side::White) == shapes(Side::Black) && answered.white == answered.black {
                let both = steps.white.iter().zip(&steps.black).map(|(white, black)| {
                    let place = self.area_or_region(PerSide::new(white.from, black.from), "long-steps");
                    long_step_text(white, &place, answered.white)
                });
                let both: Vec<String> = both.collect();
                self.push_rule(name, both.join(", or "));
                continue;
            }
            for (side, steps) in steps.iter().filter(|(_, steps)| !steps.is_empty()) {
                let each = steps.iter();
                let each =
                    each.map(|step| long_step_text(step, &self.area_of(side, step.from, "long-steps"), answered[side]));
                let each: Vec<String> = each.collect();
                self.push_rule(of_side(side, &name), each.join(", or "));
            }
        }
    }

    /// Long steps of a kind; records losses.
    fn long_steps_of(&mut self, side: Side, man: PieceType) -> Vec<LongStep> {
        let rules = &self.game.rules;
        let board_squares = Bitboard::of_board(self.board);
        let (double, triple) =
            (rules.double_step_region[side].and(board_squares), rules.triple_step_region[side].and(board_squares));
        let Some(kind) = self.kinds.get(&man).filter(|kind| kind.sides[side]) else { return Vec::new() };
        if man == PieceType::PAWN {
            // Only where there is room for the step does the region matter.
            let with_room = |squares: Bitboard, length: u8| {
                let ranks = self.board.ranks();
                squares.without(Bitboard::zone(side, ranks.saturating_sub(length) + 1, ranks))
            };
            let (double, triple) = (with_room(double, 2), with_room(triple, 3));
            let all = [(2, 2, double.without(triple)), (3, 3, triple.without(double)), (2, 3, double.and(triple))];
            let step = |&(least, most, from): &(u8, u8, Bitboard)| LongStep { leaps: vec![FORWARD], least, most, from };
            return all.iter().filter(|(_, _, from)| !from.is_empty()).map(step).collect();
        }
        let initial: Vec<_> =
            kind.moves.initial.iter().filter(|step| !is_initial_jump(kind, **step)).copied().collect();
        if initial.is_empty() || double.is_empty() {
            return Vec::new();
        }
        let longest = self.board.files().max(self.board.ranks()) - 1;
        let mut by_length: BTreeMap<(u8, u8), Vec<Leap>> = BTreeMap::new();
        for (leap, move_type) in initial {
            let quiet = &kind.moves.quiet;
            let makes_single_steps = quiet
                .iter()
                .any(|&(other, move_type)| other == leap && matches!(move_type, MoveType::Leap | MoveType::Slide(_)));
            let straight = leap.dx == 0 || leap.dy == 0 || leap.dx.abs() == leap.dy.abs();
            let (unit, length) = match move_type {
                MoveType::Lame if straight && leap.dx % 2 == 0 && leap.dy % 2 == 0 => {
                    (Leap::new(leap.dx / 2, leap.dy / 2), (2, 2))
                }
                MoveType::Slide(most) if makes_single_steps && most != 1 => {
                    (leap, (2, if most == 0 { longest } else { most.min(longest) }))
                }
                MoveType::Slide(_)
                | MoveType::Hop
                | MoveType::HopWithin(_)
                | MoveType::Grasshopper
                | MoveType::Lame
                | MoveType::Leap => {
                    self.drop_key_because(
                        &man.key(),
                        "a first move that is not the same step several times over empty squares",
                    );
                    return Vec::new();
                }
            };
            by_length.entry(length).or_default().push(unit);
        }
        let step = |((least, most), leaps)| LongStep { leaps, least, most, from: double };
        by_length.into_iter().map(step).collect()
    }

    /// Appends first moves that jump (`i` in Betza notation) to the movement of a man, if they start where
    /// such men stand.
    fn write_initial_leaps(&mut self, man: PieceType) {
        let Some(kind) = self.kinds.get(&man).filter(|_| man != PieceType::PAWN) else { return };
        let jumps: BTreeSet<_> =
            kind.moves.initial.iter().filter(|step| is_initial_jump(kind, **step)).copied().collect();
        let region = self.game.rules.double_step_region;
        // Without such squares the engine has no first moves.
        if jumps.is_empty() || region == PerSide::default() {
            return;
        }
        let (rules, here) = (&self.game.rules, Bitboard::of_board(self.board));
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| kind.sides[side]).collect();
        let starts_match = sides.iter().all(|&side| {
            let mut start_squares = Bitboard::NONE;
            let own = self.start.men.iter().filter(|placed| placed.man == man && placed.side == side);
            own.for_each(|placed| start_squares.insert(placed.file, placed.rank));
            let region = region[side];
            let differing = region.without(start_squares).or(start_squares.without(region)).squares(self.board);
            !differing.iter().any(|square| self.can_move(&jumps, side, square))
        });
        // Such a move can be answered on the squares that it jumps over.
        let passes = |leap: Leap| matches!(class(leap), (long, short) if long > 1 && (short == 0 || short == long));
        let answered = jumps.iter().any(|(leap, _)| passes(*leap))
            && sides.iter().any(|&side| !rules.en_passant_region[!side].and(here).is_empty());
        if answered {
            self.drop_key_because(
                &man.key(),
                "a first move that jumps over squares on which it is captured en passant",
            );
            return;
        }
        let from_start = starts_match && jumps.iter().all(|(_, move_type)| *move_type == MoveType::Leap);
        let mut by_class: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (leap, move_type) in jumps {
            by_class.entry(class(leap)).or_default().insert((leap, move_type));
        }
        let spelt = |quiet| EngineMovement { quiet, ..EngineMovement::default() }.to_definition_betza("");
        let words: Vec<String> = by_class.into_values().map(spelt).collect();
        if !from_start {
            let place = self.area_or_region(region, "first-moves");
            return self.push_property(man, format!("also on {place} {}", words.concat()));
        }
        if let Some(kind) = self.kinds.get_mut(&man) {
            for word in words {
                kind.movement.push('i');
                kind.movement += &word;
            }
        }
    }

    /// The sides whose long steps can be captured en passant, with the rules for the captors; `None` if that can't be
    /// written.
    fn write_en_passant(&mut self, steps: &[(PieceType, Steps)]) -> Option<PerSide<bool>> {
        let here = Bitboard::of_board(self.board);
        let mut answered = PerSide::both(false);
        let mut answers: PerSide<EnPassantRule> = PerSide::default();
        for side in Side::ALL {
            let (mut crossed, mut end_squares) = (Bitboard::NONE, Bitboard::NONE);
            for (man, step) in steps.iter().flat_map(|(man, steps)| steps[!side].iter().map(move |step| (*man, step))) {
                let leaps = step.leaps.iter().map(|leap| leap_for_side(!side, *leap));
                let path =
                    squares::step_squares(self.board, step.from.squares(self.board), leaps, (step.least, step.most));
                crossed = crossed.or(Bitboard::from_board(self.board, path.0));
                // The engine finds other men than pawns by their square, if that is in the region.
                if man != PieceType::PAWN {
                    end_squares = end_squares.or(Bitboard::from_board(self.board, path.1));
                }
            }
            let region = self.game.rules.en_passant_region[side].and(here);
            if !crossed.and(region).is_empty() && !end_squares.without(region).is_empty() {
                self.drop_key("enPassantRegion");
                return None;
            }
            let capturers = self.en_passant_capturers(side)?;
            answered[!side] = !crossed.and(region).is_empty() && !capturers.is_empty();
            if !answered[!side] {
                continue;
            }
            let zone = self.game.rules.promotion_region[side];
            // In the engine a man that captures en passant stays as it is.
            if !crossed.and(region).and(zone).is_empty() {
                self.captors_en_passant_in_zone[side].clone_from(&capturers);
            }
            // By default men with a long step capture en passant.
            let with_steps = steps.iter().filter(|(_, steps)| !steps[side].is_empty()).map(|(man, _)| *man);
            let captures = |man: &PieceType| self.kinds.get(man).is_some_and(|kind| !kind.moves.captures.is_empty());
            let default_capturers: Vec<PieceType> = with_steps.filter(captures).collect();
            answers[side] = (
                (default_capturers != capturers).then_some(capturers),
                (!crossed.without(region).is_empty()).then_some(region),
            );
        }
        // A region has no meaning for a side that captures no steps en passant. So a side can have the region of the
        // other, if its own limits nothing.
        let limits = answers.white.1.is_some() || answers.black.1.is_some();
        for side in Side::ALL.into_iter().filter(|&side| limits && answered[!side]) {
            let region = self.game.rules.en_passant_region[side].and(here);
            answers[side].1 = answers[side].1.or((region != here).then_some(region));
        }
        for side in Side::ALL {
            if !answered[!side] {
                answers[side] = answers[!side].clone();
                let kinds = |side: Side| {
                    answers[side].0.iter().flatten().all(|man| self.kinds.get(man).is_some_and(|kind| kind.sides[side]))
                };
                if !kinds(side) {
                    answers[side].0 = None;
                }
            }
        }
        self.write_en_passant_rules(&answers);
        Some(answered)
    }

    /// Writes who captures en passant.
    fn write_en_passant_rules(&mut self, answers: &PerSide<EnPassantRule>) {
        let who = |by: &Option<Vec<PieceType>>, draft: &Self| -> Option<String> {
            let letters = by.as_ref()?.iter().filter_map(|man| draft.letter(*man)).map(|letter| letter.to_string());
            Some(format!("by {}", any_of(letters)))
        };
        let words = |by: Option<String>, on: Option<String>| -> Option<String> {
            let parts: Vec<String> = by.into_iter().chain(on.map(|on| format!("on {on}"))).collect();
            (!parts.is_empty()).then(|| parts.join(", "))
        };
        let (white, black) = (&answers.white, &answers.black);
        if white.0 == black.0 && white.1.is_some() == black.1.is_some() {
            let both = white
                .1
                .zip(black.1)
                .map(|(white, black)| self.area_or_region(PerSide::new(white, black), "en-passant"));
            if let Some(text) = words(who(&white.0, self), both) {
                self.push_rule("en passant", text);
            }
            return;
        }
        for (side, (by, on)) in answers.iter() {
            let on = on.map(|on| self.area_of(side, on, "en-passant"));
            if let Some(text) = words(who(by, self), on) {
                self.push_rule(of_side(side, "en passant"), text);
            }
        }
    }

    /// The men of a side that capture en passant: pawns, and the kinds that a key names where they capture and don't go
    /// without capturing. `None` if they are such men only in part.
    fn en_passant_capturers(&mut self, side: Side) -> Option<Vec<PieceType>> {
        let candidates = self.game.rules.en_passant_types[side].or(MenSet::of(&[PieceType::PAWN]));
        let mut capturers = Vec::new();
        for man in self.men_of(side, candidates) {
            let Some(kind) = self.kinds.get(&man) else { continue };
            let moves = &kind.moves;
            let captures_elsewhere = !moves.captures.iter().any(|(leap, _)| moves.has_quiet_leap(*leap));
            if captures_elsewhere && !moves.captures.is_empty() {
                capturers.push(man);
            } else if !moves.captures.is_subset(&moves.quiet) {
                self.drop_key("enPassantTypes");
                return None;
            }
        }
        Some(capturers)
    }
}

/// A long step in words: `2 squares from rank 2, en passant`.
fn long_step_text(step: &LongStep, place: &str, answered: bool) -> String {
    let number = if step.least == step.most { step.most.to_string() } else { format!("up to {}", step.most) };
    let leaps = if step.leaps == [FORWARD] {
        String::new()
    } else {
        let typed_leaps: BTreeSet<_> = step.leaps.iter().map(|leap| (*leap, MoveType::Leap)).collect();
        format!(
            " as {}",
            EngineMovement { quiet: typed_leaps.clone(), captures: typed_leaps, ..EngineMovement::default() }
                .to_definition_betza("")
        )
    };
    let ending = if answered { ", en passant" } else { "" };
    format!("{number} squares{leaps} from {place}{ending}")
}
