//! `--watch`: runs a command again whenever definitions change.
//!
//! The files are looked at a few times a second. Notices from the system would come sooner, but not from every file
//! system, and not under every name that an editor gives a file while it saves; for some dozens of small files looking
//! costs nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, thread};

use weakfish::builtin;
use weakfish::prose::counted;

use crate::support::console::{self, Failure};
use crate::support::load::{STANDARD_INPUT, files_below};

/// Interval between two looks at the files.
const INTERVAL: Duration = Duration::from_millis(200);

/// Folder levels watched below that of a definition.
const MAX_DEPTH: usize = 8;

/// Files watched.
const MAX_FILES: usize = 10_000;

/// Modification time and length of each file.
type Files = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Calls `run`, and again whenever a definition changes or another file beside or below it, which it may extend. Ends
/// only if output can't be written, or if there is nothing to watch.
pub(crate) fn watch(
    paths: &[String],
    roots: &[PathBuf],
    mut run: impl FnMut() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let folders = watched_folders(paths, roots);
    if folders.is_empty() {
        console::eprint("nothing to watch: only files change");
        return Err(Failure::Reported);
    }
    loop {
        // Changes during the run are noticed after it.
        let before = file_stamps(&folders);
        match run() {
            Err(failure @ (Failure::Output(_) | Failure::Interrupted)) => return Err(failure),
            Err(Failure::Reports(reports)) => reports.iter().for_each(console::print_report),
            Err(Failure::Reported) | Ok(()) => {}
        }
        let file_count = counted(before.len() as u64, "file");
        console::eprint(format_args!("watching {file_count} for changes; Ctrl-C ends it"));
        let changed = loop {
            thread::sleep(INTERVAL);
            let now = file_stamps(&folders);
            if now != before {
                // An editor may not have finished yet.
                thread::sleep(INTERVAL / 4);
                break first_changed(&before, &now);
            }
        };
        console::eprint(format_args!("\n{} changed", changed.display()));
    }
}

/// Folders to watch: those of the named definitions, and the roots that these may extend files of.
fn watched_folders(paths: &[String], roots: &[PathBuf]) -> Vec<PathBuf> {
    let named = paths.iter().filter(|path| *path != STANDARD_INPUT && builtin::source(path).is_none()).map(|path| {
        let path = Path::new(path);
        let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
        if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
    });
    let mut folders: Vec<PathBuf> = named.collect();
    if !folders.is_empty() {
        folders.extend_from_slice(roots);
    }
    folders.sort();
    folders.dedup();
    folders
}

/// Stamps of the definitions in and below folders, and of the move lists beside them.
fn file_stamps(folders: &[PathBuf]) -> Files {
    let paths = folders.iter().flat_map(|folder| files_below(folder, MAX_DEPTH, &["variant", "moves"]));
    // A link leads to the file that changes.
    let stamp = |path: PathBuf| fs::metadata(&path).ok().map(|stamp| (path, (stamp.modified().ok(), stamp.len())));
    paths.take(MAX_FILES).filter_map(stamp).collect()
}

/// The first file that is changed, new or gone.
fn first_changed(before: &Files, now: &Files) -> PathBuf {
    let changed_or_new = now.iter().find(|(path, stamp)| before.get(*path) != Some(stamp));
    let gone = || before.iter().find(|(path, _)| !now.contains_key(*path));
    changed_or_new.or_else(gone).map(|(path, _)| path.clone()).unwrap_or_default()
}
