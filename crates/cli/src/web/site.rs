//! The files of the page.

use std::env;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use weakfish::diagnostic::{Code, Diagnostic};
use weakfish::source::{Source, Span};

use crate::console::Failure;
use crate::load;

/// No file of the page has so many bytes.
const MAX_BYTES: usize = 64 << 20;

/// What is opened first.
const INDEX: &str = "index.html";

/// Where the page is, as seen from the folder of the program and from the current one.
const BESIDE: &str = "../share/weakfish/playground";
const BUILT: &str = "playground/dist";

/// Where to get the page.
const HELP: &str = "make it with `npm ci --ignore-scripts && npm run build` in the folder `playground` of Weakfish's \
                    sources, or unpack the published page, and name its folder with `--page FOLDER`";

/// The types of files by their endings.
const TYPES: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
];

/// A folder of files.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// Its real path.
    folder: PathBuf,
}

impl Site {
    /// The folder that was named, or one of those where the page is put.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, Failure> {
        if let Some(folder) = named {
            let name = folder.to_string_lossy();
            return Self::at(folder).ok_or_else(|| {
                let message = format!("there is no page in `{name}`");
                refused("--page", &name, message, format!("has no `{INDEX}`"))
            });
        }
        let program = env::current_exe().and_then(|program| program.canonicalize()).ok();
        let beside = program.as_deref().and_then(Path::parent).map(|folder| folder.join(BESIDE));
        let found = [beside, Some(PathBuf::from(BUILT))].into_iter().flatten().find_map(|folder| Self::at(&folder));
        found.ok_or_else(|| {
            let message = "can't find the page of the playground".to_owned();
            let label = format!("neither `{BESIDE}` beside the program nor `{BUILT}` here has it");
            refused("command line", "--web", message, label)
        })
    }

    fn at(folder: &Path) -> Option<Self> {
        let folder = folder.canonicalize().ok()?;
        folder.join(INDEX).is_file().then_some(Self { folder })
    }

    /// The bytes and the type of the file that a path of an address means.
    pub(super) fn file(&self, path: &str) -> Option<(Vec<u8>, &'static str)> {
        let path = percent_decode_str(path.strip_prefix('/')?).decode_utf8().ok()?;
        let path = if path.is_empty() { INDEX } else { &*path };
        if !path.split('/').all(is_plain) {
            return None;
        }
        // Links may lead out, too.
        let file = self.folder.join(path).canonicalize().ok().filter(|file| file.starts_with(&self.folder))?;
        let bytes = load::read_at_most(&file, MAX_BYTES).ok().filter(|bytes| bytes.len() < MAX_BYTES)?;
        Some((bytes, kind(&file)))
    }
}

/// Whether a part of a path names an ordinary file or folder on every system.
fn is_plain(part: &str) -> bool {
    let special = |letter: char| letter.is_control() || matches!(letter, '\\' | ':');
    !part.is_empty() && !part.starts_with('.') && !part.contains(special)
}

fn kind(file: &Path) -> &'static str {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    TYPES.iter().find(|(other, _)| *other == ending).map_or("application/octet-stream", |(_, kind)| kind)
}

fn refused(source: &str, text: &str, message: String, label: String) -> Failure {
    let place = Span::new(0, text.len());
    let problem = Diagnostic::error(Code::CommandUnreadableFile, place, message).label(label).help(HELP);
    Failure::new(&Source::new(source, text), vec![problem])
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn parts_that_lead_elsewhere_are_not_plain() {
        assert!(["a", "page.js", "a b", "é"].into_iter().all(is_plain));
        assert!(!["", ".", "..", ".git", "a\\b", "c:", "a\0", "\n"].into_iter().any(is_plain));
    }
}
