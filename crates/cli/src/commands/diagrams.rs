//! `weakfish import diagram`, `weakfish import xboard` and `weakfish export diagram`.

use clap::Args;
use std::path::{Path, PathBuf};

use weakfish::Report;
use weakfish::diagnostic::Code;
use weakfish::source::Source;
use weakfish::starter::Title;
use weakfish_diagram::Import;

use crate::support::console::{self, Failure};
use crate::support::files;
use crate::support::load::{self, Loader};
use crate::support::weights;

/// The text of a game, and what becomes of its definition.
#[derive(Args, Debug)]
pub(crate) struct ImportedDiagram {
    /// The file with the text
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Write the definition into a file of this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
    /// Import games with rules that no definition can express, too; comments in the definition list what is lost
    #[arg(long)]
    pub(crate) incomplete: bool,
}

/// Prints the definition of a diagram, or writes it into a folder.
pub(crate) fn import(game: &ImportedDiagram) -> Result<(), Failure> {
    finish(game, weakfish_diagram::import_diagram)
}

/// Prints the definition of a game that an engine has described, or writes it into a folder.
pub(crate) fn import_cecp(game: &ImportedDiagram, as_meant: bool) -> Result<(), Failure> {
    finish(game, |source| weakfish_diagram::import_cecp(source, as_meant))
}

fn finish(game: &ImportedDiagram, read: impl Fn(&Source) -> Result<Import, Report>) -> Result<(), Failure> {
    let import = read(&load::read_file_or_stdin(&game.file)?)?;
    if !import.warnings.is_empty() {
        console::print_report(&import.warnings);
    }
    if !import.losses.is_empty() && !game.incomplete {
        return Err(import.lost.into());
    }
    let Some(folder) = &game.into else { return console::print_text(&import.definition) };
    let stem = Path::new(&game.file).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    match Title::new(&stem) {
        Ok(title) => {
            let path = files::write_definition(folder, &stem, &title, &import.definition)?;
            weights::offer_quick_tuning(&path, "it")
        }
        Err(problem) => Err(Failure::new(&Source::new("command line", game.file.as_str()), vec![problem])),
    }
}

/// Prints a game as a diagram; fails if a diagram can't play it, unless `incomplete`.
pub(crate) fn export(loader: Loader<'_>, game: &str, incomplete: bool) -> Result<(), Failure> {
    let loaded = loader.game(game)?;
    let export = weakfish_diagram::export(loaded.variant());
    if export.losses.is_empty() || incomplete {
        return console::print_text(&export.page);
    }
    Err(console::lost_by_export(game, Code::DiagramUnsayable, "a diagram can't do this", &export.losses))
}
