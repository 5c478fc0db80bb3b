//! Boards with men on them.

use std::collections::{BTreeMap, BTreeSet};

use super::men::{self, CELL, ManFigures, draw_arrow, draw_badge};
use super::svg::{Frame, Svg, escaped};
use crate::engine::{Move, MoveKind, Position};
use crate::geometry::{Board, PerSide, Side, Square, SquareSet};
use crate::model::{Grid, KindId, ManState, PlacedMan, SetupId, Variant};
use crate::notation::uci;
use crate::prose;

/// The room for coordinates to the left and below, and that on the other sides.
const MARGIN: i32 = 26;
const BORDER: i32 = 6;

/// Men in hand: kinds with the number of each.
type Hands = PerSide<Vec<(KindId, u16)>>;

/// Annotations of a position: the last move, and a man whose moves are marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The move that led to the position: the squares that it connects are framed.
    pub last: Option<Move>,
    /// The square of a man whose legal moves are marked.
    pub from: Option<Square>,
}

/// Draws a position as an SVG: the board as White sees it, the men with their facings and modes, and a dotted ring
/// around royal men in check. If men are in hand, Black's stand above the board and White's below, each kind once with
/// the number of its men.
///
/// A square of the board is 64 units wide.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation, picture};
///
/// let game = load(&builtin::source("weakest").unwrap(), &BuiltIns).unwrap();
/// let mut position = game.start();
/// let last = notation::read_move(&position, "e2e3").unwrap();
/// position.play(last).unwrap();
/// let shown = picture::Annotations { last: Some(last), from: None };
/// let svg = picture::position(&position, &shown);
/// assert!(svg.starts_with("<svg "));
/// assert!(svg.contains("Pawn on e3 facing n moving"));
/// ```
pub fn position(position: &Position, shown: &Annotations) -> String {
    draw_position(position, shown, None)
}

/// Draws a setup as an SVG, as [`position()`] does. An id of another game gives the first setup.
pub fn setup(variant: &Variant, id: SetupId) -> String {
    draw_setup(variant, id, None)
}

/// Draws a setup; in a page, `frame` is the name of the picture.
pub(crate) fn draw_setup(variant: &Variant, id: SetupId, frame: Frame<'_>) -> String {
    let Some(setup) = variant.setups.get(id.index()).or(variant.setups.first()) else { return String::new() };
    let title = format!("{}, setup {}", variant.title, setup.name);
    let in_hand = |side| setup.hands[side].iter().map(|&(kind, number)| (kind, number.into())).collect();
    draw_board(variant, &setup.men, &PerSide::from_fn(in_hand), &title, frame, |_, _| {}, |_, _| {})
}

/// Draws a position; in a page, `frame` is the name of the picture. Frames and check rings lie below the men, move
/// marks above.
pub(crate) fn draw_position(position: &Position, annotations: &Annotations, frame: Frame<'_>) -> String {
    let game = position.game();
    let variant = game.variant();
    let placed_man = |(square, piece)| {
        let info = game.piece_info(piece);
        PlacedMan { square, side: info.side, kind: info.kind, state: info.state.clone() }
    };
    let men: Vec<PlacedMan> = position.men().map(placed_man).collect();
    let checked = if position.in_check() { attacked_royals(position) } else { SquareSet::EMPTY };
    let title = format!("{}, {} to move", variant.title, position.turn());
    let below = |svg: &mut Svg, layout: &Layout| {
        for wall in position.walls().iter() {
            men::draw_square(svg, layout.corner(wall), "wall", 0);
        }
        for (square, class) in annotations.last.map_or_else(Vec::new, framed_squares) {
            men::draw_square(svg, layout.corner(square), class, 3);
        }
        if let Some(from) = annotations.from {
            men::draw_square(svg, layout.corner(from), "chosen", 3);
        }
        for square in checked.iter() {
            let (x, y) = layout.centre(square);
            svg.push(format_args!(r#"<circle class="check" cx="{x}" cy="{y}" r="28"/>"#));
        }
    };
    let above = |svg: &mut Svg, layout: &Layout| {
        if let Some(from) = annotations.from {
            for destination in destinations(position, from) {
                destination.draw(svg, layout);
            }
        }
    };
    let hands = PerSide::from_fn(|side| position.hand(side));
    draw_board(variant, &men, &hands, &title, frame, below, above)
}

/// The royal men of the side to move that are attacked.
fn attacked_royals(position: &Position) -> SquareSet {
    let royals = position.royal_men(position.turn());
    royals.iter().filter(|&square| !position.attackers(square, !position.turn()).is_empty()).collect()
}

/// The squares that the last move connects, with the CSS classes of their frames.
fn framed_squares(mv: Move) -> Vec<(Square, &'static str)> {
    match (mv.from(), mv.to()) {
        (Some(from), Some(to)) if from != to => vec![(from, "left"), (to, "last")],
        (_, Some(to)) => vec![(to, "last")],
        _ => Vec::new(),
    }
}

/// The effect of moves on their target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MoveEffect {
    Move,
    Capture,
    /// A turn or a flip on its square.
    Stay,
}

/// A square with all moves of one man that end there in one way.
struct Destination {
    square: Square,
    effect: MoveEffect,
    /// The moves in machine notation, in their order.
    texts: Vec<String>,
    /// The state of the man before, and those that it can have after the moves.
    before: ManState,
    states: BTreeSet<ManState>,
}

/// The legal moves of a man, grouped by the square where they end and by their effect.
fn destinations(position: &Position, from: Square) -> Vec<Destination> {
    let game = position.game();
    let Some(man) = position.piece_at(from).map(|piece| game.piece_info(piece)) else { return Vec::new() };
    let mut destinations: BTreeMap<(Square, MoveEffect), Destination> = BTreeMap::new();
    for (text, mv) in uci::legal_moves(position) {
        let (Some(start), Some(to), Some(piece)) = (mv.from(), mv.to(), mv.piece()) else { continue };
        if start != from {
            continue;
        }
        let effect = match mv.kind() {
            Some(MoveKind::Stationary) => MoveEffect::Stay,
            _ if position.is_capture(mv) => MoveEffect::Capture,
            _ => MoveEffect::Move,
        };
        let new_destination = || Destination {
            square: to,
            effect,
            texts: Vec::new(),
            before: man.state.clone(),
            states: BTreeSet::new(),
        };
        let destination = destinations.entry((to, effect)).or_insert_with(new_destination);
        destination.texts.push(text);
        let after = game.piece_info(piece);
        if after.kind == man.kind {
            destination.states.insert(after.state.clone());
        }
    }
    destinations.into_values().collect()
}

impl Destination {
    /// Draws the mark of the moves that end here: a dot, four corners for a capture, and the turns that they allow.
    fn draw(&self, svg: &mut Svg, layout: &Layout) {
        let (x, y) = layout.centre(self.square);
        let class = match self.effect {
            MoveEffect::Move => "to-move",
            MoveEffect::Capture => "to-capture",
            MoveEffect::Stay => "to-stay",
        };
        svg.open(format_args!(r#"<g class="{class}" transform="translate({x} {y})">"#));
        svg.push(format_args!("<title>{}</title>", escaped(&self.texts.join(" "))));
        match self.effect {
            MoveEffect::Move => svg.push(r#"<circle class="moves" r="10"/>"#),
            MoveEffect::Capture => {
                for (x, y) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
                    svg.push(format_args!(
                        r#"<path class="captures" d="M{} {}H{}L{} {}Z"/>"#,
                        31 * x,
                        31 * y,
                        11 * x,
                        31 * x,
                        11 * y
                    ));
                }
            }
            // Beside the man, which becomes another one where it stands.
            MoveEffect::Stay if self.states.is_empty() => svg.push(r#"<circle class="moves" cx="23" cy="-23" r="6"/>"#),
            MoveEffect::Stay => {}
        }
        if self.effect == MoveEffect::Stay || self.states.len() > 1 {
            self.draw_turns(svg);
        }
        svg.close("g");
    }

    /// Draws arrows and a badge for the facings and modes that the man can take by these moves.
    fn draw_turns(&self, svg: &mut Svg) {
        let changed_facings = |state: &ManState| {
            let pairs = state.facings.iter().zip(&self.before.facings).enumerate();
            let changed = pairs.filter(|(_, (after, before))| after != before);
            changed.map(|(part, (after, _))| (part, *after)).collect::<Vec<_>>()
        };
        for (part, wind) in self.states.iter().flat_map(changed_facings).collect::<BTreeSet<_>>() {
            draw_arrow(svg, (0, 0), part, wind, true);
        }
        let modes: BTreeSet<_> = self.states.iter().filter_map(|state| state.mode).collect();
        for mode in modes.into_iter().filter(|&mode| Some(mode) != self.before.mode) {
            draw_badge(svg, (-18, 18), mode, true);
        }
    }
}

/// The layout of squares in a picture.
struct Layout {
    board: Board,
    /// The height of the row for each side's men in hand: 0 if there are none.
    hand_height: i32,
}

impl Layout {
    fn width(&self) -> i32 {
        i32::from(self.board.files()) * CELL
    }

    fn height(&self) -> i32 {
        i32::from(self.board.ranks()) * CELL
    }

    /// The upper edge of the board.
    fn top(&self) -> i32 {
        BORDER + self.hand_height
    }

    /// The centre of one of `kinds` men in the row of a hand. Men stand closer than on squares if they are many.
    fn centre_in_hand(&self, side: Side, index: usize, kinds: usize) -> (i32, i32) {
        let step = (self.width() / kinds.max(1) as i32).min(CELL);
        let y = match side {
            Side::Black => BORDER,
            Side::White => self.top() + self.height() + MARGIN,
        };
        (MARGIN + CELL / 2 + step * index as i32, y + CELL / 2)
    }

    /// The upper left corner of a square or a hole.
    fn corner(&self, square: Square) -> (i32, i32) {
        let rank = i32::from(self.board.ranks()) - 1 - self.board.rank(square);
        (MARGIN + self.board.file(square) * CELL, self.top() + rank * CELL)
    }

    fn centre(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + CELL / 2, y + CELL / 2)
    }
}

/// Draws a board with men; `below` and `above` draw under and over the men.
fn draw_board(
    variant: &Variant,
    men: &[PlacedMan],
    hands: &Hands,
    title: &str,
    frame: Frame<'_>,
    below: impl FnOnce(&mut Svg, &Layout),
    above: impl FnOnce(&mut Svg, &Layout),
) -> String {
    let figures = ManFigures::new(variant);
    let has_hands = Side::ALL.iter().any(|&side| !hands[side].is_empty());
    let layout = Layout { board: variant.board, hand_height: if has_hands { CELL } else { 0 } };
    let mut svg = Svg::default();
    let size = (MARGIN + layout.width() + BORDER, layout.top() + layout.height() + MARGIN + layout.hand_height);
    svg.open_picture(frame, size, title, &describe_men(&figures, men, hands));
    if frame.is_none() {
        let held = Side::ALL.into_iter().flat_map(|side| &hands[side]).map(|&(kind, _)| kind);
        let used: BTreeSet<KindId> = men.iter().map(|man| man.kind).chain(held).collect();
        figures.write_symbols(&mut svg, used.into_iter());
    }
    draw_squares(&mut svg, variant, &layout);
    below(&mut svg, &layout);
    svg.open(r#"<g class="men">"#);
    for man in men.iter().filter(|man| variant.board.contains(man.square)) {
        figures.draw(&mut svg, layout.centre(man.square), man.side, man.kind, &man.state);
    }
    svg.close("g");
    for side in Side::ALL.into_iter().filter(|&side| !hands[side].is_empty()) {
        draw_hand(&mut svg, &figures, &layout, side, &hands[side]);
    }
    above(&mut svg, &layout);
    svg.close("svg");
    svg.into_text()
}

/// Draws the men in hand of a side in a row, each kind with the number of its men if there are several.
fn draw_hand(svg: &mut Svg, figures: &ManFigures<'_>, layout: &Layout, side: Side, hand: &[(KindId, u16)]) {
    svg.open(r#"<g class="hand">"#);
    for (index, &(kind, number)) in hand.iter().enumerate() {
        let (x, y) = layout.centre_in_hand(side, index, hand.len());
        figures.draw(svg, (x, y), side, kind, &ManState::default());
        if number > 1 {
            let (x, y) = (x + 22, y + 26);
            svg.push(format_args!(r#"<text class="number" x="{x}" y="{y}">{number}</text>"#));
        }
    }
    svg.close("g");
}

/// Describes the men in words, a sentence for each side, for readers who don't see the picture.
fn describe_men(figures: &ManFigures<'_>, men: &[PlacedMan], hands: &Hands) -> String {
    let side = |side: Side| {
        let on_board = men.iter().filter(|man| man.side == side).map(|man| figures.in_words(man));
        let in_hand = hands[side].iter().map(|&(kind, number)| format!("{} in hand", figures.counted(kind, number)));
        format!("{side} has {}.", prose::all_of(on_board.chain(in_hand)))
    };
    Side::ALL.map(side).join(" ")
}

/// Draws the lines between the blocks of a grid game, which every move must leave.
fn draw_grid(svg: &mut Svg, layout: &Layout, grid: Grid) {
    let [files, ranks] = grid.lines(layout.board).map(|lines| lines.into_iter().map(|line| i32::from(line) * CELL));
    let (right, top, below) = (MARGIN + layout.width(), layout.top(), layout.top() + layout.height());
    for x in files {
        svg.push(format_args!(r#"<path class="block" d="M{} {top}V{below}"/>"#, MARGIN + x));
    }
    for y in ranks {
        svg.push(format_args!(r#"<path class="block" d="M{MARGIN} {}H{right}"/>"#, below - y));
    }
}

/// Draws the squares, the lines of the board and the coordinates.
fn draw_squares(svg: &mut Svg, variant: &Variant, layout: &Layout) {
    let board = variant.board;
    svg.open(r#"<g class="squares">"#);
    for square in board.squares() {
        let class = if (board.file(square) + board.rank(square)) % 2 == 0 { "dark" } else { "light" };
        men::draw_square(svg, layout.corner(square), class, 0);
    }
    if board.holes().is_empty() {
        svg.push(format_args!(
            r#"<rect class="edge" x="{MARGIN}" y="{}" width="{}" height="{}"/>"#,
            layout.top(),
            layout.width(),
            layout.height()
        ));
    }
    if let Some(grid) = variant.rules.grid {
        draw_grid(svg, layout, grid);
    }
    for line in &variant.lines {
        let points: Vec<_> =
            line.iter().map(|&square| layout.centre(square)).map(|(x, y)| format!("{x} {y}")).collect();
        svg.push(format_args!(r#"<path class="grid" d="M{}"/>"#, points.join("L")));
    }
    svg.close("g");
    svg.open(r#"<g class="coordinates" aria-hidden="true">"#);
    for (number, file) in (0..i32::from(board.files())).zip('a'..) {
        let (x, y) = (MARGIN + number * CELL + CELL / 2, layout.top() + layout.height() + 19);
        svg.push(format_args!(r#"<text class="coordinate" x="{x}" y="{y}">{file}</text>"#));
    }
    for rank in 1..=i32::from(board.ranks()) {
        let (x, y) = (MARGIN / 2, layout.top() + layout.height() - rank * CELL + CELL / 2 + 6);
        svg.push(format_args!(r#"<text class="coordinate" x="{x}" y="{y}">{rank}</text>"#));
    }
    svg.close("g");
}
