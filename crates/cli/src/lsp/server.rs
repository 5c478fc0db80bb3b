//! State of a session: which messages are handled, and when.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, TryRecvError};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Initialized, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{ExecuteCommand, Initialize, RegisterCapability, Request as _, Shutdown};
use lsp_types::{
    CancelParams, DidChangeWatchedFilesRegistrationOptions, DidCloseTextDocumentParams, FileSystemWatcher, GlobPattern,
    InitializeParams, InitializeResult, NumberOrString, PublishDiagnosticsParams, Registration, RegistrationParams,
    ServerInfo, Uri,
};
use serde::Deserialize as _;
use serde_json::Value;

use super::client::ClientSupport;
use super::diagnostics;
use super::documents::Documents;
use super::features::capabilities;
use super::positions::Encoding;
use super::refusal::{Refusal, read_owned};
use super::{commands, requests};
use crate::support::console::{self, Failure};
use crate::support::load::Loader;

/// A message, or why none can be read any more.
type Received = io::Result<Message>;

/// State of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Before `initialize`.
    Before,
    Open,
    /// After `shutdown`.
    ShutDown,
}

/// Server of one editor.
pub(super) struct Server<'a> {
    receiver: Receiver<Received>,
    /// Messages received and not handled yet.
    waiting: VecDeque<Received>,
    stage: Stage,
    documents: Documents<'a>,
    support: ClientSupport,
    /// How many requests the editor has been sent.
    sent: i32,
}

impl<'a> Server<'a> {
    pub(super) fn new(loader: Loader<'a>, receiver: Receiver<Received>) -> Self {
        let (waiting, support) = (VecDeque::new(), ClientSupport::default());
        Self { receiver, waiting, stage: Stage::Before, documents: Documents::new(loader), support, sent: 0 }
    }

    /// Answers messages until the editor goes. That it goes without a word is a failure.
    pub(super) fn serve(mut self) -> Result<(), Failure> {
        loop {
            self.receive_pending();
            let Some(received) = self.next()? else { return Err(Failure::Reported) };
            match received {
                Err(error) => {
                    console::note(format_args!("weakfish lsp: {error}"));
                    return Err(Failure::Reported);
                }
                Ok(Message::Request(request)) => self.answer(request)?,
                Ok(Message::Notification(notification)) if notification.method == Exit::METHOD => {
                    return if self.stage == Stage::ShutDown { Ok(()) } else { Err(Failure::Reported) };
                }
                Ok(Message::Notification(notification)) => self.note(notification)?,
                // Responses to requests of the server need no reaction.
                Ok(Message::Response(_)) => {}
            }
        }
    }

    /// Receives all pending messages.
    fn receive_pending(&mut self) {
        while let Ok(received) = self.receiver.try_recv() {
            self.waiting.push_back(received);
        }
    }

    /// The next message to handle; publishes diagnostics while there is none.
    fn next(&mut self) -> Result<Option<Received>, Failure> {
        loop {
            if let Some(received) = self.waiting.pop_front() {
                return Ok(Some(received));
            }
            if !self.publish_next()? {
                return Ok(self.receiver.recv().ok());
            }
            match self.receiver.try_recv() {
                Ok(received) => return Ok(Some(received)),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Publishes the diagnostics of one document; returns whether there was one.
    fn publish_next(&mut self) -> Result<bool, Failure> {
        let Some((document, checked)) = self.documents.next_unpublished() else { return Ok(false) };
        let params = PublishDiagnosticsParams {
            uri: document.uri.clone(),
            diagnostics: diagnostics::all(document, checked),
            version: Some(document.version),
        };
        notify::<PublishDiagnostics>(params)?;
        Ok(true)
    }

    /// Answers a request.
    fn answer(&mut self, request: Request) -> Result<(), Failure> {
        // A request that waits can still be taken back.
        self.receive_pending();
        if self.is_cancelled(&request.id) {
            let refusal = Refusal::new(ErrorCode::RequestCanceled, "the request was taken back");
            return refuse(request.id, refusal);
        }
        let id = request.id.clone();
        let answered = match (self.stage, request.method.as_str()) {
            (Stage::Before, Initialize::METHOD) => self.initialize(request.params),
            (Stage::Before, _) => {
                Err(Refusal::new(ErrorCode::ServerNotInitialized, "`initialize` is the first request"))
            }
            (Stage::ShutDown, _) => {
                Err(Refusal::new(ErrorCode::InvalidRequest, "after `shutdown` there is nothing but `exit`"))
            }
            (Stage::Open, Initialize::METHOD) => {
                Err(Refusal::new(ErrorCode::InvalidRequest, "`initialize` comes only once"))
            }
            (Stage::Open, Shutdown::METHOD) => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (Stage::Open, ExecuteCommand::METHOD) => match commands::run(&mut self.documents, request.params) {
                Ok((shown, data)) => {
                    notify::<ShowMessage>(shown)?;
                    Ok(data)
                }
                Err(refusal) => Err(refusal),
            },
            (Stage::Open, method) => requests::answer(&mut self.documents, self.support, method, request.params),
        };
        match answered {
            Ok(value) => send(&Response::new_ok(id, value).into()),
            Err(refusal) => refuse(id, refusal),
        }
    }

    /// Whether a message that waits takes this request back.
    fn is_cancelled(&self, id: &RequestId) -> bool {
        self.waiting.iter().any(|received| {
            let Ok(Message::Notification(notification)) = received else { return false };
            notification.method == Cancel::METHOD
                && CancelParams::deserialize(&notification.params).is_ok_and(|params| match params.id {
                    NumberOrString::Number(number) => *id == RequestId::from(number),
                    NumberOrString::String(text) => *id == RequestId::from(text),
                })
        })
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = read_owned(params)?;
        let offered = params.capabilities.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        self.documents.encoding = Encoding::chosen(offered);
        self.support = ClientSupport::of(&params.capabilities);
        self.stage = Stage::Open;
        let server_info =
            ServerInfo { name: "weakfish".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
        let result =
            InitializeResult { capabilities: capabilities(self.documents.encoding), server_info: Some(server_info) };
        Ok(serde_json::to_value(result).unwrap_or_default())
    }

    /// Takes note of something. What can't be read is passed over, as the protocol has no answer to it.
    fn note(&mut self, notification: Notification) -> Result<(), Failure> {
        if self.stage != Stage::Open {
            return Ok(());
        }
        let Notification { method, params } = notification;
        let documents = &mut self.documents;
        match method.as_str() {
            Initialized::METHOD => return self.watch_files(),
            DidOpenTextDocument::METHOD => with::<DidOpenTextDocument>(params, |params| {
                let opened = params.text_document;
                documents.open(opened.uri, opened.version, opened.text);
            }),
            DidChangeTextDocument::METHOD => with::<DidChangeTextDocument>(params, |params| {
                let changed = params.text_document;
                documents.change(&changed.uri, changed.version, params.content_changes);
            }),
            DidCloseTextDocument::METHOD => {
                if let Ok(params) = read_owned::<DidCloseTextDocumentParams>(params) {
                    self.close(params.text_document.uri)?;
                }
            }
            DidSaveTextDocument::METHOD => with::<DidSaveTextDocument>(params, |params| {
                documents.file_changed(&params.text_document.uri);
            }),
            DidChangeWatchedFiles::METHOD => with::<DidChangeWatchedFiles>(params, |params| {
                params.changes.iter().for_each(|change| documents.file_changed(&change.uri));
            }),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, uri: Uri) -> Result<(), Failure> {
        if !self.documents.close(&uri) {
            return Ok(());
        }
        notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None })
    }

    /// Registers for changes of definitions outside of the editor, since open ones may extend them.
    fn watch_files(&mut self) -> Result<(), Failure> {
        if !self.support.watches_files {
            return Ok(());
        }
        let glob_pattern = GlobPattern::String("**/*.variant".to_owned());
        let watchers = vec![FileSystemWatcher { glob_pattern, kind: None }];
        let registration = Registration {
            id: "definitions".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(DidChangeWatchedFilesRegistrationOptions { watchers }).ok(),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        self.sent += 1;
        send(&Request::new(self.sent.into(), RegisterCapability::METHOD.to_owned(), params).into())
    }
}

fn notify<N: lsp_types::notification::Notification>(params: N::Params) -> Result<(), Failure> {
    send(&Notification::new(N::METHOD.to_owned(), params).into())
}

fn refuse(id: RequestId, refusal: Refusal) -> Result<(), Failure> {
    send(&Response::new_err(id, refusal.code as i32, refusal.reason).into())
}

fn send(message: &Message) -> Result<(), Failure> {
    Ok(message.write(&mut io::stdout())?)
}

/// Takes note of a notification that can be read.
fn with<N: lsp_types::notification::Notification>(params: Value, note: impl FnOnce(N::Params)) {
    if let Ok(params) = read_owned(params) {
        note(params);
    }
}
