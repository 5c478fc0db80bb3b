use super::{Bits, BySquare};
use crate::geometry::{Board, Leap, Square};

/// One direction of a straight rider, and the most leaps it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ray {
    pub(crate) leap: Leap,
    pub(crate) max: Option<u8>,
}

/// A set of rays of straight riders that are looked up together.
///
/// A ray and the opposite one form a line. The squares of the line that have lower numbers than the rider's and those
/// that have higher ones are stored apart, as [`Bits::seen_on_line`] needs them.
#[derive(Debug)]
pub(crate) struct Slides<const W: usize> {
    /// The rays, sorted; they identify the set.
    pub(crate) rays: Vec<Ray>,
    lines: Box<[SlideLine<W>]>,
    /// The squares reached on an empty board.
    empty_board_attacks: BySquare<Bits<W>, W>,
}

/// The squares of one line that are reached on an empty board.
#[derive(Debug)]
struct SlideLine<const W: usize> {
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
            let runs = board.rectangle().map(|from| rays().fold(Bits::EMPTY, |half, ray| half | run(ray, from)));
            BySquare::new(runs, Bits::EMPTY)
        };
        let line = |&leap: &Leap| SlideLine { lower: half(-leap), upper: half(leap) };
        let lines: Box<[SlideLine<W>]> = directions.iter().map(line).collect();
        let whole = |at: Square| lines.iter().fold(Bits::EMPTY, |all, line| all | line.lower[at] | line.upper[at]);
        let empty_board_attacks = BySquare::new(board.rectangle().map(whole), Bits::EMPTY);
        Self { rays, lines, empty_board_attacks }
    }

    /// The index of the set with these rays, which is added if it is missing.
    pub(crate) fn intern(all: &mut Vec<Self>, board: Board, mut rays: Vec<Ray>) -> usize {
        rays.sort_unstable();
        rays.dedup();
        let known = all.iter().position(|slides| slides.rays == rays);
        known.unwrap_or_else(|| {
            all.push(Self::new(board, rays));
            all.len() - 1
        })
    }

    /// The memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.lines.len() * size_of::<SlideLine<W>>() + size_of::<Self>()
    }

    /// The squares reached from a square on an empty board.
    #[inline]
    pub(crate) fn empty_board_attacks(&self, from: Square) -> Bits<W> {
        self.empty_board_attacks[from]
    }

    /// The squares reached from a square on an empty board, but not past a man on `hidden`.
    pub(crate) fn behind(&self, from: Square, hidden: Square) -> Bits<W> {
        self.empty_board_attacks(from) & !self.targets(from, Bits::of(hidden))
    }

    /// The squares reached from a square past no man of `occupied`: each ray ends with the first man on it, which is
    /// included.
    #[inline]
    pub(crate) fn targets(&self, from: Square, occupied: Bits<W>) -> Bits<W> {
        let seen = |line: &SlideLine<W>| Bits::seen_on_line(line.lower[from], line.upper[from], occupied);
        match &*self.lines {
            [one, other] => seen(one) | seen(other),
            lines => lines.iter().fold(Bits::EMPTY, |targets, line| targets | seen(line)),
        }
    }

    /// Calls `visit` for each of `riders` on a ray from `from`, with the squares between.
    #[inline]
    pub(crate) fn each_line(&self, from: Square, riders: Bits<W>, visit: &mut impl FnMut(Bits<W>, Square)) {
        for SlideLine { lower, upper } in &self.lines {
            for rider in ((lower[from] | upper[from]) & riders).iter() {
                // The rider's own half of the line lies beyond the rider. The rest of this half lies between.
                let half = if rider < from { lower } else { upper };
                visit(half[from] & !half[rider] & !Bits::of(rider), rider);
            }
        }
    }
}
