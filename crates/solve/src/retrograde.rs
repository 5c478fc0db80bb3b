//! Exact values of numbered positions, and the retrograde analysis that finds them.

use weakfish::geometry::Side;

use crate::enumeration::{Enumeration, Node};
use crate::error::SolveError;

/// Exact value of a position: the winner with best play, and the plies to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExactValue {
    /// Neither side can force a win.
    Draw,
    /// A side wins in so many plies.
    Won(Side, u16),
}

impl ExactValue {
    /// The most plies of a win.
    pub const MAX_PLIES: u16 = (u16::MAX >> 2) - 1;

    /// The value as a number: 0 for a draw, otherwise four times the plies, and 1 if White wins or 2 if Black wins.
    pub const fn number(self) -> u16 {
        match self {
            Self::Draw => 0,
            Self::Won(Side::White, plies) => plies << 2 | 1,
            Self::Won(Side::Black, plies) => plies << 2 | 2,
        }
    }

    /// The value of a number.
    pub const fn of_number(number: u16) -> Self {
        match number & 3 {
            1 => Self::Won(Side::White, number >> 2),
            2 => Self::Won(Side::Black, number >> 2),
            _ => Self::Draw,
        }
    }

    /// The winner.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Draw => None,
            Self::Won(side, _) => Some(side),
        }
    }

    /// The value with the sides exchanged, if they are.
    #[must_use]
    pub fn exchanged(self, exchanged: bool) -> Self {
        match self {
            Self::Won(winner, plies) if exchanged => Self::Won(!winner, plies),
            Self::Won(..) | Self::Draw => self,
        }
    }

    /// The value for a side, from a quick loss to a quick win.
    pub fn rank(self, side: Side) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Won(winner, plies) if winner == side => i32::from(u16::MAX) - i32::from(plies),
            Self::Won(_, plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }
}

/// A position that leads to another one: its number, and whether the sides are exchanged between the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link(u32);

impl Link {
    /// The most positions that have numbers.
    pub const MAX_POSITIONS: u32 = 1 << 31;

    /// The link to the position with this number, which is less than [`Link::MAX_POSITIONS`].
    pub const fn new(number: u32, exchanged: bool) -> Self {
        Self(number & (Self::MAX_POSITIONS - 1) | (exchanged as u32) << 31)
    }

    /// The number of the position.
    pub const fn number(self) -> u32 {
        self.0 & (Self::MAX_POSITIONS - 1)
    }

    /// Whether the sides are exchanged.
    pub const fn exchanged(self) -> bool {
        self.0 & Self::MAX_POSITIONS != 0
    }

    /// The link as a number of four bytes.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The link of a number of four bytes.
    pub const fn of_bits(bits: u32) -> Self {
        Self(bits)
    }
}

/// What is known of a position during the analysis.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// The number of its value; 0 while it is unknown.
    value: u16,
    /// Successors that are not known to lose for the side to move, and claims of a draw.
    open: u16,
}

/// Retrograde analysis of numbered positions: it visits them in the order of the plies to the end of the game.
#[derive(Debug, Default)]
pub struct Retrograde {
    cells: Vec<Cell>,
    /// The number of positions with White to move in which the game goes on. They come first.
    white: usize,
}

impl Retrograde {
    /// The bytes that a position takes.
    pub const BYTES_PER_POSITION: usize = size_of::<Cell>();

    /// An analysis without positions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next position, by its key. Positions come in the order of their keys.
    ///
    /// # Errors
    ///
    /// If it has more moves than can be counted.
    pub fn push(&mut self, key: &[u8], node: Node) -> Result<(), SolveError> {
        let (value, open) = match node {
            Node::Over(Some(winner)) => (ExactValue::Won(winner, 0), 0),
            Node::Over(None) => (ExactValue::Draw, 0),
            Node::Open { successors, claim } => {
                self.white += usize::from(Enumeration::turn(key) == Side::White);
                (ExactValue::Draw, successors + u32::from(claim))
            }
        };
        let open = open.try_into().map_err(|_| SolveError::TooMany)?;
        self.cells.push(Cell { value: value.number(), open });
        Ok(())
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Finds all values. `predecessors` appends the positions that lead to a position, each once for each way to exchange the
    /// sides. It is asked once for each decided position: by falling closeness to the end, then in the order of numbers.
    ///
    /// # Errors
    ///
    /// Those of `predecessors`, and a win that takes too many plies.
    pub fn run<E: From<SolveError>>(
        &mut self,
        mut predecessors: impl FnMut(u32, &mut Vec<Link>) -> Result<(), E>,
    ) -> Result<(), E> {
        let decided = self.cells.iter().enumerate().filter(|(_, cell)| cell.value != 0);
        let mut level: Vec<u32> = decided.map(|(number, _)| number as u32).collect();
        let (mut next, mut before) = (Vec::new(), Vec::new());
        for plies in 1..=ExactValue::MAX_PLIES {
            if level.is_empty() {
                return Ok(());
            }
            for &number in &level {
                let Some(winner) = self.value(number as usize).winner() else { continue };
                before.clear();
                predecessors(number, &mut before)?;
                for &link in &before {
                    let at = link.number() as usize;
                    let turn = if at < self.white { Side::White } else { Side::Black };
                    let Some(cell) = self.cells.get_mut(at).filter(|cell| cell.value == 0) else { continue };
                    let winner = if link.exchanged() { !winner } else { winner };
                    cell.open = cell.open.saturating_sub(1);
                    if turn == winner || cell.open == 0 {
                        cell.value = ExactValue::Won(winner, plies).number();
                        next.push(link.number());
                    }
                }
            }
            next.sort_unstable();
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        Err(SolveError::TooMany.into())
    }

    /// The value of a position.
    pub fn value(&self, number: usize) -> ExactValue {
        ExactValue::of_number(self.cells.get(number).copied().unwrap_or_default().value)
    }
}
