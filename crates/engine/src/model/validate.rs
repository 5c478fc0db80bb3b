//! Validates a model: ids must refer to something, numbers must be within bounds, squares on the board.
//!
//! The checker makes only valid models. Others, such as those from JSON, are validated when they are deserialized, and
//! all are validated again when they are compiled, since their fields can be changed.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Deserializer, de};

use super::limits;
use super::walk::{At, In, Named, Parts, Walker, walked};
use super::{
    BoardPattern, BoardStyle, Castling, Change, Condition, Curve, DropRule, Effect, EffectRange, Ending, Event, Facts,
    Figures, ForeignLetter, Judged, Kind, KindId, KingTravel, MODEL_VERSION, Modes, Movement, PartnerLanding, Path,
    Promotion, Region, RegionId, Rules, Setup, Symmetry, Variant, WallPlace,
};
use crate::geometry::{Board, Leap, PerSide, Side, Square, SquareSet};

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

/// Invalid model: all reasons for its refusal, as one error.
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
    /// The most lines of a board, and the most squares of a line.
    pub const MAX_LINES: usize = 256;
    /// The most letters of other programs.
    pub const MAX_LETTERS: usize = 256;
    /// The most endings of a game.
    pub const MAX_ENDINGS: usize = limits::MAX_ENDINGS;
    /// The most classes of moves of a side that come before others.
    pub const MAX_COMPULSORY: usize = 16;

    /// Validates the model. Returns all errors with their paths; empty if the model is valid.
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
        let mut validator = Validator { variant: self, facts: self.facts(), errors: Vec::new() };
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
    #[serde(default)]
    board_style: BoardStyle,
    first: Side,
    black: Symmetry,
    #[serde(default)]
    side_names: Option<PerSide<String>>,
    kinds: Vec<Kind>,
    #[serde(default)]
    letters: Vec<ForeignLetter>,
    #[serde(default)]
    figures: Figures,
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

/// Validator of a model: the model and its errors so far.
struct Validator<'a> {
    variant: &'a Variant,
    facts: Facts,
    errors: Vec<ModelError>,
}

/// The leaves, each for itself.
impl Walker for Validator<'_> {
    fn kind(&mut self, at: &At<'_>, id: &mut KindId, named: Named) {
        match (self.variant.kinds.get(id.index()), named.of) {
            (None, _) => self.push_error(at, format!("there is no kind {}", id.0)),
            (Some(kind), Some(side)) => self.require(kind.sides[side], at, "the side has no men of this kind"),
            (Some(_), None) => {}
        }
    }

    fn region(&mut self, at: &At<'_>, id: &mut RegionId) {
        if id.index() >= self.variant.regions.len() {
            self.push_error(at, format!("there is no region {}", id.0));
        }
    }

    fn square(&mut self, at: &At<'_>, square: &mut Square) {
        self.require(self.variant.board.contains(*square), at, "this square is not on the board");
    }

    fn squares(&mut self, at: &At<'_>, squares: &mut SquareSet) {
        let all: SquareSet = self.variant.board.squares().collect();
        self.require(squares.without(all).is_empty(), at, "some squares are not on the board");
    }

    fn leap(&mut self, at: &At<'_>, leap: &mut Leap) {
        self.require(!leap.is_null(), at, "this leap goes nowhere");
    }

    fn number(&mut self, at: &At<'_>, number: &mut u32, In(least, most): In) {
        if !(least..=most).contains(number) {
            self.push_error(at, format!("{number} is not from {least} to {most}"));
        }
    }

    fn length(&mut self, at: &At<'_>, length: usize, most: usize) {
        if length > most {
            self.push_error(at, format!("{length} are more than {most}"));
        }
    }

    /// Validates a movement: its legs, and that walking all its paths takes no too long time.
    fn movement(&mut self, at: &At<'_>, movement: &mut Movement) {
        if !self.check_count(at, "paths", movement.paths.len(), Movement::MAX_PATHS) {
            return;
        }
        let before = self.errors.len();
        let paths = At::Field(at, "paths");
        for (index, path) in movement.paths.iter_mut().enumerate() {
            let at = At::Element(&paths, index);
            self.check_count(at, "legs", path.legs.len(), Path::MAX_LEGS);
            path.walk(&at, self);
            for (index, leg) in path.legs.iter().enumerate() {
                if let Curve::Circular(eighths) | Curve::Crooked(eighths) = leg.curve {
                    let leg = At::Element(&At::Field(&at, "legs"), index).to_string();
                    let reason = format!("{} is not from 0 to 4", eighths.unsigned_abs());
                    self.require(eighths.unsigned_abs() <= 4, format_args!("{leg}.curve"), &reason);
                }
            }
        }
        if self.errors.len() == before && movement.walks_too_far() {
            self.push_error(at, "there are too many ways to go");
        }
    }
}

/// Relations between fields.
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

    /// Requires at least one element and no more than `most`; returns whether the number is within bounds.
    fn check_count(&mut self, path: impl fmt::Display, noun: &str, count: usize, most: usize) -> bool {
        let fits = (1..=most).contains(&count);
        if !fits {
            self.push_error(path, format!("{count} {noun} are not from 1 to {most}"));
        }
        fits
    }

    /// Requires that nothing occurs twice in a list; `what` is the part of an element that the error is about.
    fn check_distinct<T: Ord>(
        &mut self,
        path: impl fmt::Display,
        list: impl IntoIterator<Item = T>,
        what: &str,
        reason: &str,
    ) {
        let mut seen = BTreeSet::new();
        for (index, element) in list.into_iter().enumerate() {
            self.require(seen.insert(element), format_args!("{path}[{index}]{what}"), reason);
        }
    }

    /// Requires that no kind has two rules.
    fn check_one_rule_each(&mut self, path: impl fmt::Display, kinds: impl Iterator<Item = KindId>) {
        self.check_distinct(path, kinds, ".kind", "this kind has such a rule already");
    }

    /// Requires that no move promotes a man by several rules.
    fn check_promotions(&mut self, path: &str, promotions: &[Promotion]) {
        for (index, promotion) in promotions.iter().enumerate() {
            let apart = |other: &Promotion| {
                let squares = other.zone.intersection(promotion.zone).union(other.from).union(promotion.from);
                other.kind != promotion.kind || squares.is_empty()
            };
            let reason = "a move could belong to two promotions of this kind";
            self.require(promotions[..index].iter().all(apart), format_args!("{path}[{index}].zone"), reason);
        }
    }

    /// Requires different kinds.
    fn check_kinds_once(&mut self, path: impl fmt::Display, kinds: &[KindId]) {
        self.check_distinct(path, kinds.iter().take(Kind::MAX_KINDS), "", "this kind stands there twice");
    }

    /// Validates the whole variant: each part for itself, then the relations of its fields.
    fn check_variant(&mut self) {
        let Variant {
            version,
            title: _,
            inventor: _,
            year: _,
            source: _,
            about: _,
            board: _,
            lines,
            board_style,
            first: _,
            black: _,
            side_names,
            kinds,
            letters,
            figures,
            regions,
            setups,
            rules,
            endings,
        } = self.variant;
        if *version != MODEL_VERSION {
            self.push_error("version", format!("{version} is not {MODEL_VERSION}"));
        }
        if !self.check_count("kinds", "kinds", kinds.len(), Kind::MAX_KINDS) {
            return;
        }
        self.walk_each("lines", lines, Variant::MAX_LINES, |this, at, line| {
            this.length(at, line.len(), Variant::MAX_LINES);
            for (index, pair) in line.windows(2).enumerate().take(Variant::MAX_LINES) {
                this.require(pair[0] != pair[1], At::Element(at, index + 1), "this square stands there twice");
            }
        });
        let are_names =
            side_names.as_ref().is_none_or(|names| Side::ALL.iter().all(|&side| Variant::is_side_name(&names[side])));
        self.require(are_names, "side_names", "they are letters, digits, blanks and hyphens");
        let BoardStyle { pattern, river, palaces } = board_style;
        self.walk_each("board_style.palaces", palaces, BoardStyle::MAX_PALACES, |_, _, _| {});
        let between_ranks = river.is_none_or(|river| (1..self.variant.board.ranks()).contains(&river));
        self.require(between_ranks, "board_style.river", "it lies between no two ranks");
        let has_points = *pattern == BoardPattern::Points || river.is_none() && palaces.is_empty();
        self.require(has_points, "board_style.pattern", "only a board of points has a river or palaces");
        if !self.check_count("setups", "setups", setups.len(), limits::MAX_SETUPS) {
            return;
        }
        self.walk_each("kinds", kinds, Kind::MAX_KINDS, Self::check_kind);
        self.walk_each("letters", letters, Variant::MAX_LETTERS, |_, _, _| {});
        let Figures { on: _, men: drawn, wall: _ } = figures;
        self.walk_each("figures.men", drawn, Figures::MAX_MEN, |_, _, _| {});
        self.check_symbols();
        self.walk_each("regions", regions, limits::MAX_REGIONS, |_, _, _| {});
        self.walk_each("setups", setups, limits::MAX_SETUPS, Self::check_setup);
        let names = setups.iter().map(|setup| setup.name.as_str());
        self.check_distinct("setups", names, ".name", "another setup has this name");
        walked(rules, &At::Field(&At::Root, "rules"), self);
        self.check_rules(rules);
        self.walk_each("endings", endings, Variant::MAX_ENDINGS, Self::check_ending);
    }

    /// Validates each element of a list of the variant: its leaves, and the relations of its fields.
    fn walk_each<T: Parts + Clone>(
        &mut self,
        name: &'static str,
        list: &[T],
        most: usize,
        relate: impl Fn(&mut Self, &At<'_>, &T),
    ) {
        let at = At::Field(&At::Root, name);
        self.length(&at, list.len(), most);
        for (index, part) in list.iter().enumerate().take(most) {
            let at = At::Element(&at, index);
            walked(part, &at, self);
            relate(self, &at, part);
        }
    }

    fn check_kind(&mut self, at: &At<'_>, kind: &Kind) {
        self.require(kind.sides.white || kind.sides.black, format_args!("{at}.sides"), "no side has such men");
        self.check_count(format_args!("{at}.components"), "parts", kind.components.len(), Kind::MAX_COMPONENTS);
        let effects = At::Field(at, "effects");
        for (index, effect) in kind.effects.iter().enumerate().take(Kind::MAX_EFFECTS) {
            self.check_effect(&At::Element(&effects, index), kind, effect);
        }
        let clashes = |(index, one): (usize, &Effect)| kind.effects[..index].iter().any(|two| one.clashes(two));
        let twice = kind.effects.iter().take(Kind::MAX_EFFECTS).enumerate().any(clashes);
        self.require(!twice, effects, "one move has two effects that clash");
        let whole = kind.elsewhere.is_empty() || kind.components.len() == 1 && !kind.has_effects_of_parts();
        self.require(whole, format_args!("{at}.elsewhere"), "a man of several parts has the same movement everywhere");
        if let Some(first) = &kind.first_move {
            let quiet = first.movement.restricted(Modes::MOVES) == first.movement;
            self.require(quiet, format_args!("{at}.first_move.movement"), "a first move captures nothing");
            let alone = !kind.moves_once_a_game() || kind.may_leave.is_empty();
            let reason = "a man with a move once a game leaves no other behind";
            self.require(alone, format_args!("{at}.may_leave"), reason);
        }
    }

    fn check_effect(&mut self, at: &At<'_>, kind: &Kind, effect: &Effect) {
        let change = At::Field(at, "change");
        match &effect.change {
            Change::Turns(_) | Change::Dies => {}
            Change::Flips => self.require(kind.flips.is_some(), change, "the man has no modes"),
            Change::Becomes(kinds) | Change::BecomesVictim(kinds) => {
                let alike = kinds.iter().all(|&id| kind.may_become(self.variant.kind(id)));
                self.require(alike, change, "a royal man becomes only men as royal as it");
            }
            Change::Converts(affected) => {
                let royal = affected.men.enemy.iter().any(|&id| self.variant.kind(id).royal);
                self.require(!royal, change, "royal men don't change sides");
                let own = !affected.men.own.is_empty();
                self.require(!own, format_args!("{change}.own"), "own men don't change sides");
            }
            Change::Captor(_) => {
                self.require(effect.event == Event::Capturing, at, "such an effect is one of captures");
            }
            Change::BecomesWall => {
                self.require(!self.facts.walls.one_at_a_time, change, "walls that are men stay");
            }
            Change::Destroys(destroyed) => {
                let own = destroyed.range.spares_own() && !destroyed.men.own.is_empty();
                self.require(
                    !own,
                    format_args!("{change}.own"),
                    "only men of the opponent are enclosed or coordinated",
                );
            }
        }
        if let Change::Destroys(affected) | Change::Converts(affected) = &effect.change {
            let fits = affected.partners.is_empty() == (affected.range != EffectRange::Coordinated);
            self.require(fits, format_args!("{change}.partners"), "an effect has partners if it is by coordination");
        }
        let contradiction = effect.find_contradiction();
        self.require(contradiction.is_none(), at, contradiction.unwrap_or_default());
        let known = effect.by.is_none_or(|part| usize::from(part) < kind.components.len());
        self.require(known, format_args!("{at}.by"), "the man has no such part");
    }

    /// Requires that each symbol denotes one kind of each side.
    fn check_symbols(&mut self) {
        let mut taken: BTreeSet<(&str, Side)> = BTreeSet::new();
        let Variant { kinds, letters, .. } = self.variant;
        let own = kinds.iter().enumerate().map(|(index, kind)| (format!("kinds[{index}].symbol"), &kind.symbol, kind));
        let is_own = |letter: &&ForeignLetter| self.variant.kind(letter.kind).symbol == letter.written;
        let foreign = letters.iter().filter(|letter| !is_own(letter)).enumerate().map(|(index, letter)| {
            (format!("letters[{index}].written"), &letter.written, self.variant.kind(letter.kind))
        });
        for (path, symbol, kind) in own.chain(foreign) {
            let letter = symbol.strip_prefix('+').or(symbol.strip_suffix('\'')).unwrap_or(symbol);
            let is_letter = letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_uppercase());
            self.require(is_letter, &path, "a symbol is a capital letter, perhaps with `+` before or `'` after it");
            for side in Side::ALL.into_iter().filter(|&side| kind.sides[side]) {
                self.require(taken.insert((symbol, side)), &path, "another kind of this side has this symbol");
            }
        }
    }

    fn check_setup(&mut self, at: &At<'_>, setup: &Setup) {
        let men = At::Field(at, "men");
        let most = self.variant.board.len();
        self.length(&men, setup.men.len(), most);
        let squares = setup.men.iter().take(most).map(|man| man.square);
        self.check_distinct(men, squares, ".square", "two men stand on this square");
        if let Some(shuffle) = &setup.shuffle {
            self.check_one_rule_each(format_args!("{at}.shuffle.kinds"), shuffle.kinds.iter().copied());
        }
        for (side, hand) in setup.hands.iter() {
            let hand_at = At::Side(&At::Field(at, "hands"), side).to_string();
            for (index, pair) in hand.windows(2).enumerate() {
                let path = format_args!("{hand_at}[{}]", index + 1);
                self.require(pair[0].0 < pair[1].0, path, "the kinds are not in order of id");
            }
        }
    }

    fn check_rules(&mut self, rules: &Rules) {
        for side in Side::ALL {
            let at = |rule| format!("rules.{rule}.{}", side_key(side));
            if let Some(castling) = &rules.castling[side] {
                self.check_castling(&at("castling"), castling);
            }
            for (index, step) in rules.long_steps[side].iter().enumerate() {
                let path = format!("{}[{index}].leaps", at("long_steps"));
                self.check_distinct(path, &step.leaps, "", "this leap stands there twice");
            }
            self.check_promotions(&at("promotions"), &rules.promotions[side]);
            self.check_drops(&at("drops"), &rules.drops[side]);
            if let Some(walls) = &rules.walls[side] {
                let path = at("walls");
                let by_man = walls.instead_of_move && walls.place != WallPlace::Anywhere;
                self.require(!by_man, format_args!("{path}.place"), "a wall instead of a move depends on no man");
                self.require(rules.finishing_move.is_none(), &path, "finishing moves put no walls");
                self.require(!self.facts.drops.any(), &path, "drops put no walls");
            }
            for (rule, counts) in [("counting_when_bared", &rules.counting_when_bared), ("counting", &rules.counting)] {
                let limited = counts[side].as_ref().is_none_or(|count| !count.limits.is_empty());
                self.require(limited, format_args!("{}.limits", at(rule)), "there is no limit");
            }
            let (classes, most) = (&rules.compulsory[side], Variant::MAX_COMPULSORY);
            let too_many = format!("{} are more than {most}", classes.len());
            self.require(classes.len() <= most, at("compulsory"), &too_many);
            for (index, class) in classes.iter().enumerate() {
                let path = format_args!("{}[{index}]", at("compulsory"));
                self.require(!class.is_empty(), path, "no move is of this class");
            }
        }
        let points = rules.points.iter().flat_map(|points| &points.men);
        self.check_one_rule_each("rules.points.men", points.map(|(kind, _)| *kind));
        if let Some(grid) = rules.grid {
            let fits = grid.first_file < grid.files && grid.first_rank < grid.ranks;
            self.require(fits, "rules.grid", "the first whole block is not the first");
        }
        for (index, pair) in rules.opposition.iter().enumerate() {
            let along = pair.movement.paths.iter().any(|path| path.along_lines);
            let path = format_args!("rules.opposition[{index}].movement");
            self.require(!along, path, "only a man moves along lines");
        }
    }

    fn check_drops(&mut self, path: &str, drops: &[DropRule]) {
        self.check_one_rule_each(path, drops.iter().map(|drop| drop.kind));
        for (index, drop) in drops.iter().enumerate() {
            let path = format!("{path}[{index}]");
            self.require(!drop.to.is_empty(), format_args!("{path}.to"), "the man arrives as no man");
            self.check_kinds_once(format_args!("{path}.to"), &drop.to);
            let orthogonal = drop.slid_from.iter().all(|wind| wind.index() % 4 == 0);
            self.require(orthogonal, format_args!("{path}.slid_from"), "this is no side of the board");
            for (number, limit) in drop.limits.iter().enumerate() {
                self.check_kinds_once(format_args!("{path}.limits[{number}].kinds"), &limit.kinds);
            }
        }
    }

    fn check_castling(&mut self, path: &str, castling: &Castling) {
        self.require(!castling.partners.is_empty(), format_args!("{path}.partners"), "there is no partner");
        if let Some(dropped) = &castling.dropped {
            let known = castling.partners.contains(&dropped.partner);
            self.require(known, format_args!("{path}.dropped.partner"), "it is none of the partners");
            let apart = !dropped.partners_on.contains(dropped.king_on);
            self.require(apart, format_args!("{path}.dropped.partners_on"), "the king stands there");
        }
        let own = castling.partners.contains(&castling.king);
        self.require(!own, format_args!("{path}.partners"), "a man can't castle with its own kind");
        if matches!(castling.travel, KingTravel::To { .. }) {
            let beside = castling.landing == PartnerLanding::OtherSide;
            let reason = "a king that goes to a named square has its partner on its other side";
            self.require(beside, format_args!("{path}.landing"), reason);
        }
    }

    fn check_ending(&mut self, at: &At<'_>, ending: &Ending) {
        if let Condition::OnlyMaterial(balances) = &ending.condition {
            for (index, balance) in balances.iter().enumerate() {
                for (side, material) in balance.iter() {
                    // More men than the board has squares are no mistake: the condition never holds.
                    let path = format_args!("{at}.condition.only_material[{index}].{}.men", side_key(side));
                    self.require(material.men.is_sorted(), path, "the men are not in order of id");
                }
            }
        }
        if let Condition::Chain { steps, .. } = &ending.condition {
            let sorted = steps.is_sorted_by(|one, other| one < other) && !steps.is_empty();
            let eight = sorted && steps.iter().all(|wind| wind.index() % 2 == 0);
            let path = format_args!("{at}.condition.chain.steps");
            self.require(eight, path, "these are not some of the eight directions");
        }
        let sorted = ending.setups.windows(2).all(|pair| pair[0] < pair[1]);
        let exist = ending.setups.iter().all(|setup| setup.index() < self.variant.setups.len());
        self.require(sorted && exist, format_args!("{at}.setups"), "not setups of the game in order of id");
        let goal = matches!(ending.condition, Condition::ManOn { .. });
        let judged = ending.judged != Judged::Unanswered || goal && !ending.both;
        self.require(judged, format_args!("{at}.judged"), "only men on squares can be answered");
        let counts = !ending.tie_on_claim || ending.result.counts();
        self.require(counts, format_args!("{at}.tie_on_claim"), "no numbers decide here");
        let counts = !ending.on_board || ending.result.counts();
        self.require(counts, format_args!("{at}.on_board"), "no numbers decide here");
        let claimed = !ending.on_claim || ending.result.is_of_a_side() && ending.winner_may_claim();
        self.require(claimed, format_args!("{at}.on_claim"), "the player to move never wins by this ending");
    }
}

/// A side as a key of the JSON.
const fn side_key(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
