//! `weakfish play --web`: what it serves, to whom, and that nothing sent to it does harm.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// No answer takes so long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of its own for a test, with a page in it and something beside the page that is nobody's business.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("page/deep")).unwrap();
    for (file, text) in [
        ("page/index.html", "<!doctype html><title>page</title>"),
        ("page/page.js", "export {}"),
        ("page/page.css", "body {}"),
        ("page/engine.wasm", "\0asm"),
        ("page/deep/odd name.svg", "<svg/>"),
        ("page/.hidden", "a secret"),
        ("secret.txt", "a secret"),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(["play", "--web"]).args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The program, which ends with this.
struct Program {
    child: Child,
    port: u16,
    token: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    fn start(name: &str, arguments: &[&str]) -> Self {
        Self::start_in(&folder(name), arguments)
    }

    fn start_in(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = command(folder, &[&["--page", "page"][..], arguments].concat()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://127.0.0.1:").expect("an address");
        let (port, token) = address.split_once("/#token=").expect("a token");
        assert!(token.len() == 32 && token.chars().all(|digit| digit.is_ascii_hexdigit()), "{line}");
        Self { port: port.parse().unwrap(), token: token.to_owned(), child }
    }

    /// Sends bytes.
    fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // Of a request that is refused early, the rest may not be taken.
        let _ = stream.write_all(bytes);
        stream
    }

    /// What comes back until the connection is closed.
    fn heard(&self, bytes: &[u8]) -> String {
        let mut stream = self.send(bytes);
        let mut heard = Vec::new();
        if let Err(error) = stream.read_to_end(&mut heard) {
            assert!(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "no end: {error}");
        }
        String::from_utf8_lossy(&heard).into_owned()
    }

    /// The answer to a request with some more lines in its head.
    fn ask(&self, line: &str, more: &[&str], body: &str) -> Answer {
        let host = format!("Host: 127.0.0.1:{}", self.port);
        let length = format!("Content-Length: {}", body.len());
        let head = [&[line, &host, &length][..], more].concat().join("\r\n");
        Answer::read(&self.heard(format!("{head}\r\n\r\n{body}").as_bytes()))
    }

    fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET {path} HTTP/1.1"), &[], "")
    }

    fn bearer(&self) -> String {
        format!("Authorization: Bearer {}", self.token)
    }

    fn question(&self, question: &Value) -> Vec<u8> {
        let (host, body) = (format!("127.0.0.1:{}", self.port), question.to_string());
        let head = format!("POST /search HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{}", self.bearer());
        format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    /// The lines that a search answers with.
    fn search(&self, question: &Value) -> Vec<Value> {
        let answer = Answer::read(&self.heard(&self.question(question)));
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.lines()
    }
}

#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Self { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// The lines of JSON in a body that is sent in pieces.
    fn lines(&self) -> Vec<Value> {
        self.body.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[track_caller]
    fn has(&self, line: &str) {
        assert!(self.head.lines().any(|other| other == line), "no {line} in {}", self.head);
    }
}

#[test]
fn the_files_of_the_page_are_served_as_what_they_are() {
    let program = Program::start("files", &[]);
    for (path, kind, body) in [
        ("/", "text/html; charset=utf-8", "<!doctype html><title>page</title>"),
        ("/index.html?x=y", "text/html; charset=utf-8", "<!doctype html><title>page</title>"),
        ("/page.js", "text/javascript; charset=utf-8", "export {}"),
        ("/page.css", "text/css; charset=utf-8", "body {}"),
        ("/engine.wasm", "application/wasm", "\0asm"),
        ("/deep/odd%20name.svg", "image/svg+xml", "<svg/>"),
    ] {
        let answer = program.get(path);
        assert_eq!((answer.status, answer.body.as_str()), (200, body), "{path}");
        answer.has(&format!("content-type: {kind}"));
        answer.has("x-content-type-options: nosniff");
        answer.has("cross-origin-resource-policy: same-origin");
        answer.has("referrer-policy: no-referrer");
        answer.has("cache-control: no-store");
        assert!(answer.head.contains("\r\ncontent-security-policy: default-src 'none'; "), "{path}");
        assert!(!answer.head.contains("access-control") && !answer.head.contains("unsafe-inline"), "{path}");
    }
    let head = program.ask("HEAD /page.js HTTP/1.1", &[], "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn no_path_leads_out_of_the_page() {
    let folder = folder("paths");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.txt", folder.join("page/link.txt")).unwrap();
    let program = Program::start_in(&folder, &[]);
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
        let answer = program.get(path);
        assert!(answer.status >= 400 && !answer.body.contains("a secret"), "{path}: {answer:?}");
    }
    assert_eq!(program.get("/").status, 200);
}

#[test]
fn nobody_else_is_answered() {
    let program = Program::start("guard", &["fide"]);
    let own = program.bearer();
    let other = format!("Authorization: Bearer {}", "0".repeat(32));
    let longer = format!("{own}0");
    for more in [vec![], vec![other.as_str()], vec![&longer], vec![&own, &own], vec!["Authorization: Basic x"]] {
        for line in ["GET /game HTTP/1.1", "POST /search HTTP/1.1", "POST / HTTP/1.1", "DELETE /page.js HTTP/1.1"] {
            assert_eq!(program.ask(line, &more, "{}").status, 401, "{line} {more:?}");
        }
    }
    assert_eq!(program.ask("GET /game HTTP/1.1", &[&own], "").status, 200);
    assert_eq!(program.ask("DELETE /page.js HTTP/1.1", &[&own], "").status, 405);

    let host = format!("127.0.0.1:{}", program.port);
    let local = format!("localhost:{}", program.port);
    let asked = |line: &str, head: &[String]| {
        let head = [&[line.to_owned()][..], head, std::slice::from_ref(&own)].concat().join("\r\n");
        Answer::read(&program.heard(format!("{head}\r\n\r\n").as_bytes())).status
    };
    for line in ["GET / HTTP/1.1", "GET /game HTTP/1.1"] {
        for host in [&host, &local] {
            assert_eq!(asked(line, &[format!("Host: {host}")]), 200, "{line} {host}");
            assert_eq!(asked(line, &[format!("Host: {host}"), format!("Origin: http://{host}")]), 200, "{line} {host}");
        }
        for wrong in ["127.0.0.1", "localhost", "evil.example", "127.0.0.1:1", "evil.example:80", ""] {
            assert_eq!(asked(line, &[format!("Host: {wrong}")]), 403, "{line} {wrong}");
        }
        assert!(asked(line, &[]) >= 400, "{line} without a host");
        assert!(
            asked(line, &[format!("Host: {host}"), "Host: evil.example".to_owned()]) >= 400,
            "{line} with two hosts"
        );
        let absolute = line.replacen(" /", " http://evil.example/", 1);
        assert_eq!(asked(&absolute, &[format!("Host: {host}")]), 403);
        for origin in [
            "http://evil.example",
            "null",
            "",
            "https://127.0.0.1",
            &format!("https://{host}"),
            &format!("http://{local}"),
        ] {
            let head = [format!("Host: {host}"), format!("Origin: {origin}")];
            assert_eq!(asked(line, &head), 403, "{line} from {origin}");
        }
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let program = Program::start("large", &[]);
    let host = format!("Host: 127.0.0.1:{}\r\n{}", program.port, program.bearer());
    let status = |request: String| Answer::read(&program.heard(request.as_bytes())).status;
    assert_eq!(status(format!("POST /search HTTP/1.1\r\n{host}\r\nContent-Length: {}\r\n\r\n", (1 << 20) + 1)), 413);
    assert!(status(format!("POST /search HTTP/1.1\r\n{host}\r\nContent-Length: {}\r\n\r\n", u64::MAX)) >= 400);
    assert!(status(format!("POST /search HTTP/1.1\r\n{host}\r\nContent-Length: 1{}\r\n\r\n", u64::MAX)) >= 400);
    // What comes in pieces has no length at first.
    let mut stream =
        program.send(format!("POST /search HTTP/1.1\r\n{host}\r\nTransfer-Encoding: chunked\r\n\r\n").as_bytes());
    let piece = format!("10000\r\n{}\r\n", " ".repeat(1 << 16));
    let sent = (0..64).take_while(|_| stream.write_all(piece.as_bytes()).is_ok()).count();
    let mut heard = String::new();
    let ended = stream.read_to_string(&mut heard);
    assert!(sent < 64 || ended.is_err() || Answer::read(&heard).status == 413, "{heard}");
    let long = "x".repeat(1 << 17);
    assert!(matches!(status(format!("GET /{long} HTTP/1.1\r\n{host}\r\n\r\n")), 0 | 400..));
    assert!(matches!(status(format!("GET / HTTP/1.1\r\n{host}\r\nX: {long}\r\n\r\n")), 0 | 400..));
    let many = "X: y\r\n".repeat(1000);
    assert!(matches!(status(format!("GET / HTTP/1.1\r\n{host}\r\n{many}\r\n")), 0 | 400..));
    assert_eq!(program.get("/").status, 200);
}

#[test]
fn garbage_does_no_harm() {
    let mut program = Program::start("garbage", &[]);
    let good = program.question(&json!({ "definition": "fide", "limits": { "depth": 1 } }));
    // An ordinary generator of numbers (Knuth's) is enough to damage requests.
    let mut state = 1_u64;
    let mut dice = move |sides: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % sides
    };
    for _ in 0..300 {
        let mut bytes = good.clone();
        match dice(4) {
            0 => bytes = (0..dice(400)).map(|_| dice(256) as u8).collect(),
            1 => bytes.truncate(dice(bytes.len())),
            2 => drop(bytes.splice(dice(20)..20 + dice(40), [b'\n', 0, 255])),
            _ => (0..=dice(4)).for_each(|_| {
                let at = dice(bytes.len());
                bytes[at] = dice(256) as u8;
            }),
        }
        let mut stream = program.send(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard);
    }
    for body in [
        "",
        "{}",
        "[]",
        "null",
        "{\"definition\":1}",
        "{\"definition\":\"no such game\"}",
        "{\"definition\":{\"text\":\"\"}}",
        "{\"definition\":\"fide\",\"limits\":{\"seconds\":-1}}",
        "{\"definition\":\"fide\",\"limits\":{\"seconds\":1e999}}",
        "{\"definition\":\"fide\",\"limits\":{\"level\":999}}",
        "{\"definition\":\"fide\",\"position\":{\"fen\":\"/\"}}",
        "{\"definition\":\"fide\",\"position\":{\"setup\":\"none\"}}",
        "{\"definition\":\"fide\",\"position\":{\"moves\":[\"\"]}}",
        "{\"definition\":\"fide\",\"position\":{\"moves\":[\"e2e5\"]}}",
        "{\"definition\":\"fide\",\"limits\":{\"clock\":{\"white\":1e300,\"black\":0,\"whiteIncrement\":-1}}}",
        &"[".repeat(100_000),
    ] {
        let answer = program.ask("POST /search HTTP/1.1", &[&program.bearer()], body);
        let refused = answer.status == 400 || (answer.status == 200 && answer.body.contains("{\"refused\":\""));
        assert!(refused, "{}: {answer:?}", &body[..body.len().min(100)]);
    }
    assert!(program.child.try_wait().unwrap().is_none());
    assert!(
        program.search(&json!({ "definition": "fide", "limits": { "depth": 1 } })).last().unwrap()["found"]["move"]
            .is_string()
    );
}

#[test]
fn a_search_tells_what_it_finds_line_by_line() {
    let program = Program::start("search", &["--threads", "2"]);
    let mate = json!({
        "definition": { "text": "game \"Mine\" extends \"base.variant\"\n", "name": "mine.variant",
                        "files": { "base.variant": "game \"Base\" extends fide\n" } },
        "position": { "fen": "k7/8/1K6/8/8/8/8/6R1 w - - 0 1", "moves": [] },
        "limits": { "depth": 4, "lines": 2 },
    });
    // A second time the searcher is the one that is kept.
    for _ in 0..2 {
        let told = program.search(&mate);
        let (last, before) = told.split_last().unwrap();
        assert!(!before.is_empty() && before.iter().all(|line| line["progress"]["depth"].is_number()), "{told:?}");
        let found = &last["found"];
        assert_eq!(found["move"], "g1g8", "{found}");
        let lines = found["progress"]["lines"].as_array().unwrap();
        assert_eq!((lines.len(), &lines[0]["score"]["mate"], &lines[0]["texts"][0]), (2, &json!(1), &json!("Rg8#")));
    }
    let played = json!({ "definition": "fide", "position": { "moves": ["f2f3", "e7e5", "g2g4"] }, "limits": { "depth": 2, "level": 20 } });
    assert_eq!(program.search(&played).last().unwrap()["found"]["move"], "d8h4");
    let over = json!({ "definition": "fide", "position": { "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] } });
    assert_eq!(program.search(&over).last().unwrap()["found"]["move"], Value::Null);
}

#[test]
fn a_search_ends_with_its_connection() {
    let program = Program::start("stop", &[]);
    let endless = program.question(&json!({ "definition": "demichess", "limits": { "lines": 3 } }));
    let short = program.question(&json!({ "definition": "demichess", "limits": { "depth": 1 } }));
    for _ in 0..5 {
        let mut stream = program.send(&endless);
        let mut first = [0; 4096];
        let mut heard = String::new();
        while !heard.contains("{\"progress\"") {
            let length = stream.read(&mut first).unwrap();
            assert!(length > 0, "{heard}");
            heard += &String::from_utf8_lossy(&first[..length]);
        }
        // Its thread is the only one.
        assert_eq!(Answer::read(&program.heard(&short)).status, 503);
        drop(stream);
        // A search waits for a thread for less time than the endless one would take.
        let answer = Answer::read(&program.heard(&short));
        assert!(answer.status == 200 && answer.body.contains("{\"found\""), "{answer:?}");
    }
}

#[test]
fn the_game_comes_with_its_files_and_moves() {
    let folder = folder("game");
    fs::create_dir_all(folder.join("lib")).unwrap();
    fs::write(folder.join("mine.variant"), "game \"Mine\" extends \"lib/base.variant\"\n").unwrap();
    fs::write(folder.join("lib/base.variant"), "game \"Base\" extends fide\n").unwrap();
    let opened = |arguments: &[&str]| {
        let program = Program::start_in(&folder, arguments);
        let answer = program.ask("GET /game HTTP/1.1", &[&program.bearer()], "");
        serde_json::from_str::<Value>(&answer.body).unwrap()
    };
    let game = opened(&["mine.variant", "--play", "1. e4 e5"]);
    assert_eq!(
        (&game["name"], &game["path"], &game["moves"]),
        (&json!("mine"), &json!("mine.variant"), &json!(["e2e4", "e7e5"]))
    );
    assert!(game["text"].as_str().unwrap().contains("\"Mine\""));
    assert!(game["files"]["lib/base.variant"].as_str().unwrap().contains("\"Base\""), "{game}");
    assert_eq!(opened(&["demichess"])["name"], "demichess");
    assert_eq!(opened(&[]), Value::Null);
    fs::write(folder.join("wrong.variant"), "nonsense\n").unwrap();
    assert_eq!(opened(&["wrong.variant"])["text"], "nonsense\n");
}

#[test]
fn what_can_not_be_served_is_told() {
    let folder = folder("refused");
    let refused = |arguments: &[&str], code: i32| {
        let Output { status, stdout, stderr } = command(&folder, arguments).output().unwrap();
        assert!(status.code() == Some(code) && stdout.is_empty(), "{arguments:?}: {status}");
        String::from_utf8(stderr).unwrap()
    };
    let nowhere = refused(&["fide", "--page", "deep"], 1);
    assert!(nowhere.contains("command::unreadable-file") && nowhere.contains("npm run build"), "{nowhere}");
    assert!(refused(&[], 1).contains("playground/dist"));
    let running = Program::start_in(&folder, &[]);
    assert!(refused(&["--page", "page", "--port", &running.port.to_string()], 1).contains("--port"));
    assert!(refused(&["no-such-game", "--page", "page"], 1).contains("command::unknown-game"));
    assert!(refused(&["fide", "--page", "page", "--level", "3"], 2).contains("--web"));
}
