//! Turns a castling rule into its tree.

use super::ast::{Castling, DroppedCastling, MenList, Travel};
use super::lines::Node;
use super::places::{area, place, place_of};
use crate::model::PartnerLanding;
use weakfish_grammar::variant::Rule;

/// Lowers a castling rule: the king, how far it goes, its partners, and where they land.
pub(super) fn castling(value: &Node<'_>) -> Option<Castling> {
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
        let mut squares = king.children().filter(|child| child.rule() == Rule::square_area);
        let mut squares = std::iter::from_fn(|| area(&squares.next()?));
        (king.word_of(Rule::symbol)?, Travel::To(squares.next()?, squares.next()?))
    };
    let partner_landing = match value.child(Rule::crossed_square) {
        None => PartnerLanding::OtherSide,
        Some(square) if square.has(Rule::any) => PartnerLanding::AnyLeftOrCrossed,
        Some(_) => PartnerLanding::LastCrossed,
    };
    Some(Castling {
        king,
        travel,
        partners: partners(value),
        partners_on: value.child(Rule::partners_on).and_then(|on| place(&on)),
        colourbound,
        landing: partner_landing,
        other_wing: value.has(Rule::not_on_the_wing),
        dropped: value.child(Rule::also_dropped).and_then(|phrase| dropped(&phrase)),
    })
}

/// Lowers the men that castle after they were dropped, and their squares.
fn dropped(phrase: &Node<'_>) -> Option<DroppedCastling> {
    let mut symbols = phrase.words_of(Rule::symbol).into_iter();
    let (king, partner) = (symbols.next()?, symbols.next()?);
    let mut places = phrase.children().filter(|child| child.rule() == Rule::place);
    let (king_on, partner_on) = (place_of(&places.next()?)?, place_of(&places.next()?)?);
    Some(DroppedCastling { king, king_on, partner, partner_on })
}

fn partners(node: &Node<'_>) -> MenList {
    let symbols = node.child(Rule::partners).map(|partners| partners.words_of(Rule::symbol)).unwrap_or_default();
    MenList { all_but: false, symbols }
}
