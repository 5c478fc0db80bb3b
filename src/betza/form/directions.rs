//! The winds that direction letters choose, and the letters for a choice.
//!
//! Winds are numbered as in [`crate::geometry::Wind`]: 0 is straight forward, 4 right, 8 backward, 12 left. For a
//! later leg of a path they count from the direction of the leg before it.

use crate::betza::ast::Direction::{self, Backward, Forward, Half, Left, Right, Sideways, Vertical};
use crate::source::{Span, Spanned};

/// A set of winds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Winds(u16);

/// The winds that letters choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Axis {
    /// Four, one of them straight forward: the directions of W, D, H.
    Orthogonal,
    /// Four halfway between those: the directions of F, A, G.
    Diagonal,
    /// Eight between all those: the directions of N, C, Z.
    Oblique,
    /// Eight, one of them straight forward: an oblique leap after another one.
    Eight,
}

/// Why letters choose nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// A unit is written the wrong way round; this is the right one.
    Order(&'static str),
    /// `vs` or `sv`, which would choose everything.
    Everything,
    /// `h` without its letter, or where there are no halves.
    Half,
}

/// One letter, or two that belong together, and the winds they choose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) span: Span,
    pub(crate) letters: (Direction, Option<Direction>),
    pub(crate) winds: Winds,
}

impl Winds {
    pub(crate) const NONE: Self = Self(0);

    /// The winds with these numbers.
    pub(crate) fn of(numbers: &[i32]) -> Self {
        numbers.iter().copied().collect()
    }

    /// Whether the wind with this number, modulo 16, is among them.
    pub(crate) const fn contains(self, number: i32) -> bool {
        self.0 >> number.rem_euclid(16) & 1 == 1
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[must_use]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The numbers of the winds, ascending.
    pub(crate) fn iter(self) -> impl Iterator<Item = i32> {
        (0..16).filter(move |&number| self.contains(number))
    }
}

impl FromIterator<i32> for Winds {
    fn from_iter<I: IntoIterator<Item = i32>>(numbers: I) -> Self {
        Self(numbers.into_iter().fold(0, |set, number| set | 1 << number.rem_euclid(16)))
    }
}

impl Axis {
    pub(crate) fn all(self) -> Winds {
        match self {
            Self::Orthogonal => Winds::of(&[0, 4, 8, 12]),
            Self::Diagonal => Winds::of(&[2, 6, 10, 14]),
            Self::Oblique => (0..8).map(|index| 2 * index + 1).collect(),
            Self::Eight => (0..8).map(|index| 2 * index).collect(),
        }
    }

    /// The winds that a letter alone chooses; `None` for `h`, which needs another letter.
    fn single(self, letter: Direction) -> Option<Winds> {
        let reach = match self {
            Self::Orthogonal | Self::Eight => 0,
            Self::Diagonal => 2,
            Self::Oblique => 1,
        };
        let around = |middle: i32| Winds::of(&[middle - reach, middle + reach]);
        Some(match letter {
            Forward => around(0),
            Right => around(4),
            Backward => around(8),
            Left => around(12),
            Vertical => around(0).or(around(8)),
            Sideways => around(4).or(around(12)),
            Half => return None,
        })
    }

    /// The winds that two adjacent letters choose together; `None` if each has its own meaning.
    fn pair(self, first: Direction, second: Direction) -> Option<Result<Winds, Problem>> {
        if self == Self::Orthogonal {
            return None;
        }
        if first == second && first != Half {
            return self.single(first).map(Ok);
        }
        let winds = match (first, second) {
            (Sideways, Forward) => return Some(Err(Problem::Order("fs"))),
            (Sideways, Backward) => return Some(Err(Problem::Order("bs"))),
            (Vertical, Left) => return Some(Err(Problem::Order("lv"))),
            (Vertical, Right) => return Some(Err(Problem::Order("rv"))),
            (Vertical, Sideways) | (Sideways, Vertical) => return Some(Err(Problem::Everything)),
            (Forward | Backward | Left | Right, Half) => return Some(Ok(self.half(first))),
            (Half, Right | Left) if self == Self::Oblique => {
                let right = Winds::of(&[1, 5, 9, 13]);
                if second == Right { right } else { self.all().without(right) }
            }
            (Half, _) => return Some(Err(Problem::Half)),
            (Forward | Backward, Left | Right | Sideways) | (Left | Right, Forward | Backward | Vertical) => {
                return Some(Ok(self.perpendicular(first, second)));
            }
            _ => return None,
        };
        Some(Ok(winds))
    }

    fn half(self, side: Direction) -> Winds {
        let middle = middle(side);
        let reach = if self == Self::Oblique { 3 } else { 2 };
        self.all().iter().filter(|&wind| (-reach..=reach).any(|turn| (middle + turn - wind) % 16 == 0)).collect()
    }

    fn perpendicular(self, first: Direction, second: Direction) -> Winds {
        match (self, second) {
            (_, Sideways | Vertical) => {
                let (one, other) = if second == Sideways { (Left, Right) } else { (Forward, Backward) };
                self.perpendicular(first, one).or(self.perpendicular(first, other))
            }
            // The first letter chooses a half, the second a narrow pair. They share one wind.
            (Self::Oblique, _) => self.half(first).and(self.single(second).unwrap_or_default()),
            _ => {
                let (a, b) = (middle(first), middle(second));
                // The wind halfway between two that are a quarter turn from each other.
                let turn = if (b - a).rem_euclid(16) == 4 { 2 } else { -2 };
                Winds::of(&[a + turn])
            }
        }
    }

    /// Groups letters into units, from left to right.
    pub(crate) fn units(self, letters: &[Spanned<Direction>]) -> Result<Vec<Unit>, (Span, Problem)> {
        let mut units = Vec::new();
        let mut rest = letters;
        while let [first, after @ ..] = rest {
            let next = after.first().filter(|next| next.span.start == first.span.end);
            let joined = next.and_then(|next| Some((next, self.pair(first.value, next.value)?)));
            if let Some((next, winds)) = joined {
                let span = first.span.to(next.span);
                let winds = winds.map_err(|problem| (span, problem))?;
                units.push(Unit { span, letters: (first.value, Some(next.value)), winds });
                rest = &after[1..];
            } else {
                let winds = self.single(first.value).ok_or((first.span, Problem::Half))?;
                units.push(Unit { span: first.span, letters: (first.value, None), winds });
                rest = after;
            }
        }
        Ok(units)
    }

    /// The winds that letters choose.
    pub(crate) fn select(self, letters: &[Spanned<Direction>]) -> Result<Winds, (Span, Problem)> {
        let units = self.units(letters)?;
        Ok(units.iter().fold(Winds::NONE, |all, unit| all.or(unit.winds)))
    }

    /// Letters that choose exactly these winds, all of which are in [`Axis::all`].
    pub(crate) fn spell(self, winds: Winds) -> String {
        let units: &[&str] = match self {
            Self::Orthogonal => &["v", "f", "b", "s", "l", "r"],
            Self::Diagonal => &["v", "f", "b", "l", "r", "fr", "fl", "br", "bl"],
            Self::Oblique => &[
                "v", "s", "fh", "bh", "lh", "rh", "hr", "hl", "ff", "bb", "ll", "rr", "fs", "bs", "lv", "rv", "lf",
                "rf", "lb", "rb", "fl", "fr", "bl", "br",
            ],
            Self::Eight => &["v", "s", "f", "b", "l", "r", "fs", "bs", "fr", "fl", "br", "bl"],
        };
        let of = |text: &str| self.select(&placed(text)).unwrap_or_default();
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

/// The wind that a letter names.
const fn middle(letter: Direction) -> i32 {
    match letter {
        Right => 4,
        Backward => 8,
        Left => 12,
        _ => 0,
    }
}

/// The letters of a text, with their places in it.
pub(crate) fn placed(text: &str) -> Vec<Spanned<Direction>> {
    let letter = |symbol| {
        [Forward, Backward, Left, Right, Vertical, Sideways, Half].into_iter().find(|letter| letter.symbol() == symbol)
    };
    let placed =
        text.char_indices().filter_map(|(at, symbol)| Some(Spanned::new(letter(symbol)?, Span::new(at, at + 1))));
    placed.collect()
}

/// Whether letters along both axes of the board are among these, or `h`, which alone means both.
pub(crate) fn is_crossed(letters: &[Spanned<Direction>]) -> bool {
    let any = |of: [Direction; 3]| letters.iter().any(|letter| of.contains(&letter.value));
    any([Forward, Backward, Vertical]) && any([Left, Right, Sideways]) || any([Half; 3])
}

/// Whether letters cross on several axes at once, which programs read differently.
pub(crate) fn is_ambiguous(axes: &[Axis], letters: &[Spanned<Direction>]) -> bool {
    axes.len() > 1 && is_crossed(letters)
}
