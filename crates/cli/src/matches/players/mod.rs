//! Players: Weakfish itself, or a program that speaks a protocol.

mod program;
mod uci;
#[cfg(feature = "xboard")]
mod xboard;

use std::time::Duration;

use weakfish::notation;
use weakfish_player::evaluation::Weights;
use weakfish_player::matches::SearchPlayer;
use weakfish_player::search::{Clock, Level, Limits, SearchTimer as _};
use weakfish_units::settings::own_name;

use crate::matches::settings::{EngineSettings, Protocol};
use crate::support::interrupt::Stopwatch;

pub(super) use program::{EngineInfo, EngineMove, Forfeit, MatchGame, MoveLimits, NO_ANSWER, Player, Record};

/// Starts a player and performs the handshake; returns its name and options.
pub(super) fn start(settings: &EngineSettings, played: &MatchGame) -> Result<(Box<dyn Player>, EngineInfo), Forfeit> {
    let mut player = restart(settings, played);
    let EngineInfo { name, overhead_options } = player.handshake()?;
    Ok((player, EngineInfo { name: settings.name.clone().unwrap_or(name), overhead_options }))
}

/// Starts a player again; a failure to start loses its games.
pub(super) fn restart(settings: &EngineSettings, played: &MatchGame) -> Box<dyn Player> {
    match settings.protocol {
        _ if settings.is_built_in() => Box::new(BuiltIn::new(settings, played)),
        Protocol::Uci => Box::new(uci::UciEngine::new(settings, played)),
        #[cfg(feature = "xboard")]
        Protocol::Xboard => Box::new(xboard::XboardEngine::new(settings, played)),
    }
}

/// Move overhead of the built-in player.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Built-in player: Weakfish in this process.
pub(super) struct BuiltIn(SearchPlayer);

impl BuiltIn {
    /// Makes a searcher with the settings of the built-in engine.
    pub(super) fn new(settings: &EngineSettings, played: &MatchGame) -> Self {
        let definition = || Weights::from_definition(&played.game);
        let weights = settings.weights.clone().unwrap_or_else(definition);
        let hash_bytes = settings.built_in.hash.map(|mebibytes| (mebibytes as usize) << 20);
        let level = settings.built_in.level.map_or(Level::FULL, Level::new);
        let mut player = SearchPlayer::new(&played.game, &weights, hash_bytes, level, played.tablebase.clone());
        player.set_threads(settings.built_in.threads.unwrap_or(1) as usize);
        Self(player)
    }
}

impl Player for BuiltIn {
    fn handshake(&mut self) -> Result<EngineInfo, Forfeit> {
        Ok(EngineInfo { name: own_name(), overhead_options: Vec::new() })
    }

    fn new_game(&mut self, seed: u64) -> Result<(), Forfeit> {
        self.0.new_game(seed);
        Ok(())
    }

    fn go(&mut self, record: &Record, budget: &MoveLimits) -> Result<EngineMove, Forfeit> {
        let position = &record.position;
        let mut limits = Limits::default();
        (limits.depth, limits.nodes) = (budget.limits.depth, budget.limits.nodes);
        if let Some((left, increment)) = budget.clock(position.turn()) {
            Clock::new(left, increment).set_time_limits(&mut limits);
        }
        if let Some(time) = budget.limits.move_time {
            // To stop takes some time, too.
            let time = time.saturating_sub(OVERHEAD.min(time / 10));
            limits.hard_time = Some(limits.hard_time.map_or(time, |hard| hard.min(time)));
        }
        let watch = Stopwatch::new().limited(budget.timeout);
        let mv = self.0.choose(position, &limits, &watch);
        let elapsed = watch.elapsed();
        let mv = mv.ok_or_else(Forfeit::no_move)?;
        Ok(EngineMove { text: notation::uci::write(position, mv), elapsed })
    }
}
