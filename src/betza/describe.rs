//! Movements in plain words.

use crate::geometry::{Leap, LeapClass, Wind};
use crate::model::{Clearance, Curve, Leg, Modes, Movement, Path, Through};
use crate::prose;

/// The most phrases of one movement; a longer list would not be read.
const MAX_PHRASES: usize = 12;

/// Describes a movement with a phrase for each kind of path: `one square orthogonally, without capturing`.
///
/// Directions are those of White's man. At most 12 phrases are returned; the last then summarizes the rest.
///
/// ```
/// use weakfish::betza;
///
/// let pawn = betza::movement("fmWfcF").0.unwrap();
/// let phrases = ["one square diagonally forward, only to capture", "one square forward, without capturing"];
/// assert_eq!(betza::describe(&pawn), phrases);
/// ```
pub fn describe(movement: &Movement) -> Vec<String> {
    let mut groups: Vec<PathGroup<'_>> = Vec::new();
    let (anywhere, paths) = leaps_anywhere(movement);
    for path in paths {
        match groups.iter_mut().find(|group| group.accepts(path)) {
            Some(group) => group.paths.push(path),
            None => groups.extend(path.legs.first().map(|first| PathGroup { paths: vec![path], first })),
        }
    }
    let mut phrases: Vec<String> = anywhere.into_iter().map(anywhere_phrase).collect();
    while !groups.is_empty() {
        let group = groups.remove(0);
        let twin = groups.iter().position(|other| group.is_twin_of(other));
        twin.map(|twin| groups.remove(twin));
        phrases.push(group.phrase(twin.is_some()));
    }
    if phrases.len() > MAX_PHRASES {
        let more = phrases.split_off(MAX_PHRASES - 1).len();
        phrases.push(format!("and along {more} more kinds of paths"));
    }
    phrases
}

/// The number of leaps that lead to all squares of the largest board.
const ALL_LEAPS: usize = 31 * 31 - 1;

/// Separates leaps that together lead to any square, one of each such set of paths, from the other paths.
fn leaps_anywhere(movement: &Movement) -> (Vec<&Path>, Vec<&Path>) {
    let alike = |one: &Path, other: &Path| match (&*one.legs, &*other.legs) {
        ([a], [b]) => path_flags(one) == path_flags(other) && Leg { leap: a.leap, ..b.clone() } == *a,
        _ => false,
    };
    let is_leap = |path: &Path| {
        let once = |leg: &Leg| leg.most == Some(1) && leg.clearance == Clearance::Leaps && leg.curve == Curve::Straight;
        path.legs.len() == 1 && path.legs.iter().all(once)
    };
    let mut rest: Vec<&Path> = movement.paths.iter().collect();
    let mut anywhere = Vec::new();
    while rest.len() >= ALL_LEAPS {
        let count = |path: &Path| rest.iter().filter(|other| alike(path, other)).count();
        // A full set leaves too few other paths to fill the first places: one of its own is among them.
        let candidates = rest.len() - ALL_LEAPS + 1;
        let Some(first) = rest.iter().take(candidates).copied().find(|path| is_leap(path) && count(path) >= ALL_LEAPS)
        else {
            break;
        };
        anywhere.push(first);
        rest.retain(|other| !alike(first, other));
    }
    (anywhere, rest)
}

/// Describes leaps to any square.
fn anywhere_phrase(path: &Path) -> String {
    let stops: Vec<Modes> = path.legs.iter().map(|leg| leg.stops).filter(|stops| stops.any()).collect();
    let first = if path.first_move_only { ", from a square where such a man starts" } else { "" };
    format!("leaps to any square{}{first}", modes_phrase(&stops, path.en_passant))
}

/// Paths that differ only in their directions.
struct PathGroup<'a> {
    paths: Vec<&'a Path>,
    /// The first leg of the first path.
    first: &'a Leg,
}

impl PathGroup<'_> {
    /// Whether a path belongs to the group: it differs from the others only in direction.
    fn accepts(&self, path: &Path) -> bool {
        let first = self.paths[0];
        path_flags(first) == path_flags(path)
            && first.legs.len() == path.legs.len()
            && first.legs.iter().zip(&path.legs).all(|(a, b)| differ_only_in_direction(a, b))
            && bend_angles(first).zip(bend_angles(path)).all(|(a, b)| a.abs() == b.abs())
    }

    /// Whether both are the same step or slide to all sides, one orthogonally and the other diagonally.
    fn is_twin_of(&self, other: &Self) -> bool {
        let (leg, other_leg) = (self.first, other.first);
        let straight = leg.curve == Curve::Straight && is_step(leg.leap) && is_step(other_leg.leap);
        let same = Leg { leap: leg.leap, ..other_leg.clone() } == *leg;
        let single = |group: &Self| group.paths[0].legs.len() == 1 && group.goes_to_all_sides();
        straight && same && path_flags(self.paths[0]) == path_flags(other.paths[0]) && single(self) && single(other)
    }

    /// Whether the paths go to all sides.
    fn goes_to_all_sides(&self) -> bool {
        let oblique = matches!(self.first.leap.class(), LeapClass::Oblique(..));
        // A path that bends to one side has a mirror image; oblique leaps are in mirror pairs already.
        let bent =
            bend_angles(self.paths[0]).any(|bend| bend % 8 != 0) && !oblique || self.first.curve != Curve::Straight;
        let sides = if oblique { 8 } else { 4 };
        self.paths.len() >= if bent { 2 * sides } else { sides }
    }

    /// Describes the paths of the group in words.
    fn phrase(&self, in_any_direction: bool) -> String {
        let (path, first) = (self.paths[0], self.first);
        let side = if in_any_direction {
            "in any direction".to_owned()
        } else if self.goes_to_all_sides() || path.legs.len() > 1 {
            axis_adverb(first.leap).to_owned()
        } else {
            self.directions()
        };
        let mut text = leg_phrase(first, &side);
        for (before, (leg, bend)) in path.legs.iter().zip(path.legs.iter().skip(1).zip(bend_angles(path))) {
            text.push_str(match before.through {
                Through::Empty if before.stops.any() => ", then ",
                Through::Empty => " to an empty square, then ",
                Through::Occupied => " to a man, then over it ",
                Through::Anything => " whatever stands there, then ",
            });
            text.push_str(&leg_phrase(leg, bend_phrase(bend)));
        }
        if path.legs.len() > 1 && !self.goes_to_all_sides() {
            text.push_str(", ending ");
            text.push_str(&self.directions());
        }
        let stops: Vec<Modes> = path.legs.iter().map(|leg| leg.stops).filter(|stops| stops.any()).collect();
        if path.legs.iter().rev().skip(1).any(|leg| leg.stops.any()) {
            text.push_str(", or only the first part of that");
        }
        text.push_str(modes_phrase(&stops, path.en_passant));
        if path.wraps {
            text.push_str(", also around the side edges");
        }
        if path.first_move_only {
            text.push_str(", from a square where such a man starts");
        }
        text
    }

    /// The directions of a group that does not go to all sides.
    fn directions(&self) -> String {
        let mut winds: Vec<Wind> = self.paths.iter().filter_map(|path| path_wind(path)).collect();
        winds.sort_unstable();
        winds.dedup();
        let numbers: Vec<u8> = winds.iter().map(|wind| wind.index()).collect();
        let usual = match numbers.as_slice() {
            [0] | [1, 3, 13, 15] => "forward",
            [4] => "to the right",
            [8] | [5, 7, 9, 11] => "backward",
            [12] => "to the left",
            [0, 8] => "forward or backward",
            [4, 12] => "sideways",
            [0, 4, 12] => "forward or sideways",
            [4, 8, 12] => "backward or sideways",
            [2, 14] => "diagonally forward",
            [6, 10] => "diagonally backward",
            [2, 6] => "diagonally to the right",
            [10, 14] => "diagonally to the left",
            [2] => "diagonally forward to the right",
            [14] => "diagonally forward to the left",
            [6] => "diagonally backward to the right",
            [10] => "diagonally backward to the left",
            [1, 15] => "narrowly forward",
            [7, 9] => "narrowly backward",
            [3, 13] => "widely forward",
            [5, 11] => "widely backward",
            _ => return format!("toward {}", prose::any_of(winds.iter().map(|wind| wind.name()))),
        };
        usual.to_owned()
    }
}

/// Returns the flags of a path that are no part of its legs: first move only, en passant, cylindrical (wraps).
fn path_flags(path: &Path) -> (bool, bool, bool) {
    (path.first_move_only, path.en_passant, path.wraps)
}

/// Whether two legs differ only in their directions.
fn differ_only_in_direction(a: &Leg, b: &Leg) -> bool {
    let same_curve = match (a.curve, b.curve) {
        (Curve::Circular(x), Curve::Circular(y)) | (Curve::Crooked(x), Curve::Crooked(y)) => x.abs() == y.abs(),
        (x, y) => x == y,
    };
    let same_line = a.leap.class() == b.leap.class() && a.leap.ring_index() % 2 == b.leap.ring_index() % 2;
    let oblique = matches!(a.leap.class(), LeapClass::Oblique(..)) && a.leap.class() == b.leap.class();
    same_curve && (same_line || oblique) && Leg { leap: a.leap, curve: a.curve, ..b.clone() } == *a
}

/// The angle between each leg and the next, in winds (22.5°) to the right, -7 to 8.
fn bend_angles(path: &Path) -> impl Iterator<Item = i32> {
    let wind = |leg: &Leg| i32::from(leg.leap.wind().index());
    path.legs.windows(2).map(move |legs| {
        let bend = (wind(&legs[1]) - wind(&legs[0])).rem_euclid(16);
        if bend > 8 { bend - 16 } else { bend }
    })
}

/// The wind toward which one leap of each leg leads.
fn path_wind(path: &Path) -> Option<Wind> {
    let sum =
        path.legs.iter().fold((0_i32, 0_i32), |(x, y), leg| (x + i32::from(leg.leap.dx), y + i32::from(leg.leap.dy)));
    let (x, y) = (i8::try_from(sum.0).ok()?, i8::try_from(sum.1).ok()?);
    ((x, y) != (0, 0)).then(|| Leap::new(x, y).wind())
}

/// Whether a leap goes to a neighbouring square.
fn is_step(leap: Leap) -> bool {
    leap.class() == LeapClass::Radial(1)
}

/// Names the axis of a radial leap as an adverb, such as `orthogonally` or `diagonally`; empty for an oblique leap.
fn axis_adverb(leap: Leap) -> &'static str {
    match leap.class() {
        LeapClass::Oblique(..) => "",
        LeapClass::Radial(_) if leap.ring_index().is_multiple_of(2) => "orthogonally",
        LeapClass::Radial(_) => "diagonally",
    }
}

/// The direction of a later leg as seen from the leg before it.
const fn bend_phrase(bend: i32) -> &'static str {
    match bend.abs() {
        0 => "straight on",
        1 => "outward, bending a little",
        2 => "outward at 45°",
        3 => "at 67.5°",
        4 => "at a right angle",
        5 => "back at 112.5°",
        6 => "back at 135°",
        7 => "back at 157.5°",
        _ => "straight back",
    }
}

/// A run of leaps: `up to 3 squares diagonally`.
fn leg_phrase(leg: &Leg, side: &str) -> String {
    let (x, y) = (leg.leap.dx.unsigned_abs(), leg.leap.dy.unsigned_abs());
    let (long, short) = (x.max(y), x.min(y));
    let side = if side.is_empty() { String::new() } else { format!(" {side}") };
    let step = is_step(leg.leap);
    let (noun, once) = if step { ("squares", "one square") } else { ("times", "") };
    let count = match (leg.least, leg.most) {
        (1, Some(1)) => once.to_owned(),
        (1, Some(most)) => format!("up to {most} {noun}"),
        (1, None) => format!("any number of {noun}"),
        (least, Some(most)) if least == most => format!("exactly {most} {noun}"),
        (least, Some(most)) => format!("{least} to {most} {noun}"),
        (least, None) => format!("{least} or more {noun}"),
    };
    let comma = if count.is_empty() { "" } else { ", " };
    let mut text = match leg.leap.class() {
        _ if step => format!("{count}{side}"),
        LeapClass::Radial(length) => format!("leaps {length} squares{side}{comma}{count}"),
        LeapClass::Oblique(..) => format!("leaps ({long},{short}){side}{comma}{count}"),
    };
    text += &curve_phrase(leg.curve);
    let between = leg.clearance.squares(leg.leap).len();
    if between == 0 {
        return text;
    }
    if leg.most != Some(1) {
        text.push_str(", each");
    }
    text.push_str(match (leg.clearance, short == 0 || short == long, between) {
        (Clearance::Leaps, ..) => "",
        (_, true, 1) => " if the square between is empty",
        (_, true, _) => " if the squares between are empty",
        (Clearance::OrthogonalFirst, _, 1) => " if the orthogonal square on the way is empty",
        (Clearance::DiagonalFirst, _, 1) => " if the diagonal square on the way is empty",
        (Clearance::OrthogonalFirst, ..) => " if the way is empty, orthogonal squares first",
        (Clearance::DiagonalFirst, ..) => " if the way is empty, diagonal squares first",
        (Clearance::Both, _, 2) => " if both squares on the way are empty",
        (Clearance::Both, ..) => " if both ways are empty",
    });
    text
}

/// How the leaps of a leg turn.
fn curve_phrase(curve: Curve) -> String {
    match curve {
        Curve::Straight => String::new(),
        Curve::Circular(eighths) => format!(", turning {}° the same way after each", i32::from(eighths.abs()) * 45),
        Curve::Crooked(eighths) => format!(", turning {}° alternately one way and back", i32::from(eighths.abs()) * 45),
    }
}

/// Describes how a path may end: by moving only, by capturing only or en passant; empty if it may do both.
fn modes_phrase(stops: &[Modes], en_passant: bool) -> &'static str {
    let all = |modes: Modes| stops.iter().all(|stop| *stop == modes);
    match (en_passant, stops) {
        (true, []) => ", capturing en passant",
        (false, _) if all(Modes::BOTH) => "",
        (true, _) if all(Modes::BOTH) => ", also capturing en passant",
        (false, _) if all(Modes::MOVES) => ", without capturing",
        (true, _) if all(Modes::MOVES) => ", without capturing except en passant",
        (false, _) if all(Modes::CAPTURES) => ", only to capture",
        (true, _) if all(Modes::CAPTURES) => ", only to capture, also en passant",
        _ => ", moving on one part and capturing on another",
    }
}
