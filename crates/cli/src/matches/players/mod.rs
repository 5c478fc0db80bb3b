//! Players: Weakfish itself, or a program that speaks a protocol.

mod built_in;
mod cecp;
mod notation;
mod player;
mod process;
mod uci;

use super::settings::{EngineSettings, Protocol};
pub(super) use player::{Budget, Choice, EngineInfo, Fault, MatchGame, Player, Record, Refusal, Reserve};

/// Makes a player; whether it can play at all, and what it is called, is found out first for programs.
pub(super) fn start(settings: &EngineSettings, played: &MatchGame) -> Result<(Box<dyn Player>, EngineInfo), Refusal> {
    if settings.is_built_in() {
        let player = built_in::BuiltIn::new(settings, played);
        return Ok((Box::new(player), EngineInfo { name: built_in::name(settings), reserves: Vec::new() }));
    }
    let (player, infos): (Box<dyn Player>, EngineInfo) = match settings.protocol {
        Protocol::Uci => {
            let mut player = uci::Uci::new(settings, played);
            let infos = player.introduce()?;
            (Box::new(player), infos)
        }
        Protocol::Cecp => {
            let mut player = cecp::Cecp::new(settings, played);
            let name = player.introduce()?;
            (Box::new(player), EngineInfo { name, reserves: Vec::new() })
        }
    };
    let name = settings.name.clone().unwrap_or(infos.name);
    Ok((player, EngineInfo { name, ..infos }))
}

/// Starts an engine again; a failure loses its games.
pub(super) fn restart(settings: &EngineSettings, played: &MatchGame) -> Box<dyn Player> {
    match settings.protocol {
        _ if settings.is_built_in() => Box::new(built_in::BuiltIn::new(settings, played)),
        Protocol::Uci => Box::new(uci::Uci::new(settings, played)),
        Protocol::Cecp => Box::new(cecp::Cecp::new(settings, played)),
    }
}
