//! The replies to `protover` and `variant`.

use weakfish::builtin;
use weakfish_player::search::Level;

use super::{NORMAL, Session};
use crate::console::{self, Failure};
use crate::weights;
use crate::xboard::dialect::{self, Dialect};
use crate::xboard::game::GameState;

impl Session<'_> {
    /// The `feature` lines.
    pub(super) fn introduce(&self) -> Result<(), Failure> {
        // XBoard waits for the rest only if this comes at once, and all games are looked at below.
        console::line("feature done=0")?;
        console::line(format_args!("feature myname=\"Weakfish {}\"", env!("CARGO_PKG_VERSION")))?;
        console::line(
            "feature ping=1 setboard=1 playother=1 usermove=1 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 draw=1",
        )?;
        console::line("feature memory=1 smp=1 nps=0 highlight=1 debug=1")?;
        console::line(format_args!("feature option=\"Skill Level -spin {0} 0 {0}\"", Level::MOST))?;
        // Definitions with mistakes are offered, so that the mistakes can be shown.
        let is_sayable =
            |game: &str| self.loader.game(game).map_or(true, |game| dialect::unsayable(&game, true).is_none());
        let own = self.games.iter().filter(|game| is_sayable(game)).map(|game| name_of(game));
        let built_in = builtin::names().filter(|game| is_sayable(game));
        let built_in = built_in.map(|name| dialect::name_there(name).to_owned());
        let mut names: Vec<String> = built_in.collect();
        names.sort_by_key(|name| name != NORMAL);
        let names: Vec<String> = own.chain(names).collect();
        console::line(format_args!("feature variants=\"{}\"", names.join(",")))?;
        console::line("feature done=1")
    }

    /// Loads the game that was asked for, if that has not been done; whether there is one.
    pub(super) fn prepare(&mut self) -> Result<bool, Failure> {
        if self.table.is_some() || self.refused.as_ref() == Some(&self.variant) {
            return Ok(self.table.is_some());
        }
        self.refused = Some(self.variant.clone());
        let file = self.games.iter().find(|game| name_of(game) == self.variant).cloned();
        let built_in = dialect::ours(&self.variant).or_else(|| builtin::names().find(|name| *name == self.variant));
        let Some(name) = file.clone().or_else(|| built_in.map(str::to_owned)) else {
            console::line(format_args!("Error (unknown variant): variant {}", self.variant))?;
            return Ok(false);
        };
        let loaded = self.loader.game(&name).and_then(|game| Ok((weights::of_game(&game, &name)?, game)));
        let (weights, game) = match loaded {
            Ok(loaded) => loaded,
            Err(Failure::Reports(reports)) => {
                for report in reports {
                    for line in report.to_string().lines() {
                        console::line(format_args!("# {line}"))?;
                    }
                }
                console::line(format_args!("tellusererror {} has mistakes, see `weakfish check`", self.variant))?;
                return Ok(false);
            }
            Err(other) => return Err(other),
        };
        if let Some(reason) = dialect::unsayable(&game, self.pictures) {
            console::line(format_args!("tellusererror {} {reason}", self.variant))?;
            return Ok(false);
        }
        let known = file.is_none().then(|| dialect::known(&name)).flatten();
        let dialect = Dialect::new(&game, known.as_ref(), self.pictures);
        self.refused = None;
        self.table = Some(GameState::new(game, weights, dialect, known.and_then(|known| known.start)));
        Ok(true)
    }

    /// Tells what XBoard must know to show a game that it does not know.
    pub(super) fn describe(&self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        if dialect::ours(&self.variant).and_then(dialect::known).is_some() {
            return Ok(());
        }
        let board = table.game.variant().board;
        console::line(format_args!(
            "setup ({}) {}x{}+0_fairy {}",
            table.dialect.table(&table.game),
            board.files(),
            board.ranks(),
            table.dialect.fen(table.position())
        ))
    }
}

/// Name of a definition in the list of games: that of its file.
fn name_of(game: &str) -> String {
    let file = std::path::Path::new(game).file_stem();
    file.map_or_else(|| game.to_owned(), |name| name.to_string_lossy().replace([',', '"', ' '], "-"))
}
