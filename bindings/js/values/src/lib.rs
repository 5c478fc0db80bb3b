//! Conversions between values of the library and of JavaScript, for all modules of the package.

mod types;

use std::marker::PhantomData;

use js_sys::{Function, JSON};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::describe::WasmDescribe;
use weakfish::Report;
use weakfish::check::Refused;
use weakfish::notation::TextError;

pub use types::{Claim, PositionRef, Question, Remark};

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

/// Types of JavaScript values in the signatures of calls.
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
