//! Where the paths of a movement lead from the middle of a board, each with what it takes to get there.

use std::collections::BTreeSet;

use crate::model::{Leg, Modes, Movement, Path, Through};

/// A square as files to the right and ranks forward of the man.
pub(super) type Offset = (i32, i32);

/// A square on which a path may end.
#[derive(Clone, Debug)]
pub(super) struct Landing<'a> {
    pub(super) path: &'a Path,
    pub(super) at: Offset,
    /// How the move may end here, men on the way aside.
    pub(super) stops: Modes,
    /// Whether en passant is possible here.
    pub(super) en_passant: bool,
    /// What it takes to get here.
    pub(super) access: Access,
    /// All squares that must be empty.
    pub(super) empty: &'a [Offset],
    /// Whether the path goes on beyond the edge from here.
    pub(super) goes_on: bool,
}

/// What it takes to go along a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Access {
    /// No more than that the squares are empty on which it could have ended before.
    #[default]
    Free,
    /// Other squares must be empty, too.
    Lame,
    /// A man to hop over.
    Hop,
}

/// How a path got where it is.
#[derive(Clone, Default)]
struct State {
    at: Offset,
    access: Access,
    empty: Vec<Offset>,
    hurdles: Vec<Offset>,
}

/// Visits every landing of a movement within `reach` squares of the man. Where the side edges of the board touch,
/// the files beyond that are those on the other side.
pub(super) fn landings(movement: &Movement, reach: i32, visit: &mut impl FnMut(&Landing<'_>)) {
    for path in &movement.paths {
        walk(path, 0, &State::default(), reach, visit);
    }
}

fn walk(path: &Path, leg: usize, from: &State, reach: i32, visit: &mut impl FnMut(&Landing<'_>)) {
    let Some(Leg { leap, curve, least, most, clearance, through, stops }) = path.legs.get(leg) else { return };
    let last = leg + 1 == path.legs.len();
    let mut state = from.clone();
    let mut seen = BTreeSet::from([state.at]);
    for number in 0..usize::from(most.unwrap_or(u8::MAX)) {
        let leap = leap.turned(curve.turn(number));
        for square in clearance.squares(leap) {
            state.empty.push(wrapped(path, state.at, (square.dx.into(), square.dy.into()), reach));
            state.access = state.access.max(Access::Lame);
        }
        state.at = wrapped(path, state.at, (leap.dx.into(), leap.dy.into()), reach);
        let next = wrapped(path, state.at, (leap.dx.into(), leap.dy.into()), reach);
        let blocked = state.empty.iter().any(|square| state.hurdles.contains(square));
        if blocked || !on_board(state.at, reach) || !seen.insert(state.at) {
            return;
        }
        let far_enough = number + 1 >= usize::from(*least);
        let may_end = far_enough && (stops.any() || last && path.en_passant);
        if may_end && state.at != (0, 0) && !state.hurdles.contains(&state.at) {
            visit(&Landing {
                path,
                at: state.at,
                stops: *stops,
                en_passant: last && path.en_passant,
                access: state.access,
                empty: &state.empty,
                goes_on: most.is_none() && !on_board(next, reach),
            });
        }
        if far_enough && !last {
            let mut on = state.clone();
            match through {
                Through::Empty => on.empty.push(state.at),
                Through::Occupied => {
                    on.access = Access::Hop;
                    on.hurdles.push(state.at);
                }
                Through::Anything => {}
            }
            if *through == Through::Empty && !stops.any() {
                on.access = on.access.max(Access::Lame);
            }
            // The man has left its own square, so that one is empty.
            if *through != Through::Occupied || state.at != (0, 0) {
                walk(path, leg + 1, &on, reach, visit);
            }
        }
        state.empty.push(state.at);
    }
}

fn on_board((x, y): Offset, reach: i32) -> bool {
    x.abs() <= reach && y.abs() <= reach
}

fn wrapped(path: &Path, (x, y): Offset, (dx, dy): Offset, reach: i32) -> Offset {
    let x = x + dx;
    let x = if path.wraps { (x + reach).rem_euclid(2 * reach + 1) - reach } else { x };
    (x, y + dy)
}
