//! Who plays: Weakfish itself, or a program that speaks a protocol.

mod cecp;
mod notation;
mod ours;
mod player;
mod process;
mod uci;

use super::settings::{EngineSettings, Protocol};
pub(super) use player::{Budget, Choice, Fault, Played, Player, Record, Refusal};

/// Makes a player; whether it can play at all, and what it is called, is found out first for programs.
pub(super) fn hire(settings: &EngineSettings, played: &Played) -> Result<(Box<dyn Player>, String), Refusal> {
    if settings.is_ourselves() {
        let player = ours::Ours::new(settings, played);
        return Ok((Box::new(player), ours::name(settings)));
    }
    let (player, name): (Box<dyn Player>, String) = match settings.protocol {
        Protocol::Uci => {
            let mut player = uci::Uci::new(settings, played);
            let name = player.introduce()?;
            (Box::new(player), name)
        }
        Protocol::Cecp => {
            let mut player = cecp::Cecp::new(settings, played);
            let name = player.introduce()?;
            (Box::new(player), name)
        }
    };
    Ok((player, settings.name.clone().unwrap_or(name)))
}

/// The same without finding out: what is wrong with it will lose its games.
pub(super) fn hire_again(settings: &EngineSettings, played: &Played) -> Box<dyn Player> {
    match settings.protocol {
        _ if settings.is_ourselves() => Box::new(ours::Ours::new(settings, played)),
        Protocol::Uci => Box::new(uci::Uci::new(settings, played)),
        Protocol::Cecp => Box::new(cecp::Cecp::new(settings, played)),
    }
}
