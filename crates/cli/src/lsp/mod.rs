//! `weakfish lsp`: serves an editor, as the Language Server Protocol says.
//!
//! A thread reads messages, and this one handles them in order. A text is checked as a whole when a request needs it or
//! when no message waits, so that a burst of changes costs one check, and the diagnostics published last are those of the
//! last text.

mod documents;
mod requests;
mod transport;

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver};
use std::{io, thread};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, InitializeParams, MessageType, NumberOrString, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::lsp::documents::{Documents, PositionEncoding};
use crate::lsp::requests::{Answer, RequestError};
use crate::lsp::transport::{InvalidMessage, Received};
use crate::support::console::{self, Failure};
use crate::support::load::Loader;

/// Serves the editor on standard input and output until it sends `exit`.
pub(crate) fn run(loader: Loader<'_>) -> Result<(), Failure> {
    let (sender, receiver) = mpsc::channel();
    // The thread ends with the program at the latest.
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let received = transport::receive(&mut input);
            let ended = received.is_err();
            if sender.send(received).is_err() || ended {
                break;
            }
        }
    });
    let (pending, documents) = (VecDeque::new(), Documents::new(loader));
    let lifecycle = Lifecycle::Uninitialized;
    Server { receiver, pending, lifecycle, documents, watches_files: false, versioned_changes: false }.main_loop()
}

/// A received message, or the reason why the stream has ended.
type Incoming = io::Result<Received>;

/// LSP lifecycle state of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lifecycle {
    /// Before `initialize`.
    Uninitialized,
    Open,
    /// After `shutdown`.
    ShutDown,
}

/// Server of one editor.
struct Server<'a> {
    receiver: Receiver<Incoming>,
    /// Messages received and not handled yet.
    pending: VecDeque<Incoming>,
    lifecycle: Lifecycle,
    documents: Documents<'a>,
    /// Whether the editor can watch files for the server.
    watches_files: bool,
    /// Whether changes can name the version of the text that they are for.
    versioned_changes: bool,
}

impl Server<'_> {
    /// Main loop: handles messages until `exit`; end of input without `exit` is a failure.
    fn main_loop(mut self) -> Result<(), Failure> {
        loop {
            self.receive_pending();
            let Some(received) = self.next_message()? else { return Err(Failure::Reported) };
            match received {
                Err(error) => {
                    console::eprint(format_args!("weakfish lsp: {error}"));
                    return Err(Failure::Reported);
                }
                Ok(Received::Invalid(invalid)) => refuse(invalid)?,
                Ok(Received::Message(Message::Request(request))) => self.handle_request(request)?,
                Ok(Received::Message(Message::Notification(notification))) if notification.method == "exit" => {
                    return if self.lifecycle == Lifecycle::ShutDown { Ok(()) } else { Err(Failure::Reported) };
                }
                Ok(Received::Message(Message::Notification(notification))) => self.handle_notification(notification)?,
                // Responses to requests of the server need no reaction.
                Ok(Received::Message(Message::Response(_))) => {}
            }
        }
    }

    /// Receives all pending messages.
    fn receive_pending(&mut self) {
        while let Ok(received) = self.receiver.try_recv() {
            self.pending.push_back(received);
        }
    }

    /// The next message to handle; publishes diagnostics while there is none.
    fn next_message(&mut self) -> Result<Option<Incoming>, Failure> {
        loop {
            if let Some(received) = self.pending.pop_front() {
                return Ok(Some(received));
            }
            if !self.publish_next()? {
                return Ok(self.receiver.recv().ok());
            }
            self.receive_pending();
        }
    }

    /// Publishes the diagnostics of one document; returns whether there was one.
    fn publish_next(&mut self) -> Result<bool, Failure> {
        let Some((document, checked)) = self.documents.next_unpublished() else { return Ok(false) };
        let diagnostics = requests::diagnostics(document, checked);
        notify(PUBLISH, json!({ "uri": document.uri, "diagnostics": diagnostics, "version": document.version }))?;
        Ok(true)
    }

    /// Handles a request and sends its response, unless it was cancelled.
    fn handle_request(&mut self, request: Request) -> Result<(), Failure> {
        // A pending request can still be cancelled.
        self.receive_pending();
        if self.is_cancelled(&request.id) {
            return respond(
                request.id,
                Err(RequestError::new(ErrorCode::RequestCanceled, "the request was taken back")),
            );
        }
        let id = request.id.clone();
        let answered = match (self.lifecycle, request.method.as_str()) {
            (Lifecycle::Uninitialized, "initialize") => self.initialize(&request.params),
            (Lifecycle::Uninitialized, _) => {
                Err(RequestError::new(ErrorCode::ServerNotInitialized, "`initialize` is the first request"))
            }
            (Lifecycle::ShutDown, _) => {
                Err(RequestError::new(ErrorCode::InvalidRequest, "after `shutdown` there is nothing but `exit`"))
            }
            (Lifecycle::Open, "initialize") => {
                Err(RequestError::new(ErrorCode::InvalidRequest, "`initialize` comes only once"))
            }
            (Lifecycle::Open, "shutdown") => {
                self.lifecycle = Lifecycle::ShutDown;
                Ok(Value::Null)
            }
            (Lifecycle::Open, "workspace/executeCommand") => {
                match requests::run_command(&mut self.documents, request.params) {
                    Ok((shown, data)) => {
                        notify("window/showMessage", shown)?;
                        Ok(data)
                    }
                    Err(refusal) => Err(refusal),
                }
            }
            (Lifecycle::Open, method) => {
                requests::dispatch(&mut self.documents, self.versioned_changes, method, request.params)
            }
        };
        respond(id, answered)
    }

    /// Whether a pending message cancels this request.
    fn is_cancelled(&self, id: &RequestId) -> bool {
        self.pending.iter().any(|received| {
            let Ok(Received::Message(Message::Notification(notification))) = received else { return false };
            notification.method == "$/cancelRequest"
                && requests::parse_params::<CancelParams>(notification.params.clone()).is_ok_and(|params| match params
                    .id
                {
                    NumberOrString::Number(number) => *id == RequestId::from(number),
                    NumberOrString::String(text) => *id == RequestId::from(text),
                })
        })
    }

    /// Handles `initialize`: reads what the editor supports, and returns the capabilities of the server.
    fn initialize(&mut self, params: &Value) -> Answer {
        requests::parse_params::<InitializeParams>(params.clone())?;
        let client = &params["capabilities"];
        let workspace = &client["workspace"];
        let is_true = |value: &Value| value.as_bool().unwrap_or_default();
        self.watches_files = is_true(&workspace["didChangeWatchedFiles"]["dynamicRegistration"]);
        self.versioned_changes = is_true(&workspace["workspaceEdit"]["documentChanges"]);
        let offered = client["general"]["positionEncodings"].as_array();
        let offers_utf_8 = offered.is_some_and(|offered| offered.iter().any(|encoding| encoding == "utf-8"));
        let (encoding, name) =
            if offers_utf_8 { (PositionEncoding::Utf8, "utf-8") } else { (PositionEncoding::Utf16, "utf-16") };
        self.documents.encoding = encoding;
        self.lifecycle = Lifecycle::Open;
        let server = json!({ "name": "weakfish", "version": env!("CARGO_PKG_VERSION") });
        Ok(json!({ "capabilities": requests::capabilities(name), "serverInfo": server }))
    }

    /// Handles a notification; unreadable ones are ignored, since the protocol has no reply to them.
    fn handle_notification(&mut self, Notification { method, params }: Notification) -> Result<(), Failure> {
        if self.lifecycle != Lifecycle::Open {
            return Ok(());
        }
        let documents = &mut self.documents;
        match method.as_str() {
            "initialized" if self.watches_files => return watch_files(),
            "textDocument/didOpen" => handle_params(params, |params: DidOpenTextDocumentParams| {
                let opened = params.text_document;
                documents.open(opened.uri, opened.version, opened.text);
            }),
            "textDocument/didChange" => {
                let uri = params["textDocument"]["uri"].as_str().and_then(|uri| uri.parse::<Uri>().ok());
                match requests::parse_params::<DidChangeTextDocumentParams>(params) {
                    Ok(DidChangeTextDocumentParams { text_document, content_changes }) => {
                        documents.change(&text_document.uri, text_document.version, content_changes);
                    }
                    // The text is no longer known, and nothing is answered for the one before.
                    Err(refusal) => {
                        if let Some(uri) = uri.filter(|uri| documents.close(uri)) {
                            let reason = format!("a change can't be read, open the text again: {}", refusal.reason);
                            notify("window/showMessage", json!({ "type": MessageType::ERROR, "message": reason }))?;
                            return notify(PUBLISH, json!({ "uri": uri, "diagnostics": [] }));
                        }
                    }
                }
            }
            "textDocument/didClose" => {
                let mut closed: Option<Uri> = None;
                handle_params(params, |params: DidCloseTextDocumentParams| closed = Some(params.text_document.uri));
                if let Some(uri) = closed.filter(|uri| documents.close(uri)) {
                    return notify(PUBLISH, json!({ "uri": uri, "diagnostics": [] }));
                }
            }
            "textDocument/didSave" => handle_params(params, |params: DidSaveTextDocumentParams| {
                documents.file_changed(&params.text_document.uri);
            }),
            "workspace/didChangeWatchedFiles" => handle_params(params, |params: DidChangeWatchedFilesParams| {
                params.changes.iter().for_each(|change| documents.file_changed(&change.uri));
            }),
            _ => {}
        }
        Ok(())
    }
}

const PUBLISH: &str = "textDocument/publishDiagnostics";

/// Registers for changes of definitions outside of the editor, since open ones may extend them.
fn watch_files() -> Result<(), Failure> {
    let options = json!({ "watchers": [{ "globPattern": "**/*.variant" }] });
    let method = "workspace/didChangeWatchedFiles";
    let registration = json!({ "id": "definitions", "method": method, "registerOptions": options });
    let params = json!({ "registrations": [registration] });
    send(&Message::from(Request::new(1.into(), "client/registerCapability".to_owned(), params)))
}

/// Sends a notification.
fn notify(method: &str, params: impl Serialize) -> Result<(), Failure> {
    send(&Message::from(Notification::new(method.to_owned(), params)))
}

/// Sends the response to a request.
fn respond(id: RequestId, answer: Answer) -> Result<(), Failure> {
    send(&Message::from(match answer {
        Ok(value) => Response::new_ok(id, value),
        Err(refusal) => Response::new_err(id, refusal.code as i32, refusal.reason),
    }))
}

/// Answers something that is no message; without an id the protocol's answer has the id `null`.
fn refuse(InvalidMessage { id, code, reason }: InvalidMessage) -> Result<(), Failure> {
    match id {
        Some(id) => respond(id, Err(RequestError::new(code, reason))),
        None => send(&json!({ "id": null, "error": { "code": code as i32, "message": reason } })),
    }
}

/// Writes a message to standard output.
fn send(message: &impl Serialize) -> Result<(), Failure> {
    Ok(transport::send(message)?)
}

/// Calls a handler with the parameters of a notification, if they can be read.
fn handle_params<P: DeserializeOwned>(params: Value, handle: impl FnOnce(P)) {
    if let Ok(params) = requests::parse_params(params) {
        handle(params);
    }
}
