//! Turns matched lines into the tree.
//!
//! Functions return `None` if the grammar and this code disagree; the line is then refused. A test derives lines from
//! the grammar itself and lowers each of them, so that they agree.

use super::ast::{
    AllMen, Angles, Area, Balance, Base, Castling, Cell, Change, Condition, CountLimit, Counting, DrawnMan, Effect,
    EffectChange, EnPassant, Ending, EndingLine, Event, Expectation, FacingLine, Fact, FactName, FactValue, Layout,
    LineKind, LongStep, Man, ManBody, MenLine, MovementText, Name, Opposition, Part, Pointed, PointsOf, Progress,
    PromotesTo, Promotion, Property, RegionLine, Row, RoyalWhen, Rule as RuleValue, RuleLine, RuleName, RuleSetting,
    SeriesLength, SetupSection, SquareName, Symbol, TestLine, TestStep, Title, Travel, Within,
};
use super::lines::{Node, without_comments};
use super::vocabulary::{ConditionName, PropertyName, TestLineName};
use crate::geometry::{Side, Wind};
use crate::model::{
    CheckRule, FinishingMove, GameResult, Judged, Mode, PartnerLanding, Passing, PromotedFacing, QuietUnit, Symmetry,
};
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// `white` or `black` somewhere among the children.
fn side(node: &Node<'_>) -> Option<Spanned<Side>> {
    let side = node.child(Rule::side)?;
    Some(side.at(if side.has(Rule::white) { Side::White } else { Side::Black }))
}

/// The men of the first list among the children.
fn men_list(node: &Node<'_>) -> Vec<Symbol> {
    node.child(Rule::men_list).map(|list| list.words_of(Rule::symbol)).unwrap_or_default()
}

/// `10x8`.
fn size(node: &Node<'_>) -> Option<(Spanned<u32>, Spanned<u32>)> {
    let size = node.child(Rule::size)?;
    let (files, ranks) = size.text().split_once('x')?;
    let start = size.span().start;
    let number =
        |digits: &str, at: usize| Spanned::new(digits.parse().unwrap_or(u32::MAX), Span::new(at, at + digits.len()));
    Some((number(files, start), number(ranks, start + files.len() + 1)))
}

/// `e4`.
fn square(node: &Node<'_>) -> Option<Spanned<SquareName>> {
    let mut chars = node.text().chars();
    let file = file_index(chars.next()?);
    let rank: u8 = chars.as_str().parse().ok()?;
    Some(node.at(SquareName { file, rank: rank.checked_sub(1)? }))
}

fn file_index(letter: char) -> u8 {
    (letter as u8).saturating_sub(b'a')
}

const AREAS: [Rule; 7] = [
    Rule::last_rank,
    Rule::own_ranks,
    Rule::own_squares,
    Rule::ranks_area,
    Rule::files_area,
    Rule::box_area,
    Rule::square_area,
];

/// Squares, written in any of the possible ways.
/// All areas that stand in a value.
fn areas(value: &Node<'_>) -> Option<Vec<Spanned<Area>>> {
    value.children().filter(|child| AREAS.contains(&child.rule())).map(|child| area(&child)).collect()
}

fn area(node: &Node<'_>) -> Option<Spanned<Area>> {
    let span = |rule| {
        let mut ends = node.children().filter(move |child| child.rule() == rule);
        let from = ends.next()?;
        let to = ends.next().unwrap_or_else(|| from.clone());
        Some((from, to))
    };
    let numbers = || {
        let mut numbers = node.numbers();
        let from = numbers.next()?;
        Some((from, numbers.next().unwrap_or(from)))
    };
    Some(node.at(match node.rule() {
        Rule::last_rank => Area::LastRank,
        Rule::own_ranks => numbers().map(|(from, to)| Area::OwnRanks(from, to))?,
        Rule::ranks_area => numbers().map(|(from, to)| Area::Ranks(from, to))?,
        Rule::files_area => {
            let (from, to) = span(Rule::file)?;
            let file = |node: Node<'_>| Some(node.at(file_index(node.text().chars().next()?)));
            Area::Files(file(from)?, file(to)?)
        }
        Rule::own_squares => {
            let (from, to) = span(Rule::square)?;
            Area::OwnBox(square(&from)?, square(&to)?)
        }
        Rule::box_area => {
            let (from, to) = span(Rule::square)?;
            Area::Box(square(&from)?, square(&to)?)
        }
        Rule::square_area => Area::Square(square(&node.child(Rule::square)?)?.value),
        _ => return None,
    }))
}

/// Lowers the first area among the children: squares, or a region's name.
fn area_or_region(node: &Node<'_>) -> Option<Spanned<Area>> {
    let place = node.child(Rule::place)?;
    match place.child_of(&AREAS) {
        Some(found) => area(&found),
        None => Some(place.word_of(Rule::name)?.map(Area::Region)),
    }
}

/// `weakfish 1`.
pub(super) fn edition(line: &Node<'_>) -> Option<Spanned<u32>> {
    line.child(Rule::edition)?.number()
}

/// `game "…" extends …`.
pub(super) fn title(line: &Node<'_>) -> Option<Title> {
    let title = line.child(Rule::title)?;
    let mut texts = title.children().filter(|child| child.rule() == Rule::text);
    let name = texts.next()?.unquoted();
    let extends = match title.word_of(Rule::name) {
        Some(name) => Some(name.map(Base::BuiltIn)),
        None => texts.next().map(|file| file.unquoted().map(Base::File)),
    };
    Some(Title { span: title.span(), name, extends })
}

/// `board: 10x8`.
pub(super) fn fact(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<Fact> {
    let word = key.children().next()?;
    let name = FactName::read_by(word.rule())?;
    let value = match name {
        FactName::Inventor | FactName::Source | FactName::About => text(value)?,
        FactName::Year => FactValue::Year(value.number()?),
        FactName::Board => {
            let (files, ranks) = size(value)?;
            FactValue::Board { files, ranks, holes: areas(value)? }
        }
        FactName::Lines => {
            let line = |line: Node<'_>| {
                let squares = line.children().filter(|child| child.rule() == Rule::square).map(|child| square(&child));
                Some(line.at(squares.collect::<Option<Vec<_>>>()?))
            };
            let lines = value.children().filter(|child| child.rule() == Rule::drawn_line).map(line);
            FactValue::Lines(lines.collect::<Option<Vec<_>>>()?)
        }
        FactName::First => FactValue::First(side(value)?),
        FactName::Black => {
            let black = if value.has(Rule::mirrors) { Symmetry::MirrorsWhite } else { Symmetry::RotatesWhite };
            FactValue::Black(value.at(black))
        }
    };
    Some(Fact { span, name: word.at(name), value })
}

fn text(value: &Node<'_>) -> Option<FactValue> {
    Some(FactValue::Text(value.child(Rule::text)?.unquoted()))
}

/// `K king: K, royal` or `all men: flips m/c`.
pub(super) fn men_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<MenLine> {
    let side = side(key);
    let properties = value.children().filter(|child| is_property(child.rule())).map(|child| property(&child));
    let properties = properties.collect::<Option<Vec<_>>>()?;
    if key.has(Rule::all) {
        return Some(MenLine::AllMen(AllMen { span, side, properties }));
    }
    let body = match value.span_of(Rule::none) {
        Some(place) => ManBody::None(place),
        None => ManBody::Moves { movement: movement(&value.child(Rule::movement)?)?, properties },
    };
    Some(MenLine::Man(Man { span, side, symbol: key.word_of(Rule::symbol)?, name: name(key), body }))
}

/// A man's name, its words one blank apart.
fn name(key: &Node<'_>) -> Option<Name> {
    let written = key.word_of(Rule::man_name)?;
    Some(written.map(|name| name.split_ascii_whitespace().collect::<Vec<_>>().join(" ")))
}

fn movement(node: &Node<'_>) -> Option<MovementText> {
    let Some(parts) = node.child(Rule::parts) else {
        return Some(MovementText::Whole(betza(node)?));
    };
    let part = |part: Node<'_>| Some(Part { name: part.word_of(Rule::name)?, betza: part.word_of(Rule::betza)? });
    let parts: Option<Vec<_>> = parts.children().filter(|child| child.rule() == Rule::part).map(part).collect();
    Some(MovementText::Parts(parts?))
}

/// A Betza string, empty for `no movement`.
fn betza(node: &Node<'_>) -> Option<Spanned<String>> {
    match node.child(Rule::no_movement) {
        Some(none) => Some(none.at(String::new())),
        None => node.word_of(Rule::betza),
    }
}

fn is_property(rule: Rule) -> bool {
    !matches!(rule, Rule::none | Rule::movement | Rule::comma | Rule::EOI)
}

fn property(node: &Node<'_>) -> Option<Spanned<Property>> {
    Some(node.at(match PropertyName::read_by(node.rule())? {
        PropertyName::Royal => Property::Royal(royal_when(node)?),
        PropertyName::Turns => Property::Turns {
            part: node.word_of(Rule::part_name),
            angles: angles(node)?,
            within: node.child(Rule::within_phrase).and_then(|phrase| within(&phrase)),
        },
        PropertyName::When => Property::Effect(effect(node)?),
        PropertyName::MayBecome => Property::Effect(Effect {
            event: Event::InPlace,
            optional: true,
            change: EffectChange::Becomes(men_list(node)),
        }),
        PropertyName::OneDirection => Property::OneDirection { from: direction(node)? },
        PropertyName::Flips => {
            let modes = node.child(Rule::modes)?;
            Property::Flips { first: if modes.text() == "m/c" { Mode::Moving } else { Mode::Capturing } }
        }
        PropertyName::StaysIn => Property::StaysIn(node.word_of(Rule::name)?),
        PropertyName::In => Property::In { region: node.word_of(Rule::name)?, betza: betza(node)? },
        PropertyName::AlongLines => Property::AlongLines(node.word_of(Rule::betza)?),
        PropertyName::CapturedOnlyBy => Property::CapturedOnlyBy(men_list(node)),
        PropertyName::CapturesOnly => Property::CapturesOnly(men_list(node)),
        PropertyName::NeverCaptures => Property::NeverCaptures(men_list(node)),
        PropertyName::HopsOnlyOver => Property::HopsOnlyOver(men_list(node)),
        PropertyName::NeverHopsOver => Property::NeverHopsOver(men_list(node)),
        PropertyName::FirstMove => Property::FirstMove {
            betza: node.word_of(Rule::betza)?,
            unless_in_check: node.has(Rule::unless_in_check),
            until: node.child(Rule::until_aimed_at).map(|phrase| men_list(&phrase)).unwrap_or_default(),
        },
        PropertyName::InsteadOf => Property::InsteadOf(node.word_of(Rule::symbol)?),
    }))
}

fn effect(node: &Node<'_>) -> Option<Effect> {
    let Some(effect) = node.child(Rule::effect) else {
        // `may turn 45 after moving`
        return Some(Effect { event: Event::Moving, optional: true, change: EffectChange::Turns(angles(node)?) });
    };
    let event = if let Some(arriving) = node.child(Rule::arriving_on) {
        Event::Arriving(area_or_region(&arriving)?)
    } else if node.has(Rule::capturing) {
        Event::Capturing
    } else if node.has(Rule::not_capturing) {
        Event::NotCapturing
    } else {
        Event::Moving
    };
    let change = if effect.has(Rule::angles) {
        EffectChange::Turns(angles(&effect)?)
    } else if effect.has(Rule::men_list) {
        EffectChange::Becomes(men_list(&effect))
    } else {
        EffectChange::Flips
    };
    Some(Effect { event, optional: effect.has(Rule::may), change })
}

fn royal_when(node: &Node<'_>) -> Option<RoyalWhen> {
    let Some(when) = node.child(Rule::royal_when) else {
        return Some(if node.has(Rule::together) { RoyalWhen::Together } else { RoyalWhen::Always });
    };
    Some(if when.has(Rule::last) { RoyalWhen::Last } else { RoyalWhen::Left(when.number()?) })
}

fn angles(node: &Node<'_>) -> Option<Angles> {
    let angles = node.child(Rule::angles)?;
    Some(match angles.span_of(Rule::any) {
        Some(place) => Angles::Any(place),
        None => Angles::Degrees(angles.numbers().collect()),
    })
}

fn within(phrase: &Node<'_>) -> Option<Within> {
    Some(Within { span: phrase.span(), degrees: phrase.number()?, of: direction(phrase)? })
}

/// A wind, a direction of Betza notation or a word, as White's man has it.
fn direction(node: &Node<'_>) -> Option<Spanned<Wind>> {
    let direction = node.child(Rule::direction)?;
    let wind = match direction.text() {
        "f" | "forward" => "n",
        "b" | "backward" => "s",
        "l" | "left" => "w",
        "r" | "right" => "e",
        "fl" | "lf" => "nw",
        "fr" | "rf" => "ne",
        "bl" | "lb" => "sw",
        "br" | "rb" => "se",
        wind => wind,
    };
    Some(direction.at(wind.parse().ok()?))
}

/// `hill: d4 to e5`.
pub(super) fn region_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<RegionLine> {
    Some(RegionLine { span, side: side(key), name: key.word_of(Rule::name)?, areas: areas(value)? })
}

/// A row of a drawn board.
pub(super) fn row(span: Span, row: &Node<'_>) -> Option<Row> {
    let cells = row.children().filter(|child| child.rule() == Rule::cell).map(|cell| {
        Some(cell.at(match cell.child(Rule::man) {
            Some(found) => Cell::Man(man(&found)?),
            None if cell.has(Rule::hole_cell) => Cell::Hole,
            None => Cell::Empty,
        }))
    });
    Some(Row { span, cells: cells.collect::<Option<_>>()? })
}

/// `facing: right half mirrored`.
pub(super) fn facing_line(span: Span, value: &Node<'_>) -> FacingLine {
    FacingLine { span, right_half_mirrored: value.has(Rule::mirrored) }
}

/// `setup b: a with C for Q`.
pub(super) fn changed_setup(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<SetupSection> {
    let changes = value.children().filter_map(|child| change(&child)).collect();
    Some(SetupSection {
        span,
        name: key.word_of(Rule::name)?,
        layout: Layout::Changed { base: value.word_of(Rule::name)?, changes },
        facing: None,
    })
}

fn change(node: &Node<'_>) -> Option<Spanned<Change>> {
    let mut men = node.children().filter(|child| child.rule() == Rule::placed_man);
    let mut next = || man(&men.next()?.child(Rule::man)?);
    let square = || square(&node.child(Rule::square)?);
    Some(node.at(match node.rule() {
        Rule::empty_change => Change::Empty(square()?),
        Rule::place_change => Change::Place { man: next()?, on: square()? },
        Rule::replace_change => {
            let new = next()?;
            Change::Replace { new, old: next()? }
        }
        _ => return None,
    }))
}

/// `K`, `k'`, `L{n}`.
fn man(node: &Node<'_>) -> Option<DrawnMan> {
    let letter = node.word_of(Rule::letter)?;
    let side = if letter.value.contains(|c: char| c.is_ascii_uppercase()) { Side::White } else { Side::Black };
    let state = node.child(Rule::state).map(|state| {
        let (span, inside) = (state.span(), state.text().trim_matches(['{', '}']));
        Spanned::new(inside.to_owned(), Span::new(span.start + 1, span.start + 1 + inside.len()))
    });
    Some(DrawnMan { side, symbol: letter.map(|letter| letter.to_ascii_uppercase()), state })
}

/// `castling: none`.
pub(super) fn rule_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<RuleLine> {
    let words = key.child(Rule::rule_name)?.children().next()?;
    let name = RuleName::read_by(words.rule())?;
    let setting = match value.span_of(Rule::none) {
        Some(place) => RuleSetting::None(place),
        None => RuleSetting::Rule(value.at(rule(name, value)?)),
    };
    Some(RuleLine { span, side: side(key), name: words.at(name), man: words.word_of(Rule::symbol), value: setting })
}

/// The value of a rule.
fn rule(name: RuleName, value: &Node<'_>) -> Option<RuleValue> {
    Some(match name {
        RuleName::Castling => RuleValue::Castling(castling(value)?),
        RuleName::LongStep => RuleValue::LongStep(
            value
                .children()
                .filter(|child| child.rule() == Rule::long_step)
                .map(|step| long_step(&step))
                .collect::<Option<_>>()?,
        ),
        RuleName::EnPassant => RuleValue::EnPassant(EnPassant { by: men_list(value), on: area_or_region(value) }),
        RuleName::Promotion => RuleValue::Promotion(promotion(value)?),
        RuleName::Progress => RuleValue::Progress(Progress {
            capture: value.span_of(Rule::capture),
            promotion: value.span_of(Rule::promotion),
            moves_of: all_men(value, Rule::move_of),
            one_way_moves_of: all_men(value, Rule::one_way_move_of),
        }),
        RuleName::Points => RuleValue::Points(points(value)?),
        RuleName::Series => RuleValue::Series(series(&value.children().next()?)?),
        RuleName::SeriesEnds => {
            RuleValue::SeriesEnds { check: value.has(Rule::check), capture: value.has(Rule::capture) }
        }
        RuleName::StuckInSeries => RuleValue::StuckInSeries,
        RuleName::MustMove => RuleValue::MustMove(value.number()?),
        RuleName::Repetition => RuleValue::RepetitionForbidden,
        RuleName::Grid => {
            let (files, ranks) = size(value)?;
            RuleValue::Grid { files, ranks }
        }
        RuleName::Opposition => RuleValue::Opposition(opposition(value)?),
        RuleName::FinishingMove => RuleValue::FinishingMove(FinishingMove {
            to_checkmate: value.has(Rule::checkmate),
            to_stalemate: value.has(Rule::stalemate),
        }),
        RuleName::Capture => RuleValue::CaptureCompulsory,
        RuleName::Immobility => RuleValue::ImmobilityForbidden,
        RuleName::Passing if value.has(Rule::when_stuck) => RuleValue::Passing(Passing::WhenStuck),
        RuleName::Passing => RuleValue::Passing(Passing::Always),
        RuleName::Check => RuleValue::Check(check(value)),
        RuleName::CheckEvasion => RuleValue::CheckEvasionWithoutFlight,
        RuleName::OwnCheck => RuleValue::OwnCheckInSeries,
        RuleName::Counting | RuleName::CountingWhenBared => RuleValue::Counting(counting(value)?),
    })
}

/// The men of all phrases that this rule reads.
fn all_men(value: &Node<'_>, rule: Rule) -> Vec<Symbol> {
    value.children().filter(|child| child.rule() == rule).flat_map(|phrase| men_list(&phrase)).collect()
}

fn points(value: &Node<'_>) -> Option<Vec<Pointed>> {
    let pointed = |node: Node<'_>| {
        let of = match side(&node) {
            Some(side) => PointsOf::Side(side),
            None => PointsOf::Men(node.word_of(Rule::symbol)?),
        };
        Some(Pointed { of, points: node.word_of(Rule::half_points)? })
    };
    value.children().filter(|child| child.rule() == Rule::pointed).map(pointed).collect()
}

fn counting(value: &Node<'_>) -> Option<Counting> {
    let limit = |node: Node<'_>| {
        let moves = if node.rule() == Rule::count_moves { node.clone() } else { node.child(Rule::count_moves)? };
        let least = node.number().filter(|_| node.rule() == Rule::limit_against);
        Some(CountLimit { moves: moves.number()?, least, against: men_list(&node) })
    };
    let limits = value.children().filter(|child| matches!(child.rule(), Rule::count_moves | Rule::limit_against));
    Some(Counting {
        limits: limits.map(limit).collect::<Option<_>>()?,
        without: value.child(Rule::count_without).map(|without| men_list(&without)).unwrap_or_default(),
        most_men: value.child(Rule::count_with).and_then(|with| with.number()),
        from_men: value.has(Rule::from_number_of_men),
    })
}

fn castling(value: &Node<'_>) -> Option<Castling> {
    let colourbound = value.child(Rule::one_farther).map(|farther| partners(&farther)).unwrap_or_default();
    let (king, travel) = if let Some(king) = value.child(Rule::castling_king) {
        let mut numbers = king.numbers();
        let squares = numbers.next()?;
        let travel = match numbers.next() {
            Some(most) => Travel::From(squares, most),
            None if king.has(Rule::or_more) => Travel::OrMore(squares),
            None => Travel::Squares(squares),
        };
        (king.word_of(Rule::symbol)?, travel)
    } else {
        let king = value.child(Rule::king_to_squares)?;
        let squares = king.children().filter(|child| child.rule() == Rule::wing_square);
        let mut squares = squares.filter_map(|child| area(&child.child_of(&AREAS)?));
        (king.word_of(Rule::symbol)?, Travel::To(squares.next()?, squares.next()?))
    };
    let landing = value.child_of(&[Rule::last_crossed, Rule::any_crossed, Rule::the_other_side])?;
    let lands = match landing.rule() {
        Rule::last_crossed => PartnerLanding::LastCrossed,
        Rule::any_crossed => PartnerLanding::AnyLeftOrCrossed,
        _ => PartnerLanding::OtherSide,
    };
    Some(Castling {
        king,
        travel,
        partners: partners(value),
        colourbound,
        landing: lands,
        other_wing: value.has(Rule::not_on_the_wing),
    })
}

fn partners(node: &Node<'_>) -> Vec<Symbol> {
    node.child(Rule::partners).map(|partners| partners.words_of(Rule::symbol)).unwrap_or_default()
}

fn long_step(value: &Node<'_>) -> Option<LongStep> {
    Some(LongStep {
        squares: value.number()?,
        up_to: value.has(Rule::up_to),
        betza: value.word_of(Rule::betza),
        from: area_or_region(value)?,
        en_passant: value.span_of(Rule::en_passant),
    })
}

fn promotion(value: &Node<'_>) -> Option<Promotion> {
    let to = match value.child(Rule::any_starting_man) {
        Some(any) => PromotesTo::AnyStartingMan { span: any.span_of(Rule::starting_man)?, but: men_list(&any) },
        None => match value.span_of(Rule::nothing) {
            Some(span) => PromotesTo::Nothing(span),
            None => PromotesTo::Men(men_list(value)),
        },
    };
    let facing = value.child(Rule::promoted_facing).map(|facing| {
        let any = facing.has(Rule::any_way);
        facing.at(if any { PromotedFacing::Any } else { PromotedFacing::AsAtStart })
    });
    let limit = |node: Node<'_>| Some((node.number()?, node.word_of(Rule::symbol)?));
    let limits = value.child(Rule::at_most).map(|limits| {
        limits.children().filter(|child| child.rule() == Rule::number_of_men).filter_map(limit).collect()
    });
    let optionally = value.child(Rule::optionally);
    Some(Promotion {
        on: area_or_region(value)?,
        or_from: value.child(Rule::on_or_from).is_some_and(|words| words.has(Rule::from)),
        to,
        at_most: limits.unwrap_or_default(),
        captured_men_only: value.has(Rule::captured_men_only),
        by_capture: value.has(Rule::by_capture),
        optional: value.span_of(Rule::optionally),
        except_on: optionally.and_then(|wished| area_or_region(&wished)),
        facing,
    })
}

fn series(node: &Node<'_>) -> Option<SeriesLength> {
    let number = |rule| node.child(rule).and_then(|child| child.number());
    Some(match node.rule() {
        Rule::fixed_length => SeriesLength::Moves { moves: node.number()?, first: number(Rule::first_series) },
        Rule::longer_each_turn => SeriesLength::LongerEachTurn(node.number()?),
        Rule::longer_than_last => SeriesLength::LongerThanLast(node.number()?),
        Rule::as_long_as_last => SeriesLength::AsLongAsLast {
            longer: number(Rule::so_longer),
            shorter: number(Rule::so_shorter),
            at_least: number(Rule::at_least),
        },
        _ => return None,
    })
}

fn opposition(value: &Node<'_>) -> Option<Vec<Opposition>> {
    let pair = |node: Node<'_>| {
        let mut men = node.words_of(Rule::symbol).into_iter();
        let (betza, to_be_broken) = (node.word_of(Rule::betza)?, node.has(Rule::to_be_broken));
        Some(Opposition { watcher: men.next()?, watched: men.next()?, betza, to_be_broken })
    };
    value.children().filter(|child| child.rule() == Rule::opposed).map(pair).collect()
}

fn check(value: &Node<'_>) -> CheckRule {
    if value.has(Rule::only_to_checkmate) {
        CheckRule::OnlyToCheckmate
    } else if value.has(Rule::only_last_move) {
        CheckRule::OnlyLastOfSeries
    } else {
        CheckRule::Forbidden
    }
}

/// `stalemate: draw`, or `the rest: inherited`.
pub(super) fn ending_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<EndingLine> {
    let words = key.children().find(|child| !matches!(child.rule(), Rule::side | Rule::both))?;
    let name = ConditionName::read_by(words.rule())?;
    if name == ConditionName::TheRest {
        return Some(EndingLine::TheRest(span));
    }
    let condition = condition(name, &words)?;
    let result = value.child(Rule::result)?;
    let ends = GameResult::read_by(result.children().next()?.rule())?;
    Some(EndingLine::Ending(Ending {
        span,
        side: side(key),
        both: key.has(Rule::both),
        condition: words.at(condition),
        judged: key.children().find_map(|child| Some(child.at(Judged::read_by(child.rule())?))),
        result: result.at(ends),
        label: value.child(Rule::label).and_then(|label| label.word_of(Rule::reason)),
    }))
}

/// When an ending holds.
fn condition(name: ConditionName, node: &Node<'_>) -> Option<Condition> {
    Some(match name {
        ConditionName::Checkmate => Condition::Checkmate,
        ConditionName::Stalemate => Condition::Stalemate,
        ConditionName::OpponentBared => Condition::OpponentBared,
        ConditionName::Bared => Condition::Bared,
        ConditionName::Quiet => Condition::Quiet { count: node.number()?, unit: unit(&node.child(Rule::quiet_unit)?)? },
        ConditionName::Position => {
            Condition::Position { times: node.number()?, perpetual: node.has(Rule::by_perpetual_check) }
        }
        ConditionName::Only => Condition::Only(material_balances(node)?),
        ConditionName::ManOn => Condition::ManOn {
            men: men_list(node),
            least: node.number(),
            on: area_or_region(node)?,
            safe: node.has(Rule::safe),
            secure: node.has(Rule::secure),
            full: node.has(Rule::no_square_empty),
        },
        ConditionName::FewerThan => Condition::FewerThan {
            count: node.number()?,
            men: men_list(node),
            against: node.child(Rule::against_phrase).and_then(|against| against.number()),
        },
        ConditionName::InARow => Condition::InARow {
            count: node.number()?,
            men: men_list(node),
            apart: node.has(Rule::line_),
            lines: node.children().filter_map(|child| line_kind(&child)).collect(),
        },
        ConditionName::BothPass => Condition::BothPass,
        ConditionName::OppositionAccepted => Condition::OppositionAccepted,
        ConditionName::CountedOut => Condition::CountedOut,
        ConditionName::Without => Condition::Without(men_list(node)),
        ConditionName::WithoutMen => Condition::WithoutMen,
        ConditionName::ChecksGiven => Condition::ChecksGiven(node.number()?),
        ConditionName::TheRest => return None,
    })
}

fn line_kind(node: &Node<'_>) -> Option<Spanned<LineKind>> {
    let kind = match node.rule() {
        Rule::ranks => LineKind::Ranks,
        Rule::files => LineKind::Files,
        Rule::diagonals => LineKind::Diagonals,
        _ => return None,
    };
    Some(node.at(kind))
}

fn unit(node: &Node<'_>) -> Option<Spanned<QuietUnit>> {
    Some(node.at(match node.children().next()?.rule() {
        Rule::plies => QuietUnit::Plies,
        Rule::series => QuietUnit::Series,
        _ => QuietUnit::Moves,
    }))
}

/// The lists of men after `only`, one for each side of each `v`.
fn material_balances(node: &Node<'_>) -> Option<Vec<Spanned<Balance>>> {
    let balance = |node: Node<'_>| {
        let mut sides = node.children().filter(|child| child.rule() == Rule::side_men);
        let mut next = || -> Option<Vec<Symbol>> { Some(sides.next()?.words_of(Rule::symbol)) };
        let first = next()?;
        Some(node.at(match node.rule() {
            Rule::one_colour => Balance::OneColour { men: first, any: node.word_of(Rule::symbol)? },
            _ => Balance::Versus(first, next()?),
        }))
    };
    let is_balance = |child: &Node<'_>| matches!(child.rule(), Rule::versus | Rule::one_colour);
    node.children().filter(is_balance).map(balance).collect()
}

/// `play: 1. e4`.
pub(super) fn test_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<TestLine> {
    let word = key.children().next()?;
    let step = match TestLineName::read_by(word.rule())? {
        TestLineName::Setup => TestStep::Setup(value.word_of(Rule::name)?),
        TestLineName::Position => TestStep::Position(free_text(value)),
        TestLineName::Play => TestStep::Play(free_text(value)),
        TestLineName::Expect => TestStep::Expect(value.at(expectation(value))),
        TestLineName::Legal => TestStep::Legal(moves(value)),
        TestLineName::Illegal => TestStep::Illegal(moves(value)),
        TestLineName::Only => TestStep::Only(moves(value)),
        TestLineName::Perft => {
            let nodes = value.child(Rule::number)?;
            let nodes = nodes.at(nodes.text().parse().unwrap_or(u64::MAX));
            TestStep::Perft { depth: word.number()?, nodes }
        }
    };
    Some(TestLine { span, step })
}

fn free_text(value: &Node<'_>) -> Spanned<String> {
    let written = value.child(Rule::free_text).map_or_else(|| value.word(), |text| text.word());
    written.map(|text| without_comments(&text))
}

fn expectation(value: &Node<'_>) -> Expectation {
    if value.has(Rule::ongoing) {
        return Expectation::Ongoing;
    }
    let winner: Option<Side> = value.child(Rule::winner).and_then(|winner| side(&winner)).map(|side| side.value);
    let reason = value.child(Rule::by_reason).and_then(|by| by.word_of(Rule::reason));
    Expectation::Over { winner, reason }
}

/// The moves as written, without the commas that may stand between them.
fn moves(value: &Node<'_>) -> Vec<Spanned<String>> {
    let trimmed = |word: Spanned<String>| {
        let text = word.value.trim_end_matches(',').to_owned();
        Spanned::new(text.clone(), Span::new(word.span.start, word.span.start + text.len()))
    };
    value.words_of(Rule::move_text).into_iter().map(trimmed).collect()
}
