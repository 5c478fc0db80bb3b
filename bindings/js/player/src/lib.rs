//! Weakfish for JavaScript: the module that searches and makes exact tables. `player.d.ts` describes its calls, as a test of
//! the workspace writes it from these.
//!
//! The module knows no language: a [`Question`] has the rules of a game as data, which the module of rules writes. So a page
//! loads each part of the library once, and this one later. A panic is thrown to JavaScript as an error; the player must
//! not be used after it.

mod answers;
mod arguments;
mod games;
mod playtest;
mod search;
mod solve;
mod stopwatch;
mod tables;

use wasm_bindgen::prelude::*;
use weakfish_endgame::TableReport;
use weakfish_js_values::{Arg, Callback, Js, Question, Refusal, Remark, from_js, to_js};
use weakfish_player::playtest::Findings;
use weakfish_units::tasks::SurveyRow;

use answers::{Found, PlayedGame, Progress, Solved, TableProgress};
use arguments::{Limits, PlaytestOptions, SurveyOptions, TableOptions, Task};
use games::Games;
use playtest::Playtest;
use search::Searching;
use tables::Surveying;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("player.d.ts");

/// Answers calls that search. A call that has no result throws `{ refused: string }`.
#[wasm_bindgen(skip_typescript)]
#[derive(Default)]
pub struct Player {
    games: Games,
    searching: Searching,
    playtest: Playtest,
    surveying: Surveying,
}

/// Throws panics as errors of JavaScript.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// The names of parameters and the texts of comments are those of `player.d.ts`.
#[wasm_bindgen]
impl Player {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches for the best lines until `stop` returns true, which is called every few hundred nodes.
    pub fn search(
        &mut self,
        question: Arg<Question>,
        limits: Arg<Limits>,
        progress: &Callback<Progress, ()>,
        stop: &Callback<(), bool>,
    ) -> Result<Js<Found>, Refusal> {
        let question: Question = from_js(&question)?;
        let game = self.games.find(&question)?;
        let position = games::position(&game.game, &question.position)?;
        to_js(&self.searching.search(game, &position, &from_js(&limits)?, progress, stop)?)
    }

    /// Returns remarks on the men that win with their king against a bare one, by exact tables that take at most about
    /// half a second each.
    pub fn remarks(&mut self, question: Arg<Question>) -> Result<Js<Vec<Remark>>, Refusal> {
        let remarks = weakfish_endgame::remarks(&self.games.find(&from_js(&question)?)?.game).into_iter();
        to_js(&remarks.map(|(kind, text)| Remark { man: kind.0, text }).collect())
    }

    /// Plays the game of a number in a playtest.
    #[wasm_bindgen(js_name = playtestGame)]
    pub fn playtest_game(
        &mut self,
        question: Arg<Question>,
        options: Arg<PlaytestOptions>,
        number: u32,
    ) -> Result<Js<PlayedGame>, Refusal> {
        let game = self.games.find(&from_js(&question)?)?;
        to_js(&self.playtest.play(game, &from_js(&options)?, number)?)
    }

    /// Returns the findings of the games of a playtest, in the order of their numbers.
    #[wasm_bindgen(js_name = playtestFindings)]
    pub fn playtest_findings(
        &mut self,
        question: Arg<Question>,
        options: Arg<PlaytestOptions>,
        games: Arg<Vec<PlayedGame>>,
    ) -> Result<Js<Findings>, Refusal> {
        let game = self.games.find(&from_js(&question)?)?;
        let games: Vec<PlayedGame> = from_js(&games)?;
        to_js(&self.playtest.findings(game, &from_js(&options)?, &games)?)
    }

    /// Returns the endings of a survey.
    #[wasm_bindgen(js_name = surveyEndings)]
    pub fn survey_endings(
        &mut self,
        question: Arg<Question>,
        options: Arg<SurveyOptions>,
    ) -> Result<Js<Vec<String>>, Refusal> {
        let game = self.games.find(&from_js(&question)?)?;
        to_js(&self.surveying.endings(game, &from_js(&options)?)?)
    }

    /// Makes the table of an ending of a survey.
    #[wasm_bindgen(js_name = surveyRow)]
    pub fn survey_row(
        &mut self,
        question: Arg<Question>,
        options: Arg<SurveyOptions>,
        number: u32,
        progress: &Callback<TableProgress, ()>,
    ) -> Result<Js<SurveyRow>, Refusal> {
        let game = self.games.find(&from_js(&question)?)?;
        to_js(&self.surveying.row(game, &from_js(&options)?, number as usize, progress)?)
    }

    /// Makes the exact table of some men, such as `K Q v K`, and returns its figures.
    pub fn table(
        &mut self,
        question: Arg<Question>,
        men: &str,
        options: Arg<TableOptions>,
        progress: &Callback<TableProgress, ()>,
    ) -> Result<Js<TableReport>, Refusal> {
        let question: Question = from_js(&question)?;
        to_js(&tables::table(self.games.find(&question)?, &question.name, men, &from_js(&options)?, progress)?)
    }

    /// Solves a problem, or finds the shortest games. `progress` gets the number of positions that were searched.
    pub fn solve(
        &mut self,
        question: Arg<Question>,
        task: Arg<Task>,
        progress: &Callback<u64, ()>,
    ) -> Result<Js<Solved>, Refusal> {
        let question: Question = from_js(&question)?;
        let position = games::position(&self.games.find(&question)?.game, &question.position)?;
        to_js(&solve::answer(&question.name, &position, &from_js(&task)?, progress)?)
    }
}
