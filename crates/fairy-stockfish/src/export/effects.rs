//! Explosions and men that become walls by their captures, as keys.

use super::SectionBuilder;
use crate::betza::{self, MoveType, TypedLeap};
use crate::men::{MenSet, PieceType};
use crate::values::{Verdict, Walling};
use weakfish::model::{Change, Effect, EffectRange, Event, Kind, KindId, KindsByOwner, WallRule};

/// Effects of a man's capture.
#[derive(Default)]
struct CaptureEffects<'v> {
    dies: bool,
    becomes_wall: bool,
    /// The men next to it that die.
    destroys: Option<&'v KindsByOwner>,
    /// Whether there is more that the engine lacks.
    has_others: bool,
}

impl<'v> CaptureEffects<'v> {
    fn of(kind: &'v Kind) -> Self {
        let mut all = Self::default();
        for effect in kind.effects.iter().filter(|effect| kills(effect)) {
            let plain = effect.event == Event::Capturing && effect.by.is_none() && !effect.optional;
            match &effect.change {
                Change::Dies if plain => all.dies = true,
                Change::BecomesWall if plain => all.becomes_wall = true,
                Change::Destroys(affected)
                    if plain
                        && affected.range == (EffectRange::NextTo { orthogonally: false })
                        && all.destroys.is_none() =>
                {
                    all.destroys = Some(&affected.men);
                }
                Change::Dies
                | Change::BecomesWall
                | Change::Destroys(_)
                | Change::Turns(_)
                | Change::Flips
                | Change::Becomes(_)
                | Change::BecomesVictim(_)
                | Change::Converts(_)
                | Change::Captor(_) => all.has_others = true,
            }
        }
        all
    }
}

/// Whether men die by an effect.
fn kills(effect: &Effect) -> bool {
    matches!(effect.change, Change::Dies | Change::BecomesWall | Change::Destroys(_))
}

/// Whether a leap or a ride leads to squares that are not next to its first one.
fn is_afar((leap, kind): TypedLeap) -> bool {
    leap.dx.abs().max(leap.dy.abs()) > 1 || !matches!(kind, MoveType::Leap | MoveType::Lame | MoveType::Slide(1))
}

impl SectionBuilder<'_> {
    /// Whether men of a kind may die by an effect of their own move or of another's.
    pub(super) fn may_be_killed(&self, id: KindId) -> bool {
        let dies = |effect: &Effect| matches!(effect.change, Change::Dies | Change::BecomesWall);
        self.may_be_destroyed(id) || self.variant.kind(id).effects.iter().any(dies)
    }

    /// Whether moves of some man destroy men of a kind.
    fn may_be_destroyed(&self, id: KindId) -> bool {
        self.variant.kinds.iter().flat_map(|kind| &kind.effects).any(|effect| {
            let Change::Destroys(affected) = &effect.change else { return false };
            affected.men.own.contains(&id) || affected.men.enemy.contains(&id)
        })
    }

    /// Maps men that die by captures (`blastOnCapture`) or become walls by them (`petrifyOnCaptureTypes`). In the engine one
    /// explosion is like the other, and pawns survive it.
    pub(super) fn map_effects(&mut self) {
        let kinds = self.variant.kinds().filter_map(|(id, kind)| Some((id, self.piece_type(id)?, kind)));
        let effects: Vec<_> = kinds.map(|(id, man, kind)| (id, man, CaptureEffects::of(kind))).collect();
        let dying = effects.iter().find_map(|(id, _, own)| {
            (own.dies || own.becomes_wall || own.destroys.is_some() || own.has_others).then_some(*id)
        });
        let Some(example) = dying else {
            if self.facts.walls.any() {
                self.map_pseudo_royal();
            }
            return;
        };
        let destroyed = effects.iter().find_map(|(.., own)| own.destroys);
        let is_destroyed = |kind: &KindId| destroyed.is_some_and(|men| men.own.contains(kind));
        let explodes = destroyed.is_some() || effects.iter().any(|(.., own)| own.dies);
        let (mut immune, mut walls, mut is_known) = (Vec::new(), Vec::new(), true);
        for (id, man, own) in &effects {
            let is_pawn = *man == PieceType::PAWN;
            let is_immune = if is_pawn { !own.dies && !own.becomes_wall } else { !is_destroyed(id) };
            let as_other_men = match (own.destroys, destroyed) {
                (Some(own), Some(men)) => [&own.own, &own.enemy].into_iter().all(|kinds| {
                    self.variant.kinds().all(|(kind, _)| kinds.contains(&kind) == men.own.contains(&kind))
                }),
                (own, men) => own.is_some() == men.is_some(),
            };
            let as_explosions = !explodes
                || as_other_men
                    && !(is_pawn && is_destroyed(id))
                    && own.dies != (is_immune || own.becomes_wall)
                    && !(own.becomes_wall && is_immune);
            is_known &= as_explosions && !own.has_others;
            immune.extend((explodes && is_immune).then_some(*man));
            walls.extend(own.becomes_wall.then_some(*man));
        }
        // In the engine a man that dies may come to a hand, and no wall is put where one has died. A wall next to an explosion
        // may fail to guard a royal man there, and petrified men exclude other walls.
        let has_royal = self.variant.kinds.iter().any(|kind| kind.royal);
        let covers_deaths = |rule: &WallRule| (!rule.not_where_men_die || has_royal) && !rule.instead_of_move;
        let rules = &self.variant.rules.walls;
        let puts_walls = self.rules.walling_rule != Walling::None;
        let is_mixed = puts_walls
            && (!walls.is_empty() || rules.iter().any(|(_, rule)| rule.as_ref().is_some_and(covers_deaths)))
            || self.rules.captures_to_hand;
        if !is_known || is_mixed {
            let name = self.name(example);
            return self.record_loss(format!("men that die or destroy others by a move, such as the {name}"));
        }
        self.rules.blast_on_capture = explodes;
        self.rules.blast_immune_types = MenSet::of(&immune);
        self.rules.petrify_on_capture_types = MenSet::of(&walls);
        self.map_pseudo_royal();
    }

    /// Maps a royal man that may die, whose side must lose then, or that walls may guard (`extinctionPseudoRoyal`): check to a
    /// king is judged there before the wall is put.
    fn map_pseudo_royal(&mut self) {
        let mut kinds = self.variant.kinds().filter(|(_, kind)| kind.royal);
        let Some((id, man)) = kinds.find_map(|(id, _)| Some((id, self.piece_type(id)?))) else { return };
        if man == PieceType::KING {
            return;
        }
        let is_destroyed = self.may_be_destroyed(id);
        let rules = &mut self.rules;
        if !is_destroyed && rules.extinction_value == Verdict::None {
            // Its own death is no legal move: no game ends by it.
            rules.extinction_value = Verdict::Loss;
            rules.extinction_piece_types = MenSet::of(&[man]);
        }
        let loses = rules.extinction_value == Verdict::Loss && rules.extinction_piece_types == MenSet::of(&[man]);
        rules.extinction_pseudo_royal = true;
        let name = &self.variant.kind(id).name;
        let dies = if is_destroyed {
            "dies without an end of the game"
        } else {
            "is not the only man that may not be missing"
        };
        self.record_loss_if(!loses, format!("a royal {name} that {dies}"));
        let rules = &self.rules;
        // The engine applies these rules only to kings.
        for (is_lost, loss) in [
            (!rules.checking, "may not be put in check"),
            (rules.makpong_rule, "may not flee from check"),
            (rules.check_counting, "loses by a number of checks"),
            (rules.perpetual_check_illegal, "may not be put in check for ever"),
            (!rules.drop_checks || rules.shogi_pawn_drop_mate_illegal, "may not be put in check by drops"),
        ] {
            self.record_loss_if(is_lost, format!("a royal {name} that {loss}, where it may die or walls may guard it"));
        }
        // A captor dies, so a royal man attacks no man. In the engine it fails to attack only men next to it.
        let captures_afar =
            betza::parse(self.letters.betza(man)).is_ok_and(|moves| moves.captures.iter().copied().any(is_afar));
        self.record_loss_if(
            self.rules.blast_on_capture && captures_afar,
            format!("a royal {name} that attacks no other from afar, since its captures kill it"),
        );
    }
}
