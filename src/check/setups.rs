//! The starting positions: drawings, changes of drawings, and the facing of each man.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::drawings;
use super::lines::{InForce, LinesInForce, only_side};
use super::men::Men;
use super::names::{ManTable, Mention, Referrer, any_quoted, as_drawn, replaced_man};
use super::regions::{Facts, Regions};
use super::report::{FileId, Partial, Reported, Reporter, Subject};
use super::shuffles::{WrittenShuffle, shuffle};
use crate::diagnostic::{Code, Diagnostic, Edit, did_you_mean};
use crate::geometry::{Board, PerSide, Side, Square};
use crate::model::{Kind, KindId, ManState, PlacedMan, Setup, Symmetry};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    Cell, Change, DrawnMan, FacingLine, HandLine, Layout, Name, Row, Rule, RuleLine, RuleSetting, Section,
    SetupSection, SquareName,
};

/// The most setups of a game.
const MAX_SETUPS: usize = 256;

/// The most states that a help lists.
const MAX_LISTED_STATES: usize = 16;

/// A setup before the states of its men are known.
#[derive(Clone, Default)]
struct Drawing<'a> {
    men: BTreeMap<Square, ManOnSquare<'a>>,
    mirrored: bool,
    hands: Hands,
    shuffled: Option<WrittenShuffle<'a>>,
}

/// The men in hand of both sides: the kinds in order of id, and the number of each.
pub(crate) type Hands = PerSide<Vec<(KindId, u8)>>;

/// A man on a square, its state as written.
#[derive(Clone, Copy)]
struct ManOnSquare<'a> {
    side: Side,
    kind: KindId,
    state: Option<&'a Spanned<String>>,
    file: FileId,
    span: Span,
    /// The text that the state stands in.
    state_file: FileId,
    /// Whether the state stands in a facing line, and not in braces.
    is_faced: bool,
}

/// Makes all setups: men with their states on squares.
pub(super) fn setups(lines: &LinesInForce, men: &Men<'_>, regions: &Regions<'_>, facts: &Facts) -> Partial<Vec<Setup>> {
    let mut whole = men.man_table().reporter.section_is_complete(Section::Setup);
    if lines.setups.is_empty() {
        let help = "write `setup NAME` and under it the board, rank by rank from the far one down";
        whole = Err(men.man_table().reporter.missing_section(Section::Setup, "the game has no setup", help));
    }
    if let Some(setup) = lines.setups.get(MAX_SETUPS) {
        let message = format!("a game has at most {MAX_SETUPS} setups");
        let help = "setups that differ a lot may be games of their own";
        whole = Err(men.man_table().reporter.too_many(setup.file, setup.line.name.span, message, help));
    }
    let board = match facts.board {
        Ok(board) => board,
        Err(proof) => return Partial { read: Vec::new(), whole: Err(proof) },
    };
    let mut drawings = Drawings {
        has_walls: false,
        lines,
        man_table: men.man_table(),
        regions,
        board,
        board_span: facts.board_span,
        made: HashMap::new(),
    };
    let mut states = StateCache { men, black: facts.black, known: HashMap::new() };
    let mut setups = Vec::new();
    for setup in lines.setups.iter().take(MAX_SETUPS) {
        let drawing = match drawings.make_drawing(setup, &mut Vec::new()) {
            Ok(drawing) => drawing,
            Err(proof) => {
                whole = Err(proof);
                continue;
            }
        };
        let placer = Placer { setup, board, men, regions };
        let placed = placer.place_men(&drawing.read, &mut states);
        whole = whole.and(drawing.whole).and(placed.whole);
        let mut made = Setup {
            name: setup.line.name.value.clone(),
            right_half_mirrored: drawing.read.mirrored,
            men: placed.read,
            hands: drawing.read.hands,
            shuffle: None,
        };
        if let (Some(written), Ok(()), Ok(black)) = (drawing.read.shuffled, placed.whole, facts.black) {
            match shuffle(setup, written, made.clone(), (board, black), men, regions) {
                Ok(shuffled) => made = shuffled,
                Err(proof) => whole = Err(proof),
            }
        }
        setups.push(made);
    }
    Partial { read: setups, whole }
}

/// A board that a test draws.
#[derive(Clone, Debug, Default)]
pub(crate) struct DrawnPosition {
    /// The men, each with the place of its cell.
    pub(crate) men: Vec<(PlacedMan, Span)>,
    /// The squares with `*` that are no holes of the board.
    pub(crate) walls: Vec<Square>,
    /// The men in hand.
    pub(crate) hands: Hands,
}

/// Places the men of a board that a test draws.
pub(super) fn drawn_position(
    board: &SetupSection,
    lines: &LinesInForce,
    men: &Men<'_>,
    regions: &Regions<'_>,
    facts: &Facts,
) -> Result<DrawnPosition, Reported> {
    let man_table = men.man_table();
    let setup = InForce { line: board.clone(), file: man_table.reporter.own(), sides: PerSide::both(true) };
    let board = facts.board?;
    let puts_walls =
        |line: &InForce<RuleLine>| matches!(&line.line.value, RuleSetting::Rule(Spanned { value: Rule::Wall(_), .. }));
    let has_walls = lines.rules.iter().any(puts_walls) || men.kinds().flatten().any(Kind::becomes_wall);
    let drawings =
        Drawings { lines, man_table, regions, board, board_span: facts.board_span, has_walls, made: HashMap::new() };
    let Layout::Drawn(rows) = &setup.line.layout else { return Ok(DrawnPosition::default()) };
    let Partial { read: drawn, mut whole } = drawings.read_rows(&setup, rows);
    let mut drawing = Drawing { men: drawn, ..Drawing::default() };
    if let (Some(facing), Ok(())) = (&setup.line.facing, whole) {
        whole = drawings.apply_facing(&setup, &mut drawing, facing);
    }
    let mut states = StateCache { men, black: facts.black, known: HashMap::new() };
    let placed = Placer { setup: &setup, board, men, regions }.place_men(&drawing, &mut states);
    let hands = setup.line.hand.as_ref().map_or(Ok(Hands::default()), |hand| drawings.read_hands(&setup, hand));
    whole?;
    let placed = placed.into_whole()?;
    let men = placed.into_iter().map(|man| (man.clone(), drawing.men[&man.square].span)).collect();
    Ok(DrawnPosition { men, walls: walls_of(rows, board), hands: hands? })
}

/// The squares of a board that are drawn as `*`.
fn walls_of(rows: &[Row], board: Board) -> Vec<Square> {
    let ranks = (0..i32::from(board.ranks())).rev().zip(rows);
    let of_rank = |(rank, row): (i32, &Row)| {
        let cells = (0..).zip(&row.cells).filter(|(_, cell)| cell.value == Cell::Hole);
        cells.filter_map(|(file, _)| board.square(file, rank)).collect::<Vec<_>>()
    };
    ranks.flat_map(of_rank).collect()
}

/// Name of a drawing in messages: that of a setup, or the board of a test.
fn drawing_in_words(name: &Name) -> String {
    if name.value.is_empty() { "this drawing".to_owned() } else { format!("the setup `{}`", name.value) }
}

/// The drawings of setups, each made once.
struct Drawings<'m, 'a> {
    lines: &'m LinesInForce,
    man_table: &'m ManTable<'a>,
    regions: &'m Regions<'m>,
    board: Board,
    board_span: Span,
    /// Whether `*` may be a wall that was put in play.
    has_walls: bool,
    made: HashMap<(FileId, Span), Partial<Drawing<'m>>>,
}

impl<'m> Drawings<'m, '_> {
    /// Makes and caches the drawing of a setup; for a changed setup, that of the original with the changes. An error if
    /// it has errors.
    fn make_drawing(
        &mut self,
        setup: &'m InForce<SetupSection>,
        trail: &mut Vec<Span>,
    ) -> Result<Partial<Drawing<'m>>, Reported> {
        let key = (setup.file, setup.line.span);
        if let Some(made) = self.made.get(&key) {
            return Ok(made.clone());
        }
        let mut drawing = match &setup.line.layout {
            Layout::Drawn(rows) => {
                let Partial { read: men, whole } = self.read_rows(setup, rows);
                Partial { read: Drawing { men, ..Drawing::default() }, whole }
            }
            Layout::Changed { base, changes } => {
                trail.push(setup.line.span);
                let base_setup = self.find_base(setup, base, trail)?;
                let mut drawing = self.make_drawing(base_setup, trail)?;
                for change in changes {
                    let changed = self.apply_change(setup, &mut drawing.read, change);
                    drawing.whole = drawing.whole.and(changed);
                }
                drawing
            }
        };
        if let Some(facing) = &setup.line.facing {
            drawing.read.mirrored = facing.toward_the_middle.unwrap_or(drawing.read.mirrored);
            if drawing.whole.is_ok() {
                drawing.whole = self.apply_facing(setup, &mut drawing.read, facing);
            }
        }
        if let Some(hand) = &setup.line.hand {
            match self.read_hands(setup, hand) {
                Ok(hands) => drawing.read.hands = hands,
                Err(proof) => drawing.whole = Err(proof),
            }
        }
        if let Some(line) = &setup.line.shuffled {
            let written = |shuffle| WrittenShuffle { file: setup.file, span: line.span, shuffle };
            drawing.read.shuffled = line.shuffle.as_ref().map(written);
        }
        self.made.insert(key, drawing.clone());
        Ok(drawing)
    }

    /// Finds the setup that another one changes: one of the same text, or else the nearest ancestor's.
    fn find_base(
        &self,
        setup: &InForce<SetupSection>,
        name: &Name,
        trail: &[Span],
    ) -> Result<&'m InForce<SetupSection>, Reported> {
        if trail.len() > MAX_SETUPS {
            let message = format!("more than {MAX_SETUPS} setups are made from each other in a row");
            return Err(self.man_table.reporter.too_many(setup.file, name.span, message, "draw this one"));
        }
        let lines = self.lines;
        let everything = || lines.setups.iter().chain(lines.older_setups.iter().rev());
        let same_text = |other: &&InForce<SetupSection>| other.file == setup.file;
        let is_itself = |other: &InForce<SetupSection>| other.file == setup.file && other.line.span == setup.line.span;
        let named = |other: &&InForce<SetupSection>| other.line.name.value == name.value;
        let own = everything().filter(same_text).find(|other| named(other) && !is_itself(other));
        let older = everything().filter(|other| other.file < setup.file);
        if let Some(found) = own.or_else(|| older.filter(named).max_by_key(|other| other.file)) {
            self.man_table.reporter.record_use(Subject::Setup(found.file, found.line.name.span), setup.file, name.span);
            if found.file == setup.file && trail.contains(&found.line.span) {
                let message = format!("the setup `{}` is made from itself", setup.line.name.value);
                let circle = Diagnostic::error(Code::CheckCircularSetup, name.span, message)
                    .label("leads back here")
                    .help("draw one of them");
                return Err(self.man_table.reporter.error_in(setup.file, circle));
            }
            return Ok(found);
        }
        let known = everything().filter(|other| other.file <= setup.file && !is_itself(other));
        Err(report_unknown_setup(name, setup.file, known, self.man_table.reporter))
    }

    /// Reads a drawn board as the men on its squares.
    fn read_rows(
        &self,
        setup: &'m InForce<SetupSection>,
        rows: &'m [Row],
    ) -> Partial<BTreeMap<Square, ManOnSquare<'m>>> {
        let (board, file) = (self.board, setup.file);
        let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
        let name = &setup.line.name;
        if file != self.man_table.reporter.own()
            && (rows.len() != ranks || rows.iter().any(|row| row.cells.len() != files))
        {
            let from = self.man_table.reporter.text_name(file);
            let message = format!("the setup `{}` of `{from}` is not drawn for a board of {board}", name.value);
            let other = Diagnostic::error(Code::CheckInheritedSetup, self.board_span, message)
                .label("another board")
                .help("draw a setup for this board: `setup NAME`, and under it every rank, the far one first");
            return Partial { read: BTreeMap::new(), whole: Err(self.man_table.reporter.error(other)) };
        }
        let mut whole = Ok(());
        if rows.len() != ranks {
            let section = if name.value.is_empty() { Section::Test } else { Section::Setup };
            whole = Err(self.man_table.reporter.missing(section, file, || {
                let message = format!("{} has {} ranks, and the board has {ranks}", drawing_in_words(name), rows.len());
                Diagnostic::error(Code::CheckWrongNumberOfRanks, name.span, message)
                    .label(format!("drawn with {} ranks", rows.len()))
                    .help(format!("draw every rank of the {board} board, the far one first; an empty square is `.`"))
                    .propose(drawings::with_ranks(rows, files, ranks))
            }));
        }
        let mut men = BTreeMap::new();
        let mut reported: HashSet<&str> = HashSet::new();
        let mut signs_reported = false;
        // If all ranks are equally wide, the size of the board may be the mistake, and one report is enough.
        let equally_wide = rows.iter().all(|row| row.cells.len() == rows[0].cells.len());
        for (index, row) in rows.iter().enumerate() {
            if row.cells.len() != files && !(index > 0 && equally_wide) {
                whole = Err(self
                    .man_table
                    .reporter
                    .error_in(file, wrong_width(rows, index, board, equally_wide && rows.len() > 1)));
            }
            let rank = ranks as i32 - 1 - index as i32;
            // The cells of a row that is too short, or of a setup with a row too few, have no certain squares.
            let is_whole = rows.len() == ranks && row.cells.len() == files;
            let drawn = || row.cells.iter().take(files).enumerate();
            let is_hole_mismatch = |(column, cell): &(usize, &Spanned<Cell>)| {
                rank >= 0
                    && (is_whole || board.holes().is_empty())
                    && board.is_hole(*column as i32, rank) != (cell.value == Cell::Hole)
                    && !(self.has_walls && cell.value == Cell::Hole)
            };
            if let Some((column, cell)) = drawn().find(is_hole_mismatch).filter(|_| !signs_reported) {
                let mut mismatch = hole_mismatch(board, (column as i32, rank), cell, rows, self.board_span);
                if board.holes().is_empty() {
                    // All of them are empty squares in another program's form.
                    signs_reported = true;
                    let cells = rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.value == Cell::Hole);
                    // A single sign may mean a man.
                    if cells.clone().nth(1).is_some() {
                        mismatch = cells.fold(mismatch, |mismatch, cell| mismatch.edit(cell.span, "."));
                    }
                }
                whole = Err(self.man_table.reporter.error_in(file, mismatch));
            }
            for (column, cell) in row.cells.iter().enumerate() {
                let Cell::Man(man) = &cell.value else { continue };
                if reported.contains(man.symbol.value.as_str()) {
                    continue;
                }
                if let Some(replaced) = self.replaced_man_error(file, man) {
                    reported.insert(&man.symbol.value);
                    whole = Err(self.man_table.reporter.error_in(file, replaced));
                    continue;
                }
                if rows.len() == ranks
                    && self.man_table.lookup(file, only_side(man.side), &man.symbol.value)[man.side].is_none()
                    && let Some(meant) = drawings::cell_across(rows, index, column)
                    && self.man_table.lookup(file, only_side(man.side), &meant)[man.side].is_some()
                {
                    reported.insert(&man.symbol.value);
                    let at = Mention { file, sides: only_side(man.side), referrer: Referrer::Setup(&name.value) };
                    let edit = Edit::new(man.symbol.span, as_drawn(man.side, &meant));
                    whole = Err(self.man_table.report_unknown_with(at, &man.symbol, Some(edit)));
                    continue;
                }
                match self.man_on_square(setup, man) {
                    Ok(man) => {
                        let square = board.square(column as i32, rank);
                        men.extend(square.map(|square| (square, man)));
                    }
                    Err(proof) => {
                        reported.insert(&man.symbol.value);
                        whole = Err(proof);
                    }
                }
            }
        }
        Partial { read: men, whole }
    }

    /// The diagnostic for a man in a drawing that is no more, since another one has taken its place (`instead of`).
    fn replaced_man_error(&self, file: FileId, man: &DrawnMan) -> Option<Diagnostic> {
        let (side, symbol) = (man.side, &man.symbol);
        if self.man_table.lookup(file, only_side(side), &symbol.value)[side].is_some() {
            return None;
        }
        let new = self.man_table.replacement_of(file, only_side(side), &symbol.value)?;
        Some(replaced_man(symbol, new, &as_drawn(side, &new.value)))
    }

    /// Resolves a man of a drawing.
    fn man_on_square(&self, setup: &InForce<SetupSection>, man: &'m DrawnMan) -> Result<ManOnSquare<'m>, Reported> {
        let kind = self.resolve_kind(setup, man)?;
        let (state, file) = (man.state.as_ref(), setup.file);
        Ok(ManOnSquare { side: man.side, kind, state, file, span: man.symbol.span, state_file: file, is_faced: false })
    }

    fn resolve_kind(&self, setup: &InForce<SetupSection>, man: &DrawnMan) -> Result<KindId, Reported> {
        let InForce { line, file, sides } = setup;
        let at = Mention { file: *file, sides: *sides, referrer: Referrer::Setup(&line.name.value) };
        self.man_table.resolve_for_side(at, man.side, &man.symbol)
    }

    /// Applies a change to a drawing: replaces men, puts one on a square, or empties a square.
    fn apply_change(
        &self,
        setup: &InForce<SetupSection>,
        drawing: &mut Drawing<'m>,
        change: &'m Spanned<Change>,
    ) -> Result<(), Reported> {
        let idle = |message: String| {
            self.man_table.reporter.missing(Section::Setup, setup.file, || {
                Diagnostic::error(Code::CheckIdleChange, change.span, message)
                    .label("changes nothing")
                    .help("leave it out, or name the man or square that is meant")
            })
        };
        match &change.value {
            Change::Replace { new, old } => {
                let new = self.man_on_square(setup, new);
                let kind = self.resolve_kind(setup, old)?;
                let new = new?;
                let mut replaced = false;
                for man in drawing.men.values_mut().filter(|man| man.side == old.side && man.kind == kind) {
                    *man = new;
                    replaced = true;
                }
                if !replaced {
                    let drawn = as_drawn(old.side, &old.symbol.value);
                    return Err(idle(format!("there is no `{drawn}` to be replaced")));
                }
            }
            Change::Place { man, on } => {
                let man = self.man_on_square(setup, man);
                let square = self.regions.square(setup.file, *on)?;
                drawing.men.insert(square, man?);
            }
            Change::Empty(on) => {
                let square = self.regions.square(setup.file, *on)?;
                if drawing.men.remove(&square).is_none() {
                    return Err(idle(format!("{} is empty already", on.value)));
                }
            }
        }
        Ok(())
    }
}

impl<'m> Drawings<'m, '_> {
    /// Reads the men in hand of both sides, each named once.
    fn read_hands(&self, setup: &InForce<SetupSection>, hand: &HandLine) -> Result<Hands, Reported> {
        let (file, reporter) = (setup.file, self.man_table.reporter);
        let mut hands = Hands::default();
        let mut whole = Ok(());
        for men in &hand.men {
            let man = &men.man;
            if let Some(replaced) = self.replaced_man_error(file, man) {
                whole = Err(reporter.error_in(file, replaced));
                continue;
            }
            let count = men.count.map_or(Ok(1), |count| reporter.number(file, count, 1, 255, "number of men"));
            let kind = self.resolve_kind(setup, man).and_then(|kind| {
                if hands[man.side].iter().all(|(other, _)| *other != kind) {
                    return Ok(kind);
                }
                let drawn = as_drawn(man.side, &man.symbol.value);
                let twice =
                    Diagnostic::error(Code::CheckNamedTwice, man.symbol.span, format!("`{drawn}` is named twice"))
                        .label("named before")
                        .help(format!("write the number of all of them before the letter, as in `2 {drawn}`"));
                Err(reporter.error_in(file, twice))
            });
            let added = kind.and_then(|kind| Ok((kind, count? as u8)));
            whole = whole.and(added.map(|man_and_count| hands[man.side].push(man_and_count)));
        }
        for side in Side::ALL {
            hands[side].sort_unstable();
        }
        whole.map(|()| hands)
    }

    /// Gives men the states that a facing line names.
    fn apply_facing(
        &self,
        setup: &InForce<SetupSection>,
        drawing: &mut Drawing<'m>,
        facing: &'m FacingLine,
    ) -> Result<(), Reported> {
        let mut given: HashMap<Square, Span> = HashMap::new();
        let mut whole = Ok(());
        for faced in &facing.men {
            let kind = match self.resolve_kind(setup, &faced.man) {
                Ok(kind) => kind,
                Err(proof) => {
                    whole = Err(proof);
                    continue;
                }
            };
            for on in &faced.on {
                let found = match self.regions.square(setup.file, *on) {
                    Ok(square) => (square, drawing.men.get_mut(&square)),
                    Err(proof) => {
                        whole = Err(proof);
                        continue;
                    }
                };
                let (square, man) = found;
                let Some(man) = man.filter(|man| man.side == faced.man.side && man.kind == kind) else {
                    whole = Err(self.facing_of_nobody(setup.file, &faced.man, *on, drawing.men.get(&square)));
                    continue;
                };
                // The facing line of a changed setup may also change men that it has from the other one.
                let is_own = |state: &&Spanned<String>| {
                    let whole = matches!(setup.line.layout, Layout::Drawn(_))
                        || setup.line.span.range().contains(&state.span.start);
                    man.state_file == setup.file && whole
                };
                let in_braces = man.state.filter(is_own).map(|state| state.span);
                if let Some(earlier) = given.insert(square, on.span).or(in_braces) {
                    let message = format!("the facing of the man on {} is given twice", on.value);
                    let twice = Diagnostic::error(Code::CheckRepeatedLine, on.span, message)
                        .label("again here")
                        .also(earlier, "first here")
                        .help("keep the one that is meant");
                    whole = Err(self.man_table.reporter.error_in(setup.file, twice));
                    continue;
                }
                (man.state, man.state_file, man.is_faced) = (faced.man.state.as_ref(), setup.file, true);
            }
        }
        whole
    }

    /// Reports a facing for a square where no such man stands.
    fn facing_of_nobody(
        &self,
        file: FileId,
        man: &DrawnMan,
        on: Spanned<SquareName>,
        there: Option<&ManOnSquare<'_>>,
    ) -> Reported {
        let drawn = as_drawn(man.side, &man.symbol.value);
        let other = there.map(|there| as_drawn(there.side, self.man_table.symbol(there.kind)));
        let (message, help) = if let Some(other) = other {
            let message = format!("on {} stands `{other}`, and not `{drawn}`", on.value);
            (message, format!("write `{other} on {}`, or the square that is meant", on.value))
        } else {
            let help = "name a square where such a man is drawn above, or draw it there";
            (format!("on {} stands no man", on.value), help.to_owned())
        };
        let nobody = Diagnostic::error(Code::CheckFacingOfNobody, on.span, message);
        let label = format!("no `{drawn}` here");
        self.man_table.reporter.error_in(file, nobody.label(label).help(help))
    }
}

/// The diagnostic for a rank with more or fewer squares than the board has files, or for all equally wide ranks at once.
fn wrong_width(rows: &[Row], index: usize, board: Board, is_of_all: bool) -> Diagnostic {
    let row = &rows[index];
    let (drawn, files) = (row.cells.len(), board.files());
    let message = if is_of_all {
        format!("the ranks have {drawn} squares, and the board is {files} wide")
    } else {
        format!("this rank has {drawn} squares, and the board is {files} wide")
    };
    let hole = if board.holes().is_empty() { "" } else { ", a hole `*`" };
    let mut help = format!("one cell for each square, with blanks between; an empty square is `.`{hole}");
    let as_drawn = |ranks: usize| Board::new(u8::try_from(drawn).ok()?, u8::try_from(ranks).ok()?);
    if let Some(board) = is_of_all.then(|| as_drawn(rows.len())).flatten().filter(|_| board.holes().is_empty()) {
        help = format!("write `board: {board}`, or draw {help}");
    }
    let is_drawable = !is_of_all && board.holes().is_empty();
    let filled = is_drawable.then(|| drawings::with_files(rows, index, files.into())).flatten();
    Diagnostic::error(Code::CheckWrongRankWidth, row.span, message)
        .label(format!("{drawn} squares"))
        .help(help)
        .propose(filled)
}

/// More holes are not named in a help.
const MAX_NAMED_HOLES: usize = 12;

/// The diagnostic for a cell in one of these rows that is drawn as a hole where there is a square, or the other way
/// round.
fn hole_mismatch(board: Board, (file, rank): (i32, i32), cell: &Spanned<Cell>, rows: &[Row], fact: Span) -> Diagnostic {
    let name = |file: usize, rank: usize| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
    let square = name(file as usize, rank as usize);
    let (message, help) = if board.is_hole(file, rank) {
        (
            format!("{square} is no part of the board"),
            "draw it as `*`, or leave it out after `without` in the line `board:`".to_owned(),
        )
    } else {
        let ranks = (0..rows.len()).rev().zip(rows);
        let cells =
            ranks.flat_map(|(rank, row)| row.cells.iter().enumerate().map(move |(file, cell)| (file, rank, cell)));
        let holes = cells.filter(|(.., cell)| cell.value == Cell::Hole).map(|(file, rank, _)| name(file, rank));
        let holes = holes.collect::<Vec<_>>();
        let holes = if holes.len() <= MAX_NAMED_HOLES { holes.join(", ") } else { "a1".to_owned() };
        let (files, ranks) = (board.files(), board.ranks());
        (
            format!("{square} is a square of the board"),
            format!("an empty square is `.`; holes are named in the fact: `board: {files}x{ranks} without {holes}`"),
        )
    };
    Diagnostic::error(Code::CheckHole, cell.span, message)
        .label("drawn otherwise")
        .also(fact, "by this line")
        .help(help)
}

/// The states of men, worked out once for each kind and side.
struct StateCache<'m, 'a> {
    men: &'m Men<'a>,
    black: Result<Symmetry, Reported>,
    known: HashMap<(KindId, Side), KindStates>,
}

struct KindStates {
    /// The state at the start, and its mirror image.
    start: [Option<ManState>; 2],
    /// All states by their texts, in order, once a drawing names any.
    by_text: Option<Vec<(String, ManState)>>,
}

impl<'m> StateCache<'m, '_> {
    /// The kind of a man and its states for a side, worked out at the first call.
    fn states_of(&mut self, id: KindId, side: Side) -> Result<(&'m Kind, Symmetry, &mut KindStates), Reported> {
        let (kind, black) = (self.men.kind(id)?, self.black?);
        let states = self.known.entry((id, side)).or_insert_with(|| {
            let states = kind.state_space(side, black);
            KindStates { start: [false, true].map(|mirrored| states.start(mirrored)), by_text: None }
        });
        Ok((kind, black, states))
    }

    /// Parses the state written in braces in a drawing.
    fn parse_state(&mut self, man: &ManOnSquare<'_>, text: &Spanned<String>) -> Result<ManState, Reported> {
        let (kind, black, states) = self.states_of(man.kind, man.side)?;
        let known = states.by_text.get_or_insert_with(|| {
            let all = kind.states(man.side, black);
            all.into_iter().map(|state| (state.to_string(), state)).collect()
        });
        // The mode may be left out if it is that of the start.
        let meant = |(name, state): &&(String, ManState)| {
            *name == text.value || (state.mode == kind.flips && name.trim_end_matches(['-', 'x']) == text.value)
        };
        if let Some((_, state)) = known.iter().find(meant) {
            return Ok(state.clone());
        }
        let drawn = as_drawn(man.side, &kind.symbol);
        let written = |state: String| if man.is_faced { state } else { format!("{drawn}{{{state}}}") };
        let help = if known.len() == 1 && man.is_faced {
            format!("the {} is the same whichever way it faces: leave it out", kind.name)
        } else if known.len() == 1 {
            format!("the {} is the same whichever way it faces: write `{drawn}`", kind.name)
        } else {
            let listed: Vec<String> =
                known.iter().take(MAX_LISTED_STATES).map(|(_, state)| written(spaced(state))).collect();
            let more = if known.len() > MAX_LISTED_STATES { ", and more" } else { "" };
            format!("there is {}{more}", any_quoted(&listed))
        };
        let state = if man.is_faced { text.value.clone() } else { format!("{{{}}}", text.value) };
        let message = format!("a {} can't be in the state `{state}`", kind.name);
        let unknown = Diagnostic::error(Code::CheckUnknownState, text.span, message).label("no such state");
        Err(self.men.man_table().reporter.error_in(man.state_file, unknown.help(help)))
    }
}

/// A state as definitions write it, with a blank between the facings and the mode: `n x`.
fn spaced(state: &ManState) -> String {
    let text = state.to_string();
    match text.split_at_checked(text.len() - usize::from(state.mode.is_some())) {
        Some((facings, mode)) if !facings.is_empty() && !mode.is_empty() => format!("{facings} {mode}"),
        _ => text,
    }
}

/// Puts the men of a drawing on the board.
struct Placer<'m, 'a> {
    setup: &'m InForce<SetupSection>,
    board: Board,
    men: &'m Men<'a>,
    regions: &'m Regions<'m>,
}

impl Placer<'_, '_> {
    /// Places the men of a drawing on the board with their states, in the order of squares.
    fn place_men(&self, drawing: &Drawing<'_>, states: &mut StateCache<'_, '_>) -> Partial<Vec<PlacedMan>> {
        let mut placed = Vec::new();
        let mut whole = Ok(());
        let mut without_image: Vec<((KindId, Side), Reported)> = Vec::new();
        for (&square, man) in &drawing.men {
            let in_region = self.require_region(square, man);
            let state = match man.state {
                Some(text) => states.parse_state(man, text),
                None => states.states_of(man.kind, man.side).and_then(|(kind, black, states)| {
                    let mirrored = drawing.mirrored && black.is_right_half(self.board, man.side, square);
                    let state = states.start[usize::from(mirrored)].clone();
                    state.ok_or_else(|| {
                        let of_man = (man.kind, man.side);
                        if let Some(&(_, proof)) = without_image.iter().find(|(man, _)| *man == of_man) {
                            return proof;
                        }
                        let proof = self.report_no_mirror_image(man, kind, square);
                        without_image.push((of_man, proof));
                        proof
                    })
                }),
            };
            let placed_man = state.map(|state| PlacedMan { square, side: man.side, kind: man.kind, state });
            whole = whole.and(in_region).and(placed_man.map(|man| placed.push(man)));
        }
        Partial { read: placed, whole }
    }

    /// Requires a man to stand in the region that it never leaves.
    fn require_region(&self, square: Square, man: &ManOnSquare<'_>) -> Result<(), Reported> {
        let kind = self.men.kind(man.kind)?;
        let Some(id) = kind.stays_in else { return Ok(()) };
        if self.regions.squares(id)?[man.side].contains(square) {
            return Ok(());
        }
        let (region, name) = (self.regions.words(id), self.board.name(square));
        let message = format!("the {} on {name} stands outside the {region}, which it never leaves", kind.name);
        let outside = Diagnostic::error(Code::CheckOutsideRegion, man.span, message)
            .label("outside")
            .help(format!("put it on a square of the {region}, or make the {region} larger"));
        Err(self.men.man_table().reporter.error_because(
            man.file,
            outside,
            self.men.man_table().line_span(man.kind, self.men.man_table().reporter),
        ))
    }

    /// Reports a man on the mirrored right half that has no state as the mirror image of its start.
    fn report_no_mirror_image(&self, man: &ManOnSquare<'_>, kind: &Kind, square: Square) -> Reported {
        let place = self.board.name(square);
        let message = format!("the {} on {place} can't start as a mirror image: it never faces that way", kind.name);
        let missing = Diagnostic::error(Code::CheckNoMirrorImage, man.span, message)
            .label("on the right half")
            .help("write its facing in braces, let it turn so far, or leave out `facing: toward the middle`");
        let facing = self.setup.line.facing.as_ref().filter(|_| man.file == self.setup.file);
        let missing = match facing {
            Some(facing) => missing.also(facing.span, "mirrors the right half"),
            None => missing,
        };
        self.men.man_table().reporter.error_in(man.file, missing)
    }
}

/// Reports that none of the setups that a line can name has this name.
pub(super) fn report_unknown_setup<'l>(
    name: &Name,
    file: FileId,
    known: impl IntoIterator<Item = &'l InForce<SetupSection>>,
    reporter: &Reporter,
) -> Reported {
    reporter.missing(Section::Setup, file, || {
        let known: Vec<&str> = known.into_iter().map(|setup| setup.line.name.value.as_str()).collect();
        Diagnostic::error(Code::CheckUnknownSetup, name.span, format!("there is no setup `{}`", name.value))
            .label("no such setup")
            .help(did_you_mean(&name.value, known))
    })
}
