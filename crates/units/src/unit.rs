//! Plans and units, and the lines that they are written as.

use std::fmt;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use weakfish::diagnostic::{Code, Report};
use weakfish::engine::Game;
use weakfish::json;

use crate::content::{Content, Store, hash};
use crate::fault::{Fault, Place, syntax_fault};
use crate::tasks::{Prepared, Task};

/// The version of units and results: that of Weakfish, and a hash of the sources of all packages that compute results, and of the
/// versions of the foreign ones that they use. Units and results of another one are refused.
///
/// It is the same in every program that is built from the same sources, on every system.
pub fn version() -> String {
    let sources = [
        weakfish_engine::SOURCES,
        weakfish::SOURCES,
        weakfish_endgame::SOURCES,
        weakfish_player::SOURCES,
        env!("WEAKFISH_SOURCES"),
    ];
    let digits: String = hash(&sources.join(" ")).chars().take(16).collect();
    format!("{}+{digits}", env!("CARGO_PKG_VERSION"))
}

/// A task for a game, with all that its items depend on.
#[derive(Clone, PartialEq)]
pub struct Plan {
    pub(crate) task: Task,
    /// The model of the game, as JSON.
    pub(crate) game: Content,
    /// Weights and openings, by the hashes in the settings of the task.
    pub(crate) texts: Vec<Content>,
    /// The number of items.
    pub(crate) items: u64,
    /// The hash of all this.
    pub(crate) id: String,
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plan({} {}, {} items)", self.task.name(), self.id, self.items)
    }
}

/// A range of the items of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    pub(crate) plan: Arc<Plan>,
    pub(crate) range: Range<u64>,
}

/// A unit with the results of its first items, of all if the work was not ended early.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitResult {
    pub(crate) unit: Unit,
    /// Each as JSON.
    pub(crate) results: Vec<String>,
}

/// Hashed fields of the id of a plan; with a range, of a unit.
#[derive(Serialize)]
struct Identity<'a> {
    weakfish: &'a str,
    task: &'a str,
    settings: &'a str,
    game: &'a str,
    texts: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[u64; 2]>,
}

/// A line of units or results.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    weakfish: String,
    unit: String,
    task: String,
    settings: Value,
    game: Content,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    texts: Vec<Content>,
    range: [u64; 2],
    /// The results of a result's first items, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    results: Option<Vec<Value>>,
    /// Hash of the unit's id and the results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sum: Option<String>,
    /// Whether the work was ended before the last item.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
}

/// Fields that are read first, since lines of other versions may have other fields.
#[derive(Deserialize)]
struct LineHead {
    weakfish: Option<Value>,
    game: Option<Content>,
    #[serde(default)]
    texts: Vec<Content>,
}

impl Plan {
    /// Makes the plan of a task. `texts` are the weights and openings that the settings of the task name by their hashes.
    ///
    /// # Errors
    ///
    /// If the settings don't fit the game, or name a text that is not there.
    pub fn new(task: Task, game: &Game, texts: Vec<Content>) -> Result<Arc<Self>, Report> {
        let place = Place { file: "units", line: 1 };
        let model = json::write(game.variant());
        let plan = Self::build(task, Content::new(model), texts);
        let prepared = plan.prepare_for(game, &AtomicBool::new(false)).map_err(|fault| fault.report(place))?;
        Ok(Arc::new(Self { items: prepared.items(), ..plan }))
    }

    fn build(task: Task, game: Content, texts: Vec<Content>) -> Self {
        let mut plan = Self { task, game, texts, items: 0, id: String::new() };
        plan.id = plan.identity(None);
        plan
    }

    /// The task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The number of items.
    pub fn items(&self) -> u64 {
        self.items
    }

    /// The game and the other texts that its units depend on.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        [&self.game].into_iter().chain(&self.texts)
    }

    /// The hash of everything that the items depend on.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Cuts the plan into this many units, but at most one for each item.
    pub fn cut(self: &Arc<Self>, units: NonZero<u32>) -> Vec<Unit> {
        let units = u64::from(units.get()).min(self.items);
        let begin = |unit: u64| (u128::from(self.items) * u128::from(unit) / u128::from(units.max(1))) as u64;
        (0..units).map(|unit| Unit { plan: Arc::clone(self), range: begin(unit)..begin(unit + 1) }).collect()
    }

    /// Compiles the game and prepares the task.
    pub(crate) fn prepare(&self, stop: &AtomicBool) -> Result<Box<dyn Prepared>, Fault> {
        let text = self.game.text.as_deref().unwrap_or_default();
        let invalid = |reason: String| Fault::damaged("game", text, format!("this is no game: {reason}"));
        let variant = json::read(text).map_err(|error| invalid(error.to_string()))?;
        let game = Game::compile(variant).map_err(|error| invalid(error.to_string()))?;
        self.prepare_for(&game, stop)
    }

    fn prepare_for(&self, game: &Game, stop: &AtomicBool) -> Result<Box<dyn Prepared>, Fault> {
        let text = |hash: &str| self.texts.iter().find(|text| text.hash == hash)?.text.as_deref();
        self.task.prepare(game, &text, stop)
    }

    fn identity(&self, range: Option<&Range<u64>>) -> String {
        let identity = Identity {
            weakfish: &version(),
            task: self.task.name(),
            settings: &self.task.settings(),
            game: &self.game.hash,
            texts: self.texts.iter().map(|text| text.hash.as_str()).collect(),
            range: range.map(|range| [range.start, range.end]),
        };
        hash(&serde_json::to_string(&identity).unwrap_or_default())
    }
}

impl Unit {
    /// Parses the line of a unit, or of a result, whose results are left out.
    ///
    /// # Errors
    ///
    /// If the line is damaged or of another version, or names a text that the store doesn't have.
    pub fn parse(line: &str, place: Place<'_>, store: &dyn Store) -> Result<Self, Report> {
        parse_line(line, store).map(|parsed| parsed.unit).map_err(|fault| fault.report(place))
    }

    /// The plan.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The numbers of its items.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// The hash of all that its results depend on.
    pub fn id(&self) -> String {
        self.plan.identity(Some(&self.range))
    }

    /// The unit as a line of JSON, without a line end, with all texts that it depends on.
    pub fn to_line(&self) -> String {
        self.line(None, true)
    }

    /// The unit as a line of JSON that names its texts by their hashes, for readers with a [`Store`].
    pub fn to_short_line(&self) -> String {
        self.line(None, false)
    }

    fn line(&self, results: Option<&[String]>, with_texts: bool) -> String {
        let id = self.id();
        let content = |content: &Content| if with_texts { content.clone() } else { content.without_text() };
        let values = |items: &[String]| items.iter().filter_map(|item| serde_json::from_str(item).ok()).collect();
        let line = Line {
            weakfish: version(),
            task: self.plan.task.name().to_owned(),
            settings: serde_json::from_str(&self.plan.task.settings()).unwrap_or_default(),
            game: content(&self.plan.game),
            texts: self.plan.texts.iter().map(content).collect(),
            range: [self.range.start, self.range.end],
            results: results.map(values),
            sum: results.map(|items| checksum(&id, items)),
            incomplete: results.is_some_and(|items| (items.len() as u64) < self.range.end - self.range.start),
            unit: id,
        };
        serde_json::to_string(&line).unwrap_or_default()
    }
}

impl UnitResult {
    /// The number of items that were computed.
    pub fn computed(&self) -> usize {
        self.results.len()
    }

    /// The result as a line of JSON, without a line end, with all texts that it depends on.
    pub fn to_line(&self) -> String {
        self.unit.line(Some(&self.results), true)
    }

    /// The result as a line of JSON that names its texts by their hashes.
    pub fn to_short_line(&self) -> String {
        self.unit.line(Some(&self.results), false)
    }
}

/// The hash of a unit's id and of its results.
fn checksum(id: &str, results: &[String]) -> String {
    hash(&format!("{id}\n{}", results.join("\n")))
}

/// Parses the line of a unit or a result, and checks its hashes.
pub(crate) fn parse_line(line: &str, store: &dyn Store) -> Result<UnitResult, Fault> {
    let LineHead { weakfish, game, texts } = serde_json::from_str(line).map_err(|error| syntax_fault(line, &error))?;
    let Some((weakfish, game)) = weakfish.zip(game) else {
        return Err(Fault::damaged(
            "",
            line,
            "this line is no unit or result: it has no field `weakfish` or no `game`",
        ));
    };
    let game = load_content("game", game, store)?;
    let texts = texts.into_iter().map(|text| load_content("texts", text, store)).collect::<Result<_, _>>()?;
    let own = version();
    if weakfish != own.as_str() {
        return Err(Fault {
            code: Code::UnitVersion,
            field: "weakfish",
            message: format!("this line is of another build of Weakfish, which may play otherwise; this one is {own}"),
            help: "make the units and compute all results with one build, or with builds of the same sources"
                .to_owned(),
            value: weakfish.to_string(),
        });
    }
    let line: Line = serde_json::from_str(line).map_err(|error| syntax_fault(line, &error))?;
    let task = Task::read(&line.task, &line.settings)?;
    let plan = Plan::build(task, game, texts);
    let range = line.range[0]..line.range[1];
    if range.is_empty() {
        return Err(Fault::damaged("range", format!("{:?}", line.range), "a unit has at least one item"));
    }
    let unit = Unit { plan: Arc::new(plan), range };
    if unit.id() != line.unit {
        let message = format!("the unit was changed: its id is the hash of all the rest, {}", unit.id());
        return Err(Fault::damaged("unit", line.unit, message));
    }
    let results: Vec<String> = line.results.iter().flatten().map(Value::to_string).collect();
    let (done, wanted) = (results.len() as u64, unit.range.end - unit.range.start);
    if done > wanted || (line.results.is_some() && line.incomplete != (done < wanted)) {
        let message = format!("{done} results of {wanted} items");
        return Err(Fault::damaged("results", results.join(","), message));
    }
    if line.results.is_some() && line.sum.as_ref() != Some(&checksum(&line.unit, &results)) {
        let message = "the results were changed: this is not their hash";
        return Err(Fault::damaged("sum", line.sum.unwrap_or_default(), message));
    }
    Ok(UnitResult { unit, results })
}

/// Completes a content from the store, and checks its hash.
fn load_content(field: &'static str, content: Content, store: &dyn Store) -> Result<Content, Fault> {
    let inside = content.text.is_some();
    let Some(text) = content.text.or_else(|| store.text(&content.hash)) else {
        return Err(Fault {
            code: Code::UnitContent,
            field,
            message: "this text is named by its hash, and is not at hand".to_owned(),
            help: "name the folder that `weakfish units --store DIR` has written with `--store DIR`".to_owned(),
            value: content.hash,
        });
    };
    let actual = hash(&text);
    if actual != content.hash {
        let place = if inside { "here" } else { "in the store" };
        return Err(Fault {
            code: Code::UnitContent,
            field,
            message: format!(
                "the text {place} has another hash, {actual}: it is not the one that the unit was made for"
            ),
            help: "make the units anew, or put the right text there".to_owned(),
            value: content.hash,
        });
    }
    Ok(Content { hash: content.hash, text: Some(text) })
}
