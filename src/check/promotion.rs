//! Promotions: the zone, the choice of men, and the facing of the new man.

use super::findings::promotes_to;
use super::lines::{InForce, only};
use super::men::Men;
use super::names::User;
use super::regions::Regions;
use super::report::{Reported, Reporter};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side, SquareSet};
use crate::model::{KindId, PromotedFacing, Promotion, PromotionChoice, PromotionLimit, Setup};
use crate::syntax::ast::{self, PromotesTo, RuleLine};

/// A promotion for each side that has the man.
pub(super) fn promotion(
    line: &InForce<RuleLine>,
    written: &ast::Promotion,
    kinds: PerSide<Option<KindId>>,
    men: &Men<'_>,
    regions: &Regions,
    setups: &[Setup],
    reporter: &mut Reporter,
) -> Result<PerSide<Option<Promotion>>, Reported> {
    let zones = regions.area(line.file, &written.on, reporter);
    let compulsory = written.except_on.as_ref().map(|area| regions.area(line.file, area, reporter)).transpose();
    let sides = PerSide::from_fn(|side| kinds[side].is_some());
    let choices = choices(line, written, sides, men, reporter);
    let limits = limits(line, written, sides, men, reporter);
    let (zones, compulsory, choices, limits) = (zones?, compulsory?, choices?, limits?);
    facing(line, written, sides, &choices, men, setups, reporter)?;
    Ok(PerSide::from_fn(|side| {
        Some(Promotion {
            kind: kinds[side]?,
            zone: zones[side],
            from: if written.or_from { zones[side] } else { SquareSet::EMPTY },
            to: choices[side].clone(),
            optional: written.if_wished.is_some(),
            compulsory_on: compulsory.map_or(SquareSet::EMPTY, |compulsory| compulsory[side]),
            by_capture: written.by_capture,
            captured_men_only: written.captured_men_only,
            limits: limits[side].clone(),
            facing: match written.facing.map(|facing| facing.value) {
                Some(ast::PromotedFacing::AnyWay) => PromotedFacing::Any,
                Some(ast::PromotedFacing::AsAtTheStart) | None => PromotedFacing::AsAtStart,
            },
        })
    }))
}

fn choices(
    line: &InForce<RuleLine>,
    written: &ast::Promotion,
    sides: PerSide<bool>,
    men: &Men<'_>,
    reporter: &mut Reporter,
) -> Result<PerSide<PromotionChoice>, Reported> {
    let (names, user) = (men.names(), User::Rule(&line.line));
    let symbols = match &written.to {
        PromotesTo::Men(symbols) => symbols,
        PromotesTo::AnyStartingMan { but, .. } => {
            let but = names.all_of(line.file, PerSide::both(true), but, user, reporter)?;
            return Ok(PerSide::both(PromotionChoice::AnyStartingBut(but)));
        }
        PromotesTo::Nothing(_) => return Ok(PerSide::both(PromotionChoice::Nothing)),
    };
    let mut kinds: PerSide<Vec<KindId>> = PerSide::default();
    let mut whole = Ok(());
    for symbol in symbols {
        match names.man(line.file, sides, symbol, user, reporter) {
            Err(reported) => whole = Err(reported),
            Ok(found) => {
                for side in Side::ALL.into_iter().filter(|&side| sides[side]) {
                    match found[side] {
                        Some(kind) if kinds[side].contains(&kind) => {}
                        Some(kind) => kinds[side].push(kind),
                        None => whole = Err(names.unknown(line.file, only(side), symbol, user, reporter)),
                    }
                }
            }
        }
    }
    whole.map(|()| PerSide { white: PromotionChoice::Kinds(kinds.white), black: PromotionChoice::Kinds(kinds.black) })
}

/// The limits of each side, which are of men that can be chosen.
fn limits(
    line: &InForce<RuleLine>,
    written: &ast::Promotion,
    sides: PerSide<bool>,
    men: &Men<'_>,
    reporter: &mut Reporter,
) -> Result<PerSide<Vec<PromotionLimit>>, Reported> {
    let mut limits: PerSide<Vec<PromotionLimit>> = PerSide::default();
    let mut whole = Ok(());
    for (most, symbol) in &written.at_most {
        let chosen = match &written.to {
            PromotesTo::Men(symbols) => symbols.iter().any(|one| one.value == symbol.value),
            PromotesTo::AnyStartingMan { but, .. } => but.iter().all(|one| one.value != symbol.value),
            PromotesTo::Nothing(_) => false,
        };
        if !chosen {
            let message = format!("it can't become `{}` anyway", symbol.value);
            let idle = Diagnostic::error(Code::CheckIdleLimit, symbol.span, message)
                .label("is not among the men it promotes to")
                .help("limit a man that it can become, or leave this out");
            whole = Err(reporter.error_in(line.file, idle));
            continue;
        }
        let most = reporter.number(line.file, *most, 1, 255, "number of men").map(|number| number as u8);
        let found = men.names().man(line.file, sides, symbol, User::Rule(&line.line), reporter);
        whole = whole.and(most.and_then(|most| {
            let found = found?;
            for side in Side::ALL {
                limits[side].extend(found[side].map(|kind| PromotionLimit { kind, most }));
            }
            Ok(())
        }));
    }
    whole.map(|()| limits)
}

/// The facing of the new man, which the line must give if that man has several facings.
fn facing(
    line: &InForce<RuleLine>,
    written: &ast::Promotion,
    sides: PerSide<bool>,
    choices: &PerSide<PromotionChoice>,
    men: &Men<'_>,
    setups: &[Setup],
    reporter: &mut Reporter,
) -> Result<(), Reported> {
    let of_sides = Side::ALL.into_iter().filter(|&side| sides[side]);
    let mut targets: Vec<KindId> = of_sides.flat_map(|side| choices[side].kinds(setups)).collect();
    targets.sort_unstable();
    let turns =
        |id: &KindId| men.kind(*id).is_ok_and(|kind| kind.state_count() > if kind.flips.is_some() { 2 } else { 1 });
    let turning = targets.iter().copied().find(turns);
    match (&written.facing, turning) {
        (None, Some(target)) => {
            let symbol = men.names().symbol(target);
            let message = format!("`{}` does not say how the new `{symbol}` faces", line.line.words());
            let place = promotes_to(&written.to).unwrap_or(written.on.span);
            let missing = Diagnostic::error(Code::CheckPromotedFacing, place, message)
                .label("turns")
                .help("add `, facing as at the start`, or `, facing any way` if the player may choose");
            let culprit = men.names().place(target, reporter);
            Err(reporter.error_because(line.file, missing, culprit))
        }
        (Some(facing), None) if targets.iter().all(|&id| men.kind(id).is_ok()) => {
            let message = "none of the men it promotes to has several facings";
            let idle = Diagnostic::warning(Code::CheckIdleFacing, facing.span, message).label("without effect");
            reporter.warning_in(line.file, idle.help("leave it out"));
            Ok(())
        }
        _ => Ok(()),
    }
}
