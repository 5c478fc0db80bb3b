//! Requests and their answers.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::answer::{answer, refusal};
use super::content::Content;
use super::engine::{Busy, Engine};
use super::guard::Guard;
use super::opened::Opened;
use super::question::Question;
use super::site::Site;

/// So many connections are open at once; others wait.
const MAX_CONNECTIONS: usize = 32;

/// The bytes of the head of a request, and the lines in it.
const MAX_HEAD: usize = 16 << 10;
const MAX_HEADERS: usize = 64;

/// The bytes of a question.
const MAX_BODY: usize = 1 << 20;

/// How long a request may take to come.
const HEAD_TIME: Duration = Duration::from_secs(5);
const BODY_TIME: Duration = Duration::from_secs(10);

/// How long a connection lasts: the longest search, and the time to send what it says.
const CONNECTION_TIME: Duration = Duration::from_secs(90);

/// What a server needs of a moment if the system gives it no connection.
const PAUSE: Duration = Duration::from_millis(50);

const JSON: &str = "application/json";

/// The page, and the engine behind it.
pub(super) struct Server {
    pub(super) guard: Guard,
    pub(super) site: Site,
    pub(super) engine: Arc<Engine>,
    /// The game that the page opens.
    pub(super) opened: Option<Opened>,
}

impl Server {
    /// Answers for ever.
    pub(super) async fn serve(self: Arc<Self>, listener: TcpListener) {
        let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        while let Ok(held) = Arc::clone(&free).acquire_owned().await {
            match listener.accept().await {
                Err(_) => sleep(PAUSE).await,
                Ok((stream, _)) => {
                    let server = Arc::clone(&self);
                    tokio::spawn(async move {
                        // Whoever keeps it for too long loses it.
                        let _ = timeout(CONNECTION_TIME, server.connection(stream)).await;
                        drop(held);
                    });
                }
            }
        }
    }

    /// Answers the one request of a connection. Dropping what is sent stops the search that sends it.
    async fn connection(self: Arc<Self>, stream: TcpStream) {
        // What a search finds is to be seen at once; without this it is seen a little later.
        let _ = stream.set_nodelay(true);
        let service = service_fn(|request| {
            let server = Arc::clone(&self);
            async move { Ok::<_, Infallible>(server.answer(request).await) }
        });
        let mut protocol = http1::Builder::new();
        protocol.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
        protocol.max_buf_size(MAX_HEAD).max_headers(MAX_HEADERS).keep_alive(false);
        // A connection that fails is closed, and that is all that can be done.
        let _ = protocol.serve_connection(TokioIo::new(stream), service).await;
    }

    async fn answer(&self, request: Request<Incoming>) -> Response<Content> {
        if request.uri().authority().is_some() || !self.guard.admits(request.headers()) {
            return refusal(StatusCode::FORBIDDEN, "This server is for its own page alone.");
        }
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        let path = request.uri().path();
        if is_read && path != "/game" {
            return self.file(path.to_owned()).await;
        }
        if !self.guard.knows(request.headers()) {
            return refusal(StatusCode::UNAUTHORIZED, "The token is missing, or it is another one.");
        }
        match (request.method(), path) {
            (_, "/game") if is_read => {
                answer(StatusCode::OK, JSON, serde_json::to_vec(&self.opened).unwrap_or_default())
            }
            (&Method::POST, "/search") => self.search(request).await,
            _ => refusal(StatusCode::METHOD_NOT_ALLOWED, "There is nothing that could be done in this way."),
        }
    }

    /// A file of the page.
    async fn file(&self, path: String) -> Response<Content> {
        let site = self.site.clone();
        match spawn_blocking(move || site.file(&path)).await {
            Ok(Some((bytes, kind))) => answer(StatusCode::OK, kind, bytes),
            _ => refusal(StatusCode::NOT_FOUND, "There is no such file."),
        }
    }

    /// What a search says, line by line.
    async fn search(&self, request: Request<Incoming>) -> Response<Content> {
        let question = match question(request.into_body()).await {
            Ok(question) => question,
            Err((status, reason)) => return refusal(status, &reason),
        };
        match self.engine.begin(question).await {
            Ok(lines) => answer(StatusCode::OK, "application/x-ndjson", lines),
            Err(Busy) => refusal(StatusCode::SERVICE_UNAVAILABLE, "All threads are busy; `--threads` allows more."),
        }
    }
}

/// Reads what is asked; or why not.
async fn question(body: Incoming) -> Result<Question, (StatusCode, String)> {
    let too_large = || (StatusCode::PAYLOAD_TOO_LARGE, format!("A question has at most {MAX_BODY} bytes."));
    if body.size_hint().lower() > MAX_BODY as u64 {
        return Err(too_large());
    }
    let late = |_| (StatusCode::REQUEST_TIMEOUT, "The question did not come in time.".to_owned());
    let read = timeout(BODY_TIME, Limited::new(body, MAX_BODY).collect()).await.map_err(late)?;
    let bytes = read.map_err(|error| {
        if error.is::<LengthLimitError>() {
            return too_large();
        }
        (StatusCode::BAD_REQUEST, "The question did not come whole.".to_owned())
    })?;
    serde_json::from_slice(&bytes.to_bytes())
        .map_err(|error| (StatusCode::BAD_REQUEST, format!("This is no question: {error}.")))
}
