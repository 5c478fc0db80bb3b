//! Changes of texts as `WorkspaceEdit`.

use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit, WorkspaceEdit,
};

use super::client::ClientSupport;
use super::documents::Document;

/// Changes of an open text.
pub(super) fn workspace_edit(document: &Document, edits: Vec<TextEdit>, support: ClientSupport) -> WorkspaceEdit {
    let (uri, version) = (document.uri.clone(), Some(document.version));
    if support.versioned_changes {
        let edit = TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        };
        return WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![edit])),
            ..WorkspaceEdit::default()
        };
    }
    WorkspaceEdit::new([(uri, edits)].into())
}
