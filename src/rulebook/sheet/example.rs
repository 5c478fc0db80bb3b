//! Examples of play: a game that a test of the definition plays, and moves that are legal at the start.

use super::html::{element, paragraph};
use crate::check::Checked;
use crate::engine::{MoveKind, Piece, Position};
use crate::notation::replay::{Line, Ply};
use crate::notation::uci;
use crate::picture::{Frame, Shown, draw_position, escaped};
use crate::source::Span;
use crate::testing::runner::{self, Played};

/// The maximum length of the game in plies.
const MAX_PLIES: usize = 80;

/// The maximum number of boards.
const MAX_BOARDS: usize = 8;

/// The game of the tests that is shown: the first that ends, or else the longest.
pub(super) fn of(checked: &Checked) -> Option<Played<'_>> {
    let worth = |line: &Line| (line.outcome.is_some(), line.plies.len());
    let games = runner::games(checked).into_iter().filter(|game| (1..=MAX_PLIES).contains(&game.line.plies.len()));
    games.reduce(|best, game| if worth(&best.line) < worth(&game.line) { game } else { best })
}

/// Writes an example: its moves, and a board after each or, of a long game, after some.
pub(super) fn show(example: &Played<'_>) -> String {
    let line = &example.line;
    let mut text = paragraph(&format!("A game from the tests of the definition: {}.", example.test));
    let setups = &line.start.game().variant().setups;
    if let Some(setup) = setups.get(line.start.setup().index()).filter(|_| setups.len() > 1) {
        text += &paragraph(&format!("It begins from the setup {}.", setup.name));
    }
    // The moves as the definition writes them; the end of a series may not be written.
    let written = |span: Span| example.text.get(span.range()).map(str::trim).filter(|written| !written.is_empty());
    let ply = |ply: &Ply| format!("{} <code>{}</code>", ply.side, escaped(written(ply.span).unwrap_or(&ply.text)));
    let plies: Vec<String> = line.plies.iter().map(ply).collect();
    let items: String = plies.iter().map(|ply| ["<li>", ply, "</li>\n"].concat()).collect();
    text += &element("ol", " class=\"plies\"", &items);
    text += &line.outcome.as_ref().map_or_else(String::new, |outcome| paragraph(&format!("{outcome}.")));
    let count = plies.len();
    let boards = count.min(MAX_BOARDS);
    // Spread evenly over the game, the last position always.
    let drawn: Vec<usize> = (1..=boards).map(|board| board * count / boards).collect();
    let mut figures = String::new();
    let mut position = line.start.clone();
    for (number, (ply, caption)) in (1..).zip(line.plies.iter().zip(&plies)) {
        if position.play(ply.mv).is_err() {
            break;
        }
        if drawn.contains(&number) {
            let shown = Shown { last: Some(ply.mv), from: None };
            let picture = draw_position(&position, &shown, &Frame::within_page(&format!("ply-{number}")));
            let caption = format!("<figcaption>{number}. {caption}</figcaption>\n");
            figures += &element("figure", " class=\"board\"", &(picture + &caption));
        }
    }
    text + &element("div", " class=\"boards small\"", &figures)
}

/// Sentences about the notation of moves, with moves of a position.
pub(super) fn notation(position: &Position) -> Vec<String> {
    let mode = |piece: Piece| position.game().piece_info(piece).state.mode;
    // A move to another square, a turn, a flip.
    let mut examples: [Option<String>; 3] = Default::default();
    for (text, mv) in uci::legal_moves(position) {
        let Some(man) = mv.man() else { continue };
        let sort = match man.kind {
            _ if man.from != man.to => 0,
            MoveKind::Stationary if position.piece_at(man.from).map(mode) == Some(mode(man.piece)) => 1,
            MoveKind::Stationary => 2,
            _ => continue,
        };
        examples[sort].get_or_insert(text);
    }
    let sentences = [
        format!("{} may begin with a move of a man,", position.turn()),
        "A turn on the spot has the square and, after @, the way the man then faces,".to_owned(),
        "A flip has the new mode after @, - for moving and x for capturing, and the facing before it if there is one,"
            .to_owned(),
    ];
    let intro = "Squares are named by file and rank, as on the boards. A move is written as the squares where it begins and ends.";
    let examples =
        sentences.into_iter().zip(examples).filter_map(|(words, text)| Some(format!("{words} for example {}.", text?)));
    [intro.to_owned()].into_iter().chain(examples).collect()
}
