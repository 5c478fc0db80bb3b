//! What a Betza string says, with its spelling resolved; and how that is spelt.

use std::fmt;

use super::aim::{Axis, Winds, is_crossed, placed};
use super::ways::ways;
use crate::model::{Clearance, Modes, Through};
use crate::syntax::betza::{Atom, Range};

/// A movement as its terms say it.
///
/// [`fmt::Display`] spells it the one canonical way: two letters for a direction of an oblique leap, `R` for `WW`,
/// brackets for everything of several legs. Reading that again gives the same form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The terms, each once, in the order in which they are first said.
    pub terms: Vec<Term>,
}

/// A term: legs made one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Only from a square where such a man stands at the start: `i`.
    pub first_move_only: bool,
    /// May capture en passant: `e`.
    pub en_passant: bool,
    /// The side edges of the board touch: `o`.
    pub wraps: bool,
    /// Which way the whole path goes; `None` is any.
    pub aim: Option<Winds>,
    /// The legs, at least one.
    pub legs: Vec<Leg>,
}

/// A run of like leaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The leaps.
    pub stride: Stride,
    /// Which way the first leg of several goes (`None` is any), or a later one as seen from the leg before it
    /// (`None` is outward, with the least bend).
    pub aim: Option<Winds>,
    /// How many leaps.
    pub range: Range,
    /// What must be empty under each.
    pub clearance: Clearance,
    /// How they are made.
    pub manner: Manner,
    /// What must stand where the next leg begins.
    pub through: Through,
    /// How the move may end on this leg.
    pub stops: Modes,
}

/// The leaps that a leg may begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stride {
    /// Those of one class, the longer way first.
    Leap(u8, u8),
    /// (1,0) and (1,1).
    King,
}

/// How the leaps of a leg are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// One like the other.
    Plain,
    /// A leap over exactly one man, or a slider that skips the first square: `j`.
    Jumping,
    /// Over exactly one man and on: `p`.
    Hopping,
    /// Over exactly one man to the square behind it: `g`.
    Grasshopper,
    /// Each turned the same way: `q`.
    Circular,
    /// Turned this way and that: `z`.
    Crooked,
}

impl Stride {
    /// The classes of its leaps.
    pub fn classes(self) -> Vec<(u8, u8)> {
        match self {
            Self::Leap(long, short) => vec![(long, short)],
            Self::King => vec![(1, 0), (1, 1)],
        }
    }

    /// Whether its leaps are single steps to a neighbouring square.
    pub const fn is_step(self) -> bool {
        matches!(self, Self::King | Self::Leap(1, _))
    }

    fn atom(self) -> Atom {
        match self {
            Self::Leap(long, short) => Atom::Leap(long, short),
            Self::King => Atom::King,
        }
    }
}

/// The axis of a class of leaps.
pub(super) fn axis((long, short): (u8, u8)) -> Axis {
    match short {
        0 => Axis::Orthogonal,
        _ if short == long => Axis::Diagonal,
        _ => Axis::Oblique,
    }
}

/// The axis of a class of leaps as seen from a leap of another class.
pub(super) fn relative_axis(from: (u8, u8), class: (u8, u8)) -> Axis {
    match (axis(from), axis(class)) {
        (Axis::Oblique, Axis::Oblique) => Axis::Eight,
        (Axis::Oblique, _) | (_, Axis::Oblique) => Axis::Oblique,
        (a, b) if a == b => Axis::Orthogonal,
        _ => Axis::Diagonal,
    }
}

/// The winds that bend least, if they are the same whatever the leg before: not from an oblique to a straight one.
pub(super) fn outward(from: (u8, u8), class: (u8, u8)) -> Option<Winds> {
    match relative_axis(from, class) {
        Axis::Orthogonal | Axis::Eight => Some(Winds::of(&[0])),
        Axis::Diagonal => Some(Winds::of(&[2, 14])),
        Axis::Oblique if axis(from) != Axis::Oblique => Some(Winds::of(&[1, 15])),
        Axis::Oblique => None,
    }
}

impl Form {
    /// The union of these terms.
    pub fn new(terms: impl IntoIterator<Item = Term>) -> Self {
        let mut form = Self::default();
        for term in terms {
            if !form.terms.contains(&term) {
                form.terms.push(term);
            }
        }
        form
    }
}

impl Term {
    /// A term of these legs without further conditions.
    pub const fn new(legs: Vec<Leg>) -> Self {
        Self { first_move_only: false, en_passant: false, wraps: false, aim: None, legs }
    }

    /// The axes on which its paths end.
    pub fn axes(&self) -> Vec<Axis> {
        let mut axes: Vec<Axis> = Vec::new();
        let classes = match self.legs.as_slice() {
            [leg] => leg.stride.classes(),
            legs => ways(legs, 512).unwrap_or_default().iter().filter_map(super::ways::Way::class).collect(),
        };
        for class in classes {
            if !axes.contains(&axis(class)) {
                axes.push(axis(class));
            }
        }
        axes
    }

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

/// Letters for how a move may end: none for both ways.
fn modes(stops: Modes, en_passant: bool) -> String {
    let mut text = String::new();
    if stops != Modes::BOTH || en_passant {
        text.extend(stops.moves.then_some('m'));
        text.extend(stops.captures.then_some('c'));
    }
    text.extend(en_passant.then_some('e'));
    text
}

impl Leg {
    /// One leap of a class that may end by moving or capturing.
    pub const fn new(stride: Stride) -> Self {
        Self {
            stride,
            aim: None,
            range: Range::ONCE,
            clearance: Clearance::Leaps,
            manner: Manner::Plain,
            through: Through::Empty,
            stops: Modes::BOTH,
        }
    }

    /// Whether it is an oblique leap with both its ways open, which only a bracket can say.
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

    /// Spells a last leg, which ends `text`, so that an atom like it can follow: `N` and `N3` must not become a rider.
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

    /// The leg as one of several.
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
        for (at, term) in self.terms.iter().enumerate() {
            let spelt = term.to_string();
            if let Some([leg]) = at.checked_sub(1).map(|before| self.terms[before].legs.as_slice()) {
                leg.part_from(&spelt, &mut text);
            }
            text.push_str(&spelt);
        }
        f.write_str(&text)
    }
}

impl fmt::Display for Term {
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

/// Whether letters that cross could be read in more than one way on these axes.
pub(super) fn is_ambiguous(axes: &[Axis], letters: &[crate::source::Spanned<crate::syntax::betza::Direction>]) -> bool {
    axes.len() > 1 && is_crossed(letters)
}
