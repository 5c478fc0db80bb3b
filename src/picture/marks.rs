//! Marks on the squares that a man reaches, each a shape of its own, and their legend.

use std::collections::BTreeMap;

use super::svg::{Svg, escaped};
use crate::betza::{Condition, meaning};
use crate::model::{Access, Modes};

/// A cross around the origin.
const CROSS: &str = "M-11 -7L-7 -11L0 -4L7 -11L11 -7L4 0L11 7L7 11L0 4L-7 11L-11 7L-4 0Z";

/// A cross that shows around a dot.
const LARGE_CROSS: &str = "M-14 -10L-10 -14L0 -4L10 -14L14 -10L4 0L14 10L10 14L0 4L-10 14L-14 10L-4 0Z";

/// How a man may end its move on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    pub(super) condition: Condition,
    /// Whether it may end by capturing, by moving.
    ends: (bool, bool),
}

impl Mark {
    pub(super) const fn new(condition: Condition, modes: Modes) -> Self {
        Self { condition, ends: (modes.captures, modes.moves) }
    }

    /// Draws it.
    pub(super) fn draw(self, svg: &mut Svg, at: (i32, i32), percent: i32) {
        let scale =
            if percent == 100 { String::new() } else { format!(" scale({}.{:02})", percent / 100, percent % 100) };
        svg.open(format_args!(r#"<g class="mark" transform="translate({} {}){scale}">"#, at.0, at.1));
        let hollow = if self.condition.access == Access::Lame { "-hollow" } else { "" };
        match self.ends {
            (true, true) => {
                svg.line(format_args!(r#"<path class="captures{hollow}" d="{LARGE_CROSS}"/>"#));
                svg.line(format_args!(r#"<circle class="moves{hollow}" r="8"/>"#));
            }
            (false, true) => svg.line(format_args!(r#"<circle class="moves{hollow}" r="9"/>"#)),
            _ => svg.line(format_args!(r#"<path class="captures{hollow}" d="{CROSS}"/>"#)),
        }
        if self.condition.access == Access::Hop {
            svg.line(r#"<path class="condition" d="M-17 -8C-14 -26 14 -26 17 -8"/>"#);
        }
        if self.condition.first_move_only {
            svg.line(r#"<path class="condition" d="M-12 20H12"/>"#);
        }
        if self.condition.en_passant {
            svg.line(r#"<text class="en-passant" y="26">e.p.</text>"#);
        }
        svg.close("g");
    }

    /// The meaning of the mark, in words.
    pub(super) fn in_words(self) -> String {
        let (captures, moves) = self.ends;
        meaning(&BTreeMap::from([(self.condition, Modes { moves, captures })]))
    }
}

/// Draws all marks of a square side by side.
pub(super) fn draw_all(svg: &mut Svg, at: (i32, i32), marks: &[Mark]) {
    let count = marks.len() as i32;
    let (percent, apart) = match count {
        1 => (100, 0),
        2 => (75, 30),
        _ => (60, 54 / (count - 1).max(1)),
    };
    for (place, mark) in (0..).zip(marks) {
        mark.draw(svg, (at.0 + place * apart - apart * (count - 1) / 2, at.1), percent);
    }
}

/// A line of a legend: draws the sign, and says what it means.
pub(super) fn legend_line(svg: &mut Svg, at: (i32, i32), words: &str) {
    svg.line(format_args!(r#"<text class="caption" x="{}" y="{}">{}</text>"#, at.0, at.1 + 7, escaped(words)));
}
