//! Men: their movements and their properties.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::effects::{Angles, Effect, angles, effect, effect_in_place, home_choice};
use super::names::{MenList, Name, Symbol, Whose, men_list, whose};
use super::places::{Place, place, place_text, side};
use crate::geometry::{Side, Wind};
use crate::model::{HandOf, HomeChoice, Lasting, Mode};
use crate::source::{Span, Spanned};
use crate::syntax::construct::{Construct, NamedConstruct, Section, Site, construct, named_constructs};
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

/// A man.
pub(in crate::syntax) const MAN: Construct = construct! {
    Site::Line(Section::Men);
    symbol "K king" [man_value] => "R rook: fW, turns 45 or 90"
};

/// A line for every man.
pub(in crate::syntax) const ALL_MEN: Construct = construct! {
    Site::Line(Section::Men);
    all "all men" [all_men_value] => "all men: flips m/c"
};

named_constructs! {
    /// The name of a property of a man.
    enum PropertyName in Site::Property;
    Royal = royal_property "royal";
    Turns = turns_property "turns" => "turns 45 or 90";
    When = when_property "when" => "when moving may turn 45";
    LeavesMan = leaves_man_property "when first moving" => "when first moving may leave H or E";
    ToHand = when_captured_property "when captured" => "when captured goes to the captor's hand";
    GoesHome = goes_home_property "when captured goes home" => "when captured goes home on its file";
    Becomes = becomes_property "becomes" => "becomes R";
    OneDirection = one_direction_property "one direction at a time" => "one direction at a time from f";
    Flips = flips_property "flips" => "flips c/m";
    StaysIn = stays_in_property "stays in" => "stays in palace";
    Enters = enters_property "enters" => "enters rim only by capturing";
    On = on_property "on" => "on hill fsW";
    AlongLines = along_lines_property "along lines" => "along lines fF";
    CapturedBy = captured_by_property "captured" => "captured only by P or K";
    Captures = captures_property "captures" => "captures only K";
    HopsOver = hops_over_property "hops over" => "hops over only S";
    PassesOwn = passes_own_property "passes own" => "passes own men";
    Holds = holds_property "holds" => "holds enemy men next to it";
    Relays = relays_property "relays" => "relays to own men";
    AtFirst = at_first_property "also at first" => "also at first fD";
    OnceAGame = once_a_game_property "also once a game" => "also once a game N";
    InsteadOf = instead_of_property "instead of" => "instead of B";
}

/// A line under `men`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MenLine {
    /// `K king: K, royal` or `B: none`.
    Man(Man),
    /// `all men: flips m/c`.
    AllMen(AllMen),
}

/// `K king: K, royal` or `B: none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The symbol.
    pub(crate) symbol: Symbol,
    /// The name, small words one blank apart; it may be absent only before `none`.
    pub(crate) name: Option<Name>,
    /// The setting.
    pub(crate) body: ManBody,
}

/// The value after the colon of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ManBody {
    /// `none`: no such man.
    None(Span),
    /// A movement and properties.
    Moves {
        /// How it moves.
        movement: MovementText,
        /// The properties in order.
        properties: Vec<Spanned<Property>>,
    },
}

/// `all men: flips m/c`, `all men but K or P: flips m/c`: properties of every man, or of all but these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllMen {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The men that don't have them.
    pub(crate) but: Vec<Symbol>,
    /// The properties in order; none if the line is `all men: none`.
    pub(crate) properties: Vec<Spanned<Property>>,
}

/// A movement, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MovementText {
    /// One Betza string; an empty one is `no movement`.
    Whole(Spanned<String>),
    /// `short fW + leap rfN`: at least two parts.
    Parts(Vec<Part>),
}

/// A named part of a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The name.
    pub(crate) name: Name,
    /// The Betza string.
    pub(crate) betza: Spanned<String>,
}

/// A property of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    /// `royal`, `royal when last`, `royal together`.
    Royal(RoyalWhen),
    /// `turns 45 or 90`, `turns any`, `leap turns 45`, `each part turns 45`, `turns 45 within 90 of forward`.
    Turns {
        /// The whole man, a part of it, or each part.
        part: TurningPart,
        /// The angles.
        angles: Angles,
        /// The sector it keeps to.
        within: Option<Within>,
    },
    /// `when moving may turn 45`, `becomes R`.
    Effect(Effect),
    /// `when captured goes to the captor's hand as before promotion`.
    ToHand {
        /// The player whose hand it is.
        of: HandOf,
        /// The man that it is there.
        becomes: BecomesInHand,
    },
    /// `when captured goes home on its file`.
    GoesHome(HomeChoice),
    /// `one direction at a time from f`.
    OneDirection {
        /// The direction faced at the start, as White's man has it.
        from: Spanned<Wind>,
    },
    /// `flips m/c`.
    Flips {
        /// The mode at the start.
        first: Mode,
    },
    /// `stays in palace`.
    StaysIn(Place),
    /// `enters rim only by capturing`.
    EntersByCapture(Place),
    /// `on hill fsW`, `also on hill sW`: its movement on those squares.
    On {
        /// `also`: beside its usual movement.
        also: bool,
        /// Where.
        place: Place,
        /// How it moves there; empty is `no movement`.
        betza: Spanned<String>,
    },
    /// `along lines fF`: its further movement along the lines of the board.
    AlongLines(Spanned<String>),
    /// `captured only by P or K`; empty is `captured by none`.
    CapturedBy(MenList),
    /// `captures only K`, `captures no C`.
    Captures(Chosen),
    /// `hops over only S`, `hops over no C`.
    HopsOver {
        /// `own` or `enemy`; men of both sides without either.
        whose: Option<Whose>,
        /// The men.
        men: Chosen,
    },
    /// `passes own P or N`; empty is `passes own men`.
    PassesOwn(MenList),
    /// `relays to P or R`, `relays to own men`.
    Relays(MenList),
    /// `holds enemy P or N next to it`, `holds enemy Q it attacks`.
    Holds {
        /// `own` or `enemy`; men of both sides without either.
        whose: Option<Whose>,
        /// `P or N`; all men without any.
        men: Option<MenList>,
        /// Whether `it attacks`.
        attacked: bool,
    },
    /// `when first moving may leave H or E`
    LeavesMan(MenList),
    /// `also at first fsN not when in check not once R aims at it`, `also once a game N`.
    AtFirst {
        /// How long: `at first` or `once a game`.
        lasts: Lasting,
        /// How it can go.
        betza: Spanned<String>,
        /// `not when in check`.
        unless_in_check: bool,
        /// `not once R aims at it`; empty without these words.
        until: MenList,
    },
    /// `instead of B`.
    InsteadOf(Symbol),
}

impl Property {
    /// The words of a property without its numbers and names. Two properties with the same words can't stand together.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Royal(_) => "royal".to_owned(),
            Self::Turns { part: TurningPart::Whole, .. } => "turns".to_owned(),
            Self::Turns { part: TurningPart::Named(part), .. } => format!("{} turns", part.value),
            Self::Turns { part: TurningPart::Each, .. } => "each part turns".to_owned(),
            Self::Effect(effect) => effect.words(),
            Self::OneDirection { .. } => "one direction at a time".to_owned(),
            Self::Flips { .. } => "flips".to_owned(),
            Self::StaysIn(_) => "stays in".to_owned(),
            Self::EntersByCapture(_) => "enters".to_owned(),
            Self::On { also, place, .. } => format!("{}on {}", if *also { "also " } else { "" }, place_text(place)),
            Self::AlongLines(_) => "along lines".to_owned(),
            Self::ToHand { .. } | Self::GoesHome(_) => "when captured".to_owned(),
            Self::CapturedBy(_) => "captured by".to_owned(),
            Self::Captures(_) => "captures".to_owned(),
            Self::HopsOver { .. } => "hops over".to_owned(),
            Self::PassesOwn(_) => "passes own".to_owned(),
            Self::Holds { attacked: false, .. } => "holds".to_owned(),
            Self::Holds { attacked: true, .. } => "holds men it attacks".to_owned(),
            Self::Relays(_) => "relays".to_owned(),
            Self::LeavesMan(_) => "when first moving".to_owned(),
            Self::AtFirst { lasts: Lasting::UntilItIsUsed, .. } => "also once a game".to_owned(),
            Self::AtFirst { .. } => "also at first".to_owned(),
            Self::InsteadOf(_) => "instead of".to_owned(),
        }
    }

    /// The words for its subject, if it can't be a property of all men.
    pub(crate) fn concern(&self) -> Option<&'static str> {
        match self {
            Self::Turns { part: TurningPart::Named(_) | TurningPart::Each, .. } => Some("a part"),
            Self::Effect(effect) => effect.concern(),
            Self::On { .. } | Self::AlongLines(_) | Self::AtFirst { .. } => Some("a movement"),
            Self::CapturedBy(_)
            | Self::Captures(_)
            | Self::HopsOver { .. }
            | Self::PassesOwn(_)
            | Self::Holds { .. }
            | Self::Relays(_)
            | Self::InsteadOf(_) => Some("certain men"),
            Self::Royal(_)
            | Self::Turns { part: TurningPart::Whole, .. }
            | Self::ToHand { .. }
            | Self::GoesHome(_)
            | Self::OneDirection { .. }
            | Self::Flips { .. }
            | Self::StaysIn(_)
            | Self::EntersByCapture(_)
            | Self::LeavesMan(_) => None,
        }
    }
}

/// The man that a captured one is in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BecomesInHand {
    /// Its kind on the board.
    Same,
    /// `as P`.
    Man(Symbol),
    /// `as before promotion`.
    BeforePromotion,
}

/// Some men, or all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// `only P or K`.
    Only(MenList),
    /// `no C`.
    AllBut(MenList),
}

/// Subject of the property `turns`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TurningPart {
    /// The whole man.
    Whole,
    /// `leap turns 45`.
    Named(Name),
    /// `each part turns 45`.
    Each,
}

/// When a royal man may not be left attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoyalWhen {
    /// Always.
    Always,
    /// `when last`, perhaps `before moving`.
    Last { before_moving: bool },
    /// `when 2 or fewer`, perhaps `before moving`.
    Left { number: Spanned<u32>, before_moving: bool },
    /// `together`.
    Together,
}

/// `within 90 of forward`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Within {
    /// The whole phrase.
    pub(crate) span: Span,
    /// Degrees.
    pub(crate) degrees: Spanned<u32>,
    /// The middle of the sector, as White's man has it.
    pub(crate) of: Spanned<Wind>,
}

/// Lowers a line of a man, `K king: K, royal`, or of all men, `all men: flips m/c`.
pub(in crate::syntax) fn men_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<MenLine> {
    let side = side(key);
    let written = value.children().filter_map(|child| match child.rule() {
        Rule::also_property => child.children().next(),
        Rule::none | Rule::movement | Rule::comma | Rule::EOI => None,
        _ => Some(child),
    });
    let properties = written.map(|child| property(&child));
    let properties = properties.collect::<Option<Vec<_>>>()?;
    if key.has(Rule::all) {
        return Some(MenLine::AllMen(AllMen { span, side, but: men_list(key).symbols, properties }));
    }
    let body = match value.span_of(Rule::none) {
        Some(place) => ManBody::None(place),
        None => ManBody::Moves { movement: movement(&value.child(Rule::movement)?)?, properties },
    };
    Some(MenLine::Man(Man { span, side, symbol: key.word_of(Rule::symbol)?, name: name(key), body }))
}

/// A man's name, its words one blank apart.
fn name(key: &Node<'_>) -> Option<Name> {
    let written = key.word_of(Rule::man_name)?;
    Some(written.map(|name| name.split_ascii_whitespace().collect::<Vec<_>>().join(" ")))
}

/// Lowers a man's movement: one Betza string, or one for each part.
fn movement(node: &Node<'_>) -> Option<MovementText> {
    let Some(parts) = node.child(Rule::parts) else {
        return Some(MovementText::Whole(betza(node)?));
    };
    let part = |part: Node<'_>| Some(Part { name: part.word_of(Rule::name)?, betza: part.word_of(Rule::betza)? });
    let parts: Option<Vec<_>> = parts.children().filter(|child| child.rule() == Rule::part).map(part).collect();
    Some(MovementText::Parts(parts?))
}

/// A Betza string, empty for `no movement`.
fn betza(node: &Node<'_>) -> Option<Spanned<String>> {
    match node.child(Rule::no_movement) {
        Some(none) => Some(none.at(String::new())),
        None => node.word_of(Rule::betza),
    }
}

/// Lowers a property of a man, by the rule of the grammar that reads it.
fn property(node: &Node<'_>) -> Option<Spanned<Property>> {
    let name = PropertyName::read_by(node.rule())?;
    Some(node.at(match name {
        PropertyName::Royal => Property::Royal(royal_when(node)),
        PropertyName::Turns => Property::Turns {
            part: match node.word_of(Rule::part_name) {
                Some(name) => TurningPart::Named(name),
                None if node.has(Rule::each) => TurningPart::Each,
                None => TurningPart::Whole,
            },
            angles: angles(node)?,
            within: node.child(Rule::within_phrase).and_then(|phrase| within(&phrase)),
        },
        PropertyName::When => Property::Effect(effect(node)?),
        PropertyName::ToHand => Property::ToHand {
            of: if node.has(Rule::captors) { HandOf::Captor } else { HandOf::Owner },
            becomes: match node.word_of(Rule::symbol) {
                Some(man) => BecomesInHand::Man(man),
                None if node.has(Rule::before) => BecomesInHand::BeforePromotion,
                None => BecomesInHand::Same,
            },
        },
        PropertyName::GoesHome => Property::GoesHome(home_choice(node)),
        PropertyName::Becomes => Property::Effect(effect_in_place(node)),
        PropertyName::OneDirection => Property::OneDirection { from: direction(node)? },
        PropertyName::Flips => {
            let captures_first = node.child(Rule::modes).is_some_and(|modes| modes.text() == "c/m");
            Property::Flips { first: if captures_first { Mode::Capturing } else { Mode::Moving } }
        }
        PropertyName::StaysIn => Property::StaysIn(place(node)?),
        PropertyName::Enters => Property::EntersByCapture(place(node)?),
        PropertyName::On => Property::On { also: node.has(Rule::also), place: place(node)?, betza: betza(node)? },
        PropertyName::AlongLines => Property::AlongLines(node.word_of(Rule::betza)?),
        PropertyName::CapturedBy => Property::CapturedBy(men_list(node)),
        PropertyName::Captures => Property::Captures(chosen(node, Rule::also_captures_no)),
        PropertyName::HopsOver => Property::HopsOver { whose: whose(node), men: hurdles(node) },
        PropertyName::LeavesMan => Property::LeavesMan(men_list(node)),
        PropertyName::PassesOwn => Property::PassesOwn(men_list(node)),
        PropertyName::Relays => Property::Relays(men_or_all(node)),
        PropertyName::Holds => Property::Holds {
            whose: whose(node),
            men: node.has(Rule::men_list).then(|| men_list(node)),
            attacked: node.has(Rule::attacks),
        },
        PropertyName::AtFirst | PropertyName::OnceAGame => Property::AtFirst {
            lasts: if name == PropertyName::OnceAGame { Lasting::UntilItIsUsed } else { Lasting::UntilItMoves },
            betza: node.word_of(Rule::betza)?,
            unless_in_check: node.has(Rule::not_in_check),
            until: node.child(Rule::aimed_at).map(|phrase| men_list(&phrase)).unwrap_or_default(),
        },
        PropertyName::InsteadOf => Property::InsteadOf(node.word_of(Rule::symbol)?),
    }))
}

/// Lowers the men that a property names, or all others after `no` or its synonyms.
fn chosen(node: &Node<'_>, also_no: Rule) -> Chosen {
    let men = men_list(node);
    if node.child_of(&[Rule::no, also_no]).is_some() { Chosen::AllBut(men) } else { Chosen::Only(men) }
}

/// Lowers the men that a man hops over; all men of a side without any.
fn hurdles(node: &Node<'_>) -> Chosen {
    if node.has(Rule::men_list) { chosen(node, Rule::also_hops_over_no) } else { Chosen::Only(men_or_all(node)) }
}

/// Lowers the men that are named; all men without any.
fn men_or_all(node: &Node<'_>) -> MenList {
    if node.has(Rule::men_list) { men_list(node) } else { MenList { all_but: true, symbols: Vec::new() } }
}

/// Lowers the condition after `royal`.
fn royal_when(node: &Node<'_>) -> RoyalWhen {
    let before_moving = node.has(Rule::before_moving);
    if node.has(Rule::together) {
        RoyalWhen::Together
    } else if node.has(Rule::last) {
        RoyalWhen::Last { before_moving }
    } else {
        node.number().map_or(RoyalWhen::Always, |number| RoyalWhen::Left { number, before_moving })
    }
}

fn within(phrase: &Node<'_>) -> Option<Within> {
    Some(Within { span: phrase.span(), degrees: phrase.number()?, of: direction(phrase)? })
}

/// Lowers a wind, a direction of Betza notation or a word such as `forward` to the wind that it is for White's man.
fn direction(node: &Node<'_>) -> Option<Spanned<Wind>> {
    let direction = node.child(Rule::direction)?;
    let wind = match direction.text() {
        "f" | "forward" => "n",
        "b" | "backward" => "s",
        "l" | "left" => "w",
        "r" | "right" => "e",
        "fl" | "lf" => "nw",
        "fr" | "rf" => "ne",
        "bl" | "lb" => "sw",
        "br" | "rb" => "se",
        wind => wind,
    };
    Some(direction.at(wind.parse().ok()?))
}
