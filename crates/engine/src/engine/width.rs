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

/// Evaluates the same expression for the content of any width.
macro_rules! each_width {
    ($value:expr, $content:ident => $body:expr) => {
        match $value {
            $crate::engine::width::Width::One($content) => $body,
            $crate::engine::width::Width::Two($content) => $body,
            $crate::engine::width::Width::Four($content) => $body,
        }
    };
}

/// Maps the content to a content of the same width.
macro_rules! map_width {
    ($value:expr, $content:ident => $body:expr) => {
        match $value {
            $crate::engine::width::Width::One($content) => $crate::engine::width::Width::One($body),
            $crate::engine::width::Width::Two($content) => $crate::engine::width::Width::Two($body),
            $crate::engine::width::Width::Four($content) => $crate::engine::width::Width::Four($body),
        }
    };
}

pub(crate) use {each_width, map_width};
