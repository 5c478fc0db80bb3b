//! Weakfish interprets definitions of chess variants.
//!
//! A definition is a rule sheet: it says in Betza notation how the men move, which way they face and how they
//! turn, and by which rules the game goes. [`check()`] reads one and says everything that is wrong with it,
//! [`load`] makes a [`Game`] of it that can be played.
//!
//! ```
//! use weakfish::{BuiltIns, load, source::Source};
//!
//! let text = r#"
//! game "Turning Rooks" extends fide
//! men
//!   R rook: fR, turns 90
//! rules
//!   castling:       none
//!   promotion of P: on the last rank, to Q, R, B or N, facing as at the start
//! "#;
//! let game = load(&Source::new("turning-rooks.variant", text), &BuiltIns).unwrap();
//! let start = game.start();
//! // The Pawns and Knights move as usual; each Rook can turn to the left or to the right.
//! assert_eq!(start.legal_moves().count(), 16 + 4 + 4);
//! ```

// The library is pure and total; its unit tests need not be.
#![cfg_attr(
    not(test),
    deny(
        clippy::disallowed_methods,
        clippy::disallowed_macros,
        clippy::exit,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

pub mod betza;
pub mod builtin;
pub mod check;
pub mod diagnostic;
pub mod engine;
pub mod geometry;
pub mod lints;
pub mod model;
pub mod notation;
mod prose;
pub mod source;
pub mod syntax;
pub mod tools;

use check::{BaseError, Checked, Refused, Resolver};
use engine::Game;
use source::Source;

/// Finds the built-in games, and no files.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIns;

impl Resolver for BuiltIns {
    fn built_in(&self, name: &str) -> Option<Source> {
        builtin::source(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        builtin::names().map(str::to_owned).collect()
    }

    fn beside(&self, _from: &Source, _path: &str) -> Result<Source, BaseError> {
        Err(BaseError::Unreadable("only built-in games are known here".to_owned()))
    }
}

/// Checks a definition: the game it describes, its tests, and everything that is wrong with it.
///
/// `resolver` finds the definitions that it extends; [`BuiltIns`] will do for those that extend no file.
///
/// ```
/// use weakfish::{BuiltIns, check, source::Source};
///
/// let text = "game \"Rookless\" extends fide\nmen\n  R: none\n";
/// let checked = check(&Source::new("rookless.variant", text), &BuiltIns);
/// assert!(checked.game.is_none());
/// assert!(checked.report.diagnostics().all(|diagnostic| diagnostic.code == "check::removed-man-used"));
/// ```
pub fn check(source: &Source, resolver: &dyn Resolver) -> Checked {
    check::check(source, resolver)
}

/// Makes a game of a definition.
///
/// # Errors
///
/// The reports on the definition, and on those that it extends, if there are errors in them.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let setup = game.variant().setup_named("chancellors").unwrap();
/// assert_eq!(game.start_of(setup).perft(2), 1089);
/// ```
pub fn load(source: &Source, resolver: &dyn Resolver) -> Result<Game, Refused> {
    check(source, resolver).into_game()
}
