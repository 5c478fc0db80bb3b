//! Movements as unions of paths, and the squares to which paths lead.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::geometry::{Board, Leap, Square, SquareSet};

/// A movement: a man may move along any one of its paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Paths")]
pub struct Movement {
    /// The paths, sorted and without repetition (see [`Movement::new`]).
    pub paths: Vec<Path>,
}

/// A sequence of legs, made one after another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a condition of its own that a path has or not")]
pub struct Path {
    /// The legs in order, at least one; the move may end wherever a leg's `stops` allow it.
    pub legs: Vec<Leg>,
    /// Only from squares on which such men of its side start in the setup (Betza's `i`).
    pub first_move_only: bool,
    /// Whether it may also capture en passant (Betza's `e`).
    pub en_passant: bool,
    /// Whether it passes from the first to the last file and back, as on a cylinder (Betza's `o`).
    pub wraps: bool,
    /// Whether each leap must lead along a line of the board to the next square of that line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub along_lines: bool,
}

/// A leap made once or repeatedly.
///
/// All squares on which the leg lands before its last one must be empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Leg {
    /// The first leap, as White's man makes it while it is not turned.
    pub leap: Leap,
    /// How the leaps after the first one differ from it.
    pub curve: Curve,
    /// The fewest leaps, at least 1.
    pub least: u8,
    /// The most leaps; `None` is until the edge of the board.
    pub most: Option<u8>,
    /// The squares that must be empty under each leap.
    pub clearance: Clearance,
    /// The occupant that the end of this leg needs for the next leg to start; without meaning on the last leg.
    pub through: Through,
    /// How the move may end on this leg.
    pub stops: Modes,
}

/// How the leaps of one leg follow each other on their ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Curve {
    /// All leaps are the same: an ordinary rider.
    Straight,
    /// Each leap is turned clockwise by this many eighths from the one before: a rose.
    Circular(i8),
    /// Every second leap is turned clockwise by this many eighths: a crooked rider.
    Crooked(i8),
}

/// The squares that must be empty under a leap for it to be made.
///
/// The path of a leap steps from square to square. On straight leaps all lame kinds are the same: every
/// square between must be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clearance {
    /// No square: a true leap.
    Leaps,
    /// Every square of the path that makes its orthogonal steps first (the Mao's).
    OrthogonalFirst,
    /// Every square of the path that makes its diagonal steps first (the Moa's).
    DiagonalFirst,
    /// Every square of both.
    Both,
}

/// The occupant required of a square that a path goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Through {
    /// Nothing.
    Empty,
    /// Any man: the hurdle of a hopper.
    Occupied,
    /// Any square, empty or occupied.
    Anything,
}

/// How a move may end on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Modes {
    /// On an empty square.
    pub moves: bool,
    /// On an enemy man, which is captured.
    pub captures: bool,
}

impl Modes {
    /// The move can't end here.
    pub const NONE: Self = Self { moves: false, captures: false };
    /// On an empty square or by capture.
    pub const BOTH: Self = Self { moves: true, captures: true };
    /// On an empty square only.
    pub const MOVES: Self = Self { moves: true, captures: false };
    /// By capture only.
    pub const CAPTURES: Self = Self { moves: false, captures: true };

    /// Whether the move can end here at all.
    pub const fn any(self) -> bool {
        self.moves || self.captures
    }

    /// The ends that both allow.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { moves: self.moves && other.moves, captures: self.captures && other.captures }
    }
}

impl Curve {
    /// The angle of the leap with this number (from 0) to the first one, in eighths clockwise.
    pub fn turn(self, number: usize) -> i32 {
        match self {
            Self::Straight => 0,
            Self::Circular(eighths) => i32::from(eighths) * (number % 8) as i32,
            Self::Crooked(eighths) => i32::from(eighths) * (number % 2) as i32,
        }
    }

    const fn mirrored(self) -> Self {
        match self {
            Self::Straight => Self::Straight,
            Self::Circular(eighths) => Self::Circular(-eighths),
            Self::Crooked(eighths) => Self::Crooked(-eighths),
        }
    }
}

impl Clearance {
    /// The squares that must be empty under `leap`, as leaps from its start.
    pub fn squares(self, leap: Leap) -> Vec<Leap> {
        let (x, y) = (i32::from(leap.dx).abs(), i32::from(leap.dy).abs());
        let (long, short) = (x.max(y), x.min(y));
        let (sx, sy) = (i32::from(leap.dx).signum(), i32::from(leap.dy).signum());
        // (steps along the longer side, steps along the shorter side) → leap
        let at = |along: i32, across: i32| {
            let (dx, dy) = if x >= y { (along, across) } else { (across, along) };
            Leap::new((dx * sx) as i8, (dy * sy) as i8)
        };
        let orthogonal_first = (1..long).map(|step| at(step, (step - (long - short)).max(0)));
        let diagonal_first = (1..long).map(|step| at(step, step.min(short)));
        let mut squares: Vec<Leap> = match self {
            Self::Leaps => Vec::new(),
            Self::OrthogonalFirst => orthogonal_first.collect(),
            Self::DiagonalFirst => diagonal_first.collect(),
            Self::Both => orthogonal_first.chain(diagonal_first).collect(),
        };
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}

impl Leg {
    /// A leg of one leap that may end by moving or capturing.
    pub const fn leap(leap: Leap) -> Self {
        Self {
            leap,
            curve: Curve::Straight,
            least: 1,
            most: Some(1),
            clearance: Clearance::Leaps,
            through: Through::Empty,
            stops: Modes::BOTH,
        }
    }

    /// A leg of any number of leaps in a straight line that may end by moving or capturing.
    pub const fn rider(leap: Leap) -> Self {
        Self { most: None, ..Self::leap(leap) }
    }
}

impl Path {
    /// The most legs of a path.
    pub(crate) const MAX_LEGS: usize = 1000;

    /// A path of these legs without further conditions.
    pub const fn new(legs: Vec<Leg>) -> Self {
        Self { legs, first_move_only: false, en_passant: false, wraps: false, along_lines: false }
    }

    /// The path with every leap and curve mapped.
    fn map_legs(&self, leap: impl Fn(Leap) -> Leap, curve: impl Fn(Curve) -> Curve) -> Self {
        let legs = self.legs.iter().map(|leg| Leg { leap: leap(leg.leap), curve: curve(leg.curve), ..leg.clone() });
        Self { legs: legs.collect(), ..*self }
    }
}

/// Paths in any order.
#[derive(Deserialize)]
struct Paths {
    paths: Vec<Path>,
}

impl From<Paths> for Movement {
    fn from(Paths { paths }: Paths) -> Self {
        Self::new(paths)
    }
}

impl Movement {
    /// The most paths of a movement.
    pub(crate) const MAX_PATHS: usize = 1024;

    /// The most leaps that a walk of all paths may take on the largest board.
    pub(crate) const MAX_WALK_STEPS: u64 = 1 << 20;

    /// The union of these paths.
    pub fn new(mut paths: Vec<Path>) -> Self {
        paths.sort_unstable();
        paths.dedup();
        Self { paths }
    }

    /// The movement with every leap of every path turned clockwise by this many eighths on its ring.
    #[must_use]
    pub fn turned(&self, eighths: i32) -> Self {
        Self::new(self.paths.iter().map(|path| path.map_legs(|leap| leap.turned(eighths), |curve| curve)).collect())
    }

    /// The movement with forward and backward exchanged; curves bend the other way.
    #[must_use]
    pub fn mirrored_in_ranks(&self) -> Self {
        Self::new(self.paths.iter().map(|path| path.map_legs(Leap::mirrored_in_ranks, Curve::mirrored)).collect())
    }

    /// The movement with left and right exchanged; curves bend the other way.
    #[must_use]
    pub fn mirrored_in_files(&self) -> Self {
        Self::new(self.paths.iter().map(|path| path.map_legs(Leap::mirrored_in_files, Curve::mirrored)).collect())
    }

    /// The paths along the lines of the board, or the others.
    #[must_use]
    pub fn along_lines(&self, along: bool) -> Self {
        Self::new(self.paths.iter().filter(|path| path.along_lines == along).cloned().collect())
    }

    /// The movement limited to ends of these modes, without paths that can no longer end.
    #[must_use]
    pub fn restricted(&self, modes: Modes) -> Self {
        let paths = self.paths.iter().filter_map(|path| {
            let mut path = path.clone();
            path.legs.iter_mut().for_each(|leg| leg.stops = leg.stops.and(modes));
            path.en_passant &= modes.captures;
            (path.en_passant || path.legs.iter().any(|leg| leg.stops.any())).then_some(path)
        });
        Self::new(paths.collect())
    }
}

// The lines that are drawn on a board.

/// The lines drawn on a board: by square, the next squares along them, in either direction.
#[derive(Clone, Debug, Default)]
pub struct BoardLines {
    next: BTreeMap<Square, SquareSet>,
}

impl BoardLines {
    /// Stores the pairs of squares joined by these lines: each square of a line and the one after it.
    pub fn new(lines: &[Vec<Square>]) -> Self {
        let mut joined = Self::default();
        for (&one, &other) in lines.iter().flat_map(|line| line.iter().zip(line.iter().skip(1))) {
            joined.next.entry(one).or_default().insert(other);
            joined.next.entry(other).or_default().insert(one);
        }
        joined
    }

    /// All squares that are joined, each pair in both directions.
    pub fn pairs(&self) -> impl Iterator<Item = (Square, Square)> {
        self.next.iter().flat_map(|(&from, next)| next.iter().map(move |to| (from, to)))
    }

    /// Whether a leap of the path may lead from one square to another.
    pub fn allow(&self, path: &Path, from: Square, to: Square) -> bool {
        !path.along_lines || self.next.get(&from).is_some_and(|next| next.contains(to))
    }
}

// The squares to which the paths of a movement lead from one square of a board, and the conditions for reaching them.
//
// The engine compiles movements for all squares with other code (`engine/tables`); this walk serves diagrams, words
// and explanations, which need the moves of one man.

/// A square on which a path may end.
#[derive(Clone, Copy, Debug)]
pub struct Landing<'a> {
    /// The path that ends here.
    pub path: &'a Path,
    /// The square.
    pub at: Square,
    /// The square on which the last leap begins.
    pub before: Square,
    /// The square on which the last leg begins.
    pub corner: Square,
    /// How the move may end here, if the men on its path allow it.
    pub stops: Modes,
    /// Whether the path may end here by capture en passant.
    pub en_passant: bool,
    /// Conditions of the path up to here.
    pub access: Access,
    /// The squares that must be empty.
    pub empty: SquareSet,
    /// Whether only the edge of the board ends the last leg here.
    pub goes_on: bool,
}

/// Conditions of a path other than its end, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Only squares on which the move could have ended earlier must be empty.
    #[default]
    Free,
    /// Other squares must be empty too.
    Lame,
    /// The move must hop over a man.
    Hop,
}

/// State of a walk along a path.
#[derive(Clone, Copy)]
struct WalkState {
    at: Square,
    access: Access,
    empty: SquareSet,
    hurdles: SquareSet,
}

impl Movement {
    /// Calls `visit` with every landing of a man on `from`; squares may repeat. `lines` are those of the board.
    ///
    /// [`Path::walk_steps`] is an upper bound of the time.
    pub fn landings<'a>(&'a self, board: Board, lines: &BoardLines, from: Square, visit: &mut dyn FnMut(&Landing<'a>)) {
        let start = WalkState { at: from, access: Access::Free, empty: SquareSet::EMPTY, hurdles: SquareSet::EMPTY };
        for path in &self.paths {
            let mut walk = LandingWalk { board, lines, from, path, visit };
            walk.walk_legs(&path.legs, start);
        }
    }

    /// Whether a walk of all paths takes more than [`Movement::MAX_WALK_STEPS`] on the largest board.
    pub(crate) fn walks_too_far(&self) -> bool {
        let largest = Board::LARGEST;
        let middle = Square::new((largest.len() / 2 + usize::from(largest.files()) / 2) as u8);
        let mut left = Self::MAX_WALK_STEPS;
        for path in &self.paths {
            // Few movements come near the limit, so most need no walk to be sure.
            let least = path.walk_steps_at_most();
            let steps = if least <= left { least } else { path.walk_steps(largest, middle, left) };
            match left.checked_sub(steps) {
                Some(rest) => left = rest,
                None => return true,
            }
        }
        false
    }
}

impl Path {
    /// A number of leaps that no walk of the path exceeds: all combinations of lengths of its legs.
    pub(crate) fn walk_steps_at_most(&self) -> u64 {
        let longest = |leg: &Leg| {
            let longest = if leg.curve == Curve::Straight && !self.wraps { Board::MAX_SIZE } else { u8::MAX };
            u64::from(leg.most.unwrap_or(u8::MAX).min(longest))
        };
        let (_, steps) = self.legs.iter().fold((1_u64, 0_u64), |(ways, steps), leg| {
            let ways = ways.saturating_mul(longest(leg));
            (ways, steps.saturating_add(ways))
        });
        steps
    }

    /// The greatest number of leaps in a walk of the path from a square, counted until it exceeds `limit`.
    ///
    /// A path branches wherever a leg may end, so the number can grow exponentially with the legs. It is added up
    /// leg by leg from the number of ways to reach each square, which takes fewer steps than it counts.
    pub fn walk_steps(&self, board: Board, from: Square, limit: u64) -> u64 {
        let mut steps: u64 = 0;
        let mut ways = vec![0_u64; board.len()];
        ways[from.index()] = 1;
        for leg in &self.legs {
            let mut next = vec![0_u64; board.len()];
            for start in board.squares().filter(|start| ways[start.index()] > 0) {
                let count = ways[start.index()];
                for (number, at) in (1..=u8::MAX).zip(leg_landings(board, self, leg, start)) {
                    steps = steps.saturating_add(count);
                    if steps > limit {
                        return steps;
                    }
                    if number >= leg.least {
                        let ways = &mut next[at.index()];
                        *ways = ways.saturating_add(count);
                    }
                }
            }
            ways = next;
        }
        steps
    }
}

/// The squares where the leaps of a leg land, until it leaves the board or returns to a square.
fn leg_landings(board: Board, path: &Path, leg: &Leg, start: Square) -> impl Iterator<Item = Square> {
    let mut visited = SquareSet::from_iter([start]);
    let mut at = start;
    (0..leg.most.unwrap_or(u8::MAX)).map_while(move |number| {
        at = landing_square(board, path, at, nth_leap(leg, number))?;
        let fresh = !visited.contains(at);
        visited.insert(at);
        fresh.then_some(at)
    })
}

/// The leap of a leg with this number, from 0.
fn nth_leap(leg: &Leg, number: u8) -> Leap {
    match leg.curve {
        Curve::Straight => leg.leap,
        curve @ (Curve::Circular(_) | Curve::Crooked(_)) => leg.leap.turned(curve.turn(number.into())),
    }
}

/// The square that a leap of a path reaches, around the edge if the path wraps.
fn landing_square(board: Board, path: &Path, from: Square, leap: Leap) -> Option<Square> {
    if path.wraps { board.leap_wrapping(from, leap) } else { board.leap(from, leap) }
}

/// A walk along one path that reports its landings.
struct LandingWalk<'a, 'v> {
    board: Board,
    lines: &'v BoardLines,
    from: Square,
    path: &'a Path,
    visit: &'v mut dyn FnMut(&Landing<'a>),
}

impl<'a> LandingWalk<'a, '_> {
    /// Walks along these legs, and calls `visit` for every square where the path may end.
    fn walk_legs(&mut self, legs: &'a [Leg], start: WalkState) {
        let Some((leg, later)) = legs.split_first() else { return };
        let (board, path) = (self.board, self.path);
        let en_passant = later.is_empty() && path.en_passant;
        let (corner, mut passed) = (start.at, start);
        for (number, at) in (0..u8::MAX).zip(leg_landings(board, path, leg, start.at)) {
            let leap = nth_leap(leg, number);
            if !self.lines.allow(path, passed.at, at) {
                return;
            }
            if leg.clearance != Clearance::Leaps {
                let under = leg.clearance.squares(leap);
                if !under.is_empty() {
                    passed.access = passed.access.max(Access::Lame);
                }
                under
                    .iter()
                    .filter_map(|&under| landing_square(board, path, passed.at, under))
                    .for_each(|at| passed.empty.insert(at));
            }
            let before = std::mem::replace(&mut passed.at, at);
            if !passed.empty.intersection(passed.hurdles).is_empty() {
                return;
            }
            if number + 1 >= leg.least {
                let may_end = at != self.from && !passed.hurdles.contains(at);
                if may_end && (leg.stops.any() || en_passant) {
                    (self.visit)(&Landing {
                        path,
                        at,
                        before,
                        corner,
                        stops: leg.stops,
                        en_passant,
                        access: passed.access,
                        empty: passed.empty,
                        goes_on: leg.most.is_none() && landing_square(board, path, at, leap).is_none(),
                    });
                }
                if !later.is_empty() {
                    self.walk_later_legs(leg, later, passed);
                }
            }
            passed.empty.insert(at);
        }
    }

    /// Goes on with the later legs where a leg has ended.
    fn walk_later_legs(&mut self, leg: &Leg, later: &'a [Leg], mut passed: WalkState) {
        match leg.through {
            Through::Empty => {
                passed.empty.insert(passed.at);
                if !leg.stops.any() {
                    passed.access = passed.access.max(Access::Lame);
                }
            }
            // The man has left its own square, so it can't hop over itself.
            Through::Occupied if passed.at == self.from => return,
            Through::Occupied => {
                passed.access = Access::Hop;
                passed.hurdles.insert(passed.at);
            }
            Through::Anything => {}
        }
        self.walk_legs(later, passed);
    }
}
