//! Matches in units: an item is a game, its result the summary and the moves.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use weakfish::engine::{Game, Outcome, Position};
use weakfish::geometry::Side;
use weakfish::notation::{fen, uci};
use weakfish::source::Source;
use weakfish_player::evaluation::Weights;
use weakfish_player::matches::{
    MatchReport, MatchScore, Opening, SearchPlayer, Summary, Termination, choose_openings, game_end, game_seed,
    is_shuffled,
};
use weakfish_player::playtest::{Sprt, SprtResult};
use weakfish_player::search::{Level, Limits, Tablebase, TablebaseBudget};

use super::playtest::read_weights;
use super::{Page, Prepared, ReportError, Runner, find_text, read_item, setting_fault};
use crate::content::Content;
use crate::fault::Fault;
use crate::settings::{MAX_HASH_MEBIBYTES, PlayerSettings, SettingProblem, own_name};

/// A match of two settings of Weakfish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MatchTask {
    /// The number of games, which is even: each opening is played twice.
    pub games: u32,
    /// The players.
    pub players: [MatchPlayer; 2],
    /// Their names in the report.
    pub names: [String; 2],
    /// Their limits, in the words of the report.
    pub limits: String,
    /// The setup by its name or number, or the number of an array; the first setup if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// Random plies behind the openings.
    pub random_plies: u32,
    /// The hash of a text of openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Seed of the openings, and of players that play by chance.
    pub seed: u64,
    /// Plies after which a game is adjudicated a draw.
    pub max_plies: u32,
    /// Hypotheses of a sequential test, such as `0,5`; the report has the games that decide it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
}

/// A player of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MatchPlayer {
    /// The hash of the text of its weights.
    pub weights: String,
    /// Its level; full strength if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Its hash table in MiB, if not of the default size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<u32>,
    /// Nodes a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl MatchPlayer {
    /// A player with weights of this hash. It needs a limit of nodes or of depth.
    pub fn new(weights: impl Into<String>) -> Self {
        Self { weights: weights.into(), ..Self::default() }
    }

    /// A player of these settings, without its weights; with these limits of nodes and depth if it has none of its own.
    ///
    /// # Errors
    ///
    /// If units can't be played so.
    pub fn of_settings(
        settings: &PlayerSettings,
        nodes: Option<NonZero<u64>>,
        depth: Option<NonZero<u32>>,
    ) -> Result<Self, SettingProblem> {
        if settings.threads.is_some_and(|threads| threads > 1) {
            return Err(("units are played with one thread", "a search by several is another one each time"));
        }
        if settings.is_timed() {
            return Err(("no unit is limited by time", "limit this engine by `nodes=N` or `depth=N`"));
        }
        let mut player = Self { level: settings.level, hash: settings.hash, ..Self::default() };
        (player.nodes, player.depth) = (settings.nodes, settings.depth);
        if !settings.is_limited() {
            (player.nodes, player.depth) = (nodes.map(NonZero::get), depth.map(NonZero::get));
        }
        if player.nodes.is_none() && player.depth.is_none() {
            return Err(("this engine has no limit", "limit it by `nodes=N` or `depth=N`, or both engines alike"));
        }
        Ok(player)
    }

    /// Its limits in the words of the report.
    fn limits_text(&self) -> String {
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes a move"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        nodes.into_iter().chain(depth).collect::<Vec<_>>().join(", ")
    }
}

/// An engine of a match: as it is described, and as it plays.
#[derive(Clone, Debug)]
pub struct MatchEngine {
    /// The text that describes it.
    pub text: String,
    /// Its name in reports, if it has one of its own.
    pub name: Option<String>,
    /// Its settings.
    pub player: MatchPlayer,
    /// The text of its weights.
    pub weights: String,
}

/// Random plies of games that begin from a setup.
const DEFAULT_RANDOM_PLIES: u32 = 6;

/// The most games, whose openings are kept in memory.
const MAX_GAMES: u32 = 1 << 20;

/// The most random plies of an opening.
const MAX_RANDOM_PLIES: u32 = 1000;

impl MatchTask {
    /// The default number of plies after which a game is adjudicated.
    pub const DEFAULT_MAX_PLIES: u32 = 1000;

    /// A match of a number of games, from the first setup.
    pub fn new(games: u32, players: [MatchPlayer; 2], names: [String; 2]) -> Self {
        Self {
            games,
            players,
            names,
            limits: String::new(),
            setup: None,
            random_plies: DEFAULT_RANDOM_PLIES,
            openings: None,
            seed: 1,
            max_plies: Self::DEFAULT_MAX_PLIES,
            sprt: None,
        }
    }

    /// The task of a match of engines, with the texts that it needs: their weights, and openings if there are any.
    pub fn of_engines(
        games: NonZero<u32>,
        engines: [MatchEngine; 2],
        openings: Option<String>,
        random_plies: Option<u32>,
    ) -> (Self, Vec<Content>) {
        let mut texts: Vec<Content> = Vec::new();
        let mut add = |text: String| {
            let content = Content::new(text);
            let hash = content.hash.clone();
            if !texts.contains(&content) {
                texts.push(content);
            }
            hash
        };
        let own_names = engines.each_ref().map(|engine| engine.name.clone().unwrap_or_else(own_name));
        let names = Self::names_of(engines.each_ref().map(|engine| engine.text.as_str()), own_names);
        let limits = Self::limits_of(engines.each_ref().map(|engine| engine.player.limits_text()));
        let players = engines.map(|engine| MatchPlayer { weights: add(engine.weights), ..engine.player });
        let mut task = Self::new(Self::even_games(games), players, names);
        task.limits = limits;
        task.random_plies = Self::random_plies_of(random_plies, openings.is_some());
        task.openings = openings.map(add);
        (task, texts)
    }

    /// Both engines of a match; one that is not named comes first.
    ///
    /// # Errors
    ///
    /// The third one.
    pub fn both_of<E: Clone + Default>(engines: &[E]) -> Result<[E; 2], &E> {
        match engines {
            [] => Ok([E::default(), E::default()]),
            [one] => Ok([E::default(), one.clone()]),
            [one, other] => Ok([one.clone(), other.clone()]),
            [_, _, third, ..] => Err(third),
        }
    }

    /// Random plies of games, where they are given or not, and begin from openings or a setup.
    pub fn random_plies_of(given: Option<u32>, has_openings: bool) -> u32 {
        given.unwrap_or(if has_openings { 0 } else { DEFAULT_RANDOM_PLIES })
    }

    /// Rounds a number of games up to an even one, since each opening is played twice.
    pub fn even_games(games: NonZero<u32>) -> u32 {
        games.get().checked_next_multiple_of(2).unwrap_or(u32::MAX - 1)
    }

    /// Names of engines for reports; equal names get their settings, or numbers if these are equal too.
    pub fn names_of([first, second]: [&str; 2], [name, other]: [String; 2]) -> [String; 2] {
        if name != other {
            return [name, other];
        }
        let numbered = first == second;
        let display = |number: u8, text: &str| match text {
            _ if numbered => format!("{name} ({number})"),
            "" => name.clone(),
            text => format!("{name} ({text})"),
        };
        [display(1, first), display(2, second)]
    }

    /// Limits of both engines in the words of the report, one behind the other if they differ.
    pub fn limits_of([first, second]: [String; 2]) -> String {
        if first == second { first } else { format!("{first} against {second}") }
    }

    pub(super) fn prepare<'t>(
        &self,
        game: &Game,
        text: &dyn Fn(&str) -> Option<&'t str>,
    ) -> Result<PreparedMatch, Fault> {
        let setup = self.setup.as_deref();
        let start = setup.map_or_else(|| Ok(game.start()), |name| game.start_named(name));
        let start = start.map_err(|error| setting_fault(setup.unwrap_or_default(), error.to_string()))?;
        for (most, number, what) in
            [(MAX_GAMES, self.games, "games"), (MAX_RANDOM_PLIES, self.random_plies, "random plies")]
        {
            if number > most {
                return Err(setting_fault(number.to_string(), format!("a match has at most {most} {what}")));
            }
        }
        let mut weights = Vec::new();
        for player in &self.players {
            if player.nodes.is_none() && player.depth.is_none() {
                return Err(setting_fault("players", "a player has no limit of nodes or depth"));
            }
            if player.hash.is_some_and(|mebibytes| !(1..=MAX_HASH_MEBIBYTES).contains(&mebibytes)) {
                return Err(setting_fault("hash", format!("a hash table has 1 to {MAX_HASH_MEBIBYTES} MiB")));
            }
            weights.push(read_weights(game, find_text(&player.weights, text)?)?);
        }
        let book = self.openings.as_ref().map(|hash| find_text(hash, text)).transpose()?;
        let book = book.map(|text| Source::new("openings", text));
        let shuffled = is_shuffled(game, setup);
        let pairs = self.games.div_ceil(2) as usize;
        let openings = choose_openings((&start, shuffled), book.as_ref(), self.random_plies, self.seed, pairs);
        let openings = openings.map_err(|error| setting_fault("openings", error.to_string()))?;
        let sprt = self.sprt.as_deref().map(|text| text.parse::<Sprt>().map_err(|error| setting_fault(text, error)));
        let tablebase = Tablebase::new(game, TablebaseBudget::SMALL).ok().map(Arc::new);
        Ok(PreparedMatch {
            task: self.clone(),
            game: game.clone(),
            weights,
            openings,
            sprt: sprt.transpose()?,
            tablebase,
        })
    }
}

/// A match that is ready to be played.
pub(super) struct PreparedMatch {
    task: MatchTask,
    game: Game,
    weights: Vec<Weights>,
    /// One for each pair of games.
    openings: Vec<Opening>,
    sprt: Option<Sprt>,
    tablebase: Option<Arc<Tablebase>>,
}

/// A game as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayedGame {
    summary: Summary,
    /// The position it began from, if that is not the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    /// In machine notation, those of the opening among them.
    moves: String,
}

/// Reason of a loss of a player that finds no move.
const NO_MOVE: &str = "no move";

impl PreparedMatch {
    /// Plays a game of this number, from 1, between White and Black; `None` if it was stopped.
    fn play(
        &self,
        game: usize,
        players: [&mut SearchPlayer; 2],
        limits: &[Limits; 2],
        stop: &AtomicBool,
    ) -> Option<PlayedGame> {
        let opening = self.openings.get((game - 1) / 2)?;
        let mut position = opening.start.clone();
        let mut moves = Vec::new();
        for &mv in &opening.moves {
            moves.push(uci::write(&position, mv));
            position.make(mv);
        }
        let seed = game_seed(self.task.seed, game);
        let [white, black] = players;
        white.new_game(seed);
        black.new_game(seed);
        let (outcome, termination) = loop {
            if let Some(end) = game_end(&position, moves.len(), self.task.max_plies as usize) {
                break end;
            }
            let side = position.turn();
            let (player, limits) =
                if side == Side::White { (&mut *white, &limits[0]) } else { (&mut *black, &limits[1]) };
            let chosen = player.choose(&position, limits, stop);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let Some(mv) = chosen else {
                break (Outcome::new(Some(!side), NO_MOVE), Termination::Forfeit);
            };
            moves.push(uci::write(&position, mv));
            position.make(mv);
        };
        let Outcome { winner, worth, reason } = outcome;
        let white = if game % 2 == 1 { 1 } else { 2 };
        let reason = reason.to_string();
        let summary = Summary { game, white, winner, worth, termination, reason, detail: None, plies: moves.len() };
        Some(PlayedGame { summary, fen: self.written_start(&opening.start), moves: moves.join(" ") })
    }

    /// The FEN of a position, if it is not the start of the game.
    fn written_start(&self, start: &Position) -> Option<String> {
        let text = fen::write(start);
        (text != fen::write(&self.game.start())).then_some(text)
    }

    /// The score of the games that count, and the number of these. A sequential test counts games in the order of their
    /// numbers, up to its decision or to the first one that is missing: games that end early are not like the others.
    fn score(&self, items: &BTreeMap<u64, &str>) -> Result<(MatchScore, u64), ReportError> {
        let mut score = MatchScore::default();
        let mut counted = 0;
        for (&number, text) in items {
            let is_decided = self.sprt.is_some_and(|sprt| sprt.result(&score.pentanomial) != SprtResult::Continue);
            if is_decided || (self.sprt.is_some() && number != counted) {
                break;
            }
            let PlayedGame { summary, .. } = read_item(number, text)?;
            if summary.game as u64 != number + 1 {
                return Err((Some(number), format!("this is game {}, and not {}", summary.game, number + 1)));
            }
            score.add(&summary);
            counted = number + 1;
        }
        Ok((score, counted))
    }
}

impl Prepared for PreparedMatch {
    fn items(&self) -> u64 {
        2 * self.openings.len() as u64
    }

    fn runner(&self) -> Runner<'_> {
        let mut players = self.task.players.iter().zip(&self.weights).map(|(player, weights)| {
            let hash = player.hash.map(|mebibytes| (mebibytes as usize) << 20);
            let level = player.level.map_or(Level::FULL, Level::new);
            SearchPlayer::new(&self.game, weights, hash, level, self.tablebase.clone())
        });
        let mut players = [players.next(), players.next()];
        let limits = self.task.players.each_ref().map(|player| {
            let mut limits = Limits::default();
            (limits.nodes, limits.depth) = (player.nodes, player.depth);
            limits
        });
        Box::new(move |number, stop| {
            let game = number as usize + 1;
            let [Some(first), Some(second)] = &mut players else { return Ok(None) };
            let [one, other] = &limits;
            let played = if game % 2 == 1 {
                self.play(game, [first, second], &[one.clone(), other.clone()], stop)
            } else {
                self.play(game, [second, first], &[other.clone(), one.clone()], stop)
            };
            Ok(played.map(|played| serde_json::to_string(&played).unwrap_or_default()))
        })
    }

    fn needed(&self, items: &BTreeMap<u64, &str>) -> u64 {
        let Some((sprt, (score, counted))) = self.sprt.zip(self.score(items).ok()) else { return self.items() };
        if sprt.result(&score.pentanomial) == SprtResult::Continue { self.items() } else { counted }
    }

    fn report(&self, items: &BTreeMap<u64, &str>) -> Result<Page, ReportError> {
        let (score, _) = self.score(items)?;
        let report = MatchReport {
            title: &self.game.variant().title,
            names: &self.task.names,
            limits: self.task.limits.clone(),
            test: self.sprt,
        };
        let json = serde_json::to_string(&report.report(&score)).ok();
        Ok(Page { text: report.text(&score), json, html: None })
    }
}
