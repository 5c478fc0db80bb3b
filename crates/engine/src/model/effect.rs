//! Effects of a man's moves: `when EVENT [may] EFFECT`.
//!
//! All effects of a move happen together and once; they cause no further effects. An effect changes the man itself, or
//! takes men off the board after the move, or makes men change sides: the man itself, or those that the move reaches.

use super::facing::{ManState, StateSpace};
use super::ids::KindId;
use super::kind::{CaptorFate, Change, Effect, Eighths, Event, Kind};
use super::variant::Variant;
use crate::geometry::{Side, Square, SquareSet};

impl Event {
    /// Whether a move of a man of this side to another square is such an event.
    pub fn happens(&self, side: Side, to: Square, captures: bool) -> bool {
        match self {
            Self::InPlace | Self::Dropped | Self::DroppedNextToOwn => false,
            Self::Moving => true,
            Self::Capturing => captures,
            Self::NotCapturing => !captures,
            Self::Arriving(squares) => squares[side].contains(to),
        }
    }

    /// The squares where a move of this side's men must end to be such an event, if not anywhere.
    pub fn squares(&self, side: Side) -> Option<SquareSet> {
        match self {
            Self::Arriving(squares) => Some(squares[side]),
            Self::InPlace
            | Self::Moving
            | Self::Capturing
            | Self::NotCapturing
            | Self::Dropped
            | Self::DroppedNextToOwn => None,
        }
    }

    /// Whether it is a drop.
    pub fn is_drop(&self) -> bool {
        matches!(self, Self::Dropped | Self::DroppedNextToOwn)
    }

    /// Whether one move can be both events.
    fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            _ if self.is_drop() && other.is_drop() => true,
            _ if self.is_drop() || other.is_drop() => false,
            (Self::InPlace, _) | (_, Self::InPlace) => self == other,
            (Self::Capturing, Self::NotCapturing) | (Self::NotCapturing, Self::Capturing) => false,
            (Self::Arriving(one), Self::Arriving(two)) => {
                Side::ALL.iter().any(|&side| !one[side].intersection(two[side]).is_empty())
            }
            _ => true,
        }
    }
}

impl Effect {
    /// Whether a move to another square has the effect. `part` is the part of the man that makes it; `None` is no part:
    /// a first move or a long step.
    pub fn happens(&self, side: Side, to: Square, captures: bool, part: Option<u8>) -> bool {
        self.by.is_none_or(|by| part == Some(by)) && self.event.happens(side, to, captures)
    }

    /// The contradiction between its change and its event or options, if there is one.
    pub(crate) fn find_contradiction(&self) -> Option<&'static str> {
        let of_every_move = !self.optional && self.by.is_none();
        let converts = matches!(&self.change, Change::Converts(affected) if !affected.range.has_direction());
        let becomes = matches!(self.change, Change::Becomes(_)) && self.optional && self.by.is_none();
        let contradictions = [
            (self.change.is_certain() && !of_every_move, "such an effect is one of every such move of the man"),
            (self.event.is_drop() && !converts, "a drop only converts others"),
            (self.event == Event::InPlace && !becomes, "turns and flips in place are not effects"),
            (!self.limits.is_empty() && !self.change.is_of_kind(), "only what a man becomes is limited"),
        ];
        contradictions.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }

    /// Whether it limits the men of a side that the man may become.
    fn limits(&self, kind: KindId) -> bool {
        self.limits.iter().any(|limit| limit.kind == kind)
    }

    /// Whether a man of this kind must become another one, if limits leave it a choice.
    pub(crate) fn must_become_other(&self, kind: KindId) -> bool {
        !self.optional && !self.change.becomes().contains(&kind)
    }

    /// Whether one move can have both effects, and they change the same or exclude each other.
    pub fn clashes(&self, other: &Self) -> bool {
        let one_part = self.by.zip(other.by).is_none_or(|(one, two)| one == two);
        let sorts = self.change.is_like(&other.change) || self.change.excludes(&other.change);
        one_part && sorts && self.event.overlaps(&other.event)
    }
}

impl Change {
    /// Whether it takes men off the board without changing the man.
    pub fn kills(&self) -> bool {
        matches!(self, Self::Destroys(_)) || self.is_own_death()
    }

    /// Whether it changes more than the man that moves, or where it stands: such an effect is never optional.
    pub(crate) fn is_certain(&self) -> bool {
        self.kills() || self.converted().is_some() || matches!(self, Self::Captor(_))
    }

    /// The kinds of men that it makes change sides, if it is such a change.
    pub fn converted(&self) -> Option<&[KindId]> {
        if let Self::Converts(affected) = self { Some(&affected.men.enemy) } else { None }
    }

    /// Whether both change the same: the facing, the mode, the kind, or which men are on the board.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            // A move can destroy or convert men in several ways.
            (Self::Destroys(one), Self::Destroys(two)) | (Self::Converts(one), Self::Converts(two)) => {
                one.range == two.range
            }
            _ => {
                self.is_of_kind() && other.is_of_kind()
                    || self.is_own_death() && other.is_own_death()
                    || std::mem::discriminant(self) == std::mem::discriminant(other)
            }
        }
    }

    /// Whether the man itself dies.
    fn is_own_death(&self) -> bool {
        matches!(self, Self::Dies | Self::BecomesWall)
    }

    /// Whether one is a captor's fate that leaves no room for the other.
    fn excludes(&self, other: &Self) -> bool {
        let excludes = |one: &Self, other: &Self| matches!(one, Self::Captor(fate) if fate.excludes(other));
        excludes(self, other) || excludes(other, self)
    }

    /// The kinds that it changes the man to.
    pub(crate) fn becomes(&self) -> &[KindId] {
        match self {
            Self::Becomes(kinds) | Self::BecomesVictim(kinds) => kinds,
            Self::Turns(_)
            | Self::Flips
            | Self::Dies
            | Self::BecomesWall
            | Self::Destroys(_)
            | Self::Converts(_)
            | Self::Captor(_) => &[],
        }
    }

    /// Whether it changes the kind.
    fn is_of_kind(&self) -> bool {
        matches!(self, Self::Becomes(_) | Self::BecomesVictim(_))
    }
}

impl Kind {
    /// The angles by which it can turn as part of some move.
    pub fn turns_of_effects(&self) -> impl Iterator<Item = Eighths> {
        self.effects
            .iter()
            .flat_map(|effect| if let Change::Turns(angles) = &effect.change { angles.as_slice() } else { &[] })
            .copied()
    }

    /// The kinds that it can become by its effects, on its square or elsewhere.
    pub fn becomes(&self) -> impl Iterator<Item = KindId> {
        self.effects.iter().flat_map(|effect| effect.change.becomes()).copied()
    }

    /// Returns whether an effect may turn it into another kind. A royal man becomes only a man that is royal like it, always
    /// and as prey of the same men. Any other man may become a royal one.
    pub fn may_become(&self, other: &Self) -> bool {
        let always = |kind: &Self| kind.royalty.is_constant();
        !self.royal || other.royal && always(self) && always(other) && self.captured_by == other.captured_by
    }

    /// Whether its moves can take men off the board that they don't capture.
    pub fn kills(&self) -> bool {
        self.effects.iter().any(|effect| effect.change.kills())
    }

    /// Whether its moves can make it a wall.
    pub fn becomes_wall(&self) -> bool {
        self.effects.iter().any(|effect| effect.change == Change::BecomesWall)
    }

    /// Whether moves of such men of a side can make the opponent's men of a kind die without capturing them.
    pub fn may_kill(&self, side: Side, id: KindId) -> bool {
        let destroyed = |effect: &Effect| matches!(&effect.change, Change::Destroys(destroyed) if destroyed.men.enemy.contains(&id));
        self.sides[side] && self.effects.iter().any(destroyed)
    }

    /// Captor's fate: the effect of its captures on itself, beside the move to the target square.
    pub fn captor_fate(&self) -> Option<CaptorFate> {
        self.effects.iter().find_map(|effect| if let Change::Captor(fate) = effect.change { Some(fate) } else { None })
    }

    /// Whether some effects depend on the part that moves.
    pub fn has_effects_of_parts(&self) -> bool {
        self.effects.iter().any(|effect| effect.by.is_some())
    }
}

impl Variant {
    /// Whether limits by the men of a side restrict the kinds that its men of this kind become.
    pub(crate) fn limits_changes(&self, side: Side, id: KindId) -> bool {
        let mut promotions = self.rules.promotions[side].iter().filter(|promotion| promotion.kind == id);
        promotions.any(|promotion| promotion.captured_men_only || !promotion.limits.is_empty())
            || self.kind(id).effects.iter().any(|effect| !effect.limits.is_empty())
    }
}

/// Man that a move captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    /// None.
    Nobody,
    /// A man of this kind.
    Of(KindId),
    /// Any man that it may be.
    Any,
}

/// The kinds and states of a man after the effects of a move, each once; its own are among them if it may stay as it is.
///
/// `space_of` gives the states of a kind of its side, and `exists` says whether men of a kind can be in a state. A man that must
/// change and can't, or may not be able to because of limits, stays as it is.
pub fn after_effects<'s>(
    space_of: impl Fn(KindId) -> Option<&'s StateSpace<'s>>,
    kind: KindId,
    state: &ManState,
    happens: impl Fn(&Effect) -> bool,
    victim: Victim,
    exists: impl Fn(KindId, &ManState) -> bool,
) -> Vec<(KindId, ManState)> {
    let mut men = vec![(kind, state.clone())];
    let Some(space) = space_of(kind) else { return men };
    let effects = || space.kind.effects.iter().filter(|effect| !effect.change.is_certain() && happens(effect));
    // In any written order, the man becomes another one last.
    let last = |effect: &&Effect| effect.change.is_of_kind();
    for effect in effects().filter(|effect| !last(effect)).chain(effects().filter(last)) {
        let mut after: Vec<(KindId, ManState)> = Vec::new();
        for man in men {
            let changed: Vec<(KindId, ManState)> = match &effect.change {
                Change::Turns(angles) => {
                    space.turned_by_angles(&man.1, angles).into_iter().map(|state| (kind, state)).collect()
                }
                Change::Flips => space.kind.flipped(&man.1).map(|state| (kind, state)).into_iter().collect(),
                Change::Becomes(kinds) | Change::BecomesVictim(kinds) => {
                    let becomes = |&to: &KindId| {
                        let mut states = space_of(to)?.carried(&man.1).into_iter().flatten();
                        states.find(|state| exists(to, state)).map(|state| (to, state))
                    };
                    let by_victim = matches!(effect.change, Change::BecomesVictim(_));
                    let fits = |&&to: &&KindId| !by_victim || victim == Victim::Any || victim == Victim::Of(to);
                    kinds.iter().filter(fits).filter_map(becomes).collect()
                }
                Change::Dies | Change::BecomesWall | Change::Destroys(_) | Change::Converts(_) | Change::Captor(_) => {
                    Vec::new()
                }
            };
            // Not every victim may be one that it becomes.
            let open = matches!(effect.change, Change::BecomesVictim(_)) && victim == Victim::Any;
            let all_limited = changed.iter().all(|&(to, _)| to != kind && effect.limits(to));
            let stays = (effect.optional || all_limited || open).then_some(man);
            for man in stays.into_iter().chain(changed) {
                if !after.contains(&man) {
                    after.push(man);
                }
            }
        }
        men = after;
    }
    men
}
