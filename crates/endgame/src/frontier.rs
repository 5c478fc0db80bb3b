//! Retrograde analysis without a list of moves, where that would take too much memory: the moves of a position are
//! generated again whenever a position that it may lead to has been decided.
//!
//! Which positions may lead to another is told by the places of single men, whatever stands in the way: more than can,
//! never fewer. While the moves of all positions are generated for the first time, every one of them is compared with
//! that. Where one is missing, all undecided positions are looked at again after each ply.

use std::ops::ControlFlow;

use weakfish::engine::{Game, Move, MoveKind};
use weakfish::geometry::{Side, SquareSet};
use weakfish::model::SetupId;

use crate::error::MakeError;
use crate::expansion::{Child, Expander, Finished, Observer, Status};
use crate::families::{Families, FamilyMen};
use crate::layout::{Layout, Places};
use crate::levels::Levels;
use crate::table::{Cell, Table, Value};

/// Positions between two reports of progress.
const REPORTED: u64 = 1 << 16;

/// From where men come, by group and place.
struct Sources {
    /// The places from which a man may come to a place.
    before: Vec<Vec<Vec<u32>>>,
    /// By place before and place after: whether a man may go from one to the other.
    related: Vec<Vec<bool>>,
}

impl Sources {
    fn new(game: &Game, layout: &Layout) -> Self {
        let all: SquareSet = game.variant().board.squares().collect();
        let (mut before, mut related) = (Vec::new(), Vec::new());
        for (number, group) in layout.groups.iter().enumerate() {
            let count = group.places.len();
            let (mut sources, mut matrix) = (vec![Vec::new(); count], vec![false; count * count]);
            for (from, &(square, piece)) in group.places.iter().enumerate() {
                let mut after: Vec<_> = game.turns(piece).map(|turned| (square, turned)).collect();
                for occupied in [SquareSet::EMPTY, all] {
                    let reach = game.reach(piece, square, occupied);
                    for to in reach.moves.union(reach.captures).iter() {
                        for captures in [false, true] {
                            let arrivals = game.arrivals(piece, square, to, captures, occupied);
                            after.extend(arrivals.into_iter().map(|piece| (to, piece)));
                        }
                    }
                }
                for (square, piece) in after {
                    let Some((_, to)) = layout.place(piece, square).filter(|&(own, _)| own == number) else { continue };
                    if let Some(slot) = matrix.get_mut(from * count + to as usize).filter(|related| !**related) {
                        *slot = true;
                        if let Some(sources) = sources.get_mut(to as usize) {
                            sources.push(from as u32);
                        }
                    }
                }
            }
            before.push(sources);
            related.push(matrix);
        }
        Self { before, related }
    }

    /// Whether they have a move of one man within the table.
    fn have(&self, layout: &Layout, mv: Move, places: &Places) -> bool {
        let Move::Man(man) = mv else { return false };
        if !matches!(man.kind, MoveKind::Ordinary | MoveKind::Stationary | MoveKind::Finishing | MoveKind::LongStep) {
            return false;
        }
        let Some((group, after)) = layout.place(man.piece, man.to) else { return false };
        let Some(own) = layout.groups.get(group) else { return false };
        let before = (own.first..own.first + own.count).filter_map(|at| places.get(at).copied());
        let mut before = before.filter(|&place| own.places.get(place as usize).is_some_and(|at| at.0 == man.from));
        let Some(before) = before.next() else { return false };
        let index = before as usize * own.places.len() + after as usize;
        self.related.get(group).and_then(|related| related.get(index)).copied().unwrap_or(false)
    }
}

/// A set of numbers of positions.
struct NumberSet(Vec<u64>);

impl NumberSet {
    fn new(len: u64) -> Self {
        Self(vec![0; len.div_ceil(64) as usize])
    }

    /// Adds a number; returns whether it is new.
    fn insert(&mut self, number: u64) -> bool {
        let Some(word) = self.0.get_mut((number / 64) as usize) else { return false };
        let bit = 1 << (number % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn remove(&mut self, number: u64) {
        if let Some(word) = self.0.get_mut((number / 64) as usize) {
            *word &= !(1 << (number % 64));
        }
    }
}

/// Makes the table of a layout, given those that captures and promotions lead into.
pub(crate) fn make(
    (game, setup): (&Game, SetupId),
    families: &Families,
    layout: Layout,
    finished: &Finished,
    observer: Observer<'_>,
) -> Result<Table, MakeError> {
    let total = layout.len().ok_or(MakeError::TooManyPositions)?;
    let mut expander = Expander::new(game, setup, &layout, families, finished);
    let sources = Sources::new(game, &layout);
    let mut first = FirstLook::default();
    let mut cells = Vec::with_capacity(total as usize);
    for number in 0..total {
        if number.is_multiple_of(REPORTED) && !observer(number) {
            return Err(MakeError::Interrupted);
        }
        cells.push(first.look(&mut expander, &layout, &sources, number)?);
    }
    let FirstLook { mut won, mut lost, missing, elsewhere } = first;
    if !missing.is_empty() {
        return Err(MakeError::Missing(missing.iter().map(|men| families.men(men)).collect()));
    }
    for (number, cell) in cells.iter_mut().enumerate() {
        // They are written when their turn comes.
        let Some(wins) = cell.wins() else { continue };
        *cell = Cell::OPEN;
        if wins { &mut won } else { &mut lost }.add(0, number as u64);
    }
    let mut queued = NumberSet::new(total);
    let mut plies: u16 = 0;
    while usize::from(plies) < won.len().max(lost.len()) {
        if plies > Cell::MAX_PLIES {
            return Err(MakeError::TooLong);
        }
        // By winner: the positions that are decided now.
        let mut decided = [Vec::new(), Vec::new()];
        for (pending, wins) in [(&mut won, true), (&mut lost, false)] {
            for number in pending.take(plies) {
                let Some(cell) = cells.get_mut(number as usize).filter(|cell| cell.is_open()) else { continue };
                *cell = if wins { Cell::win(plies) } else { Cell::loss(plies) };
                let turn = layout.state((number / layout.arrangements.max(1)) as u32).turn;
                let winner = if wins { turn } else { !turn };
                if let Some(list) = decided.get_mut(winner.index()) {
                    list.push(number);
                }
            }
        }
        for (winner, decided) in Side::ALL.into_iter().zip(decided) {
            let candidates = if decided.is_empty() {
                Vec::new()
            } else if elsewhere {
                (0..total).filter(|&number| cells.get(number as usize).is_some_and(|cell| cell.is_open())).collect()
            } else {
                candidates(&layout, &sources, &cells, &decided, &mut queued)
            };
            for (done, number) in candidates.into_iter().enumerate() {
                if (done as u64).is_multiple_of(REPORTED) && !observer(total) {
                    return Err(MakeError::Interrupted);
                }
                match judge(&mut expander, &layout, &cells, number, winner) {
                    Some(Value::Win(plies)) => won.add(plies, number),
                    Some(Value::Loss(plies)) => lost.add(plies, number),
                    _ => {}
                }
            }
        }
        plies += 1;
    }
    drop(expander);
    Ok(Table::new(layout, cells))
}

/// Results of the first look at each position.
#[derive(Default)]
struct FirstLook {
    /// Won by a move out of the table.
    won: Levels<u64>,
    /// Lost, since all moves lead out of the table and lose.
    lost: Levels<u64>,
    missing: Vec<FamilyMen>,
    /// Whether some move is not among those that are known from the places of men.
    elsewhere: bool,
}

impl FirstLook {
    /// Generates the moves of a position, and returns what is known of it.
    fn look(
        &mut self,
        expander: &mut Expander<'_>,
        layout: &Layout,
        sources: &Sources,
        number: u64,
    ) -> Result<Cell, MakeError> {
        let arrangements = layout.arrangements.max(1);
        let places = layout.places_of(number % arrangements);
        let state = layout.state((number / arrangements) as u32);
        let (mut inside, mut win, mut loss, mut draws, mut beside) = (false, None::<u16>, 0, false, false);
        let status = expander.each_child(&places, state, |mv, child| {
            match child {
                Child::Numbered(_) => {
                    inside = true;
                    self.elsewhere |= !sources.have(layout, mv, &places);
                }
                Child::Beside(_) => beside = true,
                Child::Valued(Value::Win(plies)) => win = Some(win.map_or(plies, |other| other.min(plies))),
                Child::Valued(Value::Draw) => draws = true,
                Child::Valued(Value::Loss(plies)) => loss = loss.max(plies),
                Child::Missing(men) | Child::Unnumbered(men) => {
                    if !self.missing.contains(&men) {
                        self.missing.push(men);
                    }
                }
            }
            ControlFlow::Continue(())
        });
        if beside {
            // Their values are not kept.
            return Err(MakeError::TooManyPositions);
        }
        let claim = match status {
            Status::Decided(cell) => return Ok(cell),
            Status::Open { claim } => claim,
        };
        if let Some(plies) = win {
            self.won.add(plies, number);
        } else if !inside && !draws && !claim {
            self.lost.add(loss, number);
        }
        Ok(Cell::OPEN)
    }
}

/// The undecided positions that may lead to one of these.
fn candidates(layout: &Layout, sources: &Sources, cells: &[Cell], decided: &[u64], queued: &mut NumberSet) -> Vec<u64> {
    let arrangements = layout.arrangements.max(1);
    let mut found = Vec::new();
    for &number in decided {
        let places = layout.places_of(number % arrangements);
        let state = layout.state((number / arrangements) as u32);
        for (index, group) in layout.groups.iter().enumerate() {
            for at in group.first..group.first + group.count {
                let Some(&place) = places.get(at) else { continue };
                let before = sources.before.get(index).and_then(|before| before.get(place as usize));
                for &source in before.into_iter().flatten() {
                    let mut earlier = places;
                    if let Some(slot) = earlier.get_mut(at) {
                        *slot = source;
                    }
                    let mover = group.places.get(source as usize).map(|&(_, piece)| piece);
                    layout.each_image(&earlier, &mut |arrangement| {
                        for other in 0..layout.states() {
                            let before = layout.state(other);
                            // The turn passes, unless there is a series.
                            let fits = before.turn != state.turn || layout.has_series();
                            let number = u64::from(other) * arrangements + arrangement;
                            let open = || cells.get(number as usize).is_some_and(|cell| cell.is_open());
                            if fits && mover.is_some() && open() && queued.insert(number) {
                                found.push(number);
                            }
                        }
                    });
                }
            }
        }
    }
    for &number in &found {
        queued.remove(number);
    }
    found
}

/// The value of an undecided position, if it follows now: after new positions are known that a side wins.
fn judge(expander: &mut Expander<'_>, layout: &Layout, cells: &[Cell], number: u64, winner: Side) -> Option<Value> {
    let arrangements = layout.arrangements.max(1);
    let places = layout.places_of(number % arrangements);
    let state = layout.state((number / arrangements) as u32);
    let half = arrangements * u64::from(layout.states() / 2);
    let seeks_win = winner == state.turn;
    let (mut win, mut loss, mut lost) = (None::<u16>, 0, true);
    let status = expander.each_child(&places, state, |_, child| {
        let value = match child {
            Child::Valued(value) => Some(value),
            Child::Numbered(number) => {
                let cell = cells.get(number as usize).copied().unwrap_or(Cell::ILLEGAL);
                let turn = if number < half { Side::White } else { Side::Black };
                let known = cell.wins().and_then(|_| cell.value());
                known.map(|value| value.before_move(turn != state.turn))
            }
            _ => None,
        };
        match value {
            Some(Value::Win(plies)) => win = Some(win.map_or(plies, |other| other.min(plies))),
            Some(Value::Loss(plies)) => loss = loss.max(plies),
            _ => lost = false,
        }
        // One move that does not lose is enough.
        if !seeks_win && (!lost || win.is_some()) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let claim = matches!(status, Status::Open { claim: true });
    match win {
        Some(plies) => seeks_win.then_some(Value::Win(plies)),
        None => (!seeks_win && lost && !claim).then_some(Value::Loss(loss)),
    }
}
