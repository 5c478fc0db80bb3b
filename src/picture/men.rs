//! Men on their squares: a picture or a letter, arrows for the facings, a badge for the capturing mode.

use crate::betza;
use crate::geometry::{PerSide, Side, Wind};
use crate::model::{self, Kind, KindId, ManState, Mode, Movement, PlacedMan, Tile, Variant};
use crate::notation::man_name;
use crate::picture::characters;
use crate::picture::shapes::clean_figure;
use crate::picture::svg::{Svg, escaped};
use crate::prose;

/// The width of a square in a picture.
pub(super) const CELL: i32 = 64;

/// The width of a man's drawing of 100 units.
const WIDTH: i32 = 62;

/// Shift of a man that faces the upper edge, downward, and of one that faces the lower edge, upward. It makes room for the arrow.
const LOWERED: i32 = 4;
const RAISED: i32 = 2;

/// A badge is this far from the middle of the square, in both directions.
const CORNER: i32 = 23;

/// The pictures of the men of a game.
pub(crate) struct ManFigures<'v> {
    variant: &'v Variant,
    figures: Vec<ManDrawing>,
    /// Whether men that have characters are drawn as these.
    characters: bool,
}

/// The drawing of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ManDrawing {
    figure: Option<Shapes>,
    /// Whether it is the promoted man of the kind whose figure it has.
    promoted: bool,
}

/// The shapes of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shapes {
    Library(&'static Figure),
    /// Shapes from the definition, cleaned.
    Own(String),
}

impl Shapes {
    /// The figure that a game names; `None` for one that can't be drawn, as in a model from elsewhere.
    fn named(figure: &model::Figure) -> Option<Self> {
        match figure {
            model::Figure::Named(name) => Figure::named(name).map(Self::Library),
            model::Figure::Drawn(shapes) => clean_figure(shapes).ok().map(Self::Own),
        }
    }

    fn elements(&self) -> Vec<String> {
        match self {
            Self::Library(figure) => figure.elements().map(str::to_owned).collect(),
            Self::Own(shapes) => shapes.split_inclusive('>').map(str::to_owned).collect(),
        }
    }

    /// Whether it is that of a man that is royal in most games.
    fn looks_royal(&self) -> bool {
        matches!(self, Self::Library(Figure { name: "king" | "general", .. }))
    }
}

impl<'v> ManFigures<'v> {
    /// Chooses the figures of a game.
    pub(crate) fn new(variant: &'v Variant) -> Self {
        Self { variant, figures: choose_figures(variant), characters: false }
    }

    /// Draws men as characters where they have some.
    pub(crate) fn with_characters(self, characters: bool) -> Self {
        Self { characters, ..self }
    }

    /// The character of a kind on the tile of the game.
    fn character(&self, kind: KindId, side: Side) -> Option<&'static str> {
        characters::outline(self.variant.figures.on?, &self.variant.kind(kind).name, side)
    }

    /// Whether the men of a kind differ between the sides by more than the colours of the class of their side.
    fn differs_by_side(&self, kind: KindId) -> bool {
        self.characters && self.character(kind, Side::White).is_some()
            || self.variant.figures.on.is_some() && Side::ALL.iter().any(|&side| colour(self.variant, side).is_some())
    }

    /// The id of the symbol of a kind.
    fn symbol_id(&self, kind: KindId, side: Side) -> String {
        match (self.differs_by_side(kind), side) {
            (false, _) => format!("man-{}", kind.0),
            (true, Side::White) => format!("man-{}-white", kind.0),
            (true, Side::Black) => format!("man-{}-black", kind.0),
        }
    }

    /// The game.
    pub(crate) fn variant(&self) -> &'v Variant {
        self.variant
    }

    fn drawing(&self, kind: KindId) -> ManDrawing {
        self.figures.get(kind.index()).cloned().unwrap_or_default()
    }

    /// Whether a man of this kind is royal and its drawing doesn't look so.
    fn needs_crown(&self, kind: KindId) -> bool {
        self.variant.kind(kind).royal && !self.drawing(kind).figure.is_some_and(|figure| figure.looks_royal())
    }

    /// Writes the `<defs>` of a picture: a `<symbol>` for each kind, which [`Self::draw`] refers to, and one for walls.
    pub(super) fn write_symbols(&self, svg: &mut Svg, kinds: impl Iterator<Item = KindId>) {
        svg.open("<defs>");
        for kind in kinds {
            let sides: &[Side] = if self.differs_by_side(kind) { &Side::ALL } else { &[Side::White] };
            for &side in sides {
                write_symbol(svg, &self.symbol_id(kind, side), &self.svg_elements(kind, side));
            }
        }
        if let Some(figure) = self.variant.figures.wall.as_ref().and_then(Shapes::named) {
            write_symbol(svg, "wall", &figure.elements());
        }
        svg.close("defs");
    }

    /// The SVG elements of a kind's figure, in a square of 100x100.
    fn svg_elements(&self, kind: KindId, side: Side) -> Vec<String> {
        let ManDrawing { figure, promoted } = self.drawing(kind);
        let mut elements =
            figure.map_or_else(|| letter_disc(&self.variant.kind(kind).symbol), |figure| figure.elements());
        let Some(tile) = self.variant.figures.on else {
            elements.extend(promoted.then(|| PROMOTED.to_owned()));
            return elements;
        };
        let (shape, place) = tile_shapes(tile);
        let colour = colour(self.variant, side);
        if let Some(outline) = self.character(kind, side).filter(|_| self.characters) {
            let ink = match colour {
                _ if tile == Tile::Pentagon && is_promoted(self.variant.kind(kind)) => "#b3261e",
                Some(Colour { fill, .. }) => fill,
                None => "#1f1a17",
            };
            let place = match tile {
                Tile::Disc | Tile::Octagon => "translate(19 19) scale(0.172)",
                Tile::Pentagon => "translate(22 28) scale(0.157)",
            };
            let character = format!(r#"<path d="{outline}" transform="{place}" fill="{ink}" stroke="none"/>"#);
            return shape.iter().map(|&element| element.to_owned()).chain([character]).collect();
        }
        // Red marks promoted men only on pentagons, whose direction shows the side.
        let is_red = promoted && tile == Tile::Pentagon;
        let fill = match colour {
            _ if is_red => r##" fill="#d3301f""##.to_owned(),
            Some(Colour { fill, line, .. }) => format!(r##" fill="{fill}" stroke="{line}" color="#fffdf7""##),
            None => String::new(),
        };
        let mut on_tile: Vec<String> = shape.iter().map(|&element| element.to_owned()).collect();
        on_tile.push(format!(r#"<g transform="{place}" stroke-width="4.5"{fill}>"#));
        on_tile.extend(elements);
        on_tile.push("</g>".to_owned());
        on_tile.extend((promoted && !is_red).then(|| PROMOTED.to_owned()));
        on_tile
    }

    /// Draws a man around a point: its figure, a crown if it is royal and doesn't look so, facing arrows, and a badge
    /// if it is in capturing mode. A man that has promoted and looks like others has a star.
    pub(super) fn draw(&self, svg: &mut Svg, centre: (i32, i32), side: Side, kind: KindId, state: &ManState) {
        let class = match side {
            Side::White => "white",
            Side::Black => "black",
        };
        let left = -WIDTH / 2;
        let faces = |winds: &[u8]| state.facings.iter().any(|wind| winds.contains(&wind.index()));
        let top = match (faces(&[15, 0, 1]), faces(&[7, 8, 9])) {
            (true, false) => left + LOWERED,
            (false, true) => left - RAISED,
            _ => left,
        };
        let is_turned = side == Side::Black && is_pointed(self.variant);
        let turned = if is_turned { r#" transform="rotate(180)""# } else { "" };
        svg.open(format_args!(r#"<g class="man" transform="translate({} {})">"#, centre.0, centre.1));
        svg.push(format_args!(
            r##"<use class="{class}" href="#{}" x="{left}" y="{top}" width="{WIDTH}" height="{WIDTH}"{turned}/>"##,
            self.symbol_id(kind, side)
        ));
        let has_crown = self.needs_crown(kind);
        if has_crown {
            svg.push(r#"<path class="royal" d="M-28 29L-30 18L-25 22L-21 15L-17 22L-12 18L-14 29Z"/>"#);
        }
        // Parts are counted among those that have several facings.
        for (part, &wind) in state.facings.iter().enumerate() {
            draw_arrow(svg, (0, 0), part, wind, false);
        }
        if state.mode == Some(Mode::Capturing) {
            // The first corner without another sign.
            let corners = [
                ((CORNER, CORNER), faces(&[5, 6, 7])),
                ((-CORNER, CORNER), has_crown || faces(&[9, 10, 11])),
                ((CORNER, -CORNER), state.promoted || faces(&[1, 2, 3])),
            ];
            let corner = corners.iter().find(|(_, taken)| !taken).map_or((-CORNER, -CORNER), |(corner, _)| *corner);
            draw_badge(svg, corner, Mode::Capturing, false);
        }
        if state.promoted {
            svg.push(format_args!(r#"<path class="promoted" d="{STAR}"/>"#));
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

/// The star of a promoted man, in the upper right corner of its square.
const STAR: &str =
    "M22.5 -29.5L24.4 -25.1L29.2 -24.7L25.5 -21.5L26.6 -16.8L22.5 -19.3L18.4 -16.8L19.5 -21.5L15.8 -24.7L20.6 -25.1Z";

/// The star of a promoted man whose figure is that of another kind, in a square of 100x100.
const PROMOTED: &str = r##"<path d="M84 2L88 11L97 12L90 18L92 28L84 23L76 28L78 18L71 12L80 11Z" fill="#f2c230" stroke="#1f1a17" stroke-width="2.5"/>"##;

fn write_symbol(svg: &mut Svg, id: &str, elements: &[String]) {
    // CSS selectors don't match inside the shadow tree of `use`, so attributes set the style.
    svg.open(format_args!(
        r#"<symbol id="{id}" viewBox="0 0 100 100" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">"#
    ));
    for element in elements {
        svg.push(element);
    }
    svg.close("symbol");
}

/// The colours of a side whose name is a colour.
struct Colour {
    name: &'static str,
    fill: &'static str,
    line: &'static str,
}

const COLOURS: &[Colour] = &[
    Colour { name: "Red", fill: "#b3261e", line: "#4a0e08" },
    Colour { name: "Blue", fill: "#1d5796", line: "#0b2440" },
    Colour { name: "Green", fill: "#1f6b34", line: "#0a2a14" },
];

/// The colours of a side, if its name is a colour that the classes of sides don't have.
fn colour(variant: &Variant, side: Side) -> Option<&'static Colour> {
    COLOURS.iter().find(|colour| colour.name == variant.side_name(side))
}

/// The colour of a side in CSS, if its name is one.
pub fn side_colour(variant: &Variant, side: Side) -> Option<&'static str> {
    colour(variant, side).map(|colour| colour.fill)
}

/// The SVG elements of a wooden tile in a square of 100x100, and the place of the figure on it.
fn tile_shapes(tile: Tile) -> (&'static [&'static str], &'static str) {
    match tile {
        Tile::Disc => (
            &[
                r##"<circle cx="50" cy="50" r="46" fill="#f4d8a0" stroke="#1f1a17" stroke-width="3"/>"##,
                r##"<circle cx="50" cy="50" r="41.5" fill="none" stroke="#a9793f" stroke-width="2"/>"##,
            ],
            "translate(17 18) scale(0.66)",
        ),
        Tile::Octagon => (
            &[
                r##"<path d="M31 4H69L96 31V69L69 96H31L4 69V31Z" fill="#f4d8a0" stroke="#1f1a17" stroke-width="3"/>"##,
                r##"<path d="M33 9H67L91 33V67L67 91H33L9 67V33Z" fill="none" stroke="#a9793f" stroke-width="2"/>"##,
            ],
            "translate(16 17) scale(0.68)",
        ),
        Tile::Pentagon => (
            &[r##"<path d="M50 3L82 15L93 96H7L18 15Z" fill="#f4d8a0" stroke="#1f1a17" stroke-width="3"/>"##],
            "translate(17 27) scale(0.66)",
        ),
    }
}

/// Whether the men of a game point at the enemy, so that Black's are turned around.
fn is_pointed(variant: &Variant) -> bool {
    variant.figures.on == Some(Tile::Pentagon)
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
    /// The name of the drawing: `rook`, `letter K`. Drawings of one name are equal in all games, except for those that a
    /// definition draws itself: `own K`.
    pub name: String,
    /// Elements of SVG in a square of 100x100, with `currentColor` for the lines on the body. The surrounding element
    /// determines how bodies are filled and outlined, for example by [`STYLE`](super::STYLE).
    pub svg: String,
    /// The elements for the men of a side, where they are others.
    pub of_side: PerSide<Option<String>>,
    /// The elements of the character of each side's men, if there is one.
    pub characters: PerSide<Option<String>>,
    /// Whether the man needs a sign that it is royal, since its drawing doesn't look so.
    pub needs_crown: bool,
    /// Whether the drawing points at the enemy, so that Black's is turned around.
    pub pointed: bool,
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
        let ManDrawing { figure, promoted } = men.drawing(id);
        let figure = match figure {
            Some(Shapes::Library(figure)) => figure.name.to_owned(),
            Some(Shapes::Own(_)) => format!("own {}", kind.symbol),
            None => format!("letter {}", kind.symbol),
        };
        let promoted = if promoted { "promoted " } else { "" };
        let on = variant.figures.on.map_or_else(String::new, |tile| format!(" on {tile}"));
        let differs = men.differs_by_side(id);
        let with_characters = ManFigures::new(variant).with_characters(true);
        Drawing {
            name: format!("{promoted}{figure}{on}"),
            svg: men.svg_elements(id, Side::White).concat(),
            of_side: PerSide::from_fn(|side| differs.then(|| men.svg_elements(id, side).concat())),
            characters: PerSide::from_fn(|side| {
                men.character(id, side).map(|_| with_characters.svg_elements(id, side).concat())
            }),
            needs_crown: men.needs_crown(id),
            pointed: is_pointed(variant),
        }
    };
    variant.kinds().map(drawing).collect()
}

/// The drawing of a wall; `None` if it is a filled square.
pub fn wall(variant: &Variant) -> Option<Drawing> {
    let figure = Shapes::named(variant.figures.wall.as_ref()?)?;
    let name = match &figure {
        Shapes::Library(figure) => figure.name,
        Shapes::Own(_) => "own wall",
    };
    Some(Drawing {
        name: name.to_owned(),
        svg: figure.elements().concat(),
        of_side: PerSide::default(),
        characters: PerSide::default(),
        needs_crown: false,
        pointed: false,
    })
}

/// The names of all figures.
pub fn figure_names() -> impl Iterator<Item = &'static str> + Clone {
    FIGURES.iter().map(|figure| figure.name)
}

/// An invisible SVG that defines the symbols of all men of a game, for a page that shows them in several pictures.
pub(crate) fn symbols(figures: &ManFigures<'_>) -> String {
    let mut svg = Svg::default();
    svg.open(r#"<svg class="drawings" width="0" height="0" aria-hidden="true">"#);
    figures.write_symbols(&mut svg, figures.variant.kinds().map(|(id, _)| id));
    svg.close("svg");
    svg.into_text()
}

/// A man's figure as an inline SVG in a line of a page, which has the [`symbols()`] of the men.
pub(crate) fn figure(figures: &ManFigures<'_>, kind: KindId) -> String {
    let is_white = figures.variant.kind(kind).sides.white;
    let (side, class) = if is_white { (Side::White, "white") } else { (Side::Black, "black") };
    let id = figures.symbol_id(kind, side);
    format!(
        r##"<svg class="figure weakfish" viewBox="0 0 100 100" aria-hidden="true"><use class="{class}" href="#{id}" width="100" height="100"/></svg>"##
    )
}

/// Draws the arrow of a part that faces some way, or of one that may turn there, within the edge of the square around `at`.
///
/// The first part has a full arrowhead; each part after it has open ones, farther in.
pub(super) fn draw_arrow(svg: &mut Svg, at: (i32, i32), part: usize, wind: Wind, turn: bool) {
    // Along the edge of the square, clockwise from north; oblique winds point as the leap (1,2) does.
    let (x, y, angle) = [
        (0., -26., "0"),
        (13., -26., "26.6"),
        (25., -25., "45"),
        (26., -13., "63.4"),
        (26., 0., "90"),
        (26., 13., "116.6"),
        (25., 25., "135"),
        (13., 26., "153.4"),
        (0., 26., "180"),
        (-13., 26., "206.6"),
        (-25., 25., "225"),
        (-26., 13., "243.4"),
        (-26., 0., "270"),
        (-26., -13., "296.6"),
        (-25., -25., "315"),
        (-13., -26., "333.4"),
    ][usize::from(wind.index())];
    let transform =
        format!(r#"transform="translate({} {}) rotate({angle})""#, f64::from(at.0) + x, f64::from(at.1) + y);
    if part == 0 {
        let class = if turn { "turn" } else { "facing" };
        return svg.push(format_args!(r#"<path class="{class}" d="M0 -4L9 3H-9Z" {transform}/>"#));
    }
    let strokes: Vec<_> =
        (0..part.min(3) as i32).map(|stroke| format!("M-9 {0}L0 {1}L9 {0}", 11 + 5 * stroke, 5 + 5 * stroke)).collect();
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

/// Draws the figure of a wall on the square with this upper left corner.
pub(super) fn draw_wall(svg: &mut Svg, (x, y): (i32, i32)) {
    let inset = (CELL - WIDTH) / 2;
    let (x, y) = (x + inset, y + inset);
    svg.push(format_args!(r##"<use class="blocker" href="#wall" x="{x}" y="{y}" width="{WIDTH}" height="{WIDTH}"/>"##));
}

/// Draws the badge of a mode, or of one into which the man may flip. Men in moving mode have none on the board.
pub(super) fn draw_badge(svg: &mut Svg, centre: (i32, i32), mode: Mode, flip: bool) {
    let class = if flip { "flip" } else { "badge" };
    let (x, y) = centre;
    svg.push(format_args!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="7"/>"#));
    match mode {
        Mode::Moving => svg.push(format_args!(r#"<circle class="badge-dot" cx="{x}" cy="{y}" r="3"/>"#)),
        Mode::Capturing => svg.push(format_args!(
            r#"<path class="badge-cross" d="M{0} {1}l5 5m0 -5l-5 5"/>"#,
            f64::from(x) - 2.5,
            f64::from(y) - 2.5
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
    "amazon" "archbishop" "bede" "bishop" "camel" "cannon" "captain" "chancellor" "charging-knight" "charging-rook"
    "chick" "colonel" "combine" "crab" "crane" "dabbaba" "disc" "dragon" "duck" "elephant" "fad" "falcon" "ferz"
    "fibnif" "fool" "general" "giraffe" "gold" "half-duck" "harvester" "hen" "hoplite" "hunter" "khon" "king"
    "knight" "lance" "left-quail" "lieutenant" "lion" "lobster" "mann" "nightrider" "oyster" "pawn" "pheasant"
    "phoenix" "probe" "queen" "reaper" "right-quail" "rook" "shield" "short-rook" "silver" "snail" "soldier"
    "swallow" "tokin" "unicorn" "waffle" "wazir" "woody-rook"
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
    ("counter", "disc"),
    ("empress", "chancellor"),
    ("fers", "ferz"),
    ("guard", "wazir"),
    ("horse", "knight"),
    ("jester", "fool"),
    ("man", "mann"),
    ("marshal", "chancellor"),
    ("met", "ferz"),
    ("princess", "archbishop"),
    ("stone", "disc"),
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
    ("FfW", "khon"),
    ("RF", "dragon"),
    ("BW", "unicorn"),
    ("NN", "nightrider"),
    ("BD", "bede"),
    ("WA", "waffle"),
    ("FAD", "fad"),
    ("WD", "woody-rook"),
    ("R4", "short-rook"),
    ("HFD", "half-duck"),
    ("BnDD", "hunter"),
];

/// A way to choose the drawing of a man.
type Choice<'a> = dyn Fn(&Kind) -> Option<&'static Figure> + 'a;

/// Chooses the figure of each kind; `None` for those that have none and show their letter. Those that the game names come
/// first, then whole names of men, then movements, then last words of names. Two kinds that one side can have share no
/// figure that the game does not name. A promoted man, `+R`, has the figure of the man that it was.
fn choose_figures(variant: &Variant) -> Vec<ManDrawing> {
    let movement = |(betza, figure): &(&str, &str)| Some((betza::movement(betza).0?, Figure::named(figure)?));
    let movements: Vec<(Movement, &Figure)> = BY_MOVEMENT.iter().filter_map(movement).collect();
    let by_name = |name: &str| {
        let synonym = SYNONYMS.iter().find(|(synonym, _)| *synonym == name);
        Figure::named(synonym.map_or(&name.replace(' ', "-"), |(_, figure)| *figure))
    };
    let by_movement = |kind: &Kind| {
        let [part] = kind.components.as_slice() else { return None };
        let figure = movements.iter().find(|(movement, _)| *movement == part.movement);
        figure.map(|(_, figure)| *figure).filter(|_| !kind.royal)
    };
    let by_last_word = |kind: &Kind| kind.name.rsplit_once(' ').and_then(|(_, word)| by_name(word));
    let choices: [&Choice<'_>; 3] = [&|kind| by_name(&kind.name), &by_movement, &by_last_word];
    let mut chosen: Vec<Option<Shapes>> = vec![None; variant.kinds.len()];
    for named in &variant.figures.men {
        if let Some(of_kind) = chosen.get_mut(named.kind.index()) {
            *of_kind = Shapes::named(&named.figure);
        }
    }
    for choice in choices {
        for (index, kind) in variant.kinds.iter().enumerate() {
            if chosen[index].is_some() || is_promoted(kind) {
                continue;
            }
            let Some(figure) = choice(kind).map(Shapes::Library) else { continue };
            let is_of_same_side =
                |other: &Kind| (other.sides.white && kind.sides.white) || (other.sides.black && kind.sides.black);
            let taken = chosen
                .iter()
                .zip(&variant.kinds)
                .any(|(other, owner)| other.as_ref() == Some(&figure) && is_of_same_side(owner));
            if !taken {
                chosen[index] = Some(figure);
            }
        }
    }
    let was = |kind: &Kind| {
        let symbol = kind.symbol.strip_prefix('+')?;
        let index = variant.kinds.iter().position(|other| other.symbol == symbol)?;
        chosen[index].clone()
    };
    let drawing = |(kind, figure): (&Kind, &Option<Shapes>)| {
        let base = if figure.is_none() { was(kind) } else { None };
        ManDrawing { promoted: base.is_some(), figure: figure.clone().or(base) }
    };
    variant.kinds.iter().zip(&chosen).map(drawing).collect()
}

/// Whether a man has the sign of promoted men, as in Shogi with Western letters.
fn is_promoted(kind: &Kind) -> bool {
    kind.symbol.starts_with('+')
}
