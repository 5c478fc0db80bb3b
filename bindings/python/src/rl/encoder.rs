//! Single positions as numbers: legal actions, observations, results.

use numpy::{PyReadwriteArray1, PyReadwriteArray3};
use pyo3::prelude::*;
use pyo3::types::PyType;
use weakfish::engine::{Move, MoveSets};
use weakfish::geometry::Side;

use super::actions::Actions;
use super::observe::Observer;
use super::vector::{outcome, too_many_actions};
use crate::diagnostics::Refusal;
use crate::game::Game;
use crate::position::Position;

/// Rewards of White and of Black.
type Rewards = (f32, f32);

/// Actions and observations of the positions of a game.
#[pyclass(frozen, module = "weakfish._native")]
pub struct Encoder {
    game: Py<Game>,
    actions: Actions,
    observer: Observer,
}

impl Encoder {
    /// Numbers the legal moves of a position of the game.
    fn number(&self, position: &Position) -> PyResult<(MoveSets, Vec<u32>)> {
        if !position.is_of(&self.game) {
            return Err(Refusal::new_err("the position is of another game"));
        }
        let (mut moves, mut numbers) = (MoveSets::new(), Vec::new());
        position.inner().legal_moves().sets_into(&mut moves);
        let numbered = self.actions.number_all(position.inner(), &moves, &mut numbers);
        numbered.map_err(|mv: Move| Refusal::new_err(format!("a legal move has no number: {mv:?}")))?;
        Ok((moves, numbers))
    }
}

#[pymethods]
impl Encoder {
    #[new]
    fn new(game: Bound<'_, Game>) -> PyResult<Self> {
        let actions = Actions::new(&game.get().game).ok_or_else(too_many_actions)?;
        let observer = Observer::new(&game.get().game);
        Ok(Self { game: game.unbind(), actions, observer })
    }

    #[getter]
    fn actions(&self) -> usize {
        self.actions.len()
    }

    #[getter]
    fn planes(&self) -> Vec<String> {
        self.observer.planes().to_vec()
    }

    #[getter]
    fn scalars(&self) -> Vec<String> {
        self.observer.scalars()
    }

    fn action_text(&self, action: usize) -> PyResult<String> {
        self.actions.text(action).ok_or_else(|| Refusal::new_err(format!("there is no action {action}")))
    }

    /// The numbers of the legal actions, in ascending order, and the rewards of White and Black if the game has ended.
    /// With `claims`, claims are made at once.
    fn legal_actions_and_rewards(
        &self,
        position: PyRef<'_, Position>,
        claims: bool,
    ) -> PyResult<(Vec<u32>, Option<Rewards>)> {
        let (moves, mut numbers) = self.number(&position)?;
        let ended = outcome(position.inner(), moves.is_empty(), claims);
        let reward = |side| f32::from(ended.as_ref().map_or(50, |ended| ended.score(side))) / 50.0 - 1.0;
        numbers.sort_unstable();
        Ok((numbers, ended.is_some().then(|| (reward(Side::White), reward(Side::Black)))))
    }

    /// Makes the move of an action.
    fn push(&self, py: Python<'_>, mut position: PyRefMut<'_, Position>, action: u32) -> PyResult<()> {
        let (moves, numbers) = self.number(&position)?;
        let at = numbers.iter().position(|&number| number == action);
        let mv = at.and_then(|at| moves.get(at)).ok_or_else(|| {
            let text = self.actions.text(action as usize).unwrap_or_else(|| "which does not exist".to_owned());
            Refusal::new_err(format!("action {action}, {text}, is illegal"))
        })?;
        position.make(py, mv)
    }

    /// Writes the observation of a position.
    fn observe(
        &self,
        position: PyRef<'_, Position>,
        mut planes: PyReadwriteArray3<'_, u8>,
        mut scalars: PyReadwriteArray1<'_, f32>,
    ) -> PyResult<()> {
        let contiguous = |_| Refusal::new_err("an array is not contiguous");
        let planes = planes.as_slice_mut().map_err(contiguous)?;
        let scalars = scalars.as_slice_mut().map_err(contiguous)?;
        if !position.is_of(&self.game)
            || planes.len() != self.observer.size()
            || scalars.len() != self.observer.scalars().len()
        {
            return Err(Refusal::new_err("the position is of another game, or the arrays have other shapes"));
        }
        self.observer.write(position.inner(), planes, scalars);
        Ok(())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Py<Game>,)) {
        (py.get_type::<Self>(), (self.game.clone_ref(py),))
    }

    // It never changes.

    fn __copy__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __deepcopy__<'py>(this: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        this
    }
}
