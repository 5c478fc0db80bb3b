use crate::geometry::{Side, Square};
use crate::source::Span;

/// The places in a FEN of the men, rights and counters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub(super) men: Vec<(Square, Span)>,
    pub(super) placement: Span,
    pub(super) castling: Vec<(Side, bool, Span)>,
    pub(super) en_passant: Vec<(Square, Span)>,
    pub(super) unmoved: Vec<(Square, Span)>,
    pub(super) fullmove: Option<Span>,
    pub(super) still: Option<Span>,
    pub(super) passed: Option<Span>,
    pub(super) count: Option<Span>,
    pub(super) series: Option<Span>,
}

impl Places {
    /// The place of the man on a square, or else of the whole placement.
    pub(crate) fn man(&self, square: Square) -> Span {
        self.men.iter().find(|(at, _)| *at == square).map_or(self.placement, |&(_, span)| span)
    }

    /// The places of a tail that starts at `offset`, and of men that are written elsewhere.
    pub(super) fn around(mut self, offset: usize, placement: Span, men: Vec<(Square, Span)>) -> Self {
        self.castling.iter_mut().for_each(|place| place.2 = place.2.shifted(offset));
        self.en_passant.iter_mut().for_each(|place| place.1 = place.1.shifted(offset));
        self.unmoved.iter_mut().for_each(|place| place.1 = place.1.shifted(offset));
        let counters = [&mut self.fullmove, &mut self.still, &mut self.passed, &mut self.count, &mut self.series];
        for place in counters.into_iter().flatten() {
            *place = place.shifted(offset);
        }
        Self { men, placement, ..self }
    }

    pub(super) fn castling(&self, side: Side, last_file: bool) -> Span {
        let place = self.castling.iter().find(|place| place.0 == side && place.1 == last_file);
        place.map_or(self.placement, |place| place.2)
    }

    pub(super) fn en_passant(&self, square: Square) -> Span {
        self.en_passant.iter().find(|(at, _)| *at == square).map_or(self.placement, |&(_, span)| span)
    }

    pub(super) fn unmoved(&self, square: Square) -> Span {
        self.unmoved.iter().find(|(at, _)| *at == square).map_or(self.placement, |&(_, span)| span)
    }
}
