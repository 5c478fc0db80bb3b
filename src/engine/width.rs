//! The width of a board in words of 64 squares (one, two or four), chosen when a game is compiled.

use super::core::Core;

/// A value for one of the widths.
#[derive(Clone, Debug)]
// A tag of its own is found faster than one hidden in a field.
#[repr(u8)]
pub(crate) enum Width<A, B, C> {
    One(A),
    Two(B),
    Four(C),
}

/// A position of any width.
pub(super) type AnyCore = Width<Core<1>, Core<2>, Core<4>>;

impl From<Core<1>> for AnyCore {
    fn from(core: Core<1>) -> Self {
        Self::One(core)
    }
}

impl From<Core<2>> for AnyCore {
    fn from(core: Core<2>) -> Self {
        Self::Two(core)
    }
}

impl From<Core<4>> for AnyCore {
    fn from(core: Core<4>) -> Self {
        Self::Four(core)
    }
}

/// Evaluates the same expression for the content, whatever its width.
macro_rules! each_width {
    ($value:expr, $content:ident => $body:expr) => {
        match $value {
            $crate::engine::width::Width::One($content) => $body,
            $crate::engine::width::Width::Two($content) => $body,
            $crate::engine::width::Width::Four($content) => $body,
        }
    };
}

pub(crate) use each_width;
