//! The rules, each as a part of the model.

use super::castling::castling;
use super::lines::{InForce, LinesInForce};
use super::long_steps::{en_passant, long_steps};
use super::men::Men;
use super::movements::Movements;
use super::names::{Names, User, kinds};
use super::phrases;
use super::promotion::promotion;
use super::regions::Regions;
use super::report::{Partial, Reported, Reporter};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side};
use crate::model::{
    CheckRule, Count, CountLimit, CountedMen, FinishingMove, Grid, KindId, Opposition, Passing, Points, Progress,
    Repetition, Rules, Series, SeriesLength, Setup,
};
use crate::source::Spanned;
use crate::syntax::ast::{
    self, Finish, Pointed, PointsOf, Rule, RuleLine, RuleName, RuleSetting, Section, SeriesEnd, Symbol,
};

/// The most pairs of men that may not face each other.
const MAX_OPPOSITIONS: usize = 256;

/// Makes the rules.
pub(super) fn rules(
    lines: &LinesInForce,
    men: &Men<'_>,
    regions: &Regions,
    setups: &[Setup],
    reporter: &mut Reporter,
) -> Partial<Rules> {
    let mut whole = reporter.complete(Section::Rules);
    let mut reading =
        Reading { names: men.names(), men, regions, setups, rules: Rules::default(), lengths: PerSide::default() };
    for line in &lines.rules {
        let RuleSetting::Rule(rule) = &line.line.value else { continue };
        let made = of_both_sides(line, reporter).and_then(|()| reading.rule(line, &rule.value, reporter));
        whole = whole.and(made);
    }
    for side in Side::ALL {
        let length = reading.lengths[side].transpose();
        reading.rules.series[side] = length.unwrap_or_default().map(|length| Series {
            length,
            ends_by_check: false,
            ends_by_capture: false,
            stuck_may_claim_stalemate: false,
        });
    }
    for line in &lines.rules {
        let RuleSetting::Rule(rule) = &line.line.value else { continue };
        // An error here does not affect the other rules.
        let _ = reading.part_of_series(lines, line, &rule.value, reporter);
    }
    Partial { read: reading.rules, whole }
}

/// Refuses a rule for one side only, which most rules can't be.
fn of_both_sides(line: &InForce<RuleLine>, reporter: &mut Reporter) -> Result<(), Reported> {
    let name = line.line.name.value;
    let has_sides = matches!(
        name,
        RuleName::Castling
            | RuleName::LongStep
            | RuleName::EnPassant
            | RuleName::Promotion
            | RuleName::Immobility
            | RuleName::Capture
            | RuleName::Passing
            | RuleName::Series
            | RuleName::SeriesEnds
            | RuleName::StuckInSeries
            | RuleName::Check
            | RuleName::CheckEvasion
            | RuleName::OwnCheck
            | RuleName::Counting
            | RuleName::CountingWhenBared
    );
    let Some(side) = line.line.side.as_ref().filter(|_| !has_sides) else { return Ok(()) };
    let message = format!("`{}` holds for both sides or for none", line.line.words());
    let sided = Diagnostic::error(Code::CheckRuleOfBothSides, side.span, message)
        .label("it can't be for one side")
        .help("leave the side out");
    Err(reporter.error_in(line.file, sided))
}

/// The sides that a line is for.
fn of_sides(line: &InForce<RuleLine>) -> impl Iterator<Item = Side> {
    let sides = line.sides;
    Side::ALL.into_iter().filter(move |&side| sides[side])
}

/// Rules as they are read.
struct Reading<'m, 'a> {
    names: &'m Names<'a>,
    men: &'m Men<'a>,
    regions: &'m Regions,
    setups: &'m [Setup],
    rules: Rules,
    /// The length of each side's series, if it plays series.
    lengths: PerSide<Option<Result<SeriesLength, Reported>>>,
}

impl Reading<'_, '_> {
    /// Reads a rule, and adds the whole rule or nothing.
    fn rule(&mut self, line: &InForce<RuleLine>, rule: &Rule, reporter: &mut Reporter) -> Result<(), Reported> {
        let file = line.file;
        match rule {
            Rule::Castling(written) => {
                let made = castling(line, written, self.names, self.regions, reporter)?;
                for side in Side::ALL.into_iter().filter(|&side| made[side].is_some()) {
                    self.rules.castling[side].clone_from(&made[side]);
                }
            }
            Rule::LongStep(written) => {
                let kinds = self.subject(line, reporter)?;
                let steps = &self.rules.long_steps;
                let taken = |side: Side| steps[side].iter().any(|step| Some(step.kind) == kinds[side]);
                if Side::ALL.into_iter().any(taken) {
                    return Err(two_lines_for_one_man(line, reporter));
                }
                let made = long_steps(line, written, kinds, self.men, self.regions, reporter)?;
                for side in Side::ALL {
                    self.rules.long_steps[side].extend(made[side].iter().cloned());
                }
            }
            Rule::EnPassant(written) => {
                let made = en_passant(line, written, self.names, self.regions, reporter)?;
                of_sides(line).for_each(|side| self.rules.en_passant[side] = Some(made[side].clone()));
            }
            Rule::Promotion(written) => {
                let kinds = self.subject(line, reporter)?;
                let promotions = &self.rules.promotions;
                let taken = |side: Side| promotions[side].iter().any(|promotion| Some(promotion.kind) == kinds[side]);
                if Side::ALL.into_iter().any(taken) {
                    return Err(two_lines_for_one_man(line, reporter));
                }
                let made = promotion(line, written, kinds, self.men, self.regions, self.setups, reporter)?;
                for side in Side::ALL {
                    self.rules.promotions[side].extend(made[side].clone());
                }
            }
            Rule::Progress(written) => self.rules.progress = self.progress(line, written, reporter)?,
            Rule::Points(pointed) => self.rules.points = Some(self.points(line, pointed, reporter)?),
            Rule::Series(written) => {
                let length = series_length(line, written, reporter);
                for side in Side::ALL.into_iter().filter(|&side| line.sides[side]) {
                    self.lengths[side] = Some(length);
                }
                length?;
            }
            // These are read after the series that they belong to.
            Rule::SeriesEnds(_) | Rule::StuckInSeries => {}
            Rule::MustMove(number) => {
                let number = reporter.number(file, *number, 2, 255, "number of moves")?;
                self.rules.must_move = Some(number as u8);
            }
            Rule::RepetitionIllegal => self.rules.repetition = Repetition::Illegal,
            Rule::Grid { files, ranks } => self.rules.grid = Some(self.grid(line, *files, *ranks, reporter)?),
            Rule::Opposition(pairs) => {
                let made = self.opposition(line, pairs, reporter)?;
                self.rules.opposition.extend(made);
            }
            Rule::FinishingMove(ways) => {
                let to = |wanted: Finish| ways.iter().any(|way| way.value == wanted);
                let (to_checkmate, to_stalemate) = (to(Finish::Checkmate), to(Finish::Stalemate));
                self.rules.finishing_move = Some(FinishingMove { to_checkmate, to_stalemate });
            }
            Rule::ImmobilityIllegal => {
                of_sides(line).for_each(|side| self.rules.immobility_illegal[side] = true);
            }
            Rule::CaptureCompulsory => of_sides(line).for_each(|side| self.rules.compulsory_capture[side] = true),
            Rule::Passing(when) => {
                let passing = match when {
                    ast::Passing::WhenNoOtherMove => Passing::WhenStuck,
                    ast::Passing::Always => Passing::Always,
                };
                of_sides(line).for_each(|side| self.rules.passing[side] = passing);
            }
            Rule::Check(check) => {
                let check = match check {
                    ast::Check::Forbidden => CheckRule::Forbidden,
                    ast::Check::OnlyToCheckmate => CheckRule::OnlyToCheckmate,
                    ast::Check::OnlyLastOfSeries => CheckRule::OnlyLastOfSeries,
                };
                of_sides(line).for_each(|side| self.rules.check[side] = check);
            }
            Rule::CheckEvasionWithoutFlight => of_sides(line).for_each(|side| self.rules.no_flight[side] = true),
            Rule::Counting(written) => {
                let count = self.count(line, written, reporter)?;
                let bared = line.line.name.value == RuleName::CountingWhenBared;
                let counts = if bared { &mut self.rules.counting_when_bared } else { &mut self.rules.counting };
                of_sides(line).for_each(|side| counts[side] = Some(count.clone()));
            }
            Rule::OwnCheckInSeries => of_sides(line).for_each(|side| self.rules.own_check_in_series[side] = true),
        }
        Ok(())
    }

    fn progress(
        &self,
        line: &InForce<RuleLine>,
        written: &ast::Progress,
        reporter: &mut Reporter,
    ) -> Result<Progress, Reported> {
        let (file, user) = (line.file, User::Rule(&line.line));
        let moves_of = self.names.all_of(file, line.sides, &written.moves_of, user, reporter);
        let one_way_moves_of = self.names.all_of(file, line.sides, &written.one_way_moves_of, user, reporter);
        Ok(Progress {
            captures: written.capture.is_some(),
            promotions: written.promotion.is_some(),
            moves_of: moves_of?,
            one_way_moves_of: one_way_moves_of?,
        })
    }

    /// The man that a rule is for, for each side that has it.
    fn subject(&self, line: &InForce<RuleLine>, reporter: &mut Reporter) -> Result<PerSide<Option<KindId>>, Reported> {
        match &line.line.man {
            Some(symbol) => self.names.man(line.file, line.sides, symbol, User::Rule(&line.line), reporter),
            None => Ok(PerSide::default()),
        }
    }

    /// Reads what ends a series, or what a player without legal moves in one may do.
    fn part_of_series(
        &mut self,
        lines: &LinesInForce,
        line: &InForce<RuleLine>,
        rule: &Rule,
        reporter: &mut Reporter,
    ) -> Result<(), Reported> {
        let sides = Side::ALL.into_iter().filter(|&side| line.sides[side]);
        let word = match rule {
            Rule::SeriesEnds(_) => "series ends",
            Rule::StuckInSeries => "stuck in a series",
            _ => return Ok(()),
        };
        let mut without = true;
        for side in sides {
            without &= self.lengths[side].is_none();
            let Some(series) = &mut self.rules.series[side] else { continue };
            match rule {
                Rule::SeriesEnds(ends) => {
                    series.ends_by_check = ends.iter().any(|end| end.value == SeriesEnd::Check);
                    series.ends_by_capture = ends.iter().any(|end| end.value == SeriesEnd::Capture);
                }
                _ => series.stuck_may_claim_stalemate = true,
            }
        }
        if !without {
            return Ok(());
        }
        // A line for both sides may be inherited although the rule itself is replaced for one of them.
        let has_line = lines.rules.iter().any(|line| line.line.name.value == RuleName::Series);
        if has_line && line.sides.white && line.sides.black {
            return Ok(());
        }
        Err(reporter.missing(Section::Rules, line.file, || {
            let both = line.sides.white && line.sides.black;
            let none = if both { "this game has none" } else { "this side has none" };
            let message = format!("`{word}` needs series, and {none}");
            Diagnostic::error(Code::CheckNeedsSeries, line.line.name.span, message)
                .label("needs a series")
                .help("give the length of a series: `series: 2 moves`, `1 longer each turn`, …; or leave this out")
        }))
    }

    fn grid(
        &self,
        line: &InForce<RuleLine>,
        files: Spanned<u32>,
        ranks: Spanned<u32>,
        reporter: &mut Reporter,
    ) -> Result<Grid, Reported> {
        let board = self.regions.board()?;
        let span = files.span.to(ranks.span);
        let (across, up) = (u32::from(board.files()), u32::from(board.ranks()));
        let divides = |part: u32, whole: u32| part != 0 && whole.is_multiple_of(part);
        if !divides(files.value, across) || !divides(ranks.value, up) {
            let message = format!("blocks of {}x{} don't divide a board of {board}", files.value, ranks.value);
            let sizes = |whole: u32| {
                let sizes: Vec<String> =
                    (1..=whole).filter(|size| whole.is_multiple_of(*size)).map(|size| size.to_string()).collect();
                phrases::one_of(&sizes)
            };
            let uneven = Diagnostic::error(Code::CheckUnevenGrid, span, message)
                .label("does not divide the board")
                .help(format!("a block is {} files wide and {} ranks high", sizes(across), sizes(up)));
            return Err(reporter.error_in(line.file, uneven));
        }
        if (files.value, ranks.value) == (across, up) {
            let message = "the board is one block, which no move can leave";
            let whole = Diagnostic::error(Code::CheckUnevenGrid, span, message)
                .label("as large as the board")
                .help("make the blocks smaller");
            return Err(reporter.error_in(line.file, whole));
        }
        Ok(Grid { files: files.value as u8, ranks: ranks.value as u8 })
    }

    /// Reads a count of moves. Its conditions on men apply to the men of both sides.
    fn count(
        &self,
        line: &InForce<RuleLine>,
        written: &ast::Counting,
        reporter: &mut Reporter,
    ) -> Result<Count, Reported> {
        let (file, user) = (line.file, User::Rule(&line.line));
        let men =
            |men: &[Symbol], reporter: &mut Reporter| self.names.all_of(file, PerSide::both(true), men, user, reporter);
        let mut count = Count::default();
        let mut whole = Ok(());
        if let Some(limit) = written.limits.get(Count::MAX_LIMITS) {
            let message = format!("a count has at most {} limits", Count::MAX_LIMITS);
            return Err(reporter.too_many(file, limit.moves.span, message, "leave out limits that others cover"));
        }
        for limit in &written.limits {
            let moves = reporter.number(file, limit.moves, 1, Count::MAX_MOVES.into(), "number of moves");
            let least = limit.least.map_or(Ok(1), |least| reporter.number(file, least, 1, 256, "number of men"));
            let kinds = men(&limit.against, reporter);
            let made = moves.and_then(|moves| {
                let against = CountedMen { least: least? as u16, kinds: kinds? };
                let against = (!limit.against.is_empty()).then_some(against);
                Ok(CountLimit { moves: moves as u16, against })
            });
            whole = whole.and(made.map(|limit| count.limits.push(limit)));
        }
        let without = men(&written.without, reporter);
        let most_men = written.most_men.map(|most| reporter.number(file, most, 1, 256, "number of men")).transpose();
        whole?;
        Ok(Count {
            without: without?,
            most_men: most_men?.map(|most| most as u16),
            from_men: written.from_men,
            ..count
        })
    }

    /// The points of men and sides, each of which is named once.
    fn points(
        &self,
        line: &InForce<RuleLine>,
        pointed: &[Pointed],
        reporter: &mut Reporter,
    ) -> Result<Points, Reported> {
        /// More points are refused, so that no army has more than a number holds.
        const MAX_POINTS: u32 = 1000;
        let mut points = Points::default();
        let mut sides: Vec<Side> = Vec::new();
        let mut whole = Ok(());
        for Pointed { of, points: written } in pointed {
            let (digits, half) = written.value.strip_suffix(".5").map_or((&*written.value, 0), |digits| (digits, 1));
            let number = Spanned::new(digits.parse().unwrap_or(u32::MAX), written.span);
            let number = reporter.number(line.file, number, 0, MAX_POINTS, "number of points");
            let half_points = number.map(|number| (2 * number + half) as u16);
            let twice = |span, what: &str, reporter: &mut Reporter| {
                let twice = Diagnostic::error(Code::CheckNamedTwice, span, format!("{what} is named twice"));
                Err(reporter.error_in(line.file, twice.label("named before").help("leave one of the two out")))
            };
            let added = match of {
                PointsOf::Side(side) if sides.contains(&side.value) => {
                    twice(side.span, &side.value.to_string(), reporter)
                }
                PointsOf::Side(side) => {
                    sides.push(side.value);
                    half_points.map(|half_points| points.side[side.value] = half_points)
                }
                PointsOf::Men(symbol) => {
                    let found = self.names.man(line.file, line.sides, symbol, User::Rule(&line.line), reporter);
                    found.and_then(|found| {
                        let half_points = half_points?;
                        let mut kinds: Vec<KindId> = kinds(found).collect();
                        kinds.dedup();
                        if kinds.iter().any(|kind| points.men.iter().any(|(other, _)| other == kind)) {
                            return twice(symbol.span, &format!("`{}`", symbol.value), reporter);
                        }
                        points.men.extend(kinds.into_iter().map(|kind| (kind, half_points)));
                        Ok(())
                    })
                }
            };
            whole = whole.and(added);
        }
        whole.map(|()| points)
    }

    fn opposition(
        &self,
        line: &InForce<RuleLine>,
        pairs: &[ast::Opposition],
        reporter: &mut Reporter,
    ) -> Result<Vec<Opposition>, Reported> {
        let (file, user) = (line.file, User::Rule(&line.line));
        if let Some(pair) = pairs.get(MAX_OPPOSITIONS) {
            let message = format!("a game has at most {MAX_OPPOSITIONS} pairs of men that may not face each other");
            return Err(reporter.too_many(file, pair.watcher.span, message, "leave out pairs that follow from others"));
        }
        let mut made: Vec<Opposition> = Vec::new();
        let mut whole = Ok(());
        let mut movements = Movements::default();
        for pair in pairs {
            let mut find = |symbol: &Symbol| self.names.man(file, PerSide::both(true), symbol, user, reporter);
            let (watchers, watched) = (find(&pair.watcher), find(&pair.watched));
            let movement = movements.read(file, &pair.betza, reporter);
            let found = watchers.and_then(|watchers| Ok((watchers, watched?, movement?)));
            let (watchers, watched, movement) = match found {
                Ok(found) => found,
                Err(reported) => {
                    whole = Err(reported);
                    continue;
                }
            };
            for side in Side::ALL {
                let (Some(from), Some(target)) = (watchers[side], watched[!side]) else { continue };
                let betza = pair.betza.value.clone();
                let (movement, to_be_broken) = (movement.clone(), pair.to_be_broken);
                let rule = Opposition { watcher: from, watched: target, betza, movement, to_be_broken };
                let known = |other: &Opposition| {
                    other.watcher == from
                        && other.watched == target
                        && other.movement == rule.movement
                        && other.to_be_broken == to_be_broken
                };
                if !made.iter().any(known) {
                    made.push(rule);
                }
            }
        }
        whole.map(|()| made)
    }
}

fn two_lines_for_one_man(line: &InForce<RuleLine>, reporter: &mut Reporter) -> Reported {
    let message = format!("this man already has a line `{}`", line.line.words());
    let twice = Diagnostic::error(Code::CheckRepeatedLine, line.line.name.span, message)
        .label("a second line for one man")
        .help("keep the one that is meant");
    reporter.error_in(line.file, twice)
}

fn series_length(
    line: &InForce<RuleLine>,
    written: &ast::SeriesLength,
    reporter: &mut Reporter,
) -> Result<SeriesLength, Reported> {
    let mut number =
        |number: Spanned<u32>| reporter.number(line.file, number, 1, 255, "number of moves").map(|number| number as u8);
    Ok(match written {
        ast::SeriesLength::Moves { moves, first } => {
            let moves = number(*moves);
            let first = first.map_or(moves, &mut number);
            SeriesLength::Fixed { moves: moves?, first: first? }
        }
        ast::SeriesLength::LongerEachTurn(by) => SeriesLength::LongerEachTurn(number(*by)?),
        ast::SeriesLength::LongerThanLast(by) => SeriesLength::LongerThanLast(number(*by)?),
        ast::SeriesLength::AsLongAsLast { longer, shorter, at_least } => {
            let longer = longer.map_or(Ok(0), &mut number);
            let shorter = shorter.map_or(Ok(0), &mut number);
            let least = at_least.map_or(Ok(1), &mut number);
            SeriesLength::Answering { longer: longer?, shorter: shorter?, least: least? }
        }
    })
}
