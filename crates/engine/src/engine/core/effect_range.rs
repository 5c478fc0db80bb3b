//! Men that an effect of a move reaches: next to where it ends, enclosed there, or along its way.

use super::Core;
use crate::engine::bits::Bits;
use crate::engine::tables::AffectedTable;
use crate::geometry::{Board, Leap, Side, Square};
use crate::model::EffectRange;

impl<const W: usize> Core<W> {
    /// The men that an effect reaches by a move of a man of `by` that has not been made, as if some men had left the
    /// board. A drop comes from no square.
    pub(super) fn affected(
        &self,
        table: &AffectedTable<W>,
        by: Side,
        (from, to): (Option<Square>, Square),
        gone: Bits<W>,
    ) -> Bits<W> {
        let named = self.men.of_groups(&table.groups);
        let men = (if table.spares { self.men.all() & !named } else { named }) & !gone;
        let board = self.tables.variant.board;
        let way = || from.and_then(|from| Some((from, straight_step(board, from, to)?)));
        // The men side by side along a line that begins next to a square.
        let line = |start: Square, step: Leap, in_line: bool| {
            let squares = std::iter::successors(board.leap(start, step), |&at| board.leap(at, step));
            squares.take(if in_line { usize::MAX } else { 1 }).take_while(|&at| men.contains(at)).collect()
        };
        match table.range {
            EffectRange::NextTo { orthogonally } => men & self.next_to(Bits::of(to), orthogonally),
            EffectRange::Enclosed { orthogonally } => {
                self.enclosed(men, self.men.of_side(by) & !gone, to, orthogonally)
            }
            EffectRange::Coordinated => men & self.coordinated(self.men.of_groups(&table.partners) & !gone, to),
            EffectRange::Passed => way().map_or(Bits::EMPTY, |(from, step)| {
                let squares = std::iter::successors(board.leap(from, step), |&at| board.leap(at, step));
                squares.take_while(|&at| at != to).filter(|&at| men.contains(at)).collect()
            }),
            EffectRange::Approached { in_line } => way().map_or(Bits::EMPTY, |(_, step)| line(to, step, in_line)),
            EffectRange::WithdrawnFrom { in_line } => {
                way().map_or(Bits::EMPTY, |(from, step)| line(from, -step, in_line))
            }
        }
    }

    /// The squares where the rank of a square crosses the file of a partner, or its file the partner's rank: the other two
    /// corners of the rectangle between them.
    fn coordinated(&self, partners: Bits<W>, to: Square) -> Bits<W> {
        let board = self.tables.variant.board;
        let (file, rank) = (board.file(to), board.rank(to));
        let corners = |partner: Square| {
            let (other_file, other_rank) = (board.file(partner), board.rank(partner));
            let in_line = file == other_file || rank == other_rank;
            [(file, other_rank), (other_file, rank)].into_iter().filter(move |_| !in_line)
        };
        partners.iter().flat_map(corners).filter_map(|(file, rank)| board.square(file, rank)).collect()
    }

    /// The men that stand side by side in a line from a square to a man of `own` (custodial capture).
    fn enclosed(&self, men: Bits<W>, own: Bits<W>, to: Square, orthogonally: bool) -> Bits<W> {
        let board = self.tables.variant.board;
        let mut enclosed = Bits::EMPTY;
        for step in (0..8).step_by(if orthogonally { 2 } else { 1 }).map(|eighths| Leap::new(0, 1).turned(eighths)) {
            let mut line = Bits::EMPTY;
            for at in std::iter::successors(board.leap(to, step), |&at| board.leap(at, step)) {
                if men.contains(at) {
                    line.insert(at);
                    continue;
                }
                if own.contains(at) {
                    enclosed |= line;
                }
                break;
            }
        }
        enclosed
    }
}

/// The step of a move along a rank, a file or a diagonal.
fn straight_step(board: Board, from: Square, to: Square) -> Option<Leap> {
    let (files, ranks) = (board.file(to) - board.file(from), board.rank(to) - board.rank(from));
    let is_straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (is_straight && from != to).then(|| Leap::new(files.signum() as i8, ranks.signum() as i8))
}
