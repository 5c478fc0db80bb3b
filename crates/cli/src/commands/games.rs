//! Commands that show games: `weakfish games`, `show`, `diff`, `draw` and `sheet`.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use weakfish::builtin;
use weakfish::diagnostic::{Code, did_you_mean};
use weakfish::engine::Position;
use weakfish::geometry::Square;
use weakfish::model::{KindId, Variant};
use weakfish::picture::{self, Annotations};
use weakfish::rulebook::diff::diff;
use weakfish::rulebook::page;
use weakfish::rulebook::sheet::sheet_with_remarks;

use crate::support::console::{self, Failure};
use crate::support::files;
use crate::support::load::{self, Loader};
use crate::support::png;
use crate::support::start::{self, Start};

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
pub(crate) fn list(json: bool) -> Result<(), Failure> {
    let width = builtin::names().map(str::len).max().unwrap_or_default();
    let mut games = Vec::new();
    for (number, (family, names)) in builtin::families().enumerate() {
        if !json {
            let gap = if number > 0 { "\n" } else { "" };
            console::print(format_args!("{gap}{family}:"))?;
        }
        for name in names {
            let game = Loader::new(&[]).game(name)?;
            if !json {
                console::print(format_args!("  {name:width$}  {}", game.variant().title))?;
            }
            games.push((family, name, game));
        }
    }
    if !json {
        return Ok(());
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
    console::print_json(&entries)
}

/// Arguments of `weakfish show`.
#[derive(Args, Debug)]
pub(crate) struct ShowArguments {
    /// A built-in game, or the path of a .variant file
    pub(crate) game: String,
    /// Only this man, in all its facings: its symbol or its name
    pub(crate) man: Option<String>,
    /// The checked model as JSON
    #[arg(long, conflicts_with = "man")]
    pub(crate) json: bool,
    /// The definition as it is written
    #[arg(long, conflicts_with_all = ["man", "json"])]
    pub(crate) source: bool,
}

/// Shows a game, one of its men, its model, or its source.
pub(crate) fn show(loader: Loader<'_>, arguments: &ShowArguments) -> Result<(), Failure> {
    let ShowArguments { game, man, json, source } = arguments;
    if *source {
        return console::print_content(&load::read_definition(game)?.text);
    }
    if man.is_none() && !json {
        let checked = loader.check(&load::read_definition(game)?);
        let page = page::of(&checked);
        let game = checked.into_game()?;
        console::print_drawing(&page.unwrap_or_else(|| page::game(game.variant())))?;
        let unusual = page::unusual(game.variant());
        return if unusual.is_empty() { Ok(()) } else { console::print_page(&format!("\n{unusual}")) };
    }
    let game = loader.game(game)?;
    let variant = game.variant();
    match man {
        None => console::print_json_pretty(variant),
        Some(man) => console::print_drawing(&page::man(variant, find_kind(variant, man)?)),
    }
}

/// Finds the kind of a man by its symbol or name.
pub(crate) fn find_kind(variant: &Variant, man: &str) -> Result<KindId, Failure> {
    let found = variant.kinds().find(|(_, kind)| kind.symbol == man).or_else(|| {
        variant.kinds().find(|(_, kind)| kind.symbol.eq_ignore_ascii_case(man) || kind.name == man.to_lowercase())
    });
    found.map(|(id, _)| id).ok_or_else(|| {
        let names = variant.kinds.iter().map(|kind| kind.name.as_str());
        let (code, message) = (Code::CommandUnknownMan, format!("{} has no man `{man}`", variant.title));
        let help = did_you_mean(man, names);
        Failure::argument("command line", man, code, message, "neither a symbol nor a name", help)
    })
}

/// Prints what two games differ in; fails if they don't play alike.
pub(crate) fn compare(loader: Loader<'_>, games: [&str; 2], json: bool) -> Result<(), Failure> {
    let diff = diff(&loader.game(games[0])?, &loader.game(games[1])?);
    if json {
        console::print_json(&diff)?;
    } else {
        console::print_diff(&diff.to_string())?;
        if diff.plays_alike() {
            console::eprint(format_args!("{} and {} play alike", games[0], games[1]));
        }
    }
    if diff.plays_alike() { Ok(()) } else { Err(Failure::Reported) }
}

/// Arguments of `weakfish draw`.
#[derive(Args, Debug)]
pub(crate) struct DrawArguments {
    #[command(flatten)]
    pub(crate) start: Start,
    /// How this man moves, in all its facings, instead of a position: its symbol or its name
    #[arg(conflicts_with_all = ["setup", "fen", "play", "from"])]
    pub(crate) man: Option<String>,
    /// Mark the legal moves of the man on this square
    #[arg(long, value_name = "SQUARE")]
    pub(crate) from: Option<String>,
    /// Show the characters of men on tiles, as in Xiangqi and Shogi, instead of figures
    #[arg(long)]
    pub(crate) characters: bool,
    /// Width in pixels; without it, squares are 64 pixels wide in an SVG and 128 in a PNG
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(16..=8192))]
    pub(crate) width: Option<u16>,
    /// Use the dark colours, whatever theme the reader has
    #[arg(long)]
    pub(crate) dark: bool,
    /// The file to write, an SVG or a PNG by its ending; an SVG to stdout if none is named
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Draws a position, or how a man moves.
pub(crate) fn draw(loader: Loader<'_>, arguments: &DrawArguments) -> Result<(), Failure> {
    let output = arguments.output.as_deref();
    let advice = "a browser prints it, as a PDF, too";
    files::require_extension(output, "a picture is an SVG or a PNG", &["svg", "png"], advice)?;
    let mut svg = drawn(loader, arguments)?;
    if let Some(path) = output.filter(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")))
    {
        let refused = |message: String| {
            let message = format!("can't write `{}`: {message}", path.display());
            Failure::file(path, Code::CommandUnwritableFile, message, "make it smaller with `--width PIXELS`")
        };
        let png = png::encode(&svg, arguments.width, arguments.dark).map_err(refused)?;
        return files::write_atomically(path, &png);
    }
    if let Some(width) = arguments.width {
        svg = png::resized(&svg, width);
    }
    if arguments.dark {
        svg = png::with_theme(&svg, true);
    }
    files::write_output(output, &svg)
}

/// The picture that the arguments ask for, as an SVG.
fn drawn(loader: Loader<'_>, arguments: &DrawArguments) -> Result<String, Failure> {
    let DrawArguments { start, man, from, characters, .. } = arguments;
    if let Some(man) = man {
        let game = loader.game(&start.game)?;
        let variant = game.variant();
        return Ok(picture::man(variant, find_kind(variant, man)?, *characters));
    }
    let mut position = start.before_play(loader)?;
    let last = start
        .from
        .play
        .as_deref()
        .map_or(Ok(None), |moves| start::play_moves(&mut position, moves, start.from.dialect))?;
    let from = from.as_deref().map(|name| find_square(&position, name)).transpose()?;
    Ok(picture::position(&position, &Annotations { last, from, characters: *characters }))
}

/// Finds the square of `--from`; fails unless a man of the side to move stands on it.
fn find_square(position: &Position, name: &str) -> Result<Square, Failure> {
    let game = position.game();
    let board = game.variant().board;
    let refused = |message: String, label: &str, help: String| {
        Failure::argument("--from", name, Code::CommandWrongSquare, message, label, help)
    };
    let Some(square) = board.parse(name) else {
        let last = board.squares().next_back().map(|square| board.name(square)).unwrap_or_default();
        let help = format!("name one of its squares, such as `{last}`");
        return Err(refused(format!("the board has no square `{name}`"), "no such square", help));
    };
    let turn = position.turn();
    let own_men = position.men_of(turn);
    if own_men.contains(square) {
        return Ok(square);
    }
    let examples: Vec<_> = own_men.iter().take(4).map(|square| format!("`{}`", board.name(square))).collect();
    let help = format!("{turn} is to move, and has men on {} and other squares", examples.join(", "));
    let help = if own_men.len() <= examples.len() { help.replace(" and other squares", "") } else { help };
    let occupant = if position.piece_at(square).is_some() { "the opponent's man" } else { "no man" };
    Err(refused(format!("{occupant} stands on {name}"), "whose moves are meant?", help))
}

/// Writes the HTML sheet of a game.
pub(crate) fn write_sheet(loader: Loader<'_>, game: &str, characters: bool, to: Option<&Path>) -> Result<(), Failure> {
    files::require_extension(to, "a sheet is a page of HTML", &["html", "htm"], "a browser prints it, as a PDF, too")?;
    let checked = loader.check(&load::read_definition(game)?);
    let remarks = checked.game.as_ref().map(weakfish_endgame::remarks).unwrap_or_default();
    match sheet_with_remarks(&checked, &remarks, characters) {
        Some(page) => files::write_output(to, &page),
        None => Ok(checked.into_game().map(drop)?),
    }
}
