//! From a tree to patterns, term by term.

use super::resolver::Resolver;
use crate::betza::ast::{Body, Prefix, RangedAtom, Tree};
use crate::betza::form::{Pattern, PatternLeg};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;

/// The patterns of a tree, each with the place of its term, and what is to be said of its letters.
///
/// If there is no error among the diagnostics, no term is missing.
pub(crate) fn resolve(tree: &Tree) -> (Vec<Spanned<Pattern>>, Vec<Diagnostic>) {
    let mut resolver = Resolver::default();
    let patterns = resolver.patterns(tree);
    (patterns, resolver.diagnostics)
}

impl Resolver {
    fn patterns(&mut self, tree: &Tree) -> Vec<Spanned<Pattern>> {
        let mut terms = Vec::new();
        for term in &tree.terms {
            let before = self.diagnostics.len();
            let resolved = match (&term.body, term.prefixes.as_slice()) {
                (Body::Atom(leap), [prefix]) => self.single(prefix, leap),
                (Body::Atom(leap), prefixes) => self.chain(prefixes, leap),
                (Body::Bracket(path), [prefix]) => self.bracket(term.span, prefix, path),
                (Body::Bracket(_), _) => {
                    let help = "join the legs inside the bracket with `-` or `?`";
                    self.error(Code::BetzaChainOnBracket, term.span, "`a` doesn't join legs to a bracket", "", help);
                    None
                }
            };
            if resolved.is_none() && self.diagnostics[before..].iter().all(|diagnostic| !diagnostic.is_error()) {
                let help = "write it as legs in a bracket, such as `[F?R]`";
                self.error(Code::BetzaUnsupported, term.span, "this term is not understood", "", help);
            }
            terms.extend(resolved.into_iter().flatten().map(|resolved| Spanned::new(resolved, term.span)));
        }
        terms
    }

    /// A term of one leg.
    fn single(&mut self, prefix: &Prefix, leap: &RangedAtom) -> Option<Vec<Pattern>> {
        let marks = self.marks(prefix)?;
        if let Some(span) = marks.toggles {
            self.range_toggle(span);
            return None;
        }
        let leg = PatternLeg { stops: marks.modes(), ..self.leg(&marks, leap)? };
        let mut term = Pattern::new(vec![leg]);
        term.first_move_only = marks.first_move.is_some();
        term.en_passant = marks.en_passant.is_some();
        term.wraps = marks.wraps.is_some();
        term.aim = self.aim(&marks.directions, &term).ok()?;
        Some(vec![term])
    }
}
