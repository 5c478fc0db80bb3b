//! The rules, each as a part of the model: castling, long steps and promotion last.

use super::findings::promotes_to_span;
use super::line_reader::LineReader;
use super::lines::LinesInForce;
use super::men::{Men, MovementReader};
use super::names::{ManTable, any_quoted, kinds};
use super::regions::Regions;
use super::report::{Partial, Place, Reported, collect_all};
use super::walls::read_walls;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Board, Leap, PerSide, Side, Square, SquareSet};
use crate::lints::squares_in_words;
use crate::model::{
    Castling, Clearance, CompulsoryMove, Count, CountLimit, CountedMen, DroppedCastling, EnPassant, Grid, KindId,
    KindLimit, KingTravel, Leg, LongStep, Movement, Opposition, Path, PlacedMan, Points, Progress, PromotedFacing,
    Promotion, PromotionChoice, Repetition, Rules, Series, SeriesLength, SeriesMovers, Setup, Symmetry, Variant,
};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    self, CompulsoryClass, MenList, Pointed, PointsOf, PromotesTo, Rule, RuleLine, RuleName, RuleSetting, Section,
    SquareName, Symbol, Travel, TurnPart,
};

/// The most pairs of men that may not face each other.
const MAX_OPPOSITIONS: usize = 256;

/// Makes the rules of the model from all rule lines in force.
pub(super) fn rules(lines: &LinesInForce, men: &Men<'_>, regions: &Regions<'_>, setups: &[Setup]) -> Partial<Rules> {
    let mut whole = men.man_table().reporter.section_is_complete(Section::Rules);
    let mut reader = RuleReader {
        men,
        setups,
        rules: Rules::default(),
        promotion_places: PerSide::default(),
        lengths: PerSide::default(),
    };
    for line in &lines.rules {
        let RuleSetting::Rule(rule) = &line.line.value else { continue };
        let line = LineReader::of_rule(line, men.man_table(), regions);
        whole = whole.and(require_both_sides(line).and_then(|()| reader.read_rule(line, &rule.value)));
    }
    if whole.is_ok() {
        note_promotions_of_one_side(lines, men.man_table(), regions);
    }
    for side in Side::ALL {
        let length = reader.lengths[side].transpose();
        reader.rules.series[side] = length.unwrap_or_default().map(|length| Series {
            length,
            ends_by_check: false,
            ends_by_capture: false,
            stuck_may_claim_stalemate: false,
            movers: SeriesMovers::Any,
        });
    }
    for line in &lines.rules {
        let RuleSetting::Rule(rule) = &line.line.value else { continue };
        // An error here does not affect the other rules.
        let _ = reader.read_option_of_turn(lines, LineReader::of_rule(line, men.man_table(), regions), &rule.value);
    }
    Partial { read: reader.rules, whole }
}

/// Notes promotions of one side that replace one of both sides on other squares: both could be meant.
fn note_promotions_of_one_side(lines: &LinesInForce, man_table: &ManTable<'_>, regions: &Regions<'_>) {
    let reporter = man_table.reporter;
    let mut promotions: Vec<(&RuleLine, PerSide<SquareSet>, Span)> = Vec::new();
    for line in lines.rules.iter().filter(|line| line.file == reporter.own()) {
        if let RuleSetting::Rule(Spanned { value: Rule::Promotion(written), span }) = &line.line.value
            && let Ok(on) = LineReader::of_rule(line, man_table, regions).place(&written.on)
        {
            promotions.push((&line.line, on, *span));
        }
    }
    let man = |line: &RuleLine| line.man.as_ref().map(|man| man.value.clone());
    for (index, (line, ..)) in promotions.iter().enumerate() {
        let Some(side) = line.side.map(|side| side.value) else { continue };
        let of_side =
            |(other, ..): &&(&RuleLine, _, _)| other.side.is_some_and(|of| of.value == side) && man(other) == man(line);
        if promotions[..index].iter().any(|other| of_side(&other)) {
            continue;
        }
        let zone = promotions.iter().filter(of_side).fold(SquareSet::EMPTY, |zone, (_, on, _)| zone.union(on[side]));
        let of_both = promotions.iter().filter(|(other, ..)| other.side.is_none() && man(other) == man(line));
        for (other, _, value) in of_both.filter(|(_, on, _)| on[side].intersection(zone).is_empty()) {
            let words = other.words();
            let message =
                format!("{side} has `{words}` only as in the lines for {side}, not as in that for both sides");
            let too =
                format!("{} {words}: {}", side.to_string().to_lowercase(), reporter.written(reporter.own(), *value));
            let note = Diagnostic::note(Code::CheckLostOptions, line.span, message).label("replaces a whole line");
            let note =
                note.also(other.span, format!("not for {side}")).help(format!("write `{too}` too: then both hold"));
            reporter.note(note.edit(Span::at(line.span.end), format!("\n  {too}")));
        }
    }
}

/// Refuses a rule for one side only, unless it is one of those that each side can have for itself.
fn require_both_sides(reader: LineReader<'_, RuleLine>) -> Result<(), Reported> {
    let line = reader.written;
    let name = line.name.value;
    let has_sides = matches!(
        name,
        RuleName::Castling
            | RuleName::LongStep
            | RuleName::EnPassant
            | RuleName::Promotion
            | RuleName::Drop
            | RuleName::Wall
            | RuleName::Immobility
            | RuleName::Capture
            | RuleName::Compulsory
            | RuleName::Passing
            | RuleName::Turn
            | RuleName::Check
            | RuleName::CheckEvasion
            | RuleName::OwnCheck
            | RuleName::Counting
            | RuleName::CountingWhenBared
    );
    let Some(side) = line.side.as_ref().filter(|_| !has_sides) else { return Ok(()) };
    let message = format!("`{}` holds for both sides or for none", line.words());
    let sided = Diagnostic::error(Code::CheckRuleOfBothSides, side.span, message)
        .label("it can't be for one side")
        .help("leave the side out");
    Err(reader.error(sided))
}

/// Rules as they are read.
struct RuleReader<'m> {
    men: &'m Men<'m>,
    setups: &'m [Setup],
    rules: Rules,
    /// By side: the place of each promotion's line, in the order of the promotions.
    promotion_places: PerSide<Vec<Place>>,
    /// The length of each side's series, if it plays series.
    lengths: PerSide<Option<Result<SeriesLength, Reported>>>,
}

impl RuleReader<'_> {
    /// Reads a rule, and adds the whole rule or nothing.
    fn read_rule(&mut self, line: LineReader<'_, RuleLine>, rule: &Rule) -> Result<(), Reported> {
        let rules = &mut self.rules;
        match rule {
            Rule::Castling(written) => {
                let made = line.castling(written)?;
                for side in Side::ALL.into_iter().filter(|&side| made[side].is_some()) {
                    rules.castling[side].clone_from(&made[side]);
                }
            }
            Rule::LongStep(written) => {
                let has_rule = |side: Side, kind| rules.long_steps[side].iter().any(|step| step.kind == kind);
                let made = line.long_steps(written, line.subject(has_rule)?, self.men)?;
                for side in Side::ALL {
                    rules.long_steps[side].extend(made[side].iter().cloned());
                }
            }
            Rule::EnPassant(written) => {
                let made = line.en_passant(written)?;
                line.each_side().for_each(|side| rules.en_passant[side] = Some(made[side].clone()));
            }
            Rule::Promotion(written) => {
                let made = line.promotion(written, line.subject(|_, _| false)?, self.men, self.setups)?;
                for (side, promotion) in made.iter().filter_map(|(side, made)| Some((side, made.as_ref()?))) {
                    let others = rules.promotions[side].iter().zip(&self.promotion_places[side]);
                    line.require_own_squares(promotion, others)?;
                }
                for (side, promotion) in made.iter() {
                    let place = Place { file: line.file, span: line.written.name.span };
                    self.promotion_places[side].extend(promotion.as_ref().map(|_| place));
                    rules.promotions[side].extend(promotion.clone());
                }
            }
            Rule::Wall(written) => {
                let made = read_walls(line, written)?;
                line.each_side().for_each(|side| rules.walls[side] = Some(made[side].clone()));
            }
            Rule::Progress(written) => rules.progress = line.progress(written)?,
            Rule::Points(pointed) => rules.points = Some(line.points(pointed)?),
            Rule::TurnLength(written) => {
                let length = line.turn_length(written);
                line.each_side().for_each(|side| self.lengths[side] = Some(length));
                length?;
            }
            // These are read after the lengths of the turns that they belong to, drops after all promotions (`check/drops.rs`).
            Rule::TurnEnds { .. } | Rule::StuckMayClaim(_) | Rule::TurnMovers(_) | Rule::Drop(_) => {}
            Rule::MustMove(number) => rules.must_move = Some(line.number(*number, 2, 255, "number of moves")? as u8),
            Rule::RepetitionForbidden => rules.repetition = Repetition::Illegal,
            Rule::Grid { files, ranks, from } => rules.grid = Some(line.grid(*files, *ranks, from.as_ref())?),
            Rule::Opposition(pairs) => rules.opposition.extend(line.opposition(pairs)?),
            Rule::FinishingMove(ends) => rules.finishing_move = Some(*ends),
            Rule::ImmobilityForbidden => line.each_side().for_each(|side| rules.immobility_illegal[side] = true),
            Rule::CaptureCompulsory => line.each_side().for_each(|side| rules.compulsory_capture[side] = true),
            Rule::Compulsory(classes) => {
                let mut classes = line.compulsory_moves(classes)?;
                // Captures after all other classes are the rule of compulsory captures.
                let capture_at_last = classes.pop_if(|class| *class == [CompulsoryMove::Capture]).is_some();
                for side in line.each_side() {
                    rules.compulsory[side].clone_from(&classes);
                    rules.compulsory_capture[side] |= capture_at_last;
                }
            }
            Rule::Passing(when) => line.each_side().for_each(|side| rules.passing[side] = *when),
            Rule::Check(check) => line.each_side().for_each(|side| rules.check[side] = *check),
            Rule::CheckEvasionWithoutFlight => line.each_side().for_each(|side| rules.no_flight[side] = true),
            Rule::Counting(written) => {
                let count = line.count(written)?;
                let bared = line.written.name.value == RuleName::CountingWhenBared;
                let counts = if bared { &mut rules.counting_when_bared } else { &mut rules.counting };
                line.each_side().for_each(|side| counts[side] = Some(count.clone()));
            }
            Rule::OwnCheckInSeries => line.each_side().for_each(|side| rules.own_check_in_series[side] = true),
        }
        Ok(())
    }

    /// Reads the options that depend on the length of a turn: its end, and the choices of a player without legal moves
    /// in it.
    fn read_option_of_turn(
        &mut self,
        lines: &LinesInForce,
        reader: LineReader<'_, RuleLine>,
        rule: &Rule,
    ) -> Result<(), Reported> {
        let words = if matches!(rule, Rule::TurnEnds { .. }) {
            "what ends a turn"
        } else if matches!(rule, Rule::StuckMayClaim(_)) {
            "what a player stuck in a turn may do"
        } else if matches!(rule, Rule::TurnMovers(_)) {
            "which men move in a turn"
        } else {
            return Ok(());
        };
        let mut no_series = true;
        for side in reader.each_side() {
            no_series &= self.lengths[side].is_none();
            let Some(series) = &mut self.rules.series[side] else { continue };
            if let Rule::TurnEnds { check, capture } = rule {
                series.ends_by_check = *check;
                series.ends_by_capture = *capture;
            } else if let Rule::TurnMovers(movers) = rule {
                series.movers = *movers;
            } else {
                series.stuck_may_claim_stalemate = *rule == Rule::StuckMayClaim(true);
            }
        }
        let idle = matches!(rule, Rule::TurnEnds { check: false, capture: false } | Rule::StuckMayClaim(false));
        if !no_series || idle {
            return Ok(());
        }
        // A line for both sides may be inherited although the rule itself is replaced for one of them.
        let has_line = lines.rules.iter().any(|line| line.line.part == Some(TurnPart::Length));
        if has_line && reader.sides.white && reader.sides.black {
            return Ok(());
        }
        Err(reader.reporter().missing(Section::Rules, reader.file, || {
            let both = reader.sides.white && reader.sides.black;
            let none = if both { "this game has none" } else { "this side has none" };
            let message = format!("{words} needs turns of several moves, and {none}");
            Diagnostic::error(Code::CheckNeedsSeries, reader.written.name.span, message)
                .label("needs the number of moves in a turn")
                .help("say all of a turn in one line, as in `turn: 2 moves, ends by check`; or leave this out")
        }))
    }
}

impl LineReader<'_, RuleLine> {
    /// Reads which moves come before others.
    fn compulsory_moves(self, written: &[CompulsoryClass]) -> Result<Vec<Vec<CompulsoryMove>>, Reported> {
        if written.len() > Variant::MAX_COMPULSORY {
            let message = format!("a side has at most {} classes of compulsory moves", Variant::MAX_COMPULSORY);
            return Err(self.too_many(self.written.name.span, message, "leave the last ones out"));
        }
        collect_all(written.iter().map(|class| self.compulsory_class(class)))
    }

    /// Reads the sorts of moves of a class.
    fn compulsory_class(self, written: &CompulsoryClass) -> Result<Vec<CompulsoryMove>, Reported> {
        let mut class = written.sorts.clone();
        let kinds = self.any_of_lists(&written.moved)?;
        if !kinds.is_empty() {
            class.push(CompulsoryMove::MoveOf(kinds));
        }
        Ok(class)
    }

    /// Resolves the men of several lists, each once.
    fn any_of_lists(self, lists: &[MenList]) -> Result<Vec<KindId>, Reported> {
        let mut kinds = collect_all(lists.iter().map(|men| self.kinds(self.sides, men)))?.concat();
        kinds.sort_unstable();
        kinds.dedup();
        Ok(kinds)
    }

    /// Reads the moves that count as progress.
    fn progress(self, written: &ast::Progress) -> Result<Progress, Reported> {
        let moves_of = self.any_of_lists(&written.moves_of);
        let one_way_moves_of = self.any_of_lists(&written.one_way_moves_of);
        Ok(Progress {
            captures: written.capture.is_some(),
            promotions: written.promotion.is_some(),
            drops: written.drop.is_some(),
            moves_of: moves_of?,
            one_way_moves_of: one_way_moves_of?,
        })
    }

    /// Reads the grid. Its blocks must divide the board, unless the line says where one of them begins.
    fn grid(
        self,
        files: Spanned<u32>,
        ranks: Spanned<u32>,
        from: Option<&Spanned<SquareName>>,
    ) -> Result<Grid, Reported> {
        let board = self.regions.board()?;
        let span = files.span.to(ranks.span);
        let (across, up) = (u32::from(board.files()), u32::from(board.ranks()));
        let divides = |part: u32, whole: u32| part != 0 && whole.is_multiple_of(part);
        let fits =
            |part: u32, whole: u32| if from.is_some() { (1..=whole).contains(&part) } else { divides(part, whole) };
        if !fits(files.value, across) || !fits(ranks.value, up) {
            let message = format!("blocks of {}x{} don't divide a board of {board}", files.value, ranks.value);
            let sizes = |whole: u32| {
                let sizes: Vec<String> =
                    (1..=whole).filter(|size| whole.is_multiple_of(*size)).map(|size| size.to_string()).collect();
                any_quoted(&sizes)
            };
            let uneven = Diagnostic::error(Code::CheckUnevenGrid, span, message)
                .label("does not divide the board")
                .help(format!(
                    "a block is {} files wide and {} ranks high; blocks that are cut off at the edges need a line that says \
                     where one begins: `…, with blocks from a1`",
                    sizes(across),
                    sizes(up)
                ));
            return Err(self.error(uneven));
        }
        let first = from.map(|name| self.regions.square(self.file, *name)).transpose()?;
        let [first_file, first_rank] = first
            .map_or([0, 0], |first| [board.file(first) as u32 % files.value, board.rank(first) as u32 % ranks.value]);
        let grid = Grid {
            files: files.value as u8,
            ranks: ranks.value as u8,
            first_file: first_file as u8,
            first_rank: first_rank as u8,
        };
        if grid.lines(board).iter().all(Vec::is_empty) {
            let message = "the board is one block, which no move can leave";
            let whole = Diagnostic::error(Code::CheckUnevenGrid, span, message)
                .label("as large as the board")
                .help("make the blocks smaller");
            return Err(self.error(whole));
        }
        Ok(grid)
    }

    /// Reads the limits and conditions of counting moves. Its conditions on men apply to the men of both sides.
    fn count(self, written: &ast::Counting) -> Result<Count, Reported> {
        let men = |men: &MenList| self.kinds(PerSide::both(true), men);
        let mut count = Count::default();
        let mut whole = Ok(());
        if let Some(limit) = written.limits.get(Count::MAX_LIMITS) {
            let message = format!("a count has at most {} limits", Count::MAX_LIMITS);
            return Err(self.too_many(limit.moves.span, message, "leave out limits that others cover"));
        }
        for limit in &written.limits {
            let moves = self.number(limit.moves, 1, Count::MAX_MOVES.into(), "number of moves");
            let least = limit.least.map_or(Ok(1), |least| self.number(least, 1, 256, "number of men"));
            let kinds = men(&limit.against);
            let made = moves.and_then(|moves| {
                let against = CountedMen { least: least? as u16, kinds: kinds? };
                let against = (!limit.against.is_empty()).then_some(against);
                Ok(CountLimit { moves: moves as u16, against })
            });
            whole = whole.and(made.map(|limit| count.limits.push(limit)));
        }
        let without = men(&written.without);
        let most_men = written.most_men.map(|most| self.number(most, 1, 256, "number of men")).transpose();
        whole?;
        Ok(Count {
            without: without?,
            most_men: most_men?.map(|most| most as u16),
            from_men: written.from_men,
            on_board: written.on_board,
            ..count
        })
    }

    /// Reads the points of men and sides, each named once; `.5` is half a point.
    fn points(self, pointed: &[Pointed]) -> Result<Points, Reported> {
        /// More points are refused: the sum of an army must fit a number.
        const MAX_POINTS: u32 = 1000;
        let mut points = Points::default();
        let mut sides: Vec<Side> = Vec::new();
        let mut whole = Ok(());
        for Pointed { of, points: written } in pointed {
            let (digits, half) = written.value.strip_suffix(".5").map_or((&*written.value, 0), |digits| (digits, 1));
            let number = Spanned::new(digits.parse().unwrap_or(u32::MAX), written.span);
            let number = self.number(number, 0, MAX_POINTS, "number of points");
            let half_points = number.map(|number| (2 * number + half) as u16);
            let twice = |span, what: &str| {
                let twice = Diagnostic::error(Code::CheckNamedTwice, span, format!("{what} is named twice"));
                Err(self.error(twice.label("named before").help("leave one of the two out")))
            };
            let added = match of {
                PointsOf::Side(side) if sides.contains(&side.value) => twice(side.span, &side.value.to_string()),
                PointsOf::Side(side) => {
                    sides.push(side.value);
                    half_points.map(|half_points| points.side[side.value] = half_points)
                }
                PointsOf::Men(symbol) => self.resolve(self.sides, symbol).and_then(|found| {
                    let half_points = half_points?;
                    let mut kinds: Vec<KindId> = kinds(found).collect();
                    kinds.dedup();
                    if kinds.iter().any(|kind| points.men.iter().any(|(other, _)| other == kind)) {
                        return twice(symbol.span, &format!("`{}`", symbol.value));
                    }
                    points.men.extend(kinds.into_iter().map(|kind| (kind, half_points)));
                    Ok(())
                }),
            };
            whole = whole.and(added);
        }
        whole.map(|()| points)
    }

    /// Reads the pairs of men that may not face each other, for each side that has the watcher.
    fn opposition(self, pairs: &[ast::Opposition]) -> Result<Vec<Opposition>, Reported> {
        if let Some(pair) = pairs.get(MAX_OPPOSITIONS) {
            let message = format!("a game has at most {MAX_OPPOSITIONS} pairs of men that may not face each other");
            return Err(self.too_many(pair.watcher.span, message, "leave out pairs that follow from others"));
        }
        let mut made: Vec<Opposition> = Vec::new();
        let mut whole = Ok(());
        let mut movements = MovementReader::new(self.reporter());
        for pair in pairs {
            let find = |symbol: &Symbol| self.resolve(PerSide::both(true), symbol);
            let (watchers, watched) = (find(&pair.watcher), find(&pair.watched));
            let movement = movements.read(self.file, &pair.betza);
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

    /// Reads the length of a series: fixed, or growing, or depending on the opponent's last one.
    fn turn_length(self, written: &ast::TurnLength) -> Result<SeriesLength, Reported> {
        let number = |number: Spanned<u32>| self.number(number, 1, 255, "number of moves").map(|number| number as u8);
        Ok(match written {
            ast::TurnLength::Moves { moves, first } => {
                let moves = number(*moves);
                let first = first.map_or(moves, number);
                SeriesLength::Fixed { moves: moves?, first: first? }
            }
            ast::TurnLength::LongerEachTurn(by) => SeriesLength::LongerEachTurn(number(*by)?),
            ast::TurnLength::LongerThanLast(by) => SeriesLength::LongerThanLast(number(*by)?),
            ast::TurnLength::AsLongAsLast { longer, shorter, at_least } => {
                let longer = longer.map_or(Ok(0), number);
                let shorter = shorter.map_or(Ok(0), number);
                let least = at_least.map_or(Ok(1), number);
                SeriesLength::Answering { longer: longer?, shorter: shorter?, least: least? }
            }
        })
    }

    /// Reads a castling rule, for each side that has the king and a partner.
    fn castling(self, written: &ast::Castling) -> Result<PerSide<Option<Castling>>, Reported> {
        let kings = self.resolve(self.sides, &written.king);
        let partners = self.kinds_of_sides(&written.partners);
        let colourbound = self.kinds_of_sides(&written.colourbound);
        let travel = self.king_travel(&written.travel);
        let partners_on = self.place_if_written(written.partners_on.as_ref());
        let (kings, partners, partners_on, colourbound, travel) =
            (kings?, partners?, partners_on?, colourbound?, travel?);
        if let Some(other) = written
            .colourbound
            .symbols
            .iter()
            .find(|man| !written.partners.symbols.iter().any(|one| one.value == man.value))
        {
            let message = format!("`{}` is none of the men that castle", other.value);
            let idle = Diagnostic::error(Code::CheckCastlingOfNobody, other.span, message)
                .label("no partner")
                .help("name it among the men that castle, or leave it out here");
            return Err(self.error(idle));
        }
        for (king, partner) in written.partners.symbols.iter().map(|partner| (&written.king, partner)) {
            if Side::ALL.iter().any(|&side| kings[side].is_some_and(|kind| partners[side].contains(&kind)))
                && partner.value == king.value
            {
                let message = format!("`{}` can't castle with its own kind", king.value);
                let same = Diagnostic::error(Code::CheckCastlingWithItself, partner.span, message)
                    .label("the same man")
                    .help("name the man that it castles with, as in `K 2 toward R`");
                return Err(self.error(same));
            }
        }
        let dropped = written.dropped.as_ref().map(|dropped| self.dropped_castling(written, dropped)).transpose()?;
        let castling = PerSide::from_fn(|side| {
            let king = kings[side]?;
            (!partners[side].is_empty()).then(|| Castling {
                king,
                partners: partners[side].clone(),
                partners_on: partners_on.map(|squares| squares[side]),
                colourbound: colourbound[side].clone(),
                travel: travel[side],
                landing: written.landing,
                other_wing: written.other_wing,
                dropped: dropped.as_ref().and_then(|dropped| dropped[side].clone()),
            })
        });
        if castling.white.is_none() && castling.black.is_none() && self.file == self.reporter().own() {
            let nobody = Diagnostic::error(Code::CheckCastlingOfNobody, self.written.span, "no side has both men")
                .label("of nobody")
                .help("give both to one side, or remove the rule");
            return Err(self.reporter().error(nobody));
        }
        Ok(castling)
    }

    /// Reads the men that castle after they were dropped, and their squares, for each side that has the partner.
    fn dropped_castling(
        self,
        castling: &ast::Castling,
        written: &ast::DroppedCastling,
    ) -> Result<PerSide<Option<DroppedCastling>>, Reported> {
        let is_partner = castling.partners.symbols.iter().any(|man| man.value == written.partner.value);
        let stranger = if written.king.value == castling.king.value {
            let known = castling.partners.symbols.iter().map(|man| format!("`{}`", man.value)).collect::<Vec<_>>();
            let help = format!("write {}, with which it castles", known.join(" or "));
            (!is_partner).then_some((&written.partner, "is none of the men that it castles with", help))
        } else {
            Some((
                &written.king,
                "is not the man that castles",
                format!("write `{}`, which castles", castling.king.value),
            ))
        };
        if let Some((man, is, help)) = stranger {
            let message = format!("`{}` {is}", man.value);
            let other =
                Diagnostic::error(Code::CheckCastlingOfNobody, man.span, message).label("another man").help(help);
            return Err(self.error(other));
        }
        let partners = self.resolve(self.sides, &written.partner);
        let king_on = self.place(&written.king_on);
        let partners_on = self.place(&written.partner_on);
        let (partners, king_on, partners_on) = (partners?, king_on?, partners_on?);
        let one = |side: Side| {
            let mut squares = king_on[side].iter();
            squares.next().filter(|square| squares.next().is_none() && !partners_on[side].contains(*square))
        };
        let (Some(white), Some(black)) = (one(Side::White), one(Side::Black)) else {
            let message = "the man that castles stands on one square, and its partners on others";
            let several = Diagnostic::error(Code::CheckNoRoom, written.king_on.span, message)
                .label("not one square of its own")
                .help("name one square for each side, as in `K on own e1 with R on own a1 or own h1`");
            return Err(self.error(several));
        };
        let king_on = PerSide::new(white, black);
        Ok(PerSide::from_fn(|side| {
            partners[side].map(|partner| DroppedCastling {
                king_on: king_on[side],
                partner,
                partners_on: partners_on[side],
            })
        }))
    }

    /// Reads the distance of the castling king, or its two target squares.
    fn king_travel(self, written: &Travel) -> Result<PerSide<KingTravel>, Reported> {
        let board = self.regions.board()?;
        let most = u32::from(board.files()).saturating_sub(1).max(1);
        let number = |squares, least| self.number(squares, least, most, "number of squares").map(|number| number as u8);
        Ok(PerSide::both(match written {
            Travel::Squares(squares) => KingTravel::Exactly(number(*squares, 1)?),
            Travel::OrMore(squares) => KingTravel::AtLeast(number(*squares, 1)?),
            Travel::From(least, farthest) => {
                let least = number(*least, 1)?;
                KingTravel::Between { least, most: number(*farthest, least.into())? }
            }
            Travel::To(one, other) => {
                let squares = [one, other].map(|area| self.regions.area(self.file, area));
                let (one_of, other_of) = (squares[0]?, squares[1]?);
                let only = |squares: PerSide<SquareSet>, side: Side| {
                    let mut squares = squares[side].iter();
                    squares.next().filter(|_| squares.next().is_none())
                };
                let ends = PerSide::from_fn(|side| -> Option<[Square; 2]> {
                    let mut ends = [only(one_of, side)?, only(other_of, side)?];
                    ends.sort_unstable_by_key(|&square| board.file(square));
                    let apart =
                        board.file(ends[0]) != board.file(ends[1]) && board.rank(ends[0]) == board.rank(ends[1]);
                    apart.then_some(ends)
                });
                let (Some(white), Some(black)) = (ends.white, ends.black) else {
                    let message = "the king castles to two squares of one rank, one for each wing";
                    let apart = Diagnostic::error(Code::CheckNoRoom, one.span.to(other.span), message)
                        .label("not two squares of one rank")
                        .help("name one square for each wing, as in `K to own c1 or own g1`");
                    return Err(self.error(apart));
                };
                let to = |[first_file, last_file]: [Square; 2]| KingTravel::To { first_file, last_file };
                return Ok(PerSide::new(to(white), to(black)));
            }
        }))
    }

    /// Reads the long steps of one line, for each side that has the man.
    fn long_steps(
        self,
        written: &[ast::LongStep],
        subject: PerSide<Option<KindId>>,
        men: &Men<'_>,
    ) -> Result<PerSide<Vec<LongStep>>, Reported> {
        if let Some(step) = written.get(MAX_STEPS) {
            let message = format!("a man has at most {MAX_STEPS} long steps");
            let help = "leave out steps that are contained in others";
            return Err(self.too_many(step.squares.span, message, help));
        }
        let goes_forward = kinds(subject).any(|id| steps_forward(men, id));
        let mut movements = MovementReader::new(self.reporter());
        let made: Vec<_> =
            written.iter().map(|step| self.long_step(step, subject, goes_forward, &mut movements)).collect();
        let made = collect_all(made)?;
        Ok(PerSide::from_fn(|side| made.iter().filter_map(|step| step[side].clone()).collect()))
    }

    /// Reads one long step, for each side that has the man.
    fn long_step(
        self,
        written: &ast::LongStep,
        subject: PerSide<Option<KindId>>,
        goes_forward: bool,
        movements: &mut MovementReader<'_>,
    ) -> Result<PerSide<Option<LongStep>>, Reported> {
        let most = self.number(written.squares, 2, 15, "number of squares");
        let squares = self.place(&written.from);
        let leaps = written.betza.as_ref().map(|betza| self.single_leaps(betza, movements)).transpose();
        let (board, black) = (self.regions.board()?, self.regions.black()?);
        let (most, squares, leaps) = (most? as u8, squares?, leaps?);
        let leaps = leaps.filter(|leaps| *leaps != [Leap::forward(Side::White)]).unwrap_or_default();
        let least = if written.up_to { 2 } else { most };
        let steps = PerSide::from_fn(|side| {
            let (kind, from) = (subject[side]?, squares[side]);
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
            let is_shared = squares[Side::White] == squares[Side::Black] && has_room(!side);
            let help = if is_shared {
                "as each side counts its ranks, write `own rank …`; or give each side a line of its own".to_owned()
            } else {
                format!("the board is {board}; begin farther back, or step less far")
            };
            let long = Diagnostic::error(Code::CheckNoRoom, written.from.span, message)
                .label("too near the edge, or no square at all")
                .help(help)
                .propose(self.reporter().write_own(self.file, written.from.span).filter(|_| is_shared));
            return Err(self.error(long));
        }
        let needs_step = written.betza.is_none() && !goes_forward;
        if let Some(symbol) = self.written.man.as_ref().filter(|_| needs_step) {
            let message = format!("`{}` has no step forward to make longer", symbol.value);
            let missing = Diagnostic::error(Code::CheckNoForwardStep, symbol.span, message)
            .label("does not move straight forward at the start")
            .help(
                "a long step goes straight forward over empty squares: give the man such a step, as in `fW`, or say by \
                 which leaps it goes, as in `2 squares as fF`",
            );
            return Err(self.error(missing));
        }
        Ok(steps)
    }

    /// Reads a Betza string of plain leaps that a long step may repeat; an error if it has anything else.
    fn single_leaps(self, betza: &Spanned<String>, movements: &mut MovementReader<'_>) -> Result<Vec<Leap>, Reported> {
        let movement: Movement = movements.read(self.file, betza)?;
        let plain: Option<Vec<Leap>> = movement.paths.iter().map(single_leap).collect();
        plain.filter(|leaps| leaps.len() <= LongStep::MAX_LEAPS).ok_or_else(|| {
            let message = format!("`{}` is more than single leaps", betza.value);
            let other = Diagnostic::error(Code::CheckNoLeap, betza.span, message)
                .label("a long step repeats one leap")
                .help("write plain leaps, as in `2 squares as fF`; the number says how often one of them is made");
            self.error(other)
        })
    }

    /// Reads which men capture en passant and on which of the crossed squares, for each side.
    fn en_passant(self, written: &ast::EnPassant) -> Result<PerSide<EnPassant>, Reported> {
        let by = self.kinds_of_sides(&written.by);
        let on = self.place_if_written(written.on.as_ref());
        let (by, on) = (by?, on?);
        Ok(PerSide::from_fn(|side| EnPassant {
            by: (!written.by.is_empty()).then(|| by[side].clone()),
            on: on.map(|on| on[side]),
        }))
    }

    /// Reads a promotion rule, for each side that has the man.
    fn promotion(
        self,
        written: &ast::Promotion,
        kinds: PerSide<Option<KindId>>,
        men: &Men<'_>,
        setups: &[Setup],
    ) -> Result<PerSide<Option<Promotion>>, Reported> {
        let zones = self.place(&written.on);
        let compulsory = self.place_if_written(written.except_on.as_ref());
        let sides = PerSide::from_fn(|side| kinds[side].is_some());
        let choices = self.promotion_choices(written, sides);
        let limits = self.promotion_limits(written, sides);
        let (zones, compulsory, choices, limits) = (zones?, compulsory?, choices?, limits?);
        self.check_promotion_facing(written, sides, &choices, men, setups)?;
        Ok(PerSide::from_fn(|side| {
            Some(Promotion {
                kind: kinds[side]?,
                zone: zones[side],
                from: if written.or_from { zones[side] } else { SquareSet::EMPTY },
                to: choices[side].clone(),
                optional: written.optional.is_some(),
                compulsory_on: compulsory.map_or(SquareSet::EMPTY, |compulsory| compulsory[side]),
                by_capture: written.by_capture,
                not_by_en_passant: written.not_by_en_passant,
                captured_men_only: written.captured_men_only,
                limits: limits[side].clone(),
                facing: written.facing.map_or(PromotedFacing::AsAtStart, |facing| facing.value),
            })
        }))
    }

    /// Requires that no move promotes a man by this line and by another one.
    fn require_own_squares<'p>(
        self,
        promotion: &Promotion,
        others: impl Iterator<Item = (&'p Promotion, &'p Place)>,
    ) -> Result<(), Reported> {
        let words = self.written.words();
        let others: Vec<_> = others.filter(|(other, _)| other.kind == promotion.kind).collect();
        if others.len() >= MAX_PROMOTIONS {
            let message = format!("a man has at most {MAX_PROMOTIONS} lines `{words}`");
            let help = "write lines with the same choices as one, as in `on own rank 7 or last rank`";
            return Err(self.too_many(self.written.name.span, message, help));
        }
        for (other, place) in others {
            let shared = promotion.zone.intersection(other.zone);
            let (message, help) = if !shared.is_empty() {
                let squares = squares_in_words(self.regions.board()?, shared);
                let message = format!("two lines `{words}` say what the man becomes on {squares}");
                (message, "let each line name squares that the others don't, or keep the one that is meant")
            } else if !promotion.from.is_empty() || !other.from.is_empty() {
                let message =
                    format!("a move could begin on the squares of one line `{words}` and end on those of another");
                (message, "write `on` without `or from` in each of these lines, or keep the one that is meant")
            } else {
                continue;
            };
            let twice = Diagnostic::error(Code::CheckRepeatedLine, self.written.name.span, message);
            let twice = twice.label("again here").help(help);
            return Err(self.error(if place.file == self.file { twice.also(place.span, "first here") } else { twice }));
        }
        Ok(())
    }

    /// Reads the men that can be chosen in a promotion, for each side.
    fn promotion_choices(
        self,
        written: &ast::Promotion,
        sides: PerSide<bool>,
    ) -> Result<PerSide<PromotionChoice>, Reported> {
        let symbols = match &written.to {
            PromotesTo::Men(symbols) => symbols,
            PromotesTo::AnyStartingMan { but, .. } => {
                let but = self.man_table.resolve_all(self.mention(PerSide::both(true)), but)?;
                return Ok(PerSide::both(PromotionChoice::AnyStartingBut(but)));
            }
            PromotesTo::Nothing(_) => return Ok(PerSide::both(PromotionChoice::Nothing)),
        };
        if symbols.all_but {
            let kinds = self.kinds_of_sides(symbols)?;
            return Ok(PerSide {
                white: PromotionChoice::Kinds(kinds.white),
                black: PromotionChoice::Kinds(kinds.black),
            });
        }
        let mut kinds: PerSide<Vec<KindId>> = PerSide::default();
        let mut whole = Ok(());
        for symbol in &symbols.symbols {
            match self.resolve(sides, symbol) {
                Err(reported) => whole = Err(reported),
                Ok(found) => {
                    for side in Side::ALL.into_iter().filter(|&side| sides[side]) {
                        match found[side] {
                            Some(kind) if kinds[side].contains(&kind) => {}
                            Some(kind) => kinds[side].push(kind),
                            None => whole = Err(self.unknown_man(side, symbol)),
                        }
                    }
                }
            }
        }
        whole.map(|()| PerSide {
            white: PromotionChoice::Kinds(kinds.white),
            black: PromotionChoice::Kinds(kinds.black),
        })
    }

    /// Reads how many men of a kind a promotion may make, for each side; the kind must be one that can be chosen.
    fn promotion_limits(
        self,
        written: &ast::Promotion,
        sides: PerSide<bool>,
    ) -> Result<PerSide<Vec<KindLimit>>, Reported> {
        let is_chosen = |limited: &Symbol| match &written.to {
            PromotesTo::Men(men) => men.includes(limited),
            PromotesTo::AnyStartingMan { but, .. } => but.iter().all(|one| one.value != limited.value),
            PromotesTo::Nothing(_) => false,
        };
        let limits = self.man_table.resolve_limits(self.mention(sides), &written.limits, is_chosen);
        limits.map(|limits| PerSide::from_fn(|side| limits.iter().filter_map(|limit| limit[side]).collect()))
    }

    /// Checks that a promotion states the facing of the new man if the setups draw such men in several, and none if no
    /// man has several.
    fn check_promotion_facing(
        self,
        written: &ast::Promotion,
        sides: PerSide<bool>,
        choices: &PerSide<PromotionChoice>,
        men: &Men<'_>,
        setups: &[Setup],
    ) -> Result<(), Reported> {
        let of_sides = Side::ALL.into_iter().filter(|&side| sides[side]);
        let mut targets: Vec<KindId> = of_sides.flat_map(|side| choices[side].kinds(setups)).collect();
        targets.sort_unstable();
        let has_facings =
            |id: &KindId| men.kind(*id).is_ok_and(|kind| kind.state_count() > if kind.flips.is_some() { 2 } else { 1 });
        let turning_man = targets.iter().copied().find(has_facings);
        let black = self.regions.black()?;
        let is_drawn_otherwise = |id: &KindId| {
            let starts = |man: &PlacedMan| {
                let kind = men.kind(man.kind).ok();
                let start = |mirrored| kind.and_then(|kind| kind.start_state(man.side, black, mirrored));
                [false, true].into_iter().filter_map(start).any(|start| start.facings == man.state.facings)
            };
            setups.iter().flat_map(|setup| &setup.men).any(|man| man.kind == *id && !starts(man))
        };
        match (&written.facing, turning_man) {
            (None, Some(_)) => {
                let drawn_otherwise = targets.iter().copied().find(|id| has_facings(id) && is_drawn_otherwise(id));
                let Some(target) = drawn_otherwise else { return Ok(()) };
                let symbol = self.man_table.symbol(target);
                let message = format!("`{}` does not say how the new `{symbol}` faces", self.written.words());
                let span = promotes_to_span(&written.to).unwrap_or(written.on.span);
                let missing = Diagnostic::error(Code::CheckPromotedFacing, span, message)
                    .label("the setup draws such men facing in other directions")
                    .help("add `, facing as at the start`, which is forward, or `, facing any way` if the player may choose");
                let culprit = self.man_table.line_span(target, self.reporter());
                Err(self.reporter().error_because(self.file, missing, culprit))
            }
            (Some(facing), None) if targets.iter().all(|&id| men.kind(id).is_ok()) => {
                let message = "none of the men it promotes to has several facings";
                let idle = Diagnostic::warning(Code::CheckIdleFacing, facing.span, message).label("without effect");
                self.warning(idle.help("leave it out"));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The most promotions of one man.
const MAX_PROMOTIONS: usize = 16;
/// The most long steps of one man.
const MAX_STEPS: usize = 8;

/// Whether from some square the board has room for as many leaps as the long step makes at least.
fn has_room(board: Board, black: Symmetry, side: Side, step: &LongStep) -> bool {
    step.leaps_of(side, black).into_iter().any(|leap| {
        let landings = |from| std::iter::successors(board.leap(from, leap), |&square| board.leap(square, leap));
        step.from.iter().any(|from| landings(from).nth(usize::from(step.least) - 1).is_some())
    })
}

/// Returns the leap of a path that is a single true leap without further conditions.
fn single_leap(path: &Path) -> Option<Leap> {
    let [leg] = path.legs.as_slice() else { return None };
    let single = leg.least == 1 && leg.most == Some(1) && leg.clearance == Clearance::Leaps && leg.stops.moves;
    (single && !path.first_move_only && !path.en_passant && !path.wraps).then_some(leg.leap)
}

/// Whether a man steps straight forward at the start: a long step can lengthen that. A man with errors is assumed to.
fn steps_forward(men: &Men<'_>, id: KindId) -> bool {
    let Ok(kind) = men.kind(id) else { return true };
    let step = |leg: &Leg| leg.leap == Leap::forward(Side::White) && leg.least == 1 && leg.stops.moves;
    let mut paths = kind.components.iter().flat_map(|part| &part.movement.paths);
    paths.any(|path| !path.along_lines && path.legs.first().is_some_and(step))
}
