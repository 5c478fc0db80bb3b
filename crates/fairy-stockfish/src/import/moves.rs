//! The rules of movement besides the men's own: castling, long steps, promotion, compulsion, passing.

use std::collections::BTreeSet;

use super::draft::Draft;
use crate::game::mobility_key;
use crate::men::{Man, MenSet};
use crate::squares::{Squares, square_name};
use crate::start::Placed;
use crate::values::Whom;
use weakfish::geometry::{PerSide, Side};
use weakfish::prose::any_of;

/// Promotion of a kind: whether it promotes by moves out of the zone as well, and the words after the zone.
type Promotion = (bool, String);

impl Draft<'_> {
    /// Says them.
    pub(super) fn moves(&mut self) {
        self.castlings();
        self.long_steps();
        self.promotions();
        self.progress();
        let rules = &self.game.rules;
        let (pass, stuck) = (rules.pass, rules.pass_on_stalemate);
        let king = self.letter(Man::KING).unwrap_or_default();
        let opposition = format!("{king} and {king}, as R");
        for (holds, name, value) in [
            (rules.flying_general && self.have_kings(), "opposition", opposition.as_str()),
            (self.has_bikjang(), "opposition", &format!("{opposition}, to be broken")),
            (rules.must_capture, "capture", "compulsory"),
            (!rules.checking, "check", "forbidden"),
            (rules.makpong_rule, "check evasion", "without flight"),
            (rules.immobility_illegal && self.can_be_stuck(), "immobility", "illegal"),
        ] {
            if holds {
                self.rule(name, value);
            }
        }
        let way = |side: Side| (pass[side], stuck[side]);
        match (way(Side::White), way(Side::Black)) {
            (white, black) if white != black => {
                self.lose(if pass.white == pass.black { "passOnStalemate" } else { "pass" });
            }
            // Who may always pass may not where it is only for want of another move: the narrower rule holds there.
            ((_, true), _) => self.rule("passing", "when no other move"),
            ((true, false), _) => self.rule("passing", "always"),
            _ => {}
        }
    }

    /// Whether kings that face each other must be parted, or end the game.
    pub(super) fn has_bikjang(&self) -> bool {
        self.game.rules.bikjang_rule && self.have_kings() && !self.game.rules.flying_general
    }

    fn have_kings(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.start.count(side, Man::KING) > 0)
    }

    fn castlings(&mut self) {
        if !self.game.rules.castling {
            return;
        }
        let ways = PerSide::from_fn(|side| self.castling(side));
        self.rule_of_sides("castling", &ways, |_, _, castling| castling.clone());
    }

    /// Castling of a side; records losses.
    fn castling(&mut self, side: Side) -> Option<String> {
        let rules = &self.game.rules;
        let rank = match side {
            Side::White => rules.castling_rank.0.checked_sub(1)?,
            Side::Black => self.board.ranks().checked_sub(rules.castling_rank.0)?,
        };
        let on = |file: u8| {
            let here = |placed: &&Placed| (placed.file, placed.rank, placed.side) == (file, rank, side);
            self.start.men.iter().find(here).map(|placed| placed.man)
        };
        let Whom::Man(king) = rules.castling_king_piece[side] else { return None };
        let kings: Vec<u8> = (0..self.board.files()).filter(|&file| on(file) == Some(king)).collect();
        let king_file = match kings.as_slice() {
            [] => return None,
            [one] => *one,
            _ => Some(rules.castling_king_file.0 - 1).filter(|file| kings.contains(file))?,
        };
        let partner_at = |file: u8| on(file).filter(|man| rules.castling_rook_pieces[side].contains(*man));
        let files = self.board.files();
        // The file of the partner that each letter of the rights means, seen from the edge.
        let mut rights: Vec<(u8, Man)> = Vec::new();
        let own = |letter: &char| letter.is_ascii_uppercase() == (side == Side::White);
        for letter in self.start.castling.chars().filter(own) {
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
        let mut partners: Vec<Man> = rights.iter().map(|(_, man)| *man).collect();
        partners.sort_unstable();
        partners.dedup();
        // The definition gives a right to the nearest of the partners on each wing.
        let is_partner = |file: u8| on(file).is_some_and(|man| partners.contains(&man));
        let nearest = |toward_last: bool| {
            let mut files =
                (0..files).filter(|&file| file != king_file && (file > king_file) == toward_last && is_partner(file));
            if toward_last { files.next() } else { files.next_back() }
        };
        let given: BTreeSet<u8> = [true, false].into_iter().filter_map(nearest).collect();
        let wanted = rights.iter().map(|(file, _)| *file).collect();
        if given != wanted || kings.len() != 1 || self.start.count(side, king) != 1 {
            self.lose("castling");
            return None;
        }
        // Between king and partner, each wing by the same number of squares: that is the usual way to say it.
        let distance = |file: u8| {
            let distance = i32::from(target(file)) - i32::from(king_file);
            if file > king_file { distance } else { -distance }
        };
        let beyond = |file: u8| if file > king_file { target(file) <= file } else { target(file) >= file };
        let first = distance(rights[0].0);
        let plain = first >= 2 && rights.iter().all(|(file, _)| distance(*file) == first && beyond(*file));
        let (to_first, to_last) = (rules.castling_queenside_file.0 - 1, rules.castling_kingside_file.0 - 1);
        let letters = partners.iter().filter_map(|man| self.letter(*man));
        let partners = any_of(letters.map(|letter| letter.to_string()));
        let (king, wings) = (self.letter(king)?, to_first < to_last && to_first + 1 < files);
        let text = if plain {
            format!("{king} {first} toward {partners}, {partners} to the last square {king} crossed")
        } else if wings {
            let [first, last] = [to_first, to_last].map(|file| square_name(file, rank));
            format!("{king} to {first} or {last} with {partners}, {partners} to the other side of {king}")
        } else {
            self.lose("castling");
            return None;
        };
        let wing = if rules.opposite_castling { ", not on the wing where the opponent castled" } else { "" };
        Some(text + wing)
    }

    fn promotions(&mut self) {
        let here = Squares::of_board(self.board);
        let zones = PerSide::from_fn(|side| self.game.rules.promotion_region[side].and(here));
        let men: Vec<(Man, char)> = self.kinds.values().map(|kind| (kind.man, kind.letter)).collect();
        for (man, letter) in men {
            let promotion = PerSide::from_fn(|side| self.promotion(side, man));
            self.rule_of_sides(&format!("promotion of {letter}"), &promotion, |draft, side, (from, to)| {
                let place = match side {
                    None => draft.place(zones, "promotion"),
                    Some(side) => draft.place_of(side, zones[side], "promotion"),
                };
                format!("{} {place}, to {to}", if *from { "on or from" } else { "on" })
            });
        }
    }

    /// Promotion of a side's man; records losses.
    fn promotion(&mut self, side: Side, man: Man) -> Option<Promotion> {
        let rules = &self.game.rules;
        let kind = self.kinds.get(&man).filter(|kind| kind.sides[side])?;
        let zone = rules.promotion_region[side].and(Squares::of_board(self.board));
        let as_pawn = rules.promotes_as_pawn(side, man);
        let exchange = rules.exchange(man).filter(|to| self.game.letters.letter(*to).is_some());
        if zone.is_empty() || !as_pawn && exchange.is_none() {
            return None;
        }
        let mut to = if as_pawn { self.men_of(side, rules.promotion_piece_types[side]) } else { Vec::new() };
        let mut optional = as_pawn && !rules.mandatory_pawn_promotion;
        let limit = |man: &Man| rules.promotion_limit.of(*man).filter(|most| *most > 0).map(|most| (*man, most));
        let (mut from, mut by_capture) = (false, false);
        let (royal, returns) = (kind.royal, kind.reading.takes_back().0);
        if let Some(other) = exchange {
            if as_pawn && man != Man::PAWN {
                self.lose_as("promotedPieceType", "a man promotes in two ways");
                return None;
            }
            // A pawn promotes only when it comes to the zone. Any other man also promotes when it moves within the zone
            // or from it.
            if man == Man::PAWN {
                if rules.piece_promotion_on_capture {
                    self.lose("piecePromotionOnCapture");
                }
            } else {
                from = true;
                by_capture = rules.piece_promotion_on_capture;
                optional = !rules.mandatory_piece_promotion;
                if limit(&other).is_some() {
                    self.lose("promotionLimit");
                }
            }
            if other == man {
                self.lose_as("promotedPieceType", "a man promotes to its own kind");
                return None;
            }
            if !to.contains(&other) {
                to.push(other);
            }
        }
        if to.contains(&man) {
            // There such a promotion is a move of its own, and progress; here the man stays what it is.
            let listed = rules.n_move_rule_types[side];
            let progress = rules.n_move_rule == 0 || listed.has(man) && !returns;
            if optional || !progress || rules.immobility_illegal || limit(&man).is_some() {
                self.lose_as(
                    "promotionPieceTypes",
                    "a promotion to the man's own kind, beside the move that promotes to nothing",
                );
                return None;
            }
            to.retain(|other| *other != man);
            optional = true;
        }
        let is_royal = |man: &Man| self.kinds.get(man).is_some_and(|kind| kind.royal);
        if to.iter().any(|other| is_royal(other) != royal) {
            self.lose_as(
                if as_pawn { "promotionPieceTypes" } else { "promotedPieceType" },
                "a man becomes royal, or a royal man does not stay so",
            );
            return None;
        }
        // A man that promotes as it leaves the zone may arrive anywhere.
        let bound = |other: &Man| {
            let squares = self.game.mobility[side].get(other).copied().filter(|squares| !squares.is_empty());
            squares.is_some_and(|squares| from || zone.and(squares) != zone)
        };
        if let Some(other) = to.iter().copied().find(bound) {
            self.lose_as(&mobility_key(side, other), "a man becomes one that may not stand where it arrives");
            return None;
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
        let limits = if limits.is_empty() { String::new() } else { format!(", at most {}", any_of(limits)) };
        let capture = if by_capture { ", by capture" } else { "" };
        let wish = if optional { ", if wished" } else { "" };
        Some((from, format!("{to_men}{limits}{capture}{wish}")))
    }

    fn progress(&mut self) {
        let rules = &self.game.rules;
        if rules.n_move_rule == 0 {
            return;
        }
        let mut moves_of = MenSet::NONE;
        let mut one_way = false;
        for side in Side::ALL {
            for man in self.men_of(side, rules.n_move_rule_types[side]) {
                let Some(kind) = self.kinds.get(&man) else { continue };
                let (some, all) = kind.reading.takes_back();
                if !all || !some {
                    moves_of = moves_of.or(MenSet::of(&[man]));
                    one_way |= some;
                }
            }
        }
        for side in Side::ALL {
            let listed = rules.n_move_rule_types[side];
            let here = self.kinds.values().filter(|kind| kind.sides[side]);
            if here.clone().any(|kind| moves_of.contains(kind.man) && !listed.has(kind.man)) {
                return self.lose_as("nMoveRuleTypes", "moves of a man are progress for one side only");
            }
        }
        // Promotions are progress in any case, but not where men turn back.
        let promoting: Vec<Man> = self.kinds.keys().copied().filter(|man| self.becomes_other(*man)).collect();
        if rules.piece_demotion && !promoting.is_empty() {
            return self.lose("pieceDemotion");
        }
        let promotions = one_way && !promoting.is_empty() || promoting.iter().any(|man| !moves_of.contains(*man));
        let symbols = self.symbols(moves_of);
        let moves = if one_way { "one-way move of" } else { "move of" };
        let mut kinds = vec!["capture".to_owned()];
        kinds.extend(promotions.then(|| "promotion".to_owned()));
        kinds.extend((!symbols.is_empty()).then(|| format!("{moves} {}", any_of(&symbols))));
        self.rule("progress", any_of(kinds));
    }

    /// Whether men of a kind promote.
    fn becomes_other(&self, man: Man) -> bool {
        Side::ALL.into_iter().any(|side| {
            let rules = &self.game.rules;
            let zone = rules.promotion_region[side].and(Squares::of_board(self.board));
            let pawn = rules.promotes_as_pawn(side, man)
                && self.men_of(side, rules.promotion_piece_types[side]).iter().any(|other| *other != man);
            let exchanged = rules.exchange(man).is_some_and(|to| self.game.letters.letter(to).is_some());
            !zone.is_empty() && self.kinds.get(&man).is_some_and(|kind| kind.sides[side]) && (pawn || exchanged)
        })
    }
}
