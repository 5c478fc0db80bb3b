//! What the page asks: a search, as its library would be asked for it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use weakfish::check::Texts;
use weakfish::engine::{Game, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::replay::MAX_PLIES;
use weakfish::notation::{fen, read_uci_move};
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin};
use weakfish_player::search::{Clock, Limits};

/// No search takes longer.
const MAX_TIME: Duration = Duration::from_secs(60);

/// No search looks for more of the best lines.
const MAX_LINES: usize = 20;

/// What a definition is called that has no name.
const UNNAMED: &str = "untitled.variant";

/// A search.
#[derive(Deserialize)]
pub(super) struct Question {
    pub(super) definition: Definition,
    #[serde(default)]
    position: PositionRef,
    #[serde(default)]
    pub(super) limits: Bounds,
}

/// The name of a built-in game, or a text with the texts of the files that it can extend.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(super) enum Definition {
    BuiltIn(String),
    Text {
        text: String,
        #[serde(default)]
        name: Option<String>,
        #[serde(default)]
        files: Option<BTreeMap<String, String>>,
    },
}

/// Moves in the notation of programs from a setup or a FEN on.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PositionRef {
    setup: Option<String>,
    fen: Option<String>,
    moves: Option<Vec<String>>,
}

/// What is left on the clocks, in seconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Clocks {
    white: f64,
    black: f64,
    #[serde(default)]
    white_increment: f64,
    #[serde(default)]
    black_increment: f64,
}

/// What bounds a search.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Bounds {
    seconds: Option<f64>,
    depth: Option<u32>,
    nodes: Option<f64>,
    clock: Option<Clocks>,
    pub(super) level: Option<u8>,
    lines: Option<usize>,
    pub(super) seed: Option<f64>,
}

impl Definition {
    /// The text; `None` for the name of a game that is not built in.
    pub(super) fn source(&self) -> Option<Source> {
        match self {
            Self::BuiltIn(name) => builtin::source(name),
            Self::Text { text, name, .. } => Some(Source::new(name.as_deref().unwrap_or(UNNAMED), text.as_str())),
        }
    }

    /// The game, or why there is none. Nothing is read that did not come with the question.
    pub(super) fn game(&self) -> Result<Game, String> {
        let source = self.source().ok_or("there is no built-in game of this name")?;
        let mut texts = Texts::new(BuiltIns);
        if let Self::Text { files: Some(files), .. } = self {
            for (path, text) in files {
                texts.insert(path.as_str(), text.as_str());
            }
        }
        weakfish::load(&source, &texts).map_err(|refused| {
            let mut located = refused.reports.iter().flat_map(weakfish::Report::located);
            let first = located.find(|located| located.diagnostic.is_error());
            first.map_or_else(
                || "the definition has mistakes".to_owned(),
                |located| format!("the definition has a mistake: {}", located.diagnostic.message),
            )
        })
    }
}

impl Question {
    /// The position that is asked about.
    pub(super) fn position(&self, game: &Game) -> Result<Position, String> {
        let PositionRef { setup, fen, moves } = &self.position;
        let setup = match setup {
            None => SetupId::default(),
            Some(name) => game.variant().setup_named(name).ok_or_else(|| format!("there is no setup `{name}`"))?,
        };
        let mut position = match fen {
            None => game.start_of(setup),
            Some(text) => fen::read(game, setup, text).map_err(|error| error.to_string())?,
        };
        let moves = moves.as_deref().unwrap_or_default();
        if moves.len() > MAX_PLIES {
            return Err(format!("a game has at most {MAX_PLIES} moves"));
        }
        for (number, name) in moves.iter().enumerate() {
            let read = read_uci_move(&position, name);
            let mv = read.map_err(|mistake| format!("move {}, {name}: {}", number + 1, mistake.message))?;
            position.make(mv);
        }
        Ok(position)
    }
}

impl Bounds {
    /// The limits of a search for the side to move.
    pub(super) fn limits(&self, turn: Side) -> Result<Limits, String> {
        let mut limits = Limits::default();
        if let Some(Clocks { white, black, white_increment, black_increment }) = self.clock {
            let (left, increment) = match turn {
                Side::White => (white, white_increment),
                Side::Black => (black, black_increment),
            };
            Clock::new(duration(left.max(0.0))?, duration(increment)?).limit(&mut limits);
        }
        let asked = self.seconds.map(duration).transpose()?;
        let times = [limits.hard_time, asked, Some(MAX_TIME)];
        limits.hard_time = times.into_iter().flatten().min();
        limits.depth = self.depth;
        limits.nodes = self.nodes.map(|nodes| nodes.max(1.0) as u64);
        limits.lines = self.lines.unwrap_or(1).clamp(1, MAX_LINES);
        Ok(limits)
    }
}

fn duration(seconds: f64) -> Result<Duration, String> {
    let most = MAX_TIME.as_secs_f64() * 1e4;
    Duration::try_from_secs_f64(seconds.min(most)).map_err(|_| format!("{seconds} is no number of seconds"))
}
