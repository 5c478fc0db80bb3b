//! Answers to requests about texts.

use lsp_server::{ErrorCode, Request};
use lsp_types::request::{CodeActionRequest, Formatting, RangeFormatting, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOrCommand, CodeActionParams, DocumentFormattingParams, DocumentRangeFormattingParams,
    MessageType, TextEdit, Uri,
};
use serde_json::Value;
use weakfish::diagnostic::Edit;
use weakfish::format;
use weakfish::source::Span;

use super::diagnostics;
use super::documents::Documents;
use super::features::Abilities;
use super::refusal::{Refusal, read_owned};

/// An answer to a request.
pub(super) struct Answer {
    pub(super) result: Result<Value, Refusal>,
    /// What the user is shown besides.
    pub(super) shown: Option<(MessageType, String)>,
}

/// Answers a request about a text.
pub(super) fn answer(documents: &mut Documents<'_>, abilities: Abilities, request: Request) -> Answer {
    let Request { method, params, .. } = request;
    let plain = |result| Answer { result, shown: None };
    match method.as_str() {
        CodeActionRequest::METHOD => plain(done(params, |params| actions(documents, abilities, &params))),
        Formatting::METHOD => plain(done(params, |params: DocumentFormattingParams| {
            formatting(documents, &params.text_document.uri, None)
        })),
        RangeFormatting::METHOD => plain(done(params, |params: DocumentRangeFormattingParams| {
            formatting(documents, &params.text_document.uri, Some(params.range))
        })),
        _ => plain(Err(Refusal::new(ErrorCode::MethodNotFound, format!("`{method}` is not offered")))),
    }
}

/// Reads the parameters of a request, and writes its result.
fn done<P: serde::de::DeserializeOwned, R: serde::Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> Result<R, Refusal>,
) -> Result<Value, Refusal> {
    let result = answer(read_owned(params)?)?;
    serde_json::to_value(result).map_err(|error| Refusal::new(ErrorCode::InternalError, error.to_string()))
}

fn not_open(uri: &Uri) -> Refusal {
    Refusal::new(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str()))
}

fn actions(
    documents: &mut Documents<'_>,
    abilities: Abilities,
    params: &CodeActionParams,
) -> Result<Vec<CodeActionOrCommand>, Refusal> {
    let uri = &params.text_document.uri;
    documents.checked(uri);
    let document = documents.get(uri).ok_or_else(|| not_open(uri))?;
    let Some(checked) = document.checked() else { return Ok(Vec::new()) };
    let only = params.context.only.as_deref();
    // Kinds are trees: whoever wants `source` wants `source.fixAll`.
    let wanted = |kind: &CodeActionKind| {
        only.is_none_or(|only| {
            only.iter().any(|wanted| {
                let rest = kind.as_str().strip_prefix(wanted.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
            })
        })
    };
    let part = document.span(params.range);
    let actions = diagnostics::actions(documents, document, checked, part, &wanted, abilities);
    Ok(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect())
}

fn formatting(documents: &Documents<'_>, uri: &Uri, range: Option<lsp_types::Range>) -> Result<Vec<TextEdit>, Refusal> {
    let document = documents.get(uri).ok_or_else(|| not_open(uri))?;
    let part = range.map_or(Span::new(0, document.text().len()), |range| document.span(range));
    let touches = |edit: &&Edit| edit.span.start <= part.end && part.start <= edit.span.end;
    let edits = document.edits_to(&format::format(document.text()));
    Ok(document.text_edits(edits.iter().filter(touches)))
}
