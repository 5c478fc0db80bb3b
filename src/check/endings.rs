//! The endings: conditions, results and reasons.

use std::collections::HashSet;

use super::lines::{InForce, LinesInForce};
use super::names::{ManTable, Referrer};
use super::regions::Regions;
use super::report::{Partial, Reported, Reporter, collect_all};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side};
use crate::model::{
    Condition, Ending, GameResult, Judged, KindId, Lines as BoardLines, MaterialSide, QuietUnit, Variant,
};
use crate::source::Spanned;
use crate::syntax::ast::{self, Balance, LineKind, Section, Symbol};

/// An ending, and the line that it was made from.
pub(super) type EndingWithLine<'a> = (Ending, &'a InForce<ast::Ending>);

/// Makes the endings. A line about men that no side has is left out, since it never holds.
pub(super) fn endings<'a>(
    lines: &'a LinesInForce,
    man_table: &ManTable<'_>,
    regions: &Regions<'_>,
) -> Partial<Vec<EndingWithLine<'a>>> {
    let mut whole = man_table.reporter.section_is_complete(Section::Endings);
    if lines.endings.is_empty() {
        let help = "write a section `endings`, with a line for each, as in `checkmate: loses`";
        whole = Err(man_table.reporter.missing_section(Section::Endings, "the game has no endings", help));
    }
    let mut endings = Vec::new();
    for line in &lines.endings {
        if endings.len() >= Variant::MAX_ENDINGS {
            let message = format!("a game has at most {} endings", Variant::MAX_ENDINGS);
            let help = "one line can name several men or squares";
            whole = Err(man_table.reporter.too_many(line.file, line.line.span, message, help));
            break;
        }
        let made = read_ending(line, man_table, regions);
        whole = whole.and(made.map(|ending| endings.extend(ending.map(|ending| (ending, line)))));
    }
    Partial { read: endings, whole }
}

/// Reads an ending; `None` if it can never hold.
fn read_ending(
    line: &InForce<ast::Ending>,
    man_table: &ManTable<'_>,
    regions: &Regions<'_>,
) -> Result<Option<Ending>, Reported> {
    let condition = read_condition(line, man_table, regions);
    let result = line.line.result.value;
    check_result_and_side(line, result, man_table.reporter)?;
    let Some(condition) = condition? else { return Ok(None) };
    let side = match (line.sides.white, line.sides.black) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        _ => None,
    };
    let label = match &line.line.label {
        Some(label) => label.value.clone(),
        None => default_label(&condition).to_owned(),
    };
    let judged = line.line.judged.as_ref().map_or(Judged::Always, |judged| judged.value);
    Ok(Some(Ending { side, both: line.line.both, judged, condition, result, label }))
}

/// The reason that is reported where the line gives none.
const fn default_label(condition: &Condition) -> &'static str {
    match condition {
        Condition::Checkmate => "checkmate",
        Condition::Stalemate => "stalemate",
        Condition::OpponentBared | Condition::Bared => "bare-king",
        Condition::Quiet { .. } => "quiet-limit",
        Condition::Position { perpetual_check: true, .. } => "perpetual-check",
        Condition::Position { .. } => "repetition",
        Condition::OnlyMaterial(_) => "insufficient-material",
        Condition::ManOn { .. } => "goal",
        Condition::Without(_) | Condition::WithoutMen | Condition::FewerThan { .. } => "extinction",
        Condition::InARow { .. } => "row",
        Condition::BothPass => "passing",
        Condition::OppositionAccepted => "opposition",
        Condition::CountedOut => "counting",
        Condition::ChecksGiven(_) => "checks",
    }
}

/// Requires a result and a side that make sense for the condition.
fn check_result_and_side(line: &InForce<ast::Ending>, result: GameResult, reporter: &Reporter) -> Result<(), Reported> {
    let InForce { line, file, .. } = line;
    let position = matches!(line.condition.value, ast::Condition::Position { perpetual: false, .. });
    let repetition = matches!(line.condition.value, ast::Condition::Position { .. });
    let own_turn =
        |judged: &Spanned<Judged>| matches!(judged.value, Judged::ToMove | Judged::NotToMove | Judged::Unanswered);
    // The side that brings a position about, or that is named, can win or lose by it.
    let owned = position && (line.side.is_some() || line.judged.as_ref().is_some_and(own_turn));
    let of_nobody = line.both
        || position && !owned
        || matches!(
            line.condition.value,
            ast::Condition::Only(_)
                | ast::Condition::BothPass
                | ast::Condition::OppositionAccepted
                | ast::Condition::CountedOut
        );
    let claimable = repetition
        || matches!(
            line.condition.value,
            ast::Condition::Quiet { .. } | ast::Condition::Only(_) | ast::Condition::CountedOut
        );
    let mut fits = Ok(());
    if of_nobody && result.is_of_a_side() {
        let message = "this condition holds for neither side, so neither can win or lose by it";
        let help = if position {
            "write `draw`, or add who is to move: `position 3 times, not to move: loses`, for who brings it about"
        } else {
            "write `draw`, or the winner: `white wins`, `black wins`"
        };
        let result = Diagnostic::error(Code::CheckEndingOfNobody, line.result.span, message).label("which side?");
        fits = Err(reporter.error_in(*file, result.help(help)));
    }
    if let Some(side) = line.side.filter(|_| of_nobody || owned && !result.is_of_a_side()) {
        let message = "this condition holds for neither side, so it can't be limited to one";
        let sided = Diagnostic::error(Code::CheckEndingOfNobody, side.span, message)
            .label("of no side")
            .help("leave the side out");
        fits = Err(reporter.error_in(*file, sided));
    }
    if result == GameResult::DrawOnClaim && !claimable {
        let message = "the game ends here without a claim";
        let claim = Diagnostic::error(Code::CheckIdleClaim, line.result.span, message)
            .label("the game can't go on after this")
            .help("write `draw`; only repetition, quiet limits, counts and dead material can be claimed");
        fits = Err(reporter.error_in(*file, claim));
    }
    fits
}

/// Reads the condition of an ending; `None` if it can never hold.
fn read_condition(
    line: &InForce<ast::Ending>,
    man_table: &ManTable<'_>,
    regions: &Regions<'_>,
) -> Result<Option<Condition>, Reported> {
    let file = line.file;
    let men = |men: &[Symbol]| man_table.resolve_all(file, line.sides, men, Referrer::Ending);
    Ok(Some(match &line.line.condition.value {
        ast::Condition::Checkmate => Condition::Checkmate,
        ast::Condition::Stalemate => Condition::Stalemate,
        ast::Condition::OpponentBared => Condition::OpponentBared,
        ast::Condition::Bared => Condition::Bared,
        ast::Condition::Quiet { count, unit } => {
            let what = match unit.value {
                QuietUnit::Moves => "number of moves",
                QuietUnit::Plies => "number of plies",
                QuietUnit::Series => "number of series",
            };
            let count = man_table.reporter.number(file, *count, 1, 10_000, what)? as u16;
            Condition::Quiet { count, unit: unit.value }
        }
        ast::Condition::Position { times, perpetual } => {
            let times = man_table.reporter.number(file, *times, 2, 255, "number of times")? as u8;
            Condition::Position { times, perpetual_check: *perpetual }
        }
        ast::Condition::Only(balances) => match only_material(line, balances, man_table)? {
            Some(condition) => condition,
            None => return Ok(None),
        },
        ast::Condition::ManOn { men: symbols, least, on, safe, secure, full } => {
            let kinds = match symbols.as_slice() {
                [] => Ok((0..man_table.men().len()).map(|index| KindId(index as u8)).collect()),
                symbols => men(symbols),
            };
            let squares = regions.place(file, on);
            let least = least.map_or(Ok(1), |least| man_table.reporter.number(file, least, 1, 256, "number of men"));
            Condition::ManOn {
                kinds: kinds?,
                squares: squares?,
                least: least? as u16,
                safe: *safe,
                secure: *secure,
                full: *full,
            }
        }
        ast::Condition::FewerThan { count, men: symbols, against } => {
            let kinds = some_men(symbols).map(&men).transpose();
            let count = man_table.reporter.number(file, *count, 1, 256, "number of men");
            let against =
                against.map_or(Ok(0), |against| man_table.reporter.number(file, against, 1, 256, "number of men"));
            Condition::FewerThan { count: count? as u16, kinds: kinds?, against: against? as u16 }
        }
        ast::Condition::InARow { count, men: symbols, apart, lines } => {
            let kinds = some_men(symbols).map(&men).transpose();
            let count = man_table.reporter.number(file, *count, 2, 16, "number of men")?;
            for (index, kind) in lines.iter().enumerate() {
                if lines[..index].iter().any(|before| before.value == kind.value) {
                    man_table.reporter.warn_named_twice(file, kind.span, "these lines are named twice");
                }
            }
            let on = |kind: LineKind| lines.is_empty() || lines.iter().any(|line| line.value == kind);
            let lines = BoardLines {
                ranks: on(LineKind::Ranks),
                files: on(LineKind::Files),
                diagonals: on(LineKind::Diagonals),
            };
            Condition::InARow { count: count as u16, kinds: kinds?, lines, apart: *apart }
        }
        ast::Condition::BothPass => Condition::BothPass,
        ast::Condition::OppositionAccepted => Condition::OppositionAccepted,
        ast::Condition::CountedOut => Condition::CountedOut,
        ast::Condition::Without(symbols) => Condition::Without(men(symbols)?),
        ast::Condition::WithoutMen => Condition::WithoutMen,
        ast::Condition::ChecksGiven(count) => {
            Condition::ChecksGiven(man_table.reporter.number(file, *count, 1, 255, "number of checks")? as u8)
        }
    }))
}

/// Men that are named; `None` if the line is about all men.
fn some_men(symbols: &[Symbol]) -> Option<&[Symbol]> {
    (!symbols.is_empty()).then_some(symbols)
}

/// The condition that one of these balances is left, each listed once.
fn only_material(
    line: &InForce<ast::Ending>,
    balances: &[Spanned<Balance>],
    man_table: &ManTable<'_>,
) -> Result<Option<Condition>, Reported> {
    let mut distinct: Vec<PerSide<MaterialSide>> = Vec::new();
    let mut known: HashSet<PerSide<MaterialSide>> = HashSet::new();
    let ways = collect_all(balances.iter().map(|balance| read_balance(line, balance, man_table)))?;
    for balance in ways.into_iter().flatten() {
        let swapped = PerSide::new(balance.black.clone(), balance.white.clone());
        if !known.contains(&swapped) && known.insert(balance.clone()) {
            distinct.push(balance);
        }
    }
    if distinct.is_empty() {
        let message = "this never holds: no side has these men";
        let dead =
            Diagnostic::warning(Code::CheckDeadEnding, line.line.condition.span, message).label("without effect");
        man_table.reporter.warning_in(line.file, dead.help("leave it out"));
        return Ok(None);
    }
    Ok(Some(Condition::OnlyMaterial(distinct)))
}

/// A balance of material, and the same with the sides exchanged if that is another one.
fn read_balance(
    line: &InForce<ast::Ending>,
    balance: &Spanned<Balance>,
    man_table: &ManTable<'_>,
) -> Result<Vec<PerSide<MaterialSide>>, Reported> {
    let (one, other, any) = match &balance.value {
        Balance::Versus(one, other) => (one, other, None),
        Balance::OneColour { men, any } => (men, men, Some(any)),
    };
    let both = PerSide::both(true);
    let mut find = |symbol: &Symbol| man_table.resolve(line.file, both, symbol, Referrer::Ending);
    let one = collect_all(one.iter().map(&mut find));
    let other = collect_all(other.iter().map(&mut find));
    let any = any.map(&mut find).transpose();
    let (one, other, any) = (one?, other?, any?);
    let has = |side: Side, men: &[PerSide<Option<KindId>>]| {
        let mut men: Vec<KindId> = men.iter().map(|kind| kind[side]).collect::<Option<_>>()?;
        men.sort_unstable();
        Some(MaterialSide { men, any_on_one_colour: any.and_then(|kind| kind[side]) })
    };
    let way = |white: &[_], black: &[_]| Some(PerSide::new(has(Side::White, white)?, has(Side::Black, black)?));
    Ok(way(&one, &other).into_iter().chain(way(&other, &one)).collect())
}
