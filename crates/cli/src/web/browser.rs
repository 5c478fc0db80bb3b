//! What a game in the browser can be asked for.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

/// A game in the browser instead of the terminal.
#[derive(Args, Debug)]
pub(crate) struct Browser {
    /// In the browser: serves the playground to this machine alone, with this program as its engine, until Ctrl-C; a game
    /// need not be named then
    #[arg(long, conflicts_with_all = ["load", "side", "level", "clock", "time", "nodes", "seed"])]
    pub(crate) web: bool,
    /// The folder with the page of the playground, where it is not found by itself
    #[arg(long, value_name = "FOLDER", requires = "web")]
    pub(super) page: Option<PathBuf>,
    /// The port to listen on; any free one if none is named
    #[arg(long, value_name = "N", requires = "web")]
    pub(super) port: Option<NonZero<u16>>,
    /// How many threads the searches of the page share
    #[arg(long, value_name = "T", default_value = "1", requires = "web")]
    pub(super) threads: NonZero<u16>,
}
