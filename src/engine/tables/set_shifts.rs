//! Kinds whose men all make the same few leaps, as pawns do. The moves of all of them are generated together: each leap
//! is one shift of the set of men.

use super::{LongStepTable, PieceTable, SetShift};
use crate::geometry::Leap;
use crate::model::{Clearance, Kind, Modes, Path, StateSpace, Variant};

/// The leaps of such a kind.
#[derive(Debug)]
pub(crate) struct SetShifts<const W: usize> {
    pub(crate) moves: Box<[SetShift<W>]>,
    pub(crate) captures: Box<[SetShift<W>]>,
    /// The long step straight forward.
    pub(crate) long_step: Option<LongStepTable<W>>,
}

/// For more leaps than this, a look-up for each man is faster.
const MAX_LEAPS: usize = 4;

impl<const W: usize> SetShifts<W> {
    /// The shifts of a kind, if all its men always have the same moves: the kind has one state, only leaps, no mask and
    /// no royal men. A leap straight forward over several squares is excluded, since it could coincide with a long step
    /// and be counted twice.
    pub(crate) fn new(variant: &Variant, states: &StateSpace<'_>, kind: &Kind, piece: &PieceTable<W>) -> Option<Self> {
        let (board, side) = (variant.board, piece.side);
        if piece.first_move.is_some() {
            return None;
        }
        let long_step = match &*piece.long_steps {
            [] => None,
            [step] if step.is_straight(side) => Some(*step),
            _ => return None,
        };
        let bound = kind.royal || kind.stays_in.is_some() || !kind.elsewhere.is_empty() || variant.rules.grid.is_some();
        if bound {
            return None;
        }
        let state = states.start(false)?;
        let movement = states.movement(&state);
        let leaps = |mode: Modes| -> Option<Box<[SetShift<W>]>> {
            let wanted = movement.paths.iter().filter(|path| path.legs.iter().any(|leg| leg.stops.and(mode).any()));
            wanted.map(|path| Some(SetShift::new(board, plain_leap(path)?))).collect()
        };
        let (moves, captures) = (leaps(Modes::MOVES)?, leaps(Modes::CAPTURES)?);
        (moves.len() + captures.len() <= MAX_LEAPS).then_some(Self { moves, captures, long_step })
    }
}

/// The leap of a path that consists of one leap, unless a long step could make the same move.
fn plain_leap(path: &Path) -> Option<Leap> {
    let [leg] = path.legs.as_slice() else { return None };
    let single = leg.least == 1 && leg.most == Some(1) && leg.clearance == Clearance::Leaps;
    let long = leg.leap.dx == 0 && leg.leap.dy.abs() > 1;
    let anywhere = !path.first_move_only && !path.wraps && !path.along_lines;
    (single && !long && !leg.leap.is_null() && anywhere).then_some(leg.leap)
}
