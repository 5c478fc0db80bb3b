//! The order of words: how a conversation begins and ends, what is refused, and what is taken back.

use std::fmt::Write;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::client::Client;
use super::{UNTITLED, at};

const PARSE_ERROR: i64 = -32700;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_REQUEST: i64 = -32600;
const INVALID_PARAMS: i64 = -32602;
const NOT_INITIALIZED: i64 = -32002;
const CANCELLED: i64 = -32800;

fn code(answer: Result<Value, Value>) -> i64 {
    answer.expect_err("an error")["code"].as_i64().unwrap()
}

#[test]
fn a_conversation_ends_as_the_protocol_says() {
    assert_eq!(Client::start(json!({})).shut_down(), Some(0));
    assert_eq!(Client::start(json!({})).exit(), Some(1), "without `shutdown`");
    assert_eq!(Client::start(json!({})).close(), Some(1), "without a word");
    assert_eq!(Client::uninitialized(&[]).exit(), Some(1), "before `initialize`");
    let mut client = Client::start(json!({}));
    client.call("shutdown", Value::Null).unwrap();
    assert_eq!(code(client.call("textDocument/hover", json!({}))), INVALID_REQUEST);
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_server_that_ends_says_why() {
    let end = |input: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (input, reason) in [
        (&b""[..], "closed"),
        (b"Content-Length: 100\r\n\r\n{}", "the input ended after 2 of the 100 bytes"),
        (b"Content-Length: 2\n{}\n", "closed"),
        (b"{\"id\":1}\n", "closed"),
    ] {
        let (code, told) = end(input);
        assert_eq!(code, Some(1));
        assert!(told.starts_with("weakfish lsp: ") && told.contains(reason), "{told}");
    }
    let exit = b"Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
    assert_eq!(end(exit), (Some(1), String::new()));
}

#[test]
fn what_is_no_message_is_answered_and_the_next_one_is_read() {
    let mut client = Client::start(json!({}));
    for (input, id, code) in [
        (&b"Content-Length: 1\r\n\r\n{"[..], Value::Null, PARSE_ERROR),
        (b"Content-Length: 4\r\n\r\n\xFF\xFE\xFD\xFC", Value::Null, PARSE_ERROR),
        (b"Content-Length: 8\r\n\r\n{\"id\":9}", json!(9), INVALID_REQUEST),
        (b"Content-Length: two\r\n\r\n", Value::Null, INVALID_REQUEST),
        (b"Content-Length: 9223372036854775807\r\n\r\n{}", Value::Null, INVALID_REQUEST),
    ] {
        client.write(input);
        let answer = client.receive();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{answer}");
    }
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn nothing_is_answered_for_the_text_before_a_change_that_can_not_be_read() {
    let mut client = Client::with(UNTITLED, "game \"Any\" extends fide\n");
    client.diagnostics(UNTITLED, 1);
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": UNTITLED, "version": 2 }, "contentChanges": 7 }),
    );
    let answer = client.call_at("formatting", UNTITLED, json!({ "options": { "tabSize": 2, "insertSpaces": true } }));
    assert_eq!(code(answer), INVALID_PARAMS);
    assert!(client.other_messages.iter().any(|message| message["method"] == "window/showMessage"));
    client.open(UNTITLED, "game \"Any\" extends fide\n");
    client.call_at("formatting", UNTITLED, json!({ "options": { "tabSize": 2, "insertSpaces": true } })).unwrap();
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn nothing_is_answered_before_initialize_and_that_only_once() {
    let mut client = Client::uninitialized(&[]);
    client.open(UNTITLED, "game \"Lost\"\n");
    assert_eq!(code(client.call("shutdown", Value::Null)), NOT_INITIALIZED);
    assert_eq!(code(client.call("initialize", json!({ "capabilities": 7 }))), INVALID_PARAMS);
    let result = client.call("initialize", json!({ "capabilities": {} })).unwrap();
    assert_eq!(result["serverInfo"]["name"], "weakfish");
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(result["capabilities"]["textDocumentSync"]["change"], 2);
    assert_eq!(code(client.call("initialize", json!({ "capabilities": {} }))), INVALID_REQUEST);
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn what_is_unknown_is_refused_and_nothing_else_happens() {
    let mut client = Client::start(json!({}));
    assert_eq!(code(client.call("weakfish/sing", json!({}))), METHOD_NOT_FOUND);
    assert_eq!(code(client.call("$/unknown", json!({}))), METHOD_NOT_FOUND);
    assert_eq!(code(client.call("textDocument/formatting", json!({ "textDocument": 1 }))), INVALID_PARAMS);
    assert_eq!(code(client.call_at("formatting", "untitled:closed", json!({ "options": {} }))), INVALID_PARAMS);
    for note in ["$/unknown", "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"] {
        client.notify(note, json!({ "nothing": [] }));
    }
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": "untitled:closed" } }));
    client.change("untitled:closed", 2, json!([{ "text": "" }]));
    client.send(&json!({ "jsonrpc": "2.0", "id": 44, "result": null }));
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn a_request_that_waits_can_be_taken_back() {
    let mut client = Client::with(UNTITLED, "game \"Any\" extends fide\n");
    // All of it is written at once, so that the last message is there before the first one is answered; should the
    // server be quicker, it has answered, and that is right, too.
    let mut all = String::new();
    let mut add = |message: Value| {
        let body = message.to_string();
        write!(all, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    };
    let ids: Vec<i64> = (1000..1200).collect();
    for id in &ids {
        let params = json!({ "textDocument": { "uri": UNTITLED }, "options": { "tabSize": 2, "insertSpaces": true } });
        add(json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/formatting", "params": params }));
    }
    for id in &ids {
        add(json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": id } }));
    }
    client.write(all.as_bytes());
    let answers: Vec<_> = ids.iter().map(|&id| client.response(id)).collect();
    let cancelled = answers.iter().filter(|answer| answer.as_ref().is_err_and(|error| error["code"] == CANCELLED));
    let (cancelled, answered) = (cancelled.count(), answers.iter().filter(|answer| answer.is_ok()).count());
    assert_eq!(cancelled + answered, ids.len());
    assert!(cancelled > 0, "none of {} was taken back", ids.len());
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn an_editor_may_count_bytes() {
    let text = "game \"♞🂡\" extends fid\n";
    let mut client = Client::start(json!({ "general": { "positionEncodings": ["utf-32", "utf-16", "utf-8"] } }));
    client.open(UNTITLED, text);
    let found = client.diagnostics(UNTITLED, 1);
    assert_eq!(found[0]["range"]["start"], at(0, text.find("fid\n").unwrap()));
    let mut client = Client::with(UNTITLED, text);
    let found = client.diagnostics(UNTITLED, 1);
    assert_eq!(found[0]["range"]["start"], at(0, 19), "a knight is one word of UTF-16, an ace is two");
}
