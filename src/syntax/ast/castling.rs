//! Castling.

use super::names::{MenList, Symbol};
use super::places::{Area, Place, areas, place, place_of};
use crate::model::PartnerLanding;
use crate::source::Spanned;
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

/// `castling: K 2 toward R, R to the last square K crossed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    /// The man that castles.
    pub(crate) king: Symbol,
    /// Its distance, or its target squares.
    pub(crate) travel: Travel,
    /// The men it castles with, at least one.
    pub(crate) partners: MenList,
    /// The squares on which they stand in the setup, if not on any.
    pub(crate) partners_on: Option<Place>,
    /// The partners that land on a square of the colour they come from.
    pub(crate) colourbound: MenList,
    /// The landing square of the partner.
    pub(crate) landing: PartnerLanding,
    /// Whether a side does not castle on the wing where the other one has castled.
    pub(crate) other_wing: bool,
    /// The men that castle after they were dropped.
    pub(crate) dropped: Option<DroppedCastling>,
}

/// `also dropped K on own e1 with R on own a1 or own h1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DroppedCastling {
    /// The man that castles.
    pub(crate) king: Symbol,
    /// Its square.
    pub(crate) king_on: Place,
    /// The man that it castles with.
    pub(crate) partner: Symbol,
    /// The squares of the partner.
    pub(crate) partner_on: Place,
}

/// The distance that a castling king goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Travel {
    /// `2`.
    Squares(Spanned<u32>),
    /// `2 or more`.
    OrMore(Spanned<u32>),
    /// `1 to 4`.
    From(Spanned<u32>, Spanned<u32>),
    /// `to own c1 or own g1`.
    To(Spanned<Area>, Spanned<Area>),
}

/// Lowers a castling rule: the king, how far it goes, its partners, and where they land.
pub(in crate::syntax) fn castling(value: &Node<'_>) -> Option<Castling> {
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
        let mut squares = areas(&king)?.into_iter();
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
        partners_on: place(value),
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
