//! Players: Weakfish itself, or a program that speaks a protocol.

mod cecp;
mod notation;
mod ours;
mod player;
mod process;
mod uci;

use super::settings::{EngineSettings, Protocol};
pub(super) use player::{Budget, Choice, Fault, Introduced, Played, Player, Record, Refusal, Reserve};

/// Makes a player; whether it can play at all, and what it is called, is found out first for programs.
pub(super) fn hire(settings: &EngineSettings, played: &Played) -> Result<(Box<dyn Player>, Introduced), Refusal> {
    if settings.is_ourselves() {
        let player = ours::Ours::new(settings, played);
        return Ok((Box::new(player), Introduced { name: ours::name(settings), reserves: Vec::new() }));
    }
    let (player, introduced): (Box<dyn Player>, Introduced) = match settings.protocol {
        Protocol::Uci => {
            let mut player = uci::Uci::new(settings, played);
            let introduced = player.introduce()?;
            (Box::new(player), introduced)
        }
        Protocol::Cecp => {
            let mut player = cecp::Cecp::new(settings, played);
            let name = player.introduce()?;
            (Box::new(player), Introduced { name, reserves: Vec::new() })
        }
    };
    let name = settings.name.clone().unwrap_or(introduced.name);
    Ok((player, Introduced { name, ..introduced }))
}

/// Starts an engine again; a failure loses its games.
pub(super) fn hire_again(settings: &EngineSettings, played: &Played) -> Box<dyn Player> {
    match settings.protocol {
        _ if settings.is_ourselves() => Box::new(ours::Ours::new(settings, played)),
        Protocol::Uci => Box::new(uci::Uci::new(settings, played)),
        Protocol::Cecp => Box::new(cecp::Cecp::new(settings, played)),
    }
}
