//! From trees to the model: names, types, ranges, contradictions; every mistake of a text in one run.
//!
//! A text's lines are put on top of those of the game it extends (the *sheet*), and the whole sheet is then
//! read anew, so that what is inherited follows the game's own board and men. The checker reads no file:
//! whoever calls it says through a [`Resolver`] where other texts are.

mod context;
mod contradictions;
mod damage;
mod endings;
mod facts;
mod inherit;
mod load;
mod men;
mod orientation;
mod outcomes;
mod promotion;
mod properties;
mod regions;
mod rules;
mod setups;
mod sheet;
mod words;

use crate::diagnostic::Report;
use crate::model::Variant;
use crate::source::{Source, Span};
use crate::syntax::variant::ast::TestSection;

/// Where the texts are that other texts extend.
///
/// The name of a [`Source`] is its identity: a text that is met again under the same name extends itself.
pub trait Resolver {
    /// The built-in of this name, for `extends NAME`.
    fn built_in(&self, name: &str) -> Option<Source>;

    /// The names of all built-ins, to suggest one from.
    fn built_in_names(&self) -> Vec<String>;

    /// The file at `path`, which begins where the text `from` is, for `extends "…"`; or why it can't be read.
    fn beside(&self, from: &Source, path: &str) -> Result<Source, String>;
}

/// What came of a text.
#[derive(Debug)]
pub struct Checked {
    /// The game, unless there are errors.
    pub variant: Option<Variant>,
    /// The place of the title line, to blame for what is wrong with the game as a whole.
    pub title: Span,
    /// The tests written in the text. Those of a game it extends are not among them.
    pub tests: Vec<TestSection>,
    /// Everything that is to be said of the text.
    pub report: Report,
    /// What is to be said of the text it extends, if that one has errors.
    pub base_report: Option<Box<Report>>,
}

/// Checks a definition: the game it describes, and everything that is wrong with the text.
pub fn check(source: &Source, resolver: &dyn Resolver) -> Checked {
    load::check(source, resolver)
}
