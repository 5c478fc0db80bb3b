//! The facts under the title.

use super::lines::{FileId, LinesInForce};
use super::regions::board_with_holes;
use super::report::{Reported, Reporter};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Board, Side};
use crate::model::Symmetry;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{BlackIs, FactName, FactValue, Layout, Section};

/// The values of the facts.
pub(super) struct Facts {
    pub(super) inventor: Option<String>,
    pub(super) year: Option<u16>,
    pub(super) source: Option<String>,
    pub(super) about: Option<String>,
    /// The size of the board, as the fact gives it or else as the first setup is drawn.
    pub(super) board: Result<Board, Reported>,
    /// The place of the line that gives the size of the board, or of `extends` if it is inherited.
    pub(super) board_span: Span,
    pub(super) first: Result<Side, Reported>,
    pub(super) black: Result<Symmetry, Reported>,
}

/// Reads the facts.
pub(super) fn facts(lines: &LinesInForce, reporter: &mut Reporter) -> Facts {
    let (mut inventor, mut year, mut source, mut about) = (None, None, None, None);
    let (mut board, mut first, mut black) = (None, None, None);
    let mut board_span = reporter.extends();
    for fact in &lines.facts {
        match &fact.line.value {
            FactValue::Text(text) => match fact.line.name.value {
                FactName::Inventor => inventor = Some(text.value.clone()),
                FactName::Source => source = Some(text.value.clone()),
                FactName::About => about = Some(text.value.clone()),
                FactName::Year | FactName::Board | FactName::Lines | FactName::First | FactName::Black => {}
            },
            FactValue::Year(written) => {
                year = reporter.number(fact.file, *written, 1, 9999, "year").ok().map(|year| year as u16);
            }
            FactValue::Board { files, ranks, holes } => {
                board_span = reporter.place(fact.file, fact.line.span);
                board = Some(
                    size(fact.file, *files, *ranks, reporter)
                        .and_then(|board| board_with_holes(fact.file, board, holes, fact.line.span, reporter)),
                );
            }
            // Their squares are read with the regions.
            FactValue::Lines(_) => {}
            FactValue::First(side) => first = Some(side.value),
            FactValue::Black(is) => {
                black = Some(match is.value {
                    BlackIs::MirrorsWhite => Symmetry::MirrorsWhite,
                    BlackIs::RotatesWhite => Symmetry::RotatesWhite,
                });
            }
        }
    }
    let board = board.unwrap_or_else(|| Err(missing(reporter, "the size of its board", "board: 8x8")));
    let first = first.ok_or_else(|| missing(reporter, "who moves first", "first: white"));
    let black = black.ok_or_else(|| missing(reporter, "how Black's men are made from White's", "black: mirrors white"));
    let board = board.or_else(|reported| drawn(lines).ok_or(reported));
    Facts { inventor, year, source, about, board, board_span, first, black }
}

fn size(file: FileId, files: Spanned<u32>, ranks: Spanned<u32>, reporter: &mut Reporter) -> Result<Board, Reported> {
    let most = u32::from(Board::MAX_SIZE);
    let width = reporter.number(file, files, 1, most, "number of files");
    let height = reporter.number(file, ranks, 1, most, "number of ranks");
    Board::new(width? as u8, height? as u8).ok_or_else(|| reporter.outside(file, files, 1, most, "number of files"))
}

fn missing(reporter: &mut Reporter, what: &str, example: &str) -> Reported {
    let (own, title) = (reporter.own(), reporter.title());
    reporter.missing(Section::Facts, own, || {
        Diagnostic::error(Code::CheckMissingFact, title, format!("the game does not say {what}"))
            .label("for this game")
            .help(format!("write a line under the title: `{example}`"))
    })
}

/// The size of the first drawing, for use if the fact gives no valid size.
fn drawn(lines: &LinesInForce) -> Option<Board> {
    lines.setups.iter().find_map(|setup| match &setup.line.layout {
        Layout::Drawn(rows) => {
            let files = rows.first()?.cells.len();
            Board::new(u8::try_from(files).ok()?, u8::try_from(rows.len()).ok()?)
        }
        Layout::Changed { .. } => None,
    })
}
