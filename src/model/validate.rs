//! Validates a model: ids must refer to something, numbers must be within bounds, squares on the board.
//!
//! The checker makes only valid models. Others, such as those from JSON, are validated when they are deserialized, and
//! all are validated again when they are compiled, since their fields can be changed.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Deserializer, de};

use super::{
    Captured, Castling, Change, CompulsoryMove, Condition, Count, Curve, DropRule, Effect, EffectRange, Eighths,
    Ending, Event, InHand, Judged, Kind, KindId, KingTravel, LongStep, MODEL_VERSION, Modes, Movement, PartnerLanding,
    Path, Promotion, PromotionChoice, Region, RegionId, Royalty, Rules, SeriesLength, Setup, Symmetry, Variant,
    WallPlace,
};
use crate::geometry::{Board, PerSide, Side, Square, SquareSet};

/// More errors than this are not listed.
const MAX_ERRORS: usize = 100;

/// More errors than this are not displayed in one line.
const MAX_DISPLAYED: usize = 8;

/// A part of a model that is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModelError {
    /// The path to it in the model's JSON, as in `kinds[3].components[0].movement`.
    pub path: String,
    /// The reason for the refusal.
    pub reason: String,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.reason)
    }
}

impl std::error::Error for ModelError {}

/// Why a model is refused, as one error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidModel(pub Vec<ModelError>);

impl fmt::Display for InvalidModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the model is invalid")?;
        for (index, error) in self.0.iter().take(MAX_DISPLAYED).enumerate() {
            write!(f, "{} {error}", if index == 0 { ":" } else { ";" })?;
        }
        match self.0.len().saturating_sub(MAX_DISPLAYED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for InvalidModel {}

impl Variant {
    /// The most setups of a game.
    pub(crate) const MAX_SETUPS: usize = 256;
    /// The most lines of a board, and the most squares of a line.
    pub(crate) const MAX_LINES: usize = 256;
    /// The most regions of a game.
    pub(crate) const MAX_REGIONS: usize = 256;
    /// The most endings of a game.
    pub(crate) const MAX_ENDINGS: usize = 1000;
    /// The most classes of moves of a side that come before others.
    pub(crate) const MAX_COMPULSORY: usize = 16;
    /// The most pairs of kinds that may not face each other.
    pub(crate) const MAX_OPPOSITIONS: usize = 512;

    /// The most long steps of a side.
    pub(crate) const MAX_LONG_STEPS: usize = 256;

    /// Everything that is invalid in the model, with the path to it; empty if the model is valid.
    ///
    /// ```
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let mut variant = game.variant().clone();
    /// variant.rules.must_move = Some(0);
    /// let errors = variant.validate();
    /// assert_eq!(errors[0].to_string(), "rules.must_move: 0 is not from 2 to 255");
    /// ```
    pub fn validate(&self) -> Vec<ModelError> {
        let mut errors = self.structural_errors();
        if errors.is_empty() {
            errors = self.state_errors();
        }
        errors
    }

    /// All errors except those of states, since listing the states of men takes time.
    pub(crate) fn structural_errors(&self) -> Vec<ModelError> {
        let mut validator = Validator { variant: self, errors: Vec::new() };
        validator.check_variant();
        validator.errors
    }

    /// The errors of states: men in setups that are in no state of their kind, and too many states.
    fn state_errors(&self) -> Vec<ModelError> {
        let count = |kind: &Kind| kind.state_count() * Side::ALL.iter().filter(|&&side| kind.sides[side]).count();
        let states = self.kinds.iter().fold(0_usize, |sum, kind| sum.saturating_add(count(kind)));
        if states > Kind::MAX_STATES {
            let reason = format!("the men have {states} states in all, more than {}", Kind::MAX_STATES);
            return vec![ModelError { path: "kinds".to_owned(), reason }];
        }
        let known = PerSide::from_fn(|side| {
            let states = |kind: &Kind| kind.states(side, self.black).into_iter().collect::<BTreeSet<_>>();
            self.kinds.iter().map(states).collect::<Vec<_>>()
        });
        let mut errors = Vec::new();
        for (index, setup) in self.setups.iter().enumerate() {
            for (number, man) in setup.men.iter().enumerate() {
                if errors.len() < MAX_ERRORS && !known[man.side][man.kind.index()].contains(&man.state) {
                    errors.push(unknown_state(index, number));
                }
            }
        }
        errors
    }
}

// Reading a variant: its fields, and then all that they must fulfil.

/// The fields of a variant, which this reads without validating them.
#[derive(Deserialize)]
#[serde(remote = "Variant")]
struct Unvalidated {
    version: u32,
    title: String,
    inventor: Option<String>,
    year: Option<u16>,
    source: Option<String>,
    about: Option<String>,
    board: Board,
    #[serde(default)]
    lines: Vec<Vec<Square>>,
    first: Side,
    black: Symmetry,
    kinds: Vec<Kind>,
    regions: Vec<Region>,
    setups: Vec<Setup>,
    rules: Rules,
    endings: Vec<Ending>,
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let variant = Unvalidated::deserialize(deserializer)?;
        let errors = variant.validate();
        if errors.is_empty() { Ok(variant) } else { Err(de::Error::custom(InvalidModel(errors))) }
    }
}

/// The error of a man that is in no state of its kind.
pub(crate) fn unknown_state(setup: usize, man: usize) -> ModelError {
    let reason = "no man of this kind can be in this state".to_owned();
    ModelError { path: format!("setups[{setup}].men[{man}].state"), reason }
}

/// An element of a list as a path: what holds the list, the list's name, the index. It is written only where an error
/// is found.
struct Element<'a>(&'a dyn fmt::Display, &'a str, usize);

impl fmt::Display for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}[{}]", self.0, self.1, self.2)
    }
}

/// Validator of a model: the model and its errors so far.
struct Validator<'a> {
    variant: &'a Variant,
    errors: Vec<ModelError>,
}

impl Validator<'_> {
    /// Adds an error, unless there are enough.
    fn push_error(&mut self, path: impl fmt::Display, reason: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(ModelError { path: path.to_string(), reason: reason.into() });
        }
    }

    fn require(&mut self, holds: bool, path: impl fmt::Display, reason: &str) {
        if !holds {
            self.push_error(path, reason);
        }
    }

    /// Requires a number within bounds.
    fn check_number(&mut self, path: impl fmt::Display, number: impl Into<u32>, least: impl Into<u32>, most: u32) {
        let (number, least) = (number.into(), least.into());
        if !(least..=most).contains(&number) {
            self.push_error(path, format!("{number} is not from {least} to {most}"));
        }
    }

    fn check_at_most(&mut self, path: impl fmt::Display, count: usize, most: usize) {
        if count > most {
            self.push_error(path, format!("{count} are more than {most}"));
        }
    }

    /// Requires at least one element and no more than `most`; returns whether the number is within bounds.
    fn check_count(&mut self, path: impl fmt::Display, noun: &str, count: usize, most: usize) -> bool {
        let fits = (1..=most).contains(&count);
        if !fits {
            self.push_error(path, format!("{count} {noun} are not from 1 to {most}"));
        }
        fits
    }

    /// Validates each element of a list that is named `name` and belongs to `path`.
    fn validate_each<'t, T>(
        &mut self,
        path: &dyn fmt::Display,
        name: &str,
        list: &'t [T],
        most: usize,
        mut validate: impl FnMut(&mut Self, &dyn fmt::Display, &'t T),
    ) {
        self.check_at_most(format_args!("{path}{name}"), list.len(), most);
        for (index, element) in list.iter().enumerate().take(most) {
            validate(self, &Element(path, name, index), element);
        }
    }

    fn check_kind_id(&mut self, path: impl fmt::Display, id: KindId) {
        if id.index() >= self.variant.kinds.len() {
            self.push_error(path, format!("there is no kind {}", id.0));
        }
    }

    fn check_kind_ids(&mut self, path: impl fmt::Display, ids: &[KindId]) {
        self.validate_each(&path, "", ids, Kind::MAX_KINDS, |this, path, &id| this.check_kind_id(path, id));
    }

    /// Requires a kind that a side can have.
    fn check_kind_of_side(&mut self, path: impl fmt::Display, side: Side, id: KindId) {
        match self.variant.kinds.get(id.index()) {
            None => self.check_kind_id(path, id),
            Some(kind) => self.require(kind.sides[side], path, "the side has no men of this kind"),
        }
    }

    /// Requires different kinds that a side can have.
    fn check_kinds_of_side_once(&mut self, path: impl fmt::Display, side: Side, ids: &[KindId]) {
        self.check_kinds_of_side(&path, side, ids);
        let mut seen = BTreeSet::new();
        for (index, id) in ids.iter().enumerate().take(Kind::MAX_KINDS) {
            self.require(seen.insert(id), format_args!("{path}[{index}]"), "this kind stands there twice");
        }
    }

    fn check_kinds_of_side(&mut self, path: impl fmt::Display, side: Side, ids: &[KindId]) {
        self.check_at_most(&path, ids.len(), Kind::MAX_KINDS);
        ids.iter().take(Kind::MAX_KINDS).for_each(|&id| self.check_kind_of_side(&path, side, id));
    }

    /// Requires that no kind occurs twice.
    fn check_distinct(&mut self, path: impl fmt::Display, kinds: impl Iterator<Item = KindId>) {
        let mut seen = BTreeSet::new();
        for (index, kind) in kinds.enumerate() {
            self.require(seen.insert(kind), format_args!("{path}[{index}].kind"), "this kind has such a rule already");
        }
    }

    fn check_region(&mut self, path: impl fmt::Display, id: RegionId) {
        if id.index() >= self.variant.regions.len() {
            self.push_error(path, format!("there is no region {}", id.0));
        }
    }

    fn check_square(&mut self, path: impl fmt::Display, square: Square) {
        self.require(self.variant.board.contains(square), path, "this square is not on the board");
    }

    fn check_squares(&mut self, path: impl fmt::Display, squares: SquareSet) {
        let all: SquareSet = self.variant.board.squares().collect();
        self.require(squares.without(all).is_empty(), path, "some squares are not on the board");
    }

    /// Validates the whole variant: lists and their lengths, kinds, setups, rules and endings.
    fn check_variant(&mut self) {
        let variant = self.variant;
        if variant.version != MODEL_VERSION {
            self.push_error("version", format!("{} is not {MODEL_VERSION}", variant.version));
        }
        if !self.check_count("kinds", "kinds", variant.kinds.len(), Kind::MAX_KINDS) {
            return;
        }
        self.validate_each(&"lines", "", &variant.lines, Variant::MAX_LINES, |this, path, line| {
            let mut before = None;
            this.validate_each(path, "", line, Variant::MAX_LINES, |this, path, &square| {
                this.check_square(path, square);
                this.require(before != Some(square), path, "this square stands there twice");
                before = Some(square);
            });
        });
        self.check_at_most("endings", variant.endings.len(), Variant::MAX_ENDINGS);
        if !self.check_count("setups", "setups", variant.setups.len(), Variant::MAX_SETUPS) {
            return;
        }
        self.validate_each(&"kinds", "", &variant.kinds, Kind::MAX_KINDS, Self::check_kind_fields);
        self.check_symbols();
        self.validate_each(&"regions", "", &variant.regions, Variant::MAX_REGIONS, |this, path, region| {
            for (side, &squares) in region.squares.iter() {
                this.check_squares(format_args!("{path}.squares.{}", side_key(side)), squares);
            }
        });
        let mut names = BTreeSet::new();
        self.validate_each(&"setups", "", &variant.setups, Variant::MAX_SETUPS, |this, path, setup| {
            let is_new = names.insert(setup.name.as_str());
            this.require(is_new, format_args!("{path}.name"), "another setup has this name");
            let mut taken = SquareSet::EMPTY;
            this.validate_each(path, ".men", &setup.men, variant.board.len(), |this, path, man| {
                this.check_kind_of_side(format_args!("{path}.kind"), man.side, man.kind);
                this.check_square(format_args!("{path}.square"), man.square);
                this.require(
                    !taken.contains(man.square),
                    format_args!("{path}.square"),
                    "two men stand on this square",
                );
                taken.insert(man.square);
            });
            if let Some(shuffle) = &setup.shuffle {
                this.check_kind_ids(format_args!("{path}.shuffle.kinds"), &shuffle.kinds);
                this.check_distinct(format_args!("{path}.shuffle.kinds"), shuffle.kinds.iter().copied());
                for (side, &squares) in shuffle.squares.iter() {
                    this.check_squares(format_args!("{path}.shuffle.squares.{}", side_key(side)), squares);
                }
                for (index, kinds) in shuffle.both_colours.iter().enumerate().take(Kind::MAX_KINDS) {
                    this.check_kind_ids(format_args!("{path}.shuffle.both_colours[{index}]"), kinds);
                }
                for (index, between) in shuffle.between.iter().enumerate().take(Kind::MAX_KINDS) {
                    this.check_kind_ids(format_args!("{path}.shuffle.between[{index}].outer"), &between.outer);
                    this.check_kind_id(format_args!("{path}.shuffle.between[{index}].middle"), between.middle);
                }
            }
            for (side, hand) in setup.hands.iter() {
                let mut before = None;
                let path = format!("{path}.hands.{}", side_key(side));
                this.validate_each(&path, "", hand, Kind::MAX_KINDS, |this, path, &(kind, number)| {
                    this.check_kind_of_side(path, side, kind);
                    this.check_number(path, number, 1_u32, 255);
                    this.require(before < Some(kind), path, "the kinds are not in order of id");
                    before = Some(kind);
                });
            }
        });
        self.check_rules();
        self.validate_each(&"endings", "", &variant.endings, Variant::MAX_ENDINGS, |this, path, ending| {
            this.check_condition(&format!("{path}.condition"), &ending.condition);
            let sorted = ending.setups.windows(2).all(|pair| pair[0] < pair[1]);
            let exist = ending.setups.iter().all(|setup| setup.index() < variant.setups.len());
            this.require(sorted && exist, format_args!("{path}.setups"), "not setups of the game in order of id");
            let goal = matches!(ending.condition, Condition::ManOn { .. });
            let judged = ending.judged != Judged::Unanswered || goal && !ending.both;
            this.require(judged, format_args!("{path}.judged"), "only men on squares can be answered");
            let counts = !ending.tie_on_claim || ending.result.counts();
            this.require(counts, format_args!("{path}.tie_on_claim"), "no numbers decide here");
            let counts = !ending.on_board || ending.result.counts();
            this.require(counts, format_args!("{path}.on_board"), "no numbers decide here");
            let claimed = !ending.on_claim || ending.result.is_of_a_side() && ending.winner_may_claim();
            this.require(claimed, format_args!("{path}.on_claim"), "the player to move never wins by this ending");
        });
    }

    /// Validates the fields of a kind.
    fn check_kind_fields(&mut self, path: &dyn fmt::Display, kind: &Kind) {
        self.require(kind.sides.white || kind.sides.black, format_args!("{path}.sides"), "no side has such men");
        if let Royalty::WhenLeft(number) | Royalty::WhenLeftBeforeMoving(number) = kind.royalty {
            self.check_number(format_args!("{path}.royalty.when_left"), number, 1_u32, 255);
        }
        let turns = Eighths::ALL.len();
        self.check_count(format_args!("{path}.components"), "parts", kind.components.len(), Kind::MAX_COMPONENTS);
        for (index, component) in kind.components.iter().enumerate().take(Kind::MAX_COMPONENTS) {
            let path = Element(path, ".components", index);
            self.check_optional_movement(format_args!("{path}.movement"), &component.betza, &component.movement);
            self.check_at_most(format_args!("{path}.turns"), component.turns.len(), turns);
        }
        self.check_at_most(format_args!("{path}.orientation"), kind.orientation.turns().len(), turns);
        self.validate_each(path, ".effects", &kind.effects, Kind::MAX_EFFECTS, |this, path, effect| {
            match &effect.change {
                Change::Turns(angles) => this.check_at_most(format_args!("{path}.change"), angles.len(), turns),
                Change::Flips => {
                    this.require(kind.flips.is_some(), format_args!("{path}.change"), "the man has no modes");
                }
                Change::Becomes(kinds) | Change::BecomesVictim(kinds) => {
                    this.check_kind_ids(format_args!("{path}.change"), kinds);
                    let alike = kinds.iter().all(|&id| kind.may_become(this.variant.kind(id)));
                    this.require(alike, format_args!("{path}.change"), "a royal man becomes only men as royal as it");
                }
                Change::Dies => {}
                Change::Converts(affected) => {
                    this.check_kind_ids(format_args!("{path}.change.enemy"), &affected.men.enemy);
                    let royal = affected.men.enemy.iter().any(|&id| this.variant.kind(id).royal);
                    this.require(!royal, format_args!("{path}.change"), "royal men don't change sides");
                    let own = !affected.men.own.is_empty();
                    this.require(!own, format_args!("{path}.change.own"), "own men don't change sides");
                }
                Change::StaysBehind => {
                    this.require(effect.event == Event::Capturing, path, "a man stays behind when it captures");
                }
                Change::BecomesWall => {
                    let stays = this.variant.rules.keeps_walls();
                    this.require(stays, format_args!("{path}.change"), "walls that are men stay");
                }
                Change::Destroys(destroyed) => {
                    this.check_kind_ids(format_args!("{path}.change.own"), &destroyed.men.own);
                    this.check_kind_ids(format_args!("{path}.change.enemy"), &destroyed.men.enemy);
                    let encloses =
                        matches!(destroyed.range, EffectRange::Enclosed { .. }) && !destroyed.men.own.is_empty();
                    this.require(!encloses, format_args!("{path}.change.own"), "own men are not enclosed");
                }
            }
            let certain = !effect.change.is_certain() || !effect.optional && effect.by.is_none();
            this.require(certain, path, "such an effect is one of every such move of the man");
            let converts =
                |change: &Change| matches!(change, Change::Converts(affected) if !affected.range.has_direction());
            this.require(!effect.event.is_drop() || converts(&effect.change), path, "a drop only converts others");
            let in_place = effect.event == Event::InPlace;
            let becomes = matches!(effect.change, Change::Becomes(_)) && effect.optional && effect.by.is_none();
            this.require(!in_place || becomes, path, "turns and flips in place are not effects");
            let known = effect.by.is_none_or(|part| usize::from(part) < kind.components.len());
            this.require(known, format_args!("{path}.by"), "the man has no such part");
            for squares in Side::ALL.iter().filter_map(|&side| effect.event.squares(side)) {
                this.check_squares(format_args!("{path}.event"), squares);
            }
        });
        let clashes = |(index, one): (usize, &Effect)| kind.effects[..index].iter().any(|two| one.clashes(two));
        let twice = kind.effects.iter().take(Kind::MAX_EFFECTS).enumerate().any(clashes);
        self.require(!twice, format_args!("{path}.effects"), "one move has two effects that clash");
        let others = [("captures", &kind.captures), ("captured_by", &kind.captured_by), ("hops_over", &kind.hops_over)];
        for (name, kinds) in others {
            self.check_kind_ids(format_args!("{path}.{name}"), kinds.as_deref().unwrap_or_default());
        }
        self.check_kind_ids(format_args!("{path}.passes_own"), &kind.passes_own);
        self.check_kind_ids(format_args!("{path}.holds.own"), &kind.holds.own);
        self.check_kind_ids(format_args!("{path}.holds.enemy"), &kind.holds.enemy);
        self.check_kind_ids(format_args!("{path}.relays_to"), &kind.relays_to);
        self.check_kind_ids(format_args!("{path}.may_leave"), &kind.may_leave);
        if let Captured::ToHand { becomes: InHand::Kind(other), .. } = kind.captured {
            self.check_kind_id(format_args!("{path}.captured"), other);
        }
        if let Some(before) = kind.was {
            self.check_kind_id(format_args!("{path}.was"), before);
        }
        if let Some(id) = kind.stays_in {
            self.check_region(format_args!("{path}.stays_in"), id);
        }
        let whole = kind.elsewhere.is_empty() || kind.components.len() == 1 && !kind.has_effects_of_parts();
        self.require(
            whole,
            format_args!("{path}.elsewhere"),
            "a man of several parts has the same movement everywhere",
        );
        self.validate_each(path, ".elsewhere", &kind.elsewhere, Variant::MAX_REGIONS, |this, path, elsewhere| {
            this.check_region(format_args!("{path}.region"), elsewhere.region);
            this.check_optional_movement(format_args!("{path}.movement"), &elsewhere.betza, &elsewhere.movement);
        });
        self.check_first_move(path, kind);
    }

    /// Validates the first move of a kind, or its move once a game.
    fn check_first_move(&mut self, path: &dyn fmt::Display, kind: &Kind) {
        if let Some(first) = &kind.first_move {
            let path_of_movement = format!("{path}.first_move.movement");
            self.check_movement(&path_of_movement, &first.movement);
            let quiet = first.movement.restricted(Modes::MOVES) == first.movement;
            self.require(quiet, &path_of_movement, "a first move captures nothing");
            self.check_kind_ids(format_args!("{path}.first_move.until_aimed_at_by"), &first.until_aimed_at_by);
            let alone = !kind.moves_once_a_game() || kind.may_leave.is_empty();
            self.require(
                alone,
                format_args!("{path}.may_leave"),
                "a man with a move once a game leaves no other behind",
            );
        }
    }

    /// Validates the movement of a man, which may have none.
    fn check_optional_movement(&mut self, path: impl fmt::Display, betza: &str, movement: &Movement) {
        if !betza.is_empty() || !movement.paths.is_empty() {
            self.check_movement(path, movement);
        }
    }

    /// Validates a movement: its legs, and that walking all its paths takes no too long time.
    fn check_movement(&mut self, path: impl fmt::Display, movement: &Movement) {
        if !self.check_count(&path, "paths", movement.paths.len(), Movement::MAX_PATHS) {
            return;
        }
        let before = self.errors.len();
        self.validate_each(&path, ".paths", &movement.paths, Movement::MAX_PATHS, |this, path, way| {
            this.check_count(path, "legs", way.legs.len(), Path::MAX_LEGS);
            for (number, leg) in way.legs.iter().enumerate().take(Path::MAX_LEGS) {
                let path = Element(path, ".legs", number);
                this.require(!leg.leap.is_null(), format_args!("{path}.leap"), "this leap goes nowhere");
                this.check_number(format_args!("{path}.least"), leg.least, 1_u32, 255);
                if let Some(most) = leg.most {
                    this.check_number(format_args!("{path}.most"), most, leg.least, 255);
                }
                if let Curve::Circular(eighths) | Curve::Crooked(eighths) = leg.curve {
                    this.check_number(format_args!("{path}.curve"), eighths.unsigned_abs(), 0_u32, 4);
                }
            }
        });
        if self.errors.len() == before && movement.walks_too_far() {
            self.push_error(path, "there are too many ways to go");
        }
    }

    /// Requires that each symbol denotes one kind of each side.
    fn check_symbols(&mut self) {
        let mut taken: BTreeSet<(&str, Side)> = BTreeSet::new();
        for (index, kind) in self.variant.kinds.iter().enumerate() {
            let path = format!("kinds[{index}].symbol");
            let letter = kind.symbol.strip_prefix('+').or(kind.symbol.strip_suffix('\'')).unwrap_or(&kind.symbol);
            let is_letter = letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_uppercase());
            self.require(is_letter, &path, "a symbol is a capital letter, perhaps with `+` before or `'` after it");
            for side in Side::ALL.into_iter().filter(|&side| kind.sides[side]) {
                self.require(taken.insert((&kind.symbol, side)), &path, "another kind of this side has this symbol");
            }
        }
    }

    /// Validates the rules.
    fn check_rules(&mut self) {
        let (variant, rules) = (self.variant, &self.variant.rules);
        for side in Side::ALL {
            let name = side_key(side);
            if let Some(castling) = &rules.castling[side] {
                self.check_castling(&format!("rules.castling.{name}"), side, castling);
            }
            self.check_long_steps(&format!("rules.long_steps.{name}"), side, &rules.long_steps[side]);
            if let Some(rule) = &rules.en_passant[side] {
                self.check_kinds_of_side(
                    format_args!("rules.en_passant.{name}.by"),
                    side,
                    rule.by.as_deref().unwrap_or_default(),
                );
                self.check_squares(format_args!("rules.en_passant.{name}.on"), rule.on.unwrap_or_default());
            }
            self.check_promotions(&format!("rules.promotions.{name}"), side, &rules.promotions[side]);
            self.check_drops(&format!("rules.drops.{name}"), side, &rules.drops[side]);
            if let Some(walls) = &rules.walls[side] {
                let path = format!("rules.walls.{name}");
                self.check_squares(format_args!("{path}.on"), walls.on);
                let by_man = walls.instead_of_move && walls.place != WallPlace::Anywhere;
                self.require(!by_man, format_args!("{path}.place"), "a wall instead of a move depends on no man");
                let finishes = rules.finishing_move.is_some();
                self.require(!finishes, &path, "finishing moves put no walls");
                self.require(!self.variant.has_drops(), &path, "drops put no walls");
            }
            for (rule, counts) in [("counting_when_bared", &rules.counting_when_bared), ("counting", &rules.counting)] {
                if let Some(count) = &counts[side] {
                    self.check_move_count(&format!("rules.{rule}.{name}"), count);
                }
            }
            if let Some(series) = &rules.series[side] {
                self.check_series(&format!("rules.series.{name}.length"), series.length);
            }
        }
        for (side, classes) in rules.compulsory.iter() {
            let path = format!("rules.compulsory.{}", side_key(side));
            self.validate_each(&path, "", classes, Variant::MAX_COMPULSORY, |this, path, class| {
                this.require(!class.is_empty(), path, "no move is of this class");
                for sort in class {
                    if let CompulsoryMove::MoveOf(kinds) = sort {
                        this.check_kind_ids(path, kinds);
                    }
                }
            });
        }
        self.check_kind_ids("rules.progress.moves_of", &rules.progress.moves_of);
        self.check_kind_ids("rules.progress.one_way_moves_of", &rules.progress.one_way_moves_of);
        if let Some(points) = &rules.points {
            let kinds: Vec<KindId> = points.men.iter().map(|(kind, _)| *kind).collect();
            self.check_kind_ids("rules.points.men", &kinds);
            self.check_distinct("rules.points.men", kinds.into_iter());
        }
        if let Some(moves) = rules.must_move {
            self.check_number("rules.must_move", moves, 2_u32, 255);
        }
        if let Some(grid) = rules.grid {
            let board = variant.board;
            let divides = |part: u8, whole: u8| part != 0 && whole.is_multiple_of(part);
            let fits = divides(grid.files, board.files()) && divides(grid.ranks, board.ranks());
            self.require(fits, "rules.grid", "the blocks don't divide the board");
        }
        let oppositions = Variant::MAX_OPPOSITIONS;
        self.validate_each(&"rules.opposition", "", &rules.opposition, oppositions, |this, path, pair| {
            this.check_kind_id(format_args!("{path}.watcher"), pair.watcher);
            this.check_kind_id(format_args!("{path}.watched"), pair.watched);
            this.check_movement(format_args!("{path}.movement"), &pair.movement);
            let along = pair.movement.paths.iter().any(|path| path.along_lines);
            this.require(!along, format_args!("{path}.movement"), "only a man moves along lines");
        });
    }

    /// Validates the long steps of a side.
    fn check_long_steps(&mut self, path: &dyn fmt::Display, side: Side, steps: &[LongStep]) {
        self.validate_each(path, "", steps, Variant::MAX_LONG_STEPS, |this, path, step| {
            this.check_kind_of_side(format_args!("{path}.kind"), side, step.kind);
            this.check_number(format_args!("{path}.least"), step.least, 2_u32, Board::MAX_SIZE.into());
            this.check_number(format_args!("{path}.most"), step.most, step.least, Board::MAX_SIZE.into());
            this.check_squares(format_args!("{path}.from"), step.from);
            let mut seen = BTreeSet::new();
            this.validate_each(path, ".leaps", &step.leaps, LongStep::MAX_LEAPS, |this, path, &leap| {
                this.require(seen.insert(leap), path, "this leap stands there twice");
                this.require(!leap.is_null(), path, "this leap goes nowhere");
            });
        });
    }

    /// Validates the promotions of a side.
    fn check_promotions(&mut self, path: &dyn fmt::Display, side: Side, promotions: &[Promotion]) {
        self.check_distinct(path, promotions.iter().map(|promotion| promotion.kind));
        self.validate_each(path, "", promotions, Kind::MAX_KINDS, |this, path, promotion| {
            this.check_kind_of_side(format_args!("{path}.kind"), side, promotion.kind);
            this.check_squares(format_args!("{path}.zone"), promotion.zone);
            this.check_squares(format_args!("{path}.from"), promotion.from);
            this.check_squares(format_args!("{path}.compulsory_on"), promotion.compulsory_on);
            this.validate_each(path, ".limits", &promotion.limits, Kind::MAX_KINDS, |this, path, limit| {
                this.check_kind_of_side(format_args!("{path}.kind"), side, limit.kind);
            });
            match &promotion.to {
                PromotionChoice::Nothing => {}
                PromotionChoice::AnyStartingBut(kinds) => this.check_kind_ids(format_args!("{path}.to"), kinds),
                PromotionChoice::Kinds(kinds) => this.check_kinds_of_side(format_args!("{path}.to"), side, kinds),
            }
        });
    }

    /// Validates how a side drops its men.
    fn check_drops(&mut self, path: &dyn fmt::Display, side: Side, drops: &[DropRule]) {
        self.check_distinct(path, drops.iter().map(|drop| drop.kind));
        self.validate_each(path, "", drops, Kind::MAX_KINDS, |this, path, drop| {
            this.check_kind_of_side(format_args!("{path}.kind"), side, drop.kind);
            this.check_squares(format_args!("{path}.on"), drop.on);
            this.require(!drop.to.is_empty(), format_args!("{path}.to"), "the man arrives as no man");
            this.check_kinds_of_side_once(format_args!("{path}.to"), side, &drop.to);
            let orthogonal = drop.slid_from.iter().all(|wind| wind.index() % 4 == 0);
            this.require(orthogonal, format_args!("{path}.slid_from"), "this is no side of the board");
            this.validate_each(path, ".limits", &drop.limits, DropRule::MAX_LIMITS, |this, path, limit| {
                this.check_kinds_of_side_once(format_args!("{path}.kinds"), side, &limit.kinds);
                this.check_number(format_args!("{path}.least"), limit.least, 1_u32, 255);
            });
            this.validate_each(path, ".beside", &drop.beside, DropRule::MAX_LIMITS, |this, path, beside| {
                this.check_kind_ids(format_args!("{path}.own"), &beside.own);
                this.check_kind_ids(format_args!("{path}.enemy"), &beside.enemy);
            });
            this.check_squares(format_args!("{path}.first_on"), drop.first_on);
        });
    }

    /// Validates the castling rule of a side.
    fn check_castling(&mut self, path: &str, side: Side, castling: &Castling) {
        self.check_kind_of_side(format_args!("{path}.king"), side, castling.king);
        self.require(!castling.partners.is_empty(), format_args!("{path}.partners"), "there is no partner");
        self.check_kinds_of_side(format_args!("{path}.partners"), side, &castling.partners);
        if let Some(squares) = castling.partners_on {
            self.check_squares(format_args!("{path}.partners_on"), squares);
        }
        if let Some(dropped) = &castling.dropped {
            self.check_square(format_args!("{path}.dropped.king_on"), dropped.king_on);
            self.check_squares(format_args!("{path}.dropped.partners_on"), dropped.partners_on);
            let known = castling.partners.contains(&dropped.partner);
            self.require(known, format_args!("{path}.dropped.partner"), "it is none of the partners");
            let apart = !dropped.partners_on.contains(dropped.king_on);
            self.require(apart, format_args!("{path}.dropped.partners_on"), "the king stands there");
        }
        let own = castling.partners.contains(&castling.king);
        self.require(!own, format_args!("{path}.partners"), "a man can't castle with its own kind");
        self.check_kinds_of_side(format_args!("{path}.colourbound"), side, &castling.colourbound);
        let farthest = Board::MAX_SIZE.into();
        match castling.travel {
            KingTravel::Exactly(squares) | KingTravel::AtLeast(squares) => {
                self.check_number(format_args!("{path}.travel"), squares, 1_u32, farthest);
            }
            KingTravel::Between { least, most } => {
                self.check_number(format_args!("{path}.travel.between.least"), least, 1_u32, farthest);
                self.check_number(format_args!("{path}.travel.between.most"), most, least, farthest);
            }
            KingTravel::To { first_file, last_file } => {
                self.check_square(format_args!("{path}.travel.to.first_file"), first_file);
                self.check_square(format_args!("{path}.travel.to.last_file"), last_file);
                let beside = castling.landing == PartnerLanding::OtherSide;
                let reason = "a king that goes to a named square has its partner on its other side";
                self.require(beside, format_args!("{path}.landing"), reason);
            }
        }
    }

    /// Validates a count of moves.
    fn check_move_count(&mut self, path: &str, count: &Count) {
        self.require(!count.limits.is_empty(), format_args!("{path}.limits"), "there is no limit");
        self.validate_each(&path, ".limits", &count.limits, Count::MAX_LIMITS, |this, path, limit| {
            this.check_number(format_args!("{path}.moves"), limit.moves, 1_u32, Count::MAX_MOVES.into());
            if let Some(men) = &limit.against {
                this.check_number(format_args!("{path}.against.least"), men.least, 1_u32, 256);
                this.check_kind_ids(format_args!("{path}.against.kinds"), &men.kinds);
            }
        });
        self.check_kind_ids(format_args!("{path}.without"), &count.without);
        if let Some(most) = count.most_men {
            self.check_number(format_args!("{path}.most_men"), most, 1_u32, 256);
        }
    }

    /// Validates the length of a series.
    fn check_series(&mut self, path: &str, length: SeriesLength) {
        let (name, number) = match length {
            SeriesLength::Fixed { moves, first } => {
                self.check_number(format_args!("{path}.fixed.first"), first, 1_u32, 255);
                ("fixed.moves", moves)
            }
            SeriesLength::LongerEachTurn(more) => ("longer_each_turn", more),
            SeriesLength::LongerThanLast(more) => ("longer_than_last", more),
            SeriesLength::Answering { least, .. } => ("answering.least", least),
        };
        self.check_number(format_args!("{path}.{name}"), number, 1_u32, 255);
    }

    /// Validates the condition of an ending.
    fn check_condition(&mut self, path: &str, condition: &Condition) {
        match condition {
            Condition::Quiet { count, .. } => {
                self.check_number(format_args!("{path}.quiet.count"), *count, 1_u32, 10_000);
            }
            Condition::Position { times, .. } => {
                self.check_number(format_args!("{path}.position.times"), *times, 2_u32, 255);
            }
            Condition::ChecksGiven(count) => self.check_number(format_args!("{path}.checks_given"), *count, 1_u32, 255),
            Condition::OnlyMaterial(balances) => {
                for (index, balance) in balances.iter().enumerate() {
                    let path = Element(&path, ".only_material", index);
                    for (side, material) in balance.iter() {
                        let side = side_key(side);
                        // More men than the board has squares are no mistake: the condition never holds.
                        for &kind in material.men.iter().chain(&material.any_on_one_colour).chain(&material.apart) {
                            self.check_kind_id(format_args!("{path}.{side}"), kind);
                        }
                        let sorted = material.men.is_sorted();
                        self.require(sorted, format_args!("{path}.{side}.men"), "the men are not in order of id");
                    }
                }
            }
            Condition::ManOn { kinds, squares, least, .. } => {
                self.check_kind_ids(format_args!("{path}.man_on.kinds"), kinds);
                self.check_number(format_args!("{path}.man_on.least"), *least, 1_u32, 256);
                for (side, &squares) in squares.iter() {
                    self.check_squares(format_args!("{path}.man_on.squares.{}", side_key(side)), squares);
                }
            }
            Condition::AtMost { count, kinds, against } => {
                self.check_number(format_args!("{path}.at_most.count"), *count, 0_u32, 255);
                self.check_number(format_args!("{path}.at_most.against"), *against, 0_u32, 256);
                self.check_kind_ids(format_args!("{path}.at_most.kinds"), kinds.as_deref().unwrap_or_default());
            }
            Condition::InASquare { side, kinds } => {
                self.check_number(format_args!("{path}.in_a_square.side"), *side, 2_u32, 16);
                self.check_kind_ids(format_args!("{path}.in_a_square.kinds"), kinds.as_deref().unwrap_or_default());
            }
            Condition::Chain { kinds, from, to, steps } => {
                self.check_kind_ids(format_args!("{path}.chain.kinds"), kinds.as_deref().unwrap_or_default());
                for (name, squares) in [("from", from), ("to", to)] {
                    for (side, &squares) in squares.iter() {
                        self.check_squares(format_args!("{path}.chain.{name}.{}", side_key(side)), squares);
                    }
                }
                let sorted = steps.is_sorted_by(|one, other| one < other) && !steps.is_empty();
                let steps = sorted && steps.iter().all(|wind| wind.index() % 2 == 0);
                self.require(steps, format_args!("{path}.chain.steps"), "these are not some of the eight directions");
            }
            Condition::InARow { count, kinds, .. } => {
                self.check_number(format_args!("{path}.in_a_row.count"), *count, 2_u32, 16);
                self.check_kind_ids(format_args!("{path}.in_a_row.kinds"), kinds.as_deref().unwrap_or_default());
            }
            Condition::Checkmate
            | Condition::Stalemate
            | Condition::Bared
            | Condition::BothPass
            | Condition::FullBoard
            | Condition::Castled(_)
            | Condition::NoCastling(_)
            | Condition::OppositionAccepted
            | Condition::CountedOut => {}
        }
    }
}

/// A side as a key of the JSON.
const fn side_key(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
