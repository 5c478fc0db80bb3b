//! Computing units.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use weakfish::diagnostic::Report;

use crate::fault::{Fault, Place};
use crate::tasks::Prepared;
use crate::unit::{Plan, Unit, UnitResult};

/// Plans that are kept prepared.
const MAX_PREPARED: usize = 4;

/// A worker that computes units, from several threads at once if wanted.
#[derive(Default)]
pub struct Worker {
    /// Prepared plans by their ids, the last used one at the end.
    prepared: Mutex<Vec<(String, Arc<dyn Prepared>)>>,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Worker")
    }
}

impl Worker {
    /// A worker that has not computed anything yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Computes a unit.
    ///
    /// Once `stop` is true, the item in hand is given up, and the result has those before it.
    ///
    /// # Errors
    ///
    /// If the settings of the unit can't be used.
    pub fn run(&self, unit: &Unit, place: Place<'_>, stop: &AtomicBool) -> Result<UnitResult, Report> {
        let results = self.compute(unit, stop).map_err(|fault| fault.report(place))?;
        Ok(UnitResult { unit: unit.clone(), results })
    }

    /// Computes the items of a unit, each as JSON.
    pub(crate) fn compute(&self, unit: &Unit, stop: &AtomicBool) -> Result<Vec<String>, Fault> {
        let prepared = match self.prepare(&unit.plan, stop) {
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(Vec::new()),
            prepared => prepared?,
        };
        check_range(unit, prepared.items())?;
        let mut runner = prepared.runner();
        let mut results = Vec::new();
        for number in unit.range.clone() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(result) = runner(number, stop)? else { break };
            results.push(canonical(&result));
        }
        Ok(results)
    }

    /// Prepares a plan, or finds it prepared already.
    pub(crate) fn prepare(&self, plan: &Plan, stop: &AtomicBool) -> Result<Arc<dyn Prepared>, Fault> {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = prepared.iter().position(|(id, _)| *id == plan.id) {
            let found = prepared.remove(at);
            let task = Arc::clone(&found.1);
            prepared.push(found);
            return Ok(task);
        }
        let task: Arc<dyn Prepared> = Arc::from(plan.prepare(stop)?);
        if prepared.len() == MAX_PREPARED {
            prepared.remove(0);
        }
        prepared.push((plan.id.clone(), Arc::clone(&task)));
        Ok(task)
    }
}

/// Fails if a unit has items that its plan doesn't have.
pub(crate) fn check_range(unit: &Unit, items: u64) -> Result<(), Fault> {
    if unit.range.end > items {
        let range = format!("[{}, {}]", unit.range.start, unit.range.end);
        return Err(Fault::damaged("range", range, format!("the task has {items} items only")));
    }
    Ok(())
}

/// JSON with the members of objects in the order of their names, as results are written.
fn canonical(json: &str) -> String {
    serde_json::from_str::<Value>(json).unwrap_or_default().to_string()
}
