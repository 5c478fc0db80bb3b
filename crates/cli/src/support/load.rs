//! Loading games and texts: built-ins, files, standard input.
//!
//! A definition may come from anybody and names other files. So only regular files of bounded size are read, and what a
//! definition extends must lie beside or below it, unless the user allows more folders with `--root`.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::{Component, Path, PathBuf};

use weakfish::check::{BaseError, Checked, Resolver};
use weakfish::diagnostic::{Code, Diagnostic, Report, Severity, nearest};
use weakfish::engine::Game;
use weakfish::notation::replay;
use weakfish::source::{Source, Span};
use weakfish::{BuiltIns, betza, builtin, suggest, syntax};

use crate::support::console::{self, Failure};

/// The library accepts no text of more bytes than this.
const MAX_BYTES: usize = if syntax::MAX_BYTES > replay::MAX_BYTES { syntax::MAX_BYTES } else { replay::MAX_BYTES };

/// Names standard input where a file is expected.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Bytes read of a text: more than the library accepts, even after a cut last character.
const MAX_READ: usize = MAX_BYTES + 4;

/// Resolver of the texts that commands name and that definitions extend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loader<'a> {
    /// Folders outside the definition's own that bases may be in.
    roots: &'a [PathBuf],
}

impl<'a> Loader<'a> {
    pub(crate) const fn new(roots: &'a [PathBuf]) -> Self {
        Self { roots }
    }

    /// Checks and compiles a definition. Equal diagnostics of a section are one.
    pub(crate) fn check(self, source: &Source) -> Checked {
        let mut checked = suggest::check(&mut weakfish_endgame::checker(), source, &self);
        for report in checked.base_reports.iter_mut().chain([&mut checked.report]) {
            *report = suggest::join_equal(report);
        }
        checked
    }

    /// Loads a game; the failure has all diagnostics of its definition.
    pub(crate) fn game(self, name: &str) -> Result<Game, Failure> {
        let source = read_definition(name)?;
        // Built-in games have no errors that only a whole check shows.
        let is_built_in = builtin::source(name).is_some();
        Ok(if is_built_in { weakfish::load(&source, &self) } else { self.check(&source).into_game() }?)
    }

    /// Loads a game, with a note on stderr if its definition has warnings.
    pub(crate) fn game_with_note(self, name: &str) -> Result<Game, Failure> {
        let checked = self.check(&read_definition(name)?);
        let warnings = checked.report.diagnostics().filter(|problem| problem.severity == Severity::Warning).count();
        let game = checked.into_game()?;
        if warnings > 0 {
            let warning_words = if warnings == 1 { "a warning".to_owned() } else { format!("{warnings} warnings") };
            let shown_name = if name == STANDARD_INPUT { "this definition" } else { name };
            console::eprint(format_args!("{shown_name}: {warning_words}; `weakfish check {name}` shows more"));
        }
        Ok(game)
    }

    /// Canonical path of a file that a definition names: neither `..` nor a link leads out of the allowed folders.
    pub(crate) fn locate(self, from: &Source, path: &str) -> Result<PathBuf, BaseError> {
        let unreadable = |error: io::Error| BaseError::Unreadable(error.to_string());
        let outside = || {
            let help = "put it beside this file or below it, or allow another folder with `--root DIR`";
            BaseError::Outside { help: help.to_owned() }
        };
        let leads_out = escapes_folder(Path::new(path));
        let own_folder = folder_of(&from.name).map_err(unreadable)?;
        let joined = Path::new(&from.name).with_file_name(path);
        let real = joined.canonicalize().map_err(|error| if leads_out { outside() } else { unreadable(error) })?;
        let roots = self.roots.iter().filter_map(|root| root.canonicalize().ok());
        let mut allowed = [own_folder].into_iter().chain(roots);
        if allowed.any(|folder| real.starts_with(folder)) { Ok(real) } else { Err(outside()) }
    }
}

impl Resolver for Loader<'_> {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        BuiltIns.built_in_names()
    }

    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError> {
        let real = self.locate(from, path)?;
        let bytes = read_at_most(&real, MAX_READ).map_err(|error| match error {
            ReadError::NotAFile(what) => BaseError::Unreadable(format!("it is {what}")),
            ReadError::Io(error) => BaseError::Unreadable(error.to_string()),
        })?;
        let text = String::from_utf8(bytes).map_err(|_| BaseError::Unreadable("it is not UTF-8".to_owned()))?;
        Ok(Source::new(Path::new(&from.name).with_file_name(path).to_string_lossy(), text))
    }
}

/// Canonical folder of a file. What is not there, as standard input or a file that is to be written, has
/// the folder that its name says.
fn folder_of(file: &str) -> io::Result<PathBuf> {
    let path = Path::new(file);
    if let Some(folder) = path.canonicalize().ok().as_deref().and_then(Path::parent) {
        return Ok(folder.to_owned());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).canonicalize()
}

/// Whether a path escapes its folder, by `..` or because it is absolute (path traversal).
pub(crate) fn escapes_folder(path: &Path) -> bool {
    let mut depth = 0_usize;
    path.components().any(|component| match component {
        Component::Normal(_) => {
            depth += 1;
            false
        }
        Component::CurDir => false,
        Component::ParentDir if depth > 0 => {
            depth -= 1;
            false
        }
        Component::Prefix(_) | Component::RootDir | Component::ParentDir => true,
    })
}

/// Reads a definition: built-in, file, or standard input.
pub(crate) fn read_definition(game: &str) -> Result<Source, Failure> {
    if game == STANDARD_INPUT {
        return read_stdin();
    }
    if let Some(source) = builtin::source(game) {
        return Ok(source);
    }
    let looks_like_a_path = game.ends_with(".variant") || game.contains(['/', '\\']);
    if looks_like_a_path || Path::new(game).exists() {
        return read_file(game);
    }
    // Other programs have other names.
    let alias = builtin::aliases().find(|(alias, _)| *alias == game);
    alias.and_then(|(_, own)| builtin::source(own)).ok_or_else(|| unknown_game_error(game))
}

/// Reads a file, or standard input.
pub(crate) fn read_file_or_stdin(path: &str) -> Result<Source, Failure> {
    if path == STANDARD_INPUT { read_stdin() } else { read_file(path) }
}

/// Reads a game text. A file that is not in UTF-8 may be in Latin-1, the character set of PGN.
pub(crate) fn read_game_text(path: &str) -> Result<Source, Failure> {
    let is_printed = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..0x7f | 0xa0..);
    read_file_or_stdin(path).or_else(|failure| match read_at_most(Path::new(path), MAX_READ) {
        Ok(bytes) if bytes.iter().all(is_printed) => {
            Ok(Source::new(path, bytes.into_iter().map(char::from).collect::<String>()))
        }
        _ => Err(failure),
    })
}

/// Reads a text file.
pub(crate) fn read_file(path: &str) -> Result<Source, Failure> {
    let bytes = read_at_most(Path::new(path), MAX_READ).map_err(|error| match error {
        ReadError::NotAFile(what) => {
            let help = "name a regular file; `-` is standard input";
            Failure::file(path, Code::CommandNotAFile, format!("`{path}` is {what}, not a file"), help)
        }
        ReadError::Io(error) => {
            let message = format!("can't read `{path}`: {error}");
            let help = "check the path and that you may read the file";
            Failure::file(path, Code::CommandUnreadableFile, message, help)
        }
    })?;
    let is_utf_16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    decode_utf8(bytes).map(|text| Source::new(path, text)).map_err(|offset| {
        if is_utf_16 {
            let help = "save it again and choose UTF-8 as the encoding; some programs call UTF-16 `Unicode`";
            return Failure::file(path, Code::CommandNotUtf8, format!("`{path}` is UTF-16, and not UTF-8"), help);
        }
        let message = format!("`{path}` is not UTF-8: byte {offset} begins no character");
        Failure::file(path, Code::CommandNotUtf8, message, "save it again and choose UTF-8 as the encoding")
    })
}

/// Reads standard input.
pub(crate) fn read_stdin() -> Result<Source, Failure> {
    let bytes = read_bounded(io::stdin().lock(), MAX_READ).map_err(stdin_error)?;
    Ok(Source::new("standard input", decode_stdin(bytes)?))
}

/// Iterates over the lines of standard input as they come.
pub(crate) fn stdin_lines() -> impl Iterator<Item = Result<String, Failure>> {
    let mut reader = io::stdin().lock();
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        match (&mut reader).take(MAX_READ as u64).read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) => Some(decode_stdin(bytes)),
            Err(error) => Some(Err(stdin_error(error))),
        }
    })
}

/// Reads the next line of a stream, cut after `max_bytes` bytes; `None` at its end, or if it can't be read.
pub(crate) fn next_line(input: &mut impl BufRead, max_bytes: u64) -> Option<String> {
    let mut line = Vec::new();
    let read = input.by_ref().take(max_bytes).read_until(b'\n', &mut line).unwrap_or(0);
    (read > 0).then(|| String::from_utf8_lossy(&line).into_owned())
}

/// Decodes standard input.
fn decode_stdin(bytes: Vec<u8>) -> Result<String, Failure> {
    decode_utf8(bytes).map_err(|place| stdin_error(format_args!("byte {place} begins no character of UTF-8")))
}

/// Failure about standard input.
fn stdin_error(reason: impl fmt::Display) -> Failure {
    let message = format!("can't read standard input: {reason}");
    let (code, help) = (Code::CommandUnreadableFile, "send it a text in UTF-8");
    Failure::argument("command line", STANDARD_INPUT, code, message, "standard input", help)
}

/// Fails if standard input is named for more than one of some texts.
pub(crate) fn read_input_once(texts: &[String]) -> Result<(), Failure> {
    let mut start = 0;
    let spans = texts.iter().map(|text| {
        start += text.len() + 1;
        Span::new(start - text.len() - 1, start - 1)
    });
    let mut input_spans = spans.zip(texts).filter(|(_, text)| *text == STANDARD_INPUT).map(|(span, _)| span);
    let (Some(first), Some(second)) = (input_spans.next(), input_spans.next()) else { return Ok(()) };
    let problem = Diagnostic::error(Code::CommandInputTwice, second, "standard input can be read only once");
    let problem = problem.label("a second text").also(first, "the first one");
    let problem = problem.help("name a file for all texts but one");
    Err(Failure::new(&Source::new("command line", texts.join(" ")), vec![problem]))
}

/// Reason why a file was not read.
pub(crate) enum ReadError {
    /// A folder, a device or a pipe.
    NotAFile(&'static str),
    /// The system does not give it.
    Io(io::Error),
}

/// Reads at most `bytes` bytes of a regular file.
pub(crate) fn read_at_most(path: &Path, bytes: usize) -> Result<Vec<u8>, ReadError> {
    // A pipe would already block when it is opened.
    let kind = fs::metadata(path).map_err(ReadError::Io)?.file_type();
    if kind.is_dir() {
        return Err(ReadError::NotAFile("a folder"));
    }
    if !kind.is_file() {
        return Err(ReadError::NotAFile("a device or a pipe"));
    }
    File::open(path).and_then(|file| read_bounded(file, bytes)).map_err(ReadError::Io)
}

/// Reads at most so many bytes.
fn read_bounded(reader: impl Read, max_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(max_bytes as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Decodes UTF-8; the error is the offset of the first invalid byte.
fn decode_utf8(mut bytes: Vec<u8>) -> Result<String, usize> {
    if let Err(error) = str::from_utf8(&bytes) {
        let valid = error.valid_up_to();
        // The last character of a text that is too large may be cut.
        if error.error_len().is_some() || valid <= MAX_BYTES {
            return Err(valid);
        }
        bytes.truncate(valid);
    }
    String::from_utf8(bytes).map_err(|error| error.utf8_error().valid_up_to())
}

/// Error for a name that is neither a built-in game nor a file.
fn unknown_game_error(game: &str) -> Failure {
    let help = match builtin::resolve_alias(game).or_else(|| nearest(game, builtin::names())) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`weakfish games` lists the built-in games; a path ends in `.variant`".to_owned(),
    };
    let (code, message) = (Code::CommandUnknownGame, format!("there is no game `{game}`"));
    Failure::argument("command line", game, code, message, "neither a built-in game nor a file", help)
}

/// Whether a text names a built-in game or a file, and is no movement.
pub(crate) fn names_game(text: &str) -> bool {
    let is_file = text.ends_with(".variant") || Path::new(text).is_file();
    betza::movement(text).0.is_none() && (is_file || builtin::source(text).is_some())
}

/// The failure of a text that is no movement because it names a game: a built-in one, perhaps misspelt, or a file. `help` is
/// given the name.
pub(crate) fn game_for_movement(option: &str, text: &str, help: impl FnOnce(&str) -> String) -> Option<Failure> {
    let is_file = text.ends_with(".variant") || Path::new(text).is_file();
    // Every movement has a capital letter.
    let is_word = text.len() > 2 && !text.contains(|char: char| char.is_ascii_uppercase());
    let name = if builtin::source(text).is_some() || is_file {
        Some(text)
    } else {
        Some(text).filter(|_| is_word).and_then(|text| nearest(text, builtin::names()))
    }?;
    let message = if name == text {
        format!("`{text}` names a game, not a movement")
    } else {
        format!("`{text}` is no movement")
    };
    Some(Failure::argument(
        option,
        text,
        Code::CommandNotAMovement,
        message,
        "a Betza string is wanted here",
        help(name),
    ))
}

/// Reports relevant to a definition: those on texts it extends only if they have errors.
pub(crate) fn relevant_reports(checked: &Checked) -> impl Iterator<Item = &Report> {
    let bases = checked.base_reports.iter().filter(|report| report.errors() > 0);
    bases.chain(Some(&checked.report).filter(|report| !report.is_empty()))
}

/// Folder levels searched below a named folder.
const MAX_DEPTH: usize = 32;

/// Expands folders to the `.variant` files in and below them.
pub(crate) fn expand_paths(paths: &[String]) -> Result<Vec<String>, Failure> {
    let mut definitions = Vec::new();
    for path in paths {
        if builtin::source(path).is_some() || !Path::new(path).is_dir() {
            definitions.push(path.clone());
            continue;
        }
        let files = files_below(Path::new(path), MAX_DEPTH, &["variant"]);
        if files.is_empty() {
            let message = format!("there is no definition in the folder `{path}`");
            let help = "the name of a definition ends in `.variant`";
            let code = Code::CommandNoDefinitions;
            return Err(Failure::argument("command line", path, code, message, "nor below it", help));
        }
        let name = |path: &PathBuf| path.strip_prefix("./").unwrap_or(path).to_string_lossy().into_owned();
        definitions.extend(files.iter().map(name));
    }
    Ok(definitions)
}

/// Lists the files with these extensions in and below a folder, in order of name. Folders whose name begins with a dot are left
/// out, and links to folders are not followed.
pub(crate) fn files_below(folder: &Path, depth: usize, extensions: &[&str]) -> Vec<PathBuf> {
    // An unreadable folder has no files to read.
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            if depth > 0 && !is_hidden && !path.is_symlink() {
                files.extend(files_below(&path, depth - 1, extensions));
            }
        } else if path.extension().is_some_and(|extension| extensions.iter().any(|known| extension == *known)) {
            files.push(path);
        }
    }
    files
}
