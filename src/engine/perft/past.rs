//! Which positions of the past can matter to a count: those that can come back within its plies.
//!
//! Where a position may not be repeated, the positions behind a position belong to what follows from it. To tell two
//! positions apart by all of their past would tell almost all of them apart, since every order of moves has a past of
//! its own. But few of those positions can be reached again soon: a man that only moves where it faces needs many moves
//! to come back.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::key::{Bag, Dependence};
use crate::engine::core::Core;
use crate::engine::tables::Tables;
use crate::engine::{Move, MoveKind, Piece};
use crate::geometry::{Side, Square};

/// The way from the position where a count began to the present one.
#[derive(Debug)]
pub(super) struct Past {
    scope: Scope,
    steps: Vec<Step>,
    /// The positions that stood before the count began and could still come back then.
    before: Bag,
    /// What differs between the present position and an earlier one; of no use between calls.
    changed: Vec<Man>,
    ways: Ways,
}

/// How much of the past matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Nothing,
    /// What can be reached again in time.
    Reachable,
    /// Everything since something that can't be undone.
    Everything,
}

/// What a ply did to the one man that it moved.
#[derive(Clone, Copy, Debug)]
struct Step {
    before: Man,
    after: Man,
    /// It can't be undone, although the counter of such plies doesn't say so.
    final_: bool,
}

/// A piece and where it stands.
type Man = (Square, u16);

impl Past {
    /// The past of a position where a count begins.
    pub(super) fn new<const W: usize>(core: &Core<W>, dependence: Dependence) -> Self {
        let scope = match dependence {
            Dependence { past: false, .. } => Scope::Nothing,
            Dependence { alternates: true, .. } => Scope::Reachable,
            _ => Scope::Everything,
        };
        let mut before = Bag::default();
        if scope == Scope::Reachable {
            core.behind().skip(1).for_each(|key| before.put(key));
        }
        Self { scope, steps: Vec::new(), before, changed: Vec::new(), ways: Ways::default() }
    }

    /// Notes a move that is about to be made.
    pub(super) fn note<const W: usize>(&mut self, core: &Core<W>, mv: Move) {
        if self.scope == Scope::Reachable {
            self.steps.push(Step {
                before: (mv.from, core.men.at(mv.from)),
                after: (mv.to, mv.piece.map_or(0, Piece::number)),
                final_: matches!(mv.kind, MoveKind::Castling { .. }),
            });
        }
    }

    /// Forgets the move noted last.
    pub(super) fn forget(&mut self) {
        self.steps.pop();
    }

    /// All positions of the past that can come back within so many plies, and perhaps others.
    pub(super) fn recallable<const W: usize>(&mut self, core: &Core<W>, depth: u32) -> Bag {
        let mut bag = Bag::default();
        match self.scope {
            Scope::Nothing => {}
            Scope::Everything => core.behind().for_each(|key| bag.put(key)),
            Scope::Reachable => self.put_reachable(core, depth, &mut bag),
        }
        bag
    }

    fn put_reachable<const W: usize>(&mut self, core: &Core<W>, depth: u32, bag: &mut Bag) {
        self.changed.clear();
        for (plies, key) in (0..).zip(core.behind()) {
            if plies > 0 {
                let Some(step) = self.steps.len().checked_sub(plies).map(|index| self.steps[index]) else {
                    // What men did before the count began is not known.
                    bag.put_all(self.before);
                    return;
                };
                if step.final_ {
                    return;
                }
                toggle(&mut self.changed, step.after);
                toggle(&mut self.changed, step.before);
            }
            if self.may_come_back(core, plies, depth) {
                bag.put(key);
            }
        }
    }

    /// Whether the position of so many plies ago, from which the men in `changed` differ, may stand again within `depth`.
    ///
    /// The same side is to move then, and each ply changes one man.
    fn may_come_back<const W: usize>(&mut self, core: &Core<W>, plies: usize, depth: u32) -> bool {
        let us = core.status.turn;
        let latest = if depth % 2 == plies as u32 % 2 { depth } else { depth - 1 };
        (1..=latest).rev().step_by(2).any(|ahead| {
            let shares = [(us, ahead.div_ceil(2)), (!us, ahead / 2)];
            shares.into_iter().all(|(side, moves)| self.may_undo(core, side, moves))
        })
    }

    /// Whether so many moves of a side may bring back all of its men in `changed`.
    fn may_undo<const W: usize>(&mut self, core: &Core<W>, side: Side, moves: u32) -> bool {
        let own = |man: &&Man| core.tables.pieces[usize::from(man.1)].side == side;
        let is_now = |man: &Man| core.men.at(man.0) == man.1;
        let (now, then): (Vec<Man>, Vec<Man>) = self.changed.iter().filter(own).partition(|man| is_now(man));
        // Men of a kind can trade places, and then each may have come from where another one stood. But a chain of such
        // men is never shorter than the way from its start to its end.
        let way = |&man: &Man| then.iter().map(|&place| self.ways.least(&core.tables, man, place)).min().unwrap_or(0);
        let needed = now.iter().map(way).sum::<u32>();
        // More moves than needed may go to and fro; but a single one changes something.
        needed <= moves && (moves != 1 || needed == 1)
    }
}

/// Puts a man in if it is not there, and takes it out if it is.
fn toggle(men: &mut Vec<Man>, man: Man) {
    match men.iter().position(|other| *other == man) {
        Some(index) => drop(men.swap_remove(index)),
        None => men.push(man),
    }
}

/// How many moves a man needs at the least from one place and state to another, whatever stands in its way.
#[derive(Debug, Default)]
struct Ways(HashMap<Man, Reach>);

/// What a man can reach.
#[derive(Debug)]
struct Reach {
    /// In how many moves.
    men: HashMap<Man, u32>,
    /// In how many moves it might be anything anywhere, as far as has been looked.
    beyond: u32,
}

/// Ways of more moves than these are not told apart.
const FARTHEST: u32 = 4;

impl Ways {
    fn least<const W: usize>(&mut self, tables: &Tables<W>, from: Man, to: Man) -> u32 {
        let reach = self.0.entry(from).or_insert_with(|| Reach::of(tables, from));
        reach.men.get(&to).map_or(reach.beyond, |&moves| moves.min(reach.beyond))
    }
}

impl Reach {
    fn of<const W: usize>(tables: &Tables<W>, from: Man) -> Self {
        let mut reach = Self { men: HashMap::from([(from, 0)]), beyond: FARTHEST + 1 };
        let mut last = vec![from];
        for moves in 1..=FARTHEST {
            let mut new = Vec::new();
            for (square, number) in last {
                let piece = &tables.pieces[usize::from(number)];
                let travels = !piece.irreversible;
                if travels && (piece.promotion.is_some() || piece.long_step.is_some()) {
                    reach.beyond = reach.beyond.min(moves);
                }
                new.extend(piece.stationary.iter().map(|&after| (square, after)));
                if travels {
                    let states = piece.after_moving.iter().copied().chain([number]);
                    let squares = piece.moves.conceivable(&tables.slides, square);
                    new.extend(states.flat_map(|after| squares.iter().map(move |to| (to, after))));
                }
            }
            new.retain(|&man| match reach.men.entry(man) {
                Entry::Occupied(_) => false,
                Entry::Vacant(entry) => *entry.insert(moves) == moves,
            });
            last = new;
        }
        reach
    }
}
