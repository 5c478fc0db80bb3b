//! `weakfish web`: a server of static files for the playground, for this machine alone.
//!
//! The page searches and checks with the library that it brings along, so the server only has its files, which `page` reads. It
//! binds to the loopback address, and compares the `Host` header: a name that another site points to 127.0.0.1 (DNS
//! rebinding) is refused. `httparse` reads the head of a request, and the rest is one function: crates that serve HTTP without
//! a runtime either don't tell which free port they got and can't answer `HEAD`, or let a silent client keep its thread.

mod page;

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use httparse::{EMPTY_HEADER, Request, Status};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use weakfish::builtin;

use crate::commands::web::page::{Content, INDEX, Page};
use crate::support::console::{self, Failure};
use crate::support::files::fnv1a_64;
use crate::support::load;

/// Threads that answer requests, each one connection at a time. Further connections wait.
const WORKERS: usize = 16;

/// Bytes of the head of a request.
const MAX_HEAD: usize = 16 << 10;

/// Headers of a request.
const MAX_HEADERS: usize = 64;

/// Time for a request to arrive.
const REQUEST_TIME: Duration = Duration::from_secs(5);

/// Time for a whole response to be taken.
const RESPONSE_TIME: Duration = Duration::from_secs(30);

/// Bytes that one write sends: some systems begin its time anew with each part that is taken.
const MAX_WRITE: usize = 64 << 10;

/// Time after a failed `accept` until the next one.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// Media types by file name extension.
const MIME: [(&str, &str); 9] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];

/// Headers of every response. Cross-origin isolation lets the page share memory with its workers.
const HEADERS: &str = "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                       img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                       base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
                       Cross-Origin-Opener-Policy: same-origin\r\n\
                       Cross-Origin-Embedder-Policy: require-corp\r\n\
                       Cross-Origin-Resource-Policy: same-origin\r\n\
                       X-Content-Type-Options: nosniff\r\n\
                       Referrer-Policy: no-referrer\r\n\
                       Vary: Accept-Encoding\r\n\
                       Connection: close\r\n";

/// `Cache-Control` of a file whose name has the hash of its content, and of every other response.
const KEPT: &str = "public, max-age=31536000, immutable";
const NOT_KEPT: &str = "no-cache";

/// Digits of the hash in a file name.
const HASH_DIGITS: usize = 10;

/// Arguments of `weakfish web`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The game to open: a built-in one, or the path of a .variant file
    pub(crate) game: Option<String>,
    /// The folder of the built page, instead of the page in the program
    #[arg(long, visible_alias = "folder", value_name = "DIR")]
    page: Option<PathBuf>,
    /// The port to listen on [default: any free one]
    #[arg(long, value_name = "N")]
    port: Option<NonZero<u16>>,
    /// Print the address without opening a browser
    #[arg(long)]
    no_browser: bool,
}

/// Serves the page until the program is ended.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let fragment = arguments.game.as_deref().map(url_fragment).transpose()?.unwrap_or_default();
    let page = Page::find(arguments.page.as_deref())?;
    let port = arguments.port.map_or(0, NonZero::get);
    let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let (listener, port) = match bound.and_then(|listener| Ok((listener.local_addr()?.port(), listener))) {
        Ok((port, listener)) => (listener, port),
        Err(error) => {
            console::eprint(format_args!("weakfish: can't listen on port {port}: {error}; `--port` names another one"));
            return Err(Failure::Reported);
        }
    };
    let address = format!("http://127.0.0.1:{port}/{fragment}");
    console::print(&address)?;
    console::eprint("serving the playground to this machine; Ctrl-C ends it");
    if !arguments.no_browser
        && let Err(error) = open::that_detached(&address)
    {
        console::eprint(format_args!("can't open a browser: {error}; open the address in one"));
    }
    let server = Server { page, hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")) };
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| server.serve_connections(&listener));
        }
    });
    Ok(())
}

/// URL fragment that makes the page open a game.
fn url_fragment(game: &str) -> Result<String, Failure> {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    if builtin::source(game).is_some() {
        return Ok(format!("#game={game}"));
    }
    let name = Path::new(game).file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(format!("#text={}&game={}", encoded(&load::read_definition(game)?.text), encoded(&name)))
}

/// The page, and the `Host` headers that mean this server.
struct Server {
    page: Page,
    hosts: [String; 2],
}

/// A response: its head without the empty line, and its body.
type Response = (String, Cow<'static, [u8]>);

/// Makes a response with a status, a media type, a `Cache-Control` and a body.
fn response(status: &str, mime: &str, cache: &str, body: Cow<'static, [u8]>) -> Response {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\nCache-Control: {cache}\r\n{HEADERS}"
    );
    (head, body)
}

/// Makes a response that refuses a request, with the reason as text.
fn refusal(status: &str, reason: &str) -> Response {
    response(status, "text/plain; charset=utf-8", NOT_KEPT, format!("{reason}\n").into_bytes().into())
}

impl Server {
    /// Worker thread: serves one connection after another.
    fn serve_connections(&self, listener: &TcpListener) {
        loop {
            match listener.accept() {
                // A connection that fails is closed; its browser shows that.
                Ok((mut stream, _)) => drop(self.handle_connection(&mut stream)),
                Err(_) => thread::sleep(RETRY_DELAY),
            }
        }
    }

    /// Reads the request of a connection and writes the response.
    fn handle_connection(&self, stream: &mut TcpStream) -> io::Result<()> {
        let deadline = Instant::now() + REQUEST_TIME;
        let mut received = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let time_left = deadline.saturating_duration_since(Instant::now());
            stream.set_read_timeout(Some(time_left.max(Duration::from_millis(1))))?;
            let read = stream.read(&mut buffer)?;
            received.extend_from_slice(&buffer[..read]);
            let mut headers = [EMPTY_HEADER; MAX_HEADERS];
            let mut request = Request::new(&mut headers);
            let (mut head, mut body) = match request.parse(&received) {
                Ok(Status::Complete(_)) => self.handle_request(&request),
                Ok(Status::Partial) if read > 0 && received.len() < MAX_HEAD => continue,
                Ok(Status::Partial) if read > 0 => {
                    refusal("431 Request Header Fields Too Large", "The request is too long.")
                }
                _ => refusal("400 Bad Request", "This is no request."),
            };
            if request.method == Some("HEAD") {
                body = Cow::default();
            }
            head += "\r\n";
            return write_within(stream, &[head.as_bytes(), &body].concat(), RESPONSE_TIME);
        }
    }

    /// Checks the `Host` header (DNS rebinding) and the method, and serves the file.
    fn handle_request(&self, request: &Request<'_, '_>) -> Response {
        let mut hosts = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("host"));
        let host = hosts.next().filter(|_| hosts.next().is_none()).map(|header| header.value);
        if !self.hosts.iter().any(|own| host == Some(own.as_bytes())) {
            return refusal("403 Forbidden", "This server has another name.");
        }
        if !matches!(request.method, Some("GET" | "HEAD")) {
            return refusal("405 Method Not Allowed", "Files are only read here.");
        }
        let listed = |name: &str| -> Vec<&str> {
            let headers = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
            let values = headers.filter_map(|header| str::from_utf8(header.value).ok());
            values.flat_map(|value| value.split(',').map(str::trim)).collect()
        };
        let (accepted, known) = (listed("accept-encoding"), listed("if-none-match"));
        let found = request.path.and_then(|path| self.find_file(path, &accepted, &known));
        found.unwrap_or_else(|| refusal("404 Not Found", "There is no such file."))
    }

    /// Response with the file of a request target, without its content if the client has that already: `known_tags` are the tags of
    /// what it has. `None` if there is no such file.
    fn find_file(&self, target: &str, accepted: &[&str], known_tags: &[&str]) -> Option<Response> {
        let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
        let path = percent_decode_str(path).decode_utf8().ok()?;
        let path = if path.is_empty() { INDEX } else { &*path };
        if !path.split('/').all(is_safe_segment) {
            return None;
        }
        let Content { encoding, bytes: body } = self.page.read(path, accepted)?;
        let extension = Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let known = MIME.iter().find(|(known, _)| *known == extension);
        let mime = known.map_or("application/octet-stream", |(_, mime)| mime);
        let tag = format!("\"{:016x}\"", fnv1a_64(&body));
        let is_known = known_tags.iter().any(|known| known.trim_start_matches("W/") == tag);
        let status = if is_known { "304 Not Modified" } else { "200 OK" };
        let (mut head, mut body) = response(status, mime, if has_hash(path) { KEPT } else { NOT_KEPT }, body);
        if is_known {
            body = Cow::default();
        }
        let encoding = encoding.map(|encoding| format!("Content-Encoding: {encoding}\r\n"));
        head.extend([Some(format!("ETag: {tag}\r\n")), encoding].into_iter().flatten());
        Some((head, body))
    }
}

/// Writes a whole response. The time limits all of its parts together, so that a client that takes them one byte at a time does not keep
/// a worker.
fn write_within(stream: &mut TcpStream, mut response: &[u8], time: Duration) -> io::Result<()> {
    let deadline = Instant::now() + time;
    while !response.is_empty() {
        let time_left = deadline.saturating_duration_since(Instant::now());
        if time_left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_write_timeout(Some(time_left))?;
        match stream.write(&response[..response.len().min(MAX_WRITE)]) {
            Ok(written) => response = &response[written..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Whether a file name has the hash of the content in it, as the build gives it: `page.0123456789.js`.
fn has_hash(path: &str) -> bool {
    let mut parts = path.rsplit('.').skip(1);
    let hash = parts.next().filter(|_| parts.next().is_some()).unwrap_or_default();
    hash.len() == HASH_DIGITS && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a path segment is safe against path traversal on every system.
fn is_safe_segment(part: &str) -> bool {
    let special = |letter: char| letter.is_control() || matches!(letter, '\\' | ':');
    !part.is_empty() && !part.starts_with('.') && !part.contains(special)
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec;

    use super::page::{EmbeddedFile, MAX_FILE};
    use super::*;

    /// A gzip file, as the build of the page writes it.
    fn gzip(text: &str) -> &'static [u8] {
        let header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3];
        // Nobody compares the sum and the length.
        Vec::leak([&header[..], &compress_to_vec(text.as_bytes(), 9), &[0; 8]].concat())
    }

    #[test]
    fn a_page_in_the_program_is_served() {
        let file = |name, is_gzip, bytes| EmbeddedFile { name, is_gzip, bytes };
        let page = Page::Embedded(Vec::leak(vec![
            file("icon.png", false, &b"\x89PNG"[..]),
            file("index.html", true, gzip("<!doctype html>")),
            file("rules.0123456789.wasm", true, gzip("\0asm")),
        ]));
        let server = Server { page, hosts: ["127.0.0.1:80", "localhost:80"].map(str::to_owned) };
        let get = |path: &str, more: &str| {
            let text = format!("GET {path} HTTP/1.1\r\nHost: localhost:80\r\n{more}\r\n");
            let mut headers = [EMPTY_HEADER; MAX_HEADERS];
            let mut request = Request::new(&mut headers);
            request.parse(text.as_bytes()).unwrap();
            server.handle_request(&request)
        };
        let has = |head: &str, line: &str| assert!(head.contains(&format!("\r\n{line}\r\n")), "{line}: {head}");
        for (path, plain, mime, cache) in [
            ("/", "<!doctype html>", "text/html; charset=utf-8", NOT_KEPT),
            ("/rules.0123456789.wasm", "\0asm", "application/wasm", KEPT),
        ] {
            let (head, body) = get(path, "");
            assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && !head.contains("Content-Encoding"), "{head}");
            assert_eq!(&*body, plain.as_bytes());
            has(&head, &format!("Content-Type: {mime}"));
            has(&head, &format!("Cache-Control: {cache}"));
            let (head, body) = get(path, "Accept-Encoding: gzip, br\r\n");
            has(&head, "Content-Encoding: gzip");
            has(&head, &format!("Content-Type: {mime}"));
            assert_eq!(&*body, gzip(plain));
            let tag = head.lines().find_map(|line| line.strip_prefix("ETag: ")).unwrap();
            let (head, body) = get(path, &format!("Accept-Encoding: gzip\r\nIf-None-Match: {tag}\r\n"));
            assert!(head.starts_with("HTTP/1.1 304 Not Modified\r\n") && body.is_empty(), "{head}");
        }
        let (head, body) = get("/icon.png", "Accept-Encoding: gzip\r\n");
        has(&head, "Content-Type: image/png");
        assert!(!head.contains("Content-Encoding") && *body == *b"\x89PNG");
        assert!(get("/none.js", "").0.starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn a_client_that_takes_little_at_a_time_does_not_prolong_a_response() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        thread::spawn(move || {
            let mut buffer = vec![0; 64 << 10];
            while client.read(&mut buffer).is_ok_and(|read| read > 0) {
                thread::sleep(Duration::from_millis(20));
            }
        });
        let began = Instant::now();
        // The client needs 20 seconds for all of it.
        let error = write_within(&mut stream, &vec![0; MAX_FILE], Duration::from_millis(300)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock), "{error}");
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    }
}
