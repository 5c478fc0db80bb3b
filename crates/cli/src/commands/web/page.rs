//! The files of the page: in the program, or in a folder.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use miniz_oxide::inflate::decompress_to_vec_with_limit;
use weakfish::diagnostic::Code;

use crate::support::console::Failure;
use crate::support::load;

/// Bytes of a file.
pub(super) const MAX_FILE: usize = 64 << 20;

/// The page that `/` is.
pub(super) const INDEX: &str = "index.html";

/// The folder in which the sources build the page, relative to the current folder.
const BUILT: &str = "playground/dist";

const HELP: &str = "in the sources of Weakfish, `npm --prefix playground run page` builds it, and serves it itself; `--page DIR` \
                    names another folder";

/// Compressed forms that the build writes beside a file, the smallest first: content coding and extension.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), (GZIP, "gz")];

const GZIP: &str = "gzip";

/// Bytes before and behind the compressed data of a gzip file whose header has no optional fields.
const GZIP_HEADER: usize = 10;
const GZIP_TRAILER: usize = 8;

/// A file of the page in the program.
#[derive(Debug)]
pub(super) struct EmbeddedFile {
    pub(super) name: &'static str,
    pub(super) is_gzip: bool,
    pub(super) bytes: &'static [u8],
}

// `EMBEDDED`, the page that the build script has found.
include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The page.
#[derive(Debug)]
pub(super) enum Page {
    /// In the program.
    Embedded(&'static [EmbeddedFile]),
    /// In a folder, whose path is canonical.
    Folder(PathBuf),
}

/// The content of a file in the form that is sent.
pub(super) struct Content {
    /// Its content coding, if it is compressed.
    pub(super) encoding: Option<&'static str>,
    pub(super) bytes: Cow<'static, [u8]>,
}

impl Page {
    /// Finds the page: the folder that is named, or else the page in the program, or else the page that the sources here have built.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, Failure> {
        let page_in = |folder: PathBuf| folder.canonicalize().ok().filter(|folder| folder.join(INDEX).is_file());
        let refused = |option: &str, text: &str, message: &str, label: String| {
            Failure::argument(option, text, Code::CommandUnreadableFile, message, label, HELP)
        };
        if let Some(folder) = named {
            let name = folder.to_string_lossy();
            return page_in(folder.to_owned()).map(Self::Folder).ok_or_else(|| {
                refused("--page", &name, "the playground is not in this folder", format!("has no `{INDEX}`"))
            });
        }
        if !EMBEDDED.is_empty() {
            return Ok(Self::Embedded(EMBEDDED));
        }
        page_in(PathBuf::from(BUILT)).map(Self::Folder).ok_or_else(|| {
            let label = format!("it is neither in the program nor in `{BUILT}` here");
            refused("command line", "web", "the page of the playground is not built", label)
        })
    }

    /// The smallest form of a file that the client accepts; `None` if there is no such file. The parts of the path are safe.
    pub(super) fn read(&self, path: &str, accepted: &[&str]) -> Option<Content> {
        match self {
            Self::Embedded(files) => files.iter().find(|file| file.name == path)?.content(accepted),
            Self::Folder(folder) => {
                let read = |path: &str| {
                    // Links may lead out of the folder.
                    let file = folder.join(path).canonicalize().ok().filter(|file| file.starts_with(folder))?;
                    load::read_at_most(&file, MAX_FILE).ok().filter(|bytes| bytes.len() < MAX_FILE)
                };
                let plain = read(path)?;
                let mut coded = ENCODINGS.iter().filter(|(coding, _)| accepted.contains(coding));
                let smallest =
                    coded.find_map(|&(coding, ending)| Some((Some(coding), read(&format!("{path}.{ending}"))?)));
                let (encoding, bytes) = smallest.unwrap_or((None, plain));
                Some(Content { encoding, bytes: bytes.into() })
            }
        }
    }
}

impl EmbeddedFile {
    /// The file as it is, or decompressed for a client that does not accept that.
    fn content(&self, accepted: &[&str]) -> Option<Content> {
        let Self { is_gzip, bytes, .. } = *self;
        if is_gzip && !accepted.contains(&GZIP) {
            let data = bytes.get(GZIP_HEADER..bytes.len().checked_sub(GZIP_TRAILER)?)?;
            let plain = decompress_to_vec_with_limit(data, MAX_FILE).ok()?;
            return Some(Content { encoding: None, bytes: plain.into() });
        }
        Some(Content { encoding: is_gzip.then_some(GZIP), bytes: bytes.into() })
    }
}
