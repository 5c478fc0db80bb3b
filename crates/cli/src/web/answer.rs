//! Answers with the headers that all of them have.

use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::header::{REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS};
use hyper::{Response, StatusCode};

use super::content::Content;

/// What the page may do: use what comes from here, in workers too, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// An answer of a type.
pub(super) fn answer(status: StatusCode, kind: &'static str, content: impl Into<Content>) -> Response<Content> {
    let mut response = Response::new(content.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        // A page that no other shares a process with may share memory with its workers, and so stop them.
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is not answered, as a sentence.
pub(super) fn refusal(status: StatusCode, reason: &str) -> Response<Content> {
    answer(status, "text/plain; charset=utf-8", format!("{reason}\n").into_bytes())
}
