use std::fmt;

use crate::diagnostic::Diagnostic;

/// The error of a text that can't be read: all its mistakes, in the order in which they were found.
///
/// `Display` has the message of the first one and the number of the others.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation::fen};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let error = fen::read(&game, Default::default(), "k7/8/8/3X4/8/3z4/8/K7 w").unwrap_err();
/// assert_eq!(error.to_string(), "White has no man `X` in this game (and 1 more mistake)");
/// assert_eq!(error.diagnostics()[1].span().range(), 14..15);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(Vec<Diagnostic>);

impl TextError {
    /// An error of these mistakes, of which there is at least one.
    pub(super) fn new(diagnostics: Vec<Diagnostic>) -> Self {
        debug_assert!(!diagnostics.is_empty(), "a text without mistakes is not refused");
        Self(diagnostics)
    }

    /// The mistakes, each with its place in the text; never empty.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0
    }

    /// The mistakes, as [`crate::diagnostic::Report::new`] takes them.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.0
    }

    /// The mistakes in a longer text in which this one's text starts at `offset`.
    #[must_use]
    pub(crate) fn shifted(self, offset: usize) -> Self {
        Self(self.0.into_iter().map(|mistake| mistake.shifted(offset)).collect())
    }
}

impl From<Diagnostic> for TextError {
    fn from(mistake: Diagnostic) -> Self {
        Self(vec![mistake])
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else { return Ok(()) };
        f.write_str(&first.message)?;
        match others.len() {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more mistake)"),
            count => write!(f, " (and {count} more mistakes)"),
        }
    }
}

impl std::error::Error for TextError {}
