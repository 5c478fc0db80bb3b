//! Messages on a stream, each with its length before it.
//!
//! `lsp_server` has the messages, but its reader ends at the first one that it can't read, and takes room for as many
//! bytes as a header asks for. This one goes on with the next message.

use std::io::{self, BufRead, Read};

use lsp_server::{ErrorCode, Message, RequestId};
use serde::Deserialize;
use serde_json::Value;

/// No message is longer than this: some dozens of definitions of the greatest size.
const MAX_LENGTH: u64 = 64 << 20;

/// No header is longer than this.
const MAX_HEADER: u64 = 4096;

/// The header with the number of bytes of a message.
const LENGTH: &str = "content-length:";

/// What came in.
#[derive(Debug)]
pub(super) enum Received {
    /// A message.
    Message(Message),
    /// Something that is none.
    Broken(Broken),
    /// The stream has ended, for this reason, and nothing comes after it.
    Ended(String),
}

/// Why something is no message, and the request that it would have been, as far as that can be told.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) id: Option<RequestId>,
    pub(super) code: ErrorCode,
    pub(super) reason: String,
}

/// Something that is no message, and of which no request can be told either.
fn broken(code: ErrorCode, reason: String) -> Received {
    Received::Broken(Broken { id: None, code, reason })
}

/// The next message, or what stands in its place.
pub(super) fn receive(reader: &mut impl BufRead) -> Received {
    next(reader).unwrap_or_else(|error| Received::Ended(format!("the input can't be read: {error}")))
}

fn next(reader: &mut impl BufRead) -> io::Result<Received> {
    let length = match length(reader)? {
        Ok(length) => length,
        Err(reason) => return Ok(Received::Ended(reason)),
    };
    if length > MAX_LENGTH {
        io::copy(&mut reader.by_ref().take(length), &mut io::sink())?;
        let reason = format!("a message has at most {MAX_LENGTH} bytes");
        return Ok(broken(ErrorCode::InvalidRequest, reason));
    }
    let mut body = Vec::new();
    let come = reader.by_ref().take(length).read_to_end(&mut body)?;
    if come < length as usize {
        return Ok(Received::Ended(format!("the input ended after {come} of the {length} bytes of a message")));
    }
    Ok(read(&body))
}

/// The length of the next message, or the reason why there is none; what is no header is passed over.
fn length(reader: &mut impl BufRead) -> io::Result<Result<u64, String>> {
    let mut length = None;
    let mut passed = 0;
    loop {
        let mut line = Vec::new();
        let come = reader.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line)?;
        if come == 0 {
            return Ok(Err(match passed {
                0 => "the input ended without `exit`".to_owned(),
                _ => format!(
                    "the input ended, and no message begins in its last {passed} bytes: one begins with \
                     `Content-Length: BYTES` and an empty line"
                ),
            }));
        }
        passed += come;
        let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
        // After a message with a wrong length its rest stands before the next header.
        if let Some(at) = line.rfind(LENGTH) {
            length = line[at + LENGTH.len()..].trim().parse().ok();
        } else if line.trim_end_matches(['\r', '\n']).is_empty()
            && let Some(length) = length
        {
            return Ok(Ok(length));
        }
    }
}

fn read(body: &[u8]) -> Received {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return broken(ErrorCode::ParseError, format!("this is no JSON: {error}")),
    };
    if let Ok(message) = Message::deserialize(&value) {
        return Received::Message(message);
    }
    let id = value.get("id").and_then(|id| RequestId::deserialize(id).ok());
    let reason = "this is no request, notification or response".to_owned();
    Received::Broken(Broken { id, code: ErrorCode::InvalidRequest, reason })
}

/// A message with its header.
pub(super) fn framed(message: &impl serde::Serialize) -> io::Result<String> {
    let body = serde_json::to_string(message)?;
    Ok(format!("Content-Length: {}\r\n\r\n{body}", body.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes in of a stream, in a word each.
    fn received(mut stream: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            all.push(match receive(&mut stream) {
                Received::Ended(_) => return all,
                Received::Message(Message::Request(request)) => request.method,
                Received::Message(Message::Notification(notification)) => notification.method,
                Received::Message(Message::Response(response)) => format!("response {}", response.id),
                Received::Broken(Broken { id, code, .. }) => format!("{code:?} {id:?}"),
            });
        }
    }

    fn frame(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_is_no_message_costs_only_itself() {
        let exit = frame(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let request = frame(r#"{"jsonrpc":"2.0","id":"a","method":"b"}"#);
        for (broken, told) in [
            (frame("{"), "ParseError None"),
            (frame("\u{FEFF}"), "ParseError None"),
            (frame(&"[".repeat(10_000)), "ParseError None"),
            (frame("[]"), "InvalidRequest None"),
            (frame("null"), "InvalidRequest None"),
            (frame(r#"{"id":7}"#), "InvalidRequest Some(RequestId(I32(7)))"),
            (frame(r#"{"id":1.5,"method":7}"#), "InvalidRequest None"),
        ] {
            assert_eq!(received(format!("{broken}{exit}{request}").as_bytes()), [told, "exit", "b"], "{broken}");
        }
        let nonsense = "Content-Length: many\r\n\r\nfoo: bar\r\n\r\n\n\n";
        assert_eq!(received(format!("{nonsense}{exit}").as_bytes()), ["exit"]);
    }

    #[test]
    fn a_message_with_a_wrong_length_costs_only_itself() {
        let exit = frame(r#"{"method":"exit"}"#);
        let short = "Content-Length: 5\r\n\r\n{\"method\":\"exit\"}";
        assert_eq!(received(format!("{short}{exit}").as_bytes()), ["ParseError None", "exit"]);
        assert!(received(b"Content-Length: 100\r\n\r\n{}").is_empty());
        assert!(received(b"Content-Length: 99999999999999\r\n\r\n{}").len() == 1);
        assert!(received(b"Content-Length: 99999999999999999999999\r\n\r\n{}").is_empty());
    }

    #[test]
    fn more_headers_and_small_letters_are_read() {
        let stream = "content-type: x\r\ncontent-length: 17\r\nA: b\r\n\r\n{\"method\":\"exit\"}";
        assert_eq!(received(stream.as_bytes()), ["exit"]);
    }
}
