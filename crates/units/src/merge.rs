//! Merging of results: doubles, conflicts, missing items, and the report.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use weakfish::diagnostic::Report;

use crate::content::{Content, Store};
use crate::fault::{Fault, Place, conflict_report};
use crate::tasks::Page;
use crate::unit::{Plan, Unit, UnitResult, parse_line};
use crate::worker::{Worker, check_range};

/// Collected results of any number of plans.
#[derive(Debug, Default)]
pub struct Merge {
    worker: Worker,
    /// In the order in which they came up.
    plans: Vec<PlanResults>,
    /// The files, to which the places of items refer.
    files: Vec<String>,
}

/// The results of the items of a plan.
#[derive(Debug)]
struct PlanResults {
    plan: Arc<Plan>,
    items: BTreeMap<u64, Item>,
    /// The most items of a unit seen.
    unit_items: u64,
}

/// The result of an item, and where it was read.
#[derive(Debug)]
struct Item {
    /// JSON.
    text: String,
    file: usize,
    line: usize,
}

impl Merge {
    /// An empty merge.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the line of a result. The line of a unit is accepted, too: its items are missing until their results come.
    ///
    /// # Errors
    ///
    /// If the line is damaged or of another version, or one of its results differs from one that came before.
    pub fn add(&mut self, line: &str, place: Place<'_>, store: &dyn Store) -> Result<(), Report> {
        let parsed = parse_line(line, store).map_err(|fault| fault.report(place))?;
        let file = self.files.iter().position(|file| file == place.file).unwrap_or_else(|| {
            self.files.push(place.file.to_owned());
            self.files.len() - 1
        });
        let UnitResult { unit, results } = parsed;
        let at = self.plans.iter().position(|known| known.plan.id == unit.plan.id);
        let at = if let Some(at) = at {
            at
        } else {
            let prepared =
                self.worker.prepare(&unit.plan, &AtomicBool::new(false)).map_err(|fault| fault.report(place))?;
            let plan = Plan { items: prepared.items(), ..Plan::clone(&unit.plan) };
            self.plans.push(PlanResults { plan: Arc::new(plan), items: BTreeMap::new(), unit_items: 0 });
            self.plans.len() - 1
        };
        let Some(known) = self.plans.get_mut(at) else { return Ok(()) };
        check_range(&unit, known.plan.items).map_err(|fault| fault.report(place))?;
        known.unit_items = known.unit_items.max(unit.range.end - unit.range.start);
        for (number, text) in unit.range.zip(results) {
            let item = Item { text, file, line: place.line };
            if let Some(before) = known.items.get(&number) {
                if before.text != item.text {
                    let places = [before, &item].map(|item| (place_of(&self.files, item), item.text.as_str()));
                    return Err(conflict_report(number, places));
                }
            } else {
                known.items.insert(number, item);
            }
        }
        Ok(())
    }

    /// The numbers of items that have results, and of all items.
    pub fn progress(&self) -> [u64; 2] {
        let done = self.plans.iter().map(|known| known.items.len() as u64).sum();
        [done, self.plans.iter().map(|known| known.plan.items).sum()]
    }

    /// The plans, in the order in which they came up.
    pub fn plans(&self) -> impl ExactSizeIterator<Item = &Arc<Plan>> {
        self.plans.iter().map(|known| &known.plan)
    }

    /// The texts that the plans depend on.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        self.plans.iter().flat_map(|known| known.plan.contents())
    }

    /// Units of the items that have no result yet and are needed, none larger than the largest that was seen.
    pub fn missing(&self) -> Vec<Unit> {
        let missing = |known: &PlanResults| {
            let needed = self
                .worker
                .prepare(&known.plan, &AtomicBool::new(false))
                .map(|prepared| prepared.needed(&known.texts()));
            known.missing(needed.unwrap_or(known.plan.items))
        };
        self.plans.iter().flat_map(missing).collect()
    }

    /// All results, in the order of their items, to merge with other results later.
    pub fn results(&self) -> Vec<UnitResult> {
        self.plans.iter().flat_map(PlanResults::results).collect()
    }

    /// Recomputes a share of the items, evenly spread, at least one of each plan; returns how many. `stop` ends this
    /// early.
    ///
    /// # Errors
    ///
    /// If a result differs.
    pub fn recheck(&self, share: f64, stop: &AtomicBool) -> Result<u64, Report> {
        let mut checked = 0;
        for known in &self.plans {
            #[expect(clippy::cast_precision_loss, reason = "a share of a count")]
            let wanted = (known.items.len() as f64 * share).ceil().max(1.0) as usize;
            let step = (known.items.len() / wanted).max(1);
            // The start depends on the plan alone: a check can be repeated.
            let offset =
                u64::from_str_radix(known.plan.id.get(..8).unwrap_or_default(), 16).unwrap_or_default() as usize;
            for (&number, item) in known.items.iter().skip(offset % step).step_by(step) {
                if stop.load(Ordering::Relaxed) {
                    return Ok(checked);
                }
                let unit = Unit { plan: Arc::clone(&known.plan), range: number..number + 1 };
                let place = place_of(&self.files, item);
                let anew = self.worker.compute(&unit, stop).map_err(|fault| fault.report(place))?;
                let Some(anew) = anew.first() else { return Ok(checked) };
                if *anew != item.text {
                    let here = Place { file: "computed anew", line: 1 };
                    return Err(conflict_report(number, [(place, &item.text), (here, anew)]));
                }
                checked += 1;
            }
        }
        Ok(checked)
    }

    /// The report of each plan, of the items that have results.
    ///
    /// # Errors
    ///
    /// If a result can't be read.
    pub fn reports(&self) -> Result<Vec<Page>, Report> {
        self.plans.iter().map(|known| self.report(known)).collect()
    }

    fn report(&self, known: &PlanResults) -> Result<Page, Report> {
        let unplaced = Place { file: "results", line: 1 };
        let prepared =
            self.worker.prepare(&known.plan, &AtomicBool::new(false)).map_err(|fault| fault.report(unplaced))?;
        prepared.report(&known.texts()).map_err(|(number, message)| {
            let Some(item) = number.and_then(|number| known.items.get(&number)) else {
                return Fault::damaged("", "", message).report(unplaced);
            };
            Fault::damaged("results", item.text.as_str(), message).report(place_of(&self.files, item))
        })
    }
}

/// The place where an item was read.
fn place_of<'f>(files: &'f [String], item: &Item) -> Place<'f> {
    Place { file: files.get(item.file).map_or("results", String::as_str), line: item.line }
}

impl PlanResults {
    /// The results by the numbers of their items.
    fn texts(&self) -> BTreeMap<u64, &str> {
        self.items.iter().map(|(&number, item)| (number, item.text.as_str())).collect()
    }

    /// Units of those of the first items that have no result.
    fn missing(&self, needed: u64) -> Vec<Unit> {
        let mut units = Vec::new();
        let mut next = 0;
        for &number in self.items.keys().take_while(|&&number| number < needed).chain([&needed]) {
            self.push_units(&mut units, next, number);
            next = number + 1;
        }
        units
    }

    /// Adds units of the items from `begin` to `end`.
    fn push_units(&self, units: &mut Vec<Unit>, mut begin: u64, end: u64) {
        while begin < end {
            let next = end.min(begin.saturating_add(self.unit_items.max(1)));
            units.push(Unit { plan: Arc::clone(&self.plan), range: begin..next });
            begin = next;
        }
    }

    fn results(&self) -> Vec<UnitResult> {
        let mut found: Vec<UnitResult> = Vec::new();
        for (&number, item) in &self.items {
            match found.last_mut().filter(|last| last.unit.range.end == number) {
                Some(last) => {
                    last.unit.range.end += 1;
                    last.results.push(item.text.clone());
                }
                None => found.push(UnitResult {
                    unit: Unit { plan: Arc::clone(&self.plan), range: number..number + 1 },
                    results: vec![item.text.clone()],
                }),
            }
        }
        found
    }
}
