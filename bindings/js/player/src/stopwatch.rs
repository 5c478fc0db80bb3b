//! Time and stop flag of a search, from JavaScript.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::Function;
use wasm_bindgen::prelude::*;
use weakfish_player::search::SearchTimer;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    /// Function that returns whether the search must stop. It is here and not in [`Stopwatch`] because a [`SearchTimer`] is
    /// `Sync`, and functions of JavaScript are not.
    static STOP: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Timer of one search.
pub struct Stopwatch {
    /// Start of the search, in milliseconds.
    start: f64,
}

impl Stopwatch {
    /// Starts the timer; the search ends when `stop` returns true.
    pub fn new(stop: &Function) -> Self {
        STOP.set(Some(stop.clone()));
        Self { start: now() }
    }
}

impl Drop for Stopwatch {
    fn drop(&mut self) {
        STOP.set(None);
    }
}

impl SearchTimer for Stopwatch {
    fn elapsed(&self) -> Duration {
        Duration::try_from_secs_f64((now() - self.start) / 1000.0).unwrap_or_default()
    }

    fn must_stop(&self) -> bool {
        STOP.with_borrow(|stop| {
            let answer = stop.as_ref().map(|stop| stop.call0(&JsValue::UNDEFINED));
            matches!(answer, Some(Ok(answer)) if answer.is_truthy())
        })
    }
}
