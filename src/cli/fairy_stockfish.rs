//! `weakfish import fairy-stockfish` and `weakfish export fairy-stockfish`.

use std::path::Path;

use weakfish::diagnostic::{Code, Diagnostic};
use weakfish::fairy_stockfish::{self, Collection, Import};
use weakfish::source::{Source, Span};
use weakfish::tools::starter::Title;

use super::arguments::ImportedGames;
use super::console::{Console, Failure};
use super::load::{self, Loader};
use super::write;

/// Prints the definition of one game, or writes those of all games of a text.
pub(super) fn import(console: &mut Console, games: &ImportedGames) -> Result<(), Failure> {
    let (collection, section) = match collection(&games.file)? {
        Some(collection) => (collection, games.section.as_ref()),
        None => (Collection::built_in(), Some(&games.file)),
    };
    match (section, &games.into) {
        (Some(section), None) => print(console, &collection, section, games.incomplete),
        (section, Some(folder)) => {
            let names: Vec<&str> = section.map_or_else(|| collection.names().collect(), |name| vec![name.as_str()]);
            write_all(console, &collection, &names, folder, games.incomplete)
        }
        (None, None) => {
            let names: Vec<&str> = collection.names().collect();
            match names.as_slice() {
                [name] => print(console, &collection, name, games.incomplete),
                names => Err(needs_section(&games.file, names)),
            }
        }
    }
}

/// The games of a file; `None` if the argument is no path.
fn collection(file: &str) -> Result<Option<Collection>, Failure> {
    let is_path = file == load::STANDARD_INPUT || file.contains(['/', '\\', '.']) || Path::new(file).exists();
    if !is_path {
        return Ok(None);
    }
    let source = load::file_or_input(file)?;
    Ok(Some(Collection::read(&source)))
}

/// The definition of a game, if it is whole or need not be.
fn whole(console: &mut Console, collection: &Collection, name: &str, incomplete: bool) -> Result<Import, Failure> {
    let report = collection.report();
    let import = collection.import(name).map_err(|report| Failure::Reports(vec![report]))?;
    if import.losses.is_empty() || incomplete {
        // Warnings on other games say nothing of this one, and errors would have refused it.
        let own = report.diagnostics().filter(|problem| !problem.is_error()).count();
        if own > 0 && collection.names().count() == 1 {
            console.report(&report);
        }
        return Ok(import);
    }
    Err(Failure::Reports(import.reports))
}

fn print(console: &mut Console, collection: &Collection, name: &str, incomplete: bool) -> Result<(), Failure> {
    let import = whole(console, collection, name, incomplete)?;
    console.content(&import.definition)
}

fn write_all(
    console: &mut Console,
    collection: &Collection,
    names: &[&str],
    folder: &Path,
    incomplete: bool,
) -> Result<(), Failure> {
    let report = collection.report();
    if !report.is_empty() {
        console.report(&report);
    }
    let mut all = true;
    for name in names {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if name.is_empty() || !name.bytes().all(plain) {
            console.line(format_args!("{name}: not written, since a file can't have this name"))?;
            all = false;
            continue;
        }
        match collection.import(name) {
            Ok(import) if import.losses.is_empty() || incomplete => {
                let path = folder.join(format!("{name}.variant"));
                write::replace(&path, &import.definition)?;
                console.line(format_args!("{name}: {}", path.display()))?;
            }
            Ok(import) => {
                let keys: Vec<&str> = import.losses.iter().map(|loss| loss.key.as_str()).collect();
                console.line(format_args!("{name}: not imported: {}", keys.join(", ")))?;
                all = false;
            }
            Err(_) => {
                console.line(format_args!("{name}: not imported: it has errors"))?;
                all = false;
            }
        }
    }
    if all { Ok(()) } else { Err(Failure::Told) }
}

fn needs_section(file: &str, names: &[&str]) -> Failure {
    let message = format!("`{file}` has {} games", names.len());
    let problem = Diagnostic::error(Code::CommandWhichGame, Span::new(0, file.len()), message);
    let some: Vec<String> = names.iter().take(8).map(|name| format!("`{name}`")).collect();
    let help = format!("name one of them, such as {}; or write all into a folder with `--into DIR`", some.join(", "));
    let help = if names.is_empty() { "a game begins with a line such as `[name:parent]`".to_owned() } else { help };
    Failure::new(&Source::new("command line", file), vec![problem.label("which one is meant?").help(help)])
}

/// Prints a game as a section, if the engine can play it or need not be able to.
pub(super) fn export(console: &mut Console, loader: Loader<'_>, game: &str, incomplete: bool) -> Result<(), Failure> {
    let loaded = loader.game(game)?;
    // Standard input has no name of its own.
    let titled = Title::new(&loaded.variant().title).ok().filter(|_| game == load::STANDARD_INPUT);
    let name = titled.map_or_else(|| game.to_owned(), |title| title.file_name());
    let stem = Path::new(&name).file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    let export = fairy_stockfish::export(loaded.variant(), &stem);
    if export.losses.is_empty() || incomplete {
        return console.content(&export.section);
    }
    let place = Span::new(0, game.len());
    let problem = |loss: &String| {
        let lost = Diagnostic::error(Code::FairyUnsayable, place, format!("Fairy-Stockfish can't do this: {loss}"));
        lost.label("of this game").help("export without it, and say so in the section: `--incomplete`")
    };
    Err(Failure::new(&Source::new("command line", game), export.losses.iter().map(problem).collect()))
}
