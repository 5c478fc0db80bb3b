//! Makes a game from a text and the texts that it extends.

use super::allowed::without_allowed;
use super::bases::{Bases, Opened};
use super::game::{Depth, compile, model, named};
use super::symbols::{Symbols, symbols};
use super::{Checked, Refused, Resolver};
use crate::diagnostic::Report;
use crate::engine::Game;
use crate::source::Source;

/// Checks a text; `resolver` finds what it extends.
pub(crate) fn check(source: &Source, resolver: &dyn Resolver, depth: Depth) -> Checked {
    check_with(source, resolver, depth, &mut Bases::default())
}

fn check_with(source: &Source, resolver: &dyn Resolver, depth: Depth, bases: &mut Bases) -> Checked {
    let Opened { mut reporter, lines, tests, base_reports, .. } = bases.open(source, resolver, &[]);
    let (mut game, mut known) = (None, Symbols::default());
    if let Ok(lines) = &lines {
        let named = named(&lines.read, &mut reporter);
        let variant = model(lines, &named, &tests, depth, &mut reporter);
        game = variant.and_then(|variant| compile(variant, &lines.read, &named.names, depth, &mut reporter)).ok();
        known = symbols(&lines.read, &named.names, &named.regions, &tests, reporter.take_uses());
        known.move_back(reporter.own(), reporter.origin());
    }
    let report = Report::new(source, without_allowed(&source.text, reporter.finish()));
    Checked { game, symbols: known, tests, report, base_reports }
}

/// Checks texts one after another, or one text again and again while it is written.
///
/// The reports are those of [`check`](crate::check()), but faster, since the games that the texts extend are cached.
/// They are read again if their texts, or texts that they extend, have changed.
///
/// ```
/// use weakfish::check::Checker;
/// use weakfish::{BuiltIns, Source};
///
/// let mut checker = Checker::new();
/// for text in ["game \"Draft\" extends", "game \"Draft\" extends weakest"] {
///     let checked = checker.check(&Source::new("draft.variant", text), &BuiltIns);
///     assert_eq!(checked.game.is_some(), text.ends_with("weakest"));
/// }
/// ```
#[derive(Debug, Default)]
pub struct Checker {
    bases: Bases,
}

impl Checker {
    /// A checker that remembers nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks a definition and compiles its game; reports everything that is wrong with it.
    ///
    /// `resolver` finds the definitions that it extends.
    pub fn check(&mut self, source: &Source, resolver: &dyn Resolver) -> Checked {
        check_with(source, resolver, Depth::Play, &mut self.bases)
    }

    /// Checks a definition and returns its game, as [`load`](crate::load) does.
    ///
    /// # Errors
    ///
    /// If the definition or one that it extends has errors: a report on each text with errors.
    pub fn load(&mut self, source: &Source, resolver: &dyn Resolver) -> Result<Game, Refused> {
        check_with(source, resolver, Depth::Lines, &mut self.bases).into_game()
    }
}
