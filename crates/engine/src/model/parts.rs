//! The parts of a model, field by field, for walks over the model. A row of [`parts`] stands below each type.
//!
//! A new field or variant does not compile before it is named there. Of a field whose type is a leaf, or has parts, the name is
//! enough. A `Role` after a colon says more, such as the bounds of a number. `= "…"` after a variant is its name in the path of
//! what it holds.

use super::movement::{Clearance, Curve, Leg, Modes, Path, Through};
use super::walk::{At, Parts, Walker};

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
/// and for an enum a `match` with such an arm for each variant. The closure is never called; it does not compile
/// without all fields, and the error is at the name in the table. A role can refer to fields before its own.
macro_rules! parts {
    (@role) => { Plain };
    (@role $role:expr) => { $role };
    (struct $name:ident $([$most:expr])? { $($field:ident $(: $role:expr)?),* $(,)? }) => {
        const _: () = {
            $crate::model::parts!(@use);

            impl Parts for $name {
                $(const MOST: usize = $most;)?

                fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
                    let _ = |$($field),*| $name { $($field),* };
                    let $name { $($field,)* .. } = self;
                    $(Role::walk($crate::model::parts!(@role $($role)?), $field, &At::Field(at, stringify!($field)), walker);)*
                }
            }
        };
    };
    (enum $name:ident { $(
        $variant:ident $(= $key:literal)?
        $(($only:ident $(: $only_role:expr)?))?
        $({ $($field:ident $(: $role:expr)?),* })?
    ),* $(,)? }) => {
        const _: () = {
            $crate::model::parts!(@use);

            impl Parts for $name {
                fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
                    match self {
                        $($name::$variant { $(0: $only)? $($($field,)* ..)? } => {
                            $(let _ = |$($field),*| $name::$variant { $($field),* };)?
                            $(let at = &At::Field(at, $key);)?
                            $(Role::walk($crate::model::parts!(@role $($only_role)?), $only, at, walker);)?
                            $($(
                                let field = At::Field(at, stringify!($field));
                                Role::walk($crate::model::parts!(@role $($role)?), $field, &field, walker);
                            )*)?
                        })*
                    }
                }
            }
        };
    };
    // The roles are known in a table without imports.
    (@use) => {
        #[allow(unused_imports, reason = "each table uses some of them")]
        use $crate::model::walk::{
            At, EitherWay, If, In, Men, NoLeaf, OtherWing, Parts, Plain, Role, Spelling, Unnamed, UnnamedSides, Walker,
        };
    };
}

pub(crate) use parts;

parts! { struct Path { legs, first_move_only, en_passant, wraps, along_lines } }
parts! { struct Leg { leap, curve, least: In(1, 255), most: In((*least).into(), 255), clearance, through, stops } }
parts! { enum Curve { Straight, Circular(eighths: NoLeaf), Crooked(eighths: NoLeaf) } }
parts! { struct Modes { moves, captures } }

/// Implements [`Parts`] of types without parts. A conversion holds that a variant with a value has a row of [`parts`] instead.
macro_rules! without_parts {
    ($($name:ident),*) => {
        $(impl $crate::model::Parts for $name {
            fn walk(&mut self, _: &$crate::model::At<'_>, _: &mut dyn $crate::model::Walker) {}
        }

        const _: fn($name) -> usize = |value| value as usize;)*
    };
}

pub(super) use without_parts;

without_parts! { Clearance, Through }

impl Parts for bool {
    fn walk(&mut self, _: &At<'_>, _: &mut dyn Walker) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{PerSide, Side, Square, SquareSet};
    use crate::model::walk::{In, Named, coming_men, walked};
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
