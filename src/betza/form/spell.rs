//! The canonical spelling of a form.

use std::fmt;

use super::courses::{axis, relative_axis};
use super::directions::{Winds, placed};
use super::pattern::{Form, Manner, Pattern, PatternLeg, Stride};
use crate::betza::ast::Range;
use crate::model::{Clearance, Modes, Through};

impl Pattern {
    fn spelt_aim(&self) -> String {
        let Some(winds) = self.aim else { return String::new() };
        match self.axes().as_slice() {
            [axis] => axis.spell(winds),
            axes => {
                let all = axes.iter().fold(Winds::NONE, |all, axis| all.or(axis.all()));
                let chosen = |letters: &str| {
                    axes.iter().fold(Winds::NONE, |all, axis| all.or(axis.select(&placed(letters)).unwrap_or_default()))
                };
                let letters =
                    ["f", "b", "l", "r", "v", "s"].into_iter().find(|letters| chosen(letters) == winds.and(all));
                letters.unwrap_or_default().to_owned()
            }
        }
    }
}

/// The letters for how a move may end; none if it may move and capture.
fn modes(stops: Modes, en_passant: bool) -> String {
    let mut text = String::new();
    if stops != Modes::BOTH || en_passant {
        text.extend(stops.moves.then_some('m'));
        text.extend(stops.captures.then_some('c'));
    }
    text.extend(en_passant.then_some('e'));
    text
}

impl PatternLeg {
    /// Whether it is an oblique leap that needs both its ways open, which only a bracket can spell.
    fn is_both(&self) -> bool {
        self.clearance == Clearance::Both
    }

    fn manner_letters(&self) -> String {
        let lame = if self.clearance == Clearance::OrthogonalFirst { "n" } else { "" };
        let manner = match self.manner {
            Manner::Plain => "",
            Manner::Jumping => "j",
            Manner::Hopping => "p",
            Manner::Grasshopper => "g",
            Manner::Circular => "q",
            Manner::Crooked => "z",
        };
        format!("{lame}{manner}")
    }

    fn atom(&self) -> String {
        let name = self.stride.atom().name();
        if let (Clearance::Both, Stride::Leap(long, short)) = (self.clearance, self.stride) {
            let steps = |letter: &'static str, count: u8| std::iter::repeat_n(letter, count.into());
            let joined = |steps: Vec<&str>| steps.join("-");
            let orthogonal = joined(steps("W", long - short).chain(steps("F", short)).collect());
            let diagonal = joined(steps("F", short).chain(steps("W", long - short)).collect());
            return format!("[{orthogonal}&{diagonal}]");
        }
        let turns = matches!(self.manner, Manner::Circular | Manner::Crooked);
        match (self.range, self.stride) {
            (Range::UNLIMITED, Stride::Leap(1, 0)) => "R".to_owned(),
            (Range::UNLIMITED, Stride::Leap(1, 1)) => "B".to_owned(),
            (Range::UNLIMITED, Stride::King) => "Q".to_owned(),
            (Range::UNLIMITED, _) if turns => name,
            (Range::UNLIMITED, _) => name.repeat(2),
            (Range::ONCE, _) => name,
            (Range { least: 1, most: Some(most) }, _) => format!("{name}{most}"),
            (Range { least, most: Some(most) }, _) if least == most => format!("{name}-{most}"),
            (Range { least, most }, _) => format!("{name}[{least}-{}]", most.unwrap_or(0)),
        }
    }

    /// Respells this leg, the end of `text`, so that `next` does not make a rider of it: `N` before `N3` becomes `N1`.
    fn part_from(&self, next: &str, text: &mut String) {
        let atom = self.atom();
        if self.is_both()
            || atom.ends_with(|last: char| last.is_ascii_digit() || last == ']')
            || !next.starts_with(&atom)
        {
            return;
        }
        let name = self.stride.atom().name();
        match (self.range, self.stride) {
            (Range::ONCE, _) => text.push('1'),
            (_, Stride::King | Stride::Leap(1, _)) => {
                text.truncate(text.len() - atom.len());
                text.push_str(&name.repeat(2));
            }
            _ if atom == name => text.push_str(&name),
            _ => {}
        }
    }

    /// The leg as one of several in a bracket.
    fn in_path(&self, before: Option<&Self>, say_modes: bool, last: bool) -> String {
        let Stride::Leap(long, short) = self.stride else { return self.atom() };
        let axis = match before.map(|leg| leg.stride) {
            Some(Stride::Leap(a, b)) => relative_axis((a, b), (long, short)),
            _ => axis((long, short)),
        };
        let aim = self.aim.map(|winds| axis.spell(winds)).unwrap_or_default();
        let through = match self.through {
            Through::Empty => "",
            Through::Occupied => "p",
            Through::Anything => "mp",
        };
        let ends = say_modes && (last || self.stops.any());
        let modes = if ends { modes(self.stops, false) } else { String::new() };
        format!("{aim}{modes}{through}{}{}", self.manner_letters(), self.atom())
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (at, pattern) in self.patterns.iter().enumerate() {
            let spelt = pattern.to_string();
            if let Some([leg]) = at.checked_sub(1).map(|before| self.patterns[before].legs.as_slice()) {
                leg.part_from(&spelt, &mut text);
            }
            text.push_str(&spelt);
        }
        f.write_str(&text)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if self.first_move_only { "i" } else { "" };
        let wraps = if self.wraps { "o" } else { "" };
        let aim = self.spelt_aim();
        if let [leg] = self.legs.as_slice() {
            let modes = modes(leg.stops, self.en_passant);
            return write!(f, "{first}{wraps}{aim}{modes}{}{}", leg.manner_letters(), leg.atom());
        }
        let ends: Vec<Modes> = self.legs.iter().map(|leg| leg.stops).filter(|stops| stops.any()).collect();
        let alike = ends.first().is_some_and(|first| ends.iter().all(|stops| stops == first));
        let outside = if alike { modes(ends[0], false) } else { String::new() };
        write!(f, "{first}{wraps}{aim}{outside}[")?;
        for (at, leg) in self.legs.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| &self.legs[at]);
            if let Some(before) = before {
                f.write_str(if before.stops.any() { "?" } else { "-" })?;
            }
            f.write_str(&leg.in_path(before, !alike, at + 1 == self.legs.len()))?;
        }
        f.write_str("]")
    }
}
