//! How many moves a man needs from one square and state to another.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::engine::tables::Tables;
use crate::geometry::Square;

/// A square and the number of the piece on it.
pub(super) type Man = (Square, u16);

/// Distances are computed up to this many moves.
const MAX_DISTANCE: u32 = 4;

/// Lower bounds on the number of moves a man needs, whatever stands in its way. They are computed on demand.
#[derive(Debug, Default)]
pub(super) struct Distances(HashMap<Man, Reach>);

/// The distances from one place and state.
#[derive(Debug)]
struct Reach {
    /// For each place and state within [`MAX_DISTANCE`]: the number of moves.
    men: HashMap<Man, u32>,
    /// A lower bound for all others: beyond the computed distances, or after a promotion or a long step.
    beyond: u32,
}

impl Distances {
    /// A lower bound on the number of moves that bring a man from one square and state to another.
    pub(super) fn lower_bound<const W: usize>(&mut self, tables: &Tables<W>, from: Man, to: Man) -> u32 {
        let reach = self.0.entry(from).or_insert_with(|| Reach::of(tables, from));
        reach.men.get(&to).map_or(reach.beyond, |&moves| moves.min(reach.beyond))
    }
}

impl Reach {
    fn of<const W: usize>(tables: &Tables<W>, from: Man) -> Self {
        let mut reach = Self { men: HashMap::from([(from, 0)]), beyond: MAX_DISTANCE + 1 };
        let mut last = vec![from];
        for moves in 1..=MAX_DISTANCE {
            let mut new = Vec::new();
            for (square, number) in last {
                let piece = &tables.pieces[usize::from(number)];
                let travels = !piece.irreversible;
                if travels && (piece.promotion.is_some() || !piece.long_steps.is_empty()) {
                    reach.beyond = reach.beyond.min(moves);
                }
                new.extend(piece.stationary.iter().map(|&after| (square, after)));
                if travels {
                    let states = piece.after_moving.iter().copied().chain([number]);
                    let squares = piece.moves.possible_targets(&tables.slides, square);
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
