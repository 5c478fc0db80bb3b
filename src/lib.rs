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
//! let start = game.start(Default::default());
//! // The Pawns and Knights move as usual; each Rook can turn to the left or to the right.
//! assert_eq!(start.legal_moves().len(), 16 + 4 + 4);
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
pub mod model;
pub mod notation;
pub mod source;
pub mod syntax;
pub mod tools;

use check::{Checked, Resolver};
use diagnostic::{Code, Diagnostic, Report};
use engine::Game;
use model::SetupId;
use source::Source;
use syntax::variant::Ast;

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

    fn beside(&self, _from: &Source, _path: &str) -> Result<Source, String> {
        Err("only built-in games are known here".to_owned())
    }
}

/// Reads a definition as a tree, with everything that could not be read.
///
/// ```
/// use weakfish::{parse, source::Source};
///
/// let (tree, report) = parse(&Source::new("small.variant", "game \"Small\"\nboard: 5x5\n"));
/// assert_eq!(report.errors(), 0);
/// assert_eq!(tree.title.unwrap().name.value, "Small");
/// ```
pub fn parse(source: &Source) -> (Ast, Report) {
    let (ast, diagnostics) = syntax::variant::parse(&source.text);
    (ast, Report::new(source, diagnostics))
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
/// assert!(checked.variant.is_none());
/// assert!(checked.report.diagnostics().all(|diagnostic| diagnostic.code == "check::removed-man-used"));
/// ```
pub fn check(source: &Source, resolver: &dyn Resolver) -> Checked {
    compiled(source, resolver).0
}

/// Makes a game of a definition.
///
/// # Errors
///
/// The report on a definition that is refused. If a definition it extends is to blame, [`check()`] has the report
/// on that one.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let setup = game.variant().setup_named("chancellors").unwrap();
/// assert_eq!(game.start(setup).perft(2), 1089);
/// ```
pub fn load(source: &Source, resolver: &dyn Resolver) -> Result<Game, Report> {
    let (checked, game) = compiled(source, resolver);
    game.ok_or(checked.report)
}

/// Checks a definition and compiles its game; the game's starting positions must be able to stand.
fn compiled(source: &Source, resolver: &dyn Resolver) -> (Checked, Option<Game>) {
    let mut checked = check::check(source, resolver);
    let Some(variant) = &checked.variant else { return (checked, None) };
    let made = Game::compile(variant.clone());
    let problems = match &made {
        Ok(game) => impossible_starts(game, &checked),
        Err(error) => vec![
            Diagnostic::error(Code::CheckTooBig, checked.title, format!("the game can't be compiled: {error}"))
                .label("of this game")
                .help("let fewer men turn, or let movements branch less"),
        ],
    };
    if problems.is_empty() {
        return (checked, made.ok());
    }
    let all = checked.report.diagnostics().cloned().chain(problems).collect();
    checked.report = Report::new(source, all);
    checked.variant = None;
    (checked, None)
}

/// Setups from which no game can begin.
fn impossible_starts(game: &Game, checked: &Checked) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for (index, setup) in game.variant().setups.iter().enumerate() {
        let id = SetupId(index as u8);
        let start = game.start(id);
        if game.position(&start.arrangement()).is_ok() {
            continue;
        }
        let fen = notation::fen::write(&start);
        for reason in notation::fen::read(game, id, &fen).err().into_iter().flatten() {
            let message = format!("no game can begin from the setup `{}`: {}", setup.name, reason.message);
            problems.push(
                Diagnostic::error(Code::CheckImpossibleStart, checked.title, message)
                    .label("of this game")
                    .help("draw another starting position, or let the other side move first"),
            );
        }
    }
    problems
}
