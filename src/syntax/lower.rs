//! Turns matched lines into the tree.
//!
//! Functions return `None` if the grammar and this code disagree; the line is then refused. A test derives lines from
//! the grammar itself and lowers each of them, so that they agree.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::ast::{
    AllMen, Balance, Base, BecomesInHand, Chosen, CompulsoryMoves, Condition, CountLimit, Counting, Drop, DropBeside,
    DropLimit, Effect, EffectChange, EnPassant, Ending, EndingKey, EndingLine, Event, Expectation, Fact, FactName,
    FactValue, Formation, Layout, LineKind, LongStep, Man, ManBody, MenLine, MenList, MovementText, Name, Opposition,
    Part, Pointed, PointsOf, Progress, PromotesTo, Promotion, Property, RegionLine, RoyalWhen, Rule as RuleValue,
    RuleLine, RuleName, RuleSetting, Scored, SetupSection, State, Symbol, TestLine, TestStep, Title, TurnLength,
    TurnPart, TurningPart, Wall, Within,
};
use super::castling::castling;
use super::effects::{angles, effect, whose};
use super::lines::{Node, without_comments};
use super::places::{areas, men_list, place, place_of, square};
use super::setups;
use super::vocabulary::{ConditionName, NamedConstruct, PropertyName, TestLineName};
use crate::geometry::{Side, Wind};
use crate::model::{
    CheckRule, DropCheck, DropLine, FinishingMove, GameResult, HandOf, HomeChoice, Judged, Lasting, Mode, Passing,
    PromotedFacing, QuietUnit, SeriesMovers, Symmetry, WallPlace, Wing,
};
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// The side among the children, `white` or `black`, if it is written.
pub(super) fn side(node: &Node<'_>) -> Option<Spanned<Side>> {
    let side = node.child(Rule::side).or_else(|| node.child(Rule::also_side)?.child(Rule::side))?;
    Some(side.at(if side.has(Rule::white) { Side::White } else { Side::Black }))
}

/// A size, `10x8`, as the numbers of files and ranks.
fn size(node: &Node<'_>) -> Option<(Spanned<u32>, Spanned<u32>)> {
    let size = node.child(Rule::size)?;
    let (files, ranks) = size.text().split_once('x')?;
    let start = size.span().start;
    let number =
        |digits: &str, at: usize| Spanned::new(digits.parse().unwrap_or(u32::MAX), Span::new(at, at + digits.len()));
    Some((number(files, start), number(ranks, start + files.len() + 1)))
}

/// `weakfish 1`.
pub(super) fn edition(line: &Node<'_>) -> Option<Spanned<u32>> {
    line.child(Rule::edition)?.number()
}

/// Lowers the title, `game "…" extends …`.
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

/// Lowers a fact, `board: 10x8`.
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

/// Lowers a line of a man, `K king: K, royal`, or of all men, `all men: flips m/c`.
pub(super) fn men_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<MenLine> {
    let side = side(key);
    let written = value.children().filter_map(|child| match child.rule() {
        Rule::also_property => child.children().next(),
        Rule::none | Rule::movement | Rule::comma | Rule::EOI => None,
        _ => Some(child),
    });
    let properties = written.map(|child| property(&child));
    let properties = properties.collect::<Option<Vec<_>>>()?;
    if key.has(Rule::all) {
        return Some(MenLine::AllMen(AllMen { span, side, but: men_list(key).symbols, properties }));
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

/// Lowers a man's movement: one Betza string, or one for each part.
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

/// Lowers a property of a man, by the rule of the grammar that reads it.
fn property(node: &Node<'_>) -> Option<Spanned<Property>> {
    let name = PropertyName::read_by(node.rule())?;
    Some(node.at(match name {
        PropertyName::Royal => Property::Royal(royal_when(node)),
        PropertyName::Turns => Property::Turns {
            part: match node.word_of(Rule::part_name) {
                Some(name) => TurningPart::Named(name),
                None if node.has(Rule::each) => TurningPart::Each,
                None => TurningPart::Whole,
            },
            angles: angles(node)?,
            within: node.child(Rule::within_phrase).and_then(|phrase| within(&phrase)),
        },
        PropertyName::When => Property::Effect(effect(node)?),
        PropertyName::ToHand => Property::ToHand {
            of: if node.has(Rule::captors) { HandOf::Captor } else { HandOf::Owner },
            becomes: match node.word_of(Rule::symbol) {
                Some(man) => BecomesInHand::Man(man),
                None if node.has(Rule::before) => BecomesInHand::BeforePromotion,
                None => BecomesInHand::Same,
            },
        },
        PropertyName::GoesHome => Property::GoesHome(if node.has(Rule::file_) {
            HomeChoice::OnItsFile
        } else if node.has(Rule::colour) {
            HomeChoice::OnItsColour
        } else {
            HomeChoice::Only
        }),
        PropertyName::MayBecome => Property::Effect(Effect {
            event: Event::InPlace,
            by: None,
            optional: true,
            change: EffectChange::Becomes(men_list(node)),
        }),
        PropertyName::OneDirection => Property::OneDirection { from: direction(node)? },
        PropertyName::Flips => {
            let modes = node.child(Rule::modes)?;
            Property::Flips { first: if modes.text() == "m/c" { Mode::Moving } else { Mode::Capturing } }
        }
        PropertyName::StaysIn => Property::StaysIn(place(node)?),
        PropertyName::On => Property::On { place: place(node)?, betza: betza(node)? },
        PropertyName::AlongLines => Property::AlongLines(node.word_of(Rule::betza)?),
        PropertyName::CapturedBy => Property::CapturedBy(men_list(node)),
        PropertyName::Captures => Property::Captures(chosen(node, Rule::also_captures_no)),
        PropertyName::HopsOver => Property::HopsOver { whose: whose(node), men: hurdles(node) },
        PropertyName::LeavesMan => Property::LeavesMan(men_list(node)),
        PropertyName::PassesOwn => Property::PassesOwn(men_list(node)),
        PropertyName::Relays => Property::Relays(men_or_all(node)),
        PropertyName::Holds => {
            Property::Holds { whose: whose(node), men: node.has(Rule::men_list).then(|| men_list(node)) }
        }
        PropertyName::AtFirst | PropertyName::OnceAGame => Property::AtFirst {
            lasts: if name == PropertyName::OnceAGame { Lasting::UntilItIsUsed } else { Lasting::UntilItMoves },
            betza: node.word_of(Rule::betza)?,
            unless_in_check: node.has(Rule::not_in_check),
            until: node.child(Rule::aimed_at).map(|phrase| men_list(&phrase)).unwrap_or_default(),
        },
        PropertyName::InsteadOf => Property::InsteadOf(node.word_of(Rule::symbol)?),
    }))
}

/// Lowers the men that a property names, or all others after `no` or its synonyms.
fn chosen(node: &Node<'_>, also_no: Rule) -> Chosen {
    let men = men_list(node);
    if node.child_of(&[Rule::no, also_no]).is_some() { Chosen::AllBut(men) } else { Chosen::Only(men) }
}

/// Lowers the men that a man hops over; all men of a side without any.
fn hurdles(node: &Node<'_>) -> Chosen {
    if node.has(Rule::men_list) { chosen(node, Rule::also_hops_over_no) } else { Chosen::Only(men_or_all(node)) }
}

/// Lowers the men that are named; all men without any.
fn men_or_all(node: &Node<'_>) -> MenList {
    if node.has(Rule::men_list) { men_list(node) } else { MenList { all_but: true, symbols: Vec::new() } }
}

/// Lowers the condition after `royal`.
fn royal_when(node: &Node<'_>) -> RoyalWhen {
    let before_moving = node.has(Rule::before_moving);
    if node.has(Rule::together) {
        RoyalWhen::Together
    } else if node.has(Rule::last) {
        RoyalWhen::Last { before_moving }
    } else {
        node.number().map_or(RoyalWhen::Always, |number| RoyalWhen::Left { number, before_moving })
    }
}

fn within(phrase: &Node<'_>) -> Option<Within> {
    Some(Within { span: phrase.span(), degrees: phrase.number()?, of: direction(phrase)? })
}

/// Lowers a wind, a direction of Betza notation or a word such as `forward` to the wind that it is for White's man.
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

/// Lowers a line under `rules`, `castling: none`; for `promotion of P or S: …` a line for each man.
pub(super) fn rule_lines(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<Vec<RuleLine>> {
    let words = key.child(Rule::rule_name)?.children().next()?;
    let name = RuleName::read_by(words.rule())?;
    if name == RuleName::Turn {
        let part = |part: TurnPart| {
            let setting = match value.span_of(Rule::none) {
                Some(place) => RuleSetting::None(place),
                None => RuleSetting::Rule(value.at(turn_part(part, value)?)),
            };
            let name = words.at(name);
            Some(RuleLine { span, side: side(key), name, man: None, part: Some(part), value: setting })
        };
        return turn_parts(&words, value).into_iter().map(part).collect();
    }
    let setting = match value.span_of(Rule::none) {
        Some(place) => RuleSetting::None(place),
        None => RuleSetting::Rule(value.at(rule(name, value)?)),
    };
    let line = RuleLine { span, side: side(key), name: words.at(name), man: None, part: None, value: setting };
    let men = men_list(&words).symbols;
    if men.is_empty() {
        return Some(vec![line]);
    }
    let several = men.len() > 1;
    let of_man = |man: Symbol| {
        let name = if several { Spanned::new(name, man.span) } else { line.name };
        RuleLine { name, man: Some(man), ..line.clone() }
    };
    Some(men.into_iter().map(of_man).collect())
}

/// Lowers the value of a rule.
fn rule(name: RuleName, value: &Node<'_>) -> Option<RuleValue> {
    Some(match name {
        RuleName::Castling => RuleValue::Castling(Box::new(castling(value)?)),
        RuleName::LongStep => RuleValue::LongStep(
            value
                .children()
                .filter(|child| child.rule() == Rule::long_step)
                .map(|step| long_step(&step))
                .collect::<Option<_>>()?,
        ),
        RuleName::EnPassant => RuleValue::EnPassant(EnPassant { by: men_list(value), on: place(value) }),
        RuleName::Promotion => RuleValue::Promotion(promotion(value)?),
        RuleName::Drop => RuleValue::Drop(drop_rule(value)?),
        RuleName::Wall => RuleValue::Wall(wall_rule(value)),
        RuleName::Progress => RuleValue::Progress(Progress {
            capture: value.span_of(Rule::capture),
            promotion: value.span_of(Rule::promotion),
            drop: value.span_of(Rule::drop),
            moves_of: moved_men(value, false),
            one_way_moves_of: moved_men(value, true),
        }),
        RuleName::Points => RuleValue::Points(points(value)?),
        RuleName::Turn => return None,
        RuleName::MustMove => RuleValue::MustMove(turns(value)?),
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
        RuleName::Compulsory => RuleValue::Compulsory(compulsory_moves(value)),
        RuleName::Immobility => RuleValue::ImmobilityForbidden,
        RuleName::Passing if value.has(Rule::when_stuck) => RuleValue::Passing(Passing::WhenStuck),
        RuleName::Passing => RuleValue::Passing(Passing::Always),
        RuleName::Check => RuleValue::Check(check(value)),
        RuleName::CheckEvasion => RuleValue::CheckEvasionWithoutFlight,
        RuleName::OwnCheck => RuleValue::OwnCheckInSeries,
        RuleName::Counting | RuleName::CountingWhenBared => RuleValue::Counting(counting(value)?),
    })
}

/// `every 5 turns`, `every 5th turn`.
fn turns(value: &Node<'_>) -> Option<Spanned<u32>> {
    let number = value.tokens().find(|token| matches!(token.rule(), Rule::number | Rule::ordinal))?;
    let digits = number.text().trim_end_matches(|c: char| !c.is_ascii_digit());
    let place = Span::new(number.span().start, number.span().start + digits.len());
    Some(Spanned::new(digits.parse().unwrap_or(u32::MAX), place))
}

/// Lowers the moves that come before others, in their order.
fn compulsory_moves(value: &Node<'_>) -> Vec<CompulsoryMoves> {
    let moves = |phrase: Node<'_>| CompulsoryMoves {
        check: phrase.span_of(Rule::check),
        capture: phrase.span_of(Rule::capture),
        promotion: phrase.span_of(Rule::promotion),
        drop: phrase.span_of(Rule::drop),
        moves_of: phrase
            .children()
            .filter(|child| child.rule() == Rule::any_move_of)
            .map(|of_men| men_list(&of_men))
            .collect(),
    };
    value.children().filter(|child| child.rule() == Rule::compulsory_moves).map(moves).collect()
}

/// The lists of men whose moves are progress, of those with or without `one-way` before them.
fn moved_men(value: &Node<'_>, one_way: bool) -> Vec<MenList> {
    let phrases = value.children().filter(|child| child.rule() == Rule::move_of);
    phrases.filter(|phrase| phrase.has(Rule::one_way) == one_way).map(|phrase| men_list(&phrase)).collect()
}

/// Lowers the points of men and sides.
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

/// Lowers the limits and conditions of counting moves.
fn counting(value: &Node<'_>) -> Option<Counting> {
    let limit = |node: Node<'_>| {
        let mut numbers = node.numbers();
        Some(CountLimit { moves: numbers.next()?, least: numbers.next(), against: men_list(&node) })
    };
    let limits = value.children().filter(|child| child.rule() == Rule::count_limit);
    Some(Counting {
        limits: limits.map(limit).collect::<Option<_>>()?,
        without: value.child(Rule::count_without).map(|without| men_list(&without)).unwrap_or_default(),
        most_men: value.child(Rule::count_with).and_then(|with| with.number()),
        from_men: value.has(Rule::from_number_of_men),
        on_board: value.has(Rule::count_on_board),
    })
}

/// Lowers a long step.
fn long_step(value: &Node<'_>) -> Option<LongStep> {
    Some(LongStep {
        squares: value.number()?,
        up_to: value.has(Rule::up),
        betza: value.child(Rule::as_movement).and_then(|movement| movement.word_of(Rule::betza)),
        from: place(value)?,
        en_passant: value.span_of(Rule::en_passant),
    })
}

/// Lowers a promotion rule.
fn promotion(value: &Node<'_>) -> Option<Promotion> {
    let to = match value.child(Rule::any_starting_man) {
        Some(any) => {
            let words = any.children().take_while(|child| child.rule() != Rule::but).map(|word| word.span());
            PromotesTo::AnyStartingMan { span: words.reduce(Span::to)?, but: men_list(&any).symbols }
        }
        None => match value.span_of(Rule::nothing) {
            Some(span) => PromotesTo::Nothing(span),
            None => PromotesTo::Men(men_list(value)),
        },
    };
    let facing = value.child(Rule::promoted_facing).map(|facing| {
        let any = facing.has(Rule::any);
        facing.at(if any { PromotedFacing::Any } else { PromotedFacing::AsAtStart })
    });
    let at_most = value.child(Rule::at_most);
    let limits = at_most.as_ref().map(|limits| limits.numbers().zip(limits.words_of(Rule::symbol)).collect());
    let optionally = value.child(Rule::optionally);
    Some(Promotion {
        on: place(value)?,
        or_from: value.child(Rule::on_or_from).is_some_and(|words| words.has(Rule::from)),
        to,
        at_most: limits.unwrap_or_default(),
        at_most_on_board: at_most.is_some_and(|limits| limits.has(Rule::on_the_board)),
        captured_men_only: value.has(Rule::captured_men_only),
        by_capture: value.has(Rule::by_capture),
        not_by_en_passant: value.has(Rule::not_by_en_passant),
        optional: value.span_of(Rule::optionally),
        except_on: optionally.and_then(|optionally| place(&optionally)),
        facing,
    })
}

/// Lowers where walls are put.
fn wall_rule(value: &Node<'_>) -> Wall {
    let of_man = |came| if came { WallPlace::WhereItCameFrom } else { WallPlace::WhereItCouldGo };
    Wall {
        place: value.child(Rule::wall_where).map(|node| node.at(of_man(node.has(Rule::came)))),
        on: value.child(Rule::wall_on).filter(|on| on.has(Rule::place)).and_then(|on| place(&on)),
        or_beside: value.has(Rule::wall_beside),
        one_at_a_time: value.has(Rule::one_at_a_time),
        not_where_men_die: value.span_of(Rule::not_where_men_die),
        instead_of_move: value.span_of(Rule::instead_of_move),
    }
}

/// Lowers sides of the board, or directions of steps.
fn winds(node: &Node<'_>, rule: Rule) -> Vec<Spanned<Wind>> {
    let sides = node.children().filter(|child| child.rule() == rule);
    sides.filter_map(|side| Some(side.at(side.text().parse().ok()?))).collect()
}

/// Lowers how men in hand are dropped.
fn drop_rule(value: &Node<'_>) -> Option<Drop> {
    let limit = |node: Node<'_>| {
        let along = match node.child_of(&[Rule::file_, Rule::rank, Rule::colour])?.rule() {
            Rule::file_ => DropLine::File,
            Rule::rank => DropLine::Rank,
            _ => DropLine::Colour,
        };
        let last = node.has(Rule::last);
        let least = if last { node.at(1) } else { node.number()? };
        Some(DropLimit { along, least, men: men_list(&node), last })
    };
    let beside = |node: Node<'_>| DropBeside {
        span: node.span(),
        none: node.has(Rule::not),
        orthogonally: node.has(Rule::orthogonally),
        whose: whose(&node),
        men: men_list(&node),
    };
    let limits = value.children().filter(|child| child.rule() == Rule::drop_limit);
    Some(Drop {
        forbidden: value.has(Rule::forbidden),
        on: value.child(Rule::drop_on).and_then(|on| place(&on)),
        to: value.child(Rule::drop_as).map(|to| men_list(&to)).unwrap_or_default(),
        slid_from: value.child(Rule::drop_slid).map(|slid| winds(&slid, Rule::board_side)).unwrap_or_default(),
        limits: limits.map(limit).collect::<Option<_>>()?,
        check: match value.child(Rule::drop_check) {
            Some(check) if check.has(Rule::checkmate) => DropCheck::NotCheckmate,
            Some(_) => DropCheck::Forbidden,
            None => DropCheck::Allowed,
        },
        compulsory: value.has(Rule::compulsory),
        beside: value.children().filter(|child| child.rule() == Rule::drop_beside).map(beside).collect(),
        converting: value.has(Rule::only_to_convert),
        first_on: value.child(Rule::drop_first).and_then(|on| place(&on)),
        unlimited: value.has(Rule::unlimited),
    })
}

/// Rules of the grammar that read how many moves a turn has.
const TURN_LENGTHS: [Rule; 3] = [Rule::fixed_length, Rule::growing_length, Rule::as_long_as_last];

/// Returns the parts of a turn that a line gives.
pub(super) fn turn_parts(words: &Node<'_>, value: &Node<'_>) -> Vec<TurnPart> {
    let all = [TurnPart::Length, TurnPart::Ends, TurnPart::Stuck, TurnPart::Movers];
    let gives = |part: TurnPart| match part {
        TurnPart::Length if value.has(Rule::none) => words.child_of(&[Rule::ends, Rule::stuck, Rule::moves]).is_none(),
        TurnPart::Ends if value.has(Rule::none) => words.has(Rule::ends),
        TurnPart::Stuck if value.has(Rule::none) => words.has(Rule::stuck),
        TurnPart::Movers if value.has(Rule::none) => words.has(Rule::moves),
        TurnPart::Length => value.child_of(&TURN_LENGTHS).is_some(),
        TurnPart::Ends => value.has(Rule::turn_ends),
        TurnPart::Stuck => value.has(Rule::stuck_may_claim),
        TurnPart::Movers => value.has(Rule::turn_movers),
    };
    all.into_iter().filter(|&part| gives(part)).collect()
}

/// Lowers a part of a turn.
fn turn_part(part: TurnPart, value: &Node<'_>) -> Option<RuleValue> {
    Some(match part {
        TurnPart::Length => RuleValue::TurnLength(turn_length(value)?),
        TurnPart::Ends => {
            let has = |rule| value.child(Rule::turn_ends).is_some_and(|ends| ends.has(rule));
            RuleValue::TurnEnds { check: has(Rule::check), capture: has(Rule::capture) }
        }
        TurnPart::Stuck => RuleValue::StuckMayClaim(value.has(Rule::stuck_may_claim)),
        TurnPart::Movers => {
            let same = value.child(Rule::turn_movers)?.has(Rule::same);
            RuleValue::TurnMovers(if same { SeriesMovers::Same } else { SeriesMovers::Different })
        }
    })
}

/// Lowers how many moves a turn has.
fn turn_length(value: &Node<'_>) -> Option<TurnLength> {
    let node = value.child_of(&TURN_LENGTHS)?;
    let number = |rule| value.child(rule).and_then(|child| child.number());
    let variation = |word| {
        let variations = value.children().filter(|child| child.rule() == Rule::variation);
        variations.filter(|variation| variation.has(word)).find_map(|variation| variation.number())
    };
    Some(match node.rule() {
        Rule::fixed_length => TurnLength::Moves { moves: node.number()?, first: number(Rule::first_turn) },
        Rule::growing_length if node.has(Rule::each) => TurnLength::LongerEachTurn(node.number()?),
        Rule::growing_length => TurnLength::LongerThanLast(node.number()?),
        Rule::as_long_as_last => TurnLength::AsLongAsLast {
            longer: variation(Rule::longer),
            shorter: variation(Rule::shorter),
            at_least: number(Rule::at_least),
        },
        _ => return None,
    })
}

/// Lowers the pairs of men that may not face each other.
fn opposition(value: &Node<'_>) -> Option<Vec<Opposition>> {
    let pair = |node: Node<'_>| {
        let mut men = node.words_of(Rule::symbol).into_iter();
        let betza = node.child(Rule::as_movement)?.word_of(Rule::betza)?;
        let to_be_broken = node.has(Rule::to_be_broken);
        Some(Opposition { watcher: men.next()?, watched: men.next()?, betza, to_be_broken })
    };
    value.children().filter(|child| child.rule() == Rule::opposed).map(pair).collect()
}

/// Lowers which moves may give check.
fn check(value: &Node<'_>) -> CheckRule {
    if value.has(Rule::only_to_checkmate) {
        CheckRule::OnlyToCheckmate
    } else if value.has(Rule::only_last_move) {
        CheckRule::OnlyLastOfSeries
    } else {
        CheckRule::Forbidden
    }
}

/// Lowers the words of a condition, with its side and who is to move.
fn ending_key(span: Span, node: &Node<'_>) -> Option<EndingKey> {
    let before = [Rule::not, Rule::side, Rule::both, Rule::has, Rule::have];
    let words = node.children().find(|child| !before.contains(&child.rule()))?;
    let name = ConditionName::read_by(words.rule())?;
    // `opponent bared: wins` says of one side what `bared, not to move: loses` says of the other.
    let opponent = words.child(Rule::opponent);
    let turned = |side: Side| if opponent.is_some() { !side } else { side };
    let not_to_move = opponent.as_ref().map(|opponent| opponent.at(Judged::NotToMove));
    let judged = node.children().find_map(|child| Some(child.at(judged(&child)?)));
    Some(EndingKey {
        span,
        side: side(node).map(|side| side.map(turned)),
        both: node.has(Rule::both),
        condition: words.at(condition(name, &words)?),
        judged: judged.or(not_to_move),
        setups: node.child(Rule::in_setups).map(|phrase| phrase.words_of(Rule::name)).unwrap_or_default(),
    })
}

/// Lowers who is to move where a condition counts.
fn judged(node: &Node<'_>) -> Option<Judged> {
    Some(match node.rule() {
        Rule::unanswered => Judged::Unanswered,
        Rule::to_move if node.has(Rule::not) => Judged::NotToMove,
        Rule::to_move => match side(node).map(|side| side.value) {
            Some(Side::White) => Judged::WhiteToMove,
            Some(Side::Black) => Judged::BlackToMove,
            None => Judged::ToMove,
        },
        _ => return None,
    })
}

/// Lowers a line under `endings`: `stalemated: draw`, `only: none`, or `the rest: inherited`.
pub(super) fn ending_line(span: Span, words: &Node<'_>, value: &Node<'_>) -> Option<EndingLine> {
    if words.has(Rule::the_rest) {
        return Some(EndingLine::TheRest { span, inherited: value.has(Rule::inherited) });
    }
    let key = ending_key(span, words)?;
    let is_opponents = words.child(Rule::bared).is_some_and(|bared| bared.has(Rule::opponent));
    if value.has(Rule::none) {
        return Some(EndingLine::None(key));
    }
    let result = value.child(Rule::result)?;
    let ends = match game_result(&result)? {
        GameResult::Wins if is_opponents => GameResult::Loses,
        GameResult::Loses if is_opponents => GameResult::Wins,
        ends @ (GameResult::Wins
        | GameResult::Loses
        | GameResult::Draw
        | GameResult::DrawOnClaim
        | GameResult::WhiteWins
        | GameResult::BlackWins
        | GameResult::MoreMen
        | GameResult::FewerMen
        | GameResult::MorePoints) => ends,
    };
    let label = value.child(Rule::label).and_then(|label| label.word_of(Rule::reason));
    let score = score(&result, is_opponents && ends.is_of_a_side());
    Some(EndingLine::Ending(Ending {
        key,
        result: result.at(ends),
        score,
        tie_on_claim: result.has(Rule::tie_on_claim),
        on_board: result.child(Rule::more_win).is_some_and(|more| more.has(Rule::on_the_board)),
        on_claim: result.span_of(Rule::on_claim).filter(|_| ends != GameResult::DrawOnClaim),
        label,
    }))
}

/// Lowers how the game ends, without the worth.
fn game_result(node: &Node<'_>) -> Option<GameResult> {
    let words = node.children().next()?;
    Some(match words.rule() {
        Rule::draw if node.has(Rule::on_claim) => GameResult::DrawOnClaim,
        Rule::side_wins if side(&words)?.value == Side::White => GameResult::WhiteWins,
        Rule::side_wins => GameResult::BlackWins,
        Rule::more_win if words.has(Rule::points) => GameResult::MorePoints,
        Rule::more_win if words.has(Rule::fewer) => GameResult::FewerMen,
        Rule::more_win => GameResult::MoreMen,
        rule => GameResult::read_by(rule)?,
    })
}

/// Lowers what a side scores.
fn score(node: &Node<'_>, of_opponent: bool) -> Option<Scored> {
    Some(Scored { written: node.word_of(Rule::decimal)?, of_opponent })
}

/// Lowers the condition of an ending.
fn condition(name: ConditionName, node: &Node<'_>) -> Option<Condition> {
    Some(match name {
        ConditionName::Checkmated => Condition::Checkmate,
        ConditionName::Stalemated => Condition::Stalemate,
        ConditionName::Bared => Condition::Bared,
        ConditionName::Quiet => Condition::Quiet { count: node.number()?, unit: unit(node)? },
        ConditionName::Position => {
            Condition::Position { times: node.number()?, perpetual: node.has(Rule::by_perpetual_check) }
        }
        ConditionName::Only => Condition::Only(material_balances(node)?),
        ConditionName::ManOn => Condition::ManOn {
            men: men_list(node),
            least: node.number(),
            on: Some(place(node)?),
            safe: node.has(Rule::safe),
            secure: node.has(Rule::secure),
            full: node.has(Rule::no_square_empty),
        },
        ConditionName::Few if node.has(Rule::or_more) || node.has(Rule::at_least) => Condition::ManOn {
            men: men_list(node),
            least: node.child(Rule::at_least).and_then(|words| words.number()).or_else(|| node.number()),
            on: None,
            safe: false,
            secure: false,
            full: false,
        },
        ConditionName::Few => Condition::AtMost {
            count: most(node),
            men: men_list(node),
            against: node.child(Rule::against_phrase).and_then(|against| against.number()),
        },
        ConditionName::InARow => Condition::InARow {
            count: node.number()?,
            men: men_list(node),
            formation: if node.has(Rule::square_) {
                Formation::Square
            } else if node.has(Rule::line_) {
                Formation::Line
            } else {
                Formation::Row
            },
            lines: node.children().filter_map(|child| line_kind(&child)).collect(),
        },
        ConditionName::Chain => {
            let mut places = node.children().filter(|child| child.rule() == Rule::place);
            let steps = node.child(Rule::by_steps).map(|steps| winds(&steps, Rule::step_wind));
            Condition::Chain {
                men: men_list(node),
                between: [place_of(&places.next()?)?, place_of(&places.next()?)?],
                steps: steps.unwrap_or_default(),
            }
        }
        ConditionName::BothPass => Condition::BothPass,
        ConditionName::FullBoard => Condition::FullBoard,
        ConditionName::OppositionAccepted => Condition::OppositionAccepted,
        ConditionName::CountedOut => Condition::CountedOut,
        ConditionName::ChecksGiven => Condition::ChecksGiven(node.number()?),
        ConditionName::Castled => Condition::Castled(wing(node)),
        ConditionName::NoCastling => Condition::NoCastling(wing(node)),
        ConditionName::TheRest => return None,
    })
}

/// Lowers the wing on which castling counts.
fn wing(node: &Node<'_>) -> Option<Wing> {
    let toward = node.child(Rule::toward_wing)?;
    Some(if toward.has(Rule::first) { Wing::FirstFile } else { Wing::LastFile })
}

/// Lowers the number of `1 K or fewer`, `no K` or `fewer than 2 K`.
fn most(node: &Node<'_>) -> Spanned<u32> {
    let number = node.number().unwrap_or_else(|| node.at(0));
    if node.has(Rule::than) { number.map(|number| number.saturating_sub(1)) } else { number }
}

/// Lowers the kind of lines on which men stand in a row.
fn line_kind(node: &Node<'_>) -> Option<Spanned<LineKind>> {
    let kind = match node.rule() {
        Rule::ranks => LineKind::Ranks,
        Rule::files => LineKind::Files,
        Rule::diagonals => LineKind::Diagonals,
        _ => return None,
    };
    Some(node.at(kind))
}

/// Lowers the unit in which quiet play is counted.
fn unit(node: &Node<'_>) -> Option<Spanned<QuietUnit>> {
    let word = node.child_of(&[Rule::moves, Rule::move_, Rule::plies, Rule::series])?;
    Some(word.at(match word.rule() {
        Rule::plies => QuietUnit::Plies,
        Rule::series => QuietUnit::Series,
        _ => QuietUnit::Moves,
    }))
}

/// The lists of men after `only`, one for each side of each `v`.
fn material_balances(node: &Node<'_>) -> Option<Vec<Spanned<Balance>>> {
    let balance = |node: Node<'_>| {
        if node.rule() == Rule::also_both {
            let men = node.words_of(Rule::symbol);
            return Some(node.at(Balance::Versus { sides: [men.clone(), men], apart: None }));
        }
        let apart = node.span_of(Rule::of_two_colours);
        let sides = || node.children().filter(|child| child.rule() == Rule::side_men);
        let mut lists = sides().map(|side| side.words_of(Rule::symbol));
        if node.rule() == Rule::versus {
            let sides = [lists.next()?, lists.next()?];
            return Some(node.at(Balance::Versus { sides, apart }));
        }
        let has_others = node.has(Rule::and);
        let men = if has_others { lists.next()? } else { Vec::new() };
        let any = node.word_of(Rule::symbol)?;
        Some(node.at(Balance::AnyNumber { men, any, against: lists.next(), apart: apart.is_some() }))
    };
    let is_balance = |child: &Node<'_>| matches!(child.rule(), Rule::versus | Rule::any_number | Rule::also_both);
    node.children().filter(is_balance).map(balance).collect()
}

/// Lowers a line of a test, `play: 1. e4`.
pub(super) fn test_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<TestLine> {
    let word = key.children().next()?;
    let step = match TestLineName::read_by(word.rule())? {
        TestLineName::Setup => TestStep::Setup { name: value.word_of(Rule::name)?, array: value.number() },
        TestLineName::Position if value.has(Rule::free_text) => TestStep::Position(free_text(value)),
        TestLineName::Position => {
            let board = SetupSection {
                span,
                name: word.at(String::new()),
                layout: Layout::Drawn(Vec::new()),
                facing: None,
                hand: None,
                shuffled: None,
            };
            TestStep::Drawn { board: Box::new(board), turn: None }
        }
        TestLineName::Facing => TestStep::Facing(setups::facing_line(span, value)?),
        TestLineName::Hand => TestStep::Hand(setups::hand_line(span, value)?),
        TestLineName::ToMove => TestStep::ToMove(side(value)?),
        TestLineName::Play => TestStep::Play(free_text(value)),
        TestLineName::Expect => TestStep::Expect(value.at(expectation(span, value)?)),
        TestLineName::Legal => TestStep::Legal(moves(value)),
        TestLineName::Illegal => TestStep::Illegal(moves(value)),
        TestLineName::Exactly => TestStep::Exactly(moves(value)),
        TestLineName::Moves => TestStep::MovesStored,
        TestLineName::Reach => TestStep::ReachStored(word.word_of(Rule::symbol)?),
        TestLineName::Perft => {
            let nodes = value.child(Rule::number)?;
            let nodes = nodes.at(nodes.text().parse().unwrap_or(u64::MAX));
            TestStep::Perft { depth: word.number()?, nodes }
        }
    };
    Some(TestLine { span, step })
}

/// A text that is kept as it is written, but for its comments.
fn free_text(value: &Node<'_>) -> Spanned<String> {
    let written = value.child(Rule::free_text).map_or_else(|| value.word(), |text| text.word());
    written.map(|text| without_comments(&text))
}

/// Lowers what a test expects: an outcome, or a state of the game.
fn expectation(span: Span, value: &Node<'_>) -> Option<Expectation> {
    let reason = value.child(Rule::by_reason).and_then(|by| by.word_of(Rule::reason));
    let score = score(value, false);
    let first = value.children().next()?;
    Some(match first.rule() {
        Rule::ongoing => Expectation::Ongoing,
        Rule::side_wins | Rule::draw => {
            let winner = side(&first).map(|side| side.value);
            if value.has(Rule::on_claim) {
                Expectation::Claimable { winner, score, reason }
            } else {
                Expectation::Over { winner, score, reason }
            }
        }
        _ => {
            let state = if value.has(Rule::check) {
                State::InCheck(side(value).map(|side| side.value))
            } else {
                State::Condition(Box::new(ending_key(span, value)?))
            };
            Expectation::Holds { state, negated: value.has(Rule::not) }
        }
    })
}

/// The moves as written, without the commas that may stand between them.
fn moves(value: &Node<'_>) -> Vec<Spanned<String>> {
    let trimmed = |word: Spanned<String>| {
        let text = word.value.trim_end_matches(',').to_owned();
        Spanned::new(text.clone(), Span::new(word.span.start, word.span.start + text.len()))
    };
    value.words_of(Rule::move_text).into_iter().map(trimmed).collect()
}
