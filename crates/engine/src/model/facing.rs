//! The states of men: the facings of their parts, and their mode.
//!
//! Turning moves every leap of a part along its ring of eight. Facings in which a part moves alike are one
//! facing, named by the first of their winds clockwise from north. A state does not mention parts that have only one
//! facing.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Component, Eighths, Kind, Mode, Modes, Movement, Orientation, Symmetry, Within, limits};
use crate::geometry::{Side, Wind};

/// The state of a man: its facings and its mode. FEN has it in braces.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ManState {
    /// The facing of each part that has more than one, in order of definition.
    pub facings: Vec<Wind>,
    /// The mode, if the man flips.
    pub mode: Option<Mode>,
    /// Whether the man has promoted; only for kinds with [`Kind::was`]. FEN marks it with `~`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub promoted: bool,
}

/// Prints what FEN has between braces: `ne`, `n-`, `n.nne`; nothing for a man that has only one state.
impl fmt::Display for ManState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, wind) in self.facings.iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            write!(f, "{dot}{wind}")?;
        }
        f.write_str(match self.mode {
            None => "",
            Some(Mode::Moving) => "-",
            Some(Mode::Capturing) => "x",
        })
    }
}

impl ManState {
    /// The state with its braces, or nothing for a man that has one state only.
    pub fn in_braces(&self) -> String {
        let text = self.to_string();
        if text.is_empty() { text } else { format!("{{{text}}}") }
    }
}

/// A facing of a part, and its movement in that facing as seen on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facing {
    /// The name of the facing.
    pub wind: Wind,
    /// The movement.
    pub movement: Movement,
}

/// The states of one kind of man of one side: the turns between them and the movement in each.
///
/// Data shared by all states: code that needs many states makes one of these and keeps it.
#[derive(Debug)]
pub struct StateSpace<'k> {
    pub(super) kind: &'k Kind,
    parts: Vec<Facings>,
    /// The turns that are moves of their own.
    stationary_turns: Vec<Turn>,
    /// The turns that may be part of a move.
    turns_after_moving: Vec<Turn>,
}

/// The facings of one part, for one side.
#[derive(Debug)]
struct Facings {
    all: Vec<Facing>,
    /// The facing after each turn from the start (0 to 7 eighths clockwise); `None` if there is none.
    ring: [Option<usize>; 8],
    start: usize,
}

impl Facings {
    /// Facings of a part that turns as a whole by multiples of an eighth.
    fn whole(movement: &Movement, side: Side, symmetry: Symmetry, within: Option<Within>) -> Self {
        let start = symmetry.movement(side, movement);
        let own_forward = Wind::forward(side);
        let middle = within.map(|within| (symmetry.wind(side, within.of), 2 * i32::from(within.eighths)));
        let in_sector = |wind: &Wind| middle.is_none_or(|(of, limit)| wind_distance(*wind, of) <= limit);
        // Turning goes round a ring of eight, so movements come again after 1, 2, 4 or 8 eighths.
        let mut turned = vec![start];
        while turned.len() < 8 {
            let next = turned[0].turned(turned.len() as i32);
            if next == turned[0] {
                break;
            }
            turned.push(next);
        }
        let period = turned.len();
        let (mut all, mut ring) = (Vec::new(), [None; 8]);
        for (eighths, movement) in turned.into_iter().enumerate() {
            let own_wind = middle_wind(&movement);
            let alike = (eighths..8).step_by(period);
            let winds = alike.clone().map(|eighths| own_wind.unwrap_or_else(|| own_forward.turned(eighths as i32)));
            let Some(wind) = winds.filter(in_sector).min() else { continue };
            alike.for_each(|eighths| ring[eighths] = Some(all.len()));
            all.push(Facing { wind, movement });
        }
        Self { start: ring[0].unwrap_or(0), all, ring }
    }

    /// The facing of a part that never turns.
    fn still(movement: &Movement, side: Side, symmetry: Symmetry) -> Self {
        let facing = Facing { wind: Wind::forward(side), movement: symmetry.movement(side, movement) };
        Self { all: vec![facing], ring: [Some(0); 8], start: 0 }
    }

    /// Facings of a man that uses one direction of its movement at a time.
    fn one_direction(movement: &Movement, side: Side, symmetry: Symmetry, start: Wind) -> Self {
        let movement = symmetry.movement(side, movement);
        let start = symmetry.wind(side, start);
        let (mut all, mut ring) = (Vec::new(), [None; 8]);
        for (eighths, facing) in (0..8).zip(&mut ring) {
            let wind = start.turned(eighths);
            let paths =
                movement.paths.iter().filter(|path| path.legs.first().is_some_and(|leg| leg.leap.wind() == wind));
            let movement = Movement::new(paths.cloned().collect());
            if !movement.paths.is_empty() {
                *facing = Some(all.len());
                all.push(Facing { wind, movement });
            }
        }
        Self { start: 0, all, ring }
    }

    /// The facing reached by a turn; `None` if there is none.
    fn turned(&self, wind: Wind, eighths: i32) -> Option<Wind> {
        let from = self.position(wind)?;
        let index = self.ring.iter().position(|&facing| facing == Some(from))?;
        self.ring[(index as i32 + eighths).rem_euclid(8) as usize].map(|facing| self.all[facing].wind)
    }

    fn has_several(&self) -> bool {
        self.all.len() > 1
    }

    fn position(&self, wind: Wind) -> Option<usize> {
        self.all.iter().position(|facing| facing.wind == wind)
    }
}

/// The distance of two winds, in winds: 0 to 8.
fn wind_distance(a: Wind, b: Wind) -> i32 {
    let around = (i32::from(a.index()) - i32::from(b.index())).rem_euclid(16);
    around.min(16 - around)
}

/// The wind in the middle of all first leaps, if they keep to less than half a turn and their middle is a wind.
fn middle_wind(movement: &Movement) -> Option<Wind> {
    let mut winds: Vec<i32> =
        movement.paths.iter().filter_map(|path| path.legs.first()).map(|leg| leg.leap.wind().index().into()).collect();
    winds.sort_unstable();
    winds.dedup();
    // The arc that holds all winds starts right after the widest gap.
    let (first, last) = (0..winds.len()).find_map(|at| {
        let first = winds[at];
        let before = winds[(at + winds.len() - 1) % winds.len()];
        let span = (before - first).rem_euclid(16);
        (span < 8).then_some((first, first + span))
    })?;
    ((first + last) % 2 == 0).then(|| Wind::new(i32::midpoint(first, last)))
}

/// A turn of these parts, given as indices among all parts, as places among those that turn.
fn turn_of_parts(parts: &[Facings], turning: &Range<usize>, eighths: i32) -> Turn {
    let several_before = |end: usize| parts.iter().take(end).filter(|part| part.has_several()).count();
    Turn { eighths, parts: several_before(turning.start)..several_before(turning.end) }
}

/// A turn that a man may make.
#[derive(Debug)]
struct Turn {
    /// Eighths clockwise.
    eighths: i32,
    /// The parts that turn, as places in the list of those that have several facings.
    parts: Range<usize>,
}

impl Kind {
    /// Whether men of this kind turn in any way, as a move or as part of one.
    pub fn turns(&self) -> bool {
        !self.orientation.turns().is_empty()
            || self.turns_of_effects().next().is_some()
            || self.components.iter().any(|part| !part.turns.is_empty())
    }

    /// The facings of a part for `side`, the one at the start (on the left half) first, then clockwise.
    ///
    /// A part that moves alike in all its facings, or never turns, has exactly one.
    pub fn facings(&self, side: Side, symmetry: Symmetry, component: usize) -> Vec<Facing> {
        self.part_facings(side, symmetry, component).map_or_else(Vec::new, |part| part.all)
    }

    /// The facings of a part for White. They do not depend on the symmetry.
    pub fn facings_of_white(&self, component: usize) -> Vec<Facing> {
        self.facings(Side::White, Symmetry::MirrorsWhite, component)
    }

    /// The facings of a part for a side; `None` if the kind has no such part.
    fn part_facings(&self, side: Side, symmetry: Symmetry, component: usize) -> Option<Facings> {
        let part = self.components.get(component)?;
        Some(match &self.orientation {
            Orientation::OneDirection { start, .. } => Facings::one_direction(&part.movement, side, symmetry, *start),
            Orientation::Whole { within, .. } => {
                let mut facings = Facings::whole(&part.movement, side, symmetry, *within);
                if self.is_still(part) {
                    facings.all.truncate(1);
                    facings.ring = [Some(0); 8];
                }
                facings
            }
        })
    }

    /// Whether a part of a man that turns as a whole never turns at all.
    fn is_still(&self, part: &Component) -> bool {
        let Orientation::Whole { turns, .. } = &self.orientation else { return false };
        turns.is_empty() && self.turns_of_effects().next().is_none() && part.turns.is_empty()
    }

    /// The states of a side's men of this kind, and the turns between them.
    pub fn state_space(&self, side: Side, symmetry: Symmetry) -> StateSpace<'_> {
        let part = |(index, part): (usize, &Component)| match &self.orientation {
            // A state does not name the only facing of a part, so it needs no search for its wind.
            Orientation::Whole { within: None, .. } if self.is_still(part) => {
                Some(Facings::still(&part.movement, side, symmetry))
            }
            Orientation::Whole { .. } | Orientation::OneDirection { .. } => self.part_facings(side, symmetry, index),
        };
        let parts: Vec<Facings> =
            self.components.iter().take(Self::MAX_COMPONENTS).enumerate().filter_map(part).collect();
        let turns = |turns: Vec<(Range<usize>, Eighths)>| {
            let either_way = |(range, eighths)| {
                [-i32::from(eighths), i32::from(eighths)].map(|by| turn_of_parts(&parts, &range, by))
            };
            turns.into_iter().flat_map(either_way).collect()
        };
        let (resting, moving) = (turns(self.stationary_turns()), turns(self.turns_of_moves()));
        StateSpace { kind: self, parts, stationary_turns: resting, turns_after_moving: moving }
    }

    /// The state at the start, or with `mirrored` its mirror image in the files.
    ///
    /// `None` if the mirror image of a part is none of the part's own facings.
    pub fn start_state(&self, side: Side, symmetry: Symmetry, mirrored: bool) -> Option<ManState> {
        self.state_space(side, symmetry).start(mirrored)
    }

    /// All states that men of this kind can reach from the start, those of the starting mode first.
    pub fn states(&self, side: Side, symmetry: Symmetry) -> Vec<ManState> {
        self.state_space(side, symmetry).all()
    }

    /// The number of states, which is the same for both sides. Counting stops soon above [`Kind::MAX_STATES`].
    pub fn state_count(&self) -> usize {
        let still = matches!(self.orientation, Orientation::Whole { .. }) && !self.turns();
        let facings = if still { 1 } else { self.state_space(Side::White, Symmetry::MirrorsWhite).reachable().len() };
        let twice = |holds: bool| if holds { 2 } else { 1 };
        facings * twice(self.flips.is_some()) * twice(self.was.is_some())
    }

    /// The most kinds of men in a game.
    pub const MAX_KINDS: usize = limits::MAX_KINDS;

    /// The most effects of a man's moves.
    pub const MAX_EFFECTS: usize = limits::MAX_EFFECTS;

    /// The most parts of a man; others are ignored.
    pub const MAX_COMPONENTS: usize = 8;

    /// The most states that the men of both sides can have together: the engine numbers them all.
    ///
    /// The states of one kind are listed only until they are more than this.
    pub const MAX_STATES: usize = 4096;

    /// The state after a flip, if the man flips.
    pub fn flipped(&self, state: &ManState) -> Option<ManState> {
        let mode = match state.mode? {
            Mode::Moving => Mode::Capturing,
            Mode::Capturing => Mode::Moving,
        };
        Some(ManState { mode: Some(mode), ..state.clone() })
    }

    /// The turns that are moves of their own: the parts that turn, and the angle either way.
    fn stationary_turns(&self) -> Vec<(Range<usize>, Eighths)> {
        let count = self.components.len();
        let whole = self.orientation.turns().iter().map(|&eighths| (0..count, eighths));
        let alone =
            (0..count).flat_map(|part| self.components[part].turns.iter().map(move |&turn| (part..part + 1, turn)));
        whole.chain(alone).collect()
    }

    /// The turns that may be part of a move.
    fn turns_of_moves(&self) -> Vec<(Range<usize>, Eighths)> {
        self.turns_of_effects().map(|eighths| (0..self.components.len(), eighths)).collect()
    }

    /// The state after one turn by `eighths` clockwise, of the part with this index or of all parts.
    ///
    /// `None` if a part that is to turn has no such facing. It does not matter whether the man may make this turn.
    pub fn turned_by(
        &self,
        side: Side,
        symmetry: Symmetry,
        state: &ManState,
        part: Option<usize>,
        eighths: i32,
    ) -> Option<ManState> {
        let turning = part.map_or(0..self.components.len(), |part| part..part + 1);
        let states = self.state_space(side, symmetry);
        let facings = states.turned_facings(&state.facings, &turn_of_parts(&states.parts, &turning, eighths))?;
        Some(ManState { facings, ..*state })
    }

    /// The states after each turn that is a move of its own, without `state` itself, each once.
    pub fn turned(&self, side: Side, symmetry: Symmetry, state: &ManState) -> Vec<ManState> {
        self.state_space(side, symmetry).turned(state)
    }

    /// The movement in `state`, as seen on the board: all parts in their facings, limited to the mode.
    ///
    /// Movements for regions ([`Kind::elsewhere`]) are not included.
    pub fn movement(&self, side: Side, symmetry: Symmetry, state: &ManState) -> Movement {
        self.state_space(side, symmetry).movement(state)
    }
}

impl StateSpace<'_> {
    /// See [`Kind::start_state`].
    pub fn start(&self, mirrored: bool) -> Option<ManState> {
        let facings = self.turning_parts().map(|part| {
            let start = part.all.get(part.start)?;
            if !mirrored {
                return Some(start.wind);
            }
            let image = start.movement.mirrored_in_files();
            part.all.iter().find(|facing| facing.movement == image).map(|facing| facing.wind)
        });
        Some(ManState { facings: facings.collect::<Option<_>>()?, mode: self.kind.flips, promoted: false })
    }

    /// See [`Kind::states`]. At most one more than [`Kind::MAX_STATES`] in each mode are made, enough to refuse the
    /// kind.
    pub fn all(&self) -> Vec<ManState> {
        let state = |facings| ManState { facings, mode: self.kind.flips, promoted: false };
        let mut states: Vec<ManState> = self.reachable().into_iter().map(state).collect();
        let flipped: Vec<_> = states.iter().filter_map(|state| self.kind.flipped(state)).collect();
        states.extend(flipped);
        if self.kind.was.is_some() {
            let promoted: Vec<_> = states.iter().map(|state| ManState { promoted: true, ..state.clone() }).collect();
            states.extend(promoted);
        }
        states
    }

    /// The parts that have several facings.
    fn turning_parts(&self) -> impl DoubleEndedIterator<Item = &Facings> {
        self.parts.iter().filter(|part| part.has_several())
    }

    /// The facings after a turn; `None` if a part that is to turn has no such facing.
    fn turned_facings(&self, facings: &[Wind], turn: &Turn) -> Option<Vec<Wind>> {
        let mut turned: Vec<Wind> = facings.get(..self.turning_parts().count())?.to_vec();
        let turning = turned.iter_mut().zip(self.turning_parts()).skip(turn.parts.start).take(turn.parts.len());
        for (wind, part) in turning {
            *wind = part.turned(*wind, turn.eighths)?;
        }
        Some(turned)
    }

    /// The facings that turns reach from the start and from its mirror image, in order.
    fn reachable(&self) -> BTreeSet<Vec<Wind>> {
        let mut worklist: Vec<Vec<Wind>> =
            [false, true].into_iter().filter_map(|mirrored| Some(self.start(mirrored)?.facings)).collect();
        let mut reached: BTreeSet<Vec<Wind>> = worklist.iter().cloned().collect();
        while let Some(facings) = worklist.pop() {
            let turns = self.stationary_turns.iter().chain(&self.turns_after_moving);
            for next in turns.filter_map(|turn| self.turned_facings(&facings, turn)) {
                if reached.len() <= Kind::MAX_STATES && reached.insert(next.clone()) {
                    worklist.push(next);
                }
            }
        }
        reached
    }

    /// The states after each turn that is a move of its own, without `state` itself, each once.
    pub fn turned(&self, state: &ManState) -> Vec<ManState> {
        self.states_after_turns(&self.stationary_turns, state)
    }

    /// Returns the states after a turn of all parts by one of these angles, left or right, without `state` itself, each once.
    pub(crate) fn turned_by_angles(&self, state: &ManState, angles: &[Eighths]) -> Vec<ManState> {
        let either_way = angles.iter().flat_map(|&eighths| [-i32::from(eighths), i32::from(eighths)]);
        let turns: Vec<Turn> = either_way.map(|by| turn_of_parts(&self.parts, &(0..self.parts.len()), by)).collect();
        self.states_after_turns(&turns, state)
    }

    /// The states of a man that becomes one of this kind, the first that exists being meant: the facings and the mode it
    /// had, else those at the start.
    pub(crate) fn carried(&self, before: &ManState) -> Option<[ManState; 2]> {
        let start = self.start(false)?;
        let mode = start.mode.and(before.mode).or(start.mode);
        let facings = before.facings.clone();
        Some([ManState { facings, mode, promoted: false }, ManState { mode, ..start }])
    }

    /// The states after each of these turns, without `state` itself.
    fn states_after_turns(&self, turns: &[Turn], state: &ManState) -> Vec<ManState> {
        let mut reached: BTreeSet<Vec<Wind>> =
            turns.iter().filter_map(|turn| self.turned_facings(&state.facings, turn)).collect();
        reached.remove(&state.facings);
        reached.into_iter().map(|facings| ManState { facings, ..*state }).collect()
    }

    /// See [`Kind::movement`].
    pub fn movement(&self, state: &ManState) -> Movement {
        Movement::new(self.movements(state).flat_map(|movement| movement.paths).collect())
    }

    /// The movement of each part, as [`Kind::movement`] has it for all of them.
    pub fn movements(&self, state: &ManState) -> impl Iterator<Item = Movement> {
        let mut named = state.facings.iter();
        self.parts.iter().map(move |part| {
            let wind = if part.has_several() { named.next() } else { None };
            let facing = wind.and_then(|&wind| part.position(wind)).unwrap_or(part.start);
            let movement = part.all.get(facing).map(|facing| facing.movement.clone()).unwrap_or_default();
            match state.mode {
                None => movement,
                Some(Mode::Moving) => movement.restricted(Modes::MOVES),
                Some(Mode::Capturing) => movement.restricted(Modes::CAPTURES),
            }
        })
    }
}
