//! Boards with men on them.

use std::collections::{BTreeMap, BTreeSet};

use super::men::{self, CELL, ManFigures, draw_arrow, draw_badge};
use super::svg::{Frame, Svg, escaped};
use crate::engine::{Move, MoveKind, Position};
use crate::geometry::{Board, PerSide, Side, Square, SquareSet};
use crate::model::{BoardPattern, Grid, KindId, ManState, PlacedMan, SetupId, Variant};
use crate::notation::uci;
use crate::prose;

/// The room between the board and the men in hand.
const GAP: i32 = 8;

/// The width of the margin for coordinates beside a board of lines, whose men would cover them.
const RULER: i32 = 22;

/// Men in hand: kinds with the number of each.
type Hands = PerSide<Vec<(KindId, u16)>>;

/// Annotations of a position: the last move, and a man whose moves are marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The move that led to the position: the squares that it connects are framed.
    pub last: Option<Move>,
    /// The square of a man whose legal moves are marked.
    pub from: Option<Square>,
    /// Whether men on tiles are drawn as their characters, where they have some.
    pub characters: bool,
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
/// let shown = picture::Annotations { last: Some(last), ..picture::Annotations::default() };
/// let svg = picture::position(&position, &shown);
/// assert!(svg.starts_with("<svg "));
/// assert!(svg.contains("Pawn on e3 facing n moving"));
/// ```
pub fn position(position: &Position, shown: &Annotations) -> String {
    draw_position(position, shown, None)
}

/// Draws a setup as an SVG, as [`position()`] does. An id of another game gives the first setup.
pub fn setup(variant: &Variant, id: SetupId) -> String {
    draw_setup(&ManFigures::new(variant), id, None)
}

/// Draws a setup; in a page, `frame` is the name of the picture.
pub(crate) fn draw_setup(figures: &ManFigures<'_>, id: SetupId, frame: Frame<'_>) -> String {
    let variant = figures.variant();
    let Some(setup) = variant.setups.get(id.index()).or(variant.setups.first()) else { return String::new() };
    let title = format!("{}, setup {}", variant.title, setup.name);
    let in_hand = |side| setup.hands[side].iter().map(|&(kind, number)| (kind, number.into())).collect();
    draw_board(figures, &setup.men, &PerSide::from_fn(in_hand), &title, frame, |_, _| {}, |_, _| {})
}

/// Draws a position; in a page, `frame` is the name of the picture. The last move, the chosen man and checks lie below
/// the men, move marks above.
pub(crate) fn draw_position(position: &Position, annotations: &Annotations, frame: Frame<'_>) -> String {
    let game = position.game();
    let variant = game.variant();
    let placed_man = |(square, piece)| {
        let info = game.piece_info(piece);
        PlacedMan { square, side: info.side, kind: info.kind, state: info.state.clone() }
    };
    let men: Vec<PlacedMan> = position.men().map(placed_man).collect();
    let checked = if position.in_check() { attacked_royals(position) } else { SquareSet::EMPTY };
    let title = format!("{}, {} to move", variant.title, variant.side_name(position.turn()));
    let below = |svg: &mut Svg, layout: &Layout| {
        for wall in position.walls().iter() {
            if variant.figures.wall.is_some() {
                men::draw_wall(svg, layout.corner(wall));
            } else {
                men::draw_square(svg, layout.corner(wall), "wall", 0);
            }
        }
        for (square, is_end) in annotations.last.map_or_else(Vec::new, marked_squares) {
            let (x, y) = layout.centre(square);
            layout.draw_area(svg, square, "last", 0);
            let sign = if is_end {
                format!(r#"<path class="last-corners" transform="translate({x} {y})" d="{CORNERS}"/>"#)
            } else {
                format!(r#"<circle class="left" cx="{x}" cy="{y}" r="7"/>"#)
            };
            svg.push(sign);
        }
        for square in checked.iter() {
            let (x, y) = layout.centre(square);
            for (class, radius) in [("glow", 31), ("glow", 23), ("check", 29)] {
                svg.push(format_args!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
            }
        }
        if let Some(from) = annotations.from {
            layout.draw_area(svg, from, "chosen", 2);
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
    let figures = ManFigures::new(variant).with_characters(annotations.characters);
    draw_board(&figures, &men, &hands, &title, frame, below, above)
}

/// The royal men of the side to move that are attacked.
fn attacked_royals(position: &Position) -> SquareSet {
    let royals = position.royal_men(position.turn());
    royals.iter().filter(|&square| !position.attackers(square, !position.turn()).is_empty()).collect()
}

/// The squares that the last move connects; true for the one where it ended.
fn marked_squares(mv: Move) -> Vec<(Square, bool)> {
    match (mv.from(), mv.to()) {
        (Some(from), Some(to)) if from != to => vec![(from, false), (to, true)],
        (_, Some(to)) => vec![(to, true)],
        _ => Vec::new(),
    }
}

/// Four angles in the corners of a square, around its centre.
const CORNERS: &str = "M21 30H30V21M-21 30H-30V21M-21 -30H-30V-21M21 -30H30V-21";

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
    pattern: BoardPattern,
    /// The height of the row for each side's men in hand: 0 if there are none.
    hand_height: i32,
}

impl Layout {
    /// The width of the margins at the left and below the board.
    fn ruler(&self) -> i32 {
        if self.pattern == BoardPattern::Checkered { 0 } else { RULER }
    }

    fn width(&self) -> i32 {
        i32::from(self.board.files()) * CELL
    }

    fn height(&self) -> i32 {
        i32::from(self.board.ranks()) * CELL
    }

    /// The upper edge of the board.
    fn top(&self) -> i32 {
        self.hand_height
    }

    /// The distance of `kinds` men in the row of a hand. They stand closer than on squares if they are many.
    fn step_in_hand(&self, kinds: usize) -> i32 {
        (self.width() / kinds.max(1) as i32).min(CELL)
    }

    /// The centre of one of `kinds` men in the row of a hand.
    fn centre_in_hand(&self, side: Side, index: usize, kinds: usize) -> (i32, i32) {
        let step = self.step_in_hand(kinds);
        let y = match side {
            Side::Black => 0,
            Side::White => self.top() + self.height() + self.ruler() + GAP,
        };
        (self.ruler() + CELL / 2 + step * index as i32, y + CELL / 2)
    }

    /// The upper left corner of a square or a hole.
    fn corner(&self, square: Square) -> (i32, i32) {
        let rank = i32::from(self.board.ranks()) - 1 - self.board.rank(square);
        (self.ruler() + self.board.file(square) * CELL, self.top() + rank * CELL)
    }

    fn centre(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + CELL / 2, y + CELL / 2)
    }

    /// The class of a square's colour.
    fn shade(&self, square: Square) -> &'static str {
        match self.pattern {
            BoardPattern::Checkered if (self.board.file(square) + self.board.rank(square)) % 2 == 0 => "dark",
            BoardPattern::Checkered => "light",
            BoardPattern::Plain | BoardPattern::Points => "plain",
        }
    }

    /// Fills a square, or a disc around a point.
    fn draw_area(&self, svg: &mut Svg, square: Square, class: &str, inset: i32) {
        if self.pattern == BoardPattern::Points {
            let ((x, y), radius) = (self.centre(square), CELL / 2 - 1 - inset);
            svg.push(format_args!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
        } else {
            men::draw_square(svg, self.corner(square), class, inset);
        }
    }
}

/// Draws a board with men; `below` and `above` draw under and over the men.
fn draw_board(
    figures: &ManFigures<'_>,
    men: &[PlacedMan],
    hands: &Hands,
    title: &str,
    frame: Frame<'_>,
    below: impl FnOnce(&mut Svg, &Layout),
    above: impl FnOnce(&mut Svg, &Layout),
) -> String {
    let variant = figures.variant();
    let has_hands = Side::ALL.iter().any(|&side| !hands[side].is_empty());
    let layout = Layout {
        board: variant.board,
        pattern: variant.board_style.pattern,
        hand_height: if has_hands { CELL + GAP } else { 0 },
    };
    let mut svg = Svg::default();
    let ruler = layout.ruler();
    let size = (layout.width() + ruler, layout.top() + layout.height() + ruler + layout.hand_height);
    svg.open_picture(frame, size, title, &describe_men(figures, men, hands));
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
        draw_hand(&mut svg, figures, &layout, side, &hands[side]);
    }
    above(&mut svg, &layout);
    svg.close("svg");
    svg.into_text()
}

/// Draws the men in hand of a side in a row, each kind with the number of its men if there are several.
fn draw_hand(svg: &mut Svg, figures: &ManFigures<'_>, layout: &Layout, side: Side, hand: &[(KindId, u16)]) {
    svg.open(r#"<g class="hand">"#);
    // Men are as easy to see as on the board, whatever is around it.
    let (x, y) = layout.centre_in_hand(side, 0, hand.len());
    let width = layout.step_in_hand(hand.len()) * (hand.len() as i32 - 1) + CELL;
    let (left, top) = (x - CELL / 2, y - CELL / 2);
    svg.push(format_args!(r#"<rect class="tray" x="{left}" y="{top}" width="{width}" height="{CELL}"/>"#));
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
        let name = figures.variant().side_name(side);
        format!("{name} has {}.", prose::all_of(on_board.chain(in_hand)))
    };
    Side::ALL.map(side).join(" ")
}

/// Draws the lines between the blocks of a grid game, which every move must leave.
fn draw_grid(svg: &mut Svg, layout: &Layout, grid: Grid) {
    let [files, ranks] = grid.lines(layout.board).map(|lines| lines.into_iter().map(|line| i32::from(line) * CELL));
    let (left, top, below) = (layout.ruler(), layout.top(), layout.top() + layout.height());
    let right = left + layout.width();
    for x in files {
        svg.push(format_args!(r#"<path class="block" d="M{} {top}V{below}"/>"#, left + x));
    }
    for y in ranks {
        svg.push(format_args!(r#"<path class="block" d="M{left} {}H{right}"/>"#, below - y));
    }
}

/// Draws the squares, the lines of the board and the coordinates.
fn draw_squares(svg: &mut Svg, variant: &Variant, layout: &Layout) {
    let board = variant.board;
    svg.open(r#"<g class="squares">"#);
    let has_holes = board.squares().count() < usize::from(board.files()) * usize::from(board.ranks());
    if layout.ruler() > 0 && !has_holes {
        let (width, height) = (layout.width() + layout.ruler(), layout.height() + layout.ruler());
        let y = layout.top();
        svg.push(format_args!(r#"<rect class="plain" x="0" y="{y}" width="{width}" height="{height}"/>"#));
    }
    for square in board.squares() {
        men::draw_square(svg, layout.corner(square), layout.shade(square), 0);
    }
    match layout.pattern {
        BoardPattern::Checkered => {}
        BoardPattern::Plain => svg.push(format_args!(r#"<path class="grid" d="{}"/>"#, borders(layout))),
        BoardPattern::Points => {
            let lines = lines_through_points(layout, variant.board_style.river);
            svg.push(format_args!(r#"<path class="grid" d="{lines}"/>"#));
        }
    }
    if let Some(grid) = variant.rules.grid {
        draw_grid(svg, layout, grid);
    }
    for line in variant.drawn_lines() {
        let points: Vec<_> =
            line.into_iter().map(|square| layout.centre(square)).map(|(x, y)| format!("{x} {y}")).collect();
        svg.push(format_args!(r#"<path class="grid" d="M{}"/>"#, points.join("L")));
    }
    svg.close("g");
    if layout.ruler() > 0 {
        draw_rulers(svg, layout, if has_holes { "on-page" } else { "on-plain" });
    } else {
        draw_coordinates(svg, layout);
    }
}

/// Writes the names of files and ranks in the margins, each at the middle of its squares.
fn draw_rulers(svg: &mut Svg, layout: &Layout, ground: &str) {
    svg.open(r#"<g class="coordinates" font-size="14" aria-hidden="true">"#);
    let below = layout.top() + layout.height() + RULER / 2 + 3;
    for (number, name) in (0..i32::from(layout.board.files())).zip('a'..) {
        let x = RULER + number * CELL + CELL / 2;
        svg.push(format_args!(r#"<text class="coordinate beside {ground}" x="{x}" y="{below}">{name}</text>"#));
    }
    for rank in 0..i32::from(layout.board.ranks()) {
        let (x, y) = (RULER / 2, layout.top() + layout.height() - rank * CELL - CELL / 2 + 5);
        let name = rank + 1;
        svg.push(format_args!(r#"<text class="coordinate beside {ground}" x="{x}" y="{y}">{name}</text>"#));
    }
    svg.close("g");
}

/// The path of the borders of all squares: the left and the upper one of each, and the others at the edge of the board.
fn borders(layout: &Layout) -> String {
    let board = layout.board;
    let border = |square: Square| {
        let (x, y) = layout.corner(square);
        let beside = |files, ranks| board.square(board.file(square) + files, board.rank(square) + ranks).is_some();
        let right = if beside(1, 0) { String::new() } else { format!("M{} {y}v{CELL}", x + CELL) };
        let lower = if beside(0, -1) { String::new() } else { format!("M{x} {}h{CELL}", y + CELL) };
        format!("M{x} {}v-{CELL}h{CELL}{right}{lower}", y + CELL)
    };
    board.squares().map(border).collect()
}

/// The path of the lines from each point to its neighbours. A river interrupts all files but the outer ones.
fn lines_through_points(layout: &Layout, river: Option<u8>) -> String {
    let board = layout.board;
    let outer = [0, i32::from(board.files()) - 1];
    let lines = |square: Square| {
        let (file, rank, (x, y)) = (board.file(square), board.rank(square), layout.centre(square));
        let is_bank = river.is_some_and(|river| i32::from(river) == rank + 1) && !outer.contains(&file);
        let along = if board.square(file + 1, rank).is_some() { format!("M{x} {y}h{CELL}") } else { String::new() };
        let up = board.square(file, rank + 1).is_some() && !is_bank;
        let up = if up { format!("M{x} {y}v-{CELL}") } else { String::new() };
        along + &up
    };
    board.squares().map(lines).collect()
}

/// Writes the names of files and ranks in corners of squares: a file in its lowest square, a rank in its leftmost one.
fn draw_coordinates(svg: &mut Svg, layout: &Layout) {
    let board = layout.board;
    // A part of the board, which may be shown small.
    let size = (i32::from(board.files()) * 3 / 2).max(12);
    svg.open(format_args!(r#"<g class="coordinates" font-size="{size}" aria-hidden="true">"#));
    for (number, name) in (0..i32::from(board.files())).zip('a'..) {
        let lowest = (0..i32::from(board.ranks())).find_map(|rank| board.square(number, rank));
        if let Some(square) = lowest {
            let ((x, y), shade) = (layout.corner(square), layout.shade(square));
            let (x, y) = (x + CELL - 4, y + CELL - 4);
            svg.push(format_args!(r#"<text class="coordinate file on-{shade}" x="{x}" y="{y}">{name}</text>"#));
        }
    }
    for rank in 0..i32::from(board.ranks()) {
        let leftmost = (0..i32::from(board.files())).find_map(|file| board.square(file, rank));
        if let Some(square) = leftmost {
            let ((x, y), shade) = (layout.corner(square), layout.shade(square));
            let (x, y, name) = (x + 4, y + size + 2, rank + 1);
            svg.push(format_args!(r#"<text class="coordinate on-{shade}" x="{x}" y="{y}">{name}</text>"#));
        }
    }
    svg.close("g");
}
