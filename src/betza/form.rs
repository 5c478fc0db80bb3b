//! The form of a string, equal for all spellings of a movement: patterns with the meaning of every letter, the winds
//! that direction letters choose, and the canonical spelling.
//!
//! Winds are numbered as in [`crate::geometry::Wind`]: 0 is straight forward, 4 right, 8 backward, 12 left. For a
//! later leg of a path they count from the direction of the leg before it.

use std::fmt;

use super::tree::{Atom, Range, Stride};
use crate::geometry::{Leap, LeapClass};
use crate::model::{Clearance, Modes, Through};
use crate::source::{Span, Spanned};

/// The form of a Betza string, the same for all its spellings: a union of patterns.
///
/// Its [`Display`](std::fmt::Display) is the canonical spelling: two letters for a direction of an oblique leap, `R`
/// for `WW`, brackets for all paths of several legs. Reading that spelling gives the same form again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The patterns, each once, in the order in which they are first written.
    pub(super) patterns: Vec<Pattern>,
}

/// Paths of one shape in several directions: legs one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// `i`: only from a square on which such a man stands at the start.
    pub(super) first_move_only: bool,
    /// `e`: may capture en passant.
    pub(super) en_passant: bool,
    /// `o`: passes from the first file to the last and back.
    pub(super) wraps: bool,
    /// The winds toward which the whole path may lead; `None` is all.
    pub(super) aim: Option<Winds>,
    /// The legs, at least one.
    pub(super) legs: Vec<PatternLeg>,
}

/// A leg of a pattern: one leap, made once or repeatedly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PatternLeg {
    /// The leaps to choose from.
    pub(super) stride: Stride,
    /// The winds of the leg. For the first leg of several, `None` is all. The winds of a later leg count from the
    /// leg before it, and `None` is outward, with the least bend.
    pub(super) aim: Option<Winds>,
    /// The number of leaps.
    pub(super) range: Range,
    /// The squares that must be empty under each leap.
    pub(super) clearance: Clearance,
    /// The manner of the leaps.
    pub(super) manner: Manner,
    /// The occupant that the next leg needs where it begins.
    pub(super) through: Through,
    /// How the move may end on this leg.
    pub(super) stops: Modes,
}

/// Manner of a leg: how its leaps follow each other, and the squares that they pass over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Manner {
    /// All alike, over empty squares.
    Plain,
    /// `j`: a leap over exactly one man, or a slider that skips the first square.
    Jumping,
    /// `p`: over exactly one man, and on.
    Hopping,
    /// `g`: over exactly one man, to the square behind it.
    Grasshopper,
    /// `q`: each leap is turned in the same direction from the one before.
    Circular,
    /// `z`: the leaps are turned to one side and back alternately.
    Crooked,
}

impl Form {
    /// The union of these patterns.
    pub(super) fn new(patterns: impl IntoIterator<Item = Pattern>) -> Self {
        let mut form = Self::default();
        for pattern in patterns {
            if !form.patterns.contains(&pattern) {
                form.patterns.push(pattern);
            }
        }
        form
    }
}

impl Pattern {
    /// A pattern of these legs without further conditions.
    pub(super) const fn new(legs: Vec<PatternLeg>) -> Self {
        Self { first_move_only: false, en_passant: false, wraps: false, aim: None, legs }
    }
}

impl PatternLeg {
    /// One leap of a class that may end by moving or capturing.
    pub(super) const fn new(stride: Stride) -> Self {
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
}

/// The first leap of each leg of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Course {
    pub(super) leaps: Vec<Leap>,
}

impl Course {
    /// The distance that one leap of every leg covers.
    pub(super) fn total_offset(&self) -> (i32, i32) {
        self.leaps.iter().fold((0, 0), |(x, y), leap| (x + i32::from(leap.dx), y + i32::from(leap.dy)))
    }

    /// The class of that distance as a leap, unless the course ends where it began.
    pub(super) fn class(&self) -> Option<(u8, u8)> {
        let (x, y) = self.total_offset();
        let (x, y) = (x.unsigned_abs().min(255) as u8, y.unsigned_abs().min(255) as u8);
        ((x, y) != (0, 0)).then_some((x.max(y), x.min(y)))
    }

    /// The wind toward which the course leads, unless it ends where it began.
    pub(super) fn wind(&self) -> Option<i32> {
        let (x, y) = self.total_offset();
        self.class()?;
        Some(Leap::new(x.clamp(-127, 127) as i8, y.clamp(-127, 127) as i8).wind().index().into())
    }
}

/// The leap of a class that points to a wind.
pub(super) fn leap_toward((long, short): (u8, u8), wind: i32) -> Leap {
    let class = if short == 0 || short == long { LeapClass::Radial(long) } else { LeapClass::Oblique(long, short) };
    class.leap(wind.div_euclid(2))
}

/// All courses of legs; `None` if there are more than `most`.
pub(super) fn list_courses(legs: &[PatternLeg], most: usize) -> Option<Vec<Course>> {
    // Each course with the wind of its last leap.
    let mut all: Vec<(Course, i32)> = vec![(Course::default(), 0)];
    for (at, leg) in legs.iter().enumerate() {
        let mut longer = Vec::new();
        for (course, before) in &all {
            for class in leg.stride.classes() {
                for wind in next_winds(leg, class, (at > 0).then_some(*before)).iter() {
                    let mut course = course.clone();
                    course.leaps.push(leap_toward(class, wind));
                    longer.push((course, wind));
                }
            }
        }
        if longer.len() > most {
            return None;
        }
        all = longer;
    }
    Some(all.into_iter().map(|(course, _)| course).collect())
}

/// The winds that a leg can take, for a later leg after one that took the wind `before`.
fn next_winds(leg: &PatternLeg, class: (u8, u8), before: Option<i32>) -> Winds {
    let all = direction_system(class).all();
    match (before, leg.aim) {
        (None, None) => all,
        (None, Some(aim)) => all.and(aim),
        (Some(before), Some(aim)) => all.iter().filter(|wind| aim.contains(wind - before)).collect(),
        (Some(before), None) => {
            let bend = |wind: i32| (wind - before + 8).rem_euclid(16).abs_diff(8);
            let winds = leg.stride.classes().into_iter().flat_map(|class| direction_system(class).all().iter());
            let least = winds.map(bend).min().unwrap_or(0);
            all.iter().filter(|&wind| bend(wind) == least).collect()
        }
    }
}

impl Pattern {
    /// The direction systems of the leaps with which its paths end.
    pub(super) fn direction_systems(&self) -> Vec<DirectionSystem> {
        let mut systems: Vec<DirectionSystem> = Vec::new();
        let classes = match self.legs.as_slice() {
            [leg] => leg.stride.classes(),
            legs => list_courses(legs, 512).unwrap_or_default().iter().filter_map(Course::class).collect(),
        };
        for class in classes {
            if !systems.contains(&direction_system(class)) {
                systems.push(direction_system(class));
            }
        }
        systems
    }
}

/// Returns the direction system of a class of leaps.
pub(super) fn direction_system((long, short): (u8, u8)) -> DirectionSystem {
    match short {
        0 => DirectionSystem::Orthogonal,
        _ if short == long => DirectionSystem::Diagonal,
        _ => DirectionSystem::Oblique,
    }
}

/// The direction letters that choose exactly these leaps of one class; none if they are the whole class.
pub fn aim_letters(class: (u8, u8), leaps: &[Leap]) -> String {
    let winds: Winds = leaps.iter().map(|leap| i32::from(leap.wind().index())).collect();
    if winds == direction_system(class).all() { String::new() } else { direction_system(class).spell(winds) }
}

/// The direction system of a class of leaps as seen from a leap of the class `from`.
pub(super) fn relative_direction_system(from: (u8, u8), class: (u8, u8)) -> DirectionSystem {
    match (direction_system(from), direction_system(class)) {
        (DirectionSystem::Oblique, DirectionSystem::Oblique) => DirectionSystem::Eight,
        (DirectionSystem::Oblique, _) | (_, DirectionSystem::Oblique) => DirectionSystem::Oblique,
        (a, b) if a == b => DirectionSystem::Orthogonal,
        _ => DirectionSystem::Diagonal,
    }
}

/// The winds that bend least after a leap of the class `from`, if they don't depend on its direction. They do where
/// a straight leap follows an oblique one.
pub(super) fn outward_winds(from: (u8, u8), class: (u8, u8)) -> Option<Winds> {
    match relative_direction_system(from, class) {
        DirectionSystem::Orthogonal | DirectionSystem::Eight => Some(Winds::of(&[0])),
        DirectionSystem::Diagonal => Some(Winds::of(&[2, 14])),
        DirectionSystem::Oblique if direction_system(from) != DirectionSystem::Oblique => Some(Winds::of(&[1, 15])),
        DirectionSystem::Oblique => None,
    }
}

/// A set of winds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Winds(u16);

/// The set of directions that modifier letters select from; which one applies depends on the class of the leap
/// (orthogonal, diagonal, oblique).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum DirectionSystem {
    /// Four, one of them straight forward: the directions of W, D, H.
    Orthogonal,
    /// Four halfway between those: the directions of F, A, G.
    Diagonal,
    /// Eight between all those: the directions of N, C, Z.
    Oblique,
    /// Eight, one of them straight forward: an oblique leap after another one.
    Eight,
}

/// Reason why letters choose nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SelectionError {
    /// A unit is written the wrong way round; this is the right one.
    Order(&'static str),
    /// `vs` or `sv`, which would choose everything.
    Everything,
    /// `h` without its letter, or where there are no halves.
    Half,
}

/// One letter, or two that belong together, and the winds they choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) span: Span,
    pub(super) letters: (char, Option<char>),
    pub(super) winds: Winds,
}

impl Winds {
    pub(super) const NONE: Self = Self(0);

    /// The winds with these numbers.
    pub(super) fn of(numbers: &[i32]) -> Self {
        numbers.iter().copied().collect()
    }

    /// Whether the wind with this number, modulo 16, is among them.
    pub(super) const fn contains(self, number: i32) -> bool {
        self.0 >> number.rem_euclid(16) & 1 == 1
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[must_use]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[must_use]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The numbers of the winds, ascending.
    pub(super) fn iter(self) -> impl Iterator<Item = i32> {
        (0..16).filter(move |&number| self.contains(number))
    }
}

impl FromIterator<i32> for Winds {
    fn from_iter<I: IntoIterator<Item = i32>>(numbers: I) -> Self {
        Self(numbers.into_iter().fold(0, |set, number| set | 1 << number.rem_euclid(16)))
    }
}

impl DirectionSystem {
    /// All winds of the system.
    pub(super) fn all(self) -> Winds {
        match self {
            Self::Orthogonal => Winds::of(&[0, 4, 8, 12]),
            Self::Diagonal => Winds::of(&[2, 6, 10, 14]),
            Self::Oblique => (0..8).map(|index| 2 * index + 1).collect(),
            Self::Eight => (0..8).map(|index| 2 * index).collect(),
        }
    }

    /// The winds that a letter alone chooses; `None` for `h`, which needs another letter.
    fn winds_of_letter(self, letter: char) -> Option<Winds> {
        let reach = match self {
            Self::Orthogonal | Self::Eight => 0,
            Self::Diagonal => 2,
            Self::Oblique => 1,
        };
        let around = |middle: i32| Winds::of(&[middle - reach, middle + reach]);
        Some(match letter {
            'f' => around(0),
            'r' => around(4),
            'b' => around(8),
            'l' => around(12),
            'v' => around(0).or(around(8)),
            's' => around(4).or(around(12)),
            _ => return None,
        })
    }

    /// The winds that two adjacent letters choose together; `None` if each has its own meaning.
    fn winds_of_pair(self, first: char, second: char) -> Option<Result<Winds, SelectionError>> {
        if self == Self::Orthogonal {
            return None;
        }
        if first == second && first != 'h' {
            return self.winds_of_letter(first).map(Ok);
        }
        let winds = match (first, second) {
            ('s', 'f') => return Some(Err(SelectionError::Order("fs"))),
            ('s', 'b') => return Some(Err(SelectionError::Order("bs"))),
            ('v', 'l') => return Some(Err(SelectionError::Order("lv"))),
            ('v', 'r') => return Some(Err(SelectionError::Order("rv"))),
            ('v', 's') | ('s', 'v') => return Some(Err(SelectionError::Everything)),
            ('f' | 'b' | 'l' | 'r', 'h') => return Some(Ok(self.winds_of_half(first))),
            ('h', 'r' | 'l') if self == Self::Oblique => {
                let right = Winds::of(&[1, 5, 9, 13]);
                if second == 'r' { right } else { self.all().without(right) }
            }
            ('h', _) => return Some(Err(SelectionError::Half)),
            ('f' | 'b', 'l' | 'r' | 's') | ('l' | 'r', 'f' | 'b' | 'v') => {
                return Some(Ok(self.winds_of_perpendicular_pair(first, second)));
            }
            _ => return None,
        };
        Some(Ok(winds))
    }

    /// The winds of the half on one side, which `h` chooses with a letter.
    fn winds_of_half(self, side: char) -> Winds {
        let middle = letter_wind(side);
        let reach = if self == Self::Oblique { 3 } else { 2 };
        self.all().iter().filter(|&wind| (-reach..=reach).any(|turn| (middle + turn - wind) % 16 == 0)).collect()
    }

    /// The winds that two perpendicular letters choose together.
    fn winds_of_perpendicular_pair(self, first: char, second: char) -> Winds {
        match (self, second) {
            (_, 's' | 'v') => {
                let (one, other) = if second == 's' { ('l', 'r') } else { ('f', 'b') };
                self.winds_of_perpendicular_pair(first, one).or(self.winds_of_perpendicular_pair(first, other))
            }
            // The first letter chooses a half, the second a narrow pair. They share one wind.
            (Self::Oblique, _) => self.winds_of_half(first).and(self.winds_of_letter(second).unwrap_or_default()),
            _ => {
                let (a, b) = (letter_wind(first), letter_wind(second));
                // The wind halfway between two that are a quarter turn from each other.
                let turn = if (b - a).rem_euclid(16) == 4 { 2 } else { -2 };
                Winds::of(&[a + turn])
            }
        }
    }

    /// Groups letters into units, from left to right.
    pub(super) fn group_units(self, letters: &[Spanned<char>]) -> Result<Vec<Unit>, (Span, SelectionError)> {
        let mut units = Vec::new();
        let mut rest = letters;
        while let [first, after @ ..] = rest {
            let next = after.first().filter(|next| next.span.start == first.span.end);
            let joined = next.and_then(|next| Some((next, self.winds_of_pair(first.value, next.value)?)));
            if let Some((next, winds)) = joined {
                let span = first.span.to(next.span);
                let winds = winds.map_err(|problem| (span, problem))?;
                units.push(Unit { span, letters: (first.value, Some(next.value)), winds });
                rest = &after[1..];
            } else {
                let winds = self.winds_of_letter(first.value).ok_or((first.span, SelectionError::Half))?;
                units.push(Unit { span: first.span, letters: (first.value, None), winds });
                rest = after;
            }
        }
        Ok(units)
    }

    /// The winds that letters choose.
    pub(super) fn select(self, letters: &[Spanned<char>]) -> Result<Winds, (Span, SelectionError)> {
        let units = self.group_units(letters)?;
        Ok(units.iter().fold(Winds::NONE, |all, unit| all.or(unit.winds)))
    }

    /// Letters that choose exactly these winds. All of them are in [`DirectionSystem::all`].
    pub(super) fn spell(self, winds: Winds) -> String {
        let units: &[&str] = match self {
            Self::Orthogonal => &["v", "f", "b", "s", "l", "r"],
            Self::Diagonal => &["v", "f", "b", "l", "r", "fr", "fl", "br", "bl"],
            Self::Oblique => &[
                "v", "s", "fh", "bh", "lh", "rh", "hr", "hl", "ff", "bb", "ll", "rr", "fs", "bs", "lv", "rv", "lf",
                "rf", "lb", "rb", "fl", "fr", "bl", "br",
            ],
            Self::Eight => &["v", "s", "f", "b", "l", "r", "fs", "bs", "fr", "fl", "br", "bl"],
        };
        let of = |text: &str| self.select(&spanned_letters(text)).unwrap_or_default();
        if let Some(unit) = units.iter().find(|unit| of(unit) == winds) {
            return (*unit).to_owned();
        }
        let mut left = winds;
        let mut chosen: Vec<&str> = Vec::new();
        for unit in units {
            let part = of(unit);
            if !part.is_empty() && part.without(left).is_empty() {
                left = left.without(part);
                chosen.push(unit);
            }
        }
        // Two letters side by side always form a unit, so a single letter must not stand before another.
        match self {
            Self::Oblique if winds == self.all() => "fhbh".to_owned(),
            Self::Oblique => {
                chosen.sort_by_key(|unit| unit.len() == 1);
                chosen.concat()
            }
            Self::Diagonal if winds.len() == 3 => {
                let pair = if Winds::of(&[14, 2]).without(winds).is_empty() { "f" } else { "b" };
                let rest = winds.without(of(pair));
                let single = ["fr", "fl", "br", "bl"].into_iter().find(|unit| of(unit) == rest).unwrap_or_default();
                format!("{pair}{single}")
            }
            Self::Orthogonal | Self::Diagonal => chosen.concat(),
            Self::Eight => {
                chosen.iter().map(|unit| if unit.len() == 1 { unit.repeat(2) } else { (*unit).to_owned() }).collect()
            }
        }
    }
}

/// Returns the index of the wind that `f`, `r`, `b` or `l` names.
const fn letter_wind(letter: char) -> i32 {
    match letter {
        'r' => 4,
        'b' => 8,
        'l' => 12,
        _ => 0,
    }
}

/// The letters of a text, with their places in it.
pub(super) fn spanned_letters(text: &str) -> Vec<Spanned<char>> {
    text.char_indices().map(|(at, letter)| Spanned::new(letter, Span::new(at, at + 1))).collect()
}

/// Whether letters along both axes of the board are among these, or `h`, which alone means both.
pub(super) fn is_crossed(letters: &[Spanned<char>]) -> bool {
    let any = |of: &str| letters.iter().any(|letter| of.contains(letter.value));
    any("fbv") && any("lrs") || any("h")
}

/// Whether letters cross in several direction systems at once, which programs read differently.
pub(super) fn is_ambiguous(systems: &[DirectionSystem], letters: &[Spanned<char>]) -> bool {
    systems.len() > 1 && is_crossed(letters)
}

impl Pattern {
    /// Spells the directions in which whole paths lead.
    fn spell_aim(&self) -> String {
        let Some(winds) = self.aim else { return String::new() };
        match self.direction_systems().as_slice() {
            [system] => system.spell(winds),
            systems => {
                let all = systems.iter().fold(Winds::NONE, |all, system| all.or(system.all()));
                let chosen = |letters: &str| {
                    systems.iter().fold(Winds::NONE, |all, system| {
                        all.or(system.select(&spanned_letters(letters)).unwrap_or_default())
                    })
                };
                let letters =
                    ["f", "b", "l", "r", "v", "s"].into_iter().find(|letters| chosen(letters) == winds.and(all));
                letters.unwrap_or_default().to_owned()
            }
        }
    }
}

/// The letters for how a move may end; none if it may move and capture.
fn mode_letters(stops: Modes, en_passant: bool) -> String {
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
    fn is_doubly_lame(&self) -> bool {
        self.clearance == Clearance::Both
    }

    /// The letters for lameness and for the manner of the leaps.
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

    /// Spells the atom of a leg with its range.
    fn spell_atom(&self) -> String {
        let name = self.stride.name();
        if let (Clearance::Both, Stride::Leap(long, short)) = (self.clearance, self.stride) {
            let steps = |letter: &'static str, count: u8| std::iter::repeat_n(letter, count.into());
            let joined = |steps: Vec<&str>| steps.join("-");
            let orthogonal = joined(steps("W", long - short).chain(steps("F", short)).collect());
            let diagonal = joined(steps("F", short).chain(steps("W", long - short)).collect());
            return format!("[{orthogonal}&{diagonal}]");
        }
        let turns = matches!(self.manner, Manner::Circular | Manner::Crooked);
        match (self.range, self.stride) {
            (usual @ Range::UNLIMITED, stride) if stride.is_step() => Atom { stride, usual }.to_string(),
            (Range::UNLIMITED, _) if turns => name,
            (Range::UNLIMITED, _) => name.repeat(2),
            (Range::ONCE, _) => name,
            (Range { least: 1, most: Some(most) }, _) => format!("{name}{most}"),
            (Range { least, most: Some(most) }, _) if least == most => format!("{name}-{most}"),
            (Range { least, most }, _) => format!("{name}[{least}-{}]", most.unwrap_or(0)),
        }
    }

    /// Respells this leg, the end of `text`, lest `next` make a rider of it: `N` before `N3` becomes `N1`.
    fn separate_from(&self, next: &str, text: &mut String) {
        let atom = self.spell_atom();
        if self.is_doubly_lame()
            || atom.ends_with(|last: char| last.is_ascii_digit() || last == ']')
            || !next.starts_with(&atom)
        {
            return;
        }
        let name = self.stride.name();
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

    /// Spells the leg as one of several in a bracket.
    fn spell_in_bracket(&self, before: Option<&Self>, say_modes: bool, last: bool) -> String {
        let Stride::Leap(long, short) = self.stride else { return self.spell_atom() };
        let system = match before.map(|leg| leg.stride) {
            Some(Stride::Leap(a, b)) => relative_direction_system((a, b), (long, short)),
            _ => direction_system((long, short)),
        };
        let aim = self.aim.map(|winds| system.spell(winds)).unwrap_or_default();
        let through = match self.through {
            Through::Empty => "",
            Through::Occupied => "p",
            Through::Anything => "mp",
        };
        let ends = say_modes && (last || self.stops.any());
        let modes = if ends { mode_letters(self.stops, false) } else { String::new() };
        format!("{aim}{modes}{through}{}{}", self.manner_letters(), self.spell_atom())
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (at, pattern) in self.patterns.iter().enumerate() {
            let spelt = pattern.to_string();
            if let Some([leg]) = at.checked_sub(1).map(|before| self.patterns[before].legs.as_slice()) {
                leg.separate_from(&spelt, &mut text);
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
        let aim = self.spell_aim();
        if let [leg] = self.legs.as_slice() {
            let modes = mode_letters(leg.stops, self.en_passant);
            return write!(f, "{first}{wraps}{aim}{modes}{}{}", leg.manner_letters(), leg.spell_atom());
        }
        let ends: Vec<Modes> = self.legs.iter().map(|leg| leg.stops).filter(|stops| stops.any()).collect();
        let alike = ends.first().is_some_and(|first| ends.iter().all(|stops| stops == first));
        let outside = if alike { mode_letters(ends[0], false) } else { String::new() };
        write!(f, "{first}{wraps}{aim}{outside}[")?;
        for (at, leg) in self.legs.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| &self.legs[at]);
            if let Some(before) = before {
                f.write_str(if before.stops.any() { "?" } else { "-" })?;
            }
            f.write_str(&leg.spell_in_bracket(before, !alike, at + 1 == self.legs.len()))?;
        }
        f.write_str("]")
    }
}
