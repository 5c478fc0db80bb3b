//! `weakfish import fairy-stockfish` and `weakfish export fairy-stockfish`.

use clap::Args;
use std::collections::BTreeSet;
use std::path::Path;
use std::path::PathBuf;

use weakfish::BuiltIns;
use weakfish::diagnostic::{Code, Diagnostic, Report};
use weakfish::source::Source;
use weakfish::starter::Title;
use weakfish_fairy_stockfish::Collection;

use crate::support::console::{self, Failure};
use crate::support::files;
use crate::support::load::{self, Loader};

/// Games of a Fairy-Stockfish configuration.
#[derive(Args, Debug)]
pub(crate) struct ImportedGames {
    /// A configuration, or the name of a game that is built into Fairy-Stockfish
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The game of this name, printed on standard output; without it, all of the configuration with `--into`
    pub(crate) section: Option<String>,
    /// Write this game, or all of the configuration, into files of this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
    /// Import games with rules that no definition can express, too; comments in the definition list what is lost
    #[arg(long)]
    pub(crate) incomplete: bool,
    /// Let men move as their notation means where Fairy-Stockfish plays another movement; comments name them
    #[arg(long)]
    pub(crate) as_meant: bool,
}

/// Prints the definition of one game, or writes those of all games of a text.
pub(crate) fn import(games: &ImportedGames) -> Result<(), Failure> {
    let file = games.file.as_str();
    let is_path = file == load::STANDARD_INPUT || file.contains(['/', '\\', '.']) || Path::new(file).exists();
    let (collection, section) = if is_path {
        (Collection::read(&load::read_file_or_stdin(file)?), games.section.as_deref())
    } else {
        (Collection::built_in(), Some(file))
    };
    let report = collection.report();
    if collection.names().next().is_none() && report.diagnostics().any(Diagnostic::is_error) {
        return Err(report.into());
    }
    let names = section.map_or_else(|| collection.names().collect(), |name| vec![name]);
    match (names.as_slice(), &games.into) {
        ([name], None) => print_definition(&collection, name, games),
        ([_, ..], Some(folder)) => write_definitions(&collection, &names, folder, games),
        _ => Err(missing_section_error(file, &names)),
    }
}

/// Imports a game as a definition; fails if something is lost, unless the games may be incomplete, or if `check` refuses
/// it.
fn import_definition(collection: &Collection, name: &str, games: &ImportedGames) -> Result<String, ImportError> {
    let import = if games.as_meant { collection.import_as_meant(name) } else { collection.import(name) };
    let import = import.map_err(|report| ("it has errors".to_owned(), vec![report]))?;
    import.warnings.iter().for_each(console::print_report);
    if import.losses.is_empty() {
        return Ok(import.definition);
    }
    if !games.incomplete {
        let keys: Vec<&str> = import.losses.iter().map(|loss| loss.key.as_str()).collect();
        return Err((keys.join(", "), import.reports));
    }
    let report = weakfish::check(&Source::new(name, import.definition.as_str()), &BuiltIns).report;
    match report.diagnostics().find(|problem| problem.is_error()) {
        Some(problem) => Err((problem.message.clone(), vec![report.clone()])),
        None => Ok(import.definition),
    }
}

/// Reason why a game was not imported, as a short text and as reports.
type ImportError = (String, Vec<Report>);

/// Prints the definition of one game; fails as `import_definition` does.
fn print_definition(collection: &Collection, name: &str, games: &ImportedGames) -> Result<(), Failure> {
    let definition = import_definition(collection, name, games).map_err(|refused| Failure::Reports(refused.1))?;
    // Warnings on other games say nothing of this one, and errors would have refused it.
    let report = collection.report();
    if collection.names().count() == 1 && report.diagnostics().any(|problem| !problem.is_error()) {
        console::print_report(&report);
    }
    console::print_text(&definition)
}

/// Writes the definitions of games into files of a folder, and prints a line for each; fails if one was not
/// written.
fn write_definitions(
    collection: &Collection,
    names: &[&str],
    folder: &Path,
    games: &ImportedGames,
) -> Result<(), Failure> {
    let report = collection.report();
    if !report.is_empty() {
        console::print_report(&report);
    }
    let mut files = BTreeSet::new();
    let mut all_written = true;
    for name in names {
        let outcome = match (import_definition(collection, name, games), Title::new(name)) {
            (Err((reason, _)), _) => format!("not imported: {reason}"),
            // The name of a section may be a path, a device or an option; that of a file is none of these.
            (Ok(definition), Ok(title)) if files.insert(title.file_name()) => {
                files::write_definition(folder, name, &title, &definition)?;
                continue;
            }
            (Ok(_), Ok(title)) => format!("not written, since another game has the file {}", title.file_name()),
            (Ok(_), Err(_)) => "not written, since a file can't have this name".to_owned(),
        };
        console::print(format_args!("{name}: {outcome}"))?;
        all_written = false;
    }
    if all_written { Ok(()) } else { Err(Failure::Reported) }
}

/// Error for a configuration with several games (or none) where one must be named.
fn missing_section_error(file: &str, names: &[&str]) -> Failure {
    let message = format!("`{file}` has {} games", names.len());
    let some: Vec<String> = names.iter().take(8).map(|name| format!("`{name}`")).collect();
    let help = format!("name one of them, such as {}; or write all into a folder with `--into DIR`", some.join(", "));
    let help = if names.is_empty() { "a game begins with a line such as `[name:parent]`".to_owned() } else { help };
    Failure::argument("command line", file, Code::CommandWhichGame, message, "which one is meant?", help)
}

/// Prints a game as a section; fails if the engine can't play it, unless `incomplete`.
pub(crate) fn export(loader: Loader<'_>, game: &str, incomplete: bool) -> Result<(), Failure> {
    let loaded = loader.game(game)?;
    // Standard input has no name of its own.
    let titled = Title::new(&loaded.variant().title).ok().filter(|_| game == load::STANDARD_INPUT);
    let name = titled.map_or_else(|| game.to_owned(), |title| title.file_name());
    let stem = Path::new(&name).file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    let export = weakfish_fairy_stockfish::export(loaded.variant(), &stem);
    if export.losses.is_empty() || incomplete {
        return console::print_text(&export.section);
    }
    Err(console::lost_by_export(game, Code::FairyUnsayable, "Fairy-Stockfish can't do this", &export.losses))
}
