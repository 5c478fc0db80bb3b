//! `a`-strings: several legs on one atom. They are imported as the paths that a bracket would say.

use super::form::Term;
use super::resolve::Resolver;
use crate::source::Span;
use crate::syntax::betza::{Leap, Prefix};

impl Resolver {
    /// The terms of an `a`-string.
    pub(super) fn chain(&mut self, _prefixes: &[Prefix], _leap: &Leap) -> Option<Vec<Term>> {
        self.error("betza::several-legs", Span::default(), "several legs are not read yet", "", "");
        None
    }
}
