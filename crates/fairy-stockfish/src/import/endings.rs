//! How a game ends.

use super::draft::{Draft, Kind, of_side};
use crate::counting::tables;
use crate::men::{COUNTED, Man, MenSet};
use crate::squares::Squares;
use crate::values::{Counting, Material, Value, Verdict, Whom};
use weakfish::geometry::{PerSide, Side};
use weakfish::prose::any_of;

/// The result of a condition that holds for the side which gets the verdict.
fn result(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "wins",
        Verdict::Loss => "loses",
        Verdict::Draw | Verdict::None => "draw",
    }
}

/// When a man on its goal wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// When it arrives.
    AtOnce,
    /// When its side is to move again and it is still there.
    Later,
    /// When it arrives where nothing attacks it, or else when its side is to move again.
    SafeOrLater,
    /// When it has arrived and can't be captured there; a draw if both sides achieve that.
    Secure,
    /// When it arrives; but Black has one reply, and a king that arrives by it draws.
    LastReply,
}

impl Draft<'_> {
    /// Says them, in the order in which the engine looks for them.
    pub(super) fn endings(&mut self) {
        self.extinction();
        self.goals();
        self.checks();
        self.rows();
        self.passes();
        let others = self.endings.len();
        self.out_of_moves();
        let decisive = self.game.rules.stalemate_value != Verdict::Draw
            || self.game.rules.material_counting == Material::Unweighted;
        if others == 0 && !decisive && !Side::ALL.into_iter().any(|side| self.has_royal(side)) {
            self.lose_as("stalemateValue", "a game in which a side can't lose");
        }
        self.claims();
        self.counts();
    }

    /// Counts of moves while few men are left.
    fn counts(&mut self) {
        let rules = &self.game.rules;
        if rules.counting_rule == Counting::None {
            return;
        }
        // There a side is bared when it has one man, and only pawns promote.
        let one_king = |side: Side| self.start.count(side, Man::KING) == 1;
        let royal = |kind: &Kind| kind.royal || kind.at_times;
        let others = self
            .kinds
            .values()
            .any(|kind| royal(kind) != (kind.man == Man::KING) || rules.promoted_piece_type.of(kind.man).is_some());
        let drawn = self.drawn() == "draw";
        if others || !drawn || self.start.counts || !Side::ALL.into_iter().all(one_king) || self.promotes_to_king() {
            return self.lose("countingRule");
        }
        let [bared, others] = tables(rules.counting_rule, |man| self.letter(man).is_some());
        let named = [("counting when bared", bared), ("counting", others)];
        let mut counts = false;
        for (name, table) in named {
            let Some(table) = table else { continue };
            let limit = |(moves, against): &(u16, Option<(u16, Man)>)| match against {
                None => format!("{moves} moves"),
                Some((1, man)) => format!("{moves} moves against {}", self.letter(*man).unwrap_or_default()),
                Some((least, man)) => {
                    format!("{moves} moves against {least} {}", self.letter(*man).unwrap_or_default())
                }
            };
            let mut words: Vec<String> = table.limits.iter().map(limit).collect();
            words.extend(self.letter(Man::PAWN).filter(|_| table.without_pawns).map(|pawn| format!("without {pawn}")));
            words.extend(table.most_men.map(|most| format!("with {most} men or fewer")));
            words.extend(table.from_men.then(|| "from the number of men".to_owned()));
            self.rule(name, words.join(", "));
            counts = true;
        }
        if counts {
            self.ending("counted out", "draw on claim");
        }
    }

    /// Whether a pawn can become a king.
    fn promotes_to_king(&self) -> bool {
        let rules = &self.game.rules;
        Side::ALL.into_iter().any(|side| rules.promotion_piece_types[side].contains(Man::KING))
    }

    fn extinction(&mut self) {
        let rules = &self.game.rules;
        // The engine asks for no such end where the last men are royal, unless they can be blown up.
        let asked =
            rules.extinction_value != Verdict::None && (!rules.extinction_pseudo_royal || rules.blast_on_capture);
        if !asked {
            return;
        }
        let (value, types) = (result(rules.extinction_value), rules.extinction_piece_types);
        let (most, against) = (rules.extinction_piece_count, rules.extinction_opponent_piece_count);
        let few = |men: &str| match (most, against) {
            (0, 0) if men == "men" => "without men".to_owned(),
            (0, 0) => format!("without {men}"),
            (most, 0) => format!("fewer than {} {men}", most + 1),
            (most, against) => format!("fewer than {} {men} against {against} or more", most + 1),
        };
        let mut conditions = Vec::new();
        if types.has_all() {
            conditions.push(("men".to_owned(), false));
        }
        for man in types.iter().filter(|man| self.game.letters.letter(*man).is_some()).collect::<Vec<_>>() {
            let missing =
                Side::ALL.into_iter().any(|side| self.start.count(side, man) <= most as usize && against == 0);
            match self.letter(man) {
                Some(letter) if !missing => conditions.push((letter.to_string(), self.promotes(man))),
                _ => self
                    .lose_as("extinctionPieceTypes", "the game is over at once, since a side has too few of these men"),
            }
        }
        if rules.extinction_claim && against > 0 {
            // A side with too few men may still capture if it is to move.
            for (men, _) in &conditions {
                self.ending(format!("{}, not to move", few(men)), value);
            }
            for (men, _) in &conditions {
                let later = format!("fewer than {} {men} against {} or more, to move", most + 1, against + 1);
                self.ending(later, value);
            }
            return;
        }
        // Of two sides that have too few, the one that has just moved is looked at first. By its move it can lose only
        // a man that promotes.
        let both = conditions.iter().any(|(_, promotes)| *promotes);
        if both {
            for (men, _) in &conditions {
                self.ending(format!("{}, not to move", few(men)), value);
            }
        }
        for (men, _) in &conditions {
            self.ending(format!("{}{}", few(men), if both { ", to move" } else { "" }), value);
        }
    }

    /// Whether men of a kind can become others.
    pub(super) fn promotes(&self, man: Man) -> bool {
        let rules = &self.game.rules;
        let pawn = Side::ALL.into_iter().any(|side| rules.promotion_pawn_types[side].contains(man));
        man == Man::PAWN || pawn || rules.promoted_piece_type.of(man).is_some()
    }

    fn goals(&mut self) {
        let rules = &self.game.rules;
        let here = Squares::of_board(self.board);
        let goals = PerSide::from_fn(|side| {
            let men = match rules.flag_piece[side] {
                Whom::All => MenSet::ALL,
                Whom::Man(man) => MenSet::of(&[man]),
                Whom::None => MenSet::NONE,
            };
            let men = self.men_of(side, men);
            let squares = rules.flag_region[side].and(here);
            (!men.is_empty() && !squares.is_empty()).then_some((men, squares))
        });
        if goals == PerSide::both(None) {
            return;
        }
        let kings = PerSide::from_fn(|side| rules.flag_piece[side] == Whom::Man(Man::KING));
        let plan = match (rules.flag_move, rules.flag_piece_safe) {
            (false, false) => Plan::AtOnce,
            (false, true) if !rules.flag_piece_blocked_win => Plan::Secure,
            (true, false) if kings.white && kings.black => Plan::LastReply,
            (true, false) if !kings.white && !kings.black => Plan::Later,
            (true, true) if !kings.white && !kings.black && rules.flag_piece_count == 1 => Plan::SafeOrLater,
            _ => {
                self.lose(if rules.flag_piece_safe { "flagPieceSafe" } else { "flagMove" });
                return;
            }
        };
        if !matches!(plan, Plan::AtOnce | Plan::Secure) && rules.flag_piece_count > 1 {
            return self.lose("flagPieceCount");
        }
        let men = |side: Side, goals: &PerSide<Option<(Vec<Man>, Squares)>>, draft: &Self| -> Option<String> {
            let (men, _) = goals[side].as_ref()?;
            let letters: Vec<String> =
                men.iter().filter_map(|man| draft.letter(*man)).map(|letter| letter.to_string()).collect();
            let number = rules.flag_piece_count;
            let any = men.len() == draft.kinds.values().filter(|kind| kind.sides[side]).count() && men.len() > 1;
            Some(match (number, any) {
                (1, true) => "any man".to_owned(),
                (1, false) => any_of(letters),
                (_, true) => format!("{number} men"),
                (_, false) => format!("{number} {}", any_of(letters)),
            })
        };
        let alike = goals.white.as_ref().map(|(men, _)| men) == goals.black.as_ref().map(|(men, _)| men);
        let mut whom: Vec<(String, Option<Side>, String)> = Vec::new();
        if let (true, Some((_, white)), Some((_, black))) = (alike, &goals.white, &goals.black) {
            let place = self.place(PerSide::new(*white, *black), "goal");
            whom.push((men(Side::White, &goals, self).unwrap_or_default(), None, place));
        } else {
            for side in Side::ALL {
                let (Some((_, squares)), Some(men)) = (&goals[side], men(side, &goals, self)) else { continue };
                let place = self.place_of(side, *squares, "goal");
                whom.push((men, Some(side), place));
            }
        }
        if plan == Plan::LastReply && whom.len() > 1 {
            return self.lose("flagMove");
        }
        if plan == Plan::Secure && whom.len() > 1 {
            return self.lose("flagPieceSafe");
        }
        for (men, side, place) in whom {
            let own = side.map(|side| of_side(side, "")).unwrap_or_default();
            // Words before the men and after the place, and the result.
            let endings: &[(&str, &str, &str)] = match plan {
                Plan::AtOnce => &[("", "", "wins")],
                Plan::Secure if side.is_none() => &[("both ", ", secure", "draw"), ("", ", secure", "wins")],
                Plan::Secure => &[("", ", secure", "wins")],
                Plan::Later => &[("", ", to move", "wins")],
                Plan::SafeOrLater => &[("", ", to move", "wins"), ("", ", safe, not to move", "wins")],
                Plan::LastReply => &[
                    ("both ", ", white to move", "draw"),
                    ("", ", white to move", "wins"),
                    ("white ", ", unanswered", "wins"),
                ],
            };
            for (before, after, result) in endings {
                self.ending(format!("{before}{own}{men} on {place}{after}"), *result);
            }
            if plan == Plan::AtOnce && rules.flag_piece_count > 1 && rules.flag_piece_blocked_win {
                let some = men.split_once(' ').map_or(men.as_str(), |(_, men)| men);
                let some = if some == "men" { "any man" } else { some };
                self.ending(format!("{own}{some} on {place}, no square empty, not to move"), "wins");
            }
        }
    }

    /// Men in a row.
    fn rows(&mut self) {
        let rules = &self.game.rules;
        let (row, line) = (rules.connect_n, rules.collinear_n);
        if row == 0 && line == 0 {
            return;
        }
        let value = match rules.connect_value {
            Verdict::None => return self.lose("connectValue"),
            value => result(value),
        };
        let men = if rules.connect_piece_types.has_all() {
            vec!["men".to_owned()]
        } else {
            self.symbols(rules.connect_piece_types)
        };
        if men.is_empty() {
            return;
        }
        let kinds = [
            (rules.connect_horizontal, "ranks"),
            (rules.connect_vertical, "files"),
            (rules.connect_diagonal, "diagonals"),
        ];
        let lines: Vec<&str> = kinds.iter().filter(|(counts, _)| *counts).map(|(_, words)| *words).collect();
        let on = match lines.len() {
            0 => return,
            3 => String::new(),
            _ => format!(" on {}", any_of(lines)),
        };
        // The engine looks only at the side that has just moved.
        for (number, words) in [(row, "in a row"), (line, "in line")] {
            if number > 1 {
                self.ending(format!("{number} {} {words}{on}, not to move", any_of(&men)), value);
            } else if number == 1 {
                self.lose(if words == "in line" { "collinearN" } else { "connectN" });
            }
        }
    }

    /// The end when both have passed.
    fn passes(&mut self) {
        let rules = &self.game.rules;
        if rules.pass == PerSide::both(false) && rules.pass_on_stalemate == PerSide::both(false) {
            return;
        }
        let result = self.drawn();
        self.ending("both pass", result);
        if self.has_bikjang() {
            self.ending("opposition accepted", result);
        }
    }

    /// Points of men.
    pub(super) fn points(&mut self) {
        if self.game.rules.material_counting != Material::Janggi {
            return;
        }
        let counted = COUNTED.iter().filter_map(|(man, points)| Some(format!("{} {points}", self.letter(*man)?)));
        let counted: Vec<String> = counted.chain(["black 1.5".to_owned()]).collect();
        self.rule("points", counted.join(", "));
    }

    /// Result that replaces a draw.
    const fn drawn(&self) -> &'static str {
        match self.game.rules.material_counting {
            Material::None => "draw",
            Material::WhiteDrawOdds => "white wins",
            Material::BlackDrawOdds => "black wins",
            Material::Unweighted => "more men win",
            Material::Janggi => "more points win",
        }
    }

    fn checks(&mut self) {
        if !self.game.rules.check_counting {
            return;
        }
        let number = self.start.checks.unwrap_or(PerSide::both(1));
        let words = |number: u32| format!("{number} {} given", if number == 1 { "check" } else { "checks" });
        if number.white == number.black && number.white > 0 {
            self.ending(words(number.white), "wins");
        } else if number.white > 0 && number.black > 0 {
            for (side, number) in number.iter() {
                self.ending(of_side(side, &words(*number)), "wins");
            }
        } else {
            self.lose("checkCounting");
        }
    }

    fn out_of_moves(&mut self) {
        let rules = &self.game.rules;
        let (checkmate, stalemate) = (rules.checkmate_value, rules.stalemate_value);
        let (counted, material) = (rules.stalemate_piece_count, rules.material_counting);
        if Side::ALL.into_iter().any(|side| self.has_royal(side)) {
            self.ending("checkmate", result(checkmate));
        }
        let value = match (counted, stalemate) {
            (true, Verdict::Win) => "fewer men win",
            (true, Verdict::Loss) => "more men win",
            (_, Verdict::Draw) => self.drawn(),
            _ => result(stalemate),
        };
        if counted && material != Material::None {
            self.lose("materialCounting");
        } else {
            self.ending("stalemate", value);
        }
    }

    /// Ends that a player may claim: that engine calls them optional. Where somebody wins by one, it ends the game.
    fn claims(&mut self) {
        let rules = &self.game.rules;
        let (moves, times) = (rules.n_move_rule, rules.n_fold_rule);
        let drawn = self.drawn();
        let claim = |value: &str, label: &str| {
            if value == "draw" { format!("draw on claim ({label})") } else { format!("{value} ({label})") }
        };
        if moves > 0 {
            match drawn {
                "more men win" => self.lose("materialCounting"),
                value => {
                    self.ending(format!("{moves} moves without progress"), claim(value, &format!("{moves}-moves")));
                }
            }
        }
        if times == 0 {
            return;
        }
        if rules.perpetual_check_illegal && Side::ALL.into_iter().any(|side| self.has_royal(side)) {
            // There perpetual check by both sides is a draw, and only kings are in check.
            let others = self.kinds.values().any(|kind| kind.at_times || kind.royal && kind.man != Man::KING);
            if others || times < 2 || rules.n_fold_value != Verdict::Draw {
                self.lose("perpetualCheckIllegal");
            } else {
                self.ending(format!("position {times} times by perpetual check"), "loses");
            }
        }
        match (rules.n_fold_value, drawn) {
            _ if times < 2 => self.lose("nFoldRule"),
            (Verdict::Draw, "more men win") => self.lose("materialCounting"),
            (Verdict::Draw, value) => self.ending(format!("position {times} times"), claim(value, "repetition")),
            (Verdict::None, _) => {}
            (value, _) if rules.n_fold_value_absolute => {
                self.ending(format!("white position {times} times"), format!("{} (repetition)", result(value)));
            }
            (value, _) => {
                self.ending(format!("position {times} times, to move"), format!("{} (repetition)", result(value)));
            }
        }
        if rules.move_repetition_illegal {
            self.lose("moveRepetitionIllegal");
        }
        if rules.chasing_rule.write(&self.game.letters) != "none" {
            self.lose("chasingRule");
        }
    }
}
