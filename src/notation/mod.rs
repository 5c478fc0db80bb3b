//! Positions and moves as text, and errors of the engine as sentences.
//!
//! * [`fen`]: a position, with facings, modes and counters; orthodox FENs are read and written as usual.
//! * [`uci`]: a move as programs exchange it; each legal move has one text.
//! * [`read_move`] reads a move as people or programs write it, [`read_uci_move`] only as programs do.
//! * [`write_move`] writes one as people do, [`write_moves`] a line of them, [`write_game`] a whole game.
//! * [`read_moves`] reads the moves of other programs, too; [`Dialect`] lists what is read.
//! * [`board_diagram`]: the board as a drawing in text.
//! * [`explain_illegal_move`] and [`explain_position_error`] explain refusals of the engine in the game's terms.
//! * [`pgn`]: a whole game, for other programs.
//!
//! Whole games are read by [`replay`](mod@replay).

pub mod board_diagram;
mod dialect;
pub mod fen;
mod foreign_errors;
mod foreign_moves;
mod game_text;
mod illegal_move;
mod man;
mod move_list;
pub mod pgn;
mod position_error;
pub mod replay;
pub(crate) mod san;
pub mod uci;

pub use dialect::Dialect;
pub use foreign_moves::{write_fairy_move, write_from_zero};
pub use game_text::{NotedMove, write_game, write_moves};
pub(crate) use illegal_move::game_over_error;
pub use illegal_move::{explain_illegal_move, explain_no_move};
pub(crate) use man::{Letter, Letters};
pub use man::{TakenSymbol, TextError, describe_man, man_name, name_sides, symbol, take_symbol};
pub use move_list::{ForeignMoves, read_moves};
pub use position_error::explain_position_error;
pub(crate) use san::with_small_letters_help;
pub use san::{read_move, read_uci_move, write_move};
