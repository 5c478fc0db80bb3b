//! Open documents with their checks, and the conversion of byte offsets to LSP positions.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use weakfish::check::{BaseError, Checked, Checker, Resolver};
use weakfish::engine::Game;
use weakfish::source::{Source, Span};
use weakfish::{BuiltIns, suggest};
use weakfish_ide::View;

use crate::support::load::{Loader, escapes_folder};

/// An open document.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    /// The text; its name is the path of its file.
    pub(super) source: Source,
    lines: LineIndex,
    /// The paths of its file: without links, and as it was opened.
    paths: Vec<PathBuf>,
    /// Result of checking the present text.
    check: Option<CachedCheck>,
    /// The game of the last text that was one.
    game: Option<Game>,
    /// Whether diagnostics of the present text have not been published.
    pub(super) unpublished: bool,
}

/// Result of checking a text.
#[derive(Debug)]
struct CachedCheck {
    checked: Checked,
    /// The paths of the files that the text extends, or tried to.
    extended: Vec<PathBuf>,
}

impl Document {
    /// Makes a document that has not been checked.
    fn new(uri: Uri, version: i32, text: String, encoding: PositionEncoding) -> Self {
        let path = path_of(&uri);
        let name = path.as_ref().map_or_else(|| uri.as_str().to_owned(), |path| path.to_string_lossy().into_owned());
        let lines = LineIndex::new(&text, encoding);
        let paths = path.as_deref().map(path_aliases).unwrap_or_default();
        Self { uri, version, source: Source::new(name, text), lines, paths, check: None, game: None, unpublished: true }
    }

    pub(super) fn text(&self) -> &str {
        &self.source.text
    }

    /// Applies a change from the editor.
    fn change(&mut self, change: TextDocumentContentChangeEvent) {
        let encoding = self.lines.encoding;
        match change.range {
            None => self.source.text = change.text,
            Some(range) => {
                let span = self.lines.span(self.text(), range);
                self.source.text.replace_range(span.range(), &change.text);
            }
        }
        self.lines = LineIndex::new(self.text(), encoding);
    }

    pub(super) fn range(&self, span: Span) -> Range {
        self.lines.range(self.text(), span)
    }

    pub(super) fn span(&self, range: Range) -> Span {
        self.lines.span(self.text(), range)
    }

    /// The length of a text on one line, as the editor counts.
    pub(super) fn length(&self, text: &str) -> u32 {
        self.lines.encoding.length(text)
    }

    /// Byte offset of an LSP position.
    pub(super) fn offset(&self, position: Position) -> usize {
        self.lines.offset(self.text(), position)
    }

    /// The result of the check, after [`Documents::check`].
    pub(super) fn checked(&self) -> Option<&Checked> {
        self.check.as_ref().map(|check| &check.checked)
    }

    /// The text as an editor has it, if it has been checked.
    pub(super) fn view(&self) -> Option<View<'_>> {
        Some(View::new(self.checked()?).or_earlier(self.game.as_ref()))
    }
}

/// All open documents.
#[derive(Debug)]
pub(super) struct Documents<'a> {
    loader: Loader<'a>,
    pub(super) encoding: PositionEncoding,
    open: BTreeMap<String, Document>,
    checker: Checker,
}

impl<'a> Documents<'a> {
    pub(super) fn new(loader: Loader<'a>) -> Self {
        Self {
            loader,
            encoding: PositionEncoding::default(),
            open: BTreeMap::new(),
            checker: weakfish_endgame::checker(),
        }
    }

    /// Opens a document, or opens it again.
    pub(super) fn open(&mut self, uri: Uri, version: i32, text: String) {
        let document = Document::new(uri, version, text, self.encoding);
        let paths = document.paths.clone();
        self.open.insert(document.uri.as_str().to_owned(), document);
        self.invalidate_dependents(&paths);
    }

    /// Applies changes of a document; those of a text that is not open are ignored.
    pub(super) fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Some(document) = self.open.get_mut(uri.as_str()) else { return };
        document.version = version;
        for change in changes {
            document.change(change);
        }
        (document.check, document.unpublished) = (None, true);
        let paths = document.paths.clone();
        self.invalidate_dependents(&paths);
    }

    /// Closes a document; returns whether it was open.
    pub(super) fn close(&mut self, uri: &Uri) -> bool {
        let closed = self.open.remove(uri.as_str());
        if let Some(document) = &closed {
            self.invalidate_dependents(&document.paths);
        }
        closed.is_some()
    }

    /// Handles a change of a file outside of the editor.
    pub(super) fn file_changed(&mut self, uri: &Uri) {
        let Some(path) = path_of(uri) else { return };
        let paths = path_aliases(&path);
        if let Some(document) = self.open.get_mut(uri.as_str()) {
            // Only when it is saved a new text has a file.
            document.paths.clone_from(&paths);
        }
        self.invalidate_dependents(&paths);
    }

    /// Invalidates the checks of all open documents that extend files of these paths.
    fn invalidate_dependents(&mut self, paths: &[PathBuf]) {
        for document in self.open.values_mut() {
            let check = document.check.as_ref();
            if check.is_some_and(|check| check.extended.iter().any(|path| paths.contains(path))) {
                (document.check, document.unpublished) = (None, true);
            }
        }
    }

    /// Returns an open document with its check, after checking it if needed.
    pub(super) fn get_checked(&mut self, uri: &Uri) -> Option<(&Document, &Checked)> {
        self.ensure_checked(uri.as_str());
        let document = self.open.get(uri.as_str())?;
        Some((document, document.checked()?))
    }

    /// Returns an open document.
    pub(super) fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_str())
    }

    /// Checks a document unless its cached check is still valid.
    pub(super) fn ensure_checked(&mut self, uri: &str) {
        let Some(document) = self.open.get(uri).filter(|document| document.check.is_none()) else { return };
        let mut checker = std::mem::take(&mut self.checker);
        let resolver = OverlayResolver { documents: self, extended: RefCell::default() };
        let checked = suggest::check(&mut checker, &document.source, &resolver);
        let check = CachedCheck { checked, extended: resolver.extended.into_inner() };
        self.checker = checker;
        if let Some(document) = self.open.get_mut(uri) {
            document.game = check.checked.game.clone().or(document.game.take());
            document.check = Some(check);
        }
    }

    /// Resolver of bases, open documents first.
    pub(super) fn resolver(&self) -> impl Resolver {
        OverlayResolver { documents: self, extended: RefCell::default() }
    }

    /// The next document with unpublished diagnostics, checked.
    pub(super) fn next_unpublished(&mut self) -> Option<(&Document, &Checked)> {
        let uri = self.open.iter().find(|(_, document)| document.unpublished).map(|(uri, _)| uri.clone())?;
        self.ensure_checked(&uri);
        let document = self.open.get_mut(&uri)?;
        document.unpublished = false;
        Some((document, document.checked()?))
    }

    /// The open document of a file.
    fn find_by_path(&self, path: &Path) -> Option<&Document> {
        self.open.values().find(|document| document.paths.iter().any(|own| own == path))
    }

    /// LSP range of a span in a text that is not open.
    pub(super) fn range_in(&self, text: &str, span: Span) -> Range {
        LineIndex::new(text, self.encoding).range(text, span)
    }

    /// The URI of a source: that of the open document, or else of the file.
    pub(super) fn uri_of(&self, name: &str) -> Option<Uri> {
        let open = self.open.values().find(|document| document.source.name == name);
        // Editors take a path with `..` for another file than the same one without.
        open.map(|document| document.uri.clone()).or_else(|| uri_of(&normalize_path(Path::new(name))))
    }
}

/// Resolver of bases that overlays open documents on the file system.
struct OverlayResolver<'a> {
    documents: &'a Documents<'a>,
    extended: RefCell<Vec<PathBuf>>,
}

impl Resolver for OverlayResolver<'_> {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        BuiltIns.built_in_names()
    }

    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError> {
        let written = normalize_path(&Path::new(&from.name).with_file_name(path));
        let located = self.documents.loader.locate(from, path);
        self.extended.borrow_mut().extend(located.as_ref().ok().cloned().into_iter().chain([written.clone()]));
        let open = match &located {
            Ok(real) => self.documents.find_by_path(real),
            // An open text need not have a file yet.
            Err(_) if !escapes_folder(Path::new(path)) => self.documents.find_by_path(&written),
            Err(_) => None,
        };
        open.map_or_else(|| self.documents.loader.beside(from, path), |document| Ok(document.source.clone()))
    }
}

/// Paths of a file: the canonical one, if there is such a file, and the normalized one.
fn path_aliases(path: &Path) -> Vec<PathBuf> {
    path.canonicalize().into_iter().chain([normalize_path(path)]).collect()
}

/// Normalizes a path: removes `.` and `..`.
fn normalize_path(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                cleaned.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => cleaned.push(component),
        }
    }
    cleaned
}

/// The path of a file; `None` for a text that is no file.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let scheme = uri.scheme()?.as_str();
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let path = percent_decode_str(uri.path().as_str()).decode_utf8().ok()?;
    // `/c:/folder` is `c:/folder` where drives have letters.
    let has_drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    let path = if has_drive { &path[1..] } else { &path };
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// Characters of a path that need no percent encoding.
const UNESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');

/// The `file` URI of an absolute path.
fn uri_of(path: &Path) -> Option<Uri> {
    if !path.is_absolute() {
        return None;
    }
    let path = path.to_string_lossy().replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&path, UNESCAPED)).parse().ok()
}

/// LSP position encoding: the unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PositionEncoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Words of UTF-16, which every editor knows.
    #[default]
    Utf16,
}

impl PositionEncoding {
    /// The length of a text on one line.
    pub(super) fn length(self, text: &str) -> u32 {
        match self {
            Self::Utf8 => text.len() as u32,
            Self::Utf16 => text.chars().map(|character| character.len_utf16() as u32).sum(),
        }
    }

    /// Byte offset of a column in a line: its last one if the line is shorter, and the first one of a
    /// character that the column lies in.
    fn offset_in_line(self, text: &str, column: u32) -> usize {
        let mut passed = 0;
        for (at, character) in text.char_indices() {
            let length = match self {
                Self::Utf8 => character.len_utf8(),
                Self::Utf16 => character.len_utf16(),
            } as u32;
            if passed + length > column {
                return at;
            }
            passed += length;
        }
        text.len()
    }
}

/// Line index of a text: byte offsets of line starts, converted to LSP positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineIndex {
    starts: Vec<usize>,
    encoding: PositionEncoding,
}

impl LineIndex {
    /// The lines of a text, which may end as on any system.
    pub(super) fn new(text: &str, encoding: PositionEncoding) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Self { starts: [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect(), encoding }
    }

    /// Text of a line, without line ending.
    fn line<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        text[self.starts[line]..end].trim_end_matches(['\r', '\n'])
    }

    /// Line and column of a byte.
    pub(super) fn position(&self, text: &str, byte: usize) -> Position {
        let byte = (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let line = self.starts.partition_point(|&start| start <= byte).saturating_sub(1);
        let content = self.line(text, line);
        let column = (byte - self.starts[line]).min(content.len());
        Position::new(line as u32, self.encoding.length(&content[..column]))
    }

    /// The byte at a line and column. Beyond the end of a line it is that end, beyond the last line the text's.
    pub(super) fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        match self.starts.get(line) {
            Some(start) => start + self.encoding.offset_in_line(self.line(text, line), position.character),
            None => text.len(),
        }
    }

    /// LSP range of a span.
    pub(super) fn range(&self, text: &str, span: Span) -> Range {
        Range::new(self.position(text, span.start), self.position(text, span.end))
    }

    /// Span of an LSP range.
    pub(super) fn span(&self, text: &str, range: Range) -> Span {
        let (start, end) = (self.offset(text, range.start), self.offset(text, range.end));
        Span::new(start.min(end), start.max(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_through_uris_and_back() {
        for path in ["/a/b.variant", "/a b/ü%20/♞.variant", "/x/#?:;.variant"] {
            let uri = uri_of(Path::new(path)).unwrap();
            assert_eq!(path_of(&uri).unwrap(), Path::new(path), "{}", uri.as_str());
        }
        let of = |uri: &str| path_of(&uri.parse().unwrap());
        assert_eq!(of("untitled:Untitled-1"), None);
        assert_eq!(of("file:///a%20b"), Some("/a b".into()));
        assert_eq!(of("FILE:///a"), Some("/a".into()));
        assert_eq!(of("file:///a%FF"), None, "it is no UTF-8");
        assert_eq!(uri_of(Path::new("a/b")), None, "it begins nowhere");
        assert_eq!(normalize_path(Path::new("/a/./b/../c/../../d")), Path::new("/d"));
    }

    #[test]
    fn an_empty_text_has_one_line() {
        let lines = LineIndex::new("", PositionEncoding::Utf16);
        assert_eq!(lines.offset("", Position::new(3, 4)), 0);
        assert_eq!(lines.position("", 5), Position::new(0, 0));
        let (text, range) = ("ab\n", Range::new(Position::new(0, 2), Position::new(0, 1)));
        assert_eq!(
            LineIndex::new(text, PositionEncoding::Utf16).span(text, range),
            Span::new(1, 2),
            "a range backwards"
        );
    }
}
