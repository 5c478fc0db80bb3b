use super::{Bits, BySquare};
use crate::geometry::{Board, Leap, Square};

/// One direction of a straight rider, and the most leaps it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ray {
    pub(crate) leap: Leap,
    pub(crate) max: Option<u8>,
}

/// A set of straight riders' rays that are looked up together.
///
/// A ray and the one opposite to it are one line: the squares of lower number below the rider and those of higher
/// number above it, so that what it sees of the line is a difference of two numbers.
#[derive(Debug)]
pub(crate) struct Slides<const W: usize> {
    /// The rays, sorted: what tells one set from another.
    pub(crate) rays: Vec<Ray>,
    lines: Box<[Line<W>]>,
    /// What an empty board lets the rider reach.
    span: BySquare<Bits<W>, W>,
}

/// What an empty board lets a rider reach on a line, below it and above it.
#[derive(Debug)]
struct Line<const W: usize> {
    lower: BySquare<Bits<W>, W>,
    upper: BySquare<Bits<W>, W>,
}

impl<const W: usize> Slides<W> {
    fn new(board: Board, rays: Vec<Ray>) -> Self {
        let is_upper = |leap: &Leap| (leap.dy, leap.dx) > (0, 0);
        let run = |ray: &Ray, from| -> Bits<W> {
            let steps = std::iter::successors(board.leap(from, ray.leap), |&at| board.leap(at, ray.leap));
            steps.take(ray.max.map_or(usize::MAX, usize::from)).collect()
        };
        let upper = |ray: &Ray| if is_upper(&ray.leap) { ray.leap } else { -ray.leap };
        let mut directions: Vec<Leap> = rays.iter().map(upper).collect();
        directions.sort_unstable();
        directions.dedup();
        let half = |leap: Leap| {
            let rays = || rays.iter().filter(|ray| ray.leap == leap);
            let runs = board.squares().map(|from| rays().fold(Bits::EMPTY, |half, ray| half | run(ray, from)));
            BySquare::new(runs, Bits::EMPTY)
        };
        let line = |&leap: &Leap| Line { lower: half(-leap), upper: half(leap) };
        let lines: Box<[Line<W>]> = directions.iter().map(line).collect();
        let whole = |at: Square| lines.iter().fold(Bits::EMPTY, |all, line| all | line.lower[at] | line.upper[at]);
        let span = BySquare::new(board.squares().map(whole), Bits::EMPTY);
        Self { rays, lines, span }
    }

    /// The set with these rays, made if there is none yet.
    pub(crate) fn intern(all: &mut Vec<Self>, board: Board, mut rays: Vec<Ray>) -> usize {
        rays.sort_unstable();
        rays.dedup();
        let known = all.iter().position(|slides| slides.rays == rays);
        known.unwrap_or_else(|| {
            all.push(Self::new(board, rays));
            all.len() - 1
        })
    }

    /// The squares reached from a square on an empty board.
    #[inline]
    pub(crate) fn span(&self, from: Square) -> Bits<W> {
        self.span[from]
    }

    /// The squares reached from a square on an empty board that a man on `hidden` would hide.
    pub(crate) fn behind(&self, from: Square, hidden: Square) -> Bits<W> {
        self.span(from) & !self.targets(from, Bits::of(hidden))
    }

    /// The squares reached from a square while `occupied` stands: up to and including the first man of each ray.
    #[inline]
    pub(crate) fn targets(&self, from: Square, occupied: Bits<W>) -> Bits<W> {
        let seen = |line: &Line<W>| Bits::seen_on_line(line.lower[from], line.upper[from], occupied);
        match &*self.lines {
            [one, other] => seen(one) | seen(other),
            lines => lines.iter().fold(Bits::EMPTY, |targets, line| targets | seen(line)),
        }
    }

    /// Shows every one of `riders` that stands on a ray from `from`, with the squares between.
    #[inline]
    pub(crate) fn each_line(&self, from: Square, riders: Bits<W>, visit: &mut impl FnMut(Bits<W>, Square)) {
        for Line { lower, upper } in &self.lines {
            for rider in ((lower[from] | upper[from]) & riders).iter() {
                // What the rider's own half of the line holds lies beyond it; the rest of this half is between.
                let half = if rider < from { lower } else { upper };
                visit(half[from] & !half[rider] & !Bits::of(rider), rider);
            }
        }
    }
}
