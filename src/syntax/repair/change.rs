//! A statement that can't be read, and a change that could mend it.

use super::origin::Origin;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::Span;
use crate::syntax::ast::Section;
use crate::syntax::node::Piece;

/// A statement that can't be read, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) struct Slip<'t> {
    /// The statement, on one line.
    pub(in crate::syntax) piece: Piece<'t>,
    /// The section in which it stands; `None` under an unknown heading.
    pub(in crate::syntax) section: Option<Section>,
    /// The end of a title that extends no game.
    pub(in crate::syntax) title_end: Option<usize>,
}

/// A change that could mend a slip.
#[derive(Clone, Debug)]
pub(super) struct Change {
    code: Code,
    message: String,
    /// The words beside the place.
    label: &'static str,
    pub(super) help: String,
    /// The place to report; that of the first edit without it.
    at: Option<Span>,
    pub(super) edits: Vec<Edit>,
    /// Whether what it changes can stand nowhere in a definition.
    pub(super) certain: bool,
}

impl Change {
    /// Without an edit yet.
    pub(super) fn new(code: Code, message: impl Into<String>, label: &'static str, help: impl Into<String>) -> Self {
        Self { code, message: message.into(), label, help: help.into(), at: None, edits: Vec::new(), certain: false }
    }

    /// Reports this place.
    pub(super) fn at(mut self, span: Span) -> Self {
        self.at = Some(span);
        self
    }

    /// What it changes can stand nowhere in a definition.
    pub(super) fn certain(mut self, certain: bool) -> Self {
        self.certain = certain;
        self
    }

    /// Adds an edit.
    pub(super) fn edit(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits.push(Edit::new(span, text));
        self
    }

    /// The same change, with its places in the text from which the present one was made.
    pub(super) fn moved(mut self, origin: &Origin) -> Self {
        self.at = self.at.map(|at| origin.of(at));
        self.edits.iter_mut().for_each(|edit| edit.span = origin.of(edit.span));
        self
    }

    /// Whether it is a matter of words alone.
    pub(super) fn is_wording(&self) -> bool {
        matches!(self.code, Code::VariantOtherWords | Code::VariantIncomplete)
    }

    /// Several changes of words in one statement, told as one.
    pub(super) fn reworded(changes: &[Self], written: &str) -> Self {
        let help = format!("write `{written}`");
        let mut all = Self::new(Code::VariantOtherWords, "this is said in other words", "other words", help);
        all.edits = changes.iter().flat_map(|change| change.edits.iter().cloned()).collect();
        all.edits.sort_by_key(|edit| edit.span);
        let places = all.edits.iter().map(|edit| edit.span);
        all.at = places.reduce(|all, place| Span::new(all.start.min(place.start), all.end.max(place.end)));
        all
    }

    /// The diagnostic that tells the slip.
    pub(super) fn into_diagnostic(self) -> Diagnostic {
        let place = |edits: &[Edit]| edits.first().map_or(Span::at(0), |edit| edit.span);
        let span = self.at.unwrap_or_else(|| place(&self.edits));
        let diagnostic = Diagnostic::error(self.code, span, self.message).label(self.label).help(self.help);
        self.edits.into_iter().fold(diagnostic, |diagnostic, edit| diagnostic.edit(edit.span, edit.text))
    }
}

/// The parts of a statement before and after its colon, with where the second one begins.
pub(super) fn halves(text: &str) -> Option<(&str, &str, usize)> {
    let (key, rest) = text.split_once(':').filter(|(key, _)| key.matches('"').count() % 2 == 0)?;
    let value = rest.trim_start();
    Some((key.trim_end(), value, text.len() - value.len()))
}

/// The place of some bytes of the statement.
pub(super) fn place(slip: Slip<'_>, from: usize, len: usize) -> Span {
    Span::new(slip.piece.start + from, slip.piece.start + from + len)
}

/// Whether a byte of a text stands in quotes.
pub(super) fn is_quoted(text: &str, at: usize) -> bool {
    text[..at].matches('"').count() % 2 == 1
}

/// The places of a sign in a text, outside of texts in quotes.
pub(super) fn outside_quotes<'t>(text: &'t str, sign: &'t str) -> impl Iterator<Item = usize> + 't {
    text.match_indices(sign).map(|(at, _)| at).filter(|&at| !is_quoted(text, at))
}
