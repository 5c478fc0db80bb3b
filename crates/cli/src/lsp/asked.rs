//! A request about a text, with its parameters.

use lsp_server::ErrorCode;
use lsp_types::{CodeActionKind, Position, Range, TextDocumentIdentifier};
use serde::Deserialize;
use weakfish::check::Checked;
use weakfish::source::Span;
use weakfish_ide::View;

use super::client::ClientSupport;
use super::documents::{Document, Documents};
use super::refusal::Refusal;

/// Parameters of requests about texts, each of which has some of them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    pub(super) text_document: TextDocumentIdentifier,
    position: Option<Position>,
    range: Option<Range>,
    new_name: Option<String>,
    #[serde(default)]
    pub(super) context: Context,
}

/// Context of a request.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Context {
    #[serde(default)]
    pub(super) include_declaration: bool,
    only: Option<Vec<CodeActionKind>>,
}

/// A request about a text that has been checked.
pub(super) struct Asked<'a> {
    pub(super) documents: &'a Documents<'a>,
    pub(super) document: &'a Document,
    pub(super) checked: &'a Checked,
    pub(super) view: View<'a>,
    pub(super) support: ClientSupport,
    pub(super) params: Params,
}

impl Asked<'_> {
    /// The byte that the request is about.
    pub(super) fn at(&self) -> Result<usize, Refusal> {
        Ok(self.document.byte(self.params.position.ok_or_else(|| missing("position"))?))
    }

    /// The part of the text that the request is about: all of it, if none is named.
    pub(super) fn part(&self) -> Span {
        let whole = Span::new(0, self.document.text().len());
        self.params.range.map_or(whole, |range| self.document.span(range))
    }

    pub(super) fn new_name(&self) -> Result<&str, Refusal> {
        self.params.new_name.as_deref().ok_or_else(|| missing("newName"))
    }

    /// Whether actions of a kind are asked for. Kinds are hierarchical: `source` includes `source.fixAll`.
    pub(super) fn wants(&self, kind: &CodeActionKind) -> bool {
        let includes = |wanted: &CodeActionKind| {
            let rest = kind.as_str().strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
        };
        self.params.context.only.as_ref().is_none_or(|only| only.iter().any(includes))
    }
}

fn missing(name: &str) -> Refusal {
    Refusal::new(ErrorCode::InvalidParams, format!("missing field `{name}`"))
}
