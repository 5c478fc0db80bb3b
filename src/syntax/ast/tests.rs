//! Tests that a definition has.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::endings::{EndingKey, Scored, ending_key, score};
use super::names::{Name, Symbol};
use super::places::side;
use super::setups::{FacingLine, HandLine, Layout, SetupSection, facing_line, hand_line};
use crate::geometry::Side;
use crate::source::{Span, Spanned};
use crate::syntax::construct::{NamedConstruct, Section, Site, named_constructs};
use crate::syntax::lines::{Node, without_comments};
use weakfish_grammar::variant::Rule;

named_constructs! {
    /// The words before the colon of a line of a test, without the depth of a perft.
    enum TestLineName in Site::Line(Section::Test);
    Setup = setup "setup" [test_setup_value] => "setup: chancellors";
    Position = position "position" [position_value] => "position: 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    Facing = facing "facing" [facing_value] => "facing: L on f8 sw";
    Hand = hand "hand" [hand_value] => "hand: 2 P n";
    ToMove = to_move "to move" [first_value] => "to move: black";
    Play = play "play" [free_text_value] => "play: 1. f3 e5 2. g4 Qh4#";
    Expect = expect "expect" [expect_value: side_wins, draw, ongoing, in_check, ending_condition]
        => "expect: white wins by checkmate";
    Legal = legal "legal" [moves_value] => "legal: c1e3 c1@nw";
    Illegal = illegal "illegal" [moves_value] => "illegal: Ae3xc5";
    Exactly = exactly "exactly" [moves_value] => "exactly: e1e2 e1f1";
    Perft = perft_depth "perft 3" [number_value] => "perft 3: 8902";
    Moves = moves "moves" [stored_value] => "moves: stored";
    Reach = reach_of "reach of Q" [stored_value] => "reach of Q: stored";
}

/// `test "…"` and its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestSection {
    /// The heading.
    pub(crate) span: Span,
    /// The text in quotes, without them.
    pub(crate) name: Spanned<String>,
    /// The lines, to be done in order.
    pub(crate) lines: Vec<TestLine>,
}

/// A line of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestLine {
    /// The whole line.
    pub(crate) span: Span,
    /// The step.
    pub(crate) step: TestStep,
}

/// A step of a test.
///
/// If a text of moves continues over several lines, comments in it are blanked out: places in the text and in the
/// source always differ by the same number of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TestStep {
    /// `setup: standard`, `setup: standard 518`.
    Setup {
        /// The setup.
        name: Name,
        /// The array number.
        array: Option<Spanned<u32>>,
    },
    /// `position: FEN`.
    Position(Spanned<String>),
    /// `position:`, and the board below it.
    Drawn {
        /// The board, as a setup without a name.
        board: Box<SetupSection>,
        /// `to move: black`.
        turn: Option<Spanned<Side>>,
    },
    /// `facing: L on f8 sw`, until it is put to the board that it stands below.
    Facing(FacingLine),
    /// `hand: 2 P p`, until it is put to the board that it stands below.
    Hand(HandLine),
    /// `to move: black`, until it is put to the board that it stands below.
    ToMove(Spanned<Side>),
    /// `play: …`, any game text.
    Play(Spanned<String>),
    /// `expect: white wins by checkmate`.
    Expect(Spanned<Expectation>),
    /// `legal: c1e3 c1@nw`: these moves are among the legal ones.
    Legal(Vec<Spanned<String>>),
    /// `illegal: …`: none of these is.
    Illegal(Vec<Spanned<String>>),
    /// `exactly: …`: these are all that are.
    Exactly(Vec<Spanned<String>>),
    /// `moves: stored`: the legal moves are those of the stored list.
    MovesStored,
    /// `reach of Q: stored`: the squares that this man reaches are those of the stored list.
    ReachStored(Symbol),
    /// `perft 3: 8902`.
    Perft {
        /// The depth in plies.
        depth: Spanned<u32>,
        /// The number of sequences.
        nodes: Spanned<u64>,
    },
}

/// The expected outcome of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// `ongoing`.
    Ongoing,
    /// `white wins by checkmate`, `draw by stalemate`; the reason may be absent.
    Over {
        /// The winner; `None` is a draw.
        winner: Option<Side>,
        /// Score of the winner.
        score: Option<Scored>,
        /// The reason.
        reason: Option<Name>,
    },
    /// `draw on claim by repetition`, `white wins 0.75 on claim`: the player to move can claim this.
    Claimable {
        /// The winner; `None` is a draw.
        winner: Option<Side>,
        /// Score of the winner.
        score: Option<Scored>,
        /// The reason.
        reason: Option<Name>,
    },
    /// `checkmated`, `not white in check`.
    Holds {
        /// The expected state.
        state: State,
        /// `not` before it: it doesn't.
        negated: bool,
    },
}

/// A state of the game that a test expects, whether or not the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// `in check`, `white in check`; without a side the player to move.
    InCheck(Option<Side>),
    /// The condition of an ending.
    Condition(Box<EndingKey>),
}

/// Lowers a line of a test, `play: 1. e4`.
pub(in crate::syntax) fn test_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<TestLine> {
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
        TestLineName::Facing => TestStep::Facing(facing_line(span, value)?),
        TestLineName::Hand => TestStep::Hand(hand_line(span, value)?),
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

/// A text that is kept as written, without its comments.
fn free_text(value: &Node<'_>) -> Spanned<String> {
    let written = value.child(Rule::free_text).map_or_else(|| value.word(), |text| text.word());
    written.map(|text| without_comments(&text))
}

/// Lowers the expectation of a test: an outcome, or a state of the game.
fn expectation(span: Span, value: &Node<'_>) -> Option<Expectation> {
    let reason = value.word_of(Rule::reason);
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
