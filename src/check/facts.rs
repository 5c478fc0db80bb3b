//! The facts under the title.

use super::context::Context;
use super::sheet::Held;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Board, Side};
use crate::model::Symmetry;
use crate::syntax::variant::ast::{BlackIs, Fact, FactName, FactValue, Layout, Section};

/// What the facts say, with stand-ins for what is missing.
pub(super) struct Facts {
    pub(super) inventor: Option<String>,
    pub(super) year: Option<u16>,
    pub(super) source: Option<String>,
    pub(super) about: Option<String>,
    pub(super) first: Side,
}

/// Reads the facts and puts the board and Black's symmetry into the context.
pub(super) fn facts(context: &mut Context<'_>) -> Facts {
    let mut facts = Facts { inventor: None, year: None, source: None, about: None, first: Side::White };
    let lines: Vec<Held<Fact>> = context.sheet.facts.clone();
    let (mut board, mut first, mut black) = (None, None, None);
    for held in &lines {
        match &held.line.value {
            FactValue::Text(text) => match held.line.name.value {
                FactName::Inventor => facts.inventor = Some(text.value.clone()),
                FactName::Source => facts.source = Some(text.value.clone()),
                FactName::About => facts.about = Some(text.value.clone()),
                FactName::Year | FactName::Board | FactName::First | FactName::Black => {}
            },
            FactValue::Year(year) => {
                facts.year = context.number(held.generation, *year, 1, 9999, "for a year").map(|year| year as u16);
            }
            FactValue::Board { files, ranks } => {
                if held.generation == context.sheet.own() {
                    context.board_span = held.line.span;
                }
                let most = u32::from(Board::MAX_SIZE);
                let files = context.number(held.generation, *files, 1, most, "files");
                let ranks = context.number(held.generation, *ranks, 1, most, "ranks");
                board = Some(files.zip(ranks).and_then(|(files, ranks)| Board::new(files as u8, ranks as u8)));
            }
            FactValue::First(side) => first = Some(side.value),
            FactValue::Black(is) => {
                black = Some(match is.value {
                    BlackIs::MirrorsWhite => Symmetry::MirrorsWhite,
                    BlackIs::RotatesWhite => Symmetry::RotatesWhite,
                });
            }
        }
    }
    missing(context, board.is_none(), "the size of its board", "board: 8x8");
    missing(context, first.is_none(), "who moves first", "first: white");
    missing(context, black.is_none(), "how Black's men are made from White's", "black: mirrors white");
    facts.first = first.unwrap_or(Side::White);
    context.black = black.unwrap_or(Symmetry::MirrorsWhite);
    context.board = board.flatten().or_else(|| drawn(context)).unwrap_or(context.board);
    facts
}

fn missing(context: &mut Context<'_>, missing: bool, what: &str, example: &str) {
    if missing && !context.damage.hurts(Section::Facts) {
        context.diagnostics.push(
            Diagnostic::error(Code::CheckMissingFact, context.title, format!("the game does not say {what}"))
                .label("for this game")
                .help(format!("write a line under the title: `{example}`")),
        );
    }
}

/// The size of the first drawing, to go on with where the board's own size is no use.
fn drawn(context: &Context<'_>) -> Option<Board> {
    context.sheet.setups.iter().find_map(|held| match &held.line.layout {
        Layout::Drawn(rows) => {
            let files = rows.first()?.cells.len();
            Board::new(u8::try_from(files).ok()?, u8::try_from(rows.len()).ok()?)
        }
        Layout::Changed { .. } => None,
    })
}
