//! Arguments of `weakfish tune`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::workers::duration;

/// Weights for a game.
#[derive(Args, Debug)]
pub(in crate::cli) struct Arguments {
    /// A built-in game, or the path of a .variant file
    pub(in crate::cli) game: String,
    /// The output file; by default beside the definition, with the ending .weights, or here for a built-in game
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// How many games are played in all
    #[arg(long, value_name = "N", default_value = "8000")]
    pub(super) games: NonZero<u32>,
    /// After how many games new weights are made, with which the next games are played
    #[arg(long, value_name = "N", default_value = "2000")]
    pub(super) round: NonZero<u32>,
    /// End after so long, such as `30m` or `90s`, with the weights of the games that have been played
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,
    /// Positions looked at for a move
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(super) nodes: NonZero<u32>,
    /// Random plies at the beginning of each game
    #[arg(long, value_name = "N", default_value = "8")]
    pub(super) random_plies: u32,
    /// Seed: equal seeds make equal games and weights
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) seed: u64,
    /// How many games are played at once; by default as many as the machine has processors
    #[arg(long, value_name = "N")]
    pub(super) concurrency: Option<NonZero<u16>>,
    /// Begin with weights that are there already, instead of those that follow from the definition
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<String>,
}
