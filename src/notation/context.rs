//! A position with words for what stands in it and what can be done: "the Alfil on e3", "it can turn to n or s".

use super::man::{man_name, state_text};
use super::uci;
use crate::engine::{ManMove, Move, MoveKind, PieceInfo, Position};
use crate::geometry::{Board, Side, Square};
use crate::model::{KindId, ManState, Movement, Path, Through, Variant};
use crate::prose::with_article;

/// How many moves a help line names at most.
const NAMED_MOVES: usize = 8;

/// The longest part of a path that is followed in search of what blocks it, as a number of unfinished ways.
const MAX_WAYS: usize = 64;

/// A position and its legal moves, for sentences about a move.
#[derive(Clone, Copy)]
pub(super) struct MoveContext<'a> {
    pub(super) position: &'a Position,
    /// All legal moves of the position.
    pub(super) legal: &'a [Move],
}

impl<'a> MoveContext<'a> {
    pub(super) const fn new(position: &'a Position, legal: &'a [Move]) -> Self {
        Self { position, legal }
    }

    /// The legal moves of men.
    pub(super) fn man_moves(self) -> impl Iterator<Item = ManMove> {
        self.legal.iter().filter_map(|mv| mv.man())
    }

    pub(super) fn variant(self) -> &'a Variant {
        self.position.game().variant()
    }

    pub(super) fn board(self) -> Board {
        self.variant().board
    }

    pub(super) fn turn(self) -> Side {
        self.position.turn()
    }

    pub(super) fn square_name(self, square: Square) -> String {
        self.board().name(square)
    }

    pub(super) fn man_at(self, square: Square) -> Option<&'a PieceInfo> {
        self.position.piece_at(square).map(|piece| self.position.game().piece_info(piece))
    }

    /// The squares of a side's men with what stands there.
    pub(super) fn men(self, side: Side) -> impl Iterator<Item = (Square, &'a PieceInfo)> {
        let men = self.board().squares().filter_map(move |square| Some((square, self.man_at(square)?)));
        men.filter(move |(_, man)| man.side == side)
    }

    /// `Alfil`.
    pub(super) fn kind_name(self, kind: KindId) -> String {
        man_name(self.variant(), kind)
    }

    /// `the Alfil on e3`, `nothing on e3`.
    pub(super) fn the_man(self, square: Square) -> String {
        match self.man_at(square) {
            Some(man) => format!("the {} on {}", self.kind_name(man.kind), self.square_name(square)),
            None => format!("nothing on {}", self.square_name(square)),
        }
    }

    /// `an Alfil`.
    pub(super) fn a_kind(self, kind: KindId) -> String {
        with_article(&self.kind_name(kind))
    }

    /// How the man moves in a state.
    pub(super) fn movement(self, man: &PieceInfo, state: &ManState) -> Movement {
        self.variant().kind(man.kind).movement(man.side, self.variant().black, state)
    }

    /// The squares that the man's first leaps reach from a square in a state.
    pub(super) fn aims(self, square: Square, man: &PieceInfo, state: &ManState) -> Vec<Square> {
        let movement = self.movement(man, state);
        let leaps = movement.paths.iter().filter_map(|path| path.legs.first()).map(|leg| leg.leap);
        let mut squares: Vec<_> = leaps.filter_map(|leap| self.board().leap(square, leap)).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// What a man can do: "the Alfil on e3 can play `e3g5` or `e3@nw`".
    pub(super) fn moves_of_man(self, square: Square) -> String {
        let names = self.names(|mv| mv.from() == Some(square));
        let the_man = self.the_man(square);
        if names.is_empty() {
            format!("{the_man} has no legal move")
        } else {
            format!("{the_man} can play {}", some(&names))
        }
    }

    /// What the side to move can play: all of it if that is little, examples otherwise.
    pub(super) fn moves_of_side(self) -> Option<String> {
        let names = self.names(|_| true);
        let turn = self.turn();
        match names.len() {
            0 => None,
            1..=NAMED_MOVES => Some(format!("{turn} can play {}", some(&names))),
            count => Some(format!("{turn} has {count} legal moves, such as {}", some(&names[..3]))),
        }
    }

    /// The legal moves of a sort in machine notation, sorted.
    pub(super) fn names(self, keep: impl Fn(&Move) -> bool) -> Vec<String> {
        let kept = self.legal.iter().filter(|mv| keep(mv));
        let mut names: Vec<_> = kept.map(|&mv| uci::write_among(self.position, self.legal, mv)).collect();
        names.sort();
        names
    }

    /// The turns that the man on a square can legally make: "it can turn to ene (toward g6)".
    pub(super) fn turns(self, square: Square) -> Option<String> {
        let man = self.man_at(square)?;
        let game = self.position.game();
        let mut turns: Vec<String> = Vec::new();
        let mut stationary: Vec<_> =
            self.man_moves().filter(|mv| mv.from == square && mv.kind == MoveKind::Stationary).collect();
        stationary.sort_by_cached_key(|&mv| uci::write_among(self.position, self.legal, mv.into()));
        for mv in stationary {
            let after = game.piece_info(mv.piece);
            if after.state.facings == man.state.facings {
                continue;
            }
            let facing = state_text(&ManState { facings: after.state.facings.clone(), mode: None });
            let toward: Vec<_> =
                self.aims(square, man, &after.state).into_iter().map(|at| self.square_name(at)).collect();
            let toward = if toward.is_empty() { String::new() } else { format!(" (toward {})", toward.join(" and ")) };
            turns.push(facing + &toward);
        }
        let some = super::man::or_list(&turns[..turns.len().min(NAMED_MOVES)]);
        (!turns.is_empty()).then(|| format!("it can turn to {some}"))
    }

    /// The squares on which something stops a man that would otherwise reach a square.
    pub(super) fn blockers(self, mv: ManMove) -> Vec<Square> {
        let Some(man) = self.man_at(mv.from) else { return Vec::new() };
        let movement = self.movement(man, &man.state);
        let ways = movement.paths.iter().filter_map(|path| self.blockers_on(path, mv.from, mv.to));
        let mut squares = ways.min_by_key(Vec::len).unwrap_or_else(|| self.between(mv.from, mv.to));
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// The occupied squares straight between two squares.
    pub(super) fn between(self, from: Square, to: Square) -> Vec<Square> {
        let board = self.board();
        let (dx, dy) = (board.file(to) - board.file(from), board.rank(to) - board.rank(from));
        if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            return Vec::new();
        }
        (1..dx.abs().max(dy.abs()))
            .filter_map(|step| {
                board.square(board.file(from) + step * dx.signum(), board.rank(from) + step * dy.signum())
            })
            .filter(|&square| self.position.piece_at(square).is_some())
            .collect()
    }

    /// What stops a path on its way to a square; `None` if it does not lead there.
    fn blockers_on(self, path: &Path, from: Square, to: Square) -> Option<Vec<Square>> {
        // Where each way so far stands, and what has stopped it; all ways go leg by leg together.
        let mut ways = vec![(from, Vec::new())];
        let longest = usize::from(Board::MAX_SIZE);
        for (number, leg) in path.legs.iter().enumerate() {
            let last = number + 1 == path.legs.len();
            let mut next = Vec::new();
            for (start, stopped) in ways {
                let (mut at, mut stopped): (Square, Vec<Square>) = (start, stopped);
                for count in 0..leg.most.map_or(longest, usize::from).min(longest) {
                    let leap = leg.leap.turned(leg.curve.turn(count));
                    let under = leg.clearance.squares(leap).into_iter().filter_map(|step| self.board().leap(at, step));
                    stopped.extend(under.filter(|&square| self.position.piece_at(square).is_some()));
                    let Some(landing) = self.board().leap(at, leap) else { break };
                    at = landing;
                    if at == to && leg.stops.any() && count + 1 >= usize::from(leg.least) {
                        return Some(stopped);
                    }
                    if !last && count + 1 >= usize::from(leg.least) && next.len() < MAX_WAYS {
                        let mut stopped = stopped.clone();
                        if leg.through == Through::Empty && self.position.piece_at(at).is_some() {
                            stopped.push(at);
                        }
                        next.push((at, stopped));
                    }
                    if self.position.piece_at(at).is_some() {
                        stopped.push(at);
                    }
                }
            }
            ways = next;
        }
        None
    }
}

/// A few moves by name: "`a`, `b` or `c`".
fn some(names: &[String]) -> String {
    let quoted: Vec<_> = names.iter().take(NAMED_MOVES).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(NAMED_MOVES);
    if more == 0 { super::man::or_list(&quoted) } else { format!("{} and {more} more", quoted.join(", ")) }
}
