//! Requests about texts: dispatch and parameters.

use lsp_server::ErrorCode;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest,
    RangeFormatting, References, Rename, Request as _, SemanticTokensFullRequest, SemanticTokensRangeRequest,
};
use lsp_types::{CodeActionKind, Position, Range, TextDocumentIdentifier};
use serde::Deserialize;
use serde_json::Value;
use weakfish::check::Checked;
use weakfish::source::Span;
use weakfish_ide::View;

use super::documents::{Document, Documents};
use super::features::ClientSupport;
use super::refusal::{Refusal, read_owned};
use super::{diagnostics, responses};

/// Answers a request about a text.
type Handler = fn(&Asked<'_>) -> Result<Value, Refusal>;

/// Requests and their handlers.
const HANDLERS: [(&str, Handler); 16] = [
    (HoverRequest::METHOD, responses::hover),
    (Completion::METHOD, responses::completion),
    (GotoDefinition::METHOD, responses::definitions),
    (References::METHOD, responses::references),
    (DocumentHighlightRequest::METHOD, responses::highlights),
    (PrepareRenameRequest::METHOD, responses::renamable),
    (Rename::METHOD, responses::rename),
    (CodeActionRequest::METHOD, diagnostics::actions),
    (Formatting::METHOD, responses::formatting),
    (RangeFormatting::METHOD, responses::formatting),
    (DocumentSymbolRequest::METHOD, responses::outline),
    (FoldingRangeRequest::METHOD, responses::folds),
    (SemanticTokensFullRequest::METHOD, responses::tokens),
    (SemanticTokensRangeRequest::METHOD, responses::tokens),
    (InlayHintRequest::METHOD, responses::hints),
    (CodeLensRequest::METHOD, responses::lenses),
];

/// Parameters of requests about texts, each of which has some of them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    text_document: TextDocumentIdentifier,
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

/// Answers a request about a text.
pub(super) fn answer(
    documents: &mut Documents<'_>,
    support: ClientSupport,
    method: &str,
    params: Value,
) -> Result<Value, Refusal> {
    let handler = HANDLERS.iter().find(|(known, _)| *known == method);
    let (_, handler) =
        handler.ok_or_else(|| Refusal::new(ErrorCode::MethodNotFound, format!("`{method}` is not offered")))?;
    let params: Params = read_owned(params)?;
    let uri = &params.text_document.uri;
    let not_open = || Refusal::new(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str()));
    documents.checked(uri);
    let document = documents.get(uri).ok_or_else(not_open)?;
    let (checked, view) = document.checked().zip(document.view()).ok_or_else(not_open)?;
    handler(&Asked { documents, document, checked, view, support, params })
}

fn missing(name: &str) -> Refusal {
    Refusal::new(ErrorCode::InvalidParams, format!("missing field `{name}`"))
}
