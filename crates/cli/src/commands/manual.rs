//! `weakfish man`.

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::arguments::Arguments;
use crate::support::console::{self, Failure};
use crate::support::write;

/// Prints the manual page of the program, or writes one for every command into a folder.
pub(crate) fn run(folder: Option<&Path>) -> Result<(), Failure> {
    let mut command = Arguments::command();
    // With it, every command knows the options that all have.
    command.build();
    let Some(folder) = folder else { return console::page(&page(command)?) };
    write_below(folder, command)
}

fn write_below(folder: &Path, command: Command) -> Result<(), Failure> {
    let below: Vec<Command> = command.get_subcommands().filter(|below| below.get_name() != "help").cloned().collect();
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let path = folder.join(format!("{name}.1"));
    write::replace(&path, &page(command)?)?;
    console::line(path.display())?;
    below.into_iter().try_for_each(|command| write_below(folder, command))
}

fn page(command: Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
