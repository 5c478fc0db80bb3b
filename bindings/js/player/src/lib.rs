//! Weakfish for JavaScript: the module that searches and makes exact tables. `player.d.ts` describes its calls, as a test of
//! the workspace writes it from these.
//!
//! The module knows no language: a [`Question`] has the rules of a game as data, which the module of rules writes. So a page
//! loads each part of the library once, and this one later. A panic is thrown to JavaScript as an error; the player must
//! not be used after it.

mod answers;
mod arguments;
mod games;
mod kept;
mod playtest;
mod review;
mod search;
mod solve;
mod stopwatch;
mod tables;
mod tune;

use wasm_bindgen::prelude::*;
use weakfish_endgame::TableReport;
use weakfish_js_values::{Arg, Callback, Js, PositionRef, Question, Refusal, Remark, from_js, to_js};
use weakfish_player::playtest::Findings;
use weakfish_units::tasks::SurveyRow;

use answers::{Found, Judged, PlayedGame, Progress, SelfPlayed, Solved, TableProgress, Tuned};
use arguments::{Limits, PlaytestOptions, ReviewOptions, SurveyOptions, TableOptions, Task, TuneOptions};
use games::{Compiled, Games, Line};
use kept::Kept;
use playtest::Playtest;
use review::Reviewing;
use search::Searching;
use tables::Surveying;
use tune::SelfPlaying;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("player.d.ts");

/// Id of a game, and what else a value depends on.
type Key<Options> = (u64, Options);

/// Answers calls that search. A call that has no result throws `{ refused: string }`.
#[wasm_bindgen(skip_typescript)]
#[derive(Default)]
pub struct Player {
    games: Games,
    searching: Kept<u64, Searching>,
    playtest: Kept<Key<PlaytestOptions>, Playtest>,
    reviewing: Kept<Key<(ReviewOptions, PositionRef)>, Reviewing>,
    self_playing: Kept<Key<(TuneOptions, Option<String>)>, SelfPlaying>,
    surveying: Kept<Key<SurveyOptions>, Surveying>,
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
        let searching = self.searching.get_or_make(game.id, |_| Ok(Searching::new(game)))?;
        to_js(&searching.search(&position, &from_js(&limits)?, progress, stop)?)
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
        let (game, playtest) = self.playtest(&question, &options)?;
        to_js(&playtest.play(game, number)?)
    }

    /// Returns the findings of the games of a playtest, in the order of their numbers.
    #[wasm_bindgen(js_name = playtestFindings)]
    pub fn playtest_findings(
        &mut self,
        question: Arg<Question>,
        options: Arg<PlaytestOptions>,
        games: Arg<Vec<PlayedGame>>,
    ) -> Result<Js<Findings>, Refusal> {
        let (game, playtest) = self.playtest(&question, &options)?;
        to_js(&playtest.findings(game, &from_js::<Vec<PlayedGame>>(&games)?)?)
    }

    /// Judges the move of a game that so many moves follow: the last one is number 0. Each search begins with what those of the
    /// moves behind it have found, so a review begins with the last move.
    #[wasm_bindgen(js_name = reviewMove)]
    pub fn review_move(
        &mut self,
        question: Arg<Question>,
        options: Arg<ReviewOptions>,
        number: u32,
    ) -> Result<Js<Judged>, Refusal> {
        let question: Question = from_js(&question)?;
        let options: ReviewOptions = from_js(&options)?;
        let game = self.games.find(&question)?;
        let key = || (game.id, (options.clone(), question.position.clone()));
        let make = |_: &_| {
            let Line { start, moves, .. } = games::line(&game.game, &question.position)?;
            Ok(Reviewing::new(game, &options, &start, moves))
        };
        // A review that is begun again has the figures of the first time.
        let number = number as usize;
        if !self.reviewing.get_or_make(key(), make)?.has_judged(number) {
            self.reviewing.clear();
        }
        let reviewing = self.reviewing.get_or_make(key(), make)?;
        while !reviewing.has_judged(number) {
            reviewing.judge_next()?;
        }
        to_js(&reviewing.judge_next()?)
    }

    /// Returns the numbers of games after which `tuneFit` is to be called.
    #[wasm_bindgen(js_name = tuneRounds)]
    pub fn tune_rounds(&mut self, options: Arg<TuneOptions>) -> Result<Js<Vec<u32>>, Refusal> {
        to_js(&from_js::<TuneOptions>(&options)?.rounds())
    }

    /// Plays the game of a number for tuning, with the weights of the last round.
    #[wasm_bindgen(js_name = tuneGame)]
    pub fn tune_game(
        &mut self,
        question: Arg<Question>,
        options: Arg<TuneOptions>,
        number: u32,
        weights: Option<String>,
    ) -> Result<Js<SelfPlayed>, Refusal> {
        let game = self.games.find(&from_js(&question)?)?;
        let key = (game.id, (from_js(&options)?, weights));
        let make = |(_, (options, weights)): &Key<(TuneOptions, Option<String>)>| {
            SelfPlaying::new(&game.game, options, weights.as_deref())
        };
        to_js(&self.self_playing.get_or_make(key, make)?.play(number))
    }

    /// Fits weights to the games of all rounds so far, in the order of their numbers; `null` if these are too few.
    #[wasm_bindgen(js_name = tuneFit)]
    pub fn tune_fit(&mut self, question: Arg<Question>, games: Arg<Vec<String>>) -> Result<Js<Option<Tuned>>, Refusal> {
        let game = self.games.find(&from_js(&question)?)?;
        to_js(&tune::fit(&game.game, &from_js::<Vec<String>>(&games)?)?)
    }

    /// Returns the endings of a survey.
    #[wasm_bindgen(js_name = surveyEndings)]
    pub fn survey_endings(
        &mut self,
        question: Arg<Question>,
        options: Arg<SurveyOptions>,
    ) -> Result<Js<Vec<String>>, Refusal> {
        let (game, surveying) = self.surveying(&question, &options)?;
        to_js(&surveying.endings(&game.game))
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
        to_js(&self.surveying(&question, &options)?.1.row(number as usize, progress)?)
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

impl Player {
    fn playtest(&mut self, question: &JsValue, options: &JsValue) -> Result<(&Compiled, &mut Playtest), Refusal> {
        let game = self.games.find(&from_js(question)?)?;
        let make = |(_, options): &Key<PlaytestOptions>| Ok(Playtest::new(game, options));
        Ok((game, self.playtest.get_or_make((game.id, from_js(options)?), make)?))
    }

    fn surveying(&mut self, question: &JsValue, options: &JsValue) -> Result<(&Compiled, &mut Surveying), Refusal> {
        let game = self.games.find(&from_js(question)?)?;
        let make = |(_, options): &Key<SurveyOptions>| Surveying::new(&game.game, options);
        Ok((game, self.surveying.get_or_make((game.id, from_js(options)?), make)?))
    }
}
