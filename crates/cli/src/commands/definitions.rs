//! `weakfish check`, `weakfish fmt` and `weakfish new`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use diffy::{DiffOptions, PatchFormatter};
use weakfish::check::Checked;
use weakfish::diagnostic::{Code, Diagnostic, Report};
use weakfish::prose::{counted, title_case};
use weakfish::rulebook::unusual;
use weakfish::source::Source;
use weakfish::starter::{self, Title};
use weakfish::syntax::{Document, LineKind};
use weakfish::{builtin, suggest};

use crate::support::console::{self, Failure};
use crate::support::files;
use crate::support::load::{self, Loader, STANDARD_INPUT};

/// Output format of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With the lines of the text
    Human,
    /// `file:line:column: error[code]: message`
    Short,
    /// An object each: code, severity, file, span, line, column, message, help, labels, edits
    Json,
}

/// Arguments of `weakfish check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// Definitions, folders of them, or names of built-in games; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Output format: on standard error with the lines of the text, or one line each on standard output
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// Apply the changes that certainly mend a mistake, and report the rest; for standard input, print the result
    #[arg(long)]
    pub(crate) fix: bool,
    /// Refuse warnings and synonyms too, for definitions that are published
    #[arg(long)]
    pub(crate) strict: bool,
    /// Also print the most unusual sentences about each game, at most three, to see whether they are meant
    #[arg(long, conflicts_with = "format")]
    pub(crate) summary: bool,
}

/// Reports the mistakes of each definition, with `--fix` after mending the certain ones.
pub(crate) fn check(loader: Loader<'_>, arguments: &CheckArguments) -> Result<(), Failure> {
    let process = |path: &str| check_one(loader, path, &load::read_definition(path)?, arguments);
    each_definition(&arguments.paths, process, |report| print_report(report, arguments.format))
}

/// Calls `process` with each definition, which returns whether it succeeded, and `report` for those that
/// can't be read; fails if one has failed.
fn each_definition(
    paths: &[String],
    process: impl Fn(&str) -> Result<bool, Failure>,
    report: impl Fn(&Report) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut all_succeed = true;
    for path in load::expand_paths(paths)? {
        all_succeed &= match process(&path) {
            Err(Failure::Reports(reports)) => {
                reports.iter().try_for_each(&report)?;
                false
            }
            outcome => outcome?,
        };
    }
    if all_succeed { Ok(()) } else { Err(Failure::Reported) }
}

/// Checks one definition; returns whether it is accepted.
fn check_one(loader: Loader<'_>, path: &str, source: &Source, arguments: &CheckArguments) -> Result<bool, Failure> {
    let &CheckArguments { format, fix, strict, summary, .. } = arguments;
    let checked = if fix { apply_fixes(loader, path, source)? } else { loader.check(source) };
    if load::relevant_reports(&checked).next().is_none() && format == Format::Human {
        // With `--fix` the text itself is printed.
        if fix && path == STANDARD_INPUT {
            console::eprint(format_args!("{path}: clean"));
        } else {
            console::print(format_args!("{path}: clean"))?;
        }
    }
    load::relevant_reports(&checked).try_for_each(|report| print_report(report, format))?;
    if let Some(variant) = checked.variant().filter(|_| summary) {
        for sentence in unusual::sentences(variant) {
            console::print_message(format_args!("  {sentence}"))?;
        }
    }
    Ok(checked.game.is_some() && !(strict && load::relevant_reports(&checked).next().is_some()))
}

/// Applies all machine-applicable fixes of a definition, writes the result and checks it again.
fn apply_fixes(loader: Loader<'_>, path: &str, source: &Source) -> Result<Checked, Failure> {
    if builtin::source(path).is_some() {
        return Ok(loader.check(source));
    }
    let mended = suggest::mend::mend(source, &loader);
    if path == STANDARD_INPUT {
        console::print_content(&mended.text)?;
    } else if mended.mistakes > 0 {
        files::write_atomically(path, &mended.text)?;
    }
    if mended.mistakes > 0 {
        console::eprint(format_args!("{path}: {} mended", counted(mended.mistakes as u64, "mistake")));
    }
    Ok(loader.check(&Source::new(source.name.as_str(), mended.text)))
}

/// Prints the diagnostics of a text in the chosen output format.
fn print_report(report: &Report, format: Format) -> Result<(), Failure> {
    match format {
        Format::Human => {
            console::print_report(report);
            Ok(())
        }
        Format::Short => report.located().try_for_each(console::print),
        Format::Json => report.located().try_for_each(|located| console::print_json(&located)),
    }
}

/// Arguments of `weakfish fmt`.
#[derive(Args, Debug)]
pub(crate) struct FmtArguments {
    /// Definitions, or folders of them; of `-`, which is standard input, the result is printed
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Write nothing, and name the definitions that are laid out otherwise; the exit code is 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing, and print what would change
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Lays definitions out in the canonical way.
pub(crate) fn fmt(arguments: &FmtArguments) -> Result<(), Failure> {
    let process = |path: &str| fmt_one(path, &load::read_file_or_stdin(path)?, arguments);
    each_definition(&arguments.paths, process, |report| print_report(report, Format::Human))
}

/// Formats one definition; returns false if `--check` found another layout.
fn fmt_one(path: &str, source: &Source, mode: &FmtArguments) -> Result<bool, Failure> {
    let document = Document::read(&source.text);
    let formatted = weakfish::format::format_document(&document);
    let is_canonical = formatted == source.text;
    let writes = !mode.check && !mode.diff;
    if mode.diff && !is_canonical {
        let mut options = DiffOptions::new();
        options.set_original_filename(source.name.clone()).set_modified_filename(source.name.clone());
        let patch = options.create_patch(&source.text, &formatted);
        let formatter = PatchFormatter::new().suppress_blank_empty(false);
        console::print_diff(&formatter.fmt_patch(&patch).to_string())?;
    }
    if mode.check && !is_canonical {
        console::print(format_args!("{}: not in the canonical layout", source.name))?;
    }
    if writes && path == STANDARD_INPUT {
        console::print_content(&formatted)?;
    } else if writes && !is_canonical {
        files::write_atomically(path, &formatted)?;
        console::print(format_args!("{path}: formatted"))?;
    }
    let damaged = document.lines.iter().filter(|line| line.kind == LineKind::Damaged).count();
    if damaged > 0 {
        let lines =
            if damaged == 1 { "1 line stays as it is, since it" } else { "some lines stay as they are, since they" };
        console::eprint(format_args!("{}: {lines} can't be read; `weakfish check` reports why", source.name));
    }
    Ok(is_canonical || !mode.check)
}

/// Arguments of `weakfish new`.
#[derive(Args, Debug)]
pub(crate) struct NewArguments {
    /// The title, such as `My Chess`; or the path of the file to write, which ends in .variant
    pub(crate) name: String,
    /// Begin with another game (a built-in one, or the path of a .variant file) or with a position (a FEN)
    #[arg(long, value_name = "GAME|FEN")]
    pub(crate) from: Option<String>,
    /// The file to write, instead of one in this folder that is called as the game is; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file if there is one
    #[arg(long)]
    pub(crate) force: bool,
}

/// Writes a definition to start from.
pub(crate) fn new(loader: Loader<'_>, arguments: &NewArguments) -> Result<(), Failure> {
    let NewArguments { name, from, output, force } = arguments;
    let output = output.as_deref();
    let refused = |mistake: Diagnostic| Failure::new(&Source::new("command line", name), vec![mistake]);
    let as_file = name.strip_suffix(".variant").map(|_| Path::new(name));
    let title = match as_file {
        Some(path) => Title::new(&title_of(path)),
        None => Title::new(name),
    };
    let title = title.map_err(refused)?;
    let to_stdout = output == Some(Path::new("-"));
    let path = match (output, as_file) {
        (Some(path), _) if !to_stdout => path.to_owned(),
        (None, Some(path)) => path.to_owned(),
        _ => PathBuf::from(title.file_name()),
    };
    let file = path.to_string_lossy();
    let text = match from.as_deref() {
        None => starter::plain(&title, Some(&file)),
        Some(fen) if is_fen(fen) => starter::from_position(&title, Some(&file), fen)?,
        Some(game) => {
            let base = load::read_definition(game)?;
            let extends = extends_value(game, &path)?;
            starter::from_game(&title, Some(&file), &extends, &base, &loader)?
        }
    };
    if to_stdout {
        return console::print_text(&text);
    }
    if *force {
        files::write_atomically(&path, &text)?;
    } else {
        files::new_file(&path, &text)?;
    }
    console::eprint(format_args!("{file}: written. Change it line by line, and try what you have changed:"));
    let shown = if file.contains(char::is_whitespace) { format!("'{file}'") } else { file.into_owned() };
    for (command, purpose) in [
        ("check", "reports every mistake with its place and a fix"),
        ("show", "the men and the rules in words"),
        ("moves", "the legal moves"),
        ("test", "runs the tests that are written in it"),
    ] {
        let command = format!("weakfish {command} {shown}");
        console::eprint(format_args!("  {command:width$}  {purpose}", width = shown.len() + 15));
    }
    Ok(())
}

/// Title for a file name: `games/my-chess.variant` gives My Chess.
fn title_of(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    title_case(&stem.replace(['-', '_'], " "))
}

/// Whether an argument is a FEN and no name of a game or a file.
fn is_fen(from: &str) -> bool {
    let has_ranks = from.split_whitespace().next().is_some_and(|field| field.contains('/'));
    has_ranks && !from.ends_with(".variant") && !Path::new(from).exists()
}

/// Value of the line `extends:` for a new definition at `path`: the name of a built-in game, or a relative path in
/// quotes.
fn extends_value(game: &str, path: &Path) -> Result<String, Failure> {
    if builtin::source(game).is_some() {
        return Ok(game.to_owned());
    }
    let elsewhere = |help: String| {
        let message = format!("`{}` can't extend `{game}`", path.display());
        Failure::argument("command line", game, Code::CommandBaseElsewhere, message, "this game", help)
    };
    if game == STANDARD_INPUT {
        return Err(elsewhere("save it in a file beside the new one, and name that".to_owned()));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let relative_path =
        folder.canonicalize().ok().zip(Path::new(game).canonicalize().ok()).and_then(|(folder, base)| {
            let relative_path = base.strip_prefix(&folder).ok()?;
            let names: Option<Vec<&str>> = relative_path.iter().map(|name| name.to_str()).collect();
            names.map(|names| names.join("/")).filter(|relative_path| !relative_path.contains(['"', '\n', '\r']))
        });
    let Some(relative_path) = relative_path else {
        let beside = Path::new(game).with_file_name(path.file_name().unwrap_or_default());
        let help = "a file is extended from its own folder or one above it";
        return Err(elsewhere(format!("{help}: write to `-o {}`", beside.display())));
    };
    Ok(format!("\"{relative_path}\""))
}
