//! List of the built-in games, diagnostics, and the data that a program needs to show a game.

use serde::Deserialize;
use serde_json::{Value, json};
use weakfish::builtin;
use weakfish::engine::{Game, PieceInfo};
use weakfish::geometry::{Board, Side, Square, SquareSet};
use weakfish::model::facts::{self, Facts};
use weakfish::model::{Arrays, Kind, KindId, ManState, PlacedMan, SetupId, Variant};
use weakfish::notation::{describe_man, fen, man_name, symbol};
use weakfish::prose::{counted, plural};
use weakfish::rulebook::sheet::fragment_with_remarks;
use weakfish::source::Utf16;

use crate::definitions::{Compiled, Read};
use crate::values::{diagnostic, without_nulls};

/// Lists the built-in games.
pub fn built_in() -> Value {
    let game = |family: &str, name: &str| {
        let source = builtin::source(name)?;
        let facts = weakfish_ide::facts(&source.text);
        let fact = |key: &str| facts.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value);
        let (title, about) = (fact("game"), fact("about"));
        Some(json!({ "name": name, "title": title, "about": about, "family": family, "text": source.text }))
    };
    builtin::families().flat_map(|(family, names)| names.filter_map(move |name| game(family, name))).collect()
}

/// Sentence about a man of a game, by the index of the man.
#[derive(Deserialize)]
pub struct Remark {
    man: u8,
    text: String,
}

/// Returns the rules of a game as elements of HTML, with remarks about its men; `None` if the definition has mistakes.
pub fn fragment(read: &Read, remarks: Vec<Remark>) -> Option<String> {
    let remarks: Vec<(KindId, String)> = remarks.into_iter().map(|remark| (KindId(remark.man), remark.text)).collect();
    fragment_with_remarks(&read.checked, &remarks)
}

/// Returns what men win with their king against a bare one.
pub fn remarks(compiled: &Compiled) -> Value {
    let remarks = weakfish_endgame::remarks(&compiled.game).into_iter();
    remarks.map(|(kind, text)| json!({ "man": kind.index(), "text": text })).collect()
}

/// Returns the diagnostics of a definition, and its game.
pub fn checked(read: &Read) -> Value {
    let checked = &read.checked;
    let bases = checked.base_reports.iter().flat_map(|report| {
        let places = Utf16::new(&report.source().text);
        let errors = report.diagnostics().filter(|error| error.is_error());
        errors.map(move |error| diagnostic(report.source(), &places, error, true))
    });
    let source = checked.report.source();
    let own = checked.report.diagnostics().map(|problem| diagnostic(source, &read.places, problem, false));
    let diagnostics: Value = bases.chain(own).collect();
    let game = read.game.as_ref().filter(|_| checked.game.is_some());
    let sheet = game.map(|game| sheet(game, &read.name));
    without_nulls(json!({ "diagnostics": diagnostics, "ok": checked.game.is_some(), "game": sheet }))
}

fn sheet(compiled: &Compiled, name: &str) -> Value {
    let game = &compiled.game;
    let variant = game.variant();
    let board = variant.board;
    let lines = variant.lines.iter().map(|line| line.iter().map(|&square| board.name(square)).collect::<Value>());
    let regions = variant.regions.iter().filter_map(|region| {
        let [white, black] = Side::ALL.map(|side| squares(board, region.squares[side]));
        Some(json!({ "name": region.name.as_ref()?, "white": white, "black": black }))
    });
    let setups = (0..).zip(&variant.setups).map(|(number, setup)| (setup, SetupId(number))).map(|(setup, id)| {
        let arrays = game.arrays(id).map(Arrays::count);
        without_nulls(json!({ "name": setup.name, "fen": fen::write(&game.start_of(id)), "arrays": arrays }))
    });
    without_nulls(json!({
        "name": compiled.built_in.as_deref().unwrap_or(name),
        "title": variant.title,
        "files": board.files(),
        "ranks": board.ranks(),
        "holes": squares(board, board.holes()),
        "lines": lines.collect::<Value>(),
        "grid": variant.rules.grid.map(|grid| [grid.files, grid.ranks]),
        "regions": regions.collect::<Value>(),
        "setups": setups.collect::<Value>(),
        "men": variant.kinds().map(|(id, _)| kind(compiled, id)).collect::<Value>(),
        "drawings": drawings(compiled),
        "capabilities": capabilities(&compiled.game),
    }))
}

/// Returns the names of squares.
pub fn squares(board: Board, squares: SquareSet) -> Vec<String> {
    squares.iter().map(|square| board.name(square)).collect()
}

fn kind(compiled: &Compiled, id: KindId) -> Value {
    let variant = compiled.game.variant();
    let (kind, view) = (variant.kind(id), &compiled.kinds[id.index()]);
    let [white, black] = Side::ALL.map(|side| if kind.sides[side] { symbol(variant, side, id) } else { String::new() });
    let [states, black_states] = Side::ALL.map(|side| {
        let state = |(number, state): (usize, &ManState)| {
            let promoted = state.promoted.then_some(true);
            let facings = view.facings(state);
            without_nulls(json!({ "id": number, "facings": facings, "mode": state.mode, "promoted": promoted }))
        };
        view.states[side].iter().enumerate().map(state).collect::<Value>()
    });
    let betza = match kind.components.as_slice() {
        [only] if !only.betza.is_empty() => Some(&only.betza),
        _ => None,
    };
    without_nulls(json!({
        "white": white,
        "black": black,
        "name": man_name(variant, id),
        "betza": betza,
        "royal": kind.royal,
        "pawnlike": Side::ALL.iter().any(|&side| variant.rules.promotions[side].iter().any(|rule| rule.kind == id)),
        "symbol": view.drawing.name,
        "states": states,
        "blackStates": black_states,
    }))
}

/// Returns a man on a square.
pub fn man(compiled: &Compiled, square: Square, info: &PieceInfo) -> Value {
    let variant = compiled.game.variant();
    let PieceInfo { side, kind, state, .. } = info.clone();
    let view = &compiled.kinds[kind.index()];
    let promoted = state.promoted.then_some(true);
    let placed = PlacedMan { square, side, kind, state };
    let label = describe_man(variant, &placed);
    without_nulls(json!({
        "square": variant.board.name(square),
        "side": side,
        "man": man_name(variant, kind),
        "letter": symbol(variant, side, kind),
        "state": view.states[side].iter().position(|other| *other == info.state).unwrap_or_default(),
        "facings": view.facings(&info.state),
        "mode": info.state.mode,
        "promoted": promoted,
        "symbol": view.drawing.name,
        "royal": variant.kind(kind).royal,
        "crown": view.drawing.needs_crown,
        "label": label,
    }))
}

/// Returns the men of a kind in a hand, as they would start on the board.
pub fn held(compiled: &Compiled, side: Side, kind: KindId, count: u16) -> Value {
    let variant = compiled.game.variant();
    let view = &compiled.kinds[kind.index()];
    let start = view.states[side].first().cloned().unwrap_or_default();
    let name = man_name(variant, kind);
    let unlimited = variant.drop_of(side, kind).unlimited;
    let words = match count {
        _ if unlimited => format!("any number of {}", plural(&name)),
        0 => format!("no {}", plural(&name)),
        _ => counted(count.into(), &name),
    };
    without_nulls(json!({
        "side": side,
        "man": name,
        "letter": symbol(variant, side, kind),
        "count": count,
        "unlimited": unlimited.then_some(true),
        "facings": view.facings(&start),
        "mode": start.mode,
        "symbol": view.drawing.name,
        "royal": variant.kind(kind).royal,
        "crown": view.drawing.needs_crown,
        "label": format!("{words} in hand"),
    }))
}

/// What the page needs controls for.
fn capabilities(game: &Game) -> Value {
    let Facts {
        series: facts::Series { any: series, varying: _, limit_movers: _ },
        turns: facts::Turns { passing, finishing_moves: _, stationary_limit: _ },
        drops: facts::Drops { hands, unlimited, by_men_around: _, left_behind: _ },
        compulsion: facts::Compulsion { captures: _, order: _, drops: _ },
        walls: facts::Walls { staying: _, one_at_a_time: _, filling: _, instead_of_moves: _, of_men: _ },
        effects: facts::Effects { deaths: _, conversions: _, returns: _, stays: _, in_place: _ },
        men: facts::Men { turn, flip, hold: _, relay: _, see_kinds: _, first_moves: _, once_a_game: _ },
        royals: facts::Royals { any: _, vary: _, gained: _, killed: _, killed_along_lines: _ },
        checks: facts::Checks { limited: _, no_flight: _, own_in_series: _ },
        castling: facts::Castlings { by_side: _, dropped: _, noted: _ },
        opposition: facts::Oppositions { any: _, to_be_broken: _, accepted: _ },
        repetition: facts::Repetitions { illegal: _, ends: _, draws: _, decides: _ },
        quiet: facts::Quiet { plies: _, series: _, other_progress: _ },
        counts: facts::Counts { moves: _, moves_end: _, checks: _, passes: _ },
        results: facts::Results { claims: _, claims_lapse: _, partial: _, points: _ },
        en_passant: _,
        grid: _,
        immobility_illegal: _,
        several_setups: _,
        shuffled: _,
    } = *game.facts();
    json!({ "turns": turn, "flips": flip, "passes": passing, "series": series, "drops": hands || unlimited })
}

/// Returns the drawings of a game's men by name.
pub fn drawings(compiled: &Compiled) -> Value {
    compiled.kinds.iter().map(|kind| (kind.drawing.name.as_str(), kind.drawing.svg.as_str())).collect()
}
