use serde::{Deserialize, Serialize};

use crate::geometry::Leap;

/// A movement: a man may move along any one of its paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Paths")]
pub struct Movement {
    /// The paths, sorted and without repetition (see [`Movement::new`]).
    pub paths: Vec<Path>,
}

/// A sequence of legs, made one after another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
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
    /// Anything or nothing.
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

    fn map(&self, leap: impl Fn(Leap) -> Leap, curve: impl Fn(Curve) -> Curve) -> Self {
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
        Self::new(self.paths.iter().map(|path| path.map(|leap| leap.turned(eighths), |curve| curve)).collect())
    }

    /// The movement with forward and backward exchanged; curves bend the other way.
    #[must_use]
    pub fn mirrored_in_ranks(&self) -> Self {
        Self::new(self.paths.iter().map(|path| path.map(Leap::mirrored_in_ranks, Curve::mirrored)).collect())
    }

    /// The movement with left and right exchanged; curves bend the other way.
    #[must_use]
    pub fn mirrored_in_files(&self) -> Self {
        Self::new(self.paths.iter().map(|path| path.map(Leap::mirrored_in_files, Curve::mirrored)).collect())
    }

    /// The paths along the lines of the board, or the others.
    #[must_use]
    pub(crate) fn along_lines(&self, along: bool) -> Self {
        Self::new(self.paths.iter().filter(|path| path.along_lines == along).cloned().collect())
    }

    /// The movement limited to ends of these modes, without paths that can no longer end.
    #[must_use]
    pub(crate) fn restricted(&self, modes: Modes) -> Self {
        let paths = self.paths.iter().filter_map(|path| {
            let mut path = path.clone();
            path.legs.iter_mut().for_each(|leg| leg.stops = leg.stops.and(modes));
            path.en_passant &= modes.captures;
            (path.en_passant || path.legs.iter().any(|leg| leg.stops.any())).then_some(path)
        });
        Self::new(paths.collect())
    }

    /// The paths whose first leap satisfies a condition.
    #[must_use]
    pub(crate) fn filtered(&self, keep: impl Fn(Leap) -> bool) -> Self {
        let kept = self.paths.iter().filter(|path| path.legs.first().is_some_and(|leg| keep(leg.leap)));
        Self::new(kept.cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Clearance;
    use crate::geometry::Leap;

    #[test]
    fn a_lame_leap_steps_over_the_squares_of_its_path() {
        let at = |list: &[(i8, i8)]| list.iter().map(|&(x, y)| Leap::new(x, y)).collect::<Vec<_>>();
        assert_eq!(Clearance::OrthogonalFirst.squares(Leap::new(1, 2)), at(&[(0, 1)]));
        assert_eq!(Clearance::DiagonalFirst.squares(Leap::new(1, 2)), at(&[(1, 1)]));
        assert_eq!(Clearance::Both.squares(Leap::new(-2, 1)), at(&[(-1, 0), (-1, 1)]));
        assert_eq!(Clearance::OrthogonalFirst.squares(Leap::new(2, 3)), at(&[(0, 1), (1, 2)]));
        assert_eq!(Clearance::Both.squares(Leap::new(2, -2)), at(&[(1, -1)]));
        assert_eq!(Clearance::DiagonalFirst.squares(Leap::new(-3, 0)), at(&[(-2, 0), (-1, 0)]));
    }
}
