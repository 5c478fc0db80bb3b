//! Where a piece goes from each square, in one mode: by leaps, by slides, and by paths with conditions.

use std::sync::Arc;

use super::expand::{End, Route, is_single_leap, is_straight_rider};
use super::{Bits, BySquare, Ray, Slides};
use crate::engine::CompileError;
use crate::geometry::{Board, LeapClass, Square, SquareSet};
use crate::model::{Curve, Leg, Modes, Movement, Path};

/// The ends of a movement in one mode, for every square it can start from.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveTable<const W: usize> {
    /// Where it goes whatever stands between; `None` if it has no leaps at all.
    leaps: Option<BySquare<Bits<W>, W>>,
    /// Its rays class by class, as different men share them; indices into the game's slides.
    pub(crate) slides: Vec<usize>,
    /// All its rays together, another such index.
    pub(crate) all_slides: Option<usize>,
    /// By square: ends with conditions. Empty if it has none at all. Men that go the same ways share them.
    pub(crate) paths: Arc<[Box<[ConditionalEnd<W>]>]>,
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
pub(crate) struct TableBuilder<'a, const W: usize> {
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

/// What the tables of one game share.
#[derive(Debug, Default)]
pub(crate) struct TableCache<const W: usize> {
    /// The sets of rays.
    pub(crate) slides: Vec<Slides<W>>,
    /// Tables with conditions, which take long to make, and what they were made from.
    made: Vec<(TableKey<W>, MoveTable<W>)>,
}

/// All that a table of one movement everywhere depends on.
#[derive(Debug, PartialEq, Eq)]
struct TableKey<const W: usize> {
    paths: Vec<Path>,
    mode: Modes,
    first_squares: SquareSet,
    mask: Option<Box<[Bits<W>]>>,
}

impl<const W: usize> TableKey<W> {
    fn new(paths: &[&Path], mode: Modes, builder: &TableBuilder<'_, W>) -> Self {
        // A straight path that comes to no square twice ends alike in all modes that it has.
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

/// Lists to work with.
#[derive(Default)]
struct Scratch<const W: usize> {
    ends: Vec<End<W>>,
    needs: Vec<Need<W>>,
    conditional: Vec<ConditionalEnd<W>>,
}

impl<const W: usize> TableBuilder<'_, W> {
    /// The table of the ends that `mode` allows.
    pub(crate) fn table(&self, mode: Modes, cache: &mut TableCache<W>) -> Result<MoveTable<W>, CompileError> {
        let Some(anywhere) = self.board.squares().next().filter(|_| !self.by_square) else {
            let mut table = MoveTable::default();
            self.walk(mode, |_| true, BySquare::all(Bits::EMPTY), &mut table)?;
            return Ok(table);
        };
        let movement = (self.movement)(anywhere);
        let paths: Vec<&Path> = movement.paths.iter().filter(|path| ends_in(path, mode)).collect();
        if paths.is_empty() {
            return Ok(MoveTable::default());
        }
        let has_conditions = |path: &Path| is_straight_rider(path).or_else(|| is_single_leap(path)).is_none();
        if !paths.iter().any(|path| has_conditions(path)) {
            return self.uniform(movement, &paths, mode, has_conditions, &mut cache.slides);
        }
        let key = TableKey::new(&paths, mode, self);
        if let Some((_, table)) = cache.made.iter().find(|(other, _)| *other == key) {
            return Ok(table.clone());
        }
        let table = self.uniform(movement, &paths, mode, has_conditions, &mut cache.slides)?;
        cache.made.push((key, table.clone()));
        Ok(table)
    }

    /// The table of one movement everywhere, which has these paths in this mode.
    fn uniform(
        &self,
        movement: &Movement,
        paths: &[&Path],
        mode: Modes,
        has_conditions: impl Fn(&Path) -> bool,
        all: &mut Vec<Slides<W>>,
    ) -> Result<MoveTable<W>, CompileError> {
        let mut table = MoveTable { slides: self.slides(movement, mode, all), ..MoveTable::default() };
        let rays = table.slides.iter().flat_map(|&slides| all[slides].rays.iter().copied()).collect::<Vec<_>>();
        table.all_slides = (!rays.is_empty()).then(|| Slides::intern(all, self.board, rays));
        let mut leaps = BySquare::all(Bits::EMPTY);
        for (path, leg) in paths.iter().filter_map(|path| Some((path, is_single_leap(path)?))) {
            for (from, to) in self.board.leaps(leg.leap) {
                if self.may_start(path, from) && self.may_end(from, to) {
                    leaps[from].insert(to);
                }
            }
        }
        self.walk(mode, has_conditions, leaps, &mut table)?;
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

    /// Walks those paths that are wanted from every square, and adds their ends and these leaps to the table.
    fn walk(
        &self,
        mode: Modes,
        wanted: impl Fn(&Path) -> bool,
        mut leaps: BySquare<Bits<W>, W>,
        table: &mut MoveTable<W>,
    ) -> Result<(), CompileError> {
        let mut scratch = Scratch::default();
        let mut routes: Option<(&Movement, Vec<Route<'_>>)> = None;
        let mut paths = Vec::new();
        for from in self.board.squares() {
            let movement = (self.movement)(from);
            if !routes.as_ref().is_some_and(|(of, _)| std::ptr::eq(*of, movement)) {
                let ways = movement.paths.iter().filter(|path| ends_in(path, mode) && wanted(path)).map(Route::new);
                routes = Some((movement, ways.collect()));
            }
            let routes = routes.iter().flat_map(|(_, routes)| routes);
            for route in routes.filter(|route| self.may_start(route.path, from)) {
                route.ends(self.board, from, &mut scratch.ends)?;
            }
            paths.push(self.split_conditional(from, mode, &mut leaps[from], &mut scratch));
        }
        if self.board.squares().any(|from| !leaps[from].is_empty()) {
            table.leaps = Some(leaps);
        }
        if paths.iter().any(|ends| !ends.is_empty()) {
            table.paths = paths.into();
        }
        Ok(())
    }

    /// The rays of straight riders, those of one class together so that different men share them.
    fn slides(&self, movement: &Movement, mode: Modes, all: &mut Vec<Slides<W>>) -> Vec<usize> {
        type Group = ((LeapClass, u8, Option<u8>), Vec<Ray>);
        let mut groups: Vec<Group> = Vec::new();
        for path in &movement.paths {
            let Some(leg) = is_straight_rider(path).filter(|leg| leg.stops.and(mode).any()) else { continue };
            let key = (leg.leap.class(), leg.leap.ring_index() % 2, leg.most);
            let ray = Ray { leap: leg.leap, max: leg.most };
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, rays)) => rays.push(ray),
                None => groups.push((key, vec![ray])),
            }
        }
        groups.into_iter().map(|(_, rays)| Slides::intern(all, self.board, rays)).collect()
    }

    /// Of the ends from a square, adds those without conditions to the leaps, and gives the others.
    fn split_conditional(
        &self,
        from: Square,
        mode: Modes,
        leaps: &mut Bits<W>,
        scratch: &mut Scratch<W>,
    ) -> Box<[ConditionalEnd<W>]> {
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
            minimal_needs(ends[at..].iter().filter(|end| end.to == to), needs);
            conditional.push(ConditionalEnd { to, needs: needs.as_slice().into() });
        }
        ends.clear();
        conditional.drain(..).collect()
    }
}

/// Whether a path has ends of this mode.
fn ends_in(path: &Path, mode: Modes) -> bool {
    path.legs.iter().any(|leg| leg.stops.and(mode).any())
}

/// The needs of some ends that no other one makes superfluous.
fn minimal_needs<'a, const W: usize>(ends: impl Iterator<Item = &'a End<W>>, kept: &mut Vec<Need<W>>) {
    kept.clear();
    for &End { empty, occupied, .. } in ends {
        let need = Need { empty, occupied };
        if !kept.iter().any(|other| need.implies(other)) {
            kept.retain(|other| !other.implies(&need));
            kept.push(need);
        }
    }
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
    pub(crate) fn possible_targets(&self, all: &[Slides<W>], from: Square) -> Bits<W> {
        let conditional = self.paths(from).iter().map(|end| end.to);
        self.leaps(from) | self.slid(all, from, Bits::EMPTY) | conditional.collect()
    }
}
