use std::sync::Arc;

use super::{Arrangement, Position, PositionError};
use crate::geometry::Side;
use crate::model::{KindId, ManState, SetupId, Variant};

/// A variant compiled to tables. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Game {
    inner: Arc<Variant>,
}

/// A man in a state: its side, its kind, how it faces and its mode, as one number of a [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(pub(crate) std::num::NonZeroU16);

/// What a [`Piece`] stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// Whose.
    pub side: Side,
    /// What kind.
    pub kind: KindId,
    /// How it faces, and its mode.
    pub state: ManState,
}

/// A reason why a variant can't be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompileError {
    /// Men have more states than the tables can hold.
    TooManyStates {
        /// How many they have.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// An id in the model names nothing; only a model that no checker made can have one.
    DanglingId,
}

impl Game {
    /// Compiles a variant.
    pub fn compile(_variant: Variant) -> Result<Self, CompileError> {
        todo!()
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.inner
    }

    /// What a piece stands for.
    pub fn piece_info(&self, _piece: Piece) -> &PieceInfo {
        todo!()
    }

    /// The piece of this side and kind in this state.
    pub fn piece(&self, _side: Side, _kind: KindId, _state: &ManState) -> Option<Piece> {
        todo!()
    }

    /// The starting position of a setup.
    pub fn start(&self, _setup: SetupId) -> Position {
        todo!()
    }

    /// The position that an arrangement describes, or every reason why it can't stand.
    pub fn position(&self, _arrangement: &Arrangement) -> Result<Position, Vec<PositionError>> {
        todo!()
    }
}
