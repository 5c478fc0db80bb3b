//! The input of lints: a model, or as much of one as could be made.

use crate::geometry::{Board, Square};
use crate::model::{Condition, Ending, Kind, KindId, Region, Repetition, Rules, Setup, Symmetry, Variant};

/// A model, or as much of one as could be made of a definition with mistakes.
///
/// A lint that draws conclusions from something absent needs all of the part.
#[derive(Clone, Debug)]
pub(crate) struct View<'a> {
    /// The size of the board.
    pub(crate) board: Board,
    /// How Black's men are made from White's, if that is known.
    pub(crate) black: Option<Symmetry>,
    /// The lines that are drawn on it, if all could be made.
    pub(crate) lines: Option<&'a [Vec<Square>]>,
    /// The kinds by id; `None` is one with a mistake.
    pub(crate) kinds: Known<Vec<Option<&'a Kind>>>,
    /// The regions, if all could be made.
    pub(crate) regions: Option<&'a [Region]>,
    /// The setups.
    pub(crate) setups: Known<&'a [Setup]>,
    /// The rules.
    pub(crate) rules: Known<&'a Rules>,
    /// The endings.
    pub(crate) endings: Known<&'a [Ending]>,
}

/// A part of a model, as far as it could be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<T> {
    /// The items that could be made.
    pub(crate) made: T,
    /// Whether these are all items.
    pub(crate) whole: bool,
}

impl<'a> View<'a> {
    /// All kinds, if all could be made.
    pub(super) fn all_kinds(&self) -> Option<Vec<&'a Kind>> {
        self.kinds.made.iter().copied().collect::<Option<_>>().filter(|_| self.kinds.whole)
    }

    /// A part that refers to kinds, if it and all kinds could be made.
    fn whole<T: Copy>(&self, part: Known<T>) -> Option<T> {
        (part.whole && self.kinds.whole).then_some(part.made)
    }

    /// The setups, if all could be made.
    pub(super) fn all_setups(&self) -> Option<&'a [Setup]> {
        self.whole(self.setups)
    }

    /// The rules, if all could be made.
    pub(super) fn all_rules(&self) -> Option<&'a Rules> {
        self.whole(self.rules)
    }

    /// The endings, if all could be made.
    pub(super) fn all_endings(&self) -> Option<&'a [Ending]> {
        self.whole(self.endings)
    }

    /// A kind by id.
    pub(super) fn kind(&self, id: KindId) -> Option<&'a Kind> {
        self.kinds.made.get(id.index()).copied().flatten()
    }

    /// The kinds that could be made.
    pub(super) fn kinds(&self) -> impl Iterator<Item = KindId> {
        let made = self.kinds.made.iter().enumerate().filter(|(_, kind)| kind.is_some());
        made.map(|(index, _)| KindId(index as u8))
    }

    /// The symbol of a kind.
    pub(super) fn symbol(&self, id: KindId) -> &'a str {
        self.kind(id).map_or("", |kind| &kind.symbol)
    }

    /// Whether men of a kind are royal, however many there are.
    pub(super) fn is_always_royal(&self, id: KindId) -> bool {
        self.kind(id).is_some_and(|kind| kind.royal && kind.royalty.is_constant())
    }

    /// Whether the properties of two kinds let the one capture the other.
    pub(super) fn may_capture(&self, captor: KindId, victim: KindId) -> bool {
        let (Some(attacker), Some(prey)) = (self.kind(captor), self.kind(victim)) else { return false };
        attacker.captures.as_ref().is_none_or(|kinds| kinds.contains(&victim))
            && prey.captured_by.as_ref().is_none_or(|kinds| kinds.contains(&captor))
    }

    /// Whether no ending and no rule limits the number of moves without progress.
    pub(super) fn is_unlimited(&self) -> bool {
        let (Some(rules), Some(endings)) = (self.all_rules(), self.all_endings()) else { return false };
        let stops = |ending: &Ending| {
            matches!(ending.condition, Condition::Position { .. } | Condition::Quiet { .. } | Condition::CountedOut)
        };
        rules.repetition == Repetition::Allowed && !endings.iter().any(stops)
    }

    /// Whether men of a kind are royal, at least at times.
    pub(super) fn is_royal(&self, id: KindId) -> bool {
        self.kind(id).is_some_and(|kind| kind.royal)
    }
}

impl<'a> From<&'a Variant> for View<'a> {
    fn from(variant: &'a Variant) -> Self {
        Self {
            board: variant.board,
            black: Some(variant.black),
            lines: Some(&variant.lines),
            kinds: Known { made: variant.kinds.iter().map(Some).collect(), whole: true },
            regions: Some(&variant.regions),
            setups: Known { made: &variant.setups, whole: true },
            rules: Known { made: &variant.rules, whole: true },
            endings: Known { made: &variant.endings, whole: true },
        }
    }
}
