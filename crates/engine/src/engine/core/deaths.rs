//! Deaths that a move causes beside its capture: of the man that moves, and of men that it reaches.

use super::Core;
use super::attack::AttackView;
use super::changes::Effects;
use super::generator::{Masks, MoveGenerator};
use super::move_set::Flow;
use super::move_set::{MoveSet, MoveVisitor};
use crate::engine::bits::Bits;
use crate::engine::tables::{KindGroup, MoveClass};
use crate::engine::{ManMove, MoveKind};
use crate::geometry::{Side, Square};

/// Royal men that die by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoyalDeaths {
    /// No death that matters.
    None,
    /// Every royal man of the opponent dies, and none of the mover: the mover's own check does not matter.
    AllEnemies,
    /// The mover's own, which stands on this square before the move.
    Own(Square),
}

impl<const W: usize> Core<W> {
    /// The royal men that die by a move.
    pub(super) fn royal_deaths_by(&self, man: ManMove) -> RoyalDeaths {
        self.royal_deaths(man.from, man.to, self.changes(man.into()).effects.dead)
    }

    /// The royal men among the dying ones of a move.
    fn royal_deaths(&self, from: Square, to: Square, dying: Bits<W>) -> RoyalDeaths {
        let us = self.status.turn;
        let own = self.royals(us);
        let staying = own & !Bits::of(from);
        if let Some(royal) = (staying & dying).first() {
            return RoyalDeaths::Own(royal);
        }
        if own.contains(from) && dying.contains(to) {
            return RoyalDeaths::Own(from);
        }
        let enemies = self.royals(!us);
        if !enemies.is_empty() && (enemies & !dying).is_empty() { RoyalDeaths::AllEnemies } else { RoyalDeaths::None }
    }

    /// [`Self::find_royal_left_attacked`](Core::find_royal_left_attacked) in games where men die; a royal man that dies is
    /// as one left attacked.
    #[inline(never)]
    pub(super) fn find_royal_lost(&self, from: Square, to: Square, victims: Bits<W>) -> Option<Square> {
        let us = self.status.turn;
        let Effects { dead, new_wall, .. } = self.effects(from, to, victims);
        match self.royal_deaths(from, to, dead) {
            RoyalDeaths::Own(royal) => return Some(royal),
            RoyalDeaths::AllEnemies => return None,
            RoyalDeaths::None => {}
        }
        let (leaving, arriving) = (Bits::of(from), Bits::of(to));
        let then = AttackView {
            occupied: (self.occupied() & !leaving & !victims | arriving) & !dead | new_wall,
            attackers: self.men.of_side(!us) & !arriving & !victims & !dead,
        };
        self.royals(us).iter().find(|&royal| {
            let square = if royal == from { to } else { royal };
            self.is_attacked(square, !us, self.piece_table(royal).kind, then)
        })
    }

    /// An attack view without the men of `by` whose capture on a square would kill a royal man of their own. They may
    /// not capture there, and so attack no royal man there either.
    #[inline(never)]
    pub(super) fn without_suicidal(&self, square: Square, by: Side, view: AttackView<W>) -> AttackView<W> {
        AttackView { attackers: view.attackers & !self.suicidal(square, by, view.attackers), ..view }
    }

    /// The men of `by` whose capture on a square would kill one of these royal men of their own.
    fn suicidal(&self, square: Square, by: Side, royals: Bits<W>) -> Bits<W> {
        let royals = self.royals(by) & royals;
        let mut suicidal = Bits::EMPTY;
        for (groups, piece) in &self.tables.deadly_groups[by] {
            let Some(deaths) = &self.tables.pieces[usize::from(*piece)].deaths else { continue };
            let men = self.men.of_groups(groups);
            if deaths.dies(square, true) {
                suicidal |= men & royals;
            }
            for destroyed in deaths.destroyed(square, true) {
                if destroyed.range.has_direction() {
                    let kills = |&man: &Square| {
                        royals.intersects(self.affected(destroyed, by, (Some(man), square), Bits::of(man)))
                    };
                    suicidal |= men.iter().filter(kills).collect();
                    continue;
                }
                let killed = royals & self.affected(destroyed, by, (None, square), Bits::EMPTY);
                // A royal man that captures is no longer next to the square.
                if !killed.is_empty() {
                    suicidal |= if killed.more_than_one() { men } else { men & !killed };
                }
            }
        }
        suicidal
    }

    /// Whether moves that capture nothing are judged by the checks and pins of a royal man as if no man died: no man that might
    /// attack it would kill a royal man of its own by the capture.
    #[inline(never)]
    pub(super) fn deaths_concern_only_captures(&self, royal: Square, us: Side) -> bool {
        let reaches = |man: Square| {
            let captures = self.piece_table(man).captures();
            captures.leaps(man).contains(royal)
                || captures.slide_targets(&self.tables.slides, man, Bits::EMPTY).contains(royal)
                || captures.paths(man).iter().any(|end| end.to == royal)
        };
        self.tables.features.deaths_by_captures && !self.suicidal(royal, !us, self.men.of_side(!us)).iter().any(reaches)
    }
}

// Moves where men die by captures alone.

impl<const W: usize> MoveGenerator<'_, W> {
    /// [`Self::visit_free_men`] where men die by captures: these are tried one by one, other moves judged by sets.
    #[inline(never)]
    pub(super) fn visit_free_men_where_captures_kill<S: MoveVisitor<W>>(
        &self,
        kind_group: &KindGroup<W>,
        men: Bits<W>,
        masks: &Masks<W>,
        visitor: &mut S,
    ) -> Flow {
        match &kind_group.move_class {
            MoveClass::Mixed => {
                for from in men.iter() {
                    self.visit_restricted_man(self.core.piece_table(from), kind_group, from, masks, visitor)?;
                }
            }
            MoveClass::SetShifts(set_shifts) => {
                let quiet = Masks { enemies: Bits::EMPTY, target_mask: masks.target_mask & !masks.enemies, ..*masks };
                self.visit_free_men(kind_group, men, &quiet, visitor)?;
                let piece = self.first_piece(kind_group);
                let capturable = self.core.capturable_by(piece, masks.enemies);
                for shift in &set_shifts.captures {
                    for to in (shift.shifted(men) & capturable).iter() {
                        let from = Square::new((to.index() as i32 - shift.offset) as u8);
                        let to = self.core.safe_targets_by_trial(from, Bits::of(to));
                        visitor.visit(
                            self,
                            MoveSet::Arrivals {
                                piece: self.core.piece_table(from),
                                from,
                                to,
                                kind: MoveKind::Ordinary,
                            },
                        )?;
                    }
                }
            }
            class @ (MoveClass::Leaps | MoveClass::DivergentLeaps | MoveClass::Slides | MoveClass::SameSlides(_)) => {
                for from in men.iter() {
                    let targets = self.targets_of_class(class, from, masks) & masks.target_mask;
                    let to = self.safety.safe_targets(self.core, from, targets);
                    visitor.visit(self, MoveSet::Plain { from, to })?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The targets of a man of a class of movements, its own men perhaps among them.
    #[inline(always)]
    fn targets_of_class(&self, class: &MoveClass<W>, from: Square, masks: &Masks<W>) -> Bits<W> {
        let (piece, slides) = (self.core.piece_table(from), &self.core.tables.slides);
        match class {
            MoveClass::Leaps => piece.moves.leaps(from),
            MoveClass::DivergentLeaps => {
                piece.moves.leaps(from) & !masks.occupied | piece.captures().leaps(from) & masks.enemies
            }
            MoveClass::SameSlides(rays) => slides[*rays].targets(from, masks.occupied),
            MoveClass::Slides => piece.moves.slide_targets(slides, from, masks.occupied),
            MoveClass::SetShifts(_) | MoveClass::Mixed => self.pseudo_legal_targets(piece, from, masks),
        }
    }
}
