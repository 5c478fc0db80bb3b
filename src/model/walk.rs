//! The squares to which the paths of a movement lead from one square of a board, and the conditions for reaching them.
//!
//! The engine compiles movements for all squares with other code (`engine/tables`); this walk serves diagrams, words
//! and explanations, which need the moves of one man.

use super::{Clearance, Curve, Joined, Leg, Modes, Movement, Path, Through};
use crate::geometry::{Board, Leap, Square, SquareSet};

/// A square on which a path may end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing<'a> {
    pub(crate) path: &'a Path,
    pub(crate) at: Square,
    /// The square on which the last leap begins.
    pub(crate) before: Square,
    /// The square on which the last leg begins.
    pub(crate) corner: Square,
    /// How the move may end here, if the men on its path allow it.
    pub(crate) stops: Modes,
    /// Whether the path may end here by capture en passant.
    pub(crate) en_passant: bool,
    pub(crate) access: Access,
    /// The squares that must be empty.
    pub(crate) empty: SquareSet,
    /// Whether only the edge of the board ends the last leg here.
    pub(crate) goes_on: bool,
}

/// Conditions of a path other than its end, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
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
struct Passed {
    at: Square,
    access: Access,
    empty: SquareSet,
    hurdles: SquareSet,
}

impl Movement {
    /// Calls `visit` with every landing of a man on `from`; squares may repeat. `lines` are those of the board.
    ///
    /// The time this takes is at most what [`Path::walk_steps`] counts.
    pub(crate) fn landings<'a>(
        &'a self,
        board: Board,
        lines: &Joined,
        from: Square,
        visit: &mut impl FnMut(&Landing<'a>),
    ) {
        let start = Passed { at: from, access: Access::Free, empty: SquareSet::EMPTY, hurdles: SquareSet::EMPTY };
        for path in &self.paths {
            let mut walk = Walk { board, lines, from, path, visit };
            walk.legs(&path.legs, start);
        }
    }
}

impl Movement {
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
    pub(crate) fn walk_steps(&self, board: Board, from: Square, limit: u64) -> u64 {
        let mut steps: u64 = 0;
        let mut ways = vec![0_u64; board.len()];
        ways[from.index()] = 1;
        for leg in &self.legs {
            let mut next = vec![0_u64; board.len()];
            for start in board.squares().filter(|start| ways[start.index()] > 0) {
                let count = ways[start.index()];
                for (number, at) in (1..=u8::MAX).zip(leaps(board, self, leg, start)) {
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
fn leaps(board: Board, path: &Path, leg: &Leg, start: Square) -> impl Iterator<Item = Square> {
    let mut seen = SquareSet::from_iter([start]);
    let mut at = start;
    (0..leg.most.unwrap_or(u8::MAX)).map_while(move |number| {
        at = land(board, path, at, leap(leg, number))?;
        let fresh = !seen.contains(at);
        seen.insert(at);
        fresh.then_some(at)
    })
}

/// The leap of a leg with this number, from 0.
fn leap(leg: &Leg, number: u8) -> Leap {
    match leg.curve {
        Curve::Straight => leg.leap,
        curve => leg.leap.turned(curve.turn(number.into())),
    }
}

fn land(board: Board, path: &Path, from: Square, leap: Leap) -> Option<Square> {
    if path.wraps { board.leap_wrapping(from, leap) } else { board.leap(from, leap) }
}

struct Walk<'a, 'v, V> {
    board: Board,
    lines: &'v Joined,
    from: Square,
    path: &'a Path,
    visit: &'v mut V,
}

impl<'a, V: FnMut(&Landing<'a>)> Walk<'a, '_, V> {
    fn legs(&mut self, legs: &'a [Leg], start: Passed) {
        let Some((leg, later)) = legs.split_first() else { return };
        let (board, path) = (self.board, self.path);
        let en_passant = later.is_empty() && path.en_passant;
        let (corner, mut passed) = (start.at, start);
        for (number, at) in (0..u8::MAX).zip(leaps(board, path, leg, start.at)) {
            let leap = leap(leg, number);
            if !self.lines.admit(path, passed.at, at) {
                return;
            }
            if leg.clearance != Clearance::Leaps {
                let under = leg.clearance.squares(leap);
                if !under.is_empty() {
                    passed.access = passed.access.max(Access::Lame);
                }
                under
                    .iter()
                    .filter_map(|&under| land(board, path, passed.at, under))
                    .for_each(|at| passed.empty.insert(at));
            }
            let before = std::mem::replace(&mut passed.at, at);
            if passed.empty.iter().any(|square| passed.hurdles.contains(square)) {
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
                        goes_on: leg.most.is_none() && land(board, path, at, leap).is_none(),
                    });
                }
                self.later(leg, later, passed);
            }
            passed.empty.insert(at);
        }
    }

    /// Goes on with the later legs where a leg has ended.
    fn later(&mut self, leg: &Leg, later: &'a [Leg], mut passed: Passed) {
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
        self.legs(later, passed);
    }
}

#[cfg(test)]
mod tests {
    use super::{Joined, Movement, Path};
    use crate::geometry::{Board, Leap, Square};
    use crate::model::Leg;

    /// A path of slides to the right, one after another.
    fn slides(legs: usize) -> Path {
        Path::new(vec![Leg::rider(Leap::new(1, 0)); legs])
    }

    #[test]
    fn steps_are_counted_without_being_made() {
        let board = Board::new(8, 8).unwrap();
        let steps = |legs| slides(legs).walk_steps(board, Square::new(0), u64::MAX);
        assert_eq!(steps(1), 7);
        assert_eq!(steps(2), 7 + (6 + 5 + 4 + 3 + 2 + 1));
        assert_eq!(steps(3), 7 + 21 + (15 + 10 + 6 + 3 + 1));
        let ring: Vec<Leg> = (0..200).map(|index| Leg::rider(Leap::new(0, 1).turned(index))).collect();
        assert!(Path::new(ring).walk_steps(board, Square::new(27), 1 << 40) > 1 << 40);
    }

    #[test]
    fn a_walk_lands_no_more_often_than_it_steps() {
        let board = Board::new(8, 8).unwrap();
        let movement = Movement::new(vec![slides(1), slides(3)]);
        for from in board.squares() {
            let mut landings = 0;
            movement.landings(board, &Joined::default(), from, &mut |_| landings += 1);
            let steps = movement.paths.iter().map(|path| path.walk_steps(board, from, u64::MAX)).sum::<u64>();
            // Every step of these slides is a square where the move may end.
            assert_eq!(landings, steps);
        }
    }
}
