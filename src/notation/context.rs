//! Phrases about a position: "the Alfil on e3", "it can turn to n or s".

use super::man::man_name;
use super::uci;
use crate::engine::{ManMove, Move, MoveKind, PieceInfo, Position};
use crate::geometry::{Board, Side, Square};
use crate::model::{Joined, KindId, ManState, Movement, Path, Variant};
use crate::prose::{any_of, quoted, with_article};

/// A help names no more moves than this.
const MAX_NAMED_MOVES: usize = 8;

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

    /// The squares of a side's men, with the men.
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

    /// The man's movement in a state.
    pub(super) fn movement(self, man: &PieceInfo, state: &ManState) -> Movement {
        self.variant().kind(man.kind).movement(man.side, self.variant().black, state)
    }

    /// The squares that the man's first leaps reach from a square in a state.
    pub(super) fn aims(self, square: Square, man: &PieceInfo, state: &ManState) -> Vec<Square> {
        let movement = self.movement(man, state);
        let lines = Joined::new(&self.variant().lines);
        let aim = |path: &Path| {
            let at = self.board().leap(square, path.legs.first()?.leap)?;
            lines.admit(path, square, at).then_some(at)
        };
        let mut squares: Vec<_> = movement.paths.iter().filter_map(aim).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// The moves of a man: "the Alfil on e3 can play `e3g5` or `e3@nw`".
    pub(super) fn moves_of_man(self, square: Square) -> String {
        let names = self.names(|mv| mv.from() == Some(square));
        let the_man = self.the_man(square);
        if names.is_empty() {
            let others = self.moves_of_side().map_or_else(String::new, |moves| format!("; {moves}"));
            format!("{the_man} has no legal move{others}")
        } else {
            format!("{the_man} can play {}", some_of(&names))
        }
    }

    /// The moves of the side to move: all if they are few, otherwise examples.
    pub(super) fn moves_of_side(self) -> Option<String> {
        let names = self.names(|_| true);
        let turn = self.turn();
        match names.len() {
            0 => None,
            1..=MAX_NAMED_MOVES => Some(format!("{turn} can play {}", some_of(&names))),
            count => Some(format!("{turn} has {count} legal moves, such as {}", some_of(&names[..3]))),
        }
    }

    /// The legal moves that satisfy a condition, in machine notation, sorted.
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
            let facing = ManState { facings: after.state.facings.clone(), mode: None }.to_string();
            let toward: Vec<_> =
                self.aims(square, man, &after.state).into_iter().map(|at| self.square_name(at)).collect();
            let toward = if toward.is_empty() { String::new() } else { format!(" (toward {})", toward.join(" and ")) };
            turns.push(facing + &toward);
        }
        let some = any_of(&turns[..turns.len().min(MAX_NAMED_MOVES)]);
        (!turns.is_empty()).then(|| format!("it can turn to {some}"))
    }

    /// The occupied squares that keep a man from a square it would otherwise reach, on the path with the fewest of
    /// them.
    pub(super) fn blockers(self, mv: ManMove) -> Vec<Square> {
        let Some(man) = self.man_at(mv.from) else { return Vec::new() };
        let movement = self.movement(man, &man.state);
        let mut fewest: Option<Vec<Square>> = None;
        movement.landings(self.board(), &Joined::new(&self.variant().lines), mv.from, &mut |landing| {
            if landing.at != mv.to {
                return;
            }
            let blockers: Vec<_> =
                landing.empty.iter().filter(|&at| at != mv.from && self.position.piece_at(at).is_some()).collect();
            if fewest.as_ref().is_none_or(|fewest| blockers.len() < fewest.len()) {
                fewest = Some(blockers);
            }
        });
        fewest.unwrap_or_else(|| self.between(mv.from, mv.to))
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
}

/// A list of moves, cut off if it is long: "`a`, `b` or `c`".
pub(super) fn some_of(names: &[String]) -> String {
    let more = names.len().saturating_sub(MAX_NAMED_MOVES);
    let quoted = quoted(&names[..names.len() - more]);
    if more == 0 { any_of(quoted) } else { format!("{} and {more} more", quoted.collect::<Vec<_>>().join(", ")) }
}
