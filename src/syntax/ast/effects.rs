//! Effects of a man's moves: `when EVENT [may] EFFECT`.

use super::names::{MenList, Name, Whose, men_list, whose};
use super::places::{Place, place, place_text};
use super::promotion::{KindLimit, kind_limits};
use crate::model::{CaptorFate, EffectRange, HomeChoice};
use crate::source::{Span, Spanned};
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

/// An effect of a man's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The moves that have it.
    pub(crate) event: Event,
    /// `by step`: the part that makes them.
    pub(crate) by: Option<Name>,
    /// `may`.
    pub(crate) optional: bool,
    /// The change.
    pub(crate) change: EffectChange,
    /// How many men of a kind its side may have by it.
    pub(crate) limits: Vec<KindLimit>,
}

/// The moves that have an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// `becomes R`: it is the whole move.
    InPlace,
    /// `when moving`.
    Moving,
    /// `when capturing`.
    Capturing,
    /// `when not capturing`.
    NotCapturing,
    /// `when arriving on last rank`.
    Arriving(Place),
    /// `when dropped`.
    Dropped,
    /// `when dropped next to own men`.
    DroppedNextToOwn,
}

/// Change that an effect makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EffectChange {
    /// `turns 45`.
    Turns(Angles),
    /// `flips`.
    Flips,
    /// `becomes Q or R`.
    Becomes(MenList),
    /// `becomes its victim`.
    BecomesVictim,
    /// `dies`.
    Dies,
    /// `becomes a wall`.
    BecomesWall,
    /// `destroys enemy men next to it`.
    Destroys {
        /// `own` or `enemy`; men of both sides without either.
        whose: Option<Whose>,
        /// `P or N`; all men without any.
        men: Option<MenList>,
        /// `next to it`.
        range: EffectRange,
        /// `coordinated with K or Q`; empty without these words.
        partners: MenList,
    },
    /// `converts P or N next to it`.
    Converts {
        /// `P or N`; all men without any.
        men: Option<MenList>,
        /// `next to it`.
        range: EffectRange,
        /// As of those that it destroys.
        partners: MenList,
    },
    /// `stays behind`, `goes home on its file`, `changes sides`.
    Captor(CaptorFate),
}

/// The angles of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Angles {
    /// `any`.
    Any(Span),
    /// Degrees, at least one.
    Degrees(Vec<Spanned<u32>>),
}

impl Effect {
    /// The words without angles and men.
    pub(crate) fn words(&self) -> String {
        let event = match &self.event {
            Event::InPlace => return "becomes".to_owned(),
            Event::Moving => "moving".to_owned(),
            Event::Capturing => "capturing".to_owned(),
            Event::NotCapturing => "not capturing".to_owned(),
            Event::Arriving(place) => format!("arriving on {}", place_text(place)),
            Event::Dropped | Event::DroppedNextToOwn => "dropped".to_owned(),
        };
        let range;
        let change = match &self.change {
            EffectChange::Turns(_) => "turns",
            EffectChange::Flips => "flips",
            EffectChange::Becomes(_) => "becomes",
            EffectChange::BecomesVictim => "becomes its victim",
            EffectChange::Dies => "dies",
            EffectChange::BecomesWall => "becomes a wall",
            EffectChange::Destroys { range: of, .. } => {
                range = format!("destroys {}", range_words(*of));
                &range
            }
            EffectChange::Converts { range: of, .. } => {
                range = format!("converts {}", range_words(*of));
                &range
            }
            EffectChange::Captor(CaptorFate::StaysBehind) => "stays behind",
            EffectChange::Captor(CaptorFate::GoesHome(_)) => "goes home",
            EffectChange::Captor(CaptorFate::ChangesSides) => "changes sides",
        };
        match &self.by {
            Some(part) => format!("when {event} by {} {change}", part.value),
            None => format!("when {event} {change}"),
        }
    }

    /// The words for its subject, if it can't be an effect of all men.
    pub(crate) fn concern(&self) -> Option<&'static str> {
        match self {
            Self { by: Some(_), .. } => Some("a part"),
            Self { change: EffectChange::Becomes(_), .. } => Some("certain men"),
            _ => None,
        }
    }
}

/// The words for the squares whose men an effect is on.
const fn range_words(range: EffectRange) -> &'static str {
    match range {
        EffectRange::NextTo { orthogonally: false } => "men next to it",
        EffectRange::NextTo { orthogonally: true } => "men orthogonally next to it",
        EffectRange::Enclosed { orthogonally: false } => "men enclosed in line",
        EffectRange::Enclosed { orthogonally: true } => "men enclosed orthogonally in line",
        EffectRange::Coordinated => "men coordinated with others",
        EffectRange::Passed => "men it passes",
        EffectRange::Approached { in_line: false } => "men it approaches",
        EffectRange::Approached { in_line: true } => "men it approaches in line",
        EffectRange::WithdrawnFrom { in_line: false } => "men it withdraws from",
        EffectRange::WithdrawnFrom { in_line: true } => "men it withdraws from in line",
    }
}

/// Lowers an effect: the moves that have it, and its change.
pub(in crate::syntax) fn effect(node: &Node<'_>) -> Option<Effect> {
    let Some(effect) = node.child_of(&[Rule::effect, Rule::certain_effect, Rule::captor_fate, Rule::dropped_effect])
    else {
        // `may turn 45 after moving`
        let change = EffectChange::Turns(angles(node)?);
        return Some(Effect { event: Event::Moving, by: None, optional: true, change, limits: Vec::new() });
    };
    let by = node.word_of(Rule::name);
    let limits = kind_limits(&effect);
    Some(Effect { event: event(node)?, by, optional: effect.has(Rule::may), change: change(&effect)?, limits })
}

/// Lowers the kinds that a man may become on its square.
pub(super) fn effect_in_place(node: &Node<'_>) -> Effect {
    let change = EffectChange::Becomes(men_list(node));
    Effect { event: Event::InPlace, by: None, optional: true, change, limits: kind_limits(node) }
}

/// Lowers the moves that have an effect.
fn event(node: &Node<'_>) -> Option<Event> {
    Some(if let Some(arriving) = node.child(Rule::arriving_on) {
        Event::Arriving(place(&arriving)?)
    } else if node.has(Rule::not) {
        Event::NotCapturing
    } else if node.has(Rule::capturing) {
        Event::Capturing
    } else if node.has(Rule::next_to_own) {
        Event::DroppedNextToOwn
    } else if node.has(Rule::dropped) {
        Event::Dropped
    } else {
        Event::Moving
    })
}

/// Lowers the change that an effect makes.
fn change(effect: &Node<'_>) -> Option<EffectChange> {
    let affected_men = || -> Option<MenList> { effect.has(Rule::men_list).then(|| men_list(effect)) };
    let partners = || effect.child(Rule::coordinated_with).map(|with| men_list(&with)).unwrap_or_default();
    Some(if effect.rule() == Rule::captor_fate {
        EffectChange::Captor(if effect.has(Rule::changes) {
            CaptorFate::ChangesSides
        } else if effect.has(Rule::home) {
            CaptorFate::GoesHome(home_choice(effect))
        } else {
            CaptorFate::StaysBehind
        })
    } else if effect.has(Rule::dies) {
        EffectChange::Dies
    } else if effect.has(Rule::wall) {
        EffectChange::BecomesWall
    } else if effect.has(Rule::destroys) {
        EffectChange::Destroys { whose: whose(effect), men: affected_men(), range: range(effect), partners: partners() }
    } else if effect.has(Rule::converts) {
        EffectChange::Converts { men: affected_men(), range: range(effect), partners: partners() }
    } else if effect.has(Rule::angles) {
        EffectChange::Turns(angles(effect)?)
    } else if effect.has(Rule::its_victim) {
        EffectChange::BecomesVictim
    } else if effect.has(Rule::men_list) {
        EffectChange::Becomes(men_list(effect))
    } else {
        EffectChange::Flips
    })
}

/// Lowers the choice of the square that a man returns to.
pub(in crate::syntax) fn home_choice(node: &Node<'_>) -> HomeChoice {
    if node.has(Rule::file_) {
        HomeChoice::OnItsFile
    } else if node.has(Rule::colour) {
        HomeChoice::OnItsColour
    } else {
        HomeChoice::Only
    }
}

/// Lowers where the men stand that an effect reaches.
fn range(effect: &Node<'_>) -> EffectRange {
    if let Some(along) = effect.child(Rule::along_move) {
        let in_line = along.has(Rule::line_);
        return if along.has(Rule::passes) {
            EffectRange::Passed
        } else if along.has(Rule::approaches) {
            EffectRange::Approached { in_line }
        } else {
            EffectRange::WithdrawnFrom { in_line }
        };
    }
    if effect.has(Rule::coordinated_with) {
        return EffectRange::Coordinated;
    }
    match effect.child(Rule::next_to_it) {
        Some(next) => EffectRange::NextTo { orthogonally: next.has(Rule::orthogonally) },
        None => EffectRange::Enclosed { orthogonally: effect.has(Rule::orthogonally) },
    }
}

/// Lowers the angles of turns.
pub(in crate::syntax) fn angles(node: &Node<'_>) -> Option<Angles> {
    let angles = node.child(Rule::angles)?;
    Some(match angles.span_of(Rule::any) {
        Some(place) => Angles::Any(place),
        None => Angles::Degrees(angles.numbers().collect()),
    })
}
