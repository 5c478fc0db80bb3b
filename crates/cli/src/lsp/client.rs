//! Capabilities of the client.

use lsp_types::ClientCapabilities;

/// Client capabilities that responses depend on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClientSupport {
    /// `workspace/didChangeWatchedFiles` can be registered.
    pub(super) watches_files: bool,
    /// Changes can name the version of the text that they are for.
    pub(super) versioned_changes: bool,
}

impl ClientSupport {
    pub(super) fn of(client: &ClientCapabilities) -> Self {
        let workspace = client.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let edit = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        Self {
            watches_files: watched.and_then(|watched| watched.dynamic_registration).unwrap_or_default(),
            versioned_changes: edit.and_then(|edit| edit.document_changes).unwrap_or_default(),
        }
    }
}
