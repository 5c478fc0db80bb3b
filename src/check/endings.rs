//! The endings: conditions, results and reasons.

use std::collections::HashSet;

use super::line_reader::LineReader;
use super::lines::{InForce, LinesInForce, sides};
use super::names::{ManTable, Referrer, kinds};
use super::regions::Regions;
use super::report::{FileId, Partial, Reported, Reporter, collect_all};
use super::setups::report_unknown_setup;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side, Wind};
use crate::model::{
    Condition, Ending, GameResult, Judged, KindId, Lines as BoardLines, MaterialSide, QuietUnit, SetupId, Variant,
    Worth,
};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, Balance, Formation, LineKind, MenList, Section, Symbol};

/// An ending, and the line that it was made from.
pub(super) type EndingWithLine<'a> = (Ending, &'a InForce<ast::Ending>);

/// Makes the endings of the model. A line about men that no side has is left out, since it never holds.
pub(super) fn endings<'a>(
    lines: &'a LinesInForce,
    man_table: &ManTable<'_>,
    regions: &Regions<'_>,
) -> Partial<Vec<EndingWithLine<'a>>> {
    let mut whole = man_table.reporter.section_is_complete(Section::Endings);
    if lines.endings.is_empty() {
        let help = "write a section `endings`, with a line for each, as in `checkmated: loses`";
        whole = Err(man_table.reporter.missing_section(Section::Endings, "the game has no endings", help));
    }
    let mut endings = Vec::new();
    for line in &lines.endings {
        if endings.len() >= Variant::MAX_ENDINGS {
            let message = format!("a game has at most {} endings", Variant::MAX_ENDINGS);
            let help = "one line can name several men or squares";
            whole = Err(man_table.reporter.too_many(line.file, line.line.key.span, message, help));
            break;
        }
        let made = read_ending(line, man_table, regions);
        let setups = read_setups(line, lines, man_table.reporter);
        whole = whole.and(made.and_then(|ending| {
            let made = ending.zip(setups?).map(|(ending, setups)| (Ending { setups, ..ending }, line));
            endings.extend(made);
            Ok(())
        }));
    }
    Partial { read: endings, whole }
}

/// Reads an ending; `None` if it can never hold.
fn read_ending(
    line: &InForce<ast::Ending>,
    man_table: &ManTable<'_>,
    regions: &Regions<'_>,
) -> Result<Option<Ending>, Reported> {
    let InForce { line: ast::Ending { key: written, .. }, file, sides } = line;
    let key = LineReader { written, file: *file, sides: *sides, referrer: Referrer::Ending, man_table, regions };
    let condition = key.read_condition();
    let result = line.line.result.value;
    let worth = read_worth(line, man_table.reporter);
    check_result_and_side(line, result, man_table)?;
    let worth = worth?;
    let Some(condition) = condition? else { return Ok(None) };
    note_draw_by_one_side(line, result, man_table.reporter);
    let side = match (line.sides.white, line.sides.black) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        _ => None,
    };
    let label = match &line.line.label {
        Some(label) => label.value.clone(),
        None => condition.usual_label().to_owned(),
    };
    let judged = line.line.key.judged.as_ref().map_or(Judged::Always, |judged| judged.value);
    // Without a word it is of the player to move, too.
    let is_quiet = matches!(condition, Condition::Quiet { .. });
    let judged = if is_quiet && judged == Judged::ToMove { Judged::Always } else { judged };
    let on_claim = line.line.on_claim.is_some();
    let (both, setups) = (line.line.key.both, Vec::new());
    let (tie_on_claim, on_board) = (line.line.tie_on_claim, line.line.on_board);
    let ending =
        Ending { side, both, judged, setups, condition, result, worth, on_claim, tie_on_claim, on_board, label };
    if let Some(claim) = line.line.on_claim.filter(|_| !ending.winner_may_claim()) {
        return Err(man_table.reporter.error_in(line.file, idle_claim_of_win(&ending, claim)));
    }
    Ok(Some(ending))
}

/// Notes a draw by few men, or by lost castling, that ends the game as soon as it holds for one side, though no word says so.
fn note_draw_by_one_side(line: &InForce<ast::Ending>, result: GameResult, reporter: &Reporter) {
    let key = &line.line.key;
    let of_few = matches!(key.condition.value, ast::Condition::AtMost { against: None, .. });
    let of_castling = matches!(key.condition.value, ast::Condition::Plain(Condition::NoCastling(_)));
    let is_draw = matches!(result, GameResult::Draw | GameResult::DrawOnClaim);
    let says_whose = key.both || key.side.is_some() || key.judged.is_some();
    if !(of_few || of_castling) || !is_draw || says_whose || line.file != reporter.own() {
        return;
    }
    let words = reporter.written(line.file, key.condition.span);
    let message = format!("`{words}` is a draw as soon as it holds for one side, whatever the other one has");
    let note = Diagnostic::note(Code::CheckDrawByOneSide, key.condition.span, message).label("of either side");
    let rule = if of_castling { "; a game without castling has the rule `castling: none`" } else { "" };
    reporter.note(note.help(format!(
        "write `both have {words}` if it must hold for both sides; keep the line if one is enough{rule}"
    )));
}

/// Resolves the setups of an ending; `None` if the game has none of them. Only an inherited line may name setups that
/// the game lacks.
fn read_setups(
    line: &InForce<ast::Ending>,
    lines: &LinesInForce,
    reporter: &Reporter,
) -> Result<Option<Vec<SetupId>>, Reported> {
    let named = &line.line.key.setups;
    let mut ids: Vec<SetupId> = Vec::new();
    for name in named {
        let found = lines.setups.iter().position(|setup| setup.line.name.value == name.value);
        match found.map(|index| SetupId(index as u8)) {
            Some(id) if ids.contains(&id) => {
                reporter.warn_named_twice(line.file, name.span, format!("`{}` is named twice", name.value));
            }
            Some(id) => ids.push(id),
            None if line.file != reporter.own() => {}
            None => return Err(report_unknown_setup(name, line.file, &lines.setups, reporter)),
        }
    }
    ids.sort_unstable();
    Ok(Some(ids).filter(|ids| named.is_empty() || !ids.is_empty()))
}

/// The diagnostic for a win on claim that no player can claim.
fn idle_claim_of_win(ending: &Ending, claim: Span) -> Diagnostic {
    if matches!(ending.condition, Condition::Checkmate | Condition::Stalemate) {
        return Diagnostic::error(Code::CheckIdleClaim, claim, "the game ends here without a claim")
            .label("the game can't go on after this")
            .help("leave `on claim` out");
    }
    let help = if ending.result == GameResult::Loses {
        "the winner must be to move when it claims: write `, not to move` behind the condition"
    } else {
        "the winner must be to move when it claims: leave out who is to move, or write `, to move`"
    };
    Diagnostic::error(Code::CheckIdleClaim, claim, "nobody can claim this: who wins by it is not to move")
        .label("only the player to move claims")
        .help(help)
}

/// Reads the winner's score: a whole point if no number is written. The number is the score of the side that the result
/// names, and must fit the result.
fn read_worth(line: &InForce<ast::Ending>, reporter: &Reporter) -> Result<Worth, Reported> {
    let (result, score) = match &line.line {
        ast::Ending { result, score: Some(score), .. } => (result.value, score),
        _ => return Ok(Worth::FULL),
    };
    let written = &score.written.value;
    let refused = |message: String, label: &str, help: String| {
        Diagnostic::error(Code::CheckNumberOutOfRange, score.written.span, message).label(label).help(help)
    };
    let refuse = |message, label, help| Err(reporter.error_in(line.file, refused(message, label, help)));
    let Some(hundredths) = score.hundredths() else {
        let help = "a whole point is 1, and parts of it have at most two decimals: `0.25`, `0.75`".to_owned();
        return refuse(format!("nobody can score {written} by a game"), "from 0 to 1, in hundredths", help);
    };
    let worth = Worth::from_hundredths(if result == GameResult::Loses { 100 - hundredths } else { hundredths });
    let loses = (result == GameResult::Loses) != score.of_opponent;
    match worth {
        Some(worth) => Ok(worth),
        None if hundredths == Worth::DRAW => {
            let message = format!("who scores {written} neither wins nor loses");
            let draw = Span::new(line.line.result.span.start, score.written.span.end);
            let half = refused(message, "half a point", "write `draw`".to_owned()).edit(draw, "draw");
            Err(reporter.error_in(line.file, half))
        }
        None if loses => {
            let help = format!("`loses` takes less than 0.5, such as `loses 0.25`; or write `wins {written}`");
            refuse(format!("who scores {written} does not lose"), "more than half a point", help)
        }
        None => {
            let help = format!("`wins` takes more than 0.5, such as `wins 0.75`; or write `loses {written}`");
            refuse(format!("who scores {written} does not win"), "less than half a point", help)
        }
    }
}

/// Reads a condition that a test of the text itself expects, as an ending of no consequence; `None` if it can never hold.
pub(super) fn expected_condition(
    key: &ast::EndingKey,
    man_table: &ManTable<'_>,
    regions: &Regions<'_>,
) -> Result<Option<Ending>, Reported> {
    let file = man_table.reporter.own();
    let sides = sides(key.side.as_ref());
    let condition =
        LineReader { written: key, file, sides, referrer: Referrer::Test, man_table, regions }.read_condition();
    if let Some(side) = key.side.as_ref().filter(|_| is_of_nobody(key)) {
        return Err(report_side_of_nobody(side, file, man_table.reporter));
    }
    let condition = condition?;
    let judged = key.judged.as_ref().map_or(Judged::Always, |judged| judged.value);
    let side = key.side.as_ref().map(|side| side.value);
    Ok(condition.map(|condition| Ending { side, both: key.both, judged, ..Ending::draw(condition) }))
}

/// Whether a plain repetition holds for a side: for the one that brings it about, or that is named.
fn is_repetition_of_a_side(key: &ast::EndingKey) -> bool {
    let names_a_side =
        |judged: &Spanned<Judged>| matches!(judged.value, Judged::ToMove | Judged::NotToMove | Judged::Unanswered);
    is_plain_repetition(key) && (key.side.is_some() || key.judged.as_ref().is_some_and(names_a_side))
}

const fn is_plain_repetition(key: &ast::EndingKey) -> bool {
    matches!(key.condition.value, ast::Condition::Position { perpetual: false, .. })
}

/// Whether a condition holds for neither side.
fn is_of_nobody(key: &ast::EndingKey) -> bool {
    key.both
        || is_plain_repetition(key) && !is_repetition_of_a_side(key)
        || match &key.condition.value {
            ast::Condition::Plain(condition) => !condition.is_of_a_side(),
            ast::Condition::Only(_) => true,
            ast::Condition::Quiet { .. }
            | ast::Condition::Position { .. }
            | ast::Condition::ManOn { .. }
            | ast::Condition::AtMost { .. }
            | ast::Condition::InARow { .. }
            | ast::Condition::Chain { .. }
            | ast::Condition::ChecksGiven(_) => false,
        }
}

/// Reports that a condition is limited to a side, but holds for neither.
fn report_side_of_nobody(side: &Spanned<Side>, file: FileId, reporter: &Reporter) -> Reported {
    let message = "this condition holds for neither side, so it can't be limited to one";
    let sided =
        Diagnostic::error(Code::CheckEndingOfNobody, side.span, message).label("of no side").help("leave the side out");
    reporter.error_in(file, sided)
}

/// Whether a condition is about men of one kind on certain squares, without a number, that are not royal.
fn names_one_kind(condition: &ast::Condition, file: FileId, man_table: &ManTable<'_>) -> bool {
    let ast::Condition::ManOn { men, least: None, on: Some(_), .. } = condition else { return false };
    let [man] = men.symbols.as_slice() else { return false };
    let is_royal = |property: &Spanned<ast::Property>| matches!(property.value, ast::Property::Royal(_));
    let found = man_table.lookup(file, PerSide::both(true), &man.value);
    !men.all_but
        && kinds(found)
            .all(|kind| man_table.men().get(kind.index()).is_some_and(|man| !man.line.properties.iter().any(is_royal)))
}

/// Checks that the result, the claim and the side of an ending make sense for its condition.
fn check_result_and_side(
    line: &InForce<ast::Ending>,
    result: GameResult,
    man_table: &ManTable<'_>,
) -> Result<(), Reported> {
    let reporter = man_table.reporter;
    let InForce { line: ast::Ending { key: line, result: line_result, .. }, file, .. } = line;
    let (is_of_a_side, is_of_nobody) = (is_repetition_of_a_side(line), is_of_nobody(line));
    let is_claimable = matches!(
        line.condition.value,
        ast::Condition::Position { .. }
            | ast::Condition::Quiet { .. }
            | ast::Condition::Only(_)
            | ast::Condition::Plain(Condition::CountedOut)
    );
    let mut verdict = Ok(());
    if is_of_nobody && result.is_of_a_side() {
        let message = "this condition holds for neither side, so neither can win or lose by it";
        let error = Diagnostic::error(Code::CheckEndingOfNobody, line_result.span, message).label("which side?");
        let two_men = line.both && names_one_kind(&line.condition.value, *file, man_table);
        verdict = Err(reporter.error_in(
            *file,
            if two_men {
                // `both R on last rank: wins` is of two rooks of a side.
                let (condition, result) = (line.condition.span, line_result.span);
                let words = reporter.written(*file, Span::new(condition.start, result.end));
                error
                    .help(format!("write `2 {words}`: two men of one side; `both` is of both sides"))
                    .edit(Span::new(line.span.start, condition.start), "2 ")
            } else if is_plain_repetition(line) {
                error.help(
                    "write `draw`, or add who is to move: `position 3 times, not to move: loses`, for who brings it about",
                )
            } else {
                error.help("write `draw`, or the winner: `white wins`, `black wins`")
            },
        ));
    }
    let is_quiet = matches!(line.condition.value, ast::Condition::Quiet { .. });
    if is_quiet && line.side.is_none() && line.judged.is_none() && result.is_of_a_side() {
        let words = reporter.written(*file, line.condition.span);
        let verb = if result == GameResult::Wins { "wins" } else { "loses" };
        let unsaid =
            Diagnostic::error(Code::CheckEndingOfNobody, line_result.span, format!("`{words}` says not who {verb}"))
                .label("which side?")
                .help(format!(
                    "write `draw`, or add who is to move: `{words}, to move: {verb}`, `{words}, not to move: {verb}`"
                ));
        verdict = Err(reporter.error_in(*file, unsaid));
    }
    if let Some(side) = line.side.as_ref().filter(|_| is_of_nobody || is_of_a_side && !result.is_of_a_side()) {
        verdict = Err(report_side_of_nobody(side, *file, reporter));
    }
    if result == GameResult::DrawOnClaim && !is_claimable {
        let message = "the game ends here without a claim";
        let claim = Diagnostic::error(Code::CheckIdleClaim, line_result.span, message)
            .label("the game can't go on after this")
            .help("write `draw`; only repetition, quiet limits, counts and dead material can be claimed");
        verdict = Err(reporter.error_in(*file, claim));
    }
    verdict
}

impl LineReader<'_, ast::EndingKey> {
    /// Reads the condition of an ending; `None` if it can never hold.
    fn read_condition(self) -> Result<Option<Condition>, Reported> {
        let men = |men: &MenList| self.kinds(self.sides, men);
        Ok(Some(match &self.written.condition.value {
            ast::Condition::Plain(condition) => condition.clone(),
            ast::Condition::Quiet { count, unit } => {
                let quantity = match unit.value {
                    QuietUnit::Moves => "number of moves",
                    QuietUnit::Plies => "number of plies",
                    QuietUnit::Series => "number of series",
                };
                let count = self.number(*count, 1, 10_000, quantity)? as u16;
                Condition::Quiet { count, unit: unit.value }
            }
            ast::Condition::Position { times, perpetual } => {
                let times = self.number(*times, 2, 255, "number of times")? as u8;
                Condition::Position { times, perpetual_check: *perpetual }
            }
            ast::Condition::Only(balances) => match self.only_material(balances)? {
                Some(condition) => condition,
                None => return Ok(None),
            },
            ast::Condition::ManOn { men: symbols, least, on, safe, secure, full } => {
                let kinds = if symbols.is_empty() {
                    Ok((0..self.man_table.men().len()).map(|index| KindId(index as u8)).collect())
                } else {
                    men(symbols)
                };
                let squares = on.as_ref().map_or_else(|| self.regions.whole_board(), |on| self.place(on));
                let least = least.map_or(Ok(1), |least| self.number(least, 1, 256, "number of men"));
                Condition::ManOn {
                    kinds: kinds?,
                    squares: squares?,
                    least: least? as u16,
                    safe: *safe,
                    secure: *secure,
                    full: *full,
                }
            }
            ast::Condition::AtMost { count, men: symbols, against } => {
                let kinds = some_men(symbols).map(&men).transpose();
                let count = self.number(*count, 0, 255, "number of men");
                let against = against.map_or(Ok(0), |against| self.number(against, 1, 256, "number of men"));
                Condition::AtMost { count: count? as u16, kinds: kinds?, against: against? as u16 }
            }
            ast::Condition::InARow { count, men: symbols, formation: Formation::Square, .. } => {
                let kinds = some_men(symbols).map(&men).transpose();
                let number = self.number(*count, 4, 256, "number of men")?;
                let side = number.isqrt();
                if side * side != number {
                    let message = format!("{number} men fill no square");
                    let oblong = Diagnostic::error(Code::CheckNumberOutOfRange, count.span, message)
                        .label("no square number")
                        .help("write `4`, `9` or `16`: for a square of 2 by 2, 3 by 3 or 4 by 4");
                    return Err(self.error(oblong));
                }
                Condition::InASquare { side: side as u8, kinds: kinds? }
            }
            ast::Condition::InARow { count, men: symbols, formation, lines } => {
                let kinds = some_men(symbols).map(&men).transpose();
                let count = self.number(*count, 2, 16, "number of men")?;
                for (index, kind) in lines.iter().enumerate() {
                    if lines[..index].iter().any(|before| before.value == kind.value) {
                        self.warn_named_twice(kind.span, "these lines are named twice");
                    }
                }
                let has_lines = |kind: LineKind| lines.is_empty() || lines.iter().any(|line| line.value == kind);
                let lines = BoardLines {
                    ranks: has_lines(LineKind::Ranks),
                    files: has_lines(LineKind::Files),
                    diagonals: has_lines(LineKind::Diagonals),
                };
                Condition::InARow { count: count as u16, kinds: kinds?, lines, apart: *formation == Formation::Line }
            }
            ast::Condition::Chain { men: symbols, between: [from, to], steps: named } => {
                let kinds = some_men(symbols).map(&men).transpose();
                let (from, to, steps) = (self.place(from), self.place(to), self.read_steps(named));
                Condition::Chain { kinds: kinds?, from: from?, to: to?, steps }
            }
            ast::Condition::ChecksGiven(count) => {
                Condition::ChecksGiven(self.number(*count, 1, 255, "number of checks")? as u8)
            }
        }))
    }

    /// Reads the steps of a chain, by default those along ranks and files, clockwise from north.
    fn read_steps(self, named: &[Spanned<Wind>]) -> Vec<Wind> {
        let mut steps: Vec<Wind> = Vec::new();
        for step in named {
            if steps.contains(&step.value) {
                self.warn_named_twice(step.span, format!("`{}` is named twice", step.value.name()));
            } else {
                steps.push(step.value);
            }
        }
        if steps.is_empty() {
            steps.extend([0, 4, 8, 12].map(Wind::new));
        }
        steps.sort_unstable();
        steps
    }

    /// Reads an ending by dead material (`only …`): the balances of men, each once; `None`, with a warning, if no side has
    /// such men.
    fn only_material(self, balances: &[Spanned<Balance>]) -> Result<Option<Condition>, Reported> {
        if balances.is_empty() {
            let nothing = Diagnostic::error(Code::CheckDeadEnding, self.written.condition.span, "this names no men")
                .label("which men are left?")
                .help("for example `only K v K, or K N v K: draw`; `only: none` takes out an inherited ending");
            return Err(self.error(nothing));
        }
        let mut distinct: Vec<PerSide<MaterialSide>> = Vec::new();
        let mut known: HashSet<PerSide<MaterialSide>> = HashSet::new();
        let both_ways = collect_all(balances.iter().map(|balance| self.read_balance(balance)))?;
        for balance in both_ways.into_iter().flatten() {
            let swapped = PerSide::new(balance.black.clone(), balance.white.clone());
            if !known.contains(&swapped) && known.insert(balance.clone()) {
                distinct.push(balance);
            }
        }
        if distinct.is_empty() {
            let message = "this never holds: no side has these men";
            let dead = Diagnostic::warning(Code::CheckDeadEnding, self.written.condition.span, message)
                .label("without effect");
            self.warning(dead.help("leave it out"));
            return Ok(None);
        }
        Ok(Some(Condition::OnlyMaterial(distinct)))
    }

    /// Reads a balance of material; returns it for White against Black and for Black against White, as far as they have
    /// the men.
    fn read_balance(self, balance: &Spanned<Balance>) -> Result<Vec<PerSide<MaterialSide>>, Reported> {
        let ([first, second], [first_any, second_any], apart) = match &balance.value {
            Balance::Versus { sides: [first, second], apart } => {
                let last = apart
                    .and_then(|_| first.last().filter(|last| second.last().is_some_and(|man| man.value == last.value)));
                if let (Some(span), None) = (*apart, last) {
                    let unlike = Diagnostic::error(
                        Code::CheckDeadEnding,
                        span,
                        "the lists of the two sides end with different men",
                    )
                    .label("which men stand on two colours?")
                    .help("let both end with the same man, as in `only K B v K B of two colours: draw`");
                    return Err(self.error(unlike));
                }
                ([first, second], [None, None], last)
            }
            Balance::AnyNumber { men, any, against: Some(against), .. } => ([men, against], [Some(any), None], None),
            Balance::AnyNumber { men, any, against: None, apart } => {
                ([men, men], [Some(any), Some(any)], apart.then_some(any))
            }
        };
        let mut resolve = |symbol: &Symbol| self.resolve(PerSide::both(true), symbol);
        let mut resolve_side = |men: &[Symbol], any: Option<&Symbol>| -> Result<_, Reported> {
            let men = collect_all(men.iter().map(&mut resolve));
            let [any, apart] = [any, apart].map(|man| man.map(&mut resolve).transpose());
            Ok((men?, any?, apart?))
        };
        let (first, second) = (resolve_side(first, first_any), resolve_side(second, second_any));
        let (first, second) = (first?, second?);
        let material =
            |side: Side, (men, any, apart): &(Vec<BalancedMan>, Option<BalancedMan>, Option<BalancedMan>)| {
                let mut men: Vec<KindId> = men.iter().map(|kind| kind[side]).collect::<Option<_>>()?;
                men.sort_unstable();
                let [any_on_one_colour, apart] = [any, apart].map(|man| man.and_then(|kind| kind[side]));
                Some(MaterialSide { men, any_on_one_colour, apart })
            };
        let balance_of =
            |white, black| Some(PerSide::new(material(Side::White, white)?, material(Side::Black, black)?));
        Ok(balance_of(&first, &second).into_iter().chain(balance_of(&second, &first)).collect())
    }
}

/// A man of a balance, as the kind that it is of each side.
type BalancedMan = PerSide<Option<KindId>>;

/// Men that are named; `None` if the line is about all men.
fn some_men(men: &MenList) -> Option<&MenList> {
    (!men.is_empty()).then_some(men)
}
