//! Movement of a piece from each square, in one mode: leaps, slides, and paths with conditions.

use std::collections::HashMap;
use std::sync::Arc;

use super::budget::{Budget, Exhausted};
use super::expand::{End, Route, as_single_leap, as_straight_rider};
use super::{Bits, BySquare, Ray, Slides};
use crate::geometry::{Board, LeapClass, Square, SquareSet};
use crate::model::{Curve, Joined, Leg, Modes, Movement, Path};

/// The ends of a movement in one mode, for every square it can start from.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveTable<const W: usize> {
    /// Unconditional ends; `None` if there are none.
    leaps: Option<BySquare<Bits<W>, W>>,
    /// The slides, as indices into `Tables::slides`. The rays of each class of leaps have an index of their own,
    /// because attack tables combine the men that share such a set.
    pub(crate) slides: Vec<usize>,
    /// All rays of the slides together, as one such index: moves need a single look-up.
    pub(crate) all_slides: Option<usize>,
    /// By square: ends with conditions; empty if there are none. Pieces with the same paths share them.
    pub(crate) paths: Arc<[Box<[ConditionalEnd<W>]>]>,
    /// By square: where slides may end, if not everywhere.
    pub(crate) slide_mask: Option<Box<[Bits<W>]>>,
}

/// An end that is reached if at least one of its needs is met.
#[derive(Debug)]
pub(crate) struct ConditionalEnd<const W: usize> {
    pub(crate) to: Square,
    pub(crate) needs: Box<[Need<W>]>,
}

/// The squares along one path that must be empty, and those that must be occupied, by men that can be hopped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need<const W: usize> {
    pub(crate) empty: Bits<W>,
    pub(crate) occupied: Bits<W>,
}

impl<const W: usize> Need<W> {
    #[inline]
    pub(crate) fn is_met(&self, men: Bits<W>, hurdles: Bits<W>) -> bool {
        ((self.empty & men) | (self.occupied & !hurdles)).is_empty()
    }

    fn implies(&self, other: &Self) -> bool {
        (other.empty & !self.empty).is_empty() && (other.occupied & !self.occupied).is_empty()
    }
}

/// The input of a movement table.
pub(crate) struct TableBuilder<'a, const W: usize> {
    pub(crate) board: Board,
    /// The movement from each square; the same everywhere unless `by_square`.
    pub(crate) movement: &'a dyn Fn(Square) -> &'a Movement,
    /// Whether the movement differs between squares. Slides are shared by all squares, so such a movement is expanded
    /// into paths.
    pub(crate) by_square: bool,
    /// The squares where a path that is restricted to the first move may start.
    pub(crate) first_squares: SquareSet,
    /// The squares where a move from each square may end.
    pub(crate) mask: Option<&'a [Bits<W>]>,
}

/// Storage shared by the tables of one game.
#[derive(Debug, Default)]
pub(crate) struct TableCache<const W: usize> {
    /// The distinct sets of rays.
    pub(crate) slides: Vec<Slides<W>>,
    /// Tables with conditions, which are slow to build, by what they were built from.
    made: HashMap<TableKey<W>, MoveTable<W>>,
    pub(crate) budget: Budget,
    /// The lines of the board.
    pub(crate) lines: Joined,
}

impl<const W: usize> TableCache<W> {
    /// Nothing yet, for a board with these lines.
    pub(crate) fn new(lines: Joined) -> Self {
        Self { lines, ..Self::default() }
    }
}

/// Everything that a table with one movement for all squares depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
struct TableKey<const W: usize> {
    paths: Vec<Path>,
    mode: Modes,
    first_squares: SquareSet,
    mask: Option<Box<[Bits<W>]>>,
}

impl<const W: usize> TableKey<W> {
    fn new(paths: &[&Path], mode: Modes, builder: &TableBuilder<'_, W>) -> Self {
        // A straight path that visits no square twice has the same ends in every mode it has.
        let plain = |path: &Path| matches!(path.legs.as_slice(), [leg] if leg.curve == Curve::Straight && !path.wraps);
        let bare = |path: &&Path| {
            let plain = plain(path);
            let stops = |stops: Modes| if plain { Modes::BOTH } else { stops.and(mode) };
            let legs = path.legs.iter().map(|leg| Leg { stops: stops(leg.stops), ..leg.clone() });
            Path { legs: legs.collect(), en_passant: false, ..**path }
        };
        let all_plain = paths.iter().all(|path| plain(path));
        let first_squares = paths.iter().any(|path| path.first_move_only).then_some(builder.first_squares);
        Self {
            paths: paths.iter().map(bare).collect(),
            mode: if all_plain { Modes::BOTH } else { mode },
            first_squares: first_squares.unwrap_or(SquareSet::EMPTY),
            mask: builder.mask.map(Into::into),
        }
    }
}

/// Buffers that are reused for every square.
#[derive(Default)]
struct Scratch<const W: usize> {
    ends: Vec<End<W>>,
    needs: Vec<Need<W>>,
    conditional: Vec<ConditionalEnd<W>>,
}

impl<const W: usize> TableBuilder<'_, W> {
    /// The table of the ends that `mode` allows.
    pub(crate) fn table(&self, mode: Modes, cache: &mut TableCache<W>) -> Result<MoveTable<W>, Exhausted> {
        let Some(anywhere) = self.board.squares().next().filter(|_| !self.by_square) else {
            let mut table = MoveTable::default();
            let TableCache { budget, lines, .. } = cache;
            self.walk(mode, |_| true, BySquare::all(Bits::EMPTY), &mut table, lines, budget)?;
            return Ok(table);
        };
        let movement = (self.movement)(anywhere);
        cache.budget.spend(movement.paths.len() * self.board.len())?;
        let paths: Vec<&Path> = movement.paths.iter().filter(|path| ends_in(path, mode)).collect();
        if paths.is_empty() {
            return Ok(MoveTable::default());
        }
        let has_conditions = |path: &Path| as_straight_rider(path).or_else(|| as_single_leap(path)).is_none();
        if !paths.iter().any(|path| has_conditions(path)) {
            return self.uniform(movement, &paths, mode, has_conditions, cache);
        }
        let key = TableKey::new(&paths, mode, self);
        if let Some(table) = cache.made.get(&key) {
            return Ok(table.clone());
        }
        let table = self.uniform(movement, &paths, mode, has_conditions, cache)?;
        cache.made.insert(key, table.clone());
        Ok(table)
    }

    /// The table of a movement that is the same from every square and has these paths in this mode.
    fn uniform(
        &self,
        movement: &Movement,
        paths: &[&Path],
        mode: Modes,
        has_conditions: impl Fn(&Path) -> bool,
        TableCache { slides: all, budget, lines, .. }: &mut TableCache<W>,
    ) -> Result<MoveTable<W>, Exhausted> {
        let known = all.len();
        let mut table = MoveTable { slides: self.slides(movement, mode, all), ..MoveTable::default() };
        let rays = table.slides.iter().flat_map(|&slides| all[slides].rays.iter().copied()).collect::<Vec<_>>();
        table.all_slides = (!rays.is_empty()).then(|| Slides::intern(all, self.board, rays));
        budget.keep(all[known..].iter().map(Slides::bytes).sum())?;
        let mut leaps = BySquare::all(Bits::EMPTY);
        for (path, leg) in paths.iter().filter_map(|path| Some((path, as_single_leap(path)?))) {
            for (from, to) in self.board.leaps(leg.leap) {
                if self.may_start(path, from) && self.may_end(from, to) {
                    leaps[from].insert(to);
                }
            }
        }
        self.walk(mode, has_conditions, leaps, &mut table, lines, budget)?;
        if let Some(mask) = self.mask
            && !table.slides.is_empty()
        {
            table.slide_mask = Some(mask.into());
        }
        Ok(table)
    }

    fn may_start(&self, path: &Path, from: Square) -> bool {
        !path.first_move_only || self.first_squares.contains(from)
    }

    fn may_end(&self, from: Square, to: Square) -> bool {
        self.mask.is_none_or(|mask| mask[from.index()].contains(to))
    }

    /// Expands the wanted paths from every square, and adds their ends and the given leaps to the table.
    fn walk(
        &self,
        mode: Modes,
        wanted: impl Fn(&Path) -> bool,
        mut leaps: BySquare<Bits<W>, W>,
        table: &mut MoveTable<W>,
        lines: &Joined,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let mut scratch = Scratch::default();
        let mut routes: Option<(&Movement, Vec<Route<'_>>)> = None;
        let mut paths = Vec::new();
        for from in self.board.rectangle() {
            let movement = (self.movement)(from);
            if !routes.as_ref().is_some_and(|(of, _)| std::ptr::eq(*of, movement)) {
                budget.spend(movement.paths.len())?;
                let ways = movement.paths.iter().filter(|path| ends_in(path, mode) && wanted(path)).map(Route::new);
                routes = Some((movement, ways.collect()));
            }
            let routes = routes.iter().flat_map(|(_, routes)| routes);
            for route in routes.filter(|route| self.may_start(route.path, from)) {
                route.ends(self.board, lines, from, &mut scratch.ends, budget)?;
            }
            paths.push(self.split_conditional(from, mode, &mut leaps[from], &mut scratch, budget)?);
        }
        if self.board.squares().any(|from| !leaps[from].is_empty()) {
            budget.keep(self.board.len() * size_of::<Bits<W>>())?;
            table.leaps = Some(leaps);
        }
        if paths.iter().any(|ends| !ends.is_empty()) {
            table.paths = paths.into();
        }
        Ok(())
    }

    /// The rays of straight riders, one set for each class of leaps and limit, so that different pieces share the sets.
    fn slides(&self, movement: &Movement, mode: Modes, all: &mut Vec<Slides<W>>) -> Vec<usize> {
        type Group = ((LeapClass, u8, Option<u8>), Vec<Ray>);
        let mut groups: Vec<Group> = Vec::new();
        for path in &movement.paths {
            let Some(leg) = as_straight_rider(path).filter(|leg| leg.stops.and(mode).any()) else { continue };
            let key = (leg.leap.class(), leg.leap.ring_index() % 2, leg.most);
            let ray = Ray { leap: leg.leap, max: leg.most };
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, rays)) => rays.push(ray),
                None => groups.push((key, vec![ray])),
            }
        }
        groups.into_iter().map(|(_, rays)| Slides::intern(all, self.board, rays)).collect()
    }

    /// Adds the unconditional ends from a square to the leaps, and returns the others.
    fn split_conditional(
        &self,
        from: Square,
        mode: Modes,
        leaps: &mut Bits<W>,
        scratch: &mut Scratch<W>,
        budget: &mut Budget,
    ) -> Result<Box<[ConditionalEnd<W>]>, Exhausted> {
        let Scratch { ends, needs, conditional } = scratch;
        ends.retain(|end| end.modes.and(mode).any() && self.may_end(from, end.to));
        *leaps |= ends.iter().filter(|end| end.is_unconditional()).map(|end| end.to).collect();
        let mut done = *leaps;
        for at in 0..ends.len() {
            let to = ends[at].to;
            if done.contains(to) {
                continue;
            }
            done.insert(to);
            budget.spend(ends.len() - at)?;
            minimal_needs(ends[at..].iter().filter(|end| end.to == to), needs, budget)?;
            budget.keep(size_of::<ConditionalEnd<W>>() + needs.len() * size_of::<Need<W>>())?;
            conditional.push(ConditionalEnd { to, needs: needs.as_slice().into() });
        }
        ends.clear();
        Ok(conditional.drain(..).collect())
    }
}

fn ends_in(path: &Path, mode: Modes) -> bool {
    path.legs.iter().any(|leg| leg.stops.and(mode).any())
}

/// The needs of these ends, without any that implies another: the weaker one suffices.
fn minimal_needs<'a, const W: usize>(
    ends: impl Iterator<Item = &'a End<W>>,
    kept: &mut Vec<Need<W>>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    kept.clear();
    for &End { empty, occupied, .. } in ends {
        budget.spend(kept.len())?;
        let need = Need { empty, occupied };
        if !kept.iter().any(|other| need.implies(other)) {
            kept.retain(|other| !other.implies(&need));
            kept.push(need);
        }
    }
    Ok(())
}

impl<const W: usize> ConditionalEnd<W> {
    #[inline]
    pub(crate) fn is_reached(&self, men: Bits<W>, hurdles: Bits<W>) -> bool {
        self.needs.iter().any(|need| need.is_met(men, hurdles))
    }
}

/// The ends of paths that are reached.
#[inline(never)]
fn reached<const W: usize>(paths: &[ConditionalEnd<W>], men: Bits<W>, hurdles: Bits<W>) -> Bits<W> {
    paths.iter().filter(|end| end.is_reached(men, hurdles)).map(|end| end.to).collect()
}

impl<const W: usize> MoveTable<W> {
    /// Whether it has nothing but leaps.
    pub(crate) fn only_leaps(&self) -> bool {
        self.slides.is_empty() && self.paths.is_empty()
    }

    /// Whether it has nothing but slides, and these may end anywhere.
    pub(crate) fn only_slides(&self) -> bool {
        self.leaps.is_none() && self.paths.is_empty() && self.slide_mask.is_none()
    }

    /// Whether it has no ends at all.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.leaps.is_none() && self.slides.is_empty() && self.paths.is_empty()
    }

    #[inline]
    pub(crate) fn leaps(&self, from: Square) -> Bits<W> {
        self.leaps.as_ref().map_or(Bits::EMPTY, |leaps| leaps[from])
    }

    #[inline]
    pub(crate) fn paths(&self, from: Square) -> &[ConditionalEnd<W>] {
        self.paths.get(from.index()).map_or(&[], |ends| ends)
    }

    /// The squares that slides from a square reach, including those where the mask does not let them end.
    #[inline]
    pub(crate) fn seen(&self, all: &[Slides<W>], from: Square, men: Bits<W>) -> Bits<W> {
        self.all_slides.map_or(Bits::EMPTY, |slides| all[slides].targets(from, men))
    }

    /// The squares where slides from a square may end.
    #[inline]
    pub(crate) fn slid(&self, all: &[Slides<W>], from: Square, men: Bits<W>) -> Bits<W> {
        let slid = self.seen(all, from, men);
        match &self.slide_mask {
            None => slid,
            Some(mask) => slid & mask[from.index()],
        }
    }

    /// All squares reached from a square with `men` as blockers, whether the squares are empty or not. `hurdles`, the
    /// men that can be hopped over, is called only if some path may need them.
    #[inline]
    pub(crate) fn targets(
        &self,
        all: &[Slides<W>],
        from: Square,
        men: Bits<W>,
        hurdles: impl FnOnce() -> Bits<W>,
    ) -> Bits<W> {
        let targets = self.leaps(from) | self.slid(all, from, men);
        let paths = self.paths(from);
        if paths.is_empty() { targets } else { targets | reached(paths, men, hurdles()) }
    }

    /// All squares that can be reached from a square for some arrangement of the other men.
    pub(crate) fn possible_targets(&self, all: &[Slides<W>], from: Square) -> Bits<W> {
        let conditional = self.paths(from).iter().map(|end| end.to);
        self.leaps(from) | self.slid(all, from, Bits::EMPTY) | conditional.collect()
    }
}
