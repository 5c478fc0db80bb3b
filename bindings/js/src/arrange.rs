//! Boards arranged by hand.

use weakfish::geometry::Side;
use weakfish::model::PlacedMan;
use weakfish::notation::fen;

use crate::definitions::Compiled;
use crate::play::kind_named;
use crate::types::{Arranged, Board, BoardMan};

/// The FEN of a board, and why it is no position of the game.
pub fn arranged(compiled: &Compiled, board: &Board) -> Arranged {
    let game = &compiled.game;
    let mut arrangement = game.start().arrangement();
    let mut problems = Vec::new();
    let named = board.setup.as_ref().map(|name| (name, game.variant().setup_named(name)));
    if let Some((name, None)) = named {
        problems.push(format!("there is no setup `{name}`"));
    }
    let setup = named.and_then(|(_, setup)| setup).unwrap_or_default();
    arrangement.men.clear();
    arrangement.turn = board.side.into();
    for man in &board.placed {
        match placed(compiled, man) {
            Ok(man) => arrangement.men.push(man),
            Err(problem) => problems.push(problem),
        }
    }
    let whole = fen::write_arrangement(game.variant(), &arrangement);
    // The men and the side to move; what else the arrangement says belongs to the start.
    let men: Vec<&str> = whole.split(' ').take(2).collect();
    let rest = board.rest.as_deref().map(str::trim).filter(|rest| !rest.is_empty());
    let fen = format!("{} {}", men.join(" "), rest.unwrap_or("- - 0 1"));
    if let Err(error) = fen::read(game, setup, &fen) {
        problems.extend(error.diagnostics().iter().map(|problem| problem.message.clone()));
    }
    Arranged { fen, problems }
}

fn placed(compiled: &Compiled, man: &BoardMan) -> Result<PlacedMan, String> {
    let variant = compiled.game.variant();
    let side: Side = man.side.into();
    let square = variant.board.parse(&man.square).ok_or_else(|| format!("`{}` is no square", man.square))?;
    let kind = kind_named(&compiled.game, side, &man.man).ok_or_else(|| format!("{side} has no man `{}`", man.man))?;
    let state = compiled.looks.states(kind, side).get(man.state).cloned();
    let state = state.ok_or_else(|| format!("the {} has no state {}", man.man, man.state))?;
    Ok(PlacedMan { square, side, kind, state })
}
