//! Attack tables, indexed by the attacked square: where the attackers of each kind can stand.

use super::{Bits, BySquare, MoveTable, PieceTable, Ray, Slides, group};
use crate::engine::PieceInfo;
use crate::geometry::{Side, Square};
use crate::model::{KindId, Variant};

/// How the men of one side attack.
#[derive(Debug)]
pub(crate) struct Attacks<const W: usize> {
    /// Leaps of kinds that attack alike in every state and can capture every kind.
    pub(crate) leaps: Vec<Source<W>>,
    /// Leaps of the other kinds: whether one attacks depends on its state or on the kind of its victim.
    pub(crate) conditional_leaps: Vec<Source<W>>,
    pub(crate) slides: Vec<SlideSource>,
    /// Paths with conditions: whether one attacks depends on the men along the path.
    pub(crate) paths: Vec<Source<W>>,
    /// For each square: all squares whose occupancy can change whether it is attacked. These are the squares where
    /// attackers can stand and the squares they pass.
    pub(crate) attack_zone: BySquare<Bits<W>, W>,
}

/// The squares from which men of one side and kind attack.
#[derive(Debug)]
pub(crate) struct Source<const W: usize> {
    /// For each attacked square: where its attackers can stand.
    pub(crate) from: BySquare<Bits<W>, W>,
    pub(crate) group: usize,
}

/// A set of rays back from the attacked square, and the groups of men that slide along these rays.
#[derive(Debug)]
pub(crate) struct SlideSource {
    pub(crate) back: usize,
    pub(crate) groups: Vec<usize>,
    /// A clear line is enough: no per-man or per-victim test is needed.
    pub(crate) unconditional: bool,
}

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
            BySquare::new(variant.board.rectangle().map(|square| attacks.attack_zone_of(square, slides)), Bits::EMPTY);
        let has_paths = !attacks.paths.is_empty();
        for piece in pieces.iter().skip(1).filter(|piece| has_paths && piece.side == side) {
            for from in variant.board.squares() {
                for end in piece.captures().paths(from) {
                    let zone = &mut attacks.attack_zone[end.to];
                    *zone = end.needs.iter().fold(*zone, |zone, need| zone | need.empty | need.occupied);
                }
            }
        }
        attacks
    }

    /// The attack zone of a square without the squares that paths with conditions pass.
    fn attack_zone_of(&self, square: Square, slides: &[Slides<W>]) -> Bits<W> {
        let ends = self.leaps.iter().chain(&self.conditional_leaps).chain(&self.paths);
        let ends = ends.map(|source| source.from[square]);
        let slides = self.slides.iter().map(|source| slides[source.back].empty_board_attacks(square));
        ends.chain(slides).fold(Bits::EMPTY, |attack_zone, squares| attack_zone | squares)
    }

    /// Whether unconditional leaps and slides are the only attacks.
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
        // The states of a kind can share rays. Each set of rays is stored once for the kind.
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
    /// For each square: the squares from which a man of the kind can capture there, given the capture `ends` of each
    /// square. `None` if there are none at all.
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
