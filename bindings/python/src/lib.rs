//! Weakfish for Python. `_native.pyi` describes the classes and their types.
//!
//! Values are converted here, and nothing of the language is known. Long calls release the interpreter and end with Ctrl-C.

#![forbid(unsafe_code)]
#![warn(clippy::pedantic, clippy::wildcard_enum_match_arm)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::missing_errors_doc,
    clippy::disallowed_methods,
    clippy::must_use_candidate,
    clippy::needless_pass_by_value,
    clippy::redundant_closure_for_method_calls,
    clippy::struct_field_names,
    clippy::too_many_arguments,
    clippy::trivially_copy_pass_by_ref,
    clippy::wrong_self_convention,
    reason = "PyO3 passes values and names; counts are small and positive; files of definitions are read here"
)]

mod definitions;
mod diagnostics;
mod engine;
mod fairy_stockfish;
mod files;
mod game;
mod game_methods;
mod interrupt;
mod moves;
mod position;
mod rl;
mod table;
mod units;
mod values;

/// The classes and functions of `weakfish._native`.
#[pyo3::pymodule]
mod _native {
    #[allow(non_upper_case_globals, reason = "the name that packages of Python have")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::definitions::{BuiltIn, Checked, builtin, check, explain, format, games, load, parse, style};
    #[pymodule_export]
    use crate::diagnostics::{Diagnostic, Edit, Label, Mend};
    #[pymodule_export]
    use crate::engine::{Engine, Found, Line, MoveValue, Score};
    #[pymodule_export]
    use crate::fairy_stockfish::{Configuration, Imported, import_fairy_stockfish};
    #[pymodule_export]
    use crate::game::{Game, Man, Region, Setup};
    #[pymodule_export]
    use crate::moves::{LegalMoves, Move, MoveIterator};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::rl::encoder::Encoder;
    #[pymodule_export]
    use crate::rl::vector::Lanes;
    #[pymodule_export]
    use crate::table::{Table, table};
    #[pymodule_export]
    use crate::units::{Merge, Plan, Worker, fit, version};
    #[pymodule_export]
    use crate::values::{Claim, Counter, Outcome, Placed};
}
