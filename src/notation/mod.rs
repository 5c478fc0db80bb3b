//! Positions, moves and games as text.
//!
//! * [`fen`]: a position, with facings, modes and counters; orthodox FENs read and write as usual.
//! * [`uci`]: a move as programs exchange it; each legal move has one text.
//! * [`san`]: a move as people write it.
//! * [`game_text`]: moves with numbers, comments, headers and diagrams.
//! * [`board_diagram`]: a drawing of the board.
//!
//! [`read_move`] reads a move in any notation, [`read_uci_move`] in machine notation only.

pub mod board_diagram;
mod context;
pub mod fen;
pub mod game_text;
mod illegal_move;
mod letters;
mod man;
mod moves;
pub mod position_error;
pub mod san;
mod text_error;
pub mod uci;

pub use illegal_move::{explain, game_over, outcome_text};
pub use letters::{Letter, Letters};
pub use man::{man_name, state_text, symbol};
pub use moves::{read_move, read_uci_move};
pub use text_error::TextError;
