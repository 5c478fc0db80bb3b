//! `weakfish draw`.

use std::path::Path;

use weakfish::diagnostic::Code;
use weakfish::engine::Position;
use weakfish::geometry::Square;
use weakfish::picture::{self, Shown};

use crate::commands::show;
use crate::support::console::Failure;
use crate::support::load::Loader;
use crate::support::start::Start;
use crate::support::{start, write};

/// Draws how a man moves.
pub(crate) fn man(loader: Loader<'_>, game: &str, man: &str, to: Option<&Path>) -> Result<(), Failure> {
    let game = loader.game(game)?;
    let variant = game.variant();
    let svg = picture::man(variant, show::kind(variant, man)?);
    write::output(to, &svg)
}

/// Draws a position.
pub(crate) fn position(
    loader: Loader<'_>,
    start: &Start,
    from: Option<&str>,
    to: Option<&Path>,
) -> Result<(), Failure> {
    let mut position = start.before_play(loader)?;
    let last = start.play.as_deref().map_or(Ok(None), |moves| start::play(&mut position, moves))?;
    let from = from.map(|name| square(&position, name)).transpose()?;
    write::output(to, &picture::position(&position, &Shown { last, from }))
}

/// The square of a man of the side to move.
fn square(position: &Position, name: &str) -> Result<Square, Failure> {
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
    let own = position.men_of(turn);
    if own.contains(square) {
        return Ok(square);
    }
    let known: Vec<_> = own.iter().take(4).map(|square| format!("`{}`", board.name(square))).collect();
    let help = format!("{turn} is to move, and has men on {} and other squares", known.join(", "));
    let help = if own.len() <= known.len() { help.replace(" and other squares", "") } else { help };
    let who = if position.piece_at(square).is_some() { "the opponent's man" } else { "no man" };
    Err(refused(format!("{who} stands on {name}"), "whose moves are meant?", help))
}
