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
            At, EitherWay, If, In, Men, NoLeaf, OtherWing, Parts, Plain, Role, SideName, Spelling, Unnamed, UnnamedSides, Walker,
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
