//! The squares that a movement reaches around a man, as diagrams show them.

use std::collections::{BTreeMap, BTreeSet};

use super::field::{Field, Offset};
use crate::geometry::Board;
use crate::model::{Access, Landing, Leg, Modes, Movement, Path};

/// The minimal number of squares for which an unlimited line is drawn.
const MIN_LINE_REACH: i32 = 3;

/// The conditions under which a man can go to a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Condition {
    pub(crate) access: Access,
    pub(crate) first_move_only: bool,
    pub(crate) en_passant: bool,
}

/// How a man can end its move on a square, by condition.
pub(crate) type Ends = BTreeMap<Condition, Modes>;

/// A square that a man reaches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    /// The ends of moves on the square, without those that are also possible under weaker conditions.
    pub(crate) ends: Ends,
    /// Whether only the edge of the diagram stops it there.
    pub(crate) goes_on: bool,
}

/// The squares and ways of a movement around a man.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// The distance from the man to the edge of the diagram.
    pub(crate) reach: i32,
    /// Whether the man passes from the first to the last file.
    pub(crate) wraps: bool,
    /// The squares on which moves end.
    pub(crate) squares: BTreeMap<Offset, Reached>,
    /// The squares that must be empty, and on which no move ends.
    pub(crate) passed: BTreeSet<Offset>,
    /// The ways of men that ride or bend, from square to square. A single leap has none.
    pub(crate) tracks: BTreeSet<(Offset, Offset)>,
}

impl Survey {
    /// The squares of a movement, on the offsets that are possible on a board of this size.
    pub(crate) fn on(movement: &Movement, board: Board) -> Self {
        Self::of(movement, Field::on(board))
    }

    pub(super) fn of(movement: &Movement, largest: Field) -> Self {
        let wraps = movement.paths.iter().any(|path| path.wraps);
        let flat = Movement::new(movement.paths.iter().map(|path| Path { wraps: false, ..path.clone() }).collect());
        let field = Field::new(reach(&flat).min(largest.reach()));
        let mut survey = Self { reach: field.reach(), wraps, ..Self::default() };
        field.landings(&flat, &mut |landing: &Landing<'_>| survey.add(field, landing));
        for reached in survey.squares.values_mut() {
            reached.ends = plainest(&reached.ends);
        }
        survey.passed.retain(|at| !survey.squares.contains_key(at));
        survey
    }

    fn add(&mut self, field: Field, landing: &Landing<'_>) {
        let at = field.offset(landing.at);
        let reached = self.squares.entry(at).or_default();
        let condition =
            Condition { access: landing.access, first_move_only: landing.path.first_move_only, en_passant: false };
        let modes = reached.ends.entry(condition).or_insert(Modes::NONE);
        modes.moves |= landing.stops.moves;
        modes.captures |= landing.stops.captures;
        if landing.en_passant {
            reached.ends.insert(Condition { en_passant: true, ..condition }, Modes::CAPTURES);
        }
        reached.goes_on |= landing.goes_on;
        if landing.access == Access::Lame {
            self.passed.extend(landing.empty.iter().map(|square| field.offset(square)));
        }
        if !matches!(landing.path.legs.as_slice(), [leg] if leg.most == Some(1)) {
            let (corner, before) = (field.offset(landing.corner), field.offset(landing.before));
            self.tracks.insert((before, at));
            // The corner, where the last leg begins; of two legs the first is a straight one.
            if landing.path.legs.len() == 2 && corner != (0, 0) {
                self.tracks.insert(((0, 0), corner));
            }
        }
    }
}

/// The distance from the man to the edge of its diagram.
fn reach(movement: &Movement) -> i32 {
    let mut reach = 2;
    let mut endless = false;
    Field::LARGEST.landings(movement, &mut |landing: &Landing<'_>| {
        let unlimited = landing.path.legs.iter().any(|leg| leg.most.is_none());
        endless |= unlimited;
        if !unlimited {
            let (x, y) = Field::LARGEST.offset(landing.at);
            reach = reach.max(x.abs()).max(y.abs());
        }
    });
    if endless {
        // Every leg without end has room for at least two leaps.
        let legs = movement.paths.iter().filter(|path| path.legs.iter().any(|leg| leg.most.is_none()));
        let length = legs.map(|path| {
            let longest = |leg: &Leg| i32::from(leg.leap.dx.unsigned_abs().max(leg.leap.dy.unsigned_abs()));
            let times = |leg: &Leg| if leg.most.is_none() { 2.max(leg.least.into()) } else { 1 };
            path.legs.iter().map(|leg| longest(leg) * times(leg)).sum::<i32>()
        });
        reach = reach.max(MIN_LINE_REACH).max(length.max().unwrap_or(0));
    }
    reach
}

/// The ends without those that are possible under weaker conditions too.
fn plainest(ends: &Ends) -> Ends {
    let implies = |weak: &Condition, strong: &Condition| {
        weak != strong
            && (weak.access == Access::Free || weak.access == strong.access)
            && (!weak.first_move_only || strong.first_move_only)
            && !weak.en_passant
            && !strong.en_passant
    };
    let kept = ends.iter().map(|(condition, modes)| {
        let weaker = ends.iter().filter(|(weak, _)| implies(weak, condition));
        let had = weaker.fold(Modes::NONE, |had, (_, modes)| Modes {
            moves: had.moves || modes.moves,
            captures: had.captures || modes.captures,
        });
        (*condition, Modes { moves: modes.moves && !had.moves, captures: modes.captures && !had.captures })
    });
    kept.filter(|(_, modes)| modes.any()).collect()
}

/// The meaning of a mark: `moves; captures over a man`.
pub(crate) fn meaning(ends: &Ends) -> String {
    let phrases = ends.iter().map(|(condition, modes)| {
        let mut text = match (modes.moves, modes.captures) {
            (true, true) => "moves or captures",
            (true, false) => "moves",
            _ => "captures",
        }
        .to_owned();
        if condition.en_passant {
            let also = ends.contains_key(&Condition { en_passant: false, ..*condition });
            text = if also { "also en passant".to_owned() } else { "captures en passant".to_owned() };
        }
        let parts = [
            (condition.access == Access::Hop, " over a man"),
            (condition.access == Access::Lame, " if the way there is empty"),
            (condition.first_move_only, " from where it starts"),
        ];
        text.extend(parts.iter().filter(|(holds, _)| *holds).map(|(_, words)| *words));
        text
    });
    phrases.collect::<Vec<_>>().join("; ")
}
