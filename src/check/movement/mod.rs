//! From a Betza string to a [`Movement`].
//!
//! `text → tree (syntax::betza) → Form (letters resolved) → Movement (paths)`. The form is also what is printed
//! as the canonical spelling.

mod aim;
mod chain;
mod form;
mod lower;
mod marks;
mod path;
mod resolve;
mod ways;

pub use aim::{Axis, Winds};
pub use form::{Form, Leg, Manner, Stride, Term};

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Movement;
use crate::source::{Span, Spanned};
use crate::syntax::betza;

/// Reads a Betza string as a movement.
///
/// Places are bytes of `text`. There is a movement unless a diagnostic is an error.
pub fn read(text: &str) -> (Option<Movement>, Vec<Diagnostic>) {
    let (terms, mut diagnostics) = resolve(text);
    let movement = lower(&terms, Span::new(0, text.len()), &mut diagnostics);
    let refused = diagnostics.iter().any(Diagnostic::is_error);
    (movement.filter(|_| !refused), diagnostics)
}

/// Reads a Betza string as its form, whose [`std::fmt::Display`] is the canonical spelling.
///
/// There is a form unless a diagnostic is an error.
pub fn form(text: &str) -> (Option<Form>, Vec<Diagnostic>) {
    let (terms, diagnostics) = resolve(text);
    let refused = diagnostics.iter().any(Diagnostic::is_error);
    let form = Form::new(terms.into_iter().map(|term| term.value));
    ((!refused).then_some(form), diagnostics)
}

fn resolve(text: &str) -> (Vec<Spanned<Term>>, Vec<Diagnostic>) {
    let (tree, diagnostics) = betza::parse(text);
    let mut resolver = resolve::Resolver { diagnostics };
    let terms = resolver.resolve(&tree);
    (terms, resolver.diagnostics)
}

fn lower(terms: &[Spanned<Term>], whole: Span, diagnostics: &mut Vec<Diagnostic>) -> Option<Movement> {
    let too_complex = |span| {
        Diagnostic::error(Code::BetzaTooComplex, span, "this is more than a movement can hold")
            .label(format!("more than {} paths", lower::MAX_PATHS))
            .help("leave legs out, or say their directions")
    };
    let mut paths = Vec::new();
    for term in terms {
        let Some(more) = lower::lower(&term.value) else {
            diagnostics.push(too_complex(term.span));
            return None;
        };
        if more.is_empty() {
            let message = "no path of this term goes in these directions";
            let empty = Diagnostic::error(Code::BetzaEmptySelection, term.span, message).label("this term has no move");
            diagnostics.push(empty.help("leave the directions out, or choose others"));
            return None;
        }
        paths.extend(more);
        if paths.len() > lower::MAX_PATHS {
            diagnostics.push(too_complex(whole));
            return None;
        }
    }
    Some(Movement::new(paths))
}
