//! The drawings of men, as they stand in the files under `defs/figures`.
//!
//! A file is an SVG with a view box of 100x100. Within it, outlines are filled and drawn by the element that shows them,
//! and lines on the body are `currentColor`; no element has an id or a style.

/// The drawing of a man.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Figure {
    /// The name of its file, in small letters.
    pub(super) name: &'static str,
    svg: &'static str,
}

macro_rules! figures {
    ($($name:literal)*) => {
        /// All drawings, by name.
        static FIGURES: &[Figure] =
            &[$(Figure { name: $name, svg: include_str!(concat!("../../defs/figures/", $name, ".svg")) }),*];
    };
}

figures! {
    "amazon"
    "archbishop"
    "bishop"
    "camel"
    "cannon"
    "chancellor"
    "crab"
    "dabbaba"
    "elephant"
    "ferz"
    "fool"
    "general"
    "king"
    "knight"
    "lance"
    "lobster"
    "mann"
    "oyster"
    "pawn"
    "queen"
    "rook"
    "shield"
    "snail"
    "soldier"
    "wazir"
}

impl Figure {
    /// The drawing of this name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        FIGURES.iter().find(|figure| figure.name == name)
    }

    /// The elements within its file, each on a line.
    pub(super) fn elements(&self) -> impl Iterator<Item = &'static str> {
        let root = self.svg.split_once("<svg").and_then(|(_, root)| root.split_once('>'));
        let inside = root.and_then(|(_, inside)| inside.rsplit_once("</svg>"));
        inside.map_or("", |(inside, _)| inside).lines().map(str::trim).filter(|line| !line.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::FIGURES;

    #[test]
    fn every_file_is_a_drawing_that_its_surroundings_colour() {
        for figure in FIGURES {
            assert!(figure.svg.contains(r#"viewBox="0 0 100 100""#), "{}", figure.name);
            assert!(figure.elements().count() > 0, "{}", figure.name);
            for element in figure.elements() {
                assert!(element.starts_with("<path d=") && element.ends_with("/>"), "{}: {element}", figure.name);
                assert!(!element.contains("id=") && !element.contains("style="), "{}: {element}", figure.name);
            }
        }
    }
}
