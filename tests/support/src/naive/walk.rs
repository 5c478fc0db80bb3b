//! Walking a path over a board.

use weakfish::geometry::{Board, Leap, Square};
use weakfish::model::{Clearance, Curve, Leg, Modes, Path, Through};

use super::facing::turned;

/// Where a path can end.
pub(super) struct End {
    pub(super) square: Square,
    pub(super) stops: Modes,
    /// Whether this is the end of a path that may capture en passant by itself.
    pub(super) en_passant: bool,
}

/// More leaps than any leg needs, so that walks round a cylinder come to an end.
const MAX_LEAPS: u8 = 64;

/// A path walked from a square; the man that walks is off the board.
pub(super) struct Walk<'a> {
    pub(super) board: Board,
    /// The lines of the board.
    pub(super) lines: &'a [Vec<Square>],
    pub(super) path: &'a Path,
    pub(super) empty: &'a dyn Fn(Square) -> bool,
    /// Whether a man stands there that it can hop over.
    pub(super) hurdle: &'a dyn Fn(Square) -> bool,
}

impl Walk<'_> {
    pub(super) fn ends(&self, from: Square) -> Vec<End> {
        let mut ends = Vec::new();
        self.each_end(from, &mut |end| ends.push(end));
        ends
    }

    pub(super) fn each_end(&self, from: Square, visit: &mut dyn FnMut(End)) {
        self.leg(0, from, visit);
    }

    fn leg(&self, number: usize, from: Square, visit: &mut dyn FnMut(End)) {
        let leg = &self.path.legs[number];
        let last = number + 1 == self.path.legs.len();
        let mut at = from;
        for leaps in 1..=leg.most.unwrap_or(MAX_LEAPS) {
            let leap = Self::leap(leg, leaps);
            let is_empty = |step| self.go(at, step).is_some_and(|square| (self.empty)(square));
            let between_empty =
                leg.clearance == Clearance::Leaps || between(leap, leg.clearance).into_iter().all(is_empty);
            let Some(to) = self.leap_from(at, leap).filter(|_| between_empty) else { return };
            at = to;
            if leaps >= leg.least {
                visit(End { square: at, stops: leg.stops, en_passant: self.path.en_passant && last });
                let on = match leg.through {
                    Through::Empty => (self.empty)(at),
                    Through::Occupied => (self.hurdle)(at),
                    Through::Anything => true,
                };
                if on && !last {
                    self.leg(number + 1, at, visit);
                }
            }
            if !(self.empty)(at) {
                return;
            }
        }
    }

    /// The leap of a leg with this number, from 1.
    fn leap(leg: &Leg, leaps: u8) -> Leap {
        let turn = match leg.curve {
            Curve::Straight => 0,
            Curve::Circular(eighths) => i32::from(eighths) * i32::from(leaps - 1),
            Curve::Crooked(eighths) => i32::from(eighths) * (i32::from(leaps - 1) % 2),
        };
        if turn == 0 { leg.leap } else { turned(leg.leap, turn) }
    }

    fn go(&self, from: Square, leap: Leap) -> Option<Square> {
        let (files, ranks) = (i32::from(self.board.files()), i32::from(self.board.ranks()));
        let mut file = from.index() as i32 % files + i32::from(leap.dx);
        let rank = from.index() as i32 / files + i32::from(leap.dy);
        if self.path.wraps {
            file = file.rem_euclid(files);
        }
        let on_board = (0..files).contains(&file) && (0..ranks).contains(&rank);
        let square = on_board.then(|| Square::new((rank * files + file) as u8));
        square.filter(|&square| !self.board.holes().contains(square))
    }

    /// Where a leap of the path leads, if it may lead there.
    fn leap_from(&self, from: Square, leap: Leap) -> Option<Square> {
        let to = self.go(from, leap)?;
        let mut neighbours = self.lines.iter().flat_map(|line| line.windows(2));
        let drawn = neighbours.any(|pair| *pair == [from, to] || *pair == [to, from]);
        (drawn || !self.path.along_lines).then_some(to)
    }
}

/// The ends of a path with any squares occupied: each hurdle is there or not, as the path needs it.
pub(super) fn all_ends(board: Board, lines: &[Vec<Square>], path: &Path, from: Square) -> Vec<End> {
    fn leg(walk: &Walk<'_>, number: usize, from: Square, ends: &mut Vec<End>) {
        let leg_of_path = &walk.path.legs[number];
        let last = number + 1 == walk.path.legs.len();
        let mut at = from;
        for leaps in 1..=leg_of_path.most.unwrap_or(MAX_LEAPS) {
            let leap = Walk::leap(leg_of_path, leaps);
            let on_board = between(leap, leg_of_path.clearance).into_iter().all(|step| walk.go(at, step).is_some());
            let Some(to) = walk.leap_from(at, leap).filter(|_| on_board) else { return };
            at = to;
            if leaps >= leg_of_path.least {
                ends.push(End { square: at, stops: leg_of_path.stops, en_passant: false });
                if !last {
                    leg(walk, number + 1, at, ends);
                }
            }
        }
    }
    let mut ends = Vec::new();
    leg(&Walk { board, lines, path, empty: &|_| true, hurdle: &|_| true }, 0, from, &mut ends);
    ends
}

/// The squares stepped on before the end of a lame leap.
fn between(leap: Leap, clearance: Clearance) -> Vec<Leap> {
    match clearance {
        Clearance::Leaps => Vec::new(),
        Clearance::OrthogonalFirst => steps(leap, true),
        Clearance::DiagonalFirst => steps(leap, false),
        Clearance::Both => [steps(leap, true), steps(leap, false)].concat(),
    }
}

fn steps(leap: Leap, orthogonal_first: bool) -> Vec<Leap> {
    let (mut x, mut y) = (0, 0);
    let mut squares = Vec::new();
    loop {
        let (left_x, left_y) = (leap.dx - x, leap.dy - y);
        let diagonal = if orthogonal_first { left_x.abs() == left_y.abs() } else { left_x != 0 && left_y != 0 };
        if diagonal || left_x.abs() > left_y.abs() {
            x += left_x.signum();
        }
        if diagonal || left_y.abs() > left_x.abs() {
            y += left_y.signum();
        }
        if (x, y) == (leap.dx, leap.dy) {
            return squares;
        }
        squares.push(Leap { dx: x, dy: y });
    }
}
