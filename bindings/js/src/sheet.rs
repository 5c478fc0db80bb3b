//! List of the built-in games, diagnostics, and the data that a program needs to show a game.

use weakfish::builtin;
use weakfish::engine::PieceInfo;
use weakfish::geometry::{Board, PerSide, Side, Square, SquareSet};
use weakfish::model::{Arrays, KindId, ManState, PlacedMan, SetupId};
use weakfish::notation::{describe_man, fen, man_name, symbol};
use weakfish::picture::{self, Drawing};
use weakfish::prose::{counted, plural};
use weakfish::rulebook::sheet::fragment_with_remarks;
use weakfish::source::Utf16;

use crate::answers::{
    BuiltIn, BuiltIns, Checked, Diagnostic, Drawings, Held, Man, Placed, Region, Setup, Sheet, State,
};
use crate::definitions::{Compiled, Read};
use crate::features::features;
use weakfish_js_values::Remark;

/// Lists the built-in games.
pub fn built_in() -> BuiltIns {
    let game = |family: &str, name: &str| {
        let text = builtin::source(name)?.text;
        let facts = weakfish_ide::facts(head(&text));
        let fact = |key: &str| facts.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value).to_owned();
        let (title, about) = (fact("game"), fact("about"));
        Some(BuiltIn { name: name.to_owned(), title, about, family: family.to_owned(), text })
    };
    builtin::families().flat_map(|(family, names)| names.filter_map(move |name| game(family, name))).collect()
}

/// Returns a definition up to the first blank line after its title: the lines with its facts, which are read much faster alone.
fn head(text: &str) -> &str {
    let title = text.find("game \"").unwrap_or_default();
    let end = text.get(title..).and_then(|rest| rest.find("\n\n")).map_or(text.len(), |at| title + at);
    text.get(..end).unwrap_or(text)
}

/// Returns the rules of a game as elements of HTML, with remarks about its men; `None` if the definition has mistakes.
pub fn fragment(read: &Read, remarks: Vec<Remark>, characters: bool) -> Option<String> {
    let remarks: Vec<(KindId, String)> = remarks.into_iter().map(|remark| (KindId(remark.man), remark.text)).collect();
    fragment_with_remarks(&read.checked, &remarks, characters)
}

/// Returns the diagnostics of a definition, and its game.
pub fn checked(read: &Read) -> Checked {
    let checked = &read.checked;
    let bases = checked.base_reports.iter().flat_map(|report| {
        let places = Utf16::new(&report.source().text);
        let errors = report.diagnostics().filter(|error| error.is_error());
        errors.map(move |error| Diagnostic::new(report.source(), &places, error, true))
    });
    let source = checked.report.source();
    let own = checked.report.diagnostics().map(|problem| Diagnostic::new(source, &read.places, problem, false));
    let game = read.game.as_ref().filter(|_| checked.game.is_some());
    let game = game.map(|game| sheet(game, &read.name));
    Checked { diagnostics: bases.chain(own).collect(), ok: checked.game.is_some(), game }
}

fn sheet(compiled: &Compiled, name: &str) -> Sheet {
    let game = &compiled.game;
    let variant = game.variant();
    let board = variant.board;
    let lines = variant.drawn_lines().into_iter();
    let lines = lines.map(|line| line.into_iter().map(|square| board.name(square)).collect());
    let regions = variant.regions.iter().filter_map(|region| {
        let [white, black] = Side::ALL.map(|side| squares(board, region.squares[side]));
        Some(Region { name: region.name.clone()?, white, black })
    });
    let setups = (0..).zip(&variant.setups).map(|(number, setup)| {
        let id = SetupId(number);
        let (fen, arrays) = (fen::write(&game.start_of(id)), game.arrays(id).map(Arrays::count));
        Setup { name: setup.name.clone(), fen, arrays }
    });
    let (capabilities, features) = features(game);
    Sheet {
        name: compiled.built_in.as_deref().unwrap_or(name).to_owned(),
        title: variant.title.clone(),
        files: board.files(),
        ranks: board.ranks(),
        holes: squares(board, board.holes()),
        pattern: variant.board_style.pattern,
        river: variant.board_style.river,
        lines: lines.collect(),
        grid: variant.rules.grid.map(|grid| [grid.files, grid.ranks]),
        block_lines: variant.rules.grid.map(|grid| grid.lines(board)),
        regions: regions.collect(),
        setups: setups.collect(),
        men: variant.kinds().map(|(id, _)| kind(compiled, id)).collect(),
        drawings: drawings(compiled),
        characters: characters(compiled),
        side_names: variant.side_names.clone(),
        side_colours: PerSide::from_fn(|side| picture::side_colour(variant, side).map(str::to_owned)),
        wall: picture::wall(variant).map(|drawing| drawing.name),
        capabilities,
        features,
    }
}

/// Returns the names of squares.
pub fn squares(board: Board, squares: SquareSet) -> Vec<String> {
    squares.iter().map(|square| board.name(square)).collect()
}

fn kind(compiled: &Compiled, id: KindId) -> Man {
    let variant = compiled.game.variant();
    let (kind, view) = (variant.kind(id), &compiled.kinds[id.index()]);
    let [white, black] = Side::ALL.map(|side| if kind.sides[side] { symbol(variant, side, id) } else { String::new() });
    let [states, black_states] = Side::ALL.map(|side| {
        let state = |(id, state): (usize, &ManState)| {
            let (facings, promoted) = (view.facings(state), state.promoted.then_some(true));
            State { id, facings, mode: state.mode, promoted }
        };
        view.states[side].iter().enumerate().map(state).collect()
    });
    let betza = match kind.components.as_slice() {
        [only] if !only.betza.is_empty() => Some(only.betza.clone()),
        _ => None,
    };
    Man {
        white,
        black,
        name: man_name(variant, id),
        betza,
        royal: kind.royal,
        pawnlike: Side::ALL.iter().any(|&side| variant.rules.promotions[side].iter().any(|rule| rule.kind == id)),
        symbol: view.drawing.name.clone(),
        states,
        black_states,
    }
}

/// Returns a man on a square.
pub fn man(compiled: &Compiled, square: Square, info: &PieceInfo) -> Placed {
    let variant = compiled.game.variant();
    let PieceInfo { side, kind, state, .. } = info.clone();
    let view = &compiled.kinds[kind.index()];
    Placed {
        square: variant.board.name(square),
        side,
        man: man_name(variant, kind),
        letter: symbol(variant, side, kind),
        state: view.states[side].iter().position(|other| *other == state).unwrap_or_default(),
        facings: view.facings(&state),
        mode: state.mode,
        promoted: state.promoted.then_some(true),
        symbol: view.drawing.name.clone(),
        royal: variant.kind(kind).royal,
        crown: view.drawing.needs_crown,
        pointed: view.drawing.pointed.then_some(true),
        label: describe_man(variant, &PlacedMan { square, side, kind, state }),
    }
}

/// Returns the men of a kind in a hand, as they would start on the board.
pub fn held(compiled: &Compiled, side: Side, kind: KindId, count: u16) -> Held {
    let variant = compiled.game.variant();
    let view = &compiled.kinds[kind.index()];
    let start = view.states[side].first().cloned().unwrap_or_default();
    let man = man_name(variant, kind);
    let unlimited = variant.drop_of(side, kind).unlimited;
    let words = match count {
        _ if unlimited => format!("any number of {}", plural(&man)),
        0 => format!("no {}", plural(&man)),
        _ => counted(count.into(), &man),
    };
    Held {
        side,
        man,
        letter: symbol(variant, side, kind),
        count,
        unlimited: unlimited.then_some(true),
        facings: view.facings(&start),
        mode: start.mode,
        symbol: view.drawing.name.clone(),
        royal: variant.kind(kind).royal,
        crown: view.drawing.needs_crown,
        pointed: view.drawing.pointed.then_some(true),
        label: format!("{words} in hand"),
    }
}

/// Returns the drawings of a game's men by name, and those of a side that differ.
pub fn drawings(compiled: &Compiled) -> Drawings {
    let wall = picture::wall(compiled.game.variant());
    let of_men = compiled.kinds.iter().map(|kind| kind.drawing.clone());
    let drawings: Vec<Drawing> = of_men.chain(wall).collect();
    let of_sides = drawings.iter().flat_map(|drawing| of_sides(drawing, &drawing.of_side));
    drawings.iter().map(|drawing| (drawing.name.clone(), drawing.svg.clone())).chain(of_sides).collect()
}

fn characters(compiled: &Compiled) -> Drawings {
    compiled.kinds.iter().flat_map(|kind| of_sides(&kind.drawing, &kind.drawing.characters)).collect()
}

/// The elements of a drawing for each side, by the names that pages look for.
fn of_sides<'d>(
    drawing: &'d Drawing,
    svg: &'d PerSide<Option<String>>,
) -> impl Iterator<Item = (String, String)> + use<'d> {
    let named = |side: Side| Some((format!("{} {}", side.name().to_lowercase(), drawing.name), svg[side].clone()?));
    Side::ALL.into_iter().filter_map(named)
}
