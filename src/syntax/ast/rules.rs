//! Rules. Castling, promotion, drops, walls and turns have files of their own.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::castling::{Castling, castling};
use super::drops::{Drop, Wall, drop_rule, wall_rule};
use super::names::{MenList, Symbol, men_list};
use super::places::{Place, SquareName, place, side, size, square};
use super::promotion::{Promotion, promotion};
use super::turns::{TurnLength, TurnPart, turn_length, turn_parts};
use crate::geometry::Side;
use crate::model::{CheckRule, CompulsoryMove, FinishingMove, Passing, SeriesMovers};
use crate::source::{Span, Spanned};
use crate::syntax::construct::{NamedConstruct, Section, Site, named_constructs};
use crate::syntax::lines::Node;
use weakfish_grammar::variant;

named_constructs! {
    /// The name of a rule, without the man it may be of.
    enum RuleName in Site::Line(Section::Rules);
    Castling = castling "castling" [castling_value]
        => "castling: K 2 toward R, R to the last square K crossed";
    LongStep = long_step_of "long step of P" [long_step_value]
        => "long step of P: 2 squares from own rank 2, en passant";
    EnPassant = en_passant "en passant" [en_passant_value] => "en passant: by P or S";
    Promotion = promotion_of "promotion of P" [promotion_value]
        => "promotion of P: on last rank, to Q, R, B or N";
    Drop = drop_of "drop of P" [drop_value: drop_on, drop_as, next_to, drop_limit, drop_check, compulsory, unlimited, forbidden, none]
        => "drop of P: on own rank 2 to 7";
    Wall = wall "wall" [wall_value: wall_on, wall_where, one_at_a_time, instead_of_move, none]
        => "wall: where the man could go";
    Progress = progress "progress" [progress_value]
        => "progress: capture or move of P";
    Turn = turn_rule "turn" [turn_value: fixed_length, as_long_as_last, none]
        => "turn: 2 moves, the first 1, ends by check";
    MustMove = must_move "must move" [must_move_value] => "must move: every 5 turns";
    Repetition = repetition "repetition" [permission_value: forbidden, none] => "repetition: forbidden";
    Grid = grid "grid" [grid_value] => "grid: every move leaves its 2x2 block";
    Opposition = opposition "opposition" [opposition_value]
        => "opposition: F and K, as WN";
    FinishingMove = finishing_move "finishing move" [finishing_value]
        => "finishing move: any man to any square, to checkmate or stalemate";
    Capture = capture "capture" [permission_value: compulsory, none] => "capture: compulsory";
    Passing = passing "passing" [permission_value: allowed, when_stuck, none]
        => "passing: when no other move";
    Immobility = immobility "immobility" [permission_value: forbidden, none] => "immobility: forbidden";
    Check = check "check" [permission_value: forbidden, only_to_checkmate, only_last_move, none]
        => "check: forbidden";
    CheckEvasion = check_evasion "check evasion" [permission_value: without_flight, none]
        => "check evasion: without flight";
    OwnCheck = own_check "own check" [permission_value: allowed_in_series, none]
        => "own check: allowed within a series";
    Points = points "points" [points_value]
        => "points: R 13, C 7, P 2, black 1.5";
    CountingWhenBared = counting_when_bared "counting when bared" [counting_value]
        => "counting when bared: 8 moves against 2 R, 16 moves against R, 64 moves, without P, from the number of men";
    Counting = counting "counting" [counting_value] => "counting: 64 moves, without P";
    Compulsory = compulsory "compulsory" [compulsory_value]
        => "compulsory: check, else capture, else move of P";
}

/// A line under `rules`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleLine {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The name; its place is that of all words before the colon except the side.
    pub(crate) name: Spanned<RuleName>,
    /// The man of a long step, a promotion or a drop; `None` for other rules, and for drops of all other men. A line for several men is one for each of them.
    pub(crate) man: Option<Symbol>,
    /// The part of a turn; `None` for other rules. A line `turn: …` is one for each part.
    pub(crate) part: Option<TurnPart>,
    /// The setting.
    pub(crate) value: RuleSetting,
}

impl RuleLine {
    /// The words before the colon, without the side: `castling`, `long step of P`.
    pub(crate) fn words(&self) -> String {
        let words = self.name.value.construct().words;
        match (&self.man, words.rsplit_once(' ')) {
            (Some(man), Some((words, _))) => format!("{words} {}", man.value),
            (None, Some((words, _)))
                if matches!(self.name.value, RuleName::LongStep | RuleName::Promotion | RuleName::Drop) =>
            {
                words.trim_end_matches(" of").to_owned()
            }
            _ => words.to_owned(),
        }
    }
}

/// The value after the colon of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RuleSetting {
    /// `none`: the rule is not in force.
    None(Span),
    /// `check: allowed`: what holds anyway.
    Anyway(Anyway),
    /// The rule; always of the kind of its name.
    Rule(Spanned<Rule>),
}

/// A value that says what holds anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Anyway {
    /// The value.
    pub(crate) span: Span,
    /// When it holds.
    pub(crate) holds: HoldsAnyway,
    /// The reason, a clause.
    pub(crate) why: &'static str,
}

/// When a value holds anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoldsAnyway {
    /// Without the rule: `check: allowed` means `check: none`.
    WithoutRule,
    /// With any rule of this name: `castling: counts as one move`.
    WithRule,
    /// Always: `check: must be answered`.
    Always,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// `castling: …`.
    Castling(Box<Castling>),
    /// `long step of P: …`: at least one.
    LongStep(Vec<LongStep>),
    /// `en passant: …`.
    EnPassant(EnPassant),
    /// `promotion of P: …`.
    Promotion(Promotion),
    /// `drop of P: …`.
    Drop(Box<Drop>),
    /// `wall: where the man could go`.
    Wall(Wall),
    /// `progress: capture or move of P`.
    Progress(Progress),
    /// `turn: 2 moves`.
    TurnLength(TurnLength),
    /// `turn: …, ends by check or capture`; neither if nothing ends it.
    TurnEnds {
        /// By `check`.
        check: bool,
        /// By `capture`.
        capture: bool,
    },
    /// `turn: …, stuck may claim stalemate`, or nothing of that.
    StuckMayClaim(bool),
    /// `turn: …, by different men`, or any men.
    TurnMovers(SeriesMovers),
    /// `must move: every 5 turns`.
    MustMove(Spanned<u32>),
    /// `repetition: forbidden`.
    RepetitionForbidden,
    /// `grid: every move leaves its 2x2 block, with blocks from b2`.
    Grid {
        /// Files in a block.
        files: Spanned<u32>,
        /// Ranks in a block.
        ranks: Spanned<u32>,
        /// The first square of a block; a1 without it.
        from: Option<Spanned<SquareName>>,
    },
    /// `opposition: F and K, as WN`: at least one pair.
    Opposition(Vec<Opposition>),
    /// `finishing move: any man to any square, to checkmate or stalemate`.
    FinishingMove(FinishingMove),
    /// `capture: compulsory`.
    CaptureCompulsory,
    /// `compulsory: check, else capture`: at least one class.
    Compulsory(Vec<CompulsoryClass>),
    /// `immobility: forbidden`.
    ImmobilityForbidden,
    /// `passing: …`.
    Passing(Passing),
    /// `check: …`.
    Check(CheckRule),
    /// `check evasion: without flight`.
    CheckEvasionWithoutFlight,
    /// `own check: allowed within a series`.
    OwnCheckInSeries,
    /// `points: R 13, C 7, black 1.5`: at least one.
    Points(Vec<Pointed>),
    /// `counting: …`, `counting when bared: …`.
    Counting(Counting),
}

/// Moves of one class among those that come before others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompulsoryClass {
    /// The sorts that name no man.
    pub(crate) sorts: Vec<CompulsoryMove>,
    /// The men after `move of`.
    pub(crate) moved: Vec<MenList>,
}

/// `en passant: by P or S, on own rank 6`; at least one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant {
    /// The capturing men; those with a long step if it is not written.
    pub(crate) by: MenList,
    /// Where, if it is written.
    pub(crate) on: Option<Place>,
}

/// `2 squares as fF from own rank 2, en passant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LongStep {
    /// The number of squares, or with `up to` the most.
    pub(crate) squares: Spanned<u32>,
    /// Whether it may be fewer, from 2 on: `up to 6 squares`.
    pub(crate) up_to: bool,
    /// The leaps that it repeats, if they are written.
    pub(crate) betza: Option<Spanned<String>>,
    /// The squares from which it starts.
    pub(crate) from: Place,
    /// The words `en passant`, if they are there.
    pub(crate) en_passant: Option<Span>,
}

/// `progress: capture, promotion, drop, move of P or one-way move of Q`; at least one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The word `capture`, if it is there.
    pub(crate) capture: Option<Span>,
    /// The word `promotion`, if it is there.
    pub(crate) promotion: Option<Span>,
    /// The word `drop`, if it is there.
    pub(crate) drop: Option<Span>,
    /// The men after `move of`.
    pub(crate) moves_of: Vec<MenList>,
    /// The men after `one-way move of`.
    pub(crate) one_way_moves_of: Vec<MenList>,
}

/// `R 13`, `black 1.5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointed {
    /// The side whose points they are.
    pub(crate) of: PointsOf,
    /// How many; a half may be among them.
    pub(crate) points: Spanned<String>,
}

/// The owner of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PointsOf {
    /// Each man of this symbol.
    Men(Symbol),
    /// A side, beside those of its men.
    Side(Spanned<Side>),
}

/// `8 moves against 2 R, 64 moves, without P, with 3 men or fewer, from the number of men, on the board`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counting {
    /// The limits, at least one.
    pub(crate) limits: Vec<CountLimit>,
    /// The men that neither side may have.
    pub(crate) without: MenList,
    /// The most men that the player may have.
    pub(crate) most_men: Option<Spanned<u32>>,
    /// Whether the count begins with the number of men.
    pub(crate) from_men: bool,
    /// Whether only men `on the board` count.
    pub(crate) on_board: bool,
}

/// `8 moves against 2 R`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CountLimit {
    /// How many moves.
    pub(crate) moves: Spanned<u32>,
    /// How many men the opponent must have, if a number is written.
    pub(crate) least: Option<Spanned<u32>>,
    /// Their kinds; empty for any men, or none at all.
    pub(crate) against: MenList,
}

/// `F and K, as WN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opposition {
    /// The man that reaches.
    pub(crate) watcher: Symbol,
    /// The enemy that may not be reached.
    pub(crate) watched: Symbol,
    /// The movement by which it would be reached.
    pub(crate) betza: Spanned<String>,
    /// `to be broken`.
    pub(crate) to_be_broken: bool,
}

/// Lowers a line under `rules`, `castling: none`; for `promotion of P or S: …` a line for each man.
pub(in crate::syntax) fn rule_lines(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<Vec<RuleLine>> {
    let words = key.child(variant::Rule::rule_name)?.children().next()?;
    let name = RuleName::read_by(words.rule())?;
    if name == RuleName::Turn {
        let part = |part: TurnPart| {
            let setting = match value.span_of(variant::Rule::none) {
                Some(place) => RuleSetting::None(place),
                None => RuleSetting::Rule(value.at(turn_part(part, value)?)),
            };
            let name = words.at(name);
            Some(RuleLine { span, side: side(key), name, man: None, part: Some(part), value: setting })
        };
        return turn_parts(&words, value).into_iter().map(part).collect();
    }
    let setting = match value.span_of(variant::Rule::none) {
        Some(place) => RuleSetting::None(place),
        None => RuleSetting::Rule(value.at(rule(name, value)?)),
    };
    Some(lines_of_men(span, key, &words, name, setting))
}

/// Lowers a line under `rules` that says what holds anyway.
pub(in crate::syntax) fn lines_of_anyway(span: Span, key: &Node<'_>, anyway: Anyway) -> Option<Vec<RuleLine>> {
    let words = key.child(variant::Rule::rule_name)?.children().next()?;
    let name = RuleName::read_by(words.rule())?;
    Some(lines_of_men(span, key, &words, name, RuleSetting::Anyway(anyway)))
}

/// A line for each man that the words before the colon name, or one if they name none.
fn lines_of_men(span: Span, key: &Node<'_>, words: &Node<'_>, name: RuleName, value: RuleSetting) -> Vec<RuleLine> {
    let line = RuleLine { span, side: side(key), name: words.at(name), man: None, part: None, value };
    let men = men_list(words).symbols;
    if men.is_empty() {
        return vec![line];
    }
    let several = men.len() > 1;
    let of_man = |man: Symbol| {
        let name = if several { Spanned::new(name, man.span) } else { line.name };
        RuleLine { name, man: Some(man), ..line.clone() }
    };
    men.into_iter().map(of_man).collect()
}

/// Lowers a part of a turn.
fn turn_part(part: TurnPart, value: &Node<'_>) -> Option<Rule> {
    Some(match part {
        TurnPart::Length => Rule::TurnLength(turn_length(value)?),
        TurnPart::Ends => {
            let has = |rule| value.child(variant::Rule::turn_ends).is_some_and(|ends| ends.has(rule));
            Rule::TurnEnds { check: has(variant::Rule::check), capture: has(variant::Rule::capture) }
        }
        TurnPart::Stuck => Rule::StuckMayClaim(value.has(variant::Rule::stuck_may_claim)),
        TurnPart::Movers => {
            let same = value.child(variant::Rule::turn_movers)?.has(variant::Rule::same);
            Rule::TurnMovers(if same { SeriesMovers::Same } else { SeriesMovers::Different })
        }
    })
}

/// Lowers the value of a rule.
fn rule(name: RuleName, value: &Node<'_>) -> Option<Rule> {
    Some(match name {
        RuleName::Castling => Rule::Castling(Box::new(castling(value)?)),
        RuleName::LongStep => Rule::LongStep(
            value
                .children()
                .filter(|child| child.rule() == variant::Rule::long_step)
                .map(|step| long_step(&step))
                .collect::<Option<_>>()?,
        ),
        RuleName::EnPassant => Rule::EnPassant(EnPassant { by: men_list(value), on: place(value) }),
        RuleName::Promotion => Rule::Promotion(promotion(value)?),
        RuleName::Drop => Rule::Drop(Box::new(drop_rule(value)?)),
        RuleName::Wall => Rule::Wall(wall_rule(value)),
        RuleName::Progress => Rule::Progress(Progress {
            capture: value.span_of(variant::Rule::capture),
            promotion: value.span_of(variant::Rule::promotion),
            drop: value.span_of(variant::Rule::drop),
            moves_of: moved_men(value, false),
            one_way_moves_of: moved_men(value, true),
        }),
        RuleName::Points => Rule::Points(points(value)?),
        RuleName::Turn => return None,
        RuleName::MustMove => Rule::MustMove(turns(value)?),
        RuleName::Repetition => Rule::RepetitionForbidden,
        RuleName::Grid => {
            let (files, ranks) = size(value)?;
            Rule::Grid { files, ranks, from: value.child(variant::Rule::square).and_then(|from| square(&from)) }
        }
        RuleName::Opposition => Rule::Opposition(opposition(value)?),
        RuleName::FinishingMove => Rule::FinishingMove(FinishingMove {
            to_checkmate: value.has(variant::Rule::checkmate),
            to_stalemate: value.has(variant::Rule::stalemate),
        }),
        RuleName::Capture => Rule::CaptureCompulsory,
        RuleName::Compulsory => Rule::Compulsory(compulsory_moves(value)),
        RuleName::Immobility => Rule::ImmobilityForbidden,
        RuleName::Passing if value.has(variant::Rule::when_stuck) => Rule::Passing(Passing::WhenStuck),
        RuleName::Passing => Rule::Passing(Passing::Always),
        RuleName::Check => Rule::Check(check(value)),
        RuleName::CheckEvasion => Rule::CheckEvasionWithoutFlight,
        RuleName::OwnCheck => Rule::OwnCheckInSeries,
        RuleName::Counting | RuleName::CountingWhenBared => Rule::Counting(counting(value)?),
    })
}

/// `every 5 turns`, `every 5th turn`.
fn turns(value: &Node<'_>) -> Option<Spanned<u32>> {
    let number = value.tokens().find(|token| matches!(token.rule(), variant::Rule::number | variant::Rule::ordinal))?;
    let digits = number.text().trim_end_matches(|c: char| !c.is_ascii_digit());
    let place = Span::new(number.span().start, number.span().start + digits.len());
    Some(Spanned::new(digits.parse().unwrap_or(u32::MAX), place))
}

/// Lowers the moves that come before others, in their order.
fn compulsory_moves(value: &Node<'_>) -> Vec<CompulsoryClass> {
    let sorts = |phrase: &Node<'_>| {
        let sorts = [
            (variant::Rule::check, CompulsoryMove::Check),
            (variant::Rule::capture, CompulsoryMove::Capture),
            (variant::Rule::promotion, CompulsoryMove::Promotion),
            (variant::Rule::drop, CompulsoryMove::Drop),
        ];
        sorts.into_iter().filter(|(word, _)| phrase.has(*word)).map(|(_, sort)| sort).collect()
    };
    let moved = |phrase: &Node<'_>| {
        let moved = phrase.children().filter(|child| child.rule() == variant::Rule::move_of);
        moved.map(|of_men| men_list(&of_men)).collect()
    };
    let classes = value.children().filter(|child| child.rule() == variant::Rule::compulsory_moves);
    classes.map(|phrase| CompulsoryClass { sorts: sorts(&phrase), moved: moved(&phrase) }).collect()
}

/// The lists of men whose moves are progress, of those with or without `one-way` before them.
fn moved_men(value: &Node<'_>, one_way: bool) -> Vec<MenList> {
    let phrases = value.children().filter(|child| child.rule() == variant::Rule::move_of);
    phrases.filter(|phrase| phrase.has(variant::Rule::one_way) == one_way).map(|phrase| men_list(&phrase)).collect()
}

/// Lowers the points of men and sides.
fn points(value: &Node<'_>) -> Option<Vec<Pointed>> {
    let pointed = |node: Node<'_>| {
        let of = match side(&node) {
            Some(side) => PointsOf::Side(side),
            None => PointsOf::Men(node.word_of(variant::Rule::symbol)?),
        };
        Some(Pointed { of, points: node.word_of(variant::Rule::half_points)? })
    };
    value.children().filter(|child| child.rule() == variant::Rule::pointed).map(pointed).collect()
}

/// Lowers the limits and conditions of counting moves.
fn counting(value: &Node<'_>) -> Option<Counting> {
    let limit = |node: Node<'_>| {
        let mut numbers = node.numbers();
        Some(CountLimit { moves: numbers.next()?, least: numbers.next(), against: men_list(&node) })
    };
    let limits = value.children().filter(|child| child.rule() == variant::Rule::count_limit);
    Some(Counting {
        limits: limits.map(limit).collect::<Option<_>>()?,
        without: value.child(variant::Rule::count_without).map(|without| men_list(&without)).unwrap_or_default(),
        most_men: value.child(variant::Rule::count_with).and_then(|with| with.number()),
        from_men: value.has(variant::Rule::from_number_of_men),
        on_board: value.has(variant::Rule::on_the_board),
    })
}

/// Lowers a long step.
fn long_step(value: &Node<'_>) -> Option<LongStep> {
    Some(LongStep {
        squares: value.number()?,
        up_to: value.has(variant::Rule::up),
        betza: value.child(variant::Rule::as_movement).and_then(|movement| movement.word_of(variant::Rule::betza)),
        from: place(value)?,
        en_passant: value.span_of(variant::Rule::en_passant),
    })
}

/// Lowers the pairs of men that may not face each other.
fn opposition(value: &Node<'_>) -> Option<Vec<Opposition>> {
    let pair = |node: Node<'_>| {
        let mut men = node.words_of(variant::Rule::symbol).into_iter();
        let betza = node.child(variant::Rule::as_movement)?.word_of(variant::Rule::betza)?;
        let to_be_broken = node.has(variant::Rule::to_be_broken);
        Some(Opposition { watcher: men.next()?, watched: men.next()?, betza, to_be_broken })
    };
    value.children().filter(|child| child.rule() == variant::Rule::opposed).map(pair).collect()
}

/// Lowers which moves may give check.
fn check(value: &Node<'_>) -> CheckRule {
    if value.has(variant::Rule::only_to_checkmate) {
        CheckRule::OnlyToCheckmate
    } else if value.has(variant::Rule::only_last_move) {
        CheckRule::OnlyLastOfSeries
    } else {
        CheckRule::Forbidden
    }
}
