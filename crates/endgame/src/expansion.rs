//! The moves of each position of a table: which positions of the table they lead to, and how those end that lead out of
//! it.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use weakfish::engine::{Game, ManMove, Move, MoveKind, MoveList, Position, TurnState};
use weakfish::geometry::{Side, SquareSet};
use weakfish::model::{GameResult, SetupId};

use crate::error::MakeError;
use crate::families::{Families, FamilyMen, sorted};
use crate::layout::{Layout, Placed, Places};
use crate::table::Table;
use crate::value::{Cell, Value};

/// The tables that captures and promotions lead into.
pub(crate) type Finished = HashMap<FamilyMen, Arc<Table>>;

/// Progress callback: it gets the number of finished positions, and returns whether to continue.
pub(crate) type Observer<'o> = &'o mut dyn FnMut(u64) -> bool;

/// A position of the table with a legal capture en passant. It has no ordinary number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Passing {
    /// The number of the position without the capture.
    pub(crate) number: u32,
    /// Squares of the capture, as in [`TurnState`], with the men placed by the number.
    pub(crate) squares: SquareSet,
}

/// Facts about a range of positions before wins and losses are carried back.
#[derive(Debug, Default)]
pub(crate) struct Expanded {
    /// Values known at once: ends of the game, and numbers that are no position.
    pub(crate) cells: Vec<Cell>,
    /// The number of moves within the table.
    pub(crate) degrees: Vec<u16>,
    /// The latest loss in plies by a move that leaves the table; [`NEVER_LOST`] if such a move draws or wins.
    pub(crate) exits: Vec<u16>,
    /// The positions that the moves within the table lead to, in the order of the positions that they come from; or
    /// [`BESIDE`].
    pub(crate) children: Vec<u32>,
    /// Positions that a move out of the table wins, with the plies of the win.
    pub(crate) wins: Vec<(u16, u32)>,
    /// Moves to positions beside those that are numbered.
    pub(crate) passing: Vec<(u32, Passing)>,
    /// Men that moves lead to and that no table is known of.
    pub(crate) missing: Vec<FamilyMen>,
}

/// Stands among the children for a position that is not numbered.
pub(crate) const BESIDE: u32 = u32::MAX;

/// Marks a position that is not lost, since a move out of the table draws or wins.
pub(crate) const NEVER_LOST: u16 = u16::MAX;

/// Goes through positions of a table.
pub(crate) struct Expander<'a> {
    layout: &'a Layout,
    families: &'a Families,
    finished: &'a Finished,
    position: Position,
    moves: MoveList,
    men: Vec<Placed>,
    after: Vec<Placed>,
    /// Whether a draw may be claimed without regard to earlier positions.
    claims: bool,
    /// Whether a long step may be answered en passant.
    en_passant: bool,
}

/// Whether a position is decided without looking further.
pub(crate) enum Status {
    /// The game is over, or this is no legal position.
    Decided(Cell),
    /// The position has moves; the field is whether a draw can be claimed.
    Open {
        /// A draw can be claimed.
        claim: bool,
    },
}

/// Target of a move.
pub(crate) enum Child {
    /// A position of the table.
    Numbered(u64),
    /// A position of its men in which a capture en passant is legal.
    Beside(Passing),
    /// Out of the table: the value for the player who makes the move.
    Valued(Value),
    /// A position of other men with a capture en passant.
    Unnumbered(FamilyMen),
    /// Men without a table.
    Missing(FamilyMen),
}

impl<'a> Expander<'a> {
    pub(crate) fn new(
        game: &Game,
        setup: SetupId,
        layout: &'a Layout,
        families: &'a Families,
        finished: &'a Finished,
    ) -> Self {
        let variant = game.variant();
        let claims = variant
            .endings
            .iter()
            .any(|ending| ending.result == GameResult::DrawOnClaim && !ending.condition.basis().is_past());
        let en_passant = game.facts().en_passant;
        Self {
            layout,
            families,
            finished,
            position: game.start_of(setup),
            moves: MoveList::new(),
            men: Vec::new(),
            after: Vec::new(),
            claims,
            en_passant,
        }
    }

    /// Expands the positions with these numbers.
    pub(crate) fn expand(&mut self, range: Range<u64>) -> Result<Expanded, MakeError> {
        let mut found = Expanded::default();
        let arrangements = self.layout.arrangements.max(1);
        let mut number = range.start;
        while number < range.end {
            let state = self.layout.state((number / arrangements) as u32);
            let end = range.end.min((number / arrangements + 1) * arrangements);
            for number in number..end {
                self.expand_one(number as u32, number % arrangements, state, &mut found)?;
            }
            number = end;
        }
        found.children.shrink_to_fit();
        Ok(found)
    }

    /// Expands a position beside those that are numbered, as node `node`.
    pub(crate) fn expand_passing(
        &mut self,
        node: u32,
        passing: Passing,
        found: &mut Expanded,
    ) -> Result<(), MakeError> {
        let arrangements = self.layout.arrangements.max(1);
        let number = u64::from(passing.number);
        let state = self.layout.state((number / arrangements) as u32);
        self.expand_one(node, number % arrangements, TurnState { en_passant: passing.squares, ..state }, found)
    }

    fn expand_one(
        &mut self,
        node: u32,
        arrangement: u64,
        state: TurnState,
        found: &mut Expanded,
    ) -> Result<(), MakeError> {
        let (mut degree, mut exit, mut win) = (0_usize, 0, None::<u16>);
        let places = self.layout.places_of(arrangement);
        let status = self.each_child(arrangement, &places, state, |_, child| {
            match child {
                Child::Numbered(number) => {
                    degree += 1;
                    found.children.push(number as u32);
                }
                Child::Beside(passing) => {
                    degree += 1;
                    found.children.push(BESIDE);
                    found.passing.push((node, passing));
                }
                Child::Valued(Value::Win(plies)) => win = Some(win.map_or(plies, |other| other.min(plies))),
                Child::Valued(Value::Draw) => exit = NEVER_LOST,
                Child::Valued(Value::Loss(plies)) => exit = exit.max(plies),
                Child::Missing(men) | Child::Unnumbered(men) => found.missing.push(men),
            }
            ControlFlow::Continue(())
        });
        let cell = match status {
            Status::Decided(cell) => cell,
            Status::Open { claim } => {
                exit = if claim { NEVER_LOST } else { exit };
                Cell::OPEN
            }
        };
        found.cells.push(cell);
        found.degrees.push(u16::try_from(degree).map_err(|_| MakeError::TooManyMoves)?);
        if let Some(plies) = win {
            found.wins.push((plies, node));
            exit = NEVER_LOST;
        }
        found.exits.push(exit);
        Ok(())
    }

    /// Sets up a position, given the number of its arrangement and the places. Calls `visit` with each move and its
    /// target, until `visit` breaks.
    #[inline]
    pub(crate) fn each_child(
        &mut self,
        arrangement: u64,
        places: &Places,
        state: TurnState,
        mut visit: impl FnMut(Move, Child) -> ControlFlow<()>,
    ) -> Status {
        let mut men = std::mem::take(&mut self.men);
        let mut moves = std::mem::take(&mut self.moves);
        let status = 'status: {
            let stand = self.layout.men_at(places, &mut men).is_some();
            if !stand || !self.position.rearrange(&men, state) {
                break 'status Status::Decided(Cell::ILLEGAL);
            }
            self.position.legal_moves().list_into(&mut moves);
            let verdict = if moves.is_empty() { self.position.verdict() } else { self.position.verdict_if_mobile() };
            if let Some(verdict) = verdict {
                break 'status Status::Decided(match Value::of_winner(verdict.winner, state.turn, 0) {
                    Value::Win(_) => Cell::win(0),
                    Value::Loss(_) => Cell::loss(0),
                    Value::Draw => Cell::DRAWN,
                });
            }
            if moves.is_empty() {
                // No ending applies then.
                break 'status Status::Decided(Cell::DRAWN);
            }
            for mv in &moves {
                let child = self.child(mv, (arrangement, places), &men, state);
                if visit(mv, child).is_break() {
                    break;
                }
            }
            Status::Open { claim: self.claims && self.position.best_claim().is_some() }
        };
        self.men = men;
        self.moves = moves;
        status
    }

    /// The target of a move; out of the table, with its value for the player who makes it.
    #[inline]
    fn child(&mut self, mv: Move, before: (u64, &Places), men: &[Placed], state: TurnState) -> Child {
        if let Move::Man(man) = mv
            && self.layout.counts_nothing()
        {
            let simple = matches!(man.kind, MoveKind::Ordinary | MoveKind::Stationary | MoveKind::Finishing)
                || man.kind == MoveKind::LongStep && !self.en_passant;
            if simple && let Some(child) = self.child_by_men(man, before, men, state.turn) {
                return child;
            }
        }
        self.child_by_making(mv, state.turn)
    }

    /// The target of a move that takes one man to a square, or turns it, in a table without counts, if the turn passes.
    #[inline]
    fn child_by_men(
        &mut self,
        man: ManMove,
        (arrangement, places): (u64, &Places),
        men: &[Placed],
        turn: Side,
    ) -> Option<Child> {
        let mover = men.iter().position(|&(square, _)| square == man.from)?;
        let victim = men.iter().position(|&(square, _)| square == man.to).filter(|&victim| victim != mover);
        let own = self.layout.group_of_man(mover);
        if victim.is_none()
            && let Some((group, place)) = self.layout.place(man.piece, man.to)
            && group == own
        {
            let from = *places.get(mover)?;
            let after = if let Some(difference) = self.layout.difference(mover, from, place) {
                arrangement.wrapping_add(difference)
            } else {
                let mut after = *places;
                *after.get_mut(mover)? = place;
                self.layout.arrangement(&after)
            };
            let state = self.layout.state_number(&TurnState::of(!turn));
            return Some(Child::Numbered(u64::from(state) * self.layout.arrangements + after));
        }
        let mut after = std::mem::take(&mut self.after);
        after.clear();
        for (index, &placed) in men.iter().enumerate() {
            if index == mover {
                after.push((man.to, man.piece));
            } else if Some(index) != victim {
                after.push(placed);
            }
        }
        let child = self.child_of_men(&after, TurnState::of(!turn), turn);
        self.after = after;
        Some(child)
    }

    /// The target of any move.
    fn child_by_making(&mut self, mv: Move, turn: Side) -> Child {
        let undo = self.position.make(mv);
        let child = self.child_of_position(mv, turn);
        self.position.unmake(undo);
        child
    }

    /// The position after a move of `turn`, which has been made.
    fn child_of_position(&mut self, mv: Move, turn: Side) -> Child {
        if mv == Move::ClaimStalemate {
            // This move ends the game at once.
            let winner = self.position.verdict().and_then(|verdict| verdict.winner);
            return Child::Valued(Value::of_winner(winner, turn, 1));
        }
        let mut state = self.position.turn_state();
        if !has_en_passant(&self.position) {
            state.en_passant = SquareSet::EMPTY;
        }
        let mut after = std::mem::take(&mut self.after);
        after.clear();
        after.extend(self.position.men());
        let mut child = self.child_of_men(&after, state, turn);
        self.after = after;
        if let Child::Unnumbered(key) = child {
            let value = search(&mut self.position, self.families, self.finished);
            child = value.map_or(Child::Missing(key), |value| Child::Valued(value.before_move(state.turn != turn)));
        }
        child
    }

    /// The position of these men.
    fn child_of_men(&self, men: &[Placed], state: TurnState, turn: Side) -> Child {
        if let Some(places) = self.layout.places(men.iter().copied()) {
            let number = u64::from(self.layout.state_number(&state)) * self.layout.arrangements
                + self.layout.arrangement(&places);
            if state.en_passant.is_empty() {
                return Child::Numbered(number);
            }
            let squares = self.layout.canonical_squares(&places, state.en_passant);
            return Child::Beside(Passing { number: number as u32, squares });
        }
        let key = sorted(men.iter().map(|&(_, piece)| self.families.of_piece(piece.number())));
        if !state.en_passant.is_empty() {
            return Child::Unnumbered(key);
        }
        let Some(table) = self.finished.get(&key) else { return Child::Missing(key) };
        let value = value_in(table, men, state);
        value.map_or(Child::Missing(key), |value| Child::Valued(value.before_move(state.turn != turn)))
    }
}

/// The value of a position of a finished table, without legal captures en passant.
pub(crate) fn value_in(table: &Table, men: &[Placed], state: TurnState) -> Option<Value> {
    let places = table.layout.places(men.iter().copied())?;
    table.cell(table.layout.state_number(&state), table.layout.arrangement(&places)).value()
}

/// The most captures en passant in a row that are looked through; in games where men step back and forth there could be
/// any number.
const MAX_PASSING: u32 = 16;

/// The value of a position by the tables. Where a capture en passant is legal, the value comes from the moves. `None`
/// if some table is missing.
pub(crate) fn search(position: &mut Position, families: &Families, finished: &Finished) -> Option<Value> {
    search_within(position, families, finished, MAX_PASSING)
}

fn search_within(position: &mut Position, families: &Families, finished: &Finished, limit: u32) -> Option<Value> {
    let turn = position.turn();
    let verdict = position.verdict();
    if position.halfmove() > 0 && verdict.is_none_or(|verdict| is_by_quiet_plies(position, verdict.ending)) {
        // A limit of few plies would count the plies of the tried moves.
        if let Some(mut uncounted) = uncounted_if_limited(position) {
            return search_within(&mut uncounted, families, finished, limit);
        }
    }
    if let Some(verdict) = verdict {
        return Some(Value::of_winner(verdict.winner, turn, 0));
    }
    if !has_en_passant(position) {
        let men: Vec<Placed> = position.men().collect();
        let key = sorted(men.iter().map(|&(_, piece)| families.of_piece(piece.number())));
        return value_in(finished.get(&key)?, &men, position.turn_state());
    }
    let limit = limit.checked_sub(1)?;
    let mut best = position.best_claim().is_some().then_some(Value::Draw);
    for mv in position.legal_moves().to_vec() {
        let undo = position.make(mv);
        let value = search_within(position, families, finished, limit);
        let value = value.map(|value| value.before_move(position.turn() != turn));
        position.unmake(undo);
        let value = value?;
        if best.is_none_or(|best| value.rank() > best.rank()) {
            best = Some(value);
        }
    }
    Some(best.unwrap_or(Value::Draw))
}

/// Whether an ending counts plies without progress.
fn is_by_quiet_plies(position: &Position, ending: usize) -> bool {
    let ending = position.game().variant().endings.get(ending);
    ending.is_some_and(|ending| ending.condition.quiet_plies().is_some())
}

/// The position with nothing counted, if a limit of plies without progress may hold within the moves that a search makes.
fn uncounted_if_limited(position: &Position) -> Option<Position> {
    let endings = &position.game().variant().endings;
    let soon = |plies: u32| plies <= MAX_PASSING + 1;
    if !endings.iter().any(|ending| ending.condition.quiet_plies().is_some_and(soon)) {
        return None;
    }
    let placed: Vec<Placed> = position.men().collect();
    let mut fresh = position.clone();
    fresh.rearrange(&placed, position.turn_state()).then_some(fresh)
}

/// Whether a capture en passant is legal.
pub(crate) fn has_en_passant(position: &Position) -> bool {
    let is_one = |mv: Move| matches!(mv.kind(), Some(MoveKind::EnPassant { .. }));
    !position.en_passant().is_empty() && position.legal_moves().into_iter().any(is_one)
}
