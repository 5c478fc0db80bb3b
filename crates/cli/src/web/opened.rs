//! The game that the page opens.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{self, Component, Path, PathBuf};

use serde::Serialize;
use weakfish::builtin;
use weakfish::check::{BaseError, Resolver};
use weakfish::source::Source;

use crate::console::Failure;
use crate::load::{self, Loader};

/// A definition with the files that it extends, and where its game begins.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct Opened {
    pub(super) text: String,
    /// What the page calls it: a built-in game's name, or a file's.
    name: String,
    /// Its path among those of its files.
    path: String,
    files: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) setup: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) fen: Option<String>,
    /// In the notation of programs.
    pub(in crate::cli) moves: Vec<String>,
    /// What was asked for: a name or a path.
    #[serde(skip)]
    pub(super) asked: String,
}

impl Opened {
    /// Reads a definition, which may have mistakes: the page shows them.
    pub(in crate::cli) fn read(loader: Loader<'_>, asked: &str) -> Result<Self, Failure> {
        let source = load::source(asked)?;
        let reader = Reader { loader, read: RefCell::default() };
        // Only which files are read matters here.
        let _ = weakfish::check(&source, &reader);
        let read = reader.read.into_inner();
        let paths: Vec<PathBuf> =
            [&source].into_iter().chain(&read).map(|source| plain(Path::new(&*source.name))).collect();
        let folder = shared_folder(&paths);
        let mut paths = paths.iter().map(|path| relative(path, &folder));
        let path = paths.next().unwrap_or_default();
        let files = paths.zip(&read).map(|(path, source)| (path, source.text.clone())).collect();
        let name = match builtin::source(asked) {
            Some(_) => asked.to_owned(),
            None => Path::new(asked).file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        };
        let text = source.text.clone();
        Ok(Self { text, name, path, files, setup: None, fen: None, moves: Vec::new(), asked: asked.to_owned() })
    }
}

/// Remembers the files that a definition extends.
struct Reader<'a> {
    loader: Loader<'a>,
    read: RefCell<Vec<Source>>,
}

impl Resolver for Reader<'_> {
    fn built_in(&self, name: &str) -> Option<Source> {
        self.loader.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        self.loader.built_in_names()
    }

    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError> {
        let source = self.loader.beside(from, path)?;
        self.read.borrow_mut().push(source.clone());
        Ok(source)
    }
}

/// A path from the root on, without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    // Where there is no current folder, the path stays as it is.
    for part in path::absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The innermost folder in which all of these lie, or below.
fn shared_folder(paths: &[PathBuf]) -> PathBuf {
    let mut folder = paths.first().and_then(|path| path.parent()).unwrap_or(Path::new("")).to_owned();
    while !paths.iter().all(|path| path.starts_with(&folder)) {
        if !folder.pop() {
            break;
        }
    }
    folder
}

/// A path as the library writes it, seen from a folder.
fn relative(path: &Path, folder: &Path) -> String {
    let parts = path.strip_prefix(folder).unwrap_or(path).iter();
    parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
