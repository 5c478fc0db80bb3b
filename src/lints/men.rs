//! Lints of all men together: equal names, and men that are never on the board.

use std::collections::HashMap;

use super::{Finding, Item, KindItem, Lint, View};
use crate::geometry::{Leap, PerSide, Side};
use crate::model::{Joined, Kind, KindId, Path, PromotionChoice};

pub(super) fn same_names(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut earlier: HashMap<&str, PerSide<Option<&str>>> = HashMap::new();
    for (index, kind) in
        view.all_kinds().unwrap_or_default().into_iter().enumerate().filter(|(_, kind)| !kind.name.is_empty())
    {
        let taken = earlier.entry(&kind.name).or_default();
        let mut sides = Side::ALL.into_iter().filter(|&side| kind.sides[side]);
        if let Some(symbol) = sides.clone().find_map(|side| taken[side]) {
            let item = Item::Kind(KindId(index as u8), KindItem::Name);
            let finding = Finding::new(Lint::SameName, item, format!("two men are called {}", kind.name))
                .label("the name is taken")
                .help(format!("`{symbol}` has it too; give each man a name of its own"));
            found.push(finding);
        }
        sides.by_ref().for_each(|side| {
            taken[side].get_or_insert(&kind.symbol);
        });
    }
    found
}

pub(super) fn unused(view: &View<'_>) -> Vec<Finding> {
    let (Some(setups), Some(rules)) = (view.all_setups(), view.all_rules()) else { return Vec::new() };
    let mut used = vec![false; view.kinds.made.len()];
    let standing = setups.iter().flat_map(|setup| &setup.men).map(|man| man.kind);
    let promotions = rules.promotions.iter().flat_map(|(_, promotions)| promotions);
    let promoted = promotions.filter_map(|promotion| match &promotion.to {
        PromotionChoice::Kinds(to) => Some(to.iter().copied()),
        PromotionChoice::AnyStartingBut(_) | PromotionChoice::Nothing => None,
    });
    for id in standing.chain(promoted.flatten()) {
        if let Some(used) = used.get_mut(id.index()) {
            *used = true;
        }
    }
    let unused = used.iter().enumerate().filter(|(_, used)| !**used).map(|(index, _)| KindId(index as u8));
    let finding = |id: KindId| {
        let message = format!("`{}` stands in no setup, and nothing promotes to it", view.symbol(id));
        Finding::new(Lint::UnusedMan, Item::Kind(id, KindItem::Symbol), message)
            .label("never on the board")
            .help("draw it in a setup, or leave its line out")
    };
    unused.map(finding).collect()
}

pub(super) fn lines(view: &View<'_>) -> Vec<Finding> {
    let (Some(lines), Some(kinds)) = (view.lines.filter(|lines| !lines.is_empty()), view.all_kinds()) else {
        return Vec::new();
    };
    let along = |kind: &Kind| {
        let usual = kind.components.iter().map(|part| &part.movement);
        let movements = usual.chain(kind.elsewhere.iter().map(|there| &there.movement));
        movements.map(|movement| movement.along_lines(true)).find(|movement| !movement.paths.is_empty())
    };
    if kinds.iter().all(|kind| along(kind).is_none()) {
        let finding = Finding::new(Lint::IdleLines, Item::Lines, "no man moves along these lines")
            .label("they mean nothing")
            .help("let some men move along them, as in `K king: W, royal, along lines F`, or leave the lines out");
        return vec![finding];
    }
    let board = view.board;
    let way = |(from, to)| {
        let (files, ranks) = (board.file(to) - board.file(from), board.rank(to) - board.rank(from));
        Leap::new(files as i8, ranks as i8)
    };
    let ways: Vec<Leap> = Joined::new(lines).pairs().map(way).collect();
    let finding = |(id, kind): (KindId, &Kind)| {
        let starts = along(kind)?;
        let alike = |way: &Leap, leap: &Leap| {
            // Black's leap is a mirror image.
            let mirrored = (way.dx.abs(), way.dy.abs()) == (leap.dx.abs(), leap.dy.abs());
            mirrored || kind.turns() && way.class() == leap.class()
        };
        let fits = |path: &Path| {
            let leap = path.legs.first().map(|leg| leg.leap);
            path.wraps || leap.is_some_and(|leap| ways.iter().any(|way| alike(way, &leap)))
        };
        if starts.paths.iter().any(fits) {
            return None;
        }
        let message = format!("`{}` never moves along the lines of the board", kind.symbol);
        let finding = Finding::new(Lint::IdleAlongLines, Item::Kind(id, KindItem::AlongLines), message)
            .label("none of these leaps leads along a line")
            .help(
                "a leap must lead from a square of a line to the next one of it; give it such leaps, or leave this out",
            );
        Some(finding)
    };
    let ids = (0..).map(KindId);
    ids.zip(kinds).filter_map(finding).collect()
}

/// Finds men with a first move that no setup has.
pub(super) fn first_moves(view: &View<'_>) -> Vec<Finding> {
    let Some(setups) = view.all_setups() else { return Vec::new() };
    let stands = |id: KindId| setups.iter().flat_map(|setup| &setup.men).any(|man| man.kind == id);
    let kinds =
        view.kinds.made.iter().enumerate().filter(|(_, kind)| kind.is_some_and(|kind| kind.first_move.is_some()));
    let absent = kinds.map(|(index, _)| KindId(index as u8)).filter(|&id| !stands(id));
    let finding = |id: KindId| {
        let message = format!("no setup has `{}`, and a man that comes later has moved", view.symbol(id));
        Finding::new(Lint::IdleFirstMove, Item::Kind(id, KindItem::FirstMove), message)
            .label("never made")
            .help("leave it out, or draw the man in a setup")
    };
    absent.map(finding).collect()
}
