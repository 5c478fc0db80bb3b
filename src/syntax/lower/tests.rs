use super::super::ast::{Expectation, TestLine, TestStep};
use super::super::lines::without_comments;
use super::super::node::Node;
use super::super::vocabulary::TestLineName;
use super::side;
use crate::geometry::Side;
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// `play: 1. e4`.
pub(in super::super) fn test_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<TestLine> {
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
