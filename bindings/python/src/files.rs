//! Files: definitions, weights, openings.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use pyo3::exceptions::{PyOSError, PyUnicodeDecodeError};
use pyo3::prelude::*;

/// The most bytes that are read of weights and openings.
pub const MAX_TEXT_BYTES: usize = 1 << 26;

/// Reads a file up to a maximum length.
pub fn read_bounded(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a text of a file up to a maximum length.
pub fn read_text(py: Python<'_>, path: &Path, most: usize) -> PyResult<String> {
    let bytes = read_bounded(path, most).map_err(|error| os_error(py, path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let utf8 = error.utf8_error();
        match PyUnicodeDecodeError::new_utf8(py, error.as_bytes(), utf8) {
            Ok(error) => PyErr::from_value(error.into_any()),
            Err(error) => error,
        }
    })
}

/// Makes the exception that `open` of Python would raise, which has the name of the file.
fn os_error(py: Python<'_>, path: &Path, error: &io::Error) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let directory = error.kind() == io::ErrorKind::IsADirectory;
        let number = match error.raw_os_error() {
            None if directory => py.import("errno")?.getattr("EISDIR")?.extract()?,
            None => return Ok(PyOSError::new_err(format!("{error}: {}", path.display()))),
            Some(number) => number,
        };
        let reason: String = py.import("os")?.call_method1("strerror", (number,))?.extract()?;
        Ok(PyOSError::new_err((number, reason, path.as_os_str().to_owned())))
    };
    made().unwrap_or_else(|error| error)
}
