//! Diagrams of how a man moves: in each facing, the man in the middle and a mark on every square that it reaches.

use std::collections::BTreeSet;

use super::frame::Frame;
use super::marks::{Mark, draw_all, legend_line};
use super::men::{CELL, Men, arrow, badge, square};
use super::svg::{Svg, escaped, shortened};
use super::views::{Facings, View, facing_place, turned, views};
use crate::betza::{Offset, Survey};
use crate::geometry::Side;
use crate::model::{Access, KindId, ManState, Mode, Variant};
use crate::notation::man_name;

/// Room between diagrams, and around the picture.
const GAP: i32 = 28;
/// The height of a caption and of a line of the legend.
const LINE_HEIGHT: i32 = 36;
/// A row of diagrams is at most this wide, unless a single one is wider.
const MAX_ROW_WIDTH: i32 = 1400;
/// About how wide a character of a caption is.
const CHARACTER_WIDTH: i32 = 10;
/// Captions are cut after this many characters.
const MAX_CAPTION: usize = 70;

/// Draws the moves of a man as an SVG: a diagram for every way it can face, and a legend. It is White's man; see
/// [`Symmetry`](crate::model::Symmetry) for how Black's moves.
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
/// let svg = picture::man(game.variant(), pawn);
/// assert!(["Facing n", "Facing ne", "Facing nw"].iter().all(|way| svg.contains(way)));
/// ```
pub fn man(variant: &Variant, id: KindId) -> String {
    of_views(variant, id, views(variant, id, Facings::All))
}

/// Draws the moves of a man as it faces at the start; returns with the picture how many diagrams [`man`] has besides.
///
/// ```
/// use weakfish::geometry::Side;
/// use weakfish::{BuiltIns, builtin, load, picture};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let queen = game.variant().kind_of_symbol(Side::White, "Q").unwrap();
/// let (svg, more) = picture::man_at_start(game.variant(), queen);
/// assert!(more > 0 && svg.len() < picture::man(game.variant(), queen).len());
/// ```
pub fn man_at_start(variant: &Variant, id: KindId) -> (String, usize) {
    let [all, first] = [Facings::All, Facings::AtStart].map(|facings| views(variant, id, facings));
    let more = all.len().saturating_sub(first.len());
    (of_views(variant, id, first), more)
}

fn of_views(variant: &Variant, id: KindId, views: Vec<View>) -> String {
    let pictures = Men::new(variant);
    let diagrams: Vec<Diagram<'_>> = views.into_iter().map(|view| Diagram::new(variant, id, view)).collect();
    let kind = variant.kind(id);
    let betza: Vec<_> = kind.components.iter().map(crate::model::Component::written).collect();
    let heading = shortened(&format!("{}: {}", man_name(variant, id), betza.join(" + ")), MAX_CAPTION);
    let legend = Legend::of(variant, id, &diagrams);
    let captions = if diagrams.iter().any(|diagram| !diagram.view.when.is_empty()) { LINE_HEIGHT } else { 0 };
    let (placed, width, height) = rows(&diagrams, 2 * GAP + 12, captions);
    let width = width.max(legend.width()).max(2 * GAP + heading.chars().count() as i32 * 16);
    let size = (width, height + legend.height() + GAP);
    let mut svg = Svg::default();
    let title = format!("{}: the {}", variant.title, man_name(variant, id));
    let words: Vec<_> = diagrams.iter().map(|diagram| diagram.view.in_words()).collect();
    Frame::alone().open(&mut svg, size, &title, &words.join(" "));
    pictures.symbols(&mut svg, [id].into_iter());
    svg.line(format_args!(r#"<text class="heading" x="{GAP}" y="{}">{}</text>"#, GAP + 24, escaped(&heading)));
    for (diagram, at) in diagrams.iter().zip(placed) {
        let caption = shortened(&crate::prose::capitalized(&diagram.view.when), MAX_CAPTION);
        if !caption.is_empty() {
            svg.line(format_args!(
                r#"<text class="caption" x="{}" y="{}">{}</text>"#,
                at.0,
                at.1 - 10,
                escaped(&caption)
            ));
        }
        diagram.draw(&mut svg, &pictures, at);
    }
    legend.draw(&mut svg, (GAP, height));
    svg.close("svg");
    svg.into_text()
}

/// The layout of diagrams in rows below `top`: their places, and the width and height of all.
fn rows(diagrams: &[Diagram<'_>], top: i32, captions: i32) -> (Vec<(i32, i32)>, i32, i32) {
    let (mut x, mut y, mut width, mut tallest) = (GAP, top, 0, 0);
    let mut placed = Vec::new();
    for diagram in diagrams {
        let slot = diagram.slot();
        if x > GAP && x + slot + GAP > MAX_ROW_WIDTH {
            (x, y, tallest) = (GAP, y + tallest, 0);
        }
        placed.push((x, y + captions));
        x += slot + GAP;
        width = width.max(x);
        tallest = tallest.max(captions + diagram.size() + GAP);
    }
    (placed, width, y + tallest)
}

/// One diagram.
pub(crate) struct Diagram<'v> {
    variant: &'v Variant,
    id: KindId,
    pub(crate) view: View,
    survey: Survey,
}

impl<'v> Diagram<'v> {
    pub(crate) fn new(variant: &'v Variant, id: KindId, view: View) -> Self {
        let survey = Survey::on(&view.movement, variant.board);
        Self { variant, id, view, survey }
    }

    /// The diagram as a picture of a page.
    pub(crate) fn in_page(&self, frame: &Frame<'_>) -> String {
        let mut svg = Svg::default();
        let title = match self.view.when.as_str() {
            "" => man_name(self.variant, self.id),
            when => format!("{} {when}", man_name(self.variant, self.id)),
        };
        let size = self.size() + 4;
        frame.open(&mut svg, (size, size), &title, &self.view.in_words());
        self.draw(&mut svg, &Men::new(self.variant), (2, 2));
        svg.close("svg");
        svg.into_text()
    }

    fn size(&self) -> i32 {
        (2 * self.survey.reach + 1) * CELL
    }

    /// The width that it takes with its caption.
    fn slot(&self) -> i32 {
        self.size().max(self.view.when.chars().count().min(MAX_CAPTION) as i32 * CHARACTER_WIDTH)
    }

    /// The marks of the squares.
    fn marks(&self) -> impl Iterator<Item = (Offset, Vec<Mark>)> + '_ {
        self.survey.squares.iter().map(|(at, reached)| {
            (*at, reached.ends.iter().map(|(condition, modes)| Mark::new(*condition, *modes)).collect())
        })
    }

    fn draw(&self, svg: &mut Svg, pictures: &Men<'_>, (left, top): (i32, i32)) {
        let reach = self.survey.reach;
        let centre = |(x, y): Offset| (left + (x + reach) * CELL + CELL / 2, top + (reach - y) * CELL + CELL / 2);
        svg.open(r#"<g class="diagram">"#);
        for y in (-reach..=reach).rev() {
            for x in -reach..=reach {
                let class = if (x + y) % 2 == 0 { "dark" } else { "light" };
                let (x, y) = centre((x, y));
                square(svg, (x - CELL / 2, y - CELL / 2), class, 0);
            }
        }
        svg.line(format_args!(r#"<rect class="edge" x="{left}" y="{top}" width="{0}" height="{0}"/>"#, self.size()));
        self.draw_tracks(svg, centre);
        for &at in &self.survey.passed {
            passed(svg, centre(at));
        }
        for (at, marks) in self.marks() {
            draw_all(svg, centre(at), &marks);
        }
        pictures.draw(svg, centre((0, 0)), Side::White, self.id, &ManState::default());
        if let Some((part, wind)) = self.view.facing {
            let place = facing_place(self.variant, self.id, Side::White, part).unwrap_or_default();
            arrow(svg, centre((0, 0)), place, wind, false);
            for wind in turned(self.variant, self.id, part, wind) {
                arrow(svg, centre((0, 0)), place, wind, true);
            }
        }
        svg.close("g");
    }

    /// The lines of slides, and arrows where they go on.
    fn draw_tracks(&self, svg: &mut Svg, centre: impl Fn(Offset) -> (i32, i32)) {
        for &(from, to) in &self.survey.tracks {
            let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
            svg.line(format_args!(r#"<path class="track" d="M{x} {y}L{to_x} {to_y}"/>"#));
            if self.survey.squares.get(&to).is_some_and(|reached| reached.goes_on) {
                let (dx, dy) = (to_x - x, to_y - y);
                let length = dx.abs().max(dy.abs()).max(1);
                // The y axis of a picture points down.
                let angle = f64::from(dx).atan2(f64::from(-dy)).to_degrees();
                svg.line(format_args!(
                    r#"<path class="onward" d="M0 -8L8 6H-8Z" transform="translate({} {}) rotate({angle:.0})"/>"#,
                    to_x + 23 * dx / length,
                    to_y + 23 * dy / length
                ));
            }
        }
    }
}

/// Whether the man leaps over squares that may be occupied.
fn leaps(survey: &Survey) -> bool {
    survey.squares.iter().any(|(at, reached)| {
        let free = reached.ends.keys().any(|condition| condition.access == Access::Free);
        free && at.0.abs().max(at.1.abs()) > 1 && !survey.tracks.iter().any(|(_, to)| to == at)
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
    Moving,
    Capturing,
    /// The first and the last file are neighbours, which nothing shows.
    Wraps,
}

impl Legend {
    /// The signs that diagrams of a man use.
    pub(crate) fn of(variant: &Variant, id: KindId, diagrams: &[Diagram<'_>]) -> Self {
        let any = |has: &dyn Fn(&Survey) -> bool| diagrams.iter().any(|diagram| has(&diagram.survey));
        let turns = diagrams.iter().any(|diagram| diagram.view.facing.is_some());
        let flips = variant.kind(id).flips.is_some();
        let present = [
            (Sign::Track, any(&|survey| !survey.tracks.is_empty())),
            (Sign::Onward, any(&|survey| survey.squares.values().any(|reached| reached.goes_on))),
            (Sign::Leap, any(&leaps)),
            (Sign::Passed, any(&|survey| !survey.passed.is_empty())),
            (Sign::Faces, turns),
            (Sign::Turns, turns),
            (Sign::Moving, flips),
            (Sign::Capturing, flips),
            (Sign::Wraps, any(&|survey| survey.wraps)),
        ];
        let marks = diagrams.iter().flat_map(Diagram::marks).flat_map(|(_, marks)| marks).map(Sign::Mark);
        Self { signs: present.into_iter().filter(|(_, is)| *is).map(|(sign, _)| sign).chain(marks).collect() }
    }

    /// Takes the signs of other diagrams in.
    pub(crate) fn add(&mut self, other: Self) {
        self.signs.extend(other.signs);
    }

    fn lines(&self) -> Vec<(Sign, String)> {
        self.signs.iter().map(|&sign| (sign, sign.in_words())).collect()
    }

    /// Every sign as a small picture of a page, with its meaning.
    pub(crate) fn in_page(&self) -> Vec<(String, String)> {
        let entry = |(sign, words): (Sign, String)| {
            let mut svg = Svg::default();
            svg.open(format_args!(
                r#"<svg class="weakfish" viewBox="-32 -32 {CELL} {CELL}" width="32" height="32" aria-hidden="true">"#
            ));
            sign.draw(&mut svg, (0, 0));
            svg.close("svg");
            (svg.into_text(), words)
        };
        self.lines().into_iter().map(entry).collect()
    }

    fn width(&self) -> i32 {
        let longest = self.lines().iter().map(|(_, words)| words.chars().count()).max().unwrap_or(0);
        2 * GAP + CELL + longest as i32 * CHARACTER_WIDTH
    }

    fn height(&self) -> i32 {
        self.lines().len() as i32 * LINE_HEIGHT
    }

    fn draw(&self, svg: &mut Svg, (left, top): (i32, i32)) {
        svg.open(r#"<g class="legend">"#);
        for (line, (sign, words)) in (0..).zip(self.lines()) {
            let y = top + line * LINE_HEIGHT + LINE_HEIGHT / 2;
            sign.draw(svg, (left + 22, y));
            legend_line(svg, (left + 60, y), &words);
        }
        svg.close("g");
    }
}

impl Sign {
    fn in_words(self) -> String {
        match self {
            Self::Mark(mark) => return mark.in_words(),
            Self::Track => "goes along the line, square by square",
            Self::Onward => "and so on to the edge of the board",
            Self::Leap => "without a line: leaps, whatever stands between",
            Self::Passed => "must be empty",
            Self::Faces => "the way it faces",
            Self::Turns => "where one turn, made instead of a move, lets it face",
            Self::Moving => "on the board: it may move now, but not capture",
            Self::Capturing => "on the board: it may capture now, but not move",
            Self::Wraps => "the first and the last file are neighbours",
        }
        .to_owned()
    }

    fn draw(self, svg: &mut Svg, (x, y): (i32, i32)) {
        match self {
            Self::Mark(mark) => mark.draw(svg, (x, y), 90),
            Self::Track => svg.line(format_args!(r#"<path class="track" d="M{} {y}H{}"/>"#, x - 18, x + 18)),
            Self::Onward => svg.line(format_args!(
                r#"<path class="onward" d="M0 -8L8 6H-8Z" transform="translate({x} {y}) rotate(90)"/>"#
            )),
            Self::Passed => passed(svg, (x, y)),
            Self::Faces | Self::Turns => {
                let turn = matches!(self, Self::Turns);
                arrow(svg, (x, y + 26), 0, crate::geometry::Wind::NORTH, turn);
            }
            Self::Moving => badge(svg, (x, y), Mode::Moving, false),
            Self::Capturing => badge(svg, (x, y), Mode::Capturing, false),
            Self::Leap | Self::Wraps => {}
        }
    }
}

/// Draws the diamond on a square that must be empty, around this point.
fn passed(svg: &mut Svg, (x, y): (i32, i32)) {
    let (left, right, top, bottom) = (x - 12, x + 12, y - 12, y + 12);
    svg.line(format_args!(r#"<path class="passed" d="M{left} {y}L{x} {top}L{right} {y}L{x} {bottom}Z"/>"#));
}
