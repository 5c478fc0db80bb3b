//! Areas of squares, and the regions they make.

use super::context::Context;
use super::sheet::{Generation, Held};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{Region, RegionId};
use crate::source::Spanned;
use crate::syntax::variant::ast::{Area, Name, RegionLine, Section, SquareName};

/// Makes the regions.
pub(super) fn regions(context: &mut Context<'_>) {
    let lines: Vec<Held<RegionLine>> = context.sheet.regions.clone();
    for held in &lines {
        let mut squares = PerSide::both(SquareSet::EMPTY);
        for area in &held.line.areas {
            add(&mut squares, area_squares(context, held.generation, area), held.sides);
        }
        let name = &held.line.name;
        if let Some(region) = context.regions.iter_mut().find(|region| region.name == name.value) {
            add(&mut region.squares, squares, held.sides);
        } else if context.regions.len() > usize::from(u8::MAX) {
            let many = Diagnostic::error(Code::CheckTooMany, name.span, "a game has at most 256 regions")
                .label("one too many")
                .help("give one name to what is one region");
            context.report(held.generation, many);
        } else {
            context.regions.push(Region { name: name.value.clone(), squares });
        }
    }
}

fn add(to: &mut PerSide<SquareSet>, squares: PerSide<SquareSet>, sides: PerSide<bool>) {
    for side in Side::ALL.into_iter().filter(|&side| sides[side]) {
        to[side] = to[side].iter().chain(squares[side].iter()).collect();
    }
}

/// The squares of an area, for each side.
pub(super) fn area_squares(
    context: &mut Context<'_>,
    generation: Generation,
    area: &Spanned<Area>,
) -> PerSide<SquareSet> {
    let board = context.board;
    let all = |keep: &dyn Fn(Square) -> bool| PerSide::both(board.squares().filter(|&square| keep(square)).collect());
    match &area.value {
        Area::Square(name) => match square(context, generation, Spanned::new(*name, area.span)) {
            Some(square) => all(&|other| other == square),
            None => PerSide::default(),
        },
        Area::Box(a, b) => {
            let corners = [square(context, generation, *a), square(context, generation, *b)];
            let [Some(a), Some(b)] = corners else { return PerSide::default() };
            let files = board.file(a).min(board.file(b))..=board.file(a).max(board.file(b));
            let ranks = board.rank(a).min(board.rank(b))..=board.rank(a).max(board.rank(b));
            all(&|square| files.contains(&board.file(square)) && ranks.contains(&board.rank(square)))
        }
        Area::Files(a, b) => {
            for file in [a, b] {
                if file.value >= board.files() {
                    let letter = char::from(b'a'.saturating_add(file.value.min(25)));
                    let last = char::from(b'a' + board.files() - 1);
                    let missing =
                        Diagnostic::error(Code::CheckOffBoard, file.span, format!("the board has no file {letter}"))
                            .label("off the board")
                            .help(format!("its files are a to {last}"));
                    context.report(generation, missing);
                    return PerSide::default();
                }
            }
            let files = i32::from(a.value.min(b.value))..=i32::from(a.value.max(b.value));
            all(&|square| files.contains(&board.file(square)))
        }
        Area::Ranks(a, b) | Area::OwnRanks(a, b) => {
            for rank in [a, b] {
                if rank.value == 0 || rank.value > u32::from(board.ranks()) {
                    let message = format!("the board has no rank {}", rank.value);
                    let missing = Diagnostic::error(Code::CheckOffBoard, rank.span, message)
                        .label("off the board")
                        .help(format!("its ranks are 1 to {}", board.ranks()));
                    context.report(generation, missing);
                    return PerSide::default();
                }
            }
            let ranks = a.value.min(b.value) as i32 - 1..=a.value.max(b.value) as i32 - 1;
            if matches!(area.value, Area::Ranks(..)) {
                return all(&|square| ranks.contains(&board.rank(square)));
            }
            PerSide::from_fn(|side| {
                board.squares().filter(|&square| ranks.contains(&board.own_rank(side, square))).collect()
            })
        }
        Area::LastRank => PerSide::from_fn(|side| {
            let last = i32::from(board.ranks()) - 1;
            board.squares().filter(|&square| board.own_rank(side, square) == last).collect()
        }),
        Area::Region(name) => {
            let name = Spanned::new(name.clone(), area.span);
            match region(context, generation, &name) {
                Some(id) => context.regions[id.index()].squares,
                None => PerSide::default(),
            }
        }
    }
}

/// A square, if the board has it.
pub(super) fn square(context: &mut Context<'_>, generation: Generation, name: Spanned<SquareName>) -> Option<Square> {
    let found = context.board.square(name.value.file.into(), name.value.rank.into());
    if found.is_none() {
        let board = context.board;
        let last = board.squares().next_back().map_or_else(String::new, |square| board.name(square));
        let message = format!("the board has no square {}", name.value);
        let missing = Diagnostic::error(Code::CheckOffBoard, name.span, message)
            .label("off the board")
            .help(format!("the board is {board}: its squares are a1 to {last}"));
        context.report(generation, missing);
    }
    found
}

/// The region of this name.
pub(super) fn region(context: &mut Context<'_>, generation: Generation, name: &Name) -> Option<RegionId> {
    let found = context.regions.iter().position(|region| region.name == name.value);
    if found.is_none() && !context.damage.hurts(Section::Regions) {
        let known: Vec<String> = context.regions.iter().map(|region| region.name.clone()).collect();
        let help = if known.is_empty() {
            format!("say where it is, under `regions`: `{}: d4 to e5`", name.value)
        } else {
            did_you_mean(&name.value, known.iter().map(String::as_str))
        };
        let message = format!("there is no region `{}`", name.value);
        let missing =
            Diagnostic::error(Code::CheckUnknownRegion, name.span, message).label("no such region").help(help);
        context.report(generation, missing);
    }
    found.map(|index| RegionId(index as u8))
}
