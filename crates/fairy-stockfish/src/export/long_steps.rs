//! Long steps as double and triple steps of pawns, and as first moves of other men.

use std::collections::BTreeSet;

use super::Maker;
use super::men::own_spelling;
use crate::betza::{self, Manner, Reading};
use crate::men::{Man, MenSet};
use crate::squares::{Squares, crossed};
use weakfish::geometry::{Leap, PerSide, Side, SquareSet};
use weakfish::model::{KindId, LongStep, Symmetry};

const FORWARD: Leap = Leap::forward(Side::White);

impl Maker<'_> {
    pub(super) fn long_steps(&mut self) {
        self.rules.double_step_region = PerSide::default();
        for side in Side::ALL {
            self.starts(side);
        }
        for (id, _) in self.variant.kinds() {
            if let Some(man) = self.man(id).filter(|man| *man != Man::PAWN) {
                self.first_moves(id, man);
            }
        }
        for side in Side::ALL {
            self.en_passant(side);
        }
    }

    fn steps_of(&self, side: Side) -> impl Iterator<Item = (Man, &LongStep)> {
        let steps = self.variant.rules.long_steps[side].iter();
        steps.filter_map(|step| Some((self.man(step.kind)?, step)))
    }

    /// Takes the squares where a side's long steps start. The engine has one region for the double steps of pawns and
    /// the first moves of all other men.
    fn starts(&mut self, side: Side) {
        let (mut double, mut triple) = (Squares::NONE, Squares::NONE);
        let mut others: Vec<Squares> = Vec::new();
        let mut lost = Vec::new();
        for (man, step) in self.steps_of(side) {
            let from = self.squares(step.from);
            if man != Man::PAWN {
                others.push(from);
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
        let any = !double.is_empty() || !triple.is_empty() || !others.is_empty();
        let pawns = self.variant.kinds().any(|(id, kind)| kind.sides[side] && self.man(id) == Some(Man::PAWN));
        let region = if pawns || others.is_empty() { double } else { others[0] };
        if others.iter().any(|other| *other != region) {
            lost.push("long steps of several men from different squares".to_owned());
        }
        self.rules.double_step |= any;
        self.rules.double_step_region[side] = region;
        self.rules.triple_step_region[side] = triple;
        for what in lost {
            self.lose(what);
        }
    }

    /// Writes the long steps of a man that is no pawn into its movement.
    fn first_moves(&mut self, kind: KindId, man: Man) {
        let own = |side: Side| -> Vec<(Vec<Leap>, u8, u8)> {
            let steps = self.variant.rules.long_steps[side].iter().filter(|step| step.kind == kind);
            let leaps = |step: &LongStep| if step.leaps.is_empty() { vec![FORWARD] } else { step.leaps.clone() };
            steps.map(|step| (leaps(step), step.least, step.most)).collect()
        };
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| self.variant.kind(kind).sides[side]).collect();
        let Some(steps) = sides.first().map(|&side| own(side)) else { return };
        // For a side whose region is empty a first move means nothing.
        let other = sides.get(1).map_or_else(Vec::new, |&side| own(side));
        let alike = sides.len() < 2 || steps == other || steps.is_empty() || other.is_empty();
        let steps = if steps.is_empty() { other } else { steps };
        if steps.is_empty() {
            return;
        }
        let idle = sides.iter().all(|&side| !own(side).is_empty() || self.rules.double_step_region[side].is_empty());
        let text = self.letters.betza(man).to_owned();
        let Some(initial) = self.initial(&text, &steps).filter(|_| man.is_slot() && alike && idle) else {
            return self.lose(format!("a long step of the {}", self.name(kind)));
        };
        self.letters.set_betza(man, Some(format!("{text}{initial}")));
    }

    /// First moves in the engine's notation, beside a movement in the same; `None` if it has no such first moves.
    fn initial(&self, text: &str, steps: &[(Vec<Leap>, u8, u8)]) -> Option<String> {
        let mut usual = betza::read(text).ok()?;
        own_spelling(&usual)?;
        let (mut initial, mut words) = (BTreeSet::new(), String::new());
        for (leaps, least, most) in steps {
            let mut ways = BTreeSet::new();
            for &leap in leaps {
                let single = (leap, Manner::Leap);
                ways.insert(match (least, most) {
                    (2, 2) => (Leap::new(leap.dx.checked_mul(2)?, leap.dy.checked_mul(2)?), Manner::Lame),
                    (2, most) if usual.quiet.contains(&single) => (leap, Manner::Slide(*most)),
                    _ => return None,
                });
            }
            let spelt = Reading { quiet: ways.clone(), ..Reading::default() }.spelt_there();
            let forward = ways.iter().eq([(Leap::new(0, 2), Manner::Lame)].iter());
            words += if forward { "ifmnD".to_owned() } else { format!("i{spelt}") }.as_str();
            initial.extend(ways);
        }
        let mirrors = self.variant.black == Symmetry::MirrorsWhite;
        usual.initial = initial;
        let symmetric = !mirrors || usual.is_symmetric();
        (betza::read(&format!("{text}{words}")).as_ref() == Ok(&usual) && symmetric).then_some(words)
    }

    /// Takes who of a side captures en passant, and where.
    fn en_passant(&mut self, side: Side) {
        let variant = self.variant;
        let rule = variant.rules.en_passant[side].as_ref();
        let with_steps = || self.steps_of(side).map(|(man, _)| man).collect::<Vec<_>>();
        let able: Vec<Man> = match rule.and_then(|rule| rule.by.as_ref()) {
            Some(by) => by.iter().filter_map(|&kind| self.man(kind)).collect(),
            None => with_steps(),
        };
        self.rules.en_passant_types[side] = MenSet::of(&able);
        let on = rule.and_then(|rule| rule.on);
        let steps = &variant.rules.long_steps[!side];
        if !steps.iter().any(|step| step.en_passant) {
            if !steps.is_empty() {
                self.rules.en_passant_region[side] = Squares::NONE;
            }
            return;
        }
        // Its pawns capture en passant in any case.
        let pawn = variant.kinds().any(|(id, kind)| kind.sides[side] && self.man(id) == Some(Man::PAWN));
        if pawn && !able.contains(&Man::PAWN) {
            self.lose("pawns that may not capture en passant");
        }
        // Other men do so there only where they can't go without capturing.
        let overlaps = able.iter().filter(|man| **man != Man::PAWN).any(|man| {
            let reading = betza::read(self.letters.betza(*man)).unwrap_or_default();
            reading.captures.iter().any(|(leap, _)| reading.goes_along(*leap))
        });
        if overlaps {
            self.lose("captures en passant where the man may also go without capturing");
        }
        self.region(side, steps, on);
    }

    /// Takes the squares where a side captures en passant.
    fn region(&mut self, side: Side, steps: &[LongStep], on: Option<SquareSet>) {
        let variant = self.variant;
        let (mut open, mut closed, mut ends) = (Squares::NONE, Squares::NONE, Squares::NONE);
        for step in steps {
            let (crossed, last) =
                crossed(variant.board, step.from, step.leaps_of(!side, variant.black), (step.least, step.most));
            let crossed = self.squares(crossed);
            let here =
                if step.en_passant { on.map_or(crossed, |on| crossed.and(self.squares(on))) } else { Squares::NONE };
            (open, closed) = (open.or(here), closed.or(crossed.without(here)));
            // The engine finds the man by its square, or as the next one straight ahead.
            if step.en_passant && self.man(step.kind) != Some(Man::PAWN) {
                ends = ends.or(self.squares(last));
            }
        }
        if !open.and(closed).is_empty() || !ends.and(closed).is_empty() {
            return self.lose("long steps of which some are answered en passant and others are not");
        }
        if !closed.is_empty() {
            self.rules.en_passant_region[side] =
                on.map_or(Squares::of_board(variant.board).without(closed), |on| self.squares(on).or(ends));
        }
    }
}
