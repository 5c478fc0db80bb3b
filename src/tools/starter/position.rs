//! A new game that starts from a position.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Title, filled, tests};
use crate::check::{BaseError, Depth, Refused, Resolver, check};
use crate::diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS, Report};
use crate::geometry::{Board, PerSide, Side, Wind};
use crate::notation::take_symbol;
use crate::prose::{any_of, counted};
use crate::source::{Source, Span, words};

/// The text around what a position says.
const TEMPLATE: &str = include_str!("position.template");

/// A definition of a game that starts from the position of a FEN.
///
/// Board, letters, holes and setup are those of the FEN, and so is the side that begins. The letters of Chess are its
/// men; another one is a man that moves by single steps, until its author says how it moves. What else a FEN says (rights,
/// crossed squares, counters) is not read. `file` is the name of the new definition; without one its text names no commands.
///
/// # Errors
///
/// What is wrong with the FEN; or with the game, if none can start from such a position.
///
/// ```
/// use weakfish::tools::starter::{self, Title};
///
/// let title = Title::new("Small").unwrap();
/// let text = starter::from_position(&title, Some("small.variant"), "rck/ppp/3/PPP/RCK w").unwrap();
/// assert!(text.contains("board: 3x5") && text.contains("C man c:"));
/// assert!(!starter::from_position(&title, None, "rck/ppp/3/PPP/RCK w").unwrap().contains("weakfish check"));
/// let refused = starter::from_position(&title, Some("small.variant"), "rck/ppp/4/PPP/RCK w").unwrap_err();
/// assert!(refused.to_string().contains("error[fen::rank-width]"));
/// ```
pub fn from_position(title: &Title, file: Option<&str>, fen: &str) -> Result<String, Refused> {
    let drawn = Drawn::read(fen)
        .map_err(|mistakes| Refused { reports: vec![Report::new(&Source::new("FEN", fen), mistakes)] })?;
    let mut text = filled(TEMPLATE, title, file);
    for (place, lines) in [
        ("{board}\n", drawn.board_lines()),
        ("{men}\n", drawn.men_lines()),
        ("{setup}\n", drawn.setup_lines()),
        ("{rules}\n", drawn.rules_lines()),
        ("{endings}\n", drawn.endings_lines()),
    ] {
        text = text.replacen(place, &lines, 1);
    }
    let game = check(&Source::new(file.unwrap_or_default(), text.as_str()), &NoOthers, Depth::Lines).into_game()?;
    text += &tests(&game, file);
    Ok(text)
}

/// Finds nothing, since what is made of a position extends nothing.
struct NoOthers;

impl Resolver for NoOthers {
    fn built_in(&self, _name: &str) -> Option<Source> {
        None
    }

    fn built_in_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn beside(&self, _from: &Source, _path: &str) -> Result<Source, BaseError> {
        Err(BaseError::Unreadable("nothing is extended here".to_owned()))
    }
}

/// A square of the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Hole,
    /// A man as it is written, with its state.
    Man(String),
}

/// What is known of a letter.
#[derive(Clone, Copy, Debug, Default)]
struct Letter {
    men: PerSide<u16>,
    /// A facing that a man of this letter has.
    faces: Option<Wind>,
    /// Whether one has a mode.
    flips: bool,
}

/// What the placement of a FEN says.
struct Drawn {
    /// The ranks from the far one down.
    rows: Vec<Vec<Cell>>,
    letters: BTreeMap<String, Letter>,
    first: Side,
}

/// Reads the placement of a FEN whose board is not known.
struct Reader {
    letters: BTreeMap<String, Letter>,
    mistakes: Vec<Diagnostic>,
}

impl Drawn {
    fn read(fen: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut fields = words(fen);
        let Some(placement) = fields.next() else {
            let empty = Diagnostic::error(Code::FenEmpty, Span::at(fen.len()), "there is no position here");
            return Err(vec![empty.label("expected a FEN").help("a FEN begins with the men, rank by rank")]);
        };
        let mut reader = Reader { letters: BTreeMap::new(), mistakes: Vec::new() };
        let mut rows: Vec<(Vec<Cell>, Span)> = Vec::new();
        let mut start = 0;
        for rank in placement.value.split('/') {
            let word = placement.slice(start, start + rank.len());
            start += rank.len() + 1;
            if rows.len() == usize::from(Board::MAX_SIZE) {
                let many = Diagnostic::error(
                    Code::FenRankCount,
                    word.span,
                    format!("a board has at most {} ranks", Board::MAX_SIZE),
                );
                reader.mistakes.push(many.label("too many").help("ranks stand between slashes, from the far one down"));
                break;
            }
            rows.push((reader.rank(word.value, word.span), word.span));
            if reader.mistakes.len() > MAX_DIAGNOSTICS {
                break;
            }
        }
        let files = rows.first().map_or(0, |(row, _)| row.len());
        if reader.mistakes.is_empty() {
            let uneven = (1..).zip(&rows).filter(|(_, (row, _))| row.len() != files || row.is_empty());
            for (number, (row, span)) in uneven {
                let (count, text) = (counted(row.len() as u64, "square"), &fen[span.range()]);
                let message = format!("rank {number} from the top, `{text}`, has {count}, and the first one {files}");
                let uneven = Diagnostic::error(Code::FenRankWidth, *span, message).label("another width");
                reader.mistakes.push(uneven.help("digits side by side form one number of empty squares"));
            }
        }
        let first = match fields.next() {
            None => Side::White,
            Some(word) if word.value == "w" => Side::White,
            Some(word) if word.value == "b" => Side::Black,
            Some(word) => {
                let message = format!("`{}` is no side to move", word.value);
                let side = Diagnostic::error(Code::FenSide, word.span, message).label("expected `w` or `b`");
                reader.mistakes.push(side.help("the second field says who is to move: `w` is White, `b` is Black"));
                Side::White
            }
        };
        if !reader.mistakes.is_empty() {
            return Err(reader.mistakes);
        }
        Ok(Self { rows: rows.into_iter().map(|(row, _)| row).collect(), letters: reader.letters, first })
    }

    fn files(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn has(&self, symbol: &str) -> bool {
        self.letters.contains_key(symbol)
    }

    fn count(&self, symbol: &str, side: Side) -> u16 {
        self.letters.get(symbol).map_or(0, |letter| letter.men[side])
    }

    /// The squares on which a side has such men: the row, counted from the far one, and the file.
    fn squares_of(&self, symbol: &str, side: Side) -> Vec<(usize, usize)> {
        let written = if side == Side::White { symbol.to_owned() } else { symbol.to_lowercase() };
        let is_one = |cell: &Cell| matches!(cell, Cell::Man(man) if man.split('{').next() == Some(written.as_str()));
        let cells = self
            .rows
            .iter()
            .enumerate()
            .flat_map(|(row, cells)| cells.iter().enumerate().map(move |(file, cell)| (row, file, cell)));
        cells.filter(|(.., cell)| is_one(cell)).map(|(row, file, _)| (row, file)).collect()
    }

    /// Whether a man stands on its side's second rank.
    fn starts_on_second(&self, symbol: &str, side: Side) -> bool {
        let second = if side == Side::White { self.rows.len().checked_sub(2) } else { Some(1) };
        self.squares_of(symbol, side).iter().any(|(row, _)| Some(*row) == second)
    }

    fn board_lines(&self) -> String {
        let (files, ranks) = (self.files(), self.rows.len());
        let board = u8::try_from(files).ok().zip(u8::try_from(ranks).ok());
        let board = board.and_then(|(files, ranks)| Board::new(files, ranks));
        let holes = self.rows.iter().rev().enumerate().flat_map(|(rank, row)| {
            let holes = row.iter().enumerate().filter(|(_, cell)| **cell == Cell::Hole);
            holes.map(move |(file, _)| (file as i32, rank as i32))
        });
        let names = holes.filter_map(|(file, rank)| board?.square(file, rank).and_then(|at| Some(board?.name(at))));
        let names: Vec<String> = names.collect();
        let without = if names.is_empty() { String::new() } else { format!(" without {}", names.join(", ")) };
        let first = if self.first == Side::White { "white" } else { "black" };
        format!("board: {files}x{ranks}{without}\nfirst: {first}\nblack: mirrors white\n")
    }

    fn men_lines(&self) -> String {
        // Promotion needs a man, and pages begin with the most important men.
        let mut symbols: Vec<&str> = ["K", "Q", "R", "B", "N"].into_iter().filter(|known| self.has(known)).collect();
        symbols.extend(
            self.letters.keys().map(String::as_str).filter(|symbol| !CHESS.iter().any(|(known, ..)| known == symbol)),
        );
        symbols.extend(self.has("P").then_some("P"));
        if self.promotes() && self.promoted().is_empty() {
            symbols.insert(0, "Q");
        }
        let lines = symbols.into_iter().map(|symbol| {
            let letter = self.letters.get(symbol).copied().unwrap_or_default();
            let known = CHESS.iter().find(|(known, ..)| *known == symbol);
            let stateless = letter.faces.is_none() && !letter.flips;
            let (name, movement) = match known {
                Some((_, name, movement)) if stateless => ((*name).to_owned(), (*movement).to_owned()),
                _ => {
                    let letter_alone = symbol.trim_matches(['+', '\'']).to_lowercase();
                    let invented = if symbol.starts_with('+') {
                        format!("promoted {letter_alone}")
                    } else if symbol.ends_with('\'') {
                        format!("other {letter_alone}")
                    } else {
                        format!("man {letter_alone}")
                    };
                    (known.map_or(invented, |(_, name, _)| (*name).to_owned()), placeholder(letter))
                }
            };
            let royal = if symbol == "K" { ", royal" } else { "" };
            let turns = if letter.faces.is_some() { ", turns 45" } else { "" };
            let flips = if letter.flips { ", flips m/c" } else { "" };
            (format!("{symbol} {name}:"), format!("{movement}{royal}{turns}{flips}"))
        });
        aligned(lines)
    }

    fn setup_lines(&self) -> String {
        let text = |cell: &Cell| match cell {
            Cell::Empty => ".".to_owned(),
            Cell::Hole => "*".to_owned(),
            Cell::Man(man) => man.clone(),
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(text).collect()).collect();
        let width = |file: usize| rows.iter().filter_map(|row| row.get(file)).map(String::len).max().unwrap_or(1);
        let widths: Vec<usize> = (0..self.files()).map(width).collect();
        let mut lines = String::new();
        for row in rows {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            lines += &format!("  {}\n", cells.collect::<Vec<_>>().join(" ")).replace(" \n", "\n");
        }
        lines.lines().fold(String::new(), |text, line| text + line.trim_end() + "\n")
    }

    fn promotes(&self) -> bool {
        self.has("P")
    }

    /// The men that a pawn can become.
    fn promoted(&self) -> Vec<&str> {
        let strong = ["Q", "R", "B", "N"].into_iter().filter(|known| self.has(known));
        let others = self.letters.keys().map(String::as_str);
        strong.chain(others.filter(|symbol| !CHESS.iter().any(|(known, ..)| known == symbol))).collect()
    }

    fn rules_lines(&self) -> String {
        let mut lines = Vec::new();
        // The King castles from where it stands alone, two squares toward a Rook that stands farther away on its rank.
        let castles = |side| {
            let kings = self.squares_of("K", side);
            let &[(rank, file)] = kings.as_slice() else { return false };
            self.squares_of("R", side).iter().any(|&(other, rook)| other == rank && file.abs_diff(rook) > 2)
        };
        if castles(Side::White) && castles(Side::Black) {
            lines.push(("castling:".to_owned(), "K 2 toward R, R to the last square K crossed".to_owned()));
        }
        if self.promotes() {
            let plain = self.letters.get("P").is_some_and(|letter| letter.faces.is_none() && !letter.flips);
            if plain && self.rows.len() > 5 && Side::ALL.iter().any(|&side| self.starts_on_second("P", side)) {
                lines.push(("long step of P:".to_owned(), "2 squares from own rank 2, en passant".to_owned()));
            }
            let promoted = self.promoted();
            let to = if promoted.is_empty() { vec!["Q"] } else { promoted };
            let facing = self.letters.values().any(|letter| letter.faces.is_some());
            let facing = if facing { ", facing as at the start" } else { "" };
            lines.push(("promotion of P:".to_owned(), format!("on the last rank, to {}{facing}", any_of(to))));
            lines.push(("progress:".to_owned(), "capture or move of P".to_owned()));
        } else {
            lines.push(("progress:".to_owned(), "capture".to_owned()));
        }
        let turning = self.letters.values().any(|letter| letter.faces.is_some() || letter.flips);
        if turning {
            lines.push(("must move:".to_owned(), "once in 4".to_owned()));
        }
        aligned(lines)
    }

    fn endings_lines(&self) -> String {
        let line = |condition: &str, result: &str| (format!("{condition}:"), result.to_owned());
        let mut lines = Vec::new();
        let royal = |side| self.count("K", side) > 0;
        if Side::ALL.iter().any(|&side| royal(side)) {
            lines.push(line("checkmate", "loses"));
        }
        if !Side::ALL.iter().all(|&side| royal(side)) {
            lines.push(line("without men", "loses"));
        }
        lines.push(line("stalemate", "draw"));
        lines.push(line("75 moves without progress", "draw (75-moves)"));
        lines.push(line("position 3 times", "draw on claim"));
        aligned(lines)
    }
}

/// The men of Chess: letter, name, movement.
const CHESS: [(&str, &str, &str); 6] = [
    ("K", "king", "K"),
    ("Q", "queen", "Q"),
    ("R", "rook", "R"),
    ("B", "bishop", "B"),
    ("N", "knight", "N"),
    ("P", "pawn", "mfWcfF"),
];

/// A movement for a man of which only the states are known.
fn placeholder(letter: Letter) -> String {
    match letter.faces {
        None => "K",
        // The winds between the others are those of a Knight's leaps.
        Some(wind) if wind.name().len() == 3 => "rfN",
        Some(_) => "fW",
    }
    .to_owned()
}

/// Lines with what stands behind the colons in a column.
fn aligned(lines: impl IntoIterator<Item = (String, String)>) -> String {
    let lines: Vec<_> = lines.into_iter().collect();
    let width = lines.iter().map(|(key, _)| key.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (key, value) in lines {
        // Writing to a string can't fail.
        let _ = writeln!(text, "  {key:width$} {value}");
    }
    text
}

impl Reader {
    /// The squares of a rank, without what can't be read.
    fn rank(&mut self, rank: &str, span: Span) -> Vec<Cell> {
        let mut row = Vec::new();
        let mut at = 0;
        while let Some(next) = rank[at..].chars().next() {
            if row.len() > usize::from(Board::MAX_SIZE) || self.mistakes.len() > MAX_DIAGNOSTICS {
                break;
            }
            let start = at;
            let place = |end: usize| Span::new(span.start + start, span.start + end);
            if next.is_ascii_digit() {
                at += rank[at..].bytes().take_while(u8::is_ascii_digit).count();
                let empty = rank[start..at].parse::<usize>().unwrap_or(usize::MAX);
                row.extend(std::iter::repeat_n(Cell::Empty, empty.min(usize::from(Board::MAX_SIZE) + 1)));
                continue;
            }
            if next == '*' {
                at += 1;
                row.push(Cell::Hole);
                continue;
            }
            let Some(symbol) = take_symbol(&rank[at..]) else {
                at += next.len_utf8();
                let unexpected =
                    Diagnostic::error(Code::FenUnexpected, place(at), format!("`{next}` means nothing here"));
                let help = match next {
                    '[' => "men in hand are no part of a setup; leave the brackets out",
                    '~' => "leave the mark of a promoted man out",
                    _ => "a man is a letter, with `+` before or `'` after it perhaps, and its state in braces",
                };
                self.mistakes.push(unexpected.label("neither a man nor a number of empty squares").help(help));
                if next == '[' {
                    break;
                }
                continue;
            };
            at += symbol.text.len();
            let letter = self.letters.entry(symbol.capital.clone()).or_default();
            letter.men[symbol.side] = letter.men[symbol.side].saturating_add(1);
            if rank[at..].starts_with('{') {
                let Some(length) = rank[at..].find('}') else {
                    let open =
                        Diagnostic::error(Code::FenUnclosedBrace, place(rank.len()), "this brace is never closed");
                    self.mistakes.push(open.label("opened here").help("a man's state stands in braces: `A{ne}`"));
                    break;
                };
                let state = &rank[at + 1..at + length];
                at += length + 1;
                let facing = state.strip_suffix(['-', 'x']);
                letter.flips |= facing.is_some();
                let wind = facing.unwrap_or(state);
                if let Ok(wind) = wind.parse::<Wind>() {
                    letter.faces = Some(wind);
                } else if facing.is_none() || !wind.is_empty() {
                    let message = format!("`{wind}` is none of the sixteen winds");
                    let unknown = Diagnostic::error(Code::FenState, place(at), message).label("no state");
                    let help = "a facing is a wind, as in `A{ne}`; a man of several parts must be defined by hand";
                    self.mistakes.push(unknown.help(help));
                }
            }
            row.push(Cell::Man(rank[start..at].to_owned()));
        }
        if row.len() > usize::from(Board::MAX_SIZE) {
            let wide =
                Diagnostic::error(Code::FenRankWidth, span, format!("a board has at most {} files", Board::MAX_SIZE));
            self.mistakes.push(wide.label("too many").help("digits side by side form one number of empty squares"));
        }
        row
    }
}
