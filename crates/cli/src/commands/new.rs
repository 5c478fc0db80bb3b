//! `weakfish new`.

use std::path::{Path, PathBuf};

use weakfish::builtin;
use weakfish::diagnostic::{Code, Diagnostic};
use weakfish::prose::title_case;
use weakfish::source::Source;
use weakfish::starter::{self, Title};

use crate::support::console::{self, Failure};
use crate::support::load::{self, Loader};
use crate::support::write;

/// Writes a definition to start from.
pub(crate) fn run(
    loader: Loader<'_>,
    name: &str,
    from: Option<&str>,
    output: Option<&Path>,
    force: bool,
) -> Result<(), Failure> {
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
    let text = match from {
        None => starter::plain(&title, Some(&file)),
        Some(fen) if is_position(fen) => starter::from_position(&title, Some(&file), fen)?,
        Some(game) => {
            let base = load::source(game)?;
            let extends = extends(game, &path)?;
            starter::from_game(&title, Some(&file), &extends, &base, &loader)?
        }
    };
    if to_stdout {
        return console::content(&text);
    }
    if force {
        write::replace(&path, &text)?;
    } else {
        write::new_file(&path, &text)?;
    }
    console::note(format_args!("{file}: written. Change it line by line, and try what you have changed:"));
    let shown = if file.contains(char::is_whitespace) { format!("'{file}'") } else { file.into_owned() };
    for (command, what) in [
        ("check", "reports every mistake with its place and a fix"),
        ("show", "the men and the rules in words"),
        ("moves", "the legal moves"),
        ("test", "runs the tests that are written in it"),
    ] {
        let command = format!("weakfish {command} {shown}");
        console::note(format_args!("  {command:width$}  {what}", width = shown.len() + 15));
    }
    Ok(())
}

/// Title for a file name: `games/my-chess.variant` gives My Chess.
fn title_of(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    title_case(&stem.replace(['-', '_'], " "))
}

/// Whether an argument is a FEN and no name of a game or a file.
fn is_position(from: &str) -> bool {
    let has_ranks = from.split_whitespace().next().is_some_and(|field| field.contains('/'));
    has_ranks && !from.ends_with(".variant") && !Path::new(from).exists()
}

/// How a definition at `path` names a game: a built-in by its name, a file by the way to it.
fn extends(game: &str, path: &Path) -> Result<String, Failure> {
    if builtin::source(game).is_some() {
        return Ok(game.to_owned());
    }
    let elsewhere = |help: String| {
        let message = format!("`{}` can't extend `{game}`", path.display());
        Failure::argument("command line", game, Code::CommandBaseElsewhere, message, "this game", help)
    };
    if game == load::STANDARD_INPUT {
        return Err(elsewhere("save it in a file beside the new one, and name that".to_owned()));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let way = folder.canonicalize().ok().zip(Path::new(game).canonicalize().ok()).and_then(|(folder, base)| {
        let way = base.strip_prefix(&folder).ok()?;
        let names: Option<Vec<&str>> = way.iter().map(|name| name.to_str()).collect();
        names.map(|names| names.join("/")).filter(|way| !way.contains(['"', '\n', '\r']))
    });
    let Some(way) = way else {
        let beside = Path::new(game).with_file_name(path.file_name().unwrap_or_default());
        let help = "a file is extended from its own folder or one above it";
        return Err(elsewhere(format!("{help}: write to `-o {}`", beside.display())));
    };
    Ok(format!("\"{way}\""))
}
