use super::Bits;
use crate::geometry::{Board, Leap, Square};

/// One direction of a straight rider, and the most leaps it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ray {
    pub(crate) leap: Leap,
    pub(crate) most: Option<u8>,
}

/// A set of straight riders' rays that are looked up together.
///
/// A ray and the one opposite to it are one line: the squares of lower number below the rider and those of higher
/// number above it, so that what it sees of the line is a difference of two numbers.
#[derive(Debug)]
pub(crate) struct Slides<const W: usize> {
    /// The rays, sorted: what tells one set from another.
    pub(crate) rays: Vec<Ray>,
    lines: usize,
    /// By square and line: what an empty board lets the rider reach below and above it.
    reach: Box<[Line<W>]>,
    /// By square: what an empty board lets the rider reach.
    span: Box<[Bits<W>]>,
}

#[derive(Clone, Copy, Debug)]
struct Line<const W: usize> {
    lower: Bits<W>,
    upper: Bits<W>,
}

impl<const W: usize> Slides<W> {
    fn new(board: Board, rays: Vec<Ray>) -> Self {
        let is_upper = |leap: &Leap| (leap.dy, leap.dx) > (0, 0);
        let run = |ray: &Ray, from| -> Bits<W> {
            let steps = std::iter::successors(board.leap(from, ray.leap), |&at| board.leap(at, ray.leap));
            steps.take(ray.most.map_or(usize::MAX, usize::from)).collect()
        };
        let upper = |ray: &Ray| if is_upper(&ray.leap) { ray.leap } else { -ray.leap };
        let mut directions: Vec<Leap> = rays.iter().map(upper).collect();
        directions.sort_unstable();
        directions.dedup();
        let line = |leap: Leap, from| {
            let half = |leap| {
                rays.iter().filter(|ray| ray.leap == leap).fold(Bits::EMPTY, |half, ray| half | run(ray, from))
            };
            Line { lower: half(-leap), upper: half(leap) }
        };
        let of_square = |from| directions.iter().map(move |&leap| line(leap, from)).collect::<Vec<_>>();
        let reach: Box<[Line<W>]> = board.squares().flat_map(of_square).collect();
        let whole = |lines: &[Line<W>]| lines.iter().fold(Bits::EMPTY, |all, line| all | line.lower | line.upper);
        let span = reach.chunks(directions.len().max(1)).map(whole).collect();
        Self { lines: directions.len(), reach, span, rays }
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

    #[inline]
    fn lines_of(&self, square: Square) -> &[Line<W>] {
        let start = square.index() * self.lines;
        &self.reach[start..start + self.lines]
    }

    /// The squares reached from a square on an empty board.
    #[inline]
    pub(crate) fn span(&self, from: Square) -> Bits<W> {
        self.span[from.index()]
    }

    /// The squares reached from a square while `occupied` stands: up to and including the first man of each ray.
    #[inline]
    pub(crate) fn targets(&self, from: Square, occupied: Bits<W>) -> Bits<W> {
        let lines = self.lines_of(from).iter();
        lines.fold(Bits::EMPTY, |targets, line| targets | Bits::seen_on_line(line.lower, line.upper, occupied))
    }

    /// Shows every one of `riders` that stands on a ray from `from`, with the squares between.
    #[inline]
    pub(crate) fn each_line(&self, from: Square, riders: Bits<W>, visit: &mut impl FnMut(Bits<W>, Square)) {
        for (number, line) in self.lines_of(from).iter().enumerate() {
            for rider in ((line.lower | line.upper) & riders).iter() {
                // What the rider's own half of the line holds lies beyond it; the rest of this half is between.
                let beyond = self.lines_of(rider)[number];
                let (half, beyond) = if rider < from { (line.lower, beyond.lower) } else { (line.upper, beyond.upper) };
                visit(half & !beyond & !Bits::of(rider), rider);
            }
        }
    }
}
