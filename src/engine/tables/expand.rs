//! Expands a movement from one square of the board into the ends of its paths, each with the squares that must be empty
//! and those that must be occupied.

use super::Bits;
use super::budget::{Budget, Exhausted};
use crate::geometry::{Board, Leap, Square};
use crate::model::{Clearance, Curve, Joined, Leg, Modes, Path, Through};

/// An end of a path, and the conditions along the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End<const W: usize> {
    pub(crate) to: Square,
    pub(crate) modes: Modes,
    pub(crate) empty: Bits<W>,
    pub(crate) occupied: Bits<W>,
}

impl<const W: usize> End<W> {
    /// Whether the end is reached regardless of the occupancy.
    pub(crate) fn is_unconditional(&self) -> bool {
        (self.empty | self.occupied).is_empty()
    }
}

/// The maximal number of ends from one square. A movement with more is refused, so that compiling stays fast and the
/// tables small.
const MAX_ENDS: usize = 1 << 14;

/// A path, prepared once for all squares.
pub(crate) struct Route<'a> {
    pub(crate) path: &'a Path,
    stretches: Vec<Stretch<'a>>,
}

/// A leg with the leaps it repeats in turn. Each leap has the squares that must be empty for it.
struct Stretch<'a> {
    leg: &'a Leg,
    leaps: Vec<(Leap, Vec<Leap>)>,
}

impl<'a> Route<'a> {
    pub(crate) fn new(path: &'a Path) -> Self {
        let stretch = |leg: &'a Leg| {
            let period = match leg.curve {
                Curve::Straight => 1,
                Curve::Crooked(_) => 2,
                Curve::Circular(_) => 8,
            };
            let leap = |count| leg.leap.turned(leg.curve.turn(count));
            let leaps = (0..period).map(leap).map(|leap| (leap, leg.clearance.squares(leap)));
            Stretch { leg, leaps: leaps.collect() }
        };
        Self { path, stretches: path.legs.iter().map(stretch).collect() }
    }

    /// Adds all ends of the path from a square. An end on the square itself is not a move and is left out.
    pub(crate) fn ends<const W: usize>(
        &self,
        board: Board,
        lines: &Joined,
        from: Square,
        ends: &mut Vec<End<W>>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let mut walk = Walk { board, lines, from, path: self.path, ends, budget };
        walk.stretch(&self.stretches, (board.file(from), board.rank(from)), Bits::EMPTY, Bits::EMPTY)
    }
}

struct Walk<'a, const W: usize> {
    board: Board,
    lines: &'a Joined,
    from: Square,
    path: &'a Path,
    ends: &'a mut Vec<End<W>>,
    budget: &'a mut Budget,
}

/// The leg of a path that consists of one unblockable leap.
pub(crate) fn as_single_leap(path: &Path) -> Option<&Leg> {
    let [leg] = path.legs.as_slice() else { return None };
    let single = leg.least == 1 && leg.most == Some(1) && leg.clearance == Clearance::Leaps;
    (single && !path.wraps && !path.along_lines && !leg.leap.is_null()).then_some(leg)
}

impl<const W: usize> Walk<'_, W> {
    /// The square that a leap from a file and rank reaches, with its file and rank. On a wrapping path the file is
    /// reduced modulo the width of the board.
    fn land(&self, (file, rank): (i32, i32), leap: Leap) -> Option<(Square, (i32, i32))> {
        let (file, rank) = (file + i32::from(leap.dx), rank + i32::from(leap.dy));
        let file = if self.path.wraps { file.rem_euclid(i32::from(self.board.files())) } else { file };
        Some((self.board.square(file, rank)?, (file, rank)))
    }

    fn stretch(
        &mut self,
        stretches: &[Stretch<'_>],
        start: (i32, i32),
        mut empty: Bits<W>,
        occupied: Bits<W>,
    ) -> Result<(), Exhausted> {
        let Some((Stretch { leg, leaps }, rest)) = stretches.split_first() else { return Ok(()) };
        // A circle closes after eight leaps. A straight or crooked line leaves the board or, on a wrapping path, comes
        // back to its start.
        let longest = match leg.curve {
            Curve::Circular(_) => 8,
            Curve::Straight | Curve::Crooked(_) => 2 * self.board.len(),
        };
        let mut place = start;
        let most = leg.most.map_or(longest, |most| longest.min(most.into()));
        for (count, (leap, under)) in (1..=most).zip(leaps.iter().cycle()) {
            self.budget.spend(1 + under.len())?;
            // The square under a lame leap can be a hole of the board, which blocks it.
            let passed = under.iter().map(|&under| self.land(place, under).map(|(square, _)| square));
            let Some(passed) = passed.collect::<Option<Bits<W>>>() else { break };
            empty |= passed;
            let Some((at, landing)) = self.land(place, *leap) else { break };
            if !self.board.square(place.0, place.1).is_some_and(|here| self.lines.admit(self.path, here, at)) {
                break;
            }
            place = landing;
            if count >= usize::from(leg.least) {
                if leg.stops.any() {
                    self.end(at, leg.stops, empty, occupied)?;
                }
                let here = Bits::of(at);
                match leg.through {
                    Through::Empty => self.stretch(rest, place, empty | here, occupied)?,
                    Through::Occupied => self.stretch(rest, place, empty, occupied | here)?,
                    Through::Anything => self.stretch(rest, place, empty, occupied)?,
                }
            }
            if at == self.from && leg.curve == Curve::Straight {
                break;
            }
            empty |= Bits::of(at);
        }
        Ok(())
    }

    fn end(&mut self, to: Square, modes: Modes, mut empty: Bits<W>, occupied: Bits<W>) -> Result<(), Exhausted> {
        // The man has left its own square, so that the square is empty and cannot serve as a hurdle.
        empty.remove(self.from);
        if to == self.from || occupied.contains(self.from) || empty.intersects(occupied) {
            return Ok(());
        }
        let modes = modes.and(Modes { moves: !occupied.contains(to), captures: !empty.contains(to) });
        empty.remove(to);
        if modes.any() {
            self.ends.push(End { to, modes, empty, occupied });
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
