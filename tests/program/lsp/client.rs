//! An editor's end of a conversation with the program.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// A server that says nothing for so long has forgotten an answer.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A conversation.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    requests: i64,
    /// The last diagnostics of each text, as they were published.
    published: HashMap<String, Value>,
    /// What came that is neither an answer nor diagnostics.
    pub(crate) other_messages: Vec<Value>,
}

impl Client {
    /// A server, before the first word.
    pub(crate) fn uninitialized(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
        command
            .arg("lsp")
            .args(arguments)
            .current_dir(weakfish_testing::root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let (sender, output) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut reader) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self { child, input, output, requests: 0, published: HashMap::new(), other_messages: Vec::new() }
    }

    /// A server that knows what the editor can do.
    pub(crate) fn start(capabilities: Value) -> Self {
        let mut client = Self::uninitialized(&["--stdio"]);
        client.call("initialize", json!({ "capabilities": capabilities, "processId": null, "rootUri": null })).unwrap();
        client.notify("initialized", json!({}));
        client
    }

    /// A server with one open text.
    pub(crate) fn with(uri: &str, text: &str) -> Self {
        let mut client = Self::start(json!({}));
        client.open(uri, text);
        client
    }

    /// Writes bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; returns its number.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.requests += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.requests, "method": method, "params": params }));
        self.requests
    }

    /// The next message that comes.
    pub(crate) fn receive(&mut self) -> Value {
        let message = self.output.recv_timeout(TIMEOUT).expect("a message");
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    /// The answer to a request: its result, or its error.
    pub(crate) fn response(&mut self, id: i64) -> Result<Value, Value> {
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                return match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message["result"].clone()),
                };
            }
            self.record(message);
        }
    }

    fn record(&mut self, message: Value) {
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().unwrap().to_owned();
            self.published.insert(uri, message["params"].clone());
        } else {
            self.other_messages.push(message);
        }
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.request(method, params);
        self.response(id)
    }

    /// Asks something about a text.
    pub(crate) fn call_at(&mut self, method: &str, uri: &str, mut params: Value) -> Result<Value, Value> {
        params["textDocument"] = json!({ "uri": uri });
        self.call(&format!("textDocument/{method}"), params)
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let opened = json!({ "uri": uri, "languageId": "weakfish", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": opened }));
    }

    pub(crate) fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let changed = json!({ "uri": uri, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": changed, "contentChanges": changes }));
    }

    /// The diagnostics of a version of a text, as soon as they come.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            if let Some(published) = self.published.get(uri).filter(|published| published["version"] == version) {
                return published["diagnostics"].as_array().unwrap().clone();
            }
            let message = self.receive();
            self.record(message);
        }
    }

    /// What was published last of a text, when all that was sent has been answered.
    pub(crate) fn last_published(&mut self, uri: &str) -> Value {
        // Diagnostics are published when nothing waits; an unknown method is answered before that.
        loop {
            match self.output.recv_timeout(Duration::from_millis(300)) {
                Ok(message) => self.record(message),
                Err(_) => return self.published.get(uri).cloned().unwrap_or(Value::Null),
            }
        }
    }

    /// Forgets what was published, so that what comes next is new.
    pub(crate) fn forget_published(&mut self) {
        self.published.clear();
    }

    /// Ends the stream; returns the exit code.
    pub(crate) fn close(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().unwrap().code()
    }

    /// Says goodbye; returns the exit code.
    pub(crate) fn shut_down(mut self) -> Option<i32> {
        assert_eq!(self.call("shutdown", Value::Null), Ok(Value::Null));
        self.notify("exit", Value::Null);
        self.child.wait().unwrap().code()
    }

    /// The exit code after the word `exit`.
    pub(crate) fn exit(mut self) -> Option<i32> {
        self.notify("exit", Value::Null);
        self.child.wait().unwrap().code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(reader: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            header => length = header.strip_prefix("Content-Length: ")?.parse().ok()?,
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}
