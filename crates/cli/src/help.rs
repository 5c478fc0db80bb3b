//! The list of commands in `weakfish --help`, in groups by what they are for.

use clap::{Command, CommandFactory as _};

use crate::arguments::Arguments;
use crate::support::console;

/// The groups and their commands, in the order of the list.
const GROUPS: &[(&str, &[&str])] = &[
    ("Define", &["new", "check", "fmt", "test", "show", "diff", "draw", "sheet", "explain", "betza"]),
    ("Play", &["games", "play", "web", "match"]),
    ("Analyse", &["moves", "perft", "replay", "analyze", "table", "solve", "playtest", "tune", "train", "units"]),
    ("Convert", &["import", "export"]),
    ("Serve", &["lsp", "uci", "xboard", "completions"]),
];

/// The command line, whose help lists the commands in groups.
pub(crate) fn command_line() -> Command {
    let command = Arguments::command();
    let header = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let width = command.get_subcommands().map(|below| below.get_name().len()).max().unwrap_or_default();
    let row = |below: &Command| {
        let (name, about) = (below.get_name(), below.get_about().cloned().unwrap_or_default());
        console::hanging(&format!("  {literal}{name:width$}{literal:#}  "), width + 4, &about.to_string())
    };
    let group = |(group, names): &(&str, &[&str])| {
        let rows: String = names.iter().filter_map(|name| command.find_subcommand(name)).map(row).collect();
        format!("{header}{group}:{header:#}\n{rows}\n")
    };
    let list: String = GROUPS.iter().map(group).collect();
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}\n\n\
         `weakfish help COMMAND` has the options of a command.\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Commands that the list leaves out: `weakfish units --help` names two, packages and scripts call the others.
    const UNLISTED: &[&str] = &["work", "merge", "man", "complete"];

    #[test]
    fn each_command_is_in_one_group() {
        let command = Arguments::command();
        let listed = GROUPS.iter().flat_map(|(_, names)| names.iter()).chain(UNLISTED);
        for name in command.get_subcommands().map(Command::get_name) {
            assert_eq!(listed.clone().filter(|listed| **listed == name).count(), 1, "{name}");
        }
    }
}
