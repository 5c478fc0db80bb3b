//! Players: Weakfish itself, or a program that speaks a protocol.

mod built_in;
mod cecp;
mod notation;
mod player;
mod process;
mod uci;

use super::settings::{EngineSettings, Protocol};
pub(super) use player::{Budget, Choice, EngineInfo, Fault, MatchGame, NO_ANSWER, Player, Record, Refusal};

/// Makes a player, and finds out whether it can play at all and what it is called.
pub(super) fn start(settings: &EngineSettings, played: &MatchGame) -> Result<(Box<dyn Player>, EngineInfo), Refusal> {
    let mut player = restart(settings, played);
    let EngineInfo { name, reserves } = player.introduce()?;
    Ok((player, EngineInfo { name: settings.name.clone().unwrap_or(name), reserves }))
}

/// Makes a player again; a failure to start loses its games.
pub(super) fn restart(settings: &EngineSettings, played: &MatchGame) -> Box<dyn Player> {
    match settings.protocol {
        _ if settings.is_built_in() => Box::new(built_in::BuiltIn::new(settings, played)),
        Protocol::Uci => Box::new(uci::Uci::new(settings, played)),
        Protocol::Cecp => Box::new(cecp::Cecp::new(settings, played)),
    }
}
