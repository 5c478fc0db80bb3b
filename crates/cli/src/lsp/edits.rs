//! Changes of texts as `WorkspaceEdit`.

use std::collections::HashMap;

use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use super::documents::Document;
use super::features::ClientSupport;

/// Changes of open texts.
pub(super) fn workspace_edit<'a>(
    changes: impl IntoIterator<Item = (&'a Document, Vec<TextEdit>)>,
    support: ClientSupport,
) -> WorkspaceEdit {
    if support.versioned_changes {
        let edit = |(document, edits): (&Document, Vec<TextEdit>)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri: document.uri.clone(),
                version: Some(document.version),
            },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        };
        let edits = changes.into_iter().map(edit).collect();
        return WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(edits)), ..WorkspaceEdit::default() };
    }
    #[expect(clippy::mutable_key_type, reason = "the protocol's own type, whose hash does not change")]
    let changes: HashMap<Uri, Vec<TextEdit>> =
        changes.into_iter().map(|(document, edits)| (document.uri.clone(), edits)).collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
