//! Arguments of `weakfish match`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::settings::{EngineSettings, TimeControl};
use super::statistics::SequentialTest;

/// A match of two engines.
#[derive(Args, Debug)]
pub(in crate::cli) struct Arguments {
    /// A built-in game, or the path of a .variant file
    pub(in crate::cli) game: String,
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
    /// Name of the game in UCI, unless `--engine` gives it
    #[arg(long, value_name = "NAME")]
    pub(super) uci_variant: Option<String>,
    /// The setup that games begin from; the first one if none is named
    #[arg(long, value_name = "NAME")]
    pub(super) setup: Option<String>,
    /// Time control in seconds, time and increment (1+0.01 if nothing else limits the engines)
    #[arg(long, value_name = "TIME+INCREMENT")]
    pub(super) tc: Option<TimeControl>,
    /// Milliseconds for a move
    #[arg(long, value_name = "MS")]
    pub(super) movetime: Option<NonZero<u64>>,
    /// Positions looked at for a move
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<NonZero<u64>>,
    /// Plies looked ahead for a move
    #[arg(long, value_name = "N")]
    pub(super) depth: Option<NonZero<u32>>,
    /// Milliseconds by which a clock or a time for a move may be exceeded
    #[arg(long, value_name = "MS", default_value = "50")]
    pub(super) margin: u64,
    /// How long an answer is waited for where time is not limited, and for a program to be ready
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    pub(super) patience: NonZero<u32>,
    /// The number of games; an odd one is made even, since each opening is played twice
    #[arg(long, value_name = "N", default_value = "100")]
    pub(super) games: NonZero<u32>,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) concurrency: NonZero<u16>,
    /// Seed of the random openings: equal seeds make equal openings
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) seed: u64,
    /// Random plies at the beginning, the same for both games of a pair; 6, or 0 with `--openings`
    #[arg(long, value_name = "N")]
    pub(super) random_plies: Option<u32>,
    /// Openings: a position or a list of moves on each line, or a game text with positions
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) openings: Option<String>,
    /// Plies after which a game is adjudicated a draw
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(super) max_plies: NonZero<u32>,
    /// Stop when it is decided with 95 % whether the first engine is stronger by `ELO0` or by `ELO1`
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(super) sprt: Option<SequentialTest>,
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
