use super::super::ast::{
    Castling, Check, CountLimit, Counting, EnPassant, Finish, Landing, LongStep, Opposition, Passing, Pointed,
    PointsOf, Progress, PromotedFacing, PromotesTo, Promotion, Rule as Said, RuleLine, RuleName, RuleSetting,
    SeriesEnd, SeriesLength, Symbol, Travel,
};
use super::super::node::Node;
use super::{AREAS, area, men_list, place, side, size};
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// `castling: none`.
pub(in super::super) fn rule_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<RuleLine> {
    let words = key.child(Rule::rule_name)?.children().next()?;
    let name = RuleName::read_by(words.rule())?;
    let setting = match value.place_of(Rule::none) {
        Some(place) => RuleSetting::None(place),
        None => RuleSetting::Rule(value.at(rule(name, value)?)),
    };
    Some(RuleLine { span, side: side(key), name: words.at(name), man: words.word_of(Rule::symbol), value: setting })
}

fn rule(name: RuleName, value: &Node<'_>) -> Option<Said> {
    Some(match name {
        RuleName::Castling => Said::Castling(castling(value)?),
        RuleName::LongStep => Said::LongStep(
            value
                .children()
                .filter(|child| child.rule() == Rule::long_step)
                .map(|step| long_step(&step))
                .collect::<Option<_>>()?,
        ),
        RuleName::EnPassant => Said::EnPassant(EnPassant { by: men_list(value), on: place(value) }),
        RuleName::Promotion => Said::Promotion(promotion(value)?),
        RuleName::Progress => Said::Progress(Progress {
            capture: value.place_of(Rule::capture),
            promotion: value.place_of(Rule::promotion),
            moves_of: all_men(value, Rule::move_of),
            one_way_moves_of: all_men(value, Rule::one_way_move_of),
        }),
        RuleName::Points => Said::Points(points(value)?),
        RuleName::Series => Said::Series(series(&value.children().next()?)?),
        RuleName::SeriesEnds => Said::SeriesEnds(series_ends(value)),
        RuleName::StuckInSeries => Said::StuckInSeries,
        RuleName::MustMove => Said::MustMove(value.number()?),
        RuleName::Repetition => Said::RepetitionIllegal,
        RuleName::Grid => {
            let (files, ranks) = size(value)?;
            Said::Grid { files, ranks }
        }
        RuleName::Opposition => Said::Opposition(opposition(value)?),
        RuleName::FinishingMove => Said::FinishingMove(finishes(value)),
        RuleName::Capture => Said::CaptureCompulsory,
        RuleName::Immobility => Said::ImmobilityIllegal,
        RuleName::Passing if value.has(Rule::always) => Said::Passing(Passing::Always),
        RuleName::Passing => Said::Passing(Passing::WhenNoOtherMove),
        RuleName::Check => Said::Check(check(value)),
        RuleName::CheckEvasion => Said::CheckEvasionWithoutFlight,
        RuleName::OwnCheck => Said::OwnCheckInSeries,
        RuleName::Counting | RuleName::CountingWhenBared => Said::Counting(counting(value)?),
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
        Rule::last_crossed => Landing::LastCrossed,
        Rule::any_crossed => Landing::AnyLeftOrCrossed,
        _ => Landing::OtherSide,
    };
    Some(Castling {
        king,
        travel,
        partners: partners(value),
        colourbound,
        landing: landing.at(lands),
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
        from: place(value)?,
        en_passant: value.place_of(Rule::en_passant),
    })
}

fn promotion(value: &Node<'_>) -> Option<Promotion> {
    let to = match value.child(Rule::any_starting_man) {
        Some(any) => PromotesTo::AnyStartingMan { span: any.place_of(Rule::starting_man)?, but: men_list(&any) },
        None => match value.place_of(Rule::nothing) {
            Some(span) => PromotesTo::Nothing(span),
            None => PromotesTo::Men(men_list(value)),
        },
    };
    let facing = value.child(Rule::promoted_facing).map(|facing| {
        let any = facing.has(Rule::any_way);
        facing.at(if any { PromotedFacing::AnyWay } else { PromotedFacing::AsAtTheStart })
    });
    let limit = |node: Node<'_>| Some((node.number()?, node.word_of(Rule::symbol)?));
    let limits = value.child(Rule::at_most).map(|limits| {
        limits.children().filter(|child| child.rule() == Rule::number_of_men).filter_map(limit).collect()
    });
    let if_wished = value.child(Rule::if_wished);
    Some(Promotion {
        on: place(value)?,
        or_from: value.child(Rule::on_or_from).is_some_and(|words| words.has(Rule::from)),
        to,
        at_most: limits.unwrap_or_default(),
        captured_men_only: value.has(Rule::captured_men_only),
        by_capture: value.has(Rule::by_capture),
        if_wished: value.place_of(Rule::if_wished),
        except_on: if_wished.and_then(|wished| place(&wished)),
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

fn series_ends(value: &Node<'_>) -> Vec<Spanned<SeriesEnd>> {
    let end = |child: Node<'_>| match child.rule() {
        Rule::check => Some(child.at(SeriesEnd::Check)),
        Rule::capture => Some(child.at(SeriesEnd::Capture)),
        _ => None,
    };
    value.children().filter_map(end).collect()
}

fn opposition(value: &Node<'_>) -> Option<Vec<Opposition>> {
    let pair = |node: Node<'_>| {
        let mut men = node.words_of(Rule::symbol).into_iter();
        let (betza, to_be_broken) = (node.word_of(Rule::betza)?, node.has(Rule::to_be_broken));
        Some(Opposition { watcher: men.next()?, watched: men.next()?, betza, to_be_broken })
    };
    value.children().filter(|child| child.rule() == Rule::opposed).map(pair).collect()
}

fn check(value: &Node<'_>) -> Check {
    if value.has(Rule::only_to_checkmate) {
        Check::OnlyToCheckmate
    } else if value.has(Rule::only_last_move) {
        Check::OnlyLastOfSeries
    } else {
        Check::Forbidden
    }
}

fn finishes(value: &Node<'_>) -> Vec<Spanned<Finish>> {
    let finish = |child: Node<'_>| match child.rule() {
        Rule::checkmate => Some(child.at(Finish::Checkmate)),
        Rule::stalemate => Some(child.at(Finish::Stalemate)),
        _ => None,
    };
    value.children().filter_map(finish).collect()
}
