//! Promotions: where, to what, and how the new man faces.

use super::context::Context;
use super::regions::area_squares;
use super::sheet::Held;
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side, SquareSet};
use crate::model::{KindId, PromotedFacing, Promotion, PromotionChoice, Setup};
use crate::source::Span;
use crate::syntax::variant::ast::{self, PromotesTo, RuleLine, Section};

/// A promotion for each side that has the man.
pub(super) fn promotion(
    context: &mut Context<'_>,
    held: &Held<RuleLine>,
    said: &ast::Promotion,
    men: PerSide<Option<KindId>>,
    setups: &[Setup],
    user: &str,
) -> PerSide<Option<Promotion>> {
    let before = context.errors();
    let zones = area_squares(context, held.generation, &said.on);
    let sides = PerSide::from_fn(|side| men[side].is_some());
    let choices = choices(context, held, said, sides, user);
    let place = match &said.to {
        PromotesTo::Men(symbols) => symbols.iter().map(|symbol| symbol.span).reduce(Span::to).unwrap_or(said.on.span),
        PromotesTo::AnyStartingMan { span, .. } => *span,
    };
    if context.errors() > before {
        return PerSide::default();
    }
    let mut turning = None;
    let made = PerSide::from_fn(|side| {
        let kind = men[side]?;
        if zones[side].is_empty() {
            let message = format!("{side} has no square to promote on");
            let nowhere = Diagnostic::error(Code::CheckEmptyRegion, said.on.span, message)
                .label(format!("nothing for {side}"))
                .help("say where it is for that side too, or give each side a line of its own");
            context.report(held.generation, nowhere);
        }
        let targets = targets(context, side, &choices[side], setups);
        if targets.is_empty() && !setups.is_empty() && !context.damage.hurts(Section::Setup) {
            let message = format!("there is nothing that {side}'s man could become");
            let nothing = Diagnostic::error(Code::CheckNoPromotion, place, message)
                .label("no man is left")
                .help("name the men it becomes, as in `to Q or R`");
            context.report(held.generation, nothing);
        }
        royal_promotes(context, held, kind, place);
        check_targets(context, held, kind, &targets, place);
        leaves_region(context, held, side, &targets, zones[side], place);
        let turns = |id: &&KindId| facings(context, **id) > 1;
        turning = turning.or(targets.iter().find(turns).copied());
        Some(Promotion {
            kind,
            zone: zones[side],
            to: choices[side].clone(),
            optional: said.if_wished.is_some(),
            facing: match said.facing.map(|facing| facing.value) {
                Some(ast::PromotedFacing::AnyWay) => PromotedFacing::Any,
                Some(ast::PromotedFacing::AsAtTheStart) | None => PromotedFacing::AsAtStart,
            },
        })
    });
    facing(context, held, said, turning, place);
    made
}

/// In how many ways a man can face.
fn facings(context: &Context<'_>, id: KindId) -> usize {
    if context.broken[id.index()] {
        return 1;
    }
    let kind = &context.kinds[id.index()];
    kind.state_count(context.black) / if kind.flips.is_some() { 2 } else { 1 }
}

fn choices(
    context: &mut Context<'_>,
    held: &Held<RuleLine>,
    said: &ast::Promotion,
    sides: PerSide<bool>,
    user: &str,
) -> PerSide<PromotionChoice> {
    match &said.to {
        PromotesTo::Men(symbols) => {
            let mut kinds: PerSide<Vec<KindId>> = PerSide::default();
            for symbol in symbols {
                let found = context.man(held.generation, sides, symbol, user);
                if found.white.is_none() && found.black.is_none() {
                    continue;
                }
                for side in Side::ALL.into_iter().filter(|&side| sides[side]) {
                    match found[side] {
                        Some(kind) if kinds[side].contains(&kind) => {}
                        Some(kind) => kinds[side].push(kind),
                        None => {
                            let only = PerSide::from_fn(|each| each == side);
                            context.no_man(held.generation, only, symbol, user);
                        }
                    }
                }
            }
            PerSide::from_fn(|side| PromotionChoice::Kinds(kinds[side].clone()))
        }
        PromotesTo::AnyStartingMan { but, .. } => {
            let kinds = context.men_of(held.generation, PerSide::both(true), but, user);
            PerSide::both(PromotionChoice::AnyStartingBut(kinds))
        }
    }
}

/// The kinds that a choice stands for, in any setup.
fn targets(context: &Context<'_>, side: Side, choice: &PromotionChoice, setups: &[Setup]) -> Vec<KindId> {
    let mut targets: Vec<KindId> = match choice {
        PromotionChoice::Kinds(kinds) => kinds.clone(),
        PromotionChoice::AnyStartingBut(except) => {
            let men = setups.iter().flat_map(|setup| &setup.men).map(|man| man.kind);
            men.filter(|kind| !except.contains(kind) && context.kinds[kind.index()].sides[side]).collect()
        }
    };
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn check_targets(context: &mut Context<'_>, held: &Held<RuleLine>, man: KindId, targets: &[KindId], place: Span) {
    let any = |context: &Context<'_>, id: KindId| context.kinds[id.index()].symbol.clone();
    for &target in targets {
        let symbol = any(context, target);
        let diagnostic = if target == man {
            Diagnostic::error(Code::CheckPromotionToItself, place, format!("`{symbol}` would promote to itself"))
                .label("is among these")
                .help("leave it out, as in `any starting man but K or P`; `if wished` lets it stay what it is")
        } else if context.kinds[target.index()].royal {
            Diagnostic::error(
                Code::CheckPromotionToRoyal,
                place,
                format!("a man can't promote to the royal `{symbol}`"),
            )
            .label("is among these")
            .help(format!("leave `{symbol}` out, as in `any starting man but {symbol} or …`"))
        } else {
            continue;
        };
        report_once(context, held, diagnostic);
    }
}

fn facing(
    context: &mut Context<'_>,
    held: &Held<RuleLine>,
    said: &ast::Promotion,
    turning: Option<KindId>,
    place: Span,
) {
    let diagnostic = match (&said.facing, turning) {
        (None, Some(target)) => {
            let symbol = context.kinds[target.index()].symbol.clone();
            let message = format!("`{}` does not say how the new `{symbol}` faces", words::rule(&held.line));
            Diagnostic::error(Code::CheckPromotedFacing, place, message)
                .label("turns")
                .help("add `, facing as at the start`, or `, facing any way` if the player may choose")
        }
        (Some(facing), None) if !context.broken.contains(&true) => {
            Diagnostic::warning(Code::CheckIdleFacing, facing.span, "none of the men it promotes to can face two ways")
                .label("without effect")
                .help("leave it out")
        }
        _ => return,
    };
    let culprit = turning.map_or(context.title, |target| context.kind_spans[target.index()]);
    context.report_because(held.generation, diagnostic, culprit);
}

/// A royal man that could become one that is not: nobody could win any more.
fn royal_promotes(context: &mut Context<'_>, held: &Held<RuleLine>, man: KindId, place: Span) {
    let kind = &context.kinds[man.index()];
    if kind.royal {
        let symbol = kind.symbol.clone();
        let royal =
            Diagnostic::error(Code::CheckPromotionOfRoyal, place, format!("the royal `{symbol}` can't promote"))
                .label("it would be royal no more")
                .help("let another man promote, or take `royal` out of this man's line");
        report_once(context, held, royal);
    }
}

/// Men that would be promoted to outside the region in which they stay.
fn leaves_region(
    context: &mut Context<'_>,
    held: &Held<RuleLine>,
    side: Side,
    targets: &[KindId],
    zone: SquareSet,
    place: Span,
) {
    for &target in targets {
        let kind = &context.kinds[target.index()];
        let Some(id) = kind.stays_in else { continue };
        let region = &context.regions[id.index()];
        if let Some(square) = zone.iter().find(|&square| !region.squares[side].contains(square)) {
            let square = context.board.name(square);
            let message = format!(
                "{side}'s `{}` never leaves the region `{}`, and {square} is outside",
                kind.symbol, region.name
            );
            let outside = Diagnostic::error(Code::CheckOutsideRegion, place, message)
                .label("is among these")
                .help(format!("leave `{}` out, or let it promote within the region only", kind.symbol));
            report_once(context, held, outside);
        }
    }
}

/// Both sides may give the same reason.
fn report_once(context: &mut Context<'_>, held: &Held<RuleLine>, diagnostic: Diagnostic) {
    if !context.diagnostics.contains(&diagnostic) {
        context.report(held.generation, diagnostic);
    }
}
