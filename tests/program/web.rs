//! `weakfish web`: which files it serves, to whom, and that nothing sent to it does harm.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use weakfish_testing::dice::Dice;

/// Longer than any response takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A folder with a page in it and a secret beside the page.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("page/deep")).unwrap();
    for (file, text) in [
        ("page/index.html", "<!doctype html><title>page</title>"),
        ("page/page.js", "export {}"),
        ("page/page.js.br", "brotli"),
        ("page/page.js.gz", "gzip"),
        ("page/page.css", "body {}"),
        ("page/page.css.gz", "gzip"),
        ("page/engine.wasm", "\0asm"),
        ("page/page.0123456789.js", "hashed"),
        ("page/0123456789.js", "no stem"),
        ("page/page.012345678z.js", "no hash"),
        ("page/deep/odd name.svg", "<svg/>"),
        ("page/.hidden", "a secret"),
        ("secret.txt", "a secret"),
        ("mine.variant", "game \"Mine & yours\" extends fide\n"),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(["web", "--no-browser"]).args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A running server, killed when dropped.
struct Server {
    child: Child,
    port: u16,
    fragment: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = command(folder, &[&["--page", "page"][..], arguments].concat()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://127.0.0.1:").expect("an address");
        let (port, fragment) = address.split_once('/').expect("a path");
        Self { port: port.parse().unwrap(), fragment: fragment.to_owned(), child }
    }

    /// Sends bytes and returns the response.
    fn send(&self, bytes: &[u8]) -> Response {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        // A request that is refused early need not be read to its end.
        let _ = stream.write_all(bytes);
        let mut response = Vec::new();
        if let Err(error) = stream.read_to_end(&mut response) {
            assert!(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "no response: {error}");
        }
        Response::read(&String::from_utf8_lossy(&response))
    }

    fn request(&self, line: &str, headers: &[&str]) -> Response {
        let host = format!("Host: 127.0.0.1:{}", self.port);
        let head = [&[line, &host][..], headers].concat().join("\r\n");
        self.send(format!("{head}\r\n\r\n").as_bytes())
    }

    fn get(&self, path: &str) -> Response {
        self.request(&format!("GET {path} HTTP/1.1"), &[])
    }
}

#[derive(Debug)]
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Response {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Self { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    #[track_caller]
    fn has(&self, line: &str) {
        assert!(self.head.lines().any(|other| other == line), "no {line} in {}", self.head);
    }
}

#[test]
fn files_of_the_page_have_their_types_and_headers() {
    let server = Server::start(&folder("files"), &[]);
    assert_eq!(server.fragment, "");
    for (path, kind, body) in [
        ("/", "text/html; charset=utf-8", "<!doctype html><title>page</title>"),
        ("/index.html?x=y", "text/html; charset=utf-8", "<!doctype html><title>page</title>"),
        ("/page.js", "text/javascript; charset=utf-8", "export {}"),
        ("/page.css", "text/css; charset=utf-8", "body {}"),
        ("/engine.wasm", "application/wasm", "\0asm"),
        ("/deep/odd%20name.svg", "image/svg+xml", "<svg/>"),
    ] {
        let response = server.get(path);
        assert_eq!((response.status, response.body.as_str()), (200, body), "{path}");
        response.has(&format!("content-type: {kind}"));
        response.has(&format!("content-length: {}", body.len()));
        response.has("x-content-type-options: nosniff");
        response.has("cross-origin-resource-policy: same-origin");
        response.has("referrer-policy: no-referrer");
        assert!(response.head.contains("\r\ncontent-security-policy: default-src 'none'; "), "{path}");
        assert!(!response.head.contains("access-control") && !response.head.contains("unsafe-inline"), "{path}");
    }
    let head = server.request("HEAD /page.js HTTP/1.1", &[]);
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    head.has("content-length: 9");
}

#[test]
fn the_smallest_accepted_form_of_a_file_is_sent() {
    let server = Server::start(&folder("encodings"), &[]);
    for (path, accepted, encoding, body) in [
        ("/page.js", "gzip, deflate, br", Some("br"), "brotli"),
        ("/page.js", "gzip", Some("gzip"), "gzip"),
        ("/page.css", "br, gzip", Some("gzip"), "gzip"),
        ("/page.css", "br", None, "body {}"),
        ("/page.js", "br;q=0", None, "export {}"),
        ("/none.js", "br", None, "There is no such file.\n"),
    ] {
        let response = server.request(&format!("GET {path} HTTP/1.1"), &[&format!("Accept-Encoding: {accepted}")]);
        assert_eq!(response.body, body, "{path} {accepted}");
        match encoding {
            Some(encoding) => response.has(&format!("content-encoding: {encoding}")),
            None => assert!(!response.head.contains("content-encoding"), "{path} {accepted}"),
        }
    }
}

#[test]
fn files_with_a_hash_in_their_names_are_kept_and_others_are_asked_for_anew() {
    let server = Server::start(&folder("kept"), &[]);
    let kept = "cache-control: public, max-age=31536000, immutable";
    for (path, line) in [
        ("/page.0123456789.js", kept),
        ("/0123456789.js", "cache-control: no-cache"),
        ("/page.012345678z.js", "cache-control: no-cache"),
        ("/", "cache-control: no-cache"),
        ("/none.0123456789.js", "cache-control: no-cache"),
    ] {
        server.get(path).has(line);
    }
    let tag_of = |response: &Response| {
        let tag = response.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
        tag.to_owned()
    };
    let tag = tag_of(&server.get("/page.js"));
    for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}")] {
        let again = server.request("GET /page.js HTTP/1.1", &[&format!("If-None-Match: {known}")]);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{known}");
        again.has(&format!("etag: {tag}"));
    }
    let other = ["Accept-Encoding: gzip", &format!("If-None-Match: {tag}")];
    let other = server.request("GET /page.js HTTP/1.1", &other);
    assert_eq!((other.status, other.body.as_str()), (200, "gzip"));
    assert_ne!(tag_of(&other), tag);
}

#[test]
fn a_game_that_is_named_is_opened() {
    let folder = folder("game");
    assert_eq!(Server::start(&folder, &["demichess"]).fragment, "#game=demichess");
    let text = "game%20%22Mine%20%26%20yours%22%20extends%20fide%0A";
    assert_eq!(Server::start(&folder, &["mine.variant"]).fragment, format!("#text={text}&game=mine"));
}

#[test]
fn no_path_leads_out_of_the_page() {
    let folder = folder("paths");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.txt", folder.join("page/link.txt")).unwrap();
    let server = Server::start(&folder, &[]);
    let outside = folder.join("secret.txt");
    let outside = outside.to_str().unwrap();
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/deep/../../secret.txt",
        "/..%5csecret.txt",
        "/..\\secret.txt",
        "/link.txt",
        "/.hidden",
        "/%2ehidden",
        "/deep",
        "/deep/",
        "//secret.txt",
        "/page.js%00",
        "/%ff",
        "/none.txt",
        outside,
        &format!("/{outside}"),
        &outside.replace('/', "%2f"),
    ] {
        let response = server.get(path);
        assert!(response.status >= 400 && !response.body.contains("a secret"), "{path}: {response:?}");
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn other_hosts_and_methods_are_refused() {
    let server = Server::start(&folder("hosts"), &[]);
    let status = |headers: &[String]| {
        server.send(format!("GET / HTTP/1.1\r\n{}\r\n\r\n", headers.join("\r\n")).as_bytes()).status
    };
    let host = format!("Host: 127.0.0.1:{}", server.port);
    assert_eq!(status(std::slice::from_ref(&host)), 200);
    assert_eq!(status(&[format!("host: localhost:{}", server.port)]), 200);
    for wrong in ["127.0.0.1", "localhost", "evil.example", "127.0.0.1:1", "evil.example:80", ""] {
        assert_eq!(status(&[format!("Host: {wrong}")]), 403, "{wrong}");
    }
    assert_eq!(status(&["X: y".to_owned()]), 403, "without a host");
    assert_eq!(status(&[host, "Host: evil.example".to_owned()]), 403, "with two hosts");
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE"] {
        assert_eq!(server.request(&format!("{method} /page.js HTTP/1.1"), &[]).status, 405, "{method}");
    }
    assert_eq!(server.request("GET http://evil.example/page.js HTTP/1.1", &[]).status, 404);
}

#[test]
fn garbage_and_long_requests_do_no_harm() {
    let mut server = Server::start(&folder("garbage"), &[]);
    let long = "x".repeat(1 << 17);
    let many: Vec<&str> = vec!["X: y"; 1000];
    assert!(matches!(server.get(&format!("/{long}")).status, 0 | 400..));
    assert!(matches!(server.request("GET / HTTP/1.1", &[&format!("X: {long}")]).status, 0 | 400..));
    assert!(matches!(server.request("GET / HTTP/1.1", &many).status, 0 | 400..));
    let good = format!("GET /page.js HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAccept-Encoding: br\r\n\r\n", server.port);
    let mut dice = Dice::new(1);
    for _ in 0..200 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..dice.between(1, 4) {
            let at = dice.below(bytes.len());
            bytes[at] = dice.below(256) as u8;
        }
        // A server would wait for the rest of a request without the empty line.
        bytes.extend(b"\r\n\r\n");
        let response = server.send(&bytes);
        assert!(matches!(response.status, 0 | 200 | 400..=499), "{response:?}");
    }
    // A request that does not arrive blocks one worker for a while, and no other.
    let silent: Vec<_> = (0..8).map(|_| TcpStream::connect(("127.0.0.1", server.port)).unwrap()).collect();
    assert_eq!(server.get("/").status, 200);
    drop(silent);
    assert!(server.child.try_wait().unwrap().is_none(), "the server runs");
}

#[test]
fn what_cannot_be_served_is_refused_with_a_reason() {
    let folder = folder("refused");
    let refused = |arguments: &[&str]| {
        let Output { status, stdout, stderr } = command(&folder, arguments).output().unwrap();
        assert!(status.code() == Some(1) && stdout.is_empty(), "{arguments:?}: {status}");
        String::from_utf8(stderr).unwrap()
    };
    let nowhere = refused(&["fide", "--page", "deep"]);
    assert!(nowhere.contains("command::unreadable-file") && nowhere.contains("run page"), "{nowhere}");
    let running = Server::start(&folder, &[]);
    // A release build may have a page.
    let without = refused(&["--port", &running.port.to_string()]);
    assert!(without.contains("playground/dist") || without.contains("--port"), "{without}");
    assert!(refused(&["--page", "page", "--port", &running.port.to_string()]).contains("--port"));
    assert!(refused(&["no-such-game", "--page", "page"]).contains("command::unknown-game"));
}

#[test]
fn the_help_names_a_command_that_builds_all_that_the_page_needs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web").join("without a page");
    fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    let output = command.args(["web", "--page", "."]).current_dir(&folder).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let one_line: String = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line.contains("`npm --prefix playground run page` builds it"), "{told}");
    let read = |file: &str| fs::read_to_string(weakfish_testing::root().join(file)).unwrap();
    let package: serde_json::Value = serde_json::from_str(&read("playground/package.json")).unwrap();
    let help = Command::new(env!("CARGO_BIN_EXE_weakfish")).args(["web", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let in_docs = read("docs/playing.md");
    for text in [&help, &in_docs, &one_line, &read("docs/playground.md")] {
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        for command in text.split("npm --prefix playground run ").skip(1) {
            let name = command.split(|char: char| !char.is_ascii_lowercase()).next().unwrap();
            assert!(package["scripts"][name].is_string(), "{name}");
        }
    }
    assert!(
        help.split_whitespace().collect::<Vec<_>>().join(" ").contains("`npm --prefix playground run page` builds it")
    );
    assert!(in_docs.contains("`npm --prefix playground run page` builds the page"));
    let steps: Vec<&str> = package["scripts"]["page"].as_str().unwrap().split(" && ").collect();
    // A fresh clone has neither the package that the page uses nor the tools that build the page.
    assert!(matches!(
        steps.as_slice(),
        ["../bindings/js/build", install, "npm run build", "npm run serve"] if install.starts_with("npm ci --ignore-scripts")
    ));
    assert!(weakfish_testing::root().join("bindings/js/build").is_file());
    // What compiles for minutes says so.
    assert!(!read("bindings/js/build").contains("build --quiet"));
}
