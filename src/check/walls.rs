//! Walls placed in play: reads their rule, and refuses it beside rules that have no place for walls.

use super::line_reader::LineReader;
use super::lines::{InForce, LinesInForce};
use super::men::Men;
use super::report::{Partial, Reported};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side, SquareSet};
use crate::model::{Facts, Kind, Rules, Setup, WallPlace, WallRule, kinds_in_hand};
use crate::syntax::ast::{self, Rule, RuleLine, RuleName, RuleSetting};

/// Reads where a side puts walls.
pub(super) fn read_walls(line: LineReader<'_, RuleLine>, written: &ast::Wall) -> Result<PerSide<WallRule>, Reported> {
    let on = line.place_if_written(written.on.as_ref());
    if let Some((place, instead)) = written.place.as_ref().zip(written.instead_of_move) {
        let message = "a wall instead of a move has no man that could come or go";
        let contradiction = Diagnostic::error(Code::CheckWalls, place.span, message)
            .label("which man?")
            .also(instead, "no man moves")
            .help("leave one of the two out");
        return Err(line.error(contradiction));
    }
    if let Some((deaths, instead)) = written.not_where_men_die.zip(written.instead_of_move) {
        let message = "no man dies by a wall that is put instead of a move";
        let contradiction = Diagnostic::error(Code::CheckWalls, deaths, message)
            .label("by which move?")
            .also(instead, "no man moves")
            .help("leave one of the two out");
        return Err(line.error(contradiction));
    }
    let board: SquareSet = line.regions.board()?.squares().collect();
    let on = on?;
    // Without squares of its own a wall beside others would never be possible.
    Ok(PerSide::from_fn(|side| WallRule {
        place: written.place.as_ref().map_or(WallPlace::Anywhere, |place| place.value),
        on: on.map_or(board, |on| on[side]),
        or_beside_wall: written.or_beside,
        one_at_a_time: written.one_at_a_time,
        not_where_men_die: written.not_where_men_die.is_some(),
        instead_of_move: written.instead_of_move.is_some(),
    }))
}

/// Warns of walls that are not put where men die, where no man dies by a move.
fn warn_of_idle_deaths(lines: &LinesInForce, men: &Men<'_>) {
    if men.whole().is_err() || men.kinds().flatten().any(Kind::kills) {
        return;
    }
    for line in &lines.rules {
        if let RuleSetting::Rule(rule) = &line.line.value
            && let Rule::Wall(wall) = &rule.value
            && let Some(deaths) = wall.not_where_men_die
        {
            let idle = Diagnostic::warning(Code::CheckIdleRule, deaths, "no man dies by a move but who is captured")
                .label("without effect")
                .help("leave it out, or let men die by moves, as in `when capturing destroys men next to it`");
            men.man_table().reporter.warning_in(line.file, idle);
        }
    }
}

/// Refuses walls in games whose other rules have no place for them: men in hand, finishing moves, and men that become
/// walls beside one that is moved.
pub(super) fn refuse_walls_beside_other_rules(
    lines: &LinesInForce,
    men: &Men<'_>,
    setups: &[Setup],
    rules: &mut Partial<Rules>,
) {
    let kinds: Vec<_> = men.kinds().collect();
    let facts = Facts::of_parts(&kinds, setups, &rules.read, &[]);
    if !facts.walls.placed() {
        return;
    }
    warn_of_idle_deaths(lines, men);
    let hands = Side::ALL.into_iter().any(|side| !kinds_in_hand(&kinds, setups, side).is_empty());
    let (message, help) = if hands || facts.drops.unlimited {
        ("walls can't be put in a game with men in hand", "let captured men leave the game, or leave the walls out")
    } else if facts.turns.finishing_moves {
        ("walls can't be put in a game with finishing moves", "write `finishing move: none`, or leave the walls out")
    } else if facts.walls.one_at_a_time && facts.walls.of_men {
        let message = "one wall at a time takes away the walls that men become";
        (message, "leave out `one at a time`, or let no man become a wall")
    } else {
        return;
    };
    let is_wall = |line: &&InForce<RuleLine>| {
        line.line.name.value == RuleName::Wall
            && matches!(&line.line.value, RuleSetting::Rule(rule) if matches!(rule.value, Rule::Wall(_)))
    };
    if let Some(line) = lines.rules.iter().find(is_wall) {
        let refused = Diagnostic::error(Code::CheckWalls, line.line.name.span, message).label("no place for them");
        rules.whole = Err(men.man_table().reporter.error_in(line.file, refused.help(help)));
    }
}
