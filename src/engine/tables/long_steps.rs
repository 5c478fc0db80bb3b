//! Long steps: one leap several times in a row, over empty squares.

use super::{Bits, SetShift};
use crate::geometry::{Board, Leap, PerSide, Side, Square};
use crate::model::{LongStep, StateSpace, Variant};

/// A long step of a piece: the same leap `min` to `max` times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LongStepTable<const W: usize> {
    pub(crate) leap: Leap,
    pub(crate) shift: SetShift<W>,
    pub(crate) from: Bits<W>,
    pub(crate) min: u8,
    pub(crate) max: u8,
    pub(crate) en_passant: bool,
}

/// The long steps of one side that can be answered en passant.
#[derive(Debug)]
pub(crate) struct AnsweredSteps<const W: usize> {
    /// Each with the kind that makes it, however its men face after it.
    pub(crate) steps: Vec<(u8, LongStepTable<W>)>,
    /// Whether they all go one square after another straight forward, and a series leaves out none. Then the man that
    /// crossed a square is the next one ahead. Otherwise its own square is among the en passant squares as well.
    pub(crate) straight: bool,
    /// Whether moreover each man has one such step, and no crossed square is left out.
    pub(crate) simple: bool,
    /// The crossed squares on which the opponent can capture.
    pub(crate) on: Bits<W>,
}

impl<const W: usize> LongStepTable<W> {
    fn new(board: Board, step: &LongStep, leap: Leap) -> Self {
        let (min, max, en_passant) = (step.least, step.most, step.en_passant);
        Self { leap, shift: SetShift::new(board, leap), from: Bits::from_set(step.from), min, max, en_passant }
    }

    /// The squares that such steps of these men, which stand where they may start, cross or reach on an empty board.
    pub(crate) fn span(&self, men: Bits<W>) -> Bits<W> {
        let steps = std::iter::successors(Some(self.shift.from(men)), |&at| Some(self.shift.from(at)));
        steps.take(self.max.into()).fold(Bits::EMPTY, |all, at| all | at)
    }

    /// The squares where the leaps of a step from a square end, the first one first, as far as the board goes.
    pub(crate) fn squares(&self, board: Board, from: Square) -> impl Iterator<Item = Square> + use<W> {
        let leap = self.leap;
        std::iter::successors(board.leap(from, leap), move |&at| board.leap(at, leap)).take(self.max.into())
    }

    /// The ends of its long steps from a square on an empty board.
    pub(crate) fn ends(&self, board: Board, from: Square) -> Bits<W> {
        let skipped = usize::from(self.min.saturating_sub(1));
        if self.from.contains(from) { self.squares(board, from).skip(skipped).collect() } else { Bits::EMPTY }
    }

    /// Whether it is one step after another straight forward.
    pub(crate) fn is_straight(&self, side: Side) -> bool {
        self.leap == Leap::forward(side)
    }

    /// The starts and ends of such steps that cross a square.
    pub(crate) fn across(&self, board: Board, crossed: Square) -> impl Iterator<Item = (Square, Square)> + use<W> {
        let (step, back) = (*self, -self.leap);
        let behind = std::iter::successors(board.leap(crossed, back), move |&at| board.leap(at, back));
        behind.take(step.max.into()).enumerate().filter(move |(_, from)| step.from.contains(*from)).flat_map(
            move |(before, from)| {
                let beyond = (before + 1).max(usize::from(step.min) - 1);
                step.squares(board, from).skip(beyond).map(move |to| (from, to))
            },
        )
    }
}

/// The long steps of a side's man that faces as at the start, on the right half of the board if `mirrored`.
pub(super) fn of_piece<const W: usize>(
    variant: &Variant,
    side: Side,
    kind: u8,
    mirrored: bool,
) -> Box<[LongStepTable<W>]> {
    let steps = variant.rules.long_steps[side].iter().filter(|step| step.kind.0 == kind);
    let leaps = |step: &LongStep| -> Vec<LongStepTable<W>> {
        let leaps = step.leaps_of(side, variant.black).into_iter();
        let faced = |leap: Leap| if mirrored { leap.mirrored_in_files() } else { leap };
        leaps.map(|leap| LongStepTable::new(variant.board, step, faced(leap))).collect()
    };
    steps.flat_map(leaps).collect()
}

impl<const W: usize> AnsweredSteps<W> {
    pub(super) fn new(variant: &Variant, states: &PerSide<Vec<StateSpace<'_>>>, side: Side) -> Self {
        let rules = &variant.rules;
        let mut kinds: Vec<u8> =
            rules.long_steps[side].iter().filter(|step| step.en_passant).map(|step| step.kind.0).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut steps = Vec::new();
        for kind in kinds {
            let states = &states[side][usize::from(kind)];
            let two_starts = states.start(true).is_some_and(|start| states.start(false) != Some(start));
            for mirrored in [false, true].into_iter().take(1 + usize::from(two_starts)) {
                let all = of_piece(variant, side, kind, mirrored);
                steps.extend(all.iter().filter(|step| step.en_passant).map(|step| (kind, *step)));
            }
        }
        let on = rules.en_passant[!side].as_ref().and_then(|rule| rule.on);
        // Within a series, crossed squares are needed when the man moves on, even those left out otherwise.
        let whole = on.is_none() || rules.series[side].is_none();
        let all = &rules.long_steps[side];
        let alone = |step: &LongStep| all.iter().filter(|other| other.kind == step.kind).count() == 1;
        let one_way = all.iter().all(|step| {
            alone(step) && step.leaps_of(side, variant.black).iter().all(|&leap| leap == Leap::forward(side))
        });
        Self {
            simple: one_way && on.is_none(),
            straight: whole && steps.iter().all(|(_, step)| step.is_straight(side)),
            steps,
            on: on.map_or(!Bits::EMPTY, Bits::from_set),
        }
    }

    /// Whether men of this kind make such a step.
    pub(crate) fn of_kind(&self, kind: u8) -> impl Iterator<Item = &LongStepTable<W>> {
        self.steps.iter().filter(move |(stepper, _)| *stepper == kind).map(|(_, step)| step)
    }
}
