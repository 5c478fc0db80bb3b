//! Arguments of `weakfish play`.

use std::num::NonZero;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::clocks::Setting;
use crate::support::scores;
use crate::support::start::Start;

/// A game in a terminal.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Continue the last game of this text
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "play"])]
    pub(crate) load: Option<String>,
    /// Sides of the players at the keyboard; Weakfish plays the others
    #[arg(long, value_enum, default_value_t = People::White)]
    pub(crate) side: People,
    /// How strong Weakfish plays, from 0, a beginner, to 20, the best it can
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u8).range(0..=20))]
    pub(crate) level: u8,
    /// Minutes for each player, and seconds for each move: `5`, `5+3` or `0:30+1`
    #[arg(long, value_name = "MINUTES+SECONDS")]
    pub(super) clock: Option<Setting>,
    /// Seconds that Weakfish thinks about a move at most; if nothing else bounds its best play, 2
    #[arg(long, value_name = "SECONDS", value_parser = scores::seconds)]
    pub(crate) time: Option<Duration>,
    /// Positions that Weakfish looks at for a move at most
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<NonZero<u64>>,
    /// Seed of the choice at levels below 20: equal seeds make equal games [default: unpredictable]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum People {
    /// A person against Weakfish
    White,
    /// A person with Black against Weakfish
    Black,
    /// Two people at one keyboard
    Both,
    /// Weakfish against itself
    None,
}
