//! The definitions that a command's arguments name.

use std::fs;
use std::path::{Path, PathBuf};

use weakfish::builtin;
use weakfish::diagnostic::Code;

use crate::support::console::Failure;

/// Folder levels searched below a named folder.
const MAX_DEPTH: usize = 32;

/// The names of definitions, with those of the `.variant` files in and below a folder in its place, in order of name.
pub(crate) fn definitions(paths: &[String]) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        if builtin::source(path).is_some() || !Path::new(path).is_dir() {
            found.push(path.clone());
            continue;
        }
        let below = files_below(Path::new(path), MAX_DEPTH, &["variant"]);
        if below.is_empty() {
            let message = format!("there is no definition in the folder `{path}`");
            let help = "the name of a definition ends in `.variant`";
            let code = Code::CommandNoDefinitions;
            return Err(Failure::argument("command line", path, code, message, "nor below it", help));
        }
        let name = |path: &PathBuf| path.strip_prefix("./").unwrap_or(path).to_string_lossy().into_owned();
        found.extend(below.iter().map(name));
    }
    Ok(found)
}

/// The files with these extensions in and below a folder, in order of name. Folders whose name begins with a dot are left
/// out, and links to folders are not followed.
pub(crate) fn files_below(folder: &Path, depth: usize, extensions: &[&str]) -> Vec<PathBuf> {
    // An unreadable folder has no files to read.
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            if depth > 0 && !hidden && !path.is_symlink() {
                found.extend(files_below(&path, depth - 1, extensions));
            }
        } else if path.extension().is_some_and(|extension| extensions.iter().any(|known| extension == *known)) {
            found.push(path);
        }
    }
    found
}
