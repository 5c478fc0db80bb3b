//! Men on their squares: a picture or a letter, arrows for the facings, a badge for the mode.

use crate::betza;
use crate::geometry::{Side, Wind};
use crate::model::{Kind, KindId, ManState, Mode, Movement, PlacedMan, Variant};
use crate::notation::man_name;
use crate::picture::svg::{Svg, escaped};
use crate::prose;

/// The width of a square in a picture.
pub(super) const CELL: i32 = 64;

/// A man that points nowhere, and one that leaves room for arrows around it.
const WIDE: i32 = 56;
const NARROW: i32 = 44;

/// The pictures of the men of a game.
pub(super) struct ManFigures<'v> {
    variant: &'v Variant,
    figures: Vec<Option<&'static Figure>>,
    width: i32,
}

impl<'v> ManFigures<'v> {
    /// Chooses the figures of a game. They are drawn smaller if any man has a facing or a mode, to make room for arrows
    /// and badges.
    pub(super) fn new(variant: &'v Variant) -> Self {
        let has_facing_or_mode = |side| {
            let start_state = |kind: &Kind| kind.start_state(side, variant.black, false).unwrap_or_default();
            variant.kinds.iter().map(start_state).any(|state| !state.facings.is_empty() || state.mode.is_some())
        };
        let width = if Side::ALL.into_iter().any(has_facing_or_mode) { NARROW } else { WIDE };
        Self { variant, figures: choose_figures(variant), width }
    }

    fn figure(&self, kind: KindId) -> Option<&'static Figure> {
        self.figures.get(kind.index()).copied().flatten()
    }

    /// Writes the `<defs>` of a picture: a `<symbol>` for each kind, which [`Self::draw`] refers to.
    pub(super) fn write_symbols(&self, svg: &mut Svg, kinds: impl Iterator<Item = KindId>) {
        svg.open("<defs>");
        for kind in kinds {
            // CSS selectors don't match inside the shadow tree of `use`, so attributes set the style.
            svg.open(format_args!(
                r#"<symbol id="man-{}" viewBox="0 0 100 100" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">"#,
                kind.0
            ));
            self.svg_elements(kind).iter().for_each(|element| svg.push(element));
            svg.close("symbol");
        }
        svg.close("defs");
    }

    /// The SVG elements of a kind's figure, in a square of 100x100.
    fn svg_elements(&self, kind: KindId) -> Vec<String> {
        match self.figure(kind) {
            Some(figure) => figure.elements().map(str::to_owned).collect(),
            None => letter_disc(&self.variant.kind(kind).symbol),
        }
    }

    /// Draws a man around a point: its figure, a crown if it is royal and doesn't look so, facing arrows, and the
    /// badge of its mode. A man that has promoted and looks like others has the `~` of a FEN.
    pub(super) fn draw(&self, svg: &mut Svg, centre: (i32, i32), side: Side, kind: KindId, state: &ManState) {
        let class = match side {
            Side::White => "white",
            Side::Black => "black",
        };
        let (width, left) = (self.width, -self.width / 2);
        svg.open(format_args!(r#"<g class="man" transform="translate({} {})">"#, centre.0, centre.1));
        svg.push(format_args!(
            r##"<use class="{class}" href="#man-{}" x="{left}" y="{left}" width="{width}" height="{width}"/>"##,
            kind.0
        ));
        if self.variant.kind(kind).royal && !looks_royal(self.figure(kind)) {
            svg.push(r#"<path class="royal" d="M-27 26L-29 14L-23 19L-19 11L-15 19L-9 14L-11 26Z"/>"#);
        }
        // Parts are counted among those that have several facings.
        for (part, &wind) in state.facings.iter().enumerate() {
            draw_arrow(svg, (0, 0), part, wind, false);
        }
        if let Some(mode) = state.mode {
            // To the right, unless an arrow is there.
            let has_arrow_right = state.facings.iter().any(|wind| (4..8).contains(&wind.index()));
            draw_badge(svg, (if has_arrow_right { -20 } else { 20 }, 19), mode, false);
        }
        if state.promoted {
            svg.push(r#"<path class="promoted" d="M11 -21Q16 -27 20 -22T29 -23"/>"#);
        }
        svg.close("g");
    }

    /// A number of men of a kind in words: `two Pawns`.
    pub(super) fn counted(&self, kind: KindId, number: u16) -> String {
        prose::counted_in_words(number, &man_name(self.variant, kind))
    }

    /// A man in words: `Pawn on e2 facing n moving`.
    pub(super) fn in_words(&self, man: &PlacedMan) -> String {
        let name = man_name(self.variant, man.kind);
        let mut words = format!("{name} on {}", self.variant.board.name(man.square));
        let winds: Vec<_> = man.state.facings.iter().map(|wind| wind.name()).collect();
        if !winds.is_empty() {
            words.push_str(" facing ");
            words.push_str(&winds.join(" and "));
        }
        if man.state.promoted {
            words.push_str(" promoted");
        }
        words
            + match man.state.mode {
                None => "",
                Some(Mode::Moving) => " moving",
                Some(Mode::Capturing) => " capturing",
            }
    }
}

/// The SVG elements of a disc with a letter on it, for a kind without a figure.
fn letter_disc(symbol: &str) -> Vec<String> {
    let symbol = escaped(symbol);
    let size = if symbol.chars().count() > 1 { 42 } else { 52 };
    let text = format!(
        r#"<text x="50" y="{}" font-size="{size}" font-weight="bold" text-anchor="middle" fill="currentColor" stroke="none">{symbol}</text>"#,
        50 + size * 36 / 100
    );
    vec![r#"<circle cx="50" cy="50" r="40"/>"#.to_owned(), text]
}

/// The drawing of a man, for programs that draw boards of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawing {
    /// The name of the drawing: `rook`, `letter K`. Drawings of one name are equal in all games.
    pub name: String,
    /// Elements of SVG in a square of 100x100, with `currentColor` for the lines on the body. The surrounding element
    /// determines how bodies are filled and outlined, for example by [`STYLE`](super::STYLE).
    pub svg: String,
    /// Whether the man needs a sign that it is royal, since its drawing doesn't look so.
    pub needs_crown: bool,
}

/// The drawings of the men of a game, by the indices of their kinds.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, picture};
///
/// let game = load(&builtin::source("janus").unwrap(), &BuiltIns).unwrap();
/// let drawings = picture::drawings(game.variant());
/// assert_eq!(drawings.len(), game.variant().kinds.len());
/// assert!(drawings.iter().any(|drawing| drawing.name == "knight" && drawing.svg.starts_with("<path ")));
/// ```
pub fn drawings(variant: &Variant) -> Vec<Drawing> {
    let men = ManFigures::new(variant);
    let drawing = |(id, kind): (KindId, &Kind)| {
        let name = men.figure(id).map_or_else(|| format!("letter {}", kind.symbol), |figure| figure.name.to_owned());
        let needs_crown = kind.royal && !looks_royal(men.figure(id));
        Drawing { name, svg: men.svg_elements(id).concat(), needs_crown }
    };
    variant.kinds().map(drawing).collect()
}

/// An invisible SVG that defines the symbols of all men of a game, for a page that shows them in several pictures.
pub(crate) fn symbols(variant: &Variant) -> String {
    let mut svg = Svg::default();
    svg.open(r#"<svg class="drawings" width="0" height="0" aria-hidden="true">"#);
    ManFigures::new(variant).write_symbols(&mut svg, variant.kinds().map(|(id, _)| id));
    svg.close("svg");
    svg.into_text()
}

/// A man's figure as an inline SVG in a line of a page, which has the [`symbols()`] of the men.
pub(crate) fn figure(variant: &Variant, kind: KindId) -> String {
    let class = if variant.kind(kind).sides.white { "white" } else { "black" };
    format!(
        r##"<svg class="figure weakfish" viewBox="0 0 100 100" aria-hidden="true"><use class="{class}" href="#man-{}" width="100" height="100"/></svg>"##,
        kind.0
    )
}

/// Draws the arrow of a part that faces some way, or of one that may turn there, at the edge of the square around `at`.
///
/// The first part has a full arrowhead; each part after it has an open one, farther out.
pub(super) fn draw_arrow(svg: &mut Svg, at: (i32, i32), part: usize, wind: Wind, turn: bool) {
    // Along the edge of the square, clockwise from north; oblique winds point as the leap (1,2) does.
    let (x, y, angle) = [
        (0, -26, "0"),
        (13, -26, "26.6"),
        (24, -24, "45"),
        (26, -13, "63.4"),
        (26, 0, "90"),
        (26, 13, "116.6"),
        (24, 24, "135"),
        (13, 26, "153.4"),
        (0, 26, "180"),
        (-13, 26, "206.6"),
        (-24, 24, "225"),
        (-26, 13, "243.4"),
        (-26, 0, "270"),
        (-26, -13, "296.6"),
        (-24, -24, "315"),
        (-13, -26, "333.4"),
    ][usize::from(wind.index())];
    let transform = format!(r#"transform="translate({} {}) rotate({angle})""#, at.0 + x, at.1 + y);
    if part == 0 {
        let class = if turn { "turn" } else { "facing" };
        return svg.push(format_args!(r#"<path class="{class}" d="M0 -8L6.5 7L0 3.5L-6.5 7Z" {transform}/>"#));
    }
    let strokes: Vec<_> =
        (0..part.min(3) as i32).map(|stroke| format!("M-8 {0}L0 {1}L8 {0}", 3 * stroke, 3 * stroke - 7)).collect();
    let strokes = strokes.concat();
    if turn {
        return svg.push(format_args!(r#"<path class="turn" d="{strokes}" {transform}/>"#));
    }
    svg.push(format_args!(r#"<path class="second" d="{strokes}" {transform}/>"#));
    svg.push(format_args!(r#"<path class="second-inside" d="{strokes}" {transform}/>"#));
}

/// Draws a square with this upper left corner, or a frame within it.
pub(super) fn draw_square(svg: &mut Svg, (x, y): (i32, i32), class: &str, inset: i32) {
    let (x, y, width) = (x + inset, y + inset, CELL - 2 * inset);
    svg.push(format_args!(r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{width}"/>"#));
}

/// Draws the badge of a mode, or of one into which the man may flip.
pub(super) fn draw_badge(svg: &mut Svg, centre: (i32, i32), mode: Mode, flip: bool) {
    let class = if flip { "flip" } else { "badge" };
    let (x, y) = centre;
    svg.push(format_args!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="8.5"/>"#));
    match mode {
        Mode::Moving => svg.push(format_args!(r#"<circle class="badge-dot" cx="{x}" cy="{y}" r="3.5"/>"#)),
        Mode::Capturing => svg.push(format_args!(
            r#"<path class="badge-cross" d="M{0} {1}L{2} {3}M{2} {1}L{0} {3}"/>"#,
            x - 3,
            y - 3,
            x + 3,
            y + 3
        )),
    }
}

/// The drawing of a man.
#[derive(Debug, PartialEq, Eq)]
struct Figure {
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
    "amazon" "archbishop" "bishop" "camel" "cannon" "chancellor" "crab" "dabbaba" "elephant" "ferz" "fool"
    "general" "king" "knight" "lance" "lobster" "mann" "oyster" "pawn" "queen" "rook" "shield" "snail"
    "soldier" "wazir"
}

impl Figure {
    /// Finds the figure with this file name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        FIGURES.iter().find(|figure| figure.name == name)
    }

    /// The SVG elements within the file of the figure, each on a line.
    pub(super) fn elements(&self) -> impl Iterator<Item = &'static str> {
        let root = self.svg.split_once("<svg").and_then(|(_, root)| root.split_once('>'));
        let inside = root.and_then(|(_, inside)| inside.rsplit_once("</svg>"));
        inside.map_or("", |(inside, _)| inside).lines().map(str::trim).filter(|line| !line.is_empty())
    }
}

/// Other names of the men that have drawings, with the names of these.
const SYNONYMS: &[(&str, &str)] = &[
    ("advisor", "ferz"),
    ("alfil", "elephant"),
    ("cardinal", "archbishop"),
    ("chariot", "rook"),
    ("commander", "general"),
    ("commoner", "mann"),
    ("counsellor", "ferz"),
    ("empress", "chancellor"),
    ("fers", "ferz"),
    ("guard", "wazir"),
    ("horse", "knight"),
    ("jester", "fool"),
    ("man", "mann"),
    ("marshal", "chancellor"),
    ("met", "ferz"),
    ("princess", "archbishop"),
    ("vizier", "wazir"),
];

/// Movements, with the names of the drawings of men that move so.
const BY_MOVEMENT: &[(&str, &str)] = &[
    ("Q", "queen"),
    ("R", "rook"),
    ("B", "bishop"),
    ("N", "knight"),
    ("F", "ferz"),
    ("W", "wazir"),
    ("K", "mann"),
    ("A", "elephant"),
    ("D", "dabbaba"),
    ("C", "camel"),
    ("RN", "chancellor"),
    ("BN", "archbishop"),
    ("QN", "amazon"),
    ("mRcpR", "cannon"),
    ("pR", "cannon"),
    ("mfWcfF", "pawn"),
];

/// A way to choose the drawing of a man.
type Choice<'a> = dyn Fn(&Kind) -> Option<&'static Figure> + 'a;

/// Chooses the figure of each kind; `None` for those that have none and show their letter. Whole names come first,
/// then movements, then last words of names; kinds that one side can have share no figure. Promoted men, `+R`, show
/// their letters, since figures of other men would mislead.
fn choose_figures(variant: &Variant) -> Vec<Option<&'static Figure>> {
    let movement = |(betza, figure): &(&str, &str)| Some((betza::movement(betza).0?, Figure::named(figure)?));
    let movements: Vec<(Movement, &Figure)> = BY_MOVEMENT.iter().filter_map(movement).collect();
    let by_name = |name: &str| {
        let synonym = SYNONYMS.iter().find(|(synonym, _)| *synonym == name);
        Figure::named(synonym.map_or(name, |(_, figure)| *figure))
    };
    let by_movement = |kind: &Kind| {
        let [part] = kind.components.as_slice() else { return None };
        let figure = movements.iter().find(|(movement, _)| *movement == part.movement);
        figure.map(|(_, figure)| *figure).filter(|_| !kind.royal)
    };
    let by_last_word = |kind: &Kind| kind.name.rsplit_once(' ').and_then(|(_, word)| by_name(word));
    let choices: [&Choice<'_>; 3] = [&|kind| by_name(&kind.name), &by_movement, &by_last_word];
    let mut chosen: Vec<Option<&'static Figure>> = vec![None; variant.kinds.len()];
    for choice in choices {
        for (index, kind) in variant.kinds.iter().enumerate() {
            if chosen[index].is_some() || is_promoted(kind) {
                continue;
            }
            let Some(figure) = choice(kind) else { continue };
            let is_of_same_side =
                |other: &Kind| (other.sides.white && kind.sides.white) || (other.sides.black && kind.sides.black);
            let taken = chosen
                .iter()
                .zip(&variant.kinds)
                .any(|(other, owner)| *other == Some(figure) && is_of_same_side(owner));
            if !taken {
                chosen[index] = Some(figure);
            }
        }
    }
    chosen
}

/// Whether a man has the sign of promoted men, as in Shogi with Western letters.
fn is_promoted(kind: &Kind) -> bool {
    kind.symbol.starts_with('+')
}

/// Whether a drawing is that of a man that is royal in most games.
fn looks_royal(figure: Option<&Figure>) -> bool {
    figure.is_some_and(|figure| matches!(figure.name, "king" | "general"))
}
