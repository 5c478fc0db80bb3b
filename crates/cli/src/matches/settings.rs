//! Arguments of `weakfish match`, and the settings of its engines.

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use weakfish_player::evaluation::Weights;
use weakfish_player::playtest::Sprt;
use weakfish_units::settings::{EngineText, PlayerSettings, parse_number};

use crate::support::clock::{TimeControl, parse_time, parse_time_or_zero};

/// A match of two engines.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A built-in game, or the path of a .variant file
    pub(crate) game: String,
    #[command(flatten)]
    pub(super) settings: Settings,
    /// Name of the game in UCI, unless `--engine` gives it
    #[arg(long, value_name = "NAME")]
    pub(super) uci_variant: Option<String>,
    /// Time control, time and increment, in seconds or as in `1m+500ms` (1+0.01 if nothing else limits the engines)
    #[arg(long, value_name = "TIME+INCREMENT")]
    pub(super) tc: Option<TimeControl>,
    /// Time for a move, such as `2`, in seconds, `100ms` or `1m`
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) movetime: Option<Duration>,
    /// Time by which a clock or a time for a move may be exceeded
    #[arg(long, value_name = "TIME", value_parser = parse_time_or_zero, default_value = "50ms")]
    pub(super) margin: Duration,
    /// How long an answer is waited for where time is not limited, and for a program to be ready
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "60s")]
    pub(super) patience: Duration,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) concurrency: NonZero<u16>,
    /// Keep the games in this file; if it holds a part of this match already, go on behind it
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// Keep the games in PGN, too
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// The result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// What the games depend on, besides clocks.
#[derive(Args, Debug)]
pub(crate) struct Settings {
    /// An engine; one that is not named is Weakfish itself
    ///
    /// Settings, then the command that starts a program which speaks UCI, or CECP 2 with `protocol=xboard`, as in a shell:
    /// `Hash=64 fairy-stockfish`. Without a command, or with `self`, it is Weakfish itself, which has the settings `hash`
    /// (MiB), `threads`, `level` (from 0, a beginner, to 20, full strength) and `weights`: a file, `definition` for those that
    /// nobody has tuned, or `material`, by which it counts nothing but men. Settings of both are `name=NAME`, and `tc`,
    /// `movetime`, `nodes` and `depth` instead of those of the match. Programs also have `variant=NAME`, what they call the
    /// game; `letters=F=Q,A=B`, where our F is their Q and our A their B; any other setting is an option of theirs, and
    /// `option.NAME=VALUE` always is.
    #[arg(long = "engine", value_name = "ENGINE")]
    pub(super) engines: Vec<EngineSettings>,
    /// The setup that games begin from; the first one if none is named
    #[arg(long, value_name = "NAME")]
    pub(super) setup: Option<String>,
    /// Positions searched for a move
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<NonZero<u64>>,
    /// Plies looked ahead for a move
    #[arg(long, value_name = "N")]
    pub(super) depth: Option<NonZero<u32>>,
    /// The number of games; an odd one is made even, since each opening is played twice
    #[arg(long, value_name = "N", default_value = "100")]
    pub(super) games: NonZero<u32>,
    /// Seed of the random openings: equal seeds make equal openings
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) seed: u64,
    /// Random plies at the beginning, the same for both games of a pair; 6, or 0 with `--openings`
    #[arg(long, value_name = "N")]
    pub(super) random_plies: Option<u32>,
    /// Openings: a position or a list of moves on each line, or a game text with positions
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<String>,
    /// Plies after which a game is adjudicated a draw
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(super) max_plies: NonZero<u32>,
    /// Stop when it is decided with 95 % whether the first engine is stronger by `ELO0` or by `ELO1`
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,
}

/// An engine, as `--engine` describes it: settings, then the command that starts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EngineSettings {
    /// The text that was read.
    pub(super) text: String,
    /// The program and its arguments; empty for Weakfish itself.
    pub(super) command: Vec<String>,
    /// How it is spoken to.
    pub(super) protocol: Protocol,
    /// Display name, instead of its own.
    pub(super) name: Option<String>,
    /// Its name of the game.
    pub(super) variant: Option<String>,
    /// Our letters and its letters for the same men.
    pub(super) letters: Vec<(char, char)>,
    /// Its options, in the order in which they are set.
    pub(super) options: Vec<(String, String)>,
    /// The settings of Weakfish itself.
    pub(super) built_in: PlayerSettings,
    /// Its limits, if they differ from those of both.
    pub(super) limits: EngineLimits,
    /// Evaluation weights, once loaded; of the built-in engine only.
    pub(super) weights: Option<Weights>,
}

/// Refusal of XBoard's protocol in a program without it.
#[cfg(not(feature = "xboard"))]
const NO_XBOARD: &str = "this program was built without XBoard's protocol; `cargo install weakfish-cli` \
                         builds it with that";

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol, version 2.
    #[cfg(feature = "xboard")]
    Xboard,
}

/// Search limits of an engine: time control, time per move, nodes, depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EngineLimits {
    pub(super) time_control: Option<TimeControl>,
    /// For each move.
    pub(super) move_time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
}

impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(self.time_control.map(|clock| clock.to_string()));
        words.extend(self.move_time.map(|time| format!("{} ms a move", time.as_millis())));
        words.extend(self.nodes.map(|nodes| format!("{nodes} nodes a move")));
        words.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(&words.join(", "))
    }
}

impl FromStr for EngineSettings {
    type Err = String;

    /// Reads `nodes=200 Hash=64 fairy-stockfish --arguments`: as in a shell, settings stand before the command.
    fn from_str(text: &str) -> Result<Self, String> {
        let EngineText { settings, command } = EngineText::parse(text)?;
        let mut engine = Self { text: text.to_owned(), command, ..Self::default() };
        if engine.is_built_in() {
            let own = PlayerSettings::of(&settings)?;
            engine.name.clone_from(&own.name);
            engine.limits = EngineLimits::of(own.tc.as_deref(), own.movetime.as_deref(), own.nodes, own.depth)?;
            engine.built_in = own;
        } else {
            for (key, value) in &settings {
                engine.apply_setting(key, value)?;
            }
        }
        Ok(engine)
    }
}

impl EngineSettings {
    /// Whether it is Weakfish itself, in this process.
    pub(super) fn is_built_in(&self) -> bool {
        self.command.is_empty()
    }

    /// Stores a setting `key=value` of a program; unknown keys are its options.
    fn apply_setting(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || parse_number(key, value, u64::MAX);
        match key {
            "name" => self.name = Some(value.to_owned()),
            "protocol" => {
                self.protocol = match value.to_lowercase().as_str() {
                    "uci" => Protocol::Uci,
                    #[cfg(feature = "xboard")]
                    "xboard" | "cecp" => Protocol::Xboard,
                    #[cfg(not(feature = "xboard"))]
                    "xboard" | "cecp" => return Err(NO_XBOARD.to_owned()),
                    _ => return Err(format!("`protocol` wants `uci` or `xboard`, not `{value}`")),
                }
            }
            "variant" => self.variant = Some(value.to_owned()),
            "letters" => self.letters = parse_letters(value)?,
            "tc" => self.limits.time_control = Some(value.parse()?),
            "movetime" => self.limits.move_time = Some(read_move_time(value)?),
            "nodes" => self.limits.nodes = Some(number()?),
            "depth" => self.limits.depth = Some(number()?.try_into().unwrap_or(u32::MAX)),
            _ => {
                let key = key.strip_prefix("option.").unwrap_or(key);
                self.options.push((key.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }
}

impl EngineLimits {
    /// Limits of Weakfish itself.
    fn of(tc: Option<&str>, movetime: Option<&str>, nodes: Option<u64>, depth: Option<u32>) -> Result<Self, String> {
        let time_control = tc.map(str::parse).transpose()?;
        Ok(Self { time_control, move_time: movetime.map(read_move_time).transpose()?, nodes, depth })
    }
}

/// Reads the time for a move of an engine.
fn read_move_time(text: &str) -> Result<Duration, String> {
    parse_time(text).map_err(|reason| format!("`movetime` wants a time, not `{text}`: {reason}"))
}

/// Reads `F=Q,A=B`.
fn parse_letters(text: &str) -> Result<Vec<(char, char)>, String> {
    let pair = |pair: &str| {
        let letters = pair.trim().split_once('=').map(|(ours, theirs)| (ours.trim(), theirs.trim()));
        let parse_letter =
            |text: &str| text.parse().ok().filter(char::is_ascii_alphabetic).map(|c: char| c.to_ascii_uppercase());
        letters.and_then(|(ours, theirs)| Some((parse_letter(ours)?, parse_letter(theirs)?)))
    };
    let letters: Option<_> = text.split(',').map(pair).collect();
    letters.ok_or_else(|| "write `letters=F=Q,A=B` where our F is its Q and our A its B".to_owned())
}
