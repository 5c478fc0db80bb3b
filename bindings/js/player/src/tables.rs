//! Exact tables of endings: one of some men, or a survey of the men that win.

use std::num::NonZero;

use js_sys::Function;
use wasm_bindgen::JsValue;
use weakfish::engine::Game;
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish_endgame::{Estimate, MakeError, Options, Progress, Selection, TableReport, Tables};
use weakfish_js_values::{Refusal, to_js};
use weakfish_units::tasks::{Survey, SurveyRow};

use crate::answers::TableProgress;
use crate::arguments::{SurveyOptions, TableOptions};
use crate::games::Compiled;

/// Memory that tables may take, in MiB: a module has 4 GiB at most.
const MEBIBYTES: u32 = 1024;

/// The survey of a game.
pub struct Surveying {
    survey: Survey,
    tables: Tables,
}

impl Surveying {
    pub fn new(game: &Game, options: &SurveyOptions) -> Result<Self, Refusal> {
        let setup = setup(game, options.setup.as_deref())?;
        let man = options.man.as_deref().map(|symbol| {
            let kind = game.variant().kind_of_symbol(Side::White, symbol);
            kind.ok_or_else(|| Refusal::new(format!("White has no man `{symbol}`")))
        });
        let memory = options.memory.unwrap_or(MEBIBYTES).into();
        let survey = Survey::new(game, setup, man.transpose()?, options.duels.unwrap_or_default(), memory);
        Ok(Self { survey, tables: new_tables(game, setup)? })
    }

    /// Returns the endings of a survey.
    pub fn endings(&self, game: &Game) -> Vec<String> {
        self.survey.endings().iter().map(|men| men.text(game.variant())).collect()
    }

    /// Makes the table of an ending.
    pub fn row(&mut self, number: usize, on_progress: &Function) -> Result<SurveyRow, Refusal> {
        let none = || Refusal::new("there is no such ending");
        let men = self.survey.endings().get(number).ok_or_else(none)?.clone();
        let row = self.survey.row(&mut self.tables, &men, NonZero::<usize>::MIN, &mut |step| tell(on_progress, step));
        row.ok_or_else(none)
    }
}

fn setup(game: &Game, name: Option<&str>) -> Result<SetupId, Refusal> {
    let start = name.map_or_else(|| Ok(game.start()), |name| game.start_named(name));
    Ok(start.map_err(|reason| Refusal::new(reason.to_string()))?.setup())
}

fn new_tables(game: &Game, setup: SetupId) -> Result<Tables, Refusal> {
    let title = &game.variant().title;
    Tables::new(game, setup).map_err(|reason| Refusal::new(format!("no exact tables of {title} can be made: {reason}")))
}

/// Makes the table of some men and returns its figures, or the reason why there are none.
pub fn table(
    compiled: &Compiled,
    name: &str,
    men: &str,
    options: &TableOptions,
    on_progress: &Function,
) -> Result<TableReport, Refusal> {
    let game = &compiled.game;
    let selection = Selection::parse(game, men).map_err(|error| {
        let problem = error.diagnostic(game, men);
        let help = problem.help.map_or_else(String::new, |help| format!("; {help}"));
        Refusal::new(format!("{}{help}", problem.message))
    })?;
    let mut tables = new_tables(game, SetupId::default())?;
    let refused = |error: &MakeError| {
        let (_, message, help) = error.explain(game.variant());
        Refusal::new(format!("{message}; {help}"))
    };
    let mebibytes = u64::from(options.memory.unwrap_or(MEBIBYTES));
    let estimate = tables.estimate(selection.men(), mebibytes << 20).map_err(|error| refused(&error))?;
    if let Some(message) = estimate.refusal(mebibytes) {
        return Err(Refusal::new(format!("{message}; {}", Estimate::MEMORY_HELP)));
    }
    let options = Options { threads: NonZero::<usize>::MIN, max_memory: mebibytes << 20, keep_moves: true };
    let mut observe = |step: Progress| tell(on_progress, step);
    tables.make(selection.men(), &options, &mut observe).map_err(|error| refused(&error))?;
    tables.report(name, &selection, &options, &mut observe).map_err(|error| refused(&error))
}

/// Reports the progress of a table to a listener. It never stops the work: an abort ends the whole worker.
fn tell(on_progress: &Function, step: Progress) -> bool {
    let share = step.done as f64 / step.total.max(1) as f64;
    if let Ok(now) = to_js(&TableProgress { made: step.tables_done, of: step.tables, share }) {
        let _ = on_progress.call1(&JsValue::UNDEFINED, now.as_ref());
    }
    true
}
