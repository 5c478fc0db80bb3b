use std::fmt;
use std::sync::Arc;

use super::tables::{Tables, find_piece};
use super::width::{Width, each_width};
use super::{CompileError, Piece, PieceInfo};
use crate::geometry::Side;
use crate::model::{InvalidModel, Kind, KindId, ManState, ModelError, PlacedMan, Variant, unknown_state};

/// A variant compiled to tables. Cloning it is cheap.
#[derive(Clone)]
pub struct Game {
    pub(super) tables: Width<Arc<Tables<1>>, Arc<Tables<2>>, Arc<Tables<4>>>,
}

impl Game {
    /// Compiles a variant.
    ///
    /// # Errors
    ///
    /// If the men have too many states or paths, or if the model is inconsistent. A variant from the checker is
    /// consistent.
    pub fn compile(variant: Variant) -> Result<Self, CompileError> {
        let errors = variant.structural_errors();
        if !errors.is_empty() {
            return Err(CompileError::Invalid(InvalidModel(errors)));
        }
        let infos = pieces(&variant)?;
        placed_men(&variant, &infos)?;
        let tables = match variant.board.len() {
            0..=64 => Width::One(Arc::new(Tables::new(variant, infos)?)),
            65..=128 => Width::Two(Arc::new(Tables::new(variant, infos)?)),
            _ => Width::Four(Arc::new(Tables::new(variant, infos)?)),
        };
        Ok(Self { tables })
    }

    /// Whether both are the same compiled game. Two compilations of one variant are not.
    pub(super) fn is(&self, other: &Self) -> bool {
        let address = |game: &Self| each_width!(&game.tables, tables => Arc::as_ptr(tables).cast::<()>());
        address(self) == address(other)
    }

    /// The variant from which it was compiled.
    pub fn variant(&self) -> &Variant {
        each_width!(&self.tables, tables => &tables.variant)
    }

    /// The side, kind and state of a piece. For a piece of another game the result is arbitrary.
    #[inline]
    pub fn piece_info(&self, piece: Piece) -> &PieceInfo {
        let infos = each_width!(&self.tables, tables => &tables.infos);
        &infos[usize::from(piece.number()).min(infos.len() - 1)]
    }

    /// The piece of this side and kind in this state.
    pub fn piece(&self, side: Side, kind: KindId, state: &ManState) -> Option<Piece> {
        each_width!(&self.tables, tables => tables.piece(side, kind.0, state)).and_then(Piece::new)
    }

    /// All pieces: every kind of each side in every state.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        let count = each_width!(&self.tables, tables => tables.infos.len());
        (1..count).filter_map(|number| Piece::new(number as u16))
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.variant();
        write!(f, "Game({:?}, {}x{})", variant.title, variant.board.files(), variant.board.ranks())
    }
}

/// Every man of every setup must be in a state of its kind.
fn placed_men(variant: &Variant, infos: &[PieceInfo]) -> Result<(), CompileError> {
    let unknown = variant.setups.iter().enumerate().flat_map(|(index, setup)| {
        let lost = |man: &PlacedMan| find_piece(infos, man.side, man.kind.0, &man.state).is_none();
        let men = setup.men.iter().enumerate().filter(move |(_, man)| lost(man));
        men.map(move |(number, _)| unknown_state(index, number))
    });
    let errors: Vec<ModelError> = unknown.collect();
    if errors.is_empty() { Ok(()) } else { Err(CompileError::Invalid(InvalidModel(errors))) }
}

/// The pieces, sorted by side, kind, mode and facings. Entry 0 is no piece.
fn pieces(variant: &Variant) -> Result<Vec<PieceInfo>, CompileError> {
    let mut found: usize = 0;
    // Both sides have the same number of states.
    let mut states: Vec<Vec<ManState>> = Vec::new();
    for kind in &variant.kinds {
        let of_kind = kind.states(Side::White, variant.black);
        found = found.saturating_add(of_kind.len() * Side::ALL.iter().filter(|&&side| kind.sides[side]).count());
        states.extend((found <= Kind::MAX_STATES).then_some(of_kind));
    }
    if found > Kind::MAX_STATES {
        return Err(CompileError::TooManyStates { found, max: Kind::MAX_STATES });
    }
    let nothing = PieceInfo { side: Side::White, kind: KindId(0), state: ManState::default() };
    let mut infos = vec![nothing];
    for side in Side::ALL {
        for ((kind, data), white) in variant.kinds().zip(&mut states).filter(|((_, kind), _)| kind.sides[side]) {
            let states = match side {
                Side::White => std::mem::take(white),
                Side::Black => data.states(side, variant.black),
            };
            infos.extend(states.into_iter().map(|state| PieceInfo { side, kind, state }));
        }
    }
    Ok(infos)
}
