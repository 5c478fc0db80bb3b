//! The definitions under `tests/cases`.

use std::fs;
use std::path::{Path, PathBuf};

use weakfish::check::{BaseError, Checked, Resolver};
use weakfish::source::Source;
use weakfish::{BuiltIns, check};

/// A folder of the tests.
pub fn folder(name: &str) -> PathBuf {
    crate::root().join("tests/cases").join(name)
}

/// Finds the built-in games and the files of a folder.
pub struct Folder(pub PathBuf);

impl Resolver for Folder {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        BuiltIns.built_in_names()
    }

    fn beside(&self, _from: &Source, path: &str) -> Result<Source, BaseError> {
        if path.starts_with("..") {
            return Err(BaseError::Outside { help: "put it beside this file".to_owned() });
        }
        let text = fs::read_to_string(self.0.join(path));
        let text = text.map_err(|_| BaseError::Unreadable("there is no such file".to_owned()))?;
        Ok(Source::new(path, text))
    }
}

/// A file of the folder of mistakes, checked.
pub fn mistake(path: &Path) -> (Source, Checked) {
    let name = path.file_name().expect("a file's name").to_string_lossy();
    let source = Source::new(name, fs::read_to_string(path).expect("a readable file"));
    let checked = check(&source, &Folder(folder("errors")));
    (source, checked)
}

/// The definitions in a folder of cases.
pub fn files(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}
