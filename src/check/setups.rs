//! The starting positions: drawings, changes of drawings, and how each man faces.

use std::collections::{BTreeMap, BTreeSet};

use super::context::Context;
use super::regions::square;
use super::sheet::{Generation, Held};
use super::words;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::geometry::{PerSide, Side, Square};
use crate::model::{KindId, ManState, PlacedMan, Setup, Symmetry};
use crate::source::{Span, Spanned};
use crate::syntax::variant::ast::{Change, DrawnMan, Layout, Name, Row, Section, SetupSection, StartFacing};

/// A game has at most so many setups.
const MAX_SETUPS: usize = 256;

/// A setup on its way.
#[derive(Clone, Default)]
struct Drawing {
    men: BTreeMap<Square, Standing>,
    mirrored: bool,
}

/// A man on a square, his state as written.
#[derive(Clone)]
struct Standing {
    side: Side,
    kind: KindId,
    state: Option<Spanned<String>>,
    generation: Generation,
    span: Span,
}

/// How men stand at the start, and as mirror images of that, as far as it was asked.
type Starts = BTreeMap<(KindId, Side), [Option<ManState>; 2]>;

/// Makes all setups. The second value is whether they are as the text means them.
pub(super) fn setups(context: &mut Context<'_>) -> (Vec<Setup>, bool) {
    let before = context.errors();
    let lines: Vec<Held<SetupSection>> = context.sheet.setups.clone();
    if lines.is_empty() && !context.damage.hurts(Section::Setup) {
        context.diagnostics.push(
            Diagnostic::error(Code::CheckMissingSection, context.title, "the game has no setup")
                .label("for this game")
                .help("write `setup NAME` and under it the board, rank by rank from the far one down"),
        );
    }
    if let Some(held) = lines.get(MAX_SETUPS) {
        let many = Diagnostic::error(Code::CheckTooMany, held.line.name.span, "a game has at most 256 setups")
            .label("one too many")
            .help("what differs a lot may be a game of its own");
        context.report(held.generation, many);
    }
    let mut setups = Vec::new();
    let mut starts = Starts::new();
    for held in lines.iter().take(MAX_SETUPS) {
        let drawing = drawing(context, held, &mut Vec::new()).unwrap_or_default();
        let men = place(context, held, &drawing, &mut starts);
        setups.push(Setup { name: held.line.name.value.clone(), right_half_mirrored: drawing.mirrored, men });
    }
    (setups, context.errors() == before && !context.damage.hurts(Section::Setup))
}

/// Where men stand, unless that can't be known.
fn drawing(context: &mut Context<'_>, held: &Held<SetupSection>, trail: &mut Vec<Span>) -> Option<Drawing> {
    let mut drawing = match &held.line.layout {
        Layout::Drawn(rows) => Drawing { men: drawn(context, held, rows)?, mirrored: false },
        Layout::Changed { base, changes } => {
            trail.push(held.line.span);
            if trail.len() > MAX_SETUPS {
                let message = format!("more than {MAX_SETUPS} setups are made from each other in a row");
                let deep = Diagnostic::error(Code::CheckTooMany, base.span, message)
                    .label("one too many")
                    .help("draw this one");
                context.report(held.generation, deep);
                return None;
            }
            let base = base_of(context, held, base, trail)?;
            let mut changed = drawing(context, &base, trail)?;
            for change in changes {
                make(context, held, &mut changed, change);
            }
            changed
        }
    };
    if let Some(facing) = &held.line.facing {
        drawing.mirrored = facing.value.value == StartFacing::RightHalfMirrored;
    }
    Some(drawing)
}

/// The setup that another one changes: one of the same text, or else the nearest ancestor's.
fn base_of(
    context: &mut Context<'_>,
    held: &Held<SetupSection>,
    name: &Name,
    trail: &[Span],
) -> Option<Held<SetupSection>> {
    let sheet = context.sheet;
    let same_text = |other: &&Held<SetupSection>| other.generation == held.generation;
    let everything = || sheet.setups.iter().chain(sheet.older_setups.iter().rev());
    let is_itself =
        |other: &Held<SetupSection>| other.generation == held.generation && other.line.span == held.line.span;
    let own = everything().filter(same_text).find(|other| other.line.name.value == name.value && !is_itself(other));
    let older = everything().filter(|other| other.generation < held.generation);
    let found =
        own.or_else(|| older.filter(|other| other.line.name.value == name.value).max_by_key(|other| other.generation));
    if let Some(found) = found {
        let circular = found.generation == held.generation && trail.contains(&found.line.span);
        if circular {
            let message = format!("the setup `{}` is made from itself", held.line.name.value);
            let circle = Diagnostic::error(Code::CheckCircularSetup, name.span, message)
                .label("leads back here")
                .help("let one of them be drawn");
            context.report(held.generation, circle);
            return None;
        }
        return Some(found.clone());
    }
    if !context.damage.hurts(Section::Setup) {
        let known: Vec<&str> = everything()
            .filter(|other| other.generation <= held.generation && !is_itself(other))
            .map(|other| other.line.name.value.as_str())
            .collect();
        let message = format!("there is no setup `{}`", name.value);
        let unknown = Diagnostic::error(Code::CheckUnknownSetup, name.span, message)
            .label("no such setup")
            .help(did_you_mean(&name.value, known));
        context.report(held.generation, unknown);
    }
    None
}

fn drawn(context: &mut Context<'_>, held: &Held<SetupSection>, rows: &[Row]) -> Option<BTreeMap<Square, Standing>> {
    let (board, generation) = (context.board, held.generation);
    let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
    let name = &held.line.name;
    if generation != context.sheet.own() && (rows.len() != ranks || rows.iter().any(|row| row.cells.len() != files)) {
        let from = context.sheet.texts[generation].clone();
        let message = format!("the setup `{}` of `{from}` is not drawn for a board of {board}", name.value);
        let other = Diagnostic::error(Code::CheckInheritedSetup, context.board_span, message)
            .label("another board")
            .help("draw a setup for this board: `setup NAME`, and under it every rank, the far one first");
        if !context.diagnostics.contains(&other) {
            context.diagnostics.push(other);
        }
        return None;
    }
    if rows.len() != ranks && !context.damage.hurts(Section::Setup) {
        let message = format!("the setup `{}` has {} ranks, and the board has {ranks}", name.value, rows.len());
        let wrong = Diagnostic::error(Code::CheckWrongNumberOfRanks, name.span, message)
            .label(format!("drawn with {} ranks", rows.len()))
            .help(format!("draw every rank of the {board} board, the far one first; an empty square is `.`"));
        context.report(generation, wrong);
    }
    let mut men = BTreeMap::new();
    let mut unknown: BTreeSet<(Side, String)> = BTreeSet::new();
    for (index, row) in rows.iter().enumerate() {
        if row.cells.len() != files {
            let message = format!("this rank has {} squares, and the board is {files} wide", row.cells.len());
            let wrong = Diagnostic::error(Code::CheckWrongRankWidth, row.span, message)
                .label(format!("{} squares", row.cells.len()))
                .help("one cell for each square, with blanks between; an empty square is `.`");
            context.report(generation, wrong);
        }
        for (file, cell) in row.cells.iter().enumerate() {
            let Some(man) = &cell.value else { continue };
            let kind = context.find(generation, only(man.side), &man.symbol.value)[man.side];
            let Some(kind) = kind else {
                if unknown.insert((man.side, man.symbol.value.clone())) {
                    no_man(context, held, man);
                }
                continue;
            };
            let Some(square) = board.square(file as i32, ranks as i32 - 1 - index as i32) else { continue };
            men.insert(square, standing(held.generation, man, kind));
        }
    }
    Some(men)
}

fn only(side: Side) -> PerSide<bool> {
    PerSide::from_fn(|each| each == side)
}

fn standing(generation: Generation, man: &DrawnMan, kind: KindId) -> Standing {
    Standing { side: man.side, kind, state: man.state.clone(), generation, span: man.symbol.span }
}

fn no_man(context: &mut Context<'_>, held: &Held<SetupSection>, man: &DrawnMan) {
    let user = format!("the setup `{}`", held.line.name.value);
    context.no_man(held.generation, only(man.side), &man.symbol, &user);
}

fn make(context: &mut Context<'_>, held: &Held<SetupSection>, drawing: &mut Drawing, change: &Spanned<Change>) {
    let generation = held.generation;
    let known = |context: &mut Context<'_>, man: &DrawnMan| {
        let kind = context.find(generation, only(man.side), &man.symbol.value)[man.side];
        if kind.is_none() {
            no_man(context, held, man);
        }
        kind
    };
    let idle = |context: &mut Context<'_>, message: String| {
        if context.damage.hurts(Section::Setup) {
            return;
        }
        let idle = Diagnostic::error(Code::CheckIdleChange, change.span, message)
            .label("changes nothing")
            .help("leave it out, or name the man or square that is meant");
        context.report(generation, idle);
    };
    match &change.value {
        Change::Replace { new, old } => {
            let kinds = (known(context, new), known(context, old));
            let (Some(new_kind), Some(old_kind)) = kinds else { return };
            let mut replaced = false;
            for man in drawing.men.values_mut().filter(|man| man.side == old.side && man.kind == old_kind) {
                *man = standing(generation, new, new_kind);
                replaced = true;
            }
            if !replaced {
                let drawn = words::drawn(old.side, &old.symbol.value);
                idle(context, format!("there is no `{drawn}` to be replaced"));
            }
        }
        Change::Place { man, on } => {
            let (kind, square) = (known(context, man), square(context, generation, *on));
            if let (Some(kind), Some(square)) = (kind, square) {
                drawing.men.insert(square, standing(generation, man, kind));
            }
        }
        Change::Empty(on) => {
            let Some(square) = square(context, generation, *on) else { return };
            if drawing.men.remove(&square).is_none() {
                idle(context, format!("{} is empty already", on.value));
            }
        }
    }
}

/// Men with their states.
fn place(
    context: &mut Context<'_>,
    held: &Held<SetupSection>,
    drawing: &Drawing,
    starts: &mut Starts,
) -> Vec<PlacedMan> {
    let board = context.board;
    let mut men = Vec::new();
    let mut told: BTreeSet<(KindId, Side)> = BTreeSet::new();
    for (&square, man) in &drawing.men {
        let kind = &context.kinds[man.kind.index()];
        if let Some(id) = kind.stays_in
            && !context.regions[id.index()].squares[man.side].contains(square)
            && !context.broken[man.kind.index()]
        {
            let region = &context.regions[id.index()].name;
            let message = format!(
                "the {} on {} stands outside the {region}, which it never leaves",
                kind.name,
                board.name(square)
            );
            let outside = Diagnostic::error(Code::CheckOutsideRegion, man.span, message)
                .label("outside")
                .help(format!("put it on a square of the {region}, or make the {region} larger"));
            context.report_because(man.generation, outside, context.kind_spans[man.kind.index()]);
        }
        let state = if context.broken[man.kind.index()] {
            ManState::default()
        } else if let Some(state) = &man.state {
            written(context, man, state)
        } else {
            let mirrored = drawing.mirrored && right_half(context, man.side, square);
            let states = starts.entry((man.kind, man.side)).or_insert_with(|| {
                let stances = context.kinds[man.kind.index()].stances(man.side, context.black);
                [false, true].map(|mirrored| stances.start(mirrored))
            });
            let state = states[usize::from(mirrored)].clone();
            if state.is_none() && told.insert((man.kind, man.side)) {
                let name = context.kinds[man.kind.index()].name.clone();
                no_mirror_image(context, held, man, &name, square);
            }
            state.unwrap_or_default()
        };
        men.push(PlacedMan { square, side: man.side, kind: man.kind, state });
    }
    men
}

fn right_half(context: &Context<'_>, side: Side, square: Square) -> bool {
    let file = context.board.file(square);
    match (context.black, side) {
        (Symmetry::RotatesWhite, Side::Black) => {
            context.board.is_right_half(i32::from(context.board.files()) - 1 - file)
        }
        _ => context.board.is_right_half(file),
    }
}

/// The state that braces in a drawing say.
fn written(context: &mut Context<'_>, man: &Standing, text: &Spanned<String>) -> ManState {
    let kind = context.kinds[man.kind.index()].clone();
    let states = kind.states(man.side, context.black);
    let braces = format!("{{{}}}", text.value);
    let meant = |state: &&ManState| {
        let without_mode = ManState { facings: state.facings.clone(), mode: None };
        words::state(state) == braces || (state.mode == kind.flips && words::state(&without_mode) == braces)
    };
    if let Some(state) = states.iter().find(meant) {
        return state.clone();
    }
    let drawn = words::drawn(man.side, &kind.symbol);
    let help = if states.len() == 1 {
        format!("the {} is the same whichever way it faces: write `{drawn}`", kind.name)
    } else {
        let known: Vec<String> =
            states.iter().take(16).map(|state| format!("{drawn}{}", words::state(state))).collect();
        format!("there is {}{}", words::one_of(&known), if states.len() > 16 { ", and more" } else { "" })
    };
    let message = format!("a {} can't be in the state `{braces}`", kind.name);
    let unknown = Diagnostic::error(Code::CheckUnknownState, text.span, message).label("no such state").help(help);
    context.report(man.generation, unknown);
    ManState::default()
}

fn no_mirror_image(context: &mut Context<'_>, held: &Held<SetupSection>, man: &Standing, name: &str, square: Square) {
    let place = context.board.name(square);
    let message = format!("the {name} on {place} can't start as a mirror image: it never faces that way");
    let missing = Diagnostic::error(Code::CheckNoMirrorImage, man.span, message)
        .label("on the right half")
        .help("write its facing in braces, let it turn so far, or leave out `facing: right half mirrored`");
    let facing = held.line.facing.as_ref().filter(|_| man.generation == held.generation);
    let missing = match facing {
        Some(facing) => missing.also(facing.span, "mirrors the right half"),
        None => missing,
    };
    context.report(man.generation, missing);
}
