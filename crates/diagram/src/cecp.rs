//! Import of the `setup` and `piece` lines by which an engine describes a game to XBoard.

use weakfish::diagnostic::{Code, Diagnostic, Report};
use weakfish::geometry::{Board, PerSide, Side, Square, SquareSet};
use weakfish::source::{Source, Span};

use crate::Import;
use crate::definition::{Draft, Promotion};
use crate::xbetza::Dialect;

/// Movements of letters without a `piece` line, by their places among the letters of White.
const BY_PLACE: [&str; 5] = ["fmWfceFifmnD", "N", "B", "R", "Q"];

/// The letters of these places where there is no table of them.
const USUAL_LETTERS: &str = "PNBRQ";

/// The most files of a board.
const MAX_FILES: u8 = 16;

/// The parent whose other rules are those of orthodox chess.
const PLAIN_PARENT: &str = "fairy";

/// Makes a definition of the lines that an engine sends. `as_meant` takes the rules of orthodox chess for those of a parent
/// that has others.
///
/// ```
/// use weakfish::{BuiltIns, Source, load};
/// use weakfish_diagram::import_cecp;
///
/// let lines = "setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy \
///              rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\npiece K& KO2\n";
/// let import = import_cecp(&Source::new("orthodox.txt", lines), false).unwrap();
/// let game = load(&Source::new("orthodox.variant", import.definition), &BuiltIns).unwrap();
/// assert_eq!(game.start().perft(3), 8902);
/// ```
///
/// # Errors
///
/// If there is no `setup` line, the position can't be read, or a man has a movement that no definition has.
pub fn import_cecp(source: &Source, as_meant: bool) -> Result<Import, Report> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in source.text.split_inclusive('\n') {
        lines.push((line.trim(), Span::new(at, at + line.trim_end().len())));
        at += line.len();
    }
    let refused = |code: Code, place: Span, message: String, help: &str| {
        Report::new(source, vec![Diagnostic::error(code, place, message).help(help)])
    };
    let Some((text, place)) = lines.iter().find_map(|(line, place)| Some((line.strip_prefix("setup ")?, *place)))
    else {
        let help = "an engine sends it for a game of its own; a game of that name is XBoard's own";
        return Err(refused(Code::DiagramEmpty, Span::at(0), "there is no `setup` line".to_owned(), help));
    };
    let wrong = |message: String| {
        let help = "`setup (LETTERS) 8x8+0_fairy FEN`; each row of the FEN fills the files of the board";
        refused(Code::DiagramWrongValue, place, message, help)
    };
    let setup = Setup::parse(text, place).ok_or_else(|| wrong("this setup can't be read".to_owned()))?;
    let (board, placed) = setup.arrange().map_err(wrong)?;
    let mut draft = Draft::new(source, Dialect::Cecp, board);
    if setup.parent != PLAIN_PARENT {
        let lost = format!("the rules of `{}`, of which the lines say nothing", setup.parent);
        if as_meant {
            draft.comments.push(format!("Played by the rules of orthodox chess in place of {lost}."));
        } else {
            draft.lose(&setup.parent, place, lost + "; `--as-meant` takes those of orthodox chess");
        }
    }
    let pieces = pieces(&lines, &mut draft);
    let symbols = setup.add_men(&mut draft, &placed, &pieces);
    if draft.errors.is_empty() {
        setup.add_rules(&mut draft, placed, &symbols);
    }
    draft.finish()
}

/// A `piece` line: the letter, the movement and the place.
type PieceLine<'l> = (&'l str, &'l str, Span);

/// The `piece` lines, the last one of each letter.
fn pieces<'l>(lines: &[(&'l str, Span)], draft: &mut Draft<'_>) -> Vec<PieceLine<'l>> {
    let mut pieces: Vec<PieceLine<'l>> = Vec::new();
    for &(line, place) in lines {
        let Some((id, movement)) = line.strip_prefix("piece ").and_then(|rest| rest.trim().split_once(' ')) else {
            continue;
        };
        let Some(letter) = id.strip_suffix('&') else {
            let message = format!("`{id}` moves otherwise than the opponent's");
            draft.refuse(
                Code::DiagramMovement,
                place,
                message,
                "write one movement for both sides: `piece P& fmWfceF`",
            );
            continue;
        };
        pieces.retain(|(known, ..)| *known != letter);
        pieces.push((letter, movement.trim(), place));
    }
    pieces
}

impl Setup {
    /// The board, and the men on it by their letters.
    fn arrange(&self) -> Result<(Board, Vec<(Square, String)>), String> {
        let (cells, files) = self.cells()?;
        let ranks = u8::try_from(cells.len()).ok();
        let whole =
            ranks.and_then(|ranks| Board::new(files, ranks)).ok_or("the board is larger than 16x16, or empty")?;
        let position = format!("{}x{}", whole.files(), whole.ranks());
        if let Some(size) = self.size.as_ref().filter(|size| **size != position) {
            return Err(format!("the position is on {position} squares, and the board has {size}"));
        }
        let mut holes = SquareSet::EMPTY;
        let mut men = Vec::new();
        for (row, line) in (0..).zip(cells) {
            for (file, cell) in (0..).zip(line) {
                match (whole.square(file, i32::from(whole.ranks()) - 1 - row), cell.as_str()) {
                    (None, _) | (_, "") => {}
                    (Some(square), "*") => holes.insert(square),
                    (Some(square), _) => men.push((square, cell)),
                }
            }
        }
        Ok((whole.without(holes).ok_or("the board has no squares")?, men))
    }

    /// Adds the men on the board and in hand, and the promoted forms that the lines have; returns their letters.
    fn add_men(&self, draft: &mut Draft<'_>, placed: &[(Square, String)], pieces: &[PieceLine<'_>]) -> Vec<String> {
        let mut symbols: Vec<String> = placed.iter().map(|(_, man)| man.to_ascii_uppercase()).collect();
        symbols.extend(self.hand.chars().map(|man| man.to_ascii_uppercase().to_string()));
        let bases: Vec<String> = symbols.iter().filter_map(|it| it.strip_prefix('+')).map(str::to_owned).collect();
        symbols.extend(bases);
        let is_promoted = |id: &str| id.strip_prefix('+').is_some_and(|base| symbols.iter().any(|it| it == base));
        let promoted: Vec<String> =
            pieces.iter().map(|(id, ..)| *id).filter(|id| is_promoted(id)).map(str::to_owned).collect();
        symbols.extend(promoted);
        symbols.sort_by_key(|symbol| (self.place(symbol), symbol.clone()));
        symbols.dedup();
        let king = if draft.board.files() > 8 { "KisO3" } else { "KisO2" };
        for symbol in &symbols {
            let line = pieces.iter().find(|(id, ..)| id == symbol).map(|(_, movement, place)| (*movement, *place));
            let of_place = || {
                let by_place = BY_PLACE.get(self.place(symbol)).copied().filter(|_| !symbol.starts_with('+'));
                Some((if self.is_royal(symbol) { king } else { by_place? }, self.line))
            };
            let Some((movement, place)) = line.or_else(of_place) else {
                let message = format!("no `piece` line says how {symbol} moves");
                draft.refuse(Code::DiagramMovement, self.line, message, "add the line: `piece LETTER& MOVEMENT`");
                continue;
            };
            draft.add_man(&self.name(symbol), symbol, movement, place);
            if let Some(man) = draft.men.last_mut() {
                man.royal = self.is_royal(symbol);
            }
        }
        symbols
    }

    /// Places the men, and adds the rules that the lines have and those of orthodox chess.
    fn add_rules(&self, draft: &mut Draft<'_>, placed: Vec<(Square, String)>, symbols: &[String]) {
        let index_of = |symbol: &str| symbols.iter().position(|known| *known == symbol.to_ascii_uppercase());
        for (square, man) in placed {
            let is_white = man.contains(|letter: char| letter.is_ascii_uppercase());
            let side = if is_white { Side::White } else { Side::Black };
            draft.placed.extend(index_of(&man).map(|index| (square, (side, index))));
        }
        draft.first = if self.turn == "b" { Side::Black } else { Side::White };
        draft.castling = PerSide::from_fn(|side| {
            let of_side = |right: char| right.is_ascii_uppercase() == (side == Side::White);
            self.rights.chars().any(|right| right.is_ascii_alphabetic() && of_side(right))
        });
        for side in Side::ALL {
            let royal = draft.placed.values().filter(|(owner, man)| *owner == side && draft.men[*man].royal).count();
            if royal != 1 {
                let number = if royal == 0 { "no royal man" } else { "several royal men" };
                draft.lose("royal", self.line, format!("when {side}, which has {number}, has lost"));
            }
        }
        read_drops(draft, self, &index_of, self.line);
        // As in orthodox chess: pawns promote to what stands in the setup.
        let pawn = symbols.iter().position(|symbol| self.place(symbol) == 0 && symbol.len() == 1);
        if let Some(man) = pawn {
            let on_board = |other: usize| draft.placed.values().any(|(_, placed)| *placed == other);
            let takes = |other: &usize| {
                *other != man && !draft.men[*other].royal && !symbols[*other].starts_with('+') && on_board(*other)
            };
            let to: Vec<usize> = (0..draft.men.len()).filter(takes).collect();
            if !to.is_empty() {
                draft.promotions.push(Promotion { man, on: "on last rank".to_owned(), to, options: String::new() });
            }
        }
        draft.comments.push("Promotions and endings are those of orthodox chess: the lines have none.".to_owned());
    }
}

/// Reads which men can be dropped, and where.
fn read_drops(draft: &mut Draft<'_>, setup: &Setup, index_of: &dyn Fn(&str) -> Option<usize>, place: Span) {
    let dropped = draft.men.iter().any(|man| man.translation.drop.is_some());
    for letter in setup.hand.chars().filter(char::is_ascii_alphabetic) {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let Some(man) = index_of(&letter.to_string()) else { continue };
        match draft.hands[side].iter_mut().find(|(known, _)| *known == man) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => draft.hands[side].push((man, 1)),
        }
    }
    if !dropped {
        if !setup.hand.is_empty() {
            draft.lose("holdings", place, "what men in hand are for");
        }
        return;
    }
    draft.drops = true;
    let ranks = draft.board.ranks();
    for index in 0..draft.men.len() {
        let man = &draft.men[index];
        let (symbol, place) = (man.symbol.clone(), man.place);
        let becomes = match symbol.strip_prefix('+') {
            Some(base) => format!(" as {base}"),
            None if setup.letters.iter().any(|letter| letter == "~") => " as before promotion".to_owned(),
            None => String::new(),
        };
        if let Some((last, not_first, one_a_file)) = man.translation.drop {
            let first = if not_first { 2 } else { 1 };
            if last < first {
                draft.lose("@", place, format!("where {symbol} is dropped"));
            } else if first > 1 || last < ranks || one_a_file {
                let file = if one_a_file { format!(", at most 1 {symbol} on a file") } else { String::new() };
                let value = format!("on own rank {first} to {}{file}", last.min(ranks));
                draft.rules.push((format!("drop of {symbol}"), value));
            }
        }
        if !draft.men[index].royal {
            draft.men[index].properties.push(format!("when captured goes to the captor's hand{becomes}"));
        }
    }
}

/// The parts of a `setup` line.
struct Setup {
    /// Its place in the text.
    line: Span,
    /// The letters of both sides, White's first.
    letters: Vec<String>,
    /// Files by ranks, if the line has them.
    size: Option<String>,
    parent: String,
    rows: String,
    hand: String,
    turn: String,
    rights: String,
}

impl Setup {
    fn parse(text: &str, line: Span) -> Option<Self> {
        let (letters, rest) = match text.trim().strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((letters, rest)) => (letter_places(letters), rest),
            None => (Vec::new(), text),
        };
        let mut words = rest.split_whitespace().peekable();
        let size = words.next_if(|word| word.contains('x') && word.contains('_'));
        let size_text = size.and_then(|size| size.split_once(['+', '_'])).map(|(board, _)| board.to_owned());
        let parent = size.and_then(|size| size.split_once('_')).map_or(PLAIN_PARENT, |(_, parent)| parent);
        let board = words.next()?;
        let (rows, hand) = board.split_once('[').unwrap_or((board, ""));
        let apart = words.next_if(|word| word.starts_with('[')).unwrap_or_default();
        let hand = [hand, apart].concat().chars().filter(char::is_ascii_alphabetic).collect();
        let turn = words.next().unwrap_or("w").to_owned();
        let rights = words.next().unwrap_or("-").to_owned();
        Some(Self {
            line,
            size: size_text,
            letters,
            parent: parent.to_owned(),
            rows: rows.to_owned(),
            hand,
            turn,
            rights,
        })
    }

    /// The place of a letter among White's; a promoted form has that of the man before.
    fn place(&self, symbol: &str) -> usize {
        // Without a table, the letters of orthodox chess have their places.
        let usual = |wanted: &str| USUAL_LETTERS.find(wanted).filter(|_| self.letters.is_empty() && wanted.len() == 1);
        let place = |wanted: &str| self.letters.iter().position(|letter| letter == wanted).or_else(|| usual(wanted));
        place(symbol).or_else(|| place(symbol.trim_start_matches('+'))).unwrap_or(usize::MAX - 1)
    }

    fn is_royal(&self, symbol: &str) -> bool {
        let last = self.letters.len() / 2;
        if last == 0 { symbol == "K" } else { self.letters.get(last - 1).is_some_and(|letter| letter == symbol) }
    }

    /// The name of a man, after its place if that is one of orthodox chess.
    fn name(&self, symbol: &str) -> String {
        let names = ["pawn", "knight", "bishop", "rook", "queen"];
        let name = if self.is_royal(symbol) { Some("king") } else { names.get(self.place(symbol)).copied() };
        let plain = symbol.trim_start_matches('+').to_ascii_lowercase();
        match (name, symbol.starts_with('+')) {
            (Some(name), false) => name.to_owned(),
            (_, false) => format!("man {plain}"),
            (_, true) => format!("promoted {plain}"),
        }
    }

    /// The rows of the board from the top, a text for each square, and the number of files.
    fn cells(&self) -> Result<(Vec<Vec<String>>, u8), String> {
        let mut rows = Vec::new();
        for row in self.rows.split('/') {
            let mut cells: Vec<String> = Vec::new();
            let mut letters = row.chars().peekable();
            while let Some(letter) = letters.next() {
                if cells.len() > usize::from(MAX_FILES) {
                    return Err(format!("a row of more than {MAX_FILES} squares"));
                }
                if letter.is_ascii_digit() {
                    let mut digits = letter.to_string();
                    while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                        digits.push(digit);
                    }
                    let empty: usize = digits.parse().map_err(|_| format!("`{digits}` squares in a row"))?;
                    cells.resize(cells.len() + empty.min(100), String::new());
                } else if letter == '+' {
                    cells.push(letters.next().map_or_else(String::new, |man| format!("+{man}")));
                } else if letter.is_ascii_alphabetic() || letter == '*' {
                    cells.push(letter.to_string());
                } else {
                    return Err(format!("`{letter}` in the row `{row}`"));
                }
            }
            rows.push(cells);
        }
        let files = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows.iter().position(|row| row.len() != files) {
            return Err(format!(
                "row {} of the board has {} squares, and the first one {files}",
                row + 1,
                rows[row].len()
            ));
        }
        u8::try_from(files).map(|files| (rows, files)).map_err(|_| format!("a row of more than {MAX_FILES} squares"))
    }
}

/// The letters of a table of pieces, an entry for each place.
fn letter_places(text: &str) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '^' => {
                letters.next();
                places.push("+".to_owned());
            }
            '~' => places.push("~".to_owned()),
            _ => places.push(letter.to_string()),
        }
    }
    places
}
