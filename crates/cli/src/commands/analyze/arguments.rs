//! Arguments of `weakfish analyze`.

use std::num::NonZero;
use std::time::Duration;

use clap::Args;

use crate::support::scores;
use crate::support::start::Start;

/// The analysis of a position or a game.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) start: Start,
    /// The text of a game, every move of which is judged; without it, a position is analysed
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "play"])]
    pub(crate) file: Option<String>,
    /// Number of best lines; of a game, for each position, with `--json`
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) lines: NonZero<u16>,
    /// Plies looked ahead, in each position
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<NonZero<u32>>,
    /// Positions searched, for each position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<NonZero<u64>>,
    /// Seconds for each position; if nothing bounds the search, 3, and 40 for a whole game
    #[arg(long, value_name = "SECONDS", value_parser = scores::seconds)]
    pub(crate) time: Option<Duration>,
    /// How many threads search
    #[arg(long, value_name = "T", default_value = "1")]
    pub(crate) threads: NonZero<u16>,
    /// How many MiB the search may take to remember positions
    #[arg(long, value_name = "MB", default_value = "64")]
    pub(crate) hash: NonZero<usize>,
    /// Print the game as a text again, with signs and comments
    #[arg(long, requires = "file", conflicts_with = "json")]
    pub(crate) text: bool,
    /// Lines, scores and judgements as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
