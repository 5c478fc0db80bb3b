//! Diagrams of how a man moves: in each facing, the man in the middle and a mark on every square that it reaches.

use std::collections::{BTreeMap, BTreeSet};

use crate::betza::{MoveCondition, Offset, Survey, ends_in_words};
use crate::geometry::{Side, Wind};
use crate::model::{Access, BoardPattern, KindId, ManState, Mode, Modes, Movement, Orientation, Variant};
use crate::notation::man_name;
use crate::picture::men::{CELL, ManFigures, draw_arrow, draw_badge, draw_square};
use crate::picture::svg::{Frame, Svg, escaped, shortened};
use crate::{betza, prose};

/// Room between diagrams, and around the picture.
const GAP: i32 = 28;
/// The height of a caption and of a line of the legend.
const LINE_HEIGHT: i32 = 36;
/// A row of diagrams is at most this wide, unless a single one is wider.
const MAX_ROW_WIDTH: i32 = 1400;
/// About how wide a character of the heading is, and one of a caption.
const HEADING_CHARACTER_WIDTH: i32 = 16;
const CHARACTER_WIDTH: i32 = 10;
/// Captions are cut after this many characters.
const MAX_CAPTION: usize = 70;

/// Draws the moves of a man as an SVG: a diagram for every way it can face, and a legend. It is White's man; see
/// [`Symmetry`](crate::model::Symmetry) for how Black's moves. `characters` is as in [`Annotations`](super::Annotations).
///
/// Moves, captures, lame moves and hops have marks of different shapes, slides have lines, and outlined arrows point
/// where one turn leads.
///
/// ```
/// use weakfish::geometry::Side;
/// use weakfish::{BuiltIns, builtin, load, picture};
///
/// let game = load(&builtin::source("weakest").unwrap(), &BuiltIns).unwrap();
/// let pawn = game.variant().kind_of_symbol(Side::White, "P").unwrap();
/// let svg = picture::man(game.variant(), pawn, false);
/// assert!(["Facing n", "Facing ne", "Facing nw"].iter().all(|way| svg.contains(way)));
/// ```
pub fn man(variant: &Variant, id: KindId, characters: bool) -> String {
    draw_views(&ManFigures::new(variant).with_characters(characters), id, views(variant, id, Facings::All))
}

/// Draws the moves of a man as it faces at the start; returns with the picture how many diagrams [`man`] has besides.
///
/// ```
/// use weakfish::geometry::Side;
/// use weakfish::{BuiltIns, builtin, load, picture};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let queen = game.variant().kind_of_symbol(Side::White, "Q").unwrap();
/// let (svg, more) = picture::man_at_start(game.variant(), queen, false);
/// assert!(more > 0 && svg.len() < picture::man(game.variant(), queen, false).len());
/// ```
pub fn man_at_start(variant: &Variant, id: KindId, characters: bool) -> (String, usize) {
    let [all, first] = [Facings::All, Facings::AtStart].map(|facings| views(variant, id, facings));
    let more = all.len().saturating_sub(first.len());
    (draw_views(&ManFigures::new(variant).with_characters(characters), id, first), more)
}

/// Draws a diagram for each view, with a legend below.
fn draw_views(figures: &ManFigures<'_>, id: KindId, views: Vec<View>) -> String {
    let variant = figures.variant();
    let diagrams: Vec<Diagram<'_>> = views.into_iter().map(|view| Diagram::new(variant, id, view)).collect();
    let kind = variant.kind(id);
    let betza: Vec<_> = kind.components.iter().map(crate::model::Component::written).collect();
    let heading = shortened(&format!("{}: {}", man_name(variant, id), betza.join(" + ")), MAX_CAPTION);
    let legend = Legend::for_diagrams(variant, id, &diagrams);
    let caption_height = if diagrams.iter().any(|diagram| !diagram.view.caption.is_empty()) { LINE_HEIGHT } else { 0 };
    let (corners, width, height) = lay_out_rows(&diagrams, 2 * GAP + 12 /* below the heading */, caption_height);
    let width = width.max(legend.width()).max(2 * GAP + heading.chars().count() as i32 * HEADING_CHARACTER_WIDTH);
    let size = (width, height + legend.height() + GAP);
    let mut svg = Svg::default();
    let title = format!("{}: the {}", variant.title, man_name(variant, id));
    let words: Vec<_> = diagrams.iter().map(|diagram| diagram.view.in_words()).collect();
    svg.open_picture(None, size, &title, &words.join(" "));
    figures.write_symbols(&mut svg, [id].into_iter());
    svg.push(format_args!(r#"<text class="heading" x="{GAP}" y="{}">{}</text>"#, GAP + 24, escaped(&heading)));
    for (diagram, corner) in diagrams.iter().zip(corners) {
        let caption = shortened(&prose::capitalized(&diagram.view.caption), MAX_CAPTION);
        if !caption.is_empty() {
            svg.push(format_args!(
                r#"<text class="caption" x="{}" y="{}">{}</text>"#,
                corner.0,
                corner.1 - 10,
                escaped(&caption)
            ));
        }
        diagram.draw(&mut svg, figures, corner);
    }
    legend.draw(&mut svg, (GAP, height));
    svg.close("svg");
    svg.into_text()
}

/// Lays out diagrams in rows below `top`, each below room for its caption: the upper left corner of each, and the
/// width and height of all.
fn lay_out_rows(diagrams: &[Diagram<'_>], top: i32, caption_height: i32) -> (Vec<(i32, i32)>, i32, i32) {
    let (mut x, mut y, mut width, mut tallest) = (GAP, top, 0, 0);
    let mut corners = Vec::new();
    for diagram in diagrams {
        let slot_width = diagram.width_with_caption();
        if x > GAP && x + slot_width + GAP > MAX_ROW_WIDTH {
            (x, y, tallest) = (GAP, y + tallest, 0);
        }
        corners.push((x, y + caption_height));
        x += slot_width + GAP;
        width = width.max(x);
        tallest = tallest.max(caption_height + diagram.size() + GAP);
    }
    (corners, width, y + tallest)
}

/// A movement diagram: the man in the middle, and marks on the squares that the movement reaches.
pub(crate) struct Diagram<'v> {
    variant: &'v Variant,
    id: KindId,
    pub(crate) view: View,
    survey: Survey,
}

impl<'v> Diagram<'v> {
    /// The diagram of a movement, before it is drawn.
    pub(crate) fn new(variant: &'v Variant, id: KindId, view: View) -> Self {
        let survey = Survey::on(&view.movement, variant.board);
        Self { variant, id, view, survey }
    }

    /// Renders the diagram as an SVG of its own, for a page that has the style and the drawings of the men already.
    pub(crate) fn to_svg(&self, figures: &ManFigures<'_>, frame: Frame<'_>) -> String {
        let mut svg = Svg::default();
        let title = match self.view.caption.as_str() {
            "" => man_name(self.variant, self.id),
            caption => format!("{} {caption}", man_name(self.variant, self.id)),
        };
        let size = self.size() + 4; // a border of 2 on each side
        svg.open_picture(frame, (size, size), &title, &self.view.in_words());
        self.draw(&mut svg, figures, (2, 2));
        svg.close("svg");
        svg.into_text()
    }

    /// The width and height of the diagram, without its caption.
    fn size(&self) -> i32 {
        (2 * self.survey.reach + 1) * CELL
    }

    /// The width that it takes with its caption.
    fn width_with_caption(&self) -> i32 {
        self.size().max(self.view.caption.chars().count().min(MAX_CAPTION) as i32 * CHARACTER_WIDTH)
    }

    /// The marks on each square that the movement reaches, by the square's offset from the man.
    fn marks(&self) -> impl Iterator<Item = (Offset, Vec<Mark>)> + '_ {
        self.survey.squares.iter().map(|(offset, reached)| {
            (*offset, reached.ends.iter().map(|(condition, modes)| Mark::new(*condition, *modes)).collect())
        })
    }

    /// Draws squares, lines, marks, the man and its facing arrows into a picture; `(left, top)` is the upper left
    /// corner.
    fn draw(&self, svg: &mut Svg, figures: &ManFigures<'_>, (left, top): (i32, i32)) {
        let reach = self.survey.reach;
        let centre = |(x, y): Offset| (left + (x + reach) * CELL + CELL / 2, top + (reach - y) * CELL + CELL / 2);
        svg.open(r#"<g class="diagram">"#);
        self.draw_squares(svg, (left, top));
        svg.push(format_args!(r#"<rect class="edge" x="{left}" y="{top}" width="{0}" height="{0}"/>"#, self.size()));
        self.draw_tracks(svg, centre);
        for &offset in &self.survey.passed {
            draw_must_be_empty(svg, centre(offset));
        }
        for (offset, marks) in self.marks() {
            draw_marks(svg, centre(offset), &marks);
        }
        figures.draw(svg, centre((0, 0)), Side::White, self.id, &ManState::default());
        if let Some((part, wind)) = self.view.facing {
            let arrow_index = facing_index(self.variant, self.id, Side::White, part).unwrap_or_default();
            draw_arrow(svg, centre((0, 0)), arrow_index, wind, false);
            for wind in winds_after_turn(self.variant, self.id, part, wind) {
                draw_arrow(svg, centre((0, 0)), arrow_index, wind, true);
            }
        }
        svg.close("g");
    }

    /// Draws the squares of the diagram as those of the game's board; lines through points go on beyond the diagram.
    fn draw_squares(&self, svg: &mut Svg, (left, top): (i32, i32)) {
        let (size, count) = (self.size(), 2 * self.survey.reach + 1);
        let inset = match self.variant.board_style.pattern {
            BoardPattern::Checkered => {
                for (y, x) in (0..count).flat_map(|y| (0..count).map(move |x| (y, x))) {
                    let class = if (x + y) % 2 == 0 { "dark" } else { "light" };
                    draw_square(svg, (left + x * CELL, top + y * CELL), class, 0);
                }
                return;
            }
            BoardPattern::Plain => 0,
            BoardPattern::Points => CELL / 2,
        };
        svg.push(format_args!(r#"<rect class="plain" x="{left}" y="{top}" width="{size}" height="{size}"/>"#));
        let lines = (0..count).map(|line| line * CELL + inset).filter(|&at| at > 0);
        let lines = lines.map(|at| format!("M{} {top}v{size}M{left} {}h{size}", left + at, top + at));
        svg.push(format_args!(r#"<path class="grid" d="{}"/>"#, lines.collect::<String>()));
    }

    /// Draws the lines of slides, and arrowheads where a slide continues beyond the diagram.
    fn draw_tracks(&self, svg: &mut Svg, centre: impl Fn(Offset) -> (i32, i32)) {
        for &(from, to) in &self.survey.tracks {
            let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
            svg.push(format_args!(r#"<path class="track" d="M{x} {y}L{to_x} {to_y}"/>"#));
            if self.survey.squares.get(&to).is_some_and(|reached| reached.goes_on) {
                let (dx, dy) = (to_x - x, to_y - y);
                let length = dx.abs().max(dy.abs()).max(1);
                // The y axis of a picture points down. The arrowhead stands 23 units beyond the last square's centre.
                let angle = f64::from(dx).atan2(f64::from(-dy)).to_degrees();
                svg.push(format_args!(
                    r#"<path class="onward" d="M0 -8L8 6H-8Z" transform="translate({} {}) rotate({angle:.0})"/>"#,
                    to_x + 23 * dx / length,
                    to_y + 23 * dy / length
                ));
            }
        }
    }
}

/// Whether the man leaps to squares farther than one step, over men that may stand between.
fn has_leaps(survey: &Survey) -> bool {
    survey.squares.iter().any(|(offset, reached)| {
        let leaps = reached.ends.keys().any(|condition| condition.access == Access::Free);
        leaps && offset.0.abs().max(offset.1.abs()) > 1 && !survey.tracks.iter().any(|(_, to)| to == offset)
    })
}

/// The signs of diagrams with their meanings.
#[derive(Debug, Default)]
pub(crate) struct Legend {
    signs: BTreeSet<Sign>,
}

/// A sign of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    Mark(Mark),
    Track,
    Onward,
    /// There is no line to a square that is leapt to.
    Leap,
    Passed,
    Faces,
    Turns,
    Capturing,
    /// The first and the last file are neighbours, which nothing shows.
    Wraps,
}

impl Legend {
    /// The legend for diagrams of a man: the signs that occur in them.
    pub(crate) fn for_diagrams(variant: &Variant, id: KindId, diagrams: &[Diagram<'_>]) -> Self {
        let any = |has: &dyn Fn(&Survey) -> bool| diagrams.iter().any(|diagram| has(&diagram.survey));
        let turns = diagrams.iter().any(|diagram| diagram.view.facing.is_some());
        let flips = variant.kind(id).flips.is_some();
        let present = [
            (Sign::Track, any(&|survey| !survey.tracks.is_empty())),
            (Sign::Onward, any(&|survey| survey.squares.values().any(|reached| reached.goes_on))),
            (Sign::Leap, any(&has_leaps)),
            (Sign::Passed, any(&|survey| !survey.passed.is_empty())),
            (Sign::Faces, turns),
            (Sign::Turns, turns),
            (Sign::Capturing, flips),
            (Sign::Wraps, any(&|survey| survey.wraps)),
        ];
        let marks = diagrams.iter().flat_map(Diagram::marks).flat_map(|(_, marks)| marks).map(Sign::Mark);
        Self { signs: present.into_iter().filter(|(_, used)| *used).map(|(sign, _)| sign).chain(marks).collect() }
    }

    /// Merges another legend into this one.
    pub(crate) fn merge(&mut self, other: Self) {
        self.signs.extend(other.signs);
    }

    /// The entries of the legend for a page: each sign as a small SVG, with its meaning in words.
    pub(crate) fn svg_entries(&self) -> Vec<(String, String)> {
        let entry = |sign: &Sign| {
            let mut svg = Svg::default();
            svg.open(format_args!(
                r#"<svg class="weakfish" viewBox="-32 -32 {CELL} {CELL}" width="32" height="32" aria-hidden="true">"#
            ));
            sign.draw(&mut svg, (0, 0));
            svg.close("svg");
            (svg.into_text(), sign.in_words())
        };
        self.signs.iter().map(entry).collect()
    }

    fn width(&self) -> i32 {
        let longest = self.signs.iter().map(|sign| sign.in_words().chars().count()).max().unwrap_or(0);
        2 * GAP + CELL + longest as i32 * CHARACTER_WIDTH
    }

    fn height(&self) -> i32 {
        self.signs.len() as i32 * LINE_HEIGHT
    }

    /// Draws the legend below the diagrams, a line for each sign with its meaning; `(left, top)` is its upper left
    /// corner.
    fn draw(&self, svg: &mut Svg, (left, top): (i32, i32)) {
        svg.open(r#"<g class="legend">"#);
        for (line, sign) in (0..).zip(&self.signs) {
            let y = top + line * LINE_HEIGHT + LINE_HEIGHT / 2;
            sign.draw(svg, (left + 22, y));
            let (x, y, words) = (left + 60, y + 7, escaped(&sign.in_words()));
            svg.push(format_args!(r#"<text class="caption" x="{x}" y="{y}">{words}</text>"#));
        }
        svg.close("g");
    }
}

impl Sign {
    /// The meaning of the sign, in the words of the legend.
    fn in_words(self) -> String {
        match self {
            Self::Mark(mark) => return mark.in_words(),
            Self::Track => "goes along the line, square by square",
            Self::Onward => "and so on to the edge of the board",
            Self::Leap => "without a line: leaps, whatever stands between",
            Self::Passed => "must be empty",
            Self::Faces => "the way it faces",
            Self::Turns => "where one turn, made instead of a move, lets it face",
            Self::Capturing => {
                "on the board: it may capture now, but not move; without this sign it may move, but not capture"
            }
            Self::Wraps => "the first and the last file are neighbours",
        }
        .to_owned()
    }

    /// Draws the sign around a point.
    fn draw(self, svg: &mut Svg, (x, y): (i32, i32)) {
        match self {
            Self::Mark(mark) => mark.draw(svg, (x, y), 90),
            Self::Track => svg.push(format_args!(r#"<path class="track" d="M{} {y}H{}"/>"#, x - 18, x + 18)),
            Self::Onward => svg.push(format_args!(
                r#"<path class="onward" d="M0 -8L8 6H-8Z" transform="translate({x} {y}) rotate(90)"/>"#
            )),
            Self::Passed => draw_must_be_empty(svg, (x, y)),
            Self::Faces | Self::Turns => {
                let turn = matches!(self, Self::Turns);
                draw_arrow(svg, (x, y + 26), 0, Wind::NORTH, turn);
            }
            Self::Capturing => draw_badge(svg, (x, y), Mode::Capturing, false),
            Self::Leap | Self::Wraps => {}
        }
    }
}

/// Draws the diamond on a square that must be empty, around this point.
fn draw_must_be_empty(svg: &mut Svg, (x, y): (i32, i32)) {
    let (left, right, top, bottom) = (x - 12, x + 12, y - 12, y + 12);
    svg.push(format_args!(r#"<path class="passed" d="M{left} {y}L{x} {top}L{right} {y}L{x} {bottom}Z"/>"#));
}

/// A cross around the origin.
const CROSS: &str = "M-11 -7L-7 -11L0 -4L7 -11L11 -7L4 0L11 7L7 11L0 4L-7 11L-11 7L-4 0Z";

/// A cross that shows around a dot.
const LARGE_CROSS: &str = "M-14 -10L-10 -14L0 -4L10 -14L14 -10L4 0L14 10L10 14L0 4L-10 14L-14 10L-4 0Z";

/// Mark of a square: how a man may end its move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    pub(super) condition: MoveCondition,
    /// Whether it may end by capturing, by moving.
    ends: (bool, bool),
}

impl Mark {
    pub(super) const fn new(condition: MoveCondition, modes: Modes) -> Self {
        Self { condition, ends: (modes.captures, modes.moves) }
    }

    /// Draws the mark around a point, scaled to a percentage of its size.
    pub(super) fn draw(self, svg: &mut Svg, centre: (i32, i32), percent: i32) {
        let scale =
            if percent == 100 { String::new() } else { format!(" scale({}.{:02})", percent / 100, percent % 100) };
        svg.open(format_args!(r#"<g class="mark" transform="translate({} {}){scale}">"#, centre.0, centre.1));
        let hollow = if self.condition.access == Access::Lame { "-hollow" } else { "" };
        match self.ends {
            (true, true) => {
                svg.push(format_args!(r#"<path class="captures{hollow}" d="{LARGE_CROSS}"/>"#));
                svg.push(format_args!(r#"<circle class="moves{hollow}" r="8"/>"#));
            }
            (false, true) => svg.push(format_args!(r#"<circle class="moves{hollow}" r="9"/>"#)),
            _ => svg.push(format_args!(r#"<path class="captures{hollow}" d="{CROSS}"/>"#)),
        }
        if self.condition.access == Access::Hop {
            svg.push(r#"<path class="condition" d="M-17 -8C-14 -26 14 -26 17 -8"/>"#);
        }
        if self.condition.first_move_only {
            svg.push(r#"<path class="condition" d="M-12 20H12"/>"#);
        }
        if self.condition.en_passant {
            svg.push(r#"<text class="en-passant" y="26">e.p.</text>"#);
        }
        svg.close("g");
    }

    /// The meaning of the mark, in words.
    pub(super) fn in_words(self) -> String {
        let (captures, moves) = self.ends;
        ends_in_words(&BTreeMap::from([(self.condition, Modes { moves, captures })]))
    }
}

/// Draws all marks of a square side by side, smaller if there are several.
fn draw_marks(svg: &mut Svg, centre: (i32, i32), marks: &[Mark]) {
    let count = marks.len() as i32;
    let (percent, spacing) = match count {
        1 => (100, 0),
        2 => (75, 30),
        _ => (60, 54 / (count - 1).max(1)),
    };
    for (index, mark) in (0..).zip(marks) {
        mark.draw(svg, (centre.0 + index * spacing - spacing * (count - 1) / 2, centre.1), percent);
    }
}

/// The facings of a man that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facings {
    /// The facings of the start.
    AtStart,
    /// All facings that the man can take.
    All,
}

/// Content of one diagram: a movement of White's man, and when it applies.
#[derive(Clone, Debug)]
pub struct View {
    /// The caption: when the man moves like this: `facing n`, `in its palace`; empty if always.
    pub caption: String,
    /// The part that moves, and the way it faces, if it has several facings.
    pub facing: Option<(usize, Wind)>,
    /// The movement.
    pub movement: Movement,
}

impl View {
    /// The movement in a sentence: `Facing n: one square forward.`
    pub fn in_words(&self) -> String {
        let words = match (self.caption.as_str(), self.movement.paths.is_empty()) {
            ("", true) => "it never moves".to_owned(),
            (caption, true) => format!("{caption}: no move"),
            ("", false) => betza::describe(&self.movement).join("; "),
            (caption, false) => format!("{caption}: {}", betza::describe(&self.movement).join("; ")),
        };
        prose::capitalized(&format!("{words}."))
    }
}

/// All movements of a man: of its parts in their facings, as a first move and in regions.
///
/// Movements along lines are a view of their own, as if there were lines everywhere.
pub fn views(variant: &Variant, id: KindId, facings: Facings) -> Vec<View> {
    let kind = variant.kind(id);
    let one_direction = matches!(kind.orientation, Orientation::OneDirection { .. });
    let mut views = Vec::new();
    for (index, part) in kind.components.iter().enumerate() {
        if one_direction && facings == Facings::AtStart {
            push_view(&mut views, "with all its directions".to_owned(), None, &part.movement);
            continue;
        }
        let all_facings = kind.facings(Side::White, variant.black, index);
        let turns = all_facings.len() > 1;
        let possible = possible_facings(variant, id, index);
        let count = if facings == Facings::All { all_facings.len() } else { 1 };
        for facing in all_facings.iter().filter(|facing| !turns || possible.contains(&facing.wind)).take(count) {
            let mut words = Vec::new();
            words.extend(part.name.as_ref().map(|name| format!("the {name} part")));
            if turns {
                words.push(format!("facing {}", facing.wind));
            }
            push_view(&mut views, words.join(" "), turns.then_some((index, facing.wind)), &facing.movement);
        }
    }
    if let Some(first) = &kind.first_move {
        let caption = if kind.moves_once_a_game() { "once a game also" } else { "as its first move also" };
        push_view(&mut views, caption.to_owned(), None, &first.movement);
    }
    for elsewhere in &kind.elsewhere {
        if let Some(region) = variant.regions.get(elsewhere.region.index()) {
            let place = region.name.as_ref().map_or("on certain squares".to_owned(), |name| format!("in its {name}"));
            push_view(&mut views, place, None, &elsewhere.movement);
        }
    }
    views
}

/// Adds a view of a movement; moves along the lines of the board become a second view.
fn push_view(views: &mut Vec<View>, caption: String, facing: Option<(usize, Wind)>, movement: &Movement) {
    let mut along = movement.along_lines(true);
    if along.paths.is_empty() {
        return views.push(View { caption, facing, movement: movement.clone() });
    }
    along.paths.iter_mut().for_each(|path| path.along_lines = false);
    let along_lines = if caption.is_empty() { "along lines".to_owned() } else { format!("{caption}, along lines") };
    views.push(View { caption, facing, movement: movement.along_lines(false) });
    views.push(View { caption: along_lines, facing, movement: Movement::new(along.paths) });
}

/// The facings that a part of White's man can have.
fn possible_facings(variant: &Variant, id: KindId, part: usize) -> BTreeSet<Wind> {
    let index = facing_index(variant, id, Side::White, part);
    let states = variant.kind(id).states(Side::White, variant.black);
    states.iter().filter_map(|state| state.facings.get(index?).copied()).collect()
}

/// The index of a part among the facings of a state, which holds only parts with several facings; `None` if the part
/// has one.
fn facing_index(variant: &Variant, id: KindId, side: Side, part: usize) -> Option<usize> {
    let kind = variant.kind(id);
    let has_several = |part: usize| kind.facings(side, variant.black, part).len() > 1;
    has_several(part).then(|| (0..part).filter(|&other| has_several(other)).count())
}

/// The winds to which a part of White's man can turn from `wind` by one turn that is a move of its own.
pub(crate) fn winds_after_turn(variant: &Variant, id: KindId, part: usize, wind: Wind) -> BTreeSet<Wind> {
    let (kind, side, symmetry) = (variant.kind(id), Side::White, variant.black);
    let Some(index) = facing_index(variant, id, side, part) else { return BTreeSet::new() };
    let mut state: ManState = kind.start_state(side, symmetry, false).unwrap_or_default();
    if let Some(facing) = state.facings.get_mut(index) {
        *facing = wind;
    }
    let winds = kind.turned(side, symmetry, &state).into_iter().filter_map(|state| state.facings.get(index).copied());
    winds.filter(|&other| other != wind).collect()
}
