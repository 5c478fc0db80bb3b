//! The clock of JavaScript, and its word to stop.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use js_sys::Function;
use wasm_bindgen::prelude::*;
use weakfish_player::search::Watch;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    /// What tells whether the search must stop. It is kept here because a [`Watch`] may be asked by any thread, and a
    /// function of JavaScript belongs to one; there is only one.
    static STOP: RefCell<Option<Function>> = const { RefCell::new(None) };
    static BEGUN: Cell<f64> = const { Cell::new(0.0) };
}

/// Watches one search.
pub struct Stopwatch(());

impl Stopwatch {
    /// Begins now; `stop` is asked whether to go on.
    pub fn new(stop: &Function) -> Self {
        STOP.set(Some(stop.clone()));
        BEGUN.set(now());
        Self(())
    }
}

impl Drop for Stopwatch {
    fn drop(&mut self) {
        STOP.set(None);
    }
}

impl Watch for Stopwatch {
    fn elapsed(&self) -> Duration {
        Duration::try_from_secs_f64((now() - BEGUN.get()) / 1000.0).unwrap_or_default()
    }

    fn must_stop(&self) -> bool {
        STOP.with_borrow(|stop| {
            let answer = stop.as_ref().map(|stop| stop.call0(&JsValue::UNDEFINED));
            matches!(answer, Some(Ok(answer)) if answer.is_truthy())
        })
    }
}
