//! The endings: conditions, results and reasons.

use super::context::Context;
use super::regions::area_squares;
use super::sheet::Held;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side};
use crate::model::{Condition, Ending, GameResult, KindId, MaterialSide, QuietUnit};
use crate::source::Spanned;
use crate::syntax::variant::ast::{self, Balance, EndingResult, Section, Symbol};

/// An ending of the model with the line it comes from.
pub(super) struct Made {
    pub(super) ending: Ending,
    pub(super) held: Held<ast::Ending>,
}

/// Makes the endings. The second value is whether they are as the text means them.
pub(super) fn endings(context: &mut Context<'_>) -> (Vec<Made>, bool) {
    let before = context.errors();
    let lines: Vec<Held<ast::Ending>> = context.sheet.endings.clone();
    if lines.is_empty() && !context.damage.hurts(Section::Endings) {
        context.diagnostics.push(
            Diagnostic::error(Code::CheckMissingSection, context.title, "the game has no endings")
                .label("for this game")
                .help("write a section `endings`, with a line for each, as in `checkmate: loses`"),
        );
    }
    let mut made = Vec::new();
    for held in lines {
        if let Some(ending) = ending(context, &held) {
            made.push(Made { ending, held });
        }
    }
    (made, context.errors() == before && !context.damage.hurts(Section::Endings))
}

fn ending(context: &mut Context<'_>, held: &Held<ast::Ending>) -> Option<Ending> {
    let condition = condition(context, held);
    let result = match held.line.result.value {
        EndingResult::Wins => GameResult::Wins,
        EndingResult::Loses => GameResult::Loses,
        EndingResult::Draw => GameResult::Draw,
        EndingResult::DrawOnClaim => GameResult::DrawOnClaim,
    };
    let fits = fits(context, held, result);
    let condition = condition?;
    if !fits {
        return None;
    }
    let side = match (held.sides.white, held.sides.black) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        _ => None,
    };
    let label =
        held.line.label.as_ref().map_or_else(|| usual_label(&condition).to_owned(), |label| label.value.clone());
    Some(Ending { side, condition, result, label })
}

/// The reason that is reported where the line gives none.
const fn usual_label(condition: &Condition) -> &'static str {
    match condition {
        Condition::Checkmate => "checkmate",
        Condition::Stalemate => "stalemate",
        Condition::OpponentBared | Condition::Bared => "bare-king",
        Condition::Quiet { .. } => "quiet-limit",
        Condition::Position { .. } => "repetition",
        Condition::OnlyMaterial(_) => "insufficient-material",
        Condition::ManOn { .. } => "goal",
        Condition::Without(_) | Condition::WithoutMen => "extinction",
        Condition::ChecksGiven(_) => "checks",
    }
}

/// Whether the result and the side make sense for the condition.
fn fits(context: &mut Context<'_>, held: &Held<ast::Ending>, result: GameResult) -> bool {
    let line = &held.line;
    let of_nobody = matches!(line.condition.value, ast::Condition::Position { .. } | ast::Condition::Only(_));
    let at_rest = of_nobody || matches!(line.condition.value, ast::Condition::Quiet { .. });
    let before = context.errors();
    if of_nobody && matches!(result, GameResult::Wins | GameResult::Loses) {
        let nobody = "this condition speaks of nobody, so nobody can win or lose by it";
        let result = Diagnostic::error(Code::CheckEndingOfNobody, line.result.span, nobody)
            .label("of whom?")
            .help("say `draw`, or `draw on claim`");
        context.report(held.generation, result);
    }
    if let Some(side) = line.side.filter(|_| of_nobody) {
        let nobody = "this condition speaks of nobody, so it can't be for one side";
        let sided = Diagnostic::error(Code::CheckEndingOfNobody, side.span, nobody)
            .label("of no side")
            .help("leave the side out");
        context.report(held.generation, sided);
    }
    if result == GameResult::DrawOnClaim && !at_rest {
        let claim = Diagnostic::error(Code::CheckIdleClaim, line.result.span, "the game ends here without a claim")
            .label("nothing to go on with")
            .help("say `draw`; what can be claimed are repetition, quiet limits and dead material");
        context.report(held.generation, claim);
    }
    context.errors() == before
}

fn condition(context: &mut Context<'_>, held: &Held<ast::Ending>) -> Option<Condition> {
    let user = "an ending";
    Some(match &held.line.condition.value {
        ast::Condition::Checkmate => Condition::Checkmate,
        ast::Condition::Stalemate => Condition::Stalemate,
        ast::Condition::OpponentBared => Condition::OpponentBared,
        ast::Condition::Bared => Condition::Bared,
        ast::Condition::Quiet { count, unit } => {
            let (unit, word) = match unit.value {
                ast::QuietUnit::Moves => (QuietUnit::Moves, "moves"),
                ast::QuietUnit::Plies => (QuietUnit::Plies, "plies"),
                ast::QuietUnit::Series => (QuietUnit::Series, "series"),
            };
            let count = context.number(held.generation, *count, 1, 10_000, word)? as u16;
            Condition::Quiet { count, unit }
        }
        ast::Condition::Position { times } => {
            Condition::Position { times: context.number(held.generation, *times, 2, 255, "times")? as u8 }
        }
        ast::Condition::Only(balances) => {
            let before = context.errors();
            let mut all = Vec::new();
            for balance in balances {
                for balance in material(context, held, balance) {
                    let swapped = PerSide::new(balance.black.clone(), balance.white.clone());
                    if !all.contains(&balance) && !all.contains(&swapped) {
                        all.push(balance);
                    }
                }
            }
            (context.errors() == before && !all.is_empty()).then_some(Condition::OnlyMaterial(all))?
        }
        ast::Condition::ManOn { men, on } => {
            let kinds = context.men(held, men, user);
            let squares = area_squares(context, held.generation, on);
            (!kinds.is_empty()).then_some(Condition::ManOn { kinds, squares })?
        }
        ast::Condition::Without(men) => {
            let kinds = context.men(held, men, user);
            (!kinds.is_empty()).then_some(Condition::Without(kinds))?
        }
        ast::Condition::WithoutMen => Condition::WithoutMen,
        ast::Condition::ChecksGiven(count) => {
            Condition::ChecksGiven(context.number(held.generation, *count, 1, 255, "checks")? as u8)
        }
    })
}

/// A balance of material, and the other way round where that is not the same with the sides exchanged.
fn material(
    context: &mut Context<'_>,
    held: &Held<ast::Ending>,
    balance: &Spanned<Balance>,
) -> Vec<PerSide<MaterialSide>> {
    let (one, other, any) = match &balance.value {
        Balance::Versus(one, other) => (one, other, None),
        Balance::OneColour { men, any } => (men, men, Some(any)),
    };
    for symbol in one.iter().chain(other).chain(any) {
        // Says so if there is no such man at all.
        context.man(held.generation, PerSide::both(true), symbol, "an ending");
    }
    let side_has = |side: Side, men: &[Symbol]| {
        let find = |symbol: &Symbol| context.find(held.generation, PerSide::both(true), &symbol.value)[side];
        let mut men: Vec<KindId> = men.iter().map(find).collect::<Option<_>>()?;
        men.sort_unstable();
        Some(MaterialSide { men, any_on_one_colour: any.and_then(find) })
    };
    let way = |white: &[Symbol], black: &[Symbol]| {
        Some(PerSide::new(side_has(Side::White, white)?, side_has(Side::Black, black)?))
    };
    way(one, other).into_iter().chain(way(other, one)).collect()
}
