//! What can't be answered, and why.

use wasm_bindgen::JsValue;
use weakfish::Report;
use weakfish::check::Refused;
use weakfish::notation::TextError;

/// Why a question has no answer, in a sentence. To JavaScript it is an object `{ refused: string }`.
#[derive(Clone, Debug)]
pub struct Refusal(String);

impl Refusal {
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl From<Refusal> for JsValue {
    fn from(Refusal(reason): Refusal) -> Self {
        let object = js_sys::Object::new();
        // An object that has just been made takes every property.
        let _ = js_sys::Reflect::set(&object, &"refused".into(), &reason.into());
        object.into()
    }
}

impl From<tsify::Error> for Refusal {
    fn from(error: tsify::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<TextError> for Refusal {
    fn from(error: TextError) -> Self {
        Self(error.to_string())
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        let first = refused.reports.iter().flat_map(Report::located).find(|it| it.diagnostic.is_error());
        Self(first.map_or_else(
            || "the definition has mistakes".to_owned(),
            |located| format!("the definition has a mistake: {}", located.diagnostic.message),
        ))
    }
}
