//! From a tree to patterns, term by term.

use super::resolver::{Refused, Resolver};
use crate::betza::ast::{Body, Prefix, RangedAtom, Term, Tree};
use crate::betza::form::{Pattern, PatternLeg};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;

/// The most patterns of a string.
const MAX_PATTERNS: usize = 1024;

/// The patterns of a tree, each with the place of its term, and the diagnostics of its letters.
///
/// If no diagnostic is an error, no term is missing.
pub(crate) fn resolve(tree: &Tree) -> (Vec<Spanned<Pattern>>, Vec<Diagnostic>) {
    let mut resolver = Resolver::default();
    let mut patterns = Vec::new();
    for term in &tree.terms {
        // Mistakes in a term are in the resolver's diagnostics.
        let of_term = resolver.term(term).unwrap_or_default();
        patterns.extend(of_term.into_iter().map(|pattern| Spanned::new(pattern, term.span)));
        if patterns.len() > MAX_PATTERNS {
            resolver.too_complex(term.span, &format!("more than {MAX_PATTERNS} paths"));
            return (Vec::new(), resolver.diagnostics);
        }
    }
    (patterns, resolver.diagnostics)
}

impl Resolver {
    fn term(&mut self, term: &Term) -> Result<Vec<Pattern>, Refused> {
        match (&term.body, term.prefixes.as_slice()) {
            (Body::Atom(leaps), [prefix]) => self.single(prefix, leaps),
            (Body::Atom(leaps), prefixes) => self.chain(prefixes, leaps),
            (Body::Bracket(bracket), [prefix]) => self.bracket(term.span, prefix, bracket),
            (Body::Bracket(_), _) => {
                let message = "`a` doesn't join legs to a bracket";
                let help = "join the legs inside the bracket with `-` or `?`";
                Err(self.error(Code::BetzaChainOnBracket, term.span, message, "", help))
            }
        }
    }

    /// A term of one leg.
    fn single(&mut self, prefix: &Prefix, leaps: &RangedAtom) -> Result<Vec<Pattern>, Refused> {
        let marks = self.marks(prefix)?;
        if let Some(span) = marks.toggles {
            return Err(self.range_toggle(span));
        }
        if let (Some(moves), Some(captures), None) = (marks.moves, marks.captures, marks.en_passant) {
            let needless =
                Diagnostic::warning(Code::BetzaRedundantLetter, moves, "`m` and `c` together exclude nothing");
            let needless = needless.label("only to empty squares").also(captures, "and only by capture");
            self.report(needless.help("leave both out").edit(moves, "").edit(captures, ""));
        }
        let leg = PatternLeg { stops: marks.modes(), ..self.leg(&marks, leaps)? };
        let mut pattern = Pattern::new(vec![leg]);
        pattern.first_move_only = marks.first_move.is_some();
        pattern.en_passant = marks.en_passant.is_some();
        pattern.wraps = marks.wraps.is_some();
        pattern.aim = self.aim(&marks.directions, &pattern)?;
        Ok(vec![pattern])
    }
}
