//! Validates a model: ids must refer to something, numbers must be within bounds, squares on the board.
//!
//! The checker makes only valid models. Others, such as those from JSON, are validated when they are deserialized, and
//! all are validated again when they are compiled, since their fields can be changed.

use std::collections::BTreeSet;
use std::fmt;

use super::{
    Castling, Condition, Count, Curve, Eighths, Judged, Kind, KindId, KingTravel, LongStep, MODEL_VERSION, Modes,
    Movement, PartnerLanding, Path, PromotionChoice, RegionId, Royalty, SeriesLength, Setup, Variant,
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
        validator.variant();
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

struct Validator<'a> {
    variant: &'a Variant,
    errors: Vec<ModelError>,
}

impl Validator<'_> {
    fn refuse(&mut self, path: impl fmt::Display, reason: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(ModelError { path: path.to_string(), reason: reason.into() });
        }
    }

    fn require(&mut self, holds: bool, path: impl fmt::Display, reason: &str) {
        if !holds {
            self.refuse(path, reason);
        }
    }

    fn number(&mut self, path: impl fmt::Display, number: impl Into<u32>, least: u32, most: u32) {
        let number = number.into();
        if !(least..=most).contains(&number) {
            self.refuse(path, format!("{number} is not from {least} to {most}"));
        }
    }

    fn at_most(&mut self, path: impl fmt::Display, count: usize, most: usize) {
        if count > most {
            self.refuse(path, format!("{count} are more than {most}"));
        }
    }

    fn kind(&mut self, path: impl fmt::Display, id: KindId) {
        if id.index() >= self.variant.kinds.len() {
            self.refuse(path, format!("there is no kind {}", id.0));
        }
    }

    fn kinds(&mut self, path: impl fmt::Display, ids: &[KindId]) {
        self.at_most(&path, ids.len(), Kind::MAX_KINDS);
        for (index, &id) in ids.iter().enumerate().take(Kind::MAX_KINDS) {
            self.kind(format_args!("{path}[{index}]"), id);
        }
    }

    /// Requires a kind that a side can have.
    fn kind_of(&mut self, path: impl fmt::Display, side: Side, id: KindId) {
        match self.variant.kinds.get(id.index()) {
            None => self.kind(path, id),
            Some(kind) => self.require(kind.sides[side], path, "the side has no men of this kind"),
        }
    }

    fn region(&mut self, path: impl fmt::Display, id: RegionId) {
        if id.index() >= self.variant.regions.len() {
            self.refuse(path, format!("there is no region {}", id.0));
        }
    }

    fn square(&mut self, path: impl fmt::Display, square: Square) {
        self.require(self.variant.board.contains(square), path, "this square is not on the board");
    }

    fn squares(&mut self, path: impl fmt::Display, squares: SquareSet) {
        let all: SquareSet = self.variant.board.squares().collect();
        let beyond = squares.words().into_iter().zip(all.words()).any(|(these, all)| these & !all != 0);
        self.require(!beyond, path, "some squares are not on the board");
    }

    fn variant(&mut self) {
        let variant = self.variant;
        if variant.version != MODEL_VERSION {
            self.refuse("version", format!("{} is not {MODEL_VERSION}", variant.version));
        }
        if variant.kinds.is_empty() || variant.kinds.len() > Kind::MAX_KINDS {
            self.refuse("kinds", format!("{} kinds are not from 1 to {}", variant.kinds.len(), Kind::MAX_KINDS));
            return;
        }
        self.at_most("lines", variant.lines.len(), Variant::MAX_LINES);
        for (index, line) in variant.lines.iter().enumerate().take(Variant::MAX_LINES) {
            self.at_most(format_args!("lines[{index}]"), line.len(), Variant::MAX_LINES);
            for (number, &square) in line.iter().enumerate().take(Variant::MAX_LINES) {
                self.square(format_args!("lines[{index}][{number}]"), square);
                let goes_on = line.get(number + 1) != Some(&square);
                self.require(goes_on, format_args!("lines[{index}][{number}]"), "this square stands there twice");
            }
        }
        self.at_most("regions", variant.regions.len(), Variant::MAX_REGIONS);
        self.at_most("endings", variant.endings.len(), Variant::MAX_ENDINGS);
        if variant.setups.is_empty() || variant.setups.len() > Variant::MAX_SETUPS {
            let reason = format!("{} setups are not from 1 to {}", variant.setups.len(), Variant::MAX_SETUPS);
            self.refuse("setups", reason);
            return;
        }
        for (index, kind) in variant.kinds.iter().enumerate() {
            self.man(&format!("kinds[{index}]"), kind);
        }
        self.symbols();
        for (index, region) in variant.regions.iter().enumerate() {
            for (side, &squares) in region.squares.iter() {
                self.squares(format_args!("regions[{index}].squares.{}", key(side)), squares);
            }
        }
        let mut names = BTreeSet::new();
        for (index, setup) in variant.setups.iter().enumerate() {
            let is_new = names.insert(setup.name.as_str());
            self.require(is_new, format_args!("setups[{index}].name"), "another setup has this name");
            self.setup(index, setup);
        }
        self.rules();
        for (index, ending) in variant.endings.iter().enumerate() {
            self.condition(&format!("endings[{index}].condition"), &ending.condition);
            let goal = matches!(ending.condition, Condition::ManOn { .. });
            let judged = ending.judged != Judged::Unanswered || goal && !ending.both;
            self.require(judged, format_args!("endings[{index}].judged"), "only men on squares can be answered");
        }
    }

    fn man(&mut self, path: &str, kind: &Kind) {
        self.require(kind.sides.white || kind.sides.black, format_args!("{path}.sides"), "no side has such men");
        if let Royalty::WhenLeft(number) = kind.royalty {
            self.number(format_args!("{path}.royalty.when_left"), number, 1, u8::MAX.into());
        }
        let count = kind.components.len();
        if count == 0 || count > Kind::MAX_COMPONENTS {
            let reason = format!("{count} parts are not from 1 to {}", Kind::MAX_COMPONENTS);
            self.refuse(format_args!("{path}.components"), reason);
        }
        for (index, component) in kind.components.iter().enumerate().take(Kind::MAX_COMPONENTS) {
            self.movement_of(
                format_args!("{path}.components[{index}].movement"),
                &component.betza,
                &component.movement,
            );
            let turns = component.turns.len();
            self.at_most(format_args!("{path}.components[{index}].turns"), turns, Eighths::ALL.len());
        }
        self.at_most(format_args!("{path}.orientation"), kind.orientation.turns().len(), Eighths::ALL.len());
        self.at_most(format_args!("{path}.turns_after_moving"), kind.turns_after_moving.len(), Eighths::ALL.len());
        let others = [("captures", &kind.captures), ("captured_by", &kind.captured_by), ("hops_over", &kind.hops_over)];
        for (name, kinds) in others {
            self.kinds(format_args!("{path}.{name}"), kinds.as_deref().unwrap_or_default());
        }
        if let Some(id) = kind.stays_in {
            self.region(format_args!("{path}.stays_in"), id);
        }
        self.at_most(format_args!("{path}.elsewhere"), kind.elsewhere.len(), Variant::MAX_REGIONS);
        for (index, elsewhere) in kind.elsewhere.iter().enumerate().take(Variant::MAX_REGIONS) {
            self.region(format_args!("{path}.elsewhere[{index}].region"), elsewhere.region);
            self.movement_of(format_args!("{path}.elsewhere[{index}].movement"), &elsewhere.betza, &elsewhere.movement);
        }
        if let Some(first) = &kind.first_move {
            let way = format!("{path}.first_move.movement");
            self.movement(&way, &first.movement);
            let quiet = first.movement.restricted(Modes::MOVES) == first.movement;
            self.require(quiet, &way, "a first move captures nothing");
            self.kinds(format_args!("{path}.first_move.until_aimed_at_by"), &first.until_aimed_at_by);
        }
    }

    /// The movement of a man, which may have none.
    fn movement_of(&mut self, path: impl fmt::Display, betza: &str, movement: &Movement) {
        if !betza.is_empty() || !movement.paths.is_empty() {
            self.movement(path, movement);
        }
    }

    fn movement(&mut self, path: impl fmt::Display, movement: &Movement) {
        let count = movement.paths.len();
        if count == 0 || count > Movement::MAX_PATHS {
            self.refuse(&path, format!("{count} paths are not from 1 to {}", Movement::MAX_PATHS));
            return;
        }
        let before = self.errors.len();
        for (index, way) in movement.paths.iter().enumerate() {
            let path = Element(&path, ".paths", index);
            if way.legs.is_empty() || way.legs.len() > Path::MAX_LEGS {
                self.refuse(&path, format!("{} legs are not from 1 to {}", way.legs.len(), Path::MAX_LEGS));
            }
            for (number, leg) in way.legs.iter().enumerate().take(Path::MAX_LEGS) {
                let path = Element(&path, ".legs", number);
                self.require(!leg.leap.is_null(), format_args!("{path}.leap"), "this leap goes nowhere");
                self.number(format_args!("{path}.least"), leg.least, 1, u8::MAX.into());
                if let Some(most) = leg.most {
                    self.number(format_args!("{path}.most"), most, leg.least.into(), u8::MAX.into());
                }
                if let Curve::Circular(eighths) | Curve::Crooked(eighths) = leg.curve {
                    self.number(format_args!("{path}.curve"), eighths.unsigned_abs(), 0, 4);
                }
            }
        }
        if self.errors.len() == before && movement.walks_too_far() {
            self.refuse(path, "there are too many ways to go");
        }
    }

    /// Requires that each symbol denotes one kind of each side.
    fn symbols(&mut self) {
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

    fn setup(&mut self, index: usize, setup: &Setup) {
        let mut taken = SquareSet::EMPTY;
        let setup_path = Element(&"setups", "", index);
        self.at_most(format_args!("{setup_path}.men"), setup.men.len(), self.variant.board.len());
        for (number, man) in setup.men.iter().enumerate() {
            let path = Element(&setup_path, ".men", number);
            self.kind_of(format_args!("{path}.kind"), man.side, man.kind);
            self.square(format_args!("{path}.square"), man.square);
            self.require(!taken.contains(man.square), format_args!("{path}.square"), "two men stand on this square");
            taken.insert(man.square);
        }
    }

    fn rules(&mut self) {
        let variant = self.variant;
        let rules = &variant.rules;
        for (side, castling) in rules.castling.iter() {
            if let Some(castling) = castling {
                self.castling(&format!("rules.castling.{}", key(side)), side, castling);
            }
        }
        for (side, steps) in rules.long_steps.iter() {
            let path = format!("rules.long_steps.{}", key(side));
            self.at_most(&path, steps.len(), Variant::MAX_LONG_STEPS);
            for (index, step) in steps.iter().enumerate().take(Variant::MAX_LONG_STEPS) {
                let path = Element(&path, "", index);
                self.kind_of(format_args!("{path}.kind"), side, step.kind);
                self.number(format_args!("{path}.least"), step.least, 2, Board::MAX_SIZE.into());
                self.number(format_args!("{path}.most"), step.most, step.least.into(), Board::MAX_SIZE.into());
                self.squares(format_args!("{path}.from"), step.from);
                self.at_most(format_args!("{path}.leaps"), step.leaps.len(), LongStep::MAX_LEAPS);
                for (number, leap) in step.leaps.iter().enumerate().take(LongStep::MAX_LEAPS) {
                    let twice = step.leaps[..number].contains(leap);
                    self.require(!twice, format_args!("{path}.leaps[{number}]"), "this leap stands there twice");
                    self.require(!leap.is_null(), format_args!("{path}.leaps[{number}]"), "this leap goes nowhere");
                }
            }
        }
        for (side, rule) in rules.en_passant.iter() {
            let path = format!("rules.en_passant.{}", key(side));
            let Some(rule) = rule else { continue };
            for &kind in rule.by.iter().flatten().take(Kind::MAX_KINDS) {
                self.kind_of(format_args!("{path}.by"), side, kind);
            }
            self.at_most(format_args!("{path}.by"), rule.by.as_ref().map_or(0, Vec::len), Kind::MAX_KINDS);
            if let Some(squares) = rule.on {
                self.squares(format_args!("{path}.on"), squares);
            }
        }
        for (side, promotions) in rules.promotions.iter() {
            let path = format!("rules.promotions.{}", key(side));
            self.once_each(&path, promotions.iter().map(|promotion| promotion.kind));
            for (index, promotion) in promotions.iter().enumerate() {
                let path = Element(&path, "", index);
                self.kind_of(format_args!("{path}.kind"), side, promotion.kind);
                self.squares(format_args!("{path}.zone"), promotion.zone);
                self.squares(format_args!("{path}.from"), promotion.from);
                self.squares(format_args!("{path}.compulsory_on"), promotion.compulsory_on);
                self.at_most(format_args!("{path}.limits"), promotion.limits.len(), Kind::MAX_KINDS);
                for (number, limit) in promotion.limits.iter().enumerate().take(Kind::MAX_KINDS) {
                    self.kind_of(format_args!("{path}.limits[{number}].kind"), side, limit.kind);
                }
                match &promotion.to {
                    PromotionChoice::Nothing => {}
                    PromotionChoice::AnyStartingBut(kinds) => self.kinds(format_args!("{path}.to"), kinds),
                    PromotionChoice::Kinds(kinds) => {
                        self.at_most(format_args!("{path}.to"), kinds.len(), Kind::MAX_KINDS);
                        for &kind in kinds {
                            self.kind_of(format_args!("{path}.to"), side, kind);
                        }
                    }
                }
            }
        }
        self.kinds("rules.progress.moves_of", &rules.progress.moves_of);
        self.kinds("rules.progress.one_way_moves_of", &rules.progress.one_way_moves_of);
        if let Some(points) = &rules.points {
            let kinds: Vec<KindId> = points.men.iter().map(|(kind, _)| *kind).collect();
            self.kinds("rules.points.men", &kinds);
            self.once_each("rules.points.men", kinds.iter().copied());
        }
        for (name, counts) in [("counting_when_bared", &rules.counting_when_bared), ("counting", &rules.counting)] {
            for (side, count) in counts.iter() {
                if let Some(count) = count {
                    self.count(&format!("rules.{name}.{}", key(side)), count);
                }
            }
        }
        for (side, series) in rules.series.iter() {
            if let Some(series) = series {
                self.series(&format!("rules.series.{}.length", key(side)), series.length);
            }
        }
        if let Some(moves) = rules.must_move {
            self.number("rules.must_move", moves, 2, u8::MAX.into());
        }
        if let Some(grid) = rules.grid {
            let board = variant.board;
            let divides = |part: u8, whole: u8| part != 0 && whole.is_multiple_of(part);
            let fits = divides(grid.files, board.files()) && divides(grid.ranks, board.ranks());
            self.require(fits, "rules.grid", "the blocks don't divide the board");
        }
        self.at_most("rules.opposition", rules.opposition.len(), Variant::MAX_OPPOSITIONS);
        for (index, pair) in rules.opposition.iter().enumerate().take(Variant::MAX_OPPOSITIONS) {
            let path = Element(&"rules.opposition", "", index);
            self.kind(format_args!("{path}.watcher"), pair.watcher);
            self.kind(format_args!("{path}.watched"), pair.watched);
            self.movement(format_args!("{path}.movement"), &pair.movement);
            let along = pair.movement.paths.iter().any(|path| path.along_lines);
            self.require(!along, format_args!("{path}.movement"), "only a man moves along lines");
        }
    }

    fn castling(&mut self, path: &str, side: Side, castling: &Castling) {
        self.kind_of(format_args!("{path}.king"), side, castling.king);
        self.require(!castling.partners.is_empty(), format_args!("{path}.partners"), "there is no partner");
        self.at_most(format_args!("{path}.partners"), castling.partners.len(), Kind::MAX_KINDS);
        self.at_most(format_args!("{path}.colourbound"), castling.colourbound.len(), Kind::MAX_KINDS);
        for &kind in castling.partners.iter().take(Kind::MAX_KINDS) {
            self.kind_of(format_args!("{path}.partners"), side, kind);
            let same = castling.king == kind;
            self.require(!same, format_args!("{path}.partners"), "a man can't castle with its own kind");
        }
        for &kind in castling.colourbound.iter().take(Kind::MAX_KINDS) {
            self.kind_of(format_args!("{path}.colourbound"), side, kind);
        }
        let most = Board::MAX_SIZE.into();
        match castling.travel {
            KingTravel::Exactly(squares) | KingTravel::AtLeast(squares) => {
                self.number(format_args!("{path}.travel"), squares, 1, most);
            }
            KingTravel::Between { least, most: farthest } => {
                self.number(format_args!("{path}.travel.between.least"), least, 1, most);
                self.number(format_args!("{path}.travel.between.most"), farthest, least.into(), most);
            }
            KingTravel::To { first_file, last_file } => {
                self.square(format_args!("{path}.travel.to.first_file"), first_file);
                self.square(format_args!("{path}.travel.to.last_file"), last_file);
                let beside = castling.landing == PartnerLanding::OtherSide;
                let reason = "a king that goes to a named square has its partner on its other side";
                self.require(beside, format_args!("{path}.landing"), reason);
            }
        }
    }

    fn count(&mut self, path: &str, count: &Count) {
        self.require(!count.limits.is_empty(), format_args!("{path}.limits"), "there is no limit");
        self.at_most(format_args!("{path}.limits"), count.limits.len(), Count::MAX_LIMITS);
        for (index, limit) in count.limits.iter().enumerate().take(Count::MAX_LIMITS) {
            let path = Element(&path, ".limits", index);
            self.number(format_args!("{path}.moves"), limit.moves, 1, Count::MAX_MOVES.into());
            if let Some(men) = &limit.against {
                self.number(format_args!("{path}.against.least"), men.least, 1, 256);
                self.kinds(format_args!("{path}.against.kinds"), &men.kinds);
            }
        }
        self.kinds(format_args!("{path}.without"), &count.without);
        if let Some(most) = count.most_men {
            self.number(format_args!("{path}.most_men"), most, 1, 256);
        }
    }

    /// Requires that no kind occurs twice.
    fn once_each(&mut self, path: &str, kinds: impl Iterator<Item = KindId>) {
        let mut seen = BTreeSet::new();
        for (index, kind) in kinds.enumerate() {
            self.require(seen.insert(kind), format_args!("{path}[{index}].kind"), "this kind has such a rule already");
        }
    }

    fn series(&mut self, path: &str, length: SeriesLength) {
        let most = u8::MAX.into();
        match length {
            SeriesLength::Fixed { moves, first } => {
                self.number(format_args!("{path}.fixed.moves"), moves, 1, most);
                self.number(format_args!("{path}.fixed.first"), first, 1, most);
            }
            SeriesLength::LongerEachTurn(more) => self.number(format_args!("{path}.longer_each_turn"), more, 1, most),
            SeriesLength::LongerThanLast(more) => self.number(format_args!("{path}.longer_than_last"), more, 1, most),
            SeriesLength::Answering { least, .. } => {
                self.number(format_args!("{path}.answering.least"), least, 1, most);
            }
        }
    }

    fn condition(&mut self, path: &str, condition: &Condition) {
        match condition {
            Condition::Quiet { count, .. } => self.number(format_args!("{path}.quiet.count"), *count, 1, 10_000),
            Condition::Position { times, .. } => self.number(format_args!("{path}.position.times"), *times, 2, 255),
            Condition::ChecksGiven(count) => self.number(format_args!("{path}.checks_given"), *count, 1, 255),
            Condition::OnlyMaterial(balances) => {
                for (index, balance) in balances.iter().enumerate() {
                    let path = Element(&path, ".only_material", index);
                    for (side, material) in balance.iter() {
                        let side = key(side);
                        // More men than the board has squares are no mistake: the condition never holds.
                        for &kind in material.men.iter().chain(&material.any_on_one_colour) {
                            self.kind(format_args!("{path}.{side}"), kind);
                        }
                        let sorted = material.men.is_sorted();
                        self.require(sorted, format_args!("{path}.{side}.men"), "the men are not in order of id");
                    }
                }
            }
            Condition::ManOn { kinds, squares, least, .. } => {
                self.kinds(format_args!("{path}.man_on.kinds"), kinds);
                self.number(format_args!("{path}.man_on.least"), *least, 1, 256);
                for (side, &squares) in squares.iter() {
                    self.squares(format_args!("{path}.man_on.squares.{}", key(side)), squares);
                }
            }
            Condition::FewerThan { count, kinds, against } => {
                self.number(format_args!("{path}.fewer_than.count"), *count, 1, 256);
                self.number(format_args!("{path}.fewer_than.against"), *against, 0, 256);
                self.kinds(format_args!("{path}.fewer_than.kinds"), kinds.as_deref().unwrap_or_default());
            }
            Condition::InARow { count, kinds, .. } => {
                self.number(format_args!("{path}.in_a_row.count"), *count, 2, 16);
                self.kinds(format_args!("{path}.in_a_row.kinds"), kinds.as_deref().unwrap_or_default());
            }
            Condition::Without(kinds) => self.kinds(format_args!("{path}.without"), kinds),
            Condition::Checkmate
            | Condition::Stalemate
            | Condition::OpponentBared
            | Condition::Bared
            | Condition::BothPass
            | Condition::OppositionAccepted
            | Condition::CountedOut
            | Condition::WithoutMen => {}
        }
    }
}

/// A side as a key of the JSON.
const fn key(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
