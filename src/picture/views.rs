//! The movements of a man one by one: what its pages and pictures show, a diagram each.

use std::collections::BTreeSet;

use crate::betza;
use crate::geometry::{Side, Wind};
use crate::model::{KindId, ManState, Movement, Orientation, Variant};
use crate::prose;

/// The facings of a man that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facings {
    /// The facings of the start.
    AtStart,
    /// All facings that the man can take.
    All,
}

/// A movement of White's man.
#[derive(Clone, Debug)]
pub struct View {
    /// When it moves like this: `facing n`, `in its palace`; empty if always.
    pub when: String,
    /// The part that moves, and the way it faces, if it has several facings.
    pub facing: Option<(usize, Wind)>,
    /// The movement.
    pub movement: Movement,
}

impl View {
    /// The movement in a sentence: `Facing n: one square forward.`
    pub fn in_words(&self) -> String {
        let words = match (self.when.as_str(), self.movement.paths.is_empty()) {
            ("", true) => "it never moves".to_owned(),
            (when, true) => format!("{when}: no move"),
            ("", false) => betza::describe(&self.movement).join("; "),
            (when, false) => format!("{when}: {}", betza::describe(&self.movement).join("; ")),
        };
        prose::capitalized(&format!("{words}."))
    }
}

/// All movements of a man: of its parts in their facings, as a first move and in regions.
///
/// Movements along lines are a view of their own, as if there were lines everywhere.
pub fn views(variant: &Variant, id: KindId, facings: Facings) -> Vec<View> {
    let kind = variant.kind(id);
    let one_direction = matches!(kind.orientation, Orientation::OneDirection { .. });
    let mut views = Vec::new();
    for (index, part) in kind.components.iter().enumerate() {
        if one_direction && facings == Facings::AtStart {
            add(&mut views, "with all its directions".to_owned(), None, &part.movement);
            continue;
        }
        let ways = kind.facings(Side::White, variant.black, index);
        let turns = ways.len() > 1;
        let faced = faced(variant, id, index);
        let shown = if facings == Facings::All { ways.len() } else { 1 };
        for way in ways.iter().filter(|way| !turns || faced.contains(&way.wind)).take(shown) {
            let mut words = Vec::new();
            words.extend(part.name.as_ref().map(|name| format!("the {name} part")));
            if turns {
                words.push(format!("facing {}", way.wind));
            }
            add(&mut views, words.join(" "), turns.then_some((index, way.wind)), &way.movement);
        }
    }
    if let Some(first) = &kind.first_move {
        add(&mut views, "as its first move also".to_owned(), None, &first.movement);
    }
    for elsewhere in &kind.elsewhere {
        if let Some(region) = variant.regions.get(elsewhere.region.index()) {
            add(&mut views, format!("in its {}", region.name), None, &elsewhere.movement);
        }
    }
    views
}

fn add(views: &mut Vec<View>, when: String, facing: Option<(usize, Wind)>, movement: &Movement) {
    let mut along = movement.along_lines(true);
    if along.paths.is_empty() {
        return views.push(View { when, facing, movement: movement.clone() });
    }
    along.paths.iter_mut().for_each(|path| path.along_lines = false);
    let along_lines = if when.is_empty() { "along lines".to_owned() } else { format!("{when}, along lines") };
    views.push(View { when, facing, movement: movement.along_lines(false) });
    views.push(View { when: along_lines, facing, movement: Movement::new(along.paths) });
}

/// The facings that a part of White's man can have.
fn faced(variant: &Variant, id: KindId, part: usize) -> BTreeSet<Wind> {
    let place = facing_place(variant, id, Side::White, part);
    let states = variant.kind(id).states(Side::White, variant.black);
    states.iter().filter_map(|state| state.facings.get(place?).copied()).collect()
}

/// The place of a part among the facings of a state, which names only the parts that have several.
pub(super) fn facing_place(variant: &Variant, id: KindId, side: Side, part: usize) -> Option<usize> {
    let kind = variant.kind(id);
    let several = |part: usize| kind.facings(side, variant.black, part).len() > 1;
    several(part).then(|| (0..part).filter(|&other| several(other)).count())
}

/// The winds to which a part of White's man can turn from `wind` by one turn that is a move of its own.
pub(crate) fn turned(variant: &Variant, id: KindId, part: usize, wind: Wind) -> BTreeSet<Wind> {
    let (kind, side, symmetry) = (variant.kind(id), Side::White, variant.black);
    let Some(place) = facing_place(variant, id, side, part) else { return BTreeSet::new() };
    let mut state: ManState = kind.start_state(side, symmetry, false).unwrap_or_default();
    if let Some(facing) = state.facings.get_mut(place) {
        *facing = wind;
    }
    let winds = kind.turned(side, symmetry, &state).into_iter().filter_map(|state| state.facings.get(place).copied());
    winds.filter(|&other| other != wind).collect()
}
