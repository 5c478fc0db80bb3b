//! Problems: stipulations and solutions.

use std::fmt;

use weakfish::geometry::Side;

use crate::tree::Branch;

/// What the last move of a solution brings about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aim {
    /// The win of one side, by any ending of the game.
    #[default]
    Win,
    /// A stalemate of the other side, whatever that is worth. Material that can't mate ends no game before it.
    Stalemate,
}

/// Kind of a problem. In each of them one side, here called the winner, reaches the aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stipulation {
    /// The winner forces the win against every defence, at the latest by its N-th move. It begins, or with half a move
    /// more the other side.
    Direct,
    /// The attacker forces the other side to win, at the latest by the answer to the attacker's N-th move.
    SelfMate,
    /// A selfmate in which both sides must mate at once if they can.
    Reflex,
    /// A selfmate in which the defender must mate at once if it can.
    SemiReflex,
    /// Both sides play together, until the attacker's last move forces the other side to win with its answer.
    HelpSelf,
    /// Both sides play together to the win of the side that makes the last ply, after exactly the given length.
    Help,
    /// The side to move makes N moves in a row, and the last one wins. The other side passes: only the last move gives
    /// check.
    Series,
    /// The side to move makes N moves in a row; then a move of the other side wins.
    SeriesHelp,
}

/// Length of a problem: moves of both sides, counted in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length {
    halves: u16,
}

impl Length {
    /// The most moves that a problem may have.
    pub const MAX_MOVES: u16 = 99;

    /// Length of a number of whole moves.
    pub const fn moves(moves: u16) -> Self {
        Self { halves: moves.saturating_mul(2) }
    }

    /// Length of a number of halves of a move.
    pub const fn halves(halves: u16) -> Self {
        Self { halves }
    }

    /// Reads `3` or `2.5`; `None` if it is no such number, or beyond [`Length::MAX_MOVES`].
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, half) = match text.split_once('.') {
            Some((whole, "5")) => (whole, 1),
            Some((whole, "0")) => (whole, 0),
            Some(_) => return None,
            None => (text, 0),
        };
        let digits = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
        let moves = whole.parse::<u16>().ok().filter(|&moves| digits && moves <= Self::MAX_MOVES)?;
        Some(Self { halves: 2 * moves + half })
    }

    /// The number of whole moves.
    pub const fn whole(self) -> u16 {
        self.halves / 2
    }

    /// Whether half a move comes on top.
    pub const fn has_half(self) -> bool {
        self.halves % 2 == 1
    }

    /// The number of halves of a move.
    pub const fn in_halves(self) -> u16 {
        self.halves
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.whole(), if self.has_half() { ".5" } else { "" })
    }
}

/// Problem to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// The aim.
    pub aim: Aim,
    /// The kind.
    pub stipulation: Stipulation,
    /// The length.
    pub length: Length,
}

impl Problem {
    /// The side that wins, where this side is to move.
    pub fn winner(self, turn: Side) -> Side {
        let second = match self.stipulation {
            Stipulation::Direct => self.length.has_half(),
            Stipulation::SelfMate
            | Stipulation::Reflex
            | Stipulation::SemiReflex
            | Stipulation::HelpSelf
            | Stipulation::Help => !self.length.has_half(),
            Stipulation::Series => false,
            Stipulation::SeriesHelp => true,
        };
        if second { !turn } else { turn }
    }

    /// The side that begins by convention: White mates, or in a self problem forces Black to mate.
    pub fn usual_turn(self) -> Side {
        let winner = match self.stipulation {
            Stipulation::Direct | Stipulation::Help | Stipulation::Series | Stipulation::SeriesHelp => Side::White,
            Stipulation::SelfMate | Stipulation::Reflex | Stipulation::SemiReflex | Stipulation::HelpSelf => {
                Side::Black
            }
        };
        if self.winner(Side::White) == winner { Side::White } else { Side::Black }
    }

    /// Whether the defender tries to prevent the aim.
    pub const fn is_defended(self) -> bool {
        match self.stipulation {
            Stipulation::Direct | Stipulation::SelfMate | Stipulation::Reflex | Stipulation::SemiReflex => true,
            Stipulation::Help | Stipulation::HelpSelf | Stipulation::Series | Stipulation::SeriesHelp => false,
        }
    }

    /// The plies of the longest line that is searched, if the sides move in turn.
    pub(crate) fn plies(self) -> u16 {
        let halves = self.length.in_halves();
        match self.stipulation {
            Stipulation::Direct => 2 * self.length.whole() - 1 + u16::from(self.length.has_half()),
            Stipulation::SelfMate | Stipulation::Reflex | Stipulation::SemiReflex | Stipulation::Help => halves,
            Stipulation::HelpSelf => halves.saturating_sub(1),
            Stipulation::Series => self.length.whole(),
            Stipulation::SeriesHelp => self.length.whole() + 1,
        }
    }
}

/// Options of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most memory of a table of positions, in bytes. A table that is full makes the search slower, and nothing else.
    pub max_memory: usize,
    /// The most moves in the trees of a solution; further moves are left out.
    pub max_branches: usize,
    /// Whether the lines that follow a first move are listed in problems with a defence.
    pub with_lines: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_memory: 1 << 30, max_branches: 100_000, with_lines: true }
    }
}

/// A first move that does not solve a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Try {
    /// The move.
    pub branch: Branch,
    /// The answer that refutes it; `None` if the move fails without one.
    pub refutation: Option<Branch>,
}

/// All solutions of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solutions {
    /// The problem.
    pub problem: Problem,
    /// The side that moves first.
    pub first: Side,
    /// The side that wins.
    pub winner: Side,
    /// The first moves that solve the problem with all that follows, or the games of the whole length.
    pub branches: Vec<Branch>,
    /// The first moves that don't, where there is a defence.
    pub tries: Vec<Try>,
    /// The number of solutions: first moves, or games where both sides help.
    pub count: u64,
    /// A shorter length that has a solution, too, the shortest one.
    pub shorter: Option<Length>,
    /// The number of times that the winner, or in problems of the other kind the attacker, has a choice after the first
    /// move.
    pub duals: u64,
    /// Whether moves were left out of the trees.
    pub cut: bool,
    /// Positions that were searched.
    pub positions: u64,
}

impl Solutions {
    /// Whether there is exactly one solution, and none that is shorter. If the defender begins, every first move must be
    /// answered.
    pub fn is_sound(&self) -> bool {
        let solved = if self.problem.is_defended() && self.problem.length.has_half() {
            self.tries.is_empty() && !self.branches.is_empty()
        } else {
            self.count == 1
        };
        solved && self.shorter.is_none()
    }
}
