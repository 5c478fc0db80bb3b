//! Long steps: how far, by which leaps, from where; and who captures en passant.

use super::castling::kinds_of_sides;
use super::lines::{FileId, InForce};
use super::men::Men;
use super::movements::Movements;
use super::names::{Names, kinds};
use super::regions::Regions;
use super::report::{Reported, Reporter, all};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Board, Leap, PerSide, Side};
use crate::model::{Clearance, EnPassant, KindId, Leg, LongStep, Movement, Path, Symmetry};
use crate::source::Spanned;
use crate::syntax::ast::{self, RuleLine};

/// The most long steps of one man.
const MAX_STEPS: usize = 8;

/// The long steps of one line, for each side that has the man.
pub(super) fn long_steps(
    line: &InForce<RuleLine>,
    written: &[ast::LongStep],
    kinds_of_sides: PerSide<Option<KindId>>,
    men: &Men<'_>,
    regions: &Regions,
    reporter: &mut Reporter,
) -> Result<PerSide<Vec<LongStep>>, Reported> {
    if let Some(step) = written.get(MAX_STEPS) {
        let message = format!("a man has at most {MAX_STEPS} long steps");
        let help = "leave out steps that are contained in others";
        return Err(reporter.too_many(line.file, step.squares.span, message, help));
    }
    let mut movements = Movements::default();
    let made: Vec<_> = written
        .iter()
        .map(|step| long_step(line, step, kinds_of_sides, men, regions, &mut movements, reporter))
        .collect();
    let made = all(made)?;
    Ok(PerSide::from_fn(|side| made.iter().filter_map(|step| step[side].clone()).collect()))
}

fn long_step(
    line: &InForce<RuleLine>,
    written: &ast::LongStep,
    kinds_of_sides: PerSide<Option<KindId>>,
    men: &Men<'_>,
    regions: &Regions,
    movements: &mut Movements,
    reporter: &mut Reporter,
) -> Result<PerSide<Option<LongStep>>, Reported> {
    let file = line.file;
    let most = reporter.number(file, written.squares, 2, 15, "number of squares");
    let squares = regions.area(file, &written.from, reporter);
    let leaps = written.betza.as_ref().map(|betza| leaps(file, betza, movements, reporter)).transpose();
    let (board, black, most, squares, leaps) = (regions.board()?, regions.black()?, most? as u8, squares?, leaps?);
    let leaps = leaps.filter(|leaps| *leaps != [Leap::forward(Side::White)]).unwrap_or_default();
    let least = if written.up_to { 2 } else { most };
    let steps = PerSide::from_fn(|side| {
        let (kind, from) = (kinds_of_sides[side]?, squares[side]);
        Some(LongStep { kind, least, most, leaps: leaps.clone(), from, en_passant: written.en_passant.is_some() })
    });
    for side in Side::ALL {
        if steps[side].as_ref().is_none_or(|step| has_room(board, black, side, step)) {
            continue;
        }
        let straight = leaps.is_empty();
        let how_far =
            if straight { format!("{least} squares forward") } else { format!("{least} such leaps in a row") };
        let message = format!("from none of these squares has {side} room for {how_far}");
        let has_room = |side| steps[side].as_ref().is_some_and(|step| has_room(board, black, side, step));
        let help = if squares[Side::White] == squares[Side::Black] && has_room(!side) {
            "as each side counts its ranks, write `own rank …`; or give each side a line of its own".to_owned()
        } else {
            format!("the board is {board}; begin farther back, or step less far")
        };
        let long = Diagnostic::error(Code::CheckNoRoom, written.from.span, message)
            .label("too near the edge, or no square at all")
            .help(help);
        return Err(reporter.error_in(file, long));
    }
    if let Some(symbol) = line
        .line
        .man
        .as_ref()
        .filter(|_| written.betza.is_none() && !kinds(kinds_of_sides).any(|id| steps_forward(men, id)))
    {
        let message = format!("`{}` has no step forward to make longer", symbol.value);
        let missing = Diagnostic::error(Code::CheckNoForwardStep, symbol.span, message)
            .label("does not move straight forward at the start")
            .help(
                "a long step goes straight forward over empty squares: give the man such a step, as in `fW`, or say by \
                 which leaps it goes, as in `2 squares as fF`",
            );
        return Err(reporter.error_in(file, missing));
    }
    Ok(steps)
}

/// Whether the board has room for a long step from some square.
fn has_room(board: Board, black: Symmetry, side: Side, step: &LongStep) -> bool {
    step.leaps_of(side, black).into_iter().any(|leap| {
        let ways = |from| std::iter::successors(board.leap(from, leap), |&at| board.leap(at, leap));
        step.from.iter().any(|from| ways(from).nth(usize::from(step.least) - 1).is_some())
    })
}

/// The leaps that a movement consists of, if it has nothing else.
fn leaps(
    file: FileId,
    betza: &Spanned<String>,
    movements: &mut Movements,
    reporter: &mut Reporter,
) -> Result<Vec<Leap>, Reported> {
    let movement: Movement = movements.read(file, betza, reporter)?;
    let plain: Option<Vec<Leap>> = movement.paths.iter().map(plain_leap).collect();
    plain.filter(|leaps| leaps.len() <= LongStep::MAX_LEAPS).ok_or_else(|| {
        let message = format!("`{}` is more than single leaps", betza.value);
        let other = Diagnostic::error(Code::CheckNoLeap, betza.span, message)
            .label("a long step repeats one leap")
            .help("write plain leaps, as in `2 squares as fF`; the number says how often one of them is made");
        reporter.error_in(file, other)
    })
}

fn plain_leap(path: &Path) -> Option<Leap> {
    let [leg] = path.legs.as_slice() else { return None };
    let single = leg.least == 1 && leg.most == Some(1) && leg.clearance == Clearance::Leaps && leg.stops.moves;
    (single && !path.first_move_only && !path.en_passant && !path.wraps).then_some(leg.leap)
}

/// Whether a man steps straight forward at the start. A man with errors is assumed to.
fn steps_forward(men: &Men<'_>, id: KindId) -> bool {
    let Ok(kind) = men.kind(id) else { return true };
    let step = |leg: &Leg| leg.leap == Leap::forward(Side::White) && leg.least == 1 && leg.stops.moves;
    let mut paths = kind.components.iter().flat_map(|part| &part.movement.paths);
    paths.any(|path| !path.along_lines && path.legs.first().is_some_and(step))
}

/// The men that capture en passant, and where, for each side.
pub(super) fn en_passant(
    line: &InForce<RuleLine>,
    written: &ast::EnPassant,
    names: &Names<'_>,
    regions: &Regions,
    reporter: &mut Reporter,
) -> Result<PerSide<EnPassant>, Reported> {
    let by = kinds_of_sides(line, &written.by, names, reporter);
    let on = written.on.as_ref().map(|area| regions.area(line.file, area, reporter)).transpose();
    let (by, on) = (by?, on?);
    Ok(PerSide::from_fn(|side| EnPassant {
        by: (!written.by.is_empty()).then(|| by[side].clone()),
        on: on.map(|on| on[side]),
    }))
}
