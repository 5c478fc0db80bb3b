//! Messages of the Language Server Protocol on a byte stream, each behind a header with its length.
//!
//! The reader of `lsp_server` ends at the first invalid message and allocates as many bytes as a header names. This reader
//! bounds the length and continues with the next message.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message, RequestId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum length of a message in bytes: some dozens of the longest definitions.
const MAX_BYTES: usize = 64 << 20;

/// Maximum number of bytes that are read at once in search of a header.
const MAX_LINE_BYTES: usize = 4096;

/// The header with the length of a message in bytes.
const LENGTH: &str = "content-length:";

/// The next item of the stream: a message or an invalid one.
#[derive(Debug)]
pub(super) enum Received {
    Message(Message),
    Invalid(InvalidMessage),
}

/// Why something is no message, with the id of the request that it would have been.
#[derive(Debug)]
pub(super) struct InvalidMessage {
    pub(super) id: Option<RequestId>,
    pub(super) code: ErrorCode,
    pub(super) reason: String,
}

impl InvalidMessage {
    fn without_id(code: ErrorCode, reason: String) -> Received {
        Received::Invalid(Self { id: None, code, reason })
    }
}

/// Reads the next message.
///
/// # Errors
/// If the stream ends, or fails.
pub(super) fn receive(reader: &mut impl BufRead) -> io::Result<Received> {
    let written = read_header(reader)?;
    let Some(length) = written.parse::<usize>().ok().filter(|&length| length <= MAX_BYTES) else {
        let reason = format!("`Content-Length` is a number of bytes, at most {MAX_BYTES}, not `{written}`");
        return Ok(InvalidMessage::without_id(ErrorCode::InvalidRequest, reason));
    };
    let mut body = Vec::new();
    let found = reader.by_ref().take(length as u64).read_to_end(&mut body)?;
    if found < length {
        let reason = format!("the input ended after {found} of the {length} bytes of a message");
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, reason));
    }
    Ok(parse_message(&body))
}

/// Reads up to the end of the next header; returns the length in it as it is written. Anything else is skipped: the body of a
/// message with a wrong length stands there.
fn read_header(reader: &mut impl BufRead) -> io::Result<String> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        // A header may begin at the end of a long line that is read in parts.
        let kept = if line.ends_with(b"\n") { 0 } else { line.len().min(2 * LENGTH.len() + 32) };
        line.drain(..line.len() - kept);
        if reader.by_ref().take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut line)? == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the editor has closed the stream"));
        }
        let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
        if let Some(at) = text.rfind(LENGTH).filter(|_| text.ends_with('\n')) {
            length = Some(text[at + LENGTH.len()..].trim().to_owned());
        } else if text.trim_end_matches(['\r', '\n']).is_empty()
            && let Some(length) = length.take()
        {
            return Ok(length);
        }
    }
}

/// Parses the body of a message.
fn parse_message(body: &[u8]) -> Received {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return InvalidMessage::without_id(ErrorCode::ParseError, format!("a message is JSON: {error}")),
    };
    if let Ok(message) = Message::deserialize(&value) {
        return Received::Message(message);
    }
    let id = value.get("id").and_then(|id| RequestId::deserialize(id).ok());
    let reason = "a message is a request, a notification or a response".to_owned();
    Received::Invalid(InvalidMessage { id, code: ErrorCode::InvalidRequest, reason })
}

/// Writes a message.
pub(super) fn send(message: &impl Serialize) -> io::Result<()> {
    #[derive(Serialize)]
    struct Versioned<'a, M> {
        jsonrpc: &'static str,
        #[serde(flatten)]
        message: &'a M,
    }
    let body = serde_json::to_string(&Versioned { jsonrpc: "2.0", message })?;
    let mut output = io::stdout().lock();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One word for each item received from a stream.
    fn received(stream: &[u8]) -> Vec<String> {
        let mut stream = stream;
        let mut all = Vec::new();
        while let Ok(received) = receive(&mut stream) {
            all.push(match received {
                Received::Message(Message::Request(request)) => request.method,
                Received::Message(Message::Notification(notification)) => notification.method,
                Received::Message(Message::Response(response)) => format!("response {}", response.id),
                Received::Invalid(InvalidMessage { id: Some(id), code, .. }) => format!("{code:?} of {id}"),
                Received::Invalid(InvalidMessage { code, .. }) => format!("{code:?}"),
            });
        }
        all
    }

    fn framed(body: impl AsRef<[u8]>) -> Vec<u8> {
        let body = body.as_ref();
        [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
    }

    #[test]
    fn an_invalid_message_costs_only_itself() {
        let after = [framed(r#"{"jsonrpc":"2.0","method":"exit"}"#), framed(r#"{"id":"a","method":"b"}"#)].concat();
        for (body, told) in [
            (&b"{"[..], "ParseError"),
            (b"", "ParseError"),
            (b"\xFF\xFE\xFD", "ParseError"),
            (b"{\"id\":1,\"method\":\"\xFF\"}", "ParseError"),
            ("\u{FEFF}{}".as_bytes(), "ParseError"),
            ("[".repeat(10_000).as_bytes(), "ParseError"),
            (b"[]", "InvalidRequest"),
            (b"null", "InvalidRequest"),
            (br#"{"id":7}"#, "InvalidRequest of 7"),
            (br#"{"id":1.5,"method":7}"#, "InvalidRequest"),
        ] {
            assert_eq!(received(&[framed(body), after.clone()].concat()), [told, "exit", "b"], "{told}");
        }
    }

    #[test]
    fn a_length_that_can_not_be_obeyed_costs_only_its_message() {
        let exit = framed(r#"{"method":"exit"}"#);
        for length in ["9223372036854775807", "18446744073709551616", "67108865", "-1", "many", ""] {
            for rest in [String::new(), "{}".to_owned(), "x".repeat(2 * MAX_LINE_BYTES - 7)] {
                let stream = [format!("Content-Length: {length}\r\n\r\n{rest}").as_bytes(), &exit].concat();
                assert_eq!(received(&stream), ["InvalidRequest", "exit"], "{length} {}", rest.len());
            }
        }
        let short = [b"Content-Length: 5\r\n\r\n{\"method\":\"exit\"}", &exit[..]].concat();
        assert_eq!(received(&short), ["ParseError", "exit"]);
        assert!(received(b"Content-Length: 100\r\n\r\n{}").is_empty());
        assert_eq!(received(&[b"foo: bar\r\n\r\n\n{\"id\":1}\n", &exit[..]].concat()), ["exit"]);
    }

    #[test]
    fn other_headers_and_small_letters_are_read() {
        let stream = b"content-type: x\r\ncontent-length: 17\nA: b\r\n\n{\"method\":\"exit\"}";
        assert_eq!(received(stream), ["exit"]);
    }
}
