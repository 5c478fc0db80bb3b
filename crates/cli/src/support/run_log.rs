//! Files in which long runs store their games, to be continued after an interrupt.

use std::path::Path;

use weakfish::diagnostic::Code;

use crate::support::console::Failure;
use crate::support::load::{self, ReadError};

/// No such file has more bytes than this: some hundred thousand games.
const MAX_BYTES: usize = 1 << 28;

/// The text of such a file. What is no UTF-8 in it is replaced: the line is none of a game.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = load::read_at_most(path, MAX_BYTES).map_err(|error| match error {
        ReadError::NotAFile(what) => refused(Code::CommandNotAFile, path, &format!("is {what}"), "name a regular file"),
        ReadError::Io(error) => {
            refused(Code::CommandUnreadableFile, path, &format!("can't be read: {error}"), "check the path")
        }
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A failure about a file; `what` follows its name in the message.
pub(crate) fn refused(code: Code, path: &Path, what: &str, help: &str) -> Failure {
    Failure::file(path, code, format!("`{}` {what}", path.display()), help)
}

/// A number that two texts share only by chance (FNV-1a, Fowler, Noll and Vo): what is too long to be kept is compared
/// by it.
pub(crate) fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
