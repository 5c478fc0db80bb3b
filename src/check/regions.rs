//! The facts under the title, the regions, and areas of squares.

use std::collections::HashMap;

use super::lines::{InForce, LinesInForce};
use super::report::{FileId, Reported, Reporter, Subject, collect_all};
use crate::diagnostic::{Code, Diagnostic, Edit, did_you_mean, nearest};
use crate::geometry::{Board, PerSide, Side, Square, SquareSet};
use crate::model::{BoardStyle, Palace, Region, RegionId, Symmetry, Variant};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    Area, FactName, FactValue, Layout, Name, Place, Property, RegionLine, Section, SquareName, place_text,
};

/// The most regions of a game.
const MAX_REGIONS: usize = 256;

/// The squares of each side.
type Squares = PerSide<SquareSet>;

/// The board, its lines, and its regions: the squares that definitions name.
pub(super) struct Regions<'a> {
    pub(super) reporter: &'a Reporter,
    board: Result<Board, Reported>,
    black: Result<Symmetry, Reported>,
    drawn: Result<Vec<Vec<Square>>, Reported>,
    /// How the board is drawn.
    style: Result<BoardStyle, Reported>,
    named: Vec<NamedRegion>,
    by_name: HashMap<String, RegionId>,
    /// The places in the lines of men that are more than the name of a region, by their words.
    by_place: HashMap<String, RegionId>,
    whole: Result<(), Reported>,
}

/// A region, or a place in the line of a man. Errors in its squares have been reported.
struct NamedRegion {
    name: Option<String>,
    squares: Result<Squares, Reported>,
}

/// Makes the regions, and the lines drawn on the board.
pub(super) fn regions<'a>(
    lines: &LinesInForce,
    board: Result<Board, Reported>,
    black: Result<Symmetry, Reported>,
    reporter: &'a Reporter,
) -> Regions<'a> {
    let mut regions = Regions::new(board, black, reporter);
    regions.drawn = regions.read_board_lines(lines);
    regions.style = regions.read_board_style(lines);
    for region in &lines.regions {
        let areas = region.line.areas.iter().map(|area| regions.area(region.file, area));
        let squares = collect_all(areas).map(|areas| {
            regions.note_wide_region(region);
            PerSide::from_fn(|side| {
                let here = areas.iter().filter(|_| region.sides[side]);
                here.flat_map(|squares| squares[side].iter()).collect()
            })
        });
        regions.add_region(region.file, &region.line.name, squares);
    }
    let men = lines.men.iter().filter(|man| man.removed.is_none() && (man.man.sides.white || man.man.sides.black));
    let of_men = men.map(|man| (man.man.file, &man.man.line.properties));
    let of_all = lines.all_men.iter().map(|line| (line.file, &line.line.properties));
    for (file, properties) in of_men.chain(of_all) {
        for property in properties {
            if let Property::StaysIn(place) | Property::On { place, .. } = &property.value {
                regions.add_place(file, place);
            }
        }
    }
    regions
}

/// Takes the squares of these areas out of a board, as holes.
pub(super) fn board_with_holes(
    file: FileId,
    board: Board,
    holes: &[Spanned<Area>],
    line: Span,
    reporter: &Reporter,
) -> Result<Board, Reported> {
    // Areas here depend on no side and on no region.
    let regions = Regions::new(Ok(board), Ok(Symmetry::MirrorsWhite), reporter);
    let areas = collect_all(holes.iter().map(|area| regions.area(file, area)))?;
    let squares: SquareSet = areas.iter().flat_map(|squares| squares.white.iter()).collect();
    board.without(squares).ok_or_else(|| {
        let empty = Diagnostic::error(Code::CheckNoSquares, line, "this board has no square")
            .label("nothing but holes")
            .help("leave some squares on the board");
        reporter.error_in(file, empty)
    })
}

impl<'a> Regions<'a> {
    /// No regions yet, on a board without lines.
    fn new(board: Result<Board, Reported>, black: Result<Symmetry, Reported>, reporter: &'a Reporter) -> Self {
        Self {
            reporter,
            board,
            black,
            drawn: Ok(Vec::new()),
            style: Ok(BoardStyle::default()),
            named: Vec::new(),
            by_name: HashMap::new(),
            by_place: HashMap::new(),
            whole: Ok(()),
        }
    }

    /// Reads the lines that are drawn on the board.
    fn read_board_lines(&self, lines: &LinesInForce) -> Result<Vec<Vec<Square>>, Reported> {
        let mut drawn = Vec::new();
        let mut whole = Ok(());
        for fact in &lines.facts {
            let FactValue::Lines(written) = &fact.line.value else { continue };
            for line in written {
                if drawn.len() >= Variant::MAX_LINES || line.value.len() > Variant::MAX_LINES {
                    let most = Variant::MAX_LINES;
                    let message = format!("a board has at most {most} lines of at most {most} squares each");
                    whole = Err(self.reporter.too_many(
                        fact.file,
                        line.span,
                        message,
                        "draw one line through several squares",
                    ));
                    break;
                }
                let squares = collect_all(line.value.iter().map(|name| self.square(fact.file, *name)));
                let standing = line.value.windows(2).find(|pair| pair[0].value == pair[1].value);
                if let Some([_, again]) = standing {
                    let message = format!("this line goes from {0} to {0}", again.value);
                    let again = Diagnostic::error(Code::CheckNamedTwice, again.span, message)
                        .label("named twice in a row")
                        .help("a line goes from each square to another one; name each square once");
                    whole = Err(self.reporter.error_in(fact.file, again));
                }
                whole = whole.and(squares.map(|squares| drawn.push(squares)));
            }
        }
        whole.map(|()| drawn)
    }

    /// Reads how the board is drawn. Parts of an inherited drawing that lie off a smaller board are left out.
    fn read_board_style(&self, lines: &LinesInForce) -> Result<BoardStyle, Reported> {
        let mut style = BoardStyle::default();
        let mut whole = Ok(());
        for fact in &lines.facts {
            let FactValue::BoardStyle { pattern, river, palaces } = &fact.line.value else { continue };
            let (file, board) = (fact.file, self.board?);
            let is_own = file == lines.own();
            style.pattern = *pattern;
            if let Some([below, above]) = river.filter(|[_, above]| is_own || above.value <= board.ranks().into()) {
                let last = u32::from(board.ranks()).saturating_sub(1).max(1);
                let below = self.reporter.number(file, below, 1, last, "first rank of the river");
                let above = below.and_then(|below| {
                    self.reporter.number(file, above, below + 1, below + 1, "second rank of the river")
                });
                style.river = above.ok().map(|above| (above - 1) as u8);
                whole = whole.and(above.map(drop));
            }
            for palace in palaces {
                let is_off = palace.value.iter().any(|name| self.named_square(*name).is_none());
                if is_off && !is_own {
                    continue;
                }
                if style.palaces.len() >= BoardStyle::MAX_PALACES {
                    let message = format!("a board has at most {} palaces", BoardStyle::MAX_PALACES);
                    return Err(self.reporter.too_many(file, palace.span, message, "leave the rest out"));
                }
                let [from, to] = palace.value.map(|name| self.square(file, name));
                let corners = from.and_then(|from| Ok(Palace { from, to: to? }));
                whole = whole.and(corners.map(|palace| style.palaces.push(palace)));
            }
        }
        whole.map(|()| style)
    }

    /// How the board is drawn.
    pub(super) fn board_style(&self) -> Result<&BoardStyle, Reported> {
        self.style.as_ref().map_err(|reported| *reported)
    }

    /// The lines that are drawn on the board, each from square to square.
    pub(super) fn board_lines(&self) -> Result<&[Vec<Square>], Reported> {
        self.drawn.as_deref().map_err(|reported| *reported)
    }

    /// Adds a region, or the other side's squares to one.
    fn add_region(&mut self, file: FileId, name: &Name, squares: Result<Squares, Reported>) {
        if let Some(id) = self.by_name.get(&name.value) {
            // The other side's part of a region.
            let region = &mut self.named[id.index()].squares;
            *region = region.and_then(|known| {
                let both = squares?;
                Ok(PerSide::from_fn(|side| known[side].iter().chain(both[side].iter()).collect()))
            });
        } else if let Some(id) = self.push(file, name.span, NamedRegion { name: Some(name.value.clone()), squares }) {
            self.by_name.insert(name.value.clone(), id);
        }
    }

    /// Notes a region that is the union of ranks and files, or the rectangle of the whole board, where fewer squares may
    /// be meant.
    fn note_wide_region(&self, region: &InForce<RegionLine>) {
        let areas = &region.line.areas;
        let (Ok(board), true) = (self.board, region.file == self.reporter.own()) else { return };
        let ([first, ..], Some(last)) = (areas.as_slice(), areas.last()) else { return };
        let span = first.span.to(last.span);
        let words = self.reporter.written(region.file, span);
        let (message, help, meant) = match areas.as_slice() {
            [one, other] => {
                let crossing = crossing(&one.value, &other.value).or_else(|| crossing(&other.value, &one.value));
                let Some(crossing) = crossing.filter(|_| words.contains(',')) else { return };
                let message = format!("`{words}` has the squares of either");
                let help =
                    format!("the squares where they cross are written `{crossing}`; keep the line if more are meant");
                (message, help, crossing)
            }
            [one] if matches!(one.value, Area::Box(..)) => {
                let squares = self.area(region.file, one).map(|squares| squares.white);
                if !squares.is_ok_and(|squares| squares == board.squares().collect()) {
                    return;
                }
                let help = "write `anywhere`, or name a line of squares square by square, as in `a1, b2, c3`";
                (format!("`{words}` is every square"), help.to_owned(), "anywhere".to_owned())
            }
            _ => return,
        };
        let wide = Diagnostic::note(Code::CheckWideRegion, span, message).label("many squares");
        self.reporter.note(wide.help(help).edit(span, meant));
    }

    /// Adds the squares of a place in the line of a man, unless it is the name of a region.
    fn add_place(&mut self, file: FileId, place: &Place) {
        if matches!(place.value.as_slice(), [only] if matches!(only.value, Area::Region(_))) {
            return;
        }
        let squares = self.place(file, place);
        let words = place_text(place);
        if self.by_place.contains_key(&words) {
            return;
        }
        if let Some(id) = self.push(file, place.span, NamedRegion { name: None, squares }) {
            self.by_place.insert(words, id);
        }
    }

    /// Adds squares; `None` if there are too many regions.
    fn push(&mut self, file: FileId, span: Span, region: NamedRegion) -> Option<RegionId> {
        if self.named.len() >= MAX_REGIONS {
            let message = format!("a game has at most {MAX_REGIONS} regions");
            self.whole = Err(self.reporter.too_many(file, span, message, "give one name to what is one region"));
            return None;
        }
        self.named.push(region);
        Some(RegionId((self.named.len() - 1) as u8))
    }

    /// How Black's men are made from White's.
    pub(super) const fn black(&self) -> Result<Symmetry, Reported> {
        self.black
    }

    /// The board.
    pub(super) fn board(&self) -> Result<Board, Reported> {
        self.board
    }

    /// The name of a region, or another word if it has none.
    pub(super) fn words(&self, id: RegionId) -> &str {
        self.named[id.index()].name.as_deref().unwrap_or("place")
    }

    /// The region of this name, if there is one.
    pub(super) fn id(&self, name: &str) -> Option<RegionId> {
        self.by_name.get(name).copied()
    }

    /// The squares of a region.
    pub(super) fn squares(&self, id: RegionId) -> Result<Squares, Reported> {
        self.named[id.index()].squares
    }

    /// All regions, if nothing is wrong with any.
    pub(super) fn whole(&self) -> Result<Vec<Region>, Reported> {
        self.whole?;
        let region = |named: &NamedRegion| Ok(Region { name: named.name.clone(), squares: named.squares? });
        self.named.iter().map(region).collect()
    }

    /// Reads a place as the squares that it has for each side.
    pub(super) fn place(&self, file: FileId, place: &Place) -> Result<Squares, Reported> {
        let areas = collect_all(place.value.iter().map(|area| self.area(file, area)))?;
        Ok(PerSide::from_fn(|side| areas.iter().flat_map(|squares| squares[side].iter()).collect()))
    }

    /// All squares of the board, for both sides.
    pub(super) fn whole_board(&self) -> Result<Squares, Reported> {
        let board = self.board?;
        Ok(PerSide::from_fn(|_| board.squares().collect()))
    }

    /// Finds the region that a place in the line of a man is.
    pub(super) fn region(&self, file: FileId, place: &Place) -> Result<RegionId, Reported> {
        let words = Spanned::new(place_text(place), place.span);
        self.by_place.get(&words.value).copied().map_or_else(|| self.find(file, &words), Ok)
    }

    /// Reads an area, such as `own rank 2` or the name of a region, as the squares that it has for each side.
    pub(super) fn area(&self, file: FileId, area: &Spanned<Area>) -> Result<Squares, Reported> {
        let board = self.board?;
        let of_side = |keep: &dyn Fn(Side, Square) -> bool| {
            PerSide::from_fn(|side| board.squares().filter(|&square| keep(side, square)).collect())
        };
        let of_both = |keep: &dyn Fn(Square) -> bool| of_side(&|_, square| keep(square));
        match &area.value {
            Area::Square(name) => {
                let square = self.square(file, Spanned::new(*name, area.span))?;
                Ok(of_both(&|other| other == square))
            }
            Area::Box(a, b) | Area::OwnBox(a, b) => {
                let corners = [self.square(file, *a), self.square(file, *b)];
                let (a, b) = (corners[0]?, corners[1]?);
                let files = board.file(a).min(board.file(b))..=board.file(a).max(board.file(b));
                let ranks = board.rank(a).min(board.rank(b))..=board.rank(a).max(board.rank(b));
                let inside = |square| files.contains(&board.file(square)) && ranks.contains(&board.rank(square));
                Ok(if let Area::Box(..) = area.value {
                    of_both(&inside)
                } else {
                    let black = self.black?;
                    of_side(&|side, square| inside(black.square(board, side, square)))
                })
            }
            Area::Files(a, b) => {
                if let Some(off) = [a, b].into_iter().find(|letter| letter.value >= board.files()) {
                    let letter = char::from(b'a'.saturating_add(off.value.min(25)));
                    let last = char::from(b'a' + board.files() - 1);
                    let message = format!("the board has no file {letter}");
                    let off = Diagnostic::error(Code::CheckOffBoard, off.span, message).label("off the board");
                    return Err(self.reporter.error_in(file, off.help(format!("its files are a to {last}"))));
                }
                let files = i32::from(a.value.min(b.value))..=i32::from(a.value.max(b.value));
                Ok(of_both(&|square| files.contains(&board.file(square))))
            }
            Area::Ranks(a, b) | Area::OwnRanks(a, b) => {
                let on_board = 1..=u32::from(board.ranks());
                if let Some(off) = [a, b].into_iter().find(|rank| !on_board.contains(&rank.value)) {
                    let message = format!("the board has no rank {}", off.value);
                    let off = Diagnostic::error(Code::CheckOffBoard, off.span, message).label("off the board");
                    return Err(self
                        .reporter
                        .error_in(file, off.help(format!("its ranks are 1 to {}", board.ranks()))));
                }
                let ranks = a.value.min(b.value) as i32 - 1..=a.value.max(b.value) as i32 - 1;
                Ok(if matches!(area.value, Area::Ranks(..)) {
                    of_both(&|square| ranks.contains(&board.rank(square)))
                } else {
                    of_side(&|side, square| ranks.contains(&board.own_rank(side, square)))
                })
            }
            Area::Anywhere => Ok(of_both(&|_| true)),
            Area::LastRanks(number) | Area::FirstRanks(number) => {
                let ranks = i32::from(board.ranks());
                let number = self.reporter.number(file, *number, 1, ranks as u32, "number of ranks")? as i32;
                let of_end = if matches!(area.value, Area::LastRanks(_)) { ranks - number..ranks } else { 0..number };
                Ok(of_side(&|side, square| of_end.contains(&board.own_rank(side, square))))
            }
            Area::Region(name) => {
                let id = self.find(file, &Spanned::new(name.clone(), area.span))?;
                self.squares(id)
            }
        }
    }

    /// Resolves the name of a square; reports one that is off the board.
    pub(super) fn square(&self, file: FileId, name: Spanned<SquareName>) -> Result<Square, Reported> {
        let board = self.board?;
        self.named_square(name).ok_or_else(|| {
            let last = board.squares().next_back().map_or_else(String::new, |square| board.name(square));
            let message = format!("the board has no square {}", name.value);
            let off = Diagnostic::error(Code::CheckOffBoard, name.span, message)
                .label("off the board")
                .help(format!("the board is {board}: its squares are a1 to {last}"));
            self.reporter.error_in(file, off)
        })
    }

    /// The square of the board with this name.
    fn named_square(&self, name: Spanned<SquareName>) -> Option<Square> {
        self.board.ok()?.square(name.value.file.into(), name.value.rank.into())
    }

    /// Resolves the name of a region; reports an unknown one.
    pub(super) fn find(&self, file: FileId, name: &Name) -> Result<RegionId, Reported> {
        if let Some(&id) = self.by_name.get(&name.value) {
            self.reporter.record_use(Subject::Region(id), file, name.span);
            return Ok(id);
        }
        self.reporter.section_is_complete(Section::Regions)?;
        let message = format!("there is no region `{}`", name.value);
        let unknown = Diagnostic::error(Code::CheckUnknownRegion, name.span, message).label("no such region");
        let unknown = if self.by_name.is_empty() {
            unknown.help(format!("define it under `regions`: `{}: d4 to e5`", name.value))
        } else {
            let names = || self.named.iter().filter_map(|region| region.name.as_deref());
            let near = nearest(&name.value, names()).map(|near| Edit::new(name.span, near));
            unknown.help(did_you_mean(&name.value, names())).propose(near)
        };
        Err(self.reporter.error_in(file, unknown))
    }
}

/// The two corners of the squares where several ranks cross several files, as they are written.
fn crossing(ranks: &Area, files: &Area) -> Option<String> {
    let own = if matches!(ranks, Area::OwnRanks(..)) { "own " } else { "" };
    let (Area::Ranks(low, high) | Area::OwnRanks(low, high)) = ranks else { return None };
    let (low, high) = (low.value, high.value);
    let Area::Files(left, right) = files else { return None };
    let [left_letter, right_letter] = [left, right].map(|file| char::from(b'a' + file.value.min(25)));
    (low != high && left.value != right.value).then(|| format!("{own}{left_letter}{low} to {right_letter}{high}"))
}

/// The values of the facts.
pub(super) struct Facts {
    pub(super) inventor: Option<String>,
    pub(super) year: Option<u16>,
    pub(super) source: Option<String>,
    pub(super) about: Option<String>,
    /// The size of the board, as the fact gives it or else as the first setup is drawn.
    pub(super) board: Result<Board, Reported>,
    /// The place of the line that gives the size of the board, or of `extends` if it is inherited.
    pub(super) board_span: Span,
    pub(super) first: Result<Side, Reported>,
    pub(super) black: Result<Symmetry, Reported>,
    pub(super) side_names: Option<PerSide<String>>,
}

/// Reads the facts under the title.
pub(super) fn facts(lines: &LinesInForce, reporter: &Reporter) -> Facts {
    let (mut inventor, mut year, mut source, mut about) = (None, None, None, None);
    let (mut board, mut first, mut black) = (None, None, None);
    let mut side_names = None;
    let mut board_span = reporter.extends();
    for fact in &lines.facts {
        match &fact.line.value {
            FactValue::Text(text) => match fact.line.name.value {
                FactName::Inventor => inventor = Some(text.value.clone()),
                FactName::Source => source = Some(text.value.clone()),
                FactName::About => about = Some(text.value.clone()),
                FactName::Year
                | FactName::Board
                | FactName::BoardStyle
                | FactName::Lines
                | FactName::First
                | FactName::Black
                | FactName::Sides
                | FactName::Letters
                | FactName::Figures => {}
            },
            FactValue::Year(written) => {
                year = reporter.number(fact.file, *written, 1, 9999, "year").ok().map(|year| year as u16);
            }
            FactValue::Board { files, ranks, holes } => {
                board_span = reporter.own_span(fact.file, fact.line.span);
                board = Some(
                    board_size(fact.file, *files, *ranks, reporter)
                        .and_then(|board| board_with_holes(fact.file, board, holes, fact.line.span, reporter)),
                );
            }
            // Squares are read with the regions, letters and figures with the men.
            FactValue::Lines(_) | FactValue::BoardStyle { .. } | FactValue::Letters(_) | FactValue::Figures { .. } => {}
            FactValue::First(side) => first = Some(side.value),
            FactValue::Black(is) => black = Some(is.value),
            FactValue::Sides(names) => side_names = read_side_names(fact.file, names.as_ref(), reporter),
        }
    }
    let board = board.unwrap_or_else(|| Err(report_missing_fact(reporter, "the size of its board", "board: 8x8")));
    let first = first.ok_or_else(|| report_missing_fact(reporter, "who moves first", "first: white"));
    let black = black
        .ok_or_else(|| report_missing_fact(reporter, "how Black's men are made from White's", "black: mirrors white"));
    let board = board.or_else(|reported| first_drawing_size(lines).ok_or(reported));
    Facts { inventor, year, source, about, board, board_span, first, black, side_names }
}

/// The names of the sides; reports names that can't be told apart, or that are no names.
fn read_side_names(file: FileId, names: Option<&[Spanned<String>; 2]>, reporter: &Reporter) -> Option<PerSide<String>> {
    let [white, black] = names?;
    let refuse = |name: &Spanned<String>, message: String, help: &str| {
        reporter
            .error_in(file, Diagnostic::error(Code::CheckSideName, name.span, message).label("of a side").help(help));
    };
    if white.value == black.value {
        refuse(black, format!("both sides are called `{}`", black.value), "give each side a name of its own");
    }
    for name in [white, black].into_iter().filter(|name| !Variant::is_side_name(&name.value)) {
        let message = format!("`{}` can't be the name of a side", name.value);
        refuse(name, message, "write letters, digits, blanks and hyphens, at most 24 of them");
    }
    Some(PerSide { white: white.value.clone(), black: black.value.clone() })
}

/// A board of this size; reports a size that is out of bounds.
fn board_size(file: FileId, files: Spanned<u32>, ranks: Spanned<u32>, reporter: &Reporter) -> Result<Board, Reported> {
    let most = u32::from(Board::MAX_SIZE);
    let width = reporter.number(file, files, 1, most, "number of files");
    let height = reporter.number(file, ranks, 1, most, "number of ranks");
    Board::new(width? as u8, height? as u8)
        .ok_or_else(|| reporter.out_of_range(file, files, 1, most, "number of files"))
}

/// Reports that the game lacks a fact, unless a line of facts was lost.
fn report_missing_fact(reporter: &Reporter, fact: &str, example: &str) -> Reported {
    let (own, title) = (reporter.own(), reporter.title());
    reporter.missing(Section::Facts, own, || {
        Diagnostic::error(Code::CheckMissingFact, title, format!("the game does not say {fact}"))
            .label("for this game")
            .help(format!("write a line under the title: `{example}`"))
            .propose(reporter.write_fact(example))
    })
}

/// The size of the first drawing, for use if the fact gives no valid size.
fn first_drawing_size(lines: &LinesInForce) -> Option<Board> {
    lines.setups.iter().find_map(|setup| match &setup.line.layout {
        Layout::Drawn(rows) => {
            let files = rows.first()?.cells.len();
            Board::new(u8::try_from(files).ok()?, u8::try_from(rows.len()).ok()?)
        }
        Layout::Changed { .. } => None,
    })
}
