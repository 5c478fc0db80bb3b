//! Exact tables of endings that searches probe: the options for them, files that `weakfish table -o` has kept, and a thread that
//! makes tables while a program plays.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, SystemTime};

use clap::Args;
use etcetera::BaseStrategy as _;
use weakfish::diagnostic::Code;
use weakfish::engine::{Game, Position};
use weakfish_endgame::{FileError, Men};
use weakfish_player::search::{TableCache, Tablebase, TablebaseBudget};

use crate::support::console::{self, Failure};
use crate::support::load::{self, ReadError};
use crate::support::{files, workers};

/// The largest value of `--tables`, in MiB.
pub(crate) const MAX_MEBIBYTES: u32 = 1 << 20;

/// The largest file of tables that is read.
const MAX_FILE: usize = 1 << 36;

/// Options for exact tables.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableOptions {
    /// Memory for exact tables of endings in MiB, which are made when a game comes near them; 0 makes none
    #[arg(long = "tables", value_name = "MB", default_value_t = TablebaseBudget::DEFAULT_MEBIBYTES,
        value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_MEBIBYTES)))]
    pub(crate) mebibytes: u32,
    /// The folder with tables that `weakfish table -o` has kept
    #[arg(long = "table-path", value_name = "DIR")]
    pub(crate) path: Option<PathBuf>,
    /// Neither keep tables in the user's cache folder nor take them from there
    #[arg(long)]
    pub(crate) no_cache: bool,
}

/// Tables for the searches of a game, and the failures by files that are not used.
pub(crate) struct OpenedTables {
    /// `None` if there are none, or the rules of the game don't admit any.
    pub(crate) tablebase: Option<Arc<Tablebase>>,
    pub(crate) failures: Vec<Failure>,
}

impl TableOptions {
    /// Prepares the tables of a game, and reads those of the folder that are of this game.
    ///
    /// # Errors
    ///
    /// If the folder can't be read. A file that can't be used is reported beside the tables.
    pub(crate) fn open(&self, game: &Game) -> Result<OpenedTables, Failure> {
        self.open_within(game, TablebaseBudget::of_mebibytes(self.mebibytes).time)
    }

    /// Likewise, with so much time for the tables of a position.
    pub(crate) fn open_within(&self, game: &Game, time: Duration) -> Result<OpenedTables, Failure> {
        let files = self.path.as_deref().map_or_else(|| Ok(Vec::new()), files_in)?;
        let mut opened = OpenedTables { tablebase: None, failures: Vec::new() };
        if self.mebibytes == 0 && files.is_empty() {
            return Ok(opened);
        }
        let budget = TablebaseBudget { time, ..TablebaseBudget::of_mebibytes(self.mebibytes) };
        let Ok(mut tablebase) = Tablebase::new(game, budget) else { return Ok(opened) };
        if let Some(cache) = CacheFolder::of_user().filter(|_| !self.no_cache) {
            tablebase = tablebase.with_cache(Box::new(cache));
        }
        for file in files {
            let read = read_file(&file).and_then(|bytes| match tablebase.add_file(&bytes, max_memory()) {
                // A folder may have tables of several games.
                Ok(_) | Err(FileError::OtherGame(_)) => Ok(()),
                Err(error) => Err(file_failure(&file, &error)),
            });
            opened.failures.extend(read.err());
        }
        opened.tablebase = Some(Arc::new(tablebase));
        Ok(opened)
    }

    /// Opens the tables of a game, and reports on standard error which files are not used.
    ///
    /// # Errors
    ///
    /// If the folder can't be read.
    pub(crate) fn open_and_report(&self, game: &Game) -> Result<Option<Arc<Tablebase>>, Failure> {
        Ok(self.open(game)?.report())
    }
}

impl OpenedTables {
    /// Reports on standard error which files are not used, and returns the tables.
    pub(crate) fn report(self) -> Option<Arc<Tablebase>> {
        for failure in self.failures {
            // The others are used.
            let _ = console::print_failure(failure);
        }
        self.tablebase
    }
}

/// The files of a folder, in the order of their names.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: std::io::Error| {
        let message = format!("`{}` can't be read: {error}", folder.display());
        let help = "name a folder with files that `weakfish table GAME MEN -o FILE` has written";
        let text = folder.to_string_lossy();
        Failure::argument("--table-path", &text, Code::CommandUnreadableFile, message, "this folder", help)
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if !path.is_dir() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads a file of tables.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    load::read_at_most(path, MAX_FILE).map_err(|error| {
        let (code, reason) = match error {
            ReadError::NotAFile(kind) => (Code::CommandNotAFile, format!("is {kind}")),
            ReadError::Io(error) => (Code::CommandUnreadableFile, format!("can't be read: {error}")),
        };
        let help = "`weakfish table GAME MEN -o FILE` writes a file of tables";
        Failure::file(path, code, format!("`{}` {reason}", path.display()), help)
    })
}

/// The most memory in bytes that the tables of a file take: half of the machine's.
pub(crate) fn max_memory() -> u64 {
    workers::total_mebibytes().map_or(u64::MAX, |total| (total as u64) << 19)
}

/// A failure by the content of a file of tables.
pub(crate) fn file_failure(path: &Path, error: &FileError) -> Failure {
    let help = if matches!(error, FileError::Memory(_)) {
        "a file may take half of the machine's memory; use one of fewer men, or a machine that has more"
    } else {
        "`weakfish table GAME MEN -o FILE` writes it anew"
    };
    Failure::file(path, Code::CommandOtherTable, format!("`{}` can't be used: {error}", path.display()), help)
}

/// Bytes of all tables in the cache folder. The oldest ones go first.
const MAX_CACHE_BYTES: u64 = 2 << 30;

/// Ending of the names of files in the cache folder.
const CACHE_EXTENSION: &str = "table";

/// Folder of the user where tables are kept. A file that can't be read or written is as if it were not there.
struct CacheFolder(PathBuf);

impl CacheFolder {
    /// The folder `weakfish/tables` in the user's folder for caches.
    fn of_user() -> Option<Self> {
        let folders = etcetera::choose_base_strategy().ok()?;
        Some(Self(folders.cache_dir().join("weakfish").join("tables")))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name).with_extension(CACHE_EXTENSION)
    }

    /// Removes the files that were used longest ago until so many more bytes have room.
    fn make_room(&self, bytes: u64) -> Option<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.0).ok()?.flatten() {
            let path = entry.path();
            let metadata = entry.metadata().ok()?;
            if path.extension().is_some_and(|extension| extension == CACHE_EXTENSION) && metadata.is_file() {
                files.push((metadata.modified().ok()?, metadata.len(), path));
            }
        }
        files.sort();
        let mut all = files.iter().map(|(_, bytes, _)| bytes).sum::<u64>() + bytes;
        for (_, bytes, path) in files {
            if all <= MAX_CACHE_BYTES {
                break;
            }
            fs::remove_file(path).ok()?;
            all -= bytes;
        }
        (all <= MAX_CACHE_BYTES).then_some(())
    }
}

impl TableCache for CacheFolder {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.file(name);
        let bytes = load::read_at_most(&path, MAX_FILE).ok()?;
        // The time of the file says when it was used last.
        let _ = fs::File::options().append(true).open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(bytes)
    }

    fn store(&self, name: &str, bytes: &[u8]) {
        if fs::create_dir_all(&self.0).is_ok() && self.make_room(bytes.len() as u64).is_some() {
            let _ = files::write_atomically(self.file(name), bytes);
        }
    }
}

/// Makes tables on a thread of its own while a program plays: those of the last position that it is told.
pub(crate) struct TableMaker {
    positions: Sender<Position>,
    paused: Arc<AtomicBool>,
}

impl TableMaker {
    /// Starts the thread. It ends when this is dropped.
    pub(crate) fn start(tablebase: &Arc<Tablebase>) -> Self {
        let (positions, receiver) = mpsc::channel::<Position>();
        let paused = Arc::new(AtomicBool::new(false));
        let (tablebase, stop) = (Arc::clone(tablebase), Arc::clone(&paused));
        thread::spawn(move || {
            while let Ok(position) = receiver.recv() {
                let last = receiver.try_iter().last().unwrap_or(position);
                tablebase.prepare(&last, &mut |_| !stop.load(Relaxed));
            }
        });
        Self { positions, paused }
    }

    /// Makes the tables of a position, after those in work.
    pub(crate) fn follow(&self, position: &Position) {
        self.paused.store(false, Relaxed);
        let _ = self.positions.send(position.clone());
    }

    /// Ends the work: a search that has no limit of time makes what it needs.
    pub(crate) fn pause(&self) {
        self.paused.store(true, Relaxed);
    }
}

impl Drop for TableMaker {
    fn drop(&mut self) {
        self.pause();
    }
}

/// Says why there is no table of the men of a position; `None` if there is one, or could be none.
pub(crate) fn refusal_text(tablebase: &Tablebase, position: &Position) -> Option<String> {
    let refusal = tablebase.refusal(position)?;
    let men = Men::of(position).text(tablebase.game().variant());
    Some(format!("no table of {men}, which {refusal}"))
}
