//! `weakfish completions` and `weakfish man`, and the help of commands with an option `--help` of their own.

use std::io::Write as _;
use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use weakfish::builtin;

use crate::arguments::Arguments;
use crate::commands::complete;
use crate::support::console::{self, Failure};
use crate::support::files;

/// Ids of arguments that are names of games or paths of definitions.
const GAME_ARGS: [&str; 4] = ["game", "paths", "first", "second"];

/// Completes an argument in zsh by the name of a built-in game or the path of a definition.
const ZSH_FUNCTION: &str = "_weakfish_games";

/// Prints the script of a shell.
pub(crate) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = complete_game_names(Arguments::command());
    clap_complete::generate(shell, &mut command, "weakfish", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    console::print_text(&if shell == Shell::Fish {
        add_values_for_fish(&add_games_for_fish(&script))
    } else if shell == Shell::Zsh {
        add_values_for_zsh(&add_games_for_zsh(&script))
    } else if shell == Shell::Bash {
        add_values_for_bash(&script)
    } else {
        script
    })
}

/// Adds a function for bash that asks `weakfish complete` first.
fn add_values_for_bash(script: &str) -> String {
    let function = r#"_weakfish_values() {
    local IFS=$'\n' value
    COMPREPLY=()
    for value in $("$1" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
        COMPREPLY+=("$(printf '%q' "$value")")
    done
    IFS=$' \t\n'
    [ "${#COMPREPLY[@]}" -gt 0 ] || _weakfish "$@"
}

"#;
    let (before, registration) = script.split_at(script.rfind("\nif [[").map_or(script.len(), |end| end + 1));
    let registration = registration.replace("complete -F _weakfish ", "complete -F _weakfish_values ");
    format!("{before}{function}{registration}")
}

/// Lets fish ask `weakfish complete`, for arguments and for options.
fn add_values_for_fish(script: &str) -> String {
    let words = "(weakfish complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)";
    let options = complete::options().into_iter().map(|option| format!("-l {option} -x "));
    let lines = [String::new()].into_iter().chain(options);
    let lines: Vec<String> = lines.map(|option| format!("complete -c weakfish {option}-a \"{words}\"\n")).collect();
    script.to_owned() + &lines.concat()
}

/// Lets zsh ask `weakfish complete` for the values of arguments.
fn add_values_for_zsh(script: &str) -> String {
    let options = complete::options();
    let is_value = |line: &str| {
        let line = line.trim_start_matches(['\'', '*', ':']);
        options.iter().any(|option| line.starts_with(&format!("--{option}=["))) || {
            let name = line.split(" -- ").next().unwrap_or_default();
            complete::COMPLETED_ARGS.contains(&name)
        }
    };
    let lines = script.lines().map(|line| {
        let line = if is_value(line) { line.replace(":_default'", ":_weakfish_values'") } else { line.to_owned() };
        line + "\n"
    });
    let function = "_weakfish_values() {\n    local -a values\n    \
                    values=(\"${(@f)$(weakfish complete -- \"${(@)words[1,CURRENT]}\" 2>/dev/null)}\")\n    \
                    compadd -a values\n}\n";
    let script: String = lines.collect();
    let (first, rest) = script.split_once('\n').unwrap_or((&script, ""));
    format!("{first}\n\n{function}{rest}")
}

/// Adds the names of built-in games as possible values, so that completion scripts offer them.
fn complete_game_names(command: Command) -> Command {
    let command = command.mut_args(|argument| {
        if GAME_ARGS.contains(&argument.get_id().as_str()) {
            let names: Vec<&'static str> = builtin::names().collect();
            return argument.value_parser(PossibleValuesParser::new(names));
        }
        argument
    });
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, complete_game_names))
}

/// Adds the names of games for fish, whose generated script completes options only.
fn add_games_for_fish(script: &str) -> String {
    let takes_game = |command: &Command| command.get_arguments().any(|arg| GAME_ARGS.contains(&arg.get_id().as_str()));
    let command = Arguments::command();
    let commands: Vec<&str> =
        command.get_subcommands().filter(|below| takes_game(below)).map(Command::get_name).collect();
    let names = builtin::names().collect::<Vec<_>>().join(" ");
    let condition = format!("__fish_seen_subcommand_from {}", commands.join(" "));
    format!("{script}complete -c weakfish -n \"{condition}\" -a \"{names}\"\n")
}

/// Adds a function for zsh that offers files as well as the names of games.
fn add_games_for_zsh(script: &str) -> String {
    let names = builtin::names().collect::<Vec<_>>().join(" ");
    let script = script.replace(&format!("({names})"), ZSH_FUNCTION);
    let function =
        format!("{ZSH_FUNCTION}() {{\n    _alternative 'games:game:({names})' 'files:definition:_files'\n}}\n");
    // The first line names the command that the script is for.
    let (first, rest) = script.split_once('\n').unwrap_or((&script, ""));
    format!("{first}\n\n{function}{rest}")
}

/// Prints the help of a command.
pub(crate) fn help(name: &str) -> Result<(), Failure> {
    let mut command = Arguments::command();
    command.build();
    let help = command.find_subcommand_mut(name).map(|below| below.render_long_help().ansi().to_string());
    Ok(anstream::stdout().write_all(help.unwrap_or_default().as_bytes())?)
}

/// Prints the manual page of the program, or writes one for every command into a folder.
pub(crate) fn manual(folder: Option<&Path>) -> Result<(), Failure> {
    let mut command = Arguments::command();
    // With it, every command knows the options that all have.
    command.build();
    let Some(folder) = folder else { return console::print_text(&man_page(command)?) };
    write_pages(folder, command)
}

/// Writes the manual page of a command and, one level down after the other, those of its subcommands.
fn write_pages(folder: &Path, command: Command) -> Result<(), Failure> {
    let subcommands: Vec<Command> =
        command.get_subcommands().filter(|below| below.get_name() != "help" && !below.is_hide_set()).cloned().collect();
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let path = folder.join(format!("{name}.1"));
    files::write_atomically(&path, &man_page(command)?)?;
    console::print(path.display())?;
    subcommands.into_iter().try_for_each(|command| write_pages(folder, command))
}

/// Renders the manual page of a command.
fn man_page(command: Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
