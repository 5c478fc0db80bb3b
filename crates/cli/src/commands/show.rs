//! `weakfish show`.

use weakfish::diagnostic::{Code, did_you_mean};
use weakfish::model::{KindId, Variant};
use weakfish::rulebook::page;

use crate::support::console::{self, Failure};
use crate::support::load::{self, Loader};

/// Shows a game, one of its men, or its model.
pub(crate) fn run(loader: Loader<'_>, game: &str, man: Option<&str>, json: bool) -> Result<(), Failure> {
    let game = loader.game(game)?;
    let variant = game.variant();
    if json {
        return console::json_page(variant);
    }
    match man {
        None => console::drawn(&page::game(variant)),
        Some(man) => console::drawn(&page::man(variant, kind(variant, man)?)),
    }
}

/// Prints a definition as it is written, with or without mistakes.
pub(crate) fn source(game: &str) -> Result<(), Failure> {
    console::content(&load::source(game)?.text)
}

/// The kind of a symbol or a name.
pub(crate) fn kind(variant: &Variant, man: &str) -> Result<KindId, Failure> {
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
