//! Brackets.

use super::form::Term;
use super::resolve::Resolver;
use crate::source::Span;
use crate::syntax::betza::{Path, Prefix};

impl Resolver {
    /// The terms of a bracket.
    pub(super) fn path(&mut self, _span: Span, _prefix: &Prefix, _path: &Path) -> Option<Vec<Term>> {
        self.error("betza::several-legs", Span::default(), "several legs are not read yet", "", "");
        None
    }
}
