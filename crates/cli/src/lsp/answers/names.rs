//! Definitions, references and renaming of names.

use lsp_server::ErrorCode;
use lsp_types::{DocumentHighlight, Position, PrepareRenameResponse, TextEdit, Uri};
use weakfish::check::Resolver;
use weakfish_ide::{self, Location, View};

use crate::lsp::documents::{Document, Documents};
use crate::lsp::refusal::Refusal;

/// Places as an editor has them. Built-in games have none.
fn locations(documents: &Documents<'_>, found: &[Location<'_>]) -> Vec<lsp_types::Location> {
    let location = |found: &Location<'_>| {
        let uri: Uri = documents.uri_of(&found.source.name)?;
        let range = match documents.get(&uri) {
            Some(document) if document.text() == found.source.text => document.range(found.span),
            _ => documents.range_in(&found.source.text, found.span),
        };
        Some(lsp_types::Location::new(uri, range))
    };
    found.iter().filter_map(location).collect()
}

/// `textDocument/definition`.
pub(in crate::lsp) fn definitions(
    documents: &Documents<'_>,
    document: &Document,
    view: &View<'_>,
    at: Position,
) -> Vec<lsp_types::Location> {
    locations(documents, &editor::definitions(view, document.byte(at)))
}

/// `textDocument/references`.
pub(in crate::lsp) fn references(
    documents: &Documents<'_>,
    document: &Document,
    view: &View<'_>,
    at: Position,
    with_definitions: bool,
) -> Vec<lsp_types::Location> {
    locations(documents, &editor::references(view, document.byte(at), with_definitions))
}

/// `textDocument/documentHighlight`.
pub(in crate::lsp) fn highlights(document: &Document, view: &View<'_>, at: Position) -> Vec<DocumentHighlight> {
    let found = editor::references(view, document.byte(at), true);
    let own = found.iter().filter(|found| found.source.name == document.source.name);
    own.map(|found| DocumentHighlight { range: document.range(found.span), kind: None }).collect()
}

/// The name at a place that can be changed.
pub(in crate::lsp) fn renamable(
    document: &Document,
    view: &View<'_>,
    at: Position,
) -> Result<PrepareRenameResponse, Refusal> {
    let found = editor::renamable(view, document.byte(at)).map_err(refusal)?;
    Ok(PrepareRenameResponse::RangeWithPlaceholder { range: document.range(found.span), placeholder: found.name })
}

/// The changes that give it another name.
pub(in crate::lsp) fn rename(
    document: &Document,
    view: &View<'_>,
    at: Position,
    name: &str,
    resolver: &dyn Resolver,
) -> Result<Vec<TextEdit>, Refusal> {
    let edits = editor::rename(view, document.byte(at), name, resolver).map_err(refusal)?;
    Ok(document.text_edits(&edits))
}

fn refusal(reason: String) -> Refusal {
    Refusal::new(ErrorCode::RequestFailed, reason)
}
