//! Looking back from a square: who could attack it, and from where.

use super::{Bits, BySquare, MoveTable, PieceTable, Ray, Slides, group};
use crate::engine::PieceInfo;
use crate::geometry::{Side, Square};
use crate::model::{KindId, Variant};

/// All ways in which the men of one side attack a square.
#[derive(Debug)]
pub(crate) struct Attacks<const W: usize> {
    /// Leaps of kinds whose men all attack alike, and anyone.
    pub(crate) leaps: Vec<Source<W>>,
    /// Leaps of other kinds: whether one attacks depends on its state, or on whom it would capture.
    pub(crate) conditional_leaps: Vec<Source<W>>,
    pub(crate) slides: Vec<SlideSource>,
    /// Paths with conditions, which decide whether they attack.
    pub(crate) paths: Vec<Source<W>>,
    /// By attacked square: what its being attacked depends on, that is where attackers stand and what they pass.
    pub(crate) attack_zone: BySquare<Bits<W>, W>,
}

/// From where men of one side and kind attack.
#[derive(Debug)]
pub(crate) struct Source<const W: usize> {
    /// By attacked square: from where.
    pub(crate) from: BySquare<Bits<W>, W>,
    pub(crate) group: usize,
}

/// The rays back from an attacked square.
#[derive(Debug)]
pub(crate) struct SlideSource {
    pub(crate) back: usize,
    pub(crate) groups: Vec<usize>,
    /// Every man of these kinds on such a ray attacks, whoever stands between apart; and it captures anyone.
    pub(crate) unconditional: bool,
}

/// The pieces of one side and kind.
struct KindPieces<'a, const W: usize> {
    variant: &'a Variant,
    pieces: Vec<&'a PieceTable<W>>,
}

impl<const W: usize> Attacks<W> {
    pub(crate) fn new(
        variant: &Variant,
        infos: &[PieceInfo],
        pieces: &[PieceTable<W>],
        slides: &mut Vec<Slides<W>>,
        side: Side,
    ) -> Self {
        let mut attacks = Self {
            leaps: Vec::new(),
            conditional_leaps: Vec::new(),
            slides: Vec::new(),
            paths: Vec::new(),
            attack_zone: BySquare::all(Bits::EMPTY),
        };
        for (id, _) in variant.kinds() {
            let of_kind = |&number: &usize| infos[number].side == side && infos[number].kind == id;
            let kind_pieces = KindPieces {
                variant,
                pieces: (1..infos.len()).filter(of_kind).map(|number| &pieces[number]).collect(),
            };
            attacks.add(&kind_pieces, id, group(side, id.0), slides);
        }
        attacks.attack_zone =
            BySquare::new(variant.board.squares().map(|square| attacks.attack_zone_of(square, slides)), Bits::EMPTY);
        attacks
    }

    fn attack_zone_of(&self, square: Square, slides: &[Slides<W>]) -> Bits<W> {
        // Conditions may be anywhere.
        if !self.paths.is_empty() {
            return Bits::ALL;
        }
        let leaps = self.leaps.iter().chain(&self.conditional_leaps).map(|source| source.from[square]);
        let slides = self.slides.iter().map(|source| slides[source.back].span(square));
        leaps.chain(slides).fold(Bits::EMPTY, |attack_zone, squares| attack_zone | squares)
    }

    /// Whether leaps of men who attack alike, and slides, are all there is.
    #[inline]
    pub(crate) const fn are_simple(&self) -> bool {
        self.conditional_leaps.is_empty() && self.paths.is_empty()
    }

    fn add(&mut self, kind_pieces: &KindPieces<W>, id: KindId, group: usize, slides: &mut Vec<Slides<W>>) {
        let alike =
            kind_pieces.pieces.len() == 1 && kind_pieces.pieces.iter().all(|piece| piece.cannot_capture.is_empty());
        if let Some(from) = kind_pieces.back(&|table, square| table.leaps(square)) {
            if alike { &mut self.leaps } else { &mut self.conditional_leaps }.push(Source { from, group });
        }
        if let Some(from) = kind_pieces.back(&|table, square| table.paths(square).iter().map(|end| end.to).collect()) {
            self.paths.push(Source { from, group });
        }
        // The states of a kind may share rays: each set of rays once for the kind.
        let mut rays: Vec<usize> =
            kind_pieces.pieces.iter().flat_map(|piece| piece.captures().slides.iter().copied()).collect();
        rays.sort_unstable();
        rays.dedup();
        let unconditional =
            alike && kind_pieces.variant.rules.grid.is_none() && kind_pieces.variant.kind(id).stays_in.is_none();
        for ray in rays {
            let backward = slides[ray].rays.iter().map(|&Ray { leap, max }| Ray { leap: -leap, max }).collect();
            let back = Slides::intern(slides, kind_pieces.variant.board, backward);
            match self.slides.iter_mut().find(|source| source.back == back && source.unconditional == unconditional) {
                Some(source) => source.groups.push(group),
                None => self.slides.push(SlideSource { back, groups: vec![group], unconditional }),
            }
        }
    }
}

impl<const W: usize> KindPieces<'_, W> {
    /// By square: from where men of the kind get there in their captures, as `ends` sees them.
    fn back(&self, ends: &dyn Fn(&MoveTable<W>, Square) -> Bits<W>) -> Option<BySquare<Bits<W>, W>> {
        let mut from = BySquare::all(Bits::EMPTY);
        let mut any = false;
        for piece in &self.pieces {
            for square in self.variant.board.squares() {
                for to in ends(piece.captures(), square).iter() {
                    from[to].insert(square);
                    any = true;
                }
            }
        }
        any.then_some(from)
    }
}
