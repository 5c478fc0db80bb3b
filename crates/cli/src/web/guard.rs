//! Whose requests are answered.
//!
//! Any page that the browser shows can send requests to this machine, and a name that its owner points here makes them
//! look as if they were of the same origin. So the name of the host is compared, the origin is, and all but the files of
//! the page needs a token that only whoever started the program has seen.

use std::fmt;
use std::io;

use hyper::HeaderMap;
use hyper::header::{AUTHORIZATION, HOST, HeaderName, ORIGIN};

use crate::console::Failure;

/// A secret of 128 bits.
pub(super) struct Token(u128);

impl Token {
    /// Another one each time, from the operating system.
    pub(super) fn random() -> Result<Self, Failure> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| Failure::Output(io::Error::other(error)))?;
        Ok(Self(u128::from_ne_bytes(bytes)))
    }
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.0)
    }
}

/// Knows the right names and the token.
pub(super) struct Guard {
    hosts: [String; 2],
    bearer: String,
}

impl Guard {
    pub(super) fn new(port: u16, token: &Token) -> Self {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        Self { hosts, bearer: format!("Bearer {token}") }
    }

    /// Whether a request is for this server by its own name, and from no page of another origin.
    pub(super) fn admits(&self, headers: &HeaderMap) -> bool {
        let Ok(Some(host)) = only(headers, &HOST) else { return false };
        let is_own = self.hosts.iter().any(|own| own.as_bytes() == host);
        let origin = match only(headers, &ORIGIN) {
            Ok(origin) => origin,
            Err(Several) => return false,
        };
        is_own && origin.is_none_or(|origin| origin.strip_prefix(b"http://") == Some(host))
    }

    /// Whether a request brings the token.
    pub(super) fn knows(&self, headers: &HeaderMap) -> bool {
        let Ok(Some(brought)) = only(headers, &AUTHORIZATION) else { return false };
        // All bytes are compared, so that the time does not tell how many are right.
        let differences = brought.iter().zip(self.bearer.as_bytes()).map(|(one, other)| one ^ other);
        brought.len() == self.bearer.len() && differences.fold(0, |all, one| all | one) == 0
    }
}

/// A header that must not stand twice stands twice.
struct Several;

fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h [u8]>, Several> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() { Err(Several) } else { Ok(first.map(hyper::header::HeaderValue::as_bytes)) }
}
