//! Conversions between values of the library and of JavaScript.

use js_sys::JSON;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use weakfish::Report;
use weakfish::check::Refused;
use weakfish::diagnostic::Diagnostic;
use weakfish::notation::TextError;
use weakfish::source::{Source, Span, Utf16};

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
        to_js(&json!({ "refused": reason })).unwrap_or(Self::UNDEFINED)
    }
}

impl From<TextError> for Refusal {
    fn from(error: TextError) -> Self {
        Self(error.to_string())
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        Self(format!("the definition has a mistake: {}", first_error(&refused)))
    }
}

/// Returns the message of the first error.
pub fn first_error(refused: &Refused) -> String {
    let mut errors = refused.reports.iter().flat_map(Report::diagnostics).filter(|problem| problem.is_error());
    errors.next().map(|error| error.message.clone()).unwrap_or_default()
}

/// Serializes an answer for JavaScript.
pub fn to_js(answer: &impl Serialize) -> Result<JsValue, Refusal> {
    let text = serde_json::to_string(answer).map_err(|error| Refusal(error.to_string()))?;
    JSON::parse(&text).map_err(|_| Refusal::new("the answer can't be written"))
}

/// Deserializes an argument from JavaScript; `undefined` is read as `null`.
pub fn from_js<T: DeserializeOwned>(argument: &JsValue) -> Result<T, Refusal> {
    let text = JSON::stringify(argument).ok().and_then(|text| text.as_string());
    serde_json::from_str(text.as_deref().unwrap_or("null")).map_err(|error| Refusal(error.to_string()))
}

/// Serializes an answer about a text. Each `span` of bytes in it becomes a `start` and an `end` in words of UTF-16.
pub fn located(places: &Utf16, answer: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(answer).unwrap_or_default();
    locate(places, &mut value);
    value
}

fn locate(places: &Utf16, value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| locate(places, value)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|field| locate(places, field));
            if let Some(Ok(span)) = fields.remove("span").map(serde_json::from_value::<Span>) {
                let range = places.of_span(span);
                fields.insert("start".to_owned(), range.start.into());
                fields.insert("end".to_owned(), range.end.into());
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Removes the fields of an object that are null.
pub fn without_nulls(mut value: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, field| !field.is_null());
    }
    value
}

/// Converts a diagnostic about a text, which is named if it is another one than that of the definition.
pub fn diagnostic(source: &Source, places: &Utf16, diagnostic: &Diagnostic, elsewhere: bool) -> Value {
    let mut value = located(places, diagnostic);
    let edits = value["edits"].take();
    let mend = (!edits.is_null()).then(|| json!({ "title": diagnostic.quick_fix_title(&source.text), "edits": edits }));
    value["mends"] = mend.into_iter().collect();
    value["file"] = elsewhere.then_some(source.name.as_str()).into();
    without_nulls(value)
}

/// Capitalizes a message and ends it with a full stop.
pub fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).chain(['.']).collect()
}
