//! Parts of definitions, read from the model, and definitions that lack one.

use std::fmt::Debug;

use serde_json::{Value, json};
use weakfish::model::{Change, Clearance, Curve, Leg, Movement, Path, Royalty, Rules, Through, Variant};

/// Fields of kinds that are no parts: what every man has, and what goes with another field.
pub(super) const OF_EVERY_KIND: [&str; 9] =
    ["symbol", "name", "sides", "components", "royal", "royalty", "effects", "was", "hops_over_whose"];

/// A part of a definition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Rule(String),
    Property(String),
    Effect(String),
    Movement(Class),
    Royal(Royals),
}

/// A class of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Leaper,
    Rider,
    LameLeaper,
    Hopper,
    BentRider,
    Divergent,
    Cylindrical,
}

/// How many royal men a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Royals {
    None,
    One,
    Several,
    ByNumber,
}

const CLASSES: [Class; 7] = [
    Class::Leaper,
    Class::Rider,
    Class::LameLeaper,
    Class::Hopper,
    Class::BentRider,
    Class::Divergent,
    Class::Cylindrical,
];

/// The names of a struct's fields.
pub(super) fn fields(value: &impl Debug) -> Vec<String> {
    let text = format!("{value:#?}");
    let field = |line: &str| {
        let name = line.strip_prefix("    ")?.split_once(':')?.0.to_owned();
        name.starts_with(|first: char| first.is_ascii_lowercase()).then_some(name)
    };
    text.lines().filter_map(field).collect()
}

/// The names of the variants of [`Change`].
pub(super) fn changes() -> Vec<String> {
    let error = serde_json::from_value::<Change>(json!("?")).unwrap_err().to_string();
    let names = error.split_once("expected one of").unwrap_or_else(|| panic!("{error}")).1;
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// All parts.
pub(super) fn parts() -> Vec<Part> {
    let variant = weakfish_testing::games::game("fide").variant().clone();
    // A movement says more if its paths do: whoever adds to them looks at the classes here.
    let path = &variant.kinds[0].components[0].movement.paths[0];
    assert_eq!(fields(path), ["legs", "first_move_only", "en_passant", "wraps", "along_lines"]);
    assert_eq!(fields(&path.legs[0]), ["leap", "curve", "least", "most", "clearance", "through", "stops"]);
    let properties = fields(&variant.kinds[0]).into_iter().filter(|name| !OF_EVERY_KIND.contains(&name.as_str()));
    let mut parts: Vec<Part> = fields(&variant.rules).into_iter().map(Part::Rule).collect();
    parts.extend(properties.map(Part::Property));
    parts.extend(changes().into_iter().map(Part::Effect));
    parts.extend(CLASSES.map(Part::Movement));
    parts.extend([Royals::None, Royals::One, Royals::Several, Royals::ByNumber].map(Part::Royal));
    parts
}

impl Part {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Rule(name) | Self::Property(name) => name.clone(),
            Self::Effect(name) => format!("effect {name}"),
            Self::Movement(class) => format!("{class:?}"),
            Self::Royal(royals) => format!("royals: {royals:?}"),
        }
    }

    /// Whether two parts exclude each other, so that no definition has both.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Royal(_), Self::Royal(_)))
    }

    /// The variants without it: one, or where royalty depends on a number, one for each way of not depending on it.
    pub(super) fn taken_from(&self, variant: &Variant) -> Vec<Variant> {
        let mut others = vec![self.left_out_of(variant)];
        if *self == Self::Royal(Royals::ByNumber) {
            others.push(Self::Royal(Royals::One).left_out_of(variant));
        }
        others
    }

    fn left_out_of(&self, variant: &Variant) -> Variant {
        let mut without = variant.clone();
        match self {
            Self::Rule(name) => without.rules = without_field(&variant.rules, name, &json!(Rules::default())),
            Self::Property(name) => {
                let plain = json!({ "orientation": { "whole": { "turns": [], "within": null } }, "elsewhere": [] });
                without.kinds = variant.kinds.iter().map(|kind| without_field(kind, name, &plain)).collect();
                // What a man cannot be, no effect changes.
                let meant = |change: &Change| match name.as_str() {
                    "flips" => *change != Change::Flips,
                    "orientation" => !matches!(change, Change::Turns(_)),
                    _ => true,
                };
                without.kinds.iter_mut().for_each(|kind| kind.effects.retain(|effect| meant(&effect.change)));
            }
            Self::Effect(name) => {
                let is_it = |change: &Change| match json!(change) {
                    Value::String(other) => other == *name,
                    Value::Object(other) => other.contains_key(name),
                    other => panic!("{other}"),
                };
                without.kinds.iter_mut().for_each(|kind| kind.effects.retain(|effect| !is_it(&effect.change)));
            }
            Self::Movement(class) => {
                for kind in &mut without.kinds {
                    for part in &mut kind.components {
                        retain_paths(&mut part.movement, &mut part.betza, *class);
                    }
                    for other in &mut kind.elsewhere {
                        retain_paths(&mut other.movement, &mut other.betza, *class);
                    }
                    if let Some(first) = &mut kind.first_move {
                        retain_paths(&mut first.movement, &mut first.betza, *class);
                    }
                    kind.first_move = kind.first_move.take().filter(|first| !first.movement.paths.is_empty());
                }
            }
            Self::Royal(Royals::ByNumber) => without.kinds.iter_mut().for_each(|kind| kind.royalty = Royalty::Always),
            Self::Royal(_) => without.kinds.iter_mut().for_each(|kind| kind.royal = false),
        }
        without
    }

    /// Whether a variant has it.
    pub(super) fn is_in(&self, variant: &Variant) -> bool {
        let royals = || variant.kinds.iter().filter(|kind| kind.royal);
        match self {
            Self::Royal(Royals::None) => royals().count() == 0,
            Self::Royal(Royals::One) => royals().count() == 1 && royals().all(|kind| kind.royalty == Royalty::Always),
            Self::Royal(Royals::Several) => royals().count() > 1,
            Self::Royal(Royals::ByNumber) => royals().any(|kind| kind.royalty != Royalty::Always),
            _ => self.left_out_of(variant) != *variant,
        }
    }
}

/// Takes the paths of a class from a movement. One that has none is written as no text.
fn retain_paths(movement: &mut Movement, betza: &mut String, class: Class) {
    movement.paths.retain(|path| !class.has(path));
    if movement.paths.is_empty() {
        betza.clear();
    }
}

/// A struct of the model with one of its fields as if it were not written.
fn without_field<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T, name: &str, plain: &Value) -> T {
    let mut value = json!(value);
    let object = value.as_object_mut().unwrap();
    if name == "hops_over" {
        object.remove("hops_over_whose");
    }
    object.remove(name);
    if let Some(plain) = plain.get(name) {
        object.insert(name.to_owned(), plain.clone());
    }
    serde_json::from_value(value).unwrap_or_else(|error| panic!("{name}: {error}"))
}

impl Class {
    /// Whether a path is of the class. It may be of several.
    fn has(self, path: &Path) -> bool {
        let (last, before) = path.legs.split_last().expect("a path has a leg");
        let hurdle = before.iter().any(|leg| leg.through == Through::Occupied);
        let lame = path.legs.iter().any(|leg| leg.clearance != Clearance::Leaps);
        let bent = !hurdle && !before.is_empty() || path.legs.iter().any(|leg| leg.curve != Curve::Straight);
        let repeats = |leg: &Leg| leg.most.is_none_or(|most| most > 1);
        match self {
            Self::Leaper => before.is_empty() && !lame && !bent && !repeats(last),
            Self::Rider => before.is_empty() && !lame && !bent && repeats(last),
            Self::LameLeaper => lame,
            Self::Hopper => hurdle,
            Self::BentRider => bent,
            Self::Divergent => path.legs.iter().any(|leg| leg.stops.moves != leg.stops.captures),
            Self::Cylindrical => path.wraps,
        }
    }
}
