//! Weakfish plays chess variants from a text that defines them.
//!
//! A definition is a rule sheet: it has the moves of the men in Betza notation, their facings and turns, and the rules
//! of the game. Weakfish checks it, explains every mistake at its place, and plays the game exactly.
//!
//! # From a definition to a game
//!
//! [`load`] makes a [`Game`] of a definition; [`check()`] also gives warnings, the tests written in it and the places
//! of its names. The library reads no files: a [`Source`] is a text with a name, and a [`Resolver`] finds the
//! definitions that others extend. [`BuiltIns`] finds the [built-in games](builtin).
//!
//! ```
//! use weakfish::{BuiltIns, Source, load};
//!
//! let text = r#"
//! game "Turning Rooks" extends fide
//! men
//!   R rook: fR, turns 90
//! rules
//!   castling:       none
//!   promotion of P: on last rank, to Q, R, B or N, facing as at the start
//! "#;
//! let game = load(&Source::new("turning-rooks.variant", text), &BuiltIns).unwrap();
//! let position = game.start();
//! // The Pawns and Knights move as usual; each Rook can turn to the left or to the right.
//! assert_eq!(position.legal_moves().count(), 16 + 4 + 4);
//!
//! // Every mistake has a code, a place and a help. A report prints as `file:line:column: error[code]: message`.
//! let refused = load(&Source::new("rookless.variant", "game \"Rookless\" extends fide\nmen\n  R: none\n"), &BuiltIns);
//! assert!(refused.unwrap_err().to_string().contains("error[check::removed-man-used]"));
//! ```
//!
//! # Playing
//!
//! A [`Position`] lists its legal moves. [`Position::play`] checks and plays moves from outside. [`Position::make`] and
//! [`Position::unmake`] make and take back its own moves without checks, as a search does.
//!
//! ```
//! use weakfish::{BuiltIns, MoveList, builtin, load, notation};
//!
//! let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
//! let mut position = game.start();
//! for text in ["f3", "e5", "g4"] {
//!     let mv = notation::read_move(&position, text).unwrap();
//!     position.play(mv).unwrap();
//! }
//!
//! let mut moves = MoveList::new();
//! position.legal_moves().list_into(&mut moves);
//! let mut mates = Vec::new();
//! for mv in &moves {
//!     let text = notation::uci::write(&position, mv);
//!     let undo = position.make(mv);
//!     if position.outcome().is_some() {
//!         mates.push(text);
//!     }
//!     position.unmake(undo);
//! }
//! assert_eq!(mates, ["d8h4"]);
//! ```
//!
//! # A man without a game
//!
//! ```
//! use weakfish::betza;
//!
//! let (knight, _) = betza::movement("N");
//! assert_eq!(betza::targets(&knight.unwrap()).moves.len(), 8);
//! ```
//!
//! # Where things are
//!
//! | module | for |
//! |---|---|
//! | [`engine`] | games, positions, moves, counting; exact and fast, without any text |
//! | [`notation`] | FEN, moves and boards as text; sentences for the engine's errors |
//! | [`check`](mod@check) | what checking a definition gives: the game, reports, symbols with their places |
//! | [`diagnostic`], [`source`] | mistakes as data, their codes with explanations, texts and places |
//! | [`model`] | a variant as data: what `weakfish show --json` prints and `serde` reads |
//! | [`geometry`] | boards, squares, sides, winds and leaps |
//! | [`betza`] | Betza strings: movements, canonical spelling, squares, diagrams, descriptions |
//! | [`lints`] | contradictions in a model, whoever made it |
//! | [`mod@suggest`] | what was meant by lines that can't be read, and the fixes of which that is certain |
//! | [`syntax`] | the lines of a definition, with every comment and blank |
//! | [`mod@format`] | the canonical layout of definitions |
//! | [`random`] | pseudorandom numbers from a seed |
//! | [`prose`] | pieces of English sentences: lists, articles, plurals, numbers |
//! | [`picture`] | boards and the moves of men as SVG |
//! | [`mod@reference`] | what each construct of the language means, as the book has it |
//! | [`rulebook`] | the rules in sentences, as a page of text or of HTML, and compared with another game's |
//! | [`testing`] | the tests written in definitions, laws tried at random, stored moves |
//! | [`starter`] | definitions to start from |
//! | [`suggest::mend`] | the mistakes of a definition for which it is certain what was meant, mended |
//! | [`builtin`] | the definitions that come with the library |
//!
//! # Promises
//!
//! The library reads no file, prints nothing, never exits and does not panic on any input; it starts threads only if
//! [`engine::Perft`] or a search is asked for several. All errors implement [`std::error::Error`]. Definitions,
//! positions, moves, games and models from strangers take bounded time and memory.

// The library is pure and total.
#![deny(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::exit,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm
)]

pub mod betza;
pub mod builtin;
pub mod check;
pub mod diagnostic;

pub mod format;
pub mod json;
pub mod lints;
pub mod notation;
pub mod picture;
pub mod prose;
pub mod reference;
pub mod rulebook;
pub mod source;
pub mod starter;
pub mod suggest;
pub mod syntax;
pub mod testing;

#[doc(inline)]
pub use weakfish_engine::{engine, geometry, model, random};

pub use check::Resolver;
pub use diagnostic::Report;
#[doc(no_inline)]
pub use engine::{Game, Move, MoveList, Outcome, Position};
pub use source::Source;

use check::{BaseError, Checked, Checker, Refused};

/// Hash of this package's sources, 16 hexadecimal digits. It distinguishes results of different builds.
pub const SOURCES: &str = env!("WEAKFISH_SOURCES");

/// A [`Resolver`] that finds the built-in games and no files.
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
        Err(BaseError::Unreadable("only built-in games can be extended here".to_owned()))
    }
}

/// Checks a definition and compiles its game; reports everything that is wrong with it.
///
/// `resolver` finds the definitions that it extends; [`BuiltIns`] is enough for those that extend no file.
///
/// ```
/// use weakfish::{BuiltIns, Source, check};
///
/// let text = "game \"Rookless\" extends fide\nmen\n  R: none\n";
/// let checked = check(&Source::new("rookless.variant", text), &BuiltIns);
/// assert!(checked.game.is_none());
/// assert!(checked.report.diagnostics().all(|diagnostic| diagnostic.code == "check::removed-man-used"));
/// ```
pub fn check(source: &Source, resolver: &dyn Resolver) -> Checked {
    suggest::check(&mut Checker::new(), source, resolver)
}

/// Checks a definition and returns its game.
///
/// # Errors
///
/// If the definition or one that it extends has errors: a report on each text with errors.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let setup = game.variant().setup_named("chancellors").unwrap();
/// assert_eq!(game.start_of(setup).perft(2), 1089);
/// ```
pub fn load(source: &Source, resolver: &dyn Resolver) -> Result<Game, Refused> {
    let mut checker = Checker::new();
    checker.load(source, resolver).or_else(|_| suggest::check(&mut checker, source, resolver).into_game())
}
