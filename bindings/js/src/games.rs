//! Games: those that come with Weakfish, and what a definition defines.

use std::rc::Rc;

use weakfish::builtin;
use weakfish::diagnostic::{self, Severity};
use weakfish_ide as editor;
use weakfish::geometry::{Board, Side};
use weakfish::model::{Kind, KindId, ManState, Passing, SetupId, Variant};
use weakfish::notation::{fen, man_name, symbol};
use weakfish::picture;
use weakfish::rulebook::sheet;
use weakfish::source::{Source, Utf16};

use crate::convert;
use crate::definitions::{Compiled, Read};
use crate::refusal::Refusal;
use crate::types::{
    BuiltIn, BuiltIns, Capabilities, Checked, Diagnostic, Drawings, Label, Man, Mend, Region, Setup, Sheet, State,
};

/// The built-in games.
pub fn all() -> BuiltIns {
    let game = |family: &str, name: &str| {
        let source = builtin::source(name)?;
        let facts = editor::facts(&source.text);
        let of = |key: &str| facts.iter().find(|(name, _)| *name == key).map(|(_, value)| value.clone());
        Some(BuiltIn {
            name: name.to_owned(),
            title: of("game").unwrap_or_default(),
            about: of("about").unwrap_or_default(),
            family: family.to_owned(),
            text: source.text,
        })
    };
    BuiltIns(builtin::families().flat_map(|(family, names)| names.filter_map(move |name| game(family, name))).collect())
}

/// What checking has given.
pub fn checked(read: &Read) -> Checked {
    let checked = &read.checked;
    let bases = checked.base_reports.iter().flat_map(|report| {
        let places = Utf16::new(&report.source().text);
        let diagnostics = report.diagnostics().filter(|diagnostic| diagnostic.is_error());
        diagnostics.map(move |diagnostic| told(report.source(), &places, diagnostic, true)).collect::<Vec<_>>()
    });
    let own =
        checked.report.diagnostics().map(|diagnostic| told(checked.report.source(), &read.places, diagnostic, false));
    let ok = checked.game.is_some();
    Checked {
        diagnostics: bases.chain(own).collect(),
        ok,
        game: read.game.as_ref().filter(|_| ok).map(|game| shown(game, &read.name)),
    }
}

/// A diagnostic, with the name of its text if that is `elsewhere`.
pub fn told(source: &Source, places: &Utf16, diagnostic: &diagnostic::Diagnostic, elsewhere: bool) -> Diagnostic {
    let label = |label: &diagnostic::Label| {
        let range = places.of_span(label.span);
        Label { start: range.start, end: range.end, text: label.text.clone() }
    };
    Diagnostic {
        code: diagnostic.code.to_string(),
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: diagnostic.message.clone(),
        help: diagnostic.help.clone(),
        labels: diagnostic.labels.iter().map(label).collect(),
        mends: mends(source, places, diagnostic),
        file: elsewhere.then(|| source.name.clone()),
    }
}

fn mends(source: &Source, places: &Utf16, diagnostic: &diagnostic::Diagnostic) -> Vec<Mend> {
    if diagnostic.edits.is_empty() {
        return Vec::new();
    }
    let edits = diagnostic.edits.iter().map(|edit| convert::edit(places, edit)).collect();
    vec![Mend { title: diagnostic.mend_in_words(&source.text), edits }]
}

/// What is wrong with a text, with places in it.
pub fn diagnostics(source: &Source, places: &Utf16, all: &[diagnostic::Diagnostic]) -> Vec<Diagnostic> {
    all.iter().map(|diagnostic| told(source, places, diagnostic, false)).collect()
}

/// A game as a program shows it.
fn shown(compiled: &Rc<Compiled>, name: &str) -> Sheet {
    let game = &compiled.game;
    let variant = game.variant();
    let board = variant.board;
    let names = |squares: &[weakfish::geometry::Square]| squares.iter().map(|&square| board.name(square)).collect();
    let setup = |(number, setup): (u8, &weakfish::model::Setup)| Setup {
        name: setup.name.clone(),
        fen: fen::write(&game.start_of(SetupId(number))),
    };
    let region = |region: &weakfish::model::Region| Region {
        name: region.name.clone(),
        white: convert::squares(variant, region.squares[Side::White]),
        black: convert::squares(variant, region.squares[Side::Black]),
    };
    Sheet {
        name: compiled.built_in.clone().unwrap_or_else(|| name.to_owned()),
        title: variant.title.clone(),
        files: board.files(),
        ranks: board.ranks(),
        holes: holes(board),
        lines: variant.lines.iter().map(|line| names(line)).collect(),
        grid: variant.rules.grid.map(|grid| [grid.files, grid.ranks]),
        regions: variant.regions.iter().map(region).collect(),
        setups: (0..).zip(&variant.setups).map(setup).collect(),
        men: variant.kinds().map(|(id, kind)| man(compiled, id, kind)).collect(),
        drawings: drawings(compiled),
        capabilities: capabilities(variant),
    }
}

fn holes(board: Board) -> Vec<String> {
    let squares = (0..board.ranks()).flat_map(|rank| (0..board.files()).map(move |file| (file, rank)));
    let name = |(file, rank): (u8, u8)| format!("{}{}", char::from(b'a' + file), rank + 1);
    squares.filter(|&(file, rank)| board.square(file.into(), rank.into()).is_none()).map(name).collect()
}

fn man(compiled: &Compiled, id: KindId, kind: &Kind) -> Man {
    let variant = compiled.game.variant();
    let looks = &compiled.looks;
    let letter = |side: Side| if kind.sides[side] { symbol(variant, side, id) } else { String::new() };
    let states = |side: Side| -> Vec<State> {
        let state = |(number, state): (usize, &ManState)| State {
            id: number,
            facings: looks.facings(id, state),
            mode: state.mode.map(Into::into),
        };
        looks.states(id, side).iter().enumerate().map(state).collect()
    };
    let promotes = Side::ALL.iter().any(|&side| variant.rules.promotions[side].iter().any(|rule| rule.kind == id));
    let betza = match kind.components.as_slice() {
        [only] if !only.betza.is_empty() => Some(only.betza.clone()),
        _ => None,
    };
    Man {
        white: letter(Side::White),
        black: letter(Side::Black),
        name: man_name(variant, id),
        betza,
        royal: kind.royal,
        pawnlike: promotes,
        symbol: looks.drawing(id).name.clone(),
        states: states(Side::White),
        black_states: states(Side::Black),
    }
}

fn capabilities(variant: &Variant) -> Capabilities {
    let side = |has: &dyn Fn(Side) -> bool| Side::ALL.iter().any(|&side| has(side));
    Capabilities {
        turns: variant.kinds.iter().any(|kind| kind.turns() || !kind.turns_after_moving.is_empty()),
        flips: variant.kinds.iter().any(|kind| kind.flips.is_some()),
        passes: side(&|side| variant.rules.passing[side] != Passing::Never),
        series: side(&|side| variant.rules.series[side].is_some()),
        drops: false,
    }
}

/// The drawings of a game's men, each once.
pub fn drawings(compiled: &Compiled) -> Drawings {
    let all = compiled.looks.drawings().iter();
    Drawings(all.map(|drawing| (drawing.name.clone(), drawing.svg.clone())).collect())
}

/// The rules of a game in words and pictures.
pub fn sheet(read: &Read) -> Result<String, Refusal> {
    sheet::fragment(&read.checked).ok_or_else(|| Refusal::new("the definition has mistakes"))
}

/// The style of pictures and sheets.
pub fn style() -> String {
    picture::STYLE.to_owned()
}
