//! Requests about documents: dispatch and parameters.

use lsp_server::{ErrorCode, Request};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest, ExecuteCommand,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest,
    RangeFormatting, References, Rename, Request as Asked, SemanticTokensFullRequest, SemanticTokensRangeRequest,
};
use lsp_types::{
    CodeActionKind, CodeActionOrCommand, CodeActionParams, CompletionResponse, DocumentSymbolResponse,
    GotoDefinitionResponse, MessageType, SemanticTokensRangeResult, SemanticTokensResult, TextDocumentPositionParams,
    TextEdit, Uri,
};
use serde_json::Value;
use weakfish::diagnostic::{Edit, changes};
use weakfish::format;
use weakfish::source::Span;
use weakfish_ide::View;

use super::diagnostics;
use super::documents::{Document, Documents};
use super::edits::workspace_edit;
use super::features::ClientSupport;
use super::refusal::{Refusal, read_owned};
use super::{commands, responses};

/// An answer to a request.
pub(super) struct Answer {
    pub(super) result: Result<Value, Refusal>,
    /// A message to show to the user.
    pub(super) shown: Option<(MessageType, String)>,
}

/// Answers a request about a text.
pub(super) fn answer(documents: &mut Documents<'_>, support: ClientSupport, request: Request) -> Answer {
    let mut dispatcher = Dispatcher { documents, support, shown: None };
    let result = dispatcher.answer(request);
    Answer { result, shown: dispatcher.shown }
}

struct Dispatcher<'a, 'd> {
    documents: &'a mut Documents<'d>,
    support: ClientSupport,
    shown: Option<(MessageType, String)>,
}

impl<'d> Dispatcher<'_, 'd> {
    fn answer(&mut self, request: Request) -> Result<Value, Refusal> {
        let Request { method, params, .. } = request;
        match method.as_str() {
            HoverRequest::METHOD => self.place::<HoverRequest>(
                params,
                |params| &params.text_document_position_params,
                |_, documents, document, view, at| Ok(responses::hover(document, view, at, &documents.resolver())),
            ),
            Completion::METHOD => self.place::<Completion>(
                params,
                |params| &params.text_document_position,
                |_, documents, document, view, at| {
                    let found = responses::completion(document, view, at, &documents.resolver());
                    Ok(Some(CompletionResponse::List(found)))
                },
            ),
            GotoDefinition::METHOD => self.place::<GotoDefinition>(
                params,
                |params| &params.text_document_position_params,
                |_, documents, document, view, at| {
                    let found = responses::definitions(documents, document, view, at);
                    Ok(Some(GotoDefinitionResponse::Array(found)))
                },
            ),
            References::METHOD => self.place::<References>(
                params,
                |params| &params.text_document_position,
                |params, documents, document, view, at| {
                    let with_definitions = params.context.include_declaration;
                    Ok(Some(responses::references(documents, document, view, at, with_definitions)))
                },
            ),
            DocumentHighlightRequest::METHOD => self.place::<DocumentHighlightRequest>(
                params,
                |params| &params.text_document_position_params,
                |_, _, document, view, at| Ok(Some(responses::highlights(document, view, at))),
            ),
            PrepareRenameRequest::METHOD => self.place::<PrepareRenameRequest>(
                params,
                |params| params,
                |_, _, document, view, at| responses::renamable(document, view, at).map(Some),
            ),
            Rename::METHOD => {
                let support = self.support;
                self.place::<Rename>(
                    params,
                    |params| &params.text_document_position,
                    |params, documents, document, view, at| {
                        let edits = responses::rename(document, view, at, &params.new_name, &documents.resolver())?;
                        Ok(Some(workspace_edit([(document, edits)], support)))
                    },
                )
            }
            _ => self.answer_about_text(&method, params),
        }
    }

    /// Answers a request about a whole text or a part of it.
    fn answer_about_text(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match method {
            CodeActionRequest::METHOD => self.actions(params),
            Formatting::METHOD => self.text::<Formatting>(
                params,
                |params| &params.text_document.uri,
                |_, document, _| Ok(Some(formatting(document, None))),
            ),
            RangeFormatting::METHOD => self.text::<RangeFormatting>(
                params,
                |params| &params.text_document.uri,
                |params, document, _| Ok(Some(formatting(document, Some(params.range)))),
            ),
            DocumentSymbolRequest::METHOD => self.text::<DocumentSymbolRequest>(
                params,
                |params| &params.text_document.uri,
                |_, document, view| Ok(Some(DocumentSymbolResponse::Nested(responses::outline(document, view)))),
            ),
            FoldingRangeRequest::METHOD => self.text::<FoldingRangeRequest>(
                params,
                |params| &params.text_document.uri,
                |_, document, view| Ok(Some(responses::folds(document, view))),
            ),
            SemanticTokensFullRequest::METHOD => self.text::<SemanticTokensFullRequest>(
                params,
                |params| &params.text_document.uri,
                |_, document, view| Ok(Some(SemanticTokensResult::Tokens(responses::tokens(document, view, None)))),
            ),
            SemanticTokensRangeRequest::METHOD => self.text::<SemanticTokensRangeRequest>(
                params,
                |params| &params.text_document.uri,
                |params, document, view| {
                    let part = document.span(params.range);
                    Ok(Some(SemanticTokensRangeResult::Tokens(responses::tokens(document, view, Some(part)))))
                },
            ),
            InlayHintRequest::METHOD => self.text::<InlayHintRequest>(
                params,
                |params| &params.text_document.uri,
                |params, document, view| Ok(Some(responses::hints(document, view, document.span(params.range)))),
            ),
            CodeLensRequest::METHOD => self.text::<CodeLensRequest>(
                params,
                |params| &params.text_document.uri,
                |_, document, view| Ok(Some(responses::lenses(document, view))),
            ),
            ExecuteCommand::METHOD => {
                let params: <ExecuteCommand as Asked>::Params = read_owned(params)?;
                let done = commands::run(self.documents, &params.command, &params.arguments)?;
                self.shown = Some(done.shown);
                Ok(done.data)
            }
            _ => Err(Refusal::new(ErrorCode::MethodNotFound, format!("`{method}` is not offered"))),
        }
    }

    /// Answers a request about a text.
    fn text<R: Asked>(
        &mut self,
        params: Value,
        uri: impl Fn(&R::Params) -> &Uri,
        answer: impl FnOnce(&R::Params, &Document, &View<'_>) -> Result<R::Result, Refusal>,
    ) -> Result<Value, Refusal> {
        let params: R::Params = read_owned(params)?;
        let uri = uri(&params);
        self.documents.checked(uri);
        let document = self.documents.get(uri).ok_or_else(|| not_open(uri))?;
        let view = document.view().ok_or_else(|| not_open(uri))?;
        written(answer(&params, document, &view)?)
    }

    /// Answers a request about a place in a text.
    fn place<R: Asked>(
        &mut self,
        params: Value,
        place: impl Fn(&R::Params) -> &TextDocumentPositionParams,
        answer: impl FnOnce(
            &R::Params,
            &Documents<'d>,
            &Document,
            &View<'_>,
            lsp_types::Position,
        ) -> Result<R::Result, Refusal>,
    ) -> Result<Value, Refusal> {
        let params: R::Params = read_owned(params)?;
        let TextDocumentPositionParams { text_document, position } = place(&params);
        let uri = &text_document.uri;
        self.documents.checked(uri);
        let document = self.documents.get(uri).ok_or_else(|| not_open(uri))?;
        let view = document.view().ok_or_else(|| not_open(uri))?;
        written(answer(&params, self.documents, document, &view, *position)?)
    }

    fn actions(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: CodeActionParams = read_owned(params)?;
        let uri = &params.text_document.uri;
        self.documents.checked(uri);
        let document = self.documents.get(uri).ok_or_else(|| not_open(uri))?;
        let checked = document.checked().ok_or_else(|| not_open(uri))?;
        let only = params.context.only.as_deref();
        // Kinds are hierarchical: `source` includes `source.fixAll`.
        let wanted = |kind: &CodeActionKind| {
            only.is_none_or(|only| {
                only.iter().any(|wanted| {
                    let rest = kind.as_str().strip_prefix(wanted.as_str());
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
                })
            })
        };
        let part = document.span(params.range);
        let actions = diagnostics::actions(self.documents, document, checked, part, &wanted, self.support);
        written(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect::<Vec<_>>())
    }
}

fn written(result: impl serde::Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| Refusal::new(ErrorCode::InternalError, error.to_string()))
}

fn not_open(uri: &Uri) -> Refusal {
    Refusal::new(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str()))
}

fn formatting(document: &Document, range: Option<lsp_types::Range>) -> Vec<TextEdit> {
    let part = range.map_or(Span::new(0, document.text().len()), |range| document.span(range));
    let touches = |edit: &&Edit| edit.span.start <= part.end && part.start <= edit.span.end;
    let edits = changes(document.text(), &format::format(document.text()));
    document.text_edits(edits.iter().filter(touches))
}
