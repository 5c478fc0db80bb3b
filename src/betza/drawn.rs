//! The notation of a movement that is drawn: leaps from a middle square, one by one.

use super::form::{Form, Pattern, PatternLeg, direction_system};
use super::tree::{Range, Stride};
use crate::geometry::{Leap, LeapClass};
use crate::model::Modes;

/// One leap of a drawn movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnLeap {
    /// The leap, as White's man makes it.
    pub leap: Leap,
    /// How a move may end.
    pub modes: Modes,
    /// The most leaps of a ride in that direction, over empty squares; `None` for any number, `Some(1)` for a leaper.
    pub most: Option<u8>,
}

/// Spells a movement of these leaps, each once. Leaps that differ only in their direction share an atom; leaps of length zero and
/// leaps that can't end are left out.
///
/// ```
/// use weakfish::betza::{self, DrawnLeap};
/// use weakfish::geometry::Leap;
/// use weakfish::model::Modes;
///
/// let drawn = |dx, dy, modes, most| DrawnLeap { leap: Leap::new(dx, dy), modes, most };
/// let pawn = [drawn(0, 1, Modes::MOVES, Some(1)), drawn(1, 1, Modes::CAPTURES, Some(1)), drawn(-1, 1, Modes::CAPTURES, Some(1))];
/// assert_eq!(betza::spell_drawn(&pawn), "fmWfcF");
/// ```
pub fn spell_drawn(leaps: &[DrawnLeap]) -> String {
    let mut groups: Vec<Group> = Vec::new();
    for &DrawnLeap { leap, modes, most } in leaps {
        if leap.is_null() || !modes.any() || most == Some(0) {
            continue;
        }
        let key = Key { class: sizes(leap), modes, most };
        let wind = i32::from(leap.wind().index());
        match groups.iter_mut().find(|group| group.key == key) {
            Some(group) if group.winds.contains(&wind) => {}
            Some(group) => group.winds.push(wind),
            None => groups.push(Group { key, winds: vec![wind] }),
        }
    }
    join_steps_of_king(&mut groups);
    Form::new(groups.iter().map(Group::pattern)).to_string()
}

/// Leaps that one atom spells.
struct Group {
    key: Key,
    winds: Vec<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    /// The longer distance and the shorter one; `(1, 0)` and `(1, 1)` together are `KING`.
    class: (u8, u8),
    modes: Modes,
    most: Option<u8>,
}

/// The class of the steps of a king.
const KING: (u8, u8) = (1, 2);

fn sizes(leap: Leap) -> (u8, u8) {
    match leap.class() {
        LeapClass::Oblique(long, short) => (long, short),
        LeapClass::Radial(long) => (long, if leap.dx == 0 || leap.dy == 0 { 0 } else { long }),
    }
}

/// Joins all steps of a wazir with all steps of a ferz, if they have the same modes and range.
fn join_steps_of_king(groups: &mut Vec<Group>) {
    let is_whole = |group: &Group| group.winds.len() == 4;
    let wazir = groups.iter().position(|group| group.key.class == (1, 0) && is_whole(group));
    let Some(wazir) = wazir else { return };
    let wanted = Key { class: (1, 1), ..groups[wazir].key };
    let Some(ferz) = groups.iter().position(|group| group.key == wanted && is_whole(group)) else { return };
    groups[wazir].key.class = KING;
    groups.remove(ferz);
}

impl Group {
    fn pattern(&self) -> Pattern {
        let Key { class, modes, most } = self.key;
        let stride = if class == KING { Stride::King } else { Stride::Leap(class.0, class.1) };
        let range = Range { least: 1, most };
        let leg = PatternLeg { range, stops: modes, ..PatternLeg::new(stride) };
        let winds = self.winds.iter().copied().collect();
        let aim = (class != KING && winds != direction_system(class).all()).then_some(winds);
        Pattern { aim, ..Pattern::new(vec![leg]) }
    }
}
