//! One of three widths of board, chosen when a game is compiled: up to 64, 128 or 256 squares.

use super::core::Core;

/// The same thing for one of the widths.
#[derive(Clone, Debug)]
pub(super) enum Width<A, B, C> {
    One(A),
    Two(B),
    Four(C),
}

/// A position of some width.
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

/// Does the same with the content, whatever its width.
macro_rules! each_width {
    ($value:expr, $content:ident => $body:expr) => {
        match $value {
            $crate::engine::width::Width::One($content) => $body,
            $crate::engine::width::Width::Two($content) => $body,
            $crate::engine::width::Width::Four($content) => $body,
        }
    };
}

pub(super) use each_width;
