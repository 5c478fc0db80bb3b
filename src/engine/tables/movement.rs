//! Where a piece goes from each square, in one mode: by leaps, by slides, and by paths with conditions.

use super::expand::{End, ends, is_straight_rider};
use super::{Bits, BySquare, Ray, Slides};
use crate::engine::CompileError;
use crate::geometry::{Board, LeapClass, Square, SquareSet};
use crate::model::{Modes, Movement, Path};

/// The ends of a movement in one mode, for every square it can start from.
#[derive(Debug, Default)]
pub(crate) struct MoveTable<const W: usize> {
    /// Where it goes whatever stands between; `None` if it has no leaps at all.
    leaps: Option<BySquare<Bits<W>, W>>,
    /// Its rays class by class, as different men share them; indices into the game's slides.
    pub(crate) slides: Vec<usize>,
    /// All its rays together, another such index.
    pub(crate) all_slides: Option<usize>,
    /// By square: ends with conditions. Empty if it has none at all.
    pub(crate) paths: Box<[Box<[ConditionalEnd<W>]>]>,
    /// By square: where slides may end, if not everywhere.
    pub(crate) slide_mask: Option<Box<[Bits<W>]>>,
}

/// An end that is reached if one of its needs is met.
#[derive(Debug)]
pub(crate) struct ConditionalEnd<const W: usize> {
    pub(crate) to: Square,
    pub(crate) needs: Box<[Need<W>]>,
}

/// Squares that must be empty and squares that must be occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need<const W: usize> {
    pub(crate) empty: Bits<W>,
    pub(crate) occupied: Bits<W>,
}

impl<const W: usize> Need<W> {
    #[inline]
    pub(crate) fn is_met(&self, men: Bits<W>) -> bool {
        ((self.empty & men) | (self.occupied & !men)).is_empty()
    }

    fn implies(&self, other: &Self) -> bool {
        (other.empty & !self.empty).is_empty() && (other.occupied & !self.occupied).is_empty()
    }
}

/// What a table is made from.
pub(crate) struct Recipe<'a, const W: usize> {
    pub(crate) board: Board,
    /// How it moves from each square; the same movement everywhere, unless `by_square`.
    pub(crate) movement: &'a dyn Fn(Square) -> &'a Movement,
    /// Whether the movement differs between squares, so that no slides can be shared.
    pub(crate) by_square: bool,
    /// Where paths of a first move may start.
    pub(crate) first_squares: SquareSet,
    /// Where a move from each square may end.
    pub(crate) mask: Option<&'a [Bits<W>]>,
}

impl<const W: usize> Recipe<'_, W> {
    /// The table of the ends that `mode` allows.
    pub(crate) fn table(&self, mode: Modes, all: &mut Vec<Slides<W>>) -> Result<MoveTable<W>, CompileError> {
        let mut table = MoveTable::default();
        if !self.by_square
            && let Some(square) = self.board.squares().next()
        {
            let movement = (self.movement)(square);
            if !movement.paths.iter().any(|path| ends_in(path, mode)) {
                return Ok(table);
            }
            table.slides = self.slides(movement, mode, all);
            let rays = table.slides.iter().flat_map(|&slides| all[slides].rays.iter().copied()).collect::<Vec<_>>();
            table.all_slides = (!rays.is_empty()).then(|| Slides::intern(all, self.board, rays));
        }
        let mut leaps = Vec::with_capacity(self.board.len());
        let mut paths = Vec::with_capacity(self.board.len());
        let mut found = Vec::new();
        for from in self.board.squares() {
            let (to, conditional) = self.ends_from(from, mode, &mut found)?;
            leaps.push(to);
            paths.push(conditional.into_boxed_slice());
        }
        if leaps.iter().any(|to| !to.is_empty()) {
            table.leaps = Some(BySquare::new(leaps, Bits::EMPTY));
        }
        if paths.iter().any(|ends| !ends.is_empty()) {
            table.paths = paths.into();
        }
        if let Some(mask) = self.mask
            && !table.slides.is_empty()
        {
            table.slide_mask = Some(mask.into());
        }
        Ok(table)
    }

    /// The rays of straight riders, those of one class together so that different men share them.
    fn slides(&self, movement: &Movement, mode: Modes, all: &mut Vec<Slides<W>>) -> Vec<usize> {
        type Group = ((LeapClass, u8, Option<u8>), Vec<Ray>);
        let mut groups: Vec<Group> = Vec::new();
        for path in &movement.paths {
            let Some(leg) = is_straight_rider(path).filter(|leg| leg.stops.and(mode).any()) else { continue };
            let key = (leg.leap.class(), leg.leap.ring_index() % 2, leg.most);
            let ray = Ray { leap: leg.leap, most: leg.most };
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, rays)) => rays.push(ray),
                None => groups.push((key, vec![ray])),
            }
        }
        groups.into_iter().map(|(_, rays)| Slides::intern(all, self.board, rays)).collect()
    }

    /// The ends from a square: those reached by leaps, and those with conditions; `found` is a list to work with.
    fn ends_from(
        &self,
        from: Square,
        mode: Modes,
        found: &mut Vec<End<W>>,
    ) -> Result<(Bits<W>, Vec<ConditionalEnd<W>>), CompileError> {
        found.clear();
        for path in &(self.movement)(from).paths {
            let starts = !path.first_move_only || self.first_squares.contains(from);
            if starts && ends_in(path, mode) && (self.by_square || is_straight_rider(path).is_none()) {
                ends(self.board, path, from, found)?;
            }
        }
        let mask = self.mask.map(|mask| mask[from.index()]);
        let mut leaps = Bits::EMPTY;
        let mut conditional: Vec<(Square, Vec<Need<W>>)> = Vec::new();
        for End { to, modes, empty, occupied } in found.drain(..) {
            if !modes.and(mode).any() || mask.is_some_and(|mask| !mask.contains(to)) {
                continue;
            }
            let need = Need { empty, occupied };
            if (empty | occupied).is_empty() {
                leaps.insert(to);
            } else {
                match conditional.iter_mut().find(|(other, _)| *other == to) {
                    Some((_, needs)) => needs.push(need),
                    None => conditional.push((to, vec![need])),
                }
            }
        }
        conditional.retain(|(to, _)| !leaps.contains(*to));
        let end = |(to, needs): (Square, Vec<Need<W>>)| ConditionalEnd { to, needs: least_needs(needs).into() };
        Ok((leaps, conditional.into_iter().map(end).collect()))
    }
}

/// Whether a path has ends of this mode.
fn ends_in(path: &Path, mode: Modes) -> bool {
    path.legs.iter().any(|leg| leg.stops.and(mode).any())
}

/// The needs that no other one makes superfluous.
fn least_needs<const W: usize>(needs: Vec<Need<W>>) -> Vec<Need<W>> {
    if needs.len() == 1 {
        return needs;
    }
    let mut kept: Vec<Need<W>> = Vec::new();
    for need in needs {
        if !kept.iter().any(|other| need.implies(other)) {
            kept.retain(|other| !other.implies(&need));
            kept.push(need);
        }
    }
    kept
}

impl<const W: usize> ConditionalEnd<W> {
    #[inline]
    pub(crate) fn is_reached(&self, men: Bits<W>) -> bool {
        self.needs.iter().any(|need| need.is_met(men))
    }
}

impl<const W: usize> MoveTable<W> {
    /// Whether it only leaps.
    pub(crate) fn only_leaps(&self) -> bool {
        self.slides.is_empty() && self.paths.is_empty()
    }

    /// Whether it only slides, and ends its slides anywhere.
    pub(crate) fn only_slides(&self) -> bool {
        self.leaps.is_none() && self.paths.is_empty() && self.slide_mask.is_none()
    }

    /// Whether it goes nowhere from anywhere.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.leaps.is_none() && self.slides.is_empty() && self.paths.is_empty()
    }

    /// The leaps from a square.
    #[inline]
    pub(crate) fn leaps(&self, from: Square) -> Bits<W> {
        self.leaps.as_ref().map_or(Bits::EMPTY, |leaps| leaps[from])
    }

    /// The ends with conditions from a square.
    #[inline]
    pub(crate) fn paths(&self, from: Square) -> &[ConditionalEnd<W>] {
        self.paths.get(from.index()).map_or(&[], |ends| ends)
    }

    /// The squares that its slides from a square look at.
    #[inline]
    pub(crate) fn seen(&self, all: &[Slides<W>], from: Square, men: Bits<W>) -> Bits<W> {
        self.all_slides.map_or(Bits::EMPTY, |slides| all[slides].targets(from, men))
    }

    /// The squares slid to from a square.
    #[inline]
    pub(crate) fn slid(&self, all: &[Slides<W>], from: Square, men: Bits<W>) -> Bits<W> {
        let slid = self.seen(all, from, men);
        match &self.slide_mask {
            None => slid,
            Some(mask) => slid & mask[from.index()],
        }
    }

    /// All squares reached from a square while `men` stand, whoever stands on them.
    #[inline]
    pub(crate) fn targets(&self, all: &[Slides<W>], from: Square, men: Bits<W>) -> Bits<W> {
        let mut targets = self.leaps(from) | self.slid(all, from, men);
        for end in self.paths(from) {
            if end.is_reached(men) {
                targets.insert(end.to);
            }
        }
        targets
    }
    /// All squares to which it might go from a square, while some men or others stand somewhere.
    pub(crate) fn conceivable(&self, all: &[Slides<W>], from: Square) -> Bits<W> {
        let conditional = self.paths(from).iter().map(|end| end.to);
        self.leaps(from) | self.slid(all, from, Bits::EMPTY) | conditional.collect()
    }
}
