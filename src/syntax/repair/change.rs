//! A statement that can't be read, and a change that could mend it.

use std::borrow::Cow;

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
    label: Cow<'static, str>,
    pub(super) help: String,
    /// The place to report; that of the first edit without it.
    at: Option<Span>,
    pub(super) edits: Vec<Edit>,
    /// Whether what it changes can stand nowhere in a definition.
    pub(super) certain: bool,
    /// Whether something else may have been meant: the text is read on as if it had been made, but it is not offered.
    presumed: bool,
}

/// A slip as it is reported, and the edits with which the text is read on.
#[derive(Clone, Debug)]
pub(in crate::syntax) struct Mend {
    /// The diagnostic, without edits.
    pub(in crate::syntax) diagnostic: Diagnostic,
    /// The edits that make the statement readable.
    pub(in crate::syntax) edits: Vec<Edit>,
    /// Whether something else may have been meant, so that the diagnostic must not have the edits.
    pub(super) presumed: bool,
}

impl Mend {
    /// The diagnostic, with the edits if they are certain.
    pub(in crate::syntax) fn told(self) -> Diagnostic {
        let edits = if self.presumed { Vec::new() } else { self.edits };
        Diagnostic { edits, ..self.diagnostic }
    }
}

impl Change {
    /// Without an edit yet.
    pub(super) fn new(
        code: Code,
        message: impl Into<String>,
        label: impl Into<Cow<'static, str>>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            code,
            message: message.into(),
            label: label.into(),
            help: help.into(),
            at: None,
            edits: Vec::new(),
            certain: false,
            presumed: false,
        }
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

    /// Marks a change of which it is not certain that it was meant.
    pub(super) fn presumed(mut self, presumed: bool) -> Self {
        self.presumed = presumed;
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
        all.presumed = changes.iter().any(|change| change.presumed);
        all.at = places.reduce(|all, place| Span::new(all.start.min(place.start), all.end.max(place.end)));
        all
    }

    /// The report of the slip, with its edits.
    pub(super) fn into_mend(self) -> Mend {
        let place = |edits: &[Edit]| edits.first().map_or(Span::at(0), |edit| edit.span);
        let span = self.at.unwrap_or_else(|| place(&self.edits));
        let diagnostic = Diagnostic::error(self.code, span, self.message).label(self.label).help(self.help);
        Mend { diagnostic, edits: self.edits, presumed: self.presumed }
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
