//! Writing files, and the files in which long runs store their games, to be continued after an interrupt.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use weakfish::diagnostic::Code;
use weakfish::starter::Title;

use crate::support::console::{self, Failure};
use crate::support::load::{self, ReadError};

/// Writes a text to a file as [`write_atomically`] does, or to stdout if no file is named or it is `-`.
pub(crate) fn write_output(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    match path.filter(|path| *path != Path::new("-")) {
        None => console::print_content(text),
        Some(path) => write_atomically(path, text),
    }
}

/// Fails if the name of an output file has another ending than what it will hold; `what` and `advice` say what that is, and
/// how to come by something else. A name without an ending promises nothing.
pub(crate) fn require_extension(
    path: Option<&Path>,
    what: &str,
    extensions: &[&str],
    advice: &str,
) -> Result<(), Failure> {
    let extension = path.and_then(|path| Some((path, path.extension()?)));
    let Some((path, extension)) = extension else { return Ok(()) };
    if extensions.iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    let right = path.with_extension(extensions.first().unwrap_or(&""));
    let message = format!("can't write `{}`: {what}", path.display());
    let help = format!("name it `{}`; {advice}", right.display());
    Err(Failure::file(path, Code::CommandUnwritableFile, message, &help))
}

/// Writes the definition of an imported game into a folder, and prints its name and the path; returns the path.
pub(crate) fn write_definition(folder: &Path, name: &str, title: &Title, text: &str) -> Result<PathBuf, Failure> {
    let path = folder.join(title.file_name());
    write_atomically(&path, text)?;
    console::print(format_args!("{name}: {}", path.display()))?;
    Ok(path)
}

/// Writes a file atomically: an interrupt leaves the old or the new content. Missing folders are made.
pub(crate) fn write_atomically(path: impl AsRef<Path>, content: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    let path = path.as_ref();
    replace_file(path, content.as_ref()).map_err(|error| write_error(path, &error))
}

/// Appends a text to a file, which is created if missing. A failed write may leave a part of the text.
pub(crate) fn append(path: &Path, text: &str) -> Result<(), Failure> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| write_error(path, &error))
}

/// Makes the folder of a file, and those above it.
fn make_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.exists() => fs::create_dir_all(folder),
        _ => Ok(()),
    }
}

/// Creates a new file, and its folder; a failed write leaves no file behind.
pub(crate) fn new_file(path: &Path, text: &str) -> Result<(), Failure> {
    make_folder(path).map_err(|error| write_error(path, &error))?;
    let write = |mut file: File| file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(file) => write(file).map_err(|error| {
            // The write error is reported, an error of the clean-up is not.
            let _ = fs::remove_file(path);
            write_error(path, &error)
        }),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let help = "name another file with `-o FILE`, or replace this one with `--force`";
            Err(Failure::file(path, Code::CommandFileExists, format!("`{}` is there already", path.display()), help))
        }
        Err(error) => Err(write_error(path, &error)),
    }
}

/// Writes a temporary file beside a file and renames it; a device is written to, and the target of a link
/// replaced.
fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    // A device or a pipe is written to, not replaced.
    if path.metadata().is_ok_and(|old| !old.is_file()) {
        return fs::write(path, content);
    }
    make_folder(path)?;
    // A link stays a link: the file that it leads to is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut new = NamedTempFile::new_in(folder)?;
    new.write_all(content)?;
    if let Ok(old) = path.metadata() {
        new.as_file().set_permissions(old.permissions())?;
    } else {
        make_readable(&new)?;
    }
    new.as_file().sync_all()?;
    new.persist(path)?;
    Ok(())
}

/// Sets the usual permissions: a temporary file is for its owner alone, the file that it becomes is not.
#[cfg(unix)]
fn make_readable(file: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &NamedTempFile) -> io::Result<()> {
    Ok(())
}

/// Failure about a file that can't be written, with a help by the kind of the error.
fn write_error(path: &Path, error: &io::Error) -> Failure {
    let reason = error.to_string();
    let (reason, help) = if error.kind() == ErrorKind::NotADirectory {
        // The error would name the temporary file.
        ("a part of its path is a file, not a folder", "name a path whose parts are folders")
    } else if error.kind() == ErrorKind::StorageFull {
        (reason.as_str(), "make room on this disk, or write to another one")
    } else {
        (reason.as_str(), "check the path, and that you may write there")
    };
    let message = format!("can't write `{}`: {reason}", path.display());
    Failure::file(path, Code::CommandUnwritableFile, message, help)
}

/// Maximum size of a log file: some hundred thousand games.
const MAX_BYTES: usize = 1 << 28;

/// Reads a log file. Invalid UTF-8 is replaced: that line is no game.
pub(crate) fn read_log(path: &Path) -> Result<String, Failure> {
    let bytes = load::read_at_most(path, MAX_BYTES).map_err(|error| match error {
        ReadError::NotAFile(what) => {
            file_failure(Code::CommandNotAFile, path, &format!("is {what}"), "name a regular file")
        }
        ReadError::Io(error) => {
            file_failure(Code::CommandUnreadableFile, path, &format!("can't be read: {error}"), "check the path")
        }
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A failure about a file; `what` follows its name in the message.
pub(crate) fn file_failure(code: Code, path: &Path, what: &str, help: &str) -> Failure {
    Failure::file(path, code, format!("`{}` {what}", path.display()), help)
}

/// FNV-1a hash of 64 bits, by which long contents are compared.
pub(crate) fn fnv1a_64(bytes: impl AsRef<[u8]>) -> u64 {
    bytes
        .as_ref()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
