//! Import of a Fairy-Stockfish game as the text of a definition.
//!
//! Each file writes one part of the rules. A rule that a definition can't express is a [`Loss`]. A key that is neither
//! written nor lost would be a silent difference; a test looks for such keys one by one.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::betza::EngineMovement;
use crate::collection::{Collection, GameConfig, TextId, key_names};
use crate::men::{MenSet, PieceType};
use crate::rules::KEYS;
use crate::squares::{Bitboard, square_name};
use crate::start::Start;
use weakfish::BuiltIns;
use weakfish::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use weakfish::geometry::{Board, Leap, PerSide, Side};
use weakfish::prose::{all_of, capitalized, quoted};
use weakfish::source::{Source, Span};

mod endings;
mod hands;
mod men;
mod moves;
mod readings;
mod walls;

use readings::{Misread, Reading};

/// A game of Fairy-Stockfish as a definition.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Import {
    /// The name of the game there.
    pub name: String,
    /// The text of the definition. Comments at its start list the losses.
    pub definition: String,
    /// The losses. If there are none, nor warnings, the definition has the same legal moves and endings.
    pub losses: Vec<Loss>,
    /// The losses as reports, on the text of the configuration and on that of the games built into the engine.
    pub reports: Vec<Report>,
    /// Warnings on movements that the engine plays otherwise than their notation means, on a start in which the game is
    /// over, and on walls that guard kings only in the definition. The definition has the movements that the engine
    /// plays.
    pub warnings: Vec<Report>,
}

impl Collection {
    /// Makes a definition of a game of the text, or of one that is built into the engine.
    ///
    /// ```
    /// use weakfish_fairy_stockfish::Collection;
    /// use weakfish::{BuiltIns, Source, load};
    ///
    /// let text = "[rifles:chess]\nmustCapture = true\n";
    /// let import = Collection::read(&Source::new("variants.ini", text)).import("rifles").unwrap();
    /// assert!(import.losses.is_empty());
    /// let game = load(&Source::new("rifles.variant", import.definition), &BuiltIns).unwrap();
    /// assert_eq!(game.start().perft(2), 400);
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such game, or something is wrong with its section or one that it changes.
    pub fn import(&self, name: &str) -> Result<Import, Report> {
        self.import_by(name, Reading::Played)
    }

    /// Imports a game as [`Collection::import`] does, but with men that move as their notation means. Comments at the
    /// start of the definition name those that the engine plays otherwise.
    ///
    /// ```
    /// use weakfish_fairy_stockfish::Collection;
    /// use weakfish::Source;
    ///
    /// let text = "[camels:chess]\ncustomPiece1 = c:CC\nstartFen = rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w - - 0 1\n";
    /// let collection = Collection::read(&Source::new("variants.ini", text));
    /// assert!(collection.import("camels").unwrap().definition.contains("no movement"));
    /// assert!(collection.import_as_meant("camels").unwrap().definition.contains("CC"));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Collection::import`].
    pub fn import_as_meant(&self, name: &str) -> Result<Import, Report> {
        self.import_by(name, Reading::Meant)
    }

    fn import_by(&self, name: &str, reading: Reading) -> Result<Import, Report> {
        let refused = |problems| Report::new(self.source(), problems);
        let problems = self.problems(name);
        if problems.iter().any(Diagnostic::is_error) {
            return Err(refused(problems));
        }
        let Some(game) = self.game(name) else {
            let unknown = format!("there is no game `{name}`");
            let unknown = Diagnostic::error(Code::FairyUnknownGame, Span::at(0), unknown);
            let help = did_you_mean(name, self.all_names());
            return Err(refused(vec![unknown.label("neither in this text nor built into Fairy-Stockfish").help(help)]));
        };
        let wrong_start = |reason: String| {
            let (text, span) = Self::key_origin(game, "startFen");
            let wrong = Diagnostic::error(Code::FairyStart, span, reason);
            Report::new(
                &self.source_of_text(text),
                vec![wrong.label("this start").help("give a `startFen` that fits the board and the men")],
            )
        };
        let start = Start::parse_fen(game).map_err(wrong_start)?;
        if start.men.is_empty() && !start.has_hands() && !game.rules.piece_drops {
            return Err(wrong_start("the game begins without men".to_owned()));
        }
        let board = Board::new(game.rules.max_file.0, game.rules.max_rank.0);
        let board = board.ok_or_else(|| wrong_start("the board has no squares".to_owned()))?;
        let mut draft = DefinitionBuilder {
            game,
            start,
            board,
            kinds: BTreeMap::new(),
            lines: Vec::new(),
            regions: Vec::new(),
            rules: Vec::new(),
            endings: Vec::new(),
            losses: Vec::new(),
            reading,
            misread: Vec::new(),
            captors_en_passant_in_zone: PerSide::default(),
        };
        draft.write_men();
        draft.write_movement_rules();
        draft.write_hands();
        draft.write_walls();
        draft.write_points();
        draft.write_endings();
        draft.drop_unsupported_keys();
        let mut decided = Vec::new();
        if draft.losses.is_empty() {
            // A definition can refuse a game that the engine plays, such as one that a side can't lose.
            let checked = weakfish::check(&Source::new(name, draft.write_definition(name, &[])), &BuiltIns);
            if let Some(problem) = checked.report.diagnostics().find(|problem| problem.is_error()) {
                draft.drop_key_because("startFen", &problem.message);
            }
            let of_start = checked.report.diagnostics().filter(|problem| problem.code == Code::CheckDecidedStart);
            decided.extend(of_start.map(|problem| problem.message.clone()));
        }
        // In the order of the table of keys, men last.
        draft.losses.sort_by_key(|loss| KEYS.iter().position(|key| key.name == loss.key).unwrap_or(KEYS.len()));
        let mut losses = std::mem::take(&mut draft.losses);
        for loss in &mut losses {
            loss.value = self.key_value(game, &loss.key);
        }
        let definition = draft.write_definition(name, &losses);
        let reports = self.loss_reports(game, &losses);
        let warning = |misread: &Misread| misread.warning(Self::key_origin(game, misread.key()).1);
        let mut warnings = self.reports_at_keys(game, &draft.misread, Misread::key, warning);
        let start = Self::key_origin(game, "startFen").1;
        let over =
            |message: &String| {
                let over = Diagnostic::warning(Code::CheckDecidedStart, start, message.as_str()).label("this start");
                Some(over.help(
                    "the engine plays no move either; give another `startFen`, or leave out the key that decides it",
                ))
            };
        warnings.extend(self.reports_at_keys(game, &decided, |_| "startFen", over));
        let skipped = quoted(draft.start.skipped.iter().map(char::to_string));
        let skipped = Vec::from_iter((!draft.start.skipped.is_empty()).then(|| all_of(skipped)));
        let unknown = |letters: &String| {
            let message = format!("the position has {letters}, and no man of the game has such a letter");
            let unknown = Diagnostic::warning(Code::FairyStart, start, message);
            let unknown = unknown.label("Fairy-Stockfish skips it, and the rest of the rank moves up");
            Some(unknown.help("give the man a key with its letter, such as `rook = r`, or take it out of the start"))
        };
        warnings.extend(self.reports_at_keys(game, &skipped, |_| "startFen", unknown));
        let walls = Vec::from_iter(draft.may_guard_kings_by_walls().then_some("wallingRule"));
        let guarded = |key: &&str| {
            let message = "a wall can guard a king in the definition, and not in Fairy-Stockfish";
            let guarded = Diagnostic::warning(Code::FairyLost, Self::key_origin(game, key).1, message);
            Some(guarded.label("there check is judged before the wall is put").help(
                "where both are to play alike, make the king a `commoner` with `extinctionPseudoRoyal`: check to it is judged after the wall",
            ))
        };
        warnings.extend(self.reports_at_keys(game, &walls, |key| key, guarded));
        Ok(Import { name: name.to_owned(), definition, losses, reports, warnings })
    }

    /// Value of a key in a game, as text.
    pub(crate) fn key_value(&self, game: &GameConfig, key: &str) -> String {
        if KEYS.iter().any(|known| known.name == key) {
            return game.rules.value_text(key, &game.letters);
        }
        let (text, span) = Self::key_origin(game, key);
        let source = self.source_of_text(text).text;
        let line = source.get(span.range()).unwrap_or_default();
        line.split_once('=').map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
    }

    /// Place of a key: the line that gave it last, or else the heading of the section.
    fn key_origin(game: &GameConfig, name: &str) -> (TextId, Span) {
        let key = KEYS.iter().find(|key| key.name == name);
        let mut names = key.map_or_else(|| vec![name.to_owned()], key_names);
        if ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"].contains(&name) {
            names.push("pawnTypes".to_owned());
        }
        let given = names.iter().filter_map(|name| game.origins.get(name)).max();
        given.copied().unwrap_or(game.heading)
    }

    /// Reports of the losses at the lines that give their keys, on the built-in games and on the text itself. Keys with
    /// the same loss share a diagnostic.
    fn loss_reports(&self, game: &GameConfig, losses: &[Loss]) -> Vec<Report> {
        let place = |loss: &Loss| Self::key_origin(game, &loss.key);
        let mut groups: Vec<(&Loss, Vec<&Loss>)> = Vec::new();
        for loss in losses {
            match groups.iter_mut().find(|(first, _)| first.lost == loss.lost && place(first).0 == place(loss).0) {
                Some((_, others)) => others.push(loss),
                None => groups.push((loss, Vec::new())),
            }
        }
        let lost = |(first, others): &(&Loss, Vec<&Loss>)| {
            let keys = std::iter::once(first).chain(others).map(|loss| &loss.key);
            let message = format!("{} can't be said: {}", all_of(quoted(keys)), first.lost);
            let lost = Diagnostic::error(Code::FairyLost, place(first).1, message);
            let lost = lost.label("a definition has no words for it");
            let elsewhere = others.iter().map(|loss| place(loss).1).filter(|span| *span != place(first).1);
            let lost = elsewhere.fold(lost, |lost, span| lost.also(span, "nor for this"));
            Some(lost.help("import without it, and say so in the text: `--incomplete`"))
        };
        self.reports_at_keys(game, &groups, |(first, _)| &first.key, lost)
    }

    /// Diagnostics at the lines of keys, as a report on the games built into the engine and one on the text itself, each
    /// if there are some.
    fn reports_at_keys<T>(
        &self,
        game: &GameConfig,
        items: &[T],
        key: impl Fn(&T) -> &str,
        diagnostic: impl Fn(&T) -> Option<Diagnostic>,
    ) -> Vec<Report> {
        let report_on = |text: TextId| {
            let here = items.iter().filter(|&item| Self::key_origin(game, key(item)).0 == text);
            let diagnostics: Vec<_> = here.filter_map(&diagnostic).collect();
            (!diagnostics.is_empty()).then(|| Report::new(&self.source_of_text(text), diagnostics))
        };
        [TextId::BuiltIn, TextId::Own].into_iter().filter_map(report_on).collect()
    }
}

/// A rule of a game that its definition lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The key of the configuration, such as `pieceDrops`.
    pub key: String,
    /// Its value in the game, perhaps inherited.
    pub value: String,
    /// Description of the loss, in a sentence.
    pub lost: String,
}

/// Symbol of a man: its letter, with `+` before it for a promoted type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    promoted: bool,
    letter: char,
}

impl Symbol {
    /// Symbol of a side's man.
    fn of_side(self, side: Side) -> Self {
        let letter = if side == Side::White { self.letter } else { self.letter.to_ascii_lowercase() };
        Self { letter, ..self }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(text, "{}{}", if self.promoted { "+" } else { "" }, self.letter)
    }
}

/// A man that can come onto the board.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) man: PieceType,
    pub(super) letter: Symbol,
    pub(super) name: String,
    /// The movement as it is written, with other movements on certain squares.
    pub(super) movement: String,
    /// Movement in the engine.
    pub(super) moves: EngineMovement,
    /// Whether it may never be left attacked.
    pub(super) royal: bool,
    /// Whether it may not be left attacked while few such men are left.
    pub(super) royal_at_times: bool,
    /// Which side can have it.
    pub(super) sides: PerSide<bool>,
    pub(super) properties: Vec<String>,
}

/// Builder of a definition from a Fairy-Stockfish configuration.
#[derive(Clone, Debug)]
pub(super) struct DefinitionBuilder<'g> {
    pub(super) game: &'g GameConfig,
    pub(super) start: Start,
    pub(super) board: Board,
    /// The men that can come onto the board, in the order of their table.
    pub(super) kinds: BTreeMap<PieceType, Kind>,
    /// The lines drawn on the board, in words.
    pub(super) lines: Vec<String>,
    pub(super) regions: Vec<(String, PerSide<Bitboard>)>,
    /// Lines as the words before the colon and those after it.
    pub(super) rules: Vec<(String, String)>,
    pub(super) endings: Vec<(String, String)>,
    pub(super) losses: Vec<Loss>,
    /// Movement of men that the engine plays otherwise than their notation means.
    reading: Reading,
    misread: Vec<Misread>,
    /// The men that can capture en passant on a square where they promote by other moves.
    pub(super) captors_en_passant_in_zone: PerSide<Vec<PieceType>>,
}

impl DefinitionBuilder<'_> {
    /// Adds a property of a man.
    fn push_property(&mut self, man: PieceType, property: String) {
        if let Some(kind) = self.kinds.get_mut(&man) {
            kind.properties.push(property);
        }
    }

    /// Records a key that can't be carried over, with the description of the key table.
    pub(super) fn drop_key(&mut self, key: &str) {
        let what = KEYS.iter().find(|known| known.name == key).map_or("", |known| known.lost);
        self.drop_key_because(key, what);
    }

    fn drop_key_if(&mut self, lost: bool, key: &str) {
        if lost {
            self.drop_key(key);
        }
    }

    /// Records a key that can't be carried over, with a description of its own.
    pub(super) fn drop_key_because(&mut self, key: &str, description: &str) {
        if self.losses.iter().all(|lost| lost.key != key) {
            self.losses.push(Loss { key: key.to_owned(), value: String::new(), lost: description.to_owned() });
        }
    }

    /// Records a key that can't be carried over and returns `None`.
    fn drop_key_and_none<T>(&mut self, key: &str, description: &str) -> Option<T> {
        self.drop_key_because(key, description);
        None
    }

    /// Records a key that can't be carried over, with the description of the key table, and returns `None`.
    fn drop_key_and_none_of<T>(&mut self, key: &str) -> Option<T> {
        self.drop_key(key);
        None
    }

    /// Adds a line of the rules.
    pub(super) fn push_rule(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.rules.push((name.into(), value.into()));
    }

    /// Adds a rule for both sides if it is the same for them, or else for each side that has it. `text` writes it, for one
    /// side or for both.
    pub(super) fn push_rule_of_sides<T: PartialEq>(
        &mut self,
        name: &str,
        rule: &PerSide<Option<T>>,
        text: impl Fn(&mut Self, Option<Side>, &T) -> String,
    ) {
        let alike = rule.white == rule.black;
        for (side, rule) in rule.iter().take(if alike { 1 } else { 2 }) {
            let side = Some(side).filter(|_| !alike);
            if let Some(rule) = rule {
                let text = text(self, side, rule);
                self.push_rule(side.map_or_else(|| name.to_owned(), |side| of_side(side, name)), text);
            }
        }
    }

    /// Adds a line of the endings.
    pub(super) fn push_ending(&mut self, condition: impl Into<String>, result: impl Into<String>) {
        self.endings.push((condition.into(), result.into()));
    }

    /// The symbol of a man that can come onto the board.
    pub(super) fn letter(&self, man: PieceType) -> Option<Symbol> {
        self.kinds.get(&man).map(|kind| kind.letter)
    }

    /// The letters of those of these men that can come onto the board.
    pub(super) fn symbols(&self, men: MenSet) -> Vec<String> {
        self.kinds.values().filter(|kind| men.covers(kind.man)).map(|kind| kind.letter.to_string()).collect()
    }
}

/// A name with the side before it: `white castling`.
pub(super) fn of_side(side: Side, name: &str) -> String {
    format!("{} {name}", side.to_string().to_lowercase())
}

/// Converts a leap of White to one of a side.
pub(super) fn leap_for_side(side: Side, leap: Leap) -> Leap {
    if side == Side::White { leap } else { -leap }
}

impl DefinitionBuilder<'_> {
    /// Text for squares of both sides: an area, or the name of a region, which is made for them.
    pub(super) fn area_or_region(&mut self, squares: PerSide<Bitboard>, name: &str) -> String {
        common_area(self.board, squares).unwrap_or_else(|| self.region_name(squares, name))
    }

    /// The name of the region of these squares, which is made if there is none.
    fn region_name(&mut self, squares: PerSide<Bitboard>, name: &str) -> String {
        let known = self.regions.iter().find(|(_, known)| *known == squares).map(|(name, _)| name.clone());
        known.unwrap_or_else(|| {
            let same =
                |other: &String| other == name || other.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
            let number = self.regions.iter().filter(|(other, _)| same(other)).count();
            let name = if number == 0 { name.to_owned() } else { format!("{name}-{}", number + 1) };
            self.regions.push((name.clone(), squares));
            name
        })
    }

    /// Text for squares of one side: an area, or the name of a region.
    pub(super) fn area_of(&mut self, side: Side, squares: Bitboard, name: &str) -> String {
        single_area(self.board, squares).unwrap_or_else(|| {
            let mut both = PerSide::default();
            both[side] = squares;
            self.area_or_region(both, name)
        })
    }

    /// The words for the squares that are no part of the board; nothing if there are none.
    pub(super) fn holes_text(&self) -> String {
        let boxes = split_into_boxes(self.board, self.start.walls);
        let words = boxes.into_iter().map(|(file, rank, width, height)| {
            let (first, last) = (square_name(file, rank), square_name(file + width - 1, rank + height - 1));
            if first == last { first } else { format!("{first} to {last}") }
        });
        let words = words.collect::<Vec<_>>().join(", ");
        if words.is_empty() { words } else { format!(" without {words}") }
    }

    /// The lines of the regions: their names and areas.
    fn region_lines(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        for (name, squares) in &self.regions {
            let mut line = |name: String, squares: Bitboard| {
                let areas = area_texts(self.board, squares);
                lines.extend((!areas.is_empty()).then(|| (name, areas.join(", "))));
            };
            if squares.white == squares.black {
                line(name.clone(), squares.white);
            } else {
                squares.iter().for_each(|(side, squares)| line(of_side(side, name), *squares));
            }
        }
        lines
    }
}

/// One area that means these squares for each side, if there is one.
fn common_area(board: Board, squares: PerSide<Bitboard>) -> Option<String> {
    let here = Bitboard::of_board(board);
    let (white, black) = (squares.white.and(here), squares.black.and(here));
    if white == black {
        return single_area(board, white);
    }
    let last = board.ranks();
    let rank_zone = |least: u8, most: u8| {
        let zone = |side: Side| Bitboard::zone(side, least, last).without(Bitboard::zone(side, most + 1, last));
        PerSide::from_fn(|side| zone(side).and(here))
    };
    let wanted = PerSide::new(white, black);
    let mut rank_ranges = (1..=last).flat_map(|least| (least..=last).map(move |most| (least, most)));
    let (least, most) = rank_ranges.find(|&(least, most)| rank_zone(least, most) == wanted)?;
    Some(match (least, most) {
        _ if least == last => "last rank".to_owned(),
        _ if least == most => format!("own rank {least}"),
        _ => format!("own rank {least} to {most}"),
    })
}

/// The one area that these squares are, such as `rank 8`; `None` if they need several.
fn single_area(board: Board, squares: Bitboard) -> Option<String> {
    match area_texts(board, squares).as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// Areas that make up these squares: the largest boxes first.
fn area_texts(board: Board, squares: Bitboard) -> Vec<String> {
    split_into_boxes(board, squares).into_iter().map(|one| area_text(board, one)).collect()
}

/// A box of squares: its first file and rank, its width and its height.
type Rectangle = (u8, u8, u8, u8);

/// Splits squares into boxes, greedily: the largest box of those that are left comes first.
fn split_into_boxes(board: Board, squares: Bitboard) -> Vec<Rectangle> {
    let (files, ranks) = (board.files(), board.ranks());
    let mut rest = squares.and(Bitboard::of_board(board));
    let mut boxes = Vec::new();
    while !rest.is_empty() {
        let (mut best, mut largest) = ((0, 0, 0, 0), 0_u32);
        for file in 0..files {
            for rank in 0..ranks {
                let mut width = files - file;
                for height in 1..=ranks - rank {
                    let row = rank + height - 1;
                    width = (0..width).find(|&blocked| !rest.contains(file + blocked, row)).unwrap_or(width);
                    let size = u32::from(width) * u32::from(height);
                    if size > largest {
                        (best, largest) = ((file, rank, width, height), size);
                    }
                }
            }
        }
        let (file, rank, width, height) = best;
        let is_in_box = |x, y| (file..file + width).contains(&x) && (rank..rank + height).contains(&y);
        rest = rest.without(Bitboard::from_predicate(is_in_box));
        boxes.push(best);
    }
    boxes
}

/// A box of squares in words: `rank 1 to 2`, `file a`, `d4 to e5`.
fn area_text(board: Board, (file, rank, width, height): Rectangle) -> String {
    let letter = |file: u8| char::from(b'a' + file);
    let corner = square_name(file, rank);
    match (width, height) {
        (1, 1) => corner,
        (width, 1) if width == board.files() => format!("rank {}", rank + 1),
        (width, _) if width == board.files() => format!("rank {} to {}", rank + 1, rank + height),
        (1, height) if height == board.ranks() => format!("file {}", letter(file)),
        (_, height) if height == board.ranks() => format!("file {} to {}", letter(file), letter(file + width - 1)),
        _ => format!("{corner} to {}", square_name(file + width - 1, rank + height - 1)),
    }
}

impl DefinitionBuilder<'_> {
    /// Writes the definition: losses as comments, the facts, men, regions, the board of the setup, rules and
    /// endings.
    pub(super) fn write_definition(&self, name: &str, losses: &[Loss]) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = writeln!(text, "// The game `{name}` of Fairy-Stockfish.");
        for loss in losses {
            let _ = writeln!(text, "// Lost: {} = {}: {}.", loss.key, loss.value, loss.lost);
        }
        for comment in self.misread.iter().filter_map(Misread::comment) {
            let _ = writeln!(text, "// {comment}");
        }
        let _ = writeln!(text, "game \"{}\"", title_of_name(name));
        let symmetric = self.kinds.values().all(|kind| EngineMovement::is_symmetric(&kind.moves));
        let facts = [
            ("source", format!("\"Fairy-Stockfish: {}\"", name.replace('"', "'"))),
            ("board", format!("{}x{}{}", self.board.files(), self.board.ranks(), self.holes_text())),
            ("lines", self.lines.join(", ")),
            ("first", self.start.first.to_string().to_lowercase()),
            ("black", if symmetric { "mirrors white" } else { "rotates white" }.to_owned()),
        ];
        let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
        push_aligned(&mut text, facts.map(|(key, value)| (key.to_owned(), value)), "");
        let men = self.kinds.values().map(|kind| {
            let properties =
                kind.royal.then_some("royal").into_iter().chain(kind.properties.iter().map(String::as_str));
            let line: Vec<&str> = std::iter::once(kind.movement.as_str()).chain(properties).collect();
            (format!("{} {}", kind.letter, kind.name), line.join(", "))
        });
        push_section(&mut text, "men", men);
        push_section(&mut text, "regions", self.region_lines().into_iter());
        text.push_str("\nsetup standard\n");
        let cell = |file, rank| {
            let on = self.start.men.iter().find(|placed| (placed.file, placed.rank) == (file, rank));
            match on.and_then(|placed| Some((placed.side, self.letter(placed.man)?))) {
                Some((side, letter)) => letter.of_side(side).to_string(),
                None if self.start.walls.contains(file, rank) => "*".to_owned(),
                None => ".".to_owned(),
            }
        };
        let (files, ranks) = (self.board.files(), self.board.ranks());
        let width = |file| (0..ranks).map(|rank| cell(file, rank).len()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..files).map(width).collect();
        for rank in (0..ranks).rev() {
            let row = (0..files).zip(&widths).map(|(file, width)| format!("{:<width$}", cell(file, rank)));
            let _ = writeln!(text, "  {}", row.collect::<Vec<_>>().join(" ").trim_end());
        }
        let hands = self.hands_text();
        if !hands.is_empty() {
            let _ = writeln!(text, "  hand: {hands}");
        }
        push_section(&mut text, "rules", self.rules.iter().cloned());
        push_section(&mut text, "endings", self.endings.iter().cloned());
        text
    }
}

/// Title of a game for its name: `los-alamos` gives Los Alamos.
fn title_of_name(name: &str) -> String {
    name.split('-').map(|word| capitalized(&word.replace('"', "'"))).collect::<Vec<_>>().join(" ")
}

/// Appends a section with its heading; nothing if it has no lines.
fn push_section(text: &mut String, heading: &str, lines: impl Iterator<Item = (String, String)>) {
    let lines: Vec<_> = lines.collect();
    if !lines.is_empty() {
        let _ = writeln!(text, "\n{heading}");
        push_aligned(text, lines.into_iter(), "  ");
    }
}

/// Appends lines `key: value`, with the values aligned.
fn push_aligned(text: &mut String, lines: impl Iterator<Item = (String, String)>, indent: &str) {
    let lines: Vec<_> = lines.collect();
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) + 1;
    for (name, value) in lines {
        let _ = writeln!(text, "{indent}{:width$} {value}", format!("{name}:"));
    }
}
