//! A movement from one square of the board: every end of every path with what must stand empty or occupied.

use super::Bits;
use crate::engine::CompileError;
use crate::geometry::{Board, Leap, Square};
use crate::model::{Clearance, Curve, Leg, Modes, Path, Through};

/// An end of a path, and the conditions on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End<const W: usize> {
    pub(crate) to: Square,
    pub(crate) modes: Modes,
    pub(crate) empty: Bits<W>,
    pub(crate) occupied: Bits<W>,
}

/// More ends than this from one square mean a movement that no table should hold.
const MOST_ENDS: usize = 1 << 14;

struct Walk<'a, const W: usize> {
    board: Board,
    from: Square,
    path: &'a Path,
    ends: &'a mut Vec<End<W>>,
}

/// Adds all ends of a path from a square. Ends on the square itself are no moves and are left out.
pub(crate) fn ends<const W: usize>(
    board: Board,
    path: &Path,
    from: Square,
    ends: &mut Vec<End<W>>,
) -> Result<(), CompileError> {
    let Some(leg) = is_single_leap(path) else {
        return Walk { board, from, path, ends }.leg(&path.legs, from, Bits::EMPTY, Bits::EMPTY);
    };
    let to = board.leap(from, leg.leap).filter(|_| leg.stops.any());
    ends.extend(to.map(|to| End { to, modes: leg.stops, empty: Bits::EMPTY, occupied: Bits::EMPTY }));
    Ok(())
}

/// Whether a path is one leap that nothing stops.
fn is_single_leap(path: &Path) -> Option<&Leg> {
    let [leg] = path.legs.as_slice() else { return None };
    let single = leg.least == 1 && leg.most == Some(1) && leg.clearance == Clearance::Leaps;
    (single && !path.wraps && !leg.leap.is_null()).then_some(leg)
}

impl<const W: usize> Walk<'_, W> {
    fn land(&self, at: Square, leap: Leap) -> Option<Square> {
        if self.path.wraps { self.board.leap_wrapping(at, leap) } else { self.board.leap(at, leap) }
    }

    fn leg(&mut self, legs: &[Leg], start: Square, mut empty: Bits<W>, occupied: Bits<W>) -> Result<(), CompileError> {
        let Some((leg, rest)) = legs.split_first() else { return Ok(()) };
        // A circle of eight leaps closes; a straight line leaves the board or, on a cylinder, comes home.
        let longest = match leg.curve {
            Curve::Circular(_) => 8,
            Curve::Straight | Curve::Crooked(_) => 2 * self.board.len(),
        };
        let mut at = start;
        for count in 1..=leg.most.map_or(longest, |most| longest.min(most.into())) {
            let leap = leg.leap.turned(leg.curve.turn(count - 1));
            for under in leg.clearance.squares(leap) {
                empty |= self.land(at, under).map_or(Bits::EMPTY, Bits::of);
            }
            let Some(landing) = self.land(at, leap) else { break };
            at = landing;
            if count >= usize::from(leg.least) {
                if leg.stops.any() {
                    self.end(at, leg.stops, empty, occupied)?;
                }
                let here = Bits::of(at);
                match leg.through {
                    Through::Empty => self.leg(rest, at, empty | here, occupied)?,
                    Through::Occupied => self.leg(rest, at, empty, occupied | here)?,
                    Through::Anything => self.leg(rest, at, empty, occupied)?,
                }
            }
            if at == self.from && leg.curve == Curve::Straight {
                break;
            }
            empty |= Bits::of(at);
        }
        Ok(())
    }

    fn end(&mut self, to: Square, modes: Modes, mut empty: Bits<W>, occupied: Bits<W>) -> Result<(), CompileError> {
        // The man itself has left its square, which is therefore empty and no hurdle.
        empty.remove(self.from);
        if to == self.from || occupied.contains(self.from) || empty.intersects(occupied) {
            return Ok(());
        }
        let modes = modes.and(Modes { moves: !occupied.contains(to), captures: !empty.contains(to) });
        empty.remove(to);
        if modes.any() {
            self.ends.push(End { to, modes, empty, occupied });
        }
        if self.ends.len() > MOST_ENDS { Err(CompileError::TooManyPaths) } else { Ok(()) }
    }
}

/// Whether a path is that of a straight rider, whose rays need no conditions of their own.
pub(crate) fn is_straight_rider(path: &Path) -> Option<&Leg> {
    let [leg] = path.legs.as_slice() else { return None };
    let plain = !path.wraps && !path.first_move_only && leg.curve == Curve::Straight && !leg.leap.is_null();
    let leaps = leg.clearance == Clearance::Leaps || leg.clearance.squares(leg.leap).is_empty();
    (plain && leaps && leg.least == 1 && leg.most != Some(1)).then_some(leg)
}
