//! Requests about texts: dispatch.

use lsp_server::ErrorCode;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest,
    RangeFormatting, References, Rename, Request as _, SemanticTokensFullRequest, SemanticTokensRangeRequest,
};
use serde_json::Value;

use super::asked::{Asked, Params};
use super::client::ClientSupport;
use super::documents::Documents;
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
