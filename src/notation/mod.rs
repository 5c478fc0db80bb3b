//! Positions, moves and games as text: FEN with a tail, machine moves, moves for people.
//!
//! * [`fen`]: a position with facings, modes and counters; plain FIDE FENs are everybody's.
//! * [`machine`]: a move as programs exchange it, one text for each legal move.

pub mod diagram;
mod explain;
pub mod fen;
mod letters;
pub mod machine;
mod man;
pub mod phrase;
mod resolve;
mod scene;
mod stationary;
pub mod text;
mod words;

pub use letters::{Letter, Letters};
pub use man::{man_name, state_text, symbol};
pub use resolve::resolve;

/// Sentences about moves and outcomes.
pub mod sentences {
    use super::scene::Scene;
    use crate::diagnostic::Diagnostic;
    use crate::engine::{IllegalMove, Move, Position};
    use crate::source::Span;

    pub use super::explain::{game_over, outcome_text};

    /// Why the engine refuses a move, in the game's terms; `span` is where the move is written.
    pub fn explain(position: &Position, mv: Move, reason: &IllegalMove, span: Span) -> Diagnostic {
        super::explain::explain(Scene::new(position), mv, reason, span)
    }
}
