//! Lints of the lines drawn on a board, and of the men that move along them.

use super::{Finding, KindItem, Lint, ModelItem, View};
use crate::geometry::Leap;
use crate::model::{Joined, Kind, KindId, Movement, Path};

/// Finds lines that no man moves along.
pub(super) fn idle_lines(view: &View<'_>) -> Vec<Finding> {
    let (Some(lines), Some(kinds)) = (view.lines, view.all_kinds()) else { return Vec::new() };
    if lines.is_empty() || kinds.iter().any(|kind| along_lines(kind).is_some()) {
        return Vec::new();
    }
    let finding = Finding::new(Lint::IdleLines, ModelItem::Lines, "no man moves along these lines")
        .label("they mean nothing")
        .help("let some men move along them, as in `K king: W, royal, along lines F`, or leave the lines out");
    vec![finding]
}

/// Finds men that move along lines, and of whose leaps none leads from a square of a line to the next.
pub(super) fn never_along_lines(view: &View<'_>) -> Vec<Finding> {
    let (Some(lines), Some(kinds)) = (view.lines, view.all_kinds()) else { return Vec::new() };
    let board = view.board;
    let steps: Vec<Leap> = Joined::new(lines)
        .pairs()
        .map(|(from, to)| {
            let (files, ranks) = (board.file(to) - board.file(from), board.rank(to) - board.rank(from));
            Leap::new(files as i8, ranks as i8)
        })
        .collect();
    let finding = |(id, kind): (KindId, &Kind)| {
        let fits = |path: &Path| {
            let first = path.legs.first().map(|leg| leg.leap);
            path.wraps || first.is_some_and(|leap| steps.iter().any(|step| may_be(kind, leap, *step)))
        };
        if along_lines(kind)?.paths.iter().any(fits) {
            return None;
        }
        let message = format!("`{}` never moves along the lines of the board", kind.symbol);
        let finding = Finding::new(Lint::IdleAlongLines, ModelItem::Kind(id, KindItem::AlongLines), message)
            .label("none of these leaps leads along a line")
            .help(
                "a leap must lead from a square of a line to the next one of it; give it such leaps, or leave this out",
            );
        Some(finding)
    };
    (0..).map(KindId).zip(kinds).filter_map(finding).collect()
}

/// The paths of a kind's movement that lead along lines.
fn along_lines(kind: &Kind) -> Option<Movement> {
    kind.movements().map(|movement| movement.along_lines(true)).find(|movement| !movement.paths.is_empty())
}

/// Whether a man's leap may become another one: as its mirror image, for Black or on the right half of the board, or by
/// a turn.
fn may_be(kind: &Kind, leap: Leap, step: Leap) -> bool {
    let mirrored = (step.dx.abs(), step.dy.abs()) == (leap.dx.abs(), leap.dy.abs());
    mirrored || kind.turns() && step.class() == leap.class()
}
