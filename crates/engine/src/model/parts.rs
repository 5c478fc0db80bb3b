//! The parts of a model, field by field: what a walk over a model sees.
//!
//! A new field or variant does not compile before it is named here. Of a field whose type is a leaf, or has parts, the name is
//! enough. A `Role` after a colon says more, such as the bounds of a number. `= "…"` after a variant is its name in the path of
//! what it holds.

use super::walk::{
    At, EitherWay, If, In, Men, NoLeaf, OtherWing, Parts, Plain, Role, Spelling, Unnamed, UnnamedSides, Walker,
};
use super::{
    AffectedMen, Between, Captured, Castling, Change, CheckRule, Clearance, Component, CompulsoryMove, Condition,
    Count, CountLimit, CountedMen, Curve, DropBeside, DropCheck, DropLimit, DropLine, DropRule, DroppedCastling,
    Effect, EffectRange, Eighths, Elsewhere, EnPassant, Ending, Event, FinishingMove, FirstMove, GameResult, Grid,
    HandOf, HomeChoice, InHand, Judged, Kind, KindsByOwner, KingTravel, Lasting, Leg, Lines, LongStep, MaterialSide,
    Mode, Modes, Opposition, Orientation, PartnerLanding, Passing, Path, PlacedMan, Points, Progress, PromotedFacing,
    Promotion, PromotionChoice, PromotionLimit, QuietUnit, Region, Repetition, Royalty, Rules, Series, SeriesLength,
    SeriesMovers, Setup, Shuffle, Through, Variant, WallPlace, WallRule, Whose, Within,
};
use crate::geometry::{Board, Side};

/// Implements [`Parts`] of a struct or an enum by taking it apart. For `struct LongStep[16] { kind: Men::Own, from, … }` it writes
///
/// ```text
/// impl Parts for LongStep {
///     const MOST: usize = 16;
///
///     fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
///         let _ = |kind, from, …| LongStep { kind, from, … };
///         let LongStep { kind, from, .. } = self;
///         Men::Own.walk(kind, &At::Field(at, "kind"), walker);
///         Plain.walk(from, &At::Field(at, "from"), walker);
///         …
///     }
/// }
/// ```
///
/// and for an enum a `match` with such an arm for each variant. The closure, which nobody calls, does not compile without all fields;
/// the error is at the name in the table. A role can speak of fields before its own.
macro_rules! parts {
    (@role) => { Plain };
    (@role $role:expr) => { $role };
    (struct $name:ident $([$most:expr])? { $($field:ident $(: $role:expr)?),* $(,)? }) => {
        impl Parts for $name {
            $(const MOST: usize = $most;)?

            fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
                let _ = |$($field),*| $name { $($field),* };
                let $name { $($field,)* .. } = self;
                $(Role::walk(parts!(@role $($role)?), $field, &At::Field(at, stringify!($field)), walker);)*
            }
        }
    };
    (enum $name:ident { $(
        $variant:ident $(= $key:literal)?
        $(($only:ident $(: $only_role:expr)?))?
        $({ $($field:ident $(: $role:expr)?),* })?
    ),* $(,)? }) => {
        impl Parts for $name {
            fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
                match self {
                    $($name::$variant { $(0: $only)? $($($field,)* ..)? } => {
                        $(let _ = |$($field),*| $name::$variant { $($field),* };)?
                        $(let at = &At::Field(at, $key);)?
                        $(Role::walk(parts!(@role $($only_role)?), $only, at, walker);)?
                        $($(Role::walk(parts!(@role $($role)?), $field, &At::Field(at, stringify!($field)), walker);)*)?
                    })*
                }
            }
        }
    };
}

pub(crate) use parts;

/// The most squares that a distance can have.
const FARTHEST: u32 = Board::MAX_SIZE as u32;

parts! { struct Variant {
    version: NoLeaf, title: NoLeaf, inventor: NoLeaf, year: NoLeaf, source: NoLeaf, about: NoLeaf, board: NoLeaf,
    lines, first: NoLeaf, black: NoLeaf, kinds, regions, setups, rules, endings,
} }
parts! { struct Region[Variant::MAX_REGIONS] { name: NoLeaf, squares } }

parts! { struct Kind[Kind::MAX_KINDS] {
    symbol: NoLeaf, name: NoLeaf, sides, components, orientation, flips, royal, royalty, captured_by, captures,
    hops_over, hops_over_whose, passes_own, holds, relays_to, stays_in, elsewhere, effects, captured,
    was: Men::Coming, first_move, may_leave: Men::Coming,
} }
parts! { enum Royalty {
    Always, WhenLeft = "when_left" (men: In(1, 255)), WhenLeftBeforeMoving = "when_left" (men: In(1, 255)), Together,
} }
parts! { struct Component {
    name: NoLeaf, betza: Spelling, along_lines: Spelling,
    movement: If(!betza.is_empty() || !movement.paths.is_empty()), turns,
} }
parts! { enum Orientation { Whole { turns: Unnamed(Plain), within }, OneDirection { start: NoLeaf, turns: Unnamed(Plain) } } }
parts! { struct Within { eighths, of: NoLeaf } }
parts! { struct Elsewhere[Variant::MAX_REGIONS] {
    region, betza: Spelling, movement: If(!betza.is_empty() || !movement.paths.is_empty()),
} }
parts! { struct FirstMove { betza: Spelling, movement, lasts, unless_in_check, until_aimed_at_by } }
parts! { struct KindsByOwner { own, enemy } }
parts! { enum Captured { Removed, ToHand { of, becomes: Unnamed(Plain) }, Home(choice) } }
parts! { enum InHand { Same, Kind(kind: Men::Coming), BeforePromotion } }

parts! { struct Effect[Kind::MAX_EFFECTS] { event, by: NoLeaf, optional, change } }
parts! { enum Event { InPlace, Moving, Capturing, NotCapturing, Arriving(squares: UnnamedSides), Dropped, DroppedNextToOwn } }
parts! { enum Change {
    Turns(angles), Flips, Becomes(kinds: Men::Coming), BecomesVictim(kinds), Dies, BecomesWall, Destroys(men), Converts(men),
    StaysBehind,
} }
parts! { struct AffectedMen { men: Unnamed(Plain), range } }
parts! { enum EffectRange {
    NextTo { orthogonally }, Enclosed { orthogonally }, Passed, Approached { in_line }, WithdrawnFrom { in_line },
} }

parts! { struct Path { legs, first_move_only, en_passant, wraps, along_lines } }
parts! { struct Leg { leap, curve, least: In(1, 255), most: In((*least).into(), 255), clearance, through, stops } }
parts! { enum Curve { Straight, Circular(eighths: NoLeaf), Crooked(eighths: NoLeaf) } }
parts! { struct Modes { moves, captures } }

parts! { struct Setup[Variant::MAX_SETUPS] { name: NoLeaf, right_half_mirrored, men, hands, shuffle } }
parts! { struct PlacedMan { square, side, kind: Men::Of(*side), state: NoLeaf } }
parts! { struct Shuffle { kinds, squares, both_colours, between, each_side } }
parts! { struct Between { middle, outer } }

parts! { struct Rules {
    castling, long_steps, en_passant, promotions, drops, walls, progress, series, must_move: In(2, 255), repetition,
    grid, opposition, finishing_move, compulsory_capture, compulsory, passing, immobility_illegal, points, check,
    own_check_in_series, no_flight, counting_when_bared, counting,
} }
parts! { struct Castling {
    king: Men::Own, partners: Men::Own, partners_on, colourbound: Men::Own, travel, landing, other_wing, dropped,
} }
parts! { enum KingTravel {
    Exactly(squares: In(1, FARTHEST)), AtLeast(squares: In(1, FARTHEST)),
    Between = "between" { least: In(1, FARTHEST), most: In((*least).into(), FARTHEST) },
    To = "to" { first_file, last_file: OtherWing(first_file) },
} }
parts! { struct DroppedCastling { king_on, partner, partners_on } }
parts! { struct LongStep[Variant::MAX_LONG_STEPS] {
    kind: Men::Own, least: In(2, FARTHEST), most: In((*least).into(), FARTHEST), leaps, from, en_passant,
} }
parts! { struct EnPassant { by: Men::Own, on } }
parts! { struct Promotion[Kind::MAX_KINDS] {
    kind: Men::Own, zone, from, to, optional, compulsory_on, by_capture, not_by_en_passant, captured_men_only, limits,
    facing,
} }
parts! { struct PromotionLimit[Kind::MAX_KINDS] { kind: Men::Own, most: In(0, 255), on_board } }
parts! { enum PromotionChoice { Kinds(kinds: Men::OwnComing), AnyStartingBut(kinds), Nothing } }
parts! { struct DropRule[Kind::MAX_KINDS] {
    kind: Men::Own, on, to: Men::OwnComing, slid_from, limits, check, compulsory, beside, converting, first_on,
    unlimited,
} }
parts! { struct DropBeside[DropRule::MAX_LIMITS] { own, enemy, none, orthogonally } }
parts! { struct DropLimit[DropRule::MAX_LIMITS] { along, kinds: Men::Own, least: In(1, 255), last } }
parts! { struct WallRule { place, on, or_beside_wall, one_at_a_time, not_where_men_die, instead_of_move } }
parts! { struct Progress { captures, moves_of, promotions, drops, one_way_moves_of } }
parts! { struct Series { length, ends_by_check, ends_by_capture, stuck_may_claim_stalemate, movers } }
parts! { enum SeriesLength {
    Fixed = "fixed" { moves: In(1, 255), first: In(1, 255) },
    LongerEachTurn = "longer_each_turn" (more: In(1, 255)),
    LongerThanLast = "longer_than_last" (more: In(1, 255)),
    Answering = "answering" { longer: In(0, 255), shorter: In(0, 255), least: In(1, 255) },
} }
parts! { struct Grid { files: In(0, 255), ranks: In(0, 255) } }
parts! { struct Opposition[Variant::MAX_OPPOSITIONS] { watcher, watched, betza: Spelling, movement, to_be_broken } }
parts! { struct FinishingMove { to_checkmate, to_stalemate } }
parts! { enum CompulsoryMove { Check, Capture, Promotion, Drop, MoveOf(kinds: Unnamed(Plain)) } }
parts! { struct Points { men, side: In(0, 65_535) } }
parts! { struct Count { limits, without, most_men: In(1, 256), from_men, on_board } }
parts! { struct CountLimit[Count::MAX_LIMITS] { moves: In(1, Count::MAX_MOVES.into()), against } }
parts! { struct CountedMen { least: In(1, 256), kinds } }

parts! { struct Ending[Variant::MAX_ENDINGS] {
    side, both, judged, setups: NoLeaf, condition, result, worth: NoLeaf, on_claim, tie_on_claim, on_board,
    label: NoLeaf,
} }
parts! { enum Condition {
    Checkmate, Stalemate, Bared, Quiet = "quiet" { count: In(1, 10_000), unit },
    Position = "position" { times: In(2, 255), perpetual_check }, OnlyMaterial = "only_material" (balances: EitherWay),
    ManOn = "man_on" { kinds, squares, least: In(1, 256), safe, secure, full },
    AtMost = "at_most" { count: In(0, 255), kinds, against: In(0, 256) },
    InARow = "in_a_row" { count: In(2, 16), kinds, lines, apart }, InASquare = "in_a_square" { side: In(2, 16), kinds },
    Chain = "chain" { kinds, from, to, steps }, BothPass, FullBoard, OppositionAccepted, CountedOut,
    ChecksGiven = "checks_given" (count: In(1, 255)), Castled(wing), NoCastling(wing),
} }
parts! { struct MaterialSide { men: Unnamed(Men::Together), any_on_one_colour: Unnamed(Plain), apart: Unnamed(Plain) } }
parts! { struct Lines { ranks, files, diagonals } }

/// Implements [`Parts`] of types without parts. A conversion holds that a variant with a value belongs into the table above.
macro_rules! without_parts {
    ($($name:ident),*) => {
        $(impl Parts for $name {
            fn walk(&mut self, _: &At<'_>, _: &mut dyn Walker) {}
        }

        const _: fn($name) -> usize = |value| value as usize;)*
    };
}

without_parts! {
    CheckRule, Clearance, DropCheck, DropLine, HandOf, HomeChoice, Lasting, Mode, PartnerLanding, Passing, PromotedFacing,
    QuietUnit, Repetition, SeriesMovers, Through, WallPlace, Whose
}

impl Parts for bool {
    fn walk(&mut self, _: &At<'_>, _: &mut dyn Walker) {}
}

impl Parts for Eighths {
    const MOST: usize = Self::ALL.len();

    fn walk(&mut self, _: &At<'_>, _: &mut dyn Walker) {}
}

impl Parts for Judged {
    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        let mut turn = match self {
            Self::WhiteToMove => Side::White,
            Self::BlackToMove => Side::Black,
            Self::Always | Self::ToMove | Self::NotToMove | Self::Unanswered => return,
        };
        turn.walk(at, walker);
        *self = if turn == Side::White { Self::WhiteToMove } else { Self::BlackToMove };
    }
}

impl Parts for GameResult {
    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        let wins = |side: Side| if side == Side::White { Self::WhiteWins } else { Self::BlackWins };
        if let Some(mut winner) = Side::ALL.into_iter().find(|&side| *self == wins(side)) {
            winner.walk(at, walker);
            *self = wins(winner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{PerSide, Square, SquareSet};
    use crate::model::walk::{Named, coming_men, walked};
    use crate::model::{KindId, Wing};

    /// A part of some model, as the table above has it.
    #[derive(Clone, Debug, PartialEq)]
    struct Sample {
        squares: PerSide<SquareSet>,
        becomes: Option<Vec<KindId>>,
        wing: Option<Wing>,
        choices: PerSide<Vec<Choice>>,
        least: u8,
        most: u16,
    }

    #[derive(Clone, Debug, PartialEq)]
    enum Choice {
        Nothing,
        On(Square),
        Of { kind: KindId, winner: Side },
    }

    parts! { struct Sample { squares, becomes: Men::Coming, wing, choices, least: In(1, 9), most: In((*least).into(), 9) } }
    parts! { enum Choice { Nothing, On(square), Of = "of" { kind: Men::Own, winner } } }

    /// Lists leaves with their places, makes of each the next one, and exchanges the sides.
    #[derive(Default)]
    struct Next(Vec<String>);

    impl Walker for Next {
        fn kind(&mut self, at: &At<'_>, id: &mut KindId, named: Named) {
            self.0.push(format!("{at}: kind {} of {:?}", id.0, named.of));
            id.0 += 1;
        }

        fn square(&mut self, at: &At<'_>, square: &mut Square) {
            self.0.push(format!("{at}: {square:?}"));
            *square = Square::new(square.index() as u8 + 1);
        }

        fn squares(&mut self, at: &At<'_>, squares: &mut SquareSet) {
            self.0.push(format!("{at}: {:?}", squares.iter().collect::<Vec<_>>()));
        }

        fn wing(&mut self, _: &At<'_>, wing: &mut Wing) {
            *wing = wing.other();
        }

        fn side(&mut self, _: &At<'_>, side: &mut Side) {
            *side = !*side;
        }

        fn number(&mut self, at: &At<'_>, number: &mut u32, In(least, most): In) {
            self.0.push(format!("{at}: {number} from {least} to {most}"));
            *number += 1;
        }
    }

    #[test]
    fn every_field_of_a_part_is_walked() {
        let on = |index| [Square::new(index)].into_iter().collect::<SquareSet>();
        let sample = Sample {
            squares: PerSide::new(on(1), on(2)),
            becomes: Some(vec![KindId(3), KindId(4)]),
            wing: Some(Wing::FirstFile),
            choices: PerSide::new(
                vec![Choice::Nothing, Choice::On(Square::new(5))],
                vec![Choice::Of { kind: KindId(7), winner: Side::White }],
            ),
            least: 4,
            most: 6,
        };
        let mut next = Next::default();
        let after = Sample {
            squares: PerSide::new(on(2), on(1)),
            becomes: Some(vec![KindId(4), KindId(5)]),
            wing: Some(Wing::LastFile),
            choices: PerSide::new(
                vec![Choice::Of { kind: KindId(8), winner: Side::Black }],
                vec![Choice::Nothing, Choice::On(Square::new(6))],
            ),
            least: 5,
            most: 7,
        };
        assert_eq!(walked(&sample, &At::Field(&At::Root, "sample"), &mut next), after);
        let seen = [
            "sample.squares.white: [#1]",
            "sample.squares.black: [#2]",
            "sample.becomes[0]: kind 3 of None",
            "sample.becomes[1]: kind 4 of None",
            "sample.choices.white[1]: #5",
            "sample.choices.black[0].of.kind: kind 7 of Some(Black)",
            "sample.least: 4 from 1 to 9",
            "sample.most: 6 from 5 to 9",
        ];
        assert_eq!(next.0, seen);
        assert_eq!(coming_men(&sample), [(None, KindId(3)), (None, KindId(4))]);
    }
}
