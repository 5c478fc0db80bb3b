//! Problems and shortest games.

use js_sys::Function;
use wasm_bindgen::JsValue;
use weakfish::diagnostic::did_you_mean;
use weakfish::engine::Position;
use weakfish::notation::fen;
use weakfish_js_values::Refusal;
use weakfish_solve::{
    Aim, BranchReport, Games, GamesReport, Goal, Length, Options, Problem, Stipulation, phases, solve,
};

use crate::answers::Solved;
use crate::arguments::Task;

/// Memory for positions that are known, in MiB.
const MEBIBYTES: u32 = 512;

/// The most moves that are listed.
const LINES: usize = 1000;

/// Plies of the shortest games to all endings, and the most of those to one.
const PLIES: u16 = 5;
const MAX_PLIES: u16 = 400;

/// Answers a question about a position.
pub fn answer(name: &str, position: &Position, task: &Task, on_progress: &Function) -> Result<Solved, Refusal> {
    let title = &position.game().variant().title;
    let refused = |error: String| Refusal::new(format!("{title} can't be solved like this: {error}"));
    let options = Options {
        max_memory: (task.memory.unwrap_or(MEBIBYTES) as usize) << 20,
        max_branches: task.lines.unwrap_or(LINES),
        with_lines: !task.keys.unwrap_or_default(),
    };
    // The observer never stops the search: an abort ends the whole worker.
    let mut observe = |positions: u64| {
        let _ = on_progress.call1(&JsValue::UNDEFINED, &JsValue::from_f64(positions as f64));
        true
    };
    let mut solved = Solved { solutions: Vec::new(), games: Vec::new() };
    if let Some(problem) = problem(task)? {
        for phase in phases(position, problem, task.set_play.unwrap_or_default(), false) {
            let position = phase.position.as_ref().map_err(|reason| refused(reason.clone()))?;
            let solutions = solve(position, phase.problem, &options, &mut observe);
            let mut report = solutions.map_err(|error| refused(error.to_string()))?.report(name, position);
            report.part.clone_from(&phase.label);
            solved.solutions.push(report);
        }
        return Ok(solved);
    }
    let endings = &position.game().variant().endings;
    let (label, goal) = match (task.shortest.as_deref(), task.to.as_deref()) {
        (None | Some(""), None) => {
            let most = task.plies.unwrap_or(PLIES).min(MAX_PLIES);
            let games = Games::to_endings(position, most, &options, &mut observe);
            solved.games = games.map_err(|error| refused(error.to_string()))?;
            return Ok(solved);
        }
        (Some(label), None) => {
            let known = || endings.iter().filter(|ending| !ending.must_be_claimed());
            let of_label = |&index: &usize| {
                endings.get(index).is_some_and(|ending| ending.label == label && !ending.must_be_claimed())
            };
            let found: Vec<usize> = (0..endings.len()).filter(of_label).collect();
            if found.is_empty() {
                let help = did_you_mean(label, known().map(|ending| ending.label.as_str()));
                return Err(Refusal::new(format!("{title} has no ending `{label}` without a claim; {help}")));
            }
            (label, Goal::AnyOf(found))
        }
        (_, Some(text)) => {
            let target = fen::read(position.game(), position.setup(), text)?;
            ("position", Goal::Position(Box::new(target)))
        }
    };
    let most = task.plies.unwrap_or(MAX_PLIES).min(MAX_PLIES);
    let found = Games::shortest(position, &goal, most, &options, &mut observe);
    let (by_ply, branches, _) = found.map_err(|error| refused(error.to_string()))?;
    let mut report = GamesReport::new(label, by_ply);
    report.lines = BranchReport::of(position, &branches);
    solved.games.push(report);
    Ok(solved)
}

/// The problem of a task, if it is one.
fn problem(task: &Task) -> Result<Option<Problem>, Refusal> {
    if let Some(text) = &task.stipulation {
        let problem = Problem::parse(text);
        return problem.map(Some).map_err(|error| Refusal::new(format!("`{text}` can't be solved: {error}")));
    }
    let lengths = [
        (task.mate, Stipulation::Direct),
        (task.help, Stipulation::Help),
        (task.self_mate, Stipulation::SelfMate),
        (task.series, Stipulation::Series),
        (task.series_help, Stipulation::SeriesHelp),
    ];
    let Some((moves, stipulation)) = lengths.into_iter().find_map(|(moves, kind)| Some((moves?, kind))) else {
        return Ok(None);
    };
    let length = Length::parse(&moves.to_string());
    let length = length.ok_or_else(|| Refusal::new(format!("`{moves}` is no length of such a problem")))?;
    Ok(Some(Problem { aim: Aim::Win, stipulation, length }))
}
