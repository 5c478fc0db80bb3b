//! Endings: conditions, results and scores.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::names::{MenList, Name, Symbol, men_list};
use super::places::{Place, place, place_of, side, winds};
use crate::geometry::{Side, Wind};
use crate::model::{self, GameResult, Judged, QuietUnit, Wing};
use crate::source::{Span, Spanned};
use crate::syntax::construct::{Construct, NamedConstruct, Section, Site, construct, named_constructs};
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

named_constructs! {
    /// The name of a condition under `endings`, without its numbers and men.
    enum ConditionName in Site::Line(Section::Endings);
    Checkmated = checkmated "checkmated" [ending_value] => "checkmated: loses";
    Stalemated = stalemated "stalemated" [ending_value] => "stalemated: draw";
    Bared = bared "bared" [ending_value] => "bared: loses";
    Quiet = quiet "100 moves without progress" [ending_value] => "75 moves without progress: draw (75-moves)";
    Position = position_times "position 3 times" [ending_value] => "position 3 times: draw on claim";
    Only = only_material "only K v K" [ending_value] => "only K v K, or K N v K: draw";
    ManOn = man_on "K on e8" [ending_value] => "K on e8: wins";
    Few = few "no Q" [ending_value] => "no Q: loses";
    InARow = in_a_row "4 men in a row" [ending_value] => "4 men in a row: wins";
    Chain = chain_of "chain of men" [ending_value] => "chain of men between file a and file h: wins";
    BothPass = both_pass "both pass" [ending_value] => "both pass: draw";
    FullBoard = full_board "full board" [ending_value] => "full board: more men win";
    OppositionAccepted = opposition_accepted "opposition accepted" [ending_value]
        => "opposition accepted: draw";
    CountedOut = counted_out "counted out" [ending_value] => "counted out: draw on claim";
    ChecksGiven = checks_given "3 checks given" [ending_value] => "3 checks given: wins";
    Castled = castled_ending "castled" [ending_value] => "castled: wins";
    NoCastling = no_castling "no castling" [ending_value] => "no castling: loses";
    TheRest = the_rest "the rest" [rest_value] => "the rest: inherited";
}

named_constructs! {
    impl GameResult in Site::Result;
    Wins = wins "wins";
    Loses = loses "loses";
    Draw = draw "draw";
    DrawOnClaim = on_claim "draw on claim";
    WhiteWins = side_wins "white wins";
    BlackWins = side_wins "black wins";
    MoreMen = more_win "more men win";
    FewerMen = more_win "fewer men win";
    MorePoints = more_win "more points win";
}

/// Options of a condition: the side to move, and the setups.
pub(in crate::syntax) static TURNS: [Construct; 6] = [
    construct!(Site::Turn; to_move "to move"),
    construct!(Site::Turn; to_move "not to move"),
    construct!(Site::Turn; to_move "white to move"),
    construct!(Site::Turn; to_move "black to move"),
    construct!(Site::Turn; unanswered "unanswered"),
    construct!(Site::Turn; in_setups "in setup standard"),
];

/// A line under `endings`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EndingLine {
    /// `stalemated: draw`.
    Ending(Ending),
    /// `only: none`.
    None(EndingKey),
    /// `the rest: inherited` or `the rest: none`.
    TheRest {
        /// The whole line.
        span: Span,
        /// Whether the other endings are inherited.
        inherited: bool,
    },
}

impl EndingLine {
    /// The whole line, or all words before its colon.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Ending(Ending { key, .. }) | Self::None(key) => key.span,
            Self::TheRest { span, .. } => *span,
        }
    }

    /// Whether it says what becomes of the inherited endings.
    pub(crate) fn is_the_rest(&self) -> bool {
        matches!(self, Self::TheRest { .. })
    }
}

/// `black K on e1: wins (goal)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// The words before the colon.
    pub(crate) key: EndingKey,
    /// The result.
    pub(crate) result: Spanned<GameResult>,
    /// Score of the side that the result speaks of.
    pub(crate) score: Option<Scored>,
    /// `on claim` after a win or a loss.
    pub(crate) on_claim: Option<Span>,
    /// Whether `draw on claim` stands after a result by numbers.
    pub(crate) tie_on_claim: bool,
    /// Whether numbers are those `on the board`.
    pub(crate) on_board: bool,
    /// The reason in parentheses, without them.
    pub(crate) label: Option<Name>,
}

/// The words before the colon of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndingKey {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// `both` before it.
    pub(crate) both: bool,
    /// The condition; its place is that of all words before the colon except the side.
    pub(crate) condition: Spanned<Condition>,
    /// The side that must be to move.
    pub(crate) judged: Option<Spanned<Judged>>,
    /// Its setups; empty for every setup.
    pub(crate) setups: Vec<Name>,
}

/// The condition of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// One that names no man, square or number, as the model has it: `checkmated`, `both pass`.
    Plain(model::Condition),
    /// `100 moves without progress`.
    Quiet {
        /// How many.
        count: Spanned<u32>,
        /// The kind of lines.
        unit: Spanned<QuietUnit>,
    },
    /// `position 5 times`, `position 3 times by perpetual check`.
    Position {
        /// How often.
        times: Spanned<u32>,
        /// `by perpetual check`.
        perpetual: bool,
    },
    /// `only K v K, K N v K, or K and B of one colour`; none at all in `only: none`.
    Only(Vec<Spanned<Balance>>),
    /// `K on e8`, `K or Q on hill`, `3 P on hill, safe`.
    ManOn {
        /// Any of these; an empty list is men of any kind.
        men: MenList,
        /// How many of them, if a number is written.
        least: Option<Spanned<u32>>,
        /// Squares on which they are counted; `None` in `3 Q or more`, which counts the whole board.
        on: Option<Place>,
        /// `safe`: no enemy may attack them.
        safe: bool,
        /// `secure`: one capture can't undo it.
        secure: bool,
        /// `no square empty`.
        full: bool,
    },
    /// `no Q or R`, `1 man or fewer v 2 or more`.
    AtMost {
        /// How many.
        count: Spanned<u32>,
        /// The kinds of men; empty for any kind.
        men: MenList,
        /// How many the opponent has at least.
        against: Option<Spanned<u32>>,
    },
    /// `4 men in a row on ranks or files`, `4 P in a square`.
    InARow {
        /// How many.
        count: Spanned<u32>,
        /// The kinds of men; empty for any kind.
        men: MenList,
        /// How they stand.
        formation: Formation,
        /// The lines that are named: ranks, files, diagonals.
        lines: Vec<Spanned<LineKind>>,
    },
    /// `chain of men between file a and file h by steps n or e`.
    Chain {
        /// The kinds of men; empty for any kind.
        men: MenList,
        /// First and last squares of the chain.
        between: [Place; 2],
        /// The steps that are named, from the beginning on; empty for those along ranks and files.
        steps: Vec<Spanned<Wind>>,
    },
    /// `3 checks given`.
    ChecksGiven(Spanned<u32>),
}

/// Formation of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formation {
    /// `in a row`.
    Row,
    /// `in line`: not necessarily side by side.
    Line,
    /// `in a square`.
    Square,
}

/// A kind of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// `ranks`.
    Ranks,
    /// `files`.
    Files,
    /// `diagonals`.
    Diagonals,
}

/// The material of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Balance {
    /// `K N v K`: exactly these, either way round.
    Versus {
        /// The men of either side.
        sides: [Vec<Symbol>; 2],
        /// `of two colours`: the last men of both sides stand on squares of different colours.
        apart: Option<Span>,
    },
    /// `K and B of one colour`: for each side the first men, and any number of the last on one colour of squares.
    AnyNumber {
        /// The men that a side has exactly.
        men: Vec<Symbol>,
        /// The men that it may have in addition.
        any: Symbol,
        /// `v K`: the men of the other side, if it has none of these.
        against: Option<Vec<Symbol>>,
        /// `of two colours`: each side's men stand on squares of one colour, and the two sides' on different ones.
        apart: bool,
    },
}

/// A score of a side: `0.25`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scored {
    /// The number, in the spelling of the text.
    pub(crate) written: Spanned<String>,
    /// Whether it is the score of the opponent, as in `opponent bared`, the condition `bared` of the other side.
    pub(crate) of_opponent: bool,
}

impl Scored {
    /// The score of the side in hundredths of a point; `None` if it is more than a point, or has more than two decimals.
    pub(crate) fn hundredths(&self) -> Option<u8> {
        let (whole, decimals) = self.written.value.split_once('.').unwrap_or((&self.written.value, ""));
        let decimals = decimals.trim_end_matches('0');
        let whole = Some(whole.trim_start_matches('0')).filter(|whole| whole.len() <= 1 && decimals.len() <= 2)?;
        let number: u16 = format!("0{whole}{decimals:0<2}").parse().ok()?;
        let hundredths = u8::try_from(number).ok().filter(|hundredths| *hundredths <= 100)?;
        Some(if self.of_opponent { 100 - hundredths } else { hundredths })
    }
}

/// Lowers the words of a condition, with its side and who is to move.
pub(super) fn ending_key(span: Span, node: &Node<'_>) -> Option<EndingKey> {
    let before = [Rule::not, Rule::side, Rule::both, Rule::has, Rule::have];
    let words = node.children().find(|child| !before.contains(&child.rule()))?;
    let name = ConditionName::read_by(words.rule())?;
    // `opponent bared: wins` means `bared: loses` for the other side.
    let turned = |side: Side| if words.has(Rule::opponent) { !side } else { side };
    let judged = node.children().find_map(|child| Some(child.at(judged(&child)?)));
    Some(EndingKey {
        span,
        side: side(node).map(|side| side.map(turned)),
        both: node.has(Rule::both),
        condition: words.at(condition(name, &words)?),
        judged,
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
pub(in crate::syntax) fn ending_line(span: Span, words: &Node<'_>, value: &Node<'_>) -> Option<EndingLine> {
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
        tie_on_claim: result.has(Rule::more_win) && result.has(Rule::on_claim),
        on_board: result.child(Rule::more_win).is_some_and(|more| more.has(Rule::on_the_board)),
        on_claim: result.span_of(Rule::on_claim).filter(|_| !result.has(Rule::draw)),
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

/// Lowers a side's score.
pub(super) fn score(node: &Node<'_>, of_opponent: bool) -> Option<Scored> {
    Some(Scored { written: node.word_of(Rule::decimal)?, of_opponent })
}

/// Lowers the condition of an ending.
fn condition(name: ConditionName, node: &Node<'_>) -> Option<Condition> {
    Some(match name {
        ConditionName::Checkmated => Condition::Plain(model::Condition::Checkmate),
        ConditionName::Stalemated => Condition::Plain(model::Condition::Stalemate),
        ConditionName::Bared => Condition::Plain(model::Condition::Bared),
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
        ConditionName::BothPass => Condition::Plain(model::Condition::BothPass),
        ConditionName::FullBoard => Condition::Plain(model::Condition::FullBoard),
        ConditionName::OppositionAccepted => Condition::Plain(model::Condition::OppositionAccepted),
        ConditionName::CountedOut => Condition::Plain(model::Condition::CountedOut),
        ConditionName::ChecksGiven => Condition::ChecksGiven(node.number()?),
        ConditionName::Castled => Condition::Plain(model::Condition::Castled(wing(node))),
        ConditionName::NoCastling => Condition::Plain(model::Condition::NoCastling(wing(node))),
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
    let is_balance = |child: &Node<'_>| matches!(child.rule(), Rule::versus | Rule::any_number);
    node.children().filter(is_balance).map(balance).collect()
}
