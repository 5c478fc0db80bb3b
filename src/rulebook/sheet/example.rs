//! Examples of play: a game that a test of the definition plays, and moves that are legal at the start.

use super::page::Page;
use crate::check::Checked;
use crate::engine::{Game, Move, MoveKind, Position};
use crate::geometry::Side;
use crate::model::SetupId;
use crate::notation::replay::{Line, replay_from};
use crate::notation::{fen, uci};
use crate::picture::{Frame, Shown, draw_position, escaped};
use crate::syntax::ast::TestStep;

/// A longer game is not shown.
const MAX_PLIES: usize = 80;

/// No more boards than this are drawn.
const MAX_BOARDS: usize = 8;

/// No more tests than this are played to find an example.
const MAX_TESTS: usize = 50;

/// A game that is shown.
pub(super) struct Example {
    /// What the definition calls it.
    name: String,
    line: Line,
    /// The moves as the definition writes them.
    moves: Vec<String>,
}

/// The first game of the tests that ends, or else the longest.
pub(super) fn of(checked: &Checked, game: &Game) -> Option<Example> {
    let mut best: Option<Example> = None;
    for test in checked.tests.iter().take(MAX_TESTS) {
        let mut setup = SetupId::default();
        let mut position = game.start_of(setup);
        for line in &test.lines {
            match &line.step {
                TestStep::Setup(name) => {
                    setup = game.variant().setup_named(&name.value).unwrap_or_default();
                    position = game.start_of(setup);
                }
                TestStep::Position(text) => {
                    let Ok(read) = fen::read(game, setup, &text.value) else { break };
                    position = read;
                }
                TestStep::Play(text) => {
                    let replay = replay_from(position.clone(), setup, &text.value);
                    if !replay.is_complete() {
                        break;
                    }
                    let Some(line) = replay.lines.into_iter().next_back() else { break };
                    let worth = |line: &Line| (line.outcome.is_some(), line.plies.len());
                    let fits = (1..=MAX_PLIES).contains(&line.plies.len());
                    position = line.position.clone();
                    if fits && best.as_ref().is_none_or(|best| worth(&best.line) < worth(&line)) {
                        let written = |span: crate::source::Span| text.value.get(span.range()).map(str::trim);
                        let moves = line.plies.iter().map(|ply| match written(ply.span) {
                            None | Some("") => ply.text.clone(),
                            Some(written) => written.to_owned(),
                        });
                        best = Some(Example { name: test.name.value.clone(), moves: moves.collect(), line });
                    }
                }
                _ => {}
            }
        }
    }
    best
}

/// Writes an example: its moves, and a board after each or, of a long game, after some.
pub(super) fn show(page: &mut Page, example: &Example) {
    let line = &example.line;
    page.paragraph(&format!("A game from the tests of the definition: {}.", example.name));
    let setup = &line.start.game().variant().setups;
    if let Some(setup) = setup.get(line.start.setup().index()).filter(|_| setup.len() > 1) {
        page.paragraph(&format!("It begins from the setup {}.", setup.name));
    }
    page.open("ol", r#" class="plies""#);
    for (ply, text) in line.plies.iter().zip(&example.moves) {
        page.line(&format!("<li>{} <code>{}</code></li>", ply.side, escaped(text)));
    }
    page.close("ol");
    if let Some(outcome) = &line.outcome {
        page.paragraph(&format!("{outcome}."));
    }
    let count = line.plies.len();
    let boards = count.min(MAX_BOARDS);
    // Spread evenly over the game, the last position always.
    let drawn: Vec<usize> = (1..=boards).map(|board| board * count / boards).collect();
    page.open("div", r#" class="boards small""#);
    let mut position = line.start.clone();
    for (number, (ply, text)) in (1..).zip(line.plies.iter().zip(&example.moves)) {
        if position.play(ply.mv).is_err() {
            break;
        }
        if !drawn.contains(&number) {
            continue;
        }
        let name = format!("ply-{number}");
        page.open("figure", r#" class="board""#);
        let shown = Shown { last: Some(ply.mv), from: None };
        page.raw(&draw_position(&position, &shown, &Frame::within_page(&name)));
        page.line(&format!("<figcaption>{number}. {} <code>{}</code></figcaption>", ply.side, escaped(text)));
        page.close("figure");
    }
    page.close("div");
}

/// How moves are written, with moves of a position.
pub(super) fn notation(position: &Position) -> Vec<String> {
    let legal = uci::legal_moves(position);
    let game = position.game();
    let find = |is: &dyn Fn(Move) -> bool| legal.iter().find(|(_, mv)| is(*mv)).map(|(text, _)| text.clone());
    let stays = |mv: Move| mv.kind() == Some(MoveKind::Stationary);
    let mode = |mv: Move| mv.piece().and_then(|piece| game.piece_info(piece).state.mode);
    let before = |mv: Move| {
        let piece = mv.from().and_then(|from| position.piece_at(from));
        piece.and_then(|piece| game.piece_info(piece).state.mode)
    };
    let mut sentences = vec![
        "Squares are named by file and rank, as on the boards. A move is written as the squares where it begins and ends."
            .to_owned(),
    ];
    let mut add = |example: Option<String>, words: &str| {
        if let Some(example) = example {
            sentences.push(format!("{words} for example {example}."));
        }
    };
    let side = if position.turn() == Side::White { "White" } else { "Black" };
    add(find(&|mv| mv.from() != mv.to()), &format!("{side} may begin with a move of a man,"));
    add(
        find(&|mv| stays(mv) && mode(mv) == before(mv)),
        "A turn on the spot has the square and, after @, the way the man then faces,",
    );
    add(
        find(&|mv| stays(mv) && mode(mv) != before(mv)),
        "A flip has the new mode after @, - for moving and x for capturing, and the facing before it if there is one,",
    );
    sentences
}
