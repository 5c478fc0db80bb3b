//! The letters of one prefix, sorted by what they are about.

use crate::betza::ast::{Direction, Letter};
use crate::model::Modes;
use crate::source::{Span, Spanned};

/// The letters of a prefix.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub(super) directions: Vec<Spanned<Direction>>,
    pub(super) moves: Option<Span>,
    pub(super) captures: Option<Span>,
    pub(super) en_passant: Option<Span>,
    pub(super) first_move: Option<Span>,
    pub(super) wraps: Option<Span>,
    pub(super) lame: Option<Span>,
    /// `j p g q z`.
    pub(super) manner: Option<Spanned<Letter>>,
    pub(super) toggles: Option<Span>,
}

impl Marks {
    /// How the move may end: both ways, unless letters say otherwise.
    pub(super) const fn modes(&self) -> Modes {
        match (self.moves, self.captures) {
            (None, None) if self.en_passant.is_none() => Modes::BOTH,
            (moves, captures) => Modes { moves: moves.is_some(), captures: captures.is_some() },
        }
    }

    /// Letters that have no business here, each with its place.
    pub(super) fn misplaced(&self, allowed: &str) -> Vec<(char, Span)> {
        let single = [
            ('m', self.moves),
            ('c', self.captures),
            ('e', self.en_passant),
            ('i', self.first_move),
            ('o', self.wraps),
            ('n', self.lame),
            ('y', self.toggles),
        ];
        let manner = self.manner.map(|letter| (letter.value.symbol(), Some(letter.span)));
        let all = single.into_iter().chain(manner);
        all.filter_map(|(symbol, span)| Some((symbol, span?)))
            .filter(|(symbol, _)| !allowed.contains(*symbol))
            .collect()
    }
}
