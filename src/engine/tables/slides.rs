use super::Bits;
use crate::geometry::{Board, Leap};

/// A set of straight riders' rays that are looked up together.
///
/// Every ray goes through squares of ascending or of descending number, so the first man on it is the lowest
/// or the highest bit of what stands on the ray.
#[derive(Debug)]
pub(crate) struct Slides<const W: usize> {
    /// The leaps and the most of them, sorted: what tells one set from another.
    pub(crate) leaps: Vec<Leap>,
    pub(crate) most: Option<u8>,
    rays: Vec<Ray<W>>,
}

#[derive(Debug)]
struct Ray<const W: usize> {
    ascending: bool,
    /// By square: the squares the rider can reach on an empty board, in the range allowed.
    reach: Box<[Bits<W>]>,
    /// By square: all squares further on, to the edge. Nothing is further on than the first and the last square
    /// that `W` words hold, so that these can stand for "no man on the ray".
    beyond: Box<[Bits<W>]>,
}

impl<const W: usize> Slides<W> {
    fn new(board: Board, leaps: Vec<Leap>, most: Option<u8>) -> Self {
        let run = |leap: Leap, most: Option<u8>| -> Box<[Bits<W>]> {
            let from = |square| {
                let steps = std::iter::successors(board.leap(square, leap), |&at| board.leap(at, leap));
                steps.take(most.map_or(usize::MAX, usize::from)).collect()
            };
            let none = std::iter::repeat_n(Bits::EMPTY, 64 * W - board.len());
            board.squares().map(from).chain(none).collect()
        };
        let rays = leaps.iter().map(|&leap| Ray {
            ascending: (leap.dy, leap.dx) > (0, 0),
            reach: run(leap, most),
            beyond: run(leap, None),
        });
        Self { rays: rays.collect(), leaps, most }
    }

    /// The set with these rays, made if there is none yet.
    pub(crate) fn intern(all: &mut Vec<Self>, board: Board, mut leaps: Vec<Leap>, most: Option<u8>) -> usize {
        leaps.sort_unstable();
        leaps.dedup();
        let known = all.iter().position(|slides| slides.leaps == leaps && slides.most == most);
        known.unwrap_or_else(|| {
            all.push(Self::new(board, leaps, most));
            all.len() - 1
        })
    }

    /// The squares reached from a square while `occupied` stands: up to and including the first man of each ray.
    #[inline]
    pub(crate) fn targets(&self, from: crate::geometry::Square, occupied: Bits<W>) -> Bits<W> {
        let mut targets = Bits::EMPTY;
        for ray in &self.rays {
            let reach = ray.reach[from.index()];
            let men = reach & occupied;
            let first = if ray.ascending { men.lowest() } else { men.highest() };
            targets |= reach & !ray.beyond[first];
        }
        targets
    }

    /// For every ray from `from` on which one of `riders` stands: the squares between, and the rider.
    ///
    /// Only the riders in range count, and each ray gives its nearest one.
    #[inline]
    pub(crate) fn lines(
        &self,
        from: crate::geometry::Square,
        riders: Bits<W>,
    ) -> impl Iterator<Item = (Bits<W>, crate::geometry::Square)> + '_ {
        self.rays.iter().flat_map(move |ray| {
            let reach = ray.reach[from.index()];
            // Every rider of the ray, for a nearer one may be what a further one is blocked by.
            (reach & riders).iter().map(move |rider| {
                let mut between = reach & !ray.beyond[rider.index()];
                between.remove(rider);
                (between, rider)
            })
        })
    }
}
