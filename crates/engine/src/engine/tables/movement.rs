//! Movement of a piece from each square, in one mode: leaps, slides, and paths with conditions.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Bits, BySquare};
use crate::geometry::{Board, Leap, LeapClass, Square, SquareSet};
use crate::model::{BoardLines, Clearance, Curve, Leg, Modes, Movement, Path, Through};

/// One direction of a straight rider, and the most leaps it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ray {
    pub(crate) leap: Leap,
    pub(crate) max: Option<u8>,
}

/// A set of rays of straight riders that are looked up together.
///
/// A ray and the opposite one form a line. The squares of the line that have lower numbers than the rider's and those
/// that have higher ones are stored apart, as [`Bits::line_attacks`] needs them.
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
    /// Computes the squares of each line, below and above every square, for a sorted set of rays.
    fn new(board: Board, rays: Vec<Ray>) -> Self {
        let is_upper = |leap: &Leap| (leap.dy, leap.dx) > (0, 0);
        let ray_squares = |ray: &Ray, from| -> Bits<W> {
            let steps = board.ray(from, ray.leap);
            steps.take(ray.max.map_or(usize::MAX, usize::from)).collect()
        };
        let upper = |ray: &Ray| if is_upper(&ray.leap) { ray.leap } else { -ray.leap };
        let mut directions: Vec<Leap> = rays.iter().map(upper).collect();
        directions.sort_unstable();
        directions.dedup();
        let half = |leap: Leap| {
            let rays = || rays.iter().filter(|ray| ray.leap == leap);
            let squares =
                board.rectangle().map(|from| rays().fold(Bits::EMPTY, |half, ray| half | ray_squares(ray, from)));
            BySquare::new(squares, Bits::EMPTY)
        };
        let line = |&leap: &Leap| SlideLine { lower: half(-leap), upper: half(leap) };
        let lines: Box<[SlideLine<W>]> = directions.iter().map(line).collect();
        let attacks =
            |from: Square| lines.iter().fold(Bits::EMPTY, |all, line| all | line.lower[from] | line.upper[from]);
        let empty_board_attacks = BySquare::new(board.rectangle().map(attacks), Bits::EMPTY);
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

    /// The memory it takes in bytes, for [`Budget::allocate`].
    pub(crate) fn bytes(&self) -> usize {
        self.lines.len() * size_of::<SlideLine<W>>() + size_of::<Self>()
    }

    /// The squares reached from a square on an empty board.
    #[inline]
    pub(crate) fn empty_board_attacks(&self, from: Square) -> Bits<W> {
        self.empty_board_attacks[from]
    }

    /// Returns the squares that only become reachable on an empty board if the man on `hidden` leaves (x-ray).
    pub(crate) fn xray(&self, from: Square, hidden: Square) -> Bits<W> {
        self.empty_board_attacks(from) & !self.targets(from, Bits::of(hidden))
    }

    /// The squares reached from a square past no man of `occupied`: each ray ends with the first man on it, which is
    /// included.
    #[inline(always)]
    pub(crate) fn targets(&self, from: Square, occupied: Bits<W>) -> Bits<W> {
        let attacks = |line: &SlideLine<W>| Bits::line_attacks(line.lower[from], line.upper[from], occupied);
        match &*self.lines {
            [one, other] => attacks(one) | attacks(other),
            lines => lines.iter().fold(Bits::EMPTY, |targets, line| targets | attacks(line)),
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

// A leap of several men at once.

/// A leap as a shift of a set of squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetShift<const W: usize> {
    /// The difference of the square numbers.
    pub(crate) offset: i32,
    /// The squares from which the leap stays on the board.
    starts: Bits<W>,
}

impl<const W: usize> SetShift<W> {
    pub(super) fn new(board: Board, leap: Leap) -> Self {
        Self {
            offset: i32::from(leap.dy) * i32::from(board.files()) + i32::from(leap.dx),
            starts: board.squares().filter(|&square| board.leap(square, leap).is_some()).collect(),
        }
    }

    /// The squares where the leap takes these men.
    #[inline]
    pub(crate) fn shifted(&self, men: Bits<W>) -> Bits<W> {
        (men & self.starts).moved(self.offset)
    }
}

// The limit on the work and the memory that the tables of one game may take.

/// Remaining budget while movements are compiled.
///
/// A short definition can describe movements with more paths than any machine can list. Compiling counts its steps and
/// bytes and stops at a limit: every model is compiled or refused in bounded time and memory.
#[derive(Debug)]
pub(crate) struct Budget {
    steps: usize,
    bytes: usize,
}

/// A limit has been reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exhausted;

impl Default for Budget {
    fn default() -> Self {
        Self { steps: Self::MAX_STEPS, bytes: Self::MAX_BYTES }
    }
}

impl Budget {
    /// The most steps: squares visited along paths and conditions compared, each a few nanoseconds.
    const MAX_STEPS: usize = 100_000_000;

    /// The most bytes that the conditions of paths, the leaps and the slides may take.
    const MAX_BYTES: usize = 128 << 20;

    /// Counts steps that are about to be made.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Exhausted> {
        self.steps = self.steps.checked_sub(steps).ok_or(Exhausted)?;
        Ok(())
    }

    /// Counts bytes that are kept in a table.
    pub(crate) fn allocate(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(Exhausted)?;
        Ok(())
    }

    /// The share of the limit that is spent, in millionths: of the steps or of the bytes, whichever is greater.
    pub(crate) fn spent(&self) -> u64 {
        let share = |left: usize, max: usize| (max - left) as u64 * 1_000_000 / max as u64;
        share(self.steps, Self::MAX_STEPS).max(share(self.bytes, Self::MAX_BYTES))
    }
}

// Expands a movement from one square of the board into the ends of its paths, each with the squares that must be empty
// and those that must be occupied.

/// An end of a path, and the conditions along the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathEnd<const W: usize> {
    pub(crate) to: Square,
    pub(crate) modes: Modes,
    pub(crate) empty: Bits<W>,
    pub(crate) occupied: Bits<W>,
}

/// The maximal number of ends from one square. A movement with more is refused: compiling stays fast and the tables
/// small.
const MAX_ENDS: usize = 1 << 14;

/// A path, prepared once for all squares.
pub(crate) struct Route<'a> {
    pub(crate) path: &'a Path,
    legs: Vec<PreparedLeg<'a>>,
}

/// A leg with the leaps it repeats in turn, computed once for all squares. Each leap has the squares that must be empty
/// for it.
struct PreparedLeg<'a> {
    leg: &'a Leg,
    leaps: Vec<(Leap, Vec<Leap>)>,
}

impl<'a> Route<'a> {
    /// Prepares a path: computes the leaps of each leg.
    pub(crate) fn new(path: &'a Path) -> Self {
        let prepared_leg = |leg: &'a Leg| {
            let period = match leg.curve {
                Curve::Straight => 1,
                Curve::Crooked(_) => 2,
                Curve::Circular(_) => 8,
            };
            let leap = |count| leg.leap.turned(leg.curve.turn(count));
            let leaps = (0..period).map(leap).map(|leap| (leap, leg.clearance.squares(leap)));
            PreparedLeg { leg, leaps: leaps.collect() }
        };
        Self { path, legs: path.legs.iter().map(prepared_leg).collect() }
    }

    /// Adds all ends of the path from a square, with their conditions, to a list. An end on the square itself is not a move and is left out.
    pub(crate) fn add_ends<const W: usize>(
        &self,
        board: Board,
        lines: &BoardLines,
        from: Square,
        ends: &mut Vec<PathEnd<W>>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let mut walk = PathWalk { board, lines, from, path: self.path, ends, budget };
        walk.walk_legs(&self.legs, (board.file(from), board.rank(from)), Bits::EMPTY, Bits::EMPTY)
    }
}

/// A walk along a path from one square, which adds the ends of the path to a list.
struct PathWalk<'a, const W: usize> {
    board: Board,
    lines: &'a BoardLines,
    from: Square,
    path: &'a Path,
    ends: &'a mut Vec<PathEnd<W>>,
    budget: &'a mut Budget,
}

/// The leg of a path that consists of one unblockable leap.
pub(crate) fn as_single_leap(path: &Path) -> Option<&Leg> {
    let [leg] = path.legs.as_slice() else { return None };
    let single = leg.least == 1 && leg.most == Some(1) && leg.clearance == Clearance::Leaps;
    (single && !path.wraps && !path.along_lines && !leg.leap.is_null()).then_some(leg)
}

impl<const W: usize> PathWalk<'_, W> {
    /// The square that a leap from a file and rank reaches, with its file and rank. On a wrapping path the file is
    /// reduced modulo the width of the board.
    fn landing_square(&self, (file, rank): (i32, i32), leap: Leap) -> Option<(Square, (i32, i32))> {
        let (file, rank) = (file + i32::from(leap.dx), rank + i32::from(leap.dy));
        let file = if self.path.wraps { file.rem_euclid(i32::from(self.board.files())) } else { file };
        Some((self.board.square(file, rank)?, (file, rank)))
    }

    /// Walks along the first of these legs, and from each of its ends along the others. Adds every square where the
    /// path may end to the list of ends. `start` is the file and rank where the first leg begins; the sets have the
    /// squares that must be empty and occupied so far.
    fn walk_legs(
        &mut self,
        legs: &[PreparedLeg<'_>],
        start: (i32, i32),
        mut must_be_empty: Bits<W>,
        must_be_occupied: Bits<W>,
    ) -> Result<(), Exhausted> {
        let Some((PreparedLeg { leg, leaps }, rest)) = legs.split_first() else { return Ok(()) };
        // A circle closes after eight leaps. A straight or crooked line leaves the board or, on a wrapping path, comes
        // back to its start.
        let max_leaps = match leg.curve {
            Curve::Circular(_) => 8,
            Curve::Straight | Curve::Crooked(_) => 2 * self.board.len(),
        };
        let mut current = start;
        let most = leg.most.map_or(max_leaps, |most| max_leaps.min(most.into()));
        for (count, (leap, under)) in (1..=most).zip(leaps.iter().cycle()) {
            self.budget.spend(1 + under.len())?;
            // The square under a lame leap can be a hole of the board, which blocks it.
            let passed = under.iter().map(|&under| self.landing_square(current, under).map(|(square, _)| square));
            let Some(passed) = passed.collect::<Option<Bits<W>>>() else { break };
            must_be_empty |= passed;
            let Some((square, unwrapped)) = self.landing_square(current, *leap) else { break };
            let before = self.board.square(current.0, current.1);
            if !before.is_some_and(|before| self.lines.allow(self.path, before, square)) {
                break;
            }
            current = unwrapped;
            if count >= usize::from(leg.least) {
                if leg.stops.any() {
                    self.push_end(square, leg.stops, must_be_empty, must_be_occupied)?;
                }
                let end = Bits::of(square);
                match leg.through {
                    Through::Empty => self.walk_legs(rest, current, must_be_empty | end, must_be_occupied)?,
                    Through::Occupied => self.walk_legs(rest, current, must_be_empty, must_be_occupied | end)?,
                    Through::Anything => self.walk_legs(rest, current, must_be_empty, must_be_occupied)?,
                }
            }
            if square == self.from && leg.curve == Curve::Straight {
                break;
            }
            must_be_empty |= Bits::of(square);
        }
        Ok(())
    }

    /// Adds an end of the path, unless that is its start or its conditions exclude each other.
    fn push_end(&mut self, to: Square, modes: Modes, mut empty: Bits<W>, occupied: Bits<W>) -> Result<(), Exhausted> {
        // The man has left its own square: the square is empty and cannot serve as a hurdle.
        empty.remove(self.from);
        if to == self.from || occupied.contains(self.from) || empty.intersects(occupied) {
            return Ok(());
        }
        let modes = modes.and(Modes { moves: !occupied.contains(to), captures: !empty.contains(to) });
        empty.remove(to);
        if modes.any() {
            self.ends.push(PathEnd { to, modes, empty, occupied });
        }
        if self.ends.len() > MAX_ENDS { Err(Exhausted) } else { Ok(()) }
    }
}

/// The leg of a path that belongs to a plain straight rider. Such paths become rays, which need no conditions.
pub(crate) fn as_straight_rider(path: &Path) -> Option<&Leg> {
    let [leg] = path.legs.as_slice() else { return None };
    let anywhere = !path.wraps && !path.first_move_only && !path.along_lines;
    let plain = anywhere && leg.curve == Curve::Straight && !leg.leap.is_null();
    let leaps = leg.clearance == Clearance::Leaps || leg.clearance.squares(leg.leap).is_empty();
    (plain && leaps && leg.least == 1 && leg.most != Some(1)).then_some(leg)
}

// Movement of a piece from each square, in one mode: leaps, slides, and paths with conditions.

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

/// An end that is reached if at least one of its conditions is met.
#[derive(Debug)]
pub(crate) struct ConditionalEnd<const W: usize> {
    pub(crate) to: Square,
    pub(crate) conditions: Box<[PathCondition<W>]>,
}

/// The squares along one path that must be empty, and those that must be occupied, by men that can be hopped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathCondition<const W: usize> {
    pub(crate) empty: Bits<W>,
    pub(crate) occupied: Bits<W>,
}

/// The men that matter to the paths of one man.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathMen<const W: usize> {
    /// The men that block it.
    pub(crate) blockers: Bits<W>,
    /// The men that it can hop over.
    pub(crate) hurdles: Bits<W>,
}

impl<const W: usize> PathMen<W> {
    /// All men, for a man that hops over any and passes none.
    #[inline]
    pub(crate) const fn all(men: Bits<W>) -> Self {
        Self { blockers: men, hurdles: men }
    }
}

impl<const W: usize> PathCondition<W> {
    /// Whether the condition is met on a board with these men.
    #[inline]
    pub(crate) fn is_met(&self, men: PathMen<W>) -> bool {
        ((self.empty & men.blockers) | (self.occupied & !men.hurdles)).is_empty()
    }

    /// Whether the other condition is met whenever this one is.
    fn implies(&self, other: &Self) -> bool {
        (other.empty & !self.empty).is_empty() && (other.occupied & !self.occupied).is_empty()
    }
}

/// The input of a movement table.
pub(crate) struct TableBuilder<'a, const W: usize> {
    pub(crate) board: Board,
    /// The movement from each square; the same everywhere unless `expanded`.
    pub(crate) movement: &'a dyn Fn(Square) -> &'a Movement,
    /// Whether riders are expanded into paths: where the movement differs between squares, since slides are shared by all
    /// of them, and where the man passes men, which slides can't.
    pub(crate) expanded: bool,
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
    /// Tables with conditions, which are slow to build, by their sources.
    tables: HashMap<TableKey<W>, MoveTable<W>>,
    pub(crate) budget: Budget,
    /// The lines of the board.
    pub(crate) lines: BoardLines,
}

impl<const W: usize> TableCache<W> {
    /// An empty cache, for a board with these lines.
    pub(crate) fn new(lines: BoardLines) -> Self {
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
    /// Reduces paths to the parts that their table depends on. Movements that differ in nothing else share the table.
    fn new(paths: &[&Path], mode: Modes, builder: &TableBuilder<'_, W>) -> Self {
        // A straight path that visits no square twice has the same ends in every mode it has.
        let plain = |path: &Path| matches!(path.legs.as_slice(), [leg] if leg.curve == Curve::Straight && !path.wraps);
        let reduced = |path: &&Path| {
            let plain = plain(path);
            let stops = |stops: Modes| if plain { Modes::BOTH } else { stops.and(mode) };
            let legs = path.legs.iter().map(|leg| Leg { stops: stops(leg.stops), ..leg.clone() });
            Path { legs: legs.collect(), en_passant: false, ..**path }
        };
        let all_plain = paths.iter().all(|path| plain(path));
        let first_squares = paths.iter().any(|path| path.first_move_only).then_some(builder.first_squares);
        Self {
            paths: paths.iter().map(reduced).collect(),
            mode: if all_plain { Modes::BOTH } else { mode },
            first_squares: first_squares.unwrap_or(SquareSet::EMPTY),
            mask: builder.mask.map(Into::into),
        }
    }
}

/// Buffers that are reused for every square.
#[derive(Default)]
struct Scratch<const W: usize> {
    ends: Vec<PathEnd<W>>,
    conditions: Vec<PathCondition<W>>,
    conditional: Vec<ConditionalEnd<W>>,
}

impl<const W: usize> TableBuilder<'_, W> {
    /// Builds the table of the ends that `mode` allows, or takes it from the cache.
    pub(crate) fn build(&self, mode: Modes, cache: &mut TableCache<W>) -> Result<MoveTable<W>, Exhausted> {
        let Some(anywhere) = self.board.squares().next().filter(|_| !self.expanded) else {
            let mut table = MoveTable::default();
            let TableCache { budget, lines, .. } = cache;
            self.add_path_ends(mode, |_| true, BySquare::all(Bits::EMPTY), &mut table, lines, budget)?;
            return Ok(table);
        };
        let movement = (self.movement)(anywhere);
        cache.budget.spend(movement.paths.len() * self.board.len())?;
        let paths: Vec<&Path> = movement.paths.iter().filter(|path| has_end_in(path, mode)).collect();
        if paths.is_empty() {
            return Ok(MoveTable::default());
        }
        let has_conditions = |path: &Path| as_straight_rider(path).or_else(|| as_single_leap(path)).is_none();
        if !paths.iter().any(|path| has_conditions(path)) {
            return self.build_uniform(movement, &paths, mode, has_conditions, cache);
        }
        let key = TableKey::new(&paths, mode, self);
        if let Some(table) = cache.tables.get(&key) {
            return Ok(table.clone());
        }
        let table = self.build_uniform(movement, &paths, mode, has_conditions, cache)?;
        cache.tables.insert(key, table.clone());
        Ok(table)
    }

    /// Builds the table of a movement that is the same from every square and has these paths in this mode.
    fn build_uniform(
        &self,
        movement: &Movement,
        paths: &[&Path],
        mode: Modes,
        has_conditions: impl Fn(&Path) -> bool,
        TableCache { slides: all, budget, lines, .. }: &mut TableCache<W>,
    ) -> Result<MoveTable<W>, Exhausted> {
        let known = all.len();
        let mut table = MoveTable { slides: self.intern_slides(movement, mode, all), ..MoveTable::default() };
        let rays = table.slides.iter().flat_map(|&slides| all[slides].rays.iter().copied()).collect::<Vec<_>>();
        table.all_slides = (!rays.is_empty()).then(|| Slides::intern(all, self.board, rays));
        budget.allocate(all[known..].iter().map(Slides::bytes).sum())?;
        let mut leaps = BySquare::all(Bits::EMPTY);
        for (path, leg) in paths.iter().filter_map(|path| Some((path, as_single_leap(path)?))) {
            for (from, to) in self.board.leaps(leg.leap) {
                if self.may_start(path, from) && self.may_end(from, to) {
                    leaps[from].insert(to);
                }
            }
        }
        self.add_path_ends(mode, has_conditions, leaps, &mut table, lines, budget)?;
        if let Some(mask) = self.mask
            && !table.slides.is_empty()
        {
            table.slide_mask = Some(mask.into());
        }
        Ok(table)
    }

    /// Whether a path may start on a square: paths for the first move only start where such men start.
    fn may_start(&self, path: &Path, from: Square) -> bool {
        !path.first_move_only || self.first_squares.contains(from)
    }

    /// Whether the mask (region or grid) lets a move end on a square.
    fn may_end(&self, from: Square, to: Square) -> bool {
        self.mask.is_none_or(|mask| mask[from.index()].contains(to))
    }

    /// Expands those paths that `wanted` accepts from every square, and adds their ends and the given leaps to the table.
    fn add_path_ends(
        &self,
        mode: Modes,
        wanted: impl Fn(&Path) -> bool,
        mut leaps: BySquare<Bits<W>, W>,
        table: &mut MoveTable<W>,
        lines: &BoardLines,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let mut scratch = Scratch::default();
        let mut routes: Option<(&Movement, Vec<Route<'_>>)> = None;
        let mut paths = Vec::new();
        for from in self.board.rectangle() {
            let movement = (self.movement)(from);
            if !routes.as_ref().is_some_and(|(of, _)| std::ptr::eq(*of, movement)) {
                budget.spend(movement.paths.len())?;
                let wanted_routes =
                    movement.paths.iter().filter(|path| has_end_in(path, mode) && wanted(path)).map(Route::new);
                routes = Some((movement, wanted_routes.collect()));
            }
            let routes = routes.iter().flat_map(|(_, routes)| routes);
            for route in routes.filter(|route| self.may_start(route.path, from)) {
                route.add_ends(self.board, lines, from, &mut scratch.ends, budget)?;
            }
            paths.push(self.split_conditional(from, mode, &mut leaps[from], &mut scratch, budget)?);
        }
        if self.board.squares().any(|from| !leaps[from].is_empty()) {
            budget.allocate(self.board.len() * size_of::<Bits<W>>())?;
            table.leaps = Some(leaps);
        }
        if paths.iter().any(|ends| !ends.is_empty()) {
            table.paths = paths.into();
        }
        Ok(())
    }

    /// Adds the rays of straight riders to the slides of the game and returns their indices. There is one set for each
    /// class of leaps and limit; different pieces share the sets.
    fn intern_slides(&self, movement: &Movement, mode: Modes, all: &mut Vec<Slides<W>>) -> Vec<usize> {
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

    /// Adds the ends from a square that have no conditions to the leaps, and returns the others, one for each square.
    fn split_conditional(
        &self,
        from: Square,
        mode: Modes,
        leaps: &mut Bits<W>,
        scratch: &mut Scratch<W>,
        budget: &mut Budget,
    ) -> Result<Box<[ConditionalEnd<W>]>, Exhausted> {
        let Scratch { ends, conditions, conditional } = scratch;
        ends.retain(|end| end.modes.and(mode).any() && self.may_end(from, end.to));
        *leaps |= ends.iter().filter(|end| (end.empty | end.occupied).is_empty()).map(|end| end.to).collect();
        let mut done = *leaps;
        for index in 0..ends.len() {
            let to = ends[index].to;
            if done.contains(to) {
                continue;
            }
            done.insert(to);
            budget.spend(ends.len() - index)?;
            minimal_conditions(ends[index..].iter().filter(|end| end.to == to), conditions, budget)?;
            budget.allocate(size_of::<ConditionalEnd<W>>() + conditions.len() * size_of::<PathCondition<W>>())?;
            conditional.push(ConditionalEnd { to, conditions: conditions.as_slice().into() });
        }
        ends.clear();
        Ok(conditional.drain(..).collect())
    }
}

/// Whether a path can end by moving, or by capturing, as `mode` says.
fn has_end_in(path: &Path, mode: Modes) -> bool {
    path.legs.iter().any(|leg| leg.stops.and(mode).any())
}

/// Collects the conditions of these ends in `kept`, without any that implies another: the weaker one suffices.
fn minimal_conditions<'a, const W: usize>(
    ends: impl Iterator<Item = &'a PathEnd<W>>,
    kept: &mut Vec<PathCondition<W>>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    kept.clear();
    for &PathEnd { empty, occupied, .. } in ends {
        budget.spend(kept.len())?;
        let need = PathCondition { empty, occupied };
        if !kept.iter().any(|other| need.implies(other)) {
            kept.retain(|other| !other.implies(&need));
            kept.push(need);
        }
    }
    Ok(())
}

impl<const W: usize> ConditionalEnd<W> {
    /// Whether one of its conditions is met.
    #[inline]
    pub(crate) fn is_reached(&self, men: PathMen<W>) -> bool {
        self.conditions.iter().any(|need| need.is_met(men))
    }
}

/// The ends of paths that are reached.
#[inline(never)]
fn reached_ends<const W: usize>(paths: &[ConditionalEnd<W>], men: PathMen<W>) -> Bits<W> {
    paths.iter().filter(|end| end.is_reached(men)).map(|end| end.to).collect()
}

impl<const W: usize> MoveTable<W> {
    /// Whether it has only leaps.
    pub(crate) fn only_leaps(&self) -> bool {
        self.slides.is_empty() && self.paths.is_empty()
    }

    /// Whether only men on its lines can keep it from a square: it has leaps and slides that may end anywhere.
    pub(crate) fn only_men_block(&self) -> bool {
        self.paths.is_empty() && self.slide_mask.is_none()
    }

    /// Whether it has only slides, and these may end anywhere.
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
    pub(crate) fn slide_attacks(&self, all: &[Slides<W>], from: Square, men: Bits<W>) -> Bits<W> {
        self.all_slides.map_or(Bits::EMPTY, |slides| all[slides].targets(from, men))
    }

    /// The squares where slides from a square may end.
    #[inline]
    pub(crate) fn slide_targets(&self, all: &[Slides<W>], from: Square, men: Bits<W>) -> Bits<W> {
        let slid = self.slide_attacks(all, from, men);
        match &self.slide_mask {
            None => slid,
            Some(mask) => slid & mask[from.index()],
        }
    }

    /// All squares reached from a square with `men` as blockers, whether the squares are empty or not. `path_men`, the
    /// men that matter to paths with conditions, is called only if there are some.
    #[inline]
    pub(crate) fn targets(
        &self,
        all: &[Slides<W>],
        from: Square,
        men: Bits<W>,
        path_men: impl FnOnce() -> PathMen<W>,
    ) -> Bits<W> {
        let targets = self.leaps(from) | self.slide_targets(all, from, men);
        let paths = self.paths(from);
        if paths.is_empty() { targets } else { targets | reached_ends(paths, path_men()) }
    }

    /// All squares that can be reached from a square for some arrangement of the other men.
    pub(crate) fn possible_targets(&self, all: &[Slides<W>], from: Square) -> Bits<W> {
        let conditional = self.paths(from).iter().map(|end| end.to);
        self.leaps(from) | self.slide_targets(all, from, Bits::EMPTY) | conditional.collect()
    }
}
