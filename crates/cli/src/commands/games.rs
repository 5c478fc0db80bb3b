//! `weakfish games`.

use serde::Serialize;
use weakfish::builtin;

use crate::support::console::{self, Failure};
use crate::support::load::Loader;

/// A built-in game in the JSON output.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    family: &'a str,
    title: &'a str,
    inventor: Option<&'a str>,
    year: Option<u16>,
    about: Option<&'a str>,
    /// Files x ranks.
    board: String,
    setups: Vec<&'a str>,
}

/// Lists the built-in games by family, a line each.
pub(crate) fn run(json: bool) -> Result<(), Failure> {
    if json {
        return as_json();
    }
    let width = builtin::names().map(str::len).max().unwrap_or_default();
    for (number, (family, names)) in builtin::families().enumerate() {
        let gap = if number > 0 { "\n" } else { "" };
        console::line(format_args!("{gap}{family}:"))?;
        for name in names {
            let game = Loader::new(&[]).game(name)?;
            let title = &game.variant().title;
            console::line(format_args!("  {name:width$}  {title}"))?;
        }
    }
    Ok(())
}

/// Prints a list of all games as JSON.
fn as_json() -> Result<(), Failure> {
    let mut games = Vec::new();
    for (family, names) in builtin::families() {
        for name in names {
            games.push((family, name, Loader::new(&[]).game(name)?));
        }
    }
    let entries = games.iter().map(|(family, name, game)| {
        let variant = game.variant();
        Entry {
            name,
            family,
            title: &variant.title,
            inventor: variant.inventor.as_deref(),
            year: variant.year,
            about: variant.about.as_deref(),
            board: format!("{}x{}", variant.board.files(), variant.board.ranks()),
            setups: variant.setups.iter().map(|setup| setup.name.as_str()).collect(),
        }
    });
    let entries: Vec<Entry> = entries.collect();
    console::json(&entries)
}
