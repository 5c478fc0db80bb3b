//! Diagnostics: mistakes in texts, with places and helps.
//!
//! A [`Diagnostic`] is plain data about one text; a [`Report`] has the text itself and all diagnostics about it.
//! Nothing here prints: a report's `Display` is plain lines (`file:line:column: error[code]: message`), and
//! [`Report::snippets`] gives it to a renderer with the lines to quote.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

use crate::prose;
use crate::source::Span;

mod code;
mod edit;
mod explain;
mod report;
mod suggest;

pub use code::{Code, UnknownCode};
pub use edit::{Edit, apply_edits, is_unsafe_to_print, line_diff, printable};
pub use explain::{Example, ExampleFile, Explanation};
pub use report::{Located, MAX_DIAGNOSTICS, Report, Snippet, Snippets};
pub(crate) use suggest::certain_match;
pub use suggest::{did_you_mean, nearest};

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The text is accepted as it is meant; the language has other words for it, which the formatter writes.
    Note,
    /// The text is valid and accepted, but perhaps not as intended.
    Warning,
    /// The text is refused.
    Error,
}

/// One mistake in a text.
///
/// Its `Display` has no place, since a diagnostic does not contain the text: `error[check::off-board]: …`, with the
/// help on a line of its own in the alternate form (`{:#}`). See [`Report`] for lines with places.
///
/// ```
/// use weakfish::diagnostic::{Code, Diagnostic};
/// use weakfish::source::Span;
///
/// let mistake = Diagnostic::error(Code::CheckOffBoard, Span::new(3, 5), "e9 is not on the board").help("e8 is");
/// assert_eq!(mistake.to_string(), "error[check::off-board]: e9 is not on the board");
/// assert_eq!(format!("{mistake:#}"), "error[check::off-board]: e9 is not on the board\n  help: e8 is");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
#[non_exhaustive]
pub struct Diagnostic {
    /// The stable name of the kind of mistake.
    pub code: Code,
    /// Whether the text is refused.
    pub severity: Severity,
    /// The mistake in one sentence.
    pub message: String,
    /// The places of the mistake, the main one first; never empty.
    pub labels: Vec<Label>,
    /// Advice on how to correct it.
    pub help: Option<String>,
    /// The edits that correct the text, all of them together; empty if the intended text is not certain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
    /// A correction for a person to choose, since something else may have been meant; none if there are `edits`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Box<Proposal>>,
}

/// A correction that is probable, but not certain.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Proposal {
    /// The edits that make it, all of them together.
    pub edits: Vec<Edit>,
}

/// A place in a text, with a few words about it or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words beside it.
    pub text: String,
}

impl Label {
    fn new(span: Span, words: impl Into<String>) -> Self {
        Self { span, text: edit::shortened(words.into()) }
    }
}

impl Diagnostic {
    /// An error at a place.
    ///
    /// Messages, labels and helps may quote the text; the middle of a very long one is left out.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: edit::shortened(message.into()),
            labels: vec![Label::new(span, "")],
            help: None,
            edits: Vec::new(),
            proposal: None,
        }
    }

    /// A note at a place.
    pub fn note(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, span, message) }
    }

    /// A warning at a place.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Puts words beside the main place.
    #[must_use]
    pub fn label(mut self, words: impl Into<String>) -> Self {
        self.labels[0].text = edit::shortened(words.into());
        self
    }

    /// Adds another place with its words.
    #[must_use]
    pub fn also(mut self, span: Span, words: impl Into<String>) -> Self {
        self.labels.push(Label::new(span, words));
        self
    }

    /// Sets the help: advice on how to correct the mistake.
    #[must_use]
    pub fn help(mut self, words: impl Into<String>) -> Self {
        self.help = Some(edit::shortened(words.into()));
        self
    }

    /// Adds an edit that corrects the text by a replacement.
    ///
    /// A diagnostic has edits only if the intended text is certain, since programs apply them unasked.
    #[must_use]
    pub fn edit(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits.push(Edit::new(span, text));
        self
    }

    /// Proposes an edit for a person to choose, since something else may have been meant; none changes nothing.
    #[must_use]
    pub(crate) fn propose(mut self, edit: Option<Edit>) -> Self {
        if let Some(edit) = edit {
            self.proposal = Some(Box::new(Proposal { edits: vec![edit] }));
        }
        self
    }

    /// The edits to offer as a quick fix: those that are certain, or those that are probable.
    pub fn offered_edits(&self) -> &[Edit] {
        match &self.proposal {
            Some(proposal) if self.edits.is_empty() => &proposal.edits,
            _ => &self.edits,
        }
    }

    /// The main place.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }

    /// Whether the text is refused for this.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Describes the edits in a few words, as the title of a quick fix (code action) in an editor: ``Replace `a` by `b`
    /// ``.
    pub fn quick_fix_title(&self, text: &str) -> String {
        /// Most bytes of a quotation.
        const MAX_QUOTED_BYTES: usize = 40;
        let short = |text: &str| text.len() <= MAX_QUOTED_BYTES && !text.contains(['\n', '\r']);
        let [Edit { span, text: new }] = self.offered_edits() else { return self.describe_edits(text) };
        let old = text.get(span.range()).unwrap_or_default();
        let (old, new) = (old.trim(), new.trim());
        match (old.is_empty(), new.is_empty()) {
            (true, false) if short(new) => format!("Insert `{new}`"),
            (false, true) if short(old) => format!("Remove `{old}`"),
            (false, false) if short(old) && short(new) => format!("Replace `{old}` by `{new}`"),
            _ => self.help_as_title(),
        }
    }

    /// Describes several edits: `Replace` with each pair of words once, if they are few.
    fn describe_edits(&self, text: &str) -> String {
        /// Most pairs of words that are named.
        const MAX_NAMED_PAIRS: usize = 4;
        let pair = |edit: &Edit| {
            let old = text.get(edit.span.range())?.trim();
            let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
            (is_word(old) && is_word(&edit.text)).then(|| format!("`{old}` by `{}`", edit.text))
        };
        let pairs: Option<BTreeSet<String>> = self.offered_edits().iter().map(pair).collect();
        match pairs {
            Some(pairs) if (1..=MAX_NAMED_PAIRS).contains(&pairs.len()) => format!("Replace {}", prose::all_of(pairs)),
            _ => self.help_as_title(),
        }
    }

    /// The help, which describes the edits; without help, the mistake.
    fn help_as_title(&self) -> String {
        let help = self.help.as_deref().map(prose::capitalized);
        help.unwrap_or_else(|| format!("Mend: {}", self.message))
    }

    /// The same diagnostic in a longer text that contains this one's text at `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        for label in &mut self.labels {
            label.span = label.span.shifted(offset);
        }
        let proposed = self.proposal.iter_mut().flat_map(|proposal| &mut proposal.edits);
        for edit in self.edits.iter_mut().chain(proposed) {
            edit.span = edit.span.shifted(offset);
        }
        self
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, printable(&self.message))?;
        match &self.help {
            Some(help) if f.alternate() => write!(f, "\n  help: {}", printable(help)),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

/// A diagnostic as it is deserialized, which may lack a place.
#[derive(Deserialize)]
struct Unchecked {
    code: Code,
    severity: Severity,
    message: String,
    labels: Vec<Label>,
    help: Option<String>,
    #[serde(default)]
    edits: Vec<Edit>,
    #[serde(default)]
    proposal: Option<Box<Proposal>>,
}

impl TryFrom<Unchecked> for Diagnostic {
    type Error = &'static str;

    fn try_from(read: Unchecked) -> Result<Self, &'static str> {
        let Unchecked { code, severity, message, labels, help, edits, proposal } = read;
        if labels.is_empty() {
            return Err("a diagnostic has at least one label");
        }
        Ok(Self { code, severity, message, labels, help, edits, proposal })
    }
}
