//! Training games, stored in a file so that an interrupted run can be continued. The first line has the settings, each
//! other one a game: its number, the winner, and its moves, with `*` behind those that were made in quiet positions.

use std::collections::BTreeMap;
use std::path::Path;

use weakfish::diagnostic::Code;
use weakfish::engine::{Move, Position};
use weakfish::geometry::Side;
use weakfish::notation::uci;
use weakfish_player::search::Played;

use crate::support::console::Failure;
use crate::support::run_log::{self, refused};
use crate::support::write;

/// Marks a move made in a quiet position.
const QUIET: char = '*';

/// A training game: its moves, which of them were made in quiet positions, and its winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredGame {
    pub(super) moves: Vec<Move>,
    pub(super) quiet: Vec<bool>,
    pub(super) winner: Option<Side>,
}

impl From<Played> for StoredGame {
    fn from(played: Played) -> Self {
        let winner = played.outcome.and_then(|outcome| outcome.winner);
        Self { moves: played.moves, quiet: played.quiet, winner }
    }
}

impl StoredGame {
    /// The game on a line.
    pub(super) fn line(&self, number: u32, start: &Position) -> String {
        let winner = match self.winner {
            Some(Side::White) => "white",
            Some(Side::Black) => "black",
            None => "nobody",
        };
        let mut line = format!("{number} {winner}");
        let mut position = start.clone();
        for (&mv, &quiet) in self.moves.iter().zip(&self.quiet) {
            line.push(' ');
            line += &uci::write(&position, mv);
            if quiet {
                line.push(QUIET);
            }
            position.make(mv);
        }
        line.push('\n');
        line
    }

    /// Reads a line; `None` if it is not that of a game from this position.
    fn read(line: &str, start: &Position) -> Option<(u32, Self)> {
        let mut words = line.split(' ');
        let number = words.next()?.parse().ok()?;
        let winner = match words.next()? {
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            "nobody" => None,
            _ => return None,
        };
        let mut game = Self { moves: Vec::new(), quiet: Vec::new(), winner };
        let mut position = start.clone();
        for word in words {
            let mv = uci::find(&position, word.trim_end_matches(QUIET))?;
            game.moves.push(mv);
            game.quiet.push(word.ends_with(QUIET));
            position.play(mv).ok()?;
        }
        Some((number, game))
    }
}

/// Begins a file of games, or finds the games that it holds already, by number.
pub(super) fn open(path: &Path, settings: &str, start: &Position) -> Result<BTreeMap<u32, StoredGame>, Failure> {
    let heading = format!("// games of weakfish tune: {settings}\n");
    if !path.exists() {
        write::replace(path, &heading)?;
        return Ok(BTreeMap::new());
    }
    let text = run_log::read(path)?;
    let Some(games) = text.strip_prefix(&heading) else {
        let help = "remove it to begin anew, name another output with `-o FILE`, or repeat the command with which it was begun";
        return Err(refused(Code::CommandOtherGames, path, "holds games that were played with other settings", help));
    };
    let mut found = BTreeMap::new();
    let mut whole = heading.len();
    for line in games.split_inclusive('\n') {
        // The last line may have been cut.
        let Some((number, game)) = line.strip_suffix('\n').and_then(|line| StoredGame::read(line, start)) else {
            break;
        };
        whole += line.len();
        found.insert(number, game);
    }
    if whole < text.len() {
        write::replace(path, &text[..whole])?;
    }
    Ok(found)
}
