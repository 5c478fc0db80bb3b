//! `weakfish import fairy-stockfish` and `weakfish export fairy-stockfish`.

use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::path::PathBuf;

use weakfish::BuiltIns;
use weakfish::diagnostic::{Code, Diagnostic, Report};
use weakfish::prose::{all_of, counted, quoted};
use weakfish::source::Source;
use weakfish::starter::Title;
use weakfish_fairy_stockfish::{Collection, Import, Loss};

use crate::support::console::{self, Failure};
use crate::support::files;
use crate::support::load::{self, Loader};
use crate::support::weights;

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

/// Imports a game; fails if something is lost, unless the games may be incomplete, or if `check` refuses its definition.
fn import_definition(collection: &Collection, name: &str, games: &ImportedGames) -> Result<Import, ImportError> {
    let import = if games.as_meant { collection.import_as_meant(name) } else { collection.import(name) };
    let import = import.map_err(|report| ImportError {
        summary: "it has errors".to_owned(),
        reasons: errors_of(&report),
        reports: vec![report],
    })?;
    import.warnings.iter().for_each(console::print_report);
    if import.losses.is_empty() {
        return Ok(import);
    }
    if !games.incomplete {
        let keys: Vec<&str> = import.losses.iter().map(|loss| loss.key.as_str()).collect();
        return Err(ImportError {
            summary: keys.join(", "),
            reasons: reasons_of(&import.losses),
            reports: import.reports,
        });
    }
    let report = weakfish::check(&Source::new(name, import.definition.as_str()), &BuiltIns).report;
    let reasons = errors_of(&report);
    match reasons.first() {
        Some((message, _)) => Err(ImportError { summary: message.clone(), reasons, reports: vec![report] }),
        None => Ok(import),
    }
}

/// Refusal of a game.
struct ImportError {
    /// What its line says.
    summary: String,
    reasons: Vec<Reason>,
    reports: Vec<Report>,
}

/// Description of a loss or a mistake, with the key of a loss.
type Reason = (String, Option<String>);

/// The messages of a report's errors.
fn errors_of(report: &Report) -> Vec<Reason> {
    report.diagnostics().filter(|problem| problem.is_error()).map(|problem| (problem.message.clone(), None)).collect()
}

/// The descriptions of losses with their keys.
fn reasons_of(losses: &[Loss]) -> Vec<Reason> {
    losses.iter().map(|loss| (loss.lost.clone(), Some(loss.key.clone()))).collect()
}

/// Keys and games by the reason that they share.
#[derive(Debug, Default)]
struct GamesByReason(BTreeMap<String, (BTreeSet<String>, Vec<String>)>);

impl GamesByReason {
    fn add(&mut self, game: &str, reasons: Vec<Reason>) {
        for (reason, key) in reasons {
            let (keys, games) = self.0.entry(reason).or_default();
            keys.extend(key);
            if games.last().is_none_or(|last| last != game) {
                games.push(game.to_owned());
            }
        }
    }

    /// Prints a line for each reason, those of the most games first.
    fn print(&self, heading: &str) -> Result<(), Failure> {
        let mut reasons: Vec<_> = self.0.iter().collect();
        reasons.sort_by_key(|(_, (_, games))| std::cmp::Reverse(games.len()));
        let line = |(reason, (keys, games)): &(&String, &(BTreeSet<String>, Vec<String>))| {
            let keys = if keys.is_empty() { String::new() } else { format!(" ({})", all_of(quoted(keys))) };
            format!("\n  {reason}{keys}: {}", games.join(", "))
        };
        let lines: String = reasons.iter().map(line).collect();
        if lines.is_empty() { Ok(()) } else { console::print_message(format_args!("\n{heading}:{lines}")) }
    }
}

/// Prints the definition of one game; fails as `import_definition` does.
fn print_definition(collection: &Collection, name: &str, games: &ImportedGames) -> Result<(), Failure> {
    let import = import_definition(collection, name, games).map_err(|refused| Failure::Reports(refused.reports))?;
    // Warnings on other games say nothing of this one, and errors would have refused it.
    let report = collection.report();
    if collection.names().count() == 1 && report.diagnostics().any(|problem| !problem.is_error()) {
        console::print_report(&report);
    }
    console::print_text(&import.definition)
}

/// Writes the definitions of games into files of a folder, and prints a line for each, and then what is lost; fails if
/// one was not written.
fn write_definitions(
    collection: &Collection,
    names: &[&str],
    folder: &Path,
    games: &ImportedGames,
) -> Result<(), Failure> {
    let report = without_repeated_warnings(&collection.report());
    if !report.is_empty() {
        console::print_report(&report);
    }
    let mut files = BTreeSet::new();
    let (mut refused, mut incomplete) = (GamesByReason::default(), GamesByReason::default());
    let (mut all_written, mut written) = (true, None);
    for name in names {
        let outcome = match (import_definition(collection, name, games), Title::new(name)) {
            (Err(error), _) => {
                refused.add(name, error.reasons);
                format!("not imported: {}", error.summary)
            }
            // The name of a section may be a path, a device or an option; that of a file is none of these.
            (Ok(import), Ok(title)) if files.insert(title.file_name()) => {
                let path = files::write_definition(folder, name, &title, &import.definition)?;
                written.get_or_insert(path);
                incomplete.add(name, reasons_of(&import.losses));
                continue;
            }
            (Ok(_), Ok(title)) => format!("not written, since another game has the file {}", title.file_name()),
            (Ok(_), Err(_)) => "not written, since a file can't have this name".to_owned(),
        };
        console::print(format_args!("{name}: {outcome}"))?;
        all_written = false;
    }
    refused.print("Not imported because of")?;
    incomplete.print("Imported without")?;
    if let Some(path) = &written {
        weights::offer_quick_tuning(path, if names.len() > 1 { "such a game" } else { "it" })?;
    }
    if all_written { Ok(()) } else { Err(Failure::Reported) }
}

/// A report that has each warning once, at its first place, with the number of places.
fn without_repeated_warnings(report: &Report) -> Report {
    let mut kept: Vec<(Diagnostic, u64)> = Vec::new();
    for problem in report.diagnostics() {
        let same = |(other, _): &&mut (Diagnostic, u64)| !other.is_error() && other.message == problem.message;
        match kept.iter_mut().find(same) {
            Some((_, places)) => *places += 1,
            None => kept.push((problem.clone(), 1)),
        }
    }
    let merged = kept.into_iter().map(|(mut problem, places)| {
        if places > 1 {
            problem.message = format!("{}, here and in {}", problem.message, counted(places - 1, "more place"));
        }
        problem
    });
    Report::new(report.source(), merged.collect())
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
