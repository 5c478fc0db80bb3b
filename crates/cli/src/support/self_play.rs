//! Files of self-play games, in which `weakfish tune` and `weakfish train` store them, to be continued after an interrupt.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use weakfish::diagnostic::Code;
use weakfish::engine::Position;
use weakfish::model::Worth;
use weakfish_player::evaluation::Weights;
use weakfish_units::tasks::{StoredGame, TuneTask};

use crate::support::console::{Failure, Progress};
use crate::support::files::{self, file_failure};
use crate::support::{interrupt, workers};

/// Self-play games by their numbers, and the file that they are stored in.
pub(crate) struct StoredGames {
    pub(crate) path: PathBuf,
    pub(crate) games: BTreeMap<u32, StoredGame>,
}

/// The end of the time for self-play, if it is limited: when it began, and how long it lasts.
pub(crate) type TimeLimit = (Instant, Option<Duration>);

impl StoredGames {
    /// Opens the file beside an output, or creates it. Its first line has the command and the settings that the games depend on.
    ///
    /// # Errors
    ///
    /// If it can't be read or written, or its games were played with other settings.
    pub(crate) fn open(output: &Path, (command, settings): (&str, &str), start: &Position) -> Result<Self, Failure> {
        let mut path = output.to_path_buf().into_os_string();
        path.push(".games");
        let path = PathBuf::from(path);
        let heading = format!("// games of weakfish {command}: {settings}\n");
        if !path.exists() {
            files::write_atomically(&path, &heading)?;
            return Ok(Self { path, games: BTreeMap::new() });
        }
        let text = files::read_log(&path)?;
        let Some(lines) = text.strip_prefix(&heading) else {
            let help = "remove it to begin anew, name another output with `-o FILE`, or repeat the command with which it was begun";
            let problem = "holds games that were played with other settings";
            return Err(file_failure(Code::CommandOtherGames, &path, problem, help));
        };
        let mut games = BTreeMap::new();
        let mut intact = heading.len();
        for line in lines.split_inclusive('\n') {
            // The last line may have been cut.
            let read = line.strip_suffix('\n').and_then(|line| {
                let (number, game) = line.split_once(' ')?;
                Some((number.parse().ok()?, StoredGame::parse(game, start)?))
            });
            let Some((number, game)) = read else { break };
            intact += line.len();
            games.insert(number, game);
        }
        if intact < text.len() {
            files::write_atomically(&path, &text[..intact])?;
        }
        Ok(Self { path, games })
    }

    /// Renames the file, with the ending `.used`, so that other weights can begin one.
    pub(crate) fn retire(self) -> Result<(), Failure> {
        let mut used = self.path.clone().into_os_string();
        used.push(".used");
        fs::rename(&self.path, used).map_err(|error| {
            let help = "check that you may write in this folder";
            file_failure(Code::CommandUnwritableFile, &self.path, &format!("can't be renamed: {error}"), help)
        })
    }

    /// The numbers of a range whose games have not been played.
    pub(crate) fn missing(&self, numbers: impl Iterator<Item = u32>) -> Vec<u32> {
        numbers.filter(|number| !self.games.contains_key(number)).collect()
    }

    /// Plays games by their numbers and stores them; returns whether there was time for all. `all` is the number of games in the
    /// end.
    pub(crate) fn play(
        &mut self,
        (task, start, weights): (&TuneTask, &Position, &Weights),
        numbers: &[u32],
        all: u32,
        concurrency: Option<NonZero<u16>>,
        (began, time): TimeLimit,
    ) -> Result<bool, Failure> {
        let mut progress = Progress::new().limited(time);
        let Self { path, games } = self;
        let played = workers::self_play(
            (start.game(), weights),
            concurrency,
            numbers,
            |searcher, number| StoredGame::from(task.self_play(number).play(searcher, start)),
            &mut |number, game: StoredGame| {
                files::append(path, &format!("{number} {}\n", game.to_text(start)))?;
                games.insert(number, game);
                progress.show_share(progress_line(games, all), games.len() as u64, all.into());
                Ok(time.is_none_or(|time| began.elapsed() < time) && !interrupt::was_interrupted())
            },
        );
        progress.clear();
        played
    }
}

/// Progress of the self-play.
fn progress_line(games: &BTreeMap<u32, StoredGame>, all: u32) -> String {
    let ended = |order: Ordering| games.values().filter(|game| game.score.cmp(&Worth::DRAW) == order).count();
    let [white, draws, black] = [Ordering::Greater, Ordering::Equal, Ordering::Less].map(ended);
    let of_all = if all == u32::MAX { String::new() } else { format!(" of {all}") };
    format!("{}{of_all} games: +{white} ={draws} -{black} for White", games.len())
}
