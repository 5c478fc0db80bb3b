//! The parts of a position's state beyond the men on the board: each is declared once, in the table of this file.
//!
//! FENs, hash keys, the keys of counts and of problems, observations and the counters that pages show are made from the
//! declarations. A field of [`Status`] or of [`Arrangement`] that no row has does not compile.

use serde::{Deserialize, Serialize};

use super::bits::Bits;
use super::core::{Core, Status, WingBits};
use super::tables::Zobrist;
use super::{Arrangement, CastlingRights};
use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::facts::Facts;
use crate::model::{Condition, Ending, Variant};

/// The value of a part of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateValue {
    /// A count, or a number.
    Number(u32),
    /// A count of each side, which grows with its own moves alone.
    Counts(PerSide<u32>),
    /// Two numbers that belong together.
    Pair([u32; 2]),
    /// Squares.
    Squares(SquareSet),
    /// Whether it holds of each side.
    Sides(PerSide<bool>),
    /// Wings of each side.
    Wings(PerSide<CastlingRights>),
}

/// Whether the keys of positions include a part. The number distinguishes its Zobrist keys from those of other parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hashed {
    /// Positions that differ in it are no repetitions of each other; each move that changes it updates the key.
    ByMove,
    /// As [`Self::ByMove`], but the key is updated after the counters of the turn.
    ByTurn(u8),
    /// Repetitions may differ in it; [`Position::hash`](super::Position::hash) includes it.
    BesideRepetition(u8),
    /// It matters only near a limit, where the keys of searches and counts include it.
    Never(u8),
}

impl Hashed {
    /// The tag of a part whose key is updated with the counters of the turn.
    pub(crate) const fn by_turn(self) -> Option<u8> {
        if let Self::ByTurn(tag) = self { Some(tag) } else { None }
    }

    /// The tag of a part that is no part of the repetition key.
    pub(crate) const fn beside_repetition(self) -> Option<u8> {
        if let Self::BesideRepetition(tag) = self { Some(tag) } else { None }
    }
}

/// The endings whose limits matter.
pub type Wanted<'a> = &'a dyn Fn(&Ending) -> bool;

/// The least count of a game that matters to a rule or to one of the wanted endings.
type Limit = fn(&Variant, Wanted<'_>) -> Option<u32>;

/// The greatest count in a game.
type Most = fn(&Variant) -> u32;

/// Texts of a refused count: the message, the label of its place, and the help. `{side}`, `{count}` and `{most}` are
/// replaced by these values, `{more}` by one more than the most.
type Refusal = [&'static str; 3];

/// Declaration of a part of the state.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The name of its counts, numbers and planes.
    pub name: &'static str,
    /// Whether keys include it.
    pub hashed: Hashed,
    /// Whether the positions of a game have it of a side.
    pub is_in: fn(&Facts, Side) -> bool,
    /// Its key in FENs, the value behind it, and the help where the value can't be read. A part without a key is among
    /// the men or one of the six fields.
    pub key: Option<[&'static str; 3]>,
    /// Its place among the counters that pages show, and the least count of a side that matters to a rule or to one of
    /// the wanted endings: 0 where any count matters.
    pub counter: Option<(u8, Limit)>,
    /// The code of a wrong count, and the texts for a count in a game without this part.
    absent: Option<(&'static str, Refusal)>,
    /// The greatest count in a game, and the texts for a greater one.
    beyond: Option<(Most, Refusal)>,
}

impl Declaration {
    const fn new(name: &'static str, hashed: Hashed, is_in: fn(&Facts, Side) -> bool) -> Self {
        Self { name, hashed, is_in, key: None, counter: None, absent: None, beyond: None }
    }

    const fn key(self, name: &'static str, expected: &'static str, help: &'static str) -> Self {
        Self { key: Some([name, expected, help]), ..self }
    }

    const fn counter(self, place: u8, limit: Limit) -> Self {
        Self { counter: Some((place, limit)), ..self }
    }

    const fn absent(self, code: &'static str, refusal: Refusal) -> Self {
        Self { absent: Some((code, refusal)), ..self }
    }

    const fn beyond(self, most: Most, refusal: Refusal) -> Self {
        Self { beyond: Some((most, refusal)), ..self }
    }
}

/// Declares the parts of the state. Each has a field of the same name in [`Status`] and in [`Arrangement`], or a field
/// of the arrangement and a function of the position. A part with two fields is a pair of numbers. For
/// `/// … Still(stationary_run) = Declaration::new(…);` it writes
///
/// ```text
/// enum StatePart { Still, … }
/// StatePart::ALL                     Still, …
/// StatePart::declaration             Still => Declaration::new(…)
/// Core::part, Arrangement::part      Still => Stored::load(&self.stationary_run)
/// set_part of status, arrangement    Still => Stored::store(&mut self.stationary_run, value)
/// Status::key                        if let Some(tag) = wanted(Still, …) { key ^= Stored::load(&self.stationary_run).key(tag) }
/// ```
macro_rules! state_parts {
    (@core $core:ident ($($field:ident)+)) => {{
        let status = &$core.status;
        state_parts!(@load status $($field)+)
    }};
    (@core $core:ident () |$of:ident| $value:expr) => {{
        let $of = $core;
        $value
    }};
    (@load $of:ident) => { StateValue::Squares(SquareSet::EMPTY) };
    (@load $of:ident $field:ident) => { Stored::load(&$of.$field) };
    (@load $of:ident $first:ident $second:ident) => {
        StateValue::Pair([$of.$first, $of.$second].map(u32::from))
    };
    (@store $of:ident $value:ident) => { () };
    (@store $of:ident $value:ident $field:ident) => { Stored::store(&mut $of.$field, $value) };
    (@store $of:ident $value:ident $first:ident $second:ident) => {
        if let StateValue::Pair([first, second]) = $value {
            Stored::store(&mut $of.$first, StateValue::Number(first));
            Stored::store(&mut $of.$second, StateValue::Number(second));
        }
    };
    ($(
        $(#[$doc:meta])+
        $part:ident($($field:ident),*) $(of arrangements ($alone:ident), |$core:ident| $value:expr;)? = $declaration:expr;
    )+) => {
        /// Part of the state of a position beyond the men on the board, in the order of the keys of FENs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum StatePart {
            $($(#[$doc])+ $part),+
        }

        impl StatePart {
            /// All parts.
            pub const ALL: &'static [Self] = &[$(Self::$part),+];

            /// Its declaration.
            #[inline]
            pub const fn declaration(self) -> &'static Declaration {
                match self {
                    $(Self::$part => const { &$declaration }),+
                }
            }
        }

        impl<const W: usize> Status<W> {
            /// Changes a part of the state. Squares are added.
            pub(crate) fn set_part(&mut self, part: StatePart, value: StateValue) {
                match part {
                    $(StatePart::$part => state_parts!(@store self value $($field)*)),+
                }
            }

            /// The key of those parts for which `wanted` returns a tag.
            #[inline(always)]
            pub(crate) fn key(&self, wanted: impl Fn(StatePart, Hashed) -> Option<u8>) -> u64 {
                let mut key = 0;
                $(if let Some(tag) = wanted(StatePart::$part, StatePart::$part.declaration().hashed) {
                    key ^= state_parts!(@load self $($field)*).key(tag);
                })+
                key
            }

        }

        impl<const W: usize> Core<W> {
            /// The value of a part of the state.
            #[inline]
            pub(crate) fn part(&self, part: StatePart) -> StateValue {
                match part {
                    $(StatePart::$part => state_parts!(@core self ($($field)*) $(|$core| $value)?)),+
                }
            }
        }

        // Each field has a row, or is one of these: fields that no FEN has, the side to move, functions of the
        // position, the men.
        const _: fn(Status<1>) -> Status<1> = |Status {
            keys, unhashed, saved, plies_since_irreversible, claimed, turn, rights, unmoved, $($($field,)*)+ ..
        }| Status {
            keys, unhashed, saved, plies_since_irreversible, claimed, turn, rights, unmoved, $($($field,)*)+
        };
        const _: fn(Arrangement) -> Arrangement = |Arrangement {
            setup, men, turn, partners, hands, unmoved_complete, $($($field,)* $($alone,)?)+ ..
        }| Arrangement { setup, men, turn, partners, hands, unmoved_complete, $($($field,)* $($alone,)?)+ };

        impl Arrangement {
            /// The value of a part of the state.
            pub fn part(&self, part: StatePart) -> StateValue {
                match part {
                    $(StatePart::$part => state_parts!(@load self $($field)* $($alone)?)),+
                }
            }

            /// Changes a part of the state. Squares are added.
            pub fn set_part(&mut self, part: StatePart, value: StateValue) {
                match part {
                    $(StatePart::$part => state_parts!(@store self value $($field)* $($alone)?)),+
                }
            }
        }
    };
}

state_parts! {
    /// Castling rights that remain.
    Castling() of arrangements (castling), |core| StateValue::Wings(WingBits(core.status.rights).wings());
        = Declaration::new("castles", Hashed::ByMove, |facts, side| facts.castling.by_side[side]);

    /// Squares crossed by long steps.
    EnPassant(en_passant)
        = Declaration::new("en passant", Hashed::ByMove, |facts, _| facts.en_passant);

    /// Plies since progress was made.
    Halfmove(halfmove)
        = Declaration::new("plies without progress", Hashed::Never(1), |_, _| true)
            .counter(0, |variant, wanted| least(variant, wanted, Condition::quiet_plies));

    /// The number of the move.
    Fullmove(fullmove)
        = Declaration::new("move", Hashed::Never(4), |_, _| true);

    /// Stationary moves of each side in a row.
    Still(stationary_run)
        = Declaration::new("turns and flips in a row", Hashed::BesideRepetition(6), |facts, _| facts.turns.stationary_limit.is_some())
            .key("still", "two numbers", "a slash stands between them, as in `still=1/0`")
            .counter(2, |variant, _| variant.rules.must_move.map(|window| u32::from(window).saturating_sub(1)))
            .absent("fen::still", ["this game counts no stationary moves", "no such count", "leave `still=` out"])
            .beyond(|variant| variant.rules.must_move.map_or(0, |window| u32::from(window).saturating_sub(1)), [
                "{side} can't have made {count} stationary moves in a row",
                "at most {most}",
                "of {more} moves of a player at least one leaves its square",
            ]);

    /// The length of the last series, and the moves made in the present one.
    Series(last_series, series)
        = Declaration::new("moves made in the series", Hashed::ByTurn(4), |facts, _| facts.series.any)
            .key("series", "two numbers", "a slash stands between them, as in `series=2/1`")
            .absent("fen::series", ["a series can't have this length", "this game has no series", "leave `series=` out"])
            .beyond(|_| u32::MAX, [
                "a series can't have this length",
                "no such series",
                "`series=N/K`: the last series had N moves, and K moves of the present one have been played",
            ]);

    /// Squares of the men that have moved in the present series, where that limits who moves next.
    Moved(moved)
        = Declaration::new("moved in the series", Hashed::ByTurn(11), |facts, _| facts.series.limit_movers)
            .key("moved", "the square of a man that has moved in the series", "leave `moved=` out at the start of a turn");

    /// Completed series in a row without progress.
    Quiet(quiet_series)
        = Declaration::new("series without progress", Hashed::Never(3), |facts, _| facts.series.any)
            .key("quiet", "a number", "as in `quiet=3`")
            .counter(1, |variant, wanted| least(variant, wanted, |condition| condition.quiet_series().map(u32::from)))
            .absent("fen::series", ["a series can't have this length", "this game has no series", "leave `quiet=` out"]);

    /// Checks given by each side.
    Checks(checks)
        = Declaration::new("checks", Hashed::ByTurn(5), |facts, _| facts.counts.checks)
            .key("checks", "two numbers", "a slash stands between them, as in `checks=1/0`")
            .counter(3, |variant, wanted| least(variant, wanted, checks_given));

    /// Sides that have passed up a win that they could claim.
    Lapsed(lapsed)
        = Declaration::new("can no longer claim a win", Hashed::ByTurn(13), |facts, _| facts.results.claims_lapse)
            .key("lapsed", "sides", "name the sides that have passed up a win, or leave `lapsed=` out")
            .absent("fen::lapsed", ["this game has no win that must be claimed", "no such claims", "leave `lapsed=` out"]);

    /// Wings on which each side has castled.
    Castled(castled)
        = Declaration::new("has castled", Hashed::ByTurn(12), |facts, side| facts.castling.noted && facts.castling.by_side[side])
            .key("castled", "letters of castling", "name the wings on which sides have castled, or leave `castled=` out")
            .absent("fen::castled", [
                "nothing notes that {side} has castled",
                "no such castling",
                "only games with an ending such as `castled: wins` note who has castled; leave `castled=` out in others",
            ]);

    /// Passes in a row, by both sides.
    Passed(passes)
        = Declaration::new("passes in a row", Hashed::ByTurn(7), |facts, _| facts.counts_passes())
            .key("passed", "a number", "as in `passed=1`")
            .counter(4, |variant, wanted| least(variant, wanted, |end| (*end == Condition::BothPass).then_some(2)))
            .absent("fen::passed", WRONG_PASSES)
            .beyond(|_| 2, WRONG_PASSES);

    /// Plies counted while few men are left, and their limit; 0 while no count runs.
    Count(counted, count_limit)
        = Declaration::new("plies counted", Hashed::Never(2), |facts, _| facts.counts.moves)
            .key("count", "two numbers", "a slash stands between them, as in `count=17/128`")
            .counter(5, |variant, wanted| least(variant, wanted, |end| (*end == Condition::CountedOut).then_some(0)))
            .absent("fen::count", ["this game has no count of moves while few men are left", "no such count", WRONG_COUNT])
            .beyond(|_| u32::MAX, ["a count of moves has a limit", "no such count", WRONG_COUNT]);

    /// Squares of the men that have never moved and still have their first move.
    Unmoved() of arrangements (unmoved), |core| {
        StateValue::Squares((core.status.unmoved & !core.men_moving_once_a_game()).to_set())
    };
        = Declaration::new("unmoved", Hashed::ByMove, |facts, _| facts.men.first_moves)
            .key("unmoved", "the square of a man that has never moved", "leave `unmoved=` out where all such men have moved");

    /// Squares of the men that have not yet used the movement that they may use once a game.
    Once() of arrangements (once_a_game), |core| StateValue::Squares(core.men_moving_once_a_game().to_set());
        = Declaration::new("once a game", Hashed::ByMove, |facts, _| facts.men.once_a_game)
            .key("once", "the square of a man that still has its move once a game", "leave `once=` out where all such men have used it");

    /// Squares where walls stand that were put in play.
    Walls(walls)
        = Declaration::new("walls", Hashed::ByMove, |facts, _| facts.walls.any());
}

const WRONG_PASSES: Refusal = [
    "{count} passes in a row can't have been made",
    "no such count",
    "`passed=1` after one pass, where two in a row end the game; leave it out in other games",
];
const WRONG_COUNT: &str = "`count=17/128`: 17 plies of 128 have been counted; leave it out in games that count none";

/// The least count that matters to one of the wanted endings.
fn least(variant: &Variant, wanted: Wanted<'_>, limit: impl Fn(&Condition) -> Option<u32>) -> Option<u32> {
    variant.endings.iter().filter(|ending| wanted(ending)).filter_map(|ending| limit(&ending.condition)).min()
}

/// The number of checks that reaches an ending.
fn checks_given(condition: &Condition) -> Option<u32> {
    if let Condition::ChecksGiven(count) = *condition { Some(count.into()) } else { None }
}

impl StatePart {
    /// The part with this key in FENs.
    pub fn of_key(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|part| part.key() == Some(name))
    }

    /// Its key in FENs, if it has one.
    pub fn key(self) -> Option<&'static str> {
        self.declaration().key.map(|[name, ..]| name)
    }

    /// Whether the positions of a game have it of some side.
    pub fn is_in(self, facts: &Facts) -> bool {
        Side::ALL.into_iter().any(|side| (self.declaration().is_in)(facts, side))
    }

    /// The limit of its counts in a game, by the endings that are wanted.
    pub fn limit(self, variant: &Variant, wanted: Wanted<'_>) -> Option<u32> {
        self.declaration().counter.and_then(|(_, limit)| limit(variant, wanted))
    }

    /// The greatest number that is recorded; 0 if the part is no number.
    pub fn greatest(self) -> u32 {
        let mut arrangement = Arrangement::empty(Side::White);
        for most in
            [StateValue::Number(u32::MAX), StateValue::Counts(PerSide::both(u32::MAX)), StateValue::Pair([u32::MAX; 2])]
        {
            arrangement.set_part(self, most);
        }
        arrangement.part(self).count(Side::White)
    }

    /// The error of a side's count in a game, if there is one.
    pub(super) fn wrong_count(self, game: (&Variant, &Facts), side: Side, count: u32) -> Option<WrongCount> {
        let Declaration { is_in, absent, beyond, .. } = self.declaration();
        let in_game = absent.is_none() || is_in(game.1, side);
        let most = if in_game { beyond.map_or(u32::MAX, |(most, _)| most(game.0)) } else { 0 };
        (count > most).then_some(WrongCount { part: self, side, count, most })
    }
}

/// A count that a position can't have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongCount {
    /// The part of the state that is counted.
    pub part: StatePart,
    /// Its side; for a number of no side, the side to move.
    pub side: Side,
    /// The count.
    pub count: u32,
    /// The most that it can be; 0 in a game without it.
    pub most: u32,
}

impl WrongCount {
    /// The code of the diagnostic, and its message, label and help.
    pub fn texts(&self) -> (&'static str, [String; 3]) {
        let Declaration { absent, beyond, .. } = self.part.declaration();
        let (code, absent) = absent.unwrap_or_default();
        let texts = beyond.filter(|_| self.most > 0).map_or(absent, |(_, beyond)| beyond);
        let Self { side, count, most, .. } = self;
        let texts = texts.map(|text| {
            let text = text.replace("{side}", &side.to_string()).replace("{count}", &count.to_string());
            text.replace("{most}", &most.to_string()).replace("{more}", &most.saturating_add(1).to_string())
        });
        (code, texts)
    }
}

impl StateValue {
    /// Whether it is that of a game's start, which FENs leave out.
    pub fn is_none(self) -> bool {
        let mut none = true;
        self.visit_words(|word| none &= word == 0);
        none
    }

    /// Its Zobrist key; 0 for nothing.
    #[inline(always)]
    pub(crate) fn key(self, tag: u8) -> u64 {
        let mut key = 0;
        match self {
            Self::Squares(squares) => {
                squares.iter().for_each(|square| key ^= Zobrist::part(tag, square.index() as u64));
            }
            Self::Number(_) | Self::Counts(_) | Self::Pair(_) | Self::Sides(_) | Self::Wings(_) => {
                self.visit_words(|word| key = if word == 0 { 0 } else { Zobrist::part(tag, word) });
            }
        }
        key
    }

    /// Calls `visit` with the value as one word, or with several words for squares.
    #[inline(always)]
    pub fn visit_words(self, mut visit: impl FnMut(u64)) {
        match self {
            Self::Number(number) => visit(number.into()),
            Self::Counts(counts) => visit(u64::from(counts.white) << 8 | u64::from(counts.black)),
            Self::Pair([first, second]) => visit(u64::from(first) << 16 | u64::from(second)),
            Self::Squares(squares) => squares.words().into_iter().for_each(visit),
            Self::Sides(sides) => visit(u64::from(sides.white) << 1 | u64::from(sides.black)),
            Self::Wings(wings) => visit(WingBits::of(wings).0.into()),
        }
    }

    /// The count of a side, or whether it holds of it: of two numbers the greater, and 0 of squares.
    pub(super) fn count(self, of: Side) -> u32 {
        match self {
            Self::Number(number) => number,
            Self::Counts(counts) => counts[of],
            Self::Pair([first, second]) => first.max(second),
            Self::Squares(_) => 0,
            Self::Sides(sides) => sides[of].into(),
            Self::Wings(wings) => (wings[of] != CastlingRights::default()).into(),
        }
    }

    /// The value without squares that are not among these.
    pub(super) fn on(self, board: SquareSet) -> Self {
        if let Self::Squares(squares) = self { Self::Squares(squares.intersection(board)) } else { self }
    }

    /// The squares; none if it is something else.
    pub const fn squares(self) -> SquareSet {
        match self {
            Self::Squares(squares) => squares,
            Self::Number(_) | Self::Counts(_) | Self::Pair(_) | Self::Sides(_) | Self::Wings(_) => SquareSet::EMPTY,
        }
    }
}

// How fields hold values.

/// A field that holds the value of a part.
trait Stored {
    /// The value.
    fn load(&self) -> StateValue;
    /// Sets the value, or adds squares. One of another form changes nothing, and a number that is too large becomes the greatest.
    fn store(&mut self, value: StateValue);
}

/// Stores values of one form.
macro_rules! stored {
    ($([$($generics:tt)*] $field:ty, |$of:ident| $load:expr, |$into:ident, $form:ident($value:ident)| $store:expr;)+) => {$(
        impl<$($generics)*> Stored for $field {
            #[inline(always)]
            fn load(&self) -> StateValue {
                let $of = self;
                StateValue::$form($load)
            }

            fn store(&mut self, value: StateValue) {
                if let StateValue::$form($value) = value {
                    let $into = self;
                    $store;
                }
            }
        }
    )+};
}

stored! {
    [] u8, |field| (*field).into(), |field, Number(number)| *field = number.try_into().unwrap_or(Self::MAX);
    [] u16, |field| (*field).into(), |field, Number(number)| *field = number.try_into().unwrap_or(Self::MAX);
    [] u32, |field| *field, |field, Number(number)| *field = number;
    [] PerSide<u8>, |field| PerSide::new(field.white.into(), field.black.into()),
        |field, Counts(counts)| *field = PerSide::from_fn(|side| counts[side].try_into().unwrap_or(u8::MAX));
    [] PerSide<bool>, |field| *field, |field, Sides(sides)| *field = sides;
    [] PerSide<CastlingRights>, |field| *field, |field, Wings(wings)| *field = wings;
    [] WingBits, |field| field.wings(), |field, Wings(wings)| *field = Self::of(wings);
    [] Vec<Square>, |field| field.iter().copied().collect(), |field, Squares(squares)| field.extend(squares.iter());
    [const W: usize] Bits<W>, |field| field.to_set(), |field, Squares(squares)| *field |= Self::from_set(squares);
}
