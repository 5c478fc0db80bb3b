//! The options of the engine.

use std::num::NonZero;
use std::time::Duration;

use weakfish::builtin;
use weakfish::engine::{ManMove, Move, MoveKind, Position};
use weakfish::notation::uci;
use weakfish_player::search::Level;

use crate::engine::{CHESS, DEFAULT_HASH, MAX_THREADS, max_hash};

/// The most lines.
const MAX_LINES: usize = 256;

/// Values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// The game: the name of a built-in one, or the path of a definition.
    pub(super) variant: String,
    /// Paths of more definitions to choose from.
    pub(super) paths: Vec<String>,
    /// The setup; empty for the first.
    pub(super) setup: String,
    /// In MiB.
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) overhead: Duration,
    pub(super) level: Level,
    /// Whether castling is written as the king's capture of its partner, as for shuffled setups.
    pub(super) is_chess960: bool,
    /// Whether `UCI_Elo` sets the strength instead of `Skill Level`.
    pub(super) by_elo: bool,
    pub(super) elo: i32,
    /// Seed of the choice at weaker levels; 0 for an unpredictable one.
    pub(super) seed: u64,
    /// File of evaluation weights; empty for those tuned for the game.
    pub(super) weights: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: CHESS.to_owned(),
            paths: Vec::new(),
            setup: String::new(),
            hash: DEFAULT_HASH,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            level: Level::FULL,
            is_chess960: false,
            by_elo: false,
            elo: *Level::ELO.end(),
            seed: 0,
            weights: String::new(),
        }
    }
}

/// Effect of setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changed {
    /// Which game is played.
    Game,
    /// The start position.
    Setup,
    /// The searcher: memory, threads, weights.
    Means,
    /// Settings of the next search, or nothing.
    Search,
    /// The transposition table is cleared.
    Forgotten,
}

impl Options {
    /// Our name of the game, or the path of its definition.
    pub(super) fn game_name(&self) -> &str {
        builtin::named_elsewhere(&self.variant).unwrap_or(&self.variant)
    }

    /// The `option` lines in reply to `uci`.
    pub(super) fn declarations(&self) -> Vec<String> {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get).max(MAX_THREADS);
        let names = builtin::aliases().map(|(name, _)| name).chain(builtin::names()).map(str::to_owned);
        let games: Vec<String> = names.chain(self.paths.iter().cloned()).collect();
        let games = games.join(" var ");
        vec![
            format!("option name Hash type spin default {DEFAULT_HASH} min 1 max {}", max_hash()),
            format!("option name Threads type spin default 1 min 1 max {threads}"),
            "option name Clear Hash type button".to_owned(),
            "option name Ponder type check default false".to_owned(),
            format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"),
            "option name Move Overhead type spin default 10 min 0 max 5000".to_owned(),
            format!("option name UCI_Variant type combo default {CHESS} var {games}"),
            "option name UCI_Chess960 type check default false".to_owned(),
            format!("option name Skill Level type spin default {} min 0 max {}", Level::MAX, Level::MAX),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!(
                "option name UCI_Elo type spin default {} min {} max {}",
                Level::ELO.end(),
                Level::ELO.start(),
                Level::ELO.end()
            ),
            "option name Skill Seed type spin default 0 min 0 max 2147483647".to_owned(),
            "option name VariantPath type string default <empty>".to_owned(),
            "option name Setup type string default <empty>".to_owned(),
            "option name EvalFile type string default <empty>".to_owned(),
        ]
    }

    /// Sets an option; what is wrong with it, if it can't be set.
    pub(super) fn set(&mut self, given: &str, value: &str) -> Result<Changed, String> {
        let number = |least: usize, most: usize| {
            let number = value.parse::<usize>().map_err(|_| format!("{given} must be a number, not `{value}`"))?;
            Ok::<usize, String>(number.clamp(least, most))
        };
        let switch = || match value.to_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{given} must be `true` or `false`, not `{value}`")),
        };
        let text = if value == "<empty>" { "" } else { value };
        let name = given.to_lowercase();
        match name.as_str() {
            "hash" => self.hash = number(1, max_hash())?,
            "threads" => self.threads = number(1, MAX_THREADS)?,
            "multipv" => self.lines = number(1, MAX_LINES)?,
            "move overhead" => self.overhead = Duration::from_millis(number(0, 5000)? as u64),
            "skill level" => self.level = Level::new(number(0, Level::MAX.into())? as u8),
            "uci_limitstrength" => self.by_elo = switch()?,
            "uci_chess960" => self.is_chess960 = switch()?,
            "uci_elo" => self.elo = number(0, 10_000)? as i32,
            "skill seed" => self.seed = number(0, 0x7fff_ffff)? as u64,
            // Whether to ponder is decided by the program that sends `go ponder`.
            "clear hash" | "ponder" | "uci_analysemode" => {}
            "uci_variant" => text.clone_into(&mut self.variant),
            "variantpath" => self.paths = text.split(':').filter(|path| !path.is_empty()).map(str::to_owned).collect(),
            "setup" => text.clone_into(&mut self.setup),
            "evalfile" => text.clone_into(&mut self.weights),
            _ => return Err(format!("there is no option `{given}`; `uci` lists them")),
        }
        Ok(match name.as_str() {
            "uci_variant" => Changed::Game,
            "setup" => Changed::Setup,
            "hash" | "threads" | "evalfile" => Changed::Means,
            "clear hash" => Changed::Forgotten,
            _ => Changed::Search,
        })
    }
}

impl Options {
    /// How moves are written.
    pub(super) fn spelling(&self) -> fn(&Position, Move) -> String {
        if self.is_chess960 { with_capture_of_partner } else { uci::write }
    }

    /// How strong to play.
    pub(super) fn strength(&self) -> Level {
        if self.by_elo { Level::of_elo(self.elo) } else { self.level }
    }
}

/// Writes a castling as the king's capture of its partner, which is always read; other moves as they are.
fn with_capture_of_partner(position: &Position, mv: Move) -> String {
    match mv {
        Move::Man(ManMove { from, kind: MoveKind::Castling { partner_from, .. }, .. }) => {
            let board = position.game().variant().board;
            board.name(from) + &board.name(partner_from)
        }
        _ => uci::write(position, mv),
    }
}

/// The name and the value of `setoption name … value …`.
pub(super) fn name_and_value<'t>(words: &[&'t str]) -> Option<(String, String)> {
    let words = words.strip_prefix(&["name"])?;
    let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let (name, value): (&[&'t str], &[&'t str]) = words.split_at(end);
    Some((name.join(" "), value.get(1..).unwrap_or_default().join(" ")))
}
