//! Writing files.

use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;
use weakfish::diagnostic::{Code, Diagnostic};
use weakfish::source::{Source, Span};

use super::console::Failure;

/// Gives a file a new content. Whenever it is interrupted, the file has either its old content or the new one.
pub(super) fn replace(path: &str, text: &str) -> Result<(), Failure> {
    replaced(Path::new(path), text).map_err(|error| {
        let place = Span::new(0, path.len());
        let diagnostic =
            Diagnostic::error(Code::CommandUnwritableFile, place, format!("can't write `{path}`: {error}"))
                .label("this file")
                .help("check the path, and that you may write there");
        Failure::new(&Source::new("command line", path), vec![diagnostic])
    })
}

fn replaced(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link: the file that it leads to is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut new = NamedTempFile::new_in(folder)?;
    new.write_all(text.as_bytes())?;
    if let Ok(old) = path.metadata() {
        new.as_file().set_permissions(old.permissions())?;
    } else {
        make_readable(&new)?;
    }
    new.as_file().sync_all()?;
    new.persist(path)?;
    Ok(())
}

/// A temporary file is for its owner alone, the file that it becomes is not.
#[cfg(unix)]
fn make_readable(file: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &NamedTempFile) -> io::Result<()> {
    Ok(())
}
