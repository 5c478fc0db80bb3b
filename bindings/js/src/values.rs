//! Conversions between values of the library and of JavaScript.

use std::marker::PhantomData;
use std::ops::Range;

use js_sys::{Function, JSON};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::describe::WasmDescribe;
use weakfish::Report;
use weakfish::check::Refused;
use weakfish::diagnostic;
use weakfish::notation::TextError;
use weakfish::prose::capitalized;
use weakfish::source::{Source, Span, Utf16};

use crate::answers::{Diagnostic, Edit, Edits, Label, Mend, Place};

/// Reason why a call has no result, in a sentence. JavaScript gets an object `{ refused: string }`.
#[derive(Clone, Debug)]
pub struct Refusal(String);

impl Refusal {
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl From<Refusal> for JsValue {
    fn from(Refusal(reason): Refusal) -> Self {
        to_js(&json!({ "refused": reason })).map_or(Self::UNDEFINED, |answer| answer.0)
    }
}

impl From<TextError> for Refusal {
    fn from(error: TextError) -> Self {
        Self(error.to_string())
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        Self(format!("the definition has a mistake: {}", first_error(&refused.reports)))
    }
}

/// Returns the message of the first error.
pub fn first_error<'r>(reports: impl IntoIterator<Item = &'r Report>) -> String {
    let mut errors = reports.into_iter().flat_map(Report::diagnostics).filter(|problem| problem.is_error());
    errors.next().map(|error| error.message.clone()).unwrap_or_default()
}

/// Value of JavaScript made from a `T`.
pub struct Js<T>(JsValue, PhantomData<T>);

impl<T> WasmDescribe for Js<T> {
    fn describe() {
        JsValue::describe();
    }
}

impl<T> IntoWasmAbi for Js<T> {
    type Abi = <JsValue as IntoWasmAbi>::Abi;

    fn into_abi(self) -> Self::Abi {
        self.0.into_abi()
    }
}

impl<T> AsRef<JsValue> for Js<T> {
    fn as_ref(&self) -> &JsValue {
        &self.0
    }
}

/// Types that stand for values of JavaScript in the signatures of calls.
pub trait Typed {
    type Value;
    type Function;
}

impl<T> Typed for T {
    type Value = JsValue;
    type Function = Function;
}

/// Argument from JavaScript that is read as a `T`.
pub type Arg<T> = <T as Typed>::Value;

/// Function of JavaScript that is given a `T` and returns an `R`.
pub type Callback<T, R> = <(T, R) as Typed>::Function;

/// Serializes an answer for JavaScript.
pub fn to_js<T: Serialize>(answer: &T) -> Result<Js<T>, Refusal> {
    let text = serde_json::to_string(answer).map_err(|error| Refusal(error.to_string()))?;
    let value = JSON::parse(&text).map_err(|_| Refusal::new("the answer can't be written"))?;
    Ok(Js(value, PhantomData))
}

/// Deserializes an argument from JavaScript; `undefined` is read as `null`.
pub fn from_js<T: DeserializeOwned>(argument: &JsValue) -> Result<T, Refusal> {
    let text = JSON::stringify(argument).ok().and_then(|text| text.as_string());
    serde_json::from_str(text.as_deref().unwrap_or("null")).map_err(|error| Refusal(error.to_string()))
}

impl Place {
    /// Converts a span of bytes.
    pub fn new(places: &Utf16, span: Span) -> Self {
        let Range { start, end } = places.of_span(span);
        Self { start, end }
    }
}

/// Converts edits of a text.
pub fn edits<'e>(places: &Utf16, edits: impl IntoIterator<Item = &'e diagnostic::Edit>) -> Edits {
    let edit = |edit: &diagnostic::Edit| Edit { place: Place::new(places, edit.span), text: edit.text.clone() };
    edits.into_iter().map(edit).collect()
}

impl Diagnostic {
    /// Converts a diagnostic about a text, which is named if it is another one than that of the definition.
    pub fn new(source: &Source, places: &Utf16, diagnostic: &diagnostic::Diagnostic, elsewhere: bool) -> Self {
        let diagnostic::Diagnostic { code, severity, message, help, labels, edits, .. } = diagnostic;
        let label =
            |label: &diagnostic::Label| Label { place: Place::new(places, label.span), text: label.text.clone() };
        let mend = (!edits.is_empty())
            .then(|| Mend { title: diagnostic.quick_fix_title(&source.text), edits: self::edits(places, edits) });
        Self {
            code: code.to_string(),
            severity: *severity,
            message: message.clone(),
            help: help.clone(),
            labels: labels.iter().map(label).collect(),
            mends: mend.into_iter().collect(),
            file: elsewhere.then(|| source.name.clone()),
        }
    }
}

/// Capitalizes a message and ends it with a full stop.
pub fn sentence(message: &str) -> String {
    format!("{}.", capitalized(message))
}
