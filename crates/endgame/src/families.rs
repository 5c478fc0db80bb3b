//! Families of kinds: the kinds whose men may become each other and back again, which therefore share a table.

use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{KindId, PromotionChoice, Variant};

use crate::Men;

/// The number of a side's family of kinds; smaller ones are White's.
pub(crate) type FamilyId = u16;

/// The men of a table by family, in ascending order; the rest is [`NO_MAN`].
pub(crate) type FamilyMen = [FamilyId; Men::MAX];

/// Fills a [`FamilyMen`] with fewer men.
pub(crate) const NO_MAN: FamilyId = FamilyId::MAX;

/// The families of a game.
#[derive(Clone, Debug)]
pub(crate) struct Families {
    /// By side and kind: the kinds that its men can become, itself among them.
    reached: PerSide<Vec<Vec<KindId>>>,
    /// By side and kind: the kinds that its men become by one move.
    next: PerSide<Vec<Vec<KindId>>>,
    /// By the number of a piece.
    of_piece: Vec<FamilyId>,
    kinds: u16,
}

impl Families {
    /// Finds the families of a game.
    pub(crate) fn new(game: &Game) -> Self {
        let variant = game.variant();
        let next = PerSide::from_fn(|side| {
            let of_kind = |kind: KindId| becomes(variant, side, kind);
            variant.kinds().map(|(kind, _)| of_kind(kind)).collect::<Vec<_>>()
        });
        let reached = PerSide::from_fn(|side| {
            let of_kind = |kind: KindId| {
                let mut found = vec![kind];
                let mut at = 0;
                while let Some(&kind) = found.get(at) {
                    for &other in next[side].get(kind.index()).into_iter().flatten() {
                        if !found.contains(&other) {
                            found.push(other);
                        }
                    }
                    at += 1;
                }
                found
            };
            variant.kinds().map(|(kind, _)| of_kind(kind)).collect::<Vec<_>>()
        });
        let kinds = variant.kinds.len() as u16;
        let mut families = Self { reached, next, of_piece: vec![NO_MAN], kinds };
        for piece in game.pieces() {
            let info = game.piece_info(piece);
            let family = families.of_kind(info.side, info.kind);
            families.of_piece.push(family);
        }
        families
    }

    /// The family of a side's kind.
    pub(crate) fn of_kind(&self, side: Side, kind: KindId) -> FamilyId {
        let first = self.kinds_of(side, kind).into_iter().min().unwrap_or(kind);
        self.kinds * side.index() as u16 + first.index() as u16
    }

    /// The family of a piece, by its number.
    #[inline]
    pub(crate) fn of_piece(&self, number: u16) -> FamilyId {
        self.of_piece.get(usize::from(number)).copied().unwrap_or(NO_MAN)
    }

    /// The side of a family, and the first of its kinds.
    pub(crate) fn first_kind(&self, family: FamilyId) -> (Side, KindId) {
        let side = if family < self.kinds { Side::White } else { Side::Black };
        (side, KindId((family % self.kinds.max(1)) as u8))
    }

    /// The kinds that a kind's men can become and that can become such men, itself among them.
    pub(crate) fn kinds_of(&self, side: Side, kind: KindId) -> Vec<KindId> {
        let reached = |from: KindId| self.reached[side].get(from.index()).map_or(&[][..], Vec::as_slice);
        reached(kind).iter().copied().filter(|&other| reached(other).contains(&kind)).collect()
    }

    /// The families of other kinds that men of a family may become by one move.
    fn successors(&self, family: FamilyId) -> Vec<FamilyId> {
        let (side, first) = self.first_kind(family);
        let kinds = self.kinds_of(side, first);
        let next = kinds.iter().flat_map(|kind| self.next[side].get(kind.index()).into_iter().flatten());
        let mut found: Vec<FamilyId> =
            next.map(|&kind| self.of_kind(side, kind)).filter(|&other| other != family).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The families of these men.
    pub(crate) fn of_men(&self, men: &Men) -> FamilyMen {
        let of_side = |side: Side| men.of_side(side).iter().map(move |&kind| (side, kind));
        let all = Side::ALL.into_iter().flat_map(of_side);
        sorted(all.map(|(side, kind)| self.of_kind(side, kind)))
    }

    /// These men with the sides exchanged; `None` where the other side has no such men.
    pub(crate) fn exchanged(&self, variant: &Variant, families: &FamilyMen) -> Option<FamilyMen> {
        let exchanged = |&family: &FamilyId| {
            let (side, kind) = self.first_kind(family);
            variant.kind(kind).sides[!side].then(|| self.of_kind(!side, kind))
        };
        let present = families.iter().filter(|&&family| family != NO_MAN);
        Some(sorted(present.map(exchanged).collect::<Option<Vec<_>>>()?))
    }

    /// Men of the first kind of each family.
    pub(crate) fn men(&self, families: &FamilyMen) -> Men {
        let mut sides: PerSide<Vec<KindId>> = PerSide::default();
        for &family in families.iter().filter(|&&family| family != NO_MAN) {
            let (side, kind) = self.first_kind(family);
            sides[side].push(kind);
        }
        Men::new(sides)
    }

    /// The men that may be left after one move that captures a man or makes one become another; some of them may be
    /// impossible.
    pub(crate) fn after_one_move(&self, variant: &Variant, men: &FamilyMen) -> Vec<FamilyMen> {
        let present: Vec<FamilyId> = men.iter().copied().filter(|&family| family != NO_MAN).collect();
        let mut found = Vec::new();
        for side in Side::ALL {
            let is_own = |family: FamilyId| self.first_kind(family).0 == side;
            // A change of a man of the side, or none.
            let own = present.iter().copied().enumerate().filter(|&(_, family)| is_own(family));
            let changes =
                own.flat_map(|(at, family)| self.successors(family).into_iter().map(move |to| Some((at, to))));
            let changes: Vec<Option<(usize, FamilyId)>> = std::iter::once(None).chain(changes).collect();
            let enemies = present.iter().copied().enumerate().filter(|&(_, family)| !is_own(family));
            let captured = enemies.filter(|&(_, family)| self.can_be_captured(variant, family)).map(|(at, _)| Some(at));
            let captured: Vec<Option<usize>> = std::iter::once(None).chain(captured).collect();
            for (change, victim) in
                changes.iter().flat_map(|change| captured.iter().map(move |victim| (change, victim)))
            {
                if change.is_none() && victim.is_none() {
                    continue;
                }
                let left = present.iter().enumerate().filter(|(at, _)| Some(*at) != *victim).map(|(at, &family)| {
                    change.filter(|&(changed, _)| changed == at).map_or(family, |(_, after)| after)
                });
                found.push(sorted(left));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether some man of a family may be captured.
    fn can_be_captured(&self, variant: &Variant, family: FamilyId) -> bool {
        let (side, first) = self.first_kind(family);
        self.kinds_of(side, first).iter().any(|&kind| variant.kind(kind).can_be_captured())
    }
}

/// Men by family, in ascending order.
pub(crate) fn sorted(families: impl IntoIterator<Item = FamilyId>) -> FamilyMen {
    let mut men = [NO_MAN; Men::MAX];
    for (place, family) in men.iter_mut().zip(families) {
        *place = family;
    }
    men.sort_unstable();
    men
}

/// The kinds that a side's men of a kind may become by one move.
pub(crate) fn becomes(variant: &Variant, side: Side, kind: KindId) -> Vec<KindId> {
    let mut found: Vec<KindId> = variant.kind(kind).becomes().collect();
    for promotion in variant.rules.promotions[side].iter().filter(|promotion| promotion.kind == kind) {
        if !matches!(promotion.to, PromotionChoice::Nothing) {
            found.extend(promotion.to.kinds(&variant.setups));
        }
    }
    found.retain(|&other| other != kind && variant.kind(other).sides[side]);
    found.sort_unstable();
    found.dedup();
    found
}
