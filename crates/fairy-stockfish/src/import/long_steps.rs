//! Long steps of pawns and first moves of other men, and who captures en passant.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Draft, of_side, seen_by};
use crate::betza::{Manner, Reading, class};
use crate::men::{Man, MenSet};
use crate::squares::{self, Squares};
use weakfish::geometry::{Leap, PerSide, Side};
use weakfish::prose::any_of;

/// A long step of a kind: the leaps of which one is repeated, as White makes them, how often, and where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LongStep {
    leaps: Vec<Leap>,
    least: u8,
    most: u8,
    from: Squares,
}

/// The long steps of a kind, by side.
type Steps = PerSide<Vec<LongStep>>;

/// The men of a side that capture en passant, and the region, where they differ from the default.
type Answer = (Option<Vec<Man>>, Option<Squares>);

const FORWARD: Leap = Leap::forward(Side::White);

impl Draft<'_> {
    pub(super) fn long_steps(&mut self) {
        let men: Vec<Man> = self.kinds.keys().copied().collect();
        let mut steps: Vec<(Man, Steps)> = Vec::new();
        for man in men {
            self.jumps(man);
            let of_man = PerSide::from_fn(|side| self.long_steps_of(side, man));
            if of_man != Steps::default() {
                steps.push((man, of_man));
            }
        }
        if steps.is_empty() {
            return;
        }
        let Some(answered) = self.en_passant(&steps) else { return };
        for (man, steps) in steps {
            let Some(letter) = self.letter(man) else { continue };
            let name = format!("long step of {letter}");
            let shape = |step: &LongStep| (step.leaps.clone(), step.least, step.most);
            let shapes = |side: Side| steps[side].iter().map(shape).collect::<Vec<_>>();
            if shapes(Side::White) == shapes(Side::Black) && answered.white == answered.black {
                let both = steps.white.iter().zip(&steps.black).map(|(white, black)| {
                    let place = self.place(PerSide::new(white.from, black.from), "long-steps");
                    words(white, &place, answered.white)
                });
                let both: Vec<String> = both.collect();
                self.rule(name, both.join(", or "));
                continue;
            }
            for (side, steps) in steps.iter().filter(|(_, steps)| !steps.is_empty()) {
                let each = steps.iter();
                let each = each.map(|step| words(step, &self.place_of(side, step.from, "long-steps"), answered[side]));
                let each: Vec<String> = each.collect();
                self.rule(of_side(side, &name), each.join(", or "));
            }
        }
    }

    /// Long steps of a kind; records losses.
    fn long_steps_of(&mut self, side: Side, man: Man) -> Vec<LongStep> {
        let rules = &self.game.rules;
        let here = Squares::of_board(self.board);
        let (double, triple) = (rules.double_step_region[side].and(here), rules.triple_step_region[side].and(here));
        let Some(kind) = self.kinds.get(&man).filter(|kind| kind.sides[side]) else { return Vec::new() };
        if man == Man::PAWN {
            // Only where there is room for the step does the region matter.
            let room = |squares: Squares, length: u8| {
                let ranks = self.board.ranks();
                squares.without(Squares::zone(side, ranks.saturating_sub(length) + 1, ranks))
            };
            let (double, triple) = (room(double, 2), room(triple, 3));
            let all = [(2, 2, double.without(triple)), (3, 3, triple.without(double)), (2, 3, double.and(triple))];
            let step = |&(least, most, from): &(u8, u8, Squares)| LongStep { leaps: vec![FORWARD], least, most, from };
            return all.iter().filter(|(_, _, from)| !from.is_empty()).map(step).collect();
        }
        let ways: Vec<_> = kind.reading.initial.iter().filter(|(_, manner)| *manner != Manner::Leap).copied().collect();
        if ways.is_empty() || double.is_empty() {
            return Vec::new();
        }
        let longest = self.board.files().max(self.board.ranks()) - 1;
        let mut by_length: BTreeMap<(u8, u8), Vec<Leap>> = BTreeMap::new();
        for (leap, manner) in ways {
            let quiet = &kind.reading.quiet;
            let steps =
                quiet.iter().any(|&(other, manner)| other == leap && matches!(manner, Manner::Leap | Manner::Slide(_)));
            let straight = leap.dx == 0 || leap.dy == 0 || leap.dx.abs() == leap.dy.abs();
            let (unit, length) = match manner {
                Manner::Lame if straight && leap.dx % 2 == 0 && leap.dy % 2 == 0 => {
                    (Leap::new(leap.dx / 2, leap.dy / 2), (2, 2))
                }
                Manner::Slide(most) if steps && most != 1 => {
                    (leap, (2, if most == 0 { longest } else { most.min(longest) }))
                }
                _ => {
                    self.lose_as(&man.key(), "a first move that is not the same step several times over empty squares");
                    return Vec::new();
                }
            };
            by_length.entry(length).or_default().push(unit);
        }
        let step = |((least, most), leaps)| LongStep { leaps, least, most, from: double };
        by_length.into_iter().map(step).collect()
    }

    /// First moves that jump go into the movement of a man, if they start where such men stand.
    fn jumps(&mut self, man: Man) {
        let Some(kind) = self.kinds.get(&man).filter(|_| man != Man::PAWN) else { return };
        let jumps: BTreeSet<_> =
            kind.reading.initial.iter().filter(|(_, manner)| *manner == Manner::Leap).copied().collect();
        if jumps.is_empty() {
            return;
        }
        let (rules, here) = (&self.game.rules, Squares::of_board(self.board));
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| kind.sides[side]).collect();
        let known = sides.iter().all(|&side| {
            let mut stand = Squares::NONE;
            let own = self.start.men.iter().filter(|placed| placed.man == man && placed.side == side);
            own.for_each(|placed| stand.insert(placed.file, placed.rank));
            let region = rules.double_step_region[side];
            let differ = region.without(stand).or(stand.without(region)).on(self.board);
            !differ.iter().any(|square| self.leads(&jumps, side, square))
        });
        // Such a move can be answered on the squares that it jumps over.
        let passes = |leap: Leap| matches!(class(leap), (long, short) if long > 1 && (short == 0 || short == long));
        let answered = jumps.iter().any(|(leap, _)| passes(*leap))
            && sides.iter().any(|&side| !rules.en_passant_region[!side].and(here).is_empty());
        if !known || answered {
            self.lose_as(&man.key(), "a first move that jumps, from other squares than those at the start");
            return;
        }
        let mut by_class: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (leap, manner) in jumps {
            by_class.entry(class(leap)).or_default().insert((leap, manner));
        }
        let spelt = |quiet| format!("i{}", Reading { quiet, ..Reading::default() }.spelt(""));
        let words: Vec<String> = by_class.into_values().map(spelt).collect();
        if let Some(kind) = self.kinds.get_mut(&man) {
            kind.movement += &words.concat();
        }
    }

    /// Which side's long steps are answered en passant, with rules of who may do so; `None` if that can't be said.
    fn en_passant(&mut self, steps: &[(Man, Steps)]) -> Option<PerSide<bool>> {
        let here = Squares::of_board(self.board);
        let mut answered = PerSide::both(false);
        let mut answers: PerSide<Answer> = PerSide::default();
        for side in Side::ALL {
            let (mut crossed, mut ends) = (Squares::NONE, Squares::NONE);
            for (man, step) in steps.iter().flat_map(|(man, steps)| steps[!side].iter().map(move |step| (*man, step))) {
                let leaps = step.leaps.iter().map(|leap| seen_by(!side, *leap));
                let way = squares::crossed(self.board, step.from.on(self.board), leaps, (step.least, step.most));
                crossed = crossed.or(Squares::from_board(self.board, way.0));
                // The engine finds other men than pawns by their square, if that is in the region.
                if man != Man::PAWN {
                    ends = ends.or(Squares::from_board(self.board, way.1));
                }
            }
            let region = self.game.rules.en_passant_region[side].and(here);
            if !crossed.and(region).is_empty() && !ends.without(region).is_empty() {
                self.lose("enPassantRegion");
                return None;
            }
            let able = self.answerers(side)?;
            answered[!side] = !crossed.and(region).is_empty() && !able.is_empty();
            if !answered[!side] {
                continue;
            }
            let zone = self.game.rules.promotion_region[side];
            if !crossed.and(region).and(zone).is_empty() && able.iter().any(|man| self.promotes(*man)) {
                let stays = "a man that captures en passant in the promotion zone stays what it is";
                self.lose_as("promotionRegion", stays);
            }
            // By default men with a long step capture en passant.
            let with_steps = steps.iter().filter(|(_, steps)| !steps[side].is_empty()).map(|(man, _)| *man);
            let can = |man: &Man| self.kinds.get(man).is_some_and(|kind| !kind.reading.captures.is_empty());
            let usual: Vec<Man> = with_steps.filter(can).collect();
            answers[side] = ((usual != able).then_some(able), (!crossed.without(region).is_empty()).then_some(region));
        }
        // What is said of a side whose opponent's steps nobody answers means nothing. So a side can have the region of
        // the other, if its own limits nothing.
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
        self.answers(&answers);
        Some(answered)
    }

    /// Says who captures en passant.
    fn answers(&mut self, answers: &PerSide<Answer>) {
        let who = |by: &Option<Vec<Man>>, draft: &Self| -> Option<String> {
            let letters = by.as_ref()?.iter().filter_map(|man| draft.letter(*man)).map(|letter| letter.to_string());
            Some(format!("by {}", any_of(letters)))
        };
        let words = |by: Option<String>, on: Option<String>| -> Option<String> {
            let parts: Vec<String> = by.into_iter().chain(on.map(|on| format!("on {on}"))).collect();
            (!parts.is_empty()).then(|| parts.join(", "))
        };
        let (white, black) = (&answers.white, &answers.black);
        if white.0 == black.0 && white.1.is_some() == black.1.is_some() {
            let both = white.1.zip(black.1).map(|(white, black)| self.place(PerSide::new(white, black), "en-passant"));
            if let Some(text) = words(who(&white.0, self), both) {
                self.rule("en passant", text);
            }
            return;
        }
        for (side, (by, on)) in answers.iter() {
            let on = on.map(|on| self.place_of(side, on, "en-passant"));
            if let Some(text) = words(who(by, self), on) {
                self.rule(of_side(side, "en passant"), text);
            }
        }
    }

    /// The men of a side that capture en passant: pawns, and the kinds that a key names where they capture and don't go
    /// without capturing. `None` if they are such men only in part.
    fn answerers(&mut self, side: Side) -> Option<Vec<Man>> {
        let named = self.game.rules.en_passant_types[side].or(MenSet::of(&[Man::PAWN]));
        let mut able = Vec::new();
        for man in self.men_of(side, named) {
            let Some(kind) = self.kinds.get(&man) else { continue };
            let reading = &kind.reading;
            let apart = !reading.captures.iter().any(|(leap, _)| reading.goes_along(*leap));
            if apart && !reading.captures.is_empty() {
                able.push(man);
            } else if !reading.captures.is_subset(&reading.quiet) {
                self.lose("enPassantTypes");
                return None;
            }
        }
        Some(able)
    }
}

fn words(step: &LongStep, place: &str, answered: bool) -> String {
    let number = if step.least == step.most { step.most.to_string() } else { format!("up to {}", step.most) };
    let leaps = if step.leaps == [FORWARD] {
        String::new()
    } else {
        let ways: BTreeSet<_> = step.leaps.iter().map(|leap| (*leap, Manner::Leap)).collect();
        format!(" as {}", Reading { quiet: ways.clone(), captures: ways, ..Reading::default() }.spelt(""))
    };
    let ending = if answered { ", en passant" } else { "" };
    format!("{number} squares{leaps} from {place}{ending}")
}
